"""Facts as plain text: one sentence, with one full stop."""

from __future__ import annotations

import pytest

from moot.core import Change, Fact


@pytest.mark.parametrize(("fact", "says"), [
    (Fact(kind="out", text="Wen is Slain!"), "Wen is Slain!"),
    (Fact(kind="fact", text="He signs."), "He signs."),
    (Fact(kind="hurt", text="Wen: Black Eye", note="One eye swells shut."), "Wen: Black Eye: One eye swells shut."),
    (Fact(kind="hurt", text="Wen falls", times=2, changes=(Change("bold", 8, 6),)), "Wen falls × 2: bold d8 to d6."),
])
def test_a_fact_ends_as_a_sentence_does(fact, says):
    assert str(fact) == says
