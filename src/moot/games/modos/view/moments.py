"""What a seat is asked just now, as its question: whose turn it is, what comes at whom, and what actions are left."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from moot.core import Meter, Offered, Seat
from moot.core.commands import offered
from moot.core.words import listed
from moot.games.modos.abilities import over_stock
from moot.games.modos.adventures.papers import spoken
from moot.games.modos.blanks import OVER
from moot.games.modos.combat.fallen import fallen, spoken_way
from moot.games.modos.combat.means import all_means
from moot.games.modos.conflict.opening import EndConflict
from moot.games.modos.conflict.reacting import asked_about
from moot.games.modos.conflict.rounds import actions_told, due
from moot.games.modos.conflicts import Beat, Conflict
from moot.games.modos.effects import Harm
from moot.games.modos.isolation.aboard import crew, time_left
from moot.games.modos.isolation.terms import game_aboard
from moot.games.modos.live import catalog_of
from moot.games.modos.magic.casting import Use, stage_now
from moot.games.modos.magic.cost import ways
from moot.games.modos.making.draft import STEPS, Step, step_of
from moot.games.modos.rows import Power
from moot.games.modos.settling import ThrowContest
from moot.games.modos.state import State
from moot.games.modos.view.board import actions, pools
from moot.kit.remembered import TABLES, remembered

Kind: TypeAlias = Literal["", "waking", "making", "throw", "opening", "initiative", "turn", "react", "fallen"]

QUESTIONS: Final[dict[Step, str]] = {
    "scores": "What is {} made of?", "levels": "Where does {} grow?", "skills": "What has {} learnt?",
    "perks": "What is special about {}?", "design": "What makes a hero of {}?", "finish": "Is {} ready?",
}
"""The question of each step of a sheet."""


class MeansView(msgspec.Struct, frozen=True):
    """What is left of somebody's actions and of their pools."""

    actions: Meter
    pools: tuple[Meter, ...]


class SeatQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked of a seat, of `who` first: the question, and what they have to act with. `lead` is the key of the
    offer that goes on with what is under way."""

    kind: Kind = ""
    who: str = ""
    title: str = ""
    text: str = ""
    lead: str = ""
    means: MeansView | None = None


NOTHING: Final = SeatQuestion()
OPENING: Final = SeatQuestion(
    kind="opening", title="What is at stake, and where do they stand?",
    text="Set goals, and bring in who is still missing; then everybody throws initiative.",
)


@remembered(TABLES)
def moment(state: State, seat: Seat) -> SeatQuestion:
    """What is asked of a seat now; beside what may take a throw, that a hero point has to go into it (MO-E48)."""
    asked = _moment(state, seat)
    if asked.kind in ("throw", "initiative", "turn", "react") and over_stock(state, state.people[asked.who]):
        return replace(asked, text=f"{asked.text} {OVER}".lstrip())
    return asked


def _moment(state: State, seat: Seat) -> SeatQuestion:
    now = state.conflict
    if now is None:
        return next(_between_conflicts(state, seat), NOTHING)
    if seat.plays and all(who.draft is not None for who in state.people.values() if who.player == seat.id):
        return next(_making(state, seat), NOTHING)
    if now.step == "opening":
        return OPENING if seat.guides else NOTHING
    if now.step == "initiative":
        return next(_initiative(state, seat, now), NOTHING)
    if (contest := next(_throws(state, seat), None)) is not None:
        return contest
    asked = (now.whose,) if now.beat is None else now.beat.asked
    who = next((one for one in asked if state.owns(seat, one)), "")
    if not who or (now.beat is None and now.step != "turn"):
        late = _initiative(state, seat, now) if now.beat is None else ()
        every = (late, _waking(state, seat), _fallen(state, seat), _aboard(state, seat), _over(state, seat),
                 _aside(state, seat, now))
        return next(chain.from_iterable(every), NOTHING)
    one = now.people[who]
    going = _going(state, who) if now.beat is None else None
    title, text = _reaction(state, seat, who, now, now.beat) if now.beat else _turn(state, seat, who, going)
    return SeatQuestion(
        kind="turn" if now.beat is None else "react", who=who, title=title, text=text,
        lead=f"cast:{who}:{going.id}:True" if going else "", means=MeansView(actions(one), pools(state, who)),
    )


def _initiative(state: State, seat: Seat, now: Conflict) -> Iterator[SeatQuestion]:
    """Who has not thrown initiative yet, as it begins or because they came late (MO-X219)."""
    for who, one in now.people.items():
        if one.initiative is None and state.owns(seat, who):
            yield SeatQuestion(kind="initiative", who=who, title=f"Initiative: {state.name(who)}")


def _going(state: State, who: str) -> Power | None:
    """The power that somebody has begun, and loses if they do anything else (MO-403)."""
    return next((way.row for way in ways(state, who).values() if stage_now(state, who, way) > 1), None)


def power_first(state: State, seat: Seat, who: str) -> str:
    """The key of the first power that hurts, for somebody who has nothing else to fight with but untrained hands; empty
    for everybody else."""
    if "unarmed" in state.people[who].points or any(means.thing for means in all_means(state, who)):
        return ""
    hurting = {id_ for id_, way in ways(state, who).items() if any(isinstance(one, Harm) for one in way.row.effects)}
    found = (one for one in offered(Use, state, seat) if isinstance(one, Offered) and one.about == who)
    return next((one.key for one in found if one.fixed["power"] in hurting), "") if hurting else ""


def _between_conflicts(state: State, seat: Seat) -> Iterator[SeatQuestion]:
    """What is asked where no conflict runs, the most pressing first: flaws of those who wake, sheets, throws, ways back
    (MO-GP06); last, where a seat's own people are aboard (MO-IS04)."""
    yield from _waking(state, seat)
    if seat.plays:
        yield from _making(state, seat)
    yield from _throws(state, seat)
    yield from _fallen(state, seat)
    yield from _aboard(state, seat)


