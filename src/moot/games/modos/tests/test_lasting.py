"""Powers that last: kept up or ended, what keeping does, places in the order, zones, what others see."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from moot.games.modos.abilities import can_notice, shut_by
from moot.games.modos.conflicts import Running
from moot.games.modos.contests import Facts
from moot.games.modos.effects import Add
from moot.games.modos.harm import disable
from moot.games.modos.injuries import BlowRolled, Told
from moot.games.modos.live import effects_on
from moot.games.modos.magic.casting import MagicThrown
from moot.games.modos.magic.cost import CostRolled
from moot.games.modos.magic.lasting import PowerEnded, Reappeared
from moot.games.modos.magic.taking import NotTaken
from moot.games.modos.person import Gear, Unspent
from moot.games.modos.reckoning import added
from moot.games.modos.state import State
from moot.games.modos.tests.people import DARK, person
from moot.games.modos.tests.table import Sitting
from moot.games.modos.throwing import ContestThrown, StoredBeaten
from moot.games.modos.view.sheets import opened
from moot.testing import choices

BONUS = (("bonus-action", "magic"),)
SIGHT = Facts(claims=("sight",))


def lasting(row: str, *on: str, caster: str = "mage", **more: Any) -> Running:
    """A power that lasts on these people, as if it had been cast."""
    return Running(id=f"r-{row}", row=row, caster=caster, stored=13, **{"pros": dict.fromkeys(on, 0), **more})


def scene(
    *powers: Running, knows: str = "magic:fire-1", mage: dict[str, Any] | None = None,
    foe: dict[str, Any] | None = None, **options: Any,
) -> Sitting:
    """The foe has the first turn, then the mage, who has a point in what they know, then a pal; these powers last."""
    table = Sitting(
        person("mage", player="s3", MP=15, points={knows: 1}, perks=BONUS, asking="mine", **(mage or {})),
        person("foe", asking="never", **(foe or {})), person("pal", player="s4", asking="never"), **options,
    )
    table.fight(foe=20, mage=12, pal=4)
    table.have(running={one.id: one for one in powers})
    return table


@pytest.mark.rule("MO-411", "MO-X410")
@pytest.mark.parametrize(("unit", "kept", "lasts"), [
    ("hours", (), ()), ("hours", ("r-fog-1",), ("r-fog-1",)), ("days", (), ()),
])
def test_powers_end_while_hours_pass_unless_an_action_of_every_round_goes_into_them(unit, kept, lasts):
    table = Sitting(person("mage", player="s3", MP=15), person("foe"))
    table.have(running={one.id: one for one in (lasting("fog-1", "foe"), lasting("hold-3", "foe"))})
    more = {"kept": kept} if unit == "hours" else {}
    table.do("Gil", "pass-time", unit=unit, count=1, **more)
    assert tuple(table.state.running) == lasts
    assert "nobody keeps it up so long" in table.last(PowerEnded).why


@pytest.mark.rule("MO-412", "MO-411", "MO-X410")
@pytest.mark.parametrize(("how", "lasts"), [("keep", True), ("flee", False), ("take-out", True)])
def test_who_leaves_a_conflict_keeps_up_what_they_have_not_let_lapse_and_has_it_still_on_their_return(how, lasts):
    table = scene(lasting("hold-3", "foe"), flee_from="anywhere")
    table.does("foe", "end-turn")
    if how == "keep":
        table.does("mage", "keep", on="r-hold-3")
        table.let_be()
    if how == "take-out":
        table.do("Gil", "take-out", who="mage")
    else:
        table.does("mage", "flee")
        table.let_be()
    for who in ("pal", "foe", "pal", "foe", "pal") if lasts else ():
        table.does(who, "end-turn")
    assert ("mage" in table.conflict.people, gone(table)) == (False, not lasts)
    if lasts:
        table.do("Gil", "come-in", who="mage", side="ours")
        table.does("mage", "throw-initiative", pool="P", faces=[15])
        assert not gone(table)
        while table.conflict.whose != "mage":
            table.does(table.conflict.whose, "end-turn")
        assert table.state.running["r-hold-3"].due


@pytest.mark.rule("MO-409", "MO-412")
def test_a_power_on_somebody_who_leaves_the_conflict_goes_with_them_and_is_kept_up_or_ends():
    table = scene(lasting("hold-3", "foe"))
    table.do("Gil", "take-out", who="foe")
    table.does("mage", "keep", on="r-hold-3")
    assert not gone(table)
    table.does("mage", "end-turn")
    table.does("pal", "end-turn")
    table.does("mage", "end-turn")
    assert gone(table)


@pytest.mark.rule("MO-409", "MO-412", "MO-X101")
@pytest.mark.parametrize(("on", "leaves", "lasts"), [
    (("foe",), "foe", False), (("foe", "mage"), "foe", True), (("foe",), "mage", False), ((), "foe", True),
])
def test_a_power_ends_with_the_last_whom_it_holds_or_its_caster_leaving_the_story(on, leaves, lasts):
    table = Sitting(person("mage", player="s3", MP=15), person("foe"))
    table.have(running={"r-hold-3": lasting("hold-3", *on)})
    for who in on:
        table.put(who, marks=(table.mark("tangled", of="r-hold-3"),))
    table.do("Ann" if leaves == "mage" else "Gil", "retire", who=leaves)
    assert ("r-hold-3" in table.state.running) is lasts
    assert any("Hold 3 ends" in text for text in table.read["Gil"]) is not lasts
    assert all(lasts or not who.marks for who in table.state.people.values())


def gone(table: Sitting) -> bool:
    return not table.state.running


def total(state: State, who: str, facts: Facts) -> int:
    """What everything but the attribute adds to a contest."""
    return sum(term.worth for term in added(state, who, "contest", "", facts))


@pytest.mark.rule("MO-406", "MO-X414")
@pytest.mark.parametrize(("pros", "does"), [(0, "−6"), (2, "−3")])
def test_a_sheet_says_what_a_power_does_to_somebody_by_how_often_they_have_resisted_it(pros, does):
    table = scene(lasting("blind-3", pros={"foe": pros}))
    seen = opened(table.state, table.seats["Gil"], "foe")
    assert seen is not None
    assert seen.running == (f"Blind 3 ({pros} of 3 defenses). {does} to contests, where sight matters.",)


# ---------------------------------------------------------------- keeping


@pytest.mark.rule("MO-412", "MO-X415")
def test_the_form_for_keeping_a_power_up_says_what_that_costs():
    table = scene(lasting("hold-3", "foe"))
    table.does("foe", "end-turn")
    [offer] = table.offers("Ann", "keep")
    assert offer.why.startswith("1 action.")


@pytest.mark.rule("MO-411", "MO-412", "MO-X415")
def test_a_power_is_kept_by_the_first_action_of_the_turn():
    table = scene(lasting("hold-3", "foe"))
    table.does("foe", "end-turn")
    table.does("mage", "keep", on="r-hold-3")
    assert table.conflict.people["mage"].bound == {"magic": 0}
    table.does("mage", "work", words="looks around", pool="M")
    table.do("Gil", "set-fate", sure=True)
    assert not gone(table)
    table.does("mage", "end-turn")
    assert not gone(table)


@pytest.mark.rule("MO-411", "MO-X415", "MO-FQ23", "MO-X208")
@pytest.mark.parametrize("instead", [
    ("end-turn", {}),
    ("delay", {"after": "pal"}),
    ("work", {"words": "looks around", "pool": "M"}),
])
def test_a_power_ends_when_the_turn_begins_with_something_else(instead):
    table = scene(lasting("hold-3", "foe"))
    table.does("foe", "end-turn")
    do, blanks = instead
    table.does("mage", do, **blanks)
    if do == "work":
        table.do("Gil", "set-fate", sure=True)
    assert gone(table)
    assert table.last(PowerEnded).why == "it was not kept up"


@pytest.mark.rule("MO-411", "MO-X410")
def test_what_was_not_kept_yet_when_a_conflict_ended_lasts_into_the_next():
    table = scene(lasting("armor-1", "mage"))
    table.does("foe", "end-turn")
    table.do("Gil", "end-conflict")
    table.do("Gil", "open-conflict", what="Another fight", ours=("mage",), theirs=("foe",))
    assert not gone(table)


def looks_around(table: Sitting) -> None:
    """The mage looks out, which takes no action here."""
    table.does("mage", "search", skill="detect", how="beside")
    table.do("Gil", "set-fate", sure=True)
    table.let_be()


@pytest.mark.rule("MO-205", "MO-X415", "MO-X403", "MO-216")
def test_what_takes_no_action_breaks_off_nothing_that_actions_do():
    table = scene(lasting("blind-3", "foe"), knows="magic:stun-2")
    table.does("foe", "end-turn")
    looks_around(table)
    assert table.offers("Ann", "delay"), "the turn has but begun"
    table.does("mage", "keep", on="r-blind-3")
    table.let_be()
    assert not gone(table)
    table.does("mage", "cast", power="stun-2", faces=[12])
    looks_around(table)
    table.does("mage", "cast", power="stun-2", keep=True, targets=("foe",), faces=[3, 4])
    assert (table.last(CostRolled).title, table.last(BlowRolled).points) == ("Stun 2", 4)


@pytest.mark.rule("MO-FQ23", "MO-X208", "MO-216")
def test_a_power_that_was_kept_is_not_carried_along_into_a_turn_that_is_put_off():
    table = scene(lasting("hold-3", "foe"))
    table.does("foe", "end-turn")
    table.does("mage", "keep", on="r-hold-3")
    table.refuses("Ann", "delay", "turn-begun", "MO-216", who="mage", after="pal")
    assert not gone(table)


@pytest.mark.rule("MO-X415")
def test_what_is_begun_as_a_reaction_lasts_until_the_next_own_turn():
    table = scene(knows="magic:armor-1")
    table.does("foe", "work", words="runs up", pool="P")
    table.does("mage", "cast", power="armor-1", half=True, cost_half=True, targets=("mage",))
    table.do("Gil", "set-fate", sure=True)
    assert [one.row for one in table.state.running.values()] == ["armor-1"]
    table.does("foe", "end-turn")
    assert not gone(table)
    table.does("mage", "end-turn")
    assert gone(table)


@pytest.mark.rule("MO-X403", "MO-X206")
def test_only_a_power_of_one_action_can_be_a_reaction():
    table = scene(knows="magic:stun-2")
    table.does("foe", "work", words="runs up", pool="P")
    table.refuses("Ann", "cast", "one-action", "MO-X403", who="mage", power="stun-2")


@pytest.mark.rule("MO-412", "MO-E36")
@pytest.mark.parametrize(("face", "ends"), [(9, False), (12, True)])
def test_keeping_is_thrown_for_only_when_somebody_hinders_it(face, ends):
    table = scene(lasting("hold-3", "foe"), knows="concentrate")
    table.does("foe", "end-turn")
    table.put("foe", asking="always")
    table.does("mage", "keep", on="r-hold-3", half=True, skill="concentrate")
    table.does("foe", "hinder", words="shouts", pool="M", faces=[face])
    assert gone(table) == ends


@pytest.mark.rule("MO-406", "MO-X205")
@pytest.mark.parametrize(("faces", "pros"), [((16, 9), 1), ((16, 17), 0), ((12, 9), 0)])
def test_who_resists_on_their_turn_has_to_beat_whoever_hinders_it_too(faces, pros):
    table = scene(lasting("hold-3", "foe"))
    table.put("mage", asking="always")
    table.does("foe", "resist", on="r-hold-3")
    table.does("mage", "hinder", words="shoves", pool="P", faces=faces)
    assert table.state.running["r-hold-3"].pros["foe"] == pros
    stood = [event for event in table.events if isinstance(event, StoredBeaten)]
    assert [event.total.worth for event in stood] == [faces[0]] * (faces[0] > faces[1]), "told against the power, too"


@pytest.mark.rule("MO-412", "MO-010")
@pytest.mark.parametrize(("face", "ends"), [(5, False), (8, True)])
def test_the_guide_says_that_what_is_around_makes_keeping_hard(face, ends):
    table = scene(lasting("hold-3", "foe"), knows="concentrate")
    table.does("foe", "end-turn")
    table.put("foe", asking="always")
    table.does("mage", "keep", on="r-hold-3", half=True, skill="concentrate")
    table.do("Gil", "set-fate", sure=False, difficulty=4)
    table.does("foe", "pass", faces=[face])
    assert gone(table) == ends


@pytest.mark.rule("MO-E35", "MO-X406")
@pytest.mark.parametrize(("option", "left"), [("per_power", 1), ("all_in_one", 2)])
def test_several_powers_take_an_action_each_or_one_for_all(option, left):
    table = scene(lasting("hold-3", "foe"), lasting("mute-2", "foe"), maintain_cost=option)
    table.does("foe", "end-turn")
    table.does("mage", "keep", on="r-hold-3")
    table.does("mage", "work", words="looks around", pool="M")
    table.do("Gil", "set-fate", sure=True)
    assert len(table.state.running) == left


@pytest.mark.rule("MO-E36")
def test_bonus_actions_for_magic_keep_no_powers_where_the_table_says_so():
    table = scene(lasting("hold-3", "foe"), maintain_pays="normal_only")
    table.does("foe", "end-turn")
    table.does("mage", "keep", on="r-hold-3")
    one = table.conflict.people["mage"]
    assert (one.actions, one.bound) == (2, {"magic": 1})


@pytest.mark.rule("MO-412", "MO-E40")
@pytest.mark.parametrize("pool", ["M", "MP"])
def test_powers_end_when_whoever_keeps_them_cannot(pool):
    table = scene(lasting("hold-3", "foe"))
    table.befall(lambda play: disable(play, "mage", pool))
    table.does("foe", "work", words="waits", pool="M")
    assert gone(table)


def test_a_power_is_let_go_by_its_user_or_ended_by_the_guide():
    table = scene(lasting("hold-3", "foe"), lasting("sleep-1", "foe", caster="foe"))
    table.do("Ann", "let-go", power="r-hold-3")
    table.refuses("Ann", "let-go", "nothing-kept", "", power="r-sleep-1")
    table.do("Gil", "let-go", power="r-sleep-1")
    assert gone(table)


# ---------------------------------------------------------------- what keeping does


@pytest.mark.rule("MO-404")
def test_bonus_actions_come_again_each_time_the_power_is_kept():
    table = scene(lasting("fast-3", "pal"), lasting("fast-4", "pal"))
    table.does("foe", "end-turn")
    table.does("mage", "keep", on="r-fast-3")
    table.does("mage", "keep", on="r-fast-4")
    one = table.conflict.people["pal"]
    assert (one.actions, one.bound) == (4, {"movement": 1})


@pytest.mark.rule("MO-E56")
@pytest.mark.parametrize(("pros", "die"), [(0, 6), (1, 4)])
def test_a_drain_hurts_at_each_keep_and_heals_its_user(pros, die):
    table = scene(lasting("drain-3", pros={"foe": pros}), mage={"damage": {"P": 5}}, house_powers="true")
    table.does("foe", "end-turn")
    table.does("mage", "keep", on="r-drain-3", faces=[3])
    assert table.last(BlowRolled).damage.dice == ((die, 3),)
    assert (table.who("foe").hurt("P"), table.who("mage").hurt("P")) == (3, 2)


@pytest.mark.rule("MO-E53")
@pytest.mark.parametrize(("face", "read"), [(13, True), (14, False)])
def test_a_hidden_mind_is_read_unless_it_resists_as_the_power_is_kept(face, read):
    table = scene(lasting("telepathy-4", "foe"))
    table.does("foe", "end-turn")
    table.put("foe", asking="always")
    table.does("mage", "keep", on="r-telepathy-4")
    table.does("foe", "resist", on="r-telepathy-4", faces=[face])
    assert any(isinstance(event, Told) and "hides" in event.text for event in table.events) == read
    assert table.state.running["r-telepathy-4"].pros == {"foe": 0 if read else 1}


# ---------------------------------------------------------------- immunity, like effects


@pytest.mark.rule("MO-404")
@pytest.mark.parametrize(("perk", "power"), [("fearless", "fear-1"), ("sleepless", "sleep-1")])
def test_what_somebody_is_immune_to_does_not_take_hold_and_costs_all_the_same(perk, power):
    table = scene(knows=f"magic:{power}", foe={"perks": (perk,)})
    table.does("foe", "end-turn")
    table.does("mage", "cast", power=power, half=True, cost_half=True, targets=("foe",))
    assert table.last(NotTaken).why == "immune"
    assert table.last(CostRolled).points == 5
    assert not table.who("foe").marks
    assert gone(table)


@pytest.mark.rule("MO-404")
def test_who_sleeps_is_put_to_sleep_but_once():
    table = scene(knows="magic:sleep-1")
    table.does("foe", "end-turn")
    for _ in range(2):
        table.does("mage", "cast", power="sleep-1", half=True, cost_half=True, targets=("foe",))
    assert [mark.row for mark in table.who("foe").marks].count("asleep") == 1
    assert table.last(NotTaken).why == "it has them already"


@pytest.mark.rule("MO-E97", "MO-X414")
@pytest.mark.parametrize(("option", "worth"), [("larger", -10), ("add", -12)])
def test_of_the_same_penalty_by_two_powers_the_larger_counts(option, worth):
    table = scene(lasting("wind-5", "foe"), lasting("ice-2", "foe"), equal_effects=option)
    assert total(table.state, "foe", Facts(pool="P")) == worth


def test_different_penalties_by_two_powers_add_up():
    table = scene(lasting("wind-5", "foe"), lasting("hold-3", "foe"))
    assert total(table.state, "foe", Facts(pool="P", skill="movement")) == -22


@pytest.mark.rule("MO-402", "MO-X408")
@pytest.mark.parametrize("unit", ["hours", "days"])
def test_a_power_that_has_just_begun_does_not_wait_while_time_passes(unit):
    table = Sitting(person("mage", player="s3", MP=16, points={"magic:fear-3": 1}), person("foe"))
    table.does("mage", "cast", power="fear-3", half=True)
    table.do("Gil", "pass-time", unit=unit, count=1)
    assert any("fails at Fear 3: time has passed." in text for text in table.read["Ann"])
    [offer] = table.offers("Ann", "cast")
    assert offer.why.startswith("Action 1 of 3.")
    table.does("mage", "cast", power="fear-3", half=True)
    table.do("Ann", "retire", who="mage")
    table.do("Gil", "pass-time", unit=unit, count=1)
    assert "fails at" not in table.read["Ann"][-1]


# ---------------------------------------------------------------- fear, berserk, slow, dispel


@pytest.mark.rule("MO-404", "MO-E54")
def test_fear_leaves_but_a_few_deeds_and_says_which():
    table = scene(lasting("fear-3", "foe"))
    refused = table.refuses("Gil", "work", "shut", who="foe", words="strikes", pool="P")
    assert "Fear 3 keeps Foe from that. What is left: to resist it or flee." in str(refused)
    table.have(running={"r-fear-3": lasting("fear-3", pros={"foe": 1})})
    refused = table.refuses("Gil", "work", "shut", who="foe", words="strikes", pool="P")
    assert refused.allowed == ("resist it", "take the defensive posture", "flee")
    table.do("Gil", "put-in-place", who="foe", posture="defensive")
    table.does("foe", "work", words="shouts", pool="M")


@pytest.mark.rule("MO-307", "MO-E54", "MO-404")
@pytest.mark.parametrize("power", [lasting("fear-1", "foe"), lasting("fear-3", pros={"foe": 1})])
def test_fear_leaves_riders_alone_who_count_as_defensive(power):
    table = scene(power)
    table.refuses("Gil", "work", "shut", who="foe", words="shoots", pool="P")
    table.do("Gil", "set-scene", more=("defensive", "mounted"))
    table.do("Gil", "put-in-place", who="foe", posture="mounted", by="animal", means="a mare")
    table.does("foe", "work", words="shoots", pool="P")


@pytest.mark.rule("MO-307", "MO-E54", "MO-404")
def test_fear_keeps_riders_from_acting_as_if_they_were_not_defensive():
    table = scene(lasting("fear-1", "foe"), foe={"gear": ("bow-short",)})
    table.do("Gil", "set-scene", more=("defensive", "mounted"))
    table.do("Gil", "put-in-place", who="foe", posture="mounted", by="animal", means="a mare")
    shot = {"who": "foe", "tool": "foe-bow-short", "target": "mage"}
    table.refuses("Gil", "attack", "no-such-field", posture="offensive", **shot)
    table.do("Gil", "attack", **shot)
    table.let_be()
    table.do("Gil", "let-go", power="r-fear-1")
    table.do("Gil", "attack", who="foe", tool="natural", target="mage", posture="offensive")


@pytest.mark.rule("MO-404", "MO-E104", "MO-E55")
@pytest.mark.parametrize(("power", "spent"), [("fear-1", 0), ("fear-3", 0), ("slow-4", 2), ("berserk-2", 0)])
def test_a_power_that_leaves_resisting_leaves_that_against_itself(power, spent):
    """Its actions are for a defense against this power, and not against another; nor for getting out of a grip."""
    table = scene(lasting(power, "foe"), lasting("hold-3", "foe"), house_powers="true")
    table.put("foe", marks=(table.mark("tangled", source="mage", stored=3),))
    for _ in range(spent):
        table.does("foe", "work", words="plods on", pool="M")
        table.do("Gil", "set-fate", sure=True)
    table.refuses("Gil", "resist", "shut", who="foe", on="r-hold-3")
    table.refuses("Gil", "shake-off", "shut", who="foe", mark="m-tangled", skill="parry")
    table.does("foe", "resist", on=f"r-{power}", faces=[1])


@pytest.mark.rule("MO-404", "MO-406")
def test_who_is_in_the_grip_of_two_fears_can_resist_either():
    table = scene(lasting("fear-1", "foe"), lasting("fear-3", "foe"))
    for power in ("fear-1", "fear-3"):
        table.does("foe", "resist", on=f"r-{power}", faces=[1])
        assert table.conflict.people["foe"].resisted[-1] == f"r-{power}"


@pytest.mark.rule("MO-404", "MO-X408")
def test_fear_leaves_resisting_as_it_is_where_there_are_no_actions():
    table = Sitting(person("mage", player="s3"), person("foe"))
    table.have(running={one.id: one for one in (lasting("fear-1", "foe"), lasting("hold-3", "foe"))})
    table.does("foe", "resist", on="r-hold-3", faces=[20])
    assert table.state.running["r-hold-3"].pros == {"foe": 1}


@pytest.mark.rule("MO-404", "MO-X312")
@pytest.mark.parametrize(("power", "claim", "more"), [("clairvoyance-3", "power:clairvoyance-3", 12),
                                                      ("blind-3", "sight", -6)])
def test_who_looks_out_in_a_conflict_says_what_counts(power, claim, more):
    table = scene(lasting(power, "foe"))
    for claims in ((), (claim,)):
        table.does("foe", "search", skill="detect", claims=claims)
        table.do("Gil", "set-fate", sure=False, faces=[10, 1])
        assert table.last(ContestThrown).first.worth == 10 + (more if claims else 0)


@pytest.mark.rule("MO-E39", "MO-405")
def test_a_half_that_helps_to_resist_helps_against_its_own_power_alone():
    table = scene(lasting("telepathy-2", pros={"foe": 1}), lasting("hold-3", "foe"), foe={"M": 10})
    table.put("foe", marks=(table.mark("belief", words="goal: to rest", source="skill:persuade", stored=30,
                                       doubted=True),))
    table.does("foe", "resist", on="r-hold-3", faces=[12])
    assert table.last(StoredBeaten).total.worth == 12
    table.does("foe", "doubt", mark="m-belief", skill="willpower", faces=[9])
    assert table.last(StoredBeaten).total.worth == 9
    [offer] = [one for one in table.offers("Gil", "resist") if one.fixed["on"] == "r-telepathy-2"]
    assert "mental +4" in offer.why
    table.does("foe", "resist", on="r-telepathy-2", faces=[10])
    assert table.last(StoredBeaten).total.worth == 14


@pytest.mark.rule("MO-E55")
def test_who_is_berserk_attacks_whoever_is_nearest():
    table = scene(lasting("berserk-2", "foe"), house_powers="true")
    table.do("Gil", "put-in-place", who="mage", posture="defensive")
    far, near = Facts(target="mage"), Facts(target="pal")
    assert shut_by(table.state, "foe", "attack", "unarmed", facts=far) is not None
    assert shut_by(table.state, "foe", "attack", "unarmed", facts=near) is None
    table.refuses("Gil", "work", "shut", who="foe", words="flees", pool="P")
    table.does("foe", "end-turn")
    assert shut_by(table.state, "foe", "hinder") is None, "off the own turn there is no driving"
    assert shut_by(table.state, "foe", "attack", "unarmed", facts=far) is None
    table.have(conflict=table.state.with_entry("foe", turn="now").conflict)
    table.have(running={"r-berserk-2": lasting("berserk-2", pros={"foe": 1})})
    assert shut_by(table.state, "foe", "attack", "unarmed", facts=far) is None


@pytest.mark.rule("MO-404", "MO-X507")
def test_what_bears_on_others_bears_on_just_these_and_once():
    """What a weapon does to its target is not on who holds it; a trap hinders nobody in a fight it is not in."""
    club = Gear(id="b", name="Blackjack", row="blackjack", at="held")
    table = scene(lasting("summon-5", "mage"), foe={"gear": (club,)})
    table.have(people={**table.state.people, "trap": person("trap", traits=("bear-trap",))})
    on_foe = effects_on(table.state, "foe")
    assert [one.source for one in on_foe if one.effect.who == "target"] == []
    assert len([one for one in on_foe if one.of == "r-summon-5" and isinstance(one.effect, Add)]) == 1
    attack = Facts(deed="attack", target="trap")
    assert total(table.state, "foe", attack) == 0
    table.do("Gil", "come-in", who="trap", side="ours")
    assert total(table.state, "foe", attack) == -4


@pytest.mark.rule("MO-406", "MO-X407")
def test_a_hold_is_resisted_at_once_outside_a_fight_however_much_else_one_can_do():
    spells = {f"magic:{id_}": 1 for id_ in ("fog-1", "fire-1", "cure-1", "lamp-1")}
    table = Sitting(person("ann", player="s4", points=spells), person("mage", player="s3"))
    table.have(running={"r-hold-3": lasting("hold-3", "ann")})
    ask = table.asked("Ben")
    assert [way.key for way in ask.ways] == ["resist:ann:r-hold-3:False"]
    assert "search:ann:detect" in ask.later


@pytest.mark.rule("MO-E104", "MO-E97")
@pytest.mark.parametrize("first", [0, 1])
def test_who_is_slowed_twice_is_slow_once_and_until_both_are_over(first):
    table = scene(lasting("slow-4", "foe"), replace(lasting("slow-4", "foe", caster="pal"), id="r-second"))
    table.does("foe", "end-turn")
    assert total(table.state, "foe", Facts(skill="parry")) == -2
    assert ([*table.conflict.people], table.conflict.people["foe"].initiative) == (["mage", "pal", "foe"], 3)
    gone, left = sorted(table.state.running, reverse=bool(first))
    table.do("Gil", "let-go", power=gone)
    assert (table.conflict.order[-1], total(table.state, "foe", Facts(skill="parry"))) == ("foe", -2)
    table.do("Gil", "let-go", power=left)
    assert (table.conflict.order[0], table.conflict.people["foe"].initiative) == ("foe", 20)


@pytest.mark.rule("MO-E104")
def test_who_is_slowed_comes_last_in_the_order_until_it_is_over():
    table = scene(knows="magic:slow-4")
    table.does("foe", "delay", after="pal")
    before = table.conflict.people["foe"].initiative
    for _ in range(3):
        table.does("mage", "cast", power="slow-4", half=True)
    table.does("mage", "cast", power="slow-4", half=True, cost_half=True, targets=("foe",))
    assert [*table.conflict.people] == ["mage", "pal", "foe"]
    assert table.conflict.people["foe"].initiative == (table.conflict.people["pal"].initiative or 0) - 1
    assert total(table.state, "foe", Facts(skill="parry")) == -2
    [slow] = table.state.running
    table.do("Gil", "let-go", power=slow)
    assert [*table.conflict.people] == ["foe", "mage", "pal"]
    assert table.conflict.people["foe"].initiative == before


@pytest.mark.rule("MO-E104", "MO-E33")
def test_who_was_slowed_comes_again_before_those_who_lost_a_tie_to_them():
    table = Sitting(person("mage", player="s3", MP=10), person("foe"), person("pal", player="s4"))
    table.do("Gil", "open-conflict", what="A fight", ours=("mage", "pal"), theirs=("foe",))
    table.do("Gil", "call-order")
    for who, faces in (("mage", [12]), ("pal", [20]), ("foe", [12, 3, 15])):
        table.does(who, "throw-initiative", pool="P", faces=faces)
    assert table.conflict.order == ("pal", "foe", "mage")
    table.have(running={"r-slow-4": lasting("slow-4", "foe")})
    table.does("pal", "end-turn")
    assert table.conflict.order == ("pal", "mage", "foe")
    table.do("Ann", "let-go", power="r-slow-4")
    assert table.conflict.order == ("pal", "foe", "mage")


@pytest.mark.rule("MO-E104", "MO-212")
def test_who_was_slowed_before_a_conflict_comes_last_in_it_until_that_is_over():
    table = Sitting(person("mage", player="s3"), person("foe", asking="never"), person("pal", player="s4"))
    table.have(running={"r-slow-4": lasting("slow-4", "foe")})
    table.fight(foe=15, mage=12, pal=4)
    table.do("Gil", "end-conflict")
    table.fight(foe=20, mage=12, pal=4)
    assert [*table.conflict.people] == ["mage", "pal", "foe"]
    assert (table.conflict.whose, table.conflict.people["foe"].initiative) == ("mage", 3)
    table.do("Ann", "let-go", power="r-slow-4")
    assert (table.conflict.people["foe"].initiative, [*table.conflict.people]) == (20, ["foe", "mage", "pal"])


@pytest.mark.rule("MO-E104", "MO-E109")
@pytest.mark.parametrize(("face", "initiative"), [(2, 1), (18, 3)])
def test_who_comes_late_comes_before_the_slowed(face, initiative):
    table = Sitting(person("mage", player="s3"), person("foe", asking="never"), person("pal", player="s4"))
    table.have(running={"r-slow-4": lasting("slow-4", "foe")})
    table.fight(foe=20, mage=4)
    table.do("Gil", "come-in", who="pal", side="ours")
    table.does("pal", "throw-initiative", pool="P", faces=[face])
    assert (table.conflict.order[-1], table.conflict.people["foe"].initiative) == ("foe", initiative)
    table.do("Ann", "let-go", power="r-slow-4")
    assert table.conflict.people["foe"].initiative == 20


@pytest.mark.rule("MO-E104", "MO-E109")
@pytest.mark.parametrize(("slow", "face", "turn"), [("pal", 20, "due"), ("mage", 2, "done")])
def test_a_latecomer_and_the_slowed_act_in_the_order_that_slowness_leaves(slow, face, turn):
    """Who comes late and is slowed acts last in this round; who comes while the slowed act has missed it."""
    table = Sitting(person("mage", player="s3"), person("foe", asking="never"), person("pal", player="s4"))
    table.have(running={"r-slow-4": lasting("slow-4", slow)})
    table.fight(foe=10, mage=12)
    if slow == "mage":
        table.does("foe", "end-turn")
    assert table.conflict.whose == "mage"
    table.do("Gil", "come-in", who="pal", side="ours")
    table.does("pal", "throw-initiative", pool="P", faces=[face])
    assert (table.conflict.order[-1], table.conflict.people["pal"].turn) == (slow, turn)


@pytest.mark.rule("MO-404", "MO-E104", "MO-303")
@pytest.mark.parametrize(("skill", "worth"), [("movement", 8), ("", 8), ("pilot", 10)])
def test_who_moves_without_naming_a_skill_is_slow_all_the_same(skill, worth):
    table = scene(lasting("slow-4", "foe"))
    table.put("pal", asking="always")
    table.does("foe", "move", posture="defensive", skill=skill)
    table.does("mage", "pass")
    table.does("pal", "hinder", words="holds on", pool="P", faces=[10, 5])
    assert table.last(ContestThrown).first.worth == worth


@pytest.mark.rule("MO-E104", "MO-216")
def test_the_slowed_win_nothing_by_waiting_for_the_next_round():
    table = Sitting(*(person(one, player=f"s{n}", asking="never") for n, one in enumerate(("mage", "foe", "pal"), 3)))
    table.have(running={"r-slow-4": lasting("slow-4", "foe", "pal")})
    table.fight(foe=20, mage=12, pal=4)
    assert table.conflict.order == ("mage", "pal", "foe")
    table.does("mage", "keep", on="r-slow-4")
    table.does("mage", "end-turn")
    table.does("pal", "end-turn")
    table.does("foe", "delay", after="round")
    assert (table.conflict.round, table.conflict.order) == (2, ("mage", "pal", "foe"))
    assert table.conflict.whose == "mage"


@pytest.mark.rule("MO-E104")
def test_the_last_action_of_the_slowed_is_for_resisting_if_nothing_was():
    table = scene(lasting("slow-4", "foe"))
    for _ in range(2):
        table.does("foe", "work", words="plods on", pool="M")
        table.do("Gil", "set-fate", sure=True)
    table.refuses("Gil", "work", "shut", who="foe", words="plods on", pool="M")
    table.does("foe", "resist", on="r-slow-4", faces=[1])
    table = scene(lasting("slow-4", "foe"))
    table.does("foe", "resist", on="r-slow-4", faces=[1])
    for _ in range(2):
        table.does("foe", "work", words="plods on", pool="M")
        table.do("Gil", "set-fate", sure=True)


@pytest.mark.rule("MO-E104", "MO-202")
def test_the_last_action_of_the_slowed_is_no_part_of_a_longer_deed():
    """A shot of two actions, and whatever takes all that is left, would use up the one for resisting."""
    table = scene(lasting("slow-4", "foe"), foe={"gear": ("railgun",), "points": {"magic:fear-3": 1}})
    refused = table.refuses("Gil", "cast", "too-few-actions", "MO-402", who="foe", power="fear-3", half=True)
    assert "has 2 for it" in str(refused)
    table.refuses("Gil", "work", "out-of-range", who="foe", words="climbs", pool="P", price=3)
    table.does("foe", "work", words="aims", pool="M")
    table.do("Gil", "set-fate", sure=True)
    table.refuses("Gil", "attack", "no-action", "MO-202", who="foe", tool="foe-railgun", target="mage")
    table.does("foe", "resist", on="r-slow-4", faces=[1])
    assert table.conflict.people["foe"].left == 1
    table.does("foe", "work", words="aims", pool="M")


@pytest.mark.rule("MO-404")
@pytest.mark.parametrize(("row", "minus", "face", "ends"), [
    ("hold-3", -4, 17, True), ("hold-3", -4, 16, False), ("fear-1", 0, 13, True), ("fear-1", 0, 12, False),
])
def test_a_power_is_dispelled_by_a_contest_that_beats_its_own(row, minus, face, ends):
    """d20, 2 by MP 15, 1 point, -4 by level 3, 2 for no armor, and the other's penalty: against 13."""
    table = scene(lasting(row, "pal", caster="foe"), knows="magic:dispel-3")
    table.does("foe", "work", words="waits", pool="M")
    table.do("Gil", "set-fate", sure=True)
    table.does("foe", "end-turn")
    table.does("mage", "cast", power="dispel-3", on=f"r-{row}", half=True)
    thrown = table.last(MagicThrown).total
    assert thrown.worth == 10 + 2 + 1 - 4 + 2 + minus
    table.does("mage", "cast", power="dispel-3", keep=True)
    table.does("mage", "cast", power="dispel-3", cost_half=True, targets=("foe",), faces=[face])
    assert (f"r-{row}" not in table.state.running) == ends


