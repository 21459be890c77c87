"""A battle set up from plain data and spoken to in words: what these tests share."""

import json
from typing import Any

from cardlaw.judge.cases import case_from_bytes
from cardlaw.judge.opening import Opening
from cardlaw.kernel.because import events
from cardlaw.kernel.game import Game
from cardlaw.kernel.law import Ruling
from cardlaw.kernel.setup import Property
from cardlaw.notation.labels import Names
from cardlaw.notation.reading import read_line

Position = dict[str, Any]


def creature(name: str, **fields: Any) -> Position:
    """A plain creature of a test."""
    return {"name": name, "life": 8, "movement": 2, "strike": [1, 2, 3], "cost": 3, **fields}


class Table:
    """A battle in words. ``chance`` fixes the first dice."""

    def __init__(
        self,
        position: Position,
        cards: list[Position] | None = None,
        options: dict[str, str] | None = None,
        chance: list[int] | None = None,
    ) -> None:
        case = {
            "cardlaw": 1,
            "game": "berserk",
            "title": "a position of a test",
            "options": options or {},
            "cards": cards or [],
            "position": position,
            "chance": chance or [],
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
            assert player is not None, f"nobody decides before {text!r}"
            self.game.play(read_line(self.game, text, player, self.names))

    def of(self, name: str, word: str) -> Property:
        """A property of a card in words."""
        return self.game.book.property_of(self.game.state, self.object(name), word)

    def zone(self, name: str) -> tuple[str, int]:
        """The zone of a card: its name and its player."""
        return self.game.state.where[self.object(name)]

    def bearer(self, name: str) -> int | None:
        """What bears a card."""
        return self.game.state.host.get(self.object(name))

    def told(self, kind: str) -> list[tuple[str, tuple[Any, ...]]]:
        """The events of a kind so far: rule and values."""
        return [(e.rule, e.values) for e in events(self.game) if e.kind == kind]
