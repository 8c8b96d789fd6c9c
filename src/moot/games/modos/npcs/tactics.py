"""What people whom the guide plays would do now, by their tactics and by what they are; one press does the first of it
that can be done, by the command that it is for (MO-X506, MO-X507)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, Final, Literal

import msgspec

from moot.core import Offered, Offers, Part, Play, Refused, Seat
from moot.core.blanks import Field
from moot.core.glance import first_dice
from moot.core.offered import FirstDice
from moot.games.modos.abilities import can_act
from moot.games.modos.combat.attacking import Attack
from moot.games.modos.combat.defending import ATTACK, Defend
from moot.games.modos.combat.fleeing import Flee
from moot.games.modos.combat.handling import READY, Handle, Reload
from moot.games.modos.combat.means import Means, all_means, check_means, in_hand, means_of, share_at
from moot.games.modos.combat.moving import ChangePosture
from moot.games.modos.conflict.beats import Pass
from moot.games.modos.conflict.rounds import Delay, EndTurn, running
from moot.games.modos.conflicts import ROUND, Contender, Deed
from moot.games.modos.contests import Facts
from moot.games.modos.effects import Harm, InWords
from moot.games.modos.figures import TACTICS, Tactic
from moot.games.modos.flow import FlowCommand, only_guide
from moot.games.modos.live import Live, aware, catalog_of
from moot.games.modos.magic.casting import Use
from moot.games.modos.magic.withstanding import Resist
from moot.games.modos.minds.swaying import SWAY, AnswerSway
from moot.games.modos.postures import steps_between
from moot.games.modos.reckoning import health, holds, lost_pools, most, weapon_die
from moot.games.modos.rows import Reaction, Trait
from moot.games.modos.state import REACTION, TURN, State
from moot.games.modos.terms import POOLS, Posture

FIGHTING: Final = frozenset({Attack, Defend, ChangePosture, Flee})
"""What tactics do that only a table with combat knows (MO-X602)."""


class Intention(msgspec.Struct, frozen=True, kw_only=True):
    """Something that somebody would do: the command, what must be chosen in it, what may be, and why, in words."""

    do: type[FlowCommand]
    must: dict[str, Any] = {}
    like: dict[str, Any] = {}
    why: str


def advice(state: State, who: str) -> Iterator[Intention]:
    """What somebody would do now, the best first; the guide is offered the first that can be done (MO-X506). Nothing of
    those who have no tactics, but for what their traits answer."""
    beat, named = running(state).beat, state.people[who].tactic
    tactic = TACTICS[named] if named else None
    if beat is not None:
        deed = beat.asks_about(who)
        yield from _traits(state, who, deed)
        if tactic is not None:
            yield from _answers(state, who, tactic, deed)
        return
    if tactic is not None:
        yield from _hurt(state, who, tactic)
    yield from _traits(state, who, None)
    if tactic is not None:
        yield from _turn(state, who, tactic)


def _answers(state: State, who: str, tactic: Tactic, deed: Deed) -> Iterator[Intention]:
    """What somebody would do about a deed: strike back, defend, or let it be. What friends say they take, and powers
    of theirs that do no harm."""
    foe, power = not running(state).allies(deed.who, who), catalog_of(state).powers.get(deed.power)
    if tactic.answers and foe:
        yield from _attacks(state, who, tactic, at=deed.who)
    if tactic.defends and who in deed.targets:
        if deed.kind == ATTACK:
            yield Intention(do=Defend, must={"against": deed.who}, why="Defends.")
        elif deed.kind == SWAY and foe:
            yield Intention(do=AnswerSway, why="Defends.")
        elif power is not None and (foe or any(isinstance(each, Harm) for each in power.effects)):
            yield Intention(do=Resist, why="Defends.")
    yield Intention(do=Pass, why="Lets it be.")


# ---------------------------------------------------------------- on one's own turn


def _turn(state: State, who: str, tactic: Tactic) -> Iterator[Intention]:
    now = running(state)
    me = now.people[who]
    behind = any(now.people[one].side != me.side for one in now.order[:now.order.index(who)])
    if tactic.delays and me.upkeep and behind:
        yield Intention(do=Delay, must={"after": ROUND}, why="Waits, to come first in the next round.")
    alone = len(_allies(state, me)) < 2  # nobody to wait for
    ready = alone or all(_held(state, me, posture) for posture in tactic.holds if posture in now.postures)
    for posture in tactic.holds:
        if posture in now.postures and not _held(state, me, posture) and len(_beside(state, me)) > 1:
            why = f"Takes the {posture} posture, which nobody holds."
            yield Intention(do=ChangePosture, must={"posture": posture}, why=why)
    if tactic.flanks and _spare(state, me):
        yield Intention(do=ChangePosture, must={"posture": "flanking"}, why="Goes around: others hold the front.")
    front = tactic.rear and me.place.posture == "offensive" and _rear_reaches(state, me)
    if ready and not front and me.left > tactic.keeps:
        yield from _attacks(state, who, tactic)
    yield Intention(do=EndTurn, why="Keeps what is left to answer with." if me.left else "Ends the turn.")


def _hurt(state: State, who: str, tactic: Tactic) -> Iterator[Intention]:
    """Cover or flight, once little health is left: in percent, of the pool with the most damage."""
    full = [(health(state, who, pool), most(state, who, pool)) for pool in POOLS]
    left = min((100 * now // upto for now, upto in full if upto > 0), default=100)
    covered = running(state).people[who].place.posture == "defensive"
    if left <= tactic.shelters and covered:
        return
    cover = Intention(do=ChangePosture, must={"posture": "defensive"}, why=f"Takes cover: {left} % of health left.")
    if left <= tactic.shelters:
        yield cover
    if left <= tactic.flees:
        yield Intention(do=Flee, why=f"Flees: {left} % of health left.")
        yield cover


def _stands(state: State, who: str) -> bool:
    """Whether somebody's body is not out of the fight (MO-314, MO-X310)."""
    return "P" not in lost_pools(state, who) and not state.people[who].dead


