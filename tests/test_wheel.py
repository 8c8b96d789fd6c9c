"""What an installed Moot consists of."""

import json
import os
import re
import subprocess
import sys
import tomllib
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from zipfile import ZipFile

import pytest
from trove_classifiers import classifiers

ROOT = Path(__file__).parents[1]
HOME = "https://example.org/moot"
LINK = re.compile(r"(!?)\[[^\]]*\]\(([^)]+)\)")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    into = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", into]
    subprocess.run(build, cwd=ROOT, check=True, env={**os.environ, "MOOT_HOME": HOME})
    [built] = into.glob("*.whl")
    with ZipFile(built) as zipped:
        yield zipped


@pytest.fixture(scope="module")
def metadata(wheel) -> Message:
    [name] = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
    return message_from_bytes(wheel.read(name))


@pytest.fixture(scope="module")
def names(wheel):
    return {name for name in wheel.namelist() if name.startswith("moot/")}


def test_it_holds_the_package_as_it_is_in_the_tree_and_no_tests(names):
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "src/moot"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )
    tracked = [path.removeprefix("src/") for path in listing.stdout.split("\0") if (ROOT / path).is_file()]
    assert {name for name in names if "/static/vendor/" not in name} == {
        *(p for p in tracked if "/tests/" not in p), "moot/cli/add-a-game.md",
    }


def test_it_holds_the_third_party_parts_of_the_pages(names):
    vendor = {path.relative_to(ROOT / "src").as_posix() for path in ROOT.glob("src/moot/web/static/vendor/**/*.*")}
    assert vendor
    assert vendor <= names


def test_it_says_that_it_is_typed_and_free(wheel, names):
    assert "moot/py.typed" in names
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in wheel.namelist())


def test_its_games_are_found_by_entry_point(wheel):
    [entries] = [name for name in wheel.namelist() if name.endswith("/entry_points.txt")]
    assert b"[moot.games]" in wheel.read(entries)


def test_what_its_readme_shows_and_links_to_is_found_where_the_source_is_published(metadata):
    tag = f"v{metadata['Version']}"
    links = LINK.findall(str(metadata.get_payload()))
    assert {bool(picture) for picture, _ in links} == {True, False}
    for picture, target in links:
        kind = "raw" if picture else "blob"
        assert target.startswith(f"{HOME}/{kind}/{tag}/"), target
        assert (ROOT / target.removeprefix(f"{HOME}/{kind}/{tag}/")).is_file(), target


def test_it_says_where_source_changes_and_help_are(metadata):
    addresses = dict(line.split(", ") for line in metadata.get_all("Project-URL"))
    assert addresses.keys() == {"Source", "Documentation", "Changes", "Issues", "Security"}
    assert all(address.startswith(HOME) for address in addresses.values())


def test_its_classifiers_are_known_ones(metadata):
    said = metadata.get_all("Classifier")
    assert set(said) <= classifiers
    assert {"Framework :: Pytest", "Topic :: Games/Entertainment :: Role-Playing", "Typing :: Typed"} <= set(said)


def test_a_readme_without_a_home_links_to_nothing_that_is_not_there():
    ask = [sys.executable, "-m", "hatchling", "metadata"]
    homeless = {name: value for name, value in os.environ.items() if name != "MOOT_HOME"}
    said = json.loads(subprocess.run(ask, cwd=ROOT, env=homeless, check=True, capture_output=True, text=True).stdout)
    assert LINK.findall(said["readme"]["text"]) == []
    assert "In a Wicked Age" in said["readme"]["text"]
    assert "urls" not in said


def test_whatever_it_builds_upon_has_an_upper_bound(metadata):
    building = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    needed = [*metadata.get_all("Requires-Dist"), *building]
    assert len(needed) > 5
    assert [each for each in needed if "<" not in each] == []


def test_it_works_by_itself(wheel, tmp_path):
    wheel.extractall(tmp_path / "site")
    start = [sys.executable, "-c", "from moot.cli import main; main()", "new", "tides"]
    alone = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}
    subprocess.run(start, cwd=tmp_path, env=alone, check=True, capture_output=True)
    assert (tmp_path / "tides" / "pyproject.toml").is_file()
