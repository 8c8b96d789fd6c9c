"""Roles of a Stretch: taken, checked in their order, and what each check changes (GP-WILD-05 to GP-WILD-08)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, permutations
from typing import Final, Literal

from msgspec.structs import replace

from moot.core import Choice, Choose, Field, Line, Offers, Part, Play, Refused, Seat, Write, listed
from moot.games.perilous.figures import PERIL, ROLES, SKILLS
from moot.games.perilous.flow import FORETOLD, begun, only_guide, settles
from moot.games.perilous.journey.phases import InJourney, OfJourney, fellows, leaders, needs_fellow, travellers
from moot.games.perilous.person import Person
from moot.games.perilous.route import CHECKED, Check, Journey, Stretch, Task, in_days
from moot.games.perilous.rows import RoleEffect
from moot.games.perilous.state import State
from moot.games.perilous.terms import Outcome, RoleId
from moot.games.perilous.trial import ORDER, WORDS, Trial
from moot.games.perilous.trying import call, likely, success

CHECK: Final = "journey-role"
"""The purpose of a Role's test."""


def check_trial(state: State, journey: Journey, stretch: Stretch, role: RoleId, who: str) -> Trial:
    """The test of a Role by somebody, with the Assist Die of a helper in it who has a rank (GP-WILD-05)."""
    row, task = ROLES[role], journey.tasks.get(who)
    others = (state.people[one] for one in journey.helpers(role))
    helper = next((one.id for one in others if one.ranks.get(row.skill, 0) and not one.incapacitated), "")
    return Trial(
        who=who, skill=row.skill, purpose=CHECK, of=journey.id, step=role, why=f"{row.title} on {stretch.called}.",
        difficulty=stretch.first if role == "guide" else stretch.later, assist="helper" if helper else "",
        helper=helper, alone=True, focused=bool(task and task.focus),
    )


class RoleTaken(OfJourney, tag="role-taken"):
    """A traveller takes a Role, or helps in one; who rolled for it before helps from now on."""

    who: str
    task: Task

    def unfold(self, journey: Journey) -> Journey:
        tasks = dict(journey.tasks)
        if self.task.rolls and (before := journey.roller(self.task.role)):
            tasks[before] = Task(self.task.role, rolls=False)
        return replace(journey, tasks={**tasks, self.who: self.task})

    def line(self, state: State) -> Line:
        title, focus = ROLES[self.task.role].title, f", and knows {self.task.focus} well" if self.task.focus else ""
        return Line("move", f"{'is' if self.task.rolls else 'helps'} the {title}{focus}.", state.named(self.who))


class TakeRole(InJourney, tag="take-role"):
    """Take a Role for this Stretch, or help somebody in theirs."""

    rules, urgency, stands_in = ("GP-WILD-05",), ("must", "may"), True
    who: str
    role: RoleId
    part: str
    focus: str = ""

    @classmethod
    def offers_in(cls, state: State, seat: Seat, journey: Journey) -> Offers:
        why = "Each Role is checked once: Guide, Survivalist, Scout."
        for who in fellows(state, seat, journey):
            which, urgency = ("another", "may") if who.id in journey.tasks else ("this", "must")
            label, blanks = f"{who.name} takes {which} Role", _blanks(state, journey, who)
            yield cls.offer_in(journey, who, label, why, *blanks, who=who.id, urgency=urgency)
        yield Refused("nobody-yours", "Nobody of yours is on the road.")

    def act(self, play: Play[State], of: Person) -> None:
        task = Task(self.role, self.part == "rolls", self.focus)
        play.record(RoleTaken(journey=self.journey, who=of.id, task=task, rules=self.rules))


def _blanks(state: State, journey: Journey, who: Person) -> tuple[Field, ...]:
    now = journey.tasks.get(who.id)
    roles = []
    for row in ROLES.values():
        taken = journey.roller(row.id)
        by = f"; {state.name(taken)} rolls now" if taken and taken != who.id else ""
        alone = success(state, _alone(journey, who.id, row.id))
        roles.append(Choice(row.id, row.title, hint=f"{SKILLS[row.skill].title} {alone}{by}"))
    fits = (now.role,) if now else tuple(filter(None, (_proposed(state, journey).get(who.id),)))
    parts = (Choice("rolls", "Roll for it"), Choice("helps", "Help in it", hint="An Assist Die, with a rank."))
    first = "rolls" if (now.rolls if now else fits) else "helps"
    fields: tuple[Field, ...] = (
        Choose(name="role", label="Which Role?", choices=tuple(roles), default=fits),
        Choose(name="part", label="How?", choices=parts, default=(first,)),
    )
    if not who.focuses:
        return fields
    focuses = tuple(Choice(focus, focus) for focus in who.focuses)
    hint = "All your ranks count then, whatever your Peril."
    return (*fields, Choose(name="focus", label="Does a specialty fit?", least=0, choices=focuses, hint=hint))


