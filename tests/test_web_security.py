"""What keeps other sites out: headers, origins, sizes, speed, and errors that tell nothing."""

from typing import Any

import pytest
from tests.visitors import UNLIMITED, Visitor, company, find, site

from moot.store.memory import MemoryStore
from moot.web import Limits, Rate
from moot.web.limits import MOST_BUCKETS, Buckets, TooFast
from moot.web.pages import static
from moot.web.tarpit import Tarpit

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("path", ["/", "/nowhere", static("moot.css"), "/api/games", "/api/nowhere", "/t/nosuchid"])
async def test_every_answer_carries_the_headers(path):
    answer = await Visitor(site()).get(path)
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'self';")
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"


async def test_no_page_has_script_or_style_in_it():
    ann, _ = await company(site())
    for path in ("/", "/how", "/games/coin", "/games/coin/rules", ann.table, f"{ann.table}/log", f"{ann.table}/back"):
        page = (await ann.get(path)).text
        assert "<style" not in page
        assert " style=" not in page
        assert " onclick=" not in page
        assert "<script>" not in page


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "", "origin": "https://elsewhere.test"},
        {"sec-fetch-site": "", "origin": "null"},
        {"sec-fetch-site": "", "referer": "https://elsewhere.test/moot.test"},
        {"sec-fetch-site": ""},
    ],
)
async def test_a_post_from_elsewhere_does_nothing(headers):
    ann = Visitor(site())
    await ann.opens()
    answer = await ann.post(
        f"{ann.table}/say", data={"moot.id": "x", "as": "aside", "text": "Not me."}, headers=headers
    )
    assert answer.status_code == 403
    assert "Not me." not in await ann.page()


async def test_a_post_from_our_own_page_is_known_by_its_origin():
    ann = Visitor(site())
    await ann.opens()
    headers = {"sec-fetch-site": "", "origin": "http://moot.test"}
    form = {"moot.id": "x", "as": "aside", "text": "Me."}
    answer = await ann.post(f"{ann.table}/say", data=form, headers=headers)
    assert answer.status_code == 303


async def test_behind_a_proxy_the_public_name_is_ours_too():
    ann = Visitor(site(base_url="https://moot.example"))
    await ann.opens()
    assert (await ann.link()).startswith("https://moot.example/t/")
    headers = {"sec-fetch-site": "", "origin": "https://moot.example"}
    form = {"moot.id": "x", "as": "aside", "text": "Me."}
    assert (await ann.post(f"{ann.table}/say", data=form, headers=headers)).status_code == 303


async def test_a_body_that_is_too_large_is_refused():
    ann = Visitor(site())
    await ann.opens()
    answer = await ann.says("x" * 70_000)
    assert answer.status_code == 413
    assert "64 KiB" in answer.text


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"\xff\xfe", "application/x-www-form-urlencoded", 400),
        (b"&".join(b"a=b" for _ in range(2000)), "application/x-www-form-urlencoded", 400),
        (b"{}", "application/json", 415),
    ],
)
async def test_a_body_that_is_no_form_is_refused(body, kind, status):
    ann = Visitor(site())
    await ann.opens()
    answer = await ann.post(f"{ann.table}/do", content=body, headers={"content-type": kind})
    assert answer.status_code == status


async def test_a_seat_that_floods_is_slowed_down_and_told_for_how_long():
    ann = Visitor(site(limits=Limits(seat=Rate(0.1, 3), address=Rate(1e6, 1e6), door=Rate(1e6, 1e6))))
    await ann.opens()
    statuses = [(await ann.says(f"{n}")).status_code for n in range(4)]
    assert statuses == [204, 204, 204, 429]
    answer = await ann.says("again")
    assert 1 <= int(answer.headers["retry-after"]) <= 10
    assert "Try again in" in answer.text


async def test_one_address_cannot_take_seats_or_try_secrets_without_end():
    app = site(limits=Limits(seat=Rate(1e6, 1e6), address=Rate(1e6, 1e6), door=Rate(0.01, 3)))
    ann = Visitor(app, client="203.0.113.1")
    await ann.opens()
    thief = Visitor(app, cookies={"moot_seat": "guess"}, client="203.0.113.2")
    assert [(await thief.get(ann.table)).status_code for _ in range(4)] == [401, 401, 401, 429]
    assert (await ann.get(ann.table)).status_code == 200


async def test_what_a_stranger_asks_for_never_reads_the_whole_shelf(monkeypatch):
    store = MemoryStore()
    app = site(store)
    ann = Visitor(app)
    await ann.opens()
    monkeypatch.setattr(store, "cards", None)
    assert (await Visitor(app).get("/t/nowhere")).status_code == 404
    assert (await Visitor(app).get("/")).status_code == 200
    assert "Our table" in (await ann.get("/")).text
    assert (await Visitor(app).get("/health")).json() == {"ok": True, "tables": 1}


