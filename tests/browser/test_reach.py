"""How far it is to what is asked: keys from a question to its press, taps from the join link to a roll in a fight."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect
from tests.browser.hands import Seated
from tests.browser.people import LAPTOP, PHONE, linked

from moot import games
from moot.table import Asked
from moot.table.script import Script, SeatNamed, Step, demos, follow, load, perform, read

pytestmark = pytest.mark.browser

FIGHTS = {
    "modos": ("toll_bridge", "golden/toll_bridge", ("work", "move", "attack", "cast", "propose-way")),
    "wicked-age": ("camp", "scripts/camp_fight", ("move", "answer", "inflict", "take-up", "accept")),
    "swords-edge": ("cavern", "scripts/cavern_fight", ("roll-momentum", "act", "defend", "let-stand", "nc-act")),
    "perilous": ("salt_road", "golden/salt_road", ("run", "roll-chaos", "complication", "roll", "trouble")),
}
"""A demo of each game, the fight or chase that follows it, and moments at which somebody is asked something."""
MOST_TABS, MOST_TAPS = 10, 12

ANSWERS = """[".bar button", "#ask :is(summary, form button)"].find((one) => document.querySelector(one))"""
"""Where the question is answered."""
WATCH = """lost = 0; clearInterval(self.watching);
watching = setInterval(() => { if (document.activeElement === document.body) lost++; }, 5)"""
"""Counts how often the focus is found nowhere."""


def steps(game):
    """The steps of the fight."""
    room = Path(games.__file__).parent / game.replace("-", "_")
    return read((room / "tests" / f"{FIGHTS[game][1]}.toml").read_text(encoding="utf-8")).step


def begun(server, game):
    """The demo table, and everybody's key."""
    return server.run(perform(server.shelf, game, demos(games.find(game))[FIGHTS[game][0]]))


def tabs(page):
    """How many keys lead from the heading of a question to its button, by the way there that the page offers; where it
    has none in the bar, to the first of its answers."""
    expect(page.locator("#ask .ask-title")).to_be_focused()
    asked = page.evaluate(ANSWERS)
    for pressed in range(1, MOST_TABS + 1):
        page.keyboard.press("Tab")
        if page.evaluate("(asked) => document.activeElement.matches(asked)", asked):
            return pressed
        if page.evaluate("document.activeElement.matches('a.skip')"):
            page.keyboard.press("Enter")
            page.wait_for_function("() => document.activeElement.closest('#bar button')")
            return pressed + 1
    return MOST_TABS + 1


@pytest.mark.parametrize("game", FIGHTS)
def test_a_few_tabs_lead_from_a_new_question_to_its_press(party, server, game):
    table, keys = begun(server, game)
    found: dict[str, int] = {}
    page = party.page(**LAPTOP)
    for before, step in zip([None, *steps(game)], steps(game), strict=False):
        if before and step.do in FIGHTS[game][2] and step.do not in found:
            seated = Seated(server, table, keys[step.seat], page)
            server.run(follow(table, keys, [before]))
            seated.catch_up()
            found[step.do] = tabs(page)
        elif before:
            server.run(follow(table, keys, [before]))
        if len(found) == len(FIGHTS[game][2]):
            break
    assert {do: count for do, count in found.items() if count > MOST_TABS} == {}
    assert set(found) == set(FIGHTS[game][2])
    assert party.complaints == []


SKIP = """(() => {
    const bar = document.querySelector('#bar'), was = bar.querySelector('button'), now = was.cloneNode(true);
    bar.inert = true;
    document.querySelector('a.skip[href="#bar"]').click();
    if (MOVED) now.setAttribute('form', 'another');
    was.replaceWith(now);
    setTimeout(() => { bar.inert = false; }, 60);
})()"""
"""The link past all that stands between is pressed while the button is new, and just then the bar is drawn again."""


