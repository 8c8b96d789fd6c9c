"""Any game's table in a browser: coming in, talking, being asked and refused, losing the connection, doing without
script."""

import re
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import expect
from tests.browser.hands import unfold
from tests.browser.people import PHONE, door, in_any_light, linked, put_away, verb

from moot.table import Asked

pytestmark = pytest.mark.browser

TABS = {"Me": "me", "Cast": "everyone", "Story": "journal", "More": "more", "Table": "now"}
"""What the tabs are called, and the panels that they show."""


def test_two_people_meet_talk_and_find_it_all_again(party):
    ann = party.open("coin")
    ben = party.join(ann, "Ben", admit=False)
    expect(ben.locator("#ask")).to_contain_text("You are at the door, Ben")
    ann.locator(".knock", has_text="Ben").get_by_role("button", name="Let in").click()
    expect(ben.locator("#everyone")).to_contain_text("Ann")
    ann.locator("#say").fill("The lamps <b>are</b> lit.")
    ann.get_by_role("button", name="Say it").click()
    expect(ben.locator("#lines")).to_contain_text("The lamps <b>are</b> lit.")
    expect(ann.locator("#say")).to_have_value("")
    ben.reload()
    expect(ben.locator("#lines")).to_contain_text("The lamps <b>are</b> lit.")
    assert party.complaints == []


def test_a_refusal_stands_beside_its_form_until_the_next_try(party):
    ann = party.open("coin")
    form = verb(ann, "Change my name")
    form.get_by_label("My name").fill("   ")
    form.get_by_role("button").click()
    expect(form.locator(".refusal")).to_contain_text("My name: this cannot be left empty.")
    form.get_by_label("My name").fill("Anna")
    form.get_by_role("button").click()
    expect(ann.locator("#everyone")).to_contain_text("Anna")
    expect(form.locator(".refusal")).to_be_empty()


def test_a_refused_pause_is_said_where_it_was_asked_for(party):
    ann = party.open("coin")
    ann.route("**/do", lambda route: route.fulfill(status=503, body="<p>It could not be written down.</p>"), times=1)
    ann.get_by_role("button", name="Pause the game").click()
    words = ann.locator("#head").get_by_role("alert")
    expect(words).to_have_text("It could not be written down.")
    box = words.bounding_box()
    assert box is not None
    assert box["width"] > 100
    assert ann.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('.refusal') !== null", middle(box))
    ann.get_by_role("button", name="Pause the game").press("Enter")
    expect(ann.get_by_role("button", name="Go on")).to_be_visible()


def middle(box):
    return [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]


def test_each_press_brings_the_players_share_of_the_luck(party):
    ann = party.open("coin")
    shares = []
    for words in ("One.", "Two."):
        ann.locator("#say").fill(words)
        with ann.expect_request("**/say") as sent:
            ann.get_by_role("button", name="Say it").click()
        expect(ann.locator("#lines")).to_contain_text(words)
        shares += parse_qs(sent.value.post_data)["moot.nonce"]
    assert [len(share) for share in shares] == [24, 24]
    assert shares[0] != shares[1]


def test_what_somebody_is_typing_stays_while_others_act(party):
    ann = party.open("coin")
    ben = party.join(ann, "Ben")
    note = ann.get_by_label("A note to yourself")
    note.press_sequentially("half a thou")
    ben.locator("#say").fill("Anyone?")
    ben.get_by_role("button", name="Say it").click()
    party.join(ann, "Cas", admit=False)
    expect(ann.locator(".knock", has_text="Cas")).to_be_visible()
    expect(note).to_be_focused()
    note.press_sequentially("ght")
    expect(note).to_have_value("half a thought")


@pytest.mark.parametrize("held", [0, 150])
def test_a_double_click_is_one_command_even_when_the_answer_comes_between_its_clicks(party, held):
    ben = tosser(party)
    ben.get_by_role("button", name="Toss").dblclick(delay=held)
    assert tosses(ben) == 1


