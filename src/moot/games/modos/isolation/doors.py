"""Doors of the ship, and all that people work with their hands or by its computer (MO-IS02, MO-IS07)."""

from __future__ import annotations

from typing import Any, Final

from moot.core import Line, Offers, Part, Play, Refused, Seat
from moot.games.modos.adventures.papers import Adventure, spoken
from moot.games.modos.conflict.beats import declare
from moot.games.modos.conflict.deeds import comes_out, won
from moot.games.modos.conflicts import Deed
from moot.games.modos.flow import FlowCommand
from moot.games.modos.isolation.aboard import HandCommand, OfShip, aboard, spend_time
from moot.games.modos.isolation.ship import Ship, beside, junction
from moot.games.modos.isolation.terms import figures
from moot.games.modos.person import Person
from moot.games.modos.state import FREE, TURN, State
from moot.games.modos.throwing import Thrown

OPERATE: Final = "operate"


class DoorWorked(OfShip, tag="door-worked"):
    """A junction is opened or closed: at its pad, by the computer, or by acid (MO-IS02)."""

    junction: str
    shut: bool
    title: str
    by: str
    remote: bool = False

    def changes(self, ship: Ship) -> dict[str, Any]:
        left = tuple(each for each in ship.shut if each != self.junction)
        used = (self.junction, *(each for each in ship.used if each != self.junction))[:3]
        shut = (*left, self.junction) if self.shut else left
        return {"shut": shut, "used": used, "worked": ship.worked or self.remote}

    def line(self, state: State) -> Line:
        return Line("move", f"{'closes' if self.shut else 'opens'} the way {self.title}.", self.by)


def door_words(paper: Adventure, key: str) -> str:
    """What people call a junction: between which rooms it is."""
    one, _, other = key.partition("|")
    return f"between {spoken(paper.titled(one))} and {spoken(paper.titled(other))}"


def work_door(play: Play[State], key: str, by: str, *, remote: bool = False) -> None:
    """Let a junction be closed if it was open, and opened if it was shut."""
    ship, paper = aboard(play.state)
    rules = ("MO-IS02", *(("MO-IS07",) if remote else ()))
    play.record(DoorWorked(junction=key, shut=key not in ship.shut, title=door_words(paper, key), by=by, remote=remote,
                           rules=rules))


class UsePad(HandCommand, tag="use-pad"):
    """Open or close a junction at its pad, with an action."""

    rules, together = ("MO-IS02",), "Work a door"
    nobody = ("no-pad", "Nobody of yours has a pad at hand.")
    who: str
    junction: str

    @classmethod
    def of_one(cls, state: State, who: Person, room: str) -> Offers:
        ship, paper = aboard(state)
        for other in beside(paper, room):
            key = junction(room, other)
            does = f"{'opens' if key in ship.shut else 'closes'} the way to {spoken(paper.titled(other))}"
            yield cls.by(state, who, does, of=(who, key), junction=key)

    def act(self, play: Play[State], of: tuple[Person, str]) -> None:
        operate(play, of[0], f"pad {of[1]}", "at the pad")


class WorkRemotely(FlowCommand, tag="work-remotely"):
    """Let the ship's computer open or close one junction a round; the guide speaks for it until a player does."""

    when, rules, urgency = FREE | TURN, ("MO-IS02", "MO-IS07"), "may"
    together = "The computer works a door"
    junction: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        ship, paper = aboard(state)
        played = next((who for who, kind in ship.roles.items() if kind == "computer" and who in state.people), "")
        if not (state.owns(seat, played) if played else seat.guides):
            raise Refused("not-the-computer", "The ship’s computer is not yours to play.", "MO-IS07")
        if ship.worked:
            raise Refused("one-a-round", "The computer works one door a round.", "MO-IS07")
        every = (junction(one.id, other) for one in paper.places for other in beside(paper, one.id))
        for key in dict.fromkeys(every):
            does = "Opens" if key in ship.shut else "Closes"
            yield cls.press(state, played, f"{does} the way {door_words(paper, key)}", about=played, junction=key)

    def act(self, play: Play[State], of: str) -> None:
        spare = next(one for one in figures(play.state).spare if one.kind == "computer")
        work_door(play, self.junction, play.state.name(of) if of else spare.name, remote=True)


def operate(play: Play[State], who: Person, what: str, words: str, price: int = 1) -> None:
    """Let somebody work something aboard: a deed of the turn in a conflict, done at once outside of it."""
    if play.state.entry(who.id) is None:
        spend_time(play, who.id, actions=price)
        for _ in range(price):
            OPERATED[what.partition(" ")[0]](play, who.id, what.partition(" ")[2])
    else:
        declare(play, Deed(who=who.id, kind=OPERATE, pick=what, words=words, price=price))


@comes_out(OPERATE, "works the ship")
def operated(play: Play[State], deed: Deed, thrown: Thrown | None) -> None:
    """Something aboard is worked, unless somebody hindered it with a Pro (MO-IS02, MO-X205)."""
    kind, _, what = deed.pick.partition(" ")
    for _ in range(deed.price if won(thrown) else 0):
        OPERATED[kind](play, deed.who, what)


OPERATED: Final[dict[str, Any]] = {"pad": lambda play, who, key: work_door(play, key, play.state.name(who))}
"""What comes of working something aboard, by its kind."""


DOORS: Final = Part(UsePad, WorkRemotely, DoorWorked, module="isolation")
