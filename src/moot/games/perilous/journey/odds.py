"""What a Stretch may bring, exactly: who drops, whether stores last, whether trouble comes (GP-WILD-06 to GP-WILD-14).

It assumes that Roles stay as they are, that nobody camps or spends Fortune before the Stretch ends, and for Stretches
after it that the Guide is then as now.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from moot.games.perilous.constants import DICE, JOURNEY, PERIL_DICE
from moot.games.perilous.dice import ORDER, WORDS
from moot.games.perilous.figures import ROLES
from moot.games.perilous.harm import fallen, steps
from moot.games.perilous.journey.hardship import hardship_trial
from moot.games.perilous.journey.phases import travellers
from moot.games.perilous.journey.roles import brings, check_trial
from moot.games.perilous.options import Options
from moot.games.perilous.person import LAST, PERIL_STATES, Person
from moot.games.perilous.route import CHECKED, Check, Journey, Moment, Passage, Stretch
from moot.games.perilous.rows import Dice, RoleEffect
from moot.games.perilous.state import State
from moot.games.perilous.terms import Outcome, RoleId
from moot.games.perilous.trial import odds_of
from moot.kit.bars import Share, bar, percent
from moot.kit.totals import worth

Law: TypeAlias = dict[int, Fraction]
"""Chances by a whole number: places on the Peril track, provisions, encounters."""
Way: TypeAlias = tuple[Fraction, Stretch]
"""A way in which the Roles of a Stretch can turn out: its chance, and the Stretch after it."""
ASSUMES: Final = "Roles as they are, no camp, no Fortune spent; after this Stretch the Guide as now."
"""What every figure here takes for granted."""
_PLACES: Final = ("best", "good", "bad", "bad", "bad", "worst")
"""How the places of the Peril track are marked in a bar."""
_MARKS: Final[dict[Outcome, str]] = {
    "critical-failure": "worst", "failure": "bad", "success": "good", "critical-success": "best",
}


@lru_cache(maxsize=512)
def falls(dice: Dice, threshold: int, rule: str) -> Law:
    """How many steps down the Peril track a throw of Peril pushes somebody."""
    options = Options(threshold_rule="exceeds" if rule == "exceeds" else "meets")
    sums: Law = {dice.plus: Fraction(1)}
    for _ in range(dice.dice):
        more: Law = defaultdict(Fraction)
        for so_far, chance in sums.items():
            for face in range(1, dice.sides + 1):
                more[so_far + face] += chance / dice.sides
        sums = more
    found: Law = defaultdict(Fraction)
    for points, chance in sums.items():
        found[steps(options, threshold, points)] += chance
    return dict(found)


def branches(state: State, journey: Journey, stretch: Stretch) -> Iterator[Way]:
    """Every way in which the Roles of a Stretch can turn out, as the Stretch after it; those checked stand."""
    passage = stretch.passage or Passage(begun=state.day)
    yield from _checked(state, journey, replace(stretch, passage=passage), Fraction(1))


def _checked(state: State, journey: Journey, stretch: Stretch, chance: Fraction) -> Iterator[Way]:
    passage = stretch.passage or Passage(begun=state.day)
    role = next((role for role in CHECKED if role not in passage.checks), None)
    if role is None:
        if not passage.moments:
            moments = stretch.moments(passage.effect("survivalist").moments)
            stretch = replace(stretch, passage=replace(passage, moments=moments))
        yield chance, stretch
        return
    for outcome, share in role_odds(state, journey, stretch, role).items():
        if share:
            check = Check(effect=_effect(state, journey, role, outcome), outcome=outcome)
            after = replace(passage, checks={**passage.checks, role: check})
            yield from _checked(state, journey, replace(stretch, passage=after), chance * share)


def _effect(state: State, journey: Journey, role: RoleId, outcome: Outcome) -> RoleEffect:
    neutral = not journey.roller(role) and state.options.empty_role == "neutral"
    return ROLES[role].neutral if neutral else ROLES[role].outcomes[outcome]


def role_odds(state: State, journey: Journey, stretch: Stretch, role: RoleId) -> dict[Outcome, Fraction]:
    """The chance of each outcome of a Role's check; one that nobody has fails (GP-WILD-05)."""
    who = journey.roller(role)
    if not who:
        return dict.fromkeys(ORDER, Fraction(0)) | {"failure": Fraction(1)}
    return odds_of(state.options, check_trial(state, journey, stretch, role, who), state.people[who])


