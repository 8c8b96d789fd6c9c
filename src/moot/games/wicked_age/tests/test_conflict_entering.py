"""Before the dice: who acts, who is in, by which forms and with which strengths."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from moot.core import Refused
from moot.games.wicked_age import GAME, samples
from moot.games.wicked_age.conflict.situation import situations
from moot.games.wicked_age.frames import fight_over
from moot.games.wicked_age.samples import camp
from moot.games.wicked_age.state import Options, State, StrengthOption
from moot.games.wicked_age.tests.examples import Game, blank, changed, fight, offers, roll
from moot.games.wicked_age.tests.test_board import board

AMEK = ["with-violence", "directly"]
MEKHA = ["for-myself", "directly"]


def begun(*against: str, options: Options | None = None) -> Game:
    game = Game(camp(options))
    game.act("undertake", "amek", deed="drags Mekha out", against=list(against or ("mekha",)), forms=AMEK)
    return game


@pytest.mark.rule("WA-ROLL-00", "WA-DICE-13", "WA-ROLL-6", "WA-ROLL-7")
def test_one_on_one_takes_two_forms_and_then_both_roll():
    game = begun()
    assert game.sequence.phase == "gathering"
    assert game.sequence.fighters["amek"].forms == tuple(AMEK)
    assert GAME.asked(game.state, game.seat("mekha")).title == "How does Mekha act?"
    assert situations(game.state)[0].detail.startswith("Amek acts with violence and directly. It is up to Mekha")
    game.act("declare", "mekha", forms=MEKHA)
    assert game.sequence.phase == "opening"
    assert {offer.do for offer in game.offers("mekha", "roll-opening")} == {"roll-opening"}


@pytest.mark.rule("WA-ROLL-9", "WA-ROLL-5", "WA-ROLL-8")
def test_no_roll_if_everyone_named_gives_in():
    game = begun("mekha", "tajie")
    game.act("give-in", "mekha")
    assert game.sequence.phase == "gathering"
    game.act("give-in", "tajie")
    assert game.offers("amek", "roll-opening") == []
    assert board(game)[game.sequence.id].rows[0].words == "Has said how they act (with violence, directly)"
    (*_, ended) = game.act("carry-out", "amek")
    assert game.sequence.ended == "no-roll"
    assert ended.line(game.state).text == "Nobody fights over it: what Amek set about needs no dice."
    over = fight_over(game.state, game.sequence)
    assert [(face.name, face.up) for face in over.people] == [("Amek", True), ("Mekha", False), ("Tajie", False)]
    assert [str(fact) for fact in over.facts] == ["Amek carries it out: Nobody stands against it."]


def test_the_gm_answers_for_somebody_whose_player_left_and_nobody_waits_for_them():
    game = begun("mekha")
    left = game.seat("mekha")
    game.state = GAME.seated(game.state, tuple(seat for seat in game.state.seats if seat != left))
    guide = next(seat for seat in game.state.seats if seat.guides)
    assert [one.who for one in GAME.situation(game.state).waiting] == [guide.name]
    musts = {offer.label for offer in GAME.offers(game.state, guide) if offer.urgency == "must"}
    assert musts == {"Mekha stands against it"}


@pytest.mark.rule("WA-ROLL-9")
def test_whoever_lets_it_go_has_done_nothing():
    game = begun("mekha")
    (*_, ended) = game.act("give-in", "amek")
    assert ended.line(game.state).text == "It comes to nothing, without dice."
    over = fight_over(game.state, game.sequence)
    assert [(face.name, face.up) for face in over.people] == [("Mekha", True), ("Amek", False)]
    assert over.facts == ()


@pytest.mark.rule("WA-DICE-13")
def test_whoever_acts_for_myself_acts_for_themselves_in_words_about_them():
    game = Game(camp())
    (begun_,) = game.act("undertake", "mekha", deed="Mekha runs", against=["amek"], forms=MEKHA)
    assert situations(game.state)[0].detail.startswith("Mekha acts for themselves and directly. It is up to Amek")
    assert begun_.line(game.state).text.startswith("acts, for myself and directly (d10, d8).")


@pytest.mark.rule("WA-RD-29", "WA-ROLL-6")
def test_a_bystander_has_time_to_step_in_when_the_only_opponent_gives_in():
    game = begun()
    assert game.refused("carry-out", "amek").rule == "WA-ROLL-00"
    game.act("give-in", "mekha")
    (situation,) = situations(game.state)
    assert [waiting.what for waiting in situation.waiting] == ["Amek to carry it out, if nobody steps in"]
    game.act("join", "tajie", forms=["with-love", "for-others"])
    assert game.sequence.phase == "opening"
    assert game.refused("carry-out", "amek").code == "wrong-moment"


@pytest.mark.rule("WA-RD-29", "WA-ROLL-9")
def test_the_first_to_roll_takes_nobodys_choice():
    game = begun("mekha", "tajie")
    for who in ("mekha", "tajie"):
        game.act("declare", who, forms=MEKHA)
    roll(game, amek=[5, 6])
    assert game.refused("give-in", "amek").rule == "WA-NEG-04"
    game.act("give-in", "mekha")
    game.act("join", "esan", forms=["action"])
    roll(game, tajie=[5, 5], esan=[1, 2])
    assert game.sequence.order == ("amek", "tajie", "esan")
    assert game.refused("give-in", "tajie").code == "wrong-moment"


@pytest.mark.rule("WA-RD-29")
def test_a_roll_stays_for_those_who_step_in_after_the_opponent_gave_in():
    game = begun()
    game.act("declare", "mekha", forms=MEKHA)
    roll(game, amek=[5, 6])
    game.act("give-in", "mekha")
    game.act("join", "tajie", forms=["with-love", "for-others"])
    roll(game, tajie=[4, 4])
    assert game.sequence.order == ("amek", "tajie")


@pytest.mark.rule("WA-ROLL-9")
def test_no_roll_if_the_actor_lets_it_go():
    game = begun("mekha", "tajie")
    game.act("declare", "mekha", forms=MEKHA)
    game.act("give-in", "amek")
    assert game.sequence.ended == "no-roll"


@pytest.mark.rule("WA-ROLL-6", "WA-RD-21")
def test_a_bystander_may_step_in_until_all_have_rolled():
    game = begun()
    game.act("declare", "mekha", forms=MEKHA)
    game.act("join", "tajie", forms=["with-love", "for-others"], beside=["mekha"])
    assert not game.sequence.opposed("tajie", "mekha")
    assert game.sequence.opposed("tajie", "amek")
    roll(game, amek=[5, 6], mekha=[4, 4], tajie=[3, 1])
    refusal = game.refused("join", "esan", forms=["action"])
    assert refusal.code == "wrong-moment"
    for who in ("amek", "mekha", "tajie"):
        if game.sequence.next_turn() == who and who != game.sequence.order[0]:
            game.act("take-up", who, [1, 1])
        game.act("pass", who)
    assert game.sequence.round == 2
    assert game.refused("join", "esan", forms=["action"]).rule == "WA-RD-21"


@pytest.mark.rule("WA-RD-21")
def test_under_the_switch_a_bystander_may_step_in_as_a_later_round_opens_and_gets_no_name():
    game = fight(Options(joining="later-rounds"), mekha="for-myself directly", amek="with-violence directly")
    roll(game, mekha=[9, 6], amek=[6, 5])
    assert game.refused("join", "tajie", forms=MEKHA).code == "wrong-moment"
    game.act("move", "mekha", against=["amek"])
    game.act("answer", "amek", [9, 2])
    game.act("join", "tajie", forms=["with-violence", "for-others"])
    assert "tajie" in game.sequence.standing
    assert game.sequence.fighters["tajie"].first == ()
    roll(game, mekha=[5, 5, 1], amek=[4, 4], tajie=[3, 3])
    assert game.refused("join", "esan", forms=["action"]).code == "wrong-moment"


@pytest.mark.rule("WA-DICE-01")
def test_a_players_character_acts_by_two_different_forms_and_an_npc_by_one():
    game = Game(camp())
    for wrong in (
        ["directly"],
        ["directly", "directly"],
        ["directly", "covertly", "with-love"],
        ["directly", "action"],
    ):
        refusal = game.refused("undertake", "amek", deed="x", against=["mekha"], forms=wrong)
        assert refusal.field == "forms"
    game.act("undertake", "esan", deed="points her out", against=["tajie"], forms=["maneuvering"])
    roll_ = game.offers("esan", "give-in")
    assert roll_
    game.act("declare", "tajie", forms=["for-myself", "covertly"])
    assert game.offers("esan", "roll-opening")[0].rolls == (10, 6)
    assert game.offers("tajie", "roll-opening")[0].rolls == (12, 8)


@pytest.mark.rule("WA-DICE-03", "WA-RD-23")
def test_a_form_at_nothing_may_be_chosen_and_gives_no_die():
    state = camp()
    forms = {**state.characters["mekha"].forms, "with-violence": (0,)}
    game = fight(changed(state, "mekha", forms=forms), mekha="with-violence directly", amek="directly covertly")
    assert game.offers("mekha", "roll-opening")[0].rolls == (8,)


@pytest.mark.rule("WA-STR-05", "WA-STR-06", "WA-RD-28", "WA-STR-01")
def test_a_strength_adds_its_die_where_its_form_is_rolled():
    game = Game(camp())
    game.act(
        "undertake", "shahu-seen", deed="whispers", against=["tajie"], forms=["action"], strengths=["inflame-passions"]
    )
    game.act("declare", "tajie", forms=["with-love", "for-others"])
    assert game.offers("shahu-seen", "roll-opening")[0].rolls == (12, 8, 8)
    game.act("roll-opening", "shahu-seen", [3, 2, 8])
    opening = game.sequence.fighters["shahu-seen"].opening
    assert opening is not None
    assert opening.reading() == (8, 3, 2)


@pytest.mark.rule("WA-STR-05")
def test_a_strength_whose_form_is_not_rolled_is_refused_with_the_form():
    game = Game(camp())
    slips: dict[str, Any] = {"deed": "slips off", "against": ["tajie"], "forms": ["maneuvering"]}
    refusal = game.refused("undertake", "shahu-seen", **slips, strengths=["inflame-passions"])
    assert (refusal.code, refusal.field, refusal.allowed) == ("not-open", "strengths", ("“By which form?” Action",))
    game.act("undertake", "shahu-seen", **slips)
    assert game.sequence.fighters["shahu-seen"].strengths == ()


@pytest.mark.rule("WA-STR-08", "WA-STR-07", "WA-STR-04", "WA-STR-10", "WA-STR-11")
@pytest.mark.parametrize(
    ("options", "die", "by"),
    [
        ((), 8, ("for-others",)),
        ((StrengthOption("potent"),), 10, ("for-others",)),
        ((StrengthOption("potent"), StrengthOption("potent")), 12, ("for-others",)),
        ((StrengthOption("broad", "for-myself"),), 8, ("for-others", "for-myself")),
        ((StrengthOption("unique"), StrengthOption("far-reaching")), 8, ("for-others",)),
    ],
)
def test_options_change_the_die_or_the_forms(options, die, by):
    state = camp()
    exorcism = replace(samples.strength("exorcism"), options=options)
    state = replace(state, strengths={**state.strengths, "exorcism": exorcism})
    state = changed(state, "amek", strengths=("exorcism",))
    for form in ("for-others", "for-myself", "directly"):
        game = Game(state)
        acts: dict[str, Any] = {"deed": "x", "against": ["mekha"], "strengths": ["exorcism"]}
        acts["forms"] = [form, "covertly"]
        if form not in by:
            assert game.refused("undertake", "amek", **acts).code == "not-open"
            continue
        game.act("undertake", "amek", **acts)
        game.act("declare", "mekha", forms=MEKHA)
        assert game.offers("amek", "roll-opening")[0].rolls[2:] == (die,)


@pytest.mark.rule("WA-STR-08")
def test_by_both_forms_of_a_broad_strength_it_adds_one_die():
    state = camp()
    broad = replace(samples.strength("exorcism"), options=(StrengthOption("broad", "for-myself"),))
    state = replace(state, strengths={**state.strengths, "exorcism": broad})
    game = Game(changed(state, "amek", strengths=("exorcism",)))
    both = ["for-others", "for-myself"]
    game.act("undertake", "amek", deed="x", against=["mekha"], forms=both, strengths=["exorcism"])
    game.act("declare", "mekha", forms=MEKHA)
    assert game.offers("amek", "roll-opening")[0].rolls == (6, 4, 8)


@pytest.mark.rule("WA-DICE-13")
def test_responders_choose_in_any_order():
    game = begun("mekha", "tajie", "esan")
    game.act("declare", "esan", forms=["action"])
    game.act("declare", "mekha", forms=MEKHA)
    assert game.refused("declare", "mekha", forms=MEKHA).code == "not-yours"
    game.act("declare", "tajie", forms=MEKHA, beside=["mekha"])
    assert game.sequence.phase == "opening"
    assert game.sequence.allied == ("mekha|tajie",)


@pytest.mark.rule("WA-RD-08")
def test_sides_are_taken_before_the_dice_and_may_be_left_later():
    game = begun("mekha", "tajie")
    game.act("stand-with", "tajie", other="mekha")
    game.act("declare", "mekha", forms=MEKHA)
    game.act("declare", "tajie", forms=["for-others", "covertly"])
    roll(game, amek=[12, 10], mekha=[5, 4], tajie=[3, 2])
    game.act("pass", "amek")
    game.act("take-up", "mekha", [4, 4])
    (offer,) = game.offers("mekha", "move")
    assert [choice.value for choice in blank(offer).choices] == ["amek"]
    game.act("stand-against", "mekha", other="tajie")
    (offer,) = game.offers("mekha", "move")
    assert [choice.value for choice in blank(offer).choices] == ["amek", "tajie"]
    assert game.refused("stand-with", "mekha", other="amek").code == "wrong-moment"


@pytest.mark.rule("WA-RD-08")
def test_nobody_changes_sides_for_safety_once_the_first_die_has_rolled():
    game = begun("mekha", "tajie", "esan")
    for who in ("mekha", "tajie"):
        game.act("declare", who, forms=MEKHA)
    game.act("declare", "esan", forms=["action"], beside=["mekha", "tajie"])
    against = {offer.fixed["other"] for offer in game.offers("esan", "stand-against")}
    assert against == {"mekha", "tajie"}
    assert game.offers("mekha", "stand-with")
    roll(game, amek=[12, 10])
    assert game.refused("stand-with", "mekha", other="tajie").code == "too-late"
    game.act("stand-against", "mekha", other="esan")
    assert game.sequence.allied == ("esan|tajie",)


@pytest.mark.rule("WA-RD-08")
def test_where_all_stand_together_there_is_nothing_to_roll_for():
    game = begun("mekha", "tajie")
    for who, other in (("mekha", "amek"), ("tajie", "amek"), ("tajie", "mekha")):
        game.act("stand-with", who, other=other)
    game.act("carry-out", "amek")
    assert game.sequence.ended == "no-roll"


@pytest.mark.rule("WA-TRAP-17", "WA-SCENE-06")
def test_two_conflicts_wait_for_each_other_with_dice_of_their_own():
    game = fight(amek="with-violence directly", mekha="for-myself directly")
    roll(game, amek=[6, 5], mekha=[9, 6])
    game.act("move", "mekha", against=["amek"])
    game.act("answer", "amek", [9, 2])
    first = game.sequence.id
    game.act("undertake", "esan", deed="grabs Tajie", against=["tajie"], forms=["action"])
    game.act("declare", "tajie", forms=MEKHA)
    assert game.refused("undertake", "mekha", deed="x", against=["tajie"], forms=MEKHA).code == "nobody-free"
    assert [situation.phase for situation in situations(game.state)] == ["opening", "opening"]
    roll(game, esan=[5, 5], tajie=[6, 5])
    assert game.state.sequences[first].won == {"amek|mekha": "mekha"}
    assert game.state.sequences[first].round == 2
    game.send(game.seat("mekha"), {"do": "roll-opening", "sequence": first, "who": "mekha"}, [5, 4, 2])
    game.send(game.seat("amek"), {"do": "roll-opening", "sequence": first, "who": "amek"}, [5, 5])
    assert game.state.sequences[first].order == ("mekha", "amek")
    assert game.sequence.phase == "turn"


@pytest.mark.rule("WA-CQ-05")
def test_only_those_who_are_able_can_act_or_be_acted_against():
    game = Game(changed(changed(camp(), "mekha", gone=True), "tajie", dead=True))
    assert game.refused("undertake", "mekha", deed="x", against=["amek"], forms=MEKHA).code == "nobody-free"
    (offer,) = game.offers("amek", "undertake")
    assert {choice.value for choice in blank(offer, "against").choices} == {"esan", "shahu-seen", "fa-il-shar"}


def test_players_cannot_name_npcs_that_the_table_does_not_know():
    game = Game(changed(camp(), "esan", known=False))
    (offer,) = game.offers("amek", "undertake")
    assert "esan" not in {choice.value for choice in blank(offer, "against").choices}
    game.act("undertake", "esan", deed="steps out of the dark", against=["tajie"], forms=["action"])
    assert game.state.characters["esan"].known


def test_commands_for_others_are_refused_with_whose_they_are():
    game = begun()
    seat = game.seat("tajie")
    wish = {"do": "declare", "sequence": game.sequence.id, "who": "mekha", "forms": MEKHA}
    with pytest.raises(Refused, match="Mekha, who is Martha’s") as refusal:
        game.send(seat, wish)
    assert refusal.value.rule == "WA-DICE-13"


def test_at_the_wrong_moment_people_read_where_the_conflict_is_and_what_they_can_do():
    game = begun()
    refusal = game.refused("answer", "mekha")
    assert refusal.code == "wrong-moment"
    assert refusal.message == f"Not now: the game is at “{GAME.situation(game.state).headline}”."
    assert game.offers("mekha", "declare")[0].label in refusal.allowed


def table() -> State:
    """The camp with Bolu Ta in Martha's hands too."""
    state = camp()
    return replace(state, characters={**state.characters, "bolu-ta": samples.character("bolu-ta", "s2")})


