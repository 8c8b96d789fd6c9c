"""What people see of a chase: the line of values, the clock, the order of turns, and the same in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from moot.core import Seat, Waiting
from moot.games.perilous.chase.odds import race, ways_on
from moot.games.perilous.chase.phases import PHASES, crew, phase_of, running, to_act
from moot.games.perilous.chase.setting import ways
from moot.games.perilous.chase.turns import MOVE, head_start, tires_in
from moot.games.perilous.figures import MODES
from moot.games.perilous.flow import begun
from moot.games.perilous.person import LAST
from moot.games.perilous.pursuit import Chase, Runner
from moot.games.perilous.state import State
from moot.games.perilous.terms import inside
from moot.kit.bars import percent
from moot.kit.people import waits_for


class RunnerView(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody on the line: `up` flees, `down` follows; `was` is where the last roll began, `who` are all aboard."""

    id: str
    name: str
    seat: str
    npc: bool
    side: Literal["up", "down"]
    at: int
    was: int
    turn: bool
    note: str
    who: tuple[str, ...]


class LandingBand(msgspec.Struct, frozen=True, kw_only=True):
    """Where somebody's next roll may land."""

    id: str
    side: Literal["up", "down"]
    low: int
    high: int
    text: str


class Ahead(msgspec.Struct, frozen=True, kw_only=True):
    """A way to move on one's turn: where it leads, and the chance that each of the other side is in reach then."""

    title: str
    low: int
    high: int
    reach: tuple[tuple[str, str], ...]


class ChaseView(msgspec.Struct, frozen=True, kw_only=True):
    """The picture of a chase as a watcher sees it, or the guide."""

    id: str
    title: str
    round: int
    rounds: int
    low: int
    high: int
    people: tuple[RunnerView, ...]
    bands: tuple[LandingBand, ...]
    says: str


def seen(state: State, chase: Chase, guide: bool) -> ChaseView:
    """What a watcher sees of a chase; with `guide` what the guide sees."""
    still = (*chase.still("escapees"), *chase.still("pursuers"))
    bands = tuple(band for one in _to_roll(chase) if (band := _band(state, chase, one, guide)) is not None)
    values = [one.value for one in still] or [0]
    margin = MOVE + max((known(state, one, guide) or 0 for one in still), default=0)
    return ChaseView(
        id=chase.id, title=chase.title or "A chase", round=chase.round, rounds=chase.rounds,
        low=max(0, min(values) - margin), high=max([max(values) + margin, *(band.high for band in bands)]),
        people=tuple(_place(state, chase, one) for one in still), bands=bands, says=said(state, chase),
    )


def known(state: State, one: Runner, guide: bool) -> int | None:
    """The Movement of somebody as far as people know it: of the guide's people what their last roll showed."""
    driver = state.people[one.driver]
    return driver.movement(one.mode) if guide or not driver.npc else one.moves


def losing(chase: Chase, one: Runner) -> str:
    """Which turn somebody loses, if they lose one."""
    return f"loses {'the next' if one.id in chase.gone else 'this'} turn" if one.lost else ""


def _place(state: State, chase: Chase, one: Runner) -> RunnerView:
    driver = state.people[one.driver]
    return RunnerView(
        id=driver.id, name=begun(crew(state, one)), seat=driver.player, npc=driver.npc, at=one.value, was=one.was,
        side="up" if one.side == "escapees" else "down", turn=chase.turn is not None and chase.turn.runner == one.id,
        note=losing(chase, one), who=one.aboard,
    )


def _to_roll(chase: Chase) -> tuple[Runner, ...]:
    """Whose roll of this Round is yet to come, the one whose turn it is first."""
    now = chase.now
    own = (now,) if now and now.aboard and chase.turn and not chase.turn.moved else ()
    over = {*chase.gone, *((chase.turn.runner,) if chase.turn else ())}
    return () if chase.searched else (*own, *(one for one in chase.ladder if one.id not in over and not one.lost))


def _band(state: State, chase: Chase, one: Runner, guide: bool) -> LandingBand | None:
    """Where somebody's next roll may land, by the mode they are in; None if that is not known yet."""
    if (moves := known(state, one, guide)) is None:
        return None
    plus = one.value + moves + head_start(chase, one)
    side: Literal["up", "down"] = "up" if one.side == "escapees" else "down"
    return LandingBand(id=one.driver, side=side, low=plus + 1, high=plus + MOVE, text=state.named(one.driver))


