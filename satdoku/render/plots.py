"""Plots of a comparison (matplotlib): a cactus plot of all contenders, a scatter plot of two."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..errors import EngineError
from ..operations.comparing import Measurement


def draw(measurements: Sequence[Measurement], folder: str, time_limit: float) -> list[str]:
    """Write cactus.svg, and scatter.svg of the first two contenders; the files' names."""
    try:
        import matplotlib as mpl
    except ImportError:
        raise EngineError("plots need matplotlib: pip install 'satdoku[plots]'") from None
    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "satdoku"
    from matplotlib import pyplot

    Path(folder).mkdir(parents=True, exist_ok=True)
    times: dict[str, dict[tuple[str, str, int], float]] = {}
    for m in measurements:
        if m.answer:
            times.setdefault(str(m.contender), {})[m.puzzle, m.layout, m.round] = m.seconds * 1000
    figure, axes = pyplot.subplots(figsize=(8, 4.5), layout="constrained")
    fastest_first = sorted(times.items(), key=lambda item: sum(item[1].values()))
    for number, (name, own) in enumerate(fastest_first):
        style = ("-", "--", ":", "-.")[number // 10 % 4]  # matplotlib has ten colours
        axes.plot(range(1, len(own) + 1), sorted(own.values()), style, label=name, linewidth=1.5)
    axes.set(yscale="log", xlabel="questions answered", ylabel="time of each (ms)")
    axes.grid(alpha=0.3)
    axes.legend(fontsize="small", loc="center left", bbox_to_anchor=(1.01, 0.5))
    written = [str(Path(folder) / "cactus.svg")]
    figure.savefig(written[0], metadata={"Date": None})
    pyplot.close(figure)
    if len(times) > 1:
        (first, a), (second, b) = list(times.items())[:2]
        both = [key for key in a if key in b]
        figure, axes = pyplot.subplots(figsize=(5, 5), layout="constrained")
        axes.scatter([a[key] for key in both], [b[key] for key in both], s=9, alpha=0.6)
        ends = [min(*a.values(), *b.values()), max(*a.values(), *b.values())]
        axes.plot(ends, ends, color="grey", linewidth=1)
        axes.set(xscale="log", yscale="log", xlabel=f"{first} (ms)", ylabel=f"{second} (ms)")
        axes.grid(alpha=0.3)
        written.append(str(Path(folder) / "scatter.svg"))
        figure.savefig(written[1], metadata={"Date": None})
        pyplot.close(figure)
    return written
