"""Trouble: the one who is last rolls for it, and the GM says what it is (GP-CHASE-13)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Count, Field, Line, Offers, Part, Play, Refused, Seat, Write, draw
from moot.games.perilous.chase.phases import InChase, OfChase, OfRunner, crew, settles_deed
from moot.games.perilous.figures import DICE, MODES, SKILLS
from moot.games.perilous.flow import begun, how_hard, only_guide, which_skill
from moot.games.perilous.fortune import spend
from moot.games.perilous.harm import asks, peril_dice, suffer
from moot.games.perilous.packs import Complication, Effect, Ground, Result, complications, table_of, whose
from moot.games.perilous.person import Person
from moot.games.perilous.pursuit import Chase, ChaseDeed, Draw, Runner
from moot.games.perilous.state import State
from moot.games.perilous.terms import Difficulty, amid
from moot.games.perilous.trial import Trial
from moot.games.perilous.trying import call
from moot.games.perilous.wounds import mine_against
from moot.kit.totals import signed

TROUBLE: Final = "chase-trouble"
CHAOS: Final = DICE.chaos
GROUNDS: Final[dict[Ground, str]] = {
    "streets": "Streets", "wilds": "Wilds", "riding": "Riding and driving", "water-and-roof": "Water and roofs",
}
"""Where a chase can go over, for drawing trouble."""
DOES: Final = {
    "value": "Their value changes", "test": "A test, and what failing it does", "peril": "Peril", "damage": "Damage",
    "lost-turn": "They lose their next turn", "tell": "Nothing in figures",
}
"""What trouble can do, in words."""
MOST_VALUE, MOST_DAMAGE, MOST_DICE = 9, 30, 3
"""The most that the GM can enter."""


class ComplicationRolled(OfRunner, tag="complication-rolled"):
    """Somebody who is last rolled the Chaos Die, or a point set it: a 6 is trouble."""

    face: int

    def unfold(self, chase: Chase) -> Chase:
        lowest = tuple(id_ for id_ in chase.lowest if id_ != self.runner)
        troubled = (*chase.troubled, self.runner) if self.face == CHAOS.shows else chase.troubled
        return replace(chase, lowest=lowest, troubled=troubled)

    def line(self, state: State) -> Line:
        happens = self.face == CHAOS.shows
        text = "roll(s) for trouble: here it is." if happens else "roll(s) for trouble: nothing happens."
        return self.said(state, text, "roll", throws=CHAOS.thrown(self.face))


class RollComplication(InChase, tag="complication"):
    """Roll the Chaos Die at the end of a Round in which you are last."""

    rules, urgency, stands_in = ("GP-CHASE-13", "GP-CORE-14"), "must", True
    runner: str

    @classmethod
    def offers_in(cls, state: State, seat: Seat, chase: Chase) -> Offers:
        for id_ in chase.lowest:
            runner = chase.runners[id_]
            if state.owns(seat, runner.driver):
                label = "Roll for trouble" + (f": {crew(state, runner)}" if seat.guides else "")
                why = f"{begun(crew(state, runner))}, at {runner.value}, is last. A {CHAOS.shows} is trouble."
                yield cls.offer_in(chase, None, label, why, rolls=(CHAOS.sides,), runner=id_)
        yield Refused("not-last", "Nobody of yours is last and has yet to roll for trouble.")

    def act(self, play: Play[State], of: object) -> None:
        [face] = play.roll(CHAOS.sides)
        play.record(ComplicationRolled(chase=self.chase, runner=self.runner, face=face, rules=self.rules))


class ForceTrouble(InChase, tag="force-trouble"):
    """Spend a point to set the Chaos Die of somebody of the other side to 6."""

    rules, urgency = ("GP-CORE-18", "GP-CHASE-13", "GP-RD-25"), "may"
    runner: str

    @classmethod
    def offers_in(cls, state: State, seat: Seat, chase: Chase) -> Offers:
        for id_ in chase.lowest:
            runner = chase.runners[id_]
            spender = next(iter(mine_against(state, seat, state.people[runner.driver])), None)
            if spender is None:
                continue
            if not state.points(spender):
                reason = Refused("no-points", "There are no points left to set a die with.", "GP-CORE-18")
                yield cls.barred(reason, chase=chase.id, runner=id_)
                continue
            label = f"Spend a point: trouble for {crew(state, runner)}"
            yield cls.offer_in(chase, (runner, spender), label, "Their Chaos Die is set to 6.", runner=id_)
        yield Refused("nobody-last", "No enemy of yours is about to roll for trouble.")

    def act(self, play: Play[State], of: tuple[Runner, Person]) -> None:
        runner, spender = of
        spend(play, spender, f"there is trouble for {crew(play.state, runner)}")
        play.record(ComplicationRolled(chase=self.chase, runner=self.runner, face=CHAOS.shows, rules=self.rules))


def in_trouble(chase: Chase) -> Runner:
    """Who has trouble that nobody has told. Raises Refused if there is nobody, or a test of it comes first."""
    if chase.deed is not None:
        raise Refused("dice-first", "The test that trouble brought comes first.", "GP-CHASE-13")
    if not chase.troubled:
        raise Refused("no-trouble", "Nobody is in trouble.", "GP-CHASE-13")
    return chase.runners[chase.troubled[0]]


class TroubleDrawn(OfChase, tag="trouble-drawn"):
    """The guide drew trouble, or took it from a table; nobody is told yet."""

    heard_by = "guide"
    drawn: Draw

    def unfold(self, chase: Chase) -> Chase:
        return replace(chase, drawn=self.drawn)

    def line(self, state: State) -> Line:
        text = f"Drawn, from {self.drawn.table}: {self.drawn.title}. {said(self.drawn.effect)}"
        return Line("move", text, quote=self.drawn.text)


class DrawTrouble(InChase, tag="draw-trouble"):
    """Draw trouble from a table, or take one of it; you may look before you tell."""

    rules, urgency, giver, throws = ("GP-CHASE-13",), "may", only_guide("draws trouble"), True
    ground: Ground
    pick: str = ""

    @classmethod
    def offers_in(cls, state: State, seat: Seat, chase: Chase) -> Offers:
        runner = in_trouble(chase)
        rows = {ground: complications(state.packs, ground, runner.mode) for ground in GROUNDS}
        for ground, found in rows.items():
            if found:
                choices = tuple(
                    Choice(key, row.title, hint=row.text, group=whose(state.packs, key)) for key, row in found.items()
                )
                pick = Choose(name="pick", label="Which one?", choices=choices, least=0, nothing="The dice choose")
                label = f"Draw trouble: {GROUNDS[ground].lower()}"
                why = f"For {crew(state, runner)}, {MODES[runner.mode].title.lower()}: one of {len(found)}."
                yield cls.offer_in(chase, found, label, why, pick, ground=ground)
        yield Refused("no-table", "No table has trouble for somebody who moves like that: write your own.")

    def act(self, play: Play[State], of: dict[str, Complication]) -> None:
        key = self.pick or draw(play.chance, tuple(of), 1)[0]
        row, table = of[key], table_of(play.state.packs, key)
        drawn = Draw(title=row.title, text=row.text, effect=row.effect, table=table)
        play.record(TroubleDrawn(chase=self.chase, drawn=drawn, rules=self.rules))


class TroubleCame(OfRunner, tag="trouble-came"):
    """Trouble is told; a test that it brings is due."""

    who: str
    title: str
    text: str
    effect: Effect

    def unfold(self, chase: Chase) -> Chase:
        deed = ChaseDeed(kind="trouble", who=self.who, effect=self.effect) if self.effect.do == "test" else None
        troubled = tuple(id_ for id_ in chase.troubled if id_ != self.runner)
        return replace(chase, troubled=troubled, drawn=None, deed=deed)

    def line(self, state: State) -> Line:
        does = said(self.effect)
        does = f"{self.title}. {does}" if self.title else amid(does)
        return self.said(state, f"meet(s) trouble: {does}".strip(), "move", quote=self.text)


class TroubleDone(OfRunner, tag="trouble-done"):
    """What trouble did to somebody's value and turns."""

    value: int = 0
    lost: int = 0

    def unfold(self, chase: Chase) -> Chase:
        lost = chase.runners[self.runner].lost + self.lost
        return self.with_value(self.with_one(replace(chase, deed=None), lost=lost), self.value)

    def line(self, state: State) -> Line | None:
        if self.lost:
            return self.said(state, "will lose the next turn.")
        does = f"{'gain' if self.value > 0 else 'lose'}(s) {abs(self.value)}"
        return self.said(state, f"{does}: {self.one(state).value} now.") if self.value else None


