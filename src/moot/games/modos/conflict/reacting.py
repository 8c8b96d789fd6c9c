"""Who is asked about a deed, and who may answer it (MO-X206, MO-006, MO-214)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile

from moot.core import Play, Seat
from moot.core.glance import first_dice
from moot.core.offered import FirstDice
from moot.games.modos.abilities import can_react, helpless, hero_for
from moot.games.modos.conflict.rounds import running
from moot.games.modos.conflicts import AGAINST, Beat, Conflict, Contender, Deed
from moot.games.modos.live import aware, once
from moot.games.modos.state import State


def asked_among(state: State, now: Conflict, deed: Deed, among: Iterable[str]) -> Iterator[str]:
    """Who of these is asked whether they answer a deed: all who know of it and have an action left, as they wish to be
    (MO-X206, MO-006, MO-X202); nobody where all make their case on their own turns alone (MO-X205)."""
    if state.apart:
        return
    for who in among:
        asking = state.people[who].asking
        if who == deed.who or asking == "never" or helpless(state, who, deed):
            continue
        others = asking == "mine" or (asking == "foes" and now.allies(who, deed.who))
        if others and not _concerned(now, who, deed):
            continue
        if aware(state, who, deed.who) and (can_react(state, who, deed.who) or _takes(state, who, deed)):
            yield who


def _takes(state: State, who: str, deed: Deed) -> bool:
    """Whether somebody without an action left can still say how they take a blow."""
    return who in deed.targets and not state.people[who].dead and hero_for(state, who, "guard-roll") is not None


def also_asked(state: State, now: Conflict, beat: Beat, deed: Deed) -> Iterable[str]:
    """Those against whom an answer is, as far as they do nothing in this beat and are not asked already."""
    if deed.kind in AGAINST:
        return ()
    idle = (who for who in now.order if who not in beat.asked and beat.does(who) is None)
    return asked_among(state, now, deed, [who for who in idle if _concerned(now, who, deed)])


def _concerned(now: Conflict, who: str, deed: Deed) -> bool:
    """Whether a deed is against somebody: aimed at them, or a foe's way into cover, around them or out, as far as they
    stand where they could block it (MO-304, MO-305, MO-X304)."""
    one, (way, toward) = now.people[who], (deed.place.posture, deed.place.toward) if deed.place else (deed.kind, "")
    passed = toward in ("", one.side) and one.place.posture in ("offensive", "defensive")
    blocks = way in ("flee", "defensive") or (way == "flanking" and passed)
    return who in deed.targets or (blocks and one.side != now.people[deed.who].side)


def asked_about(now: Conflict, beat: Beat, who: str) -> Deed:
    """What somebody is asked about: what is aimed at them, or else the deed, unless only an answer concerns them."""
    about = beat.asks_about(who)
    others = () if _concerned(now, who, about) else beat.answers.values()
    return next((deed for deed in others if deed and deed.kind not in AGAINST and _concerned(now, who, deed)), about)


@once
def may_answer(state: State, seat: Seat) -> list[tuple[Contender, Beat]]:
    """Who `seat` may answer with in the beat under way: those who were not heard yet, whether asked or not, until dice
    fall (MO-E87)."""
    now = running(state)
    beat = now.beat
    if beat is None or beat.closed or state.apart:
        return []
    return [
        (one, beat) for one in now.listed.values()
        if state.owns(seat, one.who)
        and one.who != beat.deed.who
        and one.who not in beat.answers
        and aware(state, one.who, beat.deed.who)
        and can_react(state, one.who, beat.deed.who)
    ]


def others_first(state: State, who: str, answer: Callable[[Play[State]], object]) -> FirstDice:
    """The dice that fall by somebody's answer before their own, which hang on what they choose for it."""
    return tuple(takewhile(lambda die: die[1] != state.name(who), first_dice(state, answer)))


@once
def asked_of(state: State, seat: Seat) -> list[Contender]:
    """Those of a seat who are asked for an answer."""
    now, beat = running(state), state.beat
    return [now.people[who] for who in beat.asked if state.owns(seat, who)] if beat else []
