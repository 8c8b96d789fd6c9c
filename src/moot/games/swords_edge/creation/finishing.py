"""A sheet that is done, opened again, or set aside."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from msgspec.structs import replace

from moot.core import Event, Line, Offered, Part, Play, Refused, Seat
from moot.games.swords_edge.character import Character
from moot.games.swords_edge.creation.legality import Report, check
from moot.games.swords_edge.ownership import OfCharacter, drafts, my_draft, needs_player, own
from moot.games.swords_edge.phases import ALWAYS
from moot.games.swords_edge.state import State
from moot.kit.keyed import without


class CharacterFinished(Event[State], tag="character-finished"):
    """A sheet is done; `left` Ranks were never spent."""

    who: str
    left: int = 0

    def evolve(self, state: State) -> State:
        return state.with_pc(self.who, made=True)

    def line(self, state: State) -> Line:
        unspent = f", {self.left} Ranks unspent" if self.left else ""
        return Line(kind="sheet", text=f"{state.named(self.who)} is ready to play{unspent}.")


class FinishCharacter(OfCharacter, tag="finish-character"):
    """The sheet is done."""

    when, rules, urgency = ALWAYS, ("SE-CRE-12",), ("must", "may")

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered]:
        who = my_draft(state, seat)
        report = check(who, state.options)
        if report.over:
            raise Refused("over-budget", f"{who.name} is {report.over} over: take Ranks back.")
        if report.faults:
            raise Refused(report.faults[0].code, report.faults[0].message, report.faults[0].rule)
        left = f" {report.left} left to spend: legal, but unfinished." if report.left else " Every Rank is spent."
        yield cls.offer_of(
            who,
            f"{who.name} is ready",
            f"The sheet keeps the rules.{left}",
            of=report,
            urgency="may" if report.left or state.scene else "must",
        )

    def enact(self, play: Play[State], report: Report) -> None:
        play.record(CharacterFinished(who=self.who, left=report.left, rules=self.rules))


class CharacterReopened(Event[State], tag="character-reopened"):
    """A sheet is being changed again."""

    who: str

    def evolve(self, state: State) -> State:
        return state.with_pc(self.who, made=False)

    def line(self, state: State) -> Line:
        return Line(kind="sheet", text=f"{state.named(self.who)}’s sheet is changed again.")


class ReopenCharacter(OfCharacter, tag="reopen-character"):
    """Change a sheet before the first session."""

    when, rules, urgency = frozenset({"between"}), ("SE-CRE-04", "SE-CRE-13"), "tool"

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered]:
        needs_player(seat, "changes a sheet", "SE-TERM-05")
        if state.session:
            raise Refused("session-begun", "Once play has begun a sheet grows by Advancements.")
        for who in own(state, seat):
            why = "Before the first session everything can still be changed."
            yield cls.offer_of(who, f"Change {who.name}’s sheet", why)

    def enact(self, play: Play[State], who: Character) -> None:
        play.record(CharacterReopened(who=who.id))


class CharacterSetAside(Event[State], tag="character-set-aside"):
    """A player gave a character up."""

    who: str
    name: str
    how: Literal["draft", "retired"]

    def evolve(self, state: State) -> State:
        if self.how == "draft":
            return replace(state, characters=without(state.characters, self.who))
        return state.with_pc(self.who, stands="removed")

    def line(self, state: State) -> Line:
        text = f"{self.name} is set aside." if self.how == "retired" else f"{self.name} will not be played."
        return Line(kind="sheet", text=text)


class SetAside(OfCharacter, tag="set-aside"):
    """Give a sheet up, and make another character."""

    when, rules, urgency = ALWAYS, ("SE-TERM-05",), "tool"

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered]:
        needs_player(seat, "sets a character aside")
        if state.phase == "scene":
            raise Refused("in-scene", "Not in the middle of a scene.", "SE-TERM-03")
        for who in (*drafts(state, seat), *own(state, seat)):
            why = "You can make or take another character then."
            yield cls.offer_of(who, f"Set {who.name} aside", why)

    def enact(self, play: Play[State], who: Character) -> None:
        play.record(CharacterSetAside(who=who.id, name=who.name, how="retired" if who.made else "draft"))


FINISHING: Final[Part[State]] = Part(
    FinishCharacter, ReopenCharacter, SetAside, CharacterFinished, CharacterReopened, CharacterSetAside
)
