"""The pages around the tables: opening one, the games and their lists, how it works."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from moot import games
from moot.core import Corrupt, Game, Module, Refused
from moot.table import TableCard
from moot.table.script import Script, demos, tried
from moot.web.auth import listed_tables, seat_cookies
from moot.web.pages import theme_of
from moot.web.responses import AnyRequest, page
from moot.web.site import address, site_of
from moot.web.submit import data


@get("/")
async def home(request: AnyRequest) -> Response[str]:
    """Open a table, or go back to one."""
    every = games.every()
    tries = [(game, script) for game in every if (script := to_try(game)) is not None]
    return page(request, "pages/home.html", games=every, cards=_cards(request), tries=tries)


def _cards(request: AnyRequest) -> list[TableCard]:
    """The tables that this visitor may know of: on the host's own machine all, elsewhere those one came to."""
    site = site_of(request)
    if site.lists and site.local(request.scope):
        return list(site.shelf.cards())
    mine = [card for id_ in listed_tables(request.scope) if (card := site.shelf.card(id_)) is not None]
    return sorted(mine, key=lambda card: card.touched, reverse=True)


@post("/open")
async def open_table(request: AnyRequest) -> Redirect:
    """Open a table, with who asks as its guide."""
    site = site_of(request)
    site.at_door.take(address(request.scope))
    form = {name: values[-1] for name, values in (await data(request)).items()}
    game, house_rules = form.get("game", ""), form.get("module", "")
    table, key = await site.shelf.open(
        game,
        form.get("title", ""),
        form.get("name", ""),
        settings=_chosen(games.find(game), form),
        modules=(Module.read(house_rules.replace("\r\n", "\n")),) if house_rules.strip() else (),
    )
    return Redirect(f"/t/{table.id}", status_code=303, cookies=seat_cookies(request.scope, table.id, key))


def _chosen(game: Game[Any], form: Mapping[str, str]) -> dict[str, str]:
    """The options that are set otherwise than the book has them; the rest is left to the house rules."""
    usual = {f"option.{option.id}": option.default for option in game.rulebook.options.values()}
    return {
        name.removeprefix("option."): value
        for name, value in form.items()
        if name.startswith("option.") and usual.get(name) != value
    }


@get("/try/{game:str}")
async def try_page(request: AnyRequest, game: FromPath[str]) -> Response[str]:
    """A table to try: whom to be, what they want, and who is in the way."""
    found, script = games.find(game), _to_try(game)
    return page(request, "pages/try.html", theme=game, game=found, script=script)


@post("/try/{game:str}")
async def try_table(request: AnyRequest, game: FromPath[str]) -> Redirect:
    """Open a table to try, with the visitor in the seat they chose and stand-ins in the others."""
    site = site_of(request)
    site.at_door.take(address(request.scope))
    seat = (await data(request)).get("seat", [""])[-1]
    table, key = await tried(site.shelf, game, _to_try(game), seat)
    return Redirect(f"/t/{table.id}", status_code=303, cookies=seat_cookies(request.scope, table.id, key))


def to_try(game: Game[Any]) -> Script | None:
    """The table of a game that visitors can try, if it has one."""
    return next((script for script in demos(game).values() if script.role), None)


def _to_try(game: str) -> Script:
    found = to_try(games.find(game))
    if found is None:
        raise Refused("no-such-page", "There is no table of this game to try.")
    return found


@get("/games/{game:str}")
async def game_page(request: AnyRequest, game: FromPath[str]) -> Response[str]:
    """One game: what it is, and a table of it."""
    found = games.find(game)
    room = f"{game}/about.html"
    about = room if site_of(request).pages.has(room) else ""
    return page(request, "pages/game.html", theme=game, game=found, about=about)


@get("/games/{game:str}/theme.css", media_type="text/css")
async def theme(game: FromPath[str]) -> bytes:
    """What makes a game's pages look like its own."""
    games.find(game)
    return theme_of(game)


@get("/games/{game:str}/book/{reference:str}")
async def reference_page(request: AnyRequest, game: FromPath[str], reference: FromPath[str]) -> Response[str]:
    """One list to leaf through: an oracle, samples."""
    found = games.find(game)
    lists = {one.id: one for one in found.references()}
    if reference not in lists:
        message = f"{found.title} has no list called “{reference}”."
        raise Refused("no-such-list", message, allowed=tuple(one.title for one in lists.values()))
    return page(request, "pages/reference.html", theme=game, game=found, reference=lists[reference])


@get("/how")
async def how(request: AnyRequest) -> Response[str]:
    """How it works."""
    return page(request, "pages/how.html")


@get("/health", sync_to_thread=False)
def health(request: AnyRequest) -> dict[str, Any]:
    """Whether the site is up, and can read its shelf."""
    try:
        tables = site_of(request).shelf.count()
    except (OSError, Corrupt):
        return {"ok": False}
    return {"ok": True, "tables": tables}
