"""Checks of the offer: against all well-formed lines, and of what illegal lines are told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cardlaw.conformance.steps import check_refusal
from cardlaw.conformance.subject import Subject, demand, take_back, wander
from cardlaw.kernel.action import Act, Part, Shape, part_options
from cardlaw.kernel.choice import CHANCE, Line, Option, mix
from cardlaw.kernel.game import Game
from cardlaw.kernel.law import Breach, Finding, Ruling, UnknownAction, breached
from cardlaw.kernel.rulebook import Rulebook
from cardlaw.kernel.state import State
from cardlaw.kernel.view import knows

#: how many incomplete actions of one position are compared, the first options apart
NODES = 40


class Compared(NamedTuple):
    """How much one comparison of an offer covered."""

    options: int
    refused: int
    nodes: int


def check_offer(game: Game, seed: int = 0, nodes: int = NODES) -> Compared:
    """The offer of an action or of a part equals brute force, in both directions.

    Brute force tries every well-formed option over real objects: it is offered exactly if its
    findings hold no breach and some well-formed answers complete it. The same holds after each
    offered option, for at most ``nodes`` incomplete actions of the position.
    """
    choice = game.choice
    if choice is None or choice.kind not in ("action", "part"):
        return Compared(0, 0, 0)
    book, state = game.book, game.state
    offered = list(game.space())
    demand(len(set(offered)) == len(offered), f"an option is offered twice: {offered}")
    if choice.kind == "part":
        first, answers, _ = choice.args
        act = Act(choice.player, first, answers)
        todo = [(book.shape_of(first), act)]
        refused = 0
        got = part_options(state, todo[0][0], _part(todo[0][0], game, act), act)
        demand(got == offered, f"{act.line}: the choice offers {offered}, the shape {got}")
    else:
        refused = _check_firsts(game, offered, choice.player)
        todo = [(book.shape_of(first), Act(choice.player, first)) for first in offered]
    seen = 0
    for number in range(nodes):
        if not todo:
            break
        shape, act = todo.pop(mix(seed, number) % len(todo))
        if shape.next_part(state, act) is None:
            continue
        seen += 1
        options, wrong = _check_part(game, shape, act)
        refused += wrong
        todo.extend((shape, act.plus(option)) for option in options)
    return Compared(len(offered), refused, seen)


def _part(shape: Shape, game: Game, act: Act) -> Part:
    part = shape.next_part(game.state, act)
    if part is None:
        raise AssertionError(f"{act.line} asks for no part")
    return part


def _check_firsts(game: Game, offered: list[Option], player: int) -> int:
    found = set(offered)
    refused = 0
    for shape in game.book.shapes:
        every = set(shape.every(game.state, player))
        mine = {option for option in found if option[0] == shape.verb}
        demand(mine <= every, f"offered, but not well-formed: {mine - every}")
        for first in sorted(every, key=repr):
            act = Act(player, first)
            legal = not breached(shape.findings(game.state, act)) and _completes(game, shape, act)
            refused += not legal
            if legal and first not in found:
                raise AssertionError(f"{first} is legal but not offered: is it among subjects()?")
            if first in found and not legal:
                raise AssertionError(f"{first} is offered, but {game.why((first,)).breaches}")
    return refused


def _check_part(game: Game, shape: Shape, act: Act) -> tuple[list[Option], int]:
    part = _part(shape, game, act)
    options = part_options(game.state, shape, part, act)
    every = set(part.every(game.state, act))
    demand(set(options) <= every, f"{act.line}: not well-formed: {set(options) - every}")
    for answer in sorted(every, key=repr):
        legal = not breached(part.findings(game.state, act, answer))
        legal = legal and _completes(game, shape, act.plus(answer))
        if legal != (answer in options):
            wrong = "legal but not offered" if legal else "offered but not legal"
            raise AssertionError(f"{act.line}: the answer {answer} is {wrong}")
    return options, len(every) - len(options)


def _completes(game: Game, shape: Shape, act: Act) -> bool:
    part = shape.next_part(game.state, act)
    if part is None:
        return True
    return any(
        not breached(part.findings(game.state, act, answer))
        and _completes(game, shape, act.plus(answer))
        for answer in part.every(game.state, act)
    )


def complete(game: Game, first: Option, number: int) -> Line:
    """A random legal line that begins with an offered option."""
    player = game.to_act
    assert player is not None
    shape = game.book.shape_of(first)
    act = Act(player, first)
    part = shape.next_part(game.state, act)
    while part is not None:
        options = part_options(game.state, shape, part, act)
        demand(options, f"{act.line} was offered, but {part.name} has no legal answer")
        act = act.plus(options[mix(number, len(act.answers)) % len(options)])
        part = shape.next_part(game.state, act)
    return act.line


def check_plays(game: Game, number: int) -> Line | None:
    """An offered line is legal by ``why`` and really plays. Returns the line."""
    choice = game.choice
    if choice is None or choice.kind != "action":
        return None
    options = list(game.space())
    line = complete(game, options[number % len(options)], number)
    ruling = game.why(line)
    demand(ruling.legal, f"{line} is offered, but why says {ruling.breaches}")
    demand(ruling.rules, f"{line} is legal by no rule")
    check_ruling(game.book, ruling)
    copy = game.copy()
    copy.play(line)
    demand(copy.step is not game.step, f"{line} was played and nothing was answered")
    take_back(copy)
    demand(copy.step is game.step, f"{line} is more than one play")
    return line


Firsts = dict[tuple[str, int], list[Option]]


def well_formed_line(
    game: Game, player: int, number: int, known: Firsts | None = None
) -> Line | None:
    """A random well-formed line over real objects, legal or not; None if its shape has none.

    Most of the options are those that the rulebook finds worth testing, or about objects that the
    player can speak of, so that lines are often illegal for the last of several reasons. ``known``
    keeps the first options of each shape while the position stays the same.
    """
    book, state = game.book, game.state
    known = {} if known is None else known
    shape = book.shapes[number % len(book.shapes)]
    firsts = known.get((shape.verb, player))
    if firsts is None:
        every = list(shape.every(state, player))
        near = list(shape.subjects(state, player)) or _spoken_of(state, player, shape, every)
        firsts = known[(shape.verb, player)] = _mostly(near, every)
    if not firsts:
        return None
    act = Act(player, firsts[mix(number, 0) % len(firsts)])
    part = shape.next_part(state, act)
    while part is not None and len(act.answers) < 12:
        answers = _mostly(list(part.domain(state, act)), list(part.every(state, act)))
        if not answers:
            break
        act = act.plus(answers[mix(number, 1 + len(act.answers)) % len(answers)])
        part = shape.next_part(state, act)
    return act.line


def nameable(state: State, player: int) -> set[int]:
    """The objects that a player can speak of: known ones, and those that lie there one by one."""
    zones = state.book.zones
    return {
        obj
        for obj, zone in state.where.items()
        if knows(state, player, obj) or zones[zone[0]].listed
    }


def _spoken_of(state: State, player: int, shape: Shape, every: list[Option]) -> list[Option]:
    """The first options whose subject the player can speak of."""
    if not shape.fields or not shape.fields[0].startswith("obj:"):
        return []
    can = nameable(state, player)
    return [option for option in every if option[1] in can]


def _mostly(near: list[Option], every: list[Option]) -> list[Option]:
    """Options of which about three quarters are near ones."""
    times = 3 * len(every) // len(near) if near else 0
    return every + near * times


def check_ruling(book: Rulebook, ruling: Ruling) -> None:
    """Every rule that is named exists, and every code has its values."""
    for rule in ruling.rules:
        demand(rule in book.index, f"{rule} is not in the index of {book.title}")
    findings: list[Finding] = [*ruling.breaches, *ruling.grounds]
    for finding in findings:
        demand(finding.rule in book.index, f"{finding} names a rule that is not in the index")
        check_values(book, finding.code, finding.values)
    demand(all(type(b) is Breach for b in ruling.breaches), "a breach is not a Breach")


def check_values(book: Rulebook, code: str, values: tuple[object, ...]) -> None:
    """A code is known, and it has as many values as fields."""
    demand(code in book.codes, f"{code!r} is not in Rulebook.codes")
    fields = book.codes[code].fields
    fits = len(values) == len(fields)
    if fields and fields[-1].startswith("*"):
        fits = len(values) >= len(fields) - 1
    demand(fits, f"{code!r} has the fields {fields} and the values {values}")


def check_other_option(game: Game) -> None:
    """An answer that is none is refused with a rule, whatever is asked."""
    choice = game.choice
    if choice is None or choice.kind in ("action", "part") or choice.player == CHANCE:
        return
    check_ruling(game.book, check_refusal(game, (("no such answer",),)))


def check_unknown(game: Game) -> None:
    """A line about nothing is no action at all: it is neither legal nor illegal."""
    nowhere = max(game.state.where, default=0) + 1
    verbs = [s.verb for s in game.book.shapes if s.fields and s.fields[0].startswith("obj")]
    for option in (("no such verb", 1), *((verb, nowhere) for verb in verbs)):
        try:
            ruling = game.why((option,))
        except UnknownAction:
            continue
        demand(not ruling.legal, f"{option} is about nothing and yet legal")


class Refusals(NamedTuple):
    """What random illegal lines were told: how often each breach code."""

    lines: int
    legal: int
    codes: Counter[str]

    @property
    def share(self) -> float:
        """The share of the most frequent code among all breaches."""
        total = sum(self.codes.values())
        return max(self.codes.values(), default=0) / total if total else 0.0


def refusals(subject: Subject, lines: int, seed: int) -> Refusals:
    """Ask about illegal well-formed lines at random moments of walks; each ruling is checked."""
    codes: Counter[str] = Counter()
    asked = legal = walk = 0
    while asked < lines:
        for step, game in enumerate(wander(subject, seed + walk)):
            if step % 6 != walk % 6 or game.choice is None or game.choice.kind != "action":
                continue
            for ruling in _asked(game, mix(seed + walk, step), 40):
                if ruling.legal:
                    legal += 1
                    continue
                asked += 1
                codes.update(ruling.codes)
            if asked >= lines:
                break
        walk += 1
        demand(walk < 200 + lines, "the walks give no moment to ask at")
    return Refusals(asked, legal, codes)


def _asked(game: Game, seed: int, lines: int) -> Iterator[Ruling]:
    mine = game.to_act
    assert mine is not None
    known: Firsts = {}
    for n in range(lines):
        number = mix(seed, n)
        player = mine if n % 8 else 1 - mine
        line = well_formed_line(game, player, number, known)
        if line is not None:
            ruling = game.why(line, player)
            check_ruling(game.book, ruling)
            yield ruling


def check_variety(subject: Subject, found: Refusals) -> None:
    """The refusals are told apart: enough different codes, none of them nearly all."""
    demand(
        len(found.codes) >= subject.codes,
        f"only {len(found.codes)} codes for {found.lines} illegal lines: {found.codes}",
    )
    demand(
        found.share <= subject.share,
        f"one code is {found.share:.0%} of all: {found.codes.most_common(5)}",
    )


def illegal_lines(game: Game, seed: int, lines: int) -> Iterable[Line]:
    """Random illegal well-formed lines of the player who decides about an action now."""
    player = game.to_act
    if player is None or game.choice is None or game.choice.kind != "action":
        return
    known: Firsts = {}
    for n in range(lines):
        line = well_formed_line(game, player, mix(seed, n), known)
        if line is not None and not game.why(line).legal:
            yield line
