"""Playing in a terminal: offers are menus, blanks are questions, and all that was done is in a log that verifies."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.text import Text
from tests import toy

from moot import games
from moot.cli import main, screen
from moot.cli.exits import Exit
from moot.cli.hotseat import HotSeat, sit_down
from moot.cli.prompts import filled
from moot.cli.terminal import Tty
from moot.core import Choice, Choose, Line, Offer, Purse, Refused, Shown, Throw
from moot.table import logfile
from moot.table.verify import verify


@pytest.fixture(autouse=True)
def _coin() -> None:
    toy.install()


class Typist:
    """A terminal at which somebody types what they were given, and then is gone."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = list(lines)
        self.shown: list[str] = []

    def show(self, what: Text | str = "") -> None:
        self.shown.append(str(what))

    def item(self, number: int, label: str, more: str = "") -> None:
        self.show(f"{number} {label} {more}".strip())

    def hint(self, words: str) -> None:
        self.show(words)

    def refuse(self, refusal: Refused) -> None:
        self.show(" ".join((f"! {refusal.code}", *refusal.allowed)))

    def ask(self, question: str) -> str:
        self.show(question)
        if not self._lines:
            raise EOFError
        return self._lines.pop(0)

    @property
    def text(self) -> str:
        return "\n".join(self.shown)


def typed(*lines: str, seed: int | None = 7) -> tuple[HotSeat, Typist]:
    """A round of coin between Gil and Ann in which these lines are typed."""
    typist = Typist([*lines, "q"])

    async def play() -> HotSeat:
        room = await sit_down("coin", ["Gil", "Ann"], seed, typist)
        with suppress(EOFError):
            await room.play()
        return room

    return asyncio.run(play()), typist


def events(room: HotSeat) -> list[dict[str, Any]]:
    every = [event for folded in room.table.ledger.folded for event in folded.entry.events]
    return [event for event in every if not event["event"].startswith("table.")]


def test_a_round_is_played_by_numbers_and_answers() -> None:
    room, typist = typed("1", "4", "under the hat", "1", "2", "2", "4")
    hidden, tossed, guessed = events(room)
    assert (hidden["value"], hidden["hint"]) == (4, "under the hat")
    assert len(tossed["faces"]) == 2
    assert guessed["right"] is True
    assert "The number is found" in typist.text
    assert f"d6[{tossed['faces'][0]}]" in typist.text
    report = verify(logfile.lines(*logfile.whole(room.table.id, room.table.ledger)))
    assert report.good, report.summary()


def test_what_the_rules_do_not_take_is_asked_again() -> None:
    room, typist = typed("1", "9", "no number", "", "")
    assert "! out-of-range" in typist.text
    assert "! not-a-number" in typist.text
    assert events(room)[0]["value"] == 1


def test_every_kind_of_blank_can_be_filled() -> None:
    stake = ["3", "1", "d8", "", "2", "yes", "1", "2", "Gil", "sweep the hall", ""]
    room, _ = typed("1", "", "", *stake)
    gil, ann = (chair.seat.id for chair in room.table.ledger.table.chairs.values())
    put = events(room)[-1]
    assert (put["who"], put["against"], put["words"]) == (ann, gil, "Not much.")
    assert put["spread"] == {"heads": 8, "tails": 4}
    assert [dict(item) for item in put["terms"]] == [
        {"kind": "coins"},
        {"kind": "deed", "target": gil, "detail": "sweep the hall"},
    ]


@pytest.mark.parametrize(
    ("stake", "refused"),
    [
        (["3", "nobody", "1"], "not-a-choice"),
        (["3", "1", "d20", "", ""], "wrong-dice"),
        (["3", "1", "", "", "1", "no", "yes"], "not-confirmed"),
        (["3", "1", "", "", "", "mine"], "too-short"),
        (["3", "1", "", "", "1", "yes", "", "1", ""], "wrong-number"),
    ],
)
def test_a_blank_says_what_is_wrong_with_an_answer(stake: list[str], refused: str) -> None:
    _, typist = typed("1", "", "", *stake)
    assert f"! {refused}" in typist.text


