"""Journeys played at random: the contract of a game holds, and what is true of any journey; and what stays secret."""

from dataclasses import replace as dataclass_replace
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from moot.core import Match, Seeded
from moot.core.offers import Urgency
from moot.core.state import seated
from moot.games.perilous.fight.phases import Inspired
from moot.games.perilous.figures import JOURNEY
from moot.games.perilous.fortune import FORTUNE
from moot.games.perilous.harm import HARM
from moot.games.perilous.journey import JOURNEYS
from moot.games.perilous.journey.odds import ahead
from moot.games.perilous.journey.view import seen
from moot.games.perilous.madness import MADNESS_PART
from moot.games.perilous.person import LAST, LedgerLine
from moot.games.perilous.room import GAME
from moot.games.perilous.sins import SINS
from moot.games.perilous.tests.travelling import Road, four
from moot.games.perilous.trying import TRYING
from moot.games.perilous.wounds import WOUNDS
from moot.testing import SEATS
from moot.testing.walk import Survey, Walk


def sit(state, seats):
    """Three players' characters and one of the guide's."""
    if not state.people:
        people = {who.id: replace(who, player=seat) for who, seat in zip(four(), ("s3", "s4", "s5", ""), strict=True)}
        pool = (LedgerLine(3, "the pool", "GP-CORE-18"),)
        state = replace(state, phase="session", session=1, people=people, fortune=pool)
    return seated(state, seats)


JOURNEYING = dataclass_replace(
    GAME, seated=sit, draws={}, parts=(TRYING, WOUNDS, HARM, FORTUNE, SINS, MADNESS_PART, *JOURNEYS),
)
STRAYS = frozenset({"end-journey", "drop-stretch", "set-travellers", "stock-up", "reckon-miles", "open-journey"})
"""What leads nowhere if it is pressed too often."""


def hold(state):
    assert all(0 <= who.peril <= LAST for who in state.people.values())
    for journey in state.journeys.values():
        assert journey.used >= 0
        assert seen(state, journey, guide=False).store.left >= 0
        assert -1 <= journey.at < len(journey.stretches) or not journey.stretches
        for stretch in journey.stretches:
            assert JOURNEY.threat_least <= stretch.dice <= JOURNEY.threat_most
            passage = stretch.passage
            assert passage is None or len(passage.moments) <= stretch.length.moments + 1
            assert passage is None or all(len(moment.faces) <= 3 for moment in passage.moments)


@pytest.mark.rule("GP-WILD-11")
def test_journeys_keep_the_contract():
    survey = Survey()
    Walk(JOURNEYING, SEATS, 4, survey).run(50)
    assert {"set-out", "take-role", "be-off"} <= set(survey.commands)


OPTIONS: tuple[dict[str, str], ...] = (
    {}, {"threat-rolls": "open", "waived-test-roll": "drop"}, {"empty-role": "neutral", "threshold-rule": "exceeds"},
)


def travel(seed, presses):
    """Plan a journey and press what is legal at random, mostly what the game waits for; what was pressed."""
    chance = Seeded(seed)
    state = JOURNEYING.start(JOURNEYING.rulebook.settings(OPTIONS[seed % len(OPTIONS)]))
    match = Match(JOURNEYING, sit(state, SEATS), chance=chance)
    match.press("Gil", "open-journey", title="x", who=("orsel", "tamsin", "fenn", "dov"), provisions=chance.pick(100))
    pressed = set()
    for _ in range(presses):
        wanted: Urgency = "must" if chance.pick(3) else "may"
        offers = [(seat, one) for seat in SEATS for one in JOURNEYING.offers(match.state, seat, urgency=wanted)]
        offers = [(seat, one) for seat, one in offers if one.do not in STRAYS or not chance.pick(40)]
        if offers:
            seat, offer = offers[chance.pick(len(offers))]
            match.ask(seat, offer.sample(chance))
            pressed.add(offer.do)
        hold(match.state)
    return pressed


