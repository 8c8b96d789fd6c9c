"""Powers that last: they begin, are over for one target or for all, and end when they are not kept up (MO-411)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from moot.core import Count, Event, Line, Offers, Part, Play, Refused, Seat
from moot.core.words import listed
from moot.games.modos.abilities import can_act
from moot.games.modos.combat.moving import PostureTaken
from moot.games.modos.combat.riding import PostureLost
from moot.games.modos.conflict.opening import LeftConflict, SideTaken
from moot.games.modos.conflict.placing import Placed
from moot.games.modos.conflicts import Conflict, Running
from moot.games.modos.effects import Add
from moot.games.modos.flow import FlowCommand, Happening, InConflict, only_guide
from moot.games.modos.harm import immune
from moot.games.modos.live import catalog_of
from moot.games.modos.magic.aiming import effects_of
from moot.games.modos.marks import lift_mark
from moot.games.modos.reckoning import lost_pools
from moot.games.modos.state import ALWAYS, State
from moot.games.modos.wording import sentence
from moot.kit.keyed import without
from moot.kit.totals import plain, signed


def title_of(state: State, running: Running) -> str:
    """What people call a power that lasts."""
    row = catalog_of(state).powers.get(running.row)
    return row.title if row else running.row


def does_now(state: State, running: Running, who: str) -> str:
    """What a power that lasts does to somebody, by how often they have resisted it, in words (MO-406, MO-X414)."""
    row = catalog_of(state).powers[running.row]
    stage, ours = row.stage(running.pros[who]), effects_of(state, row, running.pick)
    now = [replace(each, at="both", pick="") for each in ours if each.who == "target" and each.at in ("both", stage)]
    return " ".join(sentence(each, "target") for each in now)


class PowerBegan(Happening, tag="power-began"):
    """A power lasts from now on (MO-411)."""

    adds_to = ("running", "power")
    power: Running
    title: str

    def line(self, state: State) -> Line:
        part = {one: " (only a part of it)" for one, pros in self.power.pros.items() if pros}
        caught = ", ".join(state.name(one) + part.get(one, "") for one in (*self.power.pros, *self.power.inside))
        on = f" on {caught}" if caught else ""
        text = f"keeps {self.title} up{on}; what resists it must beat {plain(self.power.stored)}."
        return Line("result", text, state.name(self.power.caster), quote=self.power.words)


class PowerOver(Happening, tag="power-over"):
    """A power is over for one of its targets (MO-406)."""

    sentence = ("result", "is free of {title}.")
    who: str
    power: str
    title: str

    def evolve(self, state: State) -> State:
        running = state.running.get(self.power)
        return state.with_running(self.power, pros=without(running.pros, self.who)) if running else state


class PowerEnded(Happening, tag="power-ended"):
    """A power that lasted is over: `why`."""

    takes_from = ("running", "power")
    sentence = ("result", "{title} ends: {why}.")
    about = "caster"
    power: str
    caster: str
    title: str
    why: str


class Vanished(InConflict, tag="vanished"):
    """Nobody else knows of somebody any more, until they draw attention (MO-006); or just those who come `after`."""

    who: str
    title: str
    after: tuple[str, ...] = ()

    def changes(self, state: State, now: Conflict) -> State:
        blind = ((other, self.who) for other in self.after or now.order if other != self.who)
        return state.with_conflict(unaware=tuple(dict.fromkeys((*now.unaware, *blind))))

    def line(self, state: State) -> Line:
        text = f"is not seen by {listed(map(state.name, self.after))}" if self.after else "is seen by nobody"
        return Line("result", f"{text}, by {self.title}.", state.name(self.who))


def unseen(play: Play[State]) -> None:
    """Whom a power hides, nobody sees as a conflict begins, and nobody who comes in later (MO-404, MO-006)."""
    now, powers = play.state.conflict, catalog_of(play.state).powers
    if now is None or any(isinstance(event, Vanished) for event in play.events):
        return
    came = tuple(event.entry.who for event in play.events if isinstance(event, SideTaken))
    for one in play.state.running.values():
        row = powers.get(one.row)
        for who, pros in one.pros.items() if row is not None and row.hides else ():
            if row is not None and who in now.people and row.stage(pros) == "full":
                after = () if who in came else came
                play.record(Vanished(who=who, title=row.title, after=after, rules=("MO-404", "MO-006")))


class Reappeared(InConflict, tag="reappeared"):
    """Others know of somebody again whom a power hides from them."""

    sentence = ("result", "{how}.")
    who: str
    how: str = "can be seen again"

    def changes(self, state: State, now: Conflict) -> State:
        return state.with_conflict(unaware=tuple(pair for pair in now.unaware if pair[1] != self.who))


class Reordered(InConflict, tag="reordered"):
    """Somebody's initiative is another now, and so is their place in the order; `power` has changed it (MO-E104)."""

    sentence = ("result", "has an initiative of {initiative} now.")
    who: str
    initiative: int
    power: str = ""

    def changes(self, state: State, now: Conflict) -> State:
        if self.who not in now.people:
            return state
        one, others = now.people[self.who], [each for id_, each in now.listed.items() if id_ != self.who]
        running = state.running.get(self.power)
        if running is not None:
            level = tuple(each.who for each in others[now.order.index(self.who):] if each.initiative == one.initiative)
            if self.who not in running.was:
                state = replace(state, level={**state.level, self.who: level})
            state = state.with_running(self.power, was={self.who: one.initiative or 0, **running.was})
        after = state.level.get(self.who, ())
        least = {each.who: self.initiative + (each.who in after) for each in others}  # those whom a tie put after them
        at = next((n for n, each in enumerate(others) if (each.initiative or 0) < least[each.who]), len(others))
        order = [*others[:at], replace(one, initiative=self.initiative), *others[at:]]
        return replace(state, conflict=now.in_order(*order))


