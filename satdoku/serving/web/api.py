"""The HTTP API: `POST /api/OPERATION`, the list of operations, and their descriptions."""

from __future__ import annotations

import asyncio
import json
from html import escape

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from ... import __version__
from ...errors import SatdokuError
from ...record_types import Record
from ..operations import OPERATIONS
from ..pool.worker import STOPPING, RequestRefused
from ..pool.worker_pool import Crew
from .websocket import MOST_BYTES, value_of

#: Seconds within which the body of a request must arrive.
BODY = 30.0


def refused(status: int, text: str, retry: bool = False) -> Response:
    """Return an error response of the API."""
    headers = {"retry-after": "1"} if retry else {}
    return JSONResponse({"error": text}, status, headers)


async def body_of(request: Request) -> bytes:
    """Return the body; raise `RequestRefused` if it is too large, late, compressed or not JSON."""
    kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if kind != "application/json":
        raise RequestRefused(415, "send JSON: content-type: application/json")
    # The limit below is one of bytes: a few of them could be decompressed to any length.
    if request.headers.get("content-encoding", "identity") != "identity":
        raise RequestRefused(415, "send JSON uncompressed")
    body = bytearray()
    try:
        async with asyncio.timeout(BODY):
            async for part in request.stream():
                body += part
                if len(body) > MOST_BYTES:
                    raise RequestRefused(413, f"over {MOST_BYTES:,} bytes in one request")
    except TimeoutError:
        raise RequestRefused(408, f"the request did not arrive within {BODY:g} s") from None
    return bytes(body)


async def answer(request: Request) -> Response:
    """`POST /api/OPERATION`."""
    operation = OPERATIONS.get(request.path_params["name"])
    if operation is None:
        return refused(404, "unknown operation: GET /api lists them")
    if request.method != "POST":
        return JSONResponse({"error": "use POST"}, 405, {"allow": "POST"})
    crew: Crew = request.app.state.crew
    client = request.client.host if request.client else ""
    try:
        arguments = value_of(await body_of(request))
        # Checked before it waits for a worker, so that a wrong question costs none.
        operation.checked(arguments)
        running = asyncio.ensure_future(
            crew.ask(client, operation.name, json.dumps(arguments), operation.seconds)
        )
        return Response(await _while_connected(request, running), media_type="application/json")
    except SatdokuError as error:
        return refused(400, str(error))
    except RequestRefused as refusal:
        return refused(refusal.status, refusal.text, refusal.retry)
    except ClientDisconnect:
        return Response(status_code=400)
    except asyncio.CancelledError:  # the server stops while the request still arrives
        return refused(*STOPPING[:2])


async def _while_connected(request: Request, running: asyncio.Future[str]) -> str:
    """Return the answer; if the client disconnects first, cancel the work and raise."""

    async def gone() -> None:
        while not await request.is_disconnected():
            await asyncio.sleep(0.25)

    watch = asyncio.ensure_future(gone())
    try:
        await asyncio.wait((running, watch), return_when=asyncio.FIRST_COMPLETED)
        if not running.done():
            raise ClientDisconnect
        return running.result()
    finally:
        watch.cancel()
        running.cancel()


def listed() -> Record:
    """Return the operations: `GET /api`."""
    return {
        "version": __version__,
        "operations": [
            {"name": o.name, "sentence": o.sentence, "seconds": o.seconds, "takes": o.schema()}
            for o in OPERATIONS.values()
        ],
    }


def _json(schema: Record) -> Record:
    return {"application/json": {"schema": schema}}


def openapi() -> Record:
    """Return the operations as an OpenAPI document: `GET /api/openapi.json`."""
    error = {"type": "object", "properties": {"error": {"type": "string"}}, "required": ["error"]}
    wrong = {"description": "What is wrong", "content": _json(error)}
    answer = {"description": "The answer", "content": _json({"type": "object"})}
    responses = {"200": answer}
    responses |= dict.fromkeys(("400", "413", "415", "422", "429", "503"), wrong)
    paths = {}
    for o in OPERATIONS.values():
        posted = {
            "operationId": o.name,
            "summary": o.sentence,
            "requestBody": {"required": True, "content": _json(o.schema())},
            "responses": responses,
        }
        paths[f"/api/{o.name}"] = {"post": posted}
    return {
        "openapi": "3.1.0",
        "info": {"title": "satdoku", "version": __version__},
        "paths": paths,
    }


def documents() -> str:
    """Return the operations as an HTML page without scripts: `GET /api/docs`."""
    rows = []
    for o in OPERATIONS.values():
        options = ""
        for name, schema in o.schema()["properties"].items():
            options += f"<li><code>{escape(name)}</code> {escape(_told(schema))}</li>"
        rows.append(
            f"<h2><code>POST /api/{escape(o.name)}</code></h2><p>{escape(o.sentence)} "
            f"At most {o.seconds:g} s.</p><ul>{options}</ul>"
        )
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>satdoku: API</title>'
        "<h1>satdoku: API</h1><p>Send a JSON object, get one back; an error is "
        '<code>{"error": "one line"}</code> with a status of 4xx, 429 when the queue is full, 503 '
        'when the server stops. <a href="/api/openapi.json">OpenAPI</a>.</p>'
        f"{''.join(rows)}</html>"
    )


def _told(schema: Record) -> str:
    kind = schema["type"]
    told = [kind if isinstance(kind, str) else " or ".join(kind)]
    if "minimum" in schema:
        told.append(f"{schema['minimum']:g} and more")
    if "maximum" in schema:
        told.append(f"up to {schema['maximum']:g}")
    if "enum" in schema:
        told.append(f"one of {', '.join(map(str, schema['enum']))}")
    if "default" in schema:
        told.append(f"usually {json.dumps(schema['default'])}")
    if schema.get("description"):
        told.append(schema["description"])
    return ", ".join(told)
