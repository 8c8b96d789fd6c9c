"""`moot demo GAME`: a table that is ready to try."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from moot import games
from moot.cli.exits import Exit, Stop
from moot.cli.folder import DataOption, data_folder
from moot.cli.place import ServingPlace
from moot.cli.text import columns

if TYPE_CHECKING:
    from moot.table import Shelf
    from moot.table.script import Script


def demo(game: str, name: str = "", /, *, data: DataOption = None, place: ServingPlace | None = None) -> int:
    """Serve a table that is ready to try, with a link for each seat. Ctrl-C stops it.

    What happened at it so far was played through the game itself; its log verifies like any other.

    Parameters
    ----------
    game
        The name of a game, as `moot games` has it.
    name
        Which of its demo tables, where there are several.
    data
        Keep the table in this folder; else it is gone when you stop.
    """
    from moot.cli.server import serve_store
    from moot.store import MemoryStore, open_store
    from moot.table.script import demos

    script = _chosen(game, demos(games.find(game)), name)
    folder = data_folder(data) if data is not None else None
    store = open_store(folder) if folder is not None else MemoryStore()
    asyncio.run(serve_store(store, place or ServingPlace(), folder=folder, prepare=partial(_seated, game, script)))
    return Exit.FINE


def _chosen(game: str, found: Mapping[str, Script], name: str) -> Script:
    if name in found:
        return found[name]
    if not name and len(found) == 1:
        return next(iter(found.values()))
    if not found:
        raise Stop(Exit.REFUSED, f"{game} has no demo tables.")
    known = ", ".join(f"{known} ({script.title})" for known, script in found.items())
    raise Stop(Exit.REFUSED, f"Say which demo table of {game}: {known}.")


async def _seated(game: str, script: Script, shelf: Shelf, base: str) -> list[str]:
    from moot.table.script import perform

    table, keys = await perform(shelf, game, script)
    rows = []
    for name, key in keys.items():
        role = table.game.guide if table.ledger.table.chairs[key.seat].seat.guides else "player"
        rows.append((f"  {name}", role, back_link(base, table.id, await table.keys.back_link(key.seat))))
    return [
        f"“{script.title}” is ready. Each link gives a seat to the first who opens it (use another browser for each):",
        *columns(rows),
    ]


def back_link(base: str, table: str, secret: str) -> str:
    """The link that gives somebody their seat."""
    return f"{base}/t/{table}/back/{secret}"
