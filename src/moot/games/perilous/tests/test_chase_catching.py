"""Chases rule by rule: catching up, Takedowns, trouble, and what players are told."""

import pytest
from msgspec.structs import replace

from moot.games.perilous.chase.catching import Dropped, TakedownTried, TakenDown
from moot.games.perilous.chase.ends import fates
from moot.games.perilous.chase.trouble import ComplicationRolled, TroubleCame, TroubleDrawn
from moot.games.perilous.chase.view import ahead, seen
from moot.games.perilous.figures import MODES
from moot.games.perilous.harm import PerilSuffered
from moot.games.perilous.tests.chasing import Running
from moot.games.perilous.tests.people import person
from moot.games.perilous.tests.test_chase import step, to_round, wagon
from moot.games.perilous.trying import TrialRolled
from moot.games.perilous.view.people import prospects
from moot.testing.sitting import choices


def abreast(wen=20, rusk=25, joss=20, *, people=(), **more):
    """Joss has rolled, and stands at so much; Wen and Rusk flee, Ilse follows far behind."""
    table = Running(*people, fled=("wen", "rusk"), after=("joss", "ilse"), **more)
    table.begin()
    table.turn(1)
    table.turn(1)
    place(table, wen=wen, rusk=rusk)
    table.run(1)
    place(table, joss=joss)
    return table


def place(table, **values):
    for who, value in values.items():
        mode = table.chase.runners[who].mode
        table.do("Gil", "correct-chase", chase=table.chase.id, runner=who, value=value, mode=mode, lost=0)


def named(table, target="wen"):
    table.hold()
    table.press("catch", target=target)
    return table


def tries(table, *digits, row="", skill="coordination"):
    table.press("take-down", row=row, skill=skill)
    table.dice("joss", *digits)


@pytest.mark.rule("GP-CHASE-10")
@pytest.mark.parametrize(("joss", "reach"), [(19, []), (20, ["wen"]), (24, ["wen"]), (30, ["wen", "rusk"])])
def test_in_reach_is_who_is_level_or_behind(joss, reach):
    table = abreast(joss=joss)
    table.hold()
    if not reach:
        assert table.now.id == "ilse"
        return
    [offer] = table.offers("Gil", "catch")
    assert [*choices(offer, "target")] == reach


@pytest.mark.rule("GP-CHASE-10")
def test_a_pursuer_drops_to_the_one_named_alone_or_to_the_furthest():
    assert named(abreast(joss=30), "wen").values["joss"] == 20
    table = named(abreast(joss=30), "")
    assert table.values["joss"] == 25
    assert table.now.id == "ilse"


@pytest.mark.rule("GP-CHASE-10")
def test_a_waiting_pursuer_drops_only_on_their_own_turn_unless_at_each_change():
    table = abreast(joss=15)
    table.hold()
    place(table, wen=10)
    assert table.values["joss"] == 15
    table = abreast(joss=15, options={"catch_check": "each-change"})
    table.hold()
    place(table, wen=10)
    assert table.values["joss"] == 10
    assert (table.last(Dropped).runner, table.last(Dropped).target) == ("joss", "wen")
    assert table.now.id == "ilse"


@pytest.mark.rule("GP-CHASE-10")
def test_at_each_change_one_with_several_in_reach_drops_to_the_furthest():
    assert abreast(joss=30, options={"catch_check": "each-change"}).values["joss"] == 25


@pytest.mark.rule("GP-CHASE-11")
@pytest.mark.parametrize(("digits", "value"), [((9, 0), 19), ((9, 9), 17)])
def test_a_failed_takedown_costs_from_the_lowered_value(digits, value):
    table = named(abreast(joss=30))
    tries(table, *digits)
    assert table.values["joss"] == value
    assert table.now.id == "ilse"


