"""What people own: taken from the lists, described, taken up and put away, given on (MO-X111 to MO-X113)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Final, Literal

from msgspec.structs import replace

from moot.core import Choice, Choose, Confirm, Count, Field, Line, Part, Play, Purse, Refused, Seat, Write
from moot.core.commands import urgencies
from moot.core.offers import Urgency
from moot.core.words import listed
from moot.games.modos.arms import HANDS, armor_for, gear_row, natural
from moot.games.modos.catalog import Catalog
from moot.games.modos.combat.means import hands_for
from moot.games.modos.figures import LIMITS, UNKNOWN_DIE
from moot.games.modos.flow import OnSheet, only_guide
from moot.games.modos.isolation.terms import game_aboard
from moot.games.modos.ladder import DICE, Die
from moot.games.modos.live import catalog_of
from moot.games.modos.making.choices import (
    LOST,
    POOL_CHOICES,
    free_ids,
    listed_gear,
    picked,
    place_of,
    thing_of,
    wears,
)
from moot.games.modos.making.draft import SheetCommand, in_the_making, sheets
from moot.games.modos.making.growing import perk_blanks
from moot.games.modos.npcs.sheets import alike
from moot.games.modos.person import Gear, OwnItem, Person, Taken
from moot.games.modos.reading import SIZES
from moot.games.modos.rows import Shield
from moot.games.modos.state import State
from moot.games.modos.terms import BANDS, POOL_WORDS, Band, Pool, Where
from moot.games.modos.vocabulary import Size
from moot.kit.totals import plain


def with_gear(state: State, id_: str, gear: tuple[Gear, ...]) -> State:
    """The state in which somebody has these things. A perk for a thing that goes keeps its name, and is for one of
    their own that is called the same, once they have it (MO-112)."""
    who = state.people[id_]
    gone = {thing.id: f"{LOST}{thing.name}" for thing in who.gear}
    there = {f"{LOST}{thing.name}": thing.id for thing in gear if thing.own} | {thing.id: thing.id for thing in gear}
    perks = (replace(one, choice=there.get(one.choice, gone.get(one.choice, one.choice))) for one in who.perks)
    return state.with_person(id_, gear=gear, perks=tuple(perks))


class GearGained(OnSheet, tag="gear-gained"):
    """Somebody has more things."""

    things: tuple[Gear, ...]

    def evolve(self, state: State) -> State:
        return with_gear(state, self.who, (*state.people[self.who].gear, *self.things))

    def line(self, state: State) -> Line:
        return Line("sheet", f"now has: {'; '.join(thing.name for thing in self.things)}.", state.name(self.who))


class _WithGear(SheetCommand):
    """A command about somebody's gear: their own or the guide's to give. In a conflict it takes deeds, but for the
    guide's word: a sword is tossed over, the axe of the fallen is taken up (MO-000). `handed`: that can be so."""

    urgency = ("may", "tool")
    handed: ClassVar[bool] = True
    nobody = ("nothing-owned", "There is nothing with which that could be done.")

    @classmethod
    def urgent(cls, state: State) -> tuple[Urgency, ...]:
        return urgencies(cls) if in_the_making(state) else ("tool",)

    @classmethod
    def owners(cls, state: State, seat: Seat) -> tuple[Person, ...]:
        """Those whose gear a seat may change now. Raises Refused if there are none."""
        mine = sheets(state, seat)
        at_will = state.phase == "free" or (seat.guides and cls.handed)
        free = tuple(who for who in mine if who.draft is not None or at_will)
        if mine and not free:
            raise Refused("in-conflict", "In a conflict, to take up or put away a thing is a deed.", "MO-X120")
        if not mine:
            raise Refused("nobody-there", "You have nobody who could own anything.", "MO-X111")
        return free


