"""Gear in hand and out of it: readied, put away, dropped, picked up, reloaded (MO-X120, MO-X121, MO-X129, MO-X324)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Count, Event, Line, Offers, Part, Play, Refused, Seat, Urgency
from moot.core.blanks import Field
from moot.core.commands import urgencies
from moot.games.modos.abilities import can_act, can_react, check_open
from moot.games.modos.arms import armor_for, bodily, gear_row, natural
from moot.games.modos.blanks import deed_blanks
from moot.games.modos.catalog import Catalog
from moot.games.modos.combat.means import check_free
from moot.games.modos.conflict.beats import declare
from moot.games.modos.conflict.deeds import DeedCommand, Form, comes_out, won
from moot.games.modos.conflicts import Contender, Deed
from moot.games.modos.figures import COSTS, HANDLINGS, Handling
from moot.games.modos.flow import FlowCommand, OfSomebody, only_guide
from moot.games.modos.live import aware, catalog_of
from moot.games.modos.marks import end_marks
from moot.games.modos.person import Gear, Mark, Person
from moot.games.modos.reckoning import price
from moot.games.modos.rows import Shield, Weapon
from moot.games.modos.state import ALWAYS, FREE, REACTION, TURN, State
from moot.games.modos.terms import Where
from moot.games.modos.throwing import Thrown
from moot.kit.people import label_for, mine, move
from moot.kit.remembered import remembered


class ThingMoved(OfSomebody, tag="thing-moved"):
    """A thing of somebody's is elsewhere now."""

    sentence = ("move", "{says}")
    thing: str
    at: Where
    says: str

    def evolve(self, state: State) -> State:
        return with_thing(state, self.who, self.thing, at=self.at)


def with_thing(state: State, who: str, id_: str, **changes: object) -> State:
    """A state with something changed about a thing of somebody's."""
    gear = tuple(replace(thing, **changes) if thing.id == id_ else thing for thing in state.people[who].gear)
    return state.with_person(who, gear=gear)


class ShotFired(OfSomebody, tag="shot-fired"):
    """A weapon has to be reloaded before its next shot, by so many actions (MO-X121, MO-X324)."""

    silent = True
    thing: str
    spent: int

    def evolve(self, state: State) -> State:
        return with_thing(state, self.who, self.thing, spent=self.spent)


READY: Final = "ready"
WHERE: Final[dict[Where, str]] = {
    "held": "In hand", "worn": "On the body", "stowed": "Within reach", "away": "Out of reach",
}


def handlers(state: State, seat: Seat) -> list[Person]:
    """Those of a seat who can do something with their gear: all outside rounds, and those of a conflict in them."""
    everyone = mine(state, seat) if "character" in state.modules else ()
    rounds = state.phase in ("turn", "reaction")
    return [who for who in everyone if not rounds or (state.entry(who.id) is not None and can_act(state, who.id))]


def cost_of(state: State, who: str, way: Handling, thing: Gear) -> int:
    """What it costs to handle a thing; rows about readying are about weapons (MO-X120, MO-205)."""
    base = COSTS[way.cost].actions
    weapon = isinstance(gear_row(catalog_of(state), thing), Weapon)
    return price(state, who, READY, base) if way.id == READY and weapon else base


@remembered(1024, lambda ground: ground)
def _fitting(ground: tuple[Catalog, tuple[Gear, ...], tuple[Mark, ...]]) -> dict[str, tuple[Gear, ...]]:
    """The things of somebody that can be handled at all, by how; some marks have what is held readied again."""
    catalog, gear, marks = ground
    rows = [(thing, gear_row(catalog, thing)) for thing in gear if not bodily(thing)]
    states = (catalog.states.get(mark.row) for mark in marks)
    again = any(row is not None and READY in row.ends for row in states)
    return {
        way.id: tuple([
            thing for thing, row in rows
            if not armor_for(catalog, thing) and not (way.to == "away" and natural(thing))
            if thing.at == way.source or (again and way.id == READY and thing.at == "held" and isinstance(row, Weapon))
        ])
        for way in HANDLINGS.values()
    }