@pytest.mark.rule("GP-CHASE-11", "GP-CHASE-16", "GP-RD-03")
def test_a_success_is_defended_and_a_failed_defence_takes_both_out():
    table = named(abreast())
    tries(table, 3, 0)
    [trial] = table.state.trials.values()
    assert (trial.who, trial.skill, trial.alone) == ("wen", "coordination", True)
    table.dice("wen", 3, 4)
    assert table.values["wen"] == table.values["joss"] == 20
    table = named(abreast())
    tries(table, 3, 0)
    table.dice("wen", 9, 0)
    assert [(who, out.by) for who, out in table.chase.out.items()] == [("wen", "joss"), ("joss", "wen")]
    assert not table.chase.over
    cards = table.last(TakenDown).line(table.state).facts
    assert [(card.who, card.kind) for card in cards] == [("Wen", "out"), ("Joss", "gain")]
    assert cards[1].text == "Joss has Wen, and is out of the chase"


@pytest.mark.rule("GP-CHASE-11", "GP-CHASE-16")
def test_a_critical_success_is_not_defended():
    table = named(abreast())
    tries(table, 1, 1)
    assert {*table.chase.out} == {"wen", "joss"}
    assert fates(table.chase)["wen"] == "caught"
    assert table.now.id == "ilse"


@pytest.mark.rule("GP-CHASE-11")
@pytest.mark.parametrize(
    ("mode", "skill"),
    [("on-foot", "coordination"), ("flying", "coordination"), ("climbing", "athletics"), ("swimming", "athletics"),
     ("courser", "ride"), ("dog-sled", "drive"), ("chariot", "drive")],
)
def test_each_tests_the_skill_of_their_mode(mode, skill):
    assert MODES[mode].skill == skill
    people = (person("wen", player="s3", mode=mode), person("rusk", player="s4"), person("joss"), person("ilse"))
    table = named(abreast(people=people))
    tries(table, 3, 0)
    assert [trial.skill for trial in table.state.trials.values()] == [skill]


@pytest.mark.rule("GP-CHASE-11", "GP-CHASE-12")
@pytest.mark.parametrize(
    ("defence", "row", "tries_at", "defends_at"),
    [("standard", "crowd", "arduous", "standard"), ("same", "crowd", "arduous", "arduous"),
     ("mirrored", "crowd", "arduous", "trivial"), ("mirrored", "", "standard", "standard")],
)
def test_how_hard_a_takedown_and_its_defence_are(defence, row, tries_at, defends_at):
    table = named(abreast(options={"takedown_defence": defence}))
    table.press("take-down", row=row, skill="coordination")
    assert [trial.difficulty for trial in table.state.trials.values()] == [tries_at]
    assert table.last(TakedownTried).row == row
    table.dice("joss", 0, 2)
    assert [trial.difficulty for trial in table.state.trials.values()] == [defends_at]


@pytest.mark.rule("GP-CHASE-11")
def test_the_gm_may_name_another_skill_for_a_takedown():
    table = named(abreast())
    table.press("take-down", row="", skill="athletics")
    assert table.trial_of("joss").skill == "athletics"


def hunting():
    """Ann’s Wen, who has named Joss to take him down in the open."""
    hunter = (person("wen", player="s3"), person("joss"), person("hob"))
    table = Running(*hunter, fled=("joss", "hob"), after=("wen",), row="open")
    table.begin()
    for _ in range(2):
        table.turn(1)
    table.turn(10)
    table.press("catch", "wen", target="joss")
    return table


@pytest.mark.rule("GP-CHASE-11")
def test_the_gm_reads_who_would_take_somebody_down_once_their_player_left():
    table = hunting()
    table.have(seats=tuple(seat for seat in table.state.seats if seat.name != "Ann"))
    labels = [offer.label for do in ("take-down", "let-go") for offer in table.offers("Gil", do)]
    assert labels == ["Wen: try to take Joss down", "Wen: do not try it"]


@pytest.mark.rule("GP-CHASE-12")
def test_a_player_tries_where_the_gm_says_they_are():
    table = hunting()
    [offer] = table.offers("Ann", "take-down")
    assert not offer.fields
    assert offer.why.startswith("Coordination, 55\u00a0%: then Joss has to defend, and if that fails both are out")
    [beside] = table.offers("Ann", "let-go")
    assert (table.asked("Ann").lead, table.asked("Ann").beside) == (offer.key, beside.key)
    table.press("take-down", "wen")
    [mine] = prospects(table.state, table.seats["Ann"])
    assert next(share.says for share in mine.shares) == "A critical failure: costs 3"
    assert [trial.difficulty for trial in table.state.trials.values()] == ["easy"]


