"""Postures and how far it is between them; going from one to another, and who gets in the way."""

from __future__ import annotations

from itertools import product

import msgspec
import pytest

from moot.games.modos.conflicts import Position, Running
from moot.games.modos.person import Mark
from moot.games.modos.postures import steps_between
from moot.games.modos.terms import Posture
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting
from moot.games.modos.throwing import ContestThrown
from moot.testing import choices

ALL: tuple[Posture, ...] = ("offensive", "defensive", "flanking", "mounted", "flying")

BANDS = {
    "offensive": "close short short short medium",
    "defensive": "short medium close medium medium",
    "flanking": "short close medium short medium",
    "mounted": "short medium short medium medium",
    "flying": "medium medium medium medium medium",
}
"""Table 5.1: from each posture to a foe in each."""

ALLIES = {
    "offensive": {"offensive": "close", "defensive": "close", "flanking": "medium"},
    "defensive": {"offensive": "close", "defensive": "close", "flanking": "medium"},
    "flanking": {"offensive": "medium", "defensive": "medium", "flanking": "close"},
}


def fight(**options: str) -> Sitting:
    """Ann's scout and Ben's knight against a guard and a wolf; the scout has the first turn."""
    people = (person("scout", player="s3", points={"movement": 2}), person("knight", player="s4"))
    table = Sitting(*people, person("guard", asking="always"), person("wolf"), **options)
    table.fight(scout=19, knight=14, guard=9, wolf=5)
    return table


def stand(table: Sitting, **postures: Posture) -> None:
    """People are in these postures."""
    for who, posture in postures.items():
        table.state = table.state.with_entry(who, place=Position(posture=posture))


def at(table: Sitting, who: str) -> str:
    return table.conflict.people[who].place.posture


@pytest.mark.rule("MO-301", "MO-302", "MO-305", "MO-306", "MO-307", "MO-308", "MO-X301", "MO-E23", "MO-E24")
@pytest.mark.parametrize(("mine", "theirs"), [*product(ALL, ALL)])
def test_ranges_between_postures_are_those_of_the_table(mine: Posture, theirs: Posture):
    table = fight()
    stand(table, scout=mine, guard=theirs)
    assert table.far("scout", "guard") == BANDS[mine].split()[ALL.index(theirs)]
    assert table.far("guard", "scout") == BANDS[mine].split()[ALL.index(theirs)]


@pytest.mark.rule("MO-X301")
@pytest.mark.parametrize(("mine", "theirs"), [(mine, theirs) for mine in ALLIES for theirs in ALLIES[mine]])
def test_ranges_between_allies(mine: Posture, theirs: Posture):
    table = fight()
    stand(table, scout=mine, knight=theirs)
    assert table.far("scout", "knight") == ALLIES[mine][theirs]


@pytest.mark.rule("MO-E26")
def test_a_flanker_is_two_steps_from_a_rider_or_one():
    for option, steps in {"short": 2, "close": 1}.items():
        table = fight(mounted_flanker=option)
        stand(table, scout="flanking", guard="mounted")
        assert steps_between(table.state, "scout", "guard") == steps


@pytest.mark.rule("MO-E29", "MO-308")
def test_flyers_are_close_for_attacks_alone_or_always():
    for option, steps in {"close_for_attacks": 3, "always_close": 1}.items():
        table = fight(flyers=option)
        stand(table, scout="flying", guard="flying")
        assert steps_between(table.state, "scout", "guard") == steps
        assert steps_between(table.state, "scout", "guard", attack=True) == 1


@pytest.mark.rule("MO-307", "MO-308", "MO-E27")
def test_who_rides_or_flies_may_act_as_elsewhere_but_not_toward_others_who_do():
    table = fight()
    for mine in ("mounted", "flying"):
        stand(table, scout=mine, guard="offensive", wolf="mounted")
        assert steps_between(table.state, "scout", "guard", "offensive") == 1
        assert steps_between(table.state, "scout", "guard", "flanking") == 2
        assert steps_between(table.state, "scout", "wolf", "offensive") == 3
        stand(table, wolf="flying")
        assert steps_between(table.state, "scout", "wolf", "offensive") == 3


