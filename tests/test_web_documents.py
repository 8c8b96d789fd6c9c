"""Texts that come and go as files: read into a command, and given back to the seat that owns them."""

from __future__ import annotations

import hashlib
import re

import pytest
from tests.test_web_api import pair
from tests.toy import CHART
from tests.visitors import Visitor, company, site
from tests.wire import Wire

from moot.core import Write
from moot.core.files import LONGEST_FILE
from moot.store.memory import MemoryStore
from moot.table import logfile
from moot.table.verify import verify
from moot.web.blanks import blank

pytestmark = pytest.mark.anyio


async def charted() -> tuple[Visitor, Visitor]:
    """A guide with a chart, and a player."""
    ann, ben = await company(site())
    assert (await ann.does("chart", text=CHART)).status_code == 204
    return ann, ben


async def test_a_document_is_a_file_to_save_and_nothing_that_a_browser_would_run():
    ann, _ = await charted()
    answer = await ann.get(f"{ann.table}/documents/chart.txt")
    assert (answer.status_code, answer.text) == (200, CHART)
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["content-disposition"] == 'attachment; filename="chart.txt"'
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"


async def test_the_seed_of_a_seal_is_shown_once_it_is_open_with_the_log_to_check():
    ann, ben = await company(site())
    before = (await ben.get(f"{ben.table}/seal")).text
    sealed = re.search(r'id="commitment">(\w+)<', before)
    assert sealed is not None
    assert "open-seal" not in before
    hers = (await ann.get(f"{ann.table}/seal")).text
    assert ["offer=reveal-dice" in text for text in (before, hers)] == [False, True]
    assert (await ann.does("reveal-dice")).status_code == 204
    after = (await ben.get(f"{ben.table}/seal")).text
    [seed] = re.findall(r'<b>Seal 1</b> <code class="seal">(\w+)<', after)
    assert hashlib.sha256(bytes.fromhex(seed)).hexdigest() == sealed.group(1)
    assert f'href="{ben.table}/export.jsonl"' in after
    assert sealed.group(1) not in after


async def test_it_is_among_the_files_of_whose_it_is_and_nowhere_for_anybody_else():
    ann, ben = await charted()
    assert f'href="{ann.table}/files"' in await ann.page()
    assert f'href="{ann.table}/documents/chart.txt"' in (await ann.get(f"{ann.table}/files")).text
    theirs = (await ben.get(f"{ben.table}/files")).text
    assert f'href="{ben.table}/export.jsonl"' in theirs
    for text in (theirs, await ben.page()):
        assert "chart.txt" not in text
        assert "documents/" not in text


@pytest.mark.parametrize("name", ["chart.txt", "no-such.txt", "..%2fchart.txt", "x" * 500])
async def test_what_is_not_ones_own_is_refused_in_the_same_words_whether_it_is_there_or_not(name):
    ann, ben = await charted()
    nobody = Visitor(site())
    theirs = await ben.get(f"{ann.table}/documents/{name}")
    assert theirs.status_code in (403, 404)
    assert "a king" not in theirs.text
    if "%2f" not in name:
        assert theirs.status_code == 403
        assert "There is no file of that name for you to take along." in theirs.text
    assert (await nobody.get(f"{ann.table}/documents/{name}")).status_code in (401, 404)


async def test_who_has_no_seat_or_waits_at_the_door_gets_none():
    app = site()
    ann, _ = await company(app)
    await ann.does("chart", text=CHART)
    eve, nobody = Visitor(app), Visitor(app)
    await eve.comes(await ann.link(), "Eve")
    assert (await eve.get(f"{ann.table}/documents/chart.txt")).status_code == 403
    assert (await nobody.get(f"{ann.table}/documents/chart.txt")).status_code == 401


async def test_the_api_has_the_same_documents():
    ann, ben = await pair(site())
    assert (await ann.asks("1", do="chart", text=CHART)).status_code == 200
    [found] = (await ann.get(f"{ann.at}/documents")).json()
    assert found == {
        "name": "chart.txt", "title": "The chart", "media_type": "text/plain", "about": "", "text": CHART,
    }
    assert (await ben.get(f"{ben.at}/documents")).json() == []


async def test_a_text_that_does_not_read_is_refused_with_its_place_and_changes_nothing():
    ann, _ = await charted()
    answer = await ann.does("chart", text="1: a fool\nseven: nobody")
    assert answer.status_code == 422
    assert "Line 2" in answer.text
    assert "6: a king" in answer.text
    assert (await ann.get(f"{ann.table}/documents/chart.txt")).text == CHART


async def test_what_a_guide_brought_is_in_nobody_elses_copy_of_the_log_and_every_copy_verifies():
    app = site(MemoryStore())
    gil, ann = Wire(app, "gil"), Wire(app, "ann")
    code = await gil.opens("coin", "Gil", house={"door": "open"})
    await ann.comes(gil.table, code, "Ann")
    assert await gil.asks({"do": "chart", "text": CHART}) == 200
    mine, theirs = [await wire.gets(f"/t/{gil.table}/export.jsonl") for wire in (gil, ann)]
    assert b"a king" in mine
    assert b"a king" not in theirs
    for copy in (mine, theirs):
        assert verify(copy.splitlines(keepends=True)).good
    table = await app.site.shelf.find(gil.table)
    assert verify([*logfile.lines(*logfile.whole(table.id, table.ledger))]).good


@pytest.mark.parametrize("letter", ["x", "é", "字", "🂡", '"', "\n"])
async def test_the_longest_file_fits_however_its_letters_are_spelt(letter):
    """Both ways of asking come as far as the game, which finds this longer than a chart may be."""
    ann, _ = await company(site())
    text = "1" + letter * (LONGEST_FILE - 1)
    by_form = await ann.does("chart", text=text)
    assert (by_form.status_code, "300 characters at most" in by_form.text) == (422, True)
    program, _ = await pair(site())
    by_api = await program.asks("1", do="chart", text=text)
    assert (by_api.status_code, by_api.json()["code"]) == (422, "too-long")


async def test_a_text_with_a_format_has_a_file_chooser_beside_it_and_can_be_written_without():
    ann, _ = await company(site())
    form = (await ann.get(f"{ann.table}/form", params={"offer": "chart"})).text
    assert '<textarea id="' in form
    assert 'type="file"' in form
    made = blank(Write(name="text", label="Chart", format="chart", lines=4, suggestions=("1: x",)), "b")
    assert (made.kind, made.most, made.suggestions) == ("file", 200, ("1: x",))


@pytest.mark.parametrize(
    ("do", "text", "code"),
    [
        ("say", ["x"] * 100_000, "malformed"),
        ("chart", ["x"] * 100_000, "malformed"),
        ("say", "x" * 100_000, "too-long"),
    ],
)
async def test_what_has_not_the_shape_of_its_command_is_refused_before_its_words_are_read(monkeypatch, do, text, code):
    ann, _ = await pair(site())
    monkeypatch.setattr("moot.table.asking.check_words", None)
    answer = await ann.asks("1", do=do, text=text)
    assert answer.json()["code"] == code
