"""The contract of a game: what is offered is what is accepted, and a refusal says why and changes nothing."""

from __future__ import annotations

import gc
import weakref
from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar

import pytest
from msgspec import structs
from tests.toy import TOY, Charted, Guess, Guessed, Hidden, Hide, Purse, Stake, Toss, Tossed, bend, with_also

from moot.core import Command, Count, Event, Game, Line, Offered, Part, Play, Refused, Scripted, Seat, Seeded, Urgency
from moot.core.seats import ANYBODY

GIL, ANN, BEA, WIM = Seat("s2", "Gil", "guide"), Seat("s3", "Ann"), Seat("s4", "Bea"), Seat("s5", "Wim", "watcher")
SEATS = (GIL, ANN, BEA, WIM)
NEW = TOY.seated(TOY.start({}), SEATS)
HIDDEN = TOY.replay(NEW, [Hidden(value=4, hint="like the winds")])


def refusal(state: Purse, wish: dict, seat: Seat, game: Game[Purse] = TOY) -> Refused:
    with pytest.raises(Refused) as refused:
        game.decide(state, game.command(wish), seat, Seeded(1))
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


def test_at_the_wrong_moment_people_read_where_the_game_is_and_what_they_can_do():
    refused = refusal(NEW, {"do": "toss"}, ANN)
    assert (refused.code, refused.allowed) == ("wrong-phase", ())
    assert refused.message == f"Not now: the game is at “{TOY.situation(NEW).headline}”."
    refused = refusal(HIDDEN, {"do": "hide", "value": 3}, GIL)
    assert (refused.code, refused.rule) == ("wrong-phase", "CO-01")
    offers = TOY.offers(HIDDEN, GIL)
    urgent = [one.label for one in offers if one.urgency == "must"] or [o.label for o in offers if o.urgency == "may"]
    assert refused.allowed == tuple(urgent)


def test_a_blank_filled_wrong_names_the_field():
    refused = refusal(NEW, {"do": "hide", "value": 7}, GIL)
    assert (refused.code, refused.field, refused.rule) == ("out-of-range", "value", "CO-01")


def test_options_reach_the_offers():
    strict = TOY.seated(TOY.start({"lowest": "three"}), SEATS)
    hide, _ = TOY.offers(strict, GIL)
    with pytest.raises(Refused):
        hide.check(Hide(value=2))
    hide.check(Hide(value=3))


@pytest.mark.parametrize(
    ("settings", "code"), [({"highest": "nine"}, "no-such-option"), ({"lowest": "nine"}, "no-such-value")]
)
def test_what_is_no_option_or_value_does_not_start_a_game(settings, code):
    with pytest.raises(Refused) as refused:
        TOY.start(settings)
    assert refused.value.code == code
    assert refused.value.allowed


# ---------------------------------------------------------------- parts


class Rained(Event[Purse], tag="rained"):
    """It rained."""

    heard_by = "guide"

    def evolve(self, state: Purse) -> Purse:
        return structs.replace(state, hint="wet")

    def line(self, state: Purse) -> Line:
        return Line(kind="story", text="Rain.")


class Rain(Command[Purse], tag="rain"):
    """Let it rain."""

    when, rules = frozenset({"guessing"}), ("CO-04",)
    records: ClassVar[type[Event[Any]] | None] = Rained

    @classmethod
    def offers(cls, state: Purse, seat: Seat) -> Iterator[Offered]:
        yield cls.offer(None, "Rain")


def test_two_parts_cannot_claim_one_command():
    with pytest.raises(TypeError, match="two commands are called 'toss'"):
        replace(TOY, parts=(*TOY.parts, Part(Toss)))


def test_two_parts_cannot_claim_one_event():
    with pytest.raises(TypeError, match="two events are called 'tossed'"):
        replace(TOY, parts=(*TOY.parts, Part(Tossed)))


def test_two_events_cannot_share_a_name():
    class Thrown(Tossed, tag="tossed"):
        pass

    with pytest.raises(TypeError, match="two events are called 'tossed'"):
        replace(TOY, parts=(*TOY.parts, Part(Thrown)))


