"""Editing a case by hand: cards moved, added, removed, fields and words set, in the case's data.

An edit changes data and knows no rule: what the game says against the new position comes from the
judge, with its place, when the case is looked at again.
"""

from __future__ import annotations

import copy
from typing import Any, TypeAlias

import msgspec

from cardlaw.judge.nodes import plain, read_tree
from cardlaw.judge.writing import to_yaml
from cardlaw.kernel.setup import Fault

Plain: TypeAlias = dict[str, Any]
#: where a card stands in a position: the player (or nothing), the zone, its place in the list, and
#: for what it bears "attached" and a place again
Place: TypeAlias = list[str | int]


#: the fields that say where in a zone a card stands
SPOTS = ("column", "cell")


class BadEdit(ValueError):
    """An edit of something that is not there; the text is a key of the table's texts."""


class Edit(msgspec.Struct, frozen=True):
    """One change by hand.

    ``op``: move, attach, add, remove, set, turn, define, step, play, unstep.
    """

    op: str
    #: the card that is meant
    place: Place = []
    #: the zone where a card goes, as the beginning of a place, or the bearer
    to: Place = []
    #: a card's name, the word that is set
    word: str = ""
    #: what it is set to, as a case would write it; empty takes it away
    value: str = ""
    #: the column or the cell where a card goes, if that is said
    spot: str = ""
    #: of a card that is defined its type line, its cost, and what else is printed, as YAML
    kind: str = ""
    cost: str = ""
    values: str = ""
    #: after how many steps of the script a step comes; -1: after all
    at: int = -1


def read_data(text: str) -> Plain:
    """The data of a case. FileFault if it is no plain YAML; a case that is no mapping is empty."""
    found = plain(read_tree(text.encode("utf-8", "replace")))
    return found if isinstance(found, dict) else {}


def write_text(data: Plain) -> str:
    """The text of a case's data."""
    return to_yaml(data).decode()


def edited(data: Plain, edit: Edit) -> Plain:
    """The data after an edit. BadEdit if what it is about is not there."""
    act = _ACTS.get(edit.op)
    if act is None:
        raise BadEdit("desk.bad-edit")
    new = copy.deepcopy(data)
    try:
        act(new, edit)
    except (LookupError, TypeError, AttributeError, ValueError, Fault) as error:
        raise BadEdit("desk.bad-edit") from error
    position = new.get("position")
    if isinstance(position, dict):
        _tidy_all(position)
    return new


def _position(data: Plain) -> Plain:
    found = data.get("position")
    if not isinstance(found, dict):
        found = data["position"] = {}
    return found


def _list_at(data: Plain, place: Place, create: bool = False) -> list[Any]:
    """The list of cards at a zone (player, zone) or (zone,), or under a bearer."""
    at: Any = _position(data)
    for index, step in enumerate(place):
        if isinstance(at, list):
            entry = at[int(step)]
            at = _fields(at, int(step)) if isinstance(entry, str) else next(iter(entry.values()))
            continue
        if create and not at.get(step):
            at[step] = [] if index == len(place) - 1 else {}
        at = at[step]
    if not isinstance(at, list):
        raise BadEdit("desk.bad-edit")
    return at


def _fields(cards: list[Any], index: int) -> Plain:
    """The fields of a card in a list, made room for if it has none."""
    entry = cards[index]
    if isinstance(entry, str):
        entry = cards[index] = {entry: {}}
    name = next(iter(entry))
    if not isinstance(entry[name], dict):
        entry[name] = {}
    fields: Plain = entry[name]
    return fields


def _taken(data: Plain, place: Place) -> Any:
    """A card taken out of its list."""
    if len(place) < 2 or not isinstance(place[-1], int) or place[-1] < 0:
        raise BadEdit("desk.bad-edit")
    return _list_at(data, place[:-1]).pop(place[-1])


def _tidy_all(position: Plain) -> None:
    """A card without fields is its name; what has nothing in it is left out."""
    for zones in (position, *(v for v in position.values() if isinstance(v, dict))):
        for cards in zones.values():
            if isinstance(cards, list):
                _tidy(cards)


def _tidy(cards: list[Any]) -> None:
    for index, entry in enumerate(cards):
        fields = next(iter(entry.values()), None) if isinstance(entry, dict) else None
        if isinstance(fields, dict) and isinstance(fields.get("attached"), list):
            _tidy(fields["attached"])
            if not fields["attached"]:
                del fields["attached"]
        if fields == {}:
            cards[index] = next(iter(entry))


def _move(data: Plain, edit: Edit) -> None:
    entry = _taken(data, edit.place)
    target = _list_at(data, edit.to, create=True)
    if isinstance(entry, dict):
        # where it stood says nothing of where it stands
        fields = next(iter(entry.values()))
        for word in SPOTS:
            fields.pop(word, None)
    target.append(entry)
    _put_on(target, edit.spot)