def release(play: Play[State], id_: str, who: str, why: str = "it is resisted") -> None:
    """Let a power be over for one of its targets, with all that it put on them; when that was the last, it ends."""
    running = play.state.running[id_]
    _undo(play, running, who)
    play.record(PowerOver(who=who, power=id_, title=title_of(play.state, running), rules=("MO-406", "MO-X414")))
    if not play.state.running[id_].pros:
        _ended(play, play.state.running[id_], why, "MO-406")


def end_power(play: Play[State], id_: str, why: str, *rules: str) -> None:
    """Let a power be over for all, with all that it put on them."""
    running = play.state.running[id_]
    for who in running.pros:
        _undo(play, running, who)
    _ended(play, running, why, *rules)


def _ended(play: Play[State], running: Running, why: str, *rules: str) -> None:
    title = title_of(play.state, running)
    play.record(PowerEnded(power=running.id, caster=running.caster, title=title, why=why, rules=rules))


def _undo(play: Play[State], running: Running, who: str) -> None:
    """Take off somebody what goes with a power: marks, a place in the order, that others do not see them."""
    for mark in play.state.people[who].marks:
        if mark.of == running.id:
            lift_mark(play, who, mark)
    if who in running.was and play.state.entry(who) is not None:
        play.record(Reordered(who=who, initiative=running.was[who], rules=("MO-E104",)))
    row, now = catalog_of(play.state).powers.get(running.row), play.state.conflict
    hidden = row is not None and row.hides and now is not None and any(of == who for _, of in now.unaware)
    others = (one for one in play.state.running.values() if one.row == running.row and one.id != running.id)
    if hidden and not any(who in one.pros for one in others):
        play.record(Reappeared(who=who, rules=("MO-006",)))


