"""A genre for the table, and a sheet for a player: begun word by word, or taken ready-made (SE-CRE-13)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Command, Event, Line, Offers, Part, Play, Refused, Seat, Urgency, Write
from moot.games.swords_edge import ladder, library, packs
from moot.games.swords_edge.asking import drafts, name_field, needs_player, only_guide, trait_field
from moot.games.swords_edge.character import Character, Quality
from moot.games.swords_edge.creation.legality import check
from moot.games.swords_edge.figures import BUDGET, PRICES, QUALITY_KINDS, STEPS, Rank, TraitId
from moot.games.swords_edge.library import character_of
from moot.games.swords_edge.packs import SamplePc
from moot.games.swords_edge.state import ALWAYS, BETWEEN, RUN, State
from moot.kit.people import mine

_WORDS = ("concept", "background", "faculty")
_IDEAS = 6
"""How many ready-made words are shown with each of them."""


class GenreChosen(Event[State], tag="genre-chosen"):
    """The table plays in this genre; empty for none."""

    genre: str

    def evolve(self, state: State) -> State:
        return replace(state, genre=self.genre)

    def line(self, state: State) -> Line:
        text = f"We play {packs.PACKS[self.genre].title}." if self.genre else "We play in no particular genre."
        return Line("sheet", text)


class ChooseGenre(Command[State], tag="choose-genre"):
    """Say in which genre the table plays."""

    when, rules, urgency, records, cites = BETWEEN, ("SE-GM-04",), ("may", "tool"), GenreChosen, ()
    giver = only_guide("says in which genre the table plays")
    genre: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if state.session:
            raise Refused("session-begun", "The genre is settled before the first session.")
        genres = ((genre, packs.PACKS[genre]) for genre in packs.GENRES)
        choices = tuple(Choice(genre, pack.title, hint=pack.about) for genre, pack in genres)
        now = (state.genre,) if state.genre else ()
        why = "Its sample characters and opponents come first in every list; nothing else depends on it."
        open_ = "Leave it empty to play without one."
        which = Choose(name="genre", label="Genre", hint=open_, choices=choices, least=0, default=now)
        if state.genre:
            yield cls.offer(None, "Change the genre", why, which, about=RUN, urgency="tool")
        else:
            yield cls.offer(None, "Choose a genre", why, which, about=RUN, urgency="may")


def needs_none(state: State, seat: Seat) -> None:
    """Raise Refused for a seat that has a character already, or a sheet under way."""
    needs_player(seat, "makes a character", "SE-TERM-05")
    if drafts(state, seat):
        raise Refused("begun-already", "You have a sheet under way: finish it, or set it aside.", "SE-CRE-01")
    if mine(state, seat):
        raise Refused("has-character", "You have a character: set it aside before making another.", "SE-TERM-05")


def called(who: Character) -> str:
    """A character by name and Concept."""
    return ", ".join((who.name, *(one.name for one in who.qualities if QUALITY_KINDS[one.kind].beside_name)))


class NewCharacter(Event[State]):
    """A player has a character who was not there before."""

    character: Character
    v: int = 2

    def evolve(self, state: State) -> State:
        return replace(state, ids=state.ids + 1).with_character(self.character)


class CharacterBegun(NewCharacter, tag="character-begun"):
    """A sheet was begun."""

    def line(self, state: State) -> Line:
        return Line("sheet", f"{state.named(self.character.player)} begins a character: {called(self.character)}.")


class BeginCharacter(Command[State], tag="begin-character"):
    """Begin a sheet: Concept, Background, Faculty (SE-CRE-02)."""

    when, rules, urgency, about_any = ALWAYS, ("SE-CRE-01", "SE-CRE-02", "SE-CRE-13"), ("must", "may"), None
    while_any = "without"
    name: str
    concept: str
    background: str
    faculty: str
    trait: TraitId
    text: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        needs_none(state, seat)
        words = {step.id: step.text for step in STEPS}
        why = f"Three words and a name, and then {BUDGET.ranks} Ranks to spend."
        three = (name_field(kind.title(), words[kind], kind, ideas=_ideas(state, kind)) for kind in _WORDS)
        tied = trait_field("The Faculty goes with", "Using the Faculty brings this Trait in as well.")
        text = Write(name="text", label="In a sentence", hint="Who is it?", least=0, most=1000, lines=2)
        urgency: Urgency = "may" if state.scene else "must"
        yield cls.offer(None, "Make a character", why, name_field("Name"), *three, tied, text, urgency=urgency)

    def enact(self, play: Play[State], of: None) -> None:
        id_ = play.state.next_id
        start: dict[str, Rank] = {kind: PRICES[kind].start for kind in (*_WORDS, "trait")}
        character = Character(
            id=id_, name=self.name.strip(), player=play.seat.id, text=self.text.strip(),
            traits=dict.fromkeys(ladder.TRAITS, start["trait"]),
            qualities=(
                Quality(f"{id_}c", "concept", self.concept.strip(), start["concept"]),
                Quality(f"{id_}b", "background", self.background.strip(), start["background"]),
                Quality(f"{id_}f", "faculty", self.faculty.strip(), start["faculty"], self.trait),
            ),
        )
        play.record(CharacterBegun(character=character, rules=("SE-CRE-01", "SE-CRE-02", "SE-CRE-03")))


def _ideas(state: State, kind: str) -> tuple[str, ...]:
    """What ready-made characters have there: the genre's own first."""
    return tuple(dict.fromkeys(getattr(pc, kind).name for pc in library.pcs(state).values()))[:_IDEAS]


class SampleTaken(NewCharacter, tag="sample-taken"):
    """A player took a sample character."""

    def line(self, state: State) -> Line:
        return Line("sheet", f"{state.named(self.character.player)} plays {called(self.character)}.")


class TakeSample(Command[State], tag="take-sample"):
    """Play one of the sample characters."""

    when, rules, while_any = ALWAYS, ("SE-CRE-12", "SE-RD-27"), "without"
    sample: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        needs_none(state, seat)
        taken = {who.sample for who in state.cast()}
        free = {key: sample for key, sample in library.pcs(state).items() if key not in taken}
        if not free:
            raise Refused("all-taken", "Every sample character is played already.")

        def whom(shown: bool) -> Iterator[Choose]:
            choices = tuple(_choice(key, sample, state, shown=shown) for key, sample in free.items())
            yield Choose(name="sample", label="Who?", choices=choices)

        why = "Play at once: a character of the book or of your GM’s, as printed."
        yield cls.offer(free, "Take a ready-made character", why, whom)

    def enact(self, play: Play[State], free: dict[str, SamplePc]) -> None:
        character = character_of(free[self.sample], self.sample, play.seat.id, play.state.next_id)
        play.record(SampleTaken(character=character, rules=("SE-CRE-12",)))


def _choice(key: str, sample: SamplePc, state: State, *, shown: bool) -> Choice:
    if not shown:
        return Choice(key, sample.name)
    report = check(character_of(sample, key, "", key), state.options)
    over = f" {report.over} Rank over, as printed." if report.over else ""
    hint = f"{sample.concept.name}, {sample.background.name}. {sample.text}{over}"
    return Choice(key, sample.name, hint=hint.strip(), group=library.title(state, key))


BEGINNING: Final[Part[State]] = Part(ChooseGenre, BeginCharacter, TakeSample, GenreChosen, CharacterBegun, SampleTaken)
