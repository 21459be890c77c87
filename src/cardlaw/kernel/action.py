"""Shapes: what an action consists of, asked in order by offer, ``why`` and procedure."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from typing import NamedTuple

from cardlaw.kernel.choice import Choice, Line, Option
from cardlaw.kernel.law import (
    Breach,
    Finding,
    Findings,
    Ground,
    Ruling,
    UnknownAction,
    breached,
    breaches_of,
)
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import NOBODY

Procedure = Generator[Choice, Option, None]

#: the list of players and the lines that they may not take now, as that would go round again
BARRED = "barred"


class Act(NamedTuple):
    """An action so far: who acts, the first option (verb, subject ...), the answers for parts."""

    player: int
    first: Option
    answers: tuple[Option, ...] = ()

    def plus(self, answer: Option) -> Act:
        return Act(self.player, self.first, (*self.answers, answer))

    def given(self, part: str) -> Option | None:
        """The answer for a part by its name, or None."""
        for answer in self.answers:
            if answer[0] == part:
                return answer
        return None

    @property
    def line(self) -> Line:
        return (self.first, *self.answers)


class Part:
    """One part of an action (target, payment, cell ...). Its options are ``(name, values...)``."""

    #: the name, the first item of each option
    name = ""
    #: the rule that asks for this part
    rule = ""
    #: the answer in English words, with the names of the fields in braces: "targeting {target}"
    phrase = ""
    #: the types of the values after the name, as in ``Code.fields``
    fields: tuple[str, ...] = ("obj:target",)
    #: whether its options depend only on what all players know; a single one is then not asked
    public = True
    #: whether ``domain`` gives exactly the legal answers, so that the offer need not ask again
    exact = False
    #: what a line in words means that does not mention this part: "" leaves it open, so that the
    #: player is asked; "first" takes the first legal option (a payment); "done" takes the option
    #: without values, ``(name,)``, that ends a list asked element by element
    automatic = ""

    def domain(self, state: State, act: Act) -> Iterable[Option]:
        """The options that are worth testing: at least every legal one, in a stable order."""
        return self.every(state, act)

    def every(self, state: State, act: Act) -> Iterable[Option]:
        """All well-formed options over real objects, legal or not."""
        raise NotImplementedError

    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        """Every breach of this answer, and grounds beyond the part's own rule."""
        raise NotImplementedError

    def fillable(self, state: State, act: Act) -> bool | None:
        """Whether some legal answer completes the action; None where that must be tried."""
        return None

    def completes_all(self, state: State, act: Act) -> bool:
        """Whether each legal answer completes the action, so that none need be followed further."""
        return False

    def none_legal(self, state: State, act: Act) -> Breach:
        """The breach to report when the part has no legal option at all."""
        raise NotImplementedError


class Shape:
    """One kind of action: its first option ``(verb, values...)``, its parts, what it does.

    Options of one shape are asked in the order of ``subjects``; shapes in the rulebook's order.
    """

    verb = ""
    #: the rules that permit this kind of action: the grounds of a legal ruling
    rules: tuple[str, ...] = ()
    #: the option in English words, with the names of the fields in braces: "recruit {subject}"
    phrase = ""
    #: the types of the values after the verb, as in ``Code.fields``
    fields: tuple[str, ...] = ("obj:subject",)
    #: whether ``subjects`` are exactly the legal options, so that the offer need not ask again
    exact = False
    #: every part that an action of this shape may ask
    parts: tuple[Part, ...] = ()

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        """First options worth testing: at least every legal one, in a stable order."""
        return self.every(state, player)

    def every(self, state: State, player: int) -> Iterable[Option]:
        """All well-formed first options over real objects, legal or not."""
        raise NotImplementedError

    def findings(self, state: State, act: Act) -> Findings:
        """Every breach of the first option by itself: timing, subject, cost without a target."""
        raise NotImplementedError

    def next_part(self, state: State, act: Act) -> Part | None:
        """The part asked after the answers so far; None when the action is complete.

        It must cope with any well-formed first option, legal or not. By default the parts follow
        one another as they are listed.
        """
        asked = len(act.answers)
        return self.parts[asked] if asked < len(self.parts) else None

    def exists(self, state: State, act: Act) -> bool:
        """Whether there is something to do at all, legal or not: no ability that nothing has."""
        return True

    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        """Do it: called when every part has a legal answer.

        ``cause`` is the event of the first answer, by which the player decided to act.
        """
        raise NotImplementedError


def barred(state: State, player: int, line: Line) -> bool:
    """Whether a player may not take a line now, as that would go round again."""
    return (player, line) in state.lists.get(BARRED, ())


def _going_round(state: State, act: Act) -> list[Finding]:
    """The breach of a complete action that leads round a fragmented loop again."""
    if BARRED not in state.lists or not barred(state, act.player, act.line):
        return []
    return [Breach("fragmented-loop", state.book.fragment_rule, (act.player,))]


def part_options(state: State, shape: Shape, part: Part, act: Act) -> list[Option]:
    """The legal answers for a part from which the action can be completed."""
    free = BARRED not in state.lists
    if part.exact and free:
        return list(part.domain(state, act))
    sure = free and part.completes_all(state, act)
    return [
        answer
        for answer in part.domain(state, act)
        if not breached(part.findings(state, act, answer))
        and (sure or completes(state, shape, act.plus(answer)))
    ]


