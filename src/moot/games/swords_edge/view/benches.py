"""Tests as a page lays them out: all that may be tapped, what each adds, and the chances of whatever that comes to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

import msgspec

from moot.core import Choice, Choose, Offer, Refused, Seat
from moot.games.swords_edge import ladder, odds
from moot.games.swords_edge.applying import base, burdened
from moot.games.swords_edge.conflict import acting, answering, defending, joining, momentum, riposting, seizing
from moot.games.swords_edge.conflict.circumstances import circumstances
from moot.games.swords_edge.conflict.forms import Form, Forms, asked, given, lent, offer, sure
from moot.games.swords_edge.contest import Part, Sum
from moot.games.swords_edge.makings import TRAITS
from moot.games.swords_edge.people import Character
from moot.games.swords_edge.session import recovery
from moot.games.swords_edge.state import State
from moot.games.swords_edge.view.reckoning import Reckoning, reckonings
from moot.kit.bars import percent

_TESTS: tuple[Forms, ...] = (
    defending.forms,
    answering.answers,
    riposting.forms,
    momentum.forms,
    acting.forms,
    seizing.forms,
    recovery.forms,
)


class Tap(msgspec.Struct, frozen=True, kw_only=True):
    """Something to tap: in which blank, what it adds, and the chance beside it where it settles one by itself."""

    blank: str
    value: str
    label: str
    says: str
    adds: int
    chance: str = ""
    drags: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    costs: int = 0


class Bench(msgspec.Struct, frozen=True, kw_only=True):
    """A Test that can be built. `key` is its offer's, `title` says it in words.

    `given` is what it adds before anything is tapped, in `parts`. `rows` are empty, and `tn` is 0, for a share in a
    Test that somebody else rolls.
    """

    key: str
    do: str
    title: str
    urgent: bool
    given: int
    parts: tuple[Part, ...] = ()
    tn: int = 0
    sums: tuple[Sum, ...] = ()
    taps: tuple[Tap, ...]
    rows: tuple[Reckoning, ...] = ()

    @property
    def best(self) -> str:
        """The Trait that adds most, to begin with."""
        traits = [tap for tap in self.taps if tap.blank == "trait"]
        return max(traits, key=lambda tap: tap.adds).value if traits else ""

    @property
    def start(self) -> int:
        """What it adds with that Trait and nothing else tapped."""
        return self.given + sum(tap.adds for tap in self.taps if tap.blank == "trait" and tap.value == self.best)


def benches(state: State, seat: Seat) -> tuple[Bench, ...]:
    """Every Test that `seat` can make or join now, what cannot wait first."""
    return (*(_of_test(state, form) for form in _open_tests(state, seat)), *_shares(state, seat))


def _open_tests(state: State, seat: Seat) -> Iterator[Form]:
    for forms in _TESTS:
        with suppress(Refused):
            yield from forms(state, seat)


def _of_test(state: State, form: Form) -> Bench:
    made = offer(state, form)
    trait = made.fixed.get("trait")
    begin = given(state, form, trait) if trait is not None else sure(state, form)
    taps = tuple(_taps(state, form, made))
    return Bench(
        key=made.key,
        do=form.do,
        title=form.label.rstrip(","),
        urgent=form.urgency == "must",
        given=begin,
        parts=tuple(_addends(state, form, trait)),
        tn=form.target.tn,
        sums=form.target.sums,
        taps=taps,
        rows=reckonings(
            form.kind,
            asked(form.kind),
            _totals(begin, taps),
            [form.target.tn, *(target.tn for target in form.aims.values())],
            form.pairing.stands[form.who.id] if form.pairing is not None else None,
            form.fixed.get("occasion", ""),
        ),
    )


def _shares(state: State, seat: Seat) -> Iterator[Bench]:
    """Shares in joint Tests (SE-MOM-07, SE-SEIZE-05)."""
    (share,) = joining.VERBS
    offers: list[Offer] = []
    with suppress(Refused):
        offers.extend(share.offers(state, seat))
    for made in offers:
        who = state.characters[made.fixed["who"]]
        trait = made.fixed.get("trait", "")
        taps = tuple(_quality(who, field.name, choice) for field, choice in _choices(made))
        begin = base(who, trait) if trait else 0
        yield Bench(
            key=made.key, do=made.do, title=made.label, urgent=made.urgency == "must", given=begin, taps=taps
        )


def _choices(made: Offer) -> Iterator[tuple[Choose, Choice]]:
    for field in made.fields:
        if isinstance(field, Choose):
            yield from ((field, choice) for choice in field.choices)
            if field.name == "trait" and not field.least:
                yield field, Choice("", "None")


def _taps(state: State, form: Form, made: Offer) -> Iterator[Tap]:
    for field, choice in _choices(made):
        yield _tap(state, form, field.name, choice)


def _tap(state: State, form: Form, blank: str, choice: Choice) -> Tap:
    """A Trait with its chance, an aim by how much harder or easier it is to hit, or a Quality with what it adds."""
    if blank == "trait":
        adds, total = lent(form, choice.value), given(state, form, choice.value)
        chance = percent(odds.chances(asked(form.kind), total, form.target.tn).success)
        if len({target.tn for target in form.aims.values()}) > 1:
            chance = ""  # it hangs on whom it is aimed at
        drags = tuple(each.name for each in burdened(form.who, (choice.value,), form.use))
        says = ladder.signed(adds) if choice.value and form.use != "recovery" else ""
        return Tap(
            blank=blank, value=choice.value, label=choice.label, says=says, adds=adds, chance=chance, drags=drags
        )
    if blank in ("target", "bearer"):
        tn = form.aims[choice.value].tn if blank == "target" else form.target.tn
        says = f"TN {tn}" if blank == "target" else ""
        return Tap(blank=blank, value=choice.value, label=choice.label, says=says, adds=form.target.tn - tn)
    return _quality(form.who, blank, choice, lends=form.use != "recovery")


def _quality(who: Character, blank: str, choice: Choice, *, lends: bool = True) -> Tap:
    if blank in ("trait", "opened"):
        adds = base(who, choice.value) if lends and choice.value else 0
    else:
        adds = who.worth(who.quality(choice.value))
    return Tap(
        blank=blank,
        value=choice.value,
        label=choice.label,
        says=ladder.signed(adds),
        adds=adds,
        needs=choice.needs,
        costs=choice.costs,
    )


def _addends(state: State, form: Form, trait: str | None) -> Iterator[Part]:
    """What is added before anything is tapped, line by line."""
    if trait is not None and form.use != "recovery":
        label = TRAITS[ladder.as_trait(trait)].title if trait else "No Trait"
        yield Part(form.who.id, "traits", label, lent(form, trait))
    if form.power:
        power = form.who.quality(form.power)
        yield Part(form.who.id, power.id, power.name, form.who.worth(power))
    if form.pairing is not None:
        yield from circumstances(state, form.pairing, form.who.id, form.kind)
    yield from form.others


def _totals(begin: int, taps: Iterable[Tap]) -> set[int]:
    """All that a Test can add, by the Trait it is made by and whatever else is tapped with that."""
    own = [tap for tap in taps if tap.blank == "trait"]
    rest = {tap.value: tap.adds for tap in taps if tap.blank not in ("trait", "target", "bearer")}
    totals = {begin, *(begin + trait.adds for trait in own)}
    for worth in rest.values():
        totals |= {total + worth for total in totals}
    return totals
