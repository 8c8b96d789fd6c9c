"""The state of a table of Grim & Perilous: what all the events so far add up to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Literal, TypeAlias

from msgspec.structs import replace

from moot.games.perilous.options import Options
from moot.games.perilous.packs import Pack
from moot.games.perilous.person import LedgerLine, Person, total
from moot.games.perilous.pursuit import Chase
from moot.games.perilous.route import Journey
from moot.games.perilous.terms import amid
from moot.games.perilous.trial import Trial
from moot.games.perilous.underway import ClaimedOffence, Closing, Fight, Ordeal, SocialExchange, WantedItem, Wound
from moot.kit.people import Peopled
from moot.kit.remembered import TABLES, remembered

Phase: TypeAlias = Literal["between", "session", "closing"]
"""between: before the first session and after each; session: one runs; closing: it ends, and Corruption is converted
(GP-CORR-10)."""

BETWEEN: Final = frozenset({"between"})
SESSION: Final = frozenset({"session"})
CLOSING: Final = frozenset({"closing"})
ALWAYS: Final = frozenset({"between", "session", "closing"})


class State(Peopled[Person], frozen=True):
    """A table of Grim & Perilous. Procedures refer to people by id and keep nothing of theirs: tracks, Fate, Corruption
    and Injuries are on the person, Fortune and the calendar here. The GM plays those who are `guided`, also those whose
    player has left (GP-RD-33).

    `day` counts days of the story from 0, as far as any Stretch goes; `behind` are those by which it is ahead of a
    journey's own (GP-RD-30). `fortune` and `misfortune` are ledgers, empty between sessions (GP-CORE-18).
    `trials` are the tests that somebody has yet to make or to settle, `twice` the ids of those that a Fortune Point may
    roll twice by a gift (GP-DIS-02), `wounds` what is yet to be settled of wounds, `claims` deeds to be nodded at,
    `wishes` what Reputation is to buy. `turn`: who acts in a fight has yet to try anything, `hits` by a test, or is
    `done`, after a failure or when somebody was hurt. `began` are the ranks of Order and Chaos with which people came
    into the session (GP-CORR-06), `closing` is its end, while it lasts. `packs` are the tables of the group's own
    (GP-RD-16).
    """

    options: Options = Options()
    phase: Phase = "between"
    session: int = 0
    title: str = ""
    day: int = 0
    behind: dict[str, int] = {}
    fortune: tuple[LedgerLine, ...] = ()
    misfortune: tuple[LedgerLine, ...] = ()
    people: dict[str, Person] = {}
    trials: dict[str, Trial] = {}
    twice: tuple[str, ...] = ()
    wounds: dict[str, Wound] = {}
    chases: dict[str, Chase] = {}
    journeys: dict[str, Journey] = {}
    exchanges: dict[str, SocialExchange] = {}
    ordeals: dict[str, Ordeal] = {}
    fights: dict[str, Fight] = {}
    claims: dict[str, ClaimedOffence] = {}
    wishes: dict[str, WantedItem] = {}
    turn: Literal["open", "hits", "done"] = "open"
    began: dict[str, tuple[int, int]] = {}
    closing: Closing | None = None
    packs: dict[str, Pack] = {}

    def name(self, who: str) -> str:
        """What people call somebody within a sentence: `the Bandit`. By itself it is as they are `named`."""
        return amid(self.named(who))

    def named(self, id_: str) -> str:
        """Somebody's name by itself, or as a sentence begins: `The Bandit`."""
        return super().name(id_)

    def going_on(self, **changes: Any) -> State:
        """This state as something begins that has an id."""
        return replace(self.moved_on(), **{"ids": self.ids + 1} | changes)

    def moved_on(self) -> State:
        """This state as something else happens: what people have withstood lies behind them."""
        return replace(self, ordeals={id_: one for id_, one in self.ordeals.items() if any(self.trials_of(id_))})

    @remembered(256, lambda state: (state.people,))
    def cast(self) -> tuple[Person, ...]:
        """Everyone who can take part now: sheets that are finished, and played this session, of people alive."""
        return tuple(
            who for who in self.people.values() if who.made and who.active and not who.dead and not who.retired
        )

    def unplayed(self) -> tuple[Person, ...]:
        """The characters of stables who are not played this session (GP-STABLE-01)."""
        found = self.people.values()
        return tuple(who for who in found if who.player and not who.active and not who.dead and not who.retired)

    def today(self, who: str) -> int:
        """The day of the story for somebody: that of the road they are on, or the latest that anybody has reached."""
        road = next((one for one in self.journeys.values() if one.under_way and who in one.travellers), None)
        return self.date(road) if road else self.lived

    def date(self, journey: Journey) -> int:
        """The day of a journey: the calendar is ahead of it until its Stretch is done (GP-RD-30)."""
        if journey.stretch is None:
            return self.lived
        return self.ends(journey.id) - (journey.stretch.left if journey.under_way else 0)

    def ends(self, journey: str) -> int:
        """The day on which the latest Stretch of a journey ends."""
        return self.day - self.behind.get(journey, 0)

    @property
    def lived(self) -> int:
        """The latest day that anybody has reached, which is that of all who are at home (GP-RD-30)."""
        return max((self.date(one) for one in self.journeys.values() if one.stretch), default=self.day)

    def reaching(self, journey: str, end: int) -> State:
        """This state with a journey whose latest Stretch ends on this day; the calendar is at the last of all ends."""
        ends = {id_: self.ends(id_) for id_, one in self.journeys.items() if one.stretch} | {journey: end}
        day = max(ends.values())
        return replace(self, day=day, behind={id_: day - at for id_, at in ends.items() if at < day})

    def points(self, who: Person) -> int:
        """The points that can be spent for somebody: Fortune for players' characters, Misfortune for the guide's."""
        return total(self.misfortune if who.npc else self.fortune)

    def trials_of(self, of: str) -> Iterable[Trial]:
        """The tests that belong to a procedure."""
        return (trial for trial in self.trials.values() if trial.of == of)

    def without_trials_of(self, of: str) -> State:
        """This state without the tests of a procedure."""
        return replace(self, trials={id_: trial for id_, trial in self.trials.items() if trial.of != of})

    def without_fights(self, *fights: str) -> State:
        """This state without these fights; nobody is inspired any more, if there was one (GP-CORE-20)."""
        left = {id_: one for id_, one in self.fights.items() if id_ not in fights}
        if len(left) == len(self.fights):
            return self
        calm = {id_: replace(who, inspired=False) if who.inspired else who for id_, who in self.people.items()}
        return replace(self, fights=left, people=calm)

    @property
    def seen_wounds(self) -> tuple[Wound, ...]:
        """The wounds to be settled that the table knows of: those of the guide's hidden people hold nobody up."""
        return tuple(wound for wound in self.wounds.values() if self.people[wound.who].known)

    def in_the_open(self) -> State:
        """This state as everybody may reckon with it: without the Disorders that their owners alone know of."""
        people = _in_the_open(self.people)
        return self if people is self.people else replace(self, people=people)

    def busy(self, of: str) -> bool:
        """Whether a procedure waits for a test or a wound of its own to be settled."""
        return any(self.trials_of(of)) or any(wound.of == of for wound in self.wounds.values())


@remembered(TABLES)
def _in_the_open(people: dict[str, Person]) -> dict[str, Person]:
    hidden = {id_: who for id_, who in people.items() if any(one.hidden for one in who.disorders)}
    if not hidden:
        return people
    return people | {
        id_: replace(who, disorders=tuple(one for one in who.disorders if not one.hidden))
        for id_, who in hidden.items()
    }
