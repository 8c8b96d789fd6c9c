"""An evening from an empty table: three phones and a laptop, from the genre to the Advancements after a session."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.evening import Evening

pytestmark = pytest.mark.browser


def gathered(evening: Evening) -> None:
    """A genre, two ready-made people, one from three words, and two thugs at a ford."""
    evening.does("Gil", "choose-genre", genre="Western")
    ready = evening.ask("Ann")
    expect(ready.locator(".ask-title")).to_have_text("Whom do you play?")
    expect(ready.locator(".choice:visible")).to_have_count(5)
    expect(ready.locator("summary", has_text="Fantasy")).to_be_visible()
    evening.does("Ann", "take-sample", sample="Gunfighter")
    evening.does("Ben", "take-sample", sample="Sarah X")
    expect(evening.ask("Gil")).to_contain_text("Waiting for Cleo")
    evening.does(
        "Cleo", "begin-character",
        name="Ruth", concept="Drifter", background="Raised by nuns", faculty="Reading people", trait="charisma",
    )
    evening.does("Cleo", "spend-rank", what="Drifter")
    evening.does("Cleo", "finish-character")
    expect(evening.ask("Gil").locator(".ask-title")).to_have_text("Everybody has a character")
    evening.does("Gil", "take-nc", sample="Frontier Thug", count=2)
    evening.does("Gil", "open-session")
    evening.does("Gil", "frame-scene", "Frame a scene", title="The ford", goal="Get across")
    evening.does("Gil", "bring-in", ncs=["Frontier Thug 1", "Frontier Thug 2"])


def fought(evening: Evening) -> None:
    """One thug falls at once, the other hurts Sarah X, loses the Momentum to her, and falls."""
    evening.does("Ann", "face", foes=["Frontier Thug 1"])
    evening.does("Ann", "roll-momentum", trait="physique", faces=(7, 9))
    evening.does("Ann", "let-stand")
    evening.does("Ann", "act", trait="physique", faces=(6, 8))
    evening.does("Ann", "let-stand")
    evening.does("Ben", "face", foes=["Frontier Thug 2"])
    evening.does("Ben", "roll-momentum", trait="charisma", faces=(1, 2))
    evening.does("Ben", "let-stand")
    evening.does("Gil", "nc-act")
    evening.does("Ben", "defend", trait="charisma", faces=(1, 2))
    evening.does("Ben", "let-stand")
    evening.does("Ben", "touch-pivot", "atone")
    evening.does("Gil", "next-round")
    evening.does("Ben", "seize", trait="cunning", faces=(9, 6))
    evening.does("Ben", "let-stand")
    expect(evening.ask("Gil")).to_contain_text("Waiting for Ben: the Action that follows")
    evening.does("Ben", "act", trait="cunning", faces=(9, 5))
    evening.does("Ben", "let-stand")
    expect(evening.ask("Gil").locator(".ask-title")).to_have_text("Is the scene over?")
    expect(evening.ask("Ann")).to_contain_text("Waiting for Gil: the scene’s end.")


@pytest.mark.slow
@pytest.mark.rule("SE-PIV-02", "SE-REC-02", "SE-LUCK-05", "SE-ADV-04")
def test_a_session_from_an_empty_table_to_its_advancements(server, party):
    evening = Evening(server, party, "swords-edge", "The ford", "Gil")
    evening.arrive("Ann", "Ben", "Cleo")
    gathered(evening)
    fought(evening)
    evening.does("Gil", "end-scene")
    expect(evening.ask("Ann")).to_contain_text("Everyone is waiting for you: whether the scene touched a Pivot.")
    expect(evening.ask("Ben")).to_contain_text("Sarah X recovers from what this scene did")
    evening.does("Ann", "touch-pivot", "believe in")
    evening.does("Ben", "recover", faces=(9, 8))
    evening.does("Ben", "let-stand")
    evening.does("Ben", "heal", ranks=["Charisma"])
    expect(evening.ask("Ben")).to_contain_text("Everyone is waiting for you: whether Luck is to heal.")
    evening.does("Ben", "settle-scene")
    for name in ("Ann", "Ben", "Cleo"):
        expect(evening.ask(name)).to_contain_text("Waiting for Gil: the next scene.")
    evening.does("Gil", "end-session")
    evening.does("Ben", "grow", what="Bounty Hunter")

    cleo = evening.page("Cleo")
    cleo.goto(f"{party.url}/t/{evening.table.id}/recap")
    expect(cleo.locator(".tale .faces .emblem")).to_have_count(3)
    expect(cleo.locator(".party-list li", has_text="Gunfighter").first).to_contain_text("1 Advancement to spend")
    cleo.get_by_role("link", name="The whole story").click()
    expect(cleo.locator("main")).to_contain_text("Sarah X earns an Advancement.")
    assert party.complaints == []
