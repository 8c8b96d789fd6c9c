"""What the table knows of the GM's characters: nothing, who they are, or their whole sheet."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Offer, Play, Refused, Seat, Verb
from moot.games.wicked_age.cast import guides_cast, needs_guide
from moot.games.wicked_age.prepare.commands import HideNpc, Introduce, ShowNpc
from moot.games.wicked_age.prepare.events import NpcHidden, NpcShown
from moot.games.wicked_age.prepare.meeting import meet, reveal
from moot.games.wicked_age.state import State

_PHASES = frozenset({"sheets", "interests", "play"})


def _show_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "shows an NPC's sheet", "WA-MAT-05")
    hidden = [who for who in guides_cast(state) if not who.shown]
    if not hidden:
        raise Refused("all-shown", "Every NPC's sheet is open already.", "WA-MAT-05")
    for who in hidden:
        yield Offer(
            do="show-npc",
            fixed={"who": who.id},
            label=f"Show {who.name}'s sheet",
            why="Their dice and strengths, to everyone.",
            rules=("WA-MAT-05",),
            urgency="tool",
            about=who.id,
        )


def _show(play: Play[State], command: ShowNpc) -> None:
    who = play.state.characters[command.who]
    meet(play, who.id)
    reveal(play, *who.strengths)
    play.record(
        NpcShown(
            character=who.id, forms=who.forms, unhurt=who.unhurt, strengths=who.strengths, rules=("WA-MAT-05",)
        )
    )


def _hide_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "hides an NPC's sheet", "WA-MAT-05")
    shown = [who for who in guides_cast(state) if who.shown]
    if not shown:
        raise Refused("none-shown", "No NPC's sheet is open.", "WA-MAT-05")
    for who in shown:
        yield Offer(
            do="hide-npc",
            fixed={"who": who.id},
            label=f"Close {who.name}'s sheet",
            rules=("WA-MAT-05",),
            urgency="tool",
            about=who.id,
        )


def _hide(play: Play[State], command: HideNpc) -> None:
    play.record(NpcHidden(character=command.who, rules=("WA-MAT-05",)))


def _introduce_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "introduces an NPC", "WA-NPC-01")
    unknown = [who for who in guides_cast(state) if not who.known]
    if not unknown:
        raise Refused("all-known", "The table knows of every NPC.", "WA-NPC-01")
    for who in unknown:
        yield Offer(
            do="introduce",
            fixed={"who": who.id},
            label=f"Introduce {who.name}",
            why="The table learns of them: name and description, not the dice.",
            rules=("WA-NPC-01",),
            about=who.id,
        )


def _introduce(play: Play[State], command: Introduce) -> None:
    meet(play, command.who)


VERBS = (
    Verb(ShowNpc, _PHASES, _show_offers, _show),
    Verb(HideNpc, _PHASES, _hide_offers, _hide),
    Verb(Introduce, _PHASES, _introduce_offers, _introduce),
)
