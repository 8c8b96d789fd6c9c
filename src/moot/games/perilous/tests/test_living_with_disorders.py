"""What of a Disorder is offered to whom and when, and what it leaves behind."""

from __future__ import annotations

from typing import Any

import pytest

from moot.games.perilous.evening.gifts import DisorderSlept, waiting
from moot.games.perilous.person import LAST, HeldDisorder, LedgerLine, Suffered
from moot.games.perilous.tests.table import Sitting
from moot.games.perilous.tests.test_chase_catching import at_trouble, own
from moot.games.perilous.underway import Closing, Conversion
from moot.games.perilous.view.people import in_play
from moot.testing import choices

AWAKE = ("moon-fever", "the-hunger", "host-to-the-abyss")


def living(*rows: str, woken: bool = False, **sheet: Any) -> tuple[Sitting, str]:
    """Ann in a session with these Disorders, and Ben."""
    table = Sitting("Ann", "Ben")
    ann = table.pc("Ann", disorders=tuple(HeldDisorder(row, woken=woken) for row in rows), **sheet)
    table.pc("Ben")
    table.begin()
    return table, ann


def offered(table: Sitting, name: str, do: str) -> list[str]:
    """The Disorders about which somebody may do this."""
    return [offer.fixed["row"] for offer in table.offers(name, do)]


@pytest.mark.rule("GP-DIS-02")
def test_a_gift_is_its_owners_and_helps_in_their_own_test_before_its_dice():
    table, ann = living("gamblers-lament")
    ben = table.put(next(who.id for who in table.state.party() if who.id != ann))
    table.do("Gil", "call-trial", who=ben, skill="gamble")
    assert offered(table, "Ann", "use-gift") == []
    table.do("Gil", "call-trial", who=ann, skill="gamble", modifiers=10)
    assert (offered(table, "Ann", "use-gift"), offered(table, "Gil", "use-gift")) == (["gamblers-lament"], [])
    table.do("Ann", "roll", trial=table.trial_of(ann).id, faces=[9, 8])
    assert offered(table, "Ann", "use-gift") == []


@pytest.mark.rule("GP-DIS-02")
@pytest.mark.parametrize(("row", "modifiers", "flip"), [("deranged-hero", 30, 0), ("hophead", 10, 0)])
def test_a_gift_for_once_adds_to_what_the_gm_gave_and_holds_no_longer(row, modifiers, flip):
    table, ann = living(row)
    table.do("Gil", "call-trial", who=ann, skill="simple-melee", modifiers=10)
    trial = table.trial if row == "deranged-hero" else ""
    table.do("Ann", "use-gift", who=ann, row=row, trial=trial)
    [test] = table.state.trials.values()
    assert (test.modifiers, test.flip, table.who(ann).disorders[0].using) == (modifiers, flip, False)
    assert offered(table, "Ann", "let-gift-go") == []


@pytest.mark.rule("GP-DIS-02")
@pytest.mark.parametrize(("row", "skill"), [("deranged-hero", "simple-melee"), ("gamblers-lament", "gamble")])
def test_a_gift_is_used_once_in_a_test_and_again_in_another(row, skill):
    table, ann = living(row)
    table.do("Gil", "call-trial", who=ann, skill=skill)
    table.do("Ann", "use-gift", who=ann, row=row, trial=table.trial)
    test, nothing = table.state.trials[table.trial], {"who": ann, "row": row, "trial": table.trial}
    table.refuses("Ann", "use-gift", "no-gift", **nothing)
    table.do("Ann", "roll", trial=test.id, faces=[1, 2])
    table.do("Gil", "call-trial", who=ann, skill=skill)
    assert offered(table, "Ann", "use-gift") == [row]
    assert table.who(ann).corruption == 3