def said(effect: Effect | Result) -> str:
    """What an effect does, in a sentence."""
    if isinstance(effect, Effect) and effect.do == "test":
        return f"A test of {SKILLS[effect.skill].title}."
    return {
        "value": f"{signed(effect.points)} to their value.", "peril": f"{peril_dice(effect.dice)} Peril.",
        "damage": f"{effect.points} Damage.", "lost-turn": "The next turn is lost.",
    }.get(effect.do, "")


def befall(play: Play[State], chase: Chase, runner: Runner, who: str, effect: Effect | Result) -> None:
    """Let an effect happen to a runner, or to `who` of those aboard."""
    rules = ("GP-CHASE-13",)
    lost = 1 if effect.do == "lost-turn" else 0
    value = effect.points if effect.do == "value" else 0
    play.record(TroubleDone(chase=chase.id, runner=runner.id, value=value, lost=lost, rules=rules))
    suffer(play, who, effect, *rules, chase.id)


def tell(play: Play[State], chase: Chase, title: str, text: str, effect: Effect) -> None:
    """Let trouble come to the first who has it: a test is called, anything else happens at once."""
    runner = in_trouble(chase)
    who = runner.driver
    play.record(TroubleCame(
        chase=chase.id, runner=runner.id, who=who, title=title, text=text, effect=effect, rules=("GP-CHASE-13",)
    ))
    if effect.do == "test":
        call(play, asks(effect, who, purpose=TROUBLE, of=chase.id, why=title or text))
    else:
        befall(play, chase, runner, who, effect)