TAP = """(button, at) => {
    const tap = new PointerEvent("click", { bubbles: true, cancelable: true, detail: 1, pointerType: "touch" });
    Object.defineProperty(tap, "timeStamp", { value: at });
    button.dispatchEvent(tap);
}"""
"""A finger on a screen that does not count taps, so many milliseconds after the page came."""


@pytest.mark.parametrize(("second", "tossed"), [(5_200, 1), (6_000, 2)])
def test_a_double_tap_is_one_command_where_taps_are_not_counted(party, second, tossed):
    ben = tosser(party)
    for at in (5_000, second):
        form = door(ben, "Toss")
        form.get_by_role("button", name="Toss", exact=True).evaluate(TAP, at)
        expect(ben.locator("#lines")).to_contain_text("tosses")
        expect(ben.locator("form[aria-busy]")).to_have_count(0)
    assert tosses(ben) == tossed


def test_a_key_held_down_is_one_command(party):
    ben = tosser(party)
    ben.get_by_role("button", name="Toss").focus()
    ben.keyboard.down("Enter")
    expect(ben.locator("#lines")).to_contain_text("tosses")
    expect(ben.locator("form[aria-busy]")).to_have_count(0)
    ben.keyboard.down("Enter")
    ben.keyboard.up("Enter")
    assert tosses(ben) == 1


def test_pressing_again_is_another_command(party):
    ben = tosser(party)
    for pressed in (1, 2):
        door(ben, "Toss").get_by_role("button", name="Toss", exact=True).focus()
        ben.keyboard.press("Enter")
        expect(ben.locator("#lines li", has_text="tosses")).to_have_count(pressed)
        expect(ben.locator("form[aria-busy]")).to_have_count(0)


def test_whoever_has_written_in_between_presses_anew_however_quickly(party):
    ann = party.open("coin", **PHONE)
    ann.locator("#tab-journal").check(force=True)
    for words in ("One.", "Two.", "Three."):
        ann.locator("#say").fill(words)
        ann.get_by_role("button", name="Say it").tap()
        expect(ann.locator("#lines")).to_contain_text(words)
        expect(ann.locator("#say")).to_have_value("")


def test_what_is_to_be_taken_back_is_said_with_the_wish_and_answered_there(party):
    ann = party.open("coin")
    ben = party.join(ann, "Ben")
    ann.get_by_role("button", name="Hide a number").click()
    expect(ben.locator("#ask")).to_contain_text("What is the number?")
    answers = {"Leave things as they are": "What is the number?", "Agree to take it back": "to be hidden"}
    for answer, left in answers.items():
        ben.goto(f"{ben.url.removesuffix('/log')}/log")
        ben.get_by_role("button", name="Take back to before this").last.click()
        asked = ann.locator("#undo-asked")
        expect(asked).to_contain_text("Ben asks to take back A number is hidden.")
        expect(ann.locator("#question")).to_have_attribute("data-question", re.compile("taking things back"))
        expect(ann.locator("#ask")).to_contain_text("Everyone is waiting for you: a yes or no to taking things back")
        asked.get_by_role("button", name=answer).click()
        expect(asked).to_have_count(0)
        expect(ann.locator("#ask")).to_contain_text(left)


@pytest.mark.own_server
def test_a_table_is_opened_once_however_often_one_presses_before_the_answer(party, server):
    ann, held = party.page(), []

    def hold(route):
        held.append(route)

    ann.goto(f"{party.url}/games/coin")
    ann.route("**/open", hold)
    ann.get_by_label("Your name").fill("Ann")
    with ann.expect_request("**/open"):
        ann.get_by_role("button", name="Open the table").click(no_wait_after=True)
    ann.keyboard.press("Enter")
    ann.keyboard.press("Enter")
    held[0].continue_()
    ann.wait_for_url("**/t/*")
    assert len(held) == 1
    assert len(server.shelf.cards()) == 1


