"""People are told that it is their turn: at the top of their page, and away from it as the device allows."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser.people import MOVING, PHONE, door, verb

AWAY = """() => {
    window.told = [];
    Object.defineProperty(document, "hidden", { get: () => true });
    navigator.vibrate = (pattern) => window.told.push(`shakes ${pattern.length}`);
    window.Notification = class {
        static permission = "granted";
        constructor(title, more) { window.told.push(title, more.body); }
        close() {}
    };
}"""
"""A device whose page is not looked at, and which notes what it is made to do."""


def test_away_from_the_page_the_device_shakes_and_shows_the_question(party):
    ann = party.open("coin")
    ben = party.join(ann, "Ben")
    ben.evaluate("localStorage.setItem('moot.tell', 'on')")
    ben.reload()
    ben.evaluate(AWAY)
    ann.get_by_role("button", name="Hide a number").click()
    expect(ben).to_have_title("● Your turn – Our table · Moot")
    told = ben.evaluate("window.told")
    assert told == ["shakes 3", "Your turn – Our table · Moot", "What is the number?"]


def test_a_new_question_comes_to_its_top_and_has_the_focus(party):
    ann = party.open("coin")
    ben = party.join(ann, "Ben", **{**PHONE, "viewport": {"width": 360, "height": 420}})
    now = ben.locator("#now")
    now.evaluate("now => { now.style.paddingBottom = '900px'; now.scrollTop = 300; }")
    ann.get_by_role("button", name="Hide a number").click()
    expect(ben.locator("#ask .ask-title")).to_have_text("What is the number?")
    expect(ben.locator("#ask .ask-title")).to_be_focused()
    assert now.evaluate("now => now.scrollTop") == 0


def test_who_goes_on_from_field_to_field_right_after_a_press_stays_in_the_form(party):
    ann = party.open("modos")
    ben = party.join(ann, "Ben", **PHONE)
    form = door(ben, "Make one in a minute")
    ben.evaluate("document.dispatchEvent(new Event('submit'))")  # as if something had just been pressed
    form.get_by_label("A flaw").press_sequentially("Trusts nobody")
    ben.keyboard.press("Tab")
    expect(form.get_by_role("radio").first).to_be_focused()


def test_who_opens_a_door_sees_what_is_behind_it(party):
    ann = party.open("modos")
    ben = party.join(ann, "Ben", **PHONE)
    last = ben.locator("#ask summary", has_text="Play Sir Brolf")
    last.evaluate("el => { el.scrollIntoView({ block: 'end' }); }")
    last.click()
    expect(ben.locator("#ask form button", has_text="Play Sir Brolf")).to_be_in_viewport(ratio=1)
    expect(last).to_be_in_viewport(ratio=1)


def test_nothing_moves_where_motion_is_unwanted(party):
    ann = party.open("coin")
    ben = party.join(ann, "Ben", **MOVING)
    longest = "document.getAnimations().map(one => one.effect.getComputedTiming().activeDuration)"
    for page in (ann, ben):
        page.evaluate(f"""() => {{ window.longest = 0; const look = () => {{
            window.longest = Math.max(window.longest, ...{longest}); requestAnimationFrame(look); }}; look(); }}""")
    ann.get_by_role("button", name="Hide a number").click()
    toss = verb(ben, "Toss")
    toss.get_by_role("button", name="Toss").click()
    expect(ann.locator("#beat .die").first).to_be_visible()
    expect(ben.locator("#beat .die").first).to_be_visible()
    assert ben.evaluate("window.longest") > 100
    assert ann.evaluate("window.longest") <= 1
