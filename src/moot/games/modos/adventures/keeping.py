"""Adventures on the guide's desk: written, taken from a pack, changed place by place, taken along as a file, thrown
away (MO-X603). Nobody but the guide hears of any of it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from functools import partial
from typing import ClassVar, Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Confirm, Count, Document, Offers, Part, Play, Refused, Seat, Write
from moot.core.blanks import LONGEST_TEXT, Field
from moot.core.offers import Urgency
from moot.games.modos.adventures.papers import FORM, Adventure, Place, PlaceTrial, Printed, WayOn, as_printed, taken
from moot.games.modos.figures import CONTEST
from moot.games.modos.flow import FlowCommand, only_guide
from moot.games.modos.making.choices import POOL_CHOICES
from moot.games.modos.npcs.sheets import OURS, PACKS, Pack
from moot.games.modos.state import ALWAYS, State
from moot.games.modos.terms import Pool
from moot.games.modos.vocabulary import Module
from moot.kit.notebook import keeping
from moot.kit.notebook.keeping import EditPaper, PaperAsks, passage, which
from moot.kit.notebook.names import line, slug, untaken
from moot.kit.notebook.packs import by_key
from moot.kit.notebook.reading import written

_LABEL: Final = 80


class AdventureWritten(keeping.PaperWritten[State, Adventure], tag="adventure-written"):
    """There is another adventure on the desk."""

    def called(self) -> str:
        return "an adventure"


class AdventureChanged(keeping.PaperChanged[State, Adventure], tag="adventure-changed"):
    """An adventure as it stands now."""


class AdventureDropped(keeping.PaperDropped[State], tag="adventure-dropped"):
    """An adventure was thrown away."""


class _Lay(FlowCommand):
    """What all ways to have another adventure share."""

    when, rules = ALWAYS, ("MO-X603",)
    urgency: ClassVar[Urgency | tuple[Urgency, ...]] = "tool"
    giver = only_guide("prepares adventures", "MO-X603")

    def lay(self, play: Play[State], found: Printed) -> None:
        """Let an adventure lie on the desk."""
        id_ = play.hidden_id({*play.state.papers, *play.state.people})
        play.record(AdventureWritten(paper=taken(found, id_), rules=self.rules))


class WriteAdventure(_Lay, tag="write-adventure"):
    """Begin an adventure of one's own with its first place."""

    title: str
    premise: str = ""
    place: str
    text: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        yield cls.offer(
            None, "Write an adventure", "Places, and ways from one to another.",
            Write(name="title", label="Title", most=_LABEL), passage("premise", "What is it about?"),
            Write(name="place", label="Where does it begin?", most=_LABEL), passage("text", "What you read out there"),
        )

    def act(self, play: Play[State], of: None) -> None:
        first = Place(id=slug(self.place) or "place", title=line(self.place), text=self.text.strip())
        title = line(self.title)
        self.lay(play, Printed(id=slug(title), title=title, about=self.premise.strip(), start=first.id, place=(first,)))


class TakeAdventure(_Lay, tag="take-adventure"):
    """Take an adventure out of a pack of the book, or of a group's own."""

    urgency = ("may", "tool")
    adventure: str

    @classmethod
    def urgent(cls, state: State) -> tuple[Urgency, ...]:
        return ("tool",) if state.papers or state.conflict else ("may",)

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        found = by_key({**PACKS, **state.packs}, lambda pack: pack.adventure)
        groups = {True: "Your own", False: "Of the book"} if state.packs else {}
        choices = tuple(
            Choice(key, each.title, hint=each.about, group=groups.get(key.partition("/")[0] in state.packs, ""))
            for key, each in found.items() if each.module in ("", *state.modules)
        )
        yield cls.offer(found, "Take a ready adventure", "Of the book, or of your packs; yours to change.",
                        Choose(name="adventure", label="Which?", choices=choices),
                        urgency=cls.urgent(state)[0])

    def act(self, play: Play[State], of: dict[str, Printed]) -> None:
        self.lay(play, of[self.adventure])


class DropAdventure(keeping.DropPaper[State, Adventure], tag="drop-adventure"):
    """Throw an adventure away that is not played now."""

    when, rules, event = ALWAYS, ("MO-X603",), AdventureDropped
    giver = only_guide("throws adventures away", "MO-X603")

    @classmethod
    def kept(cls, state: State) -> str:
        return next((paper.id for paper in state.papers.values() if paper.trail), "")

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        yield from super().offers(state, seat)
        yield Refused("nothing-there", "There is no adventure to throw away; finish the one that is played first.")


