"""Beliefs are doubted: when something speaks against one, or it clashes with an older goal, its bearer defends again,
and must beat the contest that put it there (MO-X315, MO-X316, MO-E105)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from moot.core import Line, Offers, Part, Play, Refused, Seat, Waiting, Write
from moot.games.modos.abilities import affords
from moot.games.modos.blanks import answer_blank, dice_choices
from moot.games.modos.conflict.beats import declare, resolves
from moot.games.modos.conflict.deeds import facts_of, side_of
from moot.games.modos.conflict.rounds import turn_of
from moot.games.modos.conflicts import Deed
from moot.games.modos.contests import Side, Total
from moot.games.modos.facts import Facts
from moot.games.modos.flow import Act, OfSomebody, mine, only_guide
from moot.games.modos.live import catalog_of
from moot.games.modos.marks import lift_mark
from moot.games.modos.person import Mark
from moot.games.modos.purposes import answers_to
from moot.games.modos.skills import usual
from moot.games.modos.state import ALWAYS, FREE, TURN, State
from moot.games.modos.throwing import throw_stored
from moot.kit.people import seat_waits

DOUBT: Final = "doubt"


def beliefs(state: State, who: str) -> Iterator[Mark]:
    """What somebody was made to believe by a contest; what a power put there is resisted as powers are."""
    marks = state.people[who].marks
    return (mark for mark in marks if mark.words and not mark.of and mark.source.startswith("skill:"))


def rule_of(mark: Mark) -> str:
    """The rule behind a doubt: that of new goals, or of false beliefs (MO-X315, MO-X316)."""
    return "MO-X315" if mark.words.lower().startswith("goal") else "MO-X316"


class BeliefShaken(OfSomebody, tag="belief-shaken"):
    """Something speaks against what somebody believes, or they have made up their mind about it (`over`)."""

    mark: str
    why: str = ""
    over: bool = False

    def evolve(self, state: State) -> State:
        marks = (replace(mark, doubted=not self.over) if mark.id == self.mark else mark
                 for mark in state.people[self.who].marks)
        return state.with_person(self.who, marks=tuple(marks))

    def line(self, state: State) -> Line | None:
        return None if self.over else Line("result", "has reason to doubt.", state.name(self.who), quote=self.why)


class ShakeBelief(Act, tag="shake-belief"):
    """Say that something speaks against what somebody was made to believe, that it clashes with an older goal, or that
    they believe it no longer."""

    when, rules, urgency = ALWAYS, ("MO-E105", "MO-X315", "MO-X316", "MO-000"), "tool"
    giver = only_guide("says what speaks against a belief")
    together = "Something speaks against a belief"
    who: str
    mark: str
    over: bool = False
    why: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in state.cast():
            for mark in beliefs(state, who.id):
                if not mark.doubted:
                    hint = f"Goals: {', '.join(who.goals)}." if who.goals and rule_of(mark) == "MO-X315" else ""
                    why = Write(name="why", label="What?", least=0, hint=hint)
                    yield cls.offer(mark, f"{who.name} has reason to doubt", f"“{mark.words}”", why, about=who.id,
                                    who=who.id, mark=mark.id, over=False)
                yield cls.offer(mark, f"{who.name} believes it no longer", f"“{mark.words}”", about=who.id,
                                who=who.id, mark=mark.id, over=True)
        yield Refused("nobody-believes", "Nobody was made to believe anything.")

    def act(self, play: Play[State], of: Mark) -> None:
        if self.over:
            lift_mark(play, self.who, of, "MO-000")
            return
        play.record(BeliefShaken(who=self.who, mark=of.id, why=self.why.strip(), rules=(rule_of(of),)))


class Doubt(Act, tag="doubt"):
    """Doubt what you were made to believe: a Pro against the contest that put it there gets rid of it."""

    when, rules, urgency = FREE | TURN, ("MO-E105", "MO-X315", "MO-X316"), ("must", "may")
    who: str
    mark: str
    skill: str
    half: bool = False
    hero: bool = False

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who, mark in _asked(state, seat):
            skills = _skills(state, who, mark)
            if not skills:
                message = f"{state.name(who)} has no use of a skill that helps, or no action left."
                yield cls.barred(Refused("no-defense", message, "MO-X217"), who=who, mark=mark.id)
                continue
            yield cls.offer((who, mark), f"Doubt it: “{mark.words}”", f"Beat {mark.stored}.",
                            answer_blank(state, who, skills), *dice_choices(state, who), about=who, who=who,
                            mark=mark.id, urgency="may" if state.conflict else "must")
        yield Refused("no-doubt", "Nothing speaks against what anybody of yours believes.")

    def act(self, play: Play[State], of: tuple[str, Mark]) -> None:
        who, mark = of
        pool = usual(catalog_of(play.state), self.skill)
        if play.state.conflict is not None:
            declare(play, Deed(who=who, kind=DOUBT, pool=pool, skill=self.skill, on=mark.id, words=mark.words,
                               half=self.half, hero=self.hero))
            return
        side = Side(who=who, pool=pool, skill=self.skill, half=self.half, hero=self.hero)
        _doubted(play, side, mark, Facts(deed="resist"))


def _asked(state: State, seat: Seat) -> Iterator[tuple[str, Mark]]:
    """Who of a seat has reason to doubt, and what. Raises Refused if it is not their turn."""
    people = [who.id for who in mine(state, seat)] if state.conflict is None else [turn_of(state, seat).who]
    for who in people:
        for mark in beliefs(state, who):
            if mark.doubted:
                yield who, mark


def _skills(state: State, who: str, mark: Mark) -> tuple[str, ...]:
    """The defenses that fit whatever put a belief there, as far as they can be paid for in a conflict (MO-X217)."""
    catalog = catalog_of(state)
    found = answers_to(state, who, mark.source.removeprefix("skill:"))
    return tuple(skill for skill in found if not state.conflict or affords(state, who, skill, usual(catalog, skill)))


def _doubted(play: Play[State], side: Side, mark: Mark, facts: Facts) -> None:
    """Throw against the stored contest: a Pro gets rid of the belief, anything else leaves it (MO-E105)."""
    if throw_stored(play, side, mark.stored, facts, mark.words) == "pro":
        lift_mark(play, side.who, mark, "MO-E105", rule_of(mark))
    else:
        play.record(BeliefShaken(who=side.who, mark=mark.id, over=True, rules=("MO-E105",)))


@resolves(DOUBT, "doubts")
def came(play: Play[State], deed: Deed, against: tuple[Deed, ...]) -> Total | None:
    """A doubt in a conflict comes out."""
    mark = next((mark for mark in beliefs(play.state, deed.who) if mark.id == deed.on), None)
    if mark is not None:
        _doubted(play, side_of(play.state, deed), mark, facts_of(deed))
    return None


class KeepBelief(Act, tag="keep-belief"):
    """Go on believing, whatever speaks against it."""

    when, rules, urgency = FREE | TURN, ("MO-E105",), "may"
    who: str
    mark: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who, mark in _asked(state, seat):
            yield cls.offer(mark, "Go on believing", f"“{mark.words}”", about=who, who=who, mark=mark.id)
        yield Refused("no-doubt", "Nothing speaks against what anybody of yours believes.")

    def act(self, play: Play[State], of: Mark) -> None:
        play.record(BeliefShaken(who=self.who, mark=of.id, over=True, rules=self.rules))


def waiting(state: State) -> tuple[Waiting, ...]:
    """Who has reason to doubt, and has yet to make up their mind."""
    if state.conflict is not None:
        return ()
    doubting = [who for who in state.cast() for mark in beliefs(state, who.id) if mark.doubted]
    return tuple(one for who in doubting for one in seat_waits(state, state.seat_of(who.id), "a doubt"))


DOUBTING: Final = Part(Doubt, KeepBelief, ShakeBelief, BeliefShaken)
