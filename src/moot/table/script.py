"""Scripts: a table played from data, by the names people see, through the same offers that people get.

A script opens a table, seats people and takes steps; each step names a seat, the command, and what goes into its
blanks by label or value. Demo tables and golden logs are scripts: none of them can do what a person could not.

    title = "The camp"
    seats = [{ name = "Erin", role = "guide" }, { name = "Martha" }]
    [[step]]
    seat = "Martha"
    do   = "claim"
    pick = "a local youth"             # the offer whose label has these words, where there are several
    fill = { name = "Mekha" }          # blanks, by label or value
    faces = [6, 1]                     # dice rolled by hand, where the story fixes them

A script in a file may go on where others end: `follows = ["the_camp.toml"]`.
"""

from __future__ import annotations

import asyncio
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from moot import games
from moot.core import (
    Choice,
    Choose,
    Compose,
    Corrupt,
    Game,
    Item,
    Module,
    Offer,
    Refused,
    Role,
    Spread,
)
from moot.core.blanks import Field
from moot.core.words import sought
from moot.table.live import Key, Table
from moot.table.ports import Asked
from moot.table.shelf import Shelf
from moot.table.state import House


class SeatNamed(msgspec.Struct, frozen=True):
    """Somebody who sits down in a script."""

    name: str
    role: Role = "player"


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One command of a script. `say` is a note for readers."""

    seat: str
    do: str
    pick: str = ""
    fill: dict[str, Any] = {}
    faces: tuple[int, ...] = ()
    say: str = ""


class ScriptedRole(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody to be at a table to try: which seat, who that is, what they want, and who is in the way.

    `step` are steps that are taken for the visitor who chooses it, so that something waits for them.
    """

    seat: str
    name: str
    wants: str
    way: str
    step: tuple[Step, ...] = ()


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table from its opening on. The first seat is the guide's; `follows` are files whose steps come before,
    `house` the ids of house rules that come with the game, to play with.

    With `role` it is a table to try: a visitor chooses whom to be, and stand-ins play the rest.
    """

    title: str
    seats: tuple[SeatNamed, ...]
    step: tuple[Step, ...] = ()
    options: dict[str, str] = {}
    house: tuple[str, ...] = ()
    text: str = ""
    follows: tuple[str, ...] = ()
    role: tuple[ScriptedRole, ...] = ()


def read(text: str) -> Script:
    """A script in TOML. Raises Corrupt if it is not one."""
    try:
        return msgspec.convert(tomllib.loads(text), Script)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise Corrupt(f"not a script: {error}") from error


def load(path: Path) -> Script:
    """The whole script in a file: the steps of those that it follows, named from where it lies, and then its own.

    Raises Corrupt if one of them is no script, and OSError.
    """
    script = read(path.read_text(encoding="utf-8"))
    before = tuple(step for other in script.follows for step in load(path.parent / other).step)
    return msgspec.structs.replace(script, step=(*before, *script.step), follows=())


def demos(game: Game[Any]) -> dict[str, Script]:
    """The demo tables of a game, by name: the scripts in its package's folder `demos`."""
    folder = files(game.package).joinpath("demos")
    if not folder.is_dir():
        return {}
    found = sorted(place.name for place in folder.iterdir() if place.name.endswith(".toml"))
    return {name.removesuffix(".toml"): read(folder.joinpath(name).read_text(encoding="utf-8")) for name in found}


async def tried(shelf: Shelf, game: str, script: Script, seat: str) -> tuple[Table, Key]:
    """Open a table to try: the visitor has the role in `seat`, and every other seat is lent to a stand-in.

    Gives the table and the visitor's key. Raises Refused if the script has no such role, and as `perform` does.
    """
    role = next((role for role in script.role if role.seat == seat), None)
    if role is None:
        names = tuple(role.name for role in script.role)
        raise Refused("no-such-role", "There is nobody of that name to be.", allowed=names, field="seat")
    table, keys = await perform(shelf, game, script)
    await follow(table, keys, role.step)
    guide = table.ledger.table.chairs[keys[script.seats[0].name].seat].seat
    for name, key in keys.items():
        if name != seat:
            wish = {"do": "lend-seat", "seat": key.seat}
            await table.ask(guide, Asked(id=f"{table.id}-{table.ledger.seq}", command=wish))
    return table, keys[seat]


