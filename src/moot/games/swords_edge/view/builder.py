"""Tests as a page lays them out: all that may be tapped, what each adds, and the chances of what that comes to."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache, partial
from typing import Final

from moot.core import Choice, Choose, Command, Offer, Offered, Seat
from moot.core.commands import offered, possible
from moot.core.events import name_of
from moot.games.swords_edge import ladder, verdict
from moot.games.swords_edge.character import Character
from moot.games.swords_edge.conflict.acting import Act, Riposte
from moot.games.swords_edge.conflict.defending import Defend
from moot.games.swords_edge.conflict.momentum import Contribute, OpenShare, RollMomentum
from moot.games.swords_edge.conflict.seizing import AnswerSeize, Seize
from moot.games.swords_edge.figures import DICE, HITS, TRAITS
from moot.games.swords_edge.pairings import Stand
from moot.games.swords_edge.quality_pool import base, burdened
from moot.games.swords_edge.session.recovery import Recover
from moot.games.swords_edge.state import State
from moot.games.swords_edge.trials.form import TestForm
from moot.games.swords_edge.trials.kinds import SEIZE, TestRow
from moot.kit.builder import Builder, Ends, Tap, reckonings, totals
from moot.kit.remembered import TABLES, remembered
from moot.kit.totals import Addend

_TESTS: Final[tuple[type[Command[State]], ...]] = (
    Defend, AnswerSeize, Riposte, RollMomentum, Act, Seize, Recover, Contribute,
)
_reckonings: Final = lru_cache(1024)(reckonings)


def buildable(state: State, seat: Seat, do: str = "") -> Iterator[Offered]:
    """Every Test that `seat` can make or join now, what cannot wait first; with `do`, those of one command."""
    for command in _TESTS:
        if do in ("", name_of(command)):
            yield from _open(command, state, seat)


@remembered(TABLES)
def first_test(state: State, seat: Seat) -> Offered | None:
    """The Test that cannot wait, or the only one there is, for one who has not acted this round and can do more than
    defend (SE-RD-48)."""
    found = [one for one in buildable(state, seat) if one.urgency != "tool"]
    urgent = next((one for one in found if one.urgency == "must"), None)
    if urgent is not None or len(found) != 1:
        return urgent
    (only,), scene = found, state.scene
    who, defends = only.fixed["who"], isinstance(only.of, TestForm) and only.of.kind is SEIZE
    return None if scene and (who in scene.passed or state.acts(who) or defends) else only


def _open(command: type[Command[State]], state: State, seat: Seat) -> Iterator[Offered]:
    if seat.plays and state.phase in command.when and possible(command, state):
        yield from (found for found in offered(command, state, seat) if isinstance(found, Offered))


def bench(found: Offered) -> Builder:
    """A Test as it is built."""
    offer = found.form()
    return _of_test(offer, found.of) if isinstance(found.of, TestForm) else _of_share(offer, found.of)


def _of_test(offer: Offer, form: TestForm) -> Builder:
    trait = offer.fixed.get("trait")
    begin = form.given(trait) if trait is not None else form.sure
    taps = tuple(_tap(form, field.name, choice) for field, choice in _choices(offer))
    every = totals(begin, taps, first="trait", apart=("target", "bearer"))
    return Builder(
        key=offer.key, do=offer.do, title=form.label.rstrip(","), urgent=form.urgency == "must", given=begin,
        first="trait", parts=tuple(_addends(form, trait)), tn=form.target.tn, sums=form.target.sums, taps=taps,
        rows=_reckonings(
            frozenset(every), tuple(aim.target.tn for aim in form.aims.values()), ends, form.kind,
            form.stand if form.kind.success == "reward" else None, form.occasion,
        ),
    )


def _of_share(offer: Offer, share: OpenShare) -> Builder:
    """A share in a joint Test (SE-MOM-07, SE-SEIZE-05)."""
    trait = offer.fixed.get("trait", "")
    return Builder(
        key=offer.key, do=offer.do, title=offer.label, urgent=offer.urgency == "must",
        given=base(share.who, trait) if trait else 0, first="trait",
        taps=tuple(_quality(share.who, field.name, choice) for field, choice in _choices(offer)),
    )


def _choices(offer: Offer) -> Iterator[tuple[Choose, Choice]]:
    for field in offer.fields:
        if isinstance(field, Choose):
            yield from ((field, choice) for choice in field.choices)
            if field.name == "trait" and not field.least:
                yield field, Choice("", "None")


def _tap(form: TestForm, blank: str, choice: Choice) -> Tap:
    """A Trait with its chance, an aim by how much harder or easier it is to hit, or a Quality with what it adds."""
    tap = partial(Tap, blank=blank, value=choice.value, label=choice.label)
    if blank == "trait":
        one_tn = len({aim.target.tn for aim in form.aims.values()}) == 1
        return tap(
            says=ladder.signed(form.lent(choice.value)) if choice.value and form.kind.lends else "",
            adds=form.lent(choice.value), chance=form.chance(form.given(choice.value)) if one_tn else "",
            drags=tuple(each.name for each in burdened(form.who, (choice.value,)) if form.kind.lends),
        )
    if blank == "target":
        tn = form.aims[choice.value].target.tn
        return tap(says=f"TN {tn}", adds=form.target.tn - tn)
    if blank == "bearer":
        return tap(says="", adds=0)
    return _quality(form.who, blank, choice, lends=form.kind.lends)


def _quality(who: Character, blank: str, choice: Choice, *, lends: bool = True) -> Tap:
    if blank in ("trait", "opened"):
        adds = base(who, choice.value) if lends and choice.value else 0
    else:
        adds = who.worth(who.quality(choice.value))
    return Tap(
        blank=blank, value=choice.value, label=choice.label, says=ladder.signed(adds), adds=adds, needs=choice.needs,
        costs=choice.costs,
    )


def _addends(form: TestForm, trait: str | None) -> Iterator[Addend]:
    """What is added before anything is tapped, line by line."""
    if trait is not None and form.kind.lends:
        label = TRAITS[ladder.as_trait(trait)].title if trait else "No Trait"
        yield Addend(form.who.id, "traits", label, form.lent(trait))
    if form.power:
        power = form.who.quality(form.power)
        yield Addend(form.who.id, power.id, power.name, form.who.worth(power))
    yield from form.around
    yield from form.others


@lru_cache(4096)
def ends(kind: TestRow, stand: Stand | None, occasion: str, total: int, tn: int) -> Ends:
    """How a Test of this kind can end, worst first; how the PC lost Momentum, which `stand` tells, bears on what a
    defence earns (SE-LOS-04), and the `occasion` on what Recovery heals."""
    chances = verdict.chances(kind.reads, total, tn)
    found: list[tuple[str, str, Fraction]] = []
    if kind.miss:
        found.append(("miss", kind.miss, 1 - chances.success))
    else:
        for level in reversed(chances.blows):
            says = f"{ladder.title(level)} hit, {HITS[level].stress} Stress"
            found.append((f"hit {level}", says, chances.blows[level]))
    if kind.graded:
        for level, chance in chances.levels.items():
            found.append((f"made {level}", kind.brings(level, stand, occasion), chance))
    else:
        found.append(("made average", kind.brings("average", stand, occasion), chances.success))
    return Ends(_needs(kind, tn - total), chances.success, tuple(found))


def _needs(kind: TestRow, need: int) -> str:
    """What the dice must show, in words; empty where they cannot.

    Criticals decide everywhere but in Momentum (SE-CRIT-01, SE-MOM-09).
    """
    decide = not kind.momentum
    if need > DICE.natural_success:
        return "two tens" if decide else ""
    if need == DICE.natural_success:
        return "two tens"
    if need <= DICE.natural_failure:
        return "anything but two ones" if decide else "anything"
    return f"{need} or more"
