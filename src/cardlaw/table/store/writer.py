"""Writing: one thread that commits what several tables have to write in one transaction.

A commit waits for the disk, so writes that come while it does share the next one.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from cardlaw.table.store.opening import StoreFault

T = TypeVar("T")
Write = tuple[Callable[[Connection], Any], "Future[Any]"]
#: so many writes share a transaction
MOST = 100


class Writer:
    """The one who writes to a database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue: SimpleQueue[Write | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def write(self, act: Callable[[Connection], T]) -> T:
        """Do something in a transaction; it is on the disk when this returns. StoreFault."""
        return self.later(act).result()

    def later(self, act: Callable[[Connection], T]) -> Future[T]:
        """The same, without waiting."""
        future: Future[T] = Future()
        self._queue.put((act, future))
        return future

    def close(self) -> None:
        """Write what waits, then end."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            batch, last = [first], False
            while len(batch) < MOST and not self._queue.empty():
                more = self._queue.get()
                if more is None:
                    last = True
                    break
                batch.append(more)
            self._commit(batch)
            if last:
                return

    def _commit(self, batch: list[Write]) -> None:
        """Commit a batch; what fails by itself leaves the others as they are."""
        done: list[tuple[Future[Any], Any]] = []
        try:
            with self._engine.begin() as connection:
                for act, future in batch:
                    try:
                        with connection.begin_nested():
                            done.append((future, act(connection)))
                    except SQLAlchemyError as error:
                        future.set_exception(_fault(error))
        except Exception as error:  # nothing of the batch is on the disk then
            for _, future in batch:
                if not future.done():
                    future.set_exception(_fault(error))
            return
        for future, result in done:
            future.set_result(result)


def _fault(error: Exception) -> StoreFault:
    reason = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
    return StoreFault(f"the database did not keep it: {reason}")
