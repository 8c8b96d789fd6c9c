"""What can be chosen on a sheet: skills that take a point, perks, and what is chosen with a perk; and gear."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from msgspec.structs import replace

from moot.core import Choice, Refused
from moot.games.modos.arms import armor_for, gear_row, natural
from moot.games.modos.catalog import BODY, EVERYTHING, MAGIC, Catalog, played, row_of, title_of, usual
from moot.games.modos.effects import Actions, Add, Trade
from moot.games.modos.figures import LIMITS, TACTICS, UNKNOWN_DIE
from moot.games.modos.live import catalog_of
from moot.games.modos.person import Gear, OwnItem, Person, Taken
from moot.games.modos.reckoning import BARE, cap
from moot.games.modos.rows import Armor, Perk, Weapon
from moot.games.modos.state import State
from moot.games.modos.terms import POOL_WORDS, POOLS, Pool, Where
from moot.games.modos.wording import said
from moot.kit.remembered import remembered

OWN = "own"
"""The row of a perk that is in no list: what is chosen with it is all that it is (MO-X109)."""

LOST = "lost:"
"""What stands before the name of a thing that a perk was for, while its owner has none of that name."""

NAMED = "Named by you"
"""Where skills stand for which people find the words."""

POOL_CHOICES = tuple(Choice(pool, POOL_WORDS[pool].title()) for pool in POOLS)
"""The attributes to choose from."""

TACTIC_CHOICES = tuple(Choice(row.id, row.title, hint=row.text) for row in TACTICS.values())
"""How people whom the guide plays can fight (MO-X506)."""


# ---------------------------------------------------------------- skills


def skills_of(catalog: Catalog, points: Collection[str]) -> tuple[str, ...]:
    """Every skill as sheets name it, as far as it needs no words of their own: of those that are bought for
    something, what the list has and what somebody has points in already."""
    found: list[str] = []
    for row in catalog.skills.values():
        if row.id == MAGIC:
            found += (f"{MAGIC}:{power}" for power in catalog.powers)
        elif row.typed:
            mine = (skill for skill in points if skill.partition(":")[0] == row.id)
            found += dict.fromkeys((*(f"{row.id}:{of}" for of in row.types), *mine))
        else:
            found.append(row.id)
    return tuple(found)


@remembered(16)
def every_skill(catalog: Catalog) -> tuple[Choice, ...]:
    """All of these to choose from, for somebody new."""
    return skills_to_learn(catalog, skills_of(catalog, ()))


def typed_of(catalog: Catalog, *, guide: bool) -> tuple[Choice, ...]:
    """The skills that are bought for something that people name. Where the list has subjects, others are the guide's
    to allow (MO-E52, MO-X109)."""
    rows = (row for row in catalog.skills.values() if row.typed and row.id != MAGIC)
    return tuple(Choice(row.id, row.title, hint=row.typed) for row in rows if guide or not (row.types or row.own))


def room(state: State, who: Person, skill: str) -> int:
    """How many more points somebody may have in a skill (MO-110); many if nothing limits them."""
    most = cap(state, who.id, skill)
    return LIMITS.level if most is None else most - who.points.get(skill, 0)


def skills_to_learn(catalog: Catalog, skills: Iterable[str], *, words: bool = False) -> tuple[Choice, ...]:
    """Skills to choose as they come, and after them powers from the lowest level up; with `words` for what they do."""

    def level(skill: str) -> int:
        kind, _, of = skill.partition(":")
        return catalog.powers[of].level if kind == MAGIC and of in catalog.powers else 0

    return tuple(skill_choice(catalog, skill, words=words) for skill in sorted(skills, key=level))


@remembered(4096)
def skill_choice(catalog: Catalog, skill: str, *, words: bool = False) -> Choice:
    """A skill to choose, under its attribute, and a power under its level."""
    kind, _, of = skill.partition(":")
    power = catalog.powers.get(of) if kind == MAGIC else None
    group = f"Magic, level {power.level}" if power else POOL_WORDS[usual(catalog, skill)].title()
    row = power or (row_of(catalog, skill) if words else None)
    return Choice(skill, title_of(catalog, skill), hint=said(row) if words and row else "", group=group)


def at_cap(state: State, who: Person, skill: str) -> Refused:
    """Why a skill takes no more points."""
    title = title_of(catalog_of(state), skill)
    return Refused("skill-at-cap", f"{title} has as many points as {who.name} has levels: {who.level}.", "MO-110")


# ---------------------------------------------------------------- perks


def again(state: State, perk: Perk) -> str:
    """In which way a perk may be taken again at this table: not at all if empty (MO-E44)."""
    if state.options.perk_repeat == "free":
        return perk.again or "sum"
    return "" if perk.again == "points" and state.options.perk_repeat == "stated" else perk.again or ""


def perk_barred(state: State, who: Person, perk: Perk, *, guide: bool) -> Refused | None:
    """Why somebody cannot take a perk now; None if they can (MO-112, MO-X103, MO-E44)."""
    if who.level < perk.level:
        return Refused("level-too-low", f"{perk.title} can be had from level {perk.level} on.", "MO-X103")
    if any(taken.row == perk.id for taken in who.perks) and not again(state, perk):
        return Refused("perk-taken", f"{who.name} has {perk.title}, and it cannot be taken again.", "MO-E44")
    if perk.takes not in (None, "object") and not any(True for _ in choices_with(state, who, perk, guide=guide)):
        return Refused("nothing-to-choose", f"There is nothing that {who.name} could choose with {perk.title}.")
    return None


def choices_with(state: State, who: Person, perk: Perk, *, guide: bool) -> Iterator[Choice]:
    """What can be chosen with a perk now; each once, where the perk is for another choice each time."""
    once = again(state, perk) in ("", "other")
    had = {taken.choice for taken in who.perks if once and taken.row == perk.id}
    return (choice for choice in _with(state, who, perk, guide=guide) if choice.value not in had)


def _with(state: State, who: Person, perk: Perk, *, guide: bool) -> Iterator[Choice]:
    catalog = catalog_of(state)
    match perk.takes:
        case "attribute":
            yield from POOL_CHOICES
        case "skill":
            yield from _skills_with(state, who, perk)
        case "fight-skill":
            yield from (Choice(row.id, row.title) for row in catalog.skills.values() if row.group == "fight")
        case "power":
            found = {need.partition(":")[2] for one in sources(state, who) for need in one.needs}
            every = (f"{MAGIC}:{power}" for power in catalog.powers)
            yield from (skill_choice(catalog, skill) for skill in every if skill in found)
        case "armor":
            yield Choice(BARE["P"], "Natural", group="Of the body")
            yield from (Choice(row.id, row.title, group="Armor") for row in catalog.armors.values())
            yield from _own(catalog, who, Armor, POOLS if guide else ("P",))
        case "mental-guard":
            yield Choice(BARE["M"], "Natural, of the mind", group="Of the body")
            yield from _own(catalog, who, Armor, POOLS if guide else ("M",))
        case "weapon":
            body = Choice(BODY.id, "Natural", group="Of the body")
            yield from (body if row is BODY else Choice(row.id, row.title, group="Weapons")
                        for row in catalog.weapons.values()
                        if any(form.die for form in row.forms) and (guide or row.pool == "P"))
            yield from _own(catalog, who, Weapon, POOLS if guide else ("P",))
        case _:
            return


def _skills_with(state: State, who: Person, perk: Perk) -> Iterator[Choice]:
    """The skills that a perk can be for: those with room for the points that it brings; for actions whole skills, and
    those that people made up (MO-X109)."""
    catalog = catalog_of(state)
    if any(isinstance(effect, Actions) for effect in perk.effects):
        rows = (row for row in catalog.skills.values() if not row.own)
        yield from (Choice(row.id, row.title, group=POOL_WORDS[row.attribute].title()) for row in rows)
        made_up = (skill for skill in who.points if (row := row_of(catalog, skill)) and row.own and skill != row.id)
        yield from (skill_choice(catalog, skill) for skill in made_up)
        return
    for skill in skills_of(catalog, who.points):
        if not adds_points(perk) or room(state, who, skill) > 0:
            yield skill_choice(catalog, skill)


def kinds_with(state: State, perk: Perk, *, guide: bool) -> tuple[Choice, ...]:
    """The skills that a perk can be for and that people name (MO-111)."""
    whole = any(isinstance(effect, Actions) for effect in perk.effects)
    return named_kinds(catalog_of(state), guide=guide) if perk.takes == "skill" and not whole else ()


def named_kinds(catalog: Catalog, *, guide: bool) -> tuple[Choice, ...]:
    """The skills that are bought for something that people name, among others: the words for it follow the colon."""
    kinds = typed_of(catalog, guide=guide)
    return tuple(Choice(f"{one.value}:", f"{one.label} (you name it)", hint=one.hint, group=NAMED) for one in kinds)


def picked(choice: str, words: str) -> str:
    """What was chosen: of a list, in words, or by a word of the list and more words."""
    return f"{choice}{words.strip().lower()}" if choice.endswith(":") else choice or words.strip()


def adds_points(perk: Perk) -> bool:
    """Whether a perk writes points of a skill into the sheet."""
    return any(isinstance(effect, Add) and effect.figure == "points" for effect in perk.effects)


def _own(catalog: Catalog, who: Person, kind: type[Armor | Weapon], pools: tuple[Pool, ...]) -> Iterator[Choice]:
    """Gear of somebody's own that guards or hurts a pool; of other pools only where the guide agrees (MO-E115)."""
    for thing in who.gear:
        if thing.own is not None and isinstance(gear_row(catalog, thing), kind) and thing.own.pool in pools:
            yield Choice(thing.id, thing.name, group="OwnItem")


