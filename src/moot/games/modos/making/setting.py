"""Sheets set right: words by the one who plays somebody, every figure by the guide (MO-000, MO-X126)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Final, Literal, get_args

from msgspec.structs import replace

from moot.core import Choice, Choose, Confirm, Count, Event, Line, Part, Play, Seat, Write
from moot.core.blanks import LONGEST_TEXT, Field
from moot.core.words import listed
from moot.games.modos.abilities import stock
from moot.games.modos.catalog import Catalog, played, title_of
from moot.games.modos.figures import LIMITS, TACTICS
from moot.games.modos.flow import OnSheet, only_guide
from moot.games.modos.harm import disable
from moot.games.modos.live import catalog_of
from moot.games.modos.making.choices import POOL_CHOICES, TACTIC_CHOICES, skill_choice, skills_of, to_lose
from moot.games.modos.making.draft import SheetCommand
from moot.games.modos.npcs.people import told_apart
from moot.games.modos.person import Asking, Person, Taken, Unspent
from moot.games.modos.phrases import PHRASES, plural
from moot.games.modos.reckoning import most
from moot.games.modos.state import State
from moot.games.modos.terms import POOL_WORDS, POOLS, Pool
from moot.games.modos.vocabulary import PersonKind
from moot.kit.keyed import without
from moot.kit.remembered import remembered

Bond = Literal["", "pet", "companion"]


class SheetSet(OnSheet, tag="sheet-set"):
    """Something on a sheet is set: only what is named here changes. Of the guide's people others are told the name."""

    name: str | None = None
    concept: str | None = None
    goals: tuple[str, ...] | None = None
    flaws: tuple[str, ...] | None = None
    design: str | None = None
    labels: dict[str, str] | None = None
    asking: Asking | None = None
    half: bool | None = None
    level: int | None = None
    scores: dict[Pool, int] | None = None
    points: dict[str, int] | None = None
    perks: tuple[Taken, ...] | None = None
    heroes: int | None = None
    damage: dict[Pool, int] | None = None
    owed: Unspent | None = None
    kinds: tuple[PersonKind, ...] | None = None
    master: str | None = None
    bond: Bond | None = None
    was: str = ""

    @property
    def changes(self) -> dict[str, Any]:
        """What changes, by the name of its field."""
        fields = (name for name in self.__struct_fields__ if name not in ("rules", "v", "who", "was"))
        return {name: value for name in fields if (value := getattr(self, name)) is not None}

    def evolve(self, state: State) -> State:
        return state.with_person(self.who, **self.changes)

    def line(self, state: State) -> Line:
        renamed = self.name is not None and self.name != self.was
        said = [_SAID[name](state, value) for name, value in self.changes.items() if name != "name"]
        has = [words for words in said if not words.startswith(VERBS)]
        does = [f"is called {self.name}"] * renamed + [f"has {listed(has)}"] * bool(has)
        does += [words for words in said if words not in has]
        return Line("sheet", f"now {'; '.join(does)}.", self.was if renamed else state.name(self.who))

    def told(self, state: State, seat: Seat) -> Any:
        """All of it, or the name alone."""
        person = state.people[self.who]
        if seat.guides or not person.npc:
            return self
        name = self.name if person.known else None
        return SheetSet(who=self.who, name=name, was=self.was, rules=self.rules) if name else None


VERBS: Final = ("is ", "takes ", "rolls ", "belongs ")
"""What words begin with that say more than what somebody has."""
BROUGHT: Final = ("attribute point", "skill point", "perk")
_SAID: Final[dict[str, Callable[[State, Any], str]]] = {
    "concept": lambda state, words: f"the concept “{words.removesuffix('.')}”" if words else "no concept",
    "goals": lambda state, lines: _drives("goal", lines),
    "flaws": lambda state, lines: _drives("flaw", lines),
    "design": lambda state, words: f"hero points for “{words.removesuffix('.')}”" if words else "free hero points",
    "labels": lambda state, labels: f"names of its own: {listed(labels.values())}" if labels else "no names of its own",
    "asking": lambda state, asking: f"is {ASKED[asking][:1].lower()}{ASKED[asking][1:]}",
    "half": lambda state, half: "takes protection by half" if half else "rolls for protection",
    "level": lambda state, level: f"level {level}",
    "scores": lambda state, scores: ", ".join(f"{POOL_WORDS[pool]} {scores[pool]}" for pool in POOLS if pool in scores),
    "points": lambda state, skills: ", ".join(
        f"{points} in {title_of(catalog_of(state), skill)}" for skill, points in skills.items()
        if played(catalog_of(state), skill)
    ) or "no skills",
    "perks": lambda state, perks: _some(len(perks), "perk"),
    "heroes": lambda state, heroes: _some(heroes, "hero point"),
    "damage": lambda state, damage: ", ".join(
        f"{damage[pool]} {POOL_WORDS[pool]} damage" for pool in POOLS if damage.get(pool)
    ) or "no damage",
    "owed": lambda state, owed: ", ".join(
        _some(left, what) for what, left in zip(BROUGHT, (owed.scores, owed.points, owed.perks), strict=True) if left
    ) + " to choose" if owed.any else "nothing to choose",
    "kinds": lambda state, kinds: f"is {listed(PHRASES.person[one] for one in kinds) if kinds else 'a plain person'}",
    "master": lambda state, who: f"belongs to {state.name(who) if who else 'nobody'}",
    "bond": lambda state, bond: f"is {f'a {bond}' if bond else 'no pet or companion'}",
}
"""What the journal says of a field that is set."""


