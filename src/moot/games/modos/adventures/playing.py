"""An adventure is played: the party goes from place to place, is told what is there, and tries what is difficult
(MO-X603, MO-GP01 to MO-GP13). Others hear of a place when they come to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Count, Line, Offers, Part, Play, Refused, Seat
from moot.core.words import listed
from moot.games.modos.abilities import can_act, stock
from moot.games.modos.adventures.keeping import thing_of
from moot.games.modos.adventures.papers import Adventure, Here, Place, PlaceTrial, WayOn, playing, spoken
from moot.games.modos.blanks import fate_side
from moot.games.modos.calling import call, left_pools
from moot.games.modos.contests import Contest, Side
from moot.games.modos.evening.heroes import award, change_heroes
from moot.games.modos.figures import CROWD, LIMITS
from moot.games.modos.flow import FlowCommand, Happening, OfSomebody, only_guide
from moot.games.modos.harm import mend
from moot.games.modos.live import catalog_of
from moot.games.modos.making.growing import LevelGained
from moot.games.modos.marks import lift_mark
from moot.games.modos.npcs.coming import bring
from moot.games.modos.npcs.sheets import Sheet, every_sheet
from moot.games.modos.state import ALWAYS, FREE, State
from moot.games.modos.terms import POOLS
from moot.kit.keyed import put
from moot.kit.totals import plain


def played(state: State) -> tuple[Adventure, Place]:
    """The adventure that is played, and the place where the party is. Raises Refused if there is none."""
    now = playing(state.papers.values())
    if now is None or now.here is None:
        raise Refused("no-adventure", "No adventure is played: take one, and begin it.", "MO-X603")
    return now, now.here


class _OfAdventure(Happening):
    """Something that all hear of; which adventure and which place it is, only the guide does."""

    hides = (("adventure", ""), ("place", ""))
    adventure: str
    place: str = ""

    def with_paper(self, state: State, **changes: Any) -> State:
        """The state with some of the adventure replaced, where it is known."""
        paper = state.papers.get(self.adventure)
        return state if paper is None else replace(state, papers=put(state.papers, replace(paper, **changes)))


class GuidesAdventure(FlowCommand):
    """What the guide does while an adventure is played."""

    when = FREE
    giver = only_guide("leads through adventures", "MO-X603")


# ---------------------------------------------------------------- from place to place


class PartyMoved(_OfAdventure, tag="party-moved"):
    """The party comes to a place; `text` is what was read out there before."""

    title: str
    text: str = ""
    back: bool = False

    def evolve(self, state: State) -> State:
        state = replace(state, here=Here(self.title, self.text))
        paper = state.papers.get(self.adventure)
        return replace(state, papers=put(state.papers, paper.moved(self.place, back=self.back))) if paper else state

    def line(self, state: State) -> Line:
        if (where := spoken(self.title)).startswith("“"):  # what happens rather than where: “We agree”
            return Line("scene", f"{'Back' if self.back else 'On'} to {where}.")
        return Line("scene", f"They come {'back ' if self.back else ''}to {where}.")


def _go(play: Play[State], paper: Adventure, place: Place, *rules: str, back: bool = False) -> None:
    text = place.text if place.id in paper.read else ""
    play.record(PartyMoved(adventure=paper.id, place=place.id, title=place.title, text=text, back=back, rules=rules))


def unharmed(play: Play[State], who: str, *rules: str) -> None:
    """Let somebody be whole: no state of a full pool, and all pools empty (MO-312, MO-314)."""
    rows = catalog_of(play.state).states
    for mark in play.state.people[who].marks:
        if mark.row in rows and (rows[mark.row].pool is not None or mark.row == "dead"):
            lift_mark(play, who, mark, *rules)
    for pool in POOLS:
        if play.state.people[who].hurt(pool):
            mend(play, who, pool, "all", "waking", *rules)


BARS: Final[list[Callable[[State, Adventure], Refused | None]]] = []
"""What may speak against beginning an adventure, one for each topic that knows of something."""


def bar(state: State, paper: Adventure) -> Refused | None:
    """Why an adventure cannot begin now, or nothing."""
    return next((reason for one in BARS if (reason := one(state, paper)) is not None), None)


def _where(state: State, paper: Adventure) -> tuple[Choose, ...]:
    """The blank for where an adventure that was over goes on: a party that was away on the next one comes back to where
    it left (MO-GP12). A ship begins where its crew wakes."""
    left = paper.place(state.left_at.get(paper.id, ""))
    if left is None or left.id == paper.start or left.room:
        return ()
    back = (left.id,) if any(way.milestone for way in left.way) else ()
    return (Choose(name="place", label="Where?", choices=(Choice(left.id, f"Where they left: {left.title}"),), least=0,
                   default=back, nothing="Where it begins", rule="MO-GP12"),)


class BeginAdventure(GuidesAdventure, tag="begin-adventure"):
    """Begin an adventure where it begins, fresh if it says so, or where it was left (MO-GP01, MO-GP03, MO-GP12)."""

    rules, urgency = ("MO-X603", "MO-GP01", "MO-GP03", "MO-GP12"), "may"
    paper: str
    place: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if (now := playing(state.papers.values())) is not None:
            raise Refused("playing", f"“{now.title}” is played: finish it first.", "MO-X603")
        for paper in state.papers.values():
            if (reason := bar(state, paper)) is not None:
                yield cls.barred(reason, paper=paper.id)
                continue
            low = [who.name for who in state.party() if who.level < paper.level and "character" in state.modules]
            why = f"Made for level {paper.level}: {', '.join(low)} may find it hard." if low else paper.premise
            yield cls.offer(paper, f"Begin “{paper.title}”", why, *_where(state, paper), about=paper.id, paper=paper.id)
        yield Refused("no-adventure", "There is no adventure on your desk: take a printed one, or write one.")

    def act(self, play: Play[State], of: Adventure) -> None:
        start = next(place for place in of.places if place.id == (self.place or of.start))
        _go(play, of, start, "MO-X603")
        if start.fresh:
            for who in play.state.party():
                unharmed(play, who.id, "MO-GP03")
                full = max(stock(play.state, who), who.heroes)
                change_heroes(play, who.id, full, "wakes with all hero points", "MO-GP01")


def _which_way(words: tuple[str, ...]) -> Choose:
    """Which of several ways to one place the party goes, by the words on them; one of them may have none."""
    choices = tuple(Choice(word, f"{word[:1].upper()}{word[1:]}") for word in words if word)
    return Choose(name="word", label="Which way?", choices=choices, least=int("" not in words),
                  default=tuple(filter(None, words[:1])), nothing="Just on")


class MoveOn(GuidesAdventure, tag="move-on"):
    """Let the party go a way from where it is, or back; no other place can be reached (MO-GP10)."""

    rules, urgency = ("MO-X603", "MO-GP08", "MO-GP10", "MO-GP12"), "may"
    to: str
    word: str = ""
    back: bool = False

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if state.ship and state.ship.map:
            raise Refused("aboard", "Aboard the ship, each of them goes from room to room.", "MO-IS04")
        now, here = played(state)
        alike: dict[tuple[str, bool], list[WayOn]] = {}
        for way in here.way:
            alike.setdefault((way.to, way.milestone), []).append(way)
        for group in alike.values():
            way, words = group[0], tuple(dict.fromkeys(each.word for each in group))
            if (place := now.place(way.to)) is not None:
                why = "All reach the next level." if way.milestone and "character" in state.modules else ""
                said = " / ".join(filter(None, words))
                label = f"{said[:1].upper()}{said[1:]}: {place.title}" if said else place.title
                alone: dict[str, Any] = {"word": way.word} if len(words) == 1 else {}
                blanks = () if alone else (_which_way(words),)
                yield cls.offer((now, place, way), label, why, *blanks, about=thing_of(now, place), to=place.id,
                                **alone, back=False)
        if len(now.trail) > 1 and (before := now.place(now.trail[-2])) is not None:
            yield cls.offer((now, before, WayOn(to=before.id)), f"Back: {before.title}", about=now.id,
                            to=before.id, word="", back=True)
        ways = tuple(dict.fromkeys(now.titled(way.to) for way in here.way))
        yield Refused("no-way", f"From “{here.title}” no such way leads on.", "MO-X603", allowed=ways)

    def act(self, play: Play[State], of: tuple[Adventure, Place, WayOn]) -> None:
        now, place, way = of
        _go(play, now, place, "MO-X603", back=self.back)
        if way.milestone:
            _milestone(play)


class FlawsGone(OfSomebody, tag="flaws-gone"):
    """Flaws that somebody was only lent are gone (MO-GP12)."""

    flaws: tuple[str, ...]

    def evolve(self, state: State) -> State:
        left = list(state.people[self.who].flaws)
        for flaw in self.flaws:
            if flaw in left:
                left.remove(flaw)
        return state.with_person(self.who, flaws=tuple(left), lent_flaws=())

    def line(self, state: State) -> Line:
        return Line("sheet", f"is rid of {'flaws' if len(self.flaws) > 1 else 'a flaw'}.", state.name(self.who),
                    quote="; ".join(self.flaws))


def _milestone(play: Play[State]) -> None:
    """All of the party who live reach the next level (MO-GP12)."""
    for who in play.state.party() if "character" in play.state.modules else ():
        if who.level < LIMITS.level and not who.dead:
            play.record(LevelGained(who=who.id, level=who.level + 1, rules=("MO-113", "MO-GP12")))


def lose_lent(play: Play[State]) -> None:
    """Who gains a level loses the flaws that they were lent, however the level came (MO-GP12)."""
    for event in tuple(play.events):
        if isinstance(event, LevelGained) and (flaws := play.state.people[event.who].lent_flaws):
            play.record(FlawsGone(who=event.who, flaws=flaws, rules=("MO-GP12",)))


class PlaceTold(_OfAdventure, tag="place-told"):
    """What is at a place is read out."""

    sentence, quotes = ("scene", "They see:"), "text"
    text: str

    def evolve(self, state: State) -> State:
        here = replace(state.here, text=self.text) if state.here else None
        paper = state.papers.get(self.adventure)
        read = (*paper.read, self.place) if paper else ()
        return replace(self.with_paper(state, read=read), here=here)


class TellPlace(GuidesAdventure, tag="tell-place"):
    """Read out what is at the place where they are."""

    when, rules, urgency = ALWAYS, ("MO-X603",), "may"

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        now, here = played(state)
        if not here.text or here.id in now.read:
            raise Refused("told-already", f"All that is written of “{here.title}” has been read out.", "MO-X603")
        yield cls.offer((now, here), "Tell what they see", here.text, about=thing_of(now, here))

    def act(self, play: Play[State], of: tuple[Adventure, Place]) -> None:
        now, here = of
        play.record(PlaceTold(adventure=now.id, place=here.id, text=here.text, rules=self.rules))


class AdventureFinished(_OfAdventure, tag="adventure-finished"):
    """The adventure is over."""

    hides = (("adventure", ""), ("title", ""))
    title: str

    def evolve(self, state: State) -> State:
        moored = None if state.moored and state.moored.map else state.moored  # a game that lay still is over, too
        if (paper := state.papers.get(self.adventure)) is not None:
            state = replace(state, left_at={**state.left_at, paper.id: paper.at})
        return replace(self.with_paper(state, trail=(), played=True), here=None, waking={}, moored=moored)

    def line(self, state: State) -> Line | None:
        if state.ship and state.ship.map and state.ship.over:  # its end was told, and how it came
            return None
        return Line("scene", f"“{self.title}” is over." if self.title else "The adventure is over.")


class FinishAdventure(GuidesAdventure, tag="finish-adventure"):
    """Let the adventure be over; those who were about to wake do so, as they were before."""

    rules, urgency = ("MO-X603",), "tool"

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        now, _ = played(state)
        yield cls.offer(now, f"“{now.title}” is over", "It stays on your desk.", about=now.id)

    def act(self, play: Play[State], of: Adventure) -> None:
        for who in play.state.waking:
            unharmed(play, who, "MO-GP06")
        play.record(AdventureFinished(adventure=of.id, title=of.title, rules=self.rules))


# ---------------------------------------------------------------- what a place asks and gives


class CallTrial(GuidesAdventure, tag="call-trial"):
    """Call for a contest against what is difficult here (MO-010, MO-GP08)."""

    rules, urgency = ("MO-X603", "MO-010", "MO-GP08"), "may"
    trial: str
    who: tuple[str, ...]

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        now, here = played(state)
        for trial in here.trial:
            called = {one.sides[0].who for one in state.contests.values() if one.why == trial.label}
            able = tuple(Choice(who.id, who.name) for who in state.party()
                         if who.id not in called and can_act(state, who.id) and trial.pool in left_pools(state, who))
            if able:
                everybody = tuple(choice.value for choice in able)
                yield cls.offer(
                    trial, f"Call: {trial.label} ({plain(trial.value)})", "A contest against fate.",
                    Choose(name="who", label="Who tries?", choices=able, many=True, default=everybody),
                    about=thing_of(now, here), trial=trial.label,
                )
            elif called:
                reason = Refused("called-already", f"All who can try “{trial.label}” have it to throw for already.")
                yield cls.barred(reason, trial=trial.label)
        yield Refused("nothing-difficult", f"Nobody could try anything difficult at {spoken(here.title)}.", "MO-X603")

    def act(self, play: Play[State], of: PlaceTrial) -> None:
        group = play.state.next_id if len(self.who) > 1 else ""
        for who in self.who:
            sides = (Side(who=who, pool=of.pool), fate_side(of.value, "roll"))
            call(play, Contest(id="", why=of.label, sides=sides, group=group), "MO-010")


class BringReady(GuidesAdventure, tag="bring-ready"):
    """Bring in people who are ready at a place (MO-GP05, MO-GP07)."""

    rules, urgency = ("MO-X603", "MO-GP05", "MO-GP07"), "may"
    sheets: tuple[str, ...]
    count: int = 1

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        now, here = played(state)
        known = every_sheet(state.packs)
        ready = tuple(Choice(key, known[key].name) for key in here.people if key in known)
        if ready:
            everybody, most = tuple(choice.value for choice in ready), max(1, CROWD.most // len(ready))
            who = listed(choice.label for choice in ready)
            yield cls.offer(
                known, f"{who} come{'s' * (len(ready) == 1)}", "Players learn of them.",
                Choose(name="sheets", label="Who?", choices=ready, many=True, default=everybody),
                Count(name="count", label="How many of each?", least=1, most=most, default=1),
                about=thing_of(now, here),
            )
        yield Refused("nobody-ready", f"Nobody is ready at {spoken(here.title)}.", "MO-X603")

    def act(self, play: Play[State], of: dict[str, Sheet]) -> None:
        bring(play, (of[key] for key in self.sheets), self.count, "MO-X603")


class GiveForHook(GuidesAdventure, tag="give-for-hook"):
    """Give a hero point for what the place has one for; who is full has to spend it at once (MO-GP02, MO-GP04)."""

    when, urgency = ALWAYS, "may"
    rules = ("MO-116", "MO-GP02", "MO-GP04", "MO-E48", "MO-115")
    hook: str
    who: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        now, here = played(state)
        over = 0 if state.options.hero_surplus == "never" else 1
        able = tuple(Choice(who.id, who.name, hint=f"{who.heroes} of {stock(state, who)}") for who in state.party()
                     if who.heroes < stock(state, who) + over)
        if here.hooks and able:
            yield cls.offer(
                here, "Give a hero point", f"For what “{here.title}” has one for.",
                Choose(name="hook", label="For what?", choices=tuple(Choice(hook, hook) for hook in here.hooks)),
                Choose(name="who", label="For whom?", choices=able), about=thing_of(now, here),
            )
        yield Refused("no-hook", f"“{here.title}” has no hero point for anybody now.", "MO-116")

    def act(self, play: Play[State], of: Place) -> None:
        award(play, play.state.people[self.who], "MO-116", self.hook)


ON_THE_WAY: Final = (
    Part(TellPlace, PlaceTold), Part(CallTrial, module="core"), Part(GiveForHook, module="skilled"),
    Part(BringReady, MoveOn, BeginAdventure, FinishAdventure, PartyMoved, AdventureFinished),
    Part(FlawsGone, module="character"),
)
