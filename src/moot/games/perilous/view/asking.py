"""What a seat is asked, in the words of the moment; while something goes on, what begins something else can wait."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from moot.core import Ask, Offered, Seat, Way
from moot.core.ask import in_order, keys, leading, plainly
from moot.games.perilous import trying
from moot.games.perilous.evening.requisitions import cannot_buy
from moot.games.perilous.fight.phases import due
from moot.games.perilous.flow import begun, spoken
from moot.games.perilous.journey.trouble import runs
from moot.games.perilous.order import name_in
from moot.games.perilous.packs import meetings
from moot.games.perilous.route import phase_of
from moot.games.perilous.state import State
from moot.games.perilous.underway import Fight

QUESTIONS: Final = {
    "make-character": "Who are you?", "choose-sheet": "Whom do you play now?", "open-session": "Ready for a session?",
    "take-role": "Who does what?", "be-off": "Ready to go?", "set-out": "Ready to set out?",
    "go-on": "Camp, or go on?", "threat": "Does trouble find them?", "open-encounter": "What finds them?",
    "close-encounter": "What came of it?", "end-journey": "They are there", "complication": "Does trouble come?",
    "trouble": "What is the trouble?", "tactic": "How do you go about it?", "close-exchange": "What comes of it?",
    "prompt": "Do they stand?", "break": "They break: what do they do?", "end-turn": "It is your turn",
    "nod": "Does it count?", "price": "What does it cost?",
    "roll-host": "Who has moved in?", "pick-disorder": "Which Disorder comes?",
    "close-fight": "Is it over?", "hunger": "What does hunger do?",
}
"""The question that stands above what the game waits for, where its label does not say it."""
BY_HEADLINE: Final = frozenset({"cheat-death", "bear-it", "roll-chaos", "roll-injury", "act", "settle"})
"""What the headline of the situation asks better than a label."""
TESTS: Final = frozenset({"roll", "keep", "spend-fortune"})
OPENS: Final[dict[str, tuple[str, ...]]] = {
    "fight": ("take-foe", "open-fight"), "chase": ("take-foe", "open-chase"), "exchange": ("frame", "frame-ready"),
    "stress": ("face-encounter",), "fear": ("face-encounter",), "terror": ("face-encounter",),
    "test": ("face-encounter",), "nothing": (),
}
"""What a guide does first in an encounter, by what its row opens: one after the other, before anything is over."""
COMES: Final = frozenset({"make-character", "bring-character", "choose-sheet"})
"""What somebody does first who has nobody to play, whatever goes on."""
ANSWERS: Final = frozenset({"price", "nod"})
"""What a guide answers by a word, while somebody waits for it."""
DRAWS: Final = frozenset({"draw-stretch", "open-stretch", "drop-stretch"})
"""What a guide draws ahead, in quiet moments."""
DEEDS: Final = ("call-trial", "deal-harm", "loss")
"""What a guide does first on a turn of a fight."""
HITS: Final = ("deal-harm", "call-trial", "loss")
"""The same once a test of it succeeded."""
ON_TURN: Final = "Say what you do. The GM asks for a test of it, and says who is hurt."
SAY: Final = "Say what your character does. Where it is uncertain, the GM asks for a test."
DARK: Final = frozenset({"use-gift", "yield-to", "turn-back", "try-remedy"})
"""What a player may do about a Disorder beside whatever their character does."""
DOWN: Final = "{} can neither act nor make a test until they have rested or been treated."
"""The same for a player whose character can do nothing (GP-CORE-13)."""


def ask(state: State, seat: Seat, found: Sequence[Offered]) -> Ask:
    """The first thing that is waited for; beside it stands what is about the same, or about anything under way. A
    failure is taken as it fell first: a point does not come back."""
    found = _priced(state, found)
    lead, plain = leading(found), plainly(sorted(found, key=lambda one: one.do != "choose-sheet"))
    title = _title(state, lead) if lead else ""
    if lead and lead.do == "keep":
        again = (one.key for one in found if one.do == "spend-fortune" and one.fixed == lead.fixed)
        others = keys(one for one in found if one.urgency != "must" and not _of_same(lead, one))
        return replace(plain, title=title, beside=next(again, ""), later=others)
    if lead and lead.do == "close-encounter" and (first := _opening(state, found)):
        others = keys(one for one in found if one.urgency != "must" and one is not first)
        return Ask(title="How does it begin?", lead=first.key, ways=(Way(key=lead.key),), later=others)
    if fought := _fought(state, seat, lead, found):
        return fought
    if lead and lead.do == "trouble" and (ready := in_order(found, ("draw-trouble", "trouble"))):
        return _troubled(title, lead, ready, found)
    if not _under_way(state):
        wished = _wished(state, seat, found) if lead is None else None
        title, text = title or _stable(state, seat, found), _quiet(state, seat, found)
        return wished or replace(plain, title=title, text=text, tools=("hour-passes",))
    journey = next((one for one in state.journeys.values() if not one.over), None)
    ahead = DRAWS if journey is not None and phase_of(journey) != "mapping" else ()
    may = (one for one in found if one.urgency != "must" and one.do not in COMES | {"help"})  # help does not wait
    aside = {*ahead, "close-fight"}
    later = (one for one in may if one.do in aside or (not _of_same(lead, one) if lead else not one.about))
    text = ON_TURN if lead and lead.do == "end-turn" else None
    title = title or _stable(state, seat, found)
    return Ask(title=title, text=text, lead=plain.lead, beside=_beside(found, lead), later=keys(later))


def _of_same(lead: Offered, one: Offered) -> bool:
    """Whether something is about the same as what is asked first, or helps in the test that it is."""
    return one.about == lead.about or (lead.do in TESTS and one.fixed.get("trial") == lead.fixed["trial"])


def _priced(state: State, found: Sequence[Offered]) -> list[Offered]:
    """What is offered; where a journey asks, the guide first answers what somebody waits for beside it."""
    lead = leading(found)
    road = lead and lead.about in state.journeys and lead.do not in TESTS
    return sorted(found, key=lambda one: not (road and one.do in ANSWERS))


def _troubled(title: str, lead: Offered, ready: list[Offered], found: Sequence[Offered]) -> Ask:
    """What trouble it is: what was drawn stands open, or the one table there is; the others follow, and one's own."""
    tables = [one for one in ready if one.do == "draw-trouble"]
    opened = lead if lead.fixed["use"] == "drawn" or not tables else tables[0] if len(tables) == 1 else None
    others = keys(one for one in found if one.urgency != "must" and one not in ready)
    ways = tuple(Way(key=key) for key in keys(one for one in ready if one is not opened))
    return Ask(title=title, lead=opened.key if opened else "", ways=ways, later=others)


