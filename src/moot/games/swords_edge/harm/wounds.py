"""Harm to PCs: Penalty Ranks, out of the scene, and a Doom that comes (SE-DMG-01 to SE-DMG-05, SE-DOOM-01)."""

from __future__ import annotations

from typing import Final, Literal

from moot.core import Event, Line, Part, Play
from moot.games.swords_edge import ladder
from moot.games.swords_edge.character import Character, Doom, Penalty
from moot.games.swords_edge.figures.characters import TRAITS
from moot.games.swords_edge.figures.dice import HITS, Level, Rank, TraitId
from moot.games.swords_edge.state import State
from moot.kit.tracks import inflicted


class Hurt(Event[State], tag="hurt"):
    """A PC took Penalty Ranks on a Trait or an SFX Quality; `dropped` would have gone below Weak."""

    who: str
    on: str
    penalties: tuple[Penalty, ...]
    dropped: int = 0
    level: Level | None = None

    def evolve(self, state: State) -> State:
        return state.with_pc(self.who, penalties=(*state.characters[self.who].penalties, *self.penalties))

    def line(self, state: State) -> Line:
        count = len(self.penalties) + self.dropped
        ranks = "a Penalty Rank" if count == 1 else f"{count} Penalty Ranks"
        below = f", {self.dropped} of them below Weak" if self.dropped else ""
        on = called(state.characters[self.who], self.on)
        return Line(kind="result", text=f"{state.named(self.who)} takes {ranks} on {on}{below}.")


class Sidelined(Event[State], tag="sidelined"):
    """A PC cannot act or react for the rest of the scene, and is Undefended (SE-DMG-03)."""

    who: str

    def evolve(self, state: State) -> State:
        return state.with_pc(self.who, stands="helpless")

    def line(self, state: State) -> Line:
        text = f"{state.named(self.who)} can neither act nor react for the rest of the scene."
        return Line(kind="result", text=text)


class DoomCame(Event[State], tag="doom-came"):
    """A PC faces a Doom."""

    who: str
    doom: Doom

    def evolve(self, state: State) -> State:
        return state.with_pc(self.who, doom=self.doom)

    def line(self, state: State) -> Line:
        return Line(kind="result", text=f"A Doom on {state.named(self.who)}’s {TRAITS[self.doom.trait].title}.")


def called(who: Character, what: str) -> str:
    """What people call a Trait or a Quality of a PC, which may be gone since."""
    if what in TRAITS:
        return TRAITS[what].title
    return who.quality(what).name if who.has(what) else "a Quality"


def wound(play: Play[State], who: str, trait: TraitId | Literal[""], level: Level) -> None:
    """A blow of this level lands on a PC, on the Trait that the latest Momentum Test bound (SE-DMG-01, SE-RD-31).

    SE-DMG-02 to SE-DMG-04 say what it does; with no Trait bound it is taken bodily.
    """
    hit, trait = HITS[level], trait or "physique"
    sank = hurt(play, who, trait, hit.stress, "stress", level)
    if hit.out and play.state.characters[who].stands == "in":
        play.record(Sidelined(who=who, rules=("SE-DMG-03", "SE-UND-01", "SE-TRAP-22")))
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
    penalties = inflicted(character.penalties, on, ranks - below, source, play.state.scenes)
    rules = ("SE-DMG-01", "SE-DMG-02", "SE-DMG-05") if source == "stress" else ("SE-SFX-08",)
    rules = (*rules, "SE-RD-37") if below else rules
    play.record(Hurt(who=who, on=on, penalties=penalties, dropped=below, level=level, rules=rules))
    return below > 0


def _whole(character: Character, on: str) -> Rank:
    return character.traits[ladder.as_trait(on)] if on in ladder.TRAITS else character.quality(on).rank


def doom(play: Play[State], who: str, trait: TraitId, *, legendary: bool) -> None:
    """A Doom comes; one at a time and one a hit, but Legendary damage leaves its mark (SE-DOOM-01, SE-RD-09)."""
    due = play.state.characters[who].doom
    if due is None or (legendary and not due.legendary):
        comes = Doom(trait, legendary)
        play.record(DoomCame(who=who, doom=comes, rules=("SE-DOOM-01", "SE-RD-09", "SE-TRAP-13")))


WOUNDS: Final[Part[State]] = Part(Hurt, Sidelined, DoomCame)
