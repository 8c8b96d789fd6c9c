"""Making a character: the eight steps, one question at a time."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from moot.core import Choose, Seeded
from moot.games.modos.blanks import skill_choices
from moot.games.modos.figures import LIMITS, title_at
from moot.games.modos.live import catalog_of
from moot.games.modos.making.choices import skills_of, skills_to_learn, written_by
from moot.games.modos.person import Draft, Person, Unspent
from moot.games.modos.reckoning import bonus, bonus_actions, cap, skill_total
from moot.games.modos.terms import POOLS
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting
from moot.testing.sitting import choices

CONCEPT = {"name": "Vael", "concept": "A gish", "goal": "to find the tower", "flaw": "trusts nobody"}


def begun(**options: Any) -> Sitting:
    """Ann has begun a character; its id is n1."""
    table = Sitting(**options)
    table.do("Ann", "begin-character", **CONCEPT)
    return table


def scored(layout: str = "12-8-10", **options: Any) -> Sitting:
    """Ann's character has the usual scores, put so."""
    table = begun(scores="array", **options)
    table.do("Ann", "place-scores", who="n1", layout=layout)
    return table


def made(*, scores: str = "12-8-10", raised: tuple[str, ...] = (), skills: tuple[str, ...] = (),
         perks: tuple[dict[str, str], ...] = (), **options: Any) -> Sitting:
    """Ann's character has gone through all steps but the last."""
    table = scored(scores, **options)
    for pool in raised:
        table.do("Ann", "raise-score", who="n1", pool=pool)
    for skill in skills:
        table.do("Ann", "train", who="n1", skills=(skill,))
    for perk in perks:
        table.do("Ann", "take-perk", who="n1", **perk)
    return table


def must(table: Sitting) -> list[str]:
    """What Ann is asked for."""
    return [offer.do for offer in table.offers("Ann") if offer.urgency == "must"]


# ---------------------------------------------------------------- the steps


@pytest.mark.rule("MO-000", "MO-X101")
def test_nobody_has_to_go_on_with_the_sheet_of_a_player_who_has_left():
    table = begun()
    table.leaves("Ann")
    assert {offer.urgency for offer in table.offers("Gil", "throw-scores")} == {"tool"}
    assert not {"Ann", "Gil"} & {one.who for one in table.game.situation(table.state).waiting}


@pytest.mark.rule("MO-X101", "MO-113", "MO-100", "MO-101")
def test_a_character_is_made_one_question_at_a_time():
    table = Sitting()
    asked = []
    for do, blanks in (
        ("begin-character", CONCEPT), ("throw-scores", {"faces": [4, 4, 4, 1, 1, 1, 2, 3, 2]}),
        ("place-scores", {"layout": "10-6-15"}), ("raise-score", {"pool": "MP"}), ("train", {"skills": ("parry",)}),
        ("take-perk", {"perk": "tough"}), ("design", {"design": "sparks"}), ("finish-character", {}),
    ):
        asked.append(must(table))
        assert [one.who for one in table.game.situation(table.state).waiting if one.seat == "s3"] == ["Ann"]
        table.do("Ann", do, **({} if do == "begin-character" else {"who": "n1"}), **blanks)
    assert asked == [
        ["begin-character"], ["throw-scores"], ["place-scores"], ["raise-score"], ["train"], ["take-perk"], ["design"],
        ["finish-character"],
    ]
    vael = table.who("n1")
    assert (vael.scores, vael.points, vael.heroes, vael.made) == ({"P": 10, "M": 6, "MP": 16}, {"parry": 1}, 1, True)
    assert must(table) == []


@pytest.mark.rule("MO-X102")
def test_scores_are_told_in_the_order_of_the_sheet():
    table = begun()
    table.do("Ann", "throw-scores", who="n1", faces=[4, 4, 4, 1, 1, 1, 2, 3, 2])
    table.do("Ann", "place-scores", who="n1", layout="10-6-15")
    assert table.read["Gil"][-1].strip() == "begins with physical 10, mental 6, metaphysical 15."


@pytest.mark.rule("MO-100", "MO-101", "MO-E19")
@pytest.mark.parametrize("blank", ["concept", "goal", "flaw"])
def test_a_concept_has_a_goal_and_a_flaw(blank):
    table = Sitting()
    refusal = table.refuses("Ann", "begin-character", "too-short", **CONCEPT | {blank: " "})
    assert refusal.rule == ("MO-100" if blank == "concept" else "MO-101")