@pytest.mark.rule("MO-404", "MO-410")
def test_those_whom_a_counter_is_not_about_are_not_called_out_of_range():
    table = scene(lasting("fear-1", "pal", caster="foe"), knows="magic:dispel-3")
    table.does("foe", "end-turn")
    table.does("mage", "cast", power="dispel-3", on="r-fear-1", half=True)
    table.does("mage", "cast", power="dispel-3", keep=True)
    [offer] = [one for one in table.offers("Ann", "cast") if one.fixed["keep"]]
    [blank] = [field for field in offer.fields if field.name == "targets"]
    assert (set(choices(offer, "targets")), blank.hint) == ({"foe", "pal"}, "")


@pytest.mark.rule("MO-404")
def test_a_fog_in_which_nobody_is_is_dispelled_itself_if_its_user_is_out_of_range():
    table = scene(lasting("fog-1", caster="foe", inside={"pal": "offensive"}), knows="magic:dispel-3")
    for who in ("foe", "mage"):
        table.do("Gil", "put-in-place", who=who, posture="defensive")
    table.does("foe", "end-turn")
    for keep in (False, True):
        table.does("mage", "cast", power="dispel-3", **({"keep": True} if keep else {"on": "r-fog-1", "half": True}))
    last = {"power": "dispel-3", "keep": True, "cost_half": True}
    table.refuses("Ann", "cast", "not-a-choice", who="mage", targets=("a-thing",), **last)
    table.have(running={"r-fog-1": lasting("fog-1", caster="foe", inside={})})
    table.refuses("Ann", "cast", "not-a-choice", who="mage", targets=("foe",), **last)
    table.have(running={"r-fog-1": replace(lasting("fog-1", caster="foe", inside={}), stored=8)})
    table.does("mage", "cast", targets=("a-thing",), **last)
    assert not table.state.running


