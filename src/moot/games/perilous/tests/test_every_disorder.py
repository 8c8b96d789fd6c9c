"""Every Disorder of the table: what it does by itself, what its gift does, and what of both is told alone."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from moot.core import Refused
from moot.games.perilous.figures import DISORDERS, SKILLS
from moot.games.perilous.options import Options
from moot.games.perilous.person import LAST, HeldDisorder, Person, Suffered
from moot.games.perilous.rows import Disorder
from moot.games.perilous.tests.people import person
from moot.games.perilous.tests.table import Session, Sitting
from moot.games.perilous.trial import Trial, chance_of, flips
from moot.games.perilous.trying import TrialRolled
from moot.kit.totals import worth

TOLD_BURDENS = {"bound-to-the-bottle", "mana-junkie"}
"""Burdens without a figure: they bind what people say that they do, and nothing is paid for not doing it."""
TOLD_GIFTS = {"hophead", "wytchstone-addiction", "pyromania", "the-hunger"}
"""Gifts that count in what has no procedure here: doses, aiming and action points, blows with bare hands."""


def wen(*disorders: HeldDisorder, **sheet: Any) -> Person:
    """Somebody on whom anything can weigh: ranks in everything, an Injury, near the end of both tracks."""
    attributes = {"willpower": 48, "brawn": 52, "fellowship": 45}
    plain: dict[str, Any] = {"damage": 4, "peril": 3, "injuries": (Suffered("broken-rib"),)}
    return person(
        "wen", player="s3", attributes=attributes, ranks=dict.fromkeys(SKILLS, 3), disorders=disorders, **plain | sheet
    )


def figures(who: Person) -> tuple[object, ...]:
    """All that is reckoned of somebody."""
    trials = [Trial(id="t", who=who.id, skill=skill, purpose="free") for skill in SKILLS]
    tests = [(chance_of(one, who), flips(Options(), one, who), who.fails(one.skill)) for one in trials]
    sums = worth(who.damage_threshold), worth(who.peril_threshold), who.blow, who.fury_dice, who.movement("on-foot")
    return tests, sums, who.hurts, who.rests, who.unhealing


@pytest.mark.rule("GP-DIS-02")
@pytest.mark.parametrize("row", DISORDERS.values(), ids=lambda row: row.id)
def test_a_burden_weighs_in_some_figure_or_has_a_price_or_is_told(row: Disorder):
    one = HeldDisorder(row.id, woken=True, host="decay" if row.hosted else "")
    weighs = figures(wen(one)) != figures(wen())
    assert (weighs or row.refuse is not None) == (row.id not in TOLD_BURDENS)


@pytest.mark.rule("GP-DIS-02")
@pytest.mark.parametrize("row", [row for row in DISORDERS.values() if row.gift], ids=lambda row: row.id)
def test_a_gift_counts_in_a_test_or_a_figure_or_by_yielding_or_is_told(row: Disorder):
    grants = row.grants
    holds = figures(wen(HeldDisorder(row.id, woken=True, using=True))) != figures(wen(HeldDisorder(row.id, woken=True)))
    assert holds == (grants is not None and not grants.once)
    if grants is not None and grants.once:
        skills = grants.flip or ["simple-melee"]
        for skill in skills:
            assert_turned(row, skill)
    elif not holds:
        assert (row.hourly == "peril") == (row.id not in TOLD_GIFTS)


def assert_turned(row: Disorder, skill: str) -> None:
    """The gift of a row can be used in a test of a skill that the GM calls for, and in no other."""
    table = Session(wen(HeldDisorder(row.id), peril=0, injuries=()), fortune=1)
    table.do("Gil", "call-trial", who="wen", skill=skill)
    if row.grants and row.grants.twice:
        table.refuses("Ann", "use-gift", "no-gift", who="wen", row=row.id, trial=table.trial)
        table.do("Ann", "roll", trial=table.trial, faces=[9, 8])
    before, twice = table.state.trials[table.trial], table.state.twice
    table.do("Ann", "use-gift", who="wen", row=row.id, trial=table.trial)
    after = table.state.trials[table.trial]
    assert (after.flip, after.modifiers, table.state.twice) != (before.flip, before.modifiers, twice)
    assert table.who("wen").corruption == row.cost


@pytest.mark.rule("GP-DIS-02", "GP-CORE-04")
@pytest.mark.parametrize(("skill", "flip", "now"), [
    ("gamble", "", 1), ("gamble", "fail", 0), ("gamble", "succeed", 1), ("incantation", "", 0),
    ("incantation", "fail", 0),
])
def test_a_gift_cancels_whatever_flips_to_fail_and_adds_nothing_to_a_flip_to_succeed(skill, flip, now):
    one = "gamblers-lament" if skill == "gamble" else "mana-junkie"
    table = Session(wen(HeldDisorder(one), peril=0, injuries=()))
    table.put("wen", ranks={})
    table.do("Gil", "call-trial", who="wen", skill=skill, flip=flip)
    table.do("Ann", "use-gift", who="wen", row=one, trial=table.trial)
    assert flips(Options(), table.state.trials[table.trial], table.who("wen")) == now
    [offer] = table.offers("Gil", "set-difficulty")
    as_it_is = offer.by_itself()
    table.do("Gil", as_it_is.pop("do"), **as_it_is | {"difficulty": "hard"})
    assert flips(Options(), table.state.trials[table.trial], table.who("wen")) == now


def obsessed(*faces: int) -> Session:
    """Wen failed, let her obsession help, spent the last Fortune Point, and this fell."""
    table = Session(wen(HeldDisorder("clawing-obsession"), peril=0), fortune=1)
    table.do("Gil", "call-trial", who="wen", skill="charm")
    table.do("Ann", "roll", trial=table.trial, faces=[9, 8])
    table.do("Ann", "use-gift", who="wen", row="clawing-obsession", trial=table.trial)
    table.refuses("Ann", "use-gift", "no-gift", who="wen", row="clawing-obsession", trial=table.trial)
    table.do("Ann", "spend-fortune", trial=table.trial, faces=faces)
    return table


@pytest.mark.rule("GP-DIS-02", "GP-CORE-18")
def test_an_obsession_lets_a_point_roll_twice():
    table = obsessed(9, 7)
    assert table.state.points(table.who("wen")) == 0
    [again] = table.offers("Ann", "spend-fortune")
    assert again.label == "Roll once more for that point"
    table.do("Ann", "spend-fortune", trial=table.trial, faces=[1, 2])
    assert (table.last(TrialRolled).rolled.outcome, table.state.trials) == ("success", {})
    assert table.who("wen").corruption == 3


@pytest.mark.rule("GP-DIS-02", "GP-CORE-18")
def test_what_falls_the_third_time_stands_and_so_does_what_is_let_stand():
    table = obsessed(9, 7)
    table.do("Ann", "spend-fortune", trial=table.trial, faces=[9, 6])
    assert (table.last(TrialRolled).rolled.outcome, table.state.trials, table.state.twice) == ("failure", {}, ())
    kept = obsessed(9, 7)
    kept.do("Ann", "keep", trial=kept.trial)
    assert kept.state.trials == {}
    assert obsessed(1, 2).state.trials == {}
    assert obsessed(9, 9).state.trials == {}
    plain = Session(wen(peril=0), fortune=2)
    plain.do("Gil", "call-trial", who="wen", skill="charm")
    plain.do("Ann", "roll", trial=plain.trial, faces=[9, 8])
    plain.do("Ann", "spend-fortune", trial=plain.trial, faces=[9, 7])
    assert plain.state.trials == {}


@pytest.mark.rule("GP-DIS-02")
def test_a_soldiers_gift_wards_off_blows_and_helps_in_no_other_test():
    table = Session(wen(HeldDisorder("soldiers-heart"), peril=0))
    table.have(trials={"t": Trial(id="t", who="wen", skill="coordination", purpose="chase-takedown")})
    table.refuses("Ann", "use-gift", "no-gift", who="wen", row="soldiers-heart", trial="t")


@pytest.mark.rule("GP-DIS-02", "GP-CORE-16")
def test_while_the_hunger_is_awake_nothing_heals():
    table = Session(wen(HeldDisorder("the-hunger", woken=True), damage=3))
    table.refuses("Gil", "recuperate", "unhealing", "GP-DIS-02", who="wen", injury="broken-rib")
    with pytest.raises(Refused):
        table.do("Gil", "set-track", who="wen", track="damage", now="lightly")
    table.do("Gil", "set-track", who="wen", track="damage", now="grievously")
    tracks = [offer.fixed["track"] for offer in table.offers("Gil", "set-track") if offer.fixed["who"] == "wen"]
    assert tracks == ["peril"]
    table.do("Gil", "set-awake", who="wen", row="the-hunger")
    table.do("Gil", "recuperate", who="wen", injury="broken-rib")
    table.do("Gil", "set-track", who="wen", track="damage", now="lightly")
    assert (table.who("wen").injuries, table.who("wen").damage) == ((), 1)


@pytest.mark.rule("GP-DIS-02")
def test_fire_calls_only_where_two_ranks_are_ignored():
    table = Session(wen(HeldDisorder("pyromania"), peril=2))
    table.refuses("Ann", "refuse-burden", "no-burden", who="wen", row="pyromania")
    table.have(people={**table.state.people, "wen": replace(table.who("wen"), peril=3)})
    table.do("Ann", "refuse-burden", who="wen", row="pyromania")
    assert table.who("wen").corruption == 1


@pytest.mark.rule("GP-DIS-02")
@pytest.mark.parametrize(("row", "peril"), [("possessed", 0), ("taint-of-chaos", 0), ("moon-fever", LAST)])
def test_what_gives_way_does_so_whatever_made_them_incapacitated(row, peril):
    table = Sitting("Ann")
    ann = table.pc("Ann", disorders=(HeldDisorder(row, woken=True),), peril=4)
    table.begin()
    table.do("Gil", "set-track", who=ann, track="peril", now="incapacitated")
    assert table.who(ann).peril == peril
    assert table.who(ann).disorders[0].turned == ("" if peril else "changed")