def test_after_a_wrong_choice_all_choices_are_shown_once_more_and_not_twice() -> None:
    boat = Choose(name="boat", label="In what?", choices=(Choice("skiff", "A skiff"), Choice("barge", "A barge")))
    typist = Typist(["raft", "1"])
    assert filled(typist, Offer(do="sail", label="Set sail", fields=(boat,))) == {"do": "sail", "boat": "skiff"}
    assert typist.text.count("A barge") == 2


def test_a_number_without_end_is_no_choice() -> None:
    long = "9" * 5000
    _, typist = typed(long, "1", "", "", "3", long, "1", "", "", "", "1", long)
    assert typist.text.count("! not-a-choice") == 2
    assert "! not-a-number" not in typist.text


def test_only_what_is_open_is_asked_for_and_prices_are_told() -> None:
    boats = (Choice("skiff", "A skiff"), Choice("barge", "A barge"))
    offer = Offer(
        do="sail",
        label="Set sail",
        fields=(
            Choose(name="boat", label="In what?", choices=boats),
            Choose(name="mate", label="With whom?", choices=(Choice("ann", "Ann", needs=("boat:barge",)),)),
            Choose(name="cargo", label="Cargo?", choices=(Choice("salt", "Salt", costs=3),), least=0, many=True),
        ),
        purse=Purse(2, "coins"),
    )
    typist = Typist(["1", "1", ""])
    assert filled(typist, offer) == {"do": "sail", "boat": "skiff", "mate": "", "cargo": ()}
    assert "With whom?" not in typist.text
    assert "1 Salt costs 3" in typist.text
    assert "! too-dear" in typist.text
    assert filled(Typist(["2", "1", ""]), offer)["mate"] == "ann"


def test_a_text_of_many_lines_comes_out_of_a_file(tmp_path: Path) -> None:
    chart, bad = tmp_path / "chart.txt", tmp_path / "bad.txt"
    chart.write_text("1: a fool\n6: a king\n")
    bad.write_bytes(b"\xff\xfe")
    room, typist = typed("m", "Bring a chart", f"@{tmp_path}/none.txt", f"@{bad}", f"@{chart}")
    assert events(room)[0]["chart"] == ("1: a fool", "6: a king")
    assert "! no-such-file" in typist.text
    assert "! not-text" in typist.text
    assert "1 1: a fool …" in typist.text


def test_somebody_can_think_better_of_it() -> None:
    room, typist = typed("1", ".")
    assert "Left as it was." in typist.text
    assert events(room) == []


def test_seats_change_people_talk_and_look(tmp_path: Path) -> None:
    room, typist = typed("s Ann", "t Hello there", "s", "1", "6", "secretly", "s", "v", "8", "what?", "s nobody")
    assert "Hello there" in typist.text
    assert "! not-a-choice" in typist.text
    assert "! no-such-seat" in typist.text
    assert room.table.ledger.game_state.secret == 6


def test_what_is_rarely_needed_is_one_key_away() -> None:
    room, typist = typed("m", "Open a scene", "The well", "", "", "")
    assert "Open a scene" in typist.text
    assert room.table.ledger.table.scenes


def test_the_log_can_be_saved_at_any_time(tmp_path: Path) -> None:
    path = tmp_path / "coin.moot"
    _, typist = typed("1", "", "", f"w {path}", f"w {tmp_path / 'none' / 'coin.moot'}", "w ~nobody-of-that-name/x")
    assert verify(path.read_bytes().splitlines(keepends=True)).good
    assert typist.text.count("Nothing was saved") == 2


def test_what_is_typed_may_begin_at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    typed("w ~/coin.moot")
    assert verify((tmp_path / "coin.moot").read_bytes().splitlines(keepends=True)).good


def test_a_pause_leaves_nothing_but_going_on() -> None:
    room, typist = typed("1", "", "", "m", "pause", "s Gil", "go on")
    assert "! not-a-choice" not in typist.text
    assert not room.table.ledger.table.paused


# ---------------------------------------------------------------- as a command


def play(monkeypatch: pytest.MonkeyPatch, stdin: str, *argv: str) -> int:
    monkeypatch.setattr("sys.stdin", StringIO(stdin))
    return main(["play", *argv])


