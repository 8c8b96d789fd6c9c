"""The alien is noticed: heard, on the sensor, by the cat, by a sign that it gives (MO-IS03, MO-IS05, MO-IS07)."""

from __future__ import annotations

from typing import Any, Final

from moot.core import Choice, Choose, Line, Offers, Part, Play, Refused, Seat
from moot.games.modos.abilities import can_act
from moot.games.modos.adventures.papers import spoken
from moot.games.modos.blanks import fate_side
from moot.games.modos.calling import call
from moot.games.modos.conflict.deeds import settles
from moot.games.modos.contests import Contest, Facts, Purpose, Side, Total
from moot.games.modos.flow import FlowCommand, Happening, only_guide
from moot.games.modos.isolation.aboard import AlienPlaced, CrewCommand, CrewWent, OfShip, aboard, crew, spend_time
from moot.games.modos.isolation.ship import Ship, steps_from
from moot.games.modos.isolation.terms import DETECT, figures, game_aboard
from moot.games.modos.person import Person
from moot.games.modos.reckoning import contest_terms, lost_pools
from moot.games.modos.state import FREE, State

LISTEN: Final = "listen-aboard"


class GuidesAlien(FlowCommand):
    """What the guide lets the alien do."""

    when = FREE
    giver = only_guide("plays the alien", "MO-IS06")


def around(state: State) -> dict[str, int]:
    """How many rooms off the alien everybody of the crew is (MO-IS05)."""
    ship, paper = aboard(state)
    off = steps_from(paper, ship.lair) if ship.lair else {}
    return {who.id: off[room] for who, room in crew(state) if room in off}


def senses(state: State, who: str) -> str:
    """What somebody knows of the alien's place by nature: a cat that it is in the room or the next one (MO-IS07)."""
    if game_aboard(state) is None or state.ship is None or state.ship.roles.get(who) != "cat":
        return ""
    off = around(state).get(who)
    return "" if off is None or off > 1 else "It is in here." if not off else "It is in the next room."


class AlienNoticed(OfShip, tag="alien-noticed"):
    """The crew learns where the alien is (MO-IS05)."""

    room: str
    title: str
    how: str

    def changes(self, ship: Ship) -> dict[str, Any]:
        return {"lair": self.room, "seen": True, "rest": 0, "caught": ship.caught if self.room == ship.lair else 0}

    def line(self, state: State) -> Line:
        return Line("move", f"{self.how}: something is in {spoken(self.title)}.")


def notice(play: Play[State], how: str, room: str = "") -> None:
    """Let the crew know where the alien is, or comes to."""
    ship, paper = aboard(play.state)
    there = room or ship.lair
    play.record(AlienNoticed(room=there, title=paper.titled(there), how=how, rules=("MO-IS05", "MO-IS04")))


class Nothing(Happening, tag="nothing-noticed"):
    """Nothing of the alien is to be noticed, or it gives a sign without knowing of anybody (MO-IS05, MO-IS08)."""

    sentence = ("move", "{says}")
    says: str


class Listen(CrewCommand, tag="listen"):
    """Listen and look for the alien, as far as two rooms off: detect against its sneaking."""

    rules, nobody = ("MO-IS05", "MO-006"), ("nobody-listens", "Nobody of yours can listen now.")
    who: str

    @classmethod
    def of_one(cls, state: State, who: Person, room: str) -> Offers:
        if can_act(state, who.id) and not lost_pools(state, who.id):
            yield cls.by(state, who, "listens for it", "As far as two rooms away.")

    def act(self, play: Play[State], of: Person) -> None:
        hides = Side(who=aboard(play.state)[0].alien, pool="P", skill="sneak")
        sneaks = sum(term.worth for term in contest_terms(play.state, hides, Facts()))
        sides = (Side(who=self.who, pool="M", skill=DETECT), fate_side(sneaks, "roll"))
        purpose = Purpose(kind=LISTEN, skill=DETECT, words="listens")
        spend_time(play, self.who)
        call(play, Contest(id="", why="listens for what is aboard", sides=sides, purpose=purpose), *self.rules)


