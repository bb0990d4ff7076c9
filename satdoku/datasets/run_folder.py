"""The folder of an unfinished run: stores the run's parameters and locks out other runs; and files
that are there only when they are complete.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import OutputError
from ..formats.opening import naming_file
from ..phrases import phrase
from ..record_types import Record
from ..workers.locks import hold

ASKED = "asked.json"


@contextmanager
def resumable(folder: Path, options: Record, resume: bool) -> Iterator[None]:
    """Lock the folder, which must be new or belong to a run with the same parameters.

    resume: whether an earlier run may be continued. Raises `OutputError` for any other folder. If
    the run fails before anything is done, the folder is deleted.
    """
    options_text = json.dumps(options)
    with naming_file(str(folder)):
        if folder.exists() and not (folder / ASKED).exists() and any(folder.iterdir()):
            raise OutputError(
                phrase(
                    "{folder!s} already exists, and is not from a run like this: remove it",
                    folder=folder,
                )
            )
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / ASKED).open("a+") as lock:
            if not hold(lock):
                raise OutputError(phrase("{folder!s}: another run is writing it", folder=folder))
            lock.seek(0)
            before = lock.read()
            if before and not resume:
                raise OutputError(
                    phrase(
                        "{folder!s} is left from an interrupted run: continue it with --resume, "
                        "or delete it",
                        folder=folder,
                    )
                )
            if before not in ("", options_text):
                raise OutputError(
                    phrase(
                        "{folder!s} is from a run with other options, or its files have changed "
                        "since: remove it, or choose another output",
                        folder=folder,
                    )
                )
            if not before:
                lock.write(options_text)
                lock.flush()
            try:
                yield
            except BaseException:
                if [path.name for path in folder.iterdir()] == [ASKED]:  # nothing done yet
                    shutil.rmtree(folder)
                raise


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """Yield another name to write a file under; it gets its own when it is complete."""
    aside = path.with_name(f".{path.name}")
    yield aside
    os.replace(aside, path)
