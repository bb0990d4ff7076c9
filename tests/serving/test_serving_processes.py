"""The crew and the server as they run: killed workers, heavy work, limits, and an orderly end."""

import asyncio
import json
import os
import re
import resource
import signal
import socket
import subprocess
import threading
import urllib.error
import urllib.request
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
import satdoku
from satdoku.formats.links.fpuzzles_writing import fpuzzles
from satdoku.formats.links.payloads import pack
from satdoku.operations.solving import solutions
from satdoku.serving.operations import OPERATIONS
from satdoku.serving.pool.worker import RequestRefused
from satdoku.serving.pool.worker_pool import Crew, Limits
from satdoku.serving.web.access import Gate
from satdoku.serving.web.app import with_deadline
from tests.processes import COMMAND, NEVER, is_alive, node_with, running, until

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[1]


EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
#: What goes on until it is ended.
ENDLESS = json.dumps({"data": pack(json.dumps(fpuzzles(satdoku.parse("." * 81))))})


def with_crew(test, **limits):
    """Run a test with a crew, all of whose processes are gone afterwards."""

    async def run():
        crew = Crew(Limits(**{"workers": 2, **limits}))
        await crew.start()
        seen = set()
        try:
            await test(crew)
        finally:
            seen.update(process.pid for process in crew.processes)
            await crew.stop()
        return seen

    left = asyncio.run(asyncio.wait_for(run(), NEVER))
    until(lambda: not any(map(is_alive, left)))


async def solve(crew, client="somebody"):
    text = await crew.ask(client, "solve", json.dumps({"puzzle": EASY}), 60)
    assert json.loads(text)["outcome"] == "unique"


def endless(crew, client="heavy", seconds=600.0):
    return asyncio.ensure_future(crew.ask(client, "editor estimate", ENDLESS, seconds))


async def at_work(crew, name="editor estimate", tries=1):
    """The processes that work on it."""
    while True:
        found = [
            p
            for p in crew.processes
            if p.job and p.job.arguments[0] == name and p.job.tries == tries
        ]
        if found:
            return found
        await asyncio.sleep(0.01)


def test_what_a_killed_worker_did_is_done_by_another():
    killed = []

    async def test(crew):
        for _ in range(5):
            asked = asyncio.ensure_future(solve(crew))
            while not (at_it := [p.pid for p in crew.processes if p.job]) and not asked.done():
                await asyncio.sleep(0)
            for pid in at_it:  # the spare ones live
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)
            await asked
        assert killed

    with_crew(test)


def test_who_loses_two_workers_is_told_to_ask_again():
    async def test(crew):
        asked = endless(crew)
        for tries in (1, 2):
            os.kill((await at_work(crew, tries=tries))[0].pid, signal.SIGKILL)
        with pytest.raises(RequestRefused, match="ask again") as refusal:
            await asked
        assert refusal.value.retry
        await solve(crew)

    with_crew(test)


def test_heavy_work_of_one_client_does_not_keep_another_waiting():
    async def test(crew):
        heavy = [endless(crew, f"heavy {k % 2}") for k in range(10)]
        await at_work(crew)
        for _ in range(20):
            await solve(crew)
            assert sum(1 for job in heavy if not job.done()) > 4
            await asyncio.sleep(0.1)
        for job in heavy:
            job.cancel()
        await asyncio.gather(*heavy, return_exceptions=True)
        while any(process.job for process in crew.processes):
            await asyncio.sleep(0.01)

    with_crew(test)


def test_what_is_cancelled_is_left_off_and_so_is_what_does_not_heed_it():
    async def test(crew):
        for name, arguments in (
            ("editor estimate", ENDLESS),
            ("diagnose", json.dumps({"puzzle": "." * 625, "time_limit": 25})),
        ):
            asked = asyncio.ensure_future(crew.ask("a", name, arguments, 600))
            await at_work(crew, name)
            asked.cancel()
            with suppress(asyncio.CancelledError):
                await asked
            while any(process.job for process in crew.processes):
                await asyncio.sleep(0.01)
            await solve(crew)

    with_crew(test)


def test_time_and_memory_have_limits():
    async def test(crew):
        with pytest.raises(RequestRefused, match=r"no answer within 0\.2 s"):
            await endless(crew, seconds=0.2)
        before = {process.pid for process in crew.processes}
        for _ in range(8):  # each process is replaced after its first answer
            await solve(crew)
        assert not before & {p.pid for p in crew.processes if p.ready and not p.why}

    with_crew(test, memory=1)


def test_who_asks_too_much_is_refused():
    async def test(crew):
        waiting = [endless(crew, "a") for _ in range(20)]
        done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        refused = [job.exception() for job in done]
        assert {refusal.status for refusal in refused} == {429}
        assert all(refusal.retry for refusal in refused)
        for job in waiting:
            job.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    with_crew(test, waiting=5, waiting_each=3)


