"""Texts that pages show have typographic apostrophes: the rules, options, lists and sentences of every game."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from moot import games

STRAIGHT = re.compile(r"\w'\w|s'(?=\s)|(?<!\w)'\w")
ROOMS = [Path(str(files(game.package))) for game in games.every() if game.name != "coin"]
CODE = [path for room in ROOMS for path in sorted(room.rglob("*.py")) if "tests" not in path.relative_to(room).parts]
LISTS = [path for room in ROOMS for path in sorted(room.rglob("*.toml")) if "tests" not in path.relative_to(room).parts]


def strings(value: Any) -> Iterator[str]:
    """Every text in a TOML document."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from strings(one)


@pytest.mark.parametrize("game", games.every(), ids=lambda game: game.name)
def test_rules_and_options_are_set_with_typographic_apostrophes(game):
    book = game.rulebook
    shown = [text for rule in book.rules.values() for text in (rule.title, rule.text)]
    for option in book.options.values():
        shown += [option.title, option.text, *(choice.title for choice in option.choices)]
    assert [text for text in shown if STRAIGHT.search(text)] == []


@pytest.mark.parametrize("path", LISTS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_every_list_of_a_room_is(path):
    found = strings(tomllib.loads(path.read_text(encoding="utf-8")))
    assert [text for text in found if STRAIGHT.search(text)] == []


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_every_sentence_that_a_room_says_is(room):
    said = [text for path in CODE if room in path.parents for text in sentences(path)]
    assert len(said) > 500
    assert [text for text in said if STRAIGHT.search(text) or text.startswith("'s ")] == []


def sentences(path: Path) -> Iterator[str]:
    """Every text in a module but its docstrings and what is quoted for people who write code (`'x'`)."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield re.sub(r"(?<!\w)'[^' ]*'", "", node.value)
