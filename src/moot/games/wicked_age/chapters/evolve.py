"""What each event between chapters, and each correction, makes of the state."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from moot.games.wicked_age.chapters import events as e
from moot.games.wicked_age.owelist import returned
from moot.games.wicked_age.state import Character, Figure, Owed, State


def on_opening(state: State, event: e.OpeningEvent) -> State:
    """The state after an event between chapters."""
    match event:
        case e.ChapterClosed():
            return replace(state, phase="between")
        case e.ChapterOpened():
            return _opened(state, event)
        case e.BroughtBack():
            return _brought_back(state, event)
        case e.NewPicked(seat=seat):
            return replace(state, strikers=(*state.strikers, seat))
        case e.NpcRecalled(character=id_, figure=place):
            who = returned(state.characters[id_], place)
            figure = replace(state.figures[place], returns=id_)
            return replace(
                state, characters=state.characters | {id_: who}, figures=state.figures | {place: figure}
            )
        case e.StrengthGrew(strength=id_, significance=significance):
            grown = replace(state.strengths[id_], significance=significance, grown=state.chapter)
            return replace(state, strengths=state.strengths | {id_: grown})
        case _:
            assert_never(event)


def _opened(state: State, event: e.ChapterOpened) -> State:
    state = replace(
        state,
        phase="dealing" if event.oracle else "oracle",
        chapter=event.chapter,
        when=event.when,
        falls=event.falls,
        oracle=event.oracle,
        opener=event.seat if event.owed else "",
        dealt=(),
        figures={},
        characters={id_: _rested(who, healed=event.healed) for id_, who in state.characters.items()},
        circle=(),
        strikers=(event.seat,) if event.owed else (),
        sequences={},
    )
    if not event.owed:
        return state
    return _struck(_placed(state, event.seat, event.character, event.figure), event.owed)


def _rested(who: Character, *, healed: bool) -> Character:
    """Somebody between chapters: not in the new one yet, without interests, and unhurt if harm heals (WA-NEXT-06)."""
    away = replace(who, here=False, interests=(), figure="", dead=who.dead or who.doomed, doomed=False)
    return replace(away, forms=who.unhurt, gone=False) if healed else away


def _placed(state: State, seat: str, character: str, figure: str) -> State:
    """`character` stands on the new list, at a place of their own or a figure's, and is `seat`'s (WA-NEXT-02)."""
    name = state.characters[character].name
    taken = state.figures.get(figure)
    also = (taken.name, *taken.also) if taken else ()
    place = Figure(figure, name, taken.card if taken else "", (seat,), also, returns=character)
    return replace(state, figures=state.figures | {figure: place}, ids=state.ids + (taken is None))


def _struck(state: State, owed: str) -> State:
    return replace(state, owe=tuple(replace(one, struck="chapter") if one.id == owed else one for one in state.owe))


def _brought_back(state: State, event: e.BroughtBack) -> State:
    placed = _placed(state, event.seat, event.character, event.figure)
    return replace(_struck(placed, event.owed), strikers=(*state.strikers, event.seat))


def on_corrections(state: State, event: e.CorrectionEvent) -> State:
    """The state after a correction."""
    match event:
        case e.DieCorrected(character=id_):
            who = _with_die(state.characters[id_], event)
        case e.PartCorrected(character=id_, gone=gone):
            before = state.characters[id_]
            who = replace(before, gone=gone, dead=before.dead and gone)
        case e.WordsCorrected(character=id_, name=name, description=description):
            who = replace(state.characters[id_], name=name, description=description)
        case e.NameOwed(owed=owed, character=id_, player=player):
            entry = Owed(owed, id_, player, state.chapter)
            return replace(state, owe=(*state.owe, entry), ids=state.ids + 1)
        case e.NameStruckOff(owed=owed):
            left = tuple(replace(one, struck="corrected") if one.id == owed else one for one in state.owe)
            return replace(state, owe=left)
        case _:
            assert_never(event)
    return replace(state, characters=state.characters | {who.id: who})


def _with_die(who: Character, event: e.DieCorrected) -> Character:
    def put(forms: dict[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
        dice = forms[event.form]
        return forms | {event.form: (*dice[: event.place], event.die, *dice[event.place + 1 :])}

    return replace(who, forms=put(who.forms), unhurt=put(who.unhurt) if event.lasting else who.unhurt)
