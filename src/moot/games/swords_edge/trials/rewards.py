"""What a good defence earns a PC (SE-LOS-04, SE-LOS-06)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from moot.core import Event, Line, Play
from moot.core.words import listed
from moot.games.swords_edge import ladder
from moot.games.swords_edge.contest import Stand, Test
from moot.games.swords_edge.figures.dice import REWARDS, Level, Reward
from moot.games.swords_edge.state import State
from moot.games.swords_edge.trials.hands import MomentumTaken


class Rewarded(Event[State], tag="rewarded"):
    """A good defence paid off for a PC: what the row reached brings (SE-LOS-04)."""

    pairing: str
    who: str
    level: Level
    carry: int = 0
    free_seize: bool = False
    riposte: int | None = None

    def evolve(self, state: State) -> State:
        """A riposte goes against the attack that was just met (SE-LOS-05)."""
        pairing, scene = state.pairings[self.pairing], state.scene
        if self.carry and scene is not None:
            carry = {**scene.carry, self.who: (scene.round + 1, self.carry)}
            state = replace(state, scene=replace(scene, carry=carry))
        stand = pairing.stands[self.who]
        stand = replace(stand, free_seize=self.free_seize or stand.free_seize)
        if self.riposte is not None:
            stand = replace(stand, riposte=self.riposte, riposte_on=stand.met)
        return state.with_pairing(replace(pairing, stands={**pairing.stands, self.who: stand}))

    def line(self, state: State) -> Line:
        words = []
        if self.carry:
            words.append(f"{ladder.signed(self.carry)} on the first Action of the next round")
        if self.free_seize:
            words.append("a free Seize")
        if self.riposte is not None:
            words.append(f"a riposte{f' at {ladder.signed(self.riposte)}' if self.riposte else ''}")
        return Line(kind="move", text=f"{state.named(self.who)}: {listed(words)}.")


def reward(play: Play[State], test: Test, level: Level) -> None:
    """The row reached, and no other; after a natural 2 mostly that of Good (SE-LOS-04, SE-TRAP-15)."""
    reached, row = row_of(level, play.state.pairings[test.pairing].stands[test.roller])
    if row.momentum:
        rules = ("SE-LOS-04", "SE-RD-33")
        play.record(MomentumTaken(pairing=test.pairing, who=(test.roller,), rules=rules))
    if row.bonus or row.free_seize or row.riposte is not None:
        play.record(
            Rewarded(
                pairing=test.pairing,
                who=test.roller,
                level=reached,
                carry=row.bonus,
                free_seize=row.free_seize,
                riposte=row.riposte,
                rules=("SE-LOS-04", "SE-LOS-05", "SE-SEIZE-08", "SE-RD-33"),
            )
        )


def row_of(level: Level, stand: Stand) -> tuple[Level, Reward]:
    """The row that a defence of this level reaches, and what it brings."""
    reached = REWARDS[level].after_natural_2 if stand.fumbled else level
    return reached, REWARDS[reached]


def earnings(row: Reward) -> Iterator[str]:
    """What a row brings, in as few words as fit a bar."""
    if row.bonus:
        yield ladder.signed(row.bonus)
    if row.momentum:
        yield "Momentum"
    if row.free_seize:
        yield "free Seize"
    if row.riposte is not None:
        yield "riposte"
