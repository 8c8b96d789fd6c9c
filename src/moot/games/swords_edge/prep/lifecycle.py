"""Pieces of preparation begun, taken in, and thrown away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from moot.core import Choice, Choose, Command, Offered, Part, Play, Seat, Write
from moot.core.blanks import Field
from moot.games.swords_edge import library
from moot.games.swords_edge.ownership import needs_guide
from moot.games.swords_edge.papers import FORMS, Paper, PaperForm, Story
from moot.games.swords_edge.phases import ALWAYS
from moot.games.swords_edge.prep.from_pack import PaperChanged, PaperDropped, PaperWritten, adopt
from moot.games.swords_edge.prep.outline import read
from moot.games.swords_edge.state import State
from moot.kit.notebook import keeping

_LONGEST: Final = 20_000


def _passage(name: str, label: str, hint: str) -> Write:
    return Write(name=name, label=label, hint=hint, least=0, most=2000, lines=2)


_STORIES: Final = (Choice("stand-alone", "Each adventure stands alone"), Choice("one-story", "One story"))
_STORY: Final = Choose(name="story", label="Of what kind?", choices=_STORIES, default=("stand-alone",))


class WritePaper(Command[State], tag="write-paper"):
    """Begin a piece of preparation."""

    when, rules, urgency = ALWAYS, ("SE-PREP-03",), "tool"
    form: PaperForm
    title: str
    premise: str = ""
    stakes: str = ""
    goal: str = ""
    story: Story = "stand-alone"
    assumes: str = ""
    otherwise: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered]:
        needs_guide(seat, "prepares", "SE-GM-01")
        for form, row in FORMS.items():
            blanks = [Write(name="title", label="Title"), *(_passage(*asked) for asked in row.asks)]
            story = [_STORY] if form == "campaign" else []
            rules = (row.rule, "SE-GM-04")
            yield cls.offer(None, f"Prepare {row.called}", row.has, *blanks, *story, rules=rules, form=form)

    def enact(self, play: Play[State], _: None) -> None:
        row, id_ = FORMS[self.form], play.hidden_id({*play.state.papers, *play.state.ncs})
        asked = {name: getattr(self, name).strip() for name, *_ in row.asks}
        paper = Paper(id=id_, form=self.form, title=self.title.strip(), story=self.story, **asked)
        play.record(PaperWritten(paper=paper, rules=(row.rule,)))


def _printed(state: State) -> Iterator[Choice]:
    for key, (form, piece) in library.pieces(state).items():
        pack = library.title(state, key)
        group = pack if pack != piece.called else ""
        yield Choice(key, piece.called, hint=FORMS[form].called.capitalize(), group=group)


class TakePaper(Command[State], tag="take-paper"):
    """Take a printed piece, with everyone in it."""

    when, rules, urgency = ALWAYS, ("SE-PREP-02", "SE-PREP-04", "SE-PREP-05"), "tool"
    sample: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered]:
        needs_guide(seat, "takes printed preparation", "SE-GM-01")

        def blanks(_: bool) -> Iterator[Field]:
            yield Choose(name="sample", label="Which?", choices=tuple(_printed(state)))

        why = "The book’s own examples and those of your packs, with everyone in them, ready to run."
        yield cls.offer(None, "Take printed preparation", why, blanks)

    def enact(self, play: Play[State], _: None) -> None:
        pack = library.pack_of(play.state, self.sample)
        pieces = {piece.id: piece for piece in pack.pieces}
        adopt(play, pieces[self.sample.partition("/")[2]], pack.nc, pieces)


class ImportPaper(Command[State], tag="import-paper"):
    """Bring in a piece as text."""

    when, rules, urgency = ALWAYS, ("SE-PREP-02", "SE-PREP-04"), "tool"
    brings_file = True
    text: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered]:
        needs_guide(seat, "brings preparation in", "SE-GM-01")
        hint = "As your page shows it when you copy a piece out; plain prose with headings (## …) does as well."
        text = Write(name="text", label="Text", hint=hint, most=_LONGEST, lines=12, format="swords-edge-paper")
        why = "Written elsewhere, or carried over from another table."
        yield cls.offer(None, "Bring preparation in as text", why, text)

    def enact(self, play: Play[State], _: None) -> None:
        sheet = read(self.text)
        adopt(play, sheet.piece, sheet.nc, {}, everyone=True)


class DropPaper(keeping.DropPaper[State, Paper], tag="drop-paper"):
    """Throw a piece away."""

    when, rules, event = ALWAYS, ("SE-PREP-03",), PaperDropped

    @classmethod
    def check(cls, seat: Seat) -> None:
        needs_guide(seat, "throws preparation away", "SE-GM-01")

    @classmethod
    def kept(cls, state: State) -> str:
        return state.scene.paper if state.scene else ""


KEEPING: Final[Part[State]] = Part(
    WritePaper, TakePaper, ImportPaper, DropPaper, PaperWritten, PaperChanged, PaperDropped
)
