"""The command line: `moot VERB`, a file a verb. Nothing heavy is loaded before the verb that needs it."""

from __future__ import annotations

import gc
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line (by default the one that Moot was started with) and give its exit code."""
    gc.set_threshold(100_000, 10, 10)  # imported objects stay: to check them again and again costs a fifth of the time
    from moot.cli.exits import Exit

    try:
        from moot.cli.app import run
    except KeyboardInterrupt:  # while it was being loaded
        return Exit.STOPPED
    return run(argv)


__all__ = ["main"]
