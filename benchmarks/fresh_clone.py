"""The README's first command in a fresh clone: `python benchmarks/fresh_clone.py [REVISION …]`.

It makes a virtual environment, installs, generates a puzzle and solves it. Revisions (default: HEAD
and cd9c3ba, the last one that compiled kernels when they were first used) take turns; the last one
is what the others are compared with. With --without-compiler no program but Python is found, so the
linker comes from PyPI. pip's cache should be filled: run it twice. Seconds by the clock and of
processor time, least of the rounds (--rounds N, default 1).
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from timing import row

ROOT = Path(__file__).parents[1]


def first_command(clone: Path) -> str:
    """The first command of the README."""
    found = re.search(r"```sh\n(.*?)\n```", (clone / "README.md").read_text(), re.DOTALL)
    assert found
    return found[1]


def processor_time() -> float:
    """Of all processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(revision: str, environment: dict[str, str]) -> tuple[float, float]:
    """(seconds by the clock, of processor time) of the command in a clone at a revision."""
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder, "satdoku")
        git = ["git", "-c", "advice.detachedHead=false"]
        subprocess.run([*git, "clone", "--quiet", "--shared", ROOT, clone], check=True)
        subprocess.run([*git, "checkout", "--quiet", revision], cwd=clone, check=True)
        start, before = time.perf_counter(), processor_time()
        done = subprocess.run(
            ["/bin/sh", "-c", first_command(clone)],
            cwd=clone,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        seconds, used = time.perf_counter() - start, processor_time() - before
        if done.returncode or not done.stdout.startswith("====="):
            raise SystemExit(f"{revision}: status {done.returncode}\n{done.stderr}")
        return seconds, used


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("revisions", nargs="*", default=["HEAD", "cd9c3ba"])
    parser.add_argument("--without-compiler", action="store_true")
    parser.add_argument("--rounds", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as programs:
        environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
        python = Path(sys.base_prefix, "bin", "python3")
        Path(programs, "python3").symlink_to(python)
        path = "" if given.without_compiler else os.pathsep + environment["PATH"]
        environment["PATH"] = programs + path
        turns = [
            [measure(revision, environment) for revision in given.revisions]
            for _ in range(given.rounds)
        ]
    least = [tuple(map(min, zip(*found, strict=True))) for found in zip(*turns, strict=True)]
    clock, used = least[-1]
    for revision, (seconds, processor) in zip(given.revisions, least, strict=True):
        row(f"{revision}: seconds by the clock", seconds, f"{seconds / clock:.2f} x", "s")
        row(f"{revision}: of processor time", processor, f"{processor / used:.2f} x", "s")


if __name__ == "__main__":
    main()
