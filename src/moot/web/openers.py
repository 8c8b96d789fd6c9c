"""Limits who may open tables here, and how many there may be, since strangers may be on the network."""

from __future__ import annotations

import secrets
from urllib.parse import parse_qs

from litestar.datastructures import Cookie
from litestar.types import Scope

from moot.core import Refused
from moot.table.state import Openers
from moot.web.auth import cookies, site_cookie
from moot.web.site import Site

COOKIE = "moot_open"
"""The cookie of a browser that came by the link for opening tables."""
PARAMETER = "open"
"""That link's query parameter."""

_CLOSED: dict[Openers, str] = {
    "local": "Tables are opened on the machine that runs Moot. Ask there for a link to yours.",
    "link": "Only people who have a special link open tables here. Ask the one who runs Moot for it.",
    "anyone": "",
}


def may_open(site: Site, scope: Scope) -> bool:
    """Whether this visitor may open tables."""
    if site.open_by == "anyone" or site.local(scope):
        return True
    return site.open_by == "link" and any(_opens(site, code) for code in (_asked(scope), _kept(scope)))


def check_opening(site: Site, scope: Scope) -> None:
    """Raise Refused unless this visitor may open another table now, and there is room for one."""
    if not may_open(site, scope):
        raise Refused("opening-closed", _CLOSED[site.open_by])
    if site.local(scope):
        return
    full = site.shelf.count() >= site.limits.tables
    if full or site.shelf.bytes_left() < site.limits.room:
        raise Refused("house-full", "There is no room for another table here. The one who runs Moot can make room.")


def opening_cookies(site: Site, scope: Scope) -> list[Cookie]:
    """The cookie for a browser that comes by the link for opening tables, so that it need not come by it again."""
    return [site_cookie(scope, COOKIE, _asked(scope))] if _opens(site, _asked(scope)) else []


def _opens(site: Site, code: str) -> bool:
    return bool(site.open_code) and secrets.compare_digest(code.encode(), site.open_code.encode())


def _asked(scope: Scope) -> str:
    return parse_qs(scope["query_string"].decode("latin-1")).get(PARAMETER, [""])[-1]


def _kept(scope: Scope) -> str:
    return cookies(scope).get(COOKIE, "")
