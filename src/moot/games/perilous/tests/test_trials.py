"""Skill tests at the table: their chance, flips, helpers, and what Fortune does."""

import pytest
from msgspec.structs import replace

from moot.games.perilous.fortune import PointSpent
from moot.games.perilous.person import Suffered
from moot.games.perilous.tests.people import person, pool
from moot.games.perilous.tests.table import Session
from moot.games.perilous.trying import TrialRolled
from moot.testing import choices

CHANCES = [
    # attribute, ranks, peril, modifiers, difficulty, chance
    (42, 2, 0, 0, "standard", 62),
    (42, 2, 0, 20, "challenging", 62),
    (68, 3, 0, 0, "trivial", 99),
    (18, 0, 0, -30, "arduous", 1),
    (44, 3, 3, 0, "hard", 34),
    (44, 3, 1, 0, "standard", 74),
]


@pytest.mark.rule("GP-CORE-01", "GP-CORE-03", "GP-CORE-12")
@pytest.mark.parametrize(("attribute", "ranks", "peril", "modifiers", "difficulty", "chance"), CHANCES)
def test_the_chance_of_a_test(attribute, ranks, peril, modifiers, difficulty, chance):
    wen = person("wen", player="s3", attributes={"brawn": attribute}, ranks={"athletics": ranks}, peril=peril)
    rolled = Session(wen).tested(
        "wen", "athletics", 0, 0, seat="Ann", modifiers=modifiers, difficulty=difficulty
    )
    assert rolled.chance == chance


@pytest.mark.rule("GP-CORE-05", "GP-RD-02")
@pytest.mark.parametrize(
    ("ranks", "peril", "options", "reads"),
    [(0, 0, {}, 52), (1, 0, {}, 25), (1, 2, {}, 25), (1, 2, {"ignored_ranks_flip": "true"}, 52)],
)
def test_a_special_skill_without_ranks_flips_to_fail(ranks, peril, options, reads):
    wen = person("wen", player="s3", attributes={"intelligence": 45}, ranks={"navigation": ranks}, peril=peril)
    assert Session(wen, **options).tested("wen", "navigation", 2, 5, seat="Ann").reads == reads


@pytest.mark.rule("GP-CORE-05")
@pytest.mark.parametrize(("skill", "ranks", "cited"), [
    ("navigation", 0, True), ("navigation", 1, False), ("athletics", 0, False),
])
def test_the_rule_of_special_skills_is_cited_where_it_counts(skill, ranks, cited):
    table = Session(person("wen", player="s3", ranks={skill: ranks}))
    table.tested("wen", skill, 2, 5, seat="Ann")
    assert ("GP-CORE-05" in table.last(TrialRolled).rules) == cited



@pytest.mark.rule("GP-CORE-04")
def test_the_two_kinds_of_flip_cancel():
    assert Session().tested("wen", "navigation", 5, 2, seat="Ann", flip="succeed").reads == 52


@pytest.mark.rule("GP-CORE-04")
def test_a_flip_to_succeed():
    rolled = Session().tested("wen", "athletics", 9, 1, seat="Ann", flip="succeed")
    assert (rolled.reads, rolled.outcome) == (19, "success")


@pytest.mark.parametrize(
    ("digits", "assist", "flip", "told"),
    [
        ((1, 3), "", "fail", "13 reads 31, "), ((1, 8, 3), "reputation", "", "13 or 83 reads 13, "),
        ((4, 7, 8), "reputation", "fail", "48 or 78, successes flipped, reads "),
        ((7, 8, 4), "reputation", "succeed", "74 or 84, failures flipped, reads "),
    ],
)
def test_people_are_told_from_what_lay_there_a_number_is_read(digits, assist, flip, told):
    table = Session()
    table.do("Gil", "call-trial", who="wen", skill="athletics", flip=flip)
    if assist:
        table.have(trials={table.trial: replace(table.trial_of("wen"), assist=assist)})
    table.do("Ann", "roll", trial=table.trial, faces=list(digits))
    assert f": {told}" in table.read["Ann"][-1]


