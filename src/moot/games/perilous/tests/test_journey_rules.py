"""Travel, rule by rule: miles, Stretches, Roles, hardship, Threat, camps, marches, provisions."""

import pytest
from msgspec.structs import replace

from moot.games.perilous.journey import waiting as journey_waits
from moot.games.perilous.journey.camp import Camped
from moot.games.perilous.journey.days import miles, slowest
from moot.games.perilous.journey.mapping import MOST_DAYS, StretchBegun
from moot.games.perilous.journey.view import seen
from moot.games.perilous.person import LAST, HeldDisorder, LedgerLine
from moot.games.perilous.route import Stretch, Task, harder
from moot.games.perilous.tests.people import person, pool, skilled
from moot.games.perilous.tests.table import Session, found
from moot.games.perilous.tests.travelling import Road, four
from moot.testing import choices

WELL, FAIL = (1, 2), (9, 8)
"""Digits of a roll that succeeds and of one that fails, for anybody on this road."""


def road(**more):
    """Four on the road, all Roles checked with plain successes, where the first hardship begins."""
    options = {key: more.pop(key) for key in ("waived_test_roll", "threat_rolls", "empty_role") if key in more}
    table = Road(fortune=more.pop("fortune", 0), provisions=more.pop("provisions", 0), **options)
    checks = more.pop("guide", (2, 3, 5)), more.pop("survivalist", (2, 3)), more.pop("scout", (2, 3))
    table.away(**more)
    table.found(*checks)
    return table


def hold_out(table, *faces):
    """Everybody bears this moment, each with these faces."""
    for who in table.journey.travellers:
        table.roll(who, *(faces or WELL), *([10] if table.trial_of(who).assist else []))


def quiet(table):
    """No trouble in this moment."""
    table.on("Gil", "threat", faces=[2] * table.stretch.dice)
    table.on("Gil", "quiet-road")


@pytest.mark.rule("GP-OVER-01")
def test_each_transport_has_its_surfaces():
    assert [miles("horse", surface) for surface in ("road", "path", "river", "sea")] == [40, 20, None, None]
    assert miles("coach", "path") is None
    assert miles("cog", "sea") == 35


@pytest.mark.rule("GP-OVER-01", "GP-RD-06")
def test_the_slowest_sets_the_pace_and_nobody_goes_where_they_cannot():
    assert slowest(("horse", "small-folk", "wagon"), "road") == "small-folk"
    table = Road()
    [reckoned] = table.do("Ann", "reckon-miles", transports=("horse", "wagon"), surface="road", way=46)
    assert (reckoned.transport, reckoned.miles, reckoned.days) == ("wagon", 15, 4)
    table.refuses("Ann", "reckon-miles", "not-open", "GP-OVER-01", transports=("coach",), surface="path")


@pytest.mark.rule("GP-OVER-02", "GP-OVER-03", "GP-OVER-04", "GP-OVER-05")
@pytest.mark.parametrize(
    ("transport", "surface", "more", "expected"),
    [
        ("tall-folk", "road", {"march": True}, 25),
        ("river-craft", "river", {"march": True}, 20),
        ("river-craft", "river", {"water": -10}, 10),
        ("longship", "sea", {"water": 10, "bad_weather": True}, 30),
        ("horse", "road", {"water": 10}, 40),
        ("small-folk", "path", {"bad_weather": True}, 0),
        ("small-folk", "path", {"bad_weather": True, "march": True}, 5),
    ],
)
def test_a_days_miles_are_summed_and_never_below_0(transport, surface, more, expected):
    assert miles(transport, surface, **more) == expected


@pytest.mark.rule("GP-RD-05")
def test_miles_propose_the_days_of_the_next_stretch_in_fair_weather():
    table = Road()
    table.do("Gil", "reckon-miles", transports=("tall-folk",), surface="path", bad_weather=True, way=60)
    assert "60 miles take 8 days" in table.read["Ann"][-1]
    [draw] = table.offers("Gil", "draw-stretch")
    assert next(field.default for field in draw.fields if field.name == "days") == 8


@pytest.mark.rule("GP-RD-05", "GP-WILD-01")
def test_of_a_very_long_way_as_many_days_are_proposed_as_a_stretch_can_have():
    table = Road()
    table.do("Gil", "reckon-miles", transports=("tall-folk",), surface="path", way=1000)
    assert "1000 miles take 125 days" in table.read["Ann"][-1]
    [draw] = table.offers("Gil", "draw-stretch")
    assert next(field.default for field in draw.fields if field.name == "days") == MOST_DAYS


@pytest.mark.rule("GP-RD-05")
def test_one_mile_is_spoken_of_as_one():
    table = Road()
    table.do("Gil", "reckon-miles", transports=("tall-folk",), surface="path", way=1)
    assert "In fair weather 1 mile takes a day." in table.read["Ann"][-1]


@pytest.mark.rule("GP-RD-05", "GP-OVER-03")
def test_current_and_wind_count_in_the_days_of_a_way_and_weather_does_not():
    table = Road()
    upstream = {"transports": ("river-craft",), "surface": "river", "water": -10, "bad_weather": True, "way": 40}
    [reckoned] = table.do("Gil", "reckon-miles", **upstream)
    assert (reckoned.miles, reckoned.days) == (0, 4)


@pytest.mark.rule("GP-OVER-03")
def test_current_and_wind_are_worth_ten_miles_at_most():
    assert [miles("longship", "sea", water=water) for water in (-11, -10, 10, 11)] == [20, 20, 40, 40]
    table = Road()
    afloat = {"transports": ("longship",), "surface": "sea", "way": 40}
    for water in (-11, 11):
        table.refuses("Gil", "reckon-miles", "out-of-range", "GP-OVER-03", water=water, **afloat)
    table.refuses("Gil", "reckon-miles", "not-open", "GP-OVER-02", march=True, **afloat)


@pytest.mark.rule("GP-WILD-01")
@pytest.mark.parametrize(("days", "moments"), [(1, 1), (7, 1), (8, 2), (20, 2), (21, 3), (60, 3)])
def test_length_says_how_many_moments_there_are(days, moments):
    assert Stretch(id="", name="", days=days).length.moments == moments
    assert len(road(days=days).passage.moments) == moments