@pytest.mark.rule("MO-404", "MO-112")
def test_who_becomes_fearless_is_free_of_fear():
    table = Sitting(person("mage", player="s3"), person("pal", player="s4", owed=Unspent(perks=1)), person("foe"))
    table.have(running={"r-fear-3": lasting("fear-3", "foe", "pal")})
    table.do("Ben", "take-perk", who="pal", perk="fearless")
    assert table.state.running["r-fear-3"].pros == {"foe": 0}


# ---------------------------------------------------------------- zones, light, what is not seen


@pytest.mark.rule("MO-409", "MO-412")
def test_a_fog_is_around_whoever_is_in_it_and_moves_when_it_is_kept():
    table = scene(knows="magic:fog-1")
    table.does("foe", "end-turn")
    table.does("mage", "cast", power="fog-1", half=True, cost_half=True, targets=("foe",))
    [fog] = table.state.running
    state = table.state
    assert [total(state, who, SIGHT) for who in ("foe", "pal", "mage")] == [-2, 0, 0]
    assert total(state, "pal", Facts(claims=("sight",), target="foe")) == -2
    assert total(state, "foe", Facts()) == 0
    table.refuses("Ann", "move-zone", "nothing-to-move", "MO-412", zone=fog, inside=("pal",))
    table.does("mage", "end-turn")
    table.does("pal", "end-turn")
    table.does("foe", "end-turn")
    table.does("mage", "keep", on=fog)
    table.do("Ann", "move-zone", zone=fog, inside=("pal",))
    assert [total(table.state, who, SIGHT) for who in ("foe", "pal")] == [0, -2]
    table.refuses("Ann", "move-zone", "nothing-to-move", "MO-412", zone=fog, inside=("foe",))
    table.do("Gil", "move-zone", zone=fog, inside=("foe", "pal"))
    assert [total(table.state, who, SIGHT) for who in ("foe", "pal")] == [-2, -2]