class TakeGear(_WithGear, tag="take-gear"):
    """Have things of the lists, as the concept would own them; aboard a ship, what lies in its rooms is all."""

    rules, topic = ("MO-X111", "MO-IS03"), "take gear from the lists"
    why = "Whatever the concept would own; prices are not counted."
    items: tuple[str, ...]

    @classmethod
    def owners(cls, state: State, seat: Seat) -> tuple[Person, ...]:
        if game_aboard(state) and not seat.guides:
            raise Refused("nothing-aboard", "Aboard there is no more than what lies in the rooms.", "MO-IS03")
        return super().owners(state, seat)

    @classmethod
    def fills(cls, state: State, who: Person) -> bool:
        return bool(listed_gear(catalog_of(state)))

    @classmethod
    def blanks(cls, state: State, seat: Seat, who: Person) -> Iterator[Field]:
        yield Choose(name="items", label="What?", choices=listed_gear(catalog_of(state)), many=True)

    def act(self, play: Play[State], of: Person) -> None:
        catalog = catalog_of(play.state)
        for row, id_ in zip(self.items, free_ids(of, len(self.items)), strict=True):
            thing = thing_of(catalog, play.state.people[of.id], id_, row)
            play.record(GearGained(who=of.id, things=(thing,), rules=self.rules[:1]))


KINDS: Final = {"item": "Something without figures", "weapon": "A weapon", "armor": "Armor", "shield": "A shield"}
USUAL: Final = "usual"
"""The penalty that new armor has by its die (MO-X124)."""


class OwnGear(_WithGear, tag="own-gear"):
    """Have a thing that is in no list: a name alone, or with figures; d8 where nobody knows them."""

    rules, topic = ("MO-X111", "MO-X113", "MO-X123", "MO-X124", "MO-X125"), "take gear that is in no list"
    name: str
    kind: Literal["item", "weapon", "armor", "shield"]
    die: str = UNKNOWN_DIE
    size: Size = "standard"
    range: Band = "close"
    reload: int = 0
    pool: Pool = "P"
    penalty: str = USUAL
    parry: int = 0
    natural: bool = False
    powers: tuple[str, ...] = ()

    @classmethod
    def blanks(cls, state: State, seat: Seat, who: Person) -> Iterator[Field]:
        yield Write(name="name", label="What is it?", most=LIMITS.label)
        arms = "combat" in state.modules and (seat.guides or not game_aboard(state))  # (MO-IS03)
        kinds = tuple(Choice(*kind) for kind in KINDS.items())[: None if arms else 1]
        yield Choose(name="kind", label="It is", choices=kinds)
        yield from _figures() if len(kinds) > 1 else ()
        yield from _powers(catalog_of(state), who)

    def act(self, play: Play[State], of: Person) -> None:
        thing = Gear(id=free_ids(of, 1)[0], name=self.name.strip(), powers=self.powers)
        if self.kind != "item":
            own = self.figures()
            thing = replace(thing, own=own)
            held = (thing, *(each for each in of.gear if each.at == "held"))
            taken = own.kind == "weapon" and sum(hands_for(play.state, of.id, each) for each in held) > HANDS
            if own.kind == "armor" and not own.natural:
                taken = wears(catalog_of(play.state), of, own.pool)
            thing = replace(thing, at="stowed" if taken else place_of(own))
        play.record(GearGained(who=of.id, things=(thing,), rules=self.rules[:2]))

    def figures(self) -> OwnItem:
        """The figures that it has; by itself, armor takes a point from a score for each step of its die (MO-X124)."""
        usual = -Die.read(self.die).place if self.kind == "armor" else 0
        penalty = usual if self.penalty == USUAL else int(self.penalty)
        return OwnItem(**alike(self, OwnItem) | {"die": "" if self.kind == "shield" else self.die, "penalty": penalty})


def _figures() -> tuple[Field, ...]:
    """The blanks of figures, each for the kinds of things that have it."""
    weapon, armor, shield = ("kind:weapon",), ("kind:armor",), ("kind:shield",)
    penalties = (Choice(USUAL, "As is usual for its die"),
                 *(Choice(str(less), plain(less)) for less in range(0, LIMITS.penalty - 1, -1)))
    return (
        Choose(name="die", label="Die", choices=tuple(Choice(str(die), str(die)) for die in DICE),
               default=(UNKNOWN_DIE,), hint="d8 while nobody knows.", needs=(*weapon, *armor), rule="MO-X111"),
        Choose(name="size", label="Size", choices=tuple(Choice(row.id, row.title) for row in SIZES.values()),
               default=("standard",), needs=weapon),
        Choose(name="range", label="Reaches", choices=tuple(Choice(band, band) for band in BANDS), needs=weapon),
        Count(name="reload", label="Actions to reload", most=LIMITS.reload, needs=weapon),
        Choose(name="pool", label="Hurts or guards", needs=(*weapon, *armor), rule="MO-X125", choices=POOL_CHOICES),
        Choose(name="penalty", label="Takes from the score", choices=penalties, needs=(*armor, *shield),
               rule="MO-X124"),
        Count(name="parry", label="Adds to parry", most=LIMITS.parry, needs=shield),
        Confirm(name="natural", label="It is part of the body", needs=(*weapon, *armor), rule="MO-X123"),
    )


