"""Where the tables of this machine are kept."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, TypeAlias

from cyclopts import Parameter

Data: TypeAlias = Annotated[Path | None, Parameter(help="The folder with the tables (default: ~/.local/share/moot).")]


def data_folder(given: Path | None) -> Path:
    """`given`, or the folder for data that this machine keeps for Moot."""
    if given is not None:
        return given.expanduser()
    home = os.environ.get("XDG_DATA_HOME", "")
    return (Path(home) if home.startswith("/") else Path.home() / ".local" / "share") / "moot"
