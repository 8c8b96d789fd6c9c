"""Things that do what a power does when they are used: potions, wands, devices (MO-X112, MO-E112)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Count, Event, Line, Offers, Part, Play, Refused, Seat, Write
from moot.core.blanks import Field
from moot.games.modos.abilities import can_act, check_affords, check_open
from moot.games.modos.blanks import deed_blanks
from moot.games.modos.conflict.beats import declare
from moot.games.modos.conflict.deeds import DeedCommand, actors, contest_of
from moot.games.modos.conflict.resolving import resolves
from moot.games.modos.conflicts import Deed
from moot.games.modos.contests import Total
from moot.games.modos.figures import CONFLICT, CONTEST, COSTS, LIMITS
from moot.games.modos.flow import FlowCommand, only_guide
from moot.games.modos.ladder import half_of
from moot.games.modos.live import catalog_of
from moot.games.modos.magic.aiming import (
    THING,
    aim_blanks,
    counter,
    countered,
    lasting_blank,
    pick_by,
    steps_to,
    targets_of,
    words_blank,
)
from moot.games.modos.magic.taking import PowerAtWork, take_hold
from moot.games.modos.making.choices import free_ids
from moot.games.modos.making.owning import GearGained
from moot.games.modos.person import Does, Gear, Person
from moot.games.modos.phrases import plural
from moot.games.modos.postures import posture_named
from moot.games.modos.rows import Power
from moot.games.modos.state import FREE, REACTION, TURN, State

USE: Final = "use"


class GiveDevice(FlowCommand, tag="give-device"):
    """Give somebody a thing that does what a power does when it is used."""

    when, rules, urgency = FREE, ("MO-X112", "MO-E112"), "tool"
    giver = only_guide("gives special things")
    who: str
    name: str
    power: str
    asks: int = 1
    uses: int = 0

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        powers = catalog_of(state).powers.values()
        kinds = tuple(Choice(row.id, row.title, group=f"Level {row.level}") for row in powers)
        quaff = COSTS["quaff"]
        actions = Count(name="asks", label="Actions to use it", least=1, most=CONFLICT.actions, default=quaff.actions,
                        hint=f"{quaff.title}: {quaff.actions}.", rule="MO-X215")
        for who in state.cast():
            yield cls.offer(
                who, f"{who.name}: a thing with a power", "A potion, a wand: no contest, and no cost.",
                Write(name="name", label="What is it?", most=LIMITS.label, suggestions=("Healing draught",)),
                Choose(name="power", label="It does what this does", choices=kinds),
                *((actions,) if "extended" in state.modules else ()),
                Count(name="uses", label="How often?", most=LIMITS.uses, default=1, hint="0: as often as you like."),
                about=who.id, who=who.id,
            )
        yield Refused("nobody-there", "Nobody is there who could have it.")

    def act(self, play: Play[State], of: Person) -> None:
        [id_] = free_ids(of, 1)
        does = Does(power=self.power, asks=self.asks, uses=self.uses)
        play.record(GearGained(who=of.id, things=(Gear(id=id_, name=self.name.strip(), does=does),), rules=self.rules))


class UseDevice(DeedCommand, tag="use-device"):
    """Use a thing that does what a power does, on somebody whom that reaches."""

    when, urgency = FREE | TURN | REACTION, "may"
    rules = ("MO-X112", "MO-E112", "MO-X215", "MO-X206", "MO-307", "MO-308")
    while_any = "equipped"
    thing: str
    on: str = ""
    posture: str = ""
    targets: tuple[str, ...] = ()
    pick: str = ""
    choice: str = ""
    words: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if state.options.item_powers == "always_cast":
            raise Refused("cast-alone", "At this table a thing opens its power, which is then cast.", "MO-E112")
        rounds = state.conflict is not None
        for who in map(state.people.__getitem__, actors(state, seat)):
            for thing in who.gear if who.known and can_act(state, who.id) else ():
                row = catalog_of(state).powers.get(thing.does.power) if thing.does else None
                if row is None or thing.does is None or thing.at == "away":
                    continue
                try:
                    _check(state, who, thing, thing.does, row)
                except Refused as reason:
                    yield cls.barred(reason, who=who.id, thing=thing.id)
                    continue
                asks = f" {thing.does.asks} actions." if rounds and thing.does.asks != 1 else ""
                yield cls.offer(
                    (thing, row), f"Use {thing.name}", f"It does what {row.title} does.{asks}",
                    partial(_blanks, state, who.id, row), about=who.id, who=who.id, thing=thing.id,
                )
        yield Refused("nothing-there", "Nobody of yours has a thing that does something when it is used.", "MO-X112")

    def act(self, play: Play[State], of: tuple[Gear, Power]) -> None:
        (thing, row), posture = of, posture_named(self.posture)
        targets = tuple(one for one in self.targets if one != THING)
        targets = targets or _concerned(play.state, self.who, row).get(self.on, ())
        deed = self.deed(
            USE, "P", tool=thing.id, power=row.id, targets=targets, posture=posture,
            steps=steps_to(play.state, self.who, targets, posture),
            pick=self.pick or pick_by(play.state, row, targets, self.choice), stage=row.level,
            price=thing.does.asks if thing.does else 1,
        )
        if play.state.conflict is None:
            used(play, deed, ())
        else:
            declare(play, deed)


def _concerned(state: State, who: str, row: Power) -> dict[str, tuple[str, ...]]:
    """The powers at which a counter in a thing can be aimed from where somebody is, each with one whom it is about."""
    found: dict[str, tuple[str, ...]] = {}
    for on in state.running if counter(row) else ():
        for choice in targets_of(state, who, row, on):
            if not choice.needs or "posture:" in choice.needs:
                found.setdefault(on, () if choice.value == THING else (choice.value,))
    return found


def _check(state: State, who: Person, thing: Gear, does: Does, row: Power) -> None:
    """Raise Refused unless somebody can use a thing now: in a conflict it is in hand, and paid for (MO-X215)."""
    check_open(state, who.id, USE, pool="P")
    if counter(row) and not _concerned(state, who.id, row):
        raise Refused("nothing-lasts", "No power lasts near that it could be aimed at.", "MO-404")
    if state.conflict is None:
        return
    if state.phase == "reaction" and does.asks > 1:
        raise Refused("too-long", f"{thing.name} takes {does.asks} actions: too many to react with.", "MO-X206")
    if not thing.used:
        raise Refused("not-in-hand", f"{thing.name} is not in hand: ready it first.", "MO-X215")
    check_affords(state, who.id, "", "P", does.asks)


def _blanks(state: State, who: str, row: Power, shown: bool) -> Iterator[Field]:
    if counter(row):
        yield lasting_blank(state, _concerned(state, who, row))
    else:
        yield from aim_blanks(state, who, row, paid=False)
        yield from words_blank(row)
    if (one := state.entry(who)) is not None:
        yield from deed_blanks(state, one, "ready", "P", 1, shown)


class DeviceUsed(Event[State], tag="device-used"):
    """A thing has done what it does; so many more times it can, or it is used up."""

    who: str
    thing: str
    name: str
    left: int | None

    def evolve(self, state: State) -> State:
        gear = state.people[self.who].gear
        if self.left == 0:
            return state.with_person(self.who, gear=tuple(one for one in gear if one.id != self.thing))
        spent = tuple(
            replace(one, does=replace(one.does, uses=self.left or 0)) if one.id == self.thing and one.does else one
            for one in gear
        )
        return state.with_person(self.who, gear=spent)

    def line(self, state: State) -> Line | None:
        if self.left is None:
            return None
        more = f"can use {self.name} {self.left} more {plural('time', self.left)}."
        return Line("result", more if self.left else f"has used up {self.name}.", state.name(self.who))


def use_up(play: Play[State], who: str, thing: str) -> None:
    """A thing has been used once (MO-X112)."""
    one = play.state.people[who].item(thing)
    if one is not None and one.does is not None:
        left = one.does.uses - 1 if one.does.uses else None
        play.record(DeviceUsed(who=who, thing=thing, name=one.name, left=left, rules=("MO-X112",)))


@resolves(USE, "uses")
def used(play: Play[State], deed: Deed, against: tuple[Deed, ...]) -> Total | None:
    """A thing does what its power does, without a contest of its own and without a cost, unless somebody hindered it
    with a Pro; what resists it meets half a die (MO-E112, MO-012)."""
    row = catalog_of(play.state).powers[deed.power]
    hinder = tuple(one for one in against if one.kind == "hinder")
    thrown = contest_of(play, deed, hinder) if hinder else None
    if thrown is None or thrown.outcome == "pro":
        use_up(play, deed.who, deed.tool)
        answers = {one.who: one for one in against if one.kind == "defend"}
        stored = half_of(CONTEST.die) + row.difficulty + sum(term.worth for term in countered(play.state, deed.on))
        take_hold(play, PowerAtWork.of(deed, row, stored), answers)
    return thrown.first if thrown else None


USING: Final = Part(GiveDevice, UseDevice, DeviceUsed, module="magic")