def giants(*perks: str) -> Sitting:
    """Ann's giant with these perks, and Ben's scout, against a guard behind and a wolf in front."""
    people = (person("giant", player="s3", perks=perks), person("scout", player="s4", asking="never"))
    table = Sitting(*people, person("guard"), person("wolf"))
    table.fight(giant=19, scout=14, guard=9, wolf=5)
    stand(table, guard="defensive")
    return table


@pytest.mark.rule("MO-E101")
def test_size_marks_one_opponent_after_another():
    table = giants("large-size")
    table.refuses("Ann", "mark-size", "not-a-choice", "MO-E101", who="giant", by="perk:large-size", target="wolf")
    table.does("giant", "mark-size", by="perk:large-size", target="guard")
    table.let_be()
    assert (steps_between(table.state, "giant", "guard"), steps_between(table.state, "guard", "giant")) == (1, 1)
    assert steps_between(table.state, "scout", "guard") == 2
    assert table.conflict.people["giant"].actions == 2
    stand(table, wolf="defensive")
    table.does("giant", "mark-size", by="perk:large-size", target="wolf")
    table.let_be()
    assert steps_between(table.state, "giant", "guard") == 2
    assert steps_between(table.state, "giant", "wolf") == 1


@pytest.mark.rule("MO-E101")
def test_a_mark_of_size_is_over_when_its_target_moves():
    table = giants("small-size")
    table.does("giant", "mark-size", by="perk:small-size", target="wolf")
    table.let_be()
    assert steps_between(table.state, "giant", "wolf") == 2
    table.does("giant", "end-turn")
    table.does("scout", "end-turn")
    table.does("guard", "end-turn")
    table.does("wolf", "move", posture="flanking")
    assert not table.who("wolf").marks


@pytest.mark.rule("MO-E101")
def test_a_mark_of_size_can_be_opposed_and_goes_with_its_source():
    table = giants("large-size")
    table.put("guard", asking="always")
    table.does("giant", "mark-size", by="perk:large-size", target="guard")
    table.does("guard", "hinder", words="slips aside", pool="P", faces=[9, 10])
    assert not table.who("guard").marks
    table.does("giant", "mark-size", by="perk:large-size", target="guard")
    table.does("guard", "pass")
    assert table.who("guard").has_mark("sized")
    table.put("giant", perks=())
    table.does("giant", "end-turn")
    assert not table.who("guard").marks


@pytest.mark.rule("MO-E101")
def test_who_can_be_large_and_small_says_which():
    table = giants("large-size", "small-size")
    table.does("giant", "mark-size", by="perk:small-size", target="wolf")
    table.let_be()
    assert (steps_between(table.state, "giant", "wolf"), steps_between(table.state, "giant", "guard")) == (2, 2)
    table.does("giant", "mark-size", by="perk:large-size", target="guard")
    table.let_be()
    assert (steps_between(table.state, "giant", "wolf"), steps_between(table.state, "giant", "guard")) == (2, 1)


@pytest.mark.rule("MO-E101")
def test_a_large_one_reaches_a_rider_who_counts_as_defensive_and_a_small_one_does_not_shun_them():
    table = giants("large-size", "small-size")
    table.do("Gil", "set-scene", more=("defensive", "mounted"))
    table.do("Gil", "put-in-place", who="wolf", posture="mounted", by="animal", means="a boar")
    assert table.far("giant", "wolf") == "short"
    assert [one.fixed["by"] for one in table.offers("Ann", "mark-size")] == ["perk:large-size"]
    table.does("giant", "mark-size", by="perk:large-size", target="wolf")
    table.let_be()
    assert table.far("giant", "wolf") == "close"


