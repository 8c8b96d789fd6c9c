"""The cavern scene with its printed dice: at each kind of moment its people open their pages, look and press."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import expect
from tests.browser.hands import Seated, choose
from tests.browser.people import MOVING, PHONE, accessible, in_any_light

from moot import games
from moot.table.script import Step, demos, follow, perform, read

pytestmark = pytest.mark.browser
SCRIPT = read(Path(__file__).with_name("golden").joinpath("the_cavern.toml").read_text(encoding="utf-8"))
BEFORE = list(takewhile(lambda step: step.do != "face", SCRIPT.step))
SCENE = list(takewhile(lambda step: step.do != "end-day", SCRIPT.step[len(BEFORE) :]))
LOOKED_AT = ("roll-momentum", "act", "let-stand", "defend", "take-lesson", "recover", "end-scene")
"""Before the first step of each kind, the page of whoever takes it is looked over in any light."""
BY_ALL = ("act", "end-scene")
"""Before these, so are the pages of the others, who hear of the press on them."""
FIGHT = next(at for at, step in enumerate(SCRIPT.step) if step.do == "call-strike")
"""The first step at which a fight is under way."""


@pytest.mark.long
@pytest.mark.rule("SE-EX-40", "SE-EX-43", "SE-EX-47", "SE-EX-50", "SE-EX-51")
def test_the_cavern_is_played_and_at_its_moments_four_browsers_are_there(server, party):
    table, keys = server.run(perform(server.shelf, "swords-edge", msgspec.structs.replace(SCRIPT, step=BEFORE)))
    pages = {name: party.page(**({**PHONE, **MOVING} if name == "Cleo" else {})) for name in keys}
    looked: set[str] = set()
    for step in SCENE:
        if step.do not in LOOKED_AT or step.do in looked:
            server.run(follow(table, keys, [step]))
            continue
        looked.add(step.do)
        there = keys if step.do in BY_ALL else (step.seat,)
        people = {name: Seated(server, table, keys[name], pages[name]) for name in there}
        for name, person in people.items():
            assert (in_any_light if name == step.seat else accessible)(person.page) == []
        people[step.seat].press(step)
        for person in people.values():
            person.page.goto("about:blank")
    assert looked == set(LOOKED_AT)
    erin = Seated(server, table, keys["Erin"], pages["Erin"]).page
    erin.goto(f"{erin.url}/log")
    journal = erin.locator("main .journal")
    for told in ("19 against 7: made, Good", "22 against 9: made, Good", "25 against 11: made, Great", "32 against 16"):
        expect(journal).to_contain_text(told)
    cleo = Seated(server, table, keys["Cleo"], pages["Cleo"])
    expect(cleo.page.locator("#me")).to_contain_text("Stand and Deliver")
    assert party.complaints == []


@pytest.mark.rule("SE-TRAP-18", "SE-ERR-15")
@pytest.mark.parametrize("shape", [{}, PHONE], ids=["laptop", "phone"])
def test_the_gm_changes_a_dozen_troops_by_keyboard_in_one_go(server, party, shape):
    script = msgspec.structs.replace(SCRIPT, step=list(SCRIPT.step[:FIGHT]))
    table, keys = server.run(perform(server.shelf, "swords-edge", script))
    gm = Seated(server, table, keys["Erin"], party.page(**shape))
    (tune,) = [offer for offer in gm.offers if offer.do == "tune"]
    gm.reach(tune)
    form = gm.form(tune)
    who = form.locator("input[name='f.nc']")
    soldier, monk = form.get_by_text("Fearless Soldier"), form.get_by_text("Assassin Monk")
    expect(soldier).to_be_hidden()
    who.first.focus()
    every = form.get_by_role("radio", name="Shock Troops, all 12")
    for _ in who.evaluate_all("boxes => boxes.slice(0, boxes.findIndex(box => box.value.startsWith('all-')))"):
        gm.page.keyboard.press("ArrowDown")
    expect(every).to_be_checked()
    expect(soldier).to_be_visible()
    expect(monk).to_be_hidden()
    choose(form.locator("select[name='f.rank']"), "great")
    assert in_any_light(gm.page) == []
    form.locator("button").last.press("Enter")
    expect(gm.page.locator("#lines")).to_contain_text("Shock Troops 1 to 12: a Rank was set.")
    gm.page.locator("#everyone a.thing", has_text="Shock Troops × 12").evaluate("row => row.click()")
    expect(gm.page.locator("#sheet .stats").first).to_contain_text("Great minion")


@pytest.mark.rule("SE-NC-06", "SE-NC-07")
@pytest.mark.parametrize("shape", [{}, PHONE], ids=["laptop", "phone"])
def test_the_gm_builds_somebody_with_a_type_a_name_and_a_rank(server, party, shape):
    table, keys = server.run(perform(server.shelf, "swords-edge", msgspec.structs.replace(SCRIPT, step=BEFORE)))
    gm = Seated(server, table, keys["Erin"], party.page(**shape))
    (make,) = [offer for offer in gm.offers if offer.do == "make-nc"]
    gm.reach(make)
    form = gm.form(make)
    form.get_by_role("radio", name="Regular").check(force=True)
    form.get_by_label("Name").fill("Sentry")
    choose(form.locator("select[name='f.rank']"), "good")
    assert accessible(gm.page) == []
    form.get_by_role("button", name="Build somebody or something").click()
    gm.page.locator("#everyone a.thing", has_text="Sentry").evaluate("row => row.click()")
    sheet = gm.page.locator("#sheet .sheet")
    expect(sheet).to_contain_text("Good regular")
    expect(sheet).to_contain_text("Physique")
    assert party.complaints == []


CROWD = [f"Shock Troops {number}" for number in range(1, 9)]
OUTNUMBERED = [
    Step("Nadia", "bring-in", fill={"ncs": CROWD}),
    Step("Ilya", "face", fill={"foes": CROWD}),
    Step("Ilya", "roll-momentum", pick="Momentum", fill={"trait": "Cunning", "how": "He listens."}, faces=(2, 1)),
    Step("Ilya", "let-stand"),
]


def test_of_a_crowd_that_may_act_each_stands_in_one_row_that_opens(server, party):
    script = demos(games.find("swords-edge"))["cavern"]
    table, keys = server.run(perform(server.shelf, "swords-edge", script))
    server.run(follow(table, keys, OUTNUMBERED))
    gm = Seated(server, table, keys["Nadia"], party.page(**PHONE))
    acts = [offer for offer in gm.offers if offer.do == "nc-act"]
    assert len(acts) == len(CROWD)
    crowd = gm.page.locator("#also > summary")
    expect(crowd).to_have_text("An NC acts")
    expect(gm.page.locator("#ask").get_by_role("button", name="acts on")).to_have_count(0)
    last = gm.page.locator("#also summary", has_text="Shock Troops 8")
    expect(last).to_be_hidden()
    crowd.tap()
    last.tap()
    gm.page.get_by_role("button", name="Shock Troops 8 acts on Jyrell").tap()
    expect(gm.page.locator("#whose")).to_contain_text("Ilya")
    assert party.complaints == []
