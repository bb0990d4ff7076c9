"""`python -m satdoku.kernels.codegen.webassembly -o FOLDER`: the kernels for browsers and Node.

The folder becomes the npm package `satdoku-kernels`: `kernels.wasm` (the level `wasm32`),
`layout.js` (what JavaScript must know to call it, all of it told by the Python that Python's own
calls use) and the sources of `satdoku/kernels/javascript/`. `npm pack` makes an archive of it.
"""

from __future__ import annotations

import argparse
import inspect
import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ... import __version__
from ...board import STANDARD
from ...record_types import Record
from ...theory import Theory
from ..any_theory.csr import ENDLESS
from ..canonical.form_kernel import shape_of
from ..kernel import KERNELS
from ..lockstep import guessing, minimizing, trials
from ..lockstep.bitboard import DESK, WORDS
from ..logic import found, state
from ..logic.path import CURSOR, LOGGED
from ..portable import Blobs
from ..propagation import searching
from ..propagation.board import WORK
from ..steps.paths import RatedFinder, finder_named
from ..steps.search_arrays import search_on
from ..struct_views import symbol_of
from .build import OBJECTS, Signatures, build
from .changed import digest_of_sources, sources_of, write_whole
from .linking import PREFIX
from .targets import WEB, CannotBuild

#: By the name of each scale, its rules by name, in order.
Scales = Mapping[str, Mapping[str, RatedFinder]]

SIZES = {
    "desk": DESK,
    "hand": WORDS,
    "stack": guessing.DEPTH * guessing.FRAME,
    "search": minimizing.SEARCH,
    "lane": trials.STATE,
    "cursor": CURSOR,
    "endless": str(ENDLESS),
}
STATUSES = {
    "solved": state.SOLVED,
    "stuck": state.STUCK,
    "broken": state.BROKEN,
    "unfinished": state.UNFINISHED,
}
#: What JavaScript reads of a search on masks: places, and the task of one that is complete.
MASKS = {
    "found": searching.FOUND,
    "task": searching.TASK,
    "over": searching.OVER,
    "down": searching.DOWN,
    "work": WORK,
}
#: What it reads of the log of a path: where it ends, and places of a step there.
STEPS = {
    "logged": LOGGED,
    "numbers": found.NUMBERS,
    "rule": found.RULE,
    "rating": found.RATING,
    "asserted": found.ASSERTIONS,
    "denied": found.DENIALS,
}
SOURCES = Path(__file__).parents[1] / "javascript"
#: In a source tree: where `serving` finds the package, built when it is wanted.
PACKAGE = OBJECTS.parent / "javascript"


def layout(kernels: Signatures, scales: Scales, labels: Mapping[str, int]) -> Record:
    """Return what JavaScript must know to call the kernels.

    kernels: by name its symbol and, by parameter, the types of `struct_views.passed`. sizes: of
    workspaces, for each lane or in all. labels: of ratings, each with its highest, in tenths.
    scales: the rules of each, and a search on the 9×9 board.
    """
    blobs = Blobs()
    theory = Theory.of(STANDARD)
    shape = shape_of(STANDARD)
    assert shape
    calls = {
        name: {"symbol": symbol_of(name, signature), "takes": _takes(name, signature)}
        for name, signature in sorted(kernels.items())
    }
    shape_told = blobs.described(shape)  # before the scales: blobs are numbered as they come
    labels_told = [{"name": name, "highest": tenths} for name, tenths in labels.items()]
    scales_told = {name: _scale(rules, theory, blobs) for name, rules in scales.items()}
    return {
        "lanes": WEB.levels[0].lanes,
        "kernels": calls,
        "sizes": SIZES,
        "statuses": STATUSES,
        "masks": MASKS,
        "steps": STEPS,
        "shape": shape_told,
        "labels": labels_told,
        "scales": scales_told,
        "blobs": blobs.all,
    }


def _takes(name: str, signature: tuple[Any, ...]) -> Record:
    """Return the type of each parameter; of a record, its name and fields."""
    parameters = inspect.signature(KERNELS[name].function).parameters
    return dict(zip(parameters, map(_type, signature), strict=True))


def _type(what: Any) -> Any:
    if isinstance(what, str):
        return what
    name, fields = what
    if name == "StepSearch":  # `scales` has it whole
        return "record"
    return {"fields": {field: _type(inner) for field, inner in fields}}


def _scale(rules: Mapping[str, RatedFinder], theory: Theory, blobs: Blobs) -> Record:
    explainer = any("kernels.explainer" in rule.finder for rule in rules.values())
    told = [
        {
            "name": name,
            "finder": finder_named(rule.finder).name,
            "mode": rule.mode,
            "tenths": rule.rating,
            "estimated": rule.estimated,
        }
        for name, rule in rules.items()
    ]
    return {"rules": told, "search": blobs.described(search_on(theory, explainer))}


def write_package(
    folder: Path, kernels: Signatures, scales: Scales, labels: Mapping[str, int]
) -> Path:
    """Write the npm package of these kernels, and return its folder; see `layout`.

    Higher layers know the kernels of techniques, the scales and the labels: `logic.kernel_list`
    hands them down. Raises `CannotBuild`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    compiled = folder / "kernels.wasm"
    if sources_of(compiled) != digest_of_sources():
        with TemporaryDirectory(prefix=PREFIX, dir=folder) as made:
            [library] = build(kernels, Path(made), WEB, WEB.levels)
            library.chmod(0o644)
            library.replace(compiled)
    told = json.dumps(layout(kernels, scales, labels), separators=(",", ":"))
    head = "// How the kernels are called, written by satdoku/kernels/codegen/webassembly.py."
    files = {path.name: path.read_text("utf-8") for path in SOURCES.iterdir()}
    files["package.json"] = files["package.json"].replace("0.0.0", __version__)
    for name, text in (files | {"layout.js": f"{head}\nexport default {told};\n"}).items():
        write_whole(folder / name, text.encode())
    return folder


def main(write: Callable[[Path], object]) -> None:
    """Write the package by this function, and print the path of each file."""
    parser = argparse.ArgumentParser(
        prog="python -m satdoku.kernels.codegen.webassembly",
        description="Write the npm package with the kernels as WebAssembly.",
    )
    parser.add_argument("-o", "--output", type=Path, default=PACKAGE, help=f"default: {PACKAGE}")
    output = parser.parse_args().output
    try:
        write(output)
    except (CannotBuild, OSError) as error:
        sys.exit(f"satdoku: kernels cannot be built: {error}")
    for path in sorted(output.iterdir()):
        print(path)


if __name__ == "__main__":
    from ...logic.kernel_list import write_package as write_all  # a program may call upward

    main(write_all)
