"""A Model Context Protocol server: `operations.TOOLS` for agents, over standard input and output or
HTTP.

A worker process answers each call and is killed when it exceeds its time or memory limit; errors
are returned as tool errors in one line. An answer of more than `SHORT` characters is cut: its
longest list or text is given in part, and the key `cut` says how to ask for more (`from`), or for
everything (`whole`). Lessons, kinds of rules and schemas of answers are resources; a few tasks are
prompts.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import quote, unquote

import mcp_types as types
import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from .. import __version__
from ..errors import PuzzleError, SatdokuError
from ..phrases import phrase
from ..record_types import Record
from ..suggest import meant
from .answering.validation import Operation, checked
from .operations import PREFIX, TOOLS, answer_schema
from .pool.worker import RequestRefused
from .pool.worker_pool import Crew, Limits
from .web.running import WebServer, at_the_end, listening

#: Maximum number of characters in the arguments of a call, and in an answer.
MOST_ASKED, MOST_ANSWERED = 2_000_000, 1_000_000
#: Number of characters of an answer unless more is asked for.
SHORT = 4_000
#: Tools whose answers are taken by others, so they are never cut.
WHOLE = ("certify", "convert", "picture", "print", "parse")
#: What is said of the puzzle of a tool.
READ = {"description": "The record of `parse`, or any text or link of one puzzle."}
#: Keys of the masks of a position, after all else.
MASKS = ("candidates",)
#: Options that every tool has, beside its own.
RANGE = {
    "from": {"type": "integer", "minimum": 1, "default": 1,
             "description": "First entry of a long answer."},
    "whole": {"type": "boolean", "default": False, "description": "The answer in full."},
}  # fmt: skip
#: The tasks that are offered as prompts: name, what it does, the text.
PROMPTS = (
    ("teach", "Teach me the next step of this puzzle.",
     "Read this Sudoku with `parse`, then give me a hint with `hint`: first where to look, then, "
     "when I ask, what and why. Explain the technique with the resource satdoku://lesson/NAME. "
     "Never tell me a digit that I did not ask for.\n\n{puzzle}"),
    ("review", "Review a puzzle that I set.",
     "Judge this puzzle as an editor would: `check` (unique, minimal), `rate` (how hard, and the "
     "hardest step), `explain` (the break-in). If it has no solution, use `repairs`; if it has "
     "several, `additions`; name the change that you would make.\n\n{puzzle}"),
    ("prove", "Prove what is claimed of a puzzle.",
     "Certify with `certify` that this puzzle has exactly one solution, check the certificate with "
     "`verify`, and say in two sentences what was proved.\n\n{puzzle}"),
)  # fmt: skip
INSTRUCTIONS = (
    "Sudoku and its variants, exactly: parse any puzzle first, and hand its record "
    '{"puzzle", "layout"} to the others. Cells are r1c1 to r9c9. No answer is a guess.'
)


def make_server(crew: Crew) -> Server[Any]:
    """Return a server whose tool calls are answered by a crew of workers."""

    async def list_tools(context: Any, params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=tools())

    async def call_tool(context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        try:
            text = await answered(crew, params.name, params.arguments or {})
        except (SatdokuError, RequestRefused) as error:
            content = types.TextContent(type="text", text=str(error))
            return types.CallToolResult(content=[content], is_error=True)
        record = json.loads(text)
        if "base64" in record:
            return types.CallToolResult(content=[_drawn(record)])
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=text)], structured_content=record
        )

    async def list_resources(context: Any, params: Any) -> types.ListResourcesResult:
        found = [types.Resource(name=name, uri=uri) for uri, name in resources().items()]
        return types.ListResourcesResult(resources=found)

    async def read_resource(
        context: Any, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        uri = str(params.uri)
        text = resource(uri)
        return types.ReadResourceResult(contents=[types.TextResourceContents(uri=uri, text=text)])

    async def list_prompts(context: Any, params: Any) -> types.ListPromptsResult:
        puzzle = types.PromptArgument(
            name="puzzle", description="Any text or link that holds one puzzle.", required=True
        )
        prompts = []
        for name, what, _ in PROMPTS:
            prompts.append(types.Prompt(name=name, description=what, arguments=[puzzle]))
        return types.ListPromptsResult(prompts=prompts)

    async def get_prompt(
        context: Any, params: types.GetPromptRequestParams
    ) -> types.GetPromptResult:
        known = {name: text for name, _, text in PROMPTS}
        text = known[meant(params.name, known, "prompt")]
        asked = text.format(puzzle=(params.arguments or {}).get("puzzle", ""))
        content = types.TextContent(type="text", text=asked)
        return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=content)])

    return Server(
        "satdoku",
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_read_resource=read_resource,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
    )


def _drawn(record: Record) -> types.ContentBlock:
    """Return a picture or a page."""
    data = record["base64"]
    if record["to"] == "png":
        return types.ImageContent(type="image", data=data, mime_type="image/png")
    page = types.BlobResourceContents(
        uri="satdoku://page.pdf", blob=data, mime_type="application/pdf"
    )
    return types.EmbeddedResource(type="resource", resource=page)


def tools() -> list[types.Tool]:
    """Return the tools with their input schemas; those of their answers are resources, since they
    are long. All tools are read-only."""
    found = []
    for tool in TOOLS.values():
        hints = types.ToolAnnotations(
            read_only_hint=True, idempotent_hint=True, open_world_hint=False
        )
        schema = _input_schema(tool)
        found.append(
            types.Tool(
                name=tool.name,
                description=tool.sentence,
                input_schema=schema,
                annotations=hints,
            )
        )
    return found


def _input_schema(tool: Operation) -> Record:
    """Return the schema of a tool's arguments; `parse` alone offers what is done in reading, and
    the others take its record. Every tool takes a language, but an agent translates for itself."""
    own = tool.schema()
    properties = dict(own["properties"])
    del properties["language"]
    if tool.name != "parse":
        for name in ("ignore_rules", "rules_from_text"):
            properties.pop(name, None)
        if "puzzle" in properties:
            properties["puzzle"] = READ | {"type": properties["puzzle"]["type"]}
    if tool.name not in WHOLE:
        properties |= RANGE
    return own | {"properties": properties}


def resources() -> dict[str, str]:
    """Return the address and the name of each resource."""
    from ..logic.lessons.about import lessons

    found = {f"satdoku://lesson/{quote(name)}": f"lesson: {name}" for name in lessons()}
    return found | {f"satdoku://schema/{name}": f"schema of the answer: {name}" for name in TOOLS}


def resource(uri: str) -> str:
    """Return the text of a resource; raise `PuzzleError` if there is none with that address."""
    from ..logic.lessons.about import technique

    kind, _, name = uri.removeprefix("satdoku://").partition("/")
    if kind == "lesson":
        return technique(unquote(name)).text()
    if kind == "schema":
        return json.dumps(answer_schema(meant(name, TOOLS, "tool")))
    raise PuzzleError(phrase("there is no resource {uri!r}: list them", uri=uri[:80]))


async def answered(crew: Crew, name: str, arguments: Record) -> str:
    """Return the answer of a tool as JSON; raise `SatdokuError` or `RequestRefused`."""
    tool = TOOLS[meant(name.replace("_", "-"), TOOLS, "tool")]
    given = {name: value for name, value in arguments.items() if name in RANGE}
    part = checked(given, RANGE)
    arguments = {name: value for name, value in arguments.items() if name not in RANGE}
    tool.checked(arguments)
    arguments_text = json.dumps(arguments)
    if len(arguments_text) > MOST_ASKED:
        raise RequestRefused(413, f"over {MOST_ASKED:,} characters in one call")
    found = await crew.ask("agent", PREFIX + tool.name, arguments_text, tool.seconds)
    if len(found) > MOST_ANSWERED:
        raise RequestRefused(
            422, f"the answer has {len(found):,} characters, over {MOST_ANSWERED:,}"
        )
    if tool.name in WHOLE:
        return found
    record = sentences_first(json.loads(found))
    if not part["whole"] and (len(found) > SHORT or part["from"] > 1):
        record = shortened(record, part["from"])
    return json.dumps(record)


def sentences_first(value: Any) -> Any:
    """Return a record, and all records in it, with what is said before the rest, and masks last."""
    if isinstance(value, list):
        return [sentences_first(one) for one in value]
    if not isinstance(value, dict):
        return value
    keys = sorted(value, key=lambda key: (key in MASKS) - (key == "text"))
    return {key: sentences_first(value[key]) for key in keys}


def shortened(record: Record, first: int) -> Record:
    """Return a record of at most about `SHORT` characters: of its long lists and texts the entries
    or lines from number `first` on, as far as there is room. `cut` says by name what was left."""
    cut = {}
    sizes = {name: len(json.dumps(value)) for name, value in record.items()}
    room = SHORT
    # The smallest first: what it does not use of its share is left for the larger ones.
    for number, name in enumerate(sorted(sizes, key=lambda name: sizes[name])):
        value = record[name]
        share = room // (len(sizes) - number)
        room -= min(sizes[name], share)
        if sizes[name] <= share:
            continue
        if isinstance(value, dict):
            record = {**record, name: {}}
            cut[name] = f"left out ({len(value):,} entries): ask with whole=true"
            continue
        entries = value.split("\n") if isinstance(value, str) else value
        # A number or a truth value is never cut, however small its share is.
        if not isinstance(entries, list):
            continue
        kept = _fitting(entries[first - 1 :], share)
        record = {**record, name: "\n".join(kept) if isinstance(value, str) else kept}
        last = first - 1 + len(kept)
        if last < len(entries):
            cut[name] = f"{first} to {last} of {len(entries):,}: more with from={last + 1}"
    return record | {"cut": cut}


def _fitting(entries: list[Any], room: int) -> list[Any]:
    """Return the first entries that have room as JSON, at least one."""
    kept = list[Any]()
    for entry in entries:
        room -= len(json.dumps(entry)) + 2
        # One entry at least, however long: else the next call with `from` would be at the same
        # place.
        if room < 0 and kept:
            break
        kept.append(entry)
    return kept


def run(
    port: int | None = None, limits: Limits | None = None, say: Callable[[str], object] = print
) -> None:
    """Serve over standard input and output until the client disconnects or, given a port on this
    machine (0: any free one), over HTTP until SIGINT or SIGTERM. say: called with the address.
    Raises `OutputError` if the port is in use."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # workers are forked: no threads here
    asyncio.run(_run(port, limits or Limits(), say))


async def _run(port: int | None, limits: Limits, say: Callable[[str], object]) -> None:
    crew = Crew(limits)
    if port is None:
        serving = _over_pipes(crew)
        end = partial(_leave, crew)
    else:
        sockets = listening("127.0.0.1", port)
        app = make_server(crew).streamable_http_app(host="127.0.0.1")
        server = WebServer(
            uvicorn.Config(app, log_config=None, access_log=False, timeout_graceful_shutdown=1)
        )
        serving = server.serve(sockets)
        end = partial(setattr, server, "should_exit", True)
        say(f"serving http://127.0.0.1:{sockets[0].getsockname()[1]}/mcp  (Ctrl-C ends it)")
    at_the_end(end)
    crew_starts = asyncio.create_task(crew.start())
    try:
        await serving
    finally:
        # The crew may still be starting: stopped before, it would start workers that nobody ends.
        await crew_starts
        await crew.stop()


def _leave(crew: Crew) -> None:
    """Exit at once: the thread that blocks on the client's next line cannot be cancelled."""
    for process in tuple(crew.processes):
        process.end()
    os._exit(128 + signal.SIGTERM)


async def _over_pipes(crew: Crew) -> None:
    server = make_server(crew)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())
