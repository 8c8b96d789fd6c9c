"""Extended conflicts: initiative, turns, delay, combined actions, progress."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

import pytest
from msgspec.structs import replace

from moot.games.modos.conflict.initiative import ActionGiven
from moot.games.modos.conflict.placing import OURS
from moot.games.modos.conflict.rounds import TurnBegan
from moot.games.modos.conflict.working import Progressed
from moot.games.modos.conflicts import Running
from moot.games.modos.harm import disable
from moot.games.modos.injuries import BlowRolled
from moot.games.modos.odds import Hand, thrown
from moot.games.modos.person import Gear
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting
from moot.games.modos.throwing import CombinedThrown, ContestThrown
from moot.games.modos.view.board import board
from moot.testing import choices


def trio() -> Sitting:
    return Sitting(person("hax", player="s3"), person("brolf", player="s4"), person("bomber"))


def whose(table: Sitting) -> str:
    return table.conflict.whose


@pytest.mark.rule("MO-212", "MO-203", "MO-202")
def test_turns_go_down_the_order_with_three_actions_each():
    table = trio()
    table.fight(hax=9, brolf=14, bomber=11)
    assert [*table.conflict.order] == ["brolf", "bomber", "hax"]
    assert {one.actions for one in table.conflict.people.values()} == {3}
    order = []
    for _ in range(3):
        order.append(whose(table))
        table.refuses("Cleo", "end-turn", "not-your-turn", "MO-203", who=whose(table))
        table.does(whose(table), "end-turn")
    assert order == ["brolf", "bomber", "hax"]
    assert (table.conflict.round, whose(table)) == (2, "brolf")


@pytest.mark.rule("MO-X203", "MO-X602")
@pytest.mark.parametrize(("magic", "bound"), [("true", {"magic": 1}), ("false", {})])
def test_there_are_no_bonus_actions_for_what_the_table_plays_without(magic, bound):
    table = Sitting(person("hax", player="s3", P=19, MP=15, perks=(("bonus-action", "magic"),)), magic=magic)
    table.fight(hax=9)
    assert table.conflict.people["hax"].bound == bound


@pytest.mark.rule("MO-E33")
def test_those_who_are_level_throw_again_among_themselves():
    table = trio()
    table.do("Gil", "open-conflict", what="A fight", ours=("hax", "brolf"), theirs=("bomber",))
    table.do("Gil", "call-order")
    table.does("hax", "throw-initiative", pool="P", faces=[12])
    table.does("brolf", "throw-initiative", pool="P", faces=[15])
    table.does("bomber", "throw-initiative", pool="P", faces=[12, 3, 8])
    assert [*table.conflict.order] == ["brolf", "bomber", "hax"]


@pytest.mark.rule("MO-212", "MO-E33", "MO-314")
def test_those_who_can_do_nothing_throw_no_initiative_and_come_last():
    table = trio()
    for who in ("brolf", "bomber"):
        table.put(who, marks=(table.mark("asleep"),))
    table.put("hax", scores={"P": 1, "M": 1, "MP": 1})
    table.do("Gil", "open-conflict", what="A fight", ours=("hax", "brolf"), theirs=("bomber",))
    table.do("Gil", "call-order")
    table.does("hax", "throw-initiative", pool="P", faces=[2])
    assert [*table.conflict.order] == ["hax", "brolf", "bomber"]


@pytest.mark.rule("MO-212")
def test_initiative_can_be_thrown_for_all_of_ones_people_each_with_their_best_attribute():
    table = Sitting(person("hax", player="s3", M=14), person("brolf", player="s3"), person("bomber", MP=18, P=2),
                    person("imp", MP=12))
    table.do("Gil", "open-conflict", what="A fight", ours=("hax", "brolf"), theirs=("bomber", "imp"))
    table.do("Gil", "call-order")
    assert [offer.rolls for offer in table.offers("Ann", "throw-for-all")] == [(20, 20)]
    table.do("Ann", "throw-for-all", faces=[5, 10])
    table.do("Gil", "throw-for-all", faces=[4, 10])
    assert {who: (one.pool, one.initiative) for who, one in table.conflict.people.items()} == {
        "hax": ("M", 7), "brolf": ("P", 10), "bomber": ("MP", 8), "imp": ("MP", 11),
    }
    assert whose(table) == "imp"


@pytest.mark.rule("MO-215")
def test_surprise_adds_four_to_initiative():
    table = trio()
    table.do("Gil", "open-conflict", what="A fight", ours=("hax", "brolf"), theirs=("bomber",))
    table.do("Gil", "give-edge", who=("hax",))
    table.do("Gil", "call-order")
    for who, face in {"hax": 10, "brolf": 13, "bomber": 2}.items():
        table.does(who, "throw-initiative", pool="P", faces=[face])
    assert table.conflict.people["hax"].initiative == 14
    assert whose(table) == "hax"


@pytest.mark.rule("MO-216", "MO-X208", "MO-E32")
def test_a_delayed_turn_comes_after_the_one_it_waits_for_and_keeps_its_place():
    table = trio()
    table.fight(hax=19, brolf=14, bomber=9)
    table.does("hax", "delay", after="brolf")
    assert whose(table) == "brolf"
    table.does("brolf", "end-turn")
    assert whose(table) == "hax"
    assert [*table.conflict.order] == ["brolf", "hax", "bomber"]
    table.does("hax", "end-turn")
    assert whose(table) == "bomber"
    table.does("bomber", "end-turn")
    assert [*table.conflict.order] == ["brolf", "hax", "bomber"]


@pytest.mark.rule("MO-216", "MO-E32")
def test_who_waits_for_somebody_who_leaves_comes_where_that_one_stood():
    table = Sitting(*(person(one, player=f"s{at}") for at, one in enumerate(("hax", "brolf"), 3)), person("bomber"),
                  person("baker"))
    table.fight(brolf=19, hax=14, bomber=9, baker=5)
    table.does("brolf", "end-turn")
    table.does("hax", "delay", after="bomber")
    table.does("bomber", "flee")
    table.let_be()
    assert whose(table) == "hax"
    assert [*table.conflict.order] == ["brolf", "hax", "baker"]


@pytest.mark.rule("MO-216", "MO-E32")
def test_who_waits_for_the_next_round_comes_first_in_it():
    table = trio()
    table.fight(hax=19, brolf=14, bomber=9)
    table.does("hax", "delay", after="round")
    table.does("brolf", "delay", after="round")
    table.does("bomber", "end-turn")
    assert [*table.conflict.order] == ["hax", "brolf", "bomber"]
    assert (table.conflict.round, whose(table)) == (2, "hax")


@pytest.mark.rule("MO-216", "MO-E32")
def test_who_waits_for_somebody_who_waits_for_the_next_round_comes_after_them_in_it():
    table = trio()
    table.fight(hax=19, brolf=14, bomber=9)
    table.does("hax", "delay", after="brolf")
    table.does("brolf", "delay", after="round")
    table.does("bomber", "end-turn")
    assert [*table.conflict.order] == ["brolf", "hax", "bomber"]
    assert (table.conflict.round, whose(table)) == (2, "brolf")


@pytest.mark.rule("MO-216", "MO-X208")
def test_who_waits_steps_in_at_another_time_than_they_said():
    table = trio()
    table.fight(hax=19, brolf=14, bomber=9)
    table.refuses("Ann", "delay", "not-offered", who="brolf", after="round")
    table.does("hax", "delay", after="round")
    [again] = table.offers("Ann", "delay")
    assert (again.label, [*choices(again, "after")]) == ("Step in at another time", ["brolf", "bomber"])
    table.does("hax", "delay", after="brolf")
    table.does("brolf", "end-turn")
    assert whose(table) == "hax"
    assert [*table.conflict.order] == ["brolf", "hax", "bomber"]
    table.does("hax", "end-turn")
    assert not table.offers("Ann", "delay")


@pytest.mark.rule("MO-216", "MO-E32")
def test_who_waits_for_somebody_who_falls_asleep_has_a_turn_when_that_ones_would_be():
    table = Sitting(*(person(who, player=f"s{n}") for n, who in enumerate(("ann", "ben", "cleo"), 3)), person("foe"))
    table.fight(ann=20, ben=15, foe=5, cleo=3)
    table.does("ann", "delay", after="foe")
    table.put("foe", marks=(table.mark("asleep"),))
    assert whose(table) == "ben", "the foe’s turn would not have come yet"
    table.does("ben", "end-turn")
    assert (whose(table), table.conflict.order) == ("ann", ("ben", "foe", "ann", "cleo"))
    table.does("ann", "end-turn")
    assert whose(table) == "cleo"


@pytest.mark.rule("MO-X203", "MO-X202")
def test_the_guide_gives_one_more_action_which_is_gone_with_the_round():
    table = trio()
    table.fight(hax=19, brolf=14, bomber=9)
    table.does("hax", "work", words="drinks three shots", price=3)
    table.let_be()
    table.do("Gil", "set-fate", sure=True)
    table.does("brolf", "work", words="throws a bottle")
    assert not table.offers("Ann", "hinder")
    table.do("Gil", "give-action", who="hax")
    assert (table.conflict.people["hax"].actions, table.last(ActionGiven).line(table.state).text) == (
        1, "has one more action this round."
    )
    table.does("hax", "hinder", words="catches it", pool="P")
    table.let_be()
    table.do("Gil", "set-fate", sure=True, faces=[5, 15])
    assert table.conflict.people["hax"].left == 0
    table.do("Gil", "give-action", who="hax")
    for who in ("brolf", "bomber"):
        table.does(who, "end-turn")
    assert table.conflict.people["hax"].actions == 3


@pytest.mark.rule("MO-X205", "MO-206")
def test_in_a_negotiation_each_makes_their_case_on_their_turn_and_nobody_answers():
    table = trio()
    table.put("bomber", gear=(Gear(id="bomber-club", name="Club", row="club"),))
    table.do("Gil", "open-conflict", what="A negotiation", ours=("hax", "brolf"), theirs=("bomber",), apart=True)
    table.do("Gil", "set-goal", goal="", what="A treaty", side="ours", most=12, die="d8", regress="none")
    table.do("Gil", "call-order")
    for who, face in (("hax", 15), ("brolf", 9), ("bomber", 3)):
        table.does(who, "throw-initiative", pool="MP", faces=[face])
    [goal] = table.conflict.goals
    table.does("hax", "work", words="makes an offer", pool="MP", goal=goal)
    assert table.conflict.beat is not None
    assert table.conflict.beat.asked == ()
    table.refuses("Gil", "hinder", "not-asked", who="bomber", words="laughs", pool="MP")
    table.refuses("Gil", "handle", "no-action", "MO-X120", who="bomber", how="ready", thing="bomber-club")
    table.do("Gil", "set-fate", sure=False, difficulty=0, faces=[12, 4, 5])
    assert table.conflict.goals[goal].gained == 5


@pytest.mark.rule("MO-000", "MO-207", "MO-X214")
def test_the_guide_sets_progress_right_after_a_rebuttal():
    table = trio()
    treaty = {"what": "A treaty", "side": "ours", "most": 12, "die": "d8", "regress": "none"}
    table.do("Gil", "open-conflict", what="A negotiation", ours=("hax", "brolf"), theirs=("bomber",), apart=True)
    table.do("Gil", "set-goal", goal="", **treaty)
    table.do("Gil", "call-order")
    for who, face in (("hax", 15), ("brolf", 9), ("bomber", 3)):
        table.does(who, "throw-initiative", pool="MP", faces=[face])
    [goal] = table.conflict.goals
    table.does("hax", "work", words="makes an offer", pool="MP", goal=goal)
    table.do("Gil", "set-fate", sure=True, faces=[7])
    table.refuses("Gil", "set-goal", "out-of-range", "MO-000", goal=goal, **treaty)
    table.do("Gil", "set-goal", goal=goal, gained=2, **treaty)
    assert table.conflict.goals[goal].gained == 2
    assert "So far: 2." in table.read["Ann"][-1]


@pytest.mark.rule("MO-X201", "MO-X219")
def test_a_conflict_is_proposed_with_the_party_its_beasts_and_whom_it_has_met_since_the_last_one():
    beast = {"master": "ann", "bond": "pet"}
    table = Sitting(person("ann", player="s3"), person("mare", **beast), person("baker"), person("spy", known=False))
    assert [default(table, side) for side in ("ours", "theirs")] == [("ann", "mare"), ("baker",)]
    table.do("Gil", "open-conflict", what="A quarrel", ours=("ann",), theirs=("baker",))
    assert table.offers("Gil", "come-in")[0].fields[0].default == (OURS,)
    table.do("Gil", "end-conflict")
    table.do("Gil", "show-person", who="spy")
    assert default(table, "theirs") == ("spy",), "the baker has stayed behind, as far as anybody knows"


def default(table: Sitting, side: str) -> object:
    """Who is ticked on a side as a conflict is opened."""
    [offer] = table.offers("Gil", "open-conflict")
    return next(field.default for field in offer.fields if field.name == side)


@pytest.mark.rule("MO-X214", "MO-206")
def test_in_a_chariot_race_each_drives_once_a_round_and_has_actions_left_to_get_in_the_way():
    table = Sitting(person("ann", player="s3"), person("charioteer"))
    table.do("Gil", "open-conflict", what="A race", ours=("ann",), theirs=("charioteer",))
    for side, die in (("ours", "d8"), ("theirs", "d10")):
        table.do("Gil", "set-goal", goal="", what="The laurels", side=side, most=45, die=die, regress="none", pace=1)
    assert "“The laurels”: each may try once a round." in table.read["Ann"][-1]
    table.do("Gil", "call-order")
    for who, face in (("ann", 15), ("charioteer", 5)):
        table.does(who, "throw-initiative", pool="P", faces=[face])
    ours, theirs = table.conflict.goals
    table.does("ann", "work", words="drives", pool="M", goal=ours)
    assert table.read["Ben"][-1] == "acts for “The laurels”. drives"
    table.do("Gil", "set-fate", sure=True, faces=[5])
    table.refuses("Ann", "work", "no-such-field", who="ann", words="drives on", pool="M", goal=ours)
    table.refuses("Ann", "attack", "not-a-choice", who="ann", tool="natural", target="charioteer", aim=f"goal:{ours}")
    [hint] = [offer.fields[0].hint for offer in table.offers("Ann", "work")]
    assert hint == "“The laurels” was tried as often as a round allows."
    table.does("ann", "end-turn")
    table.does("charioteer", "work", words="drives", pool="M", goal=theirs)
    table.does("ann", "hinder", words="swerves", pool="P")
    table.do("Gil", "set-fate", sure=True, faces=[9, 14])
    table.does("charioteer", "end-turn")
    assert [goal.gained for goal in table.conflict.goals.values()] == [5, 0]
    table.does("ann", "work", words="drives", pool="M", goal=ours)


@pytest.mark.rule("MO-X219")
def test_every_side_of_a_race_has_a_bar_of_its_own_color_with_its_name():
    table = Sitting(person("ann", player="s3"), *map(person, ("charioteer", "imp", "monk")))
    table.do("Gil", "open-conflict", what="A race", ours=("ann",), theirs=("charioteer",))
    for who, name in (("imp", "The imps"), ("monk", "The monks")):
        table.do("Gil", "come-in", who=who, side="new", name=name)
    sides = [one.side for one in table.conflict.people.values()]
    for side in (*sides, sides[2]):
        table.do("Gil", "set-goal", goal="", what="The laurels", side=side, most=45, die="d8", regress="none")
    bars = [meter for part in board(table.state, guide=False) if part.id == "fight" for row in part.rows
            for meter in row.meters]
    assert [bar.name for bar in bars] == ["The party’s side", "The other side", "The imps", "The monks", "The imps"]
    assert [bar.tint for bar in bars] == ["ours", "theirs", "third", "fourth", "third"]


def test_no_actions_are_given_before_the_first_round():
    table = trio()
    table.do("Gil", "open-conflict", what="A fight", ours=("hax", "brolf"), theirs=("bomber",))
    table.do("Gil", "give-first-deed", who="hax")
    table.refuses("Gil", "give-action", "before-rounds", "MO-202", who="hax")
    table.refuses("Ann", "give-action", "guide-only", who="hax")


@pytest.mark.rule("MO-X208")
def test_a_turn_in_which_something_was_done_cannot_be_put_off():
    table = trio()
    table.fight(hax=19, brolf=14, bomber=9)
    table.does("hax", "work", words="looks for the key", pool="M")
    table.do("Gil", "set-fate", sure=True)
    table.let_be()
    table.refuses("Ann", "delay", "turn-begun", "MO-216", who="hax", after="brolf")


@pytest.mark.rule("MO-200", "MO-204", "MO-X205", "MO-E21")
def test_a_combined_action_keeps_the_number_of_the_last_one():
    """Blawesome's pole vault: 21 stands for the next action."""
    table = Sitting(person("blawesome", player="s3", P=15, points={"movement": 2}), person("bomber"))
    table.fight(blawesome=15, bomber=5)
    deed = {"words": "vaults over the pool", "pool": "P", "skill": "movement"}
    table.does("blawesome", "work", **deed)
    table.do("Gil", "set-fate", sure=False, difficulty=8, faces=[17, 17])
    thrown = table.last(ContestThrown)
    assert (thrown.first.worth, thrown.second.worth, thrown.outcome) == (21, 25, "con")
    table.does("blawesome", "work", **deed, keep=True)
    table.do("Gil", "set-fate", sure=False, difficulty=8, faces=[12])
    kept = table.last(ContestThrown)
    assert (kept.first.worth, kept.first.face, kept.second.worth, kept.outcome) == (21, 0, 20, "pro")
    table.refuses("Ann", "work", "no-chain", "MO-204", who="blawesome", keep=True, **deed | {"skill": "sneak"})