@pytest.mark.rule("MO-409")
def test_a_conflict_that_begins_in_a_hall_of_fog_does_not_lead_out_of_it():
    table = Sitting(person("mage", player="s3"), person("foe"))
    table.have(running={"r-fog-3": lasting("fog-3", inside={"foe": ""})})
    table.fight(mage=15, foe=5)
    assert [*table.state.running["r-fog-3"].inside] == ["foe"]


@pytest.mark.rule("MO-409")
def test_what_fills_no_place_is_not_moved():
    table = scene(lasting("hold-3", "foe"), lasting("fog-1", inside={"foe": "offensive"}))
    assert {offer.fixed["zone"] for offer in table.offers("Gil", "move-zone")} == {"r-fog-1"}


@pytest.mark.rule("MO-409")
def test_a_hall_of_fog_is_left_by_a_change_of_posture():
    table = scene(lasting("fog-3", inside={"foe": "offensive", "pal": "offensive"}))
    table.do("Gil", "put-in-place", who="foe", posture="defensive")
    assert [*table.state.running["r-fog-3"].inside] == ["pal"]


@pytest.mark.rule("MO-409", "MO-X305", "MO-X205")
@pytest.mark.parametrize(("faces", "inside"), [([], ["pal"]), ([12, 5], ["pal"]), ([5, 12], ["foe", "pal"])])
def test_a_small_fog_is_left_by_an_action_and_a_hall_of_it_is_not(faces, inside):
    both = {"foe": "offensive", "pal": "offensive"}
    table = scene(lasting("fog-1", inside=both), lasting("fog-3", inside=both))
    table.put("pal", asking="always")
    table.refuses("Gil", "leave-zone", "not-offered", who="foe", zone="r-fog-3")
    table.does("foe", "leave-zone", zone="r-fog-1")
    if faces:
        table.does("pal", "hinder", words="holds on to them", pool="P", faces=faces)
    table.let_be()
    assert [*table.state.running["r-fog-1"].inside] == inside
    assert table.conflict.people["foe"].left == 2


