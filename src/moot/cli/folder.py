"""Where the tables of this machine are kept."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, TypeAlias

from cyclopts import Parameter

from moot.cli.exits import Exit, Stop

DataOption: TypeAlias = Annotated[
    Path | None, Parameter(help="The folder with the tables (default: ~/.local/share/moot).")
]


def data_folder(given: Path | None) -> Path:
    """`given`, or the folder for data that this machine keeps for Moot. Raises Stop where nobody can tell which."""
    home = os.environ.get("XDG_DATA_HOME", "")
    try:
        if given is not None:
            return given.expanduser()
        return (Path(home) if home.startswith("/") else Path.home() / ".local" / "share") / "moot"
    except RuntimeError as error:
        named = f"{given} names the home of nobody here" if given is not None else "This user has no home folder"
        raise Stop(Exit.REFUSED, f"{named}: say with --data where the tables are.") from error
