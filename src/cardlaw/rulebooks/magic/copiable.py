"""Copiable values: what an object copies, which exceptions hold, entering as a copy (CR 707)."""

from __future__ import annotations

from collections.abc import Generator

from cardlaw.cards.nodes import Ability, Gain, Gives, Static, walk
from cardlaw.kernel.choice import Choice, Option
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import EFFECTS, USED, Effect, Ref
from cardlaw.rulebooks.magic.board import Board, Scope, meant
from cardlaw.rulebooks.magic.copy_nodes import COPYING, BecomeCopy, EnterAsCopy
from cardlaw.rulebooks.magic.face import Face, face_number, node_at, printed

#: the path of a text
Text = tuple[int, ...]
#: what a copy takes over: the number of a face, and the texts of exceptions in their order
Copied = tuple[int, tuple[Text, ...]]

#: the list of what is face down: the object, the number of the face that it has so, how
DOWN = "face down"
#: the mark in the table of uses of a copy of a spell, as long as it is no permanent
SPELL_COPY = 2


def exceptions(state: State, text: Text) -> tuple[Gives, ...]:
    """The exceptions of one copy effect."""
    node = node_at(state, text)
    assert isinstance(node, COPYING)
    if isinstance(node, BecomeCopy) and node.keeps:
        return (*node.but, Gain(abilities=(_said_by(state, text, node),)))
    return node.but


@rules("CR 707.9a")
def _said_by(state: State, text: Text, node: BecomeCopy) -> Ability:
    """The ability of which an instruction is part."""
    face: Face = state.faces[text[0]]
    skills = face.compiled.skills.values()
    return next(s.node for s in skills if any(inner is node for inner in walk(s.node)))


@rules("CR 707.4", "CR 613.7b")
def copy_rows(state: State) -> dict[int, Effect]:
    """For each object that is a copy by an effect, the newest one: it overwrites those before."""
    found: dict[int, Effect] = {}
    for key in sorted(state.effects):
        row = state.effects[key]
        if not isinstance(node_at(state, row.text), COPYING):
            continue
        ref = Ref(*row.affected[0])
        # as a permanent enters as a copy, it is already meant as what it will be
        if ref.born - state.born.get(ref.id, 0) in (0, 1):
            known = found.get(ref.id)
            if known is None or known.stamp < row.stamp:
                found[ref.id] = row
    return found


@rules("CR 708.2", "CR 708.10", "CR 613.2b")
def down_numbers(state: State) -> dict[int, int]:
    """What is face down, and the number of the face that it has so: no copy effect changes it."""
    rows = state.lists.get(DOWN)
    return {obj: number for obj, number, _ in rows} if rows else {}


@rules("CR 707.2", "CR 707.3")
def copiable(state: State, obj: int) -> Copied:
    """The copiable values of an object: the face that it has, and the exceptions that hold."""
    if not state.lists.get("copies"):
        return state.card[obj], ()
    down = down_numbers(state)
    if obj in down:
        return down[obj], ()
    row = copy_rows(state).get(obj)
    return (state.card[obj], ()) if row is None else (row.data[2], row.data[3])


@rules("CR 707.2", "CR 707.9a")
def note_copy(
    state: State, ref: Ref, values: Copied, text: Text, scope: Scope, until: str, event: int
) -> None:
    """Note that an object is a copy, as part of the event begun last."""
    node = node_at(state, text)
    assert isinstance(node, COPYING)
    number, texts = values
    texts = (*texts, text) if exceptions(state, text) else texts
    data = ((), "", number, texts)
    row = Effect(text, scope.source.id, scope.you, (ref,), until, state.tick(), event, data)
    state.put(EFFECTS, state.number(), row)
    settle_copies(state)


@rules("CR 707.4", "CR 708.2")
def settle_copies(state: State) -> None:
    """List which objects have another face than their card's, as part of the event begun last."""
    numbers = {obj: int(row.data[2]) for obj, row in copy_rows(state).items()}
    numbers.update(down_numbers(state))
    state.set_list("copies", tuple(sorted(numbers.items())))


@rules("CR 708.8", "CR 708.10")
def upward(state: State, obj: int) -> int:
    """The number of the face that an object has, or would have if it were face up."""
    row = copy_rows(state).get(obj) if state.lists.get("copies") else None
    return state.card[obj] if row is None else int(row.data[2])


def rows_on(state: State, obj: int) -> list[int]:
    """The keys of the copy effects on an object."""
    return [
        key
        for key, row in sorted(state.effects.items())
        if isinstance(node_at(state, row.text), COPYING) and row.affected[0][0] == obj
    ]


@rules("CR 400.7")
def no_copy(state: State, obj: int) -> None:
    """An object that leaves is no copy any more, as part of the event begun last."""
    for key in rows_on(state, obj):
        state.put(EFFECTS, key, None)
    settle_copies(state)


@rules("CR 608.3f", "CR 707.10")
def become_token(state: State, obj: int) -> None:
    """A copy of a permanent spell that has just entered is a token with the same values."""
    state.put(USED, ("token", obj), 1)
    for key in rows_on(state, obj):
        row = state.effects[key]
        state.put(EFFECTS, key, row._replace(affected=(state.ref(obj),)))
    settle_copies(state)


@rules("CR 707.5", "CR 707.3", "CR 614.12a", "CR 614.1c")
def enter_as_copy(state: State, obj: int, player: int) -> Generator[Choice, Option, None]:
    """Before a permanent enters: what it enters as a copy of, if its text lets it.

    What it copies may let it enter as a copy in turn.
    """
    done: set[Text] = set()
    while True:
        found = _copy_text(state, obj, done)
        if found is None:
            return
        text, node = found
        done.add(text)
        board: Board = state.board()
        scope = Scope(state.ref(obj), player)
        pool = tuple(meant(state, board, node.of, scope))
        if not pool:
            continue
        answer = yield Choice("copy" if node.may else "pick", player, (pool,))
        if answer:
            values = copiable(state, answer[0])
            rule = "CR 707.5" if values == (state.card[answer[0]], ()) else "CR 707.3"
            event = state.event("entering as copy", rule, (state.answer,), obj, answer[0])
            ref = Ref(obj, state.born.get(obj, 0) + 1)
            note_copy(state, ref, values, text, scope, "game", event)


def _copy_text(state: State, obj: int, done: set[Text]) -> tuple[Text, EnterAsCopy] | None:
    """A text by which an object enters as a copy and which has not been followed yet."""
    number = face_number(state, obj)
    face: Face = printed(state, obj)
    for skill in face.own_skills:
        for gives in skill.node.gives if isinstance(skill.node, Static) else ():
            if isinstance(gives, EnterAsCopy):
                text = (number, face.compiled.number(gives))
                if text not in done:
                    return text, gives
    return None