@pytest.mark.rule("GP-CHASE-19", "GP-CHASE-16")
def test_who_has_left_before_the_dice_fall_is_taken_down_by_nobody():
    table = named(abreast())
    table.press("take-down", row="", skill="coordination")
    table.do("Gil", "leave-chase", chase=table.chase.id, who=("wen",))
    table.dice("joss", 1, 1)
    assert (table.chase.out["wen"].how, [*table.chase.out]) == ("gave-up", ["wen"])
    assert table.now.id == "ilse"



@pytest.mark.rule("GP-CHASE-10", "GP-CHASE-11")
def test_a_takedown_need_not_be_tried():
    table = named(abreast(joss=30))
    table.press("let-go")
    assert table.values["joss"] == 20
    assert table.now.id == "ilse"


def at_trouble(face=6, **more):
    """The end of Round 1, where Wen, who is last, has rolled."""
    table = Running(fled=("wen", "rusk"), after=("joss",), **more)
    table.begin()
    table.turn(2)
    table.turn(5)
    table.turn(1)
    table.press("complication", "wen", runner="wen", faces=[face])
    return table


@pytest.mark.rule("GP-CHASE-13", "GP-CORE-14")
@pytest.mark.parametrize("face", [1, 5, 6])
def test_the_last_escapee_rolls_for_trouble(face):
    table = at_trouble(face)
    assert table.phase == ("trouble" if face == 6 else "moving")
    assert table.chase.round == (1 if face == 6 else 2)


@pytest.mark.rule("GP-CHASE-13")
def test_all_who_are_last_roll_and_the_pursuers_too_by_option():
    table = Running(fled=("wen", "rusk"), after=("joss", "ilse"), options={"complication_sides": "both"})
    table.begin()
    for die in (1, 1, 2, 1):
        table.turn(die) if die == 1 and table.now.side == "escapees" else table.run(die)
        table.hold()
        if table.phase == "reaching":
            table.press("catch", target="")
    assert table.chase.lowest == ("wen", "rusk", "joss", "ilse")


@pytest.mark.rule("GP-CHASE-13", "GP-CHASE-19")
@pytest.mark.parametrize("troubled", [False, True])
def test_nobody_who_has_left_rolls_for_trouble_or_meets_it(troubled):
    table = Running(fled=("wen", "rusk"), after=("joss",))
    table.begin()
    for die in (2, 2, 1):
        table.turn(die)
    assert table.chase.lowest == ("wen", "rusk")
    if troubled:
        table.press("complication", "wen", runner="wen", faces=[6])
        table.press("complication", "rusk", runner="rusk", faces=[1])
    table.do("Ann", "leave-chase", chase=table.chase.id, side="escapees", who=("wen",))
    assert [*table.chase.lowest] == ([] if troubled else ["rusk"])
    assert not table.chase.troubled
    assert table.chase.round == (2 if troubled else 1)



def own(table, does, **more):
    table.do("Gil", "trouble", chase=table.chase.id, use="own", text="a cart across the way", does=does, **more)


@pytest.mark.rule("GP-CHASE-13")
def test_trouble_does_one_of_six_things():
    table = at_trouble()
    own(table, "value", value=-3)
    assert table.values["wen"] == 5
    assert "loses 3: 5 now. " in table.read["Ann"]
    table = at_trouble()
    own(table, "lost-turn")
    assert table.now.id == "rusk"
    assert "wen" in table.chase.gone
    assert "meets trouble: the next turn is lost. a cart across the way" in table.read["Ann"]
    table = at_trouble()
    table.do("Gil", "trouble", chase=table.chase.id, use="own", text="fumes", does="peril", dice=2, faces=[9, 8])
    assert table.who("wen").peril == 3
    table = at_trouble()
    own(table, "damage", damage=4)
    assert (table.who("wen").damage, table.values["wen"]) == (1, 5)
    table = at_trouble()
    own(table, "tell")
    assert table.values["wen"] == 8


@pytest.mark.rule("GP-CHASE-13", "GP-CHASE-18", "GP-CORE-13")
def test_trouble_comes_to_somebody_aboard_who_can_meet_it():
    table = wagon()
    table.turn(5)
    table.turn(1)
    table.do("Gil", "set-track", who="wen", track="peril", now="incapacitated")
    table.press("complication", "rusk", runner="wen", faces=[6])
    own(table, "test", skill="athletics", difficulty="standard", fails="value", value=-2)
    assert [trial.who for trial in table.state.trials.values()] == ["rusk"]


