"""One device, several seats: what comes from a page counts for its seat alone, and covers hide the others' pages."""

from __future__ import annotations

from uuid import uuid4

import pytest
from tests.visitors import Visitor, company, filled_forms, find, site
from tests.wire import Tap

pytestmark = pytest.mark.anyio


def seat_of(page: str) -> str:
    return find(r'data-seat="([^"]+)"', page)


async def shared_device(app):
    """A table whose guide's browser has Ben's seat as well as Ann's, with Ann's page uncovered; the two seats."""
    ann, _ = await company(app)
    anns = seat_of(await ann.page())
    bens = find(r'name="take" value="([^"]+)"', (await ann.get(f"{ann.table}/device")).text)
    answer = await ann.post(f"{ann.table}/device", data={"take": bens, "moot.seat": anns})
    assert answer.headers["location"] == f"{ann.table}?seat={bens}"
    await ann.post(f"{ann.table}/hand", data={"to": anns})
    return ann, anns, bens


async def page_of(visitor, seat):
    return (await visitor.get(f"{visitor.table}?seat={seat}")).text


async def passed(visitor, by, to):
    """The cover that lies there after the device was passed on."""
    answer = await visitor.post(f"{visitor.table}/pass", data={"moot.seat": by, "to": to})
    assert answer.status_code == 303
    return (await visitor.get(answer.headers["location"])).text


async def say(visitor, text, **page):
    data = {"moot.id": uuid4().hex, "as": "aside", "text": text, **page}
    return await visitor.post(f"{visitor.table}/say", data=data, headers={"hx-request": "true"})


async def test_what_comes_from_a_page_counts_for_its_seat_whoever_has_the_device_in_hand():
    ann, anns, bens = await shared_device(site())
    for seat in (anns, bens, anns):
        assert (await say(ann, f"I am {seat}.", **{"moot.seat": seat})).status_code == 204
    log = (await ann.get(f"{ann.table}/export.jsonl?seat={anns}")).text
    said = [line for line in log.splitlines() if "I am s" in line]
    assert [seat for line in said for seat in (anns, bens) if f'"seat":"{seat}"' in line] == [anns, bens, anns]


async def test_without_script_every_form_says_whose_page_it_is():
    ann, anns, bens = await shared_device(site())
    for seat in (anns, bens):
        await ann.post(f"{ann.table}/hand", data={"to": seat})
        sent = [form for form in filled_forms(await page_of(ann, seat)) if "moot.id" in form]
        assert sent
        assert all(form["moot.seat"] == [seat] for form in sent)
        answer = await ann.post(f"{ann.table}/say", data={**sent[-1], "text": "Here.", "as": "aside"})
        assert answer.headers["location"] == f"{ann.table}?seat={seat}"


@pytest.mark.parametrize(
    ("said", "words"),
    [({}, "Several seats are on this device."), ({"moot.seat": "s000000"}, "a seat that this device does not have")],
)
async def test_what_does_not_come_from_a_page_of_a_seat_here_is_refused_and_changes_nothing(said, words):
    app = site()
    ann, anns, _ = await shared_device(app)
    before = (await ann.get(f"{ann.table}/export.jsonl?seat={anns}")).text
    answer = await say(ann, "Who says this?", **said)
    assert answer.status_code in (401, 409)
    assert words in answer.text
    assert (await ann.get(f"{ann.table}/export.jsonl?seat={anns}")).text == before


async def test_one_cannot_say_that_a_page_is_somebody_elses():
    app = site()
    ann, ben = await company(app)
    anns = seat_of(await ann.page())
    for answer in (
        await say(ben, "I am Ann.", **{"moot.seat": anns}),
        await ben.get(f"{ben.table}?seat={anns}"),
        await ben.get(f"{ben.table}/log", headers={"moot-seat": anns}),
        await ben.post(f"{ben.table}/hand", data={"to": anns}),
        await ben.post(f"{ben.table}/pass", data={"to": anns}),
    ):
        assert answer.status_code == 401
    for hand in (f"moot_hand={anns}", f"moot_hand={anns}; moot_open_hand=1"):
        cookies = "; ".join(f"{one.name}={one.value}" for one in ben.cookies.jar if one.name.startswith("moot_seat"))
        page = await Visitor(app, headers={"cookie": f"{cookies}; {hand}"}).get(ben.table)
        assert seat_of(page.text) == seat_of(await ben.page())


