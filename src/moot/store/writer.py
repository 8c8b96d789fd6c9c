"""One thread writes, and everything that waits when the disk is free is written together (group commit).

A sync costs about the same for one entry as for hundreds, so the longer the disk takes, the more entries share it.
"""

from __future__ import annotations

import asyncio
import threading
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Protocol, TypeAlias

from moot.core.errors import MootError

Work: TypeAlias = Callable[[], None]
"""One change, called in the writer thread within a transaction. If it refuses, it raises MootError or KeyError before
it has changed anything."""

_Waiting: TypeAlias = tuple["asyncio.Future[None]", Work]
_Outcome: TypeAlias = tuple["asyncio.Future[None]", Exception | None]


class Book(Protocol):
    """What is written in; used by the writer thread alone."""

    def begin(self) -> None:
        """Start a transaction."""
        ...

    def commit(self) -> None:
        """Make the transaction durable; when this raises, nothing of it may stay."""
        ...

    def rollback(self) -> None:
        """Undo whatever has been done since `begin`. Never raises."""
        ...

    def plain(self, error: Exception) -> Exception:
        """`error` as those who waited for the transaction should see it."""
        ...

    def close(self) -> None:
        """Let go of everything. Never raises."""
        ...


class GroupWriter:
    """Takes changes from any number of event loops and writes them in the order in which they came."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._bell = threading.Condition()
        self._waiting: list[_Waiting] = []
        self._open = True
        self._thread = threading.Thread(target=self._run, name="moot-writer", daemon=True)
        self._thread.start()

    def write(self, work: Work) -> asyncio.Future[None]:
        """A future of the running loop, done when `work` is on the disk. To stop waiting does not stop the work: others
        may already build on it. Raises RuntimeError once closed.
        """
        future = asyncio.get_running_loop().create_future()
        with self._bell:
            if not self._open:
                raise RuntimeError("the store is closed")
            self._waiting.append((future, work))
            if len(self._waiting) == 1:
                self._bell.notify()
        return future

    async def close(self) -> None:
        """Finish what was asked for, then let go of the book. May be called again."""
        with self._bell:
            self._open = False
            self._bell.notify()
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        while batch := self._take():
            _tell(self._write(batch))
        self._book.close()

    def _take(self) -> list[_Waiting]:
        """Everything that waits; empty only when the writer is closed."""
        with self._bell:
            while not self._waiting and self._open:
                self._bell.wait()
            batch, self._waiting = self._waiting, []
            return batch

    def _write(self, batch: Sequence[_Waiting]) -> list[_Outcome]:
        refusals: dict[int, Exception] = {}
        try:
            self._book.begin()
            for number, (_, work) in enumerate(batch):
                try:
                    work()
                except (MootError, KeyError) as refusal:
                    refusals[number] = refusal
            self._book.commit()
        except Exception as error:  # noqa: BLE001 - whatever it is, those who wait must hear of it
            self._book.rollback()
            if len(batch) > 1 and not isinstance(self._book.plain(error), (OSError, MootError)):
                # Not the disk's fault, so one change is bad: the others must not fail with it.
                return [outcome for one in batch for outcome in self._write([one])]
            return [(future, refusals.get(n) or self._book.plain(error)) for n, (future, _) in enumerate(batch)]
        return [(future, refusals.get(n)) for n, (future, _) in enumerate(batch)]


def _tell(outcomes: Sequence[_Outcome]) -> None:
    """Wake those who wait: one call for each loop, since each call costs a system call."""
    loops: defaultdict[asyncio.AbstractEventLoop, list[_Outcome]] = defaultdict(list)
    for outcome in outcomes:
        loops[outcome[0].get_loop()].append(outcome)
    for loop, theirs in loops.items():
        with suppress(RuntimeError):  # a loop that was closed has nobody left to tell
            loop.call_soon_threadsafe(_settle, theirs)


def _settle(outcomes: Sequence[_Outcome]) -> None:
    for future, error in outcomes:
        if future.done():  # cancelled meanwhile
            continue
        if error is None:
            future.set_result(None)
        else:
            future.set_exception(error)
