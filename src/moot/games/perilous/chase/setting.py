"""A chase is set up and begins: who runs from whom, how they move, for how long (GP-CHASE-01 to -05, -18)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Count, Event, Field, Frame, Line, Offers, Part, Play, Refused, Seat, Write
from moot.core.words import listed
from moot.games.perilous.chase.phases import InChase, OfChase, OfRunner, able, running, which_row, which_side
from moot.games.perilous.figures import CHASE, MODES
from moot.games.perilous.flow import FlowCommand, begun, needs_guide, only_guide
from moot.games.perilous.meeting import brought, surprise
from moot.games.perilous.person import Person
from moot.games.perilous.pursuit import SIDES, Chase, Favoured, Runner, Side
from moot.games.perilous.state import SESSION, State
from moot.kit.keyed import changed, put, without


def free(state: State) -> list[Person]:
    """Those who could be in a chase and are in none, the players' characters first."""
    chases = running(state)
    found = (who for who in state.cast() if who.known and not any(chase.knows(who.id) for chase in chases))
    return sorted(found, key=lambda who: who.npc)


def _choices(people: list[Person]) -> tuple[Choice, ...]:
    return tuple(Choice(who.id, who.name, hint=MODES[who.mode].title) for who in people)


def modes(state: State, seat: Seat, chase: Chase, runner: Runner, rule: str, shown: bool) -> Iterator[Field]:
    """How a runner can move, for those who read with their Movement (GP-CHASE-03)."""
    driver = state.people[runner.driver]
    choices = tuple(
        Choice(id_, MODES[id_].title, hint=f"Movement {driver.movement(id_)}" if shown else "")
        for id_ in ways(state, seat, chase, runner)
    )
    rare = seat.guides and chase.round > 0
    yield Choose(name="mode", label="How?", choices=choices, default=(runner.mode,), rule=rule, aside=rare)


def ways(state: State, seat: Seat, chase: Chase, runner: Runner) -> tuple[str, ...]:
    """The modes that a runner can turn to: as now, as on the driver's sheet, and what needs nothing; before it begins,
    any mount or vehicle too; the guide's any. Several aboard turn only to what carries them, and keep together without
    it where the guide has said so."""
    own = {runner.mode, state.people[runner.driver].mode}
    return tuple(
        row.id for row in sorted(MODES.values(), key=lambda row: row.id != runner.mode)
        if seat.guides or row.id in own or not (row.rare or (row.conveyed and chase.round))
        if row.conveyed or len(runner.aboard) == 1 or row.id == runner.mode
    )


def against(state: State, chase: Chase) -> str:
    """Who runs before whom."""
    fled, after = (
        listed([state.name(who) for one in chase.still(side) for who in one.aboard] or ("nobody yet",))
        for side in SIDES
    )
    return f"{fled} before {after}"


class ChaseOpened(Event[State], tag="chase-opened"):
    """A chase is being set up; `runners` are in it, in this order."""

    chase: Chase
    runners: tuple[Runner, ...] = ()

    def evolve(self, state: State) -> State:
        return state.going_on(chases=put(state.chases, replace(self.chase, runners=put({}, *self.runners))))

    def line(self, state: State) -> Line:
        return Line("move", f"A chase is coming: {against(state, state.chases[self.chase.id])}.")