@pytest.mark.rule("GP-WILD-01")
def test_the_gm_draws_hides_reorders_and_drops_stretches():
    table = Road()
    table.draw("the moor")
    table.draw("the pass", land="mountains", hidden=True)
    moor, high = table.journey.stretches
    assert (moor.terrain, high.terrain) == ("standard", "arduous")
    again = {"stretch": high.id, "name": "the pass", "days": 9, "land": "mountains", "threat": "high", "place": 1}
    table.on("Gil", "draw-stretch", **again)
    assert [(one.name, one.days) for one in table.journey.stretches] == [("the pass", 9), ("the moor", 5)]
    table.on("Gil", "drop-stretch", stretch=moor.id)
    assert [one.name for one in table.journey.ahead] == ["the pass"]
    table.no("Ann", "set-out", "guide-only")


@pytest.mark.rule("GP-WILD-02")
def test_the_land_sets_the_difficulty_and_the_gm_may_set_another():
    table = Road()
    table.draw(land="desert")
    table.draw(land="desert", terrain="hard")
    assert [one.terrain for one in table.journey.ahead] == ["arduous", "hard"]


@pytest.mark.rule("GP-WILD-03", "GP-WILD-06")
def test_weather_comes_first_and_the_guide_after_it_each_held_to_the_ladder():
    assert Stretch(id="", name="", terrain="arduous", bad_weather=True).first == "arduous"
    table = road(land="mountains", bad_weather=True, guide=(10, 10, 1))
    assert (table.stretch.first, table.stretch.later) == ("arduous", "hard")
    assert harder("trivial", -1) == "trivial"


@pytest.mark.rule("GP-WILD-04", "GP-WILD-08")
@pytest.mark.parametrize(
    ("threat", "scout", "dice"),
    [("none", WELL, 0), ("none", FAIL, 1), ("mild", WELL, 0), ("moderate", WELL, 1), ("high", FAIL, 3)],
)
def test_threat_dice_stay_between_0_and_3(threat, scout, dice):
    assert road(threat=threat, scout=scout).stretch.dice == dice


@pytest.mark.rule("GP-WILD-05")
def test_everybody_takes_a_role_or_helps_in_one():
    table = Road()
    table.draw()
    table.on("Gil", "set-out")
    table.take(orsel="guide")
    assert [table.offers(name, "take-role")[0].urgency for name in ("Ann", "Ben")] == ["may", "must"]
    assert [field.name for field in table.offers("Ann", "take-role")[0].fields] == ["role", "part"]
    table.no("Ann", "be-off", "roles-first", "GP-WILD-05")
    table.take(dov="guide", tamsin="survivalist", fenn="helps survivalist")
    assert (table.journey.roller("guide"), table.journey.helpers("guide")) == ("dov", ("orsel",))
    table.on("Ann", "be-off")
    assert (table.trial_of("dov").assist, table.trial_of("dov").helper) == ("helper", "orsel")
    table.roll("dov", 2, 2, 3)
    assert table.trial_of("tamsin").assist == ""
    table.refuses("Cleo", "help", "no-help-here", trial=table.trial_of("tamsin").id, helper="fenn")


@pytest.mark.rule("GP-WILD-05", "GP-WILD-11")
def test_who_dies_before_their_check_leaves_it_to_whom_is_left():
    table = Road(*(replace(who, fate=0) for who in four()))
    table.away()
    table.do("Gil", "deal-harm", how="mishap", who=["orsel"], points=60, dice=0, mild=False)
    assert table.journey.travellers == ("tamsin", "fenn", "dov")
    assert table.passage.checks["guide"].outcome == "failure"
    assert table.trial_of("tamsin").skill == "survival"


@pytest.mark.rule("GP-WILD-01")
def test_the_party_is_proposed_to_travel_and_others_may():
    table = Session(person("nell"), person("lurker", known=False), *four())
    [offer] = table.offers("Gil", "open-journey")
    assert "lurker" not in choices(offer, "who")
    assert offer.by_itself()["who"] == ("orsel", "tamsin", "fenn", "dov")
    assert "nell" in choices(offer, "who")



@pytest.mark.rule("GP-WILD-05")
@pytest.mark.parametrize(("option", "outcome", "camp"), [("failure", "failure", 2), ("neutral", "", 1)])
def test_an_empty_role_fails_or_changes_nothing(option, outcome, camp):
    table = Road(skilled("orsel", "s3", threshold=7, survival=(40, 1)), empty_role=option)
    table.draw(days=3, threat="mild")
    table.on("Gil", "set-out")
    [off] = table.offers("Gil", "be-off")
    assert off.why.endswith("counts as failed." if option == "failure" else "changes nothing.")
    table.on("Gil", "be-off")
    assert table.passage.checks["guide"].outcome == outcome
    assert table.journey.used == 3 * camp
    assert table.passage.checks["survivalist"].effect.camp == "imperiled"
    assert table.stretch.dice == (2 if option == "failure" else 1)


@pytest.mark.rule("GP-WILD-05", "GP-CORE-12")
def test_a_fitting_specialty_sets_peril_aside():
    worn = skilled("orsel", "s3", threshold=7, navigation=(44, 2))
    table = Road(replace(worn, focuses=("passes",), peril=3), ignored_ranks_flip="true")
    table.draw()
    table.on("Gil", "set-out")
    table.on("Ann", "take-role", who="orsel", role="guide", part="rolls", focus="passes")
    table.on("Ann", "be-off")
    [offer] = table.offers("Ann", "roll")
    assert offer.figures == {"rolled.chance": 64}
    table.roll("orsel", 2, 5)
    assert table.rolled.reads == 25


@pytest.mark.rule("GP-WILD-06", "GP-WILD-14", "GP-RD-13")
@pytest.mark.parametrize(
    ("faces", "eaten", "later"),
    [((10, 10, 1), 20, "routine"), ((2, 3, 5), 20, "standard"), ((9, 9, 8), 40, "standard"),
     ((9, 9, 9), 40, "challenging")],
)
def test_what_the_guide_finds(faces, eaten, later):
    table = road(guide=faces, days=5)
    assert (table.journey.used, table.stretch.later) == (eaten, later)


@pytest.mark.rule("GP-WILD-07")
@pytest.mark.parametrize(
    ("faces", "camp", "waived", "added"),
    [((10, 1), "unhindered", 1, 0), ((2, 3), "unhindered", 0, 0), ((9, 8), "imperiled", 0, 0),
     ((9, 9), "imperiled", 0, 1)],
)
def test_what_the_survivalist_finds(faces, camp, waived, added):
    table = road(survivalist=faces, days=10)
    moments = table.passage.moments
    assert table.passage.effect("survivalist").camp == camp
    assert [sum(one.waived for one in moments), sum(one.added for one in moments)] == [waived, added]
    assert len(moments) == 2 + added
    if waived:
        assert moments[-1].waived


