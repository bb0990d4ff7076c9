"""The tools of agents: a real client of the Model Context Protocol asks each of them."""

import asyncio
import base64
import json
import os
import re
import subprocess
import sys

import jsonschema
import pytest

from satdoku.cli.commands import COMMANDS
from satdoku.serving.operations import PREFIX, TOOLS, answer_schema
from tests.oracle import EASY
from tests.processes import NEVER, running

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
    ("count", {"puzzle": SEVERAL}, ""),
    ("steps", {"puzzle": PROPER}, "In box 1, 1 "),
    ("rate", {"puzzle": PROPER}, "1.2/1.2/1.2  beginner"),
    ("generate", {"layout": "4x4", "count": 2, "seed": 3}, ""),
    ("generate", {"layout": "4x4", "kind": "killer"}, ""),
    ("generate", {"layout": "4x4", "kind": "killer", "level": "beginner"}, ""),
    ("verify-steps", {"steps": "Naked Single => r1c1=3", "puzzle": PROPER}, "step 1 is wrong"),
    ("certify", {"puzzle": PROPER}, ""),
    ("true-candidates", {"puzzle": SEVERAL}, ""),
    ("additions", {"puzzle": SEVERAL}, "unique with r"),
    ("repairs", {"puzzle": "11.............."}, "r1c1=1"),
    ("numbers", {"puzzle": VARIANT, "rule": 0}, "solution"),
    ("minimal", {"puzzle": EASY}, "removed"),
    ("convert", {"puzzle": VARIANT, "to": "line"}, ""),
    ("kinds", {}, "killer (cage, killer cage, "),
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
    ("verify-steps", {}, "verify-steps needs steps"),
    (
        "verify-steps",
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
    assert {name for name, _, _ in ASKED} | {"verify", "picture", "print"} == set(TOOLS)


@pytest.mark.room("printing")
def test_a_picture_is_an_image():
    (made,) = asked(("picture", {"puzzle": VARIANT}))
    assert made.content[0].mime_type == "image/png"
    assert base64.b64decode(made.content[0].data).startswith(b"\x89PNG")


@pytest.mark.room("printing")
def test_a_page_is_a_file():
    (made,) = asked(("print", {"puzzle": VARIANT, "title": "Five"}))
    page = made.content[0].resource
    assert page.mime_type == "application/pdf"
    assert base64.b64decode(page.blob).startswith(b"%PDF")


def test_sentences_come_before_masks_and_names_have_one_style():
    """Also within steps; a name with _ still finds its tool."""
    names = [name for name in TOOLS if not re.fullmatch("[a-z]+(-[a-z]+)*", name)]
    assert names == []
    told, judged = asked(
        ("explain", {"puzzle": PROPER, "whole": True}),
        ("verify_steps", {"steps": "Naked Single => r1c1=3", "puzzle": PROPER}),
    )
    record = told.structured_content
    assert next(iter(record)) == "text"
    assert list(record)[-1] == "candidates"
    assert {next(iter(step)) for step in record["steps"]} == {"text"}
    assert not judged.is_error


def test_long_answers_are_cut_and_say_how_to_go_on():
    """Each part is short, and the parts together are the whole."""
    whole, *parts = asked(
        ("explain", {"puzzle": EASY, "whole": True, "verbosity": "all"}),
        ("explain", {"puzzle": EASY, "verbosity": "all"}),
    )
    steps, first = [], 1
    everything = whole.structured_content
    assert len(whole.content[0].text) > 5 * agents.SHORT
    while True:
        (part,) = asked(("explain", {"puzzle": EASY, "verbosity": "all", "from": first}))
        found = part.structured_content
        assert len(part.content[0].text) <= 1.2 * agents.SHORT
        steps += found["steps"]
        if "steps" not in found["cut"]:
            break
        first += len(found["steps"])
        assert f"from={first}" in found["cut"]["steps"]
    assert steps == everything["steps"]
    assert parts[0].structured_content["text"].split("\n")[0] in everything["text"]


def test_ten_tasks_from_start_to_end():
    """What agents do: each answer goes into the next tool."""

    async def work():
        async with Client(agents.make_server(Here())) as client:

            async def call(name, **arguments):
                result = await client.call_tool(name, arguments)
                assert not result.is_error, (name, result.content[0].text)
                return result.structured_content

            # 1: read a puzzle and judge it. 2: teach a step, with its lesson.
            read = await call("parse", puzzle=f"# mine\n{EASY}")
            record = {"puzzle": read["puzzle"], "layout": read["layout"]}
            assert (await call("check", puzzle=record))["proper"]
            told = await call("hint", puzzle=record, show="what")
            name = told["technique"].replace(" ", "%20") if told.get("technique") else "X-wing"
            lesson = await client.read_resource(f"satdoku://lesson/{name}")
            assert "Why:" in lesson.contents[0].text
            # 3: the path, checked by the judge. 4: a certificate, checked.
            path = await call("explain", puzzle=record, whole=True)
            assert (await call("verify-steps", steps=path))["wrong"] == 0
            proof = await call("certify", puzzle=record)
            assert (await call("verify", certificate=proof))["outcome"] == "right"
            # 5: mend a typed digit. 6: make a killer unique by its own clues.
            wrong = "6" + EASY[1:]
            slip = (await call("repairs", puzzle=wrong))["slips"][0]
            assert "".join(map(str, slip["cells"])).replace("0", ".") == EASY.replace("0", ".")
            cages = "4x4+killer:r1c1,r1c2+killer:4:r1c3,r2c3+killer:9:r2c1,r2c2,r3c1"
            open_ = {"puzzle": ".............3..", "layout": f"{cages}+killer:r4c3,r4c4,r3c4"}
            clues = (await call("additions", puzzle=open_))["clues"][0]
            rules = open_["layout"].split("+")
            rules[1 + clues["replaced"][0]] = clues["clues"][0]
            made = {"puzzle": open_["puzzle"], "layout": "+".join(rules)}
            assert (await call("check", puzzle=made))["proper"]
            # 7: the other sums of that cage. 8: how hard it is. 9: a file, read again.
            sums = await call("numbers", puzzle=made, rule=clues["replaced"][0])
            assert [1 for _, count in sums["numbers"] if count == 1]
            assert (await call("rate", puzzle=made))["rating"]
            text = (await call("convert", puzzle=made, to="json"))["text"]
            assert (await call("parse", puzzle=text))["rules"] == rules[1:]
            # 10: make a puzzle of a kind and level, minimal.
            new = await call("generate", layout="4x4", kind="killer", level="beginner")
            assert (await call("minimal", puzzle=new["puzzles"][0]))["puzzle"]

    asyncio.run(work())


@pytest.mark.room("printing")
def test_a_puzzle_that_was_made_is_looked_at():
    """The last task of agents; the picture is a sheet, which the room of printing sets."""

    async def work():
        async with Client(agents.make_server(Here())) as client:
            wanted = {"layout": "4x4", "kind": "killer", "level": "beginner"}
            new = (await client.call_tool("generate", wanted)).structured_content
            drawn = await client.call_tool("picture", {"puzzle": new["puzzles"][0]})
            assert drawn.content[0].type == "image"

    asyncio.run(work())


def test_tools_are_told_briefly_and_schemas_and_prompts_are_there_to_read():
    async def read():
        async with Client(agents.make_server(Here())) as client:
            told = (await client.list_tools()).tools
            size = sum(len(tool.model_dump_json(exclude_none=True)) for tool in told)
            names = [str(one.uri) for one in (await client.list_resources()).resources]
            schema = await client.read_resource("satdoku://schema/check")
            prompts = (await client.list_prompts()).prompts
            texts = [
                (await client.get_prompt(one.name, {"puzzle": EASY})).messages[0].content.text
                for one in prompts
            ]
            return size, names, json.loads(schema.contents[0].text), texts

    size, names, schema, texts = asyncio.run(read())
    assert size < 20_000
    assert "satdoku://lesson/X-wing" in names and len(names) > 100
    assert schema == answer_schema("check")
    assert len(texts) >= 3 and all(EASY in text for text in texts)


def test_a_certificate_goes_from_tool_to_tool():
    (made,) = asked(("certify", {"puzzle": PROPER, "claims": ["logic"]}))
    (judged,) = asked(("verify", {"certificate": made.structured_content}))
    assert judged.structured_content["outcome"] == "right"
    jsonschema.validate(judged.structured_content, answer_schema("verify"))


def test_what_explain_gives_is_verified():
    (made,) = asked(("explain", {"puzzle": PROPER, "whole": True}))
    (judged,) = asked(("verify-steps", {"steps": made.structured_content}))
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
        jsonschema.Draft202012Validator.check_schema(answer_schema(tool.name))
        assert tool.annotations.read_only_hint
        assert tool.description.endswith((".", "?"))
    assert "mcp" in COMMANDS


def test_workers_know_tools_beside_operations():
    assert "marks" not in json.loads(answer(PREFIX + "check", json.dumps({"puzzle": PROPER})))


@pytest.mark.slow
def test_a_client_over_pipes_is_answered():
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "satdoku", "mcp", "--workers", "1"],
        env=os.environ,
    )

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
