"""Trouble on the road: the Threat dice, and what finds the party (GP-WILD-10).

What fell is the guide's alone until the Stretch ends, unless the table plays with open Threat rolls; what is drawn,
until the guide tells it. In between everybody else sees the same, whatever fell.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from msgspec.structs import replace

from moot.core import Fact, Line, Offers, Part, Play, Refused, Seat, Urgency, Write
from moot.games.perilous.figures import DICE, TERRAIN
from moot.games.perilous.flow import only_guide
from moot.games.perilous.fortune import PointSpent
from moot.games.perilous.journey.days import LAND
from moot.games.perilous.journey.phases import InJourney, OfJourney
from moot.games.perilous.meeting import EncounterGrew
from moot.games.perilous.packs import EncounterEntry, encounters, meetings, table_of
from moot.games.perilous.person import total
from moot.games.perilous.route import Encounter, HardMoment, Journey, Passage
from moot.games.perilous.state import State
from moot.games.perilous.terms import Land
from moot.kit.bars import percent
from moot.kit.keyed import without

CHAOS: Final = DICE.chaos
SURPRISES: Final = {"party": "The party has a Surprise Turn.", "enemy": "The enemy has a Surprise Turn."}
"""Whose the first turn is, in words (GP-WILD-08)."""


OPENED: Final = ("chases", "exchanges", "ordeals", "fights")
"""What an encounter can open: fields of the state."""


def runs(state: State) -> Iterator[str]:
    """The ids of what an encounter can open and what is not over."""
    found = (getattr(state, kind).items() for kind in OPENED)
    return (id_ for some in found for id_, one in some if not getattr(one, "over", False))


class ThreatRolled(OfJourney, tag="threat-rolled"):
    """The Threat dice of a moment fell; with `sealed` its hearer does not learn how."""

    faces: tuple[int, ...] = ()
    sealed: bool = False

    def unfold(self, journey: Journey) -> Journey:
        return journey.with_moment(watched=True, faces=self.faces)

    def line(self, state: State) -> Line:
        if self.sealed:
            return Line("roll", "The GM rolls to see whether trouble finds them.")
        found = "an encounter" if CHAOS.shows in self.faces else "nothing"
        text = f"The GM rolls to see whether trouble finds them: {found}."
        return Line("roll", text, throws=CHAOS.thrown(*self.faces))

    def told(self, state: State, seat: Seat) -> ThreatRolled | None:
        if seat.guides or state.options.threat_rolls == "open":
            return self
        return replace(self, faces=(), sealed=True)


class RollThreat(InJourney, tag="threat"):
    """Roll the Threat dice of this moment."""

    rules, urgency, stands_in = ("GP-WILD-10", "GP-WILD-08"), ("must", "may"), True
    giver = only_guide("rolls the Threat dice")

    @classmethod
    def offers_in(cls, state: State, seat: Seat, journey: Journey) -> Offers:
        dice = _due(journey)
        label = f"Roll {dice} Threat {'die' if dice == 1 else 'dice'}" if dice else "No Threat dice: go on"
        some_six = percent(1 - Fraction(CHAOS.sides - 1, CHAOS.sides) ** dice)
        why = f"An encounter in {some_six}." if dice else "Nothing can find them here."
        yield cls.offer_in(journey, dice, label, why, rolls=(CHAOS.sides,) * dice)

    def act(self, play: Play[State], of: int) -> None:
        play.record(ThreatRolled(journey=self.journey, faces=play.roll(*(CHAOS.sides,) * of), rules=("GP-WILD-10",)))


def _due(journey: Journey) -> int:
    """How many Threat dice are to fall in this moment. Raises Refused once they have."""
    moment = journey.passage.moment
    if moment is None or moment.watched:
        raise Refused("rolled-already", "The Threat dice of this moment have fallen.", "GP-WILD-10")
    return journey.here.dice


class ForceThreat(InJourney, tag="force-threat"):
    """Spend Misfortune to set a Threat die to 6; the others are rolled."""

    rules, urgency, giver = ("GP-CORE-18", "GP-WILD-10"), "may", only_guide("rolls the Threat dice")

    @classmethod
    def offers_in(cls, state: State, seat: Seat, journey: Journey) -> Offers:
        if not (dice := _due(journey)):
            raise Refused("no-dice", "No Threat dice are rolled here.", "GP-WILD-08")
        if not total(state.misfortune):
            raise Refused("no-points", "There is no Misfortune to set a die with.", "GP-CORE-18")
        label, rolls = "Spend Misfortune: a Threat die shows a 6", (CHAOS.sides,) * (dice - 1)
        yield cls.offer_in(journey, dice, label, "Everybody sees that you spend it.", rolls=rolls)

    def act(self, play: Play[State], of: int) -> None:
        play.record(PointSpent(pool="misfortune", who="", what="a Threat die shows a 6", rules=self.rules[:1]))
        faces = (CHAOS.shows, *play.roll(*(CHAOS.sides,) * (of - 1)))
        play.record(ThreatRolled(journey=self.journey, faces=faces, rules=("GP-WILD-10",)))


def _fresh(play: Play[State], passage: Passage) -> str:
    return play.hidden_id({one.id for one in passage.encounters})


def _holding(journey: Journey, *held: Encounter) -> Journey:
    """A journey with this encounter, or with none, instead of one that was held ready."""
    return journey.with_passage(encounters=(*(one for one in journey.passage.encounters if one.told), *held))


class RoadQuiet(OfJourney, tag="road-quiet"):
    """Nothing finds the party in this moment."""

    sentence, quotes = ("result", "The road stays quiet."), "why"
    hides = (("why", ""),)
    why: str = ""

    def unfold(self, journey: Journey) -> Journey:
        return _holding(journey.with_moment(answered=True))


class QuietRoad(InJourney, tag="quiet-road"):
    """Say that nothing finds the party."""

    rules, urgency, giver = ("GP-WILD-10",), ("must", "may"), only_guide("says whether trouble finds them")
    reason: str = ""

    @classmethod
    def offers_in(cls, state: State, seat: Seat, journey: Journey) -> Offers:
        moment = _rolled(journey)
        if moment.trouble:
            reason = Write(name="reason", label="Why? Only you read it.", least=0)
            yield cls.offer_in(journey, moment, "Let it pass", "A 6 fell; you may let it pass.", reason, urgency="may")
        else:
            why = "No 6 fell." if moment.faces else "No dice fell."
            urgency: Urgency = "may" if journey.passage.drawn else "must"
            yield cls.offer_in(journey, moment, "The road is quiet", why, urgency=urgency)

    def act(self, play: Play[State], of: HardMoment) -> None:
        play.record(RoadQuiet(journey=self.journey, why=self.reason.strip(), rules=self.rules))


def _rolled(journey: Journey) -> HardMoment:
    """The moment whose Threat dice fell. Raises Refused before that, in the same words whatever fell."""
    moment = journey.passage.moment
    if moment is None or not moment.watched:
        raise Refused("roll-first", "Roll the Threat dice first.", "GP-WILD-10")
    return moment


class EncounterDrawn(OfJourney, tag="encounter-drawn"):
    """The guide drew an encounter, and holds it ready."""

    heard_by = "guide"
    encounter: Encounter

    def unfold(self, journey: Journey) -> Journey:
        return _holding(journey, self.encounter)

    def line(self, state: State) -> Line:
        drawn, table = self.encounter, table_of(state.packs, self.encounter.row)
        return Line("roll", f"The GM draws an encounter from {table}: {drawn.title}.", quote=drawn.text)


class DrawEncounter(InJourney, tag="draw-encounter"):
    """Draw an encounter from the table of a land; nobody else learns of it."""

    rules, urgency, giver = ("GP-WILD-10",), "may", only_guide("draws encounters")
    together = "Draw an encounter"
    land: Land

    @classmethod
    def offers_in(cls, state: State, seat: Seat, journey: Journey) -> Offers:
        passage, stretch, why = journey.passage, journey.here, "You may change it before you tell it."
        first = _FITS.get(stretch.land, "road") if stretch.surface in LAND else stretch.surface
        if passage.moment is not None and not passage.moment.answered:
            _rolled(journey)
        draw = "Draw another encounter" if passage.drawn else "Draw an encounter"
        for land in sorted(_FROM, key=lambda land: land != first):
            rows = [*encounters(state.packs, land).items()]
            yield cls.offer_in(journey, (passage, rows), f"{draw} {_FROM[land]}", why, rolls=(len(rows),), land=land)

    def act(self, play: Play[State], of: tuple[Passage, list[tuple[str, EncounterEntry]]]) -> None:
        passage, rows = of
        [face] = play.roll(len(rows))
        key, row = rows[face - 1]
        drawn = Encounter(id=_fresh(play, passage), moment=passage.latest, title=row.title, text=row.text, row=key)
        play.record(EncounterDrawn(journey=self.journey, encounter=drawn, rules=self.rules))


_FROM: Final[dict[Land, str]] = {
    "road": "on the road", "wood": "in a wood", "height": "among hills and caves", "waste": "in a waste",
    "river": "on a river", "sea": "at sea",
}
"""Where each table's encounters happen, in words."""
_FITS: Final[dict[str, Land]] = {word: land for row in TERRAIN.values() for word, land in row.words.items()}
"""The table of encounters that fits each word for land (GP-WILD-02)."""


