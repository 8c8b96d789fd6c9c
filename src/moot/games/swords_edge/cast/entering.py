"""NCs on stage: brought in, shown and hidden, made whole, thrown away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from moot.core import Choose, Offer, Play, Refused, Seat, Verb
from moot.games.swords_edge.cast import commands as c, events as e
from moot.games.swords_edge.cast.building import EVERYWHERE
from moot.games.swords_edge.cast.choosing import choices, chosen, which
from moot.games.swords_edge.nc import NC, face
from moot.games.swords_edge.state import State
from moot.games.swords_edge.whose import needs_guide

_SCENE = frozenset({"scene"})


def enter(play: Play[State], ncs: Iterable[NC], rule: str) -> None:
    """NCs come into the scene."""
    faces = tuple(face(nc) for nc in ncs)
    play.record(e.BroughtIn(ncs=tuple(face.id for face in faces), faces=faces, rules=(rule,)))


def busy(state: State, nc: str) -> bool:
    """Whether an NC is part of a Test on the table or of a Seize that waits for its answer."""
    in_test = any(nc in test.on for test in state.tests.values())
    return in_test or any(p.challenge and nc in p.challenge.foes for p in state.pairings.values())


def _waiting(state: State) -> Iterator[NC]:
    return (nc for nc in state.ncs.values() if not nc.here and not nc.out)


def _bring_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "brings NCs in", "SE-NC-01")
    found = choices(_waiting(state))
    if not found:
        raise Refused("nobody-waiting", "There is no NC to bring in: build or take one.", "SE-NC-01")
    yield Offer(
        do="bring-in",
        label="Bring NCs into the scene",
        why="The table sees their names; figures once somebody faces them.",
        fields=(Choose(name="ncs", label="Whom, or what?", choices=found, many=True),),
        rules=("SE-NC-01", "SE-MOM-11"),
    )


def _bring(play: Play[State], command: c.BringIn) -> None:
    enter(play, chosen(_waiting(play.state), *command.ncs), "SE-NC-01")


def _closed(state: State) -> Iterator[NC]:
    return (nc for nc in state.ncs.values() if not nc.shown)


def _show_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "opens an NC’s sheet", "SE-NC-01")
    yield Offer(
        do="show-nc",
        label="Show a sheet to everyone",
        why="Its figures; your notes and what it hides stay yours.",
        fields=(which(_closed(state), "Every sheet is open.", "SE-NC-01"),),
        rules=("SE-NC-01",),
        urgency="tool",
    )


def _show(play: Play[State], command: c.ShowNc) -> None:
    faces = tuple(face(nc, met=True) for nc in chosen(_closed(play.state), command.nc))
    play.record(e.NcShown(faces=faces, rules=("SE-NC-01",)))


def _open(state: State) -> Iterator[NC]:
    faced = _faced(state)
    return (nc for nc in state.ncs.values() if nc.seen and nc.id not in faced)


def _faced(state: State) -> set[str]:
    return {foe for pairing in state.pairings.values() for foe in pairing.foes}


def _hide_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "closes an NC’s sheet", "SE-NC-01")
    yield Offer(
        do="hide-nc",
        label="Close a sheet",
        fields=(which(_open(state), "No sheet is open that could be closed.", "SE-NC-01"),),
        rules=("SE-NC-01",),
        urgency="tool",
    )


def _hide(play: Play[State], command: c.HideNc) -> None:
    play.record(e.NcHidden(ncs=_ids(chosen(_open(play.state), command.nc))))


def _ids(ncs: Iterable[NC]) -> tuple[str, ...]:
    return tuple(nc.id for nc in ncs)


def _hurt(state: State) -> Iterator[NC]:
    return (nc for nc in state.ncs.values() if (nc.stress or nc.fallen or nc.out) and not busy(state, nc.id))


def _restore_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "restores NCs", "SE-RD-47")
    yield Offer(
        do="restore",
        label="Make whole again",
        fields=(which(_hurt(state), "No NC is hurt.", "SE-RD-47"),),
        rules=("SE-RD-47",),
        urgency="tool",
    )


def _restore(play: Play[State], command: c.Restore) -> None:
    play.record(e.Restored(ncs=_ids(chosen(_hurt(play.state), command.nc)), rules=("SE-RD-47",)))


def _idle(state: State) -> Iterator[NC]:
    kept = _faced(state).union(nc for paper in state.papers.values() for nc in paper.people)
    return (nc for nc in state.ncs.values() if not nc.here and nc.id not in kept)


def _dismiss_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "throws NCs away", "SE-NC-01")
    yield Offer(
        do="dismiss",
        label="Throw a sheet away",
        fields=(which(_idle(state), "No NC can be spared.", "SE-NC-01"),),
        rules=("SE-NC-01",),
        urgency="tool",
    )


def _dismiss(play: Play[State], command: c.Dismiss) -> None:
    gone = chosen(_idle(play.state), command.nc)
    play.record(e.Dismissed(ncs=_ids(gone), shown=tuple(nc.id for nc in gone if nc.shown)))


VERBS = (
    Verb(c.BringIn, _SCENE, _bring_offers, _bring),
    Verb(c.ShowNc, EVERYWHERE, _show_offers, _show),
    Verb(c.HideNc, EVERYWHERE, _hide_offers, _hide),
    Verb(c.Restore, EVERYWHERE, _restore_offers, _restore),
    Verb(c.Dismiss, EVERYWHERE, _dismiss_offers, _dismiss),
)
