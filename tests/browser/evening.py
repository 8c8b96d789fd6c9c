"""An evening at a table from its opening on: everybody has a page of their own, which stays open to the end."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect
from tests.browser.hands import Seated
from tests.browser.people import LAPTOP, PHONE, Party, linked
from tests.serving import Server

from moot.table import Key
from moot.table.script import Step


class Evening:
    """A table that `guide` has just opened on a laptop; the others come by its link, each with a phone."""

    def __init__(self, server: Server, party: Party, game: str, title: str, guide: str) -> None:
        self.server, self.party = server, party
        self.table, key = server.run(server.shelf.open(game, title, guide))
        self.guide = guide
        self.people = {guide: Seated(server, self.table, key, party.page(**LAPTOP))}

    def arrive(self, *names: str) -> None:
        """Each of them follows the link and gives a name; the guide lets them all in with one press."""
        invite = self.server.run(self.table.new_invite())
        pages = {name: self.party.page(**PHONE) for name in names}
        for name, page in pages.items():
            page.goto(f"{self.party.url}/t/{self.table.id}/join?k={invite}")
            page.get_by_label("Your name").fill(name)
            page.get_by_role("button", name="Sit down to play").click()
            linked(page)
        self.page(self.guide).get_by_role("button", name=f"Let all {len(names)} in").click()
        for name, page in pages.items():
            expect(page.locator("#everyone li", has_text=name).first).not_to_contain_text("at the door")
            secret = next(one["value"] for one in page.context.cookies() if one["name"].startswith("moot_seat"))
            key = Key(self.table.holder(secret).id, secret)
            self.people[name] = Seated(self.server, self.table, key, page)

    def does(self, who: str, do: str, pick: str = "", /, *, faces: tuple[int, ...] = (), **blanks: Any) -> None:
        """Somebody fills in a form and presses its button."""
        self.people[who].press(Step(seat=who, do=do, pick=pick, fill=blanks, faces=faces))

    def page(self, name: str) -> Page:
        """Somebody's page, brought up to now."""
        self.people[name].catch_up()
        return self.people[name].page

    def ask(self, name: str) -> Locator:
        """What is asked on somebody's page."""
        return self.page(name).locator("#ask")