class EncounterTold(OfJourney, tag="encounter-told"):
    """Something finds the party; `row`, `ran` and `children` in it are the guide's alone."""

    encounter: Encounter

    def unfold(self, journey: Journey) -> Journey:
        return _holding(journey, self.encounter)

    def line(self, state: State) -> Line:
        one, passage = self.encounter, state.journeys[self.journey].passage
        surprise = SURPRISES.get(passage.effect("scout").surprise or "", "")
        fact = Fact(kind="fact", text=f"Trouble: {one.title}", note=surprise, of=self.journey)
        return Line("move", f"Something finds them: {one.title}. {surprise}".strip(), quote=one.text, facts=(fact,))

    def told(self, state: State, seat: Seat) -> EncounterTold | None:
        return self if seat.guides else replace(self, encounter=replace(self.encounter, ran=(), row="", children=()))


class OpenEncounter(InJourney, tag="open-encounter"):
    """Tell what finds the party: what was drawn, or in your own words."""

    rules, urgency, giver = ("GP-WILD-10", "GP-WILD-08"), ("must", "may"), only_guide("tells what finds the party")
    title: str
    text: str = ""

    @classmethod
    def offers_in(cls, state: State, seat: Seat, journey: Journey) -> Offers:
        passage = journey.passage
        moment, drawn = passage.moment, passage.drawn
        if pending := moment is not None and not moment.answered:
            moment = _rolled(journey)
        must = pending and moment is not None and moment.trouble
        label = "Tell what finds them" if must or drawn else "Tell an encounter anyway"
        surprise = SURPRISES.get(passage.effect("scout").surprise or "", "Nobody is surprised.")
        row = meetings(state.packs).get(drawn.row) if drawn else None
        secret = f"Only you know: {row.secret} " if row and row.secret else ""
        yield cls.offer_in(
            journey, passage, label, f"{secret}{surprise} A chase, an exchange or a test of nerve that you open then "
            "is part of it; the journey waits for it.",
            Write(name="title", label="What is it?", default=drawn.title if drawn else ""),
            Write(
                name="text", label="What do they see?", hint="All of them read it.", least=0, lines=3, most=1000,
                default=drawn.text if drawn else "",
            ),
            urgency="must" if must or (drawn and pending) else "may",
        )

    def act(self, play: Play[State], of: Passage) -> None:
        drawn = of.drawn
        id_ = drawn.id if drawn else _fresh(play, of)
        encounter = Encounter(
            id=id_, moment=of.latest, title=self.title.strip(), text=self.text.strip(), row=drawn.row if drawn else "",
            told=True, ran=tuple(runs(play.state)), children=drawn.children if drawn else (),
        )
        play.record(EncounterTold(journey=self.journey, encounter=encounter, rules=self.rules))


