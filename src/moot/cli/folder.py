"""Where the tables of this machine are kept."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

from cyclopts import Parameter

from moot.cli.exits import Exit, Stop

if TYPE_CHECKING:
    from moot.table import Table

Data: TypeAlias = Annotated[Path | None, Parameter(help="The folder with the tables (default: ~/.local/share/moot).")]


def data_folder(given: Path | None) -> Path:
    """`given`, or the folder for data that this machine keeps for Moot. Raises Stop where nobody can tell which."""
    home = os.environ.get("XDG_DATA_HOME", "")
    try:
        if given is not None:
            return given.expanduser()
        return (Path(home) if home.startswith("/") else Path.home() / ".local" / "share") / "moot"
    except RuntimeError as error:
        named = f"{given} is in nobody's home" if given is not None else "This user has no home"
        raise Stop(Exit.REFUSED, f"{named}: say with --data where the tables are.") from error


@asynccontextmanager
async def opened(folder: Path, id_: str) -> AsyncIterator[Table]:
    """The table `id_` of a folder that no Moot is serving from. Raises Stop, with what there is, if there is none."""
    from moot.store.sqlite import open_store
    from moot.table import Shelf

    if not (folder / "moot.db").exists():
        raise Stop(Exit.REFUSED, f"There are no tables in {folder}.")
    shelf = Shelf(open_store(folder))
    try:
        if shelf.card(id_) is None:
            known = ", ".join(f"{card.id} ({card.title})" for card in shelf.cards())
            raise Stop(Exit.REFUSED, f"There is no table {id_} in {folder}. There is: {known or 'none'}.")
        yield await shelf.find(id_)
    finally:
        await shelf.close()
