"""What somebody has begun to fill in is still there when others have acted: words, picks, dice, folds, focus, caret."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.hands import Seated, called, fill, pick, unfold
from tests.browser.people import PHONE, door, linked, put_away, verb
from tests.random_play import GAMES, TABLE_DOES, Course

from moot import games
from moot.core import Offer, Refused, Seeded, Write
from moot.table import Asked, House
from moot.table.script import demos, perform

pytestmark = pytest.mark.browser

HELD = """form => [...form.elements].filter(el => el.name && el.type !== "hidden" && el.type !== "submit").map(
    el => `${el.name} ${/radio|checkbox/.test(el.type) ? `${el.value}: ${el.checked}` : el.value}`)"""
"""Everything that a form holds, as a person sees it."""


def still_holds(form, kept):
    """Wait until a form holds all of `kept`."""
    holds = f"([id, kept]) => kept.every(one => ({HELD})(document.getElementById(id)).includes(one))"
    form.page.wait_for_function(holds, arg=[form.get_attribute("id"), kept])


@pytest.fixture
def table(party):
    """Ann guides; Ben, who fills in, and Cas play; the number is hidden."""
    ann = party.open("coin")
    ben, cas = party.join(ann, "Ben"), party.join(ann, "Cas")
    ann.get_by_role("button", name="Hide a number").click()
    expect(ben.locator("#ask")).to_contain_text("What is the number?")
    return ann, ben, cas


@pytest.fixture
def two(party):
    """The pages of Ann, who guides, and of Ben, who fills in; Cas plays too, and the number is hidden."""
    table, keys = party.gather("Ann", "Ben", "Cas")
    return party.sit(table, keys["Ann"]), party.sit(table, keys["Ben"])


def says(page, text):
    page.locator("#say").fill(text)
    page.get_by_role("button", name="Say it").click()


def renames(page, name):
    form = verb(page, "Change my name")
    form.get_by_label("My name").fill(name)
    form.get_by_role("button").click()


def staking(page):
    """The form that asks every kind of blank there is."""
    return door(page, "Put something up")


def against(form, name):
    """Somebody to choose in it."""
    return form.get_by_role("group", name="Against").get_by_role("radio", name=name)


def begun(page):
    """The same, with something in every blank."""
    form = staking(page)
    against(form, "Cas").check()
    form.locator("input[name='f.spread.heads']").nth(1).check(force=True)
    form.get_by_label("In your words").fill("Everything I own")
    form.get_by_label("Sure?").check()
    form.get_by_role("group", name="Terms 1").get_by_role("radio", name="Cas").check()
    form.locator("input[name='f.terms.0.detail']").fill("a song")
    return form


def test_a_long_form_is_kept_while_others_act(party, table):
    ann, ben, cas = table
    form = begun(ben)
    kept = form.evaluate(HELD)
    notes = verb(ben, "Keep notes")
    notes.get_by_label("My notes").fill("He bluffs")
    put_away(ben)
    tossing = door(ben, "Toss")
    tossing.get_by_text("I roll real dice").click()
    tossing.get_by_label("face of die 1").fill("5")
    words = form.get_by_label("In your words")
    words.focus()
    words.evaluate("el => el.setSelectionRange(4, 9)")
    renames(ann, "Anna")
    party.join(ann, "Dan")
    says(cas, "Well?")
    ann.get_by_role("button", name="Pause the game").click()
    expect(form).to_have_count(0)
    ann.get_by_role("button", name="Go on").click()
    says(ann, "Now.")
    expect(ben.locator("#lines")).to_contain_text("Now.")
    expect(against(form, "Anna")).to_be_attached()
    expect(against(form, "Dan")).to_be_attached()
    still_holds(form, kept)
    expect(tossing.get_by_label("face of die 1")).to_have_value("5")
    expect(tossing.get_by_label("face of die 1")).to_be_visible()
    form.get_by_role("button", name="Put something up").click()
    expect(ben.locator("#lines")).to_contain_text("Everything I own")
    expect(form.get_by_label("In your words")).to_have_value("")
    expect(verb(ben, "Keep notes").get_by_label("My notes")).to_have_value("He bluffs")
    unheard = [one for one in party.complaints if "422" not in one]  # a form may be asked for just as the game pauses
    assert unheard == []


def test_a_pick_stays_with_who_was_picked_and_never_slips_to_somebody_else(party, table):
    ann, ben, cas = table
    party.join(ann, "Dan")
    form = staking(ben)
    against(form, "Cas").check()
    form.get_by_role("group", name="Terms 1").get_by_role("radio", name="Cas").check()
    picked = form.locator("input[name='f.against']:checked")
    seat = picked.get_attribute("value")
    verb(cas, "Leave the table").get_by_role("button", name="Leave the table").click()
    expect(form.get_by_role("radio", name="Cas")).to_have_count(0)
    expect(against(form, "Dan")).not_to_be_checked()
    expect(form.locator("input[name='f.against']:checked")).to_have_count(0)
    expect(form.locator("input[name='f.terms.0.what']:checked")).to_have_count(0)
    assert seat not in form.evaluate("form => [...new FormData(form).values()]")


def test_focus_and_caret_stay_when_another_form_comes_above(party):
    ann = party.open("coin")
    note = ann.get_by_label("A note to yourself")
    note.press_sequentially("half thought")
    note.evaluate("el => el.setSelectionRange(4, 4)")
    ben = party.join(ann, "Ben", admit=False)
    expect(ann.locator(".knock", has_text="Ben")).to_be_visible()
    expect(note).to_be_focused()
    ann.keyboard.type(" a")
    expect(note).to_have_value("half a thought")
    ben.close()


def test_a_lone_form_that_gets_company_stays_open_under_the_hand(party, table):
    _, ben, cas = table
    staking(ben).get_by_label("In your words").press_sequentially("All ")
    for _ in range(2):
        form = door(cas, "Toss")
        form.get_by_role("button", name="Toss", exact=True).click()
        expect(form).to_be_hidden()
    expect(ben.locator("#lines")).to_contain_text("tosses")
    expect(staking(ben).get_by_label("In your words")).to_be_focused()
    ben.keyboard.type("I have")
    expect(staking(ben).get_by_label("In your words")).to_have_value("All I have")


def test_a_form_that_is_pressed_as_it_stands_is_put_away_so_that_nobody_presses_it_twice(two):
    _, ben = two
    form = door(ben, "Toss")
    form.get_by_role("button", name="Toss", exact=True).click()
    expect(ben.locator("#lines")).to_contain_text("tosses")
    expect(form).to_be_hidden()
    expect(ben.locator("#ask summary", has_text="Toss").first).to_be_focused()


def held_back(page, path):
    """The next request to `path`, kept from the server until it is let go."""
    held = []

    def hold(route):
        held.append(route)

    page.route(path, hold, times=1)
    return held


@pytest.mark.parametrize(
    ("types", "stays"), [("first, then more", "then more"), ("something else", "something else"), ("first,", "")]
)
def test_what_is_written_between_the_press_and_the_answer_stays(two, types, stays):
    ann, ben = two
    held = held_back(ben, "**/say")
    words = ben.locator("#say")
    with ben.expect_request("**/say"):
        says(ben, "first,")
    expect(ben.locator("#composer-form")).to_have_attribute("aria-busy", "true")
    words.fill(types)
    with ben.expect_response("**/say"):
        held.pop().continue_()
    expect(ben.locator("#lines")).to_contain_text("first,")
    expect(ben.locator("#composer-form")).not_to_have_attribute("aria-busy", "true")
    expect(words).to_have_value(stays)
    renames(ann, "Anna")  # and when the form comes anew
    expect(ben.locator("#everyone")).to_contain_text("Anna")
    expect(words).to_have_value(stays)


def test_so_it_is_in_a_form_whose_words_are_kept(two):
    ann, ben = two
    held = held_back(ben, "**/do")
    notes = verb(ben, "Keep notes")
    notes.get_by_label("My notes").fill("He bluffs")
    with ben.expect_request("**/do"):
        notes.get_by_role("button", name="Keep notes").click()
    notes.get_by_label("My notes").fill("He bluffs, I think")
    with ben.expect_response("**/do"):
        held.pop().continue_()
    says(ann, "Now.")
    expect(ben.locator("#lines")).to_contain_text("Now.")
    expect(notes).not_to_have_attribute("aria-busy", "true")
    expect(notes.get_by_label("My notes")).to_have_value("He bluffs, I think")


def test_what_was_begun_waits_for_whoever_reloads_or_looks_something_up(party):
    table, keys = party.gather("Ann", "Ben", "Cas")
    ben = party.sit(table, keys["Ben"])
    form = begun(ben)
    says(ben, "Wait.")
    expect(ben.locator("#say")).to_have_value("")
    ben.locator("#say").fill("I was just")
    ben.get_by_label("As myself", exact=True).check(force=True)
    kept = form.evaluate(HELD)

    def still_there():
        linked(ben)
        expect(form.get_by_label("In your words")).to_be_visible()
        still_holds(form, kept)
        expect(ben.locator("#say")).to_have_value("I was just")
        expect(ben.get_by_label("As myself", exact=True)).to_be_checked()

    ben.reload()
    still_there()
    ben.get_by_role("link", name="The whole journal, and taking").click()
    ben.get_by_role("link", name="Back to the table").click()
    still_there()
    form.get_by_role("button", name="Put something up").click()
    expect(ben.locator("#lines")).to_contain_text("Everything I own")
    expect(form.get_by_label("In your words")).to_have_value("")
    ben.reload()
    linked(ben)
    expect(staking(ben).get_by_label("In your words")).to_have_value("")
    expect(ben.locator("#say")).to_have_value("I was just")


# ---------------------------------------------------------------- what is asked, changes


@pytest.fixture
def asked(server, party):
    """The GM's page in a session of Grim & Perilous, with the first form of a verb before them; what Ann may do."""
    table, key = server.run(server.shelf.open("perilous", "", "Gil", house=House(door="open")))
    seats = {"Gil": key, "Ann": server.run(table.come("Ann"))}

    def does(who, do, /, **said):
        seat = table.holder(seats[who].secret)
        offer = next(one for one in table.offers(seat) if one.do == do)
        ask(server, table, seat, offer.by_itself() | said)

    does("Ann", "make-character", name="Tib")
    does("Gil", "open-session")
    gil = Seated(server, table, key, party.page(**PHONE))

    def opens(do):
        return called(gil.page, gil.reach(next(one for one in gil.offers if one.do == do)))

    yield gil, does, opens
    assert party.complaints == []


