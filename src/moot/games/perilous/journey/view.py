"""What people see of a journey: the road, its moments, everybody's Peril over time, the stores, all that in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from moot.core import Seat
from moot.games.perilous.figures import DIFFICULTIES, ROLES, THREATS
from moot.games.perilous.flow import begun
from moot.games.perilous.journey.facing import opens
from moot.games.perilous.journey.mapping import known
from moot.games.perilous.journey.odds import Rests, StretchAhead, ahead, rests
from moot.games.perilous.journey.phases import travellers
from moot.games.perilous.journey.trouble import SURPRISES
from moot.games.perilous.person import PERIL_STATES, LedgerLineView, Person, ledger_lines
from moot.games.perilous.route import EATEN, WITHOUT, HardMoment, Journey, Passage, Stretch, phase_of
from moot.games.perilous.state import State
from moot.games.perilous.terms import amid
from moot.kit.remembered import TABLES, remembered
from moot.kit.totals import signed

Mark: TypeAlias = Literal["rain", "camp", "encounter"]
"""What stands beside a Stretch."""


class Leg(msgspec.Struct, frozen=True, kw_only=True):
    """A Stretch in the picture of the road: `difficulty` from -30 to 30, `marks` what stands beside it. Of a hidden one
    the name is known alone."""

    name: str
    days: int
    difficulty: int
    state: Literal["past", "now", "next", "hidden"]
    marks: tuple[Mark, ...]


class HardshipView(msgspec.Struct, frozen=True, kw_only=True):
    """A moment of hardship: where on the Stretch, from 0 to 1, and the day or what is special about it."""

    at: float
    state: Literal["done", "now", "later"]
    word: str


class Meeting(msgspec.Struct, frozen=True, kw_only=True):
    """An encounter; one that is not `told` yet is the guide's, as is what its row `opens` until it is over."""

    title: str
    text: str
    end: str
    told: bool
    opens: str


class StretchView(msgspec.Struct, frozen=True, kw_only=True):
    """The Stretch they are on: `before` and `now` are its difficulty without and with the Guide's step, `thick` the
    same from 1 to 7. `threat` is empty and `dice` None where they are sealed. `known`: its land, and what the checks of
    the Roles have made sure; `empty`: what came of Roles that nobody has."""

    name: str
    start: str
    goal: str
    days: int
    bad_weather: bool
    before: int
    now: int
    thick: int
    threat: str
    dice: int | None
    known: tuple[str, ...]
    empty: tuple[str, ...]
    moments: tuple[HardshipView, ...]
    meetings: tuple[Meeting, ...]


class PerilStep(msgspec.Struct, frozen=True):
    """How far down the Peril track somebody was after a moment of hardship, or a `camp`."""

    peril: int
    camp: bool


class TravellerView(msgspec.Struct, frozen=True, kw_only=True):
    """A traveller: what they do and what came of it, and their Peril over time, as a `story` too. The Peril of the
    guide's people is the guide's."""

    id: str
    name: str
    does: tuple[str, ...]
    peril: int
    was: int | None
    strip: tuple[PerilStep, ...]
    story: str


class Provisions(msgspec.Struct, frozen=True, kw_only=True):
    """Provisions: `kept` if anybody counts them; `low` and `high` are what the next Stretch eats."""

    kept: bool
    left: int
    packed: int
    short: int
    low: int
    high: int
    lines: tuple[LedgerLineView, ...]


class JourneyView(msgspec.Struct, frozen=True, kw_only=True):
    """A journey as a watcher sees it, or the guide; `ends` are where it begins and the last landmark that is known,
    `ahead` is what the next Stretch may bring, where it is known, and
    `rests` what a camp and none may bring, while they choose."""

    id: str
    title: str
    day: int
    legs: tuple[Leg, ...]
    ends: tuple[str, str]
    stretch: StretchView | None
    travellers: tuple[TravellerView, ...]
    store: Provisions
    says: str
    ahead: StretchAhead | None
    rests: Rests | None


