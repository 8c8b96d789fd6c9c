"""Seats: coming, being let in, coming back, leaving, names; and the secrets that prove them."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from tests.table.sitting import Sitting, sit_down

import moot
from moot.core import Refused
from moot.store.memory import MemoryStore
from moot.table import House, logfile
from moot.table.door import MOST_WAITING, arrival
from moot.table.keys import Keys
from moot.table.ledger import Ledger
from moot.table.logfile import ToldEntry
from moot.table.seating import MOST_SEATS

pytestmark = pytest.mark.anyio

DAY = 24 * 3_600_000


@pytest.fixture
async def sitting() -> Sitting:
    """Gil, Ann and Bea sit; whoever comes now waits at the door."""
    here = await sit_down("Ann", "Bea")
    await here.ask("Gil", "set-house", door="ask", undo="guide", hand_dice=True)
    return here


def names(sitting: Sitting) -> list[str]:
    return [seat.name for seat in sitting.table.ledger.table.seated()]


async def refusal(awaitable) -> str:
    with pytest.raises(Refused) as refused:
        await awaitable
    return refused.value.code


# ---------------------------------------------------------------- coming


async def test_at_an_open_door_one_sits_down(sitting):
    await sitting.ask("Gil", "set-house", door="open", undo="guide", hand_dice=True)
    cy = await sitting.come("  Cy   the  Elder ")
    assert cy.name == "Cy the Elder"
    assert cy in sitting.play.seats


async def test_at_a_kept_door_one_waits(sitting):
    cy = await sitting.come("Cy")
    assert names(sitting) == ["Gil", "Ann", "Bea"]
    assert sitting.table.offers(cy) == ()
    assert await refusal(sitting.ask("Cy", "say", text="Let me in!")) == "not-seated"
    [offer] = sitting.offers("Gil", "admit")
    assert (offer.fixed, offer.urgency) == ({"seat": cy.id}, "must")


async def test_the_guide_lets_one_in(sitting):
    cy = await sitting.come("Cy")
    await sitting.ask("Gil", "admit", seat=cy.id)
    assert names(sitting)[-1] == "Cy"
    assert cy in sitting.play.seats
    assert sitting.table.offers(cy)


async def test_only_the_guide_keeps_the_door(sitting):
    cy = await sitting.come("Cy")
    for do in ("admit", "turn-away"):
        assert await refusal(sitting.ask("Ann", do, seat=cy.id)) == "guide-only"


LIKE_ANN = ["aNN", "Ann\u200b", "\uff21nn", "A\u00adnn", "Ann\ufe0f", "A\u034fnn", "A\u115fnn", "Ann\u3164"]
"""Names that people cannot tell from Ann's: in other cases, with letters nobody sees, of another width."""


@pytest.mark.parametrize(
    ("name", "code"),
    [("", "bad-name"), ("   ", "bad-name"), ("x" * 41, "bad-name"), *((name, "name-taken") for name in LIKE_ANN)],
)
async def test_one_needs_a_name_of_ones_own(sitting, name, code):
    before = len(sitting.log)
    assert await refusal(sitting.table.come(name)) == code
    assert len(sitting.log) == before


async def test_the_name_of_who_left_is_free(sitting):
    await sitting.ask("Ann", "leave")
    assert (await sitting.come("Ann")).name == "Ann"


async def test_a_full_table_takes_nobody_until_one_leaves(sitting):
    await sitting.ask("Gil", "set-house", door="open", undo="guide", hand_dice=True)
    for number in range(MOST_SEATS - 3):
        await sitting.table.come(f"Guest {number}")
    assert await refusal(sitting.table.come("One more")) == "table-full"
    await sitting.ask("Bea", "leave")
    assert (await sitting.come("One more")).id


async def but_for(free: int, sitting: Sitting) -> None:
    """Fill the table until so many more could sit down; then keep its door."""
    await sitting.ask("Gil", "set-house", door="open", undo="guide", hand_dice=True)
    for number in range(MOST_SEATS - free - len(names(sitting))):
        await sitting.table.come(f"Guest {number}")
    await sitting.ask("Gil", "set-house", door="ask", undo="guide", hand_dice=True)


