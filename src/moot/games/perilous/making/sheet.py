"""Setting sheets right: a player's own between sessions, anybody's by the guide at any time (GP-RD-17)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Final, Literal

from moot.core import Choice, Choose, Count, Event, Field, Line, Offers, Part, Play, Refused, Seat, Write
from moot.games.perilous.figures import ARMOR, ATTRIBUTES, BEGIN, CORRUPTION, REPUTATION, SKILLS, TEST
from moot.games.perilous.flow import SKILL_CHOICES, FlowCommand, only_guide
from moot.games.perilous.making.beginning import ARMOR_CHOICES, ATTRIBUTE_CHOICES, CLASS_CHOICES
from moot.games.perilous.person import SEVEN, Person
from moot.games.perilous.state import BETWEEN, SESSION, State
from moot.games.perilous.terms import Attribute, amid
from moot.kit.totals import signed

LONGEST_FOCUSES: Final = 200


class SheetSet(Event[State], tag="sheet-set"):
    """Something on a sheet is set: only what is named here changes. Of the guide's people others are told a new name
    or class alone."""

    who: str
    name: str | None = None
    social_class: str | None = None
    attributes: dict[Attribute, int] | None = None
    shifts: dict[Attribute, int] | None = None
    ranks: dict[str, int] | None = None
    focuses: tuple[str, ...] | None = None
    armor: str | None = None
    load: int | None = None
    leans: Literal["order", "chaos"] | None = None
    order: int | None = None
    chaos: int | None = None
    permanent_order: int | None = None
    permanent_chaos: int | None = None
    fate: int | None = None
    rewards: int | None = None
    was: str = ""

    @property
    def changes(self) -> dict[str, Any]:
        """What changes, by the name of its field."""
        fields = (name for name in self.__struct_fields__ if name not in ("rules", "v", "who", "was"))
        return {name: value for name in fields if (value := getattr(self, name)) is not None}

    def evolve(self, state: State) -> State:
        person, changes = state.people[self.who], self.changes
        for name in ("attributes", "shifts", "ranks"):
            if name in changes:
                changes[name] = {**getattr(person, name), **changes[name]}
        more = changes.get("fate", person.fate) - person.fate
        if more > 0 or not state.session:
            changes["fame"] = person.famed(REPUTATION.per_fate * more, "Fate Points")
        return state.with_person(self.who, **changes)

    def line(self, state: State) -> Line:
        if self.name is not None and self.was != self.name:
            return Line("sheet", f"is called {amid(self.name)} now.", self.was)
        said = ", ".join(_said(name, value) for name, value in self.changes.items() if name != "name")
        return Line("sheet", f"has on the sheet now: {said}.", state.named(self.who))

    def told(self, state: State, seat: Seat) -> SheetSet | None:
        person = state.people[self.who]
        if seat.guides or not person.npc:
            return self
        seen = SheetSet(who=self.who, name=self.name, social_class=self.social_class, was=self.was, rules=self.rules)
        return seen if person.known and seen.changes else None


_PLAIN: Final = {
    "social_class": "born", "order": "Order", "chaos": "Chaos", "permanent_order": "permanent Order",
    "permanent_chaos": "permanent Chaos", "rewards": "Reward Points", "fate": "Fate Points", "leans": "leaning to",
}


def _said(name: str, value: Any) -> str:
    match name:
        case "attributes":
            return ", ".join(f"{row.title} {value[id_]}" for id_, row in ATTRIBUTES.items() if id_ in value)
        case "shifts":
            bonuses = ((row.title, value[id_]) for id_, row in ATTRIBUTES.items() if id_ in value)
            return ", ".join(f"{title} bonus {signed(points)}" for title, points in bonuses)
        case "ranks":
            return ", ".join(f"{SKILLS[one].title} {points}" for one, points in value.items())
        case "focuses":
            return f"focuses {', '.join(value) or 'none'}"
        case "armor":
            return ARMOR[value].title
        case _:
            return f"{_PLAIN.get(name, name)} {value}"


class _OnSheet(FlowCommand):
    """A command that sets something on a sheet: the guide any, players their own as long as `ours` allows. `what` and
    `why` are the words of its offers; `npcs`: it is for the guide's people alone, or for none of them."""

    when, urgency, aims_any = BETWEEN | SESSION, "tool", None
    rules: ClassVar[tuple[str, ...]] = ("GP-RD-17", "GP-CORE-07")
    what: ClassVar[str]
    why: ClassVar[str] = ""
    npcs: ClassVar[bool | None] = None
    ours: ClassVar[Callable[..., bool]] = staticmethod(lambda state: state.phase == "between")
    who: str

    @classmethod
    def sheets(cls, state: State, seat: Seat) -> list[Person]:
        """The sheets that a seat may set. Raises Refused, with the reason, if there are none."""
        mine = seat.plays and cls.ours(state)
        found = [
            who for who in state.people.values()
            if (seat.guides or (mine and who.player == seat.id)) and not who.retired
        ]
        if not found:
            raise Refused("not-now", "Players set their own sheets right between sessions; later the GM does.")
        return found

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        sheets = cls.sheets(state, seat)
        for who in sheets:
            if cls.npcs in (None, who.npc):
                plain = not seat.guides and len(sheets) == 1
                label = cls.what[:1].upper() + cls.what[1:] if plain else f"{who.name}: {cls.what}"
                yield cls.offer(who, label, cls.why, *cls.blanks(state, who), about=who.id, who=who.id)
        yield Refused("nobody-there", "There is no sheet on which that could be set.")

    @classmethod
    @abstractmethod
    def blanks(cls, state: State, who: Person) -> Iterable[Field]:
        """What there is to fill in, as it stands on the sheet."""

    def changes(self, who: Person) -> dict[str, Any]:
        """What it sets: by itself, each of its own fields."""
        return {name: getattr(self, name) for name in self.__struct_fields__ if name != "who"}

    def act(self, play: Play[State], of: Person) -> None:
        changed = {name: value for name, value in self.changes(of).items() if value != getattr(of, name)}
        if changed:
            play.record(SheetSet(who=of.id, was=of.name, **changed, rules=self.rules[:1]))


