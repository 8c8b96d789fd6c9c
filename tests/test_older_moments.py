"""Logs of older versions replay to the figures and offers that people had then (see tests/older/moments.py).

Where a rule was mended since, tests/older/differences.toml says which; any other difference is a fault.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any, Final, Literal, TypeAlias

import msgspec
import pytest
from tests.older import moments
from tests.test_older_tables import OLDER, VERSIONS

from moot import games
from moot.table.ledger import Ledger
from moot.table.logfile import read
from moot.testing import older_logs

LOGS: Final = {f"{path.parent.name}/{path.stem}": path for game in games.every() for path in older_logs(game)}
HOUSES: Final = {
    f"{path.parent.name}/{path.name.removesuffix(moments.SUFFIX)}": path for path in OLDER.glob(f"*/*{moments.SUFFIX}")
}


class Difference(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A difference with a reason: a pattern in the lines of `then` or `now`, and what stands there `instead`.

    With `reshaped` the same is kept in another shape, and all lines are read so before they are compared.
    """

    game: str
    why: str
    logs: tuple[str, ...]
    rule: str = ""
    then: str = ""
    now: str = ""
    instead: str | None = None
    reshaped: bool = False


DIFFERENCES: Final = msgspec.convert(
    tomllib.loads((OLDER / "differences.toml").read_text(encoding="utf-8"))["difference"], tuple[Difference, ...]
)


Version: TypeAlias = Literal["then", "now"]


def patterns(game: str, side: Version, reshaped: bool) -> list[tuple[Difference, re.Pattern[str]]]:
    """The differences of a game whose pattern is in the lines of this side."""
    found = (one for one in DIFFERENCES if one.game == game and one.reshaped == reshaped and getattr(one, side))
    return [(one, re.compile(getattr(one, side))) for one in found]


def reshaped(told: moments.Told, game: str, side: Version) -> tuple[set[str], set[Difference]]:
    """All lines of a side in the shape that today's have, and the differences that were met on the way."""
    lines, met = {f"{' '.join(seats)} | {line}" for line, seats in told.items()}, set[Difference]()
    for one, pattern in patterns(game, side, reshaped=True):
        read = {pattern.sub(one.instead or "", line) for line in lines}
        met |= {one} if read != lines else set()
        lines = read
    return lines, met


class Side:
    """The lines that one side alone has, and the differences `met` on the way to read them as the other has them."""

    def __init__(self, lines: set[str], side: Version, game: str) -> None:
        self.met = set[Difference]()
        self.known = patterns(game, side, reshaped=False)
        for one, pattern in self.known:
            if one.instead is not None:
                read = {pattern.sub(one.instead, line) for line in lines}
                self.met |= {one} if read != lines else set()
                lines = read
        self.lines = lines

    def without_reason(self, other: Side) -> list[str]:
        """What the other side lacks and no difference accounts for."""
        rest = self.lines - other.lines
        for one, pattern in self.known:
            if one.instead is None:
                found = {line for line in rest if pattern.search(line)}
                self.met |= {one} if found else set()
                rest -= found
        return sorted(rest)


def compared(game: str, then: moments.Told, now: moments.Told) -> tuple[dict[str, list[str]], set[Difference]]:
    """What one side alone has without a reason, and the differences with one."""
    (before, old), (after, new) = reshaped(then, game, "then"), reshaped(now, game, "now")
    gone, come = Side(before - after, "then", game), Side(after - before, "now", game)
    left = {"then": gone.without_reason(come), "now": come.without_reason(gone)}
    return {side: lines for side, lines in left.items() if lines}, gone.met | come.met | old | new


def replayed(name: str) -> tuple[dict[int, dict[str, list[str]]], set[Difference]]:
    """What differs after each entry of a log without a reason, and all differences with one."""
    path = LOGS.get(name) or HOUSES[name]
    records: list[Any] = read(path)[1] if name in LOGS else moments.tables(path.parent)[name.partition("/")[2]]
    kept = dict(moments.kept(path.with_suffix(moments.SUFFIX) if name in LOGS else path))
    faults, met, ledger, then = dict[int, dict[str, list[str]]](), set[Difference](), Ledger(), moments.Told()
    for record in records:
        ledger.take(record)
        then = kept.get(ledger.seq, then)
        differing, known = compared(ledger.table.game, then, moments.told(ledger))
        met |= known
        if differing:
            faults[ledger.seq] = differing
    return faults, met


@pytest.mark.parametrize("name", [*LOGS, *HOUSES])
def test_an_old_log_has_the_figures_and_offers_that_people_had(name: str) -> None:
    faults, met = replayed(name)
    assert faults == {}
    assert {one.why for one in met} == {one.why for one in DIFFERENCES if name in one.logs}


def test_each_difference_occurs_in_a_log_and_names_a_rule_or_says_that_it_has_none() -> None:
    for difference in DIFFERENCES:
        assert difference.logs
        assert set(difference.logs) <= {*LOGS, *HOUSES}
        rules = games.find(difference.game).rulebook.rules
        assert difference.rule in rules if difference.rule else difference.why.startswith("No rule: ")


def test_moments_are_kept_of_each_log_and_house() -> None:
    assert [name for name, path in LOGS.items() if not path.with_suffix(moments.SUFFIX).exists()] == []
    assert sorted({path.parent.name for path in HOUSES.values()}) == VERSIONS


def test_a_figure_an_offer_or_a_seat_that_differs_is_found() -> None:
    then: moments.Told = {
        "sheet: id n1; luck 4": ("s1", "s2"),
        "offer seize pairing=n2": ("s2",),
        "trait n1: id wits; worth 2": ("s1",),
    }
    now: moments.Told = {"sheet: id n1; luck 3": ("s1", "s2"), "trait n1: id wits; worth 2": ("s1", "s2")}
    found, _ = compared("wicked-age", then, now)
    assert found == {
        "then": ["s1 s2 | sheet: id n1; luck 4", "s1 | trait n1: id wits; worth 2", "s2 | offer seize pairing=n2"],
        "now": ["s1 s2 | sheet: id n1; luck 3", "s1 s2 | trait n1: id wits; worth 2"],
    }
