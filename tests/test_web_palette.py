"""What typing finds besides what can be done now: people and things, rules, lines of the story; and nothing secret."""

from __future__ import annotations

import asyncio
import re
from html import unescape
from urllib.parse import urlencode

import pytest
from tests.patching import as_script_has_it
from tests.visitors import Visitor, company, filled_forms, find, site

from moot import games
from moot.store.memory import MemoryStore
from moot.table import Shelf
from moot.table.script import demos, perform
from moot.testing.pages import flaws
from moot.web.journal import Journals
from moot.web.pages import Pages
from moot.web.palette import AT_ONCE, HeardWords, beyond
from moot.web.panels import Screens
from moot.web.rule_links import house_rule
from moot.web.things import thing_parts

pytestmark = pytest.mark.anyio

HX = {"hx-request": "true"}


async def looks(who: Visitor, words: str) -> dict[str, dict[str, str]]:
    """What is found under each heading: its words, and where they lead."""
    answer = await who.get(f"{who.table}/found", params={"q": words}, headers=HX)
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    assert flaws(answer.text) == []
    return shelves(answer.text)


def shelves(html: str) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for part in as_script_has_it(html).split('<h3 class="sub">')[1:]:
        heading, _, rows = part.partition("</h3>")
        ways = re.findall(r'(?:href|data-door)="([^"]+)"[^>]*>(.*?)</(?:a|summary)>', rows, re.DOTALL)
        found[unescape(heading)] = {_text(row): unescape(way) for way, row in ways}
    return found


def _text(html: str) -> str:
    return " ".join(unescape(re.sub("<svg.*?</svg>|<[^>]+>", "", html, flags=re.DOTALL)).split())


@pytest.fixture
async def pair():
    ann, ben = await company(site())
    assert (await ann.does("hide", value="4", hint="four like the winds")).status_code == 204
    await ben.says("The lamp is out.", "story")
    await ben.says("Is it two?")
    return ann, ben


async def test_people_are_found_by_name_and_open(pair):
    _, ben = pair
    anns = find(r'data-seat="(\w+)"', await pair[0].page())
    opens = (await looks(ben, "ann"))["Open"]
    assert f"{ben.table}/about?of={anns}" in opens.values()
    for way in opens.values():
        assert (await ben.get(way)).status_code == 200


async def test_what_is_written_with_a_printed_apostrophe_is_found_with_that_of_a_keyboard(pair):
    ann, ben = pair
    await ben.says("The miller’s lamp is out.", "story")
    for words in ("miller's lamp", "miller’s lamp"):
        assert "In the story" in await looks(ben, words)
    for words in ("ben's seat", "Ben’s seat"):
        found = (await ann.get(f"{ann.table}/find", params={"q": words}, headers=HX)).text
        assert "Take Ben’s seat away" in found.partition('id="beyond"')[0]


async def test_a_verb_is_found_by_whom_it_can_be_aimed_at_and_has_them_chosen(pair):
    ann, ben = pair
    anns = find(r'data-seat="(\w+)"', await ann.page())
    found = await looks(ben, "ann put")
    way = found["With Ann"]["Put something up"]
    assert filled_forms((await ben.get(way, headers=HX)).text)[0]["f.against"] == [anns]
    assert "With Ann" not in await looks(ben, "ann xyzzy")
    assert "With Ann" not in await looks(ben, "put")


@pytest.mark.parametrize("words", ["option", "module", "house rules", "lowest"])
async def test_the_rules_of_the_table_are_found_by_what_they_are_and_by_each_option(pair, words):
    for who in pair:
        opens = (await looks(who, words))["Open"]
        way = opens["Rules of this table"]
        assert (await who.get(way)).status_code == 200
        assert "Open" not in await looks(who, f"{words} xyzzy")


@pytest.mark.parametrize(("words", "name"), [
    ("take back", "The whole journal"), ("undo", "The whole journal"), ("qr", "Invite someone"),
    ("verify", "Are the dice fair?"),
])
async def test_what_stands_under_more_is_found_by_what_people_call_it(pair, words, name):
    for who in pair:
        way = (await looks(who, words))["Open"][name]
        assert (await who.get(way)).status_code == 200


