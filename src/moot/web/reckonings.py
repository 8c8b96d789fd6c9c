"""Reckonings, what each sum of taps comes to, as data in which a page finds the row to lay out: only one is HTML."""

from __future__ import annotations

from collections.abc import Sequence

from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from moot.kit.builder import Reckoning
from moot.kit.remembered import remembered


@remembered(1024)
def as_data(rows: Sequence[Reckoning]) -> Markup:
    """`rows` for an attribute in single quotes.

    In it `ends` are (mark, words), and `rows` are (at, says, needs, chance, slim, shares). A share is the place of its
    end in `ends`, its width in hundredths, and its chance in words.
    """
    ends = [*dict.fromkeys((share.mark, share.says) for row in rows for share in row.shares)]
    place = {end: at for at, end in enumerate(ends)}
    told: list[tuple[object, ...]] = []
    for row in rows:
        shares = [(place[one.mark, one.says], round(one.width, 2), one.percent) for one in row.shares]
        told.append((row.at, row.says, row.needs, row.chance, int(row.slim), shares))
    return htmlsafe_json_dumps({"ends": ends, "rows": told}, separators=(",", ":"))
