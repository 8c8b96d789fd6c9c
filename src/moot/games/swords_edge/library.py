"""What can be taken ready-made, the GM’s own packs first; and printed characters and NCs as people at a table."""

from __future__ import annotations

from moot.games.swords_edge.character import Character, Pivot, Quality
from moot.games.swords_edge.nc import NC, Clue, NcQuality
from moot.games.swords_edge.packs import NCS, PACKS, PCS, PIECES, Pack, Piece, SampleNc, SamplePc
from moot.games.swords_edge.state import State
from moot.kit.notebook.packs import by_key, first


def character_of(printed: SamplePc, sample: str, player: str, id_: str) -> Character:
    """The character that a pack has under the key `sample`, ready to play."""
    words = (
        ("concept", f"{id_}c", printed.concept),
        ("background", f"{id_}b", printed.background),
        ("faculty", f"{id_}f", printed.faculty),
        *(("element", f"{id_}e{number}", element) for number, element in enumerate(printed.elements, 1)),
        *((("weakness", f"{id_}w", printed.weakness),) if printed.weakness else ()),
    )
    return Character(
        id=id_, name=printed.name, player=player, text=printed.text,
        traits=dict(printed.traits),
        qualities=tuple(Quality(q, kind, word.name, word.rank, word.trait, sfx=word.sfx) for kind, q, word in words),
        pivots=tuple(Pivot(f"{id_}p{at}", pivot.kind, pivot.text) for at, pivot in enumerate(printed.pivots, 1)),
        made=True,
        sample=sample,
    )


def nc_of(printed: SampleNc, id_: str, name: str = "") -> NC:
    """The NC that a pack prints, under its own name or another."""
    concept = printed.concept
    flaw = printed.flaw
    return NC(
        id=id_, name=name or printed.name, kind=printed.kind, type=printed.type, rank=printed.rank,
        concept=NcQuality(f"{id_}c", concept.name, concept.rank) if concept else None,
        traits=dict(printed.traits),
        elements=tuple(
            NcQuality(f"{id_}e{number}", element.name, element.rank, element.trait, element.use)
            for number, element in enumerate(printed.elements, 1)
        ),
        flaw=NcQuality(f"{id_}w", flaw.name, flaw.rank) if flaw else None,
        notes=" ".join((printed.text, flaw.text if flaw else "")).strip(),
        clues=tuple(Clue(text) for text in printed.clues),
        without_dice=printed.without_dice,
    )


def pcs(state: State) -> dict[str, SamplePc]:
    """Sample characters by `pack/id`."""
    return by_key(state.packs, lambda pack: pack.pc) | first(state.genre, PCS)


def ncs(state: State) -> dict[str, SampleNc]:
    """NCs by `pack/id`."""
    return by_key(state.packs, lambda pack: pack.nc) | first(state.genre, NCS)


def pieces(state: State) -> dict[str, Piece]:
    """Pieces of preparation by `pack/id`."""
    return by_key(state.packs, lambda pack: pack.pieces) | dict(PIECES)


def pack_of(state: State, key: str) -> Pack:
    """The pack that has what is called `pack/id`. Raises NotListed for an unknown key."""
    pack = key.partition("/")[0]
    return state.packs[pack] if pack in state.packs else PACKS[pack]


def title(state: State, key: str) -> str:
    """What that pack is called."""
    return pack_of(state, key).title
