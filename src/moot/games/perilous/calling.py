"""Tests called by hand, the difficulty of any test, and help with it (GP-CORE-01, -03, -06; GP-COMB-01)."""

from __future__ import annotations

from functools import partial
from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Event, Line, Offers, Part, Play, Refused, Seat, Urgency, Write
from moot.games.perilous.figures import DIFFICULTIES, FOG, SKILLS, TEST
from moot.games.perilous.flow import FlowCommand, begun, circumstances, how_hard, only_guide, which_skill, whom
from moot.games.perilous.order import acting, fighting, group_of
from moot.games.perilous.person import Person
from moot.games.perilous.state import SESSION, State
from moot.games.perilous.terms import Difficulty
from moot.games.perilous.trial import BOTH, Trial
from moot.games.perilous.trying import FREE, OfTrial, call, success
from moot.kit.keyed import changed
from moot.kit.people import mine
from moot.kit.totals import signed

FLIPS: Final = {"succeed": 1, "fail": -1, "both": BOTH}
"""The kinds of flip that the guide grants, and both where a gift met one (GP-CORE-04, GP-DIS-02)."""


def _which_flip(now: int = 0) -> Choose:
    choices = (
        Choice("succeed", "Flip to succeed"), Choice("fail", "Flip to fail"),
        *((Choice("both", "One of each: they cancel"),) if now == BOTH else ()),
    )
    default = tuple(kind for kind, flip in FLIPS.items() if flip == now)
    return Choose(
        name="flip", label="Does it flip?", least=0, choices=choices, default=default, rule="GP-CORE-04", nothing="No"
    )


class CallTrial(FlowCommand, tag="call-trial"):
    """Ask somebody for a test of a skill."""

    when, rules, urgency, giver = SESSION, ("GP-CORE-01", "GP-CORE-03"), "may", only_guide("asks for tests")
    who: str
    skill: str
    difficulty: Difficulty = "standard"
    modifiers: int = 0
    flip: str = ""
    why: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if not (cast := {who.id: who.name for who in state.cast()}):
            raise Refused("nobody-there", "Nobody can be tested yet: there are no characters.")
        named = cast | fighting(state)
        people = tuple(Choice(who, begun(named[who])) for who in sorted(named, key=lambda who: state.people[who].npc))
        yield cls.offer(
            None, "Ask for a test", "A skill against a difficulty; the page shows the chance before the dice.",
            Choose(name="who", label="Who?", choices=people, default=acting(state)), which_skill(), how_hard(),
            circumstances(hint="With the ranks at most 30 either way."),
            _which_flip(), Write(name="why", label="What for?", least=0),
        )

    def act(self, play: Play[State], of: object) -> None:
        call(play, Trial(
            who=self.who, skill=self.skill, purpose=FREE, why=self.why.strip(), difficulty=self.difficulty,
            modifiers=self.modifiers, flip=FLIPS.get(self.flip, 0), sealed=not play.state.people[self.who].known,
            group=group_of(play.state, self.who),
        ))


class RunBlind(FlowCommand, tag="run-blind"):
    """Let somebody test whether they fall, who charges or runs in fog, mist or smoke."""

    when, rules, urgency, giver = SESSION, ("GP-COMB-01",), "tool", only_guide("says what cannot be seen")
    who: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if not (cast := [who.id for who in state.cast() if who.known]):
            raise Refused("nobody-there", "Nobody is there to run.")
        yield cls.offer(None, "Running in the fog", "A test, or they fall.", whom(state, "Who runs?", cast))

    def act(self, play: Play[State], of: object) -> None:
        why = "To run without seeing, and not to fall."
        call(play, Trial(who=self.who, skill=FOG.skill, purpose=FREE, why=why, difficulty=FOG.difficulty))


class TrialSet(Event[State], tag="trial-set"):
    """The guide changed what a test is rolled on, before its dice: who has no rank in its `skill` then helps no more
    (GP-CORE-06), and `flip` is as it was where it is None."""

    trial: str
    difficulty: Difficulty
    modifiers: int
    skill: str
    flip: int | None = None

    def evolve(self, state: State) -> State:
        was = state.trials[self.trial]
        helps = was.helper and state.people[was.helper].ranks.get(self.skill, 0) >= TEST.helper_ranks
        alone = {"assist": "", "helper": ""} if was.helper and not helps else {}
        return replace(state, trials=changed(
            state.trials, self.trial, difficulty=self.difficulty, modifiers=self.modifiers, skill=self.skill,
            flip=was.flip if self.flip is None else self.flip, **alone,
        ))

    def line(self, state: State) -> Line:
        trial = state.trials[self.trial]
        more = f", {signed(self.modifiers)} for circumstances" if self.modifiers else ""
        more += {1: "; a failure flips", -1: "; a success flips to fail"}.get(self.flip or 0, "")
        skill, difficulty = SKILLS[trial.skill].title, DIFFICULTIES[self.difficulty].title
        return Line("move", f"tests {skill} at {difficulty}{more}.", state.named(trial.who))

    def told(self, state: State, seat: Seat) -> TrialSet | None:
        trial = state.trials.get(self.trial)
        return None if trial is not None and trial.sealed and not seat.guides else self


