"""Morale: what shakes a group, the test of its Resolve, and what it does then (GP-MORALE-01 to GP-MORALE-07)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Final, Literal

from msgspec.structs import replace

from moot.core import Choice, Fact, Line, Offers, Part, Play, Refused, Seat, listed
from moot.games.perilous.fight.phases import InFight, Inspired, OfBand, OfFight, broke
from moot.games.perilous.figures import DIFFICULTIES, MORALE, SKILLS, TRIGGERS
from moot.games.perilous.flow import begun, how_hard, only_guide, settles, spoken
from moot.games.perilous.options import Options
from moot.games.perilous.order import figures_of, name_in, numbers, standing
from moot.games.perilous.state import State
from moot.games.perilous.terms import Difficulty, Outcome
from moot.games.perilous.trial import SUCCESSES, Trial, worth_of
from moot.games.perilous.trying import TrialSettled, call, success
from moot.games.perilous.underway import Band, Fight, Heart, Side

RATIOS: Final = tuple(sorted((row for row in TRIGGERS.values() if row.ratio), key=lambda row: row.ratio or 0))


def ratio_row(state: State, fight: Fight, side: Side) -> str:
    """The row of the ratio that is in force against a side; nothing while it is not outnumbered (GP-MORALE-02,
    GP-RD-22)."""
    own, others = numbers(state, fight, side), numbers(state, fight, "foes" if side == "party" else "party")
    found = [row.id for row in RATIOS if own and others >= own * (row.ratio or 0)]
    return found[-1] if found else ""


def worth_of_rows(options: Options, rows: Iterable[str]) -> Difficulty:
    """How hard it is to stand when all of these rows count: the worst alone, or all together (GP-MORALE-03)."""
    values = [TRIGGERS[row].value for row in dict.fromkeys(rows)]
    if options.morale_combine == "worst":
        return worth_of(min(values))
    return worth_of(max(MORALE.sum_least, min(MORALE.sum_most, sum(values))))


class Shaken(OfBand, tag="shaken"):
    """A turn is over in which a group lost something, or was first outnumbered so far: it may be tested."""

    due: tuple[str, ...]
    met: tuple[str, ...]

    def becomes(self, band: Band) -> Band:
        return replace(band, losses=(), due=self.due, met=self.met)

    def line(self, state: State) -> Line | None:
        return self.said(state, "may lose heart.") if self.due else None


def ask(play: Play[State], id_: str) -> None:
    """What the turn that is over has brought to each group, as one (GP-MORALE-07)."""
    fight = play.state.fights[id_]
    for band in fight.bands.values():
        row = ratio_row(play.state, fight, fight.fighter(band.id).side)
        reached = tuple(one.id for one in RATIOS if row and one.value >= TRIGGERS[row].value)
        fresh = (row,) if row and row not in band.met else ()
        due = (*dict.fromkeys(band.losses), *((row,) if row else ()))
        if fight.heart(band.id) != "steady" or not band.count:
            due = ()
        if fresh or band.losses:
            met = tuple(dict.fromkeys((*band.met, *reached)))
            play.record(Shaken(fight=id_, band=band.id, due=due, met=met, rules=("GP-MORALE-07",)))


class MoraleAsked(OfBand, tag="morale-asked"):
    """The guide lets a group test its Resolve, or not: then the difficulty is empty."""

    difficulty: Difficulty | None = None

    def becomes(self, band: Band) -> Band:
        if self.difficulty is None:
            return replace(band, due=())
        return replace(band, due=(), difficulty=self.difficulty, rallies=0)

    def line(self, state: State) -> Line:
        if self.difficulty is None:
            return self.said(state, "stand fast.")
        return self.said(state, f"are put to the test, {DIFFICULTIES[self.difficulty].title}.")


class Prompt(InFight, tag="prompt"):
    """Let a group test its Resolve, or stand fast without a test; named leaders test their own."""

    rules, urgency = ("GP-MORALE-02", "GP-MORALE-03", "GP-MORALE-04", "GP-MORALE-01"), "must"
    giver = only_guide("says whether a group may lose heart")
    band: str
    difficulty: Difficulty | Literal["none"]

    @classmethod
    def offers_in(cls, state: State, seat: Seat, fight: Fight) -> Offers:
        for band in fight.bands.values():
            if band.due:
                preset, why = worth_of_rows(state.options, band.due), ", ".join(TRIGGERS[row].title for row in band.due)
                hard = how_hard(preset, "How hard?")
                hard = replace(hard, choices=(*hard.choices, Choice("none", "They stand fast, without a test")))
                yield cls.offer_in(fight, band, f"{begun(band.name)}: see whether they stand", why, hard, band=band.id)

    def act(self, play: Play[State], of: Band) -> None:
        if self.difficulty == "none":
            play.record(MoraleAsked(fight=self.fight, band=of.id, rules=("GP-MORALE-01",)))
            return
        play.record(MoraleAsked(fight=self.fight, band=of.id, difficulty=self.difficulty, rules=self.rules[:3]))
        fight = play.state.fights[self.fight]
        tested = (one for one in _leading(play.state, fight, of) if play.state.people[one].npc)
        led = (one for one in tested if fight.heart(one) == "steady")
        for who, step in ((of.typical, of.id), *((one, one) for one in led)):
            call(play, Trial(
                who=who, skill=MORALE.skill, purpose="stand", of=self.fight, step=f"{of.id} {step}",
                why=begun(f"{of.name} may lose heart."), group=of.name if step == of.id else "",
                difficulty=self.difficulty, alone=True,
            ))


_HEARTS: Final[dict[Outcome, tuple[Heart, str]]] = {
    "critical-success": ("steady", "stand(s), and (is) the bolder for it"), "success": ("steady", "stand(s)"),
    "failure": ("wavering", "waver(s): they give up when their turn comes"), "critical-failure": ("broken", "break(s)"),
}
"""How a group or a leader stands by the outcome of their test, and in words (GP-MORALE-05)."""


class HeartTested(OfBand, tag="heart-tested"):
    """A group, or one of its leaders, stood or did not."""

    who: str
    outcome: Outcome

    def becomes(self, band: Band) -> Band:
        return replace(band, hearts={**band.hearts, self.who: _HEARTS[self.outcome][0]})

    def line(self, state: State) -> Line:
        return self.says(state, "result", self.who, f"{_HEARTS[self.outcome][1]}.")


@settles("stand")
def stand(play: Play[State], trial: Trial) -> None:
    """What comes of a test of morale (GP-MORALE-05)."""
    band, who = trial.step.split()
    outcome = trial.fell.outcome
    play.record(HeartTested(fight=trial.of, band=band, who=who, outcome=outcome, rules=("GP-MORALE-05",)))
    if outcome == "critical-success" and not figures_of(play.state, play.state.fights[trial.of], who).inspired:
        play.record(Inspired(fight=trial.of, who=(who,), rules=("GP-MORALE-05", "GP-CORE-20")))


class LeftFight(OfFight, tag="left-fight"):
    """A group or a leader gave up, fled, or turned on their own side."""

    who: str
    how: Literal["gave-up", "fled", "turned"]

    def unfold(self, fight: Fight) -> Fight:
        heart: Heart = "steady" if self.how == "turned" else self.how
        bands = {
            id_: replace(band, hearts={**band.hearts, self.who: heart}) if self.who in band.hearts else band
            for id_, band in fight.bands.items()
        }
        if self.how == "turned":  # nobody leads those whom they are against
            bands = {
                id_: replace(band, leaders=tuple(who for who in band.leaders if self.who not in (id_, who)))
                for id_, band in bands.items()
            }
            places = (one for one in fight.fighters if one.id == self.who)  # none, if they are counted among a group
            fight = fight.placed(*(replace(one, side="foes" if one.side == "party" else "party") for one in places))
        return replace(fight, bands=bands, turned=True if self.how == "turned" else fight.turned)

    def line(self, state: State) -> Line:
        name = begun(self.called(state, self.who))
        does = {"gave-up": "give(s) up", "fled": "flee(s)", "turned": "turn(s) on their own side"}[self.how]
        says = f"{name} {spoken(does, self.who not in state.people)}"
        fact = Fact(kind="fact" if self.how == "turned" else "out", text=says, who=name, seat=state.guide_seat)
        return self.says(state, "result", self.who, f"{does}.", facts=(fact,))


class Break(InFight, tag="break"):
    """Say what those do who broke: they flee at once, or turn on their own side."""

    rules, urgency, records, giver = ("GP-MORALE-05",), "must", LeftFight, only_guide("says what those do who broke")
    who: str
    how: Literal["fled", "turned"]

    @classmethod
    def offers_in(cls, state: State, seat: Seat, fight: Fight) -> Offers:
        for band, who in broke(state, fight):
            name = begun(name_in(state, fight, who))
            for how, label in (("fled", "flee"), ("turned", "turn on their own side")):
                yield cls.offer_in(fight, band, f"{name}: {label}", "", who=who, how=how)


class RallyTried(OfBand, tag="rally-tried"):
    """A leader tries to rally those who waver."""

    who: str

    def becomes(self, band: Band) -> Band:
        return replace(band, rallies=band.rallies + 1)

    def line(self, state: State) -> Line:
        fight = state.fights[self.fight]
        return Line("move", f"rallies {_named(state, fight, fight.bands[self.band], self.who)}.", state.named(self.who))


class Rally(InFight, tag="rally"):
    """Let a leader rally all of a group who waver: once, by Leadership, as hard as what they failed."""

    rules, urgency, giver = ("GP-MORALE-06",), "may", only_guide("lets leaders rally their people")
    band: str
    who: str

    @classmethod
    def offers_in(cls, state: State, seat: Seat, fight: Fight) -> Offers:
        for band in fight.bands.values():
            for who in band.leaders:
                if (reason := _cannot_rally(state, fight, band, who)) is not None:
                    yield cls.barred(reason, fight=fight.id, band=band.id, who=who)
                else:
                    label = f"{state.named(who)} rallies {_named(state, fight, band, who)}"
                    chance = partial(_chance, state, _rallying(fight, band, who))
                    yield cls.offer_in(fight, band, label, chance, band=band.id, who=who)

    def act(self, play: Play[State], of: Band) -> None:
        play.record(RallyTried(fight=self.fight, band=of.id, who=self.who, rules=self.rules))
        call(play, _rallying(play.state.fights[self.fight], of, self.who))


def _leading(state: State, fight: Fight, band: Band) -> tuple[str, ...]:
    """The leaders of a group who stand."""
    return tuple(one.id for one in standing(state, fight) if one.id in band.leaders)


def _wavering(state: State, fight: Fight, band: Band) -> tuple[str, ...]:
    """Who wavers of a group and its leaders."""
    stand = {one.id for one in standing(state, fight)}
    return tuple(one for one, heart in band.hearts.items() if heart == "wavering" and one in stand)


def _named(state: State, fight: Fight, band: Band, who: str) -> str:
    """Whom a leader rallies, in words: all of theirs who waver."""
    return listed(name_in(state, fight, one) for one in _wavering(state, fight, band) if one != who)


def _chance(state: State, trial: Trial) -> str:
    return f"{SKILLS[trial.skill].title}: {success(state, trial)}."


def _rallying(fight: Fight, band: Band, who: str) -> Trial:
    """The test of a leader who rallies a group, as hard as what it failed (GP-MORALE-06)."""
    return Trial(
        who=who, skill=MORALE.rally_skill, purpose="rally", of=fight.id, step=band.id, why=f"To rally {band.called}.",
        difficulty=band.difficulty,
    )


def _cannot_rally(state: State, fight: Fight, band: Band, who: str) -> Refused | None:
    if not {*_wavering(state, fight, band)} - {who}:
        return Refused("not-wavering", f"{begun(band.name)} do not waver.", "GP-MORALE-06")
    if band.rallies >= MORALE.rallies:
        tried = f"Their leaders have tried that already: {MORALE.rallies} is the most."
        return Refused("rallied-already", tried, "GP-MORALE-06")
    if who not in _leading(state, fight, band):
        return Refused("no-leader", f"{state.named(who)} rallies nobody now.", "GP-MORALE-06")
    return None


@settles("rally")
def rallied(play: Play[State], trial: Trial) -> None:
    """Who wavered stands again, the leader who rallied them too (GP-MORALE-06)."""
    fight = play.state.fights[trial.of]
    for who in _wavering(play.state, fight, fight.bands[trial.step]) if trial.fell.outcome in SUCCESSES else ():
        play.record(HeartTested(fight=fight.id, band=trial.step, who=who, outcome="success", rules=("GP-MORALE-06",)))


def call_off(play: Play[State]) -> None:
    """Of a group of which nobody is left nothing is tested or asked any more (GP-MORALE-04, GP-MORALE-07)."""
    fights = play.state.fights.values()
    empty = [(fight.id, band) for fight in fights for band in fight.bands.values() if not band.count]
    gone = {(band.typical, band.name) for _, band in empty}
    for trial in tuple(play.state.trials.values()):
        if (trial.who, trial.group) in gone:
            play.record(TrialSettled(trial=trial.id, sealed=trial.sealed, rules=("GP-MORALE-04",)))
    for fight, band in empty:
        if band.due:
            play.record(Shaken(fight=fight, band=band.id, due=(), met=band.met, rules=("GP-MORALE-07",)))


MORALE_PART: Final = Part(
    Prompt, Break, Rally, Shaken, MoraleAsked, HeartTested, LeftFight, RallyTried,
)
