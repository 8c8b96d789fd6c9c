"""Tables that the rules leave to the GM, as packs: ours, and those that a group writes for itself (GP-RD-16).

A pack is a TOML file of entries: complications, encounters, people to talk to and the like. What an entry does stands
in it as data, of six kinds that the GM can always overrule: a change of value, a test with what failing it does, Peril,
damage, a lost turn, or a tale that needs no figures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, Literal, TypeAlias, TypeVar

import msgspec
from msgspec.structs import asdict

from moot.core.figures import Lookup, load
from moot.games.perilous import terms
from moot.games.perilous.figures import OFFENCES, REQUISITIONS, SITUATIONS
from moot.games.perilous.rows import MadnessTrigger, Offence, Requisition
from moot.kit.keyed import Keyed
from moot.kit.notebook import packs
from moot.kit.notebook.packs import by_key
from moot.kit.remembered import remembered

Ground: TypeAlias = Literal["streets", "wilds", "riding", "water-and-roof"]
"""Where a chase goes over."""


class Result(packs.PackEntry, frozen=True, kw_only=True):
    """What happens: `points` of value or damage, so many `dice` of Peril with 1 each on top, or nothing in figures."""

    do: Literal["value", "peril", "damage", "lost-turn", "tell"]
    points: int = 0
    dice: int = 0


class Effect(packs.PackEntry, frozen=True, kw_only=True):
    """What an entry does: as a Result, or a test and what its failure and its critical failure do."""

    do: Literal["value", "test", "peril", "damage", "lost-turn", "tell"]
    points: int = 0
    dice: int = 0
    skill: str = ""
    difficulty: terms.Difficulty = "standard"
    failure: Result | None = None
    critical: Result | None = None

    def result(self, outcome: terms.Outcome) -> Result | None:
        """What comes of an outcome of its test, if anything."""
        return {"failure": self.failure, "critical-failure": self.critical or self.failure}.get(outcome)


class _Ours(packs.PackEntry, frozen=True, kw_only=True):
    """An entry with an id; none of them is of the rules."""

    id: str


class Complication(_Ours, frozen=True, kw_only=True):
    """Trouble in a chase, and the modes that it can happen to (GP-CHASE-13)."""

    ground: Ground
    title: str
    text: str
    modes: tuple[str, ...]
    effect: Effect


class EncounterEntry(_Ours, frozen=True, kw_only=True):
    """What a journey runs into (GP-WILD-10): what people are told, what the GM alone reads of it as a `secret`, what it
    `opens`, and with whom, how disposed, or which test."""

    land: terms.Land
    title: str
    text: str
    secret: str = ""
    kind: Literal["foe", "hazard", "folk", "strange"]
    opens: Literal["fight", "chase", "exchange", "stress", "fear", "terror", "test", "nothing"]
    foe: str = ""
    count: int = 1
    disposition: terms.Disposition = "indifferent"
    effect: Effect | None = None


class Talk(_Ours, frozen=True, kw_only=True):
    """Somebody to talk to, as a Complex Exchange begins (GP-SOC-09); the pair is the GM's secret."""

    name: str
    class_: terms.Class = msgspec.field(name="class")
    leans: terms.Leaning
    disposition: terms.Disposition
    favourable: terms.Tactic
    unfavourable: terms.Tactic
    objective: str
    stakes: str
    voice: str = ""


class Gloss(_Ours, frozen=True, kw_only=True):
    """How a temperament shows (GP-SOC-07, GP-SOC-08)."""

    tactic: terms.Tactic
    went: Literal["success", "failure"]
    band: terms.Band
    text: str


class NewSituation(_Ours, frozen=True, kw_only=True):
    """A situation that calls for Resolve (GP-MAD-04)."""

    title: str
    tier: terms.Madness


class NewOffence(_Ours, frozen=True, kw_only=True):
    """Something that brings Corruption (GP-CORR-02)."""

    title: str
    tier: terms.Weight
    points: int | None = None


class NewRequisition(_Ours, frozen=True, kw_only=True):
    """Something that Reputation buys (GP-REP-03)."""

    title: str
    tier: terms.Weight


class Landmark(_Ours, frozen=True, kw_only=True):
    """A place at the end of a Stretch (GP-WILD-01)."""

    name: str
    land: terms.Land


class Doing(_Ours, frozen=True, kw_only=True):
    """Something to do in camp, its test if it takes one, and what the GM may enter (GP-WILD-12)."""

    title: str
    text: str
    skill: str = ""
    difficulty: terms.Difficulty = "standard"
    enters: str


class Foe(_Ours, frozen=True, kw_only=True):
    """Somebody, or something, to have at hand: figures of a sheet, and what seeing it may call for."""

    name: str
    text: str = ""
    class_: terms.Class | None = msgspec.field(name="class", default=None)
    leans: terms.Leaning
    leader: bool = False
    sight: terms.Madness | None = None
    attributes: dict[terms.Attribute, int]
    ranks: dict[str, int]
    armor: str = "clothing"
    mode: str = "on-foot"
    count: int = 1


