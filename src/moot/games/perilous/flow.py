"""What commands of the room share: who may give them, the blanks that many have, and what follows them by itself.

A procedure registers what comes of a test that it called (`settles`); `following` says what follows when something has
happened anywhere (a turn ends, somebody is out, it is over). So a test, a wound or a correction need not know in which
procedure it stands.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeAlias, TypeVar

from msgspec.structs import replace

from moot.core import Choice, Choose, Count, Event, Fact, NotNow, Offered, Offers, Play, Refused, Roles, Seat, Waiting
from moot.core.events import name_of
from moot.games.perilous.figures import DIFFICULTIES, SKILLS, TEST
from moot.games.perilous.state import SESSION, State
from moot.games.perilous.terms import Difficulty, Outcome
from moot.games.perilous.trial import Trial
from moot.kit import follows
from moot.kit.keyed import Keyed, put
from moot.kit.people import guide_waits, seat_waits
from moot.kit.remembered import remembered

ROLES: Final = Roles("GM")
needs_guide, needs_player, only_guide = ROLES.needs_guide, ROLES.needs_player, ROLES.only_guide

Settle: TypeAlias = Callable[[Play[State], Trial], None]
S = TypeVar("S", bound=Settle)
P = TypeVar("P", bound=Keyed)

PURPOSES: Final[dict[str, Settle]] = {}
"""What comes of a settled test, by its purpose."""
FORETOLD: Final[dict[tuple[str, str], Mapping[Outcome, str]]] = {}
"""What the outcomes of a test bring, by its purpose and step, where people may know before the dice."""
FLOWS: Final = follows.Flows()
OfSomebody = follows.OfSomebody[State]


def settles(purpose: str) -> Callable[[S], S]:
    """Register what comes of tests with this purpose. Raises ValueError if that is said twice."""

    def registered(settle: S) -> S:
        if purpose in PURPOSES:
            raise ValueError(f"what comes of {purpose!r} is said twice")
        PURPOSES[purpose] = settle
        return settle

    return registered


class FlowCommand(follows.FlowCommand[State]):
    """A command of this room."""

    flows = FLOWS


def waits_for(state: State, asked: Iterable[tuple[str, str]]) -> tuple[Waiting, ...]:
    """Each of these seats is waited for, and what for, once for the same; the guide where none is named."""
    once = dict.fromkeys(asked)
    found = (seat_waits(state, seat, what) if seat else guide_waits(state, what) for seat, what in once)
    return tuple(chain.from_iterable(found))


def spoken(text: str, many: bool) -> str:
    """A sentence about one, or about several: `move(s)` and `(is)` agree with them."""
    return text.replace("(s)", "" if many else "s").replace("(is)", "are" if many else "is")


def told(what: str) -> tuple[Fact, ...]:
    """What the guide says that came of something, as a card at its end."""
    return (Fact(kind="fact", text=what),) if what else ()


def begun(text: str) -> str:
    """A text as the beginning of a sentence: with a capital letter."""
    return text[:1].upper() + text[1:]


class OfProcedure(Event[State], Generic[P]):
    """An event of one procedure: `unfold` says what it makes of that, or `evolve` of everything; by itself, it leaves
    all as it was. `procedure` is the field with its id, `among` the field of the state that has all of its kind."""

    procedure: ClassVar[str]
    among: ClassVar[str]

    def evolve(self, state: State) -> State:
        """The state with the procedure as `unfold` gives it."""
        found: Mapping[str, P] = getattr(state, self.among)
        fields: dict[str, Any] = {self.among: put(found, self.unfold(found[getattr(self, self.procedure)]))}
        return replace(state, **fields)

    def unfold(self, one: P, /) -> P:
        """The procedure after it."""
        return one


class PhaseRow(NamedTuple):
    """A phase of a procedure: the rule behind it, the commands that exist in it, and what it is for, in words."""

    rule: str
    commands: frozenset[str]
    words: str = ""


DIFFICULTY_CHOICES: Final = tuple(Choice(row.id, row.worth) for row in DIFFICULTIES.values())
"""The ladder of difficulty, easiest first (GP-CORE-03)."""
SKILL_CHOICES: Final = tuple(
    Choice(row.id, row.title, hint="special" if row.special else "", group=row.attribute.title())
    for row in SKILLS.values()
)
"""All skills, under the attribute they belong to (GP-CORE-05)."""


def whom(state: State, label: str, people: Iterable[str], name: str = "who", **more: Any) -> Choose:
    """One of these people, or several of them."""
    return Choose(name=name, label=label, choices=tuple(Choice(who, state.name(who)) for who in people), **more)


def how_hard(default: Difficulty = "standard", label: str = "How difficult?", **more: Any) -> Choose:
    """A difficulty, with one proposed."""
    return Choose(name="difficulty", label=label, choices=DIFFICULTY_CHOICES, default=(default,), **more)


def which_skill(label: str = "Which skill?", **more: Any) -> Choose:
    """A skill."""
    return Choose(name="skill", label=label, choices=SKILL_CHOICES, **more)


def circumstances(default: int = 0, hint: str = "") -> Count:
    """What circumstances add to a chance, or take from it (GP-CORE-01)."""
    least, most = TEST.modifier_least, TEST.modifier_most
    return Count(name="modifiers", label="Circumstances", least=least, most=most, default=default, hint=hint)


@remembered(16)
def _at(state: State) -> dict[str, tuple[tuple[Any, str], ...]]:
    """Room for the procedures of a state, each kind with its phases, as they are asked for."""
    return {}


class Within(FlowCommand):
    """A command of one procedure, which exists in the phases of it that a table says. `offers_in` are its offers there.

    `procedure` is the field with the id of the procedure, `about_any` that of the state which has all of its kind,
    `phase_at` says where one stands, `phases` are those with commands, `nothing` says why not where no procedure runs:
    code, sentence, rule.
    """

    when = SESSION
    procedure: ClassVar[str]
    about_any: ClassVar[str]
    phases: ClassVar[Mapping[Any, PhaseRow]]
    nothing: ClassVar[tuple[str, str, str]]

    @staticmethod
    @abstractmethod
    def phase_at(state: State, one: Any, /) -> Any:
        """Where a procedure stands."""

    @classmethod
    def now(cls, state: State) -> tuple[tuple[Any, str], ...]:
        """The procedures in a phase that has commands, with it; found once for all who ask of a state."""
        found = _at(state)
        if cls.procedure not in found:
            every = ((one, cls.phase_at(state, one)) for one in getattr(state, cls.about_any).values())
            found[cls.procedure] = tuple((one, phase) for one, phase in every if phase in cls.phases)
        return found[cls.procedure]

    @classmethod
    def possible(cls, state: State) -> bool:
        """Whether a procedure that runs is in a phase of it."""
        name = name_of(cls)
        return any(name in cls.phases[phase].commands for _, phase in cls.now(state))

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
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
    def offers_in(cls, state: State, seat: Seat, one: Any, /) -> Iterable[Offered | Refused]:
        """What `seat` may do by it in a procedure whose phase knows it; a reason why not is yielded or raised."""

    @classmethod
    def offer_in(cls, one: Any, of: Any, label: str, why: Any = "", *blanks: Any, **more: Any) -> Offered:
        """An offer in a procedure; the rest as in `Command.offer`."""
        return cls.offer(of, label, why, *blanks, about=one.id, **{cls.procedure: one.id}, **more)
