"""Who dies, who goes on as somebody else, and how it ends (MO-M314, MO-IS07, MO-IS08, MO-IS09)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Count, Frame, Line, Offers, Part, Play, Refused, Seat
from moot.core.choices import Purse
from moot.games.modos.adventures.papers import playing
from moot.games.modos.adventures.playing import AdventureFinished
from moot.games.modos.blanks import fate_side
from moot.games.modos.calling import ContestDropped, call
from moot.games.modos.combat.fallen import fallen
from moot.games.modos.conflict.deeds import settles, won
from moot.games.modos.conflict.opening import ConflictEnded
from moot.games.modos.contests import Contest, Facts, Purpose, Side, Total
from moot.games.modos.figures import CONFLICT
from moot.games.modos.flow import FlowCommand, OfSomebody
from moot.games.modos.isolation.aboard import HandCommand, OfShip, aboard, crew, locate, spend_time, time_left
from moot.games.modos.isolation.alien import TimeAboard
from moot.games.modos.isolation.doors import OPERATED, operate
from moot.games.modos.isolation.noticing import Nothing
from moot.games.modos.isolation.ship import Ending, Ship, Spare, SpareKind, beside, closed_in, room_of
from moot.games.modos.isolation.terms import figures, game_aboard
from moot.games.modos.making.bringing import enter, leave
from moot.games.modos.marks import lift_mark, put_mark
from moot.games.modos.npcs.people import person_of
from moot.games.modos.npcs.sheets import every_sheet
from moot.games.modos.person import Person
from moot.games.modos.reckoning import bonus_of
from moot.games.modos.state import FREE, TURN, State
from moot.games.modos.throwing import throw

TRICK: Final = "trick-computer"


# ---------------------------------------------------------------- who dies, and who goes on


def die(play: Play[State]) -> None:
    """All of the crew who are Disabled are dead (MO-M314)."""
    ship = play.state.ship
    for who, mark, _ in fallen(play.state) if ship and ship.map else ():
        if not who.npc and not mark.asks and not play.state.people[who.id].dead:
            lift_mark(play, who.id, mark, "MO-M314")
            put_mark(play, who.id, "dead", "MO-M314")


def next_spare(state: State) -> Spare | None:
    """The spare character whose turn it is, in their order (MO-IS07)."""
    ship, _ = aboard(state)
    return next(iter(figures(state).spare[len(ship.roles):]), None)


class SpareTaken(OfShip, tag="spare-taken"):
    """A player goes on as one of the spare characters; the computer is in no room (MO-IS07)."""

    sentence = ("move", "is one of the crew from now on.")
    who: str
    kind: SpareKind
    room: str

    def changes(self, ship: Ship) -> dict[str, Any]:
        at = ship.at | {self.who: self.room} if self.room else ship.at
        return {"roles": {**ship.roles, self.who: self.kind}, "at": at, "boxed": ""}


class TakeSpare(FlowCommand, tag="take-spare"):
    """Go on as the next of the spare characters, now that your own is dead."""

    when, rules, urgency = FREE | TURN, ("MO-IS07", "MO-M314"), "may"

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        ship, _ = aboard(state)
        mine = [who for who in state.party() if who.player == seat.id]
        if not mine or any(not who.dead for who in mine):
            raise Refused("not-dead", "Spare characters are for those whose own is dead.", "MO-M314")
        if (spare := next_spare(state)) is not None:
            yield cls.offer((spare, ship), f"Go on as {spare.name}", spare.concept)
        yield Refused("nobody-left", "There is nobody left to go on as.", "MO-IS07")

    def act(self, play: Play[State], of: tuple[Spare, Ship]) -> None:
        spare, _ = of
        _, paper = aboard(play.state)
        sheet = every_sheet(play.state.packs)[spare.sheet]
        like = replace(person_of(sheet, ""), name=spare.name, concept=spare.concept)
        who = enter(play, like, *self.rules, player=play.seat.id)
        room = paper.start if spare.kind != "computer" else ""
        play.record(SpareTaken(who=who, kind=spare.kind, room=room, rules=self.rules))


class GoalTurned(OfSomebody, tag="goal-turned"):
    """Somebody's goal is another one from now on (MO-IS07)."""

    sentence, quotes = ("sheet", "has a new goal."), "goal"
    goal: str

    def evolve(self, state: State) -> State:
        return state.with_person(self.who, goals=(self.goal,))


