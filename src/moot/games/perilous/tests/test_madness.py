"""Stress, Fear and Terror: what withstanding them costs, by each option, and the odds of it."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from moot.core import Choose, Play, outcomes
from moot.core.events import name_of
from moot.games.perilous.figures import MADNESS_TIERS, SITUATIONS
from moot.games.perilous.harm import PerilSuffered
from moot.games.perilous.madness import MADNESS_PART, Withstood, cost, weighed, withstand
from moot.games.perilous.options import Options
from moot.games.perilous.packs import situations
from moot.games.perilous.person import HeldDisorder, Person, Suffered
from moot.games.perilous.room import GAME
from moot.games.perilous.sins import DisorderWoke
from moot.games.perilous.tests.corruption import costs
from moot.games.perilous.tests.people import skilled
from moot.games.perilous.tests.strolling import stroll
from moot.games.perilous.tests.table import Session, found
from moot.games.perilous.trial import falling

ADA = skilled("ada", "s3", resolve=(38, 1))
CHECK = next(
    row for row in tomllib.loads(
        (Path(__file__).parent / "examples" / "odds_check.toml").read_text(encoding="utf-8")
    )["check"] if row["id"] == "C11"
)


def table(tier: str = "fear", *, who: Person = ADA, fortune: int = 0, **options: Any) -> Session:
    """Somebody beholds something of this tier, and may roll."""
    found = Session(who, skilled("bo", "s4"), fortune=fortune, **options)
    found.do("Gil", "terrify", by="hand", tier=tier, what="The well is full of eyes.", people=[who.id])
    return found


@pytest.mark.rule("GP-MAD-01")
@pytest.mark.parametrize(("tier", "chance", "dice", "points", "corruption"), [
    ("stress", 68, [4], 5, 3), ("fear", 48, [4, 9], 15, 6), ("terror", 28, [4, 9, 2], 18, 9),
])
def test_a_failure_costs_peril_and_corruption_by_its_tier(tier, chance, dice, points, corruption):
    session = table(tier, fortune=1)
    [offer] = session.offers("Ann", "roll")
    assert offer.figures == {"rolled.chance": chance}
    session.do("Ann", "roll", trial="n2", faces=[9, 8])
    [kept] = session.offers("Ann", "keep")
    assert kept.rolls == (10,) * len(dice)
    events = session.do("Ann", "keep", trial="n2", faces=dice)
    harm = found(events, PerilSuffered)
    assert (harm.points, harm.kind) == (points, "mental")
    assert [(one.points, one.what) for one in session.state.people["ada"].sins] == [
        (corruption, f"suffering {MADNESS_TIERS[tier].title}")
    ]


@pytest.mark.rule("GP-MAD-01", "GP-RD-14")
@pytest.mark.parametrize(("switch", "points"), [("true", 2), ("false", 0)])
def test_each_critical_success_brings_a_fortune_point_where_the_table_plays_so(switch, points):
    session = table(madness_cs_fortune=switch)
    session.do("Gil", "terrify", by="hand", tier="fear", what="Again.", people=["bo"])
    session.do("Ann", "roll", trial="n2", faces=[10, 1])
    session.do("Ben", "roll", trial="n4", faces=[1, 1])
    assert sum(one.points for one in session.state.fortune) == points
    assert not session.state.people["ada"].sins


@pytest.mark.rule("GP-MAD-01", "GP-RD-09")
def test_somebody_of_the_gms_who_stands_unmoved_brings_the_party_nothing_and_gathers_corruption():
    session = table(who=skilled("cor", resolve=(38, 1)))
    session.do("Gil", "roll", trial="n2", faces=[1, 1])
    assert session.state.fortune == ()
    session.do("Gil", "terrify", by="hand", tier="fear", what="Again.", people=["cor"])
    session.do("Gil", "roll", trial=session.trial, faces=[9, 8, 1, 1])
    assert session.who("cor").corruption == 6


@pytest.mark.rule("GP-MAD-01")
def test_a_plain_success_costs_and_brings_nothing():
    session = table(fortune=1)
    events = session.do("Ann", "roll", trial="n2", faces=[1, 2])
    assert found(events, Withstood).outcome == "success"
    assert session.state.people["ada"] == ADA
    assert sum(one.points for one in session.state.fortune) == 1


def test_what_comes_next_is_at_hand_again_once_all_have_withstood_it():
    session = table()
    [call] = session.offers("Gil", "call-trial")
    assert call.key in session.asked("Gil").later
    session.do("Ann", "roll", trial="n2", faces=[1, 2])
    assert not session.asked("Gil").later


@pytest.mark.rule("GP-MAD-02", "GP-MAD-03")
@pytest.mark.parametrize(("tier", "corruption"), [("stress", 9), ("fear", 12), ("terror", 15)])
def test_a_critical_failure_breaks_at_once_and_adds_six(tier, corruption):
    session = table(tier)
    events = session.do("Ann", "roll", trial="n2", faces=[9, 9])
    assert found(events, PerilSuffered).kind == "mental"
    assert session.state.people["ada"].incapacitated
    assert session.state.people["ada"].corruption == corruption


@pytest.mark.rule("GP-MAD-02")
def test_a_table_may_take_a_critical_failure_as_a_failure():
    session = table(madness_critical_failure="peril-plus-corruption")
    events = session.do("Ann", "roll", trial="n2", faces=[9, 9, 2, 3])
    assert found(events, PerilSuffered).points == 7
    assert session.state.people["ada"].corruption == 6


@pytest.mark.rule("GP-MAD-03")
@pytest.mark.parametrize(("stacks", "corruption"), [("true", 12), ("false", 6)])
@pytest.mark.parametrize("dice", [[9, 9], [9, 8, 10, 9]])
def test_the_six_of_falling_come_on_top_unless_the_table_says_otherwise(stacks, corruption, dice):
    """After a critical failure and after a failure whose Peril ends there; the tier's own figure is never two."""
    session = table(who=replace(ADA, peril=2), incapacitated_corruption_stacks=stacks)
    session.do("Ann", "roll", trial="n2", faces=dice)
    assert session.state.people["ada"].incapacitated
    assert session.state.people["ada"].corruption == corruption


