"""Data sets in databases: tables of SQLite, and folders that `datasets.save_to_disk` wrote."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from ...errors import ParseError
from ...phrases import phrase
from ...record_types import Record

#: Endings of files of SQLite.
SQLITE = ("db", "sqlite", "sqlite3")
#: The table that is written.
TABLE = "puzzles"
#: What a folder of `save_to_disk` has: of one split, of several.
STATE, SPLITS = "state.json", "dataset_dict.json"


def sqlite_rows(path: Path, known: Iterable[str]) -> Iterator[Record]:
    """Yield the rows of the first table with a column of these names, in the order in which they
    are stored; of a database with one table, its rows."""
    address = path.absolute().as_uri()
    with closing(sqlite3.connect(f"{address}?mode=ro", uri=True)) as base:
        base.row_factory = sqlite3.Row
        try:
            table = _with_puzzles(base, {*known})
            for row in base.execute(f"SELECT * FROM {_quoted(table)}"):
                yield dict(row)
        except sqlite3.Error as error:
            told = "not a database of SQLite that can be read: {error!s}"
            raise ParseError(phrase(told, error=error)) from None


def _with_puzzles(base: sqlite3.Connection, known: set[str]) -> str:
    listed = base.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
    tables: list[str] = [row["name"] for row in listed]
    for table in tables:
        columns = base.execute(f"SELECT * FROM {_quoted(table)} LIMIT 0").description
        names = {column[0].lower() for column in columns}
        if len(tables) == 1 or known & names:
            return table
    told = ", ".join(tables)[:200] or "none"
    problem = "no table has a column of puzzles: the tables are {tables!s}"
    raise ParseError(phrase(problem, tables=told))


def _quoted(name: str) -> str:
    doubled = name.replace('"', '""')
    return f'"{doubled}"'


def write_sqlite(path: Path, rows: Iterable[Record], columns: Sequence[str]) -> None:
    """Write rows as the one table of a database; lists as JSON."""
    path.unlink(missing_ok=True)
    names = ", ".join(map(_quoted, columns))
    places = ", ".join("?" * len(columns))
    values = ([_value(row[name]) for name in columns] for row in rows)
    with closing(sqlite3.connect(path)) as base, base:
        base.execute(f"CREATE TABLE {TABLE} ({names})")
        base.executemany(f"INSERT INTO {TABLE} VALUES ({places})", values)


def _value(value: Any) -> Any:
    if isinstance(value, list):
        return json.dumps(value, ensure_ascii=False)
    return value


def is_saved_folder(path: Path) -> bool:
    """Whether `datasets.save_to_disk` wrote this folder."""
    return (path / STATE).exists() or (path / SPLITS).exists()


def saved_files(path: Path) -> Iterator[Path]:
    """Yield the Arrow files of such a folder, split by split."""
    try:
        if (path / SPLITS).exists():
            for split in json.loads((path / SPLITS).read_text())["splits"]:
                yield from saved_files(path / split)
            return
        for file in json.loads((path / STATE).read_text())["_data_files"]:
            yield path / file["filename"]
    except (KeyError, TypeError, ValueError):
        told = "{path!s}: not a folder that datasets.save_to_disk wrote"
        raise ParseError(phrase(told, path=path)) from None
