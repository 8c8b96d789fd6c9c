"""What pages fetch when somebody opens it: forms behind doors, things with their verbs, the search."""

from __future__ import annotations

import re
from html import unescape
from itertools import chain
from typing import Any

import pytest
from msgspec.structs import replace
from tests.patching import as_script_has_it
from tests.visitors import UNLIMITED, Visitor, company, filled_forms, find, site

from moot import games
from moot.core import Refused, Seat
from moot.store.memory import MemoryStore
from moot.table import Asked, Key, Shelf, Table
from moot.table.emblems import groups
from moot.table.script import demos, perform
from moot.testing.pages import flaws
from moot.web import create_app
from moot.web.journal import Journals
from moot.web.moment import COMPOSED
from moot.web.pages import Pages
from moot.web.panels import Screens
from moot.web.things import emblem_parts, form_parts, search, thing_parts

pytestmark = pytest.mark.anyio

DOOR = re.compile(r'<details class="tool" id="([^"]+)-fold" data-door="([^"]+)"><summary>([^<]+)<')
HX = {"hx-request": "true"}


def doors(html: str) -> dict[str, str]:
    """Where the doors of a page lead, by their labels."""
    return {unescape(door[3]).strip(): unescape(door[2]) for door in DOOR.finditer(as_script_has_it(html))}


async def guessing() -> tuple[Visitor, Visitor]:
    """A guide who has hidden a number, and a player."""
    ann, ben = await company(site())
    assert (await ann.does("hide", value="4")).status_code == 204
    return ann, ben


async def camp(people: int) -> tuple[Visitor, Table, Seat]:
    """In a Wicked Age after its demo, with a GM who has that many people, and the GM's browser."""
    shelf = Shelf(MemoryStore())
    table, keys = await perform(shelf, "wicked-age", next(iter(demos(games.find("wicked-age")).values())))
    key = keys["Erin"]
    guide = table.holder(key.secret)
    while sum(member.seat == guide.id for member in table.ledger.cast(guide=True)) < people:
        await table.ask(guide, Asked(id=f"more-{table.ledger.seq}", command={"do": "quick-npc", "figure": ""}))
    erin = Visitor(create_app(shelf, limits=UNLIMITED))
    erin.cookies.set("moot_seat", key.secret)
    erin.table = f"/t/{table.id}"
    return erin, table, guide


# ---------------------------------------------------------------- doors


async def test_a_form_behind_a_door_is_the_one_that_the_offer_makes_and_sends_it():
    _, ben = await guessing()
    page = await ben.page()
    assert 'name="f.dice"' not in page
    id_ = next(door[1] for door in DOOR.finditer(as_script_has_it(page)) if door[3] == "Toss")
    way = doors(page)["Toss"]
    opened = await ben.get(way, headers=HX)
    assert opened.status_code == 200
    assert "<html" not in opened.text
    assert f'<form class="offer" id="{id_}"' in opened.text
    assert flaws(opened.text) == []
    [form] = filled_forms(opened.text)
    assert (form["moot.offer"], form["f.dice"]) == (["toss"], ["1"])
    assert (await ben.post(f"{ben.table}/do", data={**form, "moot.id": "once"}, headers=HX)).status_code == 204
    assert "tosses" in await ben.page()


async def test_every_door_of_everybodys_pages_opens():
    for one in await guessing():
        every = (await one.get(f"{one.table}/find")).text
        ways = {**doors(await one.page()), **doors(every)}
        assert len(ways) > 3
        for label, way in ways.items():
            opened = await one.get(way, headers=HX)
            assert opened.status_code == 200, label
            assert flaws(opened.text) == []


async def test_a_form_that_was_opened_from_a_thing_has_that_thing_chosen():
    ann, ben = await guessing()
    anns = find(r'data-seat="(\w+)"', await ann.page())
    sheet = (await ben.get(f"{ben.table}/about", params={"of": anns}, headers=HX)).text
    way = doors(sheet)["Put something up"]
    chosen = filled_forms((await ben.get(way, headers=HX)).text)[0]
    assert chosen["f.against"] == [anns]
    plain = filled_forms((await ben.get(doors(await ben.page())["Put something up"], headers=HX)).text)[0]
    assert "f.against" not in plain