@pytest.mark.rule("MO-409", "MO-404")
def test_a_small_fog_stays_behind_when_somebody_changes_posture():
    table = scene(lasting("fog-1", inside={"foe": "offensive", "pal": "offensive"}))
    table.does("foe", "move", posture="defensive")
    table.let_be()
    assert [*table.state.running["r-fog-1"].inside] == ["pal"]


@pytest.mark.rule("MO-404", "MO-409")
@pytest.mark.parametrize(("face", "inside"), [(18, []), (16, ["foe"])])
def test_who_is_held_gets_out_of_a_fog_by_a_contest_of_movement_alone(face, inside):
    table = scene(lasting("fog-1", inside={"foe": "offensive"}), lasting("hold-3", "foe"))
    table.does("foe", "leave-zone", zone="r-fog-1", faces=[face, 5])
    assert [*table.state.running["r-fog-1"].inside] == inside
    assert table.last(ContestThrown).first.worth == face - 12


@pytest.mark.rule("MO-409", "MO-X408")
def test_a_fog_from_before_a_conflict_is_left_as_one_that_began_in_it():
    """Where people begin takes nobody out of it, nor does whoever is in another place altogether."""
    table = Sitting(person("mage", player="s3"), person("foe", asking="never"), person("away"))
    table.have(running={"r-fog-3": lasting("fog-3", inside={"foe": "defensive", "away": "offensive"})})
    for _ in range(2):
        table.fight(foe=20, mage=5)
        assert [*table.state.running["r-fog-3"].inside] == ["foe", "away"]
        table.do("Gil", "end-conflict")
    table.fight(foe=20, mage=5)
    table.does("foe", "move", posture="defensive")
    table.let_be()
    assert [*table.state.running["r-fog-3"].inside] == ["away"]


