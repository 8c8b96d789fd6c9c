"""Powers are resisted: as they take hold, or while they last (MO-405, MO-406, MO-X407, MO-X414, MO-FP16)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Count, Event, Line, Offers, Part, Play, Refused, Seat
from moot.core.blanks import Field
from moot.games.modos.abilities import affords, bound_for, can_notice, check_open
from moot.games.modos.blanks import claims_blank, dice_choices, keep_words
from moot.games.modos.combat.defending import guard_blanks
from moot.games.modos.conflict.beats import declare
from moot.games.modos.conflict.deeds import DeedCommand, actors, contest_of, facts_of, side_of, won
from moot.games.modos.conflict.reacting import others_first
from moot.games.modos.conflict.resolving import resolves
from moot.games.modos.conflicts import Chain, Deed
from moot.games.modos.contests import Facts, Outcome, Total
from moot.games.modos.effects import Harm
from moot.games.modos.live import aware, catalog_of
from moot.games.modos.magic.lasting import does_now, release
from moot.games.modos.reckoning import lost_pools, skill_terms
from moot.games.modos.rows import Power
from moot.games.modos.state import FREE, REACTION, TURN, State
from moot.games.modos.terms import POOL_WORDS, POOLS, Pool
from moot.games.modos.throwing import kept_total, once_more, stands, total_of
from moot.games.modos.wording import sentence
from moot.kit.people import label_for
from moot.kit.totals import plain, signed

STORED: Final = ("MO-X407", "MO-003")
"""The rules by which a total is held against the contest of a power."""


class Resisted(Event[State], tag="resisted"):
    """Somebody defended against a power that lasts, with a Pro or without; Pros add up (MO-406)."""

    who: str
    power: str
    title: str
    pro: bool
    pros: int
    level: int

    def evolve(self, state: State) -> State:
        if (running := state.running.get(self.power)) is not None and self.who in running.pros:
            waits = {**running.waits, self.who: self.pro} if self.who in running.waits else running.waits
            state = state.with_running(self.power, pros={**running.pros, self.who: self.pros}, waits=waits)
        one = state.entry(self.who)
        return state.with_entry(self.who, resisted=(*one.resisted, self.power)) if one else state

    def line(self, state: State) -> Line:
        how = "resists" if self.pro else "does not shake off"
        return Line("result", f"{how} {self.title}: {self.pros} of {self.level}.", state.name(self.who))


class Resist(DeedCommand, tag="resist"):
    """Resist a power with the attribute that its entry names: as an answer to its last action, or while it lasts."""

    when, urgency, throws = FREE | TURN | REACTION, "may", True
    rules = ("MO-406", "MO-405", "MO-X407", "MO-X414", "MO-X217", "MO-E108")
    together = "Resist a power"
    on: str
    pools: tuple[Pool, ...] = ()
    times: int = 1
    keep: bool = False
    claims: tuple[str, ...] = ()
    guard_half: bool = False
    guard_hero: bool = False

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in actors(state, seat):
            for on, row in _against(state, who):
                try:
                    check_able(state, who, row, on)
                except Refused as reason:
                    yield cls.barred(reason, who=who, on=on)
                    continue
                chain = kept_chain(state, who, on)
                for keep in (False, True) if chain is not None else (False,):
                    blanks = () if keep else (partial(_blanks, state, who, on, row),)
                    yield cls.offer(
                        row, partial(_label, state, who, row, chain if keep else None),
                        partial(_why, state, who, on, row), *blanks, about=who, who=who, on=on, keep=keep,
                        rolls=partial(others_first, state, who, partial(cls(who=who, on=on, keep=keep).enact, of=row)),
                    )
                if chain is None:
                    message = "Only an action on one’s own turn that goes on resisting the same power keeps its number."
                    yield cls.barred(Refused("no-chain", message, "MO-E108"), who=who, on=on, keep=True)
        yield Refused("nothing-to-resist", "There is no power that any of yours could resist now.", "MO-406")

    def act(self, play: Play[State], of: Power) -> None:
        state, instant = play.state, self.on not in play.state.running
        [pool, *_] = self.pools or _pools(of)
        times = len(self.pools) if instant and self.pools else self.times
        deed = self.deed(
            "defend" if instant else "resist", pool, skill=defense(state, pool), price=times, stage=times,
            pick="|".join(self.pools), targets=(self.on,) if instant and self.on else (),
        )
        if state.conflict is not None:
            declare(play, deed)
        else:
            resist(play, deed, ())


def defense(state: State, pool: Pool) -> str:
    """The skill that defends an attribute (MO-X217)."""
    return next((row.id for row in catalog_of(state).skills.values() if row.defends == pool), "")


def _pools(row: Power) -> tuple[Pool, ...]:
    return POOLS if row.half == "any" else () if row.half == "none" else (row.half,)


def _against(state: State, who: str) -> Iterator[tuple[str, Power]]:
    """What somebody could resist: powers that take hold in this very beat, by who uses them (the first as nobody), and
    those that last, by their ids."""
    catalog = catalog_of(state)
    beat = state.beat
    for deed in (beat.deed, *beat.answers.values()) if beat is not None else ():
        row = catalog.powers.get(deed.power) if deed is not None and who in deed.targets else None
        if deed is not None and row is not None and deed.stage == row.level and deed.who != who and _pools(row):
            yield "" if beat is not None and deed is beat.deed else deed.who, row
    for running in state.running.values():
        row = catalog.powers.get(running.row)
        if row is not None and who in running.pros and who != running.caster and _pools(row):
            yield running.id, row


def check_able(state: State, who: str, row: Power, on: str) -> None:
    """Raise Refused unless somebody can resist a power: aware of it, and of who uses it in answer to a deed, with an
    action left, and with the use of the attribute (MO-X407)."""
    pools = _pools(row)
    lost = all(pool in lost_pools(state, who) for pool in pools)
    check_open(state, who, "resist", pool=pools[0] if lost else None, facts=Facts(on=on))
    if not can_notice(state, who) or (on in state.people and not aware(state, who, on)):
        raise Refused("unaware", f"{state.name(who)} notices nothing, and so cannot resist.", "MO-006")
    if not able_pools(state, who, row):
        raise Refused("no-action", f"{state.name(who)} has no action left for that.", "MO-202")


def able_pools(state: State, who: str, row: Power) -> tuple[Pool, ...]:
    """The attributes with which somebody can resist a power now: they have the use of them, and an action that fits."""
    lost, free = lost_pools(state, who), state.conflict is None
    return tuple(
        pool for pool in _pools(row)
        if pool not in lost and (free or affords(state, who, defense(state, pool), pool))
    )


def kept_chain(state: State, who: str, on: str) -> Chain | None:
    """The last action of somebody's turn, if they resisted the same power by it and defenses are combined (MO-E108)."""
    one = state.entry(who)
    chain = one.chain if one is not None and state.phase == "turn" else None
    if chain is None or state.options.combine_defense == "no" or (chain.kind, chain.on) != ("resist", on):
        return None
    return chain