@pytest.mark.rule("GP-CHASE-13")
@pytest.mark.parametrize(("digits", "value"), [((3, 0), 8), ((9, 0), 6), ((9, 9), 6)])
def test_trouble_may_ask_for_a_test(digits, value):
    table = at_trouble()
    own(table, "test", skill="athletics", difficulty="standard", fails="value", value=-2)
    assert (table.phase, table.chase.round) == ("trouble", 1)
    table.dice("wen", *digits)
    assert table.chase.runners["wen"].value == value
    assert table.chase.round == 2


@pytest.mark.rule("GP-CORE-18", "GP-CHASE-13")
def test_a_point_brings_trouble_upon_the_other_side():
    table = Running(misfortune=1)
    table.begin()
    table.turn(2)
    table.turn(1)
    table.refuses("Ann", "force-trouble", "nobody-last", chase=table.chase.id, runner="wen")
    table.do("Gil", "force-trouble", chase=table.chase.id, runner="wen")
    assert table.last(ComplicationRolled).face == 6
    assert table.phase == "trouble"


@pytest.mark.rule("GP-CHASE-13")
def test_what_is_drawn_is_the_gms_until_it_is_told():
    table = at_trouble()
    before = len(table.heard["Ann"])
    table.do("Gil", "draw-trouble", chase=table.chase.id, ground="streets", pick="complications/funeral")
    drawn = table.last(TroubleDrawn).drawn
    assert len(table.heard["Ann"]) == before
    assert table.board("Gil")[table.chase.id].secrets[-1] == f"You drew: {drawn.title}"
    assert table.board("Ann")[table.chase.id].secrets == ()
    assert "funeral" not in str(table.game.situation(table.state)).lower()
    table.do("Gil", "trouble", chase=table.chase.id, use="drawn")
    assert table.last(TroubleCame).title == drawn.title
    assert any(drawn.text in line for line in table.read["Ann"])
    assert table.chase.runners["wen"].value == 6


@pytest.mark.rule("GP-CHASE-13")
def test_the_tables_of_trouble_are_asked_for_before_words_of_ones_own():
    def asked():
        ask = table.asked("Gil")
        named = {one.key: one for one in table.offers("Gil")}
        opened = named[ask.lead].label if ask.lead else ""
        return ask.title, opened, [named[way.key].label for way in ask.ways]

    table, own = at_trouble(), "Trouble of your own for Wen"
    title, opened, ways = asked()
    assert (title, opened, ways[-1]) == ("What is the trouble?", "", own)
    assert all(way.startswith("Draw trouble") for way in ways[:-1])
    table.do("Gil", "draw-trouble", chase=table.chase.id, ground="streets", pick="complications/funeral")
    assert asked() == ("What is the trouble?", f"Tell it: {table.chase.drawn.title}", ways)
    table.do("Gil", "correct-chase", chase=table.chase.id, runner="wen", value=7, mode="wagon", lost=0)
    table.have(chases={table.chase.id: replace(table.chase, drawn=None)})
    assert asked() == ("What is the trouble?", "Draw trouble: riding and driving", [own])


@pytest.mark.rule("GP-CHASE-13")
def test_trouble_is_drawn_by_a_die_that_may_be_a_real_one():
    table = at_trouble()
    offer = next(one for one in table.offers("Gil", "draw-trouble") if one.fixed["ground"] == "streets")
    titles = [choice.label for choice in offer.fields[0].choices]
    table.do("Gil", "draw-trouble", chase=table.chase.id, ground="streets", faces=[3])
    assert table.last(TroubleDrawn).drawn.title == titles[2]
    assert table.game.commands.by_name[offer.do].throws


@pytest.mark.rule("GP-CHASE-13")
def test_only_trouble_that_fits_the_mode_is_drawn():
    table = at_trouble()
    grounds = {offer.fixed["ground"] for offer in table.offers("Gil", "draw-trouble")}
    assert "streets" in grounds
    place(table)
    table.do("Gil", "correct-chase", chase=table.chase.id, runner="wen", value=7, mode="wagon", lost=0)
    assert {offer.fixed["ground"] for offer in table.offers("Gil", "draw-trouble")} == {"riding"}


