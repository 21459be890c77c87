"""Writing a case: a position in words, the file's bytes, and what of a game no words tell."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import msgspec
import yaml

from cardlaw.judge.cases import VERSION, case_from_bytes
from cardlaw.judge.opening import Opening
from cardlaw.judge.positions import Faces, key_of
from cardlaw.kernel.choice import Option
from cardlaw.kernel.game import Game
from cardlaw.kernel.loops import COUNTING
from cardlaw.kernel.moment import begun
from cardlaw.kernel.pile import PASSES, PRIORITY
from cardlaw.kernel.rulebook import Rulebook
from cardlaw.kernel.setup import Called, Fault, Mark
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import PileItem
from cardlaw.notation.labels import Names
from cardlaw.notation.phrases import object_of
from cardlaw.notation.saying import say_line

Plain = dict[str, Any]

#: how long a line of a written case may be
LINE = 96


class _Dumper(yaml.SafeDumper):
    """Writes strings without quotes wherever the judge reads the same string back."""

    yaml_implicit_resolvers: dict[str, Any] = {}

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)


def to_yaml(data: Plain) -> bytes:
    """The bytes of a case file; ``case_from_bytes`` reads the same data back."""
    lines = []
    for key, value in data.items():
        flow = None if key in ("position", "script", "cards") else False
        text = yaml.dump(
            {key: value}, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=LINE,
            default_flow_style=flow,
        )  # fmt: skip
        lines.append(text)
    return "".join(lines).encode()


def to_line(value: object) -> str:
    """A value of a case as a case writes it on one line."""
    text = yaml.dump(
        value, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=10**6,
        default_flow_style=True,
    )  # fmt: skip
    return str(text).removesuffix("\n").removesuffix("...").rstrip()


#: the zones of cards that wait on the pile themselves
PILES = frozenset(("stack", "chain", "pile"))


@dataclass(frozen=True)
class Written:
    """A position as a case: its data, and what of it no words tell, as keys of texts."""

    data: Plain
    lost: tuple[str, ...]


def write_position(game: Game, labels: dict[int, str] | None = None, title: str = "") -> Written:
    """The position of a game as a case without a script.

    Within a procedure it is the position at its begin. What words do not tell is named in ``lost``:
    "question", "pile", "effects", "used", "waiting", "knows", "numbers", "points", "history".
    """
    begin = game.copy()
    state, book = begin.state, begin.book
    state.revert(begin._entries_since(begin.moment.since))
    # what is written on the way is on nobody's journal
    state.entries = []
    state.issued += 1
    state.epoch = state.issued
    # lines of the pile answer no question that is open now
    begin.moment = begun(state, None)
    names, inline = _face_names(state)
    called = Called(lambda obj: names[state.card[obj]], _labels(state, names, labels or {}))
    pile = _pile(begin, called)
    _off_the_pile(state)
    data: Plain = {"cardlaw": VERSION, "game": book.key, "title": title or book.title}
    defaults = {name: values[0] for name, values in book.option_values.items()}
    options = {n: v for n, v in sorted(state.options.items()) if defaults.get(n) != v}
    data |= {"options": options} if options else {}
    data |= {"cards": inline} if inline else {}
    data["position"] = book.in_words(state, called)
    if pile:
        tried = {**data, "position": {**data["position"], "pile": pile}}
        data = data if _opened(tried) is None else tried
    lost = ["question"] if game.moment.fed else []
    return Written(data, (*lost, *_lost(begin, data)))


def _face_names(state: State) -> tuple[dict[int, str], list[Plain]]:
    """What the judge calls each face that lies somewhere; those that it does not ship, as data."""
    book, found = state.book, Faces(state.book)
    names: dict[int, str] = {}
    inline: list[Plain] = []
    for number in sorted(set(state.card.values())):
        face = state.faces[number]
        names[number] = book.name_of(face)
        if not _finds(found, names[number], face):
            inline.append(_plain(msgspec.to_builtins(face)))
    return names, inline


def _finds(found: Faces, name: str, face: Any) -> bool:
    """Whether the judge takes a name for a shipped face that is the same."""
    try:
        return bool(found.faces[found.find(name, Mark())] == face)
    except Fault:
        return False


def _plain(value: Any) -> Any:
    """Data as a case has it: every leaf a string."""
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items() if item is not None}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, bool):
        return "true" if value else "false"
    return "null" if value is None else str(value)


def _labels(state: State, names: dict[int, str], given: dict[int, str]) -> dict[int, str]:
    """A label for each card on the table that has the name of another one."""
    zones, piled = state.book.zones, _on_the_pile(state)
    listed = [o for o in sorted(state.where) if zones[state.where[o][0]].listed or o in piled]
    count = Counter(names[state.card[obj]] for obj in listed)
    number: Counter[str] = Counter()
    labels = {obj: label for obj, label in given.items() if obj in state.where}
    taken = {key_of(label) for label in labels.values()}
    for obj in listed:
        name = names[state.card[obj]]
        if obj in labels or (count[name] < 2 and obj not in piled):
            continue
        number[name] += 1
        while key_of(f"{name} {number[name]}") in taken:
            number[name] += 1
        labels[obj] = f"{name} {number[name]}"
    return labels


def _pile(game: Game, called: Called) -> list[Plain]:
    """What lies on the pile as actions in words, the first first; what is no action is left out."""
    state, book = game.state, game.book
    said: list[Plain] = []
    names = Names(state, called.labels)
    for key in state.lists.get("pile", ()):
        item = state.pile[key]
        if item.first and item.first[0] in book.by_verb:
            try:
                line = say_line(game, (item.first, *_chosen(book, item)), names, item.player)
            except (ValueError, KeyError, IndexError):
                continue
            said.append({"AB"[item.player]: line.removesuffix(" ...")})
    return said


def _chosen(book: Rulebook, item: PileItem) -> tuple[Option, ...]:
    """The answers of an action but for what it cost, which a position has paid already."""
    parts = book.by_verb[item.first[0]].parts
    paid = {part.name for part in parts if part.automatic == "first"}
    return tuple(answer for answer in item.answers if answer[0] not in paid)


def _on_the_pile(state: State) -> set[int]:
    """The cards that what lies on the pile comes from or is aimed at."""
    found: set[int] = set()
    for key in state.lists.get("pile", ()):
        item = state.pile[key]
        values = [item.source.id, *(v for option in (item.first, *item.answers) for v in option)]
        found.update(value for value in map(object_of, values) if type(value) is int)
    return {obj for obj in found if obj in state.where}


def _off_the_pile(state: State) -> None:
    """Put the cards on the pile back where an action of the case's pile takes them from."""
    homes = [zone for zone, kind in state.book.zones.items() if zone == "hand"]
    for key in state.lists.get("pile", ()):
        item = state.pile[key]
        obj = item.source.id
        if obj in state.where and state.where[obj][0] in PILES and homes:
            state.shift(obj, (homes[0], state.owner[obj]))


