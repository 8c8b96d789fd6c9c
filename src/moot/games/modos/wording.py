"""What entries say to people: sentences are made from the fields of a row, by one template for each kind of effect."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, singledispatch

from moot.core.words import listed, words
from moot.games.modos import effects as does
from moot.games.modos.catalog import BY_POWER, EVERYTHING
from moot.games.modos.effects import Ref
from moot.games.modos.phrases import (
    PHRASES,
    POOL,
    any_of,
    condition_named,
    deed_named,
    entry_named,
    plural,
    scope_named,
    sentence_of,
    skill_named,
)
from moot.games.modos.reading import BANDS
from moot.games.modos.rows import CatalogEntry, Perk, Power, Shield, Skill, StateRow, Trait, Weapon
from moot.games.modos.vocabulary import Bearer
from moot.kit.totals import signed


def said(entry: CatalogEntry) -> str:
    """All sentences of an entry."""
    return " ".join(sentences(entry))


def sentences(entry: CatalogEntry) -> tuple[str, ...]:
    """The sentences of an entry: columns, then effects in their order; of a perk or a state these come first."""
    usual: Bearer = "target" if isinstance(entry, Power) else "self"
    told, does_ = [sentence_of(each) for each in columns(entry)], [sentence(each, usual) for each in entry.effects]
    if isinstance(entry, Weapon):  # its own name need not be said again
        does_ = [text.replace(f" with {entry.title}", "") for text in does_]
    return (*does_, *told) if isinstance(entry, Perk | StateRow) else (*told, *does_)


@lru_cache(4096)
def sentence(effect: does.Effect, usual: Bearer = "self") -> str:
    """What an effect does. Whom it is about is left out if they are the `usual` bearer and no verb needs them."""
    who = PHRASES.bearer[effect.who]
    if done := _deed_of(effect):
        text = f"{who} {done}".strip()
    elif effect.who == usual or isinstance(effect, does.InWords):
        text = _thing_of(effect)
    else:
        text = f"for {who}, {_thing_of(effect)}"
    return sentence_of("".join(f"{head}: " for head in _heads(effect)) + ", ".join((text, *_tail(effect))))


# ---------------------------------------------------------------- effects


def _heads(effect: does.Effect) -> Iterator[str]:
    """To which stage, way and moment an effect belongs, where that is not plain."""
    if effect.at == "half":
        yield "when resisted"
    if effect.pick:
        yield words(effect.pick)
    if effect.on not in (("standing",), ("cast",)):
        yield listed(PHRASES.moment[each] for each in effect.on)


def _tail(effect: does.Effect) -> Iterator[str]:
    """What an effect asks for, and how long it lasts."""
    yield from filter(None, map(condition_named, effect.when))
    if effect.asks:
        yield f"for {effect.asks} {plural('action', effect.asks)}"
    if effect.answer:
        yield f"unless a {POOL[effect.answer]} defense wins against it"
    if effect.until:
        yield f"ended by {any_of(PHRASES.ending[each] for each in effect.until)}"
    if effect.optional:
        yield "if that is wanted"


def _deed_of(effect: does.Effect) -> str:
    """What an effect does to its bearer, as a verb; empty if it is better said as a thing."""
    match effect:
        case does.Open():
            return f"may {deed_named(effect.deed)}"
        case does.Shut(but=()):
            return f"cannot {any_of(map(deed_named, effect.deeds))}"
        case does.Shut():
            return f"may only {any_of(map(deed_named, effect.but))}"
        case does.Immune(tag=str(tag)):
            return f"is immune to {PHRASES.tag[tag]}"
        case does.Immune(pool=str(pool)):
            return f"takes no {POOL[pool]} damage"
        case does.Grant(off=True):
            return f"is without {entry_named(effect.row)}"
        case does.Grant():
            return f"has {entry_named(effect.row)}" + ("" if effect.points is None else f" at {effect.points} points")
        case does.PutMark():
            return _mark(effect)
        case does.Shift(reads=str(posture)):
            return f"counts as being in {posture} posture, between the two alone"
        case does.Shift():
            steps = f"{effect.move} steps of posture, or " if effect.move else ""
            return f"moves up to {steps}{effect.metres} metres, without a contest"
        case _:
            return ""


def _mark(effect: does.PutMark) -> str:
    row = EVERYTHING.states.get(effect.state)
    state = row.title.lower() if row else words(effect.state)
    if effect.words:
        return f"believes something, as {any_of(f'a {word}' for word in effect.words)}"
    of = {"": "", "self": " of who does this", "named": " of what is named"}[effect.of]
    return f"is {'no longer ' if effect.lift else ''}{state}{of}"


def _thing_of(effect: does.Effect) -> str:
    match effect:
        case does.Add():
            return _add(effect)
        case does.Set():
            to = POOL.get(str(effect.to), effect.to)
            return PHRASES.set[effect.figure].format(of=scope_named(effect.figure, effect.of), to=to)
        case does.Guard():
            against = f" against {PHRASES.tag[effect.against]} alone" if effect.against else ""
            natural = "natural " if effect.made == "natural" else ""
            return f"{effect.die} {natural}{POOL[effect.pool]} protection{against}"
        case does.Harm():
            return _harm(effect)
        case does.Mend():
            return _mend(effect)
        case does.Actions():
            fits = "" if effect.fits == "any" else f" for {skill_named(effect.fits)}"
            if effect.by:
                return f"{effect.by} bonus {plural('action', effect.by)}{fits}"
            return f"a bonus action{fits} for every {effect.each} points of its attribute over {effect.over}"
        case does.Trade():
            limit = PHRASES.most.get(str(effect.most), "")
            given = PHRASES.give[effect.give].format(skill_named(effect.of) if effect.of else "")
            return f"{given} can be given for {PHRASES.get[effect.get].format(effect.most)}" + (limit and f", {limit}")
        case does.InWords():
            return _inside(effect.text)
        case does.Call():
            return _inside(effect.why)
        case _:
            raise TypeError(f"{type(effect).__name__} is no thing")


def _inside(text: str) -> str:
    """A sentence as a part of another."""
    return text[:1].lower() + text[1:].removesuffix(".")


def _add(effect: does.Add) -> str:
    to = PHRASES.figure[effect.figure].format(scope_named(effect.figure, effect.of))
    if effect.guide is None:
        return f"{_signed(effect.by)} {to}"
    least, most = map(_signed, effect.guide)
    return f"{least} to {most} {to}, as the GM says"


def _signed(number: int) -> str:
    return signed(number) if number else "0"


def _harm(effect: does.Harm) -> str:
    of = f" by {PHRASES.tag[effect.tag]}" if effect.tag else ""
    pierces = ", whatever protects" if effect.pierces else ""
    if effect.pool == "held":
        return f"damage of the weapon in hand{of}{pierces}"
    amount = "unarmed" if effect.die == "natural" else str(effect.die or effect.points)
    return f"{amount} {POOL[effect.pool]} damage{of}{pierces}"


def _mend(effect: does.Mend) -> str:
    pools = any_of(POOL[pool] for pool in effect.pools)
    match effect.amount:
        case "all":
            return f"all {pools} damage is taken off"
        case "dealt":
            return f"as much {pools} damage is taken off as was dealt"
        case "theme":
            return f"{pools} damage is taken off, as the theme says"
        case die:
            return f"{die} {pools} damage is taken off"


# ---------------------------------------------------------------- columns


@singledispatch
def columns(entry: CatalogEntry) -> Iterator[str]:
    """What the columns of an entry say, a sentence each."""
    return iter(())


@columns.register
def _skill(skill: Skill) -> Iterator[str]:
    if skill.about:
        yield skill.about
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
    if weapon.tag:
        yield f"it hurts by {PHRASES.tag[weapon.tag]}"
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
