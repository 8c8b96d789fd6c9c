"""Finds who asks: by a seat's secret in a cookie of its table's pages, or in the API's Authorization header."""

from __future__ import annotations

from litestar.datastructures import Cookie
from litestar.types import Scope

from moot.core import Refused, Seat
from moot.table import Key, Table
from moot.table.keys import fingerprint
from moot.web.site import Site

SEAT = "moot_seat"
"""The cookies with the secrets of seats are called this and the seat's id; they go to their table alone, by their path.

Before 0.3 there was one for a table, called this.
"""
HAND = "moot_hand"
"""The cookie with the seat whose page was uncovered last, of those that a browser has at a table."""
OPEN = "moot_open_hand"
"""The cookie that says that no page is covered there."""
TABLES = "moot_tables"
"""The cookie with the tables one came to, so that the home page can list them: their ids and, since ids are no secret,
the fingerprints of one's keys to them, which prove no seat."""
MOST_LISTED = 24
YEAR = 365 * 24 * 3600


def cookies(scope: Scope) -> dict[str, str]:
    """The request's cookies, also where other programs on this host have set some: cookies ignore ports.

    Of two with one name the first is the one that was set for a longer path (RFC 6265, 5.4), so it is the one.
    """
    found: dict[str, str] = {}
    for name, value in scope["headers"]:
        if name == b"cookie":
            for piece in value.decode("latin-1").split(";"):
                key, _, given = piece.partition("=")
                found.setdefault(key.strip(), given.strip())
    return found


def bearer_secret(scope: Scope) -> str:
    """The secret in `Authorization: Bearer …`, or nothing."""
    for name, value in scope["headers"]:
        if name == b"authorization":
            scheme, _, secret = value.decode("latin-1").partition(" ")
            return secret.strip() if scheme.lower() == "bearer" else ""
    return ""


def holder(site: Site, scope: Scope, table: Table, secret: str) -> Seat:
    """The seat that `secret` proves. Raises Refused if there is none; TooFast for those who try many."""
    try:
        return table.holder(secret)
    except Refused:
        if secret:
            site.charge_door(scope)
        raise


def seat_cookies(scope: Scope, table: str, key: Key) -> list[Cookie]:
    """The cookies that give a browser `key`, beside the seats it has, and put that seat in hand."""
    others = [(id_, proof) for id_, proof in listed_tables(scope) if id_ != table]
    listed = [(table, fingerprint(key.secret)), *others][:MOST_LISTED]
    return [
        seat_cookie(scope, table, f"{SEAT}_{key.seat}", key.secret),
        seat_cookie(scope, table, HAND, key.seat),
        site_cookie(scope, TABLES, ".".join(f"{id_}-{proof}" for id_, proof in listed)),
    ]


def listed_tables(scope: Scope) -> list[tuple[str, str]]:
    """The tables that this browser says it came to, the last one first: the id and the fingerprint of its key."""
    found = [one.partition("-") for one in cookies(scope).get(TABLES, "").split(".")]
    return [(id_, proof) for id_, _, proof in found if id_.isalnum() and proof.isalnum()][:MOST_LISTED]


def seat_cookie(scope: Scope, table: str, name: str, value: str) -> Cookie:
    """A cookie for the pages of one table."""
    return _cookie(name, value, f"/t/{table}", scope["scheme"] == "https")


def site_cookie(scope: Scope, name: str, value: str) -> Cookie:
    """A cookie for every page of the site."""
    return _cookie(name, value, "/", scope["scheme"] == "https")


def _cookie(name: str, value: str, path: str, secure: bool) -> Cookie:
    return Cookie(key=name, value=value, path=path, httponly=True, samesite="lax", secure=secure, max_age=YEAR)
