"""A game in the middle of a turn, set up from plain data and spoken to in words."""

import json
from typing import Any

from cardlaw.judge.cases import case_from_bytes
from cardlaw.judge.opening import Opening
from cardlaw.kernel.game import Game
from cardlaw.kernel.law import Ruling
from cardlaw.kernel.setup import Property
from cardlaw.notation.labels import Names
from cardlaw.notation.reading import read_line

#: a position, a card or another part of a case as plain data
Doc = dict[str, Any]


class Spoken:
    """A game of a rulebook from a position; ``parts`` are further parts of the case."""

    def __init__(self, key: str, position: Doc, **parts: Any) -> None:
        case = {
            "cardlaw": 1,
            "game": key,
            "title": "a position of a test",
            "position": position,
            "script": [],
            **{name: part for name, part in parts.items() if part},
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

    def why(self, text: str, player: int | None = 0) -> Ruling:
        """The ruling on a line in words; None: for the player who decides."""
        who = self.game.to_act if player is None else player
        assert who is not None
        return self.game.why(read_line(self.game, text, who, self.names), who)

    def codes(self, text: str, player: int | None = 0) -> list[str]:
        """The breaches of a line in words, sorted."""
        return sorted(self.why(text, player).codes)

    def do(self, *texts: str) -> None:
        """Play lines in words, each by the player who decides then."""
        for text in texts:
            player = self.game.to_act
            assert player is not None, f"nobody decides before {text!r}"
            self.game.play(read_line(self.game, text, player, self.names))

    def value(self, name: str, word: str) -> Property:
        """A property of an object in words."""
        return self.game.book.property_of(self.game.state, self.object(name), word)
