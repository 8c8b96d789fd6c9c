"""A Test as a form: one offer each, with the numbers in plain words beside the Traits it can be made by."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import msgspec

from moot.core import Offer, Seat
from moot.core.blanks import Field
from moot.core.offers import Urgency
from moot.games.swords_edge import ladder, odds
from moot.games.swords_edge.applying import Use, base, blanks, elements, frees, purse, ways
from moot.games.swords_edge.book import DICE
from moot.games.swords_edge.conflict.circumstances import circumstances
from moot.games.swords_edge.contest import Pairing, Part, Target, TestKind
from moot.games.swords_edge.people import Character
from moot.games.swords_edge.state import State
from moot.kit.bars import percent

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
    fields: tuple[Field, ...] = ()
    aims: dict[str, Target] = {}
    rules: tuple[str, ...] = ()
    urgency: Urgency = "may"
    about: str = ""


def asked(kind: TestKind) -> odds.Asked:
    """How the dice of such a Test are read."""
    return _READ_AS.get(kind, "action")


Forms = Callable[[State, Seat], Iterable[Form]]
"""The Tests of one kind that a seat can make now; raises Refused to say why none."""


def offer(state: State, form: Form) -> Offer:
    """A Test as an offer: by any of its Traits, and with whatever Luck adds (SE-TEST-06, SE-LUCK-03)."""
    by = ways(state, form.who, form.traits)
    hints = {trait: says(state, form, trait) for trait in form.traits}
    sure = by.sure
    return Offer(
        do=form.do,
        label=form.label,
        why=f"{explained(form.target)}. {hints[sure]}" if sure is not None else f"{explained(form.target)}.",
        fixed=form.fixed if sure is None else {**form.fixed, "trait": sure},
        fields=(*form.fields, *blanks(state, form.who, form.use, by, hints, form.power)),
        rules=form.rules,
        urgency=form.urgency,
        about=form.about,
        rolls=(DICE.sides,) * DICE.number,
        purse=purse(state, form.who),
    )


def offering(forms: Forms) -> Callable[[State, Seat], Iterator[Offer]]:
    """The offers of these Tests."""

    def offers(state: State, seat: Seat) -> Iterator[Offer]:
        for form in forms(state, seat):
            yield offer(state, form)

    return offers


def given(state: State, form: Form, trait: str) -> int:
    """What a Test adds before anything else is tapped: the Trait, what drags, circumstances, and the others' shares."""
    return sure(state, form) + lent(form, trait)


def sure(state: State, form: Form) -> int:
    """What it adds whatever its Trait is: a power's Quality, circumstances, and the others' shares."""
    own = form.who.worth(form.who.quality(form.power)) if form.power else 0
    if form.pairing is not None:
        own += sum(part.worth for part in circumstances(state, form.pairing, form.who.id, form.kind))
    return own + sum(part.worth for part in form.others)


def lent(form: Form, trait: str) -> int:
    """What a Trait adds by itself: nothing in Recovery, where it only lends what goes with it (SE-RD-15)."""
    return base(form.who, trait) if trait and form.use != "recovery" else 0


def most(state: State, form: Form, trait: str) -> int:
    """What it adds with everything helpful tapped that costs no Luck."""
    who, traits = form.who, (trait,) if trait else ()
    free = [who.worth(quality) for quality in frees(state, who, traits)]
    own = [] if form.power else [who.worth(quality) for quality in elements(state, who, traits)]
    return given(state, form, trait) + sum(max(worth, 0) for worth in free) + max([0, *own])


def explained(target: Target) -> str:
    """A target number and what it is made of."""
    if len(target.sums) == 1:
        return f"TN {target.tn} ({target.sums[0].label})"
    first, *rest = target.sums
    more = "".join(f", {part.label} {ladder.signed(part.worth)}" for part in rest)
    return f"TN {target.tn} ({first.label} {first.worth}{more})"


def says(state: State, form: Form, trait: str) -> str:
    """The total and the chance of success by a Trait, as it stands and with all that helps."""
    tn, read = form.target.tn, asked(form.kind)
    low, high = given(state, form, trait), most(state, form, trait)
    text = f"2d10 {ladder.signed(low)}: {percent(odds.chances(read, low, tn).success)}"
    if high > low:
        text += f"; with all that helps {ladder.signed(high)}: {percent(odds.chances(read, high, tn).success)}"
    return text