@pytest.mark.rule("MO-X101")
def test_one_character_is_made_at_a_time_and_others_may_follow():
    table = begun()
    table.refuses("Ann", "begin-character", "one-at-a-time", "MO-X101", **CONCEPT)
    table.do("Ben", "begin-character", **CONCEPT)
    table.put("n1", made=True, draft=None)
    table.do("Ann", "begin-character", **CONCEPT | {"name": "Another"})
    assert [who.name for who in table.state.people.values()] == ["Vael", "Vael 2", "Another"]


def test_nobody_writes_on_the_sheet_of_another():
    table = begun()
    table.refuses("Ben", "throw-scores", "not-this-step", "MO-X101", who="n1")
    table.refuses("Wim", "begin-character", "only-watching", **CONCEPT)
    table.do("Gil", "throw-scores", who="n1", faces=[1] * 9)


@pytest.mark.rule("MO-X102", "MO-103")
def test_scores_are_three_dice_and_three_or_the_usual_ones():
    table = begun()
    table.refuses("Ann", "place-scores", "not-this-step", "MO-X101", who="n1", layout="12-10-8")
    table.do("Ann", "throw-scores", who="n1", faces=[1, 1, 1, 4, 4, 4, 2, 3, 4])
    [offer] = table.offers("Ann", "place-scores")
    assert len(choices(offer, "layout")) == 12
    assert {"6-15-12", "15-12-6", "12-10-8", "8-10-12"} < set(choices(offer, "layout"))
    table.refuses("Ann", "place-scores", "not-a-choice", who="n1", layout="15-15-15")
    table.do("Ann", "place-scores", who="n1", layout="8-10-12")
    assert table.who("n1").scores == {"P": 8, "M": 10, "MP": 12}


@pytest.mark.rule("MO-X102")
def test_at_some_tables_nobody_throws_for_scores():
    table = begun(scores="array")
    table.refuses("Ann", "throw-scores", "no-dice", "MO-X102", who="n1")
    [offer] = table.offers("Ann", "place-scores")
    assert len(choices(offer, "layout")) == 6


@pytest.mark.rule("MO-EX01", "MO-104")
def test_a_score_of_15_gives_2_and_one_of_8_takes_1():
    table = made(scores="12-8-10", raised=("P", "P", "P"), start_level="3")
    assert (bonus(table.state, "n1", "P"), bonus(table.state, "n1", "M")) == (2, -1)


# ---------------------------------------------------------------- levels


@pytest.mark.rule("MO-113", "MO-001", "MO-X103")
@pytest.mark.parametrize("level", range(1, 6))
def test_each_level_brings_three_things_the_first_one_too(level):
    table = scored(start_level=str(level))
    owed = table.who("n1").owed
    assert (table.who("n1").level, owed.scores, owed.points, owed.perks) == (level, level, level, level)


@pytest.mark.rule("MO-X103")
def test_levels_have_titles():
    titles = ["Amateur", "Professional", "Expert", "Master", *["Legendary"] * 4, "Mythic", "Mythic"]
    assert [title_at(level) for level in range(1, 11)] == titles


@pytest.mark.rule("MO-X103", "MO-113")
def test_a_milestone_brings_a_level_and_its_choices_wait_while_others_fight():
    table = made(raised=("P",), skills=("parry",), perks=({"perk": "tough"},))
    table.put("n1", design="sparks", draft=None, made=True)
    table.refuses("Ann", "give-level", "guide-only", who=("n1",))
    table.do("Gil", "give-level", who=("n1",), why="They found the tower.")
    assert table.who("n1").level == 2
    assert set(must(table)) == {"raise-score", "train", "take-perk"}
    table.do("Ann", "take-perk", who="n1", perk="tough")
    table.do("Ann", "train", who="n1", skills=("parry",))
    table.do("Ann", "raise-score", who="n1", pool="P")
    assert must(table) == []
    vael = table.who("n1")
    assert (vael.points, vael.scores["P"], len(vael.perks)) == ({"parry": 2}, 14, 2)


