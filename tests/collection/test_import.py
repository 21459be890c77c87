"""Importing cards: forms, faces, repeating, interruptions, hostile files."""

import gzip
import json
import signal
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.collection.files import (
    ALL_SETS,
    ATOMIC,
    ONE,
    ONE_SET,
    PAGE,
    PLAIN,
    SCRYFALL,
    TWO,
    many,
    other,
    write,
)

from cardlaw.cli import cards as cards_module
from cardlaw.cli.main import run
from cardlaw.collection import CardFault, Store, Summary, import_file
from cardlaw.collection import intake as intake_module
from cardlaw.collection import source as source_module
from cardlaw.collection.schema import USUAL_GAME, VARIABLE, VERSION, file_of
from cardlaw.collection.source import Source


@pytest.fixture(name="store")
def empty_store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "data") as store:
        yield store


def counts(summary: Summary) -> tuple[int, int, int]:
    return summary.new, summary.changed, summary.unchanged


def contents(store: Store) -> list[tuple[Any, ...]]:
    """All that the store keeps."""
    tables = ("cards", "names", "printings", "imports", "staged", "staged_printings")
    return [row for table in tables for row in store.base.execute(f"SELECT * FROM {table}")]


# Forms


@pytest.mark.parametrize("packed", [False, True])
def test_scryfall(store: Store, tmp_path: Path, packed: bool) -> None:
    summary = import_file(store, write(tmp_path / "cards.json", SCRYFALL, packed))
    assert counts(summary) == (4, 0, 0)
    assert store.names == ["Copper Hound", PAGE, "Glass Ox", "Lift // Drop"]
    assert {reason: row.count for reason, row in summary.skipped.items()} == {
        "token": 1,
        "picture": 1,
        "no-name": 1,
        "wrong-kind": 1,
    }
    assert summary.skipped["wrong-kind"].names == ["Odd Hound"]
    assert "$.power" in summary.skipped["wrong-kind"].detail
    hound = store.get("Copper Hound")
    assert hound is not None
    assert (hound.mana_cost, hound.power, hound.toughness) == ("{2}", "2", "1")
    assert hound.legalities == ONE["legalities"] and not hound.other_faces


def test_both_faces_are_kept_and_found(store: Store, tmp_path: Path) -> None:
    import_file(store, write(tmp_path / "cards.json", SCRYFALL))
    for name in (PAGE, "dawn page", "Dusk Knight", "Dawn Page/Dusk Knight"):
        (found,) = store.called(name)
        assert found.name == PAGE
        back = found.record.other_faces[0]
        assert (found.record.name, back.name) == ("Dawn Page", "Dusk Knight")
        assert back.color_indicator == ("B",)
        assert (found.record.power, back.toughness) == ("1", "*")


def test_a_card_printed_on_both_sides_is_one_card(store: Store, tmp_path: Path) -> None:
    import_file(store, write(tmp_path / "cards.json", SCRYFALL))
    (found,) = store.called("Glass Ox")
    assert (found.name, found.record.layout, found.record.other_faces) == ("Glass Ox", "normal", ())


@pytest.mark.parametrize("data", [ATOMIC, ONE_SET, ALL_SETS], ids=["atomic", "set", "all sets"])
def test_mtgjson(store: Store, tmp_path: Path, data: dict[str, Any]) -> None:
    summary = import_file(store, write(tmp_path / "cards.json", data))
    assert counts(summary) == (2, 0, 0)
    assert summary.skipped == {}
    page = store.get(PAGE)
    assert page is not None
    assert [(face.name, face.oracle_text) for face in (page, *page.other_faces)] == [
        ("Dawn Page", "Menace"),
        ("Dusk Knight", "Flying"),
    ]
    assert page.legalities == {"legacy": "banned", "modern": "legal"}


def test_a_set_gives_printings(store: Store, tmp_path: Path) -> None:
    assert import_file(store, write(tmp_path / "set.json", ONE_SET)).printings == 2
    assert [card.name for card in store.printed("tst", "8")] == [PAGE]
    assert store.is_set("TST") and not store.is_set("XXX")