@pytest.mark.parametrize("offer", ["hide", "toss", "no-such", "admit:s1", ""])
async def test_what_is_not_on_offer_opens_no_form_and_says_so(offer):
    ann, ben = await guessing()
    asks = ann if offer == "toss" else ben
    gone = await asks.get(f"{asks.table}/form", params={"offer": offer}, headers=HX)
    assert gone.status_code == 409
    assert "This is no longer open: the game has moved on." in gone.text
    assert "<form" not in gone.text
    again = await asks.get(f"{asks.table}/form", params={"offer": offer}, headers={**HX, "moot-looks": "1"})
    assert (again.status_code, again.headers["moot-status"]) == (200, "409")
    page = await asks.get(f"{asks.table}/form", params={"offer": offer})
    assert page.status_code == 409
    assert f'href="{asks.table}">Back to the table' in page.text


# ---------------------------------------------------------------- things


async def test_a_person_is_a_thing_with_what_one_can_do_about_them():
    ann, ben = await guessing()
    bens = find(r'data-seat="(\w+)"', await ben.page())
    way = f"{ann.table}/about?of={bens}"
    assert f'href="{way}"' in await ann.page()
    guides = (await ann.get(way, headers=HX)).text
    own = (await ben.get(way, headers=HX)).text
    for sheet in (guides, own):
        assert re.search(r"<h3[^>]*>.*Ben</h3>", sheet, re.DOTALL)
        assert flaws(sheet) == []
    assert "Take Ben’s seat away" in doors(guides)
    assert "Take Ben’s seat away" not in doors(own)


async def test_a_form_that_is_away_for_a_pause_is_not_called_gone():
    ann, ben = await guessing()
    toss = doors(await ben.page())["Toss"]
    assert "Waiting for" in await ann.page()
    assert (await ann.does("pause")).status_code == 204
    assert "waiting for" not in (await ann.page() + await ben.page()).casefold()
    away = await ben.get(toss, headers=HX)
    assert away.status_code == 422
    assert "The game is paused" in away.text
    assert "The game is paused" in (await ben.get(f"{ben.table}/find", headers=HX)).text
    assert (await ann.does("resume")).status_code == 204
    assert (await ben.get(toss, headers=HX)).status_code == 200


@pytest.mark.parametrize("of", ["", "no-such", "s999", "../log", "<b>", "x" * 2000])
async def test_what_is_no_thing_is_nowhere(of):
    _, ben = await guessing()
    answer = await ben.get(f"{ben.table}/about", params={"of": of}, headers=HX)
    assert answer.status_code == 404
    assert "There is nothing to see or do here any more." in answer.text


async def test_who_waits_at_the_door_is_a_thing_for_the_guide_alone():
    ann, ben = await guessing()
    eve = Visitor(ann._transport.app)  # type: ignore[attr-defined]
    await eve.comes(await ann.link(), "Eve")
    eves = find(r'data-seat="(\w+)"', await eve.page())
    assert "Eve" in (await ann.get(f"{ann.table}/about", params={"of": eves})).text
    hidden = await ben.get(f"{ben.table}/about", params={"of": eves})
    assert hidden.status_code == 404
    assert "Eve" not in hidden.text


@pytest.mark.parametrize("path", ["form?offer=toss", "about?of=s1", "find", "why?rules=CO-01", "files"])
async def test_who_waits_at_the_door_opens_nothing_and_a_stranger_neither(path):
    ann, _ = await guessing()
    app = ann._transport.app  # type: ignore[attr-defined]
    eve, nobody = Visitor(app), Visitor(app)
    await eve.comes(await ann.link(), "Eve")
    for headers in ({}, HX):
        waiting = await eve.get(f"{ann.table}/{path}", headers=headers)
        assert waiting.status_code == 403
        assert "You are not let in yet" in waiting.text
        assert (await nobody.get(f"{ann.table}/{path}", headers=headers)).status_code == 401


