"""What a pack must keep to beyond its form: names, figures, what the rules allow, and that it hangs together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from moot.games.swords_edge import ladder
from moot.games.swords_edge.cast.targets import action_extras, base, momentum_sums
from moot.games.swords_edge.creation.legality import check
from moot.games.swords_edge.library import character_of, nc_of
from moot.games.swords_edge.packs import PACKS, Pack, SampleNc, SamplePc, SamplePiece, listed_as
from moot.games.swords_edge.papers import FORMS
from moot.games.swords_edge.prep.outline import nc_line
from moot.games.swords_edge.state import Options
from moot.kit.notebook.checks import PackFault, dangling, entries, fault, identified, ids, loose_parts, wording
from moot.kit.notebook.packs import Counted
from moot.kit.notebook.places import Path
from moot.kit.notebook.reading import PackReader
from moot.kit.notebook.squads import MOST_OF_ONE

MOST_IN_ONE: Final = 300
"""How many people a piece of preparation may have in all."""

BRINGS: Final = "SE-PREP-03"
"""The rule that lets a GM bring packs."""


def faults(pack: Pack) -> Iterator[PackFault]:
    """Everything in a pack that keeps it from being loaded."""
    pcs, ncs = entries((("pc",), pack.pc)), entries((("nc",), pack.nc))
    pieces = entries(*(((name,), getattr(pack, name)) for name in map(listed_as, FORMS)))
    parts = [entries(((*path, "part"), piece.part)) for path, piece in pieces]
    printed = (id_ for key, book in PACKS.items() for id_ in (key, book.id))
    yield from wording(pack, BRINGS)
    yield from ids(pack.id, printed, map(identified, (pcs, ncs, pieces, *parts)), BRINGS)
    for path, pc in pcs:
        yield from _pc(pc, path)
    for path, nc in ncs:
        yield from _nc(nc, path)
    for path, piece in pieces:
        yield from _people(piece, path, sorted(nc.id for nc in pack.nc))
        yield from _hangs_together(pack, piece, path)


def _ranks(entry: SamplePc | SampleNc, *qualities: str) -> Iterator[tuple[Path, str]]:
    """The Ranks of the Traits of an entry and of its Qualities in these fields, with their paths."""
    yield from ((("traits", trait), rank) for trait, rank in entry.traits.items())
    for name in qualities:
        found = getattr(entry, name)
        if isinstance(found, tuple):
            yield from (((name, at), quality.rank) for at, quality in enumerate(found))
        elif found is not None:
            yield (name,), found.rank


_RANKS: Final = tuple(one for one in ladder.ORDER if one != "mythic")


def _mythic(path: Path, ranks: Iterable[tuple[Path, str]]) -> Iterator[PackFault]:
    for inner, rank in ranks:
        if rank == "mythic":
            message = "Mythic is a difficulty; nobody has it as a Rank."
            yield fault((*path, *inner), "above-legendary", message, "SE-RANK-04", *_RANKS)


def _pc(pc: SamplePc, path: Path) -> Iterator[PackFault]:
    """A character that could not be played, or that breaks the rules of creation without saying so (SE-CRE-12)."""
    missing = tuple(trait for trait in ladder.TRAITS if trait not in pc.traits)
    if missing:
        message = f"no {ladder.title(missing[0])}: a character has all three Traits."
        yield fault((*path, "traits"), "trait-missing", message, "SE-CRE-03", *ladder.TRAITS)
        return
    yield from _mythic(path, _ranks(pc, "concept", "background", "faculty", "elements", "weakness"))
    report = check(character_of(pc, "", "", ""), Options())
    excuse = 'say why it may stand: printed_fault = ["…"]'
    for found in report.faults:
        if found.code == "wrong-trait":
            yield fault(path, found.code, found.message, found.rule)
        elif not pc.printed_fault:
            yield fault(path, found.code, found.message, found.rule, excuse)
    if report.over and not pc.printed_fault:
        yield fault(path, "over-budget", f"{report.spent} Ranks are spent of {report.budget}.", "SE-CRE-12", excuse)


def _nc(nc: SampleNc, path: Path) -> Iterator[PackFault]:
    """An NC whose figures cannot be, or are not what its sheet comes to."""
    yield from _mythic(path, _ranks(nc, "elements", "concept", "flaw"))
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
            yield fault((*path, *inner), "wrong-figure", message, rule, str(right), "leave it out")


def _people(piece: SamplePiece, path: Path, known: list[str]) -> Iterator[PackFault]:
    """References to people that the pack does not have, or more people than anybody can run."""
    obstacles = [(where, obstacle.nc) for where, obstacle in entries(((*path, "obstacle"), piece.obstacle))]
    cast: list[tuple[Path, Counted]] = entries(((*path, "cast"), piece.people))
    fights: list[tuple[Path, Counted]] = entries(
        *(((*where, "cast"), fight.cast) for where, fight in entries(((*path, "fight"), piece.fight)))
    )
    for where, one in (*cast, *fights):
        if not 1 <= one.count <= MOST_OF_ONE:
            yield fault((*where, "count"), "bad-count", f"1 to {MOST_OF_ONE} of a kind, not {one.count}.", "SE-PREP-04")
    named = (
        *(((*where, "nc"), nc) for where, nc in obstacles),
        *((where, one.nc) for where, one in cast),
        *(((*where, "nc"), one.nc) for where, one in fights),
    )
    yield from dangling(named, known, "no-such-nc", "the pack has no nc “{}”.", "SE-PREP-04")
    crowd = len(obstacles) + sum(one.count for _, one in (*cast, *fights))
    if crowd > MOST_IN_ONE:
        yield fault(path, "too-many-people", f"{MOST_IN_ONE} people at most, not {crowd}.", "SE-PREP-04")


def _hangs_together(pack: Pack, piece: SamplePiece, path: Path) -> Iterator[PackFault]:
    """References to scenes, adventures and parts that do not exist or do not belong there."""
    if piece.text and piece.premise:
        yield fault(path, "opens-twice", "it opens with text or with a premise, not with both.", "SE-PREP-01")
    for at, obstacle in enumerate(piece.obstacle):
        if obstacle.nc in {other.nc for other in piece.obstacle[:at]}:
            yield fault((*path, "obstacle", at), "obstacle-twice", "it is an obstacle here already.", "SE-PREP-04")
    scenes = (scene.id for scene in pack.scene) if path[0] == "module" else ()
    adventures = (other.id for form, other in pack.pieces if form not in ("premise", "campaign"))
    code, says = "no-such-piece", "there is no “{}” that it could name."
    yield from dangling(entries(((*path, "scene"), piece.scene)), scenes, code, says, "SE-PREP-03")
    yield from loose_parts(piece, path, adventures if path[0] == "campaign" else (), code, says, "SE-PREP-05")


read: Final = PackReader(
    kind=Pack,
    rule=BRINGS,
    rules={"pc": "SE-CRE-12", "nc": "SE-NC-01", **{listed_as(form): row.rule for form, row in FORMS.items()}},
    value_rules={"rank": "SE-RANK-01", "traits": "SE-CRE-03", "trait": "SE-CRE-03", "type": "SE-NC-01"},
    faults=faults,
    order=ladder.ORDER,
).read
"""The pack in a text: the format of `packs/*.toml`, held to the rules. Raises Refused, with line and rule."""


def holds(text: str) -> tuple[str, ...]:
    """Everything that is in a pack, a line each. Raises Refused as `read` does."""
    pack = read(text)
    return (
        f"{pack.title} ({pack.id})",
        *(f"character: {pc.name}, {pc.concept.name}" for pc in pack.pc),
        *map(nc_line, pack.nc),
        *(f"{form}: {piece.called}" for form, piece in pack.pieces),
    )