@pytest.mark.rule("MO-E101")
def test_size_marks_opponents_and_no_allies():
    table = giants("large-size")
    stand(table, scout="defensive")
    assert choices(table.offers("Ann", "mark-size")[0], "target").keys() == {"guard"}
    stand(table, guard="offensive")
    table.refuses("Ann", "mark-size", "no-size", "MO-E101", who="giant", by="perk:large-size", target="guard")


@pytest.mark.rule("MO-E101", "MO-X203")
@pytest.mark.parametrize(("actions", "bound", "able"), [
    (1, {}, True), (0, {"movement": 1}, True), (0, {"unarmed": 1}, False), (0, {}, False),
])
def test_size_takes_a_physical_action_or_a_bonus_action_for_movement(actions, bound, able):
    table = giants("large-size")
    table.state = table.state.with_entry("giant", actions=actions, bound=bound)
    assert bool(table.offers("Ann", "mark-size")) is able


@pytest.mark.rule("MO-E101")
@pytest.mark.parametrize("gone", ["giant", "guard"])
def test_a_mark_of_size_is_over_when_one_of_the_two_leaves(gone):
    table = giants("large-size")
    table.does("giant", "mark-size", by="perk:large-size", target="guard")
    table.let_be()
    table.do("Gil", "take-out", who=gone)
    assert not table.who("guard").marks


@pytest.mark.rule("MO-E101", "MO-404", "MO-X323")
@pytest.mark.parametrize(("fallen", "code"), [(False, "shut"), (True, "disabled")])
def test_size_is_no_use_to_those_who_may_only_flee_nor_to_the_fallen(fallen, code):
    table = giants("large-size")
    if fallen:
        table.put("giant", marks=(Mark(id="m1", row="mostly-dead"),))
    else:
        table.have(running={"r1": Running(id="r1", row="fear-3", caster="guard", stored=13, pros={"giant": 0})})
    table.refuses("Ann", "mark-size", code, who="giant", by="perk:large-size", target="guard")


@pytest.mark.rule("MO-E101")
def test_a_mark_of_size_has_somebody_elsewhere_for_one_other_both_ways():
    table = fight()
    stand(table, guard="defensive")
    table.put("guard", marks=(Mark(id="m1", row="sized", toward="scout", reads="offensive"),))
    assert (steps_between(table.state, "scout", "guard"), steps_between(table.state, "guard", "scout")) == (1, 1)
    assert steps_between(table.state, "knight", "guard") == 2


@pytest.mark.rule("MO-E106", "MO-X219")
def test_who_flanks_one_side_is_in_front_of_the_third():
    table = fight()
    table.state = table.state.with_entry("wolf", side="the pack")
    table.does("scout", "move", posture="flanking", toward="theirs")
    table.let_be()
    assert steps_between(table.state, "scout", "guard") == 2
    stand(table, guard="defensive", wolf="defensive")
    assert steps_between(table.state, "scout", "guard") == 1
    assert steps_between(table.state, "scout", "wolf") == 2


@pytest.mark.rule("MO-303", "MO-X304", "MO-E82")
def test_a_posture_is_changed_by_an_action_without_dice_if_nobody_minds():
    table = fight()
    table.does("scout", "move", posture="defensive")
    table.let_be()
    assert (at(table, "scout"), table.conflict.people["scout"].actions) == ("defensive", 2)
    table.does("scout", "move", posture="flanking")
    table.let_be()
    assert (at(table, "scout"), table.conflict.people["scout"].actions) == ("flanking", 1)


@pytest.mark.rule("MO-300", "MO-302", "MO-X303", "MO-X319")
def test_a_scene_has_the_postures_that_the_guide_gives_it():
    table = fight()
    table.refuses("Ann", "move", "not-a-choice", "MO-303", who="scout", posture="mounted")
    table.do("Gil", "set-scene", more=())
    table.refuses("Ann", "move", "one-posture", "MO-300", who="scout", posture="defensive")


