"""What a Stretch may bring, exactly: how its moments are borne, whether stores last, whether trouble comes
(GP-WILD-06 to GP-WILD-14); and what a camp now, a camp later or none is likely to bring (GP-WILD-12).

It assumes that Roles stay as they are, that nobody spends Fortune or camps (but for the camp that is weighed) before
the Stretch ends, and for Stretches after it that the Guide is then as now. A camp is weighed at the end of the Stretch
that they are on, or of the next one where nothing is left to bear on this.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from moot.games.perilous.figures import DICE, ROLES
from moot.games.perilous.harm import Law, Tolls, pushed, tolls
from moot.games.perilous.journey.camp import camp_eats, camped, lowest
from moot.games.perilous.journey.days import hardship_trial
from moot.games.perilous.journey.phases import travellers
from moot.games.perilous.journey.roles import brings, check_trial, effect_of
from moot.games.perilous.person import LAST, PERIL_STATES, Person, total
from moot.games.perilous.route import CHECKED, Check, HardMoment, Journey, Stretch, phase_of
from moot.games.perilous.state import State
from moot.games.perilous.terms import Outcome, RoleId
from moot.games.perilous.trial import ORDER, SUCCESSES, odds_of, shares
from moot.kit.bars import BarPart, bar, percent
from moot.kit.remembered import remembered

DAYS: Final = 1
"""The days of a camp that is weighed; more of them mend no more."""
_PLACES: Final = ("best", "good", "bad", "bad", "bad", "worst")
"""How the places of the Peril track are marked in a bar."""

_WEARING: Final = {row.id for row in ROLES.values() if any(one.terrain or one.moments for one in row.outcomes.values())}
"""The Roles that change how hard a Stretch is, or how many moments it has."""


class Camping(NamedTuple):
    """A camp after so many moments, 0 for none; the lowest places of the Peril track on which it leaves somebody, as
    they are and once they are hardy; and whether they are so already."""

    after: int = 0
    leaves: tuple[int, int] = (LAST, LAST)
    hardy: bool = False


NO_CAMP: Final = Camping()
"""On they go, without one."""


class Borne(NamedTuple):
    """The chance of each place of the Peril track in the end, and that somebody was Incapacitated! on the way."""

    places: tuple[Fraction, ...]
    drops: Fraction


def bearing(state: State, journey: Journey, stretch: Stretch, who: Person) -> Tolls:
    """Where a moment of hardship on a Stretch leads somebody."""
    return tolls(who, state.options, hardship_trial(journey, stretch, who.id))


def moments_due(stretch: Stretch, who: str) -> int:
    """How many moments of a Stretch somebody has yet to bear."""
    moments = stretch.course.moments
    return sum(not moment.waived and not moment.passed and who not in moment.results for moment in moments)


@lru_cache(maxsize=8192)
def borne(law: Tolls, at: int, moments: int, camp: Camping = NO_CAMP) -> Borne:
    """What so many moments come to for somebody at a place of the track: weights are whole until the end."""
    weights = {(at, camp.hardy, law.down[at]): 1}
    for number in range(moments):
        after: defaultdict[tuple[int, bool, bool], int] = defaultdict(int)
        for (place, hardy, dropped), weight in weights.items():
            rests = number and number == camp.after
            here = min(place, camp.leaves[hardy]) if rests else place
            light = law.lightly[here] if number < camp.after else 0
            if light:
                after[here, True, dropped] += weight * light
            for to, part in enumerate(law.to[here]):
                if left := part - light * (to == here):
                    after[to, hardy and number < camp.after, dropped or law.down[to]] += weight * left
        weights = after
    places, whole = [0] * (LAST + 1), law.whole**moments
    for (place, _, _), weight in weights.items():
        places[place] += weight
    drops = sum(weight for (_, _, dropped), weight in weights.items() if dropped)
    return Borne(tuple(Fraction(weight, whole) for weight in places), Fraction(drops, whole))


@lru_cache(maxsize=4096)
def mixed(ways: tuple[tuple[Fraction, Tolls, int, int], ...]) -> Borne:
    """What comes of several ways on: the chance of each, where a moment leads somebody, from which place of the track,
    how many are due."""
    ends = [(chance, borne(law, at, due)) for chance, law, at, due in ways]
    places = tuple(sum((chance * end.places[at] for chance, end in ends), Fraction(0)) for at in range(LAST + 1))
    return Borne(places, sum((chance * end.drops for chance, end in ends), Fraction(0)))


class RolesOutcome(NamedTuple):
    """A way in which the Roles of a Stretch can turn out: its chance, the Stretch after it, and who failed by dice that
    are yet to fall."""

    chance: Fraction
    stretch: Stretch
    failed: tuple[str, ...] = ()


def branches(
    state: State, journey: Journey, stretch: Stretch, roles: Sequence[RoleId] = CHECKED,
    chance: Fraction = Fraction(1), failed: tuple[str, ...] = (),
) -> Iterator[RolesOutcome]:
    """Every way in which these Roles of a Stretch can turn out; those checked stand. It has come so far by a `chance`,
    and with some who `failed`."""
    passage = stretch.course
    role = next((role for role in roles if role not in passage.checks), None)
    if role is None:
        moments = passage.moments or stretch.moments(passage.effect("survivalist").moments)
        yield RolesOutcome(chance, replace(stretch, passage=replace(passage, moments=moments)), failed)
        return
    for outcome, share in role_odds(state, journey, stretch, role).items():
        if share:
            check = Check(effect=effect_of(state, journey, role, outcome), outcome=outcome)
            after = replace(stretch, passage=replace(passage, checks={**passage.checks, role: check}))
            whose = () if outcome in SUCCESSES else (journey.roller(role),)
            yield from branches(state, journey, after, roles, chance * share, failed + whose)


def roads(state: State, journey: Journey, stretch: Stretch) -> tuple[RolesOutcome, ...]:
    """The same of the Roles on which it hangs how somebody bears it: by what they change, or as failing them hurts."""
    by = {role: journey.roller(role) for role in CHECKED}
    hurts = {role for role, who in by.items() if who and state.people[who].aches(ROLES[role].skill)}
    return tuple(branches(state, journey, stretch, [role for role in CHECKED if role in _WEARING or role in hurts]))


def role_odds(state: State, journey: Journey, stretch: Stretch, role: RoleId) -> dict[Outcome, Fraction]:
    """The chance of each outcome of a Role's check; one that nobody has fails (GP-WILD-05)."""
    who = journey.roller(role)
    if not who:
        return dict.fromkeys(ORDER, Fraction(0)) | {"failure": Fraction(1)}
    return odds_of(state.options, check_trial(state, journey, stretch, role, who), state.people[who])


