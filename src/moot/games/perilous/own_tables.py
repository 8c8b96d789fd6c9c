"""Tables of a group's own: read, or refused with line and rule, laid beside ours and taken away again (GP-RD-16).

Players hear of what they choose from or read anyway: offences, requisitions, doings in camp, glosses. The rest is the
guide's until it is drawn or told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from moot.core import Document, Format, Part, Seat
from moot.games.perilous.figures import ARMOR, ATTRIBUTES, MODES, OFFENCE_TIERS, SKILLS, TEST
from moot.games.perilous.flow import only_guide
from moot.games.perilous.making import bringing
from moot.games.perilous.packs import PACKS, RULES, Effect, EncounterEntry, Foe, Pack, Result
from moot.games.perilous.state import ALWAYS, State
from moot.games.perilous.terms import PACKAGE
from moot.kit.notebook import shelf
from moot.kit.notebook.checks import PackFault, between, dangling, entries, fault, identified, ids, wording
from moot.kit.notebook.documents import as_packs
from moot.kit.notebook.places import Path
from moot.kit.notebook.reading import PackReader

BRINGS: Final = "GP-RD-16"
"""The rule that lets a group bring tables of its own."""

_CROWD: Final = 20
"""The most that an entry may bring at once."""
_FIGURES: Final = {
    "value": ("points", -9, 9, "GP-CHASE-07"), "damage": ("points", 1, 30, "GP-CORE-11"),
    "peril": ("dice", 1, 3, "GP-CORE-12"),
}
"""The figure that an effect has, its ends, and the rule behind it; what is not here has none."""


def faults(pack: Pack) -> Iterator[PackFault]:
    """Everything in a pack that keeps it from being loaded."""
    groups = {kind: entries(((kind,), getattr(pack, kind))) for kind in RULES}
    printed = (id_ for key, ours in PACKS.items() for id_ in (key, ours.id))
    yield from wording(pack, BRINGS)
    yield from ids(pack.id, printed, map(identified, groups.values()), BRINGS)
    for path, complication in groups["complication"]:
        for at, mode in enumerate(complication.modes):
            yield from _known("mode", mode, (*path, "modes", at))
        yield from _effect(complication.effect, (*path, "effect"))
    foes = sorted({foe.id for foe in (*pack.foe, *PACKS["foes"].foe)})
    for path, encounter in groups["encounter"]:
        yield from _encounter(encounter, path, foes)
    for path, talk in groups["exchange"]:
        if talk.favourable == talk.unfavourable:
            yield fault((*path, "unfavourable"), "one-skill", "these are two different skills.", "GP-SOC-04")
    for path, offence in groups["offence"]:
        tier = OFFENCE_TIERS[offence.tier]
        if offence.points is not None:
            yield from between(offence.points, tier.least, tier.most, (*path, "points"), "GP-CORR-01")
    for path, doing in groups["doing"]:
        if doing.skill:
            yield from _known("skill", doing.skill, (*path, "skill"))
    for path, foe in groups["foe"]:
        yield from _foe(foe, path)


_KNOWN: Final[dict[str, tuple[Iterable[str], str]]] = {
    "mode": (MODES, "GP-CHASE-03"), "skill": (SKILLS, "GP-CORE-05"), "armor": (ARMOR, "GP-CORE-08"),
}
"""What an entry may name, and by which rule."""


def _known(what: str, name: str, path: Path) -> Iterator[PackFault]:
    """A name that the rules do not have."""
    rows, rule = _KNOWN[what]
    yield from dangling([(path, name)], rows, f"no-such-{what}", f"there is no {what} “{{}}”.", rule)


def _effect(effect: Effect | Result, path: Path) -> Iterator[PackFault]:
    """An effect with figures that it has no use for, without those that it needs, or out of all proportion; a test that
    nothing comes of, or what comes of a test where there is none."""
    figure, least, most, rule = _FIGURES.get(effect.do, ("", 0, 0, RULES["complication"]))
    for name, number in (("points", effect.points), ("dice", effect.dice)):
        if name == figure:
            yield from between(number, least, most, (*path, name), rule)
        elif number:
            message = f"{effect.do} has no {name}."
            yield fault((*path, name), "idle-figure", message, RULES["complication"], "leave it out")
    if effect.do == "value" and not effect.points:
        yield fault((*path, "points"), "bad-figure", "a value changes by something.", rule)
    if not isinstance(effect, Effect):
        return
    if effect.do == "test":
        yield from _known("skill", effect.skill, (*path, "skill"))
        if not effect.failure:
            yield fault((*path, "failure"), "no-failure", "a test says what its failure does.", "GP-CORE-01")
    for name, result in (("failure", effect.failure), ("critical", effect.critical)):
        if result and effect.do != "test":
            yield fault((*path, name), "idle-result", "only a test has this.", "GP-CORE-01", 'do = "test"')
        if result:
            yield from _effect(result, (*path, name))


def _encounter(encounter: EncounterEntry, path: Path, foes: Iterable[str]) -> Iterator[PackFault]:
    """An encounter that opens something without saying what with."""
    rule = RULES["encounter"]
    if encounter.foe or encounter.opens in ("fight", "chase"):
        yield from dangling([((*path, "foe"), encounter.foe)], foes, "no-such-foe", "there is no foe “{}”.", rule)
    yield from between(encounter.count, 1, _CROWD, (*path, "count"), rule)
    if encounter.effect:
        yield from _effect(encounter.effect, (*path, "effect"))
    elif encounter.opens == "test":
        yield fault(path, "no-effect", "what opens a test says which: effect = {…}.", rule)


def _foe(foe: Foe, path: Path) -> Iterator[PackFault]:
    """A foe with figures that no sheet can have."""
    for name in ATTRIBUTES:
        if name not in foe.attributes:
            message = f"no {name}: everybody has all seven attributes."
            yield fault((*path, "attributes"), "attribute-missing", message, "GP-CORE-07", *ATTRIBUTES)
    for name, percent in foe.attributes.items():
        yield from between(percent, TEST.always, TEST.never, (*path, "attributes", name), "GP-CORE-07")
    for name, rank in foe.ranks.items():
        yield from _known("skill", name, (*path, "ranks"))
        yield from between(rank, 0, TEST.ranks_most, (*path, "ranks", name), "GP-CORE-01")
    yield from _known("armor", foe.armor, (*path, "armor"))
    yield from _known("mode", foe.mode, (*path, "mode"))
    yield from between(foe.count, 1, _CROWD, (*path, "count"), RULES["foe"])


read: Final = PackReader(
    kind=Pack, rule=BRINGS, rules=RULES, faults=faults,
    value_rules={
        "difficulty": "GP-CORE-03", "disposition": "GP-SOC-05", "favourable": "GP-SOC-03",
        "unfavourable": "GP-SOC-03", "class": "GP-CORE-21", "leans": "GP-CORE-21", "attributes": "GP-CORE-07",
    },
).read
"""The pack in a text: the format of `packs/*.toml`, held to the rules. Raises Refused, with line and rule."""


def holds(text: str) -> tuple[str, ...]:
    """Everything that is in a pack, a line each. Raises Refused as `read` does."""
    pack = read(text)
    named = (
        f"{kind}: {getattr(entry, 'title', '') or getattr(entry, 'name', '') or entry.id}"
        for kind in RULES for entry in getattr(pack, kind)
    )
    return (f"{pack.title} ({pack.id})", *named)


TOLD: Final = ("gloss", "offence", "requisition", "doing")
"""The kinds of entries that players hear of."""
NAMED: Final = {"exchange": "ready-made exchange", "gloss": "line for a temperament", "doing": "doing in camp"}
"""What kinds of entries are called, where it is not as their list is."""


class TablesLoaded(shelf.PackLoaded[State, Pack], tag="tables-loaded"):
    """Tables of the group's own lie beside ours; players hear of what they may choose from in them."""

    def holds(self) -> tuple[str, ...]:
        return shelf.counts({NAMED.get(kind, kind): len(getattr(self.pack, kind)) for kind in RULES})

    def shown(self) -> Pack:
        return Pack(id=self.pack.id, title=self.pack.title, **{kind: getattr(self.pack, kind) for kind in TOLD})


