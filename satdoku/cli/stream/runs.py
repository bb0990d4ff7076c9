"""What tells one run from another: who writes a file now, and what was asked when it was begun.

A file that is written is locked, so a second run is refused instead of mixing its answers in; the
system lets go of the lock however the first one ends. Beside a file that is not finished lies
FILE.run with the options and digests of the inputs: `--resume` goes on only with the same.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from typing import IO, Any

import click

from ...errors import OutputError
from ...locks import hold

#: Options that do not change the answers; and how many there are is seen by the answers.
FREE = ("resume", "output", "jobs", "count", "inputs")


def lock(file: IO[Any], name: str) -> None:
    """Hold an open file for this run; `OutputError` if another run does."""
    if not hold(file):
        raise OutputError(f"another run is writing {name}: wait for it, or give another --output")


def asked() -> dict[str, str]:
    """What this run was asked: its options and inputs, each in a few characters."""
    context = click.get_current_context(silent=True)
    if context is None:
        return {}
    told = {"command": context.info_name or ""}
    for name, value in sorted(context.params.items()):
        if name not in FREE:
            told["--" + name.replace("_", "-")] = repr(value)
    for number, source in enumerate(context.params.get("inputs") or (), 1):
        told[f"input {number}"] = _digest(source)
    return told


def _digest(source: str) -> str:
    """Of an input: its content; standard input and pipes can be read once only, and have none."""
    import hashlib  # which loads OpenSSL

    if os.path.isfile(source):
        with open(source, "rb") as file:
            return hashlib.file_digest(file, "blake2b").hexdigest()[:32]
    if source == "-" or os.path.exists(source):
        return "a stream"
    return hashlib.blake2b(source.encode(errors="replace")).hexdigest()[:32]


def begin(target: str) -> None:
    """Write down what the run that writes a file was asked."""
    with open(target + ".run", "w", encoding="utf-8") as file:
        json.dump(asked(), file, indent=1)


def compare(target: str, name: str) -> None:
    """`OutputError` where the run that began the file was asked something else."""
    try:
        with open(target + ".run", encoding="utf-8") as file:
            before = json.load(file)
    except (OSError, ValueError):
        return
    now = asked()
    changed = [what for what in sorted({*before, *now}) if before.get(what) != now.get(what)]
    if changed:
        raise OutputError(
            f"{name} holds other answers (it was begun with another {changed[0]}): give the same "
            "inputs and options as before, or leave out --resume"
        )


def finish(target: str) -> None:
    """The file is whole, or nothing is left to go on with."""
    with suppress(OSError):
        os.unlink(target + ".run")
