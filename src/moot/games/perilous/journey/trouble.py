"""Trouble on the road: the Threat dice, and what finds the party (GP-WILD-10).

What fell is the guide's alone until the Stretch ends, unless the table plays with open Threat rolls; what is drawn,
until the guide tells it. In between everybody else sees the same, whatever fell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Final, get_args

import msgspec
from msgspec.structs import replace

from moot.core import Line, Offered, Part, Play, Refused, Seat, Shown, Throw, Write
from moot.core.frames import Fact
from moot.games.perilous.constants import DICE
from moot.games.perilous.flow import only_guide
from moot.games.perilous.journey.phases import InJourney, OfJourney, passing, with_moment, with_passage
from moot.games.perilous.packs import Encounter as Row, Land, encounters, table_of
from moot.games.perilous.route import Encounter, Journey, Moment, Passage
from moot.games.perilous.state import State
from moot.kit.bars import percent
from moot.kit.keyed import without

CHAOS: Final = DICE.chaos
SURPRISES: Final = {"party": "The party has a Surprise Turn.", "enemy": "The enemy has a Surprise Turn."}
"""Whose the first turn is, in words (GP-WILD-08)."""


def procedures(state: State) -> Iterator[tuple[str, bool]]:
    """What an encounter can open, by id, and whether it is over."""
    kinds: tuple[Mapping[str, msgspec.Struct], ...] = (state.chases, state.exchanges, state.ordeals, state.fights)
    for kind in kinds:
        for id_, one in kind.items():
            yield id_, bool(getattr(one, "over", False))


def some_six(dice: int) -> str:
    """The chance that so many Chaos Dice show a 6, as people read it."""
    return percent(1 - Fraction(CHAOS.sides - 1, CHAOS.sides) ** dice)


class ThreatRolled(OfJourney, tag="threat-rolled"):
    """The Threat dice of a moment fell; with `sealed` its hearer does not learn how."""

    faces: tuple[int, ...] = ()
    sealed: bool = False

    def unfold(self, state: State, journey: Journey) -> Journey:
        return with_moment(journey, watched=True, faces=self.faces)

    def line(self, state: State) -> Line:
        if self.sealed:
            return Line("roll", "rolls to see whether trouble finds them.", "The GM")
        found = "an encounter" if CHAOS.shows in self.faces else "nothing"
        dice = tuple(Shown(CHAOS.sides, face, high=face == CHAOS.shows) for face in self.faces)
        throws = (Throw(dice),) if dice else ()
        return Line("roll", f"rolls to see whether trouble finds them: {found}.", "The GM", throws=throws)

    def told(self, state: State, seat: Seat) -> ThreatRolled | None:
        if seat.guides or state.options.threat_rolls == "open":
            return self
        return replace(self, faces=(), sealed=True)


class RollThreat(InJourney, tag="threat"):
    """Roll the Threat dice of this moment."""

    rules, urgency, giver = ("GP-WILD-10", "GP-WILD-08"), "must", only_guide("rolls the Threat dice")
    stands_in = True

    @classmethod
    def offers_in(cls, state: State, seat: Seat, journey: Journey) -> Iterable[Offered | Refused]:
        stretch, passage = passing(journey)
        if passage.moment is None or passage.moment.watched:
            raise Refused("rolled-already", "The Threat dice of this moment have fallen.", "GP-WILD-10")
        dice = stretch.dice
        label = f"Roll {dice} Threat {'die' if dice == 1 else 'dice'}" if dice else "No Threat dice: go on"
        why = f"An encounter in {some_six(dice)}." if dice else "Nothing can find them here."
        yield cls.offer_in(journey, dice, label, why, rolls=(CHAOS.sides,) * dice)

    def act(self, play: Play[State], of: int) -> None:
        faces = play.roll(*(CHAOS.sides,) * of)
        play.record(ThreatRolled(journey=self.journey, faces=faces, rules=("GP-WILD-10",)))


class RoadQuiet(OfJourney, tag="road-quiet"):
    """Nothing finds the party in this moment."""

    why: str = ""

    def unfold(self, state: State, journey: Journey) -> Journey:
        _, passage = passing(journey)
        encounters = tuple(one for one in passage.encounters if one.told)
        return with_passage(with_moment(journey, answered=True), encounters=encounters)

    def line(self, state: State) -> Line:
        return Line("result", "The road stays quiet.", quote=self.why)

    def told(self, state: State, seat: Seat) -> RoadQuiet | None:
        return self if seat.guides else replace(self, why="")


class QuietRoad(InJourney, tag="quiet-road"):
    """Say that nothing finds the party."""

    rules, urgency, giver = ("GP-WILD-10",), ("must", "may"), only_guide("says whether trouble finds them")
    reason: str = ""

    @classmethod
    def offers_in(cls, state: State, seat: Seat, journey: Journey) -> Iterable[Offered | Refused]:
        moment = _rolled(journey)
        if moment.trouble:
            reason = Write(name="reason", label="Why? Only you read it.", least=0)
            yield cls.offer_in(journey, moment, "Let it pass", "A 6 fell; you may let it pass.", reason, urgency="may")
        else:
            yield cls.offer_in(journey, moment, "The road is quiet", "No 6 fell.", urgency="must")

    def act(self, play: Play[State], of: Moment) -> None:
        play.record(RoadQuiet(journey=self.journey, why=self.reason.strip(), rules=self.rules))


def _rolled(journey: Journey) -> Moment:
    """The moment whose Threat dice fell. Raises Refused before that, in the same words whatever fell."""
    _, passage = passing(journey)
    moment = passage.moment
    if moment is None or not moment.watched:
        raise Refused("roll-first", "Roll the Threat dice first.", "GP-WILD-10")
    return moment


class EncounterDrawn(OfJourney, tag="encounter-drawn"):
    """The guide drew an encounter, and holds it ready."""

    heard_by = "guide"
    encounter: Encounter

    def unfold(self, state: State, journey: Journey) -> Journey:
        return _ready(journey, self.encounter)

    def line(self, state: State) -> Line:
        drawn, table = self.encounter, table_of(state.packs, self.encounter.row)
        return Line("roll", f"draws an encounter from {table}: {drawn.title}.", "The GM", quote=drawn.text)


def _ready(journey: Journey, encounter: Encounter) -> Journey:
    """A journey with this encounter instead of one that was held ready."""
    told = tuple(one for one in passing(journey)[1].encounters if one.told)
    return with_passage(journey, encounters=(*told, encounter))


class DrawEncounter(InJourney, tag="draw-encounter"):
    """Draw an encounter from the table of a land; nobody else learns of it."""

    rules, urgency, giver = ("GP-WILD-10",), "may", only_guide("draws encounters")
    land: Land

    @classmethod
    def offers_in(cls, state: State, seat: Seat, journey: Journey) -> Iterable[Offered | Refused]:
        stretch, passage = passing(journey)
        if passage.moment is not None and not passage.moment.answered:
            _rolled(journey)
        draw = "Draw another encounter" if passage.drawn else "Draw an encounter"
        for land in sorted(get_args(Land), key=lambda land: land != _LAND.get(stretch.surface, "wood")):
            rows = [*encounters(state.packs, land).items()]
            why = "You may change it before you tell it."
            yield cls.offer_in(journey, (passage, rows), f"{draw} {_FROM[land]}", why, rolls=(len(rows),), land=land)

    def act(self, play: Play[State], of: tuple[Passage, list[tuple[str, Row]]]) -> None:
        passage, rows = of
        [face] = play.roll(len(rows))
        key, row = rows[face - 1]
        drawn = Encounter(id=play.hidden_id(), moment=_at(passage), title=row.title, text=row.text, row=key)
        play.record(EncounterDrawn(journey=self.journey, encounter=drawn, rules=self.rules))


_LAND: Final = {"road": "road", "river": "river", "sea": "sea"}
"""The table to draw from by what they travel over; a wood's for all else."""
_FROM: Final[dict[Land, str]] = {
    "road": "on the road", "wood": "in a wood", "height": "on a height", "waste": "in a waste", "river": "on a river",
    "sea": "at sea",
}
"""Where each table's encounters happen, in words."""


