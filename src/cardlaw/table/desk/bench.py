"""Working at the desk: what somebody wishes of a case, and the sheet that comes of it."""

from __future__ import annotations

import json
from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

import msgspec

from cardlaw import rulebooks
from cardlaw.judge.cases import PLAYER_KEYS
from cardlaw.judge.report import StepReport
from cardlaw.judge.shipped import case_files, case_folder
from cardlaw.judge.tongue import ENGLISH
from cardlaw.judge.writing import to_line, write_position
from cardlaw.kernel.setup import Fault, Vocabulary
from cardlaw.table.desk.editing import (
    BadEdit,
    Edit,
    Place,
    Plain,
    edited,
    read_data,
    write_text,
)
from cardlaw.table.desk.judging import ALL, Judged, judged
from cardlaw.table.desk.linking import MOST_BYTES, BadLink, pack, unpack

#: questions that change nothing, by the key of a script's step
QUESTIONS = {"may": "may", "why": "may", "explain": "explain", "because": "because"}
#: how long a line may be that somebody types
LONGEST_LINE = 2000


#: what brings a case from elsewhere
BRINGS = ("shipped", "link", "blank")
#: so many cards and steps a case may have, so that a look at it takes seconds
MOST_CARDS, MOST_STEPS = 1000, 1000


class Wish(msgspec.Struct, frozen=True):
    """What a form of the desk asks for. ``act`` is the button; which fields matter depends on it.

    "welcome" brings nothing yet, "show", "blank", "shipped" (``name``) and "link" (``line``) a
    case; "do", "what-if" play ``line``; "may", "explain" and "because" ask about it; "pass" lets
    all pass; "back" and "forward" step through the script, "go" goes to ``name`` steps; "unstep"
    takes the last step away that was done; "keep" adds the step ``value``; "expect" adds an
    expectation; "edit" changes the position; "begin" makes the position that is shown the start;
    "say" shows the text ``word`` and keeps the case ``value``.
    """

    case: str = ""
    act: str = ""
    name: str = ""
    who: str = ""
    line: str = ""
    word: str = ""
    value: str = ""
    edit: Edit | None = None
    #: how many steps of the script are shown as done; -1: all
    at: int = ALL
    language: str = ENGLISH
    cards: str = ENGLISH
    scheme: str = ""


NO_WISH, NO_WORDS = Wish(), Vocabulary()


class CardAt(NamedTuple):
    """A card of a case's data: its place as JSON, what it is called there, how deep it stands."""

    place: str
    name: str
    where: str
    depth: int
    #: its fields as a case writes them
    fields: tuple[tuple[str, str], ...] = ()
    #: what lines call it
    called: str = ""
    #: the object that it is in the game, or -1
    obj: int = -1


@dataclass
class Sheet:
    """What the desk shows."""

    text: str
    judged: Judged
    data: Plain
    #: texts by their keys that say what was wrong with the wish
    notices: list[str] = field(default_factory=list)
    cards: list[CardAt] = field(default_factory=list)
    vocabulary: Vocabulary = NO_WORDS
    #: the part of a link; empty when the case is too long for one
    link: str = ""
    #: what "keep" would add: the question that was answered, with its answer
    keep: str = ""
    #: what of the game no words of the case tell, as keys of texts
    lost: Sequence[str] = ()
    wish: Wish = NO_WISH

    @property
    def at(self) -> int:
        """How many steps are done, as a wish says it."""
        return ALL if self.judged.at == self.judged.last else self.judged.at

    @property
    def later(self) -> list[str]:
        """The steps that were not done, as a case writes them."""
        script = self.data.get("script")
        steps = script[self.judged.at :] if isinstance(script, list) else []
        return [to_line(step) for step in steps]

    @property
    def holding(self) -> tuple[int, int]:
        """How many expectations hold, of how many; the rules that a case shows are among them."""
        steps = self.judged.steps
        holds = [check.holds for step in steps for check in step.all_checks()]
        holds += [shown.holds for shown in self.judged.shows]
        return sum(holds), len(holds)


@lru_cache(maxsize=1)
def shipped() -> tuple[str, ...]:
    """The cases that come with the package, by the path within their folder."""
    folder = case_folder()
    return () if folder is None else tuple(p.relative_to(folder).as_posix() for p in case_files())


def blank(key: str) -> str:
    """A case to begin with: an empty position of a game."""
    book = rulebooks.find(key)
    position = {"active": "A", "A": {}, "B": {}}
    data = {"cardlaw": "1", "game": book.key, "title": book.title, "position": position}
    return write_text(data)


