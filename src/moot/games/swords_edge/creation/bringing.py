"""A character taken along as a file, and brought to another table of the game (SE-RD-65)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Final, Literal

from msgspec import Meta

from moot.core import Command, Document, Line, Offers, Part, Play, Seat
from moot.games.swords_edge import ladder
from moot.games.swords_edge.character import Character, Pivot, Quality
from moot.games.swords_edge.creation.beginning import NewCharacter, called, needs_none
from moot.games.swords_edge.creation.legality import check
from moot.games.swords_edge.figures import QUALITY_KINDS, QualityKind, Rank
from moot.games.swords_edge.library import character_of
from moot.games.swords_edge.packs import PCS, PivotWords, Words
from moot.games.swords_edge.state import ALWAYS, Options, State
from moot.kit.notebook.checks import PackFault, fault, wording
from moot.kit.notebook.names import line
from moot.kit.notebook.packs import PackEntry
from moot.kit.notebook.places import Path
from moot.kit.notebook.reading import PackReader, written
from moot.kit.notebook.sheets import CharacterFiles
from moot.kit.people import mine


class SheetWords(Words, frozen=True, kw_only=True):
    """A Quality on a sheet; a Fetish names the SFX Quality that it is `bound` to."""

    kind: QualityKind
    bound: str = ""


class Sheet(PackEntry, frozen=True, kw_only=True):
    """A character in a file, unhurt; `raised` Ranks were added in play."""

    game: Literal["swords-edge"]
    name: str
    text: str = ""
    physique: Rank
    charisma: Rank
    cunning: Rank
    raised: Annotated[int, Meta(ge=0, le=60)] = 0
    quality: Annotated[tuple[SheetWords, ...], Meta(max_length=60)]
    pivot: tuple[PivotWords, ...] = ()

    def character(self, id_: str, player: str, options: Options) -> Character:
        """The same at a table; Fetishes come where it has them."""
        sfx = {one.name: f"{id_}q{at}" for at, one in enumerate(self.quality) if one.sfx}
        qualities = tuple(
            Quality(f"{id_}q{at}", q.kind, q.name, q.rank, q.trait, sfx=q.sfx, bound=sfx.get(q.bound, ""))
            for at, q in enumerate(self.quality)
            if options.fetishes == "on" or QUALITY_KINDS[q.kind].counts != "always"
        )
        traits = {trait: getattr(self, trait) for trait in ladder.TRAITS}
        pivots = tuple(Pivot(f"{id_}p{at}", one.kind, one.text) for at, one in enumerate(self.pivot, 1))
        return Character(id_, self.name, player, self.text, traits, qualities, pivots, made=True)


def text_of(who: Character, options: Options) -> str:
    """A character as a file has it: what is on the sheet, and nothing of what happened at this table."""
    names = {q.id: line(q.name) for q in who.qualities}
    words = (
        SheetWords(kind=q.kind, name=names[q.id], rank=q.rank, trait=q.trait, sfx=q.sfx, bound=names.get(q.bound, ""))
        for q in who.qualities
    )
    sheet = Sheet(
        game="swords-edge", name=line(who.name), text=who.text, **{trait: who.traits[trait] for trait in ladder.TRAITS},
        raised=check(who, options).over, quality=tuple(words),
        pivot=tuple(PivotWords(kind=one.kind, text=one.text) for one in who.pivots),
    )
    return written(sheet)


def _faults(options: Options, sheet: Sheet) -> Iterator[PackFault]:
    yield from wording(sheet, "SE-RD-65")
    report = check(sheet.character("", "", options), options)
    for one in report.faults:
        path: Path = ("quality", int(one.what[1:])) if one.what.startswith("q") else (one.what or "quality",)
        if not (sheet.raised and one.code in ("weakness-rank", "two-weaknesses")):  # play may bring these about
            yield fault(path, one.code, one.message, one.rule)
    if report.over > sheet.raised:
        message = f"{report.spent} Ranks are spent of {report.budget}."
        yield fault(("quality",), "over-budget", message, "SE-CRE-12", f"raised = {report.over}")


def read(text: str, options: Options) -> Sheet:
    """The character in a text, held to the options of a table. Raises Refused, with line and rule."""
    rules = {"quality": "SE-CRE-12", "pivot": "SE-CRE-10"}
    values = {"rank": "SE-RANK-01", "kind": "SE-CRE-02"} | dict.fromkeys(("trait", *ladder.TRAITS), "SE-CRE-03")
    faults, order = partial(_faults, options), ladder.ORDER
    reader = PackReader(kind=Sheet, rule="SE-RD-65", rules=rules, value_rules=values, faults=faults, order=order)
    return reader.read(text)


FILES: Final = CharacterFiles("swords-edge-sheet", partial(read, options=Options()))
_PLAIN: Final = (character_of(pc, key, "", "") for key, pc in PCS.items() if not any(one.sfx for one in pc.elements))
_LIKE: Final = next(text_of(who, Options()) for who in _PLAIN if not check(who, Options()).faults)
_FILE: Final = FILES.blank(_LIKE)


class CharacterBrought(NewCharacter, tag="character-brought"):
    """A player brought a character from another table."""

    raised: int = 0

    def line(self, state: State) -> Line:
        grown = f", with {self.raised} Ranks added in play" if self.raised else ""
        return Line("sheet", f"{state.named(self.character.player)} brings {called(self.character)}{grown}.")


class BringCharacter(Command[State], tag="bring-character"):
    """Play a character of another table, from a file."""

    when, rules, brings_file, while_any = ALWAYS, ("SE-RD-65", "SE-CRE-12"), True, "without"
    text: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        needs_none(state, seat)
        why = "A file from another table of this game: the sheet alone, unhurt, and held to the options of this one."
        yield cls.offer(None, "Bring a character", why, _FILE)

    def enact(self, play: Play[State], of: None) -> None:
        sheet = read(self.text, play.state.options)
        who = sheet.character(play.state.next_id, play.seat.id, play.state.options)
        play.record(CharacterBrought(character=who, raised=sheet.raised, rules=self.rules))


BRINGING: Final[Part[State]] = Part(BringCharacter, CharacterBrought)


def taken_along(state: State, seat: Seat) -> tuple[Document, ...]:
    """The characters of a player, each as a file."""
    return FILES.taken_along(mine(state, seat), partial(text_of, options=state.options))
