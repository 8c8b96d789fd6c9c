"""A log that set a retired option to something else than every table plays today is refused with one sentence."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import msgspec
import pytest

from moot import games
from moot.cli.app import run
from moot.cli.exits import Exit
from moot.core import Refused
from moot.games.swords_edge import GAME
from moot.store.memory import MemoryStore
from moot.table import Shelf, logfile
from moot.table.ports import GENESIS, Entry, TableCard
from moot.testing import golden_logs

READINGS = Path(__file__).parents[1] / "docs" / "readings.md"
SENTENCE = "The option “Penalty Ranks below Weak” is retired: Sword’s Edge is always played with “dropped” now."


def older_log() -> list[Entry]:
    """The first entries of a golden log, as a table with the other reading would have begun it."""
    path = next(path for path in golden_logs(GAME) if path.stem == "the_cavern")
    link, made = GENESIS, list[Entry]()
    for record in logfile.read(path)[1][:3]:
        assert isinstance(record, Entry)
        first, *rest = record.events
        if first["event"] == "table.opened":
            first = {**first, "settings": {**first["settings"], "below-weak": "recorded"}}
        entry = msgspec.structs.replace(record, events=(first, *rest), link="").linked(link)
        link = bytes.fromhex(entry.link)
        made.append(entry)
    return made


@pytest.fixture
def log(tmp_path: Path) -> Path:
    entries = older_log()
    path = next(path for path in golden_logs(GAME) if path.stem == "the_cavern")
    head, _ = logfile.read(path)
    head = msgspec.structs.replace(head, entries=len(entries), link=entries[-1].link).summed()
    file = tmp_path / "older.jsonl"
    file.write_bytes(b"".join(logfile.lines(head, entries)))
    return file


@pytest.mark.parametrize("verb", ["verify", "replay", "import"])
def test_each_verb_that_reads_logs_says_which_switch(
    verb: str, log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = ("--data", str(tmp_path / "data")) if verb == "import" else ()
    assert run((verb, str(log), *more)) in (Exit.NO, Exit.REFUSED)
    said = "".join(capsys.readouterr())
    assert said.count(SENTENCE) == 1
    assert "Traceback" not in said


def test_a_stored_table_that_set_it_is_refused_when_it_is_asked_for() -> None:
    async def asked_for() -> None:
        store = MemoryStore()
        card = TableCard(id="older", game=GAME.name, title="The cavern", opened=1, touched=1)
        await store.create(card, older_log())
        await Shelf(store).find("older")

    with pytest.raises(Refused) as refused:
        asyncio.run(asked_for())
    assert (refused.value.code, refused.value.message, refused.value.rule) == ("retired-option", SENTENCE, "SE-RD-37")


@pytest.mark.parametrize(
    ("game", "gone"), [(game, one) for game in games.every() for one in game.rulebook.retired.values()],
    ids=lambda one: getattr(one, "id", getattr(one, "name", "")),
)
def test_each_retired_option_is_refused_by_name_and_has_its_reason(game, gone) -> None:
    kept = game.rulebook.settings({gone.id: gone.kept})
    assert game.start(kept).options == game.start(game.rulebook.settings({})).options
    with pytest.raises(Refused) as refused:
        game.rulebook.settings({gone.id: "another way"})
    assert f"“{gone.title}” is retired" in refused.value.message
    assert refused.value.rule == gone.rule
    reason = rf"Retired option\.\*\* `{gone.id}`, always `{gone.kept}`\. \S"
    assert re.search(reason, READINGS.read_text(encoding="utf-8"))


def test_no_table_is_opened_with_it() -> None:
    with pytest.raises(Refused) as refused:
        asyncio.run(Shelf(MemoryStore()).open(GAME.name, "", "Gil", settings={"below-weak": "recorded"}))
    assert refused.value.message == SENTENCE
    table, _ = asyncio.run(Shelf(MemoryStore()).open(GAME.name, "", "Gil", settings={"below-weak": "dropped"}))
    assert table.ledger.game_state.options == GAME.start({}).options
