"""What is in a pack, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from moot.games.swords_edge import ladder
from moot.games.swords_edge.packs import Pack
from moot.games.swords_edge.paper import Form

_FORMS: Final[dict[Form, tuple[str, str]]] = {
    "premise": ("premise", "premises"),
    "one-pager": ("one-pager", "one-pagers"),
    "scene": ("scene", "scenes"),
    "module": ("module", "modules"),
    "campaign": ("campaign", "campaigns"),
}


def contents(pack: Pack) -> tuple[str, ...]:
    """How many of each there are: `2 characters`, `1 scene`."""
    forms = Counter(form for form, _ in pack.pieces)
    counts = (
        (len(pack.pc), ("character", "characters")),
        (len(pack.nc), ("NC", "NCs")),
        *((forms[form], words) for form, words in _FORMS.items()),
    )
    return tuple(f"{count} {one if count == 1 else many}" for count, (one, many) in counts if count)


def inventory(pack: Pack) -> Iterator[str]:
    """Everything in it, a line each."""
    yield f"{pack.title} ({pack.id})"
    for pc in pack.pc:
        yield f"character: {pc.name}, {pc.concept.name}"
    for nc in pack.nc:
        yield f"{nc.kind if nc.kind != 'character' else 'NC'}: {nc.name}, {nc.rank} {nc.type}, TN {ladder.tn(nc.rank)}"
    for form, piece in pack.pieces:
        yield f"{form}: {piece.called}"
