"""The standing situation: a conflict with its goals and combat card, contests, powers that last, everybody else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from moot.core import BoardPart, BoardRow, HeadNote, Meter
from moot.games.modos.adjusting import circumstance_words
from moot.games.modos.calling import against_words, as_told
from moot.games.modos.conflict.placing import OURS
from moot.games.modos.conflicts import Conflict, Contender, Goal
from moot.games.modos.constants import CONFLICT
from moot.games.modos.injuries import telling
from moot.games.modos.isolation.terms import game_aboard
from moot.games.modos.live import catalog_of
from moot.games.modos.reckoning import lost_pools
from moot.games.modos.state import State
from moot.games.modos.view.people import in_play, pools, states, worst

TURNS: Final = {"due": "", "now": "acts", "waiting": "waits", "done": "has acted"}
"""Where somebody's turn of this round stands, in a word (MO-203, MO-216)."""


def board(state: State, guide: bool) -> tuple[BoardPart, ...]:
    """The situation as everybody sees it, or the guide."""
    now, around = state.conflict, [circumstance_words(state, one) for one in state.around.values()]
    parts = (
        *(_conflict(state, now, guide) if now else ()),
        BoardPart(id="ship", picture=game_aboard(state) is not None),
        BoardPart(id="around", words=(" · ".join(around),) if around else ()),
        BoardPart(id="contests", rows=tuple(_contests(state, guide))),
        BoardPart(id="effects", rows=tuple(_effects(state, guide))),
        BoardPart(id="people", title="Not in it" if now else "How they stand", rows=in_play(state, guide)),
    )
    return tuple(part for part in parts if part.figures or part.rows or part.words or part.picture)


def actions(one: Contender) -> Meter:
    """The actions that somebody has left in this round, and the bonus ones beside (MO-X201)."""
    most = max(CONFLICT.actions, one.actions)
    return Meter(name="Actions", look="dots", now=one.actions, most=most, more=sum(one.bound.values()))


def _conflict(state: State, now: Conflict, guide: bool) -> Iterator[BoardPart]:
    step = "Round" if now.round else "is being set up" if now.step == "opening" else "initiative"
    goals = tuple(map(_goal, now.goals.values()))
    yield BoardPart(id="fight", title=now.what, figures=(HeadNote(step, now.round or None),), rows=goals)
    fighters = tuple(_fighter(state, now, one, guide) for one in now.listed.values())
    yield BoardPart(id="order", turns=True, rows=fighters)


def _goal(goal: Goal) -> BoardRow:
    less = "" if goal.regress == "none" else f" less {goal.regress}"
    words = "won" if goal.won else f"{goal.die}{less} · over {goal.most} wins it"
    gained = Meter(name="Gained", now=goal.gained, most=goal.most, tint="ours" if goal.side == OURS else "theirs")
    return BoardRow(id=goal.id, name=goal.what, words=words, meters=(gained,))


def _fighter(state: State, now: Conflict, one: Contender, guide: bool) -> BoardRow:
    """A row of the combat card."""
    person, bars, told = state.people[one.who], pools(state, one.who), telling(state, one.who, guide)
    word = worst(bars) if told == "hinted" else ""
    bits = (one.place.posture if len(now.postures) > 1 else "", TURNS[one.turn], word)
    return BoardRow(
        of=one.who, name=person.name, words=" · ".join(filter(None, bits)), marks=states(state, person),
        meters=(*(bars if told == "told" else ()), actions(one)), turn=one.turn, figure=one.initiative,
        out=bool(lost_pools(state, one.who)) or person.dead,
    )


def _contests(state: State, guide: bool) -> Iterator[BoardRow]:
    """Those that somebody has yet to throw for."""
    for contest in state.contests.values():
        if (seen := contest if guide else as_told(state, contest)) is not None:
            one = seen.sides[0]
            words = f"a {state.of_pool(one.pool)}contest {against_words(state, seen)}"
            why = f" “{seen.why}”" if seen.why else ""
            yield BoardRow(id=seen.id, of=one.who, name=state.name(one.who), words=words + why)


def _effects(state: State, guide: bool) -> Iterator[BoardRow]:
    """The powers that last: who keeps each up, and how far it is with each whom it is on."""
    rows, people = catalog_of(state).powers, state.people
    for one in state.running.values():
        if one.row in rows and (guide or people[one.caster].known):
            row, on = rows[one.row], ((who, pros) for who, pros in one.pros.items() if guide or people[who].known)
            far = ", ".join(f"{state.name(who)} {pros} of {row.level}" for who, pros in on)
            yield BoardRow(id=one.id, name=row.title, words=f"by {state.name(one.caster)} · {far}")
