"""``cardlaw deck``: deck lists, and whether they are built by the rules."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap
from typing import Any

from cyclopts import App

from cardlaw.cli.cards import Flag
from cardlaw.cli.judge import PIPED
from cardlaw.cli.output import (
    BAD_INPUT,
    fail,
    fail_at,
    fault_text,
    language,
    print_json,
    show,
    signs,
    width,
)
from cardlaw.collection import (
    CardFault,
    CardLibrary,
    Checked,
    Deck,
    Line,
    Store,
    check_deck,
    read_deck,
)
from cardlaw.collection.decks.deck import SECTIONS
from cardlaw.collection.decks.reading import MOST_BYTES, read_deck_bytes
from cardlaw.collection.reading import support_of
from cardlaw.collection.words import tongue
from cardlaw.judge import FileFault
from cardlaw.judge.coverage import real_books
from cardlaw.judge.faults import sentence, unknown
from cardlaw.judge.nodes import PIPE
from cardlaw.judge.telling import Speaker, book_title
from cardlaw.judge.tongue import Tongue
from cardlaw.judge.transcript import TextLine
from cardlaw.kernel.rulebook import Rulebook
from cardlaw.library.support import Level, Support

USUAL_GAME = "magic"

deck_app = App(name="deck", help="Deck lists: check how they are built.")


@deck_app.command(name="check")
def check_command(
    file: str,
    /,
    *,
    game: str = USUAL_GAME,
    format: str = "",  # noqa: A002  the name of the option
    data: Path | None = None,
    lang: str = "en",
    json: Flag = False,
) -> int:
    """Tell every rule that the building of a deck breaks, and the lines that name no known card.

    Exit code 0: the deck may be played; 1: a rule is broken; 2: the file is at fault, or names
    cards that nobody knows.

    Parameters
    ----------
    file
        A deck list: text of Arena or MTGO, .dec, .dck, .mwDeck, .cod, a deck of MTGJSON; "-" is
        what is piped in.
    game
        The game: magic, vs or berserk.
    format
        How the deck is built: constructed, limited; for Magic also a format such as modern.
    data
        The folder of the user's cards, if it is another one than usual.
    lang
        The language: en, de, ru or es.
    json
        Print the result as JSON.
    """
    try:
        words = tongue(language(lang).language)
        book = _book(game)
    except FileFault as fault:
        return fail(fault_text(fault))
    words = tongue(words.language, book.key)
    store = None
    try:
        form = _format(book, format)
        store = Store.existing(data, book.key)
        deck = _piped() if file in (PIPE, PIPED) else read_deck(Path(file))
        checked = check_deck(deck, CardLibrary(book, store), form)
    except CardFault as fault:
        return fail_at(fault.told(words))
    finally:
        if store is not None:
            store.close()
    weak = _weak(checked, book.key)
    if json:
        print_json(_data(book, checked, words, weak))
    else:
        show(_report(book, checked, words, store is not None, weak))
    if checked.unknown:
        return BAD_INPUT
    return 0 if checked.ruling.legal else 1


def _piped() -> Deck:
    return read_deck_bytes(sys.stdin.buffer.read(MOST_BYTES + 1), "stdin")


def _book(name: str) -> Rulebook:
    for book in real_books():
        if name.casefold() in (book.key, book.title.casefold()):
            return book
    raise unknown("book", name, [book.key for book in real_books()], None)


def _format(book: Rulebook, name: str) -> str:
    known = list(book.deck_formats)
    form = name.casefold() or known[0]
    if form not in known:
        raise CardFault("unknown-format", name=name, known=", ".join(known))
    return form


# -- the report ------------------------------------------------------------------------------------


def _weak(checked: Checked, game: str) -> dict[str, Support]:
    """The user's cards that are not fully supported."""
    found = support_of((line.match for line in checked.lines), game)
    return {name: each for name, each in found.items() if each.level is not Level.FULL}


