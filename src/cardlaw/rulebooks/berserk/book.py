"""The rulebook of Berserk: edition BE12 with gaps filled from BE09; the course of the game."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cardlaw.kernel import pile
from cardlaw.kernel.action import Act, Shape, completes, offer
from cardlaw.kernel.because import SETUP
from cardlaw.kernel.choice import Chance, Choice, Option
from cardlaw.kernel.deck import DeckList, IllegalDeck, deck_list
from cardlaw.kernel.game import Game
from cardlaw.kernel.law import Breach, Findings, breached, load_index, rules
from cardlaw.kernel.rulebook import Grid, Recorder, Rulebook, Spec
from cardlaw.kernel.setup import Called, Doc, Field, Property
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import (
    CARD,
    CONTROLLER,
    COUNTERS,
    DAMAGE,
    EFFECTS,
    HOST,
    ORDER,
    PLACE,
    STATUS,
    TURN,
    WHERE,
    Zone,
)
from cardlaw.rulebooks.berserk import dealing, deck, early, table, told, worth, written
from cardlaw.rulebooks.berserk.board import Board, compute
from cardlaw.rulebooks.berserk.choices import CHOICES, OPTIONS
from cardlaw.rulebooks.berserk.closing import Accumulate, AimUp, Pass
from cardlaw.rulebooks.berserk.codes import CODES
from cardlaw.rulebooks.berserk.dealing import KeepDeal, Redeal
from cardlaw.rulebooks.berserk.early import early_moment, early_player
from cardlaw.rulebooks.berserk.equip import EQUIP, INFEST, JOIN
from cardlaw.rulebooks.berserk.faces import BerserkFace, load_library, read_face
from cardlaw.rulebooks.berserk.field import is_place
from cardlaw.rulebooks.berserk.moving import Move
from cardlaw.rulebooks.berserk.named import word_of
from cardlaw.rulebooks.berserk.resolving import resolve
from cardlaw.rulebooks.berserk.reveal import (
    KEEP,
    TURN_UP,
    assigned,
    assigning_player,
    decider,
    turn_up,
    undecided,
)
from cardlaw.rulebooks.berserk.rule_effects import (
    defeated,
    due,
    end_battle,
    end_loop,
    lost_bearer,
    perform_due,
)
from cardlaw.rulebooks.berserk.select import value_of
from cardlaw.rulebooks.berserk.setup import VOCABULARY, setup
from cardlaw.rulebooks.berserk.squad import Deploy, Finish, Take, chooser, nothing_to_deploy
from cardlaw.rulebooks.berserk.stack import STRIKE as STRIKE_KIND
from cardlaw.rulebooks.berserk.stack import TARGET, what_matters
from cardlaw.rulebooks.berserk.stealth import may_stay_hidden
from cardlaw.rulebooks.berserk.strike import Defend, Strike
from cardlaw.rulebooks.berserk.texts import Texts, is_light
from cardlaw.rulebooks.berserk.triggering import put_trigger
from cardlaw.rulebooks.berserk.turn import begin_turn, end_step
from cardlaw.rulebooks.berserk.using import Use
from cardlaw.rulebooks.berserk.words import (
    CREATURE,
    DEALING,
    DECIDED,
    DECIDING,
    DECK,
    DEPLOYING,
    HIDDEN,
    OF_ACTION,
    ON_FIELD,
    RECRUITING,
    RECRUITMENT,
    REDEALING,
    REVEALING,
    STARTING,
    STATUS_NAMES,
    STEPS,
    UNTURNED,
    ZONES,
    active,
    step,
)

_HERE = Path(__file__).parent
PASS, MOVE, STRIKE, DEFEND, USE = Pass(), Move(), Strike(), Defend(), Use()
REDEAL, KEEP_DEAL = Redeal(), KeepDeal()
TAKE, FINISH, DEPLOY = Take(), Finish(), Deploy()
ACCUMULATE, AIM_UP = Accumulate(), AimUp()
SHAPES: tuple[Shape, ...] = (
    REDEAL,
    KEEP_DEAL,
    TAKE,
    FINISH,
    DEPLOY,
    KEEP,
    TURN_UP,
    EQUIP,
    JOIN,
    INFEST,
    PASS,
    MOVE,
    STRIKE,
    USE,
    ACCUMULATE,
    AIM_UP,
    DEFEND,
)
#: what can be legal before the battle, by step
BEFORE_BATTLE: dict[int, tuple[Shape, ...]] = {
    REDEALING: (REDEAL, KEEP_DEAL),
    RECRUITING: (TAKE, FINISH),
    DEPLOYING: (DEPLOY,),
    REVEALING: (KEEP, TURN_UP, EQUIP, JOIN, INFEST),
}
#: the rule that asks for an action, by step
ACTION_RULES = {
    REDEALING: "BE09 302.3",
    RECRUITING: "BE09 304.1",
    DEPLOYING: "BE09 305.1",
}
SLOW: tuple[Shape, ...] = (PASS, MOVE, STRIKE, USE, ACCUMULATE, AIM_UP, TURN_UP)
FAST: tuple[Shape, ...] = (PASS, USE, DEFEND, TURN_UP)
RESPONSES_EARLY: tuple[Shape, ...] = (PASS, USE)
RESPONSES: tuple[Shape, ...] = (USE, DEFEND)


class Berserk(Rulebook):
    """Berserk's rules."""

    key = "berserk"
    title = "Berserk"
    deck_formats = deck.FORMATS
    edition = "BE12"
    index = load_index(_HERE / "rules.toml")
    face_type = BerserkFace
    shaping = frozenset(
        (WHERE, ORDER, CARD, CONTROLLER, HOST, STATUS, COUNTERS, EFFECTS, PLACE, DAMAGE)
    )
    keeps_boards = True
    option_values = OPTIONS
    vocabulary = VOCABULARY
    zones = ZONES
    shapes: Sequence[Shape] = SHAPES
    choices = CHOICES
    codes = CODES
    status_names = STATUS_NAMES
    end_rule = "BE09 102.1"
    steps: tuple[str, ...] = STEPS
    routine = frozenset(
        (
            "resolved",
            "paid",
            "step over",
            "movement spent",
            "unpaid",
            "markers cleared",
            "rule effects",
        )
    )
    procedures = {
        "deal": dealing.deal,
        "nothing to deploy": nothing_to_deploy,
        "turn up": turn_up,
        "assigned": assigned,
        "begin turn": begin_turn,
        "end step": end_step,
        "rule effects": perform_due,
        "trigger": put_trigger,
        "resolve": resolve,
        "end battle": end_battle,
        "loop": end_loop,
        "action": pile.action,
    }

    def __init__(self) -> None:
        super().__init__()
        self._library: dict[str, BerserkFace] | None = None

    # -- the course of the game ---------------------------------------------------------------

    @rules("BE09 301.1", "BE09 215.6", "BE09 215.8", "BE12 503.2")
    def next(self, state: State) -> Spec | None:
        if "result" in state.turn:
            return None
        now = step(state)
        if now < STARTING:
            return self._before_battle(state, now)
        if due(state):
            return ("rule effects", ())
        top = pile.top(state)
        if top is None and not state.waiting and defeated(state):
            return ("end battle", ())
        if state.waiting:
            return ("trigger", ())
        if pile.all_passed(state):
            return ("resolve", ()) if top is not None else ("end step", ())
        player = pile.holder(state)
        if player is None:
            return ("begin turn", ())
        if self._nobody_responds(state, top, now):
            return ("resolve", ()) if top is not None else ("end step", ())
        return ("action", (player,))

    @rules("BE09 301.1", "BE09 301.2")
    def _before_battle(self, state: State, now: int) -> Spec:
        if now == DEALING:
            return ("deal", ())
        moment = early_moment(state)
        if moment:
            return ("action", (early_player(state, moment),))
        if now in (REDEALING, RECRUITING, DEPLOYING):
            player = chooser(state)
            if now == DEPLOYING and not state.zone(RECRUITMENT, player):
                return ("nothing to deploy", ())
            return ("action", (player,))
        if self._is_deciding(state):
            deciding = decider(state)
            if deciding is not None and undecided(state):
                return ("action", (deciding,))
            return ("turn up", ())
        assigning = assigning_player(state)
        return ("assigned", ()) if assigning is None else ("action", (assigning,))

    def _is_deciding(self, state: State) -> bool:
        """Whether the reveal has not yet come to what is assigned."""
        return step(state) == REVEALING and state.turn.get("revealed", UNTURNED) <= DECIDING

    def _nobody_responds(self, state: State, top: int | None, now: int) -> bool:
        """Whether everybody can know that whoever may still act can only pass."""
        holder = pile.holder(state)
        passes = state.turn.get(pile.PASSES, 0)
        if top is None and now in OF_ACTION and (passes == 0 or holder == active(state)):
            return False
        board: Board = state.board()
        item = None if top is None else state.pile[top]
        stage = "" if item is None else item.data[1]
        defends = stage == TARGET and item is not None and item.kind == STRIKE_KIND
        asked = (0, 1) if passes == 0 or holder is None else (holder,)
        for player in asked:
            if board.hidden[player]:
                return False
            if board.quick[player] or (defends and player != active(state)):
                special = stage if defends or stage in board.moments[player] else ""
                if self._can_respond(state, player, special, now):
                    return False
        return True

    def _can_respond(self, state: State, player: int, stage: str, now: int) -> bool:
        announced = tuple(what_matters(state.pile[key]) for key in pile.items(state))
        used = tuple(state.used.items())
        memory = state.remembered()
        key = ("responds", player, announced, stage, now, active(state), used)
        found: bool | None = memory.get(key)
        if found is None:
            found = memory[key] = self._responds(state, player)
        return found

    def _responds(self, state: State, player: int) -> bool:
        for shape in RESPONSES:
            for first in shape.subjects(state, player):
                act = Act(player, first)
                if not breached(shape.findings(state, act)) and completes(state, shape, act):
                    return True
        return False

    def action_rule(self, state: State, player: int) -> str:
        now = step(state)
        if early_moment(state):
            return early.RULES[early_moment(state)]
        if now < STARTING:
            return ACTION_RULES.get(now, "BE09 306.4")
        return "BE09 215.6"

    def actions(self, state: State, player: int) -> list[Option]:
        now = step(state)
        if early_moment(state):
            return offer(state, RESPONSES_EARLY, player)
        if now < STARTING:
            return offer(state, BEFORE_BATTLE.get(now, ()), player)
        slow = now in OF_ACTION and player == active(state) and not pile.items(state)
        return offer(state, SLOW if slow else FAST, player)

    def actions_public(self, state: State, player: int) -> bool:
        if step(state) < REVEALING:
            return False
        return not state.board().hidden[player]

    def loop(self, state: State, how: str) -> Spec:
        return ("loop", (how,))

    @rules("BE09 215.7")
    def not_now(self, state: State, pending: Choice | None, player: int) -> Breach | None:
        if pending is not None and pending.player == player and pending.kind == "action":
            return None
        if "result" in state.turn:
            return Breach("battle-over", "BE09 102.1")
        return Breach("not-your-priority", "BE09 215.7", (player,))

    # -- characteristics and knowledge ----------------------------------------------------------

    def compute(self, state: State, recorder: Recorder | None = None) -> Board:
        return compute(state, recorder)

    def survey(self, faces: tuple[BerserkFace, ...]) -> Texts:
        return Texts(faces)

    def is_light(self, state: State, table: int, key: object, old: object, new: object) -> bool:
        return is_light(state, table, old, new)

    def values_of(self, state: State, obj: int) -> dict[str, int | str | bool | list[str]]:
        return told.values_of(state, obj)

    def item_seen(self, state: State, key: int) -> list[Any]:
        return told.item_seen(state, key)

    def fits_place(self, zone: Zone, place: tuple[Any, ...] | None) -> bool:
        """A card on the field may have a cell, and a number if others came there before it."""
        return place is None or is_place(place)

    @rules("BE09 306.2a", "BE09 415.3")
    def may_be(self, state: State, obj: int, face: int) -> bool:
        if state.where[obj] != ON_FIELD or not state.status.get(obj, 0) & HIDDEN:
            return True
        decided = state.status.get(obj, 0) & DECIDED
        if not decided and (step(state) < REVEALING or self._is_deciding(state)):
            return True
        return may_stay_hidden(state, obj, state.faces[face])

    def reread(self, state: State, kind: str, values: tuple[Any, ...]) -> None:
        if kind in ("lost", "drawn"):
            lost = (0, 1) if kind == "drawn" else (values[0],)
            for obj in sorted(state.owner):
                creature = state.faces[state.card[obj]].type == CREATURE
                if state.owner[obj] in lost and creature:
                    state.where.get(obj)
            return
        obj = values[0]
        value_of(state, obj, "life")
        host = state.host.get(obj)
        if host is not None:
            lost_bearer(state, obj, host)
        state.where.get(obj)

    # -- cards and words --------------------------------------------------------------------------

    def library(self) -> dict[str, BerserkFace]:
        if self._library is None:
            self._library = load_library(_HERE / "cards")
        return self._library

    def starters(self) -> tuple[Sequence[str], Sequence[str]]:
        first, second, *_ = self.decks().values()
        return first, second

    def decks(self) -> dict[str, Sequence[str]]:
        data = tomllib.loads((_HERE / "decks.toml").read_text(encoding="utf-8"))
        return {
            deck: [name for name, copies in cards.items() for _ in range(copies)]
            for deck, cards in data.items()
        }

    def grids(self, state: State, player: int) -> list[Grid]:
        return table.grids(state, player)

    def numbers(self, state: State, player: int, viewer: int | None) -> list[tuple[str, int]]:
        return table.numbers(state, player, viewer)

    def brief(self, state: State, obj: int) -> list[str]:
        return table.brief(state, obj)

    def worth(self, state: State, player: int) -> int:
        return worth.worth(state, player)

    def deck_findings(self, deck_: DeckList, form: str) -> Findings:
        return deck.may_be_played(deck_, form)

    def read_face(self, data: Any) -> BerserkFace:
        return read_face(data)

    def names_of(self, face: BerserkFace) -> tuple[str, ...]:
        return (face.name, face.name_ru) if face.name_ru else (face.name,)

    def names_in(self, face: BerserkFace, tongue: str) -> tuple[str, ...]:
        names = self.names_of(face)
        return names[::-1] if tongue == "ru" else names

    def setup(self, doc: Doc, faces: tuple[BerserkFace, ...], options: dict[str, str]) -> State:
        return setup(lambda: State(self, faces, options), doc, faces)

    def details(self, state: State, obj: int) -> list[str]:
        return told.details(state, obj)

    def in_words(self, state: State, called: Called) -> dict[str, Field]:
        return written.in_words(state, called)

    def property_of(self, state: State, obj: int, name: str) -> Property:
        return told.property_of(state, obj, name)

    def property_of_player(self, state: State, player: int, name: str) -> Property:
        return told.property_of_player(state, player, name)

    def property_of_game(self, state: State, name: str) -> Property:
        return told.property_of_game(state, name)

    def ability_word(self, state: State, option: Option) -> str:
        obj, number = option[1], option[2]
        if word_of(number):
            return word_of(number)
        abilities = state.faces[state.card[obj]].sheet.abilities
        if not 0 <= number < len(abilities):
            return str(number)
        return str(getattr(abilities[number], "name", number))


BOOK = Berserk()

Deck = Sequence[str | BerserkFace]


def new_game(
    decks: tuple[Deck, Deck], seed: int = 0, options: dict[str, str] | None = None
) -> Game:
    """A new battle with two decks of names from the library or faces, at its first question.

    IllegalDeck says what the rules forbid; KeyError names a card that is not in the library.
    """
    library = BOOK.library()
    cards = [[library[c] if isinstance(c, str) else c for c in own] for own in decks]
    for own in cards:
        ruling = BOOK.judge_deck(deck_list(own, BOOK.name_of))
        if not ruling.legal:
            raise IllegalDeck(ruling)
    faces: list[BerserkFace] = []
    for own in cards:
        for face in own:
            if not any(face is known for known in faces):
                faces.append(face)
    state = State(BOOK, tuple(faces), BOOK.read_options(options or {}))
    state.event(SETUP, "BE09 301.1", ())
    state.put(TURN, "step", DEALING or None)
    for player, own in enumerate(cards):
        numbers = [next(n for n, known in enumerate(faces) if known is face) for face in own]
        state.deal(numbers, player, (DECK, player))
    return Game(state, Chance(seed)).start()
