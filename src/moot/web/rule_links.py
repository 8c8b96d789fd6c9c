"""Rules as pages cite them: an id that can be looked up, with its words."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import msgspec

from moot.core import Game


class Note(msgspec.Struct, frozen=True):
    """A rule, and where it stands."""

    id: str
    title: str
    text: str
    href: str


def rule_page(game: str, rule: str) -> str:
    """Where the page of a rule of the book is."""
    return f"/games/{game}/rules/{rule}"


def house_rule(table_id: str, rule: str) -> str:
    """Where a rule stands as it holds at a table, for those who sit there."""
    return f"/t/{table_id}/rules#{rule}"


def notes(game: Game[Any], ids: Iterable[str], table_id: str, modules: Collection[str]) -> tuple[Note, ...]:
    """The rules called `ids` as the pages of a table with these modules cite them; those that do not hold there (any
    more) are left out."""
    rules = game.rulebook.in_force(ids, modules)
    return tuple(Note(rule.id, rule.title, rule.text, house_rule(table_id, rule.id)) for rule in rules)