@pytest.mark.parametrize("words", ["import", "upload", "load", "file"])
@pytest.mark.parametrize(("game", "labels"), [
    ("modos", {"Load a pack of your own"}), ("perilous", {"Load a pack of your own"}),
    ("swords-edge", {"Load a pack of your own", "Bring preparation in as text"}),
    ("wicked-age", {"Bring an oracle of your own"}),
])
async def test_what_reads_a_file_is_found_by_what_people_call_that(words, game, labels):
    guide = Visitor(site())
    await guide.opens(game=game)
    read = (await looks(guide, words))["From a file"]
    named = {label for label in labels if words in label.lower()}  # and so found among what can be done
    assert set(read) == {*labels, "Play with house rules"} - named
    for way in read.values():
        assert 'type="file"' in (await guide.get(way, headers=HX)).text
    assert "From a file" not in await looks(guide, f"{words} xyzzy")


@pytest.mark.parametrize("words", ["export", "download", "save"])
async def test_what_makes_a_file_is_found_by_what_people_call_that(pair, words):
    for who in pair:
        assert (await who.get((await looks(who, words))["Open"]["Files to take along"])).status_code == 200


async def test_the_screen_is_found_by_the_guide_alone(pair):
    guide, player = pair
    assert "A screen for the room" in (await looks(guide, "screen"))["Open"]
    assert "A screen for the room" not in (await looks(player, "screen")).get("Open", {})


async def test_rules_are_found_by_title_first_by_text_and_by_id_and_open_there(pair):
    _, ben = pair
    assert list((await looks(ben, "guess"))["Rules"]) == ["Guessing", "Take your time"]
    assert list((await looks(ben, "says number"))["Rules"]) == ["Guessing"]
    [(title, way)] = (await looks(ben, "co-02"))["Rules"].items()
    assert title == "Tossing"
    opened = (await ben.get(way, headers=HX)).text
    assert "A player rolls up to three dice." in opened
    assert house_rule(ben.table.rpartition("/")[2], "CO-02") in opened


async def test_lines_of_the_story_are_found_the_latest_first_and_lead_to_where_they_stand(pair):
    _, ben = pair
    for n in range(60):
        await ben.says(f"Number {n}.")
    found = (await looks(ben, "number"))["In the story"]
    assert [text.rpartition(" ")[2] for text in found] == [f"{n}." for n in range(59, 51, -1)]
    [(text, way)] = (await looks(ben, "lamp"))["In the story"].items()
    assert "The lamp is out." in text
    path, _, line = way.partition("#")
    assert re.search(rf'<li [^>]*id="{line}"[^>]*>The lamp is out[.]', (await ben.get(path)).text)


async def test_a_long_story_is_taken_in_piece_by_piece_while_others_are_served(pair):
    _, ben = pair
    for n in range(3 * AT_ONCE):
        assert (await ben.says(f"Number {n}.")).status_code == 204
    served = 0

    async def others() -> None:
        nonlocal served
        while True:
            served += 1
            await asyncio.sleep(0)

    meanwhile = asyncio.create_task(others())
    table = await ben._transport.app.site.find(ben.table.rpartition("/")[2])
    journal = table.journal(next(seat for seat in table.ledger.table.seated() if seat.name == "Ben"))
    told, end = HeardWords(), len(journal.entries)
    await told.listen(journal)
    meanwhile.cancel()
    assert served >= 3
    assert list(told.latest(journal, ["number", "7."]))[:2] == [end - 2, end - 12]


async def test_what_was_taken_back_is_found_and_says_so(pair):
    ann, ben = pair
    assert (await ben.does("toss", dice="1")).status_code == 204
    assert "Taken back" not in str(await looks(ben, "tosses"))
    line = find(r'id="line-(\d+)"[^>]*><span><b>Ben</b> tosses', await ben.page())
    assert (await ann.does("undo", line=line)).status_code == 204
    [text] = (await looks(ben, "tosses"))["In the story"]
    assert text.endswith("Taken back.")


