"""The secret of an exchange: nobody but the guide sees anything of it before it bends a result or is opened."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from moot.core import Refused
from moot.games.perilous.intrigue import INTRIGUE
from moot.games.perilous.intrigue.view import seen, weighed
from moot.games.perilous.tests.people import skilled
from moot.games.perilous.tests.strolling import stroll
from moot.games.perilous.tests.table import Session

PAIRS = (
    ("charm", "bargain"), ("bargain", "charm"), ("guile", "rumor"), ("rumor", "guile"), ("leadership", "bargain"),
)
IN = {"exchange": "n1"}
STEPS: tuple[tuple[str, str, dict[str, str], list[int]], ...] = (
    ("Ann", "roll", {"trial": "n2"}, [1, 2]),
    ("Ann", "tactic", {**IN, "who": "ada", "npc": "cor", "skill": "charm"}, []),
    ("Ben", "tactic", {**IN, "who": "bo", "npc": "cor", "skill": "bargain"}, []),
    ("Gil", "move-disposition", {**IN, "npc": "cor", "disposition": "hostile"}, []),
    ("Cleo", "tactic", {**IN, "who": "cai", "npc": "cor", "skill": "guile"}, []),
    ("Ann", "buy-assist", {**IN, "trial": "n2"}, []),
    ("Ann", "roll", {"trial": "n2"}, [9, 1, 2]),
    ("Ben", "roll", {"trial": "n3"}, [9, 8]),
    ("Ben", "spend-fortune", {"trial": "n3"}, [8, 7]),
    ("Cleo", "roll", {"trial": "n4"}, [7, 8]),
    ("Cleo", "keep", {"trial": "n4"}, []),
    ("Gil", "again", IN, []),
)
"""Charm succeeds (12), Bargain fails (98), is rolled again and fails (87), Guile fails (78) and is let stand."""
BENDS = {6: ("charm", "favourable"), 8: ("bargain", "unfavourable"), 10: ("guile", "unfavourable")}
"""At which step which Tactic would bend, if it is this one of the pair."""


def framed(pair: tuple[str, str]) -> Session:
    """Three players who want something of one person, with this secret."""
    table = Session(
        skilled("ada", "s3", charm=(45, 1)), skilled("bo", "s4", bargain=(40, 1)),
        skilled("cai", "s5", guile=(40, 1)), replace(skilled("cor", name="Corvane"), leans="order"),
        fortune=4,
    )
    table.do("Gil", "frame", npcs=["cor"], people=["ada", "bo", "cai"], objective="the key")
    table.do("Gil", "hide-pair", exchange="n1", npc="cor", favourable=pair[0], unfavourable=pair[1])
    return table


def sights(table: Session) -> bytes:
    """All that players and watchers have been told and can see now."""
    exchange, others = table.state.exchanges["n1"], [seat for seat in table.seats.values() if not seat.guides]
    return msgspec.json.encode([
        [(table.heard[seat.name], table.read[seat.name]) for seat in others],
        [table.game.offers(table.state, seat) for seat in others],
        table.game.situation(table.state), seen(table.state, exchange, False),
        [weighed(table.state, exchange, who) for who in exchange.people],
    ])


def told(pair: tuple[str, str]) -> tuple[list[bytes], int]:
    """What others see after each step of an exchange with this secret, and the step at which it first bends."""
    table, which = framed(pair), dict(zip(("favourable", "unfavourable"), pair, strict=True))
    bends = {at for at, (skill, side) in BENDS.items() if which[side] == skill}
    found = [sights(table)]
    for name, do, blanks, dice in STEPS:
        try:
            table.do(name, do, **blanks, faces=dice)
        except Refused as refusal:
            found.append(str(refusal).encode())
        else:
            found.append(sights(table))
    return found, min(bends, default=len(STEPS))


@pytest.mark.rule("GP-SOC-04", "GP-SOC-06")
def test_nothing_shows_which_pair_it_is_until_it_bends_a_result():
    plain, never = told(("rumor", "leadership"))
    assert never == len(STEPS)
    for pair in PAIRS:
        found, bends = told(pair)
        assert found[: bends + 1] == plain[: bends + 1], pair
        assert bends == never or found[bends + 1] != plain[bends + 1], pair


@pytest.mark.rule("GP-SOC-04")
def test_a_secret_that_is_shown_is_shown_to_all():
    table = framed(("rumor", "leadership"))
    for name, who in (("Ann", "ada"), ("Ben", "bo"), ("Cleo", "cai")):
        table.refuses("Gil", "open-pair", "wrong-moment", "GP-SOC-03", exchange="n1", npc="cor")
        table.do(name, "stand-aside", exchange="n1", who=who)
    assert [offer.urgency for offer in table.offers("Gil", "open-pair")] == ["may"]
    assert seen(table.state, table.state.exchanges["n1"], True).targets[0].pair == ("Rumor", "Leadership")
    assert seen(table.state, table.state.exchanges["n1"], False).targets[0].pair is None
    table.do("Gil", "open-pair", exchange="n1", npc="cor")
    shown = seen(table.state, table.state.exchanges["n1"], False).targets[0]
    assert shown.pair == ("Rumor", "Leadership")
    assert "Rumor opens them" in shown.told


@pytest.mark.rule("GP-SOC-04", "GP-SOC-09")
def test_random_evenings_keep_the_contract_and_the_secret():
    """Walks begin in an exchange, so that none of them is spent on getting there."""
    table = framed(("rumor", "leadership"))
    survey = stroll(table.state, *INTRIGUE, seeds=range(2), steps=30)
    assert {"tactic", "close-exchange"} <= set(survey.commands)
    assert survey.events["swayed"]
