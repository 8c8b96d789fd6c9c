"""The command line, called as a function; started as a program only where that is the point."""

from __future__ import annotations

import asyncio
import io
import json
import os
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import httpx
import msgspec
import pytest
import segno
from tests import toy
from tests.table_at_play import evening, played, sat_down, seat_of

from moot import __version__, games
from moot.cli import main
from moot.cli.app import EXAMPLES, VERBS, command_line
from moot.cli.demo import _seated
from moot.cli.exits import Exit
from moot.cli.place import ServingPlace
from moot.cli.server import announce
from moot.store import MemoryStore, open_store
from moot.table import Asked, House, Shelf, logfile
from moot.table.script import demos
from moot.table.verify import verify

DOCS = Path(__file__).parent.parent / "docs"


@pytest.fixture(autouse=True)
def _coin() -> None:
    toy.install()


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A whole log in a file."""
    table, path = evening(), tmp_path / "evening.moot"
    logfile.write(path, *logfile.whole(table.id, table.ledger))
    return path


@pytest.fixture
def annas(tmp_path: Path) -> Path:
    """The same log as Ann may have it."""
    table, path = evening(), tmp_path / "ann.moot"
    logfile.write(path, *logfile.copy_for(table.id, table.ledger, seat_of(table, "Ann")))
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with one table in it, called `evening`."""
    place = tmp_path / "data"

    async def fill() -> None:
        store = open_store(place)
        here = await sat_down(store=store)
        await played(here)
        await store.close()

    asyncio.run(fill())
    return place


def table_in(folder: Path) -> str:
    async def only() -> str:
        store = open_store(folder)
        [card] = store.cards()
        await store.close()
        return card.id

    return asyncio.run(only())


def said(capsys: pytest.CaptureFixture[str], *argv: str, code: Exit = Exit.FINE) -> str:
    """What a command line writes; its exit code is checked."""
    assert main(argv) == code, capsys.readouterr()
    out, err = capsys.readouterr()
    if code in (Exit.FINE, Exit.NO, Exit.OLDER):
        return out
    assert err.startswith("moot: ")
    assert err.count("\n") == 1
    return err


# ---------------------------------------------------------------- files for a game


def test_a_good_file_is_told_thing_by_thing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chart = tmp_path / "chart.txt"
    chart.write_bytes(b"\xef\xbb\xbf1: a fool\r\n6: a king\r\n")
    assert said(capsys, "check", "coin", str(chart)).splitlines() == [
        f"{chart} is a chart of numbers.", "1: a fool", "6: a king",
    ]
    plain = json.loads(said(capsys, "check", "coin", str(chart), "--json"))
    assert plain == {"format": "chart", "holds": ["1: a fool", "6: a king"], "refused": None}


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"1: a fool\nseven: nobody\n", "Line 2: begin with a number from 1 to 6, a colon and words. (CO-01)"),
        (b"1: a f\xff\xfe", "This is not text in UTF-8."),
        (b"1: a fool\n" * 70_000, "This is too large: 150000 characters at most."),
    ],
)
def test_a_bad_file_is_refused_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], body: bytes, says: str
) -> None:
    chart = tmp_path / "chart.txt"
    chart.write_bytes(body)
    assert f"{chart}: {says}" in said(capsys, "check", "coin", str(chart), code=Exit.NO)
    plain = json.loads(said(capsys, "check", "coin", str(chart), "--json", code=Exit.NO))
    assert plain["refused"]["message"] in says
    assert plain["holds"] == []