@pytest.mark.rule("GP-MAD-03", "GP-CORE-13")
def test_who_is_incapacitated_fails_without_dice_and_gains_the_tiers_figure_alone():
    session = table(who=replace(ADA, peril=5))
    assert not session.state.trials
    assert session.state.people["ada"].corruption == 6


@pytest.mark.rule("GP-RD-28", "GP-DIS-02")
def test_who_withstands_something_has_not_suffered_it():
    session = table("stress", who=replace(ADA, disorders=(HeldDisorder("moon-fever", hidden=True),)))
    events = session.do("Ann", "roll", trial="n2", faces=[10, 2])
    assert found(events, Withstood).outcome == "success"
    assert not any(isinstance(event, DisorderWoke) for event in events)
    assert not session.state.people["ada"].disorders[0].woken


@pytest.mark.rule("GP-RD-28", "GP-DIS-02")
def test_giving_way_wakes_a_mutation():
    session = table("stress", who=replace(ADA, disorders=(HeldDisorder("moon-fever", hidden=True),)))
    assert weighed(session.state, session.state.ordeals["n1"], "ada").wakes
    events = session.do("Ann", "roll", trial="n2", faces=[9, 8, 2])
    woke = found(events, DisorderWoke)
    assert (woke.rows, woke.rules) == (("moon-fever",), ("GP-DIS-02", "GP-RD-28"))


@pytest.mark.rule("GP-RD-03")
def test_nobody_helps_with_resolve():
    session = table()
    session.state = session.state.with_person("bo", ranks={"resolve": 2})
    session.refuses("Ben", "help", "no-help-here", "GP-RD-03", trial="n2", helper="bo")


@pytest.mark.rule("GP-CORE-18")
def test_a_failure_may_be_rolled_again_and_a_critical_one_may_not():
    session = table(fortune=2)
    session.do("Ann", "roll", trial="n2", faces=[9, 8])
    session.do("Ann", "spend-fortune", trial="n2", faces=[1, 2])
    assert not session.state.people["ada"].sins
    session.do("Gil", "terrify", by="hand", tier="fear", what="Again.", people=["ada"])
    session.do("Ann", "roll", trial="n4", faces=[9, 9])
    session.refuses("Ann", "spend-fortune", "nothing-failed", "GP-CORE-18", trial="n4")