def _powers(catalog: Catalog, who: Person) -> Iterator[Field]:
    """The powers in a thing, for those who can use one as an implement (MO-X411)."""
    implements = [taken for taken in who.perks if (row := catalog.perks.get(taken.row)) and row.takes == "object"]
    powers = tuple(Choice(row.id, row.title, group=f"Level {row.level}") for row in catalog.powers.values())
    if implements and powers:
        hint = f"Named like the implement: {listed(taken.choice for taken in implements)}."
        yield Choose(name="powers", label="Powers in it", choices=powers, many=True, least=0, hint=hint)


class SpecialGear(_WithGear, tag="special-gear"):
    """Give somebody a special thing: it lends a perk to the one who uses it, a point of a skill or an attribute too."""

    rules, topic, giver = ("MO-X112", "MO-X108"), "a special thing", only_guide("gives special things")
    why = "It counts as a level on loan: what it lends goes when it goes."
    handed = False
    name: str
    like: str = ""
    perk: str
    choice: str = ""
    source: str = ""
    words: str = ""
    times: int = 1

    @classmethod
    def blanks(cls, state: State, seat: Seat, who: Person) -> Iterator[Field]:
        yield Write(name="name", label="What is it?", most=LIMITS.label, suggestions=("Singing blade", "Exo-suit"))
        catalog = catalog_of(state)
        perks = [row for row in catalog.perks.values() if row.takes not in ("object", "power")]
        yield Choose(name="like", label="Otherwise it is", choices=listed_gear(catalog), least=0)
        anybody = replace(who, perks=(), points=dict.fromkeys(who.points, 0))  # it lends to whoever has it
        yield from perk_blanks(state, anybody, perks, False, True)
        if sums := tuple(f"perk:{row.id}" for row in perks if row.again in ("sum", "points")):
            yield Count(name="times", label="How many times over?", least=1, most=LIMITS.uses, default=1, needs=sums,
                        hint="A boomerang that is 8 better at climbing: 8 skill points.", rule="MO-X112")

    def act(self, play: Play[State], of: Person) -> None:
        [id_] = free_ids(of, 1)
        plain = thing_of(catalog_of(play.state), of, id_, self.like) if self.like else Gear(id=id_, name="")
        lends = (Taken(self.perk, picked(self.choice, self.words)),) * self.times
        thing = replace(plain, name=self.name.strip(), lends=lends)
        play.record(GearGained(who=of.id, things=(thing,), rules=self.rules))


# ---------------------------------------------------------------- in hand, put away, given on


class GearUsed(OnSheet, tag="gear-used"):
    """Things are in hand, on the body, or put away."""

    at: dict[str, Where]

    def evolve(self, state: State) -> State:
        things = (replace(thing, at=self.at.get(thing.id, thing.at)) for thing in state.people[self.who].gear)
        return state.with_person(self.who, gear=tuple(things))

    def line(self, state: State) -> Line:
        used = [thing.name for thing in state.people[self.who].gear if thing.used]
        return Line("sheet", f"now uses: {'; '.join(used)}." if used else "has nothing in use.", state.name(self.who))


WORN: Final[dict[str, Pool]] = {"worn": "P", "mind": "M", "spirit": "MP"}
"""The pools that armor guards, as the fields of a command: one is worn for each (MO-X125)."""


