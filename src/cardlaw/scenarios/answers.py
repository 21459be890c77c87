"""Answers to the engine's questions from a scenario's queues, and sensible ones otherwise."""

from __future__ import annotations

import re
from typing import Any

from cardlaw.kernel.choice import Choice, Number, Option
from cardlaw.kernel.game import Game
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.combat import lethal
from cardlaw.rulebooks.magic.face import printed
from cardlaw.rulebooks.magic.ways import FREE
from cardlaw.scenarios.abilities import ability_number
from cardlaw.scenarios.names import Called, player_of, starts
from cardlaw.scenarios.opening import PLAYERS
from cardlaw.scenarios.records import Deed, Name

SKIP = "<skip>"
#: the queued answer that asks for an alternative cost
ALTERNATIVE = "Cast with alternative cost"
QUEUED = ("choose_target", "choice", "mode", "coin", "choice_amount")
#: what a queued answer looks like that puts triggers in order
_TRIGGER = re.compile(r"(?:when|whenever|at the beginning|\{this\})\b", re.IGNORECASE)
#: parts and questions whose options name objects or players
AIMED = ("target", "pick host", "pick", "pick card", "find", "legend", "discard", "sacrifice")


def words_of(name: Name | None) -> list[str]:
    """A name or list of names as a list."""
    if name is None:
        return []
    return [name] if isinstance(name, str) else list(name)


#: questions about which cards leave the top, one by one: no more of them, if nobody says which
SORTED = ("to the bottom", "to the graveyard")
#: what stands before the cost in the choice of a way to cast a card
ALTERNATIVE = "Cast with alternative cost: "


