"""A chase, from its setting up to its end (GP-CHASE-01 to GP-CHASE-19)."""

from typing import Final

from moot.games.perilous.chase.acts import ACTS
from moot.games.perilous.chase.catching import CATCHING
from moot.games.perilous.chase.ends import ENDS
from moot.games.perilous.chase.setting import SETTING
from moot.games.perilous.chase.trouble import TROUBLES
from moot.games.perilous.chase.turns import TURNS
from moot.games.perilous.chase.view import headline, waiting

CHASE: Final = (ACTS, TURNS, CATCHING, TROUBLES, SETTING, ENDS)
"""The parts of a chase."""

__all__ = ["CHASE", "headline", "waiting"]
