"""Turns of a fight: Initiative, surprise, one after the other, and Inspiring Words (GP-CORE-10, -19, -20)."""

from __future__ import annotations

from itertools import pairwise
from typing import Final, Literal, get_args

from msgspec.structs import replace

from moot.core import Choice, Choose, Event, Frame, Line, Offers, Part, Play, Refused, Seat, Urgency, Write, listed
from moot.games.perilous.fight.morale import LeftFight, ask
from moot.games.perilous.fight.phases import InFight, Inspired, OfFight, due, ending, owner, phase_of
from moot.games.perilous.figures import DICE, INSPIRED, MORALE
from moot.games.perilous.flow import FlowCommand, begun, only_guide, settles, spoken, told, whom
from moot.games.perilous.fortune import spend
from moot.games.perilous.meeting import brought, surprise
from moot.games.perilous.order import figures_of, ladder, name_in, rank, standing, to_act, turn_of
from moot.games.perilous.person import Person
from moot.games.perilous.state import SESSION, State
from moot.games.perilous.trial import SUCCESSES, Trial
from moot.games.perilous.trying import call
from moot.games.perilous.underway import Fight, Fighter, Side
from moot.kit.keyed import put
from moot.kit.people import label_for


class FightOpened(Event[State], tag="fight-opened"):
    """A fight begins; Initiative is rolled once (GP-CORE-10)."""

    fight: Fight

    def evolve(self, state: State) -> State:
        return state.going_on(fights=put(state.fights, self.fight), turn="open")

    def line(self, state: State) -> Line:
        faces = tuple(state.people[one.id].face() for one in self.fight.fighters)
        lost = self.fight.surprised
        stake = "The party is surprised." if lost == "party" else "The others are surprised." if lost else ""
        sides = ([state.name(one.id) for one in self.fight.fighters if one.side == side] for side in get_args(Side))
        title = begun(" against ".join(listed(names) for names in sides if names))
        if not any(one.side == "foes" for one in self.fight.fighters):
            title = spoken(f"{title} fight(s)", len(faces) > 1)
            stake = f"{stake} Nobody is against them yet.".strip()
        frame = Frame(
            kind="scene", id=f"fight-{self.fight.id}", lead="A fight begins", title=title, stake=stake, people=faces
        )
        return Line("scene", f"A fight begins. {stake}".strip(), frame=frame)


class OpenFight(FlowCommand, tag="open-fight"):
    """Begin a fight: who is in it, and whether a side is surprised."""

    when, rules, urgency, giver = SESSION, ("GP-CORE-10", "GP-CORE-19"), "may", only_guide("begins a fight")
    party: tuple[str, ...]
    foes: tuple[str, ...] = ()
    surprised: Literal["", "party", "foes", "both"] = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if state.fights:
            raise Refused("fight-runs", "A fight is going on already.")
        party = [who.id for who in state.party()]
        foes = [who.id for who in state.cast() if who.npc and who.known]
        if not party:
            raise Refused("nobody-there", "Nobody is there to fight.")
        sides = (Choice("party", "The party"), Choice("foes", "The others"), Choice("both", "Both: so nobody"))
        able = tuple(who for who in party if not state.people[who].incapacitated)
        against = whom(
            state, "Against them", foes, "foes", many=True, least=0, default=brought(state, foes),
            hint="Somebody in both lists stands with the party. Nobody, if you count a group next.",
        )
        why = "Groups that may lose heart are counted afterwards."
        yield cls.offer(
            None, "Begin a fight", why if foes else "Nobody is there against them: make somebody first, or take them "
            "ready-made.",
            whom(state, "On the party’s side", (*party, *foes), "party", many=True, default=able),
            *((against,) if foes else ()),
            Choose(
                name="surprised", label="Who is surprised?", choices=sides, least=0, nothing="Nobody",
                default=_caught(state),
            ),
        )

    def act(self, play: Play[State], of: object) -> None:
        others = (Fighter(who, "foes") for who in self.foes if who not in self.party)
        fighters = (*(Fighter(who, "party") for who in self.party), *others)
        surprised: Side | None = self.surprised if self.surprised in ("party", "foes") else None
        fight = Fight(id=play.state.next_id, fighters=fighters, surprised=surprised)
        play.record(FightOpened(fight=fight, rules=self.rules if surprised else self.rules[:1]))


