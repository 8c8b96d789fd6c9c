"""What a pack must keep to beyond its form: names, figures, what the rules allow, and that it hangs together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Final

import msgspec

from moot.core.blanks import LONGEST_LINE
from moot.games.swords_edge import ladder
from moot.games.swords_edge.cast.targets import action_extras, base, momentum_sums
from moot.games.swords_edge.creation.legality import check
from moot.games.swords_edge.own.places import Path
from moot.games.swords_edge.packs import PACKS, Counted, Pack, SampleNc, SamplePc, SamplePiece
from moot.games.swords_edge.samples import character_of, nc_of
from moot.games.swords_edge.state import Options

MOST_OF_ONE: Final = 30
"""How many of one NC a fight may have."""
MOST_IN_ONE: Final = 300
"""How many people a piece of preparation may have in all."""

_ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
_UNSHOWN: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]")
_LINES: Final = frozenset({"id", "name", "title"})
"""Fields that are one line and cannot be left empty."""


_fields = cache(msgspec.structs.fields)


class Flaw(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a pack may not have: where, a sentence, the rule, and what would do."""

    path: Path
    code: str
    message: str
    rule: str
    allowed: tuple[str, ...] = ()


def flaws(pack: Pack) -> Iterator[Flaw]:
    """Everything that keeps a pack from being loaded."""
    yield from _words(pack, ())
    yield from _ids(pack)
    for at, pc in enumerate(pack.pc):
        yield from _pc(pc, ("pc", at))
    for at, nc in enumerate(pack.nc):
        yield from _nc(nc, ("nc", at))
    known = frozenset(nc.id for nc in pack.nc)
    for path, piece in _pieces(pack):
        yield from _people(piece, path, known)
        yield from _hangs_together(pack, piece, path)


# ---------------------------------------------------------------- words and ids


def _words(entry: Any, path: Path) -> Iterator[Flaw]:
    """Names that are no line, and texts that cannot be shown."""
    match entry:
        case msgspec.Struct():
            for field in _fields(type(entry)):
                if getattr(entry, field.name) != field.default:
                    yield from _words(getattr(entry, field.name), (*path, field.encode_name))
        case tuple():
            for at, item in enumerate(entry):
                yield from _words(item, (*path, at))
        case str():
            if path[-1] in _LINES and not (entry.strip() and "\n" not in entry and len(entry) <= LONGEST_LINE):
                message = f"this is one line, of 1 to {LONGEST_LINE} characters."
                yield Flaw(path=path, code="bad-line", message=message, rule="SE-PREP-03")
            if _UNSHOWN.search(entry):
                message = "this has characters in it that cannot be shown."
                yield Flaw(path=path, code="unreadable", message=message, rule="SE-PREP-03")
        case _:
            return


def _ids(pack: Pack) -> Iterator[Flaw]:
    if pack.id in {id_ for key, printed in PACKS.items() for id_ in (key, printed.id)}:
        message = f"“{pack.id}” is a pack of the book: give yours an id of its own."
        yield Flaw(path=("id",), code="pack-id-taken", message=message, rule="SE-PREP-03")
    yield from _id(("id",), pack.id)
    for group in _groups(pack):
        known: set[str] = set()
        for path, id_ in group:
            yield from _id((*path, "id"), id_)
            if id_ in known:
                message = f"“{id_}” is the id of another one already."
                yield Flaw(path=(*path, "id"), code="id-twice", message=message, rule="SE-PREP-03")
            known.add(id_)


def _groups(pack: Pack) -> Iterator[list[tuple[Path, str]]]:
    """Entries that are told apart by their ids: characters, NCs, pieces, and the parts of each piece."""
    yield [(("pc", at), pc.id) for at, pc in enumerate(pack.pc)]
    yield [(("nc", at), nc.id) for at, nc in enumerate(pack.nc)]
    yield [(path, piece.id) for path, piece in _pieces(pack)]
    for path, piece in _pieces(pack):
        yield [((*path, "part", at), part.id) for at, part in enumerate(piece.part)]


