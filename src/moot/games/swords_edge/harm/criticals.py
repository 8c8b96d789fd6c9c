"""What a natural 2 or a natural 20 brings to the PC that rolled it: a lesson, or a Stunt (SE-CRIT-01, SE-CRIT-03)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from moot.core import Change, Choice, Choose, Line, Offers, Part, Play, Refused, Seat
from moot.games.swords_edge import ladder
from moot.games.swords_edge.asking import OfCharacter, at_average, my_character, name_field, trait_field
from moot.games.swords_edge.character import Character, Lesson, Quality, Stunt
from moot.games.swords_edge.figures import PRICES, TRAITS, Rank
from moot.games.swords_edge.frames import befell
from moot.games.swords_edge.pairings import Test
from moot.games.swords_edge.state import ALWAYS, AboutCharacter, State


def criticals(play: Play[State], test: Test) -> None:
    """A natural 2 teaches the roller, a natural 20 brings the roller a Stunt (SE-RD-34)."""
    who = test.roller
    if test.triumph:
        stunt = Stunt(test.id, next((ladder.as_trait(what) for what in test.used(who) if what in ladder.TRAITS), ""))
        play.record(StuntDue(who=who, stunt=stunt, rules=("SE-CRIT-03", "SE-CRIT-04", "SE-RD-23", "SE-RD-34")))
    elif test.fumbled and (choices := tuple(teaches(play.state.characters[who], test))):
        lesson = Lesson(test.id, choices)
        play.record(LessonDue(who=who, lesson=lesson, rules=("SE-CRIT-01", "SE-ADV-02", "SE-ADV-03")))
    elif test.fumbled:
        play.record(LessonLapsed(who=who, rules=("SE-RD-08", "SE-RD-38")))


def teaches(who: Character, test: Test) -> Iterator[str]:
    """What of a Test can rise by it: Qualities used; a Trait only if it was all there was (SE-ADV-02, SE-ADV-03).
    Invoked Weaknesses and Fetishes are Qualities of the Test as well (SE-RD-38); nothing passes Legendary."""
    used = test.used(who.id)
    fitting = (what for what in dict.fromkeys(used) if len(used) == 1 or what not in ladder.TRAITS)
    yield from (what for what in fitting if _can_rise(who, what))


def open_lessons(who: Character) -> list[Lesson]:
    """The lessons that can still raise something: it may have gone, or reached Legendary, since (SE-ADV-06)."""
    return [lesson for lesson in who.lessons if any(_can_rise(who, what) for what in lesson.choices)]


def _can_rise(who: Character, what: str) -> bool:
    return (what in ladder.TRAITS or who.has(what)) and ladder.raised(who.whole(what)) is not None


class LessonDue(AboutCharacter, tag="lesson-due"):
    """A critical failure brings an Advancement for what was used in that Test."""

    sentence = ("result", "{who} will learn from this failure.")
    lesson: Lesson

    def evolve(self, state: State) -> State:
        return state.with_pc(self.who, lessons=(*state.characters[self.who].lessons, self.lesson))


class _LessonOver(AboutCharacter):
    """A lesson no longer waits."""

    test: str = ""

    def evolve(self, state: State) -> State:
        lessons = state.characters[self.who].lessons
        return state.with_pc(self.who, lessons=tuple(lesson for lesson in lessons if lesson.test != self.test))


class LessonLapsed(_LessonOver, tag="lesson-lapsed"):
    """A critical failure brings nothing: nothing was used that can rise, or can still (SE-RD-08), or what could was
    `declined` (SE-RD-38). `test` is that of a lesson that was due."""

    declined: bool = False

    def line(self, state: State) -> Line:
        name = state.named(self.who)
        if self.declined:
            return Line("result", f"{name} lets this lesson go.")
        return Line("result", f"There is nothing for {name} to learn from this failure.")


class LessonTaken(_LessonOver, tag="lesson-taken"):
    """A critical failure's Advancement raised a Quality or a Trait."""

    what: str
    was: Rank
    rank: Rank

    def evolve(self, state: State) -> State:
        learned = super().evolve(state)
        who = learned.characters[self.who]
        return learned.with_character(who.with_rank(self.what, self.rank))

    def line(self, state: State) -> Line:
        what = state.quality_name(self.who, self.what)
        change = Change(what, ladder.title(self.was), ladder.title(self.rank))
        fact = befell(state, "gain", self.who, "has learned", change)
        text = f"{state.named(self.who)} has learned: {what} rises to {ladder.title(self.rank)}."
        return Line("result", text, facts=(fact,))


