"""Chases rule by rule: setting up, the order of turns, moving, acting, and how they end."""

import pytest
from msgspec.structs import replace

from moot.core import Refused
from moot.games.perilous.chase.ends import ChaseOver, fates
from moot.games.perilous.chase.phases import phase_of
from moot.games.perilous.chase.turns import Ran, RoundBegun, TurnBegun, TurnLost
from moot.games.perilous.chase.view import known, seen
from moot.games.perilous.harm import DamageSuffered, PerilSuffered
from moot.games.perilous.person import LAST, HeldDisorder, Suffered
from moot.games.perilous.tests.chasing import Running
from moot.games.perilous.tests.people import person, pool
from moot.games.perilous.tests.table import Session
from moot.kit.totals import worth
from moot.testing.sitting import choices

RIDER = {"attributes": {"agility": 45}, "ranks": {"ride": 2}}


def four(**more):
    """Wen and Rusk flee before Joss and Ilse, all on foot with Movement 6."""
    return Running(fled=("wen", "rusk"), after=("joss", "ilse"), **more)


def to_round(table, number, dice=1):
    """Go on to a Round by turns with nothing but a roll; nobody is caught, and no trouble comes."""
    while table.chase.round < number and not table.chase.over:
        step(table, dice)


def step(table, dice=1):
    """The next thing that is due, with the least that it can be."""
    if table.phase == "complication":
        who = table.chase.runners[table.chase.lowest[0]]
        table.press("complication", who.driver, runner=who.id, faces=[1])
    elif table.state.trials:
        [trial] = table.state.trials.values()
        table.dice(trial.who, 0, 1)
    elif table.phase == "moving":
        table.run(dice if table.now.side == "escapees" else 1)
    elif table.phase == "reaching":
        table.press("catch", target="")
    else:
        table.hold()


def by_wagon() -> Running:
    """A chase in which Rusk flees on the wagon that Wen drives."""
    table = Running(fled=("wen", "rusk"))
    table.do("Ann", "set-mode", chase=table.chase.id, runner="wen", mode="wagon")
    table.do("Ben", "board", chase=table.chase.id, who="rusk", runner="wen")
    table.begin()
    return table


@pytest.mark.rule("GP-CHASE-03", "GP-CHASE-18")
def test_those_whose_wagon_breaks_run_on_together():
    table = by_wagon()
    table.do("Gil", "correct-chase", chase=table.chase.id, runner="wen", mode="on-foot", value=0, lost=0)
    [offer] = table.offers("Ann", "run")
    assert list(choices(offer, "mode")) == ["on-foot"]
    table.run(4)
    assert table.chase.runners["wen"].value == 4 + table.who("wen").movement("on-foot")


@pytest.mark.rule("GP-CHASE-18", "GP-RD-07")
def test_a_shared_wagon_has_the_colour_of_who_drives_on():
    table = wagon()
    assert [one.id for one in seen(table.state, table.chase, guide=False).people] == ["wen", "joss"]
    fell(table)
    drawn = seen(table.state, table.chase, guide=True)
    assert [one.id for one in drawn.people] == ["rusk", "joss"]
    assert {band.id for band in drawn.bands} == {"rusk", "joss"}


@pytest.mark.rule("GP-CHASE-18")
def test_a_passenger_gets_off_and_goes_on_from_the_value_of_all_aboard():
    table = by_wagon()
    table.run(4)
    value = table.values["wen"]
    off = next(offer for offer in table.offers("Gil", "enter-chase") if offer.label == "Rusk gets off")
    assert not table.offers("Ben", "enter-chase")
    table.do("Gil", "enter-chase", **off.fixed, mode="on-foot")
    assert "gets off and goes on alone (on foot)" in table.read["Ben"][-1]
    assert (table.chase.runners["wen"].aboard, table.chase.runners["rusk"].aboard) == (("wen",), ("rusk",))
    assert (table.chase.order, table.values) == (("wen", "rusk", "joss"), {"wen": value, "rusk": value, "joss": 0})
    table.hold()
    assert table.now.id == "joss"  # Rusk has moved in this Round, by the wagon


@pytest.mark.rule("GP-CHASE-01")
def test_who_dies_before_a_chase_begins_is_not_in_it():
    table = Running(fled=("wen", "rusk"))
    table.put("wen", fate=0)
    table.do("Gil", "deal-harm", how="mishap", who=["wen"], points=60, dice=0)
    assert [*table.chase.runners] == ["rusk", "joss"]
    assert table.read["Ben"][-1].strip() == "stays out of the chase."
    assert not table.offers("Ann", "set-mode")


@pytest.mark.rule("GP-CORE-03", "GP-CHASE-12")
def test_a_difficulty_of_nothing_is_shown_as_all_others_are():
    table = Session()
    [offer] = table.offers("Gil", "open-chase")
    rows = choices(offer, "row")
    assert (rows["alleyway"], rows["tavern"]) == ("An easy alleyway +0", "A busy tavern −10")
    [offer] = table.offers("Gil", "call-trial")
    assert choices(offer, "difficulty")["standard"] == "Standard +0"


@pytest.mark.rule("GP-CHASE-18")
def test_a_player_takes_riding_with_somebody_back_until_the_chase_begins():
    table = Running(fled=("wen", "rusk"))
    table.do("Ann", "set-mode", chase=table.chase.id, runner="wen", mode="wagon")
    table.do("Ben", "board", chase=table.chase.id, who="rusk", runner="wen")
    assert not table.offers("Ann", "enter-chase")
    [off] = table.offers("Ben", "enter-chase")
    assert (off.label, off.urgency, off.fields) == ("Ride with Wen no more", "may", ())
    table.do("Ben", "enter-chase", **off.fixed)
    assert (table.chase.runners["rusk"].aboard, table.chase.runners["rusk"].mode) == (("rusk",), "on-foot")
    table.refuses("Ben", "enter-chase", "guide-only", chase=table.chase.id, side="escapees", who="ilse")
    table.do("Ben", "board", chase=table.chase.id, who="rusk", runner="wen")
    table.begin()
    table.refuses("Ben", "enter-chase", "guide-only", **off.fixed)