class Pack(packs.Pack, frozen=True, kw_only=True):
    """One file of tables."""

    complication: tuple[Complication, ...] = ()
    encounter: tuple[EncounterEntry, ...] = ()
    exchange: tuple[Talk, ...] = ()
    gloss: tuple[Gloss, ...] = ()
    situation: tuple[NewSituation, ...] = ()
    offence: tuple[NewOffence, ...] = ()
    requisition: tuple[NewRequisition, ...] = ()
    landmark: tuple[Landmark, ...] = ()
    doing: tuple[Doing, ...] = ()
    foe: tuple[Foe, ...] = ()


RULES: Final = {
    "complication": "GP-CHASE-13", "encounter": "GP-WILD-10", "exchange": "GP-SOC-09", "gloss": "GP-SOC-07",
    "situation": "GP-MAD-04", "offence": "GP-CORR-02", "requisition": "GP-REP-03", "landmark": "GP-WILD-01",
    "doing": "GP-WILD-12", "foe": "GP-CORE-08",
}
"""The rule behind each kind of entry, by its list."""

_FILES: Final = ("complications", "encounters", "exchanges", "temperaments", "lists", "landmarks", "camp", "foes")
PACKS: Final = Lookup("the packs", {name: load(terms.PACKAGE, f"packs/{name}.toml", Pack) for name in _FILES})
"""Our own packs."""

K = TypeVar("K", bound=Keyed)
R = TypeVar("R", MadnessTrigger, Offence, Requisition)
V = TypeVar("V")


def kept(make: Callable[[Mapping[str, Pack]], V]) -> Callable[[Mapping[str, Pack]], V]:
    """`make`, whose answer holds for as long as the same packs lie there: it is asked for by every offer."""
    return remembered(16, of=lambda own: (own or None,))(make)


def whose(own: Mapping[str, Pack], key: str) -> str:
    """Whose an entry is, as lists say it: the title of a group’s own pack, `From Moot`, or empty for the rules' own."""
    pack, slash, _ = key.partition("/")
    return (own[pack].title if pack in own else "From Moot") if slash else ""


def table_of(own: Mapping[str, Pack], key: str) -> str:
    """The same in a sentence: `drawn from …`."""
    return f"“{title}”" if (title := whose(own, key)) and key.partition("/")[0] in own else "a table of ours"


def lying(own: Mapping[str, Pack], kind: Callable[[Pack], Iterable[K]]) -> dict[str, K]:
    """All entries of one kind by `pack/id`, those of a group's `own` packs before ours."""
    return by_key(own, kind) | by_key(PACKS, kind)


troubles: Final = kept(lambda own: lying(own, lambda pack: pack.complication))
"""All complications of a chase by `pack/id`; so with the rest."""
meetings: Final = kept(lambda own: lying(own, lambda pack: pack.encounter))
talks: Final = kept(lambda own: lying(own, lambda pack: pack.exchange))
landmarks: Final = kept(lambda own: tuple(each.name for each in lying(own, lambda pack: pack.landmark).values()))
doings: Final = kept(lambda own: lying(own, lambda pack: pack.doing))
foes: Final = kept(lambda own: lying(own, lambda pack: pack.foe))


def complications(own: Mapping[str, Pack], ground: Ground, mode: str) -> dict[str, Complication]:
    """The complications of a ground that can happen to somebody moving by `mode` (GP-CHASE-13)."""
    return {key: each for key, each in troubles(own).items() if each.ground == ground and mode in each.modes}


def encounters(own: Mapping[str, Pack], land: terms.Land) -> dict[str, EncounterEntry]:
    """The encounters of a land (GP-WILD-10)."""
    return {key: each for key, each in meetings(own).items() if each.land == land}


def foe_of(own: Mapping[str, Pack], key: str) -> Foe | None:
    """The foe that the encounter `pack/id` brings: one of its own pack, else one of ours."""
    encounter = meetings(own)[key]
    mine = own.get(key.partition("/")[0])
    return {foe.id: foe for foe in (*PACKS["foes"].foe, *(mine.foe if mine else ()))}.get(encounter.foe)


@kept
def glosses(own: Mapping[str, Pack]) -> dict[tuple[str, str, str], str]:
    """How temperaments show, by Tactic, whether it went well, and band, in the first words for each (GP-SOC-07)."""
    found: dict[tuple[str, str, str], str] = {}
    for each in lying(own, lambda pack: pack.gloss).values():
        found.setdefault((each.tactic, each.went, each.band), each.text)
    return found


def _with_ours(
    printed: Mapping[str, R], kind: Callable[[Pack], Iterable[_Ours]]
) -> Callable[[Mapping[str, Pack]], dict[str, R]]:
    """The rules' list by its ids, then the rest by `pack/id`, each as a row of that list."""
    row = type(next(iter(printed.values())))
    return kept(lambda own: dict(printed) | {
        key: row(**{**asdict(each), "id": key, "origin": "ours"}) for key, each in lying(own, kind).items()
    })


situations: Final = _with_ours(SITUATIONS, lambda pack: pack.situation)
"""Everything that may call for Resolve (GP-MAD-04)."""
offences: Final = _with_ours(OFFENCES, lambda pack: pack.offence)
"""Everything that brings Corruption (GP-CORR-02)."""
requisitions: Final = _with_ours(REQUISITIONS, lambda pack: pack.requisition)
"""Everything that Reputation buys (GP-REP-03)."""