async def test_of_all_at_the_door_no_more_are_let_in_than_there_are_seats(sitting):
    await but_for(2, sitting)
    comers = [await sitting.come(name) for name in ("Cy", "Di", "Ed", "Flo")]
    [offer] = sitting.offers("Gil", "admit-all")
    assert offer.label == "Let the first 2 in"
    await sitting.ask("Gil", "admit-all")
    assert names(sitting)[-2:] == ["Cy", "Di"]
    assert len(names(sitting)) == MOST_SEATS
    assert sitting.offers("Gil", "admit-all") == []
    assert await refusal(sitting.ask("Gil", "admit-all")) == "table-full"
    assert await refusal(sitting.ask("Gil", "admit", seat=comers[-1].id)) == "table-full"


async def test_where_all_at_the_door_fit_nothing_is_said_of_room(sitting):
    await but_for(2, sitting)
    for name in ("Cy", "Di"):
        await sitting.come(name)
    [offer] = sitting.offers("Gil", "admit-all")
    assert (offer.label, offer.why) == ("Let all 2 in", "")


async def test_at_a_full_table_only_who_sits_there_can_have_their_seat_back(sitting):
    await sitting.ask("Bea", "leave")
    await but_for(1, sitting)
    again = [await sitting.come(name) for name in ("Bea again", "Ann again", "Cy")]
    await sitting.ask("Gil", "admit", seat=again[2].id)
    assert len(names(sitting)) == MOST_SEATS
    back = sitting.ask("Gil", "hand-seat", comer=again[0].id, seat=sitting.ids["Bea"])
    assert await refusal(back) == "table-full"
    await sitting.ask("Gil", "hand-seat", comer=again[1].id, seat=sitting.ids["Ann"])
    assert len(names(sitting)) == MOST_SEATS


async def test_people_have_colours_that_go_round(sitting):
    await sitting.ask("Gil", "set-house", door="open", undo="guide", hand_dice=True)
    for number in range(9):
        await sitting.table.come(f"Guest {number}")
    hues = [chair.hue for chair in sitting.table.ledger.table.chairs.values()]
    assert hues == [1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4]


# ---------------------------------------------------------------- keys


async def test_a_key_proves_its_seat_and_only_its_hash_is_kept(sitting):
    key = await sitting.table.keys.new(sitting.ids["Ann"])
    assert sitting.table.holder(key.secret) == sitting.seat("Ann")
    kept = b"".join(name.encode() + value for name, value in sitting.store.kept(sitting.table.id).items())
    assert key.secret.encode() not in kept
    assert sitting.keys["Ann"].encode() not in kept
    assert not any(key.secret in str(entry) for entry in sitting.log)


@pytest.mark.parametrize("secret", ["", "guess", "s3"])
async def test_what_is_no_key_proves_nothing(sitting, secret):
    with pytest.raises(Refused) as refused:
        sitting.table.holder(secret)
    assert refused.value.code == "no-seat"


async def test_keys_hold_when_the_table_is_loaded_anew(sitting):
    again = await sitting.loaded()
    assert again.seat("Ann") == sitting.seat("Ann")
    assert again.table.keys.invite == sitting.table.keys.invite


async def test_a_new_invite_replaces_the_old(sitting):
    old = sitting.table.keys.invite
    assert await sitting.table.new_invite() == sitting.table.keys.invite != old
    assert (await sitting.loaded()).table.keys.invite == sitting.table.keys.invite


# ---------------------------------------------------------------- coming back


async def test_a_link_back_works_once(sitting):
    secret = await sitting.table.keys.back_link(sitting.ids["Ann"])
    key = await sitting.table.come_back(secret)
    assert sitting.table.holder(key.secret) == sitting.seat("Ann")
    assert await refusal(sitting.table.come_back(secret)) == "spent-link"


async def test_even_if_it_is_used_twice_at_once(sitting):
    secret = await sitting.table.keys.back_link(sitting.ids["Ann"])
    came = await asyncio.gather(*(sitting.table.come_back(secret) for _ in range(3)), return_exceptions=True)
    assert sorted(isinstance(one, Refused) for one in came) == [False, True, True]


