"""Mounted and flying posture: what carries somebody, keeping it up, and giving it up (MO-307, MO-308, MO-X306)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Event, Line, Offers, Part, Play, Refused, Seat, Write
from moot.games.modos.abilities import can_act, opens
from moot.games.modos.conflict.rounds import KEEPINGS, Keeping, Upkeep, running
from moot.games.modos.conflicts import Contender, Position
from moot.games.modos.flow import FlowCommand, Happening
from moot.games.modos.person import Person
from moot.games.modos.postures import CARRIED, fallback
from moot.games.modos.reckoning import lost_pools
from moot.games.modos.state import TURN, State
from moot.games.modos.terms import Pool, Posture
from moot.kit.people import label_for, move

POSTURE: Final = "posture"
"""What a posture that is to be kept is called in a deed."""

NAMED: Final = {"animal": "An animal", "craft": "A craft", "body": "My own body, by wings or the like"}
"""What can carry somebody if they say what it is, by `Position.by`."""


def pool_of(state: State, one: Contender) -> Pool:
    """What somebody moves with: the body, or the mind of who drives or flies a craft (MO-E28)."""
    return "M" if one.place.by == "craft" and state.options.upkeep_attribute == "by_mount" else "P"


def means_blanks(state: State, who: str, postures: tuple[Posture, ...]) -> list[Choose | Write]:
    """The blanks in which somebody says what carries them (MO-X307); none if they can neither ride nor fly."""
    carried = [posture for posture in postures if posture in CARRIED]
    labels: dict[str, str] = {}
    needs: dict[str, tuple[str, ...]] = {}
    for posture in carried:
        for by, label in {**_means(state, who, posture), **NAMED}.items():
            labels[by] = label
            needs[by] = (*needs.get(by, ()), f"posture:{posture}")
    if not carried:
        return []
    choices = tuple(Choice(by, label, needs=needs[by]) for by, label in labels.items())
    need = tuple(f"posture:{posture}" for posture in carried)
    named = tuple(f"by:{by}" for by in NAMED if by != "body")
    return [
        Choose(name="by", label="What carries you?", choices=choices, needs=need, rule="MO-X307"),
        Write(name="means", label="Which one?", needs=named, hint="The speeder, a grey mare.",
              suggestions=_mounts(state, who)),
    ]


def _mounts(state: State, who: str) -> tuple[str, ...]:
    """The names of those who could carry somebody: their own animals, and the guide's people on their side."""
    me = state.entry(who)
    return tuple(
        one.name for one in state.cast() if one.known and one.npc and one.id != who and not one.dead
        and (one.master == who or (me and (two := state.entry(one.id)) and two.side == me.side))
    )


def _mount(state: State, place: Position) -> Person | None:
    """The one with a sheet who carries somebody, if people named one."""
    said = place.means.casefold() if place.by in NAMED else ""
    return next((one for one in state.cast() if one.known and one.name.casefold() == said), None)


def _means(state: State, who: str, posture: Posture) -> dict[str, str]:
    """What opens a posture to somebody, as `Position.by` has it, each with its title."""
    return {one.of or one.source: one.title for one in opens(state, who, POSTURE, posture)}


class PostureKept(Event[State], tag="posture-kept"):
    """Somebody keeps the posture in which something carries them (MO-307, MO-308)."""

    who: str

    def evolve(self, state: State) -> State:
        one = state.entry(self.who)
        return state.with_entry(self.who, place=replace(one.place, kept=True)) if one else state

    def line(self, state: State) -> Line | None:
        one = state.entry(self.who)
        return move(state, self.who, f"stays in {one.place.posture} posture.") if one else None


class PostureLost(Happening, tag="posture-lost"):
    """Nothing carries somebody any more: `why` not."""

    sentence = ("result", "{why}: now in {place.posture} posture.")
    who: str
    place: Position
    why: str

    def evolve(self, state: State) -> State:
        return state.with_entry(self.who, place=self.place)


class Dismount(FlowCommand, tag="dismount"):
    """Give up mounted or flying posture, which costs no action."""

    when, rules, urgency = TURN, ("MO-X306", "MO-205"), "may"
    who: str

    @classmethod
    def possible(cls, state: State) -> bool:
        return bool(_carried(state))

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for one in _carried(state):
            if state.owns(seat, one.who):
                ways = ("Get off", "{} gets off") if one.place.posture == "mounted" else ("Come down", "{} comes down")
                why = f"Costs no action; then in {fallback(running(state))} posture."
                yield cls.offer(one, label_for(state, one.who, *ways), why, about=one.who, who=one.who)
        yield Refused("not-carried", "Nobody of yours is in mounted or flying posture.")

    def act(self, play: Play[State], of: Contender) -> None:
        _fall(play, of.who, f"gives up {of.place.posture} posture", *self.rules)


def _fall(play: Play[State], who: str, why: str, *rules: str) -> None:
    place = Position(posture=fallback(running(play.state)))
    play.record(PostureLost(who=who, place=place, why=why, rules=rules))


def _carried(state: State) -> list[Contender]:
    """Those in a conflict whom something carries."""
    return [one for one in running(state).people.values() if one.place.posture in CARRIED]


def _due(state: State, who: str) -> tuple[Upkeep, ...]:
    one = state.entry(who)
    if one is None or one.place.kept or one.place.posture not in CARRIED:
        return ()
    return (Upkeep(POSTURE, f"{one.place.posture} posture", pool_of(state, one)),)


KEEPINGS.append(Keeping(
    some=lambda state: bool(state.conflict and [one for one in state.conflict.people.values() if not one.place.kept]),
    due=_due,
    kept=lambda play, who, due: play.record(PostureKept(who=who, rules=("MO-X415", "MO-E28"))),
    let_go=lambda play, who, due: _fall(play, who, f"does not keep {due.title}", "MO-X415"),
))


def drops(play: Play[State]) -> None:
    """Who can do nothing falls, and so does who is carried no more (MO-X307)."""
    now = play.state.conflict
    if now is None:
        return
    for who in now.order:
        if (one := now.people[who]).place.posture not in CARRIED:
            continue
        if not can_act(play.state, who) and play.state.people[who] not in play.state.falling:  # luck comes first
            _fall(play, who, "can do nothing", "MO-X307")
        elif _let_down(play.state, who, one.place):
            _fall(play, who, "is carried no more", "MO-X307")


def _let_down(state: State, who: str, place: Position) -> bool:
    """Whether nothing carries somebody any more: a power that has ended, and no other does; an animal that is down."""
    if place.by not in ("", *NAMED):
        return not _means(state, who, place.posture)
    mount = _mount(state, place)
    return mount is not None and mount not in state.falling and bool(
        lost_pools(state, mount.id) or not can_act(state, mount.id)
    )


RIDING: Final = Part(Dismount, PostureKept, PostureLost, module="combat")
