"""Notices a web server in front of the site that does not tell Moot rightly who a request comes from."""

from __future__ import annotations

import logging

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from moot.web.addresses import hostname, is_loopback
from moot.web.site import address, host, site_in

NO_ADDRESS = (
    "A web server in front of Moot passes requests on without X-Forwarded-For: all visitors are one to Moot, and share "
    "what one of them may do. docs/hosting.md has what to write into its file."
)
CHAIN = (
    "X-Forwarded-For has several addresses, and visitors can choose the first: have the web server in front of "
    "Moot set it to the visitor's address alone. docs/hosting.md has what to write into its file."
)

_log = logging.getLogger("moot.web")


class ProxyWatch:
    """Middleware that says once, on Moot's own terminal, what a web server in front of it does wrong."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            site = site_in(scope)
            if not site.proxy_told and (fault := fault_of(scope)):
                site.proxy_told = True
                _log.warning(fault)
        await self._app(scope, receive, send)


def fault_of(scope: Scope) -> str:
    """What is wrong with how this request was passed on; empty if nothing is, or it came directly."""
    chain = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for")
    if b"," in chain:
        return CHAIN
    from_here = is_loopback(address(scope)) and not is_loopback(hostname(host(scope)))
    return NO_ADDRESS if from_here and not chain else ""
