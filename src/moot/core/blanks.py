"""The blanks of an offer: what may stand in each, said once for pages, terminals, bots and the check of a command.

What is open in a blank may depend on what was chosen in those before it (`Choice.needs`), and so may a whole blank
(`needs`); a number may be bounded by one before it (`Count.not_below`), and what is chosen may have a price
(`Choice.costs`). `given` is a blank as it is once that is known; filling and checking both go by it.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping
from typing import ClassVar, Self, TypeAlias

import msgspec

from moot.core.chance import Chance
from moot.core.choices import Barred, Choice, Item, Kind, Purse
from moot.core.errors import Refused

LONGEST_LINE = 200
"""Characters in a line of text (a name, a deed)."""
LONGEST_TEXT = 4000
"""Characters in a passage of text (a description, a speech)."""


class _Field(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag_field="field"):
    """`needs` are choices in blanks before this one, written `blank:value`: it is open once one of them is made. One
    that is shut keeps the command's default. `blank:value` without a value (`blank:`) is open while that blank is left
    empty. `rule` is the id that a wrong answer breaks, where it is not the first of the offer's. `aside`: most leave it
    as it stands, so that pages keep it behind a word. `tied`: later blanks may depend on what is said in it, or what it
    takes on what was said in those before it."""

    tied: ClassVar[bool] = False

    name: str
    label: str
    hint: str = ""
    needs: tuple[str, ...] = ()
    rule: str = ""
    aside: bool = False

    @property
    def named(self) -> str:
        """The label as a refusal begins with it: `Crew:`, `“Who?”:`."""
        return f"“{self.label}”:" if self.label.endswith("?") else f"{self.label}:"

    def open(self, chosen: Container[str]) -> bool:
        """Whether it has to be filled at all after `chosen`."""
        return _open(self.needs, chosen)

    def given(self, chosen: Collection[str], purse: Purse | None) -> Self:
        """This blank after the answers `chosen` (each `blank:value`), with what is left in the purse."""
        return self

    def accept(self, answer: object, made: tuple[Choice, ...], chosen: Collection[str], purse: Purse | None) -> None:
        """Raise Refused unless `answer` is legal in this blank as it is `given`; the choices `made` by it are open."""
        self.given(chosen, purse).check(answer)

    def check(self, answer: object) -> None:
        """Raise Refused unless `answer` is legal in this blank as it stands."""
        raise NotImplementedError

    def made(self, answer: object) -> tuple[Choice, ...]:
        """The choices that `answer` makes, if this is a blank with choices."""
        return ()

    def notes(self, answer: object, made: tuple[Choice, ...]) -> tuple[str, ...]:
        """What later blanks may depend on in `answer` and the choices that it makes, each `blank:value`."""
        return ()


def _refuse(field: _Field, code: str, message: str, *allowed: str) -> Refused:
    return Refused(code, message, allowed=allowed, field=field.name)


class Choose(_Field, frozen=True, kw_only=True, tag="choose"):
    """Pick one of `choices` (none will do if `least` is 0), or with `many` from `least` to `most` (0: all), none twice.

    The answer is one value (a string; empty for none), or with `many` a tuple of values. `least` counts what is open:
    where fewer are open, all of them will do. `purse` is what is left for choices with a price, known once a form is
    filled. `nothing` is what choosing none is called, where “None” does not say it.
    """

    tied = True

    choices: tuple[Choice, ...]
    least: int = 1
    many: bool = False
    most: int = 0
    default: tuple[str, ...] = ()
    purse: Purse | None = None
    nothing: str = ""

    def notes(self, answer: object, made: tuple[Choice, ...]) -> tuple[str, ...]:
        """What is chosen; an empty choice counts, too."""
        return tuple([f"{self.name}:{choice.value}" for choice in made]) if made else (f"{self.name}:",)

    def given(self, chosen: Collection[str], purse: Purse | None) -> Choose:
        """This blank with the choices that are open after `chosen`, and with what they can be paid from."""
        if not [choice for choice in self.choices if choice.needs or choice.costs]:
            return self
        choices = tuple([choice for choice in self.choices if _open(choice.needs, chosen)])
        values = {choice.value for choice in choices}
        return msgspec.structs.replace(
            self,
            choices=choices,
            default=tuple([value for value in self.default if value in values]),
            purse=purse,
            least=min(self.least, len(_affordable(choices, purse))),
        )

    def accept(self, answer: object, made: tuple[Choice, ...], chosen: Collection[str], purse: Purse | None) -> None:
        """Raise Refused unless `answer` is a legal choice; where it is plainly so, nobody looks what else is open."""
        if self.many:
            plain = self.least <= len(made) == len(self._picked(answer)) <= self.limit
        else:
            plain = len(made) == 1 if answer else not self.least
        price = sum([choice.costs for choice in made])
        if price or purse is not None or not plain:
            self.given(chosen, purse).check(answer)

    @property
    def affordable(self) -> tuple[Choice, ...]:
        """The choices that what is left in the purse pays for, each by itself."""
        return _affordable(self.choices, self.purse)

    def made(self, answer: object) -> tuple[Choice, ...]:
        """The choices that `answer` makes; what cannot be chosen makes none."""
        picked = self._picked(answer) if self.many else (answer,)
        return tuple([choice for choice in self.choices if choice.value in picked]) if answer else ()

    @property
    def limit(self) -> int:
        """How many may be chosen at most."""
        return (self.most or len(self.choices)) if self.many else 1

    def _picked(self, answer: object) -> tuple[object, ...]:
        if self.many:
            return tuple(answer) if isinstance(answer, (tuple, list)) else (answer,)
        return (answer,) if answer else ()

    def check(self, answer: object) -> None:
        """Raise Refused unless `answer` is a legal choice."""
        picked = self._picked(answer)
        known: dict[object, Choice] = {choice.value: choice for choice in self.choices}
        for value in picked:
            if value not in known:
                labels = tuple(choice.label for choice in self.choices)
                raise _refuse(self, "not-a-choice", f"“{value}” cannot be chosen for “{self.label}”.", *labels)
        if len(set(picked)) != len(picked):
            raise _refuse(self, "chosen-twice", f"Each may be chosen once for “{self.label}”.")
        if not picked and self.least == self.limit == 1:
            raise _refuse(self, "wrong-number", f"Choose one: “{self.label}”.")
        if not self.least <= len(picked) <= self.limit:
            got = f"asks for {self.wants()}, and {len(picked) or 'none'} {'was' if len(picked) == 1 else 'were'} chosen"
            raise _refuse(self, "wrong-number", f"“{self.label}” {got}.")
        price = sum([known[value].costs for value in picked])
        if price and (self.purse is None or price > self.purse.holds):
            left = f"{self.purse.holds} {self.purse.coin}" if self.purse else "nothing"
            raise _refuse(self, "too-dear", f"{self.named} that takes {price}, and you have {left} for it.")

    def wants(self) -> str:
        """How many, in words: `2`, `1 to 3`."""
        return _span(self.least, self.limit)

    def by_itself(self) -> str | tuple[str, ...]:
        """The default answer: what is chosen at first, else the first choice that is allowed."""
        others = [choice.value for choice in self.affordable if choice.value not in self.default]
        picked = (*self.default, *others[: max(0, self.least - len(self.default))])[: self.limit]
        return picked if self.many else "".join(picked)

    def sample(self, chance: Chance) -> str | tuple[str, ...]:
        """A legal answer at random."""
        left = list(self.affordable)
        most = min(self.limit, len(left))
        count = self.least + chance.pick(most - self.least + 1)
        picked = [left.pop(chance.pick(len(left))) for _ in range(count)]
        while self.purse and sum(choice.costs for choice in picked) > self.purse.holds:
            picked.pop()
        values = tuple(choice.value for choice in picked)
        return values if self.many else "".join(values)


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def _affordable(choices: tuple[Choice, ...], purse: Purse | None) -> tuple[Choice, ...]:
    holds = purse.holds if purse else 0
    return tuple([choice for choice in choices if choice.costs <= holds])


def _open(needs: tuple[str, ...], chosen: Container[str]) -> bool:
    return not needs or any(need in chosen for need in needs)


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
            raise _refuse(self, "not-spread", f"{self.named} give a die to each of {slots}.", wanted)
        if sorted(answer.values()) != sorted(self.dice):
            got = ", ".join(f"d{die}" for die in answer.values())
            raise _refuse(self, "wrong-dice", f"{self.named} the dice are {wanted}, one each, not {got}.", wanted)

    def by_itself(self) -> dict[str, int]:
        """The dice as they lie at first."""
        dice = self.default or self.dice
        return {slot.value: die for slot, die in zip(self.slots, dice, strict=True)}

    def sample(self, chance: Chance) -> dict[str, int]:
        """A legal answer at random."""
        left = list(self.dice)
        return {slot.value: left.pop(chance.pick(len(left))) for slot in self.slots}


class Count(_Field, frozen=True, kw_only=True, tag="count"):
    """A whole number from `least` to `most`; `not_below` and `not_above` name numbers before it that bound it too."""

    tied = True

    least: int = 0
    most: int
    default: int = 0
    not_below: str = ""
    not_above: str = ""

    def given(self, chosen: Collection[str], purse: Purse | None) -> Count:
        """This blank within the bounds that numbers before it set."""
        if not self.not_below and not self.not_above:
            return self
        below, above = _number(chosen, self.not_below, self.least), _number(chosen, self.not_above, self.most)
        least, most = max(self.least, below), min(self.most, above)
        return msgspec.structs.replace(self, least=least, most=most, default=min(max(self.default, least), most))

    def notes(self, answer: object, made: tuple[Choice, ...]) -> tuple[str, ...]:
        """The number, for those that it bounds."""
        return (f"{self.name}:{answer}",)

    def check(self, answer: object) -> None:
        """Raise Refused unless `answer` is a whole number in range; a no, where one may say yes or how many, is 0."""
        if not isinstance(answer, int) or answer is True or not self.least <= answer <= self.most:
            raise _refuse(self, "out-of-range", f"{self.named} a whole number from {self.least} to {self.most}.")

    def by_itself(self) -> int:
        """The number that stands there at first."""
        return min(max(self.default, self.least), self.most)

    def sample(self, chance: Chance) -> int:
        """A legal answer at random."""
        return self.least + chance.pick(self.most - self.least + 1)


def _number(chosen: Collection[str], name: str, otherwise: int) -> int:
    """The number that `chosen` has for the blank called `name`, if there is one."""
    said = (value for blank, _, value in (one.partition(":") for one in chosen) if name and blank == name)
    return next((int(value) for value in said if value.removeprefix("-").isdecimal()), otherwise)


class Write(_Field, frozen=True, kw_only=True, tag="write"):
    """Words that the person writes. `suggestions` are one tap away; `lines` > 1 asks for a passage.

    `format` names what the text must look like, where that is more than words: its reader may refuse it, and only the
    suggestions are sure to be taken.
    """

    least: int = 1
    most: int = LONGEST_LINE
    lines: int = 1
    format: str = ""
    default: str = ""
    suggestions: tuple[str, ...] = ()

    def check(self, answer: object) -> None:
        """Raise Refused if `answer` is not text, blank where words are needed, or too long."""
        if not isinstance(answer, str):
            raise _refuse(self, "not-text", f"{self.named} write some words.")
        if len(answer.strip()) < self.least:
            raise _refuse(self, "too-short", f"{self.named} this cannot be left empty.")
        if len(answer) > self.most:
            raise _refuse(self, "too-long", f"{self.named} {self.most} characters at most, not {len(answer)}.")

    def by_itself(self) -> str:
        """What stands there at first, or as few words as are allowed."""
        return self.default if len(self.default.strip()) >= self.least else "…".ljust(self.least, "…")

    def sample(self, chance: Chance) -> str:
        """A legal answer at random: a suggestion, or plain words."""
        options = self.suggestions or ("as it was told", "something else", "what the wind brought")
        words = options[chance.pick(len(options))][: self.most].strip()
        return words if len(words) >= self.least else words.ljust(self.least, "…")


class Confirm(_Field, frozen=True, kw_only=True, tag="confirm"):
    """Yes or no; with `must`, only yes is accepted."""

    must: bool = False
    default: bool = False

    def check(self, answer: object) -> None:
        """Raise Refused unless `answer` is true or false, and true where it must be."""
        if not isinstance(answer, bool):
            raise _refuse(self, "not-yes-or-no", f"{self.named} yes or no.")
        if self.must and not answer:
            raise _refuse(self, "not-confirmed", f"{self.named} this needs a yes.")

    def by_itself(self) -> bool:
        """What stands there at first; yes where only yes is accepted."""
        return self.must or self.default

    def sample(self, chance: Chance) -> bool:
        """A legal answer at random."""
        return True if self.must else chance.pick(2) == 1


class Compose(_Field, frozen=True, kw_only=True, tag="compose"):
    """A list of items of different kinds, in order (the terms of a bargain, a list of interests).

    Items of a kind in `barred` are refused with its reason and rule. `words` stands before what one writes.
    """

    kinds: tuple[Kind, ...]
    words: str = "In words"
    barred: tuple[Barred, ...] = ()
    least: int = 1
    most: int = 8
    default: tuple[Item, ...] = ()

    def check(self, answer: object) -> None:
        """Raise Refused unless `answer` is a list of legal items, few enough and enough."""
        if not isinstance(answer, (tuple, list)) or not all(isinstance(item, Item) for item in answer):
            raise _refuse(self, "not-a-list", f"{self.named} a list of items.")
        if not self.least <= len(answer) <= self.most:
            wants = f"{_span(self.least, self.most)} {'item' if self.most == 1 else 'items'}"
            raise _refuse(self, "wrong-number", f"{self.named} {wants}, not {len(answer)}.")
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
            raise _refuse(self, "no-such-kind", f"{self.named} there is no kind “{item.kind}”.", *labels)
        if kind.targets and item.target not in {choice.value for choice in kind.targets}:
            labels = tuple(choice.label for choice in kind.targets)
            raise _refuse(self, "not-a-choice", f"{kind.label}: it cannot be about “{item.target}”.", *labels)
        if not kind.targets and item.target:
            raise _refuse(self, "no-target", f"{kind.label}: this names nobody and nothing.")
        if kind.writes and not item.detail.strip():
            raise _refuse(self, "too-short", f"{kind.label}: say it in a few words.")
        if len(item.detail) > LONGEST_TEXT:
            raise _refuse(self, "too-long", f"{kind.label}: {LONGEST_TEXT} characters at most.")

    def by_itself(self) -> tuple[Item, ...]:
        """What stands there at first, and then items of the first kind until there are enough."""
        first = self.kinds[0] if self.kinds else None
        target = first.targets[0].value if first and first.targets else ""
        more = (Item(first.value, target, "…" if first.writes else ""),) if first else ()
        return (*self.default, *more * max(0, self.least - len(self.default)))

    def sample(self, chance: Chance) -> tuple[Item, ...]:
        """A legal answer at random."""
        least = max(self.least, 1) if self.kinds else self.least
        return tuple(self._sample_item(chance) for _ in range(least))

    def _sample_item(self, chance: Chance) -> Item:
        kind = self.kinds[chance.pick(len(self.kinds))]
        target = kind.targets[chance.pick(len(kind.targets))].value if kind.targets else ""
        return Item(kind=kind.value, target=target, detail="as agreed" if kind.writes else "")


Field: TypeAlias = Choose | Spread | Count | Write | Confirm | Compose