@pytest.mark.rule("GP-CHASE-18", "GP-RD-23")
def test_a_passenger_who_gets_off_before_that_turn_has_one_of_their_own():
    table = Running(after=("joss", "ilse"))
    table.do("Gil", "set-mode", chase=table.chase.id, runner="joss", mode="wagon")
    table.do("Gil", "board", chase=table.chase.id, who="ilse", runner="joss")
    table.begin()
    off = next(offer for offer in table.offers("Gil", "enter-chase") if offer.label == "Ilse gets off")
    table.do("Gil", "enter-chase", **off.fixed, mode="on-foot")
    assert (table.chase.order, table.chase.gone) == (("wen", "joss", "ilse"), ())
    assert table.chase.came("ilse") == 1


@pytest.mark.rule("GP-CHASE-01")
def test_a_chase_needs_somebody_on_each_side_and_begins_at_nothing():
    table = Running(fled=("wen",), after=())
    table.refuses("Gil", "begin-chase", "nobody-on-a-side", "GP-CHASE-01", chase=table.chase.id)
    table.do("Gil", "enter-chase", chase=table.chase.id, side="pursuers", who="joss", mode="")
    assert [offer.fixed["runner"] for offer in table.offers("Gil", "correct-chase")] == [""]
    table.begin()
    assert table.values == {"wen": 0, "joss": 0}


def test_a_guide_with_nobody_to_follow_is_shown_whom_to_take_and_how_to_bring_them_in():
    table = Session(person("wen", player="s3"))
    asked = {offer.do for offer in table.offers("Gil") if offer.urgency != "tool"}
    assert "take-foe" in asked
    table.do("Gil", "open-chase", escapees=("wen",), pursuers=(), length="short", head_start="", row="", title="")
    [chase] = table.state.chases.values()
    table.do("Gil", "take-foe", foe="foes/footpad", count=1)
    at_hand = {offer.label: offer.urgency for offer in table.offers("Gil", "enter-chase")}
    assert at_hand == {"Somebody joins the chase: Escapees": "tool", "Somebody among the Pursuers": "may"}
    footpad = next(reversed(table.state.people))
    table.do("Gil", "enter-chase", chase=chase.id, side="pursuers", who=footpad, mode="")
    assert {offer.urgency for offer in table.offers("Gil", "begin-chase")} == {"must"}
    assert {offer.urgency for offer in table.offers("Gil", "take-foe")} == {"tool"}


def test_everybody_of_the_gms_whom_all_know_is_proposed_to_follow():
    def follow(*people):
        [offer] = Session(person("wen", player="s3"), *people).offers("Gil", "open-chase")
        return next(field for field in offer.fields if field.name == "pursuers")

    assert follow(person("joss"), person("shade", known=False)).default == ("joss",)
    assert "ready-made" in follow().hint


def test_a_chase_can_be_called_off_and_people_left_out_before_it_begins():
    table = four()
    table.do("Gil", "leave-chase", chase=table.chase.id, who=("rusk",))
    assert [one.id for one in table.chase.still("escapees")] == ["wen"]
    table.do("Gil", "call-off", chase=table.chase.id)
    assert table.chase.over
    assert "The chase does not come" in table.read["Ann"][-1]


@pytest.mark.rule("GP-CHASE-02")
def test_escapees_go_first_by_agility_movement_and_entry():
    table = Running(
        person("slow", attributes={"agility": 30}), person("laden", attributes={"agility": 45}, load=9),
        person("quick", attributes={"agility": 45}), person("late", attributes={"agility": 45}), person("joss"),
        person("ilse"), fled=("slow", "laden", "quick", "late"), after=("joss", "ilse"),
    )
    table.begin(3, 8)
    assert table.chase.order == ("quick", "late", "laden", "slow", "ilse", "joss")


@pytest.mark.rule("GP-CORE-10", "GP-CHASE-02")
def test_pursuers_who_tie_go_by_perception_then_as_they_like():
    sharp = person("ilse", attributes={"perception": 45})
    table = Running(person("wen", player="s3"), person("joss"), sharp, fled=("wen",), after=("joss", "ilse"))
    table.begin(5, 4)
    assert table.chase.order == ("wen", "ilse", "joss")
    table = Running(person("wen", player="s3"), person("joss"), person("ilse"), fled=("wen",), after=("joss", "ilse"))
    table.begin(5, 5)
    table.do("Gil", "let-first", chase=table.chase.id, runner="joss", first="ilse")
    assert table.chase.order == ("wen", "ilse", "joss")
    table.turn(1)
    table.run(1)
    table.refuses("Gil", "let-first", "no-tie", chase=table.chase.id, runner="ilse", first="joss")


@pytest.mark.rule("GP-CHASE-02")
def test_escapees_who_are_alike_go_as_they_came_and_nobody_rolls_twice():
    people = (*map(person, ("wen", "orm", "nell")), person("joss", player="s3"), person("ilse", player="s4"))
    table = Running(*people, fled=("wen", "orm", "nell"), after=("joss", "ilse"))
    table.do("Gil", "begin-chase", chase=table.chase.id)
    table.press("roll-ladder", "joss", runners=("joss",), faces=[5])
    table.refuses("Ann", "roll-ladder", "nothing-to-roll", chase=table.chase.id, runners=("joss",))
    table.press("roll-ladder", "ilse", runners=("ilse",), faces=[6])
    assert table.chase.order == ("wen", "orm", "nell", "ilse", "joss")
    table.refuses("Gil", "let-first", "no-tie", chase=table.chase.id, runner="orm", first="nell")
    table.do("Gil", "leave-chase", chase=table.chase.id, side="escapees", who=("orm",))
    assert [one.id for one in table.chase.ladder] == ["wen", "nell", "ilse", "joss"]


@pytest.mark.rule("GP-CHASE-01")
def test_who_is_named_on_both_sides_gets_away():
    table = Running(fled=("wen", "joss"), after=("joss", "ilse"))
    assert [(one.id, one.side) for one in table.chase.runners.values()] == [
        ("wen", "escapees"), ("joss", "escapees"), ("ilse", "pursuers")
    ]



