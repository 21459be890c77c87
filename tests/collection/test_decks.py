"""Deck lists in every form, and files at fault."""

import json
from pathlib import Path
from random import Random

import pytest

from cardlaw.collection import CardFault, Deck, read_deck, read_deck_text
from cardlaw.collection.decks.reading import read_deck_bytes

ARENA = """About
Name Hounds of Copper

Deck
4 Copper Hound (TST) 7
2 Dawn Page // Dusk Knight (TST) 8a
1 Lift (XYZ) 12★
17 Plains

Sideboard
3 Glass Ox (PTST) 2p
"""
MTGO = "4 Copper Hound\n2 Lift/Drop\n17 Plains\n\n3 Glass Ox\n"
DEC = """// NAME : Hounds of Copper
// Lands
    17 Plains
// Creatures
 4 [TST] Copper Hound
SB: 3 [PTST] Glass Ox
"""
MWDECK = """// Deck file for Magic Workstation
// NAME : Hounds of Copper
        17 [TST] Plains (1)
        4 [TST] Copper Hound
        1 [] Lift // Drop
SB:  3 [PT2] Glass Ox
"""
FORGE = """[metadata]
Name=Hounds of Copper
[Commander]
1 Dawn Page|TST
[Main]
4 Copper Hound|TST|2
17 Plains+|TST
[Sideboard]
3 Glass Ox
[Avatar]
1 Nobody
"""
XMAGE = """NAME:Hounds of Copper
4 [TST:7] Copper Hound
17 [TST:250] Plains
SB: 3 [PTST:2p] Glass Ox
LAYOUT MAIN:(1,1)(CMC,false,50)|([TST:7],[TST:250])
"""
COD = """<?xml version="1.0" encoding="UTF-8"?>
<cockatrice_deck version="1">
    <deckname>Hounds of Copper</deckname>
    <comments>for &lt;tests&gt;</comments>
    <zone name="main">
        <card number="4" name="Copper Hound" setShortName="tst" collectorNumber="7"/>
        <card number="17" price="0" name="Plains"/>
    </zone>
    <zone name="side"><card number="3" name="Glass Ox"/></zone>
    <zone name="tokens"><card number="1" name="Spark"/></zone>
</cockatrice_deck>
"""
MTGJSON = json.dumps(
    {
        "meta": {"date": "2026-01-01"},
        "data": {
            "name": "Hounds of Copper",
            "code": "TST",
            "mainBoard": [
                {"count": 4, "name": "Copper Hound", "setCode": "TST", "number": "7", "uuid": "x"},
                {"count": 17, "name": "Plains"},
            ],
            "sideBoard": [{"count": 3, "name": "Glass Ox"}],
            "commander": [{"count": 1, "name": "Dawn Page // Dusk Knight"}],
        },
    }
)

Section = list[tuple[int, str]]


def section(deck: Deck, name: str = "main") -> Section:
    return [(entry.count, entry.name) for entry in deck.section(name)]


OX = [(3, "Glass Ox")]
FORMS: dict[str, tuple[str, Section, str]] = {
    "a.txt": (
        ARENA,
        [(4, "Copper Hound"), (2, "Dawn Page // Dusk Knight"), (1, "Lift"), (17, "Plains")],
        "text",
    ),
    "b.txt": (MTGO, [(4, "Copper Hound"), (2, "Lift/Drop"), (17, "Plains")], "text"),
    "c.dec": (DEC, [(17, "Plains"), (4, "Copper Hound")], "text"),
    "d.mwDeck": (MWDECK, [(17, "Plains"), (4, "Copper Hound"), (1, "Lift // Drop")], "text"),
    "e.dck": (FORGE, [(4, "Copper Hound"), (17, "Plains")], "dck"),
    "f.dck": (XMAGE, [(4, "Copper Hound"), (17, "Plains")], "dck"),
    "g.cod": (COD, [(4, "Copper Hound"), (17, "Plains")], "cod"),
    "h.json": (MTGJSON, [(4, "Copper Hound"), (17, "Plains")], "mtgjson"),
}


