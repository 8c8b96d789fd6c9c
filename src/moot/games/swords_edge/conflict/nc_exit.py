"""NCs that go otherwise than by a Test: they leave the scene, or are worn down (SE-NC-11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from msgspec.structs import replace

from moot.core import Command, Event, Line, Offered, Part, Play, Seat
from moot.games.swords_edge import ladder
from moot.games.swords_edge.cast.choosing import which
from moot.games.swords_edge.cast.entering import all_of, are, busy, ids, without_attacks
from moot.games.swords_edge.cast.targets import fallen
from moot.games.swords_edge.figures.dice import Rank
from moot.games.swords_edge.nc import NC
from moot.games.swords_edge.ownership import needs_guide
from moot.games.swords_edge.phases import SCENE
from moot.games.swords_edge.state import State
from moot.games.swords_edge.trials.leaving import tidy
from moot.kit.crowds import chosen


class SentOff(Event[State], tag="sent-off", kw_only=True):
    """NCs left the scene."""

    ncs: tuple[str, ...]
    v: int = 2

    def evolve(self, state: State) -> State:
        return without_attacks(state.with_ncs(self.ncs, here=False), *self.ncs)

    def line(self, state: State) -> Line:
        return Line(kind="story", text=f"{all_of(state, self.ncs)} {are(self.ncs)} gone from the scene.")


class SendOff(Command[State], tag="send-off"):
    """NCs leave the scene."""

    when, rules, urgency = SCENE, ("SE-TERM-03",), "tool"
    nc: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered]:
        needs_guide(seat, "sends NCs off")
        free = [nc for nc in state.ncs.values() if nc.here and not busy(state, nc.id)]
        yield cls.offer(free, "Send NCs off", "", which(free, "Nobody of yours is free to leave."))

    def enact(self, play: Play[State], free: list[NC]) -> None:
        play.record(SentOff(ncs=ids(chosen(free, self.nc))))
        tidy(play)


class WornDown(Event[State], tag="worn-down"):
    """An NC lost a Rank; below Weak it is out."""

    nc: str
    now: Rank | Literal[""]
    out: bool = False

    def evolve(self, state: State) -> State:
        nc = state.ncs[self.nc]
        lower = replace(nc, fallen=nc.fallen + (0 if self.out else 1), out=self.out)
        worn = state.with_nc(lower)
        return without_attacks(worn, nc.id) if self.out else fallen(worn, nc, lower)

    def line(self, state: State) -> Line:
        fall = f"falls to {ladder.title(self.now)}, TN {ladder.tn(self.now)}" if self.now else "is worn down"
        return Line(kind="result", text=f"{state.named(self.nc)} {'is out' if self.out else fall}.")

    def told(self, state: State, seat: Seat) -> WornDown | None:
        return self if seat.guides or state.ncs[self.nc].seen else replace(self, now="")


class WearDown(Command[State], tag="wear-down"):
    """An NC loses a Rank without Stress (SE-NC-11)."""

    when, rules, urgency = SCENE, ("SE-NC-11",), "tool"
    nc: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered]:
        needs_guide(seat, "wears NCs down")
        free = (nc for nc in state.opposition() if not busy(state, nc.id))
        whom = which(free, "Nobody of yours is here to be worn down.", singly=True)
        why = "Without Stress: sunlight on a troll, time on a wall. Below Weak it is out."
        yield cls.offer(None, "An NC loses a Rank", why, whom)

    def enact(self, play: Play[State], _: None) -> None:
        now = play.state.ncs[self.nc].now
        out = ladder.steps(now) == 0
        play.record(WornDown(nc=self.nc, now=ladder.lowered(now, 1), out=out, rules=self.rules))
        if out:
            tidy(play)


NC_EXIT: Final[Part[State]] = Part(SendOff, WearDown, SentOff, WornDown)
