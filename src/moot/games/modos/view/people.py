"""People as rows: three pools as bars, what state they are in, hero points."""

from __future__ import annotations

import msgspec

from moot.core import CastMember
from moot.games.modos.injuries import Telling, hint, telling
from moot.games.modos.live import catalog_of, once
from moot.games.modos.person import Person
from moot.games.modos.reckoning import most
from moot.games.modos.state import State
from moot.games.modos.terms import POOLS, Pool
from moot.kit.remembered import remembered


class PoolSeen(msgspec.Struct, frozen=True):
    """A pool: what is left of it, and the most it can hold (MO-X110, MO-313)."""

    id: Pool
    left: int
    most: int


class PersonSeen(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody in play. `pools` are empty where players are not told; `says` is how they are, in words."""

    id: str
    name: str
    seat: str
    npc: bool
    level: int
    pools: tuple[PoolSeen, ...]
    states: tuple[str, ...]
    heroes: int
    says: str
    out: bool
    hidden: bool


@once
def pools(state: State, who: str) -> tuple[PoolSeen, ...]:
    """The pools of somebody that this table plays with (MO-312)."""
    shown: tuple[Pool, ...] = POOLS if "combat" in state.modules else ("MP",) if "magic" in state.modules else ()
    held = [(pool, most(state, who, pool)) for pool in shown]
    return tuple(PoolSeen(pool, limit - state.people[who].hurt(pool), limit) for pool, limit in held)


def states(state: State, who: Person) -> tuple[str, ...]:
    """The states that somebody is in, by name."""
    rows = catalog_of(state).states
    return tuple(dict.fromkeys(rows[mark.row].title for mark in who.marks if mark.row in rows))


def worst(bars: tuple[PoolSeen, ...]) -> str:
    """The fullest of somebody's pools in a word."""
    least = min(bars, key=lambda bar: bar.left / bar.most if bar.most > 0 else 1, default=None)
    return hint(least.left, least.most) if least else ""


@remembered(256)
def _seen(state: State, guide: bool) -> tuple[PersonSeen, ...]:
    return tuple(_person(state, who, guide) for who in state.people.values() if guide or who.known)


def _person(state: State, who: Person, guide: bool) -> PersonSeen:
    told, bars, seat = telling(state, who.id, guide), pools(state, who.id), state.played_by(who.id)
    return _told(who, told, bars, states(state, who), seat, guide or not who.npc)


@remembered(1024)
def _told(
    who: Person, told: Telling, bars: tuple[PoolSeen, ...], named: tuple[str, ...], seat: str, open_: bool
) -> PersonSeen:
    """Somebody as others are told of them, whose sheet is `open_` or not."""
    plain = worst(bars) if told != "secret" else ""
    return PersonSeen(
        id=who.id, name=who.name, seat=seat, npc=who.npc, level=who.level if open_ else 0,
        pools=bars if told == "told" else (), states=named, heroes=who.heroes if open_ else 0,
        says=", ".join(named) or plain, out=who.dead, hidden=not who.known,
    )


def in_play(state: State, guide: bool) -> tuple[PersonSeen, ...]:
    """Everyone whom the table knows, or the guide, and who is in no conflict: players' characters first."""
    busy = state.conflict.people if state.conflict else ()
    made = [row for row in _seen(state, guide) if state.people[row.id].made and row.id not in busy]
    return tuple(sorted(made, key=lambda row: row.npc))


def cast(state: State, guide: bool) -> tuple[CastMember, ...]:
    """The same as rows of the cast."""
    rows = sorted(_seen(state, guide), key=lambda row: row.npc)
    return tuple([_member(row, state.people[row.id].made) for row in rows])


@remembered(1024)
def _member(row: PersonSeen, made: bool) -> CastMember:
    return CastMember(
        id=row.id, name=row.name, seat=row.seat, out=row.out, here=made, state=row.says if made else "in the making"
    )
