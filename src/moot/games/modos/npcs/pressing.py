"""One press for what somebody's tactics say: the first wish that can be done is done, by the command that it is for
(MO-X506)."""

from __future__ import annotations

from functools import partial
from typing import Any, Final, Literal

import msgspec

from moot.core import Choice, Choose, Event, Line, Offers, Part, Play, Refused, Seat
from moot.core.blanks import Field
from moot.core.offered import Offered
from moot.games.modos.combat.attacking import Attack
from moot.games.modos.combat.defending import Defend
from moot.games.modos.combat.fleeing import Flee
from moot.games.modos.combat.moving import Move
from moot.games.modos.conflict.beats import Pass
from moot.games.modos.conflict.rounds import Delay, EndTurn, running
from moot.games.modos.figures import TACTICS
from moot.games.modos.flow import Act, first_dice, only_guide
from moot.games.modos.magic.casting import Use
from moot.games.modos.magic.withstanding import Resist
from moot.games.modos.npcs.tactics import Doing, Wish, advice
from moot.games.modos.person import Person
from moot.games.modos.state import ALWAYS, REACTION, TURN, State

COMMANDS: Final[dict[Doing, type[Act]]] = {
    "attack": Attack, "defend": Defend, "resist": Resist, "move": Move, "flee": Flee, "delay": Delay, "cast": Use,
    "end-turn": EndTurn, "pass": Pass,
}


class _Unmet(Exception):  # noqa: N818 - a wish that cannot be fulfilled
    """Something that must be chosen cannot be."""


class Press(msgspec.Struct, frozen=True):
    """A wish that can be done: the command filled in, what its offer stands for, and the dice that are sure to fall."""

    wish: Wish
    command: Act
    of: Any
    dice: tuple[int, ...]


def press_for(state: State, seat: Seat, who: str) -> Press | None:
    """The first wish of somebody that can be done now; None if there is none."""
    found = (_fulfilled(state, seat, who, wish) for wish in advice(state, who))
    return next((press for press in found if press is not None), None)


def _fulfilled(state: State, seat: Seat, who: str, wish: Wish) -> Press | None:
    """A wish as a command, if one is offered that can be filled in so."""
    kind = COMMANDS[wish.do]
    wanted = wish.must | {"who": who}
    try:
        for one in kind.offers(state, seat):
            if isinstance(one, Offered) and all(one.fixed.get(name, want) == want for name, want in wanted.items()):
                return _filled(state, kind, one, wish)
    except Refused:
        return None
    return None


def _filled(state: State, kind: type[Act], offered: Offered, wish: Wish) -> Press | None:
    form = offered.form(shown=False)
    left = {*wish.must} - {*form.fixed} - {field.name for field in form.fields}
    if left:
        return None
    try:
        command = msgspec.convert(form.answered(partial(_answer, wish)), kind)
        form.check(command)
        return Press(wish, command, offered.of, first_dice(state, command, offered.of))
    except (_Unmet, Refused):
        return None


def _answer(wish: Wish, field: Field) -> Any:
    """What is filled into a blank: what must be, what may be if it is open, or what stands there by itself."""
    if field.name not in wish.must and field.name not in wish.like:
        return field.by_itself()
    want = wish.must.get(field.name, wish.like.get(field.name))
    try:
        field.check(want)
    except Refused:
        if field.name in wish.must:
            raise _Unmet from None
        return field.by_itself()
    return want


class ByTactics(Act, tag="by-tactics"):
    """Let somebody do what their tactics say."""

    when, rules, urgency = TURN | REACTION, ("MO-X506", "MO-X507"), ("may", "must")
    giver = only_guide("plays them")
    together = "By their tactics"
    who: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        now = running(state)
        for who in (now.whose,) if now.beat is None else now.beat.asked:
            if state.owns(seat, who) and (press := press_for(state, seat, who)) is not None:
                urgency: Literal["must", "may"] = "must" if now.beat is not None else "may"
                yield cls.offer(press, f"{state.name(who)}: by tactics", press.wish.why, about=who, urgency=urgency,
                                rolls=press.dice, who=who)
        yield Refused("no-tactics", "Nobody of yours who could act now has tactics for it.")

    def act(self, play: Play[State], of: Press) -> None:
        of.command.act(play, of.of)


class TacticSet(Event[State], tag="tactic-set"):
    """The guide said how somebody fights."""

    heard_by = "guide"
    who: str
    tactic: str

    def evolve(self, state: State) -> State:
        return state.with_person(self.who, tactic=self.tactic)

    def line(self, state: State) -> Line:
        title = TACTICS[self.tactic].title.lower() if self.tactic else "as you like"
        return Line("sheet", f"fights {title} from now on.", state.name(self.who))


class SetTactic(Act, tag="set-tactic"):
    """Say how somebody of yours fights."""

    when, rules, urgency = ALWAYS, ("MO-X506",), "tool"
    giver, records = only_guide("says how others fight"), TacticSet
    together = "How do they fight?"
    who: str
    tactic: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        choices = tuple(Choice(row.id, row.title, hint=row.text) for row in TACTICS.values())
        for who in state.cast():
            if who.npc:
                yield cls.offer(who, f"How does {who.name} fight?", _now(who), partial(_blank, who, choices),
                                about=who.id, who=who.id)
        yield Refused("nobody-there", "There is nobody of yours.")


def _now(who: Person) -> str:
    return TACTICS[who.tactic].text if who.tactic else ""


def _blank(who: Person, choices: tuple[Choice, ...], shown: bool) -> list[Choose]:
    default = (who.tactic,) if who.tactic else ()
    return [Choose(name="tactic", label="Tactics", choices=choices, least=0, default=default)]


TACTICS_PART: Final = Part(ByTactics, SetTactic, TacticSet)
