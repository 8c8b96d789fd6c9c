"""Turns: the first in order moves with the roll that stands, everyone else rerolls first; or passes."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Choice, Choose, Offer, Play, Refused, Seat, Write
from moot.games.wicked_age.conflict.commands import Challenge, Pass, TakeUp
from moot.games.wicked_age.conflict.compare import read
from moot.games.wicked_age.conflict.events import Challenged, Passed, TakenUp
from moot.games.wicked_age.conflict.flow import go_on
from moot.games.wicked_age.conflict.pool import manner, names_field, sides, throw
from moot.games.wicked_age.conflict.whose import mine
from moot.games.wicked_age.sequence import Rolled, Sequence
from moot.games.wicked_age.state import State


def standing_roll(sequence: Sequence, who: str) -> Rolled | None:
    """The roll with which `who` would move now: their reroll, or the first in order's opening roll (WA-TRAP-01)."""
    if sequence.taken_up is not None:
        return sequence.taken_up
    return sequence.fighters[who].opening if sequence.order[0] == who else None


def _turn(state: State, seat: Seat, sequence: Sequence) -> str:
    who = sequence.next_turn()
    mine(state, seat, () if who is None else (who,), "This turn", "WA-DICE-17")
    return who or ""


def take_up_offers(state: State, seat: Seat, sequence: Sequence) -> Iterator[Offer]:
    """For a turn that is not the first: roll anew before moving (WA-DICE-17)."""
    who = _turn(state, seat, sequence)
    if standing_roll(sequence, who) is not None:
        raise Refused("roll-stands", "The first in order moves with the roll that stands.", "WA-DICE-16")
    yield Offer(
        do="take-up",
        label=f"Reroll for {state.characters[who].name}’s move",
        why="The opening roll only set the order; this roll will stand for others to answer.",
        fixed={"sequence": sequence.id, "who": who},
        fields=names_field(state, seat, sequence, who),
        rules=("WA-DICE-17", "WA-TRAP-01", "WA-OWE-05"),
        urgency="must",
        about=sequence.id,
        rolls=sides(state, sequence, who),
    )


def take_up(play: Play[State], command: TakeUp) -> None:
    """Reroll the whole pool; it stands."""
    roll = throw(play, command.sequence, command.who, command.names)
    play.record(TakenUp(sequence=command.sequence, who=command.who, roll=roll, rules=("WA-DICE-17",)))


def move_offers(state: State, seat: Seat, sequence: Sequence) -> Iterator[Offer]:
    """The move of whoever's turn it is, with the roll that stands (WA-DICE-17)."""
    who = _turn(state, seat, sequence)
    roll = standing_roll(sequence, who)
    if roll is None:
        raise Refused("roll-first", "Only the first in order moves with the opening roll: reroll first.", "WA-DICE-17")
    name = state.characters[who].name
    forms = manner(sequence.fighters[who].forms)
    yield Offer(
        do="move",
        label=f"{name} makes a move",
        why=f"{read(roll)} stands. Say what {name} does, {forms}, and who has to answer it.",
        fixed={"sequence": sequence.id, "who": who},
        fields=(
            _against_field(state, sequence, who),
            Write(name="deed", label=f"What does {name} do?", hint=f"It should look like: {forms}.", least=0),
            *_got_field(state, sequence),
        ),
        rules=("WA-DICE-17", "WA-DICE-04", "WA-RD-20"),
        urgency="must",
        about=sequence.id,
    )


def _against_field(state: State, sequence: Sequence, who: str) -> Choose:
    """All opponents still in may be named, those too who have had their turn; nobody need be (WA-TRAP-10)."""
    choices = tuple(
        Choice(other, state.characters[other].name, hint=_cost(sequence, other)) for other in sequence.opponents(who)
    )
    only = (choices[0].value,) if len(choices) == 1 else ()
    hint = "Each rerolls and answers for themselves. Whoever is not named keeps their own move."
    return Choose(name="against", label="Who must answer?", hint=hint, choices=choices, many=True, default=only)


def _cost(sequence: Sequence, who: str) -> str:
    fighter = sequence.fighters[who]
    return "" if fighter.turned or fighter.challenged else "loses their own move this round"


def _got_field(state: State, sequence: Sequence) -> tuple[Write, ...]:
    if sequence.round > 1 or sequence.exchanges or sequence.got:
        return ()
    actor = state.characters[sequence.actor].name
    hint = f"“{sequence.deed}” has begun: the first to move may interrupt it, and may not undo or forestall it."
    return (Write(name="got", label=f"How far has {actor} got?", hint=hint, least=0),)


def move(play: Play[State], command: Challenge) -> None:
    """Challenge those named, in turn order; who has had no turn yet loses it (WA-DICE-18, WA-DICE-19)."""
    sequence = play.state.sequences[command.sequence]
    roll = standing_roll(sequence, command.who)
    if roll is None:
        raise Refused("roll-first", "Only the first in order moves with the opening roll: reroll first.", "WA-DICE-17")
    named = command.against
    against = tuple(who for who in sequence.order if who in named)
    play.record(
        Challenged(
            sequence=command.sequence,
            who=command.who,
            against=against,
            roll=roll,
            deed=command.deed.strip(),
            got=command.got.strip(),
            lost=tuple(who for who in against if would_lose(sequence, who)),
            rules=("WA-DICE-17", "WA-DICE-18", "WA-DICE-19"),
        )
    )


def would_lose(sequence: Sequence, who: str) -> bool:
    """Whether a challenge now would cost `who` their move this round (WA-DICE-19, WA-TRAP-03)."""
    fighter = sequence.fighters[who]
    return not fighter.turned and not fighter.challenged


def pass_offers(state: State, seat: Seat, sequence: Sequence) -> Iterator[Offer]:
    """Letting one's turn go by (WA-RD-08)."""
    who = _turn(state, seat, sequence)
    yield Offer(
        do="pass",
        label=f"{state.characters[who].name} lets the turn go by",
        why="No move, and the roll that stands is gone.",
        fixed={"sequence": sequence.id, "who": who},
        rules=("WA-RD-08",),
        about=sequence.id,
    )


def pass_turn(play: Play[State], command: Pass) -> None:
    """Make no move."""
    play.record(Passed(sequence=command.sequence, who=command.who, rules=("WA-RD-08",)))
    go_on(play, command.sequence)
