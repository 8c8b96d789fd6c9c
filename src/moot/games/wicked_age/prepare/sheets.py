"""Players' character sheets (part 3): a name, a description, six dice on six forms, a strength or none."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from moot.core import Choice, Choose, Offer, Play, Refused, Seat, Spread, Verb, Write
from moot.core.blanks import Field
from moot.games.wicked_age.book import DICE, FORMS
from moot.games.wicked_age.cast import claimants, needs_player, sheet_of
from moot.games.wicked_age.oracles import free_names
from moot.games.wicked_age.prepare.commands import MakeCharacter
from moot.games.wicked_age.prepare.events import CharacterMade, StrengthNamed
from moot.games.wicked_age.prepare.strengths import free_for, visible, yield_unique
from moot.games.wicked_age.state import Character, Figure, State

_NAMES_SHOWN = 12
_LONGEST_NAME = 60
_STRENGTH_NAMES = (
    "Second sight", "A tame leopard", "Herb-lore", "A blade from the old tombs", "Speech with the dead",
    "The governor's ear", "A voice that bends the will", "Shape-stealing", "A brother in every caravan",
    "Reading the stars", "An amulet of green glass", "Deathly patience",
)


def described(state: State, figure: Figure) -> str:
    """What the story sheet says about a figure, for the sheet to begin with (WA-CHA-01)."""
    whole = "; ".join((figure.name, *figure.also))
    return whole[:1].upper() + whole[1:]


def words_fields(state: State, seat: Seat, name: str, description: str) -> tuple[Field, ...]:
    """The blanks for a name and a description."""
    return (
        Write(
            name="name",
            label="Name",
            hint="Made up, or one that goes with the oracle.",
            most=_LONGEST_NAME,
            default=name,
            suggestions=free_names(state, seat)[:_NAMES_SHOWN],
        ),
        Write(
            name="description",
            label="Description",
            hint="From the story sheet, and as you see them.",
            least=0,
            most=2000,
            lines=3,
            default=description,
        ),
    )


def strength_fields(state: State, seat: Seat, has: str) -> tuple[Field, ...]:
    """The blanks for a strength: one that is there and free, or the name of a new one (WA-CHA-04).

    `has` is the character's id, empty for a new one; a strength it lists already stays free for it.
    """
    character = state.characters.get(has)
    there = tuple(
        Choice(strength.id, strength.name, hint=strength.description)
        for strength in visible(state, seat)
        if free_for(state, seat, strength, has)
    )
    listed = tuple(s for s in character.strengths if any(s == choice.value for choice in there)) if character else ()
    named = {strength.name.casefold() for strength in visible(state, seat)}
    new = Write(
        name="new_strength",
        label="Or name a new one" if there else "A particular strength",
        hint="A skill, a magic, an ally, a treasure; may stay empty. Its own sheet is made next.",
        least=0,
        most=_LONGEST_NAME,
        suggestions=tuple(name for name in _STRENGTH_NAMES if name.casefold() not in named) or _nameless(named),
    )
    if not there:
        return (new,)
    return (Choose(name="strength", label="A particular strength", choices=there, least=0, default=listed[:1]), new)


def _nameless(named: set[str]) -> tuple[str]:
    """A name that no strength has, when the suggestions are used up."""
    return (next(name for n in count(1) if (name := f"Gift {n}").casefold() not in named),)


def list_strength(play: Play[State], strength: str, new: str, *, has: str, known: bool) -> tuple[str, ...]:
    """The strengths that a sheet lists: `strength`, or else a new one called `new`, which is recorded as named.

    A name that the table has already means that one strength (WA-RD-28). Raises Refused if somebody else has it and it
    is unique (WA-STR-10).
    """
    name = new.strip()
    if strength or not name:
        return (strength,) if strength else ()
    same = next((s for s in visible(play.state, play.seat) if s.name.casefold() == name.casefold()), None)
    if same is None:
        play.record(StrengthNamed(strength=play.state.next_id, name=name, known=known, rules=("WA-CHA-04",)))
        return (list(play.state.strengths)[-1],)
    if not free_for(play.state, play.seat, same, has):
        message = f"{same.name} is unique, and somebody has it: they must lose it first."
        raise Refused("strength-taken", message, "WA-STR-10", field="new_strength")
    return (same.id,)


def figures_to_play(state: State, seat: Seat) -> tuple[Figure, ...]:
    """The figures that `seat` took and makes the sheets of: not those who return with one."""
    return tuple(f for f in state.figures.values() if claimants(state, f) == (seat.id,) and not f.returns)


def unmade(state: State, seat: Seat) -> tuple[Figure, ...]:
    """The figures of `seat` that have no sheet yet."""
    return tuple(figure for figure in figures_to_play(state, seat) if sheet_of(state, figure.id) is None)


def _offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_player(seat, "makes the sheet of their character", "WA-CHA-01")
    figures = figures_to_play(state, seat) if state.phase == "sheets" else unmade(state, seat)
    if not figures:
        made = any(who.here and who.player == seat.id for who in state.characters.values())
        message = "Your sheet is made." if made else "You have taken nobody from the list."
        raise Refused("made-already" if made else "nobody-taken", message, "WA-CHA-01")
    for figure in figures:
        yield _offer(state, seat, figure)


def _offer(state: State, seat: Seat, figure: Figure) -> Offer:
    made = sheet_of(state, figure.id)
    name, description = (made.name, made.description) if made else ("", described(state, figure))
    forms = tuple(Choice(form, title) for form, title in FORMS.items())
    dice = Spread(
        name="forms",
        label="Dice",
        hint="How well they do when they act this way: a bigger die is better. Each die once.",
        slots=forms,
        dice=DICE,
        default=tuple(made.unhurt[form][0] for form in FORMS) if made else (),
    )
    strength = strength_fields(state, seat, made.id if made else "")
    return Offer(
        do="make-character",
        fixed={"figure": figure.id},
        label=f"Change {made.name}'s sheet" if made else f"Make your character: {figure.name}",
        why="Until interests begin." if made else "A name, your dice, and if you like a particular strength.",
        fields=(*words_fields(state, seat, name, description), dice, *strength),
        rules=("WA-CHA-01", "WA-CHA-02", "WA-CHA-03", "WA-CHA-04"),
        urgency="tool" if made else "must",
        about=made.id if made else figure.id,
    )


def _make(play: Play[State], command: MakeCharacter) -> None:
    made: Character | None = sheet_of(play.state, command.figure)
    has = made.id if made else ""
    strengths = list_strength(play, command.strength, command.new_strength, has=has, known=True)
    sheet_id = has or play.state.next_id
    play.record(
        CharacterMade(
            seat=play.seat.id,
            character=sheet_id,
            figure=command.figure,
            name=command.name.strip(),
            description=command.description.strip(),
            forms={form: command.forms[form] for form in FORMS},
            strengths=strengths,
            again=made is not None,
            rules=("WA-CHA-01", "WA-CHA-02", "WA-CHA-03", "WA-CHA-04"),
        )
    )
    for strength in strengths:
        yield_unique(play, strength, sheet_id)


VERBS = (Verb(MakeCharacter, frozenset({"sheets", "interests", "play"}), _offers, _make),)
