"""Answers to requests: pages, and every refusal and accident as a sentence, never a traceback."""

from __future__ import annotations

import logging
import re
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.types import ExceptionHandlersMap, Receive, Scope, Send
from msgspec import ValidationError

from moot.core import Corrupt, NotListed, Refused, WriteConflict
from moot.core.misfits import JSON, Misfit, misfit
from moot.core.wishes import field_at_fault
from moot.web.auth import SEAT, cookies
from moot.web.limits import TooFast
from moot.web.marks import for_page
from moot.web.refusals import status_of
from moot.web.rule_links import house_rule, rule_page
from moot.web.site import site_of

AnyRequest = Request[Any, Any, Any]

log = logging.getLogger("moot.web")

PIECE = 64 * 1024
"""Bytes of a file that are handed on at once."""

_NO_BODY = {"'data'": "it is empty, and should be JSON"}
"""What Litestar says of a request that lacks its body, and our words for it."""

_SENTENCES = {
    400: "This request cannot be read.",
    404: "There is no such page.",
    405: "This page does not take that.",
    415: "This takes a form or JSON.",
}


_WAYS_ON = {
    "no-seat": "Somebody at the table finds its link under More, “Invite someone”. If you have a seat already, come by "
    "that link and say your name: you are asked whether the seat is yours.",
    "wrong-link": "Somebody at the table finds the link that works under More, “Invite someone”.",
    "wrong-screen": "It is under More, “A screen for the room”.",
    "spent-link": "It is under More, “This seat on another device”. Or come by the join link and say your name: you "
    "are asked whether the seat is yours.",
    "no-such-table": "A table to try is deleted after a day. For any other, ask the person who sent you the link.",
}
"""What somebody can do where a page is refused."""


def page(
    request: AnyRequest, template: str, status: int = 200, *, signer: str = "", **context: Any
) -> Response[str]:
    """The page that `template` makes; `signer` is the seat whose page it is, where it has forms of offers."""
    shared = {"theme": "moot", "scheme": chosen_scheme(request.scope)}
    html = for_page(site_of(request).pages.render(template, {**shared, **context}), signer)
    return Response(html, status_code=status, media_type="text/html")


def chosen_scheme(scope: Scope) -> str:
    """Whether this browser wants pages light or dark; nothing if it leaves that to the machine."""
    scheme = cookies(scope).get("moot_scheme", "")
    return scheme if scheme in ("light", "dark") else ""


class PlainJson:
    """A small JSON answer in the fewest steps, for the most frequent requests."""

    def __init__(self, body: bytes) -> None:
        self._body = body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(self._body))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": self._body, "more_body": False})


class Download:
    """A file to save, sent piece by piece as its reader takes it."""

    def __init__(self, body: bytes, media_type: str, name: str) -> None:
        self._body = body
        self._headers = [
            (b"content-type", media_type.encode()),
            (b"content-length", b"%d" % len(body)),
            (b"content-disposition", f'attachment; filename="{name}"'.encode()),
        ]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self._headers})
        for first in range(0, len(self._body), PIECE):
            piece = self._body[first : first + PIECE]
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def as_json(refused: Refused) -> dict[str, Any]:
    """A refusal as the API says it."""
    return {
        "code": refused.code,
        "message": refused.message,
        "rule": refused.rule,
        "allowed": list(refused.allowed),
        "field": refused.field,
    }


def _refused(request: AnyRequest, refused: Refused, status: int | None = None, **headers: str) -> Response[Any]:
    status = status or status_of(refused)
    if request.scope["path"].startswith("/api"):
        if status == 401:
            headers["WWW-Authenticate"] = "Bearer"
            refused.allowed = ("Authorization: Bearer, and the secret of a seat",)
        return Response(as_json(refused), status_code=status, headers=headers, media_type="application/json")
    href = _rule_href(request, refused)
    if request.headers.get("hx-request"):
        html = site_of(request).pages.render("parts/refused.html", {"refused": refused, "href": href})
        if request.headers.get("moot-looks"):  # a page asks whether something still exists: “no” is an answer
            return Response(html, headers={**headers, "Moot-Status": str(status)}, media_type="text/html")
        return Response(html, status_code=status, headers=headers, media_type="text/html")
    way = _WAYS_ON.get(refused.code, "")
    made: Response[Any] = page(
        request, "pages/refused.html", status, refused=refused, href=href, way=way, back=_back(request)
    )
    made.headers.update(headers)
    return made


def _rule_href(request: AnyRequest, refused: Refused) -> str:
    """The address of a refusal's rule: at the table for those who sit there, else in the book."""
    game, table_id = (request.scope["state"].get(name, "") for name in ("game", "table"))
    if not refused.rule or not game:
        return ""
    return house_rule(table_id, refused.rule) if table_id else rule_page(game, refused.rule)


