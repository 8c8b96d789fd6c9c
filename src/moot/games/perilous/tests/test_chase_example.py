"""The worked chase of the rules' procedures, every step of it played through the engine."""

import tomllib
from pathlib import Path

import pytest

from moot.games.perilous.chase.acts import ActionEnded, ShotPaid
from moot.games.perilous.chase.catching import Reached
from moot.games.perilous.chase.ends import ChaseOver, fates
from moot.games.perilous.chase.trouble import ComplicationRolled
from moot.games.perilous.chase.turns import Ran, TurnLost
from moot.games.perilous.figures import SKILLS, TAKEDOWNS
from moot.games.perilous.harm import DamageSuffered, PerilSuffered
from moot.games.perilous.person import DAMAGE_STATES, INJURY_ROWS, PERIL_STATES, total
from moot.games.perilous.tests.chasing import Running, difficulty
from moot.games.perilous.tests.people import SKILL_IDS, person
from moot.games.perilous.trying import TrialRolled

EXAMPLE = tomllib.loads((Path(__file__).parent / "examples" / "chase.toml").read_text())
CODES = {"CS": "critical-success", "S": "success", "F": "failure", "CF": "critical-failure"}
SEATS = {"wen": "s3", "rusk": "s4"}
ARMOR = {2: "leather", 3: "brigandine"}