def _waking(state: State, seat: Seat) -> Iterator[SeatQuestion]:
    """With which flaw somebody wakes whom an adventure lets wake (MO-GP06)."""
    for who, place in state.waking.items():
        if state.owns(seat, who):
            title = f"{state.name(who)} wakes at {spoken(place)}. With which new flaw?"
            yield SeatQuestion(kind="waking", who=who, title=title, text="It stays until the adventure is done.")


def _throws(state: State, seat: Seat) -> Iterator[SeatQuestion]:
    """The contests that a seat has yet to throw in, as far as others know of them."""
    for one in offered(ThrowContest, state, seat) if state.contests else ():
        if isinstance(one, Offered) and (state.conflict is None or one.urgency == "must"):
            contest, side = one.of
            first = contest.sides[0].who
            meets = first not in ("", side.who) and (seat.guides or state.knows(first))
            who = f"{state.name(side.who)} against {state.name(first)}" if meets else state.name(side.who)
            title = f"{who}: {contest.why or 'a contest'}"
            yield SeatQuestion(kind="throw", who=side.who, title=title)


def _aboard(state: State, seat: Seat) -> Iterator[SeatQuestion]:
    """Where a seat's own people are aboard, as far as they have no part in a fight (MO-IS04, MO-IS06)."""
    found, now = game_aboard(state), state.conflict
    if seat.guides or found is None or (now is not None and now.step != "turn"):
        return
    free = [(who, room) for who, room in crew(state) if state.owns(seat, who.id) and not state.entry(who.id)]
    left = " · ".join(actions_told(time_left(state, who.id)) for who, _ in free)
    title = " · ".join(f"{who.name}: {found[1].titled(room)}" for who, room in free)
    if free:
        turn = f", and it is {state.name(now.whose)}’s turn" if now and now.whose else ""
        yield SeatQuestion(title=title, text=f"Others fight{turn}. You have {left} in this round." if now else "")


