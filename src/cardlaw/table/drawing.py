"""Drawing: the parts of a table's page as HTML, for one seat, from its picture and its log."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from cardlaw.judge.tongue import Tongue
from cardlaw.kernel.game import Game as KernelGame
from cardlaw.kernel.rulebook import Rulebook
from cardlaw.match.match import Match
from cardlaw.match.telling import Told, is_routine
from cardlaw.table.cards import slug
from cardlaw.table.layouts import layout_of
from cardlaw.table.painting import looked_at, picture
from cardlaw.table.picture import Card, Look, Picture
from cardlaw.table.printed import MOST_CARDS, Press
from cardlaw.table.words import table_words

PAGES = Path(__file__).with_name("pages")
STATIC = PAGES / "static"
#: under which address the server gives the style sheets and scripts
STATIC_URL = "/static"
#: the languages by the names that their speakers give them
TONGUES = {"en": "English", "de": "Deutsch", "ru": "Русский", "es": "Español"}
#: the kinds of cards that have a sign of their own
GLYPHS = frozenset(
    (
        "artifact",
        "character",
        "creature",
        "enchantment",
        "equipment",
        "instant",
        "land",
        "location",
        "planeswalker",
        "plot-twist",
        "sorcery",
        "terrain",
    )
)


def sentence(text: str) -> str:
    """Words with a capital letter at the beginning."""
    return text[:1].upper() + text[1:]


@lru_cache(maxsize=1)
def environment() -> Environment:
    """The templates, compiled once a process."""
    env = Environment(
        loader=FileSystemLoader(PAGES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=200,
    )
    env.filters["slug"] = slug
    env.filters["sentence"] = sentence
    env.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "separators": (",", ":")}
    return env


class _Easel:
    """What a match keeps between two drawings: printed faces and drawn cards."""

    def __init__(self, book: Rulebook) -> None:
        self.press = Press(book, layout_of(book.key))
        #: by language, element and card: a card that shows the same is the same object
        self.cards: dict[tuple[str, str, int], tuple[Card, Markup]] = {}
        self.macros: dict[str, _Macros] = {}

    def drawn(self, language: str) -> _Macros:
        """The macros of the templates in a language."""
        found = self.macros.get(language)
        if found is None:
            found = self.macros[language] = _Macros(self, language, self.press.book.key)
        return found


class _Macros:
    """The templates in one language, with cards that are drawn only once."""

    def __init__(self, easel: _Easel, language: str, book: str) -> None:
        words = table_words(language, book)
        env = environment()
        known = {"t": words.text, "glyphs": GLYPHS, "card": self.card}
        self.language = language
        self.easel = easel
        self._card: Any = env.get_template("card.html.j2").make_module(known)
        self.table: Any = env.get_template("table.html.j2").make_module(known)

    def card(self, card: Card, tag: str = "li") -> Markup:
        """A card as HTML."""
        key = (self.language, tag, id(card))
        cards = self.easel.cards
        found = cards.get(key)
        if found is None or found[0] is not card:
            if len(cards) >= MOST_CARDS:
                cards.clear()
            found = cards[key] = (card, self._card.card(card, tag))
        return found[1]


#: by the game: a match is copied for each language
_EASELS: WeakKeyDictionary[KernelGame, _Easel] = WeakKeyDictionary()


def _easel(match: Match) -> _Easel:
    kernel = match.game.kernel
    found = _EASELS.get(kernel)
    if found is None:
        found = _EASELS[kernel] = _Easel(kernel.book)
    return found


def parts(match: Match, seat: int, look: Look, judge: int | None = None) -> dict[str, str]:
    """The parts of the page but its log, by the ids of their elements: all that the seat sees.

    For a judge, ``judge`` is the seat whose answers are shown.
    """
    easel = _easel(match)
    shown = picture(looked_at(match, look), seat, easel.press, judge)
    return _drawn(easel, shown, match, look)


def _drawn(easel: _Easel, shown: Picture, match: Match, look: Look) -> dict[str, str]:
    draw = easel.drawn(look.language).table
    found = {
        "state": draw.state(shown),
        "far": draw.far(shown, shown.far),
        "middle": draw.middle(shown),
        "near": draw.near(shown, shown.near),
        "hand": draw.hand(shown, shown.near),
        "pile": draw.pile(shown),
        "ask": draw.ask(shown),
        "bar": draw.bar(shown, match.stops[shown.seat]),
    }
    return {name: str(html).strip() for name, html in found.items()}


def log(match: Match, seat: int, told: Sequence[Told], look: Look) -> str:
    """Lines of the log of a seat, each an item of a list; ``number`` counts in its whole story."""
    draw = _easel(match).drawn(look.language).table
    kernel = match.game.kernel
    return "".join(
        str(draw.line(each, each.text.rstrip(".") + ".", is_routine(kernel, each))) for each in told
    )


def page(match: Match, seat: int, look: Look, table: str, scheme: str = "") -> str:
    """The whole page of a seat: the shell with all parts in it but the log."""
    words = table_words(look.language, match.game.book.key)
    easel = _easel(match)
    easel.press.print_all(match.game.kernel.state.faces, look.cards)
    shown = picture(looked_at(match, look), seat, easel.press)
    drawn = {name: Markup(html) for name, html in _drawn(easel, shown, match, look).items()}
    values = {"picture": shown, "parts": drawn, "table": table, "seat": seat}
    return rendered("game.html.j2", words, look, scheme, values)


def lobby(look: Look, games: Sequence[object], saved: Sequence[object], scheme: str = "") -> str:
    """The lobby: each game with its decks and opponents, and the games that go on.

    ``games`` have ``key``, ``title`` and ``decks`` (names), ``saved`` have ``id``, ``title``,
    ``seats``, ``when`` and ``over``.
    """
    values: dict[str, object] = {"games": games, "saved": saved}
    return rendered("lobby.html.j2", table_words(look.language), look, scheme, values)


def fragment(name: str, words: Tongue, values: dict[str, object]) -> str:
    """A piece of a page that stands by itself, such as the answer to a question."""
    return environment().get_template(name).render(values, t=words.text).strip()


def rendered(name: str, words: Tongue, look: Look, scheme: str, values: dict[str, object]) -> str:
    """A whole page: a template in a language, with its values."""
    template = environment().get_template(name)
    return template.render(
        values,
        t=words.text,
        look=look,
        scheme=scheme,
        static=STATIC_URL,
        languages=tuple(TONGUES.items()),
    )
