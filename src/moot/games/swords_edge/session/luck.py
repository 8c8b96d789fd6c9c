"""Luck around the Tests: awards, other uses, Advancements turned into it, and what the GM may do with it."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Choice, Choose, Count, Offer, Play, Refused, Seat, Verb, Write
from moot.games.swords_edge.purse import funds, payment
from moot.games.swords_edge.session import commands as c, events as e
from moot.games.swords_edge.state import State, Use
from moot.games.swords_edge.whose import mine, needs_guide, needs_part

_RUNNING = frozenset({"session", "scene"})
_MOST_AT_ONCE = 3


def _award_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_part(seat, "award Luck", "SE-LUCK-02")
    if not seat.guides and not state.options.communal:
        raise Refused("guide-only", "Here the GM awards Luck.", "SE-LUCK-02")
    most = min(_MOST_AT_ONCE, state.pool) if state.options.communal else _MOST_AT_ONCE
    if not most:
        raise Refused("pool-empty", "The pool is empty.", "SE-RD-40")
    players = tuple(Choice(player.id, player.name) for player in state.players if player.id != seat.id)
    if not players:
        raise Refused("nobody-else", "Nobody awards themselves.", "SE-RD-40")
    source = " It comes from the pool." if state.options.communal else ""
    yield Offer(
        do="award-luck",
        label="Award Luck",
        why=f"For mood, risk, helping, vivid telling, whatever the table wants more of.{source}",
        fields=(
            Choose(name="seat", label="To whom?", choices=players),
            Count(name="luck", label="How much?", least=1, most=most, default=1),
            Write(name="reason", label="What for?", least=0),
        ),
        rules=("SE-LUCK-02", "SE-LUCK-09", "SE-RD-40"),
        urgency="tool",
    )


def _award(play: Play[State], command: c.AwardLuck) -> None:
    play.record(
        e.LuckAwarded(
            by=play.seat.id,
            seat=command.seat,
            luck=command.luck,
            source="pool" if play.state.options.communal else "bank",
            reason=command.reason.strip(),
            rules=("SE-LUCK-02",),
        )
    )


def _allow_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "accepts other uses of Luck", "SE-LUCK-06")
    yield Offer(
        do="allow-use",
        label="Accept another use of Luck",
        why="Somebody proposes it, you agree; from then on it is open to everyone.",
        fields=(Write(name="text", label="What does a Luck buy?"),),
        rules=("SE-LUCK-06",),
        urgency="tool",
    )


def _allow(play: Play[State], command: c.AllowUse) -> None:
    use = Use(play.state.next_id, command.text.strip())
    play.record(e.UseAllowed(use=use, rules=("SE-LUCK-06",)))


def _use_offers(state: State, seat: Seat) -> Iterator[Offer]:
    if not state.uses:
        raise Refused("no-such-use", "The GM has accepted no other use of Luck yet.", "SE-LUCK-06")
    for who in mine(state, seat, "spends Luck", "SE-LUCK-06"):
        if not funds(state, who.id):
            raise Refused("no-luck", "You have no Luck left.", "SE-LUCK-06")
        yield Offer(
            do="use-luck",
            label="Spend a Luck otherwise",
            fixed={"who": who.id},
            fields=(
                Choose(name="use", label="On what?", choices=tuple(Choice(use.id, use.text) for use in state.uses)),
            ),
            rules=("SE-LUCK-06",),
            urgency="tool",
            about=who.id,
        )


def _use(play: Play[State], command: c.UseLuck) -> None:
    text = next(use.text for use in play.state.uses if use.id == command.use)
    paid = payment(play.state, command.who, 1)
    play.record(e.LuckUsed(who=command.who, use=text, paid=paid, rules=("SE-LUCK-06",)))


def _cash_offers(state: State, seat: Seat) -> Iterator[Offer]:
    for who in mine(state, seat, "spends Advancements", "SE-LUCK-07"):
        if not who.advancements:
            raise Refused("no-advancement", f"{who.name} has no Advancement.", "SE-LUCK-07")
        yield Offer(
            do="cash-advancement",
            label="Use an Advancement as Luck",
            why=f"One for one, for {who.name}, this session. {who.advancements} in hand.",
            fixed={"who": who.id},
            rules=("SE-LUCK-07", "SE-ADV-04", "SE-RD-40"),
            urgency="tool",
            about=who.id,
        )


def _cash(play: Play[State], command: c.CashAdvancement) -> None:
    play.record(e.AdvancementCashed(who=command.who, rules=("SE-LUCK-07",)))


def _nc_heal_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "spends the GM’s Luck", "SE-RD-41")
    if not state.options.communal or not state.chest:
        raise Refused("no-luck", "The GM has no Luck to spend.", "SE-RD-41")
    late = state.opening or state.time_passed
    hurt = [] if late else [nc for nc in state.ncs.values() if nc.stress > nc.borne and not nc.out]
    if not hurt:
        raise Refused("nobody-hurt", "No NC that still stands took Stress in the scene just over.", "SE-RD-41")
    choices = tuple(Choice(nc.id, nc.name, hint=f"{nc.stress - nc.borne} Stress") for nc in hurt)
    yield Offer(
        do="nc-heal",
        label="A Luck of yours: one Stress less",
        why="What an NC took in the scene just over, one for one, and nothing older.",
        fields=(Choose(name="nc", label="For whom?", choices=choices),),
        rules=("SE-RD-41", "SE-LUCK-09", "SE-LUCK-05"),
        urgency="tool",
    )


def _nc_heal(play: Play[State], command: c.NcHeal) -> None:
    play.record(e.NcHealed(nc=command.nc, rules=("SE-RD-41", "SE-LUCK-09")))


VERBS = (
    Verb(c.AwardLuck, _RUNNING, _award_offers, _award),
    Verb(c.AllowUse, _RUNNING, _allow_offers, _allow),
    Verb(c.UseLuck, _RUNNING, _use_offers, _use),
    Verb(c.CashAdvancement, _RUNNING, _cash_offers, _cash),
    Verb(c.NcHeal, frozenset({"session"}), _nc_heal_offers, _nc_heal),
)
