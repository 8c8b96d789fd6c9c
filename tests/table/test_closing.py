"""When an evening closes, its dice are opened, so that they can be checked soon after they fell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import msgspec
import pytest
from tests import toy
from tests.table.sitting import Sitting, sit_down

from moot import games
from moot.table import GENESIS, Entry, logfile
from moot.table.opening import DiceRevealed, DiceSealed, Opened
from moot.table.report import Report
from moot.table.verify import verify

pytestmark = pytest.mark.anyio


@pytest.fixture
async def sitting(monkeypatch: pytest.MonkeyPatch) -> Sitting:
    """A table of the toy game, whose evenings close when it is begun again."""
    find, closing = games.find, replace(toy.TOY, closes=(toy.BegunAgain,))
    monkeypatch.setattr(games, "find", lambda name: closing if name == "coin" else find(name))
    return await sit_down("Ann")


async def evening(sitting: Sitting) -> None:
    """Gil hides a number, Ann tosses and guesses it, and all is begun again."""
    await sitting.ask("Gil", "hide", value=4)
    await sitting.ask("Ann", "toss", dice=2)
    await sitting.ask("Ann", "guess", value=4)
    await sitting.ask("Gil", "again")


def checked(sitting: Sitting, change: Callable[[Entry], Entry] = lambda entry: entry) -> Report:
    """The log with each entry changed, linked anew, under the check."""
    link, entries = GENESIS, list[Entry]()
    for entry in sitting.log:
        made = msgspec.structs.replace(change(entry), link="").linked(link)
        link = bytes.fromhex(made.link)
        entries.append(made)
    head, _ = logfile.whole(sitting.table.id, sitting.table.ledger)
    head = msgspec.structs.replace(head, link=link.hex()).summed()
    return verify(logfile.lines(head, entries))


async def test_every_die_of_an_evening_that_is_over_can_be_checked(sitting):
    await evening(sitting)
    report = checked(sitting)
    assert report.good
    assert report.proven == report.dice == 2
    assert [seal.open for seal in report.seals] == [True, False]
    assert "Seal 1 is open: every roll made under it can now be checked." in sitting.lines("Ann")


async def test_each_evening_has_a_seed_of_its_own_also_after_a_restart(sitting):
    await evening(sitting)
    again = await sitting.loaded()
    await evening(again)
    report = checked(again)
    assert report.good
    assert report.proven == report.dice == 4
    assert len({seal.commitment for seal in report.seals}) == 3


async def test_taking_the_end_back_closes_no_dice_again(sitting):
    await evening(sitting)
    await sitting.ask("Gil", "undo", line=len(sitting.heard("Gil")))
    assert sitting.table.ledger.table.epoch == 2
    assert checked(sitting).good


async def test_scenes_that_are_open_close_with_the_evening(sitting):
    for title in ("The mill", "The bridge"):
        await sitting.ask("Gil", "open-scene", title=title)
    await evening(sitting)
    table = sitting.table.ledger.table
    assert (table.scene, [scene.open for scene in table.scenes.values()]) == ("", [False, False])
    assert sitting.lines("Ann")[-5:-3] == ["The scene “The mill” is over.", "The scene “The bridge” is over."]
    assert checked(sitting).good


async def test_a_log_that_keeps_them_shut_is_at_fault(sitting):
    await evening(sitting)

    def shut(entry: Entry) -> Entry:
        dice = ("table.dice-revealed", "table.dice-sealed")
        events = tuple(event for event in entry.events if entry.seq == 1 or event["event"] not in dice)
        return msgspec.structs.replace(entry, events=events)

    fault = checked(sitting, shut).fault
    assert fault is not None
    assert (fault.code, fault.seq) == ("rules", len(sitting.log))
    assert "table.dice-revealed" in fault.expected


async def test_at_a_table_of_old_the_guide_alone_opens_them(sitting, monkeypatch):
    monkeypatch.setattr("moot.table.shelf.Opened", lambda **said: Opened(**{**said, "opens_dice": False}))
    old = await sit_down("Ann")
    await old.ask("Gil", "open-scene", title="The mill")
    await evening(old)
    report = checked(old)
    assert report.good
    assert old.table.ledger.table.scene
    assert (report.proven, report.dice) == (0, 2)


def test_every_game_here_says_when_an_evening_closes():
    for game in games.every():
        if game.name != "coin":
            assert game.closes, game.name
            assert set(game.closes) <= set(game.events)


def test_what_opens_the_dice_is_told_to_all():
    assert {DiceRevealed.heard_by, DiceSealed.heard_by} == {"everyone"}
