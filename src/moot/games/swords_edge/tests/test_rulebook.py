"""The rulebook as data: its options are the state's, every rule is cited where it is kept, and advice is shown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from moot.core import Refused, Seeded
from moot.core.events import name_of
from moot.games.swords_edge import GAME
from moot.games.swords_edge.tests.sitting import HERO, Sitting, attacking, duel

BOOK = GAME.rulebook
ROOM = Path(__file__).parents[1]


def shown(table: Sitting, *, gm: bool = True) -> set[str]:
    """The ids of all advice that the present moment shows, to the GM or to those who play."""
    now = GAME.situation(table.state)
    return {rule.id for place in now.aids + now.guides_aids * gm for rule in BOOK.aids(place)}


@pytest.mark.rule("SE-CRE-11", "SE-RANK-07", "SE-PIV-04", "SE-WEAK-04", "SE-GM-01", "SE-GM-04")
def test_over_the_sheets_what_ranks_feel_like_and_what_pivots_are_for():
    assert {"SE-CRE-11", "SE-RANK-07", "SE-PIV-04", "SE-WEAK-04", "SE-GM-01", "SE-GM-04"} <= shown(Sitting())


@pytest.mark.rule("SE-GM-01", "SE-GM-02", "SE-GM-03", "SE-NC-10")
def test_how_hard_and_how_many_is_the_gms_to_read():
    table = Sitting()
    assert not {"SE-GM-01", "SE-GM-02", "SE-GM-03", "SE-NC-10"} & shown(table, gm=False)
    table.pc("Ann", "Dara", **HERO)
    table.play()
    assert not {"SE-GM-02", "SE-GM-03", "SE-NC-10"} & shown(table, gm=False)


@pytest.mark.rule("SE-STR-03", "SE-STR-04", "SE-TERM-06", "SE-GM-05", "SE-GM-02", "SE-GM-03", "SE-NC-10")
def test_between_the_dice_when_to_roll_and_what_to_do_when_play_stalls():
    table = Sitting()
    table.pc("Ann", "Dara", **HERO)
    table.do("Gil", "open-session")
    assert {"SE-STR-04", "SE-GM-05", "SE-GM-01", "SE-TERM-06"} <= shown(table)
    table.play()
    assert {"SE-STR-03", "SE-STR-04", "SE-TERM-06", "SE-GM-05", "SE-GM-02", "SE-GM-03", "SE-NC-10"} <= shown(table)


@pytest.mark.rule("SE-TEST-08", "SE-ACT-03", "SE-LOS-03")
def test_over_a_conflict_how_to_argue_and_what_levels_bring():
    assert {"SE-TEST-08", "SE-ACT-03"} <= shown(duel())
    assert {"SE-TEST-08", "SE-ACT-03", "SE-LOS-03"} <= shown(attacking())


@pytest.mark.rule("SE-CRIT-02")
def test_after_a_natural_2_how_to_tell_it():
    table = attacking()
    table.test("Dara", "act", trait="physique", faces=(1, 1))
    assert "SE-CRIT-02" in shown(table)


# ---------------------------------------------------------------- refusals


def moments() -> list[Sitting]:
    """Tables at different points of play."""
    drawing = Sitting("Ann")
    drawing.do("Ann", "take-sample", sample="cavern/jyrell")
    waiting = duel()
    waiting.purse("Ann", 3)
    waiting.test("Dara", "roll-momentum", trait="physique", faces=(5, 6), wait=True)
    over = attacking()
    over.do("Gil", "end-scene")
    after = attacking()
    after.do("Gil", "end-scene")
    after.do("Gil", "end-session")
    options = {"sfx": "qualities", "casting_time": "on", "fetishes": "on", "ranges": "on", "communal_luck": "on"}
    return [Sitting(), drawing, duel(), waiting, attacking(), attacking(**options), over, after]


def test_every_command_names_the_rules_behind_it():
    assert [kind.__name__ for kind in GAME.commands.kinds if not kind.rules] == []
    assert {rule for kind in GAME.commands.kinds for rule in kind.rules} <= BOOK.rules.keys()


def reasons(table: Sitting) -> Iterator[tuple[str, Refused]]:
    """Why each seat is not offered what it is not offered, by command."""
    for seat in table.seats.values():
        for kind in GAME.commands.kinds:
            try:
                found = list(kind.offers(table.state, seat)) if table.state.phase in kind.when else []
            except Refused as reason:
                found = [reason]
            yield from ((name_of(kind), one) for one in found if isinstance(one, Refused))


def test_what_is_refused_is_refused_by_a_rule_of_the_book():
    found = [reason for table in moments() for reason in reasons(table)]
    assert {name for name, reason in found if reason.rule and reason.rule not in BOOK.rules} == set()
    assert len({reason.code for _, reason in found}) > 40


@pytest.mark.parametrize("do", ["write-paper", "reword", "set-pivot"])
def test_a_blank_filled_wrongly_is_refused_by_the_rule_of_its_command(do):
    table = Sitting("Ann")
    blanks = dict.fromkeys(("name", "concept", "background", "faculty"), "x")
    table.do("Ann", "begin-character", **blanks, trait="physique")
    who = {"who": table.id("x")}
    wish = {
        "write-paper": ("Gil", {"form": "scene", "title": " "}),
        "reword": ("Ann", {**who, "what": table.quality("x", "x"), "name": " "}),
        "set-pivot": ("Ann", {**who, "kind": "goal", "text": " "}),
    }[do]
    command = GAME.command({"do": do, **wish[1]})
    with pytest.raises(Refused) as refused:
        GAME.decide(table.state, command, table.seats[wish[0]], Seeded(1))
    assert refused.value.rule in BOOK.rules
