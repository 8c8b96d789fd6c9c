"""Luck changes hands: what a character's player can spend, what a spending takes, and where it goes.

Three stores with communal Luck (SE-LUCK-09): the pool, the players, the GM's chest; their total never changes.
Otherwise the bank gives and takes without end. An Advancement used as Luck enters no store (SE-RD-40).
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from moot.games.swords_edge.state import State


class Payment(msgspec.Struct, frozen=True):
    """Luck that a character's player pays: out of the seat's own, and out of Advancements turned into Luck."""

    who: str
    seat: str
    luck: int = 0
    windfall: int = 0


def funds(state: State, who: str) -> int:
    """Luck that a character's player can spend on them now."""
    character = state.characters[who]
    return state.luck.get(character.player, 0) + character.windfall


def could_pay(state: State, who: str) -> bool:
    """Whether a Luck could be had for a character: held already, or for an Advancement while a session runs
    (SE-LUCK-07)."""
    character = state.characters[who]
    return funds(state, who) > 0 or (character.advancements > 0 and state.phase != "between")


def payment(state: State, who: str, cost: int) -> tuple[Payment, ...]:
    """How `cost` Luck is paid for a character: Advancements turned into Luck go first, since they last no longer."""
    if not cost:
        return ()
    character = state.characters[who]
    windfall = min(cost, character.windfall)
    return (Payment(who, character.player, cost - windfall, windfall),)


def paid(state: State, payments: tuple[Payment, ...]) -> State:
    """The state after `payments`: with communal Luck they go to the GM (SE-LUCK-09)."""
    for paying in payments:
        who = state.characters[paying.who]
        state = state.with_character(replace(who, windfall=who.windfall - paying.windfall))
        state = moved(state, paying.seat, "chest", paying.luck)
    return state


def moved(state: State, source: str, target: str, luck: int) -> State:
    """`luck` goes from one store to another: a seat's id, `pool`, `chest` or `bank`. Without communal Luck pool and
    chest are the bank, which never runs dry."""
    return _added(_added(state, source, -luck), target, luck)


def _added(state: State, store: str, luck: int) -> State:
    match store:
        case "bank":
            return state
        case "pool":
            return replace(state, pool=state.pool + luck) if state.options.communal else state
        case "chest":
            return replace(state, chest=state.chest + luck) if state.options.communal else state
        case _:
            return replace(state, luck={**state.luck, store: state.luck.get(store, 0) + luck})


def total(state: State) -> int:
    """All Luck at the table, in the three stores together (SE-LUCK-09)."""
    return state.pool + state.chest + sum(state.luck.values())
