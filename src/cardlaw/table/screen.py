"""A screen: what a seat was last shown of its table, and the versions by which it knows that."""

from __future__ import annotations

from collections import deque
from hashlib import blake2b

from cardlaw.match import Match
from cardlaw.match.telling import story
from cardlaw.table import drawing
from cardlaw.table.message import Update
from cardlaw.table.picture import Look

#: so many versions that differ only in stops and words are told from stale ones
RECENT = 64
#: the parts in which nothing can be clicked that has to do with the position
ASIDE = frozenset(("bar", "notice"))


class Screen:
    """What one seat was shown. Its changes are what must be sent to it."""

    def __init__(self, seat: int, secret: bytes) -> None:
        self.seat = seat
        self._secret = secret
        #: how it is shown; None when nobody looks
        self.look: Look | None = None
        self.parts: dict[str, str] = {}
        #: up to where the journal has been told, and in how many lines
        self._end = self._lines = 0
        #: how often the seat has changed where the game stands
        self.acted = 0
        #: the versions at which a click still means what it meant, the newest last
        self._current: deque[int] = deque(maxlen=RECENT)

    @property
    def version(self) -> int:
        """The number by which the seat knows the table as it was last shown it.

        It is made of what the seat was shown and of how often it has acted itself, so that it does
        not tell how often others have done what the seat cannot follow.
        """
        return self._current[-1] if self._current else self._version()

    def _version(self) -> int:
        found = blake2b(key=self._secret, digest_size=6)
        found.update(f"{self.seat} {self.acted} {self._lines}".encode())
        for name, html in self.parts.items():
            if name not in ASIDE:
                found.update(html.encode())
        return int.from_bytes(found.digest(), "big")

    def is_current(self, version: int) -> bool:
        """Whether a click on a version still means what it meant."""
        return version in self._current or version == self.version

    def begin(self, look: Look) -> None:
        """Show everything anew, as somebody wants to look at it."""
        self.look, self.parts, self._end, self._lines = look, {}, 0, 0

    def end(self) -> None:
        """Nobody looks any more."""
        self.look, self.parts, self._end, self._lines = None, {}, 0, 0
        self._current.clear()

    def changes(
        self, face: Match, look: Look, notice: str, afresh: bool = False, moved: bool = False
    ) -> Update:
        """What the seat must be shown that it is not shown yet.

        ``afresh``: the log may have lost lines; ``moved``: the game stands elsewhere.
        """
        state, before = face.game.kernel.state, self.version
        parts = {**drawing.parts(face, self.seat, look), "notice": notice}
        changed = {name: html for name, html in parts.items() if self.parts.get(name) != html}
        start, known = (0, 0) if afresh else (self._end, self._lines)
        told = story(face.game, self.seat, face.words, start)
        for each in told:
            each.number += known
        log = drawing.log(face, self.seat, told, look)
        if not start:
            changed["log"] = log
        self.parts, self._lines = parts, known + len(told)
        self._end = state.base + len(state.entries)
        version = self._version()
        if moved and version != before:
            self._current.clear()
        if version in self._current:
            self._current.remove(version)
        self._current.append(version)
        return Update(version, parts=changed, more={"log": log} if told and start else {})
