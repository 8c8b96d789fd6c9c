"""What the GM may put right at any time, each time saying why: the table bends, and the log shows it."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Final, get_args

from msgspec.structs import replace

from moot.core import Choice, Choose, Command, Confirm, Event, Line, Offers, Part, Play, Refused, Seat, Write
from moot.games.wicked_age.book import FORMS, LADDER, NPC_FORMS
from moot.games.wicked_age.cast import as_choices, only_guide, open_sheet
from moot.games.wicked_age.conflict.leaving import check_zeros_corrected
from moot.games.wicked_age.prepare.holding import keep_unique, list_strength, pruned, strength_fields, strength_name
from moot.games.wicked_age.prepare.meeting import reveal
from moot.games.wicked_age.prepare.naming import check_name
from moot.games.wicked_age.state import Character, Owed, Phase, State
from moot.kit.people import seat_name

_REASON = Write(name="reason", label="Why", hint="Everyone reads this in the journal.")
_TITLES: Final = {**FORMS, **NPC_FORMS}


def _here(state: State) -> list[Character]:
    return [who for who in state.characters.values() if who.here]


def _die_name(die: int) -> str:
    return f"d{die}" if die else "no die"


class Corrected(Event[State]):
    """What every correction tells: which seat made it, and why."""

    seat: str
    reason: str

    @abstractmethod
    def did(self, state: State) -> str:
        """What the seat did, as the rest of a sentence that begins with its name."""

    def line(self, state: State) -> Line:
        return Line("sheet", f"{seat_name(state, self.seat)} {self.did(state)}.", quote=self.reason)


class Correction(Command[State]):
    """What the GM puts right at any time, with the reason that everyone reads."""

    when, urgency = frozenset(get_args(Phase)), "tool"
    reason: str

    def tell(self, play: Play[State], kind: type[Corrected], **fields: Any) -> None:
        """Let a correction have happened."""
        play.record(kind(seat=play.seat.id, reason=self.reason.strip(), rules=self.rules, **fields))


class DieCorrected(Corrected, tag="die-corrected"):
    """One die of a sheet was set; `place` counts the dice of the form from 0, `lasting`: unhurt too."""

    character: str
    form: str
    place: int
    was: int
    die: int
    lasting: bool = False

    def evolve(self, state: State) -> State:
        who = state.characters[self.character]
        unhurt = self._put(who.unhurt) if self.lasting else who.unhurt
        return state.with_character(who.id, forms=self._put(who.forms), unhurt=unhurt)

    def _put(self, forms: dict[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
        dice = forms[self.form]
        return forms | {self.form: (*dice[: self.place], self.die, *dice[self.place + 1 :])}

    def did(self, state: State) -> str:
        ever = ", and when unhurt" if self.lasting else ""
        steps = f"from {_die_name(self.was)} to {_die_name(self.die)}"
        return f"sets a die of {state.name(self.character)}: {_TITLES[self.form].lower()} {steps}{ever}"

    def told(self, state: State, seat: Seat) -> DieCorrected | None:
        """Dice of a closed sheet are heard of only if they lie in the open, in a conflict that is on (WA-DICE-13)."""
        sequence = state.fighting(self.character)
        fighter = sequence.fighters.get(self.character) if sequence else None
        rolled = fighter is not None and fighter.stands == "in" and self.form in fighter.forms
        return self if seat.guides or open_sheet(state.characters[self.character]) or rolled else None


class CorrectDie(Correction, tag="correct-die"):
    """Set one die of a sheet. `slot` is a form, an NPC's with `:0` or `:1` for the die; `lasting`: unhurt too."""

    rules, giver, aims_any = ("WA-CQ-04",), only_guide("puts a sheet right"), None
    who: str
    slot: str
    die: str
    lasting: bool

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        ladder = tuple(Choice(str(die), _die_name(die), dice=(die,) if die else ()) for die in LADDER)
        for who in _here(state):
            label, why = f"Set a die of {who.name}", "Puts one die of the sheet where it ought to be."
            which = Choose(name="slot", label="Which die", choices=_slots(who))
            die = Choose(name="die", label="It should be", choices=ladder)
            lasting = Confirm(name="lasting", label="And so when unhurt", hint="Yes: it will not heal back.")
            yield cls.offer(who, label, why, which, die, lasting, _REASON, about=who.id, who=who.id)

    def enact(self, play: Play[State], who: Character) -> None:
        form, place = self.slot.split(":")
        was = who.forms[form][int(place)]
        die = {"form": form, "place": int(place), "was": was, "die": int(self.die)}
        self.tell(play, DieCorrected, character=who.id, lasting=self.lasting, **die)
        check_zeros_corrected(play, who.id)


