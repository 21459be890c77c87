"""State-based actions (CR 704): what each check finds, and one sweep of all of it at once."""

from __future__ import annotations

from collections.abc import Iterator

from cardlaw.kernel import pile
from cardlaw.kernel.action import Procedure
from cardlaw.kernel.because import SWEEP
from cardlaw.kernel.choice import Choice
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import Breach, breached, rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import POINTS, STATUS, TURN
from cardlaw.rulebooks.magic.attach import may_attach
from cardlaw.rulebooks.magic.bestow import is_bestowed
from cardlaw.rulebooks.magic.board import DEADLY, FIELD, Board, Char, is_forbidden
from cardlaw.rulebooks.magic.copiable import SPELL_COPY
from cardlaw.rulebooks.magic.events import PERFORMER, happen
from cardlaw.rulebooks.magic.face import printed
from cardlaw.rulebooks.magic.face_down import show_all
from cardlaw.rulebooks.magic.instructions import CounterLimit
from cardlaw.rulebooks.magic.sagas import read_out
from cardlaw.rulebooks.magic.steps import END_STAGE, PRIORITY, active

Found = tuple[str, str, tuple[object, ...]]


@rules("CR 704.3")
def found_now(state: State) -> Iterator[Found]:
    """Every state-based action that applies: kind of event, rule, values. The order is fixed."""
    board: Board = state.board()
    yield from lost_players(state)
    for obj in board.field:
        char = board.chars[obj]
        if "creature" in char.types:
            yield from deaths(state, obj, char)
        if "planeswalker" in char.types:
            yield from no_loyalty(state, obj)
        if obj in board.hosts:
            yield from attachments(state, obj, char)
        elif "Aura" in char.subtypes:
            yield from loose_aura(state, obj)
    yield from worlds(state, board)
    if board.hosts:
        yield from old_roles(state, board)
    if state.counters:
        yield from _about_counters(state, board)
    yield from stray_tokens(state)


@rules("CR 704.5q", "CR 704.5r", "CR 714.4")
def _about_counters(state: State, board: Board) -> Iterator[Found]:
    """What counters bring about: they cancel, exceed a limit, end a Saga."""
    yield from cancelling(state)
    yield from too_many_counters(state, board)
    yield from read_out(state)


@rules("CR 704.5a", "CR 704.5b", "CR 704.5c")
def lost_players(state: State) -> Iterator[Found]:
    """Players with no life, with a draw that failed, with ten poison counters."""
    points = state.points
    for player in (0, 1):
        if points.get((player, "life"), 0) <= 0:
            rule = "CR 704.5a"
        elif (player, "could not draw") in points:
            rule = "CR 704.5b"
        elif points.get((player, "poison"), 0) >= 10:
            rule = "CR 704.5c"
        else:
            continue
        if not cannot_lose(state, player):
            yield "lost the game", rule, (player,)


@rules("CR 101.2", "CR 104.3b")
def cannot_lose(state: State, player: int) -> bool:
    """Whether a text says that a player can't lose the game."""
    return is_forbidden(state.board(), "lose the game", player)


@rules("CR 101.2", "CR 104.2b")
def cannot_win(state: State, player: int) -> bool:
    """Whether a text says that a player can't win the game."""
    return is_forbidden(state.board(), "win the game", player)


@rules("CR 704.5f", "CR 704.5g", "CR 704.5h", "CR 702.12b")
def deaths(state: State, obj: int, char: Char) -> Iterator[Found]:
    """Creatures with toughness 0, lethal damage, deathtouch damage."""
    toughness = char.toughness or 0
    if toughness <= 0:
        yield "put into graveyard", "CR 704.5f", (obj,)
    elif not char.has("indestructible"):
        marked = state.damage.get(obj, 0)
        if marked >= toughness:
            yield "destroyed", "CR 704.5g", (obj,)
        elif state.status.get(obj, 0) & DEADLY:
            yield "destroyed", "CR 704.5h", (obj,)


@rules("CR 704.5i", "CR 306.5c")
def no_loyalty(state: State, obj: int) -> Iterator[Found]:
    """Planeswalkers without loyalty."""
    if state.counters.get((obj, "loyalty"), 0) <= 0:
        yield "put into graveyard", "CR 704.5i", (obj,)


@rules("CR 704.5m", "CR 704.5n", "CR 704.5p", "CR 301.5c", "CR 303.4c", "CR 702.103f")
def attachments(state: State, obj: int, char: Char) -> Iterator[Found]:
    """What is attached to something that it may not be attached to."""
    host = state.host.get(obj, 0)
    findings = may_attach(state, obj, host)
    if "Aura" in char.subtypes and "creature" not in char.types:
        if breached(findings):
            if is_bestowed(state, obj):
                yield "unattached", "CR 702.103f", (obj, host)
                return
            yield "put into graveyard", "CR 704.5m", (obj,)
        return
    for breach in findings:
        alone = isinstance(breach, Breach) and breach.code in (
            "no-attachment",
            "attachment-is-creature",
        )
        yield "unattached", "CR 704.5p" if alone else "CR 704.5n", (obj, host)
        return