class Here:
    """A demo at its end: the table, the seats of its people, and the pages."""

    def __init__(self, table: Table, keys: dict[str, Key]) -> None:
        self.table = table
        self.pages = Pages()
        self.screens = Screens(self.pages, Journals(self.pages))
        self.seats = {who: table.ledger.table.chairs[key.seat].seat for who, key in keys.items()}

    def sheets(self, seat: Seat) -> tuple[Any, ...]:
        """The sheets that somebody sees."""
        stage: Any = self.table.game.stage(self.table.ledger.game_state, seat.guides)
        return tuple(stage.sheets)

    def opens(self, seat: Seat, of: str) -> str:
        """What somebody sees of a thing."""
        return thing_parts(self.pages, self.screens.of(self.table, seat), of)


async def demo(game: str, name: str) -> Here:
    return Here(*await perform(Shelf(MemoryStore()), game, demos(games.find(game))[name]))


async def test_a_sheet_that_the_guide_keeps_to_themselves_is_no_thing_for_anybody_else():
    here = await demo("wicked-age", "camp")
    guide = next(seat for seat in here.seats.values() if seat.guides)
    known = {who.id for who in here.sheets(guide)}
    await here.table.ask(guide, Asked(id="npc", command={"do": "quick-npc", "figure": ""}))
    [secret] = [who for who in here.sheets(guide) if who.id not in known]
    assert secret.name in here.opens(guide, secret.id)
    for seat in (seat for seat in here.seats.values() if not seat.guides):
        assert secret.id not in {who.id for who in here.sheets(seat)}
        with pytest.raises(Refused) as refused:
            here.opens(seat, secret.id)
        assert refused.value.code == "no-such-thing"


async def test_a_sheet_that_the_guide_keeps_closed_shows_its_name_and_no_dice():
    here = await demo("wicked-age", "camp")
    [player, *_] = (seat for seat in here.seats.values() if not seat.guides)
    closed = [who for who in here.sheets(player) if who.closed]
    assert closed
    for who in closed:
        sheet = here.opens(player, who.id)
        assert who.name in sheet
        assert "<dl" not in sheet


# ---------------------------------------------------------------- search


async def test_search_finds_by_words_of_what_is_offered_and_what_it_stands_under():
    ann, ben = await guessing()

    async def found(who: Visitor, words: str) -> set[str]:
        every = (await who.get(f"{who.table}/find", params={"q": words}, headers=HX)).text
        return set(doors(every.partition('id="beyond"')[0]))

    everything = await found(ben, "")
    assert {"Toss", "Guess", "Put something up", "Change my name"} <= everything
    assert await found(ben, "toss") == {"Toss"}
    assert await found(ben, "NAME change") == {"Change my name"}
    assert "Guess" in await found(ben, "asked of you")
    assert await found(ann, "nobody sees") == {"Add a line or a veil"}, "what is said about it, where no label has it"
    assert await found(ben, "xyzzy") == set()
    assert "Bring a chart" in await found(ann, "chart")
    assert "Bring a chart" not in everything
    nothing = (await ben.get(f"{ben.table}/find", params={"q": "xyzzy"}, headers=HX)).text
    assert "Nothing you can do now matches." in nothing


async def test_tools_stand_under_what_they_are_about_and_many_of_them_are_folded():
    shelf = Shelf(MemoryStore())
    table, keys = await perform(shelf, "modos", next(iter(demos(games.find("modos")).values())))
    take = {"do": "take-adventure", "adventure": "golden_palace/golden-palace"}
    await table.ask(table.holder(keys["Gil"].secret), Asked(id="take", command=take))
    gil = Visitor(create_app(shelf, limits=UNLIMITED))
    gil.cookies.set("moot_seat", keys["Gil"].secret)
    found = unescape((await gil.get(f"/t/{table.id}/find")).text)
    folded = re.findall(r'<details class="heap"><summary class="sub">([^<]+) <', found)
    assert {"Sir Brolf", "Bridge troll", "What is prepared"} <= set(folded)
    for what, label in (("Sir Brolf", "A hero point for Sir Brolf"), ("What is prepared", "Change this place")):
        _, _, after = found.partition(f">{what} <")
        assert label in after.partition("</details></div></details>")[0]
    typed = (await gil.get(f"/t/{table.id}/find", params={"q": "change this place"})).text
    assert "Change this place" in typed
    assert "heap" not in typed, "what was typed is not hidden"


