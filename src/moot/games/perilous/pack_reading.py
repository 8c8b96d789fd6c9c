"""Packs that a group brings: what is in a text, or a refusal that names line and rule (GP-RD-16)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from moot.games.perilous.constants import TEST
from moot.games.perilous.figures import ARMOR, ATTRIBUTES, MODES, OFFENCE_TIERS, SKILLS
from moot.games.perilous.packs import PACKS, RULES, Effect, Encounter, Foe, NewOffence, Pack, Result
from moot.kit.notebook.checks import PackFault, dangling, entries, identified, ids, wording
from moot.kit.notebook.places import Path
from moot.kit.notebook.reading import PackReader

BRINGS: Final = "GP-RD-16"
"""The rule that lets a group bring tables of its own."""

_VALUE: Final = 9
_DAMAGE: Final = 30
_PERIL: Final = 3
_CROWD: Final = 20
"""The most that an entry may change, do or bring at once."""


def faults(pack: Pack) -> Iterator[PackFault]:
    """Everything in a pack that keeps it from being loaded."""
    groups = {kind: entries(((kind,), getattr(pack, kind))) for kind in RULES}
    printed = (id_ for key, ours in PACKS.items() for id_ in (key, ours.id))
    yield from wording(pack, BRINGS)
    yield from ids(pack.id, printed, map(identified, groups.values()), BRINGS)
    for path, complication in groups["complication"]:
        yield from _known(complication.modes, MODES, "mode", (*path, "modes"), "GP-CHASE-03")
        yield from _effect(complication.effect, (*path, "effect"))
    foes = sorted({foe.id for foe in (*pack.foe, *PACKS["foes"].foe)})
    for path, encounter in groups["encounter"]:
        yield from _encounter(encounter, path, foes)
    for path, talk in groups["exchange"]:
        if talk.favourable == talk.unfavourable:
            yield _fault((*path, "unfavourable"), "one-skill", "these are two different skills.", "GP-SOC-04")
    for path, offence in groups["offence"]:
        yield from _points(offence, path)
    for path, doing in groups["doing"]:
        yield from _skill(doing.skill, (*path, "skill"), needed=False)
    for path, foe in groups["foe"]:
        yield from _foe(foe, path)


def _fault(path: Path, code: str, message: str, rule: str, *allowed: str) -> PackFault:
    return PackFault(path=path, code=code, message=message, rule=rule, allowed=allowed)


def _known(named: Iterable[str], known: Iterable[str], what: str, path: Path, rule: str) -> Iterator[PackFault]:
    """References to what the rules do not have."""
    found = [((*path, at), name) for at, name in enumerate(named)]
    yield from dangling(found, known, f"no-such-{what}", f"there is no {what} “{{}}”.", rule)


def _skill(skill: str, path: Path, *, needed: bool) -> Iterator[PackFault]:
    """A test without a skill, or with one that nobody has."""
    if skill or needed:
        yield from dangling([(path, skill)], SKILLS, "no-such-skill", "there is no skill “{}”.", "GP-CORE-05")


def _between(number: int, least: int, most: int, path: Path, rule: str) -> Iterator[PackFault]:
    """A figure that is too low or too high."""
    if not least <= number <= most:
        yield _fault(path, "bad-figure", f"{least} to {most}, not {number}.", rule)


def _effect(effect: Effect | Result, path: Path) -> Iterator[PackFault]:
    """An effect with figures that it has no use for, without those that it needs, or out of all proportion."""
    rule = RULES["complication"]
    if effect.points and effect.do not in ("value", "damage"):
        yield _fault((*path, "points"), "idle-figure", f"{effect.do} has no points.", rule, "leave it out")
    if effect.dice and effect.do != "peril":
        yield _fault((*path, "dice"), "idle-figure", f"{effect.do} has no dice.", rule, "leave it out")
    match effect.do:
        case "value":
            yield from _between(effect.points, -_VALUE, _VALUE, (*path, "points"), "GP-CHASE-07")
            if not effect.points:
                yield _fault((*path, "points"), "bad-figure", "a value changes by something.", "GP-CHASE-07")
        case "damage":
            yield from _between(effect.points, 1, _DAMAGE, (*path, "points"), "GP-CORE-11")
        case "peril":
            yield from _between(effect.dice, 1, _PERIL, (*path, "dice"), "GP-CORE-12")
        case _:
            pass
    if isinstance(effect, Effect):
        yield from _test(effect, path)


def _test(effect: Effect, path: Path) -> Iterator[PackFault]:
    """A test that nothing comes of, or what comes of a test where there is none."""
    results = {"failure": effect.failure, "critical": effect.critical}
    if effect.do == "test":
        yield from _skill(effect.skill, (*path, "skill"), needed=True)
        if not effect.failure:
            yield _fault((*path, "failure"), "no-failure", "a test says what its failure does.", "GP-CORE-01")
    for name, result in results.items():
        if result and effect.do != "test":
            yield _fault((*path, name), "idle-result", "only a test has this.", "GP-CORE-01", 'do = "test"')
        if result:
            yield from _effect(result, (*path, name))


def _encounter(encounter: Encounter, path: Path, foes: Iterable[str]) -> Iterator[PackFault]:
    """An encounter that opens something without saying what with."""
    rule = RULES["encounter"]
    if encounter.foe or encounter.opens in ("fight", "chase"):
        yield from dangling([((*path, "foe"), encounter.foe)], foes, "no-such-foe", "there is no foe “{}”.", rule)
    yield from _between(encounter.count, 1, _CROWD, (*path, "count"), rule)
    if encounter.effect:
        yield from _effect(encounter.effect, (*path, "effect"))
    elif encounter.opens == "test":
        yield _fault(path, "no-effect", "what opens a test says which: effect = {…}.", rule)


def _points(offence: NewOffence, path: Path) -> Iterator[PackFault]:
    """Fixed points that are not of the tier."""
    tier = OFFENCE_TIERS[offence.tier]
    if offence.points is not None:
        yield from _between(offence.points, tier.least, tier.most, (*path, "points"), "GP-CORR-01")


def _foe(foe: Foe, path: Path) -> Iterator[PackFault]:
    """A foe with figures that no sheet can have."""
    for name in ATTRIBUTES:
        if name not in foe.attributes:
            message = f"no {name}: everybody has all seven attributes."
            yield _fault((*path, "attributes"), "attribute-missing", message, "GP-CORE-07", *ATTRIBUTES)
    for name, percent in foe.attributes.items():
        yield from _between(percent, TEST.always, TEST.never, (*path, "attributes", name), "GP-CORE-07")
    for name, rank in foe.ranks.items():
        yield from _skill(name, (*path, "ranks"), needed=True)
        yield from _between(rank, 0, TEST.ranks_most, (*path, "ranks", name), "GP-CORE-01")
    armor, mode = [((*path, "armor"), foe.armor)], [((*path, "mode"), foe.mode)]
    yield from dangling(armor, ARMOR, "no-such-armor", "there is no armor “{}”.", "GP-CORE-08")
    yield from dangling(mode, MODES, "no-such-mode", "there is no mode “{}”.", "GP-CHASE-03")
    yield from _between(foe.count, 1, _CROWD, (*path, "count"), RULES["foe"])


read: Final = PackReader(
    kind=Pack,
    rule=BRINGS,
    rules=RULES,
    value_rules={
        "difficulty": "GP-CORE-03",
        "disposition": "GP-SOC-05",
        "favourable": "GP-SOC-03",
        "unfavourable": "GP-SOC-03",
        "class": "GP-CORE-21",
        "leans": "GP-CORE-21",
        "attributes": "GP-CORE-07",
    },
    faults=faults,
).read
"""The pack in a text: the format of `packs/*.toml`, held to the rules. Raises Refused, with line and rule."""


def holds(text: str) -> tuple[str, ...]:
    """Everything that is in a pack, a line each. Raises Refused as `read` does."""
    pack = read(text)
    named = (
        f"{kind}: {getattr(entry, 'title', '') or getattr(entry, 'name', '') or entry.id}"
        for kind in RULES
        for entry in getattr(pack, kind)
    )
    return (f"{pack.title} ({pack.id})", *named)