@pytest.mark.own_server
def test_who_types_a_name_that_nobody_sees_gets_the_form_back_and_opens_the_table_with_another(party, server):
    ann = party.page(**PHONE)
    ann.goto(f"{party.url}/games/coin")
    ann.get_by_label("Name of the table").fill("Friday")
    ann.get_by_label("Your name").fill("\u200b\u2060")
    ann.get_by_role("button", name="Open the table").tap()
    expect(ann.get_by_role("alert")).to_contain_text("Say your name")
    expect(ann.get_by_label("Your name")).to_be_focused()
    expect(ann.get_by_role("alert")).to_be_in_viewport()
    expect(ann.get_by_label("Name of the table")).to_have_value("Friday")
    ann.get_by_label("Your name").fill("Ann")
    ann.get_by_role("button", name="Open the table").tap()
    ann.wait_for_url("**/t/*")
    assert [card.title for card in server.shelf.cards()] == ["Friday"]


def tosser(party):
    """Ben, who may toss as often as he likes."""
    table, keys = party.gather("Ann", "Ben")
    ben = party.sit(table, keys["Ben"])
    ben.locator("#ask summary", has_text="Toss").click()
    ben.get_by_role("button", name="Toss").wait_for()
    return ben


def tosses(page):
    """How often a coin was tossed by the time that something said later is heard."""
    expect(page.locator("#lines")).to_contain_text("tosses")
    page.locator("#say").fill("Done.")
    page.get_by_role("button", name="Say it").click()
    expect(page.locator("#lines")).to_contain_text("Done.")
    return page.locator("#lines").inner_text().count("tosses")


def test_what_is_taken_back_is_struck_through_for_everybody_at_once(party):
    ann = party.open("coin")
    ben = party.join(ann, "Ben")
    ann.get_by_role("button", name="Hide a number").click()
    expect(ben.locator("#ask")).to_contain_text("What is the number?")
    ann.goto(f"{ann.url}/log")
    ann.get_by_role("button", name="Take back to before this").last.click()
    expect(ben.locator("#lines .undone")).to_contain_text("A number is hidden.")
    expect(ben.locator("#ask")).to_contain_text("A number is to be hidden")


@pytest.mark.own_server
def test_a_page_that_lost_the_line_says_so_and_comes_back_with_what_it_missed(party, server):
    ann = party.open("coin")
    ben = party.join(ann, "Ben")
    server.stop()
    expect(ben.get_by_text("Reconnecting")).to_be_visible()
    server.start(server.port)
    linked(ben)
    linked(ann)
    ann.locator("#say").fill("Still here?")
    ann.get_by_role("button", name="Say it").click()
    expect(ben.locator("#lines")).to_contain_text("Still here?")
    assert ben.locator("#lines").inner_text().count("Ben is let in.") == 1


def test_on_a_phone_one_panel_is_shown_at_a_time_and_nothing_sticks_out(party):
    ann = party.open("coin", **PHONE)
    for tab in TABS:
        ann.locator(".thumb label", has_text=tab).click()
        for other, panel in TABS.items():
            expect(ann.locator(f"#{panel}")).to_be_visible(visible=other == tab)
        assert ann.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_by_keyboard_alone_one_gets_to_what_is_asked(party):
    ann = party.open("coin")
    ann.keyboard.press("n")
    expect(ann.locator("#ask :focus")).to_have_count(1)
    ann.keyboard.press("Escape")
    ann.keyboard.press("j")
    expect(ann.locator("#say")).to_be_focused()
    ann.keyboard.type("Typed.")
    ann.keyboard.press("Enter")
    expect(ann.locator("#lines")).to_contain_text("Typed.")


def test_without_script_one_can_open_a_table_come_in_and_act(party):
    ann = party.page(java_script_enabled=False)
    ann.goto(f"{party.url}/games/coin")
    ann.get_by_label("Your name").fill("Ann")
    ann.get_by_role("button", name="Open the table").click()
    ann.get_by_label("A note to yourself").fill("seven")
    ann.get_by_role("button", name="Hide a number").click()
    expect(ann.locator("#lines")).to_contain_text("A number is hidden.")
    ann.locator("#say").fill("No script, no fuss.")
    ann.get_by_role("button", name="Say it").click()
    expect(ann.locator("#lines")).to_contain_text("No script, no fuss.")