@pytest.mark.rule("MO-E21")
@pytest.mark.parametrize(("thrown", "counts"), [(10, 21), (19, 23)], ids=["the old stands", "the new is better"])
def test_a_combined_action_throws_anew_where_the_better_number_counts(thrown, counts):
    vaulter = person("blawesome", player="s3", P=15, points={"movement": 2})
    table = Sitting(vaulter, person("bomber"), combine="keep_better")
    table.fight(blawesome=15, bomber=5)
    deed = {"words": "vaults over the pool", "pool": "P", "skill": "movement"}
    table.does("blawesome", "work", **deed)
    table.do("Gil", "set-fate", sure=False, difficulty=8, faces=[17, 17])
    table.does("blawesome", "work", **deed, keep=True)
    table.do("Gil", "set-fate", sure=False, difficulty=8, faces=[thrown, 12])
    assert table.last(CombinedThrown).total.worth == thrown + 4
    assert table.last(ContestThrown).first.worth == counts
    assert table.last(ContestThrown).second.worth == 20
    chain = table.conflict.people["blawesome"].chain
    assert chain is not None
    assert chain.total == counts


@pytest.mark.rule("MO-E21")
def test_the_chance_counts_the_old_number_where_the_better_one_counts():
    """Against 20, a 15 that stands loses, a throw of d20 + 4 wins with 17 or more, and 21 that stands always wins."""
    chance = {floor: thrown(Hand((20,), 4, floor=floor), Hand((), 20))["pro"] for floor in (None, 15, 21)}
    assert chance == {None: Fraction(4, 20), 15: Fraction(4, 20), 21: 1}