def test_plain_list(store: Store, tmp_path: Path) -> None:
    assert counts(import_file(store, write(tmp_path / "list.json", PLAIN))) == (3, 0, 0)
    page = store.get(PAGE)
    assert page is not None and page.type_line
    assert [face.name for face in (page, *page.other_faces)] == ["Dawn Page", "Dusk Knight"]
    half = store.get("Lift // Drop")
    assert half is not None and (half.name, half.other_faces) == ("Lift", ())
    assert store.is_set("TST")


def test_a_back_whose_front_is_not_in_the_list_is_kept(store: Store, tmp_path: Path) -> None:
    import_file(store, write(tmp_path / "list.json", [PLAIN[1]]))
    (found,) = store.called("Dusk Knight")
    assert (found.name, found.record.name) == (PAGE, "Dusk Knight")


def test_a_page_of_a_search_is_read(store: Store, tmp_path: Path) -> None:
    page = {"object": "list", "has_more": False, "data": [ONE, TWO]}
    assert counts(import_file(store, write(tmp_path / "page.json", page))) == (2, 0, 0)


def test_a_byte_order_mark_and_spaces_are_no_fault(store: Store, tmp_path: Path) -> None:
    raw = b"\xef\xbb\xbf\r\n " + json.dumps([ONE]).encode() + b"\n\n"
    assert counts(import_file(store, write(tmp_path / "bom.json", raw))) == (1, 0, 0)


# Repeating


def test_importing_twice_changes_nothing(store: Store, tmp_path: Path) -> None:
    file = write(tmp_path / "cards.json", SCRYFALL)
    import_file(store, file)
    before = contents(store)
    assert counts(import_file(store, file)) == (0, 0, 4)
    assert contents(store) == before


def test_another_printing_of_a_card_changes_nothing(store: Store, tmp_path: Path) -> None:
    import_file(store, write(tmp_path / "a.json", [ONE]))
    again = [ONE, other(ONE, set="new", collector_number="1")]
    summary = import_file(store, write(tmp_path / "b.json", again))
    assert (*counts(summary), summary.printings) == (0, 0, 1, 1)


def test_a_new_text_replaces_the_old_one(store: Store, tmp_path: Path) -> None:
    import_file(store, write(tmp_path / "a.json", SCRYFALL))
    file = write(tmp_path / "b.json", [other(ONE, oracle_text="Reach"), TWO])
    assert counts(import_file(store, file)) == (0, 1, 1)
    hound = store.get("Copper Hound")
    assert hound is not None and hound.oracle_text == "Reach"


def test_data_that_tell_less_take_nothing_away(store: Store, tmp_path: Path) -> None:
    import_file(store, write(tmp_path / "a.json", SCRYFALL))
    whole = store.get("Lift // Drop")
    import_file(store, write(tmp_path / "b.json", PLAIN))
    hound = store.get("Copper Hound")
    assert store.get("Lift // Drop") == whole
    assert hound is not None and hound.legalities == ONE["legalities"]


def test_the_first_of_two_cards_of_one_name_counts(store: Store, tmp_path: Path) -> None:
    file = write(tmp_path / "a.json", [ONE, other(ONE, oracle_text="Other")])
    import_file(store, file)
    assert counts(import_file(store, file)) == (0, 0, 1)
    hound = store.get("Copper Hound")
    assert hound is not None and hound.oracle_text == "Vigilance"


def test_names_that_differ_in_punctuation_only_stay_apart(store: Store, tmp_path: Path) -> None:
    cards = [other(ONE, name="Run, the Hound"), other(ONE, name="Run the Hound")]
    import_file(store, write(tmp_path / "a.json", cards))
    assert [card.name for card in store.called("Run, the Hound")] == ["Run, the Hound"]
    assert len(store.called("RUN THE HOUND")) == 2


# Interruptions


class Stop(Exception):
    """An import that is cut off between two batches."""


@pytest.mark.parametrize("packed", [False, True])
def test_an_interrupted_import_goes_on(
    store: Store, tmp_path: Path, packed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake_module, "BATCH", 10)
    file = write(tmp_path / "cards.json", [*many(35), TWO, *SCRYFALL], packed)

    def stop(source: Source, items: int) -> None:
        if items == 20:
            raise Stop

    with pytest.raises(Stop):
        import_file(store, file, stop)
    assert len(store) == 0 and store.names == []
    read: list[int] = []
    summary = import_file(store, file, lambda source, items: read.append(items))
    assert summary.resumed == 20
    assert read == [30, 40, 44]
    assert counts(summary) == (39, 0, 0)
    with Store(tmp_path / "fresh") as fresh:
        whole = import_file(fresh, file)
        assert whole._replace(resumed=20) == summary
        assert contents(fresh) == contents(store)


