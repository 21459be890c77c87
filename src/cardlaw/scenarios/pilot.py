"""Playing a scenario: whose turn in the list of actions it is, and when the game stops."""

from __future__ import annotations

from collections.abc import Callable

from cardlaw.kernel import pile
from cardlaw.kernel.choice import Choice, Option
from cardlaw.kernel.game import Game
from cardlaw.kernel.pile import PASSES
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import COUNTERS
from cardlaw.rulebooks.magic.face import printed
from cardlaw.rulebooks.magic.steps import ATTACKERS, BLOCKERS, PRIORITY, STEPS, step
from cardlaw.scenarios.abilities import activations, is_from, is_item_called
from cardlaw.scenarios.answers import QUEUED, Answers, words_of
from cardlaw.scenarios.names import Called
from cardlaw.scenarios.opening import PLAYERS
from cardlaw.scenarios.records import STEP_WORDS, USING, Deed, Moment

#: how many answers a scenario may take
MOST_ANSWERS = 5000


class Stuck(Exception):
    """A scenario that cannot go on: an action that never became legal, or too many answers."""


def order(moment: Moment) -> tuple[int, int]:
    """A step of a turn as a place in the order of the game."""
    return moment.turn, STEPS.index(STEP_WORDS[moment.step])


class Pilot:
    """Plays the actions of a scenario. ``check`` is called for each check, in its place."""

    def __init__(
        self,
        game: Game,
        called: Called,
        deeds: list[Deed],
        check: Callable[[Deed], None],
    ) -> None:
        self.game = game
        self.called = called
        self.deeds = [deed for deed in deeds if deed.do not in QUEUED]
        self.answers = Answers(game, called, deeds)
        self.check = check
        self.given = 0
        #: for an entry that waits, by its id: the items on the pile that it has seen
        self.waits: dict[int, set[int]] = {}

    @property
    def state(self) -> State:
        """The position as it is now."""
        return self.game.state

    def now(self) -> tuple[int, int]:
        """Where the game is."""
        return self.state.turn.get("number", 0), step(self.state)

    def run_to(self, stop: Moment) -> None:
        """Play through a step, all priority passed in it. Stuck if that cannot be done."""
        goal = order(stop)
        while True:
            choice = self.game.choice
            if choice is None or self.now() > goal:
                return
            if choice.kind == "action" and self.state.turn.get("stage") == PRIORITY:
                if not self._with_priority(choice.player, self.now() == goal):
                    return
            elif choice.kind == "action":
                self._declare(choice)
            else:
                self._push(self.answers.answer(choice))

    def left_over(self) -> list[Deed]:
        """The actions that were never done.

        A block that the rules refuse is not among them: what comes of it is for the assertions.
        """
        wanted = ("cast", "activate", "play_land", "attack", "block")
        left = [deed for deed in self.deeds if deed.do in wanted]
        now = self.now()
        return [deed for deed in left if deed.do != "block" or (deed.turn, BLOCKERS) >= now]

    # -- with priority ---------------------------------------------------------------------------

    def _with_priority(self, player: int, last: bool) -> bool:
        """Do the next action that is due, or pass. False when the stop is reached."""
        for deed in self._due(player):
            done = self._try(deed, player)
            if done is None:
                break
            if done:
                return True
        empty = not pile.items(self.state)
        if last and empty and self.state.turn.get(PASSES, 0) == 1:
            return False
        self._push(("pass",))
        return True

    def _due(self, player: int) -> list[Deed]:
        now = self.now()
        return [
            deed
            for deed in list(self.deeds)
            if deed.turn
            and deed.player in ("", PLAYERS[player])
            and (deed.turn, STEPS.index(STEP_WORDS[deed.step])) == now
        ]

    def _try(self, deed: Deed, player: int) -> bool | None:
        """Do an entry: True done, False not now, None that later entries have to wait for it."""
        if deed.do == "check":
            self.deeds.remove(deed)
            self.check(deed)
            return False
        if deed.do == "resolve_stack":
            if self._resolved(deed):
                self.deeds.remove(deed)
                return False
            return None
        if deed.do == "add_counters":
            self._add_counters(deed)
            self.deeds.remove(deed)
            return False
        if deed.do in ("attack", "block") or not self._at_the_time(deed):
            return False
        option = self._option(deed, player)
        if option is None:
            return False
        deed.times -= 1
        if deed.times < 1:
            self.deeds.remove(deed)
        self._do(deed, option)
        return True

    def _resolved(self, deed: Deed) -> bool:
        """Whether what an entry waits for has left the pile."""
        items = set(pile.items(self.state))
        if not deed.count:
            return not items
        wanted = 1 if deed.count == "one" else int(deed.count)
        seen = self.waits.setdefault(id(deed), set())
        seen |= items
        return len(seen - items) >= wanted or not items

    def _add_counters(self, deed: Deed) -> None:
        """Counters that a scenario simply puts there, by no rule."""
        obj = self.called.permanents(deed.card)[0]
        key = (obj, deed.counter)
        self.state.put(COUNTERS, key, self.state.counters.get(key, 0) + int(deed.count))

    def _at_the_time(self, deed: Deed) -> bool:
        if not deed.while_on_stack:
            return True
        word = deed.while_on_stack
        there = any(is_item_called(self.called, key, word) for key in pile.items(self.state))
        if deed.stack_clause == "WHILE_NOT_ON_STACK":
            seen = self.waits.setdefault(id(deed), set())
            seen |= set(pile.items(self.state)) if there else set()
            return bool(seen) and not there
        return there

    def _option(self, deed: Deed, player: int) -> Option | None:
        """The option that an entry means, if it is legal now."""
        for option in self.game.legal:
            if self._means(deed, option):
                return option
        return None

    def _means(self, deed: Deed, option: Option) -> bool:
        if deed.do == "cast":
            return option[0] == "cast" and self._way(deed, option) is not None
        if deed.do == "play_land":
            return option[0] == "play" and self.called.is_called(option[1], deed.card)
        if deed.source and (len(option) < 2 or not is_from(self.called, option, deed.source)):
            return False
        return activations(self.called, option, deed.ability)

    def _way(self, deed: Deed, option: Option) -> str | None:
        """The alternative cost for which an entry casts this card; None if it is another card."""
        if self.called.is_called(option[1], deed.card):
            return ""
        casting = printed(self.state, option[1]).compiled.casting
        ways = {cost.node.name for cost in casting if cost.node.instead}
        for word in USING:
            name, _, way = deed.card.partition(word)
            if way in ways and self.called.is_called(option[1], name):
                return way
        return None

    def _do(self, deed: Deed, option: Option) -> None:
        """An action from its first option to the end of its announcement."""
        self.answers.targets = words_of(deed.target)
        self.answers.way = (self._way(deed, option) or "") if deed.do == "cast" else ""
        self.answers.ability = deed.ability if deed.do in ("activate", "activate_mana") else ""
        self._push(option)
        while self.game.choice is not None and self.game.choice.kind == "part":
            self._push(self.answers.answer(self.game.choice))
        self.answers.targets = []
        self.answers.ability = self.answers.way = ""
        if deed.then_resolve_stack:
            self.deeds.insert(0, Deed("resolve_stack", deed.player, deed.turn, deed.step))

    # -- declaring attackers and blockers --------------------------------------------------------

    def _declare(self, choice: Choice) -> None:
        attacking = step(self.state) == ATTACKERS
        kind = "attack" if attacking else "block"
        turn = self.state.turn.get("number", 0)
        mine = [
            deed
            for deed in self.deeds
            if deed.do == kind and deed.turn == turn and deed.player == PLAYERS[choice.player]
        ]
        self._push((kind,))
        done: list[Deed] = []
        while self.game.choice is not None and self.game.choice.kind == "part":
            self._push(self._part_of_declaration(self.game.choice, mine, done))
        # a block that the rules refuse is not made; what comes of it is for the assertions
        made = mine if kind == "block" else [*done, *self._declared_anyway(mine, done)]
        for deed in made:
            self.deeds.remove(deed)

    def _declared_anyway(self, mine: list[Deed], done: list[Deed]) -> list[Deed]:
        """The entries of which the rules left no choice, so that nobody was asked."""
        lists = self.state.lists
        pairs = [("block", *p) for p in lists.get("blockers", ())]
        pairs += [("attack", p[0]) for p in lists.get("attackers", ())]
        rest = [deed for deed in mine if deed not in done]
        return [deed for deed in rest if any(self._is_declared(deed, p) for p in pairs)]

    def _part_of_declaration(self, choice: Choice, mine: list[Deed], done: list[Deed]) -> Option:
        name = choice.args[2]
        options = list(self.game.space())
        if name == "attacked":
            word = done[-1].defender if done else ""
            found = next(
                (o for o in options if len(o) > 1 and word and self.called.is_called(o[1], word)),
                None,
            )
            return found or options[0]
        for option in sorted((o for o in options if len(o) > 1), key=lambda o: o[1]):
            for deed in mine:
                if deed not in done and self._is_declared(deed, option):
                    done.append(deed)
                    return option
        return next((o for o in options if len(o) == 1), options[0])

    def _is_declared(self, deed: Deed, option: Option) -> bool:
        if (deed.do == "block") != (len(option) > 2):
            return False
        if deed.do == "attack":
            return self.called.is_called(option[1], deed.attacker)
        blocks = self.called.is_called(option[1], deed.blocker)
        return blocks and self.called.is_called(option[2], deed.attacker)

    # -- answers ---------------------------------------------------------------------------------

    def _push(self, option: Option) -> None:
        self.given += 1
        if self.given > MOST_ANSWERS:
            raise Stuck(f"more than {MOST_ANSWERS} answers")
        self.game.push(option)
