"""Cards that a case defines by their printed text: the card language reads it or says what not."""

import pytest

from cardlaw.judge import case_from_bytes, judge

MAGIC = """
cardlaw: 1
game: magic
title: An axe by its text
cards:
  - {name: Ash Axe, cost: "{1}", types: [artifact], subtypes: [Equipment], text: "AXE"}
  - {name: Veiled Vole, types: [creature], power: 1, toughness: 1, text: "Shroud"}
position:
  active: A
  step: main
  A: {battlefield: [Ash Axe, Grizzly Bears, Veiled Vole]}
script:
  - A: equip Ash Axe to Grizzly Bears
  - pass: all
  - expect: {Grizzly Bears: {power: 4, trample: yes}}
  - may: equip Ash Axe to Veiled Vole
    answer: no
"""
AXE = "Equipped creature gets +2/+0 and has trample.\\nEquip {0}"
VS = """
cardlaw: 1
game: vs
title: A muzzle by its text
cards:
  - name: Iron Muzzle
    version: Unique
    type: equipment
    cost: 1
    text: "Equip only to an opposing character.\\nEquipped character gets -2 ATK."
position:
  turn: 4
  active: A
  step: recruit
  A: {resource points: 4, hand: [Iron Muzzle], front row: [Stone Sentry]}
  B: {front row: [Street Brawler]}
script:
  - A: recruit Iron Muzzle targeting Stone Sentry
    refused: [bearer-not-opposing]
  - A: recruit Iron Muzzle targeting Street Brawler
  - pass: all
  - expect: {Iron Muzzle: {controller: B}, Street Brawler: {ATK: 3}}
"""
BERSERK = """
cardlaw: 1
game: berserk
title: Chains by their text
cards:
  - {name: Tin Mail, type: equipment, classes: [armor], cost: 1, text: "The bearer has armor 2."}
position: {A: {field: [Kappa: {cell: C1, attached: [Tin Mail]}]}, B: {field: [Troll: {cell: C1'}]}}
script:
  - expect: {Kappa: {armor: 2}}
"""


@pytest.mark.parametrize("text", [MAGIC.replace("AXE", AXE), VS, BERSERK])
def test_a_text_in_words_is_read(text: str) -> None:
    report = judge(case_from_bytes(text.encode()))
    assert report.faults == [] and report.holding == report.total > 0


def test_a_text_that_is_not_understood_is_told_with_its_place() -> None:
    text = MAGIC.replace("AXE", "Equipped creature sings a song.")
    (fault,) = judge(case_from_bytes(text.encode())).faults
    assert "case:6:" in fault and "sings a song" in fault


def test_a_text_beside_abilities_is_only_shown() -> None:
    card = '{name: Ash Axe, types: [artifact], text: "It sings.", keywords: [indestructible]}'
    text = f"cardlaw: 1\ngame: magic\ntitle: x\ncards: [{card}]\nposition: {{A: {{}}}}\n"
    assert judge(case_from_bytes(text.encode())).faults == []


def test_versions_of_one_name_are_told_apart() -> None:
    text = """
cardlaw: 1
game: vs
title: Whatever unique object has the name goes
shows: {VS 704.3: acts}
cards:
  - {name: Lamp, version: Unique, type: equipment, cost: 1}
  - {name: Lamp, version: Keeper, type: character, cost: 2, atk: 2, def: 2}
position:
  turn: 4
  active: A
  step: recruit
  A: {resource points: 4, hand: [Lamp], front row: [Stone Sentry, "Lamp, Keeper"]}
script:
  - A: recruit Lamp in hand targeting Stone Sentry
  - pass: all
"""
    report = judge(case_from_bytes(text.encode()))
    assert report.faults == [] and report.holding == report.total > 0
