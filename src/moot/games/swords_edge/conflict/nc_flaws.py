"""What the table presses on an NC's next target number: its flaw, and the GM's Luck (SE-RD-41, SE-RD-46)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Command, Event, Line, Offered, Part, Refused, Seat
from moot.games.swords_edge import ladder
from moot.games.swords_edge.cast.targets import action_element, bound_trait
from moot.games.swords_edge.dependent_choices import whose_and_which
from moot.games.swords_edge.figures.characters import TRAITS
from moot.games.swords_edge.nc import NC
from moot.games.swords_edge.ownership import needs_guide, needs_part
from moot.games.swords_edge.phases import SCENE
from moot.games.swords_edge.purse import moved
from moot.games.swords_edge.state import State
from moot.kit.totals import Sum, Target

# ---------------------------------------------------------------- its flaw


class FlawInvoked(Event[State], tag="flaw-invoked"):
    """An NC's flaw comes off its next TN, or off that of the attack or Seize that waits `on` the table."""

    nc: str
    on: str = ""

    def evolve(self, state: State) -> State:
        if not self.on:
            return state.with_ncs([self.nc], flawed=True)
        flaw = state.ncs[self.nc].flaw
        off = (Sum(flaw.name, flaw.worth),) if flaw is not None else ()
        if self.on in state.attacks:
            attack = state.attacks[self.on]
            weakened = replace(attack, target=Target((*attack.target.sums, *off)))
            return replace(state, attacks={**state.attacks, self.on: weakened})
        pairing = state.pairings[self.on]
        against = pairing.challenge
        challenge = against and replace(against, target=Target((*against.target.sums, *off)))
        return state.with_pairing(replace(pairing, challenge=challenge))

    def line(self, state: State) -> Line:
        nc = state.ncs[self.nc]
        return Line(kind="result", text=f"{nc.name}: {nc.flaw.name if nc.flaw else 'a flaw'} bears on what comes next.")


class InvokeFlaw(Command[State], tag="invoke-flaw"):
    """An NC's flaw bears on its next TN, or on what waits to be met (SE-RD-46)."""

    when, rules, urgency, records = SCENE, ("SE-NC-15", "SE-RD-46"), "tool", FlawInvoked
    nc: str
    on: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered | Refused]:
        needs_part(seat, "bring an NC’s flaw up", "SE-RD-46")
        for nc in state.opposition():
            if nc.flaw is None or not nc.seen:
                continue
            for on in _bears_on(state, nc):
                what = "the TN that stands" if on else "its next target number"
                why = f"{ladder.signed(nc.flaw.worth)} on {what}, and no Luck for it."
                yield cls.offer(nc, f"{nc.name}: {nc.flaw.name}", why, about=nc.id, nc=nc.id, on=on)
        yield Refused("no-flaw", "Nobody here has a flaw that you know of.", "SE-RD-46")


def _bears_on(state: State, nc: NC) -> Iterator[str]:
    """What an NC's flaw can be brought up for, once a Test: attacks and Seizes that wait to be met, or its next TN
    (SE-RD-30)."""
    waiting = {a.id: a.target for a in state.attacks.values() if a.nc == nc.id and not state.testing(a.who)}
    for pairing in state.pairings.values():
        if pairing.challenge is not None and nc.id in pairing.challenge.foes:
            waiting |= {pairing.id: pairing.challenge.target} if not any(map(state.testing, pairing.stands)) else {}
    for id_, target in waiting.items():
        if not any(nc.flaw and (part.label, part.worth) == (nc.flaw.name, nc.flaw.worth) for part in target.sums):
            yield id_
    if not waiting and not nc.flawed:
        yield ""


# ---------------------------------------------------------------- the GM's Luck


class NcExerted(Event[State], tag="nc-exerted"):
    """The GM's Luck adds a Quality to an NC's next TN."""

    nc: str
    what: str

    def evolve(self, state: State) -> State:
        exerted = state.with_ncs([self.nc], exerted=(*state.ncs[self.nc].exerted, self.what))
        return moved(exerted, "chest", "pool", 1)

    def line(self, state: State) -> Line:
        return Line(kind="result", text=f"The GM’s Luck: {state.named(self.nc)} puts one more Quality in.")


class NcExert(Command[State], tag="nc-exert"):
    """The GM's Luck adds a Trait or Element to an NC's next TN (SE-RD-41)."""

    when, rules, urgency, records = SCENE, ("SE-RD-41", "SE-LUCK-09", "SE-LUCK-03"), "tool", NcExerted
    nc: str
    what: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered | Refused]:
        needs_guide(seat, "spends the GM’s Luck")
        if not state.options.communal or not state.chest:
            raise Refused("no-luck", "The GM has no Luck to spend.")
        able = {nc.id: found for nc in state.opposition() if nc.seen and (found := tuple(_exertable(state, nc)))}
        if not able:
            raise Refused("nothing-left", "Nobody of yours here has a Quality left to add.")
        which = whose_and_which(state, able, "nc", "what")
        why = "A Trait or Element besides, on its next target number."
        yield cls.offer(None, "A Luck of yours: one more Quality", why, *which)


def _exertable(state: State, nc: NC) -> Iterator[Choice]:
    """What Luck can add to an NC's Test, as to a PC's: another Trait, or another Element of a Trait that is in
    (SE-LUCK-03, SE-RD-41)."""
    bound = {bound_trait(nc, pairing) for pairing in state.pairings.values() if nc.id in pairing.foes}
    bound = bound or {bound_trait(nc, None)}
    for trait in ladder.TRAITS:
        if trait in nc.traits and trait not in nc.exerted and bound != {trait}:
            yield Choice(trait, TRAITS[trait].title, hint=ladder.signed(nc.trait(trait)))
    for element in nc.elements:
        fits = element.trait in ("", *bound, *nc.exerted)
        if fits and element.id not in nc.exerted and element.id not in nc.spent:
            usual = all(action_element(nc, trait) is element for trait in bound)
            hint = f"{ladder.signed(element.worth)}{', in its Action anyway' if usual else ''}"
            yield Choice(element.id, element.name, hint=hint)


NC_FLAWS: Final[Part[State]] = Part(InvokeFlaw, NcExert, FlawInvoked, NcExerted)
