"""Papers at a table: written, changed and dropped; and the changes that papers of any game can be given.

A game's state has `papers`, by id. Its own commands and events are subclasses, each with a tag, and with what the book
says of it: `label`, `rules`, for which `forms`. One class between says for all of them who may, and when:

    class Edit(EditPaper[State, Paper]):
        when, event, giver = ALWAYS, PaperChanged, only_guide("prepares")

    class AddSection(keeping.AddSection[State, Paper], Edit, tag="add-section"):
        rules, label, kinds = ("SE-PREP-02",), "Add a paragraph", {"place": "A place"}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from moot.core import Choice, Choose, Command, Event, GameState, Line, Offers, Play, Refused, Seat, Write, offered
from moot.kit.keyed import counted, held, holding, put, without
from moot.kit.notebook.papers import CampaignStep, Learnable, Paper

S = TypeVar("S", bound=GameState)
P = TypeVar("P", bound=Paper)

PaperAsks: TypeAlias = tuple[offered.Blanks, ...] | None
"""The blanks of an offer, each a field or what makes some; None if there is nothing to offer."""


# ---------------------------------------------------------------- what can have happened


class PaperChanged(Event[S], Generic[S, P]):
    """A paper as it stands now."""

    heard_by = "guide"

    paper: P

    def evolve(self, state: S) -> S:
        return holding(state, "papers", put(held(state, "papers"), self.paper))

    def line(self, state: S) -> Line:
        return Line("aside", f"Changed: “{self.paper.title}”.")


class PaperWritten(PaperChanged[S, P], Generic[S, P]):
    """There is a new paper."""

    def called(self) -> str:
        """What people call a paper of its form."""
        return self.paper.form

    def evolve(self, state: S) -> S:
        return replace(super().evolve(state), ids=state.ids + counted([self.paper.id]))

    def line(self, state: S) -> Line:
        return Line("aside", f"Prepared: {self.called()}, “{self.paper.title}”.")


class PaperDropped(Event[S], Generic[S]):
    """A paper was thrown away."""

    heard_by = "guide"

    paper: str
    title: str

    def evolve(self, state: S) -> S:
        return holding(state, "papers", without(held(state, "papers"), self.paper))

    def line(self, state: S) -> Line:
        return Line("aside", f"Thrown away: “{self.title}”.")


# ---------------------------------------------------------------- changes


class EditPaper(Command[S], Generic[S, P]):
    """What all changes of a paper have in common: offered for each paper of its `forms`, for any if it names none."""

    urgency, about_any = "tool", "papers"
    label: ClassVar[str]
    why: ClassVar[str] = ""
    forms: ClassVar[tuple[str, ...]] = ()
    event: ClassVar[type[PaperChanged[Any, Any]]]

    paper: str

    @classmethod
    def blanks(cls, state: S, paper: P) -> PaperAsks:
        """What it asks of `paper`; None where the paper has no use for it now."""
        raise NotImplementedError

    def edited(self, state: S, paper: P) -> P:
        """`paper` after the change."""
        raise NotImplementedError

    @classmethod
    def offers(cls, state: S, seat: Seat) -> Offers:
        for paper in held(state, "papers").values():
            if (not cls.forms or paper.form in cls.forms) and (blanks := cls.blanks(state, paper)) is not None:
                yield cls.offer(paper, f"{cls.label}: {paper.title}", cls.why, *blanks, about=paper.id, paper=paper.id)
        yield Refused("nothing-prepared", "There is nothing of that kind to add to.")

    def enact(self, play: Play[S], of: P) -> None:
        play.record(type(self).event(paper=self.edited(play.state, of), rules=type(self).rules))


def passage(name: str, label: str, least: int = 0) -> Write:
    """A blank for a text of several lines."""
    return Write(name=name, label=label, least=least, most=2000, lines=3)


def which(name: str, label: str, found: Iterable[tuple[str, str]], *, many: bool = False, least: int = 1) -> PaperAsks:
    """A choice among these, by id and name, if there are any."""
    choices = tuple(Choice(id_, title) for id_, title in found)
    return (Choose(name=name, label=label, choices=choices, least=least, many=many),) if choices else None


def _sections(paper: Paper) -> PaperAsks:
    return which("section", "Where?", ((section.id, section.title) for section in paper.sections))


class AddSection(EditPaper[S, P], Generic[S, P]):
    """Add a headed paragraph; `kinds` are what it can tell of, the usual one first."""

    kinds: ClassVar[Mapping[str, str]]

    kind: str
    title: str
    text: str = ""

    @classmethod
    def blanks(cls, state: S, paper: P) -> PaperAsks:
        choices = tuple(Choice(kind, title) for kind, title in cls.kinds.items())
        kind = Choose(name="kind", label="What is it?", choices=choices, default=(choices[0].value,))
        return kind, Write(name="title", label="Heading"), passage("text", "Text")

    def edited(self, state: S, paper: P) -> P:
        return paper.with_section(self.kind, self.title.strip(), self.text.strip())


class AddLearned(EditPaper[S, P], Generic[S, P]):
    """Say what can be learned in a paragraph, from whom, how fast."""

    section: str
    what: str
    source: str = ""
    how_fast: str = msgspec.field(default="", name="when")

    @classmethod
    def blanks(cls, state: S, paper: P) -> PaperAsks:
        where = _sections(paper)
        return where and (
            *where,
            Write(name="what", label="What can be learned?"),
            Write(name="source", label="From whom?", least=0),
            Write(name="when", label="How fast?", least=0),
        )

    def edited(self, state: S, paper: P) -> P:
        learned = Learnable(self.what.strip(), self.source.strip(), self.how_fast.strip())
        return paper.with_learned(self.section, learned)


class StrikeSection(EditPaper[S, P], Generic[S, P]):
    """Strike a paragraph."""

    section: str

    @classmethod
    def blanks(cls, state: S, paper: P) -> PaperAsks:
        return _sections(paper)

    def edited(self, state: S, paper: P) -> P:
        return paper.without_section(self.section)


class NameScenes(EditPaper[S, P], Generic[S, P]):
    """Say which prepared scenes belong to it."""

    scenes: tuple[str, ...] = ()

    @classmethod
    def blanks(cls, state: S, paper: P) -> PaperAsks:
        scenes = ((other.id, other.title) for other in held(state, "papers").values() if other.form == "scene")
        return which("scenes", "Which scenes?", scenes, many=True, least=0)

    def edited(self, state: S, paper: P) -> P:
        return replace(paper, scenes=self.scenes)


class AddPart(EditPaper[S, P], Generic[S, P]):
    """Add an adventure to a campaign; `adventures` are the forms that one can be prepared as."""

    adventures: ClassVar[tuple[str, ...]] = ("one-pager", "module", "scene")

    title: str
    text: str = ""
    after: tuple[str, ...] = ()
    adventure: str = ""
    spotlight: str = ""

    @classmethod
    def characters(cls, state: S) -> Iterable[str]:
        """The names of those who can be in the spotlight."""
        return ()

    @classmethod
    def blanks(cls, state: S, paper: P) -> PaperAsks:
        able = (other for other in held(state, "papers").values() if other.form in cls.adventures)
        parts = ((part.id, part.title) for part in paper.parts)
        people = ((name, name) for name in cls.characters(state))
        return (
            Write(name="title", label="Title"),
            passage("text", "What is it about?"),
            *(which("after", "What leads to it?", parts, many=True, least=0) or ()),
            *(which("adventure", "Prepared as", ((other.id, other.title) for other in able), least=0) or ()),
            *(which("spotlight", "Whose spotlight?", people, least=0) or ()),
        )

    def edited(self, state: S, paper: P) -> P:
        part = CampaignStep("", self.title.strip(), self.text.strip(), self.adventure, self.spotlight)
        return paper.with_part(part, self.after)


class FinishPart(EditPaper[S, P], Generic[S, P]):
    """An adventure of a campaign is played."""

    part: str

    @classmethod
    def blanks(cls, state: S, paper: P) -> PaperAsks:
        return which("part", "Which?", ((part.id, part.title) for part in paper.parts if not part.done))

    def edited(self, state: S, paper: P) -> P:
        return paper.finished(self.part)


class DropPaper(Command[S], Generic[S, P]):
    """Throw a paper away; `kept` names the one that cannot be, since it is played."""

    urgency, about_any = "tool", "papers"
    event: ClassVar[type[PaperDropped[Any]]]

    paper: str

    @classmethod
    def kept(cls, state: S) -> str:
        """The id of the paper that is played just now; empty without one."""
        return ""

    @classmethod
    def offers(cls, state: S, seat: Seat) -> Offers:
        for paper in held(state, "papers").values():
            if paper.id != cls.kept(state):
                yield cls.offer(paper, f"Throw “{paper.title}” away", about=paper.id, paper=paper.id)

    def enact(self, play: Play[S], of: P) -> None:
        play.record(type(self).event(paper=of.id, title=of.title))