@pytest.mark.parametrize("focused", [True, False])
def test_picks_go_on_in_the_sheet_when_their_door_gives_way_to_another_question(asked, focused):
    gil, does, opens = asked
    form = opens("terrify")
    picked = form.get_by_role("radio").last
    if focused:
        picked.check(force=True)
    else:  # as on phones that leave the focus where it was
        picked.evaluate("(radio) => { document.activeElement.blur(); radio.click(); }")
    kept = form.evaluate(HELD)
    does("Ann", "request", words="A horse")
    gil.catch_up()
    expect(gil.page.locator("#sheet")).to_be_visible()
    if focused:
        expect(picked).to_be_focused()
    assert form.evaluate(HELD) == kept


def test_words_under_the_hand_go_on_in_the_sheet_when_their_door_gives_way_to_another_question(asked):
    gil, does, opens = asked
    form = opens("call-trial")
    form.get_by_label("Tib").check(force=True)
    pick(form, "skill", "athletics")
    line = form.get_by_role("textbox").first
    line.fill("Over the roofs")
    line.evaluate("(line) => line.setSelectionRange(5, 8)")
    does("Ann", "request", words="A horse")
    gil.catch_up()
    expect(gil.page.locator("#ask")).to_contain_text("A horse")
    expect(gil.page.locator("#sheet")).to_be_visible()
    expect(line).to_have_value("Over the roofs")
    expect(line).to_be_focused()
    assert line.evaluate("(line) => line.value.slice(line.selectionStart, line.selectionEnd)") == "the"
    form.locator("button:not([type=button])").last.click()
    expect(gil.page.locator("#sheet")).to_be_hidden()
    assert [trial.why for trial in gil.table.ledger.game_state.trials.values()] == ["Over the roofs"]


