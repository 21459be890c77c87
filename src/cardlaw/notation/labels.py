"""What people call the objects of a game, and which objects a name may mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from cardlaw.kernel.state import State
from cardlaw.kernel.tables import Zone
from cardlaw.kernel.view import knows
from cardlaw.notation.tokens import Words, match, words

PLAYERS = ("A", "B")
NOBODY = "nobody"
#: what a called object costs more when it has a label of its own that was not used
UNLABELLED = 2


def player_word(player: int) -> str:
    """A or B; "nobody" for no player."""
    return PLAYERS[player] if 0 <= player < len(PLAYERS) else NOBODY


def zone_words(state: State, zone: Zone, word: str = "") -> str:
    """A zone with its player: "A's hand"; a shared zone is its name."""
    name = word or zone[0]
    return f"{player_word(zone[1])}'s {name}" if zone[1] >= 0 else name


class Names:
    """The names of all objects of a position, as one viewer knows them (None: everything).

    An object is called by its label if the case gives one, else by a name of its card that no
    other object has (the beginning of the printed name if that will do), else by the printed name
    and a number: ``Wolverine #2``. In a language in which the card has a name of its own, that is
    the printed name.
    """

    def __init__(
        self,
        state: State,
        labels: Mapping[int, str] | None = None,
        viewer: int | None = None,
        tongue: str = "en",
    ) -> None:
        self.state = state
        self.labels = dict(labels or {})
        self.viewer = viewer
        self.known = [obj for obj in state.where if viewer is None or knows(state, viewer, obj)]
        self.called: dict[int, tuple[str, ...]] = {}
        faces: dict[int, tuple[str, ...]] = {}
        for obj in self.known:
            face = state.card[obj]
            if face not in faces:
                faces[face] = state.book.names_in(state.faces[face], tongue)
            self.called[obj] = faces[face]
        if viewer is None:
            self.known.sort()
        else:
            self.known.sort(key=lambda obj: (state.serial.get(obj, 0), obj))
        self._count = Counter(
            name
            for obj in self.known
            if obj not in self.labels
            for name in dict.fromkeys(self.called[obj])
        )
        self._number: dict[int, int] = {}
        seen: Counter[str] = Counter()
        for obj in self.known:
            name = self.called[obj][0]
            seen[name] += 1
            self._number[obj] = seen[name]
        self._ways: dict[int, list[tuple[Words, int]]] = {}

    def label(self, obj: int) -> str:
        """What an object is called; the number of its view if the viewer does not know its face."""
        label = self.labels.get(obj)
        if label is not None:
            return label
        names = self.called.get(obj)
        if names is None:
            return f"card {self.state.serial.get(obj, 0)}"
        unique = [name for name in names if self._count[name] == 1]
        if not unique:
            return self.numbered(obj)
        shorter = [name for name in unique if names[0].startswith(name)]
        return min(shorter, key=len) if shorter else unique[0]

    def called_at(self, obj: int) -> str:
        """What people call an object: without a number where it lies, if that tells nothing.

        In a hand or a pile twins need none; only where objects are listed one by one they do.
        """
        label, names = self.label(obj), self.called.get(obj)
        if names is None or obj in self.labels or label != self.numbered(obj):
            return label
        zone = self.state.where[obj]
        if self.state.book.zones[zone[0]].listed:
            return label
        twins = [o for o in self.known if self.state.where[o] == zone and self.called[o] == names]
        return names[0] if self.alike(twins) else label

    def numbered(self, obj: int) -> str:
        """The printed name and the number of the object among those of that name."""
        return f"{self.called[obj][0]} #{self._number[obj]}"

    def all_names(self) -> list[str]:
        """Every label and name in the game, for suggestions."""
        found = [self.label(obj) for obj in self.known]
        found.extend(name for obj in self.known for name in self.called[obj])
        return list(dict.fromkeys(found))

    def objects(self) -> list[int]:
        """All objects that can be named: known ones, then those that have only a number."""
        known = dict.fromkeys(self.known)
        return [*known, *(obj for obj in sorted(self.state.where) if obj not in known)]

    # -- reading ---------------------------------------------------------------------------------

    def ways(self, obj: int) -> list[tuple[Words, int]]:
        """The words by which an object may be called, each with its price."""
        ways = self._ways.get(obj)
        if ways is None:
            ways = [(words(self.label(obj)), 0)]
            if obj in self.called:
                extra = UNLABELLED if obj in self.labels else 0
                ways.append((words(self.numbered(obj)), 0))
                ways.extend((words(name), extra) for name in self.called[obj])
            self._ways[obj] = ways = list(dict.fromkeys(ways))
        return ways

    def ends(self, obj: int, typed: Words, at: int) -> Iterator[tuple[int, int]]:
        """Where a name of this object that begins here may end, and the price of each."""
        start = at
        owner = self._owner(obj, typed, at)
        if owner is not None:
            start = owner
        for known, extra in self.ways(obj):
            found = match(known, typed, start)
            if found is None and start != at:
                found = match(known, typed, at)
            if found is not None:
                end, cost = found
                yield end, cost + extra
                yield from self._qualified(obj, typed, end, cost + extra)

    def _owner(self, obj: int, typed: Words, at: int) -> int | None:
        """After "A's" at this place if that is the object's controller or owner."""
        if at >= len(typed):
            return None
        players = (self.state.controller.get(obj, -1), self.state.owner.get(obj, -1))
        said = {f"{player_word(player).casefold()}'s" for player in players}
        return at + 1 if typed[at] in said else None

    def _qualified(self, obj: int, typed: Words, at: int, cost: int) -> Iterator[tuple[int, int]]:
        """After "in hand", "in A's hand" or "on Blob" if that holds of the object."""
        if at >= len(typed) or typed[at] not in ("in", "on", "from", "of"):
            return
        state = self.state
        zone = state.where[obj]
        for word in dict.fromkeys((state.book.zone_word(state, obj), zone[0])):
            for text in (word, zone_words(state, zone, word)):
                found = match(words(text), typed, at + 1)
                if found is not None:
                    yield found[0], cost + found[1]
        host = state.host.get(obj)
        if typed[at] == "on" and host is not None and host > 0:
            for known, extra in self.ways(host):
                found = match(known, typed, at + 1)
                if found is not None:
                    yield found[0], cost + extra + found[1]

    def find(self, text: str) -> list[int]:
        """The objects that a name means, the best matches only; none if it is unknown."""
        typed = words(text)
        best: dict[int, int] = {}
        for obj in self.objects():
            for end, cost in self.ends(obj, typed, 0):
                if end == len(typed) and cost < best.get(obj, cost + 1):
                    best[obj] = cost
        least = min(best.values(), default=0)
        return [obj for obj, cost in best.items() if cost == least]

    def alike(self, objects: list[int]) -> bool:
        """Whether nothing that matters tells objects apart, so that any of them may be taken."""
        return len({self.look(obj) for obj in objects}) == 1

    def look(self, obj: int) -> object:
        """All that tells an object apart from others, but its identity."""
        state = self.state
        counters = sorted((k, n) for (o, k), n in state.counters.items() if o == obj)
        return (
            state.card[obj],
            state.where[obj],
            state.controller.get(obj),
            state.owner.get(obj),
            state.host.get(obj),
            state.status.get(obj),
            state.damage.get(obj),
            state.place.get(obj),
            state.knows.get(obj),
            tuple(counters),
            self.labels.get(obj),
            obj in state.host.values(),
            any(ref.id == obj for effect in state.effects.values() for ref in effect.affected),
        )
