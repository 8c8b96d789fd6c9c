"""Sessions (SE-TERM-01, SE-LUCK-01), and the days and weeks that heal (SE-REC-03, SE-REC-04)."""

from __future__ import annotations

from typing import ClassVar, Final

from msgspec.structs import replace

from moot.core import Command, Event, Frame, Line, Offers, Part, Play, Refused, Seat
from moot.games.swords_edge.asking import needs_bare_table, needs_guide, only_guide, only_players
from moot.games.swords_edge.character import Character, Healing
from moot.games.swords_edge.figures import GRANT, WEEK_HEALS
from moot.games.swords_edge.frames import party
from moot.games.swords_edge.purse import moved
from moot.games.swords_edge.state import BETWEEN, BETWEEN_SCENES, RUN, RUNNING, SESSION, State
from moot.kit.happenings import Happening
from moot.kit.tracks import curable


def _pool(state: State) -> int:
    """What the pool opens with (SE-RD-40); nothing where Luck does not go round."""
    return int(state.options.communal_pool) * len(state.players) if state.options.communal else 0


class SessionOpened(Event[State], tag="session-opened"):
    """A session began; `luck` is what each seat starts with, `pool` what lies in the middle."""

    session: int
    luck: dict[str, int]
    pool: int = 0

    def evolve(self, state: State) -> State:
        opened = replace(state, phase="session", session=self.session, opening=True, grown={}, bought=())
        return replace(opened, granted=tuple(self.luck), luck=self.luck, pool=self.pool, chest=0)

    def line(self, state: State) -> Line:
        each = max(self.luck.values(), default=0)
        extra = f" {self.pool} lie in the pool." if self.pool else ""
        text = f"Session {self.session}. {each} Luck each.{extra}"
        title, people = f"Session {self.session}", party(state)
        frame = Frame(kind="chapter", id=title, lead="The game begins", title=title, people=people)
        return Line("chapter", text, frame=frame)


class OpenSession(Command[State], tag="open-session"):
    """Sit down to play: everyone gets their Luck (SE-LUCK-01)."""

    when, urgency, giver = BETWEEN, ("may", "must"), only_guide("opens a session")
    rules = ("SE-TERM-01", "SE-TERM-02", "SE-LUCK-01", "SE-RD-40")

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if not state.cast():
            raise Refused("nobody-to-play", "Nobody has a character yet.", "SE-TERM-05")
        pool = f", and {_pool(state)} lie in the pool" if state.options.communal else ""
        label = "Open the session" if not state.session else "Open the next session"
        why = f"Each player gets {GRANT} Luck{pool}."
        yield cls.offer(None, label, why, urgency="may" if state.drafted or state.without else "must")

    def enact(self, play: Play[State], of: None) -> None:
        luck, pool = {seat.id: GRANT for seat in play.state.players}, _pool(play.state)
        rules = ("SE-LUCK-01", "SE-RD-21", *(("SE-LUCK-09", "SE-RD-40") if pool else ()))
        play.record(SessionOpened(session=play.state.session + 1, luck=luck, pool=pool, rules=rules))


class SessionEnded(Event[State], tag="session-ended"):
    """A session is over, and all Luck with it."""

    session: int

    def evolve(self, state: State) -> State:
        characters = {id_: replace(who, windfall=0, touched=()) for id_, who in state.characters.items()}
        ended = replace(state, phase="between", opening=False, characters=characters, temptations=())
        return replace(ended, luck={}, granted=(), pool=0, chest=0)

    def line(self, state: State) -> Line:
        text = f"Session {self.session} is over; what Luck was left is gone."
        coming = ("Pivots may change now, and an Advancement clears all Penalty Ranks",)
        frame = Frame(kind="recap", id=f"Session {self.session}", lead="The game is over for now", next=coming)
        return Line("chapter", text, frame=frame)


class EndSession(Command[State], tag="end-session"):
    """Stop playing: what Luck is left is lost (SE-RD-21). Between scenes it stands beside the next of them."""

    when, rules, urgency = SESSION, ("SE-RD-21", "SE-LUCK-01", "SE-REC-05"), ("tool", "may")
    giver = only_guide("ends a session", "SE-TERM-01")

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        needs_bare_table(state)
        why = "Unspent Luck is lost; Advancements stay. Afterwards an Advancement can clear all Penalty Ranks."
        yield cls.offer(None, "End the session", why, about=RUN, urgency="tool" if state.opening else "may")

    def enact(self, play: Play[State], of: None) -> None:
        play.record(SessionEnded(session=play.state.session, rules=("SE-RD-21", "SE-LUCK-01")))


