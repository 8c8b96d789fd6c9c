"""NCs on stage: brought in, shown and hidden, readied for Tests, made whole, thrown away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from moot.core import Choice, Choose, Confirm, Offer, Play, Refused, Seat, Verb
from moot.core.blanks import Field
from moot.games.swords_edge import ladder
from moot.games.swords_edge.cast import commands as c
from moot.games.swords_edge.cast import events as e
from moot.games.swords_edge.cast.building import EVERYWHERE
from moot.games.swords_edge.makings import TRAITS
from moot.games.swords_edge.narrative import NC, Stance, face
from moot.games.swords_edge.state import State
from moot.games.swords_edge.whose import needs_guide

_SCENE = frozenset({"scene"})


def bring_in_from(play: Play[State], paper: str) -> None:
    """Bring in the NCs of a prepared scene; nothing for an empty id (SE-PREP-04)."""
    people = play.state.papers[paper].people if paper in play.state.papers else ()
    able = tuple(nc for nc in people if nc in play.state.ncs and not play.state.ncs[nc].out)
    if able:
        enter(play, able, "SE-PREP-04")


def enter(play: Play[State], ncs: tuple[str, ...], rule: str) -> None:
    """NCs come into the scene."""
    faces = tuple(face(play.state.ncs[nc]) for nc in ncs)
    play.record(e.BroughtIn(ncs=ncs, faces=faces, rules=(rule,)))


def busy(state: State, nc: str) -> bool:
    """Whether an NC is part of a Test on the table or of a Seize that waits for its answer."""
    in_test = any(nc in test.on for test in state.tests.values())
    return in_test or any(p.challenge and nc in p.challenge.foes for p in state.pairings.values())


def _bring_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "brings NCs in", "SE-NC-01")
    waiting = [nc for nc in state.ncs.values() if not nc.here and not nc.out]
    if not waiting:
        raise Refused("nobody-waiting", "There is no NC to bring in: build or take one.", "SE-NC-01")
    choices = tuple(Choice(nc.id, nc.name, hint=f"{ladder.title(nc.now)} {nc.type}") for nc in waiting)
    yield Offer(
        do="bring-in",
        label="Bring NCs into the scene",
        why="The table sees their names; figures once somebody faces them.",
        fields=(Choose(name="ncs", label="Whom, or what?", choices=choices, many=True),),
        rules=("SE-NC-01", "SE-MOM-11"),
    )


def _bring(play: Play[State], command: c.BringIn) -> None:
    enter(play, command.ncs, "SE-NC-01")


def one_of(ncs: Iterable[NC], refusal: str, rule: str) -> Choose:
    """Which of these NCs. Raises Refused if there is none."""
    choices = tuple(Choice(nc.id, nc.name, hint=f"{ladder.title(nc.now)} {nc.type}") for nc in ncs)
    if not choices:
        raise Refused("no-such-nc", refusal, rule)
    return Choose(name="nc", label="Which?", choices=choices)


def _show_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "opens an NC’s sheet", "SE-NC-01")
    closed = (nc for nc in state.ncs.values() if not nc.shown)
    yield Offer(
        do="show-nc",
        label="Show an NC’s sheet",
        why="Its figures, to everyone; your notes and what it hides stay yours.",
        fields=(one_of(closed, "Every sheet is open.", "SE-NC-01"),),
        rules=("SE-NC-01",),
        urgency="tool",
    )


def _show(play: Play[State], command: c.ShowNc) -> None:
    play.record(e.NcShown(nc=command.nc, face=face(play.state.ncs[command.nc], met=True), rules=("SE-NC-01",)))


def _hide_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "closes an NC’s sheet", "SE-NC-01")
    faced = {foe for pairing in state.pairings.values() for foe in pairing.foes}
    open_ones = (nc for nc in state.ncs.values() if nc.seen and nc.id not in faced)
    yield Offer(
        do="hide-nc",
        label="Close an NC’s sheet",
        fields=(one_of(open_ones, "No sheet is open that could be closed.", "SE-NC-01"),),
        rules=("SE-NC-01",),
        urgency="tool",
    )


def _hide(play: Play[State], command: c.HideNc) -> None:
    play.record(e.NcHidden(nc=command.nc))


def _ready_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "readies NCs", "SE-NC-14")
    for nc in state.opposition():
        yield Offer(
            do="ready",
            label=f"How does {nc.name} meet Tests?",
            why="One Trait, which Momentum binds; an Element given to Momentum is gone for the scene.",
            fixed={"nc": nc.id},
            fields=_stance_fields(nc),
            rules=("SE-NC-14", "SE-MOM-08", "SE-ACT-06", "SE-RD-32"),
            urgency="tool",
            about=nc.id,
        )


def _stance_fields(nc: NC) -> tuple[Field, ...]:
    fields: list[Field] = []
    if nc.traits:
        traits = tuple(Choice(t, TRAITS[t].title, hint=ladder.signed(nc.trait(t))) for t in nc.traits)
        held = (nc.stance.trait,) if nc.stance.trait else ()
        fields.append(
            Choose(
                name="trait", label="By which Trait?", hint="Empty: its best.", choices=traits, least=0, default=held
            )
        )
    if nc.elements:
        none = Choice("none", "None")
        elements = (none, *(Choice(el.id, el.name, hint=ladder.signed(el.worth)) for el in nc.elements))
        for name, label in (("momentum", "Element in Momentum"), ("action", "Element in Action")):
            fields.append(Choose(name=name, label=label, hint="Empty: the usual.", choices=elements, least=0))
    fields.append(Confirm(name="open", label="It does not defend (TN 5)", default=nc.stance.open))
    return tuple(fields)


def _ready(play: Play[State], command: c.Ready) -> None:
    trait = ladder.as_trait(command.trait) if command.trait else ""
    stance = Stance(trait, command.momentum, command.action, command.open)
    play.record(e.Readied(nc=command.nc, stance=stance, rules=("SE-NC-14",)))


def _restore_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "restores NCs", "SE-RD-47")
    hurt = (nc for nc in state.ncs.values() if (nc.stress or nc.fallen or nc.out) and not busy(state, nc.id))
    yield Offer(
        do="restore",
        label="An NC is whole again",
        fields=(one_of(hurt, "No NC is hurt.", "SE-RD-47"),),
        rules=("SE-RD-47",),
        urgency="tool",
    )


def _restore(play: Play[State], command: c.Restore) -> None:
    play.record(e.Restored(nc=command.nc, rules=("SE-RD-47",)))


def _dismiss_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "throws NCs away", "SE-NC-01")
    named = {nc for paper in state.papers.values() for nc in paper.people}
    idle = (nc for nc in state.ncs.values() if not nc.here and nc.id not in named)
    yield Offer(
        do="dismiss",
        label="Throw an NC’s sheet away",
        fields=(one_of(idle, "No NC can be spared.", "SE-NC-01"),),
        rules=("SE-NC-01",),
        urgency="tool",
    )


def _dismiss(play: Play[State], command: c.Dismiss) -> None:
    play.record(e.Dismissed(nc=command.nc, shown=play.state.ncs[command.nc].shown))


VERBS = (
    Verb(c.BringIn, _SCENE, _bring_offers, _bring),
    Verb(c.Ready, _SCENE, _ready_offers, _ready),
    Verb(c.ShowNc, EVERYWHERE, _show_offers, _show),
    Verb(c.HideNc, EVERYWHERE, _hide_offers, _hide),
    Verb(c.Restore, EVERYWHERE, _restore_offers, _restore),
    Verb(c.Dismiss, EVERYWHERE, _dismiss_offers, _dismiss),
)
