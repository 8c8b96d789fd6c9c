"""`moot tables`: what is on the shelf, put away and deleted."""

from __future__ import annotations

import asyncio
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from cyclopts import App

from moot.cli.exits import Exit, Stop
from moot.cli.folder import DataOption, data_folder
from moot.cli.text import columns, say, say_json

if TYPE_CHECKING:
    from moot.cli.errands import Errand

A = TypeVar("A")

tables = App(
    name="tables",
    help="List the tables on the shelf, put them away, delete them.",
    help_format="plaintext",
    help_formatter="plain",
)


@tables.default
def listed(*, archived: bool = False, json: bool = False, data: DataOption = None) -> int:
    """List the tables on the shelf, the last one played at first: id, title, game, entries, last move.

    Parameters
    ----------
    archived
        Those that were put away instead.
    json
        As JSON.
    """
    from moot.cli.errands import Tables

    cards = _done(data, Tables(archived))
    if json:
        say_json(cards)
    elif cards:
        say(*columns((c.id, c.title, c.game, f"{c.entries} entries", _day(c.touched)) for c in cards))
    else:
        say("No table is put away." if archived else "No table is on the shelf.")
    return Exit.FINE


@tables.command
def archive(table: str, /, *, data: DataOption = None) -> int:
    """Put a table away: it is on no list any more. Its links go on working, and nothing of it is lost.

    Parameters
    ----------
    table
        The table's id, as in its link.
    """
    from moot.cli.errands import Archive

    card = _done(data, Archive(table))
    say(f"“{card.title}” is put away; `moot tables unarchive {card.id}` takes it back.")
    return Exit.FINE


@tables.command
def unarchive(table: str, /, *, data: DataOption = None) -> int:
    """Take a table back that was put away.

    Parameters
    ----------
    table
        The table's id, as in its link.
    """
    from moot.cli.errands import Archive

    card = _done(data, Archive(table, back=True))
    say(f"“{card.title}” is on the shelf again.")
    return Exit.FINE


@tables.command
def delete(table: str, /, *, yes: bool = False, data: DataOption = None) -> int:
    """Delete a table for good: its log, its seeds, its seats. Everybody there is told that it is gone.

    Parameters
    ----------
    table
        The table's id, as in its link.
    yes
        It is meant.
    """
    from moot.cli.errands import Delete

    card = _done(data, Delete(table, sure=yes))
    if not yes:
        message = f"“{card.title}” and its {card.entries} entries would be gone for good: if that is meant, say --yes."
        raise Stop(Exit.REFUSED, message)
    say(f"“{card.title}” is deleted.")
    return Exit.FINE


def _done(data: Path | None, errand: Errand[A]) -> A:
    from moot.cli.errands import done

    return asyncio.run(done(data_folder(data), errand))


def _day(at: int) -> str:
    return datetime.fromtimestamp(at / 1000).astimezone().strftime("%Y-%m-%d %H:%M")