def test_what_nothing_turned_is_told_once():
    table = Session()
    table.tested("wen", "athletics", 1, 3, seat="Ann")
    assert ": 13, " in table.read["Ann"][-1]


@pytest.mark.rule("GP-CORE-06", "GP-RD-03")
def test_one_helper_with_a_rank_adds_a_die():
    table = Session(
        person("wen", player="s3", ranks={"athletics": 1}), person("rusk", player="s4", ranks={"athletics": 1}),
        person("ilse", player="s5"),
    )
    table.do("Gil", "call-trial", who="wen", skill="athletics")
    table.refuses("Ann", "help", "no-trial", trial=table.trial, helper="wen")
    table.refuses("Cleo", "help", "no-rank", "GP-CORE-06", trial=table.trial, helper="ilse")
    table.do("Ben", "help", trial=table.trial, helper="rusk")
    table.refuses("Ben", "help", "one-assist", "GP-CORE-06", trial=table.trial, helper="rusk")
    assert [offer.rolls for offer in table.offers("Ann", "roll")] == [(10, 10, 10)]
    table.do("Ann", "roll", trial=table.trial, faces=[9, 3, 3])
    assert table.rolled.outcome == "critical-success"


@pytest.mark.rule("GP-RD-33", "GP-CORE-06")
def test_whose_help_the_gm_gives_for_a_player_who_has_left_is_named():
    table = Session(person("wen", player="s3"), person("rusk", player="s4", ranks={"athletics": 1}))
    table.do("Gil", "call-trial", who="wen", skill="athletics")
    assert [offer.label for offer in table.offers("Ben", "help")] == ["Help Wen"]
    table.state = table.game.seated(table.state, tuple(seat for seat in table.state.seats if seat.name != "Ben"))
    assert [offer.label for offer in table.offers("Gil", "help")] == ["Rusk helps Wen"]


@pytest.mark.rule("GP-CORE-13")
def test_who_is_incapacitated_fails_without_dice():
    table = Session(person("wen", player="s3", peril=5), fortune=2)
    table.do("Gil", "call-trial", who="wen", skill="athletics", faces=[])
    assert table.last(TrialRolled).rules == ("GP-CORE-13",)
    rolled = table.rolled
    assert (rolled.outcome, rolled.faces, table.state.trials) == ("failure", (), {})


@pytest.mark.rule("GP-CORE-13")
def test_who_is_incapacitated_helps_nobody():
    table = Session(person("wen", player="s3"), person("rusk", player="s4", ranks={"athletics": 1}, peril=5))
    table.do("Gil", "call-trial", who="wen", skill="athletics")
    table.refuses("Ben", "help", "incapacitated", "GP-CORE-13", trial=table.trial, helper="rusk")


@pytest.mark.rule("GP-RD-02", "GP-RD-03")
@pytest.mark.parametrize("flip", ["false", "true"])
def test_a_rank_that_peril_ignores_is_enough_to_help(flip):
    tired = person("rusk", player="s4", ranks={"navigation": 1}, peril=4)
    table = Session(person("wen", player="s3"), tired, ignored_ranks_flip=flip)
    table.do("Gil", "call-trial", who="wen", skill="navigation")
    table.do("Ben", "help", trial=table.trial, helper="rusk")
    assert table.trial_of("wen").helper == "rusk"


@pytest.mark.rule("GP-CORE-06", "GP-CORE-13")
def test_a_helper_who_is_incapacitated_before_the_dice_helps_no_more():
    table = Session(person("wen", player="s3"), person("rusk", player="s4", ranks={"athletics": 1}))
    table.do("Gil", "call-trial", who="wen", skill="athletics")
    table.do("Ben", "help", trial=table.trial, helper="rusk")
    table.do("Gil", "set-track", who="rusk", track="peril", now="incapacitated")
    trial = table.trial_of("wen")
    assert (len(trial.dice), trial.helper) == (2, "")
    table.do("Ann", "roll", trial=table.trial, faces=[9, 3])
    assert table.rolled.outcome == "failure"