def seen(state: State, journey: Journey, guide: bool) -> JourneyView:
    """What a watcher sees of a journey; with `guide` what the guide sees."""
    return _seen((state, journey), guide)


def _looked_at(both: tuple[State, Journey]) -> tuple[object, ...]:
    state, journey = both  # days of one that is only planned are those of all others (GP-RD-30)
    return journey, state.journeys, state.people, state.options, state.packs, state.day, state.behind, state.seats


@remembered(TABLES, of=_looked_at)
def _seen(both: tuple[State, Journey], guide: bool) -> JourneyView:
    state, journey = both
    eye = Seat("", "", "guide" if guide else "watcher")
    way = tuple(known(state, one, eye) for one in journey.stretches)
    legs = tuple(_leg(journey, at, one) for at, one in enumerate(way))
    stretch = _stretch(state, journey, guide) if journey.stretch else None
    people = tuple(_traveller(state, journey, who, guide) for who in travellers(state, journey))
    return JourneyView(
        id=journey.id, title=journey.title, legs=legs, ends=(journey.start, way[-1].to if way else ""), stretch=stretch,
        travellers=people, day=state.date(journey),
        store=_store(state, journey, eye), says=_says(journey, stretch, people),
        ahead=None if phase_of(journey) == "over" else ahead(state, journey, guide), rests=rests(state, journey, guide),
    )


def _leg(journey: Journey, at: int, stretch: Stretch) -> Leg:
    passage = stretch.course
    marks: list[Mark] = ["rain"] if stretch.bad_weather else []
    marks += ["camp"] * len(passage.camps)
    marks += ["encounter" for one in passage.encounters if one.told]
    state: Literal["past", "now", "next", "hidden"] = (
        "hidden" if stretch.hidden else "past" if passage.done else "now" if at == journey.at else "next"
    )
    difficulty = DIFFICULTIES[stretch.later].value
    return Leg(name=stretch.name, days=stretch.days, difficulty=difficulty, state=state, marks=tuple(marks))


def _stretch(state: State, journey: Journey, guide: bool) -> StretchView:
    stretch = journey.stretches[journey.at]
    passage = stretch.course
    sealed = not guide and not passage.done and state.options.threat_rolls == "sealed"
    ladder = (*DIFFICULTIES,)
    camp = next((row.title for row in PERIL_STATES if row.id == passage.effect("survivalist").camp), "")
    surprise = SURPRISES.get(passage.effect("scout").surprise or "", "")
    start = journey.stretches[journey.at - 1].to if journey.at else journey.start
    return StretchView(
        name=stretch.name, start=start, goal=stretch.to, days=stretch.days,
        bad_weather=stretch.bad_weather, before=DIFFICULTIES[stretch.first].value,
        now=DIFFICULTIES[stretch.later].value, thick=1 + ladder.index(stretch.later),
        threat="" if sealed or not stretch.threat else THREATS[stretch.threat].title,
        dice=None if sealed else stretch.dice,
        known=tuple(filter(None, (stretch.land, camp and f"a camp restores to {camp}", surprise))),
        empty=tuple(
            f"{ROLES[role].title}: {', '.join(filter(None, ('nobody', said(check.outcome))))}"
            for role, check in passage.checks.items() if not check.who
        ),
        moments=tuple(_due(stretch, at, one) for at, one in enumerate(passage.moments)),
        meetings=tuple(
            Meeting(
                title=one.title, text=one.text, end=one.end, told=one.told,
                opens=opens(state, one.row) if guide and not one.over else "",
            )
            for one in passage.encounters if one.told or guide
        ),
    )


def said(outcome: str | None) -> str:
    """How a test went, in words; nothing where it was not rolled."""
    return outcome.replace("-", " ") if outcome else ""


