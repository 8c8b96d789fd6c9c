"""Coming in and coming back: whatever somebody types, there is a way on."""

from __future__ import annotations

import pytest
from tests.visitors import Visitor, company, filled_forms, find, site

pytestmark = pytest.mark.anyio


async def asked(visitor: Visitor, link: str, name: str, **more: str):
    path, _, code = link.partition("?k=")
    return await visitor.post(path, data={"k": code, "name": name, "role": "player", **more})


async def test_one_who_comes_from_another_device_asks_for_their_seat():
    app = site()
    ann, ben = await company(app)
    phone, link = Visitor(app), await ann.link()
    answer = await asked(phone, link, "ben")
    assert answer.status_code == 422
    assert "Are you Ben?" in answer.text
    claims = find(r'name="claims" value="([^"]+)"', answer.text)
    came = await asked(phone, link, "Ben", claims=claims)
    assert came.status_code == 303
    phone.table = came.headers["location"]
    assert "<b>Ben</b> says they had Ben’s seat before." in await ann.page()
    assert (await ben.page()).count("is at the door") == 1  # when he came himself
    comer = find(r'name="moot.offer" value="hand-seat:([^":]+):', await ann.page())
    assert (await ann.does(f"hand-seat:{comer}:{claims}")).status_code == 204
    assert find(r'data-seat="([^"]+)"', await phone.page()) == claims


async def test_one_who_left_and_comes_again_by_the_same_name_is_offered_their_seat():
    app = site()
    ann, ben = await company(app)
    bens = find(r'data-seat="([^"]+)"', await ben.page())
    assert (await ann.does(f"turn-away:{bens}")).status_code == 204
    assert (await asked(Visitor(app), await ann.link(), "ben")).status_code == 303
    page = await ann.page()
    assert "<b>ben</b> is at the door, and somebody of that name has left a seat." in page
    comer = find(rf'name="moot.offer" value="hand-seat:([^":]+):{bens}"', page)
    assert (await ann.does(f"hand-seat:{comer}:{bens}")).status_code == 204
    assert "Ben is back." in await ann.page()


async def test_at_an_open_door_the_name_of_somebody_who_left_asks_whether_it_is_they():
    app = site()
    ann, ben = await company(app)
    bens, link = find(r'data-seat="([^"]+)"', await ben.page()), await ann.link()
    await asked(Visitor(app), link, "Cy")
    turned_away = find(r'value="admit:(\w+)"', await ann.page())
    assert (await ann.does(f"turn-away:{turned_away}")).status_code == 204
    assert (await ben.does("leave")).status_code == 204
    assert (await ann.does("set-house", door="open", undo="guide")).status_code == 204
    answer = await asked(Visitor(app), link, "ben")
    assert "Are you Ben?" in answer.text
    assert "Ben sat at this table before, and left." in answer.text
    assert find(r'name="claims" value="([^"]+)"', answer.text) == bens
    assert (await asked(Visitor(app), link, "Cy")).status_code == 303  # of who never came in nobody hears
    phone = Visitor(app)
    phone.table = (await asked(phone, link, "Ben", claims=bens)).headers["location"]
    comer = find(rf'name="moot.offer" value="hand-seat:([^":]+):{bens}"', await ann.page())
    assert (await ann.does(f"hand-seat:{comer}:{bens}")).status_code == 204
    assert find(r'data-seat="([^"]+)"', await phone.page()) == bens


async def test_at_an_open_door_another_one_of_that_name_sits_down_as_somebody_new():
    app = site()
    ann, ben = await company(app)
    link = await ann.link()
    assert (await ben.does("leave")).status_code == 204
    assert (await ann.does("set-house", door="open", undo="guide")).status_code == 204
    other, *_ = [form for form in filled_forms((await asked(Visitor(app), link, "Ben")).text) if "new" in form]
    visitor = Visitor(app)
    answer = await visitor.post(link.partition("?k=")[0], data={**other, "role": "player"})
    assert answer.status_code == 303
    assert (await asked(Visitor(app), link, "Ben")).status_code == 422  # the name is taken now


@pytest.mark.parametrize("name", ["", "   ", "x" * 41])
async def test_a_name_that_is_none_is_asked_for_again_with_the_link_kept(name):
    app = site()
    ann, _ = await company(app)
    visitor, link = Visitor(app), await ann.link()
    answer = await asked(visitor, link, name)
    assert answer.status_code == 422
    assert "Say your name in 1 to 40 letters." in answer.text
    assert f'value="{link.partition("?k=")[2]}"' in answer.text
    assert (await asked(visitor, link, "Cy")).status_code == 303


async def test_the_guides_seat_cannot_be_asked_for_at_the_door():
    app = site()
    ann, _ = await company(app)
    answer = await asked(Visitor(app), await ann.link(), "Ann")
    assert answer.status_code == 422
    assert "Are you Ann?" not in answer.text
    assert "add an initial" in answer.text


async def test_a_link_back_that_is_used_up_leads_who_sits_there_to_the_table():
    app = site()
    ann, _ = await company(app)
    link = find(r'id="back-link">([^<]+)<', (await ann.post(f"{ann.table}/back")).text)
    phone = Visitor(app)
    assert (await phone.post(link)).status_code == 303
    again = await phone.get(link)
    assert (again.status_code, again.headers["location"]) == (303, ann.table)
    spent = await Visitor(app).get(link)
    assert spent.status_code == 410
    assert "come by the join link and say your name" in spent.text
    assert 'href="/">Home</a>' in spent.text


async def test_who_has_a_seat_goes_on_to_it_by_any_join_link():
    app = site()
    ann, ben = await company(app)
    link = await ann.link()
    await ann.post(f"{ann.table}/invite")
    assert (await ben.get(link)).headers["location"] == ben.table


async def test_no_page_has_a_number_for_a_heading():
    app = site()
    for path in ("/t/nosuchid", "/nowhere"):
        page = (await Visitor(app).get(path)).text
        assert "<p class=\"label\">4" not in page


async def test_who_has_no_seat_reads_how_to_get_one_and_is_not_sent_in_circles():
    app = site()
    ann, _ = await company(app)
    old = await ann.link()
    await ann.post(f"{ann.table}/invite")
    for path in (ann.table, f"{ann.table}/log", old):
        answer = await Visitor(app).get(path)
        assert answer.status_code in (401, 403)
        assert "More, “Invite someone”" in answer.text
        assert f'href="{ann.table}"' not in answer.text


async def test_who_waits_at_the_door_is_not_told_where_the_game_stands():
    app = site()
    ann, ben = await company(app)
    assert "headline" in (await ben.get(f"{ben.table}/turn")).json()
    stranger, link = Visitor(app), await ann.link()
    stranger.table = (await asked(stranger, link, "Cy")).headers["location"]
    answer = await stranger.get(f"{stranger.table}/turn")
    assert (answer.status_code, "headline" in answer.text) == (403, False)
