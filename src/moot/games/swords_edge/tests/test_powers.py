"""SFX with rules of their own: components, the struggle, failing, casting time, Fetishes (part 17)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from moot.core import Refused
from moot.games.swords_edge.character import Lesson, Penalty
from moot.games.swords_edge.figures import SFX
from moot.games.swords_edge.pairings import Sfx
from moot.games.swords_edge.powers import heads, power_action, power_momentum
from moot.games.swords_edge.room import GAME
from moot.games.swords_edge.tests.sitting import Sitting, open_up, strike
from moot.games.swords_edge.view.power_builder import Casting

MAGE = {
    "cunning": "great",
    "concept": [("Mage", "great")],
    "background": [("Academic", "good")],
    "faculty": [("Arcane Knowledge", "good", "cunning")],
    "element": [
        ("Bolt of Fire", "basic", "cunning"),
        ("Ancient Tongues", "good", "cunning"),
        ("Staff", "good", "physique"),
    ],
    "sfx": ("Bolt of Fire",),
}
PLAIN = {
    "intent": "Burn it",
    "reach": "basic",
    "duration": "basic",
    "area": "basic",
    "energy": "basic",
    "resists": "physique",
}


def mage(*, fetish: bool = False, **options: Any) -> Sitting:
    """Ann's Myr, a mage without Luck, in a scene of a table that has the SFX procedure."""
    table = Sitting("Ann", sfx="qualities", **options)
    sheet = dict(MAGE)
    if fetish:
        sheet |= {"fetish": [("Burnt Hand", "basic", "cunning")], "bound": "n1et0"}
    table.pc("Ann", "Myr", **sheet)
    table.play()
    table.purse("Ann", 0)
    return table


def cast(table: Sitting, **components: Any) -> None:
    """Myr calls on the Bolt of Fire."""
    fields = {f.name for offer in table.offers("Ann", "cast") for f in offer.fields}
    targets = components.pop("targets", None)
    wish = {**PLAIN, **components}
    if "targets" in fields:
        wish["targets"] = [table.id(name) for name in targets or ()]
    if all(table.npc(name).type == "minion" for name in targets or ()):
        del wish["resists"]
    table.do("Ann", "cast", who=table.id("Myr"), quality=table.quality("Myr", "Bolt of Fire"), **wish)


def offered_power(table: Sitting) -> Casting:
    """The table of components that Ann sees when she opens the Bolt of Fire."""
    (offer,) = table.offers("Ann", "cast")
    casting = table.opened("Ann", offer.key).casting
    assert casting is not None
    return casting


def momentum(table: Sitting, faces: tuple[int, int]) -> Any:
    """Myr's Momentum over the power."""
    return table.test("Myr", "roll-momentum", trait="cunning", faces=faces)


@pytest.mark.rule("SE-SFX-03", "SE-TRAP-02")
def test_the_component_table_as_it_is_printed():
    assert [row.rank for row in SFX.values()] == [
        "basic",
        "average",
        "good",
        "great",
        "exceptional",
        "legendary",
        "mythic",
    ]
    assert [row.mod for row in SFX.values()] == [row.rounds for row in SFX.values()] == [0, 1, 2, 3, 4, 5, 6]
    assert [row.people for row in SFX.values()] == [1, 5, 10, 100, 500, 1000, 10_000]


@pytest.mark.rule("SE-SFX-03", "SE-RD-50")
def test_a_head_count_takes_the_first_row_that_holds_it_and_there_is_a_last_row():
    assert [heads(count) for count in (1, 2, 5, 6, 100, 10_000)] == [
        "basic",
        "average",
        "average",
        "good",
        "great",
        "mythic",
    ]
    with pytest.raises(Refused) as caught:
        heads(10_001)
    assert (caught.value.code, caught.value.rule) == ("too-many-heads", "SE-RD-50")


