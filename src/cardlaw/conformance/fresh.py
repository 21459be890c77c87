"""The other side of a replay in a fresh process: records in, digests of every moment out."""

from __future__ import annotations

import importlib
import sys
from typing import Any

import msgspec

from cardlaw.conformance.records import digests


def main() -> None:
    """Read records from standard input, write the digests of each to standard output."""
    book = importlib.import_module(sys.argv[1]).BOOK
    records = msgspec.json.decode(sys.stdin.buffer.read(), type=list[dict[str, Any]])
    answer = msgspec.json.encode([digests(book, data) for data in records])
    sys.stdout.buffer.write(answer)


if __name__ == "__main__":
    main()
