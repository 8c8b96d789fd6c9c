"""What the GM can ask of the preparation. `paper` is the piece of it, where the command is about one."""

from __future__ import annotations

from typing import Literal

from moot.core import Command
from moot.games.swords_edge.paper import Form, SectionKind


class WritePaper(Command, tag="write-paper"):
    """Begin a piece of preparation."""

    form: Form
    title: str
    premise: str = ""
    stakes: str = ""
    goal: str = ""
    story: Literal["stand-alone", "one-story"] = "stand-alone"
    assumes: str = ""
    otherwise: str = ""


class TakePaper(Command, tag="take-paper"):
    """Take a printed piece, with everyone in it."""

    sample: str


class ImportPaper(Command, tag="import-paper"):
    """Bring in a piece as text."""

    text: str


class DropPaper(Command, tag="drop-paper"):
    """Throw a piece away."""

    paper: str


class AddSection(Command, tag="add-section"):
    """Add a headed paragraph."""

    paper: str
    kind: SectionKind
    title: str
    text: str = ""


class AddLearned(Command, tag="add-learned"):
    """Say what can be learned there, from whom, how fast (SE-PREP-02)."""

    paper: str
    section: str
    what: str
    source: str = ""
    when: str = ""


class StrikeSection(Command, tag="strike-section"):
    """Strike a paragraph."""

    paper: str
    section: str


class NameCast(Command, tag="name-cast"):
    """Say which NCs belong to it."""

    paper: str
    ncs: tuple[str, ...] = ()


class AddFight(Command, tag="add-fight"):
    """Prepare a fight (SE-PREP-04)."""

    paper: str
    cast: tuple[str, ...]
    place: str = ""
    on_defeat: str = ""


class AddObstacle(Command, tag="add-obstacle"):
    """Put an obstacle into a scene (SE-PREP-04)."""

    paper: str
    nc: str


class AddAftermath(Command, tag="add-aftermath"):
    """Say what is left behind when a scene is over (SE-PREP-04)."""

    paper: str
    text: str


class AddPart(Command, tag="add-part"):
    """Add an adventure to a campaign (SE-PREP-05)."""

    paper: str
    title: str
    text: str = ""
    after: tuple[str, ...] = ()
    adventure: str = ""
    spotlight: str = ""


class FinishPart(Command, tag="finish-part"):
    """An adventure of a campaign is played."""

    paper: str
    part: str


class NameScenes(Command, tag="name-scenes"):
    """Say which prepared scenes a module has (SE-PREP-03)."""

    paper: str
    scenes: tuple[str, ...] = ()
