"""Names that tell people and things apart."""

from __future__ import annotations

import pytest

from moot.kit.notebook.names import untaken


@pytest.mark.parametrize(
    ("taken", "made"),
    [((), "Spear"), (("Axe",), "Spear"), (("spear",), "Spear 2"), (("Spear", " SPEAR  2"), "Spear 3")],
)
def test_a_name_gets_the_first_number_that_tells_it_from_those_taken(taken, made):
    assert untaken("Spear", taken) == made
