"""Which abilities trigger on a batch of events, looking ahead or back (CR 603)."""

from __future__ import annotations

from collections.abc import Sequence

from cardlaw.cards.nodes import On, Select, Triggered
from cardlaw.kernel.happen import Happening, wait
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import EFFECTS, Effect, Ref, Waiting
from cardlaw.rulebooks.magic.board import Board, Held, Scope, Watcher, char_on, fits
from cardlaw.rulebooks.magic.face import Path, node_at, skill_at
from cardlaw.rulebooks.magic.granter import GRANTER, granting
from cardlaw.rulebooks.magic.keywords.lasting import LAST_COUNTER
from cardlaw.rulebooks.magic.last_known import born_on
from cardlaw.rulebooks.magic.occurrences import BACK, ONCE, WORDS, Occurrence, occurrences, sum_up
from cardlaw.rulebooks.magic.once import may_trigger, repeated
from cardlaw.rulebooks.magic.sagas import CHAPTER
from cardlaw.rulebooks.magic.steps import active, all_hold
from cardlaw.rulebooks.magic.texts import Texts
from cardlaw.rulebooks.magic.whose import is_whose

#: the rules by which words trigger that have one of their own
RULES = {
    "enters": "CR 603.6a",
    "dies": "CR 603.10a",
    "leaves": "CR 603.10a",
    "sacrificed": "CR 603.10a",
    "becomes unattached": "CR 603.10c",
    "put into graveyard": "CR 603.10a",
}
#: objects by what a text calls them, as they were when it did so
Named = tuple[tuple[str, tuple[Ref, ...]], ...]


def _watched(state: State, word: str) -> bool:
    texts: Texts = state.texts
    return word == "becomes target" or word in texts.words


@rules("CR 603.2", "CR 603.2c", "CR 603.10", "CR 603.10a", "CR 603.10c", "CR 603.6a", "CR 603.6c")
def match(state: State, written: Sequence[tuple[int, Happening]], before: Board) -> None:
    """Let every ability wait that a batch of events triggers."""
    done: list[tuple[int, Path, str]] = []
    for number, event in written:
        words = WORDS.get(event.kind)
        if words is None:
            continue
        for word in words:
            if not _watched(state, word):
                continue
            board = before if word in BACK else state.board()
            watchers = board.watch.get(word, ())
            waiting = delayed(state, word)
            if not watchers and not waiting:
                continue
            for seen in occurrences(state, word, number, event, board):
                if word in ONCE:
                    sum_up(state, seen, written, board)
                for watcher in watchers:
                    _try(state, board, watcher, seen, done)
                for key in waiting:
                    _try_delayed(state, board, key, seen)


@rules("CR 603.2d")
def _try(
    state: State,
    board: Board,
    watcher: Watcher,
    seen: Occurrence,
    done: list[tuple[int, Path, str]],
) -> None:
    node = watcher.held.skill.node
    assert isinstance(node, Triggered)
    char = char_on(state, board, watcher.obj)
    scope = Scope(Ref(watcher.obj, born_on(state, board, watcher.obj)), char.controller)
    host = board.hosts.get(watcher.obj)
    if host:
        scope.bearer = Ref(host, born_on(state, board, host))
    _note_granter(state, board, scope, watcher.held)
    scope.amount = seen.amount
    scope.named["it"] = [Ref(seen.subject, born_on(state, board, seen.subject))]
    scope.named["by"] = [Ref(seen.other, born_on(state, board, seen.other))]
    for on in node.on:
        if (
            on.event == seen.word
            and _about(state, board, on, seen, scope, watcher)
            and (not on.given or all_hold(state, board, on.given, scope))
        ):
            break
    else:
        return
    if seen.word in ONCE and on.by is None and not on.to:
        if not seen.first:
            return
        scope.amount = seen.total
    if node.when and not all_hold(state, board, node.when, scope):
        return
    if on.together and repeated(watcher, seen.word, done):
        return
    if node.limit and not may_trigger(state, watcher, node.limit):
        return
    times = 1 + len(board.about("allow trigger again", watcher.obj))
    cause = cause_of(state, board, seen)
    if cause and board.parts:
        for part in board.about(cause, watcher.obj):
            select = getattr(part.gives, "select", None) or Select()
            about = Scope(state.ref(part.source), part.you)
            times += fits(state, board, select, seen.subject, about)
    rule = watcher.held.skill.rule or RULES.get(seen.word, "CR 603.2")
    for again in range(times):
        wait(state, "CR 603.2d" if again else rule, _waiting(watcher, scope, seen))


