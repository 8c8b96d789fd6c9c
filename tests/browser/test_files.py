"""Files come from the device into a form, and texts go to it: with a file chooser, or by pasting."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.people import PHONE, accessible, put_away, verb
from tests.toy import CHART

pytestmark = pytest.mark.browser


def charting(page):
    """The form that takes a chart, opened."""
    return verb(page, "Bring a chart")


def file(name: str, body: bytes) -> dict[str, object]:
    return {"name": name, "mimeType": "text/plain", "buffer": body}


def test_a_file_is_read_into_the_text_sent_and_taken_home_again(party):
    ann = party.open("coin")
    form = charting(ann)
    chooser, text = form.get_by_label("The chart from a file"), form.get_by_label("The chart", exact=True)
    chooser.set_input_files(file("numbers.txt", b"\xef\xbb\xbf1: a f\xc3\xb6\xc3\xb6l\r\n6: a king\r\n"))
    expect(text).to_have_value("1: a fööl\n6: a king\n")
    expect(form.get_by_role("status")).to_contain_text("numbers.txt")
    form.get_by_role("button", name="Bring a chart").click()
    expect(ann.locator("#lines")).to_contain_text("A chart is brought.")
    form = charting(ann)
    expect(form.get_by_label("The chart", exact=True)).to_have_value("")
    expect(form.get_by_role("status")).to_have_text("")
    put_away(ann)
    ann.get_by_role("link", name="Files to take along").click()
    link = ann.locator("#sheet a[download]", has_text="The chart")
    with ann.expect_download() as saved:
        link.click()
    assert saved.value.suggested_filename == "chart.txt"
    assert saved.value.path().read_text(encoding="utf-8") == "1: a fööl\n6: a king\n"
    assert party.complaints == []


@pytest.mark.parametrize(
    ("name", "body", "says"),
    [
        ("long.txt", b"1: a fool, and again\n" * 20, "has 420 characters: 300 characters at most."),
        ("huge.txt", b"x" * 5000, "is too large: 300 characters at most."),
        ("picture.png", b"\x89PNG\xff\xfe", "cannot be read: it is not text in UTF-8"),
    ],
)
def test_a_file_that_does_not_fit_is_turned_down_and_the_text_stays(party, name, body, says):
    ann = party.open("coin")
    form = charting(ann)
    chooser, text = form.get_by_label("The chart from a file"), form.get_by_label("The chart", exact=True)
    text.fill("2: mine")
    chooser.set_input_files(file(name, body))
    expect(form.get_by_role("status")).to_contain_text(f"“{name}” {says}")
    expect(chooser).to_have_attribute("aria-invalid", "true")
    expect(text).to_have_value("2: mine")
    chooser.set_input_files(file("good.txt", CHART.encode()))
    expect(text).to_have_value(CHART)
    expect(chooser).to_have_attribute("aria-invalid", "false")
    assert party.complaints == []


def test_a_file_that_was_mended_meanwhile_is_chosen_again(party, tmp_path):
    ann, chart = party.open("coin"), tmp_path / "chart.txt"
    form = charting(ann)
    for words in ("seven: nobody\n", CHART):
        chart.write_text(words)
        with ann.expect_file_chooser() as asked:
            form.get_by_label("The chart from a file").click()
        assert form.get_by_label("The chart from a file").input_value() == ""
        asked.value.set_files(chart)
        expect(form.get_by_label("The chart", exact=True)).to_have_value(words)


def test_a_chosen_file_stays_while_others_act(party):
    ann = party.open("coin")
    form = charting(ann)
    form.get_by_label("The chart from a file").set_input_files(file("good.txt", CHART.encode()))
    form.get_by_label("The chart from a file").focus()
    ben = party.join(ann, "Ben")
    ben.locator("#say").fill("Well?")
    ben.get_by_role("button", name="Say it").click()
    expect(ann.locator("#lines")).to_contain_text("Well?")
    expect(form.get_by_label("The chart", exact=True)).to_have_value(CHART)
    expect(form.get_by_role("status")).to_contain_text("good.txt")
    assert party.complaints == []


def test_a_text_that_is_refused_says_where_and_stays(party):
    ann = party.open("coin")
    form = charting(ann)
    form.get_by_label("The chart", exact=True).fill("1: a fool\nseven: nobody")
    form.get_by_role("button", name="Bring a chart").click()
    expect(form.locator(".refusal")).to_contain_text("Line 2")
    expect(form.get_by_label("The chart", exact=True)).to_have_value("1: a fool\nseven: nobody")


def test_without_script_there_is_no_chooser_and_the_text_can_be_filled_in(party):
    ann = party.open("coin")
    plain = party.page(java_script_enabled=False, storage_state=ann.context.storage_state())
    plain.goto(ann.url)
    plain.get_by_role("link", name="Everything you can do").click()
    plain.get_by_role("link", name="Bring a chart").click()
    form = plain.locator("form.offer")
    expect(form.locator("input[type=file]")).to_be_hidden()
    form.get_by_label("The chart", exact=True).fill(CHART)
    form.get_by_role("button", name="Bring a chart").click()
    expect(plain.locator("#lines")).to_contain_text("A chart is brought.")


def test_on_a_phone_it_can_be_reached_and_hit(party):
    ann = party.open("coin", **PHONE)
    ann.locator(".thumb label", has_text="More").tap()
    ann.get_by_role("link", name="Everything you can do").tap()
    ann.locator("#find-words").fill("chart")
    ann.locator("#found summary", has_text="Bring a chart").tap()
    form = ann.locator("#found form.offer")
    chooser = form.get_by_label("The chart from a file")
    chooser.scroll_into_view_if_needed()
    box = chooser.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    assert accessible(ann) == []
