"""The pages as text: coming in, being asked, being refused, and what nobody may see."""

import re
from importlib.resources import files

import pytest
from markupsafe import escape
from tests import toy
from tests.visitors import Visitor, company, filled_forms, find, site

from moot import games

pytestmark = pytest.mark.anyio


async def test_who_opens_a_table_runs_it_and_is_asked_at_once():
    ann = Visitor(site())
    await ann.opens(title="The lamp house")
    page = await ann.page()
    assert "The lamp house" in page
    assert "A number is to be hidden" in page
    assert 'value="hide"' in page


async def test_until_play_begins_the_guide_sees_how_others_get_in_and_all_see_who_is():
    app = site()
    ann, ben = Visitor(app), Visitor(app)
    await ann.opens()
    link = await ann.link()
    alone = await ann.page()
    assert "Nobody else is here yet" in alone
    assert f'href="{ann.table}/device"' in find(r'(?s)id="lobby"(.*?)</section>', alone)
    assert f'<code id="first-link">{link}</code>' in alone
    await ben.comes(link, "Ben")
    assert "Nobody else is here yet" not in await ann.page()
    assert "first-link" in await ann.page()
    assert (await ann.does("admit:" + find(r'value="admit:(\w+)"', await ann.page()))).status_code == 204
    in_lobby = await ben.page()
    assert "You are in, Ben" in in_lobby
    assert "<b>Ann</b>" in in_lobby
    assert "first-link" not in in_lobby
    assert "nobody but you" not in in_lobby
    await ann.says("Welcome.")
    assert "first-link" in await ann.page()
    await ann.does("hide", value="4")
    assert "first-link" not in await ann.page()
    assert "You are in, Ben" not in await ben.page()


@pytest.mark.parametrize(("home", "warns"), [("http://127.0.0.1:8765", True), ("http://192.168.1.20:8765", False)])
async def test_who_invites_is_told_where_the_link_works_on_this_machine_alone(home, warns):
    ann = Visitor(site(), base_url=home)
    await ann.opens()
    assert ("moot serve --lan" in await ann.page()) is warns


async def test_nobody_reads_what_they_could_do_while_the_game_is_paused():
    app = site()
    ann, ben = Visitor(app), Visitor(app)
    await ann.opens("wicked-age")
    await ben.comes(await ann.link(), "Ben")
    await ann.does(find(r'value="(admit:[^"]+)"', await ann.page()))
    assert "Any player chooses one." in await ben.page()
    await ann.does("pause")
    assert "Any player chooses one." not in await ben.page()
    await ann.does("resume")
    assert "Any player chooses one." in await ben.page()


async def test_all_who_knock_are_let_in_with_one_press():
    app = site()
    ann = Visitor(app)
    await ann.opens()
    for name in ("Ben", "Cy"):
        await Visitor(app).comes(await ann.link(), name)
    assert "Let both in" in await ann.page()
    assert (await ann.does("admit-all")).status_code == 204
    page = await ann.page()
    assert "at the door" not in page.partition('id="everyone"')[2].partition("</section>")[0]
    assert "Let both in" not in page


async def test_where_not_all_who_knock_fit_the_one_who_runs_it_chooses_whom(monkeypatch: pytest.MonkeyPatch):
    app = site()
    ann = Visitor(app)
    await ann.opens()
    for name in ("Ben", "Cy", "Di"):
        await Visitor(app).comes(await ann.link(), name)
    monkeypatch.setattr("moot.table.seating.MOST_SEATS", 3)
    page = await ann.page()
    assert "2 of them can still come in" in page
    assert "Let all 3 in" not in page
    assert page.count(">Let in</button>") == 3
    for _ in range(2):
        await ann.does(re.findall(r'value="(admit:[^"]+)"', await ann.page())[0])
    page = await ann.page()
    assert "<b>Di</b> is at the door, but the table is full." in page
    assert ">Let in</button>" not in page


async def test_a_newcomer_waits_at_the_door_and_sees_nothing_of_the_table():
    app = site()
    ann, ben = Visitor(app), Visitor(app)
    await ann.opens()
    await ann.says("Not for the door.")
    await ben.comes(await ann.link(), "Ben")
    waiting = await ben.page()
    assert "You are at the door, Ben" in waiting
    assert "Not for the door." not in waiting
    assert "A number is to be hidden" not in waiting
    assert (await ben.says("Hello?")).status_code == 403
    assert (await ben.get(f"{ben.table}/log")).status_code == 403
    assert (await ben.get(f"{ben.table}/story.md")).status_code == 403