async def test_what_is_looked_for_is_repeated_as_text():
    _, ben = await guessing()
    page = (await ben.get(f"{ben.table}/find", params={"q": '"><b>x'})).text
    assert "<b>x" not in page
    assert "&#34;&gt;&lt;b&gt;x" in page


@pytest.mark.parametrize("game", ["wicked-age"])
async def test_all_that_a_seat_may_do_can_be_found_and_opened(game):
    for name in demos(games.find(game)):
        here = await demo(game, name)
        for seat in here.seats.values():
            mine = here.screens.of(here.table, seat)
            found = {button.key for group in search(mine) for form in group.verbs for button in form.buttons}
            offered = {one.key for one in here.table.found(seat) if one.do not in COMPOSED}
            assert found == offered
            for key in found:
                assert "<form" in form_parts(here.pages, mine, [key], "find")


# ---------------------------------------------------------------- without script


async def test_without_script_doors_things_and_search_are_pages_that_lead_back_to_the_table():
    ann, ben = await guessing()
    anns = find(r'data-seat="(\w+)"', await ann.page())
    page = await ben.page()
    links = {unescape(way) for way in re.findall(r'<a[^>]* href="([^"]+)"', page)}
    toss = doors(page)["Toss"]
    assert {toss, f"{ben.table}/about?of={anns}", f"{ben.table}/find", f"{ben.table}/files"} <= links
    bens = find(r'data-seat="(\w+)"', page)
    for way in sorted(links):
        if way.startswith(ben.table):
            answer = await ben.get(way)
            assert answer.status_code == 200, way
            assert "<!doctype html>" in answer.text
            assert re.search(rf'href="{ben.table}(\?seat={bens})?"', answer.text), way
    form = filled_forms((await ben.get(toss)).text)[0]
    assert form["moot.id"] != [""]
    sent = await ben.post(f"{ben.table}/do", data=form)
    assert (sent.status_code, sent.headers["location"]) == (303, ben.table)
    assert "tosses" in await ben.page()


# ---------------------------------------------------------------- emblems


def pictures(html: str) -> dict[str, str]:
    """The emblems that a page offers, and how each stands: open, taken, or had."""
    found = re.findall(r'<button name="f.emblem" value="([^"]+)"[^>]*?( disabled| aria-pressed="true"|)>', html)
    return {name: {"": "open", " disabled": "taken"}.get(how, "had") for name, how in found}


async def mask_of(visitor: Visitor) -> str:
    """The address of the sheet of the visitor's own mask."""
    return f"{visitor.table}/about?of=mask-" + find(r'data-seat="(\w+)"', await visitor.page())


async def test_an_emblem_is_chosen_with_a_press_and_shows_on_everybodys_page():
    ann, ben = await guessing()
    sheet = (await ben.get(await mask_of(ben), headers=HX)).text
    way = doors(sheet)["Choose an emblem"]
    opened = (await ben.get(way, headers=HX)).text
    assert flaws(opened) == []
    assert list(pictures(opened).values()).count("had") == 1
    others = [group for group in doors(opened).values() if "group=" in group]
    assert len(others) == len(groups()) - 1
    chosen = next(name for name, how in pictures((await ben.get(others[-1], headers=HX)).text).items() if how == "open")
    [form] = filled_forms(opened)
    answer = await ben.post(f"{ben.table}/do", data={**form, "f.emblem": chosen, "moot.id": "once"}, headers=HX)
    assert answer.status_code == 204
    for visitor in (ann, ben):
        assert f"/{chosen}.svg#e" in await visitor.page()


async def test_nobody_finds_emblems_to_choose_on_the_sheet_of_somebody_elses():
    ann, ben = await guessing()
    bens = (await mask_of(ben)).partition("?")[2]
    assert "Choose an emblem" not in (await ann.get(f"{ann.table}/about?{bens}", headers=HX)).text
    assert (await ann.get(f"{ann.table}/emblems?{bens}")).status_code == 422
    assert (await ben.get(f"{ben.table}/emblems?of=keeper")).status_code == 422


