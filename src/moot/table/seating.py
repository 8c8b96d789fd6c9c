"""Who sits at the table: let in, turned away, given a seat back, under what name and role."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from moot.core import Line, Offered, Part, Play, Refused, Role, Seat, Write
from moot.core.words import alike
from moot.table.kinds import TableCommand, TableEvent, system
from moot.table.state import AT_TABLE, Chair, Standing, TableState
from moot.table.text_checks import person
from moot.table.undo import rewind_if_agreed

NAME = 40
"""Characters in a person's name."""
HUES = 8
"""How many colours seats have."""
MOST_SEATS = 64
"""How many people can sit at one table."""


def strangers(state: TableState) -> tuple[Seat, ...]:
    """Those at the door who do not say that a seat is theirs."""
    return tuple(seat for seat in state.waiting() if not state.chairs[seat.id].claims)


def sat_before(state: TableState, comer: Chair) -> str:
    """The seat that somebody at the door had before: the one they say, or else one that was left under such a name."""
    left = (chair.seat for chair in state.chairs.values() if chair.standing == "left" and not chair.seat.guides)
    return comer.claims or next((seat.id for seat in left if alike(seat.name, comer.seat.name)), "")


def named_alike(state: TableState, name: str, seat: str = "") -> bool:
    """Whether another seat than `seat` goes by a name that looks like `name`.

    Those who wait at the door do not count: nobody must learn of them.
    """
    return any(other.id != seat and alike(other.name, name) for other in state.seated())


def check_free(state: TableState, name: str, seat: str = "") -> None:
    """Raise Refused (`name-taken`) if another seat than `seat` goes by a name that looks like `name`."""
    if named_alike(state, name, seat):
        raise Refused("name-taken", f"Somebody here is called {name} already: add an initial.", field="name")


def free_seats(state: TableState) -> int:
    """How many more people can sit down."""
    return max(0, MOST_SEATS - len(state.seated()))


def check_seats(state: TableState) -> None:
    """Raise Refused if nobody else can sit down."""
    if not free_seats(state):
        raise Refused("table-full", "This table is full.")


# -- coming


def free_hue(state: TableState, wanted: int = 0) -> int:
    """The colour that fewest of those who are seated have; the `wanted` one, if it is among these.

    Those who wait at the door do not count: a colour that is left out would tell of them.
    """
    taken = Counter(chair.hue for chair in state.chairs.values() if chair.standing == "seated")
    return min(range(1, HUES + 1), key=lambda hue: (taken[hue], hue != wanted))


class Came(TableEvent, tag="table.came"):
    """Somebody came to the door, or straight in. Of those at the door only the guide hears.

    `salt` is random: without it, others could find who came by trying names against the digest in their copies of the
    log. Older logs have none.
    """

    seat: Seat
    standing: Standing
    hue: int
    claims: str = ""
    salt: str = ""

    def evolve(self, state: TableState) -> TableState:
        return state.with_chair(Chair(seat=self.seat, standing=self.standing, hue=self.hue, claims=self.claims))

    def line(self, state: TableState) -> Line:
        return system(f"{self.seat.name} {'is at the door' if self.standing == 'waiting' else 'sits down'}.")

    def told(self, state: TableState, seat: Seat) -> Came | None:
        return self if self.standing != "waiting" or seat.guides or seat.id == self.seat.id else None


class Admitted(TableEvent, tag="table.admitted"):
    """The guide let somebody in; `hue` is their colour from now on (0: as it was)."""

    seat: str
    hue: int = 0

    def evolve(self, state: TableState) -> TableState:
        chair = state.chairs[self.seat]
        return state.with_chair(replace(chair, standing="seated", claims="", hue=self.hue or chair.hue))

    def line(self, state: TableState) -> Line:
        return system(f"{state.name(self.seat)} is let in.")


def changed_hue(state: TableState, seat: str) -> int:
    """The colour of a seat that somebody takes, if it must change, since another has it by now; else 0."""
    chair = state.chairs[seat]
    if chair.standing == "seated":
        return 0
    hue = free_hue(state, chair.hue)
    return hue if hue != chair.hue else 0


def admitted(state: TableState, comer: Seat) -> Admitted:
    """Somebody is let in, in another colour if somebody else has theirs by now."""
    return Admitted(seat=comer.id, hue=changed_hue(state, comer.id))


def another_name(state: TableState, comer: Seat) -> str:
    """A name for somebody at the door whose own looks like that of somebody seated: with a number behind it."""
    ends = (f" {number}" for number in range(2, MOST_SEATS + 2))
    names = (comer.name[: NAME - len(end)].rstrip() + end for end in ends)
    return next(name for name in names if not named_alike(state, name))


