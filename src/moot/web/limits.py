"""How fast anyone may ask: token buckets, generous to people and narrow for floods."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from itertools import islice

import msgspec

from moot.core import MootError

MOST_BUCKETS = 20_000
"""Buckets kept at once; full ones are forgotten first, and a full bucket is what a newcomer gets anyway."""


class TooFast(MootError):  # noqa: N818 - reads as the fact it states
    """Somebody asks faster than anybody plays. `wait` is in seconds."""

    def __init__(self, wait: float) -> None:
        self.wait = math.ceil(wait)
        self.message = f"That was quicker than anyone plays. Try again in {self.wait} s."
        super().__init__(self.message)


class Rate(msgspec.Struct, frozen=True):
    """`each` a second in the long run, `burst` at once."""

    each: float
    burst: float


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat and one address may do.

    `seat`: commands of a seat; `address`: unsafe requests of an address, where a whole party may sit; `door`: tables
    opened, seats taken and secrets tried by an address; `reading`: pages that it looks at; `streams`: live streams of
    one seat at a time. `tables` is how many there may be when a visitor opens another one, and `room` how many bytes
    the disk must have left then; `tries` is how many tables to try there are at a time.
    """

    seat: Rate = Rate(10, 60)
    address: Rate = Rate(60, 300)
    door: Rate = Rate(0.5, 30)
    reading: Rate = Rate(15, 60)
    streams: int = 16
    tables: int = 2000
    room: int = 512 * 1024 * 1024
    tries: int = 32


class Buckets:
    """One token bucket for each key, all of one rate."""

    def __init__(self, rate: Rate, now: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._now = now
        self._levels: dict[str, tuple[float, float]] = {}

    def take(self, key: str, tokens: float = 1) -> None:
        """Take this many tokens of `key`, or a full bucket. Raises TooFast, saying how long to wait."""
        now = self._now()
        level, tokens = self._level(key, now), min(tokens, self._rate.burst)
        if level < tokens:
            raise TooFast((tokens - level) / self._rate.each)
        self._levels[key] = (level - tokens, now)
        if len(self._levels) > MOST_BUCKETS:
            self._forget_full(now)

    def has(self, key: str, tokens: float = 1) -> bool:
        """Whether so many tokens of `key` could be taken."""
        return self._level(key, self._now()) >= min(tokens, self._rate.burst)

    def give_back(self, key: str, tokens: float = 1) -> None:
        """Undo a `take` of so many."""
        now = self._now()
        self._levels[key] = (min(self._rate.burst, self._level(key, now) + tokens), now)

    def _level(self, key: str, now: float) -> float:
        level, since = self._levels.get(key, (self._rate.burst, now))
        return min(self._rate.burst, level + (now - since) * self._rate.each)

    def _forget_full(self, now: float) -> None:
        rate = self._rate
        emptied = {k: (v, t) for k, (v, t) in self._levels.items() if v + (now - t) * rate.each < rate.burst}
        self._levels = dict(islice(emptied.items(), max(0, len(emptied) - MOST_BUCKETS // 2), None))