@pytest.mark.rule("GP-DIS-02", "GP-CORE-01", "GP-CORE-03")
def test_the_gm_may_make_a_test_harder_that_a_gift_has_helped_beyond_the_cap():
    table, ann = living("deranged-hero")
    table.do("Gil", "call-trial", who=ann, skill="simple-melee", modifiers=30)
    table.do("Ann", "use-gift", who=ann, row="deranged-hero", trial=table.trial)
    [offer] = table.offers("Gil", "set-difficulty")
    as_it_is = {field.name: field.default for field in offer.fields if field.name == "modifiers"}
    table.do("Gil", "set-difficulty", trial=table.trial, difficulty="hard", **as_it_is)
    test = table.state.trials[table.trial]
    assert (test.difficulty, test.modifiers) == ("hard", 50)


@pytest.mark.rule("GP-DIS-02", "GP-CORE-18")
def test_without_a_point_no_gift_rolls_twice():
    table, ann = living("clawing-obsession")
    table.do("Gil", "call-trial", who=ann, skill="charm")
    table.do("Ann", "roll", trial=table.trial, faces=[9, 8])
    assert offered(table, "Ann", "use-gift") == ["clawing-obsession"]
    table.have(fortune=())
    assert offered(table, "Ann", "use-gift") == []


@pytest.mark.rule("GP-DIS-02")
def test_a_gift_that_holds_is_used_once_and_let_go():
    table, ann = living("bound-to-the-bottle")
    assert offered(table, "Ann", "let-gift-go") == []
    table.do("Ann", "use-gift", who=ann, row="bound-to-the-bottle", trial="")
    assert offered(table, "Ann", "use-gift") == []
    table.do("Gil", "let-gift-go", who=ann, row="bound-to-the-bottle")
    assert offered(table, "Ann", "use-gift") == ["bound-to-the-bottle"]
    assert offered(table, "Ann", "refuse-burden") == []


@pytest.mark.rule("GP-DIS-02")
def test_only_what_is_awake_and_gnaws_is_yielded_to_and_held_off():
    table, ann = living(*AWAKE, woken=True)
    assert offered(table, "Ann", "use-gift") == ["the-hunger"]
    assert offered(table, "Ann", "yield-to") == offered(table, "Ann", "try-remedy") == ["moon-fever"]
    table.do("Ann", "yield-to", who=ann, row="moon-fever")
    assert offered(table, "Ann", "try-remedy") == ["moon-fever"]
    asleep, _ = living(*AWAKE)
    assert [offered(asleep, "Ann", do) for do in ("use-gift", "yield-to", "try-remedy")] == [[], [], []]


@pytest.mark.rule("GP-DIS-02")
def test_a_remedy_is_for_once_a_day_whatever_day_it_is():
    table, ann = living("moon-fever", woken=True)
    table.do("Gil", "pass-days", days=3)
    table.do("Ann", "try-remedy", who=ann, row="moon-fever")
    table.do("Ann", "roll", trial=table.trial, faces=[9, 9])
    table.refuses("Ann", "try-remedy", "tried", "GP-DIS-02", who=ann, row="moon-fever")
    table.do("Gil", "pass-days", days=1)
    assert offered(table, "Ann", "try-remedy") == ["moon-fever"]


@pytest.mark.rule("GP-DIS-02")
def test_a_host_is_found_once_and_gone_when_it_sleeps():
    table, ann = living("host-to-the-abyss", woken=True)
    assert [one.what for one in waiting(table.state)] == ["who has moved into Ann’s own"]
    [offer] = table.offers("Ann", "roll-host")
    assert offer.urgency == "must"
    table.do("Ann", "roll-host", who=ann, row="host-to-the-abyss", faces=[2])
    assert (table.who(ann).disorders[0].host, offered(table, "Ann", "roll-host")) == ("decay", [])
    table.do("Gil", "set-awake", who=ann, row="host-to-the-abyss")
    assert table.who(ann).disorders[0] == HeldDisorder("host-to-the-abyss", since=table.state.day)


