"""The snapshot check: it tells whether a log still means what it meant, and delays nobody."""

from __future__ import annotations

import msgspec
import pytest
from tests.table.sitting import Sitting, sit_down

from moot.table import snapshot_check

pytestmark = pytest.mark.anyio


@pytest.fixture
async def sitting(monkeypatch) -> Sitting:
    monkeypatch.setattr("moot.table.snapshot_check.EVERY", 1)
    here = await sit_down("Ann")
    await here.ask("Gil", "hide", value=4)
    await here.ask("Ann", "toss", dice=2)
    return here


async def keep(sitting: Sitting, said: bytes) -> None:
    """Let the newest snapshot say this."""
    await sitting.store.snapshot(sitting.table.id, sitting.table.ledger.seq, snapshot_check.SCHEMA, said)


def said(sitting: Sitting) -> snapshot_check.Snapshot:
    newest = sitting.store.read_snapshot(sitting.table.id, sitting.table.ledger.seq)
    return msgspec.json.decode(newest or b"", type=snapshot_check.Snapshot)


async def test_a_log_that_folds_as_it_did_is_passed_over(sitting, caplog):
    assert (await sitting.loaded()).play == sitting.play
    assert not caplog.records


async def test_so_it_is_under_another_version(sitting, caplog, monkeypatch):
    monkeypatch.setattr("moot.table.snapshot_check.__version__", "9.0")
    await sitting.loaded()
    assert not caplog.records


@pytest.mark.parametrize("part", ["table", "game_state"])
async def test_one_that_folds_to_something_else_is_told_of(sitting, caplog, part):
    await keep(sitting, msgspec.json.encode(msgspec.structs.replace(said(sitting), **{part: msgspec.Raw(b"{}")})))
    assert (await sitting.loaded()).play == sitting.play
    [told] = caplog.messages
    assert f"table {sitting.table.id}: entry {sitting.table.ledger.seq} folds to another state" in told


@pytest.mark.parametrize("damaged", [b"", b"{", b"\xff\xfe", b"[]"])
async def test_a_damaged_snapshot_stops_nobody(sitting, caplog, damaged):
    await keep(sitting, damaged)
    assert (await sitting.loaded()).play == sitting.play
    assert "cannot be read" in caplog.text


async def test_snapshots_of_another_form_are_left_alone(sitting, caplog):
    await sitting.store.snapshot(sitting.table.id, sitting.table.ledger.seq, snapshot_check.SCHEMA + 1, b"?")
    await sitting.loaded()
    assert not caplog.records
