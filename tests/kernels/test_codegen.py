"""Kernels mean the same compiled as by the interpreter: each word of their dialect, both ways."""

import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from satdoku.kernels.kernel import KERNELS, Kernel, part
from satdoku.kernels.lockstep.simd import fill, load, lowest_bit, ones, popcount, store
from tests.kernel_builds import BuiltOnDemand, llvm_code_of, run_by

TESTS = Path(__file__).parents[1]
#: Where processes that tests start find the package and these files.
SEARCHED = os.pathsep.join([str(TESTS.parent), *filter(None, sys.path)])
TABLE = np.array([5, -7, 11])


@part
def sign_and_size(n: int) -> tuple[int, int]:
    if n < 0:
        return -1, -n
    return int(n > 0), n


def numbers_kernel(a: int, b: int, out) -> None:
    out[0] = a // b
    out[1] = a % b
    out[2] = a // 7 + a % 7 + a // 8 + a % 8
    out[3] = (a & b) | (a ^ 5) - ~b
    out[4] = (a << 3) + (a >> 2)
    out[5] = max(a, b, 3) - min(a, b) + abs(a)
    out[6] = popcount(a) + lowest_bit(a | 16)
    out[7] = TABLE[a % 3]
    sign, size = sign_and_size(a)
    out[8] = 10 * size + sign


def conditions_kernel(a: int, b: int, out) -> None:
    out[0] = 1 if -5 < a <= b < 5 else 2
    out[1] = a or b
    out[2] = a and b
    out[3] = (a > 0 and b > 0) or not a
    found = False
    found += a in (1, 3, b)
    out[4] = found
    is_odd = a & 1 == 1
    out[5] = is_odd + is_odd * 2
    out[6] = bool(a) == (b != 0)
    if a < 0:
        out[7] = -1
    elif a == 0:
        out[7] = 0
    else:
        out[7] = 1
    out[8] = 0


def loops_kernel(a: int, b: int, out) -> None:
    for k in range(len(out)):
        out[k] = 0
    for k in range(abs(a)):
        if k % 3 == 1:
            continue
        if k == 8:
            break
        out[0] += k
    for k in range(5, -5, -2):
        out[1] = out[1] * 3 + k
    for k in range(1, 20, abs(b) + 1):
        out[2] += k
    for word in out:
        out[3] += word
    for kind in (4, 5, 6):
        if kind == 6:
            break
        out[kind] = kind * a
    n = abs(a)
    while n > 1 and out[7] < 50:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        out[7] += 1
    out[8] = k


@part
def first_items(words, count: int):
    return words[:count]


def pairs(most: int):
    """Yield pairs of numbers; a `break` ends both loops."""
    for k in range(most):
        for j in range(k):
            yield k, j


def folds_kernel(a: int, b: int, out) -> None:
    fill(out, 0, 8, a)
    for k in ones(abs(a)):
        if k == 1:
            continue
        out[k % 3] += 10 * k + 1
    word = 7
    out[3] = any(word < 0 for word in out[1:4])
    out[4] = word + all(word > b for word in first_items(out, 2))
    out[5] = sum(k * j for k in range(4) if k != b for j in range(k))
    out[6] = (a in out[:3]) + 2 * (b not in first_items(out, 6)) + 4 * (a not in (1, b))
    out[7] = sum(any(word == k for word in out) for k in (a, b, 21))
    out[8] = word
    for k, j in pairs(abs(a) % 9):
        if k + j > 8:
            break
        if j == 2:
            continue
        out[8] += 10 * k + j


def small_items_kernel(k, out) -> int:
    out[k] = 7
    return out[k]


pytest.importorskip("llvmlite", reason="kernels are built by llvmlite")


@pytest.fixture(scope="module")
def builds(tmp_path_factory):
    """What builds kernels."""
    return BuiltOnDemand(tmp_path_factory.mktemp("kernels"))


@pytest.fixture
def made(builds):
    """A function: a kernel of a function, which nobody else sees."""

    def make(function):
        kernel = Kernel(function)
        del KERNELS[kernel.name]
        builds.functions[kernel.name] = function
        return kernel

    with run_by(builds):
        yield make