def test_an_event_knows_what_it_means():
    game = with_also(Rain, Rained)
    assert game.evolve(HIDDEN, Rained()).hint == "wet"
    assert game.line(HIDDEN, Rained(rules=("CO-04",))) == Line(kind="story", text="Rain.", rules=("CO-04",))
    assert game.events == (*TOY.events, Rained)


def test_a_command_that_restates_itself_has_its_event_recorded_with_its_rules():
    [rained] = with_also(Rain, Rained).decide(HIDDEN, Rain(), ANN, Seeded(1))
    assert rained == Rained(rules=("CO-04",))


def test_a_recorded_event_says_which_seat_gave_the_command_where_it_has_a_place_for_it():
    class Waved(Rained, tag="waved"):
        seat: str

    class Wave(Rain, tag="wave"):
        records = Waved

    game = with_also(Wave, Waved)
    assert game.decide(HIDDEN, game.command({"do": "wave"}), ANN, Seeded(1)) == (Waved(seat=ANN.id, rules=Wave.rules),)


def test_a_part_of_a_module_exists_where_the_module_is_on():
    class Wet(Purse, frozen=True):
        modules = ("weather",)

    game = replace(TOY, parts=(*TOY.parts, Part(Rain, Rained, module="weather")))
    with pytest.raises(Refused, match="That belongs to weather, which this table plays without") as refused:
        game.decide(HIDDEN, Rain(), GIL, Seeded(1))
    assert refused.value.code == "not-played"
    assert "rain" not in {offer.do for offer in game.offers(HIDDEN, GIL)}
    wet = Wet(**structs.asdict(HIDDEN))
    assert "rain" in {offer.do for offer in game.offers(wet, GIL)}
    assert game.decide(wet, Rain(), GIL, Seeded(1))


def test_an_event_is_read_where_its_module_is_off():
    game = replace(TOY, parts=(*TOY.parts, Part(Rain, Rained, module="weather")))
    assert game.codec.read({"event": "rained"}) == Rained()


class Idle(Command[Purse], tag="idle"):
    """It does not say when it exists."""


class Mute(Command[Purse], tag="mute"):
    """It is offered to nobody."""

    when = frozenset({"guessing"})


class Vain(Command[Purse], tag="vain"):
    """It leads to nothing."""

    when = frozenset({"guessing"})

    @classmethod
    def offers(cls, state: Purse, seat: Seat) -> Iterator[Offered]:
        yield cls.offer(None, "Nothing")


class Short(Vain, tag="short"):
    """It has not what its event says."""

    records = Tossed


class Wrapped(Vain):
    """A base that does something after what its commands do, in `act`."""

    done_in = "act"

    def enact(self, play: Play[Purse], of: Any) -> None:
        self.act(play, of)

    def act(self, play: Play[Purse], of: Any) -> None:
        super().enact(play, of)


class Idler(Wrapped, tag="idler"):
    """It leaves out what the base leaves to it."""


class Vague(Event[Purse], tag="vague"):
    """It means nothing."""


class Half(Event[Purse]):
    """A base that asks something of its events."""

    def evolve(self, state: Purse) -> Purse:
        return self.unfold(state)

    @abstractmethod
    def unfold(self, state: Purse) -> Purse:
        """The state after it."""


class Hollow(Half, tag="hollow"):
    """It does not answer what its base asks."""


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        (Idle, "'idle' does not say when it exists"),
        (Mute, "'mute' has no `offers`"),
        (Vain, "'vain' has neither `enact` nor an event that it `records`"),
        (Short, "'short' lacks faces, who for 'tossed'"),
        (Idler, "'idler' has neither `act` nor an event that it `records`"),
        (Vague, "the event 'vague' has no `evolve`"),
        (Hollow, "'hollow' has no `unfold`"),
    ],
)
def test_a_part_refuses_what_has_no_meaning(kind, says):
    with pytest.raises(TypeError, match=says):
        Part(kind)


@pytest.mark.parametrize(
    ("event", "guide", "player"),
    [
        (Tossed(who="s3", faces=(4,)), Tossed(who="s3", faces=(4,)), Tossed(who="s3", faces=(4,))),
        (Charted(chart=("1: a fool",)), Charted(chart=("1: a fool",)), None),
        (Hidden(value=4), Hidden(value=4), Hidden()),
    ],
)
def test_who_hears_of_an_event(event, guide, player):
    assert TOY.told(HIDDEN, event, GIL) == guide
    assert [TOY.told(HIDDEN, event, seat) for seat in (ANN, WIM)] == [player, player]