@pytest.mark.parametrize("moved", [False, True], ids=["the same question", "another question"])
def test_the_way_past_leads_to_the_button_as_it_is_now_and_gives_way_to_another_question(party, server, moved):
    table, keys = begun(server, "perilous")
    seated = Seated(server, table, keys["Ann"], party.page(**LAPTOP))
    page = seated.page
    expect(page.locator("#bar button")).to_have_count(1)
    page.locator("#ask .ask-title").evaluate("(title) => { title.tabIndex = -1; title.focus(); }")
    page.clock.install()
    page.evaluate(SKIP.replace("MOVED", str(moved).lower()))
    page.clock.run_for(2000)
    stands = page.locator("#ask .ask-title" if moved else "#bar button")
    expect(stands).to_be_focused()
    assert party.complaints == []


def test_the_focus_is_never_lost_while_cards_are_dealt_and_read_and_people_are_taken_by_keyboard(party, server):
    room = Path(games.__file__).parent / "wicked_age"
    script = load(room / "tests" / "golden" / "second_chapter.toml")
    table, keys = server.run(perform(server.shelf, "wicked-age", replace(script, step=())))
    plays_by_keyboard(party, server, table, keys, "Martha", script.step, least=2)


@pytest.mark.parametrize("game", FIGHTS)
def test_the_focus_is_never_lost_over_an_exchange_by_keyboard(party, server, game):
    table, keys = begun(server, game)
    mine = {"modos": "Ann", "wicked-age": "Tom", "swords-edge": "Ilya", "perilous": "Ann"}[game]
    plays_by_keyboard(party, server, table, keys, mine, steps(game), least=4)


def plays_by_keyboard(party, server, table, keys, mine, steps, *, least):
    """Somebody presses what is in the bar with nothing but keys, `least` times, and is never without the focus."""
    page = party.page(**LAPTOP)
    seated = Seated(server, table, keys[mine], page)
    pressed = 0
    for who, some in groupby(steps, lambda step: step.seat):
        for step in some:
            if who != mine:
                server.run(follow(table, keys, [step]))
                continue
            offer = seated.fill_in(step)
            button = page.locator("#bar button").first
            if not button.count() or button.get_attribute("form") != seated.form(offer).get_attribute("id"):
                seated.send(offer)
                continue
            was = button.get_attribute("form")
            page.wait_for_function("() => !document.querySelector('#bar').inert")
            button.focus()
            page.evaluate(WATCH)
            page.keyboard.press("Enter")
            page.wait_for_function("(was) => !document.querySelector(`#bar button[form='${was}']`)", arg=was)
            assert page.evaluate("[lost, document.activeElement === document.body]") == [0, False], step.do
            pressed += 1
        if pressed >= least:
            return
    raise AssertionError(f"pressed {pressed} times")


FOCUS = """(n) => {
    const all = [...document.querySelectorAll(":is(#now, #bar, .banners, .side) :is(a, button, summary, input)")];
    const seen = all.filter((one) => one.checkVisibility() && !one.closest("[inert]"));
    seen[n % seen.length].focus() }"""
"""Put the focus on one of all that takes it beside the story."""


@pytest.mark.parametrize("game", FIGHTS)
def test_the_focus_is_never_lost_while_others_play_and_take_back(party, server, game):
    table, keys = begun(server, game)
    guide = next(key for key in keys.values() if table.ledger.table.chairs[key.seat].seat.guides)
    seated = Seated(server, table, guide, party.page(**LAPTOP))
    lost: list[str] = []
    for n, step in enumerate(steps(game)[:16]):
        seated.page.evaluate(FOCUS, 7 * n + 3)
        server.run(follow(table, keys, [step]))
        seated.catch_up()
        if seated.page.evaluate("document.activeElement === document.body"):
            lost.append(step.do)
    assert lost == []
    asks = next(seat for seat in table.ledger.table.seated() if seat.plays)
    back = {"do": "undo", "line": len(table.journal(asks).entries)}
    server.run(table.ask(asks, Asked(id="back", command=back)))
    answers = seated.page.locator("#undo-asked button")
    expect(answers).to_have_count(2)
    seated.page.locator("#now").focus()
    at_answer = "document.activeElement.matches('#undo-asked button')"
    for _ in range(MOST_TABS):
        seated.page.keyboard.press("Shift+Tab")
        if seated.page.evaluate(at_answer):
            break
    assert seated.page.evaluate(at_answer)
    seated.page.keyboard.press("Enter")
    expect(answers).to_have_count(0)
    assert not seated.page.evaluate("document.activeElement === document.body")
    assert party.complaints == []