@rules("CR 201.5a")
def _note_granter(state: State, board: Board, scope: Scope, held: Held) -> None:
    """Let the text of a granted ability know what granted it on the board that it saw."""
    if held.source != scope.source.id:
        scope.named[GRANTER] = [Ref(held.source, born_on(state, board, held.source))]


@rules("CR 603.2d")
def cause_of(state: State, board: Board, seen: Occurrence) -> str:
    """The word of parts that let abilities trigger again on what has occurred; or nothing."""
    if seen.word in BACK:
        return "allow trigger again for dies" if died(state, board, seen.subject) else ""
    if seen.word == "enters":
        return "allow trigger again for enters"
    hurts = seen.word in ("deals damage", "deals combat damage")
    if hurts and seen.other < 0 and seen.values[3]:
        return "allow trigger again for combat damage to a player"
    return ""


@rules("CR 603.2d")
def died(state: State, board: Board, obj: int) -> bool:
    """Whether a creature of the board before an event is in a graveyard now."""
    char = board.chars.get(obj)
    is_creature = char is not None and "creature" in char.types and obj in board.field
    return is_creature and state.where[obj][0] == "graveyard"


def _waiting(watcher: Watcher, scope: Scope, seen: Occurrence) -> Waiting:
    it, by = scope.named["it"][0], scope.named["by"][0]
    bearer = scope.bearer or Ref(0, 0)
    data: tuple[object, ...] = (*it, *by, scope.amount, seen.player, *bearer)
    granter = granting(scope)
    if granter:
        data = (*data, granter)
    return Waiting(scope.you, scope.source, watcher.held.path, seen.number, data)


def _about(
    state: State, board: Board, on: On, seen: Occurrence, scope: Scope, watcher: Watcher
) -> bool:
    if seen.player >= 0:
        if on.whose and not is_whose(state, on.whose, seen.player, scope):
            return False
        about = on.what.who != "self" and seen.subject > 0
        return not about or fits(state, board, on.what, seen.subject, scope)
    if not _is(state, board, on, seen.subject, scope, watcher):
        return False
    if seen.word == "casts" and on.by is not None:
        return _aims(state, board, on.by, seen.subject, scope, watcher)
    if seen.word == CHAPTER:
        return on.to == str(seen.amount)
    if seen.word == LAST_COUNTER:
        return str(seen.values[1]) == on.to
    if seen.word == "becomes target":
        return _targeted(state, on, seen, scope)
    if on.by is not None and (seen.other <= 0 or not fits(state, board, on.by, seen.other, scope)):
        return False
    return not on.to or _recipient(board, on.to, seen.other)


def _targeted(state: State, on: On, seen: Occurrence, scope: Scope) -> bool:
    """Whether what targets it is such a spell or ability, of such a player."""
    item = state.pile[seen.amount]
    if on.to and item.kind != on.to:
        return False
    by_opponent = item.player != scope.you
    return on.by is None or on.by.controller != "opponent" or by_opponent


@rules("CR 115.9b")
def _aims(
    state: State, board: Board, by: Select, spell: int, scope: Scope, watcher: Watcher
) -> bool:
    """Whether a spell on the stack has a target that fits."""
    for key in state.lists.get("pile", ()):
        item = state.pile[key]
        if item.source.id != spell or not item.data:
            continue
        for who, _ in item.data[0]:
            mine = by.who != "self" or who == watcher.obj
            if who > 0 and mine and fits(state, board, by, who, scope):
                return True
    return False


def _is(state: State, board: Board, on: On, subject: int, scope: Scope, watcher: Watcher) -> bool:
    who = on.what.who
    if who == "self" and subject != watcher.obj:
        return False
    if who == "bearer" and (scope.bearer is None or subject != scope.bearer.id):
        return False
    if who == "other" and subject == watcher.obj:
        return False
    named = scope.named.get(who)
    if named is not None:
        born = born_on(state, board, subject)
        # what is played has just moved: the text named it where it was
        known = [born, born - 1] if on.event == "plays" else [born]
        if not any(Ref(subject, one) in named for one in known):
            return False
    return subject > 0 and fits(state, board, on.what, subject, scope)


