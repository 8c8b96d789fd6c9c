"""A real browser and a real server, one of each for a whole process of tests, and the people who use them in a test."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Page, expect, sync_playwright
from tests.serving import Server
from tests.visitors import UNLIMITED

from moot.table import Asked, House, Key, Table

ROOT = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
"""Without windows a page opens in two fifths of the processor time."""
SWITCHES = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP table.test 127.0.0.1",  # a name on a home network: plain http that no browser trusts
]
PATIENCE = 60_000
"""Milliseconds that a busy machine may take."""
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}
"""Where dice roll and sheets slide; elsewhere nothing moves, as some people want it."""
SCHEMES: tuple[tuple[Literal["dark", "light"], tuple[str, ...]], ...] = (("dark", ("color-contrast",)), ("light", ()))
"""What axe-core looks at in each scheme, without any rule everything: in the dark nothing but colours differs."""


class Contexts:
    """Browser contexts with a page each: who had one leaves nothing in it but what never changes: scripts, styles and
    fonts. A page that has been at the site goes there again in less than half the processor time of a new one."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[str, list[Page]] = {}

    def take(self, shape: dict[str, Any]) -> Page:
        """A page of this shape, in a context with nobody else in it."""
        if free := self._free.get(json.dumps(shape, sort_keys=True)):
            return free.pop()
        context = self._browser.new_context(**shape)
        context.set_default_timeout(PATIENCE)
        return context.new_page()

    def give_back(self, shape: dict[str, Any], page: Page, site: str) -> None:
        """Somebody goes, and takes along all that is theirs at `site`."""
        context = page.context
        if "storage_state" in shape or page.is_closed() or any(map(_has_clock, context.pages)):
            context.close()
            return
        for other in set(context.pages) - {page}:
            other.close()
        try:
            _leave(shape, page, site)
        except Error:  # it stands where nothing can be cleared
            context.close()
            return
        self._free.setdefault(json.dumps(shape, sort_keys=True), []).append(page)


def _leave(shape: dict[str, Any], page: Page, site: str) -> None:
    """Bring a page back to what it was when it was new. Raises Error where it stopped answering."""
    page.unroute_all(behavior="ignoreErrors")
    page.evaluate("addEventListener('pagehide', () => sessionStorage.clear())")  # what it puts there as it goes, too
    page.goto("about:blank")
    session = page.context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": site, "storageTypes": "all"})
    session.detach()
    page.context.clear_cookies()
    page.mouse.move(-1, -1)
    page.set_viewport_size(shape["viewport"])
    seen = {"color_scheme": shape.get("color_scheme", "light"), "reduced_motion": shape["reduced_motion"]}
    page.emulate_media(media="null", **seen)


def _has_clock(page: Page) -> bool:
    """Whether a test goes by a clock of its own on a page; that of the context would stand still for who comes next."""
    return bool(page.evaluate("'__pwClock' in globalThis"))


@dataclass
class Party:
    """The people in a test, each in a browser context of their own."""

    free: Contexts
    server: Server
    host: str = "127.0.0.1"
    pages: list[tuple[dict[str, Any], Page]] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def page(self, **options: Any) -> Page:
        """A fresh browser with nobody in it. What its console complains about is kept in `complaints`."""
        shape = {"reduced_motion": "reduce", **LAPTOP, **options}
        page = self.free.take(shape)
        self.pages.append((shape, page))
        page.on("pageerror", self._failed)
        page.on("console", self._told)
        return page

    def _failed(self, error: Error) -> None:
        self.complaints.append(str(error))

    def _told(self, line: ConsoleMessage) -> None:
        if line.type == "error":
            self.complaints.append(line.text)

    @property
    def url(self) -> str:
        """Where the site is."""
        return f"http://{self.host}:{self.server.port}"

    def open(self, game: str, name: str = "Ann", title: str = "Our table", **options: Any) -> Page:
        """Open a table of `game`; its guide's page."""
        table, key = self.server.run(self.server.shelf.open(game, title, name))
        return take_seat(self.page(**options), self.url, table, key)

    def join(self, guide: Page, name: str, *, watch: bool = False, admit: bool = True, **options: Any) -> Page:
        """Come to `guide`'s table as `name`, and be let in; the newcomer's page."""
        table = self.table(guide)
        key = self.server.run(table.come(name, "watcher" if watch else "player"))
        if admit:
            host = next(seat for seat in table.ledger.table.seated() if seat.guides)
            asked = Asked(id=f"admit {key.seat}", command={"do": "admit", "seat": key.seat})
            self.server.run(table.ask(host, asked))
        page = take_seat(self.page(**options), self.url, table, key)
        if admit:
            expect(guide.locator("#everyone li", has_text=name).first).not_to_contain_text("away")
        return page

    def gather(self, *names: str) -> tuple[Table, dict[str, Key]]:
        """A table of the toy game that the first of `names` guides and at which all sit; the number is hidden.

        Nobody has a page there yet: who needs one sits down.
        """
        table, key = self.server.run(self.server.shelf.open("coin", "Our table", names[0], house=House(door="open")))
        keys = {names[0]: key, **{name: self.server.run(table.come(name)) for name in names[1:]}}
        hide = {"do": "hide", "value": 4}
        self.server.run(table.ask(table.holder(key.secret), Asked(id="hide", command=hide)))
        return table, keys

    def sit(self, table: Table, key: Key, **options: Any) -> Page:
        """Somebody's page at a table where they have a seat."""
        return take_seat(self.page(**options), self.url, table, key)

    def table(self, page: Page) -> Table:
        """The table that somebody's page is of."""
        return self.server.run(self.server.shelf.find(page.url.rpartition("/")[2]))

    def close(self) -> None:
        """Everybody goes."""
        for shape, page in self.pages:
            page.remove_listener("pageerror", self._failed)
            page.remove_listener("console", self._told)
            self.free.give_back(shape, page, self.url)


