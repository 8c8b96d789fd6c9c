"""An evening from an empty table: three phones and a laptop, from four cards to the story of the chapter."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.evening import Evening
from tests.browser.people import MOVING, PHONE, take_seat

from moot.games.wicked_age import GAME
from moot.table.script import demos, perform

pytestmark = pytest.mark.browser
STRONG = "action-then-maneuvering-then-self-protection"
FIGURES = ("the bride", "a young man in love", "the chief of the riders", "the exorcist")


def dice(*sizes: int) -> dict[str, int]:
    """The dice of a sheet, in the order of the forms."""
    forms = ("covertly", "directly", "for-myself", "for-others", "with-love", "with-violence")
    return dict(zip(forms, sizes, strict=True))


def aimed(*interests: tuple[str, str]) -> list[dict[str, str]]:
    """Best interests, each in somebody."""
    return [{"kind": "aimed", "target": whom, "detail": what} for whom, what in interests]


def prepared(evening: Evening) -> None:
    """Four cards, a list, three people and one of the GM's, and what each wants."""
    evening.does("Ann", "choose-oracle", oracle="Blood & Sex")
    evening.does("Ben", "deal")
    evening.does("Cleo", "read-out")
    for name in FIGURES:
        evening.does("Gil", "add-figure", name=name)
    evening.does("Gil", "open-claims")
    for name, figure in zip(("Ann", "Ben", "Cleo"), FIGURES, strict=False):
        evening.does(name, "claim-figure", figure)
    expect(evening.ask("Ann")).to_contain_text("Waiting for Gil: the start of the sheets.")
    evening.does("Gil", "begin-sheets")
    evening.does("Ann", "make-character", name="Tajie", forms=dice(8, 6, 12, 6, 10, 4))
    evening.does("Ben", "make-character", name="Mekha", forms=dice(6, 8, 10, 6, 12, 4))
    evening.does("Cleo", "make-character", name="Amek", forms=dice(8, 10, 4, 6, 6, 12))
    expect(evening.ask("Gil").locator(".ask-title")).to_have_text("Every sheet is made")
    evening.does("Gil", "make-npc", "the exorcist", name="Bolu Ta", arrangement=STRONG)
    evening.does("Gil", "begin-interests")
    evening.does("Gil", "name-interests", "Bolu Ta", interests=aimed(("Tajie", "Her vow"), ("Amek", "His fear")))
    evening.does("Ann", "name-interests", interests=aimed(("Mekha", "To go unseen"), ("Amek", "To be led home")))
    evening.does("Ben", "name-interests", interests=aimed(("Tajie", "To stop her wedding"), ("Tajie", "To wed her")))
    evening.does("Cleo", "name-interests", interests=aimed(("Tajie", "To see her wed"), ("Mekha", "His company")))
    evening.does("Gil", "begin-play")


def fought(evening: Evening) -> None:
    """Mekha against Tajie and Amek: an answer, harm, talk, an end."""
    evening.does("Gil", "open-scene", title="The camp", place="A dry wash, before dawn", stakes="Who finds the bride?")
    searching: dict[str, Any] = {"deed": "Mekha searches the tents", "against": ["Tajie", "Amek"]}
    evening.does("Ben", "undertake", forms=["Covertly", "With love"], **searching)
    evening.does("Ann", "declare", forms=["Covertly", "For myself"])
    evening.does("Cleo", "declare", forms=["Directly", "For others"])
    evening.does("Ben", "roll-opening", faces=(5, 12))
    evening.does("Ann", "roll-opening", faces=(7, 6))
    evening.does("Cleo", "roll-opening", faces=(9, 3))
    evening.does("Ben", "move", against=["Tajie", "Amek"], deed="He lifts the flap of the last tent")
    evening.does("Cleo", "answer", faces=(10, 2))
    evening.does("Cleo", "tell", text="Amek stands in his way, and is a step too slow.")
    evening.does("Ann", "answer", faces=(6, 2))
    evening.does("Ben", "inflict", harm="exhausted")
    evening.does("Ben", "roll-opening", faces=(4, 9, 3))
    evening.does("Cleo", "roll-opening", faces=(5, 2))
    evening.does("Ben", "move", against=["Amek"], deed="He shouts her name")
    evening.does("Cleo", "answer", faces=(4, 1))
    evening.does("Cleo", "propose", terms=[{"kind": "fact", "detail": "The riders let him speak to her"}])
    evening.does("Ben", "accept")


@pytest.mark.slow
@pytest.mark.rule("WA-ORA-02", "WA-BI-02", "WA-DICE-14", "WA-OWE-04", "WA-NEXT-01")
def test_a_chapter_from_an_empty_table_to_its_story(server, party):
    evening = Evening(server, party, "wicked-age", "The dry wash", "Gil")
    evening.arrive("Ann", "Ben", "Cleo")
    prepared(evening)
    fought(evening)
    for name in evening.people:
        expect(evening.page(name).locator("#beat")).to_contain_text("Mekha wins, over Tajie and Amek")
        expect(evening.page(name).locator("#board h3").first).to_have_text("Who wants what of whom")
    evening.does("Gil", "open-scene", title="The shrine", place="Noon")
    evening.does("Gil", "close-chapter")
    expect(evening.ask("Cleo")).to_contain_text("Waiting for Ben: a chapter with Mekha.")

    cleo = evening.page("Cleo")
    cleo.goto(f"{party.url}/t/{evening.table.id}/recap")
    expect(cleo.locator(".tale .faces .emblem")).to_have_count(4)
    cleo.get_by_role("link", name="The whole story").click()
    expect(cleo.locator(".wants li", has_text="Mekha")).to_have_text("Mekha: To stop her wedding; To wed her")
    expect(cleo.locator(".after figure.web")).to_be_visible()
    story = cleo.request.get(f"{party.url}/t/{evening.table.id}/story.md").text()
    assert "- **Mekha:** To stop her wedding; To wed her" in story
    cleo.get_by_role("link", name="Back to the table").click()
    evening.does("Ben", "open-chapter", when="after", falls="A year on", oracle="A Nest of Vipers")
    assert party.complaints == []


DEALT_AGAIN = """() => [...document.querySelectorAll(".card")].map((card) => {
    card.style.animation = "none";
    card.offsetWidth;
    card.style.animation = "";
    const [dealt] = card.getAnimations();
    dealt.pause();
    dealt.currentTime = dealt.effect.getTiming().delay;
    const box = card.getBoundingClientRect();
    return box.left >= 0 && box.right <= innerWidth })"""
"""Whether each card is within the width of the page as it begins to fall."""


def test_cards_fall_within_the_width_of_a_phone(server, party):
    camp = demos(GAME)["camp"]
    table, keys = server.run(perform(server.shelf, "wicked-age", camp.__replace__(step=camp.step[:2])))
    page = take_seat(party.page(**PHONE, **MOVING), party.url, table, keys["Martha"])
    expect(page.locator(".card")).to_have_count(4)
    assert page.evaluate(DEALT_AGAIN) == [True] * 4
