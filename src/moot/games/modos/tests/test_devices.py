"""Things that do what a power does: potions, wands, grenades."""

from __future__ import annotations

import pytest

from moot.core import Choose
from moot.games.modos.conflict.rounds import running
from moot.games.modos.conflicts import Running
from moot.games.modos.magic.using import DeviceUsed
from moot.games.modos.person import Does, Gear
from moot.games.modos.terms import Where
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting


def draught(at: Where = "held", power: str = "cure-1", asks: int = 2, uses: int = 1) -> Gear:
    return Gear(id="draught", name="Healing draught", at=at, does=Does(power=power, asks=asks, uses=uses))


def fight(thing: Gear, **options: str) -> Sitting:
    """Ann's scout, hurt, with a thing; and an ogre who stands before her."""
    scout = person("scout", player="s3", gear=(thing,), damage={"P": 7})
    table = Sitting(scout, person("ogre", asking="never"), **options)
    table.fight(scout=19, ogre=4)
    return table


@pytest.mark.rule("MO-X112", "MO-E112", "MO-X215")
def test_a_potion_is_quaffed_by_two_actions_without_contest_or_cost_and_is_gone():
    table = fight(draught())
    table.does("scout", "use-device", thing="draught", targets=("scout",), faces=[5])
    scout = table.who("scout")
    assert (scout.hurt("P"), scout.hurt("MP"), scout.gear) == (2, 0, ())
    assert table.conflict.people["scout"].actions == 1


@pytest.mark.rule("MO-X215")
def test_a_potion_is_readied_first():
    table = fight(draught(at="stowed"))
    table.refuses("Ann", "use-device", "not-in-hand", "MO-X215", who="scout", thing="draught", targets=("scout",))
    table.does("scout", "handle", how="ready", thing="draught")
    table.does("scout", "use-device", thing="draught", targets=("scout",), faces=[5])
    assert running(table.state).whose == "ogre"


@pytest.mark.rule("MO-X323")
def test_the_mostly_dead_drink_nothing_by_themselves():
    table = fight(draught())
    table.put("scout", marks=(table.mark("mostly-dead"),))
    table.refuses("Ann", "use-device", "disabled", "MO-X323", who="scout", thing="draught", targets=("scout",))


@pytest.mark.rule("MO-X323", "MO-X112")
def test_nor_do_they_outside_a_conflict():
    table = Sitting(person("scout", player="s3", gear=(draught(),)), person("ogre"))
    table.put("scout", marks=(table.mark("mostly-dead"),))
    table.refuses("Ann", "use-device", "disabled", "MO-X323", who="scout", thing="draught", targets=("ogre",))


@pytest.mark.rule("MO-X112", "MO-404")
def test_a_wand_dispels_a_fog_in_which_nobody_is():
    table = fight(draught(power="dispel-3", asks=1, uses=0))
    table.have(running={"r": Running(id="r", row="fog-1", caster="ogre", stored=5)})
    table.does("scout", "use-device", thing="draught", on="r")
    assert not table.state.running


@pytest.mark.rule("MO-X112", "MO-E112", "MO-404", "MO-408")
@pytest.mark.parametrize(("power", "stored", "ends"), [
    ("armor-1", 5, True), ("armor-1", 6, False), ("hold-3", 1, True), ("hold-3", 2, False),
])
def test_a_wand_dispels_a_power_that_half_a_die_beats(power, stored, ends):
    """10 by half, -4 by the level of Dispel 3, and the penalty of the other power, which Armor 1 has none of."""
    table = fight(draught(power="dispel-3", asks=1, uses=0))
    table.refuses("Ann", "use-device", "nothing-lasts", "MO-404", who="scout", thing="draught")
    table.have(running={"r": Running(id="r", row=power, caster="ogre", stored=stored, pros={"ogre": 0})})
    table.does("scout", "use-device", thing="draught", on="r")
    assert ("r" not in table.state.running) == ends


@pytest.mark.rule("MO-X112", "MO-404")
def test_who_plants_a_thought_by_a_thing_says_which():
    table = fight(draught(power="telepathy-2", asks=1))
    table.does("scout", "use-device", thing="draught", targets=("ogre",), choice="flaw", words="I fear bridges")
    assert [mark.words for mark in table.who("ogre").marks] == ["flaw: I fear bridges"]


@pytest.mark.rule("MO-X112", "MO-409")
def test_a_flask_of_fire_is_thrown_at_a_thing():
    table = fight(draught(power="fire-1", asks=1))
    table.does("scout", "use-device", thing="draught", targets=("a-thing",), words="the bridge")
    assert "aims Fire 1 at a thing: the bridge. " in table.read["Ann"]
    assert table.who("scout").gear == ()


