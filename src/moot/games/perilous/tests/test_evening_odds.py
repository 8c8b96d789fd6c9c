"""The odds of Corruption against values that were worked out beside this code."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from moot.games.perilous.options import Options
from moot.games.perilous.tests.corruption import courses, law, ranks, within
from moot.games.perilous.tests.people import person
from moot.kit.totals import worth

CHECKS = {
    row["id"]: row
    for row in msgspec.toml.decode((Path(__file__).parent / "examples" / "odds_check.toml").read_bytes())["check"]
}
HOUSE, OFFICIAL = Options(corruption_variant="house"), Options(corruption_variant="official")


def exact(check: str, what: str) -> Fraction:
    """A value that was worked out beside this code."""
    return Fraction(CHECKS[check][what]["exact"])


BOLD = person("wen", player="s3", attributes={"willpower": 38}, ranks={"resolve": 1}, order=6, chaos=6)


@pytest.mark.rule("GP-MAD-01", "GP-MAD-03")
def test_one_stress_and_one_fear_in_a_session():
    found = law(Options(), BOLD, ("stress", "fear"))
    assert worth(BOLD.peril_threshold) == 6
    assert sum(found.values()) == 1
    assert sum(gained * share for gained, share in found.items()) == exact("C11", "expected_corruption")
    assert found[0] == exact("C11", "none_at_all")


@pytest.mark.rule("GP-CORR-03", "GP-CORR-06")
@pytest.mark.parametrize("options", [HOUSE, OFFICIAL], ids=lambda options: options.corruption_variant)
def test_a_disorder_or_fate_within_five_such_sessions(options):
    variant = options.corruption_variant
    found = within(options, BOLD, law(options, BOLD, ("stress", "fear")), 5)
    assert found == (exact("C11", f"disorder_{variant}"), exact("C11", f"fate_{variant}"))


@pytest.mark.rule("GP-CORR-03", "GP-CORR-04", "GP-CORR-05")
@pytest.mark.parametrize(
    ("options", "corruption", "order", "chaos", "value"),
    [(HOUSE, 7, 2, 6, "seven"), (OFFICIAL, 7, 2, 6, "seven_official"), (HOUSE, 14, 0, 3, "fourteen_house"),
     (OFFICIAL, 14, 0, 3, "fourteen_official")],
)
def test_the_same_corruption_in_each_of_five_sessions(options, corruption, order, chaos, value):
    who = person("wen", player="s3", order=order, chaos=chaos)
    assert within(options, who, {corruption: Fraction(1)}, 5)[0] == exact("C12", value)


@pytest.mark.rule("GP-CORR-04", "GP-CORR-05")
def test_shares_add_up_to_the_whole():
    for corruption in range(26):
        for options in (HOUSE, OFFICIAL):
            assert sum(ranks(options, corruption).values()) == 1
    assert sum(courses(HOUSE, BOLD, {13: Fraction(1, 2), 0: Fraction(1, 2)}, 4).values()) == 1
