"""Looking things up for a seat: rules, cards, why not, how a value came about."""

from __future__ import annotations

from typing import Any

import msgspec

from cardlaw.cards.language import NotUnderstood
from cardlaw.front import Game
from cardlaw.judge.telling import Teller, rule_gist, rule_title
from cardlaw.judge.tongue import Tongue
from cardlaw.kernel import view as views
from cardlaw.kernel.rulebook import Rulebook
from cardlaw.library.texts import LANGUAGES, texts_of
from cardlaw.notation.tokens import cut, nearest


def rule_text(book: Rulebook, number: str, words: Tongue) -> list[str]:
    """A rule with its title and gist. ValueError if there is no such rule, with near ones."""
    typed = " ".join(number.rstrip(".").casefold().split())
    ids = [rule.id for rule in book.index]
    found = [
        rule
        for rule in ids
        if rule.casefold() == typed or rule.casefold().partition(" ")[2] == typed
    ]
    if not found:
        near = ", ".join(nearest(number, ids))
        key = "no-rule" if near else "no-rule-near"
        raise ValueError(words.text(key, number=cut(number), near=near))
    return [
        line
        for rule in found
        for line in (f"{rule} {rule_title(book, rule, words)}", rule_gist(book, rule, words))
    ]


def known_object(seat: Game, name: str, words: Tongue) -> int:
    """The object of a name whose face the seat knows. ValueError otherwise."""
    player = seat.viewer if seat.viewer is not None else 0
    names = seat.names()
    found = names.find(name)
    if len(found) > 1 and names.alike(found):
        found = found[:1]
    obj = found[0] if len(found) == 1 else seat.find(name)
    if not views.knows(seat.kernel.state, player, obj):
        raise ValueError(words.text("card-unknown", name=names.label(obj)))
    return obj


def card_text(seat: Game, name: str, words: Tongue) -> list[str]:
    """A card that the seat knows: where it is, its values, its text.

    A shipped card of another name is told as it is printed. ValueError if there is none.
    """
    state, book = seat.kernel.state, seat.book
    try:
        obj = known_object(seat, name, words)
    except ValueError:
        faces = book.library().values()
        printed = {key.casefold(): face for face in faces for key in book.names_of(face)}
        if name.casefold() not in printed:
            raise
        return _printed(book, printed[name.casefold()], words.language)
    head = [lies(seat, obj, words)]
    others = book.names_of(state.faces[state.card[obj]])[1:]
    head += [", ".join(others)] if others else []
    values = [f"{word}: {shown}" for _, word, shown in values_told(seat, obj, words)]
    return [*head, *values, *written(book, state.faces[state.card[obj]], words.language)]


def lies(seat: Game, obj: int, words: Tongue) -> str:
    """Where a card lies, in a sentence."""
    state, book = seat.kernel.state, seat.book
    zone = words.term(book.zone_word(state, obj))
    whose = Teller(state, seat.names(), words).value("player", state.controller.get(obj, -1))
    return words.text("card-lies", name=seat.label(obj), zone=zone, player=whose)


def values_told(seat: Game, obj: int, words: Tongue) -> list[tuple[str, str, str]]:
    """The values of a card that says something: the game's word, that word and the value told."""
    found = []
    for word, value in seat.book.values_of(seat.kernel.state, obj).items():
        if value in ([], "", None):
            continue
        shown = ", ".join(map(str, value)) if isinstance(value, list) else value
        if isinstance(shown, bool):
            shown = words.text("yes") if shown else words.text("no")
        found.append((word, words.term(word), words.term(str(shown))))
    return found


def written(book: Rulebook, face: Any, tongue: str) -> list[str]:
    """The text of a card: as it is printed in a language, else its abilities in short."""
    if book.key in LANGUAGES and LANGUAGES[book.key]().unfaced is not None:
        try:
            return texts_of(book.key).record_of(face, tongue).oracle_text.splitlines()
        except NotUnderstood:
            pass  # a card of a case may say what no wording says
    written = msgspec.to_builtins(face).get("text")
    return written.split("\n") if isinstance(written, str) else ability_lines(written)


def _printed(book: Rulebook, face: Any, tongue: str) -> list[str]:
    """A face as it is printed."""
    data = msgspec.to_builtins(face)
    plain = (str, int, float, bool)
    values = [
        f"{key}: {', '.join(map(str, value)) if isinstance(value, list | tuple) else value}"
        for key, value in data.items()
        if key not in ("name", "text", "source", "own")
        and (isinstance(value, plain) and value or value and _is_words(value))
    ]
    return [book.name_of(face), *values, *written(book, face, tongue)]


def _is_words(value: object) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(item, str | int) for item in value)


def explained(seat: Game, text: str, words: Tongue) -> list[str]:
    """How a value of a card came about: the card, then the value. ValueError says what is wrong."""
    pieces = text.split()
    fault: ValueError | None = None
    for size in range(1, min(3, len(pieces)) + 1):
        name, what = " ".join(pieces[:-size]), " ".join(pieces[-size:])
        if not name:
            break
        try:
            obj = known_object(seat, name, words)
            return seat.explain(obj, what).text.split("\n")
        except ValueError as error:
            fault = fault or error
    raise fault or ValueError(words.text("explain-how"))


def ability_lines(text: object) -> list[str]:
    """Ability nodes of card data in short words, where a card has no printed wording."""
    if not isinstance(text, list | tuple):
        return []
    return [_flat(node) for node in text]


#: the words in card data that say what kind a node is of
_KINDS = ("ability", "do", "gives", "cost", "condition", "amount", "event", "who", "name")


def _flat(node: object) -> str:
    if isinstance(node, dict):
        kind = next((key for key in _KINDS if isinstance(node.get(key), str)), "")
        rest = [f"{key} {_flat(value)}" for key, value in node.items() if key != kind and value]
        inner = ", ".join(rest)
        if not kind:
            return inner
        return f"{node[kind]} ({inner})" if inner else str(node[kind])
    if isinstance(node, list | tuple):
        return " and ".join(_flat(item) for item in node)
    if isinstance(node, bool):
        return "yes" if node else "no"
    return str(node)
