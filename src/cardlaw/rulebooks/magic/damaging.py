"""What changes damage before it is dealt: more of it, or to somebody else (CR 614.1a, 614.9)."""

from __future__ import annotations

from cardlaw.cards.nodes import Select
from cardlaw.kernel.choice import Option
from cardlaw.kernel.happen import Batch, Happening
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import EFFECTS, Effect, Ref
from cardlaw.rulebooks.magic.board import Board, RulePart, Scope, char_of, fits
from cardlaw.rulebooks.magic.damage_nodes import MoreDamage, RedirectNext
from cardlaw.rulebooks.magic.face import node_at, printed
from cardlaw.rulebooks.magic.whose import enchanted_player

#: the words of options: damage that grows, damage that goes elsewhere
MORE, ELSEWHERE = "more damage", "shield elsewhere"
WORDS = (MORE, ELSEWHERE)


@rules("CR 614.1a", "CR 614.9")
def damage_changes(state: State, event: Happening) -> list[Option]:
    """The effects that would change damage, each under a name of its own."""
    board: Board = state.board()
    parts = [part for part in board.parts.get(MORE, ()) if _grows(state, board, part, event)]
    rows = [key for key in sorted(state.effects) if _shields(state, key, event)]
    found = _numbered([(MORE, printed(state, part.source).name) for part in parts])
    return [*found, *((ELSEWHERE, shield_name(state, state.effects[key])) for key in rows)]


def shield_name(state: State, row: Effect) -> str:
    """What people call a shield: its source, with a number if it is not the first one."""
    name, number = printed(state, row.source).name, row.data[2]
    return name if number == 1 else f"{name} {number}"


def next_number(state: State, source: int) -> int:
    """The number of a new shield among those that a source has made."""
    rows = [row for row in state.effects.values() if row.source == source]
    made = [row.data[2] for row in rows if isinstance(node_at(state, row.text), RedirectNext)]
    return max(made, default=0) + 1


def _numbered(found: list[Option]) -> list[Option]:
    """Options with a number behind the name where one stands more than once."""
    numbered: list[Option] = []
    for at, (word, name) in enumerate(found):
        earlier = found[:at].count((word, name))
        numbered.append((word, f"{name} {earlier + 1}" if earlier else name))
    return numbered


def _grows(state: State, board: Board, part: RulePart, event: Happening) -> bool:
    """Whether a text makes this damage greater."""
    gives = part.gives
    assert isinstance(gives, MoreDamage)
    source, who = event.values[:2]
    scope = Scope(state.ref(part.source), part.you)
    if gives.source is not None and not _is_source(state, board, gives.source, source, scope):
        return False
    if who < 0:
        wanted = {
            "player": True,
            "permanent or player": True,
            "opponent": -1 - who != part.you,
            "opposing": -1 - who != part.you,
            "enchanted player": -1 - who == enchanted_player(state, scope),
        }
        return bool(wanted.get(gives.who))
    if gives.who == "opposing":
        return char_of(state, who).controller != part.you
    return gives.who in ("permanent", "permanent or player")


def _is_source(state: State, board: Board, select: Select, source: int, scope: Scope) -> bool:
    if select.who == "self" and source != scope.source.id:
        return False
    if select.who == "bearer" and state.host.get(scope.source.id) != source:
        return False
    return fits(state, board, select, source, scope)


def _shields(state: State, key: int, event: Happening) -> bool:
    """Whether an effect of a resolved text waits for damage to this recipient."""
    row = state.effects[key]
    who = event.values[1]
    node = node_at(state, row.text)
    return isinstance(node, RedirectNext) and who > 0 and state.ref(who) in row.affected


@rules("CR 614.6", "CR 614.9", "CR 615.7")
def changed_damage(state: State, event: Happening, effect: Option) -> Batch:
    """The damage as one of these effects has it dealt."""
    board: Board = state.board()
    source, who, amount, *rest = event.values
    options = damage_changes(state, event)
    place = [option for option in options if option[0] == effect[0]].index(effect)
    if effect[0] == MORE:
        parts = [part for part in board.parts.get(MORE, ()) if _grows(state, board, part, event)]
        gives = parts[place].gives
        assert isinstance(gives, MoreDamage)
        more = amount * gives.times + gives.plus
        return [event._replace(values=(source, who, more, *rest))]
    keys = [key for key in sorted(state.effects) if _shields(state, key, event)]
    return _redirected(state, event, keys[place])


def _redirected(state: State, event: Happening, key: int) -> Batch:
    """The part that a shield takes goes to its other recipient, if that can still be damaged."""
    row: Effect = state.effects[key]
    source, who, amount, *rest = event.values
    to, left = Ref(*row.data[1]), int(row.data[0])
    if to.id > 0 and not (
        state.is_current(to)
        and state.where[to.id][0] == "battlefield"
        and {"creature", "planeswalker"} & char_of(state, to.id).types
    ):
        return [event]
    taken = min(left, amount)
    causes = event.causes or (state.event("combat damage", "CR 510.2", ()),)
    state.event("redirects", "CR 614.9", causes, row.source)
    state.put(
        EFFECTS, key, row._replace(data=(left - taken, to, row.data[2])) if left > taken else None
    )
    found = [event._replace(values=(source, to.id, taken, *rest))]
    if amount > taken:
        found.append(event._replace(values=(source, who, amount - taken, *rest)))
    return found
