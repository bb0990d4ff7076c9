"""`satdoku mcp`: satdoku's tools for agents."""

from __future__ import annotations

import click

from ..command import from_table, need


@from_table("mcp")
def command(port: int | None, workers: int | None) -> int:
    """Offer satdoku's tools to an agent (Model Context Protocol).

    parse, check, solve, count, diagnose, hint, explain, steps, rate, generate, verify-steps,
    certify, verify, print and others: each bounded in time, memory and size. An agent's program
    starts `satdoku mcp` and speaks to it over pipes. Needs mcp (pip install mcp).
    \f
    satdoku mcp
    satdoku mcp --workers 2
    satdoku mcp --port 8080
    """
    need("the tools for agents need", "mcp", "uvicorn", "starlette")
    from dataclasses import replace

    from ...serving.agents import run
    from ...serving.pool.worker_pool import Limits

    limits = Limits() if workers is None else replace(Limits(), workers=workers)
    run(port, limits, click.echo)
    return 0
