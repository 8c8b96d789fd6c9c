"""What pages cost: the processor's time for every screen at a table after each command, and the bytes that travel.

    .venv/bin/python benchmarks/pages.py [--commands 600] [--tables 100] [--long 2000] [--log 10000]
                                         [--disk 5000] [--only GAME] [--profile GAME] [--quick] [--json]

Each game is played on from the end of its first demo, Modos 2 from a fight of five people, by what it waits for, with
a page of every seat open: the streams that pages are sent, without the sockets. After each command each stream makes
its message, and that is timed: thread time, so that other programs count for nobody. Everything is warm: templates
are compiled, as `moot serve` does when it starts, and one table is played before those that count. Tables are played
for 150 commands each, or until nobody has anything to do; figures are means over all of them.

Then pages of many tables, four at each, follow over HTTP: people press, 30 times a second at all tables together, and
what counts is when the last screen of the table has it; then each press as soon as the last is everywhere, and the rate
is one over the server's own time for a press; then 100 presses a second at twice as many tables. A first page is the
whole answer to a browser, a first visit that and all that it links to; things and forms are opened in turns as people
would. Flat is what a command with its pages, a first page and an opening cost at a table after a very long evening,
over one that has just begun, and the same where people have talked until the log has ten thousand entries; and what it
costs to find a table that lies on the disk among thousands, over one among ten. What is open is a thing and a form on
every page: kept true by the streams, or fetched again after each command. Memory is what 500 tables with four pages
each add to a process.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import json
import pstats

from page_costs.growth import flatness, long_log, on_disk, weigh, weighed
from page_costs.openings import kept_open
from page_costs.played import measure
from page_costs.presses import over_http

from moot import games
from moot.cli.server import quicker_turns, quieter_collector

STORED = 500
"""Tables whose memory is measured."""
TARGETS: dict[str, dict[str, float]] = {
    "modos": {"cpu_mean_ms": 6, "player_kb": 6.5},
    "wicked-age": {"cpu_mean_ms": 4, "cpu_p95_ms": 6, "rate": 170, "nine_first_kb": 30},
    "swords-edge": {"cpu_mean_ms": 6, "cpu_p95_ms": 10, "rate": 120, "nine_first_kb": 30},
    "perilous": {"twelve_cpu_ms": 12, "twelve_kb": 6.5, "nine_first_kb": 30},
}
"""At most, and for the rate at least; a game that is not named is held to nothing of its own."""
FOR_ALL: dict[str, float] = {
    "player_kb": 6.5, "guide_kb": 7, "first_guide_kb": 30, "first_later_kb": 50, "thing_p50_ms": 5, "thing_p99_ms": 25,
    "press_p50_ms": 15, "press_p99_ms": 30, "crowd_p50_ms": 15, "crowd_p99_ms": 50, "flat": 1.5, "flat_first": 1.5,
    "flat_open": 1.5, "flat_disk": 1.5, "log": 1.5, "log_first": 1.5, "log_open": 1.5,
}
"""At most, for every game."""


def verdict(game: str, name: str, value: float) -> str:
    target = {**FOR_ALL, **TARGETS.get(game, {})}.get(name)
    if target is None:
        return ""
    good = value >= target if name == "rate" else value <= target
    return f"{'pass' if good else 'MISS'} ({'>=' if name == 'rate' else '<='} {target:g})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--commands", type=int, default=600)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--long", type=int, default=2000, help="commands of the long evening")
    parser.add_argument("--log", type=int, default=10_000, help="entries of the long log")
    parser.add_argument("--disk", type=int, default=5000, help="tables on the disk")
    parser.add_argument("--profile", choices=games.names(), help="only show where the time of one game goes")
    parser.add_argument("--quick", action="store_true", help="only see that it runs; the numbers mean nothing")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--only", choices=games.names(), help="one game alone")
    parser.add_argument("--weigh", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    commands, tables, long, disk, stored = asked.commands, asked.tables, asked.long, asked.disk, STORED
    log = asked.log
    if asked.quick:
        commands, tables, long, disk, stored, log = 20, 2, 40, 30, 20, 200
    quieter_collector()
    quicker_turns()
    if asked.weigh:
        print(asyncio.run(weighed(asked.weigh, tables)))
        return
    if asked.profile:
        with cProfile.Profile() as profile:
            asyncio.run(measure(asked.profile, commands))
        pstats.Stats(profile).sort_stats("tottime").print_stats(45)
        return
    found = {}
    for game in (asked.only,) if asked.only else games.names():
        seen = asyncio.run(measure(game, commands))
        over_http(game, tables, max(20, commands), seen)
        seen.more["memory_mb"] = weigh(__file__, game, stored)
        seen.more |= asyncio.run(kept_open(game, min(commands, 150)))
        seen.flat = {**asyncio.run(flatness(game, long)), "flat_disk": asyncio.run(on_disk(game, disk))}
        seen.flat |= asyncio.run(long_log(game, log))
        found[game] = seen.figures()
    if asked.json:
        print(json.dumps({"figures": found, "targets": {game: {**FOR_ALL, **TARGETS.get(game, {})} for game in found}}))
        return
    for game, figures in found.items():
        print(game)
        for name, value in figures.items():
            print(f"  {name:18}{value:10.1f}   {verdict(game, name, value)}")


if __name__ == "__main__":
    main()
