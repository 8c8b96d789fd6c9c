"""Rules as pages cite them: an id that can be looked up, with its words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from moot import games
from moot.core import Game, Rule


class Note(msgspec.Struct, frozen=True):
    """A rule, and where its page is; a rule of the house has none."""

    id: str
    title: str
    text: str
    href: str


def rule_page(game: str, rule: str) -> str:
    """Where the page of a rule is."""
    return f"/games/{game}/rules/{rule}"


def note(game: Game[Any], rule: Rule) -> Note:
    """`rule` as pages cite it."""
    in_the_book = rule.id in games.find(game.name).rulebook.rules
    return Note(rule.id, rule.title, rule.text, rule_page(game.name, rule.id) if in_the_book else "")


def notes(game: Game[Any], ids: Iterable[str]) -> tuple[Note, ...]:
    """The rules called `ids`; ids that this rulebook (any more) does not have are left out."""
    rules = game.rulebook.rules
    return tuple(note(game, rules[id_]) for id_ in dict.fromkeys(ids) if id_ in rules)
