"""People as rows: three pools as meters, what state they are in, hero points."""

from __future__ import annotations

from msgspec.structs import replace

from moot.core import BoardRow, CastMember, Meter
from moot.games.modos.injuries import Telling, hint, telling
from moot.games.modos.live import catalog_of, once
from moot.games.modos.person import Person
from moot.games.modos.reckoning import most
from moot.games.modos.state import State
from moot.games.modos.terms import PLAIN_POOLS, Pool
from moot.kit.remembered import TABLES, remembered


@once
def pools(state: State, who: str) -> tuple[Meter, ...]:
    """The pools of somebody that this table plays with: what is left, and the most they can hold (MO-X110, MO-312)."""
    return _meters(state.people[who], tuple([(pool, most(state, who, pool)) for pool in state.pools]))


@remembered(TABLES)
def _meters(who: Person, held: tuple[tuple[Pool, int], ...]) -> tuple[Meter, ...]:
    words = ((PLAIN_POOLS[pool], limit, limit - who.hurt(pool)) for pool, limit in held)
    return tuple(Meter(name=word.title(), now=now, most=limit, tint=word) for word, limit, now in words)


def states(state: State, who: Person) -> tuple[str, ...]:
    """The states that somebody is in, by name."""
    rows = catalog_of(state).states if who.marks else {}
    return tuple(dict.fromkeys(rows[mark.row].title for mark in who.marks if mark.row in rows))


def worst(bars: tuple[Meter, ...]) -> str:
    """The fullest of somebody's pools in a word."""
    least = min(bars, key=lambda bar: bar.now / bar.most if bar.most > 0 else 1, default=None)
    return hint(least.now, least.most) if least else ""


@remembered(256, lambda state: state.but_contests)
def _rows(state: State, guide: bool) -> tuple[BoardRow, ...]:
    known = sorted((who for who in state.people.values() if guide or who.known), key=lambda who: who.npc)
    return tuple(_row(who, telling(state, who.id, guide), pools(state, who.id), states(state, who)) for who in known)


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
    spend = "skilled" in state.modules
    return tuple(_with_heroes(row, state.people[row.of]) if spend else row for row in made)


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
