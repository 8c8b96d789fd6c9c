"""What a page is given of a journey: the road, the day, everybody's Peril over time, the stores."""

from msgspec.structs import replace

from moot.games.perilous.journey.view import seen
from moot.games.perilous.tests.people import skilled
from moot.games.perilous.tests.travelling import Road, four
from moot.games.perilous.view import own


def look(table, guide=False):
    return seen(table.state, table.journey, guide)


def half_way():
    """A Stretch of 9 days is behind them up to its first moment, and a camp; two more lie ahead."""
    table = Road(provisions=60)
    table.draw("the moor", to="Ash Bridge", days=9, bad_weather=True, threat="high")
    table.draw("the pass", days=4, land="mountains")
    table.draw("beyond", days=30, hidden=True)
    table.on("Gil", "set-out")
    table.take(orsel="guide", tamsin="survivalist", fenn="scout", dov="helps guide")
    table.on("Gil", "be-off")
    table.found((1, 1, 1), (2, 3), (9, 8))
    table.roll("orsel", 10, 1)
    table.roll("tamsin", 9, 8, 9, 9)
    table.roll("fenn", 2, 3)
    table.roll("dov", 2, 3)
    table.on("Gil", "threat", faces=[6, 1, 1])
    table.on("Gil", "open-encounter", title="wolves")
    table.on("Gil", "close-encounter", end="They ran.")
    table.on("Ann", "camp", days=2)
    return table


def test_the_road_is_drawn_from_what_is_known():
    legs = look(half_way()).legs
    assert [(leg.name, leg.difficulty, leg.state, leg.marks) for leg in legs] == [
        ("the moor", 0, "now", ("rain", "camp", "encounter")),
        ("the pass", -30, "next", ()),
        ("beyond", 0, "hidden", ()),
    ]
    assert [leg.days for leg in look(half_way(), guide=True).legs] == [9, 4, 30]


def test_the_stretch_shows_its_step_and_its_moments():
    table = half_way()
    stretch = look(table).stretch
    assert stretch is not None
    assert (stretch.start, stretch.goal) == ("the coast", "Ash Bridge")
    assert (stretch.before, stretch.now, stretch.thick) == (-10, 0, 4)
    assert [(due.state, due.word) for due in stretch.moments] == [("now", "day 1"), ("later", "day 11")]
    assert stretch.empty == ()
    assert stretch.known[1:] == ("a camp restores to Unhindered",)
    assert (stretch.threat, stretch.dice) == ("", None)
    mine = look(table, guide=True).stretch
    assert mine is not None
    assert (mine.threat, mine.dice) == ("Highly Dangerous", 3)


def test_the_day_is_that_of_the_moment_while_the_calendar_is_at_the_end_of_the_stretch():
    table = half_way()
    assert (look(table).day, table.state.day) == (3, 11)
    table.on("Ann", "go-on")
    assert look(table).day == 11


def test_the_day_of_a_journey_that_is_only_planned_is_that_of_those_on_the_road():
    table = Road(*four(), skilled("wen", "s3"))
    table.on("Gil", "set-travellers", travellers=("orsel", "tamsin", "fenn", "dov"))
    table.away(days=10)
    table.found((2, 3, 5), (2, 3), (2, 3))
    table.do("Gil", "open-journey", title="Home again", start="the pass", who=("wen",), provisions=0)
    planned = [*table.state.journeys][-1]

    def days():
        return {one.id: one.day for one in table.stage("Wim").journeys}

    assert days() == {table.journey.id: 1, planned: 1}
    for who in table.journey.travellers:
        table.roll(who, 1, 2)
    table.on("Gil", "threat", faces=[2] * table.stretch.dice)
    table.on("Gil", "quiet-road")
    table.on("Gil", "go-on")
    assert days() == {table.journey.id: 10, planned: 10}


def test_everybodys_peril_is_kept_over_time():
    orsel, tamsin, *_ = look(half_way()).travellers
    assert [(step.peril, step.camp) for step in tamsin.strip] == [(3, False), (0, True)]
    assert tamsin.story == (
        "Tamsin: Ignore 2 Skill Ranks after hardship on the moor, then Unhindered by a camp on the moor"
    )
    assert (tamsin.peril, tamsin.was) == (0, 3)
    assert tamsin.does == ("Survivalist", "success 23", "hardship: failure")
    assert orsel.does[0] == "Guide"
    assert orsel.does[2:] == ("hardship: critical success", "hardy: a camp restores all Peril")


def test_beside_the_chance_of_a_check_stands_what_it_brings():
    table = Road()
    table.draw("the moor", days=4)
    table.on("Gil", "set-out")
    table.take(orsel="guide", tamsin="survivalist", fenn="scout")
    table.on("Gil", "be-off")
    assert told(table) == {
        "A critical success: one day’s provisions for each day, and it is a step easier from here.",
        "A success: one day’s provisions for each day.",
        "A failure: 2 days’ provisions for each day.",
        "A critical failure: 2 days’ provisions for each day, and it is a step harder from here.",
    }
    table.found((2, 3), (2, 3), (2, 3))
    assert "A failure: 2D10+2 Peril" in told(table)


def told(table):
    """What stands beside the chances of the first test that waits, for whom it waits."""
    trial = next(iter(table.state.trials.values()))
    [prospect] = own(table.state, table.seats[table.player(trial.who)]).prospects
    return {one.says for one in prospect.shares}


def test_the_stores_are_a_ledger():
    store = look(half_way()).store
    assert [(line.what, line.points, line.makes) for line in store.lines] == [
        ("packed", 60, 60), ("the moor: 9 days", -36, 24), ("the moor: camp", -8, 16),
    ]
    assert (store.left, store.packed, store.low, store.high, store.short) == (16, 60, 16, 32, 0)


def test_peril_of_the_gms_people_stays_with_the_gm():
    hireling = [replace(who, player="", peril=2) if who.id == "dov" else who for who in four()]
    table = Road(*hireling)
    assert [look(table, guide).travellers[3].peril for guide in (False, True)] == [0, 2]


def test_what_came_over_them_since_the_last_camp_counts_as_now():
    table = half_way()
    table.put("tamsin", peril=5)
    tamsin = look(table).travellers[1]
    assert (tamsin.was, [step.peril for step in tamsin.strip]) == (0, [3, 0, 5])
    assert tamsin.story.endswith("Unhindered by a camp on the moor, then Incapacitated! now")


def test_their_peril_over_time_is_in_no_page_but_the_gms():
    table = half_way()
    table.put("tamsin", player="")
    mine, all_ = (look(table, guide).travellers[1] for guide in (False, True))
    assert ((mine.strip, mine.story, mine.was), len(all_.strip)) == (((), "", None), 2)
