"""People are made: characters in four taps, the GM's people in one form; sheets are set right, taken along, brought."""

from __future__ import annotations

import pytest

from moot.core import Refused
from moot.games.perilous.figures import ATTRIBUTES, BEGIN, CALLINGS, MEASURES, SKILLS
from moot.games.perilous.making.beginning import PersonMade, PersonShown, class_of
from moot.games.perilous.making.bringing import read, text_of
from moot.games.perilous.making.sheet import SheetSet
from moot.games.perilous.person import DAMAGE_STATES, SEVEN, HeldDisorder, LedgerLine, total
from moot.games.perilous.room import GAME
from moot.games.perilous.tests.table import Sitting
from moot.games.perilous.view.people import sheet
from moot.kit.totals import worth


@pytest.mark.rule("GP-RD-17", "GP-CORE-05", "GP-CORE-07")
def test_every_calling_has_nine_ranks_in_skills_and_each_attribute_once():
    for row in CALLINGS.values():
        assert sum(row.ranks.values()) == BEGIN.ranks
        assert {*row.ranks} <= {*SKILLS}
        assert max(row.ranks.values()) == 2
        assert {*row.first} == {*ATTRIBUTES}
    assert len(CALLINGS) >= 12


@pytest.mark.rule("GP-RD-17", "GP-CORE-21")
def test_from_an_empty_table_to_a_session_by_filling_in_a_calling_and_a_name():
    table = Sitting("Ann")
    table.refuses("Gil", "open-session", "nobody-there")
    offer = next(offer for offer in table.offers("Ann", "make-character") if not offer.rolls)
    assert [field.name for field in offer.fields] == ["calling", "name", "social_class"]
    assert offer.urgency == "must"
    wish = offer.by_itself() | {"calling": "thief", "name": "Tib"}
    table.do("Ann", wish.pop("do"), **wish)
    [tib] = table.state.party()
    assert (tib.name, tib.player, tib.social_class, tib.armor) == ("Tib", "s3", "lowborn", "hide")
    assert tib.attributes["agility"] == max(BEGIN.array)
    assert tib.ranks["skulduggery"] == 2
    assert sheet(table.state, table.seats["Gil"], tib).born == "Thief, Lowborn"
    assert read(text_of(tib)).person("n9", "s3", active=True).calling == "thief"
    table.do("Gil", "open-session")
    assert table.state.phase == "session"


@pytest.mark.rule("GP-RD-17", "GP-CORE-21", "GP-CORE-07")
def test_a_rolled_character_has_seven_throws_and_a_class():
    table = Sitting("Ann")
    faces = [1, 2, 3, *[10] * 18, 9, 1]
    table.do("Ann", "make-character", attributes="rolled", calling="thief", name="Tib", faces=faces)
    [tib] = table.state.party()
    assert tib.attributes == dict(zip(ATTRIBUTES, [31, *[55] * 6], strict=True))
    assert tib.social_class == "aristocrat"
    table.refuses("Ann", "make-character", "has-character", attributes="array", calling="thief", name="Tob")


@pytest.mark.rule("GP-CORE-21")
@pytest.mark.parametrize(
    ("faces", "born"),
    [((10, 1), "lowborn"), ((6, 10), "lowborn"), ((6, 1), "burgher"), ((9, 10), "burgher"), ((9, 1), "aristocrat"),
     ((10, 10), "aristocrat")],
)
def test_two_dice_say_how_somebody_was_born(faces, born):
    assert class_of(faces) == born


@pytest.mark.rule("GP-CORE-08", "GP-CORE-09", "GP-CORE-07")
def test_what_is_reckoned_from_a_sheet():
    table = Sitting("Ann")
    ann = table.pc("Ann", "soldier")
    table.do("Ann", "set-attributes", who=ann, combat=45, brawn=49, agility=30, perception=60, intelligence=20,
             willpower=71, fellowship=33)
    table.do("Ann", "set-bonus", who=ann, attribute="willpower", shift=2)
    table.do("Ann", "outfit", who=ann, armor="mail", load=9)
    who = table.who(ann)
    assert worth(who.peril_threshold) == 7 + 2 + 3
    assert worth(who.damage_threshold) == 4 + 4
    assert (who.limit, who.overage, who.initiative, who.movement("on-foot")) == (7, 2, 6 + 3 - 2, 3 + 3 - 2)