async def test_a_link_back_is_good_for_a_day(sitting):
    secret = await sitting.table.keys.back_link(sitting.ids["Ann"])
    sitting.clock.now += DAY + 1
    assert await refusal(sitting.table.come_back(secret)) == "spent-link"


async def test_links_back_that_are_too_old_are_not_kept(sitting):
    for _ in range(3):
        await sitting.table.keys.back_link(sitting.ids["Ann"])
    sitting.clock.now += DAY + 1
    last = await sitting.table.keys.back_link(sitting.ids["Bea"])
    assert sum(name.startswith("back:") for name in sitting.store.kept(sitting.table.id)) == 1
    assert sitting.table.led_back(last) == sitting.ids["Bea"]


async def test_a_link_that_was_never_made(sitting):
    assert await refusal(sitting.table.come_back("guess")) == "spent-link"


async def test_an_old_friend_gets_the_seat_back(sitting):
    stranger = await sitting.come("Ann again")
    await sitting.ask("Gil", "hand-seat", comer=stranger.id, seat=sitting.ids["Ann"])
    assert sitting.seat("Ann again") == sitting.seat("Ann")
    assert names(sitting) == ["Gil", "Ann", "Bea"]
    assert stranger.id not in sitting.table.ledger.table.chairs
    assert (await sitting.loaded()).seat("Ann again").id == sitting.ids["Ann"]
    assert sitting.lines("Bea")[-1] == "Ann is back."


async def test_who_says_that_a_seat_is_theirs_gets_it_by_one_press(sitting):
    ann = sitting.ids["Ann"]
    key = await sitting.table.come("ann", "player", ann)
    comer = sitting.table.holder(key.secret)
    assert names(sitting) == ["Gil", "Ann", "Bea"]
    assert sitting.offers("Gil", "admit") == []
    [offer] = sitting.offers("Gil", "hand-seat")
    assert (offer.label, offer.urgency) == ("Give Ann the seat back", "must")
    await sitting.ask("Gil", "hand-seat", **offer.fixed)
    assert sitting.table.holder(key.secret).id == ann
    assert comer.id not in (await sitting.loaded()).table.ledger.table.chairs


async def test_at_an_open_door_too_one_waits_for_a_seat_that_is_taken(sitting):
    await sitting.ask("Gil", "set-house", door="open", undo="guide", hand_dice=True)
    await sitting.table.come("Ann", "player", sitting.ids["Ann"])
    assert [chair.standing for chair in sitting.table.ledger.table.chairs.values()][-1] == "waiting"


@pytest.mark.parametrize("seat", ["Gil", ""])
async def test_not_every_seat_can_be_asked_for(sitting, seat):
    claims = sitting.ids.get(seat, "nobody")
    assert await refusal(sitting.table.come(seat or "Zoe", "player", claims)) == "no-such-seat"


async def test_all_at_the_door_are_let_in_or_turned_away_at_once(sitting):
    for name in ("Cy", "Dee"):
        await sitting.come(name)
    await sitting.ask("Gil", "admit-all")
    assert names(sitting) == ["Gil", "Ann", "Bea", "Cy", "Dee"]
    for name in ("Eve", "Fay"):
        await sitting.come(name)
    await sitting.ask("Gil", "turn-all-away")
    assert names(sitting) == ["Gil", "Ann", "Bea", "Cy", "Dee"]
    assert sitting.offers("Gil", "turn-all-away") == sitting.offers("Gil", "admit-all") == []


@pytest.mark.parametrize(
    ("name", "like", "called"),
    [("Cy", "C\u034fy", "C\u034fy 2"), ("x" * 40, "x" * 40, "x" * 38 + " 2"), ("Cy 2", "Cy 2", "Cy 2 2")],
)
async def test_of_two_of_one_name_the_second_has_a_number_behind_it(sitting, name, like, called):
    comers = [await sitting.come(one) for one in (name, like)]
    await sitting.ask("Gil", "admit-all")
    assert names(sitting) == ["Gil", "Ann", "Bea", name]
    await sitting.ask("Gil", "admit", seat=comers[1].id)
    assert names(sitting) == ["Gil", "Ann", "Bea", name, called]


