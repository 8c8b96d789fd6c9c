"""Requisitions: what Reputation buys, asked for, priced and paid (GP-REP-02, GP-REP-03)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, get_args

from msgspec.structs import replace

from moot.core import Choice, Choose, Count, Event, Line, Offers, Part, Play, Refused, Seat, Waiting, Write
from moot.games.perilous.figures import BEGIN, REQUISITION_TIERS
from moot.games.perilous.flow import FlowCommand, Happening, only_guide
from moot.games.perilous.packs import Pack, kept, requisitions, whose
from moot.games.perilous.person import Person
from moot.games.perilous.rows import RequisitionTier
from moot.games.perilous.state import BETWEEN, SESSION, State
from moot.games.perilous.terms import Weight
from moot.games.perilous.underway import WantedItem
from moot.kit.keyed import changed, without
from moot.kit.people import mine, waits_for


@kept
def _samples(own: Mapping[str, Pack]) -> dict[Weight, tuple[Choice, ...]]:
    """What Reputation buys for the asking, with ours, by tiers (GP-REP-03)."""
    rows = [(key, row) for key, row in requisitions(own).items() if not row.automatic]
    return {
        tier: tuple(Choice(key, row.title, whose(own, key)) for key, row in rows if row.tier == tier)
        for tier in get_args(Weight)
    }


def opens(who: Person, tier: Weight) -> int:
    """The day on which somebody may buy of a tier again (GP-REP-02)."""
    return who.bought[tier] + REQUISITION_TIERS[tier].days if tier in who.bought else 0


def ends(state: State, tier: RequisitionTier) -> tuple[int, int]:
    """The least and the most that the guide may ask for a tier (GP-REP-02, `requisition-prices`)."""
    free = state.options.requisition_prices == "gm" and tier.id != "minor"
    return (1, BEGIN.count_most) if free else (tier.least, tier.most)


def cannot_buy(state: State, who: Person, tier: Weight, price: int = 0, rule: str = "GP-REP-02") -> Refused | None:
    """Why somebody cannot buy of a tier: too soon after the last one, or dearer than their name is worth."""
    if (day := opens(who, tier)) > state.today(who.id):
        title = REQUISITION_TIERS[tier].title
        message = f"{who.name} has had a {title} requisition: the next one is open on day {day}."
        return Refused("too-soon", message, rule, allowed=(f"day {day}",))
    if who.reputation < price:
        return Refused("too-dear", f"{who.name} has {who.reputation} Reputation; it costs {price}.", rule)
    return None


class Wished(Happening, tag="wished"):
    """Somebody asks what a thing would cost."""

    adds_to = ("wishes", "wish")
    wish: WantedItem

    def line(self, state: State) -> Line:
        tier = REQUISITION_TIERS[self.wish.tier].title
        return Line("move", f"asks for a {tier} requisition:", state.named(self.wish.who), quote=self.wish.what)


class Request(FlowCommand, tag="request"):
    """Ask for something that Reputation buys."""

    when, rules, urgency, aims_any = BETWEEN | SESSION, ("GP-REP-02", "GP-REP-03"), "tool", None
    who: str
    tier: Weight
    sample: str = ""
    words: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in mine(state, seat) if seat.plays else ():
            for tier in REQUISITION_TIERS.values():
                if (reason := cannot_buy(state, who, tier.id)) is not None:
                    yield cls.barred(reason, who=who.id, tier=tier.id)
                    continue
                least, most = ends(state, tier)
                price = f"It costs {least} to {most} Reputation; {who.called} has {who.reputation}."
                yield cls.offer(
                    who, f"A {tier.title} requisition", price,
                    Choose(
                        name="sample", label="What for?", nothing="Something of your own", least=0,
                        choices=_samples(state.packs)[tier.id],
                    ),
                    Write(name="words", label="In your words", needs=("sample:",)),
                    about=who.id, who=who.id, tier=tier.id,
                )
        yield Refused("no-character", "You play nobody who has a name to trade on.")

    def act(self, play: Play[State], of: object) -> None:
        what = requisitions(play.state.packs)[self.sample].title if self.sample else self.words.strip()
        wish = WantedItem(id=play.state.next_id, who=self.who, tier=self.tier, what=what)
        play.record(Wished(wish=wish, rules=self.rules))


class WishPriced(Event[State], tag="wish-priced"):
    """The guide names a price."""

    wish: str
    price: int

    def evolve(self, state: State) -> State:
        return replace(state, wishes=changed(state.wishes, self.wish, price=self.price))

    def line(self, state: State) -> Line:
        wish = state.wishes[self.wish]
        return Line("move", f"can have it for {self.price} Reputation.", state.named(wish.who), quote=wish.what)


class WishDropped(Happening, tag="wish-dropped"):
    """Nothing comes of a wish: the guide declines, or its owner withdraws."""

    takes_from = ("wishes", "wish")
    wish: str
    who: str
    declined: bool = False

    def line(self, state: State) -> Line:
        return Line("move", "cannot get it." if self.declined else "lets it be.", state.named(self.who))


class WishPaid(Event[State], tag="wish-paid"):
    """Somebody paid, and gets what was asked for; the next of that tier has to wait."""

    wish: WantedItem

    def evolve(self, state: State) -> State:
        who, wish = state.people[self.wish.who], self.wish
        fame, bought = who.famed(-wish.price, wish.what, "GP-REP-02"), {**who.bought, wish.tier: state.today(who.id)}
        state = state.with_person(who.id, fame=fame, bought=bought)
        return replace(state, wishes=without(state.wishes, wish.id))

    def line(self, state: State) -> Line:
        wish = self.wish
        day = opens(state.people[wish.who], wish.tier)
        text = f"pays {wish.price} Reputation; the next of this kind from day {day}."
        return Line("move", text, state.named(wish.who), quote=wish.what)


class _OfWish(FlowCommand):
    """A word on something that was asked for."""

    when, rules, while_any = BETWEEN | SESSION, ("GP-REP-02",), "wishes"
    wish: str


class NamePrice(_OfWish, tag="price"):
    """Name the price of something."""

    urgency, records, giver = "must", WishPriced, only_guide("names prices")
    price: int

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for wish in state.wishes.values():
            if not wish.price:
                least, most = ends(state, REQUISITION_TIERS[wish.tier])
                price = Count(name="price", label="Reputation", least=least, most=most, default=(least + most) // 2)
                label, why = f"Name {state.name(wish.who)} a price", f"They ask for this: {wish.what}."
                yield cls.offer(wish, label, why, price, about=wish.who, wish=wish.id)
        yield Refused("nothing-asked", "Nobody waits for a price.")


class Pay(_OfWish, tag="pay"):
    """Pay for what you asked for."""

    urgency = "may"

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for wish in state.wishes.values():
            if wish.price and state.owns(seat, wish.who):
                who = state.people[wish.who]
                if (reason := cannot_buy(state, who, wish.tier, wish.price)) is not None:
                    yield cls.barred(reason, wish=wish.id)
                else:
                    why = f"{who.reputation - wish.price} Reputation is left then."
                    yield cls.offer(wish, f"Pay {wish.price}: {wish.what}", why, about=who.id, wish=wish.id)
        yield Refused("nothing-priced", "There is nothing with a price that you asked for.")

    def act(self, play: Play[State], of: WantedItem) -> None:
        play.record(WishPaid(wish=of, rules=self.rules))


class DropWish(_OfWish, tag="drop-wish"):
    """Let go of what you asked for; as the GM, say that something cannot be had."""

    urgency = "may"

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for wish in state.wishes.values():
            if seat.guides or state.owns(seat, wish.who):
                label = f"It cannot be had: {wish.what}" if seat.guides else "Let it be"
                label += f": {wish.what}" if not seat.guides and len(state.wishes) > 1 else ""
                yield cls.offer(wish, label, about=wish.who, wish=wish.id)
        yield Refused("nothing-asked", "There is no wish that you could let go.")

    def act(self, play: Play[State], of: WantedItem) -> None:
        play.record(WishDropped(wish=of.id, who=of.who, declined=play.seat.guides, rules=self.rules))


def lapse(play: Play[State]) -> None:
    """Nobody waits for a price, or for a word on one, that somebody dead or gone asked for (GP-REP-02)."""
    for wish in tuple(play.state.wishes.values()):
        who = play.state.people[wish.who]
        if who.dead or who.retired:
            play.record(WishDropped(wish=wish.id, who=who.id, declined=True, rules=("GP-REP-02",)))


def headline(state: State) -> str:
    """What is asked about the first thing that was asked for, in a few words; nothing if there is none."""
    for wish in sorted(state.wishes.values(), key=lambda wish: wish.price > 0):
        who = state.name(wish.who)
        pays = f"Does {who} pay {wish.price} Reputation for “{wish.what}”?"
        return pays if wish.price else f"What does “{wish.what}” cost {who}?"
    return ""


def waiting(state: State) -> tuple[Waiting, ...]:
    """Whom wishes wait for."""
    if state.phase == "closing":
        return ()
    return waits_for(state, (
        (state.played_by(wish.who), f"whether {state.name(wish.who)} pays for “{wish.what}”") if wish.price
        else ("", f"a price for {state.name(wish.who)}")
        for wish in sorted(state.wishes.values(), key=lambda wish: wish.price > 0)
    ))


REQUISITIONS: Final = Part(Request, NamePrice, Pay, DropWish, Wished, WishPriced, WishDropped, WishPaid)
