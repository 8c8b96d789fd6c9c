"""An evening from an empty table: three phones and a laptop, all open from the first choice to the second round."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect
from tests.browser.hands import Seated
from tests.browser.people import LAPTOP, PHONE
from tests.browser.test_screen import fits, look_at

from moot.table import House
from moot.table.script import Step

pytestmark = pytest.mark.browser
NAMES = ("Gil", "Ann", "Ben", "Cleo")
HEROES = {"Ann": "Sir Brolf", "Ben": "Blawesome", "Cleo": "Hax420"}
WIDE = {"Gil": LAPTOP, "Ann": PHONE, "Ben": PHONE, "Cleo": PHONE}
FOES = ["Goblin shaman", "Bridge troll"]
SHARED = "#beat, #fray, #board"
"""What everybody at the table looks at: what just happened, who stands where, and how they all are."""
SAID = """all => all.map(one => { const said = one.cloneNode(true);
    said.querySelectorAll(".why").forEach(fold => fold.remove()); return said.textContent.replace(/\\s+/g, " "); })"""
"""What it says, but for what stands behind a word: of a total the guide reads all that is in it."""


class Evening:
    """A table that has just been opened, with everybody's page; each step is pressed on one of them."""

    def __init__(self, server, party) -> None:
        self.server = server
        host = server.shelf.open("modos", "The toll bridge", "Gil", house=House(door="open"))
        self.table, key = server.run(host)
        keys = {"Gil": key, **{name: server.run(self.table.come(name)) for name in HEROES}}
        self.people = {
            name: Seated(server, self.table, keys[name], party.page(**WIDE[name]))
            for name in NAMES
        }

    def does(self, name: str, do: str, pick: str = "", faces: tuple[int, ...] = (), **blanks: Any) -> None:
        """Somebody fills in a form and presses its button."""
        self.people[name].press(Step(seat=name, do=do, pick=pick, fill=blanks, faces=faces))

    def writes(self, name: str, do: str, pick: str = "", **blanks: Any) -> Any:
        """Somebody fills in a form, and does not press yet."""
        return self.people[name].fill_in(Step(seat=name, do=do, pick=pick, fill=blanks))

    def ask(self, name: str) -> Locator:
        """What is asked on somebody's page."""
        self.people[name].catch_up()
        return self.people[name].page.locator("#ask")

    def waits_for(self, name: str) -> None:
        """Whoever is asked is so still, and the pages of the others say whom they wait for."""
        for other in NAMES:
            words = "Asked of you" if other == name else f"Waiting for {name}"
            expect(self.ask(other)).to_contain_text(words)

    def journal(self) -> str:
        """The journal, as it is on the page of somebody who plays."""
        self.people["Ann"].catch_up()
        return self.people["Ann"].page.locator("#lines").text_content() or ""

    def shared(self) -> str:
        """What all see, which is the same on every page."""
        seen = []
        for one in self.people.values():
            one.catch_up()
            parts = one.page.locator(SHARED)
            seen.append("\n".join(parts.evaluate_all(SAID)))
        assert len(set(seen)) == 1, seen
        return seen[0]


def gathered(evening: Evening) -> None:
    """Three take ready heroes, and two stand across the bridge."""
    for name, hero in HEROES.items():
        evening.does(name, "play-hero", f"Play {hero}")
    evening.does("Gil", "bring-in", sheets=FOES)
    evening.does("Gil", "open-conflict", what="Across the toll bridge", ours=[*HEROES.values()], theirs=FOES)
    evening.does("Gil", "set-goal", what="Over the bridge", side="the party’s side", most=8)
    evening.does("Gil", "set-scene", more=["Defensive", "Flanking"])
    evening.does("Gil", "call-order")
    evening.does("Cleo", "throw-initiative", pool="Mental", half=True)
    evening.does("Ann", "throw-initiative", pool="Physical", faces=(10,))
    assert "rolled at the table" in evening.journal()
    evening.does("Ben", "throw-initiative", pool="Physical", half=True)
    evening.does("Gil", "throw-for-all", faces=(2, 16))


@pytest.mark.long
@pytest.mark.rule("MO-214", "MO-X206", "MO-E87", "MO-203", "MO-114", "MO-404")
def test_a_fight_from_an_empty_table_and_nobody_loses_a_reaction_by_being_slow(server, party):
    evening = Evening(server, party)
    gathered(evening)
    assert "Round 1" in evening.shared()

    evening.does("Gil", "attack", "Bridge troll: attack with Claws", target="Sir Brolf", words="It wants its toll.")
    expect(evening.ask("Ann")).to_contain_text("Bridge troll attacks Sir Brolf with Claws and bite. It wants its toll.")
    expect(evening.ask("Ann")).to_contain_text("Sir Brolf, do you react?")
    expect(evening.people["Ann"].page.locator("#beat")).to_have_css("width", "1px")
    for name in ("Ben", "Cleo"):
        expect(evening.ask(name)).to_contain_text(f"Does {HEROES[name]} react?")
    parry = evening.writes("Ann", "defend", words="Shield up, blade across.", hero=True)
    evening.does("Cleo", "pass")
    evening.does("Ben", "hinder", words="Sparks, into its eyes.", pool="Mental")
    evening.waits_for("Ann")
    screen = look_at(party, evening.table)
    expect(screen.locator("#screen-stage")).to_contain_text("Sparks, into its eyes.")
    assert fits(screen)
    assert "Shield up" not in evening.shared(), "no die has fallen, and nobody hears of what is not pressed"
    evening.people["Ann"].send(parry)
    assert "Shield up, blade across." in evening.shared()
    expect(screen.locator(".beat .fallen")).to_be_visible()
    assert fits(screen)

    evening.does("Gil", "end-turn")
    evening.does("Ben", "cast", "Use Fire 1", targets=["Goblin shaman"])
    evening.waits_for("Gil")
    evening.does("Gil", "go-on", faces=(15, 3, 2, 8))
    assert "pays 2 of metaphysical health for Fire 1" in evening.journal()
    evening.does("Ben", "end-turn")

    evening.does("Cleo", "attack", "with PIN key", target="Bridge troll")
    evening.does("Gil", "go-on", faces=(5,))
    assert "7 of 12 left" in evening.journal()
    evening.does("Cleo", "end-turn")
    evening.does("Ann", "end-turn")
    evening.does("Gil", "end-turn")
    assert "Round 2" in evening.shared()

    evening.does("Gil", "attack", "Bridge troll: attack with Claws", target="Hax420")
    for name in ("Ann", "Ben"):
        evening.does(name, "pass")
    evening.waits_for("Cleo")
    evening.does("Cleo", "take-it")
    assert "hits Hax420 with Claws and bite" in evening.shared()
    assert party.complaints == []
