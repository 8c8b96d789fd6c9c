"""Finds what a template reads of its context: while that stays the same, so does what the template makes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, TypeAlias

from jinja2 import BaseLoader, Environment, meta, nodes

Reads: TypeAlias = tuple[tuple[str, str], ...]
"""Names, each with an attribute or a row of it, or with nothing for all of it."""

IN_PARTS = frozenset({"stage", "own", "situation", "seat"})
"""What changes with nearly everything that happens: of this, only the attributes count that a template names."""
IN_ROWS = frozenset({"beside"})
"""Of this, only the rows that a template names."""


def reads(environment: Environment, *names: str) -> Reads | None:
    """What these templates read, with those that they include; None if that cannot be known beforehand."""
    found: set[tuple[str, str]] = set()
    waiting, known = [*names], set[str]()
    while waiting:
        if (name := waiting.pop()) in known:
            continue
        known.add(name)
        others, named = _of(environment, name)
        for other in others:
            if other is None:
                return None
            waiting.append(other)
        found |= named
    return tuple(sorted(found))


@cache
def _of(environment: Environment, name: str) -> tuple[tuple[str | None, ...], frozenset[tuple[str, str]]]:
    """What a template includes, and what it reads itself."""
    loader = environment.loader or BaseLoader()
    tree = environment.parse(loader.get_source(environment, name)[0])
    return tuple(_others(tree)), frozenset(_named(tree, environment.globals))


def _others(tree: nodes.Template) -> Iterator[str | None]:
    """The templates that one includes; None for one that cannot be known. The renderer names its `room`."""
    named = [node.template for node in tree.find_all(nodes.Include)]
    for other in named + [node.template for node in tree.find_all(nodes.Extends)]:
        match other:
            case nodes.Const(value=str(name)):
                yield name
            case nodes.Name(name="room"):
                pass
            case _:
                yield None
    given = [node.with_context for node in tree.find_all(nodes.Import)]
    if any(given + [node.with_context for node in tree.find_all(nodes.FromImport)]):
        yield None


def _named(tree: nodes.Template, at_hand: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    given = meta.find_undeclared_variables(tree) - at_hand.keys()
    parts = {id(one.node): one.attr for one in tree.find_all(nodes.Getattr)}
    rows = {id(one.node): one.arg.value for one in tree.find_all(nodes.Getitem) if isinstance(one.arg, nodes.Const)}
    for one in tree.find_all(nodes.Name):
        if one.name in given:
            named = parts if one.name in IN_PARTS else rows if one.name in IN_ROWS else {}
            yield one.name, named.get(id(one), "")


def as_read(what: Reads, values: Mapping[str, Any]) -> tuple[Any, ...]:
    """What those reads find among `values`; names that a template sets itself are left out."""
    return tuple([_part(values[name], part) if part else values[name] for name, part in what if name in values])


def _part(value: Any, part: str) -> Any:
    return value.get(part) if type(value) is dict else getattr(value, part)