def borne(state: State, journey: Journey, stretch: Stretch, who: Person) -> dict[tuple[int, bool], Fraction]:
    """Where somebody stands on the Peril track after one moment of hardship more, and whether they are hardy by it
    (GP-WILD-09)."""
    if who.incapacitated:
        return {(who.peril, False): Fraction(1)}
    trial, threshold = hardship_trial(journey, stretch, who.id), worth(who.peril_threshold)
    odds = odds_of(state.options, trial, who)
    found: defaultdict[tuple[int, bool], Fraction] = defaultdict(Fraction)
    found[who.peril, False], found[who.peril, True] = odds["success"], odds["critical-success"]
    failed, critical = odds["failure"], odds["critical-failure"]
    for odd, dice in ((failed, PERIL_DICE.failure), (critical, PERIL_DICE.critical)):
        for by, share in falls(dice, threshold, state.options.threshold_rule).items():
            found[fallen(who.peril, by), False] += odd * share
    return found


def moments_due(stretch: Stretch, who: str) -> int:
    """How many moments of a Stretch somebody has yet to bear."""
    moments: Iterable[Moment] = stretch.passage.moments if stretch.passage else ()
    return sum(not moment.waived and not moment.passed and who not in moment.results for moment in moments)


def endured(state: State, journey: Journey, ways: Iterable[Way], who: Person) -> Law:
    """Where somebody stands on the Peril track at the end of a Stretch, whose Roles turn out in one of these ways."""
    by_difficulty: dict[str, tuple[Stretch, Law]] = {}
    for chance, way in ways:
        moments = by_difficulty.setdefault(way.later, (way, defaultdict(Fraction)))[1]
        moments[moments_due(way, who.id)] += chance
    found: Law = defaultdict(Fraction)
    for way, moments in by_difficulty.values():
        rows: dict[int, dict[tuple[int, bool], Fraction]] = {}
        law: Law = {who.peril: Fraction(1)}
        for number in range(max(moments) + 1):
            after: Law = defaultdict(Fraction)
            for at, share in law.items():
                found[at] += moments.get(number, 0) * share
                if at not in rows:
                    rows[at] = borne(state, journey, way, replace(who, peril=at))
                for (to, _), chance in rows[at].items():
                    after[to] += share * chance
            law = after
    return dict(found)


def trouble(state: State, ways: Iterable[Way]) -> tuple[Fraction, Fraction]:
    """The chance of some encounter on a Stretch, and how many are expected (GP-WILD-10)."""
    some = mean = Fraction(0)
    drops = state.options.waived_test_roll == "drop"
    for chance, way in ways:
        moments = way.passage.moments if way.passage else ()
        rolls = way.rolls if drops else range(len(moments))
        due = sum(not moments[at].watched and not moments[at].answered for at in rolls)
        quiet = Fraction(DICE.chaos.sides - 1, DICE.chaos.sides) ** way.dice
        some += chance * (1 - quiet**due)
        mean += chance * due * (1 - quiet)
    return some, mean


def eaten(state: State, journey: Journey, stretches: Iterable[Stretch], camps: int = 0) -> Law:
    """Provisions that these Stretches take, with so many days in camp on each (GP-WILD-14)."""
    people = len(journey.travellers)
    found: Law = {0: Fraction(1)}
    for stretch in stretches:
        done = bool(stretch.passage and "guide" in stretch.passage.checks)
        each: Law = defaultdict(Fraction)
        for outcome, share in ({} if done else role_odds(state, journey, stretch, "guide")).items():
            each[_effect(state, journey, "guide", outcome).provisions * stretch.days] += share
        total: Law = defaultdict(Fraction)
        for so_far, chance in found.items():
            for days, share in (each or {0: Fraction(1)}).items():
                total[so_far + people * (days + camps * JOURNEY.camp_provisions)] += chance * share
        found = total
    return dict(found)


class RoleAhead(msgspec.Struct, frozen=True, kw_only=True):
    """A Role's check ahead: pieces of a bar, the worst first, and what each would bring."""

    role: RoleId
    title: str
    who: str
    name: str
    shares: tuple[Share, ...]
    brings: tuple[str, ...]


