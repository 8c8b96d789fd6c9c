"""What people see of sheets and of the end of a session; and two sessions from an empty table."""

from __future__ import annotations

import pytest

from moot.games.perilous.evening.closing import SessionEnded
from moot.games.perilous.evening.requisitions import WishPaid
from moot.games.perilous.intrigue.ending import ExchangeClosed, PairOpened
from moot.games.perilous.journey.camp import Camped
from moot.games.perilous.journey.resting import StretchEnded
from moot.games.perilous.person import INJURY_ROWS, HeldDisorder, LedgerLine, Suffered
from moot.games.perilous.room import GAME
from moot.games.perilous.tests.golden_evenings import evening
from moot.games.perilous.tests.table import Sitting


def sheet(table: Sitting, name: str, who: str):
    return GAME.opened(table.state, table.seats[name], who)


@pytest.mark.rule("GP-CORE-08", "GP-CORE-09", "GP-CORE-07")
def test_a_sheet_says_what_each_figure_is_made_of():
    table = Sitting("Ann", "Ben")
    ann = table.pc("Ann", attributes=dict.fromkeys(table_of_seven(), 45), shifts={"willpower": 1}, armor="mail",
                   load=9, injuries=(Suffered("twisted-ankle"),), ranks={"charm": 2, "heal": 0}, peril=3)
    seen = sheet(table, "Ann", ann)
    found = {one.title: (one.total, dict(one.parts)) for one in seen.sums}
    assert found == {
        "Damage Threshold": (8, {"Brawn": 4, "Mail": 4}), "Peril Threshold": (8, {"Willpower": 5, "everybody": 3}),
        "Initiative": (5, {"Perception": 4, "everybody": 3, "carried above the limit": -2}),
        "Movement": (2, {"Agility": 4, "everybody": 3, "carried above the limit": -2, "Injuries": -3}),
        "Encumbrance Limit": (7, {"Brawn": 4, "everybody": 3}), "Carried": (9, {"above the limit": 2}),
    }
    assert {one.title: (one.bonus, one.made) for one in seen.attributes if one.made} == {"Willpower": (5, "4 + 1")}
    assert seen.injuries == (("Twisted Ankle", INJURY_ROWS["twisted-ankle"].text),)
    skills = {one.title: (one.ranks, one.usable, one.chance, one.flip) for one in seen.skills}
    assert (skills["Charm"], skills["Heal"], len(skills)) == ((2, 0, 45, 0), (0, 0, 45, -1), 36)
    assert (len(seen.peril.places), seen.peril.now, len(seen.damage.places), seen.damage.now) == (6, 3, 6, 0)
    assert sheet(table, "Ben", ann) == seen


def test_the_sheets_of_the_dead_come_last():
    table = Sitting("Ann")
    first = table.put(table.pc("Ann", who="Mira"), dead=True)
    second = table.pc("Ann", who="Tam")
    assert [one.id for one in table.own("Ann").sheets] == [second, first]


@pytest.mark.rule("GP-CORR-03")
def test_where_one_roll_counts_for_all_no_ten_is_marked_in_the_ledger():
    table = Sitting("Ann", corruption_variant="official")
    table.pc("Ann", sins=tuple(LedgerLine(points, "a deed", "GP-CORR-02") for points in (9, 4)))
    table.begin()
    assert [line.stamp for line in table.stage("Ann").evening.souls[0].ledger] == ["", ""]


def table_of_seven() -> tuple[str, ...]:
    return ("combat", "brawn", "agility", "perception", "intelligence", "willpower", "fellowship")


@pytest.mark.rule("GP-RD-18", "GP-DIS-02", "GP-CORR-06")
def test_others_see_no_figures_of_the_gms_people_and_no_disorder_that_has_not_shown():
    table = Sitting("Ann", "Ben")
    ann = table.pc("Ann", disorders=(HeldDisorder("hophead", hidden=True), HeldDisorder("moon-fever", woken=True)))
    guard, spy = table.npc(), table.npc("A spy", hidden=True)
    assert [one.row.title for one in sheet(table, "Ann", ann).disorders] == ["Hophead", "Moon fever"]
    assert [(one.row.title, one.state) for one in sheet(table, "Ben", ann).disorders] == [("Moon fever", "awake")]
    assert (sheet(table, "Ben", guard).sums, sheet(table, "Ben", guard).peril) == ((), None)
    assert sheet(table, "Gil", guard).sums
    assert (sheet(table, "Gil", guard).leaning, sheet(table, "Ben", guard).leaning) == ("leans to Order", "")
    assert sheet(table, "Ben", spy) is None
    assert sheet(table, "Gil", spy) is not None