def _pieces(pack: Pack) -> Iterator[tuple[Path, SamplePiece]]:
    counts: Counter[str] = Counter()
    for form, piece in pack.pieces:
        yield (form.replace("-", "_"), counts[form]), piece
        counts[form] += 1


def _id(path: Path, id_: str) -> Iterator[Flaw]:
    if not _ID.fullmatch(id_):
        message = f"“{id_}” is no id."
        allowed = ("small letters, digits and hyphens, 60 at most: “the-old-mill”",)
        yield Flaw(path=path, code="bad-id", message=message, rule="SE-PREP-03", allowed=allowed)


# ---------------------------------------------------------------- people


def _mythic(path: Path, ranks: Iterable[tuple[Path, str]]) -> Iterator[Flaw]:
    for inner, rank in ranks:
        if rank == "mythic":
            yield Flaw(
                path=(*path, *inner),
                code="above-legendary",
                message="Mythic is a difficulty and nothing that anybody has.",
                rule="SE-RANK-04",
                allowed=tuple(one for one in ladder.ORDER if one != "mythic"),
            )


def _pc(pc: SamplePc, path: Path) -> Iterator[Flaw]:
    """A character that could not be played, or that breaks the rules of creation without saying so (SE-CRE-12)."""
    missing = tuple(trait for trait in ladder.TRAITS if trait not in pc.traits)
    if missing:
        message = f"no {ladder.title(missing[0])}: a character has all three Traits."
        place = (*path, "traits")
        yield Flaw(path=place, code="trait-missing", message=message, rule="SE-CRE-03", allowed=ladder.TRAITS)
        return
    named: tuple[tuple[Path, str], ...] = (
        *((("traits", trait), rank) for trait, rank in pc.traits.items()),
        (("concept",), pc.concept.rank),
        (("background",), pc.background.rank),
        (("faculty",), pc.faculty.rank),
        *((("elements", at), element.rank) for at, element in enumerate(pc.elements)),
        *(((("weakness",), pc.weakness.rank),) if pc.weakness else ()),
    )
    yield from _mythic(path, named)
    report = check(character_of(pc, "", "", ""), Options())
    excuse = ('say why it may stand: printed_fault = ["…"]',)
    for flaw in report.flaws:
        if flaw.code == "wrong-trait":
            yield Flaw(path=path, code=flaw.code, message=flaw.message, rule=flaw.rule)
        elif not pc.printed_fault:
            yield Flaw(path=path, code=flaw.code, message=flaw.message, rule=flaw.rule, allowed=excuse)
    if report.over and not pc.printed_fault:
        message = f"{report.spent} Ranks are spent of {report.budget}."
        yield Flaw(path=path, code="over-budget", message=message, rule="SE-CRE-12", allowed=excuse)


def _nc(nc: SampleNc, path: Path) -> Iterator[Flaw]:
    """An NC whose figures cannot be, or are not what its sheet comes to."""
    ranks: tuple[tuple[Path, str], ...] = (
        *((("traits", trait), rank) for trait, rank in nc.traits.items()),
        *((("elements", at), element.rank) for at, element in enumerate(nc.elements)),
        *(((("concept",), nc.concept.rank),) if nc.concept else ()),
        *(((("flaw",), nc.flaw.rank),) if nc.flaw else ()),
    )
    yield from _mythic(path, ranks)
    made = nc_of(nc, "")
    momentum = sum(part.worth for part in momentum_sums(made, None))
    action = sum(part.worth for part in (base(made), *action_extras(made, None)))
    figures: tuple[tuple[Path, int | None, int, str, str], ...] = (
        (("tn",), nc.tn, base(made).worth, f"the TN of {ladder.title(nc.rank)}", "SE-NC-02"),
        (("stress",), nc.stress, made.stands, f"what a {ladder.title(nc.rank)} {nc.type} stands", "SE-NC-01"),
        (("worked", "momentum"), nc.worked.momentum if nc.worked else None, momentum, "its Momentum TN", "SE-NC-05"),
        (("worked", "action"), nc.worked.action if nc.worked else None, action, "its Action TN", "SE-NC-04"),
    )
    for inner, said, right, what, rule in figures:
        if said is not None and said != right:
            message = f"{what} is {right}, not {said}."
            allowed = (str(right), "leave it out")
            yield Flaw(path=(*path, *inner), code="wrong-figure", message=message, rule=rule, allowed=allowed)


