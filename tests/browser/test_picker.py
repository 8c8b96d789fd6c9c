"""Long lists: a field that finds among rows to tap; the select that the form sends stands behind them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.hands import Seated, called, pick
from tests.browser.people import LAPTOP, PHONE, door, in_any_light

from moot import games
from moot.core import Choose, Offer
from moot.table import Asked
from moot.table.script import demos, perform

pytestmark = pytest.mark.browser


@pytest.fixture
def gm(party, server):
    """The GM of the cavern, before the form that takes an NC from a list of fifty."""

    def sits(**shape: object) -> tuple[Seated, Locator]:
        table, keys = server.run(perform(server.shelf, "swords-edge", demos(games.find("swords-edge"))["cavern"]))
        gm = Seated(server, table, keys["Nadia"], party.page(**shape))
        return gm, called(gm.page, gm.reach(taking(gm)))

    yield sits
    assert party.complaints == []


def taking(gm: Seated) -> Offer:
    (offer,) = [offer for offer in gm.offers if offer.do == "take-nc"]
    return offer


def shown(form: Locator) -> list[str]:
    return [row.splitlines()[0] for row in form.get_by_role("option").all_inner_texts()]


def takes(gm: Seated, name: str, form: Locator) -> None:
    """Send the form; somebody of this name is there."""
    form.get_by_role("button", name="Take a ready-made NC").click()
    expect(gm.page.locator("#everyone")).to_contain_text(name)


def test_by_keys_one_types_what_one_looks_for_and_takes_it(gm):
    one, form = gm(**LAPTOP)
    page: Page = one.page
    button = form.get_by_role("button", name="Which?")
    expect(button).to_have_text("Choose…")
    button.focus()
    page.keyboard.press("ArrowDown")
    expect(form.get_by_role("combobox", name="Which?")).to_be_focused()
    assert len(shown(form)) > 40
    page.keyboard.type("alien no")
    expect(form.get_by_role("option")).to_have_count(1)
    page.keyboard.press("Control+A")
    page.keyboard.type("robot")
    found = shown(form)
    assert found
    assert all("robot" in row.lower() for row in found)
    page.keyboard.type("zzz")
    expect(form.get_by_role("option")).to_have_count(0)
    expect(form.locator(".picker [role=status]")).to_have_text("Nothing here matches.")
    page.keyboard.press("Enter")  # takes nothing, and sends nothing
    expect(button).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Escape")  # closes the list, and not the sheet around it
    expect(button).to_be_focused()
    expect(page.locator("#sheet")).to_be_visible()
    page.keyboard.press("Enter")
    page.keyboard.type("alien")
    page.keyboard.press("ArrowDown")
    marked = form.locator("[role=option].at")
    assert form.get_by_role("combobox").get_attribute("aria-activedescendant") == marked.get_attribute("id")
    name = marked.inner_text().splitlines()[0]
    page.keyboard.press("Enter")
    expect(button).to_be_focused()
    expect(form.get_by_role("button", name=f"Which? {name}")).to_be_visible()
    takes(one, name, form)


def test_by_taps_a_row_is_chosen_and_marked_and_another_instead(gm):
    one, form = gm(**PHONE)
    button = form.locator(".picked")
    button.tap()
    expect(form.get_by_role("combobox")).not_to_be_focused()  # the keys of a phone would cover the rows
    row = form.get_by_role("option", name="Robot Assassin")
    said = row.locator(".choice-hint").inner_text()
    row.tap()
    expect(button).to_contain_text("Robot Assassin")
    expect(button).to_contain_text(said)  # what it is does not go with the row
    expect(form.get_by_role("listbox")).to_have_count(0)
    button.tap()
    expect(form.get_by_role("option", selected=True)).to_contain_text("Robot Assassin")
    assert in_any_light(one.page) == []
    form.get_by_role("option", name="Alien Nobody").tap()
    takes(one, "Alien Nobody", form)


def test_where_a_pick_goes_with_another_the_first_stands_again(gm):
    one, _ = gm(**LAPTOP)
    tune = next(offer for offer in one.offers if offer.do == "tune")
    nc, what = (field for field in tune.fields if isinstance(field, Choose) and field.name in {"nc", "what"})
    own = next(choice for choice in what.choices if choice.needs)
    form = called(one.page, one.reach(tune))
    pick(form, "nc", own.needs[0].removeprefix("nc:"))
    pick(form, "what", own.value)
    pick(form, "nc", next(choice.value for choice in nc.choices if f"nc:{choice.value}" not in own.needs))
    expect(form.locator("[name='f.what']:checked")).to_have_value(*what.default)


def test_what_is_chosen_and_what_is_typed_stay_while_others_act(gm, server):
    one, form = gm(**LAPTOP)
    form.locator(".picked").click()
    form.get_by_role("option", name="Robot Assassin").click()
    form.locator(".picked").click()
    one.page.keyboard.type("alien")
    (ruth,) = [seat for seat in one.table.ledger.table.seated() if seat.name == "Ruth"]
    before = one.page.evaluate("window.heard")
    said = {"do": "say", "text": "Wait for me.", "manner": "aside"}
    server.run(one.table.ask(ruth, Asked(id="ruth-says", command=said)))
    one.page.wait_for_function("was => window.heard !== was", arg=before)
    expect(form.get_by_role("combobox")).to_have_value("alien")
    expect(form.get_by_role("combobox")).to_be_focused()
    one.page.keyboard.press("Escape")
    expect(form.locator(".picked")).to_contain_text("Robot Assassin")
    takes(one, "Robot Assassin", form)


def test_what_nothing_chosen_means_is_said_and_can_be_taken_again(party, server):
    table, keys = server.run(perform(server.shelf, "perilous", demos(games.find("perilous"))["salt_road"]))
    (seat,) = [seat for seat in table.ledger.table.seated() if seat.guides]
    wolf = {"do": "take-foe", "foe": "foes/wolf", "count": 1, "hidden": False}
    server.run(table.ask(seat, Asked(id="wolf", command=wolf)))
    gil = Seated(server, table, keys["Gil"], party.page(**LAPTOP))
    (joins, *_) = [offer for offer in gil.offers if offer.do == "enter-chase"]
    button = called(gil.page, gil.reach(joins)).get_by_role("button", name="How?")
    expect(button).to_have_text("As on their sheet")
    for mode in ("Rouncey", "As on their sheet"):
        button.click()
        gil.page.get_by_role("option", name=mode).click()
        expect(button).to_have_text(mode)
    assert party.complaints == []


def test_without_script_it_is_a_select(gm, party):
    one, _ = gm(**LAPTOP)
    plain = party.page(java_script_enabled=False, storage_state=one.page.context.storage_state())
    plain.goto(f"{one.page.url.split('?')[0]}/find?q=ready-made%20NC")
    plain.get_by_role("link", name="Take a ready-made NC").click()
    plain.get_by_label("Which?").select_option(label="Robot Assassin · Average regular, TN 12")
    plain.get_by_role("button", name="Take a ready-made NC").click()
    expect(plain.locator("#everyone")).to_contain_text("Robot Assassin")


@pytest.fixture
def bringing(party):
    """The GM of Modos 2 on a phone, and the open form that brings in some of sixty people."""
    page = party.open("modos", **PHONE)
    return page, door(page, "Bring somebody in")


def ticks(form: Locator) -> list[str]:
    return [row.splitlines()[0] for row in form.locator(".among .choice:visible").all_inner_texts()]


def test_many_to_tick_are_found_by_typing_and_what_is_ticked_stays_in_sight(bringing, party):
    page, form = bringing
    find = form.get_by_role("searchbox", name="Find: Who?")
    assert len(ticks(form)) > 40
    find.fill("goblin")
    assert ticks(form) == ["Goblin thief", "Goblin shaman"]
    form.get_by_role("checkbox", name="Goblin thief").check()
    find.fill("wolf")
    assert ticks(form) == ["Goblin thief", "Mountain wolf"]
    assert "People" not in form.locator(".among").inner_text()
    assert in_any_light(page) == []
    find.fill("zzz")
    assert ticks(form) == ["Goblin thief"]
    find.fill("traps")  # by the heading they stand under
    assert "Bear trap" in ticks(form)
    form.get_by_role("checkbox", name="Goblin thief").uncheck()
    find.fill("zzz")
    expect(form.get_by_role("status")).to_have_text("Nothing here matches.")
    assert party.complaints == []


def test_a_door_closes_once_its_form_is_sent_and_opens_empty(bringing):
    page, form = bringing
    form.get_by_role("searchbox", name="Find: Who?").fill("goblin")
    form.get_by_role("checkbox", name="Goblin thief").check()
    form.get_by_role("button", name="Bring somebody in").click()
    expect(form).to_be_hidden()
    expect(page.locator("#beat")).to_be_in_viewport()
    expect(page.locator("#beat")).to_contain_text("Goblin thief is here.")
    form = door(page, "Bring somebody in")
    expect(form.get_by_role("searchbox", name="Find: Who?")).to_have_value("")
    expect(form.get_by_role("checkbox", name="Goblin thief")).not_to_be_checked()
    assert len(ticks(form)) > 40
