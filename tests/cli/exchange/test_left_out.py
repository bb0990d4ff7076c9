"""What a link says that was not understood is told in tables as in records, and read again."""

import csv
import json

from click.testing import CliRunner

from satdoku.cli.main import cli
from satdoku.formats.links.payloads import pack

GRID = [[{"value": 1, "given": True}, {}, {}, {}], [{}] * 4, [{}] * 4, [{}] * 4]
DRAWN = {"size": 4, "grid": GRID, "text": [{"cells": ["R1C1"], "value": "5"}]}
LINK = f"https://f-puzzles.com/?load={pack(json.dumps(DRAWN))}"


def run(*arguments):
    result = CliRunner().invoke(cli, list(map(str, arguments)))
    assert result.exit_code in (0, 1), result.output
    return result.stdout


def test_a_table_has_a_column_for_what_was_left_out(tmp_path):
    links = tmp_path / "links.csv"
    links.write_text(f"id,puzzle\na,{LINK}\n", encoding="utf-8")
    table = tmp_path / "table.csv"
    run("convert", links, table)
    with table.open(encoding="utf-8", newline="") as file:
        [row] = csv.DictReader(file)
    assert (row["id"], row["left_out"]) == ("a", "drawn: text")
    again = json.loads(run("convert", "--to", "json", table))
    assert again["left_out"] == ["drawn: text"]