class Admit(TableCommand, tag="admit"):
    """Let somebody in who waits at the door; if another has that name, with a number behind it."""

    urgency, giver, about_any = "must", AT_TABLE.only_guide("lets people in"), "chairs"
    together = "Let somebody in"
    seat: str

    @classmethod
    def offers(cls, state: TableState, seat: Seat) -> Iterator[Offered]:
        for comer in strangers(state):
            yield cls.offer(comer, f"Let {comer.name} in", about=comer.id, seat=comer.id)

    def enact(self, play: Play[TableState], of: Seat) -> None:
        check_seats(play.state)
        name = another_name(play.state, of) if named_alike(play.state, of.name, of.id) else ""
        play.record(admitted(play.state, of))
        if name:
            play.record(Renamed(seat=of.id, name=name))


class AdmitAll(TableCommand, tag="admit-all"):
    """Let everybody in who waits at the door, as far as there is room; of people with similar names only the first."""

    giver, about_any = AT_TABLE.only_guide("lets people in"), ""

    @classmethod
    def offers(cls, state: TableState, seat: Seat) -> Iterator[Offered]:
        comers = strangers(state)
        if len(comers) < 2:
            raise Refused("nobody-there", "Fewer than two people wait at the door.")
        check_seats(state)
        free, many = free_seats(state), len(comers)
        if free >= many:
            yield cls.offer(comers, f"Let all {many} in", about="door")
        else:
            label = f"Let the first {free} in" if free > 1 else "Let the first of them in"
            yield cls.offer(comers, label, f"There is no room for all {many}.", about="door")

    def enact(self, play: Play[TableState], of: tuple[Seat, ...]) -> None:
        for comer in of:
            if free_seats(play.state) and not named_alike(play.state, comer.name):
                play.record(admitted(play.state, comer))


class SeatHanded(TableEvent, tag="table.seat-handed"):
    """Somebody at the door had `seat` before, and has it back; `hue` is its colour from now on (0: as it was)."""

    comer: str
    seat: str
    hue: int = 0

    def evolve(self, state: TableState) -> TableState:
        chairs, had = {id_: chair for id_, chair in state.chairs.items() if id_ != self.comer}, state.chairs[self.seat]
        return replace(state, chairs=chairs).with_chair(replace(had, standing="seated", hue=self.hue or had.hue))

    def line(self, state: TableState) -> Line:
        return system(f"{state.name(self.seat)} is back.")


class HandSeat(TableCommand, tag="hand-seat"):
    """Let somebody who waits at the door take up a seat they had before, with its characters."""

    urgency, giver, about_any = ("must", "may"), AT_TABLE.only_guide("gives a seat back"), "chairs"
    together = "Somebody who sat here before?"
    comer: str
    seat: str

    @classmethod
    def offers(cls, state: TableState, seat: Seat) -> Iterator[Offered]:
        olds = [chair.seat for chair in state.chairs.values() if chair.standing != "waiting" and not chair.seat.guides]
        why = "They get that seat with its characters; links of the old device still work."
        for comer in state.waiting():
            claims = state.chairs[comer.id].claims
            for old in olds:
                if claims == old.id:
                    label = f"Give {old.name} the seat back"
                    yield cls.offer(old, label, why, urgency="must", about=comer.id, comer=comer.id, seat=old.id)
                elif not claims:
                    label = f"{comer.name} is {old.name}: give the seat back"
                    yield cls.offer(old, label, why, urgency="tool", about=comer.id, comer=comer.id, seat=old.id)

    def enact(self, play: Play[TableState], of: Seat) -> None:
        if play.state.chairs[of.id].standing != "seated":
            check_seats(play.state)
        check_free(play.state, of.name, of.id)
        play.record(SeatHanded(comer=self.comer, seat=of.id, hue=changed_hue(play.state, of.id)))


# -- going


class TurnAway(TableCommand, tag="turn-away"):
    """Refuse somebody at the door, or take a seat and its links away."""

    giver, together, about_any = AT_TABLE.only_guide("turns people away"), "Take a seat away", "chairs"

    seat: str

    @classmethod
    def offers(cls, state: TableState, seat: Seat) -> Iterator[Offered]:
        for chair in state.chairs.values():
            if chair.standing != "left" and chair.seat.id != seat.id:
                waits = chair.standing == "waiting"
                label = f"Turn {chair.seat.name} away" if waits else f"Take {chair.seat.name}’s seat away"
                why = "" if waits else "Their links stop working; they can come to the door again."
                yield cls.offer(chair, label, why, about=chair.seat.id, seat=chair.seat.id)

    def enact(self, play: Play[TableState], of: Chair) -> None:
        play.record(Left(seat=self.seat, by=play.seat.id, waited=of.standing == "waiting"))
        rewind_if_agreed(play)


