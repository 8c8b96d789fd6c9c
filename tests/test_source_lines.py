"""Lines of templates and style sheets are as short as those of the code, which ruff holds: for people who read them."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from moot import games

MOST = 120


def sources() -> Iterator[Path]:
    """Every template and style sheet of ours."""
    web = Path(str(files("moot.web")))
    yield web / "static" / "moot.css"
    rooms = (Path(str(files(game.package))) / "web" for game in games.every() if game.package.startswith("moot.games."))
    for place in (web / "templates", *rooms):
        yield from place.rglob("*.html")
        yield from place.rglob("*.css")


def test_no_line_of_a_template_or_a_style_sheet_is_long():
    found = [(path, path.read_text(encoding="utf-8").splitlines()) for path in sources()]
    assert len(found) > 100
    long = [f"{path}:{number}" for path, lines in found for number, line in enumerate(lines, 1) if len(line) > MOST]
    assert long == []