@pytest.mark.rule("MO-112", "MO-113")
@pytest.mark.parametrize(("level", "companions", "levels"), [
    (3, ("dog",), [2]), (2, ("dog",), [1]), (3, ("dog", "cat"), [1, 1]), (3, (), []),
])
def test_a_perk_raises_a_companion_as_long_as_it_stays_below(level, companions, levels):
    """It does not become as high as its master, and among several the guide says which it is."""
    bound = [person(who, level=1, master="ann", bond="companion") for who in companions]
    pet = person("fly", level=1, master="ann", bond="pet")
    table = Sitting(person("ann", player="s3", level=level, owed=Unspent(perks=1)), *bound, pet)
    table.do("Ann", "take-perk", who="ann", perk="heroic-companion")
    assert [table.who(who).level for who in companions] == levels
    assert [table.who(who).owed.perks for who in companions] == [level - 1 for level in levels]
    assert table.who("fly").level == 1


@pytest.mark.rule("MO-113", "MO-X310")
def test_nobody_waits_for_what_a_level_brings_to_the_dead_until_they_are_back():
    table = Sitting(person("ann", player="s3", level=2, owed=Unspent(perks=1)))
    for dead in (True, False):
        table.put("ann", marks=(table.mark("dead"),) if dead else ())
        waits = [one.what for one in table.game.situation(table.state).waiting if one.seat == "s3"]
        assert (waits == [], table.offers("Ann", "take-perk") == []) == (dead, dead)
        assert (table.question("Ann").kind == "making") is not dead


@pytest.mark.rule("MO-112", "MO-X101")
def test_a_perk_that_can_be_taken_back_raises_no_companion_yet():
    table = Sitting(person("ann", player="s3", level=3, made=False, draft=Draft(), owed=Unspent(perks=1)),
                    person("dog", level=1, master="ann", bond="companion"))
    table.put("ann", draft=Draft(scores={"P": 10, "M": 10, "MP": 10}), goals=("to win",), flaws=("vain",))
    table.do("Ann", "take-perk", who="ann", perk="heroic-companion")
    assert table.who("dog").level == 1


@pytest.mark.rule("MO-112", "MO-X103")
def test_a_perk_about_a_companion_is_told_and_a_milestone_shows_who_has_to_stay_below_whom():
    ann = person("ann", player="s3", level=2, owed=Unspent(perks=1))
    table = Sitting(ann, person("dog", level=1, master="ann", bond="companion"))
    table.do("Ann", "take-perk", who="ann", perk="heroic-companion")
    assert table.read["Gil"][-1].startswith("Ann: The companion’s level stays below")
    table.put("ann", level=3)
    [offer] = table.offers("Gil", "give-level")
    [people] = [field for field in offer.fields if isinstance(field, Choose)]
    hints = {choice.label: choice.hint for choice in people.choices}
    assert hints == {"Ann": "level 3", "Dog": "level 1; companion of Ann, level 3"}
    table.do("Gil", "give-level", who=("dog",))
    assert table.who("dog").level == 2
    table.put("dog", owed=Unspent(perks=1))
    read = len(table.read["Ann"])
    table.do("Gil", "take-perk", who="dog", perk="heroic-companion")
    assert len(table.read["Ann"]) == read


@pytest.mark.rule("MO-X103")
def test_larger_hero_dice_need_a_level():
    table = made(raised=("P",) * 4, skills=("parry",) * 4, start_level="4")
    table.refuses("Ann", "take-perk", "level-too-low", "MO-X103", who="n1", perk="legendary-hero")
    table = made(raised=("P",) * 5, skills=("parry",) * 5, start_level="5")
    table.refuses("Ann", "take-perk", "level-too-low", "MO-X103", who="n1", perk="mythical-hero")
    table.do("Ann", "take-perk", who="n1", perk="legendary-hero")


# ---------------------------------------------------------------- skills


@pytest.mark.rule("MO-109", "MO-110")
def test_no_skill_has_more_points_than_there_are_levels():
    table = made(raised=("P", "P"), skills=("parry", "parry"), start_level="2")
    more = {"who": "n1", "perk": "skill-point", "choice": "parry"}
    table.refuses("Ann", "take-perk", "skill-at-cap", "MO-110", **more)
    table.do("Ann", "take-perk", **more | {"choice": "detect"})
    assert table.who("n1").points == {"parry": 2, "detect": 1}
    table.do("Ann", "take-back", who="n1", step="perks")
    table.do("Ann", "take-perk", who="n1", perk="specialize", choice="parry")
    table.do("Ann", "take-perk", **more)
    assert table.who("n1").points == {"parry": 3}


