"""Every figure of somebody, as the sum it is made of: scores, contests, dice, health (MO-104, MO-X106, MO-X110)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final, TypeVar

import msgspec

from moot.games.modos.catalog import MAGIC, Catalog, called, power_of, row_of, usual
from moot.games.modos.conditions import CONDITIONS, Case
from moot.games.modos.contests import NO_FACTS, SIGHT, Facts, Side, Term
from moot.games.modos.effects import Actions, Add, Effect, Guard, Immune, InWords, Set
from moot.games.modos.figures import AVERAGE, HEROES
from moot.games.modos.isolation.terms import anger, of_room
from moot.games.modos.ladder import NO_DIE, Die
from moot.games.modos.live import Live, catalog_of, of_kind, steady
from moot.games.modos.person import Mark
from moot.games.modos.postures import band, nearer, steps_between
from moot.games.modos.rows import Perk, Weapon, WeaponForm
from moot.games.modos.state import State
from moot.games.modos.terms import POOL_WORDS, POOLS, Pool
from moot.games.modos.vocabulary import CHOSEN, Word
from moot.kit.remembered import remembered

K = TypeVar("K", bound=Effect)

BARE: Final[dict[Pool, str]] = {"P": "natural", "M": "natural-mind", "MP": "natural-spirit"}
"""What is chosen with a perk for the protection that a pool has by nature (MO-320, MO-X123)."""


def holds(state: State, one: Live, who: str, facts: Facts, *, but: Collection[Word] = ()) -> bool:
    """Whether all that an effect asks for holds, when `who` throws or is hurt; conditions of the words `but` aside."""
    if not _concerns(state, one, who, facts):
        return False
    for each in one.effect.when:
        names = each.args
        if CHOSEN in names:
            names = tuple([one.choice if name == CHOSEN else name for name in names])
        if each.word not in but and CONDITIONS[each.word](Case(state, one, who, facts, names)) == each.negated:
            return False
    return True


def _concerns(state: State, one: Live, who: str, facts: Facts) -> bool:
    """Whether an effect on people around its bearer is about this deed: one toward the bearer, in a zone or into it, in
    the light of what the bearer has. A state toward somebody is about deeds toward them alone."""
    if one.toward and one.toward != facts.target:
        return False
    match one.effect.who:
        case "foe":
            return facts.target in ("", one.bearer)
        case "others":
            return facts.target == one.bearer
        case "zone":
            running = state.running.get(one.of)
            return running is not None and not running.inside.keys().isdisjoint({who, facts.target})
        case "near":
            far = steps_between(state, who, one.bearer)
            return far is None or band(far) == "close"
        case _:
            return True


def _guarded(case: Case) -> bool:
    return any(guard(case.state, case.facts.target or case.who, pool) for pool in POOLS if pool in case.names)


def _unarmoured(case: Case) -> bool:
    """Whether no armor spoils what the unarmored have; for magic any protection at all, as the table plays it
    (MO-E37)."""
    if case.arms.armoured:
        return False
    if case.state.options.magic_bonus == "worn" or not case.facts.skill.startswith(MAGIC):
        return True
    return not any(guard(case.state, case.who, pool) for pool in POOLS if pool != "MP")


CONDITIONS["guarded"], CONDITIONS["unarmoured"] = _guarded, _unarmoured


def _of_kind(
    state: State, who: str, kind: type[K], facts: Facts = NO_FACTS, figure: str = ""
) -> Iterator[tuple[Live, K]]:
    """The effects of a kind that bear on somebody and hold; those of one figure, if it is named."""
    for one, effect in of_kind(state, who, kind, figure):
        if "advance" in effect.on and not one.item:  # it is written into the sheet, once; what a thing lends is not
            continue
        if holds(state, one, who, facts):
            yield one, effect


def added(state: State, who: str, figure: str, of: str = "", facts: Facts = NO_FACTS) -> tuple[Term, ...]:
    """What is added to a figure, each with where it comes from; like ones of two powers, shields or perks count once
    (MO-E97, MO-E92, MO-E44)."""
    found: list[tuple[Live, Term]] = []
    for one, effect in _of_kind(state, who, Add, facts, figure):
        if _fits(one, effect.of, of) and (by := effect.by or _said(state, one, effect)):
            found.append((one, Term(one.title, by, effect.rule or next(iter(one.rules), ""))))
    terms = (term for one, term in found if not (one.of or one.item) or _counts(state, one, term, found))
    return (*terms, *anger(state, who, figure))


def _said(state: State, one: Live, effect: Add) -> int:
    """What the guide has said that a power adds, within what its row allows."""
    running = state.running.get(one.of)
    least, most_ = effect.guide or (0, 0)
    return max(least, min(most_, running.worth)) if running else 0


def _like(state: State, one: Live) -> object:
    """As what an effect is like others: those of powers that ask for the same, the good that shields do, and that of a
    perk which somebody has and a thing lends them too, unless it adds up; nothing if it is like none."""
    if one.of:
        word = next((each.word for each in one.effect.when), "any")
        return f"power {word}" if state.options.equal_effects == "larger" else ""
    if one.source.startswith("shield:"):
        return "shield" if isinstance(one.effect, Add) and one.effect.by > 0 else ""
    perk = _perk_of(state, one)
    once = perk is not None and perk.again in (None, "other") and state.options.perk_repeat != "free"
    return (one.source, one.choice, one.effect) if once else ""


def _perk_of(state: State, one: Live) -> Perk | None:
    """The perk that an effect comes from; None if it comes from something else."""
    kind, _, id_ = one.source.partition(":")
    return catalog_of(state).perks.get(id_) if kind == "perk" else None


def _counts(state: State, one: Live, term: Term, found: list[tuple[Live, Term]]) -> bool:
    """Whether what a power or a thing adds counts beside others: the larger of like ones does (MO-E97, MO-E44)."""
    if not (kind := _like(state, one)):
        return True
    like = [(other, its) for other, its in found if _like(state, other) == kind and its.worth * term.worth > 0]
    return max(like, key=lambda pair: abs(pair[1].worth))[0] is one


def _fits(one: Live, scope: tuple[str, ...], of: str) -> bool:
    """Whether an effect is about `of`: a skill, a thing, an attribute, a deed."""
    return not scope or of in scope or ("chosen" in scope and of == one.choice)


@steady
def score(state: State, who: str, pool: Pool) -> int:
    """The score of an attribute as it stands now, gear taken into account (MO-103, MO-E46); protection that perks made
    takes a point off it for each die step, where all natural armor does (MO-E42, MO-FQ04)."""
    skin = natural_guard(state, who, pool).place if pool == "P" and state.options.natural_pp == "always" else 0
    return state.people[who].scores.get(pool, 0) + sum(term.worth for term in added(state, who, "score", pool)) - skin


def bonus_of(worth: int) -> int:
    """What a score adds to every contest in which its attribute is used (MO-104)."""
    return (worth - AVERAGE) // 2


def bonus(state: State, who: str, pool: Pool) -> int:
    """What an attribute of somebody adds, where the table plays with them."""
    return bonus_of(score(state, who, pool)) if "character" in state.modules else 0


def most_terms(state: State, who: str, pool: Pool) -> tuple[Term, ...]:
    """How much damage a pool can hold (MO-313)."""
    base = Term(f"{POOL_WORDS[pool].title()} score", score(state, who, pool), "MO-313")
    return (base, *added(state, who, "max", pool))


@steady
def most(state: State, who: str, pool: Pool) -> int:
    """The same as a number."""
    return sum(term.worth for term in most_terms(state, who, pool))


def health(state: State, who: str, pool: Pool) -> int:
    """What is left of a pool (MO-X110)."""
    return most(state, who, pool) - state.people[who].hurt(pool)


@steady
def skill_terms(state: State, who: str, pool: Pool, skill: str, facts: Facts = NO_FACTS) -> tuple[Term, ...]:
    """What a contest comes to beside its die: attribute, points, magic, and what else there is (MO-X106, MO-X013)."""
    catalog, person, terms = catalog_of(state), state.people[who], list[Term]()
    if "character" in state.modules:
        now = score(state, who, pool)
        terms.append(Term(f"{person.labels.get(pool, POOL_WORDS[pool])} {now}", bonus_of(now), "MO-104"))
    if skill:
        points = person.points.get(skill, 0)
        if points:
            terms.append(Term(f"{called(catalog, person, skill)} points", points, "MO-109"))
        terms += added(state, who, "points", skill)
        if (power := power_of(catalog, skill)) is not None and power.difficulty:
            terms.append(Term(f"level {power.level}", power.difficulty, "MO-408"))
    facts = msgspec.structs.replace(facts, pool=pool, skill=skill)
    return (*terms, *added(state, who, "contest", "", facts))


def lent_skills(state: State, who: str) -> tuple[str, ...]:
    """The skills in which things lend somebody points (MO-X108)."""
    return tuple(one.choice for one, _ in _of_kind(state, who, Add, NO_FACTS, "points"))


def skill_total(state: State, who: str, skill: str, pool: Pool | None = None) -> int:
    """A skill total as sheets have it (MO-X106)."""
    return sum(term.worth for term in skill_terms(state, who, pool or usual(catalog_of(state), skill), skill))


@steady
def cap(state: State, who: str, skill: str) -> int | None:
    """The most points that somebody may have in a skill; None if nothing limits them (MO-110)."""
    if any(_fits(one, effect.of, skill) for one, effect in _of_kind(state, who, Set, NO_FACTS, "cap")):
        return None
    return state.people[who].level + sum(term.worth for term in added(state, who, "cap", skill))


def contest_terms(state: State, side: Side, facts: Facts) -> tuple[Term, ...]:
    """All that one side of a contest adds to its dice (MO-003, MO-010)."""
    claims = (*facts.claims, *side.claims)
    facts = msgspec.structs.replace(facts, pool=side.pool, skill=side.skill, claims=claims)
    terms = skill_terms(state, side.who, side.pool, side.skill, facts) if side.who else ()
    around = tuple(_around(state, side, facts)) if side.who else ()
    difficulty = (*around, Term("difficulty", side.difficulty, "MO-008")) if side.difficulty else around
    return (*terms, *difficulty, *side.extra)


def _around(state: State, side: Side, facts: Facts) -> Iterator[Term]:
    """What the place adds to somebody's contest, and takes off it (MO-X006, MO-X320)."""
    for one in state.around.values():
        if one.bears(side.who, side.pool, side.skill) and not (one.dark and sees_through(state, side.who, facts)):
            yield Term(one.what, one.by, "MO-X006")
    yield from of_room(state, side, facts)


