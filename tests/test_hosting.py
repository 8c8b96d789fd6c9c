"""What is in hosting/: units of systemd, and a container."""

from __future__ import annotations

import asyncio
import configparser
import http.server
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.faults.child import Child

from moot.cli.app import command_line
from moot.cli.exits import Exit
from moot.cli.folder import data_folder
from moot.cli.place import ServingPlace
from moot.store import open_store

ROOT = Path(__file__).parent.parent
HOSTING = ROOT / "hosting"
PROGRAM = "/opt/moot/.venv/bin/moot"
UNITS = sorted(path.name for path in HOSTING.glob("moot*.service"))


def arguments(tokens: list[str]) -> dict[str, Any]:
    """What the verb of a command line is called with. Raises for what makes no sense."""
    _, bound, _ = command_line().parse_args(tokens, exit_on_error=False, print_error=False)
    return dict(bound.arguments)


# ---------------------------------------------------------------- systemd


def unit(name: str) -> configparser.ConfigParser:
    parsed = configparser.ConfigParser(interpolation=None)
    parsed.optionxform = str  # type: ignore[assignment,method-assign]
    parsed.read_string((HOSTING / name).read_text(encoding="utf-8"))
    return parsed


def test_the_service_serves_the_folder_that_it_may_write():
    service = unit("moot.service")["Service"]
    program, *tokens = shlex.split(service["ExecStart"])
    assert program == PROGRAM
    called = arguments(tokens)
    assert str(called["data"]) == f"/var/lib/{service['StateDirectory']}"
    assert called["place"].base_url.startswith("https://")
    assert not called["place"].network(1).startswith("http://")
    assert called["place"].listens == "127.0.0.1"
    assert (service["User"], service["StateDirectoryMode"], service["ProtectSystem"]) == ("moot", "0700", "strict")


def test_the_backup_is_of_that_folder_and_goes_where_it_may_write():
    service = unit("moot-backup.service")["Service"]
    shell, dash_c, script = shlex.split(service["ExecStart"].replace("%%", "%"))
    assert (shell, dash_c) == ("/bin/sh", "-c")
    _, program, *tokens = shlex.split(script.replace("$(date +%F)", "2026-11-22"))
    assert program == PROGRAM
    called = arguments(tokens)
    written = service["ReadWritePaths"].split()
    assert str(called["data"]) == "/var/lib/moot"
    assert written == ["/var/lib/moot", str(called["folder"].parent)]
    assert called["force"] is True
    assert unit("moot-backup.timer")["Timer"]["OnCalendar"]


def test_it_is_not_started_again_for_what_only_the_host_can_mend():
    service = unit("moot.service")["Service"]
    assert service["Restart"] == "on-failure"
    stays = {int(code) for code in service["RestartPreventExitStatus"].split()}
    assert stays == {Exit.USAGE, Exit.REFUSED, Exit.DAMAGED}


def test_a_night_makes_a_backup_and_removes_those_older_than_a_month(tmp_path):
    service, copies = unit("moot-backup.service")["Service"], tmp_path / "copies"
    store = open_store(tmp_path / "data")
    asyncio.run(store.close())
    for name, days in (("old", 40), ("young", 20)):
        (copies / name).mkdir(parents=True)
        (copies / name / "moot.db").write_text("a copy")
        os.utime(copies / name, (time.time() - days * 86_400,) * 2)
    for step in ("ExecStart", "ExecStartPost"):
        line = service[step].replace("%%", "%").replace(PROGRAM, f"{sys.executable} -m moot")
        line = line.replace("/var/backups/moot", str(copies)).replace("/var/lib/moot", str(tmp_path / "data"))
        subprocess.run(shlex.split(line), check=True, capture_output=True, timeout=60)
    assert sorted(path.name for path in copies.iterdir()) == [time.strftime("%Y-%m-%d"), "young"]


def test_systemd_finds_nothing_wrong_with_the_units(tmp_path):
    if shutil.which("systemd-analyze") is None:
        pytest.skip("there is no systemd-analyze here")
    stand_in = tmp_path / "moot"
    stand_in.write_text("#!/bin/sh\n")
    stand_in.chmod(0o755)
    for name in (*UNITS, "moot-backup.timer"):
        text = (HOSTING / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text.replace(PROGRAM, str(stand_in)), encoding="utf-8")
    units = [str(tmp_path / name) for name in (*UNITS, "moot-backup.timer")]
    verify = ["systemd-analyze", "verify", *units]
    done = subprocess.run(verify, capture_output=True, text=True, check=False, timeout=60)
    ours = [line for line in done.stderr.splitlines() if "moot" in line]
    assert ours == []


# ---------------------------------------------------------------- the container

LINES = [
    line.split(maxsplit=1)
    for line in re.sub(r"\\\n\s*", " ", (HOSTING / "Containerfile").read_text(encoding="utf-8")).splitlines()
    if line and not line.startswith("#")
]


def told(instruction: str) -> list[str]:
    """What an instruction is told, each time it stands in the file."""
    return [rest for name, rest in LINES if name == instruction]


