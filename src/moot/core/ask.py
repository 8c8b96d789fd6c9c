"""The one question that a seat is asked, and where each offer stands under it: a game says it, pages draw it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from moot.core.offered import Offered


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """A named answer to the question: the key of its offer, what it is called (empty: the offer's label), what comes of
    it, and how likely it is. A `quiet` one needs no more than a press, and is pressed where it stands."""

    key: str
    text: str = ""
    effect: str = ""
    chance: str = ""
    quiet: bool = False


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """The question that a seat is asked, and where each of its offers stands.

    `title` is the question (empty: the situation's headline), `text` a sentence to it (None: what the situation says).
    Offers are named by their keys. The form of `lead` stands open, and its button, which may say something else than
    its label (`says`), is the main one; `beside` it stands the button of an offer that needs no more than a press, like
    letting the moment pass. `ways` are the other answers, in the order of good sense; where only the `most`
    of them stand there, all others that take more than a press are `later`, which stands behind a `word`. Where more
    than `presses` forms stand there, none of them is quiet. What is `elsewhere` is drawn by the game in its own place.
    An offer that is named nowhere stands before the ways if the game waits for it, and else after them; last those of
    the `tools`, commands of the game or the table that are looked for by name at other times, and a step to take now.
    """

    title: str = ""
    text: str | None = None
    lead: str = ""
    says: str = ""
    beside: str = ""
    ways: tuple[Way, ...] = ()
    most: int = 0
    presses: int = 0
    later: tuple[str, ...] = ()
    word: str = "More you can do"
    elsewhere: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()

    @property
    def named(self) -> tuple[str, ...]:
        """The key of every offer that it names."""
        return (*filter(None, (self.lead, self.beside)), *(way.key for way in self.ways), *self.later, *self.elsewhere)


QUIET = 2
"""So many forms at most are pressed where they stand, where nothing is asked."""


def leading(found: Iterable[Offered]) -> Offered | None:
    """The first thing that the game waits for."""
    return next((one for one in found if one.urgency == "must"), None)


def asked_first(found: Iterable[Offered]) -> list[Offered]:
    """These offers, what the game waits for before all others."""
    return sorted(found, key=lambda one: one.urgency != "must")


def keys(found: Iterable[Offered]) -> tuple[str, ...]:
    """The keys of offers."""
    return tuple([one.key for one in found])


def in_order(found: Iterable[Offered], verbs: Sequence[str]) -> list[Offered]:
    """The offers by these commands, in their order."""
    return sorted([one for one in found if one.do in verbs], key=lambda one: verbs.index(one.do))


def forms_of(found: Iterable[Offered]) -> int:
    """How many forms offers take: those of one command about one thing share a form where they only need a press."""
    return len({(one.do, one.about, one.key if one.asks else "") for one in found})


def plainly(found: Sequence[Offered]) -> Ask:
    """What is waited for first, and then all that is about the same; the rest stands behind a word. Where nothing is
    waited for and little can be done, it is pressed where it stands."""
    lead = leading(found)
    may = [one for one in found if one.urgency != "must"]
    if lead is not None:
        return Ask(lead=lead.key, later=keys(one for one in may if one.about != lead.about))
    return Ask(ways=tuple([Way(key=one.key, quiet=not one.asks) for one in may]), presses=QUIET)
