"""Sessions, days and weeks: what opens and closes them."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Offer, Play, Refused, Seat, Verb
from moot.games.swords_edge.makings import GRANT
from moot.games.swords_edge.people import Character
from moot.games.swords_edge.session import commands as c, events as e
from moot.games.swords_edge.state import State
from moot.games.swords_edge.whose import needs_bare_table, needs_guide, needs_player
from moot.kit.tracks import curable


def _open_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "opens a session", "SE-TERM-01")
    if not state.cast():
        raise Refused("nobody-to-play", "Nobody has a character yet.", "SE-TERM-05")
    pool = f", and {_pool(state)} lie in the pool" if state.options.communal else ""
    yield Offer(
        do="open-session",
        label="Open the session" if not state.session else "Open the next session",
        why=f"Each player gets {GRANT} Luck{pool}.",
        rules=("SE-TERM-01", "SE-TERM-02", "SE-LUCK-01", "SE-RD-40"),
        urgency="must" if all(who.made for who in state.characters.values()) else "may",
    )


def _pool(state: State) -> int:
    return int(state.options.communal_pool) * len(state.players)


def _open(play: Play[State], command: c.OpenSession) -> None:
    state = play.state
    luck = {seat.id: GRANT for seat in state.players}
    pool = _pool(state) if state.options.communal else 0
    rules = ("SE-LUCK-01", "SE-RD-21", *(("SE-LUCK-09", "SE-RD-40") if pool else ()))
    play.record(e.SessionOpened(session=state.session + 1, luck=luck, pool=pool, rules=rules))


def _end_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "ends a session", "SE-TERM-01")
    needs_bare_table(state)
    yield Offer(
        do="end-session",
        label="End the session",
        why="Unspent Luck is lost; Advancements stay. Afterwards an Advancement can clear all Penalty Ranks.",
        rules=("SE-RD-21", "SE-LUCK-01", "SE-REC-05"),
        urgency="tool",
    )


def _end(play: Play[State], command: c.EndSession) -> None:
    play.record(e.SessionEnded(session=play.state.session, rules=("SE-RD-21", "SE-LUCK-01")))


def _draw_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_player(seat, "gets Luck", "SE-LUCK-01")
    if seat.id in state.granted:
        raise Refused("drawn-already", "You had your Luck this session.", "SE-LUCK-01")
    if state.options.communal and state.pool < GRANT:
        raise Refused("pool-empty", "The pool does not hold enough for a newcomer.", "SE-RD-40")
    yield Offer(
        do="draw-luck",
        label=f"Take your {GRANT} Luck",
        why="You came after the session began.",
        rules=("SE-LUCK-01",),
        urgency="must",
    )


def _draw(play: Play[State], command: c.DrawLuck) -> None:
    play.record(e.LuckDrawn(seat=play.seat.id, luck=GRANT, rules=("SE-LUCK-01",)))


def _can_pass(state: State, rule: str) -> None:
    if not state.session:
        raise Refused("not-begun", "Before the first session nobody has anything to recover from.", rule)
    needs_bare_table(state)


def _day_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "lets a day pass", "SE-REC-03")
    _can_pass(state, "SE-REC-03")
    yield Offer(
        do="end-day",
        label="A day goes by",
        why="Everyone with Penalty Ranks may make a Recovery Test, whatever scene they are from. What Luck is to "
        "heal of the last scene goes before.",
        rules=("SE-REC-03", "SE-LUCK-05"),
        urgency="tool",
    )


def _hurt(state: State) -> tuple[str, ...]:
    return tuple(who.id for who in state.cast() if who.penalties)


def _end_day(play: Play[State], command: c.EndDay) -> None:
    play.record(e.DayEnded(who=_hurt(play.state), rules=("SE-REC-03",)))


def _week_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "lets a week pass", "SE-REC-04")
    _can_pass(state, "SE-REC-04")
    yield Offer(
        do="end-week",
        label="A week goes by",
        why="Everyone loses a Penalty Rank by itself, on top of what days bring. What Luck is to heal of the last "
        "scene goes before.",
        rules=("SE-REC-04", "SE-RD-29", "SE-LUCK-05"),
        urgency="tool",
    )


def _end_week(play: Play[State], command: c.EndWeek) -> None:
    people = play.state.characters
    able = tuple(id_ for id_ in _hurt(play.state) if _stays(play.state, people[id_]))
    play.record(e.WeekEnded(who=able, rules=("SE-REC-04",)))


def _stays(state: State, who: Character) -> bool:
    """Whether a Penalty Rank is left once what is due has healed."""
    going = sum(min(due.count, len(curable(who.penalties, due.scene))) for due in who.healing)
    return len(who.penalties) > going


VERBS = (
    Verb(c.OpenSession, frozenset({"between"}), _open_offers, _open),
    Verb(c.DrawLuck, frozenset({"session", "scene"}), _draw_offers, _draw),
    Verb(c.EndDay, frozenset({"between", "session"}), _day_offers, _end_day),
    Verb(c.EndWeek, frozenset({"between", "session"}), _week_offers, _end_week),
    Verb(c.EndSession, frozenset({"session"}), _end_offers, _end),
)
