"""A battle set up from plain data and spoken to in words: what these tests share."""

from typing import Any

from tests.spoken import Doc, Spoken

from cardlaw.kernel.because import events

Position = Doc


def creature(name: str, **fields: Any) -> Position:
    """A plain creature of a test."""
    return {"name": name, "life": 8, "movement": 2, "strike": [1, 2, 3], "cost": 3, **fields}


class Table(Spoken):
    """A battle in words. ``chance`` fixes the first dice."""

    def __init__(
        self,
        position: Doc,
        cards: list[Doc] | None = None,
        options: dict[str, str] | None = None,
        chance: list[int] | None = None,
    ) -> None:
        super().__init__("berserk", position, cards=cards, options=options, chance=chance)

    def zone(self, name: str) -> tuple[str, int]:
        """The zone of a card: its name and its player."""
        return self.game.state.where[self.object(name)]

    def bearer(self, name: str) -> int | None:
        """What bears a card."""
        return self.game.state.host.get(self.object(name))

    def told(self, kind: str) -> list[tuple[str, tuple[Any, ...]]]:
        """The events of a kind so far: rule and values."""
        return [(e.rule, e.values) for e in events(self.game) if e.kind == kind]