READS = """() => {
    const title = document.querySelector(".ask-title");
    title.tabIndex = -1;
    title.focus();
    title.scrollIntoView({ block: "start" });
    return new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))) }"""
"""Go to the heading of the question, past the stage."""
AT = """() => {
    const now = document.querySelector("#now"), title = now.querySelector(".ask-title");
    return { question: document.querySelector("#question").dataset.question, top: now.scrollTop,
        end: now.scrollTop + now.clientHeight >= now.scrollHeight - 1, stands: title.getBoundingClientRect().top } }"""
"""Which question somebody is asked, and where it stands on their screen."""


@pytest.mark.parametrize("game", FIGHTS)
def test_a_new_question_comes_to_its_top_and_nothing_jumps_within_one(party, server, game):
    table, keys = begun(server, game)
    guide = next(key for key in keys.values() if table.ledger.table.chairs[key.seat].seat.guides)
    seated = Seated(server, table, guide, party.page(**PHONE))
    page, news, still = seated.page, 0, 0
    for step in steps(game)[:16]:
        page.evaluate(READS)
        was = page.evaluate(AT)
        server.run(follow(table, keys, [step]))
        seated.catch_up()
        at = page.evaluate(AT)
        if at["question"] != was["question"]:
            assert at["top"] == 0, step.do
            news += 1
        elif not at["end"] and was["top"]:
            assert abs(at["stands"] - was["stands"]) <= 1, step.do
            still += 1
    assert news
    assert still


class Thumb:
    """Somebody with a phone, whose taps are counted."""

    def __init__(self, page):
        self.page, self.taps = page, 0

    def tap(self, what):
        """Tap something that is there."""
        what.tap()
        self.taps += 1

    def press(self, says):
        """Tap the button in the bar, once it can be pressed."""
        button = self.page.locator("#bar button", has_text=says)
        expect(button).to_be_visible()
        self.page.wait_for_function("() => !document.querySelector('#bar').inert")
        self.tap(button)


def stands_against_it(hand):
    """Tajie says how she stands against Mekha's search."""
    hand.tap(hand.page.locator("#ask .choice", has_text="Covertly"))
    hand.tap(hand.page.locator("#ask .choice", has_text="For myself"))
    hand.press("Tajie stands against it")


def rolls_against_it(hand):
    """Tajie rolls, and sees her dice."""
    hand.press("Roll Tajie")
    expect(hand.page.locator("#board .die").first).to_be_visible()


def test_few_taps_lead_from_the_join_link_to_a_roll_in_the_cavern(party, server):
    table, _ = begun(server, "swords-edge")
    table.ledger.table = replace(table.ledger.table, house=replace(table.ledger.table.house, door="open"))
    hand = Thumb(party.page(**PHONE))
    page = hand.page
    page.goto(f"{party.url}/t/{table.id}/join?k={table.keys.invite}")
    hand.tap(page.get_by_label("Your name"))
    page.keyboard.type("Uma")
    hand.tap(page.get_by_role("button", name="Sit down to play"))
    linked(page)
    hand.tap(page.locator("#ask .choice").first)
    hand.press("Play this one")
    hand.tap(page.locator("#ask summary", has_text="takes on"))
    hand.tap(page.locator("#ask .choice", has_text="Uncover").first)
    hand.tap(page.locator("#ask form button", has_text="takes on").last)
    hand.press("Roll")
    expect(page.locator("#beat .die").first).to_be_visible()
    assert hand.taps <= MOST_TAPS


