"""Rewards of a good defence taken: ripostes, or letting them go by (SE-LOS-04, SE-LOS-05)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from moot.core import Command, Event, Line, Offered, Part, Refused, Seat
from moot.games.swords_edge.conflict.acting import aim_at, at_one
from moot.games.swords_edge.contest import Pairing, Stand
from moot.games.swords_edge.ownership import my_character
from moot.games.swords_edge.phases import SCENE
from moot.games.swords_edge.ranges import too_far
from moot.games.swords_edge.state import State
from moot.games.swords_edge.trials.form import Aim, MakesTest, in_pairing, offered
from moot.games.swords_edge.trials.kinds import RIPOSTE
from moot.games.swords_edge.trials.places import against, busy, too_weak
from moot.games.swords_edge.trials.rewards import Rewarded


class Riposte(MakesTest, tag="riposte"):
    """Strike back at once, at the one whose attack was met: an ordinary Action Test and no act of the round, whose
    failure costs nothing (SE-LOS-05, SE-RD-32, SE-RD-33)."""

    when, rules = SCENE, ("SE-LOS-05", "SE-RD-33", "SE-RD-32")
    pairing: str
    who: str
    target: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered | Refused]:
        who = my_character(state, seat, "strikes back")
        for pairing in state.pairings.values():
            stand = pairing.stands.get(who.id)
            if stand is None or stand.riposte is None:
                continue
            if why := busy(state, who, pairing, reward=True):
                yield why
            elif too_far(pairing, who.id):
                yield Refused("out-of-reach", f"{who.name}’s weapon does not reach that far.", "SE-RNG-01")
            elif aims := _aims(state, pairing, stand):
                if weak := too_weak(pairing, who):
                    yield Refused("weak-power", f"{weak} is at Weak, and cannot be used.", "SE-SFX-08")
                    continue
                form = in_pairing(
                    state,
                    pairing,
                    who,
                    RIPOSTE,
                    aims,
                    label=f"{who.name} strikes back at {against(state, pairing)}",
                    fixed={"pairing": pairing.id, "who": who.id, **at_one(aims)},
                )
                yield offered(cls, state, form)
        yield Refused("no-riposte", "Only an Exceptional or Legendary defence earns a riposte.")


def _aims(state: State, pairing: Pairing, stand: Stand) -> dict[str, Aim]:
    """The power, or the one NC whose attack was met, while it stands (SE-LOS-05)."""
    if pairing.sfx is not None:
        return {"": aim_at(state, pairing, ())}
    nc = state.ncs.get(stand.riposte_on)
    if nc is None or not nc.active:
        return {}
    return {nc.id: aim_at(state, pairing, (nc,), counting=False)}


class Waived(Event[State], tag="waived"):
    """Somebody let the rewards of a defence go."""

    pairing: str
    who: str

    def evolve(self, state: State) -> State:
        pairing = state.pairings[self.pairing]
        stands = {**pairing.stands, self.who: replace(pairing.stands[self.who], free_seize=False, riposte=None)}
        return state.with_pairing(replace(pairing, stands=stands))

    def line(self, state: State) -> Line | None:
        return None


class Waive(Command[State], tag="waive"):
    """Let a reward go: a free Seize, a riposte (SE-LOS-04)."""

    when, rules, urgency, records = SCENE, ("SE-LOS-04",), "tool", Waived
    pairing: str
    who: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered]:
        who = my_character(state, seat, "lets a reward go")
        for pairing in state.pairings.values():
            stand = pairing.stands.get(who.id)
            if stand is not None and (stand.free_seize or stand.riposte is not None):
                yield cls.offer(
                    None,
                    f"Let the {' and the '.join(_rewards(stand))} go by",
                    "Make no use of it, and go on.",
                    about=pairing.id,
                    pairing=pairing.id,
                    who=who.id,
                )


def _rewards(stand: Stand) -> Iterator[str]:
    if stand.free_seize:
        yield "free Seize"
    if stand.riposte is not None:
        yield "riposte"


RIPOSTING: Final = Part[State](Riposte, Waive, Rewarded, Waived)
