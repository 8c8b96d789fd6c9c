"""What people are called: “The Bandit”, “A watchman” by itself and as a sentence begins, with small letters within."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

import pytest
from msgspec.structs import replace

from moot.games.perilous.person import HeldDisorder, LedgerLine
from moot.games.perilous.room import GAME
from moot.games.perilous.tests.chasing import Running
from moot.games.perilous.tests.people import person, skilled
from moot.games.perilous.tests.table import Session
from moot.games.perilous.tests.travelling import Road, four

WITHIN = re.compile(r"[\w,;’)] (The (Bandit|Fox)|A watchman)")
"""A capital within a sentence."""
FIRST = re.compile(r"(^|[.!?] )(the (Bandit|Fox)|a watchman)")
"""A small letter as a sentence begins."""


def told(table: Session) -> Iterator[str]:
    """All that people at a table read now: the last lines and cards, what may be done, who is waited for."""
    for event in table.events:
        if line := GAME.line(table.state, event):
            yield from (line.who, line.text if not line.who else f"Ann {line.text}", *(one.text for one in line.facts))
            if line.frame:
                yield from (line.frame.lead, line.frame.title, *(face.name for face in line.frame.people))
    for name in table.seats:
        for offer in table.offers(name):
            yield from (offer.label, offer.why)
        yield table.asked(name).title or ""
    now = GAME.situation(table.state)
    yield from (now.headline, *(f"Waiting for Ann: {one.what}" for one in now.waiting))
    for part in table.board("Gil").values():
        rows = ((row.name, f"is {row.words}") for row in part.rows)
        yield from (part.title, *part.words, *chain.from_iterable(rows))


def reads_well(table: Session) -> None:
    """Hold all that people read to how names are written."""
    texts = set(told(table))
    assert [text for text in texts if WITHIN.search(text) or FIRST.search(text)] == []
    assert any("the Bandit" in text for text in texts)
    assert any(text.startswith("The Bandit") for text in texts)
    table.events.clear()


@pytest.mark.rule("GP-CHASE-11")
def test_a_chase_says_the_bandit_within_a_sentence():
    cast = person("wen", player="s3"), person("joss", name="The Bandit"), person("orm", name="A watchman")
    table = Running(*cast, fled=("joss",), after=("wen",))
    reads_well(table)
    table.do("Gil", "enter-chase", chase=table.chase.id, side="escapees", who="orm", mode="")
    table.begin()
    reads_well(table)
    table.do("Gil", "leave-chase", chase=table.chase.id, side="", who=["orm"], how="left-behind")
    table.run(1)
    reads_well(table)
    table.press("attack", who="joss", skill="simple-ranged", target="wen", difficulty="standard", fury=1)
    reads_well(table)
    table.dice("joss", 3, 0)
    reads_well(table)
    table.press("roll-damage", "joss", faces=[2])
    table.run(10)
    table.hold()
    table.press("catch", target="joss")
    reads_well(table)
    table.press("take-down")
    table.dice("wen", 1, 1)
    reads_well(table)


@pytest.mark.rule("GP-SOC-06", "GP-SOC-09")
def test_a_talk_says_the_bandit_within_a_sentence():
    fame = (LedgerLine(3, "at first", "GP-REP-01"),)
    table = Session(
        replace(skilled("ada", "s3", charm=(45, 1)), name="The Fox", fame=fame),
        replace(skilled("cor", name="The Bandit"), leans="order"),
        replace(skilled("dame", name="A watchman"), leans="order"), replace(skilled("els"), leans="order"),
    )
    table.do("Gil", "frame", npcs=["cor", "dame", "els"], people=["ada"], objective="the key")
    assert "something is wanted of the Bandit, a watchman and Els." in table.read["Ann"][-1]
    for npc in ("dame", "els"):
        table.do("Gil", "hide-pair", exchange="n1", npc=npc, favourable="rumor", unfavourable="charm")
    reads_well(table)
    table.do("Gil", "hide-pair", exchange="n1", npc="cor", favourable="rumor", unfavourable="charm")
    reads_well(table)
    table.do("Ann", "tactic", exchange="n1", who="ada", npc="cor", skill="charm")
    reads_well(table)
    table.do("Ann", "roll", trial=table.trial, faces=[9, 9])
    reads_well(table)
    table.do("Ann", "bear-peril", exchange="n1", who="ada", faces=[9, 9])
    table.do("Gil", "again", exchange="n1", fresh=["cor"])
    reads_well(table)


@pytest.mark.rule("GP-WILD-05", "GP-WILD-12", "GP-CORE-16")
def test_a_journey_says_the_bandit_within_a_sentence():
    table = Road(*four()[:3], person("dov", name="The Bandit", player="s6", peril=3), provisions=40)
    table.draw("The Fox", to="The Fox")
    reads_well(table)
    table.on("Gil", "set-out")
    assert "They set out on the Fox" in table.read["Ann"][-1]
    reads_well(table)
    table.take(orsel="guide", tamsin="survivalist", fenn="scout")
    reads_well(table)
    table.take(dov="helps guide")
    table.on("Gil", "be-off")
    table.found((2, 3), (2, 3), (2, 3))
    table.do("Gil", "deal-harm", how="mishap", who=["dov"], points=14, dice=0, mild=False)
    reads_well(table)


@pytest.mark.rule("GP-CORR-02")
def test_what_brings_corruption_is_said_within_a_sentence():
    table = Session()
    table.do("Ann", "confess", who="wen", offence="stealing-from-the-poor")
    assert table.read["Ann"][-1].strip() == "owns to this: stealing from the poor."
    [nod] = table.offers("Gil", "nod")
    assert nod.label == "Let it count: stealing from the poor"
    table.do("Gil", "nod", **nod.fixed, points=2)
    assert "Corruption: stealing from the poor. That makes" in table.read["Ann"][-1]
    table.put("wen", peril=4)
    table.do("Gil", "deal-harm", how="peril", who=["wen"], points=0, dice=3, faces=[10, 10, 10])
    assert any("gains 6 Corruption: Incapacitated! by Peril." in line for line in table.read["Ann"])


@pytest.mark.rule("GP-DIS-02")
def test_a_disorder_is_named_within_a_sentence():
    table = Session(person("wen", player="s3", disorders=(HeldDisorder("the-hunger", woken=True),)))
    labels = [offer.label for name in ("Ann", "Gil") for offer in table.offers(name)]
    assert "Wen: the Disorder the hunger is healed" in labels
    assert not [text for text in labels if re.search(r"[\w,;’)] The hunger", text)]
    table.do("Gil", "set-awake", who="wen", row="the-hunger")
    assert table.read["Ann"][-1].strip() == "feels it sleep again: the hunger."
