"""A game that breaks where it tells of things: what was written down holds, and the table goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from tests import toy
from tests.table.sitting import Sitting, sit_down
from tests.visitors import Visitor, site

from moot.core import Game, Seat
from moot.table import logfile, stand_ins
from moot.table.seat_journal import UNSAID
from moot.table.story import story
from moot.web.moment import Moment
from moot.web.pages import Pages

pytestmark = [pytest.mark.anyio, pytest.mark.breaks]

Break = Callable[..., None]


def raises(*_: object) -> Any:
    """What a game with a fault does."""
    raise KeyError("a fault of the game")


@pytest.fixture
async def sitting() -> Sitting:
    here = await sit_down("Ann", "Bea")
    await here.ask("Gil", "hide", value=4)
    return here


@pytest.fixture
def breaks(monkeypatch: pytest.MonkeyPatch, sitting: Sitting) -> Break:
    """Break parts of the game from now on."""

    def by(**parts: Any) -> None:
        monkeypatch.setattr(sitting.table.ledger, "_game", broken(monkeypatch, **parts))

    return by


def broken(monkeypatch: pytest.MonkeyPatch, **parts: Any) -> Game[toy.Purse]:
    """The toy game with other functions in it, of its events or of its own."""
    of_events = {name: parts.pop(name) for name in ("line", "told") if name in parts}
    toy.bend(monkeypatch, *toy.EVENTS, **of_events)
    return replace(toy.TOY, **parts)


async def test_a_game_without_words_is_heard_all_the_same(sitting, breaks, caplog):
    breaks(line=raises)
    assert not (await sitting.ask("Ann", "toss", dice=2, id="once")).again
    assert sitting.log[-1].events[0]["event"] == "tossed"
    for name in ("Gil", "Ann", "Bea"):
        heard = sitting.heard(name)[-1]
        assert heard.lines == (UNSAID,)
        assert [type(event) for event in heard.events] == [toy.Tossed]
    assert "coin has no words for tossed" in caplog.text
    assert "a fault of the game" in caplog.text


async def test_the_table_goes_on_after_it(sitting, breaks):
    rung: list[str] = []
    sitting.table.listen(sitting.seat("Bea").id, lambda: rung.append("Bea"))
    breaks(line=raises, told=raises, situation=raises)
    await sitting.ask("Ann", "toss", dice=2, id="once")
    assert rung == ["Bea"]
    assert (await sitting.ask("Ann", "toss", dice=2, id="once")).again
    await sitting.ask("Ann", "say", text="Well?")
    assert sitting.lines("Bea")[-1] == "Well?"
    assert (await sitting.loaded()).log == sitting.log


async def test_what_cannot_be_told_is_kept_from_who_may_not_know_it(sitting, breaks):
    def told(event: Any, state: toy.Purse, seat: Seat) -> Any:
        return raises() if seat.name != "Bea" else event

    breaks(told=told)
    await sitting.come("Cem")
    before = {name: len(sitting.heard(name)) for name in ("Gil", "Ann", "Bea", "Cem")}
    await sitting.ask("Ann", "toss", dice=2)
    new = {name: sitting.heard(name)[count:] for name, count in before.items()}
    for name in ("Gil", "Ann"):
        [heard] = new[name]
        assert (heard.lines, heard.events) == ((UNSAID,), ())
    assert "tosses" in sitting.lines("Bea")
    assert new["Cem"] == []


async def test_copies_and_stories_can_still_be_had(sitting, breaks):
    breaks(line=raises, told=raises)
    await sitting.ask("Ann", "toss", dice=2)
    ann, ledger = sitting.seat("Ann"), sitting.table.ledger
    assert UNSAID.text not in story(ledger, ann)  # it is no part of the story
    head, records = logfile.copy_for(sitting.table.id, ledger, ann)
    last = records[-1]
    assert head.entries == len(records)
    assert isinstance(last, logfile.ToldEntry)
    assert last.heard == ()


async def test_a_game_that_cannot_say_where_it_stands_is_still_shown(sitting, breaks, caplog):
    breaks(situation=raises)
    sight = sitting.table.sight(sitting.seat("Ann"))
    assert sight.situation.headline == "Where the game stands cannot be said just now."
    assert "cannot say where it stands" in caplog.text


async def test_a_listener_that_breaks_keeps_it_from_nobody(sitting):
    rung: list[str] = []
    sitting.table.listen(sitting.seat("Ann").id, raises)
    sitting.table.listen(sitting.seat("Bea").id, lambda: rung.append("Bea"))
    await sitting.ask("Gil", "say", text="Hear me.")
    assert rung == ["Bea"]


async def test_a_stand_in_that_a_game_fails_to_play_stops_nobody(sitting, breaks, caplog):
    ann = sitting.ids["Ann"]
    await sitting.ask("Ann", "lend-seat", seat=ann)
    sitting.table.listen(sitting.ids["Bea"], lambda: None)
    breaks(situation=raises)
    for _ in range(2):
        await sitting.ask("Gil", "reveal-dice")
        assert sitting.log[-1].events[0]["event"] == "table.dice-revealed"
    await sitting.ask("Ann", "toss", dice=1)
    sitting.table.listen(ann, lambda: None)()
    assert (await sitting.loaded()).log == sitting.log
    assert f"cannot say what the stand-in of {ann} does" in caplog.text


async def test_a_stand_in_at_whose_deed_a_game_breaks_says_so(sitting, monkeypatch, caplog):
    monkeypatch.setattr(stand_ins, "PAUSE", 0.0)
    monkeypatch.setattr(toy.Guess, "stands_in", True)
    monkeypatch.setattr(toy.Guess, "enact", raises)
    ann = sitting.ids["Ann"]
    await sitting.ask("Ann", "lend-seat", seat=ann)
    before = len(sitting.log)
    stop = sitting.table.listen(sitting.ids["Bea"], lambda: None)
    await asyncio.wait([sitting.table.stand_ins._task], timeout=10)
    stop()
    assert f"the game breaks at what the stand-in of {ann} does" in caplog.text
    assert "a fault of the game" in caplog.text
    assert len(sitting.log) == before


async def test_a_game_that_cannot_say_its_mood_is_shown_without_one(sitting, breaks, caplog):
    breaks(mood=raises)
    assert Moment(sitting.table).shared(guide=False)["mood"] is None
    assert "cannot say its mood" in caplog.text


async def test_the_dice_and_the_keys_follow_before_anybody_hears(sitting, monkeypatch):
    def breaks_off() -> None:
        raise SystemError("no listener is told")

    monkeypatch.setattr(sitting.table, "_ring", breaks_off)
    with pytest.raises(SystemError):
        await sitting.ask("Gil", "reveal-dice")
    key = await sitting.table.keys.new(sitting.ids["Bea"])
    with pytest.raises(SystemError):
        await sitting.ask("Gil", "turn-away", seat=sitting.ids["Bea"])
    assert sitting.table.keys.seat(key.secret) == ""
    monkeypatch.undo()
    await sitting.ask("Gil", "reveal-dice")


async def test_who_cannot_be_seated_did_not_come(sitting, breaks):
    breaks(seated=raises)
    before = len(sitting.log)
    with pytest.raises(KeyError):
        await sitting.come("Cem")
    assert len(sitting.log) == before
    breaks(seated=toy.TOY.seated)
    await sitting.come("Cem")


async def test_a_state_that_cannot_be_kept_is_done_without(sitting, monkeypatch, caplog):
    monkeypatch.setattr("moot.table.snapshot_check.EVERY", 1)
    monkeypatch.setattr("moot.table.snapshot_check.snapshot_of", raises)
    await sitting.ask("Ann", "toss", dice=1)
    assert sitting.play.tossed
    assert "cannot be kept" in caplog.text


@pytest.mark.parametrize(
    ("part", "kept"),
    [("stage", False), ("own", False), ("situation", True), ("line", True), ("told", True), ("voices", False)],
)
async def test_a_page_shows_what_can_be_shown(monkeypatch, part, kept):
    app = site()
    ann = Visitor(app)
    await ann.opens()
    table = await app.site.shelf.find(ann.table.rpartition("/")[2])
    monkeypatch.setattr(table.ledger, "_game", broken(monkeypatch, **{part: raises}))
    page = await ann.page()
    assert ("cannot be shown just now" in page) is not kept
    assert (await ann.says("Still here?")).status_code == 204
    assert "Still here?" in await ann.page()


async def test_a_panel_that_breaks_leaves_the_others(monkeypatch):
    ann = Visitor(site())
    await ann.opens()
    render = Pages.render
    faulty = lambda pages, name, of: raises() if name == "table/everyone.html" else render(pages, name, of)  # noqa: E731
    monkeypatch.setattr(Pages, "render", faulty)
    page = await ann.page()
    assert page.count("This part of the page cannot be shown just now.") == 1
    assert 'id="composer-form"' in page


async def test_a_game_that_cannot_say_who_is_in_the_story_has_nobody_in_it(sitting, breaks, caplog):
    breaks(cast=raises)
    assert not (await sitting.ask("Ann", "toss", dice=2, id="once")).again
    assert sitting.table.ledger.cast(guide=True) == ()
    assert "who is in the story" in caplog.text


async def test_a_game_that_cannot_say_what_is_in_the_story_has_no_things_in_it(sitting, breaks, caplog):
    breaks(things=raises)
    before = sitting.table.ledger.cast(guide=True)
    assert not (await sitting.ask("Ann", "toss", dice=2, id="once")).again
    assert sitting.table.ledger.pictured(guide=True)[1] == ()
    assert sitting.table.ledger.cast(guide=True) == before
    assert "what is in the story" in caplog.text