@pytest.mark.rule("MO-409", "MO-X112")
def test_no_perk_widens_what_a_thing_does_for_nothing():
    """Mass Destruction pays for each further target, and a thing costs nothing."""
    scout = person("scout", player="s3", MP=16, perks=("mass-destruction",), gear=(draught(power="fire-3", asks=1),))
    table = Sitting(scout, *(person(one, asking="never") for one in "abcde"))
    table.fight(scout=19, a=5, b=4, c=3, d=2, e=1)
    [offer] = table.offers("Ann", "use-device")
    [whom] = [field for field in offer.fields if isinstance(field, Choose) and field.name == "targets"]
    assert (whom.most, whom.hint) == (3, "")


@pytest.mark.rule("MO-X206", "MO-X215")
def test_what_takes_one_action_can_be_used_in_answer_to_a_deed():
    table = fight(draught(asks=1))
    table.does("scout", "end-turn")
    table.does("ogre", "attack", tool="natural", target="scout")
    table.does("scout", "use-device", thing="draught", targets=("scout",), faces=[3, 5])
    assert (table.who("scout").hurt("P"), table.conflict.people["scout"].actions) == (5, 2)
    table = fight(draught(asks=2))
    table.does("scout", "end-turn")
    table.does("ogre", "attack", tool="natural", target="scout")
    table.refuses("Ann", "use-device", "too-long", "MO-X206", who="scout", thing="draught", targets=("scout",))


@pytest.mark.rule("MO-E112")
def test_what_a_thing_throws_can_be_resisted():
    """A flask of fire: half a die and the difficulty of level 1 is 14."""
    table = fight(draught(power="fire-1", asks=1, uses=3))
    table.put("ogre", asking="always")
    table.does("scout", "use-device", thing="draught", targets=("ogre",))
    table.does("ogre", "resist", on="", faces=[15])
    assert table.who("ogre").hurt("P") == 0
    assert table.last(DeviceUsed).left == 2
    table.does("scout", "use-device", thing="draught", targets=("ogre",))
    table.does("ogre", "pass", faces=[6])
    assert table.who("ogre").hurt("P") == 6
    table.does("scout", "use-device", thing="draught", targets=("ogre",))
    table.does("ogre", "pass", faces=[1])
    assert (table.last(DeviceUsed).left, table.who("scout").gear) == (0, ())


@pytest.mark.rule("MO-X112")
def test_whoever_hinders_it_keeps_it_from_being_used():
    table = fight(draught(asks=1))
    table.put("ogre", asking="always")
    table.does("scout", "use-device", thing="draught", targets=("scout",))
    table.does("ogre", "hinder", words="knocks it away", pool="P", faces=[3, 12])
    assert (table.who("scout").hurt("P"), len(table.who("scout").gear)) == (7, 1)
    table.does("scout", "use-device", thing="draught", targets=("scout",), half=True)
    table.does("ogre", "hinder", words="knocks it away", pool="P", faces=[9, 5])
    assert (table.who("scout").hurt("P"), len(table.who("scout").gear)) == (2, 0)


@pytest.mark.rule("MO-E112")
def test_at_some_tables_a_thing_only_opens_the_power():
    table = fight(draught(), item_powers="always_cast")
    table.refuses("Ann", "use-device", "cast-alone", "MO-E112", who="scout", thing="draught", targets=("scout",))
    table.does("scout", "cast", power="cure-1", targets=("scout",), cost_half=True, faces=[12, 5])
    scout = table.who("scout")
    assert (scout.hurt("P"), scout.hurt("MP"), scout.gear) == (2, 5, ())


@pytest.mark.rule("MO-X112")
def test_the_guide_hands_out_potions():
    table = Sitting(person("scout", player="s3", damage={"P": 7}))
    table.do("Gil", "give-device", who="scout", name="Healing draught", power="cure-1", asks=2, uses=1)
    [thing] = table.who("scout").gear
    table.does("scout", "use-device", thing=thing.id, targets=("scout",), faces=[3])
    assert table.who("scout").hurt("P") == 4


@pytest.mark.rule("MO-X112", "MO-E112")
def test_a_potion_can_do_what_a_power_does_to_its_own_user():
    table = Sitting(person("scout", player="s3"))
    table.do("Gil", "give-device", who="scout", name="Draught of guises", power="alter-1", asks=2, uses=1)
    [thing] = table.who("scout").gear
    table.does("scout", "use-device", thing=thing.id)
    assert [(one.row, one.caster, one.pros) for one in table.state.running.values()] == [
        ("alter-1", "scout", {"scout": 0}),
    ]
    assert table.who("scout").gear == ()


@pytest.mark.rule("MO-X112")
def test_somebody_whom_players_do_not_know_uses_nothing_unless_shown():
    table = Sitting(person("shade", known=False, gear=(draught(),), damage={"P": 3}))
    assert not table.offers("Gil", "use-device")
    table.do("Gil", "show-person", who="shade")
    table.does("shade", "use-device", thing="draught", targets=("shade",), faces=[5])
    assert table.who("shade").hurt("P") == 0
