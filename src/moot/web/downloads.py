"""What people take home: the story they played, their copy of the log, and what else their game has for them."""

from __future__ import annotations

from typing import Any

from litestar import Response, get
from litestar.params import FromPath, FromQuery
from litestar.types import ASGIApp

from moot.core import Refused, Seat
from moot.core.words import sought
from moot.table import Ledger, Table, logfile
from moot.table.story import Episode, company, episodes, story
from moot.web.admission import let_in
from moot.web.lobby import ONLOOKER
from moot.web.recap import added_to_recap
from moot.web.responses import AnyRequest, Download, page
from moot.web.site import site_of
from moot.web.submit import sit_here


@get("/t/{table_id:str}/story.md")
async def story_file(request: AnyRequest, table_id: FromPath[str]) -> ASGIApp:
    """The story as this seat heard it, in Markdown."""
    table, seat = await _taker(request, table_id)
    body = await site_of(request).keepsakes.of(table, seat, "story.md", lambda ledger: story(ledger, seat).encode())
    return Download(body, "text/markdown; charset=utf-8", f"story-{table_id}.md")


@get("/t/{table_id:str}/story")
async def story_page(request: AnyRequest, table_id: FromPath[str], q: FromQuery[str] = "") -> Response[str]:
    """The story as this seat heard it, to read, search and print."""
    table, seat = await _taker(request, table_id)
    keepsakes = site_of(request).keepsakes
    played, every = await keepsakes.of(table, seat, "story", lambda now: (company(now), tuple(episodes(now, seat))))
    keepsakes.charge(table, seat, len(every))
    shared = site_of(request).screens.of(table, ONLOOKER).moment.shared(False)
    return await keepsakes.aside(_story_page, request, table, seat, shared, played, every, q)


def _story_page(
    request: AnyRequest,
    table: Table,
    seat: Seat,
    shared: dict[str, Any],
    played: str,
    every: tuple[Episode, ...],
    q: str,
) -> Response[str]:
    wanted = sought(q).split()
    return page(
        request,
        "pages/story.html",
        **{**shared, "title": table.ledger.table.title},
        theme=table.game.name,
        room=added_to_recap(site_of(request), table.game.name),
        seat=seat.id,
        company=played,
        episodes=[one for one in every if all(word in _words(one) for word in wanted)],
        q=q,
    )


def _words(episode: Episode) -> str:
    return sought(" ".join(f"{line.who} {line.text} {line.quote}" for line in episode.lines))


@get("/t/{table_id:str}/export.jsonl")
async def log_file(request: AnyRequest, table_id: FromPath[str]) -> ASGIApp:
    """This seat's copy of the log: what it may not know is left out, and the chain can still be checked."""
    table, seat = await _taker(request, table_id)

    def copied(ledger: Ledger) -> bytes:
        return b"".join(logfile.lines(*logfile.copy_for(table_id, ledger, seat)))

    body = await site_of(request).keepsakes.of(table, seat, "export.jsonl", copied)
    return Download(body, "application/x-ndjson", f"log-{table_id}.jsonl")


async def _taker(request: AnyRequest, table_id: str) -> tuple[Table, Seat]:
    """The table, and the seat there that asks."""
    table, seat, _ = await sit_here(request, table_id)
    return table, let_in(table, seat)


@get("/t/{table_id:str}/documents/{name:str}")
async def document_file(request: AnyRequest, table_id: FromPath[str], name: FromPath[str]) -> Response[str]:
    """A text of the game's that this seat may take along."""
    table, seat = await _taker(request, table_id)
    found = next((one for one in table.documents(seat) if one.name == name), None)
    if found is None:
        raise Refused("not-your-document", "There is no file of that name for you to take along.")
    headers = {"Content-Disposition": f'attachment; filename="{found.name}"'}
    return Response(found.write(), media_type=found.media_type, headers=headers)