class TablesDropped(shelf.PackDropped[State], tag="tables-dropped"):
    """Tables of the group's own were taken away."""


class _TablesCommand(shelf.PackCommand[State, Pack]):
    """Tables are the guide's to load and to drop, at any time."""

    when, giver = ALWAYS, only_guide("brings tables, and takes them away", BRINGS)

    @classmethod
    def open(cls, pack: Pack) -> bool:
        return any(getattr(pack, kind) for kind in TOLD)


class LoadTables(shelf.LoadPack[State, Pack], _TablesCommand, tag="load-tables"):
    """Lay tables of your own beside ours; those of the same id go away for them."""

    rules, event, format, package = (BRINGS,), TablesLoaded, "perilous-tables", PACKAGE
    hint = "TOML, like our own tables."
    why = (
        "Complications, encounters, people to talk to, foes and more, before ours wherever one is drawn or chosen. "
        "Players hear only of offences, requisitions, glosses and doings in camp. "
        "Tables of the same id go away for these, and what was taken from them stays."
    )

    @classmethod
    def read(cls, text: str) -> Pack:
        return read(text)


class DropTables(shelf.DropPack[State, Pack], _TablesCommand, tag="drop-tables"):
    """Take tables of your own away; what was taken from them stays."""

    rules, event = (BRINGS,), TablesDropped


OWN_TABLES: Final = Part(LoadTables, DropTables, TablesLoaded, TablesDropped)

FORMATS: Final = {**bringing.FILES.formats, "perilous-tables": Format("tables of a group’s own", (".toml",), holds)}
"""The texts that the game reads."""


def documents(state: State, seat: Seat) -> tuple[Document, ...]:
    """A player's characters, or the tables that the guide brought, each as a file."""
    return as_packs(state.packs.values()) if seat.guides else bringing.taken_along(state, seat)
