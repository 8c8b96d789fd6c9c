"""`moot completion SHELL`: what lets a shell complete the verbs and their options."""

from __future__ import annotations

import sys
from typing import Literal

from moot.cli.exits import Exit


def completion(shell: Literal["bash", "zsh", "fish"], /) -> int:
    """Write the completion script of a shell to the terminal; the page on the command line says where it goes.

    Parameters
    ----------
    shell
        The shell.
    """
    from moot.cli.app import command_line

    sys.stdout.write(command_line().generate_completion(shell=shell))
    return Exit.FINE
