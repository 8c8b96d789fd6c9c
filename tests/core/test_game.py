"""The contract of a game: what is offered is what is accepted, and a refusal says why and changes nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs
from tests.toy import PART, TOY, Guess, Guessed, Hidden, Hide, Purse, Stake, Toss, Tossed, ToyEvent, altered

from moot.core import Event, Line, Part, Refused, Scripted, Seat, Seeded, everyone, guide_alone, others_hear

GIL, ANN, BEA, WIM = Seat("s2", "Gil", "guide"), Seat("s3", "Ann"), Seat("s4", "Bea"), Seat("s5", "Wim", "watcher")
SEATS = (GIL, ANN, BEA, WIM)
NEW = TOY.seated(TOY.start({}), SEATS)
HIDDEN = TOY.replay(NEW, [Hidden(value=4, hint="like the winds")])


def refusal(state: Purse, wish: dict, seat: Seat) -> Refused:
    with pytest.raises(Refused) as refused:
        TOY.decide(state, TOY.command(wish), seat, Seeded(1))
    return refused.value


# ---------------------------------------------------------------- offers and decisions


def test_each_seat_is_offered_what_it_may_do():
    assert [offer.do for offer in TOY.offers(NEW, GIL)] == ["hide", "chart"]
    assert TOY.offers(NEW, ANN) == ()
    assert [offer.do for offer in TOY.offers(HIDDEN, ANN)] == ["toss", "guess", "stake"]
    assert TOY.offers(HIDDEN, WIM) == ()


def test_a_command_becomes_events_with_the_dice_in_them():
    with Scripted([5, 2]) as chance:
        events = TOY.decide(HIDDEN, Toss(dice=2), ANN, chance)
    assert events == (Tossed(who="s3", faces=(5, 2), rules=("CO-02",)),)


def test_deciding_changes_nothing():
    TOY.decide(HIDDEN, Toss(dice=2), ANN, Seeded(1))
    assert TOY.replay(NEW, [Hidden(value=4, hint="like the winds")]) == HIDDEN


def test_the_wrong_seat_is_told_whose_it_is():
    refused = refusal(NEW, {"do": "hide", "value": 3}, ANN)
    assert (refused.code, refused.rule) == ("guide-only", "CO-01")


def test_the_wrong_phase_is_named_with_the_right_ones():
    refused = refusal(NEW, {"do": "toss"}, ANN)
    assert (refused.code, refused.allowed) == ("wrong-phase", ("guessing",))
    assert refused.message == "“toss” belongs to guessing; the game is at hiding."


def test_a_blank_filled_wrong_names_the_field():
    refused = refusal(NEW, {"do": "hide", "value": 7}, GIL)
    assert (refused.code, refused.field, refused.rule) == ("out-of-range", "value", "CO-01")


def test_options_reach_the_offers():
    strict = TOY.seated(TOY.start({"lowest": "three"}), SEATS)
    hide, _ = TOY.offers(strict, GIL)
    with pytest.raises(Refused):
        hide.check(Hide(value=2))
    hide.check(Hide(value=3))


# ---------------------------------------------------------------- parts


def test_two_parts_cannot_claim_one_command():
    with pytest.raises(TypeError, match="two verbs share a name"):
        altered(verbs=(*PART.verbs, PART.verbs[0]))


def test_two_parts_cannot_claim_one_event():
    with pytest.raises(TypeError, match="two parts claim 'tossed'"):
        replace(TOY, parts=(PART, replace(PART, verbs=(), events=Tossed)))


def test_two_events_cannot_share_a_name():
    class Thrown(Event, frozen=True, kw_only=True, tag="tossed"):
        pass

    with pytest.raises(TypeError, match="two events are called 'tossed'"):
        altered(events=ToyEvent | Thrown)


def test_each_event_goes_to_the_part_that_claims_it():
    class Rained(Event, frozen=True, kw_only=True, tag="rained"):
        pass

    def soaked(state: Purse, event: Rained) -> Purse:
        return structs.replace(state, hint="wet")

    weather = Part(
        events=Rained, verbs=(), evolve=soaked, line=lambda _, event: Line(kind="story", text="Rain."), told=guide_alone
    )
    game = replace(TOY, parts=(PART, weather))
    assert game.evolve(HIDDEN, Rained()).hint == "wet"
    assert game.line(HIDDEN, Rained()) == Line(kind="story", text="Rain.")
    assert game.evolve(HIDDEN, Tossed(who="s3", faces=(6,))).tossed == {"s3": (6,)}
    assert game.events == (*TOY.events, Rained)


def test_an_event_of_no_part_is_not_taken_for_another():
    class Rained(Event, frozen=True, kw_only=True, tag="rained"):
        pass

    with pytest.raises(TypeError, match="'rained' is not among"):
        TOY.evolve(HIDDEN, Rained())


@pytest.mark.parametrize(
    ("told", "guide", "player"),
    [
        (everyone, Hidden(value=4), Hidden(value=4)),
        (guide_alone, Hidden(value=4), None),
        (others_hear(lambda state, event: Hidden()), Hidden(value=4), Hidden()),
    ],
)
def test_who_hears_of_an_event(told, guide, player):
    game = altered(told=told)
    assert game.told(HIDDEN, Hidden(value=4), GIL) == guide
    assert [game.told(HIDDEN, Hidden(value=4), seat) for seat in (ANN, WIM)] == [player, player]


# ---------------------------------------------------------------- wishes


def test_a_wish_becomes_a_command_from_json_or_from_a_mapping():
    assert TOY.command(b'{"do": "guess", "value": 4}') == TOY.command({"do": "guess", "value": 4}) == Guess(value=4)


@pytest.mark.parametrize(
    "wish",
    [b"", b"{", b"null", b"[]", b'{"do": "\xff"}', b"{}", b'{"do": 1}', b'{"do": ["toss"]}', b'{"do": "fly"}',
     b'{"do": "guess"}', b'{"do": "guess", "value": "4"}', b'{"do": "guess", "value": 4.5}',
     b'{"do": "guess", "value": true}', b'{"do":' + b"[" * 100_000, {"do": {}}, {}],
)
def test_what_is_no_command_is_malformed(wish):
    with pytest.raises(Refused) as refused:
        TOY.command(wish)
    assert refused.value.code == "malformed"
    assert "Coin" in refused.value.message
    assert refused.value.message.endswith(".")


def test_a_malformed_wish_names_its_field():
    with pytest.raises(Refused, match=r"\$\.value"):
        TOY.command({"do": "guess", "value": "four"})


def test_a_wish_may_carry_lists_of_items():
    wish = {"do": "stake", "against": "s4", "spread": {"heads": 4, "tails": 8}, "words": "All.", "sure": True,
            "terms": [{"kind": "deed", "target": "s4", "detail": "dig"}]}
    command = TOY.command(wish)
    assert isinstance(command, Stake)
    assert TOY.decide(HIDDEN, command, ANN, Seeded(1))


# ---------------------------------------------------------------- replay


def test_events_replayed_are_the_state():
    events = [Hidden(value=4), Tossed(who="s3", faces=(6,)), Guessed(who="s3", value=4, right=True)]
    state = TOY.replay(NEW, events)
    assert (state.phase, state.winner, state.tossed) == ("over", "s3", {"s3": (6,)})
