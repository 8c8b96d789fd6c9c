"""Fights of Sword's Edge with the figures that older versions showed, now that its board says them in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from moot.games.swords_edge import ladder
from moot.games.swords_edge.figures import SFX, TRAITS
from moot.games.swords_edge.pairings import Pairing, Sfx
from moot.games.swords_edge.powers import NAMES, power_action, power_momentum
from moot.games.swords_edge.purse import total
from moot.games.swords_edge.state import State
from moot.games.swords_edge.trials.joint import carry
from moot.games.swords_edge.trials.places import against, attacker
from moot.games.swords_edge.view import Stage
from moot.games.swords_edge.view.fights import TestView, shooting


def standing(state: State, stage: Stage) -> dict[str, Any]:
    """The scene, the fights in it, the dice that lie there, Luck in stores, and the Weaknesses that tempt."""
    stores = {
        "pool": state.pool, "players": sum(state.luck.values()), "chest": state.chest, "total": total(state),
    } if state.options.communal and state.session else None
    return {
        "scene": state.scene, "stores": stores, "uses": tuple(use.text for use in state.uses),
        "focus": "fight" if state.pairings or state.tests else "scene" if state.scene else "sheets",
        "pairings": [_pairing(state, one) for one in state.pairings.values()],
        "temptations": list(_temptations(state)), "tests": list(map(_test, stage.tests)),
    }


def _test(seen: TestView) -> dict[str, Any]:
    test, fields = seen.test, {name: getattr(seen, name) for name in seen.__struct_fields__}
    return fields | {"total": test.total, "natural": "2" if test.fumbled else "20" if test.triumph else ""}


def _temptations(state: State) -> Iterator[dict[str, str]]:
    for one in state.temptations:
        who = state.characters.get(one.who)
        if who is not None and who.has(one.weakness):
            named = who.quality(one.weakness).name
            yield {"id": one.id, "who": who.name, "weakness": named, "by": state.named(one.by)}


def _pairing(state: State, pairing: Pairing) -> dict[str, Any]:
    ncs = [state.ncs[foe] for foe in pairing.foes]
    foes = [{"name": nc.name, "out": nc.out, "acts": state.acts(nc.id)} for nc in ncs]
    return {
        "id": pairing.id, "against": against(state, pairing), "foes": foes, "strike": pairing.strike,
        "shooting": shooting(state, pairing), "challenge": pairing.challenge,
        "power": _power(state, pairing.sfx, next(iter(pairing.stands))) if pairing.sfx else None,
        "stands": [_stand(state, pairing, who) for who in pairing.stands],
    }


def _power(state: State, sfx: Sfx, who: str) -> dict[str, Any]:
    made = zip(NAMES, sfx.components, strict=True)
    return {
        "name": state.characters[who].quality(sfx.quality).name,
        "components": tuple((ladder.title(name), SFX[rank].says(name)) for name, rank in made),
        "momentum": power_momentum(state, sfx), "action": power_action(state, sfx),
        "targets": state.all_named(sfx.targets) if sfx.targets else "",
    }


def _stand(state: State, pairing: Pairing, who: str) -> dict[str, Any]:
    stand, pledge = pairing.stands[who], pairing.pledges.get(who)
    attacks = [one for one in state.attacks.values() if (one.who, one.pairing) == (who, pairing.id)]
    return {
        "id": who, "stand": stand, "trait": TRAITS[stand.trait].title if stand.trait else "",
        "carry": carry(state, who), "acts": state.acts(who),
        "may_seize": stand.momentum == "defender" and stand.barred != "pc",
        "put_in": tuple(f"{part.label} {ladder.signed(part.worth)}" for part in pledge.parts) if pledge else (),
        "attacks": [
            {"attack": one, "name": state.named(one.who), "by": attacker(state, one)} for one in attacks
        ],
    }