@pytest.mark.rule("MO-X201", "MO-314", "MO-E94")
def test_the_end_is_proposed_once_one_side_is_down_or_gone_and_never_while_fate_alone_is_against_them():
    def proposed(table: Sitting) -> str:
        [over] = table.offers("Gil", "end-conflict")
        return over.why if over.urgency == "may" else ""

    down, gone, alone = (Sitting(person("ann", player="s3"), person("foe")) for _ in range(3))
    for table in (down, gone):
        table.fight(ann=15, foe=5)
        assert not proposed(table)
    down.befall(partial(disable, who="foe", pool="P"))
    gone.do("Gil", "take-out", who="foe")
    alone.fight(ann=15)
    assert [proposed(table) for table in (down, gone, alone)] == ["Only one side still stands."] * 2 + [""]


@pytest.mark.rule("MO-X205")
def test_the_guides_word_on_an_answer_names_whose_it_is():
    table = Sitting(person("ann", player="s3"), person("ben", player="s4"), person("foe", asking="never"))
    table.fight(ann=20, ben=10, foe=5)
    table.does("ann", "work", words="climbs", pool="P")
    table.does("ben", "work", words="sings", pool="MP")
    table.do("Gil", "set-fate", sure=True)
    table.do("Gil", "set-fate", sure=False, who="ben", difficulty=8, faces=[12, 3])
    said = [line.strip() for line in table.read["Ann"] if " fate" in line]
    assert said[:2] == ["No fate stands against it.", "Against what Ben does stands fate, Difficult (8)."]


