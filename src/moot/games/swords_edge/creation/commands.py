"""What can be asked while characters are made. `who` is the sheet, where the command is about one."""

from __future__ import annotations

from typing import Literal

from moot.core import Command


class ChooseGenre(Command, tag="choose-genre"):
    """Say in which genre the table plays."""

    genre: str = ""


class BeginCharacter(Command, tag="begin-character"):
    """Begin a sheet: Concept, Background, Faculty (SE-CRE-02)."""

    name: str
    concept: str
    background: str
    faculty: str
    trait: Literal["physique", "charisma", "cunning"]
    text: str = ""


class TakeSample(Command, tag="take-sample"):
    """Play one of the sample characters."""

    sample: str


class SpendRank(Command, tag="spend-rank"):
    """Raise one Trait or Quality by a Rank."""

    who: str
    what: str


class TakeRank(Command, tag="take-rank"):
    """Take a Rank back."""

    who: str
    what: str


class AddElement(Command, tag="add-element"):
    """Buy an Element, or with `sfx` an SFX Quality and its Fetish."""

    who: str
    name: str
    trait: Literal["physique", "charisma", "cunning"]
    sfx: bool = False
    fetish: str = ""


class AddWeakness(Command, tag="add-weakness"):
    """Take a Weakness for one more Rank (SE-CRE-09)."""

    who: str
    name: str
    trait: Literal["physique", "charisma", "cunning"]


class Reword(Command, tag="reword"):
    """Give a Quality another name."""

    who: str
    what: str
    name: str


class TieFaculty(Command, tag="tie-faculty"):
    """Tie the Faculty to another Trait."""

    who: str
    trait: Literal["physique", "charisma", "cunning"]


class DropQuality(Command, tag="drop-quality"):
    """Strike an Element or the Weakness."""

    who: str
    what: str


class JudgeQuality(Command, tag="judge-quality"):
    """The GM charges more for a Quality that covers too much, or refuses it (SE-CRE-07)."""

    who: str
    what: str
    ruling: Literal["as-it-is", "one-more", "two-more", "refused"]


class SetPivot(Command, tag="set-pivot"):
    """Write a Goal, Quirk or Style; one already held is replaced (SE-PIV-03)."""

    who: str
    kind: Literal["goal", "quirk", "style"]
    text: str


class DropPivot(Command, tag="drop-pivot"):
    """Strike a Pivot."""

    who: str
    pivot: str


class FinishCharacter(Command, tag="finish-character"):
    """The sheet is done."""

    who: str


class ReopenCharacter(Command, tag="reopen-character"):
    """Change a sheet before the first session."""

    who: str


class SetAside(Command, tag="set-aside"):
    """Give a sheet up, and make another character."""

    who: str
