"""A seeded fuzzer of the server's API: bad bodies get a 4xx with one line, and nothing else.

    python -m tests.fuzz.fuzzing_api --count 100000 --seed 1

The application is called in this process, without a socket. Body i of a seed is always the same: a
good question of some operation, of which something is broken: a type, a name, a bound, the text of
a puzzle, the JSON itself, a header. Where what is left makes sense after all, it is answered (200).
A fault is any other status, an exception, a message that is no printable line, or a fault of ours
that is told as one.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import time
from collections import Counter
from typing import Any

from satdoku.cancellation import TimeIsOver, within
from satdoku.serving.operations import OPERATIONS
from satdoku.serving.pool.worker import RequestRefused, answer
from satdoku.serving.web.app import make_app
from tests.fuzz import corpus

#: Seconds that an answer to what makes sense after all may take.
SECONDS = 1.0
PUZZLES: list[Any] = [
    "....43..1.....4.",
    "12..34..........",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    {"puzzle": "." * 16, "layout": "4x4", "constraints": ["killer:3:r1c1,r1c2", "anti-king"]},
    {"puzzle": "1" + "." * 35, "layout": "6x6+diagonal", "symbols": "ABCDEF", "kept": "{}"},
]
WORDS = ["all", "json", "svg", "line", "cnf", "singles, X-wing", "12", "killer", "proper", "9" * 81]
RUBBISH: list[Any] = [
    None, True, False, 0, -1, 1.5, 1e308, 2**70, "", " ", "x", "\x00", "\ud800", "é" * 50,
    "../../etc/passwd", "$(id)", "' OR 1=1", [], {}, [[]], [None], ["x"] * 40, {"a": {"b": []}},
    "9x9", "all", "se", "1" * 81, "." * 10_000, [1] * 10_001, -(2**63), "https://f-puzzles.com/?load=",
    "https://sudokupad.app/fpuz" + "N4Ig" * 20, "killer:99:r1c1", {"puzzle": "1", "layout": "1x1"},
]  # fmt: skip


def body(seed: int, number: int) -> tuple[str, bytes, str]:
    """(operation, body, content type) of a bad question."""
    dice = random.Random(f"{seed} {number}")
    operation = dice.choice(list(OPERATIONS.values()))
    good = good_question(operation.name, dice)
    kind = "application/json"
    match dice.randrange(12):
        case 0:  # the JSON
            data = bytearray(json.dumps(good).encode())
            for _ in range(dice.randrange(1, 6)):
                data[dice.randrange(len(data))] = dice.randrange(256)
            return operation.name, bytes(data), kind
        case 1:
            data = json.dumps(good).encode()
            return operation.name, data[: dice.randrange(len(data))], kind
        case 2:  # a value
            name = dice.choice([*operation.schema()["properties"], "puzzle"])
            good[name] = dice.choice(RUBBISH)
        case 3:  # a name
            good[dice.choice(["", "engine", "path", "file", "x" * 100, "é"])] = dice.choice(RUBBISH)
        case 4 | 7 | 8 | 9:  # a part of the puzzle
            good["puzzle"] = mutated(dice.choice(PUZZLES), dice)
        case 5:  # all of it
            shape = dice.choice([good, [good], json.dumps(good), dice.choice(RUBBISH)])
            return operation.name, json.dumps(shape if shape is not good else [good]).encode(), kind
        case 6:
            deep = "[" * dice.randrange(50, 3000)
            return operation.name, ('{"puzzle": ' + deep).encode() + dice.randbytes(9), kind
        case 10:  # nothing: options as their schemas allow them
            pass
        case _:
            kind = dice.choice(["text/plain", "", "application/x-www-form-urlencoded", kind])
            return operation.name, dice.randbytes(dice.randrange(200)), kind
    return operation.name, json.dumps(good).encode("utf-8", "surrogatepass"), kind


def good_question(name: str, dice: random.Random) -> dict[str, Any]:
    """What makes sense, as its schema has it."""
    options = OPERATIONS[name].options
    question = {
        option: value
        for option, schema in options.items()
        if dice.randrange(3) == 0 and (value := fitting(schema, dice)) is not None
    }
    if OPERATIONS[name].needs_puzzle:
        question["puzzle"] = dice.choice(PUZZLES)
    if name == "verify":
        question["certificate"] = dice.choice(CERTIFICATES)
    short = {"time_limit": 0.3, "tries": 1}
    return question | {option: value for option, value in short.items() if option in options}


def fitting(schema: dict[str, Any], dice: random.Random) -> Any:
    """A value that a schema allows, though it may make no sense; None if none comes to mind."""
    if "enum" in schema:
        return dice.choice(schema["enum"])
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    match dice.choice(kinds):
        case "boolean":
            return dice.random() < 0.5
        case "integer" | "number":
            low, high = schema.get("minimum", 0), schema.get("maximum", 30)
            return dice.choice([low, high, dice.randint(int(low), min(int(high), 30))])
        case "string":
            return dice.choice(WORDS)
        case "array" if "items" in schema:
            some = [fitting(schema["items"], dice) for _ in range(dice.choice([0, 1, 16, 81]))]
            return None if None in some else some
    return None


def mutated(puzzle: Any, dice: random.Random) -> Any:
    """A puzzle of which something is broken, or another text altogether."""
    if dice.randrange(4) == 0:
        return dice.choice(TEXTS)
    if isinstance(puzzle, dict):
        record = dict(puzzle)
        name = dice.choice([*record, "constraints", "kept", "no"])
        value = record.get(name)
        record[name] = (
            mutated(value, dice) if isinstance(value, str) and value else dice.choice(RUBBISH)
        )
        return record
    text = list(puzzle)
    for _ in range(dice.randrange(1, 4)):
        place = dice.randrange(len(text) + 1)
        text[place : place + dice.randrange(2)] = dice.choice("0159x./:,\n{}é+~-AZ")
    return "".join(text)


TEXTS = [text[:20_000] for text in (*corpus.texts(), *corpus.variants())]
CERTIFICATES = corpus.certificates()


class Here:
    """In place of a crew: answers at once, within a second. slow: what took longer."""

    def __init__(self) -> None:
        self.slow: list[tuple[str, str]] = []

    async def ask(self, client: str, name: str, arguments: str, seconds: float) -> str:
        """The answer."""
        try:
            return within(SECONDS, lambda: answer(name, arguments))
        except TimeIsOver:
            self.slow.append((name, arguments))
            raise RequestRefused(422, f"no answer within {seconds:g} s") from None


async def send(app: Any, name: str, data: bytes, kind: str) -> tuple[int, bytes]:
    """(status, body) of the answer."""
    headers = [(b"host", b"localhost:8000"), (b"content-type", kind.encode())]
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": f"/api/{name}",
        "raw_path": f"/api/{name}".encode(),
        "query_string": b"",
        "root_path": "",
        "headers": headers,
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 8000),
    }
    status, parts, sent = 0, list[bytes](), False

    async def receive() -> dict[str, Any]:
        nonlocal sent
        if sent:
            await asyncio.Event().wait()
        sent = True
        return {"type": "http.request", "body": data, "more_body": False}

    async def take(message: Any) -> None:
        nonlocal status
        if message["type"] == "http.response.start":
            status = message["status"]
        else:
            parts.append(message.get("body", b""))

    await app(scope, receive, take)
    return status, b"".join(parts)


def problem(status: int, data: bytes) -> str:
    """What is wrong with an answer; "" if nothing is."""
    if status == 200:
        json.loads(data)
        return ""
    if not 400 <= status < 500:
        return f"status {status}"
    text = json.loads(data)["error"]
    if not text or not text.isprintable():
        return f"a message that is no line: {text!r}"
    return text if text.startswith("a fault") else ""


async def fuzz(count: int, seed: int) -> int:
    """How many of so many bodies were badly met."""
    crew, faults, statuses = Here(), 0, Counter[int]()
    app, start = make_app(crew), time.process_time()
    for number in range(count):
        name, data, kind = body(seed, number)
        try:
            status, told = await send(app, name, data, kind)
            statuses[status] += 1
            wrong = problem(status, told)
        except Exception as error:
            wrong = f"{type(error).__name__}: {error}"
        if wrong:
            faults += 1
            print(f"seed {seed}, body {number}: {name} {data[:300]!r}: {wrong}", file=sys.stderr)
    spent = time.process_time() - start
    told_of = ", ".join(f"{status}: {number:,}" for status, number in sorted(statuses.items()))
    print(f"{count} bodies in {spent:.0f} s: {told_of}; {faults} faults, {len(crew.slow)} slow")
    for name, arguments in crew.slow[:10]:
        print(f"slow: {name} {arguments[:300]}")
    return faults


def main() -> None:
    """Send bad bodies."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    raise SystemExit(bool(asyncio.run(fuzz(options.count, options.seed))))


if __name__ == "__main__":
    main()
