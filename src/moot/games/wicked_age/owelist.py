"""The owe list between chapters: whose names stand, and whom they can bring back (WA-NEXT-01 to WA-NEXT-06)."""

from __future__ import annotations

from msgspec.structs import replace

from moot.games.wicked_age.state import Character, Owed, State


def standing(state: State) -> tuple[Owed, ...]:
    """The names that stand on the owe list, oldest first, of players who are at the table (WA-NEXT-04)."""
    playing = {seat.id for seat in state.players}
    return tuple(owed for owed in state.owe if not owed.struck and owed.player in playing)


def fit(state: State, who: Character) -> bool:
    """Whether harm that never heals still leaves `who` able to come back (WA-CQ-05, WA-NEXT-06)."""
    return state.options.healing == "heal" or not who.gone


def may_return(state: State, who: Character) -> bool:
    """Whether `who` can be in this chapter: the dead in one that falls before it only (WA-NEXT-06)."""
    return not who.here and fit(state, who) and (not who.dead or state.when == "before")


def own_oldest(state: State, seat: str) -> Owed | None:
    """The oldest name of `seat` on the owe list whose character can be in this chapter."""
    return next(
        (o for o in standing(state) if o.player == seat and may_return(state, state.characters[o.character])), None
    )


def undecided(state: State) -> tuple[str, ...]:
    """The players who have yet to say whether they bring somebody back, in the order their names stand (WA-NEXT-03)."""
    if state.chapter == 1 or state.phase != "choosing" or state.options.others_strike == "no":
        return ()
    returning = (o for o in standing(state) if may_return(state, state.characters[o.character]))
    return tuple(dict.fromkeys(owed.player for owed in returning if owed.player not in state.strikers))


def returned(who: Character, figure: str) -> Character:
    """Somebody of an earlier chapter, in this one as `figure`; an agreed death lies ahead of them again."""
    return replace(who, here=True, figure=figure, dead=False, doomed=who.dead)
