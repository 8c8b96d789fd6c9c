"""A fight aboard is in one room: those who flee run to the next, and those who are elsewhere go on meanwhile."""

from __future__ import annotations

import pytest

from moot.games.modos.person import Gear
from moot.games.modos.tests.people import person
from moot.games.modos.tests.sailing import HOLD, LOCK, Aboard, met


@pytest.mark.rule("MO-304", "MO-IS02", "MO-IS06")
def test_who_flees_from_it_is_in_the_next_room_and_when_all_have_it_stays_where_it_is():
    table = met()
    table.does("ripley", "flee", to="commissary")
    table.let_be()
    assert (table.ship.at["ripley"], table.state.entry("ripley")) == ("commissary", None)
    for to in ("bridge", "commissary"):
        table.does("ripley", "go", to=to)
    table.refuses("Ann", "go", "nobody-goes", who="ripley", to="bridge")
    table.does("dallas", "flee", to="airlock")
    table.let_be()
    assert (table.ship.at["dallas"], table.ship.tension) == ("airlock", 3), "it is the first visit, too"
    assert (table.state.conflict, table.ship.lair, table.ship.seen) == (None, "hold", True)
    table.do("Gil", "hunt", who="dallas", how="loud")
    assert set(table.conflict.people) == {"dallas", table.ship.alien}


@pytest.mark.rule("MO-304", "MO-IS02", "MO-IS06")
def test_nobody_flees_from_a_room_that_is_shut():
    table = met(shut=HOLD)
    table.refuses("Ann", "flee", "shut-in", "MO-IS02", who="ripley", to="commissary")
    table.do("Ann", "end-turn", who="ripley")
    table.do("Ben", "end-turn", who="dallas")
    table.refuses("Gil", "flee", "shut-in", "MO-IS02", who=table.ship.alien)


@pytest.mark.rule("MO-304", "MO-IS04")
def test_when_it_runs_itself_the_fight_is_over_and_nobody_knows_where_it_is():
    table = met()
    for who in ("ripley", "dallas"):
        table.does(who, "end-turn")
    table.does(table.ship.alien, "flee")
    table.let_be()
    assert (table.state.conflict, table.ship.lair, table.ship.seen, table.ship.rest) == (None, "", False, 0)


def elsewhere(at="bridge", **more):
    """Ripley fights in the hold, and Dallas is elsewhere."""
    table = Aboard(at={"ripley": "hold", "dallas": at}, lair="hold", **more)
    table.do("Gil", "hunt", who="ripley", how="loud")
    table.do("Gil", "call-order")
    for who, face in (("ripley", 20), (table.ship.alien, 1)):
        table.does(who, "throw-initiative", pool="P", faces=[face])
    return table


@pytest.mark.rule("MO-202", "MO-IS03", "MO-IS05")
def test_who_is_elsewhere_can_listen_and_read_the_sensor_while_others_fight():
    table = elsewhere("commissary")
    table.put("dallas", gear=(Gear(id="s", name="Motion sensor"),))
    table.fate(seen=False)
    table.do("Ben", "use-sensor", who="dallas")
    assert table.ship.seen
    table.fate(seen=False)
    table.do("Ben", "listen", who="dallas")
    table.throws("dallas", 20, 1)
    assert table.ship.seen
    table.do("Ben", "go", who="dallas", to="bridge")
    table.refuses("Ben", "listen", "nobody-listens", "MO-IS05", who="dallas")
    table.refuses("Ann", "listen", "nobody-listens", "MO-IS05", who="ripley")


@pytest.mark.rule("MO-202", "MO-IS02", "MO-IS07")
def test_who_is_elsewhere_while_others_fight_has_a_round_of_actions_and_the_computer_a_door():
    table = elsewhere("workshop")
    table.do("Ben", "take-found", who="dallas", thing="workshop/0")
    table.do("Ben", "go", who="dallas", to="duct-a")
    said = "Others fight, and it is Ripley’s turn. You have one action in this round."
    assert (table.asked("Ben").title, table.asked("Ben").text) == ("Dallas: The upper duct", said)
    table.do("Ben", "use-pad", who="dallas", junction="duct-a|mainframe")
    table.do("Gil", "work-remotely", junction=LOCK)
    for name, do, code, blanks in (
        ("Ben", "go", "nobody-goes", {"who": "dallas", "to": "workshop"}),
        ("Ben", "use-pad", "no-pad", {"who": "dallas", "junction": "duct-a|mainframe"}),
        ("Gil", "work-remotely", "one-a-round", {"junction": LOCK}),
    ):
        table.refuses(name, do, code, **blanks)
    for who in ("ripley", table.ship.alien):
        table.does(who, "end-turn")
    table.do("Gil", "work-remotely", junction=LOCK)
    table.do("Ben", "go", who="dallas", to="workshop")
    table.refuses("Ann", "go", "nobody-goes", "MO-IS02", who="ripley", to="commissary")


