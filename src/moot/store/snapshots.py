"""Decides which snapshots are worth keeping."""

from __future__ import annotations

from collections.abc import Collection

NEWEST = 3
"""So many of the latest are kept: one to open the table with, and others should that one be bad."""

SPACING = 500
"""Of the older ones, the first in each run of so many entries is kept, so that looking back never replays much more."""


def outdated(seqs: Collection[int]) -> list[int]:
    """Those of `seqs` that can go, in order."""
    older = sorted(seqs)[:-NEWEST]
    milestones = {seq // SPACING: seq for seq in reversed(older)}
    return [seq for seq in older if milestones[seq // SPACING] != seq]