def _label(state: State, who: str, row: Power, chain: Chain | None) -> str:
    label = label_for(state, who, f"Resist {row.title}", f"{{}} resists {row.title}")
    return f"{label}, and {keep_words(state, chain)}" if chain is not None else label


def _why(state: State, who: str, on: str, row: Power) -> str:
    words = ", ".join(f"{POOL_WORDS[pool]} {signed(_plus(state, who, pool, on))}" for pool in _pools(row))
    running = state.running.get(on)
    if running is not None:
        return f"With {words}, against {plain(running.stored)}: {running.pros[who]} of {row.level} so far."
    return f"With {words}. {what_a_win_brings(state, who, on, row)}"


def what_a_win_brings(state: State, who: str, on: str, row: Power) -> str:
    """What comes of it if somebody wins against a power, and what it does if not."""
    won = label_for(state, who, "If you win", "If {} wins")
    if (running := state.running.get(on)) is not None:
        pros = running.pros[who] + 1
        over = pros >= row.level or row.stage(pros) == "over"
        less = "it is over" if over else "only a part of it stays" if pros == 1 else f"that is {pros} of {row.level}"
        return f"{won}, {less}. Until then: {does_now(state, running, who)}"
    less = "only a part of it gets through" if row.halves else "it does nothing"
    return " ".join((f"{won}, {less}. If not:", *(sentence(one, "target") for one in row.effects)))