@pytest.mark.rule("SE-SFX-04", "SE-SFX-05", "SE-TRAP-02")
def test_the_tns_of_a_power():
    table = mage()
    sfx = Sfx(quality="", intent="", reach="good", duration="average", area="good", energy="great")
    assert power_momentum(table.state, sfx).tn == 17 + 3
    assert power_action(table.state, sfx).tn == 23 + 2 + 1 + 2


@pytest.mark.rule("SE-SFX-06", "SE-ERR-12", "SE-RD-42")
def test_an_average_targets_trait_adds_nothing():
    table = mage()
    goon = table.nc("Goon", type="regular", charisma="average", concept=("Goon", "good"))
    sfx = Sfx(
        quality="",
        intent="",
        reach="good",
        duration="average",
        area="basic",
        energy="average",
        targets=(goon,),
        resists="charisma",
    )
    assert power_action(table.state, sfx).tn == 19


@pytest.mark.rule("SE-SFX-06", "SE-RD-42")
def test_minions_add_nothing_the_strongest_alone_adds_and_nothing_of_it_is_spent():
    table = mage()
    table.nc("Minion", concept=("Thug", "good"))
    table.nc("Guard", type="regular", physique="good", concept=("Guard", "good"))
    table.nc(
        "Ogre", type="hero", physique="great", concept=("Ogre", "great"), elements=[("Thick Hide", "good", "physique")]
    )
    cast(table, targets=["Minion", "Guard", "Ogre"])
    pairing = table.pairing("Myr")
    assert pairing.sfx is not None
    assert (power_momentum(table.state, pairing.sfx).tn, power_action(table.state, pairing.sfx).tn) == (12 + 4, 12 + 4)
    hide = table.npc("Ogre").elements[0].id
    table.do("Gil", "weigh", pairing=pairing.id, concept=True, element=hide)
    weighed = table.pairing("Myr").sfx
    assert weighed is not None
    assert (power_momentum(table.state, weighed).tn, power_action(table.state, weighed).tn) == (
        12 + 4 + 2,
        12 + 4 + 2 + 4,
    )
    momentum(table, (8, 9))
    assert table.npc("Ogre").spent == ()


@pytest.mark.rule("SE-RD-42", "SE-TRAP-16", "SE-SFX-02")
def test_a_powers_tests_use_its_trait_and_at_basic_it_is_a_minus_two():
    table = mage()
    cast(table)
    assert {offer.fixed["trait"] for offer in table.offers("Ann", "roll-momentum")} == {"cunning"}
    momentum(table, (5, 4))
    test = table.test("Myr", "act", trait="cunning", qualities=["Mage"], faces=(6, 5)).test
    assert {part.label: part.worth for part in test.parts} == {"Cunning": 4, "Bolt of Fire": -2, "Mage": 4}
    assert table.state.acts(table.id("Myr")) == 1


@pytest.mark.rule("SE-SFX-09", "SE-RD-42")
def test_a_success_is_stress_by_level_to_each_target_and_the_power_is_done():
    table = mage()
    table.nc("One", concept=("Thug", "good"))
    table.nc("Two", type="regular", physique="average")
    cast(table, targets=["One", "Two"])
    momentum(table, (5, 4))
    settled = table.test("Myr", "act", trait="cunning", qualities=["Mage", "Academic"], faces=(6, 5))
    assert settled.level == "good"
    assert table.npc("One").out
    assert table.npc("Two").stress == 2
    assert not table.state.pairings


@pytest.mark.rule("SE-SFX-08", "SE-RD-16", "SE-TRAP-11")
def test_each_failed_test_is_a_rank_on_the_quality_and_one_on_the_trait():
    table = mage()
    cast(table)
    momentum(table, (1, 2))
    assert table.stand("Myr").momentum == "defender"
    marks = [(p.on, p.source) for p in table.who("Myr").penalties]
    assert marks == [(table.quality("Myr", "Bolt of Fire"), "sfx"), ("cunning", "sfx")]
    table = mage()
    cast(table, energy="mythic", reach="mythic")
    momentum(table, (10, 9))
    if table.stand("Myr").momentum == "attacker":
        table.test("Myr", "act", trait="cunning", faces=(2, 3))
        assert len(table.who("Myr").penalties) == 2
        assert table.state.pairings


