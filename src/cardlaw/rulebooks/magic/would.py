"""What happens in place of draws, life gained, counters and tokens (CR 614.1a, 614.11, 616.1)."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from cardlaw.cards.nodes import Select, Static, Token
from cardlaw.kernel.choice import Choice, Option
from cardlaw.kernel.happen import Batch, Happening
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import TURN
from cardlaw.rulebooks.magic.board import Board, Char, RulePart, Scope, char_of, fits
from cardlaw.rulebooks.magic.face import printed
from cardlaw.rulebooks.magic.preventing import told_apart
from cardlaw.rulebooks.magic.qualities import qualities
from cardlaw.rulebooks.magic.quantities import quantity
from cardlaw.rulebooks.magic.replacement_nodes import Would
from cardlaw.rulebooks.magic.steps import DRAW, active, step
from cardlaw.rulebooks.magic.texts import Texts
from cardlaw.rulebooks.magic.tokens import token_name

#: the kinds of events that a text of this kind may replace, and its word for them
KINDS = {
    "would draw": "draw",
    "gained life": "gain life",
    "put counters": "put counters",
    "would create": "create tokens",
}
#: the rules by which counters are put on something as a cost
COSTS = ("CR 118.3", "CR 606.4")
#: the word of an option for such an effect
EFFECT = "effect"
#: the kind of an event that stands for the instructions of such an effect
INSTEAD = "instead"
#: the word of the turn in whose draw step the active player has drawn
DRAWN = "drawn"

#: tokens to be created: the number of a face, how many, and for which part of the instruction
Group = tuple[int, int, int]
#: the part for tokens that a replacement adds
ADDED = -1


def watches(state: State, event: str) -> bool:
    """Whether any text of the game may replace such events."""
    texts: Texts = state.texts
    return event in texts.would


@rules("CR 614.1a", "CR 614.4", "CR 616.1")
def applying(state: State, event: Happening) -> dict[Option, RulePart]:
    """The effects that would replace an event, by options that tell those of one name apart."""
    board: Board = state.board()
    names: dict[str, int] = {}
    found: dict[Option, RulePart] = {}
    parts = board.parts.get(f"would {KINDS[event.kind]}", ())
    for part in (*parts, *in_graveyard(state, event)):
        name = told_apart(names, printed(state, part.source).name)
        if _applies(state, board, part, event):
            found[EFFECT, name] = part
    return found


@rules("CR 702.52a", "CR 702.52b")
def in_graveyard(state: State, event: Happening) -> list[RulePart]:
    """The texts of cards in a graveyard that would replace their player's draw."""
    texts: Texts = state.texts
    if event.kind != "would draw" or not texts.dredges:
        return []
    player = event.values[0]
    size = len(state.zone("library", player))
    return [
        RulePart(gives, obj, player, (obj,))
        for obj in state.zone("graveyard", player)
        for skill in printed(state, obj).own_skills
        if isinstance(skill.node, Static)
        for gives in skill.node.gives
        if isinstance(gives, Would) and gives.zone == "graveyard" and gives.library <= size
    ]


def affected_player(state: State, event: Happening) -> int:
    """The player to whom an event would happen, or who controls what it would happen to."""
    who = int(event.values[0])
    return char_of(state, who).controller if event.kind == "put counters" else who


def _applies(state: State, board: Board, part: RulePart, event: Happening) -> bool:
    gives = part.gives
    assert isinstance(gives, Would)
    player = affected_player(state, event)
    if gives.zone and state.where[part.source][0] != gives.zone:
        return False
    if gives.whose != "each" and (player == part.you) != (gives.whose == "you"):
        return False
    if event.kind == "would draw":
        return not (gives.except_first and is_first_draw(state, player))
    if event.kind == "put counters":
        return _counts(state, board, gives, part, event)
    if event.kind == "would create":
        return any(_is_such(state, gives, group) for group in event.values[1])
    return int(event.values[1]) > 0


@rules("CR 122.6")
def _counts(state: State, board: Board, gives: Would, part: RulePart, event: Happening) -> bool:
    obj, kind, amount = event.values
    if amount <= 0 or gives.kind not in ("", kind) or gives.by_effect and event.rule in COSTS:
        return False
    scope = Scope(state.ref(part.source), part.you)
    if gives.what is not None and gives.what.who == "self":
        return bool(obj == part.source)
    return gives.what is None or fits(state, board, gives.what, obj, scope)


