"""`moot rules`: the rulebook of a game, and how far code and tests go with it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import TYPE_CHECKING

from cyclopts import App

from moot.cli.exits import Exit, Stop
from moot.cli.text import columns, say, say_json

if TYPE_CHECKING:
    from moot.cli.sources import Coverage
    from moot.core import Rule, Rulebook

WIDTH = 100
"""Characters in a line of running text."""

rules = App(
    name="rules",
    help="Look rules of a game up, search them, see what stands on what.",
    help_format="plaintext",
    help_formatter="plain",
)


@rules.default
def show(game: str, id: str = "", /, *, search: str = "", coverage: bool = False, json: bool = False) -> int:
    """Look rules up: all of a game's, one by its id, or those that have some words.

    `moot rules impact GAME ID` lists what stands on a rule.

    Parameters
    ----------
    game
        The name of a game, as `moot games` has it.
    id
        The id of a rule.
    search
        Only rules with all these words in title or text.
    coverage
        Which rules lack code or a test; the exit code is 1 if any does.
    json
        As JSON.
    """
    from moot import games

    found = games.find(game)
    book = found.rulebook
    if coverage:
        from moot.cli.sources import covered

        return _show_coverage(covered(found), json)
    if id:
        return _show_rule(book, book[id.upper()], json)
    rules = [rule for rule in book.rules.values() if _has(rule, search)]
    if not rules:
        raise Stop(Exit.REFUSED, f"No rule of {book.title} has “{search}” in it.")
    if json:
        say_json(rules)
    else:
        say(*_listed(rules))
    return Exit.FINE


@rules.command
def impact(game: str, id: str, /, *, json: bool = False) -> int:
    """Everything that stands on a rule, directly or not: what a change of it touches.

    Parameters
    ----------
    game
        The name of a game.
    id
        The id of a rule.
    json
        As JSON.
    """
    from moot import games

    book = games.find(game).rulebook
    rule = book[id.upper()]
    touched = book.impact(rule.id)
    options = [option for option in book.options.values() if option.rule in {rule.id, *(one.id for one in touched)}]
    if json:
        say_json({"rule": rule, "touches": touched, "options": options})
        return Exit.FINE
    say(f"{rule.id} {rule.title}: {len(touched)} rules stand on it.", *_listed(touched))
    say(*(f"option {option.id}: {option.title} ({option.rule})" for option in options))
    return Exit.FINE


def _has(rule: Rule, words: str) -> bool:
    text = f"{rule.id} {rule.title} {rule.text}".casefold()
    return all(word in text for word in words.casefold().split())


def _listed(rules: Iterable[Rule]) -> list[str]:
    rows = [(rule.id, rule.title if rule.kind == "rule" else f"{rule.title} ({rule.kind})") for rule in rules]
    return columns(rows) if rows else []


def _show_rule(book: Rulebook, rule: Rule, json: bool) -> int:
    by = [other for other in book.rules.values() if rule.id in other.needs]
    options = [option for option in book.options.values() if option.rule == rule.id]
    if json:
        say_json({"rule": rule, "needed_by": by, "options": options})
        return Exit.FINE
    say(f"{rule.id} {rule.title}" + ("" if rule.kind == "rule" else f" ({rule.kind})"), "")
    say(*textwrap.wrap(rule.text, WIDTH))
    if rule.source:
        say("", f"Source: {rule.source}")
    if rule.needs:
        say("", "Stands on:", *_listed(book.rules[need] for need in rule.needs))
    if by:
        say("", "Directly on it stand:", *_listed(by))
    for option in options:
        values = ", ".join(f"{one.value} ({one.title})" for one in option.choices)
        say("", *textwrap.wrap(f"Option {option.id}: {option.text} {values}; default {option.default}.", WIDTH))
    return Exit.FINE


def _show_coverage(found: Coverage, json: bool) -> int:
    code = Exit.NO if found.lacking else Exit.FINE
    if json:
        say_json(found)
        return code
    done = found.rules - len(found.lacking)
    if found.tests:
        say(f"{found.title}: {done} of {found.rules} rules, {found.percent} %")
    else:
        say(f"{found.title}: code cites {done} of {found.rules} rules. Tests are not shipped with this installation.")
    if found.lacking:
        say(*columns((id_, f"lacks {' and '.join(lacks)}") for id_, lacks in found.lacking.items()))
    return code
