"""All commands and events: the page that lists them is current, and none says the same twice without a reason."""

from __future__ import annotations

import inspect
from functools import cache

import msgspec
from scripts import actions

from moot import games
from moot.core.events import name_of
from moot.table.topics import TOPICS

RESTATED = {
    ("wicked-age", "back-away"): "ends the conflict with the last who agrees",
    ("wicked-age", "propose"): "shows the strengths that the terms name",
    ("wicked-age", "insist"): "is one of two events: all roll on, or the winner picks the harm",
    ("swords-edge", "trade-bonus"): "tidies the words, and the bonus may be traded in more ways by house rules",
    ("swords-edge", "leave-off"): "ends the pairing, too, if nobody is left in it",
    ("modos", "shake-belief"): "lifts the belief, if the guide says that it is over",
    ("modos", "try-luck"): "tells of the fall, if it was of no use",
    ("perilous", "bear-peril"): "rolls the peril that is borne",
    ("perilous", "rally"): "calls the test",
    ("perilous", "try-remedy"): "calls the test",
    ("perilous", "close-encounter"): "tidies the words",
    ("perilous", "stock-up"): "has words of its own where the GM writes none",
    ("table", "seat-as"): "changes whose yes an undo needs",
}
"""Commands that themselves record an event of their own fields, and why they cannot say `records`."""


def test_the_page_of_commands_and_events_is_current():
    assert actions.PAGE.read_text(encoding="utf-8") == actions.page(), "run python scripts/actions.py"


@cache
def shape(kind):
    return {(f.name, str(f.type)) for f in msgspec.structs.fields(kind) if f.name not in actions.OF_EVERY_EVENT}


def written(command):
    """What a command itself does."""
    return inspect.getsource(getattr(command, command.done_in))


def test_what_only_restates_itself_says_so():
    found = set()
    for name, parts in [("table", TOPICS), *((game.name, game.parts) for game in games.every() if game.name != "coin")]:
        events = [event for part in parts for event in part.events]
        for command in (command for part in parts for command in part.commands):
            same = [event for event in events if shape(event) == shape(command) != set()]
            if command.records is None and any(e.__name__ in written(command) for e in same):
                found.add((name, name_of(command)))
    assert found == set(RESTATED)


def test_the_kinds_of_a_part_stand_in_one_file():
    tables = [("table", TOPICS), *((game.name, game.parts) for game in games.every())]
    files = [
        (name, {kind.__module__ for kind in (*part.commands, *part.events)}) for name, parts in tables for part in parts
    ]
    assert [(name, found) for name, found in files if len(found) != 1] == []


def test_commands_and_events_of_a_game_are_told_apart_by_name():
    for game in games.every():
        both = {name_of(kind) for kind in game.commands.kinds} & {name_of(kind) for kind in game.events}
        assert both == set(), game.name
