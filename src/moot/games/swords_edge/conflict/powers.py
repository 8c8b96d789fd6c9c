"""SFX Qualities at work: called on, weighed by the GM, given up (SE-SFX-04 to SE-SFX-10)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from moot.core import Choice, Choose, Confirm, Offer, Play, Refused, Seat, Verb, Write
from moot.core.blanks import Field
from moot.games.swords_edge import ladder
from moot.games.swords_edge.conflict import commands as c, events as e
from moot.games.swords_edge.conflict.components import rounds, strongest
from moot.games.swords_edge.conflict.sharing import SCENE
from moot.games.swords_edge.contest import Sfx
from moot.games.swords_edge.creation.blanks import trait_field
from moot.games.swords_edge.makings import SFX
from moot.games.swords_edge.nc import face
from moot.games.swords_edge.people import Character, Quality
from moot.games.swords_edge.state import State
from moot.games.swords_edge.whose import mine, needs_guide


def castable(state: State, who: Character) -> list[Quality]:
    """The SFX Qualities that can be used: not at Weak, not given up for Momentum, their Fetish still there.

    SE-SFX-08, SE-SFX-11, SE-TEST-05.
    """
    fetishes = {quality.bound: quality for quality in who.of("fetish")}
    found = []
    for quality in who.of("element"):
        bound = fetishes.get(quality.id)
        spent = quality.id in who.spent or quality.lost
        weak = who.rank(quality) == ladder.ORDER[0]
        if quality.sfx and not spent and not weak and (bound is None or bound.drags):
            found.append(quality)
    return found


def _cast_offers(state: State, seat: Seat) -> Iterator[Offer]:
    if not state.options.powers:
        raise Refused("simple-sfx", "Here SFX are Qualities like any other.", "SE-SFX-01")
    for who in mine(state, seat, "uses SFX", "SE-SFX-02"):
        if not who.able or state.testing(who.id):
            raise Refused("not-able", f"{who.name} cannot act now.", "SE-SFX-04")
        busy = any(pairing.sfx is not None and who.id in pairing.stands for pairing in state.pairings.values())
        if busy:
            raise Refused("power-running", f"{who.name} is busy with a power already.", "SE-RD-42")
        for quality in castable(state, who):
            yield _cast_offer(state, who, quality)


def _cast_offer(state: State, who: Character, quality: Quality) -> Offer:
    slow = " It takes rounds to prepare first." if state.options.casting_time == "on" else ""
    return Offer(
        do="cast",
        label=f"{who.name} calls on {quality.name}",
        why=f"It is your act of the round, and the power itself the opponent: the more it is to do, the harder.{slow}",
        fixed={"who": who.id, "quality": quality.id},
        fields=(
            Write(name="intent", label="What is it to do?"),
            *(_component(name) for name in ("reach", "duration", "area", "energy")),
            *_aim(state),
        ),
        rules=("SE-SFX-03", "SE-SFX-04", "SE-SFX-05", "SE-RD-42", "SE-RD-32", "SE-RD-50"),
        about=who.id,
    )


def _aim(state: State) -> Iterator[Field]:
    """Whom it is used on, and the Trait that resists it, which only somebody who is no minion adds (SE-SFX-06)."""
    opposition = state.opposition()
    if opposition:
        choices = tuple(Choice(nc.id, nc.name) for nc in opposition)
        yield Choose(name="targets", label="On whom?", choices=choices, least=0, many=True)
    if tough := tuple(f"targets:{nc.id}" for nc in opposition if nc.type != "minion"):
        hint = "It makes both Tests harder; of several, the strongest."
        field = trait_field("Which Trait resists it?", hint, "resists")
        yield replace(field, choices=tuple(replace(choice, needs=tough) for choice in field.choices))


def _component(name: str) -> Choose:
    hints = {
        "reach": "How far off?",
        "duration": "How long, or how far into past or future?",
        "area": "How much space, or how many people? The larger of the two.",
        "energy": "Which fire would do it, or which body?",
    }
    choices = []
    for row in SFX.values():
        words = {
            "reach": row.reach,
            "duration": row.duration,
            "area": f"{row.space}, or {row.people} {'person' if row.people == 1 else 'people'}",
            "energy": _either(row.energy, row.strength),
        }[name]
        choices.append(Choice(row.rank, words, hint=f"TN {ladder.tn(row.rank)} or {ladder.signed(row.mod)}"))
    easiest = (choices[0].value,)
    return Choose(name=name, label=ladder.title(name), hint=hints[name], choices=tuple(choices), default=easiest)


def _either(one: str, other: str) -> str:
    return one if one == other else f"{one}, or {other[:1].lower()}{other[1:]}"


def _cast(play: Play[State], command: c.Cast) -> None:
    trait = ladder.as_trait(command.resists) if command.resists else ""
    sfx = Sfx(
        quality=command.quality,
        intent=command.intent.strip(),
        reach=command.reach,
        duration=command.duration,
        area=command.area,
        energy=command.energy,
        targets=command.targets,
        resists=trait,
        same_act=True,
    )
    slow = play.state.options.casting_time == "on"
    sfx = replace(sfx, left=rounds(sfx)) if slow else sfx
    rules = ("SE-SFX-04", "SE-SFX-05", "SE-RD-42", *(("SE-SFX-10",) if slow else ()))
    faces = tuple(face(play.state.ncs[nc], met=True) for nc in sfx.targets)
    play.record(e.SfxBegun(pairing=play.state.next_id, who=command.who, sfx=sfx, faces=faces, rules=rules))


def _weigh_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "says what stands against a power", "SE-SFX-06")
    for pairing in state.pairings.values():
        target = strongest(state, pairing.sfx) if pairing.sfx is not None else None
        if pairing.sfx is None or target is None:
            continue
        fits = [element for element in target.elements if element.trait in ("", pairing.sfx.resists)]
        element: tuple[Field, ...] = ()
        if fits:
            choices = tuple(Choice(each.id, each.name, hint=ladder.signed(each.worth)) for each in fits)
            element = (Choose(name="element", label="An Element of its?", choices=choices, least=0),)
        yield Offer(
            do="weigh",
            label=f"What else of {target.name} stands against “{pairing.sfx.intent}”?",
            why="Its Trait always counts; one Element of it may, and its Concept in Action. Nothing of it is spent.",
            fixed={"pairing": pairing.id},
            fields=(Confirm(name="concept", label="Its Concept fits", default=pairing.sfx.concept), *element),
            rules=("SE-SFX-06", "SE-RD-42"),
            urgency="tool",
            about=pairing.id,
        )


def _weigh(play: Play[State], command: c.Weigh) -> None:
    play.record(
        e.SfxWeighed(
            pairing=command.pairing, concept=command.concept, element=command.element, rules=("SE-SFX-06", "SE-RD-42")
        )
    )


def _give_up_offers(state: State, seat: Seat) -> Iterator[Offer]:
    people = {who.id for who in mine(state, seat, "gives a power up", "SE-SFX-07")}
    for pairing in state.pairings.values():
        if pairing.sfx is None:
            continue
        for who in pairing.stands:
            if who in people and not state.testing(who):
                yield Offer(
                    do="give-up",
                    label=f"Let “{pairing.sfx.intent}” go",
                    why="It is over, and does no more harm. The act that began it stays used.",
                    fixed={"pairing": pairing.id},
                    rules=("SE-SFX-07",),
                    urgency="tool",
                    about=pairing.id,
                )


def _give_up(play: Play[State], command: c.GiveUp) -> None:
    play.record(e.SfxEnded(pairing=command.pairing, how="given-up", rules=("SE-SFX-07",)))


VERBS = (
    Verb(c.Cast, SCENE, _cast_offers, _cast),
    Verb(c.Weigh, SCENE, _weigh_offers, _weigh),
    Verb(c.GiveUp, SCENE, _give_up_offers, _give_up),
)
