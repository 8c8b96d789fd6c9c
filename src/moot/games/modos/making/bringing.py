"""A character taken along as a file, and brought to another table: a sheet as packs have it, held to the same rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from typing import Final, Literal

from msgspec import field
from msgspec.structs import replace

from moot.core import Document, Format, Offers, Part, Play, Seat, Write
from moot.core.files import LONGEST_FILE
from moot.games.modos.flow import Act, only_players
from moot.games.modos.making.beginning import needs_no_draft
from moot.games.modos.making.entering import enter
from moot.games.modos.npcs.judging import faults
from moot.games.modos.npcs.pack_reading import RULES
from moot.games.modos.npcs.people import person_of
from moot.games.modos.npcs.sheets import OwedWords, Sheet, Thing
from moot.games.modos.person import Gear, Own, Person, Taken
from moot.games.modos.state import ALWAYS, State
from moot.games.modos.terms import POOLS
from moot.kit.notebook.checks import PackFault, wording
from moot.kit.notebook.names import line, slug, slugs
from moot.kit.notebook.reading import PackReader, written

RULE: Final = "MO-X101"


class CharacterFile(Sheet, frozen=True, kw_only=True):
    """A character in a file: the sheet, and nothing of what happened at a table; `labels` are names of their own."""

    game: Literal["modos"]
    id: str = ""
    labels: dict[str, str] = field(default_factory=dict)

    def person(self) -> Person:
        """The same as `enter` takes it."""
        return person_of(self, "", labels=self.labels)


def text_of(who: Person) -> str:
    """A character as a file has it; where the guide has set rules aside for it, the file says which."""
    keys = slugs((thing.id, thing.name, "thing") for thing in who.gear)
    sheet = CharacterFile(
        game="modos", name=line(who.name), level=who.level, concept=who.concept, goals=who.goals, flaws=who.flaws,
        design=who.design, kinds=tuple(kind for kind in who.kinds if kind != "pc"),
        traits=who.traits, scores=who.scores, points=who.points, labels=who.labels, perks=_perks(who.perks, keys),
        gear=tuple(_thing(thing, keys) for thing in who.gear),
        owed=OwedWords(scores=who.owed.scores, points=who.owed.points, perks=who.owed.perks),
    )
    bent = dict.fromkeys(found.rule for found in faults(sheet, (), whole=False))
    return written(replace(sheet, bends=tuple(bent)))


def _perks(perks: Iterable[Taken], keys: Mapping[str, str]) -> tuple[str, ...]:
    """Perks, each with what was chosen behind a colon."""
    return tuple(":".join(filter(None, (one.row, keys.get(one.choice, one.choice)))) for one in perks)


def _thing(thing: Gear, keys: Mapping[str, str]) -> Thing:
    own = thing.own or Own(kind="item")
    return Thing(
        id=keys[thing.id], name=line(thing.name), row=thing.row, kind=own.kind, at=thing.at, powers=thing.powers,
        lends=_perks(thing.lends, keys), size=own.size, die=own.die, range=own.range, parry=own.parry,
        penalty=own.penalty if own.kind in ("armor", "shield") else None, reload=own.reload, pool=own.pool,
        natural=own.natural,
    )  # fmt: skip


def _faults(sheet: CharacterFile) -> Iterator[PackFault]:
    yield from wording(sheet, RULE)
    yield from faults(sheet, (), whole=False)


read: Final = PackReader(
    kind=CharacterFile, rule=RULE, rules=RULES, value_rules={"scores": "MO-103"}, faults=_faults
).read
"""The character in a text. Raises Refused, with line and rule."""

CHARACTER: Final = Format("a character to take along", (".character.toml",), lambda text: (read(text).name,))
FORMATS: Final = {"modos-character": CHARACTER}
"""The texts that the topic reads."""


@cache
def _like() -> str:
    """A character that any table takes."""
    return text_of(Person(id="", name="Somebody", scores=dict.fromkeys(POOLS, 10)))


class BringCharacter(Act, tag="bring-character"):
    """Play a character of another table, from a file."""

    when, rules, urgency, brings_file = ALWAYS, (RULE, "MO-113"), "may", True
    giver = only_players("brings a character")
    text: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        needs_no_draft(state, seat)
        file = Write(name="text", label="The character", most=LONGEST_FILE, lines=8, format="modos-character",
                     suggestions=(_like(),))
        yield cls.offer(None, "Bring a character", "A file from another table of this game: the sheet, unhurt.", file)

    def act(self, play: Play[State], of: None) -> None:
        enter(play, read(self.text).person(), *self.rules, player=play.seat.id, how="brings")


BRINGING: Final = Part(BringCharacter)


def taken_along(state: State, seat: Seat) -> tuple[Document, ...]:
    """The characters of a player, each as a file."""
    return tuple(
        CHARACTER.taken_along(who.id, who.name, slug(who.name), partial(text_of, who))
        for who in state.cast()
        if seat.plays and state.owns(seat, who.id)
    )
