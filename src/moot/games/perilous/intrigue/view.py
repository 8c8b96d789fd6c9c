"""What people see of an exchange, as plain data: the ladder with its tokens, and what can be known of the secret."""

from __future__ import annotations

import msgspec

from moot.games.perilous.figures import DISPOSITIONS, SKILLS
from moot.games.perilous.intrigue.odds import known, prospects, readings
from moot.games.perilous.options import Options
from moot.games.perilous.packs import glosses
from moot.games.perilous.person import Person
from moot.games.perilous.state import State
from moot.games.perilous.trial import SUCCESSES, shares
from moot.games.perilous.underway import SocialExchange
from moot.kit.bars import BarPart, percent
from moot.kit.remembered import remembered


class TokenView(msgspec.Struct, frozen=True, kw_only=True):
    """A result on the rung it was read from; `past` ones are of exchanges before."""

    name: str
    skill: str
    outcome: str
    word: str
    gloss: str
    past: bool


class RungView(msgspec.Struct, frozen=True, kw_only=True):
    """A Disposition; `here` whether the marker of the one they talk with stands on it."""

    name: str
    band: str
    here: bool
    tokens: tuple[TokenView, ...]


class TalkTargetView(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody they want something of. `pair` is what opens and what shuts them: the guide's, unless opened; `told` is
    what is known of it, in words; `called` is their name within a sentence."""

    who: str
    name: str
    called: str
    fixed: bool
    rungs: tuple[RungView, ...]
    told: tuple[str, ...]
    pair: tuple[str, str] | None = None


class SocialExchangeView(msgspec.Struct, frozen=True, kw_only=True):
    """An exchange as somebody sees it."""

    id: str
    round: int
    objective: str
    targets: tuple[TalkTargetView, ...]


class ChanceView(msgspec.Struct, frozen=True, kw_only=True):
    """A Tactic as its owner may weigh it: `chance` is that of a success by the dice alone; in `ways` and the pieces of
    the bar, the worst first, the secret counts as likely as others can know it. A way is its chance, the word that
    comes of it, and the Disposition from which it is read where that is not the one they are in."""

    who: str
    name: str
    npc: str
    chance: str
    shares: tuple[BarPart, ...]
    ways: tuple[tuple[str, str, str], ...]


def seen(state: State, exchange: SocialExchange, guide: bool) -> SocialExchangeView:
    """An exchange as everybody sees it, or the guide."""
    return SocialExchangeView(
        id=exchange.id, round=exchange.round, objective=exchange.objective,
        targets=() if exchange.simple else tuple(_target(state, exchange, npc, guide) for npc in exchange.targets),
    )


def _target(state: State, exchange: SocialExchange, npc: str, guide: bool) -> TalkTargetView:
    target = exchange.targets[npc]
    told = tuple(f"{SKILLS[id_].title} {words}" for id_, words in known(exchange, npc).items() if words)
    shown = target.pair if guide or target.opened else None
    return TalkTargetView(
        who=npc, name=state.named(npc), called=state.name(npc), fixed=target.pair is not None,
        told=told, rungs=tuple(_rung(state, exchange, npc, row.id) for row in DISPOSITIONS.values()),
        pair=(SKILLS[shown.favourable].title, SKILLS[shown.unfavourable].title) if shown else None,
    )


def _rung(state: State, exchange: SocialExchange, npc: str, id_: str) -> RungView:
    row, words = DISPOSITIONS[id_], glosses(state.packs)
    tokens = tuple(
        TokenView(
            name=state.named(token.who), skill=SKILLS[token.skill].title, outcome=token.outcome,
            word=token.word, past=token.round < exchange.round,
            gloss=words[token.tactic, "success" if token.outcome in SUCCESSES else "failure", row.band],
        ) for token in exchange.tokens if token.tactic and (token.npc, token.column) == (npc, id_)
    )
    return RungView(name=row.title, band=row.band, here=exchange.targets[npc].disposition == id_, tokens=tokens)


def weighed(state: State, exchange: SocialExchange, who: str) -> tuple[ChanceView, ...]:
    """The Tactics of somebody with each of the others, as they may weigh them before they name one."""
    if exchange.simple:
        return ()
    return tuple(one for npc in exchange.targets for one in _weighed((exchange, state.people[who]), state.options, npc))


@remembered(256, of=tuple)
def _weighed(both: tuple[SocialExchange, Person], options: Options, npc: str) -> tuple[ChanceView, ...]:
    exchange, who = both
    found: list[ChanceView] = []
    now = exchange.targets[npc].disposition
    for one in prospects(options, exchange, who, npc):
        ways = tuple(
            (percent(one.odds[read.outcome]), read.word, DISPOSITIONS[read.column].title if read.column != now else "")
            for read in readings(one.skill, now) if one.odds[read.outcome]
        )
        found.append(ChanceView(
            who=who.id, name=SKILLS[one.skill].title, npc=npc, shares=shares(one.odds, {}), ways=ways,
            chance=percent(one.dice["success"] + one.dice["critical-success"]),
        ))
    return tuple(found)
