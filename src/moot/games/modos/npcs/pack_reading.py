"""Packs of sheets and adventures that a group brings: what is in a text, or a refusal that names line and rule
(MO-X501, MO-X603)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from moot.games.modos.adventures.papers import Printed
from moot.games.modos.catalog import EVERYTHING
from moot.games.modos.figures import CONTEST
from moot.games.modos.ladder import Die
from moot.games.modos.npcs.judging import fault, faults as sheet_faults
from moot.games.modos.npcs.sheets import OURS, PACKS, SHEETS, Pack, Quick, Reskin, quick_sheet, reskinned
from moot.kit.notebook.checks import PackFault, dangling, entries, identified, ids, wording
from moot.kit.notebook.places import Path
from moot.kit.notebook.reading import PackReader

BRINGS: Final = "MO-X501"
"""The rule by which people that nobody plays are made."""
PEOPLE: Final = {"sheet": "MO-X501", "quick": "MO-X502", "reskin": "MO-X503"}
"""The rule behind each kind of people, by its list."""
ADVENTURE: Final = "MO-X603"
RULES: Final = {**PEOPLE, "adventure": ADVENTURE}
"""The rule behind each kind of entry, by its list."""


def faults(pack: Pack) -> Iterator[PackFault]:
    """Everything in a pack that keeps it from being loaded."""
    groups = {kind: entries(((kind,), getattr(pack, kind))) for kind in PEOPLE}
    everybody = [(path, entry.id) for group in groups.values() for path, entry in group]
    printed = (id_ for key, ours in PACKS.items() for id_ in (key, ours.id))
    yield from wording(pack, BRINGS)
    adventures = entries((("adventure",), pack.adventure))
    yield from ids(pack.id, printed, [everybody, identified(adventures)], BRINGS)
    for path, sheet in groups["sheet"]:
        yield from sheet_faults(sheet, path)
    for path, quick in groups["quick"]:
        yield from _quick(quick, path)
    for path, skin in groups["reskin"]:
        yield from _reskin(pack, skin, path)
    people = {*OURS, *(f"{pack.id}/{id_}" for _, id_ in everybody)}
    for path, adventure in adventures:
        yield from _adventure(adventure, path, people)


def _adventure(adventure: Printed, path: Path, people: set[str]) -> Iterator[PackFault]:
    """An adventure without places, with ways to nowhere, people whom nobody knows, or what no contest has."""
    places = entries(((*path, "place"), adventure.place))
    if not places:
        yield fault((*path, "place"), "no-places", "an adventure has a place to begin at.", ADVENTURE)
        return
    known = tuple(place.id for _, place in places)
    for found in ids("", (), [identified(places)], ADVENTURE):
        if found.path[:1] != ("id",):
            yield found
    named = [((*path, "start"), adventure.start), *([((*path, "wakes"), adventure.wakes)] if adventure.wakes else [])]
    for where, place in places:
        ways = entries(((*where, "way"), place.way))
        named += [((*at, "to"), way.to) for at, way in ways]
        named += [((*where, "instead"), place.instead)] if place.instead else []
        if len({(way.to, way.word) for way in place.way}) < len(place.way):
            yield fault((*where, "way"), "way-twice", "two ways lead to one place by the same word.", ADVENTURE)
        if len({trial.label for trial in place.trial}) < len(place.trial):
            yield fault((*where, "trial"), "trial-twice", "two of these are called the same.", ADVENTURE)
        for at, trial in entries(((*where, "trial"), place.trial)):
            if not CONTEST.difficulty_least <= trial.value <= CONTEST.difficulty_most:
                message = f"{CONTEST.difficulty_least} to {CONTEST.difficulty_most}, not {trial.value}."
                yield fault((*at, "value"), "bad-figure", message, "MO-008")
        ready = [((*where, "people", at), key) for at, key in enumerate(place.people)]
        yield from dangling(ready, sorted(people), "no-such-sheet", "there is no sheet “{}”.", ADVENTURE)
    yield from dangling(named, known, "no-such-place", "there is no place “{}”.", ADVENTURE)


def _quick(quick: Quick, path: Path) -> Iterator[PackFault]:
    """A quick build with a die that does not exist, more perks than levels, or what no sheet has."""
    for name in ("damage", "guard"):
        try:
            Die.read(getattr(quick.dice, name) or "none")
        except ValueError as error:
            yield fault((*path, "dice", name), "no-such-die", f"{error}.", "MO-209")
            return
    if len(quick.perks) > quick.level:
        yield fault((*path, "perks"), "perks-sum", f"{quick.level} perks at most, one a level.", "MO-113")
    skills = [((*path, "skill"), quick.skill.partition(":")[0])]
    yield from dangling(skills, EVERYTHING.skills, "no-such-skill", "there is no skill “{}”.", "MO-108")
    yield from sheet_faults(quick_sheet(quick), path, whole=False)


def _reskin(pack: Pack, skin: Reskin, path: Path) -> Iterator[PackFault]:
    """A reskin of nobody, or one that swaps what the sheet has not."""
    known = {sheet.id: sheet for sheet in (*pack.sheet, *map(quick_sheet, pack.quick))} | {**SHEETS}
    yield from dangling([((*path, "of"), skin.of)], known, "no-such-sheet", "there is no sheet “{}”.", "MO-X503")
    if skin.of not in known:
        return
    swapped = [((*path, "swap", at, "from"), swap.from_) for at, swap in enumerate(skin.swap)]
    yield from dangling(swapped, known[skin.of].points, "no-such-points", "it has no points in “{}”.", "MO-X503")
    for found in sheet_faults(reskinned(known[skin.of], skin), path, whole=False):
        yield replace(found, path=(*path, "swap"))  # the sheet stands elsewhere, and is right


read: Final = PackReader(
    kind=Pack, rule=BRINGS, rules=RULES, value_rules={"scores": "MO-103", "kinds": "MO-X507"}, faults=faults
).read
"""The pack in a text: the format of `packs/*.toml`, held to the rules. Raises Refused, with line and rule."""


def holds(text: str) -> tuple[str, ...]:
    """Everything that is in a pack, a line each. Raises Refused as `read` does."""
    pack = read(text)
    named = (f"{kind}: {entry.name}" for kind in PEOPLE for entry in getattr(pack, kind))
    adventures = (f"adventure: {each.title}, {len(each.place)} places" for each in pack.adventure)
    return (f"{pack.title} ({pack.id})", *named, *adventures)