@pytest.mark.rule("SE-SFX-08")
def test_at_weak_a_power_cannot_be_used():
    table = mage()
    bolt = table.quality("Myr", "Bolt of Fire")
    table.change("Myr", penalties=(Penalty(1, bolt, "sfx", 1), Penalty(2, bolt, "sfx", 1)))
    assert not table.offers("Ann", "cast")


@pytest.mark.rule("SE-DOOM-01", "SE-SFX-08")
def test_a_trait_that_sinks_below_weak_by_a_failed_power_is_a_doom():
    table = mage()
    table.change("Myr", penalties=tuple(Penalty(n, "cunning", "stress", 0) for n in range(1, 6)))
    cast(table)
    momentum(table, (1, 2))
    assert table.who("Myr").doom is not None


@pytest.mark.rule("SE-SFX-07", "SE-RD-17")
def test_a_power_out_of_hand_attacks_and_a_failed_defence_loses_it():
    table = mage()
    cast(table, energy="great")
    momentum(table, (1, 2))
    strained = len(table.who("Myr").penalties)
    pairing = table.pairing("Myr")
    table.do("Gil", "nc-act", pairing=pairing.id, nc=pairing.id, who=table.id("Myr"), riposte=False)
    attack = next(iter(table.state.attacks.values()))
    assert attack.target.tn == 23
    settled = table.test("Myr", "defend", attack=attack.id, trait="cunning", faces=(6, 5))
    assert settled.level == "good"
    assert len(table.who("Myr").penalties) == strained + 2
    assert not table.state.pairings


@pytest.mark.rule("SE-SFX-07")
def test_a_power_out_of_hand_may_be_given_up_or_seized():
    table = mage()
    cast(table)
    momentum(table, (1, 2))
    table.test("Myr", "seize", trait="cunning", qualities=["Mage"], faces=(6, 5))
    assert table.stand("Myr").momentum == "attacker"
    table = mage()
    cast(table)
    momentum(table, (1, 2))
    table.do("Ann", "give-up", pairing=table.pairing("Myr").id)
    assert not table.state.pairings
    assert not table.offers("Gil", "nc-act")


@pytest.mark.rule("SE-RD-17", "SE-SEIZE-06")
def test_a_failed_seize_strains_hurts_and_loses_the_power():
    table = mage()
    cast(table, energy="good")
    momentum(table, (1, 2))
    before = len(table.who("Myr").penalties)
    table.test("Myr", "seize", trait="cunning", faces=(2, 1))
    # TN 17 against 5 is Good: two of Stress, besides one on the Quality and one on the Trait.
    assert len(table.who("Myr").penalties) == before + 2 + 2
    assert not table.state.pairings


@pytest.mark.rule("SE-SFX-07", "SE-RD-17")
def test_failing_any_other_test_as_a_defender_loses_the_power():
    table = mage()
    table.nc("Guard", type="regular", rank="good", physique="good", concept=("Guard", "good"))
    table.face("Myr", "Guard")
    table.test("Myr", "roll-momentum", trait="physique", faces=(1, 2))
    cast(table)
    attack = _strike(table)
    table.test("Myr", "defend", attack=attack, trait="physique", faces=(2, 3))
    assert all(pairing.sfx is None for pairing in table.state.pairings.values())


def _strike(table: Sitting) -> str:
    pairing = next(p for p in table.state.pairings.values() if p.sfx is None)
    table.do("Gil", "nc-act", pairing=pairing.id, nc=table.id("Guard"), who=table.id("Myr"), riposte=False)
    return next(iter(table.state.attacks))


