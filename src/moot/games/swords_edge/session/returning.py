"""Characters who were out of the game and come back to it (SE-DOOM-02, SE-DOOM-03)."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Offer, Play, Refused, Seat, Verb
from moot.games.swords_edge.conflict.dooms import mark_fields, marks
from moot.games.swords_edge.people import Character
from moot.games.swords_edge.session import commands as c, events as e
from moot.games.swords_edge.state import State
from moot.games.swords_edge.whose import needs_guide, player_of


def _offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "brings a character back", "SE-DOOM-02")
    gone = [who for who in state.characters.values() if who.stands == "removed"]
    if not gone:
        raise Refused("nobody-gone", "Nobody who could return is out of the game.", "SE-DOOM-02")
    for who in gone:
        if not _instead(state, who):
            marked = " What the Doom left on them comes with them." if who.outlived else ""
            yield Offer(
                do="bring-back",
                label=f"{who.name} returns",
                why=f"Out of the game for a while, and back.{marked}",
                fixed={"who": who.id},
                fields=mark_fields(who.outlived) if who.outlived else (),
                rules=("SE-DOOM-02", *(("SE-DOOM-03", "SE-WEAK-05") if who.outlived else ())),
                urgency="tool",
                about=who.id,
            )
    for who in gone:
        if other := _instead(state, who):
            player = player_of(state, who.id)
            name = player.name if player else "Their player"
            says = f"{name} has {other.name} now: one of the two at a time, so {other.name} is set aside first."
            raise Refused("plays-another", says, "SE-TERM-05")


def _instead(state: State, who: Character) -> Character | None:
    """Whom the player of `who` plays, or writes, in their place."""
    theirs = (other for other in state.characters.values() if other.player == who.player)
    return next((other for other in theirs if other.here or not other.made), None)


def _bring_back(play: Play[State], command: c.BringBack) -> None:
    doom = play.state.characters[command.who].outlived
    gains = marks(play.state, doom, mark=command.mark, scar=command.scar, scar_trait=command.scar_trait)
    rules = ("SE-DOOM-02", *(("SE-DOOM-03", "SE-WEAK-05") if gains else ()))
    play.record(e.BroughtBack(who=command.who, gains=gains, rules=rules))


VERBS = (Verb(c.BringBack, frozenset({"between", "session"}), _offers, _bring_back),)
