"""Attacks are declared, on one's own turn or in answer to a deed: to hurt, to get on with a goal, to hold or disarm
somebody (MO-004, MO-319, MO-X206, MO-X212, MO-X309, MO-E89, MO-FP11)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from moot.core import Choice, Choose, Confirm, Count, Part, Play, Refused
from moot.core.blanks import Field
from moot.games.modos.abilities import hero_for, shut_by, trade_for
from moot.games.modos.arms import arms_of, natural
from moot.games.modos.blanks import IN_YOUR_WORDS, claims_blank, dice_choices, label_for
from moot.games.modos.combat.blows import DISARM, GOAL, HARM, MARK
from moot.games.modos.combat.means import Means, all_means, check_means, share_at
from moot.games.modos.combat.moves import movable
from moot.games.modos.conflict.beats import declare
from moot.games.modos.conflict.deeds import SHIFTED, DeedAct, Form
from moot.games.modos.conflict.rounds import running
from moot.games.modos.conflicts import Entry
from moot.games.modos.facts import SIGHT, Facts
from moot.games.modos.live import aware, catalog_of
from moot.games.modos.postures import band, posture_blank, posture_named, steps_between
from moot.games.modos.reckoning import skill_total, weapon_die
from moot.games.modos.skills import title_of, usual
from moot.games.modos.state import REACTION, TURN, State
from moot.kit.totals import signed


class Attack(DeedAct, tag="attack"):
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
    def things(cls, state: State, one: Entry) -> Iterator[tuple[Means, dict[str, object]]]:
        """All that somebody could attack with."""
        for means in all_means(state, one.who):
            yield means, {"tool": means.tool, "thrown": means.thrown}

    @classmethod
    def form(cls, state: State, one: Entry, thing: Means) -> Form:
        usable = check_means(state, one.who, thing, reacting=state.phase == "reaction")
        targets = _targets(state, one, usable)
        usable = usable.against({target.value for target in targets})
        return (
            (one, usable), partial(_label, state, one, usable), partial(_why, state, one, usable),
            [partial(_blanks, state, one, usable, targets)],
        )

    def act(self, play: Play[State], of: tuple[Entry, Means]) -> None:
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


def _label(state: State, one: Entry, means: Means) -> str:
    back = state.beat is not None and one.who in state.beat.deed.targets
    verb = "Throw" if means.thrown else "Strike back with" if back else "Attack with"
    return label_for(state, one.who, f"{verb} {means.title}")


def _why(state: State, one: Entry, means: Means) -> str:
    skill = means.skills[0]
    die = weapon_die(state, one.who, means.row)
    cost = f" {means.price} actions." if means.price != 1 else ""
    return f"{title_of(catalog_of(state), skill)} {signed(skill_total(state, one.who, skill))}, {die}.{cost}"


def _targets(state: State, one: Entry, means: Means) -> tuple[Choice, ...]:
    """Everybody who can be reached, each with what the distance leaves of the damage (MO-X302). Raises Refused if
    nobody can."""
    now, found = running(state), list[Choice]()
    [*ways] = (choice.value for blank in posture_blank(state, one.who) for choice in blank.choices)
    for other in now.listed.values():
        person = state.people[other.who]
        seen = aware(state, one.who, other.who) and (person.known or state.people[one.who].npc)
        if other.who == one.who or not seen:
            continue
        if shut_by(state, one.who, "attack", facts=Facts(deed="attack", target=other.who)):
            continue
        hints: dict[str, str] = {}
        for way in ("", *ways):
            steps = steps_between(state, one.who, other.who, posture_named(way), attack=True)
            if steps is not None and (share := share_at(state, means, steps)):
                hints[way] = band(steps) if share == "full" else f"{band(steps)}: {share} point of damage"
        if hints:
            needs = tuple(f"posture:{way}" for way in hints) if ways else ()
            group = "Allies" if other.side == one.side else ""
            found.append(Choice(other.who, person.name, hint=next(iter(hints.values())), needs=needs, group=group))
    if not found:
        raise Refused("out-of-reach", f"{means.title} reaches nobody from there.", "MO-319")
    return tuple(sorted(found, key=lambda choice: choice.group))


def _blanks(state: State, one: Entry, means: Means, targets: tuple[Choice, ...], shown: bool) -> Iterator[Field]:
    facts = Facts(deed="attack", skill=means.skills[0], tool=means.tool, claims=(SIGHT,))
    yield from posture_blank(state, one.who)
    yield Choose(name="target", label="Whom?", choices=targets, rule="MO-319")
    yield Choose(name="aim", label="What for?", choices=tuple(_aims(state, one, targets)), default=(HARM,),
                 rule="MO-X212")
    yield from _skills(state, one, means)
    yield IN_YOUR_WORDS
    if one.chain and one.chain.kind == "attack" and one.chain.skill in means.skills and running(state).step == "turn":
        needs = (f"skill:{one.chain.skill}",) if len(means.skills) > 1 or means.others else ()
        yield Confirm(name="keep", label=f"Keep the {one.chain.total} of the last action", needs=needs, rule="MO-204")
    yield from dice_choices(state, one.who)
    yield from claims_blank(state, one.who, facts)
    yield from _damage_blanks(state, one, means, facts)
    if running(state).step == "turn":
        yield Confirm(name="risky", label="A miss would matter", hint="The guide sets a difficulty.", rule="MO-X213")


def _skills(state: State, one: Entry, means: Means) -> Iterator[Field]:
    """The skill, where there is a choice."""
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


def _aims(state: State, one: Entry, targets: tuple[Choice, ...]) -> Iterator[Choice]:
    """What an attack can be for (MO-X212, MO-FQ13)."""
    catalog = catalog_of(state)
    yield Choice(HARM, "To hurt")
    for goal in running(state).sought(one.side):
        yield Choice(f"{GOAL}:{goal.id}", f"For “{goal.what}”")
    for row in catalog.states.values():
        if row.aim:
            yield Choice(f"{MARK}:{row.id}", row.aim)
    for target in targets:
        arms = arms_of(catalog, state.people[target.value])
        for thing, _ in (*arms.weapons, *arms.shields):
            if not natural(thing):
                words = f"To knock {thing.name} out of the hand"
                yield Choice(f"{DISARM}:{thing.id}", words, needs=(f"target:{target.value}",))


def _damage_blanks(state: State, one: Entry, means: Means, facts: Facts) -> Iterator[Field]:
    """What is chosen for the dice that follow an attack that lands, before any die is thrown (MO-X216)."""
    hurts = (f"aim:{HARM}",)
    half = weapon_die(state, one.who, means.row, facts).half
    yield Confirm(name="hurt_half", label="Damage by half", hint=f"{half} for certain.", needs=hurts, rule="MO-012")
    if (rage := hero_for(state, one.who, "damage", facts)) is not None:
        yield Confirm(name="hurt_hero", label=f"{rage.title}: a hero point on damage", needs=hurts, rule="MO-E50")
    for skill in means.skills:
        if (special := movable(state, one.who, skill)) is not None:
            needs = (f"skill:{skill}",) if len(means.skills) > 1 or means.others else hurts
            yield Count(name="shift", label=f"{special.title}: points moved to the damage", most=special.most,
                        default=special.usual, needs=needs, rule="MO-109")
            break
    if (karma := trade_for(state, one.who, "harm:MP", facts)) is not None:
        yield Confirm(name="karma", label=f"{karma.title}: 1 point to the spirit instead", needs=hurts, rule="MO-E100")
    if (hard := hero_for(state, one.who, "guard-roll")) is not None:
        yield Confirm(name="guard_hero", label=f"{hard.title}: a hero point on protection, if somebody strikes back",
                      rule="MO-E50")


ATTACKING: Final = Part(Attack, module="combat")