@pytest.mark.rule("SE-RD-42")
def test_those_who_hold_momentum_over_the_caster_still_act():
    table = mage()
    table.nc("Guard", type="regular", rank="good", physique="good")
    table.face("Myr", "Guard")
    table.test("Myr", "roll-momentum", trait="physique", faces=(1, 2))
    cast(table)
    assert table.offers("Gil", "nc-act")
    table.refuses("Ann", "cast", "power-running", "SE-RD-42", who=table.id("Myr"), quality="x", **PLAIN)


@pytest.mark.rule("SE-SFX-10")
def test_casting_time_is_the_sum_of_the_components_and_momentum_is_lost_meanwhile():
    table = mage(casting_time="on")
    cast(table, reach="good", energy="average")
    pairing = table.pairing("Myr")
    assert pairing.sfx is not None
    assert pairing.sfx.left == 3
    assert "3 rounds still to prepare" in table.board("Ann")[pairing.id].rows[-1].words
    assert not table.offers("Ann", "roll-momentum")
    table.nc("Guard", type="regular", rank="weak", physique="basic")
    table.face("Myr", "Guard")
    settled = table.test("Myr", "roll-momentum", trait="physique", faces=(8, 9), pairing=table.pairing("Myr").id)
    assert settled.success
    assert table.stand("Myr").momentum == "defender"
    for _ in range(3):
        table.do("Gil", "next-round")
    power = next(p for p in table.state.pairings.values() if p.sfx is not None)
    assert power.sfx is not None
    assert power.sfx.left == 0
    table.test("Myr", "roll-momentum", trait="cunning", pairing=power.id, faces=(8, 9))
    assert table.state.pairings[power.id].stands[table.id("Myr")].momentum == "attacker"
    assert table.board("Ann")[power.id].rows[-1].words.endswith("In hand: the Action makes it happen.")


@pytest.mark.rule("SE-SFX-10")
def test_losing_a_test_as_a_defender_loses_the_prepared_spell():
    table = mage(casting_time="on")
    cast(table, reach="good")
    table.nc("Guard", type="regular", rank="weak", physique="basic")
    table.face("Myr", "Guard")
    table.test("Myr", "roll-momentum", trait="physique", faces=(8, 9), pairing=table.pairing("Myr").id)
    strike(table, "Guard", "Myr")
    open_up(table, "Myr", faces=(4, 5))
    assert all(pairing.sfx is None for pairing in table.state.pairings.values())


@pytest.mark.rule("SE-SFX-11", "SE-EX-33", "SE-WEAK-01")
def test_a_fetish_counts_in_every_test_with_its_trait_without_luck_and_in_no_other():
    table = mage(fetish=True, fetishes="on")
    table.nc("Guard", rank="weak")
    table.face("Myr", "Guard")
    test = table.test("Myr", "roll-momentum", trait="cunning", faces=(5, 6)).test
    assert {part.label: part.worth for part in test.parts} == {"Cunning": 4, "Burnt Hand": -2}
    assert table.state.luck[table.seats["Ann"].id] == 0
    table = mage(fetish=True, fetishes="on")
    table.nc("Guard", rank="weak")
    table.face("Myr", "Guard")
    assert {p.label for p in table.test("Myr", "roll-momentum", trait="charisma", faces=(5, 6)).test.parts} == {
        "Charisma"
    }


@pytest.mark.rule("SE-SFX-11", "SE-RD-44")
def test_a_fetish_raised_to_average_takes_the_power_with_it():
    table = mage(fetish=True, fetishes="on")
    assert table.offers("Ann", "cast")
    table.advance("Myr")
    table.do("Ann", "grow", who=table.id("Myr"), what=table.quality("Myr", "Burnt Hand"))
    assert not table.offers("Ann", "cast")
    lost = {"who": table.id("Myr"), "what": table.quality("Myr", "Bolt of Fire")}
    table.do("Gil", "lose-item", **lost, name="A borrowed wand")
    assert not table.offers("Ann", "cast"), "what stands in for a power brings no more than was lost"