class TurnAllAway(TableCommand, tag="turn-all-away"):
    """Refuse everybody at the door."""

    giver, about_any = AT_TABLE.only_guide("turns people away"), ""

    @classmethod
    def offers(cls, state: TableState, seat: Seat) -> Iterator[Offered]:
        comers = state.waiting()
        if len(comers) < 2:
            raise Refused("nobody-there", "Fewer than two people wait at the door.")
        yield cls.offer(
            comers, f"Turn all {len(comers)} away", "Do not know them? Make a new join link, too.", about="door"
        )

    def enact(self, play: Play[TableState], of: tuple[Seat, ...]) -> None:
        for comer in of:
            play.record(Left(seat=comer.id, by=play.seat.id, waited=True))
        rewind_if_agreed(play)


class LeaveTable(TableCommand, tag="leave"):
    """Give up your own seat."""

    @classmethod
    def offers(cls, state: TableState, seat: Seat) -> Iterator[Offered]:
        if seat.guides:
            raise Refused("guide-stays", "The one who runs the game cannot leave the table.")
        yield cls.offer(seat, "Leave the table", "Your characters stay. You can come to the door again.")

    def enact(self, play: Play[TableState], of: Seat) -> None:
        play.record(Left(seat=of.id, by=of.id))
        rewind_if_agreed(play)


class Left(TableEvent, tag="table.left"):
    """Somebody left, was turned away or lost the seat. If they only `waited` at the door, the others never hear."""

    seat: str
    by: str
    waited: bool = False

    def evolve(self, state: TableState) -> TableState:
        return state.with_chair(replace(state.chairs[self.seat], standing="left"))

    def line(self, state: TableState) -> Line:
        return system(f"{state.name(self.seat)} leaves the table.")

    def told(self, state: TableState, seat: Seat) -> Left | None:
        return self if not self.waited or seat.guides or seat.id == self.seat else None


# -- name and role


class Rename(TableCommand, tag="rename"):
    """Change your name."""

    name: str

    @classmethod
    def offers(cls, state: TableState, seat: Seat) -> Iterator[Offered]:
        yield cls.offer(seat, "Change my name", "", Write(name="name", label="My name", most=NAME, default=seat.name))

    def enact(self, play: Play[TableState], of: Seat) -> None:
        name = person(self.name, NAME)
        check_free(play.state, name, of.id)
        play.record(Renamed(seat=of.id, name=name))


class Renamed(TableEvent, tag="table.renamed"):
    """Somebody goes by another name."""

    seat: str
    name: str

    def evolve(self, state: TableState) -> TableState:
        chair = state.chairs[self.seat]
        return state.with_chair(replace(chair, seat=replace(chair.seat, name=self.name)))

    def line(self, state: TableState) -> Line:
        return system(f"Somebody goes by {self.name} now.")


class SeatedAs(TableEvent, tag="table.seated-as"):
    """Somebody's role changed."""

    seat: str
    role: Role

    def evolve(self, state: TableState) -> TableState:
        chair = state.chairs[self.seat]
        return state.with_chair(replace(chair, seat=replace(chair.seat, role=self.role)))

    def line(self, state: TableState) -> Line:
        return system(f"{state.name(self.seat)} is a {self.role} now.")


class SeatAs(TableCommand, tag="seat-as"):
    """Make a player of a watcher, or the other way round."""

    giver, together, about_any = AT_TABLE.only_guide("changes who plays"), "Who plays, who watches", "chairs"

    seat: str
    role: Role

    @classmethod
    def offers(cls, state: TableState, seat: Seat) -> Iterator[Offered]:
        for other in state.seated():
            if not other.guides:
                role = "watcher" if other.plays else "player"
                label = f"Let {other.name} play" if role == "player" else f"Make {other.name} a watcher"
                yield cls.offer(other, label, about=other.id, seat=other.id, role=role)

    def enact(self, play: Play[TableState], of: Seat) -> None:
        play.record(SeatedAs(seat=of.id, role=self.role))
        rewind_if_agreed(play)


SEATING = Part(
    Admit, AdmitAll, HandSeat, TurnAway, TurnAllAway, LeaveTable, Rename, SeatAs,
    Came, Admitted, SeatHanded, Left, Renamed, SeatedAs,
)
