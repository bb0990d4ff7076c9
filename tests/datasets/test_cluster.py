"""A cluster on this machine gives the bytes of one process, whatever becomes of its workers."""

import os
import signal
from functools import partial

import pytest
from click.testing import CliRunner

import satdoku
from satdoku.cli.main import cli
from satdoku.errors import EngineError
from satdoku.workers import cluster
from satdoku.workers.parallel import map_ordered

pytest.importorskip("distributed")


def square(folder, number):
    """The square of a number; the worker that meets a 7 or 23 for the first time dies."""
    if number in (7, 23):
        try:
            os.close(os.open(f"{folder}/{number}", os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return number * number
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


@pytest.mark.slow
def test_what_lost_workers_did_is_done_again(tmp_path):
    with satdoku.on_cluster("local:2"):
        found = list(map_ordered(partial(square, str(tmp_path)), range(200)))
        puzzles = [puzzle.line for puzzle in satdoku.generate(60, seed=4)]
    assert found == [number * number for number in range(200)]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["23", "7"]
    assert puzzles == [puzzle.line for puzzle in satdoku.generate(60, seed=4)]


def block_of(number):
    """Puzzles of a block, as bytes."""
    puzzles = satdoku.generate(2, seed=9, start=2 * number, layout="4x4")
    return "".join(f"{puzzle.line}\n" for puzzle in puzzles).encode()


@pytest.mark.slow
def test_two_of_four_workers_are_killed_during_200_blocks():
    blocks, killed = [], []
    with satdoku.on_cluster("local:4"):
        client = cluster.client()
        for number, made in enumerate(map_ordered(block_of, range(200), threads=True)):
            blocks.append(made)
            if number in (30, 90):
                pid = min(client.run(os.getpid).values())
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)
    assert len(set(killed)) == 2
    assert b"".join(blocks) == b"".join(map(block_of, range(200)))


def test_workers_that_come_later_are_counted(monkeypatch):
    class Client:
        threads = {}  # noqa: RUF012 - none yet

        def nthreads(self):
            return self.threads

    crew = cluster.ClusterTeam(Client(), list)
    assert crew.jobs == 1
    Client.threads = {"a": 1, "b": 2}
    assert crew.jobs == 1  # not asked at every turn
    monkeypatch.setattr(cluster, "monotonic", lambda: 1e18)
    assert crew.jobs == 3


@pytest.mark.slow
def test_commands_write_the_same_bytes(tmp_path):
    lines = [puzzle.line for puzzle in satdoku.generate(250, seed=8)]
    (tmp_path / "in.txt").write_text("\n".join(lines) + "\n")
    for where in ([], ["--cluster", "local:1"]):
        name = f"out{len(where)}.jsonl"
        arguments = ["rate", str(tmp_path / "in.txt"), "-o", str(tmp_path / name), *where]
        assert CliRunner().invoke(cli, arguments).exit_code == 0
    assert (tmp_path / "out0.jsonl").read_bytes() == (tmp_path / "out2.jsonl").read_bytes()


@pytest.mark.parametrize("where", ["local:0", "local:x", "nonsense"])
def test_no_cluster_is_one_line(where):
    with pytest.raises(EngineError, match="cluster"), satdoku.on_cluster(where):
        pass


@pytest.mark.slow
def test_an_error_comes_at_its_place():
    with satdoku.on_cluster("local:1"), pytest.raises(ZeroDivisionError):
        list(map_ordered(partial(divmod, 1), [2, 1, 0]))


@pytest.mark.slow
def test_an_audit_by_a_cluster_is_that_of_one_process(tmp_path):
    lines = [puzzle.line for puzzle in satdoku.generate(30, seed=8)]
    lines.append(satdoku.shuffled(lines[4], seed=1).line)
    (tmp_path / "in.txt").write_text("\n".join(lines) + "\n")
    told = ["dataset", "audit", str(tmp_path / "in.txt"), "--no-ratings", "--format", "json"]
    alone, shared = (
        CliRunner().invoke(cli, [*told, *more]).stdout for more in ([], ["--cluster", "local:2"])
    )
    assert '"duplicates": [[5, 31]]' in alone
    assert shared == alone