def adopt(play: Play[State], journey: Journey, meeting: Encounter) -> None:
    """Count what was opened during an encounter as part of it."""
    known = {*meeting.ran, *meeting.children}
    for id_ in [one for one in runs(play.state) if one not in known]:
        play.record(EncounterGrew(journey=journey.id, child=id_, rules=("GP-WILD-10",)))


def still_open(state: State, journey: Journey) -> bool:
    """Whether something that the encounter opened goes on."""
    meeting = journey.passage.meeting
    return meeting is not None and not {*meeting.children}.isdisjoint(runs(state))


class EncounterClosed(OfJourney, tag="encounter-closed"):
    """An encounter is over."""

    sentence, quotes = ("move", "The encounter is over."), "end"
    end: str

    def evolve(self, state: State) -> State:
        return super().evolve(state.moved_on())

    def unfold(self, journey: Journey) -> Journey:
        return journey.with_held(over=True, end=self.end).with_moment(answered=True)


class CloseEncounter(InJourney, tag="close-encounter"):
    """Say what came of the encounter; the journey goes on."""

    rules, urgency, giver = ("GP-WILD-10",), ("must", "may"), only_guide("says when an encounter is over")
    end: str = ""

    @classmethod
    def offers_in(cls, state: State, seat: Seat, journey: Journey) -> Offers:
        meeting = journey.passage.meeting
        if still_open(state, journey):
            raise Refused("still-running", "What the encounter opened is not over yet.", "GP-WILD-10")
        if state.wounds or state.busy(journey.id):
            raise Refused("unsettled", "A wound or a test has to be settled first.", "GP-WILD-11")
        end = Write(name="end", label="In a sentence, for the story", least=0)
        yield cls.offer_in(journey, meeting, "The encounter is over", "", end)

    def act(self, play: Play[State], of: object) -> None:
        play.record(EncounterClosed(journey=self.journey, end=self.end.strip(), rules=self.rules))


