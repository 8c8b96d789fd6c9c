"""A power is used: one magic action for each level, and with the last the cost and the effect (MO-402 to MO-404,
MO-FP15)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from msgspec.structs import replace

from moot.core import Confirm, Event, Offers, Part, Play, Refused, Seat
from moot.core.blanks import Field
from moot.games.modos.abilities import check_affords, check_open, hero_for, left_for, trade_for
from moot.games.modos.blanks import SPARE, claims_blank, dice_choices, keep_words
from moot.games.modos.conflict.beats import declare
from moot.games.modos.conflict.deeds import DeedCommand, actors, facts_of, side_of
from moot.games.modos.conflict.resolving import resolves
from moot.games.modos.conflicts import Chain, Deed
from moot.games.modos.contests import Facts, Total
from moot.games.modos.effects import Harm, Mend
from moot.games.modos.figures import CONTEST
from moot.games.modos.flow import Happening
from moot.games.modos.live import catalog_of
from moot.games.modos.magic.aiming import (
    THING,
    aim_blanks,
    counter,
    countered,
    lasting_blank,
    most_targets,
    pick_by,
    steps_to,
    targets_of,
    words_blank,
)
from moot.games.modos.magic.cost import WayToUse, borne, check_cost, cost_of, pay, turn_actions, ways
from moot.games.modos.magic.taking import PowerAtWork, take_hold
from moot.games.modos.magic.using import use_up
from moot.games.modos.postures import posture_named
from moot.games.modos.rows import Power
from moot.games.modos.state import FREE, REACTION, TURN, State
from moot.games.modos.throwing import OneThrew, kept_against, kept_total, said, total_of
from moot.games.modos.wording import sentences
from moot.kit.keyed import without
from moot.kit.people import label_for


class MagicThrown(OneThrew, tag="magic-thrown"):
    """A magic action: it is a Pro unless it comes to less than 1 (MO-403)."""

    title: str
    stage: int
    level: int

    @property
    def text(self) -> str:
        pro = "a Pro" if self.total.worth >= CONTEST.least else "a Con"
        step = f" ({self.stage} of {self.level})" if self.level > 1 else ""
        return f"throws {said(self.total)} for {self.title}{step}: {pro}."


class PowerLost(Happening, tag="power-lost"):
    """A power came to nothing: the actions are spent, and nothing is paid (MO-403)."""

    sentence = ("result", "fails at {title}: {why}.")
    who: str
    title: str
    why: str

    def evolve(self, state: State) -> State:
        return replace(state.with_entry(self.who, chain=None), casting=without(state.casting, self.who))


class CastingWent(Event[State], tag="casting-went"):
    """Where somebody stands with a power outside a conflict: nowhere, when it has taken hold (MO-X408)."""

    silent = True
    who: str
    chain: Chain | None = None

    def evolve(self, state: State) -> State:
        casting = without(state.casting, self.who)
        return replace(state, casting=casting if self.chain is None else {**casting, self.who: self.chain})


def chain_of(state: State, who: str) -> Chain | None:
    """What somebody's last action was, in a conflict or out of it."""
    one = state.entry(who)
    return one.chain if one else state.casting.get(who)


def stage_now(state: State, who: str, way: WayToUse) -> int:
    """Which of a power's magic actions comes next: the first, unless the last action was the one before it."""
    chain = chain_of(state, who)
    begun = chain is not None and chain.kind == "cast" and chain.skill == way.skill
    return chain.stage + 1 if begun and chain is not None else 1


