"""A character taken along as a file, and brought to another table of the game (GP-RD-19)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Literal

from msgspec import field

from moot.core import Document, Offers, Part, Play, Seat
from moot.games.perilous.figures import ARMOR, BEGIN, CALLINGS, CLASSES, DISORDERS, SKILLS, TEST
from moot.games.perilous.flow import FlowCommand
from moot.games.perilous.making.beginning import PersonMade, needs_room, stable_of
from moot.games.perilous.person import SEVEN, HeldDisorder, LedgerLine, Person, first_fame, plain, ready
from moot.games.perilous.state import BETWEEN, SESSION, State
from moot.games.perilous.terms import Attribute, Class
from moot.kit.notebook.checks import PackFault, fault, wording
from moot.kit.notebook.names import line
from moot.kit.notebook.packs import PackEntry
from moot.kit.notebook.places import Path
from moot.kit.notebook.reading import PackReader, written
from moot.kit.notebook.sheets import CharacterFiles

RULE: Final = "GP-RD-19"
ALIKE: Final = (
    "name", "calling", "social_class", "attributes", "ranks", "focuses", "armor", "load", "order", "chaos",
    "permanent_order", "permanent_chaos", "fate", "rewards",
)
"""What a file and a sheet have under the same names."""


class Sheet(PackEntry, frozen=True, kw_only=True, rename="kebab"):
    """A character in a file, unhurt and without this session's Corruption."""

    game: Literal["perilous"]
    name: str
    calling: str = ""
    social_class: Class
    attributes: dict[Attribute, int]
    advances: dict[Attribute, int] = field(default_factory=dict)
    ranks: dict[str, int] = field(default_factory=dict)
    focuses: tuple[str, ...] = ()
    armor: str = "clothing"
    load: int = 0
    order: int = 0
    chaos: int = 0
    permanent_order: int = 0
    permanent_chaos: int = 0
    fate: int = 0
    reputation: int = 0
    rewards: int = 0
    disorders: tuple[str, ...] = ()

    def person(self, id_: str, player: str, *, active: bool) -> Person:
        """The same at a table."""
        return Person(
            id=id_, player=player, active=active, shifts=self.advances, **{name: getattr(self, name) for name in ALIKE},
            fame=(LedgerLine(self.reputation, "brought along", "GP-REP-01"),),
            disorders=tuple(HeldDisorder(row) for row in self.disorders),
        )


def text_of(who: Person) -> str:
    """A character as a file has it: the sheet, and nothing of what happened at this table."""
    alike: dict[str, Any] = {name: getattr(who, name) for name in ALIKE} | {
        "name": line(who.name), "social_class": who.social_class or "lowborn",
        "ranks": {skill: ranks for skill, ranks in who.ranks.items() if ranks},
    }
    return written(Sheet(
        game="perilous", **alike, advances={one: by for one, by in who.shifts.items() if by},
        reputation=who.reputation, disorders=tuple(one.row for one in who.disorders),
    ))


def _faults(sheet: Sheet) -> Iterator[PackFault]:
    yield from wording(sheet, RULE)
    known: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
        ("ranks", tuple(sheet.ranks), tuple(SKILLS)), ("armor", (sheet.armor,), tuple(ARMOR)),
        ("calling", (sheet.calling,) if sheet.calling else (), tuple(CALLINGS)),
        ("disorders", sheet.disorders, tuple(DISORDERS)),
    )
    for name, said, rows in known:
        if odd := [one for one in said if one not in rows]:
            yield fault((name,), "no-such-value", f"“{odd[0]}” is not known.", RULE, *rows)
    if missing := [one for one in SEVEN if one not in sheet.attributes]:
        yield fault(("attributes",), "field-missing", f"“{missing[0]}” is missing.", RULE)
    if len(set(sheet.disorders)) < len(sheet.disorders):
        yield fault(("disorders",), "chosen-twice", "each Disorder stands here once.", RULE)
    for path, value, least, most in _numbers(sheet):
        if not least <= value <= most:
            yield fault(path, "out-of-range", f"this is a number from {least} to {most}.", RULE)


def _numbers(sheet: Sheet) -> Iterator[tuple[Path, int, int, int]]:
    """Every number in a file, where it stands, and its ends."""
    for name, found, least, most in (
        ("attributes", sheet.attributes, BEGIN.least, BEGIN.most),
        ("advances", sheet.advances, BEGIN.shift_least, BEGIN.shift_most), ("ranks", sheet.ranks, 0, TEST.ranks_most),
    ):
        for key, value in found.items():
            yield (name, key), value, least, most
    for name in ("order", "chaos", "fate", "reputation"):
        yield (name,), getattr(sheet, name), 0, BEGIN.count_most
    yield ("permanent-order",), sheet.permanent_order, 0, sheet.order
    yield ("permanent-chaos",), sheet.permanent_chaos, 0, sheet.chaos
    yield ("load",), sheet.load, 0, BEGIN.load_most
    yield ("rewards",), sheet.rewards, 0, BEGIN.points_most


read: Final = PackReader(
    kind=Sheet, rule=RULE, rules={"ranks": "GP-CORE-05", "attributes": "GP-CORE-07", "disorders": "GP-DIS-01"},
    value_rules={"social-class": "GP-CORE-21"}, faults=_faults, order=tuple(CLASSES),
).read
"""The character in a text. Raises Refused, with line and rule."""

FILES: Final = CharacterFiles("perilous-sheet", read)
_ROW: Final = next(iter(CALLINGS.values()))
_NAMED: Final[dict[str, Any]] = {"name": BEGIN.names[0], "attributes": ready(_ROW), "social_class": _ROW.class_}
_LIKE: Final = text_of(Person(id="", fame=first_fame(), **_NAMED, **plain(_ROW)))
_FILE: Final = FILES.blank(_LIKE)


class BringCharacter(FlowCommand, tag="bring-character"):
    """Play a character of another table, from a file."""

    when, rules, brings_file, about_any = BETWEEN | SESSION, (RULE,), True, None
    text: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        needs_room(state, seat)
        yield cls.offer(None, "Bring a character", "A file from another table of this game: the sheet, unhurt.", _FILE)

    def act(self, play: Play[State], of: None) -> None:
        who = read(self.text).person(play.state.next_id, play.seat.id, active=not stable_of(play.state, play.seat))
        play.record(PersonMade(person=who, brought=True, rules=self.rules))


BRINGING: Final = Part(BringCharacter)


def taken_along(state: State, seat: Seat) -> tuple[Document, ...]:
    """The characters of a player, each as a file."""
    return FILES.taken_along(stable_of(state, seat) if seat.plays else (), text_of)
