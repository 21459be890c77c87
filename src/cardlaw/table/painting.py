"""Painting the picture of a seat: what its view shows, put where the game's layout wants it."""

from __future__ import annotations

import copy
import re

from cardlaw.front import Game
from cardlaw.kernel.choice import Choice
from cardlaw.kernel.rulebook import Grid
from cardlaw.kernel.tables import NOBODY
from cardlaw.kernel.view import Seen, View, see
from cardlaw.match.match import Match
from cardlaw.match.stops import step_of
from cardlaw.notation.labels import player_word
from cardlaw.table.cards import Dealer
from cardlaw.table.layouts import Layout, layout_of
from cardlaw.table.offers import offered
from cardlaw.table.picture import (
    Answer,
    Card,
    Cell,
    Heap,
    Item,
    Look,
    Number,
    Panel,
    Picture,
    Question,
    Row,
    Side,
)
from cardlaw.table.pointing import Click, clicks_of, objects_seen
from cardlaw.table.printed import Press
from cardlaw.table.speaking import Voice
from cardlaw.table.words import table_words

OWNER = "owner"
_DIGITS = re.compile(r"((?<![\w+])-?[0-9]+)")
#: a place of a row: its words and its column
_PLACE = re.compile(r"(.+) (-?[0-9]+)")


def looked_at(match: Match, look: Look) -> Match:
    """The same match in the languages of a browser."""
    other = copy.copy(match)
    other.words = table_words(look.language, match.game.book.key)
    other.game = Game(match.game.kernel, match.game.labels, look.cards)
    return other


def picture(match: Match, seat: int, press: Press, judge: int | None = None) -> Picture:
    """What a seat sees of a match, in the match's languages (see ``looked_at``).

    For a judge, who sits at no seat, ``judge`` is the seat whose answers light up.
    """
    return _Painter(match, seat, press, judge).picture()


def natural(words: str) -> tuple[tuple[int, str], ...]:
    """A key by which "#10" comes after "#9"."""
    return tuple(
        (int(piece), "") if number % 2 else (0, piece.casefold())
        for number, piece in enumerate(_DIGITS.split(words))
    )


def _widened(
    zone: str, player: int, rows: tuple[str, ...], grid: Grid | None, more: set[int]
) -> Grid:
    """A grid with further columns."""
    before = grid.columns if grid is not None else ()
    at = {
        (row, int(column)): objects
        for row, cells in (grid.rows if grid is not None else ())
        for column, objects in zip(before, cells, strict=True)
    }
    columns = sorted({*map(int, before), *more})
    drawn = tuple((row, tuple(at.get((row, column), ()) for column in columns)) for row in rows)
    return Grid(zone, player, tuple(map(str, columns)), drawn)


