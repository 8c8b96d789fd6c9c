"""Surprise before initiative, people who come late, conflicts of more than two sides."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from moot.games.modos.conflict.initiative import FellIn
from moot.games.modos.conflict.opening import SideTaken
from moot.games.modos.conflicts import Position
from moot.games.modos.person import Taken
from moot.games.modos.postures import steps_between
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting


def ambush(**options: str) -> Sitting:
    """Ann's rogue, Ben's knight and a mark, on opposite sides, before initiative; a wolf is about."""
    people = (person("rogue", player="s3"), person("knight", player="s4", asking="never"))
    table = Sitting(*people, person("mark"), person("wolf"), **options)
    table.do("Gil", "open-conflict", what="The subway", ours=("rogue", "knight"), theirs=("mark",))
    table.do("Gil", "set-scene", more=("defensive", "flanking"))
    return table


def begin(table: Sitting, **faces: int) -> None:
    """Everybody throws initiative."""
    table.do("Gil", "call-order")
    for who, face in faces.items():
        table.does(who, "throw-initiative", pool="P", faces=[face])


@pytest.mark.rule("MO-212", "MO-E33")
@pytest.mark.parametrize("out", ["take-out", "hazard"])
def test_the_rounds_begin_when_the_last_who_has_yet_to_throw_cannot_or_is_out_of_it(out):
    table = ambush(disabled="all")
    begin(table, rogue=12, knight=12)
    if out == "take-out":
        dice = {offer.about: offer.whose for offer in table.offers("Gil", "take-out")}
        assert (dice["mark"], dice["rogue"]) == (("Rogue",), ()), "those who are level throw again"
        table.do("Gil", "take-out", who="mark", faces=[9, 4])
    else:
        table.put("mark", damage={"P": 10})
        table.do("Gil", "hazard", whom=("mark",), title="A blast", pool="P", die="d4", faces=[3, 9, 4])
    assert (table.conflict.round, table.conflict.whose, table.conflict.order[:2]) == (1, "rogue", ("rogue", "knight"))


@pytest.mark.rule("MO-215", "MO-X209", "MO-E31")
def test_the_subway_mark_bolts_before_anybody_can_do_something():
    """EX31: a mark who bolts has an action before the round, or a bonus on initiative."""
    table = ambush()
    table.do("Gil", "give-first-deed", who="mark")
    assert (table.conflict.whose, table.conflict.people["mark"].actions) == ("mark", 1)
    table.refuses("Gil", "delay", "before-rounds", "MO-215", who="mark", after="round")
    table.does("mark", "flee")
    assert table.state.phase == "opening"
    assert "mark" not in table.conflict.people
    begin(table, rogue=10, knight=7)
    assert table.conflict.round == 1


@pytest.mark.rule("MO-215", "MO-E31")
def test_a_deed_by_surprise_is_answered_by_nobody():
    table = ambush()
    table.do("Gil", "give-first-deed", who="rogue")
    table.does("rogue", "attack", tool="natural", thrown=False, target="mark", faces=[3])
    assert (table.who("mark").hurt("P"), table.state.phase) == (3, "opening")
    begin(table, rogue=10, knight=7, mark=12)
    assert {one.actions for one in table.conflict.people.values()} == {3}
    assert table.conflict.whose == "mark"


@pytest.mark.rule("MO-215")
def test_who_has_the_first_deed_may_let_it_be():
    table = ambush()
    table.do("Gil", "give-first-deed", who="rogue")
    table.does("rogue", "end-turn")
    assert table.state.phase == "opening"


@pytest.mark.rule("MO-E31", "MO-215")
def test_a_table_may_have_surprise_as_an_action_or_as_a_bonus_alone():
    table = ambush(surprise="action")
    table.refuses("Gil", "give-edge", "action-alone", "MO-E31", who=("rogue",))
    table = ambush(surprise="bonus")
    table.refuses("Gil", "give-first-deed", "bonus-alone", "MO-E31", who="rogue")
    table.do("Gil", "give-edge", who=("rogue",))
    begin(table, rogue=10, knight=7, mark=12)
    assert table.conflict.people["rogue"].initiative == 14


def test_who_knows_of_no_foe_is_not_asked_whom_to_attack():
    table = ambush()
    begin(table, rogue=15, knight=12, mark=5)
    assert table.asked("Ann").lead.startswith("attack:")
    table.do("Gil", "set-unaware", who=("rogue",), of=("mark",))
    assert table.asked("Ann").lead.startswith("work:")


@pytest.mark.rule("MO-X219", "MO-E109")
@pytest.mark.parametrize(("face", "order", "due"), [
    (9, ("rogue", "knight", "wolf", "mark"), True), (17, ("wolf", "rogue", "knight", "mark"), False),
])
def test_who_comes_late_throws_initiative_and_acts_at_their_place(face: int, order: tuple[str, ...], due: bool):
    table = ambush()
    begin(table, rogue=15, knight=12, mark=5)
    table.does("rogue", "end-turn")
    table.do("Gil", "come-in", who="wolf", side="theirs")
    table.refuses("Gil", "attack", "not-your-turn", who="wolf", tool="natural", thrown=False, target="knight")
    assert {offer.fixed["who"] for offer in table.offers("Gil", "let-go-first")} == {"mark"}
    assert table.question("Gil").title == "Initiative: Wolf"
    assert "acted" not in next(row.words for row in table.board("Ann")["order"].rows if row.of == "wolf")
    came = table.last(SideTaken).line(table.state).frame
    assert came is not None
    assert (came.id, [face.name for face in came.people]) == (table.conflict.id, ["Wolf"])
    table.does("wolf", "throw-initiative", pool="P", faces=[face])
    told = table.last(FellIn).line(table.state)
    assert (told.kind, str(told)) == ("move", f"Wolf acts {'in this round' if due else 'from the next round on'}.")
    assert table.conflict.order == order
    assert table.conflict.people["wolf"].actions == (3 if due else 0)
    words = {row.of: row.words for row in table.board("Ann")["order"].rows}
    assert words["rogue"] == "offensive · has acted"
    assert words["wolf"] == f"offensive{'' if due else ' · no turn this round'}"
    table.does("knight", "end-turn")
    assert table.conflict.whose == ("wolf" if due else "mark")
    table.does(table.conflict.whose, "end-turn")
    if due:
        table.does("mark", "end-turn")
    assert (table.conflict.round, table.conflict.whose) == (2, order[0])
    assert {one.actions for one in table.conflict.people.values()} == {3}


@pytest.mark.rule("MO-E109", "MO-X203")
@pytest.mark.parametrize(("face", "bound"), [(9, {"unarmed": 1}), (17, {})])
def test_who_comes_late_has_bonus_actions_if_their_turn_is_still_to_come(face, bound):
    table = ambush()
    table.put("wolf", scores={"P": 16, "M": 10, "MP": 10}, perks=(Taken("bonus-action", "unarmed"),))
    begin(table, rogue=15, knight=12, mark=5)
    table.does("rogue", "end-turn")
    table.do("Gil", "come-in", who="wolf", side="theirs")
    table.does("wolf", "throw-initiative", pool="M", faces=[face])
    assert table.conflict.people["wolf"].bound == bound


@pytest.mark.rule("MO-E109", "MO-E33")
def test_a_latecomer_who_is_level_throws_again_with_those_who_are():
    table = ambush()
    begin(table, rogue=15, knight=12, mark=5)
    table.do("Gil", "come-in", who="wolf", side="theirs")
    table.does("wolf", "throw-initiative", pool="P", faces=[12, 3, 8])
    assert table.conflict.order == ("rogue", "wolf", "knight", "mark")


@pytest.mark.rule("MO-E109", "MO-E32", "MO-E33")
@pytest.mark.parametrize(("faces", "order"), [
    ((3, 8), ("wolf", "knight", "rogue")), ((8, 3, 2, 9), ("knight", "wolf", "rogue")),
    ((8, 3, 9, 2), ("knight", "rogue", "wolf")),
])
def test_those_whose_order_stands_keep_it_when_a_latecomer_is_level_with_them(faces, order):
    """The rogue stepped in below the knight, and has the knight's number."""
    table = ambush()
    begin(table, rogue=15, knight=12, mark=5)
    table.does("rogue", "delay", after="knight")
    table.does("knight", "end-turn")
    table.do("Gil", "come-in", who="wolf", side="theirs")
    table.does("wolf", "throw-initiative", pool="P", faces=[12, *faces])
    assert table.conflict.order == (*order, "mark")