@pytest.mark.rule("GP-CORE-10", "GP-CHASE-02")
def test_that_somebody_of_the_gms_has_the_same_figures_is_told_by_no_offer():
    table = Running(person("joss"), person("wen", player="s3"), person("ilse"), fled=("joss",), after=("wen", "ilse"))
    table.begin(5, 5)
    assert table.chase.order == ("joss", "wen", "ilse")
    table.refuses("Ann", "let-first", "no-tie", chase=table.chase.id, runner="wen", first="ilse")
    table.do("Gil", "let-first", chase=table.chase.id, runner="wen", first="ilse")
    assert table.chase.order == ("joss", "ilse", "wen")


@pytest.mark.rule("GP-CHASE-04", "GP-CHASE-05", "GP-CHASE-12", "GP-CHASE-03")
def test_what_the_gm_corrects_is_proposed_as_it_stands():
    table = four(length="long", head_start="escapees", row="crowd")
    table.begin()
    before = table.chase
    for offer in table.offers("Gil", "correct-chase"):
        wish = offer.by_itself()
        table.do("Gil", wish.pop("do"), **wish)
    assert table.chase == before


@pytest.mark.rule("GP-CHASE-03")
@pytest.mark.parametrize(
    ("mode", "load", "hurt", "movement"),
    [
        ("on-foot", 0, (), 6), ("rouncey", 0, (), 10), ("wagon", 0, (), 8), ("sneaking", 0, (), 2),
        ("climbing", 0, (), 1),
        ("rouncey", 8, ("twisted-ankle",), 5), ("sneaking", 8, ("twisted-ankle",), 1),
        ("on-foot", 15, ("twisted-ankle",), 0),
    ],
)
def test_movement_by_mode_less_load_and_injuries(mode, load, hurt, movement):
    injuries = tuple(Suffered(one) for one in hurt)
    table = Running(person("wen", player="s3", mode=mode, load=load, injuries=injuries), person("joss"))
    table.begin()
    table.run(4)
    assert (table.last(Ran).movement, table.values["wen"]) == (movement, movement + 4)


@pytest.mark.rule("GP-CHASE-04", "GP-CHASE-15", "GP-CHASE-19")
def test_who_still_flees_after_the_last_round_is_away():
    table = four(length="short")
    assert table.chase.rounds == 3
    table.begin()
    to_round(table, 4)
    assert table.last(ChaseOver).away == ("wen", "rusk")
    assert fates(table.chase) == {"wen": "away", "rusk": "away"}


@pytest.mark.rule("GP-CHASE-04")
def test_the_gm_can_set_other_terms_while_it_runs():
    table = four(length="long")
    table.begin()
    table.do("Gil", "correct-chase", chase=table.chase.id, runner="", rounds=1, head_start="", row="dark")
    to_round(table, 2)
    assert table.chase.over
    assert table.chase.row == "dark"


@pytest.mark.rule("GP-CHASE-05")
def test_a_head_start_comes_once_with_the_first_roll():
    table = four(head_start="escapees")
    table.begin()
    table.turn(1)
    table.turn(1)
    assert table.values == {"wen": 10, "rusk": 10, "joss": 0, "ilse": 0}
    table.turn(1)
    table.turn(1)
    to_round(table, 2)
    table.run(1)
    assert table.values == {"wen": 17, "rusk": 10, "joss": 7, "ilse": 7}


@pytest.mark.rule("GP-CHASE-05", "GP-CHASE-13")
def test_who_loses_the_first_turn_loses_the_head_start():
    table = four(head_start="escapees")
    table.begin()
    table.do("Gil", "correct-chase", chase=table.chase.id, runner="rusk", value=0, mode="on-foot", lost=1)
    table.turn(1)
    assert table.last(TurnLost).runner == "rusk"
    assert table.values == {"wen": 10, "rusk": 0, "joss": 0, "ilse": 0}


@pytest.mark.rule("GP-CHASE-06", "GP-CHASE-08")
@pytest.mark.parametrize(
    ("digits", "cost"), [((1, 1), 1), ((3, 0), 3), ((4, 0), 3), ((9, 9), 6)], ids=["CS", "S", "F", "CF"]
)
def test_an_attack_costs_its_attacker_hit_or_miss(digits, cost):
    table = four()
    table.begin()
    table.run(1)
    table.press("attack", "wen", who="wen", skill="simple-ranged", target="joss")
    table.dice("wen", *digits)
    assert table.values["wen"] == 7 - cost
    table.refuses("Ann", "act", "wrong-moment" if cost in (3, 6) and digits != (3, 0) else "dice-first",
                  chase=table.chase.id, who="wen", skill="athletics")


@pytest.mark.rule("GP-CHASE-08", "GP-CHASE-19")
def test_nobody_is_hit_who_has_left_and_the_shot_is_paid_all_the_same():
    table = four()
    table.begin()
    table.run(1)
    table.press("attack", "wen", who="wen", skill="simple-ranged", target="joss")
    table.do("Gil", "leave-chase", chase=table.chase.id, side="", who=("joss",), how="left-behind")
    table.dice("wen", 3, 0)
    assert (table.values["wen"], table.chase.deed, table.who("joss").damage) == (4, None, 0)


@pytest.mark.rule("GP-CHASE-06")
def test_no_value_falls_below_nothing():
    table = four()
    table.begin()
    table.run(1)
    table.do("Gil", "correct-chase", chase=table.chase.id, runner="wen", value=2, mode="on-foot", lost=0)
    table.press("act", "wen", who="wen", skill="athletics")
    table.dice("wen", 9, 9)
    assert table.values["wen"] == 0


@pytest.mark.rule("GP-CHASE-07")
@pytest.mark.parametrize(("digits", "worth"), [((1, 1), 2), ((3, 0), 2), ((4, 0), 0), ((9, 9), -3)])
def test_an_action_adds_two_unless_the_gm_says_otherwise(digits, worth):
    table = four()
    table.begin()
    table.run(1)
    table.press("act", "wen", who="wen", skill="athletics", deed="over the wall")
    table.dice("wen", *digits)
    assert table.values["wen"] == 7 + worth
    table.turn(1)
    table.run(1)
    table.press("act", "joss", who="joss", skill="athletics", deed="", difficulty="standard", gain=3, loss=1)
    table.do("Gil", "weigh", chase=table.chase.id, gain=1, loss=5)
    table.dice("joss", *digits)
    assert table.values["joss"] == 7 + {2: 1, 0: 0, -3: -5}[worth]


