"""How an exchange begins: who wants what from whom, how they are disposed, and the secret that is fixed before any
Tactic (GP-SOC-01 to GP-SOC-05, GP-SOC-09)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Event, Frame, Line, Offered, Offers, Part, Play, Refused, Seat, Write, listed
from moot.games.perilous.figures import DISPOSITIONS, MEASURES, SKILLS, SOCIAL, TACTICS
from moot.games.perilous.flow import FlowCommand, only_guide, which_skill, whom
from moot.games.perilous.intrigue.phases import InExchange, OfExchange, swayable
from moot.games.perilous.making.beginning import enter
from moot.games.perilous.packs import Talk, talks, whose
from moot.games.perilous.person import SEVEN, Person
from moot.games.perilous.state import SESSION, State
from moot.games.perilous.terms import Difficulty, Disposition, Tactic
from moot.games.perilous.trial import worth_of
from moot.games.perilous.underway import Approach, Pair, SocialExchange, TalkTarget
from moot.kit.keyed import changed, put

USUAL: Final[Disposition] = "indifferent"


def matrix(who: Person, npc: Person) -> Difficulty:
    """How hard it is for a player's character to sway somebody: by leanings and classes (GP-SOC-02)."""
    same = who.social_class == npc.social_class
    return worth_of(next(
        cell.value for cell in SOCIAL.values()
        if (cell.pc, cell.npc, cell.same_class) == (who.leaning, npc.leans, same)
    ))


def difficulties(state: State, people: Iterable[str], npcs: Iterable[str]) -> dict[str, dict[str, Difficulty]]:
    """What the matrix says for each of these people and each of those others."""
    found = {who: state.people[who] for who in (*people, *npcs)}
    return {who: {npc: matrix(found[who], found[npc]) for npc in npcs} for who in people}


def disposed(label: str, default: Disposition, hint: str = "") -> Choose:
    """One of the seven Dispositions, warmest first (GP-SOC-05)."""
    choices = tuple(Choice(row.id, row.title, group=row.band.title()) for row in DISPOSITIONS.values())
    return Choose(name="disposition", label=label, choices=choices, default=(default,), hint=hint)


class ExchangeFramed(Event[State], tag="exchange-framed"):
    """People want something of others: who, what for, and how hard it is. No secret is fixed yet."""

    framed: SocialExchange

    def evolve(self, state: State) -> State:
        return state.going_on(exchanges=put(state.exchanges, self.framed))

    def line(self, state: State) -> Line:
        framed = self.framed
        npcs = listed(map(state.name, framed.targets))
        if framed.simple:
            [who], approach = framed.people, next(iter(framed.approaches.values()))
            skill = SKILLS[approach.skill].title
            return Line("move", f"wants something of {npcs}, by {skill}.", state.named(who), quote=framed.objective)
        says = {npc: DISPOSITIONS[target.disposition].title for npc, target in framed.targets.items()}
        faces = (state.people[who].face(says.get(who, "")) for who in (*framed.people, *says))
        frame = Frame(
            kind="scene", id=f"exchange-{framed.id}", lead=f"They want something of {npcs}", title=framed.objective,
            stake=framed.stakes, people=tuple(faces),
        )
        return Line("scene", f"An exchange begins: something is wanted of {npcs}.", quote=framed.objective, frame=frame)


class _Frame(FlowCommand):
    """A command with which an exchange begins."""

    when, giver = SESSION, only_guide("begins an exchange")

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        people, npcs = free(state)
        marked = [who for who in npcs if state.people[who].leans and state.people[who].social_class]
        if not people or not npcs:
            raise Refused("nobody-there", "It takes a character, and somebody of yours whom the players know.")
        if not marked:
            raise Refused("no-leaning", "Mark the leaning and class of the one they talk with first.", "GP-SOC-02")
        yield cls.framing(state, people, marked)

    @classmethod
    @abstractmethod
    def framing(cls, state: State, people: list[str], npcs: list[str]) -> Offered:
        """The form, with who can be in it."""


