"""Luck: one primitive, its sources, and every way it can fall.

`pick(n)` is all that a rule may ask of luck. Dice, card deals and shuffles are built on it, so that one text of a rule
serves a table with sealed dice, a test with scripted ones, a simulation and the exact odds.
"""

from __future__ import annotations

import hashlib
import hmac
import random
import struct
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Protocol, Self, TypeAlias, TypeVar

import msgspec

from moot.core.errors import Refused

_UNPACK = struct.Struct(">8I").unpack
_WAYS = 2**32

T = TypeVar("T")
R = TypeVar("R", bound=Hashable)

Die: TypeAlias = int
"""A die is named by its number of sides: 4, 6, 8, 10, 12, 20, 100."""

Pick: TypeAlias = tuple[int, int]
"""One act of luck as a log keeps it: how many ways it could fall, and the way it fell (0-based)."""


class Chance(Protocol):
    """A source of luck."""

    def pick(self, n: int) -> int:
        """A number from 0 to `n` - 1, each as likely as any other. Raises ValueError when `n` < 1."""
        ...


def roll(chance: Chance, *dice: Die) -> tuple[int, ...]:
    """The faces of `dice`, in the order asked, each from 1 to its number of sides."""
    pick = chance.pick
    return tuple([pick(die) + 1 for die in dice])


def draw(chance: Chance, deck: Sequence[T], count: int) -> tuple[T, ...]:
    """`count` different cards off a shuffled `deck`, in the order dealt. Raises ValueError if the deck is too small."""
    if count > len(deck):
        raise ValueError(f"cannot draw {count} from a deck of {len(deck)}")
    left = list(deck)
    return tuple(left.pop(chance.pick(len(left))) for _ in range(count))


MOST_SIDES = 1000
"""What is picked from more ways than this is no die, and nobody types it in or scripts it."""

_LETTERS = "bcdfghjkmnpqrstvwxz"  # neither vowels, which make words, nor letters that look like figures


def token(chance: Chance) -> str:
    """Five random letters: a name that counts nothing."""
    number = chance.pick(len(_LETTERS) ** 5)
    drawn = []
    for _ in range(5):
        number, at = divmod(number, len(_LETTERS))
        drawn.append(_LETTERS[at])
    return "".join(drawn)


def _positive(n: int) -> int:
    if n < 1:
        raise ValueError(f"cannot pick from {n} ways")
    return n


@lru_cache(1024)
def _keyed(seed: bytes) -> hmac.HMAC:
    """HMAC-SHA-256 under one key, which is hashed in once, to be copied for each message."""
    return hmac.new(seed, digestmod="sha256")


def _limit(n: int) -> int:
    """The words below this one fall evenly on `n` ways. Raises ValueError for more ways than a word can tell apart."""
    if not 0 < n <= _WAYS:
        raise ValueError(f"sealed luck tells 1 to 2**32 ways apart, not {n}")
    return _WAYS - _WAYS % n


_LIMITS = {sides: _limit(sides) for sides in range(1, 101)}
"""The limits of all common dice, reckoned once."""


class Sealed:
    """The table's dice: HMAC-SHA-256 in counter mode over the log's last link and the asker's nonce.

    With the `seed` anybody can repeat every pick later; without it nobody can foresee one. Each word of four bytes
    is used once; words that would favour low numbers are thrown away (rejection sampling), so `pick` is exactly even.
    """

    __slots__ = ("_counter", "_link", "_nonce", "_seed", "_words")

    def __init__(self, seed: bytes, link: bytes, nonce: bytes = b"") -> None:
        self._seed = seed
        self._link = link
        self._nonce = nonce
        self._counter = 0
        self._words: Iterator[int] = iter(())

    @staticmethod
    @lru_cache(1024)
    def commitment(seed: bytes) -> str:
        """The fingerprint of `seed` that goes into the log before its first roll: SHA-256, hexadecimal."""
        return hashlib.sha256(seed).hexdigest()

    def pick(self, n: int) -> int:
        """A number from 0 to `n` - 1. Raises ValueError also when `n` > 2**32, more than a word can tell apart."""
        limit = _LIMITS.get(n) or _limit(n)
        while True:
            for word in self._words:  # goes on where the last pick left off
                if word < limit:
                    return word % n
            self._words = self._more()

    def _more(self) -> Iterator[int]:
        """The next eight words."""
        nonce, counter = self._nonce, self._counter
        message = self._link + len(nonce).to_bytes(2, "big") + nonce + counter.to_bytes(4, "big")
        self._counter = counter + 1
        keyed = _keyed(self._seed).copy()
        keyed.update(message)
        return iter(_UNPACK(keyed.digest()))


