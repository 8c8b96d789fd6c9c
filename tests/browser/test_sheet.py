"""The sheet: whatever people point at opens there with what can be done with it, and goes as it came."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.people import LAPTOP, PHONE, in_any_light, linked, put_away, verb

from moot.games import find
from moot.table import Asked
from moot.table.script import demos, perform

pytestmark = pytest.mark.browser


@pytest.fixture
def pair(party):
    """Ann, who guides, and Ben; the number is hidden."""
    ann = party.open("coin")
    ben = party.join(ann, "Ben")
    ann.get_by_role("button", name="Hide a number").click()
    expect(ben.locator("#ask")).to_contain_text("What is the number?")
    return ann, ben


@pytest.fixture
def ann(party):
    """The page of Ann, who guides; Ben plays, and the number is hidden."""
    table, keys = party.gather("Ann", "Ben")
    return party.sit(table, keys["Ann"])


@pytest.fixture
def ben(party):
    """The page of Ben, who plays; Ann guides, and the number is hidden."""
    table, keys = party.gather("Ann", "Ben")
    return party.sit(table, keys["Ben"])


def row(page, name):
    """The row of somebody among the people."""
    return page.locator("#everyone .seats").get_by_role("link", name=name)


def sheet(page):
    """The sheet, if it is open."""
    return page.get_by_role("dialog", name="More about this")


def beside(page):
    """Press beside the sheet."""
    page.mouse.click(40, 400)


CLOSE = {
    "Escape": lambda page: page.keyboard.press("Escape"),
    "its button": lambda page: sheet(page).get_by_role("button", name="Close").click(),
    "the way back": lambda page: page.go_back(),
    "a press beside it": beside,
}


@pytest.mark.parametrize("how", CLOSE)
def test_it_takes_the_focus_and_gives_it_back_however_it_is_closed(party, ann, how):
    here = ann.url
    row(ann, "Ben").focus()
    ann.keyboard.press("Enter")
    expect(sheet(ann)).to_contain_text("Ben")
    expect(ann.locator("#sheet :focus")).to_have_count(1)
    CLOSE[how](ann)
    expect(sheet(ann)).to_have_count(0)
    expect(row(ann, "Ben")).to_be_focused()
    ann.wait_for_function("() => !history.state?.sheet")
    assert ann.url == here
    linked(ann)
    assert party.complaints == []


def test_it_begins_at_its_top_however_far_down_the_last_one_was_read(party):
    page = party.open("modos", viewport={"width": 1280, "height": 480})
    far = "Math.max(...[...document.querySelectorAll('#sheet, .sheet-body')].map((one) => one.scrollTop))"
    page.locator("#more").get_by_role("link", name="Rules").click()
    expect(page.locator("#sheet")).to_contain_text("The magic module")
    page.locator("#sheet .option").last.scroll_into_view_if_needed()
    assert page.evaluate(far) > 100
    page.keyboard.press("Escape")
    page.locator("#more").get_by_role("link", name="Rules").click()
    expect(page.locator("#sheet")).to_contain_text("The magic module")
    assert page.evaluate(far) == 0


def test_what_is_opened_far_down_in_it_is_brought_into_view(server, party):
    table, keys = server.run(perform(server.shelf, "modos", demos(find("modos"))["toll_bridge"]))
    gil = party.sit(table, keys["Gil"], **PHONE)
    gil.locator("#board a.thing").first.click()
    door = sheet(gil).locator("[data-door]", has_text="Bridge troll: a name of its own for a skill")
    door.evaluate("door => door.scrollIntoView({ block: 'end' })")
    door.locator("summary").first.click()
    expect(door.get_by_role("button", name="Bridge troll: a name of its own for a skill")).to_be_in_viewport(ratio=1)


def test_on_a_phone_somebodys_sheet_is_as_wide_as_it_can_be_without_a_search_over_it(server, party):
    table, keys = server.run(perform(server.shelf, "perilous", demos(find("perilous"))["salt_road"]))
    ann = party.sit(table, keys["Ann"], **PHONE)
    ann.locator("#board a.thing[href$='of=n2']").first.click()
    drawn, width = sheet(ann).locator("article.sheet"), "el => el.clientWidth"
    expect(sheet(ann).locator(".find")).to_have_count(0)
    assert drawn.evaluate(width) == sheet(ann).locator(".sheet-body").evaluate(width)
    name, close = drawn.locator(".name").bounding_box(), sheet(ann).get_by_role("button").first.bounding_box()
    assert name["x"] + name["width"] <= close["x"]


def test_a_thing_in_it_opens_in_its_place_and_one_step_closes_it(ann):
    row(ann, "Ben").click()
    expect(sheet(ann)).to_contain_text("Take Ben’s seat away")
    ann.evaluate("document.querySelector('[data-opens=files]').click()")
    expect(sheet(ann)).to_contain_text("The log of this table")
    expect(sheet(ann)).not_to_contain_text("Take Ben’s seat away")
    ann.go_back()
    expect(sheet(ann)).to_have_count(0)
    expect(row(ann, "Ben")).to_be_focused()


def test_what_is_opened_just_as_it_closes_opens(ann):
    row(ann, "Ben").click()
    expect(sheet(ann)).to_be_visible()
    ann.evaluate("""() => {
        document.querySelector('#sheet').close();
        document.querySelector('[data-opens=find]').click();
    }""")
    expect(ann.locator("#find-words")).to_be_focused()
    ann.keyboard.press("Escape")
    expect(sheet(ann)).to_be_hidden()
    row(ann, "Ben").click()
    expect(sheet(ann)).to_be_visible()


def test_what_is_opened_while_a_slow_browser_still_goes_back_stays_open(ann):
    ann.evaluate("""() => { const back = history.back.bind(history);
        history.back = () => setTimeout(back, 400);
        addEventListener("popstate", () => { window.went = true; }); }""")
    row(ann, "Ben").click()
    expect(sheet(ann)).to_be_visible()
    ann.keyboard.press("Escape")
    expect(sheet(ann)).to_be_hidden()
    row(ann, "Ann").click()
    expect(sheet(ann)).to_be_visible()
    ann.wait_for_function("() => window.went && history.state?.sheet")
    expect(sheet(ann)).to_be_visible()
    ann.go_back()
    expect(sheet(ann)).to_be_hidden()


def test_a_close_that_is_told_late_closes_nothing_that_was_opened_since(ann):
    row(ann, "Ben").click()
    expect(sheet(ann)).to_be_visible()
    ann.evaluate("document.querySelector('#sheet').dispatchEvent(new Event('close'))")
    expect(sheet(ann)).to_be_visible()
    assert ann.evaluate("[!!history.state?.sheet, !!document.querySelector('#sheet').dataset.way]") == [True, True]


def test_a_verb_of_a_thing_is_pressed_there_and_the_sheet_goes(pair):
    ann, ben = pair
    row(ben, "Ann").click()
    door = sheet(ben).locator("details", has_text="Put something up")
    against = door.get_by_role("group", name="Against")
    expect(against.get_by_role("radio", name="Ann")).to_be_checked()  # the only verb stands open, and means her
    door.get_by_label("In your words").fill("My hat")
    door.get_by_label("Sure?").check()
    door.locator("input[name='f.terms.0.what'][value='coins:']").check()
    door.get_by_role("button", name="Put something up").click()
    expect(ann.locator("#lines")).to_contain_text("My hat")
    expect(sheet(ben)).to_have_count(0)


def test_what_is_typed_in_it_stays_while_others_act_and_over_a_pause(party, pair):
    ann, ben = pair
    name = verb(ben, "Change my name").get_by_label("My name")
    name.fill("Benja")
    name.evaluate("el => el.setSelectionRange(5, 5)")
    cas = party.join(ann, "Cas")
    ann.get_by_role("button", name="Pause the game").click()
    expect(ben.locator(".banner.pause")).to_be_attached()
    ann.get_by_role("button", name="Go on").click()
    expect(ben.locator(".banner.pause")).to_have_count(0)
    expect(ben.locator("#found summary", has_text="Put something up")).to_be_hidden()  # it is still looked through
    expect(name).to_have_value("Benja")
    expect(name).to_be_focused()
    ben.keyboard.type("min")
    ben.keyboard.press("Enter")
    expect(cas.locator("#everyone")).to_contain_text("Benjamin")
    expect(sheet(ben)).to_have_count(0)


def test_what_was_begun_in_it_is_there_when_it_is_opened_again_even_on_a_page_that_was_loaded_anew(ben):
    verb(ben, "Change my name").get_by_label("My name").fill("Benja")
    put_away(ben)
    name = ben.locator("#found").get_by_label("My name")
    for again in (lambda: None, ben.reload):
        again()
        linked(ben)
        ben.keyboard.press("/")
        expect(name).to_have_value("Benja")
        expect(name).to_be_visible()
        put_away(ben)


def test_it_goes_with_what_it_was_about(party, ann, server):
    row(ann, "Ben").click()
    expect(sheet(ann)).to_contain_text("Ben")
    table = party.table(ann)
    bens = next(seat for seat in table.ledger.table.seated() if seat.name == "Ben")
    server.run(table.ask(bens, Asked(id="gone", command={"do": "leave"})))
    expect(sheet(ann)).to_have_count(0)
    expect(ann.locator(".toast")).to_contain_text("That is over: the game has moved on.")


def test_what_was_begun_behind_a_door_ends_with_its_offer(pair):
    ann, ben = pair
    door = ben.locator("#ask details.tool", has=ben.locator("summary", has_text="Put something up"))
    door.locator("summary").first.click()
    door.get_by_label("In your words").fill("Everything")
    ben.get_by_label("Your guess").fill("1")
    shelved = "() => { dispatchEvent(new Event('pagehide')); return Object.values(sessionStorage).join() }"
    assert "Everything" in ben.evaluate(shelved)
    ann.goto(f"{ann.url}/log")
    ann.get_by_role("button", name="Take back to before this").last.click()
    expect(ben.locator("#ask")).to_contain_text("A number is to be hidden")
    expect(door).to_have_count(0)
    ben.wait_for_function(f"() => !({shelved})().includes('Everything')")


def test_a_new_question_takes_the_focus_unless_the_sheet_is_open_or_somebody_types(party):
    ann = party.open("coin")
    ben, cas, dan = party.join(ann, "Ben"), party.join(ann, "Cas"), party.join(ann, "Dan")
    verb(cas, "Change my name").get_by_label("My name").fill("Cassie")
    dan.locator("#say").fill("I was just")
    row(ben, "Ann").focus()
    ben.locator("#now").focus()
    ann.get_by_role("button", name="Hide a number").click()
    for page in (ben, cas, dan):
        expect(page.locator("#ask")).to_contain_text("What is the number?")
    expect(ben.locator("#ask .ask-title")).to_be_focused()
    expect(cas.locator("#found").get_by_label("My name")).to_be_focused()
    expect(dan.locator("#say")).to_be_focused()


def test_without_script_doors_things_and_search_are_pages_that_lead_back(party, ben):
    plain = party.page(java_script_enabled=False, storage_state=ben.context.storage_state())
    plain.goto(ben.url)
    plain.locator("#ask").get_by_role("link", name="Toss").click()
    plain.get_by_label("How many dice").fill("2")
    plain.get_by_role("button", name="Toss").click()
    expect(plain.locator("#lines")).to_contain_text("tosses")
    row(plain, "Ann").click()
    expect(plain.get_by_role("heading", name="Ann")).to_be_visible()
    plain.get_by_role("link", name="Back to the table").click()
    plain.get_by_role("link", name="Everything you can do").click()
    plain.get_by_label("What do you want to do, or find?").fill("name")
    plain.get_by_role("button", name="Look").click()
    plain.get_by_role("link", name="Change my name").click()
    plain.get_by_label("My name").fill("Benno")
    plain.get_by_role("button", name="Change my name").click()
    expect(plain.locator("#everyone")).to_contain_text("Benno")
    plain.get_by_label("Your guess").fill("6")
    plain.get_by_role("button", name="Guess").click()
    expect(plain.locator("#lines")).to_contain_text("guesses 6")


def test_a_door_on_a_page_of_its_own_opens_with_script_too(party, ben):
    ben.goto(f"{ben.url}/find")
    fold = ben.locator("#found details", has=ben.locator("summary", has_text="Change my name"))
    fold.locator("summary").click()
    fold.get_by_label("My name").fill("Benno")
    fold.get_by_role("button", name="Change my name").click()
    expect(ben.locator("#everyone")).to_contain_text("Benno")
    assert party.complaints == []


@pytest.mark.parametrize("shape", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_everyone_can_use_it(party, shape):
    ann = party.open("coin", **shape)
    party.join(ann, "Ben")
    if ann.locator("nav.thumb").is_visible():
        ann.locator(".thumb label", has_text="Cast").click()
    row(ann, "Ben").click()
    expect(sheet(ann)).to_contain_text("Take Ben’s seat away")
    assert in_any_light(ann) == []
    put_away(ann)
    verb(ann, "Change my name")
    assert in_any_light(ann) == []
    assert party.complaints == []