def free(state: State) -> tuple[list[str], list[str]]:
    """The players' characters, and the known people of the guide's, who are in no exchange yet."""
    busy = {who for one in state.exchanges.values() for who in (*one.people, *one.targets)}
    free = [who for who in state.cast() if who.known and who.id not in busy]
    return [who.id for who in free if not who.npc], [who.id for who in free if who.npc]


class FrameExchange(_Frame, tag="frame"):
    """Begin an exchange with Tactics and a secret: who wants what of whom, and what is at stake."""

    rules, urgency = ("GP-SOC-03", "GP-SOC-05", "GP-SOC-09"), "may"
    npcs: tuple[str, ...]
    people: tuple[str, ...]
    objective: str
    stakes: str = ""
    disposition: Disposition = USUAL

    @classmethod
    def framing(cls, state: State, people: list[str], npcs: list[str]) -> Offered:
        return cls.offer(
            None, "Begin an exchange", "Each of them names a Tactic; somebody has a secret that opens or shuts them.",
            whom(state, "Of whom?", npcs, "npcs", many=True), _wanting(state, people),
            Write(name="objective", label="What do they want?"),
            Write(name="stakes", label="What is at stake?", least=0),
            disposed("How disposed?", USUAL, "Everybody sees it. With several, change each of them afterwards."),
        )

    def act(self, play: Play[State], of: object) -> None:
        _frame(play, self.npcs, self.people, self.disposition, self.objective.strip(), self.stakes.strip())


def _wanting(state: State, people: list[str]) -> Choose:
    able = tuple(who for who in people if not state.people[who].incapacitated)
    return whom(state, "Who wants it?", people, "people", many=True, default=able)


def _frame(
    play: Play[State], npcs: Iterable[str], people: tuple[str, ...], disposition: Disposition, objective: str,
    stakes: str,
) -> str:
    targets = {npc: TalkTarget(who=npc, disposition=disposition) for npc in sorted(npcs)}
    framed = SocialExchange(
        id=play.state.next_id, people=people, targets=targets, objective=objective, stakes=stakes,
        difficulty=difficulties(play.state, people, targets),
    )
    play.record(ExchangeFramed(framed=framed, rules=("GP-SOC-03", "GP-SOC-05", "GP-SOC-09")))
    return framed.id


class FrameReady(FlowCommand, tag="frame-ready"):
    """Begin an exchange that is ready-made: somebody new with a secret, and what can be had of them."""

    when, rules, urgency, about_any = SESSION, ("GP-SOC-09", "GP-SOC-04", "GP-RD-16"), "may", None
    giver = only_guide("begins an exchange")
    talk: str
    people: tuple[str, ...]

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        people, _ = free(state)
        if not people:
            raise Refused("nobody-there", "It takes a character who is in no exchange yet.")
        lists = talks(state.packs)
        ready = tuple(
            Choice(key, one.name, f"{one.objective} “{one.voice}”".removesuffix(" “”"), group=whose(state.packs, key))
            for key, one in lists.items()
        )
        yield cls.offer(
            lists, "Begin a ready-made exchange", "Each with a secret that is fixed already.",
            Choose(name="talk", label="With whom?", choices=ready), _wanting(state, people),
        )

    def act(self, play: Play[State], of: dict[str, Talk]) -> None:
        talk, measure = of[self.talk], MEASURES["ordinary"].attribute
        npc = enter(play, Person(
            id="", name=talk.name, attributes=dict.fromkeys(SEVEN, measure), social_class=talk.class_,
            leans=talk.leans, fate=0,
        ), "GP-RD-18")
        id_ = _frame(play, (npc,), self.people, talk.disposition, talk.objective, talk.stakes)
        pair = Pair(talk.favourable, talk.unfavourable)
        play.record(PairHidden(exchange=id_, npc=npc, pair=pair, rules=("GP-SOC-04",)))


