"""The core of every game: luck, rules, offers, events, seats. It imports no other part of Moot, does no I/O, has no
clock."""

from moot.core.ask import Ask, Way
from moot.core.blanks import Choose, Compose, Confirm, Count, Field, Spread, Write
from moot.core.board import BoardPart, BoardRow, HeadNote, Meter
from moot.core.chance import Chance, Given, Recorded, Scripted, Sealed, Seeded, draw, outcomes, roll
from moot.core.choices import Choice, Item, Kind, Purse
from moot.core.commands import Command, Commands
from moot.core.errors import Corrupt, MootError, NotListed, NotNow, Refused, WriteConflict
from moot.core.events import Codec, Event, Line, Shown, Summand, Throw
from moot.core.files import Document, Format
from moot.core.frames import Change, Face, Fact, Frame
from moot.core.game import CastMember, Game, Situation, Waiting
from moot.core.match import Match
from moot.core.offered import Offered, Offers
from moot.core.offers import Offer, Urgencies, Urgency
from moot.core.parts import Part
from moot.core.play import Play
from moot.core.reference import Reference, ReferenceRow
from moot.core.rulebook import Module, Option, Rule, Rulebook
from moot.core.seats import Role, Roles, Seat
from moot.core.state import GameState
from moot.core.words import listed

__all__ = [
    "Ask", "BoardPart", "BoardRow", "CastMember", "Chance", "Change", "Choice", "Choose", "Codec", "Command",
    "Commands", "Compose", "Confirm", "Corrupt", "Count", "Document", "Event", "Face", "Fact", "Field", "Format",
    "Frame", "Game", "GameState", "Given", "HeadNote", "Item", "Kind", "Line", "Match", "Meter", "Module", "MootError",
    "NotListed", "NotNow", "Offer", "Offered", "Offers", "Option", "Part", "Play", "Purse", "Recorded", "Reference",
    "ReferenceRow", "Refused", "Role", "Roles", "Rule", "Rulebook", "Scripted", "Sealed", "Seat", "Seeded", "Shown",
    "Situation", "Spread", "Summand", "Throw", "Urgencies", "Urgency", "Waiting", "Way", "Write", "WriteConflict",
    "draw", "listed", "outcomes", "roll",
]
