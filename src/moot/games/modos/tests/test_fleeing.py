"""Getting out of a fight: from where, past whom, and what comes after."""

from __future__ import annotations

import pytest

from moot.games.modos.catalog import POWERS
from moot.games.modos.combat.fleeing import PursuitOpen
from moot.games.modos.conflict.opening import LeftConflict
from moot.games.modos.conflicts import Position, Running
from moot.games.modos.magic.aiming import targets_of
from moot.games.modos.person import Gear, Mark
from moot.games.modos.terms import Posture
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting
from moot.games.modos.throwing import ContestThrown


def fight(*gear: str, **options: str) -> Sitting:
    """Ann's thief and Ben's knight against a guard with this gear and a wolf; the thief has the first turn."""
    people = (person("thief", player="s3", points={"movement": 2}), person("knight", player="s4"))
    table = Sitting(*people, person("guard", asking="always", gear=gear), person("wolf", asking="always"), **options)
    table.fight(thief=19, knight=14, guard=9, wolf=5)
    return table


def stand(table: Sitting, **postures: Posture) -> None:
    for who, posture in postures.items():
        table.state = table.state.with_entry(who, place=Position(posture=posture))


def gone(table: Sitting, who: str = "thief") -> bool:
    return who not in table.conflict.people


@pytest.mark.rule("MO-404", "MO-205")
def test_a_storm_carries_people_off_at_any_time_without_an_action():
    """Wind 5: its targets may flee as a non-action."""
    table = fight()
    table.refuses("Ben", "flee", "not-your-turn", who="knight")
    storm = Running(id="r", row="wind-5", caster="guard", stored=12, pros={"knight": 0, "wolf": 0})
    table.have(running={"r": storm})
    table.state = table.state.with_entry("knight", actions=0)
    [offer] = table.offers("Ben", "flee")
    assert offer.why == "Out of the conflict. It costs no action."
    table.does("knight", "flee")
    assert gone(table, "knight")
    assert table.conflict.whose == "thief"
    [offer] = table.offers("Ann", "flee")
    assert offer.why == "Out of the conflict."


@pytest.mark.rule("MO-404", "MO-205", "MO-E22")
def test_who_flees_from_a_storm_without_an_action_needs_no_posture():
    table = fight()
    stand(table, knight="defensive")
    table.refuses("Ann", "flee", "not-from-here", "MO-304", who="thief")
    table.have(running={"r": Running(id="r", row="wind-5", caster="guard", stored=12, pros={"thief": 0})})
    table.does("thief", "flee")
    assert gone(table)


@pytest.mark.rule("MO-304", "MO-X308")
def test_flight_that_nobody_opposes_needs_no_dice():
    table = fight()
    table.does("thief", "flee")
    table.let_be()
    assert gone(table)
    assert table.last(LeftConflict).who == "thief"
    assert table.conflict.whose == "knight"


@pytest.mark.rule("MO-304")
@pytest.mark.parametrize(("faces", "out"), [([8, 9], True), ([6, 9], False)])
def test_whoever_hinders_flight_must_be_beaten(faces: list[int], out: bool):
    table = fight()
    table.does("thief", "flee", skill="movement")
    table.does("knight", "pass")
    table.does("wolf", "pass")
    table.does("guard", "hinder", words="bars the door", pool="P", faces=faces)
    assert gone(table) is out


@pytest.mark.rule("MO-E22", "MO-X308")
@pytest.mark.parametrize(
    ("option", "gear", "knight", "out"),
    [
        ("chapter", (), "offensive", True),
        ("chapter", ("bow-short",), "offensive", False),
        ("chapter", (), "defensive", False),
        ("catalog", (), "offensive", False),
        ("anywhere", ("bow-short",), "defensive", True),
    ],
)
def test_from_the_front_one_flees_only_where_nobody_reaches_far_or_stands_behind(
    option: str, gear: tuple[str, ...], knight: Posture, out: bool
):
    table = fight(*gear, flee_from=option)
    stand(table, knight=knight)
    if not out:
        assert table.refuses("Ann", "flee", "not-from-here", "MO-304", who="thief").allowed == ("defensive", "flanking")
        stand(table, thief="defensive")
    table.does("thief", "flee")
    table.let_be()
    assert gone(table)


@pytest.mark.rule("MO-X308", "MO-E22", "MO-314")
@pytest.mark.parametrize("state", ["mostly-dead", "asleep", "dead"])
def test_nobody_has_to_flee_past_friends_in_cover_who_are_down(state: str):
    table = fight()
    stand(table, knight="defensive")
    table.put("knight", marks=(table.mark(state),))
    table.does("thief", "flee")
    table.let_be()
    assert gone(table)