@pytest.mark.rule("GP-CORR-05", "GP-CORR-10")
def test_the_ledger_has_a_running_total_and_the_die_lies_beside_its_line():
    table = Sitting("Ann", "Ben", corruption_variant="house")
    ledger = tuple(LedgerLine(points, "a deed", "GP-CORR-02") for points in (6, 3, 4))
    ann = table.pc("Ann", order=3, chaos=5, permanent_chaos=2, sins=ledger)
    table.pc("Ben")
    rat = table.npc("A rat")
    table.put(rat, sins=ledger)
    table.begin()
    soul = table.stage("Ben").evening.souls[0]
    assert [(line.points, line.makes, line.stamp) for line in soul.ledger] == [(6, 6, ""), (3, 9, ""), (4, 13, "10")]
    assert (soul.total, soul.coming) == (13, "Chaos +1 for certain; 30\u00a0% for Chaos +1 on top.")
    table.put(ann, chaos=8)
    told = table.stage("Ben").evening.souls[0].coming
    assert told.endswith("on top. 30\u00a0% for a Disorder.")
    table.put(ann, chaos=5)
    assert [one.name for one in table.stage("Gil").evening.souls] == ["Ann’s own", "Ben’s own", "A rat"]
    assert len(table.stage("Ben").evening.souls) == 2
    table.do("Gil", "end-session")
    assert table.stage("Ben").evening.phase == "converting"
    table.do("Ann", "convert", who=ann, faces=[3])
    soul = table.stage("Ben").evening.souls[0]
    assert (soul.face, soul.against, soul.gained, soul.verdict) == (3, 3, (0, 2), "drifts to Chaos")
    assert (soul.order, soul.chaos) == ((3, 0), (7, 2))
    assert table.stage("Ben").evening.phase == "settling"


@pytest.mark.rule("GP-REP-01", "GP-REP-02")
def test_a_purse_has_three_clocks():
    table = Sitting("Ann")
    fame = (LedgerLine(9, "deeds", "GP-REP-01"), LedgerLine(-5, "a sword", ""))
    ann = table.pc("Ann", bought={"middling": 2}, fame=fame)
    table.do("Gil", "pass-days", days=4)
    purse = sheet(table, "Ann", ann).purse
    assert purse.reputation == 4
    assert [line.makes for line in purse.lines] == [9, 4]
    assert [(one.title, one.least, one.most, one.days, one.left) for one in purse.clocks] == [
        ("Minor", 1, 3, 1, 0), ("Middling", 4, 6, 7, 5), ("Major", 7, 9, 30, 0),
    ]


@pytest.mark.parametrize(("title", "said", "over"), [
    ("The mill", ("Session 1 begins", "The mill"), "Session 1 is over"),
    ("", ("A session begins", "Session 1"), "The session is over"),
])
def test_a_session_that_begins_or_ends_is_named_once(title, said, over):
    table = Sitting("Ann")
    table.pc("Ann")
    [event] = table.do("Gil", "open-session", title=title)
    frame = event.line(table.state).frame
    assert (frame.lead, frame.title) == said
    ended = SessionEnded(session=1).line(table.state).frame
    assert ended is not None
    assert ended.lead == over


@pytest.mark.rule("GP-CORR-10", "GP-CORE-18", "GP-REP-01", "GP-RD-17")
def test_from_an_empty_table_to_a_second_session():
    table = Sitting("Ann", "Ben")
    assert [one.what for one in GAME.situation(table.state).waiting] == ["a character", "a character"]
    ann, ben = table.pc("Ann", "captain", "Wen"), table.pc("Ben", "hedge-mage", "Odo")
    assert [one.what for one in GAME.situation(table.state).waiting] == ["the session to begin"]
    assert table.asked("Gil").title == "Ready for a session?"
    table.do("Gil", "open-session", title="The mill")
    assert sum(line.points for line in table.state.fortune) == 3
    table.do("Ann", "confess", who=ann, offence="threatening-an-innocent")
    [waits] = GAME.situation(table.state).waiting
    assert (waits.seat, waits.what) == ("s1", "a nod to Wen")
    table.do("Gil", "nod", claim=next(iter(table.state.claims)), points=2)
    table.do("Gil", "call-trial", who=ben, skill="charm")
    table.do("Ben", "roll", trial=next(iter(table.state.trials)), faces=[9, 1])
    table.do("Ben", "spend-fortune", trial=next(iter(table.state.trials)), faces=[10, 1])
    assert (len(table.state.fortune), len(table.state.misfortune)) == (2, 1)
    table.do("Gil", "end-session")
    table.do("Ann", "convert", who=ann, faces=[3])
    table.do("Gil", "settle", rewards=100, arc=1)
    wen, odo = table.who(ann), table.who(ben)
    assert (wen.order, wen.chaos, wen.rewards, wen.reputation, odo.order) == (1, 0, 100, 3, 1)
    frames = [line.frame for event in table.events if (line := GAME.line(table.state, event)) and line.frame]
    assert [(frame.kind, frame.id) for frame in frames] == [("chapter", "session-1"), ("recap", "session-1")]
    assert type(table.events[-1]) in GAME.closes
    table.do("Gil", "open-session")
    assert (table.state.session, table.state.phase, table.state.misfortune) == (2, "session", ())