def test_what_a_file_is_can_be_said_where_its_name_does_not_tell(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    chart = tmp_path / "chart.csv"
    chart.write_text(toy.CHART)
    assert "--format, one of: chart (.txt)" in said(capsys, "check", "coin", str(chart), code=Exit.USAGE)
    assert "a fool" in said(capsys, "check", "coin", str(chart), "--format", "chart")
    assert "no “map”" in said(capsys, "check", "coin", str(chart), "--format", "map", code=Exit.REFUSED)
    said(capsys, "check", "coin", str(tmp_path), "--format", "chart", code=Exit.MACHINE)
    said(capsys, "check", "coin", str(tmp_path / "none.txt"), code=Exit.MACHINE)
    mute = replace(toy.TOY, formats={})
    monkeypatch.setattr(games, "find", lambda name: mute)
    assert "Coin reads no files." in said(capsys, "check", "coin", str(chart), code=Exit.REFUSED)


# ---------------------------------------------------------------- help, and what is loaded


def test_help_tells_every_verb_and_every_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "--help")
    assert "".join(f"  {verb}: {help_}\n" for verb, help_ in VERBS.items()) in text
    for verb in VERBS:
        assert "Usage: moot" in said(capsys, verb, "--help")
    for code in Exit:
        assert str(code.value) in text


def test_the_help_of_each_verb_has_examples_that_can_be_typed(capsys: pytest.CaptureFixture[str]) -> None:
    assert EXAMPLES.keys() == VERBS.keys()
    for verb, examples in EXAMPLES.items():
        help_ = said(capsys, verb, "--help")
        for example in examples:
            assert f"\n  {example}\n" in help_
            assert example.startswith(f"moot {verb}")
            tokens = shlex.split(example.partition(" > ")[0])[1:]
            command_line().parse_args(tokens, exit_on_error=False, print_error=False)  # raises for what is no option


def test_the_examples_name_games_and_rules_that_there_are() -> None:
    for example in (*EXAMPLES["play"], *EXAMPLES["demo"], *EXAMPLES["check"], *EXAMPLES["rules"]):
        verb, name, *more = [word for word in example.split()[1:] if word != "impact"]
        game, named = games.find(name), more[0] if more and not more[0].startswith("--") else ""
        if verb == "rules" and named:
            assert named in game.rulebook.rules
        if verb == "demo" and named:
            assert named in demos(game)
        if "--format" in more:
            assert more[more.index("--format") + 1] in game.formats


@pytest.mark.parametrize(
    ("line", "found"),
    [("moot ser", "serve"), ("moot back --s", "--seat"), ("moot tables un", "unarchive"), ("moot new --f", "--folder")],
)
def test_bash_completes_verbs_and_options(capsys: pytest.CaptureFixture[str], line: str, found: str) -> None:
    words = line.split()
    asks = f"COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _moot; echo \"${{COMPREPLY[*]}}\""
    script = said(capsys, "completion", "bash") + "\n" + asks
    done = subprocess.run(["bash", "--norc"], input=script, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split() == [found]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_is_told_every_verb(capsys: pytest.CaptureFixture[str], shell: str) -> None:
    script = said(capsys, "completion", shell)
    assert [verb for verb in VERBS if verb not in script] == []
    assert f"moot completion {shell} > " in (DOCS / "command-line.md").read_text(encoding="utf-8")
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=script, text=True, check=True, timeout=60)


def test_the_docs_tell_every_verb_and_every_exit_code() -> None:
    text = (DOCS / "command-line.md").read_text(encoding="utf-8")
    for verb in VERBS:
        assert f"`moot {verb}" in text
    for code in Exit:
        assert f"| {code.value} |" in text


@pytest.mark.parametrize(
    "argv", [["--help"], ["games"], ["rules", "wicked-age", "--search", "bargain"], ["verify", "LOG"]]
)
def test_light_verbs_load_nothing_heavy(argv: list[str], log: Path) -> None:
    program = "import sys; from moot.cli import main; main(sys.argv[1:]); sys.stderr.write('\\n'.join(sys.modules))"
    argv = [str(log) if word == "LOG" else word for word in argv]
    done = subprocess.run([sys.executable, "-c", program, *argv], capture_output=True, text=True, check=True)
    heavy = {"litestar", "uvicorn", "jinja2", "segno", "sqlite3", "moot.web", "moot.store.sqlite"}
    assert not heavy & set(done.stderr.splitlines())


