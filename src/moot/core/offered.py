"""An offer as a command yields it: what it fixes and what it stands for. Its words and blanks are made later."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

import msgspec

from moot.core.blanks import Choose, Field
from moot.core.choices import Purse
from moot.core.errors import Refused
from moot.core.offers import Offer, Urgency, fits, key_of
from moot.core.words import Words, said

Blanks: TypeAlias = Field | Callable[[bool], Iterable[Field]]
"""A blank, or what makes several; it is told whether people will read them, and may leave hints out where not."""

FirstDice: TypeAlias = tuple[tuple[int, str], ...]
"""Dice by their sides, each with the name of the one who throws it, if that may be told."""
Dice: TypeAlias = tuple[int, ...] | FirstDice | Callable[[], FirstDice]
"""Dice, or what says which they are."""


class Offered(msgspec.Struct, eq=False, gc=False):
    """An offer as it was found: what it fixes, and what it stands for. Its form is made by `form`.

    Nothing in it leads back to it, as in what it is made into, so the garbage collector need not look through them.
    """

    do: str
    of: Any
    _label: Words
    _why: Words
    _blanks: Sequence[Blanks]
    fixed: dict[str, Any]
    about: str
    urgency: Urgency
    _rules: tuple[str, ...] = ()
    _rolls: Dice = ()
    _purse: Purse | None = None
    _figures: dict[str, Any] | None = None
    _shown: Offer | None = None
    _key: str = ""
    _choosable: frozenset[str] | None = None

    @property
    def key(self) -> str:
        """What distinguishes it from the other offers of one seat at one moment (`Offer.key`)."""
        if not self._key:
            self._key = key_of(self.do, self.fixed)
        return self._key

    @property
    def label(self) -> str:
        """The button."""
        return said(self._label)

    @property
    def why(self) -> str:
        """The sentence that says why it is offered."""
        return said(self._why)

    def called(self, label: Words) -> Offered:
        """The same under another label."""
        return msgspec.structs.replace(self, _label=label, _shown=None)

    @property
    def asks(self) -> bool:
        """Whether something is left blank in it."""
        return bool(self._blanks)

    @property
    def choosable(self) -> frozenset[str]:
        """All that can be chosen in its blanks; no words are made for it."""
        if self._choosable is None:
            fields = self._shown.fields if self._shown else self._fields(shown=False)
            chosen = [field.choices for field in fields if isinstance(field, Choose)]
            self._choosable = frozenset([choice.value for choices in chosen for choice in choices])
        return self._choosable

    def fits(self, command: msgspec.Struct) -> bool:
        """Whether `command` has what this offer fixes."""
        return fits(self.fixed, command)

    def check(self, command: msgspec.Struct) -> None:
        """Raise Refused, naming the field, if `command`, which fits this offer, has a wrong answer in a blank."""
        if self._blanks or len(self.fixed) < len(command.__struct_fields__):
            (self._shown or self._made(shown=False)).check(command)

    def form(self, *, shown: bool = True) -> Offer:
        """The offer as a form; `shown` says whether people will read it: if not, it has no `why` and may lack hints."""
        if not shown:
            return self._made(shown=False)
        if self._shown is None:
            self._shown = self._made(shown=True)
        return self._shown

    def _fields(self, *, shown: bool) -> tuple[Field, ...]:
        fields: list[Field] = []
        for blank in self._blanks:
            if callable(blank):
                fields += blank(shown)
            else:
                fields.append(blank)
        return tuple(fields)

    def _made(self, *, shown: bool) -> Offer:
        dice = self._rolls() if callable(self._rolls) else self._rolls
        rolls = [(die, "") if isinstance(die, int) else die for die in dice]
        return Offer(
            do=self.do,
            label=self.label,
            why=said(self._why) if shown else "",
            fixed=self.fixed,
            fields=self._fields(shown=shown),
            urgency=self.urgency,
            about=self.about,
            rules=self._rules,
            rolls=tuple([sides for sides, _ in rolls]),
            whose=tuple([whose for _, whose in rolls]),
            purse=self._purse,
            figures=self._figures or {},
        )


Offers: TypeAlias = Iterator[Offered | Refused]
"""What a seat may do by a command, and reasons why not."""
