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