def test_what_waits_when_the_server_stops_is_refused():
    async def test(crew):
        waiting = [endless(crew, f"client {k}") for k in range(12)]
        await at_work(crew)
        await crew.stop()
        ends = await asyncio.gather(*waiting, return_exceptions=True)
        assert {end.status for end in ends} <= {503, 429}
        with pytest.raises(RequestRefused):
            await solve(crew)

    with_crew(test)


# -- The server -----------------------------------------------------------------------------------


@contextmanager
def server(*options):
    """(the process, its address, the editors' address or "")."""
    command = [*COMMAND, "serve", "--port=0", *options]
    pipe = subprocess.PIPE
    with running(command, stdout=pipe, stderr=subprocess.STDOUT, text=True) as process:
        address = re.search(r"http://\S+", process.stdout.readline())[0]
        editors = ""
        if "--protocol" in options:
            editors = re.search(r"ws://\S+", process.stdout.readline())[0]
        yield process, address, editors


def asked(address, name, **arguments):
    request = urllib.request.Request(
        f"{address.split('?')[0]}api/{name}",
        json.dumps(arguments).encode(),
        {"content-type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=NEVER) as response:
        return json.load(response)


def children(process):
    """The processes below it, at any depth."""
    found, parents = set(), {process}
    while parents:
        below = set()
        for path in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                fields = path.read_text().rpartition(")")[2].split()
                if int(fields[1]) in parents:
                    below.add(int(path.parent.name))
        parents = below - found
        found |= below
    return found


def worked(process):
    """The processor seconds of the processes below it."""
    ticks = 0
    for child in children(process):
        with suppress(OSError):
            fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11])
    return ticks / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_left_behind(number):
    with server() as (process, address, _):
        assert asked(address, "solve", puzzle=EASY)["outcome"] == "unique"
        below = children(process.pid)
        assert len(below) >= 3
        process.send_signal(number)
        said = process.communicate(timeout=NEVER)[0]
        if number != signal.SIGKILL:
            assert process.returncode == 0
            assert said == "stopped\n"
        until(lambda: not any(map(is_alive, below)))


def test_a_public_server_makes_up_a_token():
    with server("--public") as (_, address, _):
        token = re.search(r"token=(\S+)", address)[1]
        assert len(token) > 20
        with pytest.raises(urllib.error.HTTPError, match="401"):
            asked(address, "solve", puzzle=EASY)


def test_two_servers_cannot_have_one_port():
    with server() as (_, address, _):
        port = re.search(r":(\d+)/", address)[1]
        second = subprocess.run(
            [*COMMAND, "serve", f"--port={port}"], capture_output=True, text=True, check=False
        )
        assert second.returncode == 2
        assert second.stderr == f"satdoku: port {port} is in use: choose another one with --port\n"


# -- An editor ------------------------------------------------------------------------------------


