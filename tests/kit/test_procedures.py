"""Commands and events of one procedure among several: offered by its phase, and recorded of it alone."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from moot.core import NotNow, Offered, Offers, Part, Play, Refused, Seat
from moot.core.chance import Seeded
from moot.core.commands import Commands
from moot.kit import procedures
from moot.kit.people import Peopled
from moot.kit.procedures import PhaseRow

ANN = Seat("s1", "Ann", "player")


class Kettle(msgspec.Struct, frozen=True):
    id: str
    player: str = ""
    hot: bool = False
    empty: bool = False


class Hearth(Peopled[Kettle], frozen=True):
    kettles: dict[str, Kettle] = msgspec.field(default_factory=dict)


def phase_of(state: Hearth, kettle: Kettle) -> str:
    return "empty" if kettle.empty else "hot" if kettle.hot else "cold"


PHASES = {
    "cold": PhaseRow("K-1", frozenset({"heat"})), "hot": PhaseRow("K-2", frozenset({"pour"}), "It boils"),
}


class OfKettle(procedures.OfProcedure[Hearth, Kettle]):
    procedure, among = "kettle", "kettles"
    kettle: str


class Heated(OfKettle, tag="heated"):
    sentence = ("move", "Kettle {kettle} is hot.")

    def unfold(self, one: Kettle) -> Kettle:
        return replace(one, hot=True)


class Looked(OfKettle, tag="looked"):
    sentence = ("move", "Somebody looks.")


class AtKettle(procedures.InProcedure[Hearth]):
    when, rules, about_any = frozenset({"on"}), ("K-0",), "kettles"
    procedure, phases, phase_at = "kettle", PHASES, staticmethod(phase_of)
    nothing = ("no-kettle", "There is no kettle.", "K-0")
    kettle: str


class Heat(AtKettle, tag="heat"):
    records = Heated

    @classmethod
    def offers_in(cls, state: Hearth, seat: Seat, one: Kettle) -> Offers:
        yield cls.offer_in(one, one, f"Heat {one.id}")


class Pour(AtKettle, tag="pour"):
    records = Looked

    @classmethod
    def offers_in(cls, state: Hearth, seat: Seat, one: Kettle) -> Offers:
        if one.id == "n3":
            raise Refused("too-hot", "Mind your fingers.", "K-3")
        yield cls.offer_in(one, one, f"Pour {one.id}")


COMMANDS = Commands((Part(Heat, Pour, Heated, Looked),), lambda _: "on")


def hearth(*kettles: Kettle) -> Hearth:
    return Hearth(seats=(ANN,), kettles={kettle.id: kettle for kettle in kettles})


COLD, HOT, EMPTY = Kettle("n1"), Kettle("n2", hot=True), Kettle("n4", empty=True)


def test_each_command_is_offered_in_the_procedures_whose_phase_has_it():
    found = list(COMMANDS.found(hearth(COLD, HOT, EMPTY), ANN))
    assert [(one.label, one.about, one.fixed) for one in found] == [
        ("Heat n1", "n1", {"kettle": "n1"}), ("Pour n2", "n2", {"kettle": "n2"}),
    ]


def test_it_is_not_possible_where_none_is_in_such_a_phase():
    assert Heat.possible(hearth(COLD))
    assert not Heat.possible(hearth(HOT, EMPTY))


def test_the_reason_why_not_is_that_of_the_moment_or_that_nothing_runs():
    [late] = Heat.offers(hearth(HOT), ANN)
    assert isinstance(late, NotNow)
    assert late.rule == "K-2"
    [none] = Heat.offers(hearth(EMPTY), ANN)
    assert isinstance(none, Refused)
    assert (none.code, none.rule) == ("no-kettle", "K-0")


def test_a_reason_in_one_procedure_does_not_end_the_offers_of_the_next():
    first, *others = Pour.offers(hearth(Kettle("n3", hot=True), HOT), ANN)
    assert isinstance(first, Refused)
    assert first.code == "too-hot"
    assert [one.label for one in others if isinstance(one, Offered)] == ["Pour n2"]


def test_an_event_changes_its_procedure_and_no_other():
    play = Play(hearth(COLD, HOT), ANN, Seeded(1), lambda state, event: event.evolve(state))
    COMMANDS.enact(play, Heat(kettle="n1"))
    assert play.state.kettles == {"n1": Kettle("n1", hot=True), "n2": HOT}
    assert Looked(kettle="n1").evolve(play.state) == play.state
    with pytest.raises(Refused, match="no kettle"):
        COMMANDS.enact(Play(hearth(), ANN, Seeded(1), lambda state, event: state), Heat(kettle="n1"))