@pytest.mark.rule("GP-CHASE-19", "GP-CHASE-15")
def test_an_end_in_the_middle_of_a_round_strikes_at_once():
    table = named(abreast())
    table.do("Gil", "leave-chase", chase=table.chase.id, side="pursuers", who=("joss", "ilse"))
    assert table.chase.over
    assert not [event for event in table.events if isinstance(event, ComplicationRolled)]


@pytest.mark.rule("GP-CHASE-19")
def test_a_round_in_order():
    table = Running(fled=("wen", "rusk"), after=("joss", "ilse"))
    table.begin(9, 2)
    order = []
    while table.chase.round == 1:
        if table.chase.turn and table.now.id not in order:
            order.append(table.now.id)
        step(table)
    assert order == ["wen", "rusk", "joss", "ilse"]


@pytest.mark.rule("GP-CHASE-14")
def test_of_the_gms_people_players_hear_no_peril_and_no_chance():
    table = Running(person("wen", player="s3"), person("joss", attributes={"brawn": 15}), length="short")
    table.begin()
    to_round(table, 2)
    while not table.state.trials:
        step(table)
    table.dice("joss", 9, 0, then=(5, 5))
    assert [event for event in table.heard["Gil"] if isinstance(event, PerilSuffered)]
    assert not [event for event in table.heard["Ann"] if isinstance(event, PerilSuffered)]
    table.do("Gil", "set-track", who="joss", track="peril", now="ignore-3")
    to_round(table, 3)
    while not table.state.trials:
        step(table)
    table.dice("joss", 9, 0, then=(9, 9))
    [heard] = [event for event in table.heard["Ann"] if isinstance(event, PerilSuffered)]
    assert (heard.points, heard.was, heard.faces) == (0, 5, ())
    assert "is Incapacitated!" in "".join(table.read["Ann"])
    assert {event.rolled.chance for event in table.heard["Ann"] if isinstance(event, TrialRolled)} == {0}


@pytest.mark.rule("GP-CHASE-06")
def test_a_player_learns_how_fast_others_are_when_they_have_rolled():
    table = Running(person("wen", player="s3"), person("joss", attributes={"agility": 45}))
    table.begin()
    wen = table.seats["Ann"]
    [first, *_] = ahead(table.state, table.chase, wen)
    assert first.reach == ()
    assert [band.id for band in seen(table.state, table.chase, False).bands] == ["wen"]
    to_round(table, 2, dice=8)
    [first, *_] = ahead(table.state, table.chase, wen)
    assert [who for who, _ in first.reach] == ["Joss"]
    place(table, joss=3)
    [first, *_] = ahead(table.state, table.chase, wen)
    assert first.reach
    table.do("Gil", "correct-chase", chase=table.chase.id, runner="joss", value=3, mode="courser", lost=0)
    [first, *_] = ahead(table.state, table.chase, wen)
    assert first.reach == ()
    assert ahead(table.state, table.chase, table.seats["Wim"]) == ()


def test_the_guide_reads_the_chances_of_the_way_that_somebody_moves():
    table = Running(person("wen", player="s3"), person("joss", attributes={"agility": 45}))
    table.begin()
    table.turn(5)
    assert [way.title for way in ahead(table.state, table.chase, table.seats["Gil"])] == ["On foot"]


def test_the_line_in_words():
    table = Running()
    table.begin()
    table.turn(9)
    table.run(4)
    view = seen(table.state, table.chase, False)
    assert view.says == "Wen 15, Joss 10: Joss is 5 behind Wen."
    assert [(one.name, one.side, one.at, one.was, one.turn) for one in view.people] == [
        ("Wen", "up", 15, 0, False), ("Joss", "down", 10, 0, True)
    ]
    assert view.low <= 10
    assert view.high >= 15


@pytest.mark.rule("GP-CHASE-11")
def test_the_test_of_a_takedown_says_what_for():
    table = named(abreast())
    table.press("take-down", row="", skill="coordination")
    [trial] = table.state.trials.values()
    assert trial.why == "To take Wen down."