@pytest.mark.parametrize("name", FORMS)
def test_every_form_is_read(tmp_path: Path, name: str) -> None:
    text, main, form = FORMS[name]
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    deck = read_deck(file)
    assert (deck.form, section(deck), section(deck, "sideboard")) == (form, main, OX)
    assert deck.title == ("" if name == "b.txt" else "Hounds of Copper")
    hound = next(entry for entry in deck.main if entry.name == "Copper Hound")
    assert hound.set == ("" if name == "b.txt" else "TST")


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("how", ["cr lf", "mark", "utf-16"])
def test_every_form_is_read_whatever_wrote_it(name: str, how: str) -> None:
    text, main, _ = FORMS[name]
    raw = {
        "cr lf": text.replace("\n", "\r\n").encode(),
        "mark": text.encode("utf-8-sig"),
        "utf-16": text.encode("utf-16"),
    }[how]
    assert section(read_deck_bytes(raw, name)) == main


def test_forms_are_recognised_without_the_ending() -> None:
    found = [read_deck_text(text).form for text in (FORGE, COD, MTGJSON, DEC)]
    assert found == ["dck", "cod", "mtgjson", "text"]


def test_numbers_of_printings_are_kept() -> None:
    deck = read_deck_text(ARENA)
    places = [(entry.set, entry.number, entry.line) for entry in deck.main]
    assert places == [("TST", "7", 5), ("TST", "8a", 6), ("XYZ", "12★", 7), ("", "", 8)]
    xmage = read_deck_text(XMAGE, "x.dck")
    assert [(e.set, e.number) for e in (*xmage.main, *xmage.sideboard)] == [
        ("TST", "7"),
        ("TST", "250"),
        ("PTST", "2p"),
    ]


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("Copper Hound", (1, "Copper Hound", "", "")),
        ("4x Copper Hound", (4, "Copper Hound", "", "")),
        ("4 x Copper Hound", (4, "Copper Hound", "", "")),
        ("4 Xeno Hound", (4, "Xeno Hound", "", "")),
        ("1 +2 Mace", (1, "+2 Mace", "", "")),
        ("+2 Mace", (1, "+2 Mace", "", "")),
        ("2 Jötun Grunt", (2, "Jötun Grunt", "", "")),
        ("1 A-Copper Hound (YTST) 7", (1, "A-Copper Hound", "YTST", "7")),
        ("4 Copper Hound [TST]", (4, "Copper Hound", "TST", "")),
        ("4 Copper Hound (tst) 7 *F*", (4, "Copper Hound", "TST", "7")),
        ("1x Copper Hound (tst) 7 [Ramp{noDeck}] ^Have,#37d67a^", (1, "Copper Hound", "TST", "7")),
        ("1 Copper Hound (tst) 7 #dogs #good", (1, "Copper Hound", "TST", "7")),
        ("1 Hound, the Bold", (1, "Hound, the Bold", "", "")),
        ("3 Кадавр", (3, "Кадавр", "", "")),
    ],
)
def test_lines(line: str, entry: tuple[int, str, str, str]) -> None:
    (found,) = read_deck_text(line).main
    assert (found.count, found.name, found.set, found.number) == entry


def test_headings_and_comments_are_no_cards() -> None:
    text = (
        "# my deck\nCreatures (2)\n2 Copper Hound\n\nLands:\n1 Plains\n\nSideboard:\n1 Glass Ox\n"
    )
    deck = read_deck_text(text + "\nMaybeboard\n4 Lift\n\nCommander\n1 Dawn Page\n")
    assert section(deck) == [(2, "Copper Hound"), (1, "Plains")]
    assert section(deck, "sideboard") == [(1, "Glass Ox")]
    assert section(deck, "commander") == [(1, "Dawn Page")]


def test_two_gaps_do_not_begin_a_sideboard() -> None:
    deck = read_deck_text("2 Copper Hound\n\n1 Glass Ox\n\n1 Plains\n")
    assert deck.count() == 4 and not deck.sideboard


def test_lists_of_older_programs_are_not_utf_8() -> None:
    deck = read_deck_bytes("2 Jötun Grunt\n1 Séance\n".encode("cp1252"), "old.dec")
    assert section(deck) == [(2, "Jötun Grunt"), (1, "Séance")]


