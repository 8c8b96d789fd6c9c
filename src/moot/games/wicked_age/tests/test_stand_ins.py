"""A whole fight by stand-ins: they roll, move and answer to its end, and make no bargain."""

from __future__ import annotations

from moot.core import Seeded
from moot.games.wicked_age.room import GAME
from moot.games.wicked_age.samples import duel


def test_a_fight_comes_to_its_end_without_anybody_giving_in_or_agreeing():
    state, luck, done = duel(), Seeded(7), []
    for _ in range(100):
        move = next(
            ((seat, offer) for seat in state.seats if (offer := GAME.stand_in(state, seat)) is not None), None
        )
        if move is None:
            break
        seat, offer = move
        done.append(offer.do)
        state = GAME.replay(state, GAME.decide(state, GAME.command(offer.by_itself()), seat, luck))
    assert all(sequence.ended is not None for sequence in state.sequences.values())
    assert {"roll-opening", "move", "answer"} <= set(done)
    assert not {"accept", "propose", "give-in", "back-away", "pass"} & set(done)


def test_nothing_that_agrees_gives_in_or_guides_is_a_habit():
    habits = {name for name, command in GAME.commands.by_name.items() if command.stands_in}
    assert not habits & {"accept", "propose", "give-in", "back-away", "pass", "cut-off", "claim", "close-chapter"}