@pytest.mark.rule("MO-000", "MO-203", "MO-X206")
def test_the_guide_plays_on_for_those_whose_players_leave_in_a_conflict_until_they_are_back():
    table = Sitting(person("ann", player="s3"), person("foe"))
    table.fight(ann=20, foe=5)
    seats = table.state.seats
    table.refuses("Gil", "end-turn", "not-your-turn", "MO-203", who="ann")
    table.leaves("Ann")
    assert ("Gil", "Ann’s turn") in [(one.who, one.what) for one in table.game.situation(table.state).waiting]
    assert [offer.label for offer in table.offers("Gil", "end-turn")] == ["End Ann’s turn"]
    table.do("Gil", "end-turn", who="ann")
    table.do("Gil", "attack", who="foe", tool="natural", target="ann")
    assert ("Gil", "Ann’s answer") in [(one.who, one.what) for one in table.game.situation(table.state).waiting]
    table.do("Gil", "pass", who="ann", faces=[3])
    assert table.who("ann").hurt("P") == 3
    table.do("Gil", "end-turn", who="foe")
    table.state = table.game.seated(table.state, seats)
    table.refuses("Gil", "end-turn", "not-your-turn", "MO-203", who="ann")
    table.do("Ann", "end-turn", who="ann")


@pytest.mark.rule("MO-012", "MO-210")
def test_regress_is_taken_by_half_where_its_side_says_so():
    table = Sitting(person("ann", player="s3"), person("foe"))
    table.fight(ann=20, foe=5)
    table.do("Gil", "set-goal", goal="", what="The gate", side="ours", most=20, die="d8", regress="half d6")
    [id_] = table.conflict.goals
    assert table.board("Ann")["fight"].rows[0].words == "d8 less half d6 · over 20 wins it"
    table.does("ann", "work", words="climbs", pool="P", goal=id_)
    table.do("Gil", "set-fate", sure=True, faces=[7])
    assert (table.conflict.goals[id_].gained, table.last(Progressed).faces) == (4, (7, 0))


