"""Ready-made people: who takes one at an empty table can rename and change them before play, and sees that sheet."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import pytest

from moot.core import Write
from moot.store.memory import MemoryStore
from moot.table import Shelf
from moot.table.script import Step, follow, perform, read
from moot.web.journal import Journals
from moot.web.pages import Pages
from moot.web.panels import Screens

pytestmark = pytest.mark.anyio

EMPTY = read('title = "t"\nseats = [{ name = "Gil", role = "guide" }, { name = "Ann" }]')
NEW = "Oda of the Fens"


def step(seat: str, do: str, **fill: Any) -> Step:
    return Step(seat, do, fill=fill)


class ReadyMade(NamedTuple):
    """A ready-made person of a game: how they are taken, called and changed, and what panel Me then says otherwise.

    `file`: the last step of `taken` brings the file that its form shows as an example.
    """

    name: str
    taken: tuple[Step, ...]
    changed: tuple[Step, ...]
    was: str
    now: str
    file: bool = False


DICE = {"covertly": 4, "directly": 6, "for-myself": 6, "for-others": 8, "with-love": 10, "with-violence": 12}
PEOPLE = {
    "swords-edge": ReadyMade(
        "Crag",
        (step("Ann", "take-sample", sample="Crag"),),
        (
            step("Ann", "reopen-character"),
            step("Ann", "take-rank", what="Battleaxe"),
            step("Ann", "spend-rank", what="Wrestling"),
            step("Ann", "reword", what="Crag", name=NEW),
            step("Ann", "finish-character"),
        ),
        "Battleaxe +4 Element Wrestling +2",
        "Battleaxe +2 Element Wrestling +4",
    ),
    "wicked-age": ReadyMade(
        "Neris of the Wells",
        (
            step("Ann", "choose-oracle", oracle="Blood & Sex"),
            step("Ann", "deal-by-hand", cards=["KD", "10S", "10C", "9H"]),
            step("Ann", "read-out"),
            step("Gil", "add-figure", name="the water-seller"),
            step("Gil", "open-claims"),
            step("Ann", "claim-figure"),
            step("Gil", "begin-sheets"),
            step("Ann", "bring-character"),
        ),
        (step("Ann", "make-character", name=NEW, forms=DICE),),
        "With love d6 With violence d4",
        "With love d10 With violence d12",
        file=True,
    ),
}


@pytest.mark.parametrize("game", PEOPLE)
async def test_a_ready_made_person_is_renamed_and_changed_and_is_the_sheet_that_one_sees(game):
    someone = PEOPLE[game]
    table, keys = await perform(Shelf(MemoryStore()), game, EMPTY)
    ann = table.ledger.table.chairs[keys["Ann"].seat].seat
    screens = Screens(Pages(), Journals(Pages()))

    def me() -> str:
        html = screens.screen(table, ann, "http://moot.test")["me"].html
        return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", re.sub(r'<svg class="die d(\d+).*?</svg>', r"d\1", html)))

    *before, last = someone.taken
    await follow(table, keys, before)
    if someone.file:
        (offer,) = (one for one in table.offers(ann) if one.do == last.do)
        (text,) = (field.suggestions[0] for field in offer.fields if isinstance(field, Write))
        last = step("Ann", last.do, text=text)
    await follow(table, keys, [last])
    taken = me()
    await follow(table, keys, someone.changed)
    changed = me()
    assert someone.name in taken
    assert someone.was in taken
    assert NEW in changed
    assert someone.now in changed
    assert someone.name not in changed