@pytest.mark.rule("MO-110")
def test_a_skill_at_its_limit_takes_no_point_of_a_level():
    table = scored(start_level="2")
    for _ in range(2):
        table.do("Ann", "raise-score", who="n1", pool="P")
    table.put("n1", points={"parry": 2})
    table.refuses("Ann", "train", "skill-at-cap", "MO-110", who="n1", skills=("parry",))


@pytest.mark.rule("MO-110", "MO-E58", "MO-111")
def test_specialize_lifts_the_limit_of_one_skill_and_opens_it():
    perks = ({"perk": "specialize", "choice": "healer"}, {"perk": "skill-point", "choice": "healer"})
    table = made(raised=("M", "M"), skills=("parry", "detect"), perks=perks[:1], start_level="2")
    assert cap(table.state, "n1", "healer") is None
    assert cap(table.state, "n1", "parry") == 2
    healer = [one.value for one in skill_choices(table.state, "n1", "M")]
    assert "healer" in healer
    assert "artist" not in healer
    assert skill_total(table.state, "n1", "healer") == 0


@pytest.mark.rule("MO-111", "MO-E58", "MO-112")
def test_specialize_opens_a_craft_that_people_name():
    table = made(raised=("M", "M"), skills=("parry", "detect"), start_level="2")
    cook = {"who": "n1", "perk": "specialize", "choice": "craftsman:", "words": " Cook "}
    table.refuses("Ann", "take-perk", "not-open", **cook | {"perk": "bonus-action"})
    table.refuses("Ann", "take-perk", "not-a-choice", **cook | {"choice": "own-mind:"})
    table.do("Ann", "take-perk", **cook)
    assert "craftsman:cook" in [one.value for one in skill_choices(table.state, "n1", "P")]
    assert cap(table.state, "n1", "craftsman:cook") is None
    table.refuses("Ann", "take-perk", "perk-taken", "MO-E44", **cook)
    table.do("Ann", "take-perk", **cook | {"perk": "skill-point", "words": "tailor"})
    assert table.who("n1").points["craftsman:tailor"] == 1
    assert table.read["Ben"][-1].startswith("takes Skill Point (Craftsman (tailor)).")


@pytest.mark.rule("MO-110")
def test_a_skill_that_people_name_has_its_limit_too():
    table = made(raised=("M",), skills=("detect",))
    table.put("n1", points={"detect": 1, "craftsman:cook": 1})
    more = {"who": "n1", "perk": "skill-point", "choice": "craftsman:", "words": "Cook"}
    table.refuses("Ann", "take-perk", "skill-at-cap", "MO-110", **more)


@pytest.mark.rule("MO-110", "MO-112")
def test_points_move_to_another_power_as_far_as_there_is_room():
    table = made(raised=("MP",), skills=("magic:fire-1",))
    table.put("n1", level=2, points={"magic:fire-1": 2, "magic:fire-3": 1})
    move = {"who": "n1", "perk": "power-upgrade", "source": "magic:fire-1"}

    def offered() -> dict[str, set[str]]:
        """For each power whose points can move, where to."""
        [form] = table.offers("Ann", "take-perk")
        [blank] = [field for field in form.fields if field.name == "source"]
        assert isinstance(blank, Choose)
        return {one.value: {need.removeprefix("choice:") for need in one.needs} for one in blank.choices}

    assert not {"magic:fire-1", "magic:fire-3"} & offered()["magic:fire-1"]
    for choice in ("magic:fire-1", "magic:fire-3"):
        table.refuses("Ann", "take-perk", "not-open", "MO-112", **move, choice=choice)
    table.put("n1", level=3)
    assert "magic:fire-3" in offered()["magic:fire-1"]
    table.do("Ann", "take-perk", **move, choice="magic:fire-3")
    assert table.who("n1").points == {"magic:fire-3": 3}


@pytest.mark.rule("MO-X128")
def test_points_in_a_skill_read_as_a_title():
    table = made(raised=("P",) * 3, skills=("armed",) * 3, start_level="3")
    assert any("3 points in Armed now: Expert" in text for text in table.read["Ben"])


