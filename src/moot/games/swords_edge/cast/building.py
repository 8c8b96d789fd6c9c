"""NCs in seconds: a type, a Rank, a Concept, and the pattern fills in the rest (SE-NC-06 to SE-NC-08)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations
from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Command, Count, Field, Line, Offers, Part, Play, Seat, Write
from moot.games.swords_edge import ladder, library
from moot.games.swords_edge.asking import LONGEST_NAME, only_guide
from moot.games.swords_edge.cast.entering import BroughtIn
from moot.games.swords_edge.figures import NC_KINDS, PATTERNS, NcKind, NcType, Rank
from moot.games.swords_edge.library import nc_of
from moot.games.swords_edge.nc import NC, NcQuality, face, told_apart
from moot.games.swords_edge.state import ALWAYS, SHELF, State
from moot.kit.crowds import rollcall
from moot.kit.happenings import Happening

_MOST_AT_ONCE: Final = 12
_KINDS: Final = tuple(Choice(kind, row.title, hint=row.hint) for kind, row in NC_KINDS.items())
_ORDERS: Final = {",".join(order): order for order in permutations(ladder.TRAITS)}
_MORE: Final[Rank] = "good"
"""The Rank of an Element beyond what a type's pattern asks (SE-NC-10)."""

_TNS: Final = tuple(Choice(rank, ladder.title(rank), hint=f"TN {ladder.tn(rank)}") for rank in ladder.ORDER)
_RANK: Final = Choose(name="rank", label="Rank", hint="How hard it is.", choices=_TNS, default=("average",))
"""An NC's Rank, with the TN it sets (SE-NC-02)."""


def worth_field(*, tn: bool = False) -> Choose:
    """The Rank of an NC's Quality, with its modifier and perhaps the TN it would set; Mythic has none (SE-RANK-04)."""
    worths = {rank: ladder.signed(ladder.modifier(rank)) for rank in ladder.ORDER if rank != "mythic"}
    choices = tuple(
        Choice(rank, ladder.title(rank), hint=f"{worth}, TN {ladder.tn(rank)}" if tn else worth)
        for rank, worth in worths.items()
    )
    return Choose(name="rank", label="Rank", choices=choices, default=("good",))


def _word(name: str, label: str, hint: str = "", least: int = 1) -> Write:
    return Write(name=name, label=label, hint=hint, most=LONGEST_NAME, least=least)


_HOW_MANY: Final = Count(name="count", label="How many?", least=1, most=_MOST_AT_ONCE, default=1)


class NcsMade(Happening[State], tag="ncs-made"):
    """NCs were made; the table knows nothing of them yet."""

    adds_to = ("ncs", "ncs")
    heard_by = "guide"
    ncs: tuple[NC, ...]
    v: int = 2

    def line(self, state: State) -> Line:
        return Line("aside", f"On your shelf: {rollcall(nc.name for nc in self.ncs)}.")


def make(play: Play[State], models: Iterable[NC], rules: tuple[str, ...]) -> tuple[NC, ...]:
    """NCs like these are there, under ids that tell nobody how many the GM has (SE-PREP-02)."""
    made: dict[str, NC] = {}
    for model in models:
        id_ = play.hidden_id({**play.state.ncs, **made})
        made[id_] = replace(
            model,
            id=id_,
            concept=model.concept and replace(model.concept, id=f"{id_}c"),
            elements=tuple(
                replace(element, id=f"{id_}e{at}") for at, element in enumerate(told_apart(model.elements), 1)
            ),
            flaw=model.flaw and replace(model.flaw, id=f"{id_}w"),
        )
    play.record(NcsMade(ncs=tuple(made.values()), rules=rules))
    return tuple(made.values())


def _copies(model: NC, count: int) -> Iterator[NC]:
    """So many of one NC, numbered if there are several."""
    for number in range(1, count + 1):
        yield replace(model, name=f"{model.name} {number}") if count > 1 else model


def _said(order: Iterable[str]) -> str:
    return ", ".join(map(ladder.title, order))


def _order_field() -> Choose:
    """The Traits in order, for the types that have them."""
    able = {kind: pattern for kind, pattern in PATTERNS.items() if pattern.traits}
    worths = "; ".join(
        f"{pattern.title} {', '.join(ladder.signed(ladder.modifier(rank)) for rank in pattern.traits)}"
        for pattern in able.values()
    )
    needs = tuple(f"type:{kind}" for kind in able)
    orders = tuple(Choice(value, _said(order), needs=needs) for value, order in _ORDERS.items())
    hint = f"{worths}. Empty: {_said(ladder.TRAITS)}."
    return Choose(name="order", label="Traits, best first", hint=hint, choices=orders, least=0)