@pytest.mark.rule("GP-DIS-02")
def test_nobody_waits_for_a_host_of_the_gms_or_once_the_session_ends():
    table, _ = living("host-to-the-abyss", woken=True)
    table.put(table.npc("A rat"), disorders=(HeldDisorder("host-to-the-abyss", woken=True),))
    assert [offer.urgency for offer in table.offers("Gil", "roll-host")] == ["may"]
    table.do("Gil", "end-session")
    assert waiting(table.state) == ()


@pytest.mark.rule("GP-DIS-02")
@pytest.mark.parametrize(("woken", "turned"), [(True, "changed"), (False, "")])
def test_only_what_is_awake_gives_way(woken, turned):
    table, ann = living("possessed", woken=woken)
    table.do("Gil", "set-track", who=ann, track="peril", now="incapacitated")
    assert table.who(ann).disorders[0].turned == turned


@pytest.mark.rule("GP-DIS-02", "GP-CORE-16")
def test_the_dead_are_left_alone_by_what_was_awake_in_them():
    table = at_trouble()
    awake, knee = HeldDisorder("possessed", woken=True), Suffered("busted-kneecap")
    table.put("wen", peril=LAST - 1, fate=0, injuries=(knee,), disorders=(awake,))
    own(table, "test", skill="athletics", difficulty="standard", fails="damage", damage=30)
    table.dice("wen", 9, 0, then=(10, 10))
    assert (table.who("wen").peril, table.who("wen").dead, table.who("wen").disorders) == (LAST, True, (awake,))


@pytest.mark.rule("GP-DIS-02", "GP-CORE-17")
def test_whom_fate_left_for_dead_is_left_alone_by_what_is_awake_in_them():
    table, ann = living("possessed", woken=True)
    table.do("Gil", "deal-harm", how="mishap", who=[ann], points=40, dice=0, mild=False)
    [wound] = table.state.wounds
    table.do("Ann", "cheat-death", wound=wound)
    table.do("Gil", "award-fortune", who=ann)
    assert (table.who(ann).peril, table.who(ann).disorders[0].turned) == (LAST, "")


@pytest.mark.rule("GP-DIS-02")
def test_all_see_what_is_awake_in_somebody_and_what_yielding_makes_of_them():
    def stands() -> list[tuple[str, ...]]:
        return [next(one.marks for one in in_play(table.state, guide) if one.of == ann) for guide in (True, False)]

    table, ann = living("bound-to-the-bottle")
    table.do("Ann", "use-gift", who=ann, row="bound-to-the-bottle")
    assert stands() == [("Bound to the bottle: in use",)] * 2
    table, ann = living("moon-fever")
    assert stands() == [(), ()], "what sleeps is nobody’s to see"
    table.do("Gil", "set-awake", who=ann, row="moon-fever")
    assert stands() == [("Moon fever: awake",)] * 2
    table.do("Ann", "yield-to", who=ann, row="moon-fever")
    assert stands() == [("Moon fever: changed",)] * 2
    assert [one.urgency for one in table.offers("Ann", "turn-back")] == ["may"], "the way back stands on the page"
    table.do("Ann", "turn-back", who=ann, row="moon-fever")
    assert stands() == [("Incapacitated!", "Moon fever: spent")] * 2
    assert [one.why for one in table.offers("Gil", "rest")] == ["Ann’s own recovers."] * 2
    assert table.asked("Gil").tools == ("hour-passes",), "and what gives them back their strength"


@pytest.mark.rule("GP-DIS-02")
def test_who_was_brought_round_before_the_hour_was_over_stays_as_they_are():
    table, ann = living("moon-fever", woken=True)
    table.do("Ann", "yield-to", who=ann, row="moon-fever")
    table.do("Ann", "turn-back", who=ann, row="moon-fever")
    table.do("Gil", "set-track", who=ann, track="peril", now="ignore-1")
    table.do("Gil", "hour-passes")
    assert (table.who(ann).peril, table.who(ann).disorders[0].turned) == (2, "over")
    [over] = [one.line(table.state) for one in table.heard["Ben"][-1:] if isinstance(one, DisorderSlept)]
    assert over.kind == "move", "nothing that was done or thrown before stands over it"


