"""Getting out: of a fight, from where, past whom, and who may follow; of a zone that a power made (MO-304, MO-X308,
MO-E22)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from moot.core import Choice, Choose, Line, Part, Play, Refused, Seat
from moot.core.blanks import Field
from moot.games.modos.abilities import can_act, check_open, needs_contest
from moot.games.modos.combat.means import all_means, shares
from moot.games.modos.combat.moving import StayedPut, check_moving, hardship, moving_blanks, moving_skill
from moot.games.modos.combat.riding import pool_of
from moot.games.modos.conflict.beats import acts, declare, doers
from moot.games.modos.conflict.deeds import DeedCommand, Form, comes_out, won
from moot.games.modos.conflict.opening import LeftConflict, RanOff
from moot.games.modos.conflict.placing import side_words
from moot.games.modos.conflict.rounds import running
from moot.games.modos.conflict.working import FLEE, SHELTERED
from moot.games.modos.conflicts import Contender, Deed, Running
from moot.games.modos.contests import NO_FACTS
from moot.games.modos.effects import Harm, Shut
from moot.games.modos.flow import Happening
from moot.games.modos.live import catalog_of, of_kind, once
from moot.games.modos.magic.cost import ways
from moot.games.modos.magic.lasting import ZoneLeft, title_of
from moot.games.modos.reckoning import holds, lost_pools, price
from moot.games.modos.state import REACTION, TURN, State
from moot.games.modos.terms import Posture
from moot.games.modos.throwing import Thrown
from moot.kit.people import label_for

LEAVE: Final = "leave"
FAR: Final = frozenset({"short", "medium", "long"})
"""Ranges that strike somebody who is not close (MO-X308)."""


WAYS_OUT: Final[list[Callable[[State, str], Field | None]]] = []
"""Where somebody can flee to, if that is more than out of the fight: a blank. They raise Refused if there is no way."""


def driven(state: State, who: str) -> bool:
    """Whether something leaves somebody little but flight, or lets them flee without an action: then it needs no
    posture (MO-E22, MO-205)."""
    return not price(state, who, FLEE) or any(
        any(word.verb == FLEE for word in shut.but) and holds(state, one, who, NO_FACTS)
        for one, shut in of_kind(state, who, Shut)
    )


@once
def strikes_far(state: State, who: str) -> bool:
    """Whether somebody is able to hurt others who are not close: by a weapon in hand that reaches or is thrown so far,
    or by a power (MO-X308)."""
    lost = lost_pools(state, who)
    if not can_act(state, who):
        return False
    if "P" not in lost and any("full" in shares(state, means)[1:] for means in all_means(state, who)):
        return True
    rows = (way.row for way in ways(state, who).values()) if "MP" not in lost else ()
    return any(row.range in FAR and any(isinstance(each, Harm) for each in row.effects) for row in rows)


def _way_out(state: State, one: Contender) -> frozenset[Posture]:
    """The postures from which somebody can flee as things stand; none named if any will do (MO-E22, MO-X308)."""
    now, rule = running(state), state.options.flee_from
    there = frozenset(posture for posture in now.postures if posture in ("defensive", "flanking"))
    if rule == "anywhere" or not there or driven(state, one.who):
        return frozenset()
    if rule == "catalog":
        return there
    behind = _holds(state, one, "defensive")
    reached = any(each.side != one.side and strikes_far(state, each.who) for each in now.listed.values())
    return there if "defensive" in there and (behind or reached) else frozenset()


def _holds(state: State, one: Contender, posture: Posture) -> bool:
    """Whether somebody else of a side stands in a posture, and is not down (MO-314)."""
    return any(
        each.side == one.side and each.place.posture == posture and each.who != one.who
        and can_act(state, each.who) and "P" not in lost_pools(state, each.who)
        for each in running(state).listed.values()
    )


def _check_place(state: State, one: Contender) -> None:
    """Raise Refused if somebody has to be in another posture before they can flee."""
    out, here = _way_out(state, one), one.place.posture
    on_turn = one.turn == "now" and running(state).step == "turn"
    if not out or here in out or ("defensive" in out and (here in SHELTERED or (here == "flying" and on_turn))):
        return
    postures = " or ".join(sorted(out))
    message = f"From {here} posture there is no way out for {state.name(one.who)}: first into {postures} posture."
    raise Refused("not-from-here", message, "MO-304", allowed=tuple(sorted(out)))


class Flee(DeedCommand, tag="flee"):
    """Get out of the fight. It works unless somebody opposes it, or something holds you."""

    when, rules, urgency = TURN | REACTION, ("MO-304", "MO-X308", "MO-E22"), "may"
    nobody = ("not-asked", "Nobody of yours can flee now.")
    after: str = ""
    to: str = ""

    @classmethod
    def possible_for(cls, state: State, seat: Seat) -> bool:
        return running(state).step == "turn" or acts(state, seat)  # what takes no action needs no turn of one's own

    @classmethod
    def able(cls, state: State, seat: Seat) -> list[Contender]:
        now = running(state)
        mine = [one for one in now.listed.values() if state.owns(seat, one.who) and can_act(state, one.who)]
        free = [one for one in mine if now.step == "turn" and not price(state, one.who, FLEE)
                and not needs_contest(state, one.who, FLEE)]  # (MO-205)
        return [one for one in mine if one in free or one.turn == "now"] if free else doers(state, seat)

    @classmethod
    def form(cls, state: State, one: Contender, thing: object) -> Form:
        cost = price(state, one.who, FLEE)
        check_open(state, one.who, FLEE, pool=pool_of(state, one))
        check_moving(state, one, FLEE, cost)
        _check_place(state, one)
        where = [blank for way in WAYS_OUT if (blank := way(state, one.who))]
        why = "Out of the conflict." if cost else "Out of the conflict. It costs no action."
        return one, label_for(state, one.who, "Flee", "{} flees"), why, [*where, partial(_blanks, state, one)]

    def act(self, play: Play[State], of: Contender) -> None:
        pool, cost = pool_of(play.state, of), price(play.state, of.who, FLEE)
        skill = moving_skill(play.state, of.who, FLEE, self.skill)
        after = f"after {play.state.name(self.after)}" if self.after else ""
        deed = self.deed(FLEE, pool, skill=skill, price=cost, words=after, pick=self.to)
        if cost or running(play.state).beat is not None or needs_contest(play.state, of.who, FLEE):
            declare(play, deed)
        else:
            _gone(play, of.who, self.to)


def _blanks(state: State, one: Contender, shown: bool) -> Iterator[Field]:
    if gone := [who for who in running(state).gone if who in state.people]:
        after = tuple(Choice(who, f"After {state.name(who)}") for who in gone)
        yield Choose(name="after", label="To pursue somebody?", choices=after, least=0)
    yield from moving_blanks(state, one, FLEE, price(state, one.who, FLEE), shown)


class PursuitOpen(Happening, tag="pursuit-open"):
    """Nobody of a side holds the line any more for one who fled: others may go after them (MO-X308)."""

    who: str
    side: str

    def line(self, state: State) -> Line:
        text = f"Nobody of {side_words(self.side)} holds the line: who flees, too, may go after {state.name(self.who)}."
        return Line("system", text)


def _gone(play: Play[State], who: str, to: str) -> None:
    """Somebody is out of the fight; whether they can be pursued is told."""
    one = running(play.state).people[who]
    play.record(LeftConflict(who=who, how="flees", rules=("MO-304",)))
    if to:
        play.record(RanOff(who=who, to=to, left=one.actions, rules=("MO-304",)))
    if not _holds(play.state, one, "offensive"):
        play.record(PursuitOpen(who=who, side=one.side, rules=("MO-X308",)))


@comes_out(FLEE, "flees", hardship)
def fled(play: Play[State], deed: Deed, thrown: Thrown | None) -> None:
    """Flight works unopposed or with a Pro; otherwise people stay where they were (MO-304)."""
    if won(thrown):
        _gone(play, deed.who, deed.pick)
    else:
        play.record(StayedPut(who=deed.who, rules=("MO-304",)))


class LeaveZone(DeedCommand, tag="leave-zone"):
    """Step out of a zone that a power made around somebody."""

    when, rules, urgency = TURN | REACTION, ("MO-409", "MO-X305"), "may"
    nobody = ("no-zone", "Nobody of yours is in a zone that is left by an action.")
    zone: str

    @classmethod
    def things(cls, state: State, one: Contender) -> Iterator[tuple[Running, dict[str, str]]]:
        """The zones around somebody that an action leads out of."""
        powers = catalog_of(state).powers
        for zone in state.running.values():
            if one.who in zone.inside and "leave" in powers[zone.row].escape:
                yield zone, {"zone": zone.id}

    @classmethod
    def form(cls, state: State, one: Contender, thing: Running) -> Form:
        pool = pool_of(state, one)
        for verb in (LEAVE, "posture"):  # a grip keeps from both
            check_open(state, one.who, verb, pool=pool)
        check_moving(state, one, LEAVE, 1)
        return one, f"Get out of {title_of(state, thing)}", "", [partial(moving_blanks, state, one, LEAVE, 1)]

    def act(self, play: Play[State], of: Contender) -> None:
        skill = moving_skill(play.state, of.who, LEAVE, self.skill)
        declare(play, self.deed(LEAVE, pool_of(play.state, of), skill=skill, on=self.zone))


@comes_out(LEAVE, "makes for the open", hardship)
def left_zone(play: Play[State], deed: Deed, thrown: Thrown | None) -> None:
    """Somebody gets out of a zone, unopposed or with a Pro."""
    zone = play.state.running.get(deed.on)
    if zone is not None and won(thrown):
        title = title_of(play.state, zone)
        play.record(ZoneLeft(who=(deed.who,), power=zone.id, title=title, rules=("MO-409",)))
    else:
        play.record(StayedPut(who=deed.who, rules=("MO-X305",)))


FLEEING: Final = Part(Flee, PursuitOpen, module="combat")
ZONES: Final = Part(LeaveZone, module="magic")
