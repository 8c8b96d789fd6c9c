"""Chases: what is kept of one while it runs (GP-CHASE-01)."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from moot.games.perilous.figures import CHASE, MODES, TAKEDOWNS
from moot.games.perilous.packs import Effect
from moot.games.perilous.terms import so_many

Side: TypeAlias = Literal["escapees", "pursuers"]
"""One of the two sides of a chase (GP-CHASE-01)."""
SIDES: Final[dict[Side, str]] = {"escapees": "Escapees", "pursuers": "Pursuers"}
"""What the two sides are called."""
Favoured: TypeAlias = Literal["", "escapees", "pursuers"]
"""The side that had a start, if one had."""
HowOut: TypeAlias = Literal["taken", "exhausted", "slain", "gave-up", "left-behind"]
"""How somebody left a chase before its end (GP-CHASE-15, GP-RD-08)."""
DeedKind: TypeAlias = Literal["action", "attack", "hit", "takedown", "defence", "trouble"]
"""What a chase waits for dice of, beside the test against tiring."""


class Runner(msgspec.Struct, frozen=True, kw_only=True):
    """One value and one turn of a chase: somebody on their own, or all who share a mount or a vehicle (GP-CHASE-18).

    `id` is that of the person who brought it in. `aboard` are the people still in, the driver first. `rolled` is a
    Pursuer's place by dice (GP-CHASE-02), `was` the value before the last roll, `lost` how many turns it will lose,
    `moves` the Movement of its last roll by this mode, which everybody saw.
    """

    id: str
    side: Side
    aboard: tuple[str, ...]
    mode: str
    value: int = CHASE.start
    was: int = CHASE.start
    rolled: int | None = None
    lost: int = 0
    moves: int | None = None

    @property
    def driver(self) -> str:
        """Who rolls, tests and defends for it; nobody once all are out."""
        return self.aboard[0] if self.aboard else ""

    @property
    def shared(self) -> bool:
        """Whether something carries them, which can carry more people."""
        return MODES[self.mode].conveyed


class Out(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who left: on which side, how, with or by whom (a person)."""

    side: Side
    how: HowOut
    by: str = ""


class ChaseTurn(msgspec.Struct, frozen=True, kw_only=True):
    """The turn that is under way: which of (a) to (d) are done with (GP-CHASE-06).

    `acted` are those aboard who have acted or let it be; `caught`: the catch check is over; `named` is the Escapee a
    Pursuer goes for, `tried` whether that attempt is over.
    """

    runner: str
    tired: bool = False
    moved: bool = False
    acted: tuple[str, ...] = ()
    caught: bool = False
    named: str = ""
    tried: bool = False


class ChaseDeed(msgspec.Struct, frozen=True, kw_only=True):
    """What dice are about to be thrown for: whose, against whom (a person), and what comes of it.

    `gain` and `loss` are an Action's, `damage` an attack's before its Fury Dice, of which there are `fury`.
    """

    kind: DeedKind
    who: str
    target: str = ""
    gain: int = CHASE.gain
    loss: int = -CHASE.action_critical_failure
    damage: int = 0
    fury: int = 0
    effect: Effect | None = None


class Draw(msgspec.Struct, frozen=True, kw_only=True):
    """Trouble that the guide drew and has not told yet; `table` says where."""

    title: str
    text: str
    effect: Effect
    table: str = "a table of ours"


class Chase(msgspec.Struct, frozen=True, kw_only=True):
    """A chase: who runs from whom, how far each has come, and whose turn it is.

    `row` is the place that a Takedown is tried in, empty where none is named (GP-CHASE-12). `round` is 0 while it is
    set up; `order` is the ladder, `gone` whose turn this Round is over. `lowest` have yet to roll for trouble, once
    this Round was `searched` for it; `troubled` are those who have it. `ended` says why it is over. `late` has the
    first Round of each who came into it while it ran, unset where nobody did and in logs.
    """

    id: str
    title: str = ""
    rounds: int
    head_start: Favoured = ""
    row: str = ""
    runners: dict[str, Runner] = {}
    out: dict[str, Out] = {}
    round: int = 0
    order: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    turn: ChaseTurn | None = None
    deed: ChaseDeed | None = None
    searched: bool = False
    lowest: tuple[str, ...] = ()
    troubled: tuple[str, ...] = ()
    drawn: Draw | None = None
    ended: str = ""
    late: dict[str, int] | msgspec.UnsetType = msgspec.UNSET

    @property
    def over(self) -> bool:
        """Whether it is over."""
        return bool(self.ended)

    @property
    def terms(self) -> str:
        """What it runs by, in words."""
        start = f"; a start for the {SIDES[self.head_start]}" if self.head_start and self.round < 2 else ""
        place = f"; {TAKEDOWNS[self.row].title.lower()}" if self.row else ""
        return f"{so_many(self.rounds, 'Round')} to get away{start}{place}"

    def has_begun(self, runner: str) -> bool:
        """Whether a turn of this Round has begun, or is over."""
        return runner in self.gone or (self.turn is not None and self.turn.runner == runner)

    def came(self, who: str) -> int:
        """The first Round in which somebody is in it (GP-RD-23)."""
        return (self.late or {}).get(who, 1)

    def with_late(self, who: str, number: int) -> Chase:
        """The same once somebody has come in it whose first Round has this number."""
        return replace(self, late={**(self.late or {}), who: number})

    def still(self, side: Side) -> tuple[Runner, ...]:
        """Those of a side who are in, in the order in which they came."""
        return tuple(one for one in self.runners.values() if one.side == side and one.aboard)

    @property
    def ladder(self) -> tuple[Runner, ...]:
        """Those who are in, in the order of their turns."""
        return tuple(self.runners[id_] for id_ in self.order if self.runners[id_].aboard)

    def running(self, who: str) -> Runner | None:
        """What somebody is on or in; None if they are not in it now."""
        return next((one for one in self.runners.values() if who in one.aboard), None)

    def knows(self, who: str) -> bool:
        """Whether somebody is or was in it."""
        return who in self.out or self.running(who) is not None

    @property
    def now(self) -> Runner | None:
        """Whose turn it is."""
        return self.runners[self.turn.runner] if self.turn else None

    def within_reach(self, pursuer: Runner) -> tuple[Runner, ...]:
        """The Escapees whom a Pursuer has come up with (GP-CHASE-10)."""
        return tuple(one for one in self.still("escapees") if one.value <= pursuer.value)

    def last(self, side: Side) -> tuple[Runner, ...]:
        """Those of a side with its lowest value (GP-CHASE-13)."""
        still = self.still(side)
        least = min((one.value for one in still), default=0)
        return tuple(one for one in still if one.value == least)
