"""Joint Tests: who is in one, who has put a share in, and what the shares come to (SE-MOM-07, SE-SEIZE-05)."""

from __future__ import annotations

from moot.games.swords_edge.character import Character
from moot.games.swords_edge.contest import Pairing
from moot.games.swords_edge.quality_pool import as_it_counts
from moot.games.swords_edge.state import State
from moot.games.swords_edge.trials.circumstances import circumstances
from moot.games.swords_edge.trials.kinds import Kind
from moot.kit.totals import Addend


def engaged(state: State, pairing: Pairing, kind: Kind) -> list[str]:
    """The PCs whom a joint Test of this kind concerns, those who can act."""
    return [who for who in pairing.stands if kind.engages(state, pairing, who) and state.characters[who].able]


def waiting(state: State, pairing: Pairing, kind: Kind) -> list[str]:
    """Those of the engaged who have put nothing in yet."""
    return [who for who in engaged(state, pairing, kind) if not pledged(pairing, who, kind)]


def pledged(pairing: Pairing, who: str, kind: Kind) -> bool:
    """Whether a PC has put a share into such a Test."""
    return who in pairing.pledges and pairing.pledges[who].purpose == kind.id


def partners(state: State, pairing: Pairing, kind: Kind, roller: str) -> list[str]:
    """The others who have put something in, for the PC that rolls."""
    return [who for who in engaged(state, pairing, kind) if who != roller and pledged(pairing, who, kind)]


def shares(state: State, pairing: Pairing, kind: Kind, who: list[str]) -> tuple[Addend, ...]:
    """What they put in, as it counts by now, with their own bonuses and penalties (SE-RD-34)."""
    found: list[Addend] = []
    for one in who:
        found.extend(as_it_counts(state, state.characters[one], pairing.pledges[one].parts, kind.use))
        found.extend(circumstances(state, pairing, one, kind))
    return tuple(found)


def spending(shared: tuple[Addend, ...], who: list[Character]) -> tuple[tuple[str, str], ...]:
    """The Qualities that a joint Momentum Test uses up for those who put them in; no Weakness is ever spent (SE-MOM-07,
    SE-RD-30)."""
    spent = {(one.id, q.id) for one in who for q in one.of("concept", "background", "faculty", "element")}
    return tuple((part.who, part.what) for part in shared if (part.who, part.what) in spent)