@pytest.mark.rule("GP-WILD-07")
def test_the_survivalist_may_spare_another_moment_before_it_is_rolled():
    table = road(survivalist=(10, 1), days=10)
    table.no("Ann", "waive", "not-the-survivalist")
    table.on("Ben", "waive")
    assert [moment.waived for moment in table.passage.moments] == [True, False]
    assert not table.state.trials
    assert table.phase == "threat"
    quiet(table)
    table.on("Ann", "go-on")
    table.no("Ben", "waive", "nothing-to-spare", "GP-WILD-07")


@pytest.mark.rule("GP-WILD-07")
def test_nothing_is_spared_once_dice_fell():
    table = road(survivalist=(10, 1), days=10)
    table.roll("orsel", *WELL)
    table.no("Ben", "waive", "too-late", "GP-WILD-07")
    table.do("Gil", "set-track", who="fenn", track="peril", now="incapacitated")
    assert table.moment.results == {"orsel": "success", "fenn": "failure"}
    table.no("Ben", "waive", "too-late", "GP-WILD-07")
    assert [moment.waived for moment in table.passage.moments] == [False, True]


@pytest.mark.rule("GP-WILD-08", "GP-CORE-19")
@pytest.mark.parametrize(("faces", "words"), [((10, 1), "The party has a Surprise Turn."),
                                              ((9, 9), "The enemy has a Surprise Turn.")])
def test_the_scout_decides_whose_the_surprise_is(faces, words):
    table = road(scout=faces, threat="high", days=10)
    for _ in range(2):
        hold_out(table)
        table.on("Gil", "threat", faces=[6] * table.stretch.dice)
        table.on("Gil", "open-encounter", title="wolves")
        assert words in table.read["Ann"][-1]
        table.on("Gil", "close-encounter")
        table.on("Gil", "go-on")


@pytest.mark.rule("GP-WILD-09")
def test_hardship_costs_peril_by_its_outcome_and_the_carried_have_an_assist_die():
    table = road(carried=("fenn", "dov"))
    assert [len(table.trial_of(who).dice) for who in ("orsel", "fenn")] == [2, 3]
    table.roll("orsel", 10, 1)
    table.roll("tamsin", *FAIL, 3, 5)
    table.roll("fenn", 9, 9, 9, 10, 10, 10)
    table.roll("dov", 2, 9, 1)
    assert [table.peril(who) for who in table.journey.travellers] == [
        "unhindered", "imperiled", "incapacitated", "unhindered",
    ]
    assert table.passage.hardy == ("orsel",)
    assert table.state.people["fenn"].corruption == 6


@pytest.mark.rule("GP-WILD-09", "GP-CORE-13", "GP-RD-03")
def test_who_is_incapacitated_fails_without_dice_and_nobody_helps():
    out = [replace(who, peril=5) if who.id == "dov" else who for who in four()]
    table = Road(*out)
    table.away()
    table.found((2, 3), WELL, WELL)
    assert "dov" in table.moment.results
    assert not table.moment.diced
    table.refuses("Ann", "help", "no-help-here", "GP-RD-03", trial=table.trial_of("tamsin").id, helper="orsel")


@pytest.mark.rule("GP-WILD-09")
def test_everyone_rolls_in_one_press():
    table = road(fortune=2)
    [offer] = table.offers("Gil", "all-endure")
    assert offer.rolls == (10,) * 8
    events = table.on("Gil", "all-endure", faces=[1, 2, 9, 8, 5, 6, 2, 3])
    assert next(event.rolled.outcome for event in events if hasattr(event, "rolled")) == "success"
    assert [who for who in table.journey.travellers if who not in table.moment.results] == ["tamsin", "fenn"]
    table.no("Ann", "all-endure", "guide-only")


@pytest.mark.rule("GP-CORE-18")
def test_two_who_failed_cannot_spend_one_point_twice():
    table = road(fortune=1)
    for who in ("tamsin", "fenn"):
        table.roll(who, *FAIL)
    table.do("Ben", "spend-fortune", trial=table.trial_of("tamsin").id, faces=WELL)
    table.refuses("Cleo", "spend-fortune", "no-points", "GP-CORE-18", trial=table.trial_of("fenn").id)


@pytest.mark.rule("GP-WILD-10", "GP-CORE-14")
def test_each_moment_has_one_roll_and_several_sixes_are_one_encounter():
    table = road(threat="high", scout=FAIL)
    hold_out(table)
    table.on("Gil", "threat", faces=[6, 6, 1])
    table.on("Gil", "open-encounter", title="wolves")
    table.on("Gil", "close-encounter", end="They ran.")
    assert len(table.passage.encounters) == 1
    assert table.phase == "resting"
    table.no("Gil", "threat", "wrong-moment")


@pytest.mark.rule("GP-CORE-18", "GP-CORE-14", "GP-WILD-10")
def test_misfortune_sets_a_threat_die_to_six():
    table = road(threat="high", scout=FAIL)
    hold_out(table)
    table.no("Gil", "force-threat", "no-points", "GP-CORE-18")
    table.have(misfortune=pool(1))
    table.no("Ann", "force-threat", "guide-only")
    assert table.offers("Gil", "force-threat")[0].rolls == (6, 6)
    table.on("Gil", "force-threat", faces=[1, 2])
    assert (table.moment.faces, table.moment.trouble) == ((6, 1, 2), True)
    assert table.state.points(person("joss")) == 0
    assert table.read["Ann"][-2:] == [
        "The GM spends a Misfortune Point: a Threat die shows a 6. ",
        "The GM rolls to see whether trouble finds them. ",
    ]
    table.no("Gil", "force-threat", "rolled-already", "GP-WILD-10")


@pytest.mark.rule("GP-CORE-18", "GP-WILD-08")
def test_no_point_brings_trouble_where_no_threat_dice_are_rolled():
    table = road(threat="none")
    hold_out(table)
    table.have(misfortune=pool(1))
    table.no("Gil", "force-threat", "no-dice", "GP-WILD-08")


