"""The table gets to know somebody, or something they can do: always by an event that tells it."""

from __future__ import annotations

from moot.core import Play
from moot.games.wicked_age.prepare.events import NpcIntroduced, StrengthShown
from moot.games.wicked_age.state import State


def meet(play: Play[State], *characters: str) -> None:
    """Introduce whoever of `characters` the table does not know yet."""
    for id_ in characters:
        who = play.state.characters[id_]
        if not who.known:
            introduced = NpcIntroduced(character=id_, name=who.name, description=who.description, rules=("WA-NPC-01",))
            play.record(introduced)


def reveal(play: Play[State], *strengths: str) -> None:
    """Show whatever of `strengths` only hidden sheets had so far."""
    for id_ in strengths:
        if not play.state.strengths[id_].known:
            play.record(StrengthShown(strength=play.state.strengths[id_], rules=("WA-STR-02",)))
