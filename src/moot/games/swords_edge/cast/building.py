"""NCs in seconds: a type, a Rank, a Concept, and the pattern fills in the rest (SE-NC-06 to SE-NC-08)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations
from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Count, Offer, Play, Seat, Verb, Write
from moot.games.swords_edge import ladder, shelf
from moot.games.swords_edge.book import NcType, Rank
from moot.games.swords_edge.cast import commands as c, events as e
from moot.games.swords_edge.creation.blanks import LONGEST_NAME
from moot.games.swords_edge.makings import PATTERNS
from moot.games.swords_edge.nc import NC, NcQuality, face, told_apart
from moot.games.swords_edge.samples import nc_of
from moot.games.swords_edge.state import State
from moot.games.swords_edge.whose import needs_guide

EVERYWHERE: Final = frozenset({"between", "session", "scene"})
"""The GM builds and prepares whenever there is a moment."""

_MOST_AT_ONCE: Final = 12
_SAYS: Final[dict[NcType, str]] = {
    "minion": "faceless: a Concept; out at one success",
    "regular": "has a face: a Concept and three Traits; out at three Stress, or one Great success",
    "hero": "weighs in the story: Elements too; each Stress costs a Rank, and Stress at Weak defeats",
}
_KINDS: Final = (
    Choice("character", "Somebody"),
    Choice("monster", "A monster", hint="a regular and what its nature asks; the mightiest are heroes"),
    Choice("obstacle", "An obstacle", hint="a lock, a storm, a code: successes reveal or remove it"),
)
_ORDERS: Final = {",".join(order): order for order in permutations(ladder.TRAITS)}
_MORE: Final[Rank] = "good"
"""The Rank of an Element beyond what a type's pattern asks (SE-NC-10)."""


def rank_field(default: str = "average") -> Choose:
    """An NC's Rank, with the TN it sets (SE-NC-02)."""
    choices = tuple(Choice(rank, ladder.title(rank), hint=f"TN {ladder.tn(rank)}") for rank in ladder.ORDER)
    return Choose(name="rank", label="Rank", hint="How hard it is.", choices=choices, default=(default,))


def worth_field(default: str = "good", *, tn: bool = False) -> Choose:
    """The Rank of an NC's Quality, with its modifier and perhaps the TN it would set; Mythic is none (SE-RANK-04)."""
    choices = tuple(
        Choice(rank, ladder.title(rank), hint=f"{ladder.signed(ladder.modifier(rank))}{_sets(rank) if tn else ''}")
        for rank in ladder.ORDER
        if rank != "mythic"
    )
    return Choose(name="rank", label="Rank", choices=choices, default=(default,))


def _sets(rank: Rank) -> str:
    return f", TN {ladder.tn(rank)}"


def _word(name: str, label: str, hint: str = "", least: int = 1) -> Write:
    return Write(name=name, label=label, hint=hint, most=LONGEST_NAME, least=least)


def _make_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "builds NCs", "SE-NC-01")
    types = tuple(Choice(kind, pattern.title, hint=_SAYS[kind]) for kind, pattern in PATTERNS.items())
    yield Offer(
        do="make-nc",
        label="Build somebody or something",
        why="A type, a name and a Rank will do; the type’s pattern fills in the rest.",
        fields=(
            Choose(name="type", label="What do they weigh?", choices=types, default=(types[0].value,)),
            _word("name", "Name"),
            rank_field(),
            Count(name="count", label="How many?", least=1, most=_MOST_AT_ONCE, default=1),
            _word("concept", "Concept", "Counts in Action alone. Empty: the name.", least=0),
            _order_field(),
            *_element_fields(),
            Choose(name="kind", label="What is it?", choices=_KINDS, default=("character",)),
            Write(name="notes", label="Notes", hint="For you alone.", least=0, most=1000, lines=2),
        ),
        rules=("SE-TERM-05", "SE-NC-01", "SE-NC-06", "SE-NC-07", "SE-NC-08", "SE-NC-09", "SE-NC-10"),
        urgency="tool",
    )


def _order_field() -> Choose:
    """The Traits in order, for the types that have them."""
    needs = tuple(f"type:{kind}" for kind, pattern in PATTERNS.items() if pattern.traits)
    worths = "; ".join(
        f"{pattern.title} {', '.join(ladder.signed(ladder.modifier(rank)) for rank in pattern.traits)}"
        for pattern in PATTERNS.values()
        if pattern.traits
    )
    orders = tuple(Choice(value, _said(order), needs=needs) for value, order in _ORDERS.items())
    hint = f"{worths}. Empty: {_said(ladder.TRAITS)}."
    return Choose(name="order", label="Traits, best first", hint=hint, choices=orders, least=0)


def _said(order: Iterable[str]) -> str:
    return ", ".join(map(ladder.title, order))


