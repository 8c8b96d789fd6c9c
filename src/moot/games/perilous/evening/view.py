"""What people see of Corruption, Disorders and Reputation: ledger lines with a running total, the die and its line,
ranks, a purse with three clocks."""

from __future__ import annotations

import msgspec

from moot.core import Seat
from moot.games.perilous.evening.closing import EndPhase, drift, ending, foretold, owed, phase_of
from moot.games.perilous.evening.disorders import knows, too_many
from moot.games.perilous.evening.requisitions import ends, opens
from moot.games.perilous.figures import CORRUPTION, DISORDERS, HOSTS, REQUISITION_TIERS
from moot.games.perilous.options import Options
from moot.games.perilous.person import LedgerLineView, Person, ledger_lines, total
from moot.games.perilous.rows import Disorder
from moot.games.perilous.state import State
from moot.games.perilous.underway import Conversion
from moot.kit.remembered import remembered


class DisorderView(msgspec.Struct, frozen=True, kw_only=True):
    """A Disorder: its row, and whether it is awake, in use, or changes its owner."""

    row: Disorder
    host: str
    state: str
    hidden: bool


class ClockView(msgspec.Struct, frozen=True, kw_only=True):
    """A tier of requisitions: its price, and in how many days it is open again (0: now)."""

    title: str
    least: int
    most: int
    days: int
    left: int


class ReputationPurse(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's Reputation: where it comes from, and what it can buy when."""

    reputation: int
    lines: tuple[LedgerLineView, ...]
    clocks: tuple[ClockView, ...]


class SoulView(msgspec.Struct, frozen=True, kw_only=True):
    """How somebody comes out of a session. `coming` says what the die may bring; `face` is the die beside the line
    `against` which it was held, 0 for none, `verdict` what came of it; `order` and `chaos` are ladders of ten ranks:
    how many there are, and how many of them are permanent."""

    who: str
    name: str
    seat: str
    ledger: tuple[LedgerLineView, ...]
    total: int
    coming: str
    face: int
    against: int
    gained: tuple[int, int]
    verdict: str
    order: tuple[int, int]
    chaos: tuple[int, int]
    owed: bool
    leaving: bool


class EveningView(msgspec.Struct, frozen=True, kw_only=True):
    """Everybody's ledgers and, at the end of a session, where that stands (None while it runs)."""

    phase: EndPhase | None
    souls: tuple[SoulView, ...]


def disorders(state: State, seat: Seat, who: Person) -> tuple[DisorderView, ...]:
    """The Disorders of somebody that a seat knows of."""
    found = (one for one in who.disorders if not one.hidden or knows(state, seat, who.id))
    return tuple(
        DisorderView(
            row=DISORDERS[one.row], host=HOSTS[one.host].title if one.host else "", hidden=one.hidden,
            state=one.turned or ("awake" if one.woken else "in use" if one.using else ""),
        )
        for one in found
    )


def purse(state: State, who: Person) -> ReputationPurse:
    """Somebody's Reputation with its three clocks."""
    found = ((tier, *ends(state, tier), opens(who, tier.id)) for tier in REQUISITION_TIERS.values())
    return ReputationPurse(reputation=who.reputation, lines=ledger_lines(who.fame), clocks=tuple(
        ClockView(title=tier.title, least=least, most=most, days=tier.days, left=max(0, day - state.today(who.id)))
        for tier, least, most, day in found
    ))


@remembered(512)
def soul(
    who: Person, options: Options, done: Conversion | None, owed: bool, began: tuple[int, int], guide: bool
) -> SoulView:
    """How somebody comes out of the session, as far as it has come; `began` are the ranks they came into it with."""
    coming = "" if done else foretold(who, options, began)
    tens = CORRUPTION.per_rank if options.corruption_variant == "house" else 0
    return SoulView(
        who=who.id, name=who.name, seat=who.player, ledger=ledger_lines(who.sins, tens),
        total=total(who.sins), coming=coming, owed=owed, leaving=too_many(who, guide=guide),
        face=done.face if done else 0, against=done.against if done else 0,
        gained=(done.order, done.chaos) if done else (0, 0), verdict=drift(done.order, done.chaos) if done else "",
        order=(who.order, who.permanent_order), chaos=(who.chaos, who.permanent_chaos),
    )


def seen(state: State, guide: bool) -> EveningView:
    """Everybody's ledgers, those of the guide's people for the guide alone."""
    people = (who for who in state.cast() if not who.npc or (guide and who.sins))
    done, owing = ending(state).conversions, owed(state)
    began = {who.id: state.began.get(who.id, (who.order, who.chaos)) for who in state.cast()}
    return EveningView(
        phase=phase_of(state) if state.phase == "closing" else None,
        souls=tuple(
            soul(who, state.options, done.get(who.id), who.id in owing, began[who.id], guide)
            for who in people
        ),
    )
