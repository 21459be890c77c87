"""``cardlaw cards``: the user's own cards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from cardlaw.cli.output import fail, fail_at, fault_text, language, print_json, show
from cardlaw.collection import CardFault, Store, Summary, import_file
from cardlaw.collection.intake import Watch
from cardlaw.collection.schema import USUAL_GAME
from cardlaw.collection.source import Source
from cardlaw.collection.words import tongue
from cardlaw.collection.written import game_of, read_written
from cardlaw.judge import FileFault
from cardlaw.judge.tongue import Tongue
from cardlaw.judge.transcript import TextLine
from cardlaw.library.cache import Readings
from cardlaw.library.support import Level, Support, support
from cardlaw.library.texts import texts_of

Flag = Annotated[bool, Parameter(negative=())]

cards_app = App(name="cards", help="The user's own cards: import them, look at them.")


@cards_app.command(name="import")
def import_command(
    file: Path, /, *, data: Path | None = None, lang: str = "en", json: Flag = False
) -> int:
    """Take over the cards of a file: Scryfall bulk data, MTGJSON, a plain list, or your own.

    The file may be packed with gzip. All its cards are taken over, or none if it is at fault; an
    import that was interrupted goes on where it was. Exit code 2: the file is at fault.

    Parameters
    ----------
    file
        A JSON file: oracle_cards or default_cards of Scryfall, AtomicCards, AllPrintings or one set
        of MTGJSON, or a list of cards. Or a TOML file of cards that you wrote for VS System; it
        begins with game = "vs".
    data
        The folder of the cards; by default that of the variable CARDLAW_DATA, or the user's own.
    lang
        The language of the summary: en, de, ru or es.
    json
        Print the summary as JSON.
    """
    try:
        words = tongue(language(lang).language)
    except FileFault as fault:
        return fail(fault_text(fault))
    try:
        game = game_of(file)
        with Store(data, game) as store, _progress(file, json) as watch:
            summary = import_file(store, file, watch)
            size, place = len(store), store.name
        found = [] if game == USUAL_GAME else _understood(file)
    except CardFault as fault:
        return fail_at(fault.told(words))
    except KeyboardInterrupt:
        fail(words.text("import-interrupted"))
        return 130
    if json:
        told = {"file": str(file), "store": place, "cards": size, **summary._asdict()}
        if found:
            told["levels"] = {each.record.name: each.level.value for each in found}
        print_json(told)
    else:
        show(_summary(summary, size, words))
        show(_levels(found, words))
    return 0


def _understood(file: Path) -> list[Support]:
    """How far each card is understood that a user wrote."""
    written = read_written(file)
    with Readings(texts_of(written.game)) as readings:
        return [support(record, readings) for record in written.cards]


def _levels(found: list[Support], words: Tongue) -> Iterator[TextLine]:
    """How many cards are understood as a whole, and what the others lack."""
    if not found:
        return
    weak = [each for each in found if each.level is not Level.FULL]
    text = words.text("import-understood", n=len(found) - len(weak), all=len(found))
    yield TextLine("no" if weak else "good", text)
    for each in weak:
        text = words.text(f"level.{each.level.value}", name=each.record.name)
        yield TextLine("no", f"  {text}: {'; '.join(each.reasons)}")


@contextmanager
def _progress(file: Path, quiet: bool) -> Iterator[Watch]:
    """A bar on the terminal, by bytes read; nothing elsewhere."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[items]:,}"))
    with Progress(
        *columns, TimeRemainingColumn(), console=console, transient=True,
        disable=quiet or not console.is_terminal,
    ) as bar:  # fmt: skip
        task = bar.add_task(file.name, total=None, items=0)

        def watch(source: Source, items: int) -> None:
            bar.update(task, total=source.size, completed=source.done, items=items)

        yield watch


def _summary(summary: Summary, size: int, words: Tongue) -> Iterator[TextLine]:
    if summary.resumed:
        yield TextLine("dim", words.text("import-resumed", n=summary.resumed))
    counts = (summary.new, summary.changed, summary.unchanged)
    text = words.text(
        "import-done", n=summary.cards, new=counts[0], changed=counts[1], unchanged=counts[2]
    )
    yield TextLine("good", text)
    if summary.printings:
        yield TextLine("plain", words.text("import-printings", n=summary.printings))
    for reason, row in summary.skipped.items():
        names = ", ".join(row.names)
        detail = f" ({row.detail})" if row.detail else ""
        key = f"skipped.{reason}"
        text = words.text(key, n=row.count) + (f": {names}" if names else "") + detail
        yield TextLine("no", f"  {text}")
    yield TextLine("plain", words.text("store-size", n=size))
