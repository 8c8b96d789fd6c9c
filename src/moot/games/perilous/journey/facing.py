"""What an encounter drawn from a table opens by itself: nerves to keep, or a hazard to pass (GP-WILD-10)."""

from __future__ import annotations

from typing import Final

from moot.core import Offers, Part, Play, Refused, Seat
from moot.games.perilous.chase.trouble import said
from moot.games.perilous.figures import SKILLS
from moot.games.perilous.flow import only_guide, settles, whom
from moot.games.perilous.harm import asks, suffer
from moot.games.perilous.journey.phases import InJourney, travellers
from moot.games.perilous.madness import terrify
from moot.games.perilous.meeting import EncounterGrew
from moot.games.perilous.packs import EncounterEntry, Foe, foe_of, meetings
from moot.games.perilous.route import Journey
from moot.games.perilous.state import State
from moot.games.perilous.terms import amid
from moot.games.perilous.trial import Trial
from moot.games.perilous.trying import call

HAZARD: Final = "journey-hazard"
"""The purpose of a test that an encounter asks for."""
_NERVES: Final = ("stress", "fear", "terror")


def opens(state: State, key: str) -> str:
    """What is behind an encounter, and what it opens, in words for the guide; empty for one in their own words, or of
    tables taken away."""
    row = meetings(state.packs).get(key)
    return " ".join(filter(None, (row.secret, _opens(row, foe_of(state.packs, key))))) if row else ""


def _opens(row: EncounterEntry, foe: Foe | None) -> str:
    effect, foes = row.effect, f" with {row.count} × {amid(foe.name)}" if foe else ""
    if row.opens == "exchange":
        return f"An exchange, {row.disposition}{foes}."
    if row.opens == "test" and effect:
        fails = f" Failing: {said(effect.failure)}" if effect.failure else ""
        worse = f" Critical: {said(effect.critical)}" if effect.critical else ""
        return f"A test of {SKILLS[effect.skill].title}.{fails}{worse}"
    return "" if row.opens == "nothing" else f"{row.opens.title()}{foes}."


class FaceEncounter(InJourney, tag="face-encounter"):
    """Let people face what the encounter's row opens: Stress, Fear, Terror, or a hazard's test."""

    rules, urgency, giver, throws = ("GP-WILD-10",), "may", only_guide("says what people face"), "later"
    who: tuple[str, ...]

    @classmethod
    def offers_in(cls, state: State, seat: Seat, journey: Journey) -> Offers:
        meeting = journey.passage.meeting
        row = meetings(state.packs).get(meeting.row) if meeting else None
        if meeting is None or row is None or row.opens not in (*_NERVES, "test"):
            raise Refused("nothing-to-face", "Open what this encounter needs yourself: a chase, an exchange, a fight.")
        if not (able := tuple(who.id for who in travellers(state, journey) if not who.incapacitated)):
            raise Refused("nobody-able", "Nobody is fit to face it.", "GP-CORE-13")
        who = whom(state, "Who faces it?", able, many=True, default=able)
        yield cls.offer_in(journey, (meeting.title, row), "They face it", opens(state, meeting.row), who)

    def act(self, play: Play[State], of: tuple[str, EncounterEntry]) -> None:
        title, row = of
        if row.opens in _NERVES:
            terrify(play, row.opens, title, self.who)
        elif effect := row.effect:
            for who in self.who:
                play.record(EncounterGrew(journey=self.journey, child=play.state.next_id, rules=self.rules))
                call(play, asks(effect, who, purpose=HAZARD, of=self.journey, why=title))


@settles(HAZARD)
def _passed(play: Play[State], trial: Trial) -> None:
    """What comes of a hazard; nothing by itself where its table was taken away."""
    meeting = play.state.journeys[trial.of].passage.meeting
    row = meetings(play.state.packs).get(meeting.row) if meeting else None
    if row and row.effect:
        suffer(play, trial.who, row.effect.result(trial.fell.outcome), "GP-WILD-10", trial.of)


FACING: Final = Part(FaceEncounter)
