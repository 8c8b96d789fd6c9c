"""What docs/hosting.md says and hosting/ has does what it says."""

from __future__ import annotations

import re
import shlex
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

import pytest
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from moot.cli.app import VERBS, command_line
from moot.cli.place import ServingPlace
from moot.store.schema import MOST_BYTES
from moot.store.sqlite import ROOM
from moot.table.rules_here import LONGEST_MODULES, MOST_MODULES
from moot.table.shelf import KEPT
from moot.table.state import Openers
from moot.web import Limits
from moot.web.security import LARGEST_COMMAND
from moot.web.site import Site, address, host
from moot.web.stream import HEARTBEAT, START
from moot.web.trials import DAY, LEFT

ROOT = Path(__file__).parent.parent
DOCS = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
NGINX = dict(
    re.findall(r"^ {8}((?:proxy_set_header )?\S+) (\S+);$", (ROOT / "hosting" / "nginx.conf").read_text(), re.MULTILINE)
)


def command_lines(text: str) -> list[list[str]]:
    """What `text` has anybody type after `moot`, wherever that stands: alone, by its path, in a container."""
    found = []
    for line in text.splitlines():
        words = shlex.split(line, comments=True)
        for at, (word, verb) in enumerate(pairwise(words)):
            if Path(word).name == "moot" and verb in VERBS:
                found.append(words[at + 1 :])
    return found


def test_every_command_line_can_be_typed():
    code = [line for line in DOCS.splitlines() if line.startswith("    ")]
    lines = command_lines("\n".join(code))
    assert len(lines) == 13
    for tokens in lines:
        command_line().parse_args(tokens, exit_on_error=False, print_error=False)  # raises for what makes no sense


def test_every_file_it_names_is_there():
    named = re.findall(r"\]\(\.\./([^)]+)\)", DOCS) + re.findall(r"/opt/moot/((?:hosting|scripts)/[\w.-]+)", DOCS)
    assert {"hosting/moot.service", "hosting/Containerfile", "hosting/Caddyfile", "scripts/setup.sh"} <= {*named}
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_its_figures_are_those_of_the_code():
    assert f"less than {ROOM // 1024**2} MB left" in DOCS
    assert f"{KEPT} others were asked for" in DOCS
    assert f"127.0.0.1:{ServingPlace().port}/health" in DOCS


def test_the_limits_are_those_that_the_page_names():
    said = " ".join(DOCS.split())
    limits = Limits()
    assert f"once there are {limits.tables:,}, or less than {limits.room // 1024**2} MiB are left" in said
    assert f"of the {MOST_BYTES // 1024**3} GiB that `moot.db` may have" in said
    assert (MOST_MODULES, LONGEST_MODULES) == (8, 48 * 1024)
    assert "eight sets of house rules, 48 KiB in all" in said
    assert f"{limits.tries} at a time, and are gone after a day, or an hour after" in said
    assert (DAY, LEFT) == (24 * 3600, 3600)
    assert {f"`{name}`" for name in get_args(Openers)} == set(re.findall(r"^\| (`\w+`) \|", DOCS, re.MULTILINE))


# ---------------------------------------------------------------- the web server in front


def sent_by_nginx(**visitors: str) -> list[tuple[bytes, bytes]]:
    """The headers that reach Moot when a visitor at 203.0.113.7 sends some to nginx."""
    known = {"$http_host": "moot.example.org", "$scheme": "https", "$remote_addr": "203.0.113.7"}
    known["$proxy_add_x_forwarded_for"] = ", ".join([*visitors.values(), known["$remote_addr"]])
    sent = {name.lower().replace("_", "-"): value for name, value in visitors.items()}
    for directive, value in NGINX.items():
        if directive.startswith("proxy_set_header "):
            sent[directive.split()[1].lower()] = known[value]
    return [(name.encode(), value.encode()) for name, value in sent.items()]


async def seen(headers: list[tuple[bytes, bytes]]) -> dict[str, Any]:
    """The scope as the site gets it behind uvicorn, which knows the proxy by its address."""
    scopes: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        scopes.append(scope)

    scope: Any = {"type": "http", "scheme": "http", "http_version": "1.1", "headers": headers}
    scope["client"] = ("127.0.0.1", 5000)
    nothing: Any = None
    await ProxyHeadersMiddleware(app)(scope, nothing, nothing)
    [found] = scopes
    return dict(found)


@pytest.mark.anyio
@pytest.mark.parametrize("visitors", [{}, {"X_Forwarded_For": "198.51.100.1"}])
async def test_behind_nginx_each_visitor_has_an_address_of_their_own_and_cannot_choose_it(visitors):
    scope: Any = await seen(sent_by_nginx(**visitors))
    assert address(scope) == "203.0.113.7"
    assert (scope["scheme"], host(scope)) == ("https", "moot.example.org")
    nothing: Any = None
    assert not Site(nothing).local(scope)


def test_nginx_lets_through_what_a_table_takes():
    most, unit = NGINX["client_max_body_size"][:-1], NGINX["client_max_body_size"][-1]
    assert unit == "m"
    assert int(most) * 1024 * 1024 >= LARGEST_COMMAND


def test_feeds_speak_before_nginx_gives_up():
    assert int(NGINX["proxy_read_timeout"].removesuffix("s")) > HEARTBEAT == 15
    assert (b"x-accel-buffering", b"no") in START


def test_each_web_server_asks_where_moot_listens():
    where = f"{ServingPlace().host}:{ServingPlace().port}"
    assert NGINX["proxy_pass"] == f"http://{where}"
    assert f"reverse_proxy {where}\n" in (ROOT / "hosting" / "Caddyfile").read_text()
