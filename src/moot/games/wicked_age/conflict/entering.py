"""Before the dice: who undertakes what against whom, who interferes, and by which forms."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import ClassVar, Final, NamedTuple

from msgspec.structs import replace

from moot.core import Choice, Choose, Command, Field, Line, Offered, Offers, Part, Play, Refused, Seat, Urgency, Write
from moot.games.wicked_age.cast import all_called
from moot.games.wicked_age.conflict.acting import PLAY, Found, InSequence
from moot.games.wicked_age.conflict.forms import declaration, declared, form_fields
from moot.games.wicked_age.conflict.people import mine_among, seen
from moot.games.wicked_age.conflict.phases import OfSequence, with_sequence
from moot.games.wicked_age.frames import fight_begins
from moot.games.wicked_age.prepare.meeting import meet
from moot.games.wicked_age.sequence import Fighter, Sequence, pair
from moot.games.wicked_age.state import Character, State
from moot.kit.people import mine
from moot.kit.remembered import TABLES, remembered


class _Free(NamedTuple):
    """Everyone who is ready to act and in no running sequence, and those of them whom a seat plays."""

    everyone: tuple[Character, ...]
    owned: tuple[Character, ...]


def _free(state: State, seat: Seat) -> _Free:
    """Who is free to act. Raises Refused if that is nobody of `seat`'s."""
    free = _all_free(state)
    owned = tuple(who for who in free if state.owns(seat, who.id))
    if not owned:
        late = next((who for who in mine(state, seat) if not who.ready), None)
        if late is not None:
            raise Refused("interests-first", f"{late.name} has too few best interests to act on.", "WA-RD-33")
        message = f"{seat.name} has nobody who could act now: not in this chapter, or in a conflict already."
        raise Refused("nobody-free", message)
    return _Free(free, owned)


@remembered(TABLES, of=lambda state: (state.characters, state.sequences))
def _all_free(state: State) -> tuple[Character, ...]:
    """Everyone who is ready to act and in no running sequence."""
    return tuple(who for who in state.cast() if who.ready and state.fighting(who.id) is None)


class Undertake(Command[State], tag="undertake"):
    """Do something concrete that others can and would stand against (WA-ROLL-00)."""

    when, rules = PLAY, ("WA-ROLL-00", "WA-ROLL-9", "WA-DICE-13", "WA-DICE-01")
    together = "Somebody of yours acts"
    actor: str
    deed: str
    against: tuple[str, ...]
    forms: tuple[str, ...]
    strengths: tuple[str, ...] = ()

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        """One for each character of this seat who is free to act."""
        free = _free(state, seat)
        for who in free.owned:
            others = [other for other in free.everyone if other is not who and (other.known or seat.guides)]
            if not others:
                raise Refused("nobody-there", "Nobody is free to stand in the way.", "WA-ROLL-9")
            yield cls._by(state, who, others)

    @classmethod
    def _by(cls, state: State, who: Character, others: list[Character]) -> Offered:
        why = "Dice come out when somebody acts and another both can and would interfere; talk alone needs none."
        return cls.offer(
            who,
            f"{who.name} acts against somebody",
            why,
            lambda _shown: _deed(state, who, others),
            about=who.id,
            actor=who.id,
        )

    def enact(self, play: Play[State], of: Character) -> None:
        """Begin a sequence, the actor's forms and strengths in the open."""
        meet(play, of.id, *self.against)
        by = declared(play, of.id, self.forms, self.strengths)
        deed, rules = self.deed.strip(), ("WA-ROLL-00", "WA-DICE-13")
        id_ = play.state.next_id
        play.record(Undertaken(sequence=id_, actor=of.id, deed=deed, against=self.against, rules=rules, **by))


def _deed(state: State, who: Character, others: list[Character]) -> Iterator[Field]:
    way = "Those who are there and would not let it happen. They may give in, and others may step in."
    fits = "What fits the deed and the reason for it. Everyone sees this before they choose."
    choices = tuple(Choice(other.id, other.name) for other in others)
    yield Write(name="deed", label=f"What does {who.name} do?", hint="One concrete thing, in a few words.")
    yield Choose(name="against", label="Who stands in the way?", hint=way, choices=choices, many=True)
    yield from form_fields(state, who, fits)


class Undertaken(OfSequence, tag="undertaken"):
    """Somebody set about something that others stand against; `dice` are those they declare, by their sides."""

    actor: str
    deed: str
    against: tuple[str, ...]
    forms: tuple[str, ...]
    strengths: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()

    def evolve(self, state: State) -> State:
        """A sequence begins: the actor has declared, those against have yet to (WA-DICE-13)."""
        actor = Fighter(self.actor, forms=self.forms, strengths=self.strengths, declared=True)
        fighters = {self.actor: actor, **{who: Fighter(who) for who in self.against}}
        begun = Sequence(id=self.sequence, actor=self.actor, deed=self.deed, fighters=fighters)
        return with_sequence(seen(replace(state, ids=state.ids + 1), self.actor, self.strengths), begun)

    def line(self, state: State) -> Line:
        by = declaration(state, self.forms, self.strengths, self.dice)
        text = f"acts, {by}. In the way: {all_called(state, self.against)}."
        frame = fight_begins(state, state.sequences[self.sequence])
        return Line(kind="move", who=state.name(self.actor), text=text, quote=self.deed, frame=frame)