def test_a_key_that_ends_a_composition_sends_nothing(party):
    ann = party.open("coin")
    ann.locator("#say").fill("にほんご")
    sent = ann.locator("#say").evaluate(
        """el => { let sent = 0; el.form.addEventListener("submit", (e) => { sent += 1; e.preventDefault(); });
            const key = { key: "Enter", bubbles: true };
            const press = (keyCode) => el.dispatchEvent(new KeyboardEvent("keydown", { ...key, keyCode }));
            press(229); const composing = sent; press(13); return [composing, sent]; }"""
    )
    assert sent == [0, 1]


def test_buttons_say_how_things_stand_after_a_reload_and_when_they_come_anew(party):
    ann = party.open("coin")
    more = ann.locator("#more")
    more.get_by_role("button", name="Light or dark: as the device").click()
    expect(more.get_by_role("button", name="Light or dark: light")).to_be_visible()
    ann.keyboard.press("?")
    ann.get_by_role("button", name="Keys on").click()
    put_away(ann)
    ann.reload()
    linked(ann)
    expect(more.get_by_role("button", name="Light or dark: light")).to_be_visible()
    more.get_by_role("link", name="Keys").click()
    expect(ann.get_by_role("button", name="Keys on")).to_have_attribute("aria-pressed", "false")
    put_away(ann)
    verb(ann, "Open the dice").get_by_role("button").click()  # so that there is another seal under More
    more.get_by_role("link", name="Are the dice fair?").click()
    expect(ann.locator("#sheet")).to_contain_text("since seal 2")
    put_away(ann)
    expect(more.get_by_role("button", name="Light or dark: light")).to_be_visible()
    ann.keyboard.press("j")
    expect(ann.locator("#say")).not_to_be_focused()


def test_words_run_the_way_their_script_does_in_whatever_company(party):
    ann = party.open("coin", name="רות", title="שולחן")
    ann.get_by_label("Tell").check(force=True)
    ann.locator("#say").fill("הגשם יורד.")
    expect(ann.locator("#say")).to_have_css("direction", "rtl")
    ann.get_by_role("button", name="Say it").click()
    expect(ann.locator("#lines .tell")).to_have_css("direction", "rtl")
    ann.get_by_label("As myself").check(force=True)
    ann.locator("#say").fill("שלום!")
    ann.get_by_role("button", name="Say it").click()
    said = ann.locator("#lines .ooc", has_text="שלום!")
    expect(said).to_have_css("direction", "ltr")
    expect(said.locator("bdi").last).to_have_css("direction", "rtl")


def test_whoever_reads_further_up_in_the_journal_stays_there(party):
    ann = party.open("coin")
    for n in range(40):
        ann.locator("#say").fill(f"Line {n}.")
        ann.keyboard.press("Enter")
        expect(ann.locator("#lines")).to_contain_text(f"Line {n}.")
    ann.locator("#lines li", has_text="Line 5.").evaluate("el => el.scrollIntoView({ block: 'start' })")
    place = "() => document.querySelector('#lines').getBoundingClientRect().top"
    before = ann.evaluate(place)
    ben = party.join(ann, "Ben")
    ben.locator("#say").fill("A word from Ben, long enough to stand on more than a line of the journal. " * 4)
    ben.get_by_role("button", name="Say it").click()
    expect(ann.locator("#lines")).to_contain_text("A word from Ben")
    assert ann.evaluate(place) == pytest.approx(before, abs=2)