def lapse(play: Play[State]) -> None:
    """Powers end whose caster cannot keep them up: Unconscious, Catatonic, or unable to do anything (MO-412, MO-E40);
    zones are without those who have left them, and no power holds those who have become immune to it (MO-112)."""
    for running in tuple(play.state.running.values()):
        caster, row = running.caster, catalog_of(play.state).powers.get(running.row)
        out = not can_act(play.state, caster) or {"M", "MP"} & lost_pools(play.state, caster)
        if out and play.state.people[caster] not in play.state.falling:  # whom luck may yet keep up (MO-E50)
            end_power(play, running.id, "nobody can keep it up", "MO-412", "MO-E40")
        elif gone := _gone(play, running):
            play.record(ZoneLeft(who=gone, power=running.id, title=title_of(play.state, running), rules=("MO-409",)))
        elif row is not None and row.tags:
            for who in [each for each in running.pros if any(immune(play.state, each, tag=tag) for tag in row.tags)]:
                release(play, running.id, who, "nobody is left whom it holds")


def _gone(play: Play[State], running: Running) -> tuple[str, ...]:
    """Who has just left the zone of a power: by a change of posture, where that is enough, or out of the conflict."""
    row, now = catalog_of(play.state).powers.get(running.row), play.state.conflict
    if row is None or now is None or not running.inside:
        return ()
    off = {event.who for event in play.events if isinstance(event, LeftConflict)}
    kinds = PostureTaken | PostureLost | Placed if now.round else PostureTaken | PostureLost  # else where they begin
    steps = [event for event in play.events if isinstance(event, kinds)] if "posture" in row.escape else []
    moved = {event.who for event in steps}
    return tuple(
        who for who, posture in running.inside.items()
        if who in off or (who in moved and who in now.people and now.people[who].place.posture != posture)
    )


class ZoneLeft(Happening, tag="zone-left"):
    """Somebody is no longer where a power is."""

    sentence = ("move", "is out of {title}.")
    who: tuple[str, ...]
    power: str
    title: str

    def evolve(self, state: State) -> State:
        running = state.running.get(self.power)
        return state.with_running(self.power, inside=without(running.inside, *self.who)) if running else state


class LetGo(FlowCommand, tag="let-go"):
    """Let a power end that one has kept up; the guide ends any, whatever the rules say."""

    when, rules, urgency = ALWAYS, ("MO-411", "MO-000"), "tool"
    while_any = "running"
    power: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for running in state.running.values():
            if seat.guides or state.owns(seat, running.caster):
                title = title_of(state, running)
                label = f"End {state.name(running.caster)}’s {title}" if seat.guides else f"Let {title} end"
                yield cls.offer(running, label, about=running.caster, power=running.id)
        yield Refused("nothing-kept", "Nobody of yours keeps a power up.")

    def act(self, play: Play[State], of: Running) -> None:
        if play.state.owns(play.seat, of.caster):
            end_power(play, of.id, "it is let go", "MO-411")
        else:
            end_power(play, of.id, "the GM says so", "MO-000")


class PowerWeighed(Event[State], tag="power-weighed"):
    """The guide said what a power adds, where its row leaves that to them."""

    power: str
    title: str
    worth: int

    def evolve(self, state: State) -> State:
        return state.with_running(self.power, worth=self.worth)

    def line(self, state: State) -> Line:
        return Line("system", f"{self.title} counts for {signed(self.worth)} where it matters.")


class WeighPower(FlowCommand, tag="weigh-power"):
    """Say how much a power helps or hinders, where its entry leaves that to the guide."""

    when, rules, urgency = ALWAYS, ("MO-000", "MO-X412"), "may"
    giver, records, while_any = only_guide("weighs powers"), PowerWeighed, "running"
    power: str
    title: str
    worth: int

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for running in state.running.values():
            row = catalog_of(state).powers.get(running.row)
            ranges = [one.guide for one in effects_of(state, row, running.pick) if isinstance(one, Add)] if row else []
            for least, most in filter(None, ranges):
                count = Count(name="worth", label="How much?", least=least, most=most, default=running.worth)
                title = title_of(state, running)
                yield cls.offer(running, f"Weigh {title}", "Those who claim it have this.", count, about=running.caster,
                                power=running.id, title=title)
        yield Refused("nothing-to-weigh", "No power lasts that leaves this to you.")


LASTING: Final = Part(
    LetGo, WeighPower, PowerWeighed, PowerBegan, PowerOver, PowerEnded, Vanished, Reappeared, Reordered,
    ZoneLeft, module="magic",
)
