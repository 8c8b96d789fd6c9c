"""What the table hears of sheets and strengths."""

from __future__ import annotations

from typing import assert_never

from moot.core import Event
from moot.games.wicked_age.prepare import events as e
from moot.games.wicked_age.state import State


def told(state: State, event: e.SheetEvent) -> Event | None:
    """What all but the GM hear of `event`, given the state after it; None for nothing.

    Of an NPC they hear name and description once they know of them, dice and strengths once the sheet is shown; of a
    strength, once it stands on a sheet that they may see.
    """
    match event:
        case e.CharacterMade() | e.NpcShown() | e.NpcHidden() | e.NpcIntroduced() | e.StrengthShown():
            return event
        case e.NpcMade(character=id_, known=known):
            shown = id_ in state.characters and state.characters[id_].shown
            return event if shown else _without_sheet(event) if known else None
        case e.NpcUnmade(known=known) | e.StrengthNamed(known=known):
            return event if known else None
        case e.StrengthMade(strength=id_) | e.OptionPicked(strength=id_):
            return event if id_ in state.strengths and state.strengths[id_].known else None
        case e.StrengthYielded(character=id_):
            return event if id_ in state.characters and state.characters[id_].shown else None
        case _:
            assert_never(event)


def _without_sheet(event: e.NpcMade) -> e.NpcMade:
    return e.NpcMade(
        character=event.character,
        figure=event.figure,
        name=event.name,
        description=event.description,
        forms={},
        again=event.again,
        rules=event.rules,
        v=event.v,
    )
