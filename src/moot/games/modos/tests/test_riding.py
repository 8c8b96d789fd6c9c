"""Riders and flyers: what carries them, acting from where they are not, keeping it up turn by turn."""

from __future__ import annotations

import re
from functools import partial

import pytest
from msgspec.structs import replace

from moot.core import Choose, Write
from moot.games.modos.combat.riding import PostureKept, PostureLost
from moot.games.modos.conflicts import Position, Running
from moot.games.modos.harm import disable, hurt
from moot.games.modos.marks import put_mark
from moot.games.modos.person import Does, Gear
from moot.games.modos.tests.pages import form, html
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting

DETAILS = re.compile(r'id="(o-\w+-more[^"]*)"')
HORSE = {"posture": "mounted", "by": "animal", "means": "a grey mare"}
SPEEDER = {"posture": "mounted", "by": "craft", "means": "the speeder"}
WINGS = {"posture": "flying", "by": "body"}


def ride(*postures: str, **options: str) -> Sitting:
    """Ann's rider against an archer; the scene has all postures, or these."""
    rider = person("rider", player="s3", points={"pilot": 1, "movement": 1}, M=14, asking="never")
    table = Sitting(rider, person("archer", asking="always"), **options)
    table.do("Gil", "open-conflict", what="A chase", ours=("rider",), theirs=("archer",))
    table.do("Gil", "set-scene", more=postures or ("defensive", "flanking", "mounted", "flying"))
    table.do("Gil", "call-order")
    for who, face in {"rider": 15, "archer": 5}.items():
        table.does(who, "throw-initiative", pool="P", faces=[face])
    return table


def goes(table: Sitting, **place: str) -> None:
    """The rider changes posture, and nobody minds."""
    table.does("rider", "move", **place)
    table.let_be()


def next_turn(table: Sitting) -> None:
    """Everybody's turn ends, until it is the rider's again."""
    table.does("rider", "end-turn")
    table.does("archer", "end-turn")


def at(table: Sitting) -> Position:
    return table.conflict.people["rider"].place


def test_what_carries_somebody_is_asked_before_which_one_and_not_among_the_details():
    page = form(ride(), "Ann", "move:rider")
    told = ("Where to?", "Flying", "What carries you?", "An animal", "Which one?", "in more detail", "Which skill")
    assert [page.index(words) for words in told] == sorted(page.index(words) for words in told)


@pytest.mark.rule("MO-307", "MO-X306")
def test_a_rider_is_asked_whom_to_attack_before_any_other_posture_is_chosen():
    """The page opens what an answer needs: `posture:` is that of who acts from where they are."""
    table = ride("flanking", "mounted")
    table.put("rider", gear=(Gear(id="bow", name="Bow", row="bow-long", at="held"),))
    walks = DETAILS.findall(html(table, "Ann"))
    goes(table, **HORSE)
    page = html(table, "Ann")
    assert walks != DETAILS.findall(page), "the page keeps what was fetched into the same place"
    assert 'data-needs="posture:\nposture:offensive\nposture:flanking"' in page
    assert '<input type="hidden" name="f.posture" value="">' in page


@pytest.mark.rule("MO-307", "MO-X307", "MO-303")
def test_mounting_takes_an_action_and_something_to_mount():
    table = ride()
    table.refuses("Ann", "move", "wrong-number", "MO-X307", who="rider", posture="mounted")
    goes(table, **HORSE)
    assert at(table) == Position(posture="mounted", by="animal", means="a grey mare")
    assert table.conflict.people["rider"].actions == 2


@pytest.mark.rule("MO-X307")
def test_a_power_carries_people_as_long_as_it_lasts():
    table = ride()
    table.have(running={"r1": Running(id="r1", row="float-4", caster="rider", stored=12, pros={"rider": 0})})
    goes(table, posture="flying", by="r1")
    assert at(table).posture == "flying"
    table.do("Ann", "let-go", power="r1")
    assert at(table).posture == "defensive"
    assert table.last(PostureLost).why == "is carried no more"