class FrameSimple(_Frame, tag="frame-simple"):
    """Let somebody try to get something of another with one test."""

    rules, urgency = ("GP-SOC-01", "GP-SOC-02"), "may"
    npc: str
    who: str
    skill: str
    objective: str = ""

    @classmethod
    def framing(cls, state: State, people: list[str], npcs: list[str]) -> Offered:
        return cls.offer(
            None, "A simple exchange", "One test of the fitting skill, and no secret.",
            whom(state, "Of whom?", npcs, "npc"), whom(state, "Who tries?", people), which_skill("By which skill?"),
            Write(name="objective", label="What do they want?", least=0),
        )

    def act(self, play: Play[State], of: object) -> None:
        target = TalkTarget(who=self.npc, disposition=USUAL)
        play.record(ExchangeFramed(rules=self.rules, framed=SocialExchange(
            id=play.state.next_id, people=(self.who,), targets={self.npc: target}, objective=self.objective.strip(),
            difficulty=difficulties(play.state, (self.who,), (self.npc,)), simple=True,
            approaches={self.who: Approach(self.skill, self.npc)},
        )))


class PairHidden(OfExchange, tag="pair-hidden"):
    """What opens and what shuts somebody is fixed; others than the guide are told that it is, and not what."""

    hides = (("pair", None),)
    npc: str
    pair: Pair | None

    def unfold(self, exchange: SocialExchange) -> SocialExchange:
        targets = changed(exchange.targets, self.npc, pair=self.pair, since=exchange.round, opened=False)
        return replace(exchange, targets=targets)

    def line(self, state: State) -> Line:
        return Line("move", f"The GM has fixed in secret what opens {state.name(self.npc)}, and what shuts them.")


class HidePair(InExchange, tag="hide-pair"):
    """Fix in secret which Tactic opens somebody, and which other one shuts them."""

    rules, urgency, giver = ("GP-SOC-04", "GP-RD-10"), ("must", "may"), only_guide("fixes the secret")
    npc: str
    favourable: Tactic
    unfavourable: Tactic

    @classmethod
    def offers_in(cls, state: State, seat: Seat, exchange: SocialExchange) -> Iterator[Offered]:
        for npc in swayable(state, exchange):
            who, target = state.name(npc), exchange.targets[npc]
            opens = tuple(Choice(each, SKILLS[each].title) for each in TACTICS)
            shuts = tuple(replace(one, needs=tuple(
                f"favourable:{other.value}" for other in opens if other.value != one.value
            )) for one in opens)
            label = f"Fix the secret of {who}" if target.pair is None else f"Fix another secret for {who}"
            yield cls.offer_in(
                exchange, target, label, "Nobody else is told before it shows.",
                Choose(name="favourable", label="What opens them?", choices=opens, hint="A success is critical."),
                Choose(name="unfavourable", label="What shuts them?", choices=shuts, hint="A failure is critical."),
                npc=npc, urgency="must" if target.pair is None else "may",
            )

    def act(self, play: Play[State], of: object) -> None:
        pair = Pair(self.favourable, self.unfavourable)
        play.record(PairHidden(exchange=self.exchange, npc=self.npc, pair=pair, rules=self.rules[:1]))


class DispositionMoved(OfExchange, tag="disposition-moved"):
    """The guide changed how somebody is disposed, between exchanges."""

    npc: str
    disposition: Disposition

    def unfold(self, exchange: SocialExchange) -> SocialExchange:
        return replace(exchange, targets=changed(exchange.targets, self.npc, disposition=self.disposition))

    def line(self, state: State) -> Line:
        return Line("move", f"is {DISPOSITIONS[self.disposition].title} now.", state.named(self.npc))


class MoveDisposition(InExchange, tag="move-disposition"):
    """Change how somebody is disposed, before an exchange or between two."""

    rules, urgency, giver = ("GP-SOC-05", "GP-SOC-09"), "tool", only_guide("says how people are disposed")
    records = DispositionMoved
    npc: str
    disposition: Disposition

    @classmethod
    def offers_in(cls, state: State, seat: Seat, exchange: SocialExchange) -> Iterator[Offered]:
        for npc, target in exchange.targets.items():
            now = disposed("Disposition", target.disposition)
            yield cls.offer_in(exchange, target, f"How is {state.name(npc)} disposed?", "", now, npc=npc)


FRAMING: Final = Part(
    HidePair, FrameExchange, FrameReady, FrameSimple, MoveDisposition,
    ExchangeFramed, PairHidden, DispositionMoved,
)