class FighterJoined(OfFight, tag="fighter-joined"):
    """Somebody comes into a fight that runs."""

    who: str
    side: Side

    def unfold(self, fight: Fight) -> Fight:
        return fight.placed(Fighter(self.who, self.side))

    def line(self, state: State) -> Line:
        came = Frame(kind="scene", id=f"fight-{self.fight}", lead="", people=(state.people[self.who].face(),))
        return Line("move", "comes into the fight.", state.named(self.who), frame=came)


class JoinFight(InFight, tag="join-fight"):
    """Bring somebody into a fight that runs."""

    rules, urgency, records, giver = ("GP-CORE-10",), "may", FighterJoined, only_guide("brings people into a fight")
    who: str
    side: Side

    @classmethod
    def offers_in(cls, state: State, seat: Seat, fight: Fight) -> Offers:
        if not (late := [who for who in state.cast() if who.known and who.id not in fight.inside]):
            raise Refused("nobody-there", "Everybody who could be in it is.")
        for side, label in (("party", "Somebody more with the party"), ("foes", "Somebody more against the party")):
            yield cls.offer_in(fight, None, label, "", whom(state, "Who?", [who.id for who in late]), side=side)


def _caught(state: State) -> tuple[Side, ...]:
    """The side that is surprised in the encounter that is played, as the Scout found (GP-WILD-08)."""
    caught: dict[str, tuple[Side, ...]] = {"party": ("foes",), "enemy": ("party",)}
    return caught.get(surprise(state), ())


class InitiativeRolled(OfFight, tag="initiative-rolled"):
    """Somebody has a place on the ladder of Initiative."""

    who: str
    face: int
    total: int

    def evolve(self, state: State) -> State:
        fight = state.fights[self.fight]
        keen = figures_of(state, fight, self.who).bonus("perception")
        placed = fight.placed(replace(fight.fighter(self.who), total=self.total, keen=keen))
        return replace(state, fights=put(state.fights, placed))

    def line(self, state: State) -> Line:
        dice, fight, when = DICE.initiative.thrown(self.face, reading=str(self.total)), state.fights[self.fight], ""
        if fight.done or fight.round > 1:  # somebody who comes late
            now = any(one.id == self.who for one in to_act(state, fight))
            when = f", and act(s) {'in this round' if now else 'from the next round on'}"
        return self.says(state, "roll", self.who, f"roll(s) {self.total} for Initiative{when}.", throws=dice)


class RollInitiative(InFight, tag="roll-initiative"):
    """Roll Initiative for all whom you play."""

    rules, urgency, stands_in = ("GP-CORE-10",), "must", True

    @classmethod
    def offers_in(cls, state: State, seat: Seat, fight: Fight) -> Offers:
        due = tuple(
            one.id for one in standing(state, fight) if one.total is None and owner(state, fight, one.id) == seat.id
        )
        if due:
            names = listed(name_in(state, fight, one) for one in due)
            dice = (DICE.initiative.sides,) * len(due)
            yield cls.offer_in(fight, due, "Roll Initiative", f"1D10 and Initiative for {names}.", rolls=dice)

    def act(self, play: Play[State], of: tuple[str, ...]) -> None:
        fight = play.state.fights[self.fight]
        for who, face in zip(of, play.roll(*(DICE.initiative.sides,) * len(of)), strict=True):
            total = face + figures_of(play.state, fight, who).initiative
            play.record(InitiativeRolled(fight=fight.id, who=who, face=face, total=total, rules=self.rules))


class WentAfter(OfFight, tag="went-after"):
    """Somebody let another go first who has the same Initiative."""

    who: str
    other: str

    def unfold(self, fight: Fight) -> Fight:
        one, other = fight.fighter(self.who), fight.fighter(self.other)
        tied = sorted((each for each in fight.fighters if rank(each) == rank(one)), key=lambda each: each.after)
        swapped = {one: other, other: one}
        return fight.placed(*(replace(swapped.get(each, each), after=at) for at, each in enumerate(tied)))

    def line(self, state: State) -> Line:
        return self.says(state, "move", self.who, f"let(s) {self.called(state, self.other)} go first.")


