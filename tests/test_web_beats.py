"""What just happened stays on every screen: who did what, the dice, what they mean, and what came of it."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace
from tests.visitors import Visitor, company, filled_forms, find, site

from moot import games
from moot.core import Change, Fact, Line, Shown, Throw
from moot.table import SeatEntry
from moot.table.script import Step, demos, perform
from moot.web.beats import last_beat
from moot.web.screen import screen

THROW = Throw(dice=(Shown(10, 9), Shown(10, 8)), reading="17")
GREY = 7


def heard(*lines: Line, seq: int = 1, by: str = "Ann") -> SeatEntry:
    return SeatEntry(seq=seq, at=0, seat=by, by=by, lines=lines, events=())


ROLL = heard(Line(kind="roll", who="Kyle", text="acts.", quote="Now!", throws=(THROW,)))
SETTLED = heard(Line(kind="result", text="22 against 18: made."), Line(kind="sheet", text="Troll is out."), seq=2)
SPEECH = heard(Line(kind="speech", who="Kyle", quote="Ha!"), seq=3)


def test_a_roll_is_told_with_its_dice():
    beat = last_beat([ROLL], {"Ann": 3}, frozenset(), GREY)
    assert beat is not None
    assert (beat.who, beat.act, beat.quote, beat.throws, beat.hue) == ("Kyle", "acts.", "Now!", (THROW,), 3)
    assert (beat.verdict, beat.effects) == ("", ())


def test_what_settles_a_roll_has_its_dice_the_verdict_and_what_came_of_it():
    beat = last_beat([ROLL, SETTLED], {}, frozenset(), GREY)
    assert beat is not None
    assert (beat.number, beat.act, beat.throws, beat.verdict) == (2, "acts.", (THROW,), "22 against 18: made.")
    assert ([fact.text for fact in beat.effects], beat.hue) == (["Troll is out."], GREY)


def test_what_settles_a_roll_has_its_own_dice_though_somebody_else_rolled_since():
    theirs = Throw(dice=(Shown(10, 1), Shown(10, 2)), reading="3")
    other = heard(Line(kind="roll", who="Tella", text="acts.", throws=(theirs,)), seq=2, by="Ben")
    mine = heard(Line(kind="result", text="22 against 18: made."), seq=3)
    beat = last_beat([ROLL, other, mine], {}, frozenset(), GREY)
    assert beat is not None
    assert (beat.who, beat.throws, beat.verdict) == ("Kyle", (THROW,), "22 against 18: made.")
    later = heard(Line(kind="result", text="9 against 18: missed."), seq=4, by="Ben")
    beat = last_beat([ROLL, other, mine, later], {}, frozenset(), GREY)
    assert beat is not None
    assert (beat.who, beat.throws, beat.verdict) == ("Tella", (theirs,), "9 against 18: missed.")


def test_what_befalls_somebody_whom_the_last_roll_does_not_name_has_no_dice_of_it():
    falls = heard(Line(kind="result", who="Chief", text="takes 60 Damage."), seq=2)
    beat = last_beat([ROLL, falls], {}, frozenset(), GREY)
    assert beat is not None
    assert (beat.who, beat.act, beat.throws) == ("Chief", "takes 60 Damage.", ())
    kyle = heard(Line(kind="result", who="Kyle", text="takes 6 Damage."), seq=2)
    beat = last_beat([ROLL, kyle], {}, frozenset(), GREY)
    assert beat is not None
    assert (beat.who, beat.act, beat.throws) == ("Kyle", "acts.", (THROW,))


def test_what_comes_of_a_deed_that_nobody_threw_for_has_no_dice_of_before():
    """One attack was thrown off by Ben, and he lets the next one come."""
    first = heard(Line(kind="move", who="Kyle", text="attacks Troll."), seq=1)
    thrown = heard(Line(kind="roll", who="Kyle", text="throws 9 against 16: a Con.", throws=(THROW,)), seq=2, by="Ben")
    second = heard(Line(kind="move", who="Ada", text="attacks Troll, to hold on."), seq=3)
    held = heard(Line(kind="result", text="Troll is tangled."), seq=4, by="Ben")
    beat = last_beat([first, thrown, second, held], {}, frozenset(), GREY)
    assert beat is not None
    assert (beat.who, beat.act, beat.throws) == ("Ada", "attacks Troll, to hold on.", ())
    assert [fact.text for fact in beat.effects] == ["Troll is tangled."]


def test_talk_leaves_it_standing():
    before = last_beat([ROLL, SETTLED], {}, frozenset(), GREY)
    assert last_beat([ROLL, SETTLED, SPEECH], {}, frozenset(), GREY) == before


def test_what_the_game_tells_is_news_and_what_somebody_tells_is_talk():
    comes = heard(Line(kind="story", text="Something finds them: a shadow.", quote="It walks."), seq=3)
    beat = last_beat([ROLL, SETTLED, comes], {}, frozenset(), GREY)
    assert beat is not None
    assert (beat.act, beat.quote, beat.throws) == ("Something finds them: a shadow.", "It walks.", ())
    entries = "A ghost asks each traveller the date. " * 9
    read = heard(Line(kind="story", text="Ann reads the entries out.", quote=entries))
    beat = last_beat([read], {}, frozenset(), GREY)
    assert beat is not None
    assert (beat.act, beat.quote) == ("Ann reads the entries out.", ""), "what fills a phone the story has"
    tells = heard(Line(kind="story", who="Gil", quote="It rains."), seq=3)
    assert last_beat([ROLL, SETTLED, tells], {}, frozenset(), GREY) == last_beat([ROLL, SETTLED], {}, frozenset(), GREY)


def test_what_was_taken_back_is_no_news():
    assert last_beat([ROLL, SETTLED], {}, frozenset({2}), GREY) == last_beat([ROLL], {}, frozenset(), GREY)
    assert last_beat([ROLL], {}, frozenset({1}), GREY) is None


def test_a_move_without_dice_is_told_with_all_that_came_of_it():
    over = heard(Line(kind="sheet", text="Esan loses a die."), Line(kind="result", text="It is over."))
    beat = last_beat([over], {}, frozenset(), GREY)
    assert beat is not None
    assert (beat.act, beat.verdict) == ("Esan loses a die.", "")
    assert [fact.text for fact in beat.effects] == ["It is over."]


def test_of_many_things_that_are_told_at_once_a_few_stand_there_and_all_that_befell_anybody():
    told = [Line(kind="move", who="Ada", text=f"puts figure {n} on the list.") for n in range(12)]
    hurt = Line(kind="result", text="Troll falls.", facts=(Fact(kind="out", who="n1", text="Troll is out"),))
    beat = last_beat([heard(*told, hurt)], {}, frozenset(), GREY)
    assert beat is not None
    few = [f"Ada puts figure {n} on the list." for n in range(1, 5)]
    assert [fact.text for fact in beat.effects] == [*few, "Troll is out", "And 7 more, in the story."]


def test_what_befell_somebody_is_a_card_even_where_nothing_else_is_told():
    hurt = Fact(kind="hurt", text="Esan is injured", who="Esan")
    injury = heard(Line(kind="sheet", text="Esan is injured: d8 to d6.", facts=(hurt,)))
    beat = last_beat([injury], {}, frozenset(), GREY)
    assert beat is not None
    assert (beat.act, beat.effects) == ("", (hurt,))


def test_a_card_that_only_says_the_verdict_again_is_left_out():
    hurt = Fact(kind="hurt", text="Esan gives way", who="Esan")
    loss = Fact(kind="hurt", text="Esan loses heart", who="Esan", note="for a day")
    told = heard(*ROLL.lines, Line(kind="result", who="Esan", text="gives way.", facts=(hurt, loss)))
    beat = last_beat([told], {}, frozenset(), GREY)
    assert beat is not None
    assert (beat.verdict, beat.effects) == ("Esan gives way.", (loss,))


def test_of_several_who_are_hurt_by_one_throw_none_is_the_verdict():
    hurt = [
        Line(kind="result", who=who, text="is hurt.", facts=(Fact(kind="hurt", who=who, text=f"{who} is hurt"),))
        for who in ("Ann", "Ben")
    ]
    [alone, both] = [
        last_beat([heard(Line(kind="roll", who="Kyle", text="burns.", throws=(THROW,)), *lines)], {}, frozenset(), GREY)
        for lines in (hurt[:1], hurt)
    ]
    assert alone is not None
    assert both is not None
    assert (alone.verdict, both.verdict) == ("Ann is hurt.", "")
    assert [fact.who for fact in both.effects] == ["Ann", "Ben"]


def test_how_hard_a_blow_strikes_is_the_verdict_and_what_it_does_has_a_card():
    card = Fact(kind="hurt", who="Ann", text="Ann is hurt", changes=(Change("physical", "8", "5"),))
    blow = Line(kind="roll", who="Kyle", text="hits Ann: 3 (d6).", throws=(THROW,))
    hurt = Line(kind="result", who="Ann", text="takes 3 physical damage: 5 of 8 left.", facts=(card,))
    beat = last_beat([heard(*ROLL.lines, blow, hurt)], {}, frozenset(), GREY)
    assert beat is not None
    assert (beat.verdict, beat.effects) == ("Kyle hits Ann: 3 (d6).", (card,))


def test_what_somebody_else_throws_for_after_a_blow_is_not_what_the_blow_came_to():
    hurt = Line(kind="result", who="Troll", text="takes 6.", facts=(Fact(
        kind="hurt", text="Troll is hurt", who="Troll", changes=(Change("physical", 18, 12),)),))
    flees = Line(kind="roll", who="Goblin", text="throws 12 against 19: a Con.", throws=(THROW,))
    beat = last_beat([heard(Line(kind="roll", who="Kyle", text="hits Troll.", throws=(THROW,)), hurt, flees)], {},
                     frozenset(), GREY)
    assert beat is not None
    assert (beat.act, beat.verdict) == ("hits Troll.", "")
    assert [fact.text for fact in beat.effects] == ["Troll is hurt", "Goblin throws 12 against 19: a Con."]


def test_what_a_blow_that_nobody_answers_does_is_told_by_its_card_alone():
    card = Fact(kind="hurt", who="Ann", text="Ann is hurt", changes=(Change("physical", "8", "5"),))
    blow = Line(kind="roll", who="Kyle", text="hits Ann: 3 (d6).", throws=(THROW,))
    hurt = Line(kind="result", who="Ann", text="takes 3 physical damage: 5 of 8 left.", facts=(card,))
    beat = last_beat([heard(blow, hurt)], {}, frozenset(), GREY)
    assert beat is not None
    assert (beat.act, beat.verdict, beat.effects) == ("hits Ann: 3 (d6).", "", (card,))


def test_who_answers_with_a_throw_is_named_by_the_throw_alone():
    throw = Line(kind="roll", who="Kyle", text="throws 19 against 5 by Ann: a Pro.", throws=(THROW,))
    [answer, help_] = [Line(kind="move", who=who, text="defends.") for who in ("Ann", "Ben")]
    beat = last_beat([heard(answer, help_, throw)], {}, frozenset(), GREY)
    assert beat is not None
    assert [fact.text for fact in beat.effects] == ["Ben defends."]


def test_who_answers_a_later_throw_of_the_same_beat_is_named_by_it_alone():
    strikes = Line(kind="roll", who="Kyle", text="hits Troll.", throws=(THROW,))
    [answer, help_] = [Line(kind="move", who=who, text="defends.") for who in ("Ann", "Ben")]
    back = Line(kind="roll", who="Troll", text="throws 19 against 5 by Ann: a Pro.", throws=(THROW,))
    beat = last_beat([heard(answer, help_, strikes, back)], {}, frozenset(), GREY)
    assert beat is not None
    assert [fact.text for fact in beat.effects] == ["Ben defends.", "Troll throws 19 against 5 by Ann: a Pro."]


def test_a_blow_that_nobody_answers_is_told_by_its_throw_alone():
    attack, move = (Line(kind="move", who="Kyle", text=text) for text in ("attacks Ann with a Sword.", "steps back."))
    blow = Line(kind="roll", who="Kyle", text="hits Ann with a Sword: 3 (d6).", throws=(THROW,))
    beat = last_beat([heard(attack, move, blow)], {}, frozenset(), GREY)
    assert beat is not None
    assert (beat.act, [fact.text for fact in beat.effects]) == (blow.text, ["Kyle steps back."])


def test_a_throw_for_what_befalls_who_threw_is_told_by_its_card_alone():
    card = Fact(kind="hurt", who="Kyle", text="Kyle pays for a power", changes=(Change("metaphysical", "18", "9"),))
    price = Line(kind="roll", who="Kyle", text="pays 9: 9 (d8 8, level 1).", throws=(THROW,))
    paid = Line(kind="sheet", who="Kyle", text="takes 9 metaphysical damage.", facts=(card,))
    kept = Line(kind="result", who="Kyle", text="keeps it up.")
    beat = last_beat([heard(*ROLL.lines, price, paid, kept)], {}, frozenset(), GREY)
    assert beat is not None
    assert (beat.verdict, beat.effects) == ("Kyle keeps it up.", (card,))
    burnt = Fact(kind="hurt", who="Ann", text="Ann is hurt", changes=(Change("physical", "8", "5"),))
    blow = Line(kind="roll", who="Kyle", text="hits Ann: 3 (d6).", throws=(THROW,))
    hurt = Line(kind="result", who="Ann", text="takes 3 physical damage: 5 of 8 left.", facts=(burnt,))
    beat = last_beat([heard(*ROLL.lines, price, paid, blow, hurt)], {}, frozenset(), GREY)
    assert beat is not None
    assert (beat.verdict, beat.effects) == ("Kyle hits Ann: 3 (d6).", (card, burnt))


def test_of_a_throw_that_was_thrown_again_the_last_stands():
    again = Throw(dice=(Shown(10, 2), Shown(10, 1)), reading="3")
    tie = Line(kind="roll", who="Kyle", text="ties, and throws again.", quote="A climb", throws=(THROW,))
    lost = Line(kind="roll", who="Kyle", text="loses.", quote="A climb", throws=(again,))
    beat = last_beat([heard(tie, lost)], {}, frozenset(), GREY)
    assert beat is not None
    assert (beat.act, beat.throws) == ("loses.", (again,))
    assert [fact.text for fact in beat.effects] == ["Kyle ties, and throws again. “A climb”"]
    for other in (replace(lost, quote=""), replace(lost, who="Tella")):
        beat = last_beat([heard(tie, other)], {}, frozenset(), GREY)
        assert beat is not None
        assert beat.act == "ties, and throws again."


def test_who_changed_in_several_ways_by_the_same_has_one_card():
    def healed(who: str, what: str, note: str = "rest") -> Line:
        fact = Fact(kind="gain", text=f"{who} recovers", who=who, note=note, changes=(Change(what, "1", "2"),))
        return Line(kind="sheet", who=who, text=f"{what} is better.", facts=(fact,))

    lines = (healed("Ann", "body"), healed("Ann", "mind"), healed("Ann", "mind", "a cure"), healed("Ben", "body"))
    beat = last_beat([heard(Line(kind="move", text="A day passes."), *lines)], {}, frozenset(), GREY)
    assert beat is not None
    assert [(one.who, one.note, [change.what for change in one.changes]) for one in beat.effects] == [
        ("Ann", "rest", ["body", "mind"]), ("Ann", "a cure", ["mind"]), ("Ben", "rest", ["body"]),
    ]


def test_a_throw_that_settles_something_by_itself_has_its_cards():
    hurt = Fact(kind="hurt", text="Esan is hurt", who="Esan")
    beat = last_beat([heard(Line(kind="result", text="falls.", throws=(THROW,), facts=(hurt,)))], {}, frozenset(), GREY)
    assert beat is not None
    assert (beat.act, beat.verdict, beat.effects) == ("falls.", "", (hurt,))


@pytest.mark.anyio
async def test_everybody_sees_the_throw_and_nobody_what_is_hidden():
    ann, ben = await company(site())
    await ann.does("hide", value="4")
    await ben.does("toss", dice="2")
    for visitor in (ann, ben):
        beat = (await visitor.page()).partition('id="beat"')[2].partition('id="ask"')[0]
        assert "tosses" in beat
        assert beat.count('class="die') == 2


@pytest.mark.anyio
async def test_who_is_not_asked_reads_whom_all_wait_for():
    _, ben = await company(site())
    page = await ben.page()
    assert "Waiting for <b>Ann</b>: a number to hide." in page


@pytest.mark.anyio
async def test_what_left_the_game_as_it_was_is_news_all_the_same():
    ann, ben = await company(site())
    await ann.does("hide", value="4")
    assert "A number is hidden." in beat_of(await ben.page())
    await ben.does("guess", value="2")
    assert "guesses 2, and is wrong." in beat_of(await ben.page())
    log = (await ann.get(f"{ann.table}/log")).text
    last = [form for form in filled_forms(log) if form.get("moot.offer") == ["undo"]][-1]["f.line"][0]
    assert (await ann.does("undo", line=last)).status_code == 204
    assert "A number is hidden." in beat_of(await ben.page())


@pytest.mark.anyio
async def test_what_a_throw_adds_up_from_stands_behind_a_word_and_not_on_a_screen():
    """The last to throw initiative are the troll and the shaman, whose bonuses only the guide is told."""
    app = site()
    bridge = demos(games.find("modos"))["toll_bridge"]
    thrown = next(n for n, step in enumerate(bridge.step) if step.do == "throw-for-all")
    table, keys = await perform(app.site.shelf, "modos", replace(bridge, step=bridge.step[: thrown + 1]))
    last = {}
    for key in keys.values():
        seat, visitor = table.holder(key.secret), Visitor(app)
        visitor.cookies.set("moot_seat", key.secret)
        door = find(r'href="(/t/[^"]*)">how it adds up', (await visitor.get(f"/t/{table.id}")).text)
        last[seat.name] = words((await visitor.get(door.replace("&amp;", "&"))).text)
        journal = table.journal(seat)
        lines = app.site.journals.html(table, journal, 1, len(journal.entries))
        assert len(re.findall(r"[;?]line=\d+", lines)) == 2, "Sir Brolf’s is a die alone"
    assert "20 = d20 16 , physical 18 +4 4 = d20 2 ," in last["Gil"]
    assert "20 = d20 16 , all else +4 4 = d20 2 , all else +2" in last["Ann"]
    assert "adds up" not in screen(app.site, table, "")["screen-stage"].html


def words(html: str) -> str:
    """What HTML says, without its tags."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


