"""What the guide adds to somebody's throw before the dice: difficulty, a well played part, claims that do not hold;
and what makes contests of a place harder or easier while it lasts (MO-008, MO-X002, MO-X006, MO-X009, MO-X320)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from msgspec.structs import replace

from moot.core import Choice, Choose, Confirm, Line, Offers, Part, Play, Refused, Seat, Write
from moot.core.blanks import Field
from moot.games.modos.blanks import difficulty_blank
from moot.games.modos.conflicts import Beat
from moot.games.modos.contests import SIGHT, Circumstance, Side, Term
from moot.games.modos.effects import Add
from moot.games.modos.figures import CONTEST
from moot.games.modos.flow import FlowCommand, Happening, OfSomebody, only_guide
from moot.games.modos.live import catalog_of, own_effects
from moot.games.modos.state import ALWAYS, FREE, REACTION, TURN, State
from moot.games.modos.terms import POOL_WORDS, Pool
from moot.kit.keyed import put
from moot.kit.totals import signed

PLAYED: Final = Term("well played", CONTEST.award, "MO-X002")
"""What somebody has for playing their part."""


class Adjusted(OfSomebody, tag="adjusted"):
    """The guide said what else counts for somebody's throw, in a contest, or in the beat under way."""

    contest: str
    difficulty: int
    played: bool
    strike: tuple[str, ...] = ()

    def evolve(self, state: State) -> State:
        if self.contest:
            one = state.contests[self.contest]
            first, second = (self._side(side) for side in one.sides)
            return replace(state, contests=put(state.contests, replace(one, sides=(first, second))))
        if (beat := state.beat) is None:
            return state
        others = tuple(who for who in beat.played if who != self.who)
        beat = replace(
            beat, difficulty={**beat.difficulty, self.who: self.difficulty},
            played=(*others, self.who) if self.played else others,
        )
        return state.with_conflict(beat=self._without(beat))

    def _side(self, side: Side) -> Side:
        if side.who != self.who:
            return side
        extra = tuple(term for term in side.extra if term != PLAYED)
        return replace(side, difficulty=self.difficulty, extra=(*extra, PLAYED) if self.played else extra)

    def _without(self, beat: Beat) -> Beat:
        """The beat without the claims that do not hold."""
        deed = beat.does(self.who)
        if deed is None or not self.strike:
            return beat
        deed = replace(deed, claims=tuple(claim for claim in deed.claims if claim not in self.strike))
        if beat.deed.who == self.who:
            return replace(beat, deed=deed)
        return replace(beat, answers={**beat.answers, self.who: deed})

    def line(self, state: State) -> Line:
        said = [f"{signed(self.difficulty)} for difficulty"] if self.difficulty else []
        said += [f"{signed(CONTEST.award)} for playing the part"] if self.played else []
        said += ["a claim does not hold"] if self.strike else []
        return Line("system", f"{state.name(self.who)}: {', '.join(said) or 'nothing more counts'}.")


class Adjust(FlowCommand, tag="adjust"):
    """Say what else counts for somebody's throw, before the dice."""

    when, rules, urgency = FREE | TURN | REACTION, ("MO-X006", "MO-008", "MO-X002"), "tool"
    giver, records, cites = only_guide("says what counts"), Adjusted, ("MO-X006",)
    together = "What else counts?"
    contest: str
    who: str
    difficulty: int
    played: bool
    strike: tuple[str, ...] = ()

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        asked: set[tuple[str, str]] = set()  # who throws once in several contests has one total for all of them
        for contest in state.contests.values():
            for side in contest.sides:
                key = (contest.group or contest.id, side.who)
                if side.who and contest.tied is None and key not in asked:
                    asked.add(key)
                    yield cls.offer(
                        side, f"{state.name(side.who)}: what else counts?", contest.why or "A contest",
                        *_blanks(state, side.who, side.difficulty, PLAYED in side.extra), about=side.who,
                        contest=contest.id, who=side.who, strike=(),
                    )
        beat = state.beat
        if beat is not None:
            deeds = (one for one, deed in beat.answers.items() if deed)
            for who in dict.fromkeys((beat.deed.who, *beat.asked, *deeds)):
                more, played = beat.difficulty.get(who, 0), who in beat.played
                yield cls.offer(
                    beat, f"{state.name(who)}: what else counts?", "A penalty is for the one who would be rid of it.",
                    *_blanks(state, who, more, played), *_claims(state, beat, who), about=who, contest="", who=who,
                )
        yield Refused("no-throw", "Nobody is about to throw.", "MO-X006")


