"""The standing situation: a conflict with its goals and combat card, contests, powers that last, everybody else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from moot.core import BoardPart, BoardRow, CastMember, HeadNote, Meter
from moot.games.modos.adjusting import circumstance_words
from moot.games.modos.calling import against_words, as_told
from moot.games.modos.conflict.placing import SIDES, side_words
from moot.games.modos.conflicts import Conflict, Contender, Goal
from moot.games.modos.figures import CONFLICT
from moot.games.modos.injuries import Telling, hint, telling
from moot.games.modos.isolation.terms import game_aboard
from moot.games.modos.live import catalog_of, once, steady
from moot.games.modos.person import Person
from moot.games.modos.reckoning import lost_pools, most
from moot.games.modos.rows import StateRow
from moot.games.modos.state import State
from moot.games.modos.terms import POOL_TINTS, POOL_WORDS, Pool
from moot.kit.remembered import TABLES, remembered

TURNS: Final = {"due": "", "now": "acts", "waiting": "waits", "done": "has acted"}
"""Where somebody's turn of this round stands, in a word (MO-203, MO-216)."""
MORE: Final = ("third", "fourth", "fifth")
"""The colours of sides beside the party's and the other."""


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
    alike = {goal.what: [each for each in now.goals.values() if each.what == goal.what] for goal in now.goals.values()}
    goals = tuple(_goals(now, what, same) for what, same in alike.items())
    yield BoardPart(id="fight", title=now.what, figures=(HeadNote(step, now.round or None),), rows=goals)
    fighters = tuple(_fighter(state, now, one, guide) for one in now.listed.values())
    yield BoardPart(id="order", turns=True, rows=fighters)


def _tint(now: Conflict, side: str) -> str:
    """The colour of a side's bars: any beside the two that each conflict has, by the order in which goals name them."""
    more = [one for one in dict.fromkeys(goal.side for goal in now.goals.values()) if one not in SIDES]
    return side if side in SIDES else MORE[more.index(side) % len(MORE)]


def _goals(now: Conflict, what: str, same: list[Goal]) -> BoardRow:
    """What is to be gained, with a bar for each side that seeks it; who wins has more than it holds (MO-208)."""
    takes = dict.fromkeys(
        f"{goal.die}{'' if goal.regress == 'none' else f' less {goal.regress}'} · over {goal.most} wins it"
        for goal in same if not goal.won
    )
    bars = tuple(
        Meter(name=f"{whose[:1].upper()}{whose[1:]}{': won' if goal.won and takes else ''}",
              now=min(goal.gained, goal.most), most=goal.most, tint=_tint(now, goal.side))
        for goal in same for whose in [side_words(goal.side)]
    )
    return BoardRow(id=same[0].id, name=what, words=" / ".join(takes) or "won", meters=bars)


def _fighter(state: State, now: Conflict, one: Contender, guide: bool) -> BoardRow:
    """A row of the combat card."""
    person, bars, told = state.people[one.who], pools(state, one.who), telling(state, one.who, guide)
    word = worst(bars) if told == "hinted" else ""
    idle = one.turn == "done" and not (one.acted or one.left)  # who came late, or had spent all before their turn
    turn = TURNS[one.turn] if not idle else "no turn this round" if one.initiative is not None else ""
    bits = (one.place.posture if len(now.postures) > 1 else "", turn, word)
    return BoardRow(
        of=one.who, name=person.name, words=" · ".join(filter(None, bits)), marks=states(state, person, guide),
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


# ---------------------------------------------------------------- people as rows


@once
def pools(state: State, who: str) -> tuple[Meter, ...]:
    """The pools of somebody that this table plays with: what is left, and the most they can hold (MO-X110, MO-312)."""
    return _meters(state.people[who], _held(state, who))


@steady
def _held(state: State, who: str) -> tuple[tuple[Pool, int], ...]:
    """The pools of somebody, each with the most that it can hold."""
    return tuple([(pool, most(state, who, pool)) for pool in state.pools])


@remembered(TABLES)
def _meters(who: Person, held: tuple[tuple[Pool, int], ...]) -> tuple[Meter, ...]:
    return tuple(
        Meter(name=POOL_WORDS[pool].title(), now=limit - who.hurt(pool), most=limit, tint=POOL_TINTS[pool])
        for pool, limit in held
    )


def states(state: State, who: Person, guide: bool) -> tuple[str, ...]:
    """The states that somebody is in, by name, and toward whom; players hear of none toward somebody whom they do not
    know of."""
    rows = catalog_of(state).states if who.marks else {}
    told = (mark for mark in who.marks if mark.row in rows and (guide or state.knows(mark.toward)))
    return tuple(dict.fromkeys(_toward(state, rows[mark.row], mark.toward) for mark in told))


def _toward(state: State, row: StateRow, whom: str) -> str:
    return f"{row.title} {row.toward} {state.name(whom)}" if whom else row.title


def worst(bars: tuple[Meter, ...]) -> str:
    """The fullest of somebody's pools in a word."""
    least = min(bars, key=lambda bar: bar.now / bar.most if bar.most > 0 else 1, default=None)
    return hint(least.now, least.most) if least else ""


@remembered(256, lambda state: state.but_contests)
def _rows(state: State, guide: bool) -> tuple[BoardRow, ...]:
    known = sorted((who for who in state.people.values() if guide or who.known), key=lambda who: who.npc)
    return tuple(
        _row(who, telling(state, who.id, guide), pools(state, who.id), states(state, who, guide)) for who in known
    )


@remembered(1024)
def _row(who: Person, told: Telling, bars: tuple[Meter, ...], named: tuple[str, ...]) -> BoardRow:
    """Somebody as others are told of them: the guide's people without numbers, or a word for those, as it is played."""
    return BoardRow(
        of=who.id, name=who.name, words=worst(bars) if told != "secret" and not named else "", marks=named,
        meters=bars if told == "told" else (), out=who.dead, hidden=not who.known,
    )


def in_play(state: State, guide: bool) -> tuple[BoardRow, ...]:
    """Everyone whom the table knows, or the guide, and who is in no conflict: players' characters first."""
    busy = state.conflict.people if state.conflict else ()
    made = (row for row in _rows(state, guide) if state.people[row.of].made and row.of not in busy)
    return tuple(_with_heroes(row, state.people[row.of]) if "skilled" in state.modules else row for row in made)


def _with_heroes(row: BoardRow, who: Person) -> BoardRow:
    """A row with the hero points of somebody whom a player plays."""
    if who.npc or not who.heroes:
        return row
    points = f"{who.heroes} hero point{'' if who.heroes == 1 else 's'}"
    return replace(row, words=f"{row.words} · {points}" if row.words else points)


def cast(state: State, guide: bool) -> tuple[CastMember, ...]:
    """The same as rows of the cast."""
    people = state.people
    return tuple([_member(row, state.played_by(row.of), people[row.of].made) for row in _rows(state, guide)])


@remembered(1024)
def _member(row: BoardRow, seat: str, made: bool) -> CastMember:
    says = ", ".join(row.marks) or row.words
    return CastMember(
        id=row.of, name=row.name, seat=seat, out=row.out, here=made, state=says if made else "in the making"
    )