def ahead(state: State, chase: Chase, seat: Seat) -> tuple[Ahead, ...]:
    """The ways on for somebody of a seat whose roll is due, if nobody acts, as far as the seat can know; of the guide's
    people, who can turn to any mode, only as they move now."""
    now = chase.now
    if now is None or phase_of(state, chase) != "moving" or not state.owns(seat, now.driver):
        return ()
    still = (*chase.still("escapees"), *chase.still("pursuers"))
    moves = {one.id: moves for one in still if (moves := known(state, one, seat.guides)) is not None}
    return tuple(
        Ahead(
            title=MODES[way.mode].title, low=way.low, high=way.high,
            reach=tuple((begun(crew(state, chase.runners[who])), percent(share)) for who, share in way.reach.items()),
        )
        for way in ways_on(state, chase, (now.mode,) if seat.guides else ways(state, seat, chase, now), moves)
    )


def forecast(state: State, chase: Chase) -> str:
    """How one against one ends from the beginning of a Round, for the guide: it hangs on both sheets. Empty where more
    are in it, of whom one can drive on for another, where somebody loses a turn, is Incapacitated! or drives nothing,
    and in the middle of a Round."""
    fled, after = chase.still("escapees"), chase.still("pursuers")
    alone = all([len(one.aboard) for one in side] == [1] for side in (fled, after))
    if chase.over or _under_way(state, chase) or not alone or fled[0].lost or after[0].lost:
        return ""
    drivers = [state.people.get(one.driver) for one in (fled[0], after[0])]
    if any(who is None or who.peril >= LAST for who in drivers):
        return ""
    ends = race(state, chase, fled[0], after[0])
    return (
        f"If both only run and {crew(state, after[0])} tries whenever it can be done: taken down "
        f"{percent(ends.taken)}, {crew(state, fled[0])} exhausted {percent(ends.escapee_exhausted)}, away "
        f"{percent(ends.away + ends.pursuer_exhausted)}. Nobody acts or spends a point, and no trouble comes."
    )


def _under_way(state: State, chase: Chase) -> bool:
    """Whether something of the Round is over."""
    if chase.turn is None or chase.now is None:
        return bool(chase.gone) or chase.searched
    return bool(chase.gone) or chase.turn.moved or (chase.turn.tired and tires_in(state, chase, chase.now))


def said(state: State, chase: Chase) -> str:
    """The line in words: `Wen 42, Joss 27: Joss is 15 behind Wen`."""
    still = sorted((*chase.still("escapees"), *chase.still("pursuers")), key=lambda one: -one.value)
    values = ", ".join(f"{crew(state, one)} {one.value}" for one in still)
    escapees, behind = chase.still("escapees"), []
    for one in chase.still("pursuers") if escapees else ():
        nearest = min(escapees, key=lambda other: (other.value < one.value, abs(other.value - one.value), other.id))
        gap = nearest.value - one.value
        where = f"{gap} behind" if gap > 0 else "past" if gap else "level with"
        behind.append(f"{crew(state, one)} is {where} {crew(state, nearest)}")
    return begun(f"{values}: {'; '.join(behind)}." if behind else f"{values}." if values else "")


def headline(state: State) -> str:
    """Where the first running chase stands, in a few words; nothing if none runs."""
    chase = next(iter(running(state)), None)
    if chase is None:
        return ""
    doing = PHASES[phase_of(state, chase)].words
    return f"{begun(crew(state, chase.now))}: {inside(doing)}" if chase.now else doing


def waiting(state: State) -> tuple[Waiting, ...]:
    """Whom the chases wait for, and what for; tests and wounds are waited for by themselves."""
    asked = (one for chase in running(state) if not state.busy(chase.id) for one in _asked(state, chase))
    return waits_for(state, ((state.played_by(who) if who else "", what) for who, what in asked))


def _asked(state: State, chase: Chase) -> Iterator[tuple[str, str]]:
    """Who is asked, and for what; the guide where it is nobody in the chase."""
    now, phase = chase.now, phase_of(state, chase)
    match phase:
        case "setting":
            yield "", "the chase to begin"
        case "ladder":
            for one in chase.still("pursuers"):
                if one.rolled is None:
                    yield one.driver, "the order of turns"
        case "moving" if now:
            yield now.driver, f"{crew(state, now)} to roll the move"
        case "acting" if chase.deed:
            yield chase.deed.who, f"the damage of {state.name(chase.deed.who)}’s hit"
        case "acting":
            for who in to_act(state, chase):
                yield who, f"{state.name(who)} to act, or let it be"
        case "reaching" if now:
            yield now.driver, f"{crew(state, now)} to say whom to catch"
        case "takedown" if now:
            yield now.driver, f"{crew(state, now)} to try a Takedown, or not"
        case "complication":
            for one in map(chase.runners.__getitem__, chase.lowest):
                yield one.driver, f"{crew(state, one)} to roll for trouble"
        case "trouble":
            yield "", "what the trouble is"
        case _:
            pass