def _plus(state: State, who: str, pool: Pool, on: str) -> int:
    """What somebody adds to the die against a power."""
    terms = skill_terms(state, who, pool, defense(state, pool), Facts(deed="resist", on=on))
    return sum(term.worth for term in terms)


def _blanks(state: State, who: str, on: str, row: Power, shown_: bool) -> Iterator[Field]:
    pools, one, instant = able_pools(state, who, row), state.entry(who), on not in state.running
    more = instant and not row.keep and state.options.instant_defense == "until_level"
    bonus = len(pools) == 1 and bool(bound_for(state, who, defense(state, pools[0]), pools[0]))
    most = max(1, min(row.level, one.actions + bonus)) if more and one is not None else 1
    if row.half == "any":
        choices = tuple(Choice(pool, POOL_WORDS[pool].title()) for pool in pools)
        yield Choose(name="pools", label="With which?", choices=choices, many=True, most=min(most, len(pools)))
    elif most > 1:
        yield Count(name="times", label="With how many actions?", least=1, most=most, default=1, rule="MO-E38")
    yield from dice_choices(state, who)
    yield from claims_blank(state, who, Facts(deed="resist", skill=defense(state, pools[0]), on=on))
    if instant and any(isinstance(effect, Harm) for effect in row.effects):
        yield from guard_blanks(state, who)


# ---------------------------------------------------------------- how it comes out


def against_stored(play: Play[State], deed: Deed, stored: int) -> tuple[Total, Outcome]:
    """Throw against the contest of a power, or keep the number of the last action against it; a Tie does not beat it
    (MO-X407)."""
    one, side, facts = play.state.entry(deed.who), side_of(play.state, deed), replace(facts_of(deed), deed="resist")
    if deed.keep and one is not None and one.chain is not None:
        total = kept_total(play, one.chain, side, facts)
    else:
        total = total_of(play, side, facts)
    return total, stands(play, total, stored, *STORED)


def withstood(play: Play[State], deed: Deed, stored: int) -> tuple[Pool, ...]:
    """The attributes with which somebody resists a power as it takes hold: a Pro each (MO-E38)."""
    pools = deed.pick.split("|") if deed.pick else [deed.pool] * deed.stage
    won: list[Pool] = []
    for pool in POOLS:
        for _ in range(pools.count(pool)):
            each = replace(deed, pool=pool, skill=defense(play.state, pool))
            if against_stored(play, each, stored)[1] == "pro":
                won.append(pool)
    return tuple(won)


@resolves("resist", "resists")
def resist(play: Play[State], deed: Deed, against: tuple[Deed, ...]) -> Total | None:
    """A defense against a power that lasts comes out: it has to beat whoever hinders it, and the power's contest
    (MO-406, MO-X205). Nothing becomes of it if the power is over already."""
    running = play.state.running.get(deed.on)
    if running is None or deed.who not in running.pros:
        return None
    row = catalog_of(play.state).powers[running.row]
    if (thrown := contest_of(play, deed, against) if against else None) is None:
        total, outcome = against_stored(play, deed, running.stored)
    else:
        total = thrown.first
        outcome = stands(play, once_more(total), running.stored, *STORED) if won(thrown) else "con"
    pros = running.pros[deed.who] + (outcome == "pro")
    play.record(Resisted(
        who=deed.who, power=running.id, title=row.title, pro=outcome == "pro", pros=pros, level=row.level,
        rules=("MO-406", "MO-X414"),
    ))
    if row.stage(pros) == "over" or pros >= row.level:
        release(play, running.id, deed.who)
    return total


WITHSTANDING: Final = Part(Resist, Resisted, module="magic")
