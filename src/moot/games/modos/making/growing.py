"""What levels bring: a point for an attribute, a skill point and a perk each (MO-109 to MO-113)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Line, Offers, Part, Play, Refused, Seat, Write
from moot.core.blanks import Field
from moot.core.frames import Fact
from moot.games.modos.catalog import Catalog, title_of
from moot.games.modos.effects import Add, InWords
from moot.games.modos.figures import LIMITS, title_at
from moot.games.modos.flow import FlowCommand, OnSheet, only_guide
from moot.games.modos.injuries import Told
from moot.games.modos.live import catalog_of
from moot.games.modos.making import choices
from moot.games.modos.making.draft import Stepping, grown
from moot.games.modos.person import Person, Taken, Unspent
from moot.games.modos.phrases import plural
from moot.games.modos.reckoning import bonus_of
from moot.games.modos.rows import Perk
from moot.games.modos.state import FREE, State
from moot.games.modos.terms import POOL_WORDS, POOLS, Pool
from moot.games.modos.wording import said
from moot.kit.dependent import whose_and_which
from moot.kit.totals import signed


def _to_give(what: str, left: int) -> str:
    return f"{left} {plural(what, left)} to choose."


# ---------------------------------------------------------------- attributes


class ScoreRaised(OnSheet, tag="score-raised"):
    """A score is higher, for a level (MO-113)."""

    pool: Pool
    now: int

    def evolve(self, state: State) -> State:
        return grown(state, self.who, scores={self.pool: 1}, paid=Unspent(scores=1))

    def line(self, state: State) -> Line:
        return Line("sheet", f"raises {POOL_WORDS[self.pool]} to {self.now}.", state.name(self.who))


class RaiseScore(Stepping, tag="raise-score"):
    """Put an attribute point of a level where it belongs."""

    rules, takes = ("MO-113", "MO-103"), "levels"
    pool: Pool

    @classmethod
    def asks(cls, state: State, seat: Seat, who: Person) -> Offers:
        pools = (Choice(pool, POOL_WORDS[pool].title(), hint=_risen(who.scores.get(pool, 0))) for pool in POOLS)
        yield cls.ask(state, seat, who, f"Raise {who.name}’s attributes", _to_give("point", who.owed.scores),
                      Choose(name="pool", label="Which?", choices=tuple(pools)))

    def act(self, play: Play[State], of: Person) -> None:
        now = of.scores.get(self.pool, 0) + 1
        play.record(ScoreRaised(who=of.id, pool=self.pool, now=now, rules=self.rules[:1]))


def _risen(score: int) -> str:
    """A score as it is, and what one more makes of it and of its bonus (MO-104)."""
    now, then = signed(bonus_of(score)), signed(bonus_of(score + 1))
    return f"{score} to {score + 1}, bonus {f'stays {now}' if now == then else f'{now} to {then}'}"


# ---------------------------------------------------------------- skills


class SkillTrained(OnSheet, tag="skill-trained"):
    """A skill has a point more, for a level (MO-109)."""

    skill: str
    title: str
    now: int

    def evolve(self, state: State) -> State:
        return grown(state, self.who, points={self.skill: 1}, paid=Unspent(points=1))

    def line(self, state: State) -> Line:
        points = f"{self.now} {plural('point', self.now)}"
        return Line("sheet", f"has {points} in {self.title} now: {title_at(self.now)}.", state.name(self.who))


def train(play: Play[State], who: str, skill: str, *rules: str) -> None:
    """Let somebody have a point more in a skill."""
    title, now = title_of(catalog_of(play.state), skill), play.state.people[who].points.get(skill, 0) + 1
    play.record(SkillTrained(who=who, skill=skill, title=title, now=now, rules=rules))


class Train(Stepping, tag="train"):
    """Put skill points into skills, one each."""

    rules, takes = ("MO-109", "MO-110", "MO-113", "MO-X128"), "skills"
    skills: tuple[str, ...]

    @classmethod
    def asks(cls, state: State, seat: Seat, who: Person) -> Offers:
        catalog = catalog_of(state)
        full = [skill for skill in who.points if choices.room(state, who, skill) <= 0]
        for skill in full:
            yield cls.barred(choices.at_cap(state, who, skill), who=who.id, skills=(skill,))
        if open_ := [skill for skill in choices.skills_of(catalog, who.points) if skill not in full]:
            blanks = partial(_skill_blanks, catalog, who, open_)
            yield cls.ask(state, seat, who, f"Train {who.name}", _to_give("point", who.owed.points), blanks)

    def act(self, play: Play[State], of: Person) -> None:
        for skill in self.skills:
            train(play, of.id, skill, *self.rules[:2])


def _skill_blanks(catalog: Catalog, who: Person, skills: list[str], shown: bool) -> Iterator[Field]:
    """The blank of learning skills, each with what it does (MO-108)."""
    yield Choose(
        name="skills", label="Which?", choices=choices.skills_to_learn(catalog, skills, words=shown), many=True,
        most=who.owed.points, hint=f"At most {who.level} in one; a point each.", rule="MO-110",
    )


class TrainIn(Stepping, tag="train-in"):
    """Put a skill point into a skill that is bought for something: a craft, a creature, a subject."""

    rules, takes = ("MO-109", "MO-110", "MO-X109", "MO-E52"), "skills"
    urgency = ("may", "tool")
    skill: str
    what: str

    @classmethod
    def asks(cls, state: State, seat: Seat, who: Person) -> Offers:
        skills = choices.typed_of(catalog_of(state), guide=seat.guides)
        why = "For one craft, creature or the like; more if the GM agrees."
        named = {one.value for one in skills}
        full = [title_of(catalog_of(state), skill) for skill in who.points
                if skill.partition(":")[0] in named and choices.room(state, who, skill) <= 0]
        yield cls.ask(state, seat, who, f"Train {who.name}: {', '.join(one.label for one in skills)}", why,
                      Choose(name="skill", label="Which skill?", choices=skills),
                      Write(name="what", label="Of what?", most=LIMITS.label, rule="MO-110",
                            hint=f"No more points now in: {'; '.join(full)}." if full else ""))

    def act(self, play: Play[State], of: Person) -> None:
        skill = f"{self.skill}:{self.what.strip().lower()}"
        if choices.room(play.state, of, skill) <= 0:
            raise choices.at_cap(play.state, of, skill)
        train(play, of.id, skill, *self.rules)


# ---------------------------------------------------------------- perks


class PerkTaken(OnSheet, tag="perk-taken"):
    """Somebody has a perk from now on (MO-112). `scores` and `points` are what it wrote into the sheet."""

    sentence = ("sheet", "takes {title}.")
    perk: Taken
    title: str
    scores: dict[Pool, int]
    points: dict[str, int]

    def evolve(self, state: State) -> State:
        return grown(state, self.who, self.scores, self.points, perk=self.perk, paid=Unspent(perks=1))

class TakePerk(Stepping, tag="take-perk"):
    """Take a perk, with what is chosen for it."""

    rules, takes = ("MO-112", "MO-113", "MO-E44", "MO-X109", "MO-E115"), "perks"
    perk: str
    choice: str = ""
    source: str = ""
    words: str = ""

    @classmethod
    def asks(cls, state: State, seat: Seat, who: Person) -> Offers:
        every = catalog_of(state).perks.values()
        barred = {perk.id: choices.perk_barred(state, who, perk, guide=seat.guides) for perk in every}
        yield from (cls.barred(reason, who=who.id, perk=perk) for perk, reason in barred.items() if reason)
        perks = [perk for perk in every if not barred[perk.id]]
        full = [skill for skill in who.points if choices.room(state, who, skill) <= 0]
        for perk, skill in product(filter(choices.adds_points, perks), full):
            yield cls.barred(choices.at_cap(state, who, skill), who=who.id, perk=perk.id, choice=skill)
        if perks or seat.guides:
            yield cls.ask(state, seat, who, f"Give {who.name} a perk", _to_give("perk", who.owed.perks),
                          partial(perk_blanks, state, who, perks, seat.guides))

    def act(self, play: Play[State], of: Person) -> None:
        perk, choice = catalog_of(play.state).perks.get(self.perk), choices.picked(self.choice, self.words)
        if perk is not None:
            _check_room(play.state, of, perk, choice)
        scores, points = choices.written_by(perk, choice, self.source, of) if perk else ({}, {})
        called = choices.chosen_title(play.state, of, perk, choice)
        title = called if perk is None else f"{perk.title} ({called})" if called else perk.title
        play.record(PerkTaken(who=of.id, perk=Taken(self.perk, choice), title=title, scores=scores, points=points,
                              rules=self.rules[:2]))
        for effect in perk.effects if perk else ():
            if isinstance(effect, Add) and effect.figure == "level" and of.made:
                _raise(play, of, effect, title)
            if isinstance(effect, InWords) and effect.who in ("pet", "companion") and not of.npc:
                play.record(Told(who=of.id, text=effect.text, rules=self.rules[:1]))


def _raise(play: Play[State], master: Person, effect: Add, why: str) -> None:
    """Let the one who is bound to somebody so gain a level, as long as it stays below theirs (Heroic Companion). Which
    of several it is, the guide says; and for a sheet in the making, of which each choice can be taken back."""
    bound = [one for one in play.state.people.values() if (one.master, one.bond) == (master.id, effect.who)]
    for one in bound if len(bound) == 1 else ():
        if (level := one.level + effect.by) < master.level:
            play.record(LevelGained(who=one.id, level=level, why=why, rules=("MO-112", "MO-113")))


def _check_room(state: State, who: Person, perk: Perk, choice: str) -> None:
    """Raise Refused if a skill has no room for what a perk adds to it, or if a perk is taken for the same words again
    (MO-110, MO-112, MO-E44)."""
    if choices.adds_points(perk) and choices.room(state, who, choice) < 1:
        raise choices.at_cap(state, who, choice)
    if choices.again(state, perk) == "other" and Taken(perk.id, choice) in who.perks:
        title = choices.chosen_title(state, who, perk, choice)
        raise Refused("perk-taken", f"{who.name} has {perk.title} for {title} already.", "MO-E44")


def perk_blanks(state: State, who: Person, perks: list[Perk], guide: bool, shown: bool) -> Iterator[Field]:
    """The blanks of taking a perk: which, what is chosen with it, and words where there is no list."""
    every = [Choice(perk.id, perk.title, hint=said(perk) if shown else "") for perk in perks]
    if guide:
        every.append(Choice(choices.OWN, "One of their own", hint="No stronger than those of the list."))
    lists = {
        perk.id: (*choices.choices_with(state, who, perk, guide=guide), *choices.kinds_with(state, perk, guide=guide))
        for perk in perks
    }
    of_a_kind = (one for some in lists.values() for one in some if one.group == choices.NAMED)
    named = dict.fromkeys(f"choice:{one.value}" for one in of_a_kind)
    _, choice = whose_and_which(lists, str, "perk", "choice")
    needed = tuple(f"perk:{perk}" for perk, some in lists.items() if some)
    moving = tuple(f"perk:{perk.id}" for perk in perks if perk.takes == "power")
    objects = tuple(f"perk:{perk.id}" for perk in perks if perk.takes == "object")
    written = (*objects, *named, *((f"perk:{choices.OWN}",) if guide else ()))
    yield Choose(name="perk", label="Which perk?", choices=tuple(every), rule="MO-112")
    if needed:
        yield replace(choice, label="For what?", needs=needed)
    if moving:
        yield Choose(name="source", label="Whose points move?", choices=choices.sources(state, who), needs=moving)
    if written:
        yield Write(name="words", label="What is it?", most=LIMITS.label, needs=written)


# ---------------------------------------------------------------- levels


class LevelGained(OnSheet, tag="level-gained"):
    """Somebody is a level higher, and has three things to choose (MO-113)."""

    level: int
    why: str = ""

    def evolve(self, state: State) -> State:
        gained = Unspent(scores=-1, points=-1, perks=-1)
        return grown(state, self.who, paid=gained).with_person(self.who, level=self.level)

    def line(self, state: State) -> Line:
        who, title = state.people[self.who], title_at(self.level)
        risen = f": {title} from now on" if title != title_at(self.level - 1) else ""
        fact = Fact(kind="gain", text=f"{who.name} reaches level {self.level}", who=who.name, seat=who.player)
        return Line("sheet", f"reaches level {self.level}{risen}.", who.name, quote=self.why, facts=(fact,))


class GiveLevel(FlowCommand, tag="give-level"):
    """Let people reach the next level: a milestone of the story."""

    when, rules, urgency = FREE, ("MO-X103", "MO-113"), "tool"
    giver = only_guide("gives levels")
    who: tuple[str, ...]
    why: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        able = [who for who in state.cast() if who.level < LIMITS.level and not who.dead]
        if not able:
            raise Refused("nobody-there", "Nobody could reach another level now.", "MO-X103")
        people = tuple(Choice(who.id, who.name, hint=_standing(state, who), group="The GM’s" if who.npc else "Players’")
                        for who in able)
        party = tuple(who.id for who in able if not who.npc)
        yield cls.offer(
            None, "A milestone: the next level", "Each then chooses an attribute, a skill point and a perk.",
            Choose(name="who", label="Who?", choices=people, many=True, default=party),
            Write(name="why", label="For what?", least=0),
        )

    def act(self, play: Play[State], of: object) -> None:
        for who in self.who:
            level = play.state.people[who].level + 1
            play.record(LevelGained(who=who, level=level, why=self.why.strip(), rules=self.rules))


def _standing(state: State, who: Person) -> str:
    """Somebody's level, and that of the one whose pet or companion they are: perks ask which is lower (MO-112)."""
    master = state.people.get(who.master) if who.bond else None
    return f"level {who.level}" + (f"; {who.bond} of {master.name}, level {master.level}" if master else "")


GROWING: Final = Part(
    RaiseScore, Train, TrainIn, TakePerk, GiveLevel, ScoreRaised, SkillTrained, PerkTaken, LevelGained,
    module="character",
)