async def test_a_command_is_given_by_form_and_seen_by_all_but_what_is_hidden():
    ann, ben = await company(site())
    done = await ann.does("hide", value="4", hint="four as ever")
    assert done.status_code == 204
    theirs = await ben.page()
    assert "A number is hidden." in theirs
    assert "four as ever" not in theirs
    assert "four as ever" in await ann.page()


async def test_without_script_a_form_as_the_page_has_it_leads_back_to_the_page():
    ann = Visitor(site())
    await ann.opens()
    form = next(form for form in filled_forms(await ann.page()) if form.get("moot.offer") == ["hide"])
    answer = await ann.post(f"{ann.table}/do", data=form)
    assert (answer.status_code, answer.headers["location"]) == (303, ann.table)
    assert "A number is hidden." in await ann.page()


async def test_a_refusal_comes_back_beside_the_form_with_its_sentence():
    ann = Visitor(site())
    await ann.opens()
    answer = await ann.does("hide", value="9")
    assert answer.status_code == 422
    assert "The number: a whole number from 1 to 6." in answer.text
    assert f'<a class="rule-id" href="{ann.table}/rules#CO-01">CO-01</a>' in answer.text
    assert "<html" not in answer.text
    plain = await ann.does("hide", value="9", htmx=False)
    assert plain.status_code == 422
    assert f'href="{ann.table}">Back to the table' in plain.text


async def test_a_double_tap_is_one_command():
    ann, ben = await company(site())
    await ann.does("hide", value="4")
    for _ in range(2):
        assert (await ben.does("toss", dice="1", id_="tap")).status_code == 204
    assert (await ben.page()).partition('id="lines"')[2].count("tosses") == 1


async def test_an_id_that_somebody_else_hit_on_too_is_a_command_of_its_own():
    ann, ben = await company(site())
    await ann.does("hide", value="4", id_="one")
    assert (await ben.does("guess", value="2", id_="one")).status_code == 204


async def test_a_form_whose_offer_is_gone_says_so():
    ann, _ = await company(site())
    await ann.does("hide", value="4")
    answer = await ann.does("hide", value="5")
    assert answer.status_code == 409
    assert "the game has moved on" in answer.text


async def test_dice_rolled_by_hand_are_marked():
    ann, ben = await company(site())
    await ann.does("hide", value="4")
    assert (await ben.does("toss", dice="2", faces=(6, 3))).status_code == 204
    page = await ben.page()
    assert "rolled at the table" in page
    assert "6 &amp; 3" in page
    assert (await ben.does("toss", dice="2", faces=(6,))).status_code == 422
    assert (await ben.does("toss", dice="2", faces=("six",))).status_code == 422


async def test_markup_in_what_people_write_is_text():
    ann, ben = await company(site())
    nasty = '<script>alert(1)</script><hx-partial hx-target="#head">x</hx-partial>'
    await ben.says(nasty)
    await ben.does("rename", name='<img src=x onerror="alert(1)">')
    for page in (await ann.page(), await ben.page(), (await ann.get(f"{ann.table}/log")).text):
        assert "<script>alert" not in page
        assert "<hx-partial" not in page
        assert "<img src=x" not in page
        assert "&lt;script&gt;alert(1)" in page


async def test_a_seat_is_only_for_its_holder():
    app = site()
    ann, ben = await company(app)
    stranger = Visitor(app)
    assert (await stranger.get(ann.table)).status_code == 401
    guessing = Visitor(app, cookies={"moot_seat": "wrong"})
    assert (await guessing.get(ann.table)).status_code == 401
    assert (await ben.post(f"{ben.table}/invite")).status_code == 403
    assert (await ben.does("reveal-dice")).status_code == 409


async def test_the_cookie_of_a_seat_goes_to_its_table_alone_and_not_to_scripts():
    ann = Visitor(site())
    answer = await ann.post("/open", data={"game": "coin", "name": "Ann"})
    seat = next(c for c in answer.headers.get_list("set-cookie") if c.startswith("moot_seat_"))
    attributes = {part.strip().lower() for part in seat.split(";")[1:]}
    assert {"httponly", "samesite=lax", f"path={answer.headers['location']}"} <= attributes


async def test_a_new_join_link_ends_the_old_one():
    app = site()
    ann = Visitor(app)
    await ann.opens()
    old = await ann.link()
    assert (await ann.post(f"{ann.table}/invite")).status_code == 303
    late = Visitor(app)
    assert (await late.get(old)).status_code == 403
    assert (await late.get(await ann.link())).status_code == 200


