"""The pages around the tables: opening one, the games and their lists, how it works."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from moot import games
from moot.core import Corrupt, Game, Module, Refused
from moot.table import TableCard
from moot.table.script import Script, demos
from moot.table.touching import Touched
from moot.web.auth import OPEN, listed_tables, seat_cookie, seat_cookies
from moot.web.forms import last
from moot.web.house_rules import touched_at_opening
from moot.web.openers import check_opening, may_open, opening_cookies
from moot.web.pages import theme_of
from moot.web.refusals import status_of
from moot.web.responses import AnyRequest, chosen_scheme, page
from moot.web.site import Site, site_of
from moot.web.submit import data

NOTHING: Mapping[str, str] = MappingProxyType({})
"""What is typed into a form that nobody has filled in yet."""
TRYING = 5
"""Tokens of the door that a table to try costs: a whole scene is played to set it up."""
MOST_CARDS = 200
"""Tables that the page lists on the host's own machine; `moot tables` lists them all."""


@get("/")
async def home(request: AnyRequest) -> Response[str]:
    """Open a table, or go back to one."""
    site, (cards, seats) = site_of(request), await _cards(request)
    opens, scheme = may_open(site, request.scope), chosen_scheme(request.scope)
    if cards:
        html = _home(site, scheme, opens, cards, seats)
    else:  # the same for everybody without a seat
        html = site.pages.kept(("home", scheme, opens), lambda: _home(site, scheme, opens, []))
    return Response(html, media_type="text/html", cookies=opening_cookies(site, request.scope))


def _home(site: Site, scheme: str, opens: bool, cards: list[TableCard], seats: frozenset[str] = frozenset()) -> str:
    every = games.every()
    tries = {game.name: script for game in every if (script := to_try(game)) is not None}
    shown = {"theme": "moot", "scheme": scheme, "games": every, "tries": tries, "may_open": opens}
    return site.pages.render("pages/home.html", {**shown, "cards": cards, "seats": seats})


async def _cards(request: AnyRequest) -> tuple[list[TableCard], frozenset[str]]:
    """The tables that this visitor may know of: on the host's own machine the latest, elsewhere those it came to. And
    the ids of those where it has a seat: only these can wait for it."""
    site = site_of(request)
    mine = [card for one in listed_tables(request.scope) if (card := site.card_for(*one)) is not None]
    if site.lists and site.local(request.scope):
        found = list(await asyncio.to_thread(site.shelf.cards))
    else:
        found = sorted(mine, key=lambda card: card.touched, reverse=True)
    return [card for card in found if not card.archived][:MOST_CARDS], frozenset(card.id for card in mine)


@post("/open")
async def open_table(request: AnyRequest) -> Response[str] | Redirect:
    """Open a table, with the asker as its guide; a form that cannot be used comes back as it was, with the reason."""
    site = site_of(request)
    site.charge_door(request.scope)
    check_opening(site, request.scope)
    sent = await data(request)
    form, taken = {name: values[-1] for name, values in sent.items()}, sent.get("ready", ())
    game = games.find(form.get("game", ""))
    try:
        settings, modules = _chosen(game, form), _taken(game, form, taken)
        if "weigh" in form:
            return _game(request, game, form, touches=(*touched_at_opening(game, settings, modules),), taken=taken)
        title, name = form.get("title", ""), form.get("name", "")
        table, key = await site.shelf.open(game.name, title, name, settings=settings, modules=modules)
    except Refused as refused:
        return _game(request, game, form, refused, taken=taken)
    return Redirect(f"/t/{table.id}", status_code=303, cookies=seat_cookies(request.scope, table.id, key))


def _taken(game: Game[Any], form: Mapping[str, str], taken: Sequence[str]) -> tuple[Module, ...]:
    """The house rules that are ticked, and those that are written."""
    come = (Module.read(text) for text in game.house_modules)
    written = form.get("module", "")
    own = (Module.read(written.replace("\r\n", "\n")),) if written.strip() else ()
    return (*(module for module in come if module.id in taken), *own)


def _chosen(game: Game[Any], form: Mapping[str, str]) -> dict[str, str]:
    """The options that are not set as in the book; the rest is left to the house rules."""
    usual = {f"option.{option.id}": option.default for option in game.rulebook.options.values()}
    return {
        name.removeprefix("option."): value
        for name, value in form.items()
        if name.startswith("option.") and usual.get(name) != value
    }


@get("/try/{game:str}")
async def try_page(request: AnyRequest, game: FromPath[str]) -> Response[str]:
    """The page of a table to try: who you can be, what they want, and who is in the way."""
    found, script = games.find(game), _to_try(game)
    return page(request, "pages/try.html", theme=game, game=found, script=script)


@post("/try/{game:str}")
async def try_table(request: AnyRequest, game: FromPath[str]) -> Redirect:
    """Open a table to try, with the visitor in the seat they chose and stand-ins in the others."""
    site = site_of(request)
    site.charge_door(request.scope, TRYING)
    seat = last(await data(request), "seat")
    table, key = await site.trials.open(game, _to_try(game), seat)
    cookies = [*seat_cookies(request.scope, table.id, key), seat_cookie(request.scope, table.id, OPEN, "1")]
    return Redirect(f"/t/{table.id}", status_code=303, cookies=cookies)


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
    return _game(request, games.find(game))


def _game(
    request: AnyRequest,
    game: Game[Any],
    said: Mapping[str, str] = NOTHING,
    refused: Refused | None = None,
    *,
    touches: tuple[tuple[Touched, tuple[str, ...]], ...] | None = None,
    taken: Sequence[str] = (),
) -> Response[str]:
    """The page of a game; with `refused`, its form as it was `said` and the reason why that opened no table; with
    `touches`, what the choices in it touch, each with what goes along."""
    room = f"{game.name}/about.html"
    return page(
        request,
        "pages/game.html",
        200 if refused is None else status_of(refused),
        theme=game.name,
        game=game,
        trial=to_try(game),
        about=room if site_of(request).pages.has(room) else "",
        may_open=may_open(site_of(request), request.scope),
        said=said,
        refused=refused,
        touches=touches,
        taken=taken,
    )


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


@get("/health")
async def health(request: AnyRequest) -> Response[dict[str, Any]]:
    """Whether the site is up, can read its shelf and write to it; the status is 503 if not."""
    shelf = site_of(request).shelf
    try:
        tables = shelf.count()
    except (OSError, Corrupt):
        return Response({"ok": False, "why": "The tables cannot be read."}, status_code=503)
    try:
        await shelf.ready()
    except (OSError, Corrupt):
        why = "The disk is full or failed, so nothing can be written."
        return Response({"ok": False, "tables": tables, "why": why}, status_code=503)
    return Response({"ok": True, "tables": tables})