@pytest.mark.rule("GP-RD-17")
def test_players_set_their_own_sheets_right_between_sessions_and_the_gm_always():
    table = Sitting("Ann", "Ben")
    ann, _ben = table.pc("Ann"), table.pc("Ben")
    table.do("Ann", "set-ranks", who=ann, skills=("charm", "guile"), ranks=3)
    assert (table.who(ann).ranks["charm"], table.who(ann).ranks["martial-melee"]) == (3, 2)
    table.refuses("Ben", "set-ranks", "not-offered", who=ann, skills=("charm",), ranks=3)
    table.refuses("Ann", "set-ranks", "out-of-range", who=ann, skills=("charm",), ranks=4)
    table.do("Ann", "set-standing", who=ann, order=3, chaos=4, permanent_order=0, permanent_chaos=4, fate=2, rewards=0)
    assert table.who(ann).leaning == "chaos"
    assert table.last(SheetSet).changes == {"order": 3, "chaos": 4, "permanent_chaos": 4, "fate": 2}
    table.refuses("Ann", "set-standing", "out-of-range", who=ann, order=3, chaos=4, permanent_order=4,
                  permanent_chaos=0, fate=2, rewards=0)
    table.begin()
    table.refuses("Ann", "set-ranks", "not-now", who=ann, skills=("charm",), ranks=1)
    table.refuses("Ann", "set-standing", "not-now", who=ann, order=3, chaos=4, permanent_order=0, permanent_chaos=0,
                  fate=2, rewards=0)
    table.do("Ann", "outfit", who=ann, armor="leather", load=2)
    table.do("Gil", "set-details", who=ann, name="Wen", social_class="burgher", focuses="locks, rivers")
    who = table.who(ann)
    assert (who.name, who.social_class, who.focuses, who.armor) == ("Wen", "burgher", ("locks", "rivers"), "leather")
    assert any("is called Wen now" in line for line in table.read["Ben"])


@pytest.mark.rule("GP-RD-18", "GP-CORE-21")
def test_one_form_makes_somebody_of_the_gms_whose_figures_nobody_else_is_told():
    table = Sitting("Ann")
    id_ = table.npc("The reeve", "able", leans="chaos", strong=("willpower",), skills=("guile", "charm"), ranks=2,
                    social_class="burgher", armor="mail")
    who = table.who(id_)
    assert who.attributes["willpower"] == MEASURES["able"].strong == 60
    assert (who.attributes["combat"], who.ranks, who.leaning, who.fate) == (50, {"guile": 2, "charm": 2}, "chaos", 0)
    [told] = [event for event in table.heard["Ann"] if isinstance(event, PersonMade)]
    assert told.person == type(who)(id=id_, name="The reeve", social_class="burgher")
    assert table.who(table.npc("A beadle", skills=("guile",), ranks=1)).ranks == {"guile": 1}
    table.refuses("Ann", "quick-figures", "guide-only", name="Me", measure="able", leans="order")
    before = len(table.heard["Ann"])
    table.do("Gil", "mark-leaning", who=id_, leans="order")
    table.do("Gil", "set-ranks", who=id_, skills=("guile",), ranks=0)
    assert len(table.heard["Ann"]) == before


@pytest.mark.rule("GP-RD-18")
def test_hidden_people_count_nothing_and_are_shown_later():
    table = Sitting("Ann")
    ann = table.pc("Ann")
    ids = table.state.ids
    id_ = table.npc("The man in the well", hidden=True)
    assert table.state.ids == ids
    assert not id_.startswith("n") or not id_[1:].isdecimal()
    table.begin()
    heard, counts = len(table.heard["Ann"]), table.state.ids
    table.do("Gil", "call-trial", who=id_, skill="stealth")
    table.do("Gil", "roll", trial=next(iter(table.state.trials)), faces=[1, 2])
    table.do("Gil", "set-track", who=id_, track="peril", now="ignore-1")
    table.do("Gil", "deal-harm", how="mishap", who=[id_], points=12, dice=0, mild=False)
    assert table.state.wounds
    assert (len(table.heard["Ann"]), table.state.ids) == (heard, counts)
    assert all(choice.value != id_ for choice in GAME.voices(table.state, table.gm))
    table.do("Gil", "set-track", who=id_, track="damage", now="grievously")
    table.do("Gil", "show-person", who=id_)
    assert table.read["Ann"][-1].startswith("The man in the well is here")
    [event] = [event for event in table.heard["Ann"] if isinstance(event, PersonShown)]
    shown = event.person
    assert event.wounds == tuple(table.state.wounds.values()), "nobody sees what they were not told of"
    assert (shown.damage, shown.peril) == (table.who(id_).damage, 0), "wounds are seen, and Peril is not"
    assert {row.id: row.state for row in GAME.cast(table.state, False)}[id_] == DAMAGE_STATES[shown.damage].title
    assert table.who(id_).known
    table.refuses("Gil", "show-person", "nobody-hidden", who=ann)


