"""Ways to have somebody: from a sheet, by a quick build, with another concept over a sheet (MO-X501 to MO-X503); what
two sides come to: people, levels, dice of damage and protection, points of skills (MO-X505, MO-FQ11)."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import ClassVar, Final, Literal

import msgspec
from msgspec.structs import replace

from moot.core import Choice, Choose, Confirm, Count, Offers, Part, Play, Refused, Seat, Write
from moot.core.blanks import Field
from moot.core.words import listed
from moot.games.modos.arms import arms_of
from moot.games.modos.catalog import BODY, played, title_of
from moot.games.modos.conflict.placing import OURS, THEIRS, sides_of
from moot.games.modos.figures import BUILD, CROWD, FAR, LIMITS, TITLES, advised_actions
from moot.games.modos.flow import FlowCommand, only_guide, only_players
from moot.games.modos.ladder import DICE
from moot.games.modos.live import catalog_of
from moot.games.modos.making.beginning import Entering
from moot.games.modos.making.bringing import enter
from moot.games.modos.making.choices import POOL_CHOICES, TACTIC_CHOICES, every_skill
from moot.games.modos.npcs.coming import bring, join
from moot.games.modos.npcs.people import SOMEBODY, person_of
from moot.games.modos.npcs.sheets import (
    PACKS,
    SHEETS,
    Quick,
    QuickDice,
    Reskin,
    Sheet,
    Swap,
    every_sheet,
    quick_sheet,
    reskinned,
)
from moot.games.modos.reckoning import guard, weapon_die
from moot.games.modos.state import FREE, OPENING, State
from moot.games.modos.terms import POOL_WORDS, POOLS, Pool

USUAL, NONE = "usual", "none"
"""Bonus actions of a quick build: as is usual at its level, or none."""


class _Bringing(FlowCommand):
    """What all ways to have somebody share: whether players know of them, or their side in a conflict. `label` and
    `why` are the words of its offer, which is about every sheet there is."""

    when, urgency, aims_any = FREE | OPENING, "may", None
    giver = only_guide("brings people in")
    label: ClassVar[str]
    why: ClassVar[str]
    hidden: bool = False
    villain: bool = False
    tactic: str = ""
    side: str = THEIRS

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        blanks = (lambda shown: cls.asks(state)), (lambda shown: cls._shared(state))
        yield cls.offer(every_sheet(state.packs), cls.label, partial(cls.says, state), *blanks)

    @classmethod
    def says(cls, state: State) -> str:
        """The sentence of its offer."""
        return cls.why

    @classmethod
    @abstractmethod
    def asks(cls, state: State) -> Iterator[Field]:
        """The blanks of its own."""

    @classmethod
    def _shared(cls, state: State) -> Iterator[Field]:
        if state.conflict is None:
            yield Confirm(name="hidden", label="Nobody knows of them yet")
        else:
            sides = tuple(Choice(*side) for side in sides_of(state.conflict).items())
            yield Choose(name="side", label="On which side?", choices=sides, default=(THEIRS,), rule="MO-X219")
        if "extended" in state.modules:
            yield Choose(name="tactic", label="Tactics", choices=TACTIC_CHOICES, least=0, rule="MO-X506",
                         hint="One press then lets them fight by these. Left open: as on the sheet, or as you like.")
        if "skilled" in state.modules:
            yield Confirm(name="villain", label="A main villain", hint="With villain points.", rule="MO-X105")

    def come(self, play: Play[State], crowd: Iterable[Sheet], count: int = 1, name: str = "") -> None:
        """Let them be there, and on their side if a conflict is being set up."""
        known = play.state.conflict is not None or not self.hidden
        bearing = {"villain": self.villain} | ({"tactic": self.tactic} if self.tactic else {})
        found = bring(play, crowd, count, *self.rules, name=name, known=known, **bearing)
        if play.state.conflict is not None:
            join(play, found, self.side, "MO-X219")


# ---------------------------------------------------------------- how two sides compare


class SideStrength(msgspec.Struct, frozen=True, kw_only=True):
    """What a side can do: how many it is, its levels, its dice, and the most points that somebody has in each skill."""

    people: int
    levels: int
    damage: tuple[str, ...]
    guards: tuple[str, ...]
    points: dict[str, int]

    def __str__(self) -> str:
        dice = {"damage": self.damage, "protection": self.guards}
        told = (f", {what} {_counted(some)}" for what, some in dice.items() if some)
        return f"{self.people} with {self.levels} levels{''.join(told)}"


def _counted(dice: Iterable[str]) -> str:
    return listed(f"{count} × {die}" if count > 1 else die for die, count in Counter(dice).items())


def strength(state: State, people: Iterable[str]) -> SideStrength:
    """What some people can do together."""
    every = [state.people[who] for who in people]
    fighting = every if "combat" in state.modules else []
    arms = {who.id: [row for _, row in arms_of(catalog_of(state), who).weapons] or [BODY] for who in fighting}
    skills = dict.fromkeys(skill for who in every for skill in who.points)
    return SideStrength(
        people=len(every), levels=sum(who.level for who in every),
        points={skill: max(who.points.get(skill, 0) for who in every) for skill in skills},
        damage=tuple(str(max(weapon_die(state, who.id, row) for row in arms[who.id])) for who in fighting),
        guards=tuple(str(guard(state, who.id, "P")) for who in fighting),
    )


def matched(state: State) -> tuple[SideStrength, SideStrength] | None:
    """The two sides of a conflict; None if there is none."""
    if (now := state.conflict) is None:
        return None
    ours = [who for who, one in now.people.items() if one.side == OURS]
    return strength(state, ours), strength(state, (who for who in now.people if who not in ours))


def comparison(state: State) -> str:
    """The same in words, with what to do where one side is far stronger (MO-X003)."""
    if (sides := matched(state)) is None:
        return ""
    ours, theirs = sides
    few, many = sorted((ours.levels, theirs.levels))
    uneven = few and many >= FAR * few
    far = " One side is far stronger: a few contests may do, or just tell it." if uneven else ""
    skills = sorted(filter(partial(played, catalog_of(state)), {*ours.points} & {*theirs.points}))
    both = (f"{title_of(catalog_of(state), skill)} {ours.points[skill]} to {theirs.points[skill]}" for skill in skills)
    return f"The party’s side: {ours}. The other: {theirs}.{''.join(f' {one}.' for one in both)}{far}"


# ---------------------------------------------------------------- from a sheet


class BringIn(_Bringing, tag="bring-in"):
    """Bring in somebody from a sheet, or several."""

    rules, label = ("MO-X501", "MO-X504", "MO-X505", "MO-X507"), "Bring somebody in"
    why = "From the book’s sheets, or your own: opponents, friends, animals, traps."
    sheets: tuple[str, ...]
    count: int = 1
    name: str = ""

    @classmethod
    def says(cls, state: State) -> str:
        return cls.why if state.conflict is None else comparison(state)

    @classmethod
    def asks(cls, state: State) -> Iterator[Field]:
        every = _choices(state, every_sheet(state.packs))
        yield Choose(name="sheets", label="Who?", choices=every, many=True, most=CROWD.sheets)
        yield Count(name="count", label="How many of each?", least=1, most=CROWD.most, default=1)
        yield Write(name="name", label="A name", least=0, most=LIMITS.label, hint="For people of one sheet.")

    def act(self, play: Play[State], of: dict[str, Sheet]) -> None:
        name = self.name.strip() if len(self.sheets) == 1 else ""
        self.come(play, (of[key] for key in self.sheets), self.count, name)


def _choices(state: State, sheets: Mapping[str, Sheet]) -> tuple[Choice, ...]:
    packs = {**PACKS, **state.packs}
    return tuple(
        Choice(key, sheet.name, hint=_figures(sheet), group=packs[key.partition("/")[0]].title)
        for key, sheet in sheets.items()
    )


def _figures(sheet: Sheet) -> str:
    scores = ", ".join(f"{POOL_WORDS[pool]} {sheet.scores[pool]}" for pool in POOLS)
    return f"Level {sheet.level}: {scores}"


# ---------------------------------------------------------------- in two minutes


class QuickBuild(_Bringing, tag="quick-build"):
    """Build somebody in a minute: a level, a main attribute, a main skill, dice (MO-X502)."""

    rules, label = ("MO-X502", "MO-E79"), "Build somebody quickly"
    why = "Ten in each attribute, the level on top of one, and as many points in one skill."
    name: str
    concept: str = ""
    level: int
    main: Pool
    skill: str
    strikes: Literal["armed", "unarmed"] = "armed"
    damage: str = BUILD.damage
    guard: str = BUILD.guard
    bonus: str = USUAL
    trap: bool = False

    @classmethod
    def asks(cls, state: State) -> Iterator[Field]:
        catalog = catalog_of(state)
        dice = tuple(Choice(str(die), str(die)) for die in DICE)
        titles = ", ".join(f"{row.title} {row.level}" for row in TITLES.values())
        advice = ", ".join(f"{count} from level {least} on" for least, count in BUILD.bonus)
        usual = (Choice(USUAL, "The main skill, if that is usual at its level"), Choice(NONE, "Nothing"))
        bonus = (*usual, *(Choice(row.id, row.title) for row in catalog.skills.values() if not row.own))
        yield Write(name="name", label="Name", most=LIMITS.label)
        yield Write(name="concept", label="Who is this?", least=0)
        yield Count(name="level", label="Level", least=1, most=LIMITS.level, default=1, hint=titles)
        yield Choose(name="main", label="Main attribute", choices=POOL_CHOICES, default=("P",))
        skills = every_skill(catalog)
        armed = tuple(one.value for one in skills if one.value == "armed")
        yield Choose(name="skill", label="Main skill", choices=skills, default=armed)
        if "combat" in state.modules:
            ways = (Choice("armed", "A weapon"), Choice("unarmed", "The body"))
            guards = (Choice("none", "none"), *dice)
            yield Choose(name="strikes", label="Strikes with", choices=ways, default=("armed",))
            yield Choose(name="damage", label="Damage", choices=dice, default=(BUILD.damage,))
            yield Choose(name="guard", label="Protection", choices=guards, default=(BUILD.guard,))
        if "extended" in state.modules:
            yield Choose(name="bonus", label="Bonus actions for", choices=bonus, default=(USUAL,),
                         hint=f"Advice: {advice}.", rule="MO-E79")
        yield Confirm(name="trap", label="It is a trap", hint="A place that does all this, and nobody alive.")

    def act(self, play: Play[State], of: dict[str, Sheet]) -> None:
        rounds = "extended" in play.state.modules
        usual = self.skill.partition(":")[0] if rounds and advised_actions(self.level) else ""
        bonus = {USUAL: usual, NONE: ""}.get(self.bonus, self.bonus)
        quick = Quick(
            id="quick", name=self.name.strip(), level=self.level, main=self.main, skill=self.skill,
            concept=self.concept.strip(), kinds=("trap",) if self.trap else (),
            perks=(f"bonus-action:{bonus}",) if bonus else (),
            dice=QuickDice(damage=self.damage, guard=self.guard, skill=self.strikes),
        )
        self.come(play, (quick_sheet(quick),))


# ---------------------------------------------------------------- another concept over a sheet


class ReskinSheet(_Bringing, tag="reskin"):
    """Take a sheet that fits, and call it something else (MO-X503)."""

    rules, label = ("MO-X503",), "Borrow a sheet"
    why = "The figures of a sheet under another name; the points of a skill may go to another."
    of: str
    name: str
    concept: str = ""
    goal: str = ""
    flaw: str = ""
    swap: str = ""
    to: str = ""

    @classmethod
    def asks(cls, state: State) -> Iterator[Field]:
        yield from _skin_blanks(state, every_sheet(state.packs))

    def act(self, play: Play[State], of: dict[str, Sheet]) -> None:
        self.come(play, (_skinned(self, of[self.of]),))


def _skin_blanks(state: State, sheets: Mapping[str, Sheet]) -> Iterator[Field]:
    """The blanks of another concept over one of these sheets."""
    catalog = catalog_of(state)
    having: dict[str, tuple[str, ...]] = {}
    for key, sheet in sheets.items():
        for skill in filter(partial(played, catalog), sheet.points):
            having[skill] = (*having.get(skill, ()), f"of:{key}")
    swaps = tuple(Choice(skill, title_of(catalog, skill), needs=needs) for skill, needs in having.items())
    yield Choose(name="of", label="Whose figures?", choices=_choices(state, sheets))
    yield Write(name="name", label="Name", most=LIMITS.label)
    for name, label in (("concept", "Who is this?"), ("goal", "A goal"), ("flaw", "A flaw")):
        yield Write(name=name, label=label, least=0, hint="As on the sheet, if it stays empty.")
    yield Choose(name="swap", label="Points that go elsewhere", choices=swaps, least=0)
    yield Choose(name="to", label="Where to?", choices=every_skill(catalog),
                 needs=tuple(f"swap:{skill}" for skill in having))


def _skinned(skin: ReskinSheet | PlaySheet, sheet: Sheet) -> Sheet:
    """The sheet under another concept, as somebody said. Points that go on top of others are no more than levels allow:
    the rest of them is left to choose (MO-110)."""
    goal, flaw = ((words.strip(),) if words.strip() else () for words in (skin.goal, skin.flaw))
    found = reskinned(sheet, Reskin(
        id="reskin", of=skin.of, name=skin.name.strip(), concept=skin.concept.strip(), goals=goal, flaws=flaw,
        swap=(Swap(from_=skin.swap, to=skin.to),) if skin.swap else (),
    ))
    over = found.points.get(skin.to, 0) - sheet.level
    if over <= 0 or skin.to not in sheet.points or f"specialize:{skin.to}" in found.perks:
        return found
    owed = replace(found.owed, points=found.owed.points + over)
    return replace(found, points={**found.points, skin.to: sheet.level}, owed=owed)


# ---------------------------------------------------------------- heroes that are ready


class PlayHero(Entering, tag="play-hero"):
    """Play a hero whose sheet is ready."""

    rules, giver, about_any = ("MO-X501", "MO-X101"), only_players("plays a hero"), None
    sheet: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        urgency = cls.wanted(state, seat)
        taken = {who.name for who in state.people.values() if not who.npc}
        for key, sheet in every_sheet(state.packs).items():
            if sheet.hero and sheet.name not in taken:
                yield cls.offer(sheet, f"Play {sheet.name}", f"{_figures(sheet)}.", urgency=urgency, sheet=key)
        yield Refused("no-hero", "Every hero whose sheet is ready is played already.")

    def act(self, play: Play[State], of: Sheet) -> None:
        enter(play, person_of(of, SOMEBODY), *self.rules[:1], player=play.seat.id)


class PlaySheet(Entering, tag="play-sheet"):
    """Play somebody with the figures of one of the book's sheets, of the party's level, and a concept of one's own."""

    rules, about_any, aims_any = ("MO-X503", "MO-X501"), None, None
    giver = only_players("borrows a sheet to play")
    of: str
    name: str
    concept: str = ""
    goal: str = ""
    flaw: str = ""
    swap: str = ""
    to: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        levels = {int(state.options.start_level), *(who.level for who in state.party())}
        sheets = {key: sheet for key, sheet in SHEETS.items()
                  if sheet.level in levels and not sheet.hero and "trap" not in sheet.kinds}
        if not sheets:
            raise Refused("no-sheet", "The book has no sheet of the level that is played here.")
        why = "Scores, skills and gear of the book’s people, of the level that is played here."
        yield cls.offer(sheets, "Borrow a sheet to play", why,
                        lambda shown: _skin_blanks(state, sheets), urgency=cls.wanted(state, seat))

    def act(self, play: Play[State], of: dict[str, Sheet]) -> None:
        like = replace(person_of(_skinned(self, of[self.of]), SOMEBODY), tactic="")
        enter(play, like, *self.rules[:1], player=play.seat.id)


BRINGING: Final = Part(BringIn, QuickBuild, ReskinSheet, PlayHero, PlaySheet, module="character")