@pytest.mark.rule("MO-X307", "MO-X323")
@pytest.mark.parametrize("befalls", [
    lambda play: disable(play, "mare", "P"), lambda play: disable(play, "mare", "M"),
    lambda play: put_mark(play, "mare", "dead", "MO-X310"),
])
def test_who_rides_an_animal_with_a_sheet_comes_off_as_it_falls(befalls):
    table = ride()
    table.have(people={**table.state.people, "mare": person("mare", "Grey mare", master="rider", bond="pet")})
    [move] = table.offers("Ann", "move")
    assert [field.suggestions for field in move.fields if isinstance(field, Write)] == [("Grey mare",)]
    goes(table, posture="mounted", by="animal", means="grey mare")
    table.befall(partial(hurt, who="mare", pool="P", points=4))
    table.does("rider", "end-turn")
    assert at(table).posture == "mounted"
    table.befall(befalls)
    table.does("archer", "end-turn")
    assert (at(table).posture, table.last(PostureLost).why) == ("defensive", "is carried no more")


@pytest.mark.rule("MO-X307")
def test_whom_two_powers_carry_falls_when_both_are_over():
    table = ride()
    float_ = Running(id="r1", row="float-4", caster="rider", stored=12, pros={"rider": 0})
    table.have(running={"r1": float_, "r2": replace(float_, id="r2", caster="archer")})
    goes(table, posture="flying", by="r1")
    table.do("Ann", "let-go", power="r1")
    assert at(table).posture == "flying"
    table.do("Gil", "let-go", power="r2")
    assert at(table).posture == "defensive"


@pytest.mark.rule("MO-X307")
def test_who_can_do_nothing_falls_from_the_saddle():
    table = ride()
    goes(table, **HORSE)
    table.put("rider", marks=(table.mark("asleep"),))
    table.does("rider", "end-turn")
    assert at(table).posture == "defensive"
    assert table.last(PostureLost).why == "can do nothing"


@pytest.mark.rule("MO-X415", "MO-307", "MO-E28")
def test_a_posture_that_is_not_kept_first_ends_with_the_first_other_action():
    table = ride()
    goes(table, **HORSE)
    next_turn(table)
    assert at(table).posture == "mounted"
    table.does("rider", "work", words="shouts an order", pool="MP")
    assert at(table).posture == "defensive"
    table.does("archer", "pass")
    table.do("Gil", "set-fate", sure=True)
    table.refuses("Ann", "keep", "turn-begun", "MO-X415", who="rider", on="posture")


@pytest.mark.rule("MO-307", "MO-302")
def test_where_there_is_no_defensive_posture_riders_end_up_in_front():
    table = ride("mounted")
    goes(table, **HORSE)
    next_turn(table)
    table.does("rider", "end-turn")
    assert at(table).posture == "offensive"


@pytest.mark.rule("MO-X415", "MO-E28")
@pytest.mark.parametrize(
    ("option", "means", "pool"), [("by_mount", SPEEDER, "M"), ("by_mount", HORSE, "P"), ("physical", SPEEDER, "P")]
)
def test_keeping_a_craft_takes_the_mind_and_a_horse_the_body(option: str, means: dict[str, str], pool: str):
    table = ride(upkeep_attribute=option)
    goes(table, **means)
    next_turn(table)
    table.does("rider", "keep", on="posture", skill="pilot")
    beat = table.conflict.beat
    assert beat
    assert beat.deed.pool == pool
    table.let_be()
    assert table.last(PostureKept).who == "rider"
    assert (at(table).posture, table.conflict.people["rider"].actions) == ("mounted", 2)


@pytest.mark.rule("MO-X415")
@pytest.mark.parametrize(
    ("tie", "faces", "posture"),
    [("reroll", [4, 8], "defensive"), ("reroll", [5, 8, 6, 2], "mounted"), ("neutral", [5, 8], "mounted")],
)
def test_who_hinders_the_upkeep_must_win(tie: str, faces: list[int], posture: str):
    """The rider has M 14, and a point in Pilot."""
    table = ride(tie=tie)
    goes(table, **SPEEDER)
    next_turn(table)
    table.does("rider", "keep", on="posture", skill="pilot")
    table.does("archer", "hinder", words="jumps on the bonnet", pool="P", faces=faces)
    assert at(table).posture == posture