@pytest.mark.rule("MO-207", "MO-208")
def test_a_race_has_one_row_with_a_bar_for_each_side():
    table = Sitting(person("ann", player="s3"), person("foe"))
    table.fight(ann=20, foe=5)
    for side in ("ours", "theirs"):
        table.do("Gil", "set-goal", goal="", what="The gate", side=side, most=20, die="d8", regress="none")
    [row] = table.board("Ann")["fight"].rows
    assert (row.name, row.words) == ("The gate", "d8 · over 20 wins it")
    assert [bar.name for bar in row.meters] == ["The party’s side", "The other side"]
    goals = {id_: replace(goal, gained=21 * (goal.side == "theirs")) for id_, goal in table.conflict.goals.items()}
    table.have(conflict=replace(table.conflict, goals=goals))
    [row] = table.board("Ann")["fight"].rows
    assert (row.words, [bar.name for bar in row.meters][1]) == ("d8 · over 20 wins it", "The other side: won")


@pytest.mark.rule("MO-206", "MO-208", "MO-209", "MO-210", "MO-211")
def test_progress_less_regress_is_at_least_one_and_more_than_the_maximum_wins():
    table = trio()
    table.do("Gil", "open-conflict", what="A race", ours=("hax",), theirs=("bomber",))
    table.do("Gil", "set-goal", goal="", what="first round the bend", side="ours", most=5, die="d8", regress="d6")
    table.do("Gil", "call-order")
    for who, face in {"hax": 15, "bomber": 5}.items():
        table.does(who, "throw-initiative", pool="P", faces=[face])
    [goal] = table.conflict.goals
    for faces, gained, won in (([2, 6], 1, False), ([5, 1], 5, False), ([1, 1], 6, True)):
        table.does("hax", "work", words="drives", pool="M", goal=goal)
        table.do("Gil", "set-fate", sure=True, faces=faces)
        assert table.conflict.goals[goal].gained == gained
        assert table.last(Progressed).won is won
        facts = table.last(Progressed).line(table.state).facts
        assert [fact.text for fact in facts] == ["Hax wins “first round the bend”"] * won
        [over], [row] = table.offers("Gil", "end-conflict"), table.board("Ann")["fight"].rows
        told = ("may", "Won: first round the bend (the party’s side).", "won")
        told = told if won else ("tool", "", "d8 less d6 · over 5 wins it")
        assert (over.urgency, over.why, row.words, row.meters[0].name) == (*told, "The party’s side")
        assert (row.meters[0].now, row.meters[0].fits) == (min(gained, 5), True)
        assert (over.key == table.asked("Gil").lead) is won
    assert table.conflict.sought("ours") == ()