@pytest.mark.rule("MO-X308", "MO-E22", "MO-E113", "MO-314")
@pytest.mark.parametrize(("gear", "state", "thrown", "out"), [
    ("bow-short", "mostly-dead", "short", True), ("bow-short", "asleep", "short", True),
    ("dagger", "", "short", False), ("dagger", "", "close", True),
])
def test_only_who_is_able_to_strike_far_keeps_people_in_front(gear, state, thrown, out):
    table = fight(gear, thrown=thrown)
    table.put("guard", marks=(Mark(id="m1", row=state),) if state else ())
    if not out:
        table.refuses("Ann", "flee", "not-from-here", "MO-304", who="thief")
    assert bool(table.offers("Ann", "flee")) is out


@pytest.mark.rule("MO-X308", "MO-314")
@pytest.mark.parametrize(("power", "state", "out"), [
    ("fire-1", "", False), ("fire-1", "catatonic", True), ("lightning-1", "", True), ("hold-3", "", True),
])
def test_a_power_that_hurts_from_afar_keeps_people_in_front_too(power, state, out):
    table = fight()
    table.put("guard", points={f"magic:{power}": 1}, marks=(Mark(id="m1", row=state),) if state else ())
    assert bool(table.offers("Ann", "flee")) is out


@pytest.mark.rule("MO-X308")
def test_riders_and_flyers_on_their_own_turn_flee_as_from_the_back():
    table = fight("bow-short")
    for posture in ("mounted", "flying"):
        stand(table, thief=posture)
        assert table.offers("Ann", "flee")
    table.does("thief", "end-turn")
    table.does("knight", "work", words="shouts", pool="MP")
    table.refuses("Ann", "flee", "not-from-here", "MO-304", who="thief")


@pytest.mark.rule("MO-E22")
def test_who_is_driven_to_flight_needs_no_posture():
    table = fight("bow-short")
    table.have(running={"r1": Running(id="r1", row="fear-3", caster="guard", stored=13, pros={"thief": 0})})
    table.refuses("Ann", "move", "shut", who="thief", posture="defensive")
    table.does("thief", "flee")
    table.let_be()
    assert gone(table)


@pytest.mark.rule("MO-X308")
def test_from_shelter_only_what_reaches_holds_somebody_or_a_very_good_plea():
    table = fight()
    bolas = Gear(id="b1", name="bolas", row="bolas", at="held")
    table.put("wolf", gear=(bolas,))
    stand(table, thief="defensive")
    table.does("thief", "flee", skill="movement")
    table.refuses("Gil", "hinder", "not-a-choice", "MO-214", who="guard", words="runs after", pool="P")
    table.does("wolf", "hinder", words="throws them", pool="P")
    table.does("knight", "pass")
    table.does("guard", "hinder", words="Stay, and all is forgiven!", pool="MP", faces=[10, 11, 13])
    assert gone(table) is False
    assert table.last(ContestThrown).outcome == "con"


@pytest.mark.rule("MO-E113", "MO-X308")
@pytest.mark.parametrize(("posture", "pool", "at"), [
    ("defensive", "P", "away"), ("defensive", "MP", "held"), ("offensive", "P", "held"),
])
def test_bolas_stop_one_flight_and_are_out_of_hand_then(posture: Posture, pool: str, at: str):
    table = fight(flee_from="anywhere")
    table.put("wolf", gear=(Gear(id="b1", name="bolas", row="bolas", at="held"),))
    stand(table, thief=posture)
    table.does("thief", "flee", skill="movement")
    table.does("wolf", "hinder", words="stops them", pool=pool)
    assert table.who("wolf").gear[0].at == at


@pytest.mark.rule("MO-X308")
def test_a_flyer_may_flee_as_from_shelter_on_their_own_turn():
    table = fight()
    table.do("Gil", "set-scene", more=("defensive", "flying"))
    stand(table, thief="flying")
    table.does("thief", "flee")
    table.refuses("Gil", "hinder", "not-a-choice", "MO-214", who="guard", words="jumps after", pool="P")
    table.let_be()
    assert gone(table)


@pytest.mark.rule("MO-X308")
def test_those_who_flee_too_may_go_after_one_whose_side_holds_no_line():
    table = fight()
    table.does("thief", "flee")
    table.let_be()
    assert not any(isinstance(event, PursuitOpen) for event in table.events)
    table.does("knight", "flee")
    table.let_be()
    assert table.last(PursuitOpen).who == "knight"
    table.does("guard", "flee", after="knight")
    table.let_be()
    assert gone(table, "guard")
    assert any("after Knight" in line for line in table.read["Ann"])


@pytest.mark.rule("MO-X308", "MO-X323")
@pytest.mark.parametrize("state", ["asleep", "mostly-dead"])
def test_who_lies_there_holds_no_line(state):
    table = fight()
    table.put("knight", marks=(Mark(id="m1", row=state),))
    table.does("thief", "flee")
    table.let_be()
    assert table.last(PursuitOpen).who == "thief"


@pytest.mark.rule("MO-X308")
def test_who_stands_in_another_posture_than_the_offensive_holds_no_line():
    table = fight()
    stand(table, knight="flanking")
    table.does("thief", "flee")
    table.let_be()
    assert table.last(PursuitOpen).who == "thief"