class EncounterStruck(OfJourney, tag="encounter-struck"):
    """An encounter is taken back, and with it all that it opened; only the guide hears of `children`."""

    sentence = ("move", "The GM takes the encounter back, and all that it opened.")
    hides = (("children", ()),)
    children: tuple[str, ...] = ()

    def evolve(self, state: State) -> State:
        """The state without it and its children, and without what these still waited for."""
        state, gone = super().evolve(state).without_fights(*self.children), self.children
        left: dict[str, Any] = {kind: without(getattr(state, kind), *gone) for kind in OPENED}
        for kind in ("trials", "wounds"):
            left[kind] = {id_: one for id_, one in getattr(state, kind).items() if not {id_, one.of} & {*gone}}
        return replace(state, **left)

    def unfold(self, journey: Journey) -> Journey:
        struck = journey.passage.meeting
        return journey.with_passage(encounters=tuple(one for one in journey.passage.encounters if one is not struck))


class StrikeEncounter(InJourney, tag="strike-encounter"):
    """Take an encounter back, with the chase or talk that it opened."""

    rules, urgency, giver = ("GP-WILD-10",), "tool", only_guide("takes encounters back")

    @classmethod
    def offers_in(cls, state: State, seat: Seat, journey: Journey) -> Offers:
        meeting = journey.passage.meeting
        if meeting and any(wound.of in meeting.children for wound in state.wounds.values()):
            raise Refused("unsettled", "A wound that somebody has taken in it has to be settled first.", "GP-CORE-16")
        why = "It and all that it opened are gone; what people suffered in it stays."
        yield cls.offer_in(journey, meeting, "Take the encounter back", why)

    def act(self, play: Play[State], of: Encounter) -> None:
        play.record(EncounterStruck(journey=self.journey, children=of.children, rules=self.rules))


TROUBLE: Final = Part(
    RollThreat, ForceThreat, DrawEncounter, OpenEncounter, QuietRoad, CloseEncounter, StrikeEncounter,
    ThreatRolled, RoadQuiet, EncounterDrawn, EncounterTold, EncounterClosed, EncounterStruck,
)
