"""A Test is rolled, its dice thrown again for Luck or let stand, and decided (SE-STR-02, SE-LUCK-04, SE-RD-06)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from moot.core import Choice, Choose, Command, Event, Line, Offers, Part, Play, Refused, Seat, Shown, Throw, Urgency
from moot.games.swords_edge import ladder
from moot.games.swords_edge.asking import only_players
from moot.games.swords_edge.figures import DICE, Level, TraitId
from moot.games.swords_edge.harm.criticals import criticals
from moot.games.swords_edge.pairings import Pairing, Stand, Test
from moot.games.swords_edge.purse import Payment, could_pay, funds, paid, payment
from moot.games.swords_edge.state import ALWAYS, State
from moot.games.swords_edge.trials.joint import unused
from moot.games.swords_edge.trials.kinds import kind_of, reading
from moot.games.swords_edge.trials.leaving import tidy
from moot.games.swords_edge.verdict import Verdict
from moot.kit.keyed import changed, put, without
from moot.kit.people import mine
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
        text = f"{state.all_named(test.who)} {does}. {in_numbers(test.faces, test.parts, test.target)}."
        return Line("roll", text, quote=test.how, throws=(dice_of(test),))


def _used(state: State, test: Test) -> State:
    """Weaknesses that were invoked have counted now (SE-RD-30); what Momentum used up is back after the next Action,
    where the table has it so (SE-ERR-02)."""
    kind, back = kind_of(test), state.options.spent_for == "next-action"
    for who in test.who:
        character, used = state.characters[who], test.used(who)
        invoked = tuple(weakness for weakness in character.invoked if weakness not in used)
        spent = () if kind.action and back else character.spent
        state = state.with_character(replace(character, invoked=invoked, spent=spent))
    if kind.ncs_act and back:
        state = state.with_nc(*(replace(state.ncs[id_], spent=()) for id_ in test.on))
    return state


def _spent(state: State, spends: tuple[tuple[str, str], ...]) -> State:
    """Momentum uses Qualities up, of PCs and NCs alike (SE-TEST-05, SE-NC-05)."""
    for owner, what in spends:
        if who := state.characters.get(owner):
            state = state.with_pc(owner, spent=tuple(dict.fromkeys((*who.spent, what))))
        elif nc := state.ncs.get(owner):
            state = state.with_ncs([owner], spent=tuple(dict.fromkeys((*nc.spent, what))))
    return state


def _pressed(state: State, test: Test) -> State:
    """Flaws and the GM's Luck have counted in the TN; a group's Momentum counts Ranks alone (SE-MOM-06, SE-ERR-04)."""
    kind = kind_of(test)
    if not kind.meets or (kind.begins and len(test.on) > 1):
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
    stands = {who: _after(stand, who, test) if who in test.who else stand for who, stand in pairing.stands.items()}
    pledges = unused(pairing.pledges, test.kind, test.who)
    foes = {id_: replace(foe, trait=event.bound.get(id_, foe.trait)) for id_, foe in pairing.foes.items()}
    strike = pairing.strike and not (kind.strikes and len(test.on) > 1)
    sfx = pairing.sfx and replace(pairing.sfx, same_act=pairing.sfx.same_act and kind.begins)
    return replace(pairing, stands=stands, pledges=pledges, foes=foes, strike=strike, sfx=sfx)


def _after(stand: Stand, who: str, test: Test) -> Stand:
    """A PC's place after a Test of theirs: bound by Momentum, a bonus used, a reward taken."""
    kind = kind_of(test)
    if kind.momentum:
        stand = replace(stand, trait=test.traits.get(who, stand.trait))
    if kind.action:
        stand = replace(stand, bonus=0)
    if kind.takes:
        stand = replace(stand, **{kind.takes: getattr(Stand(), kind.takes)})
    return stand


class Settled(Event[State], tag="settled"):
    """A Test is decided: `level` is that of the success, or of the blow let through; a riposte goes against the one
    whose attack was met (SE-LOS-05)."""

    test: Test
    success: bool
    level: Level | None = None

    def evolve(self, state: State) -> State:
        test = self.test
        attacks = without(state.attacks, test.attack)
        state = replace(state, tests=without(state.tests, test.id), attacks=attacks)
        pairing = state.pairings.get(test.pairing)
        if not test.attack or pairing is None or test.roller not in pairing.stands:
            return state
        return state.with_stand(pairing.id, test.roller, met=next(iter(test.on), ""))

    def line(self, state: State) -> Line:
        test = self.test
        how = kind_of(test).outcome(Verdict(self.success, self.level))
        return Line("result", f"{plain(test.total)} against {test.target.tn}: {how}.")