class OpenChase(FlowCommand, tag="open-chase"):
    """Set up a chase: who runs, who follows, and how long it takes to get away."""

    when, rules, urgency, about_any = SESSION, ("GP-CHASE-01", "GP-CHASE-04", "GP-CHASE-05"), "may", None
    giver = only_guide("sets up chases")
    title: str = ""
    escapees: tuple[str, ...] = ()
    pursuers: tuple[str, ...] = ()
    length: str = "medium"
    head_start: Favoured = ""
    row: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if not (people := free(state)):
            raise Refused("nobody-there", "There is nobody who could run or follow.")
        who, able = _choices(people), [who for who in people if not who.incapacitated]
        party = tuple(who.id for who in able if not who.npc)
        theirs = [who for who in able if who.npc]
        follow = brought(state, (who.id for who in people)) or tuple(who.id for who in theirs if who.known)
        hint = "Somebody in both lists flees." if theirs else "If it is to be one of yours, take them ready-made first."
        lengths = tuple(Choice(id_, f"{id_.title()}: {n} Rounds") for id_, n in CHASE.escape.items())
        yield cls.offer(
            None, "Set up a chase", "Then everyone says how they move, and you begin it.",
            Write(name="title", label="What is the chase called?", least=0),
            Choose(name="escapees", label="Who flees?", choices=who, many=True, default=party),
            Choose(
                name="pursuers", label="Who follows?", choices=who, many=True, least=0, default=follow, hint=hint,
            ),
            Choose(name="length", label="How long?", choices=lengths, default=("medium",), rule="GP-CHASE-04"),
            which_side(_ahead(state), f"+{CHASE.head_start} for each of them, once."), which_row(""),
        )

    def act(self, play: Play[State], of: object) -> None:
        side: dict[str, Side] = dict.fromkeys(self.escapees, "escapees")
        side = side | {who: "pursuers" for who in self.pursuers if who not in side}
        runners = tuple(Runner(id=who, side=side[who], aboard=(who,), mode=play.state.people[who].mode) for who in side)
        play.record(ChaseOpened(rules=self.rules, runners=runners, chase=Chase(
            id=play.state.next_id, title=self.title.strip(), rounds=CHASE.escape[self.length],
            head_start=self.head_start, row=self.row,
        )))


def _ahead(state: State) -> Favoured:
    """Whom a Head Start is proposed for: those with a Surprise Turn, if the party flees (GP-CHASE-05, GP-WILD-08)."""
    sides: dict[str, Favoured] = {"party": "escapees", "enemy": "pursuers"}
    return sides.get(surprise(state), "")


class Entered(OfChase, tag="entered-chase"):
    """Somebody is in a chase; one who comes late, or is `off` what they shared, stands at the foot of their side
    (GP-CHASE-02)."""

    runner: Runner
    off: bool = False

    def unfold(self, chase: Chase) -> Chase:
        shared = chase.running(self.runner.id)
        if shared is not None:
            others = tuple(who for who in shared.aboard if who != self.runner.id)
            chase = replace(chase, runners=changed(chase.runners, shared.id, aboard=others))
        if not chase.order:
            return replace(chase, runners=put(chase.runners, self.runner))
        at = len(chase.order)
        if self.runner.side == "escapees":
            at = next((n for n, id_ in enumerate(chase.order) if chase.runners[id_].side == "pursuers"), at)
        passed = chase.searched or any(map(chase.has_begun, (*chase.order[at:], *((shared.id,) if shared else ()))))
        gone = (*chase.gone, self.runner.id) if passed else chase.gone
        order = (*chase.order[:at], self.runner.id, *chase.order[at:])
        chase = replace(chase, runners=put(chase.runners, self.runner), order=order, gone=gone)
        return chase if shared else chase.with_late(self.runner.id, chase.round + passed)

    def line(self, state: State) -> Line:
        side, mode = SIDES[self.runner.side], MODES[self.runner.mode].title.lower()
        late = f", at {self.runner.value}" if state.chases[self.chase].round else ""
        does = "gets off and goes on alone" if self.off else f"joins the {side}"
        return Line("move", f"{does} ({mode}){late}.", state.named(self.runner.id))