def turn(play: Play[State]) -> None:
    """From some tension on, a spare character wants something else (MO-IS07)."""
    ship = play.state.ship
    for who, kind in ship.roles.items() if ship and ship.map else ():
        spare = next(one for one in figures(play.state).spare if one.kind == kind)
        due = ship and spare.goal and ship.tension >= spare.turns_at and who in play.state.people
        if due and spare.goal not in play.state.people[who].goals:
            play.record(GoalTurned(who=who, goal=spare.goal, rules=("MO-IS07",)))


# ---------------------------------------------------------------- how it ends


class ShipOver(OfShip, tag="ship-over"):
    """The game aboard is over, in one of its ways (MO-IS08, MO-IS09)."""

    sets = (("over", "ending"),)
    ending: Ending
    text: str

    def line(self, state: State) -> Line:
        won = self.ending != "lost"
        lead = "Isolation is won" if won else "Isolation is lost"
        return Line("story", self.text, frame=Frame(kind="over", id="isolation", lead=lead, title=self.text))


def _over(play: Play[State], ending: Ending, *rules: str) -> None:
    play.record(ShipOver(ending=ending, text=figures(play.state).endings[ending], rules=rules))


def end(play: Play[State]) -> None:
    """When all are dead, and nobody with a body can go on, it is lost; what is over is over, the conflict and the
    adventure too, and where it is won the alien is gone for good (MO-M314, MO-IS07, MO-IS08)."""
    found, now = game_aboard(play.state), play.state.conflict
    if found is None or (now is not None and now.beat is not None):
        return
    ship, paper = found
    players = [who for who in play.state.party() if who.id in ship.at or who.id in ship.roles]
    gone = (other := playing(play.state.papers.values())) is None or other.id != paper.id
    able = players if gone else play.state.party()  # who came late can still wake (MO-IS01)
    alive = [who for who in able if not who.dead and ship.roles.get(who.id) != "computer"]
    spare = next_spare(play.state)
    if players and not alive and not ship.over and (gone or spare is None or spare.kind == "computer"):
        _over(play, "lost", "MO-M314", "MO-IS07")
    if gone:
        play.record(ShipLeft())
    elif play.state.ship and play.state.ship.over:
        if now is not None:
            play.record(ConflictEnded(id=now.id, what=now.what, rules=("MO-X201",)))
        play.record(AdventureFinished(adventure=paper.id, title=paper.title, rules=("MO-X603",)), ShipLeft())
        if play.state.ship.over != "lost" and (alien := play.state.people.get(ship.alien)) is not None:
            leave(play, alien, "MO-IS08")


class ShipLeft(OfShip, tag="ship-left"):
    """The crew is aboard no more; the way it ended stays known."""

    silent = True

    def changes(self, ship: Ship) -> dict[str, Any]:
        return {"map": None}


def flush(play: Play[State], ending: Ending) -> None:
    """The outer door opens: those in there without a suit die, and the alien, if it is in there, is gone for good; or
    it opens for nothing (MO-IS08)."""
    ship, paper = aboard(play.state)
    lock, so_far = room_of(paper, "airlock"), len(play.events)
    for who, room in tuple(crew(play.state)):
        suited = any(thing.row == "spacesuit" and thing.used for thing in who.gear)
        if lock and room == lock.id and not suited and ship.roles.get(who.id) != "android":
            put_mark(play, who.id, "dead", "MO-IS08")
    if lock and ship.lair == lock.id:
        _over(play, ending, "MO-IS08")
    elif len(play.events) == so_far:
        said = "The outer door opens, and shuts again. The alien was not in there."
        play.record(Nothing(says=said, rules=("MO-IS08",)))


