"""The rulebook of Magic: its course, its contract with the kernel, new games (CR 100 to 104)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cardlaw.kernel import pile
from cardlaw.kernel.action import Shape, offer
from cardlaw.kernel.because import SETUP
from cardlaw.kernel.choice import Chance, Choice, Option
from cardlaw.kernel.deck import DeckList
from cardlaw.kernel.fragments import bar
from cardlaw.kernel.game import Game
from cardlaw.kernel.law import Breach, Findings, load_index
from cardlaw.kernel.law import rules as cites
from cardlaw.kernel.rulebook import Recorder, Rulebook, Spec, ZoneKind
from cardlaw.kernel.setup import Called, Doc, Field, Property
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import (
    CARD,
    CONTROLLER,
    COUNTERS,
    EFFECTS,
    HOST,
    LISTS,
    PLACE,
    STAMP,
    STATUS,
    WHERE,
    Effect,
    Zone,
)
from cardlaw.rulebooks.magic import (
    casting,
    choosing,
    conditional,
    copying,
    dealing,
    deck,
    dice,
    discarding,
    drawing,
    emblems,
    hiding,
    keyword_actions,
    monarch,
    moving,
    opening,
    phases,
    putting,
    resolve,
    scrying,
    setting_aside,
    setup,
    shielding,
    stacking,
    state_based,
    told,
    turn,
    uncovering,
    until_it_leaves,
    verbs,
    worth,
    written,
)
from cardlaw.rulebooks.magic.activate import Activate, known_abilities
from cardlaw.rulebooks.magic.blockers import Block
from cardlaw.rulebooks.magic.board import STATUS_NAMES, Board
from cardlaw.rulebooks.magic.choices import CHOICES
from cardlaw.rulebooks.magic.codes import CODES
from cardlaw.rulebooks.magic.combat import Attack
from cardlaw.rulebooks.magic.face import Face, read_face
from cardlaw.rulebooks.magic.face_down import is_down, may_be_so
from cardlaw.rulebooks.magic.layers import compute
from cardlaw.rulebooks.magic.library import card_library, shipped_decks, with_tokens
from cardlaw.rulebooks.magic.offering import PRIORITY_SHAPES, offered
from cardlaw.rulebooks.magic.repeating import is_visible
from cardlaw.rulebooks.magic.steps import ATTACKERS, PRIORITY, STEPS, active, step
from cardlaw.rulebooks.magic.texts import Texts, is_light
from cardlaw.rulebooks.magic.waiting import waiting_word

INDEX = load_index(Path(__file__).with_name("rules.toml"))
#: the state of new permanents, which hinders creatures only
SICKNESS = "summoning sick"
ATTACK = Attack()
BLOCK = Block()


class Magic(Rulebook):
    """Magic: The Gathering for two players."""

    key = "magic"
    title = "Magic: The Gathering"
    index = INDEX
    edition = INDEX.edition
    face_type = Face
    shaping = frozenset(
        (WHERE, CARD, CONTROLLER, HOST, STATUS, COUNTERS, EFFECTS, PLACE, STAMP, LISTS)
    )
    keeps_boards = True
    zones = {
        "battlefield": ZoneKind("all"),
        "phased out": ZoneKind("all"),
        "stack": ZoneKind("all", ordered=True),
        "hand": ZoneKind("owner", listed=False),
        "library": ZoneKind("nobody", listed=False, ordered=True),
        "graveyard": ZoneKind("all", ordered=True),
        "exile": ZoneKind("all"),
        "command": ZoneKind("all"),
        "nowhere": ZoneKind("all", listed=False),
    }
    shapes: Sequence[Shape] = (*PRIORITY_SHAPES, ATTACK, BLOCK, casting.CAST_NOW)
    procedures = {
        "begin": opening.begin_game,
        "mulligans": opening.mulligans,
        "step": turn.begin_step,
        "end step": turn.end_step,
        "control": turn.change_control,
        "ends": turn.tie_up,
        "look": uncovering.look_at_tops,
        "sweep": state_based.sweep,
        "trigger": stacking.put_trigger,
        "resolve": resolve.resolve,
        "action": pile.action,
        "loop": turn.end_loop,
        "bar": bar,
    }
    choices = CHOICES
    codes = CODES
    status_names = STATUS_NAMES
    vocabulary = setup.VOCABULARY
    public_lists = {"attackers": "objs", "blockers": "objs"}
    end_rule = "CR 104.3a"
    shortcut_rule = "CR 732.2a"
    turn_word = "number"
    fragment_rule = "CR 732.3"
    bookkeeping = frozenset(("lost effect",))
    steps: tuple[str, ...] = STEPS
    routine = frozenset(
        (
            "step began",
            "step ended",
            "combat ended",
            "effects ended",
            "added mana",
            "spent mana",
            "total cost",
            "new timestamp",
            "declared",
            "struck first",
        )
    )
    own_stops: tuple[str, ...] = ("precombat main", "postcombat main")
    other_stops: tuple[str, ...] = ("end",)
    fight_stops: tuple[str, ...] = ("declare attackers", "declare blockers")
    deck_formats = deck.FORMATS
    option_values: dict[str, tuple[str, ...]] = {"mulligans": ("london", "none")}
    #: a turn without any action is some two dozen passes
    quiet_passes = 100

    # -- the course of the game ---------------------------------------------------------------

    def next(self, state: State) -> Spec | None:
        return turn.next_procedure(state)

    def loop(self, state: State, how: str) -> Spec:
        return ("loop", (how,))

    @cites("CR 732.3")
    def breaks_loops(self, state: State) -> int:
        return active(state)

    def shows(self, state: State, effect: Effect) -> bool:
        return is_visible(state, effect)

    def action_rule(self, state: State, player: int) -> str:
        if state.turn.get("stage", 0) == PRIORITY:
            return "CR 117.1"
        return "CR 508.1" if step(state) == ATTACKERS else "CR 509.1"

    def actions(self, state: State, player: int) -> list[Option]:
        if state.turn.get("stage", 0) == PRIORITY:
            return offered(state, player)
        return offer(state, (ATTACK if step(state) == ATTACKERS else BLOCK,), player)

    def not_now(self, state: State, pending: Choice | None, player: int) -> Breach | None:
        if pending is not None and pending.player == player and pending.kind == "action":
            return None
        rule = "CR 117.1" if pending is None else self.rule_of(state, pending)
        return Breach("another-decides", rule, (player,))

    def minor(self, option: Option) -> bool:
        """Tapping for mana is no decision to count."""
        return option[:1] == ("tap",)

    # -- characteristics ------------------------------------------------------------------------

    def compute(self, state: State, recorder: Recorder | None = None) -> Board:
        return compute(state, recorder)

    def survey(self, faces: tuple[Face, ...]) -> Texts:
        return Texts(faces)

    def is_light(self, state: State, table: int, key: object, old: object, new: object) -> bool:
        return is_light(state, table, key, old, new)

    def values_of(self, state: State, obj: int) -> dict[str, int | str | bool | list[str]]:
        return told.values_of(state, obj)

    def reread(self, state: State, kind: str, values: tuple[Any, ...]) -> None:
        if kind == "looked at":
            uncovering.reread_tops(state, values[0])
        else:
            state_based.reread(state, kind, values)

    def fits_place(self, zone: Zone, place: tuple[Any, ...] | None) -> bool:
        """Only who brought an object onto the battlefield is noted, where it is not its owner."""
        return place is None or place in ((0,), (1,))

    # -- knowledge --------------------------------------------------------------------------------

    def may_be(self, state: State, obj: int, face: int) -> bool:
        """Tokens are never hidden; what was cast face down has the ability that allows it."""
        found: Face = state.faces[face]
        return not found.token and may_be_so(state, obj, found)

    def shows_values(self, state: State, obj: int) -> bool:
        return is_down(state, obj)

    def read_face(self, data: Any) -> Face:
        return read_face(data)

    # -- words ------------------------------------------------------------------------------------

    def names_of(self, face: Any) -> tuple[str, ...]:
        """The name, and its part before the comma; for a described token its name first."""
        if face.nameless and face.called:
            return (face.called,)
        if face.called:
            return (face.called, face.name)
        short = str(face.name).split(",")[0]
        return (face.name,) if short == face.name else (face.name, short)

    def library(self) -> dict[str, Face]:
        return card_library()

    def starters(self) -> tuple[Sequence[str], Sequence[str]]:
        first, second, *_ = shipped_decks().values()
        return first, second

    def decks(self) -> dict[str, Sequence[str]]:
        return dict(shipped_decks())

    def deck_findings(self, deck_: DeckList, form: str) -> Findings:
        return deck.may_be_played(deck_, form)

    def is_card(self, face: Any) -> bool:
        return not face.token

    def setup(self, doc: Doc, faces: tuple[Any, ...], options: dict[str, str]) -> State:
        return setup.set_up(self, doc, with_tokens(faces), options)

    def in_words(self, state: State, called: Called) -> dict[str, Field]:
        return written.in_words(state, called)

    def property_of(self, state: State, obj: int, name: str) -> Property:
        return told.property_of(state, obj, name)

    def property_of_player(self, state: State, player: int, name: str) -> Property:
        return told.property_of_player(state, player, name)

    def shelf(self, state: State, obj: int) -> str:
        return told.shelf(state, obj) or self.zone_word(state, obj)

    def brief(self, state: State, obj: int) -> list[str]:
        if state.where[obj][0] == "hand":
            return told.held(state, obj)
        return self.details(state, obj)

    def worth(self, state: State, player: int) -> int:
        return worth.worth(state, player)

    def settled(self, state: State) -> bool:
        return worth.settled(state)

    def property_of_game(self, state: State, name: str) -> Property:
        return told.property_of_game(state, name)

    def zone_word(self, state: State, obj: int) -> str:
        word = state.where[obj][0]
        return "battlefield" if word == "phased out" else word

    def details(self, state: State, obj: int) -> list[str]:
        found = super().details(state, obj)
        if state.where[obj][0] != "battlefield":
            return found
        values = told.values_of(state, obj)
        if SICKNESS in found and "creature" not in state.board().chars[obj].types:
            found.remove(SICKNESS)
        if "power" in values:
            found.insert(0, f"{values['power']}/{values['toughness']}")
        if values.get("name"):
            found.insert(0, str(values["name"]))
        return found

    def ability_word(self, state: State, option: Option) -> str:
        """The label of the ability of an answer ("by", source, number), or of a waiting trigger."""
        if option[0] in state.waiting:
            return waiting_word(state, option[0])
        verbs_ = [shape for shape in self.shapes if isinstance(shape, Activate)]
        for shape in verbs_:
            held = known_abilities(state, option[1], shape.kind)
            if len(held) > 1 and 0 <= option[2] < len(held):
                labels = [each.skill.label for each in held]
                word = labels[option[2]]
                before = labels[: option[2]].count(word)
                return f"{word} {before + 1}" if before else word
        return str(option[2])

    def seers(self, state: State, zone: Zone) -> int:
        return super().seers(state, zone)


dealing.register()
drawing.register()
verbs.register()
conditional.register()
copying.register()
casting.register()
phases.register()
emblems.register()
monarch.register()
dice.register()
keyword_actions.register()
discarding.register()
hiding.register()
choosing.register()
scrying.register()
setting_aside.register()
shielding.register()
uncovering.register()
putting.register()
until_it_leaves.register()
moving.register()
BOOK = Magic()


def new_game(
    decks: tuple[Sequence[str | Face], Sequence[str | Face]],
    seed: int = 0,
    options: dict[str, str] | None = None,
) -> Game:
    """A new game with two decks of card names or faces, at its first question.

    KeyError names a card that the library doesn't have.
    """
    library = card_library()
    lists = [[library[c] if isinstance(c, str) else c for c in own] for own in decks]
    order: list[Face] = []
    named: dict[str, list[int]] = {}
    numbers = [[_number(order, named, card) for card in own] for own in lists]
    state = State(BOOK, with_tokens(tuple(order)), BOOK.read_options(options or {}))
    state.event(SETUP, "CR 103.1", ())
    for player, own in enumerate(numbers):
        state.deal(own, player, ("library", player))
    return Game(state, Chance(seed)).start()


def _number(order: list[Face], named: dict[str, list[int]], card: Face) -> int:
    """The number of a face among those of a game, which it joins; faces of one name may differ."""
    known = named.setdefault(card.name, [])
    for number in known:
        if order[number] is card:
            return number
    known.append(len(order))
    order.append(card)
    return known[-1]