@pytest.mark.rule("GP-WILD-10")
@pytest.mark.parametrize(
    ("option", "days", "rolls"), [("keep", 10, 2), ("drop", 25, 2), ("drop", 10, 1), ("drop", 3, 1)]
)
def test_a_waived_test_keeps_its_roll_unless_the_option_drops_it(option, days, rolls):
    table = road(survivalist=(10, 1), days=days, waived_test_roll=option)
    rolled = 0
    while not table.journey.stretches[0].passage.done:
        if table.phase == "hardship":
            hold_out(table)
        elif table.phase == "threat":
            quiet(table)
            rolled += 1
        else:
            table.on("Gil", "go-on")
    assert rolled == rolls


@pytest.mark.rule("GP-WILD-10")
def test_open_threat_rolls_answer_themselves():
    table = road(threat_rolls="open", threat="moderate")
    hold_out(table)
    table.on("Gil", "threat", faces=[2])
    assert table.phase == "resting"


@pytest.mark.rule("GP-WILD-10")
def test_the_gm_draws_from_a_lands_table_changes_it_or_lets_a_six_pass():
    table = road(threat="moderate")
    table.no("Gil", "draw-encounter", "wrong-moment", land="wood")
    hold_out(table)
    table.no("Gil", "draw-encounter", "roll-first", "GP-WILD-10", land="wood")
    table.on("Gil", "threat", faces=[6])
    table.on("Gil", "draw-encounter", land="road", faces=[1])
    [offer] = table.offers("Gil", "open-encounter")
    assert offer.fields[0].default == "A tree across the road"
    table.on("Gil", "quiet-road", reason="They had enough.")
    assert table.phase == "resting"
    assert not table.passage.encounters
    assert "They had enough." not in " ".join(table.read["Ann"])


@pytest.mark.rule("GP-WILD-11")
def test_a_stretch_goes_in_order():
    table = Road()
    phases = [table.phase]
    table.draw(days=10)
    table.on("Gil", "set-out")
    phases.append(table.phase)
    table.take(orsel="guide", tamsin="survivalist", fenn="scout", dov="helps guide")
    table.on("Gil", "be-off")
    for who in ("orsel", "tamsin", "fenn"):
        phases.append(table.phase)
        table.roll(who, *WELL, *([5] if table.trial_of(who).assist else []))
    for _ in range(2):
        phases.append(table.phase)
        hold_out(table)
        phases.append(table.phase)
        quiet(table)
        phases.append(table.phase)
        table.on("Ann", "go-on")
    assert phases == [
        "mapping", "roles", "guide", "survivalist", "scout", *["hardship", "threat", "resting"] * 2,
    ]
    assert table.phase == "arrived"
    table.no("Gil", "set-out", "wrong-moment", "GP-WILD-13")


MOVES = {"go-on": {}, "camp": {"days": 1}, "march": {}}
"""What moves everybody, with how it is filled in."""


def moved(table, who):
    """What somebody is offered that moves the party, and whom it waits for."""
    found = {do: offers[0].urgency for do in MOVES if (offers := table.offers(who, do))}
    return found, [one.who for one in journey_waits(table.state)]


@pytest.mark.rule("GP-RD-29", "GP-WILD-12", "GP-OVER-02")
def test_the_partys_guide_says_when_it_goes_on_camps_or_marches_and_the_gm_always_may():
    table = road()
    hold_out(table)
    quiet(table)
    assert moved(table, "Ann") == ({"go-on": "must", "camp": "may", "march": "may"}, ["Ann"])
    assert moved(table, "Gil") == (dict.fromkeys(MOVES, "may"), ["Ann"])
    for do, fill in MOVES.items():
        table.no("Ben", do, "not-leading", "GP-RD-29", **fill)
    table.on("Gil", "camp", days=1)
    table.on("Gil", "march")
    for who in table.journey.travellers:
        table.roll(who, *WELL)
    table.on("Gil", "set-travellers", travellers=["orsel", "tamsin", "fenn"])
    for do, fill in MOVES.items():
        table.no("Dan", do, "not-travelling", **fill)


@pytest.mark.rule("GP-RD-29", "GP-WILD-05")
def test_on_a_later_stretch_the_partys_guide_is_asked_whether_they_go_with_their_roles():
    table = road(days=4)
    table.draw("the fen")
    hold_out(table)
    quiet(table)
    table.on("Ann", "go-on")
    table.on("Gil", "set-out")
    assert [(one.who, one.what) for one in journey_waits(table.state)] == [("Ann", "the party to go")]
    urgencies = {name: table.offers(name, "be-off")[0].urgency for name in ("Ann", "Ben", "Gil")}
    assert urgencies == {"Ann": "must", "Ben": "may", "Gil": "may"}
    table.on("Ben", "be-off")
    assert table.phase == "guide"


@pytest.mark.rule("GP-RD-29")
@pytest.mark.parametrize("without", ["a Guide", "a GM", "the player of the Guide"])
def test_no_party_waits_for_a_word_that_nobody_can_give(without):
    table = road()
    hold_out(table)
    quiet(table)
    gone = {"a Guide": "", "a GM": "Gil", "the player of the Guide": "Ann"}[without]
    table.have(seats=tuple(seat for seat in table.state.seats if seat.name != gone))
    if not gone:
        table.have(journeys={table.journey.id: replace(table.journey, tasks={"tamsin": Task("survivalist")})})
    assert "Ben" in moved(table, "Ben")[1]
    assert moved(table, "Ben")[0] == {"go-on": "must", "camp": "may", "march": "may"}
    table.on("Ben", "go-on")


@pytest.mark.rule("GP-WILD-12", "GP-WILD-14")
@pytest.mark.parametrize(("survivalist", "after"), [((2, 3), [0, 0, 0, 0]), (FAIL, [0, 1, 1, 0])])
def test_a_camp_restores_by_survivalist_or_by_ones_own_toughness_and_worsens_nobody(survivalist, after):
    table = road(survivalist=survivalist, provisions=100)
    table.roll("orsel", 10, 1)
    table.roll("tamsin", *FAIL, 9, 9)
    table.roll("fenn", 9, 9, 10, 10, 10)
    table.roll("dov", *WELL)
    quiet(table)
    table.no("Ann", "camp-doing", "no-camp", "GP-WILD-12", who="orsel", doing="camp/hunt")
    day, left = table.state.day, table.journey.left
    table.on("Ann", "camp", days=2)
    assert (table.state.day, table.journey.left) == (day + 2, left - 8)
    assert [table.state.people[who].peril for who in table.journey.travellers] == after
    table.on("Ann", "camp-doing", who="orsel", doing="camp/hunt")
    assert [one.what for one in table.game.situation(table.state).waiting] == ["Survival"]
    assert table.read["Ben"][-2].startswith("in camp: ")
    assert table.trial_of("orsel").skill == "survival"
    table.no("Ann", "go-on", "unsettled")
    table.roll("orsel", *FAIL)
    table.on("Gil", "stock-up", amount=8, what="hunting")
    assert table.journey.left == left


