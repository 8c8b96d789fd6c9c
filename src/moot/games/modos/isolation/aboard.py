"""The crew is aboard: who goes where, what is found, and the tension that rises (MO-M013, MO-M014, MO-IS01 to
MO-IS04)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar, Final, Self

from msgspec.structs import replace

from moot.core import Choice, Choose, Line, Offered, Offers, Part, Play, Refused, Seat, Shown, Throw
from moot.core.blanks import Field
from moot.core.words import listed
from moot.games.modos.abilities import affords, can_act
from moot.games.modos.adventures.papers import Adventure, Here, Place, playing, spoken
from moot.games.modos.adventures.playing import BARS
from moot.games.modos.combat.fleeing import WAYS_OUT
from moot.games.modos.conflict.opening import RanOff
from moot.games.modos.conflict.placing import OURS
from moot.games.modos.figures import CONFLICT
from moot.games.modos.flow import FlowCommand, Happening, only_guide
from moot.games.modos.isolation.ship import Ship, beside, closed_in, junction, room_of, steps_from
from moot.games.modos.isolation.terms import figures, game_aboard
from moot.games.modos.npcs.coming import bring, join
from moot.games.modos.npcs.sheets import every_sheet
from moot.games.modos.person import Person
from moot.games.modos.phrases import plural
from moot.games.modos.state import FREE, TURN, State
from moot.kit.keyed import put


def aboard(state: State) -> tuple[Ship, Adventure]:
    """How the game aboard stands, and the map. Raises Refused while no crew is aboard."""
    if (found := game_aboard(state)) is None:
        raise Refused("nobody-aboard", "No crew is aboard: take the ship on your desk, and begin it.", "MO-IS01")
    return found


def crew(state: State) -> Iterator[tuple[Person, str]]:
    """All of the crew who live and have a body, each with the room."""
    for who, room in state.ship.at.items() if state.ship else ():
        if (person := state.people.get(who)) is not None and not person.dead:
            yield person, room


class OfShip(Happening):
    """Something that changes how the game aboard stands: `sets` says which field of the ship becomes which of the
    event."""

    sets: ClassVar[tuple[tuple[str, str], ...]] = ()

    def changes(self, ship: Ship) -> dict[str, Any]:
        """The fields of the ship that are other ones after it."""
        return {field: getattr(self, own) for field, own in self.sets}

    def evolve(self, state: State) -> State:
        return state if state.ship is None else replace(state, ship=replace(state.ship, **self.changes(state.ship)))


class CrewCommand(FlowCommand):
    """What one of the crew does: `of_one` offers it to each of those who are `able`, `nobody` says why it is offered to
    none. While others fight, each takes those who are elsewhere an action of the round (MO-202)."""

    when, urgency = FREE | TURN, "may"
    nobody: ClassVar[tuple[str, str]]

    @classmethod
    def able(cls, state: State, seat: Seat) -> Iterator[tuple[Person, str]]:
        """Those of a seat who could do it now, each with the room."""
        yield from ((who, room) for who, room in crew(state) if state.owns(seat, who.id) and has_time(state, who.id))

    @classmethod
    @abstractmethod
    def of_one(cls, state: State, who: Person, room: str) -> Offers:
        """What somebody is offered in a room."""

    @classmethod
    def by(cls, state: State, who: Person, does: str, why: str = "", *, of: Any = None, **fixed: Any) -> Offered:
        """An offer without blanks to one of the crew; it stands for them, or for `of`."""
        of = who if of is None else of
        return cls.press(state, of, f"{who.name} {does}", why, about=who.id, who=who.id, **fixed)

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        aboard(state)
        for who, room in cls.able(state, seat):
            yield from cls.of_one(state, who, room)
        yield Refused(*cls.nobody, cls.rules[0])


class HandCommand(CrewCommand):
    """What takes hands: in a conflict it is a deed of the turn, or an action of those who are elsewhere."""

    @classmethod
    def able(cls, state: State, seat: Seat) -> Iterator[tuple[Person, str]]:
        """Those of a seat who can work something now: in a conflict the one who has the turn and an action, and those
        who have no part in it (MO-IS02, MO-IS07)."""
        ship, _ = aboard(state)
        whose = state.conflict.whose if state.conflict else ""
        for who, room in crew(state):
            free = affords(state, who.id, "", "P") if who.id == whose else has_time(state, who.id)
            if free and state.owns(seat, who.id) and ship.roles.get(who.id) != "cat" and can_act(state, who.id):
                yield who, room


# ---------------------------------------------------------------- while others fight


class TimeSpent(OfShip, tag="time-spent"):
    """Some who are elsewhere while others fight have used actions of this round (MO-202)."""

    silent = True
    who: tuple[str, ...]
    actions: int

    def changes(self, ship: Ship) -> dict[str, Any]:
        return {"spent": ship.spent | {who: ship.spent.get(who, 0) + self.actions for who in self.who}}


def time_left(state: State, who: str) -> int:
    """How many actions somebody of the crew has who is not in the fight: those of a round, while others fight."""
    if state.conflict is None or state.ship is None:
        return CONFLICT.actions
    return 0 if state.entry(who) else CONFLICT.actions - state.ship.spent.get(who, 0)


def has_time(state: State, who: str) -> bool:
    """Whether somebody of the crew is free to do something: no fight runs, or it runs elsewhere (MO-202)."""
    return time_left(state, who) > 0


def spend_time(play: Play[State], *who: str, actions: int = 1) -> None:
    """Let those who are elsewhere while others fight use actions of the round."""
    if play.state.conflict is not None:
        play.record(TimeSpent(who=who, actions=actions, rules=("MO-202",)))


# ---------------------------------------------------------------- the crew wakes, and goes about


class CrewAboard(OfShip, tag="crew-aboard"):
    """The crew is aboard, all in one room, and the Tension Die lies there and shows 1 (MO-M013, MO-IS01)."""

    sentence = ("scene", "The crew is awake. The Tension Die lies on the table and shows 1.")
    map: Adventure
    room: str
    people: tuple[str, ...]
    alien: str

    def evolve(self, state: State) -> State:
        return replace(state, ship=Ship(map=self.map, at=dict.fromkeys(self.people, self.room), alien=self.alien))

    def told(self, state: State, seat: Seat) -> Self:
        rooms = tuple(replace(place, found=()) for place in self.map.places)
        return self if seat.guides else replace(self, map=replace(self.map, places=rooms), alien="")


def wrong_levels(state: State, paper: Adventure) -> Refused | None:
    """A ship is no place for a crew of other levels than its figures say (MO-IS01)."""
    if state.ship is None or not any(place.room for place in paper.places):
        return None
    least, most = figures(state).levels
    strange = [f"{who.name}, {who.level}" for who in state.party() if not (who.dead or least <= who.level <= most)]
    if not strange:
        return None
    said = f"“{paper.title}” is played at level {least} to {most}, and not at that of {listed(strange)}."
    return Refused("wrong-level", said, "MO-IS01")


BARS.append(wrong_levels)


def embark(play: Play[State]) -> None:
    """When the ship is played, the crew is aboard where it begins, and the alien somewhere (MO-IS01, MO-IS06)."""
    ship, now = play.state.ship, playing(play.state.papers.values())
    if ship is None or now is None or (here := now.here) is None or not here.room:
        return
    if ship.map and now.id == ship.map.id:
        return
    [alien] = bring(play, (every_sheet(play.state.packs)[figures(play.state).alien],), 1, "MO-IS06", known=False)
    people = tuple(who.id for who in play.state.party() if not who.dead)
    rooms = tuple(
        Place(id=one.id, title=one.title, room=one.room, dim=one.dim, found=one.found, way=one.way, x=one.x, y=one.y)
        for one in now.places
    )
    plan = Adventure(id=now.id, title=now.title, start=now.start, places=rooms)
    play.record(CrewAboard(map=plan, room=here.id, people=people, alien=alien.id, rules=("MO-IS01", "MO-M013")))


class TensionRose(OfShip, tag="tension-rose"):
    """The Tension Die goes up by 1 (MO-M014)."""

    sets, sentence = (("tension", "now"), ("first", "first")), ("result", "The Tension Die shows {now}: {why}.")
    now: int
    why: str
    first: tuple[str, ...]


def rise(play: Play[State], why: str, room: str = "") -> None:
    """Let tension rise by 1, if it can (MO-M014); for a room, the first time only."""
    ship, _ = aboard(play.state)
    if not room or room not in ship.first:
        now = min(ship.tension + 1, figures(play.state).tension)
        first = (*ship.first, room) if room else ship.first
        play.record(TensionRose(now=now, why=why, first=first, rules=("MO-M014", "MO-M013")))


class CrewWent(OfShip, tag="crew-went"):
    """Some of the crew go into another room."""

    who: tuple[str, ...]
    to: str
    title: str
    text: str = ""

    def evolve(self, state: State) -> State:
        if (found := game_aboard(state)) is None:
            return state
        state = replace(state, ship=replace(found[0], at=found[0].at | dict.fromkeys(self.who, self.to)))
        if (paper := state.papers.get(found[1].id)) is not None:
            state = replace(state, papers=put(state.papers, paper.moved(self.to, back=False)))
        return replace(state, here=Here(self.title, self.text))

    def line(self, state: State) -> Line:
        verb = "go" if len(self.who) > 1 else "goes"
        return Line("move", f"{verb} to {spoken(self.title)}.", listed(map(state.name, self.who)))


class WakeLater(FlowCommand, tag="wake-later"):
    """Let somebody who came to the table later be aboard, too: where the crew woke."""

    when, rules, urgency = FREE | TURN, ("MO-IS01",), "may"
    giver, together = only_guide("wakes the crew"), "Somebody wakes later"
    who: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        ship, paper = aboard(state)
        for who in state.party():
            if not who.dead and who.id not in ship.at and who.id not in ship.roles:
                yield cls.offer(paper, f"{who.name} wakes, too", f"In {spoken(paper.titled(paper.start))}.",
                                about=who.id, who=who.id)
        yield Refused("all-aboard", "Everybody is aboard.", "MO-IS01")

    def act(self, play: Play[State], of: Adventure) -> None:
        play.record(CrewWent(who=(self.who,), to=of.start, title=of.titled(of.start), rules=self.rules))
        _into_fight(play, (self.who,), of.start)


class AlienPlaced(OfShip, tag="alien-placed"):
    """Where the alien is now, as the guide alone knows; by the location roll, if a die was thrown (MO-IS04)."""

    heard_by = "guide"

    room: str
    title: str
    face: int = 0
    rest: int = 0

    def changes(self, ship: Ship) -> dict[str, Any]:
        return {"lair": self.room, "rest": self.rest, "caught": 0}

    def line(self, state: State) -> Line:
        throws = (Throw((Shown(10, self.face),), str(self.face), seat=state.guide_seat),) if self.face else ()
        away = f" It is whole again in {self.rest} {plural('minute', self.rest)}." if self.rest else ""
        where = f"in {spoken(self.title)}" if self.title else "somewhere"
        return Line("system", f"The alien is {where}.{away}", throws=throws)


class AlienLost(OfShip, tag="alien-lost"):
    """The crew does not know any more where the alien is (MO-IS04)."""

    sentence = ("move", "Nobody knows where it is now.")

    def changes(self, ship: Ship) -> dict[str, Any]:
        return {"seen": False}


def place_alien(play: Play[State], room: str, *rules: str, face: int = 0, rest: int = 0) -> None:
    """Let the alien be somewhere, unseen; nowhere that the guide knows of, if no room is named."""
    ship, paper = aboard(play.state)
    if ship.seen:
        play.record(AlienLost(rules=("MO-IS04",)))
    play.record(AlienPlaced(room=room, title=paper.titled(room), face=face, rest=rest, rules=rules))


def locate(play: Play[State], room: str) -> None:
    """Roll for where the alien is, as long as players do not know: above tension it is far, below it is near, and equal
    it is here (MO-IS04); into the airlock it goes only after prey (MO-IS08)."""
    ship, paper = aboard(play.state)
    if ship.seen or ship.rest or (ship.lair and closed_in(ship, paper, ship.lair)):
        return
    face = play.hidden_die(10)
    near, away = figures(play.state).near, steps_from(paper, room)
    if face == ship.tension:
        rooms = [room]
    elif face < ship.tension:
        rooms = [each for each, steps in away.items() if 0 < steps <= near]
    else:
        rooms = [each for each, steps in away.items() if steps > near] or [max(away, key=lambda each: away[each])]
    lock = room_of(paper, "airlock")
    rooms = [each for each in rooms if each == room or lock is None or each != lock.id] or rooms
    place_alien(play, rooms[face % len(rooms)], "MO-IS04", face=face)


def ways_on(state: State, room: str) -> Choose:
    """The blank for the next room. Raises Refused if all junctions are shut (MO-IS02)."""
    ship, paper = aboard(state)
    open_ = [each for each in beside(paper, room) if junction(room, each) not in ship.shut]
    if not open_:
        raise Refused("shut-in", "All junctions here are shut.", "MO-IS02")
    return Choose(name="to", label="Where to?", choices=tuple(Choice(each, paper.titled(each)) for each in open_))


def ways_out(state: State, who: str) -> Field | None:
    """Where somebody of the crew can flee to (MO-304, MO-IS02); the alien needs a way, too, and nobody asks which."""
    if (found := game_aboard(state)) is None:
        return None
    ship, _ = found
    if who == ship.alien and ship.lair:
        ways_on(state, ship.lair)
    return ways_on(state, ship.at[who]) if who in ship.at else None


WAYS_OUT.append(ways_out)


class Go(FlowCommand, tag="go"):
    """Go into the next room, alone or with others who are there; the guide then hears where the alien is."""

    when, rules, urgency = FREE | TURN, ("MO-IS04", "MO-M014", "MO-IS02", "MO-202"), "may"
    who: str
    to: str
    also: tuple[str, ...] = ()

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        ship, paper = aboard(state)
        free = [(who, room) for who, room in crew(state) if has_time(state, who.id)]
        for who, room in free:
            if not (seat.guides or state.owns(seat, who.id)) or not can_act(state, who.id):
                continue
            try:
                where = ways_on(state, room)
            except Refused as reason:
                yield cls.barred(reason, who=who.id)
                continue
            with_ = tuple(Choice(one.id, one.name) for one, at in free if at == room and one.id != who.id)
            more = (Choose(name="also", label="Who comes along?", choices=with_, many=True, least=0),) if with_ else ()
            yield cls.offer((who, ship), f"{who.name} goes on", f"From {spoken(paper.titled(room))}.", where, *more,
                            about=who.id, who=who.id)
        yield Refused("nobody-goes", "Nobody of yours can go anywhere.", "MO-IS02")

    def act(self, play: Play[State], of: tuple[Person, Ship]) -> None:
        who = (self.who, *self.also)
        spend_time(play, *who)
        come_to(play, who, self.to)


def come_to(play: Play[State], who: tuple[str, ...], to: str) -> None:
    """Some of the crew come into a room: into a fight, if one runs there, unless the alien leaves them alone (MO-IS04,
    MO-M014, MO-IS07)."""
    _, paper = aboard(play.state)
    place = next(each for each in paper.places if each.id == to)
    desk = play.state.papers.get(paper.id)
    known = desk.place(place.id) if desk and place.id in desk.read else None
    text = known.text if known else ""
    play.record(CrewWent(who=who, to=place.id, title=place.title, text=text, rules=("MO-IS04",)))
    first_visit(play, place)
    _into_fight(play, who, place.id)
    locate(play, place.id)


def first_visit(play: Play[State], place: Place | None) -> None:
    """Let tension rise when somebody first enters the airlock or the shuttle (MO-M014)."""
    if place and place.room in ("airlock", "shuttle"):
        rise(play, f"they enter the {place.room}", place.id)


def _into_fight(play: Play[State], who: tuple[str, ...], room: str) -> None:
    ship, _ = aboard(play.state)
    if play.state.entry(ship.alien) and room == ship.lair:
        join(play, [play.state.people[one] for one in who if one not in ship.roles], OURS, "MO-X219", "MO-IS06")


def run_off(play: Play[State]) -> None:
    """Who has fled from a fight aboard is in the room that they ran to, with the actions that they had left (MO-304,
    MO-IS02, MO-202)."""
    for event in tuple(play.events):
        found = game_aboard(play.state)
        if found and isinstance(event, RanOff) and found[0].at.get(event.who) != event.to:
            spend_time(play, event.who, actions=max(0, CONFLICT.actions - event.left))
            come_to(play, (event.who,), event.to)


ABOARD: Final = Part(
    Go, WakeLater, CrewAboard, TensionRose, CrewWent, TimeSpent, AlienPlaced, AlienLost, module="isolation",
)
