"""Pairings read as they stand: who is against whom, who may act on whom now, and by which Traits."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Refused
from moot.games.swords_edge import ladder
from moot.games.swords_edge.character import Character
from moot.games.swords_edge.harm.criticals import open_lessons
from moot.games.swords_edge.nc import NC
from moot.games.swords_edge.pairings import Attack, Pairing, Stand
from moot.games.swords_edge.state import State
from moot.kit.crowds import rollcall


def places(state: State, who: str) -> Iterator[tuple[Pairing, Stand]]:
    """The pairings that a PC is in, and their place in each."""
    return ((pairing, pairing.stands[who]) for pairing in state.pairings.values() if who in pairing.stands)


def standing(state: State, pairing: Pairing) -> tuple[NC, ...]:
    """The NCs of a pairing that still stand."""
    return tuple(state.ncs[foe] for foe in pairing.foes if state.ncs[foe].active)


def present(state: State, pairing: Pairing) -> tuple[NC, ...]:
    """The NCs of a pairing that are in the scene, whether or not they still stand."""
    return tuple(state.ncs[foe] for foe in pairing.foes if state.ncs[foe].here)


def against(state: State, pairing: Pairing) -> str:
    """What a pairing is against, in words: those who still stand, or once all are down, all."""
    if pairing.sfx is not None:
        return f"“{pairing.sfx.intent}”"
    return rollcall(nc.name for nc in standing(state, pairing) or map(state.ncs.__getitem__, pairing.foes))


def opponents(state: State, pairing_id: str) -> str:
    """The same for a pairing by its id, which may be over."""
    found = state.pairings.get(pairing_id)
    return against(state, found) if found is not None else "them"


def attacker(state: State, attack: Attack) -> str:
    """The name of the NC that attacks, or what the power is to do."""
    return state.ncs[attack.nc].name if attack.nc in state.ncs else opponents(state, attack.pairing)


def ready(state: State, pairing: Pairing) -> bool:
    """Whether there is anything to roll against now: somebody stands, and a power is prepared (SE-SFX-10)."""
    return pairing.sfx.left == 0 if pairing.sfx is not None else bool(standing(state, pairing))


def open_targets(state: State, pairing: Pairing, who: str) -> tuple[str, ...]:
    """Whom `who` has not acted on this round (SE-ACT-05, SE-ACT-06); after a won Seize, anyone (SE-RD-12)."""
    acted = state.scene.acted if state.scene else ()
    follows = pairing.stands[who].follows
    targets = (pairing.id,) if pairing.sfx is not None else tuple(nc.id for nc in standing(state, pairing))
    return tuple(target for target in targets if follows or (who, target) not in acted)


def acted_on_all(state: State, pairing: Pairing, who: str) -> bool:
    """Whether `who` has acted on all of them this round, or has tried to Seize from them (SE-ACT-05, SE-RD-12)."""
    acted = state.scene.acted if state.scene else ()
    targets = [nc.id for nc in standing(state, pairing)] or [pairing.id]
    return (who, pairing.id) in acted or all((who, target) in acted for target in targets)


def unready(state: State, who: Character, rule: str = "") -> Refused | None:
    """Why `who` cannot make a Test now, if they cannot. What a critical failure taught comes right after its Test,
    before any other (SE-RD-39)."""
    if who.doom is not None:
        return _not_now(who, "has a Doom to meet first", "SE-DOOM-01")
    if state.testing(who.id) is not None:
        return _not_now(who, "has dice on the table", rule)
    if open_lessons(who):
        return _not_now(who, "says first what a critical failure taught", "SE-RD-39")
    return None


def busy(
    state: State, who: Character, pairing: Pairing | None = None, rule: str = "", *, reward: bool = False
) -> Refused | None:
    """Why `who` cannot act in a pairing just now, or begin something new, if they cannot. A `reward` comes at once,
    whatever else waits for a reaction (SE-RD-33)."""
    if not who.able:
        return _not_now(who, "cannot act now", rule)
    if why := unready(state, who, rule):
        return why
    if not reward and any(attack.who == who.id for attack in state.attacks.values()):
        return _not_now(who, "must react first", rule)
    here = state.pairings.values() if pairing is None else (pairing,)
    if any(one.challenge is not None and (pairing is not None or who.id in one.seizable) for one in here):
        return _not_now(who, "must answer a Seize first", rule)
    return None


def _not_now(who: Character, why: str, rule: str) -> Refused:
    return Refused("not-now", f"{who.name} {why}.", rule or None)


def too_weak(pairing: Pairing, who: Character) -> Refused | None:
    """Why a power cannot be used, if its SFX Quality has sunk to Weak under it (SE-SFX-08)."""
    quality = who.quality(pairing.sfx.quality) if pairing.sfx is not None else None
    if quality is None or who.rank(quality) != ladder.ORDER[0]:
        return None
    return Refused("weak-power", f"{quality.name} is at Weak, and cannot be used.", "SE-SFX-08")


def traits_for(pairing: Pairing, who: Character, *, binding: bool) -> tuple[str, ...]:
    """The Traits a PC may make a Test by: of a power its own (SE-RD-42), any where the Test is `binding`, otherwise the
    bound one or none (SE-TEST-07, SE-RD-31)."""
    if pairing.sfx is not None and (own := who.quality(pairing.sfx.quality).trait):
        return (own,)
    if binding:
        return ladder.TRAITS
    held = pairing.stands[who.id].trait
    return (held, "") if held else ("",)