def _recipient(board: Board, word: str, who: int) -> bool:
    if who < 0:
        return word.startswith("player")
    return who in board.chars and word.rpartition(" ")[2] in board.chars[who].types


@rules("CR 603.2", "CR 500.6")
def match_step(state: State, word: str, number: int) -> None:
    """Let abilities wait that trigger at the beginning of a step."""
    texts: Texts = state.texts
    if word not in texts.words:
        return
    board: Board = state.board()
    for watcher in board.watch.get(word, ()):
        node = watcher.held.skill.node
        assert isinstance(node, Triggered)
        you = char_on(state, board, watcher.obj).controller
        scope = Scope(state.ref(watcher.obj), you)
        host = board.hosts.get(watcher.obj)
        if host:
            scope.bearer = Ref(host, state.born.get(host, 0))
        if not any(_whose(state, on, scope) for on in node.on if on.event == word):
            continue
        seen = Occurrence(word, number, ())
        scope.named["it"] = scope.named["by"] = [Ref(0, 0)]
        _note_granter(state, board, scope, watcher.held)
        if all_hold(state, board, node.when, scope):
            rule = watcher.held.skill.rule or "CR 603.2"
            wait(state, rule, _waiting(watcher, scope, seen))
    for key in delayed(state, word):
        row = state.effects[key]
        node = skill_at(state, row.text).node
        assert isinstance(node, Triggered)
        scope = delayed_scope(row)
        if any(_whose(state, on, scope) for on in node.on if on.event == word):
            _wait_delayed(state, key, scope, Occurrence(word, number, ()))


@rules("CR 603.7")
def delayed(state: State, word: str) -> list[int]:
    """The delayed triggered abilities that wait for a word."""
    texts: Texts = state.texts
    if word not in texts.delayed:
        return []
    found = []
    for key, row in sorted(state.effects.items()):
        node = node_at(state, row.text)
        if isinstance(node, Triggered) and any(on.event == word for on in node.on):
            found.append(key)
    return found


def delayed_scope(row: Effect) -> Scope:
    """Whom the text of a delayed triggered ability speaks about."""
    scope = Scope(Ref(row.source, row.data[2]), row.player)
    for name, refs in row.data[0]:
        scope.named[name] = [Ref(*ref) for ref in refs]
    return scope


@rules("CR 603.7", "CR 603.7c")
def _try_delayed(state: State, board: Board, key: int, seen: Occurrence) -> None:
    row = state.effects.get(key)
    if row is None:
        return
    skill = skill_at(state, row.text)
    node = skill.node
    assert isinstance(node, Triggered)
    scope = delayed_scope(row)
    scope.amount = seen.total if seen.word in ONCE else seen.amount
    watcher = Watcher(row.source, Held(skill, row.text, row.source))
    fitting = [on for on in node.on if on.event == seen.word]
    if not any(_about(state, board, on, seen, scope, watcher) for on in fitting):
        return
    scope.named["it"] = [Ref(seen.subject, born_on(state, board, seen.subject))]
    scope.named["by"] = [Ref(seen.other, born_on(state, board, seen.other))]
    if all_hold(state, board, node.when, scope):
        _wait_delayed(state, key, scope, seen)


@rules("CR 603.7b")
def _wait_delayed(state: State, key: int, scope: Scope, seen: Occurrence) -> None:
    """Let a delayed triggered ability wait for the stack; most are used up by that."""
    row = state.effects[key]
    it, by = (scope.named.get(name, [Ref(0, 0)])[0] for name in ("it", "by"))
    named: Named = tuple(
        (name, tuple(refs))
        for name, refs in sorted(scope.named.items())
        if name not in ("it", "by")
    )
    data = (*it, *by, scope.amount, seen.player, 0, 0, named)
    came = state.event("came up", "CR 603.7b", (seen.number, row.event), row.source)
    wait(state, "CR 603.7", Waiting(row.player, scope.source, row.text, came, data))
    if not row.data[1]:
        state.put(EFFECTS, key, None)


def _whose(state: State, on: On, scope: Scope) -> bool:
    return not on.whose or is_whose(state, on.whose, active(state), scope)
