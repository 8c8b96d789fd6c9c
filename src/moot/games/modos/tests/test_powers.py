"""Every power of the lists, cast at somebody in a little conflict: what its row says shows, and its half."""

from __future__ import annotations

import pytest

from moot.games.modos.catalog import HOUSE_POWERS, POWERS
from moot.games.modos.conflicts import Chain, Running
from moot.games.modos.effects import Add, Mend
from moot.games.modos.magic.taking import NotTaken
from moot.games.modos.rows import Power
from moot.games.modos.state import State
from moot.games.modos.terms import Pool
from moot.games.modos.tests.people import DARK, person
from moot.games.modos.tests.showing import shows
from moot.games.modos.tests.table import Sitting

ALL: list[Power] = [*POWERS.values(), *HOUSE_POWERS.values()]
WAYS = [(row, pick) for row in ALL for pick in row.picks or ("",)]
NAMES = [f"{row.id} {pick}".strip() for row, pick in WAYS]
RESISTED = [
    (row, pick) for row, pick in WAYS
    if row.half != "none" and (row.target != "self" or row.reaches) and pick != "object"
]

CHOICES = {
    "exit-4": "defensive", "exit-5": "defensive", "telepathy-2": "flaw", "curse-2": "M", "temper-2 weapon": "dagger",
    "temper-2 armor": "mail",
}
"""What else is chosen with a power, or with one of its ways."""


def scene(row: Power, pick: str, *, resisted: bool = False) -> Sitting:
    """The mage acts first, then the target, who is hurt in every pool, then a pal. It is dark."""
    wounded: dict[Pool, int] = {"P": 9, "M": 9, "MP": 9}
    mage = person(
        "mage", player="s3", MP=20, level=5, points={f"magic:{row.id}": 1}, perks=(("bonus-action", "magic"), "mana"),
        damage={"P": 5, "MP": 8},
    )
    foe = person(
        "foe", kinds=("undead", "object"), M=20, P=20, MP=20, damage=wounded, gear=("dagger", "mail"),
        perks=("small-size",) if pick == "large" else ("large-size",),
    )
    table = Sitting(mage, foe, person("pal", player="s4", asking="never"), house_powers="true")
    table.fight(mage=20, foe=6, pal=2)
    table.have(around={"dark": DARK})
    if row.id == "cure-5" and not resisted:
        table.put("foe", marks=(table.mark("dead" if pick == "raise" else "mostly-dead"),))
    if row.id == "dispel-3":
        fear = Running(id="n90", row="fear-1", caster="foe", stored=1, pros={"pal": 0})
        table.have(running={"n90": fear})
    return table


def aim(table: Sitting, row: Power, pick: str, *, resisted: bool) -> None:
    """The mage does its last action, at the foe, who lets it happen or resists with a Pro; dice by half."""
    choice = CHOICES.get(f"{row.id} {pick}".strip(), "")
    begun = Chain(
        kind="cast", pool="MP", skill=f"magic:{row.id}", total=10, terms=(), stage=row.level - 1,
        on="n90" if row.id == "dispel-3" else "",
    )
    table.state = table.state.with_entry("mage", chain=begun if row.level > 1 else None)
    last: dict[str, object] = {"pick": pick} if pick and row.id != "temper-2" else {}
    last |= {"choice": choice} if choice else {}
    if (row.target != "self" or row.reaches) and row.id != "summon-5" and pick != "object":
        last["targets"] = ("foe",)
    offer = next(one for one in table.offers("Ann", "cast"))
    halves = {name: True for name in ("cost_half", "hurt_half") if name in {field.name for field in offer.fields}}
    table.does("mage", "cast", power=row.id, half=True, **halves, **last)
    if resisted:
        pools = {"pools": ("M",)} if row.half == "any" else {}
        [offer] = table.offers("Gil", "resist")
        guard = {name: True for name in ("guard_half",) if name in {field.name for field in offer.fields}}
        table.does("foe", "resist", on="", faces=[20], **pools, **guard)
    table.let_be()


@pytest.mark.rule("MO-404", "MO-X402", "MO-400", "MO-E55", "MO-E56")
@pytest.mark.parametrize(("row", "pick"), WAYS, ids=NAMES)
def test_what_a_row_says_shows_when_the_power_takes_hold(row, pick):
    table = scene(row, pick)
    before, target = table.state, "foe" if row.target != "self" or row.reaches else "mage"
    aim(table, row, pick, resisted=False)
    check(table, before, row, pick, target, "full", spent=0)


@pytest.mark.rule("MO-405", "MO-X414", "MO-E13", "MO-E14", "MO-E38", "MO-E39", "MO-E53")
@pytest.mark.parametrize(("row", "pick"), RESISTED, ids=[f"{row.id} {pick}".strip() for row, pick in RESISTED])
def test_after_one_pro_the_half_of_it_shows_and_nothing_else(row, pick):
    table = scene(row, pick, resisted=True)
    before = table.state
    aim(table, row, pick, resisted=True)
    stage = row.stage(1)
    if stage == "over":
        assert table.last(NotTaken).who == "foe"
        assert not table.state.running
    check(table, before, row, pick, "foe", stage, spent=1)


def check(table: Sitting, before: State, row: Power, pick: str, target: str, stage: str, *, spent: int) -> None:
    choice = CHOICES.get(f"{row.id} {pick}".strip(), "")
    if any("last-action" in str(each) for effect in row.effects for each in effect.when):
        table.state = table.state.with_entry("foe", actions=1, resisted=())
    for running in table.state.running.values():
        for effect in row.effects:
            if isinstance(effect, Add) and effect.guide:
                table.do("Gil", "weigh-power", power=running.id, title=row.title, worth=effect.guide[0])
    for effect in row.effects:
        if effect.pick not in ("", pick) or (isinstance(effect, Mend) and effect.amount == "dealt" and stage == "over"):
            continue
        if effect.on == ("keep",):
            continue
        wanted = stage != "over" and effect.at in ("both", stage) and not (spent and effect.answer == "M")
        wanted = wanted or (effect.who == "caster" and effect.on == ("standing",))
        assert shows(table, before, row, effect, target, choice, spent) == wanted, f"{effect}"