@pytest.mark.rule("GP-CHASE-07", "GP-CORE-03")
def test_the_gm_names_skill_and_difficulty_of_an_action():
    table = four()
    table.begin()
    table.run(1)
    table.press("act", "wen", who="wen", skill="athletics")
    table.do("Gil", "set-difficulty", trial=table.trial, difficulty="hard", modifiers=0, skill="coordination")
    trial = table.state.trials[table.trial]
    assert (trial.skill, trial.difficulty) == ("coordination", "hard")


def shot(table, digits, fury, victim="joss"):
    """Wen shoots at somebody, and hits."""
    table.press("attack", "wen", who="wen", skill="simple-ranged", target=victim)
    table.dice("wen", *digits)
    table.press("roll-damage", "wen", faces=fury)


@pytest.mark.rule("GP-CHASE-09", "GP-CHASE-17", "GP-CORE-15")
def test_a_hit_costs_three_for_each_step():
    table = four()
    table.begin()
    table.run(10)
    table.do("Gil", "correct-chase", chase=table.chase.id, runner="joss", value=20, mode="on-foot", lost=0)
    shot(table, (3, 0), [6, 2])
    assert table.who("joss").damage == 2
    assert table.values["joss"] == 20 - 6
    assert [wound.of for wound in table.state.wounds.values()] == [table.chase.id]


@pytest.mark.rule("GP-CHASE-09", "GP-CHASE-06")
def test_a_wound_takes_no_more_than_somebody_has_and_says_no_more():
    for value in (4, 0):
        table = four()
        table.begin()
        table.run(10)
        table.do(
            "Gil", "correct-chase", chase=table.chase.id, runner="joss", value=value, mode="on-foot", lost=0,
        )
        shot(table, (3, 0), [6, 2])
        assert table.values["joss"] == 0
        assert table.read["Ann"][-1] == "is at 0 after the wound. "


def test_what_an_action_brings_is_said_in_words():
    for digits, says in (((3, 0), "gains 2: 18 now. "), ((9, 9), "loses 3: 13 now. ")):
        table = four()
        table.begin()
        table.run(10)
        table.press("act", "wen", who="wen", skill="athletics")
        table.dice("wen", *digits)
        assert table.read["Ann"][-1] == says


def test_who_comes_late_to_a_chase_that_runs_is_found_among_what_the_guide_can_do():
    table = four()
    table.begin()
    table.npc("A late one")
    assert {offer.urgency for offer in table.offers("Gil", "enter-chase")} == {"may"}
    assert not any(key.startswith("enter-chase") for key in table.asked("Gil").later)


@pytest.mark.rule("GP-CHASE-17", "GP-CHASE-08")
def test_only_shooting_and_casting_at_anybody_in_the_chase():
    table = four()
    table.begin()
    table.run(1)
    [offer] = table.offers("Ann", "attack")
    assert [*choices(offer, "skill")] == ["simple-ranged", "martial-ranged", "incantation"]
    assert [*choices(offer, "target")] == ["joss", "ilse", "rusk"]


@pytest.mark.rule("GP-CORE-15", "GP-CHASE-17")
@pytest.mark.parametrize("said", [{}, {"fury": 0}, {"fury": 2}])
def test_a_spell_does_fury_dice_only_where_it_says_so(said):
    table = four()
    table.begin()
    table.run(1)
    [offer] = table.offers("Ann", "attack")
    assert [field.default for field in offer.fields if field.name == "fury"] == [0]
    table.press("attack", "wen", who="wen", skill="incantation", target="joss", **said)
    assert table.chase.deed
    assert table.chase.deed.fury == said.get("fury", 0)


@pytest.mark.rule("GP-CORE-15", "GP-CHASE-17")
@pytest.mark.parametrize("hit", [False, True])
def test_the_gm_says_what_a_players_weapon_or_spell_does(hit):
    table = four()
    table.begin()
    table.run(1)
    table.press("attack", "wen", who="wen", skill="simple-ranged", target="joss")
    if hit:
        table.dice("wen", 3, 0)
    table.refuses("Ann", "weigh-attack", "guide-only", chase=table.chase.id, damage=9, fury=2)
    table.do("Gil", "weigh-attack", chase=table.chase.id, damage=0, fury=0)
    table.do("Gil", "weigh-attack", chase=table.chase.id, damage=9, fury=2)
    if not hit:
        table.dice("wen", 3, 0)
    table.refuses("Ben", "roll-damage", "not-yours", "GP-CHASE-17", chase=table.chase.id)
    table.press("roll-damage", "wen", faces=[1, 2])
    assert table.last(DamageSuffered).points == 12


@pytest.mark.rule("GP-CORE-15", "GP-CHASE-17")
@pytest.mark.parametrize(
    ("skill", "blanks"), [("simple-ranged", {"fury": 3}), ("simple-ranged", {}), ("incantation", {})]
)
def test_the_gms_people_shoot_with_as_many_fury_dice_as_the_gm_says_and_cast_with_none(skill, blanks):
    table = Running(person("joss"), person("wen", player="s3"), fled=("joss",), after=("wen",))
    table.begin()
    table.run(1)
    table.press("attack", who="joss", skill=skill, target="wen", difficulty="standard", **blanks)
    assert table.chase.deed
    assert table.chase.deed.fury == blanks.get("fury", 0)


@pytest.mark.rule("GP-CORE-15", "GP-CHASE-17")
@pytest.mark.parametrize(("blanks", "points"), [({}, 3 + 2 + 1), ({"damage": 9, "fury": 1}, 9 + 2)])
def test_the_gm_rolls_the_damage_of_a_hit_at_one_press_or_says_another(blanks, points):
    table = Running(person("joss"), person("wen", player="s3"), fled=("joss",), after=("wen",))
    table.begin()
    table.run(1)
    table.press("attack", who="joss", skill="simple-ranged", target="wen", difficulty="standard", fury=2)
    table.dice("joss", 3, 0)
    [at_once, other] = table.offers("Gil", "roll-damage")
    assert (table.asked("Gil").lead, at_once.fields, at_once.why) == (
        at_once.key, (), "3 + 2 Fury Dice; each 6 rolls another."
    )
    assert [(field.name, field.default) for field in other.fields] == [("damage", 3), ("fury", 2)]
    for one, other_figure in (("damage", "Fury Dice"), ("fury", "Damage before dice")):
        with pytest.raises(Refused, match=f"{other_figure}: a whole number from 0"):
            table.press("roll-damage", "joss", faces=[2], **{one: 1})
    table.press("roll-damage", "joss", faces=[2, 1][: blanks.get("fury", 2)], **blanks)
    assert table.last(DamageSuffered).points == points