@pytest.mark.rule("MO-X219", "MO-E109")
def test_of_two_who_come_late_the_one_who_has_thrown_takes_a_place():
    table = Sitting(person("rogue", player="s3"), person("mark"), person("wolf"), person("bear"))
    table.do("Gil", "open-conflict", what="The subway", ours=("rogue",), theirs=("mark",))
    begin(table, rogue=15, mark=5)
    for who in ("bear", "wolf"):
        table.do("Gil", "come-in", who=who, side="theirs")
    table.does("wolf", "throw-initiative", pool="P", faces=[9])
    assert table.conflict.order == ("rogue", "wolf", "mark", "bear")
    assert [table.conflict.people[who].actions for who in ("wolf", "bear")] == [3, 0]


@pytest.mark.rule("MO-X219")
def test_a_round_goes_on_without_whoever_has_not_thrown_yet():
    table = ambush()
    begin(table, rogue=15, knight=12, mark=5)
    table.do("Gil", "come-in", who="wolf", side="theirs")
    for who in ("rogue", "knight", "mark"):
        table.does(who, "end-turn")
    assert (table.conflict.round, table.conflict.whose) == (2, "rogue")
    assert table.conflict.people["wolf"].actions == 0
    assert {offer.fixed["who"] for offer in table.offers("Gil", "let-go-first")} == {"knight", "mark"}
    table.does("wolf", "throw-initiative", pool="P", faces=[2])
    assert table.conflict.people["wolf"].actions == 3


