"""What offers can be about that is neither a person nor a paper: pages show each as one thing to open."""

from __future__ import annotations

from typing import Final

RUN: Final = "session"
"""The session as the GM runs it: its scenes, days and weeks, and Luck."""

DESK: Final = "desk"
"""What the GM prepares."""

SHELF: Final = "shelf"
"""Where the GM's NCs come from."""