def _due(stretch: Stretch, at: int, moment: HardMoment) -> HardshipView:
    here = at == stretch.course.at and not stretch.course.done
    word = "waived" if moment.waived else "one more" if moment.added else ""
    return HardshipView(
        at=0.1 + 0.8 * stretch.share(at), word=word or f"day {stretch.day(at)}",
        state="done" if moment.passed else "now" if here else "later",
    )


def _traveller(state: State, journey: Journey, who: Person, guide: bool) -> TravellerView:
    task, stretch = journey.tasks.get(who.id), journey.stretch
    passage = stretch.course if stretch else Passage(begun=0)
    title = ROLES[task.role].title if task else ""
    check = passage.checks.get(task.role) if task and task.rolls else None
    past = [] if who.npc and not guide else [*_past(journey, who)]
    moment = passage.moment
    outcome = moment.results.get(who.id) if moment else None
    before = past[-2][1].peril if len(past) > 1 else None
    does = (
        (title if task.rolls else f"helps the {title}") if task else "",
        f"{said(check.outcome)} {check.reads:02d}" if check and check.outcome and check.reads else "",
        f"hardship: {said(outcome)}" if outcome else "",
        "hardy: a camp restores all Peril" if who.id in passage.hardy else "",
    )
    return TravellerView(
        id=who.id, name=who.name, does=tuple(filter(None, does)), peril=who.peril_told(guide=guide), was=before,
        strip=tuple(step for _, step in past), story=_story(who, past),
    )


def _past(journey: Journey, who: Person) -> Iterator[tuple[str, PerilStep]]:
    """Where somebody was, and how, after each moment and each camp so far; and now, if that is something else."""
    last = -1
    for stretch in journey.stretches:
        passage = stretch.course
        for at, moment in enumerate(passage.moments):
            if who.id in moment.perils:
                last = moment.perils[who.id]
                yield stretch.name, PerilStep(last, camp=False)
            for camp in passage.camps:
                if camp.after == at and who.id in camp.perils:
                    last = camp.perils[who.id]
                    yield stretch.name, PerilStep(last, camp=True)
    if last not in (-1, who.peril):
        yield "", PerilStep(who.peril, camp=False)


def _story(who: Person, past: list[tuple[str, PerilStep]]) -> str:
    """The same in a sentence: where it changed."""
    told, was = [], -1
    for where, step in past:
        if step.peril != was:
            how = f"{'by a camp' if step.camp else 'after hardship'} on {where}" if where else "now"
            told.append(f"{PERIL_STATES[step.peril].title} {how}")
        was = step.peril
    return f"{who.name}: {', then '.join(told)}" if told else ""


def _store(state: State, journey: Journey, eye: Seat) -> Provisions:
    """The stores, and what the next Stretch eats that `eye` may know of."""
    known_days = sum(one.days for one in journey.ahead[:1] if not known(state, one, eye).hidden)
    low = known_days * len(journey.travellers)
    stocked = (one for one in journey.counted if one.rule != EATEN and one.what != WITHOUT)
    packed = sum(max(0, one.points) for one in stocked)
    before = journey.stores[: -len(journey.counted) or None]
    return Provisions(
        kept=journey.kept, left=journey.left, packed=packed, short=journey.short, low=low, high=2 * low,
        lines=tuple(
            replace(line, makes=max(0, line.makes)) for some in (before, journey.counted) for line in ledger_lines(some)
        ),
    )


def _says(journey: Journey, stretch: StretchView | None, people: tuple[TravellerView, ...]) -> str:
    perils = begun(", ".join(f"{amid(who.name)} {PERIL_STATES[who.peril].title}" for who in people))
    if stretch is None:
        return f"{journey.title}: {len(journey.stretches)} Stretches ahead. {perils}."
    at = f"Stretch {journey.at + 1} of {len(journey.stretches)}, {amid(stretch.name)}"
    done = sum(one.state == "done" for one in stretch.moments)
    return f"{at}: {signed(stretch.now)}, {done} of {len(stretch.moments)} moments behind them. {perils}."
