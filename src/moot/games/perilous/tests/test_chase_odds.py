"""Odds of a chase: exact, and the same as the rule itself gives."""

import re
import time
import tomllib
from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from moot.core import Match, outcomes
from moot.games.perilous.chase.catching import law
from moot.games.perilous.chase.odds import race, ways_on
from moot.games.perilous.chase.view import forecast
from moot.games.perilous.room import GAME
from moot.games.perilous.tests.chasing import Running
from moot.games.perilous.tests.people import person

EXAMPLES = Path(__file__).parent / "examples"
CHECKS = {row["id"]: row for row in tomllib.loads((EXAMPLES / "odds_check.toml").read_text())["check"]}


def exact(check, name):
    return Fraction(CHECKS[check][name]["exact"])


def two(takedown=50, defence=45, rounds=6, *, brawn=90, start="escapees"):
    """One against one on foot with Movement 7, who do not tire: `takedown` and `defence` are their chances."""
    def on_foot(name, agility, player=""):
        bonus = {"agility": 4 - agility // 10, "brawn": brawn // 10 - 3}
        return person(name, player=player, attributes={"agility": agility}, shifts=bonus)

    length = {3: "short", 6: "medium", 9: "long"}[rounds]
    return Running(
        on_foot("wen", defence, "s3"), on_foot("joss", takedown), length=length, head_start=start
    )


@pytest.mark.rule("GP-CHASE-11")
def test_one_takedown():
    table = two(55, 45)
    table.begin()
    wen, joss = table.chase.runners["wen"], table.chase.runners["joss"]
    ends = law(table.state.options, table.chase, joss, table.who("joss"), wen, table.who("wen"))
    assert [ends.out, ends.fended, ends.failed, ends.botched] == [
        exact("C3", name) for name in ("both_out", "fended", "minus1", "minus3")
    ]


@pytest.mark.rule("GP-CHASE-04", "GP-CHASE-05", "GP-CHASE-10")
@pytest.mark.parametrize(("rounds", "taken"), [(3, 0.206388361494), (6, 0.318816684544), (9, 0.391488381685)])
def test_one_against_one(rounds, taken):
    table = two(rounds=rounds)
    ends = race(table.state, table.chase, table.chase.runners["wen"], table.chase.runners["joss"])
    assert float(ends.taken) == pytest.approx(taken, abs=1e-12)
    assert ends.taken + ends.away == 1
    if rounds == 6:
        assert (ends.taken, ends.away) == (exact("C4", "taken_down"), exact("C4", "away"))


@pytest.mark.rule("GP-CHASE-03", "GP-CHASE-10", "GP-CHASE-11")
@pytest.mark.parametrize("modes", [("on-foot", "on-foot"), ("on-foot", "destrier"), ("sneaking", "destrier")])
def test_one_against_one_is_what_the_rule_gives_however_much_faster_one_is(modes):
    table = two(rounds=3, start="")
    wen, joss = (replace(table.chase.runners[who], mode=mode) for who, mode in zip(("wen", "joss"), modes, strict=True))
    ends = law(table.state.options, table.chase, joss, table.who("joss"), wen, table.who("wen"))
    gains = table.who("joss").movement(joss.mode) - table.who("wen").movement(wen.mode)
    ahead, taken = {0: Fraction(1)}, Fraction(0)
    for _ in range(3):
        after: defaultdict[int, Fraction] = defaultdict(Fraction)
        for (gap, share), mine, theirs in product(ahead.items(), range(1, 11), range(1, 11)):
            if (now := gap + mine - theirs - gains) > 0:
                after[now] += share / 100
                continue
            taken += share / 100 * ends.out
            for lost, chance in ((0, ends.fended), (1, ends.failed), (3, ends.botched)):
                after[lost] += share / 100 * chance
        ahead = after
    assert race(table.state, table.chase, wen, joss).taken == taken



@pytest.mark.rule("GP-CHASE-10", "GP-CHASE-11")
def test_who_is_far_past_is_in_reach_however_far():
    table = two(rounds=3)
    table.begin()
    wen, joss = table.chase.runners["wen"], table.chase.runners["joss"]
    once = law(table.state.options, table.chase, joss, table.who("joss"), wen, table.who("wen"))
    near, far = (race(table.state, table.chase, wen, replace(joss, value=value)) for value in (60, 600))
    assert near == far
    assert near.taken > once.out
    assert near.taken + near.away == 1


def tiring():
    wen = person(
        "wen", player="s3", attributes={"agility": 40, "brawn": 38}, ranks={"coordination": 1, "toughness": 1}
    )
    joss = person(
        "joss", attributes={"agility": 45, "brawn": 42, "willpower": 40}, ranks={"coordination": 1, "toughness": 1},
        shifts={"agility": 1},
    )
    return Running(wen, joss, length="long", head_start="escapees", row="alleyway")


@pytest.mark.rule("GP-CHASE-14", "GP-CHASE-15")
def test_nine_rounds_with_tiring():
    table = tiring()
    ends = race(table.state, table.chase, table.chase.runners["wen"], table.chase.runners["joss"])
    assert (ends.taken, ends.escapee_exhausted, ends.pursuer_exhausted, ends.away) == tuple(
        exact("C5", name) for name in ("taken_down", "escapee_exhausted", "pursuer_exhausted", "away_at_end")
    )


def test_the_gm_can_read_how_it_would_end():
    table = two()
    assert forecast(table.state, table.chase) == (
        "If both only run and Joss tries whenever it can be done: taken down 32\u00a0%, Wen exhausted 0\u00a0%, "
        "away 68\u00a0%. Nobody acts or spends a point, and no trouble comes."
    )
    assert table.board("Gil")[table.chase.id].secrets == (forecast(table.state, table.chase),)
    assert table.board("Ann")[table.chase.id].secrets == ()
    table.begin()
    table.run(4)
    assert forecast(table.state, table.chase) == ""


@pytest.mark.rule("GP-RD-07", "GP-CHASE-18")
def test_nobody_reads_how_it_would_end_where_another_could_drive_on():
    table = two()
    table.do("Ann", "set-mode", chase=table.chase.id, runner="wen", mode="wagon")
    assert forecast(table.state, table.chase)
    table.do("Gil", "board", chase=table.chase.id, who=table.npc("A carter"), runner="wen")
    assert forecast(table.state, table.chase) == ""


def test_a_page_need_not_wait_for_the_longest_chase():
    table = tiring()
    begun = time.process_time()
    race(table.state, table.chase, table.chase.runners["wen"], table.chase.runners["joss"])
    assert time.process_time() - begun < 0.5


def in_round_two(*, chance=45):
    """Joss is 5 behind Wen, who is about to roll."""
    table = two(chance, 45, start="")
    table.begin()
    table.turn(8)
    table.turn(3)
    table.press("complication", "wen", runner="wen", faces=[1])
    return table


@pytest.mark.rule("GP-CHASE-06", "GP-CHASE-10")
def test_who_is_in_reach_is_what_the_rule_gives():
    table = in_round_two()
    [way] = ways_on(table.state, table.chase, ["on-foot"], {"joss": 7})
    assert (way.low, way.high) == (table.values["wen"] + 8, table.values["wen"] + 17)

    def both_roll(chance):
        match = Match(GAME, table.state, chance=chance)
        match.press("Ann", "run", mode="on-foot")
        match.press("Ann", "hold")
        match.press("Gil", "run", mode="on-foot")
        [chase] = match.state.chases.values()
        return bool(chase.within_reach(chase.runners["joss"]))

    assert outcomes(both_roll)[True] == way.reach["joss"]


@pytest.mark.rule("GP-CHASE-11")
def test_a_takedown_ends_as_the_rule_gives():
    table = in_round_two(chance=7)
    table.turn(1)
    table.turn(10)
    assert table.phase == "reaching"
    table.press("catch", target="wen")
    chase = table.chase
    joss, wen = chase.runners["joss"], chase.runners["wen"]
    ends = law(table.state.options, chase, joss, table.who("joss"), wen, table.who("wen"))

    def tries(chance):
        match = Match(GAME, table.state, chance=chance)
        match.press("Gil", "take-down", row="", skill="coordination")
        match.press("Gil", "roll")
        if match.state.trials:
            match.press("Ann", "roll")
        [chase] = match.state.chases.values()
        return "out" if chase.over else chase.runners["joss"].value - joss.value

    assert outcomes(tries) == {"out": ends.out, 0: ends.fended, -1: ends.failed, -3: ends.botched}


def test_players_are_shown_no_chance_that_hangs_on_what_they_do_not_know():
    table = two()
    table.begin()
    assert all(way.reach == {} for way in ways_on(table.state, table.chase, ["on-foot"], {}))
    assert not re.search(r"\d", table.board("Ann")[table.chase.id].rows[1].words)


@cache
def laws(lowest):
    """The rest of a Round for two Pursuers at 50 against two Escapees at 45: nothing but what the rule says, each
    Pursuer naming the highest value in reach (or the lowest), always trying. Weights in ten thousandths a try."""
    table = two(50, 45, 3, start="")
    wen, joss = table.chase.runners["wen"], table.chase.runners["joss"]
    options = table.state.options
    ends = law(options, table.chase, joss, table.who("joss"), wen, table.who("wen"))
    shares = tuple(int(10000 * one) for one in (ends.out, ends.fended, ends.failed, ends.botched))
    return shares, min if lowest else max


def after_turn(weights, law, pick, at):
    """One Pursuer's turn: (values of Escapees, of Pursuers, how many are down) to weights, times 10 and 10,000."""
    found: dict[Any, int] = {}
    out, fended, failed, botched = law

    def add(state, weight):
        fled, after, down = state
        least = min(fled, default=0)
        fled, after = tuple(one - least for one in fled), tuple(None if one is None else one - least for one in after)
        if len(fled) == 2 and fled[0] > fled[1]:
            fled = fled[::-1]
        key = (fled, after, down)
        found[key] = found.get(key, 0) + weight

    for (fled, after, down), weight in weights.items():
        if after[at] is None or not fled:
            add((fled, after, down), weight * 100000)
            continue
        for die in range(1, 11):
            value = after[at] + die
            reach = [one for one in fled if one <= value]
            if not reach:
                add((fled, put(after, at, value), down), weight * 10000)
                continue
            named = pick(reach)
            left = [*fled]
            left.remove(named)
            add((tuple(left), put(after, at, None), down + 1), weight * out)
            for by, share in ((0, fended), (-1, failed), (-3, botched)):
                add((fled, put(after, at, named + by), down), weight * share)
    return found


def put(values, at, value):
    return (*values[:at], value, *values[at + 1:])


def two_on_two(lowest):
    law, pick = laws(lowest)
    weights, whole = {((0, 0), (0, 0), 0): 1}, 1
    for _ in range(3):
        moved: dict[Any, int] = {}
        for (fled, after, down), weight in weights.items():
            for dice in product(range(1, 11), repeat=len(fled)):
                new = tuple(sorted(one + die for one, die in zip(fled, dice, strict=True)))
                key = (new, after, down)
                moved[key] = moved.get(key, 0) + weight * 10 ** (2 - len(fled))
        weights, whole = moved, whole * 100
        for at in (0, 1):
            weights, whole = after_turn(weights, law, pick, at), whole * 100000
    counted = (sum(weight for (_, _, down), weight in weights.items() if down == number) for number in range(3))
    return [Fraction(one, whole) for one in counted]


@pytest.mark.slow
@pytest.mark.rule("GP-CHASE-10", "GP-CHASE-16")
def test_two_on_two():
    assert two_on_two(lowest=False) == [exact("C6", name) for name in ("none", "one", "both")]
    assert two_on_two(lowest=True)[2] == exact("C6", "both_if_lowest_named")