def test_what_is_chosen_is_seen_in_forced_colours_too(party):
    ann = party.open("coin", forced_colors="active", **PHONE)
    party.join(ann, "Ben")
    ann.locator("#tab-me").check(force=True)
    picks = [ann.locator("label", has=ann.locator(f"#tab-{name}")) for name in ("me", "now")]
    ann.get_by_label("Tell").check(force=True)
    picks += [ann.locator("label", has=ann.get_by_label(name, exact=True)) for name in ("Tell", "As myself")]
    looks = [pick.evaluate("label => getComputedStyle(label).backgroundColor") for pick in picks]
    assert looks[0] == looks[2] != looks[1]
    assert looks[3] != looks[2]
    system = "Object.assign(document.body.appendChild(document.createElement('i')), { style: 'color: HighlightText' })"
    wanted = ann.evaluate(f"() => getComputedStyle({system}).color")
    assert [pick.evaluate("label => getComputedStyle(label).color") for pick in (picks[0], picks[2])] == [wanted] * 2


STICKS_OUT = """() => {
    const out = (el) => { const box = el.getBoundingClientRect(); return box.width > 1 && box.right > innerWidth + 1 };
    const cut = (el) => el.closest("svg, .visually-hidden, .scene > *, .whose > *");
    const all = [...document.querySelectorAll("body *")];
    return all.filter((el) => !cut(el) && out(el)).map((el) => el.outerHTML.slice(0, 120)) }"""
"""What does not fit on the width of the page."""


@pytest.mark.parametrize(
    "shape",
    [PHONE, {"viewport": {"width": 320, "height": 256}}, {"viewport": {"width": 1280, "height": 800}}],
    ids=["phone", "zoomed", "laptop"],
)
def test_eight_people_with_the_longest_names_and_words_have_room(party, server, shape):
    ann = party.open("coin", name="A" * 40, title="T" * 80, **shape)
    table = server.run(server.shelf.find(ann.url.rpartition("/")[2]))
    keys = [server.run(table.come(letter * 40)) for letter in "BCDEFGH"]
    guide = next(seat for seat in table.ledger.table.seated() if seat.guides)
    for n, key in enumerate(keys):
        server.run(table.ask(guide, Asked(id=f"in {n}", command={"do": "admit", "seat": key.seat})))
    long = {"do": "say", "text": "word" * 100}
    for n, manner in enumerate(("story", "aside")):
        server.run(table.ask(guide, Asked(id=f"said {n}", command={**long, "manner": manner})))
    expect(ann.locator("#lines .ooc")).to_contain_text("wordword")
    expect(ann.locator("#everyone")).to_contain_text("H" * 40)
    for tab, panel in TABS.items():
        if ann.locator("nav.thumb").is_visible():
            ann.locator(".thumb label", has_text=tab).click()
            expect(ann.locator(f"#{panel}")).to_be_visible()
        assert ann.evaluate(STICKS_OUT) == [], tab
        if tab == "Story":
            box = ann.locator(".journal-scroll").bounding_box()
            assert box is not None
            assert box["height"] >= 60


@pytest.mark.own_server
def test_everyone_can_use_the_pages(party):
    ann = party.open("coin")
    ben = party.join(ann, "Ben", **PHONE)
    ann.get_by_role("button", name="Hide a number").click()
    expect(ben.locator("#ask")).to_contain_text("What is the number?")
    for label in ("Toss", "Put something up"):
        unfold(door(ben, label).locator("*").first)
    assert in_any_light(ann) == []
    assert in_any_light(ben) == []
    ann.locator("#more").get_by_role("link", name="Invite someone").click()
    link = ann.locator("#join-link").text_content()
    assert in_any_light(ann) == []
    table = ann.url
    for address in ("/", "/how", "/games/coin", "/games/coin/rules", "/games/coin/rules/CO-01", f"{table}/log"):
        ann.goto(address if address.startswith("http") else f"{party.url}{address}")
        assert in_any_light(ann) == [], address
    cas = party.page()
    cas.goto(link)
    assert in_any_light(cas) == []
    assert party.complaints == []


@pytest.fixture
def talked(party):
    """The address of a table where 120 things were said, numbered, and the page of its guide."""
    ann = party.open("coin")
    table = party.table(ann)
    seat = table.ledger.table.seated()[0]
    for n in range(120):
        asked = Asked(id=f"n{n}", command={"do": "say", "text": f"Number {n}.", "manner": "aside"})
        party.server.run(table.ask(seat, asked))
    return ann


