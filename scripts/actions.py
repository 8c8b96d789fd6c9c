"""Writes docs/actions.md: every command and event, topic by topic. `python scripts/actions.py` brings it up to date."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from moot import games
from moot.core import Command, Event, Part
from moot.core.commands import urgencies
from moot.core.events import name_of
from moot.table.topics import TOPICS

PAGE = Path(__file__).parents[1] / "docs" / "actions.md"
HEAD = """# Commands and events

All that can be asked and all that can happen, topic by topic: a topic is a file. Commands are in the order in which
they are offered. Written by `python scripts/actions.py`; a test holds it to the code.
"""
OF_EVERY_EVENT = ("rules", "v")


def page() -> str:
    """The page as it should be."""
    ours = [game for game in games.every() if game.package.startswith("moot.")]
    sections = [("The table", TOPICS), *((game.title, game.parts) for game in ours)]
    return HEAD + "".join("\n" + "\n".join(_section(title, parts)) + "\n" for title, parts in sections)


def _section(title: str, parts: Iterable[Part[Any]]) -> Iterator[str]:
    yield f"## {title}"
    for part in parts:
        kinds = (*part.commands, *part.events)
        if not kinds:
            continue
        modules = dict.fromkeys(kind.__module__.removeprefix("moot.").removeprefix("games.") for kind in kinds)
        yield ""
        yield f"### {', '.join(f'`{module}`' for module in modules)}"
        yield ""
        yield "| | fields | |"
        yield "| --- | --- | --- |"
        for command in part.commands:
            yield _row(command, f"command, {' or '.join(urgencies(command))}{_giver(command)}")
        for event in part.events:
            yield _row(event, "event")


def _giver(command: type[Command[Any]]) -> str:
    """Who alone may give it, where not everyone may."""
    alone = {frozenset({"guide"}): ", the guide’s", frozenset({"player"}): ", a player’s"}
    return alone.get(command.giver.roles, "")


def _row(kind: type[Command[Any] | Event[Any]], what: str) -> str:
    names = [field.encode_name for field in msgspec.structs.fields(kind)]
    fields = ", ".join(name for name in names if not (issubclass(kind, Event) and name in OF_EVERY_EVENT))
    first = (kind.__doc__ or "").strip().splitlines()[0]
    return f"| **{name_of(kind)}** ({what}) | {fields} | {first.replace('|', '/')} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
