"""People who come as they are, by a sheet, a file, or the short rules (MO-FP01 to MO-FP06), and who leave for good."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final, Literal

from msgspec import field
from msgspec.structs import replace

from moot.core import Choose, Confirm, Document, Event, Line, Offers, Part, Play, Refused, Seat, Write
from moot.core.frames import Fact
from moot.games.modos.figures import FAST, LIMITS, UNKNOWN_DIE
from moot.games.modos.flow import FlowCommand, only_players
from moot.games.modos.live import catalog_of
from moot.games.modos.magic.lasting import end_power
from moot.games.modos.making.beginning import ATTRIBUTES, Entering, WithConcept, make, new_id, scores_blank
from moot.games.modos.making.choices import every_skill, named_kinds, picked, plain_gear
from moot.games.modos.making.draft import sheets
from moot.games.modos.npcs.judging import faults
from moot.games.modos.npcs.people import person_of
from moot.games.modos.npcs.sheets import Sheet, Thing, alike
from moot.games.modos.person import Draft, Gear, OwnItem, Person, Taken, Unspent
from moot.games.modos.state import FREE, State
from moot.games.modos.terms import POOLS
from moot.kit.keyed import without
from moot.kit.notebook.checks import wording
from moot.kit.notebook.names import line, slugs
from moot.kit.notebook.reading import PackReader, written
from moot.kit.notebook.sheets import CharacterFiles
from moot.kit.people import mine

# ---------------------------------------------------------------- whole, from a sheet


def enter(
    play: Play[State], like: Person, *rules: str, player: str = "", known: bool = True, how: str = "plays"
) -> str:
    """Let somebody be there who has this sheet, unhurt and with all hero points; gives the id of the new person.

    The ids of things are new, and perks that were for one of them are for it again.
    """
    id_ = new_id(play, known=known)
    ids = {thing.id: f"{id_}-g{number}" for number, thing in enumerate(like.gear, 1)}
    who = replace(
        like, id=id_, player=player, known=known, made=True, draft=None, damage={}, marks=(),
        kinds=tuple(dict.fromkeys((*like.kinds, "pc"))) if player else like.kinds,
        asking="foes" if player else like.asking, heroes=like.level if player else like.heroes,
        perks=tuple(_again(taken, ids) for taken in like.perks), gear=tuple(
            replace(thing, id=ids[thing.id], lends=tuple(_again(taken, ids) for taken in thing.lends))
            for thing in like.gear
        ),
    )
    make(play, who, *rules, how=how)
    return id_


def _again(taken: Taken, ids: dict[str, str]) -> Taken:
    return replace(taken, choice=ids.get(taken.choice, taken.choice))


# ---------------------------------------------------------------- in a minute


class FastCharacter(WithConcept, tag="fast-character"):
    """Make a character in one form: only the perks are chosen after it."""

    rules, about_any, aims_any = ("MO-FP01", "MO-FP02", "MO-FP03", "MO-FP04", "MO-FP05", "MO-FP06"), None, None
    giver = only_players("plays a character")
    layout: str
    skill: str
    what: str = ""
    design: str = ""
    plain: bool = False

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        plain = (Confirm(name="plain", label=f"A {UNKNOWN_DIE} weapon and {UNKNOWN_DIE} armor",
                         hint="Or take gear from the lists afterwards.", rule="MO-FP06"),)
        design = Write(name="design", label="What are hero points for?", least=0, default="Something heroic",
                       rule="MO-FP05")
        named = named_kinds(catalog_of(state), guide=False)
        needs = tuple(f"skill:{one.value}" for one in named)
        yield cls.offer(
            None, "Make one in a minute", f"Level {FAST.level}, by the short rules: two perks are left to choose.",
            *cls.concept_blanks(state),
            scores_blank("Where do the scores go?", {"": FAST.scores}, "MO-FP02", ATTRIBUTES),
            Choose(name="skill", label=f"Best at? {FAST.points} points", rule="MO-FP03",
                   choices=(*every_skill(catalog_of(state)), *named)),
            *((Write(name="what", label="Of what?", most=LIMITS.label, needs=needs),) if named else ()),
            *((design,) if "skilled" in state.modules else ()), *(plain if "combat" in state.modules else ()),
            urgency=cls.wanted(state, seat),
        )

    def act(self, play: Play[State], of: None) -> None:
        id_ = new_id(play, known=True)
        scores = dict(zip(POOLS, map(int, self.layout.split("-")), strict=True))
        points = {picked(self.skill, self.what): FAST.points}
        who = Person(
            id=id_, player=play.seat.id, kinds=("pc",), level=FAST.level, scores=scores, points=points,
            owed=Unspent(perks=FAST.perks), draft=Draft(scores=scores, trained=points), made=False,
            asking="foes", gear=plain_gear(id_) if self.plain else (), design=self.design.strip(), **self.conceived(),
        )
        make(play, who, *self.rules)


# ---------------------------------------------------------------- from a file


RULE: Final = "MO-X101"


class CharacterFile(Sheet, frozen=True, kw_only=True):
    """A character in a file: the sheet, and nothing of what happened at a table; `labels` are names of their own."""

    game: Literal["modos"]
    id: str = ""
    labels: dict[str, str] = field(default_factory=dict)

    def person(self) -> Person:
        """The same as `enter` takes it."""
        return person_of(self, "", labels=self.labels)


def text_of(who: Person) -> str:
    """A character as a file has it; where the guide has set rules aside for it, the file says which."""
    keys = slugs((thing.id, thing.name, "thing") for thing in who.gear)
    sheet = CharacterFile(**alike(who, CharacterFile) | {
        "game": "modos", "id": "", "name": line(who.name), "kinds": tuple(kind for kind in who.kinds if kind != "pc"),
        "perks": _perks(who.perks, keys), "gear": tuple(_thing(thing, keys) for thing in who.gear), "tactic": "",
    })
    bent = dict.fromkeys(found.rule for found in faults(sheet, (), whole=False))
    return written(replace(sheet, bends=tuple(bent)))


def _perks(perks: Iterable[Taken], keys: Mapping[str, str]) -> tuple[str, ...]:
    """Perks, each with what was chosen behind a colon."""
    return tuple(":".join(filter(None, (one.row, keys.get(one.choice, one.choice)))) for one in perks)


def _thing(thing: Gear, keys: Mapping[str, str]) -> Thing:
    own = thing.own or OwnItem(kind="item")
    penalty = own.penalty if own.kind in ("armor", "shield") else None
    does = alike(thing.does, Thing) | {"does": thing.does.power} if thing.does else {"does": ""}
    return Thing(**alike(thing, Thing) | alike(own, Thing) | does | {
        "id": keys[thing.id], "name": line(thing.name), "lends": _perks(thing.lends, keys), "penalty": penalty,
        "size": own.size or ("standard" if own.kind == "weapon" else ""),  # without a size it would be the bare body
    })


read: Final = PackReader(
    kind=CharacterFile, rule=RULE, rules={}, value_rules={"scores": "MO-103"},
    faults=lambda sheet: (*wording(sheet, RULE), *faults(sheet, (), whole=False)),
).read
"""The character in a text. Raises Refused, with line and rule."""

FILES: Final = CharacterFiles("modos-character", read)


@cache
def _like() -> str:
    """A character that any table takes."""
    return text_of(Person(id="", name="Somebody", scores=dict.fromkeys(POOLS, 10)))


class BringCharacter(Entering, tag="bring-character"):
    """Play a character of another table, from a file."""

    rules, brings_file = (RULE, "MO-113"), True
    giver = only_players("brings a character")
    text: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        why, urgency = "A file from another table of this game: the sheet, unhurt.", cls.wanted(state, seat)
        yield cls.offer(None, "Bring a character", why, FILES.blank(_like()), urgency=urgency)

    def act(self, play: Play[State], of: None) -> None:
        enter(play, read(self.text).person(), *self.rules, player=play.seat.id, how="brings")


BRINGING: Final = Part(FastCharacter, BringCharacter, module="character")


def taken_along(state: State, seat: Seat) -> tuple[Document, ...]:
    """The characters of a player, each as a file."""
    people = mine(state, seat) if seat.plays and "character" in state.modules else ()
    return FILES.taken_along(people, text_of)


# ---------------------------------------------------------------- for good


class PersonGone(Event[State], tag="person-gone"):
    """Somebody has left the story, and everything that hung on them with them."""

    who: str
    name: str
    player: str = ""
    known: bool = True

    def evolve(self, state: State) -> State:
        people = {
            id_: replace(
                one, marks=tuple(mark for mark in one.marks if mark.toward != self.who),
                **({"master": "", "bond": ""} if one.master == self.who else {}),
            )
            for id_, one in without(state.people, self.who).items()
        }
        contests = {id_: one for id_, one in state.contests.items() if self.who not in {side.who for side in one.sides}}
        running = {
            id_: replace(one, pros=without(one.pros, self.who), inside=without(one.inside, self.who))
            for id_, one in state.running.items() if one.caster != self.who
        }
        owed = {name: without(getattr(state, name), self.who) for name in ("hints", "waking", "casting")}
        return replace(state, people=people, contests=contests, running=running, **owed)

    def line(self, state: State) -> Line:
        fact = Fact(kind="out", text=f"{self.name} leaves the story", who=self.name, seat=self.player)
        return Line("story", f"{fact.text}.", facts=(fact,))

    def told(self, state: State, seat: Seat) -> PersonGone | None:
        return self if seat.guides or self.known else None


def leave(play: Play[State], who: Person, *rules: str) -> None:
    """Somebody leaves the story for good, and with them the powers that they keep up, and those on nobody else."""
    for one in tuple(play.state.running.values()):
        if one.caster == who.id:
            end_power(play, one.id, "nobody can keep it up", "MO-412")
        elif [*one.pros] == [who.id]:
            end_power(play, one.id, "nobody is left whom it holds", "MO-409")
    play.record(PersonGone(who=who.id, name=who.name, player=who.player, known=who.known, rules=rules))


class Retire(FlowCommand, tag="retire"):
    """Let somebody leave the story: a player's own character, anybody of the guide's."""

    when, rules, urgency, aims_any = FREE, ("MO-X101",), "tool", None
    who: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in sheets(state, seat):
            if state.ship is None or not state.ship.map or who.id != state.ship.alien:
                yield cls.press(state, who, f"{who.name} leaves the story", "For good: the sheet goes with them.",
                                about=who.id, by=seat, who=who.id)
        yield Refused("nobody-there", "You have nobody who could leave the story.")

    def act(self, play: Play[State], of: Person) -> None:
        leave(play, of, *self.rules)


LEAVING: Final = Part(Retire, PersonGone)
