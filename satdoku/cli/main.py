"""The command `satdoku`: its subcommands, and the conversion of errors to one line and a status.

Exit status: 0 yes or done; 1 a negative answer (no solution, not unique, not solvable by logic);
2 wrong usage, unreadable input, unwritable output, no answer in time; 70 an internal error;
130 interrupted (Ctrl-C); 143 terminated.
"""

from __future__ import annotations

import errno
import os
import re
import sys
from typing import NoReturn

import click

from .. import __version__
from ..errors import GenerationError, Inconsistency, NoModel, SatdokuError, TimeLimitReached
from ..phrases import Numeral, is_put_together, phrase
from ..plugins import LISTENERS
from ..rooms import ROOT, missing_folder, missing_room
from . import signals
from .commands import COMPLETE, Commands, tell
from .messages import SPEECH, complain, language_wanted

LISTENERS.append(complain)
#: The status of an internal error (EX_SOFTWARE of sysexits.h).
FAULT = 70
#: What click says, and the templates of the same.
PLAINLY = (
    (
        r"Invalid value for (?P<option>'.*?'|--[a-z-]+): (?P<problem>.*)",
        "Invalid value for {option!s}: {problem}",
    ),
    ("(?P<value>.*) is not a valid integer( range)?", "{value!s} is not a whole number"),
    ("(?P<value>.*) is not a valid float( range)?", "{value!s} is not a number"),
    (
        r"(?P<value>\S+) is not in the range (?P<least>\d+)<x<=(?P<most>\d+)",
        "{value!s} is out of range: give a number above {least}, up to {most}",
    ),
    (
        r"(?P<value>\S+) is not in the range (?P<least>\d+)<=x<=(?P<most>\d+)",
        "{value!s} is out of range: give {least} to {most}",
    ),
    ("(?P<value>'.*?') is not one of (?P<known>.*)", "{value!s} is not one of {known!s}"),
    (
        r"No such option '(?P<option>.*?)'\. Did you mean (?P<known>.*)\?",
        "No such option {option!s}. Did you mean {known!s}?",
    ),
    (
        r"No such option '(?P<option>.*?)'\. \(Possible options: (?P<known>.*)\)",
        "No such option {option!s}. Did you mean {known!s}?",
    ),
    ("No such option (?P<option>'.*')", "No such option {option!s}"),
    ("Missing option (?P<option>'.*')", "Missing option {option!s}"),
    ("Missing argument (?P<option>'.*')", "Missing argument {option!s}"),
    (
        r"Missing argument (?P<option>'\S*')\. Choose from:\s*(?P<known>.*)",
        "Missing argument {option!s}: choose {known!s}",
    ),
    ("Option (?P<option>'.*') requires an argument", "Option {option!s} requires an argument"),
    ("Option (?P<option>'.*') does not take a value", "Option {option!s} does not take a value"),
    (
        r"Got unexpected extra arguments? \((?P<words>.*)\)",
        "Got unexpected extra arguments ({words!s})",
    ),
    ("(File|Path) (?P<name>'.*') does not exist", "File {name!s} does not exist"),
    ("Directory (?P<name>'.*') does not exist", "Directory {name!s} does not exist"),
    ("File (?P<name>'.*') is a directory", "File {name!s} is a directory"),
    ("Directory (?P<name>'.*') is a file", "Directory {name!s} is a file"),
)


@click.group(
    cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
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

        library.current()  # an invalid level is an error in every command


def main() -> NoReturn:
    """Run the command line and exit."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the parent process
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115
        getattr(sys, name).reconfigure(
            errors="backslashreplace"
        )  # a terminal may support few characters
    signals.arm()
    SPEECH.language = language_wanted(sys.argv[1:])
    try:
        if shell := os.environ.get(COMPLETE):  # the shell requests completions
            from click.shell_completion import shell_complete

            end(shell_complete(cli, {}, "satdoku", COMPLETE, shell))
        # Not cli.main: it converts Ctrl-C to another exception and prints an empty line.
        with cli.make_context("satdoku", sys.argv[1:]) as context:
            status = cli.invoke(context)
        sys.stdout.flush()
        end(status if isinstance(status, int) else 0)
    except click.exceptions.Exit as done:
        end(done.exit_code)
    except click.exceptions.NoArgsIsHelpError as error:  # of a group of the user's own
        error.show()
        end(2)
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "satdoku"
        problem = plainly(error.format_message(), error.message)
        see = phrase("{problem} (see {command!s} --help)", problem=problem, command=command)
        fail(see, 2)
    except click.ClickException as error:
        fail(error.format_message(), 2)
    except SatdokuError as error:
        is_answer = isinstance(error, (Inconsistency, GenerationError, NoModel))
        in_time = not isinstance(error, TimeLimitReached)
        fail(str(error), 1 if is_answer and in_time else 2)
    except (KeyboardInterrupt, click.Abort):
        signals.leave()
    except BrokenPipeError:
        end(0)
    except OSError as error:
        if error.errno == errno.EPIPE:
            end(0)
        problem = error.strerror or str(error)
        if error.errno == errno.EISDIR:
            problem = "this is a folder: give a file"
        if error.filename:
            problem = phrase("{name!s}: {problem}", name=error.filename, problem=problem)
        fail(problem, 2)
    except ModuleNotFoundError as error:
        if folder := missing_folder(error):
            fail(str(missing_room("this needs", folder)), 2)
        report(error)
    except Exception as error:  # unexpected: an internal error
        report(error)


def plainly(text: str, own: str) -> str:
    """Return what click says of wrong usage in our words. own: the part of it that may be ours."""
    if text == own and is_put_together(own):
        return own
    text = " ".join(text.split())
    if not text.endswith(".."):  # an open range
        text = text.removesuffix(".")
    for pattern, template in PLAINLY:
        if match := re.fullmatch(pattern, text):
            fills = match.groupdict()
            if "problem" in fills:
                fills["problem"] = plainly(fills["problem"], own)
            for bound in fills.keys() & {"least", "most"}:
                fills[bound] = Numeral(int(fills[bound]))
            return phrase(template, **fills)
    return text


def report(error: Exception) -> NoReturn:
    """Report an internal error and exit; raise it where the traceback is wanted."""
    if os.environ.get("SATDOKU_TRACEBACK"):
        raise error
    fail(fault(error), FAULT)


def fault(error: Exception) -> str:
    """Return the message for an internal error: what happened, where in satdoku, and what to do."""
    import traceback

    frames = traceback.extract_tb(error.__traceback__)
    place = next((f for f in reversed(frames) if ROOT in f.filename), frames[-1])
    where = f"{os.path.basename(place.filename)}, line {place.lineno}, in {place.name}"
    message = str(error)[:200] or "no message"
    return phrase(
        "internal error: {error!s} ({message!s}) in {where!s}. No answer was produced. "
        "Please report it; SATDOKU_TRACEBACK=1 prints the traceback",
        error=type(error).__name__,
        message=message,
        where=where,
    )


def fail(problem: str, status: int) -> NoReturn:
    """Print the problem on one line and exit."""
    if signals.came():
        signals.leave()
    complain(problem)
    end(status)


def end(status: int) -> NoReturn:
    """Exit; output that could not be written by now is lost, which has been reported."""
    try:
        sys.stdout.flush()
    except OSError:
        # Otherwise Python would try again at exit and print a traceback.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    signals.hear_no_more()
    sys.exit(status)
