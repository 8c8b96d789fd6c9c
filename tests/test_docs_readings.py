"""The readings name every option that a table has, its default first, and only rules that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from moot import games

TEXT = (Path(__file__).parents[1] / "docs" / "readings.md").read_text(encoding="utf-8")
GAMES = [game for game in games.every() if game.package.startswith("moot.")]
OPTIONS = [
    pytest.param(game.title, option, id=f"{game.name}-{option.id}")
    for game in GAMES for option in game.rulebook.options.values()
]


@pytest.mark.parametrize(("title", "option"), OPTIONS)
def test_every_switch_is_there_with_its_default_first_and_all_its_values(title, option):
    _, _, readings = TEXT.partition(f"\n## {title}\n")
    told = re.search(rf"`{option.id}`: (.+?)(?:\n\n|\n- |\Z)", readings.split("\n## ")[0], re.DOTALL)
    assert told, f"no reading has a switch called {option.id}"
    first, *others = re.findall(r"`([^`]+)`", told[1])
    assert first == option.default
    assert {first, *others} >= {choice.value for choice in option.choices}


def test_every_rule_it_names_is_a_rule():
    known = {rule for game in GAMES for rule in game.rulebook.rules}
    prefixes = "|".join({rule.split("-")[0] for rule in known})
    named = set(re.findall(rf"\b(?:{prefixes})-[A-Z]+-\d+\b", TEXT))
    assert named
    assert named <= known
