"""Who asks: a seat's secret in a cookie of its table's pages, or in the Authorization header of the API."""

from __future__ import annotations

from litestar.datastructures import Cookie
from litestar.types import Scope

from moot.core import Refused, Seat
from moot.table import Key, Table
from moot.web.site import Site, address

SEAT = "moot_seat"
"""The cookie with a seat's secret; one for each table, by its path."""
TABLES = "moot_tables"
"""The cookie with the ids of the tables one came to, so that the home page can list them. No secret."""
MOST_LISTED = 24
YEAR = 365 * 24 * 3600


def cookies(scope: Scope) -> dict[str, str]:
    """The request's cookies, whatever others on this host have put beside ours: cookies know no ports.

    Of two with one name the first is the one that was set for a longer path (RFC 6265, 5.4), so it is the one.
    """
    found: dict[str, str] = {}
    for name, value in scope["headers"]:
        if name == b"cookie":
            for piece in value.decode("latin-1").split(";"):
                key, _, given = piece.partition("=")
                found.setdefault(key.strip(), given.strip())
    return found


def cookie_secret(scope: Scope) -> str:
    """The secret in the table's cookie, or nothing."""
    return cookies(scope).get(SEAT, "")


def bearer_secret(scope: Scope) -> str:
    """The secret in `Authorization: Bearer …`, or nothing."""
    for name, value in scope["headers"]:
        if name == b"authorization":
            scheme, _, secret = value.decode("latin-1").partition(" ")
            return secret.strip() if scheme.lower() == "bearer" else ""
    return ""


def holder(site: Site, scope: Scope, table: Table, secret: str) -> Seat:
    """The seat that `secret` proves. Raises Refused if none; TooFast for who tries many."""
    try:
        return table.holder(secret)
    except Refused:
        if secret:
            site.at_door.take(address(scope))
        raise


def seat_cookies(scope: Scope, table: str, key: Key) -> list[Cookie]:
    """The cookies that make whoever gets them the holder of `key`."""
    secure = scope["scheme"] == "https"
    listed = [table, *(id_ for id_ in listed_tables(scope) if id_ != table)][:MOST_LISTED]
    return [
        _cookie(SEAT, key.secret, f"/t/{table}", secure),
        _cookie(TABLES, ".".join(listed), "/", secure),
    ]


def listed_tables(scope: Scope) -> list[str]:
    """The ids of the tables that this browser came to, the last one first."""
    return [id_ for id_ in cookies(scope).get(TABLES, "").split(".") if id_.isalnum()][:MOST_LISTED]


def _cookie(name: str, value: str, path: str, secure: bool) -> Cookie:
    return Cookie(key=name, value=value, path=path, httponly=True, samesite="lax", secure=secure, max_age=YEAR)