def _some(count: int, what: str) -> str:
    return f"{count or 'no'} {plural(what, count)}"


def _drives(what: str, lines: tuple[str, ...]) -> str:
    said = listed([f"“{one.removesuffix('.')}”" for one in lines])
    return f"the {plural(what, len(lines))} {said}" if lines else f"no {what}s"


class _OnSheet(SheetCommand):
    """A command that sets something on a sheet."""

    rules: ClassVar[tuple[str, ...]] = ("MO-000",)

    def changes(self, state: State, who: Person) -> dict[str, Any]:
        """What it sets."""
        return {name: getattr(self, name) for name in self.__struct_fields__ if name != "who"}

    def act(self, play: Play[State], of: Person) -> None:
        changed = {name: value for name, value in self.changes(play.state, of).items() if value != getattr(of, name)}
        if changed:
            play.record(SheetSet(who=of.id, was=of.name, rules=self.rules, **changed))


# ---------------------------------------------------------------- by the one who plays them


class SetDetails(_OnSheet, tag="set-details"):
    """Set the words of a sheet: name, concept, goals, flaws, what hero points stand for."""

    rules, topic = ("MO-100", "MO-101", "MO-X104"), "name, and words about them"
    name: str
    concept: str
    goals: str = ""
    flaws: str = ""
    design: str = ""

    @classmethod
    def blanks(cls, state: State, seat: Seat, who: Person) -> Iterator[Field]:
        yield Write(name="name", label="Name", default=who.name)
        yield Write(name="concept", label="Who is this?", least=0, default=who.concept)
        drives = (("goals", "Goals", who.goals), ("flaws", "Flaws", who.flaws))
        for name, label, lines in drives if "character" in state.modules else ():
            yield Write(name=name, label=label, hint="One on each line.", lines=3, most=LONGEST_TEXT,
                        default="\n".join(lines), rule="MO-101")
        if "skilled" in state.modules:
            yield Write(name="design", label="What are hero points for?", least=0, default=who.design, rule="MO-X104")

    def changes(self, state: State, who: Person) -> dict[str, Any]:
        name = told_apart(state, who, self.name.strip())
        found: dict[str, Any] = {"name": name, "concept": self.concept.strip()}
        if "character" in state.modules:
            found |= {"goals": _lines(self.goals), "flaws": _lines(self.flaws)}
        return found | ({"design": self.design.strip()} if "skilled" in state.modules else {})


def _lines(text: str) -> tuple[str, ...]:
    return tuple(filter(None, (line.strip() for line in text.splitlines())))


class SetLabel(_OnSheet, tag="set-label"):
    """Give an attribute, a skill or a power a name of somebody's own; no words give it its usual name back."""

    rules, topic, why = ("MO-X126",), "a name of its own for a skill", "The figures stay; the name may cut both ways."
    thing: str
    label: str

    @classmethod
    def blanks(cls, state: State, seat: Seat, who: Person) -> Iterator[Field]:
        yield Choose(name="thing", label="What?", choices=_to_call((catalog_of(state), who.points, who.labels)))
        yield Write(name="label", label="What is it called?", least=0, most=LIMITS.label)

    def changes(self, state: State, who: Person) -> dict[str, Any]:
        labels = without(who.labels, self.thing)
        return {"labels": {**labels, self.thing: self.label.strip()} if self.label.strip() else labels}


@remembered(256, lambda ground: ground)
def _to_call(ground: tuple[Catalog, dict[str, int], dict[str, str]]) -> tuple[Choice, ...]:
    """What somebody with these points can name, and by which of these names they call it."""
    catalog, points, labels = ground
    pools = (replace(choice, group="Attributes") for choice in POOL_CHOICES)
    skills = dict.fromkeys((*points, *(row.id for row in catalog.skills.values() if not row.typed)))
    named = (replace(skill_choice(catalog, skill), hint=labels.get(skill, "")) for skill in skills
             if played(catalog, skill))
    return (*pools, *named)


