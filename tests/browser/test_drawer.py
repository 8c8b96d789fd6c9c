"""Preparation is a drawer with room to work in: on a laptop what is chosen in its list opens beside it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.people import LAPTOP, PHONE, in_any_light, linked

from moot import games
from moot.table import Asked
from moot.table.script import demos, perform

pytestmark = pytest.mark.browser


class Desk:
    """The GM's page in the cavern, where a scene is prepared."""

    def __init__(self, party, server, **shape: Any) -> None:
        cavern = demos(games.find("swords-edge"))["cavern"]
        self.server = server
        self.table, keys = server.run(perform(server.shelf, "swords-edge", cavern))
        self.guide = next(seat for seat in self.table.ledger.table.seated() if seat.guides)
        key = next(key for key in keys.values() if key.seat == self.guide.id)
        self.page = party.sit(self.table, key, **shape)
        self.list, self.beside = self.page.locator(".sheet-body"), self.page.locator(".sheet-beside")
        if shape == PHONE:
            self.page.locator(".thumb label", has_text="Me").tap()
        self.row = self.page.locator("#me").get_by_role("link", name="Prepare something, and see how hard it is")
        self.row.click()
        expect(self.list).to_contain_text("Your desk")

    def chooses(self) -> None:
        self.list.get_by_role("link", name="The cavern").click()

    def does(self, id_: str, **command: Any) -> None:
        self.server.run(self.table.ask(self.guide, Asked(id=id_, command=command)))


@pytest.fixture
def desk(party, server):
    return Desk(party, server, **LAPTOP)


def test_what_is_chosen_opens_beside_the_list_and_both_close_at_once(desk):
    expect(desk.beside).to_be_empty()
    desk.chooses()
    expect(desk.beside).to_contain_text("A gate has just been opened.")
    expect(desk.beside).to_be_focused()
    expect(desk.list).to_contain_text("Prepare a premise")
    expect(desk.list.get_by_role("link", name="The cavern")).to_have_attribute("aria-current", "true")
    left, right = desk.list.bounding_box(), desk.beside.bounding_box()
    assert left["x"] + left["width"] <= right["x"]
    assert right["x"] + right["width"] <= LAPTOP["viewport"]["width"]
    desk.page.keyboard.press("Escape")
    expect(desk.page.locator("#sheet")).to_be_hidden()
    expect(desk.row).to_be_focused()
    expect(desk.beside).to_be_empty()


def test_the_drawer_stays_when_something_is_prepared_and_shows_it(desk):
    desk.chooses()
    fold = desk.list.locator("details.tool", has_text="Prepare a premise")
    fold.locator("summary").click()
    form = fold.locator("form.offer")
    for label in ("Title", "Premise", "Stakes"):
        form.get_by_label(label).fill("The lamp house")
    form.get_by_role("button").last.press("Enter")
    row = desk.list.get_by_role("link", name="The lamp house")
    expect(row).to_be_visible()
    expect(fold.locator("form.offer")).to_be_hidden()
    expect(fold.locator("summary").first).to_be_focused()
    expect(desk.beside).to_contain_text("A gate has just been opened.")
    row.click()
    expect(desk.beside).to_contain_text("The lamp house")
    expect(desk.beside).not_to_contain_text("A gate has just been opened.")


def test_what_stands_beside_the_list_is_kept_true_and_goes_with_what_it_was_about(desk):
    desk.chooses()
    verbs = desk.beside.locator(".verbs summary")
    expect(verbs.first).to_be_attached()
    before = verbs.count()
    desk.does("pause", do="pause")
    expect(desk.beside).to_contain_text("The game is paused.")
    expect(desk.list).to_contain_text("The game is paused.")
    desk.does("resume", do="resume")
    expect(verbs).to_have_count(before)


