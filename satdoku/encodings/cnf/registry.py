"""The encodings by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from math import comb
from typing import Any

from ...errors import EncodingError
from ...plugins import found
from ...suggest import meant
from ...theory import Theory
from . import exactly_one
from .exactly_one import ClauseByClause, pairwise
from .minimal import Minimal
from .triads import Triads

LYNCE = "Lynce and Ouaknine, Sudoku as a SAT problem, AIM 2006"


def _pysat(
    name: str, title: str, reference: str, encoder: str = "", projects: bool = False
) -> ClauseByClause:
    template = partial(exactly_one.pysat, encoder or name)
    return ClauseByClause(name, title, reference, projects, template=template)


ENCODINGS: dict[str, exactly_one.Encoding] = {
    encoding.name: encoding
    for encoding in (
        Minimal(
            "minimal",
            "at least one digit per cell, at most one place per house",
            LYNCE,
            propagates=False,
        ),
        ClauseByClause("pairwise", "at least one, and no two (extended)", LYNCE, template=pairwise),
        _pysat(
            "bitwise",
            "a true variable sets its number in binary",
            "Prestwich, Variable dependency in local search, SAT 2007",
        ),
        _pysat(
            "sequential",
            "sequential counter",
            "Sinz, Towards an optimal CNF encoding of Boolean cardinality constraints, CP 2005",
            "seqcounter",
        ),
        _pysat(
            "ladder",
            "ladder",
            "PySAT's form, larger than that of Gent and Nightingale, A new encoding of "
            "AllDifferent into SAT, ModRef 2004",
        ),
        ClauseByClause(
            "product",
            "rows and columns of a rectangle",
            "Chen, A new SAT encoding of the at-most-one constraint, ModRef 2010",
            template=exactly_one.product,
        ),
        ClauseByClause(
            "commander",
            "groups of 3 with commanders",
            "Klieber and Kwon, Efficient CNF encoding for selecting 1 from N objects, CFV 2007",
            template=exactly_one.commander,
        ),
        ClauseByClause(
            "bimander",
            "groups of 3 with binary numbers",
            "Nguyen and Mai, A new method to encode the at-most-one constraint into "
            "SAT, SoICT 2015",
            template=exactly_one.bimander,
        ),
        ClauseByClause(
            "order",
            "whether the true variable is among the first i",
            "Ansótegui and Manyà, Mapping problems with finite-domain variables to "
            "problems with Boolean variables, SAT 2004",
            template=exactly_one.order,
        ),
        ClauseByClause(
            "log",
            "the number of the true variable in binary",
            "Iwama and Miyazaki, SAT-variable complexity of hard combinatorial problems, IFIP 1994",
            template=exactly_one.log,
        ),
        Triads(
            "triads",
            "parts shared by lines and boxes as variables",
            "Dillon, tdoku (augmented encoding), 2019",
        ),
        _pysat(
            "totalizer",
            "totalizer",
            "Bailleux and Boufkhad, Efficient CNF encoding of Boolean cardinality constraints, "
            "CP 2003",
            projects=True,
        ),
        _pysat(
            "mtotalizer",
            "modulo totalizer",
            "Ogawa et al., Modulo based CNF encoding of cardinality constraints, ICTAI 2013",
        ),
        _pysat(
            "kmtotalizer",
            "k-cardinality modulo totalizer",
            "Morgado, Ignatiev and Marques-Silva, MSCG: robust core-guided MaxSAT solving, "
            "JSAT 2014",
        ),
        _pysat(
            "cardnetwrk",
            "cardinality network",
            "Asin et al., Cardinality networks and their applications, SAT 2009",
            projects=True,
        ),
        _pysat(
            "sortnetwrk",
            "sorting network",
            "Batcher, Sorting networks and their applications, AFIPS 1968",
            projects=True,
        ),
    )
}
#: The largest board, and the most pairs of variables, that are encoded pairwise by default: so many
#: take a gigabyte of memory.
PAIRWISE_SIZE, MOST_PAIRS = 25, 10_000_000
#: Other names in use.
SYNONYMS = {
    "extended": "pairwise", "direct": "pairwise", "regular": "order", "seqcounter": "sequential",
    "augmented": "triads",
}  # fmt: skip
#: An encoding of the user's own, and the names of those that were registered.
Own = exactly_one.Encoding | Callable[[int, bool], Any]
OWN: set[str] = set()


def register_encoding(name: str, encoding: Own) -> None:
    """Make an encoding of your own available by name, wherever an encoding can be named.

    encoding: a function of k and exactly_one that returns CNF clauses over the literals 1 … k of
    the variables and, from k + 1 on, auxiliary ones; or an `Encoding` of whole theories. Raises
    `EncodingError` for a name in use.

    >>> def ours(k, exactly_one):
    ...     return pairwise(k, exactly_one).clauses
    >>> register_encoding("ours", ours)
    >>> encoding_named("ours").size(Theory.of("4x4"))
    (64, 448)

    The same function may be given itself; and what was registered can be removed again.

    >>> encoding_named(ours).size(Theory.of("4x4"))
    (64, 448)
    >>> OWN.remove("ours")
    >>> del ENCODINGS["ours"]
    """
    if name in SYNONYMS or name in ("native", "all") or (name in ENCODINGS and name not in OWN):
        raise EncodingError(f"an encoding cannot be called {name!r}: satdoku has one of that name")
    OWN.add(name)
    ENCODINGS[name] = own_encoding(name, encoding)


def own_encoding(name: str, encoding: Own) -> exactly_one.Encoding:
    """Return an encoding of the user's own: itself, or made from a function for one clause."""
    if isinstance(encoding, exactly_one.Encoding):
        return encoding
    if not callable(encoding):
        raise EncodingError(f"{name} is not an encoding: expected a function of (k, exactly_one)")
    title = (
        (getattr(encoding, "__doc__", None) or "no description").strip().splitlines()[0].rstrip(".")
    )
    template = lru_cache(maxsize=256)(partial(exactly_one.own, encoding, name))
    return ClauseByClause(name, title, "one of the user's own", projects=True, template=template)


def encoding_named(name: str | Own) -> exactly_one.Encoding:
    """Return the encoding of that name; the `EncodingError` names the nearest ones.

    'my.py:function' and entry points "satdoku.encodings" are encodings of your own, see
    `register_encoding`; so is such a function itself.
    """
    if not isinstance(name, str):
        return own_encoding(getattr(name, "__name__", "own"), name)
    if name == "native":
        raise EncodingError(
            "native is not a CNF encoding: use minicard, gluecard3 or gluecard4 as the engine, or "
            "export --to knf, cnf+ or opb"
        )
    known = [*ENCODINGS, *SYNONYMS]
    if name not in known and (mine := found(name, "satdoku.encodings", EncodingError)) is not None:
        return own_encoding(name, mine)
    name = meant(name, known, "encoding", EncodingError, "satdoku encodings")
    return ENCODINGS[SYNONYMS.get(name, name)]


def usual_encoding(theory: Theory) -> str:
    """Return the default encoding: pairwise, but product if that would be too large."""
    if theory.layout and theory.layout.size > PAIRWISE_SIZE:
        return "product"
    if theory.has_helpers:
        # a rule can have clauses of hundreds of variables
        pairs = sum([comb(len(clause.variables), 2) for clause in theory.clauses])
        if pairs > MOST_PAIRS:
            return "product"
    return "pairwise"
