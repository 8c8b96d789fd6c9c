"""What a seat is asked, and how it may answer: a few ways in the order of good sense, all else behind a word."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from moot.core import Ask, Offered, Seat, Way
from moot.core.ask import forms_of, in_order, keys, leading, plainly
from moot.games.modos.combat.attacking import reaches_a_foe
from moot.games.modos.conflict.reacting import asked_about
from moot.games.modos.conflicts import MOVES, Beat, Conflict
from moot.games.modos.figures import FAST
from moot.games.modos.live import aware
from moot.games.modos.state import State
from moot.games.modos.view.moments import Kind, SeatQuestion, moment, power_first

WAYS: Final[dict[Kind, tuple[str, ...]]] = {
    "turn": ("keep", "propose-way", "attack", "resist", "cast", "move", "work", "flee"),
    "react": ("defend", "resist", "attack", "move", "hinder", "cast", "flee", "leave-zone"),
    "fallen": ("propose-way",),
}
TO_GAIN: Final = ("keep", "propose-way", "work", "resist", "cast", "attack", "move", "flee")
"""The ways of a turn where an attack is not what comes first: nobody stands anywhere, and something is to be gained."""
ALONE: Final = ("keep", "propose-way", "work", "resist", "cast", "move")
"""The ways of a turn where there is nobody whom one would attack, or flee from."""
OPEN: Final[dict[Kind, frozenset[str]]] = {
    "turn": frozenset({"keep", "attack", "work"}), "react": frozenset({"defend", "resist"}),
    "fallen": frozenset({"propose-way"}),
}
"""What may stand open though nobody waits for just that."""
STORY: Final = (
    "end-conflict", "come-in", "resist", "tell-place", "take-spare", "launch", "take-found", "make-ready", "use-sensor",
    "move-on", "go", "arm", "open-outer", "persuade-computer", "listen", "use-pad", "work-remotely", "hunt",
    "call-trial", "give-for-hook", "bring-ready", "let-wake", "wake-later", "begin-adventure", "strew-parts",
    "call-contest", "open-conflict", "take-adventure", "bring-in", "begin-character", "quick-build", "reskin",
    "pass-time",
)
"""What goes on with the story, where nothing is asked."""
OPENING: Final = (
    "set-goal", "set-scene", "bring-in", "begin-character", "come-in", "put-in-place", "set-unaware",
    "set-circumstance",
)
READY: Final[dict[str, Callable[[Any], str]]] = {
    "play-hero": lambda sheet: f"Level {sheet.level}. {sheet.concept}",
    "fast-character": lambda _: f"Level {FAST.level}. One form, and then two perks.",
    "play-sheet": lambda sheets: f"Level {' or '.join(map(str, sorted({sheet.level for sheet in sheets.values()})))}. "
                                 "With a concept of your own.",
    "bring-character": lambda _: "From another table, of the level it has there.",
}
"""Ways to have somebody to play, besides step by step, and what they give and take: by what each is of."""
EARLIER: Final = frozenset({"throw-scores", "place-scores", "raise-score", "train", "take-perk", "design"})
"""The steps of a sheet in which gear is no question yet."""
GEAR: Final = frozenset({"take-gear", "own-gear", "use-gear", "lose-gear"})
MOST: Final = 4
"""So many ways stand on a page beside the one that stands open."""
FEW: Final = {True: 3, False: 8}
"""So much may be done beside the story without a word before it, by the guide or by a player."""


def ask(state: State, seat: Seat, found: Sequence[Offered]) -> Ask:
    """The question of the moment."""
    now, lead = moment(state, seat), leading(found)
    said = Ask(title=now.title, text=now.text if now.kind or now.text else None, lead=lead.key if lead else "")
    may = [one for one in found if one.urgency != "must"]
    if state.beat is not None and not now.kind:
        ways = [one for one in may if one.do == "go-on" or (lead is not None and one.do == "hinder")]
        named = tuple(Way(key=one.key, quiet=one.do == "go-on") for one in ways)
        return replace(said, title=_about_beat(state.beat, lead), ways=named, most=MOST, word="Something else",
                       later=keys(one for one in may if one not in ways))
    if now.kind in WAYS:
        return _acting(state, seat, now, said, found, lead)
    if now.kind == "initiative":
        at_once = [one for one in may if one.do == "throw-for-all"]
        rest = plainly([one for one in found if one not in at_once])
        return replace(said, ways=_ways(at_once), later=rest.later)
    if now.kind == "opening":
        return replace(said, ways=_ways(in_order(may, OPENING)))
    if now.kind == "making" and lead is not None and lead.do == "begin-character":
        ready = in_order(may, tuple(READY))
        return replace(said, ways=tuple(Way(key=one.key, effect=READY[one.do](one.of)) for one in ready))
    if now.kind == "making" and lead is not None and lead.do in EARLIER:
        return replace(said, later=keys(one for one in may if one.do in GEAR), word="Gear, which can wait")
    if now.kind == "throw":
        return replace(said, later=keys(may), word="Something else")
    if lead is not None:
        return replace(said, title=now.title or lead.label, later=plainly(found).later)
    played = {paper.id for paper in state.papers.values() if paper.played}
    story = [one for one in in_order(may, STORY) if one.do != "begin-adventure" or one.about not in played]
    others = [one for one in may if one not in story]
    aboard = state.ship is not None and state.ship.map is not None
    many = aboard or forms_of(others) > FEW[seat.guides]
    later = keys(others) if many else ()
    over = "".join(one.key for one in story if one.do == "end-conflict")
    return replace(said, lead=over, ways=_ways(story), later=later, word="Something else")


def _about_beat(beat: Beat, lead: Offered | None) -> str:
    """The question about a deed under way for who may not react: what the guide has to say of it, if anything."""
    if lead is not None:
        return lead.label if beat.tied is not None else "What stands against it?"
    return "Does anybody react?" if beat.asked else "What comes of it?"


def _ways(found: Iterable[Offered]) -> tuple[Way, ...]:
    return tuple(Way(key=one.key) for one in found)


def _has_foes(state: State, fight: Conflict, who: str) -> bool:
    """Whether there is anybody whom somebody would attack, or flee from."""
    return any(not fight.allies(who, other) and aware(state, who, other) for other in fight.people)


def _on_friends(state: State, fight: Conflict, who: str, one: Offered) -> bool:
    """Whether what somebody could do would be against friends alone."""
    if one.do == "attack":
        return not reaches_a_foe(state, *one.of)
    return one.do == "hinder" and fight.allies(who, one.of.who)


def _acting(
    state: State, seat: Seat, now: SeatQuestion, said: Ask, found: Sequence[Offered], lead: Offered | None
) -> Ask:
    """One way of each kind in the order of good sense, and every power; one of them stands open, or the end of what is
    decided, and the button of what tactics say, or of what lets the moment pass, is beside its button. Against a
    friend's deed the ways stand behind a word, and who goes somewhere is hindered first."""
    fight = state.conflict
    beat = fight.beat if fight is not None and now.kind == "react" else None
    friendly = fight is not None and beat is not None and all(fight.allies(now.who, who) for who in beat.doing)
    alone = now.kind == "turn" and fight is not None and not _has_foes(state, fight, now.who)
    to_gain = now.kind == "turn" and fight is not None and bool(fight.goals) and len(fight.postures) < 2
    mine = [one for one in found if one.about == now.who]
    against = [one for one in mine if fight is None or not _on_friends(state, fight, now.who, one)]
    order = ALONE if alone else TO_GAIN if to_gain else WAYS[now.kind]
    if fight is not None and beat is not None and asked_about(fight, beat, now.who).kind in MOVES:
        order = ("hinder", *(do for do in order if do != "hinder"))
    ways = [] if friendly else in_order(against, order)
    firsts = {one.do: one.key for one in reversed(ways)}
    ways.sort(key=lambda one: one.do != "cast" and one.key != firsts[one.do])
    chief = next((one for one in ways if one.key == now.lead), None)
    chief = chief or next((one for one in ways if one.do in OPEN[now.kind]), None)
    if chief and chief.do == "attack" and now.kind == "turn" and (power := power_first(state, seat, now.who)):
        chief = next((one for one in ways if one.key == power), chief)
    over = next((one for one in found if one.do == "end-conflict" and one.urgency == "may"), None)
    if over is not None:
        said = replace(said, title="Is the conflict over?", text=f"If not: {now.title}.")
    opened = over or chief or lead
    passes = [one for one in mine if one.do == "by-tactics" and one is not opened]
    passes += [lead] if lead and lead is not opened and lead not in passes else []
    passes += [one for one in mine if one.do == "end-turn" and not one.asks]
    ways = in_order(found, ("let-wake",)) + ([chief] if chief else []) + [one for one in ways if one is not chief]
    named = (*_ways(ways), *(Way(key=one.key, quiet=True) for one in passes[1:]))
    later = keys(one for one in found if one.urgency != "must" and one not in (*ways, *passes, opened))
    return replace(
        said, lead=opened.key if opened else "", beside=passes[0].key if passes else "", ways=named, most=MOST,
        later=later, word="React all the same" if friendly else "Something else",
    )
