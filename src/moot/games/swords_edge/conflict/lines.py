"""The journal's lines of attacks and range."""

from __future__ import annotations

from moot.core import Line
from moot.games.swords_edge.conflict import events as e
from moot.games.swords_edge.makings import BANDS
from moot.games.swords_edge.state import State
from moot.games.swords_edge.trials.places import opponents


def line(state: State, event: e.ConflictEvent) -> Line | None:
    """How the journal says `event`, given the state after it."""
    match event:
        case e.RangeSet(pairing=pairing, band=band):
            text = f"{opponents(state, pairing)}: {BANDS[band].title.lower()} range."
        case e.Attacked(attack=attack):
            name = state.ncs[attack.nc].name if attack.nc in state.ncs else opponents(state, attack.pairing)
            text = f"{name} acts on {state.named(attack.who)}. TN {attack.target.tn}."
    return Line(kind="move", text=text)