async def test_a_cover_hides_what_is_under_it_and_a_press_uncovers_it():
    ann, anns, bens = await shared_device(site())
    hides = {"moot.offer": "hide", "f.value": "4", "f.hint": "four as ever", "moot.seat": anns, "moot.id": "once"}
    await ann.post(f"{ann.table}/do", data=hides)
    assert "four as ever" in await page_of(ann, anns)
    cover = await passed(ann, anns, bens)
    assert "I am Ben: uncover" in cover
    for seat in (anns, bens):
        page = await page_of(ann, seat)
        assert "data-seat" not in page
        assert "four as ever" not in page
        assert "A number is hidden" not in page
    assert "Who has the device?" in (await ann.get(ann.table)).text
    assert (await ann.get(f"{ann.table}/log")).status_code == 409
    await ann.post(f"{ann.table}/hand", data={"to": bens})
    page = await page_of(ann, bens)
    assert seat_of(page) == bens
    assert "four as ever" not in page
    assert "four as ever" not in await page_of(ann, anns)
    assert (await ann.get(ann.table)).headers["location"] == f"{ann.table}?seat={bens}"


async def test_one_person_who_plays_all_sees_no_covers():
    ann, anns, bens = await shared_device(site())
    await ann.post(f"{ann.table}/hand", data={"to": anns, "open": "1"})
    assert seat_of(await passed(ann, anns, bens)) == bens
    await ann.post(f"{ann.table}/hand", data={"to": anns, "open": "0"})
    assert "uncover" in await passed(ann, anns, bens)


async def test_each_page_follows_its_own_seat():
    app = site()
    ann, anns, bens = await shared_device(app)
    cookie = "; ".join(f"{one.name}={one.value}" for one in ann.cookies.jar).encode()
    taps = [Tap(app, f"{ann.table}/stream", [(b"cookie", cookie)], f"seat={seat}") for seat in (anns, bens)]
    for tap in taps:
        await tap.quiet()
    heard = [b"".join(tap.taken()).decode() for tap in taps]
    for tap in taps:
        tap.close()
    assert "Ann" in heard[0]
    assert "Hide a number" in heard[0]
    assert "Hide a number" not in heard[1]


async def test_everybody_hears_that_a_seat_was_given_to_a_device():
    app = site()
    ann, ben = await company(app)
    anns = seat_of(await ann.page())
    bens = seat_of(await ben.page())
    await ann.post(f"{ann.table}/device", data={"take": bens, "moot.seat": anns})
    assert "Ben is back." in await ben.page()
    assert seat_of(await ben.page()) == bens


async def test_only_the_guide_can_give_somebodys_seat_to_a_device():
    app = site()
    ann, ben = await company(app)
    anns, bens = seat_of(await ann.page()), seat_of(await ben.page())
    assert 'name="take"' not in (await ben.get(f"{ben.table}/device")).text
    for other in (anns, "s000000"):
        answer = await ben.post(f"{ben.table}/device", data={"take": other, "moot.seat": bens})
        assert answer.status_code == 422
    assert 'name="take" value="' + anns not in (await ann.get(f"{ann.table}/device")).text


async def test_somebody_new_sits_down_on_the_device_and_a_name_that_is_taken_is_asked_for_again():
    app = site()
    ann, ben = await company(app)
    anns, bens = seat_of(await ann.page()), seat_of(await ben.page())
    answer = await ann.post(f"{ann.table}/device", data={"name": "Ben", "moot.seat": anns})
    assert answer.status_code == 422
    assert "Somebody here is called Ben already" in answer.text
    answer = await ann.post(f"{ann.table}/device", data={"name": "Cy", "moot.seat": anns})
    assert "You are in, Cy" in (await ann.get(answer.headers["location"])).text
    answer = await ben.post(f"{ben.table}/device", data={"name": "Di", "moot.seat": bens})
    assert "You are at the door, Di" in (await ben.get(answer.headers["location"])).text