def _element_fields() -> Iterator[Write]:
    """Elements, with the best Trait: a hero’s by its pattern, a regular’s where its nature asks (SE-NC-10). A minion
    has none, unless it is given one afterwards (SE-NC-06, SE-ERR-15)."""
    needs = tuple(f"type:{kind}" for kind, pattern in PATTERNS.items() if pattern.traits)
    more = ladder.signed(ladder.modifier(_MORE))
    fullest = max(PATTERNS.values(), key=lambda pattern: len(pattern.elements))
    for name, rank in zip(("first", "second"), fullest.elements, strict=True):
        worth = ladder.signed(ladder.modifier(rank))
        hint = f"For a hero {worth}; for a regular, beyond its pattern, {more}. It goes with the best Trait."
        yield replace(_word(name, f"{ladder.title(name)} Element", hint, least=0), needs=needs)


_TYPES: Final = tuple(Choice(kind, pattern.title, hint=pattern.text) for kind, pattern in PATTERNS.items())
_BLANKS: Final[tuple[Field, ...]] = (
    Choose(name="type", label="How tough?", choices=_TYPES, default=(_TYPES[0].value,)), _word("name", "Name"), _RANK,
    _HOW_MANY, _word("concept", "Concept", "Counts in Action alone. Empty: the name.", least=0), _order_field(),
    *_element_fields(), Choose(name="kind", label="What is it?", choices=_KINDS, default=("character",)),
    Write(name="notes", label="Notes", hint="For you alone.", least=0, most=1000, lines=2),
)


class MakeNc(Command[State], tag="make-nc"):
    """Build an NC after its type's pattern (SE-NC-06 to SE-NC-08)."""

    when, urgency, giver = ALWAYS, "tool", only_guide("builds NCs", "SE-NC-01")
    rules = ("SE-TERM-05", "SE-NC-01", "SE-NC-06", "SE-NC-07", "SE-NC-08", "SE-NC-09", "SE-NC-10")
    type: NcType
    name: str
    rank: Rank
    concept: str = ""
    kind: NcKind = "character"
    order: str = ""
    first: str = ""
    second: str = ""
    count: int = 1
    notes: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        why = "A type, a name and a Rank will do; the type’s pattern fills in the rest."
        yield cls.offer(None, "Build somebody or something", why, *_BLANKS, about=SHELF)

    def enact(self, play: Play[State], _: None) -> None:
        pattern, name = PATTERNS[self.type], self.name.strip()
        order = _ORDERS.get(self.order, ladder.TRAITS) if pattern.traits else ()
        best = order[0] if order else ""
        words = (self.first.strip(), self.second.strip())
        model = NC(
            id="", name=name, kind=self.kind, type=self.type, rank=self.rank,
            concept=NcQuality("", self.concept.strip() or name, pattern.concept),
            traits=dict(zip(order, pattern.traits, strict=False)),
            elements=tuple(
                NcQuality("", word, rank, best)
                for word, rank in zip(words, pattern.elements or (_MORE, _MORE), strict=True)
                if word
            ),
            notes=self.notes.strip(),
        )
        make(play, _copies(model, self.count), ("SE-NC-01", "SE-NC-02", "SE-TRAP-18"))


def _printed(state: State) -> Iterator[Choice]:
    for key, nc in library.ncs(state).items():
        hint = f"{ladder.title(nc.rank)} {nc.type}, TN {ladder.tn(nc.rank)}"
        yield Choice(key, nc.name, hint=hint, group=library.title(state, key))


class TakeNc(Command[State], tag="take-nc"):
    """Take a ready-made NC, once or several times."""

    when, rules, urgency, aims_any = ALWAYS, ("SE-NC-13", "SE-TRAP-18"), "tool", None
    giver = only_guide("takes printed NCs", "SE-NC-01")
    sample: str
    count: int = 1

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:

        def blanks(_: bool) -> tuple[Field, ...]:
            return Choose(name="sample", label="Which?", choices=tuple(_printed(state))), _HOW_MANY

        why = "NCs are what the GM plays: opponents, monsters, obstacles. These are of the book and of your packs."
        yield cls.offer(None, "Take a ready-made NC", why, blanks, about=SHELF)

    def enact(self, play: Play[State], _: None) -> None:
        make(play, _copies(nc_of(library.ncs(play.state)[self.sample], ""), self.count), self.rules)


class SetTask(Command[State], tag="set-task"):
    """Set a task that is a Rank and nothing else (SE-RANK-08)."""

    when, rules, urgency, giver = ALWAYS, ("SE-RANK-08", "SE-RD-43", "SE-STR-03"), "tool", only_guide("sets tasks")
    name: str
    rank: Rank

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        why = "A Rank and nothing else: its TN serves Momentum and Action, and one success settles it."
        yield cls.offer(None, "Set a task", why, _word("name", "What is to be done?"), _RANK, about=SHELF)

    def enact(self, play: Play[State], _: None) -> None:
        model = NC(id="", name=self.name.strip(), kind="obstacle", type="minion", rank=self.rank)
        (made,) = make(play, [model], self.rules[:2])
        if play.state.phase == "scene":
            play.record(BroughtIn(ncs=(made.id,), faces=(face(made),), rules=self.rules[:1]))


BUILDING: Final[Part[State]] = Part(MakeNc, TakeNc, SetTask, NcsMade)