def work(wish: Wish) -> Sheet:
    """What comes of a wish. What is at fault stands in the sheet; nothing is raised."""
    if wish.act == "say":
        return _said(wish)
    if wish.act == "welcome":
        return Sheet("", Judged(""), {}, wish=wish)
    notices: list[str] = []
    text, at = wish.case, wish.at
    lost: tuple[str, ...] = ()
    question: Plain | None = None
    try:
        if len(text) > MOST_BYTES:
            text = ""
            raise BadEdit("desk.too-big")
        text = _loaded(wish, text)
        if wish.act in ("do", "what-if", *QUESTIONS):
            question = _question(wish, text)
        elif wish.act == "begin":
            text, at, lost = _begun(wish)
        else:
            text, at = _changed(wish, text)
    except (BadEdit, BadLink) as error:
        notices.append(str(error))
        if wish.act in BRINGS or not text:
            return Sheet("", Judged(""), {}, notices, wish=wish)
    except Fault:
        pass  # the case is no YAML: judging says where
    if is_large(text):
        return Sheet(text, Judged(text), {}, ["desk.too-many"], wish=wish)
    found = judged(text, question, wish.language, at)
    sheet = Sheet(text, found, _data(text), notices, lost=lost, wish=wish)
    if question is not None and found.answer is not None:
        if wish.act == "do" and found.answer.legal:
            return work(_played(wish, text, question))
        sheet.keep = _kept(wish, question, found.answer)
    _furnish(sheet)
    return sheet


def _said(wish: Wish) -> Sheet:
    """A sheet that only says something: the case in ``value`` is kept as a text, not judged."""
    return Sheet(wish.value, Judged(wish.value), {}, [wish.word], wish=wish)


def _played(wish: Wish, text: str, step: Plain) -> Wish:
    """The wish to see the case with one more step; what followed so far no longer comes."""
    edit = Edit("play", value=write_text(step), at=wish.at)
    text = write_text(edited(read_data(text), edit))
    return Wish(case=text, language=wish.language, cards=wish.cards, scheme=wish.scheme)


def _data(text: str) -> Plain:
    try:
        return read_data(text)
    except Fault:
        return {}


def is_large(text: str) -> bool:
    """Whether a case is more than the desk looks at."""
    data = _data(text) if len(text) <= MOST_BYTES else {}
    return len(text) > MOST_BYTES or len(cards_of(data)) > MOST_CARDS or _steps(data) > MOST_STEPS


def _loaded(wish: Wish, text: str) -> str:
    """The case that a wish brings with it."""
    if wish.act == "link":
        return unpack(wish.line).decode("utf-8", "replace")
    if wish.act == "blank":
        if wish.name not in rulebooks.known():
            raise BadEdit("desk.no-game-called")
        return blank(wish.name)
    if wish.act == "shipped":
        folder = case_folder()
        # only what is listed is read, so that no path leads out of the folder
        if folder is None or wish.name not in shipped():
            raise BadEdit("desk.no-case")
        return (folder / wish.name).read_text(encoding="utf-8")
    return text


def _question(wish: Wish, text: str) -> Plain:
    """The step that a wish asks about."""
    line = " ".join(wish.line.split())
    if not line or len(line) > LONGEST_LINE:
        raise BadEdit("desk.no-line")
    who = wish.who if wish.who in PLAYER_KEYS else _decides(text, wish.at)
    if wish.act == "do":
        return {who: line}
    if wish.act == "what-if":
        return {"what if": [{who: line}]}
    key = QUESTIONS[wish.act]
    return {key: line, "by": who} if key == "may" else {key: line}


def _decides(text: str, at: int) -> str:
    game = judged(text, at=at).game
    player = None if game is None else game.to_act
    return PLAYER_KEYS[player] if player is not None else PLAYER_KEYS[0]


def _begun(wish: Wish) -> tuple[str, int, tuple[str, ...]]:
    """The case that begins where this one stands now, and what it does not have."""
    game = judged(wish.case, at=wish.at).game
    if game is None:
        raise BadEdit("desk.no-game")
    data = read_data(wish.case)
    written = write_position(game.kernel, game.labels)
    kept = {word: data[word] for word in ("edition", "title", "note", "source") if word in data}
    return write_text(written.data | kept), ALL, tuple(written.lost)


