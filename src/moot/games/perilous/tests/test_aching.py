"""An Injury that hurts with every failed test of some attributes, as the game plays it and as the odds have it."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from moot.core import Match, outcomes
from moot.games.perilous.chase.catching import law
from moot.games.perilous.chase.odds import race
from moot.games.perilous.figures import PERIL_DICE
from moot.games.perilous.harm import PerilSuffered, steps
from moot.games.perilous.journey.odds import bearing, borne, branches, endured
from moot.games.perilous.options import Options
from moot.games.perilous.person import LAST, Suffered
from moot.games.perilous.room import GAME
from moot.games.perilous.rows import Dice
from moot.games.perilous.state import State
from moot.games.perilous.tests.chasing import Running
from moot.games.perilous.tests.people import person, skilled
from moot.games.perilous.tests.table import Session
from moot.games.perilous.tests.travelling import Road
from moot.games.perilous.trial import odds_of

KNEE = (Suffered("busted-kneecap"),)
PAIN = Dice(2, 10, 2)


@pytest.mark.rule("GP-CORE-16")
@pytest.mark.parametrize(
    ("skill", "digits", "pain"),
    [
        ("athletics", (9, 1), (7, 5)), ("stealth", (9, 1), (7, 5)), ("athletics", (7, 7), (7, 5)),
        ("athletics", (1, 2), ()), ("resolve", (9, 1), ()),
    ],
    ids=["brawn", "agility", "critical", "passed", "willpower"],
)
def test_a_failed_test_of_brawn_or_agility_hurts_a_broken_knee(skill, digits, pain):
    table = Session(person("wen", player="s3", injuries=KNEE))
    table.do("Gil", "call-trial", who="wen", skill=skill)
    table.do("Ann", "roll", trial=table.trial, faces=(*digits, *pain))
    assert table.who("wen").peril == (2 if pain else 0)
    if pain:
        hurt = table.last(PerilSuffered)
        assert (hurt.points, hurt.kind, hurt.rules) == (14, "physical", ("GP-CORE-16",))
        assert "takes 14 physical Peril against 6: Unhindered to Ignore 1 Skill Rank." in table.read["Ann"][-1]


@pytest.mark.rule("GP-CORE-16", "GP-CORE-18")
def test_it_hurts_only_once_a_failure_stands():
    table = Session(person("wen", player="s3", injuries=KNEE), fortune=1)
    table.do("Gil", "call-trial", who="wen", skill="athletics")
    table.do("Ann", "roll", trial=table.trial, faces=(9, 1))
    assert table.who("wen").peril == 0
    [keep] = table.offers("Ann", "keep")
    assert keep.rolls == (10, 10)
    table.do("Ann", "keep", trial=table.trial, faces=(1, 2))
    assert table.who("wen").peril == 0
    table.do("Gil", "call-trial", who="wen", skill="athletics")
    table.do("Ann", "roll", trial=table.trial, faces=(9, 1))
    table.do("Ann", "spend-fortune", trial=table.trial, faces=(1, 2))
    assert table.who("wen").peril == 0


@pytest.mark.rule("GP-CORE-16", "GP-CORR-02", "GP-WILD-09")
def test_on_the_road_the_knee_hurts_first_and_may_be_all_that_it_takes():
    table = lame_on_the_road("survivalist", peril=3)
    table.roll("dov", 9, 8)
    table.roll("dov", 9, 8, 10, 9)
    assert (table.peril("dov"), table.who("dov").corruption) == ("incapacitated", 6)
    assert table.moment.perils == {"dov": LAST}


def classes(dice: Dice) -> list[tuple[tuple[int, ...], Fraction]]:
    """Faces of some dice for each number of steps that they push somebody with a threshold of 6, and its chance."""
    found, odds = {}, defaultdict[int, Fraction](Fraction)
    for faces, share in outcomes(lambda chance: tuple(1 + chance.pick(10) for _ in range(dice.dice))).items():
        by = steps(Options(), 6, sum(faces) + dice.plus)
        found[by] = faces
        odds[by] += share
    return [(found[by], share) for by, share in odds.items()]


class Fallen:
    """Dice that fall as these faces, as far as they are thrown."""

    def __init__(self, *faces: int) -> None:
        self.faces = iter(faces)

    def pick(self, n: int) -> int:
        """The next die."""
        return next(self.faces) - 1


def after(table: Road, *faces: int) -> State:
    """The table after Dov's test fell so, and what it costs; at the bottom nothing more is thrown."""
    match = Match(GAME, table.state, chance=Fallen(*faces))
    match.ask(table.seats["Ann"], {"do": "roll", "trial": next(iter(table.state.trials))})
    return match.state


