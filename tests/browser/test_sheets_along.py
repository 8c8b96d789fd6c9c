"""A character's sheet on paper, and as a file that another table takes."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect
from tests.browser.people import PHONE, accessible, door, take_seat

from moot import games
from moot.games.swords_edge.character import Pivot, Quality
from moot.games.wicked_age.state import Interest
from moot.table.script import demos, perform

pytestmark = pytest.mark.browser

DEMOS = {"swords-edge": ("cavern", "Kyle"), "wicked-age": ("camp", "Tajie")}
"""A demo of each game, and a character there."""


def seated(party, server, game, **options):
    """The page of whoever plays that character in the demo, and the id of the character."""
    demo, name = DEMOS[game]
    table, keys = server.run(perform(server.shelf, game, demos(games.find(game))[demo]))
    seats = {chair.seat.id: chair.seat for chair in table.ledger.table.chairs.values()}
    for key in keys.values():
        for voice in table.game.voices(table.ledger.game_state, seats[key.seat]):
            if name in voice.label and seats[key.seat].plays:
                return take_seat(party.page(**options), party.url, table, key), voice.value
    raise LookupError(name)


async def beginning(shelf, game):
    """The demo before anybody has made a character, and the key of somebody who is asked to."""
    script = demos(games.find(game))[DEMOS[game][0]]
    making = next(at for at, step in enumerate(script.step) if step.do in ("make-character", "take-sample"))
    table, keys = await perform(shelf, game, replace(script, step=script.step[:making]))
    return table, keys["Ruth" if game == "swords-edge" else "Tom"]


def full(state, who):
    """The game with as much on a character's sheet as people write."""
    words, sheet = "A tale of the road, of salt and of what was owed for it. ", state.characters[who]
    if hasattr(sheet, "forms"):
        held = {id_: replace(one, description=words * 4, known=True) for id_, one in state.strengths.items()}
        wants = tuple(Interest(f"i{at}", words) for at in range(4))
        sheet = replace(sheet, description=words * 12, strengths=tuple(held), marks=(words, words), interests=wants)
        return replace(state, strengths=held, characters={**state.characters, who: sheet})
    more = (Quality(f"x{at}", "element", f"A knack of the road {at}", "good", "cunning") for at in range(15))
    pivots = tuple(Pivot(f"y{at}", "", words) for at in range(3))
    sheet = replace(sheet, text=words * 6, qualities=(*sheet.qualities, *more), pivots=pivots, advancements=2)
    luck = {**state.luck, sheet.player: 3}
    return replace(state, characters={**state.characters, who: sheet}, luck=luck)


def pages(pdf: bytes) -> int:
    """How many pages a PDF of Chromium's has."""
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@pytest.mark.parametrize("game", DEMOS)
def test_a_full_sheet_prints_on_one_page_of_either_paper(party, server, game):
    player, who = seated(party, server, game)
    table = party.table(player)
    table.ledger.game_state = full(table.ledger.game_state, who)
    link = player.locator("#me").get_by_role("link", name="Print")
    player.goto(f"{party.url}{link.get_attribute('href')}")
    expect(player.locator(".sheet .name")).to_have_count(1)
    assert [pages(player.pdf(format=paper)) for paper in ("A4", "Letter")] == [1, 1]
    assert accessible(player) == []
    player.emulate_media(media="print")
    expect(player.locator(".imprint")).to_have_text(f"{table.game.title} · {table.ledger.table.title}")
    expect(player.locator(".name > .mark")).to_be_hidden()
    paper, strengths = player.locator("main").inner_text(), getattr(table.ledger.game_state, "strengths", {})
    assert {paper.count(one.name) for one in strengths.values()} <= {1}
    for filled in player.locator("dd i, .track .hit").all():  # what is but a background is left out on paper
        assert filled.evaluate("one => getComputedStyle(one).printColorAdjust") == "exact"
        assert filled.bounding_box()["width"] > 4
    for fold in player.locator(".sheet details").all():
        expect(fold.locator(":scope > :not(summary)").first).to_be_visible()


@pytest.mark.parametrize("game", DEMOS)
def test_a_character_is_taken_along_and_brought_to_another_table_from_the_file(party, server, game, tmp_path):
    player, who = seated(party, server, game, **PHONE)
    was = party.table(player).ledger.game_state.characters[who]
    player.locator(".thumb").get_by_text("Me", exact=True).click()
    with player.expect_download() as saved:
        player.locator("#me").get_by_role("link", name="along as a file").click()
    saved.value.save_as(file := tmp_path / saved.value.suggested_filename)
    table, key = server.run(beginning(server.shelf, game))
    newcomer = take_seat(party.page(**PHONE), party.url, table, key)
    form = door(newcomer, "Bring a character")
    form.get_by_label("The character from a file").set_input_files(file)
    expect(form.get_by_label("The character", exact=True)).to_have_value(file.read_text())
    form.get_by_role("button", name="Bring a character").click()
    expect(newcomer.locator("#lines")).to_contain_text(was.name)
    newcomer.locator(".thumb").get_by_text("Me", exact=True).click()
    expect(newcomer.locator("#me .sheet .name")).to_contain_text(was.name)
    (now,) = table.ledger.game_state.characters.values()
    assert (now.name, now.player) == (was.name, key.seat)
    assert party.complaints == []
