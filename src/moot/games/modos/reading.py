"""How entries are read: texts are taken apart, columns become effects, what is left out is filled in.

    "not skill:parry|magic"  a condition         "posture:flying"  a deed        "perk:large-size"  an entry
    "P|M"                    one of several      "d12+1"           a die

`|` is the only "or" there is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Final, TypeAlias, TypeVar

import msgspec

from moot.core.errors import Corrupt
from moot.core.figures import Figures, Lookup
from moot.core.misfits import misfit
from moot.games.modos.ladder import Die
from moot.games.modos.rows import Bands, Row, SizeRow
from moot.games.modos.terms import PACKAGE
from moot.games.modos.vocabulary import DICE, Kind

R = TypeVar("R", bound=Row)
Plain: TypeAlias = dict[str, Any]

_INSTANT: Final = frozenset({"harm", "mend", "mark", "place", "tell"})
"""Effects that a power has when it is cast, unless its row says otherwise."""

_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_DIE: Final = re.compile(r"none|d\d.*")


# ---------------------------------------------------------------- texts


def _condition(text: str) -> Plain:
    word, _, args = text.removeprefix("not ").partition(":")
    return {"word": word, "args": args.split("|") if args else [], "negated": text.startswith("not ")}


def _pair(text: str, *names: str) -> Plain:
    return dict(zip(names, text.partition(":")[::2], strict=True))


def _die(text: str) -> Plain | str:
    return {"place": Die.read(text).place} if _DIE.fullmatch(text) else text


def _either(text: str) -> list[str]:
    return text.split("|")


_READ: Final[Mapping[str, Callable[[str], Any]]] = {
    "when": _condition, **dict.fromkeys(("deed", "deeds", "but"), lambda text: _pair(text, "verb", "part")),
    **dict.fromkeys(("row", "by"), lambda text: _pair(text, "kind", "id")),
    **dict.fromkeys(("die", "amount"), _die), **dict.fromkeys(("on", "of", "pools", "words"), _either),
}
"""How the text of a field is taken apart, if it is one or a list of them."""

_AS_THEY_ARE: Final = {("mark", "of"), ("trade", "of")}
"""Fields of effects that are one word only."""


def _apart(value: Any, read: Callable[[str], Any]) -> Any:
    """A text, or each of a list, taken apart; anything else as it is, for the types to refuse."""
    if isinstance(value, list):
        return [_apart(each, read) for each in value]
    return read(value) if isinstance(value, str) else value


def _taken_apart(plain: Plain) -> Plain:
    """An effect, a form or a reaction with its texts taken apart."""
    effect = plain.get("effect", "")
    read = {key: _READ[key] for key in plain if key in _READ and (effect, key) not in _AS_THEY_ARE}
    if plain.get("figure") in DICE and "to" in plain:
        read["to"] = _die
    return plain | {key: _apart(plain[key], how) for key, how in read.items()}


# ---------------------------------------------------------------- figures that entries stand on


@cache
def _figures(file: str) -> Figures:
    return Figures(PACKAGE, f"tables/{file}.toml")


class _Levels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The levels of powers, and the difficulty at the first and for each more (MO-401, MO-408)."""

    most: int
    first: int
    each: int


BANDS: Final = _figures("weapons").at("bands", dict[str, Bands])
"""What an attack does at each distance, by its range (MO-319, MO-410)."""

_ROWS: Final = (msgspec.convert(_taken_apart(each), SizeRow) for each in _figures("weapons").at("size", list[Plain]))
SIZES: Final = Lookup("the sizes of weapons", {row.id: row for row in _ROWS})
"""The sizes of weapons, smallest first (MO-X120)."""

LEVELS: Final = _figures("powers").at("levels", _Levels)


def difficulty_of(level: int) -> int:
    """The difficulty of a power's contests (MO-408)."""
    return LEVELS.first + LEVELS.each * (level - 1)


# ---------------------------------------------------------------- columns


def _protective(plain: Plain, rule: str) -> list[Plain]:
    """What a penalty to the score of an attribute does: the physical one, unless another is guarded (MO-X125)."""
    less = {"effect": "add", "figure": "score", "of": plain.get("pool", "P"), "by": plain.get("penalty")}
    return [less | {"when": ["held"], "rule": rule}] if less["by"] else []


def _armor(plain: Plain) -> Plain:
    """Armor: its die guards the body, or another pool (MO-316, MO-X125)."""
    pool = plain.get("pool", "P")
    guard = {"effect": "guard", "pool": pool, "die": plain.get("die"), "made": "worn", "when": ["held"]}
    does = [guard | {"rule": "MO-316"}, *_protective(plain, "MO-316"), *plain.get("does", ())]
    return {**plain, "die": _apart(plain.get("die"), _die), "does": does}


