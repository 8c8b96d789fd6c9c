"""The component table at work: what a power must overcome, how long it takes to prepare (SE-SFX-03 to SE-SFX-06)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from moot.core import Refused
from moot.games.swords_edge import ladder
from moot.games.swords_edge.book import Rank
from moot.games.swords_edge.contest import Sfx, Sum, Target
from moot.games.swords_edge.makings import SFX, TRAITS
from moot.games.swords_edge.narrative import NC
from moot.games.swords_edge.state import State

NAMES: Final = ("reach", "duration", "area", "energy")
"""The four components (SE-SFX-03)."""


def rounds(sfx: Sfx) -> int:
    """Rounds of preparation: the four components' added up (SE-SFX-10)."""
    return sum(SFX[rank].rounds for rank in sfx.components)


def heads(count: int) -> Rank:
    """The area's Rank for so many people: the first row that holds them. Refuses more than the table has (SE-RD-50)."""
    for row in SFX.values():
        if count <= row.people:
            return row.rank
    most = max(row.people for row in SFX.values())
    raise Refused("too-many-heads", f"The table ends at {most} people.", "SE-RD-50", field="area")


def strongest(state: State, sfx: Sfx) -> NC | None:
    """Of several regulars or heroes the strongest alone adds; minions add nothing (SE-SFX-06, SE-RD-42)."""
    able = [state.ncs[nc] for nc in sfx.targets if state.ncs[nc].type != "minion" and state.ncs[nc].active]
    return max(able, key=lambda nc: (nc.trait(sfx.resists), ladder.steps(nc.now)), default=None)


def power_momentum(state: State, sfx: Sfx) -> Target:
    """The Momentum TN: the area's TN, the energy's Mod, and what the target lends (SE-SFX-04)."""
    nc = strongest(state, sfx)
    sums = [Sum(f"Area, {ladder.title(sfx.area)}", ladder.tn(sfx.area))]
    energy = _energy(state, sfx, nc)
    sums.append(Sum("Energy", SFX[energy].mod))
    return Target((*sums, *_lent(state, sfx, nc, concept=False)))


def power_action(state: State, sfx: Sfx) -> Target:
    """The Action TN: the highest component's TN, the others' Mods, and what the target lends (SE-SFX-05).

    Of two that are equally high one is the base; a Mod is a step of 1 and no Rank modifier (SE-TRAP-02).
    """
    nc = strongest(state, sfx)
    ranks = dict(zip(NAMES, sfx.components, strict=True)) | {"energy": _energy(state, sfx, nc)}
    highest = max(NAMES, key=lambda name: ladder.steps(ranks[name]))
    sums = [Sum(f"{ladder.title(highest)}, {ladder.title(ranks[highest])}", ladder.tn(ranks[highest]))]
    sums.extend(Sum(ladder.title(name), SFX[ranks[name]].mod) for name in NAMES if name != highest)
    return Target((*sums, *_lent(state, sfx, nc, concept=sfx.concept)))


def _energy(state: State, sfx: Sfx, nc: NC | None) -> Rank:
    """The energy component; the target's Trait in its place where the table has it so (SE-ERR-12)."""
    if state.options.sfx_target == "as-strength" and nc is not None and sfx.resists in nc.traits:
        return _row(nc.traits[ladder.as_trait(sfx.resists)])
    return sfx.energy


def _row(rank: Rank) -> Rank:
    """A Rank as a row of the component table, which begins at Basic."""
    return rank if rank in SFX else next(iter(SFX.values())).rank


def _lent(state: State, sfx: Sfx, nc: NC | None, *, concept: bool) -> Iterator[Sum]:
    """What a target lends: its Trait always, one Element of it if the GM says so, its Concept in Action alone.

    SE-SFX-06, SE-RD-42; the switch of SE-ERR-12 says how its Trait counts.
    """
    if nc is None:
        return
    if sfx.resists in nc.traits:
        label = f"{nc.name}’s {TRAITS[sfx.resists].title}"
        match state.options.sfx_target:
            case "ordinary":
                yield Sum(label, nc.trait(sfx.resists))
            case "table-step":
                yield Sum(label, SFX[_row(nc.traits[ladder.as_trait(sfx.resists)])].mod)
            case "as-strength":
                pass
    yield from (Sum(element.name, element.worth) for element in nc.elements if element.id == sfx.element)
    if concept and nc.concept is not None:
        yield Sum(nc.concept.name, nc.concept.worth)
