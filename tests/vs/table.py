"""A game set up from a position as plain data, and lines in words: what these tests share."""

import json
from typing import Any

from cardlaw.judge.cases import case_from_bytes
from cardlaw.judge.opening import Opening
from cardlaw.kernel.game import Game
from cardlaw.kernel.law import Ruling
from cardlaw.kernel.setup import Property
from cardlaw.notation.labels import Names
from cardlaw.notation.reading import read_line

Position = dict[str, Any]


class Table:
    """A game in the middle of a turn, spoken to in words."""

    def __init__(
        self,
        position: Position,
        cards: list[Position] | None = None,
        options: dict[str, str] | None = None,
    ) -> None:
        case = {
            "cardlaw": 1,
            "game": "vs",
            "title": "a position of a test",
            "options": options or {},
            "cards": cards or [],
            "position": position,
            "script": [],
        }
        opening = Opening(case_from_bytes(json.dumps(case).encode()))
        self.game: Game = opening.game
        self.labels = opening.labels

    @property
    def names(self) -> Names:
        return Names(self.game.state, self.labels)

    def object(self, name: str) -> int:
        """The object that a name means."""
        found = self.names.find(name)
        assert len(found) == 1, f"{name}: {found}"
        return found[0]

    def why(self, text: str, player: int = 0) -> Ruling:
        """The ruling on a line in words."""
        return self.game.why(read_line(self.game, text, player, self.names), player)

    def codes(self, text: str, player: int = 0) -> list[str]:
        """The breaches of a line in words, sorted."""
        return sorted(self.why(text, player).codes)

    def do(self, *texts: str) -> None:
        """Play lines in words, each by the player who decides then."""
        for text in texts:
            player = self.game.to_act
            assert player is not None
            self.game.play(read_line(self.game, text, player, self.names))

    def passes(self) -> None:
        """Both players pass once."""
        self.do("pass", "pass")

    def value(self, name: str, word: str) -> Property:
        """A property of an object in words."""
        return self.game.book.property_of(self.game.state, self.object(name), word)

    def zone(self, name: str) -> tuple[str, int]:
        """The zone of an object: its name and its player."""
        return self.game.state.where[self.object(name)]

    def bearer(self, name: str) -> int | None:
        """The object that an equipment is attached to."""
        return self.game.state.host.get(self.object(name))

    def events(self) -> list[str]:
        """The kinds of the events since the position was set up."""
        return [entry[0] for step in self.game.steps() for entry in step.entries if _head(entry)]


def _head(entry: Any) -> bool:
    return isinstance(entry[0], str)
