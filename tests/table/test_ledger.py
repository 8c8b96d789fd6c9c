"""The fold of a log: what is decided is linked, rolled by the seal, and folds the same from the store."""

from __future__ import annotations

import hashlib

import msgspec
import pytest
from tests import toy
from tests.table.sitting import START, Sitting, sit_down

from moot.core import Corrupt, Module, Refused, Rule, Sealed, roll
from moot.table import GENESIS, Asked, Ledger, Shelf, Vault, decide
from moot.table.ports import Entry

pytestmark = pytest.mark.anyio


@pytest.fixture
async def sitting() -> Sitting:
    here = await sit_down("Ann", "Bea")
    await here.ask("Gil", "hide", value=4, hint="winds")
    return here


def fold(entries: list[Entry]) -> Ledger:
    ledger = Ledger()
    for entry in entries:
        ledger.take(entry)
    return ledger


async def test_each_entry_is_linked_to_the_one_before(sitting):
    link = GENESIS
    for number, entry in enumerate(sitting.log, 1):
        assert entry.seq == number
        body = msgspec.json.encode(msgspec.structs.replace(entry, link=""), order="deterministic")
        link = hashlib.sha256(link + hashlib.sha256(body).digest()).digest()
        assert entry.link == link.hex()
    assert sitting.table.ledger.link == link


async def test_the_log_folds_into_the_same_table_and_game(sitting):
    await sitting.ask("Ann", "toss", dice=3)
    folded = fold(sitting.log)
    assert (folded.table, folded.game_state) == (sitting.table.ledger.table, sitting.play)
    assert (folded.seq, folded.link, folded.head) == (sitting.table.ledger.seq, sitting.table.ledger.link, folded.seq)


async def test_dice_are_rolled_by_the_seal_the_link_and_the_nonce(sitting):
    link, seed = sitting.table.ledger.link, sitting.table._seed
    await sitting.ask("Ann", "toss", dice=3, nonce="ann's own")
    assert sitting.play.tossed[sitting.ids["Ann"]] == roll(Sealed(seed, link, b"ann's own"), 6, 6, 6)
    entry = sitting.log[-1]
    assert entry.luck == "sealed"
    assert entry.picks == tuple((6, face - 1) for face in sitting.play.tossed[sitting.ids["Ann"]])
    assert Sealed.commitment(seed) == sitting.table.ledger.table.commitment


async def test_what_rolls_nothing_uses_no_luck(sitting):
    await sitting.ask("Ann", "guess", value=1)
    assert (sitting.log[-1].luck, sitting.log[-1].picks) == ("none", ())


async def test_typed_dice_are_marked(sitting):
    await sitting.ask("Ann", "toss", dice=2, faces=(6, 1))
    assert sitting.play.tossed[sitting.ids["Ann"]] == (6, 1)
    assert sitting.log[-1].luck == "given"


@pytest.mark.parametrize(
    ("faces", "code"), [((6,), "too-few-dice"), ((6, 7), "no-such-face"), ((6, 1, 1), "too-many-dice")]
)
async def test_typed_dice_must_fit_the_roll(sitting, faces, code):
    before = len(sitting.log)
    with pytest.raises(Refused) as refused:
        await sitting.ask("Ann", "toss", dice=2, faces=faces)
    assert (refused.value.code, len(sitting.log)) == (code, before)


async def test_typed_dice_can_be_forbidden(sitting):
    await sitting.ask("Gil", "set-house", door="open", undo="guide", hand_dice=False)
    with pytest.raises(Refused) as refused:
        await sitting.ask("Ann", "toss", dice=1, faces=(6,))
    assert refused.value.code == "no-hand-dice"


async def test_deciding_changes_nothing(sitting):
    ledger = sitting.table.ledger
    before = ledger.table, ledger.game_state, ledger.seq, ledger.link
    asked = Asked(id="x", command={"do": "toss", "dice": 3})
    entry, events = decide(ledger, sitting.seat("Ann"), asked, Vault(sitting.table._seed), START)
    assert entry.seq == ledger.seq + 1
    assert events
    assert (ledger.table, ledger.game_state, ledger.seq, ledger.link) == before


@pytest.mark.parametrize("consent", ["guide", "everyone"])
async def test_there_is_no_going_back_to_what_is_still_to_come(sitting, consent):
    await sitting.ask("Gil", "set-house", door="open", undo=consent, hand_dice=True)
    ledger = sitting.table.ledger
    asked = Asked(id="x", command={"do": "undo", "line": ledger.seq + 1})  # the log's own number, as it is decided by
    with pytest.raises(Refused) as refused:
        decide(ledger, sitting.seat("Gil"), asked, Vault(sitting.table._seed), START)
    assert refused.value.code == "no-such-line"


async def test_dice_are_not_rolled_by_a_seed_that_is_not_sealed(sitting):
    asked = Asked(id="x", command={"do": "toss", "dice": 3})
    for seed in (b"", b"another seed"):
        with pytest.raises(Corrupt, match="not the one that is sealed"):
            decide(sitting.table.ledger, sitting.seat("Ann"), asked, Vault(seed), START)


# ---------------------------------------------------------------- the seal


