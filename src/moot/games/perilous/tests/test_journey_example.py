"""A journey of twelve Stretches, 157 steps, each held to what it must find and to the whole state after it."""

import tomllib
from pathlib import Path

import pytest

from moot.games.perilous.figures import DIFFICULTIES, PERIL, TERRAIN, THREATS
from moot.games.perilous.person import total
from moot.games.perilous.tests.table import faces
from moot.games.perilous.tests.travelling import Road, four

SESSION = tomllib.loads((Path(__file__).parent / "examples" / "journey.toml").read_text())
OUTCOMES = {"critical-success": "CS", "success": "S", "failure": "F", "critical-failure": "CF"}
TRACK = {row.id: row.title.partition(" Skill")[0] for row in PERIL.values()}


class Replay(Road):
    """The example at a table; each kind of step is a method that gives what was found."""

    def play(self, step):
        found = getattr(self, "do_" + step["do"].replace("-", "_"))(step) or {}
        return {what: found[what] for what in step.get("expect", {})}

    def rolls(self, step):
        """Roll somebody's test; what a failure costs is borne."""
        who, [*own], more = step["who"], faces((*step["tens"], step["units"])), step.get("peril_dice", [])
        trial = self.trial_of(who)
        result = step["expect"]["result"]
        events = self.roll(who, *own, *more, keep=result == "F" and bool(self.state.fortune))
        rolled = next(event.rolled for event in events if hasattr(event, "rolled"))
        return {
            "skill": trial.skill.title(), "difficulty": DIFFICULTIES[trial.difficulty].value, "chance": rolled.chance,
            "reads": rolled.reads, "result": OUTCOMES[rolled.outcome],
        }, events

    def do_stretch(self, step):
        if self.phase == "resting":
            self.on("Gil", "go-on")
        terrain = next(row for row in TERRAIN.values() if DIFFICULTIES[row.id].value == step["terrain"])
        threat = next(row.id for row in THREATS.values() if row.dice == step["threat"])
        self.draw(
            step["name"], days=step["days"], land=next(iter(terrain.words)), threat=threat,
            bad_weather=step["bad_weather"],
            carried=self.journey.travellers if step["conveyed"] else (),
            surface="river" if step["conveyed"] else "path",
        )
        self.on("Gil", "set-out")
        assert self.stretch.length.id == step["length"]
        self.take(orsel="guide", tamsin="survivalist", fenn="scout", dov="helps guide")
        if any(each.get("empty") and each["stretch"] == step["number"] for each in SESSION["step"]):
            self.take(fenn="helps survivalist")
        self.on("Gil", "be-off")
        return {"difficulty": DIFFICULTIES[self.stretch.first].value}

    def do_role(self, step):
        found, before = {}, self.journey.used
        if step.get("empty"):
            check = self.passage.checks[step["role"].lower()]
            found = {"result": OUTCOMES[check.outcome], "dice_used": bool(check.reads)}
        else:
            found, _ = self.rolls(step)
        effects = {role: check.effect for role, check in self.passage.checks.items()}
        moments = self.passage.moments
        return found | {
            "later_difficulty": DIFFICULTIES[self.stretch.later].value, "provisions": self.journey.used - before,
            "camp_restores_to": TRACK[effects["survivalist"].camp or ""] if "survivalist" in effects else "",
            "moments": len(moments), "waived": sum(moment.waived for moment in moments),
            "chaos_dice": self.stretch.dice,
            "surprise": {"enemy": "enemies"}.get(getattr(effects.get("scout"), "surprise", ""), "party"),
        }

    def do_toughness(self, step):
        if self.phase == "resting":
            self.on(self.player(step["who"]), "go-on")
        assert self.passage.at == step["moment"] - 1
        found, events = self.rolls(step)
        suffered = next((event for event in events if type(event).__name__ == "PerilSuffered"), None)
        points = suffered.points if suffered else 0
        return found | {"peril": points, "track": TRACK[self.peril(step["who"])]}

    def do_waived(self, step):
        if self.phase == "resting":
            self.on("Gil", "go-on")
        assert self.moment.waived

    def do_threat(self, step):
        if self.phase == "resting":
            self.on("Gil", "go-on")
        self.on("Gil", "threat", faces=step["d6"])
        trouble = self.moment.trouble
        if not trouble:
            self.on("Gil", "quiet-road")
        return {"encounter": trouble}

    def do_encounter(self, step):
        self.on("Gil", "open-encounter", title="trouble", text=step["text"])
        self.on("Gil", "close-encounter", end=step["text"])

    def do_forced_march(self, step):
        if self.phase == "resting":
            self.on("Ann", "march")
        found, events = self.rolls(step)
        sins = sum(event.points for event in events if type(event).__name__ == "SinGained")
        return found | {"corruption": sins, "track": TRACK[self.peril(step["who"])]}

    def do_camp(self, step):
        [camped, *_] = self.on("Ann", "camp", days=step["days"])
        return {"restored": {who: [*TRACK.values()][now] for who, now in camped.now.items()}}

    def do_award(self, step):
        self.on("Gil", "go-on")
        self.on("Gil", "end-journey", points=4)

    @property
    def now(self):
        """The whole state, as the example writes it."""
        perils = {who.id: TRACK[self.peril(who.id)] for who in self.state.people.values() if who.peril}
        sins = {who.id: who.corruption for who in self.state.people.values() if who.corruption}
        moments = [moment for one in self.journey.stretches if one.passage for moment in one.passage.moments]
        return {
            "day": self.state.day, "provisions_used": self.journey.used,
            "encounters": sum(moment.trouble for moment in moments), "fortune": total(self.state.fortune),
        } | ({"peril": perils} if perils else {}) | ({"corruption": sins} if sins else {})


@pytest.mark.rule(
    "GP-WILD-01", "GP-WILD-02", "GP-WILD-03", "GP-WILD-04", "GP-WILD-05", "GP-WILD-06", "GP-WILD-07", "GP-WILD-08",
    "GP-WILD-09", "GP-WILD-10", "GP-WILD-11", "GP-WILD-12", "GP-WILD-13", "GP-WILD-14", "GP-OVER-02",
)
def test_a_journey_of_twelve_stretches():
    table = Replay(*four(), fortune=SESSION["setup"]["fortune"])
    for step in SESSION["step"]:
        found = table.play(step)
        assert found == step.get("expect", {}), step
        assert table.now == step["after"], step
    assert len(SESSION["step"]) == 157
    assert len(table.journey.stretches) == 12
    assert table.phase == "over"
