"""A table with every optional rule on, played through its pages: powers, ranges, communal Luck, Weaknesses, growth."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.hands import SHOW, Seated, called, pick
from tests.browser.people import PHONE, accessible, in_any_light

from moot.table.script import follow, perform, read

pytestmark = pytest.mark.browser
SCRIPT = read(Path(__file__).with_name("scripts").joinpath("the_tower.toml").read_text(encoding="utf-8"))
SEATS: dict[str, dict[str, Any]] = {
    "Nadia": {"color_scheme": "dark"},
    "Ilya": {"color_scheme": "dark", **PHONE},
    "Ruth": {},
}
HEAD = 'title = "t"\nseats = [{ name = "Nadia" }]\n'


class Tower:
    """Nadia runs it on a laptop in the dark, Ilya plays the mage on a phone, dark too, Ruth has a laptop by day.

    Who opens a page presses on it; the others play at the table itself.
    """

    def __init__(self, server, party) -> None:
        self._server, self._party = server, party
        self._table, self._keys = server.run(perform(server.shelf, "swords-edge", SCRIPT))
        self.people: dict[str, Seated] = {}

    def page(self, name: str) -> Page:
        """Somebody's page, opened now if it was not."""
        if name not in self.people:
            page = self._party.page(**SEATS[name])
            self.people[name] = Seated(self._server, self._table, self._keys[name], page)
        return self.people[name].page

    def play(self, seat: str, do: str, more: str = "") -> None:
        """One step, by pressing what a person would."""
        (step,) = read(f'{HEAD}[[step]]\nseat = "{seat}"\ndo = "{do}"\n{more}').step
        if seat in self.people:
            self.people[seat].press(step)
        else:
            self._server.run(follow(self._table, self._keys, [step]))

    def another_scene(self) -> None:
        """What was touched in this scene is earned when it ends."""
        self.play("Nadia", "end-scene")
        self.play("Nadia", "frame-scene", 'pick = "Frame a scene"\nfill = { title = "The door", goal = "Through it" }')
        self.play("Nadia", "bring-in", 'fill = { ncs = ["Troll"] }')

    def look_over(self) -> None:
        """Everybody who has a page unfolds everything on it, and anyone can use it."""
        for person in self.people.values():
            person.open_all()
            assert accessible(person.page) == []
            person.page.evaluate("document.querySelectorAll('.by-hand').forEach((fold) => { fold.open = false; })")


@pytest.fixture
def tower(server, party):
    yield Tower(server, party)
    assert party.complaints == []


def tap(page, **components: str) -> None:
    for name, rank in components.items():
        page.locator(f'.casting input[name="f.{name}"][value="{rank}"]').check(force=True)


@pytest.mark.rule("SE-SFX-03", "SE-SFX-04", "SE-SFX-05", "SE-SFX-06", "SE-SFX-10", "SE-RD-61")
def test_the_component_table_says_what_both_tests_come_to_as_one_taps(tower):
    page = tower.page("Ilya")
    ilya = tower.people["Ilya"]
    (cast,) = [offer for offer in ilya.offers if offer.do == "cast"]
    ilya.reach(cast)
    shown = page.locator(".foretold")
    expect(shown.locator("[data-at]:visible").first).to_contain_text("8")
    tap(page, reach="good", duration="average", area="good", energy="great")
    expect(shown.locator("[data-at]:visible")).to_have_count(3)
    momentum, action, rounds = shown.locator("[data-at]:visible").all()
    expect(momentum).to_contain_text("20")  # 17 and 3
    expect(action).to_contain_text("28")  # 23 and 2, 1, 2
    expect(rounds).to_contain_text("8 rounds to prepare")
    resists = page.locator('.casting fieldset:has([name="f.resists"])')
    expect(resists).to_be_hidden()
    page.locator(".casting label", has_text="Goblin Group 1").locator("input").check(force=True)
    expect(resists).to_be_visible()
    page.locator('.casting [name="f.resists"][value="physique"]').check(force=True)
    lent = page.locator(".casting [data-when]:visible")
    expect(lent).to_have_text("Goblin Group 1’s Physique: +2 to both target numbers.")
    expect(shown.locator("[data-at]:visible").nth(1)).to_contain_text("30")
    tap(page, area="basic")
    expect(shown.locator("[data-at]:visible").first).to_contain_text("13")  # 8 and 3, and 2 of the target
    page.locator(".casting label", has_text="Goblin Group 2").locator("input").check(force=True)
    expect(shown.locator("[data-at]:visible").first).to_contain_text("17")  # two people are an area of 12


