"""The verbs, and what happens when one goes wrong."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError, Parameter
from cyclopts.exceptions import UnusedCliTokensError

from moot import __version__
from moot.cli.exits import MEANINGS, Exit, ending
from moot.cli.rules import rules
from moot.cli.streams import mend
from moot.cli.tables import tables

VERBS = {
    "serve": "Serve tables that people come to with a browser.",
    "play": "Play in this terminal, which people pass round.",
    "demo": "Serve a table that is ready to try.",
    "games": "List the games that are installed.",
    "rules": "Look rules of a game up, search them, see what stands on what.",
    "new": "Make a small game of your own, to change step by step.",
    "check": "Check a file that is meant for a game, and say what is wrong.",
    "verify": "Check a log: its chain, its dice, its rules.",
    "replay": "Show a log as it was at any entry.",
    "export": "Write a table's log or story to a file.",
    "back": "Make a link by which somebody comes back to their seat.",
    "import": "Put an exported log back on the shelf.",
    "tables": "List the tables on the shelf, put them away, delete them.",
    "backup": "Copy all tables into a folder, also while Moot serves.",
    "restore": "Bring back the tables of a backup.",
    "completion": "Write what lets a shell complete verbs and options.",
}
"""Every verb, in the order of the help; each lives in the module of its name."""

EXAMPLES: dict[str, tuple[str, ...]] = {
    "serve": ("moot serve --lan", "moot serve --data /var/lib/moot --base-url https://moot.example.org"),
    "play": ("moot play wicked-age Gil Ann Ben --log evening.moot", "moot play swords-edge --auto 50 --seed 7"),
    "demo": ("moot demo swords-edge", "moot demo wicked-age camp --lan"),
    "games": ("moot games --json",),
    "rules": (
        "moot rules wicked-age --search bargain",
        "moot rules swords-edge SE-LUCK-06",
        "moot rules impact wicked-age WA-DICE-05",
    ),
    "new": ("moot new odds-and-evens --folder games/odds-and-evens",),
    "check": ("moot check swords-edge cavern.toml", "moot check swords-edge notes --format swords-edge-paper --json"),
    "verify": ("moot verify evening.moot", "moot verify evening.moot anns-copy.moot --json"),
    "replay": ("moot replay evening.moot --to 40 --seat Ann", "moot replay evening.moot --state --json"),
    "export": ("moot export k7m2p9qa --out evening.moot", "moot export k7m2p9qa --story --seat Ann --out story.md"),
    "back": ("moot back k7m2p9qa", "moot back k7m2p9qa --seat Ann --base-url https://moot.example.org"),
    "import": ("moot import evening.moot",),
    "tables": ("moot tables", "moot tables archive k7m2p9qa", "moot tables delete k7m2p9qa --yes"),
    "backup": ("moot backup /var/backups/moot/monday", "moot backup latest --force --data /var/lib/moot"),
    "restore": ("moot restore /var/backups/moot/monday --data /var/lib/moot --force",),
    "completion": ("moot completion bash > ~/.local/share/bash-completion/completions/moot",),
}
"""Command lines to copy, for the help of each verb."""

_MODULES = {"import": "bring"}
_APPS = {"rules": rules, "tables": tables}
"""Those that have verbs of their own."""


def command_line() -> App:
    """The whole command line, no verb of it loaded yet."""
    codes = "\n".join(f"{code.value:>5}  {meaning}" for code, meaning in MEANINGS.items())
    app = App(
        name="moot",
        help="Role-playing games of conflict, negotiation and consequence.",
        help_epilogue=f"Exit codes:\n{codes}",
        help_format="plaintext",
        help_formatter="plain",
        default_parameter=Parameter(negative_bool=()),
        version=__version__,
    )
    for place, (verb, help_) in enumerate(VERBS.items()):
        examples = "\n".join(("Examples:", *(f"  {example}" for example in EXAMPLES[verb])))
        if verb in _APPS:
            _APPS[verb].sort_key, _APPS[verb].help_epilogue = place, examples
            app.command(_APPS[verb], name=verb)
        else:
            module = _MODULES.get(verb, verb)
            app.command(f"moot.cli.{module}:{module}", name=verb, help=help_, help_epilogue=examples, sort_key=place)
    return app


def run(argv: Sequence[str] | None = None) -> int:
    """Run one command line and give its exit code; errors become one line on stderr."""
    mend()
    tokens = sys.argv[1:] if argv is None else list(argv)
    try:
        code = command_line()(tokens, exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
        return int(code or 0)
    except CycloptsError as error:
        return _end(Exit.USAGE, _misread(error))
    except KeyboardInterrupt:
        return Exit.STOPPED
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else Exit.FINE
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader of our output went away
        return Exit.FINE
    except Exception as error:
        known = ending(error)
        if known is None:
            raise
        return _end(*known)


def _misread(error: CycloptsError) -> str:
    """What is wrong with a command line, on one line."""
    if isinstance(error, UnusedCliTokensError):
        verb, left = " ".join(error.command_chain or ()), shlex.join(error.unused_tokens or ())
        return f"`moot {verb}` takes nothing more, so what is {left}? `moot {verb} --help` lists what it takes."
    return " ".join(str(error).split())


def _end(code: Exit, line: str) -> int:
    sys.stderr.write(f"moot: {line}\n")
    return code