def take_seat(page: Page, site: str, table: Table, key: Key) -> Page:
    """Sit down at `table` with a key, as a browser does that has been there before."""
    host = urlsplit(site).hostname
    cookie: Any = {"name": "moot_seat", "value": key.secret, "domain": host, "path": f"/t/{table.id}"}
    page.context.add_cookies([cookie])
    page.goto(f"{site}/t/{table.id}")
    linked(page)
    return page


def verb(page: Page, label: str) -> Locator:
    """Open a verb as people find it, by typing what it is called; the fold with its form."""
    page.evaluate("document.querySelector('[data-opens=find]').click()")
    page.locator("#find-words").fill(label)
    return _opened(page.locator("#found details.tool:not([hidden])", has=page.locator("summary", has_text=label)).first)


def door(page: Page, label: str) -> Locator:
    """The form behind a door under what is asked, opened if it is not."""
    return _opened(page.locator("#ask details.tool", has=page.locator("summary", has_text=label)).first)


def _opened(fold: Locator) -> Locator:
    if fold.get_attribute("open") is None:
        fold.locator("summary").first.click()
    form = fold.locator("form.offer").first
    form.wait_for()
    return form


def put_away(page: Page) -> None:
    """Close the sheet, to see the table; the way back that it put into the history is gone then, too."""
    page.keyboard.press("Escape")
    page.locator("#sheet").wait_for(state="hidden")
    page.wait_for_function("() => !history.state?.sheet")


def linked(page: Page) -> None:
    """Wait until the page's live feed is up."""
    page.locator("html[data-link=up]").wait_for(state="attached")


def accessible(page: Page, *, only: tuple[str, ...] = ()) -> list[str]:
    """What axe-core finds wrong with the page once nothing moves; `only` are the rules to go by, without any all."""
    if page.evaluate("() => !window.axe"):
        axe = ROOT / ".cache" / "npm" / "node_modules" / "axe-core" / "axe.min.js"
        page.evaluate(axe.read_text(encoding="utf-8"))
    how: dict[str, Any] = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}
    if only:
        how = {"resultTypes": ["violations"], "runOnly": list(only)}
    page.wait_for_function("() => document.getAnimations().every(one => one.playState !== 'running')")
    found = page.evaluate("(how) => axe.run(how)", how)
    return [f"{rule['id']}: {node['html'][:160]}" for rule in found["violations"] for node in rule["nodes"]]


def in_any_light(page: Page) -> list[str]:
    """What axe-core finds at a laptop's width and a phone's, light and dark.

    The page keeps its width, and is left light and without motion.
    """
    was, found = page.viewport_size or LAPTOP["viewport"], []
    for size in (LAPTOP["viewport"], PHONE["viewport"]):
        page.set_viewport_size(size)
        for scheme, only in SCHEMES:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            found += [f"{size['width']} wide, {scheme}: {each}" for each in accessible(page, only=only)]
    page.set_viewport_size(was)
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium. While Playwright runs, its event loop counts as running in this thread: see conftest.py."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        loop = asyncio.get_running_loop()
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        yield chromium
        asyncio._set_running_loop(loop)
        chromium.close()


@pytest.fixture(scope="session")
def contexts(browser: Browser) -> Contexts:
    return Contexts(browser)


@pytest.fixture(scope="session")
def running_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("site"), limits=UNLIMITED) as running:
        yield running


@pytest.fixture
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    """The server of this process; for a test marked `own_server`, one that no other test uses."""
    if request.node.get_closest_marker("own_server") is None:
        yield request.getfixturevalue("running_server")
        return
    with Server(tmp_path) as running:
        yield running


@pytest.fixture
def party(contexts: Contexts, server: Server) -> Iterator[Party]:
    people = Party(contexts, server)
    yield people
    people.close()
