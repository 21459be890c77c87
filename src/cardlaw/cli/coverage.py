"""``cardlaw cards coverage`` and ``cardlaw cards show``: how far card texts are understood."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from itertools import chain
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import App, Parameter

from cardlaw import rulebooks
from cardlaw.cards.language import ENGLISH
from cardlaw.cards.record import CardRecord
from cardlaw.cards.words import unmarked
from cardlaw.cli.cards import Flag
from cardlaw.cli.output import console, fail, fail_at, print_json
from cardlaw.collection import CardFault, CardLibrary, Store, import_file
from cardlaw.collection.schema import USUAL_GAME
from cardlaw.collection.words import tongue
from cardlaw.collection.written import game_of
from cardlaw.library.cache import Readings
from cardlaw.library.coverage import Coverage, coverage
from cardlaw.library.support import Level, Support, support
from cardlaw.library.texts import LANGUAGES, texts_of

_NO_STORE = "There are no cards yet: import some with 'cardlaw cards import FILE', or name a file."


def coverage_command(
    file: Path | None = None,
    /,
    *,
    game: str = USUAL_GAME,
    type: Annotated[str, Parameter(name="--type")] = "",  # noqa: A002
    data: Path | None = None,
    json: Flag = False,
) -> int:
    """Count how many cards are fully understood, and what the others wait for.

    Cards of which data files hold a half only (split, adventure, modal, prepare, aftermath, flip)
    and cards of no game for two players are left out of the count and counted apart.

    Parameters
    ----------
    file
        A file of cards; without one, the imported cards, and the shipped ones of VS System or
        Berserk.
    game
        The game: magic, vs or berserk.
    type
        Only cards with this word in their type line, such as Equipment.
    data
        The folder of the imported cards.
    json
        Print the counts as JSON.
    """
    try:
        game = game_of(file) if file is not None else game
        if game not in LANGUAGES:
            return fail(_no_game(game))
        with cards_of(file, data, game) as store, Readings(texts_of(game)) as readings:
            shipped = shipped_records(game) if file is None else []
            if store is None and not shipped:
                return fail(_NO_STORE)
            wanted = type.casefold()
            records = chain(shipped, (stored.record for stored in store or ()))
            chosen = (r for r in records if wanted in r.type_line.casefold())
            found = coverage(chosen, readings)
    except CardFault as fault:
        return fail_at(fault.told(tongue("en")))
    if json:
        shares = {"share": found.share, "share_of_single": found.share_of_single}
        rounded = {name: round(share, 4) for name, share in shares.items()}
        print_json({**msgspec.to_builtins(found), **rounded})
    else:
        _print(found)
    return 0


def _no_game(game: str) -> str:
    return f"There are no card texts of {game}; the games are {', '.join(LANGUAGES)}."


def shipped_records(game: str) -> list[CardRecord]:
    """The shipped cards of a game as records with their texts; none if they are not printed."""
    texts = texts_of(game)
    if texts.language.unfaced is None:
        return []
    return [texts.record_as_far_as_said(face) for face in rulebooks.find(game).library().values()]


@contextmanager
def cards_of(
    file: Path | None, data: Path | None, game: str = USUAL_GAME
) -> Iterator[Store | None]:
    """The cards of a file, or of the user's store of a game; None if there is no store."""
    if file is None:
        store = Store.existing(data, game)
        if store is None:
            yield None
            return
        with store:
            yield store
        return
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder), game) as store:
        import_file(store, file)
        yield store


def _print(found: Coverage) -> None:
    out = console()
    out.print(f"{found.full} of {found.counted} cards are Full ({found.share:.1%}).")
    out.print(
        f"Partial: {found.partial}. Unread: {found.unread}."
        f" Left out, half in the data or no game for two: {found.outside}."
    )
    out.print(
        f"Phrases in use: {found.productions};"
        f" by one card only: {len(found.single)}, {found.share_of_single:.1%}."
    )
    for line in found.two_readings:
        out.print(f"Two readings: {line}")
    if found.wanted:
        out.print("Most wanted, as the only line that a card waits for:")
    for wanted in found.wanted:
        out.print(f"{wanted.cards:6}  {wanted.line}")
    if found.single:
        out.print("Phrases that one card alone uses, and the card:")
    for single in found.single:
        out.print(f"{single.phrase}  ({single.card})")


