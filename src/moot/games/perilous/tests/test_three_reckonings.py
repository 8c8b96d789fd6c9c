"""Three evenings of Corruption, from an empty table on: the script of the golden log, played."""

from msgspec.structs import replace

from moot.games.perilous.evening import EVENING
from moot.games.perilous.evening.closing import Converted, SessionEnded
from moot.games.perilous.person import HeldDisorder, Person
from moot.games.perilous.state import State
from moot.games.perilous.tests.golden_evenings import evening
from moot.games.perilous.tests.people import skilled
from moot.games.perilous.tests.strolling import stroll


def test_three_reckonings():
    *_, (match, _) = evening("three_reckonings")
    converted = [event for event in match.events if isinstance(event, Converted)]
    found = [(one.conversion.corruption, one.conversion.face, one.conversion.order, one.conversion.chaos)
             for one in converted]
    assert found == [(13, 3, 0, 2), (2, 6, 1, 0), (0, 0, 1, 0), (17, 5, 0, 2), (16, 6, 0, 2), (3, 4, 1, 0)]
    assert sum(isinstance(event, SessionEnded) for event in match.events) == 3
    wen, tib, anselm = match.state.people.values()
    assert (wen.order, wen.chaos, wen.fate, [one.row for one in wen.disorders]) == (0, 3, 1, ["moon-fever"])
    assert (tib.order, tib.chaos, tib.reputation, tib.rewards) == (3, 0, 2, 275)
    assert (wen.corruption, wen.peril, anselm.known, match.state.day) == (0, 0, True, 6)


def test_random_evenings_keep_the_contract_and_their_secrets():
    people = (
        _who("wen", "s3", "moon-fever", "hophead", "host-to-the-abyss", "gamblers-lament", "deranged-hero"),
        _who("tib", "s4", "possessed", "dreadful-phobia", "the-hunger"), _who("rat", "", "taint-of-chaos"),
    )
    state = State(phase="session", session=1, people={who.id: who for who in people})
    survey = stroll(state, *EVENING, seeds=range(4, 5), steps=40)
    assert survey.steps == 40
    assert {"use-gift", "roll-host"} <= {*survey.commands}


def _who(id_: str, player: str, *rows: str) -> Person:
    """Somebody close to ten of everything, with these Disorders."""
    plain = skilled(id_, player, charm=(40, 1))
    return replace(plain, order=8, chaos=8, disorders=tuple(map(HeldDisorder, rows)))
