"""What each seat saw and could do after each entry of a log, as text: written by an older Moot, told again by today's.

    git worktree add /tmp/old COMMIT
    PYTHONPATH=/tmp/old/src python tests/older/moments.py LOG… HOUSE…

What is seen and offered in LOG is written to `NAME.moments.xz` beside it. HOUSE is a folder as `make.py` leaves it:
that of its tables goes to `TABLE.moments.xz` in it, but for one with a switch that is retired. Read them with `xzcat`.

A block begins with `@` and an entry of the log, and has what changed since the block before. `s1 s2 | line` is a line
that these seats have now; lines are numbered from 1 as they come. `- 3 17` are the numbers of lines that are gone.
"""

from __future__ import annotations

import asyncio
import lzma
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from moot.core import Seat
from moot.store import open_store
from moot.table.ledger import Ledger
from moot.table.logfile import read

Told: TypeAlias = dict[str, tuple[str, ...]]
"""Lines, each with the seats that have it."""

SUFFIX: Final = ".moments.xz"
DRAWERS: Final = frozenset({"session", "desk", "shelf"})
"""Where a page of today keeps what is about nothing: older versions did not say."""


class Rows(NamedTuple):
    """Figures of one kind: the ways to their rows in what a seat sees, and the fields of a row.

    Where versions keep a thing in different places, both are named, with `|` between them. A row that stands `inside`
    another is known by the id of that one, too.
    """

    kind: str
    ways: str
    fields: str
    inside: bool = False


_QUALITY: Final = "quality.name|name kind rank worth penalties spent turned_down quality.lost|lost invoked cost"

FIGURES: Final[Mapping[str, tuple[Rows, ...]]] = {
    "wicked-age": (
        Rows("state", "", "phase chapter falls oracle.title|oracle_title"),
        Rows("card", "cards", "rank suit text"),
        Rows("figure", "figures", "id name claims contested made"),
        Rows("sheet", "sheets", "id name seat npc closed hidden strengths marks state"),
        Rows("form", "sheets/forms", "id dice", inside=True),
        Rows("interest", "sheets/interests", "id text about", inside=True),
        Rows("strength", "strengths", "id name die description takes forms npc_form options significance holders"),
        Rows("owed", "owe|board/owe/rows", "name words"),
        Rows("fight", "shown", "id deed|title round|figures.0.number words"),
        Rows("fighter", "shown/rows", "of name says|words throw.dice.*.face|dice.dice.*.face", inside=True),
        Rows(
            "exchange", "fights/exchanges",
            "id mover answerer ahead absolute outcome standing.dice.*.face answer.dice.*.face deed told",
        ),
        Rows("bargain", "fights/bargains|bargains", "id winner loser absolute terms by"),
        Rows("answer", "fights/answering|answers", "who mover deed dice pips forms stakes.*.mark stakes.*.percent"),
    ),
    "swords-edge": (
        Rows("state", "", "phase genre session scene.number scene.title scene.goal scene.round stores uses focus"),
        Rows("sheet", "sheets", "id name seat made status luck advancements due report.spent report.left"),
        Rows("quality", "sheets/free|sheets/traits/qualities", f"quality.id|id {_QUALITY}"),
        Rows("trait", "sheets/traits", "id rank worth penalties room cost", inside=True),
        Rows("pivot", "sheets/pivots", "id kind text touched"),
        Rows("NC", "people", "id name crowd kind here out clues"),
        Rows(
            "figures", "people",
            "id figures.type figures.rank figures.tn figures.momentum figures.action figures.concept figures.traits "
            "figures.elements figures.flaw figures.stress figures.stands figures.open",
        ),
        Rows("secrets", "people", "id secrets.notes secrets.hidden secrets.without_dice secrets.stance"),
        Rows(
            "pairing", "pairings",
            "id against foes.*.name foes.*.out foes.*.acts strike shooting challenge.target.tn|seize.0",
        ),
        Rows(
            "power", "pairings",
            "id power.name power.components power.momentum.tn|power.momentum power.action.tn|power.action "
            "power.targets",
        ),
        Rows(
            "stand", "pairings/stands",
            "id stand.momentum|momentum trait stand.bonus|bonus carry acts may_seize stand.free_seize|free_seize "
            "stand.riposte|riposte put_in", inside=True,
        ),
        Rows("attack", "attacks|pairings/stands/attacks", "attack.id|id name by attack.target.tn|tn"),
        Rows(
            "test", "tests",
            "test.id|id test.kind|kind roller throw.dice.*.face total test.target.tn|tn success natural",
        ),
        Rows(
            "built", "benches",
            "key given tn taps.*.blank taps.*.value taps.*.adds rows.*.at rows.*.needs rows.*.chance",
        ),
        Rows("cast", "castings", "key rounds trait rows.*.tn looks.*.start looks.*.rows.*.at"),
        Rows("temptation", "temptations", "id who weakness by"),
        Rows("Doom", "dooms", "who name"),
        Rows("match", "desk/matches", "who nc total momentum_tn action_tn momentum action"),
    ),
}
"""The figures of each game: its dice, boxes, target numbers and chances, who is in and out, whose turn it is."""