class TravellerAhead(msgspec.Struct, frozen=True, kw_only=True):
    """A traveller: the chance to be Incapacitated! on the way, and of each place on the track at the end of the
    Stretch, also as pieces of a bar, the worst first."""

    who: str
    name: str
    drops: str
    places: tuple[str, ...]
    shares: tuple[Share, ...]


class Ahead(msgspec.Struct, frozen=True, kw_only=True):
    """What a Stretch may bring; `trouble` is empty where Threat is sealed, `short` where nobody counts provisions."""

    stretch: str
    roles: tuple[RoleAhead, ...]
    travellers: tuple[TravellerAhead, ...]
    eats: tuple[tuple[int, str], ...]
    short: str
    short_of_all: str
    trouble: str
    assumes: str = ASSUMES


def ahead(state: State, journey: Journey, guide: bool) -> Ahead | None:
    """What the Stretch that they are on, or else the next one, may bring, as the guide or anybody may know it; None
    where none is known, or where one of the guide's people has a Role: their figures are the guide's."""
    stretch = next(still_open(journey), None)
    if stretch is None or not (guide or foreseeable(state, journey, stretch)):
        return None
    passage = stretch.passage or Passage(begun=state.day)
    shown = tuple(who for who in travellers(state, journey) if guide or not who.npc)
    rest = [one for one in still_open(journey) if guide or not one.hidden]
    eats, roads = eaten(state, journey, rest[:1]), tuple(branches(state, journey, stretch))
    open_ = guide or state.options.threat_rolls == "open"
    some = trouble(state, roads)[0] if open_ else Fraction(0)
    return Ahead(
        stretch=stretch.name,
        roles=tuple(
            _role(state, journey, stretch, role)
            for role in CHECKED if role not in passage.checks
        ),
        travellers=tuple(_endures(state, journey, roads, who) for who in shown),
        eats=tuple((amount, percent(chance)) for amount, chance in sorted(eats.items())),
        short=short(journey, eats), short_of_all=short(journey, eaten(state, journey, rest)),
        trouble=percent(some) if open_ else "",
    )


def foreseeable(state: State, journey: Journey, stretch: Stretch) -> bool:
    """Whether everybody may know what a Stretch is likely to bring: they see it, and no Role is one of the guide's
    people's, whose figures are the guide's."""
    theirs = any((who := journey.roller(role)) and state.people[who].npc for role in CHECKED)
    return not (stretch.hidden or theirs)


def still_open(journey: Journey) -> Iterator[Stretch]:
    """The Stretch that is not done, and those after it."""
    return (one for one in journey.stretches[max(0, journey.at):] if not (one.passage and one.passage.done))


def _role(state: State, journey: Journey, stretch: Stretch, role: RoleId) -> RoleAhead:
    """By itself, at the difficulty that the checks so far leave."""
    odds, who = role_odds(state, journey, stretch, role), journey.roller(role)
    pieces = ((_MARKS[outcome], WORDS[outcome], share) for outcome, share in odds.items())
    likely = [_effect(state, journey, role, outcome) for outcome, share in odds.items() if share]
    return RoleAhead(
        role=role, title=ROLES[role].title, who=who, name=state.name(who) if who else "nobody",
        shares=tuple(bar(pieces)),
        brings=tuple(brings(role, effect, 0) for effect in likely),
    )


def _endures(state: State, journey: Journey, ways: Iterable[Way], who: Person) -> TravellerAhead:
    """Without a camp on the way, who is Incapacitated! remains so."""
    law = endured(state, journey, ways, who)
    return traveller_ahead(who, law, law.get(LAST, Fraction(0)))


def traveller_ahead(who: Person, law: Mapping[int, Fraction], drops: Fraction) -> TravellerAhead:
    """A traveller with so much of a chance to be Incapacitated! on the way, and of these places at its end."""
    places = [law.get(at, Fraction(0)) for at in range(LAST + 1)]
    pieces = ((_PLACES[at], PERIL_STATES[at].title, places[at]) for at in range(LAST, -1, -1))
    return TravellerAhead(
        who=who.id, name=who.name, drops=percent(drops), places=tuple(map(percent, places)), shares=tuple(bar(pieces))
    )


def short(journey: Journey, law: Law) -> str:
    """The chance that the stores do not last; empty where nobody counts them."""
    lack = sum((share for amount, share in law.items() if amount > journey.left), Fraction(0))
    return percent(lack) if journey.kept else ""