class Use(DeedCommand, tag="cast"):
    """Use a power: an action and a throw for each of its levels, without another action in between. With the last one
    say at whom, and pay for it."""

    when, urgency = FREE | TURN | REACTION, "may"
    rules = ("MO-402", "MO-403", "MO-404", "MO-407", "MO-408", "MO-409", "MO-410", "MO-X403", "MO-X408", "MO-X411")
    together = "Use a power"
    power: str
    on: str = ""
    keep: bool = False
    pick: str = ""
    posture: str = ""
    targets: tuple[str, ...] = ()
    choice: str = ""
    words: str = ""
    cost_half: bool = False
    hurt_half: bool = False
    hurt_hero: bool = False
    karma: bool = False
    guard_hero: bool = False
    claims: tuple[str, ...] = ()

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in actors(state, seat):
            for id_, way in ways(state, who).items() if state.people[who].known else ():
                stage = 1 if state.phase == "reaction" else stage_now(state, who, way)
                try:
                    check_ready(state, who, way, stage)
                except Refused as reason:
                    yield cls.barred(reason, who=who, power=id_)
                    continue
                chain = chain_of(state, who) if stage > 1 else None
                anew = chain is None or state.options.combine != "keep_only"
                for keep in [keep for keep, is_open in ((False, anew), (True, chain is not None)) if is_open]:
                    yield cls.offer(
                        (way, stage), partial(_label, state, who, way, chain, keep),
                        partial(_why, state, who, way, stage), partial(_blanks, state, who, way, stage, keep),
                        about=who, who=who, power=id_, keep=keep,
                    )
                if not anew:
                    message = f"{way.row.title} goes on with its number here; it is not thrown anew."
                    yield cls.barred(Refused("keeps-it", message, "MO-E21"), who=who, power=id_, keep=False)
                if chain is None:
                    message = f"{way.row.title} has no number yet that could be kept."
                    yield cls.barred(Refused("no-chain", message, "MO-204"), who=who, power=id_, keep=True)
        yield Refused("no-power", "Nobody of yours has a power to use now.", "MO-X401")

    def act(self, play: Play[State], of: tuple[WayToUse, int]) -> None:
        way, stage = of
        state, row, who, chain = play.state, way.row, self.who, chain_of(play.state, self.who)
        posture, targets = posture_named(self.posture), tuple(one for one in self.targets if one != THING)
        deed = self.deed(
            "cast", "MP", skill=way.skill, posture=posture, targets=targets, stage=stage, tool=way.tool,
            steps=steps_to(state, who, targets, posture), on=self.on if stage == 1 or chain is None else chain.on,
            pick=self.pick or pick_by(state, row, targets, self.choice), price=1 + (way.asks if stage == 1 else 0),
        )
        if state.conflict is not None:
            declare(play, deed)
            return
        total = cast(play, deed, ())
        play.record(CastingWent(who=who, chain=Chain.after(deed, total) if total else None, rules=("MO-X408",)))


def check_ready(state: State, who: str, way: WayToUse, stage: int) -> None:
    """Raise Refused unless somebody can do the next magic action of a power: nothing shuts it, there are actions for
    all that is left of it, and the cost can be borne; no level of their own is asked for (MO-X403, MO-X409, MO-E40,
    MO-FQ06)."""
    row = way.row
    check_open(state, who, "cast", pool="MP")
    if state.phase == "reaction" and way.actions > 1:
        message = f"{row.title} takes {way.actions} actions, and an answer is one."
        raise Refused("one-action", message, "MO-X403")
    wanted = way.actions if stage == 1 else row.level - stage + 1
    left = turn_actions(state, who) if state.conflict is None else left_for(state, who, way.skill, "MP")
    if left < wanted:
        message = f"{row.title} takes {wanted} actions, and {state.name(who)} has {left} for it."
        raise Refused("too-few-actions", message, "MO-402")
    if state.conflict is not None:
        check_affords(state, who, way.skill, "MP", 1 + (way.asks if stage == 1 else 0))
    _check_aim(state, who, row, stage)
    if stage == row.level:
        check_cost(state, who, row)


def _check_aim(state: State, who: str, row: Power, stage: int) -> None:
    """Raise Refused if a counter has nothing to be aimed at, or nobody whom it concerns is near (MO-404, MO-410)."""
    if not counter(row):
        return
    chain = chain_of(state, who)
    on = chain.on if stage > 1 and chain is not None else ""
    if not state.running or (stage > 1 and on not in state.running):
        raise Refused("nothing-lasts", "No power lasts that it could be aimed at.", "MO-404")
    if stage == row.level and not targets_of(state, who, row, on):
        raise Refused("out-of-range", "Neither who keeps that power up nor who is under it is in range.", "MO-410")


def _label(state: State, who: str, way: WayToUse, chain: Chain | None, keep: bool) -> str:
    if chain is None:
        return label_for(state, who, f"Use {way.row.title}")
    how = keep_words(state, chain) if keep else "throw anew"
    return label_for(state, who, f"Go on with {way.row.title}, and {how}")


def _why(state: State, who: str, way: WayToUse, stage: int) -> str:
    more = ", with an action more for it" if way.asks and stage == 1 and "extended" in state.modules else ""
    by = f" By {way.by}{more}." if way.by else ""
    hurts = any(isinstance(effect, Harm) for effect in way.row.effects)
    apart = " Nobody resists it outside a conflict." if hurts and state.conflict is None else ""
    costs = f" Costs {cost_of(state, who, way.row)}." if stage < way.row.level else ""  # the last one asks for it
    what = "Action" if "extended" in state.modules else "Throw"
    return f"{what} {stage} of {way.row.level}.{by} {' '.join(sentences(way.row))}{costs}{apart}"


