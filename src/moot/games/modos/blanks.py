"""The blanks that forms of throws and deeds share: an attribute, a skill, half of the die, a hero point, how difficult
it is, and what people say holds."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Confirm, Count, Write
from moot.core.blanks import Field
from moot.games.modos import abilities
from moot.games.modos.abilities import affords, bound_for, check_affords, hero_ready, heroes_left, opened_skills
from moot.games.modos.catalog import called, played, row_of, usual
from moot.games.modos.conflicts import Chain, Contender
from moot.games.modos.contests import SIGHT, Facts, FateDie, Side
from moot.games.modos.effects import Add, Condition, Harm
from moot.games.modos.figures import CONTEST, DIFFICULTIES, SAMPLES, TITLES, by_segments, by_title
from moot.games.modos.live import Live, catalog_of, effects_on, own_effects, steady
from moot.games.modos.reckoning import bonus, holds, lost_pools, skill_terms, skill_total
from moot.games.modos.state import State
from moot.games.modos.terms import POOL_WORDS, POOLS, Pool
from moot.games.modos.vocabulary import Verb, Word
from moot.kit.remembered import remembered
from moot.kit.totals import signed

HALF: Final = Confirm(name="half", label="Take half of the die", hint="10 for certain.", rule="MO-012")
IN_YOUR_WORDS: Final = Write(name="words", label="In your words", least=0)

UNTRAINED: Final = "Untrained"
"""The group of skills in which somebody has no point."""
OVER: Final = "One hero point is more than you can keep: add it to your next throw, or it is lost."
"""What is said of a hero point above the limit (MO-E48)."""
SPARE: Final = "If one is left by then."
"""What stands beside a hero point that comes after that of the throw (MO-E83)."""

UNKNOWN: Final[frozenset[Word]] = frozenset({"range", "guarded", "kind", "pool", "undefended", "target-posture"})
"""Conditions that are known only when somebody was chosen, and something came of it."""

_DICE: Final = (
    Choice("roll", "Roll it"),
    Choice("half", "Take half", hint="10 for certain."),
    Choice("drama", "Half, but roll against a low total", hint="For the thrill of it."),
)


def people_choices(state: State, people: Iterable[str]) -> tuple[Choice, ...]:
    """People to choose from, by their names."""
    return tuple(Choice(who, state.name(who)) for who in people)


# ---------------------------------------------------------------- the dice


def dice_choices(state: State, who: str) -> list[Field]:
    """What is chosen before the dice: half of the die, a hero point (MO-012, MO-114), or several where the table has no
    limit to them (MO-E83)."""
    if not hero_ready(state, who):
        return [HALF]
    hint = OVER if abilities.over_stock(state, state.people[who]) else ""
    if state.options.hero_points_per_roll == "any":
        most = heroes_left(state, who)
        return [HALF, Count(name="hero", label="Add hero points", most=most, hint=hint, rule="MO-E83")]
    return [HALF, Confirm(name="hero", label="Add a hero point", hint=hint, rule="MO-114")]


def throw_blanks(state: State, side: Side, target: str, shown: bool) -> Iterator[Field]:
    """The blanks of a throw, all before its die: skill, half, hero points, what people say holds (MO-012, MO-114,
    MO-X013, MO-E83, MO-E85). A skill that is settled already is not asked for."""
    if side.answers:
        yield answer_blank(state, side.who, side.answers)
    elif not side.skill and (skills := helpful(state, side.who, side.pool)):
        yield Choose(name="skill", label="Does a skill help?", choices=skills, least=0, rule="MO-X013")
    left = f"{heroes_left(state, side.who)} left."
    yield from (replace(each, hint=f"{left} {each.hint}".rstrip()) if each.name == "hero" else each
                for each in dice_choices(state, side.who))
    yield from claims_blank(state, side.who, Facts(pool=side.pool, skill=side.skill, target=target))


@steady
def answer_blank(state: State, who: str, skills: tuple[str, ...]) -> Choose:
    """The blank for the skill that answers a deed: one of these, each by its usual attribute (MO-X217)."""
    catalog = catalog_of(state)
    worth = {skill: skill_total(state, who, skill) for skill in skills}
    choices = tuple(Choice(skill, called(catalog, state.people[who], skill), hint=signed(total))
                    for skill, total in worth.items())
    best = max(worth, key=lambda skill: worth[skill])
    return Choose(name="skill", label="By which skill?", choices=choices, default=(best,), rule="MO-X217")


@steady
def skill_choices(state: State, who: str, pool: Pool, verb: Verb | None = None) -> tuple[Choice, ...]:
    """The skills that somebody could add, or those alone that such deeds ride on, each with what the throw then comes
    to beside its die; locked ones only with a point, or opened by a perk (MO-111, MO-E58)."""
    return tuple(replace(choice, hint=signed(total)) for choice, total in _with_totals(state, who, pool, verb))


@steady
def helpful(state: State, who: str, pool: Pool) -> tuple[Choice, ...]:
    """The same skills, each with what it adds, if anything: what adds most comes first (MO-X013)."""
    bare = sum(term.worth for term in skill_terms(state, who, pool, ""))
    found = [(choice, total - bare) for choice, total in _with_totals(state, who, pool)]
    found.sort(key=lambda each: (each[0].group, -each[1]))
    return tuple(replace(choice, hint=signed(more) if more else "") for choice, more in found)


def _with_totals(state: State, who: str, pool: Pool, verb: Verb | None = None) -> Iterator[tuple[Choice, int]]:
    catalog, person = catalog_of(state), state.people[who]
    known = dict.fromkeys((*person.points, *opened_skills(state, who)))
    trained = [skill for skill in known if played(catalog, skill)]
    untrained = [row.id for row in catalog.skills.values() if row.id not in trained and not (row.locked or row.own)]
    for skill in (*trained, *untrained):
        row = row_of(catalog, skill)
        if verb is not None and (row is None or verb not in row.acts):
            continue
        total = sum(term.worth for term in skill_terms(state, who, pool, skill))
        group = "Trained" if skill in trained else UNTRAINED
        yield Choice(skill, called(catalog, person, skill), group=group), total


@steady
def pool_choices(state: State, who: str) -> tuple[Choice, ...]:
    """The attributes that somebody can still throw with, each with its bonus (MO-X004, MO-X323)."""
    return tuple(
        Choice(pool, POOL_WORDS[pool].title(), hint=signed(bonus(state, who, pool)))
        for pool in POOLS
        if pool not in lost_pools(state, who)
    )


# ---------------------------------------------------------------- deeds


def chain_blanks(state: State, one: Contender, kind: str, pool: Pool) -> list[Field]:
    """The blank that keeps the number of the last action, and its skill, where a deed goes on with it (MO-204, MO-E21).
    Outside a conflict there are no actions, and so no such number (MO-FQ14)."""
    if one.chain is None or (one.chain.kind, one.chain.pool) != (kind, pool):
        return []
    return [keep_blank(state, one.chain)]


def keep_words(state: State, chain: Chain) -> str:
    """What a combined action does with the number of the one before it (MO-E21)."""
    better = state.options.combine == "keep_better"
    return f"throw anew: the better counts, {chain.total} or that" if better else f"keep the {chain.total}"


def keep_blank(state: State, chain: Chain, *needs: str) -> Confirm:
    """The blank that does so."""
    better, words = state.options.combine == "keep_better", keep_words(state, chain)
    label = f"Go on with the last action, and {words}" if better else f"Keep the {chain.total} of the last action"
    return Confirm(name="keep", label=label, needs=needs, rule="MO-204")


def deed_skills(state: State, one: Contender, verb: Verb, pool: Pool, cost: int) -> tuple[Choice, ...]:
    """The skills that such a deed rides on, as far as there are actions for it with them (MO-X203)."""
    riding = skill_choices(state, one.who, pool, verb)
    return tuple([choice for choice in riding if affords(state, one.who, choice.value, pool, cost)])


def deed_blanks(state: State, one: Contender, verb: Verb, pool: Pool, cost: int, shown: bool) -> list[Field]:
    """The blanks of a deed that is thrown for only if somebody opposes it: a skill, half, a hero point."""
    points, blanks = state.people[one.who].points, dice_choices(state, one.who)
    if not (skills := deed_skills(state, one, verb, pool, cost)):
        return blanks
    first = max(skills, key=lambda choice: points.get(choice.value, 0)).value
    label, least = "Which skill, if somebody opposes it?", int(not affords(state, one.who, "", pool, cost))
    skill = Choose(name="skill", label=label, choices=skills, least=least, default=(first,), rule="MO-X013")
    return [skill, *blanks]


def check_payable(state: State, one: Contender, verb: Verb, pool: Pool, cost: int) -> None:
    """Raise Refused unless somebody has the actions for a deed, with some skill or with none (MO-202, MO-X203)."""
    if not deed_skills(state, one, verb, pool, cost):
        check_affords(state, one.who, "", pool, cost)


def throw_choices(state: State, one: Contender, can: Collection[str]) -> tuple[Choose, ...]:
    """The blanks for an attribute and a skill, if there are any, of a deed that may be anything. Where bonus actions
    alone are left, it has to be one of their skills, with its usual attribute (MO-X203)."""
    if "character" not in state.modules:
        return ()
    catalog = catalog_of(state)
    pools = tuple([choice for choice in pool_choices(state, one.who) if choice.value in can])
    skills, least = helpful(state, one.who, "P"), 0
    if not one.actions:
        fit = [(choice, usual(catalog, choice.value)) for choice in skills]
        paid = [(choice, pool) for choice, pool in fit if bound_for(state, one.who, choice.value, pool)]
        pools = tuple(choice for choice in pools if choice.value in [pool for _, pool in paid])
        skills, least = tuple(replace(choice, needs=(f"pool:{pool}",)) for choice, pool in paid), 1
    return (
        Choose(name="pool", label="With which attribute?", choices=pools),
        Choose(name="skill", label="Does a skill help?", choices=skills, least=least),
    )


# ---------------------------------------------------------------- what people say holds


def claimable(state: State, who: str, facts: Facts) -> Iterator[Live]:
    """What somebody can claim, or leave, when they throw for a deed like this."""
    unknown: frozenset[Word] = UNKNOWN if facts.skill else frozenset((*UNKNOWN, "skill"))
    for one in (*_said(own_effects(state, who)), *(one for one in _said(effects_on(state, who)) if one.of)):
        known = replace(facts, claims=(*facts.claims, one.source))
        if one.item in ("", facts.tool) and holds(state, one, who, known, but=unknown):
            yield one


@remembered(4096)
def _said(effects: tuple[Live, ...]) -> tuple[Live, ...]:
    """Those effects that people say hold, or leave."""
    claimed, asked = Condition("claimed"), ((one, one.effect) for one in effects)
    return tuple([
        one for one, effect in asked
        if claimed in effect.when or (isinstance(effect, Harm) and effect.optional and "dealt" in effect.on)
    ])


def claims_blank(state: State, who: str, facts: Facts) -> list[Field]:
    """The blank in which somebody says what holds; nothing if nothing can be claimed. Whether it takes eyes is asked
    where that matters to them, and is not settled already."""
    found = {one.source: one for one in claimable(state, who, facts)}
    choices = tuple(Choice(source, one.title) for source, one in found.items())
    if SIGHT not in facts.claims and sight_matters(state, who):
        choices = (Choice(SIGHT, "It takes eyes"), *choices)
    if not choices:
        return []
    usual_ = tuple(source for source, one in found.items() if one.effect.optional)
    return [Choose(name="claims", label="What counts?", choices=choices, many=True, least=0, default=usual_,
                   hint="If the GM agrees.")]


def sight_matters(state: State, who: str) -> bool:
    """Whether it makes a difference to somebody's contests that a deed takes eyes."""
    asked = (each.word for one in effects_on(state, who) if isinstance(one.effect, Add) for each in one.effect.when)
    return SIGHT in asked or any(one.dark and one.is_for(who) for one in state.around.values())