@pytest.mark.rule("GP-CORE-18")
@pytest.mark.parametrize(("returns", "left"), [("false", 2), ("true", 3)])
def test_spent_misfortune_goes_back_where_the_table_says_so(returns, left):
    table = Sitting("Ann", "Ben", misfortune_returns=returns)
    ann = table.pc("Ann")
    rat = table.npc("A rat")
    table.begin()
    for who, name in ((ann, "Ann"), (rat, "Gil")):
        table.do("Gil", "call-trial", who=who, skill="charm")
        table.do(name, "roll", trial=next(iter(table.state.trials)), faces=[9, 1])
        table.do(name, "spend-fortune", trial=next(iter(table.state.trials)), faces=[9, 2])
    assert sum(line.points for line in table.state.fortune) == left
    assert sum(line.points for line in table.state.misfortune) == 0


@pytest.mark.rule("GP-CORR-04")
def test_a_die_that_can_only_end_one_way_says_so():
    table = Sitting("Ann", corruption_variant="official")
    ann = table.pc("Ann", sins=(LedgerLine(13, "a deed", "GP-CORR-02"),))
    table.begin()
    assert table.stage("Ann").evening.souls[0].coming == "Chaos +1, whatever the die shows."
    table.put(ann, sins=())
    assert table.stage("Ann").evening.souls[0].coming == "Order +1, whatever the die shows."


@pytest.mark.rule("GP-DIS-03")
def test_a_hidden_disorder_says_nothing_of_leaving_but_to_the_guide():
    table = Sitting("Ann")
    ann = table.pc("Ann")
    most = table.who(ann).bonus("willpower")
    seen = [HeldDisorder("moon-fever")] * most
    for hidden, others in ((True, False), (False, True)):
        table.put(ann, disorders=(*seen, HeldDisorder("deranged-hero", hidden=hidden)))
        assert table.stage("Gil").evening.souls[0].leaving
        assert table.stage("Ann").evening.souls[0].leaving is others


@pytest.mark.parametrize("name", ["salt_road", "over_the_pass", "a_night_of_terrors", "three_reckonings"])
def test_the_journal_shows_all_that_a_line_says(name):
    lines = [line for match, events in evening(name) for one in events if (line := GAME.line(match.state, one))]
    assert any(line.quote for line in lines)
    for line in lines:  # of what is told, and said aside, it shows the quote, or else the text
        assert line.kind not in ("story", "aside") or [line.who, line.text, line.quote].count("") == 2, line


def test_what_the_gm_says_that_came_of_an_exchange_stands_at_its_end():
    *_, (match, _) = evening("the_magistrates_supper")
    [end] = [event for event in match.events if isinstance(event, ExchangeClosed) and not event.simple]
    line = GAME.line(match.state, end)
    assert line is not None
    assert line.frame is not None
    assert [fact.text for fact in line.frame.facts] == ["He signs, and wipes the pen."]


@pytest.mark.parametrize(("name", "kinds"), [
    ("over_the_pass", (Camped, StretchEnded)), ("three_reckonings", (WishPaid,)),
    ("the_magistrates_supper", (PairOpened,)),
])
def test_what_is_done_without_dice_is_shown_with_none_that_lay_there_before(name, kinds):
    found = [(one, match.state) for match, events in evening(name) for one in events if isinstance(one, kinds)]
    lines = [line for one, state in found if (line := GAME.line(state, one))]
    assert {type(one) for one, _ in found} == {*kinds}
    assert {line.kind for line in lines} == {"move"}