@pytest.mark.rule("GP-WILD-12", "GP-CORE-12", "GP-RD-18")
@pytest.mark.parametrize(("peril", "told"), [(3, {}), (LAST, {"nell": LAST})])
def test_of_the_guides_people_nobody_hears_in_camp_how_tired_they_are(peril, told):
    table = Road(*four(), skilled("nell", toughness=(40, 0)))
    table.away()
    table.found((2, 3, 5), (2, 3), (2, 3))
    hold_out(table)
    quiet(table)
    for who in ("orsel", "nell"):
        table.put(who, peril=peril)
    [offer], [for_gm] = table.offers("Ann", "camp"), table.offers("Gil", "camp")
    assert ("Orsel" in offer.why, "Nell" in offer.why, "Nell" in for_gm.why) == (True, False, True)
    camp = found(table.on("Ann", "camp", days=1), Camped)
    assert camp.now == {"orsel": 0, "nell": 0}
    cards = [fact.text for fact in camp.line(table.state).facts]
    assert cards == ["They make camp for a day and a night and eat 5.", "Orsel recovers", "Nell recovers"]
    heard = found(table.heard["Ann"], Camped)
    assert (heard.was, heard.now) == ({"orsel": peril} | told, {"orsel": 0})
    says = table.read["Ann"][-1]
    assert ("Nell (no longer Incapacitated!)" in says, "Nell" in says) == (bool(told), bool(told))



@pytest.mark.rule("GP-WILD-12", "GP-CORE-22")
def test_only_a_camp_restores_on_a_journey():
    table = road()
    table.refuses("Gil", "rest", "on-a-journey", "GP-WILD-12", where="safe")


@pytest.mark.rule("GP-CORE-22", "GP-WILD-12")
def test_who_stays_at_home_sleeps_while_others_are_on_the_road():
    table = Road(*(replace(who, peril=3) for who in four()))
    table.on("Gil", "set-travellers", travellers=["orsel", "tamsin", "fenn"])
    table.draw()
    table.on("Gil", "set-out")
    table.do("Gil", "rest", where="unsafe")
    assert [table.peril(who.id) for who in four()] == ["ignore-2", "ignore-2", "ignore-2", "imperiled"]


@pytest.mark.rule("GP-CORE-22", "GP-WILD-12")
def test_who_has_only_planned_a_journey_sleeps_and_lets_days_pass():
    table = Road(*(replace(who, peril=3) for who in four()))
    table.draw()
    table.do("Gil", "rest", where="safe")
    assert [table.peril(who.id) for who in four()] == ["unhindered"] * 4
    table.do("Gil", "pass-days", days=3)
    table.no("Ann", "camp", "no-stretch")
    table.on("Gil", "set-out")
    table.refuses("Gil", "pass-days", "on-a-journey", days=1)
    assert table.state.day == 3 + 5


@pytest.mark.rule("GP-WILD-12", "GP-WILD-14")
@pytest.mark.parametrize("far", [True, False])
def test_a_party_may_camp_where_a_stretch_ends(far):
    table = road(fortune=0, provisions=100)
    if far:
        table.draw("the fen")
    hold_out(table)
    table.put("fenn", peril=2)
    quiet(table)
    table.on("Ann", "go-on")
    assert table.phase == ("mapping" if far else "arrived")
    table.refuses("Gil", "rest", "on-a-journey", "GP-WILD-12", where="safe")
    table.no("Ben", "camp", "not-leading", "GP-RD-29", days=1)
    table.on("Ann", "camp", days=7)
    assert (table.peril("fenn"), table.state.day, table.journey.left) == ("unhindered", 5 + 7, 100 - (5 + 7) * 4)
    table.on("Ben", "camp-doing", who="tamsin", doing="camp/hunt")
    if far:
        table.no("Gil", "set-out", "unsettled", "GP-WILD-12")
    table.roll("tamsin", *WELL)
    assert seen(table.state, table.journey, guide=True).travellers[2].strip[-1].camp


@pytest.mark.rule("GP-OVER-02", "GP-RD-06")
def test_marches_leave_a_stretch_at_least_a_day():
    table = road(days=4)
    hold_out(table)
    quiet(table)
    table.no("Gil", "march", "out-of-range", sooner=4)
    table.on("Gil", "march", sooner=3)
    assert table.stretch.days - table.passage.saved == 1


@pytest.mark.rule("GP-OVER-02", "GP-RD-06")
def test_a_march_shortens_a_stretch_by_no_day_that_lies_behind():
    table = road(days=17)
    weeks_later(table)
    assert table.state.today("orsel") == table.state.day == 17
    [offer] = table.offers("Gil", "march")
    assert not offer.fields
    table.on("Gil", "march")
    assert table.state.day == 17


@pytest.mark.rule("GP-OVER-02")
def test_a_party_may_march_on_each_day_of_a_stretch_once():
    table = road(days=3)
    hold_out(table)
    quiet(table)
    for day in range(3):
        assert table.passage.marches == day
        table.on("Ann", "march")
        for who in table.journey.travellers:
            table.roll(who, *WELL)
    table.no("Ann", "march", "marched-today", "GP-OVER-02")
    table.on("Ann", "camp", days=1)
    table.no("Ann", "march", "marched-today", "GP-OVER-02")


@pytest.mark.rule("GP-OVER-02", "GP-WILD-14")
def test_who_rules_on_the_guide_after_a_march_reckons_the_days_that_are_left():
    table = road(days=5)
    table.on("Gil", "march", sooner=2)
    for who in table.journey.travellers:
        march = next(one for one in table.state.trials.values() if one.who == who and one.purpose == "journey-march")
        table.do(table.player(who), "roll", trial=march.id, faces=WELL)
    assert table.journey.used == 3 * 4
    table.on("Gil", "rule-role", role="guide", outcome="failure")
    assert table.journey.used == 3 * 4 * 2