# ---------------------------------------------------------------- changes


class Edit(EditPaper[State, Adventure]):
    """Every change of an adventure is the guide's, at any time."""

    when, event, forms = ALWAYS, AdventureChanged, (FORM,)
    rules: ClassVar[tuple[str, ...]] = ("MO-X603",)
    giver = only_guide("prepares adventures", "MO-X603")


class AddPlace(Edit, tag="add-place"):
    """Add a place to an adventure, and ways to it."""

    label = "Add a place"
    title: str
    text: str = ""
    after: tuple[str, ...] = ()
    word: str = ""

    @classmethod
    def blanks(cls, state: State, paper: Adventure) -> PaperAsks:
        places = which("after", "What leads there?", ((one.id, one.title) for one in paper.places), many=True, least=0)
        return (Write(name="title", label="Title", most=_LABEL), passage("text", "What you read out"),
                *(places or ()), Write(name="word", label="A word for the way", least=0, most=_LABEL))

    def edited(self, state: State, paper: Adventure) -> Adventure:
        last, ids = paper.places[-1], (place.id for place in paper.places)
        place = Place(id=untaken(slug(self.title) or "place", ids, "-"), title=line(self.title),
                      text=self.text.strip(), x=last.x, y=last.y + _BELOW)
        found = paper.with_place(place)
        for one in paper.places:
            found = _led(found, one, WayOn(to=place.id, word=self.word.strip())) if one.id in self.after else found
        return found


_BELOW: Final = 100
"""How far below the last place a new one is drawn."""


def _led(paper: Adventure, place: Place, way: WayOn) -> Adventure:
    """With a way from a place, instead of one with the same word to the same place."""
    others = tuple(each for each in place.way if (each.to, each.word) != (way.to, way.word))
    return paper.with_place(replace(place, way=(*others, way)))


class EditPlace(Edit):
    """What changes of one place have in common: offered for each place that has a use for it."""

    about_any, aims_any = "", None
    place: str

    @classmethod
    @abstractmethod
    def asks(cls, state: State, paper: Adventure, place: Place) -> PaperAsks:
        """What it asks of a place; None where the place has no use for it now."""

    @abstractmethod
    def changed(self, state: State, paper: Adventure, place: Place) -> Adventure:
        """The adventure after the change."""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for paper in state.papers.values():
            for place in paper.places:
                if (blanks := cls.asks(state, paper, place)) is not None:
                    yield cls.offer((paper, place), f"{cls.label}: {place.title}", cls.why, *blanks,
                                    about=thing_of(paper, place), paper=paper.id, place=place.id)
        yield Refused("nothing-prepared", "There is no place of that kind in an adventure on your desk.")

    def enact(self, play: Play[State], of: tuple[Adventure, Place]) -> None:  # type: ignore[override]
        play.record(AdventureChanged(paper=self.changed(play.state, *of), rules=type(self).rules))


def thing_of(paper: Adventure, place: Place) -> str:
    """What offers about a place are about."""
    return f"{paper.id}/{place.id}"


class ChangePlace(EditPlace, tag="change-place"):
    """Change what a place is called, what is read out, what is ready there."""

    label = "Change this place"
    title: str
    text: str = ""
    notes: str = ""
    hooks: str = ""
    trials: tuple[str, ...] = ()
    ways: tuple[str, ...] = ()
    people: tuple[str, ...] = ()

    @classmethod
    def asks(cls, state: State, paper: Adventure, place: Place) -> PaperAsks:
        return (partial(cls._fields, state.modules, paper, place),)

    @classmethod
    def _fields(cls, on: tuple[Module, ...], paper: Adventure, place: Place, shown: bool) -> Iterator[Field]:
        yield Write(name="title", label="Title", most=max(_LABEL, len(place.title)), default=place.title)
        texts = (("text", "What you read out", place.text), ("notes", "For you alone", place.notes),
                 ("hooks", "Hero points for, a line each", "\n".join(place.hooks)))
        for name, label, was in texts if "skilled" in on else texts[:-1]:
            yield Write(name=name, label=label, least=0, most=max(LONGEST_TEXT, len(was)), lines=3, default=was)
        ways = [f"{paper.titled(way.to)}{f' ({way.word})' if way.word else ''}" for way in place.way]
        trials = [f"{one.label} ({one.value})" for one in place.trial if "core" in on]
        for name, label, there in (("trials", "What stays difficult?", trials), ("ways", "Which ways stay?", ways)):
            if there:
                choices = tuple(Choice(str(at), one) for at, one in enumerate(there))
                yield Choose(name=name, label=label, choices=choices, many=True, least=0,
                             default=tuple(choice.value for choice in choices))
        known = {key: sheet.name for key, sheet in OURS.items()} | {key: key for key in place.people if key not in OURS}
        yield Choose(name="people", label="Who is ready?", choices=tuple(Choice(*one) for one in known.items()),
                     many=True, least=0, default=place.people)

    def changed(self, state: State, paper: Adventure, place: Place) -> Adventure:
        contests = "core" in state.modules
        hooks = tuple(dict.fromkeys(hook.strip() for hook in self.hooks.splitlines() if hook.strip()))
        return paper.with_place(replace(
            place, title=line(self.title), text=self.text.strip(), notes=self.notes.strip(),
            hooks=hooks if "skilled" in state.modules else place.hooks,
            trial=tuple(one for at, one in enumerate(place.trial) if str(at) in self.trials or not contests),
            way=tuple(one for at, one in enumerate(place.way) if str(at) in self.ways), people=self.people,
        ))


