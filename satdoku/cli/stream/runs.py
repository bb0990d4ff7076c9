"""Distinguish runs: which one is writing a file, and with which options it was started.

A file being written is locked, so a second run is refused instead of mixing in its answers; the
system releases the lock however the first one ends. Next to an unfinished file, FILE.run stores the
options and digests of the inputs: `--resume` requires the same.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from typing import IO, Any

import click

from ...errors import OutputError
from ...workers.locks import hold

#: Options that do not change the answers, and the one whose effect shows in the number of answers.
FREE = ("resume", "output", "jobs", "count", "inputs")


def lock(file: IO[Any], name: str) -> None:
    """Lock an open file for this run; raise `OutputError` if another run holds the lock."""
    if not hold(file):
        raise OutputError(f"another run is writing {name}: wait for it, or give another --output")


def run_settings() -> dict[str, str]:
    """Return the options and inputs of this run, each in a few characters."""
    context = click.get_current_context(silent=True)
    if context is None:
        return {}
    settings = {"command": context.info_name or ""}
    for name, value in sorted(context.params.items()):
        if name not in FREE:
            settings["--" + name.replace("_", "-")] = repr(value)
    for number, source in enumerate(context.params.get("inputs") or (), 1):
        settings[f"input {number}"] = _digest(source)
    return settings


def _digest(source: str) -> str:
    """Return the digest of an input; none for standard input and pipes, which can be read only
    once."""
    import hashlib  # imported here because it loads OpenSSL

    if os.path.isfile(source):
        with open(source, "rb") as file:
            return hashlib.file_digest(file, "blake2b").hexdigest()[:32]
    if source == "-" or os.path.exists(source):
        return "a stream"
    return hashlib.blake2b(source.encode(errors="replace")).hexdigest()[:32]


def begin(target: str) -> None:
    """Record the options of the run that writes a file."""
    with open(target + ".run", "w", encoding="utf-8") as file:
        json.dump(run_settings(), file, indent=1)


def compare(target: str, name: str) -> None:
    """Raise `OutputError` if the run that began the file had other options."""
    try:
        with open(target + ".run", encoding="utf-8") as file:
            before = json.load(file)
    except (OSError, ValueError):
        return
    now = run_settings()
    changed = [what for what in sorted({*before, *now}) if before.get(what) != now.get(what)]
    if changed:
        raise OutputError(
            f"{name} holds other answers (it was started with another {changed[0]}): give the same "
            "inputs and options as before, or leave out --resume"
        )


def finish(target: str) -> None:
    """Remove the record: the file is complete, or nothing is left to resume."""
    with suppress(OSError):
        os.unlink(target + ".run")
