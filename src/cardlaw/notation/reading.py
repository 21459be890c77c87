"""Reading a line from words: lenient about how people type, strict about what they mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cardlaw.kernel.action import Act, Part, Shape
from cardlaw.kernel.choice import Choice, Line, Option
from cardlaw.kernel.game import Game
from cardlaw.kernel.law import AmbiguousAction, UnknownAction
from cardlaw.kernel.view import knows
from cardlaw.notation.labels import Names
from cardlaw.notation.matching import Found, Matcher, skip_connectors
from cardlaw.notation.phrases import (
    Phrase,
    choice_phrase,
    object_of,
    part_phrase,
    shape_phrase,
    wordings_without_lead,
)
from cardlaw.notation.saying import OPEN_END, automatic, open_part, say_line
from cardlaw.notation.tokens import LOOSE, Words, cut, match, words
from cardlaw.notation.unread import unread

#: a choice with more options than this is read by the types of its fields alone
MANY = 3000
#: how many readings of one text are followed
MOST = 400


class NotUnderstood(UnknownAction):
    """A text that is no line: ``rest`` was not understood, ``near`` are the nearest names."""

    def __init__(self, text: str, rest: str, near: tuple[str, ...]) -> None:
        hint = f" Did you mean {', '.join(near)}?" if near else ""
        super().__init__(f"'{cut(rest)}' in '{cut(text)}' is not understood.{hint}")
        self.line = text
        self.rest = rest
        self.near = near


class SeveralMeanings(AmbiguousAction):
    """A text that fits several lines."""

    def __init__(self, text: str, candidates: tuple[str, ...]) -> None:
        super().__init__(f"'{cut(text)}' may mean: {'; '.join(candidates)}.", candidates)
        self.line = text


class Reading(NamedTuple):
    """A line that a text may mean, with the price of the match."""

    line: Line
    cost: int


class Reader:
    """Reads what one player does, at one moment of a game."""

    def __init__(self, game: Game, player: int, names: Names) -> None:
        self.game = game
        self.state = game.state
        self.player = player
        self.names = names
        self.matcher = Matcher(game.state, names)
        #: whether parts that the words don't mention stay open at the end
        self.open_end = False

    def read(self, text: str) -> Line:
        """The line that a text means. UnknownAction or AmbiguousAction if there is none or more."""
        self.open_end = text.rstrip().endswith(OPEN_END)
        typed = words(text.rstrip().removesuffix(OPEN_END))
        found = self._all(typed) if typed else []
        if not found:
            raise NotUnderstood(text, *unread(self.game, self.player, self.names, text))
        least = min(reading.cost for reading in found)
        best = list(dict.fromkeys(r.line for r in found if r.cost == least))
        if len(best) > 1:
            best = self._settled(best)
        if len(best) > 1:
            said = tuple(self._say(line) for line in best[:8])
            raise SeveralMeanings(text, said)
        return best[0]

    def _say(self, line: Line) -> str:
        text = say_line(self.game, line, self.names, self.player)
        where = {self.names.label(obj): obj for obj in self._objects(line)}
        zones = [f"{n} in {self.state.book.zone_word(self.state, o)}" for n, o in where.items()]
        return f"{text} ({', '.join(zones)})" if zones else text

    # -- settling several readings ---------------------------------------------------------------

    def _settled(self, lines: list[Line]) -> list[Line]:
        """Fewer lines: the legal ones, else those that people are likely to mean.

        Those are worth testing, name what the player knows, and name targets on the table. Lines
        that differ only in objects that nothing tells apart are one.
        """
        for sieve in (self._legal, self._likely, self._known, self._on_table):
            kept = self._distinct(sieve(lines))
            if len(kept) == 1:
                return kept
            lines = kept or lines
        return self._distinct(lines)

    def _legal(self, lines: list[Line]) -> list[Line]:
        return [line for line in lines if self.game.why(line, self.player).legal]

    def _likely(self, lines: list[Line]) -> list[Line]:
        """Lines whose parts are all worth testing, then those that begin so."""
        begins = []
        for line in lines:
            shape = self.state.book.by_verb.get(line[0][0])
            if shape is not None and line[0] in list(shape.subjects(self.state, self.player)):
                begins.append(line)
        whole = [line for line in begins if self._in_domain(line)]
        return whole or begins

    def _in_domain(self, line: Line) -> bool:
        shape = self.state.book.by_verb[line[0][0]]
        act = Act(self.player, line[0])
        for answer in line[1:]:
            part = shape.next_part(self.state, act)
            if part is None or answer not in list(part.domain(self.state, act)):
                return False
            act = act.plus(answer)
        return True

    def _known(self, lines: list[Line]) -> list[Line]:
        return [line for line in lines if all(self._knows(obj) for obj in self._objects(line))]

    def _knows(self, obj: int) -> bool:
        return knows(self.state, self.player, obj)

    def _on_table(self, lines: list[Line]) -> list[Line]:
        return [line for line in lines if all(map(self._listed, self._objects(line[1:])))]

    def _listed(self, obj: int) -> bool:
        return self.state.book.zones[self.state.where[obj][0]].listed

    def _objects(self, line: Line) -> list[int]:
        values = [object_of(value) for option in line for value in option]
        return [value for value in values if type(value) is int and value in self.state.where]

    def _distinct(self, lines: list[Line]) -> list[Line]:
        """The first of each group of lines that only name other copies of the same objects."""
        found: dict[object, Line] = {}
        for line in lines:
            copies: dict[int, int] = {}
            key = []
            for value in (value for option in line for value in (*option, None)):
                obj = object_of(value)
                if type(obj) is int and obj in self.state.where:
                    key.append((self.names.look(obj), copies.setdefault(obj, len(copies))))
                else:
                    key.append((value, -1))
            found.setdefault(tuple(key), line)
        return list(found.values())

    # -- all readings ----------------------------------------------------------------------------

    def _all(self, typed: Words) -> list[Reading]:
        choice = self.game.choice
        found: list[Reading] = []
        if choice is not None and choice.player == self.player:
            asked = open_part(self.game)
            if asked is not None:
                found = list(self._parts(asked[0], asked[1], typed, begins=True))[:MOST]
                found = [r for r in found if r.line]
            elif choice.kind != "action":
                found = list(self._choice(choice, typed))[:MOST]
        return found or self._actions(typed)

    def _actions(self, typed: Words) -> list[Reading]:
        found: list[Reading] = []
        for shape in self.state.book.shapes:
            phrase = shape_phrase(shape)
            if not any(_may_begin(phrase, n, typed) for n in range(len(phrase.wordings))):
                continue
            options = list(dict.fromkeys(shape.every(self.state, self.player)))
            for match_ in self._matches(phrase, options, typed, 0):
                act = Act(self.player, match_.option)
                for reading in self._parts(shape, act, typed[match_.end :], begins=False):
                    cost = match_.cost + reading.cost
                    found.append(Reading((match_.option, *reading.line), cost))
                    if len(found) >= MOST:
                        return found
        return found

    def _choice(self, choice: Choice, typed: Words) -> Iterator[Reading]:
        """Answers to a question that is neither an action nor a part."""
        space = self.game.space()
        options = list(space) if space.count() <= MANY else None
        phrase = choice_phrase(self.state.book, choice, options[0] if options else ())
        whole = False
        for candidates in (options, None) if options is not None else (None,):
            for found in self._matches(phrase, candidates, typed, 0, bare=True):
                if found.end == len(typed):
                    whole = True
                    yield Reading((found.option,), found.cost)
            if whole:
                return

    def _matches(
        self,
        phrase: Phrase,
        candidates: list[Option] | None,
        typed: Words,
        at: int,
        bare: bool = False,
        lead: bool = True,
        anchored: bool = False,
    ) -> Iterator[Found]:
        """Options in words at a place.

        ``bare``: literal words before the first field may lack; without ``lead`` they must.
        ``anchored``: only wordings that begin with a literal word.
        """
        for wording in phrase.wordings if lead else ():
            if anchored and (not wording or wording[0].field >= 0):
                continue
            yield from self.matcher.options(phrase, wording, candidates, typed, at)
        if bare or not lead:
            for wording in wordings_without_lead(phrase):
                for found in self.matcher.options(phrase, wording, candidates, typed, at):
                    yield found._replace(cost=found.cost + (LOOSE if bare else 0))

    def _parts(self, shape: Shape, act: Act, typed: Words, begins: bool) -> Iterator[Reading]:
        """Readings of the words that are left as answers for the parts that are still open."""
        part = shape.next_part(self.state, act)
        if part is None:
            if typed:
                yield from self._surplus(shape, act, typed)
            else:
                yield Reading((), 0)
            return
        mentioned = False
        if typed:
            for answer, rest, cost in self._part(part, act, typed, begins, self._list_of(act)):
                for reading in self._parts(shape, act.plus(answer), rest, begins=False):
                    mentioned = True
                    yield Reading((answer, *reading.line), cost + reading.cost)
        if mentioned:
            return
        if self.open_end and not typed:
            yield Reading((), 0)
            return
        fill = automatic(self.state, shape, part, act)
        if fill is None and typed and part.automatic:
            fill = next(iter(part.domain(self.state, act)), None)
        if fill is not None:
            for reading in self._parts(shape, act.plus(fill), typed, begins=False):
                yield Reading((fill, *reading.line), reading.cost)
        elif not typed:
            yield Reading((), 0)

    def _surplus(self, shape: Shape, act: Act, typed: Words) -> Iterator[Reading]:
        """An answer for a part of the shape that is not asked here: it will be refused."""
        for part in shape.parts:
            if act.given(part.name) is None:
                for found in self._matches(part_phrase(part), None, typed, 0, anchored=True):
                    if found.end == len(typed):
                        yield Reading((found.option,), found.cost + LOOSE)

    def _list_of(self, act: Act) -> str:
        """The part whose list may go on without its leading words."""
        return str(act.answers[-1][0]) if act.answers else ""

    def _part(
        self, part: Part, act: Act, typed: Words, begins: bool, listed: str
    ) -> Iterator[tuple[Option, Words, int]]:
        """Answers for a part somewhere in the words, with the words that are then left."""
        phrase = part_phrase(part)
        options = list(dict.fromkeys(part.every(self.state, act)))
        start = skip_connectors(typed, 0)
        places = (0, start) if start else (0,)
        hit = False
        for at in places:
            for found in self._matches(phrase, options, typed, at, bare=begins):
                hit = True
                yield found.option, typed[found.end :], found.cost
            if listed == part.name:
                for found in self._matches(phrase, options, typed, at, lead=False):
                    hit = True
                    yield found.option, typed[found.end :], found.cost
        if hit:
            return
        for at in range(1, len(typed)):
            for found in self._matches(phrase, options, typed, at, anchored=True):
                yield found.option, (*typed[:at], *typed[found.end :]), found.cost + LOOSE


def _may_begin(phrase: Phrase, number: int, typed: Words) -> bool:
    wording = phrase.wordings[number]
    return not wording or wording[0].field >= 0 or match(wording[0].words, typed, 0) is not None


def read_line(game: Game, text: str, player: int, names: Names) -> Line:
    """The line that a player's words mean."""
    return Reader(game, player, names).read(text)