def _at(passage: Passage) -> int:
    return min(passage.at, len(passage.moments) - 1)


class EncounterTold(OfJourney, tag="encounter-told"):
    """Something finds the party; `row` and `ran` in it are the guide's alone."""

    encounter: Encounter

    def unfold(self, state: State, journey: Journey) -> Journey:
        return _ready(journey, self.encounter)

    def line(self, state: State) -> Line:
        one, (_, passage) = self.encounter, passing(state.journeys[self.journey])
        surprise = SURPRISES.get(passage.effect("scout").surprise or "", "")
        fact = Fact(kind="fact", text=f"Trouble: {one.title}", note=surprise, of=self.journey)
        return Line("story", f"Something finds them: {one.title}. {surprise}".strip(), quote=one.text, facts=(fact,))

    def told(self, state: State, seat: Seat) -> EncounterTold | None:
        return self if seat.guides else replace(self, encounter=replace(self.encounter, ran=(), row=""))


class OpenEncounter(InJourney, tag="open-encounter"):
    """Tell what finds the party: what was drawn, or in your own words."""

    rules, urgency, giver = ("GP-WILD-10", "GP-WILD-08"), ("must", "may"), only_guide("tells what finds the party")
    title: str
    text: str = ""

    @classmethod
    def offers_in(cls, state: State, seat: Seat, journey: Journey) -> Iterable[Offered | Refused]:
        _, passage = passing(journey)
        moment, drawn = passage.moment, passage.drawn
        if moment is not None and not moment.answered:
            moment = _rolled(journey)
        must = moment is not None and moment.trouble and not moment.answered
        label = "Tell what finds them" if must or drawn else "Tell an encounter anyway"
        surprise = SURPRISES.get(passage.effect("scout").surprise or "", "Nobody is surprised.")
        yield cls.offer_in(
            journey, passage, label, f"{surprise} A chase, an exchange or a test of nerve that you open then is part "
            "of it; the journey waits for it.",
            Write(name="title", label="What is it?", default=drawn.title if drawn else ""),
            Write(
                name="text", label="What do they see?", least=0, lines=3, most=1000, default=drawn.text if drawn else ""
            ),
            urgency="must" if must else "may",
        )

    def act(self, play: Play[State], of: Passage) -> None:
        state, drawn = play.state, of.drawn
        id_ = drawn.id if drawn else play.hidden_id()
        ran = tuple(id_ for id_, over in procedures(state) if not over)
        encounter = Encounter(
            id=id_, moment=_at(of), title=self.title.strip(), text=self.text.strip(), row=drawn.row if drawn else "",
            told=True, ran=ran,
        )
        play.record(EncounterTold(journey=self.journey, encounter=encounter, rules=self.rules))


