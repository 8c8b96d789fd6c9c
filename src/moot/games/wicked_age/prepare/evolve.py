"""What each event of the preparation makes of the state."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from moot.games.wicked_age.owelist import returned
from moot.games.wicked_age.prepare import events as e
from moot.games.wicked_age.state import Character, Figure, State, Strength, Turn


def on_list(state: State, event: e.ListEvent) -> State:
    """The state after an event of the oracle, the list or the claims."""
    match event:
        case e.OracleBrought(oracle=own):
            return replace(state, own_oracles=state.own_oracles | {own.id: own}, ids=state.ids + 1)
        case e.OracleChosen(oracle=oracle):
            return replace(state, oracle=oracle, phase="dealing")
        case e.Dealt(entries=entries):
            return replace(state, dealt=entries, phase="reading")
        case e.EntriesRead():
            return replace(state, phase="listing")
        case e.FigureAdded(figure=id_, name=name, card=card):
            return _with_figure(replace(state, ids=state.ids + 1), Figure(id_, name, card))
        case e.FigureRenamed(figure=id_, name=name):
            return _with_figure(state, replace(state.figures[id_], name=name))
        case e.FigureStruck(figure=id_):
            return _without_figure(state, id_)
        case e.FiguresMerged():
            return _merged(state, event)
        case e.ClaimsOpened():
            return replace(state, phase="choosing")
        case e.Claimed(seat=seat, figure=id_):
            figure = state.figures[id_]
            return _with_figure(state, replace(figure, claims=(*figure.claims, seat)))
        case e.Released(seat=seat, figure=id_):
            figure = state.figures[id_]
            return _with_figure(state, replace(figure, claims=tuple(one for one in figure.claims if one != seat)))
        case e.SheetsBegun(returning=returning):
            return replace(_returned(state, returning), phase="sheets")
        case e.FigureTaken(seat=seat, figure=id_):
            return _with_figure(state, replace(state.figures[id_], claims=(seat,)))
        case _:
            assert_never(event)


def _with_figure(state: State, figure: Figure) -> State:
    return replace(state, figures=state.figures | {figure.id: figure})


def _without_figure(state: State, id_: str) -> State:
    return replace(state, figures={key: figure for key, figure in state.figures.items() if key != id_})


def _merged(state: State, event: e.FiguresMerged) -> State:
    kept, other = state.figures[event.figure], state.figures[event.other]
    also = (*kept.also, other.name, *other.also)
    return _with_figure(_without_figure(state, other.id), replace(kept, also=also))


def _returned(state: State, returning: Iterable[str]) -> State:
    places = {figure.returns: figure.id for figure in state.figures.values() if figure.returns}
    for who in returning:
        state = _with_character(state, returned(state.characters[who], places.get(who, "")))
    return state


def on_sheets(state: State, event: e.SheetEvent) -> State:
    """The state after an event of sheets and strengths."""
    match event:
        case e.CharacterMade():
            return _character_made(state, event)
        case e.NpcMade():
            return _npc_made(state, event)
        case e.NpcUnmade(character=id_):
            left = {key: who for key, who in state.characters.items() if key != id_}
            return _without_orphans(replace(state, characters=left))
        case e.NpcShown(character=id_, strengths=strengths):
            return _with_character(state, replace(state.characters[id_], shown=True, seen=strengths))
        case e.NpcHidden(character=id_):
            return _with_character(state, replace(state.characters[id_], shown=False))
        case e.NpcIntroduced(character=id_):
            return _with_character(state, replace(state.characters[id_], known=True))
        case e.StrengthNamed(strength=id_, name=name, known=known):
            named = Strength(id=id_, name=name, known=known)
            return replace(state, strengths=state.strengths | {id_: named}, ids=state.ids + 1)
        case e.StrengthMade():
            return _strength_made(state, event)
        case e.StrengthShown(strength=shown):
            return _with_strength(state, replace(state.strengths[shown.id], known=True))
        case e.StrengthYielded(character=id_, strength=lost):
            who = state.characters[id_]
            return _with_character(state, replace(who, strengths=tuple(one for one in who.strengths if one != lost)))
        case e.OptionPicked(strength=id_, option=option):
            strength = state.strengths[id_]
            return _with_strength(state, replace(strength, options=(*strength.options, option)))
        case _:
            assert_never(event)


def _with_character(state: State, who: Character) -> State:
    return replace(state, characters=state.characters | {who.id: who})


def _with_strength(state: State, strength: Strength) -> State:
    return replace(state, strengths=state.strengths | {strength.id: strength})


def _without_orphans(state: State) -> State:
    """Strengths that were named on a sheet, never made, and are on no sheet any more, are forgotten.

    By those, too, who cannot see the one hidden sheet that still has it.
    """
    held = {strength for who in state.characters.values() for strength in who.strengths}
    seen = {s for who in state.characters.values() if who.shown or not who.npc for s in who.strengths}
    return replace(
        state,
        strengths={
            id_: strength if strength.made else replace(strength, known=id_ in seen)
            for id_, strength in state.strengths.items()
            if strength.made or id_ in held
        },
    )


def _character_made(state: State, event: e.CharacterMade) -> State:
    before = state.characters.get(event.character)
    forms: dict[str, tuple[int, ...]] = {form: (die,) for form, die in event.forms.items()}
    who = Character(
        id=event.character,
        name=event.name,
        player=event.seat,
        description=event.description,
        forms=forms,
        unhurt=forms,
        strengths=event.strengths,
        figure=event.figure,
    )
    state = _with_character(replace(state, ids=state.ids + (before is None)), who)
    return _without_orphans(state)


def _npc_made(state: State, event: e.NpcMade) -> State:
    before = state.characters.get(event.character)
    who = Character(
        id=event.character,
        name=event.name,
        description=event.description,
        forms=event.forms,
        unhurt=event.forms,
        strengths=event.strengths,
        interests=before.interests if before else (),
        marks=before.marks if before else (),
        figure=event.figure,
        known=event.known,
        shown=before.shown if before else False,
        seen=event.strengths if before and before.shown else (),
    )
    state = _with_character(replace(state, ids=state.ids + (before is None)), who)
    figure = state.figures.get(event.figure)
    return _without_orphans(_with_figure(state, replace(figure, claims=())) if figure else state)


def _strength_made(state: State, event: e.StrengthMade) -> State:
    made = replace(
        state.strengths[event.strength],
        made=True,
        description=event.description,
        takes=event.takes,
        form=event.form,
        npc_form=event.npc_form,
        options=(),
        grown=state.chapter,
    )
    return _with_strength(state, made)


def on_interests(state: State, event: e.InterestEvent) -> State:
    """The state after an event of the circle of best interests."""
    match event:
        case e.InterestsBegun():
            return replace(state, phase="interests")
        case e.InterestsNamed():
            return _named(state, event)
        case e.InterestRestated(character=id_, interest=interest):
            who = state.characters[id_]
            others = tuple(interest if one.id == interest.id else one for one in who.interests)
            return _with_character(state, replace(who, interests=others))
        case e.InterestDropped(character=id_, interest=dropped):
            who = state.characters[id_]
            return _with_character(state, replace(who, interests=tuple(o for o in who.interests if o.id != dropped)))
        case e.PlayBegun():
            return replace(state, phase="play")
        case _:
            assert_never(event)


def _named(state: State, event: e.InterestsNamed) -> State:
    who = state.characters[event.character]
    who = replace(who, interests=(*who.interests, *event.interests))
    turn = Turn(event.seat, event.character, tuple(one.id for one in event.interests))
    state = replace(state, circle=(*state.circle, turn), ids=state.ids + len(event.interests))
    return _with_character(state, who)
