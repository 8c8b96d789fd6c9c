"""What is added to a player's own Qualities in a Test: circumstances, and in a joint Test the shares of others."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

import msgspec

from moot.games.swords_edge.character import Character
from moot.games.swords_edge.figures import ACTS, BANDS, STEP
from moot.games.swords_edge.pairings import Pairing, Pledge
from moot.games.swords_edge.quality_pool import as_it_counts
from moot.games.swords_edge.state import State
from moot.games.swords_edge.trials.kinds import TestRow
from moot.kit.totals import Addend


class Joint(msgspec.Struct, frozen=True):
    """A joint Test for one `purpose`: who is `engaged` in it, and the shares that lie ready, by whose they are."""

    purpose: str
    engaged: tuple[str, ...]
    shares: Mapping[str, Pledge]

    def shared(self, who: str) -> bool:
        """Whether somebody has put a share into it."""
        return who in self.shares and self.shares[who].purpose == self.purpose

    @property
    def waiting(self) -> tuple[str, ...]:
        """Those engaged who have put nothing in yet."""
        return tuple(who for who in self.engaged if not self.shared(who))

    def partners(self, roller: str) -> tuple[str, ...]:
        """The others who have put something in, for the one that rolls."""
        return tuple(who for who in self.engaged if who != roller and self.shared(who))

    def may_join(self, who: str) -> bool:
        """Whether somebody can put a share in: they are waited for, and another could still roll."""
        return who in self.waiting and len(self.waiting) > 1

    def may_roll(self, who: str) -> bool:
        """Whether nobody else is waited for: then anyone engaged rolls for all."""
        return not set(self.waiting) - {who}


def unused(shares: Mapping[str, Pledge], purpose: str, who: Collection[str]) -> dict[str, Pledge]:
    """The shares that are left once `who` have made a joint Test for that purpose."""
    return {one: share for one, share in shares.items() if one not in who or share.purpose != purpose}


def circumstances(state: State, pairing: Pairing, who: str, kind: TestRow) -> Iterator[Addend]:
    """Bonuses and penalties that `who` has in a Test of this kind; acts of the round cost a Rank each (SE-ACT-05)."""
    stand = pairing.stands[who]
    if kind.action:
        if stand.bonus:
            yield Addend(who, "bonus", "For Momentum well won", stand.bonus)
        if carried := carry(state, who):
            yield Addend(who, "bonus", "For a good defence", carried)
        if kind.reward and (due := getattr(stand, kind.takes)):
            yield Addend(who, "bonus", kind.reward, due)
    if kind.act and not (kind.strikes and stand.follows):
        acts = state.acts(who) - (kind.strikes and pairing.in_one)
        if (beyond := acts + 1 - ACTS.free) > 0:
            yield Addend(who, "acts", f"Act {acts + 1} of this round", -beyond * ACTS.step * STEP)
    if kind.shoots and (penalty := pairing.shot(who)):
        yield Addend(who, "range", f"{BANDS[pairing.band].title} range", penalty)


def carry(state: State, who: str) -> int:
    """What a Good defence left for this round's first Action Test (SE-LOS-04, SE-RD-33)."""
    if state.scene is None or who not in state.scene.carry:
        return 0
    round_, bonus = state.scene.carry[who]
    return bonus if round_ <= state.scene.round else 0


def joint(state: State, pairing: Pairing, kind: TestRow) -> Joint:
    """The joint Test of this kind, in which those are engaged whom it concerns and who can act (SE-MOM-07)."""
    able = (who for who in pairing.stands if kind.engages(state, pairing, who) and state.characters[who].able)
    return Joint(kind.id, tuple(able), pairing.pledges)


def shares(state: State, pairing: Pairing, kind: TestRow, who: Iterable[str]) -> tuple[Addend, ...]:
    """What they put in, as it counts by now, with their own bonuses and penalties (SE-RD-34)."""
    found: list[Addend] = []
    for one in who:
        found.extend(as_it_counts(state, state.characters[one], pairing.pledges[one].parts))
        found.extend(circumstances(state, pairing, one, kind))
    return tuple(found)


def spending(shared: tuple[Addend, ...], who: list[Character]) -> tuple[tuple[str, str], ...]:
    """The Qualities that a joint Momentum Test uses up for those who put them in; no Weakness is ever spent (SE-MOM-07,
    SE-RD-30)."""
    spent = {(one.id, q.id) for one in who for q in one.counting("free", "one")}
    return tuple((part.who, part.what) for part in shared if (part.who, part.what) in spent)