def _allies(state: State, me: Contender) -> list[Contender]:
    """Those of a side who can still do something, in the order of turns."""
    people = running(state).listed.values()
    return [one for one in people if one.side == me.side and _stands(state, one.who) and can_act(state, one.who)]


def _beside(state: State, me: Contender) -> list[Contender]:
    """Those of a side who share a posture."""
    return [one for one in _allies(state, me) if one.place.posture == me.place.posture]


def _held(state: State, me: Contender, posture: Posture) -> bool:
    return any(one.place.posture == posture for one in _allies(state, me))


def _foes(state: State, me: Contender) -> list[str]:
    """Those of other sides whose bodies are not out of the fight."""
    return [one.who for one in running(state).listed.values() if one.side != me.side and _stands(state, one.who)]


def _rear_reaches(state: State, me: Contender) -> bool:
    """Whether any of a side who stand behind can hurt a foe from there."""
    rear = [one.who for one in _allies(state, me) if one.place.posture == "defensive"]
    return any(_worth(state, who, means, foe) for who in rear for means in all_means(state, who)
               for foe in _foes(state, me))


def _spare(state: State, me: Contender) -> bool:
    """Whether there are more of a side in front than there are foes, and this is one of them."""
    foes = _foes(state, me)
    front = [one.who for one in _beside(state, me)] if me.place.posture == "offensive" else []
    return me.who in front[max(1, len(foes)) :]


# ---------------------------------------------------------------- attacks


def _attacks(state: State, who: str, tactic: Tactic | None, at: str = "", skill: str = "") -> Iterator[Intention]:
    """Attacks that reach, those that hurt most first, on foes who are not down; before them, on one's own turn, the
    reload of a weapon that would hurt more, or where no weapon reaches anybody, one that is drawn."""
    now = running(state)
    targets = [at] if at else _foes(state, now.people[who])
    found: list[tuple[int, Means, str]] = []
    unready: list[tuple[int, Intention]] = []
    for means in all_means(state, who):
        if means.thing is not None and means.thing.spent and now.beat is None:
            wish = Intention(do=Reload, must={"thing": means.thing.id}, why=f"Reloads {means.title}.")
            unready.append((_most_worth(state, who, means, targets), wish))
        try:
            usable = check_means(state, who, means, reacting=now.beat is not None)
        except Refused:
            continue
        if not skill or skill in usable.skills:
            found += [(worth, usable, target) for target in targets if (worth := _worth(state, who, usable, target))]
    bare = now.beat is None and all(means.thing is None for _, means, _ in found)
    for thing in state.people[who].gear if bare else ():
        armed = in_hand(state, who, thing.id)
        if thing.at == "stowed" and (drawn := means_of(armed, who, thing.id, thrown=False)):
            wish = Intention(do=Handle, must={"how": READY, "thing": thing.id}, why=f"Draws {thing.name}.")
            unready.append((_most_worth(armed, who, drawn, targets), wish))
    best = max((worth for worth, _, _ in found), default=0)
    yield from (wish for worth, wish in sorted(unready, key=lambda each: -each[0]) if worth > best)
    for _, means, target in sorted(found, key=lambda each: -each[0]):
        must = {"tool": means.tool, "thrown": means.thrown, "target": target}
        like = {"skill": skill} if skill else {}
        keep = {"keep": True} if tactic and tactic.combines else {}
        yield Intention(do=Attack, must=must, like=like | keep, why=f"Attacks {state.name(target)} with {means.title}.")