def _wished(state: State, seat: Seat, found: Sequence[Offered]) -> Ask | None:
    """Whether somebody pays what was named for what they asked for, or why they cannot; None if nothing has a price."""
    wish = next((one for one in state.wishes.values() if one.price and state.owns(seat, one.who)), None)
    of_it = {one.do: one.key for one in found if wish and one.fixed.get("wish") == wish.id}
    if wish is None or not of_it:
        return None
    reason = cannot_buy(state, state.people[wish.who], wish.tier, wish.price)
    others = keys(one for one in found if one.key not in of_it.values())
    if reason is not None:
        return Ask(text=reason.message, ways=(Way(key=of_it["drop-wish"], quiet=True),), later=others)
    says = f"Pay {wish.price} Reputation"
    return Ask(text="", lead=of_it["pay"], says=says, beside=of_it["drop-wish"], later=others)


def _quiet(state: State, seat: Seat, found: Sequence[Offered]) -> str | None:
    """What a player reads in a session while nothing goes on and nobody is waited for."""
    waits = trying.headline(state) or state.seen_wounds or state.wishes or state.claims
    if not {one.do for one in found} <= DARK or waits or not seat.plays or state.phase != "session":
        return None
    own = [who for who in state.party() if state.owns(seat, who.id)]
    return DOWN.format(own[0].name) if own and all(who.incapacitated for who in own) else SAY


