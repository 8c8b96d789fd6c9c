"""Who stands in a fight, in which order they act, and whose turn it is (GP-CORE-10)."""

from __future__ import annotations

from msgspec.structs import replace

from moot.games.perilous.person import Person
from moot.games.perilous.state import State
from moot.games.perilous.underway import Fight, Fighter, Side


def figures_of(state: State, fight: Fight, id_: str) -> Person:
    """Whose figures somebody in a fight has: their own, or those of a group's typical one when whole, inspired as the
    group is (GP-MORALE-04)."""
    band = fight.bands.get(id_)
    return replace(state.people[band.typical].whole, inspired=band.inspired) if band else state.people[id_]


def name_in(state: State, fight: Fight, id_: str) -> str:
    """What somebody in a fight is called, within a sentence."""
    return fight.bands[id_].called if id_ in fight.bands else state.name(id_)


def turn_of(state: State, fight: Fight, id_: str) -> str:
    """Somebody's turn, in words: `Rusk’s turn`, `the footpads’ turn`."""
    name = name_in(state, fight, id_)
    return f"{name}’{'' if id_ in fight.bands and name.endswith('s') else 's'} turn"


def standing(state: State, fight: Fight) -> tuple[Fighter, ...]:
    """Those who can still act, in order of entry."""
    cast = {who.id for who in state.cast() if not who.incapacitated}
    return tuple(
        one for one in fight.fighters
        if fight.heart(one.id) not in ("gave-up", "fled")
        and (fight.bands[one.id].count > 0 if one.id in fight.bands else one.id in cast)
    )


def numbers(state: State, fight: Fight, side: Side) -> int:
    """How many of a side stand."""
    own = [one.id for one in standing(state, fight) if one.side == side]
    return sum(fight.bands[id_].count if id_ in fight.bands else 1 for id_ in own)


def ladder(state: State, fight: Fight) -> tuple[Fighter, ...]:
    """Those who stand, in the order in which they act: highest roll, then [PB], then who let whom go first
    (GP-CORE-10)."""
    return tuple(sorted(standing(state, fight), key=lambda one: (*rank(one), one.after)))


def rank(one: Fighter) -> tuple[int, int]:
    """What decides somebody's place before any choice, least first; nothing of them does until they have rolled."""
    return -(one.total or 0), -one.keen


def to_act(state: State, fight: Fight) -> tuple[Fighter, ...]:
    """Those who have yet to act in this round; the surprised lose the first one (GP-CORE-19)."""
    lost = fight.surprised if fight.round == 1 else None
    return tuple(one for one in ladder(state, fight) if one.id not in fight.done and one.side != lost)


def fighting(state: State) -> dict[str, str]:
    """Those who stand in the fights that run, by the id of those whose figures they have; nobody where none runs."""
    return {
        figures_of(state, fight, one.id).id: name_in(state, fight, one.id)
        for fight in state.fights.values() for one in standing(state, fight)
    }


def group_of(state: State, who: str) -> str:
    """The name of the group that has somebody's figures; empty for those who stand and fight for themselves."""
    fights = state.fights.values()
    alone = any(one.id == who for fight in fights for one in standing(state, fight))
    bands = (band.name for fight in fights for band in fight.bands.values() if band.typical == who)
    return "" if alone else next(bands, "")


def striker(state: State, who: str) -> Person:
    """Whose figures a blow has: a group has those of its typical one as that one is when whole (GP-MORALE-04)."""
    return state.people[who].whole if group_of(state, who) else state.people[who]


def beaten(state: State, fight: Fight) -> bool:
    """Whether nobody stands on a side that came into a fight; who turned came in on the other (GP-MORALE-05)."""
    came = {one.side for one in fight.fighters}
    return len({one.side for one in standing(state, fight)}) < (2 if fight.turned is True else len(came))


def acting(state: State) -> tuple[str, ...]:
    """Whose figures act in the fights that run: nobody's while a place on the ladder is open."""
    ready = (one for one in state.fights.values() if all(each.total is not None for each in standing(state, one)))
    return tuple(figures_of(state, fight, one.id).id for fight in ready for one in to_act(state, fight)[:1])