def sources(state: State, who: Person) -> tuple[Choice, ...]:
    """The powers whose points can be moved (Power Upgrade), each to those others that have room for them (MO-110)."""
    catalog = catalog_of(state)
    free = {skill: room(state, who, skill) for skill in (f"{MAGIC}:{power}" for power in catalog.powers)}
    found = {own: tuple(f"choice:{skill}" for skill, most in free.items() if skill != own and most >= who.points[own])
             for own in who.points if own in free}
    return tuple(replace(skill_choice(catalog, own), needs=to) for own, to in found.items() if to)


def written_by(perk: Perk, choice: str, source: str, who: Person) -> tuple[dict[Pool, int], dict[str, int]]:
    """What a perk writes into the sheet when it is taken: scores, and points of skills (MO-E44)."""
    scores: dict[Pool, int] = {}
    points: dict[str, int] = {}
    for effect in perk.effects:
        if "advance" not in effect.on:
            continue
        if isinstance(effect, Add) and effect.figure == "score":
            scores |= {pool: effect.by for pool in POOLS if pool == choice}
        elif isinstance(effect, Add) and effect.figure == "points":
            points[choice] = effect.by
        elif isinstance(effect, Trade):
            points |= {source: -who.points[source], choice: who.points[source]}
    return scores, points


