"""Attacks: declared on one's own turn or in answer to a deed, and what comes of them: damage by distance, progress,
something that lasts, a thing out of a hand (MO-004, MO-319, MO-X206, MO-X211 to MO-X213, MO-X309, MO-X324, MO-E89,
MO-FP11)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Confirm, Count, Part, Play, Refused
from moot.core.blanks import Field
from moot.games.modos.abilities import hero_for, needs_contest, posture_blank, shut_by, trade_for
from moot.games.modos.arms import arms_of
from moot.games.modos.blanks import IN_YOUR_WORDS, SPARE, claims_blank, dice_choices, keep_blank
from moot.games.modos.catalog import title_of, usual
from moot.games.modos.combat.handling import ShotFired, ThingMoved
from moot.games.modos.combat.means import Means, all_means, check_means, in_hand, means_of, movable, share_at
from moot.games.modos.conflict.beats import declare, happens_at_once
from moot.games.modos.conflict.deeds import SHIFTED, DeedCommand, Form, contest_of, facts_of, side_of, won
from moot.games.modos.conflict.resolving import resolves
from moot.games.modos.conflict.rounds import running
from moot.games.modos.conflict.working import progress
from moot.games.modos.conflicts import Contender, Deed
from moot.games.modos.contests import SIGHT, Facts, Term, Total
from moot.games.modos.figures import CONTEST
from moot.games.modos.harm import Blow, strike
from moot.games.modos.injuries import Told
from moot.games.modos.ladder import half_of
from moot.games.modos.live import aware, catalog_of, once
from moot.games.modos.marks import put_mark
from moot.games.modos.person import Gear
from moot.games.modos.postures import band, posture_named, steps_between
from moot.games.modos.reckoning import contest_terms, price, skill_total, weapon_die
from moot.games.modos.state import REACTION, TURN, State
from moot.kit.people import label_for
from moot.kit.totals import signed

HARM: Final = "harm"
"""What an attack is for, unless something else is said."""
GOAL, MARK, DISARM = "goal", "mark", "disarm"
"""What else it can be for: progress, a state that lasts, a thing out of a hand (MO-206, MO-X212)."""


class Attack(DeedCommand, tag="attack"):
    """Attack somebody: to hurt them, for a goal, or to do something to them that lasts."""

    when, urgency = TURN | REACTION, "may"
    rules = ("MO-X309", "MO-004", "MO-319", "MO-X206", "MO-E89", "MO-X218")
    together, nobody = "Attack", ("not-asked", "Nobody of yours can answer this deed.")
    tool: str
    target: str
    thrown: bool = False
    posture: str = ""
    aim: str = HARM
    words: str = ""
    keep: bool = False
    claims: tuple[str, ...] = ()
    hurt_half: bool = False
    hurt_hero: bool = False
    shift: int = 0
    karma: bool = False
    risky: bool = False
    guard_hero: bool = False

    @classmethod
    def things(cls, state: State, one: Contender) -> Iterator[tuple[Means, dict[str, object]]]:
        """All that somebody could attack with."""
        for means in all_means(state, one.who):
            yield means, {"tool": means.tool, "thrown": means.thrown}

    @classmethod
    def form(cls, state: State, one: Contender, thing: Means) -> Form:
        usable = check_means(state, one.who, thing, reacting=state.phase == "reaction")
        targets = _targets(state, one, usable)
        usable = usable.against({target.value for target in targets})
        return (
            (one, usable), partial(_label, state, one, usable), partial(_why, state, one, usable),
            [partial(_blanks, state, one, usable, targets)],
        )

    def act(self, play: Play[State], of: tuple[Contender, Means]) -> None:
        one, means = of
        skill = self.skill or means.skills[0]
        chain = one.chain if self.keep else None
        kind, _, goal = self.aim.partition(":")
        shift = -sum(term.worth for term in chain.terms if term.label == SHIFTED) if chain else self.shift
        declare(play, self.deed(
            "attack", usual(catalog_of(play.state), skill), skill=skill, targets=(self.target,), price=means.price,
            posture=posture_named(self.posture), claims=(*self.claims, SIGHT), shift=shift if kind == HARM else 0,
            aim="" if kind in (HARM, GOAL) else self.aim, goal=goal if kind == GOAL else "",
        ), open_=self.risky)


# ---------------------------------------------------------------- the form


def _label(state: State, one: Contender, means: Means) -> str:
    back = state.beat is not None and one.who in state.beat.deed.targets
    verb = "Throw" if means.thrown else "Strike back with" if back else "Attack with"
    return label_for(state, one.who, f"{verb} {means.title}")


def _why(state: State, one: Contender, means: Means) -> str:
    skill = means.skills[0]
    die = weapon_die(state, one.who, means.row)
    cost = f" {means.price} actions." if means.price != 1 else ""
    return f"{title_of(catalog_of(state), skill)} {signed(skill_total(state, one.who, skill))}, {die}.{cost}"


def _targets(state: State, one: Contender, means: Means) -> tuple[Choice, ...]:
    """Everybody who can be reached, each with what the distance leaves of the damage (MO-X302). Raises Refused if
    nobody can."""
    found, moves = list[Choice](), bool(posture_blank(state, one.who))
    for other, far in _in_sight(state, one.who):
        hints: dict[str, str] = {}
        for way, steps in far.items():
            if share := share_at(state, means, steps):
                hints[way] = band(steps) if share == "full" else f"{band(steps)}: {share} point of damage"
        if hints:
            name, group = state.name(other.who), "Allies" if other.side == one.side else ""
            needs = tuple(f"posture:{way}" for way in hints) if moves else ()
            found.append(Choice(other.who, name, hint=next(iter(hints.values())), needs=needs, group=group))
    if not found:
        raise Refused("out-of-reach", f"{means.title} reaches nobody from there.", "MO-319")
    return tuple(sorted(found, key=lambda choice: choice.group))


def reaches_a_foe(state: State, one: Contender, means: Means) -> bool:
    """Whether an attack that is offered can be on anybody but friends."""
    return any(not target.group for target in _targets(state, one, means))


@once
def _in_sight(state: State, who: str) -> list[tuple[Contender, dict[str, int]]]:
    """Everybody whom somebody could attack by some means, those too who have left and can be made out (MO-306), and how
    far it is to them from each posture to attack in."""
    found, me = list[tuple[Contender, dict[str, int]]](), state.people[who]
    ways = ("", *(choice.value for blank in posture_blank(state, who) for choice in blank.choices))
    now = running(state)
    left = (Contender(who=gone, side="") for gone in now.gone if gone in state.people)
    for one in (*now.listed.values(), *left):
        seen = aware(state, who, one.who) and (state.people[one.who].known or me.npc)
        if one.who == who or not seen or shut_by(state, who, "attack", facts=Facts(deed="attack", target=one.who)):
            continue
        far = {way: steps_between(state, who, one.who, posture_named(way), attack=True) for way in ways}
        found.append((one, {way: steps for way, steps in far.items() if steps is not None}))
    return found


def _blanks(state: State, one: Contender, means: Means, targets: tuple[Choice, ...], shown: bool) -> Iterator[Field]:
    facts = Facts(deed="attack", skill=means.skills[0], tool=means.tool, claims=(SIGHT,))
    yield from posture_blank(state, one.who)
    foes = [choice.value for choice in targets if not choice.group]
    lone = (*foes,) if len(foes) == 1 else ()
    yield Choose(name="target", label="Whom?", choices=targets, default=lone, rule="MO-319")
    yield Choose(name="aim", label="What for?", choices=tuple(_aims(state, one, targets)), default=(HARM,),
                 rule="MO-X212")
    yield from _skills(state, one, means)
    yield IN_YOUR_WORDS
    if one.chain and one.chain.kind == "attack" and one.chain.skill in means.skills and running(state).step == "turn":
        needs = (f"skill:{one.chain.skill}",) if len(means.skills) > 1 or means.others else ()
        yield keep_blank(state, one.chain, *needs)
    yield from dice_choices(state, one.who)
    yield from claims_blank(state, one.who, facts)
    yield from _damage_blanks(state, one, means, facts)
    yield Confirm(name="risky", label="A miss would matter", hint="The GM sets a difficulty.", rule="MO-X213")


def _skills(state: State, one: Contender, means: Means) -> Iterator[Field]:
    catalog = catalog_of(state)
    choices = [Choice(skill, title_of(catalog, skill), hint=signed(skill_total(state, one.who, skill)))
               for skill in means.skills]
    for skill in dict.fromkeys(skill for skill, _ in means.others):
        whom = tuple(f"target:{who}" for other, who in means.others if other == skill)
        choices.append(Choice(skill, title_of(catalog, skill), hint=signed(skill_total(state, one.who, skill)),
                              needs=whom))
    if len(choices) > 1:
        best = max(means.skills, key=lambda skill: skill_total(state, one.who, skill))
        yield Choose(name="skill", label="With which skill?", choices=tuple(choices), default=(best,), rule="MO-X013")


def _aims(state: State, one: Contender, targets: tuple[Choice, ...]) -> Iterator[Choice]:
    """What an attack can be for (MO-X212, MO-FQ13)."""
    catalog = catalog_of(state)
    yield Choice(HARM, "To hurt")
    for goal in state.goals_of(one):
        yield Choice(f"{GOAL}:{goal.id}", f"For “{goal.what}”")
    for row in catalog.states.values():
        if row.aim:
            yield Choice(f"{MARK}:{row.id}", row.aim)
    for target in targets:
        for thing in arms_of(catalog, state.people[target.value]).to_knock_out:
            words = f"To knock {thing.name} out of the hand"
            yield Choice(f"{DISARM}:{thing.id}", words, needs=(f"target:{target.value}",))


def _damage_blanks(state: State, one: Contender, means: Means, facts: Facts) -> Iterator[Field]:
    """What is chosen for the dice that follow an attack that lands, before any die is thrown (MO-X216)."""
    hurts = (f"aim:{HARM}",)
    half = weapon_die(state, one.who, means.row, facts).half
    goals = tuple(f"aim:{GOAL}:{goal.id}" for goal in state.goals_of(one))
    yield Confirm(name="hurt_half", label=f"Damage{' or progress' if goals else ''} by half",
                  hint=f"{half} damage for certain.", needs=(*hurts, *goals), rule="MO-012")
    if (rage := hero_for(state, one.who, "damage", facts)) is not None:
        yield Confirm(name="hurt_hero", label=f"{rage.title}: a hero point on damage", hint=SPARE,
                      needs=hurts, rule="MO-E50")
    for skill in means.skills:
        if (special := movable(state, one.who, skill)) is not None:
            needs = (f"skill:{skill}",) if len(means.skills) > 1 or means.others else hurts
            yield Count(name="shift", label=f"{special.title}: points moved to the damage", most=special.most,
                        default=special.usual, needs=needs, rule="MO-109")
            break
    if (karma := trade_for(state, one.who, "harm:MP", facts)) is not None:
        yield Confirm(name="karma", label=f"{karma.title}: 1 metaphysical point instead", needs=hurts, rule="MO-E100")
    if (hard := hero_for(state, one.who, "guard-roll")) is not None:
        yield Confirm(name="guard_hero", label=f"{hard.title}: a hero point on protection, if somebody strikes back",
                      hint=f"One for each blow that lands. {SPARE}", rule="MO-E50")


# ---------------------------------------------------------------- what comes of it


@resolves("attack", "attacks")
def attacked(play: Play[State], deed: Deed, against: tuple[Deed, ...]) -> Total | None:
    """An attack comes out: it lands with a Pro, or if nothing stands against it, not even what hides its target
    (MO-X309, MO-005, MO-X507). Nothing comes of it once its weapon is out of the hand, unless all happens at once: then
    it had the weapon still (MO-E30)."""
    armed = in_hand(play.state, deed.who, deed.tool) if happens_at_once(play.state) else play.state
    means = means_of(armed, deed.who, deed.tool, thrown=deed.thrown)
    if means is None:
        play.record(Told(who=deed.who, text="no longer has a weapon for it.", rules=("MO-X212",)))
        return None
    [target] = deed.targets
    hidden = needs_contest(play.state, deed.who, "attack", facts=Facts(target=target))
    thrown = contest_of(play, deed, against, 0 if hidden else None)
    if target in deed.steps and won(thrown):
        _land(play, deed, means, target, thrown.first if thrown else None, against)
    if means.thing is not None:
        _used(play, deed, means, means.thing)
    return thrown.first if thrown else None


def _land(
    play: Play[State], deed: Deed, means: Means, target: str, total: Total | None, against: tuple[Deed, ...]
) -> None:
    """What an attack that lands does, by what it was for."""
    kind, _, of = deed.aim.partition(":")
    goal = running(play.state).goals.get(deed.goal)
    blow = blow_of(play.state, deed, means, target, against)
    if not blow.share:  # nothing reaches so far, whatever it was for
        strike(play, blow)
    elif goal is not None:
        progress(play, deed.who, goal, half=deed.hurt_half)
    elif kind == MARK:
        stored = total.worth if total else _by_half(play.state, deed, target)
        put_mark(play, target, of, "MO-X212", source=deed.who, words=deed.words, stored=stored)
    elif kind == DISARM:
        if (thing := play.state.people[target].item(of)) is not None and thing.used:
            play.record(ThingMoved(who=target, thing=of, at="away", says=f"loses {thing.name}.", rules=("MO-X212",)))
    elif not deed.goal:
        strike(play, blow)


def _by_half(state: State, deed: Deed, target: str) -> int:
    """What an attack that nobody opposed counts as for those who want to shake off what it did (MO-012)."""
    terms = contest_terms(state, side_of(state, deed), facts_of(deed, target, deed.steps.get(target)))
    return half_of(CONTEST.die) + sum(term.worth for term in terms)


def blow_of(state: State, deed: Deed, means: Means, target: str, against: tuple[Deed, ...]) -> Blow:
    """The blow of an attack that hurts (MO-X302): what was chosen with it, and how its target takes it."""
    steps = deed.steps.get(target, 0)
    defended = any(each.who == target for each in against)
    facts = replace(facts_of(deed, target, steps), undefended=not defended)
    special = movable(state, deed.who, deed.skill) if deed.shift else None
    taken = state.beat.does(target) if state.beat else None
    row = means.row
    return Blow(
        title=means.title, by=deed.who, on=target, pool=row.pool, die=weapon_die(state, deed.who, row, facts),
        share=share_at(state, means, steps), pierces=row.pierces, guards=row.guards, tag=row.tag or "",
        half=deed.hurt_half, hero=deed.hurt_hero, karma=deed.karma, facts=facts,
        terms=(Term(special.title, deed.shift, "MO-109"),) if special else (),
        guard_half=taken.guard_half if taken else None, guard_hero=bool(taken and taken.guard_hero),
    )


def _used(play: Play[State], deed: Deed, means: Means, thing: Gear) -> None:
    """What was thrown is gone (MO-E113), and what was fired needs reloading (MO-X324)."""
    if deed.thrown:
        play.record(ThingMoved(who=deed.who, thing=thing.id, at="away", says=f"has thrown {thing.name}.",
                               rules=("MO-E113",)))
    elif means.row.reload and (spent := price(play.state, deed.who, "reload", means.row.reload)):
        play.record(ShotFired(who=deed.who, thing=thing.id, spent=spent, rules=("MO-X324",)))


ATTACKING: Final = Part(Attack, module="combat")