def told(ledger: Ledger) -> Told:
    """What every seat sees and may do now."""
    found: dict[str, list[str]] = {}
    stages: dict[bool, Any] = {}
    for chair in ledger.table.chairs.values():
        if chair.standing == "seated":
            offers = ledger.game.offers(_state(ledger), chair.seat)
            for line in {*_figures(ledger, chair.seat, offers, stages), *map(_offer, offers)}:
                found.setdefault(line, []).append(chair.seat.id)
    return {line: tuple(seats) for line, seats in sorted(found.items())}


def _state(ledger: Any) -> Any:
    """The game's state, by the name that it has now or had until 0.2."""
    return ledger.game_state if hasattr(ledger, "game_state") else ledger.play


# -- figures


def _figures(ledger: Any, seat: Seat, offers: Iterable[Any], stages: dict[bool, Any]) -> Iterator[str]:
    """Until 0.2 a game had one view; now it has a stage, made once for all, what is a seat's own, and what it opens."""
    game, state = ledger.game, _state(ledger)
    if hasattr(game, "view"):
        yield from _lines(game.name, game.view(state, seat))
        return
    if seat.guides not in stages:
        stage = game.stage(state, seat.guides)
        views = _standing(game, state, seat, stage)
        stages[seat.guides] = tuple(line for view in views for line in _lines(game.name, view))
    yield from stages[seat.guides]
    opened = [game.opened(state, seat, key) for key in ("desk", *(offer.key for offer in offers))]
    benches = [one.bench for one in opened if getattr(one, "bench", None)]
    castings = [one.casting for one in opened if getattr(one, "casting", None)]
    more = {"benches": benches, "castings": castings, "desk": getattr(opened[0], "desk", None)}
    for view in (game.own(state, seat), more):
        yield from _lines(game.name, view)


def _standing(game: Any, state: Any, seat: Seat, stage: Any) -> Iterable[Any]:
    """The stage, and the standing situation: by parts, with the fights that can be opened, or in figures."""
    if game.name == "swords-edge" and not hasattr(stage, "pairings"):
        from tests.older.fights import standing  # no older version could import it

        return ({name: getattr(stage, name) for name in stage.__struct_fields__} | standing(state, stage),)
    opened = (game.opened(state, seat, one.id) for one in getattr(stage, "fights", ()))
    shown = [one.parts[0] for one in opened if hasattr(one, "parts")]
    parts = game.board(state, seat.guides) if hasattr(game, "board") else ()
    return (stage, {"board": {part.id: part for part in parts}, "shown": shown})


def _lines(game: str, view: Any) -> Iterator[str]:
    for rows in FIGURES[game]:
        for way in rows.ways.split("|"):
            for outer, row in _rows(view, way.split("/") if way else [], ""):
                cells = [_cell(row, field) for field in rows.fields.split()]
                if any(cells[1:]):
                    within = f" {outer}" if rows.inside else ""
                    yield f"{rows.kind}{within}: {'; '.join(filter(None, cells))}"


def _rows(thing: Any, path: list[str], outer: str) -> Iterator[tuple[str, Any]]:
    """The rows at the end of a path, each with the id of the row that it is in."""
    if not path:
        yield outer, thing
        return
    found = _at(thing, path[0])
    for row in found if isinstance(found, (list, tuple)) else (found,):
        if row is not None:
            yield from _rows(row, path[1:], _at(row, "id") or outer if path[1:] else outer)


def _cell(row: Any, field: str) -> str:
    """What a row has in a field, with its name; nothing where that is empty."""
    ways = field.split("|")
    value = _at(row, ways[0])
    for way in ways[1:]:
        value = _at(row, way) if value is None else value
    if value in (None, "", (), [], False):
        return ""
    return f"{ways[0].replace('.*', '')} {_plain(value)}"


