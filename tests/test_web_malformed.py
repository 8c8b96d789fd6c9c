"""Requests that no browser sends: answered in words and with 400, told in no traceback."""

import pytest
from tests.visitors import Visitor, site

pytestmark = pytest.mark.anyio

NOT_TEXT = b'{"game":"\xff"}'


@pytest.mark.parametrize("path", ["/api/tables", "/api/tables/nosuch/join", "/api/tables/{}/commands"])
async def test_a_body_that_is_no_text_is_a_bad_request(path, caplog):
    visitor = Visitor(site())
    key = (await visitor.post("/api/tables", json={"game": "coin", "name": "Ann"})).json()
    headers = {"content-type": "application/json", "authorization": f"Bearer {key['secret']}"}
    answer = await visitor.post(path.format(key["table"]), content=NOT_TEXT, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert not caplog.records


HALF = "an escape in it, like \\ud800, is half of a letter"


@pytest.mark.parametrize(("body", "says"), [
    (r'{"id":"\ud800","command":{"do":"pause"}}', f"{HALF}, and the other half is missing (byte 13)."),
    (r'{"id":"a","command":{"do":"say","text":"\udc00 \ud800"}}', f"{HALF}, and the other half is missing (byte 46)."),
    (r'{"id":"a","command":{"do":"say","text":"\ud800"}}', f"it ends too early, or {HALF} without the other half."),
    ('{"id":"a"', f"it ends too early, or {HALF} without the other half."),
    (r'{"id":"\uzzzz"}', "it is not JSON (byte 10)."),
])
async def test_what_is_no_json_is_refused_in_our_words(body, says):
    visitor = Visitor(site())
    key = (await visitor.post("/api/tables", json={"game": "coin", "name": "Ann"})).json()
    headers = {"content-type": "application/json", "authorization": f"Bearer {key['secret']}"}
    answer = await visitor.post(f"/api/tables/{key['table']}/commands", content=body.encode(), headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert answer.json()["message"] == f"This request cannot be read: {says}"


@pytest.mark.parametrize("host", ["127.0.0.1:8830/x", "http://a", "x:abc", "", "a b", "x:123456", "user@x", "[::1"])
@pytest.mark.parametrize("path", ["/", "/nowhere", "/api/games"])
async def test_a_host_that_is_none_is_a_bad_request(path, host, caplog):
    answer = await Visitor(site()).get(path, headers={"host": host})
    assert answer.status_code == 400
    assert answer.headers["content-security-policy"].startswith("default-src 'self';")
    assert not caplog.records


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8765", "[::1]:8765", "moot.example.org", "xn--mot.example"])
async def test_a_host_that_is_one_is_let_in(host):
    assert (await Visitor(site()).get("/", headers={"host": host})).status_code == 200
