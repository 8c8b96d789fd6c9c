"""People: their sheet, what is reckoned from it, and where they stand on the two tracks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Literal, TypeAlias, cast

import msgspec
from msgspec.structs import replace

from moot.core.frames import Change, Face, Fact, FactKind
from moot.games.perilous import figures
from moot.games.perilous.rows import Burden, Calling, FailurePeril, Gift, Injury
from moot.games.perilous.terms import Attribute, amid
from moot.kit.remembered import remembered
from moot.kit.totals import Addend

Leaning: TypeAlias = Literal["order", "chaos", "equal"]
"""What somebody's alignment leans to (GP-CORE-21)."""


INJURY_ROWS: Final[dict[str, Injury]] = {row.id: row for rows in figures.INJURIES.values() for row in rows}
"""Every row of the three Injury tables (GP-CORE-16)."""
BY_LETTER: Final[dict[str, Attribute]] = {row.letter: cast(Attribute, row.id) for row in figures.ATTRIBUTES.values()}
"""The attributes by the letters of their bonuses."""
SEVEN: Final = tuple(BY_LETTER.values())
"""The seven attributes, in the order of the sheet."""
DAMAGE_STATES, PERIL_STATES = tuple(figures.DAMAGE.values()), tuple(figures.PERIL.values())
"""The places of the two tracks, best first."""
LAST: Final = len(DAMAGE_STATES) - 1
"""The last place of either: Slain!, Incapacitated!."""


class LedgerLine(msgspec.Struct, frozen=True):
    """One line of a ledger: how many points, what for, and by which rule."""

    points: int
    what: str
    rule: str


def total(lines: Iterable[LedgerLine]) -> int:
    """What a ledger comes to."""
    return sum([line.points for line in lines])


def first_fame(fate: int = figures.FATE.start) -> tuple[LedgerLine, ...]:
    """The Reputation somebody begins with (GP-REP-01)."""
    found = [LedgerLine(figures.REPUTATION.start, "everybody has a name", "GP-REP-01")]
    if fate:
        found.append(LedgerLine(figures.REPUTATION.per_fate * fate, "Fate Points", "GP-REP-01"))
    return tuple(found)


def ready(calling: Calling) -> dict[Attribute, int]:
    """The ready attributes, the best ones where a calling needs them (GP-RD-17)."""
    return dict(zip(calling.first, figures.BEGIN.array, strict=True))


def plain(calling: Calling) -> dict[str, Any]:
    """What a calling puts on a sheet beside attributes."""
    kept = {"ranks": calling.ranks, "focuses": (calling.focus,), "armor": calling.armor, "load": calling.load}
    return {"calling": calling.id, **kept}


class LedgerLineView(msgspec.Struct, frozen=True):
    """A line of a ledger: what it makes with those before it, and a stamp where that passes so many."""

    what: str
    points: int
    makes: int
    rule: str
    stamp: str