class FormsDeclared(OfSequence, tag="forms-declared"):
    """Somebody said by which forms and strengths they act, with which `dice`; `beside` are those they do not oppose."""

    does: ClassVar[str] = "stands against it"

    who: str
    forms: tuple[str, ...]
    strengths: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    beside: tuple[str, ...] = ()

    def evolve(self, state: State) -> State:
        sequence = state.sequences[self.sequence]
        before = sequence.fighters.get(self.who) or Fighter(self.who)
        fighter = replace(before, forms=self.forms, strengths=self.strengths, declared=True)
        allied = dict.fromkeys((*sequence.allied, *(pair(self.who, other) for other in self.beside)))
        after = replace(sequence, fighters={**sequence.fighters, self.who: fighter}, allied=tuple(allied))
        return with_sequence(seen(state, self.who, self.strengths), after)

    def line(self, state: State) -> Line:
        by = declaration(state, self.forms, self.strengths, self.dice)
        beside = f", beside {all_called(state, self.beside)}" if self.beside else ""
        return Line(kind="move", who=state.name(self.who), text=f"{self.does}, {by}{beside}.")


class Joined(FormsDeclared, tag="joined"):
    """Somebody who was not named stepped in, and said what `FormsDeclared` says."""

    does: ClassVar[str] = "steps in"


class Declare(InSequence, tag="declare"):
    """Stand against it: by which forms, with which strengths, beside whom."""

    rules, stands_in = ("WA-DICE-13", "WA-DICE-01"), True
    urgency: ClassVar[Urgency] = "must"
    tells: ClassVar[type[FormsDeclared]] = FormsDeclared
    cites: ClassVar[tuple[str, ...]] = ("WA-DICE-13", "WA-RD-12")
    who: str
    forms: tuple[str, ...]
    strengths: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()

    @classmethod
    def offers_in(cls, state: State, seat: Seat, sequence: Sequence) -> Found:
        """One for each of this seat's fighters who has not said by which forms."""
        owing = [f.who for f in sequence.fighters.values() if f.stands == "in" and not f.declared]
        why = "Saying by which forms you act means that you step in."
        for who in mine_among(state, seat, owing, "Saying by which forms"):
            name = state.characters[who].name
            label = f"{name} stands against it" if sequence.round == 1 else f"{name}’s forms for round {sequence.round}"
            yield cls.offer_in(sequence, None, label, why, partial(_how, state, sequence, who), who=who)

    def act(self, play: Play[State], of: None) -> None:
        """Take the forms, and say beside whom."""
        meet(play, self.who)
        by = declared(play, self.who, self.forms, self.strengths)
        play.record(self.tells(sequence=self.sequence, who=self.who, beside=self.beside, rules=self.cites, **by))


class Join(Declare, tag="join"):
    """Step in, though not named, and say what `Declare` says (WA-ROLL-6)."""

    rules, urgency, stands_in, together = ("WA-ROLL-6", "WA-RD-21"), "may", False, "Somebody of yours steps in"
    tells: ClassVar[type[FormsDeclared]] = Joined
    cites: ClassVar[tuple[str, ...]] = rules

    @classmethod
    def offers_in(cls, state: State, seat: Seat, sequence: Sequence) -> Found:
        """One for each character of this seat who may still step in: until all have rolled the opening (WA-RD-21)."""
        if sequence.begun and state.options.joining == "before-opening":
            raise Refused("too-late", "Nobody joins once everyone has rolled the opening.", "WA-RD-21")
        free = [who for who in _free(state, seat).owned if who.id not in sequence.fighters]
        if not free:
            raise Refused("all-in", "Everyone of yours has had a part in it already.")
        for who in free:
            why = "A bystander may roll too, if their player likes."
            how = partial(_how, state, sequence, who.id)
            yield cls.offer_in(sequence, None, f"{who.name} steps in", why, how, who=who.id)


def _how(state: State, sequence: Sequence, who: str, _shown: bool) -> tuple[Choose, ...]:
    """The blanks that say how somebody interferes: forms, strengths, and beside whom."""
    forms = form_fields(state, state.characters[who], "What fits how you interfere, and why.")
    others = [other for other in sequence.standing if other != who]
    declares_again = sequence.begun and who in sequence.fighters
    if len(others) < 2 or declares_again:
        return forms
    choices = tuple(Choice(other, state.characters[other].name) for other in others)
    hint = "Tick everyone you do not oppose. If you tick nobody, you oppose them all."
    return (*forms, Choose(name="beside", label="On whose side?", hint=hint, choices=choices, least=0, many=True))


ENTERING: Final[Part[State]] = Part(Declare, Join, Undertake, Undertaken, FormsDeclared, Joined)
