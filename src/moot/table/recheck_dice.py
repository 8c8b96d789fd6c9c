"""Rolls the dice of a log again, from the seeds that were opened."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from moot.core import Codec, Corrupt, Sealed
from moot.core.chance import MOST_SIDES, Pick
from moot.core.events import name_of
from moot.table.opening import DiceRevealed, DiceSealed
from moot.table.ports import Entry
from moot.table.report import LogFault, Seal

MOST_WAYS = 10_000_000
"""No die has more sides, no deck more cards, and hidden ids are drawn from fewer (`moot.core.chance.token`)."""

_REVEALED = name_of(DiceRevealed)
_OF_DICE = Codec((DiceSealed, DiceRevealed))


def opened(events: Iterable[Mapping[str, Any]]) -> dict[int, bytes]:
    """The seeds, by epoch, that are opened somewhere in a log and are the ones that were sealed."""
    sealed: dict[int, str] = {}
    seeds: dict[int, bytes] = {}
    for plain in events:
        if str(plain.get("event")) not in _OF_DICE.kinds:
            continue
        try:
            match _OF_DICE.read(plain):
                case DiceSealed(epoch=epoch, commitment=commitment):
                    sealed[epoch] = commitment
                case DiceRevealed(epoch=epoch, seed=opened_seed):
                    seed = bytes.fromhex(opened_seed)
                    if sealed.get(epoch) == Sealed.commitment(seed):
                        seeds[epoch] = seed
                case _:
                    pass
        except (Corrupt, ValueError):  # said of the entry that it stands in
            continue
    return seeds


def sealed(entry: Entry, seed: bytes, before: bytes) -> Sealed:
    """The luck that the seal had for `entry`; `before` is the link of the entry before it."""
    return Sealed(seed, before, entry.asked.nonce.encode() if entry.asked else b"")


def opening_fault(entry: Entry, seal: Seal | None) -> LogFault | None:
    """What is wrong with a seed that `entry` opens, `seal` being the one in use."""
    for number, event in enumerate(entry.events, 1):
        if event.get("event") != _REVEALED:
            continue
        fault = LogFault(code="seal", seq=entry.seq, event=number, name=_REVEALED, what="it opens a seal not in use")
        if seal is None or event.get("epoch") != seal.epoch:
            return fault
        if not seal.open:
            shown = {"expected": f"SHA-256 {seal.commitment}", "found": f"seed {event.get('seed')}"}
            return replace(fault, what="the seed opened here is not the one that was sealed", **shown)
    return None


def luck_fault(entry: Entry, seed: bytes, before: bytes) -> LogFault | None:
    """What is wrong with the dice of `entry`; without a `seed` nothing can be said of sealed ones."""
    fallen = [way + 1 for _, way in entry.picks]
    fault = LogFault(code="luck", seq=entry.seq, what="dice that cannot be", found=str(fallen))
    if any(not 0 <= way < ways <= MOST_WAYS for ways, way in entry.picks):
        return fault
    if entry.luck == "none":
        return replace(fault, what="dice that nobody rolled") if entry.picks else None
    if entry.luck == "given":
        typed = list(entry.asked.faces) if entry.asked else []
        what = "the dice are not those that were typed in"
        dice = [way + 1 for ways, way in entry.picks if ways <= MOST_SIDES]
        if typed != dice:
            return replace(fault, what=what, expected=str(typed))
    if not seed:
        return None
    luck, picks = sealed(entry, seed, before), drawn(entry)
    rolled, found = [luck.pick(ways) + 1 for ways, _ in picks], [way + 1 for _, way in picks]
    if rolled == found:
        return None
    at = next(at for at, (one, other) in enumerate(zip(rolled, found, strict=True)) if one != other)
    what = f"die {at + 1}, a d{picks[at][0]}, did not fall as the seal has it"
    return replace(fault, what=what, expected=str(rolled), found=str(found))


def drawn(entry: Entry) -> Sequence[Pick]:
    """The picks of an entry that nobody typed in: beside typed dice, those of hidden ids and hidden dice only."""
    return [pick for pick in entry.picks if pick[0] > MOST_SIDES] if entry.luck == "given" else entry.picks