@pytest.mark.rule("MO-012", "MO-209", "MO-FP17")
@pytest.mark.parametrize(("do", "deed"), [
    ("work", {"words": "climbs on", "pool": "P", "goal": "n2"}),
    ("attack", {"tool": "natural", "target": "bomber", "aim": "goal:n2"}),
])
def test_progress_can_be_taken_by_half(do, deed):
    table = trio()
    table.fight(hax=19, brolf=14, bomber=9)
    table.do("Gil", "set-goal", goal="", what="the tower", side="ours", most=20, die="d12", regress="d4")
    table.does("hax", do, hurt_half=True, **deed)
    table.does("brolf", "pass")
    if do == "work":
        table.do("Gil", "set-fate", sure=True, faces=[2])
    else:
        table.does("bomber", "pass", faces=[2])
    assert table.last(Progressed).gain == 4


@pytest.mark.rule("MO-214", "MO-X206", "MO-X216", "MO-X202")
def test_a_deed_waits_for_all_who_know_of_it_and_can_be_hindered():
    table = trio()
    table.fight(hax=19, brolf=14, bomber=9)
    table.put("bomber", asking="always")
    table.does("hax", "work", words="climbs the cart", pool="P")
    assert set(table.conflict.beat.asked if table.conflict.beat else ()) == {"brolf", "bomber"}
    table.does("bomber", "hinder", words="kicks the cart away", pool="P")
    table.do("Gil", "set-fate", sure=True)
    table.does("brolf", "pass", faces=[4, 13])
    thrown = table.last(ContestThrown)
    assert (thrown.first.who, thrown.second.who, thrown.outcome) == ("hax", "bomber", "con")
    assert table.conflict.people["bomber"].actions == 2
    assert table.conflict.people["hax"].actions == 2


@pytest.mark.rule("MO-X206")
def test_a_new_character_is_asked_when_foes_act_and_at_deeds_of_friends_that_are_aimed_at_them():
    """What friends do else comes out at once; who means to answer that too says so before."""
    table = Sitting(person("ben", player="s4", points={"magic:cure-1": 1}), person("foe", asking="never"))
    table.do("Ann", "play-hero", sheet="heroes/blawesome")
    [ann] = [who.id for who in table.state.party() if who.player == "s3"]
    table.fight("A fight", **{"ben": 19, ann: 12, "foe": 5})
    table.does("ben", "move", posture="defensive")
    assert table.conflict.beat is None
    table.does("ben", "cast", power="cure-1", targets=(ann,))
    assert asked(table) == (ann,)
    table.does(ann, "pass", faces=[9, 3, 4])
    table.does(ann, "set-habits", asking="always")
    table.does("ben", "move", posture="flanking")
    assert asked(table) == (ann,)
    table.does(ann, "set-habits", asking="foes")
    table.let_be()
    table.does(ann, "end-turn")
    table.does("foe", "attack", tool="natural", target="ben")
    assert asked(table) == (ann,), "ben has no action left"


def asked(table: Sitting) -> tuple[str, ...]:
    return table.conflict.beat.asked if table.conflict.beat else ()


def test_a_turn_ends_when_no_action_is_left():
    table = trio()
    table.fight(hax=19, brolf=14, bomber=9)
    for _ in range(3):
        table.does("hax", "work", words="digs", pool="P")
        table.do("Gil", "set-fate", sure=True)
        table.let_be()
    assert table.last(TurnBegan).who == "brolf"


@pytest.mark.rule("MO-X206", "MO-X205", "MO-214")
@pytest.mark.parametrize(("face", "gained"), [(8, 5), (14, 0)])
def test_an_answer_can_be_any_deed_and_has_a_fate_of_its_own(face, gained):
    """While a bomber lights the fuse, brolf kicks at the door: 12 against fate's 4 and its die."""
    table = Sitting(person("brolf", player="s3"), person("bomber"), tie="neutral")
    table.do("Gil", "open-conflict", what="A fuse", ours=("brolf",), theirs=("bomber",))
    table.do("Gil", "set-goal", goal="", what="out", side="ours", most=20, die="d8", regress="none")
    table.do("Gil", "call-order")
    for who, first in (("bomber", 19), ("brolf", 5)):
        table.does(who, "throw-initiative", pool="P", faces=[first])
    [goal] = table.conflict.goals
    table.does("bomber", "work", words="lights the fuse", pool="P")
    table.refuses("Ann", "work", "no-chain", "MO-204", who="brolf", words="kicks", pool="P", goal=goal, keep=True)
    table.does("brolf", "work", words="kicks at the door", pool="P", goal=goal)
    table.do("Gil", "set-fate", sure=True)
    assert table.conflict.beat is not None
    table.do("Gil", "set-fate", who="brolf", sure=False, difficulty=4, faces=[13, face, *([5] if gained else [])])
    assert table.state.phase == "turn"
    assert (table.conflict.goals[goal].gained, table.conflict.people["brolf"].left) == (gained, 2)


