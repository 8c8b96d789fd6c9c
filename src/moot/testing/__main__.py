"""Record the golden logs of a game, each from the script beside it: `python -m moot.testing GAME`."""

from __future__ import annotations

import sys

from moot import games
from moot.table.script import load
from moot.testing.golden import golden_scripts, record_golden


def main(name: str) -> None:
    """Play every script of the game called `name` and keep its log. Raises Refused, with the step, and Corrupt."""
    game = games.find(name)
    for path in golden_scripts(game):
        record_golden(path.with_suffix(".jsonl"), game, load(path))


if __name__ == "__main__":
    main(*sys.argv[1:])
