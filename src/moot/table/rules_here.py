"""The rules of a table while it plays: a change is weighed first, with all that it touches, and then taken or left.

A change is another value of an option, house rules to play with, or house rules to play without from now on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final

import msgspec
from msgspec.structs import replace

from moot import games
from moot.core import Choice, Choose, Line, Module, Offer, Offered, Part, Play, Refused, Rulebook, Seat, Write
from moot.core.events import name_of
from moot.core.files import LONGEST_FILE
from moot.core.rulebook import EXAMPLE
from moot.table import touching
from moot.table.kinds import TableCommand, TableEvent, system
from moot.table.state import AT_TABLE, Amendment, TableState
from moot.table.text_checks import check_words
from moot.table.touching import Touched

TITLE = 80
"""Characters in the title of a table, or of house rules."""
MOST_MODULES = 8
"""Sets of house rules that a table plays by."""
LONGEST_MODULES = 48 * 1024
"""Bytes in the JSON of all of them: they are kept with each table, and read by people."""


def check_modules(modules: Sequence[Module]) -> None:
    """Raise Refused for house rules that are too long, too many, or cannot be shown."""
    if len(modules) > MOST_MODULES:
        message = f"A table takes {MOST_MODULES} sets of house rules at most."
    elif any(len(module.title) > TITLE or len(module.id) > TITLE for module in modules):
        message = f"The id and the title of house rules have {TITLE} letters at most."
    elif len(msgspec.json.encode(modules)) > LONGEST_MODULES:
        message = f"House rules take {LONGEST_MODULES // 1024} KiB at most."
    else:
        check_words(msgspec.to_builtins(tuple(modules)))
        return
    raise Refused("house-rules-too-long", message, field="module")


def book_of(game: str, modules: Iterable[Module]) -> Rulebook:
    """The rulebook of a game under house rules. Raises Refused if they do not fit it."""
    book = games.find(game).rulebook
    for module in modules:
        book = book.with_module(module)
    return book


def after(state: TableState, change: Amendment) -> tuple[dict[str, str], tuple[Module, ...]]:
    """The settings and the house rules of a table once it takes a change. Raises Refused if the rest does not fit."""
    modules = tuple(module for module in state.modules if module.id != change.drops)
    settings = dict(state.settings)
    if change.drops:
        gone = next(module for module in state.modules if module.id == change.drops)
        defaults = book_of(state.game, modules).options
        settings |= {name: defaults[name].default for name in gone.options}
    if change.takes is not None:
        modules = (*modules, change.takes)
        settings |= change.takes.options
    settings |= change.settings
    return book_of(state.game, modules).settings(settings), modules


def touched(state: TableState, change: Amendment) -> Touched:
    """What a change does to the rules of a table, and which others stand on those."""
    then, _ = after(state, change)
    book = book_of(state.game, state.modules)
    moved = {name: value for name, value in then.items() if name in book.options and value != state.settings.get(name)}
    return touching.touched(book, change, moved, state.modules, games.find(state.game).entry)


# ---------------------------------------------------------------- a change is weighed


class RulesWeighed(TableEvent, tag="table.rules-weighed"):
    """The guide weighs a change of the rules. Nothing has changed yet, and nobody else hears of it."""

    heard_by = "guide"

    change: Amendment

    def evolve(self, state: TableState) -> TableState:
        return replace(state, weighed=self.change)

    def line(self, state: TableState) -> Line:
        return system(f"Weighed: {touched(state, self.change).says}")


class WeighOption(TableCommand, tag="weigh-option"):
    """Look at what playing by another option would change."""

    giver = AT_TABLE.only_guide("changes the rules")

    option: str

    @classmethod
    def offers(cls, state: TableState, seat: Seat) -> Iterator[Offered]:
        if not (choices := _others(state)):
            raise Refused("no-options", f"{games.find(state.game).title} has no options.")
        blank = Choose(name="option", label="Which?", choices=choices)
        yield cls.offer(None, "Play by another option", "You see first what that would change.", blank)

    def enact(self, play: Play[TableState], of: None) -> None:
        name, _, value = self.option.partition("=")
        play.record(RulesWeighed(change=Amendment(settings={name: value})))


def _others(state: TableState) -> tuple[Choice, ...]:
    """Every value of an option that the table does not play by, under the title of the option."""
    options = book_of(state.game, state.modules).options.values()
    return tuple(
        Choice(f"{option.id}={choice.value}", choice.title, group=option.title)
        for option in options for choice in option.choices
        if choice.value != state.settings.get(option.id, option.default)
    )


class WeighHouseRules(TableCommand, tag="weigh-house-rules"):
    """Look at what playing with house rules would change."""

    giver, brings_file = AT_TABLE.only_guide("changes the rules"), True

    text: str

    @classmethod
    def offers(cls, state: TableState, seat: Seat) -> Iterator[Offered]:
        hint = "A TOML text with id and title; adds, alters, removes, options, rows."
        taken = {module.id for module in state.modules}
        ready = tuple(text for text in games.find(state.game).house_modules if Module.read(text).id not in taken)
        blank = Write(name="text", label="House rules", hint=hint, most=LONGEST_FILE, lines=8, format="house-rules",
                      suggestions=(EXAMPLE, *ready))
        yield cls.offer(None, "Play with house rules", "You see first what they would change.", blank)

    def enact(self, play: Play[TableState], of: None) -> None:
        try:
            self._weigh(play)
        except Refused as refusal:
            refusal.field = "text"
            raise

    def _weigh(self, play: Play[TableState]) -> None:
        module = Module.read(self.text)
        state = play.state
        if any(module.id == other.id for other in state.modules):
            message = f"“{module.title}” is played with already. To play with another text of it, drop it first."
            raise Refused("taken-already", message)
        games.find(state.game).check_rows(module)
        change = Amendment(takes=module)
        _, modules = after(state, change)
        check_modules(modules)
        play.record(RulesWeighed(change=change))


class WeighDropping(TableCommand, tag="weigh-dropping"):
    """Look at what playing without some house rules would change."""

    giver = AT_TABLE.only_guide("changes the rules")

    module: str

    @classmethod
    def offers(cls, state: TableState, seat: Seat) -> Iterator[Offered]:
        if not state.modules:
            raise Refused("no-house-rules", "The table plays without house rules.")
        choices = tuple(Choice(module.id, module.title) for module in state.modules)
        blank = Choose(name="module", label="Which?", choices=choices)
        yield cls.offer(None, "Play without house rules", "You see first what that would change.", blank)

    def enact(self, play: Play[TableState], of: None) -> None:
        change = Amendment(drops=self.module)
        after(play.state, change)
        play.record(RulesWeighed(change=change))


# ---------------------------------------------------------------- and taken, or left


class RulesChanged(TableEvent, tag="table.rules-changed"):
    """The table plays by other rules from now on: all its settings and house rules, as they are now. `says` is what
    changes by that, in words."""

    change: Amendment
    settings: dict[str, str]
    modules: tuple[Module, ...]
    says: str

    def evolve(self, state: TableState) -> TableState:
        return replace(state, settings=self.settings, modules=self.modules, weighed=None)

    def line(self, state: TableState) -> Line:
        taken = self.change.takes
        says = f"We play with “{taken.title}”." if taken else self.says
        return Line(kind="move", text=f"The rules change. {says}")


class RulesLeft(TableEvent, tag="table.rules-left"):
    """The guide leaves the rules as they are."""

    heard_by = "guide"

    def evolve(self, state: TableState) -> TableState:
        return replace(state, weighed=None)

    def line(self, state: TableState) -> Line:
        return system("The rules stay as they are.")


class TakeRules(TableCommand, tag="take-rules"):
    """Play by the rules that were weighed."""

    giver, urgency, while_any = AT_TABLE.only_guide("changes the rules"), "may", "weighed"

    @classmethod
    def offers(cls, state: TableState, seat: Seat) -> Iterator[Offered]:
        if state.weighed is None:
            raise Refused("nothing-weighed", "No change of the rules is weighed.")
        yield cls.offer(state.weighed, "Play by that", partial(_said, state, state.weighed))

    def enact(self, play: Play[TableState], of: Amendment) -> None:
        """Whether the game is at a point where its rules can change, `decide` asks it."""
        settings, modules = after(play.state, of)
        says = touched(play.state, of).changes
        play.record(RulesChanged(change=of, settings=settings, modules=modules, says=says))


def _said(state: TableState, change: Amendment) -> str:
    return touched(state, change).says


TAKE: Final = name_of(TakeRules)


def with_people(offer: Offer, lines: Iterable[str]) -> Offer:
    """The offer to take a change, with what it does to people at this table."""
    return replace(offer, why=" ".join((offer.why, *lines)))


class LeaveRules(TableCommand, tag="leave-rules"):
    """Leave the rules as they are."""

    giver, urgency, while_any = AT_TABLE.only_guide("changes the rules"), "may", "weighed"

    @classmethod
    def offers(cls, state: TableState, seat: Seat) -> Iterator[Offered]:
        if state.weighed is None:
            raise Refused("nothing-weighed", "No change of the rules is weighed.")
        yield cls.offer(state.weighed, "Leave the rules as they are")

    def enact(self, play: Play[TableState], of: Amendment) -> None:
        play.record(RulesLeft())


RULES_HERE: Final = Part(
    TakeRules, LeaveRules, WeighOption, WeighHouseRules, WeighDropping,
    RulesWeighed, RulesChanged, RulesLeft,
)
