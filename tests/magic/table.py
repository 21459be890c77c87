"""Games in the middle of a turn, from positions as plain data, played in words."""

import json
from typing import Any

from cardlaw.judge.cases import case_from_bytes
from cardlaw.judge.opening import Opening
from cardlaw.kernel.law import Ruling
from cardlaw.kernel.setup import Property
from cardlaw.notation.labels import Names
from cardlaw.notation.reading import read_line

Doc = dict[str, Any]


class Table:
    """A game of Magic that is spoken to in words."""

    def __init__(self, position: Doc, cards: list[Doc] | None = None) -> None:
        case = {
            "cardlaw": 1,
            "game": "magic",
            "title": "a position of a test",
            "cards": cards or [],
            "position": position,
            "script": [],
        }
        opening = Opening(case_from_bytes(json.dumps(case).encode()))
        self.game = opening.game
        self.labels = opening.labels

    @property
    def names(self) -> Names:
        return Names(self.game.state, self.labels)

    def find(self, name: str) -> int:
        """The object that a name means."""
        found = self.names.find(name)
        assert len(found) == 1, f"{name}: {found}"
        return found[0]

    def why(self, text: str, player: int | None = None) -> Ruling:
        """The ruling on a line in words."""
        who = self.game.to_act if player is None else player
        assert who is not None
        return self.game.why(read_line(self.game, text, who, self.names), who)

    def codes(self, text: str, player: int | None = None) -> list[str]:
        """The breaches of a line in words, sorted."""
        return sorted(self.why(text, player).codes)

    def do(self, *lines: str) -> None:
        """Play lines in words, each by the player who decides then."""
        for text in lines:
            player = self.game.to_act
            assert player is not None
            self.game.play(read_line(self.game, text, player, self.names))

    def passes(self, times: int = 1) -> None:
        """Both players pass, so many times."""
        self.do(*["pass", "pass"] * times)

    def value(self, name: str, word: str) -> Property:
        """A property of an object in words."""
        return self.game.book.property_of(self.game.state, self.find(name), word)

    def life(self, player: int) -> int:
        return self.game.state.points.get((player, "life"), 0)

    def zone(self, name: str) -> str:
        return self.game.state.where[self.find(name)][0]

    def bearer(self, name: str) -> str | None:
        """The name of what an object is attached to."""
        host = self.game.state.host.get(self.find(name))
        return None if host is None else self.names.label(host)


def main_phase(mine: list[Any], theirs: list[Any] | None = None, **more: Any) -> Doc:
    """A's main phase with these permanents; further words of the position by name."""
    doc: Doc = {"active": "A", "step": "precombat main"}
    doc["A"] = {"battlefield": mine, **more.pop("a", {})}
    doc["B"] = {"battlefield": theirs or [], **more.pop("b", {})}
    doc.update(more)
    return doc