@pytest.mark.rule("MO-X204")
def test_the_guide_lets_others_go_first_so_that_the_sides_alternate():
    table = Sitting(*(person(one, player=seat) for one, seat in (("ann", "s3"), ("ben", "s4"))), person("foe"))
    table.fight(ann=19, ben=14, foe=5)
    table.have(running={"fog": Running(id="fog", row="fog-1", caster="ben", stored=9)})
    table.does("ann", "end-turn")
    assert table.state.running["fog"].due
    table.refuses("Ben", "let-go-first", "guide-only", "MO-X204", who="foe")
    table.refuses("Gil", "let-go-first", "not-offered", who="ann")
    table.do("Gil", "let-go-first", who="foe")
    assert (table.conflict.whose, table.conflict.people["ben"].turn) == ("foe", "due")
    table.does("foe", "work", words="runs up", pool="P")
    table.let_be()
    table.do("Gil", "set-fate", sure=True)
    table.refuses("Gil", "let-go-first", "turn-begun", "MO-X204", who="ben")
    table.does("foe", "end-turn")
    assert (table.conflict.whose, [*table.state.running]) == ("ben", ["fog"]), "what he keeps up waits for his turn"
    table.does("ben", "keep", on="fog")
    table.let_be()
    table.does("ben", "end-turn")
    assert (table.conflict.round, table.conflict.whose) == (2, "ann")


@pytest.mark.rule("MO-X207", "MO-X216", "MO-214", "MO-E33")
@pytest.mark.parametrize("thrown", [{"ann": [12], "ben": [5]}, {"ann": [7], "ben": [7, 9, 4]}], ids=["apart", "level"])
def test_answers_happen_by_initiative_whoever_was_quicker_to_answer(thrown):
    """Those who were level answer in the order that was thrown for."""
    table = Sitting(person("foe", P=20), person("ann", player="s3"), person("ben", player="s4"))
    table.do("Gil", "open-conflict", what="A fight", ours=("ann", "ben"), theirs=("foe",))
    table.do("Gil", "call-order")
    for who, faces in {"foe": [15], **thrown}.items():
        table.does(who, "throw-initiative", pool="P", faces=faces)
    assert table.conflict.order == ("foe", "ann", "ben")
    table.does("foe", "attack", tool="natural", target="ann")
    table.does("ben", "attack", tool="natural", target="foe")
    table.does("ann", "attack", tool="natural", target="foe", faces=[1, 2, 3])
    assert [event.by for event in table.events if isinstance(event, BlowRolled)] == ["foe", "ann", "ben"]


@pytest.mark.rule("MO-205", "MO-X309")
def test_the_guide_asks_for_a_contest_in_the_rounds_which_takes_no_action():
    table = Sitting(person("ann", player="s3"), person("ben", player="s4"), person("foe"))
    table.fight(ann=20, ben=15, foe=5)
    [offer] = table.offers("Gil", "call-contest")
    assert (offer.urgency, offer.why) == ("tool", "It takes no action.")
    asks = {"against": "fate", "pool": "M", "difficulty": 4, "die": "roll", "why": "hears more come"}
    table.do("Gil", "call-contest", who="ben", **asks)
    [contest] = table.state.contests
    table.do("Gil", "adjust", contest=contest, who="ben", difficulty=-4, played=True)
    table.does("ann", "attack", tool="natural", target="foe")
    assert [table.question(name).title for name in ("Ann", "Ben")] == ["", "Ben: hears more come"]
    assert table.throws("ben", 15, 3).first.worth == 15 - 4 + 2
    table.does("ben", "pass")
    assert table.conflict.people["ben"].actions == 3


@pytest.mark.rule("MO-X310", "MO-X206")
def test_a_deed_waits_no_longer_for_who_dies_before_they_answer():
    table = Sitting(person("ann", player="s3"), person("ben", player="s4"), person("foe"))
    table.fight(foe=20, ann=15, ben=5)
    table.does("foe", "attack", tool="natural", target="ann")
    table.does("ann", "pass")
    table.do("Gil", "hazard", whom=["ben"], title="a shock", pool="MP", die="d12", faces=[12])
    [mark] = table.who("ben").marks
    table.do("Ben", "propose-way", who="ben", mark=mark.id, way="death")
    table.do("Gil", "agree-way", who="ben", mark=mark.id, faces=[3])
    assert (table.who("ann").hurt("P"), table.conflict.beat) == (3, None)


@pytest.mark.rule("MO-E34", "MO-206")
@pytest.mark.parametrize("tie", ["reroll", "ask"])
def test_an_answer_that_lets_dice_fall_says_those_that_are_sure_to(tie):
    table = Sitting(person("ann", player="s3", P=14), person("foe"), tie=tie)
    table.fight(ann=20, foe=5)
    table.do("Gil", "set-goal", goal="", what="The gate", side="ours", most=9, die="d8", regress="none", pace=0)
    table.does("ann", "work", words="climbs", pool="P", goal=next(iter(table.conflict.goals)))
    table.does("foe", "hinder", words="pulls", pool="M")
    assert [offer.rolls for offer in table.offers("Gil", "set-fate") if offer.fixed["sure"]] == [(20, 20)]


