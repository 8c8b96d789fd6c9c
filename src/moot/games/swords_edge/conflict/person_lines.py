"""The journal's lines of harm, Dooms, lessons, and Stunts."""

from __future__ import annotations

from typing import Final, assert_never

from moot.core import Line
from moot.core.words import listed
from moot.games.swords_edge import ladder
from moot.games.swords_edge.conflict import events as e
from moot.games.swords_edge.makings import TRAITS
from moot.games.swords_edge.people import Fate
from moot.games.swords_edge.state import State

_FATES: Final[dict[Fate, str]] = {
    "scene": "is out of this scene",
    "longer": "is out for longer",
    "removed": "is out of the game",
    "dead": "is dead",
}


def of_people(state: State, event: e.PeopleEvent | e.NcEvent) -> Line | None:
    """How the journal says what befell a PC or an NC."""
    if isinstance(event, e.NcEvent):
        return _of_ncs(state, event)
    return _of_pcs(state, event)


def _of_pcs(state: State, event: e.PeopleEvent) -> Line | None:
    name = state.named(event.who)
    match event:
        case e.Hurt(on=on, penalties=penalties, dropped=dropped):
            count = len(penalties) + dropped
            below = f", {dropped} of them below Weak" if dropped else ""
            text = f"{name} takes {_ranks(count)} on {_where(state, event.who, on)}{below}."
        case e.Sidelined():
            text = f"{name} can neither act nor react for the rest of the scene."
        case e.DoomCame(doom=doom):
            text = f"A Doom on {name}’s {TRAITS[doom.trait].title}."
        case e.DoomAvoided(scar=scar):
            left = f" It leaves a Weakness: {scar.name}." if scar else ""
            text = f"{name} averts the Doom with an Advancement, and is out of the scene.{left}"
        case e.DoomMet(fate=fate, gains=gains):
            left = f" It leaves {listed(gain.name for gain in gains)}." if gains else ""
            text = f"{name} {_FATES[fate]}.{left}"
        case e.LessonDue():
            text = f"{name} will learn from this failure."
        case e.LessonLapsed(declined=True):
            text = f"{name} lets this lesson go."
        case e.LessonLapsed():
            text = f"There is nothing for {name} to learn from this failure."
        case e.LessonTaken(what=what, rank=rank):
            text = f"{name} has learned: {_where(state, event.who, what)} rises to {ladder.title(rank)}."
        case e.StuntDue():
            text = f"Two tens: a Stunt for {name}."
        case e.StuntNamed(quality=quality):
            text = f"{name} has a Stunt: {quality.name}, with {ladder.title(quality.trait)}."
        case _:
            assert_never(event)
    return Line(kind="result", text=text, rules=event.rules)


def _of_ncs(state: State, event: e.NcEvent) -> Line:
    name = state.named(event.nc)
    match event:
        case e.NcStressed(stress=stress, now=now):
            fall = f", and is {ladder.title(now)} now" if state.ncs[event.nc].type == "hero" else ""
            text = f"{name} takes {stress} Stress{fall}."
        case e.NcOut():
            text = f"{name} is overcome."
        case e.FlawInvoked():
            flaw = state.ncs[event.nc].flaw
            text = f"{name}: {flaw.name if flaw else 'a flaw'} bears on what comes next."
        case e.NcExerted():
            text = f"The GM’s Luck: {name} puts one more Quality in."
        case _:
            assert_never(event)
    return Line(kind="result", text=text, rules=event.rules)


def _ranks(count: int) -> str:
    return "a Penalty Rank" if count == 1 else f"{count} Penalty Ranks"


def _where(state: State, who: str, what: str) -> str:
    if what in TRAITS:
        return TRAITS[what].title
    character = state.characters[who]
    return character.quality(what).name if character.has(what) else "a Quality"
