"""What can have happened while a chapter was prepared."""

from __future__ import annotations

from typing import TypeAlias

from moot.core import Event
from moot.games.wicked_age.state import Entry, Interest, OwnOracle, Strength, StrengthOption


class OracleBrought(Event, tag="oracle-brought"):
    """`seat` gave the table an oracle of its own."""

    seat: str
    oracle: OwnOracle


class OracleChosen(Event, tag="oracle-chosen"):
    """`seat` chose the oracle of this chapter."""

    seat: str
    oracle: str


class Dealt(Event, tag="dealt"):
    """`seat` dealt four cards; `by_hand`: off a real deck."""

    seat: str
    entries: tuple[Entry, ...]
    by_hand: bool = False


class EntriesRead(Event, tag="entries-read"):
    """`seat` read the four entries out."""

    seat: str


class FigureAdded(Event, tag="figure-added"):
    """Somebody is on the list; `card` is the entry that names or implies them, if one does."""

    seat: str
    figure: str
    name: str
    card: str = ""


class FigureRenamed(Event, tag="figure-renamed"):
    """A figure has a better name; `was` is the one before."""

    figure: str
    name: str
    was: str


class FigureStruck(Event, tag="figure-struck"):
    """A figure is off the list."""

    figure: str
    name: str


class FiguresMerged(Event, tag="figures-merged"):
    """`other` turned out to be the same person as `figure`, and is on the list no more."""

    seat: str
    figure: str
    other: str
    name: str


class ClaimsOpened(Event, tag="claims-opened"):
    """The players may pick."""


class Claimed(Event, tag="claimed"):
    """`seat` wants a figure."""

    seat: str
    figure: str


class Released(Event, tag="released"):
    """`seat` left a figure to others."""

    seat: str
    figure: str


class SheetsBegun(Event, tag="sheets-begun"):
    """Every player has a figure; `returning` are the characters of earlier chapters who are in this one."""

    returning: tuple[str, ...] = ()


class FigureTaken(Event, tag="figure-taken"):
    """`seat` took a figure that was left, after choosing."""

    seat: str
    figure: str


class CharacterMade(Event, tag="character-made"):
    """A player's character has a sheet; made again, it replaces the one before."""

    seat: str
    character: str
    figure: str
    name: str
    description: str
    forms: dict[str, int]
    strengths: tuple[str, ...] = ()
    again: bool = False


class NpcMade(Event, tag="npc-made"):
    """An NPC has a sheet; made again, it replaces the one before. `known`: the table knows of them, if not the dice."""

    character: str
    figure: str
    name: str
    description: str
    forms: dict[str, tuple[int, ...]]
    strengths: tuple[str, ...] = ()
    known: bool = True
    again: bool = False


class NpcUnmade(Event, tag="npc-unmade"):
    """An NPC's sheet was thrown away; `known`: the table knew of them."""

    character: str
    name: str
    known: bool = True


class NpcShown(Event, tag="npc-shown"):
    """An NPC's sheet is open to all: dice now and unhurt, and the ids of strengths."""

    character: str
    forms: dict[str, tuple[int, ...]]
    unhurt: dict[str, tuple[int, ...]]
    strengths: tuple[str, ...] = ()


class NpcHidden(Event, tag="npc-hidden"):
    """An NPC's sheet is closed."""

    character: str


class NpcIntroduced(Event, tag="npc-introduced"):
    """The table knows of an NPC."""

    character: str
    name: str
    description: str = ""


class StrengthNamed(Event, tag="strength-named"):
    """A new strength has a name and no sheet yet."""

    strength: str
    name: str
    known: bool = True


class StrengthMade(Event, tag="strength-made"):
    """A strength's sheet is filled in, but for its options."""

    seat: str
    strength: str
    description: str
    takes: str
    form: str
    npc_form: str


class StrengthShown(Event, tag="strength-shown"):
    """The table knows of a strength that only hidden sheets had."""

    strength: Strength


class StrengthYielded(Event, tag="strength-yielded"):
    """A hidden sheet lost a unique strength, since somebody in the open has it now (WA-STR-10)."""

    character: str
    strength: str


class OptionPicked(Event, tag="option-picked"):
    """A strength has one more option."""

    seat: str
    strength: str
    option: StrengthOption


class InterestsBegun(Event, tag="interests-begun"):
    """All sheets are done."""


class InterestsNamed(Event, tag="interests-named"):
    """A turn in the circle (WA-BI-02)."""

    seat: str
    character: str
    interests: tuple[Interest, ...]


class InterestRestated(Event, tag="interest-restated"):
    """An interest was put otherwise."""

    character: str
    interest: Interest


class InterestDropped(Event, tag="interest-dropped"):
    """An interest was taken back."""

    character: str
    interest: str


class PlayBegun(Event, tag="play-begun"):
    """The chapter is played."""


ListEvent: TypeAlias = (
    OracleBrought
    | OracleChosen
    | Dealt
    | EntriesRead
    | FigureAdded
    | FigureRenamed
    | FigureStruck
    | FiguresMerged
    | ClaimsOpened
    | Claimed
    | Released
    | SheetsBegun
    | FigureTaken
)

SheetEvent: TypeAlias = (
    CharacterMade
    | NpcMade
    | NpcUnmade
    | NpcShown
    | NpcHidden
    | NpcIntroduced
    | StrengthNamed
    | StrengthMade
    | StrengthShown
    | StrengthYielded
    | OptionPicked
)

InterestEvent: TypeAlias = InterestsBegun | InterestsNamed | InterestRestated | InterestDropped | PlayBegun
