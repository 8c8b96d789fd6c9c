"""The Momentum Test: rolled once for a pairing, it says who acts and who reacts (SE-TEST-01, SE-MOM-01)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from moot.core import Command, Event, Line, Offered, Part, Play, Refused, Seat, Write
from moot.games.swords_edge import ladder
from moot.games.swords_edge.cast.targets import momentum_element, momentum_target, momentum_trait
from moot.games.swords_edge.contest import Pairing
from moot.games.swords_edge.ownership import my_character, needs_guide
from moot.games.swords_edge.phases import SCENE
from moot.games.swords_edge.powers import power_momentum
from moot.games.swords_edge.state import State
from moot.games.swords_edge.trials.form import Aim, MakesTest, in_pairing, offered
from moot.games.swords_edge.trials.hands import MomentumLost, MomentumTaken
from moot.games.swords_edge.trials.joint import pledged, waiting
from moot.games.swords_edge.trials.kinds import MOMENTUM as ROLL
from moot.games.swords_edge.trials.places import against, busy, ready, standing, unready
from moot.kit.totals import Target


class RollMomentum(MakesTest, tag="roll-momentum"):
    """Make the Momentum Test (SE-MOM-01)."""

    when, urgency = SCENE, "must"
    rules = ("SE-MOM-01", "SE-MOM-02", "SE-TEST-03", "SE-TEST-05", "SE-TRAP-05")
    stands_in = True
    pairing: str
    who: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered | Refused]:
        who = my_character(state, seat, "rolls for Momentum")
        if not who.able:
            raise Refused("not-able", f"{who.name} cannot act now.", "SE-DMG-03")
        if state.testing(who.id):
            raise Refused("in-test", "Let your dice stand first.", "SE-LUCK-04")
        if why := unready(state, who):
            raise why
        for pairing in state.pairings.values():
            if not _due(state, pairing, who.id):
                continue
            if pairing.sfx is not None and (why := busy(state, who, pairing, "SE-RD-33")):
                yield why
                continue
            opponents = standing(state, pairing)
            form = in_pairing(
                state,
                pairing,
                who,
                ROLL,
                {"": Aim(target(state, pairing), tuple(nc.id for nc in opponents))},
                label=f"{who.name}: Momentum over {against(state, pairing)}",
                fixed={"pairing": pairing.id, "who": who.id},
                spends=nc_spending(state, pairing),
                bound={nc.id: momentum_trait(nc, pairing) for nc in opponents},
                urgency="must",
            )
            yield offered(cls, state, form)


def _due(state: State, pairing: Pairing, who: str) -> bool:
    """Whether a PC may roll: all the others have put something in, and then any of them may (SE-RD-34)."""
    if who not in pairing.stands or [other for other in waiting(state, pairing, ROLL) if other != who]:
        return False
    fresh = pairing.stands[who].momentum == "" and ready(state, pairing) and who not in pairing.pledges
    return fresh or pledged(pairing, who, ROLL)


def target(state: State, pairing: Pairing) -> Target:
    """The Momentum TN of a pairing: of its NCs together, or of the power (SE-MOM-06, SE-SFX-04)."""
    if pairing.sfx is not None:
        return power_momentum(state, pairing.sfx)
    return momentum_target(state, pairing, standing(state, pairing))


def nc_spending(state: State, pairing: Pairing) -> tuple[tuple[str, str], ...]:
    """The Element that a lone NC gives to Momentum is spent; a group counts by Ranks alone (SE-NC-05, SE-MOM-06)."""
    opponents = standing(state, pairing)
    if len(opponents) != 1:
        return ()
    (nc,) = opponents
    element = momentum_element(nc, momentum_trait(nc, pairing))
    return ((nc.id, element.id),) if element is not None else ()


class TradeBonus(Command[State], tag="trade-bonus"):
    """The GM grants another advantage in place of the level bonus (SE-MOM-05)."""

    when, rules, urgency = SCENE, ("SE-MOM-05", "SE-LOS-03"), "tool"
    pairing: str
    who: str
    advantage: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered]:
        needs_guide(seat, "grants other advantages", "SE-MOM-05")
        for pairing in state.pairings.values():
            for who, stand in pairing.stands.items():
                if stand.bonus:
                    yield cls.offer(
                        None,
                        f"Another advantage for {state.characters[who].name} than {ladder.signed(stand.bonus)}",
                        "If a high Momentum result brings something else, the level bonus does not apply as well.",
                        Write(name="advantage", label="What?"),
                        about=pairing.id,
                        pairing=pairing.id,
                        who=who,
                    )

    def enact(self, play: Play[State], _of: None) -> None:
        traded = BonusTraded(pairing=self.pairing, who=self.who, advantage=self.advantage.strip(), rules=self.rules)
        play.record(traded)


class BonusTraded(Event[State], tag="bonus-traded"):
    """Another advantage took the place of the level bonus."""

    pairing: str
    who: str
    advantage: str

    def evolve(self, state: State) -> State:
        pairing = state.pairings[self.pairing]
        stands = {**pairing.stands, self.who: replace(pairing.stands[self.who], bonus=0)}
        return state.with_pairing(replace(pairing, stands=stands))

    def line(self, state: State) -> Line:
        text = f"{state.named(self.who)} has another advantage than the level bonus:"
        return Line(kind="move", text=text, quote=self.advantage)


MOMENTUM: Final = Part[State](RollMomentum, TradeBonus, MomentumTaken, MomentumLost, BonusTraded)
