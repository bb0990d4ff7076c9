"""A handful of operations over real sockets and pipes: the API, and tools for agents by both ways,
answer and refuse as in process (`test_doors.py`)."""

import asyncio
import json
import os
import subprocess
import sys
import urllib.error
from contextlib import contextmanager

import pytest

from satdoku.errors import SatdokuError
from satdoku.serving.operations import OPERATIONS, TOOLS
from tests.processes import running
from tests.serving.test_doors import BAD, GOOD, NINE
from tests.serving.test_serving_processes import asked, server

pytest.importorskip("mcp")
from mcp import Client, StdioServerParameters

#: Operations, all but `count` tools, too.
NAMES = ("solve", "count", "diagnose", "rate", "hint", "certify", "minimal")
PUZZLES = {**GOOD, **BAD, "nine": NINE}
REFUSED = "refused"
COMMAND = [sys.executable, "-m", "satdoku"]

pytestmark = pytest.mark.slow


def in_process(operation, puzzle):
    """The answer of an operation as JSON, or that it refuses."""
    try:
        return json.loads(json.dumps(operation.run({"puzzle": puzzle})))
    except SatdokuError:
        return REFUSED


def differing(ours, theirs):
    """The keys in which an answer differs from ours, but what it says that it cuts; or that one of
    them is refused."""
    if REFUSED in (ours, theirs):
        return [] if ours == theirs else [REFUSED]
    cut = theirs.get("cut", ())
    return [key for key in ours if key not in cut and ours[key] != theirs.get(key)]


def compared(operations, answers):
    """Where answers, by (operation, puzzle), differ from those in process."""
    told = {}
    for (name, which), theirs in answers.items():
        found = differing(in_process(operations[name], PUZZLES[which]), theirs)
        if found:
            told[name, which] = found
    return told


def test_the_api_answers_over_http_as_in_process():
    answers = {}
    with server("--workers", "1") as (_, address, _):
        for name in NAMES:
            for which, puzzle in PUZZLES.items():
                try:
                    answers[name, which] = asked(address, name, puzzle=puzzle)
                except urllib.error.HTTPError as error:
                    assert error.code in (400, 422), (name, which, error.read())
                    answers[name, which] = REFUSED
    assert not compared(OPERATIONS, answers)


@contextmanager
def by_pipes():
    yield StdioServerParameters(
        command=sys.executable, args=["-m", "satdoku", "mcp", "--workers", "1"], env=os.environ
    )


@contextmanager
def by_http():
    command = [*COMMAND, "mcp", "--port", "0", "--workers", "1"]
    with running(command, stdout=subprocess.PIPE, text=True) as serving:
        yield serving.stdout.readline().split()[1]


@pytest.mark.parametrize("way", [by_pipes, by_http])
def test_tools_answer_a_client_as_in_process(way):
    async def talk(address):
        answers = {}
        async with Client(address) as client:
            for name in TOOLS.keys() & {*NAMES}:
                for which, puzzle in PUZZLES.items():
                    found = await client.call_tool(name, {"puzzle": puzzle})
                    answer = REFUSED if found.is_error else found.structured_content
                    answers[name, which] = answer
        return answers

    with way() as address:
        answers = asyncio.run(talk(address))
    assert not compared(TOOLS, answers)
