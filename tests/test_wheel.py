"""What an installed Moot consists of."""

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]



@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    into = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", into], cwd=ROOT, check=True)
    [built] = into.glob("*.whl")
    with ZipFile(built) as zipped:
        yield zipped


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
    vendor = {path.relative_to(ROOT / "src").as_posix() for path in ROOT.glob("src/moot/web/static/vendor/*")}
    assert vendor
    assert vendor <= names


def test_it_says_that_it_is_typed_and_free(wheel, names):
    assert "moot/py.typed" in names
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in wheel.namelist())


def test_its_games_are_found_by_entry_point(wheel):
    [entries] = [name for name in wheel.namelist() if name.endswith("/entry_points.txt")]
    assert b"[moot.games]" in wheel.read(entries)
