"""The worked examples of the book, as data, through the real rules."""

from __future__ import annotations

import msgspec
import pytest

from moot.games.swords_edge import ladder, verdict
from moot.games.swords_edge.conflict.ranging import bands
from moot.games.swords_edge.figures import SFX
from moot.games.swords_edge.pairings import Sfx
from moot.games.swords_edge.powers import heads, power_action, power_momentum, rounds
from moot.games.swords_edge.tests.examples import HERE, follow, load
from moot.games.swords_edge.tests.sitting import Sitting

STORIES = sorted(path for path in HERE.glob("*.toml") if path.stem != "figures")
FIGURES = msgspec.toml.decode((HERE / "figures.toml").read_bytes())


@pytest.mark.rule(
    "SE-EX-02", "SE-EX-03", "SE-EX-04", "SE-EX-05", "SE-EX-06", "SE-EX-07", "SE-EX-08", "SE-EX-09", "SE-EX-10",
    "SE-EX-11", "SE-EX-12", "SE-EX-13", "SE-EX-14", "SE-EX-15", "SE-EX-16", "SE-EX-17", "SE-EX-18", "SE-EX-19",
    "SE-EX-20", "SE-EX-21", "SE-EX-22", "SE-EX-40", "SE-EX-41", "SE-EX-42", "SE-EX-43", "SE-EX-44", "SE-EX-45",
    "SE-EX-46", "SE-EX-47", "SE-EX-48", "SE-EX-49", "SE-EX-50", "SE-EX-51",
    "SE-CRE-06", "SE-ERR-01", "SE-ERR-05", "SE-ERR-06", "SE-ERR-07", "SE-ERR-17", "SE-ERR-18", "SE-ERR-19",
)
@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_a_worked_example_comes_out_as_it_is_told(path):
    example = load(path)
    follow(example)
    assert any(step.rules for step in example.step)


@pytest.mark.rule("SE-EX-24", "SE-EX-25", "SE-RNG-03", "SE-ERR-09", "SE-ERR-10")
@pytest.mark.parametrize("figure", FIGURES["bands"], ids=lambda figure: figure["example"])
def test_the_bands_of_a_weapon(figure):
    assert [int(end) for end in bands(figure["effective"], figure["maximum"]).values()] == figure["ends"]


@pytest.mark.rule("SE-EX-26", "SE-EX-27", "SE-LOS-01", "SE-LOS-02")
@pytest.mark.parametrize("figure", FIGURES["level"], ids=lambda figure: figure["example"])
def test_levels_go_by_sevens(figure):
    for total, level in figure["totals"].items():
        assert ladder.level(int(total) - figure["tn"]) == level


@pytest.mark.rule("SE-EX-23", "SE-UND-03", "SE-ERR-08", "SE-TRAP-03")
def test_the_bands_of_an_undefended_pc():
    (figure,) = FIGURES["undefended"]
    for total, level in figure["totals"].items():
        assert (verdict.undefended(11, int(total)).level or "") == level
    assert verdict.undefended(2, 30).level == "legendary"
    assert verdict.undefended(20, -30).success


@pytest.mark.rule("SE-EX-28", "SE-EX-29", "SE-EX-30", "SE-EX-31", "SE-ERR-11", "SE-ERR-12", "SE-ERR-13", "SE-ERR-14")
@pytest.mark.parametrize("figure", FIGURES["power"], ids=lambda figure: figure["example"])
def test_powers_in_numbers(figure):
    table = Sitting(sfx="qualities")
    table.pc("Ann", "Mage")
    table.play()
    targets: tuple[str, ...] = ()
    if "charisma" in figure:
        targets = (table.nc("Goon", type="regular", concept=("Goon", "good"), charisma=figure["charisma"]),)
    ranks = {name: figure[name] for name in ("reach", "duration", "area", "energy")}
    sfx = Sfx(quality="", intent="", targets=targets, resists="charisma", **ranks)
    if "momentum" in figure:
        assert power_momentum(table.state, sfx).tn == figure["momentum"]
    if "action" in figure:
        assert power_action(table.state, sfx).tn == figure["action"]
    if "rounds" in figure:
        assert rounds(sfx) == figure["rounds"]


@pytest.mark.rule("SE-EX-32", "SE-SFX-03")
def test_people_or_space_whichever_is_larger():
    (figure,) = FIGURES["heads"]
    for space, rank in figure["space"].items():
        row = next(row for row in SFX.values() if row.space.lower().endswith(space))
        larger = max(row.rank, heads(figure["people"]), key=ladder.steps)
        assert larger == rank
