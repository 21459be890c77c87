"""The terminal as a table: prints what a seat may see, reads what is typed, nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cardlaw.cli.screen import Screen
from cardlaw.cli.table import numbered
from cardlaw.judge.faults import sentence
from cardlaw.kernel.choice import Option
from cardlaw.match import Command, Match, Yield, read_command, save_match
from cardlaw.match.commands import COMMANDS, WITH_WORDS, aliases
from cardlaw.match.lookups import card_text, explained, rule_text
from cardlaw.match.match import Asked
from cardlaw.match.sheet import sheet
from cardlaw.match.shortcuts import read_shortcut
from cardlaw.match.telling import Told
from cardlaw.notation.labels import player_word

#: how many lines of the log are shown when no number is given
LAST = 20


class Left(Exception):
    """Somebody leaves the table before the game is over."""


class Terminal(Screen):
    """One terminal at a match: for one person against a program, or for two who take turns."""

    def __init__(self, match: Match, save: str = "", resumed: bool = False) -> None:
        super().__init__(match.words)
        self.match = match
        self.save_to = save
        self.resumed = resumed
        self.shown: int | None = None
        self.moment: object = None
        self.saved_at: object = None
        self.asked: Asked | None = None

    # -- the course ------------------------------------------------------------------------------

    def run(self) -> int:
        """Play until the game is over or somebody leaves."""
        try:
            self.welcome()
            while True:
                player = self.match.advance()
                if player is None:
                    self.ending()
                    return 0
                self.turn(player)
        except (Left, EOFError, KeyboardInterrupt):
            self.leave()
            return 0

    def welcome(self) -> None:
        """What is played, and how to get help."""
        book = self.match.game.book
        title = self.words.template("title") or book.title
        self.say(f"{title} {book.edition}", "bold")
        self.text("welcome-back" if self.resumed else "welcome")
        if self.match.alone:
            seat = self.match.people[0]
            program = self.match.seats[1 - seat]
            name = self.words.text(f"program.{program.name}") if program else ""
            self.text("you-are", player=player_word(seat), other=player_word(1 - seat), name=name)

    def turn(self, player: int) -> None:
        """Ask a player until something has changed."""
        changed = self.shown != player
        if changed and not self.match.alone:
            self.hand_over(player)
        news = self.match.news(player)
        for told in news:
            self.tell(told)
        self.asked = asked = self.match.asked()
        moment = self.match.moment()
        if changed or moment != self.moment or (news and not asked.so_far):
            self.drawing.draw(sheet(self.match.game, player, self.words))
        self.shown, self.moment = player, moment
        self.ask(asked)
        while not self.obey(read_command(self.read(f"{player_word(player)}> "), self.words), asked):
            pass

    def hand_over(self, player: int) -> None:
        """Two at one keyboard: nobody sees the other's hand."""
        who = player_word(player)
        if not self.live:
            self.text("next-player", player=who)
            return
        self.clear()
        self.text("curtain", player=who, other=player_word(1 - player))
        self.read("")
        self.clear()

    def ask(self, asked: Asked, whole: bool = False) -> None:
        """Why the game waits, what it asks by which rule, and the options."""
        rule = f"{asked.rule} {asked.title}".strip()
        self.say("")
        self.say(f"{player_word(asked.player)}: {sentence(asked.reason)}", "yellow")
        question = asked.question[:1].upper() + asked.question[1:]
        if asked.so_far:
            question = f"{asked.so_far.removesuffix(' ...')} ... {question}"
        self.say(f"{question} ({rule})" if rule else question, "bold")
        lines, more = numbered(asked.words, whole)
        for line in lines:
            self.wrapped(line, "  ", 6)
        if not asked.options:
            self.text("too-many", n=asked.count)
        elif more:
            self.text("more-listed", n=more)

    # -- what is typed ---------------------------------------------------------------------------

    def obey(self, command: Command, asked: Asked) -> bool:
        """Carry out a command. Whether the position, or who is asked, may have changed."""
        if command.name == "number":
            return self.number(command.words, asked)
        if command.name == "action":
            return bool(command.words) and self.play(command.words, asked.player)
        if command.name in WITH_WORDS and not command.words:
            self.text("needs-words", command=command.name)
            return False
        act = _CHANGING.get(command.name)
        if act is not None:
            return act(self, asked.player, command.words)
        try:
            _SHOWING[command.name](self, asked.player, command.words)
        except (ValueError, LookupError) as error:
            self.fault(error)
        return False

    def number(self, typed: str, asked: Asked) -> bool:
        """An option by its number."""
        if len(typed) > 9 or not 1 <= int(typed) <= len(asked.options):
            self.text("no-number", number=typed[:20], n=len(asked.options))
            return False
        return self.play(asked.options[int(typed) - 1], asked.player)

    def play(self, action: str | Option, player: int) -> bool:
        """Do it, or say every reason why not."""
        try:
            self.match.play(player, action)
        except ValueError as error:
            self.fault(error)
            if isinstance(action, str) and " " not in action:
                self.text("try-help")
            return False
        return True

    def pass_turn(self, player: int, words: str) -> bool:
        """Pass until the turn is over."""
        return self.rest(player, Yield.TURN)

    def pass_until(self, player: int, words: str) -> bool:
        """Pass until something happens."""
        return self.rest(player, Yield.EVENT)

    def pass_to(self, player: int, words: str) -> bool:
        """Pass until a step begins."""
        step = self.step(words)
        return step is not None and self.rest(player, Yield.STEP, step)

    def rest(self, player: int, until: Yield, step: str = "") -> bool:
        """Pass from now on, if passing is possible now."""
        if not self.match.may_pass:
            self.text("cannot-pass")
            return False
        self.match.rest(player, until, step)
        return True

    def step(self, typed: str) -> str | None:
        """The step that somebody means; None, and a sentence, if there is none."""
        found = self.match.step_named(typed)
        if found is None:
            known = ", ".join(self.words.term(step) for step in self.match.steps)
            self.text("no-step" if known else "no-steps", step=typed, known=known)
        return found

    def shortcut(self, player: int, words: str) -> bool:
        """Suggest a sequence of choices for both players, which is then taken at once."""
        try:
            found = read_shortcut(self.match, player, words)
        except ValueError as error:
            self.fault(error)
            return False
        upto = None if self.match.alone else self.shortened(1 - player, len(found.turns))
        taken = self.match.shortcut(player, found, upto)
        key = "shortcut.taken" if taken == len(found.turns) else "shortcut.shortened"
        self.text(key, n=taken, player=player_word(1 - player))
        return True

    def shortened(self, player: int, most: int) -> int | None:
        """After how many choices the other person wants another choice; None: after all."""
        answer = self.read(
            self.words.text("shortcut.agree", player=player_word(player), most=most) + " "
        )
        typed = answer.strip()
        return min(int(typed), most) if typed.isdecimal() and len(typed) < 9 else None

    def undo(self, player: int, words: str) -> bool:
        """Take back the last play if that is fair."""
        unfair = self.match.unfair(player)
        if unfair is None:
            self.text("undo.none")
            return False
        if unfair:
            self.text(f"unfair.{unfair}")
            self.text("undo.how")
            return False
        return self.taken_back(player)

    def undo_anyway(self, player: int, words: str) -> bool:
        """Take back the last play, if the other player agrees; a program does."""
        unfair = self.match.unfair(player)
        if unfair is None:
            self.text("undo.none")
            return False
        if unfair and not self.match.alone and not self.agrees(1 - player, "undo.agree"):
            return False
        return self.taken_back(player)

    def taken_back(self, player: int) -> bool:
        self.match.undo(player)
        self.text("undo.done")
        self.shown = None
        return True

    def agrees(self, player: int, question: str) -> bool:
        """Whether the other person at the keyboard agrees."""
        answer = self.read(
            f"{self.words.text(question, player=player_word(player))} "
            f"({self.words.term('yes')}/{self.words.term('no')}) "
        )
        yes = {"yes", "y", self.words.term("yes").casefold()}
        agreed = answer.strip().casefold() in yes
        if not agreed:
            self.text("declined", player=player_word(player))
        return agreed

    def draw(self, player: int, words: str) -> bool:
        """Offer a draw."""
        if self.match.alone:
            agreed = self.match.draw_accepted(player)
            if not agreed:
                self.text("declined", player=player_word(1 - player))
        else:
            agreed = self.agrees(1 - player, "draw.agree")
        if agreed:
            self.match.agree_draw()
        return agreed

    def concede(self, player: int, words: str) -> bool:
        """Give up."""
        self.match.concede(player)
        return True

    def quit(self, player: int, words: str) -> bool:
        """Leave the table."""
        raise Left

    # -- what is looked up -----------------------------------------------------------------------

    def help(self, player: int, words: str) -> None:
        """All commands."""
        self.text("help-lines")
        for name in COMMANDS:
            typed = " | ".join(aliases(self.words, name))
            mark = "" if name in WITH_WORDS or name == "because" else ":"
            self.wrapped(f"{typed}{mark} {self.words.text(f'help.{name}')}", "  ", 4)

    def options(self, player: int, words: str) -> None:
        """Everything that can be answered."""
        if self.asked is not None:
            self.ask(self.asked, whole=True)

    def board(self, player: int, words: str) -> None:
        """The table again."""
        self.drawing.draw(sheet(self.match.game, player, self.words))

    def card(self, player: int, words: str) -> None:
        """What is known of a card."""
        self.lines(card_text(self.match.seat_game(player), words, self.words))

    def why_not(self, player: int, words: str) -> None:
        """Whether something is legal, with all grounds or breaches."""
        self.lines([self.match.seat_game(player).why(words, player).text])

    def explain(self, player: int, words: str) -> None:
        """How a value came about."""
        self.lines(explained(self.match.seat_game(player), words, self.words))

    def because(self, player: int, words: str) -> None:
        """Why something happened: by its number in the log, its kind, or the last thing."""
        story = self.match.story(player)
        found = _meant(self.match.worth_telling(story), "") if not words else _meant(story, words)
        if found is None:
            raise ValueError(self.words.text("no-event", number=words))
        self.lines(self.match.reasons(player, found))

    def rule(self, player: int, words: str) -> None:
        """A rule in a few words."""
        self.lines(rule_text(self.match.game.book, words, self.words))

    def log(self, player: int, words: str) -> None:
        """What has happened."""
        if words and not words.isdecimal():
            raise ValueError(self.words.text("log-how", typed=words))
        most = int(words[:9]) if words else LAST
        story = self.match.story(player)[-most:] if most else []
        if not story:
            self.text("log-empty")
        for told in story:
            self.wrapped(f"{told.number:>5}  {told}", "", 7)

    def hint(self, player: int, words: str) -> None:
        """What the greedy program would do."""
        self.text("hint", line=self.match.hint(player))

    def stops(self, player: int, words: str) -> None:
        """Where the game stops although nothing is pending; with a step: change that."""
        stops = self.match.stops[player]
        if words:
            step = self.step(words)
            if step is None:
                return
            key = "stops.set" if stops.toggle(step) else "stops.removed"
            self.text(key, step=self.words.term(step))
            return
        if not self.match.steps:
            self.text("stops.all")
            return
        for key, steps in (("stops.own", stops.own), ("stops.other", stops.other)):
            shown = ", ".join(self.words.term(s) for s in self.match.steps if s in steps)
            self.text(key, steps=shown or "-")

    def hold(self, player: int, words: str) -> None:
        """Whether to be asked while one's own action waits on top."""
        stops = self.match.stops[player]
        stops.hold = not stops.hold
        self.text("hold.on" if stops.hold else "hold.off")

    def save(self, player: int, words: str) -> None:
        """Keep the game in a file."""
        path = Path(words).expanduser()
        save_match(self.match.game, path, self.words)
        self.saved_at = self.match.game.kernel.step
        self.text("saved", file=str(path))

    # -- the end ---------------------------------------------------------------------------------

    def ending(self) -> None:
        """How the game has ended, by which rule."""
        people = self.match.people
        viewer = self.shown if self.shown is not None else people[0] if people else 0
        for told in self.match.news(viewer):
            self.tell(told)
        self.drawing.draw(sheet(self.match.game, viewer, self.words))
        text, rule = self.match.ending()
        self.say("")
        self.say(text, "bold green")
        for line in rule:
            self.wrapped(line, "  ", 2)

    def leave(self) -> None:
        """Leave politely: the game can be kept."""
        game = self.match.game
        self.say("")
        if game.over or game.kernel.step is self.saved_at:
            self.text("bye")
            return
        name = self.save_to or self.file_to_keep()
        if not name:
            self.text("not-saved")
            return
        try:
            save_match(game, Path(name).expanduser(), self.words)
        except ValueError as error:
            self.fault(error)
            return
        self.text("saved", file=name)

    def file_to_keep(self) -> str:
        """The file that somebody names for the game, if they want to keep it."""
        if not self.live:
            return ""
        try:
            return input(self.words.text("keep") + " ").strip()
        except (EOFError, KeyboardInterrupt):
            self.say("")
            return ""


