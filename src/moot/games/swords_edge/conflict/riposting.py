"""Rewards of a good defence taken: ripostes, or letting them go by (SE-LOS-04, SE-LOS-05)."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Offer, Play, Seat, Verb
from moot.games.swords_edge.applying import applied
from moot.games.swords_edge.conflict import commands as c, events as e
from moot.games.swords_edge.conflict.acting import act_target, aimed, aims, target_field, too_weak
from moot.games.swords_edge.conflict.circumstances import circumstances
from moot.games.swords_edge.conflict.forms import Form, offering
from moot.games.swords_edge.conflict.joining import bound_traits
from moot.games.swords_edge.conflict.momentum import power_traits
from moot.games.swords_edge.conflict.rolling import throw
from moot.games.swords_edge.conflict.seizing import busy
from moot.games.swords_edge.conflict.sharing import SCENE, against, standing
from moot.games.swords_edge.contest import Stand, Test
from moot.games.swords_edge.ownership import mine
from moot.games.swords_edge.state import State


def forms(state: State, seat: Seat) -> Iterator[Form]:
    """The ripostes that `seat` can make."""
    for who in mine(state, seat, "strikes back", "SE-LOS-05"):
        for pairing in state.pairings.values():
            stand = pairing.stands.get(who.id)
            if stand is None or stand.riposte is None or busy(state, pairing, who.id, reward=True):
                continue
            targets = tuple(nc.id for nc in standing(state, pairing))
            power = pairing.sfx.quality if pairing.sfx is not None else ""
            if too_weak(pairing, who) if power else not targets:
                continue
            aimed_at = {} if power else aims(state, pairing, targets, riposte=True)
            blank = target_field(state, aimed_at)
            target = "" if power else targets[0]
            yield Form(
                do="riposte",
                label=f"{who.name} strikes back at {against(state, pairing)}",
                who=who,
                traits=power_traits(pairing, who) or bound_traits(state, pairing, who, "action"),
                kind="riposte",
                use="action",
                target=act_target(state, pairing, () if power else (state.ncs[target],), riposte=True),
                pairing=pairing,
                fixed={"pairing": pairing.id, "who": who.id} | ({} if blank else {"target": target}),
                power=power,
                fields=blank,
                aims=aimed_at,
                rules=("SE-LOS-05", "SE-RD-33", "SE-RD-32"),
                about=pairing.id,
            )


def _riposte(play: Play[State], command: c.Riposte) -> None:
    """One ordinary Action Test, at once and no act of the round; failing costs nothing (SE-LOS-05, SE-RD-32,
    SE-RD-33)."""
    state = play.state
    pairing, who = state.pairings[command.pairing], state.characters[command.who]
    built = applied(state, who, "action", command, pairing.sfx.quality if pairing.sfx is not None else "")
    on = aimed(state, pairing, command.target)
    test = Test(
        id="",
        kind="riposte",
        roller=who.id,
        who=(who.id,),
        faces=(1, 1),
        parts=(*built.parts, *circumstances(state, pairing, who.id, "riposte")),
        target=act_target(state, pairing, on, riposte=True),
        pairing=pairing.id,
        on=tuple(nc.id for nc in on),
        traits={who.id: pairing.stands[who.id].trait},
        how=command.how.strip(),
    )
    throw(play, test, cost=built.cost)


def _waive_offers(state: State, seat: Seat) -> Iterator[Offer]:
    for who in mine(state, seat, "lets a reward go", "SE-LOS-04"):
        for pairing in state.pairings.values():
            stand = pairing.stands.get(who.id)
            if stand is not None and (stand.free_seize or stand.riposte is not None):
                yield Offer(
                    do="waive",
                    label=f"Let the {' and the '.join(_rewards(stand))} go by",
                    why="Make no use of it, and go on.",
                    fixed={"pairing": pairing.id, "who": who.id},
                    rules=("SE-LOS-04",),
                    urgency="tool",
                    about=pairing.id,
                )


def _rewards(stand: Stand) -> Iterator[str]:
    if stand.free_seize:
        yield "free Seize"
    if stand.riposte is not None:
        yield "riposte"


def _waive(play: Play[State], command: c.Waive) -> None:
    play.record(e.Waived(pairing=command.pairing, who=command.who, rules=("SE-LOS-04",)))


VERBS = (
    Verb(c.Riposte, SCENE, offering(forms), _riposte),
    Verb(c.Waive, SCENE, _waive_offers, _waive),
)
