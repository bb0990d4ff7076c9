"""The tools of agents: a real client of the Model Context Protocol asks each of them."""

import asyncio
import json
import os
import subprocess
import sys

import jsonschema
import pytest
from oracle import EASY
from processes import NEVER, running

from satdoku.cli.commands import COMMANDS
from satdoku.serving.operations import PREFIX, TOOLS, answer_schema

pytest.importorskip("mcp")
from mcp import Client, StdioServerParameters

from satdoku.serving import agents
from satdoku.serving.pool.worker import answer

PROPER, SEVERAL = "..1..23..4......", "12..34.........."
VARIANT = {"puzzle": "1...............", "layout": "4x4+killer:5:r1c1,r1c2"}
#: What each tool is asked, and what its text begins with or holds.
ASKED = [
    ("parse", {"puzzle": SEVERAL}, "1 2 . ."),
    ("parse", {"puzzle": VARIANT}, "1 . . ."),
    ("check", {"puzzle": PROPER}, "4 clues, proper, minimal"),
    ("check", {"puzzle": "1" + "." * 27 + "\n", "time_limit": 5}, ""),
    ("solve", {"puzzle": PROPER}, "="),
    ("diagnose", {"puzzle": "11.............."}, "2 givens"),
    ("hint", {"puzzle": PROPER}, "hidden single in a box: look at box 1"),
    ("hint", {"puzzle": PROPER, "entries": "2..............."}, "mistake: r1c1 cannot be 2"),
    ("hint", {"puzzle": PROPER, "show": "where"}, "hidden single in a box: look at box 1"),
    ("explain", {"puzzle": EASY}, "solved"),
    ("explain", {"puzzle": PROPER, "records": True, "verbosity": "all"}, "In box 1, 1 "),
    ("rate", {"puzzle": PROPER}, "1.2/1.2/1.2  beginner"),
    ("generate", {"layout": "4x4", "count": 2, "seed": 3}, ""),
    ("generate", {"layout": "4x4", "kind": "killer"}, ""),
    ("generate", {"layout": "4x4", "kind": "killer", "level": "beginner"}, ""),
    ("verify_steps", {"steps": "Naked Single => r1c1=3", "puzzle": PROPER}, "step 1 is wrong"),
    ("certify", {"puzzle": PROPER}, ""),
]
NO_STEPS = {"puzzle": PROPER, "layout": "4x4", "steps": []}
#: What is wrong, and what is said of it.
WRONG = [
    ("check", {}, "check needs a puzzle"),
    ("check", {"puzzle": 12}, "puzzle must be a string or an object"),
    ("check", {"puzle": PROPER, "puzzle": PROPER}, "unknown option 'puzle': did you mean puzzle?"),
    ("check", {"puzzle": "junk"}, "no puzzle found"),
    ("check", {"puzzle": PROPER, "time_limit": 1e9}, "time_limit 1000000000.0: at most 25"),
    ("solve", {"puzzle": PROPER, "limit": 0}, "limit 0: at least 1"),
    ("chekc", {"puzzle": PROPER}, "unknown tool 'chekc': did you mean check?"),
    ("generate", {"layout": "25x25"}, "the server makes puzzles on boards of"),
    ("generate", {"level": "heard"}, "did you mean hard?"),
    ("generate", {"level": "easy", "kind": "kiler"}, "did you mean killer?"),
    ("verify", {"certificate": {}}, ""),
    ("verify_steps", {}, "verify_steps needs steps"),
    (
        "verify_steps",
        {"steps": {"puzzle": PROPER, "layout": "4x4", "steps": []}},
        "nothing to verify",
    ),
    ("certify", {"puzzle": SEVERAL}, "not proper"),
]


class Here:
    """Answers in this process, for tests."""

    async def ask(self, client, name, arguments, seconds, say=lambda _: None):
        return answer(name, arguments)


def asked(*calls):
    """The results of calls of a client in memory."""

    async def ask():
        async with Client(agents.make_server(Here())) as client:
            return [await client.call_tool(name, arguments) for name, arguments in calls]

    return asyncio.run(ask())