def show_command(
    name: str,
    /,
    *,
    game: str = "",
    data: Path | None = None,
    lang: str = ENGLISH,
    json: Flag = False,
) -> int:
    """Show a card: its text, how each line was read, and what of it is not understood.

    Parameters
    ----------
    name
        The name of an imported card, or of a shipped one of VS System or Berserk.
    game
        The game: magic, vs or berserk; without it, every game is asked.
    data
        The folder of the imported cards.
    lang
        The language of a shipped card's text, where its game's cards are written in several.
    json
        Print the reading as JSON.
    """
    if game and game not in LANGUAGES:
        return fail(_no_game(game))
    found: list[Support] = []
    near: list[str] = []
    try:
        for key in (game,) if game else LANGUAGES:
            records, likely = _called(name, key, data, lang)
            near += likely
            with Readings(texts_of(key)) as readings:
                found += [support(record, readings) for record in records]
    except CardFault as fault:
        return fail_at(fault.told(tongue("en")))
    if not found:
        if game == USUAL_GAME and Store.existing(data) is None:
            return fail(_NO_STORE)
        hint = f" Did you mean {', '.join(near)}?" if near else ""
        return fail(f"No known card is called {name}.{hint}")
    if json:
        print_json([_plain(one) for one in found])
    else:
        for one in found:
            _show(one)
    return 0


def _called(
    name: str, game: str, data: Path | None, lang: str
) -> tuple[list[CardRecord], list[str]]:
    """The cards of a game that a name means, and names that are like it if there are none."""
    texts = texts_of(game)
    store = Store.existing(data, game)
    if texts.language.unfaced is None:
        if store is None:
            return [], []
        with store:
            cards = [stored.record for stored in store.called(name)]
            near = [] if cards else list(store.like(name))
        return [side for card in cards for side in (card, *card.other_faces)], near
    with store or nullcontext():
        match = CardLibrary(rulebooks.find(game), store).find(name)
    if not match.found:
        return [], list(match.near)
    card = match.card
    return [card if isinstance(card, CardRecord) else texts.record_as_far_as_said(card, lang)], []


def _plain(found: Support) -> dict[str, object]:
    return {
        "name": found.record.name,
        "level": found.level.value,
        "reasons": list(found.reasons),
        "lines": [
            {"text": line.text, "prefix": line.prefix, **msgspec.to_builtins(read)}
            for line, read in found.lines
        ],
    }


#: what is printed beside the name, apart, or as what is missing
_TOLD_ELSEWHERE = ("name", "name_ru", "own", "own_design", "source", "unknown", "missing", "title")


def _values(record: CardRecord) -> str:
    """The type line, and what else is printed on a card of another game."""
    found = [record.type_line]
    for word, value in record.printed.items():
        if word in ("name", "name_ru", "own", "source", "unknown", "missing", "title") or value in (
            "",
            False,
            (),
        ):
            continue
        said = ", ".join(value) if isinstance(value, tuple) else str(value)
        found.append(word if value is True else f"{word} {said}")
    return ", ".join(found)


def _show(found: Support) -> None:
    out = console()
    record = found.record
    others = [record.printed.get("name_ru")]
    names = ", ".join(map(str, filter(None, (record.name, *others))))
    out.print(f"{names}  {record.mana_cost}".rstrip(), style="bold")
    out.print(_values(record))
    source = record.printed.get("source")
    if source:
        out.print(f"Facts from: {source}", style="dim")
    style = "green" if found.level is Level.FULL else "yellow"
    out.print(found.level.value.capitalize(), style=style)
    for line, read in found.lines:
        prefix = f"{line.prefix} \u2014 " if line.prefix else ""
        out.print(f"{'  ' if not read.reason else '? '}{prefix}{unmarked(line.text)}")
        if not read.reason:
            out.print(f"    {msgspec.json.encode(read.value).decode()}", style="dim")
        elif read.words:
            known, unknown = read.words[: read.at], read.words[read.at :]
            out.print(f"    understood: {' '.join(known) or '(nothing)'}", style="dim")
            out.print(f"    not understood: {' '.join(unknown) or '(it ends too soon)'}")
            if read.strange:
                out.print(f"    words that no phrase knows: {', '.join(read.strange)}")
            if not read.reason.startswith("not understood"):
                out.print(f"    why: {read.reason}")
    if not any(read.reason for _, read in found.lines):
        for reason in found.reasons:
            out.print(f"  {reason}")


def with_coverage(cards: App) -> App:
    """Add these commands to those about cards."""
    cards.command(coverage_command, name="coverage")
    cards.command(show_command, name="show")
    return cards