def test_what_was_begun_stands_open_behind_its_door_when_another_question_comes_first(asked):
    gil, does, opens = asked
    does("Ann", "request", words="A horse")
    form = opens("price")
    form.get_by_role("spinbutton").fill("7")
    does("Ann", "confess")
    gil.catch_up()
    expect(gil.page.locator("#ask details[open] > .door").locator(form)).to_be_visible()
    expect(form.get_by_role("spinbutton")).to_have_value("7")
    expect(form.get_by_role("spinbutton")).to_be_focused()


# ---------------------------------------------------------------- any game


def longest(offers) -> Offer | None:
    """The form with most to fill in; one that takes written words, if there is one."""
    forms = [offer for offer in offers if offer.fields and offer.do not in TABLE_DOES]
    return max(forms, key=lambda o: (any(isinstance(f, Write) for f in o.fields), len(o.fields)), default=None)


def filling(server, game):
    """A table in the middle of a game; the key to a seat there with a form to fill in, the seat, and the offer."""
    scripts = [*demos(games.find(game)).values()]
    if scripts:
        table, keys = server.run(perform(server.shelf, game, scripts[0]))
    else:
        table, key = server.run(server.shelf.open(game, "", "Gil", house=House(door="open")))
        keys = {"Gil": key, "Ann": server.run(table.come("Ann")), "Ben": server.run(table.come("Ben"))}
    seats = [seat for seat in table.ledger.table.seated() if seat.id in {key.seat for key in keys.values()}]
    found = [(seat, offer) for seat in seats if (offer := longest(table.offers(seat)))]
    assert found
    seat, offer = max(found, key=lambda pair: len(pair[1].fields))
    return table, next(key for key in keys.values() if key.seat == seat.id), seat, offer


