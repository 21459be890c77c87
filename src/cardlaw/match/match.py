"""A match: a game, who sits at it, and what a seat is asked, told and allowed."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from copy import copy
from dataclasses import dataclass, replace

from cardlaw.agents import AgentPlayer, GreedyPlayer
from cardlaw.front import Game
from cardlaw.judge.telling import rule_title
from cardlaw.judge.tongue import Tongue
from cardlaw.kernel.choice import Line, Option
from cardlaw.kernel.fair import unfairness
from cardlaw.kernel.moment import Step
from cardlaw.kernel.shortcut import Shortcut, as_before, take
from cardlaw.kernel.tables import NOBODY
from cardlaw.match.shortcuts import take_with_program
from cardlaw.match.stops import Stops, Yield, idle_option, step_of, turn_of, wakes
from cardlaw.match.telling import Told, is_routine, reasons, story
from cardlaw.match.words import match_words
from cardlaw.notation.labels import player_word
from cardlaw.notation.saying import say_line

Seats = tuple[AgentPlayer | None, AgentPlayer | None]
#: how many options a question may have and still be listed one by one
MOST = 2000


@dataclass(frozen=True)
class Asked:
    """What a seat is asked: why now, by which rule, what may be answered."""

    player: int
    #: why the game waits, in words
    reason: str
    question: str
    rule: str
    title: str
    #: the action so far, when one of its parts is asked
    so_far: str
    options: tuple[Option, ...]
    words: tuple[str, ...]
    #: how many options there are, when they are too many to list
    count: int


class Match:
    """A game with its seats: agents answer by themselves, people are asked when it concerns them.

    A face shows what ``story``, ``asked`` and the views give, and hands over what was typed.
    """

    def __init__(self, game: Game, seats: Seats, resumed: bool = False) -> None:
        self.game = game
        self.seats = seats
        self.words: Tongue = match_words(game.lang, game.book.key)
        self.stops = (Stops.of(game.kernel), Stops.of(game.kernel))
        #: where each play that somebody typed began, and who typed it
        self.typed: list[tuple[Step, int]] = []
        end = game.kernel.state.base + len(game.kernel.state.entries)
        #: up to where in the journal each player has been told; of a resumed game the log tells
        self._told = [end, end] if resumed else [0, 0]
        self._why = ""
        #: what is asked, with the answer and the reason after which it is
        self._asked: tuple[tuple[Step, str], Asked] | None = None
        #: the shortcut that was shortened last, and after how many choices
        self.cut: tuple[Shortcut, int] | None = None

    def speaking(self, language: str, cards: str = "") -> Match:
        """The same match at this moment in another language, to be read from.

        ``cards`` is the language of the cards' names, if it is another one.
        """
        other = copy(self)
        other.game = Game(self.game.kernel, self.game.labels, cards or language)
        other.words = match_words(language, self.game.book.key)
        other._asked = None
        return other

    # -- who is asked ----------------------------------------------------------------------------

    @property
    def people(self) -> tuple[int, ...]:
        """The seats at which somebody sits."""
        return tuple(player for player in (0, 1) if self.seats[player] is None)

    @property
    def alone(self) -> bool:
        """Whether one person plays against a program."""
        return len(self.people) == 1

    def advance(self) -> int | None:
        """Let programs answer and pass where nobody wants to be asked; who is asked then.

        None when the game is over.
        """
        kernel = self.game.kernel
        while (player := self.pass_on()) is not None:
            program = self.seats[player]
            if program is None:
                return player
            kernel.push(program.answer(kernel))
        return None

    def pass_on(self) -> int | None:
        """Pass where nobody wants to be asked; whose answer comes next, a program's too.

        None when the game is over.
        """
        kernel = self.game.kernel
        while not kernel.over:
            player = kernel.to_act
            assert player is not None and player != NOBODY
            if self.seats[player] is not None:
                return player
            self._why = wakes(kernel, self.stops[player], player, self.alone)
            if self._why:
                return player
            idle = idle_option(kernel)
            assert idle is not None
            kernel.push(idle)
        return None

    def ask_again(self) -> int | None:
        """Who is to act, to be asked even where no stop is; None when the game is over."""
        kernel = self.game.kernel
        player = kernel.to_act
        if player is not None and self.seats[player] is None:
            why = wakes(kernel, self.stops[player], player, self.alone)
            self._why = why or "wait.priority"
        return player

    def asked(self) -> Asked:
        """What the player who is to act is asked now, with the options in words."""
        now = (self.game.kernel.step, self._why)
        if self._asked is None or self._asked[0] != now:
            self._asked = (now, self._ask())
        return self._asked[1]

    def _ask(self) -> Asked:
        question = self.question()
        options: tuple[Option, ...] = ()
        if question.count <= MOST:
            options = tuple(self._distinct(question.player, self.game.kernel.space()))
        seat = self.seat_game(question.player)
        words = tuple(self._offered(seat, option) for option in options)
        return replace(question, options=options, words=words)

    def question(self) -> Asked:
        """The same without the options, for a face that lists them in its own way."""
        kernel, choice = self.game.kernel, self.game.kernel.choice
        assert choice is not None
        player, words = choice.player, self.words
        rule = self.game.book.rule_of(kernel.state, choice)
        so_far = ""
        if choice.kind == "part":
            first, answers, name = choice.args
            so_far = say_line(kernel, (first, *answers), self.game.names(player))
            key = f"choice.{name}"
        else:
            key = f"choice.{choice.kind}"
        reason = self._why or "wait.question"
        top = self._top(player)
        return Asked(
            player,
            words.text(reason, player=player_word(player), what=top, step=self.step()),
            words.template(key) or words.text("choose"),
            rule,
            rule_title(self.game.book, rule, words),
            so_far,
            (),
            (),
            kernel.space().count(),
        )

    def _offered(self, seat: Game, option: Option) -> str:
        """An option in words, with what will be asked next where a catalogue tells it."""
        said = seat.say(option)
        hint = self.words.template(f"hint.{option[0]}") if len(option) == 1 else None
        return f"{said} ({hint})" if hint else said

    def _distinct(self, player: int, space: Iterable[Option]) -> list[Option]:
        """The options without those that differ from another only in cards that are alike.

        Cards whose faces the player does not know are never alike.
        """
        kernel, names = self.game.kernel, self.game.names(player)
        choice, known = kernel.choice, set(names.known)
        assert choice is not None
        found: dict[Hashable, Option] = {}
        for option in space:
            fields = self.game.book.option_fields(choice, option)
            key = tuple(
                names.look(value)
                if kind == "obj" and type(value) is int and value in known
                else value
                for kind, value in zip(kinds_of(fields, len(option)), option, strict=True)
            )
            found.setdefault(key, option)
        return list(found.values())

    def _top(self, player: int) -> str:
        state = self.game.kernel.state
        order = state.lists.get("pile", ())
        if not order:
            return ""
        source = state.pile[order[-1]].source.id
        return self.game.names(player).label(source) if source in state.where else "?"

    def step(self) -> str:
        """The step that is going on, in words."""
        kernel = self.game.kernel
        step = step_of(kernel)
        if not step:
            return self.words.text("the-game")
        try:
            whose = self.game.book.property_of_game(kernel.state, "primary")
        except KeyError:
            return self.words.term(step)
        return self.words.text("step-of", step=self.words.term(step), player=whose)

    @property
    def steps(self) -> tuple[str, ...]:
        """The steps of a turn, in the rulebook's words."""
        return self.game.book.steps

    def step_named(self, typed: str) -> str | None:
        """The step that somebody means, in English or in the language of the match."""
        folded = " ".join(typed.split()).casefold()
        known = {self.words.term(step).casefold(): step for step in self.steps}
        known |= {step.casefold(): step for step in self.steps}
        found = {step for word, step in known.items() if folded and word.startswith(folded)}
        return known.get(folded) or (found.pop() if len(found) == 1 else None)

    @property
    def may_pass(self) -> bool:
        """Whether the player who is asked may pass."""
        return idle_option(self.game.kernel) is not None

    def seat_game(self, player: int) -> Game:
        """The game in words that tell this player nothing new."""
        return self.game.for_player(player)

    # -- what happened -----------------------------------------------------------------------------

    def news(self, player: int) -> list[Told]:
        """What the player could follow since this was last asked, without mere routine."""
        kernel = self.game.kernel
        end = kernel.state.base + len(kernel.state.entries)
        start, self._told[player] = min(self._told[player], end), end
        return self.worth_telling(story(self.game, player, self.words, start))

    def worth_telling(self, found: list[Told]) -> list[Told]:
        """A story without what is mere routine."""
        return [told for told in found if not is_routine(self.game.kernel, told)]

    def moment(self) -> object:
        """What changes when a step or a turn begins: faces draw the table anew then."""
        kernel = self.game.kernel
        return turn_of(kernel), step_of(kernel), kernel.over

    def story(self, player: int) -> list[Told]:
        """All that the player could follow of the game."""
        return story(self.game, player, self.words)

    def reasons(self, player: int, what: Told) -> list[str]:
        """Why something of the player's story happened, a cause a line."""
        return reasons(self.game, player, self.words, what)

    # -- what a player does ----------------------------------------------------------------------

    def play(self, player: int, action: str | Option) -> None:
        """Do what a player typed: an option, or a line in words. Errors as of ``Game.play``."""
        mark = self.game.kernel.step
        seat = self.seat_game(player)
        line = seat.read(action, player) if isinstance(action, str) else (action,)
        if self.cut is not None and as_before(self.game.kernel, *self.cut, player, line):
            raise ValueError(self.words.text("shortcut.other"))
        if isinstance(action, str):
            # What is illegal is refused in the words of the seat; nothing has changed then.
            seat.play(line, player)
            self.game.kernel.play(line)
        else:
            self.game.kernel.push(action)
        self.cut = None
        self.typed.append((mark, player))

    def play_line(self, player: int, line: Line) -> None:
        """Do an action with its parts, given as options. Errors as of ``Game.play``."""
        mark = self.game.kernel.step
        if self.cut is not None and as_before(self.game.kernel, *self.cut, player, line):
            raise ValueError(self.words.text("shortcut.other"))
        self.seat_game(player).play(line, player)
        self.game.kernel.play(line)
        self.cut = None
        self.typed.append((mark, player))

    def shortcut(self, player: int, shortcut: Shortcut, upto: int | None = None) -> int:
        """Take a shortcut that a player has suggested; how many of its choices were taken.

        A program in the other seat goes along as far as it would choose the same; a person says
        after how many choices they want to choose something else (``upto``).
        """
        mark = self.game.kernel.step
        if self.alone:
            taken = take_with_program(self, shortcut)
        else:
            take(self.game.kernel, shortcut, upto)
            taken = len(shortcut.turns) if upto is None else upto
            self.cut = (shortcut, taken)
        self.typed.append((mark, player))
        return taken

    def rest(self, player: int, until: Yield, step: str = "") -> None:
        """Pass for a player from now on, as long as ``until`` says."""
        self.stops[player].begin(self.game.kernel, until, step)

    def hinted(self, player: int) -> Option:
        """What the greedy program would do here."""
        own = sum(who == player for _, who in self.typed)
        return GreedyPlayer(own).answer(self.game.kernel)

    def hint(self, player: int) -> str:
        """The same in words, as the player's line."""
        return self.seat_game(player).say(self.hinted(player))

    def unfair(self, player: int) -> str | None:
        """Why it would be unfair to take back this player's last play, as the key of a text.

        Empty when it is fair; None when there is no such play.
        """
        mark = next((mark for mark, who in reversed(self.typed) if who == player), None)
        return None if mark is None else unfairness(self.game.kernel, player, mark)

    def undo(self, player: int) -> None:
        """Take back the last play of this player with all that followed."""
        while self.typed:
            mark, who = self.typed.pop()
            if who == player:
                self.game.kernel.back_to(mark)
                break
        self.cut = None
        for stops in self.stops:
            stops.end()

    def concede(self, player: int) -> None:
        """A player gives up."""
        self.game.kernel.concede(player)

    def draw_accepted(self, player: int) -> bool:
        """Whether the program in the other seat agrees to a draw that this player offers."""
        other = self.seats[1 - player]
        return other is not None and other.accepts_draw(self.game.kernel, 1 - player)

    def agree_draw(self) -> None:
        """Both agree on a draw."""
        self.game.kernel.agree_draw()

    def ending(self) -> tuple[str, list[str]]:
        """Who has won, and what happened last, which names the rule by which the game ended."""
        result = self.game.book.result(self.game.kernel.state)
        if result is None or result == NOBODY:
            text = self.words.text("end.draw")
        else:
            text = self.words.text("end.won", player=player_word(result))
        viewer = self.people[0] if self.people else 0
        last = self.story(viewer)[-1:]
        titles = [f"{t.rule} {rule_title(self.game.book, t.rule, self.words)}" for t in last]
        return text, [str(told) for told in last] + titles


def kinds_of(fields: tuple[str, ...], number: int) -> list[str]:
    """The types of so many values of an option; a field with a star takes all the rest."""
    found = [field.lstrip("*").split(":")[0] for field in fields[:number]]
    rest = found[-1] if fields and fields[-1].startswith("*") else ""
    return found + [rest] * (number - len(found))