async def test_the_emblem_of_somebody_whom_the_guide_alone_knows_is_on_no_other_page():
    ann, ben = await guessing()
    keeper = find(r'id="cast-keeper">.*?/([\w-]+)[.]svg#e', (await ann.page()).replace("\n", " "))
    assert "keeper" not in (page := await ben.page())
    assert f"{keeper}.svg" not in page
    assert keeper in pictures((await ann.get(f"{ann.table}/emblems?of=keeper", headers=HX)).text)


# ---------------------------------------------------------------- emblems of things


async def dress(here: Here, seat: Seat, thing: str, emblem: str) -> None:
    """Somebody chooses an emblem for a thing."""
    await here.table.ask(seat, Asked(id=emblem, command={"do": "choose-emblem", "thing": thing, "emblem": emblem}))


def picked(here: Here, seat: Seat) -> dict[str, str]:
    """What people and things are called that somebody knows of, by their emblems."""
    ledger = here.table.ledger
    return {one.emblem: one.name for one in chain(*ledger.pictured(seat.guides))}


def free(here: Here) -> str:
    """An emblem that nobody has, nor any thing."""
    guide = next(seat for seat in here.seats.values() if seat.guides)
    return next(one for group in groups() for one in group.emblems if one not in picked(here, guide))


@pytest.mark.parametrize(
    ("game", "name", "whose", "thing", "row"),
    [
        ("wicked-age", "camp", "Jo", "Exorcism", "strength"),
        ("swords-edge", "cavern", "Sam", "Voice of Command", "power"),
    ],
)
async def test_a_power_gets_the_emblem_that_its_player_chooses_and_everybody_sees_it(game, name, whose, thing, row):
    here = await demo(game, name)
    mine, others = here.seats[whose], [seat for who, seat in here.seats.items() if who != whose]
    [power] = [one for one in here.table.ledger.pictured(guide=False)[1] if one.name == thing]
    door = "Choose an emblem"
    assert door in here.opens(mine, power.id)
    for other in others:
        assert door not in here.opens(other, power.id)
        with pytest.raises(Refused) as refused:
            await dress(here, other, power.id, free(here))
        assert refused.value.code == "not-yours"
    offered = pictures(emblem_parts(here.pages, here.screens.of(here.table, mine), power.id))
    assert [emblem for emblem, how in offered.items() if how == "had"] == [power.emblem]
    taken, whose_it_is = next(iter(picked(here, mine).items()))
    with pytest.raises(Refused, match=f"{whose_it_is} has this emblem"):
        await dress(here, mine, power.id, taken)
    chosen = free(here)
    await dress(here, mine, power.id, chosen)
    for seat in here.seats.values():
        assert picked(here, seat)[chosen] == thing
        drawn = here.screens.screen(here.table, seat, "")["everyone"].html.partition(f'id="{row}-{power.id}"')[2]
        assert f"/{chosen}.svg#e" in drawn.partition("</div>")[0]
        opened = here.opens(seat, power.id)
        assert f"/{chosen}.svg#e" in opened
        assert flaws(opened) == []


async def test_the_emblem_of_a_strength_that_the_guide_alone_knows_reaches_nobody_else():
    here = await demo("wicked-age", "camp")
    guide, tom = next(seat for seat in here.seats.values() if seat.guides), here.seats["Tom"]
    [power] = [one for one in here.table.ledger.pictured(guide=True)[1] if one.name == "Power to inflame passions"]
    assert power.name not in picked(here, tom).values()
    heard, chosen = len(here.table.journal(tom).entries), free(here)
    await dress(here, guide, power.id, chosen)
    assert picked(here, guide)[chosen] == power.name
    assert len(here.table.journal(tom).entries) == heard
    with pytest.raises(Refused) as refused:
        await dress(here, tom, power.id, "sun")
    assert refused.value.code == "not-yours"