def endured(state: State, journey: Journey, ways: Iterable[RolesOutcome], who: Person) -> Borne:
    """Where somebody stands on the Peril track at the end of a Stretch, whose Roles turn out in one of these ways; a
    failed check may hurt who made it (GP-CORE-16)."""
    task = journey.tasks.get(who.id)
    pains = who.aches(ROLES[task.role].skill) if task else ()
    alike: dict[tuple[str, int, bool], tuple[Fraction, Stretch]] = {}
    for chance, stretch, failed in ways:
        key = stretch.later, moments_due(stretch, who.id), bool(pains) and who.id in failed
        alike[key] = chance + (alike[key][0] if key in alike else 0), stretch
    found: list[tuple[Fraction, Tolls, int, int]] = []
    for (_, due, hurt), (chance, stretch) in alike.items():
        law = bearing(state, journey, stretch, who)
        for at, share in pushed(state.options, who, *pains if hurt else ()).items():
            found.append((chance * share, law, at, due))
    return mixed(tuple(found))


def trouble(state: State, ways: Iterable[RolesOutcome]) -> tuple[Fraction, Fraction]:
    """The chance of some encounter on a Stretch, and how many are expected (GP-WILD-10)."""
    some = mean = Fraction(0)
    drops = state.options.waived_test_roll == "drop"
    for chance, way, _ in ways:
        moments = way.course.moments
        rolls = way.rolls if drops else range(len(moments))
        due = sum(not moments[at].watched and not moments[at].answered for at in rolls)
        quiet = Fraction(DICE.chaos.sides - 1, DICE.chaos.sides) ** way.dice
        some += chance * (1 - quiet**due)
        mean += chance * due * (1 - quiet)
    return some, mean


