"""Which abilities trigger on a batch of events, looking ahead or back (CR 603)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardlaw.cards.nodes import On, Triggered
from cardlaw.kernel.happen import Happening, wait
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import EFFECTS, Effect, Ref, Waiting
from cardlaw.rulebooks.magic.board import EXILE, GONE, Board, Held, Scope, Watcher, char_on, fits
from cardlaw.rulebooks.magic.face import Path, node_at, skill_at
from cardlaw.rulebooks.magic.granter import GRANTER, granting
from cardlaw.rulebooks.magic.keywords.casting import DISCARDED_INTO_EXILE
from cardlaw.rulebooks.magic.last_known import born_on
from cardlaw.rulebooks.magic.once import may_trigger, repeated
from cardlaw.rulebooks.magic.sagas import CHAPTER, reached
from cardlaw.rulebooks.magic.steps import active, all_hold
from cardlaw.rulebooks.magic.texts import Texts
from cardlaw.rulebooks.magic.whose import is_whose

#: what an event may trigger: its kind -> the words of trigger conditions
WORDS = {
    "entered": ("enters", CHAPTER),
    "destroyed": ("dies", "leaves", "becomes unattached", "put into graveyard"),
    "put into graveyard": ("dies", "leaves", "becomes unattached", "put into graveyard"),
    "sacrificed": ("dies", "leaves", "sacrificed", "becomes unattached", "put into graveyard"),
    "exiled": ("leaves", "becomes unattached"),
    "returned to hand": ("leaves", "becomes unattached"),
    "put into library": ("leaves", "becomes unattached"),
    "put on top of library": ("leaves", "becomes unattached"),
    "became so": ("becomes renowned", "becomes monstrous"),
    "explored": ("explores",),
    "attached": ("becomes attached",),
    "enchanted": ("becomes attached",),
    "equipped": ("becomes attached",),
    "unattached": ("becomes unattached",),
    "attacked": ("attacks",),
    "blocked": ("blocks", "becomes blocked"),
    "dealt damage": ("deals damage", "deals combat damage", "is dealt damage", "loses life"),
    "became target": ("becomes target",),
    "tapped": ("becomes tapped",),
    "drew": ("draws",),
    "cast": ("casts",),
    "gained life": ("gains life",),
    "lost life": ("loses life",),
    "paid life": ("loses life",),
    "discarded": ("discards", DISCARDED_INTO_EXILE),
    "scried": ("scries",),
    "surveiled": ("surveils",),
    "milled": ("is milled",),
    "proliferated": ("proliferates",),
    "untapped": ("becomes untapped",),
    "put counters": ("gets counters", CHAPTER),
    "control changed": ("control changes",),
    "turned face up": ("is turned face up",),
    "ability activated": ("is activated",),
    "manifested dread": ("manifests dread",),
}
#: trigger words that look at the position before the event
RULES = {
    "enters": "CR 603.6a",
    "dies": "CR 603.10a",
    "leaves": "CR 603.10a",
    "sacrificed": "CR 603.10a",
    "becomes unattached": "CR 603.10c",
    "put into graveyard": "CR 603.10a",
}
BACK = frozenset(("dies", "leaves", "sacrificed", "becomes unattached", "put into graveyard"))
#: events whose first value is a player
ABOUT_PLAYERS = frozenset(
    (
        "gained life",
        "lost life",
        "paid life",
        "scried",
        "surveiled",
        "proliferated",
        "manifested dread",
    )
)
#: events about a card that its owner does
OF_OWNERS = frozenset(("drew", "discarded", "milled"))
#: trigger words that count an event once, however many objects or players it is done to or by
ONCE = frozenset(
    ("blocks", "becomes blocked", "deals damage", "deals combat damage", "is dealt damage")
)


#: objects by what a text calls them, as they were when it did so
Named = tuple[tuple[str, tuple[Ref, ...]], ...]


class Occurrence:
    """One event as trigger conditions see it."""

    __slots__ = (
        "amount",
        "first",
        "number",
        "other",
        "player",
        "subject",
        "total",
        "values",
        "word",
    )

    def __init__(self, word: str, number: int, values: tuple[int, ...]) -> None:
        self.word = word
        self.number = number
        self.values = values
        self.subject = 0
        self.other = 0
        self.amount = 0
        #: whether nothing before it in the batch is done by, or to, the same object
        self.first = True
        #: the amounts of all that is done by, or to, the same object in the batch
        self.total = 0
        self.player = -1


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
            for seen in _occurrences(state, word, number, event, board):
                if word in ONCE:
                    _sum_up(state, seen, written, board)
                for watcher in watchers:
                    _try(state, board, watcher, seen, done)
                for key in waiting:
                    _try_delayed(state, board, key, seen)


@rules("CR 701.3d", "CR 603.10c")
def _occurrences(
    state: State, word: str, number: int, event: Happening, board: Board
) -> Iterator[Occurrence]:
    """What happens in an event, for one word: what leaves takes leave of what is attached to it."""
    if word == CHAPTER:
        for chapter in reached(state, event.kind, event.values):
            read = Occurrence(word, number, event.values)
            read.subject, read.amount = event.values[0], chapter
            yield read
        return
    seen = _occurrence(state, word, number, event, board)
    if seen is not None:
        yield seen
    if word != "becomes unattached" or event.kind == "unattached":
        return
    host = event.values[0]
    for obj in board.attached.get(host, ()) if host in board.field else ():
        if state.host.get(obj) == GONE:
            loose = Occurrence(word, number, event.values)
            loose.subject, loose.other = obj, host
            yield loose


@rules("CR 603.2c", "CR 509.3a", "CR 509.3c")
def _sum_up(
    state: State, seen: Occurrence, written: Sequence[tuple[int, Happening]], board: Board
) -> None:
    """Note whether an occurrence is the first of its object in a batch, and their sum."""
    for number, event in written:
        if seen.word not in WORDS.get(event.kind, ()):
            continue
        other = _occurrence(state, seen.word, number, event, board)
        if other is not None and other.subject == seen.subject:
            seen.total += other.amount
            seen.first = seen.first and number >= seen.number


def _occurrence(
    state: State, word: str, number: int, event: Happening, board: Board
) -> Occurrence | None:
    seen = Occurrence(word, number, event.values)
    seen.subject = event.values[0]
    if event.kind == "dealt damage":
        return _hurt(seen)
    if word == DISCARDED_INTO_EXILE:
        return seen if state.where[seen.subject] == EXILE else None
    if event.kind in ABOUT_PLAYERS or event.kind in OF_OWNERS:
        return _of_player(state, seen, event.kind)
    if event.kind == "unattached" and event.values[1] == GONE:
        return None
    if event.kind == "became so" and word != f"becomes {event.values[1]}":
        return None
    if event.kind in ("attached", "enchanted", "equipped", "unattached", "attacked"):
        seen.other = event.values[1]
    elif event.kind == "blocked":
        seen.other = event.values[1]
        if word == "becomes blocked":
            seen.subject, seen.other = seen.other, seen.subject
    elif event.kind == "ability activated":
        seen.amount = event.values[1]
    elif event.kind == "became target":
        seen.other, seen.amount = event.values[1:3]
    elif word in BACK:
        return _left(seen, board)
    return seen


def _hurt(seen: Occurrence) -> Occurrence | None:
    """Damage, as what deals it, what it is dealt to, or life that a player loses by it."""
    source, who, amount, combat = seen.values[:4]
    if seen.word == "deals combat damage" and not combat:
        return None
    seen.other, seen.amount = who, amount
    if seen.word == "loses life":
        if who >= 0:
            return None
        seen.subject, seen.player, seen.other = 0, -1 - who, 0
    elif seen.word == "is dealt damage":
        seen.subject, seen.other = who, source
    return seen


def _of_player(state: State, seen: Occurrence, kind: str) -> Occurrence:
    """What a player does, or what happens to a card of a player's."""
    if kind in OF_OWNERS:
        seen.player = state.owner[seen.subject]
    else:
        seen.subject, seen.player = 0, seen.values[0]
        seen.amount = seen.values[1] if len(seen.values) > 1 else 0
    return seen


