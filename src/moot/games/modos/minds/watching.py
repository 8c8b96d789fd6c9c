"""Who is aware of whom: sneaking past people, and looking out for those who do (MO-006, MO-X312)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final, Literal

from msgspec.structs import replace

from moot.core import Choice, Choose, Line, Offered, Offers, Part, Play, Refused, Seat, Write
from moot.core.blanks import Field
from moot.core.words import listed
from moot.games.modos import effects
from moot.games.modos.abilities import can_notice
from moot.games.modos.blanks import HALF, IN_YOUR_WORDS, claims_blank
from moot.games.modos.calling import call, check_new
from moot.games.modos.catalog import row_of, usual
from moot.games.modos.conflict.beats import DeedCame, declare
from moot.games.modos.conflict.deeds import (
    WithSkill,
    answering,
    begin,
    contest_of,
    deed_choices,
    facts_of,
    settles,
    side_of,
    won,
)
from moot.games.modos.conflict.resolving import resolves
from moot.games.modos.conflicts import MOVES, Deed
from moot.games.modos.contests import Contest, Facts, Purpose, Side, Total
from moot.games.modos.flow import FlowCommand, Happening, only_guide
from moot.games.modos.live import catalog_of, once, unaware_of
from moot.games.modos.magic.lasting import Reappeared, Vanished
from moot.games.modos.marks import UNAWARE, lift_mark, put_mark, toward_others
from moot.games.modos.person import Mark, Person
from moot.games.modos.reckoning import lost_pools
from moot.games.modos.state import ALWAYS, FREE, State
from moot.games.modos.throwing import kept_total, throw, total_of
from moot.games.modos.vocabulary import Ending, Verb
from moot.kit.people import label_for

_UNAWARE: Final = "They can neither defend against them nor react to them."
COVERT: Final = frozenset({"sneak", "search", "keep", "resist", "shake", "doubt"})
"""Deeds by which nobody draws attention."""


def hidden_from(state: State, who: str) -> Iterator[Mark]:
    """What keeps somebody from knowing of others, each mark toward one of them."""
    return (mark for mark in state.people[who].marks if mark.toward and "search" in _ends(state, mark))


def _ends(state: State, mark: Mark) -> tuple[Ending, ...]:
    row = catalog_of(state).states.get(mark.row)
    return row.ends if row else ()  # a state of a module that is off stands without effect (MO-X602)


def hide(play: Play[State], who: str, of: str, *rules: str, row: str = UNAWARE) -> None:
    """Let somebody know nothing of another from now on."""
    if all(mark.toward != of for mark in hidden_from(play.state, who)):
        put_mark(play, who, row, *rules, source=of, toward=of)


def drawn(play: Play[State]) -> None:
    """Somebody who does something in a conflict that is not covert is noticed by those who knew nothing of them, when
    it is done (MO-X312); whom a power hides draws no attention by moving, nor by what hides them (MO-006)."""
    events = play.events
    for event in [one for one in events if isinstance(one, DeedCame) and one.kind not in COVERT]:
        for who, mark in toward_others(play.state):
            if mark.toward == event.who and {"search", "attention"}.issubset(_ends(play.state, mark)):
                lift_mark(play, who, mark, "MO-X312")
        now = play.state.conflict
        if event.kind in MOVES or now is None or all(of != event.who for _, of in now.unaware):
            continue
        if not any(isinstance(one, Vanished) and one.who == event.who for one in events):
            play.record(Reappeared(who=event.who, how="draws attention", rules=("MO-006", "MO-X312")))


class SetUnaware(FlowCommand, tag="set-unaware"):
    """Say who knows nothing of whom."""

    when, rules, urgency = ALWAYS, ("MO-006", "MO-X312"), "tool"
    giver = only_guide("says who is aware of whom")
    who: tuple[str, ...]
    of: tuple[str, ...]

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        people = tuple(Choice(who.id, who.name) for who in state.cast() if who.known and not who.dead)
        if len(people) < 2:
            raise Refused("nobody-there", "That takes two people.", "MO-006")
        yield cls.offer(
            None, "Somebody is unaware of somebody", _UNAWARE if "extended" in state.modules else "",
            Choose(name="who", label="Who knows nothing?", choices=people, many=True),
            Choose(name="of", label="Of whom?", choices=people, many=True),
        )

    def act(self, play: Play[State], of: object) -> None:
        for who in self.who:
            for other in self.of:
                if other != who:
                    hide(play, who, other, *self.rules[:1])


class SetAware(FlowCommand, tag="set-aware"):
    """Say that somebody knows of somebody again."""

    when, rules, urgency = ALWAYS, ("MO-006", "MO-X312"), "tool"
    giver = only_guide("says who is aware of whom")
    together = "Somebody notices somebody"
    who: str
    mark: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in state.cast():
            for mark in hidden_from(state, who.id):
                label = f"{who.name} notices {state.name(mark.toward)}"
                yield cls.offer(mark, label, "", about=who.id, who=who.id, mark=mark.id)
        yield Refused("all-aware", "Everybody knows of everybody.", "MO-006")

    def act(self, play: Play[State], of: Mark) -> None:
        lift_mark(play, self.who, of, *self.rules[:1])


SNEAK: Final[Verb] = "sneak"
SEARCH: Final[Verb] = "search"
How = Literal["action", "beside"]
_HOW: Final = Choose(
    name="how", label="How?", default=("action",), rule="MO-X312",
    choices=(Choice("action", "As an action"), Choice("beside", "Beside what you do", hint="If the GM agrees.")),
)


@once
def _watchful(state: State) -> tuple[tuple[Choice, frozenset[str]], ...]:
    """Everybody alive whom players know of, each with those of whom they know nothing."""
    watching = [one for one in state.cast() if one.known and not one.dead]
    return tuple([(Choice(one.id, one.name), unaware_of(state, one.id)) for one in watching])


class Sneak(WithSkill, tag="sneak"):
    """Sneak: with a Pro somebody knows nothing of you, and can neither defend against you nor react to you."""

    rules, kind = ("MO-X312", "MO-006"), SNEAK
    nobody = ("nobody-sneaks", "Nobody of yours could sneak past anybody now.")
    targets: tuple[str, ...]
    words: str = ""
    how: How = "action"
    keep: bool = False

    @classmethod
    def others(cls, state: State, who: str) -> tuple[Choice, ...]:
        """Those who could notice somebody: in a conflict the other sides."""
        now, me = state.conflict, state.entry(who)
        others = [one for one, unaware in _watchful(state) if one.value != who and who not in unaware]
        if now is not None:
            others = [one for one in others if me and (two := state.entry(one.value)) and two.side != me.side]
        if others:
            return tuple(others)
        raise Refused("nobody-watches", f"Nobody here could notice {state.name(who)}.", "MO-X312")

    @classmethod
    def ways(cls, state: State, who: str, skill: Choice, others: tuple[Choice, ...]) -> Iterator[Offered]:
        label = label_for(state, who, "Sneak", "{} sneaks")
        blanks = partial(_blanks, state, who, skill.value, others)
        yield cls.way(who, skill, label, f"{skill.label} {skill.hint}.", blanks)

    def act(self, play: Play[State], of: tuple[str, str]) -> None:
        who, skill = of
        words = self.words.strip() or "sneaks"
        if play.state.conflict is None:
            _sneaks_past(play, who, skill, self.targets, words)
            return
        pool, price = usual(catalog_of(play.state), skill), int(self.how == "action")
        declare(play, self.deed(SNEAK, pool, words=words, price=price))


def _blanks(state: State, who: str, skill: str, watchers: tuple[Choice, ...], shown: bool) -> Iterator[Field]:
    everybody = tuple(each.value for each in watchers) if state.conflict else ()
    yield Choose(name="targets", label="Unnoticed by whom?", choices=watchers, many=True, default=everybody)
    yield IN_YOUR_WORDS
    if state.conflict is not None:
        yield _HOW
    yield from deed_choices(state, who, SNEAK, skill)


def _sneaks_past(play: Play[State], who: str, skill: str, targets: tuple[str, ...], words: str) -> None:
    """Outside a conflict: one throw against the senses of everybody who could notice; the Unconscious and those who
    are asleep do not."""
    awake = [target for target in targets if can_notice(play.state, target)]
    pool, group = usual(catalog_of(play.state), skill), play.state.next_id if len(awake) > 1 else ""
    for target in targets:
        sides = (Side(who=who, pool=pool, skill=skill), answering(play.state, target, skill))
        purpose = Purpose(kind=SNEAK, skill=skill, targets=(target,), words=words)
        if target not in awake:
            unnoticed(play, who, purpose, None)
            continue
        contest = Contest(id="", why=words, sides=sides, group=group, purpose=purpose)
        check_new(play.state, contest)
        call(play, contest, "MO-X312")


@settles(SNEAK)
def unnoticed(play: Play[State], who: str, purpose: Purpose, total: Total | None) -> None:
    """With a Pro somebody does what their skill says: others know nothing of them."""
    row = row_of(catalog_of(play.state), purpose.skill)
    for effect in row.effects if row else ():
        if isinstance(effect, effects.PutMark) and effect.of == "self" and "pro" in effect.on:
            for target in purpose.targets:
                hide(play, target, who, "MO-X312", row=effect.state)


@resolves(SNEAK, "sneaks past")
def sneaked(play: Play[State], deed: Deed, against: tuple[Deed, ...]) -> Total | None:
    """In a conflict: one throw, or the number that it keeps, against whoever hinders it, and against the senses of each
    who could notice; theirs take no action (MO-X312, MO-X205, MO-204)."""
    hindered, one = contest_of(play, deed, against), play.state.entry(deed.who)
    first = hindered.first if hindered else None
    if first is None and deed.keep and one and one.chain:
        first = kept_total(play, one.chain, side_of(play.state, deed), facts_of(deed))
    for target in deed.targets if won(hindered) else ():
        if target not in play.state.people or not can_notice(play.state, target):
            continue
        theirs = _senses(play.state, target, deed.skill, half=play.state.people[target].half)
        facts = facts_of(deed, target, deed.steps.get(target)), Facts(deed=SEARCH, target=deed.who)
        thrown = throw(play, (side_of(play.state, deed), theirs), facts, deed.words, have=(first, None))
        first = thrown.first
        if thrown.outcome == "pro":
            unnoticed(play, deed.who, Purpose(kind=SNEAK, skill=deed.skill, targets=(target,)), first)
    return first


def _senses(state: State, who: str, skill: str, *, half: bool) -> Side:
    """Somebody who looks out for the one who uses a skill, with the best that answers it."""
    against = answering(state, who, skill)
    return replace(against, skill=(*against.answers, "")[0], answers=(), half=half)


class Search(WithSkill, tag="search"):
    """Look out for whatever hides: the guide says how difficult it is."""

    rules, kind, nobody = ("MO-X312",), SEARCH, ("nobody-looks", "Nobody of yours could look out now.")
    words: str = ""
    how: How = "action"
    claims: tuple[str, ...] = ()
    keep: bool = False

    @classmethod
    def ways(cls, state: State, who: str, skill: Choice, others: tuple[Choice, ...]) -> Iterator[Offered]:
        label = label_for(state, who, "Look out", "{} looks out")
        facts = Facts(deed=SEARCH, pool=usual(catalog_of(state), skill.value), skill=skill.value)
        more = (_HOW, *claims_blank(state, who, facts)) if state.conflict else ()
        yield cls.way(who, skill, label, f"{skill.label} {skill.hint}.",
                      Write(name="words", label="For what?", least=0), *more,
                      *deed_choices(state, who, SEARCH, skill.value))

    def act(self, play: Play[State], of: tuple[str, str]) -> None:
        who, skill = of
        purpose = Purpose(kind=SEARCH, skill=skill, words=self.words.strip() or "looks out")
        begin(play, who, purpose, half=self.half, hero=self.hero, claims=self.claims, keep=self.keep,
              price=int(self.how == "action"), rule="MO-X312")


@settles(SEARCH, "looks out")
def found(play: Play[State], who: str, purpose: Purpose, total: Total | None) -> None:
    """Who looks out with a Pro knows of all who hid from them (MO-X312)."""
    row = row_of(catalog_of(play.state), purpose.skill)
    for effect in row.effects if row else ():
        if isinstance(effect, effects.PutMark) and effect.lift:
            for mark in hidden_from(play.state, who):
                lift_mark(play, who, mark, "MO-X312")


# ---------------------------------------------------------------- whom nobody knows


class SlippedPast(Happening, tag="slipped-past"):
    """Somebody whom players do not know tried to pass them; `senses` are what each of them comes to."""

    heard_by = "guide"
    who: str
    total: Total
    senses: dict[str, int]

    def line(self, state: State) -> Line:
        each = ", ".join(f"{state.name(who)} {worth}" for who, worth in self.senses.items())
        notice = [state.name(who) for who, worth in self.senses.items() if worth > self.total.worth]
        even = [state.name(who) for who, worth in self.senses.items() if worth == self.total.worth]
        comes = f"{listed(notice) if notice else 'Nobody'} would notice"
        tie = f"; for {listed(even)} it is a Tie" if even else ""
        return Line("roll", f"comes to {self.total.worth}; senses by half: {each}. {comes}{tie}.", state.name(self.who))


class SlipPast(FlowCommand, tag="slip-past"):
    """Throw in secret for somebody whom players do not know: against half of what their characters' senses come to."""

    when, rules, urgency = FREE, ("MO-X312", "MO-012"), "tool"
    giver = only_guide("throws for those whom nobody knows")
    together = "Slip past in secret"
    throws = True
    who: str
    half: bool

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in state.cast():
            if not (who.known or who.dead or who.mindless or "P" in lost_pools(state, who.id)) and _party(state):
                yield cls.offer(who, f"{who.name} slips past", "Nobody hears of it.", HALF, about=who.id, who=who.id)
        yield Refused("nobody-hidden", "There is nobody whom players do not know, or nobody to slip past.", "MO-X312")

    def act(self, play: Play[State], of: Person) -> None:
        catalog = catalog_of(play.state)
        skill = next((row.id for row in catalog.skills.values() if SNEAK in row.acts), "")
        side = Side(who=of.id, pool=usual(catalog, skill), skill=skill, half=self.half)
        total, senses = total_of(play, side, Facts(deed=SNEAK)), dict[str, int]()
        for who in _party(play.state):
            theirs = _senses(play.state, who.id, skill, half=True)
            senses[who.id] = total_of(play, theirs, Facts(deed=SEARCH, target=of.id)).worth
        play.record(SlippedPast(who=of.id, total=total, senses=senses, rules=self.rules))


def _party(state: State) -> list[Person]:
    return [who for who in state.party() if can_notice(state, who.id)]


WATCHING: Final = Part(Sneak, Search, SlipPast, SetUnaware, SetAware, SlippedPast, module="skilled")
