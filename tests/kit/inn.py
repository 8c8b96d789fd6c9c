"""A small game for tests of the notebook: folk, random tables, adventures with difficulties, and a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final, Literal

import msgspec

from moot.core import GameState, Part, Play, Roles, Seat
from moot.core.chance import Seeded
from moot.core.commands import Command, Commands
from moot.kit.notebook import keeping, shelf
from moot.kit.notebook.checks import PackFault, entries, identified, ids, loose_parts, wording
from moot.kit.notebook.outline import Heading, LineKind, Outline, Text, fact, facts, flag, keyed, signed
from moot.kit.notebook.packs import Counted, LearnedEntry, Pack, PackEntry, SectionEntry, StepEntry
from moot.kit.notebook.papers import Paper
from moot.kit.notebook.reading import PackReader


class Folk(PackEntry, frozen=True, kw_only=True):
    """Somebody."""

    id: str
    name: str
    mood: Literal["calm", "cross"] = "calm"
    skills: dict[str, int] = msgspec.field(default_factory=dict)
    text: str = ""
    clues: tuple[str, ...] = ()


class RandomTable(PackEntry, frozen=True, kw_only=True):
    """A table to roll on."""

    id: str
    title: str
    rows: tuple[str, ...] = ()


class Evening(PackEntry, frozen=True, kw_only=True):
    """A piece of preparation."""

    id: str = ""
    title: str
    premise: str = ""
    difficulty: int = 0
    cast: tuple[str | Counted, ...] = ()
    section: tuple[SectionEntry, ...] = ()
    part: tuple[StepEntry, ...] = ()
    folk: tuple[Folk, ...] = ()


class Inn(Pack, frozen=True, kw_only=True):
    """One file."""

    folk: tuple[Folk, ...] = ()
    table: tuple[RandomTable, ...] = ()
    evening: tuple[Evening, ...] = ()


def faults(inn: Inn) -> Iterator[PackFault]:
    """What a pack of the game may not have."""
    folk, evenings = entries((("folk",), inn.folk)), entries((("evening",), inn.evening))
    yield from wording(inn, "IN-1")
    yield from ids(inn.id, ("book",), map(identified, (folk, entries((("table",), inn.table)), evenings)), "IN-1")
    for path, evening in evenings:
        yield from loose_parts(evening, path, (), "no-such-part", "there is no “{}”.", "IN-3")


READER: Final = PackReader(
    kind=Inn,
    rule="IN-1",
    rules={"folk": "IN-2", "evening": "IN-3"},
    value_rules={"mood": "IN-4"},
    faults=faults,
    order=("cross", "calm"),
)


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() else None


_FOLK: Final[tuple[LineKind | Text, ...]] = (
    fact("mood", read=lambda word: word if word in ("calm", "cross") else None),
    *(keyed(skill, "skills", _number, str) for skill in ("brew", "brawl")),
    Text("text", joined=" ", word="note"),
    signed("?", "clues"),
)

OUTLINE: Final = Outline(
    rows=(
        Text("premise", joined=" ", word="premise"),
        fact("difficulty", read=_number, write=str),
        facts("cast", "cast"),
    ),
    headings={
        "place": Heading(
            "section", (Text("text"), signed("?", "learn", lambda what: LearnedEntry(what=what), lambda one: one.what)),
            SectionEntry, says={"kind": "place"},
        ),
        "note": Heading("section", (Text("text"),), SectionEntry, says={"kind": "note"}),
        "part": Heading(
            "part", (Text("text"), facts("leads to", "leads_to"), flag("done")),
            lambda title, **said: StepEntry(id=title, title=title, **said),
        ),
        "folk": Heading("folk", _FOLK, lambda name, **said: Folk(id=name, name=name, **said), title="name"),
    },
    otherwise="note",
    titled=frozenset({"folk"}),
)


# ---------------------------------------------------------------- a table


class State(GameState, frozen=True):
    """What is kept at a table of the inn."""

    papers: dict[str, Paper] = msgspec.field(default_factory=dict)
    packs: dict[str, Inn] = msgspec.field(default_factory=dict)


class PaperWritten(keeping.PaperWritten[State, Paper], tag="paper-written"):
    """A new paper."""


class PaperChanged(keeping.PaperChanged[State, Paper], tag="paper-changed"):
    """A paper as it is now."""


class PaperDropped(keeping.PaperDropped[State], tag="paper-dropped"):
    """A paper went."""


class PackLoaded(shelf.PackLoaded[State, Inn], tag="pack-loaded"):
    """A pack came."""

    def holds(self) -> tuple[str, ...]:
        return shelf.counts({"guest": len(self.pack.folk), "table": len(self.pack.table)})

    def shown(self) -> Inn:
        return Inn(id=self.pack.id, title=self.pack.title, folk=self.pack.folk)


class PackDropped(shelf.PackDropped[State], tag="pack-dropped"):
    """A pack went."""


HOSTS: Final = Roles("host").only_guide("prepares")


class Edit(keeping.EditPaper[State, Paper]):
    """The host edits whenever the inn is open."""

    when, rules, event, giver = frozenset({"open"}), ("IN-3",), PaperChanged, HOSTS


class AddSection(keeping.AddSection[State, Paper], Edit, tag="add-section"):
    """Add a paragraph."""

    label = "Add a paragraph"
    kinds: ClassVar[Mapping[str, str]] = {"place": "A place", "note": "A note"}


class AddLearned(keeping.AddLearned[State, Paper], Edit, tag="add-learned"):
    """Add something to learn."""

    label = "Something to learn"


class StrikeSection(keeping.StrikeSection[State, Paper], Edit, tag="strike-section"):
    """Strike a paragraph."""

    label = "Strike a paragraph"


class NameScenes(keeping.NameScenes[State, Paper], Edit, tag="name-scenes"):
    """Name scenes."""

    label, forms = "Name its scenes", ("evening",)


class AddPart(keeping.AddPart[State, Paper], Edit, tag="add-part"):
    """Add an adventure."""

    label, forms = "Add an adventure", ("evening",)

    @classmethod
    def characters(cls, state: State) -> tuple[str, ...]:
        return ("Ada",)


class FinishPart(keeping.FinishPart[State, Paper], Edit, tag="finish-part"):
    """An adventure is played."""

    label, forms = "An adventure is played", ("evening",)


class DropPaper(keeping.DropPaper[State, Paper], tag="drop-paper"):
    """Throw a paper away."""

    when, event, giver = frozenset({"open"}), PaperDropped, HOSTS

    @classmethod
    def kept(cls, state: State) -> str:
        return "played"


class PackCommand(shelf.PackCommand[State, Inn]):
    """Packs are the host's; of each others see the folk."""

    when, rules, giver = frozenset({"open"}), ("IN-1",), HOSTS

    @classmethod
    def open(cls, pack: Inn) -> bool:
        return bool(pack.folk)


class LoadPack(shelf.LoadPack[State, Inn], PackCommand, tag="load-pack"):
    """Load a pack."""

    why, event = "Folk to meet.", PackLoaded

    @classmethod
    def read(cls, text: str) -> Inn:
        return READER.read(text)


class DropPack(shelf.DropPack[State, Inn], PackCommand, tag="drop-pack"):
    """Drop a pack."""

    event = PackDropped


COMMANDS: Final[Commands[State]] = Commands(
    [
        Part(
            AddSection, AddLearned, StrikeSection, NameScenes, AddPart, FinishPart, DropPaper, LoadPack, DropPack,
            PaperWritten, PaperChanged, PaperDropped, PackLoaded, PackDropped,
        )
    ],
    lambda state: "open",
)
HOST, GUEST = Seat("s1", "Gil", "guide"), Seat("s2", "Ann")


def after(state: State, command: Command[State], seat: Seat = HOST) -> Play[State]:
    """What comes of a command."""
    play = Play(state, seat, Seeded(1), lambda now, event: event.evolve(now))
    COMMANDS.enact(play, command)
    return play