def eaten(state: State, journey: Journey, stretches: Iterable[Stretch]) -> Law:
    """Provisions that these Stretches are yet to take (GP-WILD-14)."""
    found: Law = {0: Fraction(1)}
    for stretch in (one for one in stretches if "guide" not in one.course.checks):
        total: Law = defaultdict(Fraction)
        for outcome, share in role_odds(state, journey, stretch, "guide").items():
            days = effect_of(state, journey, "guide", outcome).provisions * stretch.days
            for so_far, chance in found.items():
                total[so_far + len(journey.travellers) * days] += chance * share
        found = total
    return dict(found)


class RoleAhead(msgspec.Struct, frozen=True, kw_only=True):
    """A Role's check ahead: pieces of a bar, the worst first, with what each would bring."""

    role: RoleId
    title: str
    name: str
    shares: tuple[BarPart, ...]


class TravellerAhead(msgspec.Struct, frozen=True, kw_only=True):
    """A traveller: the chance to be Incapacitated! on the way, and of each place on the track at the end of the
    Stretch, also as pieces of a bar, the worst first."""

    who: str
    name: str
    drops: str
    places: tuple[str, ...]
    shares: tuple[BarPart, ...]


class StretchAhead(msgspec.Struct, frozen=True, kw_only=True):
    """What a Stretch may bring; `trouble` is empty where Threat is sealed, `short` where nobody counts provisions."""

    stretch: str
    roles: tuple[RoleAhead, ...]
    travellers: tuple[TravellerAhead, ...]
    eats: tuple[tuple[int, str], ...]
    short: str
    short_of_all: str
    trouble: str


def ahead(state: State, journey: Journey, guide: bool) -> StretchAhead | None:
    """What the Stretch that they are on may bring, or the next one where nothing is left to bear on this, as the guide
    or anybody may know it; None where none is known, or where one of the guide's people has a Role: their figures are
    the guide's."""
    state = state if guide else state.in_the_open()
    resting = phase_of(journey) == "resting"
    unborne = [one for one in still_open(journey) if one is not journey.stretch or not resting or to_come(one)]
    stretch = next(iter(unborne), None)
    if stretch is None or not (guide or foreseeable(state, journey, stretch)):
        return None
    shown = tuple(who for who in travellers(state, journey) if guide or not who.npc)
    rest = [one for one in unborne if guide or not one.hidden]
    eats, ways = eaten(state, journey, rest[:1]), roads(state, journey, stretch)
    open_ = guide or state.options.threat_rolls == "open"
    return StretchAhead(
        stretch=stretch.name,
        roles=tuple(_role(state, journey, stretch, role) for role in CHECKED if role not in stretch.course.checks),
        travellers=tuple(traveller_ahead(endured(state, journey, ways, who), who.id, who.name) for who in shown),
        eats=tuple((amount, percent(chance)) for amount, chance in sorted(eats.items())),
        short=short(journey, eats), short_of_all=short(journey, eaten(state, journey, rest)),
        trouble=percent(trouble(state, branches(state, journey, stretch))[0]) if open_ else "",
    )


def foreseeable(state: State, journey: Journey, stretch: Stretch) -> bool:
    """Whether everybody may know what a Stretch is likely to bring: they see it, and no Role is one of the guide's
    people's, whose figures are the guide's."""
    return not (stretch.hidden or any((who := journey.roller(role)) and state.people[who].npc for role in CHECKED))


def still_open(journey: Journey) -> Iterator[Stretch]:
    """The Stretch that is not done, and those after it."""
    return (one for one in journey.stretches[max(0, journey.at):] if not (one.passage and one.passage.done))


def to_come(stretch: Stretch) -> list[HardMoment]:
    """The moments of hardship after the one that it is."""
    return [moment for moment in stretch.course.moments[stretch.course.at + 1:] if not moment.waived]