@pytest.mark.rule("GP-RD-06")
def test_the_gm_alone_says_that_a_march_shortens_the_way():
    table = road(days=4)
    hold_out(table)
    quiet(table)
    [offer] = table.offers("Ann", "march")
    assert not offer.fields
    table.on("Ann", "march")
    assert (table.passage.saved, table.state.day) == (0, 4)



@pytest.mark.rule("GP-OVER-02", "GP-RD-06", "GP-CORE-13")
def test_who_fails_a_forced_march_is_down_and_rests_a_day_later():
    table = road(carried=("orsel",), days=4)
    hold_out(table)
    quiet(table)
    table.on("Gil", "march", sooner=1)
    assert [table.trial_of(who).difficulty for who in table.journey.travellers] == ["hard"] * 4
    assert table.trial_of("orsel").assist == ""
    assert table.state.day == 3
    table.no("Ann", "camp", "wrong-moment")
    for who in table.journey.travellers:
        table.roll(who, *(WELL if who != "fenn" else FAIL))
    assert table.peril("fenn") == "incapacitated"
    assert table.state.people["fenn"].corruption == 6
    table.on("Ann", "camp", days=1)
    assert table.peril("fenn") == "incapacitated"
    table.on("Ann", "camp", days=1)
    assert table.peril("fenn") == "unhindered"
    table.on("Ann", "march")


@pytest.mark.rule("GP-OVER-02")
@pytest.mark.parametrize(
    ("faces", "now"), [((10, 1), 0), (WELL, 0), (FAIL, 5), ((9, 9), 5)], ids=["CS", "S", "F", "CF"]
)
def test_a_march_fells_by_any_failure_and_makes_nobody_hardy(faces, now):
    table = road(days=4)
    hold_out(table)
    quiet(table)
    table.on("Ann", "march")
    table.roll("fenn", *faces)
    fenn = table.who("fenn")
    assert (fenn.peril, fenn.no_rest_until) == (now, table.state.today("fenn") + 1 if now else 0)
    assert table.passage.hardy == ()


def weeks_later(table):
    """They bear the first moment of a Stretch of 17 days, and the next one at its end."""
    for _ in range(2):
        for who in [one.who for one in table.state.trials.values()]:
            table.roll(who, *WELL)
        quiet(table)
        if table.passage.at == 0:
            table.on("Ann", "go-on")


@pytest.mark.rule("GP-OVER-02", "GP-WILD-12")
def test_who_failed_a_march_rests_when_24_hours_of_the_way_are_over():
    table = road(days=17)
    table.on("Ann", "march")
    for one in [one for one in table.state.trials.values() if one.purpose == "journey-march"]:
        table.do(table.player(one.who), "roll", trial=one.id, faces=FAIL if one.who == "fenn" else WELL)
    weeks_later(table)
    assert (table.peril("fenn"), table.state.today("fenn")) == ("incapacitated", 17)
    table.on("Ann", "camp", days=1)
    assert table.peril("fenn") == "unhindered"


@pytest.mark.rule("GP-WILD-11", "GP-WILD-14")
def test_who_breaks_a_journey_off_is_there_on_the_day_that_it_is():
    table = road(days=17, provisions=100)
    hold_out(table)
    quiet(table)
    table.on("Ann", "camp", days=2)
    table.on("Gil", "end-journey")
    assert table.state.day == 1 + 2
    assert (table.journey.used, table.journey.left) == (3 * 4, 100 - 3 * 4)


def apart():
    """Orsel and Tamsin have borne the first day of a Stretch of 17 days, and Fenn has set out alone on one of five."""
    table = road(days=17)
    hold_out(table)
    quiet(table)
    table.on("Gil", "set-travellers", travellers=["orsel", "tamsin"])
    table.do("Gil", "open-journey", title="To the mill", who=["fenn"])
    other = list(table.state.journeys)[-1]
    blanks = {"name": "the fields", "days": 5, "land": "marsh", "threat": "none", "stretch": "", "place": 1}
    table.do("Gil", "draw-stretch", journey=other, **blanks)
    table.do("Gil", "set-out", journey=other)
    return table, other


def days(table):
    """The day for who is on the long road, on the other, and at home; and the calendar's."""
    return *(table.state.today(who) for who in ("orsel", "fenn", "dov")), table.state.day


@pytest.mark.rule("GP-RD-30", "GP-WILD-14", "GP-OVER-02")
def test_two_journeys_at_once_have_each_their_own_days():
    table, other = apart()
    assert days(table) == (1, 2, 2, 17)
    assert found(table.events[-1:], StretchBegun).rules[-1] == "GP-RD-30"
    table.on("Ann", "camp", days=4)
    assert days(table) == (5, 2, 5, 21)
    table.on("Gil", "march", sooner=2)
    assert days(table) == (5, 2, 5, 19)
    table.do("Gil", "end-journey", journey=other)
    assert "Day 2." in table.read["Ann"][-1]
    assert days(table) == (5, 5, 5, 19)
    table.on("Gil", "end-journey")
    assert days(table) == (5, 5, 5, 5)


@pytest.mark.rule("GP-RD-30", "GP-REP-02")
def test_days_of_one_road_open_no_favours_on_another():
    table, _ = apart()
    for who, day in (("orsel", 1), ("fenn", 1)):
        table.put(who, bought={"minor": day})
    table.refuses("Ann", "request", "too-soon", "GP-REP-02", who="orsel", tier="minor", sample="hired-mourners")
    table.do("Cleo", "request", who="fenn", tier="minor", sample="hired-mourners")


@pytest.mark.rule("GP-REP-02", "GP-DIS-02")
def test_days_of_the_way_count_for_favours_and_for_what_takes_somebody_over():
    table = road(days=17)
    table.put("fenn", bought={"minor": table.state.today("fenn")})
    table.put("dov", disorders=(HeldDisorder("moon-fever", woken=True),))
    table.do("Dan", "yield-to", who="dov", row="moon-fever")
    table.refuses("Cleo", "request", "too-soon", "GP-REP-02", who="fenn", tier="minor")
    weeks_later(table)
    table.do("Cleo", "request", who="fenn", tier="minor", sample="hired-mourners")
    assert table.who("dov").disorders[0].turned == "over"


