"""What counters on a permanent change: its size and its keywords (CR 122.1a, 122.1b)."""

from __future__ import annotations

import re
from functools import lru_cache

from cardlaw.kernel.law import rules

#: the keywords that a counter can give
KEYWORD_COUNTERS = frozenset(
    (
        "flying",
        "first strike",
        "double strike",
        "deathtouch",
        "haste",
        "hexproof",
        "indestructible",
        "lifelink",
        "menace",
        "reach",
        "trample",
        "vigilance",
    )
)
_SIZES = re.compile(r"([+-]\d+)/([+-]\d+)")


@lru_cache(maxsize=64)
@rules("CR 122.1", "CR 122.1a")
def counter_sizes(kind: str) -> tuple[int, int] | None:
    """What a counter adds to power and toughness; None for other kinds."""
    found = _SIZES.fullmatch(kind)
    return (int(found[1]), int(found[2])) if found else None
