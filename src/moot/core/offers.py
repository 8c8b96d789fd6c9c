"""What a seat may do now, as forms that can be filled in.

An offer names a command and leaves blanks in it. `fields` say what may stand in each blank, `fixed` what already does.
The same offer makes a form on a page, a prompt in a terminal, an action for a bot, and the check that `decide` makes:
legality is written once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Literal, TypeAlias, dataclass_transform

import msgspec

from moot.core.chance import Chance
from moot.core.errors import Refused

LONGEST_LINE = 200
"""Characters in a line of text (a name, a deed)."""
LONGEST_TEXT = 4000
"""Characters in a passage of text (a description, a speech)."""


class Choice(msgspec.Struct, frozen=True):
    """One thing that can be chosen. `value` goes into the command, `label` and `hint` are for people.

    `dice` are shown beside it as dice; `group` heads choices that belong together.
    """

    value: str
    label: str
    hint: str = ""
    dice: tuple[int, ...] = ()
    group: str = ""


class _Field(msgspec.Struct, frozen=True, kw_only=True, tag_field="field"):
    name: str
    label: str
    hint: str = ""


def _refuse(field: _Field, code: str, message: str, *allowed: str) -> Refused:
    return Refused(code, message, allowed=allowed, field=field.name)


class Choose(_Field, frozen=True, kw_only=True, tag="choose"):
    """Pick from `choices`: at least `least`, at most `most`, none twice.

    The answer is one value (a string; empty for none) while `most` is 1, and a tuple of values otherwise.
    """

    choices: tuple[Choice, ...]
    least: int = 1
    most: int = 1
    default: tuple[str, ...] = ()

    def check(self, answer: object) -> None:
        """Raise Refused unless `answer` is a legal choice."""
        if self.most == 1:
            picked = (answer,) if answer else ()
        else:
            picked = tuple(answer) if isinstance(answer, (tuple, list)) else (answer,)
        known = {choice.value for choice in self.choices}
        for value in picked:
            if value not in known:
                labels = tuple(choice.label for choice in self.choices)
                raise _refuse(self, "not-a-choice", f"“{value}” cannot be chosen for: {self.label}.", *labels)
        if len(set(picked)) != len(picked):
            raise _refuse(self, "chosen-twice", f"Each may be chosen once for: {self.label}.")
        if not self.least <= len(picked) <= self.most:
            raise _refuse(self, "wrong-number", f"{self.label}: choose {self.wants()}, not {len(picked)}.")

    def wants(self) -> str:
        """How many, in words: `2`, `1 to 3`."""
        return str(self.least) if self.least == self.most else f"{self.least} to {self.most}"

    def sample(self, chance: Chance) -> str | tuple[str, ...]:
        """A legal answer at random."""
        most = min(self.most, len(self.choices))
        count = self.least + chance.pick(most - self.least + 1)
        left = [choice.value for choice in self.choices]
        picked = tuple(left.pop(chance.pick(len(left))) for _ in range(count))
        return picked if self.most != 1 else (picked[0] if picked else "")


class Spread(_Field, frozen=True, kw_only=True, tag="spread"):
    """Put exactly these `dice` onto the `slots`, one each. The answer maps slot value to die."""

    slots: tuple[Choice, ...]
    dice: tuple[int, ...]
    default: tuple[int, ...] = ()

    def check(self, answer: object) -> None:
        """Raise Refused unless `answer` uses every die once and fills every slot."""
        wanted = ", ".join(f"d{die}" for die in self.dice)
        if not isinstance(answer, Mapping) or set(answer) != {slot.value for slot in self.slots}:
            slots = ", ".join(slot.label for slot in self.slots)
            raise _refuse(self, "not-spread", f"{self.label}: give a die to each of {slots}.", wanted)
        if sorted(answer.values()) != sorted(self.dice):
            got = ", ".join(f"d{die}" for die in answer.values())
            raise _refuse(self, "wrong-dice", f"{self.label}: the dice are {wanted}, one each, not {got}.", wanted)

    def sample(self, chance: Chance) -> dict[str, int]:
        """A legal answer at random."""
        left = list(self.dice)
        return {slot.value: left.pop(chance.pick(len(left))) for slot in self.slots}


class Count(_Field, frozen=True, kw_only=True, tag="count"):
    """A whole number from `least` to `most`."""

    least: int = 0
    most: int
    default: int = 0

    def check(self, answer: object) -> None:
        """Raise Refused unless `answer` is a whole number in range."""
        if not isinstance(answer, int) or isinstance(answer, bool) or not self.least <= answer <= self.most:
            raise _refuse(self, "out-of-range", f"{self.label}: a whole number from {self.least} to {self.most}.")

    def sample(self, chance: Chance) -> int:
        """A legal answer at random."""
        return self.least + chance.pick(self.most - self.least + 1)


class Write(_Field, frozen=True, kw_only=True, tag="write"):
    """Words of one's own. `suggestions` are one tap away; `lines` > 1 asks for a passage.

    `format` names what the text must look like, where that is more than words: whoever reads it may refuse it, and
    only the suggestions are sure to be taken.
    """

    least: int = 1
    most: int = LONGEST_LINE
    lines: int = 1
    format: str = ""
    default: str = ""
    suggestions: tuple[str, ...] = ()

    def check(self, answer: object) -> None:
        """Raise Refused if `answer` is no text, blank where words are needed, or too long."""
        if not isinstance(answer, str):
            raise _refuse(self, "not-text", f"{self.label}: write some words.")
        if len(answer.strip()) < self.least:
            raise _refuse(self, "too-short", f"{self.label}: this cannot be left empty.")
        if len(answer) > self.most:
            raise _refuse(self, "too-long", f"{self.label}: {self.most} characters at most, not {len(answer)}.")

    def sample(self, chance: Chance) -> str:
        """A legal answer at random: a suggestion, or plain words."""
        options = self.suggestions or ("as it was told", "something else", "what the wind brought")
        words = options[chance.pick(len(options))][: self.most].strip()
        return words if len(words) >= self.least else words.ljust(self.least, "…")


class Confirm(_Field, frozen=True, kw_only=True, tag="confirm"):
    """Yes or no; with `must`, only yes goes on."""

    must: bool = False
    default: bool = False

    def check(self, answer: object) -> None:
        """Raise Refused unless `answer` is true or false, and true where it must be."""
        if not isinstance(answer, bool):
            raise _refuse(self, "not-yes-or-no", f"{self.label}: yes or no.")
        if self.must and not answer:
            raise _refuse(self, "not-confirmed", f"{self.label}: this needs a yes.")

    def sample(self, chance: Chance) -> bool:
        """A legal answer at random."""
        return True if self.must else chance.pick(2) == 1


class Kind(msgspec.Struct, frozen=True):
    """One kind of item that `Compose` takes.

    `targets` is what it can be about (empty: nothing to choose), `writes` whether it takes words of one's own.
    """

    value: str
    label: str
    targets: tuple[Choice, ...] = ()
    writes: bool = False
    hint: str = ""


class Item(msgspec.Struct, frozen=True, omit_defaults=True):
    """One composed item: its kind, what it is about, and words of one's own."""

    kind: str
    target: str = ""
    detail: str = ""


