"""Chases played at random: the contract of a game holds, no value is below 0, nobody has two turns in a Round."""

from dataclasses import replace as dataclass_replace
from typing import Any

import pytest
from msgspec.structs import replace

from moot.core import Match, Seeded
from moot.core.offers import Urgency
from moot.core.state import seated
from moot.games.perilous.chase.acts import DeedBegun
from moot.games.perilous.chase.catching import TakedownTried
from moot.games.perilous.chase.ends import ChaseOver
from moot.games.perilous.chase.turns import Ran, RoundBegun, TurnBegun, TurnLost
from moot.games.perilous.room import GAME
from moot.games.perilous.tests.people import person, pool
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


ELSE = frozenset({"open-chase", "open-fight", "open-journey", "frame", "frame-simple", "terrify", "call-trial"})
"""What begins something else."""
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


@pytest.mark.slow
def test_many_chases_at_random():
    survey = Survey()
    for seed in range(10, 90):
        Watched(CHASES, SEATS, seed, survey).run(150)
    kinds = CHASES.commands.by_name
    assert {name for name in kinds if ".chase." in kinds[name].__module__} <= {*survey.commands}
