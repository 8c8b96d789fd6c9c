"""A day's travel over land and water: how many miles, and how many days a way takes (GP-OVER-01 to GP-OVER-05)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, get_args

from msgspec.structs import replace

from moot.core import Choice, Choose, Confirm, Count, Event, Line, Offers, Part, Play, Refused, Seat
from moot.games.perilous.figures import OVERLAND, TRANSPORTS
from moot.games.perilous.flow import FlowCommand
from moot.games.perilous.journey.phases import running
from moot.games.perilous.route import in_days
from moot.games.perilous.state import SESSION, State
from moot.games.perilous.terms import Surface
from moot.kit.keyed import changed

SURFACE_CHOICES: Final = tuple(Choice(id_, id_.title()) for id_ in get_args(Surface))
"""What a day's travel goes over."""
LAND: Final = frozenset({"road", "path"})
"""Where people march; elsewhere current and wind count."""
MOST_MILES: Final = 5000
"""How long a way can be."""


def miles(
    transport: str, surface: Surface, *, march: bool = False, water: int = 0, bad_weather: bool = False
) -> int | None:
    """Miles a day, never below 0; None where it cannot go (GP-OVER-05). A march counts on land, `water` elsewhere."""
    base = TRANSPORTS[transport].miles.get(surface)
    if base is None:
        return None
    more = OVERLAND.march * march if surface in LAND else max(OVERLAND.water_least, min(OVERLAND.water_most, water))
    return max(OVERLAND.floor, base + more + OVERLAND.weather * bad_weather)


def slowest(transports: Iterable[str], surface: Surface) -> str:
    """Which of them sets the pace (GP-RD-06)."""
    return min(transports, key=lambda one: TRANSPORTS[one].miles.get(surface, 0))


class MilesReckoned(Event[State], tag="miles-reckoned"):
    """Somebody asked how far a day goes; `days` is 0 where no way was named or nobody moves. It is a proposal for the
    next Stretch that the guide draws."""

    transport: str
    surface: Surface
    miles: int
    way: int = 0
    days: int = 0
    journey: str = ""

    def evolve(self, state: State) -> State:
        if self.journey not in state.journeys:
            return state
        return replace(state, journeys=changed(state.journeys, self.journey, reckoned=self.days))

    def line(self, state: State) -> Line:
        way = f" In fair weather {self.way} miles take {in_days(self.days)}." if self.days else ""
        return Line("move", f"{TRANSPORTS[self.transport].title}, by {self.surface}: {self.miles} miles today.{way}")


class ReckonMiles(FlowCommand, tag="reckon-miles"):
    """Reckon how far a day goes, and how many days a way takes."""

    when, urgency, about_any, aims_any = SESSION, "tool", None, None
    rules = ("GP-OVER-01", "GP-OVER-02", "GP-OVER-03", "GP-OVER-04", "GP-OVER-05", "GP-RD-05", "GP-RD-06")
    transports: tuple[str, ...]
    surface: Surface
    march: bool = False
    water: int = 0
    bad_weather: bool = False
    way: int = 0

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if not seat.guides and not seat.plays:
            raise Refused("only-watching", "Those who watch reckon by themselves.")
        on_land = tuple(f"surface:{one}" for one in get_args(Surface) if one in LAND)
        afloat = tuple(f"surface:{one}" for one in get_args(Surface) if one not in LAND)
        ways = tuple(
            Choice(row.id, row.title, needs=tuple(f"surface:{one}" for one in row.miles))
            for row in TRANSPORTS.values()
        )
        yield cls.offer(
            next((journey.id for journey in running(state) if seat.guides), ""), "Reckon miles and days",
            "The slowest sets the pace. Days are for fair weather, without a march.",
            Choose(name="surface", label="Over what?", choices=SURFACE_CHOICES, default=("road",)),
            Choose(name="transports", label="How do they travel?", choices=ways, many=True),
            Confirm(name="march", label="A forced march", needs=on_land, rule="GP-OVER-02"),
            Count(
                name="water", label="Current and wind", least=OVERLAND.water_least, most=OVERLAND.water_most,
                needs=afloat, rule="GP-OVER-03",
            ),
            Confirm(name="bad_weather", label="Bad weather today", rule="GP-OVER-04"),
            Count(name="way", label="How many miles is it?", hint="0: never mind.", most=MOST_MILES),
        )

    def act(self, play: Play[State], of: str) -> None:
        slow = slowest(self.transports, self.surface)
        fair = miles(slow, self.surface, water=self.water) or 0
        today = miles(slow, self.surface, march=self.march, water=self.water, bad_weather=self.bad_weather) or 0
        days = -(-self.way // fair) if fair else 0
        play.record(MilesReckoned(
            transport=slow, surface=self.surface, miles=today, way=self.way, days=days, journey=of, rules=self.rules
        ))


OVERLAND_PART: Final = Part(ReckonMiles, MilesReckoned)