@pytest.mark.rule("MO-X212", "MO-409")
def test_who_is_in_a_grip_does_not_step_out_of_a_fog():
    table = scene(lasting("fog-1", inside={"foe": "offensive"}))
    table.put("foe", marks=(table.mark("tangled", source="mage", stored=3),))
    table.refuses("Gil", "leave-zone", "shut", who="foe", zone="r-fog-1")


@pytest.mark.rule("MO-409", "MO-X408")
def test_outside_a_conflict_a_fog_is_around_those_at_whom_it_was_cast():
    table = Sitting(person("mage", player="s3", points={"magic:fog-1": 1}), person("foe"))
    table.does("mage", "cast", power="fog-1", half=True, cost_half=True, targets=("foe",))
    table.do("Gil", "set-heroes", who="mage", now=1)
    assert total(table.state, "foe", SIGHT) == -2


@pytest.mark.rule("MO-X414", "MO-X315")
def test_what_a_power_put_into_a_head_is_gone_with_it_and_other_beliefs_stay():
    table = scene(knows="magic:telepathy-2")
    table.put("foe", marks=(table.mark("belief", words="the earth is flat"),))
    table.does("foe", "end-turn")
    table.does("mage", "cast", power="telepathy-2", half=True)
    table.does("mage", "cast", power="telepathy-2", half=True, cost_half=True, targets=("foe",), choice="flaw",
               words="I owe the mage")
    assert len(table.who("foe").marks) == 2
    [power] = table.state.running
    table.do("Gil", "let-go", power=power)
    assert [mark.words for mark in table.who("foe").marks] == ["the earth is flat"]


