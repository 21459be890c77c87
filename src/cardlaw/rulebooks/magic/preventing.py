"""Damage that is prevented, or dealt to something else instead (CR 614.9, 615, 702.16e)."""

from __future__ import annotations

from collections.abc import Iterator

from cardlaw.kernel.choice import Option
from cardlaw.kernel.happen import Batch, Happening
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import EFFECTS
from cardlaw.rulebooks.magic.attach import has_quality, player_in, player_protected, protections
from cardlaw.rulebooks.magic.board import Board, Char, RulePart, Scope, char_of
from cardlaw.rulebooks.magic.damage_nodes import Prevent, PreventDamage
from cardlaw.rulebooks.magic.face import node_at, printed
from cardlaw.rulebooks.magic.journal import told
from cardlaw.rulebooks.magic.quantities import quantity

PROTECTION, PREVENTION, REDIRECTION = "protection", "prevention", "redirection"
SHIELD = "shield"


@rules("CR 702.16e", "CR 615.1", "CR 614.9")
def hindrances(state: State, event: Happening, source: Char) -> list[Option]:
    """What would prevent some damage, or have it dealt to something else."""
    who = event.values[1]
    found: list[Option] = []
    player = player_in(who)
    if player is not None:
        quality = player_protected(state, player, source)
        found += [(PROTECTION, quality)] if quality is not None else []
        found += [(REDIRECTION, name) for name, _ in redirections(state, player)]
    else:
        found += [
            (PROTECTION, quality)
            for quality in protections(char_of(state, who))
            if has_quality(source, quality)
        ]
    found += [(PREVENTION, name) for name, _ in preventions(state, event)]
    found += [(SHIELD, name) for name, _ in shields(state, event)]
    return list(dict.fromkeys(found))


@rules("CR 615.1")
def preventions(state: State, event: Happening) -> Iterator[tuple[str, RulePart]]:
    """The effects that would prevent damage, by names that tell those apart that add up."""
    source, who, _, combat = event.values[:4]
    board: Board = state.board()
    names: dict[str, int] = {}
    for obj, by in ((who, False), (source, True)):
        for part in board.about("prevent", obj):
            gives = part.gives
            assert isinstance(gives, Prevent)
            if gives.by != by or (gives.noncombat_only if combat else gives.combat_only):
                continue
            name = printed(state, part.source).name
            if gives.amount is None and not gives.counters:
                yield name, part
                continue
            yield told_apart(names, name), part


def told_apart(names: dict[str, int], name: str) -> str:
    """A name, from the second time on with a number; ``names`` counts them."""
    names[name] = names.get(name, 0) + 1
    return name if names[name] == 1 else f"{name} {names[name]}"


@rules("CR 614.9")
def redirections(state: State, player: int) -> Iterator[tuple[str, int]]:
    """What takes damage in place of a player, if it still can be dealt any."""
    board: Board = state.board()
    for part in board.parts.get("redirect", ()):
        if part.you != player:
            continue
        for obj in part.affected:
            if {"creature", "planeswalker"} & board.chars[obj].types:
                yield printed(state, part.source).name, obj


@rules("CR 614.6", "CR 614.9", "CR 615.1", "CR 615.5", "CR 702.16e")
def instead_of_damage(state: State, event: Happening, effect: Option) -> Batch:
    """What happens in place of damage: less of it or none, to something else, counters."""
    causes = event.causes or (state.event("combat damage", "CR 510.2", ()),)
    source, who, amount = event.values[:3]
    if effect[0] == REDIRECTION:
        onto = dict(redirections(state, -1 - who))[effect[1]]
        moved = Happening("redirected", "CR 614.9", causes, (source, -1 - who, onto))
        dealt = event._replace(values=(source, onto, *event.values[2:]))
        return [moved, dealt]
    if effect[0] == PROTECTION:
        return [Happening("prevented", "CR 702.16e", causes, (source, who, amount))]
    if effect[0] == SHIELD:
        return behind_shield(state, event, dict(shields(state, event))[effect[1]], causes)
    part = dict(preventions(state, event))[effect[1]]
    gives = part.gives
    assert isinstance(gives, Prevent)
    less = amount
    if gives.amount is not None:
        scope = Scope(state.ref(part.source), part.you)
        less = min(amount, max(0, quantity(state, state.board(), gives.amount, scope)))
    batch = [Happening("prevented", "CR 615.1", causes, (source, who, less))] if less else []
    if less < amount:
        batch.append(event._replace(values=(source, who, amount - less, *event.values[3:])))
    if gives.counters and less:
        batch.append(Happening("put counters", "CR 615.5", causes, (who, gives.counters, less)))
    return batch


# -- what spells and abilities prevent for a turn -----------------------------------------------


@rules("CR 615.7")
def shields(state: State, event: Happening) -> Iterator[tuple[str, int]]:
    """The effects that prevent damage for a turn, by names that tell those apart that add up."""
    who, combat = event.values[1], event.values[3]
    names: dict[str, int] = {}
    for key, row in sorted(state.effects.items()):
        node = node_at(state, row.text)
        if not isinstance(node, PreventDamage):
            continue
        meant = not row.affected and node.what is None and not node.player
        if not meant and state.ref(who) not in row.affected or node.combat_only and not combat:
            continue
        name = printed(state, row.source).name
        if row.data[0] < 0:
            yield name, key
            continue
        name = told_apart(names, name)
        if row.data[0]:
            yield name, key


@rules("CR 615.7")
def behind_shield(state: State, event: Happening, key: int, causes: tuple[int, ...]) -> Batch:
    """What is left of damage after a shield, which is smaller from then on."""
    source, who, amount = event.values[:3]
    row = state.effects[key]
    less = amount if row.data[0] < 0 else min(amount, row.data[0])
    state.event(*told(Happening("prevented", "CR 615.7", causes, (source, who, less))))
    if row.data[0] >= 0:
        state.put(EFFECTS, key, row._replace(data=(row.data[0] - less,)))
    rest = event._replace(values=(source, who, amount - less, *event.values[3:]))
    return [rest] if less < amount else []