def _is_such(state: State, gives: Would, group: Group) -> bool:
    """Whether tokens of a face are of those that a text speaks about."""
    face = state.faces[group[0]]
    return group[1] > 0 and qualities(Char(face, group[0], 0, 0), gives.what or Select())


@rules("CR 614.1a", "CR 614.5", "CR 614.6", "CR 614.11")
def changed(state: State, event: Happening, effect: Option) -> Batch:
    """What happens in place of an event: more or less of it, or a text's instructions."""
    part = applying(state, event)[effect]
    gives = part.gives
    assert isinstance(gives, Would)
    causes = event.causes or (state.event("would happen", event.rule, (), event.values[0]),)
    if event.kind == "would create":
        state.event("replaced", "CR 614.1a", causes, part.source)
        player, groups = event.values
        more = _other_tokens(state, part, gives, groups)
        return [event._replace(values=(player, more))]
    if gives.then:
        rule = "CR 614.11" if event.kind == "would draw" else "CR 614.6"
        rule = "CR 702.52a" if gives.zone else rule
        return [Happening(INSTEAD, rule, causes, (part, event))]
    amount = event.values[-1] * gives.times + gives.plus
    rule = "CR 119.10" if event.kind == "gained life" else "CR 614.1a"
    state.event("replaced", rule, causes, part.source)
    return [event._replace(values=(*event.values[:-1], amount))] if amount > 0 else []


@rules("CR 111.2", "CR 614.1a")
def _other_tokens(
    state: State, part: RulePart, gives: Would, groups: tuple[Group, ...]
) -> tuple[Group, ...]:
    """Tokens as an effect changes them: more, others in place of some, others besides."""
    such = [group for group in groups if _is_such(state, gives, group)]
    number = sum(group[1] for group in such)
    scope = Scope(state.ref(part.source), part.you)
    scope.amount = number
    board: Board = state.board()

    def made(node: Token) -> Group:
        name = token_name(node)
        index = next(n for n, face in enumerate(state.faces) if face.name == name and face.token)
        return (index, max(0, quantity(state, board, node.amount, scope)), ADDED)

    if gives.then:
        rest = [group for group in groups if group not in such]
        return (*rest, *(made(node) for node in gives.then if isinstance(node, Token)))
    return (
        *(
            (face, count * gives.times + gives.plus, which)
            if (face, count, which) in such
            else (face, count, which)
            for face, count, which in groups
        ),
        *(made(node) for node in gives.besides),
    )


@rules("CR 614.1a", "CR 122.6", "CR 614.12")
def entering_with(state: State, number: int, obj: int, kind: str, amount: int) -> int:
    """How many counters something enters with: what adds comes before what multiplies."""
    if not watches(state, "put counters") or amount <= 0:
        return amount
    event = Happening("put counters", "CR 122.6", (number,), (obj, kind, amount))
    parts = [part for part in applying(state, event).values() if _multiplies(part) is not None]
    for part in sorted(parts, key=lambda part: _multiplies(part) or 0):
        gives = part.gives
        assert isinstance(gives, Would)
        amount = max(0, amount * gives.times + gives.plus)
        state.event("replaced", "CR 614.1a", (number,), part.source)
    return amount


def _multiplies(part: RulePart) -> int | None:
    """By how much an effect multiplies a number; None for one that does something else."""
    gives = part.gives
    assert isinstance(gives, Would)
    return None if gives.then else gives.times


# -- draws -----------------------------------------------------------------------------------------


@rules("CR 504.1")
def is_first_draw(state: State, player: int) -> bool:
    """Whether a draw would be a player's first one in a draw step of theirs."""
    if step(state) != DRAW or active(state) != player:
        return False
    return state.turn.get(DRAWN) != state.turn["number"]


def note_draw(state: State, player: int) -> None:
    """Note, as part of the event begun last, that the active player has drawn in the draw step."""
    if watches(state, "draw") and is_first_draw(state, player):
        state.put(TURN, DRAWN, state.turn["number"])


#: a procedure that follows the instructions of an effect; the module of effects puts it here
Following = Callable[[State, Happening], Generator[Choice, Option, Any]]
FOLLOW: list[Following] = []
