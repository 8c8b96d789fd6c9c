"""A Test being built: what taps add up to, and the chances of every sum of them."""

from __future__ import annotations

from fractions import Fraction

from moot.kit.builder import Builder, Ends, Tap, reckonings, totals


def tap(blank: str, value: str, adds: int) -> Tap:
    return Tap(blank=blank, value=value, label=value.title(), says=str(adds), adds=adds)


SKILLS = (tap("skill", "climb", 4), tap("skill", "swim", 1))
HELP = (tap("help", "rope", 2), tap("more", "rope", 2), tap("more", "chalk", 1))
AIMS = (tap("aim", "wall", 0), tap("aim", "cliff", -5))


def d20(total: int, tn: int) -> Ends:
    """One die of twenty sides: made at the target number and above."""
    need = tn - total
    success = Fraction(min(max(21 - need, 0), 20), 20)
    ends = ("no", "Falls", 1 - success), ("yes", "Up", success)
    return Ends(f"{need} or more" if need <= 20 else "", success, ends)


def test_every_sum_of_taps_is_there_and_a_thing_that_two_blanks_take_counts_once():
    found = totals(3, (*SKILLS, *HELP, *AIMS), first="skill", apart=("aim",))
    begun = {3, 3 + 4, 3 + 1}
    assert found == {begin + more for begin in begun for more in (0, 2, 1, 3)}


def test_a_reckoning_for_each_total():
    low, high = reckonings({10, 4}, [15], d20)
    assert (low.at, low.says, low.needs, low.chance) == (4, "+4 against 15", "11 or more", "50\u00a0%")
    assert (high.at, high.chance) == (10, "80\u00a0%")
    assert [(share.mark, share.start, share.width) for share in high.shares] == [("no", 0, 20), ("yes", 20, 80)]


def test_a_harder_aim_counts_as_a_smaller_total():
    assert [(row.at, row.says, row.needs) for row in reckonings({4}, [15, 18], d20)] == [
        (1, "", "14 or more"),
        (4, "", "11 or more"),
    ]


def test_no_dice_are_enough():
    (row,) = reckonings({4}, [40], d20)
    assert (row.needs, row.chance) == ("", "0\u00a0%")


def test_a_builder_begins_with_what_adds_most_in_its_first_blank():
    made = Builder(key="k", do="climb", title="Climb", urgent=False, given=3, first="skill", taps=(*SKILLS, *HELP))
    assert (made.best, made.start) == ("climb", 7)
    plain = Builder(key="k", do="climb", title="Climb", urgent=False, given=3, taps=HELP)
    assert (plain.best, plain.start) == ("", 3)