async def test_strangers_at_the_door_keep_no_friends_from_their_seats(sitting):
    for number in range(MOST_WAITING):
        await sitting.table.come(f"Stranger {number}")
    assert await refusal(sitting.table.come("One more")) == "door-full"
    await sitting.ask("Gil", "turn-all-away")
    assert (await sitting.come("A friend")).id


async def test_who_gets_a_seat_back_is_here_in_it(sitting):
    stranger = await sitting.come("Ann again")
    stop = sitting.table.listen(stranger.id, lambda: None)
    await sitting.ask("Gil", "hand-seat", comer=stranger.id, seat=sitting.ids["Ann"])
    assert sitting.table.sight(sitting.seat("Gil")).here == {sitting.ids["Ann"]}
    stop()
    assert sitting.table.sight(sitting.seat("Gil")).here == frozenset()


async def test_so_does_one_who_had_left(sitting):
    await sitting.ask("Ann", "leave")
    stranger = await sitting.come("Ann again")
    await sitting.ask("Gil", "hand-seat", comer=stranger.id, seat=sitting.ids["Ann"])
    assert names(sitting) == ["Gil", "Ann", "Bea"]
    assert [offer.do for offer in sitting.table.offers(sitting.seat("Ann again"))]


async def test_a_seat_whose_name_another_has_by_now_is_not_given_back(sitting):
    await sitting.ask("Ann", "leave")
    await sitting.ask("Bea", "rename", name="Ann")
    stranger = await sitting.come("Ann again")
    asked = sitting.ask("Gil", "hand-seat", comer=stranger.id, seat=sitting.ids["Ann"])
    assert await refusal(asked) == "name-taken"
    await sitting.ask("Bea", "rename", name="Bea")
    await sitting.ask("Gil", "hand-seat", comer=stranger.id, seat=sitting.ids["Ann"])
    assert sitting.seat("Ann again").name == "Ann"


async def test_the_guides_seat_is_not_handed_on(sitting):
    stranger = await sitting.come("Gil again")
    assert await refusal(sitting.ask("Gil", "hand-seat", comer=stranger.id, seat=sitting.ids["Gil"])) == "not-offered"


async def test_a_seats_id_tells_nothing_of_what_is_hidden(sitting):
    await sitting.ask("Gil", "set-house", door="open", undo="guide", hand_dice=True)
    comers = [await sitting.come(f"Comer {number}") for number in range(20)]
    numbers = [int(seat.id[1:], 16) for seat in comers]
    assert all(re.fullmatch("s[0-9a-f]{6}", seat.id) for seat in comers)
    assert len(set(numbers)) == 20
    assert numbers != sorted(numbers)


async def test_nor_does_a_colour_tell_of_who_was_turned_away_at_the_door():
    here = await sit_down(house=House(door="ask"))
    stranger = await here.come("A stranger")
    await here.ask("Gil", "turn-away", seat=stranger.id)
    ann = await here.come("Ann")
    assert here.table.ledger.table.chairs[ann.id].hue == 2


async def test_nor_of_who_still_waits_there_and_two_who_come_in_have_two_colours():
    here = await sit_down(house=House(door="ask"))
    xia, ann, ben = [await here.come(name) for name in ("Xia", "Ann", "Ben")]
    for comer in (ann, ben):
        await here.ask("Gil", "admit", seat=comer.id)
    chairs = here.table.ledger.table.chairs
    assert [chairs[seat.id].hue for seat in (ann, ben)] == [2, 3]
    assert chairs[xia.id].standing == "waiting"


