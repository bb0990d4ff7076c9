"""The data that a technique's finder receives.

A finder is a kernel `find(search, mode) -> bool`: it reads `search.theory` and `search.state`,
fills in `search.found` and returns whether there is a step. mode: from the rule's row, so that one
finder can serve several rules.
"""

from __future__ import annotations

from typing import NamedTuple

from ..explainer.closures import Closures
from ..explainer.links import Links, Numbering
from ..explainer.nested_multiple import Trees
from ..explainer.nests import Nests
from ..explainer.new_links import NewLinks
from ..explainer.runs import Runs
from ..explainer.unary import Nodes
from ..lockstep.simd import Words
from .almost_locked import Almost
from .chain_nodes import Links as ChainLinks
from .found import FoundStep
from .grid import Grid
from .nested import Tried
from .state import NamedTheory, State
from .supposition import Supposition
from .walk import Walk


class Search(NamedTuple):
    """A position, and the working data of the techniques.

    stop: one number, nonzero to cancel: long searches check it now and then, and then find nothing.
    listing, log: see `report`. chosen: scratch space. From `best` on: the working data of Sudoku
    Explainer's techniques, allocated only for that scale; see `explainer`.
    """

    theory: NamedTheory
    state: State
    found: FoundStep
    stop: Words
    listing: Words
    log: Words
    links: ChainLinks
    guess: Supposition
    inner: Supposition
    tried: Tried
    almost: Almost
    chosen: Words
    grid: Grid
    walk: Walk
    best: FoundStep
    rank: Words
    numbering: Numbering
    outer: Links
    nodes: Nodes
    runs: Runs
    within: Links
    nests: Nests
    closures: Closures
    new_links: NewLinks
    trees: Trees
    branches: Words
    ends: Words
    ancestry: Words
