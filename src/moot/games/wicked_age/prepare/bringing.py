"""A character taken along as a file, and brought to another table as somebody on its list (WA-RD-35)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final, Literal

from msgspec.structs import asdict, replace

from moot.core import Command, Document, Offered, Offers, Part, Play, Refused, Seat, Write
from moot.core.words import alike
from moot.games.wicked_age.book import DICE, FORMS, NPC_FORMS, OptionName
from moot.games.wicked_age.cast import only_players
from moot.games.wicked_age.oracles import free_names
from moot.games.wicked_age.prepare.holding import visible
from moot.games.wicked_age.prepare.sheets import MakeCharacter, all_unmade, unmade
from moot.games.wicked_age.prepare.strengths import MakeStrength, PickOption
from moot.games.wicked_age.state import SHEETS_ON, Character, Figure, State, Strength
from moot.kit.notebook.checks import PackFault, fault, wording
from moot.kit.notebook.names import line
from moot.kit.notebook.packs import PackEntry
from moot.kit.notebook.reading import PackReader, written
from moot.kit.notebook.sheets import CharacterFiles


class OptionWords(PackEntry, frozen=True, kw_only=True):
    """An option of a strength in a file."""

    kind: OptionName
    form: str = ""
    npc_form: str = ""
    note: str = ""


class StrengthSheet(PackEntry, frozen=True, kw_only=True):
    """A strength in a file."""

    name: str
    description: str
    takes: str
    form: str
    npc_form: str
    option: tuple[OptionWords, ...] = ()


class Sheet(PackEntry, frozen=True, kw_only=True, rename="kebab"):
    """A character in a file, unhurt."""

    game: Literal["wicked-age"]
    name: str
    description: str = ""
    covertly: int
    directly: int
    for_myself: int
    for_others: int
    with_love: int
    with_violence: int
    strength: tuple[StrengthSheet, ...] = ()

    @property
    def forms(self) -> dict[str, int]:
        """The die on each form."""
        return {form: getattr(self, form.replace("-", "_")) for form in FORMS}


def _sheet(name: str, description: str, dice: dict[str, int], *strengths: StrengthSheet) -> Sheet:
    forms: dict[str, Any] = {form.replace("-", "_"): die for form, die in dice.items()}
    return Sheet(game="wicked-age", name=line(name), description=description, strength=strengths, **forms)


def _ways(of: Strength | StrengthSheet) -> dict[str, Any]:
    return {name: getattr(of, name) for name in ("description", "takes", "form", "npc_form")}


def text_of(who: Character, state: State) -> str:
    """A character as a file has it: marks are words of the description, interests stay at the table they are of."""
    held = (state.strengths[id_] for id_ in who.strengths)
    sheets = (
        StrengthSheet(name=line(one.name), **_ways(one), option=tuple(OptionWords(**asdict(o)) for o in one.options))
        for one in held
        if one.made
    )
    words = "\n".join((who.description, *who.marks)).strip()
    return written(_sheet(who.name, words, {form: dice[0] for form, dice in who.unhurt.items()}, *sheets))


def _faults(sheet: Sheet) -> Iterator[PackFault]:
    yield from wording(sheet, "WA-RD-35")
    if sorted(sheet.forms.values()) != sorted(DICE):
        message = "on the six forms lie these dice: " + ", ".join(f"d{die}" for die in DICE) + "."
        yield fault(("covertly",), "wrong-dice", message, "WA-CHA-03")
    for at, one in enumerate(sheet.strength):
        for name, known in (("form", FORMS), ("npc_form", NPC_FORMS)):
            if (said := getattr(one, name)) not in known:
                path, message = ("strength", at, name), f"“{said}” is not a form."
                yield fault(path, "no-form", message, "WA-STR-02", *known)
        if len(one.option) > 1:
            message = "a new strength has one option: leave out what it gained."
            yield fault(("strength", at, "option", 1), "options-full", message, "WA-STR-03")
    if len(sheet.strength) > 1:
        message = "a new character has one strength at most: leave out the others."
        yield fault(("strength", 1), "strength-too-many", message, "WA-CHA-04")


read: Final = PackReader(kind=Sheet, rule="WA-RD-35", rules={"strength": "WA-STR-02"}, faults=_faults).read
"""The character in a text. Raises Refused, with line and rule."""

FILES: Final = CharacterFiles("wicked-age-sheet", read)
_LIKE: Final = _sheet("Neris of the Wells", "A water-seller who hears everything.", dict(zip(FORMS, DICE, strict=True)))


def _file(state: State, seat: Seat, _shown: bool) -> Iterator[Write]:
    """The blank for a file; the example in it has a name that nobody goes by yet."""
    taken = any(alike(who.name, _LIKE.name) for who in state.characters.values() if who.known or seat.guides)
    free = replace(_LIKE, name=next(iter(free_names(state, seat)), _LIKE.name)) if taken else _LIKE
    yield FILES.blank(written(free))


class BringCharacter(Command[State], tag="bring-character"):
    """Make the sheet of your own figure from a file."""

    when, rules, brings_file, giver = SHEETS_ON, ("WA-RD-35", "WA-CHA-01"), True, only_players("brings a character")
    figure: str
    text: str

    @classmethod
    def possible(cls, state: State) -> bool:
        """Whether a sheet is missing."""
        return bool(all_unmade(state))

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        why = "A file from another table of this game: the sheet unhurt, as a new character may have it here."
        for figure in unmade(state, seat):
            label = f"Bring a character: {figure.name}"
            yield cls.offer(figure, label, why, partial(_file, state, seat), about=figure.id, figure=figure.id)
        yield Refused("nobody-to-bring", "You have nobody on the list whose sheet is still to be made.")

    def enact(self, play: Play[State], of: Figure) -> None:
        sheet = read(self.text)
        known = {one.id for one in visible(play.state, play.seat)}
        strength = sheet.strength[0].name if sheet.strength else ""
        said: dict[str, Any] = {"name": sheet.name, "description": sheet.description, "forms": sheet.forms}
        _do(play, MakeCharacter(figure=of.id, new_strength=strength, **said))
        for made in [one.id for one in visible(play.state, play.seat) if one.id not in known]:
            for one in sheet.strength:
                _do(play, MakeStrength(strength=made, **_ways(one)))
                for option in one.option:
                    _do(play, PickOption(strength=made, **asdict(option)))


def _do(play: Play[State], command: Command[State]) -> None:
    """Carry out a command as its offer allows it."""
    try:
        found = type(command).offers(play.state, play.seat)
        offered = next(one for one in found if isinstance(one, Offered) and one.fits(command))
        offered.check(command)
        command.enact(play, offered.of)
    except Refused as refused:
        raise Refused(refused.code, refused.message, refused.rule, field="text") from refused


BRINGING: Final[Part[State]] = Part(BringCharacter)


def taken_along(state: State, seat: Seat) -> tuple[Document, ...]:
    """The characters of a player, each as a file."""
    return FILES.taken_along((who for who in state.cast() if who.player == seat.id), partial(text_of, state=state))
