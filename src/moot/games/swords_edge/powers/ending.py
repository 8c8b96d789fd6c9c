"""How a power ends, and what each failed Test of it costs (SE-SFX-07 to SE-SFX-10)."""

from __future__ import annotations

from typing import Final, Literal

from moot.core import Event, Line, Part, Play
from moot.games.swords_edge import ladder
from moot.games.swords_edge.figures.dice import HITS, Level
from moot.games.swords_edge.harm.stress import stress
from moot.games.swords_edge.harm.wounds import doom, hurt
from moot.games.swords_edge.state import State

_SAYS: Final = {"done": "The power takes effect.", "lost": "The power is lost.", "given-up": "The power is let go."}


class SfxEnded(Event[State], tag="sfx-ended"):
    """A power is over: it took effect, was lost, or was given up. `effect`: the level of what it did instead of Stress
    (SE-SFX-09)."""

    pairing: str
    how: Literal["done", "lost", "given-up"]
    effect: Level | None = None

    def evolve(self, state: State) -> State:
        return state.without_pairing(self.pairing)

    def line(self, state: State) -> Line:
        level = f" {ladder.title(self.effect)}, and no Stress: as it is told." if self.effect else ""
        return Line(kind="move", text=f"{_SAYS[self.how]}{level}")


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
    """Failing any Test as a defender loses the power one is busy with (SE-SFX-07, SE-SFX-10, SE-RD-17)."""
    for pairing in tuple(play.state.pairings.values()):
        if pairing.sfx is not None and who in pairing.stands:
            play.record(SfxEnded(pairing=pairing.id, how="lost", rules=("SE-SFX-07", "SE-SFX-10", "SE-RD-17")))


ENDING: Final[Part[State]] = Part(SfxEnded, module="powers")
