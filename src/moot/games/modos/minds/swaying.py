"""Swaying minds: to persuade, to deceive, to draw attention, to handle beasts; what that puts into a head stands there
until it is doubted (MO-X315 to MO-X317, MO-E105)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from moot.core import Choice, Choose, Line, Offered, Offers, Part, Play, Refused, Seat, Write
from moot.core.blanks import Field
from moot.games.modos import effects
from moot.games.modos.abilities import affords, check_open
from moot.games.modos.blanks import answer_blank, dice_choices
from moot.games.modos.catalog import row_of, usual
from moot.games.modos.conflict import deeds
from moot.games.modos.conflict.beats import declare, doers
from moot.games.modos.conflict.resolving import resolves
from moot.games.modos.conflict.rounds import OnTurn, under_way
from moot.games.modos.conflicts import Contender, Deed
from moot.games.modos.contests import Facts, Purpose, Side, Total
from moot.games.modos.flow import FlowCommand, OfSomebody, only_guide
from moot.games.modos.injuries import Told
from moot.games.modos.live import Live, catalog_of, once, unaware_of
from moot.games.modos.marks import lift_mark, put_mark, with_mark
from moot.games.modos.minds.watching import hide
from moot.games.modos.person import Mark
from moot.games.modos.reckoning import holds
from moot.games.modos.rows import Skill
from moot.games.modos.state import ALWAYS, FREE, REACTION, TURN, State
from moot.games.modos.throwing import throw_stored
from moot.games.modos.vocabulary import Verb
from moot.kit.people import label_for

SWAY: Final[Verb] = "sway"


def row_at(state: State, skill: str) -> Skill:
    """The row of a skill that somebody sways others by."""
    return catalog_of(state).skills[skill.partition(":")[0]]


@once
def _there(state: State, *, guide: bool) -> tuple[Choice, ...]:
    """Everybody alive with a mind, in a conflict those who are in it; players, those of whom they know, and learn of a
    mind only by trying."""
    people = state.cast() if state.conflict is None else [one for one in state.cast() if state.entry(one.id)]
    found = [one for one in people if not one.dead and (not one.mindless if guide else one.known)]
    return tuple([Choice(one.id, one.name) for one in found])


class Sway(deeds.WithSkill, tag="sway"):
    """Sway somebody: give them a goal, make them believe what is not so, draw their attention, handle a beast."""

    rules, kind, together = ("MO-X315", "MO-X316", "MO-X317", "MO-004"), SWAY, "Sway somebody"
    nobody = ("nobody-sways", "Nobody of yours could sway anybody now.")
    target: str
    words: str
    pick: str = ""
    keep: bool = False

    @classmethod
    def others(cls, state: State, who: str) -> tuple[Choice, ...]:
        """Those they know of, in a conflict those who are in it."""
        if state.people[who].mindless:
            raise Refused("no-mind", f"{state.name(who)} has no mind, and sways nobody.", "MO-X507")
        there, hidden = _there(state, guide=state.people[who].npc), {who, *unaware_of(state, who)}
        if found := tuple([one for one in there if one.value not in hidden]):
            return found
        raise Refused("nobody-there", f"There is nobody whom {state.name(who)} could sway.", "MO-X315")

    @classmethod
    def ways(cls, state: State, who: str, skill: Choice, others: tuple[Choice, ...]) -> Iterator[Offered]:
        label, why = label_for(state, who, skill.label, f"{{}}: {skill.label}"), f"{skill.label} {skill.hint}."
        if others := tuple(one for one in others if _moves(state, who, skill.value, one.value)):
            yield cls.way(who, skill, label, why, partial(_blanks, state, who, skill.value, others),
                          rules=row_at(state, skill.value).rules or cls.rules)

    def act(self, play: Play[State], of: tuple[str, str]) -> None:
        who, skill = of
        if play.state.people[self.target].mindless:
            play.record(Told(who=self.target, text="has no mind for that.", rules=("MO-X507",)))
            return
        purpose = Purpose(kind=SWAY, skill=skill, targets=(self.target,), words=self.words.strip(), pick=self.pick)
        against = deeds.answering(play.state, self.target, skill, "MP")
        rule = next(iter(row_at(play.state, skill).rules), "MO-004")
        deeds.begin(play, who, purpose, against if against.answers else None, half=self.half, hero=self.hero,
                    keep=self.keep, rule=rule)


def _moves(state: State, who: str, skill: str, target: str) -> bool:
    """Whether a skill is of any use on somebody."""
    row, facts = row_at(state, skill), Facts(deed=SWAY, skill=skill, target=target)
    if any(each.who == "target" and not each.when for each in row.effects):
        return True
    lives = (Live(effect=each, source=str(row.ref), title=row.title, bearer=who) for each in row.effects)
    return any(holds(state, live, who, facts) for live in lives)


def _blanks(state: State, who: str, skill: str, targets: tuple[Choice, ...], shown: bool) -> Iterator[Field]:
    yield Choose(name="target", label="Whom?", choices=targets)
    named = any(isinstance(effect, effects.PutMark) and effect.of == "named" for effect in row_at(state, skill).effects)
    yield Write(name="words", label="What draws them?" if named else "What are they to take to heart?")
    people = tuple(Choice(one.id, one.name) for one in state.cast() if one.known and one.id != who)
    if named and people:  # they notice the speaker instead
        yield Choose(name="pick", label="Whom are they to overlook?", choices=people, least=0,
                     hint="Nobody, if it is a thing. The harder that is to ignore, the greater the penalty.")
    yield from deeds.deed_choices(state, who, SWAY, skill)


@deeds.settles(SWAY, "sways")
def swayed(play: Play[State], who: str, purpose: Purpose, total: Total | None) -> None:
    """With a Pro it is in their heads, as the row of the skill says; the total is what doubts must beat (MO-E105)."""
    row = row_at(play.state, purpose.skill)
    for target in purpose.targets:
        for effect in (effect for effect in row.effects if "pro" in effect.on):
            match effect:
                case effects.PutMark(words=(kind, *_)):
                    stored = deeds.stored_of(play, who, purpose.skill, total)
                    put_mark(play, target, effect.state, *row.rules[:1], "MO-E105", source=str(row.ref), stored=stored,
                             words=f"{kind.capitalize()}: {purpose.words}")
                case effects.PutMark(of="named") if purpose.pick and purpose.pick != target:
                    hide(play, target, purpose.pick, *row.rules[:1], row=effect.state)
                case effects.PutMark(of="named"):
                    play.record(Told(who=target, text="heeds nothing else.", rules=row.rules[:1]))
                case effects.InWords():
                    play.record(Told(who=target, text=effect.text, rules=row.rules[:1]))
                case _:
                    pass


class AnswerSway(deeds.DeedCommand, tag="answer-sway"):
    """Answer words with a fitting defense: a Pro undoes them."""

    when, rules, urgency, throws = REACTION, ("MO-X217", "MO-005"), "may", True
    nobody = ("not-swayed", "Nobody sways anybody of yours.", "MO-X217")
    skill: str

    @classmethod
    def possible(cls, state: State) -> bool:
        return state.beat is not None and state.beat.deed.kind == SWAY

    @classmethod
    def able(cls, state: State, seat: Seat) -> list[Contender]:
        deed = under_way(state).deed
        return [one for one in doers(state, seat) if deed.kind == SWAY and one.who in deed.targets]

    @classmethod
    def form(cls, state: State, one: Contender, thing: object) -> deeds.Form:
        deed = under_way(state).deed
        skill = answer_blank(state, one.who, _defenses(state, one, deed))
        label = label_for(state, one.who, "Do not be swayed", "{} is not swayed")
        return deed, label, f"{state.name(deed.who)}: “{deed.words}”", [skill, *dice_choices(state, one.who)]

    def act(self, play: Play[State], of: Deed) -> None:
        declare(play, self.deed("defend", usual(catalog_of(play.state), self.skill), targets=(of.who,)))


def _defenses(state: State, one: Contender, deed: Deed) -> tuple[str, ...]:
    """The skills with which somebody can answer now. Raises Refused if there is none."""
    check_open(state, one.who, "defend")
    catalog = catalog_of(state)
    found = tuple(skill for skill in deeds.answers_to(state, one.who, deed.skill)
                  if affords(state, one.who, skill, usual(catalog, skill)))
    if not found:
        raise Refused("no-defense", f"{state.name(one.who)} has no use of a skill that helps.", "MO-X217")
    return found


DOUBT: Final = "doubt"


def beliefs(state: State, who: str) -> Iterator[Mark]:
    """What somebody was made to believe by a contest; what a power put there is resisted as powers are."""
    return (mark for mark in state.people[who].marks if mark.words and mark.source.startswith("skill:"))


def rule_of(mark: Mark) -> str:
    """The rule behind a doubt: that of new goals, or of false beliefs (MO-X315, MO-X316)."""
    return "MO-X315" if mark.words.lower().startswith("goal") else "MO-X316"


class BeliefShaken(OfSomebody, tag="belief-shaken"):
    """Something speaks against what somebody believes, or they have made up their mind about it (`over`)."""

    mark: str
    why: str = ""
    over: bool = False

    def evolve(self, state: State) -> State:
        return with_mark(state, self.who, self.mark, doubted=not self.over)

    def line(self, state: State) -> Line | None:
        return None if self.over else Line("result", "has reason to doubt.", state.name(self.who), quote=self.why)


class ShakeBelief(FlowCommand, tag="shake-belief"):
    """Say that something speaks against what somebody was made to believe, that it clashes with an older goal, or that
    they believe it no longer."""

    when, rules, urgency = ALWAYS, ("MO-E105", "MO-X315", "MO-X316", "MO-000"), "tool"
    giver = only_guide("says what speaks against a belief")
    together = "Something speaks against a belief"
    who: str
    mark: str
    over: bool = False
    why: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in state.cast():
            for mark in beliefs(state, who.id):
                if not mark.doubted:
                    hint = f"Goals: {', '.join(who.goals)}." if who.goals and rule_of(mark) == "MO-X315" else ""
                    why = Write(name="why", label="What?", least=0, hint=hint)
                    yield cls.offer(mark, f"{who.name} has reason to doubt", f"“{mark.words}”", why, about=who.id,
                                    who=who.id, mark=mark.id, over=False)
                yield cls.offer(mark, f"{who.name} believes it no longer", f"“{mark.words}”", about=who.id,
                                who=who.id, mark=mark.id, over=True)
        yield Refused("nobody-believes", "Nobody was made to believe anything.")

    def act(self, play: Play[State], of: Mark) -> None:
        if self.over:
            lift_mark(play, self.who, of, "MO-000")
            return
        play.record(BeliefShaken(who=self.who, mark=of.id, why=self.why.strip(), rules=(rule_of(of),)))


class Doubt(deeds.DeedCommand, tag="doubt"):
    """Doubt what you were made to believe: a Pro against the contest that put it there gets rid of it."""

    when, rules, urgency = FREE | TURN, ("MO-E105", "MO-X315", "MO-X316"), ("must", "may")
    while_any = "doubting"
    mark: str
    skill: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who, mark in _asked(state, seat):
            skills = _doubt_skills(state, who, mark)
            if not skills:
                message = f"{state.name(who)} has no use of a skill that helps, or no action left."
                yield cls.barred(Refused("no-defense", message, "MO-X217"), who=who, mark=mark.id)
                continue
            yield cls.offer((who, mark), f"Doubt it: “{mark.words}”", f"Beat {mark.stored}.",
                            answer_blank(state, who, skills), *dice_choices(state, who), about=who, who=who,
                            mark=mark.id, urgency="may" if state.conflict or state.people[who].npc else "must")
        yield Refused("no-doubt", "Nothing speaks against what anybody of yours believes.")

    def act(self, play: Play[State], of: tuple[str, Mark]) -> None:
        who, mark = of
        pool = usual(catalog_of(play.state), self.skill)
        if play.state.conflict is not None:
            declare(play, self.deed(DOUBT, pool, on=mark.id, words=mark.words))
            return
        side = Side(who=who, pool=pool, skill=self.skill, half=self.half, hero=self.hero)
        pro = throw_stored(play, side, mark.stored, Facts(deed="resist"), mark.words) == "pro"
        _doubted(play, who, mark, pro=pro)


def _asked(state: State, seat: Seat) -> Iterator[tuple[str, Mark]]:
    """Who of a seat has reason to doubt, and what. Raises Refused if it is not their turn."""
    doubting = {who.id for who in state.doubting}
    for who in deeds.beginners(state, seat):
        for mark in beliefs(state, who) if who in doubting else ():
            if mark.doubted:
                yield who, mark


def _doubt_skills(state: State, who: str, mark: Mark) -> tuple[str, ...]:
    """The defenses that fit whatever put a belief there, as far as they can be paid for in a conflict (MO-X217); where
    the table has that skill no more, those that fit the skill for such a belief."""
    catalog, by = catalog_of(state), mark.source.removeprefix("skill:")
    if row_of(catalog, by) is None:
        by = next((row.id for row in catalog.skills.values() if rule_of(mark) in row.rules), "")
    found = deeds.answers_to(state, who, by)
    return tuple(skill for skill in found if not state.conflict or affords(state, who, skill, usual(catalog, skill)))


def _doubted(play: Play[State], who: str, mark: Mark, *, pro: bool) -> None:
    """A Pro against the stored contest gets rid of the belief, anything else leaves it (MO-E105)."""
    if pro:
        lift_mark(play, who, mark, "MO-E105", rule_of(mark))
    else:
        play.record(BeliefShaken(who=who, mark=mark.id, over=True, rules=("MO-E105",)))


@resolves(DOUBT, "doubts")
def doubted(play: Play[State], deed: Deed, against: tuple[Deed, ...]) -> Total | None:
    """A doubt in a conflict comes out: it has to beat whoever hinders it, and the stored contest (MO-X205)."""
    mark = next((mark for mark in beliefs(play.state, deed.who) if mark.id == deed.on), None)
    if mark is None:
        return None
    thrown = deeds.contest_of(play, deed, against)
    _doubted(play, deed.who, mark, pro=deeds.beats_stored(play, deed, thrown, mark.stored))
    return None


class KeepBelief(OnTurn, tag="keep-belief"):
    """Go on believing, whatever speaks against it."""

    when, rules, urgency, while_any = FREE | TURN, ("MO-E105",), "may", "doubting"
    who: str
    mark: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who, mark in _asked(state, seat):
            yield cls.offer(mark, "Go on believing", f"“{mark.words}”", about=who, who=who, mark=mark.id)
        yield Refused("no-doubt", "Nothing speaks against what anybody of yours believes.")

    def act(self, play: Play[State], of: Mark) -> None:
        play.record(BeliefShaken(who=self.who, mark=of.id, over=True, rules=self.rules))


def waiting(state: State) -> Iterator[tuple[str, str]]:
    """Whose characters have reason to doubt; what the GM’s people were made to believe, players may not know."""
    for who in state.doubting if state.conflict is None and "skilled" in state.modules else ():
        if not who.npc and any(mark.doubted for mark in beliefs(state, who.id)):
            yield state.played_by(who.id), "a doubt"


SWAYING: Final = Part(Doubt, KeepBelief, ShakeBelief, Sway, AnswerSway, BeliefShaken, module="skilled")