async def test_a_link_back_works_once_and_looking_at_it_does_not_use_it_up():
    app = site()
    ann, _ = await company(app)
    page = (await ann.post(f"{ann.table}/back")).text
    link = find(r'id="back-link">([^<]+)<', page)
    phone = Visitor(app)
    assert (await phone.get(link)).status_code == 200
    assert (await phone.get(link)).status_code == 200
    assert (await phone.post(link)).status_code == 303
    assert "Ann" in (await phone.get(ann.table)).text
    spent = await Visitor(app).post(link)
    assert spent.status_code == 410
    assert "used already" in spent.text


async def test_a_seat_that_was_taken_away_opens_nothing():
    ann, ben = await company(site())
    seat = find(r'data-seat="(\w+)"', await ben.page())
    assert "Take Ben’s seat away" in (await ann.get(f"{ann.table}/about", params={"of": seat})).text
    assert (await ann.does(f"turn-away:{seat}")).status_code == 204
    assert (await ben.get(ben.table)).status_code == 401


async def test_the_log_strikes_through_what_was_taken_back():
    ann, ben = await company(site())
    await ann.does("hide", value="4")
    await ben.does("toss", dice="1")
    log = (await ann.get(f"{ann.table}/log")).text
    number = [form for form in filled_forms(log) if form.get("moot.offer") == ["undo"]][-1]["f.line"][0]
    assert (await ann.does("undo", line=number)).status_code == 204
    after = await ben.page()
    assert re.search(r'<li class="line roll[^"]*undone"[^>]*><span><b>Ben</b> tosses', after)


async def test_what_somebody_did_keeps_their_colour_when_they_change_their_name():
    ann = Visitor(site())
    await ann.opens()
    await ann.does("hide", value="4")
    coloured = r'<li class="[^"]*(seat-\d)[^"]*" id="line-[^>]*><span>A number is hidden'
    before = find(coloured, await ann.page())
    assert (await ann.does("rename", name="Annie")).status_code == 204
    assert find(coloured, await ann.page()) == before != "seat-7"


async def test_the_log_is_read_backwards_a_page_at_a_time():
    ann, _ = await company(site())
    for n in range(130):
        await ann.says(f"Line number {n}.")
    newest = (await ann.get(f"{ann.table}/log")).text
    assert "Line number 129." in newest
    assert "Line number 5." not in newest
    earlier = find(r"(/log\?before=\d+)", newest)
    assert "Line number 5." in (await ann.get(f"{ann.table}{earlier}")).text


@pytest.mark.parametrize(("query", "brought"), [("", 40), ("&many=3", 3), ("&many=0", 1), ("&many=5000", 40)])
async def test_earlier_lines_come_so_many_at_a_time(query, brought):
    ann, _ = await company(site())
    for n in range(90):
        await ann.says(f"Line number {n}.")
    answer = await ann.get(f"{ann.table}/lines?before=80{query}")
    assert answer.headers["moot-from"] == str(80 - brought)
    assert re.findall(r'id="line-(\d+)"', answer.text) == [str(n) for n in range(80 - brought, 80)]


async def test_what_one_takes_home_is_ones_own():
    ann, ben = await company(site())
    await ann.does("hide", value="4", hint="four as ever")
    for path in ("story.md", "export.jsonl"):
        mine, theirs = await ann.get(f"{ann.table}/{path}"), await ben.get(f"{ben.table}/{path}")
        assert (mine.status_code, theirs.status_code) == (200, 200)
        assert "four as ever" not in theirs.text
    assert "four as ever" in (await ann.get(f"{ann.table}/export.jsonl")).text


async def test_the_join_link_is_a_picture_too():
    ann = Visitor(site())
    await ann.opens()
    answer = await ann.get(f"{ann.table}/qr")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg")


async def test_tables_are_listed_to_those_who_came_to_them_and_on_the_machine_itself():
    app = site()
    ann = Visitor(app)
    await ann.opens(title="Not for strangers")
    assert "Not for strangers" in (await ann.get("/")).text
    assert "Not for strangers" not in (await Visitor(app).get("/")).text
    here = {"client": "127.0.0.1", "base_url": "http://localhost:8000"}
    assert "Not for strangers" in (await Visitor(app, **here).get("/")).text
    assert "Not for strangers" not in (await Visitor(app, client="127.0.0.1").get("/")).text
    proxied = await Visitor(app, **here).get("/", headers={"x-forwarded-for": "203.0.113.7"})
    assert "Not for strangers" not in proxied.text


