"""The rulebook of VS System, edition 2.7: its parts put together for the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cardlaw.kernel import pile
from cardlaw.kernel.action import Shape
from cardlaw.kernel.because import SETUP
from cardlaw.kernel.choice import Chance, Choice, Number, OneOf, Option, Permutation
from cardlaw.kernel.deck import DeckList
from cardlaw.kernel.game import Game
from cardlaw.kernel.happen import replace_space
from cardlaw.kernel.law import Breach, Findings, load_index
from cardlaw.kernel.rulebook import ChoiceKind, Grid, Recorder, Rulebook, Spec, ZoneKind
from cardlaw.kernel.setup import Called, Doc, Field, Property
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import (
    CARD,
    CONTROLLER,
    COUNTERS,
    EFFECTS,
    HOST,
    PLACE,
    STATUS,
    WHERE,
    Zone,
)
from cardlaw.rulebooks.vs import (
    combat,
    deck,
    resolve,
    setup,
    table,
    told,
    turn,
    verbs,
    words,
    worth,
    written,
)
from cardlaw.rulebooks.vs.attack import Attack, Strike
from cardlaw.rulebooks.vs.board import Board, compute
from cardlaw.rulebooks.vs.codes import CODES
from cardlaw.rulebooks.vs.equip import ill_equipped
from cardlaw.rulebooks.vs.faces import Face, load_decks, load_library, read_face
from cardlaw.rulebooks.vs.fighting import PowerUp, Reinforce
from cardlaw.rulebooks.vs.formation import Form, beside, position_space
from cardlaw.rulebooks.vs.keywords.handpowers import ShiftPower, Substitute, Terraform
from cardlaw.rulebooks.vs.play import Flip, PlayPlotTwist, UsePower
from cardlaw.rulebooks.vs.recruit import Recruit
from cardlaw.rulebooks.vs.watching import note_watched

_HERE = Path(__file__).parent


def _listed(state: State, choice: Choice) -> OneOf:
    """One of the objects in the arguments; the first argument 0 allows none."""
    least, *found = choice.args
    none: list[Option] = [] if least else [(-1,)]
    return OneOf([*none, *((obj,) for obj in found)])


def _words(*options: str) -> OneOf:
    return OneOf([(word,) for word in options])


_CARD = "choose {card} | {card} | choose nothing | nothing"

CHOICES = {
    "position": ChoiceKind(
        "VS 213",
        position_space,
        fields=("term:row", "num:column"),
        phrase="{row} {column}",
        refuse=beside,
    ),
    "choose": ChoiceKind("VS 508", _listed, fields=("obj:card",), phrase=_CARD),
    "choose card": ChoiceKind(
        "VS 508", _listed, public=False, fields=("obj:card",), open=False, phrase=_CARD
    ),
    "pay": ChoiceKind(
        "VS 203",
        lambda state, choice: Number(0, choice.args[0]),
        fields=("num:points",),
        phrase="pay {points} | {points}",
    ),
    "stun back": ChoiceKind(
        "VS 407", combat.stun_back_space, fields=("obj:attacker",), phrase="stun back {attacker}"
    ),
    "recover": ChoiceKind(
        "VS 408",
        turn.recover_space,
        fields=("obj:character",),
        phrase="recover {character} | recover nobody",
    ),
    "resource": ChoiceKind(
        "VS 403",
        turn.resource_space,
        public=False,
        fields=("obj:card",),
        open=False,
        phrase="put {card} into the resource row | put nothing into the resource row",
    ),
    "may": ChoiceKind(
        "VS 502",
        lambda state, choice: _words("yes", "no"),
        fields=("term:answer",),
        phrase="{answer}",
    ),
    "trigger": ChoiceKind(
        "VS 506",
        resolve.trigger_space,
        fields=("ability:which", "obj:source"),
        phrase="put {source} on the chain {which}",
    ),
    "trigger target": ChoiceKind(
        "VS 506",
        resolve.trigger_target_space,
        fields=("*obj:target",),
        phrase="target {target}",
    ),
    "affiliation": ChoiceKind(
        "VS 701",
        verbs.affiliation_space,
        public=False,
        fields=("name:affiliation",),
        phrase="choose {affiliation} | {affiliation}",
    ),
    "replace": ChoiceKind("VS 511", replace_space, fields=("obj:by",)),
    "shuffle": ChoiceKind(
        "VS 708",
        lambda state, choice: Permutation(state.zone(words.DECK, choice.args[0])),
        public=False,
        fields=("*obj:order",),
        open=False,
    ),
    "random": ChoiceKind(
        "VS 508",
        lambda state, choice: Permutation(choice.args),
        public=False,
        fields=("*obj:order",),
        open=False,
    ),
    "chance": ChoiceKind(
        "VS 101",
        lambda state, choice: Number(0, 1),
        public=False,
        fields=("player:who",),
        phrase="{who}",
    ),
    "initiative": ChoiceKind(
        "VS 101",
        lambda state, choice: OneOf([(0,), (1,)]),
        fields=("player:who",),
        phrase="{who} has the initiative",
    ),
    "new hand": ChoiceKind(
        "VS 101",
        lambda state, choice: _words("no", "yes"),
        fields=("term:answer",),
        phrase="new hand {answer}",
    ),
    "bottom": ChoiceKind(
        "VS 101",
        turn.bottom_space,
        public=False,
        fields=("obj:card",),
        open=False,
        phrase="put {card} on the bottom",
    ),
}


class VsSystem(Rulebook):
    """The rules of VS System."""

    key = "vs"
    title = "VS System"
    edition = "2.7"
    index = load_index(_HERE / "rules.toml")
    face_type = Face
    shaping = frozenset((WHERE, CARD, CONTROLLER, HOST, STATUS, COUNTERS, EFFECTS, PLACE))
    shaping_words = frozenset(("recruited",))
    option_values = {
        "shifting": ("checks-uniqueness", "no-check"),
        "exhausted-defender": ("stuns-back", "does-not-stun-back"),
        "team-up": ("in-play", "everywhere"),
        "stun-comparison": ("equal-is-enough", "greater"),
        "stun-back-choice": ("defending-player", "attacking-player"),
        "flipping": ("without-the-chain", "uses-the-chain"),
        "losing": ("zero-or-less", "below-zero"),
        "bearer-changes-control": ("equipment-keeps-controller", "equipment-follows-bearer"),
        "equip-only": ("when-attaching", "always"),
        "negated-equipment-recruit": ("owners-koed-pile", "owners-hand"),
        "turn-limit": ("200", "none"),
    }
    zones = {
        words.DECK: ZoneKind("nobody", listed=False),
        words.HAND: ZoneKind("owner", listed=False),
        words.KOED: ZoneKind("all", ordered=True),
        words.REMOVED: ZoneKind("all", ordered=True),
        words.CHAIN: ZoneKind("all"),
        words.VISIBLE: ZoneKind("all"),
        words.HIDDEN: ZoneKind("all"),
        words.EQUIPMENT: ZoneKind("all"),
        words.RESOURCES: ZoneKind("owner", ordered=True),
    }
    shapes: Sequence[Shape] = (
        turn.Pass(),
        Recruit(),
        Substitute(),
        Terraform(),
        Flip(),
        PlayPlotTwist(),
        UsePower(),
        ShiftPower(),
        Form(),
        Attack(),
        Strike(),
        PowerUp(),
        Reinforce(),
    )
    procedures = {
        "begin": turn.begin,
        "draw": turn.open_draw,
        "resources": turn.open_resources,
        "step": turn.open_step,
        "recovery": turn.open_recovery,
        "close": turn.close,
        "wrap up": turn.wrap_up,
        "unfit": turn.drop_unfit,
        "stall": turn.stall,
        "trigger": resolve.announce_trigger,
        "resolve": resolve.resolve,
        "check": combat.check,
        "conclude": combat.conclude,
        "action": pile.action,
    }
    choices = CHOICES
    codes = CODES
    status_names = words.STATES
    end_rule = "VS 102"
    pile_word = "chain"
    steps: tuple[str, ...] = tuple(words.STEPS)
    routine = frozenset(("step ended", "turn ended", "checked uniqueness", "attack goes on"))
    deck_formats = deck.FORMATS
    list_words = setup.LIST_WORDS
    zone_parts = tuple(words.ROWS)
    vocabulary = setup.VOCABULARY
    public_lists = {"attackers": "obj", "defender": "obj"}

    def library(self) -> dict[str, Any]:
        return dict(LIBRARY)

    def starters(self) -> tuple[Sequence[str], Sequence[str]]:
        first, second, *_ = STARTER.values()
        return first, second

    def decks(self) -> dict[str, Sequence[str]]:
        return dict(STARTER)

    def grids(self, state: State, player: int) -> list[Grid]:
        return table.grids(state, player)

    def brief(self, state: State, obj: int) -> list[str]:
        return table.brief(state, obj)

    def worth(self, state: State, player: int) -> int:
        return worth.worth(state, player)

    def settled(self, state: State) -> bool:
        return worth.settled(state)

    def property_of_game(self, state: State, name: str) -> Property:
        return told.property_of_game(state, name)

    def details(self, state: State, obj: int) -> list[str]:
        return told.details(state, obj)

    def deck_findings(self, deck_: DeckList, form: str) -> Findings:
        return deck.may_be_played(deck_, form)

    def read_face(self, data: Any) -> Face:
        return read_face(data)

    def name_of(self, face: Any) -> str:
        return str(face.full_name)

    def names_of(self, face: Any) -> tuple[str, ...]:
        return tuple(dict.fromkeys((face.name, face.full_name)))

    # -- the course of the game -----------------------------------------------------------------

    def next(self, state: State) -> Spec | None:
        return turn.next_procedure(state)

    def loop(self, state: State, how: str) -> Spec:
        return ("stall", (how,))

    def action_rule(self, state: State, player: int) -> str:
        return "VS 216"

    def not_now(self, state: State, pending: Choice | None, player: int) -> Breach | None:
        if pending is None:
            return Breach("game-over", "VS 102")
        if pending.kind != "action":
            return Breach("another-question", "VS 505", (pending.player,))
        if pending.player != player:
            return Breach("no-priority", "VS 216", (player,))
        return None

    # -- characteristics and words ----------------------------------------------------------------

    def compute(self, state: State, recorder: Recorder | None = None) -> Board:
        return compute(state, recorder)

    def values_of(self, state: State, obj: int) -> dict[str, int | str | bool | list[str]]:
        return told.values_of(state, obj)

    def in_words(self, state: State, called: Called) -> dict[str, Field]:
        return written.in_words(state, called)

    def property_of(self, state: State, obj: int, name: str) -> Property:
        return told.property_of(state, obj, name)

    def property_of_player(self, state: State, player: int, name: str) -> Property:
        return told.property_of_player(state, player, name)

    def zone_word(self, state: State, obj: int) -> str:
        return told.zone_word(state, obj)

    def ability_word(self, state: State, option: Option) -> str:
        return told.ability_word(state, option)

    def reread(self, state: State, kind: str, values: tuple[Any, ...]) -> None:
        ill_equipped(state)

    def may_be(self, state: State, obj: int, face: int) -> bool:
        return True

    def fits_place(self, zone: Zone, place: tuple[Any, ...] | None) -> bool:
        """A character has a row and a column; nothing else has any."""
        return place is None if zone[0] not in words.AREAS else words.is_position(place)

    def setup(self, doc: Doc, faces: tuple[Any, ...], options: dict[str, str]) -> State:
        return setup.read_position(self, doc, faces, options)


#: the cards of our own design, and facts of printed cards
OWN = load_library(_HERE / "cards" / "starter.toml")
FACTS = load_library(_HERE / "cards" / "facts.toml")
LIBRARY = {**OWN, **FACTS}
STARTER = load_decks(_HERE / "cards" / "decks.toml")
BOOK = VsSystem()


def new_game(
    decks: tuple[Sequence[str | Face], Sequence[str | Face]],
    seed: int = 0,
    options: dict[str, str] | None = None,
) -> Game:
    """A new game with two decks (names of the library, or faces), at its first question.

    Raises KeyError for a name that the library does not have.
    """
    lists = [[LIBRARY[c] if isinstance(c, str) else c for c in own] for own in decks]
    faces: list[Face] = []
    for own in lists:
        for face in own:
            if face not in faces:
                faces.append(face)
    state = State(BOOK, tuple(faces), BOOK.read_options(options or {}))
    state.event(SETUP, "VS 101", ())
    note_watched(state)
    for player, own in enumerate(lists):
        state.deal([faces.index(face) for face in own], player, (words.DECK, player))
    return Game(state, Chance(seed)).start()


__all__ = ["BOOK", "FACTS", "LIBRARY", "OWN", "STARTER", "VsSystem", "new_game"]