def sees_through(state: State, who: str, facts: Facts) -> bool:
    """Whether darkness does not matter for a deed: it takes no eyes, or somebody's reach so far. An entry that they
    have several times reaches a band further each time."""
    if SIGHT not in facts.claims:
        return True
    found = [one for one, effect in of_kind(state, who, Immune) if effect.tag == "dark"]
    steps = facts.steps if facts.steps is None else nearer(facts.steps, max(0, len(found) - 1))
    return any(holds(state, one, who, msgspec.structs.replace(facts, steps=steps)) for one in found)


def hero_die(state: State, who: str) -> int:
    """The sides of somebody's hero die (MO-114). A perk that betters it, be it lent by a thing, does so from its level
    on (MO-X103)."""
    better = ((_perk_of(state, one), effect.die.sides) for one, effect in _of_kind(state, who, Set, figure="hero-die"))
    dice = [sides for perk, sides in better if perk is None or state.people[who].level >= perk.level]
    return max((HEROES.die, *dice))


def loses_ties(state: State, who: str, against: str) -> bool:
    """Whether somebody loses Ties to another by what they are (MO-E34)."""
    if not who or not against:
        return False
    return any(True for _ in _of_kind(state, who, Set, Facts(target=against), "tie"))


@steady
def guards(
    state: State, who: str, pool: Pool, facts: Facts = NO_FACTS, *, pierced: bool = False, own: bool = False
) -> tuple[tuple[str, Die], ...]:
    """The dice that protect a pool, each with its source; the best of them is rolled (MO-X322, MO-E91).

    Where all others are `pierced`, only those against that very kind of harm count; with `own` none that powers made.
    """
    facts = msgspec.structs.replace(facts, harm=pool)
    found: list[tuple[str, Die]] = []
    made: set[str] = set()
    for one, effect in _of_kind(state, who, Guard, facts):
        fits = (facts.tag,) if pierced else (None, facts.tag)
        if effect.pool == pool and effect.against in fits and not (own and effect.made == "power"):
            kind = BARE[pool] if effect.made == "natural" else one.choice
            made.add(kind)
            found.append((one.title, effect.die.step(sum(t.worth for t in added(state, who, "guard-die", kind)))))
    if BARE[pool] not in made and not pierced:
        by = sum(term.worth for term in added(state, who, "guard-die", BARE[pool]))
        found.append(("natural protection", NO_DIE.step(by)))
    return tuple(found)