def test_every_tool_answers_with_a_record_of_its_schema():
    results = asked(*[(name, arguments) for name, arguments, _ in ASKED])
    for (name, arguments, says), result in zip(ASKED, results, strict=True):
        assert not result.is_error or says == "", (name, result.content)
        if result.is_error:
            continue
        record = result.structured_content
        assert json.loads(result.content[0].text) == record
        jsonschema.validate(record, answer_schema(name))
        assert says in record.get("text", ""), (name, arguments)
    assert {name for name, _, _ in ASKED} | {"verify"} == set(TOOLS)


def test_a_certificate_goes_from_tool_to_tool():
    (made,) = asked(("certify", {"puzzle": PROPER, "claims": ["logic"]}))
    (judged,) = asked(("verify", {"certificate": made.structured_content}))
    assert judged.structured_content["outcome"] == "right"
    jsonschema.validate(judged.structured_content, answer_schema("verify"))


def test_what_explain_gives_is_verified():
    (made,) = asked(("explain", {"puzzle": PROPER}))
    (judged,) = asked(("verify_steps", {"steps": made.structured_content}))
    found = judged.structured_content
    assert found["right"] == len(made.structured_content["steps"]) > 0
    assert found["wrong"] == found["not_judged"] == 0


def test_what_is_wrong_is_one_line_of_the_tools_own():
    results = asked(*[(name, arguments) for name, arguments, _ in WRONG])
    for (name, arguments, says), result in zip(WRONG, results, strict=True):
        text = result.content[0].text
        assert says in text, (name, arguments)
        assert "\n" not in text
        assert result.is_error or name == "verify"


def test_an_answer_that_is_too_long_is_refused(monkeypatch):
    monkeypatch.setattr(agents, "MOST_ANSWERED", 100)
    (result,) = asked(("check", {"puzzle": PROPER}))
    assert result.is_error
    assert "characters, over 100" in result.content[0].text


def test_what_tools_take_and_give_is_told():
    async def listed():
        async with Client(agents.make_server(Here())) as client:
            return (await client.list_tools()).tools

    for tool in asyncio.run(listed()):
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        jsonschema.Draft202012Validator.check_schema(tool.output_schema)
        assert tool.annotations.read_only_hint
        assert tool.description.endswith((".", "?"))
    assert "mcp" in COMMANDS


def test_workers_know_tools_beside_operations():
    assert "marks" not in json.loads(answer(PREFIX + "check", json.dumps({"puzzle": PROPER})))


@pytest.mark.slow
def test_a_client_over_pipes_is_answered():
    server = StdioServerParameters(
        command=sys.executable, args=["-m", "satdoku", "mcp", "--workers", "1"],
        env=os.environ,
    )  # fmt: skip

    async def talk():
        async with Client(server) as client:
            right = await client.call_tool("check", {"puzzle": PROPER})
            wrong = await client.call_tool("check", {"puzzle": "junk"})
            after = await client.call_tool("rate", {"puzzle": PROPER})
            return right, wrong, after

    right, wrong, after = asyncio.run(talk())
    assert right.structured_content["proper"]
    assert wrong.is_error
    assert after.structured_content["label"] == "beginner"


@pytest.mark.slow
def test_a_client_over_http_is_answered_until_the_server_is_told_to_end():
    command = [sys.executable, "-m", "satdoku", "mcp", "--port", "0", "--workers", "1"]
    with running(command, stdout=subprocess.PIPE, text=True) as serving:
        address = serving.stdout.readline().split()[1]

        async def talk():
            async with Client(address) as client:
                return await client.call_tool("check", {"puzzle": PROPER})

        assert asyncio.run(talk()).structured_content["proper"]
        serving.terminate()
        assert serving.wait(NEVER) == 0


@pytest.mark.slow
def test_a_server_over_pipes_ends_when_it_is_told_to_or_left():
    command = [sys.executable, "-m", "satdoku", "mcp"]
    pipe = subprocess.PIPE
    with running(command, stdin=pipe, stdout=pipe) as serving:
        hello = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        serving.stdin.write(json.dumps(hello).encode() + b"\n")
        serving.stdin.flush()
        assert json.loads(serving.stdout.readline())["id"] == 1
        serving.terminate()
        assert serving.wait(NEVER) == 143
    with running(command, stdin=subprocess.DEVNULL) as left:
        assert left.wait(NEVER) == 0
