"""The journal's lines between chapters, and of corrections."""

from __future__ import annotations

from typing import Final, assert_never

from moot.core import Line
from moot.games.wicked_age.book import FORMS, NPC_FORMS
from moot.games.wicked_age.cast import all_called, called, seated
from moot.games.wicked_age.chapters import events as e
from moot.games.wicked_age.state import State

_WHEN: Final = {"": "", "before": ", before the last", "after": ", after the last", "far-away": ", far away"}


def of_opening(state: State, event: e.OpeningEvent) -> Line:
    """How the journal says an event between chapters."""
    match event:
        case e.ChapterClosed(chapter=chapter, names=names):
            text = f"Chapter {chapter} is over. We owe: {all_called(state, names)}."
        case e.ChapterOpened(seat=seat, chapter=chapter, when=when, falls=falls, character=id_):
            by = f" {called(state, id_)} returns." if id_ else ""
            text = f"{seated(state, seat)} opens chapter {chapter}{_WHEN[when]}.{by}"
            return Line(kind="chapter", text=text, quote=falls, rules=event.rules)
        case e.BroughtBack(seat=seat, character=id_):
            text = f"{seated(state, seat)} strikes a name on the owe list: {called(state, id_)} returns."
        case e.NewPicked(seat=seat):
            text = f"{seated(state, seat)} plays somebody new."
        case e.NpcRecalled(character=id_):
            text = f"{called(state, id_)} returns."
        case e.StrengthGrew(strength=id_, significance=significance):
            text = f"{state.strengths[id_].name} grows: significance {significance}."
            return Line(kind="sheet", text=text, rules=event.rules)
        case _:
            assert_never(event)
    return Line(kind="chapter", text=text, rules=event.rules)


def of_correction(state: State, event: e.CorrectionEvent) -> Line:
    """How the journal says a correction."""
    match event:
        case e.DieCorrected(character=id_, form=form, was=was, die=die, lasting=lasting):
            title = (FORMS if form in FORMS else NPC_FORMS)[form].lower()
            ever = ", and when unhurt" if lasting else ""
            did = f"sets a die of {called(state, id_)}: {title} from {_die(was)} to {_die(die)}{ever}"
        case e.PartCorrected(character=id_, gone=gone):
            did = f"puts {called(state, id_)} {'out of' if gone else 'back into'} the chapter"
        case e.WordsCorrected(was=was, name=name):
            did = f"rewords the sheet of {was}" + (f", who is now {name}" if name != was else "")
        case e.NameOwed(character=id_):
            did = f"writes {called(state, id_)} on the owe list"
        case e.NameStruckOff(character=id_):
            did = f"strikes {called(state, id_)} off the owe list"
        case _:
            assert_never(event)
    return Line(kind="sheet", text=f"{seated(state, event.seat)} {did}.", quote=event.reason, rules=event.rules)


def _die(die: int) -> str:
    return f"d{die}" if die else "no die"