def test_few_taps_lead_from_the_join_link_to_a_roll_in_the_camp(party, server):
    table, keys = begun(server, "wicked-age")
    hand = Thumb(party.page(**PHONE))
    page = hand.page
    page.goto(f"{party.url}/t/{table.id}/join?k={table.keys.invite}")
    hand.tap(page.get_by_label("Your name"))
    page.keyboard.type("Tom")
    hand.tap(page.get_by_role("button", name="Sit down to play"))
    hand.tap(page.get_by_role("button", name="I am Tom: ask for my seat"))
    linked(page)
    party.sit(table, keys["Erin"]).get_by_role("button", name="Give it back").click()
    stands_against_it(hand)
    others = [step for step in steps("wicked-age") if step.do == "declare" and step.seat != "Tom"]
    server.run(follow(table, keys, others))
    rolls_against_it(hand)
    assert hand.taps <= MOST_TAPS


def test_few_taps_lead_from_the_join_link_to_somebody_new_in_a_chapter_that_is_played(party, server):
    table, keys = begun(server, "wicked-age")
    table.ledger.table = replace(table.ledger.table, house=replace(table.ledger.table.house, door="open"))
    add = Asked(id="add", command={"do": "add-figure", "name": "a water-seller"})
    server.run(table.ask(table.holder(keys["Erin"].secret), add))
    hand = Thumb(party.page(**PHONE))
    page = hand.page
    page.goto(f"{party.url}/t/{table.id}/join?k={table.keys.invite}")
    hand.tap(page.get_by_label("Your name"))
    page.keyboard.type("Uma")
    hand.tap(page.get_by_role("button", name="Sit down to play"))
    linked(page)
    hand.press("Take a water-seller")
    hand.press("Make your character")
    for row, words in enumerate(("To be paid", "To be believed")):
        if row:
            hand.tap(page.locator("#ask summary", has_text="and another").first)
        hand.tap(page.locator(f"input[name='f.interests.{row}.detail']"))
        page.keyboard.type(words)
        hand.tap(page.locator("#ask .compose-row").nth(row).locator(".choice.face").nth(row))
    hand.press("Name what")
    expect(page.locator("#beat")).to_contain_text("has 2 best interests")
    assert hand.taps <= MOST_TAPS


def test_few_taps_lead_from_a_table_to_try_to_a_roll_in_the_camp(party):
    hand = Thumb(party.page(**PHONE))
    page = hand.page
    page.goto(f"{party.url}/try/wicked-age")
    hand.tap(page.get_by_role("button", name="Be Tajie"))
    linked(page)
    stands_against_it(hand)
    rolls_against_it(hand)
    assert hand.taps <= MOST_TAPS


def test_the_chances_are_those_of_a_skill_that_needs_no_tap(server, party):
    """Sneaking is noticed with detect and nothing else, so that nobody chooses it."""
    told = Script(title="The yard", seats=(SeatNamed("Gil", "guide"), SeatNamed("Ann")), step=(
        Step(seat="Ann", do="play-hero", pick="Play Sir Brolf"),
        Step(seat="Gil", do="bring-in", fill={"sheets": ["Guard"]}),
        Step(seat="Ann", do="sneak", fill={"targets": ["Guard"]}),
    ))
    table, keys = server.run(perform(server.shelf, "modos", told))
    gil = party.sit(table, keys["Gil"], **PHONE)
    expect(gil.locator("#ask input[type=hidden][name='f.skill']")).to_have_value("detect")
    expect(gil.locator("#ask .stakes [data-at]:not([hidden]) .label")).to_contain_text("You win with +3 ")
