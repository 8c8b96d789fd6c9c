"""NCs on stage: brought in, shown and hidden, made whole, thrown away."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from msgspec.structs import replace

from moot.core import Choose, Command, Event, Line, Offers, Part, Play, Refused, Seat
from moot.games.swords_edge.asking import OfNcs, nc_choices, only_guide, which
from moot.games.swords_edge.frames import they_enter
from moot.games.swords_edge.nc import NC, NcFace, face
from moot.games.swords_edge.state import SCENE, State
from moot.kit.crowds import chosen, rollcall
from moot.kit.keyed import without


def busy(state: State, nc: str) -> bool:
    """Whether an NC is part of a Test on the table or of a Seize that waits for its answer."""
    in_test = any(nc in test.on for test in state.tests.values())
    return in_test or any(p.challenge and nc in p.challenge.foes for p in state.pairings.values())


def are(ncs: Collection[str]) -> str:
    """The verb for so many."""
    return "are" if len(ncs) > 1 else "is"


def ids(ncs: Iterable[NC]) -> tuple[str, ...]:
    """The ids of these NCs."""
    return tuple(nc.id for nc in ncs)


def without_attacks(state: State, *gone: str) -> State:
    """The state in which these NCs, who are gone, attack nobody any more."""
    attacks = {id_: attack for id_, attack in state.attacks.items() if attack.nc not in gone}
    return replace(state, attacks=attacks)


def _faced(state: State) -> set[str]:
    return {foe for pairing in state.pairings.values() for foe in pairing.foes}


class BroughtIn(Event[State], tag="brought-in"):
    """NCs are in the scene, seen as far as the table knows them."""

    ncs: tuple[str, ...]
    faces: tuple[NcFace, ...] = ()

    def evolve(self, state: State) -> State:
        return state.with_ncs(self.ncs, here=True)

    def line(self, state: State) -> Line:
        return Line("story", f"Enter {state.all_named(self.ncs)}.", frame=they_enter(state, self.ncs))


def enter(play: Play[State], ncs: Iterable[NC], rule: str) -> None:
    """NCs come into the scene."""
    faces = tuple(face(nc) for nc in ncs)
    play.record(BroughtIn(ncs=tuple(face.id for face in faces), faces=faces, rules=(rule,)))


class BringIn(Command[State], tag="bring-in"):
    """Bring NCs into the scene."""

    when, rules, giver = SCENE, ("SE-NC-01", "SE-MOM-11"), only_guide("brings NCs in")
    ncs: tuple[str, ...]

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        waiting = [nc for nc in state.ncs.values() if not nc.here and not nc.out]
        if not waiting:
            raise Refused("nobody-waiting", "There is no NC to bring in: build or take one.")

        def whom(_: bool) -> tuple[Choose]:
            return (Choose(name="ncs", label="Whom, or what?", choices=nc_choices(waiting), many=True),)

        why = "The table sees their names; figures once somebody faces them."
        yield cls.offer(waiting, "Bring NCs into the scene", why, whom)

    def enact(self, play: Play[State], waiting: list[NC]) -> None:
        enter(play, chosen(waiting, *self.ncs), "SE-NC-01")


class NcShown(Event[State], tag="nc-shown"):
    """NCs' sheets are open to everyone."""

    faces: tuple[NcFace, ...]
    v: int = 2

    def evolve(self, state: State) -> State:
        return state.with_ncs((face.id for face in self.faces), shown=True)

    def line(self, state: State) -> Line:
        return Line("sheet", f"{rollcall(face.name for face in self.faces)}: the sheet lies open.")


class ShowNc(OfNcs, tag="show-nc"):
    """Open NCs' sheets to everyone."""

    rules, giver = ("SE-NC-01",), only_guide("opens an NC’s sheet")

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        closed = [nc for nc in state.ncs.values() if not nc.shown]
        why = "Its figures; your notes and what it hides stay yours."
        yield cls.offer(closed, "Show a sheet to everyone", why, which(closed, "Every sheet is open."))

    def enact(self, play: Play[State], closed: list[NC]) -> None:
        faces = tuple(face(nc, met=True) for nc in chosen(closed, self.nc))
        play.record(NcShown(faces=faces, rules=self.rules))