@pytest.mark.rule("GP-CORR-07")
def test_a_form_for_ranks_and_points_takes_what_stands_on_the_sheet():
    table = Sitting("Ann")
    ann = table.pc("Ann", rewards=12_000)
    table.begin()
    [offer] = table.offers("Gil", "set-standing")
    table.do("Gil", "set-standing", who=ann, **{one.name: one.default for one in offer.fields} | {"order": 3})
    assert (table.who(ann).order, table.who(ann).rewards) == (3, 12_000)


@pytest.mark.rule("GP-CORR-06", "GP-CORR-07")
def test_ten_ranks_never_stand_on_a_sheet_between_sessions():
    table = Sitting("Ann")
    ann = table.pc("Ann")
    ranks = {"who": ann, "permanent_order": 0, "chaos": 0, "permanent_chaos": 0, "fate": 0, "rewards": 0}
    for name in ("Ann", "Gil"):
        table.refuses(name, "set-standing", "out-of-range", **ranks, order=10)
        table.refuses(name, "set-standing", "out-of-range", **ranks | {"chaos": 11}, order=9)
    table.do("Ann", "set-standing", **ranks, order=9)
    table.begin()
    table.do("Gil", "set-standing", **ranks, order=12)
    assert table.who(ann).order == 12, "they are erased as the session ends"


@pytest.mark.rule("GP-REP-01")
def test_a_new_character_has_a_reputation_of_two():
    table = Sitting("Ann")
    who = table.who(table.pc("Ann"))
    assert [line.points for line in who.fame] == [1, 1]
    assert who.reputation == 2


@pytest.mark.rule("GP-REP-01", "GP-CORE-17")
def test_fate_held_at_the_start_and_fate_that_is_given_makes_a_name():
    table = Sitting("Ann")
    ann = table.pc("Ann")
    table.do("Ann", "set-standing", who=ann, order=0, chaos=0, permanent_order=0, permanent_chaos=0, fate=3, rewards=0)
    assert table.who(ann).reputation == 4
    table.do("Ann", "set-standing", who=ann, order=0, chaos=0, permanent_order=0, permanent_chaos=0, fate=0, rewards=0)
    assert table.who(ann).reputation == 1
    table.begin()
    table.do("Gil", "set-standing", who=ann, order=0, chaos=0, permanent_order=0, permanent_chaos=0, fate=2, rewards=0)
    assert table.who(ann).reputation == 3
    table.do("Gil", "set-standing", who=ann, order=0, chaos=0, permanent_order=0, permanent_chaos=0, fate=0, rewards=0)
    assert table.who(ann).reputation == 3


@pytest.mark.rule("GP-REP-01", "GP-RD-19")
def test_a_name_that_was_brought_along_is_kept_when_fate_is_set_before_the_first_session():
    table = Sitting("Ann")
    ann = table.pc("Ann", fame=(LedgerLine(5, "brought along", "GP-REP-01"),))
    table.do("Gil", "pick-disorder", who=ann, row="hophead", hidden=False)
    table.do("Ann", "set-standing", who=ann, order=0, chaos=0, permanent_order=0, permanent_chaos=0, fate=2, rewards=0)
    assert table.who(ann).reputation == 7


