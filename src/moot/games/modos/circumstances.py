"""What makes contests of a place harder or easier while it lasts, and for whom: darkness, glare, slippery ground
(MO-008, MO-X006, MO-X009, MO-X320)."""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from moot.core import Choice, Choose, Confirm, Count, Event, Line, Offers, Part, Play, Refused, Seat, Write
from moot.core.blanks import Field
from moot.games.modos.blanks import ladder
from moot.games.modos.constants import CONTEST
from moot.games.modos.contests import Circumstance
from moot.games.modos.events import Happening
from moot.games.modos.flow import Act, only_guide
from moot.games.modos.live import catalog_of
from moot.games.modos.state import ALWAYS, State
from moot.games.modos.terms import POOL_WORDS, Pool
from moot.kit.keyed import counted, put, without
from moot.kit.totals import signed


def circumstance_words(state: State, one: Circumstance) -> str:
    """A circumstance in short: `Glare −4: Ann`."""
    skill = catalog_of(state).skills.get(one.skill)
    of = " ".join(filter(None, (POOL_WORDS.get(one.pool, "") if one.pool else "", skill.title if skill else "")))
    whom = ", ".join(filter(None, (*(state.name(who) for who in one.who), of)))
    return f"{one.what} {signed(one.by)}{f': {whom}' if whom else ''}"


class CircumstanceSet(Event[State], tag="circumstance-set"):
    """Something about the place counts from now on."""

    one: Circumstance

    def evolve(self, state: State) -> State:
        return replace(state, around=put(state.around, self.one), ids=state.ids + counted((self.one.id,)))

    def line(self, state: State) -> Line:
        dark = " It is dark: that counts for what takes eyes." if self.one.dark else ""
        return Line("system", f"{circumstance_words(state, self.one)}.{dark}")


class CircumstanceEnded(Happening, tag="circumstance-ended"):
    """Something about the place counts no longer."""

    sentence = ("system", "{what}: that counts no longer.")
    id: str
    what: str

    def evolve(self, state: State) -> State:
        return replace(state, around=without(state.around, self.id))


class SetCircumstance(Act, tag="set-circumstance"):
    """Say what about the place makes contests harder or easier, and for whom."""

    when, rules, urgency = ALWAYS, ("MO-X320", "MO-X006", "MO-X009", "MO-008"), "tool"
    giver = only_guide("says what the place is like")
    what: str
    by: int
    who: tuple[str, ...] = ()
    pool: Pool | Literal[""] = ""
    skill: str = ""
    dark: bool = False

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        yield cls.offer(None, "Something about the place", "For as long as it lasts.", *_blanks(state))

    def act(self, play: Play[State], of: object) -> None:
        one = Circumstance(
            id=play.state.next_id, what=self.what.strip(), by=self.by, who=self.who, pool=self.pool or None,
            skill=self.skill, dark=self.dark,
        )
        play.record(CircumstanceSet(one=one, rules=self.rules[:2]))


def _blanks(state: State) -> tuple[Field, ...]:
    people = tuple(Choice(who.id, who.name) for who in state.cast() if who.known)
    pools = tuple(Choice(pool, title.title()) for pool, title in POOL_WORDS.items())
    skills = tuple(Choice(row.id, row.title) for row in catalog_of(state).skills.values())
    whose = Choose(name="who", label="Whose is it?", choices=people, many=True, least=0, rule="MO-X006",
                   hint="Theirs without whom it would be gone. Nobody’s: everybody’s.")
    return (
        Write(name="what", label="What is it?", suggestions=("Darkness", "The sun in the eyes", "Slippery ground")),
        Count(name="by", label="By how much?", least=CONTEST.difficulty_least, most=CONTEST.difficulty_most, default=-4,
              hint=ladder(), rule="MO-008"),
        *((whose,) if people else ()),
        Choose(name="pool", label="In contests of one attribute?", choices=pools, least=0),
        Choose(name="skill", label="With one skill?", choices=skills, least=0),
        Confirm(name="dark", label="It is the dark", hint="Counts for what takes eyes."),
    )


class EndCircumstance(Act, tag="end-circumstance"):
    """Say that something about the place counts no longer."""

    when, rules, urgency = ALWAYS, ("MO-X320",), "tool"
    giver, records = only_guide("says what the place is like"), CircumstanceEnded
    together = "What counts no longer?"
    while_any = "around"
    id: str
    what: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for one in state.around.values():
            yield cls.offer(one, f"No longer: {one.what}", circumstance_words(state, one), id=one.id, what=one.what)
        yield Refused("nothing-around", "Nothing about the place counts now.")


CIRCUMSTANCES: Final = Part(SetCircumstance, EndCircumstance, CircumstanceSet, CircumstanceEnded)