def meddle(server, table, seat, offer):
    """The others do what they may, as long as `offer` stays open."""
    course = Course(4)
    others = [other for other in table.ledger.table.seated() if other.id != seat.id]
    guide = next(other for other in table.ledger.table.seated() if other.guides)
    server.run(table.come("Nia"))
    ask(server, table, others[0], {"do": "rename", "name": "Somebody Else"})
    ask(server, table, guide, {"do": "set-house", "door": "open", "undo": "everyone", "hand_dice": True})
    ask(server, table, others[-1], {"do": "pause"})
    ask(server, table, guide, {"do": "resume"})
    for other in others:
        for one in table.offers(other):
            if one.do not in TABLE_DOES and one.urgency != "must" and one.key != offer.key:
                try:
                    ask(server, table, other, course.wish(one, other.id))
                except Refused:
                    continue
                break
        if all(one.key != offer.key for one in table.offers(seat)):
            return False
    return True


def ask(server, table, seat, wish):
    server.run(table.ask(seat, Asked(id=f"m{table.ledger.seq}", command=wish)))


@pytest.mark.parametrize("game", GAMES)
def test_no_game_takes_away_what_is_being_filled_in(server, party, game):
    table, key, seat, offer = filling(server, game)
    page = party.page()
    somebody = Seated(server, table, key, page)
    of = somebody.reach(offer)
    form = called(page, of)
    unfold(form)
    wish = offer.sample(Seeded(3))
    for field in offer.fields:
        if field.name in wish:
            fill(page, of, field, wish[field.name])
    kept = form.evaluate(HELD)
    still = meddle(server, table, seat, offer)
    other = next(one for one in table.ledger.table.seated() if one.id != seat.id)
    ask(server, table, other, {"do": "say", "text": "That was all.", "manner": "story"})
    expect(page.locator("#lines")).to_contain_text("That was all.")
    assert still
    expect(form).to_be_visible()
    still_holds(form, kept)
    assert party.complaints == []
