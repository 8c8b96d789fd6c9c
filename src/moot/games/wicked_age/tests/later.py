"""Short ways from a chapter in play into the next one."""

from __future__ import annotations

from moot.games.wicked_age.tests.sitting import Sitting, in_play

NEXT = {"when": "after", "falls": "Ten years on", "oracle": "unquiet-past"}


def owing(*names: str, **options: str) -> Sitting:
    """A chapter in play, with these names on the owe list, the oldest first."""
    table = in_play(**options)
    return owe(table, *names)


def owe(table: Sitting, *names: str) -> Sitting:
    for name in names:
        table.do("Gil", "owe-name", who=table.who(name).id, reason="stood up to the stronger")
    return table


def closed(*names: str, **options: str) -> Sitting:
    table = owing(*names, **options)
    table.do("Gil", "close-chapter")
    return table


def opened(table: Sitting, person: str, **blanks: str) -> Sitting:
    """The next chapter is opened with the oldest name, dealt and listed; the players choose."""
    entry = next(owed.id for owed in table.state.owe if not owed.struck)
    table.do(person, "open-chapter", owed=entry, **NEXT | blanks)
    table.deal("AS", "2S", "3S", "4S")
    return table.listed("a tomb-robber", "a widow", "a dead king")


def struck(table: Sitting) -> list[tuple[str, str]]:
    return [(table.state.characters[owed.character].name, owed.struck) for owed in table.state.owe]


def again(table: Sitting) -> Sitting:
    """Closes the chapter and brings the next one to its sheets."""
    table.do("Gil", "close-chapter")
    opened(table, "Cleo")
    table.do("Ann", "claim-figure", figure=table.figure("a widow"))
    table.do("Ben", "claim-figure", figure=table.figure("a tomb-robber"))
    table.do("Gil", "begin-sheets")
    return table


def played_to_the_end(table: Sitting) -> None:
    """From the sheets of a later chapter into its play."""
    table.make("Ann", "a widow", "Oruzha")
    table.make("Ben", "a tomb-robber", "Tovrek")
    table.go_round("Ann", "Ben", "Cleo")
    table.do("Gil", "begin-play")


def hurt(table: Sitting, name: str, form: str, die: int, *, lasting: bool = False) -> None:
    place = table.who(name).forms[form].index(max(table.who(name).forms[form]))
    slot = f"{form}:{place}"
    table.do("Gil", "correct-die", who=table.who(name).id, slot=slot, die=str(die), lasting=lasting, reason="a wound")
