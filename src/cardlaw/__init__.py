"""The rules of trading card games, as a library."""

__version__ = "0.1.0"