class Barred(msgspec.Struct, frozen=True):
    """One kind of item that people try and the rules forbid: why, by which rule, and what would do instead."""

    value: str
    why: str
    rule: str
    allowed: str = ""


class Compose(_Field, frozen=True, kw_only=True, tag="compose"):
    """A list of items of different kinds, in order (the terms of a bargain, a list of interests).

    Items of a kind in `barred` are refused with its reason and rule.
    """

    kinds: tuple[Kind, ...]
    barred: tuple[Barred, ...] = ()
    least: int = 1
    most: int = 8
    default: tuple[Item, ...] = ()

    def check(self, answer: object) -> None:
        """Raise Refused unless `answer` is a list of legal items, few enough and enough."""
        if not isinstance(answer, (tuple, list)) or not all(isinstance(item, Item) for item in answer):
            raise _refuse(self, "not-a-list", f"{self.label}: a list of items.")
        if not self.least <= len(answer) <= self.most:
            raise _refuse(self, "wrong-number", f"{self.label}: {self.least} to {self.most} items, not {len(answer)}.")
        for item in answer:
            self._check_item(item)

    def _check_item(self, item: Item) -> None:
        kind = next((kind for kind in self.kinds if kind.value == item.kind), None)
        bar = next((bar for bar in self.barred if bar.value == item.kind), None)
        if bar is not None:
            allowed = (bar.allowed,) if bar.allowed else ()
            raise Refused(f"barred-{bar.value}", bar.why, bar.rule, allowed=allowed, field=self.name)
        if kind is None:
            labels = tuple(kind.label for kind in self.kinds)
            raise _refuse(self, "no-such-kind", f"{self.label}: there is no kind “{item.kind}”.", *labels)
        if kind.targets and item.target not in {choice.value for choice in kind.targets}:
            labels = tuple(choice.label for choice in kind.targets)
            raise _refuse(self, "not-a-choice", f"{kind.label}: it cannot be about “{item.target}”.", *labels)
        if not kind.targets and item.target:
            raise _refuse(self, "no-target", f"{kind.label}: this names nobody and nothing.")
        if kind.writes and not item.detail.strip():
            raise _refuse(self, "too-short", f"{kind.label}: say it in a few words.")
        if len(item.detail) > LONGEST_TEXT:
            raise _refuse(self, "too-long", f"{kind.label}: {LONGEST_TEXT} characters at most.")

    def sample(self, chance: Chance) -> tuple[Item, ...]:
        """A legal answer at random."""
        least = max(self.least, 1) if self.kinds else self.least
        return tuple(self._sample_item(chance) for _ in range(least))

    def _sample_item(self, chance: Chance) -> Item:
        kind = self.kinds[chance.pick(len(self.kinds))]
        target = kind.targets[chance.pick(len(kind.targets))].value if kind.targets else ""
        return Item(kind=kind.value, target=target, detail="as agreed" if kind.writes else "")