@rules("CR 704.5m", "CR 303.4d", "CR 702.103g")
def loose_aura(state: State, obj: int) -> Iterator[Found]:
    """An Aura that is attached to nothing."""
    if state.host.get(obj) is None and is_bestowed(state, obj):
        yield "bestowed no more", "CR 702.103g", (obj,)
    elif state.host.get(obj) is None:
        yield "put into graveyard", "CR 704.5m", (obj,)


@rules("CR 704.5y")
def old_roles(state: State, board: Board) -> Iterator[Found]:
    """Roles of one controller on one permanent, but for the newest."""
    newest: dict[tuple[int, int], int] = {}
    for obj in board.hosts:
        char = board.chars[obj]
        if "Role" not in char.subtypes:
            continue
        key = (board.hosts[obj], char.controller)
        other = newest.get(key, obj)
        newest[key] = max(obj, other, key=state.stamp.__getitem__)
        if other != obj:
            yield "put into graveyard", "CR 704.5y", (obj if newest[key] == other else other,)


@rules("CR 704.5k")
def worlds(state: State, board: Board) -> Iterator[Found]:
    """World permanents, but for the newest; all of those that are equally new."""
    found = [obj for obj in board.field if "world" in board.chars[obj].supertypes]
    if len(found) > 1:
        newest = max(state.stamp[obj] for obj in found)
        kept = [obj for obj in found if state.stamp[obj] == newest]
        for obj in found:
            if obj not in kept or len(kept) > 1:
                yield "put into graveyard", "CR 704.5k", (obj,)


@rules("CR 704.5q")
def cancelling(state: State) -> Iterator[Found]:
    """+1/+1 and -1/-1 counters on the same permanent."""
    for obj, kind in sorted(state.counters):
        less = state.counters.get((obj, "-1/-1"), 0)
        if kind == "+1/+1" and less and state.where[obj] == FIELD:
            number = min(state.counters[(obj, kind)], less)
            yield "put counters", "CR 704.5q", (obj, "+1/+1", -number)
            yield "put counters", "CR 704.5q", (obj, "-1/-1", -number)


@rules("CR 704.5r")
def too_many_counters(state: State, board: Board) -> Iterator[Found]:
    """Counters above the limit that a text sets."""
    for part in board.parts.get("counter limit", ()):
        gives = part.gives
        assert isinstance(gives, CounterLimit)
        for obj in part.affected:
            more = state.counters.get((obj, gives.kind), 0) - gives.most
            if more > 0:
                yield "put counters", "CR 704.5r", (obj, gives.kind, -more)


@rules("CR 704.5d", "CR 704.5e", "CR 111.7")
def stray_tokens(state: State) -> Iterator[Found]:
    """Tokens that aren't on the battlefield, copies of spells that aren't on the stack."""
    for obj in state.lists.get("tokens gone", ()):
        if state.where[obj][0] not in ("nowhere", "battlefield"):
            spell = state.used.get(("token", obj)) == SPELL_COPY
            yield "ceased to exist", "CR 704.5e" if spell else "CR 704.5d", (obj,)


@rules("CR 704.5j")
def legends(state: State) -> list[tuple[int, tuple[int, ...]]]:
    """The groups of legendary permanents of one name and controller: player and permanents."""
    board: Board = state.board()
    groups: dict[tuple[int, str], list[int]] = {}
    for obj in board.field:
        char = board.chars[obj]
        if "legendary" in char.supertypes and not _spared(board, obj, char):
            groups.setdefault((char.controller, char.name), []).append(obj)
    found = [(player, tuple(objs)) for (player, _), objs in groups.items() if len(objs) > 1]
    first = active(state)
    return sorted(found, key=lambda group: (group[0] != first, group[1]))


def _spared(board: Board, obj: int, char: Char) -> bool:
    return bool(board.about("forbid legend rule", obj))


@rules("CR 704.3")
def anything(state: State) -> bool:
    """Whether any state-based action applies now, or a check has to be noted.

    The quick answer to what ``found_now`` and ``legends`` would say: what characteristics alone
    bring about is looked for once for each board.
    """
    board: Board = state.board()
    if board.settled is None:
        board.settled = not _out_of_place(state, board)
    return not board.settled or "deadly" in state.turn or _worn(state, board)


@rules("CR 704.5f", "CR 704.5j", "CR 704.5m", "CR 704.5n", "CR 704.5p", "CR 704.5y")
def _out_of_place(state: State, board: Board) -> bool:
    """Whether something has toughness 0, a wrong place or a legendary namesake."""
    for obj in board.field:
        char = board.chars[obj]
        if "creature" in char.types and (char.toughness or 0) <= 0:
            return True
        if obj in board.hosts:
            if next(attachments(state, obj, char), None) is not None:
                return True
        elif "Aura" in char.subtypes and next(loose_aura(state, obj), None) is not None:
            return True
    if next(worlds(state, board), None) is not None:
        return True
    return next(old_roles(state, board), None) is not None or bool(legends(state))


