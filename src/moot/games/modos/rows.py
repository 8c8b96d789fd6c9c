"""The entries of the tables: skills, perks, powers, gear, traits of sheets and states. What they do is in `effects`."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec

from moot.games.modos.effects import Condition, Effect, Ref, Shut
from moot.games.modos.ladder import Die
from moot.games.modos.terms import Band, Pool
from moot.games.modos.vocabulary import Choice, Ending, Group, Kind, Size, Tag, Verb

Era: TypeAlias = Literal["any", "ancient", "modern", "future"]
"""When a piece of gear is around."""

Portion: TypeAlias = int | Literal["full"]
"""What an attack does at a distance: all of its damage, or so many points at most (MO-319)."""

Bands: TypeAlias = tuple[Portion, Portion, Portion, Portion]
"""The shares at close, short, medium and long."""


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entry: its id, its name, the rules it stands on, and everything that it does, columns included."""

    kind: ClassVar[Kind]

    id: str
    title: str
    rules: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = msgspec.field(default=(), name="does")

    @property
    def ref(self) -> Ref:
        """The entry as other entries name it."""
        return Ref(self.kind, self.id)

    @property
    def picks(self) -> tuple[str, ...]:
        """The ways that it can be used, one to be picked; empty if there is only one."""
        return tuple(dict.fromkeys(effect.pick for effect in self.effects if effect.pick))


class Skill(Row, frozen=True, kw_only=True):
    """A skill: what one does with it, its usual attribute, the skills that usually answer it, the pool it defends, the
    deeds it rides on.

    `typed` says of what it is bought, once for each, and `types` are some of those; a `locked` skill needs a point
    before use (MO-108, MO-111). `own`: it stands for skills that people make up (MO-X109).
    """

    kind = "skill"

    about: str = ""
    attribute: Pool
    locked: bool = False
    typed: str = ""
    types: tuple[str, ...] = ()
    group: Group | None = None
    answers: tuple[str, ...] = ()
    defends: Pool | None = None
    acts: tuple[Verb, ...] = ()
    own: bool = False


class Perk(Row, frozen=True, kw_only=True):
    """A perk: what is chosen with it, from which level on, and whether it may be taken again (MO-112, MO-E44).

    `again` is for an `other` choice, or adds up (`sum`), or buys `points`.
    """

    kind = "perk"

    takes: Choice | None = None
    again: Literal["other", "sum", "points"] | None = None
    level: int = 1


class Power(Row, frozen=True, kw_only=True):
    """A power: level, difficulty, range, targets, whether it can be kept up, and which attribute resists it.

    `half` is `none` if nothing does, `escape` what gets somebody out of it even so (MO-400 to MO-411, MO-X402).
    `reaches` is how many others a power on oneself is about, who can resist it (MO-E53).
    """

    kind = "power"

    level: int
    difficulty: int
    range: Band
    target: Literal["self", "single", "multi"]
    keep: bool = False
    half: Pool | Literal["any", "none"]
    escape: tuple[Verb, ...] = ()
    reaches: int = 0
    tags: tuple[Tag, ...] = ()

    @property
    def halves(self) -> bool:
        """Whether anything is left of it after a first Pro (MO-405, MO-E39)."""
        return any(effect.at != "full" for effect in self.effects)

    @property
    def zoned(self) -> bool:
        """Whether it fills a place and reaches everybody in it."""
        return any(effect.who == "zone" for effect in self.effects)

    @property
    def hides(self) -> bool:
        """Whether others do not see its target (MO-006)."""
        return any(isinstance(effect, Shut) and effect.who == "others" for effect in self.effects)

    def stage(self, pros: int) -> Literal["full", "half", "over"]:
        """What it does to a target who won so many defenses against it (MO-406, MO-X414)."""
        if not pros:
            return "full"
        return "half" if self.halves and (pros < self.level or not self.keep) else "over"


class Protective(Row, frozen=True, kw_only=True):
    """What is worn or held for protection; `penalty` is to the P score (MO-316, MO-317)."""

    era: Era
    units: int = 0
    penalty: int


class Armor(Protective, frozen=True, kw_only=True):
    """Worn protection, of the pool that it guards (MO-316, MO-X125)."""

    kind = "armor"

    die: Die
    pool: Pool = "P"


class Shield(Protective, frozen=True, kw_only=True):
    """A shield: what it adds to parry, and the hands that it takes (MO-317, MO-E86)."""

    kind = "shield"

    parry: int
    hands: int


class SizeRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A size of weapons: the hands it takes, the usual die, and whether it may stay ready (MO-X120)."""

    id: Size
    title: str
    letter: str
    hands: int
    die: Die
    stays_ready: bool


class WeaponForm(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A way to use a weapon: the first whose condition holds counts, if it has one."""

    size: Size
    die: Die
    hands: int
    when: Annotated[tuple[Condition, ...], msgspec.Meta(max_length=1)] = ()


class Weapon(Row, frozen=True, kw_only=True):
    """A weapon: its forms, its range, what it does at each distance, the actions that a reload takes (MO-318, MO-319).

    `pool` is what it hurts, by what `tag`, `guards` the pools of which one protects; `thrown`: it can be thrown, and is
    gone then; `dual`: it counts as two.
    """

    kind = "weapon"

    era: Era = "any"
    units: int = 0
    forms: tuple[WeaponForm, ...]
    range: Band | Literal["none"]
    bands: Bands
    reload: int = 0
    pool: Pool = "P"
    guards: tuple[Pool, ...]
    pierces: bool = False
    tag: Tag | None = None
    thrown: bool = False
    dual: bool = False


class Reaction(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a guide is offered first when somebody else does one of these deeds, or on the own `turn`."""

    to: tuple[Verb | Literal["turn"], ...]
    by: Ref
    when: tuple[Condition, ...] = ()


class Trait(Row, frozen=True, kw_only=True):
    """What a sheet can do besides. It gives no right of its own to `reacts`; `preset` are points already moved."""

    kind = "trait"

    reacts: tuple[Reaction, ...] = ()
    preset: dict[str, int] = {}


class StateRow(Row, frozen=True, kw_only=True):
    """A state that a mark puts on somebody, and what ends it; `pool` is the one that was full, of the disabled.

    `aim` is what an attack that puts it on somebody is called (MO-X212), `flaws` are some that its end can leave behind
    (MO-X310), `toward` is the word between it and whom it concerns.
    """

    kind = "state"

    ends: tuple[Ending, ...] = ()
    pool: Pool | None = None
    aim: str = ""
    flaws: tuple[str, ...] = ()
    toward: str = "toward"


CatalogEntry: TypeAlias = Skill | Perk | Power | Weapon | Shield | Armor | Trait | StateRow
"""Any entry."""