@pytest.mark.rule("WA-ROLL-1", "WA-ROLL-3", "WA-ROLL-4", "WA-ROLL-7", "WA-ROLL-00")
@pytest.mark.parametrize(
    ("actor", "against"),
    [
        ("shahu-seen", ["amek", "tajie"]),
        ("fa-il-shar", ["bolu-ta"]),
        ("mekha", ["tajie", "amek", "esan"]),
        ("bolu-ta", ["shahu-seen"]),
    ],
)
def test_the_one_who_acts_and_all_who_interfere_roll_each_for_themselves(actor, against):
    game = Game(table())

    def forms(who: str) -> list[str]:
        return ["action"] if game.state.characters[who].npc else ["directly", "covertly"]

    game.act("undertake", actor, deed="does it", against=against, forms=forms(actor))
    for who in against:
        game.act("declare", who, forms=forms(who))
    for who in (actor, *against):
        assert {offer.fixed["who"] for offer in game.offers(who, "roll-opening")} >= {who}
    assert set(game.sequence.standing) == {actor, *against}


@pytest.mark.rule("WA-ROLL-2", "WA-ROLL-9")
def test_talk_alone_needs_no_dice():
    state = table()
    for seat in state.seats:
        assert all(offer.do == "undertake" and not offer.rolls for offer in offers(state, seat))


@pytest.mark.rule("WA-ERR-01")
def test_the_priest_goes_by_the_name_on_every_page_but_his_sheet():
    assert camp().characters["fa-il-shar"].name == "Fa Il Shar"
