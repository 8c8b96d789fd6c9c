"""Where a fight stands, whose turn it is, and what can be asked of it there.

    ladder    somebody has not rolled Initiative                              GP-CORE-10
    asking    a group may lose heart, or has; a test or a wound is unsettled  GP-MORALE-07
    turns     otherwise                                                       GP-CORE-10
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, Final, Literal, TypeAlias

from msgspec.structs import replace

from moot.core import Line, Part, Waiting
from moot.games.perilous.flow import Within, begun, spoken
from moot.games.perilous.order import beaten, figures_of, name_in, standing, to_act, turn_of
from moot.games.perilous.state import State
from moot.games.perilous.underway import Band, Fight, Fighter
from moot.kit.keyed import put
from moot.kit.people import waits_for
from moot.kit.procedures import OfProcedure, PhaseRow

FightPhase: TypeAlias = Literal["ladder", "asking", "turns"]
"""Where a fight stands."""
_ALWAYS: Final = frozenset({"count", "join-fight", "close-fight"})
PHASES: Final[dict[FightPhase, PhaseRow]] = {
    "ladder": PhaseRow("GP-CORE-10", _ALWAYS | {"roll-initiative"}),
    "asking": PhaseRow("GP-MORALE-07", _ALWAYS | {"prompt", "break", "loss"}),
    "turns": PhaseRow("GP-CORE-10", _ALWAYS | {"end-turn", "let-go-first", "loss", "rally", "inspire", "buy-action"}),
}
"""The phases of a fight."""


def phase_of(state: State, fight: Fight) -> FightPhase:
    """The phase that follows from what a fight holds."""
    if any(one.total is None for one in standing(state, fight)):
        return "ladder"
    return "asking" if _shaken(state, fight) or state.busy(fight.id) else "turns"


def _shaken(state: State, fight: Fight) -> bool:
    """Whether the guide has a word to say on somebody's heart."""
    return any(band.due for band in fight.bands.values()) or any(broke(state, fight))


def broke(state: State, fight: Fight) -> Iterator[tuple[Band, str]]:
    """The groups and leaders who broke and can still flee or turn, each with the group in which they stand."""
    able = {who.id for who in state.cast() if not who.incapacitated}
    able |= {band.id for band in fight.bands.values() if band.count}
    for band in fight.bands.values():
        yield from ((band, who) for who, heart in band.hearts.items() if heart == "broken" and who in able)


class OfFight(OfProcedure[State, Fight]):
    """An event of one fight."""

    procedure, among = "fight", "fights"
    fight: str

    def called(self, state: State, who: str) -> str:
        """What somebody or a group in it is called, within a sentence."""
        return name_in(state, state.fights[self.fight], who)

    def says(self, state: State, kind: str, who: str, text: str, **more: Any) -> Line:
        """A line about what somebody does; a group has no mark of its own, and is named in the text. Verbs
        agree with them."""
        if who in state.people:
            return Line(kind, spoken(text, many=False), state.named(who), **more)
        return Line(kind, f"{begun(self.called(state, who))} {spoken(text, many=True)}", **more)


class OfBand(OfFight):
    """An event of one group: `becomes` says what it makes of it."""

    band: str

    def unfold(self, fight: Fight) -> Fight:
        """The fight with the group as `becomes` gives it."""
        return replace(fight, bands=put(fight.bands, self.becomes(fight.bands[self.band])))

    @abstractmethod
    def becomes(self, band: Band) -> Band:
        """The group after it."""

    def said(self, state: State, text: str) -> Line:
        """A line about what the group does."""
        return self.says(state, "move", self.band, text)


class Inspired(OfFight, tag="inspired"):
    """People and groups are inspired until the fight is over: their thresholds are higher (GP-CORE-20). So is a group's
    typical one, on whom a blow at the group falls, unless another group of those figures is not (GP-MORALE-04)."""

    fight: str = ""
    who: tuple[str, ...]

    def evolve(self, state: State) -> State:
        state = super().evolve(state) if self.fight else state
        bands = state.fights[self.fight].bands if self.fight else {}
        apart = {who for band in bands.values() for who in (*band.leaders, *(() if band.inspired else (band.typical,)))}
        typical = {bands[id_].typical for id_ in self.who if id_ in bands} - apart
        for who in (*(who for who in self.who if who not in bands), *typical):
            state = state.with_person(who, inspired=True)
        return state

    def unfold(self, fight: Fight) -> Fight:
        reached = (replace(band, inspired=True) for band in fight.bands.values() if band.id in self.who)
        return replace(fight, bands=put(fight.bands, *reached))

    def line(self, state: State) -> Line:
        names = (self.called(state, who) if self.fight else state.name(who) for who in self.who)
        return Line("result", f"Inspired: {', '.join(names)}.")


INSPIRING: Final = Part(Inspired)


class InFight(Within):
    """A command of a fight."""

    procedure, about_any, phase_at, phases = "fight", "fights", staticmethod(phase_of), PHASES
    nothing = ("no-fight", "No fight gives you anything to do that with now.", "GP-CORE-10")
    fight: str


def owner(state: State, fight: Fight, id_: str) -> str:
    """The seat that acts for somebody in a fight."""
    return state.played_by(figures_of(state, fight, id_).id)


def due(state: State, fight: Fight) -> Fighter | None:
    """Who is to act on this turn: nobody as soon as a side is beaten, or while a test of theirs is open."""
    acts = () if beaten(state, fight) or phase_of(state, fight) != "turns" else to_act(state, fight)[:1]
    tested = {trial.who for trial in state.trials.values()}
    return next((one for one in acts if figures_of(state, fight, one.id).id not in tested), None)


def ending(state: State, fight: Fight) -> bool:
    """Whether only its end is left of a fight: nothing in it is open, and nobody stands on a side."""
    return phase_of(state, fight) == "turns" and beaten(state, fight)


def headline(state: State) -> str:
    """Where the first fight stands, in a few words; nothing if there is none."""
    fight = next(iter(state.fights.values()), None)
    if fight is None:
        return ""
    acts = due(state, fight)
    over = "The fight is decided" if ending(state, fight) else "They fight"
    return f"It is {turn_of(state, fight, acts.id)}" if acts else over


def waiting(state: State) -> tuple[Waiting, ...]:
    """Whom fights wait for; their tests wait by themselves."""
    return waits_for(state, (one for fight in state.fights.values() for one in _asked(state, fight)))


def _asked(state: State, fight: Fight) -> Iterator[tuple[str, str]]:
    phase = phase_of(state, fight)
    if phase == "ladder":
        rolling = (owner(state, fight, one.id) for one in standing(state, fight) if one.total is None)
        yield from ((seat, "Initiative") for seat in dict.fromkeys(rolling))
    elif phase == "asking" and _shaken(state, fight):
        asked = any(band.due for band in fight.bands.values())
        yield "", "whether they lose heart" if asked else "what those do who broke"
    elif ending(state, fight):
        yield "", "the end of the fight"
    elif acts := due(state, fight):
        yield owner(state, fight, acts.id), turn_of(state, fight, acts.id)
