"""A Test is rolled, its dice thrown again for Luck or let stand, and decided (SE-STR-02, SE-LUCK-04, SE-RD-06)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from moot.core import Choice, Choose, Command, Event, Line, Offered, Part, Play, Refused, Seat, Shown, Throw
from moot.games.swords_edge import ladder
from moot.games.swords_edge.contest import Pairing, Stand, Test
from moot.games.swords_edge.figures.dice import DICE, Level, TraitId
from moot.games.swords_edge.harm.criticals import criticals
from moot.games.swords_edge.ownership import needs_player, own
from moot.games.swords_edge.phases import ALWAYS
from moot.games.swords_edge.purse import Payment, could_pay, funds, paid, payment
from moot.games.swords_edge.state import State
from moot.games.swords_edge.trials.kinds import kind_of, reading
from moot.games.swords_edge.trials.leaving import tidy
from moot.games.swords_edge.verdict import Verdict
from moot.kit.crowds import rollcall
from moot.kit.keyed import changed, put, without
from moot.kit.totals import in_numbers, plain


class Rolled(Event[State], tag="rolled"):
    """A Test was rolled. `spends` are Qualities that Momentum uses up, of PCs and of NCs; `acts` who has acted or
    reacted by it, `acted` on whom; `bound` the Traits that NCs are held to."""

    test: Test
    paid: tuple[Payment, ...] = ()
    spends: tuple[tuple[str, str], ...] = ()
    acts: tuple[str, ...] = ()
    acted: tuple[tuple[str, str], ...] = ()
    bound: dict[str, TraitId | Literal[""]] = msgspec.field(default_factory=dict)

    def evolve(self, state: State) -> State:
        test = self.test
        state = paid(replace(state, tests=put(state.tests, test), ids=state.ids + 1), self.paid)
        state = _in_scene(_pressed(_spent(_used(state, test), self.spends), test), self)
        if test.pairing in state.pairings:
            state = state.with_pairing(_in_pairing(state.pairings[test.pairing], self))
        return state

    def line(self, state: State) -> Line:
        test = self.test
        does = kind_of(test).does[len(test.who) > 1]
        who = rollcall(state.named(who) for who in test.who)
        text = f"{who} {does}. {in_numbers(test.faces, test.parts, test.target)}."
        return Line(kind="roll", text=text, quote=test.how, throws=(dice_of(test),))


def _used(state: State, test: Test) -> State:
    """Weaknesses that were invoked have counted now (SE-RD-30); what Momentum used up is back after the next Action,
    where the table has it so (SE-ERR-02)."""
    kind, back = kind_of(test), state.options.spent_for == "next-action"
    for who in test.who:
        character, used = state.characters[who], test.used(who)
        invoked = tuple(weakness for weakness in character.invoked if weakness not in used)
        spent = () if kind.action and back else character.spent
        state = state.with_character(replace(character, invoked=invoked, spent=spent))
    if kind.ncs == "action" and back:
        state = state.with_nc(*(replace(state.ncs[id_], spent=()) for id_ in test.on))
    return state


def _spent(state: State, spends: tuple[tuple[str, str], ...]) -> State:
    """Momentum uses Qualities up, of PCs and NCs alike (SE-TEST-05, SE-NC-05)."""
    for owner, what in spends:
        if owner in state.characters:
            who = state.characters[owner]
            state = state.with_character(replace(who, spent=tuple(dict.fromkeys((*who.spent, what)))))
        elif owner in state.ncs:
            nc = state.ncs[owner]
            state = state.with_nc(replace(nc, spent=tuple(dict.fromkeys((*nc.spent, what)))))
    return state


def _pressed(state: State, test: Test) -> State:
    """Flaws and the GM's Luck have counted in the TN; a group's Momentum counts Ranks alone (SE-MOM-06, SE-ERR-04)."""
    kind = kind_of(test)
    if not kind.meets or (kind.ncs == "momentum" and len(test.on) > 1):
        return state
    return state.with_nc(*(replace(state.ncs[id_], flawed=False, exerted=()) for id_ in test.on if id_ in state.ncs))


def _in_scene(state: State, event: Rolled) -> State:
    """Acts and reactions are counted (SE-ACT-05), a bonus carried over is used (SE-RD-33), and the Trait of Momentum is
    remembered (SE-RD-10)."""
    scene, test, kind = state.scene, event.test, kind_of(event.test)
    if scene is None:
        return state
    carry = scene.carry
    if kind.action:
        carry = {who: due for who, due in carry.items() if who not in test.who or due[0] > scene.round}
    bound = {**scene.bound, **test.traits} if kind.momentum else scene.bound
    return replace(state, scene=replace(scene.acting(event.acts, event.acted), carry=carry, bound=bound))


def _in_pairing(pairing: Pairing, event: Rolled) -> Pairing:
    test, kind = event.test, kind_of(event.test)
    stands = {
        who: _after(stand, who, test) if who in test.who else stand for who, stand in pairing.stands.items()
    }
    pledges = {
        who: pledge for who, pledge in pairing.pledges.items() if who not in test.who or pledge.purpose != test.kind
    }
    foes = {id_: replace(foe, trait=event.bound.get(id_, foe.trait)) for id_, foe in pairing.foes.items()}
    begun = kind.ncs == "momentum" and kind.meets
    strike = pairing.strike and not (kind.takes == "follows" and len(test.on) > 1)
    sfx = pairing.sfx and replace(pairing.sfx, same_act=pairing.sfx.same_act and begun)
    return replace(pairing, stands=stands, pledges=pledges, foes=foes, strike=strike, sfx=sfx)


def _after(stand: Stand, who: str, test: Test) -> Stand:
    """A PC's place after a Test of theirs: bound by Momentum, a bonus used, a reward taken."""
    kind = kind_of(test)
    if kind.momentum:
        stand = replace(stand, trait=test.traits.get(who, stand.trait))
    if kind.action:
        stand = replace(stand, bonus=0)
    if kind.takes:
        stand = replace(stand, **{kind.takes: None if kind.takes == "riposte" else False})
    return stand