async def test_a_seat_that_is_taken_off_a_device_needs_a_key_again():
    ann, anns, bens = await shared_device(site())
    off = {"off": bens, "moot.seat": anns}
    assert (await ann.post(f"{ann.table}/device/off", data=off)).status_code == 303
    assert (await ann.post(f"{ann.table}/device/off", data=off)).status_code == 401
    assert (await ann.post(f"{ann.table}/device/off", data={**off, "off": anns})).status_code == 409
    assert (await ann.get(f"{ann.table}?seat={bens}")).status_code == 401
    assert seat_of(await ann.page()) == anns


async def test_a_cookie_of_before_goes_on_working_beside_new_ones():
    app = site()
    ann, ben = await company(app)
    bens = seat_of(await ben.page())
    secret = next(one.value for one in ben.cookies.jar if one.name.startswith("moot_seat"))
    old = Visitor(app, cookies={"moot_seat": secret})
    old.table = ben.table
    assert seat_of(await old.page()) == bens
    assert (await old.says("As ever.")).status_code == 204
    link = find(r'id="back-link">([^<]+)<', (await ann.post(f"{ann.table}/back")).text)
    assert "has the seat of <b>Ben</b> as well, and keeps it" in (await old.get(link)).text
    answer = await old.post(link)
    assert seat_of((await old.get(answer.headers["location"], follow_redirects=True)).text) == seat_of(await ann.page())
    assert (await say(old, "Both.", **{"moot.seat": bens})).status_code == 204


async def test_whoever_waits_at_the_door_and_gets_an_old_seat_back_goes_on_in_it():
    app = site()
    ann, ben = await company(app)
    bens = seat_of(await ben.page())
    phone, link = Visitor(app), await ann.link()
    path, _, code = link.partition("?k=")
    came = await phone.post(path, data={"k": code, "name": "Ben", "claims": bens})
    phone.table = came.headers["location"]
    at_door = seat_of(await phone.page())
    await ann.does(f"hand-seat:{at_door}:{bens}")
    assert (await say(phone, "I am back.", **{"moot.seat": at_door})).status_code == 204
    cookie = "; ".join(f"{one.name}={one.value}" for one in phone.cookies.jar).encode()
    tap = Tap(app, f"{phone.table}/stream", [(b"cookie", cookie)], f"seat={at_door}")
    await tap.quiet()
    assert b"event: moot:seat" in b"".join(tap.taken())
    tap.close()


async def test_two_at_the_door_at_once_have_each_a_page_of_their_own_colour():
    app = site()
    ann, _ = await company(app)
    path, _, code = (await ann.link()).partition("?k=")
    phones = {name: Visitor(app) for name in ("Cleo", "Dov")}
    for name, phone in phones.items():
        phone.table = (await phone.post(path, data={"k": code, "name": name})).headers["location"]
    feeds = {name: find(r'hx-sse:connect="[^"?]+\?([^"]+)"', await phone.page()) for name, phone in phones.items()}
    for phone in phones.values():
        await ann.does(f"admit:{seat_of(await phone.page())}")
    for name, moved in (("Cleo", False), ("Dov", True)):
        phone = phones[name]
        cookie = "; ".join(f"{one.name}={one.value}" for one in phone.cookies.jar).encode()
        tap = Tap(app, f"{phone.table}/stream", [(b"cookie", cookie)], feeds[name].replace("&amp;", "&"))
        await tap.quiet()
        assert (b"event: moot:seat" in b"".join(tap.taken())) == moved, name
        tap.close()
    hues = [find(r'data-hue="(\d)"', await phone.page()) for phone in phones.values()]
    assert len({*hues}) == 2


async def test_at_a_table_to_try_one_can_take_over_from_stand_ins():
    app = site()
    visitor = Visitor(app)
    answer = await visitor.post("/try/wicked-age", data={"seat": "Martha"})
    visitor.table = answer.headers["location"]
    mine = seat_of(await visitor.page())
    device = (await visitor.get(f"{visitor.table}/device")).text
    assert "Take over Tom here" in device
    toms = find(r'name="take" value="([^"]+)"><button>Take over Tom', device)
    answer = await visitor.post(f"{visitor.table}/device", data={"take": toms, "moot.seat": mine})
    page = (await visitor.get(answer.headers["location"])).text
    assert seat_of(page) == toms
    assert "Tom plays again." in page
    assert "Take over Tom here" not in (await visitor.get(f"{visitor.table}/device")).text
