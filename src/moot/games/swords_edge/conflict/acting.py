"""Action Tests of PCs: as attacker, on one NC, on a group or with a power, and as a riposte (SE-ACT-01, SE-LOS-05)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from moot.core import Offers, Part, Refused, Seat
from moot.games.swords_edge.asking import InPairing, my_character
from moot.games.swords_edge.cast.targets import action_target
from moot.games.swords_edge.character import Character
from moot.games.swords_edge.nc import NC
from moot.games.swords_edge.pairings import Pairing, Stand
from moot.games.swords_edge.powers import power_action
from moot.games.swords_edge.state import SCENE, AboutPairing, State
from moot.games.swords_edge.trials.form import Aim, MakesTest
from moot.games.swords_edge.trials.kinds import ACT, RIPOSTE
from moot.games.swords_edge.trials.places import against, busy, open_targets, places, ready, standing, too_weak

GROUP: Final = "all"
"""The target of a group strike."""


class Act(MakesTest, tag="act"):
    """Make an Action Test as attacker (SE-ACT-01)."""

    when, urgency, while_any = SCENE, ("may", "must"), "pairings"
    rules = ("SE-ACT-01", "SE-ACT-02", "SE-ACT-04", "SE-ACT-05", "SE-TEST-04", "SE-TEST-07")
    stands_in = True
    pairing: str
    target: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        who = my_character(state, seat, "acts")
        for pairing, stand in places(state, who.id):
            if stand.momentum != "attacker" or not ready(state, pairing):
                continue
            why = too_weak(pairing, who) or busy(state, who, pairing, "SE-ACT-05")
            if why := why or pairing.out_of_reach(who.id, who.name):
                yield why
            elif targets := open_targets(state, pairing, who.id):
                label = f"{who.name} acts on {against(state, pairing)}"
                aims, urgency = _act_aims(state, pairing, who, targets), "must" if stand.follows else "may"
                yield cls.in_pairing(state, pairing, who, ACT, aims, label, urgency=urgency)
            else:
                yield Refused("acted-already", "Nobody acts twice on one opponent in a round.", "SE-ACT-05")
        yield Refused("no-momentum", "Only an attacker can act: win Momentum first, or Seize it.", "SE-MOM-03")


def _act_aims(state: State, pairing: Pairing, who: Character, targets: tuple[str, ...]) -> dict[str, Aim]:
    """The power, or each NC, and first all of them where one Action Test may meet the group (SE-ACT-07, SE-ERR-16)."""
    if pairing.sfx is not None:
        return {"": _aim(state, pairing, who, ())}
    group = standing(state, pairing)
    joint = pairing.strike and len(pairing.stands) == 1 and len(targets) == len(group) > 1
    every = {GROUP: _aim(state, pairing, who, group)} if joint else {}
    return every | {nc: _aim(state, pairing, who, (state.ncs[nc],)) for nc in targets}


def _aim(state: State, pairing: Pairing, who: Character, on: tuple[NC, ...]) -> Aim:
    """An Action against these NCs, or with the power; what belongs to the act before takes none (SE-RD-12,
    SE-RD-42)."""
    own = () if pairing.stands[who.id].follows or pairing.in_one else (who.id,)
    reacting = tuple(nc.id for nc in on if not nc.defenceless)
    acted = tuple((who.id, aim) for aim in ([nc.id for nc in on] or [pairing.id]))
    return replace(aim_at(state, pairing, on), acts=(*own, *reacting), acted=acted)


def aim_at(state: State, pairing: Pairing, on: tuple[NC, ...], *, counting: bool = True) -> Aim:
    """What an Action against these NCs, or the power, must reach; a riposte is met by no act, which is not `counting`
    (SE-RD-32)."""
    if pairing.sfx is not None:
        return Aim(power_action(state, pairing.sfx))
    target = action_target(state, pairing, on, counting=counting)
    name, hint = (on[0].name, "") if len(on) == 1 else ("All of them", "; one falls for each Stress")
    return Aim(target, tuple(nc.id for nc in on), name=name, hint=hint)


class Riposte(MakesTest, tag="riposte"):
    """Strike back at once, at the one whose attack was met: an ordinary Action Test and no act of the round, whose
    failure costs nothing (SE-LOS-05, SE-RD-32, SE-RD-33)."""

    when, rules, while_any = SCENE, ("SE-LOS-05", "SE-RD-33", "SE-RD-32"), "ripostes"
    pairing: str
    target: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        who = my_character(state, seat, "strikes back")
        for pairing, stand in places(state, who.id):
            if stand.riposte is None:
                continue
            if why := busy(state, who, pairing, reward=True) or pairing.out_of_reach(who.id, who.name):
                yield why
            elif aims := _riposte_aims(state, pairing, stand):
                label = f"{who.name} strikes back at {against(state, pairing)}"
                yield too_weak(pairing, who) or cls.in_pairing(state, pairing, who, RIPOSTE, aims, label)
        yield Refused("no-riposte", "Only an Exceptional or Legendary defence earns a riposte.")


def _riposte_aims(state: State, pairing: Pairing, stand: Stand) -> dict[str, Aim]:
    """The power, or the one NC whose attack was met, while it stands (SE-LOS-05)."""
    if pairing.sfx is not None:
        return {"": aim_at(state, pairing, ())}
    nc = state.ncs.get(stand.riposte_on)
    return {nc.id: aim_at(state, pairing, (nc,), counting=False)} if nc is not None and nc.active else {}


class Waived(AboutPairing, tag="waived"):
    """Somebody let the rewards of a defence go."""

    silent = True
    who: str

    def evolve(self, state: State) -> State:
        return state.with_stand(self.pairing, self.who, free_seize=False, riposte=None)


class Waive(InPairing, tag="waive"):
    """Let a reward go: a free Seize, a riposte (SE-LOS-04)."""

    when, rules, urgency, records = SCENE, ("SE-LOS-04",), "tool", Waived
    who: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        who = my_character(state, seat, "lets a reward go")
        for pairing, stand in places(state, who.id):
            rewards = ["free Seize"] * stand.free_seize + ["riposte"] * (stand.riposte is not None)
            if rewards:
                label = f"Let the {' and the '.join(rewards)} go by"
                yield cls.offer_in(pairing, label, "Make no use of it, and go on.", who=who.id)


ACTING: Final = Part[State](Act)
RIPOSTING: Final = Part[State](Riposte, Waive, Waived)