# ---------------------------------------------------------------- what is found and what is shown


class Bet(Command[Purse], tag="bet"):
    """Bet with somebody: several offers, with words that are made when they are read."""

    when, rules, urgency, giver = frozenset({"guessing"}), ("CO-03",), ("may", "tool"), ANYBODY
    whom: str
    coins: int = 1
    made: ClassVar[list[str]] = []

    @classmethod
    def offers(cls, state: Purse, seat: Seat) -> Iterator[Offered | Refused]:
        if seat.name == "Wim":
            yield Refused("broke", "Wim has no coins.", "CO-04")
            raise Refused("watching", "Nobody bets who watches.")
        for other in state.seats:
            if other.name == "Bea":
                yield Refused("no-bets", "Bea never bets.")
            elif other != seat:
                urgency: Urgency = "tool" if other.guides else "may"
                label, why = f"Bet with {other.name}", lambda: cls._noted("It is a risk.")
                yield cls.offer(other, label, why, cls._coins, about=other.id, urgency=urgency, whom=other.id)

    @classmethod
    def _coins(cls, shown: bool) -> Iterator[Count]:
        yield Count(name="coins", label="Coins", least=1, most=3, hint=cls._noted("Few!") if shown else "")

    @classmethod
    def _noted(cls, text: str) -> str:
        cls.made.append(text)
        return text

    def enact(self, play: Any, of: Seat) -> None:
        play.record(Guessed(who=of.id, value=self.coins, right=False, rules=self.rules))


BETS = with_also(Bet)


def test_what_an_offer_stands_for_reaches_enact():
    [event] = BETS.decide(HIDDEN, Bet(whom="s2", coins=3), ANN, Seeded(1))
    assert event == Guessed(who="s2", value=3, right=False, rules=("CO-03",))


def test_words_are_made_for_those_who_read_them():
    Bet.made.clear()
    BETS.decide(HIDDEN, Bet(whom="s5"), ANN, Seeded(1))
    assert Bet.made == []
    shown = [offer for offer in BETS.offers(HIDDEN, ANN) if offer.do == "bet"]
    assert [offer.label for offer in shown] == ["Bet with Gil", "Bet with Wim"]
    assert {(offer.why, offer.fields[0].hint) for offer in shown} == {("It is a risk.", "Few!")}


def test_what_a_page_has_shown_is_not_made_again_for_its_press(monkeypatch):
    state, asked = structs.replace(HIDDEN, hint="shown"), list[Seat]()

    def offers(cls: type[Bet], state: Purse, seat: Seat) -> Iterator[Offered | Refused]:
        asked.append(seat)
        yield cls.barred(Refused("no-bets", "Bea never bets.", "CO-05"), whom="s4", coins=2)
        for whom in ("s2", "s4"):
            yield cls.offer(ANN, "Bet", "", cls._coins, whom=whom)

    bend(monkeypatch, Bet, offers=offers)
    shown = [offer for offer in BETS.offers(state, ANN) if offer.do == "bet"]
    for offer in shown:
        BETS.decide(state, BETS.command(offer.fill({"coins": 3})), ANN, Seeded(1))
    wrong = refusal(state, {"do": "bet", "whom": "s2", "coins": 4}, ANN, BETS)
    assert (wrong.code, wrong.field, wrong.rule) == ("out-of-range", "coins", "CO-03")
    assert asked == [ANN]
    assert refusal(state, {"do": "bet", "whom": "s4", "coins": 2}, ANN, BETS).rule == "CO-05"
    assert refusal(state, {"do": "bet", "whom": "s5"}, ANN, BETS).code == "not-offered"
    assert asked == [ANN] * 3  # for a refusal in full


def test_a_command_that_no_offer_covers_is_told_what_there_is():
    refused = refusal(HIDDEN, {"do": "bet", "whom": "s4"}, ANN, BETS)
    assert (refused.code, refused.rule, refused.field) == ("not-offered", "CO-03", "whom")
    assert refused.allowed == ("Bet with Gil", "Bet with Wim")


