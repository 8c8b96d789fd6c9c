"""What no row can say: how many entries need code of their own, which, and why."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import get_args

import pytest

from moot.games.modos.catalog import EVERYTHING, NATURAL
from moot.games.modos.effects import Call
from moot.games.modos.terms import PACKAGE
from moot.games.modos.vocabulary import Function

MOST = 10
"""More would be a rulebook in code again."""
ROWS = frozenset(
    id_ for kind in ("perk", "power", "weapon", "shield", "armor", "trait") for id_ in EVERYTHING.of(kind)
) - {NATURAL}
"""Perks, powers, gear and traits; the body is a weapon that everybody has."""


def calls() -> list[Call]:
    """The effects that name a function."""
    return [effect for row in EVERYTHING.entries for effect in row.effects if isinstance(effect, Call)]


def named(source: str) -> Iterator[str]:
    """The rows that code names, as ids or as `kind:id`; the name of a blank is none."""
    tree = ast.parse(source)
    blanks = {id(one.value) for one in ast.walk(tree) if isinstance(one, ast.keyword) and one.arg == "name"}
    for one in ast.walk(tree):
        said = one.value if isinstance(one, ast.Constant) and id(one) not in blanks else None
        if isinstance(said, str) and said.rpartition(":")[2] in ROWS:
            yield said


@pytest.mark.rule("MO-X601")
def test_few_rows_need_a_function_and_each_says_why():
    assert {call.function for call in calls()} == {*get_args(Function)}
    assert len(get_args(Function)) <= MOST
    assert all(call.why.endswith(".") for call in calls())
    assert len({call.why for call in calls()}) == len(calls()), "each has a reason of its own"


def test_no_code_knows_a_row_by_its_name_which_would_be_a_function_in_disguise():
    folder = Path(str(files(PACKAGE)))
    sources = [path for path in folder.rglob("*.py") if "tests" not in path.parts]
    assert [(path.name, row) for path in sources for row in named(path.read_text(encoding="utf-8"))] == []
    assert [*named('if perk == "karma": pass')] == ["karma"]
    assert [*named('Confirm(name="karma"); effects("power:slow-4")')] == ["power:slow-4"]