def _worth(state: State, who: str, means: Means, target: str) -> int:
    """The damage of an attack by half, with what the distance leaves of it; 0 if it does not reach, or nothing is left
    there that it could hurt (MO-X323)."""
    steps = steps_between(state, who, target, attack=True)
    if steps is None or not aware(state, who, target) or means.row.pool in lost_pools(state, target):
        return 0
    share = share_at(state, means, steps)
    return weapon_die(state, who, means.row).half if share == "full" else share


def _most_worth(state: State, who: str, means: Means, targets: Iterable[str]) -> int:
    return max([_worth(state, who, means, target) for target in targets], default=0)


# ---------------------------------------------------------------- what traits answer


def _traits(state: State, who: str, deed: Deed | None) -> Iterator[Intention]:
    """What the traits of a sheet would do at this deed, or on one's own turn (MO-X507, MO-E47)."""
    rows = (catalog_of(state).traits.get(trait) for trait in state.people[who].traits)
    for row in (row for row in rows if row is not None):
        for reaction in row.reacts:
            if (deed.kind if deed else "turn") in reaction.to and _met(state, who, row, reaction, deed):
                if reaction.by.kind == "power":
                    power = catalog_of(state).powers[reaction.by.id]
                    must = {"power": power.id, "targets": (deed.who if deed else who,)}
                    yield Intention(do=Use, must=must, why=f"Uses {power.title}.")
                elif deed is not None:
                    yield from _attacks(state, who, None, at=deed.who, skill=reaction.by.id)


def _met(state: State, who: str, row: Trait, reaction: Reaction, deed: Deed | None) -> bool:
    """Whether all that a reaction asks for holds."""
    prompt = Live(effect=InWords(text=row.title, when=reaction.when), source=str(row.ref), title=row.title, bearer=who)
    other = deed.who if deed else ""
    steps = steps_between(state, who, other) if deed else None
    return holds(state, prompt, who, Facts(target=other, steps=steps))


# ---------------------------------------------------------------- one press


class _Unmet(Exception):  # noqa: N818 - a wish that cannot be fulfilled
    """Something that must be chosen cannot be."""


class Press(msgspec.Struct, frozen=True):
    """A wish that can be done: the command filled in, what its offer stands for, and the dice that are sure to fall."""

    wish: Intention
    command: FlowCommand
    of: Any
    dice: FirstDice


def press_for(state: State, seat: Seat, who: str) -> Press | None:
    """The first wish of somebody that can be done now; None if there is none."""
    found = (_fulfilled(state, seat, who, wish) for wish in advice(state, who))
    return next((press for press in found if press is not None), None)


def _fulfilled(state: State, seat: Seat, who: str, wish: Intention) -> Press | None:
    """A wish as a command, if one is offered that can be filled in so."""
    if wish.do in FIGHTING and "combat" not in state.modules:
        return None
    wanted = wish.must | {"who": who}
    try:
        for one in wish.do.offers(state, seat):
            if isinstance(one, Offered) and all(one.fixed.get(name, want) == want for name, want in wanted.items()):
                return _filled(state, one, wish)
    except Refused:
        return None
    return None


def _filled(state: State, offered: Offered, wish: Intention) -> Press | None:
    form = offered.form(shown=False)
    left = {*wish.must} - {*form.fixed} - {field.name for field in form.fields}
    if left:
        return None
    try:
        command = msgspec.convert(form.answered(partial(_answer, wish)), wish.do)
        form.check(command)
        return Press(wish, command, offered.of, first_dice(state, partial(command.enact, of=offered.of)))
    except (_Unmet, Refused):
        return None


def _answer(wish: Intention, field: Field) -> Any:
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


class ByTactics(FlowCommand, tag="by-tactics"):
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


TACTICS_PART: Final = Part(ByTactics, module="extended")
