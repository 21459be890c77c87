"""Where values begin (chapter 2), as they are told to whoever asks how a value came about."""

from __future__ import annotations

from cardlaw.cards import nodes
from cardlaw.kernel.law import rules
from cardlaw.kernel.rulebook import Note, Recorder
from cardlaw.kernel.state import State
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.faces import Face, is_unique
from cardlaw.rulebooks.vs.powers import face_of
from cardlaw.rulebooks.vs.traits import NUMBERS, Traits

_UNIQUE_RULE = {
    words.CHARACTER: "VS 202",
    words.EQUIPMENT: "VS 302.8a",
    words.LOCATION: "VS 303",
    words.PLOT_TWIST: "VS 304",
}


def note_printed(recorder: Recorder, state: State, obj: int, active: bool) -> None:
    """Say where the values of an object begin, and whether its text is not there."""
    face = face_of(state, obj)
    for word, slot in NUMBERS.items():
        recorder.add(Note(obj, word, None, getattr(face.printed, slot), "VS 211", -1))
    note_card(recorder, obj, face, active)
    zone = state.where[obj][0]
    if zone in words.AREAS:
        note_place(recorder, state, obj, face)
    if active:
        return
    rule = "VS 701.12" if zone in words.AREAS else "VS 500.2"
    if zone == words.EQUIPMENT:
        rule = "VS 302.5"
        note_silence(recorder, state, obj, face)
    recorder.add(Note(obj, "text", "active", "inactive", rule, -1))


@rules("VS 201", "VS 202", "VS 205", "VS 206", "VS 210.1", "VS 212", "VS 701.22")
def note_card(recorder: Recorder, obj: int, face: Face, active: bool) -> None:
    """Say what stands on the card: name, identity, version, colour, type, icons."""
    add = recorder.add
    add(Note(obj, "unique", None, is_unique(face), _UNIQUE_RULE[face.type], -1))
    add(Note(obj, "name", None, face.name, "VS 201", -1))
    add(Note(obj, "identity", None, face.identity or face.name, "VS 201", -1))
    add(Note(obj, "version", None, face.version, "VS 202" if active else "VS 210.1", -1))
    add(Note(obj, "color", None, face.color, "VS 205", -1))
    add(Note(obj, "type", None, face.type, "VS 206", -1))
    add(Note(obj, "flight", None, face.flight, "VS 212", -1))
    add(Note(obj, "range", None, face.range, "VS 212", -1))
    add(Note(obj, "concealed", None, face.concealed or "no", "VS 701.22", -1))


@rules("VS 213", "VS 701.17", "VS 701.18", "VS 302.3b")
def note_place(recorder: Recorder, state: State, obj: int, face: Face) -> None:
    """Say in which area and row a character stands, and how many equipment it may have."""
    hidden = state.where[obj][0] == words.HIDDEN
    area, rule = ("hidden", "VS 701.17") if hidden else ("visible", "VS 701.18")
    recorder.add(Note(obj, "area", None, area, rule, -1))
    recorder.add(Note(obj, "row", None, words.row_word(state, obj), "VS 213", -1))
    recorder.add(Note(obj, "room", None, face.printed.room, "VS 302.3b", -1))


@rules("VS 104")
def note_negative(recorder: Recorder, board: dict[int, Traits]) -> None:
    """Say of each value below 0 that it counts as 0."""
    for obj, traits in board.items():
        for word, slot in NUMBERS.items():
            value = getattr(traits, slot)
            if value < 0:
                recorder.add(Note(obj, word, value, 0, "VS 104", -1))


@rules("VS 302.5")
def note_silence(recorder: Recorder, state: State, equipment: int, face: Face) -> None:
    """Say of each value of the bearer that the equipment does not change it now."""
    host = state.host[equipment]
    for _, static in face.abilities:
        if isinstance(static, nodes.Static) and static.affects.who == "bearer":
            for give in static.gives:
                if isinstance(give, nodes.Get | nodes.Set):
                    recorder.add(Note(host, give.value, None, None, "VS 302.5", equipment))
