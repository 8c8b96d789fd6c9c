"""What a seat may do now, as forms that can be filled in.

An offer names a command and leaves blanks in it. `fields` say what may stand in each blank, `fixed` what already does.
The same offer makes a form on a page, a prompt in a terminal, an action for a bot, and the check that `decide` makes:
legality is written once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from itertools import compress
from operator import ne
from typing import Any, Literal, TypeAlias

import msgspec

from moot.core.blanks import Field
from moot.core.chance import Chance
from moot.core.choices import Choice, Purse
from moot.core.errors import Refused
from moot.core.shown import table

Urgency: TypeAlias = Literal["must", "may", "tool"]
"""must: the game waits for it; may: open to this seat now; tool: always at hand, kept out of the way."""

Urgencies: TypeAlias = Urgency | tuple[Urgency, ...]
"""One urgency, or any of several."""


def key_of(do: str, fixed: Mapping[str, Any]) -> str:
    """What distinguishes an offer from the others of one seat at one moment: its command, and what it fixes."""
    settled = ("+".join(value) if isinstance(value, tuple) else str(value) for value in fixed.values())
    return ":".join([do, *settled])


def fits(fixed: Mapping[str, Any], command: msgspec.Struct) -> bool:
    """Whether `command` has these values."""
    for name, value in fixed.items():  # noqa: SIM110 - asked of every offer; a generator takes twice as long
        if getattr(command, name) != value:
            return False
    return True


@cache
def _attributes(kind: type[msgspec.Struct]) -> dict[str, str]:
    """Each field of a command by the name that blanks and JSON have for it, and the attribute that holds it."""
    return {field.encode_name: field.name for field in msgspec.structs.fields(kind)}


@cache
def _defaults(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Each field of a command, in order, with what it is unless it is filled; `msgspec.NODEFAULT` if it must be."""
    return {
        field.encode_name: field.default_factory() if field.default_factory is not msgspec.NODEFAULT else field.default
        for field in msgspec.structs.fields(kind)
    }


