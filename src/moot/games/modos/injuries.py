"""What harm does to people, as it is told: dice of a blow, damage in pools and taken off them, Disabled; and how much
of it others hear (MO-309 to MO-314, MO-FQ19, MO-X110)."""

from __future__ import annotations

from typing import Final, Literal, Self, TypeAlias

import msgspec
from msgspec.structs import replace

from moot.core import Event, Line, Part, Seat, Shown, Throw
from moot.core.frames import Change, Fact
from moot.games.modos.contests import Term
from moot.games.modos.figures import HINTS, LEAST_HARM
from moot.games.modos.flow import OfSomebody
from moot.games.modos.person import Mark
from moot.games.modos.state import State
from moot.games.modos.terms import POOL_WORDS, Pool
from moot.games.modos.throwing import spends
from moot.kit.keyed import counted
from moot.kit.totals import plain

COST: Final = "MO-407"
"""The rule of damage that people do to themselves for a power: that is no news beside what the power did."""

Telling: TypeAlias = Literal["told", "hinted", "secret"]
"""How much others learn of a pool: what is left of it, a word for that, nothing."""


def telling(state: State, who: str, guide: bool) -> Telling:
    """How somebody's health is told: everybody's own in numbers, that of the guide's people as the table plays it."""
    return "told" if guide or not state.people[who].npc else state.options.health_told


def hint(left: int, most: int) -> str:
    """What is left of a pool in a word; empty where none is known to hold anything."""
    share = 100 * left // most if most > 0 else 0
    *rows, last = HINTS.values()
    return next((row.title for row in rows if share > row.over), last.title) if most else ""


class Rolled(msgspec.Struct, frozen=True):
    """Dice that were rolled, each its sides and its face, and the sum that they are part of."""

    terms: tuple[Term, ...] = ()
    dice: tuple[tuple[int, int], ...] = ()

    @property
    def worth(self) -> int:
        """The sum."""
        return sum(term.worth for term in self.terms)

    @property
    def throw(self) -> Throw:
        """The dice as they lie there."""
        return Throw(tuple(Shown(sides, face) for sides, face in self.dice), str(self.worth))

    def less(self, guard: Rolled) -> str:
        """The sum in words, with what protection takes off it: never all of it (MO-211)."""
        least = f", at least {LEAST_HARM}" if self.worth - guard.worth < LEAST_HARM else ""
        return f"{self} less {guard}{least}" if guard.terms else str(self)

    def __str__(self) -> str:
        first, *rest = self.terms
        more = "".join(f", {term.label} {plain(term.worth)}" for term in rest)
        return f"{plain(self.worth)} ({first.label}{f' {plain(first.worth)}' if rest else ''}{more})"


class BlowRolled(Event[State], tag="blow-rolled"):
    """The dice of a blow, and of the protection against it (MO-X309, MO-X322); `times` is what it is multiplied by."""

    by: str
    on: str
    title: str
    pool: Pool
    points: int
    damage: Rolled
    guard: Rolled = Rolled()
    times: int = 1
    spent: tuple[str, ...] = ()

    def evolve(self, state: State) -> State:
        return spends(state, *self.spent)

    def told(self, state: State, seat: Seat) -> BlowRolled | None:
        if seat.guides or state.knows(self.by, self.on):
            return self
        return replace(self, by="", title="Something") if state.knows(self.on) else None

    def line(self, state: State) -> Line:
        times = f", × {self.times}" if self.times > 1 else ""
        dice = ((self.damage, self.by), (self.guard, self.on))
        throws = tuple(replace(each.throw, seat=state.played_by(who)) for each, who in dice if each.dice)
        title = f" with {self.title}" if self.by else ""
        who = state.name(self.by) if self.by else f"{self.title[:1].upper()}{self.title[1:]}"
        text = f"hits {state.name(self.on)}{title}: {self.damage.less(self.guard)}{times}."
        return Line("roll", text, who, throws=throws)


class Unhurt(OfSomebody, tag="unhurt"):
    """A blow does nothing to somebody: `why` not."""

    sentence = ("result", "takes no damage by {title}: {why}.")
    title: str
    why: str