def _over(state: State, seat: Seat) -> Iterator[SeatQuestion]:
    """Whether a conflict ends that has come to what it was about, while others have the turn (MO-X201)."""
    for one in offered(EndConflict, state, seat) if seat.guides else ():
        if isinstance(one, Offered) and one.urgency == "may":
            yield SeatQuestion(title="Is the conflict over?", text="End it, or let the others go on.")


def _aside(state: State, seat: Seat, now: Conflict) -> Iterator[SeatQuestion]:
    """Who of a player is not in the conflict where nobody of theirs is, and how they come in (MO-X219); or else who of
    theirs is in it and not asked to react (MO-X206)."""
    mine = [who for who in state.people.values() if who.player == seat.id and not who.dead]
    if seat.plays and mine and state.ship is None and not any(who.id in now.listed for who in mine):
        names = listed(who.name for who in mine)
        yield SeatQuestion(text=f"Round {now.round}. {names} can come in when the GM says so.")
    if seat.plays and (idle := [who.name for who in mine if who.id in now.listed and who.asking == "never"]):
        are = f"{listed(idle)} {'is' if len(idle) == 1 else 'are'}"
        yield SeatQuestion(text=f"Round {now.round}. {are} not asked to react. Find “what to be asked” to change that.")


def _making(state: State, seat: Seat) -> Iterator[SeatQuestion]:
    """The next question on a player's sheet that is being made, or is owed what a level brings (MO-X101, MO-113)."""
    mine = [who for who in state.people.values() if who.player == seat.id]
    if not mine:
        text = "Step 1 of 8: who. Or take a ready hero, below." if "character" in state.modules else ""
        yield SeatQuestion(kind="making", title="Who will you play?", text=text)
    who = next((one for one in mine if one.draft is not None or (one.owed.any and not one.dead)), None)
    if who is not None and "character" in state.modules:
        step = step_of(state, who)
        count = "Steps 7 and 8" if step == "finish" else f"Step {[*STEPS].index(step) + 2} of 8"
        text = f"{count}: {STEPS[step]}." if who.draft else f"What level {who.level} brings."
        yield SeatQuestion(kind="making", who=who.id, title=QUESTIONS[step].format(who.name), text=text)


def _fallen(state: State, seat: Seat) -> Iterator[SeatQuestion]:
    """How somebody's own character comes back, and what was agreed on that (MO-X310)."""
    for who, mark, _ in fallen(state) if seat.plays else ():
        if not state.owns(seat, who.id) or mark.asks or (mark.back is not None and not mark.back.agreed):
            continue
        title = f"{who.name} is {catalog_of(state).states[mark.row].title.lower()}"
        if mark.back is None:
            text = "How do you come back? Others go on meanwhile."
            yield SeatQuestion(kind="fallen", who=who.id, title=title, text=text)
        else:
            yield SeatQuestion(title=title, text=f"It is agreed: {spoken_way(mark.back.way)}. The GM says when.")


def _turn(state: State, seat: Seat, who: str, going: Power | None) -> tuple[str, str]:
    one, name, actions = state.entry(who), state.name(who), _actions(state, who)
    first = [each.title for _, each in due(state, who)] if one and one.upkeep else []
    kept = "Nobody answers here: make your whole case." if state.apart else "What you keep, you can react with."
    text = f"Keep {listed(first)} first, or let it end." if first else kept
    if going is not None:
        text = f"{going.title} is under way: go on with it now, or it comes to nothing."
    return f"{name}’s turn: {actions}" if seat.guides else f"Your turn, {name}: {actions}", text


def _reaction(state: State, seat: Seat, who: str, now: Conflict, beat: Beat) -> tuple[str, str]:
    """The question alone: what it is about stands over it. Who is asked about an answer reads whose it is."""
    deed, name = asked_about(now, beat, who), state.name(who)
    asks = "{}, do you react{}?" if who in deed.targets and not seat.guides else "Does {} react{}?"
    to = "" if deed is beat.deed else f" to {state.name(deed.who)}"
    return asks.format(name, to), f"{_actions(state, who).capitalize()} left."


def _actions(state: State, who: str) -> str:
    one = state.entry(who)
    return actions_told(one.left if one else 0)
