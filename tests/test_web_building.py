"""What somebody puts together in the open is seen by all as it grows, and written down nowhere."""

from __future__ import annotations

import pytest
from tests import toy
from tests.visitors import Visitor, company, site

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def tosses_in_the_open(monkeypatch):
    monkeypatch.setattr(toy.Toss, "in_the_open", True)


async def builds(visitor: Visitor, offer: str, **chosen: str):
    data = {"moot.offer": offer, **{f"f.{name}": value for name, value in chosen.items()}}
    return await visitor.post(f"{visitor.table}/building", data=data)


async def tossing():
    ann, ben = await company(site())
    await ann.does("hide", value="4")
    return ann, ben


async def test_everybody_sees_what_is_being_built_and_the_log_does_not():
    ann, ben = await tossing()
    before = (await ann.get(f"{ann.table}/export.jsonl")).text
    assert (await builds(ben, "toss", dice="2")).status_code == 204
    assert "<b>Ben</b> builds: Toss" in await ann.page()
    assert (await ann.get(f"{ann.table}/export.jsonl")).text == before


async def test_it_is_gone_once_it_is_done():
    ann, ben = await tossing()
    await builds(ben, "toss", dice="2")
    assert (await ben.does("toss", dice="1")).status_code == 204
    assert "builds:" not in await ann.page()


async def test_it_is_gone_when_it_is_no_longer_open():
    ann, ben = await tossing()
    await builds(ben, "toss", dice="2")
    await ann.does("pause")
    assert "builds:" not in await ann.page()


async def test_what_is_secret_is_not_shown():
    ann, ben = await company(site())
    refused = await builds(ann, "hide", value="4")
    assert refused.status_code == 422
    assert "Nobody else may see" in refused.text.replace("&#39;", "'")
    assert "builds:" not in await ben.page()


async def test_nobody_shows_what_is_not_offered_to_them():
    app = site()
    ann, ben = await company(app)
    assert (await builds(ben, "toss", dice="2")).status_code == 409
    looked = {"hx-request": "true", "moot-looks": "1"}
    over = await ben.post(f"{ben.table}/building", data={"moot.offer": "toss"}, headers=looked)
    assert (over.status_code, over.headers["moot-status"]) == (200, "409")
    stranger = Visitor(app)
    stranger.table = ann.table
    assert (await builds(stranger, "toss", dice="2")).status_code == 401
