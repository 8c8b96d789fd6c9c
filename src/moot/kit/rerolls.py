"""Dice that lie on the table while one of them may be thrown again; the better of old and new stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from moot.core import Choice, Choose

T = TypeVar("T")


def improvable(faces: Sequence[int], sides: int) -> tuple[int, ...]:
    """The places of the dice that could show more."""
    return tuple(at for at, face in enumerate(faces) if face < sides)


def thrown_again(faces: Sequence[int], at: int, face: int) -> tuple[int, ...]:
    """The dice after the one at place `at` was thrown again and showed `face`."""
    return (*faces[:at], max(faces[at], face), *faces[at + 1 :])


def least_change(
    faces: Sequence[int], at: int, sides: int, ending: Callable[[tuple[int, ...]], T]
) -> tuple[int, T] | None:
    """The least face of the die at place `at` that changes how things end, and how they end then; None if none does.

    `ending` says how things would end with given dice.
    """
    now = ending(tuple(faces))
    found = ((face, ending(thrown_again(faces, at, face))) for face in range(faces[at] + 1, sides + 1))
    return next(((face, then) for face, then in found if then != now), None)


def which_die(
    faces: Sequence[int], sides: int, names: Sequence[str], ending: Callable[[tuple[int, ...]], str] | None
) -> Choose:
    """The blank `die` for one that could show more, by its name; with `ending`, what it must show to change that."""
    choices: list[Choice] = []
    for at in improvable(faces, sides):
        hint = ""
        if ending is not None:
            change = least_change(faces, at, sides, ending)
            more = " or more" if change and change[0] < sides else ""
            hint = f"{change[0]}{more}: {change[1]}" if change else "Alone it changes nothing"
        choices.append(Choice(names[at], f"The {faces[at]}", hint=hint))
    return Choose(name="die", label="Which die?", choices=tuple(choices))
