"""Where the table stands outside conflicts: what goes on, and whom it waits for. Everyone may read it."""

from __future__ import annotations

from moot.core import Situation, Waiting
from moot.games.wicked_age.cast import claimants, claimed_by, players_cast
from moot.games.wicked_age.oracles import oracle
from moot.games.wicked_age.owe_list import oldest, undecided
from moot.games.wicked_age.prepare.claims import latecomers
from moot.games.wicked_age.prepare.interests import guide_first, lacking, suggested
from moot.games.wicked_age.prepare.sheets import unmade
from moot.games.wicked_age.prepare.strengths import makers
from moot.games.wicked_age.prepare.tangle import warnings
from moot.games.wicked_age.state import State
from moot.kit.people import all_wait, guide_waits, seat_name, seat_waits, waits_for


def preparing(state: State) -> Situation:
    """Where the table stands, in any phase before play (parts 2 to 6)."""
    match state.phase:
        case "oracle" | "dealing" | "reading":
            return _oracle(state)
        case "listing":
            return _listing(state)
        case "choosing":
            return _choosing(state)
        case "sheets":
            return _sheets(state)
        case _:
            return _interests(state)


def _oracle(state: State) -> Situation:
    whole = {
        "oracle": ("Which oracle?", "Any player chooses one. It starts the chapter.", "the choice of an oracle"),
        "dealing": ("Four cards", "Any player deals. Each card points to an entry.", "four cards to be dealt"),
        "reading": ("What the cards say", "Any player reads the four entries out.", "the cards to be read out"),
    }
    headline, detail, what = whole[state.phase]
    title = f"{oracle(state, state.oracle).title}. " if state.oracle else ""
    return Situation(
        phase=state.phase,
        headline=headline,
        detail=title + detail,
        waiting=all_wait(state.players, what),
        rules=("WA-ORA-01", "WA-ORA-02"),
        aids=("table-setup", "oracle") if state.chapter == 1 else ("oracle",),
    )


def _listing(state: State) -> Situation:
    return Situation(
        phase=state.phase,
        headline="Who is in these entries?",
        detail="All together, list the characters they name and those they imply. The GM writes.",
        waiting=guide_waits(state, "the list of characters"),
        rules=("WA-ORA-02",),
        aids=("listing",),
    )


def _choosing(state: State) -> Situation:
    first = undecided(state)
    waiting = seat_waits(state, first[0], "who comes back") if first else ()
    headline, detail = "Who plays whom?", "Each player takes one, in any order. The GM has all the rest."
    if first:
        detail = f"{seat_name(state, first[0])} says first whether to bring somebody back."
    free = (seat for seat in state.players if claimed_by(state, seat) is None and seat.id not in first)
    waiting += all_wait(free, "a character to play")
    for figure in state.figures.values():
        wanting = claimants(state, figure)
        for seat in wanting if len(wanting) > 1 else ():
            waiting += seat_waits(state, seat, f"a word on who lets go of {figure.name}")
    if not waiting:
        headline, detail = "Everybody has a character", "The GM plays all the rest. The sheets come next."
    return Situation(
        phase=state.phase,
        headline=headline,
        detail=detail,
        waiting=waiting or guide_waits(state, "the start of the sheets"),
        rules=("WA-ORA-02", "WA-ORA-03", "WA-ORA-05", *(("WA-NEXT-03",) if first else ())),
        aids=("listing",),
    )


def _sheets(state: State) -> Situation:
    making = tuple(seat for seat in state.players if unmade(state, seat))
    waiting = all_wait(making, "a character sheet")
    waiting += all_wait((seat for seat in makers(state) if seat not in making), "the sheets of strengths")
    detail = "The first to finish writes the sheets of everybody’s particular strengths."
    detail = f"Each player makes a character. {detail}" if making else detail
    return Situation(
        phase=state.phase,
        headline="Sheets" if waiting else "Every sheet is made",
        detail=detail if waiting else "When the GM has the NPCs ready, all say what they are after.",
        waiting=(waiting or guide_waits(state, "the rest of the NPCs")) + _late(state),
        rules=("WA-CHA-01", "WA-NPC-01", "WA-STR-01"),
        aids=("sheets", "strengths"),
    )


def _interests(state: State) -> Situation:
    next_, first = suggested(state), guide_first(state)
    hints = warnings(state)
    asks = "What does each character want, and who stands in the way? They take turns in any order."
    enough = "Everybody wants something by now. More can be named until the GM begins play."
    waiting = seat_waits(state, next_, "best interests")
    detail = hints[0].text if hints else asks if waiting else enough
    if first:
        detail = "The GM begins: one of the strongest NPCs, two interests, each striking at a player’s character."
    if waiting and not first:
        short = {who.player for who in lacking(state)} - {next_}
        waiting += all_wait((seat for seat in state.players if seat.id in short), "best interests")
    return Situation(
        phase=state.phase,
        headline="Best interests",
        detail=detail,
        waiting=(waiting or guide_waits(state, "play to begin")) + _late(state),
        rules=("WA-BI-01",) if first else ("WA-BI-02", "WA-BI-09", "WA-BI-11"),
        aids=("interests",) if players_cast(state) else (),
    )


def _late(state: State) -> tuple[Waiting, ...]:
    return all_wait(latecomers(state), "a character to play")


_PLAY_AIDS = ("describing", "talking", "when-to-roll", "rush", "circle", "draw-out")


def playing(state: State) -> Situation:
    """The chapter is played and nobody rolls: scenes, talk, trouble brewing (part 7)."""
    fresh = not state.sequences
    late = {seat.id: "the sheets of strengths" for seat in makers(state)}
    late |= {seat.id: "a character sheet" for seat in state.players if unmade(state, seat)}
    late |= dict.fromkeys((seat.id for seat in latecomers(state)), "a character to play")
    late |= {who.player: f"{who.name}’s best interests" for who in lacking(state) if not who.npc}
    return Situation(
        phase=state.phase,
        headline=f"Chapter {state.chapter}" + (f": {state.falls}" if state.falls else ""),
        detail="The players say what their characters do. Dice come out when somebody can and would interfere.",
        waiting=waits_for(state, late.items()),
        rules=("WA-ROLL-00", "WA-ROLL-9"),
        aids=("opening-scene", *_PLAY_AIDS) if fresh else _PLAY_AIDS,
    )


def between(state: State) -> Situation:
    """A chapter is over, and the next has not begun (WA-NEXT-01)."""
    owed = oldest(state)
    name = state.name(owed.character) if owed else ""
    detail = "Anyone may open the next chapter; it opens like the first."
    if owed is not None:
        detail = f"{name} has waited longest on the owe list."
    return Situation(
        phase=state.phase,
        headline=f"Chapter {state.chapter} is over",
        detail=detail,
        waiting=seat_waits(state, owed.player, f"a chapter with {name}") if owed else (),
        rules=("WA-NEXT-01", "WA-OWE-04"),
        aids=("chapter-end",),
    )
