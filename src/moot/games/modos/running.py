"""Powers that last: who cast them, the contest that others must beat, and how far each target has come (MO-X414)."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Stage: TypeAlias = Literal["full", "half", "over"]
"""What a power does to one of its targets: all, what its Half entry says, or nothing any more."""


class Running(msgspec.Struct, frozen=True, kw_only=True):
    """A power that lasts. `row` is the power, `stored` its last contest (MO-X405), `pick` the way that was chosen,
    `words` what somebody said with it, `choice` what else was chosen with it, `worth` what the guide grants for it.
    `inside` is who stands in its zone, each in the posture in which they came to be there. `pros` are the defenses that
    each target has won, without those for whom it is over. `due`: its caster's turn has begun, and it was not kept up
    yet (MO-412). `waits` are those to whom keeping it up has yet to do something, and whether they resisted that;
    `steers`: its caster may still move it this turn. `was` is the initiative of those whose place in the order it has
    changed.
    """

    id: str
    row: str
    caster: str
    stored: int
    pick: str = ""
    words: str = ""
    choice: str = ""
    worth: int = 0
    inside: dict[str, str] = {}
    pros: dict[str, int] = {}
    due: bool = False
    waits: dict[str, bool] = {}
    steers: bool = False
    was: dict[str, int] = {}
