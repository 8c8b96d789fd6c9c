"""A screen for the room: the table on a television or a laptop, by a link of its own, for everybody to look at.

It shows in large what a watcher sees, and takes no commands: what happened, what changed, who is asked now, who is at
the table, and how others get there.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect
from litestar.types import ASGIApp, Scope
from markupsafe import Markup

from moot.core import CastMember, Refused
from moot.table import Table
from moot.table.state import AT_TABLE
from moot.web.auth import cookies
from moot.web.lobby import ONLOOKER
from moot.web.moment import SeatMoment
from moot.web.page_version import Seen
from moot.web.panels import Panel
from moot.web.recap import added_to_recap
from moot.web.responses import AnyRequest, page
from moot.web.site import Site, site_of
from moot.web.stream import Reader, page_has, served
from moot.web.submit import data, page_of
from moot.web.table_page import picture, seated

PARTS = ("screen-head", "screen-stage", "screen-cast")
"""What a screen is made of; each is a template of that name."""

MOST_CAST = 12
"""Characters on a screen; how many more there are stands there too."""

_log = logging.getLogger(__name__)


class OnScreen(NamedTuple):
    """Somebody on a screen, or several of one kind: the first of them, and what they are called."""

    first: CastMember
    name: str


def screen(site: Site, table: Table, base: str) -> dict[str, Panel]:
    """The panels of a screen now, kept for as long as nothing happens."""
    mine = site.screens.of(table, ONLOOKER, base)
    kept = mine.moment.kept
    key = ("screen", f"{base} {table.keys.invite}")
    if key not in kept:
        kept[key] = dict(_made(site, mine))
    made: dict[str, Panel] = kept[key]
    return made


def _made(site: Site, mine: SeatMoment) -> Iterator[tuple[str, Panel]]:
    values = {
        **mine.moment.shared(False),
        "beat": mine.beat,
        "pictures": added_to_recap(site, mine.moment.game.name),
        "begun": mine.moment.begun,
        "playing": playing(mine.moment.cast(guide=False).values()) if mine.moment.begun else (),
        "most": MOST_CAST,
        "guide_seat": next((seat.id for seat in mine.moment.state.seated() if seat.guides), ""),
        "begins": mine.moment.game.begins,
        "join_link": mine.join_link,
        "square": Markup(picture(mine.join_link).decode()),  # noqa: S704 - drawn by segno, the link is in its squares
    }
    for name in PARTS:
        yield name, Panel(name, _rendered(site, mine, name, values))


def playing(cast: Iterable[CastMember]) -> tuple[OnScreen, ...]:
    """Who is in play, several of one kind as one."""
    crowds: dict[str, list[CastMember]] = {}
    for member in cast:
        if member.here and not member.thing:
            crowds.setdefault(member.id if member.out else member.crowd or member.id, []).append(member)
    called = {id_: f"{id_} × {len(each)}" if each[1:] else each[0].name for id_, each in crowds.items()}
    return tuple(OnScreen(each[0], called[id_]) for id_, each in crowds.items())


def _rendered(site: Site, mine: SeatMoment, name: str, values: dict[str, Any]) -> str:
    own = f"{mine.moment.game.name}/{name}.html"
    try:
        return site.pages.render(own if site.pages.has(own) else f"screen/{name}.html", values)
    except Exception:  # noqa: BLE001 - a game's fault stops nobody
        _log.exception("table %s: the part %s of a screen cannot be made", mine.table.id, name)
        return site.pages.render("table/broken.html", {})


def dark(site: Site, said: str) -> dict[str, Panel]:
    """The panels of a screen that may show nothing, and why."""
    html = site.pages.render("screen/dark.html", {"said": said})
    return {name: Panel(name, html if name == "screen-stage" else "") for name in PARTS}


class ScreenReader(Reader):
    """The stream of a screen, for as long as its link works."""

    def __init__(self, site: Site, scope: Scope, table: Table, code: str, seen: Seen | None) -> None:
        super().__init__(site, scope, table, seen)
        self._code = code

    def now(self) -> tuple[dict[str, Panel], int, bytes]:
        """What everybody may see."""
        check_code(self.table, self._code)
        return screen(self.site, self.table, self.site.base(self.scope)), 0, b""

    def gone(self, refused: Refused) -> dict[str, Panel]:
        """The link was changed, or the table deleted."""
        return dark(self.site, refused.message)


def check_code(table: Table, code: str) -> None:
    """Raise Refused unless `code` opens a screen of this table."""
    table.check_stands()
    if not table.keys.shows(code):
        raise Refused("wrong-screen", "This link no longer shows the table. The one who runs the game has the new one.")


async def _shown(request: AnyRequest, table_id: str, code: str) -> Table:
    """The table that a screen's link shows. Raises Refused."""
    site = site_of(request)
    table = await site.table(request.scope, table_id)
    request.scope["state"]["game"] = table.game.name
    try:
        check_code(table, code)
    except Refused:
        site.charge_door(request.scope)
        raise
    await table.remember(ONLOOKER)
    return table


@get("/t/{table_id:str}/screen")
async def screen_page(
    request: AnyRequest, table_id: FromPath[str], k: FromQuery[str] = "", scheme: FromQuery[str] = ""
) -> Response[str]:
    """The table on a screen: dark, unless the link or this browser says otherwise."""
    site, table = site_of(request), await _shown(request, table_id, k)
    panels = screen(site, table, site.base(request.scope))
    wanted = (scheme, cookies(request.scope).get("moot_scheme", ""))
    return page(
        request,
        "screen/page.html",
        theme=table.game.name,
        scheme=next((one for one in wanted if one in ("light", "dark")), "dark"),
        table=table_id,
        title=table.ledger.table.title,
        panels={name: Markup(made.marked) for name, made in panels.items()},  # noqa: S704 - templates'
        code=k,
        event_id=Seen.of(0, panels).id(site.boot),
    )


@get("/t/{table_id:str}/screen/stream", include_in_schema=False)
async def screen_stream(request: AnyRequest, table_id: FromPath[str], k: FromQuery[str] = "") -> ASGIApp:
    """The live feed of a screen."""
    site, table = site_of(request), await _shown(request, table_id, k)
    seen = page_has(site, request.scope, len(PARTS))
    return served(ScreenReader(site, request.scope, table, k, seen), ONLOOKER.id)


@get("/t/{table_id:str}/room")
async def room_page(request: AnyRequest, table_id: FromPath[str]) -> Response[str]:
    """The link to a screen in the room, for the guide to open there."""
    site = site_of(request)
    table, seat = await seated(request, table_id)
    AT_TABLE.needs_guide(seat, "puts the table on a screen")
    link = f"{site.base(request.scope)}/t/{table_id}/screen?k={await table.screen()}"
    drawn = Markup(picture(link).decode())  # noqa: S704 - drawn by segno, the link is in its squares only
    title = table.ledger.table.title
    return page(
        request,
        "pages/room.html",
        theme=table.game.name,
        title=title,
        table=table_id,
        seat=seat.id,
        link=link,
        picture=drawn,
    )


@post("/t/{table_id:str}/room")
async def new_room(request: AnyRequest, table_id: FromPath[str]) -> Redirect:
    """Make a new link to the screen; the old one stops working. The guide's to do."""
    table, seat = await seated(request, table_id, page_of(await data(request)))
    AT_TABLE.needs_guide(seat, "changes the link to the screen")
    await table.new_screen()
    return Redirect(f"/t/{table_id}/room", status_code=303)