@pytest.mark.rule("GP-CORE-06", "GP-CORE-13", "GP-CORE-18")
def test_a_helper_who_falls_before_a_point_rolls_again_is_no_help_with_that():
    table = Session(person("wen", player="s3"), person("rusk", player="s4", ranks={"athletics": 1}), fortune=1)
    table.do("Gil", "call-trial", who="wen", skill="athletics")
    table.do("Ben", "help", trial=table.trial, helper="rusk")
    table.do("Ann", "roll", trial=table.trial, faces=[9, 8, 7])
    table.do("Gil", "set-track", who="rusk", track="peril", now="incapacitated")
    [again] = table.offers("Ann", "spend-fortune")
    assert again.rolls == (10, 10)
    table.do("Ann", "spend-fortune", trial=table.trial, faces=[1, 2])
    assert table.rolled.outcome == "success"


@pytest.mark.rule("GP-CORE-13", "GP-CORE-18")
def test_a_failure_stands_when_its_owner_is_incapacitated_before_a_point_turns_it():
    table = Session(fortune=1)
    table.do("Gil", "call-trial", who="wen", skill="athletics")
    table.do("Ann", "roll", trial=table.trial, faces=[9, 8])
    assert table.offers("Ann", "spend-fortune")
    table.do("Gil", "set-track", who="wen", track="peril", now="incapacitated")
    assert (table.state.trials, table.rolled.faces) == ({}, (9, 8))


@pytest.mark.rule("GP-CORE-18")
def test_fortune_rolls_a_failure_again_and_becomes_misfortune():
    table = Session(fortune=1)
    table.do("Gil", "call-trial", who="wen", skill="athletics")
    table.do("Ann", "roll", trial=table.trial, faces=[9, 8])
    table.do("Ann", "spend-fortune", trial=table.trial, faces=[1, 2])
    assert not table.state.trials
    assert (table.state.points(table.who("wen")), table.state.points(table.who("joss"))) == (0, 1)


@pytest.mark.rule("GP-CORE-18")
def test_a_failure_may_stand():
    table = Session(fortune=1)
    table.do("Gil", "call-trial", who="wen", skill="athletics")
    table.refuses("Ann", "keep", "nothing-failed", trial=table.trial)
    table.do("Ann", "roll", trial=table.trial, faces=[9, 8])
    table.refuses("Ben", "keep", "nothing-failed", trial=table.trial)
    table.do("Ann", "keep", trial=table.trial)
    assert (len(table.state.trials), table.state.points(table.who("wen"))) == (0, 1)


@pytest.mark.rule("GP-CORE-18")
@pytest.mark.parametrize(("fortune", "beside", "why"), [
    (3, "spend-fortune", "Rolled again: 35\N{NO-BREAK SPACE}% to succeed. 3 Fortune left; what falls then stands."),
    (0, "", ""),
])
def test_a_failure_is_taken_as_it_fell_before_a_point_is_spent_on_it(fortune, beside, why):
    table = Session(fortune=3)
    table.do("Gil", "call-trial", who="wen", skill="athletics")
    table.do("Ann", "roll", trial=table.trial, faces=[9, 8])
    table.have(fortune=pool(fortune))
    asked = table.asked("Ann")
    assert (asked.title, asked.lead.partition(":")[0]) == ("Wen failed at Athletics", "keep")
    assert asked.beside.partition(":")[0] == beside
    [keep] = table.offers("Ann", "keep")
    assert (keep.label, keep.why) == ("Let it stand", why)


@pytest.mark.rule("GP-CORE-18")
def test_the_gm_reads_whose_failure_each_button_lets_stand():
    table = Session(misfortune=1)
    for name in ("Wolf", "Old wolf"):
        joss = table.npc(name)
        table.do("Gil", "call-trial", who=joss, skill="athletics")
        table.do("Gil", "roll", trial=table.trial_of(joss).id, faces=[9, 8])
    assert [offer.label for offer in table.offers("Gil", "keep")] == ["Wolf: let it stand", "Old wolf: let it stand"]
    [again, _] = table.offers("Gil", "spend-fortune")
    assert again.label == "Wolf: spend Misfortune and roll again"


