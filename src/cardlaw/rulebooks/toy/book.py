"""The toy rulebook: faces, course of the game, characteristics."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cardlaw.kernel import pile
from cardlaw.kernel.action import Procedure, Shape
from cardlaw.kernel.because import SETUP, SWEEP
from cardlaw.kernel.choice import CHANCE, Chance, Choice, Number, Permutation
from cardlaw.kernel.game import Game
from cardlaw.kernel.happen import Happening, replace_space
from cardlaw.kernel.law import Breach, Code, load_index, rules
from cardlaw.kernel.rulebook import ChoiceKind, Note, Recorder, Rulebook, Spec, ZoneKind
from cardlaw.kernel.setup import Called, Doc, Field, Property
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import TURN, PileItem
from cardlaw.rulebooks.toy.actions import DRAW, DROP, PERFORMER, SHAPES, on_board
from cardlaw.rulebooks.toy.words import LIBRARY, VOCABULARY, ToyFace, in_words, set_up

DIE = 6


@rules("TOY 1.1")
def begin(state: State) -> Procedure:
    """Shuffle and draw three each."""
    for player in (0, 1):
        order = yield Choice("shuffle", CHANCE, (player,))
        state.event("shuffled", "TOY 1.1", (), player)
        state.arrange(("deck", player), order)
        for _ in range(3):
            draw(state, player, "TOY 1.1", ())
    state.event("turn began", "TOY 1.1", (), 0)
    state.put(TURN, "turn", 1)
    state.put(TURN, "drawing", 1)


def draw(state: State, player: int, rule: str, causes: tuple[int, ...]) -> None:
    """Draw a card, or lose."""
    cards = state.zone("deck", player)
    if cards:
        PERFORMER.happen(state, [Happening(DRAW, rule, causes, (player, cards[0]))])
    else:
        state.event("lost", rule, causes, player)
        state.put(TURN, "result", 2 - player)


@rules("TOY 1.2")
def draw_step(state: State) -> Procedure:
    """The turn player's draw."""
    player = active(state)
    state.event("priority", "TOY 2.1", (), player)
    state.put(TURN, "drawing", None)
    pile.give_priority(state, player)
    draw(state, player, "TOY 1.2", ())
    yield from ()


def active(state: State) -> int:
    """Whose turn it is."""
    return (state.turn["turn"] + 1) % 2


@rules("TOY 3.3")
def lost_gear(state: State) -> list[int]:
    """The gear whose bearer has left."""
    return sorted(gear for gear, host in state.host.items() if not on_board(state, host))


@rules("TOY 3.3")
def sweep(state: State) -> Procedure:
    """Discard it."""
    lost = [Happening(DROP, "TOY 3.3", (SWEEP,), (gear,)) for gear in lost_gear(state)]
    yield from PERFORMER.perform(state, lost)


@rules("TOY 4.2")
def put_trigger(state: State) -> Procedure:
    """Put the next waiting trigger on the pile."""
    found = yield from pile.next_waiting(state, (active(state), 1 - active(state)))
    assert found is not None
    key, row = found
    event = state.event("put on pile", "TOY 4.2", (row.event,), row.source.id)
    pile.drop_waiting(state, key)
    item = PileItem("trigger", row.player, row.source, row.text, (), (), event, row.data)
    pile.put_on(state, item)
    pile.give_priority(state, active(state))


@rules("TOY 2.1")
def resolve(state: State) -> Procedure:
    """Resolve the last item: what the shape or the trigger says."""
    key = pile.top(state)
    assert key is not None
    event = state.event("resolved", "TOY 2.1", (state.pile[key].event,), key)
    item = pile.take_off(state, key)
    pile.give_priority(state, active(state))
    if item.kind == "trigger":
        if item.data == ("echo",):
            PERFORMER.echo(state, item.source, item.player, event)
        else:
            draw(state, item.player, "TOY 4.2", (event,))
    else:
        yield from PERFORMER.resolve(state, item, event)


@rules("TOY 2.1")
def end_turn(state: State) -> Procedure:
    """The next player's turn."""
    state.event("turn began", "TOY 2.1", (), 1 - active(state))
    pile.take_priority(state)
    state.put(TURN, "turn", state.turn["turn"] + 1)
    state.put(TURN, "drawing", 1)
    yield from ()


@rules("TOY 5.1")
def end_loop(state: State, how: str) -> Procedure:
    """A loop is a draw."""
    state.event("drawn", "TOY 5.1", (), how)
    state.put(TURN, "result", 3)
    yield from ()


class Board:
    """Power by object, and what each creature wears."""

    __slots__ = ("power", "worn")

    def __init__(self) -> None:
        self.power: dict[int, int] = {}
        self.worn: dict[int, list[int]] = {}