class SetHabits(_OnSheet, tag="set-habits"):
    """Say when somebody is asked for a reaction, and whether protection is taken by half as a rule."""

    rules, topic, why = ("MO-X206", "MO-012"), "what to be asked", "Fewer questions in a conflict."
    asking: Asking
    half: bool = False

    @classmethod
    def blanks(cls, state: State, seat: Seat, who: Person) -> Iterator[Field]:
        choices = tuple(Choice(*asked) for asked in ASKED.items())
        yield Choose(name="asking", label="When to ask for a reaction?", choices=choices, default=(who.asking,))
        if "combat" in state.modules:
            yield Confirm(name="half", label="Take half on protection", default=who.half, rule="MO-012")

    def changes(self, state: State, who: Person) -> dict[str, Any]:
        return {"asking": self.asking, "half": self.half if "combat" in state.modules else who.half}


ASKED: Final[dict[str, str]] = {
    "always": "Asked at every deed", "foes": "Asked when a foe acts, and at deeds aimed at them",
    "mine": "Asked at deeds against them", "never": "Not asked to react",
}
"""When somebody is asked for a reaction."""


# ---------------------------------------------------------------- by the guide


class SetFigures(_OnSheet, tag="set-figures"):
    """Set level, scores, damage, hero points, and what is left to choose: a level sold, a gift of the story.

    Damage that is more than a pool holds disables (MO-313)."""

    rules, topic, giver = ("MO-000", "MO-X112"), "figures, and what is left to choose", only_guide("sets figures")
    throws = True
    level: int
    body: int
    mind: int
    spirit: int
    body_damage: int = 0
    mind_damage: int = 0
    spirit_damage: int = 0
    heroes: int = 0
    scores: int = 0
    points: int = 0
    perks: int = 0

    @classmethod
    def blanks(cls, state: State, seat: Seat, who: Person) -> Iterator[Field]:
        yield Count(name="level", label="Level", least=1, most=LIMITS.level, default=who.level)
        for name, pool in NAMES.items():
            yield Count(name=name, label=POOL_WORDS[pool].title(), most=LIMITS.score, default=who.scores.get(pool, 0))
        for name, pool in ((name, pool) for name, pool in NAMES.items() if pool in state.pools):
            label = f"{POOL_WORDS[pool].title()} damage"
            yield Count(name=f"{name}_damage", label=label, most=LIMITS.score, default=who.hurt(pool))
        if "skilled" in state.modules:
            hint = "For a main villain alone." if who.npc and not who.villain else "One for each level at most."
            yield Count(name="heroes", label="Hero points", most=LIMITS.level, default=who.heroes, hint=hint,
                        rule="MO-115")
        for name, label in OWED.items():
            yield Count(name=name, label=label, most=LIMITS.level, default=getattr(who.owed, name))

    def changes(self, state: State, who: Person) -> dict[str, Any]:
        damage = {pool: getattr(self, f"{name}_damage") if pool in state.pools else who.hurt(pool)
                  for name, pool in NAMES.items()}
        keeps = max(who.heroes, stock(state, replace(who, level=self.level)))
        return {
            "level": self.level, "heroes": min(self.heroes, keeps) if "skilled" in state.modules else who.heroes,
            "scores": {pool: getattr(self, name) for name, pool in NAMES.items()},
            "damage": {pool: points for pool, points in damage.items() if points or pool in who.damage},
            "owed": Unspent(scores=self.scores, points=self.points, perks=self.perks),
        }

    def act(self, play: Play[State], of: Person) -> None:
        super().act(play, of)
        for pool in play.state.pools:
            if (now := play.state.people[of.id].hurt(pool)) > of.hurt(pool) and now > most(play.state, of.id, pool):
                disable(play, of.id, pool)


NAMES: Final[dict[str, Pool]] = {"body": "P", "mind": "M", "spirit": "MP"}
"""The attributes as the fields of a command."""
OWED: Final = {"scores": "Attributes to choose", "points": "Skill points to choose", "perks": "Perks to choose"}


class SetPoints(_OnSheet, tag="set-points"):
    """Set the points in a skill."""

    topic, giver = "points in a skill", only_guide("sets skill points")
    skill: str
    points: int = 0

    @classmethod
    def blanks(cls, state: State, seat: Seat, who: Person) -> Iterator[Field]:
        yield Choose(name="skill", label="Which skill?", choices=_with_points((catalog_of(state), who.points)))
        yield Count(name="points", label="Points", most=LIMITS.level)

    def changes(self, state: State, who: Person) -> dict[str, Any]:
        points = {**who.points, self.skill: self.points}
        return {"points": {skill: number for skill, number in points.items() if number}}