@pytest.mark.rule("GP-CORE-18", "GP-CORE-15", "GP-RD-25")
def test_a_point_sets_a_fury_die_to_six_which_rolls_another():
    table = four(fortune=1)
    table.begin()
    table.run(10)
    table.press("attack", "wen", who="wen", skill="simple-ranged", target="joss")
    table.dice("wen", 3, 0)
    table.have(fortune=())
    table.refuses("Ann", "force-fury", "no-points", "GP-CORE-18", chase=table.chase.id)
    table.have(fortune=pool(1))
    table.press("force-fury", "wen", faces=[6, 1])
    assert table.who("joss").damage == 3
    assert (table.state.points(table.who("wen")), table.state.points(table.who("joss"))) == (0, 1)
    table.refuses("Ann", "force-fury", "wrong-moment", chase=table.chase.id)


@pytest.mark.rule("GP-CORE-17", "GP-CHASE-09")
def test_who_turns_an_injury_by_fate_runs_on():
    table = four()
    table.begin()
    table.do("Gil", "deal-harm", how="mishap", who=["wen"], points=9, dice=0, mild=False)
    wound = next(iter(table.state.wounds))
    table.do("Ann", "roll-chaos", wound=wound, faces=[6])
    table.do("Ann", "roll-injury", wound=wound, faces=[2])
    table.do("Ann", "cheat-death", wound=wound)
    assert (table.who("wen").fate, table.chase.out, table.now.id) == (0, {}, "wen")



def mortally_shot(**wen):
    """Wen, who flees with Rusk, is shot dead or nearly so by Joss."""
    cast = person("wen", player="s3", **wen), person("rusk", player="s4"), person("joss")
    table = Running(*cast, fled=("wen", "rusk"))
    table.begin()
    table.turn(1)
    table.turn(1)
    table.run(10)
    table.press("attack", "joss", who="joss", skill="simple-ranged", target="wen", difficulty="standard", fury=1)
    table.dice("joss", 3, 0)
    table.press("roll-damage", "joss", damage=40, fury=0)
    return table


@pytest.mark.rule("GP-CHASE-09", "GP-RD-08")
def test_the_slain_are_out_neither_caught_nor_away():
    table = mortally_shot(fate=0)
    assert fates(table.chase) == {"rusk": "away", "wen": "slain"}
    assert not table.chase.over
    lines = [line for event in table.events if (line := table.game.line(table.state, event)) and line.who == "Wen"]
    assert lines[-1].text == "is out of the chase."
    assert [fact.text for line in lines for fact in line.facts].count("Wen is Slain!") == 1


@pytest.mark.rule("GP-RD-08", "GP-CORE-17")
def test_who_cheats_death_is_left_behind():
    table = mortally_shot()
    [wound] = table.state.wounds
    table.do("Ann", "cheat-death", wound=wound)
    assert fates(table.chase) == {"rusk": "away", "wen": "left-behind"}


def tired(**wen):
    """Wen, with a Brawn bonus of 1, at the beginning of Round 2."""
    figures = {"attributes": {"brawn": 15}} | wen
    table = Running(person("wen", player="s3", **figures), person("rusk", player="s4"), person("joss"),
                    fled=("wen", "rusk"), length="short")
    table.begin()
    to_round(table, 2)
    while not table.state.trials:
        step(table)
    return table


@pytest.mark.rule("GP-CHASE-14", "GP-RD-03")
@pytest.mark.parametrize(("digits", "peril", "now"), [((0, 4), (), 0), ((9, 0), (2, 3), 1), ((8, 8), (5, 5, 5), 3)])
def test_who_has_run_for_long_tests_toughness(digits, peril, now):
    table = tired()
    [trial] = table.state.trials.values()
    assert (trial.who, trial.skill, trial.difficulty, trial.alone) == ("wen", "toughness", "challenging", True)
    table.dice("wen", *digits, then=peril)
    assert table.who("wen").peril == now
    assert table.phase == "moving"


@pytest.mark.rule("GP-CHASE-14", "GP-CHASE-06", "GP-CHASE-15")
def test_who_is_incapacitated_by_it_leaves_before_the_roll():
    table = tired(peril=4)
    value = table.values["wen"]
    table.dice("wen", 9, 0, then=(10, 10))
    assert table.chase.out["wen"].how == "exhausted"
    assert fates(table.chase)["wen"] == "caught"
    assert table.chase.runners["wen"].value == value
    assert table.now.id == "rusk"


@pytest.mark.rule("GP-RD-04", "GP-CHASE-15")
def test_giving_up_alone_and_together():
    table = four()
    table.begin()
    table.do("Ben", "leave-chase", chase=table.chase.id, side="escapees", who=("rusk",))
    assert fates(table.chase) == {"wen": "away", "rusk": "caught"}
    assert not table.chase.over
    table.do("Gil", "leave-chase", chase=table.chase.id, side="pursuers", who=("joss", "ilse"))
    over = table.last(ChaseOver)
    assert (over.why, over.away) == ("nobody follows any more", ("wen",))


@pytest.mark.rule("GP-CHASE-15", "GP-CHASE-19")
def test_the_gm_ends_it_for_a_side():
    table = four()
    table.begin()
    table.turn(1)
    table.do("Gil", "call-off", chase=table.chase.id, stops="escapees", why="")
    assert {*fates(table.chase).values()} == {"caught"}
    table.do("Gil", "aftermath", chase=table.chase.id, who="wen", text="bound and gagged")
    table.refuses("Ann", "run", "wrong-moment", chase=table.chase.id, mode="on-foot")


