"""Before the dice: who undertakes what against whom, who stands against it, and who lets it happen."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Choice, Choose, Offer, Play, Refused, Seat, Write
from moot.games.wicked_age.conflict.commands import Declare, GiveIn, Join, StandAgainst, StandWith, Undertake
from moot.games.wicked_age.conflict.declaring import declared, form_fields
from moot.games.wicked_age.conflict.events import FormsDeclared, GaveIn, Joined, StoodAgainst, StoodWith, Undertaken
from moot.games.wicked_age.conflict.flow import go_on
from moot.games.wicked_age.conflict.whose import mine, undertaking
from moot.games.wicked_age.prepare.meeting import meet
from moot.games.wicked_age.sequence import Sequence
from moot.games.wicked_age.state import Character, State


def _free(state: State) -> dict[str, Character]:
    """Everyone with a sheet who can act and is in no running sequence."""
    return {who.id: who for who in state.cast() if who.forms and state.fighting(who.id) is None}


def _mine(state: State, seat: Seat, rule: str) -> tuple[dict[str, Character], list[Character]]:
    free = _free(state)
    owned = [who for who in free.values() if state.owns(seat, who.id)]
    if not owned:
        message = f"{seat.name} has nobody who could act now: not in this chapter, or in a conflict already."
        raise Refused("nobody-free", message, rule)
    return free, owned


def undertake_offers(state: State, seat: Seat) -> Iterator[Offer]:
    """One for each character of this seat who is free to act (WA-ROLL-00)."""
    free, owned = _mine(state, seat, "WA-ROLL-00")
    for who in owned:
        others = tuple(
            Choice(other.id, other.name) for other in free.values() if other is not who and (other.known or seat.guides)
        )
        if not others:
            raise Refused("nobody-there", "Nobody is free to stand in the way.", "WA-ROLL-9")
        yield _undertake_offer(state, who, others)


def _undertake_offer(state: State, who: Character, others: tuple[Choice, ...]) -> Offer:
    way = "Those who are there and would not let it happen. They may give in, and others may step in."
    return Offer(
        do="undertake",
        label=f"{who.name} acts against somebody",
        why="Dice come out when somebody acts and another both can and would interfere; talk alone needs none.",
        fixed={"actor": who.id},
        fields=(
            Write(name="deed", label=f"What does {who.name} do?", hint="One concrete thing, in a few words."),
            Choose(name="against", label="Who stands in the way?", hint=way, choices=others, many=True),
            *form_fields(
                state, who, "What fits the deed and the reason for it. Everyone sees this before they choose."
            ),
        ),
        rules=("WA-ROLL-00", "WA-ROLL-9", "WA-DICE-13", "WA-DICE-01"),
        about=who.id,
    )


def undertake(play: Play[State], command: Undertake) -> None:
    """Begin a sequence, the actor's forms and strengths in the open."""
    meet(play, command.actor, *command.against)
    by = declared(play, command.actor, command.forms, command.strengths)
    play.record(
        Undertaken(
            sequence=play.state.next_id,
            actor=command.actor,
            deed=command.deed.strip(),
            against=command.against,
            forms=by.forms,
            strengths=by.strengths,
            dice=by.dice,
            rules=("WA-ROLL-00", "WA-DICE-13"),
        )
    )


def declare_offers(state: State, seat: Seat, sequence: Sequence) -> Iterator[Offer]:
    """One for each of this seat's fighters who has not said by which forms (WA-DICE-13)."""
    owing = [f.who for f in sequence.fighters.values() if f.stands == "in" and not f.declared]
    for who in mine(state, seat, owing, "Saying by which forms", "WA-DICE-13"):
        name = state.characters[who].name
        first = sequence.round == 1
        yield Offer(
            do="declare",
            label=f"{name} stands against it" if first else f"{name}’s forms for round {sequence.round}",
            why=f"{undertaking(state, sequence)}. Saying by which forms you act is saying that you interfere.",
            fixed={"sequence": sequence.id, "who": who},
            fields=(
                *form_fields(state, state.characters[who], "What fits how you interfere, and why."),
                *_beside_field(state, sequence, who),
            ),
            rules=("WA-DICE-13", "WA-DICE-01"),
            urgency="must",
            about=sequence.id,
        )


def _beside_field(state: State, sequence: Sequence, who: str) -> tuple[Choose, ...]:
    others = [other for other in sequence.standing if other != who]
    declares_again = sequence.begun and who in sequence.fighters
    if len(others) < 2 or declares_again:
        return ()
    choices = tuple(Choice(other, state.characters[other].name) for other in others)
    hint = "Tick those whom you do not oppose. Nobody ticked: you oppose them all."
    return (Choose(name="beside", label="Beside", hint=hint, choices=choices, least=0, many=True),)


def declare(play: Play[State], command: Declare) -> None:
    """Take the forms, and say beside whom."""
    by = declared(play, command.who, command.forms, command.strengths)
    play.record(
        FormsDeclared(
            sequence=command.sequence,
            who=command.who,
            forms=by.forms,
            strengths=by.strengths,
            dice=by.dice,
            beside=command.beside,
            rules=("WA-DICE-13", "WA-RD-12"),
        )
    )
    go_on(play, command.sequence)


