"""All commands and events: the page that lists them is current, and none says the same twice without a reason."""

from __future__ import annotations

import inspect

import msgspec
from scripts import actions

from moot import games
from moot.core.events import name_of
from moot.table.topics import TOPICS

RESTATED = {
    ("swords-edge", "trade-bonus"): "tidies the words, and the bonus may be traded in more ways by house rules",
    ("swords-edge", "leave-off"): "ends the pairing, too, if nobody is left in it",
    ("table", "admit"): "asks once more whether the name is free",
    ("table", "hand-seat"): "asks once more whether the name is free",
    ("table", "seat-as"): "changes whose yes an undo needs",
}
"""Commands that write an `enact` to record an event of their own fields, and why they cannot say `records`."""


def test_the_page_of_commands_and_events_is_current():
    assert actions.PAGE.read_text(encoding="utf-8") == actions.page(), "run python scripts/actions.py"


def shape(kind):
    return {(f.name, str(f.type)) for f in msgspec.structs.fields(kind) if f.name not in actions.OF_EVERY_EVENT}


def test_what_only_restates_itself_says_so():
    found = set()
    for name, parts in [("table", TOPICS), *((game.name, game.parts) for game in games.every() if game.name != "coin")]:
        for part in parts:
            for command in part.commands:
                same = [event for event in part.events if shape(event) == shape(command) != set()]
                if command.records is None and any(e.__name__ in inspect.getsource(command.enact) for e in same):
                    found.add((name, name_of(command)))
    assert found == set(RESTATED)


def test_commands_and_events_of_a_game_are_told_apart_by_name():
    for game in games.every():
        both = {name_of(kind) for kind in game.commands.kinds} & {name_of(kind) for kind in game.events}
        assert both == set(), game.name
