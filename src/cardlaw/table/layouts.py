"""How each game's table is laid out: which zones make which part, what stands where on a card.

A layout speaks of the rulebook's own words. What it does not name is drawn all the same, as it is
for a game that has no layout: by the kinds of its zones.
"""

from __future__ import annotations

from typing import NamedTuple


class Stat(NamedTuple):
    """Numbers that stand together in a corner of a card: words of ``values_of``."""

    words: tuple[str, ...]
    between: str = "/"
    #: the fields of the face that print them, to show what has changed; none: not compared
    printed: tuple[str, ...] = ()


class Layout(NamedTuple):
    """Where the things of a game are drawn."""

    #: the order of the shelves on a side, from the middle of the table outwards
    shelves: tuple[str, ...] = ()
    #: zones of a player that are drawn as a pile with its top card
    piles: tuple[str, ...] = ()
    #: zones that are drawn with small cards, each face up or down
    small: tuple[str, ...] = ()
    #: zones that nobody needs to see
    unseen: tuple[str, ...] = ()
    #: areas whose rows grow with what is put there: the zone, what stands before the words of its
    #: rows in the game's words, the rows from the middle of the table outwards
    areas: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    stats: tuple[Stat, ...] = ()
    #: fields of the face of which the first that says something is its cost
    costs: tuple[str, ...] = ("cost",)
    #: a field of the face that colours its cost, and words of values for the type line
    cost_kind: str = ""
    types: tuple[str, ...] = ("type",)
    subtypes: tuple[str, ...] = ()
    #: the value by which a card's frame is coloured
    frame: str = "type"
    #: values that stand elsewhere or say nothing to a player
    silent: tuple[str, ...] = ()
    #: states and counters that only the rules need
    quiet: tuple[str, ...] = ()
    #: a state and the only type for which it matters
    states_of: tuple[tuple[str, str], ...] = ()
    #: zone -> the state without which a card in it lies face down
    down_without: tuple[tuple[str, str], ...] = ()
    #: the state of a card that lies face down on the table
    down: tuple[str, ...] = ("face down",)
    #: the states in which a card is turned sideways
    turned: tuple[str, ...] = ()
    #: the place of the rolls of dice among what everybody sees of an item on the pile; -1: none
    dice: int = -1
    #: values of a card's text that says it does nothing now
    blank: tuple[str, str] = ("", "")
    #: the values of the game that name whose turn or step it is
    whose: tuple[str, ...] = ("active",)


_LAYOUTS = {
    "magic": Layout(
        shelves=("creatures", "permanents", "lands"),
        piles=("graveyard", "exile"),
        unseen=("nowhere",),
        stats=(Stat(("power", "toughness"), "/", ("power", "toughness")),),
        types=("supertypes", "types"),
        subtypes=("subtypes",),
        frame="colors",
        silent=("mana value", "colors"),
        quiet=(
            "blocked",
            "struck first",
            "dealt deathtouch damage",
            "dealt combat damage to a creature",
            "newly controlled",
        ),
        states_of=(("summoning sick", "creature"),),
        turned=("tapped",),
    ),
    "vs": Layout(
        shelves=("front row", "support row", "resource row"),
        piles=("KO'd pile", "removed cards"),
        small=("resource row",),
        areas=(
            ("visible area", "", ("front row", "support row")),
            ("hidden area", "hidden ", ("front row", "support row")),
        ),
        stats=(Stat(("ATK", "DEF"), "/", ("atk", "defence")),),
        costs=("threshold", "cost"),
        subtypes=("affiliations",),
        silent=("cost", "text"),
        quiet=("announced", "boosted", "face up"),
        down_without=(("resource row", "face up"),),
        turned=("exhausted",),
        blank=("text", "inactive"),
        whose=("primary", "active"),
    ),
    "berserk": Layout(
        piles=("graveyard", "exile"),
        stats=(
            Stat(("strike",), "", ("strike",)),
            Stat(("movement",), "", ("movement",)),
            Stat(("life",), "", ("life",)),
        ),
        cost_kind="crystal",
        types=("subtype", "type"),
        subtypes=("classes",),
        frame="element",
        silent=("cost",),
        quiet=("awake", "decided", "moved"),
        down=("hidden",),
        turned=("closed",),
        dice=4,
    ),
}


def layout_of(key: str) -> Layout:
    """The layout of a rulebook by its key; a plain one for a game that has none of its own."""
    return _LAYOUTS.get(key, Layout())
