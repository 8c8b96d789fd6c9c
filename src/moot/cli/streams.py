"""The streams a program is given, made fit for whatever is written to them and read from them."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

NOTHING = Path(os.devnull)


def mend() -> None:
    """Put nothing where a stream was closed, and let no letter that one cannot take stop anybody: it becomes a `?`."""
    sys.stdin = sys.stdin or NOTHING.open(encoding="utf-8")
    sys.stdout = sys.stdout or NOTHING.open("w", encoding="utf-8")
    sys.stderr = sys.stderr or NOTHING.open("w", encoding="utf-8")
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")
