"""Checks of the journal: every event names its rule, its values and what caused it."""

from __future__ import annotations

from cardlaw.conformance.offers import check_values
from cardlaw.conformance.subject import demand
from cardlaw.kernel.because import SETUP, SWEEP, all_causes, is_head, is_root, journal
from cardlaw.kernel.game import Game
from cardlaw.kernel.state import HEADS, Entry


def check_entries(game: Game, entries: list[Entry], base: int) -> None:
    """The entries after one answer: each change has its event, each event its rule and causes."""
    demand(not entries or is_head(entries[0]), "a change was written before any event")
    for number, entry in enumerate(entries, base):
        if is_head(entry):
            _check_head(game, number, entry)
        else:
            demand(entry[2] != entry[3], f"entry {number} changes nothing")


def _check_head(game: Game, number: int, entry: Entry) -> None:
    kind, rule, causes, values = entry
    book = game.book
    known = rule in book.index or kind == SETUP and not rule
    demand(known, f"the event {kind!r} names the rule {rule!r}: not in the index")
    demand(isinstance(causes, tuple), f"the causes of {kind!r} are {causes!r}, not a tuple")
    if kind in HEADS:
        demand(len(values) == 3, f"an answer has the values {values}")
    elif kind != SETUP:
        check_values(book, kind, values)
        root = rule in book.index.roots
        demand(causes or root, f"the event {kind!r} by {rule} has no cause and is no root rule")
    for cause in causes:
        earlier = 0 <= cause < number or cause == SWEEP
        demand(earlier, f"the event {kind!r} is caused by {cause}, which is no earlier event")


def check_causes(game: Game) -> int:
    """Every chain of causes ends in an answer, a set-up or a turn-based rule. Returns how many.

    A sweep over what stood there from the start has no earlier event, so it may end a chain in a
    game that began in the middle.
    """
    heads = {number for number, entry in journal(game) if is_head(entry)}
    first = game.root().base
    opening = game.root().entries
    fresh = first == 0 and bool(opening) and opening[0][0] == SETUP
    swept = {n for n, entry in journal(game) if is_head(entry) and entry[2] == (SWEEP,)}
    found = all_causes(game)
    for cause in found:
        event = cause.event
        for earlier in event.causes:
            demand(
                earlier in heads or earlier < first,
                f"event {event.id} {event.kind!r} is caused by {earlier}, which is no event",
            )
        if not event.causes and not is_root(game, event):
            demand(
                event.id in swept and not fresh,
                f"nobody knows why {event.kind!r} {event.values} happened by {event.rule}: "
                "does Rulebook.reread read what the sweep read?",
            )
    if found:
        demand(len(found[-1].chain()) >= 1, "a chain of causes is empty")
    return len(found)
