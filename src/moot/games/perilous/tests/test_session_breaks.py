"""What runs when a session is to end: most of it is played out first, a journey goes on in the next (GP-RD-26)."""

from __future__ import annotations

import pytest

from moot.games.perilous.journey.mapping import TravellersChanged
from moot.games.perilous.person import LAST, HeldDisorder
from moot.games.perilous.room import GAME
from moot.games.perilous.tests.chasing import Running
from moot.games.perilous.tests.table import Sitting
from moot.games.perilous.tests.travelling import Road


def why_not(table: Sitting) -> str:
    """Why the session cannot end, in words."""
    return table.refuses("Gil", "end-session", "still-running", "GP-RD-26").message


def over(table: Sitting) -> None:
    """End the session, and begin the next one."""
    table.do("Gil", "end-session")
    table.do("Gil", "settle")
    table.do("Gil", "open-session")


@pytest.mark.rule("GP-RD-26", "GP-CORR-10")
def test_a_session_does_not_end_in_the_middle_of_a_chase():
    table = Running()
    assert why_not(table) == "A chase still runs: play it out, or end it first."
    table.begin()
    table.run(3)
    assert table.state.chases
    assert why_not(table) == "A chase still runs: play it out, or end it first."
    table.do("Gil", "call-off", chase=table.chase.id)
    over(table)
    assert (table.state.session, table.state.phase) == (2, "session")
    assert table.stage("Ann").chases == ()


@pytest.mark.rule("GP-RD-26", "GP-CORR-10")
def test_a_session_does_not_end_in_the_middle_of_a_fight_or_a_talk():
    table = Sitting("Ann", "Ben")
    ann, ben, guard = table.pc("Ann"), table.pc("Ben"), table.npc()
    table.begin()
    table.do("Gil", "open-fight", party=[ann], foes=[guard])
    assert why_not(table) == "A fight still runs: play it out, or end it first."
    table.do("Gil", "frame-simple", npc=guard, who=ben, skill="charm")
    assert why_not(table) == "An exchange and a fight still run: play them out, or end them first."
    [exchange], [fight] = table.state.exchanges, table.state.fights
    table.do("Gil", "close-exchange", exchange=exchange)
    table.do("Gil", "close-fight", fight=fight)
    over(table)
    assert not table.state.trials


@pytest.mark.rule("GP-RD-26", "GP-WILD-11", "GP-CORE-18")
def test_a_journey_goes_on_in_the_next_session_where_it_stood():
    table = Road(fortune=1)
    table.away(threat="mild")
    table.refuses("Gil", "end-session", "not-settled")
    table.found((2, 3, 10), (2, 3), (2, 3))
    assert table.phase == "hardship"
    for who in ("orsel", "tamsin", "fenn", "dov"):
        table.roll(who, 10, 1)
    assert table.phase == "threat"
    [offer] = table.offers("Gil", "end-session")
    assert "To the pass goes on in the next session." in offer.why
    before, day = table.journey, table.state.day
    table.do("Gil", "end-session")
    table.do("Gil", "settle")
    assert [one.what for one in GAME.situation(table.state).waiting] == ["the session to begin"]
    table.no("Gil", "threat", "wrong-phase")
    table.refuses("Gil", "pass-days", "on-a-journey", days=3)
    table.do("Gil", "open-session")
    assert (table.journey, table.state.day, table.state.session) == (before, day, 2)
    table.on("Gil", "threat", faces=[1] * table.stretch.dice)
    table.on("Gil", "quiet-road")
    assert table.phase == "resting"


@pytest.mark.rule("GP-RD-26", "GP-STABLE-01", "GP-WILD-01")
def test_who_is_not_played_any_more_is_off_the_road():
    table = Sitting("Ann", "Ben", character_stable="true")
    ann, second, ben = table.pc("Ann"), table.pc("Ann", who="Second"), table.pc("Ben")
    table.begin()
    table.do("Gil", "open-journey", title="To the pass", who=[ann, ben])
    road = next(iter(table.state.journeys))
    table.do("Gil", "end-session")
    table.do("Gil", "settle")
    assert table.asked("Ann").title == "You play Ann’s own. Or another?"
    for who in (second, ann, second):
        table.do("Ann", "choose-sheet", who=who)
        assert table.state.journeys[road].travellers == (ann, ben)
    table.begin()
    assert table.last(TravellersChanged).rules == ("GP-WILD-01", "GP-RD-26")
    assert table.state.journeys[road].travellers == (ben,)
    table.do("Gil", "set-travellers", journey=road, travellers=[ben, second])
    assert table.state.journeys[road].travellers == (ben, second)


@pytest.mark.rule("GP-CORE-13")
def test_whose_character_can_do_nothing_is_not_asked_what_they_do():
    table = Sitting("Ann", "Ben")
    ann, _ = table.pc("Ann", who="Mira"), table.pc("Ben")
    table.begin()
    gift = HeldDisorder("bound-to-the-bottle")
    for peril, says in ((0, "Say what your character does."), (LAST, "Mira can neither act nor make a test")):
        table.put(ann, peril=peril, disorders=(gift,))
        texts = [str(table.asked(name).text) for name in ("Ann", "Ben")]
        assert [text.startswith(one) for text, one in zip(texts, (says, "Say what"), strict=True)] == [True, True]


@pytest.mark.rule("GP-CORE-13")
@pytest.mark.parametrize(("do", "blank"), [("open-fight", "party"), ("open-chase", "escapees"), ("frame", "people")])
def test_who_can_do_nothing_is_not_proposed_for_what_begins(do, blank):
    table = Sitting("Ann", "Ben")
    ann, ben = table.pc("Ann"), table.pc("Ben")
    table.npc()
    table.begin()
    for peril, proposed in ((0, (ann, ben)), (LAST, (ben,))):
        table.put(ann, peril=peril)
        assert table.offers("Gil", do)[0].by_itself().get(blank) == proposed
