"""A sheet in the making: Ranks spent one tap each, the sheet done, opened again, or set aside."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from msgspec.structs import replace

from moot.core import Choice, Choose, Line, Offers, Part, Play, Refused, Seat, Urgency
from moot.games.swords_edge import ladder
from moot.games.swords_edge.asking import OfCharacter, drafts, my_draft, only_players
from moot.games.swords_edge.character import Character
from moot.games.swords_edge.creation.legality import SheetReport, check, price
from moot.games.swords_edge.figures import PRICES, Rank
from moot.games.swords_edge.state import ALWAYS, BETWEEN, AboutCharacter, Options, State
from moot.kit.keyed import without
from moot.kit.people import mine


def _lines(who: Character) -> Iterator[tuple[str, str, str]]:
    """Everything on a sheet that Ranks go into: id, name, and what it is."""
    for trait in ladder.TRAITS:
        yield trait, ladder.title(trait), "Trait"
    for quality in who.counting("free", "one"):
        yield quality.id, quality.name, quality.described


def _step(was: Rank, now: Rank) -> str:
    old, new = (f"{ladder.title(rank)} {ladder.signed(ladder.modifier(rank))}" for rank in (was, now))
    return f"{old} → {new}"


class RankSet(AboutCharacter, tag="rank-set"):
    """A Trait or Quality of a sheet in the making went from one Rank to another."""

    what: str
    was: Rank
    rank: Rank

    def evolve(self, state: State) -> State:
        return state.with_character(state.characters[self.who].with_rank(self.what, self.rank))

    def line(self, state: State) -> Line:
        what = state.quality_name(self.who, self.what)
        text = f"{state.named(self.who)}: {what} from {ladder.title(self.was)} to {ladder.title(self.rank)}."
        return Line("sheet", text)


class SpendRank(OfCharacter, tag="spend-rank"):
    """Raise one Trait or Quality by a Rank."""

    when, rules, while_any = ALWAYS, ("SE-CRE-01", "SE-CRE-03", "SE-CRE-05"), "drafted"
    what: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        who = my_draft(state, seat)
        report = check(who, state.options)
        if not report.left:
            raise Refused("nothing-left", "Every Rank is spent: take one back to spend it elsewhere.")
        choices = tuple(_raises(state, who, report))
        if not choices:
            raise Refused("nothing-to-raise", "Nothing on the sheet can rise any further.", "SE-RANK-04")
        why = f"{report.spent} of {report.budget} Ranks are spent. Nothing has to be raised."
        what = Choose(name="what", label="On what?", choices=choices)
        yield cls.offer_of(who, f"Spend a Rank ({report.left} left)", why, what)

    def enact(self, play: Play[State], who: Character) -> None:
        was = who.whole(self.what)
        rank = ladder.raised(was) or was
        play.record(RankSet(who=who.id, what=self.what, was=was, rank=rank, rules=("SE-CRE-01", "SE-CRE-12")))


def _raises(state: State, who: Character, report: SheetReport) -> Iterator[Choice]:
    for what, name, kind in _lines(who):
        now = who.whole(what)
        if higher := ladder.raised(now):
            cost = check(who.with_rank(what, higher), state.options).spent - report.spent
            if 0 < cost <= report.left:
                yield Choice(what, name, hint=f"{_step(now, higher)}, costs {cost}", group=kind)


class TakeRank(OfCharacter, tag="take-rank"):
    """Take a Rank back."""

    when, rules, urgency, while_any = ALWAYS, ("SE-CRE-01", "SE-ERR-22"), "may", "drafted"
    what: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
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


class CharacterFinished(AboutCharacter, tag="character-finished"):
    """A sheet is done; `left` Ranks were never spent."""

    left: int = 0

    def evolve(self, state: State) -> State:
        return state.with_pc(self.who, made=True)

    def line(self, state: State) -> Line:
        unspent = f", {self.left} Ranks unspent" if self.left else ""
        return Line("sheet", f"{state.named(self.who)} is ready to play{unspent}.")


class FinishCharacter(OfCharacter, tag="finish-character"):
    """The sheet is done."""

    when, rules, urgency, while_any = ALWAYS, ("SE-CRE-12",), ("must", "may"), "drafted"

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        who = my_draft(state, seat)
        report = check(who, state.options)
        if report.over:
            raise Refused("over-budget", f"{who.name} is {report.over} over: take Ranks back.")
        if report.faults:
            raise Refused(report.faults[0].code, report.faults[0].message, report.faults[0].rule)
        left = f" {report.left} left to spend; you can play like this, too." if report.left else " Every Rank is spent."
        urgency: Urgency = "may" if report.left or state.scene else "must"
        why = f"The sheet keeps the rules.{left}"
        yield cls.offer_of(who, f"{who.name} is ready", why, of=report, urgency=urgency)

    def enact(self, play: Play[State], report: SheetReport) -> None:
        play.record(CharacterFinished(who=self.who, left=report.left, rules=self.rules))


class CharacterReopened(AboutCharacter, tag="character-reopened"):
    """A sheet is being changed again."""

    sentence = ("sheet", "{who}’s sheet is changed again.")

    def evolve(self, state: State) -> State:
        return state.with_pc(self.who, made=False)


class ReopenCharacter(OfCharacter, tag="reopen-character"):
    """Change a sheet before the first session."""

    when, rules, urgency, records, cites = BETWEEN, ("SE-CRE-04", "SE-CRE-13"), "tool", CharacterReopened, ()
    giver = only_players("changes a sheet", "SE-TERM-05")

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if state.session:
            raise Refused("session-begun", "Once play has begun a sheet grows by Advancements.")
        for who in mine(state, seat):
            why = "Before the first session everything can still be changed."
            yield cls.offer_of(who, f"Change {who.name}’s sheet", why)


class CharacterSetAside(AboutCharacter, tag="character-set-aside"):
    """A player gave a character up."""

    name: str
    how: Literal["draft", "retired"]

    def evolve(self, state: State) -> State:
        if self.how == "draft":
            return replace(state, characters=without(state.characters, self.who))
        return state.with_pc(self.who, stands="removed")

    def line(self, state: State) -> Line:
        text = f"{self.name} is set aside." if self.how == "retired" else f"{self.name} will not be played."
        return Line("sheet", text)


class SetAside(OfCharacter, tag="set-aside"):
    """Give a sheet up, and make another character."""

    when, rules, urgency, giver = ALWAYS, ("SE-TERM-05",), "tool", only_players("sets a character aside")

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if state.phase == "scene":
            raise Refused("in-scene", "Not in the middle of a scene.", "SE-TERM-03")
        for who in (*drafts(state, seat), *mine(state, seat)):
            why = "You can make or take another character then."
            yield cls.offer_of(who, f"Set {who.name} aside", why)

    def enact(self, play: Play[State], who: Character) -> None:
        play.record(CharacterSetAside(who=who.id, name=who.name, how="retired" if who.made else "draft"))


SHEET: Final[Part[State]] = Part(
    *(FinishCharacter, ReopenCharacter, SetAside, CharacterFinished, CharacterReopened, CharacterSetAside),
    *(SpendRank, TakeRank, RankSet),
)
