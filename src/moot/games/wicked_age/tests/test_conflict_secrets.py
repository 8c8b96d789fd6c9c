"""Closed sheets in a conflict: the table learns of them what is rolled, and by an event."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from moot.core import Seeded
from moot.games.wicked_age import GAME
from moot.games.wicked_age.chapters.corrections import DieCorrected
from moot.games.wicked_age.conflict.harm import FormCut
from moot.games.wicked_age.prepare.holding import holders_seen
from moot.games.wicked_age.samples import camp
from moot.games.wicked_age.state import State
from moot.games.wicked_age.tests.examples import Game, blank, changed, fight, move, roll
from moot.games.wicked_age.view.sheets import strengths

ANSWERS = ["for-myself", "covertly"]


def closed(state: State | None = None) -> State:
    """The camp with Esan's sheet closed, and the spirit's, whose power nobody knows of."""
    state = changed(changed(state or camp(), "esan", shown=False), "shahu-seen", shown=False)
    power = replace(state.strengths["inflame-passions"], known=False)
    return replace(state, strengths={**state.strengths, "inflame-passions": power})


def heard(game: Game, at: int = 0) -> list[Any]:
    """What a player was told of everything so far."""
    seat = game.state.seats[1]
    return [told for event in game.events[at:] if (told := GAME.told(game.state, event, seat)) is not None]


def beaten_by(who: str, loser: str, form: str) -> Game:
    """A player has doubled an NPC whose sheet is closed."""
    game = fight(closed(), **{who: "for-myself covertly", loser: form})
    roll(game, **{who: [12, 8], loser: [1, 1]})
    move(game, who, loser)
    game.act("answer", loser, [1, 1])
    return game


def kinds(game: Game, who: str) -> dict[str, Any]:
    (offer,) = game.offers(who, "propose")
    return {kind.value: kind for kind in blank(offer).kinds}


@pytest.mark.rule("WA-DICE-13")
def test_whoever_declares_says_with_which_dice():
    game = Game(closed())
    game.act("undertake", "tajie", deed="slips past", against=["esan"], forms=ANSWERS)
    game.act("declare", "esan", forms=["maneuvering"])
    undertaken, declared = heard(game)
    assert (undertaken.dice, declared.dice) == ((12, 8), (10, 6))
    game.act("join", "mekha", forms=["directly", "with-love"])
    assert heard(game)[-1].dice == (8, 12)
    said = [GAME.line(game.state, event) for event in game.events]
    assert [line.text.split("(")[1].split(")")[0] for line in said if line] == ["d12, d8", "d10, d6", "d8, d12"]


@pytest.mark.rule("WA-DICE-13", "WA-STR-05")
def test_a_strength_in_use_is_shown_and_its_die_declared():
    game = Game(closed())
    game.act("undertake", "shahu-seen", deed="x", against=["tajie"], forms=["action"], strengths=["inflame-passions"])
    shown, undertaken = heard(game)
    assert shown.strength.id == "inflame-passions"
    assert undertaken.dice == (12, 8, 8)
    assert game.state.characters["shahu-seen"].seen == ("inflame-passions",)
    known = Game(changed(camp(), "shahu-seen", shown=False))
    known.act("undertake", "shahu-seen", deed="x", against=["tajie"], forms=["action"], strengths=["inflame-passions"])
    assert len(heard(known)) == 1


def test_a_die_corrected_behind_the_screen_is_told_if_it_is_being_rolled():
    game = fight(closed(), tajie="for-myself covertly", esan="maneuvering")
    gm = game.state.seats[0]
    correction = {"do": "correct-die", "who": "esan", "die": "4", "lasting": False, "reason": "a limp"}
    for slot, told in (("action:0", []), ("maneuvering:0", [4])):
        events = GAME.decide(game.state, GAME.command({**correction, "slot": slot}), gm, Seeded(1))
        state = GAME.replay(game.state, events)
        heard_of = (GAME.told(state, one, state.seats[1]) for one in events)
        assert [event.die for event in heard_of if isinstance(event, DieCorrected)] == told


def test_a_die_of_somebody_beaten_is_corrected_in_secret_again():
    game = beaten_by("tajie", "esan", "maneuvering")
    correction = {"who": "esan", "slot": "maneuvering:0", "die": "4", "lasting": False, "reason": "a limp"}
    events = GAME.decide(
        game.state, GAME.command({"do": "correct-die", **correction}), game.state.seats[0], Seeded(1)
    )
    state = GAME.replay(game.state, events)
    assert [GAME.told(state, one, state.seats[1]) for one in events] == [None]


@pytest.mark.rule("WA-NEG-01", "WA-RD-11")
def test_a_bargain_about_a_closed_sheet_names_a_form_and_who_has_it_picks_the_die():
    game = beaten_by("tajie", "esan", "action")
    targets = kinds(game, "tajie")["form-loss"].targets
    assert [(choice.value, choice.dice) for choice in targets] == [
        ("action", ()), ("maneuvering", ()), ("self-protection", ()),
    ]
    assert {choice.value for choice in kinds(game, "esan")["form-loss"].targets} > {"maneuvering:10", "maneuvering:6"}
    game.act("propose", "tajie", terms=[{"kind": "form-loss", "target": "maneuvering"}])
    game.act("accept", "esan")
    game.act("pick-die", "esan", die="1")
    assert game.state.characters["esan"].forms["maneuvering"] == (10, 4)


def test_what_has_nothing_left_can_be_named_and_loses_nothing():
    state = changed(closed(), "esan", forms={"action": (12, 8), "maneuvering": (0, 0), "self-protection": (6, 4)})
    game = fight(state, tajie="for-myself covertly", esan="action")
    roll(game, tajie=[12, 8], esan=[1, 1])
    move(game, "tajie", "esan")
    game.act("answer", "esan", [1, 1])
    assert "maneuvering" in {choice.value for choice in kinds(game, "tajie")["form-loss"].targets}
    assert "maneuvering" not in {choice.value for choice in kinds(game, "esan")["form-loss"].targets}
    game.act("propose", "tajie", terms=[{"kind": "form-loss", "target": "maneuvering"}])
    game.act("accept", "esan")
    said = GAME.line(game.state, next(event for event in game.events if isinstance(event, FormCut)))
    assert said is not None
    assert said.text == "Esan has no die of maneuvering left to lose."
    assert game.sequence.ended == "settled"


def test_a_strength_that_nobody_has_seen_is_the_gms_to_offer_and_is_shown_first():
    game = beaten_by("tajie", "shahu-seen", "maneuvering")
    assert "lose-strength" not in kinds(game, "tajie")
    game.act("propose", "shahu-seen", terms=[{"kind": "lose-strength", "target": "inflame-passions"}])
    shown, proposed = heard(game)[-2:]
    assert (shown.strength.id, proposed.terms[0].target) == ("inflame-passions", "inflame-passions")
    assert [one.value for one in kinds(game, "tajie")["lose-strength"].targets] == ["inflame-passions"]
    game.act("accept", "tajie")
    spirit = game.state.characters["shahu-seen"]
    assert (spirit.strengths, spirit.seen) == ((), ())


@pytest.mark.rule("WA-CQ-01")
def test_harm_to_a_closed_sheet_is_picked_without_seeing_its_dice():
    game = beaten_by("tajie", "esan", "self-protection")
    (offer,) = game.offers("tajie", "inflict")
    assert [choice.hint for choice in blank(offer).choices] == [
        "a die size off each die of action", "a die size off each die of maneuvering",
    ]
    game.act("inflict", "tajie", harm="injured")
    assert [(cut.before, cut.after) for cut in heard(game)[-3].cuts] == [(10, 8), (6, 4)]


@pytest.mark.rule("WA-STR-10")
def test_who_uses_a_strength_is_known_to_have_it():
    game = Game(closed())
    game.act("undertake", "shahu-seen", deed="x", against=["tajie"], forms=["action"], strengths=["inflame-passions"])
    (sight,) = (one for one in strengths(game.state, guide=False) if one.id == "inflame-passions")
    assert sight.holders == ("Shahu Seen",)
    assert holders_seen(game.state, game.state.seats[1], "inflame-passions")