@pytest.mark.rule("MO-406", "MO-X407", "MO-202", "MO-X323")
def test_resisting_takes_an_action_and_the_use_of_the_attribute():
    table = scene(lasting("hold-3", "foe"), lasting("blind-3", "foe"))
    table.befall(partial(disable, who="foe", pool="M"))
    table.refuses("Gil", "resist", "disabled", "MO-X323", who="foe", on="r-blind-3")
    table.state = table.state.with_entry("foe", actions=0)
    table.put("foe", marks=())
    table.refuses("Gil", "resist", "no-action", "MO-202", who="foe", on="r-hold-3")


@pytest.mark.rule("MO-E14")
def test_a_lamp_helps_the_eyes_of_all_who_are_near_it_in_the_dark():
    table = scene(lasting("lamp-1", "mage"))
    looks = Facts(claims=("sight",), steps=1)
    assert total(table.state, "foe", looks) == 0
    table.have(around={"dark": DARK})
    assert [total(table.state, who, looks) for who in ("mage", "foe", "pal")] == [2, 2, 2]
    table.do("Gil", "put-in-place", who="foe", posture="defensive")
    assert [total(table.state, who, looks) for who in ("mage", "foe", "pal")] == [2, 0, 2]


def unseen() -> Sitting:
    """A mage whom nobody sees."""
    table = scene(knows="magic:invisible-3")
    table.does("foe", "end-turn")
    for _ in range(2):
        table.does("mage", "cast", power="invisible-3", half=True)
    table.does("mage", "cast", power="invisible-3", half=True, cost_half=True, targets=("mage",))
    return table


