"""Players' character sheets (part 3): a name, a description, six dice on six forms, a strength or none."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Command, Event, Field, Line, Offered, Offers, Part, Play, Refused, Seat, Spread, Write
from moot.games.wicked_age.book import DICE, FORMS
from moot.games.wicked_age.cast import claimants, only_players, sheet_of
from moot.games.wicked_age.oracles import free_names
from moot.games.wicked_age.prepare.holding import LONGEST_NAME, keep_unique, list_strength, pruned, strength_fields
from moot.games.wicked_age.prepare.naming import check_name
from moot.games.wicked_age.state import SHEETS_ON, Character, Figure, State
from moot.kit.keyed import counted, put
from moot.kit.people import seat_name
from moot.kit.remembered import TABLES, remembered

_NAMES_SHOWN = 12


def described(figure: Figure) -> str:
    """What the story sheet says about a figure, for the sheet to begin with (WA-CHA-01)."""
    whole = "; ".join((figure.name, *figure.also))
    return whole[:1].upper() + whole[1:]


def words_fields(state: State, seat: Seat, name: str, description: str) -> tuple[Field, ...]:
    """The blanks for a name and a description."""
    return (
        Write(
            name="name", label="Name", hint="Made up, or one that goes with the oracle.",
            most=LONGEST_NAME, default=name, suggestions=free_names(state, seat)[:_NAMES_SHOWN],
        ),
        Write(
            name="description", label="Description", hint="From the story sheet, and as you see them.",
            least=0, most=2000, lines=3, default=description,
        ),
    )


def figures_to_play(state: State, seat: Seat) -> tuple[Figure, ...]:
    """The figures that `seat` took and makes the sheets of: not those who return with one."""
    return tuple(f for f in state.figures.values() if claimants(state, f) == (seat.id,) and not f.returns)


def unmade(state: State, seat: Seat) -> tuple[Figure, ...]:
    """The figures of `seat` that have no sheet yet."""
    return tuple([figure for taker, figure in all_unmade(state) if taker == seat.id])


@remembered(TABLES, of=lambda state: (state.figures, state.characters, state.seats))
def all_unmade(state: State) -> tuple[tuple[str, Figure], ...]:
    """Every figure that one player alone took and that has no sheet yet, with that player's seat."""
    return tuple(
        (seat.id, figure)
        for seat in state.players
        for figure in figures_to_play(state, seat)
        if sheet_of(state, figure.id) is None
    )


class CharacterMade(Event[State], tag="character-made"):
    """A player's character has a sheet; made again, it replaces the one before."""

    seat: str
    character: str
    figure: str
    name: str
    description: str
    forms: dict[str, int]
    strengths: tuple[str, ...] = ()
    again: bool = False

    def evolve(self, state: State) -> State:
        forms: dict[str, tuple[int, ...]] = {form: (die,) for form, die in self.forms.items()}
        who = Character(
            id=self.character,
            name=self.name,
            player=self.seat,
            description=self.description,
            forms=forms,
            unhurt=forms,
            strengths=self.strengths,
            figure=self.figure,
        )
        new = counted({who.id} - state.characters.keys())
        return pruned(replace(state, characters=put(state.characters, who), ids=state.ids + new))

    def line(self, state: State) -> Line:
        person = seat_name(state, self.seat)
        if self.again:
            return Line("sheet", f"{person} changes {self.name}’s sheet.")
        return Line("sheet", f"{person} plays {self.name}.", quote=self.description)


class MakeCharacter(Command[State], tag="make-character"):
    """Fill in the sheet of your own figure, or change it (WA-CHA-01)."""

    when, giver = SHEETS_ON, only_players("makes the sheet of their character")
    rules, urgency = ("WA-CHA-01", "WA-CHA-02", "WA-CHA-03", "WA-CHA-04"), ("must", "tool")
    figure: str
    name: str
    description: str
    forms: dict[str, int]
    strength: str = ""
    new_strength: str = ""

    @classmethod
    def possible(cls, state: State) -> bool:
        """Whether sheets are made, or one is missing."""
        return state.phase == "sheets" or bool(all_unmade(state))

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        figures = figures_to_play(state, seat) if state.phase == "sheets" else unmade(state, seat)
        if not figures:
            if any(who.here and who.player == seat.id for who in state.characters.values()):
                raise Refused("made-already", "Your sheet is made.")
            raise Refused("nobody-taken", "You have taken nobody from the list.")
        for figure in figures:
            yield cls._offer(state, seat, figure, sheet_of(state, figure.id))

    @classmethod
    def _offer(cls, state: State, seat: Seat, figure: Figure, made: Character | None) -> Offered:
        return cls.offer(
            made,
            f"Change {made.name}’s sheet" if made else f"Make your character: {figure.name}",
            "Until interests begin." if made else "A name, your dice, and if you like a particular strength.",
            lambda shown: _fields(state, seat, figure, made),
            urgency="tool" if made else "must",
            about=made.id if made else figure.id,
            figure=figure.id,
        )

    def enact(self, play: Play[State], made: Character | None) -> None:
        check_name(play.state, play.seat, self.name.strip(), made)
        has = made.id if made else ""
        strengths = list_strength(play, self.strength, self.new_strength, has=has, known=True)
        sheet_id = has or play.state.next_id
        play.record(
            CharacterMade(
                seat=play.seat.id,
                character=sheet_id,
                figure=self.figure,
                name=self.name.strip(),
                description=self.description.strip(),
                forms={form: self.forms[form] for form in FORMS},
                strengths=strengths,
                again=made is not None,
                rules=self.rules,
            )
        )
        keep_unique(play, *strengths, by=sheet_id)


def _dealt(state: State) -> tuple[int, ...]:
    """The dice as they lie for somebody who comes late, each time in another order: they change what does not suit."""
    at = sum(who.known for who in state.characters.values()) % len(DICE)
    return (*DICE[at:], *DICE[:at])


def _fields(state: State, seat: Seat, figure: Figure, made: Character | None) -> tuple[Field, ...]:
    late, free = state.phase == "play" and made is None, free_names(state, seat)
    name, description = (made.name, made.description) if made else (free[0] if late and free else "", described(figure))
    hand = tuple(made.unhurt[form][0] for form in FORMS) if made else _dealt(state) if late else ()
    hint = "How well they do when they act this way: a bigger die is better. Each die once."
    slots = tuple(Choice(form, title) for form, title in FORMS.items())
    has = tuple(sorted(hand, reverse=True)) or DICE  # the GM may have corrected one of them
    dice = Spread(name="forms", label="Dice", hint=hint, slots=slots, dice=has, default=hand, rule="WA-CHA-03")
    strength = strength_fields(state, seat, made.id if made else "")
    return (*words_fields(state, seat, name, description), dice, *strength)


SHEETS: Final[Part[State]] = Part(MakeCharacter, CharacterMade)
"""Sheets of players' characters."""