@pytest.mark.rule("GP-WILD-08", "GP-WILD-11", "GP-WILD-14", "GP-CORE-12")
def test_what_is_always_true_of_a_journey():
    pressed = set()
    for seed in range(8):
        pressed |= travel(seed, 100)
    assert {"roll", "threat", "quiet-road", "open-encounter", "camp", "march", "go-on", "all-endure"} <= pressed


def heard(table, name):
    """All that a seat was told, and all that it can see now, as JSON."""
    seat = table.seats[name]
    shown = (
        seen(table.state, table.journey, seat.guides), ahead(table.state, table.journey, seat.guides),
        GAME.situation(table.state), table.offers(name), table.heard[name], table.read[name],
    )
    return msgspec.json.encode(shown).decode()


@pytest.mark.rule("GP-WILD-01", "GP-WILD-04")
def test_of_a_hidden_stretch_players_know_the_name_alone_and_of_none_its_threat():
    table = Road()
    table.draw("the near moor", days=3, threat="high")
    table.draw("the far pass", to="Crow Gate", days=17, land="desert", threat="high", hidden=True, surface="road")
    for name in ("Ann", "Wim"):
        told = heard(table, name)
        assert "the far pass" in told
        for secret in ("Crow Gate", "desert", '"days":17', "Highly", '"threat":"high"'):
            assert secret not in told
    assert "desert" in heard(table, "Gil")
    table.on("Gil", "open-stretch", stretch=table.journey.stretches[1].id)
    assert "Crow Gate" in heard(table, "Ann")
    assert '"threat":"high"' not in heard(table, "Ann")


def rolled(*faces, **options):
    """A table where the Threat dice of the first of two moments fell as these faces."""
    table = Road(**options)
    table.away(days=10, threat="high")
    table.found((2, 3, 5), (2, 3), (9, 8))
    for who in table.journey.travellers:
        table.roll(who, 1, 2)
    table.on("Gil", "threat", faces=faces)
    return table


@pytest.mark.rule("GP-WILD-10")
def test_whether_trouble_comes_shows_only_when_the_gm_says_so():
    calm, grim = rolled(1, 2, 3), rolled(6, 2, 3)
    grim.on("Gil", "draw-encounter", land="wood", faces=[3])
    assert heard(calm, "Ann") == heard(grim, "Ann")
    title: dict[str, Any] = {"title": "x"}
    for do, blanks in (("camp", {"days": 1}), ("go-on", {}), ("quiet-road", {}), ("open-encounter", title)):
        refusals = [str(refused(table, do, **blanks)) for table in (calm, grim)]
        assert refusals[0] == refusals[1]
    assert heard(calm, "Gil") != heard(grim, "Gil")


def refused(table: Road, do: str, **blanks: Any):
    """What a player is told who presses a button that is not theirs."""
    code = "wrong-moment" if do in ("camp", "go-on") else "guide-only"
    return table.refuses("Ann", do, code, journey=table.journey.id, **blanks)


@pytest.mark.rule("GP-WILD-10")
def test_threat_dice_are_laid_open_when_the_stretch_ends():
    table = rolled(4, 4, 5)
    table.on("Gil", "quiet-road")
    table.on("Ann", "go-on")
    for who in table.journey.travellers:
        table.roll(who, 1, 2)
    table.on("Gil", "threat", faces=[3, 3, 5])
    table.on("Gil", "quiet-road")
    assert "Highly Dangerous" not in heard(table, "Ann")
    [*_, ended] = table.on("Ann", "go-on")
    assert ended.faces == ((4, 4, 5), (3, 3, 5))
    assert "Highly Dangerous" in heard(table, "Ann")


@pytest.mark.rule("GP-WILD-10")
def test_open_threat_rolls_are_seen_by_all():
    assert "an encounter" in rolled(6, 1, 1, threat_rolls="open").read["Ann"][-1]
    assert "encounter" not in rolled(6, 1, 1).read["Ann"][-1]


def met(opens, face):
    """A table where people meet what a table of encounters has for this face, and what the GM is told of it."""
    table = rolled(6, 1, 1)
    table.on("Gil", "draw-encounter", land="road", faces=[face])
    table.on("Gil", "open-encounter", title="it", text="")
    stretch = seen(table.state, table.journey, guide=True).stretch
    assert stretch is not None
    assert opens in stretch.meetings[0].opens
    assert opens not in heard(table, "Ann")
    return table


