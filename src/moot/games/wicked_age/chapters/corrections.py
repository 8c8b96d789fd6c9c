"""What the GM may put right at any time, each time saying why: the table bends, and the log shows it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from moot.core import Choice, Choose, Confirm, Offer, Play, Refused, Seat, Verb, Write
from moot.games.wicked_age.book import FORMS, LADDER, NPC_FORMS
from moot.games.wicked_age.cast import as_choices, called, needs_guide
from moot.games.wicked_age.chapters.commands import CorrectDie, CorrectPart, CorrectWords, OweName, StrikeName
from moot.games.wicked_age.chapters.events import DieCorrected, NameOwed, NameStruckOff, PartCorrected, WordsCorrected
from moot.games.wicked_age.state import Character, Phase, State

_ALWAYS: frozenset[str] = frozenset(get_args(Phase))
_REASON = Write(name="reason", label="Why", hint="Everyone reads this in the journal.")


def _here(state: State) -> list[Character]:
    return [who for who in state.characters.values() if who.here]


def _die_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "puts a sheet right", "WA-CQ-04")
    ladder = tuple(Choice(str(die), f"d{die}" if die else "no die", dice=(die,) if die else ()) for die in LADDER)
    for who in _here(state):
        yield Offer(
            do="correct-die",
            fixed={"who": who.id},
            label=f"Set a die of {who.name}",
            why="Puts one die of the sheet where it ought to be.",
            fields=(
                Choose(name="slot", label="Which die", choices=_slots(who)),
                Choose(name="die", label="It should be", choices=ladder),
                Confirm(name="lasting", label="And so when unhurt", hint="Yes: it will not heal back."),
                _REASON,
            ),
            rules=("WA-CQ-04",),
            urgency="tool",
            about=who.id,
        )


def _slots(who: Character) -> tuple[Choice, ...]:
    titles = NPC_FORMS if who.npc else FORMS
    return tuple(
        Choice(f"{form}:{place}", f"{titles[form]}, now {f'd{die}' if die else 'no die'}", dice=(die,) if die else ())
        for form, dice in who.forms.items()
        for place, die in enumerate(dice)
    )


def _die(play: Play[State], command: CorrectDie) -> None:
    form, place = command.slot.split(":")
    play.record(
        DieCorrected(
            seat=play.seat.id,
            reason=command.reason.strip(),
            character=command.who,
            form=form,
            place=int(place),
            was=play.state.characters[command.who].forms[form][int(place)],
            die=int(command.die),
            lasting=command.lasting,
            rules=("WA-CQ-04",),
        )
    )


def _part_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "says who is out of the chapter", "WA-CQ-05")
    free = [who for who in _here(state) if state.fighting(who.id) is None]
    if not free:
        raise Refused("in-a-sequence", "Nobody can be put in or out but those who are not rolling now.", "WA-CQ-05")
    for who in free:
        out = who.able
        yield Offer(
            do="correct-part",
            fixed={"who": who.id, "gone": out},
            label=f"Put {who.name} out of the chapter" if out else f"Put {who.name} back into the chapter",
            why="Whatever the dice said.",
            fields=(_REASON,),
            rules=("WA-CQ-05",),
            urgency="tool",
            about=who.id,
        )


def _part(play: Play[State], command: CorrectPart) -> None:
    play.record(
        PartCorrected(
            seat=play.seat.id,
            reason=command.reason.strip(),
            character=command.who,
            gone=command.gone,
            rules=("WA-CQ-05",),
        )
    )


def _words_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "puts a sheet right", "WA-MAT-05")
    for who in _here(state):
        yield Offer(
            do="correct-words",
            fixed={"who": who.id},
            label=f"Reword {who.name}'s sheet",
            fields=(
                Write(name="name", label="Name", most=60, default=who.name),
                Write(name="description", label="Description", least=0, most=2000, lines=3, default=who.description),
                _REASON,
            ),
            rules=("WA-MAT-05",),
            urgency="tool",
            about=who.id,
        )


def _words(play: Play[State], command: CorrectWords) -> None:
    play.record(
        WordsCorrected(
            seat=play.seat.id,
            reason=command.reason.strip(),
            character=command.who,
            was=called(play.state, command.who),
            name=command.name.strip(),
            description=command.description.strip(),
            rules=("WA-MAT-05",),
        )
    )


def _owe_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "puts the owe list right", "WA-OWE-03")
    players = tuple(who for who in state.characters.values() if not who.npc)
    if not players:
        raise Refused("nobody-to-owe", "NPCs are never on the owe list, and no player has a character.", "WA-OWE-01")
    yield Offer(
        do="owe-name",
        label="Write a name on the owe list",
        why="One that was forgotten. It goes at the end.",
        fields=(Choose(name="who", label="Whose", choices=as_choices(players)), _REASON),
        rules=("WA-OWE-03",),
        urgency="tool",
    )


def _owe(play: Play[State], command: OweName) -> None:
    play.record(
        NameOwed(
            seat=play.seat.id,
            reason=command.reason.strip(),
            owed=play.state.next_id,
            character=command.who,
            player=play.state.characters[command.who].player,
            rules=("WA-OWE-03",),
        )
    )


def _strike_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "puts the owe list right", "WA-OWE-04")
    names = tuple(
        Choice(owed.id, called(state, owed.character), hint=f"Chapter {owed.chapter}")
        for owed in state.owe
        if not owed.struck
    )
    if not names:
        raise Refused("owe-list-empty", "No name stands on the owe list.", "WA-OWE-04")
    yield Offer(
        do="strike-name",
        label="Strike a name off the owe list",
        why="One that ought not to stand there.",
        fields=(Choose(name="owed", label="Which", choices=names), _REASON),
        rules=("WA-OWE-04",),
        urgency="tool",
    )


def _strike(play: Play[State], command: StrikeName) -> None:
    character = next(owed.character for owed in play.state.owe if owed.id == command.owed)
    play.record(
        NameStruckOff(
            seat=play.seat.id,
            reason=command.reason.strip(),
            owed=command.owed,
            character=character,
            rules=("WA-OWE-04",),
        )
    )


VERBS = (
    Verb(CorrectDie, _ALWAYS, _die_offers, _die),
    Verb(CorrectPart, _ALWAYS, _part_offers, _part),
    Verb(CorrectWords, _ALWAYS, _words_offers, _words),
    Verb(OweName, _ALWAYS, _owe_offers, _owe),
    Verb(StrikeName, _ALWAYS, _strike_offers, _strike),
)
