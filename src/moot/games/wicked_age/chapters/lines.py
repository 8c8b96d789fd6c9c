"""The journal's lines between chapters, and of corrections."""

from __future__ import annotations

from typing import Final, assert_never

from moot.core import Line
from moot.games.wicked_age.book import FORMS, NPC_FORMS
from moot.games.wicked_age.cast import called, listing, seated
from moot.games.wicked_age.chapters.events import (
    CORRECTIONS,
    BroughtBack,
    ChapterClosed,
    ChapterEvent,
    ChapterOpened,
    CorrectionEvent,
    DieCorrected,
    NameOwed,
    NameStruckOff,
    NewPicked,
    NpcRecalled,
    OpeningEvent,
    PartCorrected,
    StrengthGrew,
    WordsCorrected,
)
from moot.games.wicked_age.state import State

_WHEN: Final = {"": "", "before": ", before the last", "after": ", after the last", "far-away": ", far away"}


def line(state: State, event: ChapterEvent) -> Line | None:
    """How the journal says `event`, given the state after it."""
    return _of_correction(state, event) if isinstance(event, CORRECTIONS) else _of_opening(state, event)


def _of_opening(state: State, event: OpeningEvent) -> Line:
    match event:
        case ChapterClosed(chapter=chapter, names=names):
            text = f"Chapter {chapter} is over. We owe: {_names(state, names)}."
        case ChapterOpened(seat=seat, chapter=chapter, when=when, falls=falls, character=id_):
            by = f" {called(state, id_)} returns." if id_ else ""
            text = f"{seated(state, seat)} opens chapter {chapter}{_WHEN[when]}.{by}"
            return Line(kind="chapter", text=text, quote=falls, rules=event.rules)
        case BroughtBack(seat=seat, character=id_):
            text = f"{seated(state, seat)} strikes a name on the owe list: {called(state, id_)} returns."
        case NewPicked(seat=seat):
            text = f"{seated(state, seat)} plays somebody new."
        case NpcRecalled(character=id_):
            text = f"{called(state, id_)} returns."
        case StrengthGrew(strength=id_, significance=significance):
            text = f"{state.strengths[id_].name} grows: significance {significance}."
            return Line(kind="sheet", text=text, rules=event.rules)
        case _:
            assert_never(event)
    return Line(kind="chapter", text=text, rules=event.rules)


def _names(state: State, names: tuple[str, ...]) -> str:
    return listing([called(state, id_) for id_ in names]) if names else "nobody"


def _of_correction(state: State, event: CorrectionEvent) -> Line:
    match event:
        case DieCorrected(character=id_, form=form, was=was, die=die, lasting=lasting):
            title = (FORMS if form in FORMS else NPC_FORMS)[form].lower()
            ever = ", and when unhurt" if lasting else ""
            did = f"sets a die of {called(state, id_)}: {title} from {_die(was)} to {_die(die)}{ever}"
        case PartCorrected(character=id_, gone=gone):
            did = f"puts {called(state, id_)} {'out of' if gone else 'back into'} the chapter"
        case WordsCorrected(was=was, name=name):
            did = f"rewords the sheet of {was}" + (f", who is now {name}" if name != was else "")
        case NameOwed(character=id_):
            did = f"writes {called(state, id_)} on the owe list"
        case NameStruckOff(character=id_):
            did = f"strikes {called(state, id_)} off the owe list"
        case _:
            assert_never(event)
    return Line(kind="sheet", text=f"{seated(state, event.seat)} {did}.", quote=event.reason, rules=event.rules)


def _die(die: int) -> str:
    return f"d{die}" if die else "no die"