def join_offers(state: State, seat: Seat, sequence: Sequence) -> Iterator[Offer]:
    """One for each character of this seat who may still step in (WA-ROLL-6, WA-RD-21)."""
    later = state.options.joining == "later-rounds"
    if sequence.begun and not (later and all(f.opening is None for f in sequence.fighters.values())):
        raise Refused("too-late", "Nobody joins once the opening dice have been rolled.", "WA-RD-21")
    free = [who for who in _mine(state, seat, "WA-ROLL-6")[1] if who.id not in sequence.fighters]
    if not free:
        raise Refused("all-in", "Everyone of yours has had a part in it already.", "WA-ROLL-6")
    for who in free:
        yield Offer(
            do="join",
            label=f"{who.name} steps in",
            why="A bystander may roll too, if their player likes.",
            fixed={"sequence": sequence.id, "who": who.id},
            fields=(
                *form_fields(state, who, "What fits how you interfere, and why."),
                *_beside_field(state, sequence, who.id),
            ),
            rules=("WA-ROLL-6", "WA-RD-21"),
            about=sequence.id,
        )


def join(play: Play[State], command: Join) -> None:
    """Step in with forms declared."""
    meet(play, command.who)
    by = declared(play, command.who, command.forms, command.strengths)
    play.record(
        Joined(
            sequence=command.sequence,
            who=command.who,
            forms=by.forms,
            strengths=by.strengths,
            dice=by.dice,
            beside=command.beside,
            rules=("WA-ROLL-6", "WA-RD-21"),
        )
    )


def give_in_offers(state: State, seat: Seat, sequence: Sequence) -> Iterator[Offer]:
    """One for each of this seat's fighters, until the first die is rolled (WA-ROLL-9)."""
    if sequence.begun:
        raise Refused("too-late", "The dice have been rolled: the way out now is to agree on one.", "WA-NEG-04")
    for who in mine(state, seat, sequence.standing, "Giving in", "WA-ROLL-9"):
        name, acting = state.characters[who].name, who == sequence.actor
        yield Offer(
            do="give-in",
            label=f"{name} lets it go" if acting else f"{name} gives in",
            why="It comes to nothing, without dice."
            if acting
            else "It happens, as far as this one goes, without dice.",
            fixed={"sequence": sequence.id, "who": who},
            rules=("WA-ROLL-9",),
            about=sequence.id,
        )


def give_in(play: Play[State], command: GiveIn) -> None:
    """Withdraw before the dice; without an actor, or anybody against them, there is no roll."""
    play.record(GaveIn(sequence=command.sequence, who=command.who, rules=("WA-ROLL-9",)))
    go_on(play, command.sequence)


def stand_with_offers(state: State, seat: Seat, sequence: Sequence) -> Iterator[Offer]:
    """One for each pair of opponents, one of whom is this seat's, until the first die is rolled (WA-RD-08)."""
    if sequence.begun:
        raise Refused("too-late", "Sides are taken before the first roll. You need not name them.", "WA-RD-08")
    if len(sequence.standing) < 3:
        raise Refused("only-two", "With only two in it, standing together is giving in.", "WA-RD-08")
    for who, other in _pairs(state, seat, sequence):
        if sequence.opposed(who, other):
            yield _side(state, sequence, "stand-with", who, other)


def stand_against_offers(state: State, seat: Seat, sequence: Sequence) -> Iterator[Offer]:
    """One for each pair that does not oppose each other, one of whom is this seat's (WA-RD-08)."""
    if not sequence.allied:
        raise Refused("all-opposed", "Everyone in it stands against everyone else already.", "WA-RD-08")
    for who, other in _pairs(state, seat, sequence):
        if not sequence.opposed(who, other):
            yield _side(state, sequence, "stand-against", who, other)


def _pairs(state: State, seat: Seat, sequence: Sequence) -> Iterator[tuple[str, str]]:
    for who in mine(state, seat, sequence.standing, "Taking sides", "WA-RD-08"):
        yield from ((who, other) for other in sequence.standing if other != who)


def _side(state: State, sequence: Sequence, do: str, who: str, other: str) -> Offer:
    name, with_whom = state.characters[who].name, state.characters[other].name
    against = do == "stand-against"
    return Offer(
        do=do,
        label=f"{name} stands {'against' if against else 'beside'} {with_whom}",
        why="They may challenge each other again." if against else "Neither challenges the other.",
        fixed={"sequence": sequence.id, "who": who, "other": other},
        rules=("WA-RD-08",),
        urgency="tool",
        about=sequence.id,
    )


def stand_with(play: Play[State], command: StandWith) -> None:
    """Take a side; where nobody opposes anybody there is nothing to roll for."""
    play.record(StoodWith(sequence=command.sequence, who=command.who, other=command.other, rules=("WA-RD-08",)))
    go_on(play, command.sequence)


def stand_against(play: Play[State], command: StandAgainst) -> None:
    """Change sides."""
    play.record(StoodAgainst(sequence=command.sequence, who=command.who, other=command.other, rules=("WA-RD-08",)))
    go_on(play, command.sequence)
