"""Sharing opponents out: who faces whom, who steps out, and how the GM runs a group (SE-MOM-06, SE-RD-36)."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Choice, Choose, Offer, Play, Refused, Seat, Verb
from moot.games.swords_edge.cast.choosing import choices, chosen
from moot.games.swords_edge.conflict import commands as c, events as e
from moot.games.swords_edge.conflict.settling import tidy
from moot.games.swords_edge.contest import Pairing
from moot.games.swords_edge.makings import PATTERNS
from moot.games.swords_edge.nc import NC, face
from moot.games.swords_edge.ownership import mine, needs_guide, needs_part, own
from moot.games.swords_edge.people import Character
from moot.games.swords_edge.state import State
from moot.kit.crowds import rollcall

SCENE = frozenset({"scene"})


def paired(state: State, who: str) -> set[str]:
    """The NCs that a PC is set against already (SE-TRAP-19)."""
    return {foe for pairing in state.pairings.values() if who in pairing.stands for foe in pairing.foes}


def standing(state: State, pairing: Pairing) -> tuple[NC, ...]:
    """The NCs of a pairing that still stand."""
    return tuple(state.ncs[foe] for foe in pairing.foes if state.ncs[foe].active)


def acted_on_all(state: State, pairing: Pairing, who: str) -> bool:
    """Whether `who` has acted on all of them this round, or has tried to Seize from them (SE-ACT-05, SE-RD-12)."""
    acted = state.scene.acted if state.scene else ()
    targets = [nc.id for nc in standing(state, pairing)] or [pairing.id]
    return (who, pairing.id) in acted or all((who, target) in acted for target in targets)


def against(state: State, pairing: Pairing) -> str:
    """What a pairing is against, in words."""
    if pairing.sfx is not None:
        return f"“{pairing.sfx.intent}”"
    return rollcall(state.ncs[foe].name for foe in pairing.foes)


def _face_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_part(seat, "share opponents out", "SE-MOM-06")
    opposition = state.opposition()
    if not opposition:
        raise Refused("no-opposition", "Nobody and nothing stands against you in this scene.", "SE-MOM-11")
    if seat.guides:
        people = [who for who in state.cast() if who.stands in ("in", "helpless") and who.doom is None]
    else:
        people = [who for who in own(state, seat) if who.able]
    left = state.scene.left if state.scene and not seat.guides else ()
    for who in people:
        taken = paired(state, who.id)
        free = [nc for nc in opposition if nc.id not in taken and (who.id, nc.id) not in left]
        if free:
            yield _one_against(who, free)
    if seat.guides:
        yield from _several_against(state, people)
    elif any(who.id in pair for who in people for pair in left):
        says = "Momentum over those you left off is not rolled anew at will: the GM sets you against them again."
        raise Refused("left-off", says, "SE-MOM-10")


def _one_against(who: Character, free: list[NC]) -> Offer:
    found = choices(free, hint=lambda nc: PATTERNS[nc.type].title if nc.met else "")
    return Offer(
        do="face",
        label=f"{who.name} faces…",
        why="Several make one Momentum Test harder; those you leave go to somebody else.",
        fixed={"who": (who.id,)},
        fields=(Choose(name="foes", label="Whom, or what?", choices=found, many=True),),
        rules=("SE-MOM-06", "SE-MOM-11", "SE-RD-36", "SE-TRAP-19"),
        about=who.id,
    )


def _several_against(state: State, people: list[Character]) -> Iterator[Offer]:
    free = {nc.id: [who.id for who in people if nc.id not in paired(state, who.id)] for nc in state.opposition()}
    foes = tuple(Choice(nc, state.ncs[nc].name) for nc, some in free.items() if len(some) > 1)
    if not foes:
        return
    who = tuple(
        Choice(one.id, one.name, needs=tuple(f"foes:{foe.value}" for foe in foes if one.id in free[foe.value]))
        for one in people
    )
    yield Offer(
        do="face",
        label="Several face one together",
        why="One Momentum Test for all of them; then each acts alone.",
        fields=(
            Choose(name="foes", label="Whom, or what?", choices=foes, many=True, most=1),
            Choose(name="who", label="Who?", choices=tuple(one for one in who if one.needs), least=2, many=True),
        ),
        rules=("SE-MOM-07", "SE-RD-36"),
    )


def _face(play: Play[State], command: c.Face) -> None:
    taken = {foe for who in command.who for foe in paired(play.state, who)}
    free = (nc for nc in play.state.opposition() if nc.id not in taken)
    foes = chosen(free, *command.foes)
    play.record(
        e.Faced(
            pairing=play.state.next_id,
            who=command.who,
            foes=tuple(nc.id for nc in foes),
            faces=tuple(face(nc, met=True) for nc in foes),
            rules=("SE-MOM-04", "SE-MOM-06", "SE-RD-36"),
        )
    )


def _leave_offers(state: State, seat: Seat) -> Iterator[Offer]:
    people = state.cast() if seat.guides else mine(state, seat, "steps out", "SE-MOM-11")
    held = False
    for pairing in state.pairings.values():
        if pairing.sfx is not None or pairing.challenge is not None:
            continue
        for who in people:
            pending = any(a.who == who.id and a.pairing == pairing.id for a in state.attacks.values())
            if who.id in pairing.stands and not pending and not state.testing(who.id):
                if not seat.guides and pairing.stands[who.id].momentum == "defender":
                    held = True
                    continue
                yield Offer(
                    do="leave-off",
                    label=f"{who.name} leaves off {against(state, pairing)}",
                    why="To flee, or to turn to somebody else, which takes a Momentum Test of its own.",
                    fixed={"pairing": pairing.id, "who": who.id},
                    rules=("SE-MOM-11",),
                    urgency="tool",
                    about=pairing.id,
                )
    if held:
        says = "A defender can only stop the attacker: Seize the Momentum first, or the GM lets you go."
        raise Refused("held", says, "SE-MOM-03", allowed=("seize",))


def _leave(play: Play[State], command: c.Leave) -> None:
    play.record(e.LeftPairing(pairing=command.pairing, who=command.who, rules=("SE-MOM-11",)))
    tidy(play)


def _lead_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "says whose TN a group uses", "SE-SEIZE-04")
    for pairing in state.pairings.values():
        group = standing(state, pairing)
        if len({nc.now for nc in group}) > 1:
            yield Offer(
                do="lead",
                label=f"Who leads {against(state, pairing)}?",
                why="In joint Action the group goes by one NC’s base TN; by itself, the highest.",
                fixed={"pairing": pairing.id},
                fields=(Choose(name="nc", label="Whose TN?", choices=tuple(Choice(nc.id, nc.name) for nc in group)),),
                rules=("SE-SEIZE-04",),
                urgency="tool",
                about=pairing.id,
            )


def _lead(play: Play[State], command: c.Lead) -> None:
    play.record(e.LeadSet(pairing=command.pairing, nc=command.nc, rules=("SE-SEIZE-04",)))


def _strike_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "calls a group strike", "SE-ACT-07")
    for pairing in state.pairings.values():
        if len(standing(state, pairing)) > 1 and not pairing.strike:
            yield Offer(
                do="call-strike",
                label=f"One roll may meet {against(state, pairing)}",
                why="No rule, but it can suit the scene: one Action Test at the joint TN, one NC down for each Stress.",
                fixed={"pairing": pairing.id},
                rules=("SE-ACT-07", "SE-ERR-16"),
                urgency="tool",
                about=pairing.id,
            )


def _call_strike(play: Play[State], command: c.CallStrike) -> None:
    play.record(e.StrikeCalled(pairing=command.pairing, rules=("SE-ACT-07", "SE-ERR-16")))


VERBS = (
    Verb(c.Face, SCENE, _face_offers, _face),
    Verb(c.Leave, SCENE, _leave_offers, _leave),
    Verb(c.Lead, SCENE, _lead_offers, _lead),
    Verb(c.CallStrike, SCENE, _strike_offers, _call_strike),
)