@rules("CR 704.5g", "CR 704.5h", "CR 704.5i", "CR 704.5q", "CR 704.5d")
def _worn(state: State, board: Board) -> bool:
    """Whether points, damage, counters or stray tokens bring something about."""
    points = state.points
    if (0, "could not draw") in points or (1, "could not draw") in points:
        return True
    if next(lost_players(state), None) is not None:
        return True
    hurt = list(state.damage)
    for obj, bits in state.status.items():
        if bits & DEADLY:
            hurt.append(obj)
    for obj in hurt:
        char = board.chars.get(obj)
        if char is not None and "creature" in char.types and next(deaths(state, obj, char), None):
            return True
    for obj in board.walkers:
        if next(no_loyalty(state, obj), None) is not None:
            return True
    if state.counters and next(_about_counters(state, board), None) is not None:
        return True
    return "tokens gone" in state.lists and next(stray_tokens(state), None) is not None


@rules("CR 704.3", "CR 704.7", "CR 704.8", "CR 704.5j", "CR 104.2a", "CR 104.4a")
def sweep(state: State) -> Procedure:
    """All applicable state-based actions as one event, after the choices of the legend rule."""
    kept: list[int] = []
    groups = legends(state)
    for player, objs in groups:
        answer = yield Choice("legend", player, (objs,))
        kept.append(answer[0])
    batch: dict[tuple[str, tuple[object, ...]], Happening] = {}
    gone: set[object] = set()
    for kind, rule, values in found_now(state):
        if kind in ("put into graveyard", "destroyed", "sacrificed"):
            if values[0] in gone:
                continue
            gone.add(values[0])
        batch[(kind, values)] = Happening(kind, rule, (SWEEP,), values)
    for _, objs in groups:
        for obj in objs:
            if obj not in kept and obj not in gone:
                gone.add(obj)
                values = (obj,)
                batch[("legend", values)] = Happening(
                    "put into graveyard", "CR 704.5j", (SWEEP,), values
                )
    yield from PERFORMER.perform(
        state, [e for e in batch.values() if e.kind != "unattached" or e.values[0] not in gone]
    )
    _forget_deathtouch(state)
    open_cleanup(state)
    end_game(state, (SWEEP,))


@rules("CR 514.3a")
def open_cleanup(state: State) -> None:
    """What comes up in the cleanup step gives the active player priority there."""
    if state.turn.get("stage") == END_STAGE:
        state.put(TURN, "stage", PRIORITY)
        pile.give_priority(state, active(state))


@rules("CR 704.5h")
def _forget_deathtouch(state: State) -> None:
    """Deathtouch damage counts only until the next check."""
    state.put(TURN, "deadly", None)
    for obj in sorted(state.status):
        if state.status[obj] & DEADLY:
            state.put(STATUS, obj, state.status[obj] & ~DEADLY or None)
    for player in (0, 1):
        state.put(POINTS, (player, "could not draw"), None)


@rules("CR 104.2a", "CR 104.4a")
def end_game(state: State, causes: tuple[int, ...]) -> None:
    """The game is over if a player has lost it."""
    lost = state.turn.get("lost", 0)
    if lost == 3:
        happen(state, "game drawn", "CR 104.4a", causes)
    elif lost:
        happen(state, "won the game", "CR 104.2a", causes, 2 - lost)
    if lost:
        state.put(TURN, "result", 3 if lost == 3 else 3 - lost)
        show_all(state, causes)


@rules("CR 704.3", "CR 704.5j")
def reread(state: State, kind: str, values: tuple[object, ...]) -> None:
    """Read again what the sweep read about one object or player."""
    first = values[0] if values else None
    if kind in ("lost the game", "won the game", "game drawn"):
        for player in (0, 1):
            state.points.get((player, "life"))
            state.points.get((player, "poison"))
            state.points.get((player, "could not draw"))
        return
    if not isinstance(first, int):
        return
    host = state.host.get(first)
    about = [first] + ([host] if isinstance(host, int) and host > 0 else [])
    for key, effect in sorted(state.effects.items()):
        if any(ref[0] in about for ref in effect.affected):
            state.effects.get(key)
    for obj in about:
        state.where.get(obj)
        state.used.get(("lost effect", obj))
        state.controller.get(obj)
        for counter in ("+1/+1", "-1/-1", "loyalty", "lore"):
            state.counters.get((obj, counter))
    if kind in ("destroyed", "put into graveyard", "exiled", "regenerated"):
        state.damage.get(first)
        for other in _namesakes(state, first):
            state.where.get(other)
            state.controller.get(other)


def _namesakes(state: State, obj: int) -> list[int]:
    """Other legendary permanents of the same name."""
    face = printed(state, obj)
    if "legendary" not in face.supertypes:
        return []
    field = state.order.get(FIELD, ())
    return [o for o in field if o != obj and printed(state, o).name == face.name]
