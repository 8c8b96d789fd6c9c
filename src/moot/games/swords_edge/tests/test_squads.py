"""A squad goes out as one entry with a count, and comes in as many again."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from moot.core.files import LONGEST_FILE
from moot.games.swords_edge.room import GAME
from moot.games.swords_edge.tests.sitting import Sitting
from moot.games.swords_edge.user_packs.checking import read


def troops(count: int = 4) -> Sitting:
    """A GM has built some Troops and their Leader, and prepared a one-pager and a scene."""
    table = Sitting("Ann")
    table.do("Gil", "make-nc", type="minion", name="Troops", rank="poor", concept="Soldier", count=count)
    table.do("Gil", "make-nc", type="hero", name="Leader", rank="great", first="Sabre")
    table.do("Gil", "write-paper", form="one-pager", title="The Raid", premise="They come")
    table.do("Gil", "write-paper", form="scene", title="The Gate", premise="", assumes="", otherwise="")
    return table


def paper(table: Sitting, title: str) -> str:
    return next(paper.id for paper in table.state.papers.values() if paper.title == title)


def ids(table: Sitting, *numbers: int) -> list[str]:
    return [table.id(f"Troops {number}") for number in numbers]


def fight(table: Sitting, *cast: str) -> None:
    table.do("Gil", "add-fight", paper=paper(table, "The Gate"), cast=list(cast), place="Gate", on_defeat="")


def exported(table: Sitting) -> str:
    found = (one for one in GAME.documents(table.state, table.seats["Gil"]) if one.name == "everything-prepared.toml")
    return next(found).write()


def plain(table: Sitting) -> dict[str, Any]:
    return tomllib.loads(exported(table))


@pytest.mark.rule("SE-PREP-02", "SE-PREP-04")
def test_a_squad_is_one_entry_and_counted_wherever_it_is_named():
    table = troops()
    table.do("Gil", "name-cast", paper=paper(table, "The Raid"), ncs=[*ids(table, 1, 2, 3, 4), table.id("Leader")])
    fight(table, *ids(table, 1, 2), table.id("Leader"))
    pack = plain(table)
    assert [nc["name"] for nc in pack["nc"]] == ["Troops", "Leader"]
    assert pack["one_pager"][0]["cast"] == [{"nc": "troops", "count": 4}, "leader"]
    assert pack["scene"][0]["fight"][0]["cast"] == [{"nc": "troops", "count": 2}, {"nc": "leader"}]


@pytest.mark.rule("SE-PREP-02")
def test_a_squad_that_went_out_comes_in_as_many_and_goes_out_the_same():
    table = troops()
    table.do("Gil", "name-cast", paper=paper(table, "The Raid"), ncs=[*ids(table, 1, 2, 3, 4), table.id("Leader")])
    text = exported(table)
    other = Sitting("Ann")
    other.do("Gil", "load-pack", text=text)
    other.do("Gil", "take-paper", sample="carried-over/the-raid")
    names = ["Troops 1", "Troops 2", "Troops 3", "Troops 4", "Leader"]
    assert [nc.name for nc in other.state.ncs.values()] == names
    (raid,) = other.state.papers.values()
    assert [other.state.ncs[nc].name for nc in raid.cast] == names
    assert read(exported(other)).nc == read(text).nc
    assert read(exported(other)).one_pager == read(text).one_pager


@pytest.mark.rule("SE-PREP-04")
def test_those_of_a_squad_who_are_not_interchangeable_go_out_one_by_one():
    table = troops()
    fight(table, *ids(table, 1, 2))
    fight(table, *ids(table, 3, 4))
    assert [nc["name"] for nc in plain(table)["nc"]] == ["Troops 1", "Troops 2", "Troops 3", "Troops 4", "Leader"]
    table = troops()
    table.do("Gil", "tune", nc=table.id("Troops 4"), what="rank", rank="good")
    assert [nc["name"] for nc in plain(table)["nc"]] == ["Troops", "Troops 4", "Leader"]


@pytest.mark.rule("SE-PREP-04")
@pytest.mark.parametrize("count", [0, 31])
def test_nobody_is_cast_so_often_that_nobody_could_run_them(count):
    table = troops()
    table.do("Gil", "name-cast", paper=paper(table, "The Raid"), ncs=ids(table, 1, 2, 3, 4))
    text = exported(table).replace("count = 4", f"count = {count}")
    assert "cast" in table.refuses("Gil", "load-pack", "bad-count", "SE-PREP-04", text=text).message


def test_what_is_more_than_a_table_takes_says_so_at_its_head():
    table = troops()
    for number in range(LONGEST_FILE // 2000 + 1):
        section = {"kind": "place", "title": f"Place {number}", "text": "word " * 400}
        table.do("Gil", "add-section", paper=paper(table, "The Raid"), **section)
    text = exported(table)
    assert text.startswith("# ")
    assert f"a table takes {LONGEST_FILE} in one file" in text.partition("\n")[0]
    assert tomllib.loads(text)["one_pager"]
