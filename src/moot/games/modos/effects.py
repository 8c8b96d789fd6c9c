"""What a row does: one of fifteen kinds of effect, and the conditions that it asks for.

Frozen and complete: texts of the tables are taken apart when they are loaded (`reading`), never in play.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from moot.games.modos import vocabulary as closed
from moot.games.modos.ladder import Die
from moot.games.modos.terms import POOLS, Pool, Posture


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that must hold: a word with what it names, any one of several; or must not (`negated`)."""

    word: closed.Word
    args: tuple[str, ...] = ()
    negated: bool = False

    def __post_init__(self) -> None:
        allowed = closed.WORDS[self.word][1]
        if (allowed is None) != (not self.args):
            raise ValueError(f"the condition {self.word!r} names {'nothing' if allowed is None else 'something'}")
        if allowed and (wrong := [arg for arg in self.args if arg not in allowed]):
            raise ValueError(f"{self.word!r} cannot be {' or '.join(wrong)}; allowed: {', '.join(allowed)}")

    def __str__(self) -> str:
        return ("not " if self.negated else "") + ":".join(filter(None, (self.word, "|".join(self.args))))


class DeedWord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deed as rows name it: `flee`, or a part of its kind as `posture:flying`."""

    verb: closed.Verb
    part: str = ""

    def __post_init__(self) -> None:
        allowed = closed.PARTS.get(self.verb, ())
        if self.part and self.part not in allowed:
            raise ValueError(f"{self.verb!r} has no {self.part!r}; allowed: {', '.join(allowed) or 'nothing'}")

    def __str__(self) -> str:
        return ":".join(filter(None, (self.verb, self.part)))


class Ref(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another entry: `perk:large-size`. The id `chosen` is what was chosen, or a power of the object that was."""

    kind: closed.Kind
    id: str

    def __str__(self) -> str:
        return f"{self.kind}:{self.id}"


class _Any(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="effect"):
    """What every effect may say.

    `who` bears it, `on` are the moments when it happens, `at` the stage of a power, `when` what must hold, all of it,
    `pick` which of an entry's ways it belongs to, `asks` how many actions it takes, `optional` whether it may be left,
    `until` what ends it, `answer` the attribute whose Pro takes it away (MO-E38), `rule` the rule behind it.
    """

    who: closed.Bearer = "self"
    on: tuple[closed.Moment, ...] = ("standing",)
    at: closed.Stage = "both"
    when: tuple[Condition, ...] = ()
    pick: str = ""
    asks: int = 0
    optional: bool = False
    until: tuple[closed.Ending, ...] = ()
    answer: Pool | None = None
    rule: str = ""


def _fit(figure: closed.Figure, of: tuple[str, ...]) -> None:
    """Raise ValueError if a figure cannot be of that."""
    scope = closed.FIGURES[figure][1]
    if bool(scope) != bool(of):
        raise ValueError(f"{figure!r} is of {f'a {scope}' if scope else 'nothing'}")
    allowed = {"pool": (*POOLS, closed.CHOSEN), "deed": tuple(closed.VERBS)}.get(scope, of)
    if wrong := [one for one in of if one not in allowed]:
        raise ValueError(f"{figure!r} cannot be of {' or '.join(wrong)}; allowed: {', '.join(allowed)}")


class Add(_Any, frozen=True, kw_only=True, tag="add"):
    """A part of a figure: `by` points, die steps or actions, or what the guide says from `guide[0]` to `guide[1]`."""

    figure: closed.Figure
    of: tuple[str, ...] = ()
    by: int = 0
    guide: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        _fit(self.figure, self.of)
        if self.figure not in closed.ADDED:
            raise ValueError(f"nothing is added to {self.figure!r}, only to {', '.join(sorted(closed.ADDED))}")
        if bool(self.by) == bool(self.guide):
            raise ValueError("`add` needs either `by` or `guide`")


class Set(_Any, frozen=True, kw_only=True, tag="set"):
    """What a figure is before anything is added to it."""

    figure: closed.Figure
    of: tuple[str, ...] = ()
    to: Die | int | str

    def __post_init__(self) -> None:
        _fit(self.figure, self.of)
        if self.figure in closed.DICE:
            fits, allowed = isinstance(self.to, Die), "a die"
        elif self.figure in closed.NUMBERS:
            fits, allowed = isinstance(self.to, int), "a number"
        else:
            words = closed.SET_TO.get(self.figure, ())
            fits, allowed = self.to in words, ", ".join(words) or "nothing"
        if not fits:
            raise ValueError(f"{self.figure!r} cannot be set to {self.to}; allowed: {allowed}")

    @property
    def die(self) -> Die:
        """The die that it is. Raises TypeError for another figure."""
        if not isinstance(self.to, Die):
            raise TypeError(f"{self.figure} is no die")
        return self.to

    @property
    def number(self) -> int:
        """The number that it is. Raises TypeError for another figure."""
        if not isinstance(self.to, int):
            raise TypeError(f"{self.figure} is no number")
        return self.to


