"""Plots (matplotlib): of a model's right answers; of a comparison a cactus plot of all contenders,
the share that each answers in a time (its cumulative distribution function), a scatter plot of two.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from ..errors import library
from ..operations.comparison import Comparison

#: Lines of the legend per column.
LINES = 24
#: (puzzle, layout, round) → milliseconds
Times = dict[tuple[str, str, int], float]


def draw(compared: Comparison, folder: str, pair: Sequence[str] = ()) -> list[str]:
    """Write cactus.svg, cdf.svg, and scatter.svg of a pair of contenders; return the file names.

    pair: names as written by `Contender`; by default the two fastest. In the scatter plot,
    unanswered questions are drawn at the time limit.
    """
    pyplot = _pyplot()
    from matplotlib.ticker import MaxNLocator

    Path(folder).mkdir(parents=True, exist_ok=True)
    times: dict[str, Times] = {}
    for m in compared.measurements:
        seconds = m.seconds if m.answer else compared.time_limit
        key = (m.puzzle, m.layout, m.round)
        times.setdefault(str(m.contender), {})[key] = max(1000 * seconds, 1e-4)
    answered = {
        name: sum(1 for m in compared.measurements if m.answer and str(m.contender) == name)
        for name in times
    }
    fastest_first = [summary.contender for summary in compared.summaries]
    own = {name: sorted(times[name].values())[: answered[name]] for name in fastest_first}
    total = max(map(len, times.values()))
    curves = {
        "cactus": ("questions answered", "time of each (ms)", "yscale"),
        "cdf": ("time (ms)", "share of questions answered", "xscale"),
    }
    written = []
    for kind, (x, y, scale) in curves.items():
        lengths = len(own) // LINES + 1  # columns of the legend
        size = (7 + 2.6 * lengths, max(4.5, 0.22 * min(len(own), LINES)))
        figure, axes = pyplot.subplots(figsize=size, layout="constrained")
        for number, name in enumerate(fastest_first):
            # matplotlib cycles through ten colours
            style = ("-", "--", ":", "-.", (0, (5, 1, 1, 1, 1, 1)))[number // 10 % 5]
            ranks = range(1, len(own[name]) + 1)
            mark = "." if len(own[name]) < 50 else None
            points = (
                (ranks, own[name]) if kind == "cactus" else (own[name], [k / total for k in ranks])
            )
            axes.plot(*points, linestyle=style, label=name, linewidth=1.5, marker=mark)
        axes.set(xlabel=x, ylabel=y, **{scale: "log"})
        if kind == "cactus":
            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.grid(alpha=0.3)
        figure.legend(fontsize="small", loc="outside right upper", ncols=lengths)
        written.append(str(Path(folder) / f"{kind}.svg"))
        figure.savefig(written[-1], metadata={"Date": None})
        pyplot.close(figure)
    if len(times) > 1:
        first, second = pair or fastest_first[:2]
        figure, axes = pyplot.subplots(figsize=(5, 5), layout="constrained")
        _scatter(axes, first, second, times)
        written.append(str(Path(folder) / "scatter.svg"))
        figure.savefig(written[-1], metadata={"Date": None})
        pyplot.close(figure)
    return written


def draw_shares(rows: Sequence[dict[str, Any]], by: Sequence[str], file: str) -> None:
    """Write a chart of the shares of right answers in the rows of a `score_table`, with their
    intervals."""
    pyplot = _pyplot()
    figure, axes = pyplot.subplots(figsize=(1.5 + 0.6 * len(rows), 4), layout="constrained")
    names = [", ".join(str(row[name]) for name in by) for row in rows]
    shares = [100 * row["share"] for row in rows]
    ends = zip(*(row["interval"] for row in rows), strict=True)
    low, high = (
        [abs(100 * end - share) for end, share in zip(some, shares, strict=True)] for some in ends
    )
    axes.bar(range(len(rows)), shares, yerr=(low, high), capsize=4, color="#8fb4e8")
    axes.set_xticks(range(len(rows)), names, rotation=45, ha="right")
    axes.set(xlabel=", ".join(by), ylabel="right (%)", ylim=(0, 100))
    figure.savefig(file, metadata={"Date": None})
    pyplot.close(figure)


def _pyplot() -> Any:
    """Return matplotlib's plots as SVG, the same bytes each time."""
    mpl = library("matplotlib", "plots need matplotlib")
    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "satdoku"
    from matplotlib import pyplot

    return pyplot


def _scatter(axes: Any, first: str, second: str, times: dict[str, Times]) -> None:
    """Draw a point per question; both axes span the same full decades, so the diagonal is
    visible."""
    from matplotlib.ticker import LogLocator, NullFormatter

    a, b = times[first], times[second]
    both = [key for key in a if key in b]
    axes.scatter([a[key] for key in both], [b[key] for key in both], s=9, alpha=0.6)
    ends = _decades([*a.values(), *b.values()])
    axes.plot(ends, ends, color="grey", linewidth=1)
    axes.set(xscale="log", yscale="log", xlabel=f"{first} (ms)", ylabel=f"{second} (ms)")
    axes.set(xlim=ends, ylim=ends, aspect="equal")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(LogLocator(10, numticks=8))
        axis.set_minor_formatter(NullFormatter())
    axes.grid(alpha=0.3)


def _decades(values: Collection[float]) -> tuple[float, float]:
    """Return the powers of ten that enclose the values."""
    from math import ceil, floor, log10

    low = floor(log10(min(values)))
    high = ceil(log10(max(values)))
    return 10.0**low, 10.0 ** max(high, low + 1)
