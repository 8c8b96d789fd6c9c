"""What can be asked in a conflict. Those that build a Test share the blanks of `Built`."""

from __future__ import annotations

from moot.core import Command
from moot.games.swords_edge.conflict.side_commands import (
    Measure as Measure,
    SetRange as SetRange,
)


class NcAct(Command, tag="nc-act"):
    """An NC that holds Momentum acts on a PC, who has to react. `riposte` is never true: older logs say so."""

    pairing: str
    nc: str
    who: str
    riposte: bool = False
