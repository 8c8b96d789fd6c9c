"""What comes after a fight, played through the pages: the GM's Luck, a week's end, a session's end and the next."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.hands import Seated
from tests.browser.people import PHONE, in_any_light

from moot.table.script import load, perform, read

pytestmark = pytest.mark.browser
SCRIPT = load(Path(__file__).with_name("scripts") / "the_stair.toml")
HEAD = 'title = "t"\nseats = [{ name = "Nadia" }]\n'

A_WEEK = """
[[step]]
seat = "Nadia"
do = "end-scene"

[[step]]
seat = "Ruth"
do = "recover"
fill = { trait = "Physique" }
faces = [2, 3]

[[step]]
seat = "Ruth"
do = "let-stand"

[[step]]
seat = "Ilya"
do = "recover"
faces = [3, 4]

[[step]]
seat = "Ilya"
do = "let-stand"

[[step]]
seat = "Nadia"
do = "end-week"
"""

HEALING = """
[[step]]
seat = "Ruth"
do = "heal"
fill = { ranks = ["Physique"] }
"""

THE_SESSION = """
[[step]]
seat = "Ilya"
do = "heal"
fill = { ranks = ["Cunning"] }

[[step]]
seat = "Nadia"
do = "end-session"
"""

GROWTH = """
[[step]]
seat = "Ruth"
do = "grow"
fill = { what = "Gambler" }

[[step]]
seat = "Ilya"
do = "clear-stress"

[[step]]
seat = "Ilya"
do = "set-pivot"
pick = "Quirk"
fill = { text = "Counts every step" }

[[step]]
seat = "Nadia"
do = "open-session"
"""


class Stair:
    """Nadia runs it on a laptop, Ilya plays on a phone in the dark, Ruth on a laptop."""

    def __init__(self, server, party) -> None:
        table, keys = server.run(perform(server.shelf, "swords-edge", SCRIPT))
        seats = {"Nadia": {}, "Ilya": {"color_scheme": "dark", **PHONE}, "Ruth": {}}
        self.people = {name: Seated(server, table, keys[name], party.page(**seats[name])) for name in keys}
        self.pages = {name: person.page for name, person in self.people.items()}

    def play(self, steps: str) -> None:
        """Each step by pressing what a person would."""
        for step in read(HEAD + steps).step:
            self.people[step.seat].press(step)

    def stores(self, pool: int, players: int, gm: int) -> None:
        """Everyone sees the Luck of the pool, the players and the GM."""
        for page in self.pages.values():
            said = f"Luck in the pool {pool} · players {players} · GM {gm} · in all {pool + players + gm}"
            expect(page.locator("#part-party .rounds")).to_have_text(said)


@pytest.fixture
def stair(server, party):
    yield Stair(server, party)
    assert party.complaints == []


@pytest.mark.rule("SE-RD-41", "SE-LUCK-09")
def test_the_gms_luck_is_spent_beside_what_it_is_spent_on(stair):
    nadia = stair.pages["Nadia"]
    stair.stores(6, 4, 2)
    stair.play('[[step]]\nseat = "Nadia"\ndo = "nc-exert"\nfill = { nc = "Goblin Group 2", what = "Charisma" }')
    stair.stores(7, 4, 1)
    nadia.locator("#everyone a.thing", has_text="Goblin Group").evaluate("row => row.click()")
    nadia.locator("#sheet a.thing", has_text="Goblin Group 2").click()
    expect(nadia.locator("#sheet .verbs")).to_contain_text("A Luck of yours")
    assert in_any_light(nadia) == []


@pytest.mark.rule("SE-REC-04", "SE-RD-29", "SE-REC-01", "SE-PIV-02")
@pytest.mark.rule("SE-RD-21", "SE-ADV-04", "SE-ADV-05", "SE-REC-05", "SE-PIV-03", "SE-LUCK-01", "SE-RD-40")
def test_a_week_ends_then_the_session_advancements_are_spent_and_the_next_begins(stair):
    nadia, ruth, ilya = (stair.pages[name] for name in ("Nadia", "Ruth", "Ilya"))
    stair.play(A_WEEK)
    expect(ruth.locator("#ask .ask-title")).to_have_text("The Rogue heals: 1 Penalty Rank")
    expect(ilya.locator("#ask .ask-title")).to_have_text("Myr heals: 1 Penalty Rank")
    expect(ruth.locator("#ask")).to_contain_text("The Rogue has 1 Advancement to spend")
    assert in_any_light(ruth) == []
    before = ruth.locator("#board .track .hit").count()
    stair.play(HEALING)
    expect(ruth.locator("#board .track .hit")).to_have_count(before - 1)
    expect(ruth.locator("#lines")).to_contain_text("A week goes by.")
    stair.play(THE_SESSION)
    for page in stair.pages.values():
        expect(page.locator("#ask .ask-title")).to_have_text("Session 1 is over")
        expect(page.locator("#part-party .rounds")).to_have_count(0)
    expect(ruth.locator("#lines")).to_contain_text("what Luck was left is gone")
    stair.people["Ilya"].open_all()
    assert in_any_light(ilya) == []
    stair.play(GROWTH)
    expect(ruth.locator("#me .quality", has_text="Gambler")).to_contain_text("+4")
    expect(ruth.locator("#me")).to_contain_text("What an Advancement is for", use_inner_text=False)
    expect(ilya.locator("#me .track .hit")).to_have_count(0)
    expect(ilya.locator("#me")).to_contain_text("Counts every step", use_inner_text=False)
    expect(nadia.locator("#lines")).to_contain_text("Session 2.")
    stair.stores(6, 6, 0)