@pytest.mark.rule("MO-E52", "MO-X109")
def test_other_subjects_and_skills_of_ones_own_are_the_guides_to_allow():
    table = made(raised=("P", "P", "P"), start_level="3")
    table.do("Ann", "train-in", who="n1", skill="craftsman", what="Smith")
    table.refuses("Ann", "train-in", "not-a-choice", who="n1", skill="knowledge", what="first-person shooters")
    table.do("Gil", "train-in", who="n1", skill="knowledge", what="first-person shooters")
    table.refuses("Ann", "train-in", "not-a-choice", who="n1", skill="own-spirit", what="juggling")
    table.do("Gil", "train-in", who="n1", skill="own-spirit", what="Juggling")
    trained = ["craftsman:smith", "knowledge:first-person shooters", "own-spirit:juggling"]
    assert table.who("n1").points == dict.fromkeys(trained, 1)
    assert skill_total(table.state, "n1", "own-spirit:juggling") == 1


@pytest.mark.rule("MO-110", "MO-E52")
def test_the_form_for_a_skill_of_ones_own_says_which_take_no_more_points():
    table = made(raised=("P",))
    table.put("n1", points={"craftsman:smith": 1, "parry": 1}, owed=Unspent(points=1))
    [words] = [blank for blank in table.offers("Ann", "train-in")[0].fields if blank.name == "what"]
    assert words.hint == "No more points now in: Craftsman (smith)."
    table.refuses("Ann", "train-in", "skill-at-cap", "MO-110", who="n1", skill="craftsman", what=" Smith")
    table.put("n1", level=2)
    [words] = [blank for blank in table.offers("Ann", "train-in")[0].fields if blank.name == "what"]
    assert not words.hint


@pytest.mark.rule("MO-X109", "MO-X013")
def test_a_skill_that_nobody_has_made_up_helps_nobody():
    table = Sitting(person("ann", player="s3", points={"own-mind:juggling": 1}))
    offered = {one.value for one in skill_choices(table.state, "ann", "M")}
    assert {one for one in offered if one.startswith("own-")} == {"own-mind:juggling"}


@pytest.mark.rule("MO-X109", "MO-X203")
def test_bonus_actions_can_be_for_a_skill_that_somebody_made_up():
    table = made(raised=("MP",), skills=("parry",))
    table.put("n1", points={"own-spirit:juggling": 1}, scores={"P": 10, "M": 10, "MP": 15})
    bonus = {"who": "n1", "perk": "bonus-action"}
    table.refuses("Ann", "take-perk", "not-a-choice", **bonus, choice="own-spirit:riddles")
    table.do("Ann", "take-perk", **bonus, choice="own-spirit:juggling")
    table.put("n1", design="sparks", draft=None, made=True)
    table.fight(n1=15)
    juggles = {"words": "juggles", "pool": "MP", "skill": "own-spirit:juggling"}
    table.does("n1", "work", **juggles)
    assert (table.conflict.people["n1"].actions, table.conflict.people["n1"].bound) == (3, {juggles["skill"]: 0})


# ---------------------------------------------------------------- perks


@pytest.mark.rule("MO-E44", "MO-112")
@pytest.mark.parametrize(
    ("option", "perk", "choice", "may"),
    [
        ("stated_and_points", "tough", "", True), ("stated_and_points", "diehard", "", False),
        ("stated_and_points", "attribute-point", "P", True), ("stated", "attribute-point", "P", False),
        ("stated", "tough", "", True), ("free", "diehard", "", True),
    ],
)
def test_perks_are_taken_again_as_the_table_plays_it(option, perk, choice, may):
    table = made(raised=("P", "P"), skills=("parry", "detect"), start_level="2", perk_repeat=option)
    taking = {"who": "n1", "perk": perk, **({"choice": choice} if choice else {})}
    table.do("Ann", "take-perk", **taking)
    if may:
        table.do("Ann", "take-perk", **taking)
    else:
        table.refuses("Ann", "take-perk", "perk-taken", "MO-E44", **taking)


@pytest.mark.rule("MO-E44")
def test_a_perk_for_another_choice_is_not_taken_for_the_same():
    table = made(raised=("P", "P"), skills=("parry", "detect"), start_level="2")
    table.do("Ann", "take-perk", who="n1", perk="weapon-training", choice="whip")
    table.refuses("Ann", "take-perk", "not-a-choice", who="n1", perk="weapon-training", choice="whip")
    table.do("Ann", "take-perk", who="n1", perk="weapon-training", choice="club")


@pytest.mark.rule("MO-112")
def test_points_of_a_power_move_to_a_higher_one():
    table = made(raised=("MP",) * 3, skills=("magic:fire-1", "magic:fire-1"), start_level="3")
    table.do("Ann", "train", who="n1", skills=("parry",))
    table.do("Ann", "take-perk", who="n1", perk="power-upgrade", choice="magic:fire-3", source="magic:fire-1")
    assert table.who("n1").points == {"magic:fire-3": 2, "parry": 1}


