"""Where blows land: Penalty Ranks and Dooms for PCs, Stress for NCs, strain from powers."""

from __future__ import annotations

from typing import Literal

from moot.core import Play
from moot.games.swords_edge import ladder
from moot.games.swords_edge.book import HITS, Level, Rank, TraitId
from moot.games.swords_edge.cast.clues import reveal
from moot.games.swords_edge.conflict import events as e
from moot.games.swords_edge.people import Character, Doom, Penalty
from moot.games.swords_edge.state import State


def wound(play: Play[State], who: str, trait: TraitId | Literal[""], level: Level) -> None:
    """A blow of this level lands on a PC, on the Trait that the latest Momentum Test bound (SE-DMG-01, SE-RD-31).

    SE-DMG-02 to SE-DMG-04 say what it does; with no Trait bound it is taken bodily.
    """
    hit, trait = HITS[level], trait or "physique"
    sank = hurt(play, who, trait, hit.stress, "stress", level)
    if hit.out and play.state.characters[who].stands == "in":
        play.record(e.Sidelined(who=who, rules=("SE-DMG-03", "SE-UND-01", "SE-TRAP-22")))
    if sank or hit.doom:
        doom(play, who, trait, legendary=hit.doom)


def hurt(
    play: Play[State], who: str, on: str, ranks: int, source: Literal["stress", "sfx"], level: Level | None = None
) -> bool:
    """Penalty Ranks on a Trait or SFX Quality, tagged for recovery (SE-DMG-05); whether they would go below Weak.

    What would go below is not written down (SE-RD-37).
    """
    character = play.state.characters[who]
    room = max(ladder.steps(_whole(character, on)) - character.hurt(on), 0)
    below = max(ranks - room, 0)
    first = max((penalty.id for penalty in character.penalties), default=0) + 1
    penalties = tuple(Penalty(first + n, on, source, play.state.scenes) for n in range(ranks - below))
    rules = ("SE-DMG-01", "SE-DMG-02", "SE-DMG-05") if source == "stress" else ("SE-SFX-08",)
    rules = (*rules, "SE-RD-37") if below else rules
    play.record(e.Hurt(who=who, on=on, penalties=penalties, dropped=below, level=level, rules=rules))
    return below > 0


def _whole(character: Character, on: str) -> Rank:
    return character.traits[ladder.as_trait(on)] if on in ladder.TRAITS else character.quality(on).rank


def doom(play: Play[State], who: str, trait: TraitId, *, legendary: bool) -> None:
    """A Doom comes; one at a time and one a hit, but Legendary damage leaves its mark (SE-DOOM-01, SE-RD-09)."""
    due = play.state.characters[who].doom
    if due is None or (legendary and not due.legendary):
        comes = Doom(trait, legendary)
        play.record(e.DoomCame(who=who, doom=comes, rules=("SE-DOOM-01", "SE-RD-09", "SE-TRAP-13")))


def strain(play: Play[State], pairing: str, who: str) -> None:
    """A failed SFX Test: a Penalty Rank on the SFX Quality and one on its Trait (SE-SFX-08)."""
    sfx = play.state.pairings[pairing].sfx
    if sfx is None:
        return
    quality = play.state.characters[who].quality(sfx.quality)
    hurt(play, who, quality.id, 1, "sfx")
    if quality.trait and hurt(play, who, quality.trait, 1, "sfx"):
        doom(play, who, quality.trait, legendary=False)


def lose_power(play: Play[State], who: str) -> None:
    """Failing any Test as a defender loses the power one is busy with (SE-SFX-07, SE-SFX-10, SE-RD-17)."""
    for pairing in tuple(play.state.pairings.values()):
        if pairing.sfx is not None and who in pairing.stands:
            play.record(e.SfxEnded(pairing=pairing.id, how="lost", rules=("SE-SFX-07", "SE-SFX-10", "SE-RD-17")))


def stress(play: Play[State], nc: str, amount: int, level: Level | None) -> None:
    """An NC takes Stress; each can yield a clue, and enough of it puts the NC out (SE-NC-06 to SE-NC-09, SE-DMG-06)."""
    hit = play.state.ncs[nc]
    taken = min(amount, max(hit.left, 1))
    if not hit.active or not taken:
        return
    now = ladder.lowered(hit.now, taken) if hit.type == "hero" else hit.now
    rules = ("SE-DMG-06", "SE-NC-08", "SE-TRAP-08") if hit.type == "hero" else ("SE-DMG-06", "SE-NC-06", "SE-NC-07")
    play.record(e.NcStressed(nc=nc, stress=taken, now=now, level=level, rules=rules))
    out = play.state.ncs[nc].left == 0
    reveal(play, nc, None if out else taken)
    if out:
        play.record(e.NcOut(nc=nc, rules=("SE-NC-06", "SE-NC-07", "SE-NC-08", "SE-NC-12")))


def spread(play: Play[State], ncs: tuple[str, ...], amount: int, level: Level | None) -> None:
    """One roll meets a group: each Stress removes one, as far as it goes (SE-ACT-07, SE-ERR-16)."""
    for nc in ncs:
        if amount <= 0:
            return
        if not play.state.ncs[nc].active:
            continue
        share = min(amount, max(play.state.ncs[nc].left, 1))
        stress(play, nc, share, level)
        amount -= share