class LetGoFirst(InFight, tag="let-go-first"):
    """Let somebody go first who has the same Initiative as you."""

    rules, urgency, records = ("GP-CORE-10",), "may", WentAfter
    together = "Let somebody go first who is tied"
    who: str
    other: str

    @classmethod
    def offers_in(cls, state: State, seat: Seat, fight: Fight) -> Offers:
        if fight.round > 1 or fight.done:
            raise Refused("too-late", "Places are settled before the first turn.", "GP-CORE-10")
        order = ladder(state, fight)
        for one, other in pairwise(order):
            # that somebody of the guide's is tied would tell a player what figures they have
            asked = state.guide_seat if figures_of(state, fight, other.id).npc else owner(state, fight, one.id)
            if rank(one) == rank(other) and asked == seat.id:
                label = f"Let {name_in(state, fight, other.id)} go first"
                why = f"Before {name_in(state, fight, one.id)}: they are tied."
                yield cls.offer_in(fight, one, label, why, who=one.id, other=other.id)
        yield Refused("not-tied", "Only somebody tied with you, right after you, can be let go first.", "GP-CORE-10")


class TurnEnded(OfFight, tag="turn-ended"):
    """Somebody has acted in this round."""

    silent = True
    who: str

    def evolve(self, state: State) -> State:
        return replace(super().evolve(state.moved_on()), turn="open")

    def unfold(self, fight: Fight) -> Fight:
        return replace(fight, done=(*fight.done, self.who))


class EndTurn(InFight, tag="end-turn"):
    """End a turn; those who waver give up when theirs comes."""

    rules, urgency, stands_in = ("GP-CORE-10", "GP-MORALE-05"), ("must", "tool"), True

    @classmethod
    def offers_in(cls, state: State, seat: Seat, fight: Fight) -> Offers:
        for one in to_act(state, fight)[:1]:
            name, mine = name_in(state, fight, one.id), owner(state, fight, one.id) == seat.id
            label = f"End {turn_of(state, fight, one.id)}" if seat.guides else "End your turn"
            if fight.heart(one.id) == "wavering":
                label = f"{begun(name)}: give up"
            if not mine and not seat.guides:
                raise Refused("not-your-turn", f"It is {turn_of(state, fight, one.id)}.", "GP-CORE-10")
            yield cls.offer_in(fight, one.id, label, urgency="must" if mine and due(state, fight) else "tool")

    def act(self, play: Play[State], of: str) -> None:
        fight = play.state.fights[self.fight]
        if fight.heart(of) == "wavering":
            play.record(LeftFight(fight=fight.id, who=of, how="gave-up", rules=("GP-MORALE-05",)))
        play.record(TurnEnded(fight=fight.id, who=of, rules=self.rules[:1]))
        ask(play, fight.id)


def _acting(state: State, seat: Seat, fight: Fight) -> tuple[Fighter, ...]:
    """Whose turn it is, if the seat acts for them. Raises Refused if another does."""
    acts = to_act(state, fight)[:1]
    for one in acts:
        if owner(state, fight, one.id) != seat.id:
            raise Refused("not-your-turn", f"It is {turn_of(state, fight, one.id)}.", "GP-CORE-10")
    return acts


class BuyAction(InFight, tag="buy-action"):
    """Spend a point for one more action point on your turn."""

    rules, urgency = ("GP-CORE-18",), "may"

    @classmethod
    def offers_in(cls, state: State, seat: Seat, fight: Fight) -> Offers:
        for one in _acting(state, seat, fight):
            who = figures_of(state, fight, one.id)
            if not state.points(who):
                raise Refused("no-points", "There are no points left to act for.", "GP-CORE-18")
            yield cls.offer_in(fight, who, label_for(state, who.id, "Spend a point: one more action point"))

    def act(self, play: Play[State], of: Person) -> None:
        spend(play, of, "one more action point")


class Inspire(InFight, tag="inspire"):
    """Speak inspiring words to allies in a fight, on your turn."""

    rules, urgency = ("GP-CORE-20",), "may"
    who: str
    allies: tuple[str, ...]

    @classmethod
    def offers_in(cls, state: State, seat: Seat, fight: Fight) -> Offers:
        for one in _acting(state, seat, fight):
            if one.id in fight.bands:
                continue
            others = (other for other in standing(state, fight) if other.side == one.side and other.id != one.id)
            choices = tuple(
                Choice(other.id, begun(name_in(state, fight, other.id))) for other in others
                if not figures_of(state, fight, other.id).inspired
            )
            reach = state.people[one.id].bonus("fellowship") * INSPIRED.critical_reach
            if reach > 0 and choices:
                blank = Choose(
                    name="allies", label="Whom do you mean?", choices=choices, many=True, most=min(reach, len(choices)),
                    hint=f"A success reaches the first {reach // INSPIRED.critical_reach}, a critical one all.",
                )
                label = "Inspiring words" if not seat.guides else f"{state.named(one.id)}: inspiring words"
                yield cls.offer_in(fight, one.id, label, "+1 to both thresholds.", blank, who=one.id)

    def act(self, play: Play[State], of: str) -> None:
        call(play, Trial(
            who=of, skill=MORALE.rally_skill, purpose="inspire", of=self.fight, step=" ".join(self.allies),
            why="Inspiring words.",
        ))


