"""A game of VS System from a position, and lines in words: what these tests share."""

from typing import Any

from tests.spoken import Doc, Spoken

Position = Doc


class Table(Spoken):
    """A game in the middle of a turn."""

    def __init__(
        self,
        position: Doc,
        cards: list[Doc] | None = None,
        options: dict[str, str] | None = None,
    ) -> None:
        super().__init__("vs", position, cards=cards, options=options)

    def passes(self) -> None:
        """Both players pass once."""
        self.do("pass", "pass")

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