class Settled(Event[State], tag="settled"):
    """A Test is decided: `level` is that of the success, or of the blow let through."""

    test: Test
    success: bool
    level: Level | None = None

    def evolve(self, state: State) -> State:
        test = self.test
        attacks = without(state.attacks, test.attack)
        state = replace(state, tests=without(state.tests, test.id), attacks=attacks)
        pairing = state.pairings.get(test.pairing)
        return state if pairing is None else state.with_pairing(_met(pairing, test))

    def line(self, state: State) -> Line:
        test = self.test
        how = kind_of(test).outcome(Verdict(self.success, self.level))
        return Line(kind="result", text=f"{plain(test.total)} against {test.target.tn}: {how}.")


def _met(pairing: Pairing, test: Test) -> Pairing:
    """The pairing once an attack was met: a riposte goes against the one who made it (SE-LOS-05)."""
    if not test.attack or test.roller not in pairing.stands:
        return pairing
    stand = replace(pairing.stands[test.roller], met=next(iter(test.on), ""))
    return replace(pairing, stands={**pairing.stands, test.roller: stand})


def throw(
    play: Play[State],
    test: Test,
    *,
    cost: int = 0,
    spends: tuple[tuple[str, str], ...] = (),
    acts: tuple[str, ...] = (),
    acted: tuple[tuple[str, str], ...] = (),
    bound: dict[str, TraitId | Literal[""]] | None = None,
) -> None:
    """Roll a Test, 2d10 (SE-STR-02), and decide it at once if nobody could throw a die again."""
    first, second = play.roll(*[DICE.sides] * DICE.number)
    rolled = replace(test, id=play.state.next_id, faces=(first, second))
    paid = payment(play.state, test.roller, cost)
    rules = ("SE-STR-02", *(("SE-LUCK-03",) if paid else ()), *(("SE-TEST-05",) if spends else ()))
    play.record(Rolled(test=rolled, paid=paid, spends=spends, acts=acts, acted=acted, bound=bound or {}, rules=rules))
    settle_if_final(play, rolled.id)


def settle_if_final(play: Play[State], test: str) -> None:
    """Decide a Test unless somebody could still throw one of its dice again."""
    if not _could_reroll(play.state, play.state.tests[test]):
        settle(play, test)


def _could_reroll(state: State, test: Test) -> bool:
    return any(face < DICE.sides for face in test.faces) and any(could_pay(state, who) for who in payers(state, test))


def payers(state: State, test: Test) -> tuple[str, ...]:
    """The PCs whose players may pay for a reroll: anyone engaged in the Test (SE-RD-34)."""
    return tuple(who for who in test.who if state.characters[who].here)


def settle(play: Play[State], test_id: str) -> None:
    """Decide a Test as its dice lie (SE-RD-06)."""
    test = play.state.tests[test_id]
    kind, read = kind_of(test), reading(test)
    critical = ("SE-CRIT-01",) if test.fumbled else ("SE-CRIT-03",) if test.triumph else ()
    rules = (*kind.rules, *(("SE-LOS-01",) if read.level else ()), *critical)
    play.record(Settled(test=test, success=read.success, level=read.level, rules=rules))
    kind.means(play, test, read)
    criticals(play, test)
    tidy(play)


def dice_of(test: Test, *, standing: bool = False) -> Throw:
    """A Test's dice as they lie."""
    dice = tuple(Shown(DICE.sides, face) for face in test.faces)
    return Throw(dice, reading=str(test.natural), standing=standing)


