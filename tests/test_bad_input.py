"""What nobody should send: each is answered with a sentence, and nothing has changed."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from tests import toy
from tests.gathering import Company
from tests.random_play import GAMES
from tests.visitors import site
from tests.wire import Tap, Wire

from moot.core import Seeded, Write
from moot.testing.filling import spoiled
from moot.web.pages import static, static_place
from moot.web.security import LARGEST_COMMAND

pytestmark = pytest.mark.anyio

every_game = pytest.mark.parametrize("game", [*GAMES, "coin"])


def said(answer: httpx.Response) -> str:
    """The sentence of a refusal; fails for anything else, or if it shows internals."""
    assert 400 <= answer.status_code < 500, answer.text
    assert not re.search(r"Traceback|\.py\b|site-packages", answer.text)
    if answer.headers["content-type"].startswith("application/json"):
        refusal = answer.json()
        assert refusal["code"]
        sentence = refusal["message"]
    else:
        asked_again = re.search(r'<p class="refusal" role="alert"[^>]*>(.+?)</p>', answer.text, re.DOTALL)
        found = asked_again or re.search(r"<h1>(.+?)</h1>", answer.text, re.DOTALL)
        assert found, answer.text
        sentence = found[1].strip()
        assert asked_again or '<a class="button primary" href="/' in answer.text
    assert sentence[0].isupper() or sentence[0] == "“", sentence
    assert sentence.endswith("."), sentence
    return str(sentence)


async def refused(company: Company, wire: Wire, method: str, path: str, **request: Any) -> str:
    """Send something that has to be refused and to change nothing; the sentence that comes back."""
    before = company.state()
    sentence = said(await wire.visitor.request(method, path, **request))
    assert company.state() == before
    return sentence


# ---------------------------------------------------------------- objects that are not commands

SAY = {"do": "say", "text": "Well?"}
BODIES = [
    b"",
    b"{",
    b"[]",
    b"null",
    b'"say"',
    b"\xff\xfe",
    b"{}",
    b'{"id":"x"}',
    b'\xef\xbb\xbf{"id":"x","command":{}}',
    b'{"id":"x","command":[]}',
    b'{"id":"x","command":{}}',
    b'{"id":"x","command":{"do":5}}',
    b'{"id":"x","command":{"do":["say"]}}',
    b'{"id":"x","command":{"do":{"a":1}}}',
    b'{"id":"x","command":{"do":"no-such-command"}}',
    b'{"id":"x","command":{"do":"say"}}',
    b'{"id":"x","command":{"do":"say","text":5}}',
    b'{"id":"x","command":{"do":"say","text":null}}',
    b'{"id":"x","command":{"do":"say","text":"a","more":"b"}}',
    b'{"id":"x","command":{"do":"say","text":"\\ud800"}}',
    b'{"id":"x","command":{"do":"say","text":"a\\u0000b"}}',
    b'{"id":"x","command":{"do":"say","text":"\\u001b[2J"}}',
    b'{"id":"x\\u0000","command":{"do":"say","text":"a"}}',
    b'{"id":"","command":{"do":"say","text":"a"}}',
    b'{"id":5,"command":{"do":"say","text":"a"}}',
    b'{"id":"%b","command":{"do":"say","text":"a"}}' % (b"x" * 65),
    b'{"id":"x","nonce":"%b","command":{"do":"say","text":"a"}}' % (b"x" * 65),
    b'{"id":"x","command":{"do":"say","text":"a"},"faces":[1]}',
    b'{"id":"x","command":{"do":"say","text":"a"},"faces":"6"}',
    b'{"id":"x","command":{"do":"say","text":"a"},"faces":[%b]}' % b",".join([b"1"] * 101),
    b'{"id":"x","command":{"do":"say","text":"a"},"seat":"s2"}',
    b'{"id":"x","command":{"do":"say","text":"%b"}}' % (b"x" * 4001),
    b'{"id":"x","command":{"do":"say","text":" \\n "}}',
    b'{"id":"x","command":{"do":"say","text":"a","voice":"somebody-else"}}',
    b'{"id":"x","command":{"do":"undo","line":-1}}',
    b'{"id":"x","command":{"do":"undo","line":1}}',
    b'{"id":"x","command":{"do":"undo","line":1e400}}',
    b'{"id":"x","command":{"do":"undo","line":NaN}}',
    b'{"id":"x","command":{"do":"undo","line":%b}}' % (b"9" * 30),
    b'{"id":"x","command":{"do":"undo","line":%b}}' % (b"9" * 5000),
    b'{"id":"x","command":{"do":"say","text":%b}}' % (b"[" * 30_000 + b"]" * 30_000),
    b'{"id":"x","command":%b1%b}' % (b'{"a":' * 9_000, b"}" * 9_000),
    b'{"id":"x","command":{%b}}' % b",".join(b'"f%d":1' % n for n in range(5_000)),
]


async def test_what_is_no_command_is_refused_and_changes_nothing():
    company = Company("coin")
    await company.gather()
    path, headers = f"/api/tables/{company.table.id}/commands", {"content-type": "application/json"}
    for body in BODIES:
        await refused(company, company.ann, "POST", path, content=body, headers=headers)
    too_much = b'{"id":"x","command":{%b}}' % b",".join(b'"f%d":1' % n for n in range(10**6))
    sentence = await refused(company, company.ann, "POST", path, content=too_much, headers=headers)
    assert f"{LARGEST_COMMAND // 1024} KiB" in sentence


FORMS = [
    b"",
    b"&" * 60_000,
    b"&".join(b"f%d=1" % n for n in range(401)),
    b"moot.offer=%ff",
    b"text=%ED%A0%80",
    b"moot.offer=no-such-offer&moot.id=x",
    b"moot.offer=keep-notes&f.text=a",
    b"moot.offer=keep-notes&f.text=a&moot.id=",
    b"moot.offer=keep-notes&f.text=a&moot.id=" + b"x" * 65,
    b"moot.offer=keep-notes&moot.id=x&f.text=%00",
    b"moot.offer=keep-notes&moot.id=x&f.text=" + b"x" * 4001,
    b"moot.offer=keep-notes&moot.id=x&f.text=a&moot.faces=six",
    b"moot.offer=keep-notes&moot.id=x&f.text=a&moot.faces=6",
    b"moot.offer=keep-notes&moot.id=x&f.text=a&moot.nonce=%07",
    b"moot.offer=rename&moot.id=x&f.name=%E2%80%8B%E2%80%AE",
    b"moot.offer=rename&moot.id=x&f.name=" + b"x" * 41,
    b"moot.offer=rename&moot.id=x&f.name=a%1Bb",
    b"moot.offer=undo&moot.id=x&f.line=",
    b"moot.offer=undo&moot.id=x&f.line=" + b"9" * 5_000,
    b"moot.offer=admit:s5&moot.id=x",
]


async def test_what_is_no_form_is_refused_and_changes_nothing():
    company = Company("coin")
    await company.gather()
    at, headers = f"/t/{company.table.id}", {"content-type": "application/x-www-form-urlencoded"}
    for body in FORMS:
        await refused(company, company.ann, "POST", f"{at}/do", content=body, headers=headers)
        await refused(company, company.ann, "POST", f"{at}/say", content=body, headers=headers)
    too_much = b"&".join(b"f%d=1" % n for n in range(10**6))
    sentence = await refused(company, company.ann, "POST", f"{at}/do", content=too_much, headers=headers)
    assert f"{LARGEST_COMMAND // 1024} KiB" in sentence
    assert "64 KiB" in await refused(company, company.ann, "POST", f"{at}/say", content=too_much, headers=headers)
    for kind in ("multipart/form-data; boundary=x", "application/json", "text/plain", ""):
        headers = {"content-type": kind}
        await refused(company, company.ann, "POST", f"{at}/do", content=b"moot.offer=pause&moot.id=x", headers=headers)


# ---------------------------------------------------------------- offers, taken wrongly


@every_game
async def test_an_offer_that_is_filled_in_wrong_is_refused_and_changes_nothing(game):
    company = Company(game)
    await company.gather()
    chance, path = Seeded(7), f"/api/tables/{company.table.id}/commands"
    tried = set()
    for wire in (company.gil, company.ann):
        for offer in company.offers(wire):
            wish = spoiled(offer, chance)
            if wish is None:
                wish = {**offer.sample(chance), "more": 1}
            elif offer.do == "say" or any(isinstance(field, Write) and field.format for field in offer.fields):
                continue
            await refused(company, wire, "POST", path, json={"id": "x", "command": wish})
            tried.add(wire.who)
    assert tried == {"gil", "ann"}


@every_game
async def test_nobody_takes_what_is_offered_to_somebody_else(game):
    company = Company(game)
    await company.gather()
    chance, path = Seeded(7), f"/api/tables/{company.table.id}/commands"
    tried = set()
    for wire in company.everyone:
        mine = {offer.key for offer in company.offers(wire)}
        for other in company.everyone:
            for offer in company.offers(other):
                if offer.key in mine:
                    continue
                wish = offer.sample(chance)
                await refused(company, wire, "POST", path, json={"id": "x", "command": wish})
                form = {"moot.offer": offer.key, "moot.id": "x"}
                await refused(company, wire, "POST", f"/t/{company.table.id}/do", data=form)
                tried.add(wire.who)
    assert tried == {wire.who for wire in company.everyone}


@every_game
async def test_what_comes_twice_is_done_once_and_what_comes_late_not_at_all(game):
    company = Company(game)
    await company.gather(0)
    path = f"/api/tables/{company.table.id}/commands"
    late = 0
    for turn in range(10):
        taken = company.course.turn({wire.who: company.offers(wire) for wire in (company.gil, company.ann)})
        assert taken is not None
        wire = company.gil if taken[0] == "gil" else company.ann
        wish = company.course.wish(taken[1], wire.who)
        body = {"id": f"turn {turn}", "command": wish, "nonce": "n"}
        first = (await wire.visitor.post(path, json=body)).json()
        assert first["again"] is False
        before = company.state()
        assert (await wire.visitor.post(path, json=body)).json() == {"heard": first["heard"], "again": True}
        assert company.state() == before
        if all(offer.key != taken[1].key for offer in company.offers(wire)):
            late += 1
            await refused(company, wire, "POST", path, json={**body, "id": "late"})
            form = {"moot.offer": taken[1].key, "moot.id": "late"}
            sentence = await refused(company, wire, "POST", f"/t/{company.table.id}/do", data=form)
            assert "no longer open" in sentence
    assert late


# ---------------------------------------------------------------- people who may not

READS = ("", "/log", "/rules", "/house", "/qr", "/story", "/story.md", "/export.jsonl", "/documents/chart.txt")
API = ("", "/offers", "/journal", "/documents", "/feed")


async def test_who_has_no_seat_or_waits_at_the_door_gets_a_sentence():
    company = Company("coin")
    await company.gather()
    nobody, table = Wire(company.app, "nobody"), company.table.id
    strangers = {await refused(company, nobody, "GET", f"/t/{table}{path}") for path in READS}
    waiting = {await refused(company, company.eve, "GET", f"/t/{table}{path}") for path in READS[1:]}
    for wire, heard in ((nobody, strangers), (company.eve, waiting)):
        heard |= {await refused(company, wire, "GET", f"/api/tables/{table}{path}") for path in API}
        body = {"id": "x", "command": SAY}
        heard.add(await refused(company, wire, "POST", f"/api/tables/{table}/commands", json=body))
        for path in ("/do", "/say", "/invite", "/back"):
            heard.add(await refused(company, wire, "POST", f"/t/{table}{path}", data={"moot.id": "x", "text": "a"}))
    seated = {await refused(company, wire, "POST", f"/t/{table}/invite") for wire in (company.ann, company.wim)}
    assert strangers == {"You have no seat at this table. Ask for its link and come in again."}
    assert waiting == {"You are not let in yet: the one who runs the game opens the door."}
    assert seated == {"Only the one who runs the game changes the join link."}


async def test_links_that_are_spent_wrong_or_gone_are_refused():
    company = Company("coin")
    await company.gather()
    at, nobody = f"/t/{company.table.id}", Wire(company.app, "nobody")
    secret = await company.table.keys.back_link(company.ann.seat)
    assert (await nobody.visitor.post(f"{at}/back/{secret}")).status_code == 303
    other = Wire(company.app, "other")
    for method in ("GET", "POST"):
        assert "used already" in await refused(company, other, method, f"{at}/back/{secret}")
        for wrong in ("guess", "%00", "%ff", "x" * 3000, "%E2%80%AE"):
            await refused(company, other, method, f"{at}/back/{wrong}")
    code = company.table.keys.invite
    await company.gil.visitor.post(f"{at}/invite")
    for wrong in (code, "", "é", "\ud7ff", "x" * 3000):
        await refused(company, other, "GET", f"{at}/join", params={"k": wrong})
        await refused(company, other, "POST", f"{at}/join", data={"k": wrong, "name": "Mal"})
        await refused(company, other, "POST", f"/api/tables/{company.table.id}/join", json={"k": wrong, "name": "Mal"})
    for name in ("", "   ", "\u200b\u202e", "a\x00b", "x" * 41, "ann"):
        data = {"k": company.table.keys.invite, "name": name}
        await refused(company, other, "POST", f"{at}/join", data=data)


@pytest.mark.parametrize(
    "path",
    [
        "/t/nosuchid",
        "/t/%00",
        "/t/%ff/log",
        "/t/..%2f..%2fetc",
        f"/t/{'x' * 3000}",
        "/t/%E2%80%AE",
        "/api/tables/nosuchid",
        "/api/tables/%2e%2e",
        "/nowhere",
        "/%00",
        "/%ff",
        "/games/nosuch",
        "/games/%2e%2e",
        "/games/..%2f..%2fetc",
        "/games/coin%00",
        "/games/coin/rules/%2e%2e%2f",
        "/games/coin/nosuch",
        f"{static_place()}/nosuch.css",
        f"{static_place()}/%00",
        f"{static_place()}/",
        f"{static_place()}/vendor",
        f"{static_place()}/..%2fapp.py",
        f"{static_place()}/%2e%2e/app.py",
        f"{static_place()}/..%5capp.py",
        f"{static_place()}//etc/passwd",
        f"{static_place()}/%2fetc%2fpasswd",
        "/api/nosuch",
        "/api/games/nosuch/rules",
    ],
)
async def test_what_there_is_not_and_what_lies_outside_is_not_found(path):
    toy.install()
    visitor = Wire(site(), "nobody").visitor
    answer = await visitor.get(path)
    assert answer.status_code == 404
    said(answer)
    assert "root:" not in answer.text
    assert "create_app" not in answer.text


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "MAKE"])
async def test_a_wrong_method_is_refused_and_changes_nothing(method):
    company = Company("coin")
    await company.gather()
    at, api = f"/t/{company.table.id}", f"/api/tables/{company.table.id}"
    page, program = "This page does not take that.", "There is no {} here: /api/openapi.json has all that can be asked."
    pages = (
        "/", "/open", "/how", "/games/coin", at, f"{at}/do", f"{at}/stream", f"{at}/export.jsonl", static("moot.css"),
    )
    for path in pages:
        assert await refused(company, company.gil, method, path) == page
    for path in (api, f"{api}/commands", f"{api}/feed"):
        assert await refused(company, company.gil, method, path) == program.format(method)
    for path in (f"{at}/do", f"{at}/say", "/open"):
        assert await refused(company, company.gil, "GET", path) == page
    assert await refused(company, company.gil, "GET", f"{api}/commands") == program.format("GET")


HEADERS = [
    {"host": "["},
    {"host": "[::1"},
    {"host": "x" * 3000},
    {"origin": "http://[bad", "sec-fetch-site": ""},
    {"referer": "http://[bad", "sec-fetch-site": ""},
    {"cookie": "moot_seat=\xff; =; ;;"},
    {"cookie": "moot_seat=" + "x" * 9000},
    {"authorization": "Bearer"},
    {"authorization": "Bearer \xff"},
    {"authorization": "Basic eDp5"},
    {"last-event-id": "9" * 5000},
    {"last-event-id": "\xb2.\xb2."},
    {"accept": "\xff/\xff"},
    {"x-forwarded-for": "x" * 3000},
    {"content-length": "5"},
    {"sec-fetch-site": "cross-site"},
]


@pytest.mark.parametrize("headers", HEADERS, ids=lambda headers: next(iter(headers)))
async def test_odd_headers_break_nothing(headers):
    company = Company("coin")
    await company.gather()
    before = company.state()
    raw = {name: value.encode("latin-1") for name, value in headers.items()}
    for path in ("/", f"/t/{company.table.id}", f"/api/tables/{company.table.id}", "/api/games"):
        assert (await company.ann.visitor.get(path, headers=raw)).status_code < 500
    answer = await company.ann.visitor.post(f"/t/{company.table.id}/do", data={"moot.id": "x"}, headers=raw)
    assert 400 <= answer.status_code < 500
    assert company.state() == before


@pytest.mark.parametrize(
    "id_", [b"9" * 5000, b"BOOT." + b"9" * 5000 + b"." + b"0" * 72, b"BOOT.1." + b"0" * 72, b"BOOT.\xb2."]
)
async def test_whoever_comes_back_with_an_impossible_number_is_sent_everything(id_):
    company = Company("coin")
    await company.gather()
    id_ = id_.replace(b"BOOT", company.app.site.boot.encode())
    cookie, bearer = f"moot_seat={company.ann.secret}".encode(), f"Bearer {company.ann.secret}".encode()
    page, feed = f"/t/{company.table.id}/stream", f"/api/tables/{company.table.id}/feed"
    for path, proof in ((page, (b"cookie", cookie)), (feed, (b"authorization", bearer))):
        tap = Tap(company.app, path, [proof, (b"last-event-id", id_)])
        await tap.quiet()
        assert tap.status == 200
        tap.close()
        await tap.ended()