def _back(request: AnyRequest) -> str:
    parts = request.scope["path"].split("/")
    sits = any(name.startswith(SEAT) for name in cookies(request.scope))
    return f"/t/{parts[2]}" if sits and len(parts) > 3 and parts[1] == "t" else "/"


def _too_fast(request: AnyRequest, error: TooFast) -> Response[Any]:
    return _refused(request, Refused("too-fast", error.message), 429, **{"Retry-After": str(error.wait)})


def _http(request: AnyRequest, error: HTTPException) -> Response[Any]:
    status = error.status_code
    if status >= 500:
        return _broken(request, error)
    sentence = _too_large(request) if status == 413 else _SENTENCES.get(status, "This cannot be done.")
    allowed: tuple[str, ...] = ()
    if request.scope["path"].startswith("/api"):
        if status == 400:
            found = _misfits(request, error)
            sentence = f"This request cannot be read: {'; '.join(map(str, found)) or _no_json(error.detail)}."
            allowed = next((each.allowed for each in found if each.allowed), ())
        elif status in (404, 405):
            sentence = f"There is no {request.method} here: /api/openapi.json has all that can be asked."
    codes = {400: "malformed", 404: "no-such-page", 405: "no-such-method", 413: "too-large"}
    headers = error.headers or {} if status == 405 else {}  # Allow
    refused = Refused(codes.get(status, "not-possible"), sentence, allowed=allowed, field=_field(error))
    return _refused(request, refused, status, **headers)


def _no_json(said: str) -> str:
    """Our words for what msgspec says of text that is no JSON; it takes half a letter near the end for an end."""
    byte = re.search(r"\(byte \d+\)", said)
    at = f" {byte[0]}" if byte else ""
    if "surrogate" in said:
        return f"an escape in it, like \\ud800, is half of a letter, and the other half is missing{at}"
    if "truncated" in said:
        return "it ends too early, or an escape in it, like \\ud800, is half of a letter without the other half"
    return f"it is not JSON{at}" if said.startswith("JSON is malformed") else said.rstrip(".")


def _too_large(request: AnyRequest) -> str:
    most = request.route_handler.resolve_request_max_body_size()
    return f"That is too large: {most // 1024} KiB at most." if most else "That is too large."


def _faults(error: HTTPException) -> list[tuple[str, str]]:
    """Where each fault is, and what it is; `data` is the whole body."""
    extra = error.extra if isinstance(error.extra, list) else []
    return [(each.get("key", "body"), each.get("message", "")) for each in extra if isinstance(each, dict)]


def _misfits(request: AnyRequest, error: HTTPException) -> list[Misfit]:
    """The faults in words that people can mend them by."""
    body = request.route_handler.parsed_fn_signature.parameters.get("data")
    form = body.annotation if body else dict
    found = _faults(error)
    places = (("" if key == "data" else f".{key}", _NO_BODY.get(message, message)) for key, message in found)
    return [misfit(ValidationError(f"{message} - at `${key}`"), form, kinds=JSON) for key, message in places]


def _field(error: HTTPException) -> str:
    """The first field or parameter at fault, if one is."""
    for key, message in _faults(error):
        if field := field_at_fault(message) if key == "data" else re.split(r"[.\[]", key)[0]:
            return field
    return ""


def _conflict(request: AnyRequest, error: WriteConflict) -> Response[Any]:
    return _refused(request, Refused("conflict", "Somebody else was quicker. Look again, and try again."), 409)


def _corrupt(request: AnyRequest, error: Corrupt) -> Response[Any]:
    log.error("a table cannot be read: %s (entry %s)", error, error.seq)
    message = "The log of this table is damaged, so it is not opened. The one who runs Moot can say more: moot verify."
    return _refused(request, Refused("corrupt", message), 500)


def _disk(request: AnyRequest, error: OSError) -> Response[Any]:
    log.error("the disk refused: %s", error)
    message = "It could not be written down, so nothing has changed. Try again in a moment."
    return _refused(request, Refused("not-written", message), 503, **{"Retry-After": "2"})


def _too_deep(request: AnyRequest, error: RecursionError) -> Response[Any]:
    return _refused(request, Refused("malformed", "This request cannot be read: it is nested too deeply."), 400)


def _not_text(request: AnyRequest, error: UnicodeDecodeError) -> Response[Any]:
    return _refused(request, Refused("malformed", "This request cannot be read: it is not UTF-8 text."), 400)


def _broken(request: AnyRequest, error: Exception) -> Response[Any]:
    log.error("%s %s failed", request.method, request.scope["path"], exc_info=error)
    return _refused(request, Refused("broken", "Something broke on our side, and nothing has changed."), 500)


HANDLERS: ExceptionHandlersMap = {
    Refused: _refused,
    TooFast: _too_fast,
    HTTPException: _http,
    WriteConflict: _conflict,
    Corrupt: _corrupt,
    NotListed: _broken,
    OSError: _disk,
    RecursionError: _too_deep,
    UnicodeDecodeError: _not_text,
    Exception: _broken,
}