@pytest.mark.rule("MO-303", "MO-X304")
def test_nobody_is_offered_to_move_where_every_other_posture_is_shut_to_them():
    table = Sitting(person("scout", player="s3"), person("jelly", traits=("protozoan",)))
    table.fight(jelly=19, scout=5)
    table.do("Gil", "set-scene", more=("mounted", "flying"))
    assert not table.offers("Gil", "move")
    table.refuses("Gil", "move", "shut", who="jelly", posture="flying", by="body")
    table.do("Gil", "set-scene", more=("mounted", "defensive"))
    assert choices(table.offers("Gil", "move")[0], "posture").keys() == {"defensive"}


@pytest.mark.rule("MO-302", "MO-X319", "MO-X216")
def test_nobody_is_left_in_a_posture_that_was_taken_away_while_they_made_for_it():
    table = fight()
    table.does("scout", "move", posture="flanking")
    table.refuses("Gil", "set-scene", "beat-open", "MO-X216", more=("defensive",))
    table.let_be()
    table.do("Gil", "set-scene", more=("defensive",))
    assert at(table, "scout") == "offensive"


@pytest.mark.rule("MO-305", "MO-X305", "MO-E90")
@pytest.mark.parametrize(("faces", "posture"), [([11, 12], "flanking"), ([10, 13], "offensive"), ([1, 1], "flanking")])
def test_whoever_blocks_the_way_around_must_be_beaten(faces: list[int], posture: str):
    table = fight()
    table.does("scout", "move", posture="flanking", skill="movement")
    table.does("knight", "pass")
    table.does("wolf", "hinder", words="snaps at the heels", pool="P")
    table.does("guard", "pass", faces=faces)
    thrown = table.last(ContestThrown)
    assert (thrown.first.worth, thrown.second.worth) == (faces[0] + 2, faces[1])
    assert at(table, "scout") == posture


@pytest.mark.rule("MO-305")
def test_all_who_block_must_be_beaten():
    table = fight()
    table.does("scout", "move", posture="flanking")
    table.does("knight", "pass")
    table.does("wolf", "hinder", words="snaps", pool="P")
    table.does("guard", "hinder", words="stands there", pool="P", faces=[15, 12, 16])
    assert at(table, "scout") == "offensive"


@pytest.mark.rule("MO-304", "MO-305", "MO-X304")
@pytest.mark.parametrize(("do", "where", "asked"), [
    ("flee", {}, ("guard", "wolf")), ("move", {"posture": "flanking"}, ("guard",)),
    ("move", {"posture": "defensive"}, ("guard", "wolf")),
    ("attack", {"tool": "natural", "target": "guard"}, ("guard",)),
])
def test_who_is_asked_of_deeds_against_them_may_block_the_way_of_a_foe(do, where, asked):
    table = fight()
    for who in ("knight", "guard", "wolf"):
        table.put(who, asking="mine")
    stand(table, wolf="flanking", scout="defensive" if do == "flee" else "offensive")
    table.does("scout", do, **where)
    assert table.conflict.beat
    assert set(table.conflict.beat.asked) == set(asked)


@pytest.mark.rule("MO-305", "MO-X312")
def test_only_who_stands_in_the_way_and_knows_of_it_can_block():
    table = fight()
    stand(table, wolf="flanking")
    table.state = table.state.with_conflict(unaware=(("guard", "scout"),))
    table.does("scout", "move", posture="flanking")
    assert table.conflict.beat
    assert table.conflict.beat.asked == ("knight",)
    table.refuses("Gil", "hinder", "not-in-the-way", "MO-305", who="wolf", words="snaps", pool="P")
    table.refuses("Gil", "hinder", "not-asked", "MO-214", who="guard", words="sees nothing", pool="P")