class NcHidden(Event[State], tag="nc-hidden"):
    """NCs' sheets are closed again."""

    ncs: tuple[str, ...]
    v: int = 2

    def evolve(self, state: State) -> State:
        return state.with_ncs(self.ncs, shown=False, met=False)

    def line(self, state: State) -> Line:
        return Line("sheet", f"{state.all_named(self.ncs)}: the sheet is closed.")


class HideNc(OfNcs, tag="hide-nc"):
    """Close NCs' sheets again."""

    rules, giver = ("SE-NC-01",), only_guide("closes an NC’s sheet")

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        faced = _faced(state)
        lying = [nc for nc in state.ncs.values() if nc.seen and nc.id not in faced]
        yield cls.offer(lying, "Close a sheet", "", which(lying, "No sheet is open that could be closed."))

    def enact(self, play: Play[State], lying: list[NC]) -> None:
        play.record(NcHidden(ncs=ids(chosen(lying, self.nc))))


class Restored(Event[State], tag="restored"):
    """NCs are whole again."""

    ncs: tuple[str, ...]
    v: int = 2

    def evolve(self, state: State) -> State:
        return state.with_ncs(self.ncs, stress=0, borne=0, fallen=0, out=False, spent=())

    def line(self, state: State) -> Line:
        return Line("aside", f"{state.all_named(self.ncs)} {are(self.ncs)} whole again.")

    def told(self, state: State, seat: Seat) -> Restored | None:
        there = self.ncs if seat.guides else tuple(nc for nc in self.ncs if state.ncs[nc].visible)
        return replace(self, ncs=there) if there else None


class Restore(OfNcs, tag="restore"):
    """NCs are whole again (SE-RD-47)."""

    rules, giver = ("SE-RD-47",), only_guide("restores NCs")

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        hurt = [nc for nc in state.ncs.values() if (nc.stress or nc.fallen or nc.out) and not busy(state, nc.id)]
        yield cls.offer(hurt, "Make whole again", "", which(hurt, "No NC is hurt."))

    def enact(self, play: Play[State], hurt: list[NC]) -> None:
        play.record(Restored(ncs=ids(chosen(hurt, self.nc)), rules=self.rules))


class Dismissed(Event[State], tag="dismissed"):
    """NCs' sheets were thrown away; those of `shown` had lain open."""

    ncs: tuple[str, ...]
    shown: tuple[str, ...] = ()
    v: int = 2

    def evolve(self, state: State) -> State:
        return replace(without_attacks(state, *self.ncs), ncs=without(state.ncs, *self.ncs))

    def line(self, state: State) -> Line:
        many = len(self.ncs) > 1
        sheets = f"{len(self.ncs)} NCs’ sheets were" if many else "An NC’s sheet was"
        return Line("aside", f"{sheets} thrown away.")

    def told(self, state: State, seat: Seat) -> Dismissed | None:
        if seat.guides:
            return self
        return replace(self, ncs=self.shown) if self.shown else None


class Dismiss(OfNcs, tag="dismiss"):
    """Throw NCs' sheets away."""

    rules, giver = ("SE-NC-01",), only_guide("throws NCs away")

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        kept = _faced(state).union(nc for paper in state.papers.values() for nc in paper.people)
        idle = [nc for nc in state.ncs.values() if not nc.here and nc.id not in kept]
        yield cls.offer(idle, "Throw a sheet away", "", which(idle, "No NC can be spared."))

    def enact(self, play: Play[State], idle: list[NC]) -> None:
        gone = chosen(idle, self.nc)
        play.record(Dismissed(ncs=ids(gone), shown=ids(nc for nc in gone if nc.shown)))


ENTERING: Final[Part[State]] = Part(
    BringIn, ShowNc, HideNc, Restore, Dismiss, BroughtIn, NcShown, NcHidden, Restored, Dismissed
)
