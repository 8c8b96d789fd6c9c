"""People who visit the site in tests, each with cookies of their own, without a network."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from typing import Any
from uuid import uuid4

import httpx
from tests import toy

from moot.store.memory import MemoryStore
from moot.table import Shelf
from moot.web import App, Limits, Rate, create_app, marks

HOME = "http://moot.test"
BOUNDLESS = Rate(1e6, 1e6)
UNLIMITED = Limits(seat=BOUNDLESS, address=BOUNDLESS, door=BOUNDLESS, reading=BOUNDLESS)

MARKS = {*marks.MARKS.values()}


def site(store: Any = None, **options: Any) -> App:
    """A site with the toy game; nobody is too fast for it unless `limits` say so."""
    toy.install()
    return create_app(Shelf(store or MemoryStore()), **{"limits": UNLIMITED, **options})


def find(pattern: str, text: str) -> str:
    """What the group of `pattern` stands for in `text`, where it must be."""
    found = re.search(pattern, text)
    assert found, f"{pattern} is nowhere"
    return found[1]


class Visitor(httpx.AsyncClient):
    """One browser. It says where its requests come from, as browsers do."""

    def __init__(self, app: App, *, client: str = "203.0.113.9", **options: Any) -> None:
        called: Any = app
        transport = httpx.ASGITransport(app=called, raise_app_exceptions=False, client=(client, 5000))
        options = {"base_url": HOME, "headers": {"sec-fetch-site": "same-origin"}, **options}
        super().__init__(transport=transport, **options)
        self.table = ""

    async def send(self, *of: Any, **options: Any) -> httpx.Response:
        """Send a request; no answer has a mark that templates leave for what stands there."""
        answer = await super().send(*of, **options)
        if answer.is_stream_consumed and answer.headers.get("content-type", "").startswith("text/html"):
            assert MARKS.isdisjoint(answer.text), f"{answer.url} has marks"
        return answer

    async def opens(self, game: str = "coin", name: str = "Ann", **more: str) -> None:
        """Open a table and sit down at it as its guide."""
        answer = await self.post("/open", data={"game": game, "name": name, "title": "Our table", **more})
        assert answer.status_code == 303, answer.text
        self.table = answer.headers["location"]

    async def page(self) -> str:
        """The table's page as this visitor sees it."""
        answer = await self.get(self.table)
        assert answer.status_code == 200, answer.text
        return answer.text

    async def link(self) -> str:
        """The join link, as those see it who invite somebody."""
        invitation = await self.get(f"{self.table}/invite")
        return unescape(find(r'<code id="join-link">([^<]+)</code>', invitation.text))

    async def comes(self, link: str, name: str, role: str = "player") -> None:
        """Come by the join link."""
        path, _, code = link.partition("?k=")
        answer = await self.post(path, data={"k": code, "name": name, "role": role})
        assert answer.status_code == 303, answer.text
        self.table = answer.headers["location"]

    async def does(
        self, offer: str, *, htmx: bool = True, id_: str = "", faces: tuple[object, ...] = (), **answers: Any
    ) -> httpx.Response:
        """Fill in the form of an offer and send it."""
        headers = {"hx-request": "true"} if htmx else {}
        typed = [str(face) for face in faces]
        data = {"moot.offer": offer, "moot.id": id_ or uuid4().hex, "moot.faces": typed}
        data |= {f"f.{name}": answer for name, answer in answers.items()}
        return await self.post(f"{self.table}/do", data=data, headers=headers)

    async def says(self, text: str, manner: str = "aside") -> httpx.Response:
        """Speak."""
        data = {"moot.id": uuid4().hex, "as": manner, "text": text}
        return await self.post(f"{self.table}/say", data=data, headers={"hx-request": "true"})


async def company(app: App) -> tuple[Visitor, Visitor]:
    """A guide and a player who was let in, at a table of the toy game."""
    ann, ben = Visitor(app), Visitor(app)
    await ann.opens()
    await ben.comes(await ann.link(), "Ben")
    seat = find(r'value="admit:(\w+)"', await ann.page())
    assert (await ann.does(f"admit:{seat}")).status_code == 204
    return ann, ben


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[dict[str, list[str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            self.forms.append({})
        if tag == "input" and self.forms and given.get("name"):
            ticked = given.get("type") not in ("radio", "checkbox") or "checked" in given
            if ticked:
                self.forms[-1].setdefault(str(given["name"]), []).append(given.get("value") or "")


def filled_forms(html: str) -> list[dict[str, list[str]]]:
    """The forms of a page as a browser without script would send them untouched."""
    parser = _Forms()
    parser.feed(html)
    return parser.forms
