"""The alien: it hears, comes, is beaten off and comes again, and breaks out where it is shut in (MO-M014, MO-M321,
MO-IS06)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Literal

from msgspec.structs import replace

from moot.core import Choice, Choose, Line, Offers, Part, Play, Refused, Seat, Shown, Throw
from moot.games.modos.abilities import can_act
from moot.games.modos.adventures.papers import spoken
from moot.games.modos.adventures.playing import unharmed
from moot.games.modos.conflict.opening import ConflictEnded, ConflictOpened, SideTaken
from moot.games.modos.conflict.placing import OURS, THEIRS
from moot.games.modos.conflict.rounds import RoundBegan
from moot.games.modos.conflicts import Conflict, Contender
from moot.games.modos.contests import Facts, Side
from moot.games.modos.evening.days import TimePassed
from moot.games.modos.figures import CONTEST
from moot.games.modos.flow import Happening
from moot.games.modos.isolation.aboard import (
    CrewWent,
    OfShip,
    TensionRose,
    aboard,
    crew,
    first_visit,
    place_alien,
    rise,
)
from moot.games.modos.isolation.doors import work_door
from moot.games.modos.isolation.noticing import GuidesAlien, notice
from moot.games.modos.isolation.ship import Ship, beside, closed_in, junction, room_of, steps_from
from moot.games.modos.isolation.terms import DETECT, figures, game_aboard
from moot.games.modos.ladder import half_of
from moot.games.modos.marks import lift_mark
from moot.games.modos.minds.watching import hidden_from
from moot.games.modos.npcs.people import show
from moot.games.modos.phrases import plural
from moot.games.modos.reckoning import contest_terms, lost_pools
from moot.games.modos.state import State

MEETING: Final = "they meet the alien"
"""Why tension rises when it is there."""


class Hunt(GuidesAlien, tag="hunt"):
    """Let the alien come for somebody within two rooms: it hears who is loud, listens for who is not, or is there."""

    rules, urgency = ("MO-IS05", "MO-IS06", "MO-M014"), "may"
    together = "The alien comes for somebody"
    who: str
    how: Literal["loud", "listens"]

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        ship, paper = aboard(state)
        ways = steps_from(paper, ship.lair, ship.shut) if ship.lair and not ship.rest else {}
        for who, room in crew(state):
            if ways.get(room, figures(state).near + 1) <= figures(state).near and who.id not in ship.roles:
                yield cls.press(state, room, f"It comes for {who.name}", "Initiative, and tension rises.", about=who.id,
                                who=who.id, how="loud")
                yield cls.press(state, room, f"It listens for {who.name}", "Its detect against their sneaking.",
                                about=who.id, who=who.id, how="listens")
        yield Refused("nobody-near", "Nobody is within two open rooms of the alien.", "MO-IS05")

    def act(self, play: Play[State], of: str) -> None:
        if self.how == "loud" or _hears(play, self.who):
            alien = aboard(play.state)[0].alien
            for mark in tuple(hidden_from(play.state, alien)):
                if mark.toward == self.who:
                    lift_mark(play, alien, mark, *self.rules[:1])
            encounter(play, of)


class AlienListened(Happening, tag="alien-listened"):
    """The alien listens for somebody who takes care to be quiet (MO-IS05)."""

    heard_by = "guide"

    who: str
    face: int
    total: int
    against: int

    def line(self, state: State) -> Line:
        throw = Throw((Shown(20, self.face),), str(self.total), seat=state.guide_seat)
        heard = "hears" if self.total > self.against else "does not hear"
        return Line("roll", f"The alien {heard} {state.name(self.who)}: {self.total} against {self.against}.",
                    throws=(throw,))


def _hears(play: Play[State], who: str) -> bool:
    """Whether the alien's detect beats somebody's sneaking, which is taken by half (MO-IS05, MO-012): the guide alone
    hears of it, so that the alien's room counts (MO-IS02)."""
    ship, _ = aboard(play.state)
    [face] = play.roll(CONTEST.die)
    sides = Side(who=ship.alien, pool="M", skill=DETECT), Side(who=who, pool="P", skill="sneak")
    there = replace(play.state, ship=replace(ship, seen=True))
    mine, theirs = (sum(term.worth for term in contest_terms(there, side, Facts())) for side in sides)
    against = half_of(CONTEST.die) + theirs
    play.record(AlienListened(who=who, face=face, total=face + mine, against=against, rules=("MO-IS05", "MO-012")))
    return face + mine > against