@pytest.mark.rule("MO-X304", "MO-X320", "MO-X006")
def test_the_ground_makes_it_hard_to_change_posture():
    table = fight()
    table.put("wolf", asking="never")
    table.do("Gil", "set-scene", more=("defensive", "flanking"), ground=4)
    table.does("scout", "move", posture="defensive", skill="movement")
    table.does("knight", "pass")
    table.does("guard", "pass", faces=[9, 8])
    thrown = table.last(ContestThrown)
    assert (thrown.first.worth, thrown.second.worth, at(table, "scout")) == (11, 12, "offensive")
    table.does("scout", "move", posture="defensive", skill="movement")
    table.does("knight", "pass")
    table.does("guard", "hinder", words="grabs the cloak", pool="P", faces=[13, 10])
    thrown = table.last(ContestThrown)
    assert (thrown.first.worth, thrown.second.worth, at(table, "scout")) == (11, 10, "defensive")


@pytest.mark.rule("MO-X206", "MO-E84", "MO-E114")
@pytest.mark.parametrize(("option", "faces", "hurt"), [("after", [3], 3), ("before", [], 1)])
def test_who_steps_back_from_a_blow_is_away_after_it_or_before(option: str, faces: list[int], hurt: int):
    table = fight(dodge_move=option)
    table.does("scout", "end-turn")
    table.does("knight", "end-turn")
    table.does("guard", "attack", tool="natural", thrown=False, target="scout")
    table.does("knight", "pass")
    table.does("scout", "move", posture="defensive")
    table.does("wolf", "pass", faces=faces)
    assert (at(table, "scout"), table.who("scout").hurt("P")) == ("defensive", hurt)
    assert table.conflict.people["scout"].actions == 2


@pytest.mark.rule("MO-X206", "MO-E84", "MO-E114")
@pytest.mark.parametrize(("option", "faces", "hurt"), [("after", [3, 4], 4), ("before", [3], 1)])
def test_so_it_is_with_a_blow_that_answers_another_deed(option: str, faces: list[int], hurt: int):
    """The knight strikes the guard; the wolf, who is quicker than the scout, answers with a blow at the scout."""
    table = Sitting(
        person("scout", player="s3"), person("knight", player="s4"), person("guard"), person("wolf", asking="always"),
        dodge_move=option,
    )
    table.fight(knight=19, wolf=14, guard=9, scout=5)
    table.does("knight", "attack", tool="natural", thrown=False, target="guard")
    table.does("guard", "pass")
    table.does("wolf", "attack", tool="natural", thrown=False, target="scout")
    table.does("scout", "move", posture="defensive")
    table.does("guard", "pass", faces=faces)
    assert (at(table, "scout"), table.who("guard").hurt("P"), table.who("scout").hurt("P")) == ("defensive", 3, hurt)


@pytest.mark.rule("MO-X206", "MO-303")
def test_only_who_is_aimed_at_steps_back_from_it_and_others_change_posture():
    table = fight()
    for who in ("scout", "knight"):
        table.does(who, "end-turn")
    table.does("guard", "attack", tool="natural", thrown=False, target="scout")
    assert [table.offers(name, "move")[0].label for name in ("Ann", "Ben")] == ["Step back from it", "Change posture"]
    table.does("knight", "move", posture="defensive")
    table.does("scout", "move", posture="defensive")
    table.does("wolf", "pass", faces=[3])
    assert (at(table, "scout"), at(table, "knight")) == ("defensive", "defensive")
    assert any("makes for defensive posture" in line for line in table.read["Ann"])


@pytest.mark.rule("MO-303", "MO-304", "MO-X206", "MO-X304")
@pytest.mark.parametrize("does", ["move", "flee"])
@pytest.mark.parametrize(("faces", "away"), [((3, 9, 15), False), ((3, 15, 9), True)])
def test_who_moves_in_answer_to_a_deed_can_be_hindered_by_those_who_do_nothing_else(does, faces, away):
    """The guard strikes, the scout goes, and the wolf, who would be passed, is asked; so is who let the blow be."""
    table = fight(flee_from="anywhere")
    for who in ("scout", "knight"):
        table.does(who, "end-turn")
    table.does("guard", "attack", tool="natural", thrown=False, target="scout")
    table.does("knight", "pass")
    table.does("scout", does, **({"posture": "defensive"} if does == "move" else {}))
    assert table.question("Gil").who == "wolf"
    assert [offer.label for offer in table.offers("Gil", "hinder")] == ["Wolf hinders Scout", "Wolf hinders Guard"]
    table.does("wolf", "hinder", words="cuts the way off", pool="P", against="scout", faces=faces)
    gone = "scout" not in table.conflict.people if does == "flee" else at(table, "scout") == "defensive"
    assert (gone, table.who("scout").hurt("P")) == (away, 3)
    assert any("hinders Scout" in line for line in table.read["Ann"])