class UseGear(_WithGear, tag="use-gear"):
    """Say what somebody has in hand and wears, while there is time for it (MO-E86)."""

    rules, topic, purse = ("MO-X111", "MO-X120", "MO-317"), "in hand and worn", Purse(HANDS, "hands")
    handed = False
    held: tuple[str, ...] = ()
    worn: str = ""
    mind: str = ""
    spirit: str = ""

    @classmethod
    def fills(cls, state: State, who: Person) -> bool:
        return any(not (natural(thing) and armor_for(catalog_of(state), thing)) for thing in who.gear)

    @classmethod
    def blanks(cls, state: State, seat: Seat, who: Person) -> Iterator[Field]:
        catalog = catalog_of(state)
        held = [thing for thing in who.gear if not armor_for(catalog, thing)]
        if held:
            choices = tuple(Choice(one.id, one.name, costs=hands_for(state, who.id, one)) for one in held)
            now = tuple(thing.id for thing in held if thing.used)
            both = state.options.buckler_heavy == "no" and any(choice.costs == HANDS for choice in choices)
            hint = "With a weapon for both hands a buckler stays away." if both else ""
            yield Choose(name="held", label="In hand", choices=choices, many=True, least=0, default=now, hint=hint,
                         rule="MO-X120")
        for name, pool in WORN.items():
            armor = [thing for thing in who.gear if armor_for(catalog, thing) == pool and not natural(thing)]
            if armor:
                choices = tuple(Choice(thing.id, thing.name) for thing in armor)
                now = tuple(thing.id for thing in armor if thing.used)[:1]
                of = f" ({POOL_WORDS[pool]})" if "character" in state.modules else " as well"
                label = "Worn" if pool == "P" else f"Worn{of}"
                yield Choose(name=name, label=label, choices=choices, least=0, default=now, rule="MO-X125")

    def act(self, play: Play[State], of: Person) -> None:
        catalog = catalog_of(play.state)
        at: dict[str, Where] = {thing.id: "stowed" for thing in of.gear if thing.used}
        at |= {thing.id: "worn" for thing in of.gear if armor_for(catalog, thing) and natural(thing)}
        held = [thing for thing in of.gear if thing.id in self.held]
        if play.state.options.buckler_heavy == "no" and HANDS in [hands_for(play.state, of.id, one) for one in held]:
            held = [thing for thing in held if not isinstance(gear_row(catalog, thing), Shield)]
        at.update((thing.id, "held") for thing in held)
        at.update((thing.id, "worn") for thing in of.gear if thing.id in (self.worn, self.mind, self.spirit))
        play.record(GearUsed(who=of.id, at=at, rules=self.rules))


class GearLost(OnSheet, tag="gear-lost"):
    """Things are gone, or somebody else's from now on."""

    items: tuple[str, ...]
    names: tuple[str, ...]
    to: str = ""

    def evolve(self, state: State) -> State:
        mine = state.people[self.who].gear
        going = tuple(replace(thing, at="stowed") for thing in mine if thing.id in self.items)
        state = with_gear(state, self.who, tuple(thing for thing in mine if thing.id not in self.items))
        if not self.to:
            return state
        other = state.people[self.to]
        things = (replace(one, id=id_) for one, id_ in zip(going, free_ids(other, len(going)), strict=True))
        return with_gear(state, self.to, (*other.gear, *things))

    def line(self, state: State) -> Line:
        to = f"gives {state.name(self.to)}" if self.to else "no longer has"
        return Line("sheet", f"{to} {listed(self.names)}.", state.name(self.who))

    def told(self, state: State, seat: Seat) -> Any:
        """What is given to a player's character, everybody hears of, and in a conflict what somebody known gives up."""
        to = state.people.get(self.to)
        seen = (to is not None and not to.npc) or (state.conflict is not None and state.knows(self.who))
        return self if seen else super().told(state, seat)


class LoseGear(_WithGear, tag="lose-gear"):
    """Give things to somebody else, or lose them."""

    rules, topic, aims_any = ("MO-X113",), "give away or lose", "people"
    items: tuple[str, ...]
    to: str = ""

    def touched(self) -> tuple[str, ...]:
        """Whose looks it may change."""
        return (self.who, self.to)

    @classmethod
    def fills(cls, state: State, who: Person) -> bool:
        return bool(who.gear)

    @classmethod
    def blanks(cls, state: State, seat: Seat, who: Person) -> Iterator[Field]:
        people = (one for one in state.people.values() if one is not who and one.known == who.known)
        things = tuple(Choice(one.id, one.name) for one in who.gear)
        yield Choose(name="items", label="What?", choices=things, many=True)
        if others := tuple(Choice(one.id, one.name) for one in people):
            yield Choose(name="to", label="To whom?", choices=others, least=0, hint="Nobody: it is gone.")

    def act(self, play: Play[State], of: Person) -> None:
        names = tuple(thing.name for thing in of.gear if thing.id in self.items)
        play.record(GearLost(who=of.id, items=self.items, names=names, to=self.to, rules=self.rules))


OWNING: Final = Part(
    TakeGear, OwnGear, SpecialGear, UseGear, LoseGear, GearGained, GearUsed, GearLost, module="character"
)
