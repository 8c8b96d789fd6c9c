"""Beginnings and ends: what a game says when a scene, a fight or a chapter begins or ends, and what changed in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

FactKind: TypeAlias = Literal["out", "back", "hurt", "gain", "fact"]
"""Somebody is out of it; takes part again; lost something; won something; anything else."""


class Change(msgspec.Struct, frozen=True):
    """Something that went from one value to another: a die by its sides (0: none is left), anything else in words."""

    what: str
    was: int | str
    now: int | str

    def __str__(self) -> str:
        """The change as plain text: `directly d8 to d6`."""
        return f"{self.what} {_value(self.was)} to {_value(self.now)}".strip()


def _value(value: int | str) -> str:
    return value if isinstance(value, str) else f"d{value}" if value else "nothing"


class Fact(msgspec.Struct, frozen=True, kw_only=True):
    """What changed for somebody, as a card shows it.

    `text` is one sentence without a full stop, `note` a few words more, `who` the name of the one it happened to and
    `seat` the seat that plays them. `of` is the id of the scene or fight that it belongs to (empty: whichever runs),
    `times` how often it happened. `instead` are texts of other facts of theirs that it makes needless: an end says
    that somebody is out of it, and not that they were hurt, too.
    """

    kind: FactKind
    text: str
    who: str = ""
    seat: str = ""
    note: str = ""
    changes: tuple[Change, ...] = ()
    of: str = ""
    times: int = 1
    instead: tuple[str, ...] = ()

    def __str__(self) -> str:
        """The fact as plain text."""
        more = "; ".join(filter(None, (self.note, *map(str, self.changes))))
        often = f" × {self.times}" if self.times > 1 else ""
        said = f"{self.text}{often}{': ' if more else ''}{more}"
        return said if said[-1:] in (*".!?…",) else f"{said}."


class Face(msgspec.Struct, frozen=True):
    """Somebody in a frame, or several of a kind: `says` is what they want or stand for, `up` whether any stand."""

    id: str
    name: str
    seat: str = ""
    says: str = ""
    up: bool = True
    count: int = 1


class Frame(msgspec.Struct, frozen=True, kw_only=True):
    """A beginning or an end.

    A `chapter` (a session, an evening) begins and later has its `recap`; a `scene` or a fight begins and later is
    `over`. Both halves have one `id`: an end is shown with all facts that came since its beginning, and where it leaves
    `title`, `place` or `people` out, with those of its beginning (a recap has no people). A scene without a title adds
    its people to the scene that the same command began. `lead` stands above the title, `next` says what comes.
    """

    kind: Literal["chapter", "scene", "over", "recap"]
    id: str
    lead: str
    title: str = ""
    place: str = ""
    stake: str = ""
    people: tuple[Face, ...] = ()
    facts: tuple[Fact, ...] = ()
    next: tuple[str, ...] = ()

    @property
    def ends(self) -> bool:
        """Whether it is an end."""
        return self.kind in ("over", "recap")


def merged(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """What happened to somebody several times as one fact: from the first value to the last, or how often. Words that
    are of one of several changes alone are left out. Who is out of it by what they lost bit by bit is told of once."""
    kept: dict[tuple[str, str, str], Fact] = {}
    for fact in facts:
        key = (fact.who, fact.seat, fact.text)
        lost = [before for before, had in kept.items() if _led_to(had, fact)]
        one = replace(fact, changes=_both(kept.pop(lost[-1]), fact).changes) if lost else fact
        for had in filter(None, [kept.pop((fact.who, fact.seat, text), None) for text in fact.instead]):
            changes = _both(had, one).changes
            one = replace(one, changes=changes, note="" if changes else one.note)
        key = next((at for at, had in kept.items() if _says(had, fact)), key)
        kept[key] = _both(kept[key], one) if key in kept else one
    return tuple(kept.values())


def _led_to(before: Fact, out: Fact) -> bool:
    """Whether somebody lost some of the very thing before that has put them out of it now."""
    gone = {change.what for change in out.changes}
    same = (before.kind, out.kind, before.who, before.seat) == ("hurt", "out", out.who, out.seat)
    return same and not gone.isdisjoint(change.what for change in before.changes)


def _says(had: Fact, fact: Fact) -> bool:
    """Whether a fact of the same kind makes this one needless."""
    return (had.kind, had.who, had.seat) == (fact.kind, fact.who, fact.seat) and fact.text in had.instead


def _both(before: Fact, after: Fact) -> Fact:
    changes = {change.what: change for change in before.changes}
    for change in after.changes:
        had = changes.get(change.what)
        changes[change.what] = replace(had, now=change.now) if had else change
    often = before.times if changes else before.times + after.times
    note = "" if changes and after.note != before.note else after.note or before.note
    return replace(before, note=note, changes=tuple(changes.values()), times=often)
