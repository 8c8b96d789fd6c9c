"""SFX Qualities: what a power must overcome, how it ends, what failing costs (SE-SFX-03 to SE-SFX-10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from moot.core import Line, Part, Play, Refused
from moot.games.swords_edge import ladder
from moot.games.swords_edge.figures import HITS, SFX, TRAITS, Level, Rank
from moot.games.swords_edge.harm.hits import doom, hurt, stress
from moot.games.swords_edge.nc import NC
from moot.games.swords_edge.pairings import Sfx
from moot.games.swords_edge.state import AboutPairing, State
from moot.kit.totals import Sum, Target

NAMES: Final = ("reach", "duration", "area", "energy")
"""The four components (SE-SFX-03)."""


def rounds(sfx: Sfx) -> int:
    """Rounds of preparation: the four components' added up (SE-SFX-10)."""
    return sum(SFX[rank].rounds for rank in sfx.components)


def wide_enough(area: Rank, count: int) -> Rank:
    """The area's Rank for this space and so many people in it: the larger of the two (SE-SFX-03, SE-RD-61)."""
    return max(area, heads(count), key=ladder.steps)


def heads(count: int) -> Rank:
    """The area's Rank for so many people: the first row that holds them. Refuses more than the table has (SE-RD-50)."""
    for row in SFX.values():
        if count <= row.people:
            return row.rank
    most = max(row.people for row in SFX.values())
    raise Refused("too-many-heads", f"The table ends at {most} people.", "SE-RD-50", field="area")


def strongest(state: State, sfx: Sfx) -> NC | None:
    """Of several regulars or heroes the strongest alone adds; minions add nothing (SE-SFX-06, SE-RD-42)."""
    able = [state.ncs[nc] for nc in sfx.targets if state.ncs[nc].pattern.lends and state.ncs[nc].active]
    return max(able, key=lambda nc: (nc.trait(sfx.resists), ladder.steps(nc.now)), default=None)


def power_momentum(state: State, sfx: Sfx) -> Target:
    """The Momentum TN: the area's TN, the energy's Mod, and what the target lends (SE-SFX-04)."""
    nc = strongest(state, sfx)
    return Target((*momentum_base(sfx.area, sfx.energy), *_lent(sfx, nc, concept=False)))


def power_action(state: State, sfx: Sfx) -> Target:
    """The Action TN: what the components come to, and what the target lends (SE-SFX-05)."""
    nc = strongest(state, sfx)
    base = action_base(sfx.reach, sfx.duration, sfx.area, sfx.energy)
    return Target((*base, *_lent(sfx, nc, concept=sfx.concept)))


def momentum_base(area: Rank, energy: Rank) -> tuple[Sum, ...]:
    """The Momentum TN without any target: the area's TN and the energy's Mod (SE-SFX-04)."""
    return Sum(f"Area, {ladder.title(area)}", ladder.tn(area)), Sum("Energy", SFX[energy].mod)


def action_base(*components: Rank) -> tuple[Sum, ...]:
    """The Action TN without any target: the highest component's TN and the others' Mods, in the order of `NAMES`. Of
    two that are equally high one is the base; a Mod is a step of 1 and no Rank modifier (SE-SFX-05, SE-TRAP-02)."""
    ranks = dict(zip(NAMES, components, strict=True))
    highest = max(NAMES, key=lambda name: ladder.steps(ranks[name]))
    base = Sum(f"{ladder.title(highest)}, {ladder.title(ranks[highest])}", ladder.tn(ranks[highest]))
    return base, *(Sum(ladder.title(name), SFX[ranks[name]].mod) for name in NAMES if name != highest)


def _lent(sfx: Sfx, nc: NC | None, *, concept: bool) -> Iterator[Sum]:
    """What a target lends: its Trait always, one Element of it if the GM says so, its Concept in Action alone
    (SE-SFX-06, SE-RD-42)."""
    if nc is None:
        return
    yield from resistance(nc, sfx.resists)
    yield from (Sum(element.name, element.worth) for element in nc.elements if element.id == sfx.element)
    if concept and nc.concept is not None:
        yield Sum(nc.concept.name, nc.concept.worth)


def resistance(nc: NC, resists: str) -> Iterator[Sum]:
    """What a target's Trait adds: its ordinary modifier (SE-SFX-06, SE-ERR-12)."""
    if resists in nc.traits:
        yield Sum(f"{nc.name}’s {TRAITS[resists].title}", nc.trait(resists))


_SAYS: Final = {"done": "The power takes effect.", "lost": "The power is lost.", "given-up": "The power is let go."}


class SfxEnded(AboutPairing, tag="sfx-ended"):
    """A power is over: it took effect, was lost, or was given up. `effect`: the level of what it did instead of Stress
    (SE-SFX-09)."""

    how: Literal["done", "lost", "given-up"]
    effect: Level | None = None

    def evolve(self, state: State) -> State:
        return state.without_pairing(self.pairing)

    def line(self, state: State) -> Line:
        level = f" {ladder.title(self.effect)}, and no Stress: as it is told." if self.effect else ""
        return Line("move", f"{_SAYS[self.how]}{level}")


def strain(play: Play[State], pairing: str, who: str) -> None:
    """A failed SFX Test: a Penalty Rank on the SFX Quality and one on its Trait (SE-SFX-08)."""
    sfx = play.state.pairings[pairing].sfx
    if sfx is None:
        return
    quality = play.state.characters[who].quality(sfx.quality)
    hurt(play, who, quality.id, 1, "sfx")
    if quality.trait and hurt(play, who, quality.trait, 1, "sfx"):
        doom(play, who, quality.trait, legendary=False)


def take_effect(play: Play[State], pairing: str, level: Level) -> None:
    """A power's Action was made, and it is over: Stress on each target that still stands, or an effect of that level as
    its caster tells it (SE-SFX-09, SE-RD-42, SE-RD-62)."""
    sfx = play.state.pairings[pairing].sfx
    told = sfx is not None and sfx.effect
    for nc in sfx.targets if sfx is not None and not told else ():
        stress(play, nc, HITS[level].stress, level)
    effect, rules = (level, ("SE-SFX-09", "SE-RD-62")) if told else (None, ("SE-SFX-09", "SE-RD-42"))
    play.record(SfxEnded(pairing=pairing, how="done", effect=effect, rules=rules))


def lose_power(play: Play[State], who: str) -> None:
    """A failed Test as a defender loses the power that a PC is busy with (SE-SFX-07, SE-SFX-10, SE-RD-17)."""
    for pairing in tuple(play.state.pairings.values()):
        if pairing.sfx is not None and who in pairing.stands:
            play.record(SfxEnded(pairing=pairing.id, how="lost", rules=("SE-SFX-07", "SE-SFX-10", "SE-RD-17")))


ENDING: Final[Part[State]] = Part(SfxEnded, module="powers")
