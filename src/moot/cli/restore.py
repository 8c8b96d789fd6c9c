"""`moot restore FOLDER`: the tables of a backup, as they were then."""

from __future__ import annotations

from pathlib import Path

from moot.cli.exits import Exit
from moot.cli.folder import DataOption, data_folder
from moot.cli.text import say


def restore(folder: Path, /, *, force: bool = False, data: DataOption = None) -> int:
    """Bring back the tables of a backup, while no Moot is serving.

    Parameters
    ----------
    folder
        What `moot backup` made.
    force
        Do it though there are tables already: they are moved into a folder beside the data.
    """
    from moot.store import put_back

    contents, aside = put_back(folder, data_folder(data), force=force)
    say(f"Brought back and checked entry by entry: {contents}.")
    if aside is not None:
        say(f"What was there before is in {aside}.")
    return Exit.FINE
