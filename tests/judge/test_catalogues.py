"""Languages: every text in all four, with the same placeholders."""

import re
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog

from cardlaw import rulebooks
from cardlaw.collection.words import FOLDER as COLLECTION
from cardlaw.judge.coverage import real_books
from cardlaw.judge.tongue import (
    LANGUAGES,
    OWN,
    Tongue,
    book_folder,
    catalogue_path,
    read_catalogue,
    tongue,
)
from cardlaw.kernel.rulebook import Rulebook
from cardlaw.match.words import OWN as MATCH
from cardlaw.table.words import OWN as TABLE

BOOKS = [book.key for book in real_books()]
FOLDERS = {
    "judge": OWN,
    "match": MATCH,
    "table": TABLE,
    "collection": COLLECTION,
    **{key: book_folder(key) for key in BOOKS},
}

Texts = dict[str, tuple[str, ...]]


def texts(folder: Path, language: str) -> Texts:
    """The texts of a catalogue by key, each with all its plural forms."""
    path = catalogue_path(folder, language)
    assert path.is_file(), f"there is no {path.name}"
    catalogue: Catalog = read_catalogue(path, language)
    found: Texts = {}
    for message in catalogue:
        key = message.id[0] if isinstance(message.id, tuple) else message.id
        if key:
            string = message.string
            found[key] = tuple(string) if isinstance(string, list | tuple) else (string or "",)
    return found


def placeholders(text: str) -> set[str]:
    """The names in braces."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def wanted(folder: str, language: str) -> Texts:
    """The English texts, with the titles and gists that other languages have besides."""
    english = texts(FOLDERS[folder], "en")
    if language == "en" or folder not in BOOKS:
        return english
    for rule in rulebooks.find(folder).index:
        english.setdefault(f"rule.{rule.id}.title", (rule.title,))
        english.setdefault(f"rule.{rule.id}.gist", (rule.gist,))
    return english


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("folder", FOLDERS)
def test_every_language_has_every_text(folder: str, language: str) -> None:
    found = texts(FOLDERS[folder], language)
    expected = wanted(folder, language)
    assert sorted(expected.keys() - found.keys()) == []
    assert sorted(found.keys() - expected.keys()) == []
    assert [key for key, forms in found.items() if not all(forms)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("folder", FOLDERS)
def test_every_translation_has_the_same_placeholders(folder: str, language: str) -> None:
    english = wanted(folder, language)
    wrong = []
    for key, forms in texts(FOLDERS[folder], language).items():
        names = set().union(*(placeholders(form) for form in english.get(key, ())))
        if set().union(*(placeholders(form) for form in forms)) != names:
            wrong.append(key)
        if len(forms) > 1 and not all("{n}" in form for form in forms if "{n}" in forms[-1]):
            wrong.append(key)
    assert wrong == []


#: what a letter must look like for a language to be itself
ALPHABET = {"ru": re.compile("[А-Яа-яЁё]")}


@pytest.mark.parametrize("folder", FOLDERS)
def test_russian_is_written_in_russian(folder: str) -> None:
    found = texts(FOLDERS[folder], "ru")
    bare = [
        key
        for key, forms in found.items()
        if not forms[0].isupper()
        and any(re.search("[A-Za-z]{3}", re.sub(r"\{\w+\}|'[^']*'", "", form)) for form in forms)
        and not any(ALPHABET["ru"].search(form) for form in forms)
    ]
    assert bare == []


def needed(book: Rulebook) -> list[str]:
    """The keys that a rulebook's own declarations ask for."""
    keys = [f"verb.{shape.verb}" for shape in book.shapes]
    keys += [f"choice.{kind}" for kind in book.choices]
    keys += [f"choice.{part.name}" for shape in book.shapes for part in shape.parts]
    keys += [f"option.{name}" for name in book.option_values]
    keys += [f"term.{name}" for name in book.status_names]
    keys += [f"term.{name}" for name in book.zones]
    return list(dict.fromkeys(keys))


@pytest.mark.parametrize("key", BOOKS)
def test_everything_a_rulebook_declares_has_a_text(key: str) -> None:
    book, found = rulebooks.find(key), texts(book_folder(key), "en")
    assert [name for name in needed(book) if name not in found] == []
    sorts = ("breach", "ground", "event")
    nameless = [code for code in book.codes if not any(f"{s}.{code}" in found for s in sorts)]
    assert nameless == []


@pytest.mark.parametrize("key", BOOKS)
def test_texts_name_only_the_values_of_their_code(key: str) -> None:
    book = rulebooks.find(key)
    wrong = []
    for name, forms in texts(book_folder(key), "en").items():
        sort, _, code = name.partition(".")
        if sort not in ("breach", "remedy", "ground", "event"):
            continue
        if code not in book.codes:
            wrong.append(f"{name}: there is no such code")
            continue
        known = {field.split(":")[-1] for field in book.codes[code].fields} | {"n"}
        strange = set().union(*map(placeholders, forms)) - known
        if strange:
            wrong.append(f"{name}: {', '.join(sorted(strange))}")
    assert wrong == []


def test_plural_forms_follow_the_language() -> None:
    counts = (1, 2, 5, 11, 21)
    told = [tongue("ru").text("many-options", n=n) for n in counts]
    assert told == ["1 вариант", "2 варианта", "5 вариантов", "11 вариантов", "21 вариант"]
    assert tongue("en").text("many-options", n=1) == "1 option"
    assert tongue("es").text("many-options", n=2) == "2 opciones"


def test_a_missing_text_is_said_in_english_and_an_unknown_key_is_itself(tmp_path: Path) -> None:
    assert Tongue("de", (tmp_path, OWN)).text("yes") == "Ja"
    assert tongue("de").text("no such key") == "no such key"


def test_values_are_not_read_as_templates() -> None:
    text = tongue().text("fault.unknown-card", name="{2}{W} {0.__class__}")
    assert text == "the card '{2}{W} {0.__class__}' is unknown"
