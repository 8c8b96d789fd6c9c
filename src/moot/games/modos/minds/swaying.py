"""Swaying minds: to persuade, to deceive, to draw attention, to handle beasts; what that puts into a head stands there
until it is doubted (MO-X315 to MO-X317, MO-E105)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from moot.core import Choice, Choose, Offered, Part, Play, Refused, Seat, Write
from moot.core.blanks import Field
from moot.games.modos.abilities import affords, check_open
from moot.games.modos.blanks import answer_blank, dice_choices, label_for
from moot.games.modos.conflict.beats import declare, doers
from moot.games.modos.conflict.deeds import DeedAct, Form
from moot.games.modos.conflict.rounds import under_way
from moot.games.modos.conflicts import Deed, Entry
from moot.games.modos.contests import Purpose, Total
from moot.games.modos.effects import Mark, Tell
from moot.games.modos.injuries import Told
from moot.games.modos.live import aware, catalog_of
from moot.games.modos.marks import put_mark
from moot.games.modos.minds.awareness import hide
from moot.games.modos.purposes import WithSkill, answering, answers_to, begin, deed_choices, settles, stored_of
from moot.games.modos.rows import Skill
from moot.games.modos.skills import usual
from moot.games.modos.state import REACTION, State
from moot.games.modos.vocabulary import Verb

SWAY: Final[Verb] = "sway"


def row_at(state: State, skill: str) -> Skill:
    """The row of a skill that somebody sways others by."""
    return catalog_of(state).skills[skill.partition(":")[0]]


class Sway(WithSkill, tag="sway"):
    """Sway somebody: give them a goal, make them believe what is not so, draw their attention, handle a beast."""

    rules, kind, together = ("MO-X315", "MO-X316", "MO-X317", "MO-004"), SWAY, "Sway somebody"
    nobody = ("nobody-sways", "Nobody of yours could sway anybody now.")
    target: str
    words: str
    pick: str = ""

    @classmethod
    def others(cls, state: State, who: str) -> tuple[Choice, ...]:
        """Those they know of, in a conflict those who are in it."""
        now, me = state.conflict, state.people[who]
        people = (one for one in state.cast() if one.id != who and (one.known or me.npc) and not one.dead)
        there = (one for one in people if (not now or one.id in now.people) and aware(state, who, one.id))
        if found := tuple(Choice(one.id, one.name) for one in there):
            return found
        raise Refused("nobody-there", f"There is nobody whom {state.name(who)} could sway.", "MO-X315")

    @classmethod
    def ways(cls, state: State, who: str, skill: Choice, others: tuple[Choice, ...]) -> Iterator[Offered]:
        yield cls.way(who, skill, label_for(state, who, skill.label, f"{{}}: {skill.label}"), f"{skill.hint}.",
                      partial(_blanks, state, who, skill.value, others),
                      rules=row_at(state, skill.value).rules or cls.rules)

    def act(self, play: Play[State], of: tuple[str, str]) -> None:
        who, skill = of
        purpose = Purpose(kind=SWAY, skill=skill, targets=(self.target,), words=self.words.strip(), pick=self.pick)
        against = answering(play.state, self.target, skill, "MP")
        rule = next(iter(row_at(play.state, skill).rules), "MO-004")
        begin(play, who, purpose, against, half=self.half, hero=self.hero, rule=rule)


def _blanks(state: State, who: str, skill: str, targets: tuple[Choice, ...], shown: bool) -> Iterator[Field]:
    yield Choose(name="target", label="Whom?", choices=targets)
    named = any(isinstance(effect, Mark) and effect.of == "named" for effect in row_at(state, skill).effects)
    yield Write(name="words", label="What draws them?" if named else "What are they to take to heart?")
    if named:
        people = tuple(Choice(one.id, one.name) for one in state.cast() if one.known)
        yield Choose(name="pick", label="Whom are they to overlook?", choices=people, least=0,
                     hint="Nobody, if it is a thing. The harder that is to ignore, the greater the penalty.")
    yield from deed_choices(state, who)


@settles(SWAY, "sways")
def swayed(play: Play[State], who: str, purpose: Purpose, total: Total | None) -> None:
    """With a Pro it is in their heads, as the row of the skill says; the total is what doubts must beat (MO-E105)."""
    row = row_at(play.state, purpose.skill)
    for target in purpose.targets:
        for effect in (effect for effect in row.effects if "pro" in effect.on):
            match effect:
                case Mark(words=(kind, *_)):
                    stored = stored_of(play, who, purpose.skill, total)
                    put_mark(play, target, effect.state, *row.rules[:1], "MO-E105", source=str(row.ref), stored=stored,
                             words=f"{kind.capitalize()}: {purpose.words}")
                case Mark(of="named") if purpose.pick and purpose.pick != target:
                    hide(play, target, purpose.pick, *row.rules[:1], row=effect.state)
                case Mark(of="named"):
                    play.record(Told(who=target, text="heeds nothing else.", rules=row.rules[:1]))
                case Tell():
                    play.record(Told(who=target, text=effect.text, rules=row.rules[:1]))
                case _:
                    pass


class AnswerSway(DeedAct, tag="answer-sway"):
    """Answer words with a fitting defense: a Pro undoes them."""

    when, rules, urgency = REACTION, ("MO-X217", "MO-005"), "may"
    nobody = ("not-swayed", "Nobody sways anybody of yours.", "MO-X217")
    skill: str

    @classmethod
    def able(cls, state: State, seat: Seat) -> list[Entry]:
        deed = under_way(state).deed
        return [one for one in doers(state, seat) if deed.kind == SWAY and one.who in deed.targets]

    @classmethod
    def form(cls, state: State, one: Entry, thing: object) -> Form:
        deed = under_way(state).deed
        skill = answer_blank(state, one.who, _defenses(state, one, deed))
        label = label_for(state, one.who, "Do not be swayed", "{} is not swayed")
        return deed, label, f"{state.name(deed.who)}: “{deed.words}”", [skill, *dice_choices(state, one.who)]

    def act(self, play: Play[State], of: Deed) -> None:
        declare(play, self.deed("defend", usual(catalog_of(play.state), self.skill), targets=(of.who,)))


def _defenses(state: State, one: Entry, deed: Deed) -> tuple[str, ...]:
    """The skills with which somebody can answer now. Raises Refused if there is none."""
    check_open(state, one.who, "defend")
    catalog = catalog_of(state)
    found = tuple(skill for skill in answers_to(state, one.who, deed.skill)
                  if affords(state, one.who, skill, usual(catalog, skill)))
    if not found:
        raise Refused("no-defense", f"{state.name(one.who)} has no use of a skill that helps.", "MO-X217")
    return found


SWAYING: Final = Part(Sway, AnswerSway)