def _changed(wish: Wish, text: str) -> tuple[str, int]:
    """The case after what a wish changes of it, and how many of its steps are done then."""
    at = wish.at
    match wish.act:
        case "back" | "forward" | "go":
            return text, _stepped(wish, _steps(read_data(text)))
        case "unstep":
            edit, at = Edit("unstep", at=at), at - 1 if at > 0 else at
        case "pass":
            edit, at = Edit("play", value="pass: all", at=at), ALL
        case "keep" | "expect":
            value = wish.value if wish.act == "keep" else _expectation(wish)
            edit, at = Edit("step", value=value, at=at), at + 1 if at >= 0 else at
        case "edit" if wish.edit is not None:
            edit = wish.edit
        case _:
            return text, at
    return write_text(edited(read_data(text), edit)), at


def _steps(data: Plain) -> int:
    script = data.get("script")
    return len(script) if isinstance(script, list) else 0


def _stepped(wish: Wish, last: int) -> int:
    """After how many of the steps somebody wants to look."""
    now = last if wish.at < 0 else min(wish.at, last)
    wanted = int(wish.name) if wish.act == "go" and wish.name.isdecimal() else now
    wanted += {"back": -1, "forward": 1}.get(wish.act, 0)
    if not 0 <= wanted <= last:
        raise BadEdit("desk.no-step" if wanted < 0 else "desk.no-later-step")
    return wanted


def _expectation(wish: Wish) -> str:
    if not wish.name.strip() or not wish.word.strip() or not wish.value.strip():
        raise BadEdit("desk.no-name")
    step = {"expect": {wish.name.strip(): {wish.word.strip(): wish.value.strip()}}}
    return write_text(step)


def _kept(wish: Wish, question: Plain, answer: StepReport) -> str:
    """The question as a step that expects the answer that was given."""
    if wish.act in ("may", "why") and answer.legal is not None:
        question = {**question, "answer": "yes" if answer.legal else "no"}
    elif wish.act == "do" and answer.legal is False:
        question = {**question, "refused": list(dict.fromkeys(b.code for b in answer.breaches))}
    elif wish.act == "because":
        question = {**question, "chain": answer.rules}
    elif wish.act != "what-if":
        question = {**question, "rules": answer.rules} if answer.rules else question
    return write_text(question)


def _furnish(sheet: Sheet) -> None:
    """Add what forms need: the cards of the data, the game's words, the link."""
    game = sheet.data.get("game")
    if isinstance(game, str) and game in rulebooks.known():
        sheet.vocabulary = rulebooks.find(game).vocabulary
    words = sheet.judged.case.book.list_words if sheet.judged.case is not None else frozenset()
    sheet.cards = cards_of(sheet.data, words)
    objects = sheet.judged.objects
    if len(objects) == len(sheet.cards):
        pairs = zip(sheet.cards, objects, strict=True)
        sheet.cards = [card._replace(obj=obj) for card, obj in pairs]
    try:
        sheet.link = pack(sheet.text.encode("utf-8", "replace"))
    except BadLink:
        sheet.link = ""


def cards_of(data: Plain, words: Container[str] = ()) -> list[CardAt]:
    """The cards of a case's data, in its order, each before what it bears.

    ``words`` are those of the turn and of players whose values are lists but no cards.
    """
    position = data.get("position")
    found: list[CardAt] = []
    if isinstance(position, dict):
        for key, value in position.items():
            zones = value.items() if isinstance(value, dict) else ((None, value),)
            for zone, cards in zones:
                if isinstance(cards, list) and key != "pile" and (zone or key) not in words:
                    place: Place = [key] if zone is None else [key, str(zone)]
                    _collect(found, cards, place, " ".join(map(str, place)), 0)
    return found


def _collect(
    found: list[CardAt], cards: list[object], place: Place, where: str, depth: int
) -> None:
    for index, entry in enumerate(cards):
        here: Place = [*place, index]
        fields: object = {}
        name = entry
        if isinstance(entry, dict) and entry:
            name, fields = next(iter(entry.items()))
        if not isinstance(name, str):
            continue
        label = fields.get("as") if isinstance(fields, dict) else None
        shown = f"{name} ({label})" if isinstance(label, str) else name
        words = tuple(
            (str(word), to_line(value))
            for word, value in (fields.items() if isinstance(fields, dict) else ())
            if word != "attached"
        )
        found.append(
            CardAt(
                json.dumps(here),
                shown,
                where,
                depth,
                words,
                label if isinstance(label, str) else name,
            )
        )
        borne = fields.get("attached") if isinstance(fields, dict) else None
        if isinstance(borne, list):
            _collect(found, borne, [*here, "attached"], where, depth + 1)
