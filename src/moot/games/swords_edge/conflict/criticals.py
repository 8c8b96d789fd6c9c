"""What a natural 2 or a natural 20 brings to whoever rolled it: a lesson, or a Stunt."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Choice, Choose, Offer, Play, Refused, Seat, Verb
from moot.games.swords_edge import ladder
from moot.games.swords_edge.conflict import commands as c, events as e
from moot.games.swords_edge.contest import Test
from moot.games.swords_edge.creation.blanks import name_field, trait_field
from moot.games.swords_edge.creation.ranks import at_average, rank_of, what_it_is
from moot.games.swords_edge.makings import PRICES, TRAITS
from moot.games.swords_edge.people import Character, Lesson, Quality, Stunt
from moot.games.swords_edge.state import State
from moot.games.swords_edge.whose import mine

_ANY = frozenset({"between", "session", "scene"})


def criticals(play: Play[State], test: Test) -> None:
    """A natural 2 teaches the roller, a natural 20 brings the roller a Stunt (SE-RD-34)."""
    who = test.roller
    if test.triumph:
        stunt = Stunt(test.id, next((ladder.as_trait(what) for what in test.used(who) if what in ladder.TRAITS), ""))
        play.record(e.StuntDue(who=who, stunt=stunt, rules=("SE-CRIT-03", "SE-CRIT-04", "SE-RD-23", "SE-RD-34")))
    elif test.fumbled and (choices := tuple(teaches(play.state.characters[who], test))):
        lesson = Lesson(test.id, choices)
        play.record(e.LessonDue(who=who, lesson=lesson, rules=("SE-CRIT-01", "SE-ADV-02", "SE-ADV-03")))
    elif test.fumbled:
        play.record(e.LessonLapsed(who=who, rules=("SE-RD-08", "SE-RD-38")))


def teaches(who: Character, test: Test) -> Iterator[str]:
    """What of a Test can rise by it: Qualities used; a Trait only if it was all there was (SE-ADV-02, SE-ADV-03).

    Invoked Weaknesses and Fetishes are Qualities of the Test as well (SE-RD-38); nothing passes Legendary.
    """
    used = test.used(who.id)
    if len(used) == 1 and used[0] in ladder.TRAITS:
        if ladder.raised(who.traits[ladder.as_trait(used[0])]) is not None:
            yield used[0]
        return
    for what in dict.fromkeys(used):
        if who.has(what) and ladder.raised(who.quality(what).rank) is not None:
            yield what


def _lesson_offers(state: State, seat: Seat) -> Iterator[Offer]:
    due = [(who, lesson) for who in mine(state, seat, "learns", "SE-ADV-02") for lesson in open_lessons(who)]
    if not due:
        raise Refused("nothing-to-learn", "No critical failure waits to teach you anything.", "SE-ADV-02")
    for who, lesson in due:
        choices = tuple(_rise(who, what) for what in lesson.choices if _can_rise(who, what))
        yield Offer(
            do="take-lesson",
            label=f"{who.name} learns from it",
            why="A critical failure raises something that was used in that very Test by one Rank, outside every cap.",
            fixed={"who": who.id, "test": lesson.test},
            fields=(_what_rises(who, choices),),
            rules=("SE-ADV-02", "SE-ADV-03", "SE-RD-07", "SE-RD-08", "SE-RD-39"),
            urgency="must",
            about=who.id,
        )


def _what_rises(who: Character, choices: tuple[Choice, ...]) -> Choose:
    """Whoever could only raise a Fetish out of use, and lose its power with it, may let the lesson go (SE-RD-38)."""
    if any(not _forfeits(who, choice.value) for choice in choices):
        return Choose(name="what", label="What rises?", choices=choices)
    return Choose(name="what", label="What rises?", hint="Or let it go.", choices=choices, least=0)


def _forfeits(who: Character, what: str) -> bool:
    fetish = what not in ladder.TRAITS and who.quality(what).kind == "fetish"
    return fetish and ladder.raised(rank_of(who, what)) == "average"


def open_lessons(who: Character) -> list[Lesson]:
    """The lessons that can still raise something: it may have gone, or reached Legendary, since (SE-ADV-06)."""
    return [lesson for lesson in who.lessons if any(_can_rise(who, what) for what in lesson.choices)]


def _can_rise(who: Character, what: str) -> bool:
    return (what in ladder.TRAITS or who.has(what)) and ladder.raised(rank_of(who, what)) is not None


def _rise(who: Character, what: str) -> Choice:
    higher = ladder.raised(rank_of(who, what))
    to = f"To {ladder.title(higher)}" if higher else ""
    if what in ladder.TRAITS:
        return Choice(what, TRAITS[what].title, hint=to, group="Trait")
    quality = who.quality(what)
    if quality.drags and higher == "average":
        to += at_average(who, quality)
    return Choice(what, quality.name, hint=to, group=what_it_is(quality))


def _take_lesson(play: Play[State], command: c.TakeLesson) -> None:
    if not command.what:
        play.record(e.LessonLapsed(who=command.who, test=command.test, declined=True, rules=("SE-RD-38", "SE-RD-44")))
        return
    was = rank_of(play.state.characters[command.who], command.what)
    play.record(
        e.LessonTaken(
            who=command.who,
            test=command.test,
            what=command.what,
            was=was,
            rank=ladder.raised(was) or was,
            rules=("SE-ADV-02", "SE-ADV-03", "SE-RD-07"),
        )
    )
    risen = play.state.characters[command.who]
    for lesson in risen.lessons:
        if not any(_can_rise(risen, what) for what in lesson.choices):
            play.record(e.LessonLapsed(who=risen.id, test=lesson.test, rules=("SE-ADV-06", "SE-RD-38")))


def _stunt_offers(state: State, seat: Seat) -> Iterator[Offer]:
    due = [(who, stunt) for who in mine(state, seat, "names a Stunt", "SE-CRIT-03") for stunt in who.stunts]
    if not due:
        raise Refused("no-stunt", "No natural 20 waits for a Stunt.", "SE-CRIT-03")
    for who, stunt in due:
        fixed = {"who": who.id, "test": stunt.test}
        ask = () if stunt.trait else (trait_field(hint="Argue for it: no Trait was used."),)
        yield Offer(
            do="name-stunt",
            label=f"Name {who.name}’s Stunt",
            why="A natural 20: an Element at Good for good, for what was being done, and it costs nothing.",
            fixed=fixed | ({"trait": stunt.trait} if stunt.trait else {}),
            fields=(name_field("Stunt", "What was being done, in a few words."), *ask),
            rules=("SE-CRIT-03", "SE-CRIT-04", "SE-RD-23"),
            urgency="must",
            about=who.id,
        )


def _name_stunt(play: Play[State], command: c.NameStunt) -> None:
    start = PRICES["element"].start
    trait = ladder.as_trait(command.trait)
    stunt = Quality(play.state.next_id, "element", command.name.strip(), start, trait)
    play.record(e.StuntNamed(who=command.who, test=command.test, quality=stunt, rules=("SE-CRIT-03", "SE-TRAP-12")))


VERBS = (
    Verb(c.TakeLesson, _ANY, _lesson_offers, _take_lesson),
    Verb(c.NameStunt, _ANY, _stunt_offers, _name_stunt),
)
