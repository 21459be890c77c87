"""Players that are programs: they know no more than their seat does."""

from __future__ import annotations

from cardlaw.agents.greedy import GreedyPlayer
from cardlaw.agents.player import AgentPlayer, RandomPlayer

__all__ = ["AGENTS", "AgentPlayer", "GreedyPlayer", "RandomPlayer", "agent"]

#: the programs by the names under which faces offer them
AGENTS: dict[str, type[AgentPlayer]] = {"random": RandomPlayer, "greedy": GreedyPlayer}


def agent(name: str, seed: int = 0) -> AgentPlayer:
    """A new program by its name; what it does is a function of the game and the seed.

    ValueError if there is none of that name.
    """
    if name not in AGENTS:
        raise ValueError(f"there is no player {name!r}; there are {', '.join(AGENTS)}")
    return AGENTS[name](seed)