def stands(catalog: Catalog, taken: Taken) -> bool:
    """Whether a table plays with a perk that somebody has, and with the skill that it is for (MO-X602)."""
    row = catalog.perks.get(taken.row)
    return row is not None and (row.takes not in ("skill", "fight-skill", "power") or played(catalog, taken.choice))


def to_lose(state: State, who: Person) -> Iterator[Choice]:
    """The perks that somebody has, but for those that stand struck."""
    catalog = catalog_of(state)
    for at, taken in enumerate(who.perks):
        if taken.row == OWN:
            yield Choice(str(at), taken.choice)
        elif stands(catalog, taken):
            row = catalog.perks[taken.row]
            yield Choice(str(at), row.title, hint=chosen_title(state, who, row, taken.choice))


def chosen_title(state: State, who: Person, perk: Perk | None, choice: str) -> str:
    """What was chosen with a perk, as people call it."""
    if perk is None or not choice:
        return choice
    catalog = catalog_of(state)
    if perk.takes in ("skill", "fight-skill", "power"):
        return title_of(catalog if played(catalog, choice) else EVERYTHING, choice)
    if perk.takes == "attribute":
        return next((POOL_WORDS[pool] for pool in POOLS if pool == choice), choice)
    if choice in BARE.values() or choice == BODY.id:
        return "natural"
    rows = (one.weapons.get(choice) or one.armors.get(choice) for one in (catalog, EVERYTHING))
    row = next(filter(None, rows), None)
    names = (thing.name for thing in who.gear if thing.id == choice)
    return row.title if row else next(names, choice.removeprefix(LOST))


# ---------------------------------------------------------------- gear, as people come by it (MO-X111, MO-X113)


def free_ids(who: Person, count: int) -> list[str]:
    """Ids for so many more things of somebody's: they count on from those there are, and tell nothing else."""
    numbers = (thing.id.rpartition("-g")[2] for thing in who.gear)
    last = max((int(number) for number in numbers if number.isdecimal()), default=0)
    return [f"{who.id}-g{last + number}" for number in range(1, count + 1)]


@remembered(16)
def listed_gear(catalog: Catalog) -> tuple[Choice, ...]:
    """Everything of the lists, under its era."""
    kinds = (("weapons", catalog.weapons), ("shields", catalog.shields), ("armor", catalog.armors))
    return tuple(Choice(row.id, row.title, hint=said(row), group=f"{row.era.title()} {kind}")
                 for kind, rows in kinds for row in rows.values() if row.id != BODY.id)


def thing_of(catalog: Catalog, who: Person, id_: str, row: str) -> Gear:
    """A thing of the lists: armor is put on if nothing else guards its pool, a weapon taken up if nothing else is in
    hand; all else is within reach."""
    entry = catalog.armors.get(row) or catalog.shields.get(row) or catalog.weapons[row]
    at: Where = "stowed"
    if row in catalog.armors and not wears(catalog, who, catalog.armors[row].pool):
        at = "worn"
    elif row in catalog.weapons and all(thing.at != "held" for thing in who.gear):
        at = "held"
    return Gear(id=id_, name=entry.title, row=row, at=at)


def wears(catalog: Catalog, who: Person, pool: Pool) -> bool:
    """Whether somebody has put on armor for a pool; what is part of the body is always there."""
    return any(thing.at == "worn" and not natural(thing) and armor_for(catalog, thing) == pool for thing in who.gear)


def place_of(own: OwnItem) -> Where:
    """Where a thing of somebody's own is at first: what is part of the body is in use."""
    if own.kind == "armor":
        return "worn"
    return "held" if own.natural else "stowed"


def plain_gear(who: str) -> tuple[Gear, ...]:
    """A weapon in hand, and armor, both with the die of unknown gear (MO-X111, MO-FP06)."""
    weapon, armor = OwnItem(kind="weapon", die=UNKNOWN_DIE), OwnItem(kind="armor", die=UNKNOWN_DIE)
    return (Gear(id=f"{who}-g1", name="Weapon", own=weapon, at="held"),
            Gear(id=f"{who}-g2", name="Armor", own=armor, at=place_of(armor)))
