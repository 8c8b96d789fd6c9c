"""What people take home: the story they played, their copy of the log, and what else their game has for them."""

from __future__ import annotations

from litestar import Response, get
from litestar.params import FromPath, FromQuery

from moot.core import Refused
from moot.table import logfile
from moot.table.story import Episode, company, episodes, story
from moot.web.admission import let_in
from moot.web.auth import cookie_secret
from moot.web.responses import AnyRequest, page
from moot.web.site import site_of
from moot.web.submit import sit


@get("/t/{table_id:str}/story.md")
async def story_file(request: AnyRequest, table_id: FromPath[str]) -> Response[str]:
    """The story as this seat heard it, in Markdown."""
    table, seat = await sit(site_of(request), request.scope, table_id, cookie_secret(request.scope))
    text = story(table.ledger, let_in(table, seat))
    return Response(text, media_type="text/markdown", headers=_named(f"story-{table_id}.md"))


@get("/t/{table_id:str}/story")
async def story_page(request: AnyRequest, table_id: FromPath[str], q: FromQuery[str] = "") -> Response[str]:
    """The story as this seat heard it, to read, search and print."""
    table, seat = await sit(site_of(request), request.scope, table_id, cookie_secret(request.scope))
    every = list(episodes(table.ledger, let_in(table, seat)))
    wanted = q.casefold().split()
    return page(
        request,
        "pages/story.html",
        theme=table.game.name,
        title=table.ledger.table.title,
        table=table_id,
        company=company(table.ledger),
        episodes=[one for one in every if all(word in _words(one) for word in wanted)],
        q=q,
    )


def _words(episode: Episode) -> str:
    return " ".join(f"{line.who} {line.text} {line.quote}" for line in episode.lines).casefold()


@get("/t/{table_id:str}/export.jsonl")
async def log_file(request: AnyRequest, table_id: FromPath[str]) -> Response[bytes]:
    """This seat's copy of the log: what it may not know is left out, and the chain can be checked nevertheless."""
    table, seat = await sit(site_of(request), request.scope, table_id, cookie_secret(request.scope))
    head, records = logfile.copy_for(table_id, table.ledger, let_in(table, seat))
    body = b"".join(logfile.lines(head, records))
    return Response(body, media_type="application/x-ndjson", headers=_named(f"log-{table_id}.jsonl"))


@get("/t/{table_id:str}/documents/{name:str}")
async def document_file(request: AnyRequest, table_id: FromPath[str], name: FromPath[str]) -> Response[str]:
    """A text of the game's that this seat may take along."""
    table, seat = await sit(site_of(request), request.scope, table_id, cookie_secret(request.scope))
    found = next((one for one in table.documents(let_in(table, seat)) if one.name == name), None)
    if found is None:
        raise Refused("not-your-document", "There is no file of that name that you may take along.")
    return Response(found.write(), media_type=found.media_type, headers=_named(found.name))


def _named(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}
