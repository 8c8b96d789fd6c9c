"""The Momentum Test, rolled once for a pairing to say who acts (SE-TEST-01, SE-MOM-01), and shares of joint Tests
(SE-MOM-07)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from moot.core import Field, Line, Offered, Offers, Part, Play, Refused, Seat, Write, listed
from moot.games.swords_edge import ladder
from moot.games.swords_edge.asking import InPairing, my_character, only_guide
from moot.games.swords_edge.cast.targets import momentum_element, momentum_target, momentum_trait
from moot.games.swords_edge.character import Character
from moot.games.swords_edge.pairings import Pairing, Pledge, Purpose
from moot.games.swords_edge.powers import power_momentum
from moot.games.swords_edge.purse import Payment, paid, payment
from moot.games.swords_edge.quality_pool import PoolChoices, Ways, base, blanks, burdened, pooled, purse, ways
from moot.games.swords_edge.state import SCENE, AboutPairing, State
from moot.games.swords_edge.trials.form import Aim, MakesTest
from moot.games.swords_edge.trials.joint import joint
from moot.games.swords_edge.trials.kinds import KINDS, MOMENTUM as ROLL, TestRow
from moot.games.swords_edge.trials.places import against, busy, places, ready, standing, traits_for, unready
from moot.kit.totals import Target


class RollMomentum(MakesTest, tag="roll-momentum"):
    """Make the Momentum Test (SE-MOM-01): once all have put something in, any of them may (SE-RD-34)."""

    when, urgency, while_any = SCENE, "must", "pairings"
    rules = ("SE-MOM-01", "SE-MOM-02", "SE-TEST-03", "SE-TEST-05", "SE-TRAP-05")
    stands_in = True
    pairing: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        who = my_character(state, seat, "rolls for Momentum")
        if not who.able:
            raise Refused("not-able", f"{who.name} cannot act now.", "SE-DMG-03")
        if state.testing(who.id):
            raise Refused("in-test", "Let your dice stand first.", "SE-LUCK-04")
        if why := unready(state, who):
            raise why
        for pairing, stand in places(state, who.id):
            test = joint(state, pairing, ROLL)
            fresh = stand.momentum == "" and ready(state, pairing) and who.id not in pairing.pledges
            if not test.may_roll(who.id) or not (fresh or test.shared(who.id)):
                continue
            if pairing.sfx is not None and (why := busy(state, who, pairing, "SE-RD-33")):
                yield why
            else:
                yield cls._offer(state, pairing, who)

    @classmethod
    def _offer(cls, state: State, pairing: Pairing, who: Character) -> Offered:
        bound = {nc.id: momentum_trait(nc, pairing) for nc in standing(state, pairing)}
        aims, spends = {"": Aim(target(state, pairing), tuple(bound))}, nc_spending(state, pairing)
        label = f"{who.name}: Momentum over {against(state, pairing)}"
        return cls.in_pairing(state, pairing, who, ROLL, aims, label, spends=spends, bound=bound, urgency="must")


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


class TradeBonus(InPairing, tag="trade-bonus"):
    """The GM grants another advantage in place of the level bonus (SE-MOM-05)."""

    when, rules, urgency = SCENE, ("SE-MOM-05", "SE-LOS-03"), "tool"
    giver = only_guide("grants other advantages", "SE-MOM-05")
    who: str
    advantage: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for pairing in state.pairings.values():
            for who, stand in pairing.stands.items():
                if stand.bonus:
                    label = f"Another advantage for {state.characters[who].name} than {ladder.signed(stand.bonus)}"
                    why = "If a high Momentum result brings something else, the level bonus does not apply as well."
                    yield cls.offer_in(pairing, label, why, Write(name="advantage", label="What?"), who=who)

    def enact(self, play: Play[State], pairing: Pairing) -> None:
        advantage = self.advantage.strip()
        play.record(BonusTraded(pairing=pairing.id, who=self.who, advantage=advantage, rules=self.rules))


class BonusTraded(AboutPairing, tag="bonus-traded"):
    """Another advantage took the place of the level bonus."""

    who: str
    advantage: str

    def evolve(self, state: State) -> State:
        return state.with_stand(self.pairing, self.who, bonus=0)

    def line(self, state: State) -> Line:
        text = f"{state.named(self.who)} has another advantage than the level bonus:"
        return Line("move", text, quote=self.advantage)


class OpenShare(msgspec.Struct, frozen=True):
    """A share that can be put in: whose, into which joint Test, and the Traits it can be made by."""

    pairing: Pairing
    who: Character
    kind: TestRow
    by: Ways


class Contribute(PoolChoices, tag="contribute"):
    """Put your own share into a joint Test (SE-MOM-07, SE-SEIZE-05)."""

    when, urgency, while_any = SCENE, ("must", "tool"), "shared"
    rules = ("SE-MOM-07", "SE-SEIZE-05", "SE-RD-34", "SE-RD-35")
    stands_in = True
    pairing: str
    who: str
    purpose: Purpose

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        who = my_character(state, seat, "puts a share in")
        for share in _open(state, who):
            yield unready(state, who) or _offered(state, share)

    def enact(self, play: Play[State], share: OpenShare) -> None:
        who = share.who
        built = pooled(play.state, who, share.kind, self)
        trait = ladder.as_trait(self.trait) if self.trait else ""
        unasked = {quality.id for quality in burdened(who, (trait, *self.opened))}
        parts = tuple(part for part in built.parts if part.what not in unasked)
        pledge, paid = Pledge(self.purpose, trait, parts), payment(play.state, who.id, built.cost)
        rules = ("SE-MOM-07", "SE-SEIZE-05")
        play.record(Contributed(pairing=self.pairing, who=who.id, pledge=pledge, paid=paid, rules=rules))


def _open(state: State, who: Character) -> Iterator[OpenShare]:
    """The joint Tests into which a PC can put a share: several are in it, and somebody else could still roll."""
    for pairing, _ in places(state, who.id):
        for kind in KINDS.values():
            if kind.joint is None or kind.meets == (pairing.challenge is not None):
                continue  # while a Seize waits there is its answer alone, and at no other time
            if joint(state, pairing, kind).may_join(who.id):
                traits = traits_for(pairing, who, binding=kind.momentum)
                yield OpenShare(pairing, who, kind, ways(state, who, traits))


def _offered(state: State, share: OpenShare) -> Offered:
    pairing, who, row = share.pairing, share.who, share.kind.joint
    settled: dict[str, Any] = {"pairing": pairing.id, "who": who.id, "purpose": share.kind.id}
    fixed = settled if share.by.sure is None else {**settled, "trait": share.by.sure}
    return Contribute.offer(
        share, row.label.format(who=who.name, foe=against(state, pairing)) if row is not None else "",
        "One of you rolls for all; everything put in is added up.", partial(_blanks, state, share), about=pairing.id,
        urgency="must" if row is not None and row.waits else "tool", purse=purse(state, who), **fixed,
    )


def _blanks(state: State, share: OpenShare, shown: bool) -> Iterator[Field]:
    hints = {trait: ladder.signed(base(share.who, trait)) for trait in share.by.traits if trait and shown}
    return blanks(state, share.who, share.kind, share.by, hints)


class Contributed(AboutPairing, tag="contributed"):
    """A PC put a share into a joint Test."""

    who: str
    pledge: Pledge
    paid: tuple[Payment, ...] = ()

    def evolve(self, state: State) -> State:
        pairing = state.pairings[self.pairing]
        pledged = replace(pairing, pledges={**pairing.pledges, self.who: self.pledge})
        return paid(state.with_pairing(pledged), self.paid)

    def line(self, state: State) -> Line:
        parts = self.pledge.parts
        puts = listed(f"{part.label} {ladder.signed(part.worth)}" for part in parts) if parts else "nothing"
        return Line("roll", f"{state.named(self.who)} puts in {puts}.")


MOMENTUM: Final = Part[State](RollMomentum, TradeBonus, Contribute, BonusTraded, Contributed)
