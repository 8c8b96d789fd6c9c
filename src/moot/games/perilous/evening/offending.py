"""Deeds that bring Corruption: entered by the guide, or by a player with the guide's nod (GP-CORR-01, GP-CORR-02)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from moot.core import Choice, Choose, Count, Line, Offers, Part, Play, Refused, Seat, Waiting
from moot.games.perilous.figures import OFFENCE_TIERS
from moot.games.perilous.flow import FlowCommand, Happening, only_guide, whom
from moot.games.perilous.packs import Pack, kept, offences, whose
from moot.games.perilous.rows import Offence
from moot.games.perilous.sins import sin
from moot.games.perilous.state import SESSION, State
from moot.games.perilous.underway import ClaimedOffence
from moot.kit.people import mine, waits_for

MOST: Final = max(row.most for row in OFFENCE_TIERS.values())
GRAVITY: Final = ("light", "grave")
"""The ends of a tier, beside its middle (GP-CORR-01)."""


@kept
def deeds(own: Mapping[str, Pack]) -> dict[str, Offence]:
    """Everything that brings Corruption and is not entered by itself, with ours (GP-CORR-02)."""
    return {key: row for key, row in offences(own).items() if not row.automatic}


@kept
def _blanks(own: Mapping[str, Pack]) -> tuple[Choose, Count, Choose]:
    """What it was, how often, and how grave within its tier, where no number is printed (GP-CORR-01)."""
    rows = deeds(own).items()
    choices = tuple(
        Choice(key, row.title, _points(row, whose(own, key)), group=OFFENCE_TIERS[row.tier].title) for key, row in rows
    )
    several = tuple(f"offence:{key}" for key, row in rows if row.per != "event")
    unpriced = tuple(f"offence:{key}" for key, row in rows if row.points is None)
    ends = tuple(Choice(weight, weight.title()) for weight in GRAVITY)
    return (
        Choose(name="offence", label="What was it?", choices=choices),
        Count(name="times", label="How many turns or steps?", least=1, most=MOST, default=1, needs=several),
        Choose(name="weight", label="How grave?", least=0, choices=ends, needs=unpriced, nothing="As most such deeds"),
    )


def _points(row: Offence, of: str) -> str:
    tier = OFFENCE_TIERS[row.tier]
    each = {"turn": " each turn", "step": " each step"}.get(row.per, "")
    points = f"{row.points}{each}" if row.points is not None else f"{tier.least} to {tier.most}"
    return f"{points}. {of}" if of else points


def worth(row: Offence, times: int = 1, weight: str = "") -> int:
    """The Corruption of a deed: as printed, else by its place in its tier (GP-CORR-01)."""
    if row.points is not None:
        return row.points * (times if row.most is None else min(times, row.most))
    tier = OFFENCE_TIERS[row.tier]
    return {"light": tier.least, "grave": tier.most}.get(weight, tier.usual)


class Offend(FlowCommand, tag="offend"):
    """Enter what somebody did."""

    when, rules, urgency, about_any = SESSION, ("GP-CORR-02", "GP-CORR-01", "GP-RD-09"), "tool", None
    giver = only_guide("enters offences")
    who: str
    offence: str
    times: int = 1
    weight: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if not (cast := [who.id for who in state.cast()]):
            raise Refused("nobody-there", "There is nobody who could have done it.")
        who = whom(state, "Who?", cast)
        yield cls.offer(None, "Enter an offence", "It brings Corruption.", who, *_blanks(state.packs))

    def act(self, play: Play[State], of: None) -> None:
        row = deeds(play.state.packs)[self.offence]
        sin(play, self.who, worth(row, self.times, self.weight), row.title, *self.rules[:1])


class Claimed(Happening, tag="claimed"):
    """A player says what their character did; the guide is still to nod."""

    sentence, about = ("move", "owns to this: {claim.deed.called}."), "claim.who"
    adds_to = ("claims", "claim")
    claim: ClaimedOffence


class Confess(FlowCommand, tag="confess"):
    """Say what your character did that brings Corruption."""

    when, rules, urgency = SESSION, ("GP-CORR-02",), "tool"
    who: str
    offence: str
    times: int = 1

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in mine(state, seat) if seat.plays else ():
            why, blanks = "It counts once the GM has nodded.", _blanks(state.packs)[:2]
            yield cls.offer(who, "Own to an offence", why, *blanks, about=who.id, who=who.id)
        yield Refused("no-character", "You play nobody who could have done something.")

    def act(self, play: Play[State], of: object) -> None:
        deed = deeds(play.state.packs)[self.offence]
        claim = ClaimedOffence(id=play.state.next_id, who=self.who, deed=deed, times=self.times)
        play.record(Claimed(claim=claim, rules=self.rules))


class ClaimClosed(Happening, tag="claim-closed"):
    """The guide has had a word on what a player entered."""

    takes_from = ("claims", "claim")
    claim: str
    who: str
    counts: bool

    def line(self, state: State) -> Line | None:
        said = not self.counts and not state.people[self.who].dead
        return Line("move", "has done nothing that counts.", state.named(self.who)) if said else None


class _OfClaim(FlowCommand):
    """A word of the guide's on what a player entered."""

    when, rules, while_any = SESSION, ("GP-CORR-02", "GP-CORR-01"), "claims"
    claim: str


class Nod(_OfClaim, tag="nod"):
    """Let an offence count."""

    urgency, giver = "must", only_guide("nods at offences")
    points: int

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for claim in state.claims.values():
            row, price = claim.deed, worth(claim.deed, claim.times)
            label = f"Let it count: {row.called}"
            why = f"{state.named(claim.who)} owns to it. It brings {price} Corruption."
            if row.points is not None:
                yield cls.offer(claim, label, why, about=claim.who, claim=claim.id, points=price)
                continue
            tier = OFFENCE_TIERS[row.tier]
            points = Count(name="points", label="Points", least=tier.least, most=tier.most, default=price)
            yield cls.offer(claim, label, why, points, about=claim.who, claim=claim.id)
        yield Refused("no-claim", "Nobody waits for your nod.")

    def act(self, play: Play[State], of: ClaimedOffence) -> None:
        play.record(ClaimClosed(claim=of.id, who=of.who, counts=True, rules=self.rules))
        sin(play, of.who, self.points, of.deed.title, "GP-CORR-02")


class WaveAway(_OfClaim, tag="wave-away"):
    """Let something not count."""

    urgency, giver = "may", only_guide("nods at offences")

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for claim in state.claims.values():
            yield cls.offer(claim, "It does not count", "", about=claim.who, claim=claim.id)
        yield Refused("no-claim", "Nobody waits for your nod.")

    def act(self, play: Play[State], of: ClaimedOffence) -> None:
        play.record(ClaimClosed(claim=of.id, who=of.who, counts=False, rules=self.rules))


def lapse(play: Play[State]) -> None:
    """No deed of somebody who has died waits for a nod: their Corruption becomes nothing any more (GP-CORR-10)."""
    for claim in tuple(play.state.claims.values()):
        if play.state.people[claim.who].dead:
            play.record(ClaimClosed(claim=claim.id, who=claim.who, counts=False, rules=("GP-CORR-10",)))


def waiting(state: State) -> tuple[Waiting, ...]:
    """The guide is waited for while deeds wait for a nod."""
    return waits_for(state, (("", f"a nod to {state.name(claim.who)}") for claim in state.claims.values()))


OFFENDING: Final = Part(Offend, Confess, Nod, WaveAway, Claimed, ClaimClosed)
