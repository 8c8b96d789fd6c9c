"""NCs that go otherwise than by a Test: they leave the scene, or are worn down (SE-NC-11)."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Offer, Play, Seat, Verb
from moot.games.swords_edge import ladder
from moot.games.swords_edge.cast import commands as c, events as e
from moot.games.swords_edge.cast.choosing import chosen, which
from moot.games.swords_edge.cast.entering import busy
from moot.games.swords_edge.conflict.settling import tidy
from moot.games.swords_edge.conflict.sharing import SCENE
from moot.games.swords_edge.nc import NC
from moot.games.swords_edge.state import State
from moot.games.swords_edge.whose import needs_guide


def _free(state: State) -> Iterator[NC]:
    return (nc for nc in state.ncs.values() if nc.here and not busy(state, nc.id))


def _send_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "sends NCs off", "SE-TERM-03")
    yield Offer(
        do="send-off",
        label="Send NCs off",
        fields=(which(_free(state), "Nobody of yours is free to leave.", "SE-TERM-03"),),
        rules=("SE-TERM-03",),
        urgency="tool",
    )


def _send(play: Play[State], command: c.SendOff) -> None:
    play.record(e.SentOff(ncs=tuple(nc.id for nc in chosen(_free(play.state), command.nc))))
    tidy(play)


def _wear_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "wears NCs down", "SE-NC-11")
    free = (nc for nc in state.opposition() if not busy(state, nc.id))
    yield Offer(
        do="wear-down",
        label="An NC loses a Rank",
        why="Without Stress: sunlight on a troll, time on a wall. Below Weak it is out.",
        fields=(which(free, "Nobody of yours is here to be worn down.", "SE-NC-11", singly=True),),
        rules=("SE-NC-11",),
        urgency="tool",
    )


def _wear(play: Play[State], command: c.WearDown) -> None:
    now = play.state.ncs[command.nc].now
    out = ladder.steps(now) == 0
    play.record(e.WornDown(nc=command.nc, now=ladder.lowered(now, 1), out=out, rules=("SE-NC-11",)))
    if out:
        tidy(play)


VERBS = (
    Verb(c.SendOff, SCENE, _send_offers, _send),
    Verb(c.WearDown, SCENE, _wear_offers, _wear),
)