# ---------------------------------------------------------------- preparation


def _people(piece: SamplePiece, path: Path, known: frozenset[str]) -> Iterator[Flaw]:
    """People that the pack does not have, or more of them than anybody can run."""
    named: list[tuple[Path, str]] = [
        (("obstacle", at, "nc"), obstacle.nc) for at, obstacle in enumerate(piece.obstacle)
    ]
    crowd = len(named)
    fights: list[tuple[Path, Counted]] = [
        (("fight", at, "cast", number), counted)
        for at, fight in enumerate(piece.fight)
        for number, counted in enumerate(fight.cast)
    ]
    for inner, counted in (*((("cast", at), one) for at, one in enumerate(piece.people)), *fights):
        named.append(((*inner, "nc") if inner[0] == "fight" else inner, counted.nc))
        crowd += counted.count
        if not 1 <= counted.count <= MOST_OF_ONE:
            message = f"1 to {MOST_OF_ONE} of a kind, not {counted.count}."
            yield Flaw(path=(*path, *inner, "count"), code="bad-count", message=message, rule="SE-PREP-04")
    for where, nc in named:
        if nc not in known:
            message = f"the pack has no nc “{nc}”."
            allowed = tuple(sorted(known))
            yield Flaw(path=(*path, *where), code="no-such-nc", message=message, rule="SE-PREP-04", allowed=allowed)
    if crowd > MOST_IN_ONE:
        message = f"{MOST_IN_ONE} people at most, not {crowd}."
        yield Flaw(path=path, code="too-many-people", message=message, rule="SE-PREP-04")


def _hangs_together(pack: Pack, piece: SamplePiece, path: Path) -> Iterator[Flaw]:
    """Scenes, adventures and parts that there are not, or where they do not belong."""
    if piece.text and piece.premise:
        message = "it opens with text or with a premise, not with both."
        yield Flaw(path=path, code="opens-twice", message=message, rule="SE-PREP-01")
    twice = [at for at, obstacle in enumerate(piece.obstacle) if obstacle.nc in {o.nc for o in piece.obstacle[:at]}]
    for at in twice:
        message = "it is an obstacle here already."
        yield Flaw(path=(*path, "obstacle", at), code="obstacle-twice", message=message, rule="SE-PREP-04")
    scenes = tuple(scene.id for scene in pack.scene) if path[0] == "module" else ()
    adventures = tuple(other.id for form, other in pack.pieces if form not in ("premise", "campaign"))
    parts = tuple(part.id for part in piece.part)
    named: list[tuple[Path, str, tuple[str, ...], str]] = [
        ((*path, "scene", at), id_, scenes, "SE-PREP-03") for at, id_ in enumerate(piece.scene)
    ]
    for at, part in enumerate(piece.part):
        inner = (*path, "part", at)
        named += [((*inner, "leads_to", n), other, parts, "SE-PREP-05") for n, other in enumerate(part.leads_to)]
        if part.adventure:
            known = adventures if path[0] == "campaign" else ()
            named.append(((*inner, "adventure"), part.adventure, known, "SE-PREP-05"))
    for where, id_, allowed, rule in named:
        if id_ not in allowed:
            message = f"there is no “{id_}” that it could name."
            yield Flaw(path=where, code="no-such-piece", message=message, rule=rule, allowed=allowed)