@settles_deed(TROUBLE)
def _troubled(play: Play[State], trial: Trial, chase: Chase, runner: Runner, deed: ChaseDeed) -> None:
    if deed.effect:
        befall(play, chase, runner, trial.who, deed.effect.result(trial.fell.outcome) or Result(do="tell"))


class Trouble(InChase, tag="trouble"):
    """Tell what trouble it is: what was drawn, or your own, with one of six effects."""

    rules, urgency, giver, throws = ("GP-CHASE-13",), "must", only_guide("says what trouble it is"), True
    use: str
    text: str = ""
    does: str = "tell"
    skill: str = ""
    difficulty: Difficulty = "standard"
    fails: str = "tell"
    value: int = 0
    damage: int = 0
    dice: int = 0

    @classmethod
    def offers_in(cls, state: State, seat: Seat, chase: Chase) -> Offers:
        runner, drawn = in_trouble(chase), chase.drawn
        if drawn is not None:
            why = f"{drawn.text} {said(drawn.effect)}".strip()
            yield cls.offer_in(chase, drawn, f"Tell it: {drawn.title}", why, use="drawn")
        yield cls.offer_in(chase, None, f"Trouble of your own for {crew(state, runner)}", "", *_own(drawn), use="own")

    def act(self, play: Play[State], of: Draw | None) -> None:
        chase = play.state.chases[self.chase]
        if of is not None:
            tell(play, chase, of.title, of.text, of.effect)
            return
        what = self.fails if self.does == "test" else self.does
        points = {"value": self.value, "damage": self.damage}.get(what, 0)
        result: Any = {"do": what, "points": points, "dice": self.dice}
        effect = Effect(**result) if self.does != "test" else Effect(
            do="test", skill=self.skill, difficulty=self.difficulty, failure=Result(**result)
        )
        tell(play, chase, "", self.text.strip(), effect)


def _own(drawn: Draw | None) -> Iterator[Field]:
    """The blanks of trouble of one's own, which begin with what was drawn."""
    effect = drawn.effect if drawn else Effect(do="value", points=-2)
    fails = effect.failure or Result(do="value", points=-2)
    what = fails if effect.do == "test" else effect
    ways = tuple(Choice(id_, title) for id_, title in DOES.items())
    yield Write(name="text", label="What happens?", default=drawn.text if drawn else "")
    yield Choose(name="does", label="What does it do?", choices=ways, default=(effect.do,))
    yield which_skill(needs=_TEST, default=(effect.skill,) if effect.skill else ())
    yield how_hard(effect.difficulty, needs=_TEST)
    after = tuple(choice for choice in ways if choice.value != "test")
    yield Choose(name="fails", label="And if it fails?", choices=after, needs=_TEST, default=(fails.do,))
    for name, label, least, most, usual, now in (
        ("value", "Added to their value", -MOST_VALUE, MOST_VALUE, -2, what.points),
        ("damage", "Damage", 1, MOST_DAMAGE, 6, what.points),
        ("peril", "Dice of Peril, 1 more each", 1, MOST_DICE, 1, what.dice),
    ):
        yield Count(
            name="dice" if name == "peril" else name, label=label, least=least, most=most,
            default=now if what.do == name else usual, needs=(f"does:{name}", f"fails:{name}"),
        )


_TEST: Final = ("does:test",)


TROUBLES: Final = Part(
    RollComplication, ForceTrouble, DrawTrouble, Trouble,
    ComplicationRolled, TroubleDrawn, TroubleCame, TroubleDone,
)
