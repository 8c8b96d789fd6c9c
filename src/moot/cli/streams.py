"""Makes the program's standard streams safe to write to and read from."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

NOTHING = Path(os.devnull)


def mend() -> None:
    """Put a null stream in place of a closed one; a letter that a stream cannot take becomes a `?`."""
    sys.stdin = sys.stdin or NOTHING.open(encoding="utf-8")
    sys.stdout = sys.stdout or NOTHING.open("w", encoding="utf-8")
    sys.stderr = sys.stderr or NOTHING.open("w", encoding="utf-8")
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")
