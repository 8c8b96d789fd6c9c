"""What somebody has open on a page (a thing, a form, reasons, the search), kept true by the page's stream.

A page that fetches such a part says for which of its openings, and by which line it hears: a name that its stream gave
it. The stream remembers how the part was made. With an update it sends what changed, and nothing of what did not.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Iterator

from moot.core import Refused
from moot.web.marks import for_script
from moot.web.moment import Moment, SeatMoment
from moot.web.pages import Pages
from moot.web.refusals import status_of

HEADER = "moot-opening"
"""The header in which a page says the name of its line and the number of the opening."""
MOST_OPEN = 24
"""Openings of one page that are kept true; a page fetches any further ones again itself."""
OVER = frozenset({401, 403, 404, 409})
"""Statuses of what is no more. Anything else passes, a pause for one: what is open stays as it is."""

Make = Callable[[Pages, SeatMoment], str]
"""Makes the part of a page that somebody opened, for how it is now. Raises Refused where it is no more."""

_log = logging.getLogger(__name__)


class _Opening:
    """One part that is open: how it is made, when it was made last, and what it was."""

    def __init__(self, make: Make, moment: Moment, html: str) -> None:
        self.make = make
        self.moment = moment
        self.had = hash(html)


class Openings:
    """What is open on the page of `seat` at `table` (ids), by the page's own numbers."""

    def __init__(self, table: str, seat: str) -> None:
        self.line = secrets.token_hex(8)
        self.whose = (table, seat)
        self._open: dict[int, _Opening] = {}
        self._told = 0

    def hello(self) -> bytes:
        """The message that tells the page the name of its line."""
        return b"event: moot:line\ndata: %s\n\n" % self.line.encode()

    @property
    def none(self) -> bool:
        """Whether nothing is open there."""
        return not self._open

    def keep(self, number: int, make: Make, mine: SeatMoment, html: str) -> int:
        """Keep what the page fetched as `number` true from now on.

        The answer's place among all that the page is told, so that it takes nothing older for newer; 0 if too many are
        open.
        """
        if number not in self._open and len(self._open) == MOST_OPEN:
            return 0
        self._open[number] = _Opening(make, mine.moment, html)
        return self._next()

    def close(self, number: int) -> None:
        """The page has closed it."""
        self._open.pop(number, None)

    def news(self, pages: Pages, mine: SeatMoment) -> bytes:
        """The messages that bring all that is open up to date."""
        return b"".join(self._changed(pages, mine))

    def _changed(self, pages: Pages, mine: SeatMoment) -> Iterator[bytes]:
        for number, opening in [*self._open.items()]:
            if opening.moment is mine.moment:
                continue
            opening.moment = mine.moment
            status, html = _made(opening.make, pages, mine)
            if (status == 200 or status in OVER) and hash(html) != opening.had:
                opening.had = hash(html)
                yield _message(number, self._next(), status, html)

    def _next(self) -> int:
        self._told += 1
        return self._told


def _made(make: Make, pages: Pages, mine: SeatMoment) -> tuple[int, str]:
    try:
        return 200, make(pages, mine)
    except Refused as refused:
        return status_of(refused), pages.render("parts/refused.html", {"refused": refused, "href": ""})
    except Exception:  # noqa: BLE001 - a game's fault stops nobody
        _log.exception("table %s: what %s has open cannot be made", mine.table.id, mine.seat.id)
        return 500, ""


def _message(number: int, told: int, status: int, html: str) -> bytes:
    lines = f"{number} {told} {status}\n{for_script(html)}".replace("\r\n", "\n").replace("\r", "\n").encode()
    return b"event: moot:opening\ndata: " + lines.replace(b"\n", b"\ndata: ") + b"\n\n"


def read(header: str) -> tuple[str, int] | None:
    """The line and the number of an opening, as a page says them; None if it says none."""
    line, _, number = header.partition(" ")
    return (line, int(number)) if line and number.isdecimal() and len(number) < 10 else None