@settles(LISTEN)
def listened(play: Play[State], who: str, purpose: Purpose, total: Total | None) -> None:
    """With a Pro an alien near enough is found (MO-IS05)."""
    if game_aboard(play.state) is None:
        return
    if around(play.state).get(who, figures(play.state).near + 1) <= figures(play.state).near:
        notice(play, "Something breathes")
    else:
        play.record(Nothing(says="Only the ship.", rules=("MO-IS05",)))


class UseSensor(CrewCommand, tag="use-sensor"):
    """Look at the motion sensor: whatever moves within two rooms."""

    rules, nobody = ("MO-IS03",), ("no-sensor", "Nobody of yours has the motion sensor.")
    who: str

    @classmethod
    def of_one(cls, state: State, who: Person, room: str) -> Offers:
        if any(thing.name == figures(state).things["motion-sensor"] for thing in who.gear):
            yield cls.by(state, who, "reads the motion sensor", "Friend and foe.", of=room)

    def act(self, play: Play[State], of: str) -> None:
        _, paper = aboard(play.state)
        spend_time(play, self.who)
        near, away = figures(play.state).near, steps_from(paper, of)
        dots = sum(who.id != self.who and away.get(room, near + 1) <= near for who, room in crew(play.state))
        play.record(Nothing(says=f"On the sensor: {dots} of the crew within {near} rooms.", rules=self.rules))
        if around(play.state).get(self.who, near + 1) <= near:
            notice(play, "One dot too many")


def _has_box(state: State, who: Person) -> bool:
    """Whether somebody has the cat box."""
    return any(thing.name == figures(state).things["cat-box"] for thing in who.gear)


class CatBoxed(OfShip, tag="cat-boxed"):
    """The cat is caught: whoever has its box carries it."""

    sets, sentence = (("boxed", "who"),), ("move", "carries the cat, in its box.")
    who: str


class BoxCat(GuidesAlien, tag="box-cat"):
    """Say that somebody has caught the cat in its box: it hisses at an alien one room off."""

    rules, urgency, records = ("MO-IS05", "MO-IS03"), "may", CatBoxed
    together = "The cat is caught"
    who: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        ship, _ = aboard(state)
        if ship.boxed or "cat" in ship.roles.values():
            raise Refused("no-cat", "The cat sits in its box, or somebody plays it.", "MO-IS05")
        for who, _ in crew(state):
            if _has_box(state, who):
                yield cls.offer(who, f"{who.name} has the cat in the box", about=who.id, who=who.id)
        yield Refused("no-box", "Nobody has the cat box.", "MO-IS03")


def hiss(play: Play[State]) -> None:
    """The boxed cat hisses at an alien within a room, when one of the two has come there (MO-IS05)."""
    ship = play.state.ship
    came = any(isinstance(one, AlienPlaced | CrewWent) for one in play.events)
    if ship is None or ship.map is None or not ship.boxed or ship.seen or not came:
        return
    off = around(play.state)
    if any(off.get(who.id, 2) <= 1 for who, _ in crew(play.state) if _has_box(play.state, who)):
        notice(play, "The cat hisses in its box")


class GiveSign(GuidesAlien, tag="give-sign"):
    """Give a sign of the alien while it is near and knows of nobody."""

    rules, urgency = ("MO-IS05",), "tool"
    sign: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        aboard(state)
        if min(around(state).values(), default=figures(state).near + 1) > figures(state).near:
            raise Refused("not-near", "The alien is not within two rooms of anybody.", "MO-IS05")
        signs = tuple(Choice(each, each) for each in figures(state).signs)
        yield cls.offer(None, "A sign that it is near", "", Choose(name="sign", label="Which?", choices=signs))

    def act(self, play: Play[State], of: object) -> None:
        play.record(Nothing(says=self.sign, rules=self.rules))


NOTICING: Final = Part(Listen, UseSensor, BoxCat, GiveSign, AlienNoticed, Nothing, CatBoxed, module="isolation")
