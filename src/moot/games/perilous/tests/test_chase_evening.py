"""The salt road, from an empty table to the end of a chase of six Rounds: the script of the golden log, played."""

from moot.games.perilous.chase.ends import ChaseOver
from moot.games.perilous.chase.turns import RoundBegun
from moot.games.perilous.person import total
from moot.games.perilous.tests.golden_evenings import evening


def test_the_salt_road():
    *_, (match, _) = evening("salt_road")
    assert [event.number for event in match.events if isinstance(event, RoundBegun)] == [2, 3, 4, 5, 6]
    [over] = [event for event in match.events if isinstance(event, ChaseOver)]
    assert [match.state.name(who) for who in over.away] == ["Wen", "Rusk"]
    assert (total(match.state.fortune), total(match.state.misfortune)) == (2, 1)
