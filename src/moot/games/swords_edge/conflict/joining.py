"""Joint Tests: what each PC puts in for the one that rolls (SE-MOM-07, SE-SEIZE-05)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from moot.core import Event, Line, Offered, Part, Play, Refused, Seat
from moot.core.blanks import Field
from moot.core.words import listed
from moot.games.swords_edge import ladder
from moot.games.swords_edge.character import Character
from moot.games.swords_edge.contest import Pairing, Pledge, Purpose
from moot.games.swords_edge.ownership import my_character
from moot.games.swords_edge.phases import SCENE
from moot.games.swords_edge.purse import Payment, paid, payment
from moot.games.swords_edge.quality_pool import PoolChoices, Ways, base, blanks, burdened, pooled, purse, ways
from moot.games.swords_edge.state import State
from moot.games.swords_edge.trials.joint import engaged, pledged, waiting
from moot.games.swords_edge.trials.kinds import KINDS, Kind
from moot.games.swords_edge.trials.places import against, traits_for, unready


class Share(msgspec.Struct, frozen=True):
    """A share that can be put in: whose, into which joint Test, and the Traits it can be made by."""

    pairing: Pairing
    who: Character
    kind: Kind
    by: Ways


class Contribute(PoolChoices, tag="contribute"):
    """Put one's own share into a joint Test (SE-MOM-07, SE-SEIZE-05)."""

    when, urgency = SCENE, ("must", "tool")
    rules = ("SE-MOM-07", "SE-SEIZE-05", "SE-RD-34", "SE-RD-35")
    stands_in = True
    pairing: str
    who: str
    purpose: Purpose

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered | Refused]:
        who = my_character(state, seat, "puts a share in")
        for share in _open(state, who):
            yield unready(state, who) or _offered(state, share)

    def enact(self, play: Play[State], share: Share) -> None:
        who, use = share.who, share.kind.use
        built = pooled(play.state, who, use, self)
        trait = ladder.as_trait(self.trait) if self.trait else ""
        unasked = {quality.id for quality in burdened(who, (trait, *self.opened), use)}
        parts = tuple(part for part in built.parts if part.what not in unasked)
        play.record(
            Contributed(
                pairing=self.pairing,
                who=who.id,
                pledge=Pledge(self.purpose, trait, parts),
                paid=payment(play.state, who.id, built.cost),
                rules=("SE-MOM-07", "SE-SEIZE-05"),
            )
        )


def _open(state: State, who: Character) -> Iterator[Share]:
    """The joint Tests into which a PC can put a share: several are in it, and somebody else could still roll."""
    for pairing in state.pairings.values():
        if who.id not in pairing.stands:
            continue
        for kind in KINDS.values():
            if kind.joint is None or kind.meets == (pairing.challenge is not None):
                continue  # while a Seize waits there is its answer alone, and at no other time
            able = engaged(state, pairing, kind)
            alone = waiting(state, pairing, kind) == [who.id]
            if who.id in able and len(able) > 1 and not pledged(pairing, who.id, kind) and not alone:
                traits = traits_for(pairing, who, binding=kind.momentum)
                yield Share(pairing, who, kind, ways(state, who, traits))


def _offered(state: State, share: Share) -> Offered:
    pairing, who, joint = share.pairing, share.who, share.kind.joint
    settled: dict[str, Any] = {"pairing": pairing.id, "who": who.id, "purpose": share.kind.id}
    fixed = settled if share.by.sure is None else {**settled, "trait": share.by.sure}
    return Contribute.offer(
        share,
        joint.label.format(who=who.name, foe=against(state, pairing)) if joint is not None else "",
        "One of you rolls for all; everything put in is added up.",
        partial(_blanks, state, share),
        about=pairing.id,
        urgency="must" if joint is not None and joint.waits else "tool",
        purse=purse(state, who),
        **fixed,
    )


def _blanks(state: State, share: Share, shown: bool) -> Iterator[Field]:
    hints = {trait: ladder.signed(base(share.who, trait)) for trait in share.by.traits if trait and shown}
    return blanks(state, share.who, share.kind.use, share.by, hints)


class Contributed(Event[State], tag="contributed"):
    """A PC put a share into a joint Test."""

    pairing: str
    who: str
    pledge: Pledge
    paid: tuple[Payment, ...] = ()

    def evolve(self, state: State) -> State:
        pairing = state.pairings[self.pairing]
        pledges = {**pairing.pledges, self.who: self.pledge}
        return paid(state.with_pairing(replace(pairing, pledges=pledges)), self.paid)

    def line(self, state: State) -> Line:
        parts = self.pledge.parts
        puts = listed(f"{part.label} {ladder.signed(part.worth)}" for part in parts) if parts else "nothing"
        return Line(kind="roll", text=f"{state.named(self.who)} puts in {puts}.")


JOINING: Final = Part[State](Contribute, Contributed)
