"""Plots of a comparison (matplotlib): a cactus plot of all contenders, a scatter plot of two."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from ..errors import library
from ..operations.comparison import Comparison

#: (puzzle, layout, round) → milliseconds
Times = dict[tuple[str, str, int], float]


def draw(compared: Comparison, folder: str, pair: Sequence[str] = ()) -> list[str]:
    """Write cactus.svg, and scatter.svg of a pair of contenders; return the file names.

    pair: names as written by `Contender`; by default the two fastest. In the scatter plot,
    unanswered questions are drawn at the time limit.
    """
    mpl = library("matplotlib", "plots need matplotlib")
    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "satdoku"
    from matplotlib import pyplot
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
    figure, axes = pyplot.subplots(figsize=(8, 4.5), layout="constrained")
    fastest_first = [summary.contender for summary in compared.summaries]
    for number, name in enumerate(fastest_first):
        style = ("-", "--", ":", "-.")[number // 10 % 4]  # matplotlib cycles through ten colours
        own = sorted(times[name].values())[: answered[name]]
        mark = "." if len(own) < 50 else None
        axes.plot(range(1, len(own) + 1), own, style, label=name, linewidth=1.5, marker=mark)
    axes.set(yscale="log", xlabel="questions answered", ylabel="time of each (ms)")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(alpha=0.3)
    axes.legend(fontsize="small", loc="center left", bbox_to_anchor=(1.01, 0.5))
    written = [str(Path(folder) / "cactus.svg")]
    figure.savefig(written[0], metadata={"Date": None})
    pyplot.close(figure)
    if len(times) > 1:
        first, second = pair or fastest_first[:2]
        figure, axes = pyplot.subplots(figsize=(5, 5), layout="constrained")
        _scatter(axes, first, second, times)
        written.append(str(Path(folder) / "scatter.svg"))
        figure.savefig(written[1], metadata={"Date": None})
        pyplot.close(figure)
    return written


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

    low, high = floor(log10(min(values))), ceil(log10(max(values)))
    return 10.0**low, 10.0 ** max(high, low + 1)