def as_it_lies(test: Test) -> str:
    """What the dice come to as they lie."""
    total, tn = ladder.plain(test.total), test.target.tn
    return f"{test.faces[0]} and {test.faces[1]}: {total} against {tn}, {ending(test)}."


def ending(test: Test) -> str:
    """How a Test would end as its dice lie."""
    return kind_of(test).outcome(reading(test))


_SIDES: Final = {"first": 0, "second": 1}


class Reroll(Command[State], tag="reroll"):
    """Throw one die again for a Luck; the better stands (SE-LUCK-04)."""

    when, rules = ALWAYS, ("SE-LUCK-04", "SE-TRAP-10", "SE-CRIT-05", "SE-RD-34")
    test: str
    who: str
    die: Literal["first", "second"]

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered]:
        needs_player(seat, "throws a die again", "SE-LUCK-04")
        if not state.tests:
            raise Refused("no-dice", "No dice lie on the table.")
        mine = {who.id for who in own(state, seat)}
        for test in state.tests.values():
            for who in payers(state, test):
                if who in mine and (luck := funds(state, who)) and any(face < DICE.sides for face in test.faces):
                    yield cls.offer(
                        test,
                        "Throw one die again, for a Luck",
                        partial(_says, test, luck),
                        partial(_which, test),
                        about=test.pairing or test.roller,
                        rolls=(DICE.sides,),
                        test=test.id,
                        who=who,
                    )

    def enact(self, play: Play[State], test: Test) -> None:
        """The better of old and new stands; a critical can come or go by it (SE-CRIT-05, SE-RD-06)."""
        at = _SIDES[self.die]
        (face,) = play.roll(DICE.sides)
        faces = _with(test.faces, at, max(test.faces[at], face))
        paying, rules = payment(play.state, self.who, 1), ("SE-LUCK-04", "SE-TRAP-10")
        play.record(Rerolled(test=test.id, who=self.who, die=at, face=face, faces=faces, paid=paying, rules=rules))
        settle_if_final(play, test.id)


def _says(test: Test, luck: int) -> str:
    return f"{as_it_lies(test)} The better of old and new stands. You have {luck} Luck."


def _which(test: Test, shown: bool) -> tuple[Choose]:
    """Which die, with what it must show for the Test to end better."""
    dice = tuple(
        Choice(side, f"The {test.faces[at]}", hint=_better(test, at) if shown else "")
        for side, at in _SIDES.items()
        if test.faces[at] < DICE.sides
    )
    return (Choose(name="die", label="Which die?", choices=dice),)


def _better(test: Test, at: int) -> str:
    """What one die, thrown again, must show for the Test to end better, and how: the least that does."""
    now = ending(test)
    for face in range(test.faces[at] + 1, DICE.sides + 1):
        then = ending(replace(test, faces=_with(test.faces, at, face)))
        if then != now:
            return f"{face}{' or more' if face < DICE.sides else ''}: {then}"
    return "Alone it changes nothing"


def _with(faces: tuple[int, int], at: int, face: int) -> tuple[int, int]:
    return (face, faces[1]) if at == 0 else (faces[0], face)


class Rerolled(Event[State], tag="rerolled"):
    """A die was thrown again; `faces` are both dice as they stand now."""

    test: str
    who: str
    die: int
    face: int
    faces: tuple[int, int]
    paid: tuple[Payment, ...] = ()

    def evolve(self, state: State) -> State:
        return paid(replace(state, tests=changed(state.tests, self.test, faces=self.faces)), self.paid)

    def line(self, state: State) -> Line:
        first, second = self.faces
        text = f"A Luck for {state.named(self.who)}: a die again, {self.face}. {first} and {second} lie now."
        return Line(kind="roll", text=text)


class LetStand(Command[State], tag="let-stand"):
    """Let the dice stand."""

    when, rules, urgency = ALWAYS, ("SE-LUCK-04", "SE-RD-06"), ("must", "tool")
    stands_in = True
    test: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered]:
        if not state.tests:
            raise Refused("no-dice", "No dice lie on the table.")
        mine = {who.id for who in own(state, seat)}
        for test in state.tests.values():
            if test.roller in mine or seat.guides:
                yield cls.offer(
                    test,
                    "Let the dice stand",
                    partial(as_it_lies, test),
                    urgency="must" if test.roller in mine else "tool",
                    about=test.pairing or test.roller,
                    test=test.id,
                )

    def enact(self, play: Play[State], test: Test) -> None:
        settle(play, test.id)


DICE_ON_TABLE: Final = Part[State](Reroll, LetStand, Rolled, Rerolled, Settled)
