"""Tables that older versions left on hosts' disks are found, played on and verified (see tests/older/README.md)."""

from __future__ import annotations

import asyncio
import json
import lzma
from pathlib import Path
from typing import Any

import pytest
from tests.random_play import Course

from moot import __version__
from moot.cli import main
from moot.cli.exits import Exit
from moot.core import Refused
from moot.store import open_store
from moot.table import Asked, Shelf, Table, logfile
from moot.table.verify import verify

OLDER = Path(__file__).parent / "older"
VERSIONS = sorted(path.name for path in OLDER.iterdir() if path.is_dir() and (path / "seats.json").exists())
RETIRED = "The option “Penalty Ranks below Weak” is retired"


@pytest.fixture(params=VERSIONS)
def version(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def folder(version: str, tmp_path: Path) -> Path:
    """A data folder as that version left it."""
    made = tmp_path / "data"
    made.mkdir()
    (made / "moot.db").write_bytes(lzma.decompress((OLDER / version / "moot.db.xz").read_bytes()))
    (made / "moot.lock").touch()
    return made


def seats(version: str) -> dict[str, dict[str, str]]:
    """The secrets that people's browsers have kept, by table and name."""
    found: dict[str, dict[str, str]] = json.loads((OLDER / version / "seats.json").read_text())
    return found


def test_there_is_a_house_of_each_version_before_this_one() -> None:
    before = range(1, int(__version__.split(".")[1]))
    assert [f"0.{minor}" for minor in before] == VERSIONS


def test_people_come_back_with_the_secrets_they_had_and_play_on(version: str, folder: Path) -> None:
    async def evening() -> int:
        shelf, tables = Shelf(open_store(folder)), 0
        for id_, secrets in seats(version).items():
            card = shelf.card(id_)
            assert card is not None
            if "retired" in card.title:
                with pytest.raises(Refused, match=RETIRED):
                    await shelf.find(id_)
                continue
            table = await shelf.find(id_)
            for name, secret in secrets.items():
                assert table.holder(secret).name == name
            before = table.ledger.seq
            await played_on(table, list(secrets.values()))
            assert table.ledger.seq >= before + 12
            tables += 1
        await shelf.close()
        return tables

    assert asyncio.run(evening()) == 4
    asyncio.run(look_again(version, folder))


async def played_on(table: Table, secrets: list[str]) -> None:
    """A dozen and more legal steps at random; then the guide opens the dice, those that were sealed long ago too."""
    everyone, course, done = [table.holder(secret) for secret in secrets], Course(11), 0
    for number in range(200):
        turn = course.turn({seat.id: table.offers(seat) for seat in everyone})
        assert turn is not None, "nobody can do anything more"
        who, offer = turn
        wish: dict[str, Any] = course.wish(offer, who)
        try:
            asked = Asked(id=f"now-{number}", command=wish, nonce=f"m{number}")
            await table.ask(next(seat for seat in everyone if seat.id == who), asked)
        except Refused:
            continue
        done += 1
        if done == 12:
            break
    guide = next(seat for seat in everyone if seat.guides)
    await table.ask(guide, Asked(id="open", command={"do": "reveal-dice"}, nonce="m-open"))
    report = verify(logfile.lines(*logfile.whole(table.id, table.ledger)))
    assert (report.fault, report.entries) == (None, table.ledger.seq)
    assert all(seal.open for seal in report.seals[:-1])  # the last one is for what is to come


async def look_again(version: str, folder: Path) -> None:
    """After a restart the tables are as they were left."""
    shelf = Shelf(open_store(folder))
    for id_, secrets in seats(version).items():
        card = shelf.card(id_)
        assert card is not None
        if "retired" not in card.title:
            table = await shelf.find(id_)
            assert table.ledger.seq == card.entries
            assert table.holder(next(iter(secrets.values()))).guides
    await shelf.close()


def test_their_logs_are_as_written_and_where_rules_have_changed_since_that_is_one_sentence(
    version: str, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for id_ in seats(version):
        log = tmp_path / f"{id_}.moot"
        if main(["export", id_, "--data", str(folder), "--out", str(log)]) == Exit.REFUSED:
            assert RETIRED in capsys.readouterr().err
            continue
        code = main(["verify", str(log)])
        said = capsys.readouterr().out
        assert code in (Exit.FINE, Exit.OLDER)
        assert "NOT as it was written" not in said
        assert said.count("Today's rules decide") == (code == Exit.OLDER)

        lines = log.read_bytes().splitlines(keepends=True)
        middle = len(lines) // 2
        lines[middle] = lines[middle].replace(b'"at":1', b'"at":2', 1)
        log.write_bytes(b"".join(lines))
        assert main(["verify", str(log)]) == Exit.NO
        assert "NOT as it was written" in capsys.readouterr().out


def test_a_table_with_a_retired_switch_keeps_nobody_from_the_others(
    version: str, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tables", "--json", "--data", str(folder)]) == Exit.FINE
    cards = json.loads(capsys.readouterr().out)
    [gone] = [card["id"] for card in cards if "retired" in card["title"]]
    assert len(cards) == 5
    assert main(["back", gone, "--data", str(folder)]) == Exit.REFUSED
    assert RETIRED in capsys.readouterr().err
    assert main(["backup", str(tmp_path / "copy"), "--data", str(folder)]) == Exit.FINE
    assert ": 5 tables, " in capsys.readouterr().out
    assert main(["tables", "delete", gone, "--yes", "--data", str(folder)]) == Exit.FINE
