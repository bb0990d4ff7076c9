"""Load what most questions need in advance, so that the first question is not slow.

The fork server imports this module: workers are forked with everything already loaded.
"""

from __future__ import annotations

import gc

from ...record_types import Record

EXAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARDER = "...3....656...9......6..8...5.1437...71........2.......9.....1...7.583..3..2.4.7."
#: Questions to run once: operation and arguments.
QUESTIONS: tuple[tuple[str, Record], ...] = (
    ("parse", {"puzzle": EXAMPLE}),
    ("live", {"puzzle": EXAMPLE}),
    ("live", {"puzzle": "." * 81}),
    ("live", {"puzzle": {"puzzle": "." * 81, "layout": "9x9+killer:10:r1c1,r1c2"}}),
    ("live", {"puzzle": "55" + "." * 79}),
    ("hint", {"puzzle": EXAMPLE}),
    ("solve", {"puzzle": EXAMPLE}),
    ("rate", {"puzzle": HARDER}),
)


def warm_up() -> None:
    """Load everything into this process."""
    from ..operations import OPERATIONS

    for name, arguments in QUESTIONS:
        OPERATIONS[name].run(arguments)
    gc.collect()
    gc.freeze()  # forked processes share it


warm_up()
