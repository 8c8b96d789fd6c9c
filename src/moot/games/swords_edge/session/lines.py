"""The journal's lines of recovery."""

from __future__ import annotations

from typing import assert_never

from moot.core import Line
from moot.core.words import listed
from moot.games.swords_edge import ladder
from moot.games.swords_edge.session import events as e
from moot.games.swords_edge.state import State


def line(state: State, event: e.RecoveryEvent) -> Line | None:
    """How the journal says `event`, given the state after it."""
    name = state.named(event.who)
    match event:
        case e.HealingDue(healing=healing):
            text = f"{name} may take off {ladder.penalty_ranks(healing.count)}."
        case e.RecoveryTried():
            return None
        case e.Healed(on=on, paid=paid):
            if not on:
                return None
            by = " by Luck" if paid else ""
            text = f"{name} recovers{by}: {listed(state.quality_name(event.who, what) for what in on)}."
        case _:
            assert_never(event)
    return Line(kind="sheet", text=text)