def copied() -> list[str]:
    """What the image takes from the sources."""
    return [path for rest in told("COPY") if not rest.startswith("--from") for path in rest.split()[:-1]]


def test_it_takes_only_what_is_there_and_all_that_the_build_reads():
    assert [path for path in copied() if not (ROOT / path).exists()] == []
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    hatch = project["tool"]["hatch"]
    hooks = {hatch["build"]["hooks"]["custom"]["path"], hatch["metadata"]["hooks"]["custom"]["path"]}
    read = {
        *hooks, *project["project"]["license-files"], *hatch["build"]["targets"]["wheel"]["force-include"],
        "README.md", "pyproject.toml", "uv.lock", "package.json", "package-lock.json", ".npmrc", "src",
    }
    assert {*copied()} == read


def test_a_wheel_can_be_built_of_what_it_takes(tmp_path):
    """Third-party parts are at hand here, so that this needs no network."""
    for path in copied():
        target = tmp_path / "src" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / path).is_dir():
            shutil.copytree(ROOT / path, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copyfile(ROOT / path, target)
    (tmp_path / "src" / ".cache").symlink_to(ROOT / ".cache")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "dist")]
    subprocess.run(build, cwd=tmp_path / "src", check=True, capture_output=True)
    assert len([*(tmp_path / "dist").glob("moot-*.whl")]) == 1


def test_what_it_stands_on_is_pinned():
    bases = {rest.split()[0] for rest in told("FROM")}
    assert len(bases) == 1
    assert re.fullmatch(r"docker\.io/library/python:3\.\d+\.\d+-slim-[a-z]+", bases.pop())
    installs = [rest for rest in told("RUN") if "pip install" in rest]
    assert [re.search(r" uv==\d+\.\d+\.\d+$", rest) is not None for rest in installs] == [True]
    assert any("uv sync --frozen" in rest for rest in told("RUN"))


def test_moot_is_not_root_in_it_and_keeps_its_tables_in_the_volume(monkeypatch):
    [user], [volume] = told("USER"), told("VOLUME")
    names = [name for name, _ in LINES]
    assert names.index("USER") < names.index("ENTRYPOINT")
    assert user not in ("root", "0")
    made = next(rest for rest in told("RUN") if f"{user} " in rest or rest.endswith(user))
    assert re.search(r"useradd .*--uid [1-9]\d+ .* moot\b", made)
    assert made.endswith(f"--owner {user} --group {user} --mode 0700 {volume}")
    environment = dict(word.split("=", 1) for rest in told("ENV") for word in shlex.split(rest))
    monkeypatch.setenv("XDG_DATA_HOME", environment["XDG_DATA_HOME"])
    assert str(data_folder(None)) == volume


def test_what_it_runs_is_a_command_line_of_moot():
    [entry], [command], [port] = told("ENTRYPOINT"), told("CMD"), told("EXPOSE")
    assert json.loads(entry) == ["moot"]
    place = arguments(json.loads(command))["place"]
    assert (place.listens, place.port, place.qr) == ("0.0.0.0", int(port), False)
    assert place.opened_by == "link"  # nobody comes from the container itself
    assert place.port == ServingPlace().port


@pytest.fixture
def ill() -> Iterator[int]:
    """The port of a site that answers 503."""

    class Ill(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(503)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Ill) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def test_its_health_check_tells_a_house_that_is_well_from_one_that_is_not(tmp_path, ill):
    [check] = told("HEALTHCHECK")
    python, dash_c, program = json.loads(check[check.index("[") :])
    assert (python, dash_c) == ("python", "-c")
    assert "--interval=30s" in check  # as the page says: every half minute
    assert f":{ServingPlace().port}/health" in program

    def well(port: int) -> bool:
        asked = program.replace(str(ServingPlace().port), str(port))
        return subprocess.run([sys.executable, "-c", asked], capture_output=True, check=False).returncode == 0

    with Child(tmp_path / "data") as child:
        assert well(child.port)
    assert not well(child.port)
    assert not well(ill)


def engine() -> str | None:
    """A program that can build and run containers here."""
    for name in ("podman", "docker"):
        if shutil.which(name) and subprocess.run([name, "info"], capture_output=True, check=False).returncode == 0:
            return name
    return None


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_it_is_built_and_runs():
    program = engine()
    if program is None:
        pytest.skip("no container can be run here")
    build = [program, "build", "--file", "hosting/Containerfile", "--tag", "moot-test", "."]
    subprocess.run(build, cwd=ROOT, check=True)
    run = [program, "run", "--rm", "--detach", "moot-test"]
    begun = subprocess.run(run, capture_output=True, text=True, check=True)
    id_ = begun.stdout.strip()
    try:
        [check] = told("HEALTHCHECK")
        asks = [program, "exec", id_, *json.loads(check[check.index("[") :])]
        for _ in range(60):
            if subprocess.run(asks, capture_output=True, check=False).returncode == 0:
                break
            time.sleep(0.5)
        listed = subprocess.run([program, "exec", id_, "moot", "tables"], capture_output=True, text=True, check=True)
        assert listed.stdout == "No table is on the shelf.\n"
    finally:
        subprocess.run([program, "stop", id_], capture_output=True, check=True)