def wagon(**more):
    """Wen drives a wagon with Rusk aboard; Joss follows."""
    people = (
        person("wen", player="s3", mode="wagon", ranks={"drive": 1}),
        person("rusk", player="s4", **({"ranks": {"drive": 1}, "attributes": {"brawn": 45}} | more)), person("joss"),
    )
    table = Running(*people, fled=("wen",))
    table.do("Ben", "board", chase=table.chase.id, who="rusk", runner="wen")
    table.begin()
    return table


@pytest.mark.rule("GP-CHASE-18")
def test_the_guide_is_asked_once_a_mount_who_rides_along():
    people = person("wen", player="s3", mode="wagon"), person("rusk", player="s4"), person("joss", mode="palfrey")
    table = Running(*people, person("ilse"), fled=("wen", "rusk"), after=("joss", "ilse"))
    asked = [(offer.fixed["runner"], choices(offer, "who")) for offer in table.offers("Gil", "board")]
    assert asked == [("wen", {"rusk": "Rusk"}), ("joss", {"ilse": "Ilse"})]


@pytest.mark.rule("GP-CHASE-18")
def test_who_runs_already_gets_on_with_nobody():
    people = person("wen", player="s3", mode="wagon"), person("rusk", player="s4"), person("joss"), person("ilse")
    table = Running(*people, fled=("wen", "rusk"))
    rides = {"chase": table.chase.id, "runner": "wen"}
    assert [offer.fixed["who"] for offer in table.offers("Ben", "board")] == ["rusk"]
    assert not table.offers("Ann", "board")
    table.begin()
    table.refuses("Ben", "board", "guide-only", who="rusk", **rides)
    assert [choices(offer, "who") for offer in table.offers("Gil", "board")] == [{"ilse": "Ilse"}]
    table.do("Gil", "board", who="ilse", **rides)
    assert table.chase.runners["wen"].aboard == ("wen", "ilse")


@pytest.mark.rule("GP-CHASE-18")
def test_a_wagon_has_one_value_and_one_turn_and_all_aboard_may_act():
    table = wagon()
    table.refuses("Ben", "run", "not-yours", chase=table.chase.id, mode="wagon")
    table.run(2)
    assert table.values == {"wen": 10, "joss": 0}
    table.press("act", "wen", who="wen", skill="drive")
    table.dice("wen", 3, 0)
    table.press("act", "rusk", who="rusk", skill="athletics")
    table.dice("rusk", 3, 0)
    assert table.values["wen"] == 14
    assert table.now.id == "joss"


def test_the_verbs_of_several_aboard_agree_with_them():
    table = wagon()
    table.run(2)
    assert table.read["Ann"][-1].startswith("move 2 + 8: ")
    table.do("Gil", "leave-chase", chase=table.chase.id, side="", who=("wen", "rusk"), how="gave-up")
    assert any(line.startswith("give up and are out of the chase.") for line in table.read["Ann"])
    alone = four()
    alone.begin()
    alone.run(1)
    assert alone.read["Ann"][-1].startswith("moves 1 + ")
    alone.do("Gil", "leave-chase", chase=alone.chase.id, side="", who=("wen",), how="gave-up")
    assert any(line.startswith("gives up and is out of the chase.") for line in alone.read["Ann"])


@pytest.mark.rule("GP-CHASE-14", "GP-CHASE-18")
@pytest.mark.parametrize(("brawn", "tests"), [(25, ["rusk"]), (45, [])])
def test_who_drives_on_tests_for_themselves_if_they_tire(brawn, tests):
    table = wagon(attributes={"brawn": brawn})
    while not table.state.trials:
        step(table)
    assert table.trial_of("wen").skill == "toughness"
    table.do("Ann", "leave-chase", chase=table.chase.id, side="escapees", who=("wen",))
    assert [one.who for one in table.state.trials.values()] == tests
    assert table.phase == ("fatigue" if tests else "moving")


@pytest.mark.rule("GP-CHASE-18")
def test_a_new_mode_counts_from_the_next_roll_and_needs_room_for_all():
    table = wagon()
    [offer] = table.offers("Ann", "run")
    assert [*choices(offer, "mode")] == ["wagon"]
    table = Running(person("wen", player="s3", mode="wagon"), person("joss"))
    table.begin()
    table.run(1, "on-foot")
    assert table.last(Ran).movement == 6


@pytest.mark.rule("GP-CHASE-18", "GP-CHASE-16")
def test_a_takedown_takes_all_aboard():
    table = wagon()
    table.turn(1)
    table.do("Gil", "correct-chase", chase=table.chase.id, runner="joss", value=20, mode="on-foot", lost=0)
    table.turn(1)
    table.press("catch", target="wen")
    table.press("take-down", row="", skill="coordination")
    table.dice("joss", 1, 1)
    assert fates(table.chase) == {"wen": "caught", "rusk": "caught"}
    assert table.chase.over


def fell(table, who="wen"):
    """The guide lets somebody be Incapacitated!."""
    table.do("Gil", "set-track", who=who, track="peril", now="incapacitated")


@pytest.mark.rule("GP-RD-07", "GP-RD-24", "GP-CHASE-09")
def test_somebody_aboard_takes_over_when_the_driver_falls():
    table = wagon()
    fell(table)
    assert table.chase.runners["wen"].aboard == ("rusk", "wen")
    table.run(1)
    assert (table.last(Ran).movement, table.values["wen"]) == (9, 10)
    table.hold()
    table.run(10)
    table.press("attack", "joss", who="joss", skill="simple-ranged", target="wen", difficulty="standard", fury=0)
    table.dice("joss", 3, 0)
    table.press("roll-damage", "joss", damage=3, fury=1, faces=[3])
    assert table.values["wen"] == 7
    fell(table, "rusk")
    assert fates(table.chase) == {"wen": "caught", "rusk": "caught"}