def _slots(who: Character) -> tuple[Choice, ...]:
    return tuple(
        Choice(f"{form}:{place}", f"{_TITLES[form]}, now {_die_name(die)}", dice=(die,) if die else ())
        for form, dice in who.forms.items()
        for place, die in enumerate(dice)
    )


class OfSheet(Corrected):
    """A correction of a sheet that all who know of the character hear."""

    character: str

    def told(self, state: State, seat: Seat) -> OfSheet | None:
        return self if seat.guides or state.characters[self.character].known else None


class PartCorrected(OfSheet, tag="part-corrected"):
    """Somebody was put out of the chapter, or back in."""

    gone: bool

    def evolve(self, state: State) -> State:
        dead = state.characters[self.character].dead and self.gone
        return state.with_character(self.character, gone=self.gone, dead=dead)

    def did(self, state: State) -> str:
        return f"puts {state.name(self.character)} {'out of' if self.gone else 'back into'} the chapter"


class CorrectPart(Correction, tag="correct-part"):
    """Put somebody out of the chapter, or back in."""

    rules, giver, aims_any = ("WA-CQ-05",), only_guide("says who is out of the chapter"), None
    who: str
    gone: bool

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in _here(state):
            if state.fighting(who.id) is None:
                label = f"Put {who.name} {'out of' if who.able else 'back into'} the chapter"
                why = "Whatever the dice said."
                yield cls.offer(who, label, why, _REASON, about=who.id, who=who.id, gone=who.able)
        yield Refused("in-a-sequence", "Nobody who is rolling now can be put in or out.")

    def enact(self, play: Play[State], who: Character) -> None:
        self.tell(play, PartCorrected, character=who.id, gone=self.gone)
        if not self.gone:
            keep_unique(play, *who.strengths, by=who.id)


class WordsCorrected(OfSheet, tag="words-corrected"):
    """A sheet has another name or description; `was` is the name before."""

    was: str
    name: str
    description: str

    def evolve(self, state: State) -> State:
        return state.with_character(self.character, name=self.name, description=self.description)

    def did(self, state: State) -> str:
        return f"rewords the sheet of {self.was}" + (f", who is now {self.name}" if self.name != self.was else "")


class CorrectWords(Correction, tag="correct-words"):
    """Put a sheet's name or description right."""

    rules, giver, aims_any = ("WA-MAT-05",), only_guide("puts a sheet right"), None
    who: str
    name: str
    description: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in _here(state):
            name, was = Write(name="name", label="Name", most=60, default=who.name), who.description
            says = Write(name="description", label="Description", least=0, most=2000, lines=3, default=was)
            yield cls.offer(who, f"Reword {who.name}’s sheet", "", name, says, _REASON, about=who.id, who=who.id)

    def enact(self, play: Play[State], who: Character) -> None:
        check_name(play.state, play.seat, self.name.strip(), who)
        words = {"name": self.name.strip(), "description": self.description.strip()}
        self.tell(play, WordsCorrected, character=who.id, was=who.name, **words)


class StrengthCorrected(Corrected, tag="strength-corrected"):
    """A sheet has a strength more, or one less (`lost`)."""

    character: str
    strength: str
    name: str
    lost: bool = False

    def evolve(self, state: State) -> State:
        left = tuple(one for one in state.characters[self.character].strengths if one != self.strength)
        whole = left if self.lost else (*left, self.strength)
        return pruned(state.with_character(self.character, strengths=whole))

    def did(self, state: State) -> str:
        verb = "takes" if self.lost else "writes"
        return f"{verb} {self.name} {'off' if self.lost else 'on'} the sheet of {state.name(self.character)}"

    def told(self, state: State, seat: Seat) -> StrengthCorrected | None:
        return self if seat.guides or open_sheet(state.characters[self.character]) else None