def sheet(row):
    """Somebody of the example: attributes from skills and bonuses, and what the thresholds need."""
    letters = {"agility": "AB", "brawn": "BB", "combat": "CB", "perception": "PB"}
    attributes = {name: 10 * row[letter] for name, letter in letters.items()}
    attributes["willpower"] = 10 * (row["peril_threshold"] - 3)
    ranks = {}
    for title, (attribute, rank) in row["skills"].items():
        skill = SKILLS[SKILL_IDS[title.lower()]]
        attributes[skill.attribute] = attribute
        ranks[skill.id] = rank
    shifts = {name: row[letter] - attributes[name] // 10 for name, letter in letters.items()}
    limit = row["BB"] + 3
    return person(
        row["id"], player=SEATS.get(row["id"], ""), attributes=attributes, shifts=shifts, ranks=ranks,
        armor=ARMOR[row["damage_threshold"] - row["BB"]], mode=row["mode"],
        load=limit + row["overage"] if "overage" in row else 0,
    )


class Replay:
    """Plays the steps, and says what was found in each."""

    def __init__(self):
        setup, people = EXAMPLE["setup"], [sheet(row) for row in EXAMPLE["person"]]
        sides = {side: tuple(row["id"] for row in EXAMPLE["person"] if row["side"] == side[:-1])
                 for side in ("escapees", "pursuers")}
        self.table = Running(
            *people, fled=sides["escapees"], after=sides["pursuers"], fortune=setup["fortune"],
            head_start=setup["head_start"],
        )
        assert self.table.chase.rounds == setup["escape_rounds"]
        self.table.do("Gil", "begin-chase", chase=self.table.chase.id)
        self.faces = []

    def play(self, step):
        if step["do"] not in ("action", "attack", "ladder"):
            self.table.hold()
        getattr(self, step["do"].replace("-", "_"))(step)

    def ladder(self, step):
        self.faces.append(step["d10"])
        if len(self.faces) == 2:
            self.table.do("Gil", "roll-ladder", chase=self.table.chase.id, runners=("ilse", "joss"), faces=self.faces)
            assert self.table.chase.order == tuple(step["expect"]["order"])
            assert {self.table.chase.runners[who].rolled for who in ("ilse", "joss")} == {step["expect"]["total"]}

    def move(self, step):
        assert self.table.now.id == step["who"]
        self.table.run(step["d10"])
        ran = self.table.last(Ran)
        assert (ran.movement, ran.adds) == (step["expect"]["movement"], step["expect"]["adds"])

    def tested(self, step, who, expect, then=()):
        """Roll a test as a step has it, and hold it to what is expected."""
        trial = self.table.state.trials[self.table.trial]
        assert trial.skill == SKILL_IDS[expect["skill"].lower()]
        assert trial.difficulty == difficulty(expect["difficulty"])
        again = step.get("again", {})
        before = len(self.table.events)
        self.table.dice(
            who, *step["tens"], step["units"], then=tuple(then),
            again=(*again["tens"], again["units"]) if again else (),
        )
        rolls = [event.rolled for event in self.table.events[before:] if isinstance(event, TrialRolled)]
        reads = [one.reads for one in rolls]
        assert reads == [expect["reads"], *([expect["again_reads"]] if again else [])]
        assert rolls[0].chance == expect["chance"]
        assert rolls[-1].outcome == CODES[expect["result"]]

    def gm_sets(self, step):
        trial = self.table.trial
        self.table.do("Gil", "set-difficulty", trial=trial, difficulty=difficulty(step["difficulty"]), modifiers=0)

    def action(self, step):
        self.table.press("act", step["who"], who=step["who"], skill=SKILL_IDS[step["skill"].lower()])
        self.table.do("Gil", "weigh", chase=self.table.chase.id, gain=step["gain"], loss=3)
        self.gm_sets(step)
        self.tested(step, step["who"], step["expect"])
        assert self.table.last(ActionEnded).by == step["expect"]["gain"]

    def attack(self, step):
        who, expect = step["who"], step["expect"]
        self.table.press("attack", who, who=who, skill=SKILL_IDS[step["skill"].lower()], target=step["target"],
                         **({} if who in SEATS else {"fury": 1}))
        self.gm_sets(step)
        self.tested(step, who, expect)
        assert self.table.last(ShotPaid).cost == expect["cost"]
        if "fury" not in step:
            return
        victim = step["target"]
        hand = {} if who in SEATS else {"damage": self.table.who(who).bonus("combat"), "fury": 1}
        self.table.press("roll-damage", who, faces=step["fury"], **hand)
        hurt = self.table.last(DamageSuffered)
        assert (hurt.points, hurt.now - hurt.was) == (expect["damage"], expect["steps"])
        assert DAMAGE_STATES[hurt.now].title == expect["condition"]
        [wound] = self.table.state.wounds
        self.table.do(self.table.player(victim), "roll-chaos", wound=wound, faces=step["chaos"])
        if "injury" in step:
            self.table.do(self.table.player(victim), "roll-injury", wound=wound, faces=[step["injury_d12"]])
            self.table.do(self.table.player(victim), "bear-it", wound=wound)
            assert INJURY_ROWS[self.table.who(victim).injuries[-1].injury].title == expect["injury"]

    def catch(self, step):
        chase, expect = self.table.chase, step["expect"]
        assert [one.id for one in chase.within_reach(self.table.now)] == expect["in_reach"]
        self.table.press("catch", target=step.get("names", ""))
        assert self.table.last(Reached).target == expect["named"]

    def takedown(self, step):
        row = next((row for row in ROWS if ROWS[row] == step["difficulty"]), "")
        self.table.press("take-down", row=row, skill=SKILL_IDS[step["expect"]["skill"].lower()])
        self.tested(step, step["who"], step["expect"])
        if "defence" in step:
            self.tested(step["defence"], step["target"], step["expect"]["defence"])

    def fatigue(self, step):
        assert self.table.now.id == step["who"]
        self.tested(step, step["who"], step["expect"], step.get("peril_dice", ()))
        if "peril" in step["expect"]:
            peril = self.table.last(PerilSuffered)
            assert peril.points == step["expect"]["peril"]
            assert PERIL_STATES[peril.now].title.startswith(step["expect"]["track"])

    def complication(self, step):
        lowest = [*self.table.chase.lowest]
        assert lowest == step["expect"]["lowest"][-len(lowest):]
        self.table.press("complication", step["who"], runner=step["who"], faces=[step["d6"]])
        assert (self.table.last(ComplicationRolled).face == 6) == step["expect"]["hit"]

    def effect(self, step):
        more = {"does": step["kind"]}
        if step["kind"] == "test":
            more |= {"skill": SKILL_IDS[step["skill"].lower()], "difficulty": difficulty(step["difficulty"]),
                     "fails": "value", "value": -step["value"]}
        self.table.do("Gil", "trouble", chase=self.table.chase.id, use="own", text=step["text"], **more)
        if step["kind"] == "test":
            self.tested(step, step["who"], step["expect"])

    def lost_turn(self, step):
        assert self.table.last(TurnLost).runner == step["who"]
        assert step["who"] in self.table.chase.gone

    def round_end(self, step):
        chase = self.table.chase
        assert chase.over == step["expect"]["over"]
        if chase.over:
            assert [who for who, end in fates(chase).items() if end == "away"] == step["expect"]["away"]
            assert self.table.last(ChaseOver).away == tuple(step["expect"]["away"])
        else:
            assert chase.round == step["round"] + 1

    def after(self):
        """The whole state after a step, as the example writes it."""
        state, chase = self.table.state, self.table.chase
        found: dict[str, object] = {"values": self.table.values} if chase.order else {}
        if chase.out:
            found["out"] = {
                who: f"taken down by {one.by}" if one.side == "escapees" else f"with {one.by}"
                for who, one in chase.out.items()
            }
        people = state.people.values()
        tracks = {
            "wounds": {who.id: DAMAGE_STATES[who.damage].title for who in people if who.damage},
            "peril": {
                who.id: PERIL_STATES[who.peril].title.removesuffix(" Skill Ranks") for who in people if who.peril
            },
            "corruption": {who.id: who.corruption for who in people if who.corruption},
            "misfortune": total(state.misfortune),
        }
        return found | {name: value for name, value in tracks.items() if value} | {"fortune": total(state.fortune)}


ROWS = {row.id: row.value for row in TAKEDOWNS.values()}


@pytest.mark.rule(*(f"GP-CHASE-{n:02}" for n in range(1, 20)))
def test_the_example_step_by_step():
    replay = Replay()
    for step in EXAMPLE["step"]:
        replay.play(step)
        if step["do"] != "ladder" or "order" in step["expect"]:
            assert replay.after() == step["after"], step["n"]
    assert len(EXAMPLE["step"]) == 58
