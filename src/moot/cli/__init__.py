"""The command line: `moot VERB`, a file a verb. Nothing heavy is loaded before the verb that needs it."""

from __future__ import annotations

import gc
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line (by default the one that Moot was started with) and give its exit code."""
    gc.set_threshold(100_000, 10, 10)  # what is imported stays: to look through it again and again costs a fifth
    from moot.cli.exits import Exit

    try:
        from moot.cli.app import run
    except KeyboardInterrupt:  # while it was being loaded
        return Exit.STOPPED
    return run(argv)


__all__ = ["main"]