@pytest.mark.rule("MO-203", "MO-314")
def test_where_nobody_can_do_anything_the_guide_says_how_it_goes_on():
    table = Sitting(person("ann", player="s3"), person("foe"))
    table.fight(ann=19, foe=5)
    for who in ("ann", "foe"):
        table.put(who, marks=(table.mark("asleep"),))
    table.do("Gil", "give-action", who="foe")
    assert ("Gil", "how it goes on") in {(one.who, one.what) for one in table.game.situation(table.state).waiting}
    assert "Nobody has the turn" in str(table.refuses("Ann", "end-turn", "not-your-turn", who="ann"))


@pytest.mark.rule("MO-E34", "MO-304", "MO-X216")
def test_who_fled_in_a_beat_is_gone_while_a_tie_in_it_waits_for_the_guide():
    people = person("ann", player="s3"), person("ben", player="s4"), person("orc"), person("imp", asking="always")
    table = Sitting(*people, tie="ask")
    table.fight(orc=20, ben=19, imp=18, ann=1)
    table.do("Gil", "put-in-place", who="ben", posture="defensive")
    table.does("orc", "attack", tool="natural", target="ann")
    table.does("ben", "flee")
    table.does("imp", "work", words="grabs the bag", pool="P")
    table.does("ann", "pass")
    table.do("Gil", "set-fate", who="imp", sure=False, difficulty=0, faces=[2, 10, 10])
    assert "ben" not in table.conflict.people
    assert "rule-tie" in {offer.do for offer in table.offers("Gil")}
    assert table.stage("Ann").fight
    table.do("Gil", "rule-tie", contest="", ruling="con")
    assert table.conflict.beat is None


@pytest.mark.rule("MO-E87", "MO-X216", "MO-E34")
def test_nobody_answers_any_more_once_dice_have_come_to_a_tie():
    people = person("ann", player="s3"), person("ben", player="s4", asking="never", gear=("dagger",)), person("foe")
    table = Sitting(*people, tie="ask")
    table.put("ben", gear=tuple(replace(thing, at="stowed") for thing in table.who("ben").gear))
    table.fight(ann=20, foe=9, ben=5)
    table.does("ann", "attack", tool="natural", target="foe")
    assert {"attack", "hinder", "handle"} <= {offer.do for offer in table.offers("Ben")}
    table.does("foe", "defend", against="ann", skill="parry", faces=[11, 11])
    assert not {"attack", "hinder", "handle"} & {offer.do for offer in table.offers("Ben")}
    table.do("Gil", "rule-tie", contest="", ruling="con")
    assert table.conflict.people["ben"].actions == 3


@pytest.mark.rule("MO-X205", "MO-X214")
@pytest.mark.parametrize(("faces", "gained"), [([12, 14], 0), ([12, 9, 14], 0), ([12, 9, 8, 5], 5)])
def test_a_deed_has_to_beat_all_who_hinder_it(faces, gained):
    foes = (person(who, asking="always") for who in ("foe", "imp"))
    table = Sitting(person("ann", player="s3"), *foes, tie="neutral")
    table.do("Gil", "open-conflict", what="A door", ours=("ann",), theirs=("foe", "imp"))
    table.do("Gil", "set-goal", goal="", what="out", side="ours", most=20, die="d8", regress="none")
    table.do("Gil", "call-order")
    for who, first in (("ann", 19), ("foe", 9), ("imp", 5)):
        table.does(who, "throw-initiative", pool="P", faces=[first])
    [goal] = table.conflict.goals
    table.does("ann", "work", words="runs", pool="P", goal=goal)
    table.do("Gil", "set-fate", sure=True)
    table.does("foe", "hinder", words="holds on", pool="P")
    table.does("imp", "hinder", words="trips", pool="P", faces=faces)
    assert table.conflict.goals[goal].gained == gained


@pytest.mark.rule("MO-215", "MO-314")
def test_who_can_do_nothing_does_not_act_by_surprise():
    table = Sitting(person("hax", player="s3"), person("foe"))
    table.put("foe", marks=(table.mark("asleep"),))
    table.do("Gil", "open-conflict", what="A fight", ours=("hax",), theirs=("foe",))
    assert choices(table.offers("Gil", "give-first-deed")[0], "who").keys() == {"hax"}


@pytest.mark.rule("MO-X204", "MO-215", "MO-314")
def test_nobody_goes_first_before_the_rounds_nor_who_can_do_nothing():
    people = (person("ann", player="s3"), person("ben", player="s4"), person("foe"))
    table = Sitting(*people)
    table.do("Gil", "open-conflict", what="A fight", ours=("ann", "ben"), theirs=("foe",))
    table.do("Gil", "give-first-deed", who="ann")
    table.refuses("Gil", "let-go-first", "turn-begun", "MO-X204", who="ben")
    table = Sitting(*people)
    table.fight(ann=19, ben=14, foe=5)
    table.put("ben", marks=(table.mark("asleep"),))
    assert [offer.fixed["who"] for offer in table.offers("Gil", "let-go-first")] == ["foe"]
