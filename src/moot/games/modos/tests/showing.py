"""Whether an effect of a row shows at a table: in a total, an offer, a pool, a mark, or what is told."""

from __future__ import annotations

from typing import get_args

from moot.games.modos.abilities import opens, shut_by
from moot.games.modos.conflicts import Contender
from moot.games.modos.contests import Facts
from moot.games.modos.effects import (
    Actions,
    Add,
    Call,
    Effect,
    Grant,
    Guard,
    Harm,
    Immune,
    InWords,
    Mend,
    Open,
    PutMark,
    Set,
    Shift,
    Shut,
)
from moot.games.modos.harm import immune
from moot.games.modos.injuries import BlowRolled, Told
from moot.games.modos.live import effects_on
from moot.games.modos.reckoning import added, guards, price
from moot.games.modos.rows import Power
from moot.games.modos.state import State
from moot.games.modos.terms import Pool
from moot.games.modos.tests.table import Sitting

OTHER = "pal"
"""Somebody who is neither caster nor target."""


def facts_for(effect: Effect, row: Power, choice: str, target: str, on: str) -> Facts:
    """Facts for which all that an effect asks for holds, `on` the power that is resisted."""
    args = {each.word: each.args for each in effect.when if not each.negated}
    pools: dict[str, Pool] = {pool: pool for pool in get_args(Pool)}
    claims = (("sight",) if "sight" in args else ()) + ((str(row.ref),) if "claimed" in args else ())
    attribute = args.get("attribute", ("P",))[0]
    return Facts(
        deed=args.get("deed", ("",))[0],
        skill=args.get("skill", ("",))[0],
        pool=pools[choice if attribute == "chosen" else attribute],
        claims=claims,
        on=on,
        steps=1,
        target=target if effect.who == "others" else "",
        tag=effect.against or "" if isinstance(effect, Guard) else "",
    )


def bears(effect: Effect, target: str) -> str:
    """Whom an effect shows on."""
    return {"caster": "mage", "others": OTHER, "scene": OTHER}.get(effect.who, target)


def _entry(state: State, who: str) -> Contender:
    one = state.entry(who)
    assert one is not None
    return one


def _on_turn(state: State, who: str) -> State:
    whose = state.conflict.whose if state.conflict else ""
    return state.with_entry(whose, turn="done").with_entry(who, turn="now")


def shows(table: Sitting, before: State, row: Power, effect: Effect, target: str, choice: str, spent: int) -> bool:
    """Whether an effect shows after a power was cast at `target`, who has spent so many actions since `before`."""
    state, whom = table.state, bears(effect, target)
    on = next((one.id for one in state.running.values() if one.row == row.id), "")
    facts, was, now = facts_for(effect, row, choice, target, on), before.people[whom], state.people[whom]
    match effect:
        case Harm(pool=pool, die=die):
            blows = [event for event in table.events if isinstance(event, BlowRolled)]
            rolled = any(each.pool == pool and str(die) in each.damage.terms[0].label for each in blows)
            return pool != "held" and rolled and now.hurt(pool) > was.hurt(pool)
        case Mend(pools=pools):
            return all(now.hurt(pool) < was.hurt(pool) for pool in pools)
        case PutMark(lift=True, state=name):
            return was.has_mark("dead", "mostly-dead") and not now.has_mark(name, "dead")
        case PutMark(state=name):
            return now.has_mark(name)
        case Shift():
            return _entry(state, whom).place.posture == choice
        case Actions():
            return _entry(state, whom).left + spent > _entry(before, whom).left
        case InWords(text=text):
            return any(isinstance(event, Told) and event.text == text for event in table.events)
        case Add(figure=figure, of=of):
            scope = choice if "chosen" in of else next(iter(of), "")
            worth = effect.by or (effect.guide or (0, 0))[0]
            if effect.who == "others" and not [each for each in effect.when if each.negated]:
                state = state.with_conflict(unaware=())
            terms = added(state, whom, figure, scope, facts)
            return any(term.label.split(" ")[0] in row.title and term.worth == worth for term in terms)
        case Set(figure="cost-pool"):
            return now.hurt("M") > was.hurt("M") and now.hurt("MP") <= was.hurt("MP")
        case Set(figure="price", of=of):
            return all(price(state, whom, deed) == effect.number for deed in of)
        case Set():
            return effect in [one.effect for one in effects_on(state, whom)]
        case Guard(pool=pool, die=die):
            return (row.title, die) in guards(state, whom, pool, facts)
        case Open(deed=deed):
            return bool(opens(state, whom, deed.verb, deed.part))
        case Shut() if effect.who == "others":
            return table.conflict.aware(OTHER, "mage") and not table.conflict.aware(OTHER, target)
        case Shut():
            found = shut_by(_on_turn(state, whom), whom, "keep", facts=facts)
            return found is not None and found.effect == effect
        case Immune(tag=tag):
            return immune(state, whom, tag=tag or "")
        case Grant(row=lent, off=off):
            return (str(lent) in {one.source for one in effects_on(state, whom)}) != off
        case Call(function="counter"):
            return not state.running
        case Call(function="last-in-order"):
            return [*table.conflict.people][-1] == whom and _entry(before, whom) != _entry(state, whom)
        case Call():
            found = shut_by(_on_turn(state, whom), whom, "keep")
            return found is not None and found.effect == effect
        case _:
            return False