class EnterChase(InChase, tag="enter-chase"):
    """Bring somebody into a chase, from the lowest value of their side if they are late; or let somebody off what they
    share, from its value. Before it begins players get off by themselves."""

    rules, urgency = ("GP-CHASE-01", "GP-CHASE-03", "GP-RD-23"), ("may", "tool")
    side: Side
    who: str
    mode: str = ""
    value: int = CHASE.start

    @classmethod
    def offers_in(cls, state: State, seat: Seat, chase: Chase) -> Offers:
        how = Choose(
            name="mode", label="How?", least=0, nothing="As on their sheet",
            choices=tuple(Choice(row.id, row.title) for row in MODES.values()),
        )
        doing = chase.deed.who if chase.deed else ""
        aboard = ((one, who) for one in chase.runners.values() for who in able(state, one))
        for host, who in aboard:
            if who in (host.driver, doing) or who in chase.runners:
                continue
            if seat.guides:
                why = f"No more with {state.name(host.driver)}: a turn of their own, from {host.value}."
                yield cls.offer_in(
                    chase, host, f"{state.named(who)} gets off", why, how, urgency="tool", side=host.side, who=who,
                    value=host.value, rules=("GP-CHASE-18", "GP-CHASE-03"),
                )
            elif state.owns(seat, who) and not chase.round:
                yield cls.offer_in(
                    chase, host, f"Ride with {state.name(host.driver)} no more", "A turn of your own.", urgency="may",
                    side=host.side, who=who, value=host.value, rules=("GP-CHASE-18", "GP-CHASE-03"),
                )
        needs_guide(seat, "brings people into a chase")
        if not (people := [who for who in free(state) if not who.incapacitated and who.id not in chase.runners]):
            raise Refused("nobody-there", "Everybody who could be in a chase is in one.")
        for side, title in SIDES.items():
            least = min((one.value for one in chase.still(side)), default=CHASE.start)
            late = (Count(name="value", label="From which value?", most=max(least, 999), default=least),)
            blanks = (
                Choose(name="who", label="Who?", choices=_choices(people)), how, *(late if chase.round else ()),
            )
            does, need = ("joins the chase:", "tool") if chase.still(side) else ("among the", "may")
            need = "may" if chase.round else need
            yield cls.offer_in(chase, None, f"Somebody {does} {title}", "", *blanks, urgency=need, side=side)

    def act(self, play: Play[State], of: Runner | None) -> None:
        mode, value = self.mode or play.state.people[self.who].mode, self.value
        runner = Runner(id=self.who, side=self.side, aboard=(self.who,), mode=mode, value=value, was=value)
        rules = ("GP-CHASE-18", "GP-CHASE-03") if of else self.rules
        play.record(Entered(chase=self.chase, runner=runner, off=of is not None, rules=rules))


class Boarded(OfRunner, tag="boarded"):
    """Somebody shares another one's mount or vehicle (GP-CHASE-18), or `drives` the one they share (GP-RD-07)."""

    who: str
    drives: bool = False

    def unfold(self, chase: Chase) -> Chase:
        runners = chase.runners if self.drives else without(chase.runners, self.who)
        others = tuple(who for who in runners[self.runner].aboard if who != self.who)
        driven = {"aboard": (self.who, *others), "moves": None} if self.drives else {"aboard": (*others, self.who)}
        came = chase.round > 0 and not self.drives
        chase = replace(chase, runners=changed(runners, self.runner, **driven))
        return chase.with_late(self.who, chase.round + chase.has_begun(self.runner)) if came else chase

    def line(self, state: State) -> Line:
        host = self.one(state)
        rides = f"rides with {state.name(host.driver)} ({MODES[host.mode].title.lower()})."
        return Line("move", "takes over and drives on." if self.drives else rides, state.named(self.who))


