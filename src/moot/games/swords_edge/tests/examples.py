"""Plays worked examples, told as data, through the real rules: the players' buttons and scripted dice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from moot.games.swords_edge.tests.sitting import BLANKS, Sitting

HERE = Path(__file__).parent / "examples"


class Step(msgspec.Struct, forbid_unknown_fields=True):
    """One step: which example it is, what is done, what must be so afterwards; `printed` where the book differs."""

    say: str
    do: dict[str, Any] = {}
    expect: dict[str, Any] = {}
    rules: list[str] = []
    printed: str = ""


class Example(msgspec.Struct, forbid_unknown_fields=True):
    """A worked example: who is there, and what happens."""

    title: str
    step: list[Step]
    options: dict[str, str] = {}
    pc: list[dict[str, Any]] = []
    nc: list[dict[str, Any]] = []
    luck: int = 0


def load(path: Path) -> Example:
    """The example in a TOML file."""
    return msgspec.toml.decode(path.read_bytes(), type=Example)


def follow(example: Example) -> Sitting:
    """Play an example to its end, holding it to every figure that it tells."""
    table = Sitting("Ann", "Ben", "Cleo", **{name.replace("-", "_"): value for name, value in example.options.items()})
    for sheet, player in zip(example.pc, ("Ann", "Ben", "Cleo"), strict=False):
        table.pc(player, **sheet)
    table.play()
    for player in ("Ann", "Ben", "Cleo"):
        table.purse(player, example.luck)
    for sheet in example.nc:
        table.nc(**sheet)
    for step in example.step:
        found = act(table, dict(step.do)) if step.do else {}
        for what, wanted in step.expect.items():
            got = found[what] if what in found else state_of(table, what, wanted)
            assert got == wanted, f"{example.title}, {step.say}: {what} is {got}, not {wanted}"
    return table


def act(table: Sitting, deed: dict[str, Any]) -> dict[str, Any]:
    """Do one deed; what it led to, in words that examples use."""
    do = deed.pop("do")
    match do:
        case "face":
            table.face(deed["who"], *deed["foes"])
            return {}
        case "look":
            return look(table, deed)
        case "nc-act":
            pairing = table.pairing(deed["who"])
            nc, who = table.id(deed["nc"]), table.id(deed["who"])
            table.do("Gil", "nc-act", pairing=pairing.id, nc=nc, who=who, riposte=False)
            return {"tn": list(table.state.attacks.values())[-1].target.tn}
        case "reroll":
            test = next(iter(table.state.tests.values()))
            table.do(
                table.player(deed["who"]),
                "reroll",
                test=test.id,
                who=table.id(deed["who"]),
                die=deed["die"],
                faces=deed["faces"],
            )
            for id_ in tuple(table.state.tests):
                table.do("Gil", "let-stand", test=id_)
            return result(table.settled())
        case "gm":
            return gm(table, deed)
        case _:
            who = deed.pop("who")
            settled = table.test(who, do, **deed)
            if settled is None:
                return {}
            return result(settled) if type(settled).__name__ == "Settled" else result_of(settled)


def gm(table: Sitting, deed: dict[str, Any]) -> dict[str, Any]:
    """A button of the GM's; `who`, `nc` and `pairing` are told by name."""
    do = deed.pop("button")
    if "pairing" in deed:
        deed["pairing"] = table.pairing(deed["pairing"]).id
    for name in ("nc", "who"):
        if name in deed:
            deed[name] = table.id(deed[name])
    events = table.do("Gil", do, **deed)
    return {"tn": events[0].challenge.target.tn} if do == "nc-seize" else {}


def result_of(test: Any) -> dict[str, Any]:
    """A Test's numbers."""
    return {"total": test.total, "tn": test.target.tn, "modifier": test.total - test.natural}


def result(settled: Any) -> dict[str, Any]:
    """A settled Test's numbers."""
    return {**result_of(settled.test), "success": settled.success, "level": settled.level or ""}


def look(table: Sitting, deed: dict[str, Any]) -> dict[str, Any]:
    """What a player sees before rolling: the sum with what is tapped, the TN, what the dice must show, the chance."""
    who, tap, trait = deed["who"], deed.get("tap", []), deed.get("trait", "")
    bench = table.bench(who, deed["test"])
    chosen = {"trait": trait} if trait in {each.value for each in bench.taps if each.blank == "trait"} else {}
    worth = {each.label: each.adds for each in bench.taps if each.blank in BLANKS}
    lent = sum(each.adds for each in bench.taps if each.blank == "trait" and each.value == trait)
    modifier = bench.given + lent + sum(worth[name] for name in tap)
    row = next(row for row in bench.rows if row.at == modifier)
    choices = sorted(table.open(who, deed["test"], **chosen))
    needs = bench.tn - modifier
    return {"modifier": modifier, "tn": bench.tn, "needs": needs, "chance": row.chance, "choices": choices}


def state_of(table: Sitting, what: str, wanted: Any) -> Any:
    """Something about the table as it stands now."""
    match what:
        case "momentum":
            return {who: table.stand(who).momentum for who in wanted}
        case "bonus":
            return {who: table.stand(who).bonus for who in wanted}
        case "spent":
            return {who: [table.who(who).quality(q).name for q in table.who(who).spent] for who in wanted}
        case "penalties":
            return {who: {t: table.who(who).hurt(t) for t in traits} for who, traits in wanted.items()}
        case "stands":
            return {who: table.who(who).stands for who in wanted}
        case "out":
            return [nc.name for nc in table.state.ncs.values() if nc.out]
        case "stress":
            return {nc: table.npc(nc).stress for nc in wanted}
        case "rank":
            return {nc: table.npc(nc).now for nc in wanted}
        case "clues":
            return {nc: sum(clue.known for clue in table.npc(nc).clues) for nc in wanted}
        case "left":
            return sum(not nc.out and nc.name.startswith("Trooper") for nc in table.state.ncs.values())
        case "stunts":
            return {who: len(table.who(who).stunts) for who in wanted}
        case _:
            raise AssertionError(f"examples do not know {what!r}")
