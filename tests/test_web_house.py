"""The sheet with the rules of a table: its guide weighs changes there, takes or leaves them; others read them."""

from __future__ import annotations

import pytest
from tests.table.test_rules_here import At
from tests.test_web_pages import HOUSE
from tests.visitors import Visitor, company, filled_forms, site

from moot.core import CastMember
from moot.testing.pages import flaws
from moot.web.house import drawer, named
from moot.web.journal import Journals
from moot.web.pages import Pages
from moot.web.panels import Screens

pytestmark = pytest.mark.anyio

HX = {"hx-request": "true"}


async def sheet(one: Visitor) -> str:
    """The sheet as somebody's page fetches it."""
    answer = await one.get(f"{one.table}/house", headers=HX)
    assert answer.status_code == 200
    assert flaws(answer.text) == []
    return answer.text


async def test_an_option_is_weighed_taken_and_taken_back_in_the_sheet_and_players_read_it():
    ann, ben = await company(site())
    before = await sheet(ann)
    assert '<button name="f.option" value="lowest=three">' in before
    assert "Not changed yet" not in before
    assert (await ann.does("weigh-option", option="lowest=three")).status_code == 204
    weighing = await sheet(ann)
    assert "Not changed yet" in weighing
    assert 'value="lowest=three" class="looked" aria-current="step"' in weighing
    assert weighing.count("looked") == 1
    assert {"take-rules", "leave-rules"} <= {form["moot.offer"][0] for form in filled_forms(weighing)}
    assert "<form" not in await sheet(ben)
    assert "Not changed yet" not in await sheet(ben)
    await ann.does("take-rules")
    for one in (ann, ben):
        assert "Changed at this table" in await sheet(one)
        assert "Chosen for this table" in await sheet(one)
    assert "The rules change." in await ben.page()
    await ann.does("weigh-option", option="lowest=one")
    await ann.does("take-rules")
    assert "Chosen for this table" not in await sheet(ben)
    assert (await sheet(ben)).count("<li>") == 2


async def test_the_sheet_is_a_page_of_its_own_without_script():
    ann, _ = await company(site())
    page = (await ann.get(f"{ann.table}/house")).text
    assert "<html" in page
    assert "Rules of this table" in page
    assert 'name="moot.seat"' in page


async def test_house_rules_are_switches_and_what_they_touch_is_listed_by_title():
    ann, ben = await company(site())
    assert "House rules" not in await sheet(ben)
    assert (await ann.does("weigh-house-rules", text=HOUSE)).status_code == 204
    weighing = await sheet(ann)
    for words in ("With “By night”", "<h4>Adds</h4>", "<h4>Alters</h4>", "<h4>Takes out</h4>", "rules#CO-04"):
        assert words in weighing
    await ann.does("take-rules")
    assert 'role="switch" aria-checked="true"' in await sheet(ann)
    assert "By night" in await sheet(ben)
    await ann.does("weigh-dropping", module="night")
    assert "<h4>Takes back</h4>" in await sheet(ann)


async def test_rows_of_house_rules_that_come_with_a_game_are_named():
    gil = Visitor(site())
    await gil.opens("modos", "Gil")
    [ready] = [form for form in filled_forms(await sheet(gil)) if form.get("moot.offer") == ["weigh-house-rules"]]
    await gil.does("weigh-house-rules", text=ready["f.text"][0])
    weighing = await sheet(gil)
    for words in ("The magic module: Left out", "Brings, weapon", "Torch · Voltage wand", "Spacesuit"):
        assert words in weighing
    assert len(weighing.encode()) < 32_000


async def test_in_the_middle_of_something_the_sheet_says_what_has_to_end_first():
    at = await At.open()
    option, _, now = at.other()
    await at.ask("Gil", "quick-figures", name="A watchman", measure="ordinary", leans="order")
    await at.ask("Ann", "make-character", attributes="array", calling="soldier", name="Wen")
    ledger, ann = at.table.ledger, at.table.holder(at._keys["Ann"])
    [who] = [person.id for person in ledger.game_state.people.values() if not person.npc]
    while ledger.game_state.people[who].made is False:
        wish = next(offer for offer in ledger.offers(ann, urgency="must")).by_itself()
        await at.ask("Ann", wish.pop("do"), **wish)
    await at.ask("Gil", "open-session")
    await at.ask("Gil", "call-trial", who=who, skill="athletics")
    await at.ask("Gil", "weigh-option", option=f"{option}={now}")
    pages = Pages()
    seen = drawer(pages, Screens(pages, Journals(pages)).of(at.table, at.table.holder(at._keys["Gil"])))
    wait = at.table.game.unsettled(ledger.game_state)
    assert f"Not now: {wait}" in seen
    assert {form["moot.offer"][0] for form in filled_forms(seen)} >= {"leave-rules", "weigh-option"}
    assert "Play by that" not in seen


async def test_the_page_on_which_a_table_is_opened_tells_what_the_choices_touch_and_keeps_them():
    gil = Visitor(site())
    said = {"game": "modos", "title": "Aboard", "option.combat": "false", "ready": "isolation"}
    looked = await gil.post("/open", data={**said, "weigh": "1"})
    assert looked.status_code == 200
    assert flaws(looked.text) == []
    for words in ("What your choices change", "The combat module: Left out", "Torch · Voltage wand", 'value="Aboard"'):
        assert words in looked.text
    assert 'name="ready" value="isolation" checked' in looked.text
    app = site()
    gil = Visitor(app)
    await gil.opens(**said, name="Gil")
    table = await app.site.shelf.find(gil.table[3:])
    assert [module.id for module in table.ledger.table.modules] == ["isolation"]
    assert table.ledger.table.settings["combat"] == "false"


async def test_what_goes_along_with_a_choice_is_told_where_it_is_made():
    looked = await Visitor(site()).post("/open", data={"game": "modos", "option.core": "false", "weigh": "1"})
    _, _, told = looked.text.partition('<h4>The core module: Left out</h4>')
    assert [says.partition("</p>")[0] for says in told.partition("<h4>")[0].split("<p>")[1:]] == [
        f"{module} goes along, since it stands on that." for module in ("Extended conflict", "Combat", "Magic")
    ]


async def test_choices_that_do_not_fit_are_refused_when_they_are_looked_at():
    gil = Visitor(site())
    wrong = 'id = "x"\ntitle = "X"\nremoves = ["NO"]'
    answer = await gil.post("/open", data={"game": "coin", "weigh": "1", "module": wrong})
    assert answer.status_code == 422
    assert "which" in answer.text


def test_of_two_whose_names_begin_alike_each_change_has_the_mark_of_its_own():
    kim, other = (CastMember(id=name, name=name, seat=seat) for name, seat in (("Kim", "s3"), ("Kim 2", "s4")))
    assert [named(f"{name} keeps Sleepless.", [kim, other]) for name in ("Kim", "Kim 2")] == [kim, other]
    assert named("Somebody keeps it.", [kim, other]) is None
