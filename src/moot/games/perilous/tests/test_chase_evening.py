"""The salt road, from an empty table to the end of a chase of six Rounds: the script of the golden log, played."""

import re

import pytest
from tests.visitors import Visitor, site

from moot.games.perilous import GAME
from moot.games.perilous.chase.ends import ChaseOver
from moot.games.perilous.chase.turns import RoundBegun
from moot.games.perilous.person import total
from moot.games.perilous.tests.golden_evenings import evening
from moot.table.script import Step, demos, follow, perform


def test_the_salt_road():
    *_, (match, _) = evening("salt_road")
    assert [event.number for event in match.events if isinstance(event, RoundBegun)] == [2, 3, 4, 5, 6]
    [over] = [event for event in match.events if isinstance(event, ChaseOver)]
    assert [match.state.name(who) for who in over.away] == ["Wen", "Rusk"]
    assert (total(match.state.fortune), total(match.state.misfortune)) == (2, 1)


@pytest.mark.anyio
@pytest.mark.rule("GP-CHASE-15")
async def test_the_end_of_a_chase_shows_who_is_caught_and_who_is_away():
    app = site()
    table, keys = await perform(app.site.shelf, "perilous", demos(GAME)["salt_road"])
    stops = Step(seat="Ben", do="leave-chase", fill={"who": ["Rusk"]})
    await follow(table, keys, [stops, Step(seat="Gil", do="call-off", fill={"stops": "The Pursuers"})])
    visitor = Visitor(app)
    visitor.cookies.set("moot_seat", keys["Ann"].secret, domain="moot.test", path=f"/t/{table.id}")
    page = (await visitor.get(f"/t/{table.id}")).text
    [faces] = re.findall(r'<ul class="faces stand">(.*?)</ul>', page, re.DOTALL)
    assert re.findall(r"<small>(.*?)</small>", faces) == ["away", "caught"]
