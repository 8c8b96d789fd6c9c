"""Packs go out as files and come in the same: those on the shelf, and all that a table has prepared."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
import pytest
from hypothesis import given, strategies as st
from tests.scale import examples

from moot.games.swords_edge import ladder
from moot.games.swords_edge.packs import (
    PIECES as PAPERS,
    FlawWords,
    Pack,
    SampleFight,
    SampleNc,
    SampleObstacle,
    SamplePc,
    SamplePiece,
    SampleSection,
    Words,
)
from moot.games.swords_edge.prep.outline import written as as_text
from moot.games.swords_edge.prep.transfer import carried
from moot.games.swords_edge.room import GAME
from moot.games.swords_edge.state import State
from moot.games.swords_edge.tests.packing import choices, desk
from moot.games.swords_edge.tests.sitting import HERO, Sitting
from moot.games.swords_edge.user_packs.checking import read
from moot.kit.notebook.packs import Counted, LearnedEntry as LearnedWords, StepEntry as SamplePart
from moot.kit.notebook.reading import written

ranks = st.sampled_from([rank for rank in ladder.ORDER if rank != "mythic"])
traits = st.sampled_from(ladder.TRAITS)
lines = st.text(st.characters(categories=("L", "N", "P", "Zs")), min_size=1, max_size=20).filter(str.strip)
texts = st.text(st.characters(categories=("L", "N", "P", "S", "Zs"), include_characters="\n\t"), max_size=60)
ids = st.from_regex(r"[a-z0-9][a-z0-9-]{0,8}", fullmatch=True)


@st.composite
def words(draw: Any, /, **more: Any) -> Words:
    return Words(name=draw(lines), rank=draw(ranks), **more)


@st.composite
def some_packs(draw: Any) -> Pack:
    """Packs that keep the rules."""
    people = draw(st.lists(ids, max_size=4, unique=True))
    several = partial(st.lists, st.sampled_from(people), max_size=2, unique=True) if people else None
    ncs = tuple(
        SampleNc(
            id=id_, name=draw(lines), type=draw(st.sampled_from(["minion", "regular", "hero"])),
            rank=draw(st.sampled_from(ladder.ORDER)), kind=draw(st.sampled_from(["character", "monster", "obstacle"])),
            text=draw(texts), concept=draw(st.none() | words()), clues=tuple(draw(st.lists(texts, max_size=2))),
            traits=draw(st.dictionaries(traits, ranks)), without_dice=draw(texts),
            elements=tuple(draw(st.lists(words(use="action"), max_size=2))),
            flaw=draw(st.none() | st.builds(FlawWords, name=lines, rank=ranks, text=texts)),
        )
        for id_ in people
    )
    pcs = tuple(
        SamplePc(
            id=id_, name=draw(lines), concept=draw(words()), background=draw(words()),
            faculty=draw(words(trait="cunning")), traits=dict.fromkeys(ladder.TRAITS, draw(ranks)),
            elements=tuple(draw(st.lists(words(trait="physique", sfx=True), max_size=2))), printed_fault=("ours",),
        )
        for id_ in draw(st.lists(ids, max_size=2, unique=True))
    )
    pieces = draw(st.lists(ids, max_size=4, unique=True))
    named = [several() if several else st.just([]) for _ in range(3)]
    made = [
        SamplePiece(
            id=id_, title=draw(lines), text=draw(texts), stakes=draw(texts), goal=draw(texts),
            cast=tuple(draw(named[0])), obstacle=tuple(SampleObstacle(nc=nc, text="here") for nc in draw(named[1])),
            fight=tuple(
                SampleFight(cast=(Counted(nc=nc, count=draw(st.integers(1, 4))),), place=draw(texts))
                for nc in draw(named[2])
            ),
            section=tuple(
                draw(st.lists(st.builds(
                    SampleSection, title=lines, text=texts,
                    learn=st.tuples(st.builds(LearnedWords, what=texts, source=texts)),
                ), max_size=2))
            ),
            part=(SamplePart(id="a", title=draw(lines), leads_to=("b", "a")), SamplePart(id="b", title=draw(lines))),
            aftermath=tuple(draw(st.lists(texts, max_size=2))),
        )
        for id_ in pieces
    ]
    forms = ("premise", "one_pager", "scene", "campaign")
    sorted_in: dict[str, Any] = {form: tuple(made[n::4]) for n, form in enumerate(forms)}
    return Pack(id=f"own-{draw(ids)}", title=draw(lines), about=draw(texts), pc=pcs, nc=ncs, **sorted_in)


@examples(150)
@given(some_packs())
def test_a_pack_goes_out_and_comes_in_the_same(pack):
    assert read(written(pack)) == pack
    table = desk()
    (event,) = table.do("Gil", "load-pack", text=written(pack))
    assert table.state.packs == {pack.id: pack}
    assert GAME.codec.read(msgspec.json.decode(msgspec.json.encode(GAME.codec.plain(event)))) == event
    for form, piece in pack.pieces:
        table.do("Gil", "take-paper", sample=f"{pack.id}/{piece.id}")
        assert [paper.form for paper in table.state.papers.values()][-1] == form
    for nc in pack.nc:
        table.do("Gil", "take-nc", sample=f"{pack.id}/{nc.id}", count=1)


def carried_over(one: Sitting) -> Sitting:
    """Another table that has everything of this one, by its file."""
    other = desk("Cleo")
    document = next(d for d in GAME.documents(one.state, one.seats["Gil"]) if d.name == "everything-prepared.toml")
    other.do("Gil", "load-pack", text=document.write())
    return other


def sheets(state: State) -> list[Any]:
    """Every NC as it is without its ids."""
    return [as_sheet(nc) for nc in state.ncs.values()]


def as_sheet(nc: Any) -> tuple[Any, ...]:
    elements = [(el.name, el.rank, el.trait, el.use) for el in nc.elements]
    concept, flaw = nc.concept and (nc.concept.name, nc.concept.rank), nc.flaw and (nc.flaw.name, nc.flaw.rank)
    clues = [clue.text for clue in nc.clues]
    return (nc.name, nc.kind, nc.type, nc.rank, concept, nc.traits, elements, flaw, nc.notes, clues, nc.without_dice)


@pytest.mark.rule("SE-PREP-02", "SE-PREP-04", "SE-PREP-05")
@pytest.mark.parametrize("sample", PAPERS)
def test_what_a_table_prepared_is_the_same_at_another_one(sample):
    one = desk()
    one.do("Gil", "take-paper", sample=sample)
    other = carried_over(one)
    (piece,) = [key for key in choices(other, "Gil", "take-paper") if key.startswith("carried-over/")]
    other.do("Gil", "take-paper", sample=piece)
    (mine,), (theirs,) = one.state.papers.values(), other.state.papers.values()
    assert as_text(one.state, mine) == as_text(other.state, theirs)
    assert sheets(one.state) == sheets(other.state)


def test_ncs_that_a_gm_built_go_along_as_they_were_before_anybody_met_them():
    one = desk()
    one.pc("Ann", "Dara", **HERO)
    one.play()
    nc = one.nc(
        "Wolf", kind="obstacle", type="hero", rank="great", physique="good", concept=("Old", "great"),
        elements=[("Teeth", "good", "physique", "action")], flaw=("Fire", "poor"), notes="Limps",
    )
    for clue in ("It is lame", "It is alone"):
        one.do("Gil", "write-clue", nc=nc, text=clue)
    one.do("Gil", "tell-clue", nc=nc)
    for _ in range(2):
        one.nc("Twin")
    one.do("Gil", "wear-down", nc=nc)
    other = carried_over(one)
    for key in [key for key in choices(other, "Gil", "take-nc") if key.startswith("carried-over/")]:
        other.do("Gil", "take-nc", sample=key, count=1)
    assert sheets(other.state) == sheets(one.state)
    wolf = other.npc("Wolf")
    assert (wolf.fallen, wolf.here, wolf.met, [clue.known for clue in wolf.clues]) == (0, False, False, [False, False])


@examples(150)
@given(st.lists(st.text(max_size=300).filter(str.strip), min_size=1, max_size=3))
def test_whatever_a_gm_prepared_can_be_carried_over(drafts):
    """Even what was brought in as any text: the file loads, and carrying it further changes nothing in it."""
    one = desk()
    for text in drafts:
        if not any((ord(letter) < 32 and letter not in "\n\t") or 127 <= ord(letter) < 160 for letter in text):
            one.do("Gil", "import-paper", text=text)
    pack = carried(one.state)
    if "\ufffe" not in written(pack) and "\uffff" not in written(pack):
        assert read(written(pack)) == pack