@pytest.mark.parametrize("place", ["/t/nowhere", "/t/nowhere/join?k=x", "/api/tables/nowhere", "/t/nowhere/back/x"])
async def test_one_address_cannot_look_for_tables_without_end(place):
    app = site(limits=Limits(seat=Rate(1e6, 1e6), address=Rate(1e6, 1e6), door=Rate(0.01, 3)))
    statuses = [(await Visitor(app).get(place)).status_code for _ in range(4)]
    assert statuses == [404, 404, 404, 429]


async def test_normal_play_never_meets_the_limits():
    ann, ben = await company(site(limits=Limits()))
    for n in range(25):
        assert (await ann.says(f"{n}")).status_code == 204
        assert (await ben.says(f"{n}")).status_code == 204


def test_a_bucket_fills_again_with_time():
    now = [0.0]
    buckets = Buckets(Rate(2, 4), lambda: now[0])
    for _ in range(4):
        buckets.take("a")
    with pytest.raises(TooFast) as slow:
        buckets.take("a")
    assert slow.value.wait == 1
    buckets.take("b")
    now[0] = 1.0
    buckets.take("a")
    buckets.take("a")
    with pytest.raises(TooFast):
        buckets.take("a")


def test_the_oldest_buckets_are_forgotten_first():
    buckets = Buckets(Rate(1, 4), lambda: 0.0)
    for number in range(MOST_BUCKETS + 1):
        buckets.take(f"{number}", 4)
    forgotten = MOST_BUCKETS // 2 + 1
    assert [buckets.has(f"{number}") for number in (0, forgotten - 1, forgotten, MOST_BUCKETS)] == [
        True, True, False, False,
    ]


class Refusing:
    """A store whose disk is full from some moment on."""

    def __init__(self, store):
        self._store = store
        self.full = False

    def __getattr__(self, name):
        return getattr(self._store, name)

    async def append(self, table, entry):
        if self.full:
            raise OSError("no space left on /secret/place")
        await self._store.append(table, entry)


async def test_a_full_disk_is_said_in_a_sentence_and_nothing_has_changed():
    store = Refusing(MemoryStore())
    ann = Visitor(site(store))
    await ann.opens()
    store.full = True
    answer = await ann.says("Lost.")
    assert answer.status_code == 503
    assert "nothing has changed" in answer.text
    assert "/secret/place" not in answer.text
    store.full = False
    assert "Lost." not in await ann.page()


async def test_an_accident_of_ours_tells_nothing_of_the_inside(monkeypatch):
    app = site()
    ann = Visitor(app)
    await ann.opens()
    monkeypatch.setattr(app.site.screens, "screen", lambda *_: 1 / 0)
    answer = await ann.get(ann.table)
    assert answer.status_code == 500
    assert "Something broke on our side" in answer.text
    assert "ZeroDivisionError" not in answer.text
    assert "Traceback" not in answer.text


def test_the_limits_of_a_site_are_generous_unless_said_otherwise():
    assert Limits().seat.burst >= 30
    assert UNLIMITED.seat.each > Limits().seat.each


@pytest.mark.parametrize(
    "others",
    ['prefs={"a":1}', "flag", "a b=c", "list[]=1", "é=ü", "moot_tables=[]", "=", "$Version=1"],
)
async def test_a_strange_cookie_of_another_site_on_this_host_costs_nobody_their_seat(others):
    app = site()
    ann, _ = await company(app)
    secret = next(cookie.value for cookie in ann.cookies.jar if cookie.name.startswith("moot_seat"))
    for sent in (f"{others}; moot_seat={secret}", f"moot_seat={secret}; {others}", f"moot_seat={secret}; moot_seat=x"):
        stranger = Visitor(app, headers={"cookie": sent.encode("latin-1")})
        assert (await stranger.get(ann.table)).status_code == 200, sent


@pytest.mark.parametrize(("home", "sent"), [("https://moot.test", "same-origin"), ("http://moot.test", None)])
async def test_no_other_window_gets_hold_of_a_page_where_browsers_can_see_to_that(home, sent):
    answer = await Visitor(site(), base_url=home).get("/")
    assert answer.headers.get("cross-origin-opener-policy") == sent


async def test_one_address_looks_at_so_many_pages_and_files_of_ours_do_not_count():
    app = site(limits=Limits(reading=Rate(0.01, 3)))
    reader = Visitor(app, client="203.0.113.1")
    styles = find(r'href="(/static/[^"]+[.]css)"', (await reader.get("/how")).text)
    assert [(await reader.get(styles)).status_code for _ in range(5)] == [200] * 5
    assert [(await reader.get("/how")).status_code for _ in range(3)] == [200, 200, 429]
    assert (await Visitor(app, client="203.0.113.2").get("/how")).status_code == 200


async def test_the_word_that_somebody_is_too_fast_is_held_back_and_no_other():
    held: list[float] = []

    async def asleep(seconds: float) -> None:
        held.append(seconds)

    app: Any = site(limits=Limits(reading=Rate(0.01, 1)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("moot.web.tarpit.sleep", asleep)
        slow: Any = Tarpit(app, 7)
        reader = Visitor(slow)
        assert [(await reader.get("/how")).status_code for _ in range(3)] == [200, 429, 429]
    assert held == [7, 7]
