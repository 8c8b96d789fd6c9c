"""Oracles: 52 entries, one for each card, out of the book's tables or brought by the group."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

import msgspec

from moot.core import Choice, Corrupt, Reference, ReferenceRow, Seat
from moot.core.figures import Lookup, load
from moot.games.wicked_age.book import PACKAGE
from moot.games.wicked_age.state import OracleEntry, State

_SUITS: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
_RANKS: Final = {
    "A": "ace", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine",
    "10": "ten", "J": "jack", "Q": "queen", "K": "king",
}

CARDS: Final = tuple(rank + suit for suit in _SUITS for rank in _RANKS)
"""The 52 cards, jokers out (WA-MAT-03), as `10S`, `KD`: spades, hearts, diamonds, clubs, each from ace to king."""

_ORDER: Final = ("blood-and-sex", "god-kings-of-war", "unquiet-past", "nest-of-vipers")


class Oracle(msgspec.Struct, frozen=True):
    """An oracle: its title, what it is about, an entry for each card, and names that go with it."""

    id: str
    title: str
    entries: tuple[OracleEntry, ...] = msgspec.field(name="entry")
    names: tuple[str, ...] = ()
    theme: str = ""


def card_name(card: str) -> str:
    """A card in words: `KD` is “king of diamonds”."""
    return f"{_RANKS[card[:-1]]} of {_SUITS[card[-1]]}"


def suit_name(card: str) -> str:
    """The suit of a card in words, capitalised as a heading."""
    return _SUITS[card[-1]].capitalize()


def _load() -> Lookup[Oracle]:
    found: dict[str, Oracle] = {}
    for place in files(PACKAGE).joinpath("tables/oracles").iterdir():
        if place.name.endswith(".toml"):
            oracle = load(PACKAGE, f"tables/oracles/{place.name}", Oracle)
            if sorted(entry.card for entry in oracle.entries) != sorted(CARDS):
                raise Corrupt(f"{place.name}: an oracle has one entry for each of the 52 cards")
            found[oracle.id] = oracle
    return Lookup("the oracles", {id_: found[id_] for id_ in sorted(found, key=_place)})


def _place(id_: str) -> tuple[int, str]:
    return (_ORDER.index(id_) if id_ in _ORDER else len(_ORDER), id_)


ORACLES: Final = _load()
"""The oracles of the book by id, in its order (WA-ORA-01)."""


def oracle(state: State, id_: str) -> Oracle:
    """The oracle called `id_`, the book's or the group's own. Raises NotListed for an unknown id."""
    own = state.own_oracles.get(id_)
    return ORACLES[id_] if own is None else Oracle(own.id, own.title, own.entries, own.names)


def choices(state: State) -> tuple[Choice, ...]:
    """Every oracle that this table can choose (WA-ORA-01), its own ones last."""
    book = tuple(Choice(one.id, one.title, hint=one.theme) for one in ORACLES.values())
    return book + tuple(Choice(own.id, own.title, hint="brought by this table") for own in state.own_oracles.values())


def entry_of(state: State, card: str) -> OracleEntry:
    """The entry of the chosen oracle for `card` (WA-MAT-03)."""
    return next(entry for entry in oracle(state, state.oracle).entries if entry.card == card)


def free_names(state: State, seat: Seat) -> tuple[str, ...]:
    """Names that go with the chosen oracle (the book's, if it has none) and that nobody whom `seat` knows has."""
    names = oracle(state, state.oracle).names if state.oracle else ()
    names = names or tuple(name for one in ORACLES.values() for name in one.names)
    taken = {who.name.casefold() for who in state.characters.values() if who.known or seat.guides}
    return tuple(name for name in names if name.casefold() not in taken)


def references() -> tuple[Reference, ...]:
    """The book's oracles, to leaf through (WA-ORA-01)."""
    return tuple(
        Reference(
            id=one.id,
            title=one.title,
            about=one.theme,
            rows=(
                *(ReferenceRow(card_name(row.card), row.text, group=suit_name(row.card)) for row in one.entries),
                ReferenceRow("Names", ", ".join(one.names), group="Names that go with it"),
            ),
        )
        for one in ORACLES.values()
    )