@pytest.mark.long
@pytest.mark.rule("SE-SFX-07", "SE-SFX-08", "SE-SFX-10", "SE-DOOM-04", "SE-WEAK-03", "SE-ADV-05", "SE-REC-01")
def test_a_power_a_doom_and_what_comes_after_are_played_through_the_pages(tower):
    board = tower.page("Ruth").locator("#board")
    tower.page("Ilya")
    tower.play(
        "Ilya",
        "cast",
        'fill = { intent = "Lightning", reach = "average", duration = "basic", area = "basic", energy = "basic", '
        'targets = ["Troll"], resists = "Physique" }',
    )
    power = board.locator(".pairing li", has_text="Lightning")
    expect(power).to_contain_text("1 round still to prepare")
    tower.look_over()
    tower.play("Nadia", "next-round")
    expect(power).to_contain_text("win Momentum over it")
    tower.play("Ilya", "roll-momentum", "faces = [9, 8]")
    tower.play("Ilya", "let-stand")
    expect(power).to_contain_text("In hand")
    tower.look_over()
    tower.play("Ilya", "act", "faces = [9, 7]")
    tower.play("Ilya", "let-stand")
    expect(power).to_have_count(0)

    tower.play("Ruth", "tempt")
    tower.play("Ilya", "tell-temptation", 'fill = { text = "He stops to breathe." }')
    tower.play("Ilya", "touch-pivot")
    tower.another_scene()
    tower.play("Ilya", "face", 'fill = { foes = ["Troll"] }')
    tower.play("Ruth", "invoke-weakness")
    tower.play("Ilya", "roll-momentum", 'fill = { trait = "Physique" }\nfaces = [1, 2]')
    tower.play("Ilya", "let-stand")
    tower.play("Nadia", "nc-act", 'pick = "Myr"')
    tower.play("Ilya", "stand-open", "faces = [1, 1]")
    tower.play("Ilya", "let-stand")
    tower.look_over()
    assert in_any_light(tower.page("Ilya")) == []
    tower.play("Ilya", "avoid-doom", 'fill = { scar = "Broken Ribs", scar_trait = "Physique" }')
    tower.play("Nadia", "end-scene")
    tower.look_over()
    tower.play("Ilya", "recover", "faces = [9, 10]")
    tower.play("Ilya", "let-stand")


@pytest.mark.rule("SE-RNG-02", "SE-RNG-03")
def test_a_range_is_tapped_or_measured_and_everyone_sees_what_it_costs(tower):
    board, ask = tower.page("Ruth").locator("#board"), tower.page("Ruth").locator("#ask")
    tower.page("Nadia")
    tower.play("Nadia", "set-range", 'fill = { band = "Medium", ranged = ["The Rogue"] }')
    expect(board.locator(".bands .here")).to_contain_text("Medium −2")
    expect(board).to_contain_text("shoots at −2.")
    expect(ask).to_contain_text("Medium range")
    tower.play("Nadia", "measure", 'fill = { effective = 450, maximum = 3000, distance = 700, ranged = ["The Rogue"] }')
    expect(board.locator(".bands .here")).to_contain_text("Far −4")
    tower.look_over()


@pytest.mark.rule("SE-NC-06", "SE-NC-08")
def test_what_only_some_types_have_is_asked_for_those_alone(tower):
    tower.page("Nadia")
    nadia = tower.people["Nadia"]
    (make,) = [offer for offer in nadia.offers if offer.do == "make-nc"]
    of = nadia.reach(make)
    form = called(nadia.page, of)
    nadia.page.evaluate(SHOW, [of, "first"])
    element = form.get_by_label("First Element")
    expect(element).to_be_hidden()
    pick(form, "type", "hero")
    expect(element).to_be_visible()
    element.fill("Claws")
    pick(form, "type", "minion")
    expect(element).to_be_hidden()
    expect(element).to_be_disabled()


@pytest.mark.rule("SE-LUCK-09", "SE-RD-40")
def test_everyone_sees_the_three_stores_and_players_award_from_the_pool(tower):
    for name in SEATS:
        expect(tower.page(name).locator("#part-party")).to_contain_text("in all 12")
    tower.play("Ruth", "award-luck", 'fill = { seat = "Ilya", luck = 2 }')
    for person in tower.people.values():
        expect(person.page.locator("#part-party")).to_contain_text("Luck in the pool 4 · players 8 · GM 0 · in all 12")


@pytest.mark.rule("SE-ADV-04", "SE-ADV-05")
def test_the_sheet_says_what_an_advancement_can_do_now_and_what_not(tower):
    page = tower.page("Ruth")
    uses = page.locator("#me .uses li")
    tower.play("Ruth", "touch-pivot", 'pick = "pleasures"')
    tower.another_scene()
    page.locator("#me summary", has_text="1 Advancement: what for?").click()
    expect(uses.filter(has_text="Raise a Quality")).to_contain_text("One Rank")
    expect(uses.filter(has_text="Clear every Penalty Rank")).to_contain_text("Not now. Once the session is over.")
    tower.play("Ruth", "grow", 'fill = { what = "Gambler" }')
    expect(uses.filter(has_text="Raise a Quality")).to_contain_text("Not now.")