class Handle(DeedCommand, tag="handle"):
    """Ready a thing, put it away, drop it or pick it up in a conflict."""

    when, urgency = TURN | REACTION, ("may", "tool")
    rules = ("MO-X120", "MO-X129", "MO-X122", "MO-205", "MO-X206")
    together = "Ready or put away things"
    nobody = ("nothing-there", "Nobody of yours has a thing that could be handled now.")
    throws = False
    how: str
    thing: str

    possible_for = FlowCommand.possible_for  # what takes no action needs no turn

    @classmethod
    def urgent_for(cls, state: State, seat: Seat) -> tuple[Urgency, ...]:
        now = state.conflict
        return urgencies(cls) if now is not None and state.owns(seat, now.whose) else ("tool",)

    @classmethod
    def able(cls, state: State, seat: Seat) -> list[Contender]:
        able = (who for who in handlers(state, seat) if not who.mindless)
        return [one for who in able if (one := state.entry(who.id))]

    @classmethod
    def things(cls, state: State, one: Contender) -> list[tuple[Handling, dict[str, str]]]:
        """The ways to handle things."""
        return [(way, {"how": way.id}) for way in HANDLINGS.values()]

    @classmethod
    def form(cls, state: State, one: Contender, thing: Handling) -> Form:
        who, reasons = state.people[one.who], list[Refused]()
        fit = _fitting((catalog_of(state), who.gear, who.marks))[thing.id]
        if at_hand := [each for each in fit if _possible(state, who, thing, each, reasons)]:
            return thing, label_for(state, one.who, thing.title), "", [partial(_blanks, state, who, thing, at_hand)]
        if not reasons and thing.to == "away" and any(natural(each) for each in who.gear):
            raise Refused("part-of-the-body", "What is part of the body cannot be dropped.", "MO-X122")
        raise reasons[0] if reasons else Refused(*cls.nobody)

    def act(self, play: Play[State], of: Handling) -> None:
        thing = next(each for each in play.state.people[self.who].gear if each.id == self.thing)
        if cost := cost_of(play.state, self.who, of, thing):
            declare(play, self.deed(of.id, "P", tool=thing.id, called=thing.name, price=cost))
        else:
            handle(play, self.who, of, thing.id)


def _possible(state: State, who: Person, way: Handling, thing: Gear, reasons: list[Refused]) -> bool:
    """Whether somebody can handle a thing now; what speaks against it goes to `reasons`."""
    try:
        _check(state, who, way, thing)
    except Refused as reason:
        reasons.append(reason.with_traceback(None))
        return False
    return True


def _check(state: State, who: Person, way: Handling, thing: Gear) -> None:
    """Raise Refused unless somebody can handle a thing now: on their own turn by actions, in answer to a deed by one,
    at any time if it costs none (MO-205, MO-X206)."""
    cost = cost_of(state, who.id, way, thing)
    if way.to == "held":
        check_free(state, who.id, thing)
    if cost:
        check_open(state, who.id, READY, pool="P")
    if cost and not _has_time(state, who.id, cost):
        raise Refused("no-action", f"That takes {cost} of the actions of one’s turn, or one in answer.", "MO-X120")


def _has_time(state: State, who: str, cost: int = 1) -> bool:
    """Whether somebody has the actions for it, and the moment: their own turn, or a deed to answer by one action
    (MO-X206)."""
    one, now, beat = state.entry(who), state.conflict, state.beat
    if one is None or one.actions < cost:
        return False
    if beat is None or now is None:
        return one.turn == "now"
    doer = beat.deed.who
    if beat.closed or state.apart or who in (doer, *beat.answers):
        return False
    return cost == 1 and aware(state, who, doer) and can_react(state, who, doer)


def _blanks(state: State, who: Person, way: Handling, things: list[Gear], shown: bool) -> list[Field]:
    costs = {thing.id: cost_of(state, who.id, way, thing) for thing in things}
    hints = {id_: "" if not cost else "1 action" if cost == 1 else f"{cost} actions" for id_, cost in costs.items()}
    choices = tuple(Choice(thing.id, thing.name, hint=hints[thing.id]) for thing in things)
    more = _thrown_for(state, who.id, shown) if any(costs.values()) else []
    return [Choose(name="thing", label="Which thing?", choices=choices), *more]


def _thrown_for(state: State, who: str, shown: bool) -> list[Field]:
    """What is chosen for the throw, if somebody hinders it."""
    one = state.entry(who)
    return deed_blanks(state, one, READY, "P", 1, shown) if one is not None else []


def handle(play: Play[State], who: str, way: Handling, thing: str) -> None:
    """A thing goes where it is to be; a weapon that is readied can be used."""
    name = next(each.name for each in play.state.people[who].gear if each.id == thing)
    rules = ("MO-X120", "MO-X129") if way.to == "held" else ("MO-X129", "MO-X215")
    play.record(ThingMoved(who=who, thing=thing, at=way.to, says=f"{way.says} {name}.", rules=rules))
    if way.id == READY:
        end_marks(play, who, READY)


@comes_out("ready", "readies {thing}")
@comes_out("pick-up", "picks up {thing}")
@comes_out("stow", "puts away {thing}")
def handled(play: Play[State], deed: Deed, thrown: Thrown | None) -> None:
    """A thing is readied, picked up or put away, unless somebody hindered it with a Pro."""
    if play.state.people[deed.who].item(deed.tool) is not None and won(thrown):
        handle(play, deed.who, HANDLINGS[deed.kind], deed.tool)