@pytest.mark.rule("GP-OVER-02", "GP-WILD-01")
def test_nobody_who_dies_on_a_march_is_tested_at_its_end():
    table = road(days=4)
    hold_out(table)
    quiet(table)
    table.on("Ann", "march")
    table.put("fenn", fate=0)
    table.do("Gil", "deal-harm", how="mishap", who=("fenn",), points=60, dice=0)
    assert {one.who for one in table.state.trials.values()} == {"orsel", "tamsin", "dov"}
    for who in table.journey.travellers:
        table.roll(who, *WELL)
    assert table.phase == "resting"


@pytest.mark.rule("GP-OVER-02", "GP-CORE-13")
def test_who_falls_on_a_march_bears_the_hardship_of_the_day_without_dice():
    table = road(days=4)
    table.on("Ann", "march")
    assert table.phase == "march"
    march = {one.who: one.id for one in table.state.trials.values() if one.purpose == "journey-march"}
    for who, id_ in march.items():
        table.do(table.player(who), "roll", trial=id_, faces=WELL if who != "fenn" else FAIL)
    assert table.phase == "hardship"
    assert table.moment.results == {"fenn": "failure"}
    assert not table.moment.diced


@pytest.mark.rule("GP-OVER-02", "GP-WILD-09", "GP-CORE-13")
def test_who_falls_by_hardship_fails_the_march_without_dice_when_everyone_rolls():
    table = road()
    table.put("orsel", peril=LAST - 1)
    table.on("Ann", "march")
    table.on("Gil", "all-endure", faces=[*FAIL, 10, 10, *WELL * 3])
    orsel = table.who("orsel")
    assert (orsel.incapacitated, orsel.no_rest_until) == (True, table.state.today("orsel") + 1)
    table.on("Gil", "all-endure", faces=WELL * 3)
    assert table.phase == "threat"


@pytest.mark.rule("GP-OVER-02", "GP-OVER-04")
def test_nobody_marches_at_sea_where_a_storm_asks_for_a_pilot():
    table = road(surface="sea", land="open sea", bad_weather=True, guide=(1, 2, 3))
    table.no("Ann", "march", "not-on-land", "GP-OVER-02")
    table.on("Gil", "capsize", who="dov")
    pilot = next(one for one in table.state.trials.values() if one.skill == "pilot")
    assert (pilot.who, pilot.difficulty) == ("dov", "standard")
    for ashore in ({}, {"bad_weather": True}):
        road(**ashore).no("Gil", "capsize", "no-storm", "GP-OVER-04", who="dov")


@pytest.mark.rule("GP-WILD-13")
def test_a_very_hard_journey_brings_a_point_for_each_survivor():
    table = road(fortune=1)
    for who in table.journey.travellers:
        table.roll(who, *WELL)
    quiet(table)
    people = table.state.people
    hireling = skilled("joss", threshold=6)
    table.state = replace(
        table.state, people={**people, "dov": replace(people["dov"], dead=True), "joss": hireling}
    )
    table.on("Gil", "go-on")
    table.on("Gil", "set-travellers", travellers=["orsel", "tamsin", "fenn", "joss"])
    [offer] = table.offers("Gil", "end-journey")
    assert offer.fields[0].most == 3
    table.on("Gil", "end-journey", points=3)
    assert table.state.fortune[-1] == LedgerLine(3, "a very hard journey, To the pass", "GP-WILD-13")
    assert table.phase == "over"
    [again] = table.offers("Gil", "open-journey")
    assert again.by_itself()["who"] == ("orsel", "tamsin", "fenn")


@pytest.mark.rule("GP-WILD-14", "GP-RD-13")
def test_stores_run_short_and_hunger_is_the_gms_to_say():
    table = road(provisions=16, days=5)
    assert (table.journey.left, table.journey.short, table.journey.used) == (0, 4, 16)
    assert any("20 for all. The stores do not last: 4 short." in line for line in table.read["Ann"])
    table.on("Gil", "hunger", who=("orsel", "fenn"), steps=1)
    assert [line.strip() for line in table.read["Ann"][-3:]] == [
        "The party goes without 4 provisions.", "is Imperiled.", "is Imperiled.",
    ]
    assert [table.peril(who) for who in ("orsel", "tamsin", "fenn")] == ["imperiled", "unhindered", "imperiled"]
    assert (table.journey.left, table.journey.short, table.journey.used) == (0, 0, 16)
    table.no("Gil", "hunger", "nobody-hungry", "GP-WILD-14", who=("orsel",), steps=1)


@pytest.mark.rule("GP-RD-13", "GP-WILD-14", "GP-OVER-02")
def test_what_a_party_went_without_comes_back_by_no_march_and_no_ruling():
    table = road(provisions=4, days=5)
    hold_out(table)
    quiet(table)
    table.on("Gil", "hunger", who=("orsel",), steps=1)
    table.on("Gil", "march", sooner=2)
    assert (table.journey.left, table.journey.short, table.journey.used) == (0, 0, 4)
    table = road(guide=(9, 9, 8), provisions=30, days=5)
    table.on("Gil", "hunger", who=("orsel",), steps=1)
    table.on("Gil", "rule-role", role="guide", outcome="success")
    assert (table.journey.left, table.journey.short, table.journey.used) == (10, 0, 20)
    assert seen(table.state, table.journey, guide=True).store.packed == 30


@pytest.mark.rule("GP-WILD-14", "GP-RD-13")
def test_what_was_eaten_before_anybody_counted_is_no_debt():
    table = road(days=5)
    hold_out(table)
    quiet(table)
    table.on("Gil", "stock-up", amount=10, what="hunting")
    assert (table.journey.left, table.journey.short, table.journey.used) == (10, 0, 20)
    assert [line.makes for line in seen(table.state, table.journey, guide=True).store.lines] == [0, 10]
    table.on("Gil", "march", sooner=2)
    assert table.journey.left == 10


@pytest.mark.rule("GP-RD-13")
def test_who_has_eaten_nothing_for_days_is_asked_about_before_the_road_goes_on():
    table = road(provisions=4, days=5)
    table.draw("the fen")
    hold_out(table)
    quiet(table)
    [offer] = table.offers("Gil", "hunger")
    assert (offer.urgency, offer.by_itself()["steps"]) == ("may", 4)
    table.on("Ann", "go-on")
    assert table.phase == "mapping"
    assert [one.what for one in table.game.situation(table.state).waiting] == ["what hunger does"]
    table.no("Gil", "set-out", "hunger-first", "GP-RD-13")
    assert table.asked("Gil").title == "What does hunger do?"
    table.on("Gil", "hunger", who=("dov",), steps=0)
    assert table.peril("dov") == "unhindered"
    table.on("Gil", "set-out")


