"""Inspiring Words (GP-CORE-20)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from moot.core import Choice, Choose, Event, Line, Offered, Part, Play, Seat
from moot.games.perilous.constants import INSPIRED, MORALE
from moot.games.perilous.dice import SUCCESSES
from moot.games.perilous.fight.phases import InFight, figures_of, name_in, standing
from moot.games.perilous.flow import settles
from moot.games.perilous.state import State
from moot.games.perilous.trial import Trial
from moot.games.perilous.trying import call
from moot.games.perilous.warband import Fight


class Inspired(Event[State], tag="inspired"):
    """People are inspired until the fight is over: their thresholds are higher (GP-CORE-20)."""

    who: tuple[str, ...]

    def evolve(self, state: State) -> State:
        for who in self.who:
            state = state.with_person(who, inspired=True)
        return state

    def line(self, state: State) -> Line:
        return Line("result", "Inspired: " + ", ".join(state.name(who) for who in self.who) + ".")


class Inspire(InFight, tag="inspire"):
    """Speak inspiring words to allies in a fight."""

    rules, urgency = ("GP-CORE-20",), "may"
    who: str
    allies: tuple[str, ...]

    @classmethod
    def offers_in(cls, state: State, seat: Seat, fight: Fight) -> Iterator[Offered]:
        there = standing(state, fight)
        for one in there:
            if one.id in fight.bands or not state.owns(seat, one.id):
                continue
            allies = {
                figures_of(state, fight, other.id).id: name_in(state, fight, other.id) for other in there
                if other.side == one.side and other.id != one.id and not figures_of(state, fight, other.id).inspired
            }
            if reach := state.people[one.id].bonus("fellowship") * INSPIRED.critical_reach:
                choices = tuple(Choice(id_, name) for id_, name in allies.items() if id_ != one.id)
                blank = Choose(
                    name="allies", label="Whom do you mean?", choices=choices, many=True, most=min(reach, len(choices)),
                    hint=f"A success reaches the first {reach // INSPIRED.critical_reach}, a critical one all.",
                )
                label = "Inspiring words" if not seat.guides else f"{state.name(one.id)}: inspiring words"
                if choices:
                    yield cls.offer_in(fight, one.id, label, "+1 to both thresholds.", blank, who=one.id)

    def act(self, play: Play[State], of: str) -> None:
        call(play, Trial(
            id="", who=of, skill=MORALE.rally_skill, purpose="inspire", of=self.fight, step=" ".join(self.allies),
            why="Inspiring words.",
        ))


@settles("inspire")
def inspire(play: Play[State], trial: Trial) -> None:
    """Whom the words reach (GP-CORE-20)."""
    outcome = trial.fell.outcome
    if outcome in SUCCESSES:
        reach = play.state.people[trial.who].bonus("fellowship")
        reach *= INSPIRED.critical_reach if outcome == "critical-success" else 1
        reached = [who for who in trial.step.split()[:reach] if not play.state.people[who].inspired]
        if reached:
            play.record(Inspired(who=tuple(reached), rules=("GP-CORE-20",)))


WORDS_PART: Final = Part(Inspire, Inspired)
