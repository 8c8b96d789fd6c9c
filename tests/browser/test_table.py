"""Any game's table in a browser: coming in, talking, being asked, reloading."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_two_people_meet_talk_and_find_it_all_again(party):
    ann = party.open("coin")
    ben = party.join(ann, "Ben", admit=False)
    expect(ben.locator("#ask")).to_contain_text("You are at the door, Ben")
    ann.get_by_role("button", name="Let Ben in").click()
    expect(ben.locator("#everyone")).to_contain_text("Ann")
    ann.locator("#say").fill("The lamps <b>are</b> lit.")
    ann.get_by_role("button", name="Say it").click()
    expect(ben.locator("#lines")).to_contain_text("The lamps <b>are</b> lit.")
    expect(ann.locator("#say")).to_have_value("")
    ben.reload()
    expect(ben.locator("#lines")).to_contain_text("The lamps <b>are</b> lit.")
    assert party.complaints == []