class Board(InChase, tag="board"):
    """Get on or in with somebody: one value and one turn for all aboard."""

    rules, urgency, records = ("GP-CHASE-18",), ("may", "tool"), Boarded
    who: str
    runner: str

    @classmethod
    def possible(cls, state: State) -> bool:
        """Whether anybody has something to share."""
        hosts = (host for chase in running(state) for host in chase.runners.values())
        return super().possible(state) and any(host.shared for host in hosts)

    @classmethod
    def offers_in(cls, state: State, seat: Seat, chase: Chase) -> Offers:
        if chase.round:
            needs_guide(seat, "lets people get on while the chase runs")
        alone = {one.id for one in chase.runners.values() if one.aboard == (one.id,)} if not chase.round else set()
        people = [who for who in state.cast() if who.id in alone or who in free(state)]
        hosts = [host for host in chase.runners.values() if host.aboard and host.shared]
        for host in hosts:
            theirs = [who for who in people if who.id != host.id and chase.runners.get(who.id, host).side == host.side]
            driver, same = state.name(host.driver), f"The same {MODES[host.mode].title.lower()}."
            if seat.guides and theirs:
                whom = Choose(name="who", label="Who?", choices=_choices(theirs), rule="GP-CHASE-18")
                label = f"Let somebody ride with {driver}"
                yield cls.offer_in(chase, None, label, same, whom, urgency="tool", runner=host.id)
                continue
            for who in theirs:
                if state.owns(seat, who.id):
                    yield cls.offer_in(chase, None, f"Ride with {driver}", same, who=who.id, runner=host.id)
        yield Refused("nothing-to-share", "Nobody there rides or drives anything that you could share.")


class ModeSet(OfRunner, tag="mode-set"):
    """It is settled how somebody will move (GP-CHASE-03)."""

    mode: str

    def unfold(self, chase: Chase) -> Chase:
        return self.with_one(chase, mode=self.mode)

    def line(self, state: State) -> Line:
        return self.said(state, f"move(s) like this: {MODES[self.mode].title.lower()}.", "move")


class SetMode(InChase, tag="set-mode"):
    """Say how you move, before the chase begins."""

    rules, urgency, records, together = ("GP-CHASE-03",), "may", ModeSet, "Choose how somebody moves"
    runner: str
    mode: str

    @classmethod
    def offers_in(cls, state: State, seat: Seat, chase: Chase) -> Offers:
        for runner in chase.runners.values():
            if state.owns(seat, runner.driver):
                label, now = f"Choose how {state.name(runner.driver)} moves", f"{MODES[runner.mode].title} so far."
                blank = partial(modes, state, seat, chase, runner, "")
                yield cls.offer_in(chase, None, label, now, blank, runner=runner.id)
        yield Refused("not-in-it", "Nobody of yours is in this chase, or somebody else drives.")


class ChaseBegun(OfChase, tag="chase-begun"):
    """A chase begins: everybody stands at 0."""

    def unfold(self, chase: Chase) -> Chase:
        return replace(chase, round=1)

    def line(self, state: State) -> Line:
        chase = state.chases[self.chase]
        people = tuple(
            state.people[who].face(
                f"{'flees' if one.side == 'escapees' else 'follows'}: {MODES[one.mode].title.lower()}"
            ) for one in chase.runners.values() for who in one.aboard
        )
        title = chase.title or begun(against(state, chase))
        frame = Frame(kind="scene", id=chase.id, lead="A chase", title=title, stake=chase.terms, people=people)
        return Line("scene", f"The chase begins: {against(state, chase)}. {chase.terms}.", frame=frame)


class BeginChase(InChase, tag="begin-chase"):
    """Begin the chase."""

    rules, urgency, giver, records = ("GP-CHASE-01", "GP-CHASE-02"), "must", only_guide("begins a chase"), ChaseBegun

    @classmethod
    def offers_in(cls, state: State, seat: Seat, chase: Chase) -> Offers:
        for side, title in SIDES.items():
            if not chase.still(side):
                raise Refused("nobody-on-a-side", f"There is nobody among the {title} yet.", "GP-CHASE-01")
        yield cls.offer_in(chase, None, "Begin the chase", f"{begun(against(state, chase))}. {chase.terms}.")


SETTING: Final = Part(
    OpenChase, SetMode, Board, EnterChase, BeginChase, ChaseOpened, ModeSet, Boarded, Entered, ChaseBegun
)