def test_what_was_begun_beside_the_list_stays_while_others_act(desk):
    desk.chooses()
    fold = desk.beside.locator(".verbs > details").filter(has_not_text="away").first
    fold.locator("summary").first.click()
    field = desk.beside.locator("form.offer :is(input[type=text], textarea)").first
    field.fill("Begun")
    desk.does("pause", do="pause")
    desk.does("resume", do="resume")
    expect(field).to_have_value("Begun")
    expect(field).to_be_visible()


def test_on_a_phone_what_is_chosen_takes_the_place_of_the_list(party, server):
    desk = Desk(party, server, **PHONE)
    desk.chooses()
    expect(desk.list).to_contain_text("A gate has just been opened.")
    expect(desk.list).not_to_contain_text("Prepare a premise")
    expect(desk.beside).to_be_hidden()


def test_everyone_can_use_the_drawer(party, desk):
    desk.chooses()
    expect(desk.beside).to_contain_text("A gate has just been opened.")
    assert in_any_light(desk.page) == []
    linked(desk.page)
    assert party.complaints == []


def test_a_row_is_found_by_the_heading_that_it_stands_under(desk):
    line = desk.list.get_by_role("searchbox", name="Find in this list")
    row = desk.list.get_by_role("link", name="The cavern")
    row.evaluate("""link => {
        const heading = document.createElement("h4"), group = document.createElement("div");
        heading.textContent = "Adventures below ground";
        link.parentElement.before(heading, group);
        group.append(link.parentElement); }""")
    heading = desk.list.get_by_role("heading", name="Adventures below ground")
    line.fill("below cavern")
    expect(row).to_be_visible()
    expect(desk.list.locator(".verbs summary:visible")).to_have_count(0)
    line.fill("premise")
    expect(row).to_be_hidden()
    expect(heading).to_be_hidden()
    line.fill("")
    expect(row).to_be_visible()
    expect(heading).to_be_visible()


def test_the_drawer_is_searched_by_typing_and_what_is_not_in_it_is_found_everywhere(desk):
    desk.page.keyboard.press("/")
    line = desk.list.get_by_role("searchbox", name="Find in this list")
    expect(line).to_be_focused()
    desk.page.keyboard.type("premise")
    expect(desk.list.locator(".verbs summary:visible")).to_have_text(["Prepare a premise"])
    expect(desk.list.get_by_role("link", name="The cavern")).to_be_hidden()
    line.fill("cavern")
    desk.page.keyboard.press("ArrowDown")
    expect(desk.list.get_by_role("link", name="The cavern")).to_be_focused()
    desk.page.keyboard.press("ArrowUp")
    expect(line).to_be_focused()
    desk.page.keyboard.press("Enter")
    expect(desk.beside).to_contain_text("A gate has just been opened.")
    line.fill("shock troops")
    line.press("Enter")
    expect(desk.page.locator("#find-words")).to_have_value("shock troops")
    expect(desk.page.locator("#beyond").get_by_role("link", name="Shock Troops × 12")).to_be_visible()
    assert in_any_light(desk.page) == []


def test_an_adventure_stays_open_while_its_places_are_made(party):
    page = party.open("modos", "Gil")
    guide = next(seat for seat in party.table(page).ledger.table.seated() if seat.guides)
    wish = {"do": "write-adventure", "title": "The salt ferry", "place": "The jetty"}
    party.server.run(party.table(page).ask(guide, Asked(id="a", command=wish)))
    page.get_by_role("link", name="The salt ferry").first.click()
    sheet = page.locator("#sheet")
    for place in ("The ferry", "The far bank"):
        fold = sheet.locator("details.tool", has_text="Add a place")
        fold.locator("summary").first.click()
        fold.get_by_label("Title").fill(place)
        fold.get_by_role("button", name="Add a place").click()
        expect(sheet.locator("svg.places")).to_contain_text(place)
        expect(fold.get_by_label("Title")).to_be_hidden()
    fold = sheet.locator("details.tool", has_text="away")
    fold.locator("summary").first.click()
    fold.get_by_role("button", name="away").click()
    expect(sheet).to_be_hidden()
