"""The owe list between chapters: whose names stand, and whom they can bring back (WA-NEXT-01 to WA-NEXT-06)."""

from __future__ import annotations

from msgspec.structs import replace

from moot.games.wicked_age.state import Character, Figure, Owed, State
from moot.kit.keyed import put


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


def oldest(state: State) -> Owed | None:
    """The name that opens the next chapter, unless it opens like the first (WA-NEXT-01)."""
    if state.options.opening_later == "fresh":
        return None
    return next((owed for owed in standing(state) if fit(state, state.characters[owed.character])), None)


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


def placed(state: State, seat: str, character: str, figure: str) -> State:
    """`character` stands on the new list, at a place of their own or a figure's, and is `seat`'s (WA-NEXT-02)."""
    name = state.characters[character].name
    taken = state.figures.get(figure)
    also = (taken.name, *taken.also) if taken else ()
    place = Figure(figure, name, taken.card if taken else "", (seat,), also, returns=character)
    return replace(state, figures=put(state.figures, place), ids=state.ids + (taken is None))


def struck(state: State, owed: str) -> State:
    """The name `owed` went for a chapter (WA-OWE-04)."""
    return replace(state, owe=tuple(replace(one, struck="chapter") if one.id == owed else one for one in state.owe))
