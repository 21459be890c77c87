"""What an action about some cards would be: the lines nearest to clicks, legal or not, judged.

Pointing names no verb. So each kind of action that can be about what was clicked is judged, and
those come first that the cards themselves speak least against.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from cardlaw.kernel.action import Act, Part, Shape, part_options
from cardlaw.kernel.choice import Choice, Line, Option
from cardlaw.kernel.game import Game
from cardlaw.kernel.law import Breach, Ruling, UnknownAction
from cardlaw.kernel.tables import NOBODY
from cardlaw.notation.saying import open_part
from cardlaw.table.pointing import Click, clicks_of, objects_seen

#: how many options of one part are looked at for something that was clicked
MOST = 3000
#: how many parts of one action are filled
DEEPEST = 8


class Candidate(NamedTuple):
    """A line about what was clicked, and the ruling on it."""

    line: Line
    ruling: Ruling
    #: how many breaches nothing would mend, and how many are about the cards, not about the time
    own: tuple[int, int]


def candidates(
    game: Game, player: int, clicked: Sequence[Click], mended: Callable[[Breach], bool]
) -> list[Candidate]:
    """The lines about all that was clicked, one for each kind of action, the nearest first.

    ``mended`` says whether something would do away with a breach.
    """
    wanted = frozenset(clicked)
    choice = game.choice
    if choice is not None and choice.player == player and choice.kind not in ("action", "part"):
        lines: Iterable[Line] = _answers(game, choice, wanted)
    else:
        lines = _lines(game, player, wanted)
    found = [_judged(game, player, line, wanted, mended) for line in lines]
    found.sort(key=lambda each: (each.own, len(each.ruling.breaches)))
    least = found[0].own if found else (0, 0)
    best = [each for each in found if each.own == least]
    legal = [each for each in best if each.ruling.legal]
    return legal or best


def _judged(
    game: Game,
    player: int,
    line: Line,
    wanted: frozenset[Click],
    mended: Callable[[Breach], bool],
) -> Candidate:
    ruling = game.why(line, player)
    if ruling.legal and game.to_act != player:
        rule = game.book.rule_of(game.state, game.choice) if game.choice is not None else ""
        ruling = Ruling(ruling.rules, (Breach("not-asked", rule),))
    lasting = sum(not mended(breach) for breach in ruling.breaches)
    own = sum(_is_about(game, breach, wanted) for breach in ruling.breaches)
    return Candidate(line, ruling, (lasting, own))


def _is_about(game: Game, breach: Breach, wanted: frozenset[Click]) -> bool:
    """Whether a breach says that a card is the wrong one; too little of something can be had."""
    code = game.book.codes.get(breach.code)
    fields = code.fields if code is not None else ()
    if any(field.lstrip("*").startswith("num:") for field in fields):
        return False
    cards = {click for click in wanted if type(click) is int and click >= 0}
    return bool(cards & set(clicks_of(game.state, fields, breach.values)))


def _answers(game: Game, choice: Choice, wanted: frozenset[Click]) -> Iterator[Line]:
    """Answers to a question that is no action, made of what was clicked."""
    state, kind = game.state, game.book.kind_of(choice)
    for option in islice(game.space(), MOST):
        if wanted <= set(clicks_of(state, kind.fields, option)):
            yield (option,)
            return
    seen = objects_seen(state, choice.player)
    cards = tuple(seen[c] for c in wanted if type(c) is int and c in seen)
    if len(cards) == 1 and kind.fields[:1] and kind.fields[0].startswith("obj:"):
        # an option over a real object, with nothing in the fields after it
        yield ((cards[0], *(NOBODY for _ in kind.fields[1:])),)


def _lines(game: Game, player: int, wanted: frozenset[Click]) -> Iterator[Line]:
    """A line for each kind of action that can hold all that was clicked."""
    state, book = game.state, game.book
    asked = open_part(game)
    if asked is not None and asked[1].player == player:
        shape, act, _ = asked
        line = _filled(game, shape, act, wanted)
        if line is not None:
            yield line[len(act.answers) + 1 :]
            return
    for shape in book.shapes:
        fields = ("term:verb", *shape.fields)
        for first in islice(shape.every(state, player), MOST):
            held = frozenset(clicks_of(state, fields, first))
            if held <= wanted and (held or not shape.fields):
                line = _filled(game, shape, Act(player, first), wanted - held)
                if line is not None:
                    yield line


def _filled(game: Game, shape: Shape, act: Act, wanted: frozenset[Click]) -> Line | None:
    """The line that goes on with what is still wanted; None if it cannot hold it."""
    state = game.state
    while wanted and len(act.answers) < DEEPEST:
        part = shape.next_part(state, act)
        if part is None:
            return None
        fields = ("term:part", *part.fields)
        best: tuple[Option, frozenset[Click]] | None = None
        for answer in islice(part.every(state, act), MOST):
            held = frozenset(clicks_of(state, fields, answer))
            if held and held <= wanted and (best is None or len(held) > len(best[1])):
                best = (answer, held)
        if best is None:
            filler = _filler(game, shape, part, act)
            if filler is None:
                return None
            best = (filler, frozenset())
        act, wanted = act.plus(best[0]), wanted - best[1]
    return None if wanted else act.line


def _filler(game: Game, shape: Shape, part: Part, act: Act) -> Option | None:
    """An answer for a part that nothing of what was clicked answers."""
    options = part_options(game.state, shape, part, act)
    if options:
        return options[0]
    return next(iter(part.every(game.state, act)), None)


def bearing(game: Game, player: int, clicked: Sequence[Click]) -> list[tuple[int, Ruling]]:
    """Where something may go: for each card and player on its way, the ruling on it.

    What was clicked begins the action; with nothing clicked the open question is asked. Cards lie
    where those lie that come nearest to a legal one.
    """
    found: dict[int, Ruling] = {}
    for line, click in _towards(game, player, clicked):
        try:
            ruling = game.why(line, player)
        except UnknownAction:
            continue
        known = found.get(click)
        if known is None or len(ruling.breaches) < len(known.breaches):
            found[click] = ruling
    if not found:
        return []
    seen = objects_seen(game.state, player)
    where = game.state.where
    least = min(len(ruling.breaches) for ruling in found.values())
    near = [click for click, ruling in found.items() if len(ruling.breaches) == least]
    zones = {where[seen[click]][0] for click in near if click in seen}
    return sorted(
        (click, ruling)
        for click, ruling in found.items()
        if (click < 0 and ruling.legal) or (click in seen and where[seen[click]][0] in zones)
    )


def _towards(game: Game, player: int, clicked: Sequence[Click]) -> Iterator[tuple[Line, int]]:
    """Lines that lead from what was clicked to one more card or player, each with that one."""
    state, choice = game.state, game.choice
    if clicked:
        at_once = list(_exchanged(game, player, frozenset(clicked)))
        if at_once:
            yield from at_once
            return
        for shape in game.book.shapes:
            fields = ("term:verb", *shape.fields)
            for first in islice(shape.every(state, player), MOST):
                if shape.parts and set(clicks_of(state, fields, first)) == set(clicked):
                    yield from _ends(game, shape, Act(player, first), 0)
        return
    if choice is None or choice.player != player:
        return
    asked = open_part(game)
    if asked is not None:
        yield from _ends(game, asked[0], asked[1], len(asked[1].answers) + 1)
    elif choice.kind != "action":
        for click, obj in objects_seen(state, player).items():
            for option in islice(game.space(), MOST):
                if click in clicks_of(state, game.book.kind_of(choice).fields, option):
                    yield (option,), click
                    break
            else:
                yield ((obj,),), click


def _exchanged(game: Game, player: int, clicked: frozenset[Click]) -> Iterator[tuple[Line, int]]:
    """For actions that name at once what is moved and where it goes: each other place for it."""
    state, book, choice = game.state, game.book, game.choice
    if choice is None or choice.player != player or choice.kind != "action":
        return
    done: set[object] = set()
    seen = objects_seen(state, player)
    for option in islice(game.space(), MOST):
        if option[0] in done or book.shape_of(option).parts:
            continue
        named = set(clicks_of(state, book.option_fields(choice, option), option))
        more = named - clicked
        goal = seen.get(next(iter(more))) if len(more) == 1 else None  # type: ignore[arg-type]
        if not clicked < named or goal is None or goal not in option:
            continue
        done.add(option[0])
        place = option.index(goal)
        for click, obj in seen.items():
            if click not in clicked:
                yield ((*option[:place], obj, *option[place + 1 :]),), click


def _ends(game: Game, shape: Shape, act: Act, skip: int) -> Iterator[tuple[Line, int]]:
    """The lines up to the first part that asks for a card, with each of its answers."""
    state = game.state
    for _ in range(DEEPEST):
        part = shape.next_part(state, act)
        if part is None:
            return
        if any(field.startswith("obj:") for field in part.fields):
            fields = ("term:part", *part.fields)
            for answer in islice(part.every(state, act), MOST):
                clicks = clicks_of(state, fields, answer)
                if len(clicks) == 1 and type(clicks[0]) is int:
                    yield (*act.line, answer)[skip:], clicks[0]
            return
        filler = _filler(game, shape, part, act)
        if filler is None:
            return
        act = act.plus(filler)