class StrikePlace(EditPlace, tag="strike-place"):
    """Strike a place, and the ways to it: not where the adventure begins, nor where the party is."""

    label = "Strike this place"

    @classmethod
    def asks(cls, state: State, paper: Adventure, place: Place) -> PaperAsks:
        return None if place.id in (paper.start, paper.at) else ()

    def changed(self, state: State, paper: Adventure, place: Place) -> Adventure:
        return paper.without_place(place.id)


class AddTrial(EditPlace, tag="add-trial"):
    """Say what is difficult at a place, and how difficult (MO-008, MO-009)."""

    rules, label = ("MO-X603", "MO-008"), "Something difficult here"
    what: str
    value: int
    pool: Pool = "P"

    @classmethod
    def asks(cls, state: State, paper: Adventure, place: Place) -> PaperAsks:
        return (
            Write(name="what", label="What?", most=_LABEL),
            Count(name="value", label="How difficult?", least=CONTEST.difficulty_least, most=CONTEST.difficulty_most),
            *((Choose(name="pool", label="With which attribute?", choices=POOL_CHOICES, default=("P",)),)
              if "character" in state.modules else ()),
        )

    def changed(self, state: State, paper: Adventure, place: Place) -> Adventure:
        trial = PlaceTrial(label=self.what.strip(), value=self.value, pool=self.pool)
        others = tuple(one for one in place.trial if one.label != trial.label)
        return paper.with_place(replace(place, trial=(*others, trial)))


class AddWay(EditPlace, tag="add-way"):
    """Draw a way from a place to another."""

    label = "A way from here"
    to: str
    word: str = ""
    milestone: bool = False

    @classmethod
    def asks(cls, state: State, paper: Adventure, place: Place) -> PaperAsks:
        there = which("to", "Where to?", ((one.id, one.title) for one in paper.places if one.id != place.id))
        return there and (
            *there, Write(name="word", label="A word for it", least=0, most=_LABEL),
            *((Confirm(name="milestone", label="A level for all who go it", rule="MO-113"),)
              if "character" in state.modules else ()),
        )

    def changed(self, state: State, paper: Adventure, place: Place) -> Adventure:
        return _led(paper, place, WayOn(to=self.to, word=self.word.strip(), milestone=self.milestone))


DESK: Final = (
    Part(WriteAdventure, TakeAdventure, DropAdventure, AddPlace, ChangePlace, StrikePlace,
         AdventureWritten, AdventureChanged, AdventureDropped),
    Part(AddTrial, module="core"), Part(AddWay),
)


# ---------------------------------------------------------------- to take along


def file_of(adventure: Adventure) -> str:
    """What the file of an adventure is called."""
    return f"adventure-{slug(adventure.title) or 'untitled'}-{adventure.id}.toml"


def as_text(adventure: Adventure) -> str:
    """An adventure as the text of a pack."""
    printed = as_printed(adventure, OURS)
    return written(Pack(id=f"own-{printed.id}", title=printed.title, adventure=(printed,)))


def desk(state: State) -> tuple[Document, ...]:
    """Every adventure on the desk as a file."""
    return tuple(
        Document(name=file_of(paper), title=f"{paper.title}, to take along", write=partial(as_text, paper),
                 media_type="application/toml", about=paper.id)
        for paper in state.papers.values()
    )