async def test_rules_are_found_by_words_and_say_what_stands_on_them():
    ann = Visitor(site())
    every = (await ann.get("/games/coin/rules")).text
    assert 'id="CO-01"' in every
    assert 'id="CO-03"' in every
    some = (await ann.get("/games/coin/rules", params={"q": "NUMBER wins"})).text
    assert 'id="CO-03"' in some
    assert 'id="CO-01"' not in some
    assert "/games/coin/rules/CO-02" in (await ann.get("/games/coin/rules/CO-01")).text


@pytest.mark.parametrize("path", ["/nowhere", "/t/nosuchid", "/games/nosuch", "/games/coin/rules/XX-01"])
async def test_what_there_is_not_is_a_page_that_says_so(path):
    answer = await Visitor(site()).get(path)
    assert answer.status_code == 404
    assert "<h1>" in answer.text


async def test_how_it_works_and_whether_it_does():
    ann = Visitor(site())
    assert (await ann.get("/how")).status_code == 200
    assert (await ann.get("/health")).json() == {"ok": True, "tables": 0}


HOUSE = """
id = "night"
title = "By night"
removes = ["CO-05"]
[alters]
"CO-04" = "Guess early."
[options]
lowest = "three"
[[adds]]
id = "NI-01"
title = "Dark"
text = "No lamps."
kind = "advice"
shown = ["hiding"]
"""


async def test_house_rules_are_given_when_the_table_is_opened():
    app = site()
    ann = Visitor(app)
    await ann.opens(module=HOUSE.replace("\n", "\r\n"), **{"option.lowest": "one"})
    page = await ann.page()
    assert "Rules of this table: By night" in page
    rules = (await ann.get(f"{ann.table}/rules")).text
    for words in ("Guess early.", "No lamps.", "CO-05", 'id="NI-01"'):
        assert words in rules
    table = await app.site.shelf.find(ann.table[3:])
    assert table.ledger.table.settings == {"lowest": "three"}
    assert (await ann.does("hide", value="2")).status_code == 422


async def test_every_body_that_a_die_is_drawn_on_is_on_the_page():
    ann, ben = await company(site())
    await ann.does("hide", value="4")
    await ben.does("toss", dice="2")
    for page in (await ben.page(), (await ben.get(f"{ben.table}/log")).text):
        drawn = set(re.findall(r'<use href="#([^"]+)"', page))
        assert drawn
        assert drawn <= set(re.findall(r'<g id="([^"]+)"', page))


def entry(page, id_):
    """The words of one rule or option on a page of rules."""
    [found] = re.findall(rf'<article class="(?:entry|entry house)" id="{id_}">(.*?)</article>', page, re.DOTALL)
    return " ".join(re.sub("<[^>]*>", " ", found).split())


async def test_a_table_shows_its_own_rules_and_says_what_changed_them():
    ann = Visitor(site())
    await ann.opens(module=HOUSE)
    assert f'href="{ann.table}/rules"' in (await ann.get(f"{ann.table}/house")).text
    page = (await ann.get(f"{ann.table}/rules")).text
    printed = toy.TOY.rulebook
    assert "House rules here: By night." in page
    assert entry(page, "NI-01").startswith("NI-01 Dark Added by “By night”. No lamps.")
    assert "Altered by “By night”. Guess early. In the book: " + printed["CO-04"].text in entry(page, "CO-04")
    assert f"Taken out by “By night”. {printed['CO-05'].text}" in entry(page, "CO-05")
    assert "by “" not in entry(page, "CO-01")
    assert "Set by “By night”." in entry(page, "option-lowest")
    assert "1 (in the book) · 3 (here)" in entry(page, "option-lowest")
    for link in re.findall(rf'href="{ann.table}/rules#([^"]*)"', page):
        assert f'id="{link}"' in page
    found = (await ann.get(f"{ann.table}/rules?q=by+night")).text
    assert "3 found." in found
    assert f'href="{ann.table}/rules#NI-01"' in found
    assert "NI-01" not in (await ann.get("/games/coin/rules")).text


async def test_a_table_without_house_rules_says_so_and_which_options_were_chosen():
    ann = Visitor(site())
    await ann.opens(**{"option.lowest": "three"})
    page = (await ann.get(f"{ann.table}/rules")).text
    assert "without house rules" in page
    assert "Chosen for this table." in entry(page, "option-lowest")
    assert len(re.findall(r'class="entry house"', page)) == 1


async def test_a_tables_rules_are_for_those_who_sit_there():
    app = site()
    ann, ben = Visitor(app), Visitor(app)
    await ann.opens(module=HOUSE)
    refused = await ben.get(f"{ann.table}/rules")
    assert refused.status_code == 401
    assert "No lamps." not in refused.text
    await ben.comes(await ann.link(), "Ben")
    assert (await ben.get(f"{ann.table}/rules")).status_code == 403


