"""The blanks of an offer as a page shows them: one struct for the template, whatever the field's kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import count, groupby
from types import MappingProxyType
from typing import Any, TypeAlias, assert_never

import msgspec
from msgspec.structs import replace

from moot.core import Choice, Choose, Compose, Confirm, Count, Item, Kind, Spread, Write
from moot.core.blanks import Field
from moot.core.choices import Barred

FEW = 12
"""Choices that are laid out side by side; more of them are a list, in which one finds what one wants by typing."""
TOLD = 20
"""So many are laid out, too, where each has a hint to read."""
TIED = 60
"""So many are laid out, too, where no more than a few are open at a time, by what was chosen before."""
BLANK_ROWS = 2
"""Empty rows after those that a composed list needs or has; they are folded away."""


def control(name: str) -> str:
    """The name that the blank called `name` has in a page's form: `f.name`.

    The prefix keeps blanks apart from a form element's own properties: a control named `form` or `action` would hide
    the property of that name from every script.
    """
    return f"f.{name}"


class Portrait(msgspec.Struct, frozen=True):
    """How somebody looks: the hue of their seat, their emblem if they have one, and the name of who plays them."""

    hue: int = 7
    emblem: str = ""
    player: str = ""


class Portraits(dict[str, Portrait]):
    """The portraits of seats and of the cast, by id; an unknown id gets a grey one."""

    def __missing__(self, _: str) -> Portrait:
        return UNKNOWN


UNKNOWN = Portrait()

Faces: TypeAlias = Mapping[str, Portrait]
"""The faces of those whom a choice may name, by its value."""
NOBODY: Faces = MappingProxyType({})


class Pickable(msgspec.Struct, frozen=True):
    """One thing to pick in a form; somebody has a `face`."""

    id: str
    choice: Choice
    picked: bool = False
    face: Portrait | None = None


class Slot(msgspec.Struct, frozen=True):
    """One slot of a spread: a row of dice, one to be picked by its place in the row."""

    control: str
    choice: Choice
    dice: tuple[tuple[str, int, int, bool], ...]


class ComposedRow(msgspec.Struct, frozen=True):
    """One row of a composed list; its controls are named `control` and a part: `f.terms.0.what`, `f.terms.0.detail`.

    `ways` are what it can be, a kind or a kind and its target each, with a heading for each run of them; `sole` is the
    value where it can be but one thing. Words are open once one of `writes` is picked. `spare`: it need not be there.
    """

    id: str
    control: str
    number: int
    item: Item
    ways: tuple[tuple[str, tuple[Pickable, ...]], ...]
    sole: str
    writes: tuple[str, ...]
    spare: bool


class Blank(msgspec.Struct, frozen=True, kw_only=True):
    """One blank of a form, ready for the template `parts/blanks.html`, which has a macro for each `kind`.

    `name` is the field of the command, `control` the name of the form control that fills it in; `nothing` is what
    choosing none is called. Among `long` many to tick a field finds some by typing.
    """

    kind: str
    id: str
    name: str
    control: str
    label: str
    hint: str = ""
    picks: tuple[Pickable, ...] = ()
    groups: tuple[str, ...] = ()
    people: bool = False
    nothing: str = ""
    many: bool = False
    long: bool = False
    slots: tuple[Slot, ...] = ()
    rows: tuple[ComposedRow, ...] = ()
    kinds: tuple[Kind, ...] = ()
    words: str = ""
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
    aside: bool = False


def blank(field: Field, id_: str, coin: str = "", faces: Faces = NOBODY) -> Blank:
    """`field` as a blank whose element has the id `id_`; `coin` is what choices with a price are paid with."""
    match field:
        case Choose(choices=choices, many=many, default=default):
            people = 2 * sum(choice.value in faces for choice in choices) > len(choices)  # there may be several as one
            kind = "choose" if many or people or _are_few(choices) else "list"
            looks = faces if people or kind == "list" else NOBODY
            picks = tuple(
                Pickable(f"{id_}-{at}", choice, choice.value in default, looks.get(choice.value))
                for at, choice in enumerate(choices)
            )
            groups = tuple(dict.fromkeys(choice.group for choice in choices))
            long = kind == "choose" and many and len(choices) > TOLD
            ticked = {"many": field.limit > 1, "long": long, "least": field.least, "most": field.limit, "coin": coin}
            nothing = field.nothing or ("Nobody" if people else "None")
            return _blank(field, id_, kind, picks=picks, groups=groups, people=people, nothing=nothing, **ticked)
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
        case Compose(kinds=kinds, barred=barred, words=words):
            rows = tuple(_rows(field, id_, faces))
            return _blank(field, id_, "compose", rows=rows, kinds=kinds, barred=barred, words=words)
    assert_never(field)


def _are_few(choices: tuple[Choice, ...]) -> bool:
    """Whether choices are few enough to be laid out: all of them, those with hints, or those open at a time."""
    if len(choices) <= FEW:
        return True
    told = len(choices) <= TOLD and all(choice.hint for choice in choices)
    opened = Counter(need for choice in choices for need in choice.needs)
    free = sum(not choice.needs for choice in choices)
    return told or (len(choices) <= TIED and bool(opened) and free + max(opened.values()) <= FEW)


def _rows(field: Compose, id_: str, faces: Faces) -> Iterator[ComposedRow]:
    """The rows with defaults, those required, and some spare ones."""
    wanted = max(1, field.least, len(field.default))
    for at in range(min(field.most, max(field.least, len(field.default)) + BLANK_ROWS)):
        item = field.default[at] if at < len(field.default) else Item(kind="")
        row, name = f"{id_}-{at}", f"{field.name}.{at}"
        ways = tuple(_ways(field.kinds, row, item, faces))
        writing = (kind for kind in field.kinds if kind.writes)
        writes = tuple(f"{name}.what:{choice.value}" for kind in writing for choice in _as_choices(kind))
        shuts = () if all(kind.writes for kind in field.kinds) else writes
        spare = at >= wanted
        yield ComposedRow(row, control(name), at + 1, item, ways, sole_way(field.kinds), shuts, spare)


def _as_choices(kind: Kind) -> tuple[Choice, ...]:
    """What an item of this kind can be: the kind, or the kind and one of its targets, written `kind:target`."""
    of = kind.targets or (Choice("", kind.label),)
    return tuple(replace(choice, value=f"{kind.value}:{choice.value}") for choice in of)


def _ways(kinds: tuple[Kind, ...], row: str, item: Item, faces: Faces) -> Iterator[tuple[str, tuple[Pickable, ...]]]:
    places, now = count(), f"{item.kind}:{item.target}"
    for heading, run in groupby(kinds, key=lambda kind: kind.label if kind.targets else ""):
        choices = (choice for kind in run for choice in _as_choices(kind))
        yield heading, tuple(
            Pickable(f"{row}-{next(places)}", choice, choice.value == now, _face(choice, faces)) for choice in choices
        )


def _face(choice: Choice, faces: Faces) -> Portrait | None:
    return faces.get(choice.value.partition(":")[2])


def sole_way(kinds: tuple[Kind, ...]) -> str:
    """The kind of every row, if there is only one kind and it needs words, so that nobody picks it; else empty."""
    only = kinds[0] if len(kinds) == 1 else None
    return f"{only.value}:" if only is not None and only.writes and not only.targets else ""


def _blank(field: Field, id_: str, kind: str, **more: Any) -> Blank:
    return Blank(
        kind=kind,
        id=id_,
        name=field.name,
        control=control(field.name),
        label=field.label,
        hint=field.hint,
        needs=field.needs,
        aside=field.aside,
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
