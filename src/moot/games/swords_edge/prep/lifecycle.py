"""Pieces of preparation begun, taken in, filled, and thrown away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Command, Field, Offers, Part, Play, Seat, Write
from moot.games.swords_edge import library
from moot.games.swords_edge.asking import nc_choices, only_guide
from moot.games.swords_edge.papers import FORMS, SECTIONS, Paper, PaperFight, PaperForm, SectionKind, Story
from moot.games.swords_edge.prep.outline import read
from moot.games.swords_edge.prep.transfer import PaperChanged, PaperDropped, PaperWritten, adopt
from moot.games.swords_edge.state import ALWAYS, DESK, State
from moot.kit.crowds import chosen
from moot.kit.notebook import keeping
from moot.kit.notebook.keeping import EditPaper, PaperAsks, passage, which

_LONGEST: Final = 20_000
_STORIES: Final = (Choice("stand-alone", "Each adventure stands alone"), Choice("one-story", "One story"))
_STORY: Final = Choose(name="story", label="Of what kind?", choices=_STORIES, default=("stand-alone",))


class WritePaper(Command[State], tag="write-paper"):
    """Begin a piece of preparation."""

    when, rules, urgency, giver, aims_any = ALWAYS, ("SE-PREP-03",), "tool", only_guide("prepares", "SE-GM-01"), None
    form: PaperForm
    title: str
    premise: str = ""
    stakes: str = ""
    goal: str = ""
    story: Story = "stand-alone"
    assumes: str = ""
    otherwise: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for form, row in FORMS.items():
            asks = (Write(name=at, label=says, hint=hint, least=0, most=2000, lines=2) for at, says, hint in row.asks)
            blanks = [Write(name="title", label="Title"), *asks]
            story = [_STORY] if form == "campaign" else []
            rules = (row.rule, "SE-GM-04")
            yield cls.offer(None, f"Prepare {row.called}", row.has, *blanks, *story, about=DESK, rules=rules, form=form)

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

    when, rules, urgency, aims_any = ALWAYS, ("SE-PREP-02", "SE-PREP-04", "SE-PREP-05"), "tool", None
    giver = only_guide("takes printed preparation", "SE-GM-01")
    sample: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:

        def blanks(_: bool) -> Iterator[Field]:
            yield Choose(name="sample", label="Which?", choices=tuple(_printed(state)))

        why = "The book’s own examples and those of your packs, with everyone in them, ready to run."
        yield cls.offer(None, "Take printed preparation", why, blanks, about=DESK)

    def enact(self, play: Play[State], _: None) -> None:
        pack = library.pack_of(play.state, self.sample)
        pieces = {piece.id: piece for piece in pack.pieces}
        adopt(play, pieces[self.sample.partition("/")[2]], pack.nc, pieces)


class ImportPaper(Command[State], tag="import-paper"):
    """Bring in a piece as text."""

    when, rules, urgency, aims_any = ALWAYS, ("SE-PREP-02", "SE-PREP-04"), "tool", None
    brings_file, giver = True, only_guide("brings preparation in", "SE-GM-01")
    text: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        hint = "As your page shows it when you copy a piece out; plain prose with headings (## …) does as well."
        text = Write(name="text", label="Text", hint=hint, most=_LONGEST, lines=12, format="swords-edge-paper")
        why = "Written elsewhere, or carried over from another table."
        yield cls.offer(None, "Bring preparation in as text", why, text, about=DESK)

    def enact(self, play: Play[State], _: None) -> None:
        sheet = read(self.text)
        adopt(play, sheet.piece, sheet.nc, {}, everyone=True)


class DropPaper(keeping.DropPaper[State, Paper], tag="drop-paper"):
    """Throw a piece away."""

    when, rules, event, giver = ALWAYS, ("SE-PREP-03",), PaperDropped, only_guide("throws preparation away", "SE-GM-01")

    @classmethod
    def kept(cls, state: State) -> str:
        return state.scene.paper if state.scene else ""


class Edit(EditPaper[State, Paper]):
    """Every change of a paper is the GM's, at any time."""

    when, event, giver = ALWAYS, PaperChanged, only_guide("prepares", "SE-GM-01")


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


def _among_ncs(state: State, name: str, label: str, least: int = 1, default: tuple[str, ...] = ()) -> PaperAsks:
    """Some of all NCs, listed when the blank is asked for; None without NCs."""

    def made(_: bool) -> Iterator[Choose]:
        found = nc_choices(state.ncs.values())
        yield Choose(name=name, label=label, choices=found, least=least, many=True, default=default)

    return (made,) if state.ncs else None


def _meant(state: State, ncs: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(nc.id for nc in chosen(state.ncs.values(), *ncs))


class NameCast(Edit, tag="name-cast"):
    """Say which NCs belong to it."""

    rules, label, forms = ("SE-PREP-02",), "Say who is in it", ("one-pager", "module")
    ncs: tuple[str, ...] = ()

    @classmethod
    def blanks(cls, state: State, paper: Paper) -> PaperAsks:
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
    def blanks(cls, state: State, paper: Paper) -> PaperAsks:
        cast = _among_ncs(state, "cast", "Against whom?")
        place = Write(name="place", label="Where?", least=0)
        return cast and (*cast, place, passage("on_defeat", "When they are beaten"))

    def edited(self, state: State, paper: Paper) -> Paper:
        fight = PaperFight(_meant(state, self.cast), self.place.strip(), "", self.on_defeat.strip())
        return replace(paper, fights=(*paper.fights, fight))


class AddObstacle(Edit, tag="add-obstacle"):
    """Put an obstacle into a scene (SE-PREP-04)."""

    rules, label, forms = ("SE-PREP-04", "SE-NC-09"), "Put an obstacle in", ("scene",)
    nc: str

    @classmethod
    def blanks(cls, state: State, paper: Paper) -> PaperAsks:
        able = (nc for nc in state.ncs.values() if nc.kind_row.hides and nc.id not in paper.obstacles)
        return which("nc", "Which?", ((nc.id, nc.name) for nc in able))

    def edited(self, state: State, paper: Paper) -> Paper:
        return replace(paper, obstacles=(*paper.obstacles, self.nc))


class AddAftermath(Edit, tag="add-aftermath"):
    """Say what is left behind when a scene is over (SE-PREP-04)."""

    rules, label, forms = ("SE-PREP-04",), "What is left behind", ("scene",)
    text: str

    @classmethod
    def blanks(cls, state: State, paper: Paper) -> PaperAsks:
        return (passage("text", "Afterwards", 1),)

    def edited(self, state: State, paper: Paper) -> Paper:
        return replace(paper, aftermath=(*paper.aftermath, self.text.strip()))


class NameScenes(keeping.NameScenes[State, Paper], Edit, tag="name-scenes"):
    """Say which prepared scenes a module has (SE-PREP-03)."""

    rules, label, forms = ("SE-PREP-03",), "Say which scenes belong to it", ("module",)


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


EDITING: Final = Part[State](
    *(WritePaper, TakePaper, ImportPaper, DropPaper, AddSection, AddLearned, StrikeSection),
    *(NameCast, AddFight, AddObstacle, AddAftermath, NameScenes, AddPart, FinishPart),
)