def _report(
    book: Rulebook, checked: Checked, words: Tongue, stored: bool, weak: dict[str, Support]
) -> Iterator[TextLine]:
    yield TextLine("title", checked.deck.title or words.text("deck-untitled"))
    head = f"{book_title(book, words)}, {words.term(checked.form)}"
    yield TextLine("dim", f"{head}: {_sizes(checked, words)}")
    for line in checked.unknown:
        yield from _wrapped("bad", f"{signs().bad} {_unknown(line, words)}")
    if checked.unknown and not stored and book.key == USUAL_GAME:
        yield from _wrapped("plain", f"  {words.text('no-cards-imported')}")
    for line in checked.lines:
        if line.match.note:
            text = words.text(
                f"note.{line.match.note}", line=line.entry.line, name=line.entry.name,
                card=line.match.name, set=line.entry.set,
            )  # fmt: skip
            yield from _wrapped("dim", f"{signs().dot} {sentence(text)}")
    speaker = Speaker(book, words)
    for breach in checked.ruling.breaches:
        reason = sentence(speaker.finding(breach)).rstrip(".")
        text = f"{reason} ({breach.rule}). {speaker.remedy(breach)}".rstrip()
        yield from _wrapped("no", f"{signs().bad} {text}")
    for ground in checked.ruling.grounds:
        text = f"{sentence(speaker.finding(ground)).rstrip('.')} ({ground.rule})."
        yield from _wrapped("dim", f"{signs().dot} {text}")
    for name, found in weak.items():
        text = words.text(f"level.{found.level.value}", name=name)
        reason = f" ({found.reasons[0].rstrip('.')})" if found.reasons else ""
        yield from _wrapped("dim", f"{signs().dot} {sentence(text).rstrip('.')}{reason}.")
    yield from _wrapped("good" if _playable(checked) else "bad", _verdict(checked, words))


def _playable(checked: Checked) -> bool:
    return checked.ruling.legal and not checked.unknown


def _verdict(checked: Checked, words: Tongue) -> str:
    if not checked.ruling.legal:
        return words.text("deck-illegal", n=len(checked.ruling.breaches))
    if checked.unknown:
        return words.text("deck-uncertain", n=len(checked.unknown))
    return words.text("deck-legal", rules=", ".join(checked.ruling.rules))


def _sizes(checked: Checked, words: Tongue) -> str:
    counts = ((name, checked.deck.count(name)) for name in SECTIONS)
    return ", ".join(words.text(f"section.{name}", n=n) for name, n in counts if n)


def _unknown(line: Line, words: Tongue) -> str:
    key = "line-unknown" if line.entry.line else "card-unknown"
    text = sentence(words.text(key, line=line.entry.line, name=line.entry.name))
    near = ", ".join(line.match.near)
    return f"{text} {sentence(words.text('mend.near', near=near))}" if near else text


def _wrapped(style: str, text: str) -> Iterator[TextLine]:
    lines = wrap(text, width(), subsequent_indent="  ", break_on_hyphens=False)
    yield from (TextLine(style, line) for line in lines)


def _data(
    book: Rulebook, checked: Checked, words: Tongue, weak: dict[str, Support]
) -> dict[str, Any]:
    speaker = Speaker(book, words)
    return {
        "title": checked.deck.title,
        "game": book.key,
        "format": checked.form,
        "counts": {name: checked.deck.count(name) for name in SECTIONS},
        "legal": _playable(checked),
        "breaches": [
            {
                "code": breach.code,
                "rule": breach.rule,
                "text": speaker.finding(breach),
                "remedy": speaker.remedy(breach),
            }
            for breach in checked.ruling.breaches
        ],
        "grounds": [
            {"code": ground.code, "rule": ground.rule, "text": speaker.finding(ground)}
            for ground in checked.ruling.grounds
        ],
        "unknown": [
            {
                "section": line.section,
                "line": line.entry.line,
                "name": line.entry.name,
                "near": list(line.match.near),
            }
            for line in checked.unknown
        ],
        "not full": [
            {"name": name, "level": found.level.value, "reasons": list(found.reasons)}
            for name, found in weak.items()
        ],
    }
