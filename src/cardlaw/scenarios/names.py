"""Which objects the names of a scenario mean."""

from __future__ import annotations

import re

from cardlaw.collection.naming import halves_of, key_of
from cardlaw.kernel.game import Game
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.board import Board
from cardlaw.rulebooks.magic.face import is_token, printed
from cardlaw.scenarios.opening import PLAYERS

_MARKS = re.compile(r"\[(no copy|only copy)\]$")


def player_of(word: str) -> int | None:
    """The player of "player:B" or "B"."""
    name = word.removeprefix("player:")
    return PLAYERS.index(name) if name in PLAYERS else None


class Called:
    """Reads names: a card's, an alias ("@bear"), a card with a mark ("X[only copy]")."""

    def __init__(
        self, game: Game, aliases: dict[str, int], other_names: dict[str, str | None]
    ) -> None:
        self.game = game
        self.aliases = aliases
        #: names that scenarios use, and what the cards are called
        self.other_names = other_names

    @property
    def state(self) -> State:
        """The position as it is now."""
        return self.game.state

    def name_of(self, obj: int) -> str:
        """What an object is called now: by its computed name where it has one."""
        board: Board = self.state.board()
        char = board.chars.get(obj)
        return char.name if char is not None else printed(self.state, obj).name

    def is_called(self, obj: int, word: str) -> bool:
        """Whether a name means this object."""
        if "@" in word:
            return self.aliases.get(_MARKS.sub("", word).split("@", 1)[1]) == obj
        text = _MARKS.search(word)
        bare = _MARKS.sub("", word)
        wanted = halves_of(key_of(self.other_names.get(bare) or bare))[0]
        if text is not None and text[1] == "no copy" and self.is_copy(obj):
            return False
        if text is not None and text[1] == "only copy" and not self.is_copy(obj):
            return False
        name = key_of(self.name_of(obj))
        face = key_of(printed(self.state, obj).name)
        return wanted in (name, halves_of(name)[0], face) or f"{name} token" == wanted

    def is_copy(self, obj: int) -> bool:
        """Whether an object is a token or has another's characteristics by a copy effect."""
        copies = {copy for copy, _ in self.state.lists.get("copies", ())}
        return is_token(self.state, obj) or obj in copies

    def in_zone(self, zone: str, word: str, player: int | None) -> list[int]:
        """The objects of a name in a zone: permanents by controller, cards by owner."""
        found = []
        for obj, where in sorted(self.state.where.items()):
            if where[0] != zone:
                continue
            if player is not None and self._whose(obj, zone) != player:
                continue
            if not word or self.is_called(obj, word):
                found.append(obj)
        return found

    def _whose(self, obj: int, zone: str) -> int:
        if zone == "battlefield":
            board: Board = self.state.board()
            char = board.chars.get(obj)
            return char.controller if char is not None else self.state.owner[obj]
        return self.state.owner[obj]

    def permanents(self, word: str, player: int | None = None) -> list[int]:
        """The permanents of a name."""
        return self.in_zone("battlefield", word, player)


def starts(text: str, word: str, name: str) -> bool:
    """Whether a text begins with the words of a scenario, its own name standing for "{this}"."""
    return _norm(text, name).startswith(_norm(word, name))


def _norm(text: str, name: str) -> str:
    text = (
        text.replace("{this}", "~").replace(name, "~").replace(name.split(",", maxsplit=1)[0], "~")
    )
    text = re.sub(r"\bthis (?:creature|artifact|equipment|aura|land|permanent|card)\b", "~", text)
    return re.sub(r"\s+", " ", text).strip(" :").casefold()