class TakeLesson(OfCharacter, tag="take-lesson"):
    """Spend a critical failure's Advancement (SE-ADV-02); empty where it is let go (SE-RD-38)."""

    when, urgency, while_any = ALWAYS, "must", "learning"
    rules = ("SE-ADV-02", "SE-ADV-03", "SE-RD-07", "SE-RD-08", "SE-RD-39")
    test: str
    what: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        why = "A critical failure raises something that was used in that very Test by one Rank, outside every cap."
        who = my_character(state, seat, "learns")
        for lesson in open_lessons(who):
            yield cls.offer_of(who, f"{who.name} learns from it", why, _what_rises(who, lesson), test=lesson.test)
        yield Refused("nothing-to-learn", "No critical failure waits to teach you anything.")

    def enact(self, play: Play[State], who: Character) -> None:
        if not self.what:
            play.record(LessonLapsed(who=self.who, test=self.test, declined=True, rules=("SE-RD-38", "SE-RD-44")))
            return
        was = who.whole(self.what)
        rank = ladder.raised(was) or was
        play.record(LessonTaken(who=who.id, test=self.test, what=self.what, was=was, rank=rank, rules=self.rules[:3]))
        risen = play.state.characters[self.who]
        for lesson in risen.lessons:
            if not any(_can_rise(risen, what) for what in lesson.choices):
                play.record(LessonLapsed(who=risen.id, test=lesson.test, rules=("SE-ADV-06", "SE-RD-38")))


def _what_rises(who: Character, lesson: Lesson) -> Choose:
    """What can rise; a lesson that could only raise a Fetish out of use, and lose its power with it, may be let go
    (SE-RD-38)."""
    choices = tuple(_rise(who, what) for what in lesson.choices if _can_rise(who, what))
    forfeited = {quality.id for quality in who.counting("always") if ladder.raised(quality.rank) == "average"}
    hint, least = ("Or let it go.", 0) if forfeited.issuperset(choice.value for choice in choices) else ("", 1)
    return Choose(name="what", label="What rises?", hint=hint, choices=choices, least=least)


def _rise(who: Character, what: str) -> Choice:
    higher = ladder.raised(who.whole(what))
    to = f"To {ladder.title(higher)}" if higher else ""
    if what in ladder.TRAITS:
        return Choice(what, TRAITS[what].title, hint=to, group="Trait")
    quality = who.quality(what)
    if quality.drags and higher == "average":
        to += at_average(who, quality)
    return Choice(what, quality.name, hint=to, group=quality.described)


class StuntDue(AboutCharacter, tag="stunt-due"):
    """A natural 20 brings a Stunt, yet to be named."""

    sentence = ("result", "Two tens: a Stunt for {who}.")
    stunt: Stunt

    def evolve(self, state: State) -> State:
        return state.with_pc(self.who, stunts=(*state.characters[self.who].stunts, self.stunt))


class StuntNamed(AboutCharacter, tag="stunt-named"):
    """A Stunt stands on the sheet."""

    test: str
    quality: Quality

    def evolve(self, state: State) -> State:
        who = state.characters[self.who].with_quality(self.quality)
        named = replace(who, stunts=tuple(stunt for stunt in who.stunts if stunt.test != self.test))
        return replace(state, ids=state.ids + 1).with_character(named)

    def line(self, state: State) -> Line:
        trait = ladder.title(self.quality.trait)
        fact = befell(state, "gain", self.who, "has a Stunt", note=f"{self.quality.name}, with {trait}")
        text = f"{state.named(self.who)} has a Stunt: {self.quality.name}, with {trait}."
        return Line("result", text, facts=(fact,))


class NameStunt(OfCharacter, tag="name-stunt"):
    """Name the Stunt that a natural 20 brought (SE-CRIT-03)."""

    when, rules, urgency = ALWAYS, ("SE-CRIT-03", "SE-CRIT-04", "SE-RD-23"), "must"
    while_any = "learning"
    test: str
    name: str
    trait: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        why = "A natural 20: an Element at Good for good, for what was being done, and it costs nothing."
        name = name_field("Stunt", "What was being done, in a few words.")
        who = my_character(state, seat, "names a Stunt")
        for stunt in who.stunts:
            ask = () if stunt.trait else (trait_field(hint="Argue for it: no Trait was used."),)
            fixed = {"test": stunt.test} | ({"trait": stunt.trait} if stunt.trait else {})
            yield cls.offer_of(who, f"Name {who.name}’s Stunt", why, name, *ask, **fixed)
        yield Refused("no-stunt", "No natural 20 waits for a Stunt.")

    def enact(self, play: Play[State], who: Character) -> None:
        start, trait = PRICES["element"].start, ladder.as_trait(self.trait)
        stunt = Quality(play.state.next_id, "element", self.name.strip(), start, trait)
        play.record(StuntNamed(who=who.id, test=self.test, quality=stunt, rules=("SE-CRIT-03", "SE-TRAP-12")))


CRITICALS: Final[Part[State]] = Part(TakeLesson, NameStunt, LessonDue, LessonLapsed, LessonTaken, StuntDue, StuntNamed)
