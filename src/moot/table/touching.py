"""What a change of a table's rules touches: options, rules, rows of the game's lists, and what stands on those."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from moot.core import Module, Rule, Rulebook
from moot.table.state import Amendment

_SHOWN: Final = 12
"""So many titles of rules are named in a sentence."""
_TAKES: Final = ("Adds", "Alters", "Takes out")
_DROPS: Final = ("Takes back",) * 3


class Touched(msgspec.Struct, frozen=True):
    """A change and all that it does to the rules, in the order in which it is told.

    `settings` are options with their new values in words, `rules` come under a verb (`Alters`), so do the titles of
    `rows`, with their list. `beside` are the other rules, which stand on one of those.
    """

    title: str
    settings: tuple[str, ...]
    rules: tuple[tuple[str, tuple[Rule, ...]], ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    beside: tuple[Rule, ...]

    @property
    def says(self) -> str:
        """The same in a few sentences: what changes, and what stands on that."""
        return f"{self.changes} {self._beside}"

    @property
    def changes(self) -> str:
        """What it changes, in a few sentences."""
        settings = (f"{setting}." for setting in self.settings)
        ruled = (f"{verb} {', '.join(rule.id for rule in rules)}." for verb, rules in self.rules)
        rows = (f"{verb}: {', '.join(titles)}." for verb, titles in self.rows)
        return " ".join((*settings, *ruled, *rows)) or f"{self.title}."

    @property
    def _beside(self) -> str:
        if not self.beside:
            return "No other rule stands on that."
        names = ", ".join(rule.title for rule in self.beside[:_SHOWN])
        more = f" and {len(self.beside) - _SHOWN} more" if len(self.beside) > _SHOWN else ""
        return f"Look at what stands on that: {names}{more}."


def touched(
    book: Rulebook, change: Amendment, settings: Mapping[str, str], modules: Sequence[Module] = (),
    entry: Callable[[str, str], str] = lambda kind, id_: id_,
) -> Touched:
    """What a change does to the rules of a table with this book, which has its house rules in it. `settings` are the
    options that are different then, `entry` names a row of the game's own lists.

    What house rules hold by name is told in the order of the names, since a log keeps no other.
    """
    gone = next((module for module in modules if module.id == change.drops), None)
    rules: list[tuple[str, tuple[Rule, ...]]] = []
    rows: list[tuple[str, tuple[str, ...]]] = []
    roots: list[str] = []
    for module, verbs in ((change.takes, _TAKES), (gone, _DROPS)):
        if module is not None:
            known = book.rules | {rule.id: rule for rule in module.adds}
            ids = tuple(rule.id for rule in module.adds), tuple(sorted(module.alters)), module.removes
            rules += [(verb, tuple(known.get(id_, Rule(id_, id_, "")) for id_ in each))
                      for verb, each in zip(verbs, ids, strict=True) if each]
            rows += _rows(module, _titles(modules), entry, back=module is gone)
            roots += [*sorted(module.alters), *module.removes]
    roots += [book.options[name].rule for name in settings]
    found = dict.fromkeys(rule.id for id_ in roots if id_ in book.rules for rule in book.impact(id_))
    said = tuple(f"{book.options[name].title}: {titled(book, name, value)}" for name, value in settings.items())
    beside = tuple(book.rules[id_] for id_ in found if id_ not in roots)
    return Touched(_title(said, change, gone), said, tuple(rules), tuple(rows), beside)


def _title(said: Sequence[str], change: Amendment, gone: Module | None) -> str:
    if change.takes is not None:
        return f"With “{change.takes.title}”"
    return f"Without “{gone.title}”" if gone is not None else "; ".join(said)


def _titles(modules: Iterable[Module]) -> dict[tuple[str, str], str]:
    """The titles of rows that house rules have, by the list and the id."""
    every = ((kind, row) for module in modules for kind, rows in module.rows.items() for row in rows)
    return {(kind, str(row.get("id"))): str(row["title"]) for kind, row in every if "title" in row}


def _rows(
    module: Module, titles: Mapping[tuple[str, str], str], entry: Callable[[str, str], str], *, back: bool
) -> Iterator[tuple[str, tuple[str, ...]]]:
    def called(row: Mapping[str, Any], kind: str) -> str:
        id_ = str(row.get("id"))
        return str(row.get("title") or titles.get((kind, id_)) or entry(kind, id_))

    for kind, rows in sorted(module.rows.items()):
        for verb, out in (("Brings", False), ("Takes out", True)):
            if named := tuple(called(row, kind) for row in rows if bool(row.get("out")) == out):
                yield f"{'Takes back' if back else verb}, {kind}", named


def titled(book: Rulebook, name: str, value: str) -> str:
    """What a value of an option is called."""
    return next(choice.title for choice in book.options[name].choices if choice.value == value)
