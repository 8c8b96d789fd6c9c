"""What people write is shown as they wrote it: never as markup, as a header or as a line of a stream."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest
from tests.gathering import Company
from tests.random_play import GAMES

from moot.table import logfile
from moot.table.verify import verify
from moot.testing.filling import Ink

pytestmark = pytest.mark.anyio

every_game = pytest.mark.parametrize("game", [*GAMES, "coin"])


class Hostile(Ink):
    """Writes what would be markup, wherever it is not escaped."""

    def words(self, writer: str) -> str:
        return f"{EVIL} {super().words(writer)}"


EVIL = "</script><zq onzq=1>\"'><zq>&lt;zq&gt;<!-- \u202e\N{GAME DIE}\u2028data: x\r\nid: 9"
FEED = re.compile(r"data: |event: moot:\w+$|id: [\w.]+$|:$|$")
"""A line of a stream of ours."""


class Watchful(HTMLParser):
    """Notes every element and attribute that we never write."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "zq" or any(name.startswith("on") or name == "style" for name, _ in attrs):
            self.found.append(f"{tag} {attrs}")

    def handle_endtag(self, tag: str) -> None:
        if tag == "zq":
            self.found.append(tag)

    def handle_comment(self, data: str) -> None:
        self.found.append(data)


def unescaped(html: str) -> list[str]:
    parser = Watchful()
    parser.feed(html)
    parser.close()
    return parser.found


@every_game
async def test_markup_in_anything_that_people_write_is_shown_as_they_wrote_it(game):
    company = Company(game, Hostile())
    await company.gather(0, names="{}<zq>\"'", title=EVIL[:60])
    with company.gil.following(), company.ann.following(), company.eve.following():
        await company.play(30)
        for wire in (company.gil, company.ann):
            await wire.asks({"do": "say", "text": EVIL, "manner": "story"})
            await wire.asks({"do": "keep-notes", "text": EVIL})
        await company.gil.asks({"do": "open-scene", "title": EVIL, "place": EVIL, "cast": EVIL, "stakes": EVIL})
        for wire in company.everyone:
            await wire.opens_everything(company.table.id)
            invited = f"/join?k={company.table.keys.invite}"
            for path in ("", "/log", "/rules?q=%3Czq%3E", "/back", "/join?k=guess", invited):
                await wire.gets(f"/t/{company.table.id}{path}")
            for path in (f"/games/{game}/rules?q=%3Czq%3E", "/games/%3Czq%3E", "/t/%3Czq%3E"):
                await wire.gets(path)
            form = {"moot.offer": "rename", "f.name": "<zq>" * 20, "moot.id": "x"}
            await wire.posts(f"/t/{company.table.id}/do", **form)
            await wire.settle()
    shown = 0
    for wire in company.everyone:
        for where, body in wire.received:
            text = body.decode()
            if where.endswith("/stream"):
                assert all(FEED.match(line) for line in text.split("\n")), text
                text = "\n".join(re.findall(r"(?m)^data: (.*)$", text))
            if where.endswith(("/stream", "(headers)")) or text.lstrip().startswith("<"):
                assert unescaped(text) == [], where
                shown += "&lt;zq" in text
    assert shown


@every_game
async def test_what_one_takes_home_is_whole_whatever_was_written(game):
    company = Company(game, Hostile())
    await company.gather(20, names="{}\u202e\r\nSet-Cookie: a=b", title="T\r\nX-Evil: 1\r\n\r\n<zq>")
    for wire in (company.gil, company.ann, company.wim):
        answer = await wire.visitor.get(f"/t/{company.table.id}/export.jsonl")
        report = verify(answer.content.splitlines(keepends=True))
        assert report.good, report.summary()
        story = await wire.visitor.get(f"/t/{company.table.id}/story.md")
        assert not re.search(r"(?<!\\)<", story.text)
        for each in (answer, story):
            name = re.fullmatch(r'attachment; filename="([\w.-]+)"', each.headers["content-disposition"])
            assert name
            assert "x-evil" not in each.headers
            assert "set-cookie" not in each.headers
    head, records = logfile.whole(company.table.id, company.table.ledger)
    assert verify(logfile.lines(head, records)).good
    assert "\u202e" not in company.table.ledger.table.chairs[company.ann.seat].seat.name


FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"


@pytest.mark.parametrize(
    "text", ["\N{GAME DIE}", FAMILY, "שלום, \u200fמה קורה?", "a\u2028b\u2029c", "ﷺ" * 300, "é\u0301\u0301"]
)
async def test_every_script_there_is_may_be_spoken(text):
    company = Company("coin")
    await company.gather(0)
    with company.gil.following():
        assert await company.ann.asks({"do": "say", "text": text}) == 200
        await company.gil.settle()
    feed = b"".join(body for where, body in company.gil.received if where.endswith("/feed"))
    heard = [json.loads(line[6:]) for line in feed.decode().split("\n") if line.startswith("data: ")]
    assert heard[-1]["lines"][0]["quote"] == text
    page = (await company.gil.gets(f"/t/{company.table.id}")).decode()
    assert text in page
