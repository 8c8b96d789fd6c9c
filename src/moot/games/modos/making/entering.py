"""Somebody whole joins the table: from a sheet that is ready, a file, a list."""

from __future__ import annotations

from msgspec.structs import replace

from moot.core import Play
from moot.games.modos.making.beginning import PersonMade, new_id
from moot.games.modos.person import Gear, Owed, Person, Taken
from moot.games.modos.state import State


def enter(
    play: Play[State], like: Person, *rules: str, player: str = "", known: bool = True, how: str = "plays"
) -> str:
    """Let somebody be there who has this sheet, unhurt and with all hero points; gives the id of the new person.

    The ids of things are new, and perks that were for one of them are for it again.
    """
    id_ = new_id(play, known=known)
    ids = {thing.id: f"{id_}-g{number}" for number, thing in enumerate(like.gear, 1)}
    who = replace(
        like, id=id_, player=player, known=known, made=True, draft=None, owed=Owed(), damage={}, marks=(),
        kinds=tuple(dict.fromkeys((*like.kinds, "pc"))) if player else like.kinds,
        asking="always" if player else like.asking, heroes=like.level if player else like.heroes,
        perks=tuple(_again(taken, ids) for taken in like.perks), gear=tuple(_own(thing, ids) for thing in like.gear),
    )
    play.record(PersonMade(person=who, how=how, rules=rules))
    return id_


def _again(taken: Taken, ids: dict[str, str]) -> Taken:
    return replace(taken, choice=ids.get(taken.choice, taken.choice))


def _own(thing: Gear, ids: dict[str, str]) -> Gear:
    return replace(thing, id=ids[thing.id], lends=tuple(_again(taken, ids) for taken in thing.lends))