def encounter(play: Play[State], room: str) -> None:
    """The alien is there: tension rises, the cat runs, and the others fight (MO-M014, MO-IS06, MO-IS07)."""
    ship, paper = aboard(play.state)
    notice(play, "It comes, and heavy feet with it", room)
    alien = play.state.people[ship.alien]
    show(play, alien, "MO-IS05")
    rise(play, MEETING)
    _cats_run(play, room)
    # it leaves the android alone, and the cat is gone before
    here = [who.id for who, at in crew(play.state) if at == room and who.id not in ship.roles]
    entries = (*(Contender(who=who, side=OURS) for who in here), Contender(who=alien.id, side=THEIRS))
    opened = Conflict(id=play.state.next_id, what=f"It is here: {spoken(paper.titled(room))}").in_order(*entries)
    play.record(ConflictOpened(conflict=opened, rules=("MO-IS05", "MO-212")))


def _cats_run(play: Play[State], room: str) -> None:
    """The cat runs from the room in which the alien fights, if a way is open (MO-IS07)."""
    ship, paper = aboard(play.state)
    out = [each for each in beside(paper, room) if junction(room, each) not in ship.shut]
    for who, at in crew(play.state):
        if ship.roles.get(who.id) == "cat" and at == room and out and play.state.entry(who.id) is None:
            play.record(CrewWent(who=(who.id,), to=out[0], title=paper.titled(out[0]), rules=("MO-IS07",)))
            first_visit(play, paper.place(out[0]))


def meet(play: Play[State]) -> None:
    """The alien is met as well where the guide lets it fight with the crew, or come into a fight of theirs: tension
    rises, and it is where they are (MO-M014, MO-IS06)."""
    now, found = play.state.conflict, game_aboard(play.state)
    if now is None or found is None or found[0].alien not in now.people:
        return
    came = {event.entry.who for event in play.events if isinstance(event, SideTaken)}
    if any(isinstance(event, ConflictOpened) for event in play.events):
        came = {*now.people}
    ship, foes = found[0], [who for who in now.people if who in found[0].at]
    risen = any(isinstance(event, TensionRose) and event.why == MEETING for event in play.events)
    if risen or not foes or not (ship.alien in came or came.issuperset(foes)):
        return
    rooms = [ship.at[who] for who in foes]
    if not ship.seen or ship.lair not in rooms:
        notice(play, "It comes out", ship.lair if ship.lair in rooms else rooms[0])
    rise(play, MEETING)
    _cats_run(play, aboard(play.state)[0].lair)


class MoveAlien(GuidesAlien, tag="move-alien"):
    """Let the alien go elsewhere unseen; into the airlock it goes only after prey."""

    rules, urgency = ("MO-IS06", "MO-IS08"), "tool"
    to: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        ship, paper = aboard(state)
        if ship.rest:
            raise Refused("it-heals", "It is far away, and not yet whole again.", "MO-M321")
        lock, prey = room_of(paper, "airlock"), {room for _, room in crew(state)}
        rooms = steps_from(paper, ship.lair, ship.shut) if ship.lair else [place.id for place in paper.places]
        free = [room for room in rooms if lock is None or room != lock.id or room in prey or room == ship.lair]
        yield cls.offer(paper, "The alien goes elsewhere", "Players are not told.",
                        Choose(name="to", label="Where to?",
                               choices=tuple(Choice(room, paper.titled(room)) for room in free)))

    def act(self, play: Play[State], of: object) -> None:
        place_alien(play, self.to, *self.rules)


# ---------------------------------------------------------------- it is beaten off, shut in, and comes again


class LightBroken(OfShip, tag="light-broken"):
    """The alien breaks the only light of a room in which it was shut (MO-IS06)."""

    sentence = ("move", "Glass bursts, and the only light is gone. When eyes are used to it, so is the alien.")
    room: str

    def changes(self, ship: Ship) -> dict[str, Any]:
        return {"dark": (*ship.dark, self.room)}


def beaten_off(play: Play[State]) -> None:
    """An alien that would be Disabled is gone instead, and whole, whatever brought it down; when nobody is left to
    stand against it, it goes, too (MO-M321, MO-IS06). It stays where all have run from it; and when it runs itself, the
    fight is over (MO-304)."""
    now, found = play.state.conflict, game_aboard(play.state)
    if found is None or found[0].over or (now is not None and now.beat is not None):
        return
    ship, beaten = found[0], bool(lost_pools(play.state, found[0].alien))
    runs = now is not None and ship.alien in now.gone
    fight = now if now is not None and (runs or ship.alien in now.people) else None
    foes = [who for who in fight.people if who in ship.at] if fight else []
    if not (beaten or runs) and (fight is None or any(can_act(play.state, who) for who in foes)):
        return
    if fight and not (beaten or runs or foes):
        play.record(ConflictEnded(id=fight.id, what=fight.what, how="They have got away from it.", rules=("MO-304",)))
        return
    shut = bool(ship.lair) and closed_in(*found, ship.lair)
    if beaten:
        unharmed(play, ship.alien, "MO-M321")
        if shut:
            play.record(LightBroken(room=ship.lair, rules=("MO-IS06", "MO-M321")))
    if fight:
        how = "It runs, faster than it came." if runs or (beaten and not shut) else "It is gone."
        play.record(ConflictEnded(id=fight.id, what=fight.what, how=how, rules=("MO-IS06", "MO-M321")))
    rest = play.hidden_die(figures(play.state).heals) if beaten else 0
    place_alien(play, "", "MO-M321", "MO-IS06", rest=rest)


