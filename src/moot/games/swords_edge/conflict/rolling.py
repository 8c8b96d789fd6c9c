"""Dice on the table: rolled, thrown again for Luck, and let stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from moot.core import Choice, Choose, Offer, Play, Refused, Seat, Verb
from moot.games.swords_edge import ladder
from moot.games.swords_edge.book import DICE, TraitId
from moot.games.swords_edge.conflict import commands as c, events as e
from moot.games.swords_edge.conflict.settling import outcome, reading, settle
from moot.games.swords_edge.contest import Test
from moot.games.swords_edge.ownership import needs_player, own
from moot.games.swords_edge.purse import Payment, could_pay, funds, payment
from moot.games.swords_edge.state import State

_ANY = frozenset({"between", "session", "scene"})
_SIDES = {"first": 0, "second": 1}


def throw(
    play: Play[State],
    test: Test,
    *,
    cost: int = 0,
    spends: tuple[tuple[str, str], ...] = (),
    acts: tuple[str, ...] = (),
    acted: tuple[tuple[str, str], ...] = (),
    bound: dict[str, TraitId | Literal[""]] | None = None,
) -> None:
    """Roll a Test, 2d10 (SE-STR-02), and decide it at once if nobody could throw a die again."""
    first, second = play.roll(*[DICE.sides] * DICE.number)
    rolled = replace(test, id=play.state.next_id, faces=(first, second))
    paid: tuple[Payment, ...] = payment(play.state, test.roller, cost)
    rules = ("SE-STR-02", *(("SE-LUCK-03",) if paid else ()), *(("SE-TEST-05",) if spends else ()))
    play.record(e.Rolled(test=rolled, paid=paid, spends=spends, acts=acts, acted=acted, bound=bound or {}, rules=rules))
    if not _could_reroll(play.state, rolled):
        settle(play, rolled.id)


def _could_reroll(state: State, test: Test) -> bool:
    return any(face < DICE.sides for face in test.faces) and any(could_pay(state, who) for who in payers(state, test))


def payers(state: State, test: Test) -> tuple[str, ...]:
    """The PCs whose players may pay for a reroll: anyone engaged in the Test (SE-RD-34)."""
    return tuple(who for who in test.who if state.characters[who].here)


def _says(test: Test) -> str:
    """What the dice come to as they lie."""
    tn, says = test.target.tn, _ends(test)
    return f"{test.faces[0]} and {test.faces[1]}: {ladder.plain(test.total)} against {tn}, {says}."


def _ends(test: Test) -> str:
    read = reading(test)
    return outcome(test.kind, read.level, success=read.success)


def _reroll_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_player(seat, "throws a die again", "SE-LUCK-04")
    if not state.tests:
        raise Refused("no-dice", "No dice lie on the table.", "SE-LUCK-04")
    mine = {who.id for who in own(state, seat)}
    for test in state.tests.values():
        for who in payers(state, test):
            if who not in mine or not funds(state, who):
                continue
            dice = tuple(
                Choice(side, f"The {test.faces[at]}", hint=_better(test, at))
                for side, at in _SIDES.items()
                if test.faces[at] < DICE.sides
            )
            if dice:
                yield Offer(
                    do="reroll",
                    label="Throw one die again, for a Luck",
                    why=f"{_says(test)} The better of old and new stands. You have {funds(state, who)} Luck.",
                    fixed={"test": test.id, "who": who},
                    fields=(Choose(name="die", label="Which die?", choices=dice),),
                    rules=("SE-LUCK-04", "SE-TRAP-10", "SE-CRIT-05", "SE-RD-34"),
                    about=test.pairing or test.roller,
                    rolls=(DICE.sides,),
                )


def _better(test: Test, at: int) -> str:
    """What one die, thrown again, must show for the Test to end better, and how: the least that does."""
    now = _ends(test)
    for face in range(test.faces[at] + 1, DICE.sides + 1):
        then = _ends(replace(test, faces=_with(test.faces, at, face)))
        if then != now:
            return f"{face}{' or more' if face < DICE.sides else ''}: {then}"
    return "Alone it changes nothing"


def _reroll(play: Play[State], command: c.Reroll) -> None:
    """The better of old and new stands; a critical can come or go by it (SE-CRIT-05, SE-RD-06)."""
    test, at = play.state.tests[command.test], _SIDES[command.die]
    (face,) = play.roll(DICE.sides)
    paid = payment(play.state, command.who, 1)
    faces = _with(test.faces, at, max(test.faces[at], face))
    rules = ("SE-LUCK-04", "SE-TRAP-10")
    play.record(e.Rerolled(test=test.id, who=command.who, die=at, face=face, faces=faces, paid=paid, rules=rules))
    if not _could_reroll(play.state, play.state.tests[test.id]):
        settle(play, test.id)


def _with(faces: tuple[int, int], at: int, face: int) -> tuple[int, int]:
    return (face, faces[1]) if at == 0 else (faces[0], face)


def _stand_offers(state: State, seat: Seat) -> Iterator[Offer]:
    if not state.tests:
        raise Refused("no-dice", "No dice lie on the table.", "SE-LUCK-04")
    mine = {who.id for who in own(state, seat)}
    for test in state.tests.values():
        if test.roller in mine or seat.guides:
            yield Offer(
                do="let-stand",
                label="Let the dice stand",
                why=_says(test),
                fixed={"test": test.id},
                rules=("SE-LUCK-04", "SE-RD-06"),
                urgency="must" if test.roller in mine else "tool",
                about=test.pairing or test.roller,
            )


def _let_stand(play: Play[State], command: c.LetStand) -> None:
    settle(play, command.test)


VERBS = (
    Verb(c.Reroll, _ANY, _reroll_offers, _reroll),
    Verb(c.LetStand, _ANY, _stand_offers, _let_stand),
)
