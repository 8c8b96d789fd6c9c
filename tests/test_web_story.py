"""The story as a page: read by those who sit here, as they heard it, and searched."""

from __future__ import annotations

import pytest
from tests.visitors import Visitor, company, site

pytestmark = pytest.mark.anyio


async def played():
    app = site()
    ann, ben = await company(app)
    await ann.does("hide", value="4", hint="like the winds")
    await ben.does("toss", dice="2")
    await ben.post(f"{ben.table}/say", data={"moot.id": "s", "as": "story", "text": "<b>The well</b> is deep."})
    return app, ann, ben


async def test_everyone_reads_what_they_heard():
    _, ann, ben = await played()
    for visitor, hears in ((ann, True), (ben, False)):
        page = (await visitor.get(f"{visitor.table}/story")).text
        assert "tosses" in page
        assert "&lt;b&gt;The well&lt;/b&gt; is deep." in page
        assert ("like the winds" in page) is hears
        assert "sits down" not in page


async def test_it_is_searched_for_words():
    _, _, ben = await played()
    found = (await ben.get(f"{ben.table}/story", params={"q": "WELL deep"})).text
    assert "is deep." in found
    assert "tosses" not in found
    assert "Nothing in the story has" in (await ben.get(f"{ben.table}/story", params={"q": "dragon"})).text


async def test_nobody_else_reads_it():
    app, _, ben = await played()
    assert (await Visitor(app).get(f"{ben.table}/story")).status_code == 401