@pytest.mark.rule("GP-MAD-04", "GP-MAD-05", "GP-MAD-06", "GP-MAD-07")
@pytest.mark.parametrize(("situation", "tier", "rule"), [
    ("murder-scene", "stress", "GP-MAD-05"), ("stalked", "fear", "GP-MAD-06"), ("portal", "terror", "GP-MAD-07"),
])
def test_a_situation_proposes_its_tier(situation, tier, rule):
    session = Session(ADA)
    [event, *_] = session.do("Gil", "terrify", by="list", situation=situation, people=["ada"])
    assert (event.ordeal.tier, event.ordeal.what) == (tier, SITUATIONS[situation].title)
    assert rule in event.rules


@pytest.mark.rule("GP-MAD-04")
def test_the_tier_is_the_gms_and_the_doubtful_ones_are_marked():
    session = Session(ADA)
    [event, *_] = session.do("Gil", "terrify", by="list", situation="hunted", tier="terror", people=["ada"])
    assert event.ordeal.tier == "terror"
    assert {"GP-MAD-06", "GP-MAD-07"} & {*event.rules} == {"GP-MAD-06"}
    [listed, _] = session.offers("Gil", "terrify")
    [found] = [field.choices for field in listed.fields if isinstance(field, Choose) and field.name == "situation"]
    assert len(found) == len(situations({})) > 43
    assert sum("doubtful" in choice.hint for choice in found) == 5
    session.refuses("Ann", "terrify", "guide-only", by="hand", tier="fear", what="No.", people=["ada"])


@pytest.mark.rule("GP-MAD-01")
def test_the_party_is_proposed_and_nobody_unknown_beholds_it():
    session = Session(ADA, skilled("cor"), replace(skilled("eve"), known=False))
    for offer in session.offers("Gil", "terrify"):
        [people] = (field for field in offer.fields if isinstance(field, Choose) and field.name == "people")
        assert ([choice.value for choice in people.choices], people.default) == (["ada", "cor"], ("ada",))


@pytest.mark.rule("GP-MAD-01", "GP-MAD-02", "GP-MAD-03")
def test_what_it_may_cost_is_said_by_places_and_by_points():
    """A failure brings 4 to 22 Peril against 6, a critical one the end of the track."""
    session = table(who=replace(ADA, peril=2, disorders=(HeldDisorder("hophead"),)))
    shown = weighed(session.state, session.state.ordeals["n1"], "ada")
    assert (shown.nothing, shown.wakes) == ("38\u00a0%", False)
    assert shown.corruption == ((0, "38\u00a0%"), (6, "47\u00a0%"), (12, "15\u00a0%"))
    assert shown.peril == (
        ("Ignore 1 Skill Rank", "40\u00a0%"), ("Ignore 2 Skill Ranks", "18\u00a0%"),
        ("Ignore 3 Skill Ranks", "27\u00a0%"), ("Incapacitated!", "15\u00a0%"),
    )


@pytest.mark.rule("GP-MAD-03", "GP-CORE-13")
@pytest.mark.parametrize("sheet", [{"peril": 5}, {"injuries": (Suffered("punctured-lung"),)}])
def test_who_can_do_nothing_is_sure_to_gain_the_tiers_figure_and_no_peril(sheet):
    who = replace(ADA, **sheet)
    assert cost(Options(), who, "terror") == {(who.peril, 9): 1}


def test_it_is_shown_until_the_next_one_comes():
    session = table()
    shown = session.board("Ann")["n1"]
    [cost_] = session.own("Ann").costs
    assert (cost_.who, cost_.nothing) == ("ada", "48\u00a0%")
    assert not session.own("Ben").costs
    assert shown.title.startswith("Fear")
    assert shown.words == ("Resolve +0. Giving way costs 2D10+2 Peril and 6 Corruption.",)
    assert shown.rows[0].words == "is to test Resolve, Standard +0: up to 48"
    assert "tests" not in session.board("Ann")
    session.do("Ann", "roll", trial="n2", faces=[1, 2])
    assert session.board("Ann")["n1"].rows[0].words == "withstands it"
    session.do("Gil", "terrify", by="hand", tier="stress", what="Once more.", people=["ada", "bo"])
    assert list(session.state.ordeals) == ["n3"]
    session.do("Gil", "terrify", by="hand", tier="stress", what="And again.", people=["ada"])
    assert list(session.state.ordeals) == ["n3", "n6"]


