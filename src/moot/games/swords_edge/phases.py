"""Where a table stands, and the sets of phases in which commands exist."""

from __future__ import annotations

from typing import Final

BETWEEN_SCENES: Final = frozenset({"between", "session"})
"""While no scene is played."""

SESSION: Final = frozenset({"session"})
"""While a session runs, and no scene is played."""

SCENE: Final = frozenset({"scene"})
"""While a scene is played (SE-TERM-03)."""

RUNNING: Final = frozenset({"session", "scene"})
"""While a session runs (SE-TERM-01)."""

ALWAYS: Final = frozenset({"between", "session", "scene"})
"""Between sessions too."""
