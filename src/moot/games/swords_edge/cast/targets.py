"""Target numbers: what NCs set against a Test, alone or together, each number with what it is made of.

An NC never rolls (SE-STR-01). Its Rank sets the base and its fitting Qualities add to that, where a PC only ever has
modifiers (SE-RANK-05, SE-NC-03). The base is always the TN of the NC's own Rank, never a Trait's (SE-NC-02, SE-ERR-01).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec.structs import replace

from moot.games.swords_edge import ladder
from moot.games.swords_edge.figures import ACTS, BANDS, JOINT, NC_OPEN, STEP, TRAITS, TraitId
from moot.games.swords_edge.nc import NC, NcQuality
from moot.games.swords_edge.pairings import Pairing
from moot.games.swords_edge.state import State
from moot.kit.totals import Sum, Target


def bound_trait(nc: NC, pairing: Pairing | None) -> TraitId | Literal[""]:
    """The Trait an NC uses: the one Momentum bound, the GM's choice, or its best (SE-NC-14)."""
    foe = pairing.foes.get(nc.id) if pairing else None
    return (foe.trait if foe else "") or nc.stance.trait or nc.best()


def momentum_trait(nc: NC, pairing: Pairing | None) -> TraitId | Literal[""]:
    """The Trait an NC makes a Momentum Test by, which may differ from the last and binds from then on: the GM's choice,
    or as before (SE-NC-14, SE-SEIZE-03)."""
    return nc.stance.trait or bound_trait(nc, pairing)


def fitting(nc: NC, trait: str) -> list[NcQuality]:
    """Unspent Elements that go with a Trait; where none is named they go with any (SE-NC-14)."""
    return [element for element in nc.elements if element.id not in nc.spent and element.trait in ("", trait)]


def momentum_element(nc: NC, trait: str) -> NcQuality | None:
    """The Element an NC gives to Momentum: the GM's choice, one meant for it, or of several the lesser (SE-NC-14)."""
    able = [element for element in fitting(nc, trait) if element.use != "action"]
    if nc.stance.momentum:
        return next((element for element in able if element.id == nc.stance.momentum), None)
    meant = [element for element in able if element.use == "momentum"]
    if meant:
        return max(meant, key=lambda element: element.worth)
    return min(able, key=lambda element: element.worth) if len(able) > 1 else None


def action_element(nc: NC, trait: str) -> NcQuality | None:
    """The Element an NC gives to Action: the GM's choice, or its best unspent one that is not meant for Momentum."""
    able = [element for element in fitting(nc, trait) if element.use != "momentum"]
    if nc.stance.action:
        return next((element for element in able if element.id == nc.stance.action), None)
    return max(able, key=lambda element: element.worth, default=None)


def base(nc: NC) -> Sum:
    """An NC's base TN: that of its Rank as it stands (SE-NC-02, SE-TRAP-08)."""
    return Sum(f"{nc.name}, {ladder.title(nc.now)}", ladder.tn(nc.now))


def _applied(nc: NC, trait: str, element: NcQuality | None) -> Iterator[Sum]:
    """A Trait and an Element, and what else bears on an NC's next TN: its flaw, and what the GM's Luck adds to them
    (SE-RD-46, SE-RD-41)."""
    used = (trait, element.id if element is not None else "")
    if trait in nc.traits:
        yield Sum(TRAITS[trait].title, nc.trait(trait))
    if element is not None:
        yield Sum(element.name, element.worth)
    if nc.flawed and nc.flaw is not None:
        yield Sum(nc.flaw.name, nc.flaw.worth)
    for what in (what for what in nc.exerted if what not in used):
        if what in nc.traits:
            yield Sum(f"{TRAITS[what].title}, by Luck", nc.trait(what))
        yield from (Sum(f"{element.name}, by Luck", element.worth) for element in nc.elements if element.id == what)


def momentum_sums(nc: NC, pairing: Pairing | None) -> Iterator[Sum]:
    """One NC's Momentum: base, one Trait, at most one Element, never the Concept (SE-NC-05, SE-MOM-08, SE-ERR-03)."""
    trait = momentum_trait(nc, pairing)
    yield base(nc)
    yield from _applied(nc, trait, momentum_element(nc, trait))


