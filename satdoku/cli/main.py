"""The command `satdoku`: its subcommands, and how every error ends as one line and a status.

Exit status: 0 yes or done; 1 the honest no (no solution, not unique, not solvable by logic);
2 wrong usage, unreadable input, unwritable output, no answer in time; 70 a fault of satdoku itself;
130 interrupted (Ctrl-C); 143 terminated.
"""

from __future__ import annotations

import errno
import os
import sys
from typing import NoReturn

import click

from .. import __version__
from ..errors import GenerationError, Inconsistency, NoModel, SatdokuError
from . import signals
from .commands import COMPLETE, Commands, tell
from .messages import complain

#: The status of a fault of satdoku itself (EX_SOFTWARE of sysexits.h), and where its files are.
FAULT, PACKAGE = 70, os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
#: What click calls things, and what people do.
PLAINLY = {"not a valid integer range": "no whole number", "not a valid float range": "no number"}


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="satdoku")
def cli() -> None:
    """A Sudoku workbench: every puzzle is a theory of exactly-one clauses.

    INPUTS are files, "-" for standard input, or puzzles themselves. Puzzles are recognised in
    any usual shape: 81 characters in a line, or nine rows, with anything else around them.
    """
    tell()
    if os.environ.get("SATDOKU_LEVEL"):
        from ..kernels import library

        library.current()  # a wrong level is an error of every command


def main() -> NoReturn:
    """Run the command line and exit."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started us
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115
        getattr(sys, name).reconfigure(
            errors="backslashreplace"
        )  # a terminal may know few characters
    signals.arm()
    try:
        if asked := os.environ.get(COMPLETE):  # a shell asks what may follow
            from click.shell_completion import shell_complete

            end(shell_complete(cli, {}, "satdoku", COMPLETE, asked))
        # Not cli.main: that makes of Ctrl-C something else, and an empty line.
        with cli.make_context("satdoku", sys.argv[1:]) as context:
            status = cli.invoke(context)
        sys.stdout.flush()
        end(status if isinstance(status, int) else 0)
    except click.exceptions.Exit as done:
        end(done.exit_code)
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "satdoku"
        said = error.format_message().rstrip(".")
        for theirs, plain in PLAINLY.items():
            said = said.replace(theirs, plain)
        fail(f"{said} (see {command} --help)", 2)
    except click.ClickException as error:
        fail(error.format_message(), 2)
    except (Inconsistency, GenerationError, NoModel) as error:
        fail(str(error), 1)
    except SatdokuError as error:
        fail(str(error), 2)
    except (KeyboardInterrupt, click.Abort):
        signals.leave()
    except BrokenPipeError:
        end(0)
    except OSError as error:
        if error.errno == errno.EPIPE:
            end(0)
        name = f"{error.filename}: " if error.filename else ""
        fail(f"{name}{error.strerror or error}", 2)
    except Exception as error:  # nobody meant it: a fault of ours
        if os.environ.get("SATDOKU_TRACEBACK"):
            raise
        fail(fault(error), FAULT)


def fault(error: Exception) -> str:
    """What to say of an error that nobody meant: what, where in satdoku, and what to do."""
    import traceback

    frames = traceback.extract_tb(error.__traceback__)
    place = next((f for f in reversed(frames) if PACKAGE in f.filename), frames[-1])
    where = f"{os.path.basename(place.filename)}, line {place.lineno}, in {place.name}"
    said = str(error)[:200] or "no message"
    return (
        f"internal error: {type(error).__name__} ({said}) in {where}. No answer was produced. "
        "Please report it; SATDOKU_TRACEBACK=1 prints the traceback"
    )


def fail(problem: str, status: int) -> NoReturn:
    """Say what is wrong in one line, and exit."""
    if signals.came():
        signals.leave()
    complain(problem)
    end(status)


def end(status: int) -> NoReturn:
    """Exit; what could not be written to standard output by now is lost, and was said."""
    try:
        sys.stdout.flush()
    except OSError:
        # Python would try again at exit and print a traceback.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    signals.hear_no_more()
    sys.exit(status)