@pytest.mark.rule("MO-EX24")
def test_bonus_actions_come_of_the_attribute_of_their_skill():
    perks = ({"perk": "bonus-action", "choice": "persuade"}, {"perk": "bonus-action", "choice": "movement"})
    table = made(raised=("MP",) * 4, skills=("persuade",) * 4, perks=perks, start_level="4")
    table.put("n1", scores={"P": 15, "M": 8, "MP": 20})
    assert bonus_actions(table.state, "n1") == {"persuade": 2, "movement": 1}


@pytest.mark.rule("MO-X109")
def test_a_perk_of_ones_own_is_the_guides_to_allow():
    table = made(raised=("P",), skills=("parry",))
    own = {"who": "n1", "perk": "own", "words": "breathes in water for a while"}
    table.refuses("Ann", "take-perk", "not-a-choice", **own)
    table.do("Gil", "take-perk", **own)
    assert [(one.row, one.choice) for one in table.who("n1").perks] == [("own", "breathes in water for a while")]


# ---------------------------------------------------------------- taking back


@pytest.mark.rule("MO-X101")
def test_each_step_can_be_taken_anew():
    table = made(raised=("P", "MP"), skills=("parry", "detect"), start_level="2",
                 perks=({"perk": "attribute-point", "choice": "P"}, {"perk": "skill-point", "choice": "parry"}))
    table.do("Ann", "take-back", who="n1", step="skills")
    assert (table.who("n1").points, table.who("n1").owed.points) == ({"parry": 1}, 2)
    table.do("Ann", "take-back", who="n1", step="scores")
    assert table.who("n1").owed.scores == 2
    table.do("Ann", "place-scores", who="n1", layout="8-10-12")
    assert table.who("n1").scores == {"P": 9, "M": 10, "MP": 12}
    table.do("Ann", "take-back", who="n1", step="perks")
    vael = table.who("n1")
    assert (vael.scores, vael.points, vael.perks, vael.owed.perks) == ({"P": 8, "M": 10, "MP": 12}, {}, (), 2)


@pytest.mark.rule("MO-000")
def test_what_the_guide_wrote_on_a_sheet_in_the_making_stays_when_a_step_is_taken_back():
    table = made(raised=("P",), skills=("parry",))
    figures = {"level": 1, "body": 16, "mind": 10, "spirit": 8, "perks": 2}
    table.do("Gil", "set-figures", who="n1", **figures)
    table.do("Gil", "set-points", who="n1", skill="detect", points=2)
    for perk in ({"perk": "tough"}, {"perk": "attribute-point", "choice": "M"}):
        table.do("Ann", "take-perk", who="n1", **perk)
    for step in ("perks", "skills"):
        table.do("Ann", "take-back", who="n1", step=step)
    vael = table.who("n1")
    assert (vael.scores, vael.points) == ({"P": 16, "M": 10, "MP": 8}, {"detect": 2})
    assert (vael.owed.points, vael.owed.perks) == (1, 2), "a perk more was the GM’s gift"


def test_points_that_a_perk_moved_are_taken_back_with_the_perk():
    table = made(raised=("MP",), skills=("magic:fire-1",))
    table.do("Ann", "take-perk", who="n1", perk="power-upgrade", choice="magic:fire-3", source="magic:fire-1")
    table.refuses("Ann", "take-back", "points-moved", who="n1", step="skills")
    table.do("Ann", "take-back", who="n1", step="perks")
    assert table.who("n1").points == {"magic:fire-1": 1}


# ---------------------------------------------------------------- what holds for any sheet


@pytest.mark.rule("MO-113", "MO-110", "MO-X102")
@settings(max_examples=12, deadline=None)
@given(level=st.integers(1, 4), luck=st.integers(0, 2**20), base=st.sampled_from(["12-8-10", "8-12-10"]))
def test_whatever_is_chosen_a_sheet_adds_up(level, luck, base):
    chance = Seeded(luck)
    table = scored(base, start_level=str(level))
    while (who := table.who("n1")).owed.any:
        offer = next(one for one in table.offers("Ann") if one.urgency == "must" and one.about == "n1")
        wish = offer.sample(chance)
        table.do("Ann", wish.pop("do"), **wish)
    adds = [catalog_of(table.state).perks[one.row] for one in who.perks]
    more = sum(sum(written_by(row, one.choice, "", who)[0].values()) for row, one in zip(adds, who.perks, strict=True)
               if row.takes == "attribute")
    assert sum(who.scores[pool] for pool in POOLS) == 30 + level + more
    assert len(who.perks) == level
    for skill, points in who.points.items():
        limit = cap(table.state, "n1", skill)
        assert limit is None or points <= limit


