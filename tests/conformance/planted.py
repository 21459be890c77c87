"""Rulebooks with one defect each, for the tests that show that the suite finds it."""

from typing import Any

from cardlaw.conformance import Subject
from cardlaw.kernel.action import Act, Procedure
from cardlaw.kernel.because import SETUP
from cardlaw.kernel.choice import Chance, Choice, Option
from cardlaw.kernel.game import Game
from cardlaw.kernel.law import Breach, Code, Findings
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import HOST
from cardlaw.rulebooks.toy import BOOK as TOY
from cardlaw.rulebooks.toy.actions import SHAPES, Pass, Wear
from cardlaw.rulebooks.toy.book import Toy, draw_step
from cardlaw.rulebooks.toy.words import LIBRARY


def begin(book: Toy, seed: int) -> Game:
    """A toy game under a rulebook of ours."""
    faces = tuple(LIBRARY.values())
    state = State(book, faces, {})
    state.event(SETUP, "TOY 1.1", ())
    for player in (0, 1):
        for card in range(18):
            state.create(card % len(faces), player, ("deck", player))
    return Game(state, Chance(seed)).start()


def subject(book: Toy, module: str = "", answers: int = 60) -> Subject:
    """The rulebook as a subject of the suite."""
    return Subject(book, lambda seed: begin(book, seed), module, answers=answers)


class ForgetsShaping(Toy):
    """Attaching does not start a new epoch."""

    shaping = Toy.shaping - {HOST}


class ByRowOrder(Toy):
    """Offers in the order of rows of a table."""

    def actions(self, state: State, player: int) -> list[Option]:
        worn = list(state.host)
        return sorted(
            super().actions(state, player),
            key=lambda option: worn.index(option[1]) if option[-1] in worn else -1,
        )


class ByHash(Toy):
    """Offers in the order of a set of words."""

    def actions(self, state: State, player: int) -> list[Option]:
        words = {str(option): option for option in super().actions(state, player)}
        return [words[word] for word in set(words)]


class OffersTooMuch(Toy):
    """Offers what its own rules refuse."""

    def actions(self, state: State, player: int) -> list[Option]:
        return [*super().actions(state, player), ("play", state.order[("deck", player)][0])]


class OffersTooLittle(Toy):
    """Leaves the last legal option out."""

    def actions(self, state: State, player: int) -> list[Option]:
        return super().actions(state, player)[:-1] or [("pass",)]


class OffersNothing(Toy):
    """Asks a question that nobody can answer."""

    def actions(self, state: State, player: int) -> list[Option]:
        return []


class SilentWear(Wear):
    """Its breaches name a rule that is nowhere, or a code with other values."""

    def __init__(self, breach: Breach) -> None:
        self.breach = breach

    def findings(self, state: State, act: Act) -> Findings:
        for finding in super().findings(state, act):
            yield self.breach if finding.code == "wrong-kind" else finding


def breaching(breach: Breach) -> Toy:
    """A toy game that gives this breach for putting on what is no gear."""

    class Breaching(Toy):
        shapes = tuple(SilentWear(breach) if type(s) is Wear else s for s in SHAPES)

    return Breaching()


def told_wrong(state: State) -> Procedure:
    """A draw with an event that tells everybody which card lies on top."""
    player = (state.turn["turn"] + 1) % 2
    cards = state.zone("deck", player)
    if cards:
        state.event("peeked", "TOY 1.2", (), state.card[cards[0]])
    yield from draw_step(state)


class TellsTheTop(Toy):
    """Its log gives away the card on top of a deck."""

    codes = {**Toy.codes, "peeked": Code("peeked", ("num:face",))}
    procedures = {**Toy.procedures, "draw": told_wrong}


class ReadsTheHand(Toy):
    """Its refusals depend on what the other player has in hand."""

    def not_now(self, state: State, pending: Choice | None, player: int) -> Breach | None:
        late = super().not_now(state, pending, player)
        hand = state.zone("hand", 1 - player)
        if late is not None and any(state.faces[state.card[o]].kind == "spell" for o in hand):
            return Breach("not-asked", "TOY 2.1")
        return late


class ShowsTheDeck(Toy):
    """The values of a known card tell what lies on its owner's deck."""

    def values_of(self, state: State, obj: int) -> dict[str, Any]:
        deck = state.zone("deck", state.owner[obj])
        return {"power": state.card[deck[0]] if deck else 0}


class Idle(Pass):
    """A pass that lets something happen for no reason."""

    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        state.event("entered", "TOY 2.2", (), 1)
        yield from super().perform(state, act, cause)


class CausesNothing(Toy):
    """An event without a cause, by a rule that is no root."""

    shapes = tuple(Idle() if type(s) is Pass else s for s in SHAPES)


class RereadsNothing(Toy):
    """The question behind a sweep is not asked again."""

    def reread(self, state: State, kind: str, values: tuple[int, ...]) -> None:
        return None


#: what the fresh process imports
BOOK = ByHash()
assert TOY.index is BOOK.index