@pytest.mark.parametrize("shape", [PHONE, {}], ids=["phone", "laptop"])
def test_a_page_is_loaded_with_a_few_lines_of_the_journal_and_has_forty_at_once(party, talked, shape):
    page = party.page(**shape)
    page.context.add_cookies(talked.context.cookies())
    brought = page.goto(talked.url).text()
    assert 5 < brought.count('<li class="line') < 12
    expect(page.locator("#lines")).to_contain_text("Number 80.")
    expect(page.locator("#lines > li")).to_have_count(40)


def test_who_scrolls_up_reads_what_was_said_before_and_nothing_jumps(talked):
    talked.reload()
    lines = talked.locator("#lines")
    expect(lines).to_contain_text("Number 80.")
    talked.mouse.move(1200, 300)
    for upwards in range(9):
        first = lines.locator("li").first
        name, number = first.get_attribute("id"), lines.locator("li").count()
        if "Number 3." in lines.inner_text():
            break
        here = f"document.getElementById({name!r}).getBoundingClientRect().top"
        first.scroll_into_view_if_needed()
        before = talked.evaluate(here)
        talked.mouse.wheel(0, -1)
        expect(lines.locator("li")).not_to_have_count(number)
        assert talked.evaluate(here) == pytest.approx(before, abs=2), upwards
    expect(lines).to_contain_text("Number 3.")
    assert lines.locator("li").evaluate_all("all => new Set(all.map(one => one.id)).size === all.length")


def test_without_script_a_link_leads_to_what_was_said_before(party, talked):
    plain = party.page(java_script_enabled=False, storage_state=talked.context.storage_state())
    plain.goto(talked.url)
    expect(plain.locator("#lines")).not_to_contain_text("Number 80.")
    plain.get_by_role("link", name="The whole journal", exact=True).click()
    expect(plain.locator(".journal")).to_contain_text("Number 80.")


NOTES = """() => { window.notes = []; window.AudioContext = class {
    currentTime = 0; destination = {};
    createOscillator() { return { frequency: {}, connect: (to) => to, start: () => window.notes.push(1), stop() {} } }
    createGain() { return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (to) => to } }
} }"""
"""Counts the notes that a page plays."""


def test_who_asked_for_it_hears_when_it_is_their_turn_and_nobody_else(party):
    ann = party.open("coin")
    ben, cas = party.join(ann, "Ben"), party.join(ann, "Cas")
    for page in (ben, cas):
        page.evaluate(NOTES)
    ben.get_by_role("button", name="Tell me when it is my turn").click()
    ann.get_by_role("button", name="Hide a number").click()
    for page in (ben, cas):
        expect(page.locator("#ask")).to_contain_text("What is the number?")
    expect(ben).to_have_title("● Your turn – Our table · Moot")
    assert "turn.svg" in ben.locator("link[rel=icon]").get_attribute("href")
    assert ben.evaluate("window.notes.length") == 2
    assert cas.evaluate("window.notes.length") == 0


def test_the_list_of_tables_says_which_of_them_wait_for_one(party):
    party.gather("Cy")
    ann = party.page()
    ann.goto(f"{party.url}/games/coin")
    ann.get_by_label("Name of the table").fill("The lamp house")
    ann.get_by_label("Your name").fill("Ann")
    ann.get_by_role("button", name="Open the table").click()
    linked(ann)
    ann.goto(party.url)
    row = ann.locator("#tables li", has_text="The lamp house")
    expect(row).to_contain_text("Your turn.")
    expect(row).to_contain_text("A number is to be hidden")
    expect(ann.locator("#tables li", has_text="Our table").first).to_be_visible()
    assert party.complaints == []


def test_the_form_to_open_a_table_unfolds_into_view(party):
    page = party.page()
    page.goto(party.url)
    unfold = page.locator(".open-table summary").first
    unfold.evaluate("summary => summary.scrollIntoView({ block: 'end' })")
    unfold.click()
    expect(page.locator(".open-table[open]").get_by_role("button", name="Open the table")).to_be_in_viewport()