def _shield(plain: Plain) -> Plain:
    """A shield: it adds to parry (MO-317)."""
    parry = {"effect": "add", "figure": "contest", "by": plain.get("parry"), "when": ["skill:parry", "held"]}
    adds = [parry | {"rule": "MO-317"}] if parry["by"] else []
    return {**plain, "does": [*adds, *_protective(plain, "MO-317"), *plain.get("does", ())]}


def _hands(size: object) -> int:
    return SIZES[size].hands if isinstance(size, str) and size in SIZES else 0


def _weapon(plain: Plain) -> Plain:
    """A weapon: its forms (the first that fits gives the die), and what it does at each distance (MO-318)."""
    forms = plain.get("forms") or [{key: plain[key] for key in ("size", "die", "hands") if key in plain}]
    dice: list[Plain] = []
    passed: list[str] = []
    for form in forms:
        if form.get("die") != "none":
            to = {"effect": "set", "figure": "weapon-die", "of": plain.get("id"), "to": form.get("die")}
            dice.append({**to, "when": ["held", *passed, *form.get("when", ())], "rule": "MO-318"})
        passed += [f"not {text}" for text in form.get("when", ())]
    row = {key: value for key, value in plain.items() if key not in ("size", "die", "hands")}
    range_, pool = row.get("range"), row.get("pool", "P")
    read_forms = [_taken_apart({"hands": _hands(form.get("size")), **form}) for form in forms]
    bands = BANDS.get(str(range_), BANDS["none"])
    return {"bands": bands, "guards": [pool], **row, "forms": read_forms, "does": [*dice, *row.get("does", ())]}


def _power(plain: Plain) -> Plain:
    """A power: its difficulty follows from its level (MO-408), and its effects are on its target."""
    level = plain.get("level")
    if not isinstance(level, int) or not 1 <= level <= LEVELS.most:
        raise ValueError(f"the level {level!r} is not from 1 to {LEVELS.most}")
    if str(plain.get("title")).split(" ")[-1] != str(level):
        raise ValueError(f"the level {level} does not fit the title {plain.get('title')!r}")
    does = [{"who": "target", "on": "cast" if effect.get("effect") in _INSTANT else "standing", **effect}
            for effect in plain.get("does", ())]
    return {**plain, "difficulty": difficulty_of(level), "does": does}


def _trait(plain: Plain) -> Plain:
    reacts = [{**_taken_apart(each), "to": _apart(each.get("to"), _either)} for each in plain.get("reacts", ())]
    return {**plain, "reacts": reacts}


_COLUMNS: Final[Mapping[Kind, Callable[[Plain], Plain]]] = {
    "armor": _armor, "shield": _shield, "weapon": _weapon, "power": _power, "trait": _trait,
}


# ---------------------------------------------------------------- entries


class _Shape(msgspec.Struct, frozen=True):
    """What must be there before an entry can be taken apart."""

    does: list[Plain] = []
    forms: list[Plain] = []
    reacts: list[Plain] = []


def read(plain: Plain, kind: type[R]) -> R:
    """An entry as a list states it. Raises ValueError, naming the field, if it does not fit."""
    columns = _COLUMNS.get(kind.kind)
    try:
        msgspec.convert(plain, _Shape)
        row = columns(plain) if columns else plain
        row = {**row, "does": [_taken_apart(effect) for effect in row.get("does", ())]}
        found = msgspec.convert(row, kind)
    except msgspec.ValidationError as error:
        raise ValueError(str(misfit(error, kind))) from error
    if not _ID.fullmatch(found.id):
        raise ValueError(f"the id {found.id!r} is not of small letters and hyphens")
    return found


def table(file: str, place: str, kind: type[R], name: str) -> Lookup[R]:
    """The entries at `place` of a file by their ids, as a table called `name`. Raises Corrupt as `entries` does."""
    return Lookup(name, entries(f"{PACKAGE}/tables/{file}.toml, {place}", _figures(file).at(place, list[Plain]), kind))


def entries(where: str, plain: Iterable[Plain], kind: type[R]) -> dict[str, R]:
    """Entries by their ids.

    Raises Corrupt, naming the place `where` they stand, the entry and the field, if one is wrong, or if an id or a
    title is there twice.
    """
    found: dict[str, R] = {}
    for each in plain:
        try:
            row = read(each, kind)
        except ValueError as error:
            raise Corrupt(f"{where} {each.get('id')!r}: {error}") from error
        if row.id in found or row.title in {other.title for other in found.values()}:
            raise Corrupt(f"{where} {row.id!r}: its id or its title stands there twice")
        found[row.id] = row
    return found