async def test_opening_the_dice_shows_the_seed_and_seals_a_new_one(sitting):
    sealed = sitting.table.ledger.table.commitment
    await sitting.ask("Ann", "toss", dice=3)
    await sitting.ask("Gil", "reveal-dice")
    opened, anew = sitting.log[-1].events
    assert hashlib.sha256(bytes.fromhex(opened["seed"])).hexdigest() == sealed
    assert (opened["epoch"], anew["epoch"]) == (1, 2)
    assert sitting.table.ledger.table.commitment == anew["commitment"] != sealed


async def test_the_new_seal_is_kept_for_whoever_loads_the_table(sitting):
    await sitting.ask("Gil", "reveal-dice")
    await sitting.ask("Ann", "toss", dice=3)
    again = await sitting.loaded()
    link, seed = again.table.ledger.link, again.table._seed
    await again.ask("Bea", "toss", dice=3)
    assert again.play.tossed[sitting.ids["Bea"]] == roll(Sealed(seed, link), 6, 6, 6)
    assert Sealed.commitment(seed) == again.table.ledger.table.commitment


async def test_only_the_guide_opens_the_dice(sitting):
    with pytest.raises(Refused) as refused:
        await sitting.ask("Ann", "reveal-dice")
    assert refused.value.code == "guide-only"


# ---------------------------------------------------------------- damage


async def test_an_entry_out_of_order_is_corrupt(sitting):
    with pytest.raises(Corrupt) as corrupt:
        fold([*sitting.log[:2], sitting.log[3]])
    assert corrupt.value.seq == 4


async def test_a_log_begins_with_an_opening(sitting):
    first = Entry(seq=1, at=START, events=({"event": "tossed", "who": "s3", "faces": [6]},)).linked(GENESIS)
    with pytest.raises(Corrupt) as corrupt:
        Ledger().take(first)
    assert corrupt.value.seq == 1


@pytest.mark.parametrize(
    "events",
    [
        ({"event": "flown"},),
        ({"event": "tossed", "who": "s3"},),
        ({"event": "table.admitted", "seat": "s99"},),
        ({"event": "tossed", "who": "s3", "faces": [6]}, {"event": "table.rewound", "to": 99, "by": "s3"}),
        (
            {"event": "table.came", "seat": {"id": "s9", "name": "Cy"}, "standing": "seated", "hue": 1},
            {"event": "flown"},
        ),
    ],
)
async def test_an_entry_that_does_not_fit_is_corrupt_and_leaves_the_ledger_as_it_was(sitting, events):
    ledger = sitting.table.ledger
    before = ledger.table, ledger.game_state, ledger.seq, ledger.link, ledger.head, len(ledger.folded)
    entry = Entry(seq=ledger.seq + 1, at=START, events=events).linked(ledger.link)
    with pytest.raises(Corrupt) as corrupt:
        ledger.take(entry)
    assert corrupt.value.seq == entry.seq
    assert (ledger.table, ledger.game_state, ledger.seq, ledger.link, ledger.head, len(ledger.folded)) == before
    await sitting.ask("Ann", "toss", dice=1)


# ---------------------------------------------------------------- wishes, settings, house rules


@pytest.mark.parametrize(
    "wish", [{}, {"do": 5}, {"do": ["say"]}, {"do": "say"}, {"do": "say", "text": 5}, {"do": "fly"}, {"do": None}]
)
async def test_what_is_no_command_is_malformed(sitting, wish):
    with pytest.raises(Refused) as refused:
        await sitting.table.ask(sitting.seat("Ann"), Asked(id="x", command=wish))
    assert refused.value.code == "malformed"


async def test_the_table_plays_under_its_own_settings():
    sitting = await sit_down("Ann", lowest="three")
    with pytest.raises(Refused) as refused:
        await sitting.ask("Gil", "hide", value=2)
    assert refused.value.code == "out-of-range"
    assert (await sitting.loaded()).play.lowest == 3


async def test_house_rules_are_in_the_log_and_hold_when_it_is_loaded(sitting):
    dark = Rule("NI-01", "Dark", "No lamps.")
    house = Module(id="night", title="By night", adds=(dark,), alters={"CO-04": "Guess early."})
    shelf = Shelf(sitting.store)
    table, _ = await shelf.open("coin", "Night", "Gil", modules=(house,))
    again = await Shelf(sitting.store).find(table.id)
    for one in (table, again):
        assert one.game.rulebook["NI-01"].title == "Dark"
        assert one.game.rulebook["CO-04"].text == "Guess early."
    assert "NI-01" not in toy.TOY.rulebook.rules


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"settings": {"lowest": "nine"}}, "no-such-value"),
        ({"settings": {"highest": "six"}}, "no-such-option"),
        ({"modules": (Module(id="m", title="M", removes=("CO-99",)),)}, "module-does-not-fit"),
    ],
)
async def test_a_table_that_cannot_be_is_not_opened(sitting, more, code):
    before = len(sitting.store.cards())
    with pytest.raises(Refused) as refused:
        await Shelf(sitting.store).open("coin", "Odd", "Gil", **more)
    assert (refused.value.code, len(sitting.store.cards())) == (code, before)


async def test_no_table_of_a_game_that_is_not_installed(sitting):
    with pytest.raises(Refused) as refused:
        await Shelf(sitting.store).open("chess", "Odd", "Gil")
    assert refused.value.code == "no-such-game"