PROGRAM = [sys.executable, "-m", "moot"]


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8:strict"])
def test_letters_that_the_terminal_lacks_stop_nobody(encoding: str) -> None:
    environ = {**os.environ, "PYTHONIOENCODING": encoding}
    asked = subprocess.run(
        [*PROGRAM, "play", "wicked-age", "Gil"], input=b"t \xff\nv\n", env=environ, capture_output=True, check=True
    )
    assert (b"Gil>" in asked.stdout, asked.stderr) == (True, b"")


@pytest.mark.parametrize(
    ("line", "code"), [("games >&-", Exit.FINE), ("gamse 2>&-", Exit.USAGE), ("play wicked-age Gil <&-", Exit.FINE)]
)
def test_a_stream_that_is_closed_stops_nobody(line: str, code: Exit) -> None:
    done = subprocess.run(["/bin/sh", "-c", f"'{sys.executable}' -m moot {line}"], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (code, b"")


@pytest.mark.parametrize("argv", [["replay", "LOG"], ["rules", "wicked-age"]])
def test_whoever_has_read_enough_is_no_failure(argv: list[str], tmp_path: Path) -> None:
    log = tmp_path / "evening.moot"
    assert main(["play", "wicked-age", "Gil", "--auto", "1", "--log", str(log)]) == Exit.FINE
    argv = [str(log) if word == "LOG" else word for word in argv]
    with subprocess.Popen([*PROGRAM, *argv], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert (process.wait(60), process.stderr.read()) == (Exit.FINE, b"")


def test_what_makes_no_sense_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert "nonsense" in said(capsys, "nonsense", code=Exit.USAGE)
    assert "--port" in said(capsys, "serve", "--port", "many", code=Exit.USAGE)
    assert "--auto" in said(capsys, "play", "coin", "--auto", "-1", code=Exit.USAGE)
    assert "--to" in said(capsys, "replay", "x", "--to", "0", code=Exit.USAGE)
    assert "`moot rules` takes nothing more, so what is CO-01?" in said(
        capsys, "rules", "coin", "CO-02", "CO-01", code=Exit.USAGE
    )
    assert "not both" in said(capsys, "export", "x", "--json", "--story", code=Exit.USAGE)


# ---------------------------------------------------------------- games and rules


def test_games_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Guess the number." in said(capsys, "games")
    listed = json.loads(said(capsys, "games", "--json"))
    assert {game["name"] for game in listed} == set(games.names())


def test_rules_are_listed_searched_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "rules", "coin").count("\n") == 5
    found = said(capsys, "rules", "coin", "--search", "NUMBER wins")
    assert "CO-03" in found
    assert "CO-01" not in found
    one = said(capsys, "rules", "coin", "co-01")
    assert "The guide hides a number" in one
    assert "CO-02" in one
    assert "Option lowest" in one
    assert json.loads(said(capsys, "rules", "coin", "CO-01", "--json"))["rule"]["id"] == "CO-01"
    assert len(json.loads(said(capsys, "rules", "coin", "--json"))) == 5


def test_impact_lists_everything_that_stands_on_a_rule(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "rules", "impact", "coin", "CO-01")
    assert "CO-02" in text
    assert "CO-03" in text
    assert "CO-04" not in text
    assert "option lowest" in text
    touched = json.loads(said(capsys, "rules", "impact", "coin", "co-04", "--json"))["touches"]
    assert [rule["id"] for rule in touched] == ["CO-05"]


def test_coverage_says_what_is_missing(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    whole = json.loads(said(capsys, "rules", "coin", "--coverage", "--json"))
    assert (whole["rules"], whole["percent"], whole["lacking"]) == (5, 100, {})

    monkeypatch.setattr("moot.cli.sources._texts", lambda folder, *_, **__: iter(["CO-01 CO-02 CO-03 CO-04"]))
    assert "CO-05  lacks code and a test" in said(capsys, "rules", "coin", "--coverage", code=Exit.NO)

    monkeypatch.setattr("moot.cli.sources._repository_tests", lambda room: None)
    text = said(capsys, "rules", "coin", "--coverage", code=Exit.NO)
    assert "code cites 4 of 5 rules" in text
    assert "not shipped" in text
    assert "%" not in text, "without the tests nobody can say how many per cent are proven"
    assert "CO-05  lacks code\n" in text
    assert json.loads(said(capsys, "rules", "coin", "--coverage", "--json", code=Exit.NO))["percent"] is None


def test_an_installed_game_is_not_measured_by_the_tests_of_the_project_it_was_installed_into(tmp_path: Path) -> None:
    from moot.cli.sources import _repository_tests

    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "tests").mkdir()
    assert _repository_tests(tmp_path / "src/coin") == tmp_path / "tests"
    assert _repository_tests(tmp_path / ".venv/lib/python3.11/site-packages/coin") is None


@pytest.mark.parametrize("argv", [["nope"], ["coin", "CO-99"], ["coin", "--search", "elephants"]])
def test_what_there_is_not_is_refused(capsys: pytest.CaptureFixture[str], argv: list[str]) -> None:
    assert argv[-1] in said(capsys, "rules", *argv, code=Exit.REFUSED)


# ---------------------------------------------------------------- verify and replay


def test_verify_tells_a_good_log_from_an_altered_one(capsys: pytest.CaptureFixture[str], log: Path) -> None:
    assert "Everything fits." in said(capsys, "verify", str(log))
    assert json.loads(said(capsys, "verify", str(log), "--json"))["fault"] is None
    log.write_bytes(log.read_bytes().replace(b"Is it *two*?", b"Is it *six*?"))
    assert "First fault: entry 7" in said(capsys, "verify", str(log), code=Exit.NO)
    assert json.loads(said(capsys, "verify", str(log), "--json", code=Exit.NO))["fault"]["seq"] == 7


def test_verify_tells_older_rules_from_tampering(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, log: Path
) -> None:
    toy.bend(monkeypatch, toy.Guess, enact=lambda command, play, of: None)  # today a guess leads to nothing
    assert "NOT as it was written" in said(capsys, "verify", str(log), code=Exit.NO)
    monkeypatch.setattr("moot.table.verify.__version__", "9.0")
    assert "Today's rules decide 2 entries differently" in said(capsys, "verify", str(log), code=Exit.OLDER)
    assert len(json.loads(said(capsys, "verify", str(log), "--json", code=Exit.OLDER))["changed"]) == 2


def test_verify_is_not_content_where_the_game_is_not_installed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, log: Path, annas: Path, tmp_path: Path
) -> None:
    monkeypatch.delitem(games._announced(), "coin")
    games.find.cache_clear()
    assert "coin is not installed here" in said(capsys, "verify", str(log), code=Exit.OLDER)
    assert "tells the same" in said(capsys, "verify", str(log), str(annas), code=Exit.OLDER)
    said(capsys, "import", str(log), "--data", str(tmp_path / "new"), code=Exit.NO)