@remembered(256, lambda ground: ground)
def _with_points(ground: tuple[Catalog, dict[str, int]]) -> tuple[Choice, ...]:
    """Every skill, with the points that somebody has in it."""
    catalog, points = ground
    skills = skills_of(catalog, points)
    return tuple(replace(skill_choice(catalog, skill), hint=f"{points.get(skill, 0)} now") for skill in skills)


class SetNature(_OnSheet, tag="set-nature"):
    """Say what somebody is, whose pet or companion, and which perks they lose (what those wrote on the sheet stays); of
    the guide's people, how they fight, and who is a main villain."""

    rules = ("MO-000", "MO-X506", "MO-X105", "MO-E49")
    topic, giver = "what they are, what they lose, how they fight", only_guide("says what people are")
    aims_any = "people"
    kinds: tuple[PersonKind, ...] = ()
    bond: Bond = ""
    master: str = ""
    loses: tuple[str, ...] = ()
    tactic: str = ""
    villain: bool = False

    @classmethod
    def blanks(cls, state: State, seat: Seat, who: Person) -> Iterator[Field]:
        kinds = tuple(Choice(kind, kind) for kind in get_args(PersonKind) if kind != "pc")
        others = tuple(Choice(one.id, one.name) for one in state.people.values()
                       if one is not who and (one.known or one.id == who.master))
        now = tuple(kind for kind in who.kinds if kind != "pc")
        yield Choose(name="kinds", label="Kinds", choices=kinds, many=True, least=0, default=now)
        if others:
            bonds = (Choice("pet", "A pet"), Choice("companion", "A companion"))
            bound = who.bond if who.master in [other.value for other in others] else ""
            yield Choose(name="bond", label="Belongs to somebody as", choices=bonds, least=0,
                         default=(bound,) if bound else ())
            yield Choose(name="master", label="To whom?", choices=others, needs=("bond:pet", "bond:companion"),
                         default=(who.master,) if bound else ())
        if perks := tuple(to_lose(state, who)):
            yield Choose(name="loses", label="Perks to lose", choices=perks, many=True, least=0)
        if who.npc:
            if "extended" in state.modules:
                yield Choose(name="tactic", label="Tactics", choices=TACTIC_CHOICES, least=0, rule="MO-X506",
                             default=(who.tactic,) if who.tactic else ())
            if "skilled" in state.modules:
                yield Confirm(name="villain", label="A main villain", default=who.villain, rule="MO-X105",
                              hint="With villain points, at each encounter anew.")

    def changes(self, state: State, who: Person) -> dict[str, Any]:
        pc = ("pc",) if "pc" in who.kinds else ()
        perks = tuple(one for at, one in enumerate(who.perks) if str(at) not in self.loses)
        return {"kinds": (*pc, *self.kinds), "bond": self.bond, "master": self.master, "perks": perks}

    def act(self, play: Play[State], of: Person) -> None:
        super().act(play, of)
        tactic = self.tactic if "extended" in play.state.modules else of.tactic
        villain = self.villain if "skilled" in play.state.modules else of.villain
        if of.npc and (tactic, villain) != (of.tactic, of.villain):
            play.record(BearingSet(who=of.id, tactic=tactic, villain=villain, rules=self.rules[1:]))


class BearingSet(Event[State], tag="bearing-set"):
    """The guide said how somebody fights, and whether they are a main villain (MO-X506, MO-X105)."""

    heard_by = "guide"
    who: str
    tactic: str
    villain: bool

    def evolve(self, state: State) -> State:
        person = state.people[self.who]
        heroes = 0 if person.villain and not self.villain else person.heroes
        return state.with_person(self.who, tactic=self.tactic, villain=self.villain, heroes=heroes)

    def line(self, state: State) -> Line:
        fights = f"fights {f'by “{TACTICS[self.tactic].title}”' if self.tactic else 'as you like'}"
        villain = "is a main villain, with villain points" if self.villain else ""
        bearing = (fights if "extended" in state.modules else "", villain)
        return Line("sheet", f"{', and '.join(filter(None, bearing)) or 'is like others'} from now on.",
                    state.name(self.who))


SETTING: Final = (
    Part(SetDetails, SheetSet), Part(SetLabel, module="character"), Part(SetHabits, module="extended"),
    Part(SetFigures, SetPoints, SetNature, BearingSet, module="character"),
)
