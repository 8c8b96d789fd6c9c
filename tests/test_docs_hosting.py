"""What docs/hosting.md says to write into a web server's file does what it says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from moot.web.security import LARGEST_COMMAND
from moot.web.site import Site, address, host
from moot.web.stream import HEARTBEAT, START

HOSTING = (Path(__file__).parent.parent / "docs" / "hosting.md").read_text()
NGINX = dict(re.findall(r"^ {8}((?:proxy_set_header )?\S+) (\S+);$", HOSTING, re.MULTILINE))

pytestmark = pytest.mark.anyio


def sent_by_nginx(**visitors: str) -> list[tuple[bytes, bytes]]:
    """The headers that reach Moot when a visitor at 203.0.113.7 sends some to nginx."""
    known = {"$http_host": "moot.example.org", "$scheme": "https", "$remote_addr": "203.0.113.7"}
    known["$proxy_add_x_forwarded_for"] = ", ".join([*visitors.values(), known["$remote_addr"]])
    sent = {name.lower().replace("_", "-"): value for name, value in visitors.items()}
    for directive, value in NGINX.items():
        if directive.startswith("proxy_set_header "):
            sent[directive.split()[1].lower()] = known[value]
    return [(name.encode(), value.encode()) for name, value in sent.items()]


async def seen(headers: list[tuple[bytes, bytes]]) -> dict[str, Any]:
    """The scope as the site gets it behind uvicorn, which knows the proxy by its address."""
    scopes: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        scopes.append(scope)

    scope: Any = {"type": "http", "scheme": "http", "http_version": "1.1", "headers": headers}
    scope["client"] = ("127.0.0.1", 5000)
    nothing: Any = None
    await ProxyHeadersMiddleware(app)(scope, nothing, nothing)
    [found] = scopes
    return dict(found)


@pytest.mark.parametrize("visitors", [{}, {"X_Forwarded_For": "198.51.100.1"}])
async def test_behind_nginx_each_visitor_has_an_address_of_their_own_and_cannot_choose_it(visitors):
    scope: Any = await seen(sent_by_nginx(**visitors))
    assert address(scope) == "203.0.113.7"
    assert (scope["scheme"], host(scope)) == ("https", "moot.example.org")
    nothing: Any = None
    assert not Site(nothing).local(scope)


def test_nginx_lets_through_what_a_table_takes():
    most, unit = NGINX["client_max_body_size"][:-1], NGINX["client_max_body_size"][-1]
    assert unit == "m"
    assert int(most) * 1024 * 1024 >= LARGEST_COMMAND


def test_feeds_speak_before_nginx_gives_up():
    assert int(NGINX["proxy_read_timeout"].removesuffix("s")) > HEARTBEAT == 15
    assert (b"x-accel-buffering", b"no") in START
