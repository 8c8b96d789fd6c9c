"""Spending Ranks on a sheet, one tap each, with what is left beside every choice."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Choice, Choose, Offer, Play, Refused, Seat, Verb
from moot.games.swords_edge import ladder
from moot.games.swords_edge.book import Rank
from moot.games.swords_edge.creation import commands as c, events as e
from moot.games.swords_edge.creation.blanks import my_drafts
from moot.games.swords_edge.creation.drafting import EVERYWHERE
from moot.games.swords_edge.creation.evolve import evolve
from moot.games.swords_edge.creation.legality import check, price
from moot.games.swords_edge.makings import PRICES, TRAITS
from moot.games.swords_edge.people import Character, Quality
from moot.games.swords_edge.state import Options, State


def rank_of(who: Character, what: str) -> Rank:
    """The Rank of a Trait or Quality on the sheet."""
    return who.traits[ladder.as_trait(what)] if what in ladder.TRAITS else who.quality(what).rank


def lines(who: Character) -> Iterator[tuple[str, str, str]]:
    """Everything on a sheet that Ranks go into: id, name, and what it is."""
    for trait in ladder.TRAITS:
        yield trait, TRAITS[trait].title, "Trait"
    for quality in who.of("concept", "background", "faculty", "element"):
        yield quality.id, quality.name, what_it_is(quality)


def what_it_is(quality: Quality) -> str:
    """A Quality's kind and Trait, as people read it."""
    kind = "SFX" if quality.sfx else ladder.title(quality.kind)
    return f"{kind}, {ladder.title(quality.trait)}" if quality.trait else kind


def at_average(who: Character, quality: Quality) -> str:
    """What becomes of a Weakness or a Fetish that rises to Average (SE-WEAK-06, SE-RD-44)."""
    if quality.kind == "fetish" and who.has(quality.bound):
        return f"; then {who.quality(quality.bound).name} cannot be used any more"
    return "; at Average it stops counting"


def cost_of_step(state: State, who: Character, what: str, rank: Rank) -> int:
    """Ranks that changing `what` to `rank` takes off what is left (negative: gives back)."""
    event = e.RankSet(who=who.id, what=what, was=rank_of(who, what), rank=rank)
    after = evolve(state.with_character(who), event).characters[who.id]
    return check(after, state.options).spent - check(who, state.options).spent


def _spend_offers(state: State, seat: Seat) -> Iterator[Offer]:
    for who in my_drafts(state, seat):
        report = check(who, state.options)
        choices = tuple(_raises(state, who, report.left))
        if not report.left:
            raise Refused("nothing-left", "Every Rank is spent: take one back to spend it elsewhere.", "SE-CRE-01")
        if not choices:
            raise Refused("nothing-to-raise", "Nothing on the sheet can rise any further.", "SE-RANK-04")
        yield Offer(
            do="spend-rank",
            label=f"Spend a Rank ({report.left} left)",
            why=f"{report.spent} of {report.budget} Ranks are spent. Nothing has to be raised.",
            fixed={"who": who.id},
            fields=(Choose(name="what", label="On what?", choices=choices),),
            rules=("SE-CRE-01", "SE-CRE-03", "SE-CRE-05"),
            about=who.id,
        )


def _raises(state: State, who: Character, left: int) -> Iterator[Choice]:
    for what, name, kind in lines(who):
        now = rank_of(who, what)
        higher = ladder.raised(now)
        if higher is None:
            continue
        cost = cost_of_step(state, who, what, higher)
        if 0 < cost <= left:
            hint = f"{_step(now, higher)}, costs {cost}"
            yield Choice(what, name, hint=hint, group=kind)


def _step(was: Rank, now: Rank) -> str:
    old, new = (f"{ladder.title(rank)} {ladder.signed(ladder.modifier(rank))}" for rank in (was, now))
    return f"{old} → {new}"


def _spend(play: Play[State], command: c.SpendRank) -> None:
    was = rank_of(play.state.characters[command.who], command.what)
    rank = ladder.raised(was) or was
    play.record(e.RankSet(who=command.who, what=command.what, was=was, rank=rank, rules=("SE-CRE-01", "SE-CRE-12")))


def _take_offers(state: State, seat: Seat) -> Iterator[Offer]:
    for who in my_drafts(state, seat):
        choices = tuple(_drops(state, who))
        if not choices:
            raise Refused("nothing-raised", "Nothing is above where it starts.", "SE-CRE-02")
        yield Offer(
            do="take-rank",
            label="Take a Rank back",
            why="It can be spent elsewhere.",
            fixed={"who": who.id},
            fields=(Choose(name="what", label="From what?", choices=choices),),
            rules=("SE-CRE-01", "SE-ERR-22"),
            urgency="tool",
            about=who.id,
        )


def _drops(state: State, who: Character) -> Iterator[Choice]:
    for what, name, kind in lines(who):
        now = rank_of(who, what)
        if ladder.steps(now) > ladder.steps(_floor(who, what, state.options)):
            yield Choice(what, name, hint=_step(now, ladder.lowered(now, 1)), group=kind)


def _floor(who: Character, what: str, options: Options) -> Rank:
    if what in ladder.TRAITS:
        return PRICES["trait"].start
    return price(who.quality(what), options).start


def _take(play: Play[State], command: c.TakeRank) -> None:
    was = rank_of(play.state.characters[command.who], command.what)
    rules = ("SE-CRE-01", "SE-ERR-22") if command.what in ladder.TRAITS else ("SE-CRE-01",)
    play.record(e.RankSet(who=command.who, what=command.what, was=was, rank=ladder.lowered(was, 1), rules=rules))


VERBS = (
    Verb(c.SpendRank, EVERYWHERE, _spend_offers, _spend),
    Verb(c.TakeRank, EVERYWHERE, _take_offers, _take),
)