@pytest.mark.rule("MO-X208", "MO-FQ23")
def test_whoever_waits_lets_go_of_it():
    table = ride()
    goes(table, **HORSE)
    next_turn(table)
    table.does("rider", "delay", after="archer")
    assert at(table).posture == "defensive"


@pytest.mark.rule("MO-X306", "MO-205")
def test_getting_off_costs_no_action_and_does_not_end_the_upkeep():
    table = ride()
    goes(table, **HORSE)
    next_turn(table)
    table.does("rider", "dismount")
    one = table.conflict.people["rider"]
    assert (one.place.posture, one.actions, one.upkeep) == ("defensive", 3, True)


@pytest.mark.rule("MO-307")
def test_a_rider_acts_from_where_they_say_if_the_posture_was_kept():
    table = ride()
    goes(table, **HORSE)
    table.does("rider", "attack", tool="natural", thrown=False, target="archer", posture="offensive")
    beat = table.conflict.beat
    assert beat
    assert beat.deed.steps == {"archer": 1}
    table.does("archer", "pass", faces=[3])
    table.does("rider", "attack", tool="natural", thrown=False, target="archer", posture="")
    beat = table.conflict.beat
    assert beat
    assert beat.deed.steps == {"archer": 2}
    table.does("archer", "pass")
    assert table.who("archer").hurt("P") == 3 + 1


@pytest.mark.rule("MO-307", "MO-308", "MO-X302")
@pytest.mark.parametrize("carried", [HORSE, WINGS])
def test_who_answers_a_rider_or_flyer_meets_them_where_they_act(carried):
    table = ride()
    goes(table, **carried)
    table.does("rider", "attack", tool="natural", thrown=False, target="archer", posture="offensive")
    table.does("archer", "attack", tool="natural", thrown=False, target="rider", faces=[2, 3])
    assert (table.who("archer").hurt("P"), table.who("rider").hurt("P")) == (2, 3)
    assert table.far("archer", "rider") == ("short" if carried is HORSE else "medium"), "they are away again"


@pytest.mark.rule("MO-307", "MO-E112")
def test_a_rider_uses_a_thing_from_where_they_say():
    """Two steps away from the archer, a thing of close range reaches them only by a pass in front of them."""
    table = ride()
    table.put("rider", gear=(Gear(id="flask", name="Healing draught", at="held", does=Does(power="cure-1", asks=1)),))
    table.put("archer", damage={"P": 7})
    goes(table, **HORSE)
    [use] = table.offers("Ann", "use-device")
    whom = next(field for field in use.fields if isinstance(field, Choose) and field.name == "targets")
    assert [choice.needs for choice in whom.choices if choice.value == "archer"] == [("posture:offensive",)]
    table.does("rider", "use-device", thing="flask", posture="offensive", targets=("archer",))
    table.does("archer", "pass", faces=[4])
    assert (table.who("archer").hurt("P"), at(table).posture) == (3, "mounted")


@pytest.mark.rule("MO-308", "MO-X307")
def test_a_flyer_strikes_only_what_they_swoop_down_on():
    table = ride()
    goes(table, **WINGS)
    table.refuses("Ann", "attack", "not-open", "MO-319", who="rider", tool="natural", thrown=False, target="archer")
    table.does("rider", "attack", tool="natural", thrown=False, target="archer", posture="offensive")
    table.does("archer", "pass", faces=[2])
    assert table.who("archer").hurt("P") == 2


@pytest.mark.rule("MO-X204", "MO-X415")
def test_a_rider_who_lets_another_go_first_is_still_in_the_saddle():
    table = ride()
    goes(table, **HORSE)
    next_turn(table)
    table.do("Gil", "let-go-first", who="archer")
    table.does("archer", "end-turn")
    assert at(table).posture == "mounted"
    table.does("rider", "keep", on="posture")
    table.let_be()
    assert table.last(PostureKept).who == "rider"


@pytest.mark.rule("MO-X306")
def test_the_guide_reads_whom_each_button_lets_get_off():
    table = ride("flanking", "mounted")
    table.do("Gil", "put-in-place", who="archer", **HORSE)
    goes(table, **HORSE)
    assert [offer.label for offer in table.offers("Gil", "dismount")] == ["Archer gets off"]
    assert [offer.label for offer in table.offers("Ann", "dismount")] == ["Get off"]
