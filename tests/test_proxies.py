"""Behind real web servers each visitor has an address of their own, as docs/hosting.md says; a wrong one is noticed.

Visitors come from other addresses of this machine (127.0.0.2 and so on), which to Moot are those of other people.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from tests.serving import Server
from tests.web_servers import caddy, caddy_block, nginx, nginx_block

from moot.web import Limits, Rate
from moot.web.proxies import CHAIN, NO_ADDRESS
from moot.web.security import LARGEST_COMMAND

BLOCKS = {"nginx": (nginx, nginx_block()), "caddy": (caddy, caddy_block())}
FORWARDED = re.compile(r" +proxy_set_header X-Forwarded-For .*\n")
OPENING = {"game": "coin", "name": "Ann", "house": {"door": "open"}}


class Visitor(httpx.Client):
    """Somebody who comes from `address` by the name that the site has in public."""

    def __init__(self, port: int, address: str = "127.0.0.2", **headers: str) -> None:
        super().__init__(
            base_url=f"http://127.0.0.1:{port}",
            headers={"host": "moot.example.org", **headers},
            transport=httpx.HTTPTransport(local_address=address),
            timeout=30,
        )


@pytest.fixture
def server(tmp_path) -> Iterator[Server]:
    with Server(tmp_path, limits=Limits(door=Rate(0.001, 5))) as running:
        yield running


@pytest.fixture(params=BLOCKS)
def port(request, server, tmp_path) -> Iterator[int]:
    """The port of a web server in front of the site."""
    serve, block = BLOCKS[request.param]
    with serve(tmp_path, block, server.port) as found:
        yield found


def test_nobody_can_choose_an_address_or_use_up_what_others_may_do(port, caplog):
    statuses = []
    for turn in range(8):
        with Visitor(port, **{"x-forwarded-for": f"198.51.100.{turn}"}) as stranger:
            statuses.append(stranger.post("/api/tables", json=OPENING).status_code)
    assert statuses == [201] * 5 + [429] * 3
    with Visitor(port, "127.0.0.3") as friend:
        assert friend.post("/api/tables", json=OPENING).status_code == 201
    assert not [one for one in caplog.records if one.levelno >= logging.WARNING]


def test_the_public_name_is_in_the_links_and_the_list_of_all_tables_is_not_public(port):
    with Visitor(port) as ann, Visitor(port, "127.0.0.3") as ben:
        key = ann.post("/api/tables", json={**OPENING, "title": "Not for all"}).json()
        assert key["join"].startswith("http://moot.example.org/t/")
        assert "Not for all" not in ben.get("/").text


def test_news_comes_at_once_and_what_a_command_may_bring_gets_through(port):
    with Visitor(port) as ann, Visitor(port, "127.0.0.3") as ben:
        key = ann.post("/api/tables", json=OPENING).json()
        commands = f"/api/tables/{key['table']}/commands"
        anns = {"authorization": f"Bearer {key['secret']}"}
        coming = {"name": "Ben", "k": key["join"].partition("?k=")[2]}
        other = ben.post(f"/api/tables/{key['table']}/join", json=coming).json()
        bens = {"authorization": f"Bearer {other['secret']}"}
        with ben.stream("GET", f"/api/tables/{key['table']}/feed", headers=bens) as feed:
            lines = feed.iter_lines()
            said = {"id": "1", "command": {"do": "say", "text": "Heard?"}}
            assert ann.post(commands, json=said, headers=anns).status_code == 200
            assert next(line for line in lines if "Heard?" in line)
        long = {"id": "2", "command": {"do": "say", "text": "x" * (LARGEST_COMMAND - 100)}}
        answer = ann.post(commands, json=long, headers=anns)
        assert answer.status_code == 422, answer.text
        assert answer.json()["code"] == "too-long"


@pytest.mark.parametrize(
    ("instead", "sent", "fault"),
    [
        ("", {}, NO_ADDRESS),
        ("proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;\n", {"x-forwarded-for": "198.51.100.7"}, CHAIN),
    ],
)
def test_a_web_server_that_does_not_say_who_comes_is_noticed_and_it_is_said_once(
    server, tmp_path, caplog, instead: str, sent: dict[str, Any], fault: str
):
    with nginx(tmp_path, FORWARDED.sub(instead, nginx_block()), server.port) as wrong:
        for _ in range(3):
            with Visitor(wrong, **sent) as visitor:
                assert visitor.get("/how").status_code == 200
    assert [one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING] == [fault]


def test_without_a_web_server_nothing_is_noticed(server, caplog):
    for url in (server.url, f"http://localhost:{server.port}"):
        assert httpx.get(f"{url}/how").status_code == 200
    assert not caplog.records


def test_a_long_body_that_is_refused_unread_is_answered_all_the_same(port):
    with Visitor(port) as ann:
        key = ann.post("/api/tables", json=OPENING).json()
        long = {"id": "1", "command": {"do": "say", "text": "x" * (LARGEST_COMMAND - 100)}}

        def answered(secret: str) -> int:
            proof = {"authorization": f"Bearer {secret}"}
            return ann.post(f"/api/tables/{key['table']}/commands", json=long, headers=proof).status_code

        assert [answered("guess") for _ in range(3)] == [401] * 3
        assert [answered(key["secret"]) for _ in range(20)][-1] == 429