class EncounterGrew(OfJourney, tag="encounter-grew"):
    """Something that was opened since belongs to the encounter, which waits for it."""

    heard_by, silent = "guide", True
    child: str

    def unfold(self, state: State, journey: Journey) -> Journey:
        return _meeting(journey, lambda one: replace(one, children=(*one.children, self.child)))


def _meeting(journey: Journey, change: Callable[[Encounter], Encounter]) -> Journey:
    _, passage = passing(journey)
    meeting = passage.meeting
    encounters = tuple(change(one) if one is meeting else one for one in passage.encounters)
    return with_passage(journey, encounters=encounters)


def adopt(play: Play[State], journey: Journey) -> bool:
    """Count what was opened during an encounter as part of it; says whether anything was new."""
    meeting = passing(journey)[1].meeting
    if meeting is None:
        return False
    known = {*meeting.ran, *meeting.children}
    fresh = [id_ for id_, over in procedures(play.state) if not over and id_ not in known]
    for id_ in fresh:
        play.record(EncounterGrew(journey=journey.id, child=id_, rules=("GP-WILD-10",)))
    return bool(fresh)


class EncounterClosed(OfJourney, tag="encounter-closed"):
    """An encounter is over."""

    end: str

    def unfold(self, state: State, journey: Journey) -> Journey:
        journey = _meeting(journey, lambda one: replace(one, over=True, end=self.end))
        return with_moment(journey, answered=True)

    def line(self, state: State) -> Line:
        return Line("story", "The encounter is over.", quote=self.end)