@pytest.mark.rule("MO-404", "MO-X305")
@pytest.mark.parametrize(("faces", "out"), [([20, 9], True), ([18, 9], False)])
def test_who_is_held_throws_movement_against_fate(faces: list[int], out: bool):
    """Two points in Movement, less 12: 18 comes to 8."""
    table = fight()
    table.have(running={"r1": Running(id="r1", row="hold-3", caster="guard", stored=13, pros={"thief": 0})})
    table.does("thief", "flee")
    table.does("knight", "pass")
    table.does("wolf", "pass")
    table.does("guard", "pass", faces=faces)
    assert gone(table) is out


@pytest.mark.rule("MO-205", "MO-X215")
def test_flight_that_costs_nothing_is_no_action_and_nobody_answers_it():
    table = fight()
    table.have(running={"r1": Running(id="r1", row="wind-5", caster="guard", stored=13, pros={"thief": 0})})
    table.does("thief", "flee")
    assert gone(table)
    assert table.conflict.beat is None


@pytest.mark.rule("MO-404", "MO-205")
@pytest.mark.parametrize(("fate", "out"), [(3, True), (5, False)])
def test_a_storm_carries_off_who_is_held_by_a_contest_of_movement_alone(fate, out):
    """d20 18, a hero die of 6, 2 points, -12 by Hold 3 and -10 by Wind 5: 4; without an action, on their own turn."""
    table = fight()
    powers = (Running(id=row, row=row, caster="guard", stored=13, pros={"thief": 0, "knight": 0})
              for row in ("wind-5", "hold-3"))
    table.have(running={one.id: one for one in powers})
    table.put("thief", heroes=1)
    table.refuses("Ben", "flee", "not-your-turn", who="knight")
    table.does("thief", "flee", hero=True)
    table.does("wolf", "pass")
    table.does("guard", "pass")
    table.does("knight", "pass", faces=[18, 6, fate])
    assert (gone(table), table.last(ContestThrown).first.worth) == (out, 4)


@pytest.mark.rule("MO-X212")
def test_who_is_tangled_does_not_get_away():
    table = fight()
    table.put("thief", marks=(Mark(id="m1", row="tangled"),))
    table.refuses("Ann", "flee", "shut", "MO-X212", who="thief")
    table.refuses("Ann", "move", "shut", "MO-X212", who="thief", posture="defensive")


@pytest.mark.rule("MO-306", "MO-319", "MO-X302")
@pytest.mark.parametrize(("weapon", "far", "hurt"), [
    ("rifle", "medium", 6), ("rifle", "long", 1), ("bow-short", "medium", 1), ("bow-short", "long", None),
    ("club", "medium", None), ("rifle", "out", None),
])
def test_who_has_left_and_is_in_sight_can_still_be_shot_at(weapon, far, hurt):
    table = fight(flee_from="anywhere")
    table.put("knight", gear=(Gear(id="w", name=weapon, row=weapon, at="held"),))
    table.does("thief", "end-turn")
    table.befall(lambda play: play.record(LeftConflict(who="guard")))
    if far != "medium":
        table.do("Gil", "set-away", who="guard", away=far)
    shot = {"tool": "w", "target": "guard"}
    if hurt is None:
        table.refuses("Ben", "attack", "not-a-choice", "MO-319", who="knight", **shot)
        return
    table.does("knight", "attack", **shot)
    table.does("thief", "pass")
    table.does("wolf", "pass", faces=[6] if hurt > 1 else [])
    assert table.who("guard").hurt("P") == hurt


@pytest.mark.rule("MO-410", "MO-306", "MO-E53")
def test_two_minds_talk_across_any_distance_in_which_they_can_be_made_out():
    table = fight()
    table.befall(lambda play: play.record(LeftConflict(who="guard")))
    table.do("Gil", "set-away", who="guard", away="long")
    row = POWERS["telepathy-4"]
    assert "guard" in [choice.value for choice in targets_of(table.state, "thief", row)]


@pytest.mark.rule("MO-306", "MO-X301")
def test_the_bonfire():
    """EX21: two at a fire, side by side, one back, both back, one gone, far down the road, out of sight."""
    table = fight()
    assert table.far("thief", "guard") == "close"
    stand(table, thief="defensive")
    assert table.far("thief", "guard") == "short"
    stand(table, guard="defensive")
    assert table.far("thief", "guard") == "medium"
    table.befall(lambda play: play.record(LeftConflict(who="guard")))
    assert table.far("thief", "guard") == "medium"
    table.do("Gil", "set-away", who="guard", away="long")
    assert table.far("thief", "guard") == "long"
    table.do("Gil", "set-away", who="guard", away="out")
    assert table.far("thief", "guard") is None
    table.refuses("Gil", "set-away", "nobody-gone", "MO-306", who="guard", away="long")
