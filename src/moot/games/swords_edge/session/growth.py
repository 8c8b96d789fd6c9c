"""Advancements spent on growth and on a clean slate (SE-ADV-04, SE-ADV-05)."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Choice, Choose, Offer, Play, Refused, Seat, Verb
from moot.games.swords_edge import ladder
from moot.games.swords_edge.creation.blanks import name_field, trait_field
from moot.games.swords_edge.creation.ranks import at_average, what_it_is
from moot.games.swords_edge.makings import GROWTH_CAP, PRICES
from moot.games.swords_edge.people import Character, Quality
from moot.games.swords_edge.session import commands as c, events as e
from moot.games.swords_edge.state import State
from moot.games.swords_edge.whose import mine

_ANY = frozenset({"between", "session", "scene"})


def _growing(state: State, seat: Seat) -> Iterator[Character]:
    """Characters that can spend an Advancement between Tests (SE-RD-39)."""
    for who in mine(state, seat, "spends Advancements", "SE-ADV-04"):
        if not who.advancements:
            raise Refused("no-advancement", f"{who.name} has no Advancement.", "SE-ADV-04")
        if state.testing(who.id):
            raise Refused("in-test", "Not in the middle of a Test.", "SE-RD-39")
        if who.lessons:
            raise Refused("lesson-first", "What the failure taught comes first.", "SE-RD-39", allowed=("take-lesson",))
        yield who


def _capped(state: State, who: Character) -> bool:
    """Whether this session's growth is used up (SE-ADV-05, SE-TRAP-12)."""
    return who.grown == state.session and GROWTH_CAP <= 1


def _grow_offers(state: State, seat: Seat) -> Iterator[Offer]:
    for who in _growing(state, seat):
        if _capped(state, who):
            raise Refused("grown-already", "One raise or purchase a session is all.", "SE-ADV-05")
        choices = tuple(_raises(who))
        if not choices:
            raise Refused("nothing-to-raise", f"{who.name} has nothing that can rise for that.", "SE-ADV-06")
        yield Offer(
            do="grow",
            label="Raise a Quality",
            why=f"One Rank for an Advancement, once a session; {who.advancements} in hand. Traits do not rise.",
            fixed={"who": who.id},
            fields=(Choose(name="what", label="Which?", choices=choices),),
            rules=("SE-ADV-04", "SE-ADV-05", "SE-ADV-06", "SE-CRE-04", "SE-WEAK-06", "SE-RD-39"),
            urgency="tool",
            about=who.id,
        )


def _raises(who: Character) -> Iterator[Choice]:
    for quality in who.qualities:
        drag = quality.kind in ("weakness", "fetish")
        higher = ladder.raised(quality.rank)
        cost = 1 + quality.surcharge
        if higher is None or (drag and not quality.drags) or cost > who.advancements or quality.lost:
            continue
        price = f", for {cost} Advancements" if cost > 1 else ""
        gone = at_average(who, quality) if drag and higher == "average" else ""
        yield Choice(
            quality.id, quality.name, hint=f"To {ladder.title(higher)}{price}{gone}", group=what_it_is(quality)
        )


def _grow(play: Play[State], command: c.Grow) -> None:
    quality = play.state.characters[command.who].quality(command.what)
    play.record(
        e.Grown(
            who=command.who,
            quality=quality.id,
            was=quality.rank,
            rank=ladder.raised(quality.rank) or quality.rank,
            cost=1 + quality.surcharge,
            rules=("SE-ADV-04", "SE-ADV-05", "SE-ERR-28"),
        )
    )


def _learn_offers(state: State, seat: Seat) -> Iterator[Offer]:
    for who in _growing(state, seat):
        if _capped(state, who):
            raise Refused("grown-already", "One raise or purchase a session is all.", "SE-ADV-05")
        fields = (name_field("Element"), trait_field())
        yield Offer(
            do="learn-element",
            label="Buy a new Element",
            why="At Good, for an Advancement, once a session.",
            fixed={"who": who.id, "sfx": False},
            fields=fields,
            rules=("SE-ADV-04", "SE-ADV-05"),
            urgency="tool",
            about=who.id,
        )
        if state.options.powers:
            fetish = (name_field("Its Fetish", name="fetish"),) if state.options.fetishes == "on" else ()
            yield Offer(
                do="learn-element",
                label="Buy a new SFX Quality",
                why="At Basic, for an Advancement, once a session.",
                fixed={"who": who.id, "sfx": True},
                fields=(*fields, *fetish),
                rules=("SE-ADV-04", "SE-SFX-02", "SE-SFX-11"),
                urgency="tool",
                about=who.id,
            )


def _learn(play: Play[State], command: c.Learn) -> None:
    id_ = play.state.next_id
    start = PRICES["sfx" if command.sfx else "element"].start
    bought = [Quality(id_, "element", command.name.strip(), start, command.trait, sfx=command.sfx)]
    if command.fetish.strip():
        fetish = Quality(f"{id_}w", "fetish", command.fetish.strip(), PRICES["fetish"].start, command.trait, bound=id_)
        bought.append(fetish)
    play.record(e.Learned(who=command.who, qualities=tuple(bought), rules=("SE-ADV-04", "SE-ADV-05")))


def _clear_offers(state: State, seat: Seat) -> Iterator[Offer]:
    for who in mine(state, seat, "spends Advancements", "SE-REC-05"):
        if not who.advancements or not who.penalties:
            raise Refused("nothing-to-clear", "It takes an Advancement, and Penalty Ranks to clear.", "SE-REC-05")
        yield Offer(
            do="clear-stress",
            label="Clear every Penalty Rank",
            why=f"For an Advancement, at the session’s end: {ladder.penalty_ranks(len(who.penalties))} less.",
            fixed={"who": who.id},
            rules=("SE-REC-05", "SE-ADV-04", "SE-RD-16"),
            about=who.id,
        )


def _clear(play: Play[State], command: c.ClearStress) -> None:
    play.record(e.StressCleared(who=command.who, rules=("SE-REC-05", "SE-RD-16")))


VERBS = (
    Verb(c.Grow, _ANY, _grow_offers, _grow),
    Verb(c.Learn, _ANY, _learn_offers, _learn),
    Verb(c.ClearStress, frozenset({"between"}), _clear_offers, _clear),
)
