"""The fast path for a program's commands: its answers are those of the site, and limits count a command once."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from tests.test_web_api import Program, pair
from tests.visitors import site

from moot.web import Limits, Rate

pytestmark = pytest.mark.anyio

FREE = Rate(1e6, 1e6)
LONG_WAY = {"sec-fetch-site": "none"}
"""What only a browser sends: then the request is for the whole site to judge."""

DEEP = '{"do":' * 5000 + "1" + "}" * 5000
BODIES = [
    '{"id": "x1", "command": {"do": "say", "text": "Hail"}}',
    '{"id": "x1", "command": {"do": "hide", "value": 7}}',
    '{"id": "x1", "command": {"do": "toss"}}',
    '{"id": "x1", "command": {"do": "resume"}}',
    '{"id": "x1", "command": {"do": "dance"}}',
    '{"id": "x1", "command": {"do": "toss"}, "faces": [7]}',
    '{"id": "", "command": {"do": "toss"}}',
    '{"id": "x1", "command": {"do": "toss"}, "more": 1}',
    '{"id": "x1"}',
    "no JSON",
    "",
    '{"id": "x1", "command": ' + DEEP + "}",
    '{"id": "x1", "command": {"do": "say", "text": "' + "a" * 70_000 + '"}}',
]


async def told(program: Program, body: str, **headers: str) -> tuple[int, Any, dict[str, str]]:
    answer = await program.post(
        f"{program.at}/commands", content=body, headers={"content-type": "application/json", **headers}
    )
    return answer.status_code, answer.json(), dict(answer.headers)


@pytest.mark.parametrize("body", BODIES, ids=range(len(BODIES)))
async def test_both_ways_answer_alike(body):
    (one, _), (other, _) = await pair(site()), await pair(site())
    assert await told(one, body) == await told(other, body, **LONG_WAY)


@pytest.mark.parametrize("secret", ["", "Bearer none", "Basic abc"])
async def test_both_ways_turn_away_who_has_no_seat(secret):
    one, _ = await pair(site())
    headers = {"authorization": secret}
    straight, longer = await told(one, BODIES[0], **headers), await told(one, BODIES[0], **headers, **LONG_WAY)
    assert straight == longer
    assert straight[0] == 401


async def test_both_ways_know_no_other_table():
    one, _ = await pair(site())
    one.at = "/api/tables/nosuchtable"
    assert (await told(one, BODIES[0]))[0] == (await told(one, BODIES[0], **LONG_WAY))[0] == 404


async def test_what_another_site_sends_is_not_done():
    one, _ = await pair(site())
    for header in ({"sec-fetch-site": "cross-site"}, {"origin": "https://evil.test"}, {"cookie": "a=b"}):
        assert (await told(one, BODIES[0], **header))[1]["code"] == "cross-site"


async def test_who_waits_at_the_door_is_not_heard():
    app = site()
    ann, ben = Program(app), Program(app)
    await ann.sits("/api/tables", game="coin", name="Ann")
    await ben.sits(f"{ann.at}/join", name="Ben", k=ann.code)
    assert (await told(ben, BODIES[0]))[1]["code"] == "not-seated"


async def test_each_command_takes_one_token_refused_or_not():
    ann, _ = await pair(site(limits=Limits(seat=Rate(1e-6, 4), address=FREE, door=FREE)))
    said = [(await told(ann, body))[0] for body in (BODIES[1], BODIES[1], BODIES[0], BODIES[0], BODIES[0])]
    assert said == [422, 422, 200, 200, 429]


async def test_an_address_is_limited_too():
    ann, _ = await pair(site(limits=Limits(seat=FREE, address=Rate(1e-6, 4), door=FREE)))  # two went to sit down
    assert [(await told(ann, BODIES[0]))[0] for _ in range(3)] == [200, 200, 429]


async def test_a_command_sent_again_is_not_done_again():
    ann, _ = await pair(site())
    first, again = (await told(ann, BODIES[0]))[1], (await told(ann, BODIES[0]))[1]
    assert (first["again"], again["again"], again["heard"]) == (False, True, first["heard"])


async def test_a_body_in_parts_is_put_together():
    ann, _ = await pair(site())
    body = BODIES[0].encode()

    async def parts():
        yield body[:10]
        yield body[10:]

    headers = {"content-type": "application/json", "content-length": str(len(body))}
    answer = await ann.post(f"{ann.at}/commands", content=parts(), headers=headers)
    assert answer.status_code == 200


async def test_a_command_that_was_done_is_answered_with_the_headers_of_every_answer():
    ann, _ = await pair(site())
    headers = {"content-type": "application/json"}
    answer = await ann.post(f"{ann.at}/commands", content=BODIES[0], headers=headers)
    assert answer.status_code == 200
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"


async def test_an_accident_is_answered_as_everywhere(monkeypatch):
    ann, _ = await pair(site())

    def broken(*_: object, **__: object) -> None:
        raise KeyError("inside")

    monkeypatch.setattr("moot.table.live.decide", broken)
    answer: httpx.Response = await ann.asks("1", do="hide", value=4)
    assert (answer.status_code, answer.json()["code"]) == (500, "broken")
    assert "inside" not in answer.text


async def test_a_disk_that_refuses_changes_nothing(monkeypatch):
    ann, _ = await pair(site())

    async def full(*_: object) -> None:
        raise OSError(28, "no space")

    with monkeypatch.context() as patched:
        patched.setattr("moot.store.memory.MemoryStore.append", full)
        assert (await ann.asks("1", do="hide", value=4)).status_code == 503
    assert (await ann.asks("1", do="hide", value=4)).json()["again"] is False