@pytest.mark.rule("SE-RD-38", "SE-RD-44")
def test_a_failure_that_could_only_cost_the_power_need_not_teach_anything():
    table = mage(fetish=True, fetishes="on")
    hand, who = table.quality("Myr", "Burnt Hand"), table.id("Myr")
    table.change("Myr", lessons=(Lesson("t1", (hand,)),))
    table.do("Ann", "take-lesson", who=who, test="t1", what="")
    assert (table.who("Myr").lessons, table.who("Myr").quality(hand).rank) == ((), "basic")
    assert table.offers("Ann", "cast")
    bolt = table.quality("Myr", "Bolt of Fire")
    table.change("Myr", lessons=(Lesson("t2", (hand, bolt)),))
    table.refuses("Ann", "take-lesson", "wrong-number", "SE-ADV-02", who=who, test="t2", what="")


@pytest.mark.rule("SE-SFX-01", "SE-ERR-20")
def test_where_sfx_are_simple_a_power_is_a_quality_like_any_other():
    table = Sitting("Ann")
    table.pc("Ann", "Myr", **MAGE)
    table.play()
    table.purse("Ann", 0)
    table.refuses("Ann", "cast", "not-played", "SE-SFX-03", who=table.id("Myr"), quality="x", **PLAIN)
    table.nc("Guard", rank="weak")
    table.face("Myr", "Guard")
    assert table.test("Myr", "roll-momentum", trait="cunning", element="Bolt of Fire", faces=(5, 6)).test.total == 13


@pytest.mark.rule("SE-SFX-04")
def test_with_the_procedure_a_power_is_in_no_other_test():
    table = mage()
    table.nc("Guard", rank="weak")
    table.face("Myr", "Guard")
    labels = {
        c.label
        for f in table.form("Myr", "roll-momentum", {"trait": "cunning"}).fields
        for c in getattr(f, "choices", ())
    }
    assert "Bolt of Fire" not in labels


@pytest.mark.rule("SE-SFX-04", "SE-SFX-05", "SE-SFX-06", "SE-ERR-12", "SE-RD-42")
@pytest.mark.parametrize("on", [(), ("Guard",), ("Guard", "Ogre")])
def test_the_figures_beside_the_component_table_are_those_of_the_power_once_cast(on):
    table = mage()
    table.nc("Guard", type="regular", rank="good", physique="good")
    table.nc("Ogre", type="hero", physique="great")
    for name in ("Guard", "Ogre"):
        table.do("Gil", "show-nc", nc=table.id(name))
    casting = offered_power(table)
    codes = {row.title.lower(): row.code for row in casting.rows}
    chosen = {"resists:physique", *(f"targets:{table.id(name)}" for name in on)}
    met = next((one for one in casting.lent if set(one.when.split()) <= chosen), None)
    for components in product(("basic", "good", "legendary"), repeat=4):
        wish: dict[str, Any] = dict(zip(("reach", "duration", "area", "energy"), components, strict=True))
        sfx = Sfx(quality="", intent="", targets=tuple(map(table.id, on)), resists="physique" if on else "", **wish)
        code = {name: codes[rank] for name, rank in wish.items()}
        momentum, action = casting.looks
        adds = met.adds if met else 0
        assert momentum.keys[code["area"] + code["energy"]] + adds == power_momentum(table.state, sfx).tn
        assert action.keys["".join(sorted(code.values()))] + adds == power_action(table.state, sfx).tn


@pytest.mark.rule("SE-SFX-06")
def test_what_an_unknown_target_lends_is_not_told_beforehand():
    table = mage()
    table.nc("Stranger", type="regular", rank="good", physique="great")
    casting = offered_power(table)
    assert {one.adds for one in casting.lent} == {0}
    assert "Stranger can do is not known" in casting.lent[0].says


