"""What comes on top of Qualities in a PC's Test: level bonus, carry-over, acts of the round, range, Penalty Ranks."""

from __future__ import annotations

from collections.abc import Iterator

from moot.games.swords_edge import ladder
from moot.games.swords_edge.character import Character
from moot.games.swords_edge.contest import Pairing
from moot.games.swords_edge.figures.characters import BANDS
from moot.games.swords_edge.figures.dice import ACTS, STEP
from moot.games.swords_edge.ranges import shot
from moot.games.swords_edge.state import State
from moot.games.swords_edge.trials.kinds import Kind
from moot.kit.totals import Addend


def circumstances(state: State, pairing: Pairing, who: str, kind: Kind) -> Iterator[Addend]:
    """Bonuses and penalties that `who` has in a Test of this kind."""
    stand = pairing.stands[who]
    if kind.action:
        if stand.bonus:
            yield Addend(who, "bonus", "For Momentum well won", stand.bonus)
        if carried := carry(state, who):
            yield Addend(who, "bonus", "For a good defence", carried)
        if kind.takes == "riposte" and stand.riposte:
            yield Addend(who, "bonus", "For a Legendary defence", stand.riposte)
    attacks = kind.takes == "follows"
    if kind.act and not (attacks and stand.follows):
        yield from _acts_penalty(who, state.acts(who) - (attacks and in_one(pairing)))
    if kind.shoots and (penalty := shot(pairing, who)):
        yield Addend(who, "range", f"{BANDS[pairing.band].title} range", penalty)


def carry(state: State, who: str) -> int:
    """What a Good defence left for this round's first Action Test (SE-LOS-04, SE-RD-33)."""
    if state.scene is None or who not in state.scene.carry:
        return 0
    round_, bonus = state.scene.carry[who]
    return bonus if round_ <= state.scene.round else 0


def in_one(pairing: Pairing) -> bool:
    """Whether an Action there belongs to the act that began its power (SE-RD-42)."""
    return pairing.sfx is not None and pairing.sfx.same_act


def hurts(who: Character, trait: str) -> tuple[Addend, ...]:
    """An Undefended PC's only modifier: −2 for each Penalty Rank on the Trait last used for Momentum (SE-UND-03,
    SE-RD-10)."""
    ranks = who.hurt(trait or "physique")
    return (Addend(who.id, "hurt", ladder.penalty_ranks(ranks), -ranks * STEP),) if ranks else ()


def _acts_penalty(who: str, before: int) -> Iterator[Addend]:
    """One Rank for each act or reaction beyond the first in a round (SE-ACT-05)."""
    if over := max(before + 1 - ACTS.free, 0) * ACTS.step * STEP:
        yield Addend(who, "acts", f"Act {before + 1} of this round", -over)
