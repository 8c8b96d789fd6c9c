"""The conformance suite: it tests what holds for every game, ours or a plug-in's.

    from moot.testing import check_game
    from my_game import GAME

    def test_it_is_a_game():
        check_game(GAME)

The suite plays the game at random from many seeds and looks at everything on the way:

- every offer can be filled in as its fields allow and, filled, is accepted; nothing else is;
- offers are urgent as their commands declare, name the dice that are rolled first and figures that become true (see
  `Offer`), and asking for some of them gives those;
- while somebody must answer the game waits for somebody, and whom it waits for is offered something;
- every refusal has a code, a sentence and, if it cites a rule, one of the rulebook's; it changes nothing;
- deciding and evolving change no state they are handed and hang on nothing but what they are handed;
- every format that a blank names is read by the game, which refuses a bad text as it refuses a bad command;
- documents have names of their own, fit for files;
- the board is of people and things that those who see it know of, and its meters fit;
- events and states go through JSON and come back; the events replayed give the state again;
- the rules that offers, events, lines, refusals and options cite exist;
- no seat sees in stage, board, beside, own, offers, lines, documents or situation what no event told it (see
  `moot.testing.secrecy`);
- those who watch are offered nothing to play;
- the pages of everybody at the table can be made, the room's own templates in them, and are whole (looked at whenever
  a command is done for the first time, and every so often; templates of an installed game alone are found);
- golden logs still follow, entry by entry, and those of older versions are still read whole, to the same journal.

A `Fault` says which, with the seed and the step that lead there again. `Sitting` is a table for a game's own tests.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from moot.core import Game, Seat
from moot.table.script import Script, SeatNamed, Step
from moot.testing.fault import Fault, Spot
from moot.testing.golden import (
    check_golden,
    check_older,
    golden_logs,
    golden_scripts,
    older_logs,
    record_golden,
    record_journal,
)
from moot.testing.shape import check_door
from moot.testing.sitting import Sitting, choices
from moot.testing.walk import Survey, Walk

SEATS = (
    Seat("s2", "Gil", "guide"),
    Seat("s3", "Ann"),
    Seat("s4", "Ben"),
    Seat("s5", "Cleo"),
    Seat("s6", "Wim", "watcher"),
)
"""Who plays in the suite, if nobody else is named: one who guides, three who play, one who watches."""


def check_game(
    game: Game[Any],
    *,
    seats: Sequence[Seat] = SEATS,
    seeds: Iterable[int] = range(8),
    steps: int = 60,
    golden: Path | Iterable[Path] | None = None,
) -> Survey:
    """Hold `game` to the contract; raise Fault at the first breach, else tell what was seen of the game.

    Each of `seeds` is one random course of at most `steps` steps with `seats`; seed 0 plays with the options' defaults,
    the others with options at random. `golden` are the golden logs, if they do not lie in `tests/golden/` of the game's
    package.
    """
    check_door(Spot(game.name), game)
    survey = Survey()
    for seed in seeds:
        Walk(game, tuple(seats), seed, survey).run(steps)
    check_golden(game, (golden,) if isinstance(golden, Path) else golden)
    check_older(game)
    return survey


__all__ = [
    "SEATS", "Fault", "Script", "SeatNamed", "Sitting", "Step", "Survey", "check_game", "check_golden", "check_older",
    "choices", "golden_logs", "golden_scripts", "older_logs", "record_golden",
    "record_journal",
]