Field: TypeAlias = Choose | Spread | Count | Write | Confirm | Compose

Urgency: TypeAlias = Literal["must", "may", "tool"]
"""must: the game waits for it; may: open to this seat now; tool: always at hand, kept out of the way."""


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """A wish. Subclasses name themselves: `class Answer(Command, tag="answer")`; their fields have defaults or not."""


@cache
def _defaults(kind: type[Command]) -> dict[str, Any]:
    """What each field of a command is by itself, for those that need not be filled."""
    return {
        field.name: field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
        for field in msgspec.structs.fields(kind)
        if not field.required
    }


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """One command that a seat may give now.

    `do` names the command; `fixed` are the fields already settled and `fields` the blanks; `label` is the button,
    `why` the sentence that says why it is offered, `rules` the ids behind it; `about` groups offers on a page by what
    they concern (a character, a conflict); `rolls` are the dice it will roll, if that is known beforehand.
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

    @property
    def key(self) -> str:
        """What tells this offer from the others of one seat at one moment."""
        return ":".join([self.do, *(str(value) for value in self.fixed.values())])

    def about_same(self, command: Command) -> bool:
        """Whether `command` has what this offer fixes."""
        for name, value in self.fixed.items():  # noqa: SIM110 - asked of every offer; a generator takes twice as long
            if getattr(command, name) != value:
                return False
        return True

    def check(self, command: Command) -> None:
        """Raise Refused, naming the field, if a blank of this offer is filled with what it does not take.

        What the offer neither fixes nor leaves blank must be as the command has it by itself.
        """
        self._check_rest(command)
        for field in self.fields:
            try:
                field.check(getattr(command, field.name))
            except Refused as refusal:
                if refusal.rule is None and self.rules:
                    refusal.rule = self.rules[0]
                raise

    def _check_rest(self, command: Command) -> None:
        for name, default in _defaults(type(command)).items():
            value = getattr(command, name)
            if value != default and name not in self.fixed and all(field.name != name for field in self.fields):
                raise Refused("no-such-field", f"{self.label} has no blank called “{name}”.", field=name)

    def fill(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        """The command as a JSON object. Answers to blanks that the offer does not have raise Refused."""
        known = {field.name for field in self.fields}
        for name in answers:
            if name not in known:
                message = f"{self.label} has no blank called “{name}”."
                raise Refused("no-such-field", message, allowed=tuple(sorted(known)))
        return {"do": self.do, **self.fixed, **msgspec.to_builtins(dict(answers))}

    def sample(self, chance: Chance) -> dict[str, Any]:
        """The command with every blank filled legally and at random, as a JSON object."""
        return self.fill({field.name: field.sample(chance) for field in self.fields})


def matching(offers: Iterable[Offer], command: Command) -> Offer:
    """The offer that `command` fills. Raises Refused, saying what would be allowed, if none does."""
    found: list[Offer] = []
    for offer in offers:
        if offer.about_same(command):
            offer.check(command)
            return offer
        found.append(offer)
    allowed = tuple(dict.fromkeys(offer.label for offer in found))
    rule = found[0].rules[0] if found and found[0].rules else None
    raise Refused("not-offered", "That cannot be done now with what it names.", rule, allowed=allowed)