class _Painter:
    def __init__(self, match: Match, seat: int, press: Press, judge: int | None = None) -> None:
        self.match = match
        self.seat = seat
        #: the seat whose answers are shown; of a judge it is not the one that lies near
        self.acting = seat if judge is None else judge
        self.judging = judge is not None
        self.kernel = match.game.kernel
        self.book = self.kernel.book
        self.state = self.kernel.state
        self.words = match.words
        self.layout: Layout = layout_of(self.book.key)
        self.view: View = see(self.kernel, seat)
        self.names = match.game.names(seat)
        self.offers = offered(match, self.acting, self.names)
        self.voice = Voice(self.state, self.names, self.words)
        self.held = self._held()
        self.lit = frozenset(click for offer in self.offers for click in offer.clicks)
        self.seen: dict[int, Seen] = {each.id: each for each in self.view.objects}
        self.objects = objects_seen(self.state, seat)
        self.dealer = Dealer(
            self.state,
            self.seen,
            self.objects,
            self.names,
            self.words,
            self.layout,
            press,
            match.game.lang,
            self.lit,
            self.held,
        )
        self.grids = self.book.grids(self.state, seat)
        self.gridded = frozenset(grid.zone for grid in self.grids)
        self.waiting = frozenset(item[2] for item in self.view.pile)
        self.count = {(zone, player): n for zone, player, n in self.view.counts}

    def _held(self) -> frozenset[Click]:
        """What the action names already of which this seat is asked a part."""
        choice = self.kernel.choice
        if choice is None or choice.player != self.acting or choice.kind != "part":
            return frozenset()
        first, answers, _ = choice.args
        shape = self.book.shape_of(first)
        parts = {part.name: ("term:part", *part.fields) for part in shape.parts}
        found = set(clicks_of(self.state, ("term:verb", *shape.fields), first))
        for answer in answers:
            found.update(clicks_of(self.state, parts[answer[0]], answer))
        return frozenset(found)

    def picture(self) -> Picture:
        words, match = self.words, self.match
        whose = self._whose()
        step = step_of(self.kernel)
        stops = match.stops[self.seat]
        named = stops.own if whose == self.seat else stops.other
        named = frozenset() if self.judging else frozenset(named)
        shared = [grid for grid in self.grids if grid.player == NOBODY]
        turn = self._word("turn")
        return Picture(
            seat=self.seat,
            judging=self.judging,
            book=self.book.key,
            title=words.template("title") or self.book.title,
            turn=f"{words.term('board.turn')} {turn}" if turn else "",
            step=words.term(step) if step else "",
            steps=tuple((s, words.term(s), s == step, s in named) for s in self.book.steps),
            whose=self._turn_words(whose),
            far=self._side(1 - self.seat, whose),
            near=self._side(self.seat, whose),
            panels=tuple(self._panel(grid) for grid in shared),
            shared=self._rows(NOBODY),
            pile_name=words.term(self.book.pile_word),
            pile=tuple(self._item(item) for item in reversed(self.view.pile)),
            question=self._question(),
            ending=self._ending(),
            lit=self.lit,
            shortcuts=bool(self.book.shortcut_rule),
        )

    # -- whose turn, what is asked ---------------------------------------------------------------

    def _word(self, name: str) -> object:
        try:
            return self.book.property_of_game(self.state, name)
        except KeyError:
            return None

    def _whose(self) -> int:
        for word in self.layout.whose:
            found = self._word(word)
            if found in ("A", "B"):
                return "AB".index(str(found))
        return NOBODY

    def _turn_words(self, whose: int) -> str:
        if whose == NOBODY:
            return ""
        key = "step" if self.layout.whose[0] == "primary" else "turn"
        if self.judging:
            return self.words.text(f"desk.whose-{key}", player=player_word(whose))
        return self.words.text(f"your-{key}" if whose == self.seat else f"their-{key}")

    def _question(self) -> Question | None:
        choice = self.kernel.choice
        if choice is None or self.kernel.over:
            return None
        asked, mine = self.match.question(), choice.player == self.acting
        letter = player_word(choice.player)
        reason = asked.reason if mine else self.words.text("ask.waits", player=letter)
        if self.judging:
            acts = choice.kind == "action"
            key = "asked-action" if acts else "asked"
            reason = self.words.text(key, player=letter, question=asked.question)
        return Question(
            mine=mine,
            letter=letter,
            reason=reason,
            text=asked.question if mine and not self.judging else "",
            rule=asked.rule,
            title=asked.title,
            so_far=self.voice.so_far(choice) if mine and choice.kind == "part" else "",
            held=tuple(sorted(self.held, key=str)),
            answers=self._answers(choice) if mine else (),
            idle=next((n for n, offer in enumerate(self.offers) if offer.idle), -1),
            count=asked.count if mine else 0,
        )

    def _answers(self, choice: Choice) -> tuple[Answer, ...]:
        """The offers in words, those that differ only in cards that are alike once."""
        found = []
        for number, offer in enumerate(self.offers):
            if offer.first != number:
                continue
            said = self.voice.answer(choice, offer.option)
            one = len(offer.option) == 1
            hint = self.words.template(f"hint.{offer.option[0]}") if one else None
            said = f"{said} ({hint})" if hint else said
            found.append(Answer(number, said, offer.clicks, offer.idle))
        return tuple(
            sorted(found, key=lambda each: (each.idle, not each.clicks, natural(each.words)))
        )

    def _ending(self) -> tuple[str, ...]:
        if not self.kernel.over:
            return ()
        result = self.book.result(self.state)
        if result is None or result == NOBODY:
            return (self.words.text("end.draw"),)
        won = self.words.text("end.won", player=player_word(result))
        if self.judging:
            return (won,)
        mine = "end.you-won" if result == self.seat else "end.you-lost"
        return (won, self.words.text(mine))

    # -- what lies on the table ------------------------------------------------------------------

    def _side(self, player: int, whose: int) -> Side:
        numbers = self.book.numbers(self.state, player, self.seat)
        choice = self.kernel.choice
        return Side(
            player=player,
            letter=player_word(player),
            mine=player == self.seat and not self.judging,
            decides=choice is not None and choice.player == player,
            active=whose == player,
            lit=-1 - player in self.lit,
            numbers=tuple(Number(w, self.words.term(w), str(n)) for w, n in numbers),
            panels=tuple(self._panel(grid) for grid in self._grids_of(player)),
            rows=self._rows(player),
            heaps=self._heaps(player),
            hands=self._hands(player),
        )

    def _rows(self, player: int) -> tuple[Row, ...]:
        """What a player has on the table outside of grids, by the words of the rulebook's shelf."""
        found: dict[str, list[int]] = {}
        small = set()
        for each in self.view.objects:
            if not self._free(each) or self._row_of(each) != player:
                continue
            word = self.book.shelf(self.state, self.objects[each.id])
            found.setdefault(word, []).append(each.id)
            if each.zone[0] in self.layout.small:
                small.add(word)
        order = {word: n for n, word in enumerate(self.layout.shelves)}
        ranked = sorted(found, key=lambda word: (order.get(word, len(order)), word))
        return tuple(
            Row(word, self.words.term(word), self._cards(found[word]), word in small)
            for word in ranked
        )

    def _free(self, each: Seen) -> bool:
        """Whether an object stands by itself in a row, not on a bearer, a pile, in a hand."""
        zone = each.zone[0]
        kind = self.book.zones[zone]
        return (
            kind.listed
            and zone not in self.gridded
            and zone not in self.layout.piles
            and zone not in self.layout.unseen
            and not self._is_pile(zone)
            and (each.host is None or each.host < 0)
            and each.id not in self.waiting
        )

    def _is_pile(self, zone: str) -> bool:
        kind = self.book.zones[zone]
        plain = not self.layout.piles and kind.ordered and kind.seen == "all"
        return zone in self.layout.piles or plain

    def _row_of(self, each: Seen) -> int:
        """At whose side an object lies: its zone's owner, or in a shared zone its controller."""
        return each.zone[1] if each.zone[1] != NOBODY else each.controller

    def _heaps(self, player: int) -> tuple[Heap, ...]:
        found = []
        for zone, kind in self.book.zones.items():
            unlisted = not kind.listed and kind.seen != OWNER
            if zone in self.layout.unseen or not (unlisted or self._is_pile(zone)):
                continue
            number = self.count.get((zone, player))
            if number is None:
                continue
            cards = [each.id for each in self.view.objects if each.zone == (zone, player)]
            found.append(Heap(zone, self.words.term(zone), number, self._cards(cards[::-1])))
        return tuple(found)

    def _hands(self, player: int) -> tuple[Heap, ...]:
        found = []
        for zone, kind in self.book.zones.items():
            number = self.count.get((zone, player), 0)
            if kind.listed or kind.seen != OWNER or not number:
                continue
            cards = [each.id for each in self.view.objects if each.zone == (zone, player)]
            found.append(Heap(zone, self.words.term(zone), number, self._cards(cards)))
        return tuple(found)

    def _cards(self, numbers: list[int], place: str = "") -> tuple[Card, ...]:
        return tuple(self.dealer.card(number, place) for number in numbers)

    def _grids_of(self, player: int) -> list[Grid]:
        """The grids of a player; those of the seat with room for what may be put there."""
        own = [grid for grid in self.grids if grid.player == player]
        if player != self.acting or not self.layout.areas:
            return own
        places: dict[str, set[int]] = {}
        for click in self.lit:
            named = _PLACE.fullmatch(click) if isinstance(click, str) else None
            if named is not None:
                places.setdefault(named[1], set()).add(int(named[2]))
        by_zone = {grid.zone: grid for grid in own}
        found = []
        for zone, before, rows in self.layout.areas:
            grid = by_zone.get(zone)
            more = [places.get(before + row, set[int]()) for row in rows]
            widened = _widened(zone, player, rows, grid, set[int]().union(*more))
            found += [widened] if widened.columns else []
        return found

    def _panel(self, grid: Grid) -> Panel:
        serial = self.state.serial
        own, mine = grid.player != NOBODY, grid.player in (self.acting, NOBODY)
        before = next((b for zone, b, _ in self.layout.areas if zone == grid.zone), "")
        rows = []
        for word, cells in grid.rows:
            name = self.words.term(word)
            drawn = []
            for column, objects in zip(grid.columns, cells, strict=True):
                click = f"{before}{word} {column}" if own else f"{column}{word}"
                spoken = self.words.text("cell.row", row=name, column=column) if own else click
                here = sorted(serial.get(obj, 0) for obj in objects)
                free = [n for n in here if n in self.seen and not self._borne_here(n, here)]
                drawn.append(
                    Cell(click, spoken, self._cards(free, spoken), mine and click in self.lit)
                )
            rows.append((word, name, tuple(drawn)))
        return Panel(grid.zone, self.words.term(grid.zone), grid.columns, tuple(rows))

    def _borne_here(self, number: int, here: list[int]) -> bool:
        """Whether an object is drawn with what bears it in the same place."""
        return self.seen[number].host in here

    def _item(self, told: list[object]) -> Item:
        _, player, source, _, answers, *more = told
        name = self._name(source)
        aimed: list[int] = []
        for answer in answers:  # type: ignore[attr-defined]
            for value in answer[1:]:
                for item in value if isinstance(value, list) else (value,):
                    if type(item) is int and item in self.seen and item not in aimed:
                        aimed.append(item)
        dice: tuple[int, ...] = ()
        if more and self.layout.dice >= 0:
            rolls = more[0][self.layout.dice]  # type: ignore[index]
            dice = tuple(n for n in rolls if isinstance(n, int))
        return Item(
            card=int(str(source)),
            name=name,
            letter=player_word(int(str(player))),
            mine=player == self.seat,
            targets=tuple((n, self._name(n)) for n in aimed),
            dice=dice,
        )

    def _name(self, number: object) -> str:
        obj = self.objects.get(number) if isinstance(number, int) else None
        return self.words.text("hidden-card") if obj is None else self.names.label(obj)