async def perform(shelf: Shelf, game: str, script: Script) -> tuple[Table, dict[str, Key]]:
    """Open a table and play `script` at it. Gives the table and everyone's key by name.

    Raises Refused, with the number of the step, if the game does not allow one, and Corrupt for a script that follows
    others and was not loaded from its file.
    """
    if script.follows:
        raise Corrupt(f"“{script.title}” follows {', '.join(script.follows)}: load it from its file")
    host, *others = script.seats
    house = House(door="open")
    ready = (Module.read(text) for text in games.find(game).house_modules)
    modules = tuple(module for module in ready if module.id in script.house)
    settings = {name: value for module in modules for name, value in module.options.items()} | script.options
    table, key = await shelf.open(game, script.title, host.name, settings=settings, modules=modules, house=house)
    keys = {host.name: key}
    for seat in others:
        keys[seat.name] = await table.come(seat.name, seat.role)
    await follow(table, keys, script.step)
    return table, keys


async def follow(table: Table, keys: Mapping[str, Key], steps: Iterable[Step]) -> None:
    """Take `steps` at a table that is open, each by the seat it names. Raises Refused as `perform` does."""
    for number, step in enumerate(steps, 1):
        seat = table.ledger.table.chairs[keys[step.seat].seat].seat
        try:
            wish = by_words(table.offers(seat, do=step.do) or table.offers(seat), step)
            await asyncio.sleep(0)  # other tables are served meanwhile
            await table.ask(seat, Asked(id=f"{table.id}-{table.ledger.seq}", command=wish, faces=step.faces))
        except Refused as refusal:
            message = f"step {number} ({step.seat}: {step.do} {step.pick}): {refusal.message}"
            raise Refused(refusal.code, message, refusal.rule, allowed=refusal.allowed) from refusal


def offer_for(offers: Sequence[Offer], step: Step) -> Offer:
    """The one offer that a step means: of its verb, with its words in the label.

    Raises Refused, listing what there is, if no offer or more than one fits.
    """
    found = [offer for offer in offers if offer.do == step.do]
    fitting = [offer for offer in found if sought(step.pick) in sought(offer.label)]
    exact = [offer for offer in fitting if sought(step.pick) == sought(offer.label)]
    fitting = exact or fitting
    if len(fitting) != 1:
        labels = tuple(offer.label for offer in found) or tuple(dict.fromkeys(offer.do for offer in offers))
        raise Refused("no-such-offer", f"{len(fitting)} offers fit, not one.", allowed=labels)
    return fitting[0]


def by_words(offers: Sequence[Offer], step: Step) -> dict[str, Any]:
    """The wish that a step means, its offer filled by labels or values. Raises Refused as `offer_for` does."""
    offer = offer_for(offers, step)
    fields = {field.name: field for field in offer.fields}
    answers = {name: _value(fields[name], said) if name in fields else said for name, said in step.fill.items()}
    return offer.fill({**_unsaid(offer, answers), **answers})


def _unsaid(offer: Offer, said: Mapping[str, Any]) -> dict[str, Any]:
    """Defaults for blanks that the step leaves out; blanks without a default are left to the command's."""
    left = {field.name: _default(field) for field in offer.fields if field.name not in said}
    return {name: default for name, default in left.items() if default is not None}


def _default(field: Field) -> Any:
    match field:
        case Choose(default=default, many=False):
            return default[0] if default else None
        case Spread(default=default):
            return _dealt(field, default) if default else None
        case _:
            return field.default or None


def _dealt(field: Spread, dice: Sequence[int]) -> dict[str, int]:
    return {slot.value: die for slot, die in zip(field.slots, dice, strict=True)}


def _value(field: Field, answer: Any) -> Any:
    match field:
        case Choose():
            picked = tuple(_choice(field.choices, one) for one in (answer if isinstance(answer, list) else [answer]))
            return picked if field.many or len(picked) > 1 else "".join(picked)
        case Spread() if isinstance(answer, list):
            return _dealt(field, answer)
        case Spread():
            return {_choice(field.slots, slot): die for slot, die in answer.items()}
        case Compose():
            targets = {kind.value: kind.targets for kind in field.kinds}
            return tuple(_item(targets, item) for item in answer)
        case _:
            return answer


def _item(targets: Mapping[str, tuple[Choice, ...]], item: Mapping[str, str]) -> Item:
    target = item.get("target", "")
    named = _choice(targets.get(item["kind"], ()), target) if target else ""
    return Item(kind=item["kind"], target=named, detail=item.get("detail", ""))


def _choice(choices: Iterable[Choice], words: str) -> str:
    known = list(choices)
    for choice in known:
        if words in (choice.value, choice.label):
            return choice.value
    near = [choice.value for choice in known if sought(words) in sought(choice.label)]
    return near[0] if len(near) == 1 else words
