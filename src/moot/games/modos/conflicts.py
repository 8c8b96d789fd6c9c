"""Extended conflicts as data: turns, actions, places, goals, and the beat that is under way (MO-200 to MO-216)."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from moot.games.modos.contests import FateDie, HeroPoints, Ruling, Term, Total
from moot.games.modos.terms import Band, Pool, Posture

Step: TypeAlias = Literal["opening", "initiative", "turn", "reaction"]
"""Where a conflict stands: it is set up, all throw initiative, somebody has the turn, or a deed is answered."""

ROUND: Final = "round"
"""Who waits for the next round instead of somebody's turn (MO-216)."""


AGAINST: Final = frozenset({"defend", "hinder"})
"""Kinds of deeds that stand against the deed that they answer (MO-005)."""
PASSIVE: Final = AGAINST | {"take"}
"""Kinds of deeds of which nothing comes by themselves."""
MOVES: Final = frozenset({"posture", "withdraw", "flee", "leave", "size"})
"""Kinds of deeds that are movement (MO-303, MO-304, MO-E101)."""


class Deed(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What somebody does with an action: the kind of deed, and all that was chosen with it before any die (MO-X216).

    `pool` and `skill` are what is thrown with, `tool` the gear, and `called` its name, told to all where it was not
    in hand so far, `posture` the one acted from, `on` the running effect or mark that it is about, `goal` the goal it
    works at, `aim` what else it is for than to hurt. `half`, `hero`, `claims` are as of a side of a contest;
    `hurt_half` and `hurt_hero` the same for its damage, `guard_half` and `guard_hero` for the protection of the one
    who does it (None: as they have it by default), `shift` points moved from the contest to the damage (Special Move),
    `karma` whether it is done to the spirit instead. `steps` is how far each target is when it is declared (MO-E84).
    `keep`: the number of the chain stands again (MO-204). `wide`: a defense against everybody at once (MO-X211).
    `thrown`: the tool is thrown. `place` is where it leads to, `price` what it costs in actions, among them bonus ones
    for the skill `pays`.

    Of a power: `pick` is one of its ways, `choice` what else was chosen with it, `stage` how many actions of it are
    done with this one, `cost_half` whether its cost is taken by half.
    """

    who: str
    kind: str
    pool: Pool = "P"
    skill: str = ""
    targets: tuple[str, ...] = ()
    tool: str = ""
    called: str = ""
    power: str = ""
    on: str = ""
    posture: Posture | None = None
    goal: str = ""
    words: str = ""
    half: bool = False
    hero: HeroPoints = False
    claims: tuple[str, ...] = ()
    hurt_half: bool = False
    hurt_hero: bool = False
    guard_half: bool | None = None
    guard_hero: bool = False
    shift: int = 0
    karma: bool = False
    aim: str = ""
    thrown: bool = False
    wide: bool = False
    steps: dict[str, int] = {}
    keep: bool = False
    place: Position | None = None
    price: int = 1
    pays: str = ""
    pick: str = ""
    choice: str = ""
    stage: int = 1
    cost_half: bool = False


class Fate(msgspec.Struct, frozen=True, kw_only=True):
    """What the guide set against a deed: a difficulty, None for nothing, and what becomes of its die (MO-X205);
    `later`: it goes on with the next action, and fate stands against the last (MO-X218)."""

    difficulty: int | None = None
    die: FateDie = "roll"
    later: bool = False


class Beat(msgspec.Struct, frozen=True, kw_only=True):
    """One initiating deed with all that answers it (MO-X216).

    `asked` are those who have yet to answer, `answers` what the others do, None for a pass. `difficulty` is what the
    guide added to somebody's side, `played` are those who played their part well (MO-X002). `open` are those of whom
    the guide has yet to say what stands against their deed, `fates` what does (MO-X205). `came` are those whose deeds
    have come out, `total` what was thrown for the first of them; `together`: they happen at once, so that who falls
    still strikes, None is as the table plays it (MO-E30). `tied` is a Tie that the guide has yet to rule on,
    `rulings` what was said of those before it, `tape` the luck of the deed so far (MO-E34).
    """

    deed: Deed
    asked: tuple[str, ...] = ()
    answers: dict[str, Deed | None] = {}
    difficulty: dict[str, int] = {}
    played: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    fates: dict[str, Fate] = {}
    came: tuple[str, ...] = ()
    total: Total | None = None
    together: bool | None = None
    tied: tuple[Total, Total] | None = None
    rulings: tuple[Ruling, ...] = ()
    tape: tuple[tuple[int, int], ...] = ()

    def against(self, deed: Deed) -> tuple[Deed, ...]:
        """The answers that stand against a deed: against the first one, unless they name another; or against all that
        attack somebody (MO-X211)."""
        return tuple(
            answer for answer in self.answers.values()
            if answer is not None and answer.kind in AGAINST and (
                deed.kind == "attack" and answer.who in deed.targets if answer.wide
                else deed.who in (answer.targets or (self.deed.who,))
            )
        )

    def does(self, who: str) -> Deed | None:
        """What somebody does in this beat."""
        return self.deed if who == self.deed.who else self.answers.get(who)

    def aimed_at(self, who: str) -> tuple[Deed, ...]:
        """What is aimed at somebody: the deed, and answers to it."""
        every = (self.deed, *(answer for answer in self.answers.values() if answer is not None))
        return tuple(deed for deed in every if who in deed.targets and deed.who != who and deed.kind not in AGAINST)

    def asks_about(self, who: str) -> Deed:
        """What somebody is asked about: the first that is aimed at them, or else the deed itself."""
        return next(iter(self.aimed_at(who)), self.deed)

    @property
    def doing(self) -> tuple[str, ...]:
        """Who does something in it that is more than to stand against others."""
        return (self.deed.who, *(who for who, deed in self.answers.items() if deed and deed.kind not in PASSIVE))

    @property
    def closed(self) -> bool:
        """Whether dice have fallen in it: nobody answers any more (MO-E87)."""
        return bool(self.came) or self.tied is not None

    @property
    def waits(self) -> bool:
        """Whether somebody has yet to say something before it is resolved."""
        return bool(self.open or self.asked) or self.tied is not None


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """Where somebody stands: the posture (MO-301 to MO-308), and toward which side a flanker has gone (MO-E106).

    `means` is what carries a rider or flyer, `by` of what kind that is: `body`, `animal`, `craft`, or a running effect
    by its id. `kept`: the posture stands until the next turn; otherwise it has to be kept on this one (MO-X415).
    """

    posture: Posture = "offensive"
    toward: str = ""
    means: str = ""
    by: str = ""
    kept: bool = True


HALVED: Final = "half "
"""What stands before a die of regress that is taken by half (MO-012)."""


class Goal(msgspec.Struct, frozen=True, kw_only=True):
    """Something to be gained by progress, with the pool in which that gathers (MO-206, MO-207, MO-208, MO-209): whose
    it is, how far it is, the die for it, and that of regress: `d6`, or `half d6` where it is taken by half (MO-012)."""

    id: str
    what: str
    side: str
    most: int
    gained: int = 0
    die: str = "d8"
    regress: str = "none"

    @property
    def won(self) -> bool:
        """Whether it is gained: by more than its pool holds (MO-208)."""
        return self.gained > self.most


class Chain(msgspec.Struct, frozen=True, kw_only=True):
    """What the last action on one's own turn was, and the number that a combined action may keep (MO-204).

    `stage` is how many actions of a power are done with it, `on` the running effect that it is about.
    """

    kind: str
    pool: Pool
    skill: str
    total: int
    terms: tuple[Term, ...]
    stage: int = 1
    on: str = ""

    @classmethod
    def after(cls, deed: Deed, total: Total) -> Chain:
        """What a deed leaves for the next action."""
        return cls(
            kind=deed.kind, pool=deed.pool, skill=deed.skill, total=total.worth, terms=total.terms, stage=deed.stage,
            on=deed.on,
        )

    def goes_on_with(self, deed: Deed) -> bool:
        """Whether a deed continues that action, by the same attribute and skill, about the same power (MO-204)."""
        return (self.kind, self.pool, self.skill, self.on) == (deed.kind, deed.pool, deed.skill, deed.on)


class Contender(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody in a conflict: the side, the place, initiative, and the actions of this round.

    `initiative` is None until it is thrown, with `pool`. `bound` are bonus actions by what they fit (MO-X203). `turn`
    is where their turn of this round stands; who waits does so until the turn of `after` ends, or the round (MO-216).
    `upkeep`: the block that opens the turn lasts (MO-X415), `acted`: a deed was done on it. `edge` is what surprise
    adds to initiative (MO-215). `resisted` are the running effects that they have defended against this round, `opened`
    the powers that an object has opened to them for it (MO-X411).
    """

    who: str
    side: str
    place: Position = Position()
    initiative: int | None = None
    pool: Pool = "P"
    actions: int = 0
    bound: dict[str, int] = {}
    turn: Literal["due", "now", "waiting", "done"] = "due"
    after: str = ""
    upkeep: bool = False
    acted: bool = False
    chain: Chain | None = None
    edge: int = 0
    resisted: tuple[str, ...] = ()
    opened: tuple[str, ...] = ()

    @property
    def left(self) -> int:
        """All actions that are left, bound ones too."""
        return self.actions + sum(self.bound.values())


class Conflict(msgspec.Struct, frozen=True, kw_only=True):
    """An extended conflict (MO-X201). `order` has those in it by their initiative, once it is thrown.

    `postures` are those that the scene has (MO-X319), `ground` is how difficult it is to move there (MO-X304), `round`
    counts from 1, `unaware` are pairs: who knows nothing of whom (MO-006). `gone` are those who left and can still be
    made out, each with how far off they are (MO-306).
    """

    id: str
    what: str
    step: Step = "opening"
    round: int = 0
    people: dict[str, Contender] = {}
    order: tuple[str, ...] = ()
    postures: tuple[Posture, ...] = ("offensive",)
    ground: int = 0
    goals: dict[str, Goal] = {}
    beat: Beat | None = None
    unaware: tuple[tuple[str, str], ...] = ()
    gone: dict[str, Band] = {}

    @property
    def listed(self) -> dict[str, Contender]:
        """Everybody in the order of turns, by id."""
        return {who: self.people[who] for who in self.order}

    def in_order(self, *entries: Contender) -> Conflict:
        """The same conflict with these in it, in this order."""
        people, order = {one.who: one for one in entries}, tuple(one.who for one in entries)
        return msgspec.structs.replace(self, people=people, order=order)

    def allies(self, one: str, other: str) -> bool:
        """Whether two of these people are on one side."""
        return self.people[one].side == self.people[other].side

    def sought(self, side: str) -> tuple[Goal, ...]:
        """The goals of a side that are not won yet."""
        return tuple(goal for goal in self.goals.values() if goal.side == side and not goal.won)

    @property
    def whose(self) -> str:
        """Whose turn it is; empty between turns."""
        return next((who for who in self.order if self.people[who].turn == "now"), "")

    def aware(self, who: str, of: str) -> bool:
        """Whether somebody knows of another, and so can defend and react (MO-006)."""
        return (who, of) not in self.unaware


Stage: TypeAlias = Literal["full", "half", "over"]
"""What a power does to one of its targets: all, what its Half entry says, or nothing any more."""


class Running(msgspec.Struct, frozen=True, kw_only=True):
    """A power that lasts. `row` is the power, `stored` its last contest (MO-X405), `pick` the way that was chosen,
    `words` what somebody said with it, `choice` what else was chosen with it, `worth` what the guide grants for it.
    `inside` is who stands in its zone, each in the posture in which they came to be there. `pros` are the defenses that
    each target has won, without those for whom it is over. `due`: its caster's turn has begun, and it was not kept up
    yet (MO-412). `waits` are those to whom keeping it up has yet to do something, and whether they resisted that;
    `steers`: its caster may still move it this turn. `was` is the initiative of those whose place in the order it has
    changed.
    """

    id: str
    row: str
    caster: str
    stored: int
    pick: str = ""
    words: str = ""
    choice: str = ""
    worth: int = 0
    inside: dict[str, str] = {}
    pros: dict[str, int] = {}
    due: bool = False
    waits: dict[str, bool] = {}
    steers: bool = False
    was: dict[str, int] = {}
