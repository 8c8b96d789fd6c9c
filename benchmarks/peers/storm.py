"""A process that besieges a server: `python -m peers.storm PORT SECONDS TABLE SECRET CONNECTIONS`.

It asks as fast as it is answered, each kind of attacker from an address of its own, and prints as one line of JSON how
many answers of which status each kind had.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count
from typing import TypeAlias

from peers.line import LOST, Line

AT_ONCE = 4
"""Lines by which each kind of attacker asks."""
HALF = b"GET / HTTP/1.1\r\nHost: x\r\nX-A: "
LONG = json.dumps({"id": "x", "command": {"do": "say", "text": ["x"] * 360_000}}).encode()
OPENING = json.dumps({"game": "wicked-age", "name": "Mallory", "title": "x" * 80}).encode()

Attack: TypeAlias = Callable[[Line, int], Awaitable[int]]


def attacks(table: str, secret: str) -> dict[str, Attack]:
    """Every kind of attack but silent connections. `table` is a long one, and `secret` that of a watcher there."""
    watcher, proof = f"moot_seat={secret}", f"Bearer {secret}"
    files = ("export.jsonl", "story.md", "story", "log")
    form, program = "application/x-www-form-urlencoded", "application/json"
    return {
        "exports": lambda line, n: line.ask("GET", f"/t/{table}/{files[n % 4]}", Cookie=watcher),
        "pages": lambda line, n: line.ask("GET", f"/t/{table}", Cookie=watcher),
        "bodies": lambda line, n: line.ask(
            "POST", f"/api/tables/{table}/commands", LONG, Authorization=proof, Content_Type=program
        ),
        "bodies without a seat": lambda line, n: line.ask(
            "POST", f"/api/tables/{table}/commands", LONG, Authorization="Bearer x", Content_Type=program
        ),
        "opens": lambda line, n: line.ask("POST", "/api/tables", OPENING, Content_Type=program),
        "tries": lambda line, n: line.ask("POST", "/try/wicked-age", b"seat=Martha", Content_Type=form),
        "guessed tables": lambda line, n: line.ask("GET", f"/t/guess{n}"),
        "guessed seats": lambda line, n: line.ask("GET", f"/t/{table}", Cookie=f"moot_seat=guess{n}"),
        "the home page": lambda line, n: line.ask("GET", "/"),
    }


async def asking(attack: Attack, line: Line, numbers: count[int], found: Counter[int]) -> None:
    """Attack by one line without end."""
    while True:
        found[await attack(line, next(numbers))] += 1


async def silent(port: int, found: Counter[int]) -> None:
    """Open a connection, begin a request, say no more, and do so again whenever it is closed."""
    while True:
        with suppress(*LOST):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(HALF)
            found[0] += 1
            await reader.read()
            writer.close()
        await asyncio.sleep(0.1)


async def storm(port: int, seconds: float, table: str, secret: str, connections: int) -> dict[str, Counter[int]]:
    found: dict[str, Counter[int]] = {"silent connections": Counter()}
    tasks = [asyncio.create_task(silent(port, found["silent connections"])) for _ in range(connections)]
    for host, (kind, attack) in enumerate(attacks(table, secret).items(), 1):
        found[kind], numbers = Counter(), count()
        for _ in range(AT_ONCE):
            line = Line(port, f"198.51.100.{host}")
            tasks.append(asyncio.create_task(asking(attack, line, numbers, found[kind])))
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return found


if __name__ == "__main__":
    os.nice(10)  # attackers have machines of their own: they are to take none of the server's
    _, port, seconds, table, secret, connections = sys.argv
    print(json.dumps(asyncio.run(storm(int(port), float(seconds), table, secret, int(connections)))))
