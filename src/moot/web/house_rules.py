"""House rules as pages show them: switches for those that come with a game, and what they touch at the opening."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from moot import games
from moot.core import Game, Module
from moot.table.rules_here import after, check_modules, touched
from moot.table.state import Amendment, TableState
from moot.table.touching import Touched


class ReadySwitch(msgspec.Struct, frozen=True):
    """House rules as a switch: those of the table, and those that come with the game. `text` is theirs, to be taken."""

    id: str
    title: str
    brings: str
    on: bool
    text: str = ""


def ready(game: str, modules: Iterable[Module] = ()) -> tuple[ReadySwitch, ...]:
    """The house rules of a table, and those that come with its game."""
    here = {module.id: ReadySwitch(module.id, module.title, brings(module), True) for module in modules}
    texts = {module.id: (module, text) for text in games.find(game).house_modules for module in [Module.read(text)]}
    absent = ((id_, *both) for id_, both in texts.items() if id_ not in here)
    others = (ReadySwitch(id_, one.title, brings(one), False, text) for id_, one, text in absent)
    return (*here.values(), *others)


def brings(module: Module) -> str:
    """What house rules change, in a few words."""
    return ", ".join(_counted(module))


def _counted(module: Module) -> Iterator[str]:
    counts = (("rule added", module.adds), ("rule altered", module.alters), ("rule taken out", module.removes),
              ("option set", module.options))
    for what, found in counts:
        noun, _, does = what.partition(" ")
        if found:
            yield f"{len(found)} {noun}{'s' if len(found) > 1 else ''} {does}"
    yield from (f"{len(rows)} {kind}{'s' if len(rows) > 1 else ''}" for kind, rows in module.rows.items() if rows)


def touched_at_opening(
    game: Game[Any], settings: Mapping[str, str], modules: Sequence[Module]
) -> Iterator[tuple[Touched, tuple[str, ...]]]:
    """What options and house rules touch with which a table is to be opened, each with what goes along. Raises Refused
    if they do not fit."""
    check_modules(modules)
    state = TableState(game=game.name, title="", settings=game.rulebook.settings({}))
    now = game.start({})
    for change in (*(Amendment(takes=module) for module in modules), Amendment(settings=dict(settings))):
        if change.takes is not None:
            game.check_rows(change.takes)
        here, house = after(state, change)
        then = game.ruled(now, here, house)
        if change.takes is not None or change.settings:
            yield touched(state, change), game.touched(now, then)
        state, now = replace(state, settings=here, modules=house), then
