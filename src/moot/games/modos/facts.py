"""What is known of a deed when its figures are reckoned: rows ask these facts, and never who or what an entry is."""

from __future__ import annotations

from typing import Final

import msgspec

from moot.games.modos.terms import Pool

SIGHT: Final = "sight"
"""What is claimed of every deed that takes eyes, until the guide says that it does not."""


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """A throw, a blow, a price: what it is about.

    `deed` is the verb that rows know, `part` what stands after its colon, `skill` and `pool` what is thrown with,
    `tool` the gear in use by its id, `target` the other person, `steps` how far off they are (None: not told),
    `claims` the conditions that people say hold: entries by id, and `sight`. `harm` is the pool that is hurt and `tag`
    by what, `undefended` whether nobody defends, `multi` whether a power has many targets. `resisted` are running
    effects that were defended against in this beat.
    """

    deed: str = ""
    part: str = ""
    skill: str = ""
    pool: Pool | None = None
    tool: str = ""
    target: str = ""
    steps: int | None = None
    claims: tuple[str, ...] = ()
    harm: Pool | None = None
    tag: str = ""
    undefended: bool = False
    multi: bool = False
    resisted: tuple[str, ...] = ()


NO_FACTS = Facts()
"""Nothing in particular: figures as they stand on a sheet."""