def in_node(editors, requests):
    """The frames of the answer to each request [command, data], as an editor in node gets them.

    Needs node and, where it finds packages (NODE_PATH), lz-string and, before Node 22, ws.
    """
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    with running(
        ["node", ROOT / "editor.mjs", editors],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as editor:
        told, wrong = editor.communicate(lines, timeout=NEVER)
    assert not wrong
    return [json.loads(line) for line in told.splitlines()]


@pytest.fixture(scope="module")
def editors():
    """The address for editors of a server."""
    node_with("lz-string", "ws")
    with server("--protocol", "--protocol-port=0") as (_, _, address):
        yield address


def test_an_editor_in_node_is_answered(editors):
    proper, twelve = (
        fpuzzles(satdoku.parse(text)) for text in ("....43..1.....4.", "12..34" + "." * 10)
    )
    proper["title"] = "Ünï ☃ 🧩"
    requests = [
        ["solve", proper],
        ["check", twelve],
        ["count", twelve],
        ["truecandidates", twelve],
        ["estimate", twelve],
        ["cancel", None],
        ["step", proper],
        ["solvepath", proper],
    ]
    solved, checked, counted, true, estimate, cancelled, step, path = (
        frames[-1] for frames in in_node(editors, requests)
    )
    assert tuple(solved["solution"]) == satdoku.solve("....43..1.....4.").cells
    assert (checked["count"], counted["count"]) == (2, 12)
    assert len(true["solutionsPerCandidate"]) == 64
    assert estimate["estimate"] > 0
    assert cancelled["type"] == "canceled"
    assert step["message"] == "Initial candidates.\n"
    assert [cell["value"] for cell in path["cells"]] == solved["solution"]


#: Boards with rules and a few givens: (layout, givens).
VARIANTS = [
    ("4x4+killer:5:r1c1,r1c2+thermometer:r3c1,r3c2,r3c3", {}),
    ("4x4+diagonal+pair-sum:5:r1c1,r1c2+difference:1:r4c3,r4c4", {}),
    ("4x4+arrow:r1c1,r2c2,r3c3+even:r4c4", {}),
    (
        "6x6+little-killer:9:r1c4,r2c5,r3c6+between:r4c1,r5c2,r6c3+quadruple:1,2:r4c4,r4c5,r5c4,r5c5",
        {0: 1, 8: 2},
    ),
    ("6x6+palindrome:r1c1,r2c2,r3c3+sandwich:7:r6c1-r6c6+renban:r4c4,r4c5,r4c6", {1: 3, 35: 2}),
]


@pytest.mark.parametrize(("name", "givens"), VARIANTS)
def test_an_editor_in_node_is_answered_about_variants(editors, name, givens):
    """Against all solutions, which dancing links list."""
    layout = satdoku.Layout.named(name)
    puzzle = satdoku.Puzzle(tuple(givens.get(k, 0) for k in range(layout.cell_count)), layout)
    grids = [found.cells for found in solutions(puzzle, engine="dlx", limit=20_000)]
    assert 2 < len(grids) < 20_000
    size, data = layout.size, fpuzzles(puzzle)
    capped = data | {"truecandidatesoptions": ["truecandidatesnumsolutions=3"]}
    proper = fpuzzles(satdoku.Puzzle(grids[0][:-size] + (0,) * size, layout))
    broken = fpuzzles(satdoku.Puzzle((1, 1) + (0,) * (layout.cell_count - 2), layout))
    solved, checked, counted, true, many, estimate, _, path, step, nothing, none = (
        frames[-1]
        for frames in in_node(
            editors,
            [
                ["solve", data],
                ["check", data],
                ["count", data],
                ["truecandidates", data],
                ["truecandidates", capped],
                ["estimate", data],
                ["cancel", None],
                ["solvepath", proper],
                ["step", proper],
                ["solve", broken],
                ["count", broken],
            ],
        )
    )
    assert tuple(solved["solution"]) in grids
    assert (checked["count"], counted["count"]) == (2, len(grids))
    behind = [
        sum(grid[k] == d for grid in grids)
        for k in range(len(grids[0]))
        for d in range(1, size + 1)
    ]
    assert true["solutionsPerCandidate"] == [min(1, n) for n in behind]
    assert many["solutionsPerCandidate"] == [min(3, n) for n in behind]
    assert estimate["ci95_lower"] <= estimate["estimate"] <= estimate["ci95_upper"]
    assert len(grids) / 4 < estimate["estimate"] < len(grids) * 4
    assert path["isValid"]
    assert step["message"] == "Initial candidates.\n"
    assert (nothing["type"], nothing["message"]) == ("invalid", "No solutions found.")
    assert none["count"] == 0


# -- Clients that are late ------------------------------------------------------------------------


def test_what_is_worked_on_when_the_server_is_ended_is_refused_in_one_line():
    with server() as (process, address, _):
        ended = []

        def ask():
            try:
                rules = "9x9+anti-knight "  # no way to count but one by one
                asked(address, "count", puzzle=rules + "." * 81, limit=10_000_000, time_limit=25)
            except urllib.error.HTTPError as error:
                ended.append((error.code, json.load(error)["error"]))

        assert asked(address, "solve", puzzle=EASY)["outcome"] == "unique"  # workers are there
        before = worked(process.pid)
        asking = threading.Thread(target=ask)
        asking.start()
        until(lambda: worked(process.pid) > before + 0.7)
        process.send_signal(signal.SIGTERM)
        said = process.communicate(timeout=NEVER)[0]
        asking.join()
    assert (said, process.returncode) == ("stopped\n", 0)
    assert ended == [(503, "the server is stopping: ask again when it is back")]


def test_half_open_connections_keep_nobody_out():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    opened = []
    try:
        with server() as (_, address, _):
            place = ("127.0.0.1", int(re.search(r":(\d+)/", address)[1]))
            for _ in range(1300):
                opened.append(socket.create_connection(place, timeout=NEVER))
                opened[-1].sendall(b"POST /api/solve HTTP/1.1\r\nHost: loc")
            assert asked(address, "solve", puzzle=EASY)["outcome"] == "unique"
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        for one in opened:
            one.close()


def test_headers_have_a_deadline():
    import uvicorn

    async def test():
        app = Gate(None, {"localhost"})
        config = uvicorn.Config(app, http=with_deadline(5, 0.05), log_config=None, lifespan="off")
        served = uvicorn.Server(config)
        ours = socket.create_server(("127.0.0.1", 0))
        running = asyncio.create_task(served.serve([ours]))
        reader, writer = await asyncio.open_connection(*ours.getsockname())
        writer.write(b"GET / HTTP/1.1\r\n")
        assert await asyncio.wait_for(reader.read(), NEVER) == b""
        served.should_exit = True
        await running
        writer.close()

    asyncio.run(test())


def test_no_time_limit_is_longer_than_a_question_may_take():
    for operation in OPERATIONS.values():
        if limit := operation.schema()["properties"].get("time_limit"):
            assert limit["default"] <= limit["maximum"] < operation.seconds
