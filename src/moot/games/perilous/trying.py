"""The skill test: called, helped, rolled, rolled again for Fortune, and settled (GP-CORE-01 to -06, -13, -18)."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from moot.core import Event, Line, Offered, Offers, Part, Play, Refused, Seat, Shown, Throw, Urgency, Waiting, listed
from moot.core.words import Words
from moot.games.perilous.figures import DIFFICULTIES, SKILLS
from moot.games.perilous.flow import PURPOSES, FlowCommand, Happening, begun, settles, spoken
from moot.games.perilous.fortune import coin, spend
from moot.games.perilous.harm import ache
from moot.games.perilous.order import acting
from moot.games.perilous.person import Person
from moot.games.perilous.state import SESSION, State
from moot.games.perilous.terms import amid
from moot.games.perilous.trial import SUCCESSES, Rolled, Trial, chance_of, falling, flips, odds_of, tester
from moot.kit.bars import percent
from moot.kit.keyed import changed, without
from moot.kit.people import waits_for

FREE: Final = "free"
"""The purpose of a test of which people tell themselves what comes."""
MANY: Final = 4
"""Of more than so many people a headline only says how many they are."""
DECLARED: Final = {FREE}
"""The purposes of tests for which everybody reads what is tried before the dice fall."""


def failed(trial: Trial) -> bool:
    """Whether its dice show a failure that is not critical."""
    return trial.rolled is not None and trial.rolled.outcome == "failure"


class TrialCalled(Happening, tag="trial-called"):
    """Somebody has to make a test."""

    adds_to = ("trials", "trial")
    trial: Trial

    def evolve(self, state: State) -> State:
        quiet = self.trial.sealed or self.trial.of in state.ordeals
        return super().evolve(state if quiet else state.moved_on())

    def line(self, state: State) -> Line | None:
        if self.trial.purpose not in DECLARED:
            return None
        skill, difficulty = SKILLS[self.trial.skill].title, DIFFICULTIES[self.trial.difficulty].title
        return Line("move", f"is to test {skill}, {difficulty}.", state.named(self.trial.who), quote=self.trial.why)

    def told(self, state: State, seat: Seat) -> TrialCalled | None:
        return None if self.trial.sealed and not seat.guides else self


def call(play: Play[State], trial: Trial) -> None:
    """Let a test be called; its `id` is given here."""
    sealed = play.hidden_id(play.state.trials) if trial.sealed else play.state.next_id
    play.record(TrialCalled(trial=replace(trial, id=sealed), rules=("GP-CORE-01",)))


def fails(play: Play[State], trial: Trial) -> bool:
    """Let a test fail without dice if the one who has to make it is Incapacitated! (GP-CORE-13) or a Disorder holds
    them (GP-DIS-02); says whether it did."""
    who = tester(play.state.people, trial)
    if not who.fails(trial.skill):
        return False
    rule = "GP-CORE-13" if who.incapacitated else "GP-DIS-02"
    play.record(TrialRolled(trial=trial.id, rolled=Rolled((), 0, "failure", 0), rules=(rule,)))
    settle(play, trial.id)
    return True


def fall_short(play: Play[State]) -> None:
    """Who can do nothing any more fails the tests that wait for their dice, turns no failure, and helps nobody
    (GP-CORE-13, GP-CORE-06)."""
    for id_ in tuple(play.state.trials):
        trial = play.state.trials.get(id_)
        if trial is None or (trial.rolled is None and fails(play, trial)):
            continue
        helper = play.state.people.get(trial.helper)
        if trial.rolled is not None and tester(play.state.people, trial).incapacitated:
            settle(play, id_)
        elif helper is not None and (helper.incapacitated or helper.dead or helper.retired):
            play.record(HelperFell(trial=id_, helper=trial.helper, rules=("GP-CORE-06", "GP-CORE-13")))


def likely(state: State, trial: Trial) -> Fraction:
    """The chance of a success."""
    odds = odds_of(state.options, trial, tester(state.people, trial))
    return odds["success"] + odds["critical-success"]


def success(state: State, trial: Trial) -> str:
    """The chance of a success, as people read it."""
    return percent(likely(state, trial))


class TrialRolled(Event[State], tag="trial-rolled"):
    """The dice of a test fell. The chance of the guide's people is the guide's alone: others are told 0."""

    trial: str
    rolled: Rolled
    again: bool = False

    def evolve(self, state: State) -> State:
        return replace(state, trials=changed(state.trials, self.trial, rolled=self.rolled, again=self.again))

    def line(self, state: State) -> Line | None:
        trial = state.trials.get(self.trial)
        if trial is None:
            return None
        skill, rolled = SKILLS[trial.skill].title, self.rolled
        if not rolled.faces:
            because = "is held by a Disorder" if "GP-DIS-02" in self.rules else "is Incapacitated!"
            return Line("result", f"{because} and fails at {skill}, without dice.", begun(whose(state, trial)))
        at = f" at {rolled.chance}" if rolled.chance else ""
        fell = rolled.said(state.options.assist_rule, flips(state.options, trial, tester(state.people, trial)))
        text = spoken(f"test(s) {skill}{at}: {fell}.", bool(trial.group))
        throws = (Throw(tuple(Shown(10, one) for one in rolled.digits), f"{rolled.reads:02d}"),)
        return Line("roll", text, begun(whose(state, trial)), throws=throws, quote=trial.why)

    def told(self, state: State, seat: Seat) -> TrialRolled | None:
        trial = state.trials.get(self.trial)
        if trial is None or seat.guides:
            return self
        if trial.sealed:
            return None
        return replace(self, rolled=replace(self.rolled, chance=0)) if state.people[trial.who].npc else self


class HelperFell(Happening, tag="helper-fell"):
    """Whoever was to help with a test can do nothing any more before its dice fall: no Assist Die is thrown."""

    sentence, about = ("result", "can help no more."), "helper"
    trial: str
    helper: str

    def evolve(self, state: State) -> State:
        return replace(state, trials=changed(state.trials, self.trial, assist="", helper=""))

    def told(self, state: State, seat: Seat) -> HelperFell | None:
        return None if state.trials[self.trial].sealed and not seat.guides else self


class TrialSettled(Event[State], tag="trial-settled"):
    """What fell in a test stands."""

    silent = True
    trial: str
    sealed: bool = False

    def evolve(self, state: State) -> State:
        left, trial = tuple(one for one in state.twice if one != self.trial), state.trials.get(self.trial)
        if trial and trial.rolled and trial.purpose == FREE and trial.who in acting(state):
            state = replace(state, turn="hits" if trial.rolled.outcome in SUCCESSES else "done")
        return replace(state, trials=without(state.trials, self.trial), twice=left)

    def told(self, state: State, seat: Seat) -> TrialSettled | None:
        return None if self.sealed and not seat.guides else self


def roll(play: Play[State], trial: Trial, *, again: bool = False) -> None:
    """Throw the dice of a test; a failure waits while a point could be spent on it, or rolls it once more by a gift,
    anything else stands."""
    who = tester(play.state.people, trial)
    rolled = falling(play.state.options, trial, who, play.roll(*trial.dice))
    play.record(TrialRolled(trial=trial.id, rolled=rolled, again=again, rules=_rules(play.state, trial, who, rolled)))
    more = trial.id in play.state.twice and not trial.again if again else play.state.points(who) > 0
    if rolled.outcome != "failure" or not more:
        settle(play, trial.id)


def _rules(state: State, trial: Trial, who: Person, rolled: Rolled) -> tuple[str, ...]:
    cited = {
        "GP-CORE-01": True, "GP-CORE-02": rolled.outcome.startswith("critical"),
        "GP-CORE-04": flips(state.options, trial, who),
        "GP-CORE-05": SKILLS[trial.skill].special and not who.ranks.get(trial.skill, 0), "GP-CORE-06": trial.assist,
    }
    return tuple(rule for rule, applies in cited.items() if applies)


def settle(play: Play[State], id_: str) -> None:
    """Let what fell stand, an Injury hurt if it failed, and what its purpose says come of it."""
    trial = play.state.trials[id_]
    play.record(TrialSettled(trial=id_, sealed=trial.sealed, rules=("GP-CORE-01",)))
    ache(play, trial)
    PURPOSES[trial.purpose](play, trial)


@settles(FREE)
def _free(play: Play[State], trial: Trial) -> None:
    """What comes of it people tell themselves."""


class OfTrial(FlowCommand):
    """A command about a test that waits for its dice, or for a word on them."""

    while_any = "trials"
    trial: str

    @classmethod
    def offer_of(cls, trial: Trial, label: str, why: Words, **more: Any) -> Offered:
        """An offer about it: the game waits for a test, unless only the guide knows of it."""
        urgency: Urgency = "may" if trial.sealed else "must"
        return cls.offer(trial, label, why, about=trial.of or trial.who, trial=trial.id, urgency=urgency, **more)


class Roll(OfTrial, tag="roll"):
    """Roll the dice of a test."""

    when, rules, urgency, stands_in = SESSION, ("GP-CORE-01", "GP-CORE-02"), ("must", "may"), True

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for trial in state.trials.values():
            if trial.rolled is None and state.owns(seat, trial.who):
                who = tester(state.people, trial)
                label = _called(state, trial, f"roll {SKILLS[trial.skill].title}")
                figures = {"rolled.chance": chance_of(trial, who)}
                yield cls.offer_of(trial, label, partial(_why, state, trial), rolls=trial.dice, figures=figures)
        yield Refused("no-trial", "You have no test to roll.")

    def act(self, play: Play[State], of: Trial) -> None:
        roll(play, of)


def _why(state: State, trial: Trial) -> str:
    who = tester(state.people, trial)
    chance, flip = chance_of(trial, who), flips(state.options, trial, who)
    turned = {1: ", and a failure is flipped to succeed", -1: ", but a success is flipped to fail"}.get(flip, "")
    helped = f" {state.named(trial.helper)} helps." if trial.helper else ""
    first = f"{trial.why}{'' if trial.why[-1] in '.!?…”' else '.'} " if trial.why else ""
    return f"{first}{chance} or less succeeds{turned}: {success(state, trial)}.{helped}"


class Keep(OfTrial, tag="keep"):
    """Let a failure stand."""

    when, rules, urgency, stands_in = SESSION, ("GP-CORE-18",), ("must", "may"), True

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for trial in _failures(state, seat):
            who, why = tester(state.people, trial), partial(_or_else, state, trial)
            costs = (*(die for one in who.aches(trial.skill) for die in one.each), *trial.costs)
            yield cls.offer_of(trial, _called(state, trial, "let it stand"), why, rolls=costs)
        yield Refused("nothing-failed", "You have no failed test to let stand.")

    def act(self, play: Play[State], of: Trial) -> None:
        settle(play, of.id)


class SpendFortune(OfTrial, tag="spend-fortune"):
    """Spend a point to roll a failed test again, every die of it; what falls then stands (GP-RD-12)."""

    when, rules, urgency = SESSION, ("GP-CORE-18", "GP-RD-12", "GP-DIS-02"), ("must", "may")

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for trial in _failures(state, seat):
            who = state.people[trial.who]
            does = "roll once more for that point" if trial.again else f"spend {coin(who)} and roll again"
            if trial.again or state.points(who):
                label, why = _called(state, trial, does), partial(_once_more, state, trial)
                yield cls.offer_of(trial, label, why, rolls=trial.dice)
            else:
                reason = Refused("no-points", f"There is no {coin(who)} left for {who.called}.")
                yield cls.barred(reason, trial=trial.id)
        yield Refused("nothing-failed", "Only a failed test is rolled again, never a critical failure.")

    def act(self, play: Play[State], of: Trial) -> None:
        if not of.again:
            spend(play, play.state.people[of.who], f"{SKILLS[of.skill].title} is rolled again")
        roll(play, of, again=True)


def _called(state: State, trial: Trial, does: str) -> str:
    """What is pressed for a test: of those whom the guide plays with whose it is."""
    return begun(f"{whose(state, trial)}: {does}" if state.guided(trial.who) else does)


def _failures(state: State, seat: Seat) -> list[Trial]:
    return [trial for trial in state.trials.values() if failed(trial) and state.owns(seat, trial.who)]


def _or_else(state: State, trial: Trial) -> str:
    """Which failure it is where somebody has several, and what there is besides to let it stand, if anything."""
    several = sum(failed(one) and one.who == trial.who for one in state.trials.values()) > 1
    which = f"{trial.why.rstrip('.')}. " if several and trial.why else ""
    more = f"Rolled again: {_once_more(state, trial)}" if trial.again or state.points(state.people[trial.who]) else ""
    return f"{which}{more}".rstrip()


def _once_more(state: State, trial: Trial) -> str:
    who = state.people[trial.who]
    left = "A gift pays for it" if trial.again else f"{state.points(who)} {coin(who)} left"
    more = trial.id in state.twice and not trial.again
    then = "if it fails, you may roll once more" if more else "what falls then stands"
    return f"{success(state, trial)} to succeed. {left}; {then}."


def waiting(state: State) -> tuple[Waiting, ...]:
    """Whom the tests wait for, and what for; of sealed ones nobody is told."""
    return waits_for(state, (
        (state.played_by(one.who), _due(state, one)) for one in state.trials.values() if not one.sealed
    ))


def _due(state: State, trial: Trial) -> str:
    """What a test waits for: whose it is, where its seat does not say that."""
    name, skill = whose(state, trial) if state.guided(trial.who) else "", SKILLS[trial.skill].title
    if trial.rolled:
        return f"whether the failure of {name} stands" if name else "whether a failure stands"
    return f"{skill} by {name}" if name else skill


def headline(state: State) -> str:
    """The first test that waits, in a few words, with all who face the same; nothing if none does."""
    waits = [trial for trial in state.trials.values() if not trial.sealed]
    same = [trial for trial in waits if trial.skill == waits[0].skill]
    all_failed = all(map(failed, same))
    same = [trial for trial in same if all_failed or not failed(trial)]
    if len(same) > 1:
        people = f"{len(same)} people" if len(same) > MANY else listed(whose(state, trial) for trial in same)
        return f"{begun(people)}{' failed at' if all_failed else ':'} {SKILLS[same[0].skill].title}"
    return said(state, waits[0]) if waits else ""


def said(state: State, trial: Trial) -> str:
    """A test in a few words: whose, of which skill, and whether it failed."""
    who, skill = begun(whose(state, trial)), SKILLS[trial.skill].title
    return f"{who} failed at {skill}" if failed(trial) else f"{who}: {skill}"


def whose(state: State, trial: Trial) -> str:
    """The name of who is tested, or of the group, within a sentence."""
    return amid(trial.group) or state.name(trial.who)


TRYING: Final = Part(Roll, Keep, SpendFortune, TrialCalled, TrialRolled, HelperFell, TrialSettled)
