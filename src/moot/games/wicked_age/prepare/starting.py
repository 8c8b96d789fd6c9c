"""The two gates of the preparation: on to interests when all sheets are done, on to play when all have interests."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Offer, Play, Refused, Seat, Verb
from moot.core.words import listed
from moot.games.wicked_age.cast import needs_guide, players_cast
from moot.games.wicked_age.prepare.commands import BeginInterests, BeginPlay
from moot.games.wicked_age.prepare.events import InterestsBegun, PlayBegun
from moot.games.wicked_age.prepare.interests import guide_first, lacking
from moot.games.wicked_age.prepare.sheets import unmade
from moot.games.wicked_age.prepare.strengths import unfinished
from moot.games.wicked_age.state import State


def _need_strengths(state: State) -> None:
    waiting = [strength.name for strength in unfinished(state)]
    if waiting:
        raise Refused("strengths-unfinished", f"Still without a sheet or an option: {listed(waiting)}.", "WA-STR-01")


def _interests_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "goes on to best interests", "WA-STR-01")
    lack = [player.name for player in state.players if unmade(state, player)]
    if lack:
        raise Refused("sheets-unfinished", f"Still making a character: {listed(lack)}.", "WA-STR-01")
    _need_strengths(state)
    if not players_cast(state):
        raise Refused("sheets-unfinished", "No player has a character yet.", "WA-CHA-01")
    yield Offer(
        do="begin-interests",
        label="On to best interests",
        why="All sheets are done. Sheets of more NPCs can be made at any time.",
        rules=("WA-STR-01", "WA-NPC-01"),
        urgency="must",
    )


def _interests(play: Play[State], command: BeginInterests) -> None:
    play.record(InterestsBegun(rules=("WA-STR-01",)))


def _play_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "begins play", "WA-BI-02")
    if guide_first(state):
        raise Refused("gm-first", "Begin with two interests for one of your strongest NPCs.", "WA-BI-01")
    lack = lacking(state)
    if lack:
        message = f"Still short of best interests: {listed(who.name for who in lack)}."
        rule = "WA-RD-25" if all(who.npc for who in lack) else "WA-BI-03"
        raise Refused("interests-missing", message, rule)
    _need_strengths(state)
    yield Offer(
        do="begin-play",
        label="Begin play",
        why="When things are knotted and about to go wrong: some can win, but only by taking from others.",
        rules=("WA-BI-02", "WA-BI-10", "WA-RD-25"),
        urgency="must",
    )


def _play(play: Play[State], command: BeginPlay) -> None:
    play.record(PlayBegun(rules=("WA-BI-02", "WA-BI-10")))


VERBS = (
    Verb(BeginInterests, frozenset({"sheets"}), _interests_offers, _interests),
    Verb(BeginPlay, frozenset({"interests"}), _play_offers, _play),
)
