"""What a file of cards lists: where its cards stand in the form that it has."""

from __future__ import annotations

from collections.abc import Iterator

from cardlaw.collection.forms import Found, read_atomic, read_listed, read_mtgjson
from cardlaw.collection.scanner import Item, Scanner
from cardlaw.collection.words import CardFault

#: how an item is read
LISTED, PRINTED, ATOMIC = "listed", "printed", "atomic"

Listed = tuple[str, Item]


def listed(scanner: Scanner) -> Iterator[Listed]:
    """Every card or face that a file lists, in order. CardFault for a file of another kind."""
    first = scanner.peek()
    if first == b"[":
        yield from _elements(scanner, LISTED)
    elif first == b"{":
        yield from _wrapped(scanner)
    else:
        raise CardFault("no-json", scanner.name)
    scanner.end()


def read_item(kind: str, item: Item) -> list[Found]:
    """What an item holds. msgspec.DecodeError for broken JSON, ValidationError for wrong kinds."""
    if kind == LISTED:
        return read_listed(item.raw)
    if kind == PRINTED:
        return read_mtgjson(item.raw)
    return read_atomic(item.raw, item.path[-1])


def _elements(scanner: Scanner, kind: str, path: tuple[str, ...] = ()) -> Iterator[Listed]:
    for _ in scanner.elements():
        yield kind, scanner.value(path)


def _wrapped(scanner: Scanner) -> Iterator[Listed]:
    """A list inside an object: a page of Scryfall's, or a file of MTGJSON."""
    found = False
    for key in scanner.members():
        first = scanner.peek()
        if key != "data" or first not in (b"[", b"{"):
            scanner.skip()
            continue
        found = True
        if first == b"[":
            yield from _elements(scanner, LISTED, ("data",))
        else:
            yield from _data(scanner)
    if not found:
        raise CardFault("no-card-file", scanner.name)


def _data(scanner: Scanner) -> Iterator[Listed]:
    """Names with faces (AtomicCards), codes with sets (AllPrintings), or one set."""
    one_set = False
    for key in scanner.members():
        first = scanner.peek()
        if first == b"{":
            yield from _set(scanner, key)
        elif first == b"[" and key == "cards":
            one_set = True
            yield from _elements(scanner, PRINTED, ("data", key))
        elif first == b"[" and key in ("mainBoard", "sideBoard"):
            raise CardFault("is-a-deck", scanner.name)
        elif first == b"[" and not one_set:
            yield ATOMIC, scanner.value(("data", key))
        else:
            one_set = True
            scanner.skip()


def _set(scanner: Scanner, code: str) -> Iterator[Listed]:
    for key in scanner.members():
        if key == "cards" and scanner.peek() == b"[":
            yield from _elements(scanner, PRINTED, ("data", code, key))
        else:
            scanner.skip()
