"""Magic: The Gathering, comprehensive rules of April 2026, for two players."""

from cardlaw.rulebooks.magic.book import BOOK, Magic, new_game

__all__ = ["BOOK", "Magic", "new_game"]