@pytest.mark.rule("GP-WILD-10")
def test_a_hazard_is_passed_by_its_test_or_does_what_its_row_says():
    table = met("A test of Athletics. Failing: 1D10+1 Peril. Critical: 8 Damage.", 5)
    table.do("Gil", "set-track", who="fenn", track="peril", now="incapacitated")
    table.no("Gil", "face-encounter", "not-a-choice", who=("fenn",))
    table.on("Gil", "face-encounter", who=("orsel", "dov"))
    assert table.trial_of("orsel").costs == (10,)
    table.no("Gil", "close-encounter", "unsettled")
    table.roll("orsel", 9, 8, 8)
    table.roll("dov", 9, 9)
    assert (table.peril("orsel"), table.state.people["dov"].damage > 0) == ("imperiled", True)
    assert table.phase == "encounter"


@pytest.mark.rule("GP-WILD-10", "GP-MAD-01")
def test_what_frightens_people_is_withstood_while_the_journey_waits():
    table = met("Stress.", 11)
    table.on("Gil", "face-encounter", who=("orsel",))
    assert table.trial_of("orsel").skill == "resolve"
    table.no("Gil", "close-encounter", "still-running")
    table.roll("orsel", 10, 1)
    table.on("Gil", "close-encounter")
    stretch = seen(table.state, table.journey, guide=True).stretch
    assert stretch is not None
    assert [one.opens for one in stretch.meetings] == [""]


@pytest.mark.rule("GP-WILD-10")
def test_foes_are_the_gms_to_bring():
    table = met("Chase with 2 × Road agent.", 3)
    table.no("Gil", "face-encounter", "nothing-to-face", who=("orsel",))
    assert not table.state.chases


@pytest.mark.rule("GP-WILD-10", "GP-CORE-20")
def test_a_struck_encounter_leaves_nobody_inspired_by_words_of_its_fight():
    table = rolled(6, 1, 1)
    table.on("Gil", "open-encounter", title="riders")
    table.do("Gil", "open-fight", party=("orsel", "tamsin"), foes=())
    [fight] = table.state.fights
    table.happen(Inspired(fight=fight, who=("orsel",)))
    table.on("Gil", "strike-encounter")
    assert (table.state.fights, table.who("orsel").inspired) == ({}, False)


@pytest.mark.rule("GP-WILD-10")
def test_a_struck_encounter_strikes_the_chase_that_it_opened():
    table = rolled(6, 1, 1)
    table.on("Gil", "open-encounter", title="riders")
    assert table.phase == "encounter"
    table.do("Gil", "open-chase", escapees=("orsel", "tamsin"), pursuers=("fenn",))
    assert len(table.state.chases) == 1
    table.no("Gil", "close-encounter", "still-running", "GP-WILD-10")
    table.no("Ann", "camp", "wrong-moment")
    table.on("Gil", "strike-encounter")
    assert not table.state.chases
    assert table.phase == "threat"
    assert table.moment.trouble
    table.on("Gil", "open-encounter", title="wolves")
    table.on("Gil", "close-encounter", end="They ran.")
    assert table.phase == "resting"


@pytest.mark.rule("GP-WILD-10", "GP-CORE-16", "GP-CORE-17")
def test_an_encounter_in_which_somebody_is_about_to_die_is_not_taken_back_before_fate_has_had_its_word():
    table = rolled(6, 1, 1)
    table.put("orsel", fate=1)
    table.on("Gil", "open-encounter", title="riders")
    table.do("Gil", "open-fight", party=("orsel", "tamsin"), foes=())
    table.do("Gil", "deal-harm", how="mishap", who=["orsel"], points=60, dice=0, mild=False)
    table.no("Gil", "strike-encounter", "unsettled", "GP-CORE-16")
    table.do("Ann", "cheat-death", wound=next(iter(table.state.wounds)))
    table.on("Gil", "strike-encounter")
    assert (table.state.fights, table.who("orsel").fate, table.who("orsel").incapacitated) == ({}, 0, True)