def test_verify_holds_a_log_against_somebody_elses_copy(
    capsys: pytest.CaptureFixture[str], log: Path, annas: Path, tmp_path: Path
) -> None:
    assert "tells the same" in said(capsys, "verify", str(log), str(annas))

    async def another() -> None:
        here = await sat_down()
        await here.ask("gil", "hide", value=1)
        logfile.write(tmp_path / "other.moot", *logfile.whole(here.table.id, here.table.ledger))

    asyncio.run(another())
    assert "entry 4" in said(capsys, "verify", str(log), str(tmp_path / "other.moot"), code=Exit.NO)
    annas.write_bytes(b"nothing")
    assert "ann.moot" in said(capsys, "verify", str(log), str(annas), code=Exit.NO)


def test_a_file_that_is_not_there_is_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "No such file" in said(capsys, "verify", str(tmp_path / "none"), code=Exit.MACHINE)


def test_replay_goes_back_to_any_entry(capsys: pytest.CaptureFixture[str], log: Path) -> None:
    text = said(capsys, "replay", str(log))
    assert "(taken back)" in text
    assert '"secret"' not in text
    assert '"secret": 4' in said(capsys, "replay", str(log), "--state")
    early = said(capsys, "replay", str(log), "--to", "4")
    assert "tosses" not in early
    assert "What is the number?" in early


