"""People as tokens, and how things stand side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, Protocol, TypeAlias

Hues: TypeAlias = Mapping[str, int]
"""The colours of people, by id."""
GREY: Final = 7
"""The colour of those that have none."""
TOKEN = 26
"""The size of a token."""
LETTER = 7
"""The width of a letter, as they are in names."""


class TokenOwner(Protocol):
    """Somebody with a token."""

    id: str
    name: str


class TokenFigure(TokenOwner, Protocol):
    """Somebody with a token, which is round for those whom the guide plays."""

    npc: bool


class DrawnToken(NamedTuple):
    """Somebody's token: its left upper corner and size."""

    letter: str
    hue: int
    x: float
    y: float
    size: int
    npc: bool


def token(
    who: TokenOwner, hues: Hues, x: float, y: float, size: int = TOKEN, *, npc: bool = False, letter: str = ""
) -> DrawnToken:
    """A token with its middle at a place, with a `letter` other than the first of a name if one is given."""
    corner = tenths(x - size / 2), tenths(y - size / 2)
    return DrawnToken(letter or who.name[:1], hues.get(who.id, GREY), *corner, size, npc)


def letters(people: Sequence[TokenOwner]) -> dict[str, str]:
    """What stands on people's tokens, by id: the first letter of a name, and more where several names begin alike."""
    alike: dict[str, list[TokenOwner]] = {}
    for who in people:
        alike.setdefault(who.name[:1], []).append(who)
    return {
        who.id: f"{first}{second}"
        for first, some in alike.items()
        for who, second in zip(some, _apart([who.name for who in some]), strict=True)
    }


def _apart(names: Sequence[str]) -> Sequence[str]:
    """What follows the first letter of names that begin alike: the number in the names of a kind (“R1” and “R2” for two
    road agents), for others the first letter by which all differ (“Bd” and “Bm” for a bodyguard and a bomber); where
    that does not tell all of them apart, they are counted."""
    if len(names) == 1:
        return ("",)
    parts = [(kind, number) if number.isdecimal() else (name, "1")
             for name in names for kind, _, number in [name.rpartition(" ")]]
    kinds = [*dict.fromkeys(kind for kind, _ in parts)]
    columns = (row for row in zip(*[kind[1:] for kind in kinds], strict=False) if " " not in row)
    by_letter = dict(zip(kinds, next((row for row in columns if len({*row}) == len(kinds)), ()), strict=False))
    of_kind = Counter(kind for kind, _ in parts)
    found = [number if of_kind[kind] > 1 else by_letter.get(kind, "") for kind, number in parts]
    return found if len({*found}) == len(names) and "" not in found else [str(at + 1) for at in range(len(names))]


def in_row(
    people: Sequence[TokenFigure], hues: Hues, x: float, y: float, size: int, apart: int
) -> tuple[DrawnToken, ...]:
    """People side by side from a place on, in steps of `apart`, to the left if that is below 0."""
    return tuple([token(who, hues, x + at * apart, y, size, npc=who.npc) for at, who in enumerate(people)])


def tenths(number: float) -> float:
    """A number with one figure after the point, or with none if that is a nought."""
    found = round(float(number), 1)
    return int(found) if found.is_integer() else found


def abreast(count: int, apart: float) -> Iterator[float]:
    """How far from their middle so many stand side by side."""
    return ((at - (count - 1) / 2) * apart for at in range(count))


def cut(text: str, room: float) -> str:
    """As much of `text` as so many letters have room for."""
    return text if len(text) <= room else f"{text[: max(int(room) - 1, 1)].rstrip()}…"


def within(x: float, room: float, width: float) -> float:
    """A place that leaves so much room on both sides."""
    return tenths(min(max(x, room), width - room))