class Answers:
    """Answers questions for both players."""

    def __init__(self, game: Game, called: Called, deeds: list[Deed]) -> None:
        self.game = game
        self.called = called
        self.queues: dict[tuple[int, str], list[Any]] = {}
        for deed in deeds:
            if deed.do in QUEUED and deed.player in PLAYERS:
                queue = self.queues.setdefault((PLAYERS.index(deed.player), deed.do), [])
                value = deed.target if deed.do == "choose_target" else deed.value
                queue.extend([value] * max(deed.times, 1))
        #: the targets of the action that is being announced
        self.targets: list[str] = []
        #: the first words of the ability that is being activated
        self.ability = ""
        #: the alternative cost for which a card is being cast
        self.way = ""

    @property
    def state(self) -> State:
        """The position as it is now."""
        return self.game.state

    def answer(self, choice: Choice) -> Option:
        """An answer to the open question."""
        space = self.game.space()
        kind = choice.args[2] if choice.kind == "part" else choice.kind
        if isinstance(space, Number):
            return self._number(choice, kind, space)
        options = list(space)
        if kind == "by" and self.ability:
            found = ability_number(self.called, choice.args[0], self.ability)
            return next((o for o in options if o[2] == found), options[0])
        if kind == "way":
            return self._way(choice.player, choice.args[0][1], options)
        if kind == "with" and isinstance(self._head(choice.player, "choice"), bool):
            paid = self.queues[(choice.player, "choice")].pop(0)
            return next((o for o in options if (len(o) > 1) == paid), options[0])
        if kind == "may":
            return self._yes_or_no(choice.player, options)
        if kind == "unless":
            return self._pays(choice.player, options)
        if kind == "trigger":
            return self._trigger(choice.player, options)
        if kind in ("count", "x"):
            return self._amount(choice.player, kind, options)
        if kind == "mode":
            return self._mode(choice.player, options)
        if kind in SORTED:
            stop = next((o for o in options if not o), options[-1])
            return self._from_queue(choice.player, "choose_target", options) or stop
        if kind in AIMED or kind.startswith(("pick", "choose")):
            return self._aimed(choice.player, kind, options)
        return self._worded(choice.player, options)

    # -- the queues ------------------------------------------------------------------------------

    def _head(self, player: int, kind: str) -> Any:
        queue = self.queues.get((player, kind))
        return queue[0] if queue else None

    def _drop(self, player: int, kind: str) -> None:
        self.queues[(player, kind)].pop(0)

    # -- kinds of questions ----------------------------------------------------------------------

    def _way(self, player: int, obj: int, options: list[Option]) -> Option:
        """For which cost a card is cast: the one that is named, or the one of the card that is."""
        head = self._head(player, "choice")
        ways = [o[-1] for o in options if len(o) > 1]
        known = isinstance(head, str) and any(self._is_named(o, head) for o in self.state.where)
        if self.way or not ways or not (known or head == ALTERNATIVE):
            return next((o for o in options if o[-1] == self.way), options[0])
        self._drop(player, "choice")
        if head == ALTERNATIVE or self._is_named(obj, head):
            wanted = next((way for way in ways if way != FREE), ways[0])
        else:
            wanted = FREE if FREE in ways else "way"
        return next((o for o in options if o[-1] == wanted), options[0])

    def _is_named(self, obj: int, word: str) -> bool:
        """Whether a word is the name of a card, or what a legendary one is called for short."""
        short = printed(self.state, obj).name.partition(",")[0]
        return self.called.is_called(obj, word) or word == short

    def _yes_or_no(self, player: int, options: list[Option]) -> Option:
        yes = next(o for o in options if o == ("yes",))
        no = next(o for o in options if o == ("no",))
        head = self._head(player, "choice")
        if isinstance(head, bool):
            self._drop(player, "choice")
            return yes if head else no
        if self._head(player, "choose_target") == SKIP and len(self.targets) == 0:
            self._drop(player, "choose_target")
            return no
        return yes

    def _pays(self, player: int, options: list[Option]) -> Option:
        decline = next(o for o in options if o[0] == "decline")
        ways = [o for o in options if o is not decline]
        head = self._head(player, "choice")
        if isinstance(head, bool) and ways:
            self._drop(player, "choice")
            return ways[0] if head else decline
        return ways[0] if ways else decline

    def _trigger(self, player: int, options: list[Option]) -> Option:
        head = self._head(player, "choice")
        if isinstance(head, str) and (_TRIGGER.match(head) or self._source(options, head)):
            self._drop(player, "choice")
            return self._source(options, head) or options[0]
        return options[0]

    def _source(self, options: list[Option], word: str) -> Option | None:
        for option in options:
            waiting = self.state.waiting[option[0]]
            face = printed(self.state, waiting.source.id)
            skill = face.compiled.skills.get(waiting.text[-1]) if waiting.text else None
            text = getattr(skill.node, "text", "") if skill is not None else ""
            if text and starts(text, word, face.name):
                return option
        return next((o for o in options if self.called.is_called(o[1], word)), None)

    def _amount(self, player: int, kind: str, options: list[Option]) -> Option:
        head = self._head(player, "choice")
        wanted: int | None = None
        if kind == "x" and isinstance(head, dict) and "X" in head:
            self._drop(player, "choice")
            wanted = int(head["X"])
        elif kind == "x" and isinstance(self._head(player, "choice_amount"), int):
            wanted = self._head(player, "choice_amount")
            self._drop(player, "choice_amount")
        elif kind == "count":
            wanted = self._how_many(player)
        found = next((o for o in options if o[-1] == wanted), None)
        return found or (options[0] if kind == "x" else options[-1])

    def _how_many(self, player: int) -> int | None:
        """How many targets the scenario names."""
        if self.targets:
            return len(self.targets)
        head = self._head(player, "choose_target")
        if head == SKIP:
            self._drop(player, "choose_target")
            return 0
        return len(words_of(head)) if head is not None else None

    def _number(self, choice: Choice, kind: str, space: Number) -> Option:
        player = choice.player
        if kind == "number":
            wanted = self._how_many(player)
            fits = wanted is not None and (wanted,) in space
            return (wanted if fits else space.high,)
        head = self._head(player, "choice_amount")
        if isinstance(head, int) and (head,) in space:
            self._drop(player, "choice_amount")
            return (head,)
        if kind in ("share", "divide"):
            return ((space.low + space.high + 1) // 2,)  # spread over all
        if kind == "assign":
            obj, target = choice.args[0], choice.args[1]
            if target < 0 or target not in self.state.where:
                return (space.high,)
            board = self.state.board()
            deadly = board.chars[obj].has("deathtouch")
            return (min(space.high, max(space.low, lethal(self.state, board, target, deadly))),)
        return (space.high,)

    def _mode(self, player: int, options: list[Option]) -> Option:
        head = self._head(player, "mode")
        modes = [o for o in options if isinstance(o[-1], int)]
        if head is not None:
            self._drop(player, "mode")
            wanted = int(head) - 1
            found = next((o for o in modes if o[-1] == wanted), None)
            if found is not None:
                return found
        ends = [o for o in options if o not in modes]
        return ends[0] if ends else options[0]

    def _aimed(self, player: int, kind: str, options: list[Option]) -> Option:
        if self.targets and kind == "target":
            found = self._named(options, self.targets[0])
            if found is not None:
                self.targets.pop(0)
                return found
        for queue in ("choose_target", "choice"):
            found = self._from_queue(player, queue, options)
            if found is not None:
                return found
        return options[0]

    def _from_queue(self, player: int, queue: str, options: list[Option]) -> Option | None:
        head = self._head(player, queue)
        if head is None or isinstance(head, bool | dict):
            return None
        if head == SKIP:
            nothing = next((o for o in options if len(o) == 0 or o[-1] is None), None)
            if nothing is not None:
                self._drop(player, queue)
            return nothing
        words = words_of(head)
        found = self._named(options, words[0])
        if found is not None:
            if len(words) > 1:
                self.queues[(player, queue)][0] = words[1:]
            else:
                self._drop(player, queue)
        return found

    def _named(self, options: list[Option], word: str) -> Option | None:
        """The option that a name means: an object, or a player."""
        player = player_of(word)
        for option in options:
            who = self._player_in(option)
            if player is not None and who == player:
                return option
            values = [v for v in option if isinstance(v, int)] if who is None else []
            if player is None and any(
                v in self.state.where and self.called.is_called(v, word) for v in values
            ):
                return option
        return None

    def _player_in(self, option: Option) -> int | None:
        """The player that an option of objects and players names."""
        *_, obj, who = (0, 0, *option)
        return who if len(option) > 1 and obj == -1 and who in (0, 1) else None

    def _worded(self, player: int, options: list[Option]) -> Option:
        """An answer that is a word, such as a colour, or else an object."""
        head = self._head(player, "choice")
        if isinstance(head, str):
            wanted = head.removeprefix(ALTERNATIVE)
            for option in options:
                if any(str(v).casefold() == wanted.casefold() for v in option):
                    self._drop(player, "choice")
                    return option
        return self._aimed(player, "", options)