class SetDifficulty(OfTrial, tag="set-difficulty"):
    """Set the difficulty of a test that somebody is about to roll, ask for another skill, or let it flip."""

    when, rules, urgency = SESSION, ("GP-CORE-03", "GP-CORE-01", "GP-CORE-04"), "tool"
    giver = only_guide("sets difficulties")
    difficulty: Difficulty = "standard"
    modifiers: int = 0
    skill: str = ""
    flip: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for trial in state.trials.values():
            if trial.rolled is None:
                label = f"{state.named(trial.who)}’s {SKILLS[trial.skill].title}: another difficulty"
                yield cls.offer(
                    trial, label, "", how_hard(trial.difficulty), circumstances(trial.modifiers),
                    which_skill("Another skill?", least=0), _which_flip(trial.flip), about=trial.who, trial=trial.id,
                )
        yield Refused("no-trial", "No test waits for its dice.")

    def act(self, play: Play[State], of: Trial) -> None:
        play.record(TrialSet(
            trial=of.id, difficulty=self.difficulty, modifiers=self.modifiers, skill=self.skill or of.skill,
            flip=FLIPS.get(self.flip, 0), rules=self.rules[:2],
        ))


class TrialHelped(Event[State], tag="trial-helped"):
    """Somebody helps with a test: an Assist Die is thrown with it (GP-CORE-06)."""

    trial: str
    helper: str

    def evolve(self, state: State) -> State:
        return replace(state, trials=changed(state.trials, self.trial, assist="helper", helper=self.helper))

    def line(self, state: State) -> Line:
        return Line("move", f"helps {state.name(state.trials[self.trial].who)}.", state.named(self.helper))


class Help(OfTrial, tag="help"):
    """Help somebody with a test, if you have a rank in its skill."""

    when, rules, urgency = SESSION, ("GP-CORE-06", "GP-RD-03"), ("may", "tool")
    records, cites = TrialHelped, ("GP-CORE-06",)
    helper: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for trial in state.trials.values():
            if trial.sealed or trial.rolled is not None:
                continue
            tester = state.people[trial.who]
            for helper in mine(state, seat):
                if not helper.known or helper.id == trial.who or (tester.npc and not helper.npc):
                    continue
                if reason := _cannot_help(trial, helper):
                    yield cls.barred(reason, trial=trial.id, helper=helper.id)
                    continue
                named = f"{helper.name} helps {tester.called}"
                label = named if state.guided(helper.id) else f"Help {tester.called}"
                why, urgency = partial(_with_help, state, trial), _URGENCY[tester.npc == helper.npc]
                yield cls.offer(
                    trial, label, why, about=trial.who, trial=trial.id, helper=helper.id, urgency=urgency
                )
        yield Refused("no-trial", "Nobody is about to roll a test that you could help with.")


_URGENCY: Final[dict[bool, Urgency]] = {True: "may", False: "tool"}
"""How much helping is offered, by whether both are players’ or both the guide's."""


def _cannot_help(trial: Trial, helper: Person) -> Refused | None:
    skill = SKILLS[trial.skill].title
    if trial.alone:
        return Refused("no-help-here", f"Nobody can help with this {skill} test.", "GP-RD-03")
    if trial.assist:
        return Refused("one-assist", "This test has its Assist Die: one is the most.", "GP-CORE-06")
    if helper.ranks.get(trial.skill, 0) < TEST.helper_ranks:
        return Refused("no-rank", f"{helper.name} has no rank in {skill}, and so cannot help.", "GP-CORE-06")
    if helper.incapacitated:
        return Refused("incapacitated", f"{helper.name} is Incapacitated! and helps nobody.", "GP-CORE-13")
    return None


def _with_help(state: State, trial: Trial) -> str:
    tester = state.people[trial.who]
    alone, helped = success(state, trial), success(state, replace(trial, assist="helper"))
    return f"With that help {tester.called} succeeds in {helped} instead of {alone}."


CALLING: Final = Part(Help, SetDifficulty, CallTrial, RunBlind, TrialSet, TrialHelped)