def settle_if_final(play: Play[State], test_id: str) -> None:
    """Decide a Test unless somebody could still throw one of its dice again."""
    state, test = play.state, play.state.tests[test_id]
    if not improvable(test.faces) or not any(could_pay(state, who) for who in payers(state, test)):
        settle(play, test_id)


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


Pair = tuple[int, int]
NAMES: Final = ("first", "second")
"""What commands call the two dice."""


def improvable(faces: Pair) -> tuple[int, ...]:
    """The places of the dice that could show more."""
    return tuple(at for at, face in enumerate(faces) if face < DICE.sides)


def thrown_again(faces: Pair, at: int, face: int) -> Pair:
    """The dice after the one at place `at` was thrown again and showed `face`."""
    first, second = faces
    return (max(first, face), second) if at == 0 else (first, max(second, face))


def _hint(faces: Pair, at: int, ending: Callable[[Pair], str]) -> str:
    """The least that the die at place `at` must show to change how things end, and how they end then."""
    now = ending(faces)
    for face in range(faces[at] + 1, DICE.sides + 1):
        if (then := ending(thrown_again(faces, at, face))) != now:
            return f"{face}{' or more' if face < DICE.sides else ''}: {then}"
    return "Alone it changes nothing"


def which_die(faces: Pair, ending: Callable[[Pair], str] | None) -> Choose:
    """The blank `die` for one that could show more, by its name; with `ending`, what it must show to change that."""
    choices = (Choice(NAMES[at], f"The {faces[at]}", hint=_hint(faces, at, ending) if ending else "")
               for at in improvable(faces))
    return Choose(name="die", label="Which die?", choices=tuple(choices))


class Reroll(Command[State], tag="reroll"):
    """Throw one die again for a Luck; the better stands (SE-LUCK-04)."""

    when, rules, while_any = ALWAYS, ("SE-LUCK-04", "SE-TRAP-10", "SE-CRIT-05", "SE-RD-34"), "tests"
    giver = only_players("throws a die again", "SE-LUCK-04")
    test: str
    who: str
    die: Literal["first", "second"]

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if not state.tests:
            raise Refused("no-dice", "No dice lie on the table.")
        own = {who.id for who in mine(state, seat)}
        for test in state.tests.values():
            for who in payers(state, test):
                if who in own and (luck := funds(state, who)) and improvable(test.faces):
                    yield cls.offer(
                        test, "Throw one die again, for a Luck", partial(_says, test, luck), partial(_which, test),
                        about=test.pairing or test.roller, rolls=(DICE.sides,), test=test.id, who=who,
                    )

    def enact(self, play: Play[State], test: Test) -> None:
        """The better of old and new stands; a critical can come or go by it (SE-CRIT-05, SE-RD-06)."""
        at = NAMES.index(self.die)
        (face,) = play.roll(DICE.sides)
        faces = thrown_again(test.faces, at, face)
        paying, rules = payment(play.state, self.who, 1), ("SE-LUCK-04", "SE-TRAP-10")
        event = Rerolled(test=test.id, who=self.who, die=at, face=face, faces=faces, paid=paying, rules=rules)
        play.record(event)
        settle_if_final(play, test.id)


def _says(test: Test, luck: int) -> str:
    return f"{as_it_lies(test)} The better of old and new stands. You have {luck} Luck."


def _which(test: Test, shown: bool) -> tuple[Choose]:
    return (which_die(test.faces, (lambda faces: ending(replace(test, faces=faces))) if shown else None),)


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
        return Line("roll", text)


class LetStand(Command[State], tag="let-stand"):
    """Let the dice stand."""

    when, rules, urgency, while_any = ALWAYS, ("SE-LUCK-04", "SE-RD-06"), ("must", "tool"), "tests"
    stands_in = True
    test: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if not state.tests:
            raise Refused("no-dice", "No dice lie on the table.")
        own = {who.id for who in mine(state, seat)}
        for test in state.tests.values():
            if test.roller in own or seat.guides:
                urgency: Urgency = "must" if test.roller in own else "tool"
                about, why = test.pairing or test.roller, "" if test.roller in own else partial(as_it_lies, test)
                yield cls.offer(test, "Let the dice stand", why, urgency=urgency, about=about, test=test.id)

    def enact(self, play: Play[State], test: Test) -> None:
        settle(play, test.id)


DICE_ON_TABLE: Final = Part[State](Reroll, LetStand, Rolled, Rerolled, Settled)