def _alone(journey: Journey, who: str, role: RoleId) -> Trial:
    """A Role's test by somebody whom nobody helps."""
    return Trial(who=who, skill=ROLES[role].skill, purpose=CHECK, difficulty=journey.here.first)


def _proposed(state: State, journey: Journey) -> dict[str, RoleId]:
    """For those who have no Role yet, each a free one: the party’s first, and what they leave for the guide’s people,
    whose figures no proposal to a player may hang on."""
    idle = [who for who in travellers(state, journey) if who.id not in journey.tasks]
    free = [role for role in CHECKED if not journey.roller(role)]
    party = _best(state, journey, [who.id for who in idle if not who.npc], free)
    left = [role for role in free if role not in party.values()]
    return party | _best(state, journey, [who.id for who in idle if who.npc], left)


def _best(state: State, journey: Journey, idle: list[str], free: list[RoleId]) -> dict[str, RoleId]:
    """As many of these people as there are Roles for, each in another, as together they succeed best."""
    least = min(len(free), len(idle))
    worth = {(who, role): likely(state, _alone(journey, who, role)) for who in idle for role in free}
    ways = (
        tuple(zip(people, roles, strict=True))
        for roles in combinations(free, least) for people in permutations(idle, least)
    )
    return dict(max(ways, key=lambda pairs: sum(worth[pair] for pair in pairs)))


def _either(titles: Iterable[str]) -> str:
    """One of these Roles, in words: `Guide, Survivalist or Scout`."""
    return listed(titles).replace(" and ", " or ")


class RolesSettled(OfJourney, tag="roles-settled"):
    """Everybody knows what they do on this Stretch."""

    def unfold(self, journey: Journey) -> Journey:
        return journey.with_passage(ready=True)

    def line(self, state: State) -> Line:
        empty = [row.title for row in ROLES.values() if not state.journeys[self.journey].roller(row.id)]
        none = f" Nobody is {_either(empty)}." if empty else ""
        return Line("move", f"The Roles are settled.{none}")


class BeOff(InJourney, tag="be-off"):
    """Leave the Roles as they are and go."""

    rules, urgency, records, cites = ("GP-WILD-05", "GP-RD-29"), ("must", "may"), RolesSettled, ("GP-WILD-05",)
    stands_in = True

    @classmethod
    def offers_in(cls, state: State, seat: Seat, journey: Journey) -> Offers:
        needs_fellow(state, seat, journey, "say when the party goes")
        idle = [who.called for who in travellers(state, journey) if who.id not in journey.tasks]
        if idle and not seat.guides:
            raise Refused("roles-first", begun(f"{', '.join(idle)} still need a Role."), "GP-WILD-05")
        empty = [row.title for row in ROLES.values() if not journey.roller(row.id)]
        counts = "counts as failed" if state.options.empty_role == "failure" else "changes nothing"
        taken = (f"{row.title} {state.name(who)}" for row in ROLES.values() if (who := journey.roller(row.id)))
        settled = ", ".join(taken) or "No Role is taken"
        why = f"{settled}. Nobody is {_either(empty)}: that {counts}." if empty else f"{settled}."
        asked = not idle and any(state.owns(seat, who.id) for who in leaders(state, journey))
        yield cls.offer_in(journey, journey, "Go with these Roles", why, urgency="must" if asked else "may")


class RoleChecked(OfJourney, tag="role-checked"):
    """What came of a Role: by its test, with nobody in it, or as the guide rules. `ate` goes into the ledger."""

    role: RoleId
    check: Check
    ate: int = 0
    ruled: bool = False
    why: str = ""

    def evolve(self, state: State) -> State:
        state = super().evolve(state)
        return state.without_trials_of(self.journey) if self.ruled else state

    def unfold(self, journey: Journey) -> Journey:
        stretch, passage = journey.here, journey.passage
        days = f"{stretch.name}: {in_days(stretch.days)}"
        if self.ate:
            eaten = self.ate > 0
            journey = journey.with_ledger_line(-self.ate, days) if eaten else journey.given_back(-self.ate, days)
        if self.role == "survivalist":
            journey = journey.with_passage(moments=stretch.moments(self.check.effect.moments))
        return journey.with_passage(checks={**passage.checks, self.role: self.check})

    def line(self, state: State) -> Line:
        row = ROLES[self.role]
        wanting = state.journeys[self.journey].wanting if self.ate else ""
        text = brings(self.role, self.check.effect, self.ate) + wanting
        said = WORDS[self.check.outcome] if self.check.outcome else "nothing"
        if self.ruled:
            return Line("result", f"The GM counts the {row.title}’s check as {said}: {text}", quote=self.why)
        if not self.check.who:
            return Line("result", f"Nobody is {row.title}, which counts as {said}: {text}")
        return Line("result", f"as {row.title}: {text}", state.named(self.check.who))


