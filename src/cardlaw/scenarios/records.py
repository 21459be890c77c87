"""The form of a scenario file: players' zones, timed actions, queued answers, assertions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

Name = str | list[str]

#: what stands between the name of a card and the alternative cost for which it is cast
USING = (" using ", " with ")

#: the steps of scenarios in the rulebook's words
STEP_WORDS = {
    "untap": "untap",
    "upkeep": "upkeep",
    "draw": "draw",
    "precombat_main": "precombat main",
    "begin_combat": "beginning of combat",
    "declare_attackers": "declare attackers",
    "declare_blockers": "declare blockers",
    "first_combat_damage": "first combat damage",
    "combat_damage": "combat damage",
    "end_combat": "end of combat",
    "postcombat_main": "postcombat main",
    "end_step": "end",
    "end_turn": "end",
    "cleanup": "cleanup",
}
ZONES = ("battlefield", "hand", "graveyard", "exile", "command", "library")
MOST_TURNS = 100
MOST_COPIES = 200
#: every entry that a list of actions may hold
DEEDS = (
    "cast", "activate", "activate_mana", "play_land", "attack", "block", "check", "resolve_stack",
    "add_counters", "run_to_stop", "choice", "choose_target", "choice_amount", "mode", "coin",
)  # fmt: skip


class Placed(msgspec.Struct, forbid_unknown_fields=True):
    """Copies of a card in a zone."""

    card: str
    count: int = 1
    tapped: bool = False


class Side(msgspec.Struct, forbid_unknown_fields=True):
    """What a player begins with. The last card listed under ``library`` is on top."""

    life: int = 20
    battlefield: list[Placed] = []
    hand: list[Placed] = []
    graveyard: list[Placed] = []
    exile: list[Placed] = []
    command: list[Placed] = []
    library: list[Placed] = []
    #: whether nothing but the listed cards is in the library
    library_is_exactly: bool = False


class Moment(msgspec.Struct, forbid_unknown_fields=True):
    """A step of a turn."""

    turn: int
    step: str


class Deed(msgspec.Struct, forbid_unknown_fields=True, rename={"card_name": "name"}):
    """One entry of the list of actions: something done, an answer kept ready, or a check."""

    do: str
    player: str = ""
    turn: int = 0
    step: str = ""
    card: str = ""
    ability: str = ""
    source: str = ""
    target: Name | None = None
    attacker: str = ""
    blocker: str = ""
    defender: str = ""
    while_on_stack: str = ""
    stack_clause: str = ""
    then_resolve_stack: bool | int | str = False
    count: int | str = 0
    times: int = 1
    value: Any = None
    stop_at: Moment | None = None
    # what a check asks
    kind: str = ""
    counter: str = ""
    power: int | None = None
    toughness: int | None = None
    card_name: str = ""


class Claim(msgspec.Struct, forbid_unknown_fields=True):
    """One assertion about the position at the end, or at a check."""

    kind: str
    player: str = ""
    card: str = ""
    value: int | bool | str | None = None
    power: int | None = None
    toughness: int | None = None
    counter: str = ""
    ability: str = ""
    ability_args: str = ""
    attachment: str = ""
    permanent: str = ""
    type: str = ""
    subtype: str = ""
    color: str = ""
    tapped: bool | None = None
    scope: str = ""
    name: str = ""


class Scenario(msgspec.Struct, forbid_unknown_fields=True):
    """A game to be played from a position through timed actions to a stop."""

    format: str
    players: dict[str, Side]
    actions: list[Deed]
    stop: Moment
    assertions: list[Claim]
    strict_choices: bool = False


class Entry(msgspec.Struct):
    """A scenario with its name, its cards and what it is about."""

    id: str
    scenario: Scenario
    cards: list[str] = []
    description: str = ""
    cr: list[str] = []


class Aliases(msgspec.Struct):
    """Names in the tests that differ from the names of the cards; None: there is no such card."""

    map: dict[str, str | None] = {}


class Format(msgspec.Struct):
    """What the file says about its own form; only the aliases are data."""

    name_aliases: Aliases = msgspec.field(default_factory=Aliases)


class ScenarioFile(msgspec.Struct):
    """A whole file of scenarios."""

    tests: list[Entry]
    format: Format = msgspec.field(default_factory=Format)


class BrokenScenarios(ValueError):
    """A scenario file that is at fault; the text is one sentence."""


def read_scenarios(path: Path) -> ScenarioFile:
    """The scenarios of a file. BrokenScenarios says what is wrong and where."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=ScenarioFile)
    except OSError as error:
        raise BrokenScenarios(f"{path}: {error.strerror or error}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        what = str(error) if isinstance(error, msgspec.ValidationError) else "it is no whole JSON"
        raise BrokenScenarios(
            f"{path}: this is no file of scenarios: {what}; docs/conform.md shows the form"
        ) from None

    for entry in found.tests:
        problem = _problem(entry.scenario)
        if problem:
            raise BrokenScenarios(f"{path}: scenario {entry.id!r}: {problem}")
    return found


def _problem(scenario: Scenario) -> str:
    """What is wrong with a scenario in itself."""
    for deed in scenario.actions:
        if deed.do not in DEEDS:
            return f"no action is called {deed.do!r}"
        if deed.do == "run_to_stop" and deed.stop_at is None:
            return "run_to_stop says no stop_at"
    moments = [Moment(deed.turn, deed.step) for deed in scenario.actions if deed.turn]
    moments += [deed.stop_at for deed in scenario.actions if deed.stop_at is not None]
    for moment in (*moments, scenario.stop):
        if moment.step not in STEP_WORDS:
            return f"no step is called {moment.step!r}"
        if not 1 <= moment.turn <= MOST_TURNS:
            return f"turn {moment.turn} is not between 1 and {MOST_TURNS}"
    sides = scenario.players.values()
    placed = [p for side in sides for zone in ZONES for p in getattr(side, zone)]
    if any(not 0 <= p.count <= MOST_COPIES for p in placed):
        return f"a card stands more than {MOST_COPIES} times in a zone"
    return ""