def test_of_two_that_wait_the_question_the_chances_and_the_words_are_about_the_same():
    session = table(fortune=1)
    session.do("Ann", "roll", trial="n2", faces=[9, 8])
    assert session.board("Ann")["n1"].rows[0].words == "has failed, if nothing turns it"
    session.do("Gil", "terrify", by="hand", tier="terror", what="They blink.", people=["ada"])
    assert session.asked("Ann").lead == "roll:n4"
    assert session.asked("Ann").title == "Ada: Resolve"
    session.do("Ann", "roll", trial="n4", faces=[9, 7])
    assert [offer.why for offer in session.offers("Ann", "keep")] == [
        "The well is full of eyes. Rolled again: 48\u00a0% to succeed. 1 Fortune left; what falls then stands.",
        "They blink. Rolled again: 28\u00a0% to succeed. 1 Fortune left; what falls then stands.",
    ]


@pytest.mark.parametrize(("do", "blanks"), [
    ("open-fight", {"party": ["ada"], "foes": ["cor"]}), ("open-chase", {"escapees": ["ada"], "pursuers": ["cor"]}),
    ("frame", {"npcs": ["cor"], "people": ["ada"], "objective": "The key"}),
])
def test_what_was_withstood_lies_behind_them_once_something_else_begins(do, blanks):
    session = Session(ADA, skilled("bo", "s4"), replace(skilled("cor"), leans="order", social_class="burgher"))
    session.do("Gil", "terrify", by="hand", tier="stress", what="Eyes.", people=["ada"])
    session.do("Ann", "roll", trial="n2", faces=[1, 2])
    session.do("Gil", "terrify", by="hand", tier="stress", what="Teeth.", people=["bo"])
    assert list(session.state.ordeals) == ["n3"]
    session.do("Ben", "roll", trial="n4", faces=[1, 2])
    session.do("Gil", do, **blanks)
    assert (session.state.ordeals, session.state.ids) == ({}, 5)


def test_what_was_withstood_lies_behind_them_after_a_night_and_when_a_talk_goes_on():
    session = Session(ADA, replace(skilled("bo", "s4", charm=(40, 0)), peril=2), replace(skilled("cor"), leans="order"))
    blanks = {"npcs": ["cor"], "people": ["bo"], "objective": "The key", "disposition": "polite"}
    session.do("Gil", "frame", **blanks)
    session.do("Gil", "hide-pair", exchange="n1", npc="cor", favourable="charm", unfavourable="guile")
    session.do("Ben", "tactic", exchange="n1", who="bo", npc="cor", skill="charm")
    session.do("Ben", "roll", trial=session.trial, faces=[1, 2])
    for do, more in (("again", {"exchange": "n1", "people": ["bo"]}), ("rest", {"where": "safe"})):
        session.do("Gil", "terrify", by="hand", tier="terror", what="Teeth.", people=["ada"])
        session.do("Ann", "roll", trial=session.trial, faces=[1, 2])
        assert session.state.ordeals
        session.do("Gil", do, **more)
        assert not session.state.ordeals


@pytest.mark.parametrize("kind", ["fight", "chase"])
def test_what_was_withstood_lies_behind_them_with_the_next_turn(kind):
    session = Session(skilled("ada", "s3", toughness=(40, 0)), skilled("bo", "s4"), skilled("cor"))
    if kind == "fight":
        session.do("Gil", "open-fight", party=["ada"], foes=["cor"])
        for name in ("Ann", "Gil"):
            session.do(name, "roll-initiative", fight="n1", faces=[5])
    else:
        session.do("Gil", "open-chase", escapees=["ada"], pursuers=["cor"])
        session.do("Gil", "begin-chase", chase="n1")
        session.do("Gil", "roll-ladder", chase="n1", runners=["cor"], faces=[5])
        session.do("Ann", "run", chase="n1", mode="on-foot", faces=[5])
    session.do("Gil", "terrify", by="hand", tier="terror", what="Teeth.", people=["bo"])
    session.do("Ben", "roll", trial="n3", faces=[1, 2])
    assert session.board("Ann")["n2"].words == ()
    if kind == "fight":
        session.do("Ann", "end-turn", fight="n1")
    else:
        session.do("Ann", "hold", chase="n1", who="ada")
    assert not session.state.ordeals


@pytest.mark.rule("GP-MAD-01")
def test_how_each_bore_it_stands_there_until_it_is_over():
    session = Session(ADA, skilled("bo", "s4"), fortune=0)
    session.do("Gil", "terrify", by="hand", tier="stress", what=" Eyes. ", people=["ada", "bo"])
    bore = [found(session.do(name, "roll", trial=trial, faces=faces), Withstood).line(session.state)
            for name, trial, faces in (("Ann", "n2", [1, 2]), ("Ben", "n3", [9, 9]))]
    assert [line.facts[0].kind for line in bore] == ["fact", "hurt"]
    shown = session.board("Ann")["n1"]
    assert shown.title == "Stress: Eyes."
    assert [row.words for row in shown.rows] == ["withstands it", "breaks"]