def natural_guard(state: State, who: str, pool: Pool) -> Die:
    """The die that a pool has by nature, through perks (MO-X123)."""
    by = sum(term.worth for term in added(state, who, "guard-die", BARE[pool]))
    made = (effect for _, effect in _of_kind(state, who, Guard, Facts(harm=pool)) if effect.made == "natural")
    return max((effect.die.step(by) for effect in made if effect.pool == pool), default=NO_DIE.step(by))


@steady
def guard(state: State, who: str, pool: Pool, facts: Facts = NO_FACTS) -> Die:
    """The die that protects a pool: the best one that fits (MO-X322)."""
    return max((die for _, die in guards(state, who, pool, facts)), default=NO_DIE)


@steady
def weapon_die(state: State, who: str, weapon: Weapon, facts: Facts = NO_FACTS) -> Die:
    """The damage die of a weapon in somebody's hand, or of the body (MO-318, MO-X122). Training adds nothing to what
    deals no damage by itself."""
    dice = [
        effect.die for one, effect in _of_kind(state, who, Set, facts, "weapon-die") if _fits(one, effect.of, weapon.id)
    ]
    base = max(dice, default=weapon.forms[0].die)
    return base and base.step(sum(term.worth for term in added(state, who, "weapon-die", weapon.id)))


