"""What a table's pages cite can be looked up as it holds there, by those who sit there."""

import re

import pytest
from tests.visitors import Visitor, site

pytestmark = pytest.mark.anyio

DOORS = re.compile(r'<a class="why door" href="([^"]*)">')
CITED = re.compile(r'<a class="rule-id" href="([^"]*)">([^<]*)</a>')


async def test_what_a_table_cites_stands_on_its_own_page_of_rules():
    ann = Visitor(site())
    await ann.opens()
    await ann.does("hide", value="4")
    cited = [one for way in DOORS.findall(await ann.page()) for one in CITED.findall((await ann.get(way)).text)]
    here = (await ann.get(f"{ann.table}/rules")).text
    assert cited
    for address, rule in cited:
        assert address == f"{ann.table}/rules#{rule}"
        assert f'id="{rule}"' in here


async def test_tables_of_one_game_cite_each_their_own():
    app = site()
    ann, ben = Visitor(app), Visitor(app)
    await ann.opens()
    await ben.opens()
    assert ann.table != ben.table
    for one, other in ((ann, ben), (ben, ann)):
        await one.does("hide", value="4")
        page = await one.page()
        assert DOORS.findall(page)
        assert other.table not in page


async def test_a_refusal_is_looked_up_at_the_table_by_who_sits_there():
    app = site()
    ann, ben = Visitor(app), Visitor(app)
    await ann.opens()
    assert f'href="{ann.table}/rules#CO-01"' in (await ann.does("hide", value="9")).text
    await ben.comes(await ann.link(), "Ben")
    waiting = await ben.does("hide", value="9")
    assert waiting.status_code == 403
    assert "/rules#" not in waiting.text


@pytest.mark.parametrize(("out", "told", "left_out"), [
    ("character", {"MO-002", "MO-102"}, {"MO-104", "MO-100"}), ("combat", {"MO-104", "MO-311", "MO-X315"}, {"MO-309"}),
    ("magic", {"MO-309", "MO-311", "MO-315"}, {"MO-400", "MO-411"}), ("core", {"MO-000", "MO-104"}, {"MO-200"}),
])
async def test_why_leaves_out_the_rules_of_a_module_that_a_table_plays_without(out, told, left_out):
    gil = Visitor(site())
    await gil.opens("modos", **{f"option.{out}": "false"})
    page = (await gil.get(f"{gil.table}/why", params={"rules": " ".join(told | left_out)})).text
    assert {rule for _, rule in CITED.findall(page)} == told


async def test_the_page_of_all_rules_lists_those_in_force_and_names_the_modules_left_out():
    gil = Visitor(site())
    await gil.opens("modos", **{"option.magic": "false"})
    page = (await gil.get(f"{gil.table}/rules")).text
    listed = set(re.findall(r'<article[^>]* id="([^"]+)"', page))
    assert {"MO-104", "MO-309"} < listed
    assert listed.isdisjoint({"MO-400", "MO-411"})
    assert "This table plays without magic: those rules" in page
    assert set(re.findall(r'/rules#(MO-[^"]+)"', page)) <= listed
    assert {"option-magic", "option-healer"} < listed
    assert 'href="/games/modos/rules/MO-400"' in page


async def test_the_page_of_all_rules_names_no_option_of_a_module_left_out_but_the_one_that_leaves_it_out():
    gil = Visitor(site())
    await gil.opens("modos", **{"option.combat": "false"})
    page = (await gil.get(f"{gil.table}/rules")).text
    assert 'id="option-combat"' in page
    assert 'id="option-healer"' not in page