def ledger_lines(ledger: Iterable[LedgerLine], stamped: int = 0) -> tuple[LedgerLineView, ...]:
    """A ledger line by line; with `stamped` each passing of so many has a stamp."""
    found: list[LedgerLineView] = []
    makes = 0
    for one in ledger:
        before, makes = makes, makes + one.points
        stamp = str(makes // stamped * stamped) if stamped and makes // stamped > before // stamped else ""
        found.append(LedgerLineView(one.what, one.points, makes, one.rule, stamp))
    return tuple(found)


class Suffered(msgspec.Struct, frozen=True):
    """An Injury that lasts until it is recuperated: its row, and where it came from."""

    injury: str
    session: int = 0


class HeldDisorder(msgspec.Struct, frozen=True):
    """A Disorder somebody has; `host` is which of four hosts it is (GP-DIS-02), `woken` whether its burden is awake,
    `hidden` whether only its owner and the guide know of it yet. `using`: its gift holds until it is let go. `turned`:
    its owner yielded to it this session, and is changed, spent by that, or over it, `since` a day of the story, `hours`
    of which the GM let pass. `tried`: the day of the last remedy."""

    row: str
    host: str = ""
    woken: bool = False
    hidden: bool = False
    using: bool = False
    turned: Literal["", "changed", "spent", "over"] = ""
    since: int = 0
    hours: int = 0
    tried: int = -1


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """Anyone with a sheet. `player` is the seat that plays them, empty for the guide's people; `calling` is what they
    did for a living, empty for these and where nothing says it (GP-RD-17).

    `attributes` are percentages, `shifts` what advances and ancestry add to bonuses (GP-CORE-07), `ranks` the skill
    ranks owned, `focuses` specialties. `leans` is set for the guide's people alone, who keep no ranks of Order and
    Chaos. `fame` is the ledger of Reputation (GP-REP-01), `sins` that of this session's Corruption (GP-CORR-01),
    `bought` the day on which a requisition of each tier was last bought. `damage` and `peril` are steps of the two
    tracks, 0 unhurt (GP-CORE-11, GP-CORE-12). `made`: the sheet is finished; `known`: the players
    know of this person; `active`: played this session (GP-STABLE-01).
    """

    id: str
    name: str
    player: str = ""
    calling: str = ""
    attributes: dict[Attribute, int] = {}
    shifts: dict[Attribute, int] = {}
    ranks: dict[str, int] = {}
    focuses: tuple[str, ...] = ()
    social_class: str = ""
    leans: Literal["", "order", "chaos"] = ""
    order: int = 0
    chaos: int = 0
    permanent_order: int = 0
    permanent_chaos: int = 0
    armor: str = "clothing"
    load: int = 0
    mode: str = "on-foot"
    damage: int = 0
    peril: int = 0
    injuries: tuple[Suffered, ...] = ()
    fate: int = figures.FATE.start
    fame: tuple[LedgerLine, ...] = ()
    sins: tuple[LedgerLine, ...] = ()
    rewards: int = 0
    disorders: tuple[HeldDisorder, ...] = ()
    inspired: bool = False
    no_rest_until: int = 0
    bought: dict[str, int] = {}
    made: bool = True
    known: bool = True
    active: bool = True
    dead: bool = False
    retired: bool = False

    @property
    def origin(self) -> str:
        """What they did for a living, and how they were born: `Soldier, Lowborn`."""
        rows = ((figures.CALLINGS, self.calling), (figures.CLASSES, self.social_class))
        return ", ".join(row[one].title for row, one in rows if one)

    @property
    def corruption(self) -> int:
        """The Corruption of this session."""
        return total(self.sins)

    @property
    def reputation(self) -> int:
        """Reputation that is left to spend."""
        return total(self.fame)

    @property
    def whole(self) -> Person:
        """The same, unhurt, at ease and of sound mind."""
        return replace(self, damage=0, peril=0, injuries=(), disorders=())

    @property
    def npc(self) -> bool:
        """Whether the guide plays them."""
        return not self.player

    @property
    def called(self) -> str:
        """Their name within a sentence: `the Bandit`."""
        return amid(self.name)

    def famed(self, points: int, what: str, rule: str = "GP-REP-01") -> tuple[LedgerLine, ...]:
        """Their ledger of Reputation with a line more, if any points come (GP-REP-01)."""
        return (*self.fame, LedgerLine(points, what, rule)) if points else self.fame

    def fact(self, kind: FactKind, text: str, note: str = "", *changes: Change) -> Fact:
        """Something that changed for them, as a card shows it."""
        return Fact(kind=kind, text=text, who=self.name, seat=self.player, note=note, changes=changes)

    def face(self, says: str = "", *, up: bool = True) -> Face:
        """They as one of those in a frame."""
        return Face(id=self.id, name=self.name, seat=self.player, says=says, up=up)

    def bonus(self, attribute: Attribute) -> int:
        """The tens digit of an attribute, with what advances and ancestry add (GP-CORE-07)."""
        return self.attributes.get(attribute, 0) // figures.DERIVED.per_bonus + self.shifts.get(attribute, 0)

    @property
    def gifts(self) -> tuple[Gift, ...]:
        """The gifts of Disorders that hold now (GP-DIS-02)."""
        return tuple(gift for one in self.disorders if one.using and (gift := figures.DISORDERS[one.row].grants))

    @property
    def burdens(self) -> tuple[Burden, ...]:
        """The burdens of Disorders that weigh on them now (GP-DIS-02)."""
        return tuple(burden for one in self.disorders if (burden := self.weighing(one)))

    def weighing(self, one: HeldDisorder) -> Burden | None:
        """The burden of a Disorder, if it weighs on them now."""
        if one.host and one.woken:
            return figures.HOSTS[one.host].weighs
        burden = figures.DISORDERS[one.row].weighs
        if burden is None or self.ignored < burden.ignored or (burden.woken and not one.woken):
            return None
        hurt = burden.damage is None or self.damage >= [*figures.DAMAGE].index(burden.damage)
        return burden if hurt and (self.injuries or not burden.injured) else None

    @property
    def rests(self) -> bool:
        """Whether sleep mends their Peril: nothing awake in them nor an Injury keeps it (GP-DIS-02, GP-CORE-16)."""
        restless = any(one.woken and figures.DISORDERS[one.row].hourly == "peril" for one in self.disorders)
        return not restless and not any(row.incapacitated for row in self.hurts)

    @property
    def unhealing(self) -> bool:
        """Whether a Disorder lets none of their wounds heal (GP-DIS-02)."""
        return any(one.no_healing for one in self.burdens)

    @property
    def blow(self) -> int:
        """What Disorders take off all damage that they do (GP-DIS-02)."""
        return sum(self.bonus(one.blow_without) for one in self.burdens if one.blow_without)

    def strike(self, *, pummeling: bool = False) -> int:
        """What their weapons do before Fury Dice, which may be less than nothing (GP-CORE-15, GP-DIS-02)."""
        return self.bonus("brawn" if pummeling else "combat") - self.blow

    @property
    def fury_dice(self) -> int:
        """The Fury Dice of their weapons; none in Shell Shock (GP-CORE-15, GP-CORE-16, GP-DIS-02)."""
        if any(row.no_fury for row in self.hurts):
            return 0
        return figures.DICE.weapon_fury + sum(gift.fury for gift in self.gifts)

    @property
    def hurts(self) -> tuple[Injury, ...]:
        """The rows of their Injuries, as far as they feel them (GP-CORE-16)."""
        if any(gift.no_injuries for gift in self.gifts):
            return ()
        return tuple(INJURY_ROWS[one.injury] for one in self.injuries)

    @property
    def ignored(self) -> int:
        """How many skill ranks Peril takes away (GP-CORE-12)."""
        return PERIL_STATES[self.peril].ignored

    def usable(self, skill: str, *, focused: bool = False) -> int:
        """The ranks that count in a test of `skill`; a fitting focus sets Peril aside (GP-CORE-12, GP-WILD-05)."""
        if any(figures.SKILLS[skill].attribute in row.no_ranks for row in self.hurts):
            return 0
        if any(one.no_ranks for one in self.burdens):
            return 0
        return max(0, self.ranks.get(skill, 0) - (0 if focused else self.ignored))

    def flips_to_fail(self, skill: str) -> bool:
        """Whether an Injury or a Disorder flips tests of `skill` to fail (GP-CORE-16, GP-DIS-02)."""
        found: tuple[Injury | Burden, ...] = (*self.hurts, *self.burdens)
        return any({"all", figures.SKILLS[skill].attribute} & {*row.flip_to_fail} for row in found)

    def fails(self, skill: str) -> bool:
        """Whether a test of `skill` fails without dice (GP-CORE-13, GP-DIS-02)."""
        return self.incapacitated or any(skill in one.fails for one in self.burdens)

    def aches(self, skill: str) -> tuple[FailurePeril, ...]:
        """The Peril that their Injuries bring with each failed test of `skill` (GP-CORE-16)."""
        pains = (row.failure_peril for row in self.hurts)
        return tuple(one for one in pains if one and figures.SKILLS[skill].attribute in one.attributes)

    @property
    def damage_threshold(self) -> tuple[Addend, ...]:
        """What the Damage Threshold is made of (GP-CORE-08, GP-CORE-20)."""
        armor = figures.ARMOR[self.armor]
        brawn = Addend(self.id, "brawn", "Brawn", self.bonus("brawn"))
        without = self._without(one.damage_without for one in self.burdens)
        gift = sum(one.damage_threshold for one in self.gifts)
        more = (Addend(self.id, "gift", "a gift", gift),) if gift else ()
        worn = Addend(self.id, "armor", armor.title, armor.bonus)
        return (brawn, worn, *without, *more, *self._inspired(figures.INSPIRED.damage_threshold))

    @property
    def peril_threshold(self) -> tuple[Addend, ...]:
        """What the Peril Threshold is made of (GP-CORE-08, GP-CORE-20)."""
        will = Addend(self.id, "willpower", "Willpower", self.bonus("willpower"))
        plain = Addend(self.id, "plain", "everybody", figures.DERIVED.peril_threshold)
        without = self._without(one.peril_without for one in self.burdens)
        return (will, plain, *without, *self._inspired(figures.INSPIRED.peril_threshold))

    def _without(self, bonuses: Iterable[Attribute | None]) -> tuple[Addend, ...]:
        left_out = dict.fromkeys(one for one in bonuses if one)
        return tuple(Addend(self.id, "disorder", "a Disorder", -self.bonus(one)) for one in left_out)

    def _inspired(self, plus: int) -> tuple[Addend, ...]:
        return (Addend(self.id, "inspired", "inspired", plus),) if self.inspired else ()

    @property
    def limit(self) -> int:
        """How much can be carried without overage (GP-CORE-08)."""
        return self.bonus("brawn") + figures.DERIVED.encumbrance + sum(row.encumbrance for row in self.hurts)

    @property
    def overage(self) -> int:
        """Points carried above the limit (GP-CORE-09)."""
        return max(0, self.load - self.limit)

    @property
    def initiative(self) -> int:
        """Initiative, not below 0 (GP-CORE-08, GP-CORE-09)."""
        plain = self.bonus("perception") + figures.DERIVED.initiative
        less = self.overage * figures.DERIVED.per_overage - sum(row.initiative for row in self.hurts)
        return max(figures.DERIVED.least, plain - less)

    @remembered(2048)
    def movement(self, mode: str) -> int:
        """Movement by a mode: the bonus of its row, less overage and Injuries, at least the row's minimum
        (GP-CHASE-03)."""
        row = figures.MODES[mode]
        if any(hurt.no_movement for hurt in self.hurts):
            return row.minimum
        less = self.overage * figures.DERIVED.per_overage - sum(hurt.movement for hurt in self.hurts)
        times = max((gift.movement for gift in self.gifts), default=1)
        return times * max(row.minimum, self.bonus(BY_LETTER[row.bonus]) + row.plus - less)

    def peril_told(self, *, guide: bool) -> int:
        """Their place on the Peril track as others may see it: of the guide's people only the last."""
        return self.peril if guide or not self.npc or self.peril == LAST else 0

    @property
    def incapacitated(self) -> bool:
        """Whether they can neither test nor act (GP-CORE-13, GP-CORE-16)."""
        return self.peril == LAST or any(row.incapacitated or row.unconscious for row in self.hurts)

    @property
    def leaning(self) -> Leaning:
        """The higher count of ranks; for the guide's people, what the guide marked (GP-CORE-21)."""
        if self.leans:
            return self.leans
        return "order" if self.order > self.chaos else "chaos" if self.chaos > self.order else "equal"
