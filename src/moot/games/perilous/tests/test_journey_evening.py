"""Over the pass, from an empty table to the arrival: the script of the golden log, played."""

from moot.games.perilous.journey.resting import JourneyEnded
from moot.games.perilous.person import total
from moot.games.perilous.room import GAME
from moot.games.perilous.tests.golden_evenings import evening


def test_over_the_pass():
    frames, facts, headlines = [], [], set()
    for match, events in evening("over_the_pass"):
        lines = [line for event in events if (line := GAME.line(match.state, event))]
        frames += [line.frame for line in lines if line.frame and line.frame.kind != "chapter"]
        facts += [str(fact) for line in lines for fact in line.facts]
        headlines.add(GAME.situation(match.state).headline)
    [journey] = match.state.journeys.values()
    assert [(frame.kind, frame.id) for frame in frames] == [("scene", journey.id), ("over", journey.id)]
    assert [face.name for face in frames[0].people] == ["Orsel", "Tamsin", "Fenn"]
    assert {"From the coast to the high pass", "The high pass"} <= headlines
    assert "Trouble: A second shadow." in facts
    assert "Fenn recovers: Peril Incapacitated! to Unhindered." in facts
    assert any(isinstance(event, JourneyEnded) for event in match.events)
    assert (match.state.day, journey.left, journey.used) == (18, 32, 54)
    assert total(match.state.fortune) == 6
