"""The ladder of dice: none, d4 to d12, d12+1 and on (tables/ladder.toml). A better or worse die is a step on it."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from moot.core.figures import Figures
from moot.games.modos.terms import PACKAGE

_LADDER: Final = Figures(PACKAGE, "tables/ladder.toml")
_SIDES: Final = _LADDER.at("sides", tuple[int, ...])
_BEYOND: Final = _LADDER.at("beyond", int)
_WRITTEN: Final = re.compile(r"d(\d+)(?:\+(\d+))?")


class Die(msgspec.Struct, frozen=True, order=True):
    """A place on the ladder, counted from none at 0 (MO-209). Places compare as the dice do."""

    place: int

    def __post_init__(self) -> None:
        if self.place < 0:
            raise ValueError("the ladder of dice has no place below none")

    @classmethod
    def read(cls, text: str) -> Die:
        """The die that is written so: `none`, `d8`, `d12+1`. Raises ValueError if it is not on the ladder."""
        if text == "none":
            return NO_DIE
        written = _WRITTEN.fullmatch(text)
        sides, plus = (int(part or 0) for part in written.groups()) if written else (0, 0)
        steps, rest = divmod(plus, _BEYOND)
        if sides not in _SIDES or rest or (plus and sides != _SIDES[-1]):
            known = ", ".join(str(die) for die in (NO_DIE, *DICE))
            raise ValueError(f"{text!r} is no die of the ladder: {known}, d{_SIDES[-1]}+{_BEYOND} and so on")
        return cls(_SIDES.index(sides) + 1 + steps)

    def __str__(self) -> str:
        return (f"d{self.sides}" + (f"+{self.plus}" if self.plus else "")) if self else "none"

    def __bool__(self) -> bool:
        return self.place > 0

    @property
    def sides(self) -> int:
        """The faces of the die that is rolled; 0 for none."""
        return _SIDES[min(self.place, len(_SIDES)) - 1] if self.place else 0

    @property
    def plus(self) -> int:
        """What is added past the last die (MO-209)."""
        return max(0, self.place - len(_SIDES)) * _BEYOND

    @property
    def half(self) -> int:
        """What it comes to by half (MO-012)."""
        return half_of(self.sides) + self.plus

    @property
    def top(self) -> int:
        """The most it can come to."""
        return self.sides + self.plus

    def step(self, by: int) -> Die:
        """The die so many steps up, or down if `by` is negative: a d4 that gets worse is none (MO-E116)."""
        return Die(max(self.place + by, 0))


def half_of(sides: int) -> int:
    """What a die counts as when half is taken: half of its highest face (MO-012)."""
    return sides // 2


NO_DIE: Final = Die(0)
"""No die at all: nothing protects."""

DICE: Final = tuple(Die(place) for place in range(1, len(_SIDES) + 1))
"""The dice of the ladder, worst first."""