class Offer(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One command that a seat may give now.

    `do` names the command; `fixed` are the fields already settled and `fields` the blanks; `label` is the button,
    `why` the sentence that says why it is offered, `rules` the ids behind it; `about` groups offers on a page by what
    they concern (a character, a conflict); `rolls` are the dice it will roll, if that is known beforehand, and `whose`
    the names of those who throw them, where these may be told; `purse` is what its choices are paid with, where they
    have a price; `figures` are those that people are shown with it (a target number), each by where an event that it
    leads to has it: whatever its blanks are filled with (`value`, `test.target.tn`), or where something is chosen
    (`test.target.tn if target:n4`).
    """

    do: str
    label: str
    why: str = ""
    fixed: dict[str, Any] = {}
    fields: tuple[Field, ...] = ()
    rules: tuple[str, ...] = ()
    urgency: Urgency = "may"
    about: str = ""
    rolls: tuple[int, ...] = ()
    whose: tuple[str, ...] = ()
    purse: Purse | None = None
    figures: dict[str, Any] = {}

    def __repr__(self) -> str:
        blanks = ", ".join(field.name for field in self.fields)
        return f"Offer({self.key!r}, {self.label!r}, {self.urgency}{', blanks: ' if blanks else ''}{blanks})"

    def _repr_html_(self) -> str:
        rows = [("do", self.do), ("urgency", self.urgency), *self.fixed.items()]
        rows += [(field.name, f"{field.label} ({type(field).__name__.lower()})") for field in self.fields]
        return table(self.label, rows)

    @property
    def key(self) -> str:
        """What distinguishes this offer from the others of one seat at one moment."""
        return key_of(self.do, self.fixed)

    def fits(self, command: msgspec.Struct) -> bool:
        """Whether `command` has what this offer fixes."""
        return fits(self.fixed, command)

    def check(self, command: msgspec.Struct) -> None:
        """Raise Refused, naming the field, if a blank of this offer is filled with what it does not take.

        A field that the offer neither fixes nor leaves blank must have the command's default.
        """
        self._check_rest(command)
        chosen: set[str] = set()
        purse = self.purse
        attributes = _attributes(type(command))
        for field in self.fields:
            answer = getattr(command, attributes[field.name])
            try:
                if field.needs and not field.open(chosen):
                    self._check_shut(field, answer, command)
                elif not field.tied:
                    field.check(answer)
                else:
                    made = field.made(answer)
                    for choice in made:
                        if choice.needs and not any(need in chosen for need in choice.needs):
                            raise self._shut(field, choice.label, choice.needs)
                    field.accept(answer, made, chosen, purse)
                    chosen.update(field.notes(answer, made))
                    purse = purse and _less(purse, made)
            except Refused as refusal:
                refusal.rule = refusal.rule or field.rule or next(iter(self.rules), None)
                raise

    def _check_shut(self, field: Field, answer: object, command: msgspec.Struct) -> None:
        if answer != _defaults(type(command)).get(field.name):
            raise self._shut(field, field.label, field.needs)

    def _shut(self, field: Field, what: str, needs: tuple[str, ...]) -> Refused:
        openers = tuple(self._words_for(need) for need in needs)
        message = f"“{what}” goes only with {' or '.join(openers)}."
        return Refused("not-open", message, allowed=openers, field=field.name)

    def _words_for(self, need: str) -> str:
        name, _, value = need.partition(":")
        for field in self.fields:
            if field.name == name:
                labels = [choice.label for choice in field.made(value) or field.made((value,))]
                return f"“{field.label}” {' '.join(labels) or 'left empty'}"
        return need

    def _check_rest(self, command: msgspec.Struct) -> None:
        defaults = _defaults(type(command))
        # nearly all is as by default, and every press asks: so what is not is found without a loop of Python's
        settled = {*self.fixed, *[field.name for field in self.fields]}
        for name in compress(defaults, map(ne, msgspec.structs.astuple(command), defaults.values())):
            if name not in settled:
                message = f"{self.label} has no blank called “{name}” now."
                allowed = tuple(field.name for field in self.fields)
                raise Refused("no-such-field", message, next(iter(self.rules), None), allowed=allowed, field=name)

    def fill(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        """The command as a JSON object. Answers to blanks that the offer does not have raise Refused."""
        known = {field.name for field in self.fields}
        for name in answers:
            if name not in known:
                message = f"{self.label} has no blank called “{name}”."
                raise Refused("no-such-field", message, allowed=tuple(sorted(known)), field=name)
        return {"do": self.do, **self.fixed, **msgspec.to_builtins(dict(answers))}

    def after(self, answers: Mapping[str, Any]) -> tuple[Field, ...]:
        """The blanks that are open once `answers` are given: what is still open in each, and what can be paid."""
        found: list[Field] = []
        chosen: set[str] = set()
        purse = self.purse
        for field in self.fields:
            if not field.open(chosen):
                continue
            found.append(field.given(chosen, purse))
            said = answers.get(field.name)
            chosen.update(field.notes(said, made := field.made(said)))
            purse = purse and _less(purse, made)
        return tuple(found)

    def answered(self, answer: Callable[[Field], Any]) -> dict[str, Any]:
        """The command as a JSON object, each blank that is open filled by `answer`, which is handed it as it is by
        then."""
        answers: dict[str, Any] = {}
        chosen: set[str] = set()
        purse = self.purse
        for field in self.fields:
            if not field.open(chosen):
                continue
            answers[field.name] = said = answer(field.given(chosen, purse))
            chosen.update(field.notes(said, made := field.made(said)))
            purse = purse and _less(purse, made)
        return self.fill(answers)

    def by_itself(self) -> dict[str, Any]:
        """The command as a JSON object, each blank filled with its default, without anybody choosing."""
        return self.answered(lambda field: field.by_itself())

    def sample(self, chance: Chance) -> dict[str, Any]:
        """The command with every blank filled legally and at random, as a JSON object."""
        return self.answered(lambda field: field.sample(chance))


def _less(purse: Purse, made: tuple[Choice, ...]) -> Purse:
    """What is left in the purse after these choices."""
    price = sum([choice.costs for choice in made])
    return msgspec.structs.replace(purse, holds=purse.holds - price) if price else purse