def test_who_asks_for_what_is_barred_hears_why(monkeypatch):
    def offers(cls: type[Bet], state: Purse, seat: Seat) -> Iterator[Offered | Refused]:
        yield cls.barred(Refused("no-bets", "Bea never bets.", "CO-05"), whom="s4")
        yield cls.offer(None, "Bet with Gil", whom="s2")

    new = structs.replace(HIDDEN)
    bend(monkeypatch, Bet, offers=offers)
    refused = refusal(new, {"do": "bet", "whom": "s4"}, ANN, BETS)
    assert (refused.rule, refused.field) == ("CO-05", "whom")
    assert refusal(new, {"do": "bet", "whom": "s5"}, ANN, BETS).code == "not-offered"


def test_no_reason_keeps_the_frames_that_it_came_from(monkeypatch):
    kept: list[weakref.ref[_Held]] = []

    def offers(cls: type[Bet], state: Purse, seat: Seat) -> Iterator[Refused]:
        def check() -> None:
            kept.append(weakref.ref(held := _Held()))
            raise Refused(str(held), "Bea never bets.")

        try:
            check()
        except Refused as reason:
            yield cls.barred(reason, whom="s4")

    new = structs.replace(HIDDEN)
    bend(monkeypatch, Bet, offers=offers)
    gc.disable()
    try:
        BETS.offers(new, ANN)
        assert kept[0]() is None
    finally:
        gc.enable()
    assert refusal(new, {"do": "bet", "whom": "s4"}, ANN, BETS).field == "whom"


class _Held:
    def __str__(self) -> str:
        return "no-bets"


def test_with_nothing_on_offer_and_no_reason_nothing_is_allowed(monkeypatch):
    bend(monkeypatch, Bet, offers=lambda cls, state, seat: ())
    refused = refusal(structs.replace(HIDDEN), {"do": "bet", "whom": "s4"}, ANN, BETS)
    assert (refused.code, refused.allowed, refused.rule, refused.field) == ("not-offered", (), "CO-03", "")


def test_where_nothing_is_offered_the_first_reason_is_the_answer():
    refused = refusal(HIDDEN, {"do": "bet", "whom": "s2"}, WIM, BETS)
    assert (refused.code, refused.rule) == ("broke", "CO-04")


def test_offers_can_be_asked_for_by_what_they_are():
    every = BETS.offers(HIDDEN, ANN)
    assert [offer.do for offer in every] == ["toss", "guess", "stake", "bet", "bet"]
    for do in ("bet", "toss", "no-such"):
        assert BETS.offers(HIDDEN, ANN, do=do) == tuple(o for o in every if o.do == do)
    for urgency in ("must", "may", "tool"):
        assert BETS.offers(HIDDEN, ANN, urgency=urgency) == tuple(o for o in every if o.urgency == urgency)
    for about in ("", "s2", "s99"):
        assert BETS.offers(HIDDEN, ANN, about=about) == tuple(o for o in every if o.about == about)


def test_what_is_offered_about_others_alone_is_not_asked_for_a_thing():
    asked = []

    class Salute(Command[Purse], tag="salute"):
        when, about_any = frozenset({"guessing"}), "chart"
        place: str

        @classmethod
        def offers(cls, state: Purse, seat: Seat) -> Iterator[Offered]:
            asked.append(seat.name)
            yield from (cls.offer(None, f"Salute {place}", about=place, place=place) for place in state.chart)

        def enact(self, play: Any, of: None) -> None:
            play.record(Guessed(who=play.seat.id, value=1, right=False))

    game = with_also(Salute)
    state = structs.replace(HIDDEN, chart=("north",))
    assert game.offers(state, ANN, about="s3") == ()
    assert asked == []
    assert [offer.label for offer in game.offers(state, ANN, about="north")] == ["Salute north"]
    assert asked == ["Ann"]


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
    with pytest.raises(Refused, match="value: this must be a whole number"):
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


def test_only_commands_of_the_game_are_drawn_in_a_way_of_their_own():
    with pytest.raises(TypeError, match="no command is called 'tos'"):
        replace(TOY, draws={"toss": "dice", "tos": "dice"})
