"""Cutting a long JSON text into the values that it lists, in bounded memory, with their places."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec

from cardlaw.collection.words import CardFault

#: no single value that is kept whole is longer
MOST_BYTES = 4 << 20
#: no value is nested deeper
MOST_DEPTH = 64

# Possessive, so that what does not match is left at once.
_TO_BRACKET = re.compile(rb'[^"\[\]{}]*+(?:"[^"\\]*+(?:\\.[^"\\]*+)*+"[^"\[\]{}]*+)*+', re.DOTALL)
_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_SPACE = re.compile(rb"[ \t\r\n]*+")
_WORD = re.compile(rb"[^\s,\[\]{}\":]*+")
_CLOSES = {ord("["): ord("]"), ord("{"): ord("}")}

Path = tuple[str, ...]


class Item(NamedTuple):
    """One value of a long JSON text: its bytes, where it begins, the keys that lead to it."""

    raw: bytes
    offset: int
    line: int
    path: Path


class Scanner:
    """Walks a JSON text that arrives in pieces; ``read`` gives the next piece.

    Every CardFault has the line; ``bytes`` is the offset in the unpacked text.
    """

    def __init__(self, read: Callable[[], bytes], name: str) -> None:
        self._more = read
        self.name = name
        self._text = b""
        self._at = 0
        #: where the value that is kept begins, or -1
        self._kept = -1
        self._dropped = 0
        self._lines = 1

    # -- the text --------------------------------------------------------------------------------

    @property
    def offset(self) -> int:
        """The offset of the next byte in the whole text."""
        return self._dropped + self._at

    def line_at(self, at: int) -> int:
        """The line of a byte that has not been dropped."""
        return self._lines + self._text.count(b"\n", 0, max(0, at - self._dropped))

    def fault(self, code: str, **values: object) -> CardFault:
        """A fault at the next byte."""
        values.setdefault("bytes", self.offset)
        return CardFault(code, self.name, self.line_at(self.offset), **values)

    def _refill(self) -> bool:
        """Fetch another piece, and drop what has been read; False at the end of the text."""
        keep = self._at if self._kept < 0 else self._kept
        if len(self._text) - keep > MOST_BYTES:
            raise self.fault("value-too-large", most=MOST_BYTES >> 20)
        piece = self._more()
        if not piece:
            return False
        self._lines += self._text.count(b"\n", 0, keep)
        self._text = self._text[keep:] + piece
        self._dropped += keep
        self._at -= keep
        self._kept = min(0, self._kept)
        return True

    def peek(self) -> bytes:
        """The next byte that is no space; nothing at the end."""
        while True:
            found = _SPACE.match(self._text, self._at)
            assert found is not None
            self._at = found.end()
            if self._at < len(self._text):
                return self._text[self._at : self._at + 1]
            if not self._refill():
                return b""

    def take(self, wanted: bytes) -> bytes:
        """The next byte, which must be one of these."""
        byte = self.peek()
        if not byte:
            raise self.fault("cut-off")
        if byte not in (wanted[n : n + 1] for n in range(len(wanted))):
            raise self.fault("broken-json", found=_shown(byte))
        self._at += 1
        return byte

    # -- values ----------------------------------------------------------------------------------

    def key(self) -> str:
        """A string and the colon after it."""
        if self.peek() != b'"':
            raise self.fault("broken-json", found=_shown(self.peek()))
        self._kept = self._at
        self._string()
        raw = self._text[self._kept : self._at]
        self._kept = -1
        try:
            text = msgspec.json.decode(raw, type=str)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise self.fault("not-utf8") from None
        self.take(b":")
        return text

    def value(self, path: Path) -> Item:
        """The next value, whole."""
        self.peek()
        self._kept = self._at
        offset = self.offset
        self.skip()
        raw = self._text[self._kept : self._at]
        line = self._lines + self._text.count(b"\n", 0, self._kept)
        self._kept = -1
        return Item(raw, offset, line, path)

    def skip(self) -> None:
        """Pass over the next value."""
        byte = self.peek()
        if byte == b'"':
            self._string()
        elif byte in (b"[", b"{"):
            self._brackets()
        else:
            self._word()

    def _string(self) -> None:
        while True:
            found = _STRING.match(self._text, self._at)
            if found is not None:
                self._at = found.end()
                return
            if not self._refill():
                raise self.fault("cut-off")

    def _word(self) -> None:
        while True:
            found = _WORD.match(self._text, self._at)
            assert found is not None
            if found.end() < len(self._text) or not self._refill():
                break
        if found.end() == self._at:
            raise self.fault("broken-json" if self.peek() else "cut-off", found=_shown(self.peek()))
        self._at = found.end()

    def _brackets(self) -> None:
        """Pass over a list or an object with all that is inside."""
        open_ = bytearray()
        while True:
            found = _TO_BRACKET.match(self._text, self._at)
            assert found is not None
            self._at = found.end()
            if self._at == len(self._text) or self._text[self._at] == ord('"'):
                if not self._refill():
                    raise self.fault("cut-off")
                continue
            byte = self._text[self._at]
            if byte in _CLOSES:
                open_.append(_CLOSES[byte])
                if len(open_) > MOST_DEPTH:
                    raise self.fault("too-deep", most=MOST_DEPTH)
            elif open_.pop() != byte:
                raise self.fault("broken-json", found=_shown(bytes((byte,))))
            self._at += 1
            if not open_:
                return

    # -- lists and objects -----------------------------------------------------------------------

    def elements(self) -> Iterator[int]:
        """Stops before each element of a list, which the caller must pass over."""
        self.take(b"[")
        number = 0
        if self.peek() == b"]":
            self.take(b"]")
            return
        while True:
            yield number
            number += 1
            if self.take(b",]") == b"]":
                return

    def members(self) -> Iterator[str]:
        """Stops before each value of an object, which the caller must pass over; gives its key."""
        self.take(b"{")
        if self.peek() == b"}":
            self.take(b"}")
            return
        while True:
            yield self.key()
            if self.take(b",}") == b"}":
                return

    def end(self) -> None:
        """Nothing may follow."""
        if self.peek():
            raise self.fault("more-after-end")


def _shown(byte: bytes) -> str:
    return byte.decode("ascii", "replace") if byte.isascii() else f"byte {byte[0]}"
