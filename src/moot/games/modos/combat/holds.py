"""What an attack put on somebody and lasts is shaken off by a defense; the place itself hurts people (MO-X212, MO-X314,
MO-X320)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, get_args

from moot.core import Choice, Choose, Confirm, Offers, Part, Play, Refused, Seat, Write
from moot.games.modos.abilities import affords, check_open
from moot.games.modos.blanks import IN_YOUR_WORDS, answer_blank, dice_choices
from moot.games.modos.conflict.beats import declare
from moot.games.modos.conflict.deeds import DeedAct, Form, comes_out, facts_of, side_of, won
from moot.games.modos.conflicts import Deed, Entry
from moot.games.modos.flow import Act, only_guide
from moot.games.modos.harm import Blow, strike
from moot.games.modos.ladder import DICE, Die
from moot.games.modos.live import catalog_of
from moot.games.modos.marks import lift_mark
from moot.games.modos.person import Mark
from moot.games.modos.reckoning import lost_pools
from moot.games.modos.skills import usual
from moot.games.modos.state import ALWAYS, REACTION, TURN, State
from moot.games.modos.terms import POOL_WORDS, POOLS, Pool
from moot.games.modos.throwing import Thrown, throw_stored
from moot.games.modos.vocabulary import Tag


class ShakeOff(DeedAct, tag="shake-off"):
    """Shake off what an attack put on you, by a defense that beats it."""

    when, rules, urgency = TURN | REACTION, ("MO-X212", "MO-005"), "may"
    nobody = ("nothing-held", "Nothing holds anybody of yours that a defense shakes off.", "MO-X212")
    mark: str
    skill: str
    words: str = ""

    @classmethod
    def things(cls, state: State, one: Entry) -> Iterator[tuple[Mark, dict[str, str]]]:
        """What attacks have put on somebody."""
        states = catalog_of(state).states
        for mark in state.people[one.who].marks:
            if mark.row in states and states[mark.row].aim:
                yield mark, {"mark": mark.id}

    @classmethod
    def form(cls, state: State, one: Entry, thing: Mark) -> Form:
        check_open(state, one.who, "resist")
        title, skill = catalog_of(state).states[thing.row].title, answer_blank(state, one.who, _skills(state, one.who))
        blanks = [skill, IN_YOUR_WORDS, *dice_choices(state, one.who)]
        return thing, f"Shake it off: {title.lower()}", thing.words, blanks

    def act(self, play: Play[State], of: Mark) -> None:
        declare(play, self.deed("shake", usual(catalog_of(play.state), self.skill), on=of.id))


def _skills(state: State, who: str) -> tuple[str, ...]:
    """The defenses that somebody can use now. Raises Refused if there is none."""
    catalog = catalog_of(state)
    found = tuple(
        row.id for row in catalog.skills.values()
        if row.defends and row.attribute not in lost_pools(state, who) and affords(state, who, row.id, row.attribute)
    )
    if not found:
        raise Refused("no-action", "No action is left for that, or no use of a defense.", "MO-202")
    return found


@comes_out("shake", "tries to get free")
def shaken(play: Play[State], deed: Deed, thrown: Thrown | None) -> None:
    """Somebody gets free if they beat whoever hinders them, and what was stored with the attack (MO-X212)."""
    mark = next((mark for mark in play.state.people[deed.who].marks if mark.id == deed.on), None)
    if mark is None or not won(thrown):
        return
    if thrown is not None:
        free = thrown.first.worth > mark.stored
    else:
        facts = facts_of(deed, mark.source)
        free = throw_stored(play, side_of(play.state, deed), mark.stored, facts, deed.words) == "pro"
    if free:
        lift_mark(play, deed.who, mark, "MO-X212")


class EndState(Act, tag="end-state"):
    """Say that a state which somebody is in is over."""

    when, rules, urgency = ALWAYS, ("MO-000",), "tool"
    giver = only_guide("ends states")
    together = "End a state"
    who: str
    mark: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        states = catalog_of(state).states
        for person in state.people.values():
            for mark in person.marks:
                row = states.get(mark.row)
                if row is not None and "guide" in row.ends:
                    label = f"{person.name} is no longer {row.title.lower()}"
                    yield cls.press(state, mark, label, mark.words, about=person.id, who=person.id, mark=mark.id)
        yield Refused("no-state", "Nobody is in a state that ends by your word.")

    def act(self, play: Play[State], of: Mark) -> None:
        lift_mark(play, self.who, of, "MO-000")


class Hazard(Act, tag="hazard"):
    """Let the place hurt people: a fall, a blast, a shock, glare and noise."""

    when, rules, urgency = ALWAYS, ("MO-X314", "MO-X320", "MO-X309"), "tool"
    giver = only_guide("lets the place hurt people")
    whom: tuple[str, ...]
    title: str
    pool: Pool
    die: str
    tag: str = ""
    half: bool = False

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        able = tuple(Choice(who.id, who.name) for who in state.cast() if not who.dead)
        if not able:
            raise Refused("nobody-there", "There is nobody whom it could hurt.")
        yield cls.offer(
            None, "The place hurts somebody", "Each rolls protection; nobody defends.",
            Choose(name="whom", label="Whom?", choices=able, many=True),
            Write(name="title", label="By what?", suggestions=("A fall", "A blast", "A shock", "Glare and noise")),
            Choose(name="pool", label="What does it hurt?",
                   choices=tuple(Choice(pool, POOL_WORDS[pool].title()) for pool in POOLS)),
            Choose(name="die", label="With which die?", choices=tuple(Choice(str(die), str(die)) for die in DICE),
                   hint="The stronger it is, the better.", rule="MO-X314"),
            Choose(name="tag", label="Of what kind?", choices=tuple(Choice(tag, tag.title()) for tag in get_args(Tag)),
                   least=0),
            Confirm(name="half", label="By half", rule="MO-012"),
        )

    def act(self, play: Play[State], of: object) -> None:
        for who in self.whom:
            strike(play, Blow(
                title=self.title.strip(), on=who, pool=self.pool, die=Die.read(self.die), tag=self.tag, half=self.half,
            ))


HOLDS: Final = Part(ShakeOff, EndState, Hazard, module="combat")