@pytest.mark.parametrize(("game", "name"), [("wicked-age", "camp"), ("swords-edge", "cavern")])
async def test_people_and_things_of_a_table_have_no_emblem_in_common(game, name):
    here = await demo(game, name)
    for guide in (False, True):
        cast, things = ([one.emblem for one in every] for every in here.table.ledger.pictured(guide))
        assert len({*cast, *things}) == len(cast) + len(things)
        fitting = {name for group in groups() if group.id in ("things", "powers") for name in group.emblems}
        assert fitting.issuperset(things)


async def test_cards_and_figures_have_emblems_and_a_character_keeps_that_of_their_figure():
    camp = demos(games.find("wicked-age"))["camp"]
    cut = next(at for at, step in enumerate(camp.step) if step.do == "make-character")
    here = Here(*await perform(Shelf(MemoryStore()), "wicked-age", replace(camp, step=camp.step[:cut])))
    guide, amy, tom = (here.seats[who] for who in ("Erin", "Amy", "Tom"))
    things = {one.name: one for one in here.table.ledger.pictured(guide=False)[1]}
    chief, priest = things["the chief of the riders"], things["the harvest god’s priest"]
    cards = [one for one in things.values() if one.id.startswith("card-")]
    assert len(cards) == 4
    people = {name for group in groups() if group.people for name in group.emblems}
    assert {chief.emblem, priest.emblem} <= people
    assert not {card.emblem for card in cards} & people
    card = cards[0]
    for seat, mine in ((amy, [chief]), (guide, [priest, card]), (tom, [])):
        for thing in (chief, priest, card):
            opened = here.opens(seat, thing.id)
            assert ("Choose an emblem" in opened) == (thing in mine)
            assert f"/{thing.emblem}.svg#e" in opened
            assert flaws(opened) == []
    crown = free(here)
    await dress(here, amy, chief.id, crown)
    moon = free(here)
    await dress(here, guide, card.id, moon)
    drawn = here.opens(tom, "story-sheet")
    for thing, emblem in ((chief, crown), (card, moon)):
        assert f"/{emblem}.svg#e" in drawn.partition(f"of={thing.id}")[2].partition("</a>")[0]
    step = next(step for step in camp.step if step.do == "make-character" and step.seat == "Amy")
    made = {"do": "make-character", "figure": chief.id, "strength": "", "new_strength": "", **step.fill}
    await here.table.ask(amy, Asked(id="made", command=made))
    assert {one.name: one.emblem for one in here.table.ledger.cast(guide=False)} == {"Amek": crown}
    assert chief.id not in {one.id for one in here.table.ledger.pictured(guide=False)[1]}


async def test_many_offers_of_one_verb_are_behind_one_door_with_a_row_for_each():
    erin, table, guide = await camp(people=9)
    there = doors(await erin.page())
    assert not any(label.startswith("Introduce ") for label in there.keys() - {"Introduce somebody"})
    rows = await erin.get(there["Introduce somebody"], headers=HX)
    assert flaws(rows.text) == []
    meant = {offer.label: offer.key for offer in table.offers(guide, do="introduce")}
    assert doors(rows.text).keys() == meant.keys()
    name, behind = next(iter(doors(rows.text).items()))
    assert f'value="{meant[name]}"' in (await erin.get(behind, headers=HX)).text
    assert "no longer open" in (await erin.get(f"{erin.table}/verb?do=no-such-verb", headers=HX)).text


async def test_a_guide_of_few_has_a_door_for_each_behind_a_word_and_speaks_by_a_tap():
    erin, _, _ = await camp(people=4)
    page = await erin.page()
    assert not any(label.startswith("Introduce ") for label in doors(page))
    rows = await erin.get(unescape(find('id="also" href="([^"]+)"', page)), headers=HX)
    assert sum(label.startswith("Introduce ") for label in doors(rows.text)) == 1
    assert 'type="radio" name="as"' in page


async def test_a_guide_of_many_speaks_as_one_from_a_list():
    erin, table, guide = await camp(people=9)
    page = await erin.page()
    listed = find('(?s)<select name="as"(.*?)</select>', page)
    voices = [f"voice:{voice.value}" for voice in table.game.voices(table.ledger.game_state, guide)]
    assert re.findall('value="([^"]+)"', listed) == ["story", *voices, "aside"]
    assert flaws(page) == []
