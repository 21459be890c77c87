"""The store: games as append-only journals in SQLite or PostgreSQL."""

from __future__ import annotations

from cardlaw.table.store.opening import StoreFault
from cardlaw.table.store.store import Saved, Store, Stored

__all__ = ["Saved", "Store", "StoreFault", "Stored"]
