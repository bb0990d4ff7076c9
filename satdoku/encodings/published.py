"""The published files: empty theories by every encoding, each with a page of explanation.

`write_all` reproduces the folder `encodings/` of the repository to the byte; the repository itself
holds the 4×4 boards, and the digests of all.

`cnf_encodings` lists the encodings, with the size of a board in each.

>>> [encoding.name for encoding in cnf_encodings("4x4") if encoding.clauses < 400]
['minimal']
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import cast

from ..board import STANDARD
from ..frozen import frozen
from ..layout import Layout, as_layout
from ..listing import Listing
from ..phrases import Numeral, Padded
from ..record_types import Natural, TypedDict
from ..theory import Theory
from .cnf.exactly_one import Encoding
from .cnf.registry import ENCODINGS
from .files.problem import Problem, cardinality_size
from .files.targets import TARGETS, ExportChoice

SIZES = (4, 9, 16)
#: Larger files are not published; they can be exported.
MOST_BYTES = 1_500_000
NATIVE_TARGETS = ("knf", "cnf+", "opb", "lp", "smtlib", "minizinc")


def write_all(folder: str, more: Mapping[str, str] | None = None) -> int:
    """Write every file below `folder`; return the number of files written.

    more: the texts of further files, by name.
    """
    root = Path(folder)
    records = []
    count = 1
    for name, text in (more or {}).items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
        records.append({"file": name, **_bytes_of(text)})
        count += 1
    for name, files, readme in pages():
        (root / name).mkdir(parents=True, exist_ok=True)
        (root / name / "README.md").write_text(readme)
        for record, text in files:
            (root / str(record["file"])).write_text(text)
            records.append(record)
        count += len(files) + 1
    manifest = {"command": "satdoku encodings --write encodings", "files": records}
    (root / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n")
    return count


def pages() -> Iterator[tuple[str, list[tuple[dict[str, object], str]], str]]:
    """Yield (folder, files with their records, page) of each encoding, and the native formats."""
    for encoding in ENCODINGS.values():
        files = list(_files(encoding.name, "dimacs", encoding))
        yield encoding.name, files, _encoding_page(encoding)
    native = [file for target in NATIVE_TARGETS for file in _files("native", target, None)]
    yield "native", native, _native_page()


def _files(
    folder: str, target: str, encoding: Encoding | None
) -> Iterator[tuple[dict[str, object], str]]:
    for size in SIZES:
        problem = Problem(Theory.of(Layout.of_size(size)))
        variables, clauses = _size(problem, encoding)
        if size > 9 and clauses > 40_000:
            continue
        text = ExportChoice(TARGETS[target], encoding).content(problem).decode()
        if len(text) <= MOST_BYTES:
            name = f"{folder}/{size}x{size}{TARGETS[target].suffix}"
            sizes = {"variables": variables, "constraints": clauses}
            yield {"file": name, **sizes, **_bytes_of(text)}, text


def _bytes_of(text: str) -> dict[str, object]:
    content = text.encode()
    return {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}


def _size(problem: Problem, encoding: Encoding | None) -> tuple[int, int]:
    if encoding:
        return encoding.size(problem.theory)
    return problem.theory.variable_count, cardinality_size(problem)


def _encoding_page(encoding: Encoding) -> str:
    rows = []
    for size in SIZES:
        theory = Theory.of(Layout.of_size(size))
        variables, clauses = encoding.size(theory)
        auxiliary = variables - theory.variable_count
        rows.append(f"| {size}×{size} | {variables:,} | {clauses:,} | {auxiliary:,} |")
    models = "Each completion is one model: enumeration needs no projection."
    if encoding.projects:
        models = (
            "Several models may stand for one completion: enumeration must project on the theory's "
            "variables (the first ones)."
        )
    propagation = "Unit propagation does not find all that follows from an exactly-one clause."
    if encoding.propagates:
        propagation = (
            "On each exactly-one clause, unit propagation finds all that follows: an asserted "
            "variable denies the others, and the last one left is asserted."
        )
    if encoding.name == "triads":
        propagation += " It finds locked candidates too."
    lines = [
        f"# {encoding.name}",
        "",
        f"The exactly-one clauses of Sudoku as CNF: {encoding.title}.",
        "",
        f"Source: {encoding.reference}.",
        "",
        "| board | variables | clauses | auxiliary variables |",
        "| --- | --- | --- | --- |",
        *rows,
        "",
        models,
        "",
        propagation,
        "",
        "The files hold the empty boards, without givens; givens are further unit clauses. On "
        "a board of size n, variable n·n·(r−1) + n·(c−1) + d says that the cell in row r, "
        "column c holds d; auxiliary variables follow.",
        "",
        "Each file is reproduced, to the byte, by",
        "",
        "```sh",
        f"satdoku export --layout 9x9 --encoding {encoding.name}",
        "```",
        "",
        "and all of them by `satdoku encodings --write encodings`. Checksums and counts are in "
        "`../manifest.json`.",
        "",
    ]
    return "\n".join(lines)


def _native_page() -> str:
    rows = [f"| `{TARGETS[t].suffix}` | {TARGETS[t].title} | `--to {t}` |" for t in NATIVE_TARGETS]
    return "\n".join(
        [
            "# native",
            "",
            "The exactly-one clauses of Sudoku for solvers that take them as they are, or nearly.",
            "",
            "| file | format | option |",
            "| --- | --- | --- |",
            *rows,
            "",
            "729 variables and 324 exactly-one clauses on the 9×9 board. KNF and CNF+ write each "
            "as a clause and an at-most-one constraint; OPB and LP as one sum; MiniZinc as "
            "all-different integers; SMT-LIB pairwise. CP-SAT protos depend on the version of "
            "OR-Tools and are not kept here: `satdoku export --to cpsat` writes them.",
            "",
            "Sources: Reeves, Heule and Bryant, From clauses to klauses, CAV 2024 (KNF); Liffiton "
            "and Maglalang, A cardinality solver, SAT 2012 (CNF+); Roussel and Manquinho, "
            "Input/output format of the pseudo-Boolean competition, 2012 (OPB).",
            "",
            "Propagation is the solver's; cardinality solvers find all that follows from a clause.",
            "",
            "Each file is reproduced, to the byte, by, for example,",
            "",
            "```sh",
            "satdoku export --layout 9x9 --to knf",
            "```",
            "",
            "and all of them by `satdoku encodings --write encodings`. Checksums and counts are in "
            "`../manifest.json`.",
            "",
        ]
    )


class EncodingRecord(TypedDict):
    """The size of an encoding on a board.

    propagates: whether unit propagation is as strong as the base rules. projects: whether auxiliary
    variables are left out when solutions are enumerated.
    """

    encoding: str
    variables: Natural
    clauses: Natural
    propagates: bool
    projects: bool
    title: str
    reference: str


@frozen
class Sized:
    """An encoding and its size on a board; the fields are the keys of `EncodingRecord`.

    >>> order = next(row for row in cnf_encodings("4x4") if row.name == "order")
    >>> order.variables, order.clauses, order.propagates
    (256, 768, True)
    """

    encoding: str
    variables: int
    clauses: int
    propagates: bool
    projects: bool
    title: str
    reference: str

    @property
    def name(self) -> str:
        """The encoding."""
        return self.encoding

    def record(self) -> EncodingRecord:
        """For JSON."""
        return cast(EncodingRecord, asdict(self))


def _sized(encoding: Encoding, theory: Theory) -> Sized:
    variables, clauses = encoding.size(theory)
    return Sized(
        encoding=encoding.name,
        variables=variables,
        clauses=clauses,
        propagates=encoding.propagates,
        projects=encoding.projects,
        title=encoding.title,
        reference=encoding.reference,
    )


def _shown(row: Sized) -> tuple[str, ...]:
    """Return the row of the table that people read."""
    return (
        row.name,
        Padded(Numeral(row.variables), 11),
        Padded(Numeral(row.clauses), 12),
        "yes" if row.propagates else "no",
        "projected" if row.projects else "as it is",
        row.title,
    )


def cnf_encodings(layout: Layout | str = STANDARD) -> Listing[Sized]:
    """Return every encoding as CNF, as `Sized`, with its size on the board.

    >>> next(row.clauses for row in cnf_encodings() if row.name == "pairwise")
    11988
    """
    board = as_layout(layout)
    theory = Theory.of(board)
    rows = tuple(_sized(encoding, theory) for encoding in ENCODINGS.values())
    shown = tuple(map(_shown, rows))
    columns = (
        "encoding",
        Padded("variables", 11),
        Padded("clauses", 12),
        "propagates",
        "enumeration",
        "what it is",
    )
    return Listing("encodings", columns, rows, shown, {"layout": board.name})
