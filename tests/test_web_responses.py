"""How answers travel: HEAD wherever GET goes, and compressed where nothing is hidden in them."""

import re
from collections import defaultdict

import pytest
from tests.visitors import Visitor, company, find, site

from moot.web.app import routes
from moot.web.pages import drawing, static

pytestmark = pytest.mark.anyio

STREAMS = {"/t/{table_id}/stream", "/api/tables/{table_id}/feed"}


def secret_of(visitor):
    """The secret of a visitor's seat."""
    return next(cookie.value for cookie in visitor.cookies.jar if cookie.name.startswith("moot_seat"))


def places():
    """Every path with a GET, its parameters in braces."""
    got = [route for route in routes().routes if "GET" in getattr(route, "methods", ())]
    return sorted(re.sub(r":\w+}", "}", route.path_format) for route in got)


async def test_every_get_takes_head_and_sends_no_body():
    app = site()
    ann, _ = await company(app)
    back = find(r"/back/([\w-]+)", (await ann.post(f"{ann.table}/back")).text)
    here = {"game": "coin", "rule_id": "CO-01", "reference": "none", "table_id": ann.table[3:], "secret": back}
    here = defaultdict(lambda: "nothing", here, file_path="moot.css")
    found = places()
    assert {"/", "/t/{table_id}", *STREAMS} <= set(found)
    for place in found:
        path, headers = place.format_map(here), {"authorization": f"Bearer {secret_of(ann)}"}
        head = await ann.head(path, headers=headers)
        assert head.content == b""
        if place in STREAMS:
            assert (head.status_code, head.headers["content-type"]) == (200, "text/event-stream; charset=utf-8")
            continue
        got = await ann.get(path, headers=headers)
        assert head.status_code == got.status_code, path
        assert head.headers["content-type"] == got.headers["content-type"], path


async def test_head_is_no_way_around_anything():
    app = site()
    ann, _ = await company(app)
    stranger = Visitor(app)
    assert (await stranger.head(ann.table)).status_code == 401
    assert (await stranger.head("/nowhere")).status_code == 404
    assert (await ann.head(f"{ann.table}/do")).status_code == 405


@pytest.mark.parametrize("path", ["/", "/how", "/games/coin/rules", static("moot.css"), "/api/openapi.json"])
async def test_what_is_the_same_for_everybody_is_compressed(path):
    answer = await Visitor(site()).get(path)
    assert answer.headers["content-encoding"] == "gzip"
    assert "accept-encoding" in answer.headers["vary"].lower()
    plain = await Visitor(site()).get(path, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == answer.content


async def test_what_a_seat_hides_is_never_compressed_together_with_what_others_write():
    ann, _ = await company(site())
    await ann.says("Words. " * 300)
    api = f"/api{ann.table.replace('/t/', '/tables/')}"
    for path in (ann.table, f"{ann.table}/log", f"{ann.table}/export.jsonl", api, f"{api}/journal"):
        answer = await ann.get(path, headers={"authorization": f"Bearer {secret_of(ann)}"})
        assert answer.status_code == 200
        assert len(answer.content) > 500
        assert "content-encoding" not in answer.headers


@pytest.mark.parametrize(
    ("method", "path", "takes"),
    [
        ("PUT", "/", {"GET", "HEAD", "OPTIONS"}),
        ("OPTIONS", "/how", {"GET", "HEAD", "OPTIONS"}),
        ("GET", "/open", {"POST", "OPTIONS"}),
        ("PATCH", "/api/tables", {"POST", "OPTIONS"}),
    ],
)
async def test_whoever_asks_by_a_wrong_method_hears_the_right_ones(method, path, takes):
    answer = await Visitor(site()).request(method, path)
    assert answer.status_code == (204 if method == "OPTIONS" else 405)
    assert set(answer.headers["allow"].split(", ")) == takes


async def test_only_what_changes_its_address_when_it_changes_may_be_kept():
    visitor, lasts = Visitor(site()), "public, max-age=31536000, immutable"
    place = static("moot.css").removesuffix("moot.css")
    for name in ("moot.css", "vendor/moot.js", "vendor/icons.svg"):
        assert (await visitor.get(place + name)).headers["cache-control"] == lasts
    for name in ("icons", "vulture"):
        drawn = await visitor.get(drawing(name))
        assert (drawn.status_code, drawn.headers["content-type"]) == (200, "image/svg+xml")
        assert drawn.headers["cache-control"] == lasts
    assert f'src="{place}vendor/moot.js"' in (await visitor.get("/")).text
    gone = f"{place}nosuch.css", "/static/0000000000/moot.css", drawing("nosuch")
    for path in ("/", *gone, "/games/coin/rules", "/api/games"):
        assert (await visitor.get(path)).headers["cache-control"] == "no-store", path
    assert (await visitor.post(f"{place}moot.css")).headers["cache-control"] == "no-store"


async def test_no_file_of_ours_is_named_but_by_its_lasting_address():
    ann, _ = await company(site())
    for path in ("/", ann.table, f"{ann.table}/log"):
        named = re.findall(r'(?:src|href)="(/static/[^"#]+)', (await ann.get(path)).text)
        assert named
        assert all(name.startswith(static("")) for name in named)
