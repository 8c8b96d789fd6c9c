"""What the blanks of an offer have to choose from, and what is composed of it: choices with their price, and items."""

from __future__ import annotations

import msgspec


class Choice(msgspec.Struct, frozen=True, gc=False):
    """One thing that can be chosen. `value` goes into the command, `label` and `hint` are for people.

    `dice` are shown beside it as dice; `group` heads choices that belong together. `needs` are choices in blanks before
    this one, written `blank:value`: it is open once one of them is made. `costs` is its price, in what the offer's
    purse holds.
    """

    value: str
    label: str
    hint: str = ""
    dice: tuple[int, ...] = ()
    group: str = ""
    needs: tuple[str, ...] = ()
    costs: int = 0


class Purse(msgspec.Struct, frozen=True):
    """What choices are paid with: how much of it there is, and what it is called (`Luck`)."""

    holds: int
    coin: str


class Kind(msgspec.Struct, frozen=True):
    """One kind of item that `Compose` takes.

    `targets` is what it can be about (empty: nothing to choose), `writes` whether it takes words that the person
    writes.
    """

    value: str
    label: str
    targets: tuple[Choice, ...] = ()
    writes: bool = False
    hint: str = ""


class Item(msgspec.Struct, frozen=True, omit_defaults=True):
    """One composed item: its kind, what it is about, and the person's own words."""

    kind: str
    target: str = ""
    detail: str = ""


class Barred(msgspec.Struct, frozen=True):
    """One kind of item that people try and the rules forbid: why, by which rule, and what would be allowed instead."""

    value: str
    why: str
    rule: str
    allowed: str = ""
