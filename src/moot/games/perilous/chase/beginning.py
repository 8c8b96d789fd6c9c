"""What a chase runs by, and how it begins: for how long, who had a start, where a Takedown is tried (GP-CHASE-01, -02,
-04, -05, -12)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Count, Line, Offers, Part, Refused, Seat
from moot.core.frames import Face, Frame
from moot.games.perilous.chase.phases import InChase, OfChase, crew
from moot.games.perilous.figures import MODES, TAKEDOWNS
from moot.games.perilous.flow import only_guide
from moot.games.perilous.pursuit import Chase, Favoured, Side
from moot.games.perilous.state import State

SIDES: Final[dict[Side, str]] = {"escapees": "Escapees", "pursuers": "Pursuers"}
"""What the two sides are called."""
MOST_ROUNDS: Final = 30
"""The longest Escape Condition that the GM can set by hand."""


def row_choose(default: str) -> Choose:
    """Where a Takedown is tried (GP-CHASE-12)."""
    choices = tuple(Choice(row.id, f"{row.title} {row.value:+d}") for row in TAKEDOWNS.values())
    chosen = (default,) if default else ()
    return Choose(
        name="row", label="Where are they?", least=0, choices=choices, default=chosen, rule="GP-CHASE-12",
        hint="How hard a Takedown is; Standard if nothing fits.",
    )


def against(state: State, chase: Chase) -> str:
    fled, after = (", ".join(crew(state, one) for one in chase.still(side)) or "nobody yet" for side in SIDES)
    return f"{fled} before {after}"


class TermsSet(OfChase, tag="chase-terms-set"):
    """The guide changed what a chase runs by: how long it takes, who had a start, where a Takedown is tried."""

    rounds: int
    head_start: Favoured
    row: str

    def unfold(self, chase: Chase) -> Chase:
        return replace(chase, rounds=self.rounds, head_start=self.head_start, row=self.row)

    def line(self, state: State) -> Line:
        return Line("move", f"The chase from here: {terms(state.chases[self.chase])}.")


def terms(chase: Chase) -> str:
    """What a chase runs by, in words."""
    start = f"; a start for the {SIDES[chase.head_start]}" if chase.head_start and chase.round < 2 else ""
    place = f"; {TAKEDOWNS[chase.row].title.lower()}" if chase.row else ""
    return f"{chase.rounds} Rounds to get away{start}{place}"


class SetTerms(InChase, tag="chase-terms"):
    """Set how long a chase takes, who had a start, and where a Takedown would be tried now."""

    rules, urgency = ("GP-CHASE-04", "GP-CHASE-05", "GP-CHASE-12"), "tool"
    records, giver = TermsSet, only_guide("sets what a chase runs by")
    rounds: int
    head_start: Favoured = ""
    row: str = ""

    @classmethod
    def offers_in(cls, state: State, seat: Seat, chase: Chase) -> Offers:
        sides = tuple(Choice(id_, title) for id_, title in SIDES.items())
        chosen = (str(chase.head_start),) if chase.head_start else ()
        yield cls.offer_in(
            chase, None, "How long, who had a start, where they are", terms(chase),
            Count(
                name="rounds", label="Rounds to get away", least=max(1, chase.round), most=MOST_ROUNDS,
                default=chase.rounds,
            ),
            Choose(name="head_start", label="Who had a start?", choices=sides, least=0, default=chosen),
            row_choose(chase.row),
        )


class ChaseBegun(OfChase, tag="chase-begun"):
    """A chase begins: everybody stands at 0."""

    def unfold(self, chase: Chase) -> Chase:
        return replace(chase, round=1)

    def line(self, state: State) -> Line:
        chase = state.chases[self.chase]
        frame = Frame(
            kind="scene", id=chase.id, lead="A chase", title=chase.title or against(state, chase),
            stake=terms(chase), people=tuple(_faces(state, chase)),
        )
        return Line("scene", f"The chase begins: {against(state, chase)}. {terms(chase)}.", frame=frame)


def _faces(state: State, chase: Chase) -> list[Face]:
    return [
        Face(
            id=who, name=state.name(who), seat=state.people[who].player,
            says=f"{'gets away' if one.side == 'escapees' else 'follows'}: {MODES[one.mode].title.lower()}",
        )
        for one in chase.runners.values() for who in one.aboard
    ]


class BeginChase(InChase, tag="begin-chase"):
    """Begin the chase."""

    rules, urgency, giver = ("GP-CHASE-01", "GP-CHASE-02"), "must", only_guide("begins a chase")
    records = ChaseBegun

    @classmethod
    def offers_in(cls, state: State, seat: Seat, chase: Chase) -> Offers:
        for side, title in SIDES.items():
            if not chase.still(side):
                raise Refused("nobody-on-a-side", f"There is nobody among the {title} yet.", "GP-CHASE-01")
        yield cls.offer_in(chase, None, "Begin the chase", f"{against(state, chase)}. {terms(chase)}.")


BEGINNING: Final = Part(BeginChase, SetTerms, ChaseBegun, TermsSet)
