"""`moot backup FOLDER`: all tables, copied while they are being played."""

from __future__ import annotations

from pathlib import Path

from moot.cli.exits import Exit
from moot.cli.folder import DataOption, data_folder
from moot.cli.text import say


def backup(folder: Path, /, *, force: bool = False, data: DataOption = None) -> int:
    """Copy all tables into a folder, also while Moot serves, and look through the whole copy.

    It has everything, the secrets that prove seats too: keep it where only you can read it.

    Parameters
    ----------
    folder
        Where to put the copy; it is made if need be.
    force
        Replace the copy that is in this folder already.
    """
    from moot.store import back_up

    contents = back_up(data_folder(data), folder, force=force)
    say(f"Copied to {folder} and checked entry by entry: {contents}.")
    return Exit.FINE