BOMB = """<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
<cockatrice_deck><zone name="main"><card number="1" name="&b;"/></zone></cockatrice_deck>
"""
OUTSIDE = """<!DOCTYPE deck [<!ENTITY a SYSTEM "file:///etc/passwd">]>
<cockatrice_deck><deckname>&a;</deckname></cockatrice_deck>
"""
NO_ZONE = b'<cockatrice_deck><zone name="x"/></cockatrice_deck>'
MAIN = '{{"data": {{"mainBoard": [{}]}}}}'
NAN = MAIN.format('{"name": "A", "count": NaN}')
ZONE = '<cockatrice_deck><zone name="main">{}</zone></cockatrice_deck>'
HOSTILE: dict[str, tuple[str, bytes, str, int]] = {
    "empty": ("a.txt", b"", "no-cards-in-deck", 0),
    "headings only": ("a.txt", b"Deck\n\nSideboard\n", "no-cards-in-deck", 0),
    "binary": ("a.txt", bytes(range(256)) * 4, "no-text", 0),
    "nul": ("a.txt", b"4 Copper\0Hound", "no-text", 0),
    "huge": ("a.txt", b"1 Copper Hound\n" * 100_000, "deck-too-large", 0),
    "many lines": ("a.txt", b"1 Hound\n" * 2001, "too-many-lines", 2001),
    "many copies": ("a.txt", b"4 Plains\n99999 Hound\n", "too-many-copies", 2),
    "very many copies": ("a.txt", b"4 Plains\n" + b"9" * 50 + b" Hound\n", "too-many-copies", 2),
    "number alone": ("a.txt", b"4 Plains\n4\n", "no-card-in-line", 2),
    "minus": ("a.txt", b"-4\n", "no-card-in-line", 1),
    "forge without a number": ("a.dck", b"[Main]\nCopper Hound\n", "no-card-in-line", 2),
    "forge without a name": ("a.dck", b"[Main]\n4 |TST\n", "no-card-in-line", 2),
    "forge many": ("a.dck", b"[Main]\n5000 Plains\n", "too-many-copies", 2),
    "xmage": ("a.dck", b"4 [TST:1] Hound\nfour hounds\n", "no-card-in-line", 2),
    "xml bomb": ("a.cod", BOMB.encode(), "unsafe-xml", 0),
    "xml from outside": ("a.cod", OUTSIDE.encode(), "unsafe-xml", 0),
    "xml cut off": ("a.cod", COD[:300].encode(), "broken-xml", 7),
    "xml empty": ("a.cod", b"", "broken-xml", 1),
    "xml deep": ("a.cod", b"<a>" * 90_000, "broken-xml", 1),
    "other xml": ("a.cod", b"<html/>", "no-cockatrice-deck", 0),
    "other zone": ("a.cod", NO_ZONE, "unknown-zone-of-deck", 0),
    "xml count": ("a.cod", ZONE.format('<card number="-1" name="A"/>').encode(), "no-count", 0),
    "xml name": ("a.cod", ZONE.format('<card number="1"/>').encode(), "card-without-name", 0),
    "json cut off": ("a.json", MTGJSON[:100].encode(), "broken-deck-json", 0),
    "json deep": ("a.json", b'{"data":' + b"[" * 90_000, "no-mtgjson-deck", 0),
    "json deep elsewhere": ("a.json", b'{"meta":' + b"[" * 90_000, "broken-deck-json", 0),
    "json nan": ("a.json", NAN.encode(), "broken-deck-json", 0),
    "other json": ("a.json", b'{"cards": []}', "no-mtgjson-deck", 0),
    "json count": ("a.json", MAIN.format('{"name": "A", "count": -2}').encode(), "no-count", 0),
    "json name": ("a.json", MAIN.format('{"name": ""}').encode(), "card-without-name", 0),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_list_at_fault_is_one_sentence(tmp_path: Path, name: str) -> None:
    file, raw, code, line = HOSTILE[name]
    path = tmp_path / file
    path.write_bytes(raw)
    with pytest.raises(CardFault) as refused:
        read_deck(path)
    fault = refused.value
    assert fault.code == code
    assert "\n" not in str(fault) and " ?" not in str(fault)
    assert (fault.mark.line if fault.mark is not None else 0) == line


def test_a_missing_file_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(CardFault) as refused:
        read_deck(tmp_path / "none.dec")
    assert refused.value.code == "unreadable"


SPOILS = (b"", b"9", b"<", b'"', b"\xff", b"\n\n")


def test_a_spoilt_list_is_read_or_is_a_sentence() -> None:
    chance = Random(2)
    for _ in range(1000):
        name = chance.choice(list(FORMS))
        raw = bytearray(FORMS[name][0].encode())
        for _ in range(3):
            at = chance.randrange(len(raw))
            raw[at : at + chance.randrange(9)] = chance.choice(SPOILS)
        assert "\n" not in refusal(bytes(raw), name)


def refusal(raw: bytes, name: str) -> str:
    """Why a list is refused; empty when it is read."""
    try:
        return "" if any(read_deck_bytes(raw, name).entries()) else "\n"
    except CardFault as fault:
        return str(fault)
