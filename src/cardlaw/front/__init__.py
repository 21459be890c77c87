"""The front door: games in words over the kernel, the notation and the judge. No rules here."""

from __future__ import annotations

from cardlaw.front.answers import Answer, Explanation, Player, Why
from cardlaw.front.game import Game, Legal
from cardlaw.front.rules import Rules, rules_of

__all__ = ["Answer", "Explanation", "Game", "Legal", "Player", "Rules", "Why", "rules_of"]
