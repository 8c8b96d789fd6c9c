"""What conflicts do to sheets and to the owe list."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from moot.games.wicked_age.conflict.events import Name
from moot.games.wicked_age.sequence import Cut
from moot.games.wicked_age.state import Character, Owed, State


def _with(state: State, who: Character) -> State:
    return replace(state, characters={**state.characters, who.id: who})


def cut(state: State, who: str, cuts: Iterable[Cut]) -> State:
    """`state` with dice of `who` gone down."""
    character = state.characters[who]
    forms = dict(character.forms)
    for one in cuts:
        dice = list(forms[one.form])
        dice[one.place] = one.after
        forms[one.form] = tuple(dice)
    return _with(state, replace(character, forms=forms))


def marked(state: State, who: str, text: str) -> State:
    """`state` with an agreed change on a sheet."""
    character = state.characters[who]
    return _with(state, replace(character, marks=(*character.marks, text)))


def unlisted(state: State, who: str, strength: str) -> State:
    """`state` with a strength off a sheet."""
    character = state.characters[who]
    listed, seen = (tuple(id_ for id_ in ids if id_ != strength) for ids in (character.strengths, character.seen))
    return _with(state, replace(character, strengths=listed, seen=seen))


def seen(state: State, who: str, strengths: Iterable[str]) -> State:
    """`state` where the table has seen that `who` has `strengths`."""
    character = state.characters[who]
    new = tuple(id_ for id_ in strengths if id_ not in character.seen)
    return _with(state, replace(character, seen=(*character.seen, *new))) if new else state


def spent(state: State, who: str, *, dead: bool = False) -> State:
    """`state` with somebody out of the chapter, or dead."""
    character = state.characters[who]
    return _with(state, replace(character, dead=True) if dead else replace(character, gone=True))


def struck(state: State, entry: str) -> State:
    """`state` with a name struck off the owe list for an advantage die (WA-OWE-05)."""
    return replace(
        state, owe=tuple(replace(owed, struck="advantage") if owed.id == entry else owed for owed in state.owe)
    )


def written(state: State, names: tuple[Name, ...]) -> State:
    """`state` with names at the end of the owe list (WA-OWE-03)."""
    owed = tuple(Owed(name.entry, name.character, name.player, state.chapter) for name in names)
    return replace(state, owe=(*state.owe, *owed), ids=state.ids + len(owed))
