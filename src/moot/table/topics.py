"""Everything that can be asked of a table and happen at it, topic by topic, whatever game is played."""

from __future__ import annotations

from moot.core import Codec, Commands
from moot.table.emblems import EMBLEMS
from moot.table.house import HOUSE
from moot.table.kinds import phase
from moot.table.lending import LENDING
from moot.table.opening import DICE, OPENING
from moot.table.rules_here import RULES_HERE
from moot.table.safety import SAFETY
from moot.table.scenes import SCENES
from moot.table.seating import SEATING
from moot.table.state import TableState
from moot.table.talk import TALK
from moot.table.undo import UNDO

TOPICS = (OPENING, TALK, SCENES, SEATING, LENDING, HOUSE, RULES_HERE, SAFETY, EMBLEMS, UNDO, DICE)

TABLE_COMMANDS: Commands[TableState] = Commands(TOPICS, phase)
"""Every table command, in the order in which it is offered."""

TABLE_CODEC = Codec(event for topic in TOPICS for event in topic.events)
"""Reads and writes the table's own events."""