async def test_what_is_chosen_goes_before_the_options_of_house_rules():
    app = site()
    ann = Visitor(app)
    text = 'id = "m"\ntitle = "M"\n[options]\nlowest = "one"'
    await ann.opens(module=text, **{"option.lowest": "three"})
    table = await app.site.shelf.find(ann.table[3:])
    assert table.ledger.table.settings == {"lowest": "three"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("id = ", "cannot be read"),
        ('id = "m"\ntitle = "M"\nremoves = ["CO-99"]', "changes CO-99, which Coin does not have"),
        ('id = "m"\ntitle = "M"\nremoves = ["CO-01"]', "which is missing"),
        ('id = "m"\ntitle = "M"\n[options]\nlowest = "ten"', "cannot be “ten”"),
        ('id = "m"\ntitle = "M\\u0007"', "cannot be shown"),
    ],
)
async def test_house_rules_that_do_not_fit_open_no_table(text, says):
    app = site()
    answer = await Visitor(app).post("/open", data={"game": "coin", "name": "Ann", "module": text})
    assert answer.status_code == 422
    assert says in answer.text
    assert app.site.shelf.cards() == ()


OURS = 'id = "ours"\ntitle = "Our house"'


@pytest.mark.parametrize(
    ("typed", "says", "marked"),
    [
        ({"name": "\u200b\u2060"}, "Say your name in 1 to 40 letters.", "name"),
        ({"name": "A" * 41}, "Say your name in 1 to 40 letters.", "name"),
        ({"title": "T" * 81}, "A title has 80 letters at most.", "title"),
        ({"module": "id = "}, "These house rules cannot be read", "module"),
        ({"module": OURS + '\n[options]\nlowest = "nine"'}, "“Our house”: Lowest number cannot be “nine”", "module"),
        ({"module": OURS + '\nremoves = ["CO-99"]'}, "changes CO-99", "module"),
        ({"option.lowest": "nine"}, "cannot be “nine”", "option.lowest"),
    ],
)
async def test_a_form_that_opens_no_table_comes_back_as_it_was_typed(typed, says, marked):
    app = site()
    form = {"title": "Our <i>evening</i>", "name": "Ann", "option.lowest": "three", "module": OURS} | typed
    answer = await Visitor(app).post("/open", data={"game": "coin", **form})
    assert answer.status_code == 422
    (made,) = filled_forms(answer.text)
    assert made == {"game": ["coin"], "title": [form["title"]], "name": [form["name"]]}
    assert says in find(r'role="alert" id="open-refused">([^<]*)', answer.text)
    said = r'name="([\w.]+)"[^>]* aria-describedby="[^"]*open-refused" aria-invalid'
    assert re.findall(said, answer.text) == [marked]
    labels = re.findall(r'data-wrong><label class="legend" for="coin-(\w+)', answer.text)
    assert labels == [marked.removeprefix("option.")]
    assert escape(form["module"]) in find(r"<textarea[^>]*>\n([^<]*)", answer.text)
    assert ('value="three" selected' in answer.text) == (form["option.lowest"] == "three")
    assert app.site.shelf.cards() == ()


async def test_options_are_chosen_when_the_table_is_opened():
    ann = Visitor(site())
    await ann.opens(**{"option.lowest": "three"})
    assert 'min="3" max="6"' in await ann.page()
    answer = await ann.post("/open", data={"game": "coin", "name": "Ann", "option.lowest": "nine"})
    assert answer.status_code == 422


@pytest.mark.parametrize("name", games.names())
async def test_a_games_pages_wear_its_own_theme_and_the_shared_one_names_no_game(name):
    ann = Visitor(site())
    page = (await ann.get(f"/games/{name}")).text
    sheets = re.findall(r'<link rel="stylesheet" href="([^"]+)"', page)
    own = files(games.find(name).package).joinpath("web").joinpath("theme.css")
    themes = [sheet for sheet in sheets if sheet.startswith(f"/games/{name}/theme.css?v=")]
    assert len(themes) == own.is_file()
    for sheet in themes:
        answer = await ann.get(sheet)
        assert answer.headers["content-type"].startswith("text/css")
        assert "immutable" in answer.headers["cache-control"]
        assert answer.text == own.read_text(encoding="utf-8")
    shared = (await ann.get(next(sheet for sheet in sheets if "moot.css" in sheet))).text
    assert name not in shared
    assert games.find(name).title not in shared


async def test_there_is_no_theme_of_no_game():
    assert (await Visitor(site()).get("/games/nothing/theme.css")).status_code == 404
