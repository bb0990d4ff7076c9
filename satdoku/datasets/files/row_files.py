"""Write rows as files: Parquet with nested steps, JSON Lines, CSV, SQLite, and arrays for trainers.

The arrays are described in `trainer_arrays.py`, which reads them back.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from ...formats.parquet import import_parquet
from ...grouping import in_blocks
from ...layout import Layout
from ...record_types import Record
from ..actions import ctc_record
from .databases import write_sqlite
from .records import bench_row, gym_record, trajectory_record

#: The columns of a row without steps.
COLUMNS = (
    "puzzle", "solution", "clues", "layout", "group", "rating", "estimated", "label",
    "hardest_rule", "techniques",
)  # fmt: skip
#: File extension of each format with rows.
ROW_FILES = {
    "parquet": ".parquet", "jsonl": ".jsonl", "csv": ".csv", "trajectories": ".parquet",
    "gym": ".jsonl", "bench": ".jsonl", "ctc": ".jsonl", "sqlite": ".sqlite",
    "questions": ".jsonl",
}  # fmt: skip
#: Number of rows held in memory, and per Parquet row group: about 100 MB with steps.
GROUP = 1024
#: Formats whose rows are records of another project.
RECORDS = {
    "gym": gym_record, "bench": bench_row, "ctc": ctc_record, "trajectories": trajectory_record,
}  # fmt: skip


#: The forms of pictures of boards.
PICTURES = ("none", "svg", "png")


class RowColumns(NamedTuple):
    """What rows have beside the usual columns. languages: of the text of steps, beside English."""

    traces: bool
    negatives: bool = False
    languages: tuple[str, ...] = ()
    pictures: str = PICTURES[0]

    def names(self) -> list[str]:
        """Return the names of all columns."""
        found = [*COLUMNS]
        if self.traces:
            found.append("steps")
        if self.pictures != PICTURES[0]:
            found.append("picture")
        return found


def write_rows(path: Path, rows: Iterator[Record], form: str, columns: RowColumns) -> None:
    """Write rows in a format of `ROW_FILES`, one group at a time; the output is deterministic."""
    if form in RECORDS:
        record_of = RECORDS[form]
        rows = (record_of(row, row["group"]) for row in rows)
    if ROW_FILES[form] == ".parquet":
        kinds = trajectories() if form == "trajectories" else schema(columns)
        with import_parquet().ParquetWriter(path, kinds, compression="zstd") as writer:
            for group in in_blocks(rows, GROUP):
                writer.write_table(_table(group, kinds))
        return
    if form == "sqlite":
        write_sqlite(path, rows, columns.names())
        return
    with path.open("w", encoding="utf-8", newline="") as stream:
        if form == "csv":
            writer = csv.DictWriter(stream, columns.names(), lineterminator="\n")
            writer.writeheader()
            for row in rows:
                writer.writerow({**row, "techniques": "; ".join(row["techniques"])})
            return
        for row in rows:
            line = json.dumps(row, ensure_ascii=False)
            stream.write(f"{line}\n")


def trajectories() -> Any:
    """Return the columns of trajectories, with their types."""
    arrow = _arrow()
    text = arrow.string()
    kinds = dict.fromkeys(("source", "question", "answer"), text)
    kinds["rating"] = arrow.float32()
    kinds["estimated"] = arrow.bool_()
    kinds["trajectory"] = arrow.list_(text)
    kinds["num_steps"] = arrow.int32()
    kinds["strategies"] = arrow.list_(text)
    return arrow.schema(list(kinds.items()))


def table_of(rows: Sequence[Record], traces: bool) -> Any:
    """Return rows as an Arrow table."""
    kinds = schema(RowColumns(traces))
    return _table(list(rows), kinds)


def _table(rows: list[Record], kinds: Any) -> Any:
    return _arrow().Table.from_pylist(rows, schema=kinds)


def schema(columns: RowColumns) -> Any:
    """Return the columns of Parquet files, with their types."""
    arrow = _arrow()
    text = arrow.string()
    short = arrow.list_(arrow.int16())
    rating = arrow.float32()
    kinds = dict.fromkeys(COLUMNS, text)
    kinds["clues"] = arrow.int16()
    kinds["group"] = arrow.int64()
    kinds["rating"] = rating
    kinds["estimated"] = arrow.bool_()
    kinds["techniques"] = arrow.list_(text)
    if columns.traces:
        step = {
            "rule": text,
            "name": text,
            "rating": rating,
            "estimated": arrow.bool_(),
            "asserted": short,
            "denied": short,
            "clauses": arrow.list_(arrow.int32()),
            "text": text,
        }
        for language in columns.languages:
            step[f"text_{language}"] = text
        if columns.negatives:
            step["wrong"] = arrow.int16()
        kinds["steps"] = arrow.list_(arrow.struct(list(step.items())))
    if columns.pictures == "svg":
        kinds["picture"] = text
    if columns.pictures == "png":  # as data sets of Hugging Face hold pictures
        kinds["picture"] = arrow.struct([("bytes", arrow.binary()), ("path", text)])
    return arrow.schema(list(kinds.items()))


def _arrow() -> Any:
    import_parquet()
    import pyarrow

    return pyarrow


class BoardRows(NamedTuple):
    """Rows as arrays: boards and solutions (N × cells digits), and the group of each row."""

    boards: np.ndarray
    grids: np.ndarray
    groups: np.ndarray


def write_arrays(
    folder: Path, split: str, parts: Iterator[BoardRows], form: str, layout: Layout, rows: int
) -> None:
    """Write the rows of a split in the format hrm (a folder) or satnet (.npz). rows: how many."""
    if form == "hrm":
        own = folder / split
        own.mkdir(exist_ok=True)
        write_hrm(own, parts, layout, rows)
        return
    none = np.zeros((0, layout.cell_count), np.uint8)
    kept = [BoardRows(none, none, np.zeros(0, np.int64)), *parts]
    boards, grids, _ = (np.concatenate(columns) for columns in zip(*kept, strict=True))
    features = _one_hot(boards, layout.size)
    labels = _one_hot(grids, layout.size)
    np.savez_compressed(folder / f"{split}.npz", features=features, labels=labels)


def _one_hot(boards: np.ndarray, n: int) -> np.ndarray:
    """Return boards as N × n × n × n: a one at each digit, nothing at a blank."""
    blank = np.zeros((1, n), np.uint8)
    digits = np.eye(n, dtype=np.uint8)
    hot = np.concatenate([blank, digits])
    tensors: np.ndarray = hot[boards].reshape(len(boards), n, n, n)
    return tensors


def write_hrm(folder: Path, parts: Iterator[BoardRows], layout: Layout, rows: int) -> None:
    """Write a folder in the format of the HRM and TRM trainers, as the parts come; the rows of a
    group are adjacent."""
    shape = (rows, layout.cell_count)
    one = np.uint8(1)
    last = -1
    done = 0
    starts = [np.zeros(0, np.int32)]
    with (
        _array_file(folder / "all__inputs.npy", shape) as inputs,
        _array_file(folder / "all__labels.npy", shape) as labels,
    ):
        for part in parts:
            boards = part.boards + one
            boards.tofile(inputs)
            grids = part.grids + one
            grids.tofile(labels)
            steps = np.diff(part.groups, prepend=last)
            begun = np.flatnonzero(steps) + done
            starts.append(begun.astype(np.int32))
            last = part.groups[-1]
            done += len(part.groups)
    end = np.array([rows], np.int32)
    groups = np.concatenate([*starts, end])
    arrays: dict[str, np.ndarray] = {
        "puzzle_identifiers": np.zeros(rows, np.int32),
        "puzzle_indices": np.arange(rows + 1, dtype=np.int32),
        "group_indices": groups,
    }
    for name, array in arrays.items():
        np.save(folder / f"all__{name}.npy", array)
    table_rows = {
        "seq_len": layout.cell_count,
        "vocab_size": layout.size + 2,
        "pad_id": 0,
        "ignore_label_id": 0,
        "blank_identifier_id": 0,
        "num_puzzle_identifiers": 1,
        "total_groups": len(groups) - 1,
        "mean_puzzle_examples": 1,
        "total_puzzles": rows,
        "sets": ["all"],
    }
    description = folder / "dataset.json"
    text = json.dumps(table_rows)
    description.write_text(text)
    identifiers = folder / "identifiers.json"
    identifiers.write_text('["<blank>"]')


@contextmanager
def _array_file(path: Path, shape: tuple[int, int]) -> Iterator[BinaryIO]:
    """Open a NumPy file for the bytes of an array of this shape."""
    with path.open("wb") as file:
        header = {"descr": "|u1", "fortran_order": False, "shape": shape}
        np.lib.format.write_array_header_1_0(file, header)
        yield file


#: Codes of strategies in solving orders: singles, and techniques that eliminate candidates.
GIVEN, LONE_SINGLE, HIDDEN_SINGLE = 0, 2, 3
STRATEGIES = {
    "naked single": LONE_SINGLE, "naked pair": 4, "naked triple": 5, "pointing": 6, "claiming": 6,
    "locked candidates": 6, "XY-wing": 7, "unique rectangle": 8, "unique loop": 8,
}  # fmt: skip


def write_orders(folder: Path, split: str, rows: Iterator[Record], layout: Layout) -> None:
    """Write the solving orders of the rows of a split, one below the other."""
    parts = [np.zeros((0, 1 + 4 * layout.cell_count), np.int32)]
    for block in in_blocks(rows, GROUP):
        orders = [_order(row, layout) for row in block]
        parts.append(np.array(orders, np.int32))
    np.save(folder / f"{split}.npy", np.concatenate(parts))


def _order(row: Record, layout: Layout) -> list[int]:
    """Return the number of givens, then (row, column, value, strategy) per cell, givens first."""
    n = layout.size
    numbers = [row["clues"]]
    symbols = "." + layout.symbols
    for cell, mark in enumerate(row["puzzle"]):
        if mark == ".":
            continue
        numbers += divmod(cell, n)
        numbers += (symbols.index(mark), GIVEN)
    for cell, digit, rules in row["order"]:
        codes = [STRATEGIES[rule] for rule in rules if rule in STRATEGIES]
        strategy = max(codes, default=HIDDEN_SINGLE)
        numbers += divmod(cell, n)
        numbers += (digit, strategy)
    return numbers
