"""The data that a technique's finder receives.

A finder is a kernel `find(search, mode) -> bool`: it reads `search.theory` and `search.state`,
fills in `search.found` and returns whether there is a step. mode: from the rule's row, so that one
finder can serve several rules.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ..explainer.closures import Closures
from ..explainer.links import Links, Numbering
from ..explainer.nested_dynamic import Inside
from ..explainer.nested_multiple import Trees
from ..explainer.nests import Nests
from ..explainer.new_links import NewLinks
from ..explainer.nishio import DigitPlaces
from ..explainer.ranking import Ranking
from ..explainer.runs import Runs
from ..explainer.strong_links import StrongLinks
from ..explainer.unary import Nodes
from ..lockstep.simd import Small, Words
from .almost_locked import Almost
from .cases import Cases
from .chain_nodes import ChainLinks
from .fish import FishSearch
from .found import FoundStep
from .grid import Grid
from .state import NamedTheory, State
from .supports import Supports
from .supposition import Supposition
from .ways import Ways

#: Maximum number of inner refutations recorded per supposition.
ROOM = 63


class Tried(NamedTuple):
    """Attempts that need not be repeated because nothing has changed since.

    seen: by variable of the board, version << 1 of the last failed attempt to refute it inside,
    plus 1 if the supposition is consistent at any size. version: one number, incremented on each
    change. For each x that was not refuted at the smallest sizes (see `find_nested`): plans, the
    number of inner refutations used (more than ROOM: not recorded) followed by these, candidate <<
    8 | size; possible, a bit for each candidate whose supposition was consistent at the end.
    """

    seen: Annotated[Words, "boards+1"]
    version: Annotated[Words, 1]
    plans: Annotated[Words, "boards+1", ROOM + 1]
    possible: Annotated[Words, "boards+1", "board_words"]


class CellWalk(NamedTuple):
    """The closed walk over cells that the finders of unique rectangles and of loops extend.

    By place in the walk: cells; tried, the number of neighbours tried; came, the type of the region
    through which the cell was reached; extras, those up to it; spare, how many more cells with
    extras may follow. touched[2 * region + parity]: the number of its cells in a region at even and
    at odd places; on[cell]: whether it is in the walk.
    """

    cells: Annotated[Words, 2, "size"]
    tried: Annotated[Words, 2, "size"]
    came: Annotated[Words, 2, "size"]
    extras: Annotated[Words, 2, "size"]
    spare: Annotated[Words, 2, "size"]
    touched: Annotated[Words, 2, "regions"]
    on: Annotated[Words, "cells"]


class StepSearch(NamedTuple):
    """A position, and the working data of the techniques.

    stop: one number, nonzero to cancel: long searches check it now and then, and then find nothing.
    listing, log: see `found`. chosen: scratch space. quiet: the candidates of each cell when no
    aligned exclusion of pairs was found last, then the same for triples; changed: see
    `aligned_exclusion`. From `best` on: the working data of Sudoku Explainer's techniques,
    allocated only for that scale; see `explainer`.
    """

    theory: NamedTheory
    state: State
    found: FoundStep
    stop: Annotated[Words, 1]
    listing: Annotated[Words, 2]
    log: Annotated[Words, 1]
    links: ChainLinks
    guess: Supposition
    inner: Supposition
    cases: Cases
    tried: Tried
    almost: Almost
    chosen: Annotated[Words, "scratch"]
    quiet: Annotated[Words, 2, "cells"]
    changed: Annotated[Words, "cells"]
    grid: Grid
    fish: FishSearch
    walk: CellWalk
    ways: Ways
    supports: Supports
    best: FoundStep
    rank: Annotated[Words, 1]
    numbering: Numbering
    outer: Links
    nodes: Nodes
    places: DigitPlaces
    runs: Runs
    within: Links
    nests: Nests
    closures: Closures
    new_links: NewLinks
    trees: Trees
    inner_runs: Runs
    inside: Inside
    ranking: Ranking
    strong: StrongLinks
    branches: Annotated[Words, 2, "size"]
    ends: Annotated[Words, 2, "size"]
    ancestry: Annotated[Small, "literals"]