class TimeAboard(OfShip, tag="time-aboard"):
    """A round passes aboard, or more than all the minutes until the alien is whole again (MO-M321, MO-IS07)."""

    rounds: int

    def changes(self, ship: Ship) -> dict[str, Any]:
        return {"worked": False, "rest": ship.rest if self.rounds else 0}

    def line(self, state: State) -> Line:
        return Line("system", "A round passes aboard." if self.rounds else "Minutes pass aboard.")


class LetPass(GuidesAlien, tag="let-pass"):
    """Let time pass aboard: a round, or minutes after which the alien may be anywhere again."""

    rules, urgency, records = ("MO-M321", "MO-IS06", "MO-IS07"), "may", TimeAboard
    rounds: int

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        ship, _ = aboard(state)
        yield cls.press(state, ship, "A round passes aboard", "What is shut in works at its way out.", rounds=1)
        if ship.rest:
            minutes = f"{ship.rest} {plural('minute', ship.rest)} pass{'es' * (ship.rest == 1)}"
            yield cls.press(state, ship, minutes, "Then the alien may be anywhere again.", rounds=0)


class AlienCaught(OfShip, tag="alien-caught"):
    """How many rounds the alien still needs for its way out of where it is shut in (MO-M321)."""

    heard_by, sets = "guide", (("caught", "rounds"),)
    rounds: int

    def line(self, state: State) -> Line:
        when = f"out in {self.rounds} {plural('round', self.rounds)}" if self.rounds else "out now"
        return Line("system", f"Shut in: the alien is {when}.")


def hours_pass(play: Play[State]) -> None:
    """Hours of the story are more than the minutes in which the alien heals (MO-M321)."""
    passed = any(isinstance(event, TimePassed) for event in play.events)
    if passed and game_aboard(play.state) and not any(isinstance(event, TimeAboard) for event in play.events):
        play.record(TimeAboard(rounds=0, rules=("MO-M321", "MO-315")))


def break_out(play: Play[State]) -> None:
    """An alien shut in by itself, or in the airlock, works at its way out with each round in which it does not fight,
    and is out after d4, or when hours have passed (MO-M321, MO-IS06, MO-IS08)."""
    found, hours = game_aboard(play.state), any(isinstance(event, TimePassed) for event in play.events)
    passed = (isinstance(event, RoundBegan) or (isinstance(event, TimeAboard) and event.rounds)
              for event in play.events)
    if found is None or not (hours or any(passed)) or any(isinstance(event, AlienCaught) for event in play.events):
        return
    ship, paper = found
    if not ship.lair or ship.over or play.state.entry(ship.alien):
        return
    if not closed_in(ship, paper, ship.lair) or not beside(paper, ship.lair):
        return
    place = paper.place(ship.lair)
    if any(room == ship.lair for _, room in crew(play.state)) and not (place and place.room == "airlock"):
        return
    rounds = 0 if hours else (ship.caught or play.hidden_die(figures(play.state).breaks) + 1) - 1
    play.record(AlienCaught(rounds=rounds, rules=("MO-M321",)))
    if not rounds:
        to = beside(paper, ship.lair)[0]
        work_door(play, junction(ship.lair, to), "Acid")
        place_alien(play, to, "MO-M321", "MO-IS06")


def the_alien(state: State) -> Iterator[str]:
    """What the guide knows of the alien, in a sentence."""
    ship, paper = aboard(state)
    yield f"The alien: {f'in {spoken(paper.titled(ship.lair))}' if ship.lair else 'nobody knows where'}."
    if ship.rest:
        yield f"Whole again in {ship.rest} {plural('minute', ship.rest)}."
    if ship.caught:
        yield f"Out in {ship.caught} {plural('round', ship.caught)}."


ALIEN: Final = Part(Hunt, LetPass, MoveAlien, AlienListened, LightBroken, TimeAboard, AlienCaught, module="isolation")
