"""What texts of cards say shorter than card data: losses, aims, parts of an event (401, 405)."""

from __future__ import annotations

from typing import Any

from cardlaw.cards.defaults import defaults_of
from cardlaw.cards.language import NotUnderstood
from cardlaw.cards.losses import counted, lost
from cardlaw.cards.pronouns import Events
from cardlaw.rulebooks.berserk.happen import OF_PLAYERS
from cardlaw.rulebooks.berserk.nodes import VOCABULARY
from cardlaw.rulebooks.berserk.words import ATTACKS, ELEMENTS

#: what decides what "the target" stands for
EVENTS = Events(making={}, targets=("target", "other", "third"))
_DEFAULTS = defaults_of(VOCABULARY)
#: parts of an event, which are named as such and never by a pronoun
_PARTS = ("it", "by")
#: fields that say which node a mapping is: a description of cards has none
_TAGS = {"ability", "do", "if", "gives", "amount", "event"}
#: what is beside a card that a pronoun could mean is beside it by name
_NAMED, _AT = ("it", "by", "target", "other"), "at "
#: what a text calls the card that did it, by the event, other than "the attacker"
_DOERS = {"defended": "by"}
#: fields that a text always says, with the value that card data leave out
_SAID: dict[tuple[str, str], dict[str, Any]] = {
    ("do", "relocate"): {"what": {"who": "self"}},
    ("do", "attach"): {"what": {"who": "self"}, "to": {"who": "target"}},
    ("do", "redirect"): {"to": {"who": "target"}},
    ("do", "attack"): {"what": {"who": "target"}},
}
#: attacks whose price a text leaves out: the card closes
_ATTACKS = (*ATTACKS, "spell", "strike across")
#: fields with numbers that may be below nothing
_SIGNED = ("amount", "strength", "times", "other")


def expanded(value: Any) -> Any:
    """A value of the phrase table as card data."""
    return _as_data(counted(value))


def _as_data(value: Any) -> Any:
    if isinstance(value, list):
        return [_as_data(item) for item in value]
    if not isinstance(value, dict):
        return value
    found = {key: _as_data(item) for key, item in value.items() if key != "at" or "if" in value}
    if "meant" in found:
        part = found.pop("meant")
        found["who"] = _DOERS.get(part, part)
    if str(found.get("adjacent_to", "")).startswith(_AT):
        found["adjacent_to"] = found["adjacent_to"].removeprefix(_AT)
    if "unless" in found:
        found["except_who"] = found.pop("unless")
    if not _TAGS & set(found):
        _list_kinds(found)
    if "gives" in found and isinstance(found["gives"], list):
        found["gives"] = _joined(found["gives"])
    return found


def _list_kinds(select: dict[str, Any]) -> None:
    """The one class or element of a description as a list of card data; all but one as well."""
    for one, several in (("class", "kinds"), ("element", "elements")):
        if one in select:
            if several in select:
                raise NotUnderstood(f"a card with two descriptions of its {one}")
            select[several] = [select.pop(one)]
    if "beyond" in select:
        select["elements"] = [word for word in ELEMENTS if word != select["beyond"]]
        del select["beyond"]


def _name_kinds(select: dict[str, Any]) -> None:
    """The opposite: a description of several is one of any of them, of one a word of its own."""
    for one, several in (("class", "kinds"), ("element", "elements")):
        if len(select.get(several, ())) == 1:
            (select[one],) = select.pop(several)
    left = [word for word in ELEMENTS if word not in select.get("elements", ELEMENTS)]
    if len(left) == 1 and len(select["elements"]) == len(ELEMENTS) - 1:
        select["beyond"] = left[0]
        del select["elements"]


def _joined(gives: list[Any]) -> list[Any]:
    """Modifications in which named abilities that are gained one after another are one list."""
    found: list[Any] = []
    for give in gives:
        if found and set(give) == set(found[-1]) == {"gives", "keywords"}:
            last = found[-1]
            if last["gives"] == give["gives"]:
                found[-1] = {**last, "keywords": [*last["keywords"], *give["keywords"]]}
                continue
        found.append(give)
    return found


def _apart(gives: list[Any]) -> list[Any]:
    """The opposite: each named ability by itself, as a text says them."""
    found: list[Any] = []
    for give in gives:
        if set(give) == {"gives", "keywords"}:
            found += [{**give, "keywords": [word]} for word in give["keywords"]]
        else:
            found.append(give)
    return found


def _calling(value: Any, doer: str) -> Any:
    """What an ability does, with another word for the card that did it."""
    if isinstance(value, list):
        return [_calling(item, doer) for item in value]
    if not isinstance(value, dict):
        return value
    if value.get("meant") == "by":
        return {**value, "meant": doer}
    return {key: _calling(item, doer) for key, item in value.items()}


def collapsed(value: Any) -> Any:
    """Card data as the phrase table says it."""
    if isinstance(value, list | tuple):
        return [collapsed(item) for item in value]
    if not isinstance(value, dict):
        return value
    usual = _DEFAULTS(value)
    found = {
        key: collapsed(item)
        for key, item in value.items()
        if key not in usual or usual[key] != item
    }
    for (field, tag), said in _SAID.items():
        if found.get(field) == tag:
            found = {**said, **found}
    if not _TAGS & set(found):
        _say_which(found)
    if "event" in found and found["event"] not in OF_PLAYERS:
        found.setdefault("what", {"who": "self"})
    if isinstance(found.get("gives"), list):
        found["gives"] = _apart(found["gives"])
    for field in _SIGNED:
        if field in found and "gives" not in found:
            found[field] = lost(found[field])
    return _said_ability(found) if "ability" in found else found


def _say_which(select: dict[str, Any]) -> None:
    """A description of cards with its parts of an event and places in words of their own."""
    if select.get("who") in _PARTS:
        select["meant"] = select.pop("who")
    if select.get("adjacent_to") in _NAMED:
        select["adjacent_to"] = _AT + select["adjacent_to"]
    if "except_who" in select:
        select["unless"] = select.pop("except_who")
    _name_kinds(select)


def _said_ability(ability: dict[str, Any]) -> dict[str, Any]:
    """An ability with what a text says of its aim, its price and who did it."""
    if ability["ability"] == "triggered" and ability["on"][0]["event"] in _DOERS:
        ability["do"] = _calling(ability["do"], ability["on"][0]["event"])
    if ability["ability"] == "playable":
        if "strength" in ability:
            # what is aimed at is named before what is done to it
            ability = {"at": {"who": "target"}, **ability}
        if "strength" not in ability or ability["name"] not in _ATTACKS:
            ability.setdefault("cost", {"exhaust": True})
    return ability