def _put_on(cards: list[Any], spot: str) -> None:
    """Say of the last card of a list where it stands: in a column, or on a cell."""
    word = SPOTS[0] if spot.strip().isdecimal() else SPOTS[1]
    if spot.strip():
        _fields(cards, len(cards) - 1)[word] = spot.strip()


def _attach(data: Plain, edit: Edit) -> None:
    bearer = _list_at(data, edit.to[:-1])
    index = int(edit.to[-1])
    host = bearer[index]
    entry = _taken(data, edit.place)
    if entry is host:
        raise BadEdit("desk.bad-edit")
    if isinstance(entry, dict):
        for word in SPOTS:
            next(iter(entry.values())).pop(word, None)
    fields = _fields(bearer, next(n for n, each in enumerate(bearer) if each is host))
    fields.setdefault("attached", []).append(entry)


def _add(data: Plain, edit: Edit) -> None:
    if not edit.word.strip():
        raise BadEdit("desk.no-name")
    target = _list_at(data, edit.to, create=True)
    target.append(edit.word.strip())
    _put_on(target, edit.spot)


def _remove(data: Plain, edit: Edit) -> None:
    _taken(data, edit.place)


def _set(data: Plain, edit: Edit) -> None:
    cards, index = _list_at(data, edit.place[:-1]), int(edit.place[-1])
    fields = _fields(cards, index)
    _put(fields, edit)


def _turn(data: Plain, edit: Edit) -> None:
    """A word of the turn, or of the player that ``to`` names."""
    at = _position(data)
    for player in edit.to[:1]:
        if not isinstance(at.get(str(player)), dict):
            at[str(player)] = {}
        at = at[str(player)]
    if isinstance(at.get(edit.word), list):
        raise BadEdit("desk.bad-edit")
    _put(at, edit)


def _put(fields: Plain, edit: Edit) -> None:
    word = edit.word.strip()
    if not word:
        raise BadEdit("desk.no-name")
    if not edit.value.strip():
        fields.pop(word, None)
    else:
        fields[word] = plain(read_tree(edit.value.encode()))


#: what stands before the types of a card, by the words of Magic
SUPERTYPES = frozenset(("basic", "legendary", "snow", "world"))


def _define(data: Plain, edit: Edit) -> None:
    """A card by what is printed on it: ``word`` its name, ``value`` its text in words."""
    name, kind = edit.word.strip(), edit.kind.strip()
    if not name or not kind:
        raise BadEdit("desk.no-name")
    card: Plain = {"name": name}
    if data.get("game") == "magic":
        front, _, back = kind.replace("–", "—").replace(" - ", " — ").partition("—")
        words = front.casefold().split()
        parts = {
            "supertypes": [word for word in words if word in SUPERTYPES],
            "types": [word for word in words if word not in SUPERTYPES],
            "subtypes": back.split(),
        }
        card |= {key: value for key, value in parts.items() if value}
    else:
        card["type"] = kind.casefold()
    card |= {"cost": edit.cost.strip()} if edit.cost.strip() else {}
    if edit.values.strip():
        more = plain(read_tree(f"{{{edit.values}}}".encode()))
        card |= {str(word): value for word, value in more.items()}
    card |= {"text": edit.value.strip()} if edit.value.strip() else {}
    cards = data.get("cards")
    if not isinstance(cards, list):
        # cards come before the position that names them
        position, script = data.pop("position", {}), data.pop("script", None)
        cards = data["cards"] = []
        data["position"] = position
        data |= {} if script is None else {"script": script}
    cards.append(card)


def _script(data: Plain) -> list[Any]:
    script = data.get("script")
    if not isinstance(script, list):
        script = data["script"] = []
    return script


def _reached(script: list[Any], edit: Edit) -> int:
    """How many steps come before the place that is meant."""
    return len(script) if edit.at < 0 else min(edit.at, len(script))


def _step(data: Plain, edit: Edit) -> None:
    """One more step of the script: ``value`` is what it does, as YAML."""
    script = _script(data)
    script.insert(_reached(script, edit), plain(read_tree(edit.value.encode())))


def _play(data: Plain, edit: Edit) -> None:
    """The same for a step after which what followed so far no longer comes."""
    script = _script(data)
    del script[_reached(script, edit) :]
    _step(data, edit)


def _unstep(data: Plain, edit: Edit) -> None:
    script = _script(data)
    at = _reached(script, edit)
    if not at:
        raise BadEdit("desk.no-step")
    del script[at - 1]
    if not script:
        del data["script"]


_ACTS = {
    "move": _move,
    "attach": _attach,
    "add": _add,
    "remove": _remove,
    "set": _set,
    "turn": _turn,
    "define": _define,
    "step": _step,
    "play": _play,
    "unstep": _unstep,
}
