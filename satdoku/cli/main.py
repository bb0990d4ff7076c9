"""The command `satdoku`: its subcommands, and how every error ends as one line and a status.

Exit status: 0 yes or done; 1 the honest no (no solution, not unique, not solvable by logic);
2 wrong usage, unreadable input, unwritable output; 130 interrupted.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
from typing import NoReturn

import click

from .. import __version__
from ..errors import GenerationError, Inconsistency, NoModel, SatdokuError
from . import (
    canon,
    certify,
    check,
    compare,
    count,
    decode,
    diagnose,
    encodings,
    engines,
    explain,
    export,
    generate,
    hint,
    minimize,
    rate,
    selfcheck,
    solve,
    verify,
    verify_steps,
    warm_up,
)
from .messages import complain


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="satdoku")
def cli() -> None:
    """A Sudoku workbench: every puzzle is a theory of exactly-one clauses.

    INPUTS are files, "-" for standard input, or puzzles themselves. Puzzles are recognised in
    any usual shape: 81 characters in a line, or nine rows, with anything else around them.
    """


for module in (
    solve,
    generate,
    minimize,
    check,
    count,
    explain,
    hint,
    rate,
    verify_steps,
    diagnose,
    certify,
    verify,
    canon,
    export,
    decode,
    engines,
    encodings,
    compare,
    selfcheck,
    warm_up,
):
    cli.add_command(module.command)


def main() -> NoReturn:
    """Run the command line and exit."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started us
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115
        getattr(sys, name).reconfigure(
            errors="backslashreplace"
        )  # a terminal may know few characters
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        status = cli.main(prog_name="satdoku", standalone_mode=False)
        sys.stdout.flush()
        end(status if isinstance(status, int) else 0)
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "satdoku"
        fail(f"{error.format_message().rstrip('.')} (see {command} --help)", 2)
    except click.ClickException as error:
        fail(error.format_message(), 2)
    except (Inconsistency, GenerationError, NoModel) as error:
        fail(str(error), 1)
    except SatdokuError as error:
        fail(str(error), 2)
    except (KeyboardInterrupt, click.Abort):
        fail("interrupted", 130)
    except BrokenPipeError:
        end(0)
    except OSError as error:
        if error.errno == errno.EPIPE:
            end(0)
        name = f"{error.filename}: " if error.filename else ""
        fail(f"{name}{error.strerror or error}", 2)


def fail(problem: str, status: int) -> NoReturn:
    """Say what is wrong in one line, and exit."""
    complain(problem)
    end(status)


def end(status: int) -> NoReturn:
    """Exit; what could not be written to standard output by now is lost, and was said."""
    try:
        sys.stdout.flush()
    except OSError:
        # Python would try again at exit and print a traceback.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.exit(status)
