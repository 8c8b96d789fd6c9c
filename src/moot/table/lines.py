"""How the journal says what happened at the table."""

from __future__ import annotations

from moot.core import Line
from moot.table import events as did
from moot.table.state import House, TableState


def line(state: TableState, event: did.TableEvent) -> Line | None:
    """The journal's line for a table event, given the table after it; None where there is nothing to say."""
    match event:
        case did.Said(seat=seat, text=text, manner="story"):
            return Line(kind="story", who=state.name(seat), quote=text)
        case did.Said(seat=seat, text=text, manner="speech", name=name) if name:
            return Line(kind="speech", who=name, quote=text)
        case did.Said(seat=seat, text=text):
            return Line(kind="aside", who=state.name(seat), quote=text)
        case did.Opened(title=title):
            return _system(f"The table “{title}” is open.")
        case did.DiceSealed(epoch=epoch, commitment=commitment):
            return _system(f"The dice are sealed (seal {epoch}, {commitment[:12]}…). Anyone can check them later.")
        case did.DiceRevealed(epoch=epoch):
            return _system(f"Seal {epoch} is open: every roll made under it can now be checked.")
        case did.Came(seat=seat, standing="waiting"):
            return _system(f"{seat.name} is at the door.")
        case did.Came(seat=seat):
            return _system(f"{seat.name} sits down.")
        case did.Admitted(seat=seat):
            return _system(f"{state.name(seat)} is let in.")
        case did.SeatHanded(seat=seat):
            return _system(f"{state.name(seat)} is back.")
        case did.Left(seat=seat):
            return _system(f"{state.name(seat)} leaves the table.")
        case did.Renamed(name=name):
            return _system(f"Somebody goes by {name} now.")
        case did.SeatedAs(seat=seat, role=role):
            return _system(f"{state.name(seat)} is a {role} now.")
        case did.HouseSet(house=house):
            return _system(_house(house))
        case did.SceneOpened(title=title, place=place, cast=cast, stakes=stakes):
            told = " ".join(part.rstrip(".") + "." for part in (place, cast, stakes) if part)
            return Line(kind="scene", text=title, quote=told)
        case did.CutMade(scene=scene):
            return Line(kind="scene", text=state.scenes[scene].title, quote="Cut to:")
        case did.SceneClosed(scene=scene):
            return _system(f"The scene “{state.scenes[scene].title}” is over.")
        case did.Paused():
            return Line(kind="safety", text="Play is paused.")
        case did.Resumed():
            return Line(kind="safety", text="Play goes on.")
        case did.UndoWanted(seat=seat):
            return _system(f"{state.name(seat)} asks to take things back.")
        case did.UndoAgreed(seat=seat):
            return _system(f"{state.name(seat)} agrees.")
        case did.UndoDeclined(seat=seat):
            return _system(f"{state.name(seat)} leaves things as they are.")
        case did.Rewound(by=by):
            return _system(f"The game is taken back, as {state.name(by)} asked. What was struck stays readable.")
        case _:
            return None


def _house(house: House) -> str:
    door = "opens to whoever has the link" if house.door == "open" else "is kept by the one who runs the game"
    undo = "everyone who plays agrees" if house.undo == "everyone" else "the one who runs the game agrees"
    dice = "may be typed in" if house.hand_dice else "do not count"
    return f"The door {door}. Things are taken back if {undo}. Dice rolled by hand {dice}."


def _system(text: str) -> Line:
    return Line(kind="system", text=text)