def lame_on_the_road(role: str, **more: Any) -> Road:
    """Dov alone on the road, with that Role and a knee that hurts."""
    lame = skilled("dov", "s3", threshold=6, toughness=(36, 1), stealth=(43, 1))
    table = Road(replace(lame, injuries=KNEE, **more))
    table.draw(days=5, land="high hills", threat="none")
    table.on("Gil", "set-out")
    table.take(dov=role)
    table.on("Gil", "be-off")
    return table


@pytest.mark.rule("GP-CORE-16", "GP-WILD-09")
@pytest.mark.parametrize("peril", [0, 3])
def test_the_odds_of_a_moment_are_what_the_game_makes_of_a_knee(peril):
    table = lame_on_the_road("survivalist", peril=peril)
    table.roll("dov", 9, 8)
    dov = table.who("dov")
    odds = odds_of(table.state.options, table.trial_of("dov"), dov)
    ends: dict[int, Fraction] = defaultdict(Fraction, {peril: odds["success"] + odds["critical-success"]})
    ways = (odds["failure"], (9, 8), PERIL_DICE.failure), (odds["critical-failure"], (9, 9), PERIL_DICE.critical)
    for fell, faces, dice in ways:
        for pain, share in classes(PAIN):
            for toll, part in classes(dice):
                ends[after(table, *faces, *pain, *toll).people["dov"].peril] += fell * share * part
    places = borne(bearing(table.state, table.journey, table.stretch, dov), peril, 1).places
    assert places == tuple(ends[at] for at in range(LAST + 1))


@pytest.mark.rule("GP-CORE-16", "GP-WILD-08")
def test_a_scout_may_come_lame_to_the_first_moment():
    table = lame_on_the_road("scout")

    def ends(state: State) -> tuple[Fraction, ...]:
        [journey] = state.journeys.values()
        assert journey.stretch
        return endured(state, journey, branches(state, journey, journey.stretch), state.people["dov"]).places

    odds = odds_of(table.state.options, table.trial_of("dov"), table.who("dov"))
    found = [(odds["success"], ends(after(table, 2, 3))), (odds["critical-success"], ends(after(table, 2, 2)))]
    for fell, faces in ((odds["failure"], (9, 8)), (odds["critical-failure"], (9, 9))):
        found += [(fell * share, ends(after(table, *faces, *pain))) for pain, share in classes(PAIN)]
    assert ends(table.state) == tuple(sum(chance * law[at] for chance, law in found) for at in range(LAST + 1))


@pytest.mark.rule("GP-CORE-16", "GP-CHASE-11")
def test_a_lame_pursuer_may_be_out_of_it_by_a_takedown_that_failed():
    wen, joss = person("wen", player="s3"), person("joss", injuries=KNEE, peril=4, shifts={"brawn": 6})
    table = Running(wen, replace(joss, shifts={"willpower": -3, "brawn": 6}), length="short")
    last = replace(table.chase, round=3)
    ends = race(table.state, last, last.runners["wen"], last.runners["joss"])
    end = law(table.state.options, last, last.runners["joss"], table.who("joss"), last.runners["wen"], table.who("wen"))
    tried = ends.taken / end.out
    assert tried > 0
    assert ends.pursuer_exhausted == tried * (end.failed + end.botched)
    assert ends.away == 1 - tried + tried * end.fended
