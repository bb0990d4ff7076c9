"""What a technique's finder gets.

A finder is a kernel `find(search, how) -> bool`: it looks at `search.theory` and `search.state`,
fills in `search.found` and says whether there is a step. how: what the rule's row gives it, so that
one search serves several rules.
"""

from __future__ import annotations

from typing import NamedTuple

from ..explainer.links import Links, Numbering
from ..explainer.loops import Walk
from ..explainer.nested_multiple import Trees
from ..explainer.nests import Nests
from ..explainer.runs import Runs
from ..explainer.unary import Nodes
from ..simd import Words
from .almost_locked import Almost
from .chains import Links as ChainLinks
from .found import FoundStep
from .grid import Grid
from .nested import Tried
from .state import NamedTheory, State
from .supposition import Supposition


class Search(NamedTuple):
    """A position, and what the techniques work with.

    stop: one number, not 0 when the search shall end soon: long searches look at it now and then,
    and then find nothing. listing, log: see `report`. chosen: numbers to work with. From
    `walk` on: what the Explainer's techniques work with, which is there for its scale alone; see
    `explainer`.
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
    trees: Trees
    branches: Words
    ends: Words
    ancestry: Words
