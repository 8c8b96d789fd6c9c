"""Pieces of preparation filled: paragraphs and what can be learned there, casts, obstacles, fights, parts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

import msgspec
from msgspec.structs import replace

from moot.core import Choice, Choose, Command, Offered, Part, Play, Refused, Seat, Write
from moot.core.blanks import Field
from moot.games.swords_edge.cast.choosing import choices, chosen
from moot.games.swords_edge.ownership import needs_guide
from moot.games.swords_edge.papers import Fight, Paper, PaperForm, SectionKind
from moot.games.swords_edge.phases import ALWAYS
from moot.games.swords_edge.prep.kept import PaperChanged
from moot.games.swords_edge.state import State
from moot.kit.notebook.papers import Learned, Step


class Edit(Command[State]):
    """What every change of a paper has in common; it is offered for each paper of its `forms`, all if it names none.

    A subclass says what it asks of a paper, None where it has nothing to add, and what the paper is after it.
    """

    when, urgency = ALWAYS, "tool"
    label: ClassVar[str]
    why: ClassVar[str] = ""
    forms: ClassVar[tuple[PaperForm, ...]] = ()

    paper: str

    @classmethod
    def blanks(cls, state: State, paper: Paper) -> tuple[Field, ...] | None:
        """The blanks for a change of `paper`."""
        raise NotImplementedError

    def changed(self, state: State, paper: Paper) -> Paper:
        """`paper` after the change."""
        raise NotImplementedError

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered | Refused]:
        needs_guide(seat, "prepares", "SE-GM-01")
        for paper in state.papers.values():
            if cls.forms and paper.form not in cls.forms:
                continue
            if (blanks := cls.blanks(state, paper)) is not None:
                yield cls.offer(paper, f"{cls.label}: {paper.title}", cls.why, *blanks, about=paper.id, paper=paper.id)
        yield Refused("nothing-prepared", "There is nothing of that kind to add to.", "SE-PREP-03")

    def enact(self, play: Play[State], of: Paper) -> None:
        play.record(PaperChanged(paper=self.changed(play.state, of), rules=type(self).rules))


def _passage(name: str, label: str, least: int = 0) -> Write:
    return Write(name=name, label=label, least=least, most=2000, lines=3)


def _which(name: str, label: str, found: tuple[Choice, ...], *, many: bool = False) -> tuple[Field, ...] | None:
    """A choice among these, if there are any; of many none may do."""
    return (Choose(name=name, label=label, choices=found, least=0 if many else 1, many=many),) if found else None


# ---------------------------------------------------------------- paragraphs

_KINDS: Final[dict[SectionKind, str]] = {
    "event": "Something happens",
    "place": "A place",
    "timeline": "When, if nobody interferes",
    "goal": "What an NC is after",
    "note": "A note",
}


def _sections(paper: Paper) -> tuple[Field, ...] | None:
    return _which("section", "Where?", tuple(Choice(section.id, section.title) for section in paper.sections))


class AddSection(Edit, tag="add-section"):
    """Add a headed paragraph."""

    rules, label, forms = ("SE-PREP-02", "SE-PREP-03"), "Add a paragraph", ("one-pager", "module", "scene")

    kind: SectionKind
    title: str
    text: str = ""

    @classmethod
    def blanks(cls, state: State, paper: Paper) -> tuple[Field, ...]:
        kinds = tuple(Choice(kind, title) for kind, title in _KINDS.items())
        kind = Choose(name="kind", label="What is it?", choices=kinds, default=("event",))
        return kind, Write(name="title", label="Heading"), _passage("text", "Text")

    def changed(self, state: State, paper: Paper) -> Paper:
        return paper.with_section(self.kind, self.title.strip(), self.text.strip())


class AddLearned(Edit, tag="add-learned"):
    """Say what can be learned there, from whom, how fast (SE-PREP-02)."""

    rules, label, forms = ("SE-PREP-02",), "Something to learn", ("one-pager", "module", "scene")

    section: str
    what: str
    source: str = ""
    how_fast: str = msgspec.field(default="", name="when")

    @classmethod
    def blanks(cls, state: State, paper: Paper) -> tuple[Field, ...] | None:
        where = _sections(paper)
        return where and (
            *where,
            Write(name="what", label="What can be learned?"),
            Write(name="source", label="From whom?", least=0),
            Write(name="when", label="How fast?", least=0),
        )

    def changed(self, state: State, paper: Paper) -> Paper:
        learned = Learned(self.what.strip(), self.source.strip(), self.how_fast.strip())
        return paper.with_learned(self.section, learned)


class StrikeSection(Edit, tag="strike-section"):
    """Strike a paragraph."""

    rules, label = ("SE-PREP-03",), "Strike a paragraph"

    section: str

    @classmethod
    def blanks(cls, state: State, paper: Paper) -> tuple[Field, ...] | None:
        return _sections(paper)

    def changed(self, state: State, paper: Paper) -> Paper:
        return paper.without_section(self.section)


# ---------------------------------------------------------------- who is in it, and what a scene has


def _meant(state: State, ncs: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(nc.id for nc in chosen(state.ncs.values(), *ncs))


class NameCast(Edit, tag="name-cast"):
    """Say which NCs belong to it."""

    rules, label, forms = ("SE-PREP-02",), "Say who is in it", ("one-pager", "module")

    ncs: tuple[str, ...] = ()

    @classmethod
    def blanks(cls, state: State, paper: Paper) -> tuple[Field, ...] | None:
        found = choices(state.ncs.values())
        held = tuple(nc for nc in paper.cast if nc in state.ncs)
        ncs = Choose(name="ncs", label="Who is in it?", choices=found, least=0, many=True, default=held)
        return (ncs,) if found else None

    def changed(self, state: State, paper: Paper) -> Paper:
        return replace(paper, cast=_meant(state, self.ncs))


class AddFight(Edit, tag="add-fight"):
    """Prepare a fight (SE-PREP-04)."""

    rules, label, forms = ("SE-PREP-04",), "Prepare a fight", ("scene",)

    cast: tuple[str, ...]
    place: str = ""
    on_defeat: str = ""

    @classmethod
    def blanks(cls, state: State, paper: Paper) -> tuple[Field, ...] | None:
        found = choices(state.ncs.values())
        cast = Choose(name="cast", label="Against whom?", choices=found, many=True)
        place = Write(name="place", label="Where?", least=0)
        return (cast, place, _passage("on_defeat", "When they are beaten")) if found else None

    def changed(self, state: State, paper: Paper) -> Paper:
        fight = Fight(_meant(state, self.cast), self.place.strip(), "", self.on_defeat.strip())
        return replace(paper, fights=(*paper.fights, fight))


class AddObstacle(Edit, tag="add-obstacle"):
    """Put an obstacle into a scene (SE-PREP-04)."""

    rules, label, forms = ("SE-PREP-04", "SE-NC-09"), "Put an obstacle in", ("scene",)

    nc: str

    @classmethod
    def blanks(cls, state: State, paper: Paper) -> tuple[Field, ...] | None:
        able = (nc for nc in state.ncs.values() if nc.kind == "obstacle" and nc.id not in paper.obstacles)
        return _which("nc", "Which?", tuple(Choice(nc.id, nc.name) for nc in able))

    def changed(self, state: State, paper: Paper) -> Paper:
        return replace(paper, obstacles=(*paper.obstacles, self.nc))


class AddAftermath(Edit, tag="add-aftermath"):
    """Say what is left behind when a scene is over (SE-PREP-04)."""

    rules, label, forms = ("SE-PREP-04",), "What is left behind", ("scene",)

    text: str

    @classmethod
    def blanks(cls, state: State, paper: Paper) -> tuple[Field, ...]:
        return (_passage("text", "Afterwards", 1),)

    def changed(self, state: State, paper: Paper) -> Paper:
        return replace(paper, aftermath=(*paper.aftermath, self.text.strip()))


class NameScenes(Edit, tag="name-scenes"):
    """Say which prepared scenes a module has (SE-PREP-03)."""

    rules, label, forms = ("SE-PREP-03",), "Say which scenes belong to it", ("module",)

    scenes: tuple[str, ...] = ()

    @classmethod
    def blanks(cls, state: State, paper: Paper) -> tuple[Field, ...] | None:
        scenes = tuple(Choice(other.id, other.title) for other in state.papers.values() if other.form == "scene")
        return _which("scenes", "Which scenes?", scenes, many=True)

    def changed(self, state: State, paper: Paper) -> Paper:
        return replace(paper, scenes=self.scenes)


# ---------------------------------------------------------------- campaigns


class AddPart(Edit, tag="add-part"):
    """Add an adventure to a campaign (SE-PREP-05)."""

    rules, label, forms = ("SE-PREP-05", "SE-GM-04"), "Add an adventure", ("campaign",)
    why = "Plan a moment for each character’s niche, in every session or at least every adventure."

    title: str
    text: str = ""
    after: tuple[str, ...] = ()
    adventure: str = ""
    spotlight: str = ""

    @classmethod
    def blanks(cls, state: State, paper: Paper) -> tuple[Field, ...]:
        able = (other for other in state.papers.values() if other.form in ("one-pager", "module", "scene"))
        found = (
            ("after", "What leads to it?", tuple(Choice(part.id, part.title) for part in paper.parts)),
            ("adventure", "Prepared as", tuple(Choice(other.id, other.title) for other in able)),
            ("spotlight", "Whose spotlight?", tuple(Choice(who.name, who.name) for who in state.cast())),
        )
        return (
            Write(name="title", label="Title"),
            _passage("text", "What is it about?"),
            *(
                Choose(name=name, label=label, choices=some, least=0, many=name == "after")
                for name, label, some in found
                if some
            ),
        )

    def changed(self, state: State, paper: Paper) -> Paper:
        part = Step("", self.title.strip(), self.text.strip(), self.adventure, self.spotlight)
        return paper.with_part(part, self.after)


class FinishPart(Edit, tag="finish-part"):
    """An adventure of a campaign is played."""

    rules, label, forms = ("SE-PREP-05", "SE-TERM-02"), "An adventure is played", ("campaign",)

    part: str

    @classmethod
    def blanks(cls, state: State, paper: Paper) -> tuple[Field, ...] | None:
        return _which("part", "Which?", tuple(Choice(part.id, part.title) for part in paper.parts if not part.done))

    def changed(self, state: State, paper: Paper) -> Paper:
        return paper.finished(self.part)


EDITING: Final[Part[State]] = Part(
    AddSection, AddLearned, StrikeSection, NameCast, AddFight, AddObstacle, AddAftermath, NameScenes, AddPart,
    FinishPart,
)
