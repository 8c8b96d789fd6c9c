"""Chases played at random: the contract of a game holds, no value is below 0, nobody has two turns in a Round."""

from dataclasses import replace as dataclass_replace
from typing import Any

import pytest
from msgspec.structs import replace

from moot.core import Match, Seeded
from moot.core.events import name_of
from moot.core.offers import Urgency
from moot.core.state import seated
from moot.games.perilous.chase import CHASE
from moot.games.perilous.chase.acts import DeedBegun
from moot.games.perilous.chase.catching import TakedownTried
from moot.games.perilous.chase.ends import ChaseOver
from moot.games.perilous.chase.turns import Ran, RoundBegun, TurnBegun, TurnLost
from moot.games.perilous.room import GAME
from moot.games.perilous.tests.chasing import Running
from moot.games.perilous.tests.people import person, pool
from moot.games.perilous.tests.strolling import stroll
from moot.games.perilous.tests.table import Session
from moot.testing import SEATS
from moot.testing.walk import Survey, Walk


def people():
    """Three players' characters and four of the guide's people, with means of all kinds."""
    mounted: dict[str, Any] = {"attributes": {"agility": 45}, "ranks": {"ride": 2, "toughness": 1}}
    cast = (
        person("ann", player="s3", mode="wagon", ranks={"drive": 1, "simple-ranged": 1}),
        person("ben", player="s4", **mounted, mode="rouncey"), person("cleo", player="s5", armor="mail"),
        person("joss", **mounted, mode="palfrey"), person("ilse", **mounted, mode="courser"), person("orm"),
        person("hob", attributes={"brawn": 21}),
    )
    return {who.id: who for who in cast}


def sit(state, seats):
    if not state.people:
        state = replace(state, phase="session", session=1, people=people(), fortune=pool(4), misfortune=pool(2))
    return seated(state, seats)


CHASES = dataclass_replace(GAME, seated=sit)


class Watched(Walk):
    """A random course on which each state is held to what is always true of a chase."""

    def _take(self, seat, offer):
        super()._take(seat, offer)
        for chase in self.world.state.chases.values():
            hold(chase)


def hold(chase):
    assert all(one.value >= 0 and one.lost >= 0 for one in chase.runners.values())
    assert len({*chase.gone}) == len(chase.gone)
    aboard = [who for one in chase.runners.values() for who in one.aboard]
    assert len({*aboard}) == len(aboard)
    assert not {*aboard} & {*chase.out}
    assert chase.turn is None or chase.turn.runner not in chase.gone
    if chase.round and not chase.over:
        assert chase.still("escapees")
        assert chase.still("pursuers")
        assert chase.round <= chase.rounds


ELSE = frozenset({
    "open-chase", "open-fight", "open-journey", "frame", "frame-simple", "terrify", "call-trial", "enter-chase",
})
"""What begins something else, or brings in more people than can all be caught."""
OPTIONS: tuple[dict[str, str], ...] = (
    {}, {"catch-check": "each-change", "takedown-defence": "mirrored"},
    {"complication-sides": "both", "takedown-defence": "same", "threshold-rule": "exceeds"},
)


SIDES = (
    (("ann", "ben", "cleo"), ("joss", "ilse", "orm", "hob")), (("ann",), ("joss",)),
    (("ann", "ben", "cleo", "una", "vit", "wat"), ("joss", "ilse", "orm", "hob", "xan", "yve")),
    (("joss", "hob"), ("ann", "ben", "cleo")),
)
"""Who flees and who follows: from two to twelve."""