class LuckDrawn(Happening[State], tag="luck-drawn"):
    """Somebody who came late took their Luck."""

    sentence, about = ("move", "{seat} takes {luck} Luck."), "seat"
    seat: str
    luck: int

    def evolve(self, state: State) -> State:
        return replace(moved(state, "pool", self.seat, self.luck), granted=(*state.granted, self.seat))


class DrawLuck(Command[State], tag="draw-luck"):
    """Take the session's Luck, having come late."""

    when, rules, urgency, while_any, giver = RUNNING, ("SE-LUCK-01",), "may", "latecomers", only_players("gets Luck")

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if seat.id in state.granted:
            raise Refused("drawn-already", "You had your Luck this session.")
        if state.options.communal and state.pool < GRANT:
            raise Refused("pool-empty", "The pool does not hold enough for a newcomer.", "SE-RD-40")
        yield cls.offer(None, f"Take your {GRANT} Luck", "You came after the session began.")

    def enact(self, play: Play[State], of: None) -> None:
        play.record(LuckDrawn(seat=play.seat.id, luck=GRANT, rules=self.rules))


class _PassTime(Command[State]):
    """Time of the story goes by, and heals."""

    when, urgency = BETWEEN_SCENES, "tool"
    span: ClassVar[str]
    why: ClassVar[str]

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        needs_guide(seat, f"lets a {cls.span} pass")
        if not state.session:
            raise Refused("not-begun", "Before the first session nobody has anything to recover from.")
        needs_bare_table(state)
        hurt = [who for who in state.cast() if who.penalties]
        why = f"{cls.why} Let Luck heal the last scene’s Penalty Ranks first."
        yield cls.offer(hurt, f"A {cls.span} goes by", why, about=RUN)


class DayEnded(Happening[State], tag="day-ended"):
    """A day of the story is over: `who` may each make a Recovery Test."""

    sentence, about = ("scene", "A day goes by."), ""
    who: tuple[str, ...]

    def evolve(self, state: State) -> State:
        due = {id_: state.characters[id_].due_to_recover("day") for id_ in self.who}
        return replace(state, characters=state.characters | due, time_passed=True)


class EndDay(_PassTime, tag="end-day"):
    """A day of the story is over (SE-REC-03)."""

    rules, span = ("SE-REC-03", "SE-LUCK-05"), "day"
    why = "Everyone with Penalty Ranks may make a Recovery Test, whatever scene they are from."

    def enact(self, play: Play[State], hurt: list[Character]) -> None:
        play.record(DayEnded(who=tuple(who.id for who in hurt), rules=self.rules[:1]))


class WeekEnded(Happening[State], tag="week-ended"):
    """A week of the story is over: each of `who` loses a Penalty Rank."""

    sentence, about = ("scene", "A week goes by."), ""
    who: tuple[str, ...]

    def evolve(self, state: State) -> State:
        for id_ in self.who:
            state = state.with_pc(id_, healing=(*state.characters[id_].healing, Healing(WEEK_HEALS)))
        return replace(state, time_passed=True)


class EndWeek(_PassTime, tag="end-week"):
    """A week of the story is over (SE-REC-04)."""

    rules, span = ("SE-REC-04", "SE-RD-29", "SE-LUCK-05"), "week"
    why = "Everyone loses a Penalty Rank by itself, on top of what days bring."

    def enact(self, play: Play[State], hurt: list[Character]) -> None:
        going = {who.id: sum(min(d.count, len(curable(who.penalties, d.scene))) for d in who.healing) for who in hurt}
        still = tuple(who.id for who in hurt if len(who.penalties) > going[who.id])
        play.record(WeekEnded(who=still, rules=self.rules[:1]))


SESSIONS: Final[Part[State]] = Part(
    OpenSession, DrawLuck, EndSession, EndDay, EndWeek, SessionOpened, SessionEnded, LuckDrawn, DayEnded, WeekEnded
)
