import pytest

from satdoku.parallel import map_ordered


def square(number: int) -> int:
    if number == 70:
        raise ValueError("seventy")
    return number * number


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order(jobs):
    assert list(map_ordered(square, range(50), jobs)) == [n * n for n in range(50)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_comes_at_its_place(jobs):
    results = []
    with pytest.raises(ValueError, match="seventy"):
        for result in map_ordered(square, range(100), jobs):
            results.append(result)
    assert results == [n * n for n in range(70)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_of_the_stream_comes_after_the_results_before_it(jobs):
    def broken():
        yield from range(20)
        raise ValueError("the stream broke")

    results = []
    with pytest.raises(ValueError, match="the stream broke"):
        for result in map_ordered(square, broken(), jobs):
            results.append(result)
    assert results == [n * n for n in range(20)]


def test_an_endless_stream_is_not_read_ahead_far():
    read = []

    def numbers():
        for number in range(71, 10**9):
            read.append(number)
            yield number

    results = map_ordered(square, numbers(), 2)
    assert [next(results) for _ in range(3)] == [71 * 71, 72 * 72, 73 * 73]
    results.close()
    assert len(read) < 500
