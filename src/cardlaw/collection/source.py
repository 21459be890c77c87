"""Reading a file of cards from the disk in pieces, packed or not, without trusting it."""

from __future__ import annotations

import gzip
import hashlib
import io
import zlib
from pathlib import Path
from typing import IO

from cardlaw.collection.words import CardFault
from cardlaw.judge.faults import shortened

#: bytes that are read at once
PIECE = 1 << 18
#: no file of cards is larger when unpacked
MOST_BYTES = 8 << 30
_GZIP = b"\x1f\x8b"
_OTHER_PACKERS = {b"PK": "zip", b"BZh": "bzip2", b"\xfd7zXZ": "xz", b"(\xb5/\xfd": "zstd"}
_OTHER_ENCODINGS = (b"\xff\xfe", b"\xfe\xff", b"\x00", b"[\x00", b"{\x00")


class Source:
    """A file of cards that is read once from its beginning to its end.

    A file packed with gzip is recognised by its content. CardFault says what cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self.name = shortened(str(path), 1000)
        self._read = 0
        try:
            self._raw = path.open("rb")
        except (OSError, ValueError) as error:
            raise CardFault("unreadable", self.name, reason=_reason(error)) from None
        try:
            self.size = self._raw.seek(0, io.SEEK_END)
            self._raw.seek(0)
            start = self._raw.read(8)
            self._raw.seek(0)
        except OSError as error:
            self._raw.close()
            raise CardFault("unreadable", self.name, reason=_reason(error)) from None
        self.packed = start.startswith(_GZIP)
        self._file: gzip.GzipFile | IO[bytes] = self._raw
        if self.packed:
            self._file = gzip.GzipFile(fileobj=self._raw)
        self._refuse(start)

    def _refuse(self, start: bytes) -> None:
        fault = None
        for begin, packer in _OTHER_PACKERS.items():
            if start.startswith(begin):
                fault = CardFault("packed-otherwise", self.name, packer=packer)
        if not self.size:
            fault = CardFault("empty-file", self.name)
        if fault is not None:
            self.close()
            raise fault

    def digest(self) -> str:
        """A fingerprint of the whole file as it lies on the disk. Reading begins anew."""
        found = hashlib.blake2b(digest_size=20)
        try:
            while piece := self._raw.read(PIECE):
                found.update(piece)
            self._raw.seek(0)
        except OSError as error:
            raise CardFault("unreadable", self.name, reason=_reason(error)) from None
        return found.hexdigest()

    def read(self) -> bytes:
        """The next piece, unpacked; nothing at the end of the file."""
        try:
            piece = self._file.read(PIECE)
        except EOFError:
            raise CardFault("packed-cut-off", self.name, bytes=self._read) from None
        except (OSError, zlib.error) as error:
            code = "packed-broken" if self.packed else "unreadable"
            reason = _reason(error)
            raise CardFault(code, self.name, reason=reason, bytes=self._read) from None
        if not self._read:
            piece = self._begun(piece)
        self._read += len(piece)
        if self._read > MOST_BYTES:
            raise CardFault("file-too-large", self.name, most=MOST_BYTES >> 30)
        return piece

    def _begun(self, piece: bytes) -> bytes:
        if piece.startswith(_OTHER_ENCODINGS):
            raise CardFault("not-utf8", self.name, 1, bytes=0)
        return piece.removeprefix(b"\xef\xbb\xbf")

    @property
    def done(self) -> int:
        """How many of the ``size`` bytes on the disk have been read."""
        return self._raw.tell()

    def close(self) -> None:
        """Close the file."""
        self._file.close()
        self._raw.close()

    def __enter__(self) -> Source:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()


def _reason(error: Exception) -> str:
    """The operating system's own word for what is wrong."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return shortened(str(error), 100)