# ---------------------------------------------------------------- how difficult it is


def difficulty_words(value: int) -> str:
    """A difficulty as people say it: `Difficult (8)`, `10`, `−4` (MO-009)."""
    title = next((row.title for row in DIFFICULTIES.values() if row.value == value), "")
    return f"{title} ({value})" if title else signed(value)


def ladder() -> str:
    """What people judge a difficulty by: the named steps, titles, parts, and deeds to compare with, all seen from
    the average person (MO-102, MO-009, MO-X007 to MO-X009)."""
    steps = ", ".join(f"{row.title} {row.value}" for row in DIFFICULTIES.values())
    titles = ", ".join(f"{row.title} {by_title(row.id)}" for row in TITLES.values())
    samples = ", ".join(f"{row.title} {row.value}" for row in SAMPLES.values())
    parts = f"Or {by_segments(1)} for each thing in the way: {by_segments(3)} for three of them"
    return f"For an average person: {steps}. Easy for an {titles}. {parts}. For example {samples}."


def difficulty_blank(
    *, name: str = "difficulty", label: str = "How difficult?", hint: str | None = None, default: int = 0,
    needs: tuple[str, ...] = (),
) -> Count:
    """The blank for a difficulty; what people judge it by stands beside it, unless another `hint` does."""
    return Count(
        name=name, label=label, least=CONTEST.difficulty_least, most=CONTEST.difficulty_most, default=default,
        hint=ladder() if hint is None else hint, needs=needs, rule="MO-008",
    )


@cache
def fate_blanks(*needs: str) -> tuple[Field, ...]:
    """The blanks for fate: how difficult it is, and what becomes of its die (MO-010, MO-012, MO-X010)."""
    die = Choose(name="die", label="The die of fate", choices=_DICE, default=("roll",), needs=needs, rule="MO-X010")
    return (difficulty_blank(needs=needs), die)


def fate_side(difficulty: int, die: FateDie) -> Side:
    """Fate as a side of a contest: a die and a difficulty, and no attribute ever (MO-010)."""
    return Side(difficulty=difficulty, half=die == "half", drama=die == "drama", ready=True)
