"""Scenes, speech, and the pause that nobody can be blamed for."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace
from tests.table.sitting import Sitting, sit_down

from moot.core import Fact, Refused
from moot.table.frames import framed

pytestmark = pytest.mark.anyio


@pytest.fixture
async def sitting() -> Sitting:
    here = await sit_down("Ann", "Bea")
    await here.come("Wim", "watcher")
    return here


async def refusal(awaitable) -> str:
    with pytest.raises(Refused) as refused:
        await awaitable
    return refused.value.code


# ---------------------------------------------------------------- lines, veils, a quiet word


@pytest.mark.parametrize("name", ["Gil", "Ann", "Wim"])
async def test_anyone_names_a_line_and_nothing_tells_who(sitting, name):
    before = len(sitting.log)
    await sitting.ask(name, "set-boundary", kind="line", text=" Spiders ", id=f"{name}'s own", nonce=f"{name}'s own")
    [entry] = sitting.log[before:]
    text = msgspec.json.encode(entry).decode()
    seat = sitting.seat(name)
    assert not [mark for mark in (name, f'"{seat.id}"', "own") if mark in text]
    for other in ("Gil", "Ann", "Bea", "Wim"):
        heard = sitting.heard(other)[-1]
        assert (heard.by, [line.quote for line in heard.lines]) == ("", ["Spiders"])


async def test_lines_and_veils_are_taken_off_and_everyone_is_told(sitting):
    await sitting.ask("Ann", "set-boundary", kind="line", text="Spiders")
    await sitting.ask("Bea", "set-boundary", kind="veil", text="Torture")
    await sitting.ask("Ann", "lift-boundary", boundary="b1")
    assert [one.text for one in sitting.table.ledger.table.boundaries.values()] == ["Torture"]
    assert sitting.heard("Wim")[-1].lines[0].quote == "Spiders"
    assert await refusal(sitting.ask("Ann", "lift-boundary", boundary="b1")) == "not-offered"
    await sitting.ask("Ann", "set-boundary", kind="line", text="Fire")
    assert set(sitting.table.ledger.table.boundaries) == {"b2", "b3"}


async def test_there_is_an_end_to_lines_and_veils(sitting):
    for number in range(60):
        await sitting.ask("Ann", "set-boundary", kind="line", text=f"Thing {number}")
    assert await refusal(sitting.ask("Ann", "set-boundary", kind="line", text="One more")) == "enough-lines"


async def test_a_quiet_word_reaches_the_guide_alone(sitting):
    heard = {name: len(sitting.heard(name)) for name in ("Gil", "Ann", "Bea", "Wim")}
    await sitting.ask("Ann", "say-quietly", text="Can we leave the crypt?")
    told = {name: len(sitting.heard(name)) - before for name, before in heard.items()}
    assert told == {"Gil": 1, "Ann": 1, "Bea": 0, "Wim": 0}
    assert sitting.heard("Gil")[-1].lines[0].quote == "Can we leave the crypt?"
    assert await refusal(sitting.ask("Gil", "say-quietly", text="Hm.")) == "you-are-it"


async def test_a_quiet_word_waits_for_the_guide_until_it_is_read(sitting):
    assert await refusal(sitting.ask("Gil", "read-quietly", words=0)) == "nothing-quiet"
    await sitting.ask("Ann", "say-quietly", text="Can we leave the crypt?")
    await sitting.ask("Wim", "say-quietly", text="I have to go at ten.")
    assert await refusal(sitting.ask("Gil", "read-quietly", words=1)) == "not-offered"  # another came meanwhile
    assert await refusal(sitting.ask("Ann", "read-quietly", words=2)) == "guide-only"
    assert [one.text for one in sitting.table.ledger.table.quiet] == ["Can we leave the crypt?", "I have to go at ten."]
    seen = {name: len(sitting.table.sight(sitting.seat(name)).state.quiet) for name in ("Gil", "Ann", "Bea", "Wim")}
    assert seen == {"Gil": 2, "Ann": 0, "Bea": 0, "Wim": 0}
    heard = {name: len(sitting.heard(name)) for name in ("Ann", "Wim")}
    await sitting.ask("Gil", "read-quietly", words=2)
    assert sitting.table.ledger.table.quiet == ()
    assert {name: len(sitting.heard(name)) for name in heard} == heard


async def test_what_is_said_for_safety_is_possible_in_a_pause(sitting):
    await sitting.ask("Bea", "pause")
    await sitting.ask("Ann", "set-boundary", kind="veil", text="Blood")
    await sitting.ask("Ann", "say-quietly", text="Thank you.")
    assert [line.quote for heard in sitting.heard("Gil")[-2:] for line in heard.lines] == ["Blood", "Thank you."]


# ---------------------------------------------------------------- the pause


@pytest.mark.parametrize("name", ["Gil", "Ann", "Wim"])
async def test_anyone_pauses_and_nothing_tells_who(sitting, name):
    before = len(sitting.log)
    await sitting.ask(name, "pause", id=f"{name}'s own", nonce=f"{name}'s own")
    [entry] = sitting.log[before:]
    assert entry.seat == ""
    assert entry.asked is not None
    assert entry.asked.command == {"do": "pause"}
    text = msgspec.json.encode(entry).decode()
    seat = sitting.seat(name)
    assert not [mark for mark in (name, f'"{seat.id}"', "own") if mark in text]
    for other in ("Gil", "Ann", "Bea", "Wim"):
        heard = sitting.heard(other)[-1]
        assert heard.by == ""
        assert [line.text for line in heard.lines] == ["Play is paused."]
        assert name not in heard.body.decode()


async def test_the_same_is_in_the_log_whoever_pauses():
    entries = []
    for name in ("Gil", "Ann"):
        here = await sit_down("Ann", "Bea")
        await here.ask(name, "pause", id=name, nonce=name)
        entries.append(here.log[-1])
    assert msgspec.structs.replace(entries[0], link="") == msgspec.structs.replace(entries[1], link="")


async def test_a_pause_stops_play_and_not_the_talk(sitting):
    await sitting.ask("Gil", "hide", value=4)
    await sitting.ask("Ann", "pause")
    assert not [offer for offer in sitting.table.offers(sitting.seat("Bea")) if offer.do in ("toss", "guess")]
    assert await refusal(sitting.ask("Bea", "guess", value=4)) == "paused"
    await sitting.ask("Bea", "say", text="Are you well?", manner="aside")
    assert await refusal(sitting.ask("Bea", "pause")) == "paused-already"


async def test_the_guide_goes_on(sitting):
    await sitting.ask("Ann", "pause")
    assert await refusal(sitting.ask("Ann", "resume")) == "guide-only"
    await sitting.ask("Gil", "resume")
    await sitting.ask("Gil", "hide", value=4)
    assert await refusal(sitting.ask("Gil", "resume")) == "not-paused"


async def test_a_pause_can_be_sent_again_without_harm(sitting):
    await sitting.ask("Ann", "pause", id="once")
    assert (await sitting.ask("Ann", "pause", id="once")).again
    await sitting.ask("Gil", "resume")
    assert (await sitting.ask("Ann", "pause", id="once")).again
    assert not (await sitting.ask("Bea", "pause", id="once")).again
    assert [heard.lines[0].text for heard in sitting.heard("Ann")[-3:]] == [
        "Play is paused.", "Play goes on.", "Play is paused."
    ]


async def test_each_pause_has_an_id_of_its_own(sitting):
    for name in ("Ann", "Bea"):
        await sitting.ask(name, "pause", id="once")
        await sitting.ask("Gil", "resume")
    ids = [entry.asked.id for entry in sitting.log if entry.asked and entry.asked.command == {"do": "pause"}]
    assert len(set(ids)) == 2
    assert "once" not in ids


# ---------------------------------------------------------------- scenes


async def test_a_scene_opens_and_is_on(sitting):
    await sitting.ask("Gil", "open-scene", title=" The well ", place="At dusk", cast="Ann's mask", stakes="Water.")
    state = sitting.table.ledger.table
    assert state.scenes[state.scene].title == "The well"
    line = sitting.heard("Bea")[-1].lines[0]
    assert (line.kind, line.text, line.quote) == ("scene", "The well", "At dusk. Ann's mask. Water.")
    await sitting.ask("Gil", "open-scene", title="The tent", stakes="Who is in it?")
    assert sitting.heard("Bea")[-1].lines[0].quote == "Who is in it?"


async def test_one_cuts_between_open_scenes(sitting):
    await sitting.ask("Gil", "open-scene", title="The well")
    await sitting.ask("Gil", "open-scene", title="The tent")
    assert [offer.label for offer in sitting.offers("Gil", "cut-to")] == ["Cut to The well"]
    await sitting.ask("Gil", "cut-to", scene="c1")
    assert sitting.table.ledger.table.scene == "c1"
    assert await refusal(sitting.ask("Gil", "cut-to", scene="c1")) == "not-offered"
    assert await refusal(sitting.ask("Gil", "cut-to", scene="c9")) == "not-offered"


async def test_a_scene_that_closes_gives_way_to_one_that_is_open(sitting):
    await sitting.ask("Gil", "open-scene", title="The well")
    await sitting.ask("Gil", "open-scene", title="The tent")
    await sitting.ask("Gil", "close-scene", scene="c2")
    assert sitting.table.ledger.table.scene == "c1"
    await sitting.ask("Gil", "close-scene", scene="c1")
    assert sitting.table.ledger.table.scene == ""
    assert sitting.offers("Gil", "cut-to") == sitting.offers("Gil", "close-scene") == []


def over(sitting, name):
    """The end that somebody sees now."""
    record = sitting.table.journal(sitting.seat(name)).entries
    return framed(record, len(record), frozenset())


async def test_a_scene_that_is_over_says_where_it_was_who_was_there_and_how_long_it_took(sitting):
    await sitting.ask("Gil", "open-scene", title="The well", place="At dusk", cast="Ann's mask", stakes="Water.")
    sitting.clock.now += 61 * 60_000
    await sitting.ask("Gil", "close-scene", scene="c1")
    frame = over(sitting, "Wim")
    assert (frame.kind, frame.id, frame.title) == ("over", "c1", "The well")
    assert frame.lead == "The scene is over, after 1 hour and 1 minute"
    assert (frame.place, frame.people, frame.facts) == ("At dusk · Ann's mask", (), ())


async def test_what_happened_while_another_scene_was_on_is_not_told_of_one_that_is_over(sitting):
    await sitting.ask("Gil", "hide", value=4)
    await sitting.ask("Gil", "open-scene", title="The well")
    await sitting.ask("Ann", "toss", dice=1)
    await sitting.ask("Gil", "open-scene", title="The tent")
    await sitting.ask("Ann", "toss", dice=2)
    await sitting.ask("Gil", "cut-to", scene="c1")
    await sitting.ask("Ann", "toss", dice=3)
    record = sitting.table.journal(sitting.seat("Wim")).entries
    tossed = [n for n, heard in enumerate(record) if any(line.throws for line in heard.lines)]
    for at, number in enumerate(tossed):
        fact = Fact(kind="fact", text=f"Toss {at + 1}")
        lines = tuple(replace(line, facts=(fact,)) for line in record[number].lines)
        record[number] = replace(record[number], lines=lines)
    await sitting.ask("Gil", "close-scene", scene="c1")
    assert [fact.text for fact in over(sitting, "Wim").facts] == ["Toss 1", "Toss 3"]
    assert over(sitting, "Wim").lead == "The scene is over"


@pytest.mark.parametrize(
    ("do", "fields"),
    [("open-scene", {"title": "T"}), ("cut-to", {"scene": "c1"}), ("close-scene", {"scene": "c1"})],
)
async def test_scenes_are_the_guides(sitting, do, fields):
    await sitting.ask("Gil", "open-scene", title="The well")
    assert await refusal(sitting.ask("Ann", do, **fields)) == "guide-only"


# ---------------------------------------------------------------- speech


@pytest.mark.parametrize(
    ("fields", "kind", "who"),
    [
        ({}, "aside", "Ann"),
        ({"manner": "aside"}, "aside", "Ann"),
        ({"manner": "story"}, "story", "Ann"),
    ],
)
async def test_one_speaks_as_oneself_or_tells(sitting, fields, kind, who):
    await sitting.ask("Ann", "say", text=" It rains. ", **fields)
    [line] = sitting.heard("Bea")[-1].lines
    assert (line.kind, line.who, line.quote) == (kind, who, "It rains.")


async def test_one_speaks_as_ones_character(sitting):
    await sitting.ask("Ann", "say", text=" It rains. ", voice=f"mask-{sitting.ids['Ann']}")
    [line] = sitting.heard("Bea")[-1].lines
    assert (line.kind, line.who, line.quote) == ("speech", "Ann's mask", "It rains.")


async def test_nobody_speaks_as_anothers_character(sitting):
    voice = f"mask-{sitting.ids['Ann']}"
    assert await refusal(sitting.ask("Bea", "say", text="I yield.", voice=voice)) == "not-your-voice"


@pytest.mark.parametrize(("text", "code"), [("  ", "too-short"), ("x" * 4001, "too-long")])
async def test_speech_has_words_and_an_end(sitting, text, code):
    assert await refusal(sitting.ask("Ann", "say", text=text)) == code


async def test_who_watches_may_speak(sitting):
    await sitting.ask("Wim", "say", text="Bravo.")
    assert sitting.lines("Gil")[-1] == "Bravo."


async def test_notes_may_be_emptied(sitting):
    await sitting.ask("Ann", "keep-notes", text="it is four")
    await sitting.ask("Ann", "keep-notes", text="")
    assert sitting.table.sight(sitting.seat("Ann")).state.notes == {sitting.ids["Ann"]: ""}