@settles("inspire")
def inspire(play: Play[State], trial: Trial) -> None:
    """Whom the words reach (GP-CORE-20)."""
    outcome = trial.fell.outcome
    if outcome in SUCCESSES:
        reach = play.state.people[trial.who].bonus("fellowship")
        reach *= INSPIRED.critical_reach if outcome == "critical-success" else 1
        fight, named = play.state.fights[trial.of], trial.step.split()[:reach]
        if reached := tuple(who for who in named if not figures_of(play.state, fight, who).inspired):
            play.record(Inspired(fight=trial.of, who=reached, rules=("GP-CORE-20",)))


def fall_out(play: Play[State]) -> None:
    """Who falls on their own turn has had it, and what it brought is asked at once (GP-CORE-10, GP-MORALE-07)."""
    for fight in tuple(play.state.fights.values()):
        before = play.before.fights.get(fight.id)
        if before is None or any(one.total is None for one in standing(play.before, before)):
            continue
        up = {*fight.done, *(one.id for one in standing(play.state, fight))}
        for acts in to_act(play.before, before)[:1]:
            there = any(one.id == acts.id for one in fight.fighters)  # not counted among a group by now
            if there and acts.id not in up and fight.heart(acts.id) not in ("gave-up", "fled"):
                play.record(TurnEnded(fight=fight.id, who=acts.id, rules=("GP-CORE-10",)))
                if not play.state.busy(fight.id):  # else with what the next turn brings
                    ask(play, fight.id)


class RoundBegan(OfFight, tag="round-began"):
    """All have acted: another round."""

    sentence = ("move", "Round {round}.")
    round: int

    def unfold(self, fight: Fight) -> Fight:
        return replace(fight, round=self.round, done=())


def go_round(play: Play[State]) -> None:
    """When nobody is left to act, the next round begins; a surprised side loses none while it is alone, as groups
    against it are counted once a fight has begun (GP-CORE-19)."""
    for fight in tuple(play.state.fights.values()):
        state = play.state
        alone = fight.round == 1 and {one.side for one in fight.fighters} == {fight.surprised}
        if phase_of(state, fight) == "turns" and standing(state, fight) and not to_act(state, fight) and not alone:
            play.record(RoundBegan(fight=fight.id, round=fight.round + 1, rules=("GP-CORE-10",)))


class FightClosed(Event[State], tag="fight-closed"):
    """A fight is over, and nobody is inspired any more (GP-CORE-20)."""

    fight: str
    what: str = ""

    def evolve(self, state: State) -> State:
        return state.without_trials_of(self.fight).without_fights(self.fight)

    def line(self, state: State) -> Line:
        frame = Frame(kind="over", id=f"fight-{self.fight}", lead="The fight is over", facts=told(self.what))
        return Line("scene", "The fight is over.", quote=self.what, frame=frame)


class CloseFight(InFight, tag="close-fight"):
    """End a fight."""

    rules, urgency, giver = ("GP-CORE-20",), ("may", "must"), only_guide("ends a fight")
    records, stands_in = FightClosed, True
    what: str = ""

    @classmethod
    def offers_in(cls, state: State, seat: Seat, fight: Fight) -> Offers:
        how = Write(name="what", label="How does it end?", least=0)
        urgency: Urgency = "must" if ending(state, fight) else "may"
        yield cls.offer_in(fight, fight, "End the fight", "", how, urgency=urgency)


TURNS: Final = Part(
    RollInitiative, EndTurn, LetGoFirst, OpenFight, CloseFight, Inspire, BuyAction, JoinFight,
    FightOpened, FighterJoined, InitiativeRolled, WentAfter, TurnEnded, RoundBegan, FightClosed,
)
