"""PCs Seize the Momentum from NCs, or from a power (SE-SEIZE-01 to SE-SEIZE-04, SE-SEIZE-08)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from moot.core import Offered, Part, Refused, Seat
from moot.games.swords_edge.cast.targets import action_target
from moot.games.swords_edge.character import Character
from moot.games.swords_edge.contest import Pairing
from moot.games.swords_edge.ownership import my_character
from moot.games.swords_edge.phases import SCENE
from moot.games.swords_edge.powers.components import power_action
from moot.games.swords_edge.state import State
from moot.games.swords_edge.trials.form import Aim, MakesTest, TestForm, in_pairing, offered
from moot.games.swords_edge.trials.hands import SeizeFailed
from moot.games.swords_edge.trials.joint import partners
from moot.games.swords_edge.trials.kinds import FREE_SEIZE, SEIZE
from moot.games.swords_edge.trials.places import acted_on_all, against, busy, standing
from moot.kit.totals import Target


class Seize(MakesTest, tag="seize"):
    """Try to turn from defender to attacker (SE-SEIZE-01)."""

    when = SCENE
    rules = ("SE-SEIZE-01", "SE-SEIZE-02", "SE-SEIZE-03", "SE-SEIZE-06", "SE-RD-12", "SE-RD-13", "SE-RD-35")
    pairing: str
    who: str
    free: bool = False

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered | Refused]:
        who = my_character(state, seat, "Seizes")
        for pairing in state.pairings.values():
            stand = pairing.stands.get(who.id)
            if stand is None or stand.momentum != "defender":
                continue
            if stand.barred == "pc" and not busy(state, who, pairing, reward=stand.free_seize):
                says = "Momentum was lost by a natural 2: no Seizing from them."
                yield Refused("barred", says, "SE-SEIZE-07")
                continue
            for free in (True, False) if stand.free_seize else (False,):
                if why := busy(state, who, pairing, reward=free):
                    yield why
                elif acted_on_all(state, pairing, who.id) and not free:
                    says = f"{who.name} has had an act on them this round: one Seize a round."
                    yield Refused("acted-already", says, "SE-RD-12")
                else:
                    yield offered(cls, state, _form(state, pairing, who, free=free))
        yield Refused("not-defending", "Only a defender can Seize the Momentum.")


def _form(state: State, pairing: Pairing, who: Character, *, free: bool) -> TestForm:
    """The Seize is the act of all who take part, and the answer one of the NCs (SE-RD-12). A free Seize and its answer
    are no acts (SE-RD-32)."""
    opponents = standing(state, pairing)
    kind = FREE_SEIZE if free else SEIZE
    everyone = (who.id, *partners(state, pairing, kind, who.id))
    answering = [nc.id for nc in opponents if not nc.defenceless] or [pairing.id] * (not opponents)
    aim = Aim(
        answer_target(state, pairing, free=free),
        tuple(nc.id for nc in opponents),
        acts=() if free else (*everyone, *answering),
        acted=() if free else tuple((one, pairing.id) for one in everyone),
    )
    return in_pairing(
        state,
        pairing,
        who,
        kind,
        {"": aim},
        label=f"{who.name}: {'Free Seize' if free else 'Seize'} from {against(state, pairing)}",
        fixed={"pairing": pairing.id, "who": who.id, "free": free},
    )


def answer_target(state: State, pairing: Pairing, *, free: bool = False) -> Target:
    """What a PC's Seize must reach: the NCs' joint Action TN, or the power's (SE-SEIZE-02, SE-SEIZE-04, SE-RD-17).

    The answer to a free Seize is no act, so acts do not lower it (SE-RD-32).
    """
    if pairing.sfx is not None:
        return power_action(state, pairing.sfx)
    return action_target(state, pairing, standing(state, pairing), answering=True, counting=not free)


SEIZING: Final = Part[State](Seize, SeizeFailed)