def test_a_file_that_has_changed_meanwhile_begins_anew(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake_module, "BATCH", 10)
    file = write(tmp_path / "cards.json", many(35))

    def stop(source: Source, items: int) -> None:
        raise Stop

    with pytest.raises(Stop):
        import_file(store, file, stop)
    write(file, many(30))
    assert import_file(store, file).resumed == 0
    assert len(store) == 30
    assert store.base.execute("SELECT count(*) FROM staged").fetchone() == (0,)


KILLED = """
import os, signal, sys
from pathlib import Path
from cardlaw.collection import Store, import_file
from cardlaw.collection import intake
intake.BATCH = 10
def watch(source, items):
    if items == 30:
        os.kill(os.getpid(), signal.SIGKILL)
import_file(Store(Path(sys.argv[1])), Path(sys.argv[2]), watch)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
def test_a_killed_import_leaves_a_whole_store_and_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with Store(folder) as store:
        import_file(store, write(tmp_path / "first.json", [TWO]))
    file = write(tmp_path / "cards.json", many(55))
    done = subprocess.run([sys.executable, "-c", KILLED, str(folder), str(file)], check=False)
    assert done.returncode == -signal.SIGKILL
    with Store(folder) as store:
        assert store.names == [PAGE]
        assert store.base.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        summary = import_file(store, file)
        assert summary.resumed == 30
        assert len(store) == 56


def test_ctrl_c_says_that_the_import_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(intake_module, "BATCH", 10)
    file = write(tmp_path / "cards.json", many(35))
    arguments = ["cards", "import", str(file), "--data", str(tmp_path / "data")]

    def press(source: Source, items: int) -> None:
        raise KeyboardInterrupt

    def pressed(store: Store, path: Path, watch: object) -> Summary:
        return import_file(store, path, press)

    with monkeypatch.context() as patch:
        patch.setattr(cards_module, "import_file", pressed)
        assert run(arguments) == 130
    shown = capsys.readouterr()
    assert shown.err == "cardlaw: Interrupted; the next import of this file goes on here.\n"
    assert shown.out == ""
    assert run(arguments) == 0
    assert "Went on after the first 10 entries" in capsys.readouterr().out


# Files at fault


GOOD = json.dumps([*many(3), TWO], indent=1).encode()
SECOND = GOOD.index(b'"Hound 00001"')

HOSTILE: dict[str, tuple[bytes, str, int]] = {
    "empty": (b"", "empty-file", 0),
    "spaces": (b" \n ", "no-json", 0),
    "no json": (b"name,cost\nHound,2\n", "no-json", 0),
    "cut in a card": (GOOD[: SECOND + 40], "cut-off", GOOD[: SECOND + 40].count(b"\n") + 1),
    "cut in a string": (GOOD[: SECOND + 5], "cut-off", 0),
    "cut between cards": (GOOD.rstrip()[:-1], "cut-off", 0),
    "missing comma": (GOOD.replace(b'"power": "2",', b'"power": "2"', 1), "broken-card", 0),
    "not a number": (GOOD.replace(b'"power": "2"', b'"power": NaN', 1), "broken-card", 0),
    "wrong bracket": (b'[{"name": "A"], 3]', "broken-json", 1),
    "two lists": (GOOD + GOOD, "more-after-end", 0),
    "loose words": (b"[hello]", "broken-card", 1),
    "missing value": (b'{"data": , "x": 1}', "broken-json", 1),
    "latin 1": (GOOD.replace(b"Dawn", b"D\xe4wn"), "not-utf8", 0),
    "utf-16": (GOOD.decode().encode("utf-16"), "not-utf8", 1),
    "deep": (b"[" * 100_000, "too-deep", 1),
    "deep in a card": (b'[{"name": "A", "x": ' + b'{"a":' * 5000, "too-deep", 1),
    "long string": (b'[{"name": "' + b"x" * (6 << 20) + b'"}]', "value-too-large", 1),
    "long list": (b"[[" + b"1," * (3 << 20), "value-too-large", 1),
    "a number": (b"42", "no-json", 0),
    "no cards": (b"[]", "no-cards", 0),
    "other things": (b'[{"object": "set", "name": "X"}, {"object": "ruling"}]', "no-cards", 0),
    "numbers": (b"[1, 2, 3]", "no-cards", 0),
    "an object": (b'{"cards": []}', "no-card-file", 0),
    "a deck": (b'{"data": {"mainBoard": []}}', "is-a-deck", 0),
    "zip": (b"PK\x03\x04rest", "packed-otherwise", 0),
    "packed and cut off": (gzip.compress(GOOD)[:-20], "packed-cut-off", 0),
    "packed and damaged": (
        gzip.compress(GOOD)[:40] + b"\xff\xff\xff" + gzip.compress(GOOD)[43:],
        "packed-broken",
        0,
    ),
    "packed nothing": (gzip.compress(b""), "no-json", 0),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_file_at_fault_is_one_sentence_and_changes_nothing(
    store: Store, tmp_path: Path, name: str
) -> None:
    import_file(store, write(tmp_path / "first.json", [ONE]))
    before = contents(store)
    raw, code, line = HOSTILE[name]
    with pytest.raises(CardFault) as refused:
        import_file(store, write(tmp_path / "cards.json", raw))
    fault = refused.value
    assert fault.code == code
    if line:
        assert fault.mark is not None and fault.mark.line == line
    assert "\n" not in str(fault) and " ?" not in str(fault)
    assert contents(store) == before


def test_a_broken_file_names_the_place(store: Store, tmp_path: Path) -> None:
    lines = b"[\n" + b",\n".join(json.dumps(card).encode() for card in many(5)) + b"\n]"
    broken = lines.replace(
        b'"layout": "normal", "legalities"', b'"layout": normal, "legalities"', 3
    )
    broken = broken.replace(b'"layout": normal', b'"layout": "normal"', 2)
    with pytest.raises(CardFault) as refused:
        import_file(store, write(tmp_path / "cards.json", broken))
    fault = refused.value
    assert fault.mark is not None and fault.mark.line == 4
    assert fault.values["card"] == "Hound 00002"
    at = broken.index(b"normal, ")
    assert at <= int(str(fault.values["bytes"])) < at + len("normal")


def test_a_fault_after_many_cards_leaves_none_of_them(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake_module, "BATCH", 10)
    raw = json.dumps(many(95)).encode()[:-30]
    with pytest.raises(CardFault, match="the last whole card is Hound 00093"):
        import_file(store, write(tmp_path / "cards.json", raw))
    assert contents(store) == []


def test_doubled_keys_leave_a_whole_card(store: Store, tmp_path: Path) -> None:
    raw = b'[{"name": "First", "name": "Second", "layout": "normal"}]'
    import_file(store, write(tmp_path / "cards.json", raw))
    assert store.names == ["Second"]
    raw = b'{"data": {"A": [{"name": "A", "text": "x"}], "A": [{"name": "A", "text": "y"}]}}'
    import_file(store, write(tmp_path / "atomic.json", raw))
    found = store.get("A")
    assert found is not None and found.oracle_text == "x"


def test_memory_stays_small_however_long_the_file(tmp_path: Path) -> None:
    """A packed file of 200 MB of spaces, skipped values and cards."""
    file = tmp_path / "long.json.gz"
    card = json.dumps(ONE).encode()
    with gzip.open(file, "wb", compresslevel=1) as out:
        out.write(b'{"meta": [' + b"1," * (1 << 20) + b'1], "data": [' + card)
        for _ in range(180):
            out.write(b"," + b" " * (1 << 20) + card)
        out.write(b"]}")
    script = """
        import resource, sys
        from pathlib import Path
        from cardlaw.collection import Store, import_file
        store, before = Store(Path(sys.argv[1])), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        assert import_file(store, Path(sys.argv[2])).new == 1
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        assert grown < 40_000, grown
    """
    pytest.importorskip("resource")
    command = [sys.executable, "-c", textwrap.dedent(script), str(tmp_path / "data"), str(file)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


# Pieces and chance

FILES = {"scryfall": SCRYFALL, "atomic": ATOMIC, "set": ONE_SET, "sets": ALL_SETS, "plain": PLAIN}


def outcome(folder: Path, file: Path) -> object:
    """What comes of an import: the summary and the cards, or the fault."""
    with Store(folder) as store:
        try:
            return import_file(store, file), list(store)
        except CardFault as fault:
            return str(fault), fault.values


@pytest.mark.parametrize("end", [None, -3, -700])
@pytest.mark.parametrize("name", FILES)
def test_it_does_not_matter_in_which_pieces_a_file_is_read(
    tmp_path: Path, name: str, end: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = json.dumps(FILES[name], indent=1).encode()[:end]
    file = write(tmp_path / "cards.json", raw)
    whole = outcome(tmp_path / "whole", file)
    for size in (1, 3, 64):
        monkeypatch.setattr(source_module, "PIECE", size)
        assert outcome(tmp_path / str(size), file) == whole


def spoilt(raw: bytes, chance: Random) -> bytes:
    """A file with a few bytes that are wrong, missing or doubled."""
    found = bytearray(raw)
    for _ in range(chance.randint(1, 4)):
        at, to = sorted((chance.randrange(len(found)), chance.randrange(len(found))))
        match chance.randrange(4):
            case 0:
                found[at] = chance.randrange(256)
            case 1:
                del found[at : min(to, at + 40)]
            case 2:
                found[at:at] = bytes(chance.choice(b'{}[]",:\\0 nt') for _ in range(4))
            case _:
                found[at:at] = found[at : min(to, at + 60)]
    return bytes(found)


def test_a_spoilt_file_is_imported_whole_or_is_a_sentence(store: Store, tmp_path: Path) -> None:
    chance = Random(1)
    texts = [json.dumps(data).encode() for data in FILES.values()]
    texts += [gzip.compress(text) for text in texts]
    for _ in range(300):
        before = contents(store)
        file = write(tmp_path / "cards.json", spoilt(chance.choice(texts), chance))
        said = refusal(store, file)
        assert "\n" not in said
        assert not said or contents(store) == before


def refusal(store: Store, file: Path) -> str:
    """Why a file is refused; empty when it is taken over."""
    try:
        return "" if import_file(store, file).cards else "\n"
    except CardFault as fault:
        return str(fault)


# The store


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    file = write(tmp_path / "file", b"x")
    with pytest.raises(CardFault) as refused:
        Store(file / "data")
    assert refused.value.code == "store-unwritable"


@pytest.mark.parametrize(
    "raw", [b"no database at all, but text" * 50, b"SQLite format 3\0" + b"x" * 99]
)
def test_another_file_in_its_place_is_a_sentence(tmp_path: Path, raw: bytes) -> None:
    write(tmp_path / file_of(USUAL_GAME), raw)
    with pytest.raises(CardFault) as refused:
        Store(tmp_path)
    assert refused.value.code == "no-store"


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    base = sqlite3.connect(tmp_path / file_of(USUAL_GAME))
    base.execute("CREATE TABLE mine (x)")
    base.close()
    with pytest.raises(CardFault) as refused:
        Store(tmp_path)
    assert refused.value.code == "no-store"


def test_a_store_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.base.execute(f"PRAGMA user_version = {VERSION + 1}")
    with pytest.raises(CardFault) as refused:
        Store(tmp_path)
    assert refused.value.code == "newer-store"


def test_a_store_that_another_program_writes_is_busy(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write(tmp_path / "cards.json", [ONE])
    store.base.execute("PRAGMA busy_timeout = 10")
    with Store(store.folder) as second:
        second.base.execute("BEGIN IMMEDIATE")
        with pytest.raises(CardFault) as refused:
            import_file(store, file)
    assert refused.value.code == "store-busy"
    assert import_file(store, file).new == 1


def test_the_folder_follows_the_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "mine"))
    assert Store.existing() is None
    assert not (tmp_path / "mine").exists()
    with Store() as store:
        assert store.folder == tmp_path / "mine"
    assert Store.existing() is not None
