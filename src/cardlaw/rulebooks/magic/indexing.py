"""What a computed board is asked for, looked up once: players, triggers, activated abilities."""

from __future__ import annotations

from cardlaw.cards.nodes import Activated, On, Triggered
from cardlaw.kernel.law import rules
from cardlaw.kernel.rulebook import Note, Recorder
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.board import Board, Char, Held, Watcher
from cardlaw.rulebooks.magic.face import Path, Skill, printed
from cardlaw.rulebooks.magic.texts import Texts


def index(state: State, board: Board) -> None:
    """Index what a computed board is asked for: by player, by trigger word, by verb."""
    texts: Texts = state.texts
    spelt = texts.spelt
    for obj in board.field:
        char = board.chars[obj]
        board.players[char.controller].append(obj)
        if "planeswalker" in char.types:
            board.walkers.append(obj)
        if char.controller != state.controller[obj]:
            board.strays.append(obj)
        held_by(board, obj, char)
        if spelt:
            meant_by(board, spelt, obj)
    for obj in board.emblems:
        held_by(board, obj, board.chars[obj])
    watch_elsewhere(state, board, texts)


def held_by(board: Board, obj: int, char: Char) -> None:
    """Index the abilities of a permanent."""
    for held in char.skills:
        node = held.skill.node
        if isinstance(node, Triggered):
            if not node.zone:
                watch(board, obj, held, node)
        elif node.__class__ is Activated:
            act(board, obj, held)


def watch_elsewhere(state: State, board: Board, texts: Texts) -> None:
    """Index the triggered abilities that work on the stack or in other zones."""
    if "casts" in texts.words:
        watch_spells(state, board)
    for zone in sorted(texts.listens):
        for player in (0, 1, -1):
            for obj in state.zone(zone, player):
                watch_card(state, board, obj, zone)


def watch(board: Board, obj: int, held: Held, node: Triggered) -> None:
    """Index a triggered ability under the words that it waits for."""
    for word in dict.fromkeys(on.event for on in node.on):
        board.watch.setdefault(word, []).append(Watcher(obj, held))


@rules("CR 113.6m")
def watch_card(state: State, board: Board, obj: int, zone: str) -> None:
    """Index the triggered abilities of a card that work in its zone."""
    for skill in printed(state, obj).own_skills:
        if isinstance(skill.node, Triggered) and skill.node.zone == zone:
            watch(board, obj, Held(skill, (state.card[obj], skill.number), obj), skill.node)


def meant_by(board: Board, spelt: dict[str, list[tuple[Skill, Path]]], obj: int) -> None:
    """Index the triggered abilities that the keywords of an object stand for."""
    for word in board.chars[obj].keywords:
        for skill, path in spelt.get(word, ()):
            assert isinstance(skill.node, Triggered)
            for on in skill.node.on:
                board.watch.setdefault(on.event, []).append(Watcher(obj, Held(skill, path, obj)))


@rules("CR 702.85a", "CR 603.3a")
def watch_spells(state: State, board: Board) -> None:
    """Index the triggered abilities of spells that wait for their own casting."""
    for obj in state.zone("stack", -1):
        for held in board.chars[obj].skills:
            node = held.skill.node
            if isinstance(node, Triggered) and any(_own_casting(on) for on in node.on):
                board.watch.setdefault("casts", []).append(Watcher(obj, held))


def _own_casting(on: On) -> bool:
    return on.event == "casts" and on.what.who == "self"


@rules("CR 702.73a", "CR 702.114a")
def note_printed(board: Board, recorder: Recorder) -> None:
    """Note what the keywords changeling and devoid make of a printed object."""
    for obj, char in board.chars.items():
        kinds = sorted(char.face.subtypes)
        if char.wild:
            after = [*kinds, "every creature type"]
            recorder.add(Note(obj, "subtypes", kinds, after, "CR 702.73a", obj))
        if "devoid" in char.face.keywords:
            colors = sorted(char.face.shown_colors)
            recorder.add(Note(obj, "colors", colors, [], "CR 702.114a", obj))


@rules("CR 301.5a", "CR 301.5f")
def note_bearers(board: Board, recorder: Recorder) -> None:
    """Note which creature each Equipment equips."""
    for host in board.field:
        before: list[str] = []
        for obj in board.attached.get(host, ()):
            if "Equipment" not in board.chars[obj].subtypes:
                continue
            name = board.chars[host].name
            recorder.add(Note(obj, "equipped creature", None, name, "CR 301.5f", host))
            after = [*before, board.chars[obj].name]
            recorder.add(Note(host, "equipped by", before, after, "CR 301.5a", obj))
            before = after


def act(board: Board, obj: int, held: Held) -> None:
    """Index one activated ability."""
    skill = held.skill
    if skill.zone:
        return
    if skill.plain:
        mana = board.mana.get(obj)
        if mana is None:
            board.mana[obj] = skill.mana
        else:
            board.mana[obj] = (*mana, *(m for m in skill.mana if m not in mana))
    else:
        known = board.acts.setdefault(obj, {}).setdefault(skill.verb, [])
        if not known:
            board.able.setdefault((board.chars[obj].controller, skill.verb), []).append(obj)
        known.append(held)