def _at(thing: Any, path: str) -> Any:
    """What is found along a path of fields; `*` means each of a list. None where the path ends early."""
    step, _, rest = path.partition(".")
    if step == "*":
        return tuple(_at(one, rest) for one in thing)
    if isinstance(thing, (list, tuple)):
        found = thing[int(step)] if step.isdigit() and len(thing) > int(step) else None
    else:
        found = thing.get(step) if isinstance(thing, dict) else getattr(thing, step, None)
    return _at(found, rest) if rest and found is not None else found


def _plain(value: Any) -> str:
    """A value as text; whether a line may break at a space is no figure."""
    return msgspec.json.encode(value).decode().replace('"', "").replace("\u00a0", " ")


# -- offers


def _offer(offer: Any) -> str:
    fixed = "".join(f" {name}={_plain(value)}" for name, value in offer.fixed.items())
    about = f" about {offer.about}" if offer.about and offer.about not in DRAWERS else ""
    rolls = f" rolls {_plain(offer.rolls)}" if offer.rolls else ""
    purse = f" of {offer.purse.holds}" if offer.purse else ""
    blanks = "".join(f"; {_blank(blank)}" for blank in offer.fields)
    return f"offer {offer.do}{fixed}{about}{rolls}{purse}{blanks}"


def _blank(blank: Any) -> str:
    """A blank without its words: what kind it is, what may stand in it, what that costs and needs."""
    plain = msgspec.to_builtins(blank)
    kind = plain.pop("field")
    choices = [_choice(one) for name in ("choices", "slots", "kinds") for one in plain.get(name, ())]
    bounds = " ".join(f"{name}={plain[name]}" for name in ("least", "most", "format") if plain.get(name))
    needs = f" needs {' '.join(plain['needs'])}" if plain.get("needs") else ""
    return f"{plain['name']} {kind} {bounds}{needs} [{', '.join(choices)}]"


def _choice(choice: Mapping[str, Any]) -> str:
    dice = f" d{'+d'.join(map(str, choice['dice']))}" if choice.get("dice") else ""
    costs = f" costs {choice['costs']}" if choice.get("costs") else ""
    needs = f" needs {'/'.join(choice['needs'])}" if choice.get("needs") else ""
    targets = f" of {'/'.join(one['value'] for one in choice['targets'])}" if choice.get("targets") else ""
    return f"{choice['value']}{dice}{costs}{needs}{targets}"


# -- the file


def written(records: Iterable[Any]) -> Iterator[str]:
    """The blocks of a file, one for each entry of a log."""
    ledger, before, numbers, free = Ledger(), Told(), dict[str, int](), count(1)
    for record in records:
        ledger.take(record)
        now = told(ledger)
        gone = {line: number for line, number in numbers.items() if now.get(line) != before[line]}
        come = [line for line, seats in now.items() if before.get(line) != seats]
        if gone or come:
            yield f"@ {ledger.seq}\n"
        if gone:
            yield f"- {' '.join(map(str, gone.values()))}\n"
        numbers = {line: number for line, number in numbers.items() if line not in gone}
        for line in come:
            numbers[line] = next(free)
            yield f"{' '.join(now[line])} | {line}\n"
        before = now


def kept(file: Path) -> Iterator[tuple[int, Told]]:
    """The moments in such a file, each whole."""
    text = lzma.decompress(file.read_bytes()).decode()
    lines, free = dict[int, tuple[str, tuple[str, ...]]](), count(1)
    for block in text.removeprefix("@ ").split("\n@ "):
        seq, *changes = block.splitlines()
        for change in changes:
            if change.startswith("- "):
                for number in change.split()[1:]:
                    del lines[int(number)]
            else:
                seats, _, line = change.partition(" | ")
                lines[next(free)] = line, tuple(seats.split())
        yield int(seq), dict(lines.values())


def tables(house: Path) -> dict[str, list[Any]]:
    """The logs of a house by the ids of their tables, without those that are refused today."""
    with tempfile.TemporaryDirectory() as made:
        Path(made, "moot.db").write_bytes(lzma.decompress((house / "moot.db.xz").read_bytes()))
        store = open_store(Path(made))
        found = {card.id: list(store.read(card.id)) for card in store.cards() if "retired" not in card.title}
        asyncio.run(store.close())
        return found


def main(sources: Iterable[str]) -> None:
    """Record what was seen and offered in these logs and houses, beside them."""
    for path in map(Path, sources):
        house = path.is_dir()
        for stem, records in (tables(path) if house else {path.stem: read(path)[1]}).items():
            file = (path if house else path.parent) / f"{stem}{SUFFIX}"
            file.write_bytes(lzma.compress("".join(written(records)).encode(), preset=9))


if __name__ == "__main__":
    main(sys.argv[1:])
