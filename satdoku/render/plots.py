"""Plots (matplotlib): of a model's right answers; of a comparison a cactus plot of all contenders,
the share that each answers in a time (its cumulative distribution function), a scatter plot of two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from ..errors import library
from ..operations.comparison import Comparison
from ..record_types import Record

#: Lines of the legend per column.
LINES = 24
#: The lines of contenders that share a colour.
STYLES: tuple[Any, ...] = ("-", "--", ":", "-.", (0, (5, 1, 1, 1, 1, 1)))
#: (puzzle, layout, round) → milliseconds
Times = dict[tuple[str, str, int], float]


def draw(compared: Comparison, folder: str, pair: Sequence[str] = ()) -> list[str]:
    """Write cactus.svg, cdf.svg, and scatter.svg of a pair of contenders; return the file names.

    pair: names as written by `Contender`; by default the two fastest. In the scatter plot,
    unanswered questions are drawn at the time limit. Times are of the processor.
    """
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    times: dict[str, Times] = {}
    answered = Counter[str]()
    for m in compared.judged:
        name = str(m.contender)
        seconds = compared.time_limit
        if m.answer:
            answered[name] += 1
            seconds = m.processor
        key = (m.puzzle, m.layout, m.round)
        times.setdefault(name, {})[key] = max(1000 * seconds, 1e-4)
    fastest_first = [summary.contender for summary in compared.summaries]
    own = {}
    for name in fastest_first:
        by_length = sorted(times[name].values())
        own[name] = by_length[: answered[name]]
    total = max(map(len, times.values()))
    written = []
    for kind in ("cactus", "cdf"):
        file = str(place / f"{kind}.svg")
        _curves(own, total, kind, file)
        written.append(file)
    if len(times) > 1:
        first, second = pair or fastest_first[:2]
        file = str(place / "scatter.svg")
        _scatter(first, second, times, file)
        written.append(file)
    return written


def _curves(own: dict[str, list[float]], total: int, kind: str, file: str) -> None:
    """Draw a curve per contender. own: the times of its answers, sorted; total: the number of
    questions; kind: cactus or cdf."""
    pyplot = _pyplot()
    from matplotlib.ticker import MaxNLocator

    columns = len(own) // LINES + 1  # of the legend
    width = 7 + 2.6 * columns
    height = max(4.5, 0.22 * min(len(own), LINES))
    figure, axes = pyplot.subplots(figsize=(width, height), layout="constrained")
    for number, (name, times) in enumerate(own.items()):
        # matplotlib cycles through ten colours
        style = STYLES[number // 10 % len(STYLES)]
        marker = "." if len(times) < 50 else None
        ranks = range(1, len(times) + 1)
        shares = [rank / total for rank in ranks]
        points = (ranks, times) if kind == "cactus" else (times, shares)
        axes.plot(*points, label=name, linestyle=style, linewidth=1.5, marker=marker)
    if kind == "cactus":
        axes.set(xlabel="questions answered", ylabel="processor time of each (ms)", yscale="log")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    else:
        axes.set(xlabel="processor time (ms)", ylabel="share of questions answered", xscale="log")
    axes.grid(alpha=0.3)
    figure.legend(fontsize="small", loc="outside right upper", ncols=columns)
    _write(figure, file)


def draw_shares(rows: Sequence[Record], by: Sequence[str], file: str) -> None:
    """Write a chart of the shares of right answers in the rows of a `score_table`, with their
    intervals."""
    width = 1.5 + 0.6 * len(rows)
    figure, axes = _pyplot().subplots(figsize=(width, 4), layout="constrained")
    names = []
    shares = []
    below = []
    above = []
    for row in rows:
        low, high = row["interval"]
        share = 100 * row["share"]
        values = [str(row[name]) for name in by]
        names.append(", ".join(values))
        shares.append(share)
        below.append(abs(100 * low - share))
        above.append(abs(100 * high - share))
    places = range(len(rows))
    axes.bar(places, shares, yerr=(below, above), capsize=4, color="#8fb4e8")
    axes.set_xticks(places, names, rotation=45, ha="right")
    axes.set(xlabel=", ".join(by), ylabel="right (%)", ylim=(0, 100))
    _write(figure, file)


def _write(figure: Any, file: str) -> None:
    """Write a figure, without the date, and free its memory."""
    figure.savefig(file, metadata={"Date": None})
    _pyplot().close(figure)


def _pyplot() -> Any:
    """Return matplotlib's plots as SVG, the same bytes each time."""
    mpl = library("matplotlib", "plots need matplotlib")
    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "satdoku"
    from matplotlib import pyplot

    return pyplot


def _scatter(first: str, second: str, times: dict[str, Times], file: str) -> None:
    """Draw a point per question; both axes span the same full decades, so the diagonal is
    visible."""
    figure, axes = _pyplot().subplots(figsize=(5, 5), layout="constrained")
    from matplotlib.ticker import LogLocator, NullFormatter

    a = times[first]
    b = times[second]
    both = [key for key in a if key in b]
    x = [a[key] for key in both]
    y = [b[key] for key in both]
    axes.scatter(x, y, s=9, alpha=0.6)
    ends = _decades([*a.values(), *b.values()])
    axes.plot(ends, ends, color="grey", linewidth=1)
    axes.set(xscale="log", xlabel=f"{first} (ms)", xlim=ends)
    axes.set(yscale="log", ylabel=f"{second} (ms)", ylim=ends)
    axes.set(aspect="equal")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(LogLocator(10, numticks=8))
        axis.set_minor_formatter(NullFormatter())
    axes.grid(alpha=0.3)
    _write(figure, file)


def _decades(values: Collection[float]) -> tuple[float, float]:
    """Return the powers of ten that enclose the values."""
    from math import ceil, floor, log10

    low = floor(log10(min(values)))
    high = ceil(log10(max(values)))
    return 10.0**low, 10.0 ** max(high, low + 1)
