"""The setter's desk under its users: how soon an edit is answered, and what many at once do to it.

    python benchmarks/serving.py alone [--sessions 20]
    python benchmarks/serving.py work [--sessions 20]
    python benchmarks/serving.py crowd [--clients 50] [--seconds 120] [--pause 0.5] [--kills 1.0]

A session is what setting a puzzle is: from the empty board each cage and each given is put in its
place, now and then a wrong one, which is taken away again. Half of the sessions end in classic
puzzles, half in killers. `alone` replays them one after the other over the WebSocket and prints
how long the answer to an edit takes; `work` asks for the same in this process, and prints processor
time, which a busy machine changes less. `crowd` has many clients replay at once (each pauses
between its edits, at random up to twice --pause), kills a worker of the server at random (every
--kills seconds on average, 0: never), and prints what went wrong, times and memory.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from timing import row
from websockets.asyncio.client import ClientConnection, connect

import satdoku
from satdoku import Puzzle

Record = dict[str, Any]


def sessions(number: int) -> list[tuple[str, list[Record]]]:
    """("classic" or "killer", the puzzles as they are edited), so many of them."""
    half = number // 2
    classic = satdoku.generate(number - half, seed=2024, keep="proper")
    killers = satdoku.generate(half, seed=2024, kind="killer")
    named = [("classic", p) for p in classic] + [("killer", p) for p in killers]
    return [(name, list(edits(puzzle, seed))) for seed, (name, puzzle) in enumerate(named)]


def edits(puzzle: Puzzle, seed: int) -> Iterator[Record]:
    """The puzzle after each edit, from nothing to all of it."""
    dice = random.Random(seed)
    places = puzzle.layout.places
    rules = [str(rule.on(places)) for rule in puzzle.constraints]
    todo = [*rules, *(cell for cell, digit in enumerate(puzzle.cells) if digit)]
    first = todo[: len(rules)]
    rest = todo[len(rules) :]
    dice.shuffle(first)
    dice.shuffle(rest)
    cells, placed = [0] * puzzle.layout.cell_count, list[str]()

    def now() -> Record:
        line = "".join("." if not d else puzzle.layout.symbol(d) for d in cells)
        return {"puzzle": line, "layout": "9x9", "constraints": list(placed)}

    yield now()
    for number, edit in enumerate([*first, *rest], 1):
        if isinstance(edit, str):
            if number % 5 == 0:  # a wrong sum, put right
                kind, total, where = edit.split(":")
                placed.append(f"{kind}:{int(total) % 17 + 1}:{where}")
                yield now()
                placed.pop()
            placed.append(edit)
        else:
            if number % 5 == 0:
                cells[edit] = puzzle.cells[edit] % 9 + 1
                yield now()
            cells[edit] = puzzle.cells[edit]
        yield now()
    for cell in rest[:3]:  # and a look at what each is worth
        assert isinstance(cell, int)
        cells[cell] = 0
        yield now()
        cells[cell] = puzzle.cells[cell]
        yield now()


@contextmanager
def server() -> Iterator[tuple[int, str]]:
    """(its process, the address of its WebSocket)."""
    command = [sys.executable, "-m", "satdoku", "serve", "--port=0", "--workers=2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        address = re.search(r"http(://\S+/)", process.stdout.readline())
        assert address
        try:
            yield process.pid, f"ws{address[1]}live"
        finally:
            process.send_signal(signal.SIGTERM)


def share(times: list[float], part: float) -> float:
    """The time under which so large a part of them is, in milliseconds."""
    return 1000 * sorted(times)[min(len(times) - 1, int(part * len(times)))]


async def alone(number: int) -> None:
    """Each session by itself."""
    recorded = sessions(number)
    with server() as (_, address):
        times: dict[str, list[float]] = {"classic": [], "killer": []}
        async with connect(address, max_size=None) as socket:
            for name, puzzles in recorded:
                for asked, puzzle in enumerate(puzzles):
                    start = time.perf_counter()
                    await socket.send(json.dumps({"id": asked, "ask": "live", "puzzle": puzzle}))
                    while "answer" not in (told := json.loads(await socket.recv())):
                        assert "error" not in told, told
                    times[name].append(time.perf_counter() - start)
    tell(times)


def tell(times: dict[str, list[float]]) -> None:
    """What is promised, and what was measured."""
    for name, wanted in (("classic", (50, 200)), ("killer", (100, 400))):
        if times[name]:
            for part, bound in zip((0.5, 0.95), wanted, strict=True):
                what = f"edit to answer, {name}, {part:.0%} of {len(times[name])}"
                row(what, share(times[name], part), f"under {bound} ms")
            row(f"the longest, {name}", share(times[name], 1.0), "")


def work(number: int) -> None:
    """Each answer in this process, as a worker makes it."""
    from satdoku.serving.pool.preload import warm_up
    from satdoku.serving.pool.worker import answer

    warm_up()
    times: dict[str, list[float]] = {"classic": [], "killer": []}
    for name, puzzles in sessions(number):
        for puzzle in puzzles:
            text = json.dumps({"puzzle": puzzle})
            start = time.process_time()
            answer("live", text)
            times[name].append(time.process_time() - start)
    tell(times)


# -- Many at once -------------------------------------------------------------------------------


def below(process: int) -> dict[int, str]:
    """The processes that come of it, at any depth, each with how it was started."""
    parents: dict[int, int] = {}
    names: dict[int, str] = {}
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, ValueError):
            parents[int(path.name)] = int((path / "stat").read_text().rpartition(")")[2].split()[1])
            names[int(path.name)] = (path / "cmdline").read_text()
    found: dict[int, str] = {}
    pending = [process]
    while pending:
        one = pending.pop()
        own = [child for child, parent in parents.items() if parent == one]
        found |= {child: names[child] for child in own}
        pending += own
    return found


def workers_of(process: int) -> list[int]:
    """The workers of a server: what is forked from its forking process."""
    forking = [pid for pid, name in below(process).items() if "forkserver" in name]
    workers = set[int]().union(*(below(pid) for pid in forking))
    return sorted(workers)


def memory(process: int) -> float:
    """Megabytes of a process and all below it, what is shared counted once."""
    total = 0
    for pid in (process, *below(process)):
        with suppress(OSError, ValueError):
            text = Path(f"/proc/{pid}/smaps_rollup").read_text()
            total += int(text.split("Pss:")[1].split()[0])
    return total / 1024


def computed(process: int) -> float:
    """Seconds of processor time of a process and all that ever came of it."""
    total = 0
    for pid in (process, *below(process)):
        with suppress(OSError, ValueError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            total += sum(map(int, fields[11:15]))  # its own, and of those that ended below it
    return total / os.sysconf("SC_CLK_TCK")


class Crowd:
    """Clients who replay sessions, somebody who kills workers, and what came of it. end: when."""

    def __init__(self, seconds: float, pause: float, kills: float) -> None:
        self.seconds, self.pause, self.kills = seconds, pause, kills
        self.recorded = sessions(20)
        self.times, self.held = list[float](), list[float]()
        self.ends: Counter[str] = Counter()
        self.dice = random.Random(1)
        self.end = 0.0

    async def client(self, number: int, address: str) -> None:
        """One client, until the end."""
        async with connect(address, max_size=None) as socket:
            asked = 0
            while True:
                for puzzle in self.recorded[(number + asked) % len(self.recorded)][1]:
                    if time.monotonic() > self.end:
                        return
                    await asyncio.sleep(self.dice.random() * 2 * self.pause)
                    asked += 1
                    question = {"id": asked, "ask": "live", "puzzle": puzzle, "topic": "live"}
                    start = time.perf_counter()
                    await self.answered(socket, question)
                    self.times.append(time.perf_counter() - start)

    async def answered(self, socket: ClientConnection, question: Record) -> None:
        """Ask, and ask again where that is what we are told."""
        await socket.send(json.dumps(question))
        while True:
            told = json.loads(await asyncio.wait_for(socket.recv(), 60))
            if "answer" in told:
                self.ends["answered"] += 1
                return
            if "error" in told:
                again = told["retry"]
                self.ends["told to ask again" if again else f"error: {told['error']}"] += 1
                if not again:
                    return
                await asyncio.sleep(0.2)
                await socket.send(json.dumps(question))

    async def kill(self, process: int) -> None:
        """A worker now and then."""
        while time.monotonic() < self.end and self.kills:
            await asyncio.sleep(self.dice.expovariate(1 / self.kills))
            if found := await asyncio.to_thread(workers_of, process):
                with suppress(OSError):
                    os.kill(self.dice.choice(found), signal.SIGKILL)
                    self.ends["workers killed"] += 1

    async def watch(self, process: int) -> None:
        """How much memory is held."""
        while time.monotonic() < self.end:
            self.held.append(await asyncio.to_thread(memory, process))
            await asyncio.sleep(self.seconds / 12)


async def crowd(clients: int, seconds: float, pause: float, kills: float) -> None:
    """Many clients, and somebody who kills workers."""
    us = Crowd(seconds, pause, kills)
    with server() as (process, address):
        us.end = time.monotonic() + seconds
        before = computed(process)
        tasks = [us.client(number, address) for number in range(clients)]
        results = await asyncio.gather(
            *tasks, us.kill(process), us.watch(process), return_exceptions=True
        )
        spent = computed(process) - before
    failed = [result for result in results if isinstance(result, BaseException)]
    for what, number in sorted(us.ends.items()):
        row(what, number, "", "")
    row("clients that lost their line or an answer", len(failed), "none", "")
    for error in failed[:3]:
        print(f"  {type(error).__name__}: {error}")
    row(f"edit to answer, {clients} clients, half of them", share(us.times, 0.5), "")
    row(f"edit to answer, {clients} clients, 95% of them", share(us.times, 0.95), "under 1500 ms")
    row("the longest of them", share(us.times, 1.0), "")
    row("answers a second", len(us.times) / seconds, "", "")
    row("processor time an answer, workers that start among it", 1000 * spent / len(us.times), "")
    print("memory, MB:", *(f"{mb:.0f}" for mb in us.held))


def main() -> None:
    """Run the measurement that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["alone", "work", "crowd"])
    parser.add_argument("--sessions", type=int, default=20)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--pause", type=float, default=0.5)
    parser.add_argument("--kills", type=float, default=1.0)
    o = parser.parse_args()
    if o.what == "alone":
        asyncio.run(alone(o.sessions))
    elif o.what == "work":
        work(o.sessions)
    else:
        asyncio.run(crowd(o.clients, o.seconds, o.pause, o.kills))


if __name__ == "__main__":
    main()