class CorrectStrength(Correction, tag="correct-strength"):
    """Write a strength on a sheet that is made, or (`lost`) take one off it (WA-RD-34)."""

    rules, giver = ("WA-RD-34", "WA-CHA-04"), only_guide("puts a sheet right")
    who: str
    lost: bool
    strength: str = ""
    new_strength: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in _here(state):
            why = "One that was won, learned, found, or forgotten when the sheet was made."
            gains = (*strength_fields(state, seat, who.id, gains=True), _REASON)
            label = f"Write a strength on {who.name}’s sheet"
            yield cls.offer(who, label, why, *gains, about=who.id, who=who.id, lost=False)
            if who.strengths:
                has = tuple(Choice(one, strength_name(state, one)) for one in who.strengths)
                which = Choose(name="strength", label="Which", choices=has)
                label = f"Take a strength off {who.name}’s sheet"
                yield cls.offer(who, label, "", which, _REASON, about=who.id, who=who.id, lost=True)

    def enact(self, play: Play[State], who: Character) -> None:
        strength = self.strength
        if not self.lost:
            is_open = open_sheet(who)
            (strength,) = list_strength(play, strength, self.new_strength, has=who.id, known=is_open)
            reveal(play, *([strength] if is_open else []))
        name = strength_name(play.state, strength)
        self.tell(play, StrengthCorrected, character=who.id, strength=strength, name=name, lost=self.lost)
        if not self.lost:
            keep_unique(play, strength, by=who.id)


class NameOwed(Corrected, tag="name-owed"):
    """A name was put on the owe list by the GM."""

    owed: str
    character: str
    player: str

    def evolve(self, state: State) -> State:
        entry = Owed(self.owed, self.character, self.player, state.chapter)
        return replace(state, owe=(*state.owe, entry), ids=state.ids + 1)

    def did(self, state: State) -> str:
        return f"writes {state.name(self.character)} on the owe list"


class OweName(Correction, tag="owe-name"):
    """Write a name on the owe list that ought to stand there."""

    rules, giver, about_any = ("WA-OWE-03",), only_guide("puts the owe list right"), None
    who: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        players = tuple(who for who in state.characters.values() if not who.npc)
        if not players:
            message = "NPCs are never on the owe list, and no player has a character."
            raise Refused("nobody-to-owe", message, "WA-OWE-01")
        why = "One that was forgotten. It goes at the end."
        whose = Choose(name="who", label="Whose", choices=as_choices(players))
        yield cls.offer(None, "Write a name on the owe list", why, whose, _REASON)

    def enact(self, play: Play[State], of: None) -> None:
        player = play.state.characters[self.who].player
        self.tell(play, NameOwed, owed=play.state.next_id, character=self.who, player=player)


class NameStruckOff(Corrected, tag="name-struck-off"):
    """A name was struck off the owe list by the GM."""

    owed: str
    character: str

    def evolve(self, state: State) -> State:
        left = (replace(one, struck="corrected") if one.id == self.owed else one for one in state.owe)
        return replace(state, owe=tuple(left))

    def did(self, state: State) -> str:
        return f"strikes {state.name(self.character)} off the owe list"


class StrikeName(Correction, tag="strike-name"):
    """Strike a name off the owe list that ought not to stand there."""

    rules, giver, about_any = ("WA-OWE-04",), only_guide("puts the owe list right"), None
    owed: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        names = {owed.id: owed for owed in state.owe if not owed.struck}
        if not names:
            raise Refused("owe-list-empty", "No name stands on the owe list.")
        choices = tuple(
            Choice(id_, state.name(owed.character), hint=f"Chapter {owed.chapter}") for id_, owed in names.items()
        )
        why = "One that ought not to stand there."
        which = Choose(name="owed", label="Which", choices=choices)
        yield cls.offer(names, "Strike a name off the owe list", why, which, _REASON)

    def enact(self, play: Play[State], names: dict[str, Owed]) -> None:
        self.tell(play, NameStruckOff, owed=self.owed, character=names[self.owed].character)


CORRECTIONS: Final[Part[State]] = Part(
    CorrectDie, CorrectPart, CorrectWords, CorrectStrength, OweName, StrikeName,
    DieCorrected, PartCorrected, WordsCorrected, StrengthCorrected, NameOwed, NameStruckOff,
)
"""What the GM may put right at any time."""
