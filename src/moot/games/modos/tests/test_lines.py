"""What the journal says in the moments of a fight: whole sentences, each thing said once."""

from __future__ import annotations

from functools import partial

import pytest

from moot.core.frames import merged
from moot.games.modos.conflict.resolving import deed_words
from moot.games.modos.conflict.working import Progressed
from moot.games.modos.conflicts import Deed
from moot.games.modos.harm import hurt
from moot.games.modos.injuries import Hurt
from moot.games.modos.person import Gear
from moot.games.modos.room import situation
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting

KNIFE = Gear(id="g1", name="Knife", row="dagger", at="held")


def said(table: Sitting, count: int) -> list[str]:
    """The last lines that Ann reads."""
    return [" ".join(line.split()) for line in table.read["Ann"][-count:]]


@pytest.mark.rule("MO-403", "MO-412")
def test_a_power_is_thrown_for_and_kept_up_in_whole_sentences():
    table = Sitting(person("ann", player="s3", MP=18, level=3, points={"magic:fog-1": 1}), person("foe"))
    table.fight(ann=20, foe=1)
    table.does("ann", "cast", power="fog-1", keep=False, targets=(), faces=[12, 3])
    table.let_be()
    assert "throws 23 (12 + 11) for Fog 1: a Pro." in " ".join(said(table, 6))
    table.does("ann", "end-turn")
    table.does("foe", "end-turn")
    [offer] = table.offers("Ann", "keep")
    table.do("Ann", offer.do, **offer.fixed)
    assert said(table, 2) == ["keeps Fog 1 up.", "Fog 1 goes on."]


@pytest.mark.rule("MO-407", "MO-FQ19")
@pytest.mark.parametrize(("told", "left"), [
    ("told", ["has 7 of 10 metaphysical health left."]), ("hinted", ["has metaphysical health left: hurt."]),
    ("secret", []),
])
def test_what_a_power_costs_is_said_once_and_then_what_is_left(told, left):
    foe = person("foe", points={"magic:fire-1": 1})
    table = Sitting(person("ann", player="s3"), foe, health_told=told)
    table.fight(foe=20, ann=1)
    table.does("foe", "cast", power="fire-1", keep=False, targets=("ann",))
    table.does("ann", "pass", faces=[12, 2, 3])
    lines = said(table, 4 + len(left))
    assert lines[1:-2] == ["pays 3 of metaphysical health for Fire 1: 3 (d8 2, level 1).", *left]


@pytest.mark.rule("MO-313", "MO-407", "MO-FQ19")
@pytest.mark.parametrize(("told", "ends"), [
    ("told", "Foe is mostly dead: metaphysical 10 to 7; physical 10 to 0."),
    ("hinted", "Foe is mostly dead: 1 physical damage."),
])
def test_an_end_says_of_who_is_out_no_more_than_that_with_all_that_they_lost(told, ends):
    table = Sitting(person("ann", player="s3"), person("foe"), health_told=told)
    table.befall(lambda play: hurt(play, "foe", "MP", 3, "MO-407"))
    for points in (6, 4, 1):
        table.befall(partial(hurt, who="foe", pool="P", points=points))
    table.befall(lambda play: hurt(play, "ann", "P", 2))
    lines = [event.line(table.state) for event in table.heard["Ann"] if isinstance(event, Hurt)]
    facts = [fact for line in lines if line for fact in line.facts]
    assert [*map(str, merged(facts))] == [ends, "Ann is hurt: physical 10 to 8."]
    assert str(merged(facts[:3])[0]).startswith("Foe is hurt"), "who stands is said to be hurt once, and by what in all"
    assert len(merged(facts[:3])) == len(merged([*facts[1:3], facts[0]])) == 1


@pytest.mark.rule("MO-208")
def test_that_a_goal_is_won_is_said_once_beside_its_card():
    table = Sitting(person("ann", player="s3"), person("foe"))
    table.fight(ann=20, foe=1)
    table.do("Gil", "set-goal", goal="", what="Away", side="ours", most=3, die="d8", regress="none")
    table.does("ann", "work", words="runs", goal=next(iter(table.conflict.goals)))
    table.do("Gil", "set-fate", sure=False, difficulty=0, faces=[19, 1, 6])
    line = table.last(Progressed).line(table.state)
    assert (line.text, [fact.text for fact in line.facts]) == (
        "gains 6 for “Away”: 6, and more than 3 wins it.", ["Ann wins “Away”"],
    )