@pytest.mark.rule("GP-MAD-01", "GP-MAD-02", "GP-MAD-03")
def test_a_stress_and_a_fear_cost_what_was_worked_out():
    ends = costs(Options(), ADA, ("stress", "fear"))
    assert sum(ends.values()) == 1
    mean = sum(share * corruption for (_, corruption), share in ends.items())
    assert mean == Fraction(CHECK["expected_corruption"]["exact"])
    none = sum(share for (_, corruption), share in ends.items() if not corruption)
    assert none == Fraction(CHECK["none_at_all"]["exact"])


@pytest.mark.rule("GP-MAD-01", "GP-MAD-02", "GP-MAD-03")
@pytest.mark.parametrize("options", [
    Options(), Options(madness_critical_failure="peril-plus-corruption", incapacitated_corruption_stacks="false"),
])
@pytest.mark.parametrize("peril", [0, 4])
def test_its_odds_are_those_of_every_way_the_rule_can_fall(options, peril):
    who = replace(ADA, peril=peril)
    start = table("stress", who=who).state
    [trial] = start.trials.values()
    start = replace(start, options=options)
    guide = start.seats[0]

    def rule(chance):
        play = Play(start, guide, chance, GAME.evolve)
        withstand(play, replace(trial, rolled=falling(options, trial, who, play.roll(*trial.dice))))
        return play.state.people["ada"].peril, play.state.people["ada"].corruption

    assert outcomes(rule) == cost(options, who, "stress")


@pytest.mark.rule("GP-MAD-01")
def test_random_nights_keep_the_contract():
    ada, bo = replace(ADA, disorders=(HeldDisorder("moon-fever", hidden=True),)), skilled("bo", "s4")
    start = Session(ada, bo, skilled("cor", name="Corvane"), fortune=4).state
    survey = stroll(start, MADNESS_PART, seeds=range(1), steps=30)
    assert survey.commands["terrify"] > 1
    assert survey.events["withstood"] > 1


@pytest.mark.rule("GP-MAD-01")
@pytest.mark.parametrize("then", [
    ("pass-days", {"days": 1}), ("call-trial", {"who": "bo", "skill": "athletics"}),
])
def test_what_lies_behind_people_is_shown_no_more_as_soon_as_something_else_happens(then):
    session = table()
    session.do("Ann", "roll", trial=session.trial, faces=[1, 2])
    assert "n1" in session.board("Ben")
    session.do("Gil", then[0], **then[1])
    assert "n1" not in session.board("Ben")


@pytest.mark.rule("GP-MAD-01")
def test_a_test_of_somebody_hidden_clears_nothing_that_others_see():
    session = table()
    session.have(people={**session.state.people, "lurk": replace(skilled("lurk"), known=False)})
    session.do("Ann", "roll", trial=session.trial, faces=[1, 2])
    session.do("Gil", "call-trial", who="lurk", skill="stealth")
    assert "n1" in session.board("Ben")


@pytest.mark.rule("GP-MAD-01")
def test_what_is_still_to_be_withstood_stays_whatever_happens():
    session = table()
    session.do("Gil", "call-trial", who="bo", skill="athletics")
    assert "n1" in session.board("Ben")


@pytest.mark.rule("GP-DIS-02", "GP-MAD-01")
@pytest.mark.parametrize("first", ["fear", "weary"])
def test_whose_resolve_an_obsession_fails_has_the_peril_at_once_and_what_led_to_it_says_that_it_may_throw(first):
    held = (HeldDisorder("clawing-obsession"),)
    session = Session(replace(ADA, disorders=held, peril=3 if first == "fear" else 0), skilled("bo", "s4"))
    session.do("Gil", "terrify", by="hand", tier="stress", what="Eyes.", people=["ada"])
    led = "terrify"
    if first == "weary":
        session.do("Gil", "set-track", who="ada", track="peril", now="ignore-2")
        led = "set-track"
    assert session.state.ordeals["n1"].bore == {"ada": "failure"}
    assert len(found(session.events, PerilSuffered).faces) == 1
    assert next(kind for kind in GAME.commands.kinds if name_of(kind) == led).throws
