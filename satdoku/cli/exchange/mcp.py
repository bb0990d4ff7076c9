"""`satdoku mcp`: satdoku's tools for agents."""

from __future__ import annotations

import click

from ..command import Command
from ..options import common as options


@click.command("mcp", cls=Command)
@click.option(
    "--port", type=click.IntRange(0, 65_535),
    help="Serve HTTP at http://127.0.0.1:PORT/mcp instead of pipes; 0: any free port.",
)  # fmt: skip
@click.option(
    "--workers", type=click.IntRange(1, 256), metavar="N",
    help="Calls handled at once.  [default: one per core, at least 2]",
)  # fmt: skip
def command(port: int | None, workers: int | None) -> int:
    """Offer satdoku's tools to an agent (Model Context Protocol).

    parse, check, solve, diagnose, hint, explain, rate, generate, verify_steps, certify, verify:
    each bounded in time, memory and size. An agent's program starts `satdoku mcp` and speaks to it
    over pipes. Needs mcp (pip install mcp).
    \f
    satdoku mcp
    satdoku mcp --workers 2
    satdoku mcp --port 8080
    """
    options.need("the tools for agents need", "mcp", "uvicorn", "starlette")
    from dataclasses import replace

    from ...serving.agents import run
    from ...serving.pool.worker_pool import Limits

    limits = Limits() if workers is None else replace(Limits(), workers=workers)
    run(port, limits, click.echo)
    return 0