def _role(state: State, journey: Journey, stretch: Stretch, role: RoleId) -> RoleAhead:
    """By itself, at the difficulty that the checks so far leave."""
    odds, who = role_odds(state, journey, stretch, role), journey.roller(role)
    foretold = {outcome: brings(role, effect_of(state, journey, role, outcome), 0) for outcome in odds}
    name = state.named(who) if who else "nobody"
    return RoleAhead(role=role, title=ROLES[role].title, name=name, shares=shares(odds, foretold))


@remembered(4096)
def traveller_ahead(ends: Borne, who: str, name: str) -> TravellerAhead:
    """A traveller, and where they stand at the end of a Stretch."""
    pieces = ((_PLACES[at], PERIL_STATES[at].title, ends.places[at]) for at in range(LAST, -1, -1))
    return TravellerAhead(
        who=who, name=name, drops=percent(ends.drops), places=tuple(map(percent, ends.places)),
        shares=tuple(bar(pieces)),
    )


def short(journey: Journey, law: Law) -> str:
    """The chance that the stores do not last; empty where they do, have run out already, or nobody counts them."""
    lack = sum((share for amount, share in law.items() if amount > journey.left), Fraction(0))
    return percent(lack) if journey.kept and lack and not journey.short else ""


class RestAhead(msgspec.Struct, frozen=True, kw_only=True):
    """One choice at a rest: what the camp in it eats, and how people come to the end of the Stretch. `short` is the
    chance that the stores do not last as far as the road is known; empty where they do, or nobody counts them."""

    says: str
    eats: int
    short: str
    travellers: tuple[TravellerAhead, ...]


class Rests(msgspec.Struct, frozen=True, kw_only=True):
    """What a party at rest can choose between, and the Stretch at whose end it is weighed."""

    stretch: str
    choices: tuple[RestAhead, ...]


def rests(state: State, journey: Journey, guide: bool) -> Rests | None:
    """What a camp now, a camp later or none may bring, as the guide or anybody may know it; None where nobody rests, or
    where what comes next is not known."""
    if phase_of(journey) != "resting":
        return None
    state = state if guide else state.in_the_open()
    here, passage = journey.here, journey.passage
    left = to_come(here)
    stretch = here if left else next(iter(journey.ahead), None)
    if stretch is None or not (left or guide or foreseeable(state, journey, stretch)):
        return None
    now = camped(state, journey, passage, DAYS).evolve(state)
    choices = [
        _rest("Go on", state, journey, stretch, guide), _rest("Camp for a day now", now, journey, stretch, guide),
    ]
    if len(left) > 1:
        choices.append(_rest("Go on, and camp after the next moment", state, journey, stretch, guide, camp=1))
    return Rests(stretch=stretch.called, choices=tuple(choices))


def _rest(says: str, state: State, was: Journey, stretch: Stretch, guide: bool, camp: int = 0) -> RestAhead:
    """A choice after which the table stands at `state`, with a camp after so many moments more."""
    journey = state.journeys[was.id]
    known = [one for one in still_open(was) if guide or one.passage or foreseeable(state, journey, one)]
    later = camp_eats(journey, DAYS) if camp else 0
    law = {amount + later: share for amount, share in eaten(state, journey, known).items()}
    ways = () if stretch.passage else roads(state, journey, stretch)
    people = (
        (who, endured(state, journey, ways, who) if ways else along(state, journey, stretch, who, camp))
        for who in travellers(state, journey) if guide or not who.npc
    )
    return RestAhead(
        says=says, eats=total(was.stores) - total(journey.stores) + later, short=short(journey, law),
        travellers=tuple(traveller_ahead(ends, who.id, who.name) for who, ends in people),
    )


def along(state: State, journey: Journey, stretch: Stretch, who: Person, camp: int = 0) -> Borne:
    """How somebody bears what is left of the Stretch that they are on; with a camp after so many moments of hardship,
    or with none."""
    passage, law = stretch.course, bearing(state, journey, stretch, who)
    camping = Camping(camp, lowest(state, who, passage, DAYS), who.id in passage.hardy) if camp else NO_CAMP
    return borne(law, who.peril, moments_due(stretch, who.id), camping)
