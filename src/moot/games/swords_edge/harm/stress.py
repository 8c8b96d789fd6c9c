"""Stress on NCs: what it takes off them, what they give away by it, and when they are out (SE-NC-06 to SE-NC-12)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from moot.core import Event, Line, Part, Play
from moot.games.swords_edge import ladder
from moot.games.swords_edge.cast.clues import reveal
from moot.games.swords_edge.cast.entering import without_attacks
from moot.games.swords_edge.cast.targets import fallen
from moot.games.swords_edge.figures.dice import Level, Rank
from moot.games.swords_edge.state import State


class NcStressed(Event[State], tag="nc-stressed"):
    """An NC took Stress; `now` is the Rank it is left at."""

    nc: str
    stress: int
    now: Rank
    level: Level | None = None

    def evolve(self, state: State) -> State:
        nc = state.ncs[self.nc]
        hit = replace(nc, stress=nc.stress + self.stress)
        return fallen(state.with_nc(hit), nc, hit)

    def line(self, state: State) -> Line:
        nc = state.ncs[self.nc]
        fall = f", and is {ladder.title(self.now)} now" if nc.type == "hero" else ""
        return Line(kind="result", text=f"{nc.name} takes {self.stress} Stress{fall}.")


class NcOut(Event[State], tag="nc-out"):
    """An NC is overcome."""

    nc: str

    def evolve(self, state: State) -> State:
        return without_attacks(state.with_ncs([self.nc], out=True), self.nc)

    def line(self, state: State) -> Line:
        return Line(kind="result", text=f"{state.named(self.nc)} is overcome.")


def stress(play: Play[State], nc: str, amount: int, level: Level | None) -> None:
    """An NC takes Stress; each can yield a clue, and enough of it puts the NC out (SE-NC-06 to SE-NC-09, SE-DMG-06)."""
    hit = play.state.ncs[nc]
    taken = min(amount, max(hit.left, 1))
    if not hit.active or not taken:
        return
    now = ladder.lowered(hit.now, taken) if hit.type == "hero" else hit.now
    rules = ("SE-DMG-06", "SE-NC-08", "SE-TRAP-08") if hit.type == "hero" else ("SE-DMG-06", "SE-NC-06", "SE-NC-07")
    play.record(NcStressed(nc=nc, stress=taken, now=now, level=level, rules=rules))
    out = play.state.ncs[nc].left == 0
    reveal(play, nc, None if out else taken)
    if out:
        play.record(NcOut(nc=nc, rules=("SE-NC-06", "SE-NC-07", "SE-NC-08", "SE-NC-12")))


def spread(play: Play[State], ncs: tuple[str, ...], amount: int, level: Level | None) -> None:
    """One roll meets a group: each Stress removes one, as far as it goes (SE-ACT-07, SE-ERR-16)."""
    for nc in (play.state.ncs[nc] for nc in ncs):
        if amount > 0 and nc.active:
            share = min(amount, max(nc.left, 1))
            stress(play, nc.id, share, level)
            amount -= share


STRESS: Final[Part[State]] = Part(NcStressed, NcOut)
