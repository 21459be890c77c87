"""A sitting: one table in a worker: its match, its version, and what each seat was last shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from html import escape
from typing import Any

import msgspec

from cardlaw.agents import RandomPlayer, agent
from cardlaw.front import Game
from cardlaw.kernel.choice import mix
from cardlaw.kernel.record import from_json, to_json
from cardlaw.match import Match, Yield, read_command
from cardlaw.match.match import Seats
from cardlaw.match.shortcuts import read_shortcut
from cardlaw.notation.labels import player_word
from cardlaw.table import answers, drawing, message
from cardlaw.table.gather import NotOffered, gather
from cardlaw.table.journal import MOVES, Kind, Line, Past, lines_of
from cardlaw.table.lookback import Company
from cardlaw.table.message import Message, Sent, Update
from cardlaw.table.notice import notice
from cardlaw.table.offers import offered
from cardlaw.table.picture import Look
from cardlaw.table.screen import Screen
from cardlaw.table.words import table_words

#: a seat at which somebody sits, among the names of programs
PERSON = "person"
#: so many stops may be set and offers be made by a seat, and so many lines a journal may have
MOST_WORDS, MOST_LINES = 2000, 50_000
STALE = "refused.stale"
SHORTCUT = "shortcut"
CONSENT = "undo.consent"


class Pace(Enum):
    """How a program answers."""

    THINKING = "thinking"
    #: at random, since it took too long
    HASTY = "hasty"


class Refusal(ValueError):
    """Something is not done: the texts that say why by their keys, with their values."""

    def __init__(self, *keys: str, **values: object) -> None:
        super().__init__(*keys)
        self.keys = keys
        self.values = values


class Start(msgspec.Struct, frozen=True):
    """With what a table begins: the position as a record has it, and who sits at it."""

    position: bytes
    seats: tuple[str, str]
    #: 16 bytes with which versions are made; they never leave the server
    secret: bytes
    #: what the programs at the table begin with, 48 bits
    seed: int = 0
    #: whether one screen shows both seats
    shared: bool = False


class Outcome(msgspec.Struct, frozen=True):
    """What a request to a sitting has led to.

    ``lines`` must be stored before ``updates`` (by seat) are sent.
    """

    lines: list[Line] = []
    updates: dict[int, Update] = {}
    #: whether a program is to answer next: ask ``go_on``
    more: bool = False
    over: bool = False
    #: why nothing was done, as HTML
    refused: str = ""
    answer: str = ""
    place: str = ""


class Sitting:
    """One table: carries out what seats send, and says what each of them must be shown."""

    def __init__(self, start: Start, lines: Sequence[Line]) -> None:
        """A table as ``begin`` gives it, with the lines since. ValueError or LookupError if the
        lines do not follow from the start.
        """
        self.start = start
        self.match = Match(Game.load(from_json(start.position)), _seats(start))
        self.past = Past(self.match)
        self.screens = (Screen(0, start.secret), Screen(1, start.secret))
        #: what a seat has asked the other one to agree to: whose it is, and what
        self.offer: tuple[int, str] | None = None
        #: the shortcut that is offered, in words
        self.suggested = ""
        #: where a link for a free seat is made; empty: no seat is free
        self.invite = ""
        #: how many lines the journal has
        self.count = 0
        #: how many lines of each seat have not changed where the game stands
        self._said = [0, 0]
        self._faces: dict[Look, Match] = {}
        for line in lines:
            self.past.again(line)
        self._note(lines)
        #: who answers next, a person or a program
        self._waits = self.match.ask_again()

    # -- reading ---------------------------------------------------------------------------------

    def version(self, seat: int) -> int:
        """The number by which a seat knows the table as it was last shown it."""
        return self.screens[seat].version

    @property
    def more(self) -> bool:
        """Whether a program is to answer next."""
        return self._waits is not None and self.match.seats[self._waits] is not None

    @property
    def shared(self) -> bool:
        """Whether one screen shows both seats."""
        return self.start.shared

    @property
    def waits_for(self) -> int | None:
        """Who answers next, a person or a program; None when the game is over."""
        return self._waits

    def face(self, look: Look) -> Match:
        """The match in the language of a look."""
        found = self._faces.get(look)
        if found is None:
            found = self._faces[look] = self.match.speaking(look.language, look.cards)
        return found

    def seen(self, seat: int) -> Match:
        """The match in the language of a seat."""
        return self.face(self.screens[seat].look or Look())

    # -- what is sent ----------------------------------------------------------------------------

    def picture(self, seat: int, look: Look) -> Update:
        """The whole picture of a seat; what is sent to it from now on are the changes."""
        self.screens[seat].begin(look)
        return self._changes(seat, look)

    def unwatched(self, seat: int) -> None:
        """Nobody looks from a seat any more: nothing is drawn for it."""
        self.screens[seat].end()

    def joined(self) -> Outcome:
        """Nobody need be invited any more."""
        self.invite = ""
        return self._outcome([])

    def do(self, seat: int, sent: Sent, page: str) -> Outcome:
        """Carry out a message of a seat, or refuse it with the reasons."""
        act = _DOES.get(type(sent))
        try:
            if isinstance(sent, message.Ask):
                return self._told(answers.answer(self.seen(seat), seat, sent), "hint")
            if isinstance(sent, message.Gather):
                return self.gather(seat, sent, page)
            if act is None:
                raise Refusal("refused.unknown")
            self._has_room(seat, sent)
            lines = act(self, seat, sent, page)
        except Refusal as refusal:
            return self._refused(seat, refusal)
        except ValueError as error:
            return Outcome(refused=escape(str(error)), more=self.more)
        return self._outcome(lines)

    def _has_room(self, seat: int, sent: Message) -> None:
        """Refuse what would let the journal grow for ever; a game can always be given up."""
        if isinstance(sent, message.Concede):
            return
        if self.count >= MOST_LINES:
            raise Refusal("refused.full")
        words = isinstance(sent, message.StopAt | message.Hold | message.Draw | message.UndoAnyway)
        if words and self._said[seat] >= MOST_WORDS:
            raise Refusal("refused.words")

    def _refused(self, seat: int, refusal: Refusal) -> Outcome:
        """The reasons in the language of the seat; who saw an old picture is sent the new one."""
        words = table_words(self.seen(seat).words.language)
        said = " ".join(words.text(key, **refusal.values) for key in refusal.keys)
        look = self.screens[seat].look
        updates = {}
        if STALE in refusal.keys and look is not None:
            updates[seat] = self.picture(seat, look)
        values: dict[str, object] = {"said": said, "consent": CONSENT in refusal.keys}
        html = drawing.fragment("refused.html.j2", words, values)
        return Outcome([], updates, self.more, refused=html)

    def go_on(self, pace: Pace = Pace.THINKING) -> Outcome:
        """Let the program that is to act give one answer."""
        player = self._waits
        program = None if player is None else self.match.seats[player]
        if program is None:
            return Outcome()
        kernel = self.match.game.kernel
        chosen = program if pace is Pace.THINKING else RandomPlayer(self.count)
        kernel.push(chosen.answer(kernel))
        return self._outcome(self._taken())

    def _outcome(self, lines: list[Line]) -> Outcome:
        self._note(lines)
        afresh = any(line.kind is Kind.BACK for line in lines)
        moved = any(line.kind in MOVES for line in lines)
        updates = {}
        for seat, screen in enumerate(self.screens):
            if screen.look is None:
                continue
            before = screen.version
            update = self._changes(seat, screen.look, afresh, moved)
            # Whoever sees nothing of it learns nothing of it.
            if update.parts or update.more or update.v != before:
                updates[seat] = update
        return Outcome(lines, updates, more=self.more, over=self.match.game.over)

    def _note(self, lines: Sequence[Line]) -> None:
        """Count lines and see what they do to offers and to clicks that are on their way."""
        for line in lines:
            self.count += 1
            if line.kind is Kind.OFFER and line.seat is not None:
                what, _, self.suggested = line.data.partition(" ")
                self.offer = (line.seat, what)
            elif line.kind is not Kind.STOPS:
                self.offer = None
            if line.page is not None and line.seat is not None and line.kind is not Kind.DECLINE:
                if line.kind in MOVES:
                    self.screens[line.seat].acted += 1
                else:
                    self._said[line.seat] += 1
        self._faces.clear()

    def _changes(self, seat: int, look: Look, afresh: bool = False, moved: bool = False) -> Update:
        """What a seat must be shown that it is not shown yet."""
        told = notice(self, seat, look)
        return self.screens[seat].changes(self.face(look), look, told, afresh, moved)

    # -- what a seat does ------------------------------------------------------------------------

    def _taken(self, seat: int | None = None, page: str | None = None, n: int = 0) -> list[Line]:
        """The lines of what was just answered, and of who then passes."""
        lines = lines_of(self.past.taken(), seat, page, n if page is not None else None)
        self._waits = self.match.pass_on()
        return lines + lines_of(self.past.taken())

    def _is_asked(self, seat: int, sent: Message) -> None:
        """Refuse what somebody sends who is not asked, or who saw another version."""
        self._goes_on()
        self._is_current(seat, sent)
        if self._waits != seat:
            raise Refusal("refused.not-asked")

    def _is_current(self, seat: int, sent: Message) -> None:
        """Refuse what was meant for another version."""
        if not self.screens[seat].is_current(sent.v):
            raise Refusal(STALE)

    def take(self, seat: int, sent: message.Take, page: str) -> list[Line]:
        """Take an option by its place among those offered."""
        self._is_asked(seat, sent)
        options = offered(self.match, seat)
        if sent.option >= len(options):
            raise Refusal("refused.no-option")
        self.match.play(seat, options[sent.option].option)
        return self._taken(seat, page, sent.n)

    def say(self, seat: int, sent: message.Say, page: str) -> list[Line]:
        """Do an action in words."""
        self._is_asked(seat, sent)
        face = self.seen(seat)
        command = read_command(sent.line, face.words)
        if command.name == SHORTCUT:
            return self._suggest(seat, command.words, page, sent.n)
        face.play(seat, sent.line)
        self.match.cut = face.cut
        return self._taken(seat, page, sent.n)

    def _suggest(self, seat: int, typed: str, page: str, n: int) -> list[Line]:
        """A sequence of choices for both seats: a program goes along as far as it would, a person
        is asked.
        """
        found = read_shortcut(self.seen(seat), seat, typed)
        if not self.match.alone:
            return self._offer(seat, f"{SHORTCUT} {typed}", page, n)
        self.match.shortcut(seat, found)
        return self._taken(seat, page, n)

    def gather(self, seat: int, sent: message.Gather, page: str) -> Outcome:
        """Do the only action that has what was clicked, or say which there are, or why none."""
        self._is_asked(seat, sent)
        face = self.seen(seat)
        try:
            found = gather(face, seat, sent.clicks)
        except NotOffered:
            return self._told(answers.why_not(face, seat, sent.clicks), "hint")
        if found.do is None:
            return self._told(answers.gathered(face, seat, sent.clicks, found), "gathered")
        self.match.play_line(seat, found.do)
        return self._outcome(self._taken(seat, page, sent.n))

    def _told(self, html: str, place: str) -> Outcome:
        return Outcome(answer=html, place=place, more=self.more)

    @property
    def company(self) -> Company:
        """Who sits at the table, as far as it matters for what may be shown."""
        if self.match.alone:
            return Company.PROGRAM
        return Company.ONE_SCREEN if self.shared else Company.APART

    def rest(self, seat: int, sent: message.Rest, page: str) -> list[Line]:
        """Pass from now on."""
        self._is_asked(seat, sent)
        if not self.match.may_pass:
            raise Refusal("cannot-pass")
        step = self._step(seat, sent.step) if sent.until == "step" else ""
        self.match.rest(seat, Yield(sent.until), step)
        self._waits = self.match.pass_on()
        return lines_of(self.past.taken(), None, page, sent.n)

    def _step(self, seat: int, typed: str) -> str:
        face = self.seen(seat)
        found = face.step_named(typed)
        if found is None:
            known = ", ".join(face.words.term(step) for step in face.steps)
            raise Refusal("no-step" if known else "no-steps", step=typed, known=known)
        return found

    def stop_at(self, seat: int, sent: message.StopAt, page: str) -> list[Line]:
        """Set or remove a stop."""
        self.match.stops[seat].toggle(self._step(seat, sent.step))
        return self._stops(seat, page, sent.n)

    def hold(self, seat: int, sent: message.Hold, page: str) -> list[Line]:
        """Be asked while one's own action waits, or not."""
        stops = self.match.stops[seat]
        stops.hold = not stops.hold
        return self._stops(seat, page, sent.n)

    def _stops(self, seat: int, page: str, n: int) -> list[Line]:
        stops = self.match.stops[seat]
        data = [sorted(stops.own), sorted(stops.other), stops.hold]
        return [Line(Kind.STOPS, data, seat, page, n)]

    def undo(self, seat: int, sent: message.Undo, page: str) -> list[Line]:
        """Take back the last play of a seat, if that is fair."""
        self._goes_on()
        self._is_current(seat, sent)
        unfair = self._unfair(seat)
        if unfair:
            raise Refusal(f"unfair.{unfair}", CONSENT)
        return self._back(seat, seat, page, sent.n)

    def undo_anyway(self, seat: int, sent: message.UndoAnyway, page: str) -> list[Line]:
        """Ask the other seat to agree to taking back; a program does."""
        self._goes_on()
        self._is_current(seat, sent)
        if not self._unfair(seat) or self.match.alone:
            return self._back(seat, seat, page, sent.n)
        return self._offer(seat, "undo", page, sent.n)

    def _unfair(self, seat: int) -> str:
        unfair = self.match.unfair(seat)
        if unfair is None:
            raise Refusal("undo.none")
        return unfair

    def _goes_on(self) -> None:
        if self.match.game.over:
            raise Refusal("refused.over")

    def _back(self, whose: int, seat: int, page: str, n: int) -> list[Line]:
        """Take back the last play of one seat, as a message of a seat asks."""
        self.match.undo(whose)
        line = Line(Kind.BACK, self.past.went_back(), seat, page, n)
        return [line, *self._taken()]

    def _offer(self, seat: int, what: str, page: str, n: int) -> list[Line]:
        if self.offer is not None:
            raise Refusal("refused.offered")
        return [Line(Kind.OFFER, what, seat, page, n)]

    def draw(self, seat: int, sent: message.Draw, page: str) -> list[Line]:
        """Offer a draw; a program answers at once."""
        self._goes_on()
        if not self.match.alone:
            return self._offer(seat, "draw", page, sent.n)
        if not self.match.draw_accepted(seat):
            raise Refusal("declined", player=player_word(1 - seat))
        return self._drawn(seat, page, sent.n)

    def _drawn(self, seat: int, page: str, n: int) -> list[Line]:
        self.match.agree_draw()
        self.past.taken()
        self._waits = None
        return [Line(Kind.DRAW, None, seat, page, n)]

    def _answers_offer(self, seat: int, sent: message.Agree | message.Decline) -> tuple[int, str]:
        """What a seat answers: what it was asked, not what has been offered instead since."""
        self._goes_on()
        self._is_current(seat, sent)
        if self.offer is None or (self.offer[0] == seat and not self.start.shared):
            raise Refusal("refused.no-offer")
        if self.offer[1] != sent.what:
            raise Refusal(STALE)
        return self.offer

    def agree(self, seat: int, sent: message.Agree, page: str) -> list[Line]:
        """Agree to what the other seat has offered."""
        whose, what = self._answers_offer(seat, sent)
        if what == "draw":
            return self._drawn(seat, page, sent.n)
        if what == SHORTCUT:
            found = read_shortcut(self.seen(whose), whose, self.suggested)
            self.match.shortcut(whose, found)
            return self._taken(seat, page, sent.n)
        return self._back(whose, seat, page, sent.n)

    def decline(self, seat: int, sent: message.Decline, page: str) -> list[Line]:
        """Do not agree to it."""
        self._answers_offer(seat, sent)
        return [Line(Kind.DECLINE, None, seat, page, sent.n)]

    def concede(self, seat: int, sent: message.Concede, page: str) -> list[Line]:
        """Give up."""
        self._goes_on()
        self.match.concede(seat)
        self.past.taken()
        self._waits = None
        return [Line(Kind.CONCEDE, seat, seat, page, sent.n)]