@pytest.mark.rule("MO-X206", "MO-304")
def test_a_players_character_who_let_a_deed_be_is_asked_when_a_foe_steps_back_from_it():
    table = fight()
    table.does("scout", "attack", tool="natural", thrown=False, target="guard")
    table.does("knight", "pass")
    table.does("guard", "move", posture="defensive")
    assert table.question("Ben").kind == "react"
    assert "hinder:knight:guard" in {way.key for way in table.asked("Ben").ways}, "and not behind a word"
    table.does("knight", "hinder", words="steps in", pool="P", against="guard", faces=[2, 4, 12])
    assert at(table, "guard") == "offensive"


@pytest.mark.rule("MO-E114", "MO-304")
def test_a_blow_misses_whoever_is_gone_before_it():
    table = fight(dodge_move="before", flee_from="anywhere")
    table.does("scout", "end-turn")
    table.does("knight", "end-turn")
    table.does("guard", "attack", tool="natural", thrown=False, target="scout")
    table.does("knight", "pass")
    table.does("scout", "flee")
    table.does("wolf", "pass")
    assert "scout" not in table.conflict.people
    assert table.who("scout").hurt("P") == 0


@pytest.mark.rule("MO-204", "MO-X203")
def test_the_number_of_a_move_is_kept_on_the_own_turn_and_by_an_action_that_fits():
    """A chain of moves goes on with its number; an answer does not, nor a bonus action for something else."""
    table = fight()
    table.do("Gil", "set-scene", more=("defensive", "flanking"), ground=4)
    table.does("scout", "move", posture="defensive", skill="movement")
    table.does("knight", "pass")
    table.does("guard", "pass")
    table.does("wolf", "pass", faces=[9, 8])

    def kept() -> bool:
        [move] = table.offers("Ann", "move")
        return "keep" in {field.name for field in move.fields}

    assert kept()
    entry = table.state.with_entry
    table.have(conflict=entry("scout", actions=0, bound={"unarmed": 1}).conflict)
    assert not table.offers("Ann", "move")
    chain = table.conflict.people["scout"].chain
    assert chain
    bare = msgspec.structs.replace(chain, skill="")
    table.have(conflict=entry("scout", actions=0, bound={"movement": 1}, chain=bare).conflict)
    assert not kept(), "the number was thrown without the skill that the bonus action is for"
    table.have(conflict=entry("scout", actions=2, bound={}, chain=chain).conflict)
    table.does("scout", "end-turn")
    table.does("knight", "end-turn")
    table.have(conflict=table.state.with_entry("scout", chain=chain).conflict)
    table.does("guard", "attack", tool="natural", target="scout")
    assert not kept()


@pytest.mark.rule("MO-X206", "MO-E106", "MO-305")
def test_who_goes_around_one_of_two_sides_is_no_matter_of_the_other():
    table = Sitting(person("scout", player="s3"), person("guard"), person("thief"))
    table.do("Gil", "open-conflict", what="A fight", ours=("scout",), theirs=("guard",))
    table.do("Gil", "come-in", who="thief", side="new", name="thieves")
    table.do("Gil", "set-scene", more=("defensive", "flanking"))
    table.do("Gil", "call-order")
    for who, face in {"scout": 15, "guard": 9, "thief": 3}.items():
        table.does(who, "throw-initiative", pool="P", faces=[face])
    table.does("scout", "move", posture="flanking", toward="theirs")
    assert table.conflict.beat is not None
    assert table.conflict.beat.asked == ("guard",)