@pytest.mark.rule("GP-RD-19")
def test_a_character_goes_along_as_a_file_and_comes_back_the_same():
    table = Sitting("Ann", "Ben")
    ann = table.pc(
        "Ann", "captain", "Wen", order=4, permanent_order=1, chaos=7, disorders=(HeldDisorder("hophead"),), rewards=250,
        fame=(LedgerLine(5, "deeds", "GP-REP-01"),), damage=2, peril=3, sins=(LedgerLine(6, "a lie", "GP-CORR-02"),),
        shifts={"brawn": 1}, fate=2,
    )
    [document] = GAME.documents(table.state, table.seats["Ann"])
    assert document.name.endswith(".character.toml")
    assert GAME.formats["perilous-sheet"].read(document.write()) == ("Wen",)
    assert GAME.documents(table.state, table.seats["Ben"]) == GAME.documents(table.state, table.gm) == ()
    table.do("Ben", "bring-character", text=document.write())
    brought = table.state.party()[-1]
    assert table.read["Ann"][-1].startswith("Ben brings Wen")
    kept = ("name", "attributes", "shifts", "ranks", "focuses", "order", "chaos", "permanent_order", "fate", "rewards",
            "armor", "load", "disorders", "social_class", "reputation")
    assert [getattr(brought, name) for name in kept] == [getattr(table.who(ann), name) for name in kept]
    assert (brought.damage, brought.peril, total(brought.sins)) == (0, 0, 0)


@pytest.mark.rule("GP-RD-19", "GP-CORE-05", "GP-DIS-01")
@pytest.mark.parametrize(
    ("was", "now", "code"),
    [("martial-melee = 2", "martial-melee = 4", "out-of-range"), ("martial-melee", "juggling", "no-such-value"),
     ("combat = ", "combat = 1", "out-of-range"), ("willpower = 44\n", "", "field-missing"),
     ('"lowborn"', '"king"', "no-such-value"), ('armor = "leather"', 'armor = "glass"', "no-such-value"),
     ('name = "Wen"', 'name = ""', "bad-line"), ("[ranks]", 'disorders = ["nerves"]\n[ranks]', "no-such-value")],
)
def test_a_file_that_does_not_fit_is_refused(was, now, code):
    table = Sitting("Ann")
    text = text_of(table.who(table.pc("Ann", "soldier", "Wen")))
    assert was in text
    with pytest.raises(Refused) as refused:
        read(text.replace(was, now, 1) if "disorders" not in now else "disorders = ['nerves']\n" + text)
    assert refused.value.code == code


@pytest.mark.rule("GP-DIS-03", "GP-RD-17")
def test_a_character_leaves_between_sessions_and_another_comes():
    table = Sitting("Ann")
    ann = table.pc("Ann")
    guard = table.npc()
    table.begin()
    table.refuses("Ann", "leave-story", "nobody-to-leave", who=ann)
    table.do("Gil", "leave-story", who=guard)
    table.have(phase="between")
    table.do("Ann", "leave-story", who=ann)
    assert not table.state.party()
    assert table.pc("Ann", who="Another") in [who.id for who in table.state.party()]


@pytest.mark.rule("GP-RD-18", "GP-RD-16")
def test_ready_made_people_come_several_at_once_under_names_of_their_own():
    table = Sitting("Ann")
    table.do("Gil", "take-foe", foe="foes/footpad", count=3)
    table.do("Gil", "take-foe", foe="foes/footpad", hidden=True)
    assert [who.name for who in table.state.people.values()] == ["Footpad", "Footpad 2", "Footpad 3", "Footpad 4"]
    first, *_, last = table.state.people.values()
    assert (first.attributes["agility"], first.ranks["stealth"], first.leaning) == (42, 1, "chaos")
    assert first.social_class == "lowborn"
    assert not last.known
    assert len(table.heard["Ann"]) == 3


@pytest.mark.rule("GP-RD-17", "GP-CORE-21")
def test_the_dice_of_a_rolled_character_say_what_they_make():
    table = Sitting("Ann")
    faces = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 10, 9, 3, 4]
    table.do("Ann", "make-character", attributes="rolled", calling="soldier", name="Jory", faces=faces)
    [who] = table.state.people.values()
    lines = (table.game.line(table.state, event) for event in table.events)
    throws = next(line.throws for line in lines if line is not None and line.throws)
    assert [throw.reading for throw in throws] == [
        *(f"{ATTRIBUTES[one].title} {who.attributes[one]}" for one in SEVEN), "Lowborn"
    ]