def _element_fields() -> Iterator[Write]:
    """Elements, with the best Trait: a hero’s by its pattern, a regular’s where its nature asks (SE-NC-10). A minion
    has none, unless it is given one afterwards (SE-NC-06, SE-ERR-15)."""
    needs = tuple(f"type:{kind}" for kind, pattern in PATTERNS.items() if pattern.traits)
    more = ladder.signed(ladder.modifier(_MORE))
    for name, rank in zip(("first", "second"), PATTERNS["hero"].elements, strict=True):
        worth = ladder.signed(ladder.modifier(rank))
        hint = f"A hero’s, at {worth}; a regular’s, beyond its pattern, at {more}. With its best Trait."
        yield replace(_word(name, f"{ladder.title(name)} Element", hint, least=0), needs=needs)


def _make(play: Play[State], command: c.MakeNc) -> None:
    pattern = PATTERNS[command.type]
    order = _ORDERS.get(command.order, ladder.TRAITS) if pattern.traits else ()
    best = order[0] if order else ""
    words = [word.strip() for word in (command.first, command.second)]
    ranks = pattern.elements or (_MORE, _MORE)
    name = command.name.strip()
    model = NC(
        id="",
        name=name,
        kind=command.kind,
        type=command.type,
        rank=command.rank,
        concept=NcQuality("c", command.concept.strip() or name, pattern.concept),
        traits=dict(zip(order, pattern.traits, strict=False)),
        elements=tuple(
            NcQuality(f"e{number}", word, rank, best)
            for number, (word, rank) in enumerate(zip(words, ranks, strict=True), 1)
            if word
        ),
        notes=command.notes.strip(),
    )
    _record(play, model, command.count, ("SE-NC-01", "SE-NC-02", "SE-TRAP-18"))


def copies(state: State, model: NC, count: int) -> tuple[NC, ...]:
    """So many of one NC, each with an id of its own; numbered if there are several."""
    made = []
    for number in range(1, count + 1):
        id_ = f"n{state.ids + number}"
        name = f"{model.name} {number}" if count > 1 else model.name
        made.append(
            replace(
                model,
                id=id_,
                name=name,
                concept=model.concept and replace(model.concept, id=f"{id_}c"),
                elements=tuple(replace(one, id=f"{id_}{one.id}") for one in told_apart(model.elements)),
                flaw=model.flaw and replace(model.flaw, id=f"{id_}w"),
            )
        )
    return tuple(made)


def _record(play: Play[State], model: NC, count: int, rules: tuple[str, ...]) -> tuple[NC, ...]:
    made = copies(play.state, model, count)
    play.record(e.NcsMade(ncs=made, rules=rules))
    return made


def _take_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "takes printed NCs", "SE-NC-01")
    choices = tuple(
        Choice(
            key,
            printed.name,
            hint=f"{ladder.title(printed.rank)} {printed.type}, TN {ladder.tn(printed.rank)}",
            group=shelf.title(state, key),
        )
        for key, printed in shelf.ncs(state).items()
    )
    yield Offer(
        do="take-nc",
        label="Take a printed NC",
        why="Opponents, monsters and obstacles of your packs and of the book, as printed.",
        fields=(
            Choose(name="sample", label="Which?", choices=choices),
            Count(name="count", label="How many?", least=1, most=_MOST_AT_ONCE, default=1),
        ),
        rules=("SE-NC-13", "SE-TRAP-18"),
        urgency="tool",
    )


def _take(play: Play[State], command: c.TakeNc) -> None:
    _record(play, nc_of(shelf.ncs(play.state)[command.sample], ""), command.count, ("SE-NC-13", "SE-TRAP-18"))


def _task_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "sets tasks", "SE-RANK-08")
    yield Offer(
        do="set-task",
        label="Set a task",
        why="A Rank and nothing else: its TN serves Momentum and Action, and one success settles it.",
        fields=(_word("name", "What is to be done?"), rank_field()),
        rules=("SE-RANK-08", "SE-RD-43", "SE-STR-03"),
        urgency="tool",
    )


def _task(play: Play[State], command: c.SetTask) -> None:
    rank: Rank = command.rank
    model = NC(id="", name=command.name.strip(), kind="obstacle", type="minion", rank=rank)
    (made,) = _record(play, model, 1, ("SE-RANK-08", "SE-RD-43"))
    if play.state.phase == "scene":
        play.record(e.BroughtIn(ncs=(made.id,), faces=(face(made),), rules=("SE-RANK-08",)))


VERBS = (
    Verb(c.MakeNc, EVERYWHERE, _make_offers, _make),
    Verb(c.TakeNc, EVERYWHERE, _take_offers, _take),
    Verb(c.SetTask, EVERYWHERE, _task_offers, _task),
)