@pytest.mark.rule("GP-RD-13", "GP-WILD-12")
def test_a_camp_without_food_makes_hunger_worse_and_a_hunt_stills_it():
    table = road(provisions=20, days=5)
    hold_out(table)
    quiet(table)
    assert not table.offers("Gil", "hunger")
    table.on("Ann", "camp", days=2)
    assert any("eat 8. The stores do not last: 8 short." in line for line in table.read["Ann"])
    table.on("Gil", "stock-up", amount=6, what="hunting")
    assert "6 provisions more: hunting. Left: 0. The stores do not last: 2 short." in table.read["Ann"][-1]
    table.on("Gil", "stock-up", amount=6, what="hunting")
    assert (table.journey.left, table.journey.short) == (4, 0)
    assert not table.offers("Gil", "hunger")


@pytest.mark.rule("GP-WILD-05", "GP-WILD-07")
def test_the_gm_may_rule_on_a_check_until_the_hardship_begins():
    table = road(guide=(9, 9, 8), days=5)
    table.on("Gil", "rule-role", role="guide", outcome="critical-success", why="The map was good.")
    assert (table.journey.used, table.stretch.later, table.trial_of("orsel").difficulty) == (20, "routine", "routine")
    table.on("Gil", "rule-role", role="survivalist", outcome="critical-failure")
    assert len(table.passage.moments) == 2
    table.roll("orsel", *WELL)
    table.no("Gil", "rule-role", "too-late", role="scout", outcome="success")


@pytest.mark.rule("GP-WILD-07", "GP-WILD-11")
def test_no_check_is_ruled_on_once_a_moment_that_was_spared_lies_behind():
    table = road(survivalist=(10, 1), days=10)
    table.on("Ben", "waive")
    quiet(table)
    table.on("Ann", "go-on")
    assert table.phase == "hardship"
    table.no("Gil", "rule-role", "too-late", "GP-WILD-11", role="survivalist", outcome="success")
    assert [moment.watched for moment in table.passage.moments] == [True, False]
    table = road(waived_test_roll="drop", survivalist=(10, 1), days=10)
    table.on("Ben", "waive")
    table.on("Ann", "go-on")
    table.no("Gil", "rule-role", "too-late", "GP-WILD-11", role="survivalist", outcome="success")
    assert table.passage.at == 1
    table = road(fortune=1)
    table.roll("orsel", *FAIL)
    assert not table.moment.diced
    table.no("Gil", "rule-role", "too-late", "GP-WILD-11", role="survivalist", outcome="success")


@pytest.mark.rule("GP-WILD-05", "GP-WILD-07")
def test_without_a_survivalist_the_gm_may_spare_a_moment():
    table = Road()
    table.draw(days=10)
    table.on("Gil", "set-out")
    table.take(orsel="guide", fenn="scout", dov="helps guide", tamsin="helps scout")
    table.on("Gil", "be-off")
    table.roll("orsel", 2, 3, 5)
    table.roll("fenn", *WELL)
    table.on("Gil", "rule-role", role="survivalist", outcome="critical-success")
    [waived, *_] = table.on("Gil", "waive")
    assert waived.line(table.state).who == "The GM"
    assert table.phase == "threat"


@pytest.mark.rule("GP-WILD-05")
def test_each_is_proposed_another_role_by_what_they_do_best():
    table = Road()
    table.draw()
    table.on("Gil", "set-out")
    proposed = {who.id: role_blank(table, who.id).default for who in four()}
    assert proposed == {"orsel": ("guide",), "tamsin": ("survivalist",), "fenn": ("scout",), "dov": ()}
    table.take(fenn="guide")
    assert role_blank(table, "orsel").default in (("survivalist",), ("scout",))
    assert role_blank(table, "fenn").default == ("guide",)


@pytest.mark.rule("GP-WILD-05")
def test_who_alone_can_do_a_role_is_proposed_for_it_even_if_they_do_another_better():
    both = skilled("orsel", "s3", navigation=(44, 2), survival=(48, 2))
    table = Road(both, skilled("tamsin", "s4", survival=(48, 2)), skilled("fenn", "s5", stealth=(43, 2)))
    table.draw()
    table.on("Gil", "set-out")
    proposed = {who: role_blank(table, who).default for who in ("orsel", "tamsin", "fenn")}
    assert proposed == {"orsel": ("guide",), "tamsin": ("survivalist",), "fenn": ("scout",)}


@pytest.mark.rule("GP-WILD-05")
@pytest.mark.parametrize("rank", [0, 3])
def test_what_a_player_is_proposed_tells_nothing_of_the_gms_people(rank):
    both = skilled("orsel", "s3", navigation=(44, 2), survival=(48, 2))
    table = Road(both, skilled("tamsin", "", survival=(48, rank)), skilled("fenn", "", navigation=(50, rank)))
    table.draw()
    table.on("Gil", "set-out")
    assert role_blank(table, "orsel").default == ("survivalist",)
    assert {role_blank(table, who).default for who in ("tamsin", "fenn")} == {("guide",), ("scout",)}


def role_blank(table, who):
    """The first blank of the form in which somebody takes a Role."""
    [offer] = [one for one in table.offers(table.player(who), "take-role") if one.fixed["who"] == who]
    return offer.fields[0]


def test_players_are_waited_for_by_name_and_of_many_the_headline_says_how_many_they_are():
    sixth = skilled("wen", "s3", threshold=7, toughness=(30, 0))
    table = Road(*four(), sixth, skilled("ox", "", toughness=(20, 0)), fortune=3)
    table.draw(days=3)
    table.on("Gil", "set-out")
    waits = [one.what for one in table.game.situation(table.state).waiting]
    assert waits == ["a Role", "a Role", "a Role", "a Role", "a Role for Ox"]
    table.on("Gil", "be-off")
    assert table.game.situation(table.state).headline == "6 people: Toughness"
    assert [one.what for one in table.game.situation(table.state).waiting][-2:] == ["Toughness", "Toughness by Ox"]
    table.on("Gil", "all-endure", faces=[9, 8, 9, 7, 9, 6, 9, 5, 9, 4, 1, 2])
    assert table.game.situation(table.state).headline == "5 people failed at Toughness"
    assert {one.what for one in table.game.situation(table.state).waiting} == {"whether a failure stands"}