class _Lock(HandCommand):
    """What somebody does to the airlock, whose inner door must be shut."""

    rules = ("MO-IS08",)

    @classmethod
    def able(cls, state: State, seat: Seat) -> Iterator[tuple[Person, str]]:
        """Those of a seat who could do it now. Raises Refused as long as a junction of the airlock is open."""
        ship, paper = aboard(state)
        lock = room_of(paper, "airlock")
        if lock is None or not closed_in(ship, paper, lock.id):
            raise Refused("inner-open", "The inner door of the airlock has to be shut first.", "MO-IS08")
        yield from super().able(state, seat)


class OpenOuter(_Lock, tag="open-outer"):
    """Open the outer door of the airlock by hand, from inside or beside it; the inner one must be shut."""

    nobody = ("not-there", "Nobody of yours is at the airlock.")
    who: str

    @classmethod
    def of_one(cls, state: State, who: Person, room: str) -> Offers:
        _, paper = aboard(state)
        lock = room_of(paper, "airlock")
        if lock and (room == lock.id or room in beside(paper, lock.id)):
            yield cls.by(state, who, "opens the outer door", "Who is inside needs a suit.")

    def act(self, play: Play[State], of: Person) -> None:
        operate(play, of, "outer", "at the outer door")


class Persuade(_Lock, tag="persuade-computer"):
    """Trick the ship's computer, at the mainframe, into opening the outer door; each try is a round, while others fight
    too."""

    nobody = ("not-there", "Nobody of yours sits at the mainframe, with a round to spare.")
    who: str

    @classmethod
    def of_one(cls, state: State, who: Person, room: str) -> Offers:
        frame, free = room_of(aboard(state)[1], "mainframe"), time_left(state, who.id) == CONFLICT.actions
        if frame and room == frame.id and free and all(talks != who.id for _, talks in _talks(state)):
            yield cls.by(state, who, "talks the computer round", "A round, and a contest.")

    def act(self, play: Play[State], of: Person) -> None:
        mind = next(one for one in figures(play.state).spare if one.kind == "computer")
        against = fate_side(bonus_of(every_sheet(play.state.packs)[mind.sheet].scores["M"]), "roll")
        side = Side(who=of.id, pool="MP", skill="deceive")
        if play.state.conflict is not None:
            spend_time(play, of.id, actions=CONFLICT.actions)
            if won(throw(play, (side, against), (Facts(), Facts()), "talks the computer round")):
                flush(play, "tricked")
            return
        play.record(TimeAboard(rounds=1, rules=self.rules))
        purpose = Purpose(kind=TRICK, skill="deceive", words="talks")
        call(play, Contest(id="", why="talks the computer round", sides=(side, against), purpose=purpose), *self.rules)


def _talks(state: State) -> list[tuple[str, str]]:
    """The contests with the computer that wait for a throw, each with who talks to it."""
    tricks = (one for one in state.contests.values() if one.purpose is not None and one.purpose.kind == TRICK)
    return [(one.id, one.sides[0].who) for one in tricks]


def walk_off(play: Play[State]) -> None:
    """Who leaves the mainframe talks to the computer no more (MO-IS08)."""
    if (found := game_aboard(play.state)) is None or (frame := room_of(found[1], "mainframe")) is None:
        return
    for id_, who in _talks(play.state):
        if found[0].at.get(who) != frame.id:
            play.record(ContestDropped(contest=id_, rules=("MO-IS08",)))


@settles(TRICK)
def tricked(play: Play[State], who: str, purpose: Purpose, total: Total | None) -> None:
    """The computer opens the outer door, if the inner one is still shut (MO-IS08)."""
    if (found := game_aboard(play.state)) is None or (lock := room_of(found[1], "airlock")) is None:
        return
    if closed_in(*found, lock.id):
        flush(play, "tricked")


