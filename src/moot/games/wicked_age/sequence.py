"""A conflict in progress: one sequence of at most three rounds, as the state keeps it."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from moot.core import Item
from moot.kit.keyed import changed, without

SequencePhase: TypeAlias = Literal[
    "gathering", "declaring", "opening", "tied", "turn", "moving", "answering", "settling", "talking", "over"
]
"""gathering: who is in, and by which forms; declaring: forms again, where a table chooses them every round; opening:
everyone rolls; tied: a full tie is to be settled; turn: somebody's turn; moving: a later mover has rolled and names
the move; answering: answers are due; settling: a result is being settled; talking: a pair may talk (after an exchange,
under that option); over."""

Ending: TypeAlias = Literal["no-roll", "backed-away", "settled", "third-round", "cut-off"]
"""no-roll: nobody stood against it; backed-away: all of them, after a tie; settled: no two opponents are left in;
third-round: the last round is over; cut-off: the GM ended it, as all agreed."""

Result: TypeAlias = Literal["answerer-wins", "mover-wins", "answerer-leads", "mover-leads"]
"""wins: absolutely; leads: takes or keeps the advantage (WA-DICE-05)."""


class Rolled(msgspec.Struct, frozen=True):
    """Dice as they fell: `dice` are form and strength dice as (sides, face), `pips` the advantage dice (WA-DICE-02)."""

    dice: tuple[tuple[int, int], ...]
    pips: tuple[int, ...] = ()
    strengths: tuple[str, ...] = ()

    @property
    def sides(self) -> tuple[int, ...]:
        """The form and strength dice by their sides."""
        return tuple([sides for sides, _ in self.dice])

    @property
    def high(self) -> int:
        """The high die with all pips on it."""
        faces = [face for _, face in self.dice]
        return (max(faces) if faces else 0) + sum(self.pips)

    def reading(self) -> tuple[int, ...]:
        """High first, then the lower dice in falling order."""
        faces = sorted([face for _, face in self.dice], reverse=True)
        return (self.high, *faces[1:])


class Fighter(msgspec.Struct, frozen=True):
    """One character in a sequence.

    `stands`: in; beaten (absolutely); left (by agreement); withdrew (gave in); spent (out of the chapter).
    `forms` and `strengths` are what is rolled. `opening` is this round's opening roll and `first` the form and strength
    dice of round one's, in falling order (WA-RD-06). `challenged` and `turned`: were challenged, had their turn this
    round. `bought` counts the advantage dice bought with names (WA-RD-04).
    """

    who: str
    stands: Literal["in", "beaten", "left", "withdrew", "spent"] = "in"
    forms: tuple[str, ...] = ()
    strengths: tuple[str, ...] = ()
    declared: bool = False
    opening: Rolled | None = None
    first: tuple[int, ...] = ()
    challenged: bool = False
    turned: bool = False
    bought: int = 0


class Move(msgspec.Struct, frozen=True):
    """A challenge: the mover's standing roll, what they do, whom they name, and who has yet to answer in turn order.
    `lost` are those whose move this challenge took (WA-DICE-19)."""

    mover: str
    roll: Rolled
    deed: str = ""
    against: tuple[str, ...] = ()
    due: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()


class Exchange(msgspec.Struct, frozen=True):
    """A move met by one answer. `told` is what the answerer said it looked like (WA-DICE-22)."""

    id: str
    round: int
    mover: str
    answerer: str
    standing: Rolled
    answer: Rolled
    result: Result
    deed: str = ""
    told: str = ""

    @property
    def winner(self) -> str:
        """Who won the exchange, absolutely or by advantage."""
        return self.mover if self.result.startswith("mover") else self.answerer

    @property
    def loser(self) -> str:
        """Who lost it."""
        return self.answerer if self.result.startswith("mover") else self.mover

    @property
    def absolute(self) -> bool:
        """Whether it put the loser out."""
        return self.result.endswith("wins")


class Cut(msgspec.Struct, frozen=True):
    """One die that went down the ladder: which form, which of its dice, from what to what."""

    form: str
    place: int
    before: int
    after: int


class Loss(msgspec.Struct, frozen=True):
    """One die size still to be taken off a form.

    `places` are the dice of the form that are cut (empty: one die of an NPC's pair, to be picked, WA-RD-11). `strength`
    is the consequential one that takes it, empty for what was agreed.
    """

    form: str
    places: tuple[int, ...] = ()
    strength: str = ""


class Bargain(msgspec.Struct, frozen=True):
    """Talk between the winner and the loser of an exchange (part 11 of the rules); `id` is the exchange's.

    `absolute`: after an absolute result (the default is exhausted or injured); otherwise in mid-fight (the default is
    to roll on). `terms` lie on the table, put there by `by` (empty: none yet). `closed`: the loser insists on the
    default, which the winner picks. `agreed`: it is settled except for the losses `owed`, which wait for somebody to
    pick a die.
    """

    id: str
    winner: str
    loser: str
    absolute: bool
    terms: tuple[Item, ...] = ()
    by: str = ""
    closed: bool = False
    agreed: bool = False
    owed: tuple[Loss, ...] = ()


class Sequence(msgspec.Struct, frozen=True):
    """One conflict: at most three rounds of rolls.

    `got` is how far the actor's deed has got, in the first mover's words (WA-DICE-12). `won` says who holds the won die
    of a pair (key `a|b`, ids sorted) and rolls it now; `coming` who will from the next round on (WA-RD-16). `order` is
    this round's turn order, `tied` the groups whose opening rolls tie fully, `rerolled` those of them who have rolled
    again. `away` are those who agreed to back away. `allied` are pairs that do not oppose each other. `begun` is how
    many were in when the first turn order was set (0: not yet), `written` whether the names of round one are settled,
    `ended` how it all ended.
    """

    id: str
    actor: str
    deed: str
    phase: SequencePhase = "gathering"
    round: int = 1
    got: str = ""
    fighters: dict[str, Fighter] = {}
    allied: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    tied: tuple[tuple[str, ...], ...] = ()
    rerolled: tuple[str, ...] = ()
    away: tuple[str, ...] = ()
    move: Move | None = None
    taken_up: Rolled | None = None
    exchanges: tuple[Exchange, ...] = ()
    won: dict[str, str] = {}
    coming: dict[str, str] = {}
    bargains: dict[str, Bargain] = {}
    begun: int = 0
    written: bool = False
    ended: Ending | None = None

    def with_fighter(self, who: str, **changes: object) -> Sequence:
        """This sequence with one fighter changed."""
        return replace(self, fighters=changed(self.fighters, who, **changes))

    def with_bargain(self, id_: str, **changes: object) -> Sequence:
        """This sequence with one bargain changed."""
        return replace(self, bargains=changed(self.bargains, id_, **changes))

    def tidy(self) -> Sequence:
        """This sequence without ties, moves, answers and talk of those who are no longer in."""
        standing, move = self.standing, self.move
        if move is not None:
            due = tuple(who for who in move.due if who in standing)
            move = replace(move, due=due) if due and move.mover in standing else None
        talk = {
            id_: bargain
            for id_, bargain in self.bargains.items()
            if bargain.absolute or bargain.agreed or (bargain.winner in standing and bargain.loser in standing)
        }
        tied = (tuple(who for who in group if who in standing) for group in self.tied)
        return replace(self, move=move, bargains=talk, tied=tuple(group for group in tied if len(group) > 1))

    def without_talk(self, who: str) -> Sequence:
        """This sequence without any bargain of `who`."""
        return replace(self, bargains={id_: b for id_, b in self.bargains.items() if who not in (b.winner, b.loser)})

    def without_bargain(self, id_: str) -> Sequence:
        """This sequence without one bargain."""
        return replace(self, bargains=without(self.bargains, id_))

    def exchange(self, id_: str) -> Exchange:
        """The exchange of an id, which is also that of its bargain."""
        return next(exchange for exchange in self.exchanges if exchange.id == id_)

    @property
    def rolling(self) -> bool:
        """Whether any die has fallen in it."""
        return self.begun > 0 or any(fighter.opening is not None for fighter in self.fighters.values())

    @property
    def standing(self) -> tuple[str, ...]:
        """Who is still in, in the order they came in."""
        return tuple([f.who for f in self.fighters.values() if f.stands == "in"])

    def opposed(self, one: str, other: str) -> bool:
        """Whether two who are in stand against each other."""
        return one != other and (not self.allied or pair(one, other) not in self.allied)

    def opponents(self, who: str) -> tuple[str, ...]:
        """Those still in whom `who` stands against."""
        return tuple([f.who for f in self.fighters.values() if f.stands == "in" and self.opposed(who, f.who)])

    def holds(self, who: str) -> bool:
        """Whether `who` is in, or out with something still to be settled."""
        fighter = self.fighters.get(who)
        if fighter is None:
            return False
        return fighter.stands == "in" or any(who in (b.winner, b.loser) for b in self.bargains.values())

    @property
    def contested(self) -> bool:
        """Whether any two opposed are left in (WA-RD-08)."""
        standing = self.standing
        if not self.allied:
            return len(standing) > 1
        return any(self.opposed(one, other) for one in standing for other in standing)

    def next_turn(self) -> str | None:
        """Whose turn is next: the first in order who is in, had none yet and was not challenged (WA-DICE-17, -19)."""
        for who in self.order:
            fighter = self.fighters[who]
            if fighter.stands == "in" and not fighter.turned and not fighter.challenged and self.opponents(who):
                return who
        return None


def pair(one: str, other: str) -> str:
    """The key of two characters, in whatever order they are given."""
    return f"{one}|{other}" if one < other else f"{other}|{one}"