def _beside(found: Sequence[Offered], lead: Offered | None) -> str:
    """What is waited for as well, about the same, and needs no more than a press."""
    if lead is None:
        return ""
    others = (
        one for one in found
        if one.urgency == "must" and one.about == lead.about and not one.asks and one.do != lead.do
    )
    return next((one.key for one in others), "")


def _fought(state: State, seat: Seat, lead: Offered | None, found: Sequence[Offered]) -> Ask | None:
    """On a turn of a fight the guide is asked what somebody does there; None where anything else comes first."""
    now = next(((fight, one) for fight in state.fights.values() if (one := due(state, fight))), None)
    if not seat.guides or now is None or (lead and lead.do != "end-turn"):
        return None
    if now[0].heart(now[1].id) == "wavering":
        return _wavering(state, now[0], now[1].id, lead, found) if lead else None
    (fight, one), verbs = now, HITS if state.turn == "hits" else DEEDS
    deeds = in_order(found, verbs)
    ways = tuple(Way(key=key) for key in keys(deeds))
    rest = [each for each in found if each.urgency != "must" and each not in deeds]
    others = keys(sorted(rest, key=lambda each: each.fixed.get("fight") != fight.id))  # what is of the fight first
    if lead is None:
        return Ask(ways=ways, later=others)
    done, do = state.turn == "done", "do" if one.id in fight.bands else "does"
    title = f"What {'else ' * done}{do} {name_in(state, fight, one.id)} do?"
    if done:
        return Ask(title=title, lead=lead.key, ways=ways, later=others)
    return Ask(title=title, lead=ways[0].key, beside=lead.key, ways=ways[1:], later=others)


def _wavering(state: State, fight: Fight, who: str, lead: Offered, found: Sequence[Offered]) -> Ask:
    """On their turn those who waver give up, unless they are rallied first (GP-MORALE-05, GP-MORALE-06)."""
    name, many = begun(name_in(state, fight, who)), who in fight.bands
    rallies = keys(one for one in found if one.do == "rally" and who in fight.bands[one.fixed["band"]].hearts)
    others = keys(one for one in found if one.urgency != "must" and one.do != "rally")
    if not rallies:
        text = "Their turn comes, and nobody can rally them."
        return Ask(title=spoken(f"{name} give(s) up", many), text=text, lead=lead.key, later=others)
    title = spoken(f"{name} waver(s): are they rallied?", many)
    text = "Else they give up now, as their turn comes. They can be rallied once."
    ways = tuple(Way(key=key) for key in rallies[1:])
    return Ask(title=title, text=text, lead=rallies[0], beside=lead.key, ways=ways, later=others)


def _title(state: State, lead: Offered) -> str:
    if lead.do in TESTS:
        return trying.said(state, state.trials[lead.fixed["trial"]])
    if lead.do == "convert":
        return f"What has the session made of {state.name(lead.about)}?"
    return "" if lead.do in BY_HEADLINE else QUESTIONS.get(lead.do, lead.label)


def _opening(state: State, found: Sequence[Offered]) -> Offered | None:
    """What begins the encounter that is played, as long as nothing of it has begun."""
    played = (one.passage.meeting for one in state.journeys.values() if phase_of(one) == "encounter")
    for meeting in played:
        row = meetings(state.packs).get(meeting.row) if meeting else None
        if meeting and row and state.people.keys() >= {*meeting.children}:
            return next((one for one in in_order(found, OPENS[row.opens]) if one.urgency == "may"), None)
    return None


def _stable(state: State, seat: Seat, found: Sequence[Offered]) -> str:
    """Who of a stable is played, where it can be another."""
    if not any(one.do == "choose-sheet" for one in found):
        return ""
    names = (who.called for who in state.party() if who.player == seat.id)
    return next((f"You play {name}. Or another?" for name in names), QUESTIONS["choose-sheet"])


def _under_way(state: State) -> bool:
    return any(runs(state)) or any(not one.over for one in state.journeys.values())
