"""What follows by itself in a chase, after every command of the room (GP-CHASE-19)."""

from __future__ import annotations

from moot.core import Play
from moot.games.perilous.chase.catching import drop_back
from moot.games.perilous.chase.ends import drop_tests, end, ends_now, leave, pay_for_wounds
from moot.games.perilous.chase.ladder import settle_ladder
from moot.games.perilous.chase.phases import phase_of, running
from moot.games.perilous.chase.turns import RoundBegun, TurnsOver, begin_turn, take_over
from moot.games.perilous.flow import goes_on
from moot.games.perilous.pursuit import Chase, Runner
from moot.games.perilous.state import State


@goes_on
def chases_go_on(play: Play[State]) -> None:
    """Record what is due in each chase that has begun; one thing at a time, as each may change what comes next."""
    for chase in running(play.state):
        if chase.round:
            _advance(play, chase)


def _advance(play: Play[State], chase: Chase) -> None:
    if any(due(play, chase) for due in (pay_for_wounds, leave, ends_now, drop_tests, drop_back)):
        return
    if (order := settle_ladder(play.state, chase)) is not None:
        play.record(order)
        return
    if play.state.busy(chase.id):
        return
    match phase_of(play.state, chase):
        case "moving" if chase.now is not None:
            take_over(play, chase, chase.now)
        case "passing":
            _next_turn(play, chase)
        case "round-end":
            _next_round(play, chase)
        case _:
            pass


def _next_turn(play: Play[State], chase: Chase) -> None:
    """The next in the order of turns, or rolls for trouble where nobody is left to come."""
    over = {*chase.gone, *((chase.turn.runner,) if chase.turn else ())}
    coming = next((one for one in chase.ladder if one.id not in over), None)
    if coming is not None:
        begin_turn(play, chase, coming)
        return
    lowest = tuple(one.id for one in _lowest(play.state, chase))
    play.record(TurnsOver(chase=chase.id, lowest=lowest, rules=("GP-CHASE-13", "GP-CHASE-19")))


def _lowest(state: State, chase: Chase) -> tuple[Runner, ...]:
    """Who rolls for trouble: the last of the Escapees, or of each side (GP-CHASE-13, `complication-sides`)."""
    after = chase.last("pursuers") if state.options.complication_sides == "both" else ()
    return (*chase.last("escapees"), *after)


def _next_round(play: Play[State], chase: Chase) -> None:
    """The next Round, or the end once the Escape Condition is met (GP-CHASE-04, GP-CHASE-19)."""
    if chase.searched and chase.round >= chase.rounds:
        end(play, chase, "time is up", "GP-CHASE-04", "GP-CHASE-15")
    elif chase.searched:
        play.record(RoundBegun(chase=chase.id, number=chase.round + 1, rules=("GP-CHASE-19",)))
    else:
        _next_turn(play, chase)
