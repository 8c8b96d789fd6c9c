"""Minds: who is aware of whom, what people are made to believe, and what becomes of it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from moot.games.modos.conflicts import Running
from moot.games.modos.harm import disable
from moot.games.modos.injuries import Told
from moot.games.modos.live import aware
from moot.games.modos.marks import lift_mark
from moot.games.modos.minds.watching import SlippedPast
from moot.games.modos.person import Mark, Person
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting
from moot.games.modos.throwing import ContestThrown, StoredBeaten
from moot.games.modos.view.sheets import sheet
from moot.testing import choices

TALKER: dict[str, Any] = {"player": "s3", "MP": 13, "level": 3}


def talk(skill: str = "persuade", **foe: Any) -> Sitting:
    return Sitting(person("ann", **TALKER, points={skill: 2}), person("officer", **foe), person("ben", player="s4"))


def belief(table: Sitting, who: str = "officer") -> Mark:
    return next(mark for mark in table.who(who).marks if mark.row == "belief")


def sways(table: Sitting, skill: str, *faces: int, by: str = "willpower", **more: Any) -> ContestThrown:
    table.does("ann", "sway", skill=skill, target="officer", **{"words": "the prisoner is innocent"} | more)
    table.throws("ann")
    found = table.throws("officer", *faces, skill=by)
    assert isinstance(found, ContestThrown)
    return found


# ---------------------------------------------------------------- swaying


@pytest.mark.rule("MO-E105", "MO-X310")
def test_the_dead_have_no_doubts():
    table = talk()
    doubt = table.mark("belief", words="Goal: to win", source="skill:persuade", stored=12, doubted=True)
    for who, dead in (("ann", True), ("officer", False), ("ann", False)):
        table.put(who, marks=(doubt, table.mark("dead")) if dead else (doubt,))
        asked = {one.about for name in ("Ann", "Gil") for one in table.offers(name, "doubt")}
        waits = "a doubt" in [one.what for one in table.game.situation(table.state).waiting]
        assert ("ann" in asked, waits) == ((False, False) if table.who("ann").dead else (True, True))


@pytest.mark.rule("MO-X507", "MO-X315")
@pytest.mark.parametrize("kind", ["trap", "object"])
def test_what_has_no_mind_is_not_swayed_or_tended_sways_nobody_and_does_not_rest(kind):
    table = Sitting(person("ann", player="s3"), person("jaws", kinds=(kind,)), person("guard"))
    plea = {"skill": "persuade", "words": "let go"}
    table.does("ann", "sway", target="jaws", **plea)
    assert ("has no mind for that." in table.read["Ann"][-1], table.state.contests) == (True, {})
    table.refuses("Gil", "sway", "not-a-choice", who="guard", target="jaws", **plea)
    table.refuses("Gil", "sway", "no-mind", "MO-X507", who="jaws", target="ann", **plea)
    table.refuses("Gil", "pass-time", "not-a-choice", unit="hours", count=1, rest=("jaws",))
    table.do("Gil", "pass-time", unit="hours", count=1, rest=("guard",))
    table.put("ann", points={"healer": 1})
    for who in ("jaws", "guard"):
        table.put(who, damage={"P": 3})
    table.does("ann", "tend", skill="healer", pool="P", target="jaws")
    assert ("cannot be tended." in table.read["Ann"][-1], table.state.contests) == (True, {})
    table.put("jaws", points={"healer": 1})
    assert {"guard"} == {value for tend in table.offers("Gil", "tend") for value in choices(tend, "target")}
    table.does("ann", "sway", target="guard", **plea)


@pytest.mark.rule("MO-X315", "MO-E105", "MO-004", "MO-005")
def test_persuasion_puts_a_goal_into_a_head_and_keeps_the_number_that_did():
    table = talk(MP=8)
    came = sways(table, "persuade", 12, 9)
    assert (came.first.worth, came.second.worth, came.outcome) == (15, 8, "pro")
    mark = belief(table)
    assert (mark.words, mark.stored) == ("Goal: the prisoner is innocent", 15)
    sways(table, "persuade", 9, 14)
    assert len(table.who("officer").marks) == 1


@pytest.mark.rule("MO-X316", "MO-X217", "MO-111")
def test_a_lie_is_a_flaw_and_is_answered_by_the_senses_or_by_what_one_has_learned():
    table = talk("deceive", points={"knowledge:law": 3})
    table.does("ann", "sway", skill="deceive", target="officer", words="I am the mayor")
    table.refuses("Gil", "throw-contest", "not-a-choice", "MO-X217", contest=next(iter(table.state.contests)),
                  who="officer", skill="willpower")
    table.throws("ann")
    came = table.throws("officer", 12, 6, skill="knowledge:law")
    assert (came.first.worth, came.second.worth) == (15, 9)
    assert belief(table).words == "Flaw: I am the mayor"


@pytest.mark.rule("MO-E105", "MO-X316")
@pytest.mark.parametrize(("face", "left"), [(15, 1), (16, 0)])
def test_a_doubt_must_beat_the_contest_that_put_the_belief_there(face, left):
    table = talk("deceive")
    sways(table, "deceive", 12, 3, by="detect")
    mark = belief(table)
    table.refuses("Gil", "doubt", "no-doubt", "MO-E105", who="officer", mark=mark.id, skill="detect")
    table.refuses("Ann", "shake-belief", "guide-only", "MO-E105", who="officer", mark=mark.id)
    table.do("Gil", "shake-belief", who="officer", mark=mark.id, why="the real mayor comes in")
    assert table.last(type(table.events[-1])).rules == ("MO-X316",)
    table.does("officer", "doubt", mark=mark.id, skill="detect", faces=[face])
    assert (table.last(StoredBeaten).stored, len(table.who("officer").marks)) == (15, left)
    if left:
        table.refuses("Gil", "doubt", "no-doubt", "MO-E105", who="officer", mark=mark.id, skill="detect")


@pytest.mark.rule("MO-E105", "MO-X217", "MO-X602")
@pytest.mark.parametrize(("words", "skill"), [("Goal: to leave", "willpower"), ("Flaw: I am the mayor", "detect")])
def test_a_belief_can_be_doubted_though_the_skill_that_put_it_there_is_gone(words, skill):
    gone = Mark(id="m1", row="belief", source="skill:hypnosis", words=words, stored=12, doubted=True)
    table = Sitting(person("ann", player="s3", marks=(gone,)))
    [doubt] = table.offers("Ann", "doubt")
    assert skill in choices(doubt, "skill")
    table.does("ann", "doubt", mark="m1", skill=skill, faces=[13])
    assert not table.who("ann").marks


@pytest.mark.rule("MO-X316", "MO-E105")
def test_what_speaks_against_one_belief_leaves_the_others_as_they_are():
    table = talk("deceive")
    for words in ("I am the mayor", "the mayor is away"):
        sways(table, "deceive", 12, 3, by="detect", words=words)
    first, second = table.who("officer").marks
    table.do("Gil", "shake-belief", who="officer", mark=first.id, why="the real mayor comes in")
    assert [mark.doubted for mark in table.who("officer").marks] == [True, False]
    table.refuses("Gil", "doubt", "not-offered", who="officer", mark=second.id, skill="detect")
    table.does("officer", "doubt", mark=first.id, skill="detect", faces=[20])
    assert table.who("officer").marks == (second,)


@pytest.mark.rule("MO-X315")
def test_a_goal_that_clashes_with_an_older_one_is_defended_against_again():
    table = talk(goals=("serve the law",))
    sways(table, "persuade", 12, 3)
    offer, _ = table.offers("Gil", "shake-belief")
    assert "serve the law" in offer.fields[0].hint
    mark = belief(table)
    table.do("Gil", "shake-belief", who="officer", mark=mark.id)
    table.does("officer", "keep-belief", mark=mark.id)
    assert belief(table).doubted is False
    table.do("Gil", "shake-belief", who="officer", mark=mark.id)
    table.refuses("Gil", "doubt", "not-a-choice", "", who="officer", mark=mark.id, skill="detect")
    table.does("officer", "doubt", mark=mark.id, skill="willpower", faces=[17])
    assert not table.who("officer").marks


@pytest.mark.rule("MO-E105")
@pytest.mark.parametrize("shown", [False, True], ids=["hidden", "shown since"])
def test_players_are_told_of_their_own_doubts_and_not_of_those_of_npcs(shown):
    """Somebody can have been swayed before anybody knew of them."""
    table = talk()
    sways(table, "persuade", 12, 3)
    table.put("officer", known=False)
    table.do("Gil", "shake-belief", who="officer", mark=belief(table).id)
    if shown:
        table.do("Gil", "show-person", who="officer")
    assert "a doubt" not in {one.what for one in table.game.situation(table.state).waiting}
    assert {offer.urgency for offer in table.offers("Gil", "doubt")} == {"may"}
    table.put("ben", marks=(replace(belief(table), id="m9"),))
    assert ("Ben", "a doubt") in {(one.who, one.what) for one in table.game.situation(table.state).waiting}
    assert {offer.urgency for offer in table.offers("Ben", "doubt")} == {"must"}


@pytest.mark.rule("MO-X315", "MO-X002", "MO-008")
def test_a_bribe_makes_persuasion_easier():
    table = talk()
    table.does("ann", "sway", skill="persuade", target="officer", words="look the other way")
    [contest] = table.state.contests
    table.do("Gil", "adjust", contest=contest, who="ann", difficulty=4, played=True)
    table.throws("ann")
    assert table.throws("officer", 10, 9, skill="willpower").first.worth == 19


@pytest.mark.rule("MO-X317")
def test_who_is_drawn_away_knows_nothing_of_whoever_is_named():
    """Distracting the watchman, while Ben slips by; a tower that falls is hard to overlook."""
    table = talk("engage")
    assert sways(table, "engage", 12, 6, by="detect", pick="ben").outcome == "pro"
    assert not aware(table.state, "officer", "ben")
    assert aware(table.state, "officer", "ann")
    table = talk("engage")
    assert sways(table, "engage", 12, 6, by="detect").outcome == "pro"
    assert table.last(Told).text == "heeds nothing else."
    assert not table.who("officer").marks
    more = {"skill": "engage", "target": "officer", "words": "Look!"}
    table.refuses("Ann", "sway", "not-a-choice", who="ann", pick="ann", **more)


@pytest.mark.rule("MO-X317")
def test_a_tower_that_falls_is_hard_to_overlook():
    table = talk("engage")
    table.does("ann", "sway", skill="engage", target="officer", words="look at me")
    [contest] = table.state.contests
    table.do("Gil", "adjust", contest=contest, who="ann", difficulty=-16, played=False)
    table.throws("ann")
    came = table.throws("officer", 16, 6, skill="willpower")
    assert (came.first.worth, came.outcome) == (3, "con")


@pytest.mark.rule("MO-108", "MO-111")
@pytest.mark.parametrize(("known", "skill", "worth"), [
    ("handler:wolf", "handler:wolf", 15), ("persuade", "handler", 13),
])
def test_a_beast_does_as_it_is_told_by_those_without_training_too(known, skill, worth):
    """Handler is bought for one creature, and is not locked."""
    table = talk(known)
    sways(table, skill, 12, 6)
    assert table.last(ContestThrown).first.worth == worth
    assert table.last(Told).text == "The creature does as it is told."


@pytest.mark.rule("MO-108")
def test_no_character_of_a_player_is_handled_like_a_beast():
    table = talk("handler")
    whom = {offer.fixed["skill"]: set(choices(offer, "target")) for offer in table.offers("Ann", "sway")}
    assert (whom["handler"], "ben" in whom["persuade"]) == ({"officer"}, True)
    table.refuses("Ann", "sway", "not-a-choice", who="ann", skill="handler", target="ben", words="Sit")
    table.have(people={who: sheet for who, sheet in table.state.people.items() if who != "officer"})
    assert "handler" not in {offer.fixed["skill"] for offer in table.offers("Ann", "sway")}


@pytest.mark.rule("MO-X315", "MO-X205", "MO-010")
@pytest.mark.parametrize(("apart", "face", "works"), [(True, 9, True), (True, 15, False), (False, 9, True)])
def test_who_cannot_answer_is_not_swayed_without_more_ado(apart, face, works):
    """Where each makes their case alone, or the target has no action left, the GM says how hard it is."""
    table = talk()
    table.do("Gil", "open-conflict", what="A parley", ours=("ann", "ben"), theirs=("officer",), apart=apart)
    table.do("Gil", "call-order")
    for who, thrown in (("officer", 20), ("ann", 15), ("ben", 3)):
        table.does(who, "throw-initiative", pool="MP", faces=[thrown])
    if not apart:
        table.does("officer", "work", words="writes it all down", price=3)
        table.let_be()
        table.do("Gil", "set-fate", sure=True)
    else:
        table.does("officer", "end-turn")
    table.does("ann", "sway", skill="persuade", target="officer", words="go home")
    table.let_be()
    assert not table.who("officer").marks
    table.do("Gil", "set-fate", sure=False, difficulty=4, faces=[12, face])
    assert bool(table.who("officer").marks) is works


@pytest.mark.rule("MO-X315", "MO-E105", "MO-X217")
def test_in_a_conflict_swaying_is_an_action_which_the_target_can_answer():
    table = talk()
    table.fight(ann=15, officer=9, ben=3)
    table.does("ann", "sway", skill="persuade", target="officer", words="go home")
    table.refuses("Ben", "answer-sway", "not-swayed", "MO-X217", who="ben", skill="willpower")
    table.does("officer", "answer-sway", skill="willpower")
    table.does("ben", "pass", faces=[8, 14])
    assert table.last(ContestThrown).outcome == "con"
    assert not table.who("officer").marks
    assert (table.conflict.people["ann"].actions, table.conflict.people["officer"].actions) == (2, 2)
    table.does("ann", "sway", skill="persuade", target="officer", words="go home")
    table.let_be()
    assert (belief(table).words, belief(table).stored) == ("Goal: go home", 13)
    table.do("Gil", "shake-belief", who="officer", mark=belief(table).id)
    table.does("ann", "end-turn")
    table.does("officer", "doubt", mark=belief(table).id, skill="willpower")
    table.does("ann", "pass")
    table.does("ben", "pass", faces=[14])
    assert not table.who("officer").marks


@pytest.mark.rule("MO-E105", "MO-X205")
@pytest.mark.parametrize(("faces", "left"), [((18, 9), 0), ((18, 19), 1), ((13, 9), 1)])
def test_a_doubt_in_a_conflict_has_to_beat_whoever_hinders_it_too(faces, left):
    table = talk(asking="always")
    sways(table, "persuade", 12, 3)
    table.fight(officer=20, ann=5, ben=4)
    table.do("Gil", "shake-belief", who="officer", mark=belief(table).id)
    table.does("officer", "doubt", mark=belief(table).id, skill="willpower")
    table.does("ann", "hinder", words="talks on", pool="P")
    table.does("ben", "pass", faces=faces)
    assert len(table.who("officer").marks) == left
    assert len([event for event in table.events if isinstance(event, StoredBeaten)]) == (faces[0] > faces[1])


def test_the_guide_can_end_a_belief():
    table = talk()
    sways(table, "persuade", 12, 3)
    table.do("Gil", "shake-belief", who="officer", mark=belief(table).id, over=True)
    assert not table.who("officer").marks


# ---------------------------------------------------------------- awareness


def camp(*more: Person) -> Sitting:
    return Sitting(
        person("ann", player="s3", points={"sneak": 1}), person("guard", points={"detect": 1}, asking="always"),
        person("dog", asking="always"), *more,
    )


@pytest.mark.rule("MO-X312", "MO-006")
def test_one_throw_of_whoever_sneaks_stands_against_the_senses_of_all():
    table = camp()
    table.does("ann", "sneak", skill="sneak", targets=("guard", "dog"))
    table.throws("ann")
    table.throws("guard", skill="detect")
    table.throws("dog", 12, 11, 14, skill="detect")
    thrown = [event for event in table.events if isinstance(event, ContestThrown)]
    assert [(one.first.worth, one.second.worth) for one in thrown] == [(13, 12), (13, 14)]
    assert (aware(table.state, "guard", "ann"), aware(table.state, "dog", "ann")) == (False, True)


@pytest.mark.rule("MO-006", "MO-X201")
def test_when_a_conflict_is_over_those_who_were_in_it_know_of_each_other_again():
    table = Sitting(person("ann", player="s3"), person("ben", player="s4"), person("guard"))
    table.do("Gil", "set-unaware", who=("guard",), of=("ann", "ben"))
    table.fight(guard=20, ann=10)
    table.do("Gil", "end-conflict")
    assert [mark.toward for mark in table.who("guard").marks] == ["ben"], "who was not there is still hidden"


@pytest.mark.rule("MO-006", "MO-X312")
def test_who_is_unaware_is_not_asked_and_cannot_answer():
    table = camp()
    table.do("Gil", "set-unaware", who=("guard",), of=("ann",))
    table.fight(ann=15, guard=9, dog=3)
    table.does("ann", "work", words="opens the gate", pool="P")
    assert table.conflict.beat is not None
    assert table.conflict.beat.asked == ("dog",)
    table.refuses("Gil", "hinder", "not-offered", "", who="guard", words="shuts it", pool="P")
    table.do("Gil", "set-fate", sure=True)
    table.does("dog", "pass")
    assert aware(table.state, "guard", "ann")


@pytest.mark.rule("MO-X312")
@pytest.mark.parametrize(("how", "left"), [("action", 2), ("beside", 3)])
def test_sneaking_in_a_conflict_is_an_action_or_goes_beside_one(how, left):
    table = camp()
    table.fight(ann=15, guard=9, dog=3)
    table.does("ann", "sneak", skill="sneak", targets=("guard", "dog"), how=how)
    table.does("guard", "pass")
    table.does("dog", "pass", faces=[14, 13, 18])
    assert (aware(table.state, "guard", "ann"), aware(table.state, "dog", "ann")) == (False, True)
    assert table.conflict.people["ann"].actions == left


@pytest.mark.rule("MO-006", "MO-X312")
def test_a_sheet_counts_none_of_whom_players_do_not_know_among_those_somebody_knows_nothing_of():
    table = camp(person("lurker", known=False))
    table.put("ann", marks=(table.mark("unaware", toward="guard"), Mark(id="m2", row="unaware", toward="lurker")))
    seen = {name: sheet(table.state, table.seats[name], table.who("ann")).states for name in ("Ann", "Ben", "Gil")}
    assert [[one.times for one in states] for states in seen.values()] == [[1], [1], [2]]
    before = [*table.read["Ann"]]
    table.befall(lambda play: lift_mark(play, "ann", table.who("ann").marks[1]))
    assert table.read["Ann"] == before, "nobody hears that somebody learned of whom they do not know"


@pytest.mark.rule("MO-204", "MO-X312")
def test_who_goes_on_sneaking_or_looking_out_on_their_turn_may_keep_the_number():
    table = camp()
    table.fight(ann=15, guard=9, dog=3)
    table.refuses("Ann", "sneak", "no-such-field", who="ann", skill="sneak", targets=("dog",), keep=True)
    table.does("ann", "sneak", skill="sneak", targets=("guard", "dog"))
    table.does("guard", "pass")
    table.does("dog", "pass", faces=[14, 13, 18])
    table.does("ann", "sneak", skill="sneak", targets=("dog",), keep=True)
    table.does("dog", "pass", faces=[14])
    assert (table.last(ContestThrown).first.worth, aware(table.state, "dog", "ann")) == (15, False)
    table.does("ann", "end-turn")
    table.does("guard", "search", skill="detect")
    table.do("Gil", "set-fate", sure=False, difficulty=8)
    table.does("ann", "pass")
    table.does("dog", "pass", faces=[14, 12])
    assert not aware(table.state, "guard", "ann")
    table.does("guard", "search", skill="detect", keep=True)
    table.do("Gil", "set-fate", sure=False, difficulty=0)
    table.does("ann", "pass")
    table.does("dog", "pass", faces=[12])
    assert (table.last(ContestThrown).first.worth, aware(table.state, "guard", "ann")) == (15, True)


@pytest.mark.rule("MO-X312", "MO-X205")
@pytest.mark.parametrize(("faces", "unnoticed"), [((14, 13, 4, 5), True), ((14, 16), False)])
def test_who_sneaks_in_a_conflict_has_to_beat_whoever_hinders_it_too(faces, unnoticed):
    table = camp()
    table.fight(ann=15, guard=9, dog=3)
    table.does("ann", "sneak", skill="sneak", targets=("guard", "dog"), how="action")
    table.does("guard", "hinder", words="holds her", pool="P")
    table.does("dog", "pass", faces=faces)
    assert (aware(table.state, "dog", "ann"), table.conflict.people["guard"].actions) == (not unnoticed, 2)


@pytest.mark.rule("MO-X312", "MO-006")
@pytest.mark.parametrize("fights", [True, False])
def test_nobody_has_to_sneak_past_the_senses_of_those_who_are_asleep(fights):
    table = camp()
    if fights:
        table.fight(ann=15, guard=9, dog=3)
    table.put("dog", marks=(table.mark("asleep"),))
    table.does("ann", "sneak", skill="sneak", targets=("guard", "dog"))
    if fights:
        table.does("guard", "pass", faces=[14, 13])
    else:
        table.throws("ann")
        table.throws("guard", 14, 13, skill="detect")
    assert [event.second.who for event in table.events if isinstance(event, ContestThrown)] == ["guard"]


@pytest.mark.rule("MO-X312", "MO-X323")
def test_nobody_has_to_sneak_past_the_senses_of_the_unconscious():
    table = camp()
    table.fight(ann=15, guard=9, dog=3)
    table.befall(lambda play: disable(play, "dog", "M"))
    table.does("ann", "sneak", skill="sneak", targets=("guard", "dog"), how="action")
    table.does("guard", "pass", faces=[14, 13])
    thrown = [event.second.who for event in table.events if isinstance(event, ContestThrown)]
    assert thrown == ["guard"]


@pytest.mark.rule("MO-X312")
def test_in_a_conflict_nobody_sneaks_past_their_own_side():
    table = camp(person("ben", player="s4"))
    assert {"ben", "guard"} <= choices(table.offers("Ann", "sneak")[0], "targets").keys()
    table.fight(ann=15, ben=12, guard=9, dog=3)
    assert choices(table.offers("Ann", "sneak")[0], "targets").keys() == {"guard", "dog"}


@pytest.mark.rule("MO-X312")
def test_who_looks_out_with_a_pro_knows_of_those_who_hid():
    table = camp()
    table.do("Gil", "set-unaware", who=("guard", "dog"), of=("ann",))
    table.does("guard", "search", skill="detect")
    [contest] = table.state.contests
    table.do("Gil", "answer-contest", contest=contest, difficulty=4, die="half")
    table.throws("guard", 14)
    assert aware(table.state, "guard", "ann")
    assert not aware(table.state, "dog", "ann")
    [mark] = table.who("dog").marks
    table.do("Gil", "set-aware", who="dog", mark=mark.id)
    assert aware(table.state, "dog", "ann")
    table.refuses("Gil", "set-aware", "all-aware", "MO-006", who="dog", mark=mark.id)


@pytest.mark.rule("MO-X312")
def test_looking_out_in_a_conflict_goes_against_what_the_guide_sets():
    table = camp()
    table.do("Gil", "set-unaware", who=("guard",), of=("ann",))
    table.fight(guard=15, ann=9, dog=3)
    table.does("guard", "search", skill="detect", how="beside")
    table.do("Gil", "set-fate", sure=False, difficulty=0)
    table.does("ann", "pass")
    table.does("dog", "pass", faces=[12, 9])
    assert aware(table.state, "guard", "ann")
    assert table.conflict.people["guard"].actions == 3


@pytest.mark.rule("MO-X312")
@pytest.mark.parametrize(("face", "told"), [
    (15, "Nobody would notice."), (12, "Nobody would notice; for Ann it is a Tie."), (9, "Ann would notice."),
])
def test_the_guide_reads_who_would_notice_somebody_hidden(face, told):
    table = Sitting(person("ann", player="s3", M=14), person("shade", "Shade", known=False))
    table.do("Gil", "slip-past", who="shade", half=False, faces=[face])
    assert table.read["Gil"][-1].strip() == f"comes to {face}; senses by half: Ann 12. {told}"


@pytest.mark.rule("MO-X312", "MO-012")
def test_somebody_hidden_slips_past_in_secret():
    people = person("ann", player="s3", M=14), person("ben", player="s4", marks=(Mark(id="m", row="asleep"),))
    table = Sitting(*people, person("shade", "Shade", known=False, points={"sneak": 2}))
    table.do("Gil", "slip-past", who="shade", half=False, faces=[11])
    came = table.last(SlippedPast)
    assert (came.total.worth, came.senses) == (13, {"ann": 12})
    assert not any(isinstance(event, SlippedPast) for event in table.heard["Ann"])
    table.refuses("Ann", "slip-past", "guide-only", "MO-X312", who="shade", half=True)
    assert "Shade" not in str(table.offers("Ann")) + str(table.read["Ann"]) + str(table.game.situation(table.state))


@pytest.mark.rule("MO-X507")
def test_a_trap_slips_past_nobody():
    table = Sitting(person("ann", player="s3"), person("jaws", "Jaws", known=False, kinds=("trap",)))
    table.refuses("Gil", "slip-past", "nobody-hidden", "MO-X312", who="jaws", half=False)


@pytest.mark.rule("MO-X217", "MO-202")
def test_who_cannot_defend_or_has_no_action_that_fits_is_swayed_without_an_answer():
    table = talk()
    table.fight(ann=15, officer=5)
    table.have(running={"fear": Running(id="fear", row="fear-3", caster="ann", stored=13, pros={"officer": 0})})
    table.does("ann", "sway", skill="persuade", target="officer", words="run")
    answer = {"who": "officer", "skill": "willpower"}
    table.refuses("Gil", "answer-sway", "shut", **answer)
    table.have(running={})
    table.have(conflict=table.state.with_entry("officer", actions=0, bound={"unarmed": 1}).conflict)
    table.refuses("Gil", "answer-sway", "no-defense", "MO-X217", **answer)
    table.have(conflict=table.state.with_entry("officer", actions=1).conflict)
    assert table.offers("Gil", "answer-sway")


@pytest.mark.rule("MO-X312", "MO-X323")
def test_outside_a_conflict_too_nobody_sneaks_past_the_unconscious():
    table = talk()
    table.befall(lambda play: disable(play, "officer", "M"))
    table.does("ann", "sneak", skill="sneak", targets=("officer", "ben"))
    [contest] = table.state.contests.values()
    assert (contest.sides[1].who, contest.group) == ("ben", "")
    assert [mark.toward for mark in table.who("officer").marks if mark.row == "unaware"] == ["ann"]


@pytest.mark.rule("MO-204", "MO-X315", "MO-E21")
def test_who_goes_on_persuading_on_their_turn_may_keep_the_number():
    table = talk()
    table.fight(ann=15, officer=5)
    plea = {"skill": "persuade", "target": "officer", "words": "let us pass"}
    table.refuses("Ann", "sway", "no-such-field", who="ann", keep=True, **plea)
    table.does("ann", "sway", **plea)
    table.does("officer", "answer-sway", skill="willpower", faces=[14, 19])
    total = table.last(ContestThrown).first.worth
    table.refuses("Ann", "sway", "no-such-field", who="ann", keep=True, **plea | {"skill": "deceive"})
    table.does("ann", "sway", keep=True, **plea)
    table.does("officer", "answer-sway", skill="willpower", faces=[8])
    assert (table.last(ContestThrown).first.worth, belief(table).stored) == (total, total)


@pytest.mark.rule("MO-X323", "MO-X205", "MO-X315", "MO-X316")
@pytest.mark.parametrize(("skill", "lost"), [("persuade", "MP"), ("deceive", "M")])
@pytest.mark.parametrize("fight", [False, True])
def test_who_has_no_use_of_a_defense_throws_nothing_against_words_and_the_guide_says_how_hard_it_is(skill, lost, fight):
    table = talk(asking="always")
    table.befall(lambda play: disable(play, "officer", lost))
    if fight:
        table.fight(ann=15, officer=5)
    table.does("ann", "sway", skill=skill, target="officer", words="all is well")
    if fight:
        table.let_be()
        table.do("Gil", "set-fate", sure=False, difficulty=12, faces=[9, 5])
    else:
        assert not table.offers("Gil", "throw-contest")
        [contest] = table.state.contests
        table.throws("ann")
        table.do("Gil", "answer-contest", contest=contest, difficulty=12, die="roll", faces=[9, 5])
    assert table.last(ContestThrown).outcome == "con"
    assert not any(mark.row == "belief" for mark in table.who("officer").marks)


@pytest.mark.rule("MO-204", "MO-X311")
def test_who_goes_on_tending_on_their_turn_may_keep_the_number():
    table = Sitting(person("ann", player="s3", points={"healer": 2}, damage={"P": 9}), person("foe"))
    table.fight(ann=15, foe=5)
    care = {"skill": "healer", "pool": "P", "target": "ann"}
    table.does("ann", "tend", **care)
    table.do("Gil", "set-fate", sure=False, difficulty=4, faces=[14, 8, 3])
    table.does("ann", "tend", keep=True, **care)
    table.do("Gil", "set-fate", sure=False, difficulty=4, faces=[9, 2])
    assert (table.last(ContestThrown).first.worth, table.who("ann").hurt("P")) == (16, 4)
