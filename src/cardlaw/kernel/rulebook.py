"""The contract that every rulebook fulfils: what the kernel asks of a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from cardlaw.kernel.action import Act, Procedure, Shape, offer, part_options
from cardlaw.kernel.choice import Choice, OneOf, Option, Space
from cardlaw.kernel.deck import DeckList
from cardlaw.kernel.law import (
    Breach,
    Code,
    Findings,
    Ground,
    RuleIndex,
    Ruling,
    UnknownAction,
    breaches_of,
)
from cardlaw.kernel.setup import Called, Doc, Field, Property, Vocabulary
from cardlaw.kernel.state import ANSWER, State
from cardlaw.kernel.tables import (
    CARD,
    CONTROLLER,
    COUNTERS,
    HOST,
    NOBODY,
    STATUS,
    TURN,
    WHERE,
    Effect,
    Zone,
)

#: the next procedure: its name in ``Rulebook.procedures`` and plain arguments
Spec = tuple[str, tuple[Any, ...]]

BOTH = 3

#: ``state.turn["result"]``: the winner plus one, or this for a draw
DRAWN = 3


class ZoneKind(NamedTuple):
    """How a zone shows its objects."""

    #: who learns the face of an object that enters: "all", "owner" or "nobody"
    seen: str
    #: whether objects are listed one by one for those who do not know them (a face-down card on
    #: the table) or only counted (a library, a hand)
    listed: bool = True
    #: whether the order of the zone matters and is public
    ordered: bool = False


class Grid(NamedTuple):
    """A part of the table where places matter, as it is drawn: rows of cells from the top down."""

    #: the zone that it shows, so that it need not be listed besides
    zone: str
    #: whose it is; ``NOBODY`` for a shared one
    player: int
    columns: tuple[str, ...]
    #: each row's name, and for each column the objects there
    rows: tuple[tuple[str, tuple[tuple[int, ...], ...]], ...]


class ChoiceKind(NamedTuple):
    """One kind of choice: the rule that asks it, its options, who may know them."""

    rule: str
    space: Callable[[State, Choice], Space]
    #: whether all players know the options; only then a single one is taken by the engine
    public: bool = True
    #: the types of the values of an option, as in ``Code.fields``; ``*obj:x`` takes all the rest
    fields: tuple[str, ...] = ()
    #: whether everybody sees the answer (a die) or only its player
    open: bool = True
    #: the option in English words, with the names of the fields in braces
    phrase: str = ""
    #: the breach for a tuple that is not among the options
    refuse: Callable[[State, Choice, Option], Breach] | None = None


class Rulebook:
    """A game's rules. A rulebook subclasses this, fills the fields and overrides the methods."""

    #: short key, the name in case files: "vs"
    key = ""
    title = ""
    edition = ""
    index: RuleIndex
    #: the tables that shape characteristics: a write to one of them starts a new epoch
    shaping: frozenset[int] = frozenset((WHERE, CARD, CONTROLLER, HOST, STATUS, COUNTERS))
    #: words of the tables turn and lists that shape characteristics, if not the whole table does
    shaping_words: frozenset[str] = frozenset()
    #: whether boards stay through changes that ``is_light`` finds to shape nothing
    keeps_boards = False
    #: named options with their allowed values, the default first
    option_values: dict[str, tuple[str, ...]] = {}
    #: zone name -> kind
    zones: dict[str, ZoneKind] = {}
    #: every kind of action, in the order of the offer
    shapes: Sequence[Shape] = ()
    #: procedures by name
    procedures: dict[str, Callable[..., Procedure]] = {}
    #: choices by kind; "action" and "part" are the kernel's
    choices: dict[str, ChoiceKind] = {}
    #: event kinds, breaches and grounds by code: the fields of their values
    codes: dict[str, Code] = {}
    #: names of the bits of the table status
    status_names: dict[str, int] = {}
    #: the type of a face, a msgspec Struct with a ``name``
    face_type: type[Any]
    #: named lists that everybody sees, with the type of their values as in ``Code.fields``
    public_lists: dict[str, str] = {}
    #: the rule by which a player may give up or both agree on a draw
    end_rule = ""
    #: the rule by which a player may suggest a shortcut; empty where the rules know none
    shortcut_rule = ""
    #: the word of the table ``turn`` for the number of the turn: none of what repeats lasts longer
    turn_word = "turn"
    #: the rule by which a player has to break a loop that needs actions of both; empty for none
    fragment_rule = ""
    #: first words of keys of the table ``used`` that only serve explanations: positions that differ
    #: in nothing else are the same
    bookkeeping: frozenset[str] = frozenset()
    #: how often an automatic chain may grow before it ends as "unbounded"
    patience = 2000
    #: how many passes in a row are normal: positions are compared only after more of them
    quiet_passes = 12
    #: the game's word for the pile: "stack", "chain"
    pile_word = "stack"
    #: words of a position or of a player whose lists hold no cards, so that they name no zone
    list_words: frozenset[str] = frozenset(("passed",))
    #: the words of a position, for those who write one
    vocabulary: Vocabulary = Vocabulary()
    #: words of a position for parts of a zone, such as the rows of an area
    zone_parts: tuple[str, ...] = ()
    #: the ways of building a deck with the rules that they ask, the usual one first
    deck_formats: dict[str, tuple[str, ...]] = {}
    #: whether this is a book to learn from rather than a real game: it is not listed
    example = False
    #: the steps of a turn in order, in the words of ``property_of_game(state, "step")``
    steps: tuple[str, ...] = ()
    #: kinds of events that say little by themselves: faces leave them out while the game goes on
    routine: frozenset[str] = frozenset()
    #: the steps in which faces stop by default to ask the player whose turn it is, and the other
    #: one, when nothing is pending; none named: they stop in each
    own_stops: tuple[str, ...] = ()
    other_stops: tuple[str, ...] = ()
    #: the steps in which they stop although the pile is empty while a fight goes on; none: always
    fight_stops: tuple[str, ...] = ()

    def __init__(self) -> None:
        self.by_verb = {shape.verb: shape for shape in self.shapes}

    # -- positions in words ---------------------------------------------------------------------

    def library(self) -> dict[str, Any]:
        """The faces that the package ships, by name."""
        return {}

    def starters(self) -> tuple[Sequence[str], Sequence[str]]:
        """Two decks of the library's cards by name, for a first game, random tests and bench."""
        raise NotImplementedError

    def deck_findings(self, deck_: DeckList, form: str) -> Findings:
        """The breaches of building a deck for a format of ``deck_formats``, and the grounds."""
        yield from ()

    def is_card(self, face: Any) -> bool:
        """Whether a face is of a card that a deck may name, not of a token."""
        return True

    def judge_deck(self, deck: DeckList, form: str = "") -> Ruling:
        """Whether a deck may be played, by default in the usual format.

        ValueError for an unknown format.
        """
        form = form or next(iter(self.deck_formats), "")
        if form not in self.deck_formats:
            raise ValueError(f"{self.title} has no way of building a deck called {form!r}")
        found = list(self.deck_findings(deck, form))
        breaches = tuple(breaches_of(found))
        grounds = tuple(finding for finding in found if isinstance(finding, Ground))
        return Ruling(self.deck_formats[form], breaches, grounds)

    def setup(self, doc: Doc, faces: tuple[Any, ...], options: dict[str, str]) -> State:
        """A state from a position in words. Raises Fault for a position that the game forbids.

        ``faces[n]`` is the printed face of the placements whose ``face`` is n. The objects that a
        placement became are noted in ``doc.objects``.
        """
        raise NotImplementedError

    def in_words(self, state: State, called: Called) -> dict[str, Field]:
        """A position in words, as far as words reach: what ``setup`` reads, as plain data.

        What no word tells, such as a lasting effect of a card that is gone, is left out.
        """
        raise NotImplementedError

    def property_of(self, state: State, obj: int, name: str) -> Property:
        """A property of an object in the game's words. KeyError for an unknown word."""
        raise NotImplementedError

    def property_of_player(self, state: State, player: int, name: str) -> Property:
        """A number or state of a player in the game's words. KeyError for an unknown word."""
        raise NotImplementedError

    def property_of_game(self, state: State, name: str) -> Property:
        """A word of the turn or the outcome ("step", "winner"). KeyError for an unknown word."""
        raise KeyError(name)

    def zone_word(self, state: State, obj: int) -> str:
        """The zone of an object in the game's words, without the player: "front row"."""
        return state.where[obj][0]

    def details(self, state: State, obj: int) -> list[str]:
        """What a printed position adds to an object's name: states, counters, damage, its place."""
        bits = state.status.get(obj, 0)
        found = [name for name, bit in self.status_names.items() if bits & bit]
        found += [f"{n} {kind}" for (o, kind), n in sorted(state.counters.items()) if o == obj]
        damage = state.damage.get(obj, 0)
        return [*found, f"damage {damage}"] if damage else found

    def ability_word(self, state: State, option: Option) -> str:
        """How a line names the ability in an option with a field of the type "ability"."""
        raise NotImplementedError

    def names_of(self, face: Any) -> tuple[str, ...]:
        """All names by which people may call a face; the first is the one that is printed."""
        return (self.name_of(face),)

    def names_in(self, face: Any, tongue: str) -> tuple[str, ...]:
        """The same names; the first is the one in that language, if the card has one."""
        return self.names_of(face)

    # -- the course of the game ---------------------------------------------------------------

    def next(self, state: State) -> Spec | None:
        """The procedure that the position demands next, or None when the game is over.

        It only reads. The position alone decides: phases, the pile and waiting triggers are data.
        """
        raise NotImplementedError

    def action_rule(self, state: State, player: int) -> str:
        """The rule by which this player may act now: the rule of the choice "action"."""
        raise NotImplementedError

    def actions(self, state: State, player: int) -> list[Option]:
        """What may be done when the choice "action" is asked; passing is a shape like others."""
        return offer(state, self.shapes, player)

    def actions_public(self, state: State, player: int) -> bool:
        """Whether everybody can know the options of "action" (no hidden card could matter)."""
        return False

    def idle(self, option: Option) -> bool:
        """Whether an answer only passes: a loop may run through it."""
        return option[:1] == ("pass",)

    def end_by(self, state: State, option: Option) -> None:
        """End the game by giving up (("concede", player)) or an agreed draw (("agree draw",))."""
        cause = state.event(ANSWER, self.end_rule, (), NOBODY, "outside", option)
        if option[0] == "concede":
            state.event("conceded", self.end_rule, (cause,), option[1])
            state.put(TURN, "result", 2 - option[1])
        else:
            state.event("agreed a draw", self.end_rule, (cause,))
            state.put(TURN, "result", DRAWN)

    def result(self, state: State) -> int | None:
        """Who has won: 0 or 1, ``NOBODY`` for a draw, None while the game goes on."""
        result = state.turn.get("result")
        if result is None:
            return None
        return NOBODY if result == DRAWN else result - 1

    def minor(self, option: Option) -> bool:
        """Whether an action is no decision by itself, such as a mana ability: bench skips it."""
        return False

    # -- for players --------------------------------------------------------------------------

    def decks(self) -> dict[str, Sequence[str]]:
        """The decks that the package ships, by name; the starters are among them."""
        first, second = self.starters()
        return {"first": first, "second": second}

    def grids(self, state: State, player: int) -> list[Grid]:
        """Where places matter: the grids as a player sees them, one's own side at the bottom."""
        return []

    def shelf(self, state: State, obj: int) -> str:
        """Under which word a face lists an object that lies in no grid: its zone, or a kind in it.

        It must not depend on a face that not everybody knows.
        """
        return self.zone_word(state, obj)

    def numbers(self, state: State, player: int, viewer: int | None) -> list[tuple[str, int]]:
        """The numbers of a player that a face shows the viewer (None: who sees all): life, points.

        What depends on cards that the viewer does not know must not count.
        """
        return [(kind, n) for (who, kind), n in sorted(state.points.items()) if who == player]

    def brief(self, state: State, obj: int) -> list[str]:
        """What a cell of a grid says of an object besides its name: its numbers and states."""
        return self.details(state, obj)

    def worth(self, state: State, player: int) -> int:
        """How good a position is for a player, in a scale of the game's own; 0 is even.

        It only reads. A greedy player compares by it the positions to which its options lead; it is
        a guess about the game and no rule of it.
        """
        return 0

    def settled(self, state: State) -> bool:
        """Whether nothing is pending, no pile and no fight, so that ``worth`` may be asked."""
        return not state.lists.get("pile")

    def loop(self, state: State, how: str) -> Spec:
        """The procedure that ends a loop: ``how`` is "repeats" or "grows"."""
        raise NotImplementedError

    def breaks_loops(self, state: State) -> int:
        """The player who has to choose otherwise when a loop needs actions of both."""
        raise NotImplementedError

    def shows(self, state: State, effect: Effect) -> bool:
        """Whether all that a lasting effect does shows in the values of objects."""
        return False

    def not_now(self, state: State, pending: Choice | None, player: int) -> Breach | None:
        """The breach of acting at all: another player decides, or another question is open."""
        raise NotImplementedError

    # -- characteristics ------------------------------------------------------------------------

    def compute(self, state: State, recorder: Recorder | None = None) -> Any:
        """All characteristics of all objects, in the game's order. With a recorder, say how."""
        raise NotImplementedError

    def survey(self, faces: tuple[Any, ...]) -> Any:
        """What the rules want to know about all texts of a game: ``State.texts``, found once."""
        return ()

    def is_light(self, state: State, table: int, key: Any, old: Any, new: Any) -> bool:
        """Whether a write to a table that shapes leaves all characteristics as they were.

        Asked only if the rulebook ``keeps_boards``. The board then stays for the new epoch, so it
        must hold nothing that depends on such rows: ``State.remembered`` is the place for that.
        """
        return False

    def values_of(self, state: State, obj: int) -> dict[str, int | str | bool | list[str]]:
        """The characteristics and states of one object in the game's words, for people."""
        raise NotImplementedError

    def shows_values(self, state: State, obj: int) -> bool:
        """Whether everybody sees what an object is like, even who does not know its card.

        Its values must then say nothing about the card, as those of a face-down creature.
        """
        return False

    def fits_place(self, zone: Zone, place: tuple[Any, ...] | None) -> bool:
        """Whether an object in a zone can have this stored row of the table ``place``, or none."""
        return True

    # -- knowledge --------------------------------------------------------------------------------

    def seers(self, state: State, zone: Zone) -> int:
        """Bits of the players who see the face of what enters a zone."""
        seen = self.zones[zone[0]].seen
        if seen == "all":
            return BOTH
        return 1 << zone[1] if seen == "owner" and zone[1] >= 0 else 0

    def may_be(self, state: State, obj: int, face: int) -> bool:
        """Whether a hidden object could have this face, by what everybody knows."""
        return True

    def read_face(self, data: Any) -> Any:
        """A face from plain data. ValueError (msgspec.ValidationError) says what and where."""
        return msgspec.convert(data, self.face_type, strict=False)

    def name_of(self, face: Any) -> str:
        """The name of a face from the game's list."""
        return str(face.name)

    def item_seen(self, state: State, key: int) -> list[Any]:
        """What everybody sees of an item on the pile besides its text: how far it has come.

        Objects stand in it by their serial numbers.
        """
        return []

    def reread(self, state: State, kind: str, values: tuple[Any, ...]) -> None:
        """Ask again the question by which a rule's own sweep caused an event, to see what it reads.

        The state's tables note each row that is read.
        """

    # -- choices ----------------------------------------------------------------------------------

    def kind_of(self, choice: Choice) -> ChoiceKind:
        return self.choices[choice.kind]

    def space(self, state: State, choice: Choice) -> Space:
        """The options of a choice."""
        if choice.kind == "action":
            return OneOf(self.actions(state, choice.player))
        if choice.kind == "part":
            first, answers, name = choice.args
            shape = self.by_verb[first[0]]
            act = Act(choice.player, first, answers)
            part = shape.next_part(state, act)
            assert part is not None and part.name == name
            return OneOf(part_options(state, shape, part, act))
        return self.choices[choice.kind].space(state, choice)

    def is_public(self, state: State, choice: Choice) -> bool:
        """Whether everybody can know the options; only then a single one is not asked."""
        if choice.kind == "action":
            return self.actions_public(state, choice.player)
        if choice.kind == "part":
            parts = self.by_verb[choice.args[0][0]].parts
            return all(part.public for part in parts if part.name == choice.args[2])
        return self.choices[choice.kind].public

    def rule_of(self, state: State, choice: Choice) -> str:
        """The rule that asks this choice."""
        if choice.kind == "action":
            return self.action_rule(state, choice.player)
        if choice.kind == "part":
            first, answers, _ = choice.args
            part = self.by_verb[first[0]].next_part(state, Act(choice.player, first, answers))
            return part.rule if part is not None else ""
        return self.choices[choice.kind].rule

    def shape_of(self, first: Option) -> Shape:
        """The shape of a first option. UnknownAction if there is none."""
        shape = self.by_verb.get(first[0]) if first else None
        if shape is None:
            raise UnknownAction(f"{self.title} knows no action {first!r}")
        return shape

    def option_fields(self, choice: Choice, option: Option) -> tuple[str, ...]:
        """The types of an option's values, for words and views; a verb or part name is a term."""
        if choice.kind == "action":
            return ("term:verb", *self.shape_of(option).fields)
        if choice.kind == "part":
            return ("term:part", *self.part_fields(choice))
        return self.choices[choice.kind].fields

    def part_fields(self, choice: Choice) -> tuple[str, ...]:
        """The types of the values of a part by its name."""
        shape = self.by_verb[choice.args[0][0]]
        return next(part.fields for part in shape.parts if part.name == choice.args[2])

    def read_options(self, given: dict[str, str]) -> dict[str, str]:
        """Named options with defaults filled in. ValueError names an unknown option or value."""
        for name, value in given.items():
            if name not in self.option_values:
                raise ValueError(f"{self.title} has no option {name!r}")
            if value not in self.option_values[name]:
                allowed = ", ".join(self.option_values[name])
                raise ValueError(f"the option {name!r} may be {allowed}, not {value!r}")
        return {n: given.get(n, values[0]) for n, values in self.option_values.items()}


class Note(NamedTuple):
    """One step in how a value came about."""

    obj: int
    what: str
    before: Any
    after: Any
    rule: str
    source: int
    stamp: int = 0


class Recorder:
    """Collects, while characteristics are computed, which effect gave which value by which rule."""

    def __init__(self) -> None:
        self.notes: list[Note] = []

    def add(self, note: Note) -> None:
        self.notes.append(note)

    def of(self, obj: int, what: str) -> list[Note]:
        """How one value of one object came about, in the order of application."""
        return [note for note in self.notes if note.obj == obj and note.what == what]
