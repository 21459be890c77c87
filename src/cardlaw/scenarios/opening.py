"""From a scenario's zones to a game at the beginning of the first turn's upkeep."""

from __future__ import annotations

from collections.abc import Sequence

from cardlaw.kernel.choice import Chance, Option, Space
from cardlaw.kernel.game import Game
from cardlaw.kernel.setup import Doc, Mark, Placement
from cardlaw.rulebooks.magic.book import BOOK
from cardlaw.rulebooks.magic.face import Face
from cardlaw.scenarios.cards import Cards, Unsupported
from cardlaw.scenarios.records import Placed, Scenario

PLAYERS = ("A", "B")
ZONES = ("battlefield", "hand", "graveyard", "exile")
#: cards that nobody asks for, under those that are listed
FILLING = 40
#: how a flip of a coin ends
WON, LOST = ("won",), ("lost",)


class CannotRun(Exception):
    """A scenario that is not for this program, with the reasons."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__("; ".join(reasons))
        self.reasons = reasons


class Coins:
    """The coins of a scenario, in the order in which they fall."""

    __slots__ = ("wins",)

    def __init__(self, wins: list[bool]) -> None:
        self.wins = wins

    def given(self, space: Space, n: int) -> Option | None:
        """How the next coin that is kept ready falls, if a coin is flipped."""
        if self.wins and WON in space:
            return WON if self.wins.pop(0) else LOST
        return None


class Opened:
    """A game set up from a scenario, and the objects that the scenario has names for."""

    def __init__(
        self, scenario: Scenario, cards: Cards, listed: Sequence[str] = (), seed: int = 0
    ) -> None:
        self.cards = cards
        self.filling = self._filling(scenario, listed)
        self.faces: list[Face] = []
        self.doc = Doc()
        self.doc.turn = {"turn": "1", "active": "A", "step": "upkeep", "begun": "no"}
        self._aliased: list[tuple[str, Placement]] = []
        self._check(scenario)
        for player, name in enumerate(PLAYERS):
            side = scenario.players[name]
            self.doc.players[player]["life"] = str(side.life)
            for zone in ZONES:
                for placed in getattr(side, zone):
                    self._place(placed, zone, player)
            for placed in reversed(side.library):
                self._place(placed, "library", player)
            if not side.library_is_exactly:
                self._place(Placed(self.filling, FILLING), "library", player)
        wins = [bool(deed.value) for deed in scenario.actions if deed.do == "coin"]
        state = BOOK.setup(self.doc, tuple(self.faces), BOOK.read_options({}))
        self.game = Game(state, Chance(seed, given=Coins(wins).given)).start()
        #: alias -> object
        self.aliases = {alias: self.doc.objects[p] for alias, p in self._aliased}

    def _check(self, scenario: Scenario) -> None:
        if sorted(scenario.players) != list(PLAYERS) or scenario.format != "duel":
            raise CannotRun([f"no game of two players ({scenario.format})"])
        sides = scenario.players.values()
        if any(side.command for side in sides):
            raise CannotRun(["cards in the command zone"])
        zones = [getattr(side, zone) for side in sides for zone in (*ZONES, "library")]
        names = {placed.card.split("@")[0] for zone in zones for placed in zone}
        found = [self.cards.face(name) for name in sorted(names)]
        lacking = [f"{u.card}: {u.reason}" for u in found if isinstance(u, Unsupported)]
        if lacking:
            raise CannotRun(lacking)

    def _filling(self, scenario: Scenario, listed: Sequence[str]) -> str:
        """The basic land that a scenario lists and puts nowhere: libraries are filled with it."""
        sides = scenario.players.values()
        zones = [getattr(side, zone) for side in sides for zone in (*ZONES, "library")]
        placed = {entry.card for zone in zones for entry in zone}
        for name in listed:
            face = self.cards.face(name) if name not in placed else None
            if isinstance(face, Face) and "basic" in face.supertypes:
                return name
        return ""

    def _place(self, placed: Placed, zone: str, player: int) -> None:
        name, _, alias = placed.card.partition("@")
        face = self.cards.face(name) if name else self.cards.filler
        assert isinstance(face, Face)
        index = next((n for n, known in enumerate(self.faces) if known is face), None)
        if index is None:
            index = len(self.faces)
            self.faces.append(face)
        for number in range(placed.count):
            placement = Placement(face.name, index, zone, player, Mark())
            if placed.tapped:
                placement.fields["tapped"] = "yes"
            self.doc.placements.append(placement)
            if alias:
                called = alias if placed.count == 1 else f"{alias}.{number + 1}"
                self._aliased.append((called, placement))
                if number == 0 and placed.count > 1:
                    self._aliased.append((alias, placement))
