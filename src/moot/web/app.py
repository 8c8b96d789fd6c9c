"""The site, all its wiring on one page."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files

from litestar import Litestar, Router
from litestar.datastructures import State
from litestar.middleware import DefineMiddleware
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components
from litestar.static_files import create_static_files_router

from moot import __version__
from moot.table import Shelf
from moot.web import api, door, downloads, feed, home, rules, stream, table_page
from moot.web.fast_path import FastPath
from moot.web.head_requests import HeadRequests
from moot.web.limits import Limits
from moot.web.pages import static_place
from moot.web.responses import HANDLERS
from moot.web.security import COMPRESSED, LARGEST_BODY, NamedHost, SameOrigin, add_headers
from moot.web.site import Site

PAGES = (
    home.home,
    home.open_table,
    home.try_page,
    home.try_table,
    home.game_page,
    home.theme,
    rules.rules_page,
    rules.rule_page,
    rules.table_rules,
    home.reference_page,
    home.how,
    home.health,
    table_page.table_page,
    table_page.do,
    table_page.say,
    table_page.log,
    table_page.qr,
    table_page.invite,
    downloads.story_page,
    downloads.story_file,
    downloads.log_file,
    downloads.document_file,
    door.join_page,
    door.join,
    door.back_page,
    door.back_link,
    door.come_back_page,
    door.come_back,
    stream.stream,
)


def create_app(
    shelf: Shelf, *, base_url: str | None = None, limits: Limits | None = None, lists: bool = True, closes: bool = True
) -> Litestar:
    """The site over the tables of `shelf`, as an ASGI application.

    `base_url` is where it is found from outside; without it links begin as each request found it. `lists` shows all
    tables to visitors from the same machine; `closes` lets go of the shelf when the site stops.
    """
    site = Site(shelf, base_url=base_url, limits=limits or Limits(), lists=lists)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        yield
        if closes:
            await shelf.close()

    static = create_static_files_router(static_place(), [str(files("moot.web") / "static")], include_in_schema=False)
    app = Litestar(
        [Router("/", route_handlers=PAGES, include_in_schema=False), *api.ROUTES, feed.feed, static],
        state=State({"site": site}),
        middleware=[DefineMiddleware(SameOrigin, site=site)],
        before_send=[add_headers],
        exception_handlers=HANDLERS,
        request_max_body_size=LARGEST_BODY,
        compression_config=COMPRESSED,
        lifespan=[lifespan],
        logging_config=None,
        openapi_config=OpenAPIConfig(
            title="Moot",
            version=__version__,
            description="Tables, seats, offers and commands, as the pages use them.",
            path="/api/openapi.json",
            components=Components(security_schemes={"seat": api.SEAT}),
            render_plugins=[JsonRenderPlugin(path="/")],
            use_handler_docstrings=True,
        ),
    )
    app.asgi_handler = NamedHost(FastPath(HeadRequests(app.asgi_handler), site))
    return app
