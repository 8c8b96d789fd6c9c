"""States are put on people and taken off them again: unaware, tangled, asleep, disabled, what a row calls for."""

from __future__ import annotations

from typing import Any, Final, Self

from msgspec.structs import replace

from moot.core import Fact, Line, Part, Play, Seat
from moot.games.modos import effects
from moot.games.modos.flow import OfSomebody
from moot.games.modos.live import catalog_of
from moot.games.modos.person import Mark
from moot.games.modos.rows import StateRow
from moot.games.modos.state import State
from moot.games.modos.vocabulary import Ending
from moot.kit.keyed import counted
from moot.kit.remembered import remembered

UNAWARE: Final = "unaware"
"""The state of somebody who knows nothing of somebody else."""


def with_mark(state: State, who: str, id_: str, **changes: Any) -> State:
    """The state with some of one mark replaced."""
    marks = tuple(replace(mark, **changes) if mark.id == id_ else mark for mark in state.people[who].marks)
    return state.with_person(who, marks=marks)


def without_mark(state: State, who: str, id_: str) -> State:
    """The state without one mark of somebody's."""
    return state.with_person(who, marks=tuple(mark for mark in state.people[who].marks if mark.id != id_))


@remembered(256, lambda state: (state.people,))
def toward_others(state: State) -> tuple[tuple[str, Mark], ...]:
    """Every mark of anybody that concerns another, each with whose it is."""
    return tuple([(who.id, mark) for who in state.people.values() for mark in who.marks if mark.toward])


class Marked(OfSomebody, tag="marked"):
    """Somebody is in a state from now on; `title` is what people call it."""

    mark: Mark
    title: str

    def evolve(self, state: State) -> State:
        marks = (*state.people[self.who].marks, self.mark)
        return replace(state.with_person(self.who, marks=marks), ids=state.ids + counted((self.mark.id,)))

    def told(self, state: State, seat: Seat) -> Self | None:
        return super().told(state, seat) if seat.guides or state.knows(self.mark.toward) else None

    def line(self, state: State) -> Line:
        said = _said(state, self.title, self.mark.toward)
        return Line("result", f"is {said}.", state.name(self.who), quote=self.mark.words)


class Unmarked(OfSomebody, tag="unmarked"):
    """Somebody is not in a state any more, which may have been one `toward` another."""

    mark: str
    title: str
    toward: str = ""

    def evolve(self, state: State) -> State:
        return without_mark(state, self.who, self.mark)

    def told(self, state: State, seat: Seat) -> Self | None:
        return super().told(state, seat) if seat.guides or state.knows(self.toward) else None

    def line(self, state: State) -> Line:
        person, said = state.people[self.who], f"is no longer {_said(state, self.title, self.toward)}"
        falls = any(row.pool or row.id == "dead" for row in _titled(state, self.title))
        fact = Fact(kind="back", text=f"{person.name} {said}", who=person.name, seat=state.played_by(self.who))
        return Line("result", f"{said}.", person.name, facts=(fact,) if falls else ())


def _titled(state: State, title: str) -> list[StateRow]:
    """The states that people call so."""
    return [row for row in catalog_of(state).states.values() if row.title == title]


def _said(state: State, title: str, toward: str) -> str:
    """A state in a sentence, with whom it concerns."""
    words = (f" {row.toward} {state.name(toward)}" for row in _titled(state, title) if toward)
    return title.lower() + next(words, "")


def mark_for(play: Play[State], who: str, row: str, **more: Any) -> Mark:
    """A mark for somebody, with an id that tells nothing where others do not know them."""
    person = play.state.people[who]
    id_ = play.state.next_id if person.known else play.hidden_id({mark.id for mark in person.marks})
    return Mark(id=id_, row=row, **more)


def put_mark(play: Play[State], who: str, row: str, *rules: str, **more: Any) -> None:
    """Put somebody into a state, with whatever begins with it. `more` are fields of the mark."""
    state = catalog_of(play.state).states[row]
    mark = mark_for(play, who, row, **more)
    play.record(Marked(who=who, mark=mark, title=state.title, rules=rules or state.rules[:1]))
    for effect in state.effects:
        if not isinstance(effect, effects.PutMark) or "begin" not in effect.on:
            continue
        if not play.state.people[who].has_mark(effect.state):
            put_mark(play, who, effect.state)


def lift_mark(play: Play[State], who: str, mark: Mark, *rules: str) -> None:
    """Take a state off somebody."""
    row = catalog_of(play.state).states.get(mark.row)
    title = row.title if row else mark.row
    play.record(Unmarked(
        who=who, mark=mark.id, title=title, toward=mark.toward, rules=rules or (row.rules[:1] if row else ())
    ))


def end_marks(play: Play[State], who: str, ending: Ending) -> None:
    """Take off somebody all states that are ended by this."""
    rows = catalog_of(play.state).states
    for mark in play.state.people[who].marks:
        row = rows.get(mark.row)
        if row is not None and ending in row.ends:
            lift_mark(play, who, mark)


MARKS: Final = Part(Marked, Unmarked)
