"""The state of a table of Modos 2: what all the events so far add up to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal, TypeAlias

from msgspec.structs import replace

from moot.games.modos.adventures.papers import Adventure, Here
from moot.games.modos.conflicts import Beat, Chain, Conflict, Contender, Goal, Running
from moot.games.modos.contests import Circumstance, Contest
from moot.games.modos.isolation.ship import SHIP, Ship
from moot.games.modos.npcs.sheets import Pack
from moot.games.modos.options import Options
from moot.games.modos.person import Person
from moot.games.modos.terms import POOL_WORDS, POOLS, Pool
from moot.games.modos.vocabulary import Module
from moot.kit.keyed import changed
from moot.kit.people import Peopled
from moot.kit.remembered import remembered

Phase: TypeAlias = Literal["free", "opening", "initiative", "turn", "reaction"]
"""free: no extended conflict runs; the others are the steps of one."""

FREE: Final = frozenset({"free"})
OPENING: Final = frozenset({"opening"})
INITIATIVE: Final = frozenset({"initiative"})
TURN: Final = frozenset({"turn"})
REACTION: Final = frozenset({"reaction"})
CONFLICT: Final = frozenset({"opening", "initiative", "turn", "reaction"})
ALWAYS: Final = FREE | CONFLICT


def _who(has: Callable[[Person], object]) -> Any:
    """Those of whom something is so: the same for as long as nothing of anybody changes."""
    keeping = remembered(256, lambda state: (state.people,))
    return property(keeping(lambda state: tuple([who for who in state.people.values() if has(who)])))


class State(Peopled[Person], frozen=True, kw_only=True):
    """A table of Modos 2. A conflict refers to people by id and keeps nothing of their sheets.

    `hours` is the clock of the story, counted from 0. `contests` are those that somebody has yet to throw for, outside
    a conflict. `hints` are what somebody paid to ask, and waits to hear (MO-E50). `running` are powers that last
    (MO-411), `casting` what has been done of a power by those who use one outside a conflict (MO-X408). `around` is
    what makes contests of the place harder or easier (MO-X320). `packs` are sheets that the guide brought, `papers` the
    adventures on the guide's desk, and `left_at` where the party was in those that are over; `here` is where it is in
    one, as all know it, and `waking` where those wake who have yet to name a flaw (MO-GP06). `apart`: in the
    conflict that runs nobody answers what others do (MO-X205).
    `met` are the guide's people whom players knew as the last conflict ended. `paces` is how often a round each may try
    for a goal (MO-X214), `tried` the goals that people have worked at this round, `had` those who left the conflict
    after their turn of the round had begun, `level` who had thrown as much for initiative as somebody slowed, and comes
    after them.
    `house` are the rows of the house rules that it plays by (MO-X601),
    `ship` the game aboard one, where they bring it (MO-M013), `moored` the same from before they were switched off.
    """

    nobody = "fate"

    options: Options = Options()
    hours: int = 0
    people: dict[str, Person] = {}
    contests: dict[str, Contest] = {}
    hints: dict[str, str] = {}
    conflict: Conflict | None = None
    apart: bool = False
    met: tuple[str, ...] = ()
    paces: dict[str, int] = {}
    tried: dict[str, tuple[str, ...]] = {}
    had: tuple[str, ...] = ()
    level: dict[str, tuple[str, ...]] = {}
    running: dict[str, Running] = {}
    casting: dict[str, Chain] = {}
    around: dict[str, Circumstance] = {}
    packs: dict[str, Pack] = {}
    papers: dict[str, Adventure] = {}
    left_at: dict[str, str] = {}
    here: Here | None = None
    waking: dict[str, str] = {}
    house: tuple[dict[str, tuple[dict[str, Any], ...]], ...] = ()
    ship: Ship | None = None
    moored: Ship | None = None

    marked = _who(lambda who: who.marks)
    _lucky = _who(lambda who: any(mark.asks for mark in who.marks))
    growing = _who(lambda who: who.draft is not None or who.owed.any)
    doubting = _who(lambda who: any(mark.doubted for mark in who.marks) and not who.dead)
    reloading = _who(lambda who: any(thing.spent for thing in who.gear))
    equipped = _who(lambda who: any(thing.does for thing in who.gear))

    @property
    def falling(self) -> tuple[Person, ...]:
        """Those whom luck may yet keep up, where there are hero points to pay for it (MO-E95, MO-X602)."""
        found: tuple[Person, ...] = self._lucky
        return found if found and "skilled" in self.modules else ()

    @property
    def phase(self) -> Phase:
        """Where the game stands."""
        return self.conflict.step if self.conflict else "free"

    @property
    def dark(self) -> bool:
        """Whether it is dark, as rows ask."""
        return any(one.dark for one in self.around.values())

    @property
    def but_contests(self) -> tuple[object, ...]:
        """All of it but the contests that wait for their dice: what else there is to do hangs on this."""
        return tuple([getattr(self, name) for name in _BUT_CONTESTS])

    @property
    def modules(self) -> tuple[Module, ...]:
        """The modules of the rulebook that are on, by options and house rules alone (MO-X602)."""
        on = self.options.modules
        return (*on, "isolation") if self.house and "combat" in on and any(SHIP in rows for rows in self.house) else on

    @property
    def pools(self) -> tuple[Pool, ...]:
        """The pools of damage of a table: magic needs that of the spirit even without combat (MO-312, MO-407)."""
        return POOLS if "combat" in self.modules else ("MP",) if "magic" in self.modules else ()

    def of_pool(self, pool: Pool) -> str:
        """An attribute before another word; nothing where there are none."""
        return f"{POOL_WORDS[pool]} " if "character" in self.modules else ""

    def with_conflict(self, **changes: Any) -> State:
        """This state with some of the conflict replaced. Without one nothing changes."""
        return self if self.conflict is None else replace(self, conflict=replace(self.conflict, **changes))

    @property
    def beat(self) -> Beat | None:
        """The beat that is under way."""
        return self.conflict.beat if self.conflict else None

    def with_beat(self, **changes: Any) -> State:
        """This state with some of the beat replaced. Without one nothing changes."""
        return self if self.beat is None else self.with_conflict(beat=replace(self.beat, **changes))

    def with_entry(self, who: str, **changes: Any) -> State:
        """This state with some of somebody's part in the conflict replaced."""
        if self.conflict is None or who not in self.conflict.people:
            return self
        return self.with_conflict(people=changed(self.conflict.people, who, **changes))

    def with_running(self, id_: str, **changes: Any) -> State:
        """This state with some of a power that lasts replaced."""
        return replace(self, running=changed(self.running, id_, **changes)) if id_ in self.running else self

    def kept_by(self, who: str) -> tuple[Running, ...]:
        """The powers that somebody keeps up (MO-412)."""
        return tuple(one for one in self.running.values() if one.caster == who)

    def goals_of(self, one: Contender) -> tuple[Goal, ...]:
        """Those of the goals of somebody's side at which they may still work in this round (MO-X214)."""
        sought, tried = self.conflict.sought(one.side) if self.conflict else (), self.tried.get(one.who, ())
        return tuple(goal for goal in sought if not 0 < self.paces.get(goal.id, 0) <= tried.count(goal.id))

    def entry(self, who: str) -> Contender | None:
        """Somebody's part in the conflict."""
        return self.conflict.people.get(who) if self.conflict else None

    @remembered(256, lambda state: (state.people,))
    def cast(self) -> tuple[Person, ...]:
        """Everyone whose sheet is finished."""
        return tuple(who for who in self.people.values() if who.made)


_BUT_CONTESTS: Final = tuple([name for name in State.__struct_fields__ if name not in {"contests", "ids"}])