class Armed(OfShip, tag="armed"):
    """One more action on the bridge for self-destruction, or against it (MO-IS09)."""

    who: str
    done: int
    of: int

    def changes(self, ship: Ship) -> dict[str, Any]:
        return {"armed": self.done, "runs": self.done >= self.of or (ship.runs and self.done > 0)}

    def line(self, state: State) -> Line:
        on = " It runs." if state.ship and state.ship.runs else ""
        return Line("move", f"works on self-destruction: {self.done} of {self.of}.{on}", state.name(self.who))


class Arm(HandCommand, tag="arm"):
    """Work at the ship's self-destruction on the bridge, or stop it; each action that starts it locates the alien."""

    rules, nobody = ("MO-IS09",), ("not-on-the-bridge", "Nobody of yours stands on the bridge.")
    who: str
    off: bool
    actions: int = 1

    @classmethod
    def of_one(cls, state: State, who: Person, room: str) -> Offers:
        ship, paper = aboard(state)
        bridge, work, one = room_of(paper, "bridge"), figures(state).work, state.entry(who.id)
        purse = min(CONFLICT.actions, one.actions) if one else time_left(state, who.id)
        for off, left in ((False, work - ship.armed), (True, ship.armed)):
            if bridge and room == bridge.id and (most := min(purse, left)):
                blank = Count(name="actions", label="How many actions?", least=1, most=most, default=most)
                does = "stops" if off else "starts"
                yield cls.offer(who, f"{who.name} {does} self-destruction", f"{ship.armed} of {work} actions.", blank,
                                about=who.id, who=who.id, off=off)

    def act(self, play: Play[State], of: Person) -> None:
        if play.state.conflict is None:
            play.record(TimeAboard(rounds=1, rules=self.rules))
        operate(play, of, "disarm" if self.off else "arm", "on the bridge", self.actions)


def _armed(play: Play[State], who: str, by: int) -> None:
    ship, _ = aboard(play.state)
    work = figures(play.state).work
    play.record(Armed(who=who, done=max(0, min(work, ship.armed + by)), of=work, rules=("MO-IS09",)))
    if by > 0:
        locate(play, ship.at[who])


class Launch(FlowCommand, tag="launch"):
    """Leave in the shuttle, once self-destruction runs: there is air for two, and an android needs none."""

    when, rules, urgency = FREE | TURN, ("MO-IS09",), "may"
    who: tuple[str, ...]

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        ship, paper = aboard(state)
        shuttle = room_of(paper, "shuttle")
        there = [who for who, room in crew(state) if shuttle and room == shuttle.id and not state.entry(who.id)]
        if not any(seat.guides or state.owns(seat, who.id) for who in there):
            raise Refused("not-there", "Nobody of yours is in the shuttle.", "MO-IS09")
        if not ship.runs:
            raise Refused("not-armed", "The shuttle leaves only when self-destruction runs.", "MO-IS09")
        air = figures(state).air
        choices = [Choice(who.id, who.name, costs=int(ship.roles.get(who.id) != "android")) for who in there]
        fits = sum(each.costs for each in choices) <= air  # who dies is for people to say
        usual = tuple(each.value for each in choices if fits or not each.costs)
        why = f"There is air for {air}. Those who stay behind die with the ship."
        yield cls.offer(paper, "Launch the shuttle", why,
                        Choose(name="who", label="Who is aboard?", choices=tuple(choices), many=True, default=usual),
                        purse=Purse(air, "seats"))

    def act(self, play: Play[State], of: object) -> None:
        for who, _ in tuple(crew(play.state)):
            if who.id not in self.who:
                put_mark(play, who.id, "dead", "MO-IS09")
        _over(play, "left", "MO-IS09")


OPERATED.update(
    outer=lambda play, who, what: flush(play, "flushed"),
    arm=lambda play, who, what: _armed(play, who, 1),
    disarm=lambda play, who, what: _armed(play, who, -1),
)

ENDINGS: Final = Part(
    OpenOuter, Launch, Arm, Persuade, TakeSpare, SpareTaken, GoalTurned, ShipOver, ShipLeft, Armed, module="isolation",
)
