"""Every command of a conflict, what is urgent first."""

from __future__ import annotations

from typing import Any, Final

from moot.core import Verb
from moot.games.swords_edge.conflict import (
    acting,
    answering,
    criticals,
    defending,
    dooms,
    joining,
    momentum,
    opposing,
    parting,
    powers,
    pressing,
    ranging,
    riposting,
    rolling,
    rounds,
    seizing,
    sharing,
)
from moot.games.swords_edge.state import State

VERBS: Final[tuple[Verb[State, Any], ...]] = (
    *rolling.VERBS,
    *dooms.VERBS,
    *criticals.VERBS,
    *defending.VERBS,
    *riposting.VERBS,
    *momentum.VERBS,
    *joining.VERBS,
    *acting.VERBS,
    *seizing.VERBS,
    *answering.VERBS,
    *powers.VERBS,
    *opposing.VERBS,
    *sharing.VERBS,
    *rounds.VERBS,
    *pressing.VERBS,
    *ranging.VERBS,
    *parting.VERBS,
)
