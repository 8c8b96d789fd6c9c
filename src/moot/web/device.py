"""The seats that one browser has at a table: several people may pass a device around, or one may play several.

The key of each seat lies in a cookie of its own. Every page says whose it is, and what comes from it counts for that
seat and no other. The seat in hand is the one whose page was uncovered last: the others' are covered until somebody
says that the device was passed on.
"""

from __future__ import annotations

from contextlib import suppress
from urllib.parse import parse_qs, urlsplit

from litestar.datastructures import Cookie
from litestar.types import Scope

from moot.core import Refused, Seat
from moot.table import Table
from moot.web.auth import HAND, OPEN, SEAT, cookies, seat_cookie

PAGE = b"moot-seat"
"""The header in which a page's script says whose page it is."""
FIELD = "moot.seat"
"""The field in which a form says so."""
MOST_HERE = 12
"""Seats that a browser can have at one table."""


def keys_here(scope: Scope, table: Table) -> dict[str, str]:
    """The seats that this browser proves at `table`, each with its secret."""
    found: dict[str, str] = {}
    for name, secret in cookies(scope).items():
        if name == SEAT or name.startswith(f"{SEAT}_"):
            with suppress(Refused):
                found.setdefault(table.holder(secret).id, secret)
    return found


def seats_here(scope: Scope, table: Table) -> tuple[Seat, ...]:
    """The same seats, in the order in which they came to the table."""
    here = keys_here(scope, table)
    return tuple(chair.seat for id_, chair in table.ledger.table.chairs.items() if id_ in here)


def in_hand(scope: Scope) -> str:
    """The seat whose page was uncovered last; empty after the device was passed on."""
    return cookies(scope).get(HAND, "")


def is_open(scope: Scope) -> bool:
    """Whether no page is covered, since one person plays all the seats here."""
    return cookies(scope).get(OPEN, "") == "1"


def asking(scope: Scope) -> str:
    """The seat whose page sends a request to read something, as its header says; empty without one."""
    headers = dict(scope["headers"])
    if said := headers.get(PAGE, b"").decode("latin-1"):
        return said
    queries = (scope["query_string"].decode("latin-1"), _came_from(headers, scope["path"]))
    return next((said for query in queries if (said := parse_qs(query).get("seat", [""])[-1])), "")


def _came_from(headers: dict[bytes, bytes], path: str) -> str:
    """The query of the page of this table that a link was followed on; empty if it was another page."""
    try:
        page = urlsplit(headers.get(b"referer", b"").decode("latin-1"))
    except ValueError:
        return ""
    return page.query if page.path.split("/")[:3] == path.split("/")[:3] else ""


def secret_here(scope: Scope, table: Table, said: str, *, acts: bool = False) -> str:
    """The secret of the seat that a request is for: the one whose page it `said` that it came from.

    A page that says nothing is that of the only seat here, or is only looked at by the one in hand. Raises Refused if
    this browser does not have that seat, or if it is unclear which one is meant. Without any seat here: a secret that
    proves nothing, or an empty one.
    """
    here = keys_here(scope, table)
    given = cookies(scope)
    if not here:
        return next((secret for name, secret in given.items() if name.startswith(SEAT)), "")
    if said in here:
        return here[said]
    if said:
        renamed = given.get(f"{SEAT}_{said}", "")  # somebody who waited at the door with it got an old seat back
        if renamed in here.values():
            return renamed
        raise Refused("no-seat", "This page belongs to a seat that this device does not have, so nothing was done.")
    if len(here) == 1:
        return next(iter(here.values()))
    if not acts and in_hand(scope) in here:
        return here[in_hand(scope)]
    raise Refused("which-seat", "Several seats are on this device. Choose whose page you want first.")


def characters(table: Table, seats: tuple[Seat, ...]) -> dict[str, str]:
    """Whom each of `seats` plays, by name; empty for those who run the game or watch."""
    game, play = table.game, table.ledger.game_state
    return {one.id: ", ".join(who.label for who in game.voices(play, one)) if one.plays else "" for one in seats}


def passed_on(scope: Scope, table: str, to: str) -> list[Cookie]:
    """The cookies of a device that is passed on: nobody has it in hand until `to` uncovers their page."""
    return [seat_cookie(scope, table, HAND, to if is_open(scope) else "")]