class Toy(Rulebook):
    """The toy game's rules."""

    key = "toy"
    example = True
    pile_word = "pile"
    vocabulary = VOCABULARY
    title = "Toy"
    edition = "1"
    end_rule = "TOY 1.3"
    routine = frozenset(("resolved",))
    index = load_index(Path(__file__).with_name("rules.toml"))
    face_type = ToyFace
    zones = {
        "deck": ZoneKind("nobody", listed=False),
        "hand": ZoneKind("owner", listed=False),
        "pile": ZoneKind("all"),
        "board": ZoneKind("all"),
        "discard": ZoneKind("all", ordered=True),
    }
    shapes: Sequence[Shape] = SHAPES
    procedures = {
        "begin": begin,
        "draw": draw_step,
        "sweep": sweep,
        "trigger": put_trigger,
        "resolve": resolve,
        "end turn": end_turn,
        "loop": end_loop,
        "action": pile.action,
    }
    choices = {
        "shuffle": ChoiceKind(
            "TOY 1.1",
            lambda state, choice: Permutation(state.zone("deck", choice.args[0])),
            public=False,
            open=False,
        ),
        "die": ChoiceKind("TOY 4.3", lambda state, choice: Number(1, DIE), public=False),
        "replace": ChoiceKind("TOY 4.1", replace_space, fields=("term:by", "obj:of")),
        "trigger": ChoiceKind("TOY 4.2", pile.trigger_space),
    }
    codes = {
        code.name: code
        for code in (
            Code("no-priority", ("player:who",)),
            Code("not-your-turn"),
            Code("pile-not-empty"),
            Code("not-in-hand", ("obj:card",)),
            Code("not-yours", ("obj:card",)),
            Code("wrong-kind", ("obj:card",)),
            Code("not-on-board", ("obj:card",)),
            Code("already-wears", ("obj:creature", "obj:gear")),
            Code("no-target", ("obj:card",)),
            Code("not-an-option"),
            Code("not-asked"),
            Code("conceded", ("player:who",)),
            Code("agreed a draw"),
            Code(DRAW, ("player:who", "obj:card")),
            Code(DROP, ("obj:card",)),
            Code("destroyed", ("obj:card",)),
            Code("lost shield", ("obj:card",)),
            Code("played", ("obj:card",)),
            Code("entered", ("obj:card",)),
            Code("attached", ("obj:gear", "obj:bearer")),
            Code("announced", ("obj:card",)),
            Code("triggered", ("obj:card",)),
            Code("put on pile", ("obj:card",)),
            Code("passed", ("player:who",)),
            Code("shuffled", ("player:who",)),
            Code("turn began", ("player:who",)),
            Code("priority", ("player:who",)),
            Code("lost", ("player:who",)),
            Code("resolved", ("num:item",)),
            Code("drawn", ("term:how",)),
            Code("shielded", ("obj:card",)),
        )
    }

    def library(self) -> dict[str, ToyFace]:
        return dict(LIBRARY)

    def starters(self) -> tuple[Sequence[str], Sequence[str]]:
        return tuple(LIBRARY) * 4, tuple(LIBRARY) * 4

    def next(self, state: State) -> Spec | None:
        turn = state.turn
        if "result" in turn:
            return None
        if "turn" not in turn:
            return ("begin", ())
        if lost_gear(state):
            return ("sweep", ())
        if state.waiting:
            return ("trigger", ())
        if "drawing" in turn:
            return ("draw", ())
        if pile.all_passed(state):
            return ("resolve", ()) if pile.top(state) is not None else ("end turn", ())
        player = pile.holder(state)
        assert player is not None
        return ("action", (player,))

    def loop(self, state: State, how: str) -> Spec:
        return ("loop", (how,))

    def action_rule(self, state: State, player: int) -> str:
        return "TOY 2.1"

    def not_now(self, state: State, pending: Choice | None, player: int) -> Breach | None:
        if pending is not None and pending.player == player and pending.kind == "action":
            return None
        return Breach("no-priority", "TOY 2.1", (player,))

    @rules("TOY 3.4")
    def compute(self, state: State, recorder: Recorder | None = None) -> Board:
        board = Board()
        for obj in (*state.zone("board", 0), *state.zone("board", 1)):
            board.power[obj] = state.faces[state.card[obj]].power
        for gear, host in sorted(state.host.items()):
            board.worn.setdefault(host, []).append(gear)
            if host in board.power:
                before = board.power[host]
                board.power[host] += state.faces[state.card[gear]].bonus
                if recorder is not None:
                    after = board.power[host]
                    recorder.add(Note(host, "power", before, after, "TOY 3.4", gear))
        return board

    def values_of(self, state: State, obj: int) -> dict[str, int | str | bool | list[str]]:
        return {"power": state.board().power.get(obj, state.faces[state.card[obj]].power)}

    def setup(self, doc: Doc, faces: tuple[ToyFace, ...], options: dict[str, str]) -> State:
        return set_up(State(self, faces, options), doc)

    def in_words(self, state: State, called: Called) -> dict[str, Field]:
        return in_words(state, called)

    def property_of(self, state: State, obj: int, name: str) -> Property:
        if name == "power":
            return self.values_of(state, obj)["power"]  # type: ignore[return-value]
        raise KeyError(name)

    def property_of_player(self, state: State, player: int, name: str) -> Property:
        if name in ("hand", "deck"):
            return len(state.zone(name, player))
        raise KeyError(name)

    def property_of_game(self, state: State, name: str) -> Property:
        if name == "winner":
            return {1: "A", 2: "B", 3: "nobody"}.get(state.turn.get("result", 0), "open")
        if name == "turn":
            return state.turn["turn"]
        raise KeyError(name)

    def reread(self, state: State, kind: str, values: tuple[int, ...]) -> None:
        host = state.host.get(values[0])
        if host is not None:
            on_board(state, host)


BOOK = Toy()


def new_game(
    decks: tuple[Sequence[str | ToyFace], Sequence[str | ToyFace]],
    seed: int = 0,
    options: dict[str, str] | None = None,
) -> Game:
    """A new game with two decks (names of the library, or faces), at its first question."""
    lists = [[LIBRARY[card] if isinstance(card, str) else card for card in deck] for deck in decks]
    faces = tuple(dict.fromkeys(face for deck in lists for face in deck))
    state = State(BOOK, faces, BOOK.read_options(options or {}))
    state.event(SETUP, "TOY 1.1", ())
    for player, deck in enumerate(lists):
        for face in deck:
            state.create(faces.index(face), player, ("deck", player))
    return Game(state, Chance(seed)).start()


def attached(state: State, creature: int) -> list[int]:
    """The gear that a creature wears."""
    return [gear for gear, host in state.host.items() if host == creature]
