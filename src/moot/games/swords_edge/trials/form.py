"""A Test exactly as it will be rolled: what its offer stands for, what a page shows of it, and what is handed back.

Its target number and every addend but the player's own choices are made here once, when it is offered.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Literal

import msgspec

from moot.core import Choice, Choose, Command, Field, Offered, Play
from moot.core.offers import Urgency
from moot.games.swords_edge import ladder, verdict
from moot.games.swords_edge.character import Character
from moot.games.swords_edge.figures import DICE, TraitId
from moot.games.swords_edge.pairings import Pairing, Stand, Test
from moot.games.swords_edge.purse import payment
from moot.games.swords_edge.quality_pool import Pool, PoolChoices, base, blanks, elements, frees, pooled, purse, ways
from moot.games.swords_edge.state import State
from moot.games.swords_edge.trials.joint import circumstances, joint, shares, spending
from moot.games.swords_edge.trials.kinds import TestRow
from moot.games.swords_edge.trials.places import traits_for
from moot.games.swords_edge.trials.rolling import Rolled, settle_if_final
from moot.kit.bars import percent
from moot.kit.totals import Addend, Target, explained, worth


class Aim(msgspec.Struct, frozen=True):
    """What a Test can be aimed at: the target number, the NCs it is `on`, whose acts of the round it takes and on whom.
    `name` and `hint` say it where there is a choice."""

    target: Target
    on: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()
    acted: tuple[tuple[str, str], ...] = ()
    name: str = ""
    hint: str = ""


class TestForm(msgspec.Struct, frozen=True, kw_only=True):
    """A Test that can be made: of which kind, by whom and which Traits, and what it can be aimed at.

    `aims` are by the id that a command has in `target`, one of them where there is no choice. `around` is what
    circumstances add, `others` what partners put in, who are `beside` with their Traits. `place` is the pairing's id,
    `held` the Trait that harm lands on, `spends` and `bound` what it uses up and holds NCs to, besides the roller's
    own. `bearers` are the NCs that the players choose among.
    """

    __test__ = False

    kind: TestRow
    label: str
    who: Character
    aims: dict[str, Aim]
    traits: tuple[str, ...] = ()
    fixed: dict[str, Any]
    place: str = ""
    stand: Stand | None = None
    around: tuple[Addend, ...] = ()
    others: tuple[Addend, ...] = ()
    beside: dict[str, TraitId | Literal[""]] = {}
    held: TraitId | Literal[""] = ""
    power: str = ""
    attack: str = ""
    occasion: Literal["", "scene", "day"] = ""
    spends: tuple[tuple[str, str], ...] = ()
    bound: dict[str, TraitId | Literal[""]] = {}
    bearers: tuple[Choice, ...] = ()
    urgency: Urgency = "may"
    about: str = ""

    @property
    def aim(self) -> Aim:
        """The first aim, or the only one."""
        return next(iter(self.aims.values()))

    @property
    def target(self) -> Target:
        """The target number of that aim."""
        return self.aim.target

    @property
    def rolls(self) -> tuple[int, ...]:
        """The dice that it rolls, 2d10 (SE-STR-02)."""
        return (DICE.sides,) * DICE.number

    @property
    def figures(self) -> dict[str, int]:
        """The target number that it shows, for each aim where there is a choice."""
        if len(self.aims) == 1:
            return {"test.target.tn": self.target.tn}
        return {f"test.target.tn if target:{id_}": aim.target.tn for id_, aim in self.aims.items()}

    @property
    def sure(self) -> int:
        """What it adds whatever its Trait is: a power's Quality, circumstances, and the others' shares."""
        own = self.who.worth(self.who.quality(self.power)) if self.power else 0
        return own + worth(self.around) + worth(self.others)

    def lent(self, trait: str) -> int:
        """What a Trait adds by itself: nothing in Recovery, where it only lends what goes with it (SE-RD-15)."""
        return base(self.who, trait) if trait and self.kind.lends else 0

    def given(self, trait: str) -> int:
        """What it adds before anything else is tapped."""
        return self.sure + self.lent(trait)

    def chance(self, total: int) -> str:
        """The chance that so much added makes it."""
        return percent(verdict.chances(self.kind.reads, total, self.target.tn).success)

    def most(self, state: State, trait: str) -> int:
        """What it adds with everything helpful tapped that costs no Luck."""
        who, traits = self.who, (trait,) if trait else ()
        free = [who.worth(quality) for quality in frees(state, who, traits)]
        own = [] if self.power else [who.worth(quality) for quality in elements(state, who, traits)]
        return self.given(trait) + sum(max(one, 0) for one in free) + max([0, *own])


class MakesTest(PoolChoices):
    """A command that makes the Test that its offer stands for."""

    in_the_open = True
    who: str

    @classmethod
    def in_pairing(
        cls, state: State, pairing: Pairing, who: Character, kind: TestRow, aims: dict[str, Aim], label: str,
        **more: Any,
    ) -> Offered:
        """The offer of a Test in a pairing, with all that its kind brings into it; `more` are other fields of its form.

        What a command has besides and fixes is in `fixed`; which aim is meant goes by its `target`, if it has one.
        """
        others = joint(state, pairing, kind).partners(who.id)
        shared = shares(state, pairing, kind, others)
        own = spending(shared, [state.characters[other] for other in others]) if kind.momentum else ()
        stand, attack = pairing.stands[who.id], more.get("attack")
        place = {"attack": attack} if attack else {"pairing": pairing.id}
        form = TestForm(
            kind=kind, label=label, who=who, aims=aims, place=pairing.id, stand=stand, about=pairing.id, others=shared,
            traits=traits_for(pairing, who, binding=kind.momentum),
            fixed={**place, "who": who.id, **more.pop("fixed", {})},
            around=tuple(circumstances(state, pairing, who.id, kind)),
            beside={other: pairing.pledges[other].trait for other in others}, held=more.pop("held", stand.trait),
            power=pairing.sfx.quality if pairing.sfx and kind.meets and not kind.momentum else "",
            spends=(*own, *more.pop("spends", ())), **more,
        )
        return cls.offered(state, form)

    @classmethod
    def offered(cls, state: State, form: TestForm) -> Offered:
        """A Test as an offer: by any of its Traits, and with whatever Luck adds (SE-TEST-06, SE-LUCK-03)."""
        fixed, sure = form.fixed, ways(state, form.who, form.traits).sure
        if "target" in cls.__struct_fields__ and len(form.aims) == 1:
            fixed = {**fixed, "target": next(iter(form.aims))}
        if sure is not None:
            fixed = {**fixed, "trait": sure}
        return cls.offer(
            form, form.label, partial(_why, state, form, sure), partial(_blanks, state, form),
            about=form.about, urgency=form.urgency, rolls=form.rolls, figures=form.figures,
            purse=purse(state, form.who), **fixed,
        )

    def enact(self, play: Play[State], form: TestForm) -> None:
        make(play, form, pooled(play.state, form.who, form.kind, self, form.power), self)


def make(play: Play[State], form: TestForm, built: Pool, command: Command[State]) -> None:
    """Roll a Test as it was offered, with what its player put in."""
    aim = form.aims[getattr(command, "target", "")] if len(form.aims) > 1 else form.aim
    chosen = getattr(command, "trait", "")
    held = ladder.as_trait(chosen) if form.kind.momentum else form.held
    first, second = play.roll(*form.rolls)
    test = Test(
        id=play.state.next_id, kind=form.kind.id, roller=form.who.id, who=(form.who.id, *form.beside),
        faces=(first, second), parts=(*built.parts, *form.around, *form.others), target=aim.target, on=aim.on,
        pairing=form.place, attack=form.attack, occasion=form.occasion, bearer=getattr(command, "bearer", ""),
        traits={**form.beside, form.who.id: held} if form.place else {}, how=getattr(command, "how", "").strip(),
    )
    own = tuple((form.who.id, what) for what in built.spends) if form.kind.momentum else ()
    spends, paid = (*own, *form.spends), payment(play.state, form.who.id, built.cost)
    rules = ("SE-STR-02", *(("SE-LUCK-03",) if paid else ()), *(("SE-TEST-05",) if spends else ()))
    play.record(
        Rolled(test=test, paid=paid, spends=spends, acts=aim.acts, acted=aim.acted, bound=form.bound, rules=rules)
    )
    settle_if_final(play, test.id)


def _why(state: State, form: TestForm, sure: str | None) -> str:
    text = f"{explained(form.target)}."
    return text if sure is None else f"{text} {chances(state, form, sure)}"


def _blanks(state: State, form: TestForm, shown: bool) -> Iterator[Field]:
    if len(form.aims) > 1:
        choices = tuple(
            Choice(id_, aim.name, hint=f"{explained(aim.target)}{aim.hint}" if shown else "")
            for id_, aim in form.aims.items()
        )
        yield Choose(name="target", label="On whom?", choices=choices)
    if form.bearers:
        yield Choose(name="bearer", label="Who bears it if they fail?", choices=form.bearers)
    by = ways(state, form.who, form.traits)
    hints = {trait: chances(state, form, trait) for trait in form.traits} if shown else {}
    yield from blanks(state, form.who, form.kind, by, hints, form.power)


def chances(state: State, form: TestForm, trait: str) -> str:
    """The total and the chance of success by a Trait, as it stands and with all that helps."""
    low, high = form.given(trait), form.most(state, trait)
    text = f"2d10 {ladder.signed(low)}: {form.chance(low)}"
    return text if high <= low else f"{text}; with all that helps {ladder.signed(high)}: {form.chance(high)}"