def begin(
    game: Game, seats: tuple[str, str], secret: bytes, seed: int = 0, shared: bool = False
) -> tuple[Start, list[Line]]:
    """A new table: with what it begins, and the lines of what happens before anybody is asked."""
    record = game.record()
    start = Start(to_json(record["start"]), seats, secret, seed, shared)
    match = Match(game, _seats(start))
    past = Past(match)
    match.pass_on()
    lines = [Line(Kind.ANSWER, answer) for answer in record["answers"]]
    return start, lines + lines_of(past.taken())


def _seats(start: Start) -> Seats:
    first, second = (
        None if name == PERSON else agent(name, mix(start.seed, place))
        for place, name in enumerate(start.seats)
    )
    return first, second


_DOES: dict[type[Message], Callable[[Sitting, int, Any, str], list[Line]]] = {
    message.Take: Sitting.take,
    message.Say: Sitting.say,
    message.Rest: Sitting.rest,
    message.StopAt: Sitting.stop_at,
    message.Hold: Sitting.hold,
    message.Undo: Sitting.undo,
    message.UndoAnyway: Sitting.undo_anyway,
    message.Draw: Sitting.draw,
    message.Agree: Sitting.agree,
    message.Decline: Sitting.decline,
    message.Concede: Sitting.concede,
}