class SetAttributes(_OnSheet, tag="set-attributes"):
    """Set the seven attributes."""

    what = "attributes"
    combat: int
    brawn: int
    agility: int
    perception: int
    intelligence: int
    willpower: int
    fellowship: int

    @classmethod
    def blanks(cls, state: State, who: Person) -> Iterable[Field]:
        for one in SEVEN:
            now = who.attributes.get(one, 0)
            yield Count(name=one, label=ATTRIBUTES[one].title, least=BEGIN.least, most=BEGIN.most, default=now)

    def changes(self, who: Person) -> dict[str, Any]:
        return {"attributes": {one: getattr(self, one) for one in SEVEN}}


class SetBonus(_OnSheet, tag="set-bonus"):
    """Set what advances and ancestry add to a bonus."""

    what, why = "advances to a bonus", "On top of the tens digit."
    attribute: Attribute
    shift: int = 0

    @classmethod
    def blanks(cls, state: State, who: Person) -> Iterable[Field]:
        yield Choose(name="attribute", label="Which bonus?", choices=ATTRIBUTE_CHOICES)
        yield Count(name="shift", label="Adds", least=BEGIN.shift_least, most=BEGIN.shift_most, default=1)

    def changes(self, who: Person) -> dict[str, Any]:
        return {"shifts": {self.attribute: self.shift}}


class SetRanks(_OnSheet, tag="set-ranks"):
    """Set the ranks in some skills."""

    rules, what = ("GP-RD-17", "GP-CORE-01", "GP-CORE-05"), "skill ranks"
    skills: tuple[str, ...]
    ranks: int = 0

    @classmethod
    def blanks(cls, state: State, who: Person) -> Iterable[Field]:
        yield Choose(name="skills", label="Which skills?", choices=SKILL_CHOICES, many=True)
        yield Count(name="ranks", label="Ranks", most=TEST.ranks_most, default=1)

    def changes(self, who: Person) -> dict[str, Any]:
        return {"ranks": dict.fromkeys(self.skills, self.ranks)}


