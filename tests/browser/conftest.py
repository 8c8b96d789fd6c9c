"""A real server and a real browser: every test gets a site of its own, and as many people as it wants."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from tests.serving import Server

ROOT = Path(__file__).parents[2]
CHROMIUM = "/usr/bin/chromium"
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
SCHEMES: tuple[tuple[Literal["dark", "light"], tuple[str, ...]], ...] = (("dark", ("color-contrast",)), ("light", ()))
"""What axe-core looks at in each scheme, without any rule everything: in the dark nothing but colours differs."""


@dataclass
class Party:
    """The people in a test, each in a browser context of their own."""

    browser: Browser
    url: str
    contexts: list[BrowserContext] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def page(self, **options: Any) -> Page:
        """A fresh browser with nobody in it. What its console complains about is kept in `complaints`."""
        context = self.browser.new_context(**{**LAPTOP, **options})
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        page = context.new_page()
        self.pages.append(page)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda line: self.complaints.append(line.text) if line.type == "error" else None)
        return page

    def open(self, game: str, name: str = "Ann", title: str = "Our table", **options: Any) -> Page:
        """Open a table of `game`; its guide's page."""
        page = self.page(**options)
        page.goto(f"{self.url}/games/{game}")
        page.get_by_label("What the table is called").fill(title)
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Open the table").click()
        page.wait_for_url("**/t/*")
        linked(page)
        return page

    def join(self, guide: Page, name: str, *, watch: bool = False, admit: bool = True, **options: Any) -> Page:
        """Come to `guide`'s table as `name`, and be let in; the newcomer's page."""
        page = self.page(**options)
        page.goto(guide.locator("#join-link").text_content() or "")
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Only watch" if watch else "Sit down to play").click()
        page.wait_for_url("**/t/*")
        linked(page)
        if admit:
            guide.get_by_role("button", name=f"Let {name} in").click()
            page.locator("#composer-form").wait_for(state="attached")
        return page

    def close(self) -> None:
        """Everybody goes."""
        for context in self.contexts:
            context.close()


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


@pytest.fixture(scope="module")
def browser():
    """Chromium, for one file: while Playwright runs, no other event loop can in this thread."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        yield chromium
        chromium.close()


@pytest.fixture
def server(tmp_path):
    with Server(tmp_path) as running:
        yield running


@pytest.fixture
def party(browser, server):
    people = Party(browser, server.url)
    yield people
    people.close()