def test_replay_as_a_seat_shows_what_it_may_see(capsys: pytest.CaptureFixture[str], log: Path) -> None:
    text = said(capsys, "replay", str(log), "--to", "8", "--seat", "ann", "--state")
    assert "four like the winds" not in text
    assert '"secret": null' in text
    ann = seat_of(evening(), "Ann").id
    plain = json.loads(said(capsys, "replay", str(log), "--to", "8", "--seat", ann, "--json", "--state"))
    assert (plain["seq"], plain["stage"]["secret"]) == (8, None)
    assert "stage" not in json.loads(said(capsys, "replay", str(log), "--to", "8", "--seat", ann, "--json"))
    assert f"{ann} Ann" in said(capsys, "replay", str(log), "--seat", "nobody", code=Exit.REFUSED)


def test_replay_wants_a_whole_and_unaltered_log(capsys: pytest.CaptureFixture[str], log: Path, annas: Path) -> None:
    assert "one seat's copy" in said(capsys, "replay", str(annas), code=Exit.REFUSED)
    log.write_bytes(log.read_bytes().replace(b"dusk", b"dawn"))
    assert "entry 5" in said(capsys, "replay", str(log), code=Exit.DAMAGED)


# ---------------------------------------------------------------- export and import


def test_a_log_goes_out_and_comes_back(capsys: pytest.CaptureFixture[str], folder: Path, tmp_path: Path) -> None:
    table, out, new = table_in(folder), tmp_path / "out.moot", tmp_path / "new"
    said(capsys, "export", table, "--data", str(folder), "--out", str(out))
    assert verify(out.read_bytes().splitlines(keepends=True)).good
    assert main(["export", table, "--json", "--data", str(folder)]) == Exit.FINE
    assert capsys.readouterr().out.encode() == out.read_bytes()

    link = said(capsys, "import", str(out), "--data", str(new)).splitlines()[-1]
    assert f"/t/{table}/back/" in link
    assert "already" in said(capsys, "import", str(out), "--data", str(new), code=Exit.REFUSED)
    assert asyncio.run(_played_on(new, table, link.rpartition("/")[2])) == "gil"


async def _played_on(folder: Path, id_: str, secret: str) -> str:
    """Come back to an imported table as its guide, let the dice roll and be opened, and check the log of it all."""
    shelf = Shelf(open_store(folder))
    table = await shelf.find(id_)
    guide = table.holder((await table.come_back(secret)).secret)
    commands: list[dict[str, Any]] = [{"do": "resume"}, {"do": "again"}, {"do": "hide", "value": 2}]
    for number, command in enumerate(commands):
        await table.ask(guide, Asked(id=f"more-{number}", command=command))
    ann = seat_of(table, "Ann")
    await table.ask(ann, Asked(id="more-toss", command={"do": "toss", "dice": 3}))
    await table.ask(guide, Asked(id="more-open", command={"do": "reveal-dice"}))
    report = verify(logfile.lines(*logfile.whole(id_, table.ledger)))
    assert report.good, report.summary()
    assert "never opened" in report.summary()
    assert [(seal.open, seal.dice) for seal in report.seals] == [(True, 5), (False, 1), (True, 3), (False, 0)]
    await shelf.close()
    return guide.name.lower()


