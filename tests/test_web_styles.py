"""The styles: what is asked with `:has()` is asked of small parts, since all that is in them is styled anew with it."""

import re
from importlib.resources import files

import pytest

from moot import games

LARGE = re.compile(
    r"(?:^|[\s,}])(?:html|body|:root|main|\.at-table|\.table|\.moment|\.side|#now|#ask)"
    r"(?:[.\[:][\w-]+[^\s,{]*)?:has\([^{]*?\)+(?:\s*[>~+]\s*|\s+)[\w.#&:][^,{]*"
)
"""A large part that is asked, with something in it that is styled by the answer; on screens that are hardly high, one
may be: while somebody types there, the tabs make room."""
SHEETS = {
    "moot": files("moot.web").joinpath("static").joinpath("moot.css"),
    **{game.name: files(game.package).joinpath("web").joinpath("theme.css") for game in games.every()},
}


@pytest.mark.parametrize("name", [name for name, sheet in SHEETS.items() if sheet.is_file()])
def test_no_large_part_is_asked_what_it_has(name):
    text = re.sub(r"@media \(max-height: 30rem\) \{.*|@media[^{]*\{", "", SHEETS[name].read_text(encoding="utf-8"))
    assert [found.group().strip() for found in LARGE.finditer(text)] == []
