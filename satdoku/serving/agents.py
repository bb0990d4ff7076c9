"""A Model Context Protocol server: `operations.TOOLS` for agents, over standard input and output or
HTTP.

A worker process answers each call and is killed when it exceeds its time or memory limit; errors
are returned as tool errors in one line.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Callable
from functools import partial
from typing import Any

import mcp_types as types
import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from .. import __version__
from ..errors import SatdokuError
from ..suggest import meant
from .answering.validation import Record
from .operations import PREFIX, TOOLS, answer_schema
from .pool.worker import Refusal
from .pool.worker_pool import Crew, Limits
from .web.running import WebServer, at_the_end, listening

#: Maximum number of characters in the arguments of a call, and in an answer.
MOST_ASKED, MOST_ANSWERED = 2_000_000, 1_000_000
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
        except (SatdokuError, Refusal) as error:
            content = types.TextContent(type="text", text=str(error))
            return types.CallToolResult(content=[content], is_error=True)
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=text)],
            structured_content=json.loads(text),
        )

    return Server(
        "satdoku", version=__version__, instructions=INSTRUCTIONS, on_list_tools=list_tools,
        on_call_tool=call_tool,
    )  # fmt: skip


def tools() -> list[types.Tool]:
    """Return the tools with their input and output schemas. All of them are read-only."""
    return [
        types.Tool(
            name=tool.name,
            description=tool.sentence,
            input_schema=tool.schema(),
            output_schema=answer_schema(tool.name),
            annotations=types.ToolAnnotations(
                read_only_hint=True, idempotent_hint=True, open_world_hint=False
            ),
        )
        for tool in TOOLS.values()
    ]


async def answered(crew: Crew, name: str, arguments: Record) -> str:
    """Return the answer of a tool as JSON; raise `SatdokuError` or `Refusal`."""
    tool = TOOLS[meant(name, TOOLS, "tool")]
    tool.checked(arguments)
    arguments_text = json.dumps(arguments)
    if len(arguments_text) > MOST_ASKED:
        raise Refusal(413, f"over {MOST_ASKED:,} characters in one call")
    found = await crew.ask("agent", PREFIX + tool.name, arguments_text, tool.seconds)
    if len(found) > MOST_ANSWERED:
        raise Refusal(422, f"the answer has {len(found):,} characters, over {MOST_ANSWERED:,}")
    return found


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
        serving, end = _over_pipes(crew), partial(_leave, crew)
    else:
        sockets = listening("127.0.0.1", port)
        app = make_server(crew).streamable_http_app(host="127.0.0.1")
        server = WebServer(
            uvicorn.Config(app, log_config=None, access_log=False, timeout_graceful_shutdown=1)
        )
        serving, end = server.serve(sockets), partial(setattr, server, "should_exit", True)
        say(f"serving http://127.0.0.1:{sockets[0].getsockname()[1]}/mcp  (Ctrl-C ends it)")
    at_the_end(end)
    crew_starts = asyncio.create_task(crew.start())
    try:
        await serving
    finally:
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