async def test_taking_something_back_is_found_by_who_plays(pair):
    _, ben = pair
    for words in ("undo", "take back", "take something back"):
        assert f'{ben.table}/log#latest"' in (await ben.get(f"{ben.table}/found", params={"q": words})).text


async def test_what_a_seat_may_not_see_is_not_found(pair):
    ann, ben = pair
    assert "In the story" in await looks(ann, "winds")
    assert await looks(ben, "winds") == {}
    assert "Open" in await looks(ann, "keeper")
    assert await looks(ben, "keeper") == {}


@pytest.mark.parametrize("words", ["", " ", "a", "xyzzy"])
async def test_for_too_little_and_for_strange_words_nothing_is_found(pair, words):
    assert await looks(pair[1], words) == {}


async def test_what_is_looked_for_is_no_part_of_the_page(pair):
    assert await looks(pair[1], "<b>x") == {}
    assert (await pair[1].get(f"{pair[1].table}/found", params={"q": "lamp " * 4000}, headers=HX)).status_code == 200


async def test_without_script_all_that_is_found_is_one_page(pair):
    _, ben = pair
    page = (await ben.get(f"{ben.table}/find", params={"q": "guess"})).text
    assert "<!doctype html>" in page
    found = shelves(page)
    assert {"Asked of you", "Rules"} <= set(found)
    assert "Guessing" in found["Rules"]


async def test_who_waits_at_the_door_finds_nothing_and_a_stranger_neither(pair):
    app = pair[0]._transport.app
    eve, nobody = Visitor(app), Visitor(app)
    await eve.comes(await pair[0].link(), "Eve")
    way = f"{pair[0].table}/found?{urlencode({'q': 'ann'})}"
    assert (await eve.get(way)).status_code == 403
    assert (await nobody.get(way)).status_code == 401


@pytest.mark.parametrize("game", ["wicked-age", "swords-edge", "modos", "perilous"])
async def test_every_seat_of_every_game_finds_everybody_it_knows(game):
    table, keys = await perform(Shelf(MemoryStore()), game, next(iter(demos(games.find(game)).values())))
    pages, told = Pages(), HeardWords()
    screens = Screens(pages, Journals(pages))
    for key in keys.values():
        seat = table.ledger.table.chairs[key.seat].seat
        mine = screens.of(table, seat)
        for member in mine.moment.cast(seat.guides).values():
            found = shelves(beyond(screens, told, mine, member.name)).get("Open", {})
            assert any(member.name in name for name in found), member.name
        every, seen = ({one.name for one in mine.moment.cast(guide).values()} for guide in (True, seat.guides))
        hidden = every - seen
        for name in hidden:
            assert not any(name in one for one in shelves(beyond(screens, told, mine, name)).get("Open", {}))


@pytest.mark.parametrize(
    ("game", "who", "words", "says"),
    [
        ("swords-edge", "Nadia", "prepare hard", "Prepare something, and see how hard it is"),
        ("swords-edge", "Nadia", "cavern scene", "The cavern scene, in play"),
        ("swords-edge", "Nadia", "shock troops", "Shock Troops × 12"),
        ("wicked-age", "Martha", "wants what", "Who wants what of whom"),
        ("wicked-age", "Martha", "chief riders", "the chief of the riders Amek · Amy"),
    ],
)
async def test_papers_lists_and_the_drawer_are_found_by_the_words_of_their_rows(game, who, words, says):
    table, keys = await perform(Shelf(MemoryStore()), game, next(iter(demos(games.find(game)).values())))
    pages, told = Pages(), HeardWords()
    screens, seat = Screens(pages, Journals(pages)), table.ledger.table.chairs[keys[who].seat].seat
    mine = screens.of(table, seat)
    html = beyond(screens, told, mine, words)
    assert flaws(html) == []
    opens = shelves(html)["Open"]
    assert says in opens
    assert thing_parts(pages, mine, opens[says].rpartition("=")[2])
    others = [key for name, key in keys.items() if name != who]
    if who == "Nadia":
        for key in others:
            theirs = screens.of(table, table.ledger.table.chairs[key.seat].seat)
            assert says not in shelves(beyond(screens, told, theirs, words)).get("Open", {})