def _opened(data: Plain) -> Game | None:
    """The game of a written case; None when the judge refuses it."""
    try:
        return Opening(case_from_bytes(to_yaml(data))).game
    except (Fault, AssertionError):  # what an action of the pile asserts need not hold any more
        return None


def _lost(game: Game, data: Plain) -> list[str]:
    """What of a position the written case does not have."""
    opened = _opened(data)
    if opened is None:
        return ["position"]
    old, new = game.state, opened.copy().state
    new.revert(opened._entries_since(opened.moment.since))
    # numbers that mean nothing any more, such as crystals that were spent, have no word
    kinds = {kind for _, kind in new.points}
    lost = [key for key, part in _PARTS.items() if part(old) != part(new)]
    points = {at: n for at, n in old.points.items() if at[1] in kinds}
    return lost if points == new.points else [*lost, "points"]


def _turn(state: State) -> Any:
    quiet = COUNTING | {PRIORITY, PASSES, "serials", "chance"}
    return {key: value for key, value in state.turn.items() if key not in quiet}


#: what is compared, by the key of the text that says it is lost
_PARTS = {
    "pile": lambda state: len(state.lists.get("pile", ())),
    "effects": lambda state: len(state.effects),
    "used": lambda state: len(state.used),
    "waiting": lambda state: len(state.waiting),
    "knows": lambda state: Counter(state.knows.values()),
    "numbers": lambda state: (Counter(state.counters.values()), len(state.host)),
    "history": _turn,
}
