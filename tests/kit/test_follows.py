"""What follows by itself: recorded after every command, until nothing more does."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from moot.core import Event, GameState, Play, Seat
from moot.core.chance import Seeded
from moot.kit import follows
from moot.kit.follows import Flows

FLOWS = Flows()
HOST = Seat("s1", "Gil", "guide")


class Pot(GameState, frozen=True, kw_only=True):
    water: int = 0


class Poured(Event[Pot], tag="poured"):
    cups: int

    def evolve(self, state: Pot) -> Pot:
        return replace(state, water=state.water + self.cups)


class Boiled(Event[Pot], tag="boiled"):
    def evolve(self, state: Pot) -> Pot:
        return replace(state, water=state.water - 1)


class Simmered(Event[Pot], tag="simmered"):
    def evolve(self, state: Pot) -> Pot:
        return state


class Pour(follows.FlowCommand[Pot], tag="pour"):
    flows, records = FLOWS, Poured
    cups: int


class PourTwice(follows.FlowCommand[Pot], tag="pour-twice"):
    flows = FLOWS
    cups: int

    def act(self, play: Play[Pot], of: object) -> None:
        for _ in range(2):
            play.record(Poured(cups=self.cups))


def boil(play: Play[Pot]) -> None:
    if play.state.water > 2:
        play.record(Boiled())


def simmer(play: Play[Pot]) -> None:
    if play.state.water == 2 and not any(isinstance(event, Simmered) for event in play.events):
        play.record(Simmered())


FLOWS.are(boil, simmer)


def after(command: follows.FlowCommand[Pot]) -> Play[Pot]:
    play = Play(Pot(), HOST, Seeded(1), lambda state, event: event.evolve(state))
    command.enact(play, None)
    return play


def test_what_follows_is_recorded_again_and_again_until_nothing_more_does():
    play = after(Pour(cups=5))
    assert [type(event) for event in play.events] == [Poured, Boiled, Boiled, Boiled, Simmered]
    assert play.state.water == 2


def test_it_comes_after_all_that_a_command_does():
    assert [type(event) for event in after(PourTwice(cups=2)).events] == [Poured, Poured, Boiled, Boiled, Simmered]
    assert [type(event) for event in after(PourTwice(cups=1)).events] == [Poured, Poured, Simmered]


def test_their_order_is_said_once():
    with pytest.raises(ValueError, match="said twice"):
        FLOWS.are(simmer, boil)


def test_no_flow_is_asked_where_it_is_plain_that_nothing_follows():
    flows, asked = Flows(), list[str]()
    flows.are(lambda play: asked.append("simmer"), unless=lambda play: play.state.water < 2)
    cold, warm = (Play(Pot(water=cups), HOST, Seeded(1), lambda state, event: state) for cups in (1, 2))
    flows.go_on(cold)
    assert asked == []
    flows.go_on(warm)
    assert asked == ["simmer"]