def form_of(state: State, who: str, weapon: Weapon) -> WeaponForm:
    """The form in which somebody uses a weapon: the first whose conditions hold (MO-318, MO-X120)."""
    for form in weapon.forms:
        one = Live(effect=InWords(text=weapon.title, when=form.when), source="", title=weapon.title, bearer=who)
        if not form.when or holds(state, one, who, NO_FACTS):
            return form
    return weapon.forms[-1]


@steady
def bonus_actions(state: State, who: str) -> dict[str, int]:
    """Bonus actions of a round by the skill that they fit: one for each so many points of score above the base. Those
    of one attribute share its number, however many skills they fit (MO-E46, MO-X203)."""
    person, by_pool = state.people[who], dict[Pool, list[str]]()
    counts: dict[Pool, int] = {}
    for one, effect in _of_kind(state, who, Actions, NO_FACTS):
        skill = one.choice if effect.fits == "chosen" else effect.fits
        row = row_of(catalog_of(state), skill)
        if effect.each and row is not None:  # none for a skill that the table plays without (MO-X602)
            pool = row.attribute
            worth = score(state, who, pool) if state.options.bonus_score == "current" else person.scores.get(pool, 0)
            counts[pool] = max(counts.get(pool, 0), max(0, worth - effect.over) // effect.each)
            by_pool.setdefault(pool, []).append(skill)
    return {"|".join(skills): counts[pool] for pool, skills in by_pool.items() if counts[pool]}


@steady
def price(state: State, who: str, deed: str, base: int = 1, facts: Facts = NO_FACTS) -> int:
    """What a deed costs in actions, at least none (MO-X215); what is done with one thing costs nothing for others."""
    for one, effect in _of_kind(state, who, Set, facts, "price"):
        if deed in effect.of and not (facts.tool and one.item not in ("", facts.tool)):
            base = effect.number
    return max(0, base + sum(term.worth for term in added(state, who, "price", deed, facts)))


def lost_pools(state: State, who: str) -> frozenset[Pool]:
    """The attributes that somebody has no use of: their pools are more than full (MO-314, MO-X323)."""
    marks = state.people[who].marks
    return _lost((catalog_of(state), marks)) if marks else frozenset()


@remembered(1024, tuple)
def _lost(ground: tuple[Catalog, tuple[Mark, ...]]) -> frozenset[Pool]:
    catalog, marks = ground
    rows = (catalog.states.get(mark.row) for mark in marks)
    return frozenset(row.pool for row in rows if row is not None and row.pool is not None)
