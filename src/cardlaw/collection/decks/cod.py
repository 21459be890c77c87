"""Deck lists of Cockatrice (.cod), read by an XML parser that expands nothing."""

from __future__ import annotations

from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from cardlaw.collection.decks.deck import MAIN, SIDEBOARD, Draft, Entry
from cardlaw.collection.decks.text import MOST_ENTRIES, copies_of
from cardlaw.collection.words import CardFault
from cardlaw.judge.faults import shortened

_ZONES: dict[str, str | None] = {"main": MAIN, "side": SIDEBOARD, "tokens": None}


def read_cod(text: str, name: str) -> Draft:
    """A deck from Cockatrice's XML. CardFault says what is wrong, with the line."""
    try:
        root = fromstring(text.encode(), forbid_dtd=True)
    except ParseError as error:
        reason = str(error).split(":")[0]
        raise CardFault("broken-xml", name, error.position[0], reason=reason) from None
    except DefusedXmlException:
        raise CardFault("unsafe-xml", name) from None
    except (ValueError, LookupError) as error:
        raise CardFault("broken-xml", name, reason=str(error)) from None
    if root.tag != "cockatrice_deck":
        raise CardFault("no-cockatrice-deck", name, found=str(root.tag))
    return _deck(root, name)


def _deck(root: Element, name: str) -> Draft:
    draft = Draft("cod")
    title = root.findtext("deckname") or ""
    draft.title = shortened(title, 200)
    entries = 0
    for zone in root.iter("zone"):
        word = zone.get("name", "")
        if word not in _ZONES:
            raise CardFault("unknown-zone-of-deck", name, zone=word, known=", ".join(_ZONES))
        section = _ZONES[word]
        for card in zone.iter("card"):
            entries += 1
            if entries > MOST_ENTRIES:
                raise CardFault("too-many-lines", name, most=MOST_ENTRIES)
            entry = _entry(card, name)
            if section is not None and entry.count:
                draft.add(section, entry)
    return draft


def _entry(card: Element, name: str) -> Entry:
    word, title = card.get("number", "1").strip(), card.get("name", "").strip()
    if not title:
        raise CardFault("card-without-name", name)
    if not (word.isascii() and word.isdigit()):
        raise CardFault("no-count", name, card=title, count=word)
    copies, printing = copies_of(word, name, 0), card.get("setShortName", "").upper()
    return Entry(copies, shortened(title, 200), printing, card.get("collectorNumber", ""))