@pytest.mark.rule("GP-CORE-18")
def test_a_critical_failure_is_never_rolled_again():
    table = Session(fortune=1)
    table.do("Gil", "call-trial", who="wen", skill="athletics")
    table.do("Ann", "roll", trial=table.trial, faces=[9, 9])
    assert not table.state.trials
    table.refuses("Ann", "spend-fortune", "nothing-failed", "GP-CORE-18", trial="n1")


@pytest.mark.rule("GP-CORE-18")
@pytest.mark.parametrize(("returns", "fortune"), [("true", 1), ("false", 0)])
def test_misfortune_is_gone_or_comes_back_as_fortune(returns, fortune):
    table = Session(misfortune=1, misfortune_returns=returns)
    table.do("Gil", "call-trial", who="joss", skill="athletics")
    table.do("Gil", "roll", trial=table.trial, faces=[9, 8])
    table.do("Gil", "spend-fortune", trial=table.trial, faces=[1, 2])
    assert (table.state.points(table.who("joss")), table.state.points(table.who("wen"))) == (0, fortune)


@pytest.mark.rule("GP-CORE-18", "GP-RD-18")
def test_for_whom_misfortune_is_spent_only_those_hear_who_know_of_them():
    hidden = person("ilse", known=False)
    table = Session(person("wen", player="s3"), person("joss"), hidden, misfortune=2)
    for who in ("joss", "ilse"):
        table.do("Gil", "call-trial", who=who, skill="athletics")
        table.do("Gil", "roll", trial=table.trial, faces=[9, 8])
        table.do("Gil", "spend-fortune", trial=table.trial, faces=[1, 2])
    heard = [(event.who, event.what) for event in table.heard["Ann"] if isinstance(event, PointSpent)]
    assert heard == [("joss", "Athletics is rolled again"), ("", "the GM knows what for")]



@pytest.mark.rule("GP-CORE-18")
def test_the_gm_gives_the_party_a_point_for_what_somebody_did():
    table = Session(fortune=1)
    table.refuses("Ann", "award-fortune", "guide-only", who="wen")
    table.refuses("Gil", "award-fortune", "not-a-choice", who="joss")
    for reason, said in (("", "acting on what they believe"), (" she let him go ", "she let him go")):
        table.do("Gil", "award-fortune", who="wen", reason=reason)
        assert (table.state.fortune[-1].points, table.state.fortune[-1].what) == (1, f"Wen, {said}")
    assert table.state.points(table.who("wen")) == 3



def test_players_are_not_told_the_chance_of_the_guides_people():
    table = Session()
    table.tested("joss", "athletics", 2, 5)
    told = [event.rolled.chance for event in table.heard["Ann"] if isinstance(event, TrialRolled)]
    assert told == [0]
    assert not any("35" in line for line in table.read["Ann"])


@pytest.mark.rule("GP-CORE-16")
def test_injuries_bend_tests():
    eye = person("wen", player="s3", ranks={"athletics": 2}, injuries=(Suffered("pulled-muscle"),))
    assert Session(eye).tested("wen", "athletics", 2, 6, seat="Ann").reads == 62
    rib = person("wen", player="s3", ranks={"athletics": 2}, injuries=(Suffered("broken-rib"),))
    assert Session(rib).tested("wen", "athletics", 2, 6, seat="Ann").chance == 35


@pytest.mark.rule("GP-CORE-13", "GP-CORE-16", "GP-CORE-22")
@pytest.mark.parametrize("injury", ["minor-concussion", "mangled-organ", "cerebral-contusion", "punctured-lung"])
def test_some_injuries_let_nobody_act_until_they_heal(injury):
    table = Session(person("wen", player="s3", peril=2, injuries=(Suffered(injury),)))
    table.do("Gil", "call-trial", who="wen", skill="athletics", faces=[])
    assert (table.rolled.outcome, table.rolled.faces, table.who("wen").peril) == ("failure", (), 2)
    table.do("Gil", "recuperate", who="wen", injury=injury)
    table.do("Gil", "rest", where="safe")
    assert table.who("wen").peril == 0