def test_names_are_asked_for(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert play(monkeypatch, "Gil\nAnn\n\n1\n3\n\nq\n", "coin") == Exit.FINE
    out = capsys.readouterr().out
    assert "Who runs the game (Holder)?" in out
    assert "waiting for Ann: a guess" in out
    assert "\x1b" not in out


def test_whoever_leaves_without_a_word_has_the_log_all_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "left.moot"
    assert play(monkeypatch, "1\n3\n\n", "coin", "Gil", "Ann", "--log", str(path)) == Exit.FINE
    assert b'"hidden"' in path.read_bytes()
    assert main(["verify", str(path)]) == Exit.FINE


def test_a_log_that_is_there_is_not_written_over_unless_that_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "coin.moot"
    path.write_text("last week's")
    assert play(monkeypatch, "1\n3\n\n", "coin", "Gil", "Ann", "--log", str(path)) == Exit.REFUSED
    assert (path.read_text(), "--force" in capsys.readouterr().err) == ("last week's", True)
    assert play(monkeypatch, "1\n3\n\n", "coin", "Gil", "Ann", "--log", str(path), "--force") == Exit.FINE
    assert main(["verify", str(path)]) == Exit.FINE


def test_where_the_log_cannot_go_nobody_begins(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "none" / "coin.moot"
    assert play(monkeypatch, "1\n3\n\n", "coin", "Gil", "Ann", "--log", str(path)) == Exit.MACHINE
    out, err = capsys.readouterr()
    assert "Gil>" not in out
    assert str(path) in err


@pytest.mark.parametrize("stop", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_whoever_is_stopped_has_the_log_all_the_same(stop: str, tmp_path: Path) -> None:
    path = tmp_path / "stopped.moot"
    argv = [sys.executable, "-m", "moot", "play", "wicked-age", "Gil", "Ann", "--log", str(path)]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        print("t Hello there", file=process.stdin, flush=True)
        for line in process.stdout:
            if "Hello there" in line:
                break
        process.send_signal(getattr(signal, stop))
        process.wait(60)
    assert process.returncode == Exit.STOPPED
    assert b"Hello there" in path.read_bytes()
    assert main(["verify", str(path)]) == Exit.FINE


def test_the_same_seed_makes_the_same_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    logs = [tmp_path / name for name in ("one.moot", "two.moot", "three.moot")]
    for path, seed in zip(logs, ("5", "5", "6"), strict=True):
        assert main(["play", "coin", "--auto", "20", "--seed", seed, "--log", str(path)]) == Exit.FINE
    one, two, three = (path.read_bytes() for path in logs)
    assert one == two != three
    assert main(["verify", str(logs[0])]) == Exit.FINE


def test_too_many_and_twice_the_same_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "coin", *(f"P{number}" for number in range(9))]) == Exit.USAGE
    assert main(["play", "coin", "Ann", "Ann"]) == Exit.REFUSED
    assert main(["play", "nothing", "Ann"]) == Exit.REFUSED


# ---------------------------------------------------------------- what it looks like


def test_dice_are_drawn_in_text() -> None:
    throw = Throw(dice=(Shown(12, 10, high=True), Shown(6, 4), Shown(4)), reading="10 & 4")
    assert str(screen.dice(throw)) == "d12[10] d6[4] d4[·] = 10 & 4"
    line = Line(kind="roll", who="Esan", text="rolls", throws=(throw,))
    assert str(screen.line(line)).endswith("Esan rolls  d12[10] d6[4] d4[·] = 10 & 4")
    assert str(screen.line(Line(kind="speech", who="Esan", quote="No."))).endswith("Esan: “No.”")


def test_the_terminal_says_why_and_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    Tty(screen.console()).refuse(Refused("no", "Not now.", "CO-01", allowed=("later",)))
    assert capsys.readouterr().out == "! Not now. (CO-01)\n  There is: later\n"


@pytest.mark.parametrize("game", games.names())
def test_left_to_itself_a_game_does_not_stand_still(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", game, "--auto", "60", "--seed", "3"]) == Exit.FINE
    assert "Nobody can do anything more" not in capsys.readouterr().out
