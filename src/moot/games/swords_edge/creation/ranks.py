"""Spending Ranks on a sheet, one tap each, with what is left beside every choice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from moot.core import Choice, Choose, Event, Line, Offered, Part, Play, Refused, Seat
from moot.games.swords_edge import ladder
from moot.games.swords_edge.character import Character
from moot.games.swords_edge.creation.legality import check, price
from moot.games.swords_edge.figures.characters import PRICES
from moot.games.swords_edge.figures.dice import Rank
from moot.games.swords_edge.ownership import OfCharacter, my_draft
from moot.games.swords_edge.phases import ALWAYS
from moot.games.swords_edge.state import Options, State


def _lines(who: Character) -> Iterator[tuple[str, str, str]]:
    """Everything on a sheet that Ranks go into: id, name, and what it is."""
    for trait in ladder.TRAITS:
        yield trait, ladder.title(trait), "Trait"
    for quality in who.of("concept", "background", "faculty", "element"):
        yield quality.id, quality.name, quality.described


def _step(was: Rank, now: Rank) -> str:
    old, new = (f"{ladder.title(rank)} {ladder.signed(ladder.modifier(rank))}" for rank in (was, now))
    return f"{old} → {new}"


class RankSet(Event[State], tag="rank-set"):
    """A Trait or Quality of a sheet in the making went from one Rank to another."""

    who: str
    what: str
    was: Rank
    rank: Rank

    def evolve(self, state: State) -> State:
        return state.with_character(state.characters[self.who].with_rank(self.what, self.rank))

    def line(self, state: State) -> Line:
        what = state.quality_name(self.who, self.what)
        text = f"{state.named(self.who)}: {what} from {ladder.title(self.was)} to {ladder.title(self.rank)}."
        return Line(kind="sheet", text=text)


class SpendRank(OfCharacter, tag="spend-rank"):
    """Raise one Trait or Quality by a Rank."""

    when, rules = ALWAYS, ("SE-CRE-01", "SE-CRE-03", "SE-CRE-05")
    what: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered]:
        who = my_draft(state, seat)
        report = check(who, state.options)
        if not report.left:
            raise Refused("nothing-left", "Every Rank is spent: take one back to spend it elsewhere.")
        choices = tuple(_raises(state, who, report.left))
        if not choices:
            raise Refused("nothing-to-raise", "Nothing on the sheet can rise any further.", "SE-RANK-04")
        why = f"{report.spent} of {report.budget} Ranks are spent. Nothing has to be raised."
        what = Choose(name="what", label="On what?", choices=choices)
        yield cls.offer_of(who, f"Spend a Rank ({report.left} left)", why, what)

    def enact(self, play: Play[State], who: Character) -> None:
        was = who.whole(self.what)
        rank = ladder.raised(was) or was
        play.record(RankSet(who=who.id, what=self.what, was=was, rank=rank, rules=("SE-CRE-01", "SE-CRE-12")))


def _raises(state: State, who: Character, left: int) -> Iterator[Choice]:
    spent = check(who, state.options).spent
    for what, name, kind in _lines(who):
        now = who.whole(what)
        higher = ladder.raised(now)
        if higher is None:
            continue
        cost = check(who.with_rank(what, higher), state.options).spent - spent
        if 0 < cost <= left:
            yield Choice(what, name, hint=f"{_step(now, higher)}, costs {cost}", group=kind)


class TakeRank(OfCharacter, tag="take-rank"):
    """Take a Rank back."""

    when, rules, urgency = ALWAYS, ("SE-CRE-01", "SE-ERR-22"), "tool"
    what: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered]:
        who = my_draft(state, seat)
        choices = tuple(_drops(who, state.options))
        if not choices:
            raise Refused("nothing-raised", "Nothing is above where it starts.", "SE-CRE-02")
        what = Choose(name="what", label="From what?", choices=choices)
        yield cls.offer_of(who, "Take a Rank back", "It can be spent elsewhere.", what)

    def enact(self, play: Play[State], who: Character) -> None:
        was = who.whole(self.what)
        rules = self.rules if self.what in ladder.TRAITS else self.rules[:1]
        play.record(RankSet(who=who.id, what=self.what, was=was, rank=ladder.lowered(was, 1), rules=rules))


def _drops(who: Character, options: Options) -> Iterator[Choice]:
    for what, name, kind in _lines(who):
        now = who.whole(what)
        start = PRICES["trait"].start if what in ladder.TRAITS else price(who.quality(what), options).start
        if ladder.steps(now) > ladder.steps(start):
            yield Choice(what, name, hint=_step(now, ladder.lowered(now, 1)), group=kind)


RANKS: Final[Part[State]] = Part(SpendRank, TakeRank, RankSet)
