from collections import Counter

import pytest

from satdoku import SatdokuError
from satdoku.random_stream import MASK, RandomStream, mix


def test_mix_is_the_finaliser_of_splitmix64():
    """The published first outputs for seed 0: mix(gamma), mix(2*gamma), mix(3*gamma)."""
    gamma = 0x9E3779B97F4A7C15
    outputs = [mix(k * gamma & MASK) for k in (1, 2, 3)]
    assert outputs == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


def test_the_stream_never_changes():
    """These numbers are a promise: puzzles made from a seed stay the same for ever."""
    stream = RandomStream(seed=42, index=7)
    assert [stream.next() >> 48 for _ in range(4)] == [522, 6112, 46833, 44411]


def test_streams_of_neighbours_differ():
    starts = {RandomStream(s, i).next() for s in range(30) for i in range(30)}
    assert len(starts) == 900


def test_below_is_even():
    stream = RandomStream(1)
    counts = Counter(stream.below(6) for _ in range(60_000))
    assert set(counts) == set(range(6))
    assert max(counts.values()) - min(counts.values()) < 600


def test_permutation_holds_each_number_once():
    assert sorted(RandomStream(3).permutation(49)) == list(range(49))
    assert RandomStream(3).permutation(1) == [0]


@pytest.mark.parametrize(("seed", "index"), [(-1, 0), (2**64, 0), (0, -1), (0, 2**64)])
def test_keys_out_of_range_are_refused(seed, index):
    with pytest.raises(SatdokuError, match="out of range"):
        RandomStream(seed, index)