def brings(role: RoleId, effect: RoleEffect, ate: int) -> str:
    """What the outcome of a Role brings, in a sentence."""
    if role == "guide":
        shift = {-1: ", and it is a step easier from here", 1: ", and it is a step harder from here"}
        each = "one day’s provisions" if effect.provisions == 1 else f"{effect.provisions} days’ provisions"
        eaten = f", {ate} for all" if ate > 0 else ""
        return f"{each} for each day{eaten}{shift.get(effect.terrain, '')}."
    if role == "survivalist":
        shift = {-1: ", and one moment of hardship is waived", 1: ", and there is one moment of hardship more"}
        return f"a camp restores to {PERIL[effect.camp or 'imperiled'].title}{shift.get(effect.moments, '')}."
    surprise = {"party": ", and a Surprise Turn for the party", "enemy": ", and a Surprise Turn for the enemy"}
    change = {-1: "one Threat die fewer", 0: "as many Threat dice as before", 1: "one Threat die more"}
    return f"{change[effect.threat]}{surprise.get(effect.surprise or '', '')}."


def _found(play: Play[State], journey: Journey, role: RoleId, check: Check, *rules: str, why: str = "") -> None:
    """Let a Role have come to this; what was eaten by an outcome that counts no more is given back."""
    each = check.effect.provisions - journey.passage.effect(role).provisions
    days = journey.here.days - journey.passage.saved
    ate, ruled = each * days * len(journey.travellers), role in journey.passage.checks
    rules = (*rules, *RULE_OF[role])
    play.record(RoleChecked(journey=journey.id, role=role, check=check, ate=ate, ruled=ruled, why=why, rules=rules))


RULE_OF: Final[dict[RoleId, tuple[str, ...]]] = {
    "guide": ("GP-WILD-06", "GP-WILD-14"), "survivalist": ("GP-WILD-07",), "scout": ("GP-WILD-08",),
}
"""The rules that say what each Role's outcomes bring."""


FORETOLD.update({
    (CHECK, row.id): {one: brings(row.id, effect, 0) for one, effect in row.outcomes.items()} for row in ROLES.values()
})


@settles(CHECK)
def _checked(play: Play[State], trial: Trial) -> None:
    fell = trial.fell
    role = next(row for row in ROLES.values() if row.id == trial.step)
    check = Check(effect=role.outcomes[fell.outcome], outcome=fell.outcome, reads=fell.reads, who=trial.who)
    _found(play, play.state.journeys[trial.of], role.id, check)


def check_role(play: Play[State], journey: Journey, role: RoleId) -> None:
    """Ask for a Role's test; one that nobody has counts as the table's option says (GP-WILD-05)."""
    if who := journey.roller(role):
        call(play, check_trial(play.state, journey, journey.here, role, who))
    else:
        outcome: Outcome | Literal[""] = "failure" if play.state.options.empty_role == "failure" else ""
        check = Check(effect=effect_of(play.state, journey, role, "failure"), outcome=outcome)
        _found(play, journey, role, check, "GP-WILD-05")


def effect_of(state: State, journey: Journey, role: RoleId, outcome: Outcome) -> RoleEffect:
    """What an outcome of a Role changes; one that nobody has may change nothing (GP-WILD-05, `empty-role`)."""
    neutral = not journey.roller(role) and state.options.empty_role == "neutral"
    return ROLES[role].neutral if neutral else ROLES[role].outcomes[outcome]


class RuleRole(InJourney, tag="rule-role"):
    """Count a Role’s check as something else than it was."""

    rules, urgency, giver = ("GP-WILD-05",), "tool", only_guide("rules on checks")
    role: RoleId
    outcome: Outcome
    why: str = ""

    @classmethod
    def offers_in(cls, state: State, seat: Seat, journey: Journey) -> Offers:
        rolled = any(trial.rolled for trial in state.trials_of(journey.id))
        if rolled or any(moment.diced or moment.watched or moment.answered for moment in journey.passage.moments):
            raise Refused("too-late", "The hardship has begun: what the Roles found stands.", "GP-WILD-11")
        for role, check in journey.passage.checks.items():
            choices = tuple(Choice(one, WORDS[one]) for one in ORDER[::-1] if one != check.outcome)
            yield cls.offer_in(
                journey, check, f"Rule on the {ROLES[role].title}’s check", "",
                Choose(name="outcome", label="Count it as", choices=choices),
                Write(name="why", label="Why?", least=0), role=role,
            )
        yield Refused("nothing-checked", "No Role has been checked yet.", "GP-WILD-05")

    def act(self, play: Play[State], of: Check) -> None:
        check = replace(of, outcome=self.outcome, effect=ROLES[self.role].outcomes[self.outcome])
        _found(play, play.state.journeys[self.journey], self.role, check, why=self.why.strip())


ROLE_PARTS: Final = Part(TakeRole, BeOff, RuleRole, RoleTaken, RolesSettled, RoleChecked)
