"""The Action Test of a PC who holds Momentum, on one NC, on a group, or with a power (SE-ACT-01)."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Choice, Choose, Play, Refused, Seat, Verb
from moot.core.blanks import Field
from moot.games.swords_edge import ladder
from moot.games.swords_edge.applying import applied
from moot.games.swords_edge.cast.targets import action_target
from moot.games.swords_edge.conflict import commands as c
from moot.games.swords_edge.conflict.circumstances import circumstances, in_one
from moot.games.swords_edge.conflict.forms import Form, explained, offering
from moot.games.swords_edge.conflict.joining import bound_traits
from moot.games.swords_edge.conflict.momentum import power_traits, ready
from moot.games.swords_edge.conflict.rolling import throw
from moot.games.swords_edge.conflict.seizing import busy
from moot.games.swords_edge.conflict.sharing import SCENE, against, standing
from moot.games.swords_edge.contest import Pairing, Target, Test
from moot.games.swords_edge.nc import NC
from moot.games.swords_edge.ownership import mine
from moot.games.swords_edge.people import Character
from moot.games.swords_edge.powers.components import power_action
from moot.games.swords_edge.state import State

GROUP = "all"
"""The target of a group strike."""


def act_target(state: State, pairing: Pairing, on: tuple[NC, ...], *, riposte: bool = False) -> Target:
    """What an Action against these NCs, or the power, must reach; a riposte is met by no act (SE-RD-32)."""
    if pairing.sfx is not None:
        return power_action(state, pairing.sfx)
    return action_target(state, pairing, on, counting=not riposte)


def forms(state: State, seat: Seat) -> Iterator[Form]:
    """The Actions that `seat` can take."""
    refusal = Refused("no-momentum", "Only an attacker can act: win Momentum first, or Seize it.", "SE-MOM-03")
    found = False
    for who in mine(state, seat, "acts", "SE-ACT-01"):
        for pairing in state.pairings.values():
            stand = pairing.stands.get(who.id)
            if stand is None or stand.momentum != "attacker" or not ready(state, pairing):
                continue
            why = busy(state, pairing, who.id)
            targets = open_targets(state, pairing, who.id)
            if weak := too_weak(pairing, who):
                refusal = Refused("weak-power", f"{weak} is at Weak, and cannot be used.", "SE-SFX-08")
            elif why:
                refusal = Refused("not-now", f"{who.name} {why}.", "SE-ACT-05")
            elif not targets:
                refusal = Refused("acted-already", "Nobody acts twice on one opponent in a round.", "SE-ACT-05")
            else:
                found = True
                yield _form(state, pairing, who, targets)
    if not found:
        raise refusal


def too_weak(pairing: Pairing, who: Character) -> str:
    """The SFX Quality that has sunk to Weak under its power; empty if it can be used, or if there is none."""
    quality = who.quality(pairing.sfx.quality) if pairing.sfx is not None else None
    return quality.name if quality is not None and who.rank(quality) == ladder.ORDER[0] else ""


def open_targets(state: State, pairing: Pairing, who: str) -> tuple[str, ...]:
    """Whom `who` has not acted on this round (SE-ACT-05, SE-ACT-06); after a won Seize, anyone (SE-RD-12)."""
    acted = state.scene.acted if state.scene else ()
    if pairing.sfx is not None:
        return () if (who, pairing.id) in acted and not pairing.stands[who].follows else (pairing.id,)
    follows = pairing.stands[who].follows
    return tuple(nc.id for nc in standing(state, pairing) if follows or (who, nc.id) not in acted)


def groups(state: State, pairing: Pairing, who: str) -> bool:
    """Whether one Action Test may meet the whole group (SE-ACT-07, SE-ERR-16)."""
    lone = len(pairing.stands) == 1
    several = len(standing(state, pairing)) > 1
    fresh = len(open_targets(state, pairing, who)) == len(standing(state, pairing))
    return lone and several and fresh and pairing.strike


def aims(
    state: State, pairing: Pairing, targets: tuple[str, ...], *, group: bool = False, riposte: bool = False
) -> dict[str, Target]:
    """What an Action can be aimed at, and what each must reach: NCs by id, and the whole group (SE-ACT-06)."""
    found = {GROUP: act_target(state, pairing, standing(state, pairing))} if group else {}
    return found | {nc: act_target(state, pairing, (state.ncs[nc],), riposte=riposte) for nc in targets}


def target_field(state: State, aimed_at: dict[str, Target]) -> tuple[Field, ...]:
    """The blank for whom an Action is aimed at; none where there is but one."""
    if len(aimed_at) < 2:
        return ()
    choices = tuple(
        Choice(GROUP, "All of them", hint=f"{explained(target)}; one falls for each Stress")
        if aim == GROUP
        else Choice(aim, state.ncs[aim].name, hint=explained(target))
        for aim, target in aimed_at.items()
    )
    return (Choose(name="target", label="On whom?", choices=choices),)


def _form(state: State, pairing: Pairing, who: Character, targets: tuple[str, ...]) -> Form:
    power = pairing.sfx.quality if pairing.sfx is not None else ""
    aimed_at = {} if power else aims(state, pairing, targets, group=groups(state, pairing, who.id))
    blank = target_field(state, aimed_at)
    on = () if power else (state.ncs[targets[0]],)
    return Form(
        do="act",
        label=f"{who.name} acts on {against(state, pairing)}",
        who=who,
        traits=power_traits(pairing, who) or bound_traits(state, pairing, who, "action"),
        kind="act",
        use="action",
        target=act_target(state, pairing, on),
        pairing=pairing,
        fixed={"pairing": pairing.id, "who": who.id} | ({} if blank else {"target": "" if power else targets[0]}),
        power=power,
        fields=blank,
        aims=aimed_at,
        rules=("SE-ACT-01", "SE-ACT-02", "SE-ACT-04", "SE-ACT-05", "SE-TEST-04", "SE-TEST-07"),
        urgency="must" if pairing.stands[who.id].follows else "may",
        about=pairing.id,
    )


def _act(play: Play[State], command: c.Act) -> None:
    state = play.state
    pairing, who = state.pairings[command.pairing], state.characters[command.who]
    power = pairing.sfx.quality if pairing.sfx is not None else ""
    built = applied(state, who, "action", command, power)
    on = aimed(state, pairing, command.target)
    test = Test(
        id="",
        kind="act",
        roller=who.id,
        who=(who.id,),
        faces=(1, 1),
        parts=(*built.parts, *circumstances(state, pairing, who.id, "act")),
        target=act_target(state, pairing, on),
        pairing=pairing.id,
        on=tuple(nc.id for nc in on),
        traits={who.id: pairing.stands[who.id].trait},
        how=command.how.strip(),
    )
    own = () if pairing.stands[who.id].follows or in_one(pairing) else (who.id,)
    reacting = tuple(nc.id for nc in on if not nc.defenceless)
    acted = tuple((who.id, aim) for aim in ([nc.id for nc in on] or [pairing.id]))
    throw(play, test, cost=built.cost, acts=(*own, *reacting), acted=acted)


def aimed(state: State, pairing: Pairing, target: str) -> tuple[NC, ...]:
    """The NCs that an Action is aimed at: one, the whole group, or none where it is a power's."""
    if pairing.sfx is not None:
        return ()
    return standing(state, pairing) if target == GROUP else (state.ncs[target],)


VERBS = (Verb(c.Act, SCENE, offering(forms), _act),)
