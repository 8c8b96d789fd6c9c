"""What an Advancement can do now and what not, each with its rule: the one place where a player finds all its uses."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec

from moot.core import Command, Offered, Refused, Seat
from moot.games.swords_edge.character import Character
from moot.games.swords_edge.conflict.dooms import AvoidDoom
from moot.games.swords_edge.session.growth import OFTEN, ClearStress, Grow, Learn
from moot.games.swords_edge.session.luck import CashAdvancement
from moot.games.swords_edge.state import State


class AdvancementUse(msgspec.Struct, frozen=True):
    """One use of an Advancement (SE-ADV-04): open `now` or not, and why; `rule` is the one that says so."""

    title: str
    now: bool
    says: str
    rule: str


class _Row(NamedTuple):
    """A use: the command that makes it, what it gives, and when it is open."""

    title: str
    command: type[Command[State]]
    gives: str
    when: str
    rule: str


_USES: Final = (
    _Row("Raise a Quality or a Weakness", Grow, f"One Rank; with buying, {OFTEN}.", "Between Tests.", "SE-ADV-05"),
    _Row("Buy an Element", Learn, f"At Good, an SFX at Basic; with raising, {OFTEN}.", "Between Tests.", "SE-ADV-05"),
    _Row("Use it as Luck", CashAdvancement, "One Luck, as often as you like.", "During a session.", "SE-LUCK-07"),
    _Row(
        "Avert a Doom", AvoidDoom, "Out of the scene, and no Poor Weakness.", "When a Doom strikes, in a scene.",
        "SE-DOOM-04",
    ),
    _Row("Clear every Penalty Rank", ClearStress, "All of them go.", "Once the session is over.", "SE-REC-05"),
)  # fmt: skip


def uses(state: State, seat: Seat, who: Character) -> tuple[AdvancementUse, ...]:
    """Every use of an Advancement for a character of `seat`, as things stand."""
    return tuple(_use(state, seat, who, row) for row in _USES)


def _use(state: State, seat: Seat, who: Character, row: _Row) -> AdvancementUse:
    found = _asked(state, seat, row.command)
    if isinstance(found, Refused):
        return AdvancementUse(row.title, now=False, says=f"Not now. {found.message}", rule=found.rule or row.rule)
    now = any(offer.about == who.id for offer in found)
    return AdvancementUse(row.title, now=now, says=row.gives if now else f"Not now. {row.when}", rule=row.rule)


def _asked(state: State, seat: Seat, command: type[Command[Any]]) -> list[Offered] | Refused:
    """What is offered by one command, or the reason why nothing is."""
    if state.phase not in command.when:
        return []
    found, reasons = list[Offered](), list[Refused]()
    try:
        for one in command.offers(state, seat):
            if isinstance(one, Offered):
                found.append(one)
            else:
                reasons.append(one)
    except Refused as reason:
        reasons.append(reason)
    return found if found or not reasons else reasons[0]