@pytest.mark.anyio
async def test_what_a_scene_card_says_is_not_said_again_under_it():
    app = site()
    table, keys = await perform(app.site.shelf, "swords-edge", demos(games.find("swords-edge"))["cavern"])
    ilya = next(key for key in keys.values() if table.holder(key.secret).name == "Ilya")
    panels = app.site.screens.screen(table, table.holder(ilya.secret), "")
    goal = "Find out what this place is, before somebody finds you in it."
    assert goal in panels["beat"].html
    assert goal not in panels["ask"].html
    assert '<h2 class="ask-title"><span class="visually-hidden">The cavern</span></h2>' in panels["ask"].html


@pytest.mark.anyio
async def test_the_guides_people_have_the_guides_hue_where_something_begins_or_ends():
    app = site()
    road = demos(games.find("perilous"))["salt_road"]
    over = Step(seat="Gil", do="call-off", fill={"stops": "pursuers"})
    table, keys = await perform(app.site.shelf, "perilous", replace(road, step=(*road.step, over)))
    hues = {name: table.ledger.table.chairs[table.holder(key.secret).id].hue for name, key in keys.items()}
    html = app.site.screens.screen(table, table.holder(keys["Ann"].secret), "")["beat"].html
    cards = re.findall(r'(?s)<li class="deed \w+ seat-(\d)">.*?<p class="what">(.*?)</p>', html)
    assert [(int(hue), text) for hue, text in cards] == [
        (hues["Gil"], "Road agent gives up"), (hues["Gil"], "Road agent 2 gives up"), (hues["Ann"], "Wen is away"),
        (hues["Ben"], "Rusk is away"),
    ]


def beat_of(page):
    """What stands on a page as what just happened."""
    return find(r'(?s)<div id="beat" role="status">(.*?)</div><div id="ask">', page)
