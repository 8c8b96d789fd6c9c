"""The page about bots: its client is made from a server's own document, and its bot plays a fight by that alone."""

from __future__ import annotations

import importlib
import os
import random
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import msgspec
import pytest
from tests.random_play import GAMES, Course
from tests.serving import Server
from tests.visitors import UNLIMITED

from moot import games
from moot.cli.place import ServingPlace
from moot.core import Choose, Offer, Write
from moot.table.script import demos, perform
from moot.web import Limits

PAGE = (Path(__file__).parents[1] / "docs" / "bots.md").read_text(encoding="utf-8")
PROGRAM = re.compile(r'^```python\n("""([\w.]+): .*?)^```$', re.MULTILINE | re.DOTALL)
programs = {name: text for text, name in PROGRAM.findall(PAGE)}
LONGEST_BOT = 60
"""Lines."""
TURNS = 60
LONGEST_FIGHT = 2_000
"""Lines of the feed: far more than any fight has."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory):
    with Server(tmp_path_factory.mktemp("bots"), limits=UNLIMITED) as running:
        yield running


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, server: Server) -> Path:
    """The programs of the page, beside the client that its command makes."""
    top = tmp_path_factory.mktemp("bot")
    for name, text in programs.items():
        (top / name).write_text(text, encoding="utf-8")
    [command] = re.findall(r"^```sh\n(.*)\n```$", PAGE, re.MULTILINE)
    usual = f"http://127.0.0.1:{ServingPlace().port}"
    assert usual in command
    run(top, *command.replace(usual, server.url).split())
    return top


def test_a_table_is_opened_and_spoken_at_by_the_requests_of_the_page(server: Server):
    [block] = re.findall(r"^```console\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    lines = block.replace("\\\n", "").replace("http://127.0.0.1:8765", server.url).splitlines()
    assert [line.split()[0] for line in lines] == ["curl"] * 5
    known: dict[str, str] = {}
    for line in lines[:-1]:
        for word, value in known.items():
            line = line.replace(word, value)  # noqa: PLW2901 - as somebody types it
        said = shlex.split(line)[1:]
        options = list(zip(said[1::2], said[2::2], strict=True))
        headers = dict(value.split(": ") for option, value in options if option == "-H")
        data = next((value for option, value in options if option == "-d"), None)
        answer = httpx.request("POST" if data else "GET", said[0], headers=headers, content=data)
        assert answer.is_success, answer.text
        if isinstance(got := answer.json(), dict) and "secret" in got:
            known |= {"TABLE": got["table"], "SECRET": got["secret"], "CODE": got["join"].partition("?k=")[2]}
    with httpx.stream("GET", f"{server.url}/api/tables/{known['TABLE']}/feed?after=0",
                      headers={"Authorization": f"Bearer {known['SECRET']}"}) as feed:
        assert next(line for line in feed.iter_lines() if "Good evening." in line).startswith("data:")


@pytest.fixture
def bot(folder: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(folder))
    return importlib.import_module("bot")


def environment(folder: Path) -> dict[str, str]:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return {**os.environ, "PATH": path, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}


def run(folder: Path, *command: str) -> str:
    done = subprocess.run(command, cwd=folder, env=environment(folder), capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}:\n{done.stdout}\n{done.stderr}"
    return done.stdout


def proof(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


def test_the_bot_is_short():
    assert len(programs["bot.py"].splitlines()) <= LONGEST_BOT


def test_the_pace_that_it_tells_of_is_the_one_that_is_kept():
    assert "**Ten commands a second** from a seat in the long run, sixty at once" in PAGE
    assert (Limits().seat.each, Limits().seat.burst) == (10, 60)


def test_a_bot_in_every_seat_plays_a_fight_to_its_end(server, folder):
    script = demos(games.find("wicked-age"))["camp"]
    table, keys = server.run(perform(server.shelf, "wicked-age", script))
    before = len(table.ledger.folded)
    at = f"/api/tables/{table.id}"
    erin = httpx.Client(base_url=server.url, headers=proof(keys["Erin"].secret), timeout=60)
    assert phase(erin, at) == "gathering"
    bots = [
        subprocess.Popen(
            [sys.executable, "bot.py", server.url, table.id, key.secret], cwd=folder, env=environment(folder),
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        )
        for key in keys.values()
    ]
    try:
        follow_to_the_end(erin, at, bots)
    finally:
        erin.close()
        for each in bots:
            each.terminate()
        said = [each.communicate()[1] for each in bots]
    assert "".join(said) == ""
    players = {entry.entry.seat for entry in table.ledger.folded[before:]}
    assert players >= {keys[name].seat for name in ("Martha", "Amy")}, "two who fight were played by bots"


def follow_to_the_end(http: httpx.Client, at: str, bots: Sequence[subprocess.Popen[str]]) -> None:
    """Follow the feed of a seat until nobody fights any more, while all bots are well."""
    with http.stream("GET", f"{at}/feed") as feed:
        for number, line in enumerate(feed.iter_lines()):
            assert number < LONGEST_FIGHT
            assert [bot.communicate()[1] for bot in bots if bot.poll() is not None] == []
            if line.startswith("data:") and phase(http, at) == "play":
                return


def phase(http: httpx.Client, at: str) -> str:
    return str(http.get(at).json()["situation"]["phase"])


@pytest.mark.parametrize("game", GAMES)
def test_what_the_bot_fills_in_is_accepted_whatever_the_game_offers(server, bot, game):
    """Any offer of a random course, not only what is urgent; read by the generated client, filled by the bot."""
    offers: Any = importlib.import_module("moot_client.api.tables.list_offers")
    client_of: Any = importlib.import_module("moot_client").AuthenticatedClient
    seats = sat_down(server, folder_of(bot), game)
    table = seats["Gil"][0]
    random.seed(4)
    course, kinds = Course(4), set()
    with ExitStack() as open_clients:
        clients = {
            name: open_clients.enter_context(client_of(server.url, secret)) for name, (_, secret) in seats.items()
        }
        turns, number = cycle(clients), 0
        while number < TURNS:
            name = next(turns)
            read = offers.sync(table, client=clients[name])
            plain = [msgspec.convert(offer.to_dict(), Offer) for offer in read]
            taken = course.turn({name: plain})
            if taken is None:  # nothing is there for them to do now
                continue
            number += 1
            offer = taken[1]
            filled = bot.fill(read[plain.index(offer)])
            wish = {"id": f"w{number}", "command": filled}
            answer = clients[name].get_httpx_client().post(f"/api/tables/{table}/commands", json=wish)
            formats = any(getattr(field, "format", "") for field in offer.fields)
            assert answer.status_code == 200 or formats, (filled, answer.text)
            kinds |= {type(field) for field in offer.fields}
    assert kinds >= {Choose, Write}


def folder_of(bot: ModuleType) -> Path:
    return Path(str(bot.__file__)).parent


def sat_down(server: Server, folder: Path, game: str) -> dict[str, tuple[str, str]]:
    """The table and secret of each who sits at a table that the page's program opened."""
    said = run(folder, sys.executable, "sit.py", server.url, game, "Gil", "Ann", "Ben")
    return {name: (table, secret) for name, table, secret in (line.split() for line in said.splitlines())}