def test_a_file_that_is_there_is_not_written_over_unless_that_is_said(
    capsys: pytest.CaptureFixture[str], folder: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.moot"
    out.write_text("a diary")
    argv = ("export", table_in(folder), "--data", str(folder), "--out", str(out))
    assert f"{out} is there already" in said(capsys, *argv, code=Exit.REFUSED)
    assert out.read_text() == "a diary"
    said(capsys, *argv, "--force")
    assert verify(out.read_bytes().splitlines(keepends=True)).good


def test_a_story_is_markdown_without_the_tables_own_business(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    table = table_in(folder)
    text = said(capsys, "export", table, "--story", "--data", str(folder))
    assert text.startswith("# An evening\n\n*Coin, played by Gil (Holder), Ann.*\n")
    assert "### The well\n\n*at dusk.*" in text
    assert "**Ann's mask:** “Is it \\*two\\*?”" in text
    assert "sits down" not in text
    assert "guesses 2" not in text
    assert "four like the winds" in text
    kept = said(capsys, "export", table, "--story", "--struck", "--seat", "Ann", "--data", str(folder))
    assert "> ~~**Ann** guesses 2, and is wrong.~~" in kept
    assert "four like the winds" not in kept


def test_a_seats_copy_holds_nothing_hidden(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    text = said(capsys, "export", table_in(folder), "--seat", seat_of(evening(), "Ann").id, "--data", str(folder))
    assert "four like the winds" not in text
    assert verify(text.encode().splitlines(keepends=True)).good


def test_import_takes_whole_and_good_logs_only(
    capsys: pytest.CaptureFixture[str], log: Path, annas: Path, tmp_path: Path
) -> None:
    new = str(tmp_path / "new")
    assert "one seat's copy" in said(capsys, "import", str(annas), "--data", new, code=Exit.REFUSED)
    log.write_bytes(log.read_bytes().replace(b"dusk", b"dawn"))
    assert main(["import", str(log), "--data", new]) == Exit.NO
    assert "was not brought in" in capsys.readouterr().err


def test_nor_one_that_nobody_could_take_up_again(
    capsys: pytest.CaptureFixture[str], log: Path, tmp_path: Path
) -> None:
    head, records = logfile.read(log)
    logfile.write(log, msgspec.structs.replace(head, entries=1, link=records[0].link).summed(), records[:1])
    new = str(tmp_path / "new")
    assert "Nobody runs the game" in said(capsys, "import", str(log), "--data", new, code=Exit.REFUSED)
    assert "no tables" not in said(capsys, "import", str(log), "--data", new, code=Exit.REFUSED)  # nothing was left
    logfile.write(log, msgspec.structs.replace(head, entries=0, link="00" * 32).summed(), ())
    assert "opening of a table" in said(capsys, "replay", str(log), code=Exit.DAMAGED)


def test_what_cannot_be_written_names_the_file(
    capsys: pytest.CaptureFixture[str], folder: Path, tmp_path: Path
) -> None:
    out, full = tmp_path / "none" / "out.moot", tmp_path / "full"
    full.mkdir()
    for place in (out, full):
        why = said(capsys, "export", table_in(folder), "--data", str(folder), "--out", str(place), code=Exit.MACHINE)
        assert why.startswith(f"moot: {place}: ")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "full"]


def test_what_is_not_on_the_shelf_cannot_be_exported(
    capsys: pytest.CaptureFixture[str], folder: Path, tmp_path: Path
) -> None:
    assert "An evening" in said(capsys, "export", "nothing", "--data", str(folder), code=Exit.REFUSED)
    said(capsys, "export", "nothing", "--data", str(tmp_path / "none"), code=Exit.REFUSED)
    assert not (tmp_path / "none").exists()


def test_whoever_stops_a_command_as_it_is_being_loaded_sees_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    class Loading:
        def __getattr__(self, name: str) -> None:
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "moot.cli.app", cast(ModuleType, Loading()))
    assert main(["games"]) == Exit.STOPPED


# ---------------------------------------------------------------- serve and demo


def test_a_port_in_use_is_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert port in said(capsys, "serve", "--data", str(tmp_path), "--port", port, code=Exit.PORT)
    said(capsys, "serve", "--data", str(tmp_path), "--host", "192.0.2.77", code=Exit.MACHINE)


@pytest.mark.parametrize("port", ["-1", "65536", "99999999"])
def test_a_port_that_there_is_not_is_a_mistake_in_the_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, port: str
) -> None:
    line = said(capsys, "serve", "--data", str(tmp_path), "--port", port, code=Exit.USAGE)
    assert "for --port. A port is a number from 0 to 65535" in line


