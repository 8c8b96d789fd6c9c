"""What the pages are given ready: chances for every sum that can be tapped."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

import pytest
from hypothesis import given, strategies as st

from moot.core import Choose
from moot.games.swords_edge.character import Doom
from moot.games.swords_edge.tests.sitting import duel, strike
from moot.games.swords_edge.trials.kinds import KINDS
from moot.games.swords_edge.view.builder import ends
from moot.kit import builder

MODIFIERS, TNS = st.integers(-12, 20), st.integers(-4, 51)


def reckonings(kind, totals, tns, occasion="scene"):
    return builder.reckonings(totals, tns, partial(ends, KINDS[kind], None, occasion))


@given(total=MODIFIERS, tn=TNS, kind=st.sampled_from(["momentum", "seize", "act", "defence", "answer", "recovery"]))
def test_the_bar_is_full_and_without_gaps(total, tn, kind):
    (row,) = reckonings(kind, [total], [tn])
    end = 0.0
    for share in row.shares:
        assert share.start == pytest.approx(end)
        assert share.width > 0
        end += share.width
    assert end == pytest.approx(100)


@pytest.mark.rule("SE-STR-02", "SE-CRIT-01", "SE-CRIT-03")
@pytest.mark.parametrize(
    ("kind", "total", "tn", "needs", "chance"),
    [
        ("act", 8, 15, "7 or more", Fraction(85, 100)),  # 1 - (1 + 2 + 3 + 4 + 5) / 100
        ("act", 30, 15, "anything but two ones", Fraction(99, 100)),
        ("act", 0, 40, "two tens", Fraction(1, 100)),
        ("act", 0, 20, "two tens", Fraction(1, 100)),
    ],
)
def test_what_the_dice_must_show(kind, total, tn, needs, chance):
    (row,) = reckonings(kind, [total], [tn])
    assert row.needs == needs
    assert row.chance == f"{int(chance * 100)}\u00a0%"


@pytest.mark.rule("SE-MOM-09")
def test_in_momentum_the_extremes_decide_nothing():
    assert reckonings("momentum", [30], [15])[0].needs == "anything"
    assert reckonings("momentum", [0], [40])[0].chance == "0\u00a0%"


@pytest.mark.rule("SE-LOS-01", "SE-DMG-02")
def test_every_end_is_named_with_what_it_does():
    (row,) = reckonings("act", [14], [7])
    assert [(share.says, share.percent) for share in row.shares] == [
        ("Misses", "1\u00a0%"),
        ("Good, 2 Stress", "14\u00a0%"),  # the dice show 3 to 6: 2 + 3 + 4 + 5 ways of 100
        ("Great, 3 Stress", "57\u00a0%"),  # 7 to 13
        ("Exceptional, 4 Stress", "28\u00a0%"),  # 14 and more
    ]


def test_a_row_for_every_sum_and_a_harder_aim_counts_as_a_smaller_one():
    rows = reckonings("act", {4, 6}, [7, 7])
    assert [(row.at, row.says) for row in rows] == [(4, "+4 against 7"), (6, "+6 against 7")]
    rows = reckonings("act", {4}, [7, 9])
    assert [(row.at, row.needs, row.says) for row in rows] == [(2, "5 or more", ""), (4, "3 or more", "")]


@pytest.mark.rule("SE-LOS-04", "SE-TRAP-15")
@pytest.mark.parametrize(("faces", "great"), [((1, 2), "Held, free Seize"), ((1, 1), "Held, +2")])
def test_what_a_defence_would_earn_hangs_on_how_momentum_was_lost(faces, great):
    table = duel()
    table.test("Dara", "roll-momentum", trait="physique", faces=faces)
    table.learn("Dara")
    table.do("Gil", "tune", nc=table.id("Guard"), what="rank", rank="weak")
    strike(table)
    shares = {share.mark: share.says for row in table.bench("Dara", "defend").rows for share in row.shares}
    assert shares["made great"] == great


@pytest.mark.rule("SE-SEIZE-06")
def test_how_far_an_answer_passes_its_tn_is_no_level():
    (row,) = reckonings("answer", [10], [12])
    assert [share.says for share in row.shares] == ["They Seize it", "Held"]


@pytest.mark.rule("SE-REC-01", "SE-REC-03", "SE-TRAP-04")
def test_a_recovery_says_how_much_heals_by_the_occasion():
    for occasion, good in (("scene", "Good, 1 Penalty Rank heals"), ("day", "Good, 2 Penalty Ranks heal")):
        (row,) = reckonings("recovery", [12], [17], occasion=occasion)
        assert good in [share.says for share in row.shares]


@pytest.mark.rule("SE-LUCK-04", "SE-TRAP-10")
@pytest.mark.parametrize(
    ("faces", "hints"),
    [
        ((8, 7), ["10: made, Average", "9 or more: made, Average"]),  # Dara adds 2, and must reach 19
        ((9, 2), ["Alone it changes nothing", "8 or more: made, Average"]),
        ((3, 2), ["Alone it changes nothing", "Alone it changes nothing"]),
    ],
)
def test_a_die_thrown_again_says_what_it_must_show(faces, hints):
    table = duel()
    table.purse("Ann", 1)
    test = table.test("Dara", "roll-momentum", trait="physique", faces=faces, wait=True)
    (offer,) = table.offers("Ann", "reroll")
    (die,) = offer.fields
    assert isinstance(die, Choose)
    assert (test.total - sum(faces), test.target.tn) == (2, 19)
    assert [choice.hint for choice in die.choices] == hints


@pytest.mark.rule("SE-DOOM-04")
@pytest.mark.parametrize(("advancements", "spare"), [(0, "would avert it; none is left"), (1, "averts it")])
def test_a_doom_says_why_it_came_and_whether_it_can_be_averted(advancements, spare):
    table = duel()
    table.advance("Dara", advancements)
    table.change("Dara", doom=Doom("cunning", legendary=False))
    ask = table.asked("Ann")
    assert ask.title == "A Doom hangs over Dara"
    assert ask.text is not None
    assert "Cunning can take no more" in ask.text
    assert spare in ask.text
    assert "Doom" not in table.asked("Gil").title
