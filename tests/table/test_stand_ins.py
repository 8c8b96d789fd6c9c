"""Seats lent to a stand-in: it does what the game waits for, by simple rules, and nothing else."""

from __future__ import annotations

import asyncio

import pytest
from tests import toy
from tests.table.sitting import sit_down

from moot.core import Choice, Choose, Compose, Confirm, Count, Kind, Refused, Seeded, Spread, Write
from moot.table import stand_ins
from moot.table.stand_ins import MOST

AB = (Choice("a", "A"), Choice("b", "B"))


@pytest.fixture
def quick(monkeypatch):
    """No pause before a stand-in does something; and the toy's guess is something that it does."""
    monkeypatch.setattr(stand_ins, "PAUSE", 0.0)
    monkeypatch.setattr(toy.Guess, "stands_in", True)


async def looked_at(sitting, name, what):
    """Look at the table from a seat until `what` holds."""
    news = asyncio.Event()
    stop = sitting.table.listen(sitting.ids[name], news.set)
    async with asyncio.timeout(60):
        while not what():
            await news.wait()
            news.clear()
    return stop


@pytest.mark.anyio
async def test_it_does_what_the_game_waits_for_while_somebody_looks_on(quick):
    sitting = await sit_down("Ann", "Bea")
    await sitting.ask("Gil", "hide", value=1)
    await sitting.ask("Ann", "lend-seat", seat=sitting.ids["Ann"])
    await asyncio.sleep(0)
    assert not sitting.play.winner
    stop = await looked_at(sitting, "Bea", lambda: bool(sitting.play.winner))
    assert sitting.play.winner == sitting.ids["Ann"]
    assert "A stand-in plays for Ann." in sitting.lines("Bea")
    stop()


@pytest.mark.anyio
async def test_what_a_game_does_not_name_it_leaves_alone():
    sitting = await sit_down("Ann")
    await sitting.ask("Gil", "hide", value=1)
    assert [offer.urgency for offer in sitting.offers("Ann", "guess")] == ["must"]
    assert sitting.table.game.stand_in(sitting.play, sitting.seat("Ann")) is None


@pytest.mark.anyio
async def test_it_waits_for_people_when_it_has_done_much_alone(quick):
    sitting = await sit_down("Ann")
    await sitting.ask("Gil", "hide", value=6)
    await sitting.ask("Ann", "lend-seat", seat=sitting.ids["Ann"])
    before = len(sitting.log)
    stop = await looked_at(sitting, "Ann", lambda: len(sitting.log) >= before + MOST)
    await asyncio.sleep(0.05)
    assert len(sitting.log) == before + MOST
    stop()


@pytest.mark.anyio
async def test_a_seat_is_lent_by_its_person_or_the_guide_and_taken_back():
    sitting = await sit_down("Ann", "Bea")
    ann = sitting.ids["Ann"]
    with pytest.raises(Refused, match="not-offered"):
        await sitting.ask("Bea", "lend-seat", seat=ann)
    await sitting.ask("Gil", "lend-seat", seat=ann)
    assert sitting.table.ledger.table.chairs[ann].lent
    await sitting.ask("Ann", "take-seat-back", seat=ann)
    assert not (await sitting.loaded()).table.ledger.table.chairs[ann].lent


@pytest.mark.parametrize(
    ("blank", "answer"),
    [
        (Choose(name="x", label="X", choices=AB), "a"),
        (Choose(name="x", label="X", choices=AB, default=("b",)), "b"),
        (Choose(name="x", label="X", choices=AB, least=0), ""),
        (Choose(name="x", label="X", choices=AB, many=True, least=2), ("a", "b")),
        (Count(name="x", label="X", least=2, most=5), 2),
        (Write(name="x", label="X"), "…"),
        (Write(name="x", label="X", least=0), ""),
        (Confirm(name="x", label="X", must=True), True),
        (Spread(name="x", label="X", slots=AB, dice=(4, 8)), {"a": 4, "b": 8}),
    ],
)
def test_a_blank_has_an_answer_of_its_own(blank, answer):
    assert blank.by_itself() == answer
    blank.check(answer)


def test_a_list_has_as_few_items_as_will_do():
    blank = Compose(name="x", label="X", kinds=(Kind("deed", "A deed", targets=AB, writes=True),), least=2)
    assert len(blank.by_itself()) == 2
    blank.check(blank.by_itself())


@pytest.mark.anyio
@pytest.mark.parametrize("do", ["toss", "guess", "stake"])
async def test_an_offer_can_be_filled_by_itself(do):
    sitting = await sit_down("Ann", "Bea")
    await sitting.ask("Gil", "hide", value=1)
    [offer] = sitting.offers("Ann", do)
    game = sitting.table.game
    assert game.decide(sitting.play, game.command(offer.by_itself()), sitting.seat("Ann"), Seeded(1))
