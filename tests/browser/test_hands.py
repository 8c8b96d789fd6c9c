"""One device that is passed around: tabs of two seats, covers, what was begun under them, and a table to try alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.people import PHONE, in_any_light, linked

pytestmark = pytest.mark.browser


def says(page, text):
    page.locator("#say").fill(text)
    page.get_by_role("button", name="Say it").click()


def shared(party, **options):
    """The guide's browser with Ben's seat in it, too, and Ben's page uncovered."""
    ann = party.open("coin", **options)
    table = ann.url
    ann.goto(f"{table}/device")
    ann.get_by_label("Their name").fill("Ben")
    ann.get_by_role("button", name="Add a seat").click()
    linked(ann)
    return ann, table


def pass_to(page, name):
    page.locator(".hands").get_by_role("button", name=f"Pass to {name}").click()
    expect(page.get_by_role("heading", name=f"For {name}")).to_be_visible()


def uncover(page, name):
    page.get_by_role("button", name=f"I am {name}: uncover").click()
    linked(page)


def test_a_device_is_passed_on_under_a_cover_and_what_was_begun_waits_for_whoever_began_it(party):
    page, _ = shared(party)
    expect(page.locator(".hands")).to_contain_text("Ben")
    page.locator("#say").fill("Ben was about to say")
    pass_to(page, "Ann")
    assert "Ben was about to say" not in page.content()
    expect(page.locator("#now")).to_have_count(0)
    uncover(page, "Ann")
    expect(page.locator("#say")).to_be_empty()
    expect(page.get_by_role("button", name="Hide a number")).to_be_visible()
    pass_to(page, "Ben")
    uncover(page, "Ben")
    expect(page.locator("#say")).to_have_value("Ben was about to say")
    expect(page.get_by_role("button", name="Hide a number")).to_have_count(0)


def test_on_a_phone_a_long_name_leaves_the_others_to_be_passed_to_in_view(party):
    page = party.open("coin", "Ann", **PHONE)
    page.goto(f"{page.url}/device")
    page.get_by_label("Their name").fill("Bartholomew of the long Marches & Co.")
    page.get_by_role("button", name="Add a seat").click()
    linked(page)
    expect(page.locator(".hands").get_by_role("button", name="Pass to Ann")).to_be_in_viewport(ratio=1)


def test_the_way_back_from_a_cover_shows_no_page_of_who_had_the_device_before(party):
    page, _ = shared(party)
    pass_to(page, "Ann")
    page.go_back()
    expect(page.get_by_role("button", name="I am Ben: uncover")).to_be_visible()
    expect(page.locator("#now")).to_have_count(0)


def test_two_tabs_act_each_for_its_own_seat(party):
    page, table = shared(party)
    tab = page.context.new_page()
    tab.goto(table)
    linked(tab)
    pass_to(tab, "Ann")
    uncover(tab, "Ann")
    says(page, "Ben says this.")
    expect(tab.locator("#lines .speech", has_text="Ben says this.")).to_contain_text("Ben")
    tab.get_by_role("button", name="Hide a number").click()
    page.get_by_label("Your guess").fill("2")
    page.get_by_role("button", name="Guess").click()
    expect(tab.locator("#lines")).to_contain_text("guesses 2")
    says(page, "And this.")
    expect(tab.locator("#lines .speech", has_text="And this.")).to_contain_text("Ben")
    page.locator("[data-opens=find]").evaluate("find => find.click()")
    expect(page.locator("#found")).to_contain_text("Toss")
    expect(page.locator("#found")).not_to_contain_text("Take Ben’s seat away")


def test_a_device_says_who_of_the_others_is_asked(party):
    page, _ = shared(party, **PHONE)
    ann = page.locator(".hands").get_by_role("button", name="Pass to Ann")
    expect(ann).to_contain_text("who is asked")
    pass_to(page, "Ann")
    uncover(page, "Ann")
    ben = page.locator(".hands").get_by_role("button", name="Pass to Ben")
    expect(ben.locator(".asked-too")).to_be_hidden()
    page.get_by_role("button", name="Hide a number").click()
    expect(ben.locator(".asked-too")).to_be_visible()


def test_covers_and_the_list_of_seats_can_be_used_by_everyone(party):
    page, table = shared(party)
    assert in_any_light(page) == []
    pass_to(page, "Ann")
    assert in_any_light(page) == []
    uncover(page, "Ann")
    page.goto(f"{table}/device")
    assert in_any_light(page) == []


def test_one_person_tries_a_table_in_several_seats_without_covers(party):
    page = party.page()
    page.goto(f"{party.url}/try/wicked-age")
    page.get_by_role("button", name="Be Mekha").click()
    linked(page)
    page.goto(page.url.partition("?")[0] + "/device")
    page.get_by_role("button", name="Take over Tom here").click()
    linked(page)
    expect(page.locator(".hands > span")).to_have_text("T Tom (Tajie)")
    page.locator(".hands").get_by_role("button", name="Play Martha (Mekha)").click()
    linked(page)
    expect(page.locator(".hands > span")).to_have_text("M Martha (Mekha)")
    assert party.complaints == []
