"""A fight as far as the rules go: who acts when, and groups that may lose heart (GP-CORE-10, GP-MORALE-01)."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from moot.games.perilous.terms import Difficulty

Side: TypeAlias = Literal["party", "foes"]
"""A side of a fight."""
Heart: TypeAlias = Literal["steady", "wavering", "broken", "gave-up", "fled"]
"""How a group or a leader stands: `wavering` gives up when their turn comes, `broken` waits for the GM's word."""


class Fighter(msgspec.Struct, frozen=True):
    """Somebody's or a group's place: `total` is their Initiative roll, none before it, and `keen` the Perception bonus
    that they had then; `after` counts those whom they let go first."""

    id: str
    side: Side
    total: int | None = None
    keen: int = 0
    after: int = 0


class Band(msgspec.Struct, frozen=True, kw_only=True):
    """A group of the guide's people, whose Resolve is that of its `typical` one (GP-MORALE-04).

    `losses` are what this turn has brought, `due` the rows that ask for a test, `met` the ratios that have asked
    already (GP-MORALE-07). `difficulty` is that of the last test, `rallies` how often a leader has tried to undo it.
    `hearts` are those of the group, by its own id, and of its leaders. `inspired`: as people are (GP-CORE-20).
    """

    id: str
    name: str
    typical: str
    count: int
    leaders: tuple[str, ...] = ()
    losses: tuple[str, ...] = ()
    due: tuple[str, ...] = ()
    met: tuple[str, ...] = ()
    difficulty: Difficulty = "standard"
    rallies: int = 0
    hearts: dict[str, Heart] = {}
    inspired: bool = False

    @property
    def called(self) -> str:
        """Its name in a sentence: `the footpads`."""
        return f"the {self.name[4:]}" if self.name.startswith("The ") else self.name


class Fight(msgspec.Struct, frozen=True, kw_only=True):
    """A fight: the fighters in order of entry, groups under their own ids; the round, and who has acted in it.

    The `surprised` side loses its turn in the first round (GP-CORE-19).
    """

    id: str
    fighters: tuple[Fighter, ...]
    bands: dict[str, Band] = {}
    surprised: Side | None = None
    round: int = 1
    done: tuple[str, ...] = ()

    def fighter(self, who: str) -> Fighter:
        """Somebody's or a group's place. Raises StopIteration if they have none."""
        return next(one for one in self.fighters if one.id == who)

    def placed(self, *fighters: Fighter) -> Fight:
        """The fight with these in their places: new ones at the end, known ones where they are."""
        kept = {one.id: one for one in (*self.fighters, *fighters)}
        return replace(self, fighters=tuple(kept.values()))

    def heart(self, who: str) -> Heart:
        """How a group or a leader stands."""
        return next((band.hearts[who] for band in self.bands.values() if who in band.hearts), "steady")
