"""The styles: what is asked with `:has()` is asked of small parts, since all that is in them is styled anew with it."""

import re
from importlib.resources import files

import pytest
from tests.visitors import Visitor, find, site

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


@pytest.mark.anyio
async def test_the_fonts_that_a_page_asks_for_at_once_are_fonts_of_its_styles():
    async with Visitor(site()) as ann:
        await ann.opens("coin")
        faces = (await ann.get(find(r'href="([^"]*fonts.css)"', await ann.page()))).text
        for page, many in ((await ann.get("/")).text, 3), (await ann.page(), 6):
            asked = re.findall(r'rel="preload" href="[^"]*/([^"/]+)" as="font" type="font/woff2" crossorigin', page)
            assert len(asked) == many
            assert all(f'url("{font}")' in faces for font in asked)
