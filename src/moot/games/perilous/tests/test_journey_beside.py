"""A journey beside what else goes on: talks on the road, wishes that wait for a price, and the death of everybody."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from moot.games.perilous.figures import DISORDERS
from moot.games.perilous.journey import waiting as journey_waits
from moot.games.perilous.person import HeldDisorder
from moot.games.perilous.tests.people import skilled
from moot.games.perilous.tests.table import Session
from moot.games.perilous.tests.travelling import Road, four


def resting(*others: Any, **more: Any) -> Road:
    """Four of the party after the first moment of a Stretch, and others who are not on the road."""
    table = Road(*four(), **more)
    table.have(people={**table.state.people, **{who.id: who for who in others}})
    table.away(days=10, threat="mild")
    table.found((2, 3, 5), (2, 3), (9, 8))
    for who in table.journey.travellers:
        table.roll(who, 1, 2)
    table.on("Gil", "threat", faces=(1, 1))
    table.on("Gil", "quiet-road")
    return table


def leads(table: Session, name: str) -> str:
    """The verb of what somebody is asked first."""
    ask = table.asked(name)
    return next((one.do for one in table.offers(name) if one.key == ask.lead), "")


@pytest.mark.rule("GP-WILD-11", "GP-SOC-09")
def test_a_journey_does_not_ask_on_while_travellers_are_in_a_talk():
    table = resting(replace(skilled("dame"), leans="order"))
    assert (table.phase, leads(table, "Ann"), len(journey_waits(table.state))) == ("resting", "go-on", 1)
    table.do("Gil", "frame", npcs=["dame"], people=["tamsin"], objective="a bed for the night")
    exchange = next(iter(table.state.exchanges))
    pair = {"npc": "dame", "favourable": "charm", "unfavourable": "guile"}
    table.do("Gil", "hide-pair", exchange=exchange, **pair)
    assert journey_waits(table.state) == ()
    assert [one.urgency for one in table.offers("Ann", "go-on")] == ["may"]
    assert {name: leads(table, name) for name in ("Ann", "Ben")} == {"Ann": "", "Ben": "tactic"}
    table.do("Gil", "close-exchange", exchange=exchange)
    assert leads(table, "Ann") == "go-on"


@pytest.mark.rule("GP-WILD-11")
def test_a_journey_asks_on_while_those_at_home_talk():
    table = resting(skilled("wen", "s3"), replace(skilled("dame"), leans="order"))
    table.do("Gil", "frame", npcs=["dame"], people=["wen"], objective="the key")
    assert [one.urgency for one in table.offers("Ann", "go-on")] == ["must"]
    assert len(journey_waits(table.state)) == 1


@pytest.mark.rule("GP-REP-02")
def test_a_price_is_named_before_the_gm_rolls_for_the_road():
    table = resting()
    table.on("Ann", "go-on")
    for who in table.journey.travellers:
        table.roll(who, 1, 2)
    assert leads(table, "Gil") == "threat"
    table.do("Ben", "request", who="tamsin", tier="minor", words="a map")
    assert (leads(table, "Gil"), table.asked("Gil").title) == ("price", "What does it cost?")
    table.do("Gil", "price", wish=next(iter(table.state.wishes)), price=1)
    assert leads(table, "Gil") == "threat"


@pytest.mark.rule("GP-WILD-10", "GP-WILD-01")
def test_no_threat_is_rolled_for_a_road_on_which_everybody_is_dead():
    table = Road()
    table.away(days=10, threat="mild")
    table.found((2, 3, 5), (2, 3), (9, 8))
    for who in table.journey.travellers:
        table.put(who, fate=0)
        table.do("Gil", "deal-harm", how="mishap", who=(who,), points=60)
    assert (table.journey.travellers, table.phase) == ((), "deserted")
    assert not table.offers("Gil", "threat")
    assert leads(table, "Gil") == "end-journey"
    table.no("Gil", "set-travellers", "nobody-there", travellers=())
    [waits] = journey_waits(table.state)
    assert waits.what == "the end of the journey, or somebody who goes on with it"
    table.on("Gil", "end-journey")
    assert table.journey.over


@pytest.mark.rule("GP-WILD-14", "GP-RD-13")
def test_what_is_left_of_the_stores_is_proposed_for_the_next_journey():
    def packed(table: Session) -> tuple[Any, str]:
        [offer] = table.offers("Gil", "open-journey")
        [field] = [field for field in offer.fields if field.name == "provisions"]
        return field.default, field.hint

    table = Road(provisions=50)
    table.away(days=5)
    table.found((2, 3, 5), (2, 3), (9, 8))
    table.on("Gil", "end-journey")
    left = table.journey.left
    assert 0 < left < 50
    assert packed(table)[0] == left
    assert packed(table)[1].startswith(f"{left} are left from the journey before.")
    table.do("Gil", "open-journey", title="Back", who=("orsel",), provisions=left)
    assert packed(table)[0] == 0


@pytest.mark.rule("GP-RD-32", "GP-WILD-09")
def test_who_joins_on_the_road_bears_no_hardship_that_lies_behind_the_party():
    table = resting(skilled("wen", "s3", toughness=(40, 0)))
    ate = table.journey.used
    table.on("Gil", "set-travellers", travellers=("orsel", "tamsin", "fenn", "dov", "wen"))
    assert (table.phase, table.state.trials, table.journey.used) == ("resting", {}, ate)
    table.on("Ann", "go-on")
    assert {one.who for one in table.state.trials.values()} == {"orsel", "tamsin", "fenn", "dov", "wen"}


@pytest.mark.rule("GP-CORE-06")
def test_who_is_asked_about_the_road_has_help_for_a_test_at_hand():
    table = Road()
    table.draw()
    table.on("Gil", "set-out")
    table.take(orsel="guide", tamsin="survivalist", fenn="scout", dov="helps guide")
    table.do("Gil", "call-trial", who="dov", skill="navigation")
    [helps] = table.offers("Ann", "help")
    asked = table.asked("Ann")
    assert (asked.title, helps.key in asked.later) == ("Ready to go?", False)


@pytest.mark.rule("GP-DIS-02", "GP-CORE-18")
@pytest.mark.parametrize(
    ("row", "skill", "rolled"), [("clawing-obsession", "charm", True), ("gamblers-lament", "gamble", False)]
)
def test_a_gift_that_helps_in_a_test_of_the_road_stands_beside_it(row, skill, rolled):
    cast = tuple(replace(who, disorders=(HeldDisorder(row),)) if who.id == "orsel" else who for who in four())
    table = Road(*cast, fortune=1)
    table.draw()
    table.on("Gil", "set-out")
    table.do("Gil", "call-trial", who="orsel", skill=skill)
    [trial] = table.state.trials.values()
    table.have(trials={trial.id: replace(trial, of=table.journey.id)})
    if rolled:
        table.do("Ann", "roll", trial=trial.id, faces=[9, 8])
    [gift] = table.offers("Ann", "use-gift")
    asked = table.asked("Ann")
    assert (asked.lead.partition(":")[0], gift.key in asked.later) == ("keep" if rolled else "roll", False)
    assert gift.label == f"Use the gift of {DISORDERS[row].called}"
