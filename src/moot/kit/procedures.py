"""Procedures with phases, of which several may run: a chase, a talk, a fight. A table says which commands exist when.

The phase of a procedure is read off what it holds. A game makes one class of commands and one of events for each kind:

    class InChase(InProcedure[State]):
        procedure, about_any, phase_at, phases = "chase", "chases", staticmethod(phase_of), PHASES
        nothing = ("no-chase", "There is no chase under way for that.", "GP-CHASE-01")
        chase: str

    class OfChase(OfProcedure[State, Chase]):
        procedure, among = "chase", "chases"
        chase: str
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from moot.core import Command, NotNow, Offered, Offers, Refused, Seat
from moot.core.events import name_of
from moot.kit.happenings import Happening
from moot.kit.keyed import Keyed, held, holding, put
from moot.kit.people import Peopled
from moot.kit.remembered import remembered

S = TypeVar("S", bound=Peopled[Any])
P = TypeVar("P", bound=Keyed)


class PhaseRow(NamedTuple):
    """A phase of a procedure: the rule behind it, the commands that exist in it, and what it is for, in words."""

    rule: str
    commands: frozenset[str]
    words: str = ""


class OfProcedure(Happening[S], Generic[S, P]):
    """An event of one procedure: `unfold` says what it makes of that, or `evolve` of everything; by itself, it leaves
    all as it was. `procedure` is the field with its id, `among` the field of the state that has all of its kind."""

    procedure: ClassVar[str]
    among: ClassVar[str]

    def evolve(self, state: S) -> S:
        """The state with the procedure as `unfold` gives it."""
        found = held(state, self.among)
        return holding(state, self.among, put(found, self.unfold(found[getattr(self, self.procedure)])))

    def unfold(self, one: P, /) -> P:
        """The procedure after it."""
        return one


@remembered(16)
def _at(state: Peopled[Any]) -> dict[str, tuple[tuple[Any, Any], ...]]:
    """Room for the procedures of a state, each kind with its phases, as they are asked for."""
    return {}


class InProcedure(Command[S], Generic[S]):
    """A command of one procedure, which exists in the phases of it that a table says. `offers_in` are its offers there.

    `procedure` is the field with the id of the procedure, `about_any` that of the state which has all of its kind,
    `phase_at` says where one stands, `phases` are those with commands, `nothing` says why not where no procedure runs:
    code, sentence, rule.
    """

    procedure: ClassVar[str]
    about_any: ClassVar[str]
    phases: ClassVar[Mapping[Any, PhaseRow]]
    nothing: ClassVar[tuple[str, str, str]]

    @staticmethod
    @abstractmethod
    def phase_at(state: Any, one: Any, /) -> Any:
        """Where a procedure stands."""

    @classmethod
    def now(cls, state: S) -> tuple[tuple[Any, Any], ...]:
        """The procedures in a phase that has commands, with it; found once for all who ask of a state."""
        found = _at(state)
        if cls.procedure not in found:
            every = ((one, cls.phase_at(state, one)) for one in held(state, cls.about_any).values())
            found[cls.procedure] = tuple((one, phase) for one, phase in every if phase in cls.phases)
        return found[cls.procedure]

    @classmethod
    def possible(cls, state: S) -> bool:
        """Whether a procedure that runs is in a phase of it."""
        name = name_of(cls)
        return any(name in cls.phases[phase].commands for _, phase in cls.now(state))

    @classmethod
    def offers(cls, state: S, seat: Seat) -> Offers:
        """What `seat` may do by it in all that run; the reason nearest to the moment comes first."""
        name, now = name_of(cls), cls.now(state)
        for one, phase in now:
            if name in cls.phases[phase].commands:
                try:
                    yield from cls.offers_in(state, seat, one)
                except Refused as reason:
                    yield reason
        yield NotNow(rule=cls.phases[now[0][1]].rule) if now else Refused(*cls.nothing)

    @classmethod
    @abstractmethod
    def offers_in(cls, state: S, seat: Seat, one: Any, /) -> Iterable[Offered | Refused]:
        """What `seat` may do by it in a procedure whose phase knows it; a reason why not is yielded or raised."""

    @classmethod
    def offer_in(cls, one: Any, of: Any, label: str, why: Any = "", *blanks: Any, **more: Any) -> Offered:
        """An offer in a procedure; the rest as in `Command.offer`."""
        return cls.offer(of, label, why, *blanks, about=one.id, **{cls.procedure: one.id}, **more)
