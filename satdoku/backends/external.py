"""Any DIMACS solver as a program: write the CNF, run the command, read its `s` and `v` lines.

The file's name replaces `{cnf}` in the command, or is appended; `{out}` is a file to which solvers
like minisat write their model (added automatically for minisat and glucose); `{seed}` is the seed.
Exit status 10 is satisfiable, 20 unsatisfiable; clasp's 30 combines "found" and "no more".

The theory's clauses are written once and kept as text; each call adds the givens in front. What a
program prints of its decisions, conflicts, propagations and restarts is read, where it does.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from ..encodings.cnf.registry import encoding_named, usual_encoding
from ..encodings.files import dimacs
from ..encodings.models import read_model
from ..errors import DecodeError, EngineError
from ..phrases import phrase
from ..theory import Theory, Variables
from ..workers.interrupts import held_back
from ..workers.process import seconds_of, usual_environment
from .base import (
    Backend,
    Capabilities,
    Clock,
    Completion,
    Completions,
    ProcessorClock,
    Statistics,
    WrongModel,
)

#: Programs that do not print the model but write it to a second file.
WRITES_MODEL = ("minisat", "glucose", "glucose-simp", "minisat_core")


#: What programs call their statistics, in lines such as "c decisions: 12" (CaDiCaL, Kissat,
#: CryptoMiniSat), "decisions : 12" (MiniSat, Glucose), "Choices : 12" (clasp), "c 12 decisions"
#: (picosat).
COUNTED = {"decisions": "decisions", "choices": "decisions", "conflicts": "conflicts",
           "propagations": "propagations", "restarts": "restarts"}  # fmt: skip
STATISTIC = re.compile(
    r"^(?:c\s+)?(?:(?P<name>[a-z]+)\s*:?\s+(?P<number>\d+)"
    r"|(?P<count>\d+)\s+(?P<what>[a-z]+))\b",
    re.MULTILINE | re.IGNORECASE,
)


class External(Backend):
    """A command such as "cadical -q", run once for each completion."""

    capabilities = Capabilities("units")

    def __init__(
        self, theory: Theory, command: str, encoding: str | None = None, seed: int = 0
    ) -> None:
        super().__init__(theory)
        self.name, self.seed = command, seed
        #: The clauses of the theory as text, once they were needed.
        self._text: str | None = None
        self.encoding = encoding_named(encoding or usual_encoding(theory))
        self.words = shlex.split(command)
        if not self.words or not shutil.which(self.words[0]):
            missing = self.words[0] if self.words else command
            raise EngineError(
                phrase(
                    "no program {name!r} on the PATH: install it, or give its path", name=missing
                )
            )
        program = Path(self.words[0]).name
        if "{cnf}" not in command:
            self.words += ["{cnf}", "{out}"] if program in WRITES_MODEL else ["{cnf}"]

    def find(self, assertions: Sequence[int], limit: int | None, clock: Clock) -> Completions:
        blocked: list[Variables] = []
        with _folder() as folder:
            while len(blocked) != limit:
                start = time.perf_counter()
                model = self._run(folder, tuple(assertions), blocked, clock)
                self.statistics.seconds += time.perf_counter() - start
                if model is None:
                    return
                blocked.append(tuple(-variable for variable in self.theory.on_board(model)))
                yield model

    def load(self) -> None:
        """Write the clauses, and measure how long the program takes for a problem of one clause:
        hardly more than its start."""
        self._theory_text()
        seconds = []
        with _folder() as folder, suppress(EngineError):
            (folder / "problem.cnf").write_text("p cnf 1 1\n1 0\n")
            for _ in range(3):
                start = time.perf_counter()
                self._execute(self._command(folder), Clock(None))
                seconds.append(time.perf_counter() - start)
            self.start_seconds = min(seconds)
        self.statistics = Statistics()

    def _theory_text(self) -> str:
        if self._text is None:
            text = io.StringIO()
            dimacs.write_clauses(self.encoding.clauses(self.theory), text)
            self._text = text.getvalue()
        return self._text

    def _command(self, folder: Path) -> list[str]:
        names = {
            "{cnf}": str(folder / "problem.cnf"),
            "{out}": str(folder / "model.txt"),
            "{seed}": str(self.seed),
        }
        command = self.words
        for mark, name in names.items():
            command = [word.replace(mark, name) for word in command]
        return command

    def _run(
        self, folder: Path, givens: Variables, blocked: list[Variables], clock: Clock
    ) -> Completion | None:
        cnf, out = folder / "problem.cnf", folder / "model.txt"
        out.unlink(missing_ok=True)
        self.statistics.calls += 1
        start = time.perf_counter()
        variables, count = self.encoding.size(self.theory)
        with cnf.open("w") as stream:
            # The header counts what comes before the theory's text, which is the same for all
            # calls.
            stream.write(f"p cnf {variables} {count + len(givens) + len(blocked)}\n")
            dimacs.write_clauses(((given,) for given in givens), stream)
            dimacs.write_clauses(blocked, stream)
            stream.write(self._theory_text())
        self.statistics.writing += time.perf_counter() - start
        status, printed, complaint = self._execute(self._command(folder), clock)
        self._count(printed)
        verdict = _verdict(status, printed)
        if verdict is None:
            lines = (complaint or printed).strip().splitlines()
            if status == 0:
                raise EngineError(
                    phrase(
                        "{name!r} is not a DIMACS solver: it printed no 's' line", name=self.name
                    )
                )
            said = "{name!s} ended with status {status!s}"
            problem = phrase(said, name=self.name, status=status)
            if lines:
                problem = phrase("{problem}: {error!s}", problem=problem, error=lines[-1][:120])
            raise EngineError(problem)
        if verdict == "contradiction":
            raise EngineError(
                phrase(
                    "{name!s} printed an 's' line that contradicts its exit status {status!s}",
                    name=self.name,
                    status=status,
                )
            )
        if verdict == "unsatisfiable":
            return None
        return self._verified(out.read_text() if out.exists() else _model_lines(printed), givens)

    def _execute(self, command: list[str], clock: Clock) -> tuple[int, str, str]:
        """Return (exit status, standard output, standard error); end all processes in any case."""
        process = None
        try:
            with held_back():  # an interrupt here would leave a program that nobody can stop
                process = _Program(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    text=True,
                    errors="replace",
                    start_new_session=True,
                    env=usual_environment(),
                )
            printed, complaint = _communicate(process, clock)
            self.statistics.processor += process.processor
            self.statistics.memory = max(self.statistics.memory, process.memory)
        except OSError as error:
            raise EngineError(
                phrase("cannot run {name!s}: {error!s}", name=self.name, error=error.strerror)
            ) from None
        except BaseException as stop:
            with held_back():
                if process:
                    with suppress(ProcessLookupError):
                        os.killpg(process.pid, signal.SIGKILL)
                    process.wait()
            if isinstance(stop, subprocess.TimeoutExpired):
                raise clock.over() from None
            raise
        return process.returncode, printed, complaint

    def _count(self, printed: str) -> None:
        """Read the statistics that a program prints."""
        for match in STATISTIC.finditer(printed):
            if name := COUNTED.get((match["name"] or match["what"]).lower()):
                number = int(match["number"] or match["count"])
                setattr(self.statistics, name, getattr(self.statistics, name) + number)
                counted = dict.fromkeys([*self.capabilities.counts, name])
                self.capabilities = Capabilities("units", tuple(counted))

    def _verified(self, text: str, givens: Variables) -> Completion:
        """Return the completion that the solver claims; raise `WrongModel` if it is not one."""
        try:
            literals = read_model(text.splitlines())
        except DecodeError as error:
            raise EngineError(
                phrase(
                    "{name!s} printed no model that can be read: {error}",
                    name=self.name,
                    error=error,
                )
            ) from None
        true = {v for v in literals if 0 < v <= self.theory.variable_count}
        if violated := self.theory.violation(true):
            raise WrongModel(
                phrase(
                    "{name!s} printed a model that violates {clause!s}",
                    name=self.name,
                    clause=violated[0],
                )
            )
        if not true.issuperset(givens):
            raise WrongModel(
                phrase("{name!s} printed a model without one of the givens", name=self.name)
            )
        return tuple(sorted(true))


class _Program(subprocess.Popen[str]):
    """A program of which we learn, when it ends, what it used (not on Windows).

    processor: seconds, of its children as well. memory: bytes, the most at a time; 0 if that is
    less than our own, which the system counts as the program's when it starts.
    """

    processor, memory = 0.0, 0

    def _try_wait(self, flags: int) -> tuple[int, int]:
        """Do what `Popen` does, by another call of the system."""
        import resource  # not on Windows, where this is not called

        try:
            pid, status, used = os.wait4(self.pid, flags)
        except ChildProcessError:
            return self.pid, 0
        if pid:
            self.processor = used.ru_utime + used.ru_stime
            if used.ru_maxrss > resource.getrusage(resource.RUSAGE_SELF).ru_maxrss:
                self.memory = used.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
        return pid, status


def _communicate(process: _Program, clock: Clock) -> tuple[str, str]:
    """Return what the program prints (standard output, standard error).

    Raises `subprocess.TimeoutExpired` when the clock is over, `TimeLimitReached` if it was before.
    """
    if not isinstance(clock, ProcessorClock):
        return process.communicate(timeout=clock.left)
    before = clock.of_programs
    while True:
        try:
            printed = process.communicate(timeout=clock.left)
        except subprocess.TimeoutExpired:
            used = seconds_of(process.pid)
            if used is None:
                raise
            clock.of_programs = before + used
        else:
            clock.of_programs = before + process.processor
            return printed


@contextmanager
def _folder() -> Iterator[Path]:
    """Yield a temporary folder that is removed in any case."""
    with held_back():
        folder = tempfile.TemporaryDirectory(prefix="satdoku-")
    try:
        yield Path(folder.name)
    finally:
        with held_back():
            folder.cleanup()


def _verdict(status: int, printed: str) -> str | None:
    """Combine the exit status and the `s` line to a verdict; None if neither gives one."""
    by_status = {10: "satisfiable", 30: "satisfiable", 20: "unsatisfiable"}.get(status)
    found = re.search(r"^(?:s )?(UN)?SATISFIABLE\s*$", printed, re.MULTILINE)
    by_line = None
    if found:
        by_line = "unsatisfiable" if found[1] else "satisfiable"
    if status not in (0, 10, 20, 30):
        return None
    if by_status and by_line and by_status != by_line:
        return "contradiction"
    return by_status or by_line


def _model_lines(printed: str) -> str:
    return "\n".join(line for line in printed.splitlines() if line == "v" or line[:2] == "v ")
