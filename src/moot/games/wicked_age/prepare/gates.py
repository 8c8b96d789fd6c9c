"""The two gates of the preparation: on to interests when all sheets are done, on to play when all have interests."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from moot.core import Command, Event, Line, Offers, Part, Refused, Seat, listed
from moot.games.wicked_age.book import OPENING_INTERESTS
from moot.games.wicked_age.cast import guides_cast, only_guide, players_cast
from moot.games.wicked_age.frames import chapter_begins
from moot.games.wicked_age.prepare.interests import guide_first, lacking
from moot.games.wicked_age.prepare.sheets import unmade
from moot.games.wicked_age.prepare.strengths import unfinished
from moot.games.wicked_age.state import State
from moot.kit.happenings import Happening


def _need_strengths(state: State) -> None:
    waiting = [strength.name for strength in unfinished(state)]
    if waiting:
        raise Refused("strengths-unfinished", f"Still without a sheet or an option: {listed(waiting)}.", "WA-STR-01")


class InterestsBegun(Happening[State], tag="interests-begun"):
    """All sheets are done."""

    sentence = ("chapter", "Best interests go round. The GM begins.")

    def evolve(self, state: State) -> State:
        return replace(state, phase="interests")


class BeginInterests(Command[State], tag="begin-interests"):
    """All sheets are done: go on to best interests (WA-STR-01)."""

    when, rules, urgency, about_any = frozenset({"sheets"}), ("WA-STR-01", "WA-NPC-01"), "must", None
    records, giver = InterestsBegun, only_guide("goes on to best interests")

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        lack = [player.name for player in state.players if unmade(state, player)]
        if lack:
            raise Refused("sheets-unfinished", f"Still making a character: {listed(lack)}.")
        _need_strengths(state)
        if not players_cast(state):
            raise Refused("sheets-unfinished", "No player has a character yet.", "WA-CHA-01")
        why = "All sheets are done. Sheets of more NPCs can be made at any time."
        yield cls.offer(None, "On to best interests", why)


class PlayBegun(Event[State], tag="play-begun"):
    """The chapter is played."""

    def evolve(self, state: State) -> State:
        return replace(state, phase="play")

    def line(self, state: State) -> Line:
        return Line("chapter", f"Chapter {state.chapter} begins.", frame=chapter_begins(state))


class BeginPlay(Command[State], tag="begin-play"):
    """Everyone has interests enough: play (WA-BI-02)."""

    when, rules, urgency = frozenset({"interests"}), ("WA-BI-02", "WA-BI-10", "WA-RD-25"), "must"
    records, giver = PlayBegun, only_guide("begins play")

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        opened = any(len(who.interests) >= OPENING_INTERESTS for who in guides_cast(state))
        if guide_first(state) or not opened:
            raise Refused("gm-first", "Begin with two interests for one of your strongest NPCs.", "WA-BI-01")
        if lack := lacking(state):
            message = f"Still short of best interests: {listed(who.name for who in lack)}."
            rule = "WA-RD-25" if all(who.npc for who in lack) else "WA-BI-03"
            raise Refused("interests-missing", message, rule)
        _need_strengths(state)
        why = "When things are knotted and about to go wrong: some can win, but only by taking from others."
        yield cls.offer(None, "Begin play", why)


GATES: Final[Part[State]] = Part(BeginInterests, BeginPlay, InterestsBegun, PlayBegun)
"""On to best interests, and on to play."""