def _blanks(state: State, who: str, difficulty: int, played: bool) -> Iterator[Field]:
    """What is added, with what entries of theirs leave to the guide."""
    ranges = {
        one.title: one.effect.guide for one in own_effects(state, who)
        if isinstance(one.effect, Add) and one.effect.guide and one.effect.figure == "contest"
    }
    hint = ", ".join(f"{title}: {least} to {most}" for title, (least, most) in ranges.items())
    yield difficulty_blank(label="Difficulty", default=difficulty, hint=hint)
    yield Confirm(name="played", label=f"{signed(CONTEST.award)} for playing the part", default=played, rule="MO-X002")


def _claims(state: State, beat: Beat, who: str) -> Iterator[Field]:
    """The claims that do not hold."""
    deed = beat.does(who)
    titles = {one.source: one.title for one in own_effects(state, who)} | {SIGHT: "It takes eyes"}
    claims = tuple(Choice(claim, titles.get(claim, claim)) for claim in (deed.claims if deed else ()))
    if claims:
        yield Choose(name="strike", label="What does not hold?", choices=claims, many=True, least=0)


def circumstance_words(state: State, one: Circumstance) -> str:
    """A circumstance in short: `Glare −4: Ann`."""
    skill = catalog_of(state).skills.get(one.skill)
    of = " ".join(filter(None, (state.of_pool(one.pool).strip() if one.pool else "", skill.title if skill else "")))
    whom = ", ".join(filter(None, (*(state.name(who) for who in one.who), of)))
    return f"{one.what} {signed(one.by)}{f': {whom}' if whom else ''}"


class CircumstanceSet(Happening, tag="circumstance-set"):
    """Something about the place counts from now on."""

    adds_to = ("around", "one")
    one: Circumstance

    def line(self, state: State) -> Line:
        dark = " It is dark: that counts for what takes eyes." if self.one.dark else ""
        return Line("system", f"{circumstance_words(state, self.one)}.{dark}")


class CircumstanceEnded(Happening, tag="circumstance-ended"):
    """Something about the place counts no longer."""

    takes_from = ("around", "id")
    sentence = ("system", "{what}: that counts no longer.")
    id: str
    what: str


class SetCircumstance(FlowCommand, tag="set-circumstance"):
    """Say what about the place makes contests harder or easier, and for whom."""

    when, rules, urgency, about_any = ALWAYS, ("MO-X320", "MO-X006", "MO-X009", "MO-008"), "tool", None
    giver = only_guide("says what the place is like")
    what: str
    by: int
    who: tuple[str, ...] = ()
    pool: Pool | Literal[""] = ""
    skill: str = ""
    dark: bool = False

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        yield cls.offer(None, "The place makes it harder, or easier", "For as long as it lasts.", *_place_blanks(state))

    def act(self, play: Play[State], of: object) -> None:
        one = Circumstance(
            id=play.state.next_id, what=self.what.strip(), by=self.by, who=self.who, pool=self.pool or None,
            skill=self.skill, dark=self.dark,
        )
        play.record(CircumstanceSet(one=one, rules=self.rules[:2]))


def _place_blanks(state: State) -> tuple[Field, ...]:
    people = tuple(Choice(who.id, who.name) for who in state.cast() if who.known)
    pools = tuple(Choice(pool, title.title()) for pool, title in POOL_WORDS.items())
    skills = tuple(Choice(row.id, row.title) for row in catalog_of(state).skills.values())
    whose = Choose(name="who", label="Whose is it?", choices=people, many=True, least=0, rule="MO-X006",
                   hint="Theirs without whom it would be gone. Nobody’s: everybody’s.")
    return (
        Write(name="what", label="What is it?", suggestions=("Darkness", "The sun in the eyes", "Slippery ground")),
        difficulty_blank(name="by", label="By how much?", default=-4),
        *((whose,) if people else ()),
        *((Choose(name="pool", label="In contests of one attribute?", choices=pools, least=0),
           Choose(name="skill", label="With one skill?", choices=skills, least=0)) if skills else ()),
        Confirm(name="dark", label="It is the dark", hint="Counts for what takes eyes."),
    )


class EndCircumstance(FlowCommand, tag="end-circumstance"):
    """Say that something about the place counts no longer."""

    when, rules, urgency, about_any = ALWAYS, ("MO-X320",), "tool", None
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


ADJUSTING: Final = Part(Adjust, Adjusted, module="core")
CIRCUMSTANCES: Final = Part(SetCircumstance, EndCircumstance, CircumstanceSet, CircumstanceEnded, module="core")
