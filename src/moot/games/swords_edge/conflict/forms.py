"""A Test as a form: one offer for each Trait it can be made by, with the numbers in plain words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import msgspec

from moot.core import Offer, Seat
from moot.core.offers import Field, Urgency
from moot.games.swords_edge import ladder, odds
from moot.games.swords_edge.applying import Use, base, blanks, elements, frees, opened_traits, openings
from moot.games.swords_edge.book import DICE
from moot.games.swords_edge.conflict.circumstances import circumstances
from moot.games.swords_edge.contest import Pairing, Part, Target, TestKind
from moot.games.swords_edge.makings import TRAITS
from moot.games.swords_edge.people import Character
from moot.games.swords_edge.state import State, listed

_READ_AS: Final[dict[TestKind, odds.Asked]] = {
    "momentum": "momentum",
    "seize": "momentum",
    "free-seize": "momentum",
    "defence": "defence",
    "undefended": "undefended",
}


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """A Test that can be made: by whom and which Traits, against which TN, and what others have put in.

    `aims` are the TNs of the NCs that it could be aimed at, where there is a choice.
    """

    do: str
    label: str
    who: Character
    traits: tuple[str, ...]
    kind: TestKind
    use: Use
    target: Target
    fixed: dict[str, Any]
    pairing: Pairing | None = None
    others: tuple[Part, ...] = ()
    power: str = ""
    free: bool = False
    fields: tuple[Field, ...] = ()
    aims: dict[str, Target] = {}
    rules: tuple[str, ...] = ()
    urgency: Urgency = "may"
    about: str = ""


def asked(state: State, kind: TestKind) -> odds.Asked:
    """How this table reads the dice of such a Test."""
    if kind == "undefended" and state.options.undefended_bands == "sevens":
        return "undefended-sevens"
    read: odds.Asked = _READ_AS.get(kind, "action")
    return "momentum-decides" if read == "momentum" and state.options.momentum_criticals == "decide-too" else read


Forms = Callable[[State, Seat], Iterable[Form]]
"""The Tests of one kind that a seat can make now; raises Refused to say why none."""


def variants(state: State, form: Form) -> Iterator[tuple[str, str, Offer]]:
    """A Test by each of its Traits, and with each Trait that Luck could add (SE-TEST-06, SE-LUCK-03)."""
    for trait in form.traits:
        for opened in openings(state, form.who, trait):
            offer = Offer(
                do=form.do,
                label=f"{form.label} {by(trait, opened)}".strip(),
                why=says(state, form, trait, opened),
                fixed={**form.fixed, "trait": trait, "opened": opened},
                fields=(*form.fields, *blanks(state, form.who, form.use, trait, opened, form.power)),
                rules=form.rules,
                urgency="tool" if opened or not trait else form.urgency,
                about=form.about,
                rolls=(DICE.sides,) * DICE.number,
            )
            yield trait, opened, offer


def offering(forms: Forms) -> Callable[[State, Seat], Iterator[Offer]]:
    """The offers of these Tests."""

    def offers(state: State, seat: Seat) -> Iterator[Offer]:
        for form in forms(state, seat):
            yield from (offer for _, _, offer in variants(state, form))

    return offers


def by(trait: str, opened: str) -> str:
    """The Traits of a Test in words."""
    if not trait:
        return "without a Trait"
    more = opened_traits(opened)
    beside = f" and, for {len(more)} Luck, {listed(TRAITS[each].title for each in more)}" if more else ""
    return f"by {TRAITS[trait].title}{beside}"


def given(state: State, form: Form, trait: str, opened: str) -> int:
    """What a Test adds before anything is tapped: Traits, what drags, circumstances, and the others' shares."""
    own = 0 if form.use == "recovery" else base(form.who, trait, opened, form.power)
    if form.pairing is not None:
        own += sum(part.worth for part in circumstances(state, form.pairing, form.who.id, form.kind, free=form.free))
    return own + sum(part.worth for part in form.others)


def most(state: State, form: Form, trait: str, opened: str) -> int:
    """What it adds with everything helpful tapped that costs no Luck beyond the Traits."""
    who, traits = form.who, (trait, *opened_traits(opened))
    free = [who.worth(quality) for quality in frees(state, who, traits)]
    own = [] if form.power else [who.worth(quality) for quality in elements(state, who, (trait,))]
    return given(state, form, trait, opened) + sum(max(worth, 0) for worth in free) + max([0, *own])


def explained(target: Target) -> str:
    """A target number and what it is made of."""
    if len(target.sums) == 1:
        return f"TN {target.tn} ({target.sums[0].label})"
    first, *rest = target.sums
    more = "".join(f", {part.label} {ladder.signed(part.worth)}" for part in rest)
    return f"TN {target.tn} ({first.label} {first.worth}{more})"


def says(state: State, form: Form, trait: str, opened: str) -> str:
    """The total, the target number and the chance of success, as it stands and with all that helps."""
    tn, read = form.target.tn, asked(state, form.kind)
    low, high = given(state, form, trait, opened), most(state, form, trait, opened)
    chance = odds.percent(odds.chances(read, low, tn).success)
    text = f"{explained(form.target)}. 2d10 {ladder.signed(low)}: {chance} to make it."
    if high > low:
        text += f" With all that helps {ladder.signed(high)}: {odds.percent(odds.chances(read, high, tn).success)}."
    return text