def play(seed, presses):
    """Set up a chase and press what is legal at random, mostly what the game waits for; what happened."""
    chance = Seeded(seed)
    start = CHASES.start(CHASES.rulebook.settings(OPTIONS[seed % len(OPTIONS)]))
    state = sit(start, SEATS)
    more = {name: person(name) for name in ("una", "vit", "wat", "xan", "yve")}
    match = Match(CHASES, replace(state, people=state.people | more), chance=chance)
    fled, after = SIDES[seed % len(SIDES)]
    match.press("Gil", "open-chase", escapees=fled, pursuers=after)
    match.press("Gil", "begin-chase")
    for _ in range(presses):
        wanted: Urgency = "must" if chance.pick(6) else "may"
        pressed = [
            (seat, one) for seat in SEATS for one in CHASES.offers(match.state, seat, urgency=wanted)
            if one.do not in ELSE
        ]
        if pressed:
            seat, offer = pressed[chance.pick(len(pressed))]
            match.ask(seat, offer.sample(chance))
        [chase] = match.state.chases.values()
        hold(chase)
        if chase.over:
            return match.events
    return match.events


def rounds(events):
    """What happened in each Round."""
    found: list[list[Any]] = [[]]
    for event in events:
        if isinstance(event, RoundBegun):
            found.append([])
        found[-1].append(event)
    return found


@pytest.mark.rule("GP-CHASE-06", "GP-CHASE-15", "GP-CHASE-19")
@pytest.mark.parametrize("seeds", [range(6), pytest.param(range(6, 60), marks=pytest.mark.slow)])
def test_nobody_has_two_turns_in_a_round(seeds):
    over = 0
    for seed in seeds:
        events = play(seed, 120)
        for happened in rounds(events):
            turns = [event.runner for event in happened if isinstance(event, (TurnBegun, TurnLost))]
            runs = [event.runner for event in happened if isinstance(event, Ran)]
            deeds = [event.deed.who for event in happened if isinstance(event, DeedBegun)]
            tries = [event.who for event in happened if isinstance(event, TakedownTried)]
            for acted in (turns, runs, deeds, tries):
                assert len({*acted}) == len(acted), seed
        over += isinstance(events[-1], ChaseOver)
    assert over > len(seeds) // 4


def waiting_to_begin():
    """Nobody runs yet."""
    return Session(*people().values(), fortune=4, misfortune=2).state


def running():
    """Ann and Cleo before Joss and Orm, as the first turn begins."""
    table = Running(*people().values(), fled=("ann", "cleo"), after=("joss", "orm"), fortune=4, misfortune=2)
    table.begin()
    return table


def a_hit_to_be_rolled():
    """Ann has hit Joss, and there are points with which a Fury Die may be set."""
    table = running()
    table.run(10)
    table.press("attack", "ann", who="ann", skill="simple-ranged", target="joss")
    table.dice("ann", 3, 0)
    return table.state


def trouble_to_be_told():
    """All have run, and the last of those who flee has trouble that nobody has told."""
    table = running()
    for _ in table.chase.runners:
        table.turn(10 if table.now.side == "escapees" else 1)
    table.press("complication", table.chase.lowest[0], runner=table.chase.lowest[0], faces=[6])
    return table.state


def a_tie():
    """Joss and Ilse have the same place in the order of turns."""
    table = Running(after=("joss", "ilse"))
    table.begin(5, 5)
    return table.state


BEGINNINGS = (waiting_to_begin, a_hit_to_be_rolled, trouble_to_be_told, a_tie)


@pytest.mark.rule("GP-CHASE-01", "GP-CHASE-19")
@pytest.mark.parametrize("beginning", BEGINNINGS)
def test_a_chase_keeps_the_contract(beginning):
    survey = stroll(beginning(), *CHASE, seeds=range(1, 2), steps=30, walk=Watched)
    assert survey.steps == survey.commands.total() == 30


@pytest.mark.slow
def test_every_command_of_a_chase_comes_up_at_random():
    survey = Survey()
    for beginning in BEGINNINGS:
        stroll(beginning(), *CHASE, seeds=range(10, 16), steps=80, walk=Watched, survey=survey)
    assert {name_of(command) for part in CHASE for command in part.commands} <= {*survey.commands}