class _OfPool(Event[State]):
    """Something that changes what a pool holds, out of `most`; who is not told how much hears a `hint` at most."""

    who: str
    pool: Pool
    was: int
    now: int
    most: int
    hint: str = ""

    def told(self, state: State, seat: Seat) -> Self | None:
        if not seat.guides and not state.knows(self.who):
            return None
        how = telling(state, self.who, seat.guides)
        if how == "told":
            return self
        word = hint(self.most - self.now, self.most) if how == "hinted" else ""
        return replace(self, was=0, now=0, most=0, hint=word)

    @property
    def left(self) -> str:
        """What is left, as a sentence ends with it."""
        return f": {self.most - self.now} of {self.most} left" if self.most else f": {self.hint}" if self.hint else ""

    @property
    def changes(self) -> tuple[Change, ...]:
        """From how much to how much, for those who are told; nothing where a pool was empty already."""
        was, now = str(self.most - self.was), str(self.most - self.now)
        return (Change(POOL_WORDS[self.pool], was, now),) if self.most and was != now else ()


class Hurt(_OfPool, tag="hurt"):
    """Damage goes into a pool (MO-312). More than it holds is not kept, and disables (MO-313, MO-314): `mark` is the
    state that follows, and `out` what people call it."""

    points: int
    mark: Mark | None = None
    out: str = ""

    def evolve(self, state: State) -> State:
        person = state.people[self.who]
        state = state.with_person(self.who, damage={**person.damage, self.pool: self.now})
        if self.mark is None:
            return state
        state = state.with_person(self.who, marks=(*person.marks, self.mark))
        return replace(state, ids=state.ids + counted((self.mark.id,)))

    def line(self, state: State) -> Line | None:
        person, what, pays = state.people[self.who], POOL_WORDS[self.pool], COST in self.rules
        note = f"{self.points} {what} damage" if self.points else ""
        hinted = "" if self.out or self.hint == "hurt" else self.hint
        usual = f"{person.name} is hurt", f"{person.name} pays for a power"
        text = f"{person.name} is {self.out.lower()}" if self.out else usual[pays]
        instead = usual if self.out else usual[1 + pays:]
        fact = Fact(
            kind="out" if self.out else "hurt", who=person.name, seat=state.played_by(self.who), text=text,
            note="" if self.changes else hinted or note, changes=self.changes, instead=instead,
        )
        if pays and not self.out:  # the dice of the cost have said how much
            left = f"{self.most - self.now} of {self.most} {what} health left" if self.most else ""
            left = left or (f"{what} health left: {self.hint}" if self.hint else "")
            return Line("sheet", f"has {left}.", person.name, facts=(fact,)) if left else None
        if not self.out:
            return Line("result", f"takes {note}{self.left}.", person.name, facts=(fact,))
        had = f", and {max(0, self.most - self.was)} was left" if self.most else ""
        more = f"takes {note}{had}: " if note else ""
        return Line("result", f"{more}{person.name} is {self.out.lower()}." if more else f"is {self.out.lower()}.",
                    person.name, facts=(fact,))


class Mended(_OfPool, tag="mended"):
    """Damage is taken off a pool; `rolled` are the dice for it, if there were any."""

    title: str
    rolled: Rolled = Rolled()

    def evolve(self, state: State) -> State:
        return state.with_person(self.who, damage={**state.people[self.who].damage, self.pool: self.now})

    def line(self, state: State) -> Line:
        person, seat = state.people[self.who], state.played_by(self.who)
        fact = Fact(kind="gain", text=f"{person.name} recovers", who=person.name, seat=seat, note=self.title,
                    changes=self.changes)
        less = f"{self.was - self.now} " if self.most else ""
        text = f"heals {less}{POOL_WORDS[self.pool]} damage by {self.title}{self.left}."
        throws = (replace(self.rolled.throw, seat=seat),) if self.rolled.dice else ()
        return Line("result", text, person.name, throws=throws, facts=(fact,))


class NotMended(OfSomebody, tag="not-mended"):
    """What takes off damage does nothing for who is Disabled, until that is lifted (MO-315, MO-X310)."""

    pool: Pool

    def line(self, state: State) -> Line:
        return Line("result", f"heals no {POOL_WORDS[self.pool]} damage before a way back is found.",
                    state.name(self.who))


class Told(OfSomebody, tag="told"):
    """Something happens to somebody by what they are; people tell it."""

    text: str

    def line(self, state: State) -> Line:
        name, whole = state.name(self.who), self.text[:1].isupper()
        return Line("result", f"{name}: {self.text}") if whole else Line("result", self.text, name)


INJURIES: Final = Part(BlowRolled, Unhurt, Hurt, Mended, NotMended, Told)