@pytest.mark.rule("GP-CORE-16", "GP-CORE-22")
@pytest.mark.parametrize(("injury", "peril"), [("minor-concussion", 5), ("mangled-organ", 5), ("punctured-lung", 0)])
def test_who_is_kept_incapacitated_by_an_injury_does_not_sleep_it_off(injury, peril):
    wen = person("wen", player="s3", peril=5, injuries=(Suffered(injury),))
    table = Session(wen, person("rusk", player="s4", peril=2))
    table.do("Gil", "rest", where="safe")
    assert (table.who("wen").peril, table.who("rusk").peril) == (peril, 0)


@pytest.mark.rule("GP-CORE-06", "GP-RD-03")
@pytest.mark.parametrize(("who", "urgency"), [("joss", "may"), ("wen", "tool")])
def test_players_help_nobody_of_the_gms_whose_people_help_whom_the_gm_likes(who, urgency):
    table = Session(person("wen", player="s3", ranks={"athletics": 1}), person("joss"), person("ilse"))
    table.put("ilse", ranks={"athletics": 1})
    table.do("Gil", "call-trial", who=who, skill="athletics")
    table.refuses("Ann", "help", "no-trial", trial=table.trial, helper="wen")
    assert [offer.urgency for offer in table.offers("Gil", "help")] == [urgency]
    table.do("Gil", "help", trial=table.trial, helper="ilse")
    assert table.trial_of(who).dice == (10, 10, 10)


@pytest.mark.rule("GP-CORE-03")
def test_the_guide_changes_a_difficulty_before_the_dice():
    table = Session()
    table.do("Gil", "call-trial", who="wen", skill="athletics")
    table.do("Gil", "set-difficulty", trial=table.trial, difficulty="hard", modifiers=10)
    table.do("Ann", "roll", trial=table.trial, faces=[2, 5])
    assert table.rolled.chance == 25


@pytest.mark.rule("GP-CORE-04", "GP-CORE-16")
@pytest.mark.parametrize(("called", "flip", "reads"), [("", "fail", 51), ("fail", "", 15), ("fail", "fail", 51)])
def test_the_guide_flips_a_test_that_is_called_already(called, flip, reads):
    table = Session(person("wen", player="s3", injuries=(Suffered("black-eye"),)))
    table.do("Gil", "call-trial", who="wen", skill="athletics", flip=called)
    [offer] = table.offers("Gil", "set-difficulty")
    assert offer.by_itself()["flip"] == called
    table.do("Gil", "set-difficulty", trial=table.trial, difficulty="standard", modifiers=0, flip=flip)
    table.do("Ann", "roll", trial=table.trial, faces=[1, 5])
    assert table.rolled.reads == reads


@pytest.mark.rule("GP-CORE-06")
@pytest.mark.parametrize(("skill", "dice"), [("athletics", 3), ("intimidate", 3), ("stealth", 2)])
def test_who_has_no_rank_in_the_skill_that_the_guide_asks_for_instead_helps_no_more(skill, dice):
    table = Session(
        person("wen", player="s3"), person("rusk", player="s4", ranks={"athletics": 1, "intimidate": 1})
    )
    table.do("Gil", "call-trial", who="wen", skill="athletics")
    table.do("Ben", "help", trial=table.trial, helper="rusk")
    table.do("Gil", "set-difficulty", trial=table.trial, difficulty="standard", modifiers=0, skill=skill)
    trial = table.trial_of("wen")
    assert (len(trial.dice), trial.helper) == (dice, "rusk" if dice == 3 else "")


@pytest.mark.rule("GP-CORE-06")
def test_nobody_helps_of_whom_the_players_do_not_know():
    hidden = person("ilse", ranks={"athletics": 1}, known=False)
    table = Session(person("wen", player="s3"), person("joss"), hidden)
    table.do("Gil", "call-trial", who="joss", skill="athletics")
    assert not table.offers("Gil", "help")


def test_players_characters_come_first_where_somebody_is_chosen():
    table = Session(person("rat"), person("wen", player="s3"), person("joss"), person("rusk", player="s4"))
    [offer] = table.offers("Gil", "call-trial")
    assert [*choices(offer, "who")] == ["wen", "rusk", "rat", "joss"]
