"""Days and weeks of the story, and what they heal (SE-REC-03, SE-REC-04)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from moot.core import Command, Event, Line, Offered, Part, Play, Refused, Seat
from moot.games.swords_edge.character import Character, Healing
from moot.games.swords_edge.figures.dice import WEEK_HEALS
from moot.games.swords_edge.ownership import needs_bare_table, needs_guide
from moot.games.swords_edge.state import State
from moot.kit.tracks import curable

_OFF_STAGE = frozenset({"between", "session"})


def _needs_pause(state: State) -> None:
    """Raise Refused where no time can pass."""
    if not state.session:
        raise Refused("not-begun", "Before the first session nobody has anything to recover from.")
    needs_bare_table(state)


def _hurt(state: State) -> tuple[Character, ...]:
    return tuple(who for who in state.cast() if who.penalties)


class DayEnded(Event[State], tag="day-ended"):
    """A day of the story is over: `who` may each make a Recovery Test."""

    who: tuple[str, ...]

    def evolve(self, state: State) -> State:
        for id_ in self.who:
            state = state.with_character(state.characters[id_].due_to_recover("day"))
        return replace(state, time_passed=True)

    def line(self, state: State) -> Line:
        return Line(kind="scene", text="A day goes by.")


class EndDay(Command[State], tag="end-day"):
    """A day of the story is over (SE-REC-03)."""

    when, rules, urgency = _OFF_STAGE, ("SE-REC-03", "SE-LUCK-05"), "tool"

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered]:
        needs_guide(seat, "lets a day pass")
        _needs_pause(state)
        why = (
            "Everyone with Penalty Ranks may make a Recovery Test, whatever scene they are from. What Luck is to "
            "heal of the last scene goes before."
        )
        yield cls.offer(None, "A day goes by", why)

    def enact(self, play: Play[State], of: None) -> None:
        play.record(DayEnded(who=tuple(who.id for who in _hurt(play.state)), rules=self.rules[:1]))


class WeekEnded(Event[State], tag="week-ended"):
    """A week of the story is over: each of `who` loses a Penalty Rank."""

    who: tuple[str, ...]

    def evolve(self, state: State) -> State:
        for id_ in self.who:
            state = state.with_pc(id_, healing=(*state.characters[id_].healing, Healing(WEEK_HEALS)))
        return replace(state, time_passed=True)

    def line(self, state: State) -> Line:
        return Line(kind="scene", text="A week goes by.")


class EndWeek(Command[State], tag="end-week"):
    """A week of the story is over (SE-REC-04)."""

    when, rules, urgency = _OFF_STAGE, ("SE-REC-04", "SE-RD-29", "SE-LUCK-05"), "tool"

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered]:
        needs_guide(seat, "lets a week pass")
        _needs_pause(state)
        why = (
            "Everyone loses a Penalty Rank by itself, on top of what days bring. What Luck is to heal of the last "
            "scene goes before."
        )
        yield cls.offer(None, "A week goes by", why)

    def enact(self, play: Play[State], of: None) -> None:
        healing = tuple(who.id for who in _hurt(play.state) if _stays_hurt(play.state, who))
        play.record(WeekEnded(who=healing, rules=self.rules[:1]))


def _stays_hurt(state: State, who: Character) -> bool:
    """Whether a Penalty Rank is left once what is due has healed."""
    going = sum(min(due.count, len(curable(who.penalties, due.scene))) for due in who.healing)
    return len(who.penalties) > going


DAYS: Final[Part[State]] = Part(EndDay, EndWeek, DayEnded, WeekEnded)