class Guard(_Any, frozen=True, kw_only=True, tag="guard"):
    """A protection die of a pool; `against` is the only kind of harm it helps with, if it names one (MO-X322)."""

    pool: Pool
    die: Die
    made: Literal["natural", "worn", "power"]
    against: closed.Tag | None = None


class Harm(_Any, frozen=True, kw_only=True, tag="harm"):
    """Damage to a pool by a die, or so many points; what `held` is the weapon's, `natural` the body's.

    What `pierces` heeds only protection against its tag.
    """

    pool: Pool | Literal["held"]
    die: Die | Literal["held", "natural"] | None = None
    points: int = 0
    tag: closed.Tag | None = None
    pierces: bool = False

    def __post_init__(self) -> None:
        if bool(self.die) == bool(self.points):
            raise ValueError("`harm` needs either `die` or `points`")


class Mend(_Any, frozen=True, kw_only=True, tag="mend"):
    """Damage taken off one of some pools: a die, `all`, as much as was `dealt`, or what the theme says (MO-X311)."""

    pools: tuple[Pool, ...]
    amount: Die | Literal["all", "dealt", "theme"]


class Actions(_Any, frozen=True, kw_only=True, tag="actions"):
    """Bonus actions: `by` as many, or one for `each` so many points of the attribute `over` a score (MO-X203, MO-E46).

    They fit a skill, what was `chosen`, or `any`.
    """

    fits: str
    by: int = 0
    over: int = 0
    each: int = 0

    def __post_init__(self) -> None:
        if bool(self.by) == bool(self.each) or bool(self.over) != bool(self.each):
            raise ValueError("`actions` needs either `by`, or `over` and `each`")


class Trade(_Any, frozen=True, kw_only=True, tag="trade"):
    """Pay of one account and have of another, once at its moment, at most `most` of it."""

    give: closed.Account
    get: closed.Account
    most: int | Literal["points", "bonus-MP"]
    of: Literal["", "chosen", "magic"] = ""


class Open(_Any, frozen=True, kw_only=True, tag="open"):
    """A deed that would otherwise be shut."""

    deed: DeedWord


class Shut(_Any, frozen=True, kw_only=True, tag="shut"):
    """Deeds that cannot be done, but for some."""

    deeds: tuple[DeedWord, ...]
    but: tuple[DeedWord, ...] = ()


class Immune(_Any, frozen=True, kw_only=True, tag="immune"):
    """Effects with a tag, or damage to a pool, do not take hold."""

    tag: closed.Tag | None = None
    pool: Pool | None = None

    def __post_init__(self) -> None:
        if bool(self.tag) == bool(self.pool):
            raise ValueError("`immune` needs either `tag` or `pool`")


class Grant(_Any, frozen=True, kw_only=True, tag="grant"):
    """Another entry, lent with so many points of its skill; or hidden, if `off` (MO-X108)."""

    row: Ref
    points: int | None = None
    off: bool = False


class PutMark(_Any, frozen=True, kw_only=True, tag="mark"):
    """A state put on somebody, or taken off if `lift`; `disabled` is whichever their full pool has put on them.

    `words` are the kinds of belief that it may be, `of` whom it concerns: who puts it there, or whom they name.
    """

    state: str
    lift: bool = False
    words: tuple[Literal["goal", "flaw"], ...] = ()
    of: Literal["", "self", "named"] = ""


class Shift(_Any, frozen=True, kw_only=True, tag="place"):
    """A move without a contest, by so many steps of posture or `metres` where there are none; or one person counts as
    being elsewhere (`reads`) for one other (MO-E101, MO-E103)."""

    move: int = 0
    metres: int = 0
    reads: Posture | None = None

    def __post_init__(self) -> None:
        if bool(self.metres) == bool(self.reads) or (self.move and not self.metres):
            raise ValueError("`place` needs either `metres`, with `move` or without, or `reads`")


class InWords(_Any, frozen=True, kw_only=True, tag="tell"):
    """Something that people do with words."""

    text: str


class Call(_Any, frozen=True, kw_only=True, tag="call"):
    """What no row can say: a function does it."""

    function: closed.Function
    why: str


Effect: TypeAlias = (
    Add | Set | Guard | Harm | Mend | Actions | Trade | Open | Shut | Immune | Grant | PutMark | Shift | InWords | Call
)
"""Everything that a row can do."""