@pytest.mark.rule("MO-006", "MO-404")
def test_nobody_knows_of_the_invisible_and_everybody_notices_the_rest():
    table = unseen()
    assert not table.conflict.aware("foe", "mage")
    assert table.conflict.aware("foe", "pal")
    assert can_notice(table.state, "foe")
    seeing = Facts(claims=("sight",), target="mage")
    assert total(table.state, "foe", seeing) == -6
    assert total(table.state, "foe", Facts(claims=("sight",), target="pal")) == 0
    table.state = table.state.with_conflict(unaware=())
    assert total(table.state, "foe", seeing) == -3
    [power] = table.state.running
    table.do("Gil", "let-go", power=power)
    assert table.conflict.aware("foe", "mage")
    assert total(table.state, "foe", seeing) == 0


@pytest.mark.rule("MO-006", "MO-411")
def test_the_invisible_are_seen_as_the_power_ends_and_those_who_hid_stay_hidden():
    table = unseen()
    [power] = table.state.running
    table.do("Gil", "let-go", power=power)
    assert table.conflict.aware("foe", "mage")
    table = scene(lasting("fear-3", "foe"))
    table.state = table.state.with_conflict(unaware=(("mage", "foe"),))
    table.do("Gil", "let-go", power="r-fear-3")
    assert not table.conflict.aware("mage", "foe")


@pytest.mark.rule("MO-006", "MO-411")
def test_whom_two_powers_hide_is_seen_when_both_are_over_and_nobody_is_seen_twice():
    table = unseen()
    [power] = table.state.running.values()
    table.have(running={power.id: power, "r-more": replace(power, id="r-more", caster="pal")})
    table.do("Gil", "let-go", power="r-more")
    assert not table.conflict.aware("foe", "mage")
    table.does("mage", "attack", tool="natural", target="foe", faces=[2])
    assert table.conflict.aware("foe", "mage")
    told = len([event for event in table.events if isinstance(event, Reappeared)])
    table.do("Gil", "let-go", power=power.id)
    assert (told, len([event for event in table.events if isinstance(event, Reappeared)])) == (1, 1)


@pytest.mark.rule("MO-006", "MO-X312", "MO-404")
@pytest.mark.parametrize(("deed", "seen"), [
    (("move", {"posture": "defensive"}), False),
    (("attack", {"tool": "natural", "target": "foe", "faces": [2]}), True),
])
def test_the_invisible_are_noticed_when_they_draw_attention(deed, seen):
    table = unseen()
    assert not table.conflict.aware("foe", "mage")
    do, blanks = deed
    table.does("mage", do, **blanks)
    assert table.conflict.aware("foe", "mage") is seen
    assert total(table.state, "foe", Facts(claims=("sight",), target="mage")) == (-3 if seen else -6)


@pytest.mark.rule("MO-404", "MO-006")
def test_who_was_made_invisible_before_a_conflict_is_seen_by_nobody_in_it_nor_by_who_comes_later():
    table = Sitting(person("mage", player="s3"), person("foe", asking="never"), person("late", asking="never"))
    table.have(running={"r-invisible-3": lasting("invisible-3", "mage")})
    table.fight(mage=20, foe=5)
    assert not table.conflict.aware("foe", "mage")
    table.does("mage", "keep", on="r-invisible-3")
    table.does("mage", "attack", tool="natural", target="foe", faces=[2])
    assert table.conflict.aware("foe", "mage")
    table.do("Gil", "come-in", who="late", side="theirs")
    assert table.read["Ann"][-1] == "is not seen by Late, by Invisible 3. "
    assert (table.conflict.aware("foe", "mage"), table.conflict.aware("late", "mage")) == (True, False)
    assert table.conflict.aware("mage", "late")


@pytest.mark.rule("MO-404", "MO-006")
def test_who_comes_in_invisible_is_seen_by_nobody_who_is_there():
    table = scene(lasting("invisible-3", "late"))
    table.have(people={**table.state.people, "late": person("late", asking="never")})
    table.do("Gil", "come-in", who="late", side="theirs")
    assert [table.conflict.aware(who, "late") for who in ("mage", "foe", "pal")] == [False] * 3


@pytest.mark.rule("MO-X412")
def test_the_guide_says_what_a_summoned_thing_hinders():
    table = scene(lasting("summon-5"))
    table.refuses("Gil", "weigh-power", "out-of-range", power="r-summon-5", title="Summon 5", worth=-11)
    table.do("Gil", "weigh-power", power="r-summon-5", title="Summon 5", worth=-7)
    claimed = Facts(claims=("power:summon-5",))
    assert [total(table.state, who, claimed) for who in ("mage", "foe")] == [-7, -7]
    assert total(table.state, "foe", Facts()) == 0
