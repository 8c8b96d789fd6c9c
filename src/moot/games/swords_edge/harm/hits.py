"""What hits do, and what comes off again: Penalty Ranks and Dooms of PCs, Stress on NCs (SE-DMG-01, SE-NC-06)."""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from moot.core import Line, Part, Play
from moot.games.swords_edge import ladder
from moot.games.swords_edge.cast.entering import without_attacks
from moot.games.swords_edge.cast.readying import reveal
from moot.games.swords_edge.cast.targets import fallen
from moot.games.swords_edge.character import Doom, Healing, Penalty
from moot.games.swords_edge.figures import HITS, TRAITS, Level, Rank, TraitId
from moot.games.swords_edge.frames import befell, penalised
from moot.games.swords_edge.state import AboutCharacter, AboutNc, State
from moot.kit.tracks import inflicted


class Hurt(AboutCharacter, tag="hurt"):
    """A PC took Penalty Ranks on a Trait or an SFX Quality; `dropped` would have gone below Weak."""

    on: str
    penalties: tuple[Penalty, ...]
    dropped: int = 0
    level: Level | None = None

    def evolve(self, state: State) -> State:
        return state.with_pc(self.who, penalties=(*state.characters[self.who].penalties, *self.penalties))

    def line(self, state: State) -> Line:
        count = len(self.penalties) + self.dropped
        ranks = "a Penalty Rank" if count == 1 else f"{count} Penalty Ranks"
        below = f", {self.dropped} more than it can take" if self.dropped else ""
        on = state.quality_name(self.who, self.on)
        changes = penalised(state, self.who, [self.on] * len(self.penalties))
        fact = befell(state, "hurt", self.who, "takes Stress", *changes, note="" if changes else "Below Weak")
        return Line("result", f"{state.named(self.who)} takes {ranks} on {on}{below}.", facts=(fact,))


class Sidelined(AboutCharacter, tag="sidelined"):
    """A PC cannot act or react for the rest of the scene, and is Undefended (SE-DMG-03)."""

    def evolve(self, state: State) -> State:
        return state.with_pc(self.who, stands="helpless")

    def line(self, state: State) -> Line:
        text = "can neither act nor react for the rest of the scene"
        return Line("result", f"{state.named(self.who)} {text}.", facts=(befell(state, "out", self.who, text),))


class DoomCame(AboutCharacter, tag="doom-came"):
    """A PC faces a Doom."""

    doom: Doom

    def evolve(self, state: State) -> State:
        return state.with_pc(self.who, doom=self.doom)

    def line(self, state: State) -> Line:
        on = TRAITS[self.doom.trait].title
        fact = befell(state, "hurt", self.who, "faces a Doom", note=on)
        return Line("result", f"A Doom on {state.named(self.who)}’s {on}.", facts=(fact,))


class HealingDue(AboutCharacter, tag="healing-due"):
    """Somebody may take Penalty Ranks off."""

    healing: Healing

    def evolve(self, state: State) -> State:
        return state.with_pc(self.who, healing=(*state.characters[self.who].healing, self.healing))

    def line(self, state: State) -> Line:
        count = ladder.penalty_ranks(self.healing.count)
        return Line("sheet", f"{state.named(self.who)} may take off {count}.")


def wound(play: Play[State], who: str, trait: TraitId | Literal[""], level: Level) -> None:
    """A blow of this level lands on a PC, on the Trait that the latest Momentum Test bound (SE-DMG-01, SE-RD-31).
    SE-DMG-02 to SE-DMG-04 say what it does; with no Trait bound it is taken bodily."""
    hit, trait = HITS[level], trait or "physique"
    sank = hurt(play, who, trait, hit.stress, "stress", level)
    if hit.out and play.state.characters[who].stands == "in":
        play.record(Sidelined(who=who, rules=("SE-DMG-03", "SE-UND-01", "SE-TRAP-22")))
    if sank or hit.doom:
        doom(play, who, trait, legendary=hit.doom)


def hurt(
    play: Play[State], who: str, on: str, ranks: int, source: Literal["stress", "sfx"], level: Level | None = None
) -> bool:
    """Penalty Ranks on a Trait or SFX Quality, tagged for recovery (SE-DMG-05); whether they would go below Weak. What
    would go below is not written down (SE-RD-37)."""
    character = play.state.characters[who]
    below = max(ranks - max(ladder.steps(character.whole(on)) - character.hurt(on), 0), 0)
    penalties = inflicted(character.penalties, on, ranks - below, source, play.state.scenes)
    rules = ("SE-DMG-01", "SE-DMG-02", "SE-DMG-05") if source == "stress" else ("SE-SFX-08",)
    rules = (*rules, "SE-RD-37") if below else rules
    play.record(Hurt(who=who, on=on, penalties=penalties, dropped=below, level=level, rules=rules))
    return below > 0


def doom(play: Play[State], who: str, trait: TraitId, *, legendary: bool) -> None:
    """A Doom comes; one at a time and one a hit, but Legendary damage leaves its mark (SE-DOOM-01, SE-RD-09)."""
    due = play.state.characters[who].doom
    if due is None or (legendary and not due.legendary):
        play.record(DoomCame(who=who, doom=Doom(trait, legendary), rules=("SE-DOOM-01", "SE-RD-09", "SE-TRAP-13")))


class NcStressed(AboutNc, tag="nc-stressed"):
    """An NC took Stress; `now` is the Rank it is left at."""

    stress: int
    now: Rank
    level: Level | None = None

    def evolve(self, state: State) -> State:
        nc = state.ncs[self.nc]
        hit = replace(nc, stress=nc.stress + self.stress)
        return fallen(state.with_nc(hit), nc, hit)

    def line(self, state: State) -> Line:
        nc = state.ncs[self.nc]
        fall = f", and is {ladder.title(self.now)} now" if nc.pattern.falls else ""
        return Line("result", f"{nc.name} takes {self.stress} Stress{fall}.")


class NcOut(AboutNc, tag="nc-out"):
    """An NC is overcome."""

    def evolve(self, state: State) -> State:
        return without_attacks(state.with_ncs([self.nc], out=True), self.nc)

    def line(self, state: State) -> Line:
        fact = befell(state, "out", self.nc, "is overcome")
        return Line("result", f"{state.named(self.nc)} is overcome.", facts=(fact,))


def stress(play: Play[State], nc: str, amount: int, level: Level | None) -> None:
    """An NC takes Stress; each can yield a clue, and enough of it puts the NC out (SE-NC-06 to SE-NC-09, SE-DMG-06)."""
    hit = play.state.ncs[nc]
    taken = min(amount, max(hit.left, 1))
    if not hit.active or not taken:
        return
    now = ladder.lowered(hit.now, taken * hit.pattern.falls)
    rules = ("SE-DMG-06", "SE-NC-08", "SE-TRAP-08") if hit.pattern.falls else ("SE-DMG-06", "SE-NC-06", "SE-NC-07")
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


HITS_PART: Final = Part[State](Hurt, Sidelined, DoomCame, HealingDue, NcStressed, NcOut)
