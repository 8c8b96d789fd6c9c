"""Pieces of preparation filled: paragraphs and what can be learned there, casts, obstacles, fights, parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from moot.core import Choose, Part, Seat, Write
from moot.games.swords_edge.cast.choosing import choices
from moot.games.swords_edge.ownership import needs_guide
from moot.games.swords_edge.papers import SECTIONS, Fight, Paper, SectionKind
from moot.games.swords_edge.phases import ALWAYS
from moot.games.swords_edge.prep.from_pack import PaperChanged
from moot.games.swords_edge.state import State
from moot.kit.crowds import chosen
from moot.kit.notebook import keeping
from moot.kit.notebook.keeping import Blanks, EditPaper, passage, which


class Edit(EditPaper[State, Paper]):
    """Every change of a paper is the GM's, at any time."""

    when, event = ALWAYS, PaperChanged

    @classmethod
    def check(cls, seat: Seat) -> None:
        needs_guide(seat, "prepares", "SE-GM-01")


# ---------------------------------------------------------------- paragraphs


class AddSection(keeping.AddSection[State, Paper], Edit, tag="add-section"):
    """Add a headed paragraph (SE-PREP-02, SE-PREP-03)."""

    rules, label, kinds = ("SE-PREP-02", "SE-PREP-03"), "Add a paragraph", SECTIONS
    forms = ("one-pager", "module", "scene")
    kind: SectionKind


class AddLearned(keeping.AddLearned[State, Paper], Edit, tag="add-learned"):
    """Say what can be learned there, from whom, how fast (SE-PREP-02)."""

    rules, label, forms = ("SE-PREP-02",), "Something to learn", ("one-pager", "module", "scene")


class StrikeSection(keeping.StrikeSection[State, Paper], Edit, tag="strike-section"):
    """Strike a paragraph."""

    rules, label = ("SE-PREP-03",), "Strike a paragraph"


# ---------------------------------------------------------------- who is in it, and what a scene has


def _among_ncs(state: State, name: str, label: str, least: int = 1, default: tuple[str, ...] = ()) -> Blanks:
    """Some of all NCs, listed when the blank is asked for; None if there are none."""

    def made(_: bool) -> Iterator[Choose]:
        found = choices(state.ncs.values())
        yield Choose(name=name, label=label, choices=found, least=least, many=True, default=default)

    return (made,) if state.ncs else None


def _meant(state: State, ncs: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(nc.id for nc in chosen(state.ncs.values(), *ncs))


class NameCast(Edit, tag="name-cast"):
    """Say which NCs belong to it."""

    rules, label, forms = ("SE-PREP-02",), "Say who is in it", ("one-pager", "module")
    ncs: tuple[str, ...] = ()

    @classmethod
    def blanks(cls, state: State, paper: Paper) -> Blanks:
        held = tuple(nc for nc in paper.cast if nc in state.ncs)
        return _among_ncs(state, "ncs", "Who is in it?", least=0, default=held)

    def edited(self, state: State, paper: Paper) -> Paper:
        return replace(paper, cast=_meant(state, self.ncs))


class AddFight(Edit, tag="add-fight"):
    """Prepare a fight (SE-PREP-04)."""

    rules, label, forms = ("SE-PREP-04",), "Prepare a fight", ("scene",)
    cast: tuple[str, ...]
    place: str = ""
    on_defeat: str = ""

    @classmethod
    def blanks(cls, state: State, paper: Paper) -> Blanks:
        cast = _among_ncs(state, "cast", "Against whom?")
        place = Write(name="place", label="Where?", least=0)
        return cast and (*cast, place, passage("on_defeat", "When they are beaten"))

    def edited(self, state: State, paper: Paper) -> Paper:
        fight = Fight(_meant(state, self.cast), self.place.strip(), "", self.on_defeat.strip())
        return replace(paper, fights=(*paper.fights, fight))


class AddObstacle(Edit, tag="add-obstacle"):
    """Put an obstacle into a scene (SE-PREP-04)."""

    rules, label, forms = ("SE-PREP-04", "SE-NC-09"), "Put an obstacle in", ("scene",)
    nc: str

    @classmethod
    def blanks(cls, state: State, paper: Paper) -> Blanks:
        able = (nc for nc in state.ncs.values() if nc.kind == "obstacle" and nc.id not in paper.obstacles)
        return which("nc", "Which?", ((nc.id, nc.name) for nc in able))

    def edited(self, state: State, paper: Paper) -> Paper:
        return replace(paper, obstacles=(*paper.obstacles, self.nc))


class AddAftermath(Edit, tag="add-aftermath"):
    """Say what is left behind when a scene is over (SE-PREP-04)."""

    rules, label, forms = ("SE-PREP-04",), "What is left behind", ("scene",)
    text: str

    @classmethod
    def blanks(cls, state: State, paper: Paper) -> Blanks:
        return (passage("text", "Afterwards", 1),)

    def edited(self, state: State, paper: Paper) -> Paper:
        return replace(paper, aftermath=(*paper.aftermath, self.text.strip()))


class NameScenes(keeping.NameScenes[State, Paper], Edit, tag="name-scenes"):
    """Say which prepared scenes a module has (SE-PREP-03)."""

    rules, label, forms = ("SE-PREP-03",), "Say which scenes belong to it", ("module",)


# ---------------------------------------------------------------- campaigns


class AddPart(keeping.AddPart[State, Paper], Edit, tag="add-part"):
    """Add an adventure to a campaign (SE-PREP-05)."""

    rules, label, forms = ("SE-PREP-05", "SE-GM-04"), "Add an adventure", ("campaign",)
    why = "Plan a moment for each character’s niche, in every session or at least every adventure."

    @classmethod
    def characters(cls, state: State) -> Iterable[str]:
        return (who.name for who in state.cast())


class FinishPart(keeping.FinishPart[State, Paper], Edit, tag="finish-part"):
    """An adventure of a campaign is played."""

    rules, label, forms = ("SE-PREP-05", "SE-TERM-02"), "An adventure is played", ("campaign",)


EDITING: Final[Part[State]] = Part(
    AddSection, AddLearned, StrikeSection, NameCast, AddFight, AddObstacle, AddAftermath, NameScenes, AddPart,
    FinishPart,
)
