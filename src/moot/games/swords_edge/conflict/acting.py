"""Action Tests of PCs: as attacker, on one NC, on a group or with a power, and as a riposte (SE-ACT-01, SE-LOS-05)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from moot.core import Command, Event, Line, Offered, Part, Refused, Seat
from moot.games.swords_edge.cast.targets import action_target
from moot.games.swords_edge.character import Character
from moot.games.swords_edge.contest import Pairing, Stand
from moot.games.swords_edge.nc import NC
from moot.games.swords_edge.ownership import my_character
from moot.games.swords_edge.phases import SCENE
from moot.games.swords_edge.powers import power_action
from moot.games.swords_edge.ranges import too_far
from moot.games.swords_edge.state import State
from moot.games.swords_edge.trials.circumstances import in_one
from moot.games.swords_edge.trials.form import Aim, MakesTest, TestForm, in_pairing, offered
from moot.games.swords_edge.trials.kinds import ACT, RIPOSTE
from moot.games.swords_edge.trials.places import (
    against,
    busy,
    open_targets,
    ready,
    standing,
    too_weak,
)
from moot.games.swords_edge.trials.rewards import Rewarded

GROUP: Final = "all"
"""The target of a group strike."""


class Act(MakesTest, tag="act"):
    """Make an Action Test as attacker (SE-ACT-01)."""

    when, urgency = SCENE, ("may", "must")
    rules = ("SE-ACT-01", "SE-ACT-02", "SE-ACT-04", "SE-ACT-05", "SE-TEST-04", "SE-TEST-07")
    stands_in = True
    pairing: str
    who: str
    target: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered | Refused]:
        who = my_character(state, seat, "acts")
        for pairing in state.pairings.values():
            stand = pairing.stands.get(who.id)
            if stand is None or stand.momentum != "attacker" or not ready(state, pairing):
                continue
            if weak := too_weak(pairing, who):
                yield Refused("weak-power", f"{weak} is at Weak, and cannot be used.", "SE-SFX-08")
            elif why := busy(state, who, pairing, "SE-ACT-05"):
                yield why
            elif too_far(pairing, who.id):
                yield Refused("out-of-reach", f"{who.name}’s weapon does not reach that far.", "SE-RNG-01")
            elif not open_targets(state, pairing, who.id):
                yield Refused("acted-already", "Nobody acts twice on one opponent in a round.", "SE-ACT-05")
            else:
                yield offered(cls, state, _form(state, pairing, who))
        yield Refused("no-momentum", "Only an attacker can act: win Momentum first, or Seize it.", "SE-MOM-03")


def _form(state: State, pairing: Pairing, who: Character) -> TestForm:
    targets = open_targets(state, pairing, who.id)
    aims: dict[str, Aim] = {}
    if _groups(state, pairing, targets):
        aims[GROUP] = _aim(state, pairing, who, standing(state, pairing))
    if pairing.sfx is not None:
        aims[""] = _aim(state, pairing, who, ())
    else:
        aims |= {nc: _aim(state, pairing, who, (state.ncs[nc],)) for nc in targets}
    return in_pairing(
        state,
        pairing,
        who,
        ACT,
        aims,
        label=f"{who.name} acts on {against(state, pairing)}",
        fixed={"pairing": pairing.id, "who": who.id, **at_one(aims)},
        urgency="must" if pairing.stands[who.id].follows else "may",
    )


def at_one(aims: dict[str, Aim]) -> dict[str, str]:
    """What an offer fixes where there is one aim alone."""
    return {"target": next(iter(aims))} if len(aims) == 1 else {}


def _groups(state: State, pairing: Pairing, targets: tuple[str, ...]) -> bool:
    """Whether one Action Test may meet the whole group (SE-ACT-07, SE-ERR-16)."""
    several = len(standing(state, pairing))
    return len(pairing.stands) == 1 and several > 1 and len(targets) == several and pairing.strike


def _aim(state: State, pairing: Pairing, who: Character, on: tuple[NC, ...]) -> Aim:
    """An Action against these NCs, or with the power; what belongs to the act before takes none (SE-RD-12,
    SE-RD-42)."""
    own = () if pairing.stands[who.id].follows or in_one(pairing) else (who.id,)
    reacting = tuple(nc.id for nc in on if not nc.defenceless)
    acted = tuple((who.id, aim) for aim in ([nc.id for nc in on] or [pairing.id]))
    return aim_at(state, pairing, on, acts=(*own, *reacting), acted=acted)


def aim_at(
    state: State,
    pairing: Pairing,
    on: tuple[NC, ...],
    *,
    counting: bool = True,
    acts: tuple[str, ...] = (),
    acted: tuple[tuple[str, str], ...] = (),
) -> Aim:
    """What an Action against these NCs, or the power, must reach; a riposte is met by no act, which is not `counting`
    (SE-RD-32)."""
    if pairing.sfx is not None:
        return Aim(power_action(state, pairing.sfx), (), acts, acted)
    target = action_target(state, pairing, on, counting=counting)
    name = on[0].name if len(on) == 1 else "All of them"
    hint = "" if len(on) == 1 else "; one falls for each Stress"
    return Aim(target, tuple(nc.id for nc in on), acts, acted, name, hint)


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


ACTING: Final = Part[State](Act)
RIPOSTING: Final = Part[State](Riposte, Waive, Rewarded, Waived)