def completes(state: State, shape: Shape, act: Act) -> bool:
    """Whether legal answers exist for all parts that are still to come."""
    part = shape.next_part(state, act)
    free = BARRED not in state.lists
    if part is None:
        return free or not barred(state, act.player, act.line)
    if free:
        sure = part.fillable(state, act)
        if sure is not None:
            return sure
    all_do = free and part.completes_all(state, act)
    # The loops are written out here because this is where a game spends its time.
    for answer in part.domain(state, act):
        for finding in part.findings(state, act, answer):
            if finding.__class__ is Breach:
                break
        else:
            if all_do or completes(state, shape, act.plus(answer)):
                return True
    return False


def offer(state: State, shapes: Iterable[Shape], player: int) -> list[Option]:
    """All first options that are legal and can be completed."""
    result: list[Option] = []
    for shape in shapes:
        if shape.exact:
            result.extend(shape.subjects(state, player))
            continue
        for first in shape.subjects(state, player):
            act = Act(player, first)
            if not breached(shape.findings(state, act)) and completes(state, shape, act):
                result.append(first)
    return result


def well_formed(state: State, shapes: Iterable[Shape], player: int) -> Iterator[Line]:
    """Every well-formed line over real objects, legal or not: the oracle of the offer."""
    for shape in shapes:
        for first in shape.every(state, player):
            yield from _lines(state, shape, Act(player, first))


def _lines(state: State, shape: Shape, act: Act) -> Iterator[Line]:
    part = shape.next_part(state, act)
    if part is None:
        yield act.line
        return
    for answer in part.every(state, act):
        yield from _lines(state, shape, act.plus(answer))


def lines(state: State, shape: Shape, act: Act) -> Iterator[Line]:
    """Every legal complete line that begins with the answers so far."""
    part = shape.next_part(state, act)
    if part is None:
        yield act.line
        return
    for answer in part_options(state, shape, part, act):
        yield from lines(state, shape, act.plus(answer))


def is_over_real_objects(state: State, fields: tuple[str, ...], values: Option) -> bool:
    """Whether values fit the types of their fields: enough to ask the rules about them."""
    open_end = bool(fields) and fields[-1].startswith("*")
    if len(values) > len(fields) and not open_end:
        return False
    for index, value in enumerate(values):
        kind = fields[min(index, len(fields) - 1)].removeprefix("*").split(":")[0]
        if kind == "obj":
            obj = value[0] if isinstance(value, tuple) and value else value
            if obj not in state.where and obj not in (None, NOBODY, ()):
                return False
        elif kind in ("num", "player") and not isinstance(value, int | None):
            return False
    return True


def check_line(state: State, shape: Shape, line: Line) -> None:
    """Raise UnknownAction for a line that is about nothing in this game."""
    fields = {part.name: part.fields for part in shape.parts}
    fields[shape.verb] = shape.fields
    for option in line:
        known = fields.get(option[0]) if option else None
        if known is not None and not is_over_real_objects(state, known, option[1:]):
            raise UnknownAction(f"{option!r} is no action over objects of this game")


def judge_line(state: State, shape: Shape, act: Act, answers: tuple[Option, ...]) -> Ruling:
    """Walk a shape without writing: every breach of the first option and of each answer.

    A line that stops early is judged by whether it can be completed.
    """
    found: list[Finding] = list(shape.findings(state, act))
    cited = list(shape.rules)
    for answer in answers:
        part = shape.next_part(state, act)
        if part is None or not answer or answer[0] != part.name:
            asked = part.rule if part is not None else next(iter(shape.rules), "")
            found.append(Breach("not-asked", asked))
            break
        cited.append(part.rule)
        found.extend(part.findings(state, act, answer))
        act = act.plus(answer)
    else:
        part = shape.next_part(state, act)
        if part is None:
            found.extend(_going_round(state, act))
        elif not any(type(item) is Breach for item in found):
            if not completes(state, shape, act):
                found.append(_why_not_complete(state, shape, act, part))
            else:
                cited.append(part.rule)
    breaches = breaches_of(found)
    grounds = [item for item in found if isinstance(item, Ground)]
    return Ruling(
        tuple(dict.fromkeys(rule for rule in cited if rule)),
        tuple(dict.fromkeys(breaches)),
        tuple(dict.fromkeys(grounds)),
    )


def _why_not_complete(state: State, shape: Shape, act: Act, part: Part) -> Breach:
    """The breach of the deepest part that no answer fills."""
    for answer in part.domain(state, act):
        if not breached(part.findings(state, act, answer)):
            deeper = act.plus(answer)
            following = shape.next_part(state, deeper)
            if following is not None:
                return _why_not_complete(state, shape, deeper, following)
            for finding in _going_round(state, deeper):
                if isinstance(finding, Breach):
                    return finding
    return part.none_legal(state, act)


def ask_parts(state: State, shape: Shape, act: Act) -> Generator[Choice, Option, Act]:
    """Ask for the parts of an action that are still open. Nothing is written between them."""
    part = shape.next_part(state, act)
    while part is not None:
        answer = yield Choice("part", act.player, (act.first, act.answers, part.name))
        act = act.plus(answer)
        part = shape.next_part(state, act)
    return act