def _blanks(state: State, who: str, way: WayToUse, stage: int, keep: bool, shown_: bool) -> Iterator[Field]:
    """The blanks of a magic action; the last one asks for targets and the cost too."""
    row = way.row
    if stage == 1 and counter(row) and state.running:
        yield lasting_blank(state, state.running)
    if not keep:
        yield from dice_choices(state, who)
        yield from claims_blank(state, who, Facts(deed="cast", pool="MP", skill=way.skill, tool=way.held))
    if stage == row.level:
        chain = chain_of(state, who)
        yield from _last_blanks(state, who, row, chain.on if stage > 1 and chain is not None else "")


def _last_blanks(state: State, who: str, row: Power, on: str) -> Iterator[Field]:
    yield from aim_blanks(state, who, row, on)
    yield from words_blank(row)
    cost, dice = cost_of(state, who, row), borne(state, who, row, most_targets(state, who, row), half=False)
    yield Confirm(
        name="cost_half", label=f"Pay by half: {cost.half}", hint=f"By dice {cost}.", must=not dice, rule="MO-012",
    )
    if cost.guard and (hard := hero_for(state, who, "guard-roll")) is not None:
        yield Confirm(name="guard_hero", label=f"{hard.title}: a hero point on protection",
                      hint=f"Against the cost, and for each blow that lands. {SPARE}", rule="MO-E50")
    if any(isinstance(effect, Harm | Mend) for effect in row.effects):
        yield Confirm(name="hurt_half", label="Half of the die of its effect", rule="MO-012")
    if any(isinstance(effect, Harm) for effect in row.effects):
        facts = Facts(deed="cast", pool="MP")
        if hero_for(state, who, "damage", facts):
            hint = f"One for each roll of it. {SPARE}" if row.target == "multi" else SPARE
            yield Confirm(name="hurt_hero", label="A hero point for the damage", hint=hint, rule="MO-E50")
        if trade_for(state, who, "harm:MP", facts):
            yield Confirm(name="karma", label="Metaphysical damage instead", rule="MO-E100")


# ---------------------------------------------------------------- how it comes out


@resolves("cast", "uses")
def cast(play: Play[State], deed: Deed, against: tuple[Deed, ...]) -> Total | None:
    """A magic action comes out; with the last one the power is paid for and takes hold. Gives the number that the next
    one may keep (MO-X403)."""
    row = catalog_of(play.state).powers[deed.power]
    total, why = _thrown(play, deed, row, tuple(one for one in against if one.kind == "hinder"))
    if why:
        play.record(PowerLost(who=deed.who, title=row.title, why=why, rules=("MO-403", "MO-X403")))
        return None
    if deed.stage < row.level:
        return total
    if not pay(play, deed.who, row, len(deed.targets), half=deed.cost_half, hero=deed.guard_hero):
        play.record(PowerLost(who=deed.who, title=row.title, why="it costs too much", rules=("MO-E40",)))
        return None
    answers = {one.who: one for one in against if one.kind == "defend"}
    use_up(play, deed.who, deed.tool)
    take_hold(play, PowerAtWork.of(deed, row, total.worth), answers)
    return None


def _thrown(play: Play[State], deed: Deed, row: Power, hinder: tuple[Deed, ...]) -> tuple[Total, str]:
    """What a magic action comes to, and why it fails, if it does: it is under 1, or somebody's interference is not
    beaten (MO-403, MO-X413)."""
    side, chain = side_of(play.state, deed), chain_of(play.state, deed.who)
    side = replace(side, extra=(*side.extra, *countered(play.state, deed.on)))
    facts = replace(facts_of(deed), multi=row.target == "multi")
    if deed.keep and chain is not None:
        total = kept_total(play, chain, side, facts)
    else:
        total = total_of(play, side, facts)
        play.record(MagicThrown(
            total=total, title=row.title, stage=deed.stage, level=row.level, rules=("MO-402", "MO-403", "MO-408"),
        ))
    if total.worth < CONTEST.least:
        return total, "less than 1"
    for other in hinder:
        against, facts = side_of(play.state, other), facts_of(other, deed.who)
        if kept_against(play, total, against, facts, other.words).outcome != "pro":
            return total, f"{play.state.name(other.who)} interferes"
    return total, ""


CASTING: Final = Part(Use, MagicThrown, PowerLost, CastingWent, module="magic")