@pytest.mark.rule("SE-SFX-03", "SE-RD-50", "SE-RD-61", "SE-EX-32")
@pytest.mark.parametrize(
    ("count", "area", "counts_as", "tn"),
    [
        (12, "basic", "great", 23),
        (5, "good", "good", 17),
        (5, "exceptional", "exceptional", 31),
        (1, "basic", "basic", 8),
    ],
)
def test_everybody_a_power_is_used_on_is_a_head_of_its_area(count, area, counts_as, tn):
    table = mage()
    table.do("Gil", "make-nc", type="minion", name="Guard", rank="poor", count=count)
    names = [nc.name for nc in table.state.ncs.values()]
    table.do("Gil", "bring-in", ncs=[table.id(name) for name in names])
    casting = offered_power(table)
    cast(table, targets=names, area=area)
    sfx = table.pairing("Myr").sfx
    assert sfx is not None
    assert sfx.area == counts_as
    assert power_momentum(table.state, sfx).tn == tn
    codes = {row.title.lower(): row.code for row in casting.rows}
    assert max(casting.heads[count], codes[area]) == codes[counts_as]


@pytest.mark.rule("SE-SFX-09", "SE-RD-62")
@pytest.mark.parametrize(("effect", "stress", "says"), [(True, 0, "Great, and no Stress"), (False, 3, "takes effect.")])
def test_a_power_does_stress_or_an_effect_as_it_is_told(effect, stress, says):
    table = mage()
    table.nc("Ogre", type="hero", rank="great", physique="average")
    cast(table, targets=["Ogre"], intent="It sleeps", effect=effect)
    table.test("Myr", "roll-momentum", trait="cunning", faces=(8, 7))
    table.test("Myr", "act", trait="cunning", qualities=["Mage"], faces=(9, 8))
    assert table.npc("Ogre").stress == stress
    assert says in " ".join(table.read["Ann"])
    assert table.happened("SfxEnded")[-1].how == "done"


@pytest.mark.rule("SE-SFX-07", "SE-RD-63")
def test_no_round_begins_before_a_power_out_of_hand_has_acted():
    table = mage()
    cast(table)
    momentum(table, (1, 2))
    table.refuses("Gil", "next-round", "power-acts", "SE-SFX-07")
    (offer,) = table.offers("Gil", "nc-act")
    assert offer.urgency == "must"
    assert [wait.seat for wait in GAME.situation(table.state).waiting] == [table.gm.id]
    strike_of = table.pairing("Myr").id
    table.do("Gil", "nc-act", pairing=strike_of, nc=strike_of, who=table.id("Myr"), riposte=False)
    attack = next(iter(table.state.attacks))
    table.test("Myr", "defend", attack=attack, trait="cunning", qualities=["Mage"], faces=(9, 9))
    table.do("Gil", "next-round")
    (offer,) = table.offers("Gil", "nc-act")
    assert offer.urgency == "may"  # Myr has not acted yet, and may Seize from it or let it go
    table.refuses("Gil", "next-round", "power-acts", "SE-SFX-07")
    table.do("Ann", "give-up", pairing=strike_of)
    assert not table.offers("Gil", "nc-act")


@pytest.mark.rule("SE-SFX-04", "SE-RD-33")
def test_a_power_is_called_on_only_by_those_who_could_act():
    table = mage()
    table.nc("Guard", type="regular", rank="good", physique="good")
    table.face("Myr", "Guard")
    table.test("Myr", "roll-momentum", trait="physique", faces=(1, 3))
    strike(table, "Guard", "Myr")
    bolt = table.quality("Myr", "Bolt of Fire")
    refused = table.refuses("Ann", "cast", "not-now", "SE-SFX-04", who=table.id("Myr"), quality=bolt, **PLAIN)
    assert "must react first" in refused.message
    open_up(table, "Myr", (9, 8))
    assert table.offers("Ann", "cast")
