"""Prompts for the blanks of an offer, one at a time, until each answer is one that the rules allow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from moot.cli.reading import text_in, typed_path
from moot.cli.terminal import Terminal
from moot.core import Choice, Choose, Compose, Confirm, Count, Item, Offer, Refused, Spread, Write
from moot.core.blanks import Field

MOST_DIGITS = 9
"""No menu is so long that the numbers of its lines have more."""


class Never(Exception):  # noqa: N818 - somebody thought better of it
    """The person went back."""


def filled(terminal: Terminal, offer: Offer) -> dict[str, Any]:
    """The command that somebody makes of `offer`. Raises Never if they go back with a lone dot."""
    return offer.answered(lambda field: _answer(terminal, field))


def _answer(terminal: Terminal, field: Field) -> Any:
    if isinstance(field, Choose) and not field.choices:
        return () if field.many else ""  # nothing is open in it after what was chosen before
    while True:
        try:
            answer = _asked(terminal, field)
            field.check(answer)
        except Refused as refusal:
            terminal.refuse(refusal)
        else:
            return answer


def _asked(terminal: Terminal, field: Field) -> Any:
    if field.hint:
        terminal.hint(field.hint)
    match field:
        case Choose():
            return _choice(terminal, field)
        case Spread():
            return _spread(terminal, field)
        case Count():
            said = _ask(terminal, f"{field.label} ({field.least} to {field.most}) [{field.default}]")
            return _number(said) if said else field.default
        case Write():
            return _words(terminal, field)
        case Confirm():
            said = _ask(terminal, f"{field.label} (yes/no) [{'yes' if field.default else 'no'}]").casefold()
            return said in {"y", "yes"} if said else field.default
        case Compose():
            return _items(terminal, field)


def _ask(terminal: Terminal, question: str) -> str:
    said = terminal.ask(f"{question}: ").strip()
    if said == ".":
        raise Never
    return said


def _number(said: str) -> int:
    try:
        return int(said)
    except ValueError:
        raise Refused("not-a-number", f"“{said}” is not a number.") from None


def in_menu(said: str) -> int:
    """The number of a line in a menu; 0 if the answer is not one."""
    return int(said) if said.isdecimal() and len(said) <= MOST_DIGITS else 0


def _menu(terminal: Terminal, choices: Sequence[Choice]) -> None:
    for number, choice in enumerate(choices, 1):
        dice = " ".join(f"d{die}" for die in choice.dice)
        price = f"costs {choice.costs}" if choice.costs else ""
        terminal.item(number, choice.label, " ".join(part for part in (dice, choice.hint, price) if part))


def _picked(said: str, choices: Sequence[Choice]) -> str:
    """A choice by its number in the menu, its label or its value. Raises Refused for another; the menu says what there
    is."""
    number = in_menu(said)
    if 1 <= number <= len(choices):
        return choices[number - 1].value
    for choice in choices:
        if said.casefold() in {choice.label.casefold(), choice.value.casefold()}:
            return choice.value
    raise Refused("not-a-choice", f"“{said}” cannot be chosen.")


def _labels(choices: Sequence[Choice], values: Sequence[str]) -> str:
    return ", ".join(choice.label for choice in choices if choice.value in values)


def _choice(terminal: Terminal, field: Choose) -> str | tuple[str, ...]:
    _menu(terminal, field.choices)
    default = f" [{_labels(field.choices, field.default)}]" if field.default else ""
    if not field.many:
        said = _ask(terminal, f"{field.label}{'' if field.least else ' (or nothing)'}{default}")
        return _picked(said, field.choices) if said else next(iter(field.default), "")
    said = _ask(terminal, f"{field.label}: {field.wants()}, with commas{default}")
    if not said:
        return field.default
    return tuple(_picked(part.strip(), field.choices) for part in said.split(",") if part.strip())


def _spread(terminal: Terminal, field: Spread) -> dict[str, int]:
    left = list(field.default or field.dice)
    given: dict[str, int] = {}
    for slot in field.slots:
        dice = " ".join(f"d{die}" for die in left)
        said = _ask(terminal, f"{field.label}, {slot.label} ({dice}) [d{left[0]}]")
        die = _number(said.lower().removeprefix("d")) if said else left[0]
        if die not in left:
            raise Refused("wrong-dice", f"There is no d{die} left.", allowed=tuple(f"d{one}" for one in left))
        left.remove(die)
        given[slot.value] = die
    return given


def _words(terminal: Terminal, field: Write) -> str:
    suggestions = [Choice(words, _first_line(words)) for words in field.suggestions]
    _menu(terminal, suggestions)
    if field.format:
        terminal.hint("It may come as a file: write @ and where the file is.")
    said = _ask(terminal, f"{field.label}{f' [{field.default}]' if field.default else ''}")
    if 1 <= (number := in_menu(said)) <= len(suggestions):
        return suggestions[number - 1].value
    return _file(said[1:].strip()) if field.format and said.startswith("@") else said or field.default


def _first_line(words: str) -> str:
    first, _, more = words.partition("\n")
    return f"{first} …" if more else first


def _file(named: str) -> str:
    try:
        return text_in(typed_path(named))
    except (OSError, ValueError) as error:
        raise Refused("no-such-file", f"“{named}” cannot be read.") from error


def _items(terminal: Terminal, field: Compose) -> tuple[Item, ...]:
    items: list[Item] = []
    kinds = tuple(Choice(kind.value, kind.label, kind.hint) for kind in field.kinds)
    while len(items) < field.most:
        _menu(terminal, kinds)
        said = _ask(terminal, f"{field.label}, number {len(items) + 1} (nothing to end)")
        if not said:
            return tuple(items) if items else field.default
        kind = next(kind for kind in field.kinds if kind.value == _picked(said, kinds))
        target = detail = ""
        if kind.targets:
            _menu(terminal, kind.targets)
            target = _picked(_ask(terminal, f"{kind.label}, about"), kind.targets)
        if kind.writes:
            detail = _ask(terminal, f"{kind.label}, in your words")
        items.append(Item(kind=kind.value, target=target, detail=detail))
    return tuple(items)
