"""The site, all its wiring on one page."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from litestar import Litestar, Router
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components
from litestar.static_files import create_static_files_router
from litestar.types import LifeSpanReceive, LifeSpanScope, LifeSpanSend, Scope

from moot import __version__
from moot.table import Shelf
from moot.table.state import Openers
from moot.web import api, door, doors, downloads, feed, hands, home, house, recap, rules, screen, stream, table_page
from moot.web.api_document import DescribedJson
from moot.web.fast_path import FastPath
from moot.web.head_requests import HeadRequests
from moot.web.limits import Limits
from moot.web.pages import drawings_place, static_place
from moot.web.proxies import ProxyWatch
from moot.web.responses import HANDLERS
from moot.web.security import COMPRESSED, LARGEST_BODY, NamedHost, SameOrigin, add_headers
from moot.web.site import SITE, Site
from moot.web.whole_body import WholeBody

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
    house.house_page,
    home.reference_page,
    home.how,
    home.health,
    table_page.table_page,
    table_page.do,
    table_page.say,
    table_page.building,
    table_page.log,
    table_page.lines,
    table_page.turn,
    table_page.qr,
    table_page.invite,
    doors.form_page,
    doors.thing_page,
    doors.verb_page,
    doors.print_page,
    doors.emblems_page,
    doors.find_page,
    doors.found_page,
    doors.why_page,
    doors.files_page,
    doors.part_page,
    doors.closed,
    recap.recap_page,
    recap.recap_file,
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
    screen.screen_page,
    screen.screen_stream,
    screen.room_page,
    screen.new_room,
    hands.pass_on,
    hands.uncover,
    hands.device_page,
    hands.another_seat,
    hands.seat_off,
    stream.stream,
)


class App:
    """The site over the tables of a shelf, as an ASGI application; one set of routes serves all sites."""

    def __init__(self, site: Site, *, closes: bool) -> None:
        self.site = site
        self._closes = closes
        self._answer = NamedHost(WholeBody(FastPath(HeadRequests(routes()), site)))

    async def __call__(self, scope: Scope | LifeSpanScope, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        scope["state"] = {**scope.get("state", {}), SITE: self.site}
        await self._answer(scope, receive, send)

    async def _live(self, receive: LifeSpanReceive, send: LifeSpanSend) -> None:
        await receive()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self.site.trials.close()
        if self._closes:
            await self.site.shelf.close()
        await send({"type": "lifespan.shutdown.complete"})


def create_app(
    shelf: Shelf,
    *,
    base_url: str | None = None,
    limits: Limits | None = None,
    lists: bool = True,
    closes: bool = True,
    open_by: Openers = "anyone",
    open_code: str = "",
) -> App:
    """The site over the tables of `shelf`, as an ASGI application.

    `base_url` is where it is found from outside; without it links begin as each request found it. `lists` shows all
    tables to visitors from the same machine; `closes` lets go of the shelf when the site stops. `open_by` says who may
    open tables, with `open_code` in the link for it.
    """
    site = Site(
        shelf, base_url=base_url, limits=limits or Limits(), lists=lists, open_by=open_by, open_code=open_code
    )
    return App(site, closes=closes)


@cache
def routes() -> Litestar:
    """All pages and the API; which site a request came to stands in its scope."""
    ours = files("moot.web").joinpath("static")
    vendor = ours.joinpath("vendor")
    static = create_static_files_router(static_place(), [str(ours)], include_in_schema=False)
    drawings = create_static_files_router(
        drawings_place(), [str(vendor.joinpath("emblems")), str(vendor)], include_in_schema=False, name="drawings"
    )
    return Litestar(
        [Router("/", route_handlers=PAGES, include_in_schema=False), *api.ROUTES, feed.follow_table, static, drawings],
        middleware=[ProxyWatch, SameOrigin],
        before_send=[add_headers],
        exception_handlers=HANDLERS,
        request_max_body_size=LARGEST_BODY,
        compression_config=COMPRESSED,
        logging_config=None,
        openapi_config=OpenAPIConfig(
            title="Moot",
            version=__version__,
            description="Tables, seats, offers and commands, as the pages use them.",
            path="/api/openapi.json",
            components=Components(security_schemes={"seat": api.SEAT}),
            render_plugins=[DescribedJson(path="/")],
            use_handler_docstrings=True,
            operation_id_creator=lambda handler, _method, _path: handler.handler_name,
        ),
    )