@pytest.mark.rule("MO-X219", "MO-IS06", "MO-IS07")
@pytest.mark.parametrize("roles", [{}, {"dallas": "android"}])
def test_who_comes_into_the_room_of_the_fight_is_in_it_unless_it_leaves_them_alone(roles):
    table = elsewhere("commissary", roles=roles)
    table.do("Ben", "go", who="dallas", to="hold")
    assert (table.state.entry("dallas") is None) is bool(roles)
    if not roles:
        table.does("dallas", "throw-initiative", pool="P", faces=[10])
        table.does("ripley", "end-turn")
        assert table.conflict.whose == "dallas"


@pytest.mark.rule("MO-X219", "MO-IS06", "MO-IS01")
def test_who_wakes_later_in_the_room_of_the_fight_is_in_it():
    table = Aboard(lair="commissary")
    table.do("Gil", "hunt", who="ripley", how="loud")
    table.have(people={**table.state.people, "kane": person("kane", player="s5")})
    table.do("Gil", "call-order")
    for who, face in (("ripley", 20), ("dallas", 10), (table.ship.alien, 1)):
        table.does(who, "throw-initiative", pool="P", faces=[face])
    table.do("Gil", "wake-later", who="kane")
    assert table.state.entry("kane") is not None
    table.refuses("Cleo", "go", "nobody-goes", "MO-IS02", who="kane", to="bridge")


@pytest.mark.rule("MO-IS03", "MO-X205")
def test_to_take_something_up_in_a_fight_is_an_action_that_can_be_hindered():
    table = met(strewn={"torch/Nozzle": "hold"}, spotted=("torch/Nozzle",))
    table.put(table.ship.alien, asking="always")
    table.do("Ann", "take-found", who="ripley", thing="torch/Nozzle")
    table.does(table.ship.alien, "hinder", words="treads on it", pool="P")
    table.does("dallas", "pass", faces=[2, 18])
    assert (table.who("ripley").gear, table.conflict.people["ripley"].actions) == ((), 2)
    table.do("Ann", "take-found", who="ripley", thing="torch/Nozzle")
    table.let_be()
    assert [thing.name for thing in table.who("ripley").gear] == ["Nozzle of the torch"]


@pytest.mark.rule("MO-IS08", "MO-202")
def test_somebody_in_a_suit_keeps_it_busy_in_the_airlock_while_another_tricks_the_computer():
    suit = person("ripley", player="s3", gear=("spacesuit",))
    table = Aboard(suit, person("dallas", player="s4"), at={"ripley": "airlock", "dallas": "mainframe"}, lair="airlock")
    table.do("Gil", "hunt", who="ripley", how="loud")
    table.fate(shut=(LOCK,))
    table.do("Gil", "call-order")
    for who, face in (("ripley", 20), (table.ship.alien, 1)):
        table.does(who, "throw-initiative", pool="P", faces=[face])
    table.do("Ben", "persuade-computer", who="dallas", faces=[2, 18])
    table.refuses("Ben", "persuade-computer", "not-there", "MO-IS08", who="dallas")
    for who in ("ripley", table.ship.alien):
        table.does(who, "end-turn")
    table.do("Ben", "persuade-computer", who="dallas", faces=[18, 2])
    assert (table.ship.over, table.who("ripley").dead, table.state.conflict) == ("tricked", False, None)


@pytest.mark.rule("MO-IS09", "MO-M314", "MO-202")
def test_while_others_fight_the_shuttle_leaves_and_the_dead_go_on():
    table = elsewhere("shuttle", armed=6, runs=True)
    table.put("dallas", marks=(table.mark("dead"),))
    table.do("Ben", "take-spare")
    assert list(table.ship.roles.values()) == ["cat"]
    table = elsewhere("shuttle", armed=6, runs=True)
    table.refuses("Ben", "launch", "not-a-choice", who=["ripley", "dallas"])
    table.do("Ben", "launch", who=["dallas"])
    assert (table.ship.over, table.who("ripley").dead, table.state.conflict) == ("left", True, None)


@pytest.mark.rule("MO-IS08", "MO-X201")
def test_an_alien_that_was_flushed_with_all_who_fought_it_is_gone_and_not_lost_from_sight():
    table = Aboard(at={"ripley": "hold", "dallas": "airlock"}, lair="airlock")
    table.do("Gil", "hunt", who="dallas", how="loud")
    table.do("Gil", "call-order")
    for who, face in (("dallas", 20), (table.ship.alien, 1)):
        table.does(who, "throw-initiative", pool="P", faces=[face])
    table.do("Ann", "use-pad", who="ripley", junction=LOCK)
    before = len(table.read["Ben"])
    table.do("Ann", "open-outer", who="ripley")
    told = " ".join(table.read["Ben"][before:])
    assert "the dark takes the alien" in told
    assert "Nobody knows where it is" not in told
    assert (table.state.conflict, table.ship.over, table.who("dallas").dead) == (None, "flushed", True)