def _left(seen: Occurrence, board: Board) -> Occurrence | None:
    """A permanent that left the battlefield; None for other moves."""
    char = board.chars.get(seen.subject)
    if char is None or seen.subject not in board.field:
        return None
    if seen.word == "dies" and "creature" not in char.types:
        return None
    if seen.word == "becomes unattached":
        if board.hosts.get(seen.subject, GONE) == GONE:
            return None
        seen.other = board.hosts[seen.subject]
    return seen


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
    if seen.word in BACK and died(state, board, seen.subject):
        times += len(board.about("allow trigger again for dies", watcher.obj))
    rule = watcher.held.skill.rule or RULES.get(seen.word, "CR 603.2")
    for again in range(times):
        wait(state, "CR 603.2d" if again else rule, _waiting(watcher, scope, seen))


@rules("CR 201.5a")
def _note_granter(state: State, board: Board, scope: Scope, held: Held) -> None:
    """Let the text of a granted ability know what granted it on the board that it saw."""
    if held.source != scope.source.id:
        scope.named[GRANTER] = [Ref(held.source, born_on(state, board, held.source))]


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
    if seen.word == CHAPTER:
        return on.to == str(seen.amount)
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


def _is(state: State, board: Board, on: On, subject: int, scope: Scope, watcher: Watcher) -> bool:
    who = on.what.who
    if who == "self" and subject != watcher.obj:
        return False
    if who == "bearer" and (scope.bearer is None or subject != scope.bearer.id):
        return False
    if who == "other" and subject == watcher.obj:
        return False
    named = scope.named.get(who)
    if named is not None and Ref(subject, born_on(state, board, subject)) not in named:
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
        if not any(_whose(state, on, scope) for on in node.on if on.event == word):
            continue
        seen = Occurrence(word, number, ())
        host = board.hosts.get(watcher.obj)
        if host:
            scope.bearer = Ref(host, state.born.get(host, 0))
        scope.named["it"] = scope.named["by"] = [Ref(0, 0)]
        _note_granter(state, board, scope, watcher.held)
        if all_hold(state, board, node.when, scope):
            wait(state, "CR 603.2", _waiting(watcher, scope, seen))
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


def waiting_word(state: State, key: int) -> str:
    """What people call a waiting trigger: its text or its event, with a number among equals."""
    row = state.waiting[key]
    label = trigger_label(state, row)
    equals = [
        other
        for other, known in sorted(state.waiting.items())
        if known.source == row.source and trigger_label(state, known) == label
    ]
    return label if len(equals) == 1 else f"{label} {equals.index(key) + 1}"


def trigger_label(state: State, row: Waiting) -> str:
    """The name of a triggered ability, or what it waits for."""
    skill = skill_at(state, row.text)
    node = skill.node
    assert isinstance(node, Triggered)
    return node.text or skill.keyword or f"{node.on[0].event} trigger"