class Outfit(_OnSheet, tag="outfit"):
    """Put on armor, and say how much is carried."""

    rules, what = ("GP-CORE-08", "GP-CORE-09", "GP-COMB-02"), "armor and load"
    ours = staticmethod(lambda state: True)
    armor: str
    load: int = 0

    @classmethod
    def blanks(cls, state: State, who: Person) -> Iterable[Field]:
        hint = "The best single piece; a mixed suit weighs as the full suit of its heaviest piece."
        yield Choose(name="armor", label="Wears", hint=hint, choices=ARMOR_CHOICES, default=(who.armor,))
        hint = f"Up to {who.limit} without overage."
        yield Count(name="load", label="Carries", hint=hint, most=BEGIN.load_most, default=who.load)


class SetDetails(_OnSheet, tag="set-details"):
    """Set a name, a social class, focuses."""

    rules, what = ("GP-RD-17", "GP-CORE-21"), "name, birth and focuses"
    name: str
    social_class: str
    focuses: str = ""

    @classmethod
    def blanks(cls, state: State, who: Person) -> Iterable[Field]:
        born = (who.social_class or "lowborn",)
        yield Write(name="name", label="Name", default=who.name)
        yield Choose(name="social_class", label="Born", choices=CLASS_CHOICES, default=born)
        yield Write(
            name="focuses", label="Focuses", hint="With commas between.", least=0, most=LONGEST_FOCUSES,
            default=", ".join(who.focuses),
        )

    def changes(self, who: Person) -> dict[str, Any]:
        focuses = tuple(filter(None, (one.strip() for one in self.focuses.split(","))))
        return {"name": self.name.strip(), "social_class": self.social_class, "focuses": focuses}


class SetStanding(_OnSheet, tag="set-standing"):
    """Set the ranks of Order and Chaos, Fate Points and Reward Points of a character: a rite, a disease, an advance.
    Ten ranks are erased as a session ends, and stand on no sheet between sessions."""

    rules = ("GP-CORR-07", "GP-CORR-06", "GP-CORE-21", "GP-CORE-17", "GP-RD-17")
    what, npcs = "Order, Chaos, Fate and Reward Points", False
    ours = staticmethod(lambda state: not state.session)
    order: int = 0
    chaos: int = 0
    permanent_order: int = 0
    permanent_chaos: int = 0
    fate: int = 0
    rewards: int = 0

    @classmethod
    def blanks(cls, state: State, who: Person) -> Iterable[Field]:
        labels = {
            "order": "Order ranks", "chaos": "Chaos ranks", "permanent_order": "Permanent in Order",
            "permanent_chaos": "Permanent in Chaos", "fate": "Fate Points", "rewards": "Reward Points",
        }
        ranks = BEGIN.count_most if state.phase == "session" else CORRUPTION.ten - 1
        most = {"fate": BEGIN.count_most, "rewards": BEGIN.points_most}
        for name, label in labels.items():
            now = getattr(who, name)
            yield Count(
                name=name, label=label, default=now, most=max(now, most.get(name, ranks)),
                not_above=name.removeprefix("permanent_") if name.startswith("permanent") else "",
            )


class MarkLeaning(_OnSheet, tag="mark-leaning"):
    """Mark which side somebody of the guide's is on."""

    giver = only_guide("marks the sides of other people")
    rules, what, npcs = ("GP-CORE-21", "GP-SOC-02"), "side", True
    leans: Literal["order", "chaos"]

    @classmethod
    def blanks(cls, state: State, who: Person) -> Iterable[Field]:
        sides = tuple(Choice(side, side.title()) for side in ("order", "chaos"))
        yield Choose(name="leans", label="On the side of", choices=sides, default=(who.leans or "order",))


SHEET: Final = Part(SetAttributes, SetBonus, SetRanks, Outfit, SetDetails, SetStanding, MarkLeaning, SheetSet)
