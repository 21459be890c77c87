"""Languages: texts by key from gettext catalogues, the judge's own and each rulebook's."""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import lru_cache
from gettext import GNUTranslations
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from cardlaw import rulebooks

LANGUAGES = ("en", "de", "ru", "es")
ENGLISH = "en"
OWN = Path(__file__).with_name("locale")
#: how many translated words are kept; what people type is looked up as a word too
MOST_TERMS = 4000


class _Lenient(dict[str, object]):
    def __missing__(self, key: str) -> str:
        return "?"


_FORMATTER = Formatter()


def read_catalogue(path: Path, language: str) -> Catalog:
    """A catalogue as it stands in its file."""
    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


@lru_cache(maxsize=64)
def translations(path: Path, language: str) -> GNUTranslations | None:
    """The compiled catalogue of a file; None when there is no such file."""
    if not path.is_file():
        return None
    compiled = io.BytesIO()
    write_mo(compiled, read_catalogue(path, language))
    compiled.seek(0)
    return GNUTranslations(compiled)


def catalogue_path(folder: Path, language: str) -> Path:
    """The file of a language in a folder of catalogues."""
    return folder / f"{language}.po"


def book_folder(key: str) -> Path:
    """The folder of a rulebook's catalogues."""
    return Path(rulebooks.__path__[0]) / key / "locale"


class Tongue:
    """Texts in one language; what is missing is said in English."""

    def __init__(self, language: str, folders: tuple[Path, ...] = (OWN,)) -> None:
        self.language = language
        order = dict.fromkeys((language, ENGLISH))
        found = (translations(catalogue_path(f, lang), lang) for lang in order for f in folders)
        self._catalogues = [each for each in found if each is not None]
        self._terms: dict[str, str] = {}

    def template(self, key: str, number: int | None = None) -> str | None:
        """The text of a key with its placeholders; ``number`` picks the plural form."""
        for catalogue in self._catalogues:
            text = catalogue.ngettext(key, key, 1 if number is None else number)
            if text == key:
                text = catalogue.gettext(key)
            if text != key:
                return text
        return None

    def has(self, key: str) -> bool:
        """Whether some catalogue has a text for a key."""
        return self.template(key) is not None

    def text(self, key: str, /, **values: object) -> str:
        """The text of a key with values filled in; the key itself when there is none.

        A value called ``n`` picks the plural form.
        """
        number = values.get("n")
        template = self.template(key, number if isinstance(number, int) else None)
        return key if template is None else fill(template, values)

    def term(self, word: str) -> str:
        """A word of the game in this language."""
        found = self._terms.get(word)
        if found is None:
            found = self.template(f"term.{word}") or word
            if len(self._terms) < MOST_TERMS:
                self._terms[word] = found
        return found


def fill(template: str, values: Mapping[str, object]) -> str:
    """A template with its named values; an unknown placeholder is a question mark."""
    return _FORMATTER.vformat(template, (), _Lenient(values))


@lru_cache(maxsize=64)
def tongue(language: str = ENGLISH, book: str = "") -> Tongue:
    """Texts in a language for a rulebook (by its key), or the judge's own alone."""
    folders = (book_folder(book), OWN) if book else (OWN,)
    return Tongue(language, folders)
