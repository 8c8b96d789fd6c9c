"""Dice that lie on the table while one of them may be thrown again; the better of old and new stands (SE-LUCK-04)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from moot.core import Choice, Choose
from moot.games.swords_edge.figures import DICE

Pair = tuple[int, int]
NAMES: Final = ("first", "second")
"""What commands call the two dice."""


def improvable(faces: Pair) -> tuple[int, ...]:
    """The places of the dice that could show more."""
    return tuple(at for at, face in enumerate(faces) if face < DICE.sides)


def thrown_again(faces: Pair, at: int, face: int) -> Pair:
    """The dice after the one at place `at` was thrown again and showed `face`."""
    first, second = faces
    return (max(first, face), second) if at == 0 else (first, max(second, face))


def _hint(faces: Pair, at: int, ending: Callable[[Pair], str]) -> str:
    """The least that the die at place `at` must show to change how things end, and how they end then."""
    now = ending(faces)
    for face in range(faces[at] + 1, DICE.sides + 1):
        if (then := ending(thrown_again(faces, at, face))) != now:
            return f"{face}{' or more' if face < DICE.sides else ''}: {then}"
    return "Alone it changes nothing"


def which_die(faces: Pair, ending: Callable[[Pair], str] | None) -> Choose:
    """The blank `die` for one that could show more, by its name; with `ending`, what it must show to change that."""
    choices = (Choice(NAMES[at], f"The {faces[at]}", hint=_hint(faces, at, ending) if ending else "")
               for at in improvable(faces))
    return Choose(name="die", label="Which die?", choices=tuple(choices))