@pytest.mark.rule("MO-X001", "MO-005")
def test_a_blow_that_ends_in_a_tie_says_that_it_does_not_work():
    table = Sitting(person("ann", player="s3"), person("foe"), tie="neutral")
    table.fight(ann=20, foe=1)
    table.does("ann", "attack", tool="natural", target="foe")
    table.does("foe", "defend", against="ann", skill="parry", faces=[9, 9])
    assert said(table, 1) == ["throws 9 against 9 by Foe: a Tie. It does not work."]
    assert table.who("foe").hurt("P") == 0


@pytest.mark.rule("MO-211", "MO-X309")
@pytest.mark.parametrize(("faces", "says"), [
    ([5, 4], "5 (d6) less 4 (Mail d8)."), ([3, 8], "3 (d6) less 8 (Mail d8), at least 1."),
])
def test_the_reckoning_of_a_blow_says_that_protection_leaves_one_point(faces, says):
    table = Sitting(person("ann", player="s3", gear=("club",)), person("foe", gear=("mail",)))
    table.fight(ann=20, foe=1)
    table.does("ann", "attack", tool="ann-club", target="foe")
    table.does("foe", "pass", faces=faces)
    assert says in " ".join(said(table, 2))


@pytest.mark.rule("MO-006")
def test_who_is_unaware_is_unaware_of_somebody():
    table = Sitting(person("ann", player="s3"), person("foe"))
    table.do("Gil", "set-unaware", who=("ann",), of=("foe",))
    assert said(table, 1) == ["is unaware of Foe."]
    [offer] = table.offers("Gil", "set-aware")
    table.do("Gil", offer.do, **offer.fixed)
    assert said(table, 1) == ["is no longer unaware of Foe."]


@pytest.mark.rule("MO-100", "MO-101", "MO-X104")
def test_a_changed_sheet_ends_in_one_full_stop():
    table = Sitting(person("ann", player="s3"))
    said_of = {"concept": "A gnome.", "goals": "Ride.", "flaws": "Proud", "design": "Fog."}
    table.do("Gil", "set-details", who="ann", name="Ann", **said_of)
    [line] = said(table, 1)
    assert line == "now has the concept “A gnome”, the goal “Ride”, the flaw “Proud” and hero points for “Fog”."
    more = {"body": 10, "mind": 10, "spirit": 10, "mind_damage": 3, "perks": 2, "points": 1}
    table.do("Gil", "set-figures", who="ann", level=2, **more)
    assert said(table, 1) == ["now has level 2, 3 mental damage and 1 skill point, 2 perks to choose."]
    table.do("Gil", "set-details", who="ann", name="Bo", **said_of | {"concept": "An elf"})
    assert said(table, 1) == ["now is called Bo; has the concept “An elf”."]


@pytest.mark.rule("MO-212")
def test_whom_all_wait_for_is_named_once():
    table = Sitting(person("ann", player="s3"), person("foe"), person("imp"))
    table.do("Gil", "open-conflict", what="A fight", ours=("ann",), theirs=("foe", "imp"))
    table.do("Gil", "call-order")
    late = [one.who for one in situation(table.state).waiting if one.what == "initiative"]
    assert late == ["Ann", "Gil"]


@pytest.mark.rule("MO-205", "MO-X120")
def test_to_drop_something_is_at_hand_and_asked_of_nobody_whose_turn_it_is_not():
    table = Sitting(person("ann", player="s3", gear=(KNIFE,)), person("foe", gear=(KNIFE,)))
    table.fight(ann=20, foe=1)
    assert {offer.urgency for offer in table.offers("Ann", "handle")} == {"may"}
    assert {offer.urgency for offer in table.offers("Gil", "handle")} == {"tool"}


@pytest.mark.rule("MO-214")
def test_who_is_hindered_may_have_any_name():
    state = Sitting(person("ann", "Ann {the} Quick", player="s3"), person("foe")).state
    assert deed_words(state, Deed(who="foe", kind="hinder", targets=("ann",))) == "hinders Ann {the} Quick"
