"""The odds of a journey, held to values worked out by another program and to the engine itself."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from moot.core import outcomes
from moot.games.perilous.figures import PERIL_DICE, ROLES
from moot.games.perilous.harm import falls, steps
from moot.games.perilous.journey.camp import camp_eats
from moot.games.perilous.journey.odds import ahead, branches, eaten, endured, short, trouble
from moot.games.perilous.options import Options
from moot.games.perilous.route import Check, Passage, Stretch, Task
from moot.games.perilous.terms import Difficulty, RoleId
from moot.games.perilous.tests.people import skilled
from moot.games.perilous.tests.travelling import Road


def guided(*people, **options):
    """A table where the first rolls as Guide, the second as Survivalist, the third as Scout."""
    table = Road(*people, **options)
    tasks = {who.id: Task(role.id) for who, role in zip(people, ROLES.values(), strict=False)}
    return table.state, replace(table.journey, tasks=tasks)


FOUR = (
    skilled("orsel", "s3", threshold=7, navigation=(43, 2), toughness=(41, 1)),
    skilled("tamsin", "s4", threshold=7, survival=(52, 1), toughness=(41, 1)),
    skilled("fenn", "s5", threshold=7, stealth=(35, 1), toughness=(41, 1)),
    skilled("dov", "s6", threshold=7, toughness=(41, 1)),
)


@pytest.mark.rule("GP-WILD-06", "GP-WILD-14")
def test_provisions_over_three_stretches_with_camps():
    state, journey = guided(*FOUR)
    ground: tuple[tuple[int, Difficulty], ...] = ((6, "hard"), (12, "challenging"), (24, "standard"))
    way = [Stretch(id=str(days), name="", days=days, terrain=terrain) for days, terrain in ground]
    camps = len(way) * camp_eats(journey, 1)
    law = {amount + camps: chance for amount, chance in eaten(state, journey, way).items()}
    assert sum(amount * chance for amount, chance in law.items()) == Fraction(6294, 25)
    assert sum(chance for amount, chance in law.items() if amount <= 200) == Fraction(143577, 1000000)
    assert sum(chance for amount, chance in law.items() if amount <= 250) == Fraction(461223, 1000000)
    assert (max(law), law[max(law)]) == (348, Fraction(99123, 1000000))


@pytest.mark.rule("GP-WILD-08", "GP-WILD-10")
def test_encounters_of_a_medium_stretch():
    survivalist = skilled("tamsin", "s4", threshold=7, survival=(45, 1))
    state, journey = guided(FOUR[0], survivalist, FOUR[2])
    plain: dict[RoleId, Check] = {"guide": Check(effect=ROLES["guide"].outcomes["success"], outcome="success")}
    passage = Passage(begun=0, ready=True, checks=plain)
    stretch = Stretch(id="n", name="", days=10, threat="moderate", passage=passage)
    assert trouble(state, branches(state, journey, stretch)) == (Fraction(82200185, 161243136), Fraction(2173, 3456))


@pytest.mark.rule("GP-WILD-07", "GP-WILD-09")
@pytest.mark.parametrize(
    ("carried", "down", "fresh"),
    [
        ((), "90379153065064150230121/250000000000000000000000", "2679750487277645985603/62500000000000000000000"),
        (
            ("dov",), "397385566772854645469241801/2500000000000000000000000000",
            "103887064804632308515226833/625000000000000000000000000",
        ),
    ],
)
def test_peril_over_a_long_stretch_without_a_camp(carried, down, fresh):
    state, journey = guided(*FOUR)
    stretch = Stretch(id="n", name="", days=30, terrain="hard", carried=carried)
    law = endured(state, journey, branches(state, journey, stretch), state.people["dov"]).places
    assert (law[5], law[0]) == (Fraction(down), Fraction(fresh))
    assert sum(law) == 1


@pytest.mark.rule("GP-CORE-12")
@pytest.mark.parametrize("rule", ["meets", "exceeds"])
def test_a_throw_of_peril_falls_as_its_dice_do(rule):
    dice = PERIL_DICE.failure

    def throw(chance):
        points = sum(1 + chance.pick(dice.sides) for _ in range(dice.dice)) + dice.plus
        return steps(Options(threshold_rule=rule), 6, points)

    assert falls(Options(threshold_rule=rule), 6, dice) == outcomes(throw)


@pytest.mark.rule("GP-WILD-09", "GP-WILD-10")
def test_a_page_can_ask_what_the_next_stretch_may_bring():
    table = Road(*FOUR, provisions=25)
    table.draw(days=5, threat="high")
    table.draw("beyond", days=9, hidden=True)
    table.on("Gil", "set-out")
    table.take(orsel="guide", tamsin="survivalist", fenn="scout", dov="helps guide")
    mine, all_ = (ahead(table.state, table.journey, guide) for guide in (False, True))
    assert mine is not None
    assert all_ is not None
    assert [role.role for role in mine.roles] == ["guide", "survivalist", "scout"]
    assert [amount for amount, _ in mine.eats] == [20, 40]
    assert (mine.short, mine.trouble) == ("37\u00a0%", "")
    assert all_.trouble
    assert mine.short_of_all != all_.short_of_all
    assert {who.drops for who in mine.travellers}.isdisjoint({"0\u00a0%"})


@pytest.mark.rule("GP-WILD-06")
def test_that_the_stores_may_run_out_is_no_chance_once_they_have():
    table = Road(*FOUR, provisions=25)
    table.draw(days=5)
    table.draw("beyond", days=9)
    assert short(table.journey, {26: Fraction(1)}) == "100\u00a0%"
    table.on("Gil", "set-out")
    table.take(orsel="guide", tamsin="survivalist", fenn="scout", dov="helps guide")
    table.on("Gil", "be-off")
    table.roll("orsel", 9, 8)
    assert table.journey.short
    assert short(table.journey, {26: Fraction(1)}) == ""


def dovs(table):
    """Where Dov may stand at the end of the Stretch."""
    ways = branches(table.state, table.journey, table.stretch)
    return endured(table.state, table.journey, ways, table.state.people["dov"]).places


@pytest.mark.rule("GP-WILD-11")
def test_what_is_borne_already_is_no_chance_any_more():
    table = Road(*FOUR)
    table.away(days=10, threat="none")
    table.found((2, 3), (2, 3), (2, 3))
    before = dovs(table)
    table.roll("dov", 10, 1)
    after = dovs(table)
    assert 0 < after[5] < before[5]


@pytest.mark.rule("GP-WILD-11")
def test_once_all_is_borne_it_is_the_next_stretch_that_may_bring_something():
    table = Road(*FOUR)
    table.draw(days=4, threat="none")
    table.draw("the pass", days=10, land="mountains", threat="none")
    table.on("Gil", "set-out")
    table.take(orsel="guide", tamsin="survivalist", fenn="scout", dov="helps guide")
    table.on("Gil", "be-off")
    table.found((2, 3), (2, 3), (2, 3))
    for who in table.journey.travellers:
        table.roll(who, 2, 3)

    def likely() -> tuple[str, ...]:
        found = ahead(table.state, table.journey, guide=False)
        return (found.stretch, *(role.role for role in found.roles)) if found else ()

    assert likely() == ("the moor",)
    table.on("Gil", "threat")
    table.on("Gil", "quiet-road")
    assert likely() == ("the pass", "guide", "survivalist", "scout")
    table.on("Gil", "drop-stretch", stretch=table.journey.ahead[0].id)
    assert likely() == ()


@pytest.mark.rule("GP-WILD-05")
def test_figures_of_the_gms_people_stay_with_the_gm():
    table = Road(replace(FOUR[0], player=""), *FOUR[1:])
    table.draw()
    table.on("Gil", "set-out")
    table.take(orsel="guide")
    assert ahead(table.state, table.journey, guide=False) is None
    assert ahead(table.state, table.journey, guide=True) is not None