@pytest.mark.rule("GP-RD-07", "GP-CHASE-11")
@pytest.mark.parametrize("flees", [True, False])
def test_who_took_over_takes_down_and_defends_before_they_have_rolled(flees):
    people = person("wen", mode="wagon"), person("rusk", ranks={"drive": 1}), person("joss")
    fled, after = (("wen",), ("joss",)) if flees else (("joss",), ("wen",))
    table = Running(*people, fled=fled, after=after)
    table.do("Gil", "board", chase=table.chase.id, who="rusk", runner="wen")
    table.begin()
    table.turn(1)
    table.run(1)
    table.do("Gil", "correct-chase", chase=table.chase.id, runner=after[0], value=20, mode=table.now.mode, lost=0)
    fell(table)
    table.hold()
    table.press("catch", target=fled[0])
    table.press("take-down", row="", skill="coordination" if flees else "drive")
    if flees:
        table.dice("joss", 1, 2)
    trial = table.trial_of("rusk")
    assert (trial.skill, trial.rolled) == ("drive", None)
    table.dice("rusk", 1, 2)
    assert table.rolled.outcome == "success"
    assert not table.chase.over


@pytest.mark.rule("GP-RD-07")
@pytest.mark.parametrize("leaves", [False, True])
def test_how_fast_another_one_drives_shows_with_their_first_roll(leaves):
    table = Running(person("wen", mode="wagon"), person("rusk"), person("joss", player="s3"), fled=("wen",))
    table.do("Gil", "board", chase=table.chase.id, who="rusk", runner="wen")
    table.begin()
    table.turn(1)
    assert known(table.state, table.chase.runners["wen"], guide=False) == 8
    if leaves:
        table.do("Gil", "leave-chase", chase=table.chase.id, side="", who=("wen",), how="left-behind")
    else:
        fell(table)
    assert known(table.state, table.chase.runners["wen"], guide=False) is None


@pytest.mark.rule("GP-RD-07", "GP-CORE-13")
def test_of_several_aboard_one_who_can_drive_takes_over():
    people = (person("wen", player="s3", mode="wagon"), *(person(who, peril=LAST) for who in ("rusk", "ilse")))
    table = Running(*people, person("orm"), person("joss"), fled=("wen",))
    for who in ("rusk", "ilse", "orm"):
        table.do("Gil", "board", chase=table.chase.id, who=who, runner="wen")
    table.begin()
    fell(table)
    assert table.chase.runners["wen"].aboard == ("orm", "wen", "rusk", "ilse")
    table.do("Gil", "set-track", who="wen", track="peril", now="unhindered")
    fell(table, "orm")
    assert table.chase.runners["wen"].aboard == ("wen", "orm", "rusk", "ilse")



@pytest.mark.rule("GP-CHASE-16", "GP-CHASE-19")
def test_who_was_aboard_and_has_left_comes_into_the_chase_no_more():
    table = wagon()
    assert [offer.label for offer in table.offers("Gil", "enter-chase")] == ["Rusk gets off"]
    table.do("Ben", "leave-chase", chase=table.chase.id, side="escapees", who=("rusk",))
    assert not table.offers("Gil", "enter-chase")
    assert not table.offers("Gil", "board")


@pytest.mark.rule("GP-CHASE-01", "GP-CHASE-19")
def test_two_chases_run_beside_each_other():
    table = Running(*(person(who) for who in ("wen", "joss", "orm", "ilse")))
    table.begin()
    table.do("Gil", "open-chase", escapees=("orm",), pursuers=("ilse",), length="short")
    first, second = table.state.chases.values()
    assert (phase_of(table.state, first), phase_of(table.state, second)) == ("moving", "setting")
    assert [offer.fixed["chase"] for offer in table.offers("Gil", "run")] == [first.id]
    assert [offer.fixed["chase"] for offer in table.offers("Gil", "begin-chase")] == [second.id]



@pytest.mark.rule("GP-RD-23")
def test_who_comes_late_starts_with_the_last_of_their_side():
    people = (person("wen", player="s3"), person("rusk", player="s4"), person("joss"), person("orm"))
    table = Running(*people)
    table.begin()
    table.turn(5)
    table.do("Gil", "enter-chase", chase=table.chase.id, side="escapees", who="rusk", mode="", value=11)
    [offer] = [one for one in table.offers("Gil", "enter-chase") if one.fixed["side"] == "pursuers"]
    assert offer.by_itself()["value"] == 0
    table.do("Gil", "enter-chase", chase=table.chase.id, side="pursuers", who="orm", mode="rouncey", value=0)
    assert table.chase.order == ("wen", "rusk", "joss", "orm")
    assert "rusk" in table.chase.gone
    assert table.now.id == "joss"
    table.turn(1)
    assert table.now.id == "orm"


@pytest.mark.rule("GP-CHASE-14", "GP-RD-23")
def test_who_comes_late_has_their_free_rounds_from_then_on():
    people = (person("wen", player="s3"), person("joss"), person("orm"), person("hob", attributes={"brawn": 11}))
    table = Running(*people)
    table.begin()
    to_round(table, 3, dice=10)
    table.do("Gil", "enter-chase", chase=table.chase.id, side="pursuers", who="orm", mode="", value=0)
    table.turn(10)
    table.do("Gil", "enter-chase", chase=table.chase.id, side="escapees", who="hob", mode="", value=90)
    to_round(table, 7, dice=10)
    first: dict[str, int] = {}
    number = 1
    for event in table.events:
        if isinstance(event, RoundBegun):
            number = event.number
        elif isinstance(event, TurnBegun) and event.tires:
            first.setdefault(event.runner, number)
    assert first == {"wen": 4, "joss": 4, "hob": 5, "orm": 6}


@pytest.mark.rule("GP-CHASE-14", "GP-RD-23", "GP-RD-07")
@pytest.mark.parametrize("late", [False, True])
def test_who_takes_the_reins_tires_by_the_rounds_in_which_they_were_aboard(late):
    cast = (person("wen", player="s3", mode="wagon"), person("rusk", player="s4"), person("joss"))
    table = Running(*cast, fled=("wen",) if late else ("wen", "rusk"))
    if not late:
        table.do("Ben", "board", chase=table.chase.id, who="rusk", runner="wen")
    table.begin()
    to_round(table, 3, dice=10)
    table.turn(10)
    if late:
        table.do("Gil", "board", chase=table.chase.id, who="rusk", runner="wen")
    fell(table)
    to_round(table, 4, dice=10)
    assert table.now.driver == "rusk"
    assert [trial.who for trial in table.state.trials.values()] == ([] if late else ["rusk"])


