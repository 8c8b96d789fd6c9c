"""What the columns of an entry say to people, where they are no effects."""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch

from moot.games.modos.catalog import BY_POWER
from moot.games.modos.effects import Ref
from moot.games.modos.phrases import PHRASES, POOL, any_of, condition_named, entry_named, plural, skill_named
from moot.games.modos.reading import BANDS
from moot.games.modos.rows import CatalogEntry, Perk, Power, Shield, Skill, StateRow, Trait, Weapon
from moot.kit.totals import signed


@singledispatch
def columns(entry: CatalogEntry) -> Iterator[str]:
    """What the columns of an entry say, a sentence each."""
    return iter(())


@columns.register
def _skill(skill: Skill) -> Iterator[str]:
    yield f"usually {POOL[skill.attribute]}" + (f", for one {skill.typed} each" if skill.typed else "")
    if skill.locked:
        yield "it needs a point before it can be used"
    if skill.defends:
        yield f"it defends against {POOL[skill.defends]} attacks"
    if skill.answers:
        by = any_of("what the power says" if name == BY_POWER else skill_named(name) for name in skill.answers)
        yield f"{by} answers it"


@columns.register
def _perk(perk: Perk) -> Iterator[str]:
    if perk.takes:
        yield f"{PHRASES.takes[perk.takes]} is chosen with it"
    if perk.level > 1:
        yield f"it can be had from level {perk.level} on"
    if perk.again:
        yield PHRASES.again[perk.again]


@columns.register
def _power(power: Power) -> Iterator[str]:
    difficulty = f"difficulty {signed(power.difficulty) if power.difficulty else 0}"
    yield f"level {power.level}, {difficulty}, {PHRASES.band[power.range]}, {PHRASES.target[power.target]}"
    if power.keep:
        yield "it can be kept up"
    out = f", but people can {any_of(PHRASES.verb[verb] for verb in power.escape)}" if power.escape else ""
    by = {"any": "any attribute resists it", "none": f"nothing resists it{out}"}
    yield by.get(power.half) or f"the {POOL[power.half]} attribute resists it"


@columns.register
def _weapon(weapon: Weapon) -> Iterator[str]:
    yield f"{any_of(dict.fromkeys(form.size for form in weapon.forms))}, {PHRASES.band[weapon.range]}"
    if weapon.bands != BANDS[weapon.range]:
        yield f"damage at close, short, medium and long range: {', '.join(map(str, weapon.bands))}"
    if not any(form.hands for form in weapon.forms):
        yield "it leaves the hands free"
    if weapon.reload:
        yield f"a reload takes {weapon.reload} {plural('action', weapon.reload)}"
    if weapon.pool != "P" or weapon.guards != ("P",):
        guards = any_of(POOL[pool] for pool in weapon.guards)
        yield f"it deals {POOL[weapon.pool]} damage, and {guards} protection counts"
    if weapon.pierces:
        yield "no protection counts against it"
    if weapon.thrown:
        yield "it can be thrown, and is out of hand then"
    if weapon.dual:
        yield "it counts as two weapons"


@columns.register
def _shield(shield: Shield) -> Iterator[str]:
    yield f"it takes {shield.hands} {plural('hand', shield.hands)}" if shield.hands else "it leaves the hand free"


@columns.register
def _trait(trait: Trait) -> Iterator[str]:
    for each in trait.reacts:
        to = "on its turn" if "turn" in each.to else f"when others {any_of(PHRASES.verb[verb] for verb in each.to)}"
        yield ", ".join((f"the GM is offered {entry_named(each.by)} first {to}", *map(condition_named, each.when)))
    for perk, points in trait.preset.items():
        yield f"{points} points are moved by {entry_named(Ref('perk', perk))} already"


@columns.register
def _state(state: StateRow) -> Iterator[str]:
    if state.pool:
        yield f"it comes of more {POOL[state.pool]} damage than there is room for"
    if state.ends:
        yield f"it is ended by {any_of(PHRASES.ending[each] for each in state.ends)}"