@pytest.mark.rule("MO-X101")
def test_somebody_of_the_guides_is_made_unseen():
    table = Sitting(scores="array")
    unused = table.state.next_id
    table.do("Gil", "begin-character", **CONCEPT, level=2, hidden=True)
    [who] = table.state.people
    assert table.state.next_id == unused, "an id that counts would tell that there is somebody"
    table.do("Gil", "place-scores", who=who, layout="12-10-8")
    assert not table.heard["Ann"]
    assert isinstance(table.who(who), Person)


def test_powers_to_learn_stand_after_skills_from_the_lowest_level_up():
    table = Sitting(person("maren", player="s3"))
    catalog = catalog_of(table.state)
    groups = [choice.group for choice in skills_to_learn(catalog, skills_of(catalog, table.who("maren").points))]
    found = list(dict.fromkeys(group for group in groups if group.startswith("Magic")))
    assert found == sorted(found)
    assert groups == [*(one for one in groups if one not in found), *(one for one in groups if one in found)]


@pytest.mark.rule("MO-108", "MO-X402")
def test_skills_and_powers_say_what_they_do_where_one_learns_them():
    table = made(raised=("P",), start_level="1")
    [offer] = table.offers("Ann", "train")
    [blank] = [field for field in offer.fields if isinstance(field, Choose) and field.name == "skills"]
    hints = {choice.value: choice.hint for choice in blank.choices}
    assert hints["parry"] == "Dodge a blow or turn it aside. Usually physical. It defends against physical attacks."
    assert hints["magic:fire-1"].startswith("Level 1, difficulty +4, short range, on one target.")
    assert all(hints.values())
    assert all(skill.about for skill in catalog_of(table.state).skills.values() if not skill.own)


@pytest.mark.rule("MO-X103", "MO-113")
def test_the_dead_and_those_at_the_top_reach_no_further_level():
    people = (person("ann", player="s3"), person("ben", player="s4", level=LIMITS.level), person("ghost"))
    table = Sitting(*people)
    table.put("ghost", marks=(table.mark("dead"),))
    [milestone] = table.offers("Gil", "give-level")
    assert [*choices(milestone, "who")] == ["ann"]
    table.put("ann", level=LIMITS.level)
    table.refuses("Gil", "give-level", "nobody-there", "MO-X103", who=("ann",))


@pytest.mark.rule("MO-100", "MO-X101")
def test_people_of_one_name_are_told_apart_by_a_number_unless_that_would_tell_of_somebody_hidden():
    table = Sitting(person("ann", "Kim", player="s3"), person("lurker", "Sam", known=False))
    who = {"concept": "A runner", "goal": "Away", "flaw": "Slow"}
    table.do("Ben", "begin-character", name="kim", **who)
    table.do("Cleo", "begin-character", name="Sam", **who)
    table.do("Gil", "begin-character", name="Sam", level=1, **who)
    assert [one.name for one in table.state.people.values()] == ["Kim", "Sam", "kim 2", "Sam", "Sam 2"]
    table.do("Ann", "set-details", who="ann", name="Kim", goals="Home", flaws="Loud", concept="The first")
    assert table.who("ann").name == "Kim"
    table.do("Ann", "set-details", who="ann", name="Sam", goals="Home", flaws="Loud", concept="The first")
    assert table.who("ann").name == "Sam 3"


@pytest.mark.rule("MO-X101", "MO-000")
def test_nobody_waits_for_choices_of_those_whose_player_left():
    table = Sitting(person("ann", player="s3"))
    table.do("Gil", "give-level", who=("ann",))
    assert [one.who for one in table.game.situation(table.state).waiting if one.what.endswith("new level")] == ["Ann"]
    table.leaves("Ann")
    assert not [one for one in table.game.situation(table.state).waiting if one.what.endswith("new level")]
    steps = [offer for offer in table.offers("Gil") if offer.about == "ann" and offer.do in ("train", "raise-score")]
    assert steps
    assert {offer.urgency for offer in steps} <= {"may", "tool"}, "the GM can choose for them, and need not"
