"""What comes on top of Qualities in a PC's Test: level bonus, carry-over, acts of the round, range."""

from __future__ import annotations

from collections.abc import Iterator

from moot.games.swords_edge.book import ACTS, STEP
from moot.games.swords_edge.conflict.on_dice import ACTIONS
from moot.games.swords_edge.contest import Pairing, Part, TestKind
from moot.games.swords_edge.makings import BANDS
from moot.games.swords_edge.state import State

_SHOTS = frozenset({"momentum", "seize", "free-seize", "act", "riposte"})


def circumstances(state: State, pairing: Pairing, who: str, kind: TestKind) -> Iterator[Part]:
    """Bonuses and penalties that `who` has in a Test of this kind (SE-RD-32)."""
    stand = pairing.stands[who]
    if kind in ACTIONS:
        if stand.bonus:
            yield Part(who, "bonus", "For Momentum well won", stand.bonus)
        if carried := carry(state, who):
            yield Part(who, "bonus", "For a good defence", carried)
        if kind == "riposte" and stand.riposte:
            yield Part(who, "bonus", "For a Legendary defence", stand.riposte)
    if kind in ("act", "defence", "answer", "seize") and not (kind == "act" and stand.follows):
        yield from _acts_penalty(who, state.acts(who) - (kind == "act" and in_one(pairing)))
    if kind in _SHOTS and pairing.we_shoot and (penalty := BANDS[pairing.band].penalty):
        yield Part(who, "range", f"{BANDS[pairing.band].title} range", -penalty * STEP)


def carry(state: State, who: str) -> int:
    """What a Good defence left for this round's first Action Test (SE-LOS-04, SE-RD-33)."""
    if state.scene is None or who not in state.scene.carry:
        return 0
    round_, bonus = state.scene.carry[who]
    return bonus if round_ <= state.scene.round else 0


def in_one(pairing: Pairing) -> bool:
    """Whether an Action there belongs to the act that began its power (SE-RD-42)."""
    return pairing.sfx is not None and pairing.sfx.same_act


def _acts_penalty(who: str, before: int) -> Iterator[Part]:
    """One Rank for each act or reaction beyond the first in a round (SE-ACT-05)."""
    if over := max(before + 1 - ACTS.free, 0) * ACTS.step * STEP:
        yield Part(who, "acts", f"Act {before + 1} of this round", -over)
