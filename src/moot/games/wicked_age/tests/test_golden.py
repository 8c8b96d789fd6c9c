"""What two chapters, played once and kept, left behind."""

from __future__ import annotations

import pytest

from moot.games.wicked_age import GAME
from moot.table.logfile import fold, read
from moot.testing import golden_logs


@pytest.mark.rule("WA-RD-26", "WA-NEXT-04")
def test_what_the_chapters_left_behind():
    first, second = (fold(read(path)[1]).game_state for path in golden_logs(GAME))
    assert (first.chapter, first.phase, second.chapter, second.phase) == (1, "between", 2, "between")
    owed = [[(play.characters[one.character].name, one.struck) for one in play.owe] for play in (first, second)]
    assert owed == [
        [("Mekha", "advantage"), ("Bolu Ta", "")],
        [("Mekha", "advantage"), ("Bolu Ta", "chapter")],
    ]
