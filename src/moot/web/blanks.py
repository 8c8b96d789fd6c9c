"""The blanks of an offer as a page shows them: one struct for the template, whatever the field's kind."""

from __future__ import annotations

from typing import Any, assert_never

import msgspec

from moot.core import Choice, Choose, Compose, Confirm, Count, Item, Kind, Spread, Write
from moot.core.blanks import Barred, Field

FEW = 9
"""Choices that are laid out side by side; more of them go into a list."""
BLANK_ROWS = 2
"""Empty rows after those that a composed list needs or has."""


def control(name: str) -> str:
    """The name that the blank called `name` has in a page's form: `f.name`.

    The prefix keeps blanks apart from a form element's own properties: a control named `form` or `action` would hide
    the property of that name from every script.
    """
    return f"f.{name}"


class Pick(msgspec.Struct, frozen=True):
    """One thing to pick in a form."""

    id: str
    choice: Choice
    picked: bool = False


class Slot(msgspec.Struct, frozen=True):
    """One slot of a spread: a row of dice, of which one is picked by its place in the row."""

    control: str
    choice: Choice
    dice: tuple[tuple[str, int, int, bool], ...]


class Row(msgspec.Struct, frozen=True):
    """One row of a composed list; its controls are named `control` and a part: `f.terms.0.kind`."""

    id: str
    control: str
    number: int
    item: Item


class Blank(msgspec.Struct, frozen=True, kw_only=True):
    """One blank of a form, ready for the template `parts/blanks.html`, which has a macro for each `kind`.

    `name` is the field of the command, `control` the name of the form control that fills it in.
    """

    kind: str
    id: str
    name: str
    control: str
    label: str
    hint: str = ""
    picks: tuple[Pick, ...] = ()
    groups: tuple[str, ...] = ()
    many: bool = False
    slots: tuple[Slot, ...] = ()
    rows: tuple[Row, ...] = ()
    kinds: tuple[Kind, ...] = ()
    barred: tuple[Barred, ...] = ()
    least: int = 0
    most: int = 0
    lines: int = 1
    value: str = ""
    suggestions: tuple[str, ...] = ()
    yes: bool = False
    must: bool = False
    coin: str = ""
    needs: tuple[str, ...] = ()


def blank(field: Field, id_: str, coin: str = "") -> Blank:
    """`field` as a blank whose element has the id `id_`; `coin` is what choices with a price are paid with."""
    match field:
        case Choose(choices=choices, many=many, default=default):
            kind = "choose" if len(choices) <= FEW or many else "list"
            picks = tuple(Pick(f"{id_}-{at}", choice, choice.value in default) for at, choice in enumerate(choices))
            groups = tuple(dict.fromkeys(choice.group for choice in choices))
            ticked = {"many": field.limit > 1, "least": field.least, "most": field.limit, "coin": coin}
            return _blank(field, id_, kind, picks=picks, groups=groups, **ticked)
        case Spread(slots=slots, dice=dice, default=default):
            return _blank(field, id_, "spread", slots=_slots(id_, field.name, slots, dice, default))
        case Count(least=least, most=most, default=default):
            return _blank(field, id_, "count", least=least, most=most, value=str(max(least, default)))
        case Write(least=least, most=most, lines=lines, default=default, suggestions=suggestions):
            kind = "file" if field.format else "write" if lines == 1 else "passage"
            return _blank(
                field, id_, kind, least=least, most=most, lines=lines, value=default, suggestions=suggestions
            )
        case Confirm(must=must, default=default):
            return _blank(field, id_, "confirm", must=must, yes=default)
        case Compose(kinds=kinds, barred=barred, least=least, most=most, default=default):
            count = min(most, max(least, len(default)) + BLANK_ROWS)
            items = (*default, *[_ready(kinds)] * (count - len(default)))
            named = control(field.name)
            rows = tuple(Row(f"{id_}-{at}", f"{named}.{at}", at + 1, item) for at, item in enumerate(items))
            return _blank(field, id_, "compose", rows=rows, kinds=kinds, barred=barred, least=least, most=most)
    assert_never(field)


def _ready(kinds: tuple[Kind, ...]) -> Item:
    """An empty row: of the first kind, unless that alone would already say something."""
    first = kinds[0] if kinds and says_nothing_alone(kinds[0]) else None
    return Item(kind=first.value if first else "")


def says_nothing_alone(kind: Kind) -> bool:
    """Whether an item of this kind needs more than its kind to mean anything."""
    return bool(kind.targets or kind.writes)


def _blank(field: Field, id_: str, kind: str, **more: Any) -> Blank:
    return Blank(
        kind=kind,
        id=id_,
        name=field.name,
        control=control(field.name),
        label=field.label,
        hint=field.hint,
        needs=field.needs,
        **more,
    )


def _slots(
    id_: str, name: str, slots: tuple[Choice, ...], dice: tuple[int, ...], default: tuple[int, ...]
) -> tuple[Slot, ...]:
    left = list(range(len(dice)))
    made: list[Slot] = []
    for at, slot in enumerate(slots):
        wanted = default[at] if at < len(default) else None
        place = next((place for place in left if dice[place] == wanted), None)
        if place is not None:
            left.remove(place)
        row = tuple((f"{id_}-{at}-{n}", n, die, n == place) for n, die in enumerate(dice))
        made.append(Slot(control(f"{name}.{slot.value}"), slot, row))
    return tuple(made)