@pytest.mark.parametrize(
    "function", [numbers_kernel, conditions_kernel, loops_kernel, folds_kernel]
)
@pytest.mark.parametrize("dtype", ["int64", "int32"])
def test_compiled_kernels_say_what_the_interpreter_says(made, function, dtype):
    kernel, draw = made(function), random.Random(1)
    for _ in range(200):
        a, b = draw.randint(-40, 40), draw.choice([-9, -4, -2, -1, 1, 2, 3, 8])
        a = abs(a) if function is numbers_kernel and a < 0 and draw.random() < 0.5 else a
        if function is numbers_kernel:
            a = a or 1
        plain, out = [0] * 9, np.zeros(9, dtype)
        if function is numbers_kernel and a < 0:
            continue  # Python's popcount is of the size, LLVM's of the 64 bits
        kernel.function(a, b, plain)
        kernel(a, b, out)
        assert out.tolist() == [int(word) for word in plain], (a, b)


def test_small_items_are_cut_and_read_as_they_are_stored(made):
    def store(a, out) -> int:
        out[0] = a
        return out[0]

    store.__qualname__ = "store"
    kernel = made(store)
    assert [kernel(300, np.zeros(1, dtype)) for dtype in ("uint8", "int32", "int64")] == [
        44,
        300,
        300,
    ]
    assert kernel(-1, np.zeros(1, "uint32")) == 2**32 - 1


def has_a_list(n):
    return [n]


def has_a_float(n):
    return n + 0.5


def calls_the_unknown(n):
    return sorted(n)


def goes_on(n):
    for _ in range(n):
        pass
    else:  # noqa: PLW0120
        n = 2
    return n


@pytest.mark.parametrize("function", [has_a_list, has_a_float, calls_the_unknown, goes_on])
def test_what_is_not_of_the_dialect_is_refused_with_its_place(function):
    with pytest.raises(TypeError, match=rf"{function.__name__}, line \d+: "):
        llvm_code_of(function, ("number",))


def test_lists_must_lie_in_one_piece_and_hold_whole_numbers(made):
    kernel = made(numbers_kernel)
    with pytest.raises(TypeError):
        kernel(1, 1, np.zeros(18, np.int64)[::2])
    with pytest.raises(TypeError):
        kernel(1, 1, np.zeros(9))


def rounds_kernel(words, stop_at) -> None:
    for k in range(3):
        store(words, k, load(words, k) ^ 5)
    for k in range(stop_at):
        store(words, k, load(words, k) | 8)


def test_a_short_loop_over_vectors_is_written_out_and_means_the_same(made, builds):
    text = llvm_code_of(rounds_kernel, ("uint32", "number"))
    lanes = builds.level.lanes
    assert text.count("!llvm.loop !2") == 1
    assert "!llvm.loop !3" not in text  # how often the second is gone through is not known
    words = np.arange(3 * lanes, dtype=np.uint32)
    plain = [(word ^ 5) | 8 * (at < 2 * lanes) for at, word in enumerate(words.tolist())]
    made(rounds_kernel)(words, 2)
    assert words.tolist() == plain


@pytest.mark.slow
def test_a_checked_access_outside_a_list_ends_the_process(tmp_path):
    program = (
        "import sys, numpy; from pathlib import Path\n"
        "from tests.kernels.test_codegen import small_items_kernel\n"
        "from tests.kernel_builds import BuiltOnDemand\n"
        "builds = BuiltOnDemand(Path(sys.argv[1]), checked=True)\n"
        "builds.functions['small_items_kernel'] = small_items_kernel\n"
        "asked = int(sys.argv[2]), numpy.zeros(5, 'int64')\n"
        "print(builds.run('small_items_kernel', asked), flush=True)"
    )
    ended = [
        subprocess.run(
            [sys.executable, "-c", program, str(tmp_path), str(k)],
            env=os.environ | {"PYTHONPATH": SEARCHED},
            capture_output=True,
            text=True,
            check=False,
        )
        for k in (4, 5, -1)
    ]
    assert [done.stdout for done in ended] == ["7\n", "", ""]
    assert ended[0].returncode == 0 and ended[1].returncode < 0 and ended[2].returncode < 0
