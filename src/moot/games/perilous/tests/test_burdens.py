"""What Disorders do to tests, thresholds and Movement, by the data of their rows."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from moot.games.perilous.harm import DamageSuffered
from moot.games.perilous.options import Options
from moot.games.perilous.person import HeldDisorder, Person, Suffered
from moot.games.perilous.tests.chasing import Running
from moot.games.perilous.tests.people import person
from moot.games.perilous.tests.table import Session
from moot.games.perilous.trial import ORDER, Trial, chance_of, flips, odds_of
from moot.kit.totals import worth


def with_(row: str, **more: Any) -> Person:
    """Wen with a Disorder: Willpower 48, Brawn 52, Fellowship 35, three ranks each in a few skills."""
    one = HeldDisorder(row, **{name: more.pop(name) for name in ("woken", "using", "host") if name in more})
    ranks = {"awareness": 3, "resolve": 3, "charm": 3, "athletics": 3, "simple-melee": 3}
    attributes = {"willpower": 48, "brawn": 52}
    return person("wen", player="s3", attributes=attributes, ranks=ranks, disorders=(one,), **more)


@pytest.mark.rule("GP-DIS-02")
@pytest.mark.parametrize(
    ("who", "skill", "chance", "flip"),
    [
        (with_("dark-passenger", damage=2), "charm", 65, 0), (with_("dark-passenger", damage=3), "charm", 65, -1),
        (with_("dreadful-phobia"), "charm", 65, 0), (with_("dreadful-phobia", woken=True), "charm", 35, 0),
        (with_("host-to-the-abyss", woken=True, host="change"), "charm", 35, 0),
        (with_("host-to-the-abyss", woken=True, host="decay"), "athletics", 82, -1),
        (with_("host-to-the-abyss", woken=True, host="pleasure"), "simple-melee", 65, -1),
        (with_("host-to-the-abyss", woken=True, host="violence"), "charm", 65, -1),
        (with_("host-to-the-abyss", host="decay"), "athletics", 82, 0),
    ],
)
def test_burdens_take_ranks_and_flip_tests_to_fail(who, skill, chance, flip):
    trial = Trial(id="t", who="wen", skill=skill, purpose="free")
    assert (chance_of(trial, who), flips(Options(), trial, who)) == (chance, flip)


@pytest.mark.rule("GP-DIS-02")
def test_an_obsession_fails_two_skills_from_ignore_two_on():
    trial = Trial(id="t", who="wen", skill="awareness", purpose="free")
    assert odds_of(Options(), trial, with_("clawing-obsession", peril=2))["success"]
    assert odds_of(Options(), trial, with_("clawing-obsession", peril=3)) == {
        outcome: outcome == "failure" for outcome in ORDER
    }
    table = Session(with_("clawing-obsession", peril=3))
    table.do("Gil", "call-trial", who="wen", skill="resolve")
    assert not table.state.trials
    assert "is held by a Disorder and fails at Resolve, without dice." in table.read["Ann"][-1]


@pytest.mark.rule("GP-DIS-02", "GP-CORE-08")
def test_burdens_and_gifts_change_what_is_reckoned():
    assert worth(with_("prophecy-of-doom", peril=2).peril_threshold) == 7
    assert worth(with_("prophecy-of-doom", peril=3).peril_threshold) == 3
    assert worth(with_("the-flesh-revolts").damage_threshold) == 5
    assert worth(with_("the-flesh-revolts", woken=True, armor="mail").damage_threshold) == 4
    assert worth(with_("bound-to-the-bottle", using=True).damage_threshold) == 11
    assert with_("dreadful-phobia", using=True).movement("on-foot") == 2 * with_("dreadful-phobia").movement("on-foot")
    both = (HeldDisorder("dark-passenger", using=True), HeldDisorder("dreadful-phobia", using=True))
    assert replace(with_("hophead"), disorders=both).movement("on-foot") == 12
    assert with_("dark-passenger", using=True).fury_dice == 2
    hurt = (Suffered("broken-rib"),)
    assert with_("soldiers-heart").blow == 0
    assert with_("soldiers-heart", injuries=hurt).blow == 3
    assert with_("the-flesh-revolts", injuries=hurt).hurts
    assert not with_("the-flesh-revolts", injuries=hurt, using=True).hurts
    assert not with_("moon-fever", woken=True).rests
    assert with_("the-hunger", woken=True).rests


@pytest.mark.rule("GP-DIS-02", "GP-CORE-22")
def test_what_is_awake_keeps_peril_from_going_away():
    table = Session(with_("moon-fever", woken=True, peril=3))
    table.refuses("Gil", "rest", "nobody-tired", where="safe")


@pytest.mark.rule("GP-DIS-02", "GP-CORE-15", "GP-CHASE-17")
def test_a_shot_has_what_disorders_add_to_it_and_take_from_it():
    archer = with_("soldiers-heart", injuries=(Suffered("twisted-ankle"),))
    fierce = msgspec.structs.replace(archer, disorders=(*archer.disorders, HeldDisorder("dark-passenger", using=True)))
    table = Running(fierce, person("joss"))
    table.begin()
    table.run(5)
    table.press("attack", "wen", who="wen", skill="simple-ranged", target="joss")
    assert table.chase.deed is not None
    assert (table.chase.deed.damage, table.chase.deed.fury) == (0, 2)


@pytest.mark.rule("GP-DIS-02", "GP-CORE-15")
@pytest.mark.parametrize(("face", "damage"), [(5, 4), (1, 0)])
def test_what_a_disorder_takes_comes_off_all_damage_and_leaves_no_less_than_none(face, damage):
    archer = with_("soldiers-heart", injuries=(Suffered("twisted-ankle"),), shifts={"fellowship": 1})
    table = Running(archer, person("joss"))
    table.begin()
    table.run(5)
    table.press("attack", "wen", who="wen", skill="simple-ranged", target="joss")
    table.dice("wen", 1, 2)
    table.press("roll-damage", "wen", faces=[face])
    assert table.last(DamageSuffered).points == damage