def _meant(story: list[Told], typed: str) -> Told | None:
    """The event that somebody means: a number of the log, a kind, words of it, or the last one."""
    if typed.isdecimal():
        return next((told for told in story if told.number == int(typed[:12])), None)
    folded = typed.casefold()
    fitting = (told for told in reversed(story) if folded in f"{told.kind} {told}".casefold())
    return next(fitting, None)


_CHANGING: dict[str, Callable[[Terminal, int, str], bool]] = {
    "pass turn": Terminal.pass_turn,
    "pass until": Terminal.pass_until,
    "pass to": Terminal.pass_to,
    "shortcut": Terminal.shortcut,
    "undo": Terminal.undo,
    "undo anyway": Terminal.undo_anyway,
    "draw": Terminal.draw,
    "concede": Terminal.concede,
    "quit": Terminal.quit,
}

_SHOWING: dict[str, Callable[[Terminal, int, str], None]] = {
    "help": Terminal.help,
    "options": Terminal.options,
    "board": Terminal.board,
    "card": Terminal.card,
    "why not": Terminal.why_not,
    "explain": Terminal.explain,
    "because": Terminal.because,
    "rule": Terminal.rule,
    "log": Terminal.log,
    "hint": Terminal.hint,
    "stops": Terminal.stops,
    "hold": Terminal.hold,
    "save": Terminal.save,
}