def action_extras(nc: NC, pairing: Pairing | None) -> Iterator[Sum]:
    """What an NC adds to its base in Action: Concept, one Trait, one Element (SE-NC-04, SE-TRAP-17, SE-TRAP-20)."""
    trait = bound_trait(nc, pairing)
    if nc.concept is not None:
        yield Sum(nc.concept.name, nc.concept.worth)
    yield from _applied(nc, trait, action_element(nc, trait))


def joint_step(nc: NC) -> int:
    """What one more NC adds to a joint Momentum TN: its Rank's modifier, at least +2 (SE-MOM-06, SE-ERR-34, SE-RD-20,
    SE-TRAP-09)."""
    return max(ladder.modifier(nc.now), JOINT.least)


def highest(ncs: Sequence[NC]) -> NC:
    """The NC of the highest Rank. Raises ValueError for nobody."""
    return max(ncs, key=lambda nc: ladder.steps(nc.now))


def momentum_target(state: State, pairing: Pairing, ncs: Sequence[NC]) -> Target:
    """The TN of a Momentum Test against `ncs` (SE-MOM-01, SE-MOM-06). Several count by Ranks only (SE-ERR-04). Raises
    ValueError for nobody."""
    if len(ncs) == 1:
        sums = [*momentum_sums(ncs[0], pairing)]
    else:
        lead = highest(ncs)
        sums = [base(lead), *(Sum(f"{nc.name} besides", joint_step(nc)) for nc in ncs if nc.id != lead.id)]
    sums.extend(_range(pairing, highest(ncs)))
    return Target(tuple(sums))


def action_target(
    state: State,
    pairing: Pairing,
    ncs: Sequence[NC],
    *,
    attacking: bool = False,
    answering: bool = False,
    counting: bool = True,
) -> Target:
    """The TN of an Action Test against `ncs`, singly or together (SE-NC-04, SE-SEIZE-04, SE-TRAP-07).

    Acts of this round lower it while they count (SE-RD-24), and range if the one who leads shoots, `attacking` or
    `answering` a Seize (SE-RD-28, SE-RD-64). One who does not defend has TN 5 (SE-UND-02), unless it is `attacking`.
    """
    defending = [nc for nc in ncs if attacking or not nc.defenceless]
    if not defending:
        return Target((Sum("Undefended", NC_OPEN),))
    lead = next((nc for nc in defending if nc.id == pairing.lead), None) or highest(defending)
    sums = [base(lead)]
    for nc in defending:
        sums.extend(action_extras(nc, pairing))
        if counting:
            sums.extend(acts_so_far(state, nc))
    if attacking or answering:
        sums.extend(_range(pairing, lead))
    return Target(tuple(sums))


def fallen(state: State, before: NC, after: NC) -> State:
    """The state with the TNs that wait for a reaction as low as an NC's Rank has just become (SE-TRAP-08)."""

    def lowered(target: Target) -> Target:
        first, *rest = target.sums
        return Target((base(after), *rest)) if first == base(before) else target

    attacks = {id_: replace(attack, target=lowered(attack.target)) for id_, attack in state.attacks.items()}
    pairings = {
        id_: replace(p, challenge=replace(p.challenge, target=lowered(p.challenge.target)))
        if p.challenge is not None
        else p
        for id_, p in state.pairings.items()
    }
    return replace(state, attacks=attacks, pairings=pairings)


def acts_so_far(state: State, nc: NC) -> Iterator[Sum]:
    """One Rank less for each act beyond the first in a round (SE-ACT-05, SE-RD-24)."""
    if (beyond := state.acts(nc.id) + 1 - ACTS.free) > 0:
        yield Sum(f"{nc.name} has acted {state.acts(nc.id)}× this round", -beyond * ACTS.step * STEP)


def _range(pairing: Pairing, nc: NC) -> Iterator[Sum]:
    """Temporary Penalty Ranks of range, if this NC shoots (SE-RNG-02)."""
    if penalty := pairing.shot(nc.id):
        yield Sum(f"{BANDS[pairing.band].title} range", penalty)
