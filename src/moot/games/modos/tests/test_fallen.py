"""Who falls: luck, the way back, what is left to those who are Disabled."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from moot.core import Count, Face, Frame, Line
from moot.core.frames import merged
from moot.games.modos.combat.fallen import CameBack, waiting
from moot.games.modos.conflict.beats import DeedLost
from moot.games.modos.conflict.opening import ConflictEnded
from moot.games.modos.conflicts import Running
from moot.games.modos.harm import disable, hurt
from moot.games.modos.injuries import BlowRolled, Hurt, Told, Unhurt
from moot.games.modos.marks import Unmarked, lift_mark
from moot.games.modos.reckoning import health, most
from moot.games.modos.terms import Pool
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting
from moot.kit.people import waits_for
from moot.table.frames import framed
from moot.table.seat_journal import SeatEntry
from moot.testing import choices


def ann(foe: dict[str, Any] | None = None, options: dict[str, Any] | None = None, **sheet: Any) -> Sitting:
    return Sitting(person("ann", player="s3", **sheet), person("foe", **(foe or {})), **options or {})


def down(table: Sitting, who: str = "ann", pool: Pool = "P") -> str:
    """Somebody is Disabled; the mark by its id."""
    table.befall(lambda play: disable(play, who, pool))
    return table.who(who).marks[-1].id


@pytest.mark.rule("MO-E95", "MO-E50")
def test_luck_undoes_a_fall_for_a_hero_point_and_leaves_the_pool_full():
    table = ann(perks=("lucky-day",), heroes=2)
    table.befall(lambda play: hurt(play, "ann", "P", 15))
    [mark] = table.who("ann").marks
    assert "Ann’s luck" in [one.what for one in table.game.situation(table.state).waiting]
    table.refuses("Gil", "try-luck", "no-luck-asked", "", who="ann", mark=mark.id, used=True)
    table.does("ann", "try-luck", mark=mark.id, used=True)
    assert (table.who("ann").marks, table.who("ann").hurt("P"), table.who("ann").heroes) == ((), 10, 1)
    table.befall(lambda play: hurt(play, "ann", "P", 1))
    assert table.who("ann").has_mark("mostly-dead")


@pytest.mark.rule("MO-E95", "MO-E50")
def test_whoever_falls_twice_at_once_says_from_which_fall_luck_saves_them():
    table = Sitting(
        person("ann", player="s3", perks=("lucky-day",), level=3, heroes=1, damage={"P": 8, "M": 10}),
        person("foe", perks=("set-to-stun",), gear=("dagger",)),
    )
    table.fight(foe=15, ann=3)
    table.does("foe", "attack", tool="foe-dagger", target="ann", claims=("perk:set-to-stun",))
    table.does("ann", "pass", faces=[4])
    offers = {offer.label: offer for offer in table.offers("Ann", "try-luck")}
    assert [*offers] == [
        "Lucky Day: stay up, not mostly dead", "Let it be: mostly dead",
        "Lucky Day: stay up, not unconscious", "Let it be: unconscious",
    ]
    assert offers["Lucky Day: stay up, not unconscious"].why.startswith("1 hero point. ")
    table.do("Ann", "try-luck", **offers["Lucky Day: stay up, not unconscious"].fixed)
    assert [mark.row for mark in table.who("ann").marks] == ["mostly-dead"]
    assert [offer.label for offer in table.offers("Ann", "try-luck")] == ["Let it be: mostly dead"]


@pytest.mark.rule("MO-E95")
@pytest.mark.parametrize(("perks", "heroes"), [((), 1), (("lucky-day",), 0)])
def test_nobody_is_asked_who_cannot_be_lucky(perks, heroes):
    table = ann(perks=perks, heroes=heroes)
    mark = down(table)
    table.refuses("Ann", "try-luck", "no-luck-asked", "", who="ann", mark=mark, used=False)


@pytest.mark.rule("MO-E95", "MO-E50")
def test_luck_helps_against_damage_and_not_against_what_fells_without_any():
    """Rub 5 makes its target Mostly Dead, and deals no damage."""
    table = Sitting(
        person("mage", player="s3", MP=19, points={"magic:rub-5": 1}, perks=(("bonus-action", "magic"),)),
        person("ann", player="s4", perks=("lucky-day",), heroes=1),
    )
    for _ in range(4):
        table.does("mage", "cast", power="rub-5", half=True)
    table.does("mage", "cast", power="rub-5", half=True, cost_half=True, targets=("ann",))
    assert table.who("ann").has_mark("mostly-dead")
    mark = table.who("ann").marks[0].id
    table.refuses("Ben", "try-luck", "no-luck-asked", "", who="ann", mark=mark, used=True)


@pytest.mark.rule("MO-E95", "MO-X602", "MO-E40")
def test_luck_undoes_what_a_power_cost_where_there_is_no_combat():
    mage = person("ann", player="s3", points={"magic:alter-1": 1}, perks=("lucky-day",), heroes=1, damage={"MP": 9})
    table = Sitting(mage, combat="false")
    table.does("ann", "cast", power="alter-1", half=True, cost_half=True)
    table.does("ann", "try-luck", mark=table.who("ann").marks[0].id, used=True)
    assert (table.who("ann").marks, table.who("ann").hurt("MP"), table.who("ann").heroes) == ((), 10, 0)


@pytest.mark.rule("MO-E50", "MO-412", "MO-X307")
@pytest.mark.parametrize("lucky", [True, False])
def test_what_somebody_keeps_up_and_rides_waits_for_their_luck_too(lucky):
    """Fire 1 costs 5 by half, and 2 is left."""
    mage = person("ann", player="s3", points={"magic:fire-1": 1}, perks=("lucky-day",), heroes=1, damage={"MP": 8})
    table = Sitting(mage, person("foe", asking="never"), disabled="all")
    table.fight(ann=15, foe=5)
    table.do("Gil", "set-scene", more=("defensive", "mounted"))
    table.do("Gil", "put-in-place", who="ann", posture="mounted", by="animal", means="a mare")
    table.have(running={"r": Running(id="r", row="armor-1", caster="ann", stored=12, pros={"ann": 0})})
    table.does("ann", "cast", power="fire-1", half=True, cost_half=True, targets=("foe",))
    [mark] = table.who("ann").marks
    table.does("ann", "try-luck", mark=mark.id, used=lucky)
    assert bool(table.state.running) is lucky
    assert table.conflict.people["ann"].place.posture == ("mounted" if lucky else "defensive")


@pytest.mark.rule("MO-E30", "MO-X216", "MO-E95")
@pytest.mark.parametrize("lucky", [True, False])
def test_a_beat_waits_for_luck_before_the_blow_of_whoever_fell_comes(lucky):
    table = ann({"gear": ("sword-great",), "P": 12}, perks=("lucky-day",), heroes=1, gear=("dagger",), damage={"P": 8})
    table.fight(foe=15, ann=5)
    table.does("foe", "attack", tool="foe-sword-great", target="ann")
    table.does("ann", "attack", tool="ann-dagger", target="foe", faces=[9])
    table.does("ann", "try-luck", mark=table.who("ann").marks[0].id, used=lucky, faces=[4] if lucky else [])
    assert table.conflict.beat is None
    assert table.who("foe").hurt("P") == (4 if lucky else 0)
    assert any(isinstance(event, DeedLost) for event in table.events) is not lucky


@pytest.mark.rule("MO-E87", "MO-X216", "MO-E95")
def test_nobody_answers_any_more_while_a_beat_waits_for_luck():
    villain: dict[str, Any] = {"perks": ("lucky-day",), "villain": True, "heroes": 1, "damage": {"MP": 9}}
    foe = person("foe", points={"magic:lamp-1": 3}, **villain)
    table = Sitting(person("ann", player="s3"), foe, person("ben", player="s4", gear=("dagger",)))
    table.put("ben", asking="never")
    table.fight(ann=15, foe=9, ben=5)
    table.does("ann", "flee")
    table.does("foe", "cast", power="lamp-1", half=True, cost_half=True, targets=("foe",))
    assert (table.state.entry("ann"), table.who("foe").marks[0].asks) == (None, True)
    assert not {"hinder", "work", "attack"} & {offer.do for offer in table.offers("Ben")}
    table.refuses("Ben", "hinder", "not-asked", who="ben", words="trips Ann")
    table.do("Gil", "try-luck", who="foe", mark=table.who("foe").marks[0].id, used=True)
    assert table.conflict.beat is None


@pytest.mark.rule("MO-X310", "MO-314")
def test_a_flaw_that_both_agree_on_lifts_it_and_leaves_the_pool_full():
    table = ann()
    mark = down(table)
    table.does("ann", "propose-way", mark=mark, way="flaw", words="four white lines from ear to collar")
    assert table.who("ann").marks
    assert [(one.who, one.what) for one in waits_for(table.state, waiting(table.state))] == [("Gil", "Ann’s way back")]
    assert [offer.urgency for offer in table.offers("Gil", "agree-way")] == ["must"]
    assert table.asked("Gil").title == "Agree for Ann", "not where they are"
    table.refuses("Ann", "agree-way", "nothing-proposed", "", who="ann", mark=mark)
    table.do("Gil", "agree-way", who="ann", mark=mark)
    assert tuple(waiting(table.state)) == ()
    assert (table.who("ann").marks, table.who("ann").hurt("P")) == ((), 10)
    assert table.who("ann").flaws == ("four white lines from ear to collar",)


@pytest.mark.rule("MO-X310")
def test_what_the_guide_proposes_waits_for_the_player():
    table = ann()
    mark = down(table)
    table.do("Gil", "propose-way", who="ann", mark=mark, way="flaw", words="a limp")
    assert [(one.who, one.what) for one in waits_for(table.state, waiting(table.state))] == [("Ann", "Ann’s way back")]


@pytest.mark.rule("MO-X310")
@pytest.mark.parametrize("way", ["cure", "care"])
def test_a_cure_or_care_has_to_come_first(way):
    table = ann()
    mark = down(table, pool="M")
    table.do("Gil", "propose-way", who="ann", mark=mark, way=way, words="a well in the hills")
    table.refuses("Gil", "agree-way", "nothing-proposed", "", who="ann", mark=mark)
    table.does("ann", "agree-way", mark=mark)
    assert table.who("ann").has_mark("unconscious")
    how = {"cure": "by a special cure, which somebody must find", "care": "by long care"}[way]
    assert table.read["Ben"][-1] == f"So it is agreed for Ann: {how}. a well in the hills"
    assert table.question("Ann").text == f"It is agreed: {how}. The GM says when."
    [offer] = table.offers("Gil", "bring-back")
    assert offer.urgency == "may"
    table.do("Gil", "bring-back", who="ann", mark=mark)
    assert (table.who("ann").marks, table.who("ann").flaws) == ((), ())


@pytest.mark.rule("MO-X310")
def test_a_way_can_be_proposed_anew_until_both_agree():
    table = ann()
    mark = down(table)
    table.does("ann", "propose-way", mark=mark, way="cure")
    table.do("Gil", "propose-way", who="ann", mark=mark, way="death")
    table.refuses("Gil", "agree-way", "nothing-proposed", "", who="ann", mark=mark)
    table.does("ann", "agree-way", mark=mark)
    assert [one.row for one in table.who("ann").marks] == ["dead"]


@pytest.mark.rule("MO-000", "MO-X310")
def test_the_guide_alone_says_what_becomes_of_those_whose_players_have_left():
    table = ann()
    mark = down(table)
    table.leaves("Ann")
    [offer] = table.offers("Gil", "propose-way")
    assert (offer.label, offer.why) == ("Say how Ann comes back", "It is so at once.")
    table.do("Gil", "propose-way", who="ann", mark=mark, way="death")
    assert [one.row for one in table.who("ann").marks] == ["dead"]


@pytest.mark.rule("MO-X310")
def test_the_guide_alone_says_what_becomes_of_the_others():
    table = ann()
    mark = down(table, "foe")
    table.do("Gil", "propose-way", who="foe", mark=mark, way="flaw")
    assert (table.who("foe").flaws, table.who("foe").marks) == (("a scar",), ())


@pytest.mark.rule("MO-E95")
def test_the_guide_says_what_is_left_in_the_pool_where_the_table_wants_it():
    table = ann(None, {"recovered_pool": "guide"})
    mark = down(table)
    table.does("ann", "propose-way", mark=mark, way="flaw", words="a scar")
    table.do("Gil", "agree-way", who="ann", mark=mark, left=4)
    assert table.who("ann").hurt("P") == 4
    mark = down(table)
    table.do("Gil", "bring-back", who="ann", mark=mark, left=0)
    assert (table.who("ann").hurt("P"), table.last(CameBack).left) == (0, 0)


@pytest.mark.rule("MO-E95", "MO-X310")
def test_what_was_agreed_to_be_left_stands_in_the_form_when_the_cure_is_found():
    table = ann(None, {"recovered_pool": "guide"})
    mark = down(table)
    table.does("ann", "propose-way", mark=mark, way="cure", words="a well in the hills")
    table.do("Gil", "agree-way", who="ann", mark=mark, left=4)
    [blank] = table.offers("Gil", "bring-back")[0].fields
    assert isinstance(blank, Count)
    assert (blank.default, blank.most) == (4, 10)
    table.do("Gil", "bring-back", who="ann", mark=mark, left=1)
    assert table.who("ann").hurt("P") == 1


@pytest.mark.rule("MO-X310", "MO-E50", "MO-X206")
def test_the_dead_are_not_asked_how_they_take_a_blow():
    table = ann(perks=("diehard", "martial-artist"), heroes=1)
    table.fight(foe=15, ann=5)
    table.put("ann", marks=(table.mark("dead"),))
    table.does("foe", "attack", tool="natural", target="ann", faces=[3, 2])
    assert table.conflict.beat is None


@pytest.mark.rule("MO-313", "MO-316")
def test_whom_armour_leaves_no_health_at_all_falls_with_an_empty_pool():
    table = ann({"P": 4, "gear": ("bomb-suit",)})
    table.befall(lambda play: hurt(play, "foe", "P", 1))
    table.do("Gil", "bring-back", who="foe", mark=table.who("foe").marks[0].id)
    table.do("Gil", "set-thing", who="foe", thing="foe-bomb-suit", at="stowed")
    assert (health(table.state, "foe", "P"), most(table.state, "foe", "P")) == (4, 4)


@pytest.mark.rule("MO-X310")
def test_who_died_of_another_pool_has_no_health_left_to_lose():
    table = ann()
    mark = down(table, "foe", "M")
    table.do("Gil", "propose-way", who="foe", mark=mark, way="death")
    table.befall(lambda play: hurt(play, "foe", "P", 15))
    table.befall(lambda play: disable(play, "foe", "MP"))
    assert ([one.row for one in table.who("foe").marks], table.who("foe").hurt("P")) == (["dead"], 0)
    assert table.last(Unhurt).why == "no physical health is left to lose"


@pytest.mark.rule("MO-X310")
def test_the_text_of_a_trait_is_told_when_its_bearer_falls_for_good():
    table = ann({"traits": ("ghost",), "perks": ("lucky-day",), "heroes": 1})
    table.befall(lambda play: hurt(play, "foe", "P", 15))
    assert not [event for event in table.events if isinstance(event, Told)]
    table.do("Gil", "try-luck", who="foe", mark=table.who("foe").marks[0].id, used=False)
    assert table.last(Told).text == "Gone, and formed anew near its corpse."


@pytest.mark.rule("MO-X323", "MO-314")
@pytest.mark.parametrize(
    ("pool", "shut", "open_"),
    [("P", {"attack"}, {"work"}), ("M", set(), {"work"}), ("MP", set(), {"work", "attack"})],
)
def test_the_disabled_keep_the_deeds_of_the_other_attributes(pool, shut, open_):
    table = ann()
    table.fight(ann=15, foe=5)
    down(table, pool=pool)
    offered = {offer.do for offer in table.offers("Ann")}
    assert not offered & shut
    assert offered >= open_
    pools = choices(table.offers("Ann", "work")[0], "pool")
    assert pool not in pools
    assert len(pools) == 2


@pytest.mark.rule("MO-314", "MO-X323", "MO-X206")
@pytest.mark.parametrize(("pool", "target", "karma", "asked"), [
    ("P", "ben", False, ["ben"]), ("P", "ann", False, ["ben"]), ("P", "ann", True, ["ann", "ben"]),
    ("MP", "ben", False, ["ann", "ben"]),
])
def test_nobody_waits_for_the_mostly_dead_unless_their_mind_or_spirit_can_withstand_it(pool, target, karma, asked):
    table = Sitting(person("ann", player="s3"), person("ben", player="s4"), person("foe", perks=("karma",), heroes=1))
    table.fight(foe=15, ann=9, ben=5)
    down(table, pool=pool)
    table.does("foe", "attack", tool="natural", target=target, karma=karma)
    assert table.conflict.beat is not None
    assert sorted(table.conflict.beat.asked) == asked


@pytest.mark.rule("MO-X323")
def test_a_beat_waits_no_more_for_who_falls_while_they_are_asked():
    table = ann(P=8)
    table.fight(foe=15, ann=5)
    table.does("foe", "attack", tool="natural", target="ann")
    table.do("Gil", "hazard", whom=("ann",), title="A beam", pool="P", die="d12", faces=[12, 3])
    assert table.conflict.beat is None


@pytest.mark.rule("MO-X323", "MO-006")
def test_the_unconscious_are_aware_of_nothing():
    table = ann(gear=("dagger",))
    table.fight(foe=15, ann=5)
    down(table, pool="M")
    table.does("foe", "attack", tool="natural", target="ann", faces=[3])
    assert table.who("ann").hurt("P") == 3


@pytest.mark.rule("MO-E94")
@pytest.mark.parametrize(("option", "able"), [("attribute", True), ("all", False)])
def test_the_disabled_may_lose_every_action(option, able):
    table = ann(None, {"disabled": option})
    table.fight(ann=15, foe=5)
    down(table, pool="MP")
    table.do("Gil", "put-in-place", who="foe", posture="defensive")
    assert (table.conflict.whose == "ann") is able


@pytest.mark.rule("MO-E96")
@pytest.mark.parametrize(("option", "out"), [("next_damage", False), ("at_once", True)])
def test_a_maximum_that_falls_below_the_damage_counts_at_the_next_blow_or_at_once(option, out):
    table = ann(None, {"max_drop": option}, damage={"P": 9}, gear=("mail",))
    table.do("Gil", "hazard", whom=("foe",), title="A spark", pool="P", die="d4", faces=[1])
    assert table.who("ann").has_mark("mostly-dead") is out
    table.put("ann", marks=())
    table.do("Gil", "hazard", whom=("ann",), title="A spark", pool="P", die="d4", faces=[1, 1])
    assert table.who("ann").has_mark("mostly-dead")
    assert table.who("ann").hurt("P") == 8


@pytest.mark.rule("MO-E96", "MO-313")
def test_a_maximum_that_falls_to_the_damage_is_full_and_no_more():
    table = ann(None, {"max_drop": "at_once"}, damage={"P": 8}, gear=("mail",))
    table.do("Gil", "hazard", whom=("foe",), title="A spark", pool="P", die="d4", faces=[1])
    assert not table.who("ann").marks


@pytest.mark.rule("MO-X314", "MO-X320", "MO-310", "MO-311", "MO-320")
@pytest.mark.parametrize(("pool", "guarded"), [("P", False), ("M", True), ("MP", False)])
def test_the_place_can_hurt_minds_and_spirits_which_have_protection_by_perks_alone(pool, guarded):
    table = ann(perks=(("thought-shield", "natural-mind"),))
    table.do("Gil", "hazard", whom=("ann",), title="Glare", pool=pool, die="d8", faces=[6, 2] if guarded else [6])
    assert table.who("ann").hurt(pool) == (4 if guarded else 6)
    assert bool(table.last(BlowRolled).guard.terms) is guarded
    table.refuses("Ann", "hazard", "guide-only", "", whom=("ann",), title="Glare", pool=pool, die="d8")


@pytest.mark.rule("MO-E50", "MO-X314")
def test_a_hard_one_adds_a_hero_point_to_protection_against_a_fall_too():
    hard: dict[str, Any] = {"perks": ("diehard",), "heroes": 1}
    table = ann(**hard, gear=("mail",))
    table.have(people={**table.state.people, "ben": person("ben", player="s4", **hard)})
    fall = {"title": "A fall", "pool": "P", "die": "d8"}
    table.refuses("Gil", "hazard", "not-a-choice", **fall, whom=("ben",), guard_hero=("ben",))
    table.do("Gil", "hazard", **fall, whom=("ann",), guard_hero=("ann",), faces=[8, 2, 4])
    assert (table.who("ann").hurt("P"), table.who("ann").heroes) == (2, 0)
    table.refuses("Gil", "hazard", "no-such-field", **fall, whom=("ann",), guard_hero=("ann",))


def test_falling_is_a_fact_for_the_end_of_the_conflict():
    table = ann()
    down(table)
    [fact] = table.last(Hurt).line(table.state).facts
    assert (fact.kind, fact.text, fact.seat) == ("out", "Ann is mostly dead", "s3")
    assert [str(change) for change in fact.changes] == ["physical 10 to 0"]


def test_a_card_says_what_a_blow_changes_or_else_how_hard_it_was():
    table, cards = ann(), []
    for blow in (partial(hurt, who="ann", pool="P", points=points) for points in (3, 7, 2)):
        table.befall(blow)
        cards += table.last(Hurt).line(table.state).facts
    assert [(fact.note, [str(change) for change in fact.changes]) for fact in cards] == [
        ("", ["physical 10 to 7"]), ("", ["physical 7 to 0"]), ("2 physical damage", []),
    ]


@pytest.mark.parametrize(("health", "cards"), [
    ("told", ["Orc is mostly dead: physical 10 to 0.", "Imp is hurt: physical 10 to 2."]),
    ("hinted", ["Orc is mostly dead: 3 physical damage.", "Imp is hurt × 2: nearly down."]),
])
def test_the_cost_of_a_conflict_names_nobody_twice_for_what_they_lost_bit_by_bit(health, cards):
    table = Sitting(person("ann", player="s3"), person("orc"), person("imp"), health_told=health)
    for who, points in (("orc", 4), ("orc", 4), ("imp", 5), ("imp", 3), ("orc", 3)):
        table.befall(partial(hurt, who=who, pool="P", points=points))
    heard = (event.line(table.state) for event in table.heard["Ann"])
    told = [str(fact) for fact in merged(fact for line in heard if line for fact in line.facts)]
    assert sorted(told) == sorted(cards)


def told(number: int, line: Line) -> SeatEntry:
    return SeatEntry(seq=number, at=0, seat="s1", by="Gil", lines=(line,), events=())


@pytest.mark.parametrize(
    ("pools", "back", "up"), [(("P",), 1, True), (("P",), 0, False), (("P", "M"), 1, False), (("P", "M"), 2, True)]
)
def test_the_end_of_a_conflict_shows_those_as_standing_who_came_back(pools, back, up):
    table = ann()
    begun = Frame(kind="scene", id="1", lead="A conflict begins", title="The ford", people=(Face("ann", "Ann"),))
    marks, lines = [], [Line("scene", "", frame=begun)]
    for pool in pools:
        marks.append(down(table, pool=pool))
        lines.append(table.last(Hurt).line(table.state))
    for mark in marks[:back]:
        table.do("Gil", "bring-back", who="ann", mark=mark)
        lines.append(table.last(CameBack).line(table.state))
    lines.append(ConflictEnded(id="1", what="The ford").line(table.state))
    over = framed([told(number, line) for number, line in enumerate(lines)], len(lines), frozenset())
    assert over is not None
    assert [face.up for face in over.people] == [up]
    assert ("back", "Ann is back") in {(fact.kind, fact.text) for fact in over.facts} or not back


def test_what_lifts_a_fall_without_words_tells_that_somebody_takes_part_again():
    table = ann()
    down(table)
    table.befall(lambda play: lift_mark(play, "ann", table.who("ann").marks[-1]))
    facts = table.last(Unmarked).line(table.state).facts
    assert [(fact.kind, fact.text) for fact in facts] == [("back", "Ann is no longer mostly dead")]