def test_who_leaves_the_story_leaves_the_chase():
    table = four()
    table.begin()
    table.do("Gil", "leave-story", who="joss")
    assert table.chase.out["joss"].how == "gave-up"


def test_the_headline_says_whose_turn_it_is():
    table = four()
    table.begin()
    assert table.game.situation(table.state).headline == "Wen: the roll"


def test_for_the_order_of_turns_each_is_waited_for_once_however_many_they_roll_for():
    table = Running(person("wen", player="s3"), person("joss"), person("ilse"), after=("joss", "ilse"))
    table.do("Gil", "begin-chase", chase=table.chase.id)
    assert [one.what for one in table.game.situation(table.state).waiting] == ["the order of turns"]


@pytest.mark.rule("GP-RD-33")
@pytest.mark.parametrize("watches", [False, True])
def test_the_guide_plays_on_for_somebody_whose_player_left_the_table(watches):
    table = Running(fled=("wen", "rusk"))
    table.begin()
    points = worth(table.who("rusk").damage_threshold) + 7
    table.do("Gil", "deal-harm", how="mishap", who=["rusk"], points=points, dice=0)
    assert [(one.who, one.what) for one in table.game.situation(table.state).waiting] == [
        ("Ben", "the Chaos Dice for Rusk")
    ]
    there = tuple(replace(seat, role="watcher") if seat.name == "Ben" else seat for seat in table.state.seats)
    there = there if watches else tuple(seat for seat in there if seat.name != "Ben")
    table.state = table.game.seated(table.state, there)

    def waits() -> tuple[str, str]:
        [one] = table.game.situation(table.state).waiting
        return one.who, one.what

    assert waits() == ("Gil", "the Chaos Dice for Rusk")
    [wound] = table.state.wounds
    table.do("Gil", "roll-chaos", wound=wound, faces=[1])
    assert waits() == ("Ann", "Wen to roll the move")
    table.turn(1)
    assert waits() == ("Gil", "Rusk to roll the move")
    [offer] = [one for one in table.offers("Gil") if one.do == "run"]
    assert offer.label == "Rusk: roll the move"
    table.do("Gil", "run", chase=table.chase.id, mode="on-foot", faces=[1])
    table.do("Gil", "act", chase=table.chase.id, who="rusk", skill="athletics", deed="jumps")
    assert waits() == ("Gil", "Athletics by Rusk")
    [offer] = [one for one in table.offers("Gil") if one.do == "roll"]
    assert offer.label == "Rusk: roll Athletics"
    table.state = table.game.seated(table.state, tuple(table.seats.values()))
    assert waits() == ("Ben", "Athletics")
    assert "roll" not in [one.do for one in table.offers("Gil")]


@pytest.mark.rule("GP-CHASE-03")
def test_nobody_flies_who_cannot():
    table = Running()
    [offer] = table.offers("Ann", "set-mode")
    assert "destrier" in choices(offer, "mode")
    assert "flying" not in choices(offer, "mode")
    table.begin()
    [offer] = table.offers("Ann", "run")
    assert [*choices(offer, "mode")] == ["on-foot", "climbing", "sneaking", "swimming"]
    flier = Running(person("wen", player="s3", mode="flying"), person("joss"))
    flier.begin()
    [offer] = flier.offers("Ann", "run")
    assert "flying" in choices(offer, "mode")


def test_somebody_can_be_taken_out_by_hand():
    table = four()
    table.begin()
    table.run(1)
    table.press("act", "wen", who="wen", skill="athletics")
    table.do("Gil", "leave-chase", chase=table.chase.id, who=("wen",), how="left-behind")
    assert not table.state.trials
    assert table.now.id == "rusk"


def test_the_frames_say_who_ran_and_what_became_of_them():
    table = four()
    table.begin()
    table.do("Ben", "leave-chase", chase=table.chase.id, side="escapees", who=("rusk",))
    table.do("Gil", "call-off", chase=table.chase.id, stops="pursuers", why="")
    frames = [
        frame for event in table.events if (line := table.game.line(table.state, event)) and (frame := line.frame)
    ]
    assert [(frame.kind, frame.id) for frame in frames] == [("scene", table.chase.id), ("over", table.chase.id)]
    assert {face.name: face.says for face in frames[1].people} == {"Wen": "away", "Rusk": "caught"}


@pytest.mark.rule("GP-CHASE-07", "GP-CHASE-08")
def test_what_somebody_tries_is_read_by_all_before_the_dice_fall():
    table = Running(person("wen", player="s3"), person("joss"))
    table.begin()
    table.run(5)
    table.press("act", "wen", who="wen", skill="athletics", deed="kicks a barrel into the way")
    assert table.read["Ben"][-1] == "is to test Athletics, Standard. kicks a barrel into the way"
    table.dice("wen", 1, 2)
    table.run(5)
    table.press("attack", "joss", who="joss", skill="simple-ranged", target="wen", fury=1)
    assert table.read["Ben"][-1] == "is to test Simple Ranged, Standard. At Wen."


@pytest.mark.rule("GP-DIS-02", "GP-CHASE-14")
@pytest.mark.parametrize(("row", "runs"), [("possessed", True), ("moon-fever", False)])
def test_who_is_taken_over_as_they_tire_runs_on(row, runs):
    held = (HeldDisorder(row, woken=True),)
    table = Running(person("wen", player="s3", attributes={"brawn": 0}, disorders=held, peril=4), person("joss"))
    table.begin()
    table.do("Ann", "roll", trial=table.trial, faces=[9, 8, 10, 10])
    assert table.last(PerilSuffered).now == LAST
    assert (table.who("wen").peril, table.chase.running("wen") is not None) == ((0, True) if runs else (LAST, False))


def test_a_chase_that_is_called_off_says_why_with_one_full_stop_and_no_dice_from_before():
    table = four()
    table.begin()
    [gone, *_, over] = table.do("Gil", "call-off", chase=table.chase.id, stops="pursuers", why="The tide comes in.")
    assert gone.line(table.state).kind == "move"
    assert over.line(table.state).text.startswith("The chase is over: The tide comes in. Away: ")