def owed(*disorders: HeldDisorder, **sheet: Any) -> tuple[Sitting, str]:
    """The end of a session at which Ann, who has these, is owed a Disorder."""
    table, ann = living(**sheet)
    table.put(ann, disorders=disorders)
    done = {who.id: Conversion(corruption=0, order=0, chaos=0) for who in table.state.party()}
    table.have(phase="closing", closing=Closing(conversions=done, owed=(ann,)))
    return table, ann


@pytest.mark.rule("GP-DIS-01")
def test_a_hidden_disorder_is_told_to_its_owner_and_the_gm_and_to_others_that_it_came():
    table, ann = living()
    table.do("Gil", "pick-disorder", who=ann, row="hophead", hidden=True)
    heard = {name: "Hophead" in table.read[name][-1] for name in ("Gil", "Ann", "Ben")}
    assert heard == {"Gil": True, "Ann": True, "Ben": False}
    assert "a Disorder that has not shown itself yet" in table.read["Ben"][-1]
    before = len(table.read["Ben"])
    [heal] = table.offers("Gil", "heal-disorder")
    assert heal.label.endswith(": the Disorder Hophead is healed"), "who types “Disorder” finds it"
    table.do("Gil", "heal-disorder", who=ann, row="hophead")
    assert ("Hophead" in table.read["Ann"][-1], len(table.read["Ben"])) == (True, before)
    table.do("Gil", "pick-disorder", who=ann, row="hophead", hidden=False)
    table.do("Gil", "heal-disorder", who=ann, row="hophead")
    assert "is rid of this: Hophead." in table.read["Ben"][-1]


@pytest.mark.rule("GP-DIS-01", "GP-RD-20")
@pytest.mark.parametrize("hidden", [True, False])
def test_a_throw_of_what_they_have_tells_others_no_more_than_they_know(hidden):
    table, ann = owed(HeldDisorder("hophead", hidden=hidden), HeldDisorder("pyromania", hidden=not hidden))
    table.do("Gil", "roll-disorder", who=ann, hidden=not hidden, faces=[4])
    told = next(event for event in reversed(table.events) if event.twice)
    others = told.told(table.state, table.seats["Ben"])
    assert (others.row, others.face) == (("", 0) if hidden else ("hophead", 4))
    assert len(table.who(ann).disorders) == 2
    table.do("Gil", "roll-disorder", who=ann, hidden=False, faces=[1])
    assert table.who(ann).disorders[-1] == HeldDisorder("bound-to-the-bottle")
    table.refuses("Gil", "roll-disorder", "not-yet", "GP-CORR-10", who=ann)


@pytest.mark.rule("GP-DIS-01", "GP-CORR-06")
def test_who_is_owed_a_disorder_is_asked_about_first_and_nobody_is_given_one_that_they_have():
    table, ann = owed(HeldDisorder("hophead"))
    [offer] = table.offers("Gil", "pick-disorder")
    assert (offer.fixed["who"], offer.urgency) == (ann, "must")
    assert "hophead" not in choices(offer, "row")
    playing, _ = living()
    assert {offer.urgency for offer in playing.offers("Gil", "pick-disorder")} == {"tool"}


@pytest.mark.rule("GP-DIS-01")
@pytest.mark.parametrize("gone", [{"dead": True}, {"retired": True}])
def test_nobody_who_is_gone_or_of_the_gms_is_given_a_disorder(gone):
    table, ann = living(**gone)
    table.npc("A rat")
    assert ann not in [offer.fixed["who"] for offer in table.offers("Gil", "pick-disorder")]
    assert len(table.offers("Gil", "pick-disorder")) == 1


@pytest.mark.rule("GP-DIS-02", "GP-CORR-10")
def test_a_mutation_that_comes_as_the_session_ends_sleeps():
    table, ann = owed(sins=(LedgerLine(12, "a pact", "GP-CORR-02"),))
    table.do("Gil", "pick-disorder", who=ann, row="moon-fever", hidden=False)
    assert not table.who(ann).disorders[0].woken
