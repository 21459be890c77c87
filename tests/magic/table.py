"""Games of Magic in the middle of a turn, played in words."""

from typing import Any

from tests.spoken import Doc, Spoken

from cardlaw.kernel.law import Ruling


class Table(Spoken):
    """A game of Magic; unless a player is named a line is judged for who decides."""

    def __init__(self, position: Doc, cards: list[Doc] | None = None) -> None:
        super().__init__("magic", position, cards=cards)

    def why(self, text: str, player: int | None = None) -> Ruling:
        return super().why(text, player)

    def codes(self, text: str, player: int | None = None) -> list[str]:
        return super().codes(text, player)

    def passes(self, times: int = 1) -> None:
        """Both players pass, so many times."""
        self.do(*["pass", "pass"] * times)

    def life(self, player: int) -> int:
        return self.game.state.points.get((player, "life"), 0)

    def zone(self, name: str) -> str:
        return self.game.state.where[self.object(name)][0]

    def bearer(self, name: str) -> str | None:
        """The name of what an object is attached to."""
        host = self.game.state.host.get(self.object(name))
        return None if host is None else self.names.label(host)


def main_phase(mine: list[Any], theirs: list[Any] | None = None, **more: Any) -> Doc:
    """A's main phase with these permanents; further words of the position by name."""
    doc: Doc = {"active": "A", "step": "precombat main"}
    doc["A"] = {"battlefield": mine, **more.pop("a", {})}
    doc["B"] = {"battlefield": theirs or [], **more.pop("b", {})}
    doc.update(more)
    return doc
