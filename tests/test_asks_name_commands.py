"""Every command that the questions of a game name is there."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from moot import games
from moot.table.topics import TABLE_COMMANDS

ROOMS = Path(games.__file__).parent


def texts(node: ast.AST) -> Iterator[str]:
    """The texts in an expression, of a dict its keys."""
    if isinstance(node, ast.Dict):
        for key in node.keys:
            yield from texts(key) if key is not None else ()
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.Tuple | ast.List | ast.Set):
        for one in node.elts:
            yield from texts(one)
    elif isinstance(node, ast.Call):
        for one in node.args:
            yield from texts(one)


def is_verb(node: ast.AST) -> bool:
    """Whether an expression is what an offer or a form does."""
    return isinstance(node, ast.Attribute) and node.attr == "do"


def compared(tree: ast.Module) -> Iterator[ast.expr]:
    """What the command of an offer is compared with or looked up in."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and is_verb(node.left):
            yield from node.comparators
        elif isinstance(node, ast.Subscript) and is_verb(node.slice):
            yield node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "in_order":
            yield node.args[1]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and any(map(is_verb, node.args)):
            yield node.func.value


def named(view: Path) -> Iterator[str]:
    """The commands that a module of a view names, itself or by its own tables."""
    tree = ast.parse(view.read_text(encoding="utf-8"))
    tables = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }
    for node in compared(tree):
        rows = [each.value for each in ast.walk(node) if isinstance(each, ast.Subscript)]
        for each in ast.walk(node):
            table = tables.get(each.id) if isinstance(each, ast.Name) else each
            if isinstance(table, ast.Dict) and each in rows:  # looked up by something else: commands are in the rows
                table = ast.Tuple(table.values)
            if table is not None:
                yield from texts(table)


@pytest.mark.parametrize("game", games.names())
def test_every_question_names_commands_that_exist(game):
    room = ROOMS / game.replace("-", "_")
    if not room.is_dir():
        return
    found = [name for view in sorted((room / "view").rglob("*.py")) for name in named(view)]
    assert found
    assert {*found} - {*games.find(game).commands.by_name, *TABLE_COMMANDS.by_name} == set()
