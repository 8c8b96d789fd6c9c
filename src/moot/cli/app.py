"""The verbs, and what happens when one goes wrong."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError, Parameter

from moot import __version__
from moot.cli.exits import MEANINGS, Exit, ending
from moot.cli.rules import rules
from moot.cli.streams import mend

VERBS = {
    "serve": "Open the house: tables that people come to with a browser.",
    "play": "Play in this terminal, handing it round.",
    "demo": "Serve a table that is ready to be tried out.",
    "games": "The games that are installed.",
    "rules": "The rules of a game: looked up, searched, what stands on what.",
    "new": "Make a small game of your own, to change step by step.",
    "check": "Check a file that is meant for a game: is it good, or what is wrong?",
    "verify": "Check a log: its chain, its dice, its rules.",
    "replay": "See a log as it was at any entry.",
    "export": "Take a table's log or story out.",
    "back": "Make a link by which somebody comes back to their seat.",
    "import": "Put an exported log back on the shelf.",
}
"""Every verb, in the order of the help; each lives in the module of its name."""

_MODULES = {"import": "bring"}


def _app() -> App:
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
        if verb == "rules":  # an App of its own, since it has verbs of its own
            rules.sort_key = place
            app.command(rules, name=verb)
        else:
            module = _MODULES.get(verb, verb)
            app.command(f"moot.cli.{module}:{module}", name=verb, help=help_, help_epilogue="", sort_key=place)
    return app


def run(argv: Sequence[str] | None = None) -> int:
    """Run one command line and give its exit code; errors become one line on stderr."""
    mend()
    tokens = sys.argv[1:] if argv is None else list(argv)
    try:
        code = _app()(tokens, exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
        return int(code or 0)
    except CycloptsError as error:
        return _end(Exit.USAGE, " ".join(str(error).split()))
    except KeyboardInterrupt:
        return Exit.STOPPED
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else Exit.FINE
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # whoever read us went away
        return Exit.FINE
    except Exception as error:
        known = ending(error)
        if known is None:
            raise
        return _end(*known)


def _end(code: Exit, line: str) -> int:
    sys.stderr.write(f"moot: {line}\n")
    return code
