"""A Test being built on a page: all that may be tapped, what each tap adds, and the chances of every sum of taps.

A tap needs no request: the page already has the reckoning of each total that taps can come to.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable
from fractions import Fraction
from typing import Final

import msgspec

from moot.kit.bars import BarPart, bar, percent
from moot.kit.remembered import remembered
from moot.kit.totals import Addend, Sum, signed

SLIM: Final = Fraction(1, 20)
"""A chance below this is slim."""


class Tap(msgspec.Struct, frozen=True, kw_only=True):
    """Something to tap: in which blank, what it adds, and the chance beside it where it settles one by itself.

    `says` is the figure as people read it, `drags` names what it brings along in any case, `needs` and `costs` are as
    its choice in the offer has them.
    """

    blank: str
    value: str
    label: str
    says: str
    adds: int
    chance: str = ""
    drags: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    costs: int = 0


class Ends(msgspec.Struct, frozen=True):
    """How a Test with some total against some target number can end: what the dice must show for a success (empty
    where no dice are enough), the chance of one, and each end as (mark, words, chance), worst first."""

    needs: str
    success: Fraction
    each: tuple[tuple[str, str, Fraction], ...]


class Reckoning(msgspec.Struct, frozen=True):
    """A Test with this much added: what the dice must show, its chance of success, and how all ends share the rest.
    `at` is what was added, by which a page finds it; `says` tells so in words where there is one target number.
    `slim`: so unlikely that the page should not urge anybody to roll.
    """

    at: int
    says: str
    needs: str
    chance: str
    slim: bool
    shares: tuple[BarPart, ...]


class Builder(msgspec.Struct, frozen=True, kw_only=True):
    """A Test that can be built. `key` is its offer's and `do` its command, `title` says it in words.

    `given` is what it adds before anything is tapped, in `parts`; `first` names the blank that is tapped to begin with,
    if there is one. `rows` are empty, and `tn` is 0, for a share in a Test that somebody else rolls.
    """

    key: str
    do: str
    title: str
    urgent: bool
    given: int
    first: str = ""
    parts: tuple[Addend, ...] = ()
    tn: int = 0
    sums: tuple[Sum, ...] = ()
    taps: tuple[Tap, ...]
    rows: tuple[Reckoning, ...] = ()

    @property
    def best(self) -> str:
        """What adds most in the first blank, to begin with."""
        taps = [tap for tap in self.taps if tap.blank == self.first]
        return max(taps, key=lambda tap: tap.adds).value if taps else ""

    @property
    def start(self) -> int:
        """What it adds with that tapped and nothing else."""
        return self.given + max([tap.adds for tap in self.taps if tap.blank == self.first], default=0)

    @property
    def begins(self) -> Reckoning | None:
        """What that comes to, where it is rolled."""
        return next((row for row in self.rows if row.at == self.start), None)


def totals(given: int, taps: Collection[Tap], *, first: str, apart: Container[str] = ()) -> set[int]:
    """All that a Test can add: one tap of the `first` blank or none, and any others; those in the blanks `apart` change
    the target number instead. What can be tapped in several blanks counts once."""
    found = {given, *(given + tap.adds for tap in taps if tap.blank == first)}
    rest = {tap.value: tap.adds for tap in taps if tap.blank != first and tap.blank not in apart}
    for adds in rest.values():
        found |= {total + adds for total in found}
    return found


def reckonings(
    every: Iterable[int], tns: Iterable[int], ends: Callable[..., Ends], *of: object
) -> tuple[Reckoning, ...]:
    """What each of these totals comes to against each target number, the likeliest to fail first.

    `ends(*of, total, tn)` is the game's odds function. Of several target numbers `at` counts from the first: a harder
    one is as good as a smaller total.
    """
    first, *others = dict.fromkeys(tns)
    places = {total + first - tn for total in every for tn in (first, *others)}
    against = "" if others else f" against {first}"
    return tuple([_reckoning(ends(*of, at, first), at, against) for at in sorted(places)])


@remembered(4096)
def _reckoning(end: Ends, at: int, against: str) -> Reckoning:
    says = against and f"{signed(at)}{against}"
    return Reckoning(at, says, end.needs, percent(end.success), end.success < SLIM, tuple(bar(end.each)))
