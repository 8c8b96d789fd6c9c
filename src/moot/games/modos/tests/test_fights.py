"""The fights of the book, played through as it tells them: who does what with which dice, and what comes of it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from moot.games.modos.injuries import BlowRolled
from moot.games.modos.person import Gear, OwnItem
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting
from moot.games.modos.throwing import ContestThrown

SWORD, SPEAR, JAVELIN, PAW = "brolf-sword-bastard", "guard-spear", "thrower-javelin", "paw"

BROLF = person("brolf", player="s3", P=14, M=9, MP=8, level=3, gear=("sword-bastard", "shield-large", "plate"))
BLAWESOME = person("blawesome", player="s4", P=15, MP=12, level=3, perks=("martial-artist",))
BOMBER = person("bomber", P=21, gear=("mail",))
PAWS = OwnItem(kind="weapon", size="light", die="d6", natural=True)
LION = person("lion", P=15, gear=(Gear(id=PAW, name="paw", own=PAWS, at="held"),))

FIGHTS: dict[str, dict[str, Any]] = {
    "EX12 two against the bomber, who saves his actions": {
        "people": (BROLF, BLAWESOME, BOMBER, person("baker", asking="always")),
        "order": {"brolf": 14, "blawesome": 7, "bomber": 1, "baker": 2},
        "steps": [
            ("brolf", "work", {"words": "draws the sword", "pool": "P"}, []),
            ("Gil", "set-fate", {"sure": True}, []),
            *(("blawesome", "pass", {}, []), ("baker", "pass", {}, [])),
            ("brolf", "work", {"words": "knocks the dynamite away", "pool": "P"}, []),
            ("Gil", "set-fate", {"sure": False, "difficulty": 4, "die": "half"}, []),
            *(("blawesome", "pass", {}, []), ("baker", "pass", {}, [13])),
            ("brolf", "attack", {"tool": SWORD, "target": "bomber"}, []),
            ("blawesome", "attack", {"tool": "natural", "target": "bomber"}, []),
            *(("baker", "flee", {}, []), ("bomber", "pass", {}, [7, 4, 5, 2])),
        ],
        "contests": [(13, 14, "con")], "blows": [3, 3], "damage": {"bomber": 6}, "left": {"brolf": 0, "bomber": 3},
        "gone": ["baker"],
    },
    "EX13 the grab holds, and a blast goes astray": {
        "people": (BROLF, BLAWESOME, BOMBER), "order": {"bomber": 14, "brolf": 6, "blawesome": 3},
        "steps": [
            ("bomber", "attack", {"tool": "natural", "target": "brolf", "aim": "mark:tangled"}, []),
            ("brolf", "pass", {}, []),
            ("Gil", "adjust", {"contest": "", "who": "bomber", "difficulty": -8, "played": False}, []),
            ("blawesome", "hinder", {"words": "blasts Brolf out of the way", "pool": "P"}, [19, 11]),
            ("Gil", "hazard", {"whom": ("brolf",), "title": "A stray blast", "pool": "P", "die": "d6"}, [5, 9]),
        ],
        "contests": [(15, 13, "pro")], "blows": [1], "damage": {"brolf": 1}, "marks": {"brolf": ["tangled"]},
    },
    "EX22 gladiators, a lion at its distance": {
        "people": (person("swordsman", player="s3", gear=("sword-short",)),
                   person("thrower", player="s4", gear=("javelin",), asking="mine"), LION),
        "order": {"lion": 14, "thrower": 9, "swordsman": 3},
        "steps": [
            ("Gil", "put-in-place", {"who": "thrower", "posture": "defensive"}, []),
            ("lion", "attack", {"tool": PAW, "target": "thrower", "skill": "unarmed"}, []),
            ("swordsman", "pass", {}, []),
            ("thrower", "pass", {}, []),
            ("Gil", "put-in-place", {"who": "lion", "posture": "defensive"}, []),
            ("lion", "end-turn", {}, []),
            ("thrower", "attack", {"tool": JAVELIN, "target": "lion", "thrown": True}, []),
            ("swordsman", "attack", {"tool": "swordsman-sword-short", "target": "lion"}, []),
            ("lion", "pass", {}, []),
        ],
        "contests": [], "blows": [1, 1, 1], "damage": {"thrower": 1, "lion": 2},
    },
    "EX27 a spear grazes": {
        "people": (person("guard", player="s3", P=20, points={"armed": 3}, level=3, gear=("spear",)),
                   person("foe", gear=("boiled-leather",))),
        "order": {"guard": 12, "foe": 3},
        "steps": [
            ("guard", "attack", {"tool": SPEAR, "target": "foe"}, []),
            ("foe", "defend", {"against": "guard", "skill": "parry"}, [17, 10, 2, 3]),
        ],
        "contests": [(25, 9, "pro")], "blows": [1], "damage": {"foe": 1},
    },
}


@pytest.mark.rule("MO-X309", "MO-X302", "MO-X216", "MO-X217", "MO-211", "MO-X212", "MO-X006")
@pytest.mark.parametrize("name", FIGHTS)
def test_a_fight_goes_as_the_book_tells_it(name):
    fight = FIGHTS[name]
    table = Sitting(*fight["people"])
    table.fight(**fight["order"])
    for who, do, blanks, faces in fight["steps"]:
        if who in table.seats:
            table.do(who, do, faces=faces, **blanks)
        else:
            table.does(who, do, faces=faces, **blanks)
    thrown = [event for event in table.events if isinstance(event, ContestThrown)]
    assert [(one.first.worth, one.second.worth, one.outcome) for one in thrown] == fight["contests"]
    assert [event.points for event in table.events if isinstance(event, BlowRolled)] == fight["blows"]
    assert {who: table.who(who).hurt("P") for who in fight["damage"]} == fight["damage"]
    assert {who: table.conflict.people[who].actions for who in fight.get("left", {})} == fight.get("left", {})
    assert [who for who in fight["order"] if who not in table.conflict.people] == fight.get("gone", [])
    for who, marks in fight.get("marks", {}).items():
        assert [mark.row for mark in table.who(who).marks] == marks


@pytest.mark.rule("MO-X122", "MO-X129", "MO-FQ12", "MO-E86")
def test_an_arm_cannon_leaves_no_hand_for_the_barrier():
    """EX34: an action to raise the cannon; to use the barrier instead, one to stow it and one to ready the shield."""
    own = OwnItem(kind="weapon", size="heavy", die="d12", natural=True)
    cannon = Gear(id="cannon", name="arm cannon", own=own)
    barrier = Gear(id="barrier", name="barrier", own=OwnItem(kind="shield", parry=4))
    table = Sitting(person("mech", player="s3", gear=(cannon, barrier)), person("foe", asking="never"))
    table.fight(mech=12, foe=3)
    table.does("mech", "handle", how="ready", thing="cannon")
    assert table.conflict.people["mech"].actions == 2
    table.refuses("Ann", "handle", "no-hand", "", who="mech", how="ready", thing="barrier")
    table.does("mech", "handle", how="stow", thing="cannon")
    table.does("mech", "handle", how="ready", thing="barrier")
    assert {thing.id: thing.at for thing in table.who("mech").gear} == {"cannon": "stowed", "barrier": "held"}
    table.put("mech", gear=(replace(cannon, at="held"), replace(barrier, at="held")))
    table.does("foe", "end-turn")
    table.refuses("Ann", "attack", "no-hand", "", who="mech", tool="cannon", target="foe")
    table.put("mech", gear=(replace(cannon, at="held"), barrier))
    table.does("mech", "attack", tool="cannon", target="foe", skill="unarmed", faces=[9])
    assert table.last(BlowRolled).damage.dice == ((12, 9),)
