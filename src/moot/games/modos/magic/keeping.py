"""Powers are kept up, one action each at the start of a turn, for as long as somebody gives that, and what it does
(MO-412, MO-X406, MO-X410, MO-X415, MO-FQ07, MO-FQ08)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Event, Line, Offers, Part, Play, Refused, Seat
from moot.games.modos.blanks import people_choices
from moot.games.modos.catalog import MAGIC
from moot.games.modos.conflict.rounds import KEEPINGS, Keeping, Upkeep
from moot.games.modos.conflicts import Running
from moot.games.modos.effects import Open
from moot.games.modos.flow import FlowCommand, Happening
from moot.games.modos.live import catalog_of
from moot.games.modos.magic.aiming import reached
from moot.games.modos.magic.lasting import end_power, title_of
from moot.games.modos.magic.taking import PowerAtWork, happen
from moot.games.modos.rows import Power
from moot.games.modos.state import ALWAYS, State
from moot.games.modos.terms import Pool

MIND: Final[Pool] = "M"
"""With what somebody keeps a power up who is hindered in it (MO-412, MO-E36)."""


class PowerKept(Happening, tag="power-kept"):
    """A power is kept up for another turn; what that does to `waits` comes when all answers have come out."""

    sentence = ("result", "{title} goes on.")
    power: str
    title: str
    waits: tuple[str, ...] = ()
    steers: bool = False

    def evolve(self, state: State) -> State:
        waits = dict.fromkeys(self.waits, False)
        return state.with_running(self.power, due=False, waits=waits, steers=self.steers)

class KeepingDone(Event[State], tag="keeping-done"):
    """Whatever comes of keeping a power up has come."""

    silent = True
    power: str

    def evolve(self, state: State) -> State:
        return state.with_running(self.power, waits={})


def _due(state: State, who: str) -> tuple[Upkeep, ...]:
    """The powers that somebody has yet to keep up this turn; bonus actions for magic may pay for that (MO-E36)."""
    pays = MAGIC if state.options.maintain_pays == "any_or_magic_bonus" else ""
    return tuple(
        Upkeep(on=one.id, title=title_of(state, one), pool=MIND, skill="concentrate", pays=pays)
        for one in state.kept_by(who) if one.due
    )


def _kept(play: Play[State], who: str, each: Upkeep) -> None:
    """Keep a power up; one action is for one, or for all of them, as the table plays it (MO-E35)."""
    all_ = play.state.options.maintain_cost == "all_in_one"
    for one in play.state.kept_by(who):
        if one.due and (all_ or one.id == each.on):
            row = catalog_of(play.state).powers[one.row]
            waits = tuple(one.pros) if any("keep" in effect.on for effect in row.effects) else ()
            steers = any(isinstance(effect, Open) and effect.deed.verb == "move-zone" for effect in row.effects)
            rules = ("MO-412", "MO-X406", *(("MO-E35",) if all_ else ()))
            play.record(PowerKept(power=one.id, title=row.title, waits=waits, steers=steers, rules=rules))


KEEPINGS.append(Keeping(
    some=lambda state: any(one.due for one in state.running.values()), due=_due, kept=_kept,
    let_go=lambda play, who, each: end_power(play, each.on, "it was not kept up", "MO-411", "MO-X415"),
))


def keeping_tells(play: Play[State]) -> None:
    """When all answers to it have come out, keeping a power up does what its row says (MO-404)."""
    now = play.state.conflict
    if now is None or now.beat is not None:
        return
    for one in tuple(play.state.running.values()):
        if not one.waits:
            continue
        play.record(KeepingDone(power=one.id, rules=("MO-412",)))
        row = catalog_of(play.state).powers[one.row]
        for who, resisted in one.waits.items():
            if who in one.pros:
                happen(play, replace(_cast(one, row), resisted=resisted), "keep", {who: (MIND,) * one.pros[who]})


def _cast(one: Running, row: Power) -> PowerAtWork:
    return PowerAtWork(
        who=one.caster, row=row, skill=f"{MAGIC}:{row.id}", stored=one.stored, targets=tuple(one.pros), pick=one.pick,
        choice=one.choice, words=one.words, running=one.id,
    )


# ---------------------------------------------------------------- zones


class ZoneMoved(Event[State], tag="zone-moved"):
    """A power fills another place now: who is in it."""

    power: str
    title: str
    inside: tuple[str, ...]

    def evolve(self, state: State) -> State:
        places = {who: one.place.posture if (one := state.entry(who)) else "" for who in self.inside}
        return state.with_running(self.power, inside=places, steers=False)

    def line(self, state: State) -> Line:
        names = ", ".join(map(state.name, self.inside)) or "nobody"
        return Line("result", f"{self.title} is around {names} now.")


class MoveZone(FlowCommand, tag="move-zone"):
    """Move what fills a place to where others are, as one keeps it up; the guide says at any time who is there."""

    when, rules, urgency = ALWAYS, ("MO-412", "MO-410", "MO-409", "MO-000"), ("may", "tool")
    while_any = "running"
    zone: str
    inside: tuple[str, ...] = ()

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for one in state.running.values():
            row = catalog_of(state).powers.get(one.row)
            if row is None:
                continue
            if seat.guides and row.zoned:
                who = _inside(one, people_choices(state, state.conflict.people if state.conflict else state.people))
                yield cls.offer(one, f"Who is in {row.title}?", "", who, about=one.caster, zone=one.id, urgency="tool")
            elif one.steers and state.phase == "turn" and state.owns(seat, one.caster):
                near = people_choices(state, (who for who, _ in reached(state, one.caster, row)))
                who = _inside(one, near, len(near) if row.target == "multi" else 1)
                why = "Once, for keeping it up."
                yield cls.offer(one, f"Move {row.title}", why, who, about=one.caster, zone=one.id)
        yield Refused("nothing-to-move", "Nothing that you have kept up this turn can be moved.", "MO-412")

    def act(self, play: Play[State], of: Running) -> None:
        rules = ("MO-000", "MO-409") if play.seat.guides else ("MO-412", "MO-410")
        play.record(ZoneMoved(power=of.id, title=title_of(play.state, of), inside=self.inside, rules=rules))


def _inside(one: Running, choices: tuple[Choice, ...], most: int | None = None) -> Choose:
    """The blank that says who is in a zone: all of them, or so many at most."""
    values = {choice.value for choice in choices}
    limit = len(choices) if most is None else most
    return Choose(
        name="inside", label="Who is in it?", choices=choices, many=True, least=0, most=limit,
        default=tuple(who for who in one.inside if who in values)[:limit],
    )


KEPT: Final = Part(MoveZone, PowerKept, KeepingDone, ZoneMoved, module="magic")
