"""Tests as a page lays them out: one bench for each Trait that a Test can be made by, with all that may be tapped.

What Luck can open beside the Trait is on the same bench: the key of another offer each, and the Qualities it brings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import groupby

import msgspec

from moot.core import Choose, Offer, Refused, Seat
from moot.games.swords_edge import ladder
from moot.games.swords_edge.applying import Use, base
from moot.games.swords_edge.conflict import acting, joining
from moot.games.swords_edge.conflict.forms import Form, asked, by, given, variants
from moot.games.swords_edge.contest import Part, Sum
from moot.games.swords_edge.makings import TRAITS
from moot.games.swords_edge.people import Character
from moot.games.swords_edge.state import State
from moot.games.swords_edge.view.builders import addends, open_tests
from moot.games.swords_edge.view.reckoning import Reckoning, reckonings

_TAPPED = ("qualities", "element", "extra", "weaknesses")


class Tap(msgspec.Struct, frozen=True):
    """Something to tap: in which blank, what it adds, and the Trait it needs, where Luck opens that."""

    blank: str
    value: str
    label: str
    says: str
    adds: int
    needs: str = ""


class Beside(msgspec.Struct, frozen=True):
    """What Luck can open beside the Trait: the offer to take then, its price, and what it adds."""

    key: str
    traits: tuple[str, ...]
    luck: int
    adds: int


class Bench(msgspec.Struct, frozen=True, kw_only=True):
    """A Test by one Trait, which `says` in words. Benches of one `title` are one Test; `key` is the offer's.

    `given` is what it adds before anything is tapped. `rows` are empty, and `tn` is 0, for a share in a Test that
    somebody else rolls.
    """

    key: str
    do: str
    title: str
    urgent: bool
    says: str
    given: int
    parts: tuple[Part, ...] = ()
    tn: int = 0
    sums: tuple[Sum, ...] = ()
    taps: tuple[Tap, ...]
    beside: tuple[Beside, ...]
    rows: tuple[Reckoning, ...] = ()

    @property
    def chance(self) -> str:
        """The chance of success with nothing tapped."""
        return next((row.chance for row in self.rows if row.at == self.given), "")


def benches(state: State, seat: Seat) -> tuple[Bench, ...]:
    """Every Test that `seat` can make or join now, what cannot wait first."""
    made = [bench for form in open_tests(state, seat) for bench in _of_test(state, form)]
    return (*made, *_shares(state, seat))


def _of_test(state: State, form: Form) -> Iterator[Bench]:
    for trait, same in groupby(variants(state, form), key=lambda variant: variant[0]):
        (_, _, offer), *others = same
        sure = given(state, form, trait, "")
        beside = tuple(
            _beside(more.key, opened, given(state, form, trait, opened) - sure) for _, opened, more in others
        )
        aims = tuple(_aims(state, form, offer))
        taps = tuple(_taps(form.who, offer, (more for _, _, more in others)))
        yield Bench(
            key=offer.key,
            do=form.do,
            title=form.label.rstrip(","),
            urgent=form.urgency == "must",
            says=_says(trait, form.use),
            given=sure,
            parts=tuple(addends(state, form, trait, "")),
            tn=form.target.tn,
            sums=form.target.sums,
            taps=(*aims, *taps),
            beside=beside,
            rows=reckonings(
                form.kind,
                asked(state, form.kind),
                _totals(sure, taps, beside),
                [form.target.tn, *(form.target.tn - aim.adds for aim in aims)],
            ),
        )


def _shares(state: State, seat: Seat) -> Iterator[Bench]:
    """Shares in joint Tests (SE-MOM-07, SE-SEIZE-05)."""
    (share,) = joining.VERBS
    offers: list[Offer] = []
    with suppress(Refused):
        offers.extend(share.offers(state, seat))
    for (who, trait, title), same in groupby(offers, key=_share):
        offer, *others = same
        character = state.characters[who]
        sure = base(character, trait, "")
        yield Bench(
            key=offer.key,
            do=offer.do,
            title=title,
            urgent=offer.urgency == "must",
            says=_says(trait, "momentum"),
            given=sure,
            taps=tuple(_taps(character, offer, others)),
            beside=tuple(
                _beside(more.key, more.fixed["opened"], base(character, trait, more.fixed["opened"]) - sure)
                for more in others
            ),
        )


def _says(trait: str, use: Use) -> str:
    """By what: in Recovery a Trait lends its Qualities and nothing else (SE-RD-15)."""
    if not trait:
        return "Without a Trait"
    title = TRAITS[ladder.as_trait(trait)].title
    return f"With what goes with {title}" if use == "recovery" else f"By {title}"


def _share(offer: Offer) -> tuple[str, str, str]:
    trait, opened = offer.fixed["trait"], offer.fixed["opened"]
    return offer.fixed["who"], trait, offer.label.removesuffix(f" {by(trait, opened)}")


def _beside(key: str, opened: str, adds: int) -> Beside:
    traits = opened.split("+")
    return Beside(key, tuple(TRAITS[ladder.as_trait(trait)].title for trait in traits), len(traits), adds)


def _taps(who: Character, offer: Offer, others: Iterable[Offer]) -> Iterator[Tap]:
    """What may be tapped with the Trait alone, and then what else with Traits that Luck opens."""
    found = {(tap.blank, tap.value): tap for tap in _own(who, offer)}
    yield from found.values()
    for more in others:
        for tap in _own(who, more):
            if (tap.blank, tap.value) not in found:
                trait = who.quality(tap.value).trait
                found[tap.blank, tap.value] = tap
                yield msgspec.structs.replace(tap, needs=TRAITS[trait].title if trait else "")


def _own(who: Character, offer: Offer) -> Iterator[Tap]:
    for field in offer.fields:
        if isinstance(field, Choose) and field.name in _TAPPED:
            for choice in field.choices:
                worth = who.worth(who.quality(choice.value))
                yield Tap(field.name, choice.value, choice.label, ladder.signed(worth), worth)


def _aims(state: State, form: Form, offer: Offer) -> Iterator[Tap]:
    """Whom it may be aimed at; to aim at somebody harder to hit is worth less than nothing."""
    for field in offer.fields:
        if isinstance(field, Choose) and field.name == "target" and form.pairing is not None:
            for choice in field.choices:
                tn = acting.act_target(state, form.pairing, acting.aimed(state, form.pairing, choice.value)).tn
                yield Tap(field.name, choice.value, choice.label, f"TN {tn}", form.target.tn - tn)


def _totals(sure: int, taps: Iterable[Tap], beside: Iterable[Beside]) -> set[int]:
    """All that a Test can add, by what is tapped and opened."""
    totals = {sure, *(sure + more.adds for more in beside)}
    for worth in {tap.value: tap.adds for tap in taps}.values():
        totals |= {total + worth for total in totals}
    return totals