async def test_a_seat_that_is_taken_up_again_has_another_colour_if_somebody_took_its_own():
    here = await sit_down(house=House(door="ask"))
    ann, ben = [await here.come(name) for name in ("Ann", "Ben")]
    for comer in (ann, ben):
        await here.ask("Gil", "admit", seat=comer.id)
    for name in ("Ann", "Ben"):
        await here.ask(name, "leave")
    cy = await here.come("Cy")
    await here.ask("Gil", "admit", seat=cy.id)
    for name, seat in (("Ben", ben), ("Ann", ann)):
        again = await here.come(name)
        await here.ask("Gil", "hand-seat", comer=again.id, seat=seat.id)
    chairs = here.table.ledger.table.chairs
    assert [chairs[seat.id].hue for seat in (cy, ben, ann)] == [2, 3, 4]


# ---------------------------------------------------------------- leaving


async def test_who_leaves_has_no_seat_and_no_key(sitting):
    await sitting.ask("Ann", "leave")
    assert names(sitting) == ["Gil", "Bea"]
    with pytest.raises(Refused):
        sitting.seat("Ann")
    with pytest.raises(Refused):
        (await sitting.loaded()).seat("Ann")
    assert "Ann" not in [seat.name for seat in sitting.play.seats]


async def test_who_is_sent_away_cannot_come_back_by_an_old_link(sitting):
    back = await sitting.table.keys.back_link(sitting.ids["Ann"])
    old = sitting.keys["Ann"]
    await sitting.ask("Gil", "turn-away", seat=sitting.ids["Ann"])
    assert await refusal(sitting.table.come_back(back)) == "spent-link"
    stranger = await sitting.come("A friend")
    await sitting.ask("Gil", "hand-seat", comer=stranger.id, seat=sitting.ids["Ann"])
    assert await refusal(sitting.table.come_back(back)) == "spent-link"
    with pytest.raises(Refused):
        sitting.table.holder(old)


class Forgetful(MemoryStore):
    """A store in which, once it is `full`, nothing kept beside the logs can be changed."""

    full = False

    async def keep(self, table, name, value):
        self._refuse()
        await super().keep(table, name, value)

    async def forget(self, table, name):
        self._refuse()
        await super().forget(table, name)

    def _refuse(self) -> None:
        if self.full:
            raise OSError(28, "no space left on device")


async def test_whoever_leaves_a_full_disk_has_left():
    store = Forgetful()
    here = await sit_down("Ann", store=store)
    store.full = True
    await here.ask("Gil", "turn-away", seat=here.ids["Ann"])
    key = here.keys.pop("Ann")
    for now in (here, await here.loaded()):
        with pytest.raises(Refused):
            now.table.holder(key)


async def test_whoever_is_handed_a_seat_on_a_full_disk_has_it():
    store = Forgetful()
    here = await sit_down("Ann", store=store)
    await here.ask("Gil", "set-house", door="ask", undo="guide", hand_dice=True)
    await here.come("Ann again")
    old = here.keys["Ann"]
    store.full = True
    await here.ask("Gil", "turn-away", seat=here.ids["Ann"])
    await here.ask("Gil", "hand-seat", comer=here.ids["Ann again"], seat=here.ids["Ann"])
    for now in (here, await here.loaded()):
        assert now.seat("Ann again").id == here.ids["Ann"]
    assert here.table.keys.seat(old) == ""


async def test_an_old_key_that_the_disk_would_not_forget_goes_when_the_seat_does():
    store = Forgetful()
    here = await sit_down("Ann", store=store)
    await here.ask("Gil", "set-house", door="ask", undo="guide", hand_dice=True)
    await here.come("Ann again")
    old = here.keys.pop("Ann")
    store.full = True
    await here.ask("Gil", "turn-away", seat=here.ids["Ann"])
    store.full = False
    await here.ask("Gil", "hand-seat", comer=here.ids["Ann again"], seat=here.ids["Ann"])
    for now in (here, await here.loaded()):
        assert now.table.keys.seat(old) == ""
        assert now.seat("Ann again").id == here.ids["Ann"]


async def test_without_a_join_link_nobody_is_let_in():
    assert not Keys("t", MemoryStore(), lambda: 0).admits("")


async def test_the_guide_stays(sitting):
    assert await refusal(sitting.ask("Gil", "leave")) == "guide-stays"
    assert await refusal(sitting.ask("Gil", "turn-away", seat=sitting.ids["Gil"])) == "not-offered"