def test_no_address_is_not_every_address(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "--host takes one address" in said(capsys, "serve", "--data", str(tmp_path), "--host", "", code=Exit.USAGE)


def test_a_home_that_there_is_not_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "~nobody-of-that-name" in said(capsys, "serve", "--data", "~nobody-of-that-name/x", code=Exit.REFUSED)

    def homeless(*_: object) -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert "--data" in said(capsys, "serve", code=Exit.REFUSED)


def test_a_lock_that_is_none_is_not_taken_for_damage_to_the_data(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "moot.lock").write_text("1234")
    assert "moot.lock is not a lock of Moot" in said(capsys, "serve", "--data", str(tmp_path), code=Exit.DAMAGED)


def test_a_folder_that_cannot_be_used_is_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert str(tmp_path / "file") in said(capsys, "serve", "--data", str(tmp_path / "file"), code=Exit.MACHINE)


def test_a_damaged_database_is_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "moot.db").write_bytes(b"no database at all" * 100)
    assert "damaged" in said(capsys, "serve", "--data", str(tmp_path), code=Exit.DAMAGED)


def test_one_folder_serves_one_moot(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    store = open_store(tmp_path)
    try:
        assert "Another Moot" in said(capsys, "serve", "--data", str(tmp_path), code=Exit.IN_USE)
    finally:
        asyncio.run(store.close())


@pytest.mark.parametrize(
    ("place", "here", "network"),
    [
        (ServingPlace(), "http://127.0.0.1:8765", ""),
        (ServingPlace(host="localhost"), "http://localhost:8765", ""),
        (ServingPlace(host="::1"), "http://[::1]:8765", ""),
        (ServingPlace(host="192.0.2.7"), "http://192.0.2.7:8765", "http://192.0.2.7:8765"),
        (ServingPlace(lan=True), "http://127.0.0.1:8765", "http://10.0.0.3:8765"),
        (ServingPlace(base_url="https://moot.example.org/"), "http://127.0.0.1:8765", "https://moot.example.org"),
    ],
)
def test_links_are_those_that_people_can_reach(
    place: ServingPlace, here: str, network: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("moot.cli.place.lan_address", lambda: "10.0.0.3")
    assert (place.here(8765), place.network(8765)) == (here, network)


def test_the_code_to_photograph_leads_where_the_host_says(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    announce(ServingPlace(base_url="https://moot.example.org"), 8765, [])
    drawn = io.StringIO()
    segno.make("https://moot.example.org", micro=False).terminal(out=drawn, compact=True)
    out = capsys.readouterr().out
    assert drawn.getvalue() in out
    assert "Others find it at https://moot.example.org\n" in out


@pytest.mark.parametrize("base", ["moot.example.org", "https://moot.example.org/under", "ftp://moot", "https://a b"])
def test_an_address_that_is_none_is_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path, base: str) -> None:
    assert "--base-url" in said(capsys, "serve", "--data", str(tmp_path), "--base-url", base, code=Exit.USAGE)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A running `moot serve`, and its link."""
    program = "import sys; from moot.cli import main; sys.exit(main(sys.argv[1:]))"
    argv = [sys.executable, "-c", program, "serve", "--data", str(tmp_path / "data"), "--port", "0"]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline().split()[-1]
        finally:
            process.kill()


def test_ctrl_c_ends_the_feeds_and_stops_cleanly(served: tuple[subprocess.Popen[str], str]) -> None:
    process, link = served
    with httpx.Client(base_url=link, headers={"Origin": link}, timeout=20) as visitor:
        opened = visitor.post("/open", data={"game": "wicked-age", "title": "Evening", "name": "Gil"})
        with visitor.stream("GET", f"{opened.headers['location']}/stream") as feed:
            chunks = feed.iter_bytes()
            assert b"data:" in next(chunks)
            listener = threading.Thread(target=list, args=(chunks,))
            listener.start()
            process.send_signal(signal.SIGINT)
            listener.join(60)
            assert not listener.is_alive()
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (Exit.FINE, "")


def test_a_demo_gives_a_link_for_each_seat() -> None:
    async def open_demo() -> None:
        shelf = Shelf(MemoryStore())
        _, gils, anns = await _seated("coin", demos(toy.TOY)["hidden"], shelf, "http://here")
        [card] = shelf.cards()
        table = await shelf.find(card.id)
        assert gils.split()[:2] == ["Gil", "Holder"]
        assert anns.split()[2].startswith(f"http://here/t/{card.id}/back/")
        ann = table.holder((await table.come_back(anns.rpartition("/")[2])).secret)
        assert ann.name == "Ann"
        assert "guess" in [offer.do for offer in table.offers(ann)]

    asyncio.run(open_demo())


def test_a_demo_that_there_is_not_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "hidden (A number is hidden)" in said(capsys, "demo", "coin", "other", code=Exit.REFUSED)
    monkeypatch.setattr("moot.table.script.demos", lambda game: {})
    assert "no demo tables" in said(capsys, "demo", "coin", code=Exit.REFUSED)


def test_somebody_whose_browser_forgot_them_comes_back(tmp_path, capsys):
    async def opened() -> str:
        shelf = Shelf(open_store(tmp_path))
        table, _ = await shelf.open("coin", "Forgotten", "Ann")
        await shelf.close()
        return table.id

    table = asyncio.run(opened())
    assert main(["back", table, "--data", str(tmp_path)]) == 0
    link = capsys.readouterr().out.split()[-1]

    async def returned(secret: str) -> str:
        shelf = Shelf(open_store(tmp_path))
        found = await shelf.find(table)
        seat = found.holder((await found.come_back(secret)).secret)
        await shelf.close()
        return seat.name

    assert asyncio.run(returned(link.rpartition("/")[2])) == "Ann"


def test_a_name_means_who_still_sits_there(tmp_path, capsys):
    async def opened() -> tuple[str, str]:
        shelf = Shelf(open_store(tmp_path))
        table, _ = await shelf.open("coin", "Twice", "Ann", house=House(door="open"))
        gone = await table.come("Ben")
        await table.ask(table.holder(gone.secret), Asked(id="leave", command={"do": "leave"}))
        here = await table.come("Ben")
        await shelf.close()
        return table.id, here.seat

    async def led(table: str, secret: str) -> str:
        shelf = Shelf(open_store(tmp_path))
        seat = (await shelf.find(table)).led_back(secret)
        await shelf.close()
        return seat

    table, here = asyncio.run(opened())
    link = said(capsys, "back", table, "--seat", "Ben", "--data", str(tmp_path)).split()[-1]
    assert asyncio.run(led(table, link.rpartition("/")[2])) == here


def test_the_package_itself_is_the_program() -> None:
    run = [sys.executable, "-m", "moot", "--version"]
    assert subprocess.run(run, capture_output=True, text=True, check=True, timeout=60).stdout.strip() == __version__