class CloseEncounter(InJourney, tag="close-encounter"):
    """Say what came of the encounter; the journey goes on."""

    rules, urgency, giver = ("GP-WILD-10",), "must", only_guide("says when an encounter is over")
    end: str = ""

    @classmethod
    def offers_in(cls, state: State, seat: Seat, journey: Journey) -> Iterable[Offered | Refused]:
        meeting = passing(journey)[1].meeting
        children = meeting.children if meeting else ()
        if any(id_ in children and not over for id_, over in procedures(state)):
            raise Refused("still-running", "What the encounter opened is not over yet.", "GP-WILD-10")
        if state.wounds or state.busy(journey.id):
            raise Refused("unsettled", "A wound or a test has to be settled first.", "GP-WILD-11")
        end = Write(name="end", label="What came of it?", least=0)
        yield cls.offer_in(journey, meeting, "The encounter is over", "", end)

    def act(self, play: Play[State], of: object) -> None:
        play.record(EncounterClosed(journey=self.journey, end=self.end.strip(), rules=self.rules))


class EncounterStruck(OfJourney, tag="encounter-struck"):
    """An encounter is taken back, and with it all that it opened; who hears of `children` is the guide."""

    children: tuple[str, ...] = ()

    def evolve(self, state: State) -> State:
        """The state without it and its children, and without what these still waited for."""
        state, gone = super().evolve(state), self.children
        return replace(
            state,
            chases=without(state.chases, *gone), exchanges=without(state.exchanges, *gone),
            ordeals=without(state.ordeals, *gone), fights=without(state.fights, *gone),
            trials={id_: one for id_, one in state.trials.items() if one.of not in gone},
            wounds={id_: one for id_, one in state.wounds.items() if one.of not in gone},
        )

    def unfold(self, state: State, journey: Journey) -> Journey:
        _, passage = passing(journey)
        left = tuple(one for one in passage.encounters if one is not passage.meeting)
        return with_passage(journey, encounters=left)

    def line(self, state: State) -> Line:
        return Line("move", "takes the encounter back, and all that it opened.", "The GM")

    def told(self, state: State, seat: Seat) -> EncounterStruck | None:
        return self if seat.guides else replace(self, children=())


class StrikeEncounter(InJourney, tag="strike-encounter"):
    """Take an encounter back, with the chase or talk that it opened."""

    rules, urgency, giver = ("GP-WILD-10",), "tool", only_guide("takes encounters back")

    @classmethod
    def offers_in(cls, state: State, seat: Seat, journey: Journey) -> Iterable[Offered | Refused]:
        meeting = passing(journey)[1].meeting
        why = "It and all that it opened are gone; what people suffered in it stays."
        yield cls.offer_in(journey, meeting, "Take the encounter back", why)

    def act(self, play: Play[State], of: Encounter) -> None:
        play.record(EncounterStruck(journey=self.journey, children=of.children, rules=self.rules))


TROUBLE: Final = Part(
    RollThreat, DrawEncounter, OpenEncounter, QuietRoad, CloseEncounter, StrikeEncounter,
    ThreatRolled, RoadQuiet, EncounterDrawn, EncounterTold, EncounterGrew, EncounterClosed, EncounterStruck,
)
