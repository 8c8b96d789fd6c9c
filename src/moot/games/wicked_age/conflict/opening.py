"""The opening of a round: everyone rolls, full ties are settled."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Choose, Offer, Play, Refused, Seat
from moot.games.wicked_age import book
from moot.games.wicked_age.conflict.commands import BackAway, FightOn, RollOpening
from moot.games.wicked_age.conflict.compare import read
from moot.games.wicked_age.conflict.declaring import strengths_field
from moot.games.wicked_age.conflict.events import BackedAway, OpeningRolled, SequenceEnded, TieRerolled
from moot.games.wicked_age.conflict.flow import go_on
from moot.games.wicked_age.conflict.pool import advantage, cash_in, fitting, names_field, sides, throw
from moot.games.wicked_age.conflict.whose import mine
from moot.games.wicked_age.prepare.meeting import reveal
from moot.games.wicked_age.sequence import Rolled, Sequence
from moot.games.wicked_age.state import State


def roll_opening_offers(state: State, seat: Seat, sequence: Sequence) -> Iterator[Offer]:
    """One for each of this seat's fighters who has yet to roll (WA-DICE-15)."""
    waiting = [f.who for f in sequence.fighters.values() if f.stands == "in" and f.opening is None]
    for who in mine(state, seat, waiting, "The opening roll that is missing", "WA-DICE-15"):
        name, fighter = state.characters[who].name, sequence.fighters[who]
        strengths: tuple[Choose, ...] = ()
        if sequence.round > 1 and state.options.forms == "per-sequence":
            fits = fitting(state, state.characters[who], fighter.forms)
            strengths = strengths_field(state.characters[who], fits, fighter.strengths)
        yield Offer(
            do="roll-opening",
            label=f"Roll {name}’s dice" if sequence.round == 1 else f"{name} rolls on",
            why=_why_roll(sequence, who),
            fixed={"sequence": sequence.id, "who": who},
            fields=(*strengths, *names_field(state, seat, sequence, who)),
            rules=("WA-DICE-15", "WA-OWE-05"),
            urgency="must",
            about=sequence.id,
            rolls=sides(state, sequence, who),
        )


def _why_roll(sequence: Sequence, who: str) -> str:
    why = f"Round {sequence.round} of {book.ROUNDS.most} opens: everyone rolls, and the highest roll moves first."
    if any(who in (bargain.winner, bargain.loser) for bargain in sequence.bargains.values()):
        return f"{why} It closes the talk about the last round."
    return why


def roll_opening(play: Play[State], command: RollOpening) -> None:
    """Roll the whole pool, with the strengths declared for this round (WA-RD-12)."""
    before = play.state.sequences[command.sequence]
    used: tuple[str, ...] | None = None
    if before.round > 1 and play.state.options.forms == "per-sequence":
        used = command.strengths
        reveal(play, *used)
    roll = throw(play, command.sequence, command.who, command.names, used)
    play.record(
        OpeningRolled(sequence=command.sequence, who=command.who, roll=roll, rules=("WA-DICE-15", "WA-DICE-02"))
    )
    go_on(play, command.sequence)


def back_away_offers(state: State, seat: Seat, sequence: Sequence) -> Iterator[Offer]:
    """One for each of this seat's fighters, as long as nobody has fought on (WA-DICE-08, WA-RD-09)."""
    if sequence.rerolled:
        raise Refused("fought-on", "Somebody fights on, so nobody can back away from this tie.", "WA-DICE-08")
    if sequence.round > 1 and state.options.backing_away == "first-round":
        raise Refused("first-round-only", "This table backs away at the first opening only.", "WA-RD-09")
    asked = [who for who in sequence.standing if who not in sequence.away]
    for who in mine(state, seat, asked, "Backing away", "WA-RD-02"):
        yield Offer(
            do="back-away",
            label=f"{state.characters[who].name} backs away",
            why="The opening rolls tie fully. If everyone still in agrees, all part without more dice.",
            fixed={"sequence": sequence.id, "who": who},
            rules=("WA-DICE-08", "WA-RD-02", "WA-RD-09"),
            about=sequence.id,
        )


def back_away(play: Play[State], command: BackAway) -> None:
    """Agree to back away; with the last to agree, all are out of it and no name is written (WA-TRAP-07)."""
    play.record(BackedAway(sequence=command.sequence, who=command.who, rules=("WA-DICE-08",)))
    sequence = play.state.sequences[command.sequence]
    if set(sequence.standing) <= set(sequence.away):
        play.record(SequenceEnded(sequence=command.sequence, how="backed-away", rules=("WA-DICE-08", "WA-RD-02")))


def fight_on_offers(state: State, seat: Seat, sequence: Sequence) -> Iterator[Offer]:
    """One for each of this seat's fighters who is tied and has not rolled again (WA-DICE-08)."""
    tied = [who for group in sequence.tied for who in group if who not in sequence.rerolled]
    for who in mine(state, seat, tied, "Fighting on from the tie", "WA-DICE-08"):
        opening = sequence.fighters[who].opening
        if opening is not None and opening.dice:
            name, lowest = state.characters[who].name, opening.dice[_lowest(opening)]
            yield Offer(
                do="fight-on",
                label=f"{name} fights on: roll the d{lowest[0]} again",
                why=f"{read(opening)} ties fully. The lowest die is rolled again and the rest stays.",
                fixed={"sequence": sequence.id, "who": who},
                fields=names_field(state, seat, sequence, who),
                rules=("WA-DICE-08", "WA-RD-02", "WA-RD-04"),
                urgency="must",
                about=sequence.id,
                rolls=(lowest[0],),
            )


def _lowest(roll: Rolled) -> int:
    """Which die is rolled again: the lowest face; of equal faces the smaller die (WA-RD-02)."""
    return min(range(len(roll.dice)), key=lambda place: (roll.dice[place][1], roll.dice[place][0]))


def fight_on(play: Play[State], command: FightOn) -> None:
    """Roll the lowest die again, and dice bought for this roll with it; pips on the table stay (WA-RD-04)."""
    cash_in(play, command.sequence, command.who, command.names)
    sequence = play.state.sequences[command.sequence]
    lying = sequence.fighters[command.who].opening or Rolled(dice=())
    place = _lowest(lying)
    size = lying.dice[place][0]
    new_pips = advantage(play.state, sequence, command.who) - len(lying.pips)
    face, *pips = play.roll(size, *(book.ADVANTAGE_DIE,) * new_pips)
    dice = (*lying.dice[:place], (size, face), *lying.dice[place + 1 :])
    roll = Rolled(dice=dice, pips=(*lying.pips, *pips), strengths=lying.strengths)
    play.record(
        TieRerolled(
            sequence=command.sequence,
            who=command.who,
            roll=roll,
            sides=size,
            rules=("WA-DICE-08", "WA-RD-02", "WA-RD-04"),
        )
    )
    go_on(play, command.sequence)