# ---------------------------------------------------------------- reloading


class Reloaded(Event[State], tag="reloaded"):
    """Somebody spent an action to reload; so many more are left to do (MO-X121, MO-X324)."""

    who: str
    thing: str
    left: int

    def evolve(self, state: State) -> State:
        return with_thing(state, self.who, self.thing, spent=self.left)

    def line(self, state: State) -> Line:
        thing = state.people[self.who].item(self.thing)
        name = thing.name if thing else "a weapon"
        done = f"reloads {name}: ready to shoot." if not self.left else f"reloads {name}: {self.left} more to do."
        return move(state, self.who, done)


class Reload(DeedCommand, tag="reload"):
    """Spend an action to reload a weapon. Actions for it add up, on whichever turns they are spent."""

    when, rules, urgency = FREE | TURN | REACTION, ("MO-X121", "MO-X324", "MO-E107"), ("may", "tool")
    throws, while_any, possible_for = False, "reloading", FlowCommand.possible_for
    thing: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        rounds = state.conflict is not None
        for who in handlers(state, seat):
            for thing in who.gear:
                if not thing.spent or thing.at not in ("held", "worn"):
                    continue
                try:
                    _check_reload(state, who)
                except Refused as reason:
                    yield cls.barred(reason, who=who.id, thing=thing.id)
                    continue
                yield cls.offer(
                    thing, f"Reload {thing.name}", f"{thing.spent} to do." if rounds else "",
                    *((partial(_thrown_for, state, who.id),) if rounds else ()), about=who.id, who=who.id,
                    thing=thing.id, urgency="may" if rounds else "tool",
                )
        yield Refused("all-loaded", "Nothing of yours has to be reloaded.", "MO-X324")

    def act(self, play: Play[State], of: Gear) -> None:
        if play.state.conflict is None:
            play.record(Reloaded(who=self.who, thing=of.id, left=0, rules=self.rules[:1]))
            return
        declare(play, self.deed("reload", "P", tool=of.id))


def _check_reload(state: State, who: Person) -> None:
    """Raise Refused unless there is time to reload: outside rounds, or by an action of the own turn or in answer
    (MO-E107)."""
    if state.conflict is not None and not _has_time(state, who.id):
        raise Refused("not-your-turn", "To reload takes an action of one’s own turn, or in answer.", "MO-E107")
    check_open(state, who.id, "reload", pool="P")


@comes_out("reload", "reloads {thing}")
def reloaded(play: Play[State], deed: Deed, thrown: Thrown | None) -> None:
    """One more of the actions that a reload takes is done, unless somebody hindered it with a Pro (MO-X324)."""
    thing = play.state.people[deed.who].item(deed.tool)
    if thing is not None and thing.spent and won(thrown):
        play.record(Reloaded(who=deed.who, thing=thing.id, left=thing.spent - 1, rules=("MO-X324", "MO-E107")))


class SetThing(FlowCommand, tag="set-thing"):
    """Say where somebody's thing is, and how much of a reload it needs, whatever the rules say."""

    when, rules, urgency, aims_any = ALWAYS, ("MO-000", "MO-E107"), "tool", None
    giver = only_guide("says where things are")
    who: str
    thing: str
    at: Where
    spent: int = 0

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in state.cast() if "character" in state.modules else ():
            for thing in who.gear:
                yield cls.offer(
                    thing, f"{who.name}’s {thing.name}", "", partial(_put, state, thing), about=who.id, who=who.id,
                    thing=thing.id,
                )
        yield Refused("no-things", "Nobody has any gear.")

    def act(self, play: Play[State], of: Gear) -> None:
        says = f"has {of.name} {WHERE[self.at].lower()} now."
        play.record(
            ThingMoved(who=self.who, thing=of.id, at=self.at, says=says, rules=self.rules[:1]),
            ShotFired(who=self.who, thing=of.id, spent=self.spent, rules=self.rules),
        )


def _put(state: State, thing: Gear, shown: bool) -> Iterator[Field]:
    row, armor = gear_row(catalog_of(state), thing), armor_for(catalog_of(state), thing)
    # what is in hand or worn is in use: armor would protect from the hand, and a weapon strike from the belt
    unfit = "held" if armor else "worn" if isinstance(row, Weapon | Shield) else ""
    where = tuple(Choice(value, label) for value, label in WHERE.items() if value != unfit or value == thing.at)
    yield Choose(name="at", label="Where is it?", choices=where, default=(thing.at,))
    if isinstance(row, Weapon) and row.reload:
        label = "Actions until it is loaded"
        yield Count(name="spent", label=label, most=row.reload, default=thing.spent, rule="MO-X324")


HANDLING: Final = Part(Handle, Reload, SetThing, ThingMoved, ShotFired, Reloaded, module="extended")