class Seeded:
    """Repeatable luck for simulation and tests: the same seed gives the same game."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - repeatable on purpose; tables use Sealed

    def pick(self, n: int) -> int:
        return self._random.randrange(_positive(n))


class Scripted:
    """Luck as a worked example tells it: a list of faces, each 1-based.

    A face that the die does not have raises ValueError, and so does a die too many; `finish()` raises it for faces left
    over. As a context manager it finishes by itself. What is no die (see MOST_SIDES) is counted up from 0.
    """

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = list(faces)
        self._used = 0
        self._tokens = 0

    def pick(self, n: int) -> int:
        if n > MOST_SIDES:
            self._tokens += 1
            return self._tokens - 1
        if self._used == len(self._faces):
            raise ValueError(f"the script has {len(self._faces)} faces and a d{n} more is asked for")
        face = self._faces[self._used]
        if not 1 <= face <= n:
            raise ValueError(f"face {face} cannot fall on a d{n} (die {self._used + 1} of the script)")
        self._used += 1
        return face - 1

    def finish(self) -> None:
        """Raise ValueError unless every face of the script was used."""
        if self._used != len(self._faces):
            raise ValueError(f"{len(self._faces) - self._used} faces of the script were never rolled")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            self.finish()


class Given:
    """Dice that a person rolled by hand and typed in, in the order the roll asks for them.

    Too few, too many or impossible faces raise Refused with the die that is wrong, for the person to correct. What
    is no die (see MOST_SIDES) is picked by `others`.
    """

    def __init__(self, faces: Iterable[int], others: Chance | None = None) -> None:
        self._faces = tuple(faces)
        self._used = 0
        self._others = others

    def pick(self, n: int) -> int:
        if n > MOST_SIDES and self._others is not None:
            return self._others.pick(n)
        if self._used == len(self._faces):
            message = f"This roll needs another d{_positive(n)}: type its face as well."
            raise Refused("too-few-dice", message, field="faces")
        face = self._faces[self._used]
        if not 1 <= face <= n:
            raise Refused("no-such-face", f"A d{n} cannot show {face}.", allowed=(f"1 to {n}",), field="faces")
        self._used += 1
        return face - 1

    def finish(self) -> None:
        """Refuse unless every typed face was used."""
        if self._used != len(self._faces):
            dice = "1 die" if self._used == 1 else f"{self._used} dice"
            takes = f"This roll takes {dice}, and {len(self._faces)} were typed."
            message = takes if self._used else "No die falls yet: leave this empty."
            raise Refused("too-many-dice", message, field="faces")


class Recorded(msgspec.Struct):
    """Passes luck through and keeps each pick, so that a log can show what fell and a checker can roll it again."""

    chance: Chance
    picks: list[Pick] = []

    def pick(self, n: int) -> int:
        result = self.chance.pick(n)
        self.picks.append((n, result))
        return result


class _Branch:
    """Follows a path of picks already chosen, then takes the first way at each new fork and notes the fork."""

    def __init__(self, path: list[int]) -> None:
        self.path = path
        self.ways: list[int] = []

    def pick(self, n: int) -> int:
        depth = len(self.ways)
        self.ways.append(_positive(n))
        if depth == len(self.path):
            self.path.append(0)
        return self.path[depth]


def outcomes(play: Callable[[Chance], R]) -> dict[R, Fraction]:
    """Every way `play` can end, with its exact probability; `play` is run once for each branch of chance.

    Slow and obvious on purpose: the oracle that fast odds are checked against. `play` must end in every branch and must
    depend on nothing but the chance it is handed.
    """
    ends: dict[R, Fraction] = {}
    path: list[int] = []
    while True:
        branch = _Branch(path)
        end = play(branch)
        weight = Fraction(1)
        for ways in branch.ways:
            weight /= ways
        ends[end] = ends.get(end, Fraction(0)) + weight
        while path and path[-1] + 1 == branch.ways[len(path) - 1]:
            path.pop()
        if not path:
            return ends
        path[-1] += 1
