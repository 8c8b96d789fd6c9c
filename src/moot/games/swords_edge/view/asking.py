"""What a seat is asked: about dice that lie there, a Doom, a Test to build, a sheet, or what an act leaves to do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from moot.core import Ask, Offered, Seat, Way
from moot.core.ask import in_order, keys, leading
from moot.games.swords_edge import ladder
from moot.games.swords_edge.asking import drafts
from moot.games.swords_edge.character import Character
from moot.games.swords_edge.situation import QUIET, situation
from moot.games.swords_edge.state import State
from moot.games.swords_edge.trials.form import TestForm
from moot.games.swords_edge.trials.kinds import ACT
from moot.games.swords_edge.trials.places import against
from moot.games.swords_edge.view.builder import first_test
from moot.games.swords_edge.view.fights import tests

SAYS: Final = {
    "take-lesson": "It rises", "name-stunt": "Name it", "heal": "Take it off the sheet", "tell-temptation": "Tell it",
    "take-sample": "Play this one",
}
"""What the button says where the label of an offer is the question."""
ASKS: Final = {
    "end-scene": "Is the scene over?", "next-round": "On to the next round?", "frame-scene": "What comes next?",
}
"""What the GM is asked once nobody else has anything to do."""
STEPS: Final = frozenset({"spend-rank", "take-rank"})
"""What stands in a sheet in the making, line by line."""
CROWD: Final = 6
"""So many NCs who may act stand each by themselves; more are behind a word."""
QUIET_GUIDE: Final = "They tell what they do. Where both success and failure matter, set something against them."
"""What the GM reads there."""
AGAINST: Final = ("take-nc", "make-nc", "set-task", "end-scene")
"""What the GM does there, in the order of good sense."""
CHARACTERS: Final = ("take-sample", "begin-character", "bring-character")
NO_MORE: Final = frozenset({"let-pass", "settle-scene"})
"""What somebody says who wants nothing more; not while their dice lie there."""
AFTER: Final = {
    "riposte": ("Strike back", "On {}.", ""),
    "act": ("Act", "On {}.", "Failed, it achieves nothing."),
    "seize": ("Seize the Momentum", "From {}.", "Won, your Action follows; failed, you are hit."),
    "let-pass": ("Hold out", "", ""),
}
"""What somebody can do in a fight, in the order of good sense: on whom, and what comes of it."""
ENDS: Final = {"touch-pivot": "Did the scene touch a Pivot?", "heal-with-luck": "Does Luck heal something?"}
"""What each is asked when a scene is over, until they want nothing more of it."""


def ask(state: State, seat: Seat, found: Sequence[Offered]) -> Ask:
    """The question of the moment; where there are several ways to do the one thing asked, none of them stands open."""
    lead, draft = leading(found), next(iter(drafts(state, seat)), None)
    steps = keys(one for one in found if draft and one.do in STEPS)
    presses = () if lead else (Way(key=one.key, quiet=not one.asks and one.about != "door") for one in found)
    crowd = keys(one for one in found if one.do == "nc-act" and one.urgency != "must")
    faces = keys(one for one in found if one.do == "face" and seat.guides and state.pairings)
    later, word = (crowd, "An NC acts") if len(crowd) > CROWD else (faces, "Who faces whom?")
    said = Ask(lead=lead.key if lead else "", ways=tuple(presses), later=later, word=word, elsewhere=steps)
    if dice := next((one for one in tests(state) if seat.id in one.seats), None):
        whose = f"{dice.roller}: " if len(state.tests) > 1 else ""
        title = f"{whose}{ladder.plain(dice.test.total)} against {dice.test.target.tn}: {dice.says}"
        return replace(said, title=title, text="", elsewhere=keys(one for one in found if one.do in NO_MORE))
    if doomed := next((who for who in state.cast() if who.doom and who.player == seat.id), None):
        ways = tuple(Way(key=one.key) for one in found if one.about == doomed.id)
        return replace(said, title=f"A Doom hangs over {doomed.name}", text=_doom(doomed), lead="", ways=ways)
    if people := in_order(found, CHARACTERS):
        text = None if state.phase == "between" else "You can take part at once."
        says, ways = SAYS.get(people[0].do, ""), tuple(Way(key=one.key) for one in people[1:])
        return replace(said, title="Whom do you play?", text=text, lead=people[0].key, says=says, ways=ways)
    test = first_test(state, seat)
    if lead is None and test is None and (after := _after(state, found)):
        ways = tuple(_way(state, one) for one in after)
        others = tuple(way for way in said.ways if way.key not in keys(after))
        return replace(said, title=f"What now, {state.named(after[0].fixed['who'])}?", ways=(*ways, *others))
    if lead is None and any(one.do == "settle-scene" for one in found):
        return replace(said, title=next((ENDS[one.do] for one in in_order(found, tuple(ENDS))), ""))
    if test is not None and (test.urgency == "must" or lead is None):
        return replace(said, title=test.label.rstrip(","), text="", lead=test.key)
    if lead is not None and lead.do == "next-round" and (acts := in_order(found, ("nc-act", "nc-seize"))):
        ways = tuple(Way(key=one.key, quiet=True) for one in (*acts, lead))
        return replace(said, title="Does an NC still act?", lead="", ways=ways, tools=("end-scene",))
    if lead is not None and lead.do in ASKS:
        ways = tuple(Way(key=one.key) for one in reversed(found) if one.do == "frame-scene")
        ends = ("end-scene",) if lead.do == "next-round" else ()
        return replace(said, title=ASKS[lead.do], lead="" if len(ways) > 1 else lead.key, ways=ways, tools=ends)
    if lead is not None and lead.do in SAYS:
        return replace(said, title=lead.label, text="", says=SAYS[lead.do])
    if state.phase == "scene" and lead is None and not state.opposition() and seat.role != "watcher":
        waits, (text, tools) = situation(state).waiting, (QUIET_GUIDE, AGAINST) if seat.guides else (QUIET, ())
        if all(one.seat == seat.id for one in waits):
            return replace(said, title="What happens next?", text=None if waits else text, tools=tools)
    return replace(said, title=f"{draft.name}’s sheet" if draft and steps else "")


def _doom(who: Character) -> str:
    """Why a Doom has come, and whether it can be averted (SE-DOOM-01, SE-DOOM-04)."""
    cause = f"{ladder.title(who.doom.trait)} can take no more." if who.doom else ""
    return f"{cause} An Advancement {'averts it' if who.advancements else 'would avert it; none is left'}."


def _after(state: State, found: Sequence[Offered]) -> list[Offered]:
    """What somebody can do who has acted this round, only defends, or can act in several ways, in the order of good
    sense (SE-RD-48, SE-SEIZE-01, SE-SEIZE-08)."""
    ways, passed = in_order(found, tuple(AFTER)), state.scene.passed if state.scene else ()
    who = next((one.of.who.id for one in ways if isinstance(one.of, TestForm)), "")
    return [one for one in ways if one.fixed["who"] == who and who not in passed]


def _way(state: State, one: Offered) -> Way:
    """A Test by its name, its price, what comes of it, and its chance as its form begins."""
    name, aimed, comes = AFTER[one.do]
    if not isinstance(form := one.of, TestForm):
        return Way(key=one.key, text=name, quiet=True)
    name += " again" if form.kind is ACT and state.acts(form.who.id) else ""
    price = sum(part.worth for part in form.around if part.what == "acts")
    on = " or ".join(aim.name for aim in form.aims.values() if aim.name)
    on = on or against(state, state.pairings[form.place])
    comes = comes if form.kind.act else "At once, and a failure costs nothing."
    return Way(
        key=one.key, text=f"{name}, at {ladder.signed(price)}" if price else name,
        effect=f"{aimed.format(on)} {comes}", chance=form.chance(max(map(form.given, form.traits))),
    )