# ---------------------------------------------------------------- names and roles


async def test_one_may_change_ones_name(sitting):
    await sitting.ask("Ann", "rename", name="  Anna  K. ")
    assert sitting.seat("Ann").name == "Anna K."
    assert "Anna K." in [seat.name for seat in sitting.play.seats]


async def test_but_not_to_anothers(sitting):
    zoe = await sitting.come("Zo\u00eb")
    await sitting.ask("Gil", "admit", seat=zoe.id)
    for name in ("BEA", "Be\u200da", "Zoe\u0308"):
        assert await refusal(sitting.ask("Ann", "rename", name=name)) == "name-taken"
    await sitting.ask("Ann", "rename", name="ANN")
    assert sitting.seat("Ann").name == "ANN"


@pytest.mark.parametrize(("name", "code"), [("", "too-short"), ("x" * 41, "too-long")])
async def test_nor_to_one_that_is_none(sitting, name, code):
    assert await refusal(sitting.ask("Ann", "rename", name=name)) == code


async def test_the_guide_makes_watchers_and_players(sitting):
    await sitting.ask("Gil", "seat-as", seat=sitting.ids["Ann"], role="watcher")
    assert sitting.seat("Ann").role == "watcher"
    await sitting.ask("Gil", "seat-as", seat=sitting.ids["Ann"], role="player")
    assert sitting.seat("Ann").plays


async def test_nobody_is_made_a_second_guide(sitting):
    assert await refusal(sitting.ask("Gil", "seat-as", seat=sitting.ids["Ann"], role="guide")) == "not-offered"


async def test_a_seat_acts_as_what_it_is_now(sitting):
    """A page that still holds the seat as it was gives nobody more than they have."""
    old = sitting.seat("Ann")
    await sitting.ask("Gil", "hide", value=4)
    await sitting.ask("Gil", "seat-as", seat=sitting.ids["Ann"], role="watcher")
    assert not [offer for offer in sitting.table.offers(old) if offer.do in ("toss", "guess")]
    sitting.keys["Old Ann"] = sitting.keys["Ann"]
    assert await refusal(sitting.ask("Old Ann", "guess", value=4)) == "players-only"


async def test_a_house_is_set_by_the_guide(sitting):
    assert sitting.table.ledger.table.house == House(door="ask", undo="guide", hand_dice=True)
    assert await refusal(sitting.ask("Ann", "set-house", door="open", undo="guide", hand_dice=True)) == "guide-only"


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"door": "open"}, "The door opens to everyone with the link."),
        ({"undo": "everyone"}, "Things are taken back if everyone who plays agrees."),
        ({"hand_dice": False}, "Dice rolled by hand do not count."),
    ],
)
async def test_everyone_hears_what_is_different_now(sitting, changed, told):
    house = {"door": "ask", "undo": "guide", "hand_dice": True}
    assert told not in sitting.lines("Ann")[-1]
    await sitting.ask("Gil", "set-house", **{**house, **changed})
    assert told in sitting.lines("Ann")[-1]


async def test_who_waits_at_the_door_cannot_be_found_by_trying_names_on_a_copy_of_the_log(sitting):
    await sitting.come("Marlene")
    ledger, ann = Ledger(), sitting.seat("Ann")
    *before, coming = sitting.log
    for entry in before:
        ledger.take(entry)
    _, [*_, told] = logfile.copy_for(sitting.table.id, sitting.table.ledger, ann)
    assert isinstance(told, ToldEntry)
    assert not told.heard
    guess = arrival(ledger.table, ledger.link, "Marlene", "player")
    entry, _ = ledger.enter(guess.seat.id, (guess,), told.at)
    assert entry.seat == coming.seat  # the guess is right in all but the salt
    assert entry.digest.hex() != told.digest


@pytest.mark.parametrize("says", ["You have no seat at this table.", "You are not let in yet"])
def test_who_has_no_seat_is_told_so_by_one_sentence(says):
    sources = (path.read_text("utf-8") for path in Path(moot.__file__).parent.rglob("*.py"))
    assert sum(source.count(says) for source in sources) == 1
