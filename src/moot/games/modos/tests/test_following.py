"""What follows by itself comes in order: all that a deed brings comes before its turn is over."""

from __future__ import annotations

from typing import Any

import pytest

from moot.core import Event, Play, Scripted
from moot.games.modos.combat.riding import PostureLost
from moot.games.modos.conflict.beats import only_heard
from moot.games.modos.conflict.initiative import FirstDeedDone
from moot.games.modos.conflict.rounds import TurnEnded
from moot.games.modos.conflicts import Position, Running
from moot.games.modos.following import FOLLOWING
from moot.games.modos.magic.lasting import PowerEnded, ZoneLeft
from moot.games.modos.marks import Unmarked
from moot.games.modos.room import GAME
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting
from moot.table.logfile import fold, read
from moot.testing import golden_logs


def in_order(table: Sitting, *kinds: type[Event[Any]]) -> list[type[Event[Any]]]:
    """The latest events of these kinds, as they happened."""
    found = [type(event) for event in table.events if isinstance(event, kinds)]
    return found[-len(kinds):]


def power(id_: str, row: str, target: str, **more: Any) -> Running:
    """A power that the witch has put on somebody."""
    return Running(id=id_, row=row, caster="witch", stored=12, pros={target: 0}, **more)


def ambush(*others: str) -> Sitting:
    """Ann's rogue needs one blow to fell the witch, who can then do nothing; these others are on her side."""
    people = [person(one, asking="never") for one in ("witch", *others)]
    table = Sitting(person("rogue", player="s3"), *people, disabled="all")
    table.put("witch", damage={"P": 9})
    return table


def fell(table: Sitting) -> None:
    """The rogue's last action of the turn fells the witch."""
    table.does("rogue", "attack", tool="natural", target="witch", faces=[3])


@pytest.mark.rule("MO-412", "MO-E101", "MO-X307")
def test_a_size_and_a_flight_end_with_their_power_before_the_turn_is_over():
    table = ambush("giant", "flyer")
    table.fight(rogue=19, witch=9, giant=7, flyer=5)
    big, light = power("r1", "size-2", "giant", pick="large"), power("r2", "float-4", "flyer")
    sized = table.mark("sized", toward="giant", reads="offensive", source="perk:large-size")
    table.put("rogue", marks=(sized,))
    flying = table.state.with_entry("flyer", place=Position(posture="flying", by="r2")).with_entry("rogue", actions=1)
    table.have(conflict=flying.conflict, running={"r1": big, "r2": light})
    fell(table)
    assert in_order(table, PowerEnded, PostureLost, Unmarked, TurnEnded)[-3:] == [PostureLost, Unmarked, TurnEnded]
    assert not table.who("rogue").marks
    assert table.conflict.people["flyer"].place.posture != "flying"


@pytest.mark.rule("MO-X209", "MO-409", "MO-412")
def test_a_deed_by_surprise_is_over_when_all_that_it_brings_has_come():
    """The witch falls, so her power ends that carries the flyer; who falls out of the fog, and only then all go on."""
    table = ambush("flyer", "smoker")
    table.do("Gil", "open-conflict", what="An ambush", ours=("rogue",), theirs=("witch", "flyer", "smoker"))
    table.do("Gil", "set-scene", more=("defensive", "flying"))
    table.do("Gil", "give-first-deed", who="rogue")
    fog = Running(id="r2", row="fog-3", caster="smoker", stored=12, inside={"flyer": "flying"})
    flying = table.state.with_entry("flyer", place=Position(posture="flying", by="r1"))
    table.have(conflict=flying.conflict, running={"r1": power("r1", "float-4", "flyer"), "r2": fog})
    fell(table)
    assert in_order(table, PowerEnded, PostureLost, ZoneLeft, FirstDeedDone) == [
        PowerEnded, PostureLost, ZoneLeft, FirstDeedDone,
    ]
    assert table.state.phase == "opening"


def test_nothing_follows_while_a_beat_waits_for_more_to_be_said():
    entries = [entry for log in golden_logs(GAME) for entry in fold(read(log)[1]).folded if entry.moved]
    passed_over = 0
    for entry in entries:
        state = entry.events[-1].game_state
        play = Play(state, state.seats[0], Scripted(()), GAME.evolve)
        play.moments += [(happened.event, happened.game_state) for happened in entry.events]
        if only_heard(play):
            passed_over += 1
            for flow in FOLLOWING:
                flow(play)
            assert len(play.moments) == len(entry.events)
    assert passed_over > 10
