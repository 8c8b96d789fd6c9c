"""Reading an oracle that the group brings: TOML like the book's own, or a pasted list of lines."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

import msgspec

from moot.core import Format, Refused
from moot.core.files import toml
from moot.core.misfits import misfit
from moot.games.wicked_age.oracles import CARDS, card_name
from moot.games.wicked_age.state import OracleEntry, OwnOracle

LONGEST_ENTRY: Final = 600
"""Characters in one entry, and in all that is said besides about it."""

LONGEST_ORACLE: Final = 60_000
"""Characters in the whole text of an oracle."""

_RULE: Final = "WA-MAT-03"
_MOST_NAMES: Final = 300
_LONGEST_NAME: Final = 60
_SIGNS: Final = str.maketrans("♠♥♦♣", "SHDC")
_LED_BY_CARD: Final = re.compile(r"(10|[2-9TJQKA])\s*([SHDC])\s*[:.)\t–—-]\s*(.*)", re.IGNORECASE)

Numbered = tuple[int, OracleEntry]
"""An entry and the line it stands on."""


class _File(msgspec.Struct, frozen=True):
    entry: tuple[OracleEntry, ...]
    names: tuple[str, ...] = ()


def skeleton() -> str:
    """A text that could be brought as it is: a line for each card, to be written over."""
    return "\n".join(f"{card}: {card_name(card)}, somebody who wants something that is going wrong" for card in CARDS)


def read(id_: str, title: str, text: str) -> OwnOracle:
    """The oracle in `text`. Raises Refused, with the line at fault, unless it has one entry for each of the 52 cards.

    `text` is TOML with `[[entry]]` tables, or a list with an entry on each line: `KD: words`, or words alone, which
    then go in the order of the deck (WA-MAT-03).
    """
    if "[[entry]]" in text:
        found, names = _toml(text)
    else:
        found, names = _list(text), ()
    entries = _proven(found)
    return OwnOracle(id=id_, title=title.strip(), entries=entries, names=names)


def holds(text: str) -> tuple[str, ...]:
    """The entries of the oracle in `text`, a line each. Raises Refused as `read` does."""
    oracle = read("", "", text)
    return tuple(f"{card_name(entry.card)}: {entry.text}" for entry in oracle.entries)


FORMATS: Final = {"oracle": Format("an oracle of 52 entries", (".txt", ".toml"), holds)}
"""The texts that the game reads."""


def _refuse(code: str, message: str, line: int | None = None) -> Refused:
    where = f"Line {line}: " if line else ""
    return Refused(code, where + message, _RULE, field="text")


def _list(text: str) -> list[Numbered]:
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    led = [(number, _LED_BY_CARD.fullmatch(line.translate(_SIGNS)[:4] + line[4:])) for number, line in lines]
    if 2 * sum(match is not None for _, match in led) <= len(led):
        return _in_order(lines)
    found: list[Numbered] = []
    for number, match in led:
        if match is None:
            raise _refuse("no-card", "begin with a card and a colon, like “KD: ” or “10S: ”.", number)
        rank, suit, words = match.groups()
        found.append((number, OracleEntry(card=_card(rank + suit), text=words)))
    return found


def _in_order(lines: list[tuple[int, str]]) -> list[Numbered]:
    if len(lines) != len(CARDS):
        raise _refuse("not-52", f"An oracle has 52 entries, one for each card, and this has {len(lines)}.")
    return [(number, OracleEntry(card=card, text=words)) for card, (number, words) in zip(CARDS, lines, strict=True)]


def _card(written: str) -> str:
    return written.upper().translate(_SIGNS).replace("T", "10")


def _toml(text: str) -> tuple[list[Numbered], tuple[str, ...]]:
    places = [number for number, line in enumerate(text.splitlines(), 1) if line.strip() == "[[entry]]"]
    try:
        file = msgspec.convert(toml(text, _RULE), _File)
    except msgspec.ValidationError as error:
        found = misfit(error, _File)
        at = found.path[1] if found.path[:1] == ("entry",) and len(found.path) > 1 else None
        line = places[at] if isinstance(at, int) and at < len(places) else None
        raise _refuse("malformed-entry", f"{found}.", line) from error
    if len(file.names) > _MOST_NAMES or any(not 0 < len(name.strip()) <= _LONGEST_NAME for name in file.names):
        raise _refuse("names-too-long", f"{_MOST_NAMES} names at most, each of 1 to {_LONGEST_NAME} characters.")
    numbered = zip(places, file.entry, strict=True) if len(places) == len(file.entry) else ((0, e) for e in file.entry)
    return [(number, msgspec.structs.replace(e, card=_card(e.card))) for number, e in numbered], file.names


def _proven(found: Iterable[Numbered]) -> tuple[OracleEntry, ...]:
    whole: dict[str, OracleEntry] = {}
    for line, entry in found:
        if entry.card not in CARDS:
            raise _refuse("no-such-card", f"“{entry.card}” is no card: write a rank and a suit, like KD or 10S.", line)
        if entry.card in whole:
            raise _refuse("card-twice", f"the {card_name(entry.card)} has an entry already.", line)
        if not entry.text.strip():
            raise _refuse("empty-entry", f"the {card_name(entry.card)} has no words.", line)
        besides = "".join((*entry.named, *entry.implied, entry.wanted, entry.wrong))
        if len(entry.text) > LONGEST_ENTRY or len(besides) > LONGEST_ENTRY:
            raise _refuse("entry-too-long", f"{LONGEST_ENTRY} letters at most for the {card_name(entry.card)}.", line)
        whole[entry.card] = msgspec.structs.replace(entry, text=entry.text.strip())
    missing = [card for card in CARDS if card not in whole]
    if missing:
        named = ", ".join(card_name(card) for card in missing[:5]) + (", …" if len(missing) > 5 else "")
        raise _refuse("cards-missing", f"{len(missing)} of the 52 cards have no entry: {named}.")
    return tuple(whole[card] for card in CARDS)
