"""The encodings by name."""

from __future__ import annotations

from functools import partial

from ...errors import EncodingError
from ...suggest import meant
from ...theory import Theory
from .exactly_one import ClauseByClause, Encoding, bimander, commander, pairwise, product, pysat
from .minimal import Minimal
from .triads import Triads

LYNCE = "Lynce and Ouaknine, Sudoku as a SAT problem, AIM 2006"


def _pysat(
    name: str, title: str, reference: str, encoder: str = "", projects: bool = False
) -> ClauseByClause:
    template = partial(pysat, encoder or name)
    return ClauseByClause(name, title, reference, projects, template=template)


ENCODINGS: dict[str, Encoding] = {
    encoding.name: encoding
    for encoding in (
        Minimal("minimal", "at least one digit per cell, at most one place per house", LYNCE,
                propagates=False),
        ClauseByClause("pairwise", "at least one, and no two (extended)", LYNCE, template=pairwise),
        _pysat("bitwise", "a true variable sets its number in binary",
               "Prestwich, Variable dependency in local search, SAT 2007"),
        _pysat("sequential", "sequential counter",
               "Sinz, Towards an optimal CNF encoding of Boolean cardinality constraints, CP 2005",
               "seqcounter"),
        _pysat("ladder", "ladder",
               "PySAT's form, larger than that of Gent and Nightingale, A new encoding of "
               "AllDifferent into SAT, ModRef 2004"),
        ClauseByClause("product", "rows and columns of a rectangle",
                       "Chen, A new SAT encoding of the at-most-one constraint, ModRef 2010",
                       template=product),
        ClauseByClause("commander", "groups of 3 with commanders",
                       "Klieber and Kwon, Efficient CNF encoding for selecting 1 from N objects, "
                       "CFV 2007", template=commander),
        ClauseByClause("bimander", "groups of 3 with binary numbers",
                       "Nguyen and Mai, A new method to encode the at-most-one constraint into "
                       "SAT, SoICT 2015", template=bimander),
        Triads("triads", "parts shared by lines and boxes as variables",
               "Dillon, tdoku (augmented encoding), 2019"),
        _pysat("totalizer", "totalizer",
               "Bailleux and Boufkhad, Efficient CNF encoding of Boolean cardinality constraints, "
               "CP 2003", projects=True),
        _pysat("mtotalizer", "modulo totalizer",
               "Ogawa et al., Modulo based CNF encoding of cardinality constraints, ICTAI 2013"),
        _pysat("kmtotalizer", "k-cardinality modulo totalizer",
               "Morgado, Ignatiev and Marques-Silva, MSCG: robust core-guided MaxSAT solving, "
               "JSAT 2014"),
        _pysat("cardnetwrk", "cardinality network",
               "Asin et al., Cardinality networks and their applications, SAT 2009", projects=True),
        _pysat("sortnetwrk", "sorting network",
               "Batcher, Sorting networks and their applications, AFIPS 1968", projects=True),
    )
}  # fmt: skip
#: The largest board that is encoded pairwise by default.
PAIRWISE_SIZE = 25
#: Other names in use.
SYNONYMS = {"extended": "pairwise", "seqcounter": "sequential", "augmented": "triads"}


def encoding_named(name: str) -> Encoding:
    """Return the encoding of that name; the `EncodingError` names the nearest ones."""
    if name == "native":
        raise EncodingError(
            "native is not a CNF encoding: use minicard, gluecard3 or gluecard4 as the engine, or "
            "export --to knf, cnf+ or opb"
        )
    known = [*ENCODINGS, *SYNONYMS]
    name = meant(name, known, "encoding", EncodingError, "satdoku encodings")
    return ENCODINGS[SYNONYMS.get(name, name)]


def usual_encoding(theory: Theory) -> str:
    """Return the default encoding: pairwise, but product if that would be too large."""
    return "product" if theory.layout and theory.layout.size > PAIRWISE_SIZE else "pairwise"