@pytest.mark.rule("MO-X219", "MO-E106")
def test_a_third_side_has_a_line_with_each_of_the_others():
    table = ambush()
    table.do("Gil", "come-in", who="wolf", side="new", name="the pack")
    begin(table, rogue=15, knight=12, mark=8, wolf=5)
    assert table.conflict.people["wolf"].side == "the pack"
    assert steps_between(table.state, "wolf", "mark") == 1
    table.does("rogue", "move", posture="flanking", toward="the pack")
    table.let_be()
    table.state = table.state.with_entry("wolf", place=Position(posture="defensive"))
    assert steps_between(table.state, "rogue", "wolf") == 1
    assert steps_between(table.state, "rogue", "mark") == 1
    table.do("Gil", "set-goal", goal="", what="the carcass", side="the pack", most=10, die="d8", regress="none")


@pytest.mark.rule("MO-X219")
def test_only_somebody_who_is_not_in_it_can_come_in():
    table = ambush()
    table.do("Gil", "come-in", who="wolf", side="theirs")
    table.refuses("Gil", "come-in", "all-in", "MO-X219", who="wolf", side="ours")


@pytest.mark.rule("MO-E106", "MO-X319", "MO-000")
def test_the_guide_puts_people_anywhere_and_what_the_scene_loses_they_leave():
    table = ambush()
    table.do("Gil", "come-in", who="wolf", side="new", name="the pack")
    table.do("Gil", "put-in-place", who="rogue", posture="flanking", toward="theirs")
    assert table.conflict.people["rogue"].place.toward == "theirs"
    table.do("Gil", "set-scene", more=("defensive",))
    assert table.conflict.people["rogue"].place == Position()


@pytest.mark.rule("MO-X219", "MO-E106", "MO-000")
def test_who_is_won_over_fights_on_for_another_side_with_the_turn_and_the_actions_that_they_had():
    table = ambush()
    table.do("Gil", "come-in", who="wolf", side="theirs")
    begin(table, mark=20, rogue=15, knight=10, wolf=5)
    table.does("mark", "attack", tool="natural", target="rogue")
    table.refuses("Gil", "go-over", "beat-open", who="mark", side="ours")
    table.does("rogue", "pass", faces=[1])
    before, order = table.conflict.people["mark"], table.conflict.order
    table.refuses("Gil", "go-over", "not-a-choice", who="mark", side="theirs")
    table.do("Gil", "go-over", who="mark", side="ours")
    assert (table.conflict.people["mark"], table.conflict.order) == (replace(before, side="ours"), order)
    assert table.conflict.allies("mark", "rogue")
    table.do("Gil", "put-in-place", who="wolf", posture="flanking")
    table.do("Gil", "go-over", who="wolf", side="ours")
    assert table.conflict.people["wolf"].place == Position(), "nobody has gone around their own side"
    table.do("Gil", "go-over", who="wolf", side="new", name="the pack")
    assert "goes over to the pack." in table.read["Ann"][-1]


@pytest.mark.rule("MO-203", "MO-E109")
@pytest.mark.parametrize(("leaves", "turn"), [("flee", "done"), ("take-out", "due")])
def test_who_has_had_their_turn_and_comes_back_in_the_same_round_waits_for_the_next(leaves, turn):
    table = ambush()
    begin(table, mark=20, rogue=15, knight=5)
    if leaves == "flee":
        table.does("mark", "end-turn")
        table.do("Gil", "set-scene", more=())
        table.does("rogue", "flee")
        table.let_be()
    else:
        table.do("Gil", "take-out", who="rogue")
    table.do("Gil", "come-in", who="rogue", side="ours")
    table.does("rogue", "throw-initiative", pool="P", faces=[2])
    assert table.conflict.people["rogue"].turn == turn, "a turn a round, but for who was taken out before theirs"
    for _ in range(2):
        table.does(table.conflict.whose, "end-turn")
    assert table.conflict.round == (2 if turn == "done" else 1)
