"""The state of a table of Sword's Edge: what all the events so far add up to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Literal, Self, TypeAlias

import msgspec
from msgspec.structs import replace

from moot.games.swords_edge import ladder
from moot.games.swords_edge.character import Character
from moot.games.swords_edge.figures import TraitId
from moot.games.swords_edge.nc import NC
from moot.games.swords_edge.packs import Pack
from moot.games.swords_edge.pairings import Attack, Pairing, Test
from moot.games.swords_edge.papers import Paper
from moot.kit.crowds import rollcall
from moot.kit.happenings import Happening
from moot.kit.keyed import changed, without
from moot.kit.people import Peopled

Phase: TypeAlias = Literal["between", "session", "scene"]
"""between: before the first session and after each; session: it runs, and no scene does; scene: one is played
(SE-TERM-01, SE-TERM-03)."""

BETWEEN: Final = frozenset({"between"})
"""Before the first session and after each."""

BETWEEN_SCENES: Final = frozenset({"between", "session"})
"""While no scene is played."""

SESSION: Final = frozenset({"session"})
"""While a session runs, and no scene is played."""

SCENE: Final = frozenset({"scene"})
"""While a scene is played (SE-TERM-03)."""

RUNNING: Final = frozenset({"session", "scene"})
"""While a session runs (SE-TERM-01)."""

ALWAYS: Final = frozenset({"between", "session", "scene"})
"""Between sessions too."""

RUN: Final = "session"
DESK: Final = "desk"
SHELF: Final = "shelf"
"""What offers can be about beside people and papers: the session as it runs, what is prepared, where NCs come from."""


class Options(msgspec.Struct, frozen=True, rename="kebab"):
    """The options of the table, a field for each one in options.toml."""

    spent_for: Literal["scene", "next-action"] = "scene"
    pivot_award: Literal["scene-end", "at-once"] = "scene-end"
    weakness_luck: Literal["invoker-pays", "bank-pays"] = "invoker-pays"
    nc_stress_after_scene: Literal["restored", "kept"] = "restored"
    communal_luck: Literal["off", "on"] = "off"
    communal_pool: Literal["3", "1", "2", "5"] = "3"
    ranges: Literal["off", "on"] = "off"
    sfx: Literal["simple", "qualities"] = "simple"
    casting_time: Literal["off", "on"] = "off"
    fetishes: Literal["off", "on"] = "off"

    @property
    def communal(self) -> bool:
        """Whether Luck goes round between pool, players and GM (SE-LUCK-09)."""
        return self.communal_luck == "on"

    @property
    def modules(self) -> tuple[str, ...]:
        """The modules of the rulebook that these options turn on."""
        on = (("powers", self.powers), ("ranges", self.ranges == "on"), ("communal-luck", self.communal))
        return tuple(name for name, played in on if played)

    @property
    def powers(self) -> bool:
        """Whether SFX have rules of their own (SE-SFX-02)."""
        return self.sfx == "qualities"


class SceneInPlay(msgspec.Struct, frozen=True, kw_only=True):
    """The scene being played. `number` counts all scenes of the table.

    `round` is the number of its round, in which `acts` counts acts and reactions by id, `acted` has who has acted on
    whom (SE-ACT-05), `passed` who does nothing in it. `carry` is the bonus for the first
    Action Test of a round, by PC (SE-LOS-04), `down` the Qualities whose explanation the GM turned down (SE-TEST-02),
    `left` who has left off whom after Momentum was rolled (SE-MOM-10), `bound` the Trait that each PC used last for
    Momentum (SE-RD-10).
    """

    round: int = 1
    acts: dict[str, int] = {}
    acted: tuple[tuple[str, str], ...] = ()
    passed: tuple[str, ...] = ()
    number: int
    title: str
    goal: str = ""
    paper: str = ""
    carry: dict[str, tuple[int, int]] = {}
    down: tuple[tuple[str, str], ...] = ()
    left: tuple[tuple[str, str], ...] = ()
    bound: dict[str, TraitId | Literal[""]] = {}

    def acting(self, who: Iterable[str], on: Iterable[tuple[str, str]] = ()) -> Self:
        """After one more act by each of `who`, named twice if they act twice; `on`: who has now acted on whom."""
        acts = dict(self.acts)
        for one in who:
            acts[one] = acts.get(one, 0) + 1
        return replace(self, acts=acts, acted=(*self.acted, *on))

    def passing(self, who: str) -> Self:
        """After `who` has said that they let this round go by."""
        return replace(self, passed=(*self.passed, who))

    def in_round(self, number: int) -> Self:
        """As round `number` begins: nobody has acted or passed."""
        return replace(self, round=number, acts={}, acted=(), passed=())

    def has_acted(self, who: str, on: Iterable[str]) -> bool:
        """Whether `who` has acted on each of `on` this round."""
        return all((who, other) in self.acted for other in on)

    def idle(self, who: Iterable[str]) -> list[str]:
        """Those of `who` who have neither acted, reacted nor passed."""
        return [one for one in who if not self.acts.get(one) and one not in self.passed]


class LuckUse(msgspec.Struct, frozen=True):
    """A use of Luck that the GM accepted once and that is open to all since (SE-LUCK-06)."""

    id: str
    text: str


class Temptation(msgspec.Struct, frozen=True):
    """A Weakness that was invoked to lead astray, until somebody tells what it did (SE-WEAK-03)."""

    id: str
    who: str
    weakness: str
    by: str


class State(Peopled[Character], frozen=True):
    """A table of Sword's Edge. Ids are short, unique at the table, and handed out by `next_id`.

    `luck` is each player's, by seat; with communal Luck `pool` and `chest` (the GM's) are the other two stores.
    `granted` are the seats that had their Luck this session, `grown` counts what each character has raised and bought
    in it (SE-ADV-05), `bought` are the Qualities (character and id) that were bought in it and that the GM may still
    judge (SE-CRE-07). `settled` are the PCs for whom there is nothing more of the scene just over. `time_passed`: a day
    or more has gone by since the last scene; `packs` the GM's own packs by id.
    """

    among = "characters"

    options: Options
    phase: Phase = "between"
    genre: str = ""
    session: int = 0
    scenes: int = 0
    opening: bool = False
    time_passed: bool = False
    scene: SceneInPlay | None = None
    characters: dict[str, Character] = {}
    ncs: dict[str, NC] = {}
    pairings: dict[str, Pairing] = {}
    tests: dict[str, Test] = {}
    attacks: dict[str, Attack] = {}
    luck: dict[str, int] = {}
    granted: tuple[str, ...] = ()
    grown: dict[str, int] = {}
    bought: tuple[tuple[str, str], ...] = ()
    pool: int = 0
    chest: int = 0
    uses: tuple[LuckUse, ...] = ()
    temptations: tuple[Temptation, ...] = ()
    settled: tuple[str, ...] = ()
    papers: dict[str, Paper] = {}
    packs: dict[str, Pack] = {}

    @property
    def modules(self) -> tuple[str, ...]:
        return self.options.modules

    @property
    def down(self) -> tuple[tuple[str, str], ...]:
        """The Qualities turned down in this scene: character and Quality (SE-TEST-02)."""
        return self.scene.down if self.scene is not None else ()

    def named(self, id_: str) -> str:
        """What people call a character, an NC or a seat of that id."""
        found = self.characters.get(id_) or self.ncs.get(id_) or self.seat(id_)
        return found.name if found else id_

    def all_named(self, ids: Iterable[str]) -> str:
        """What people call several of them, each kind of NC as one; `nobody` for none."""
        return rollcall(map(self.named, ids))

    def cast(self) -> tuple[Character, ...]:
        """The players' characters that are in the game, in the order made."""
        return tuple(who for who in self.characters.values() if who.here)

    @property
    def drafted(self) -> bool:
        """Whether a sheet is being written."""
        return not all(who.made for who in self.characters.values())

    @property
    def challenged(self) -> bool:
        """Whether NCs try to Seize."""
        return any(pairing.challenge for pairing in self.pairings.values())

    @property
    def ripostes(self) -> bool:
        """Whether a defence earned anybody a riposte."""
        return any(stand.riposte is not None for one in self.pairings.values() for stand in one.stands.values())

    @property
    def shared(self) -> bool:
        """Whether several PCs stand together in a pairing."""
        return any(len(pairing.stands) > 1 for pairing in self.pairings.values())

    @property
    def learning(self) -> bool:
        """Whether dice left something to anybody that is to be named: a lesson, or a Stunt."""
        return any(who.lessons or who.stunts for who in self.characters.values())

    @property
    def latecomers(self) -> bool:
        """Whether a player has had no Luck in this session."""
        return any(player.id not in self.granted for player in self.players)

    @property
    def without(self) -> list[str]:
        """The seats of players who have neither a character nor a sheet under way."""
        having = {who.player for who in self.characters.values() if who.here or not who.made}
        return [player.id for player in self.players if player.id not in having]

    @property
    def told(self) -> bool:
        """Whether nothing that happened waits for a word: no temptation, Doom, lesson or Stunt."""
        return not self.temptations and not any(who.doom or who.lessons or who.stunts for who in self.cast())

    @property
    def won(self) -> bool:
        """Whether all that came into the scene against somebody is out, and nothing of it is left to tell."""
        out = [nc.out for nc in self.ncs.values() if nc.here]
        return bool(out) and all(out) and self.told and not self.pairings

    @property
    def doomed(self) -> bool:
        """Whether a Doom hangs over anybody."""
        return any(who.doom for who in self.characters.values())

    def opposition(self) -> tuple[NC, ...]:
        """The NCs in the scene that still stand."""
        return tuple(nc for nc in self.ncs.values() if nc.active)

    def acts(self, who: str) -> int:
        """How often somebody has acted or reacted this round (SE-ACT-05)."""
        return self.scene.acts.get(who, 0) if self.scene else 0

    def testing(self, who: str) -> Test | None:
        """The Test on the table in which a PC takes part, if any."""
        return next((test for test in self.tests.values() if who in test.who), None)

    def quality_name(self, who: str, what: str) -> str:
        """What people call a Trait, or a Quality of a character; “a Quality” once it is gone."""
        if what in ladder.TRAITS:
            return ladder.title(what)
        character = self.characters.get(who)
        return character.quality(what).name if character and character.has(what) else "a Quality"

    def with_character(self, who: Character) -> State:
        """This state with that character as given."""
        return replace(self, characters={**self.characters, who.id: who})

    def in_scene(self, **changes: Any) -> State:
        """This state with these fields of its scene replaced; between scenes there is nothing to replace."""
        return replace(self, scene=self.scene and replace(self.scene, **changes))

    def acting(self, acts: Iterable[str], acted: Iterable[tuple[str, str]] = ()) -> State:
        """This state with those acts of the round counted, and on whom (SE-ACT-05); between scenes none counts."""
        return replace(self, scene=self.scene and self.scene.acting(acts, acted))

    def with_nc(self, *ncs: NC) -> State:
        """This state with those NCs as given."""
        return replace(self, ncs=self.ncs | {nc.id: nc for nc in ncs})

    def with_pc(self, id_: str, **changes: Any) -> State:
        """This state with these fields of a player's character replaced."""
        return self.with_character(replace(self.characters[id_], **changes))

    def with_ncs(self, ids: Iterable[str], **changes: Any) -> State:
        """This state with these fields of those NCs replaced."""
        return self.with_nc(*(replace(self.ncs[id_], **changes) for id_ in ids))

    def without_pairing(self, id_: str) -> State:
        """This state without that pairing and the attacks in it."""
        attacks = {at: attack for at, attack in self.attacks.items() if attack.pairing != id_}
        return replace(self, pairings=without(self.pairings, id_), attacks=attacks)

    def with_stand(self, pairing_id: str, who: str, **changes: Any) -> State:
        """This state with these fields of a PC's place in a pairing replaced."""
        pairing = self.pairings[pairing_id]
        return self.with_pairing(replace(pairing, stands=changed(pairing.stands, who, **changes)))

    def with_pairing(self, pairing: Pairing) -> State:
        """This state with that pairing as given."""
        return replace(self, pairings={**self.pairings, pairing.id: pairing})


class AboutCharacter(Happening[State]):
    """Something happened to one player's character, or they did it."""

    who: str


class AboutPairing(Happening[State]):
    """Something happened in one pairing."""

    pairing: str


class AboutNc(Happening[State]):
    """Something happened to one NC, or it did it."""

    about = "nc"
    nc: str
