"""Alternating inference chains: each of their ends is true if the other is false, so what both deny
goes.

If the ends deny each other, too, the chain is a loop, and exactly one side of each of its weak
links is true. If they are one candidate, it is true.

The search takes the shortest chain. A list has the shortest chain from each node to each other
one, and all loops of up to six strong links; forms with names of their own are chains of just two
or three strong links, all of which are listed and told apart by the kinds of their links.

Sources: Sudopedia, "Alternating Inference Chain", "Nice Loop", "Turbot Fish", "Empty Rectangle";
HoDoKu's names; the forum of enjoysudoku.com ("generic wings", "Local-Wing").

Lesson: skyscraper

    Two rows with two places each for a digit, two of them in one column. What sees both of the
    other two is removed. So it does with rows and columns exchanged.

    Why: A chain of two strong links (RR|C): the two in one column are not both true, so one of the
    far ends is. Refute(x): x denies both ends, and the base rules then put the digit twice into the
    column.

Lesson: two-string kite

    A row and a column with two places each for a digit, one of each in the same box. What sees both
    of the other two is removed.

    Why: A chain of two strong links (RC|B): the two in the box are not both true, so one of the far
    ends is.

Lesson: dual two-string kite

    Two two-string kites of the same row and column, whose far ends share a box, too; of the same
    two cells in a box, whose rows and columns are exchanged or which are of two digits; or of the
    same box and the same row or column. What sees both far ends of either is removed.

    Why: Two chains that share a link, or both candidates of the box: of the far ends of each, one
    is true.

Lesson: turbot fish

    Two strong links of one digit in any houses, an end of one seeing an end of the other. What sees
    both far ends is removed.

    Why: The near ends are not both true, so one of the far ends is: a chain of four candidates.

Lesson: empty rectangle

    In a box a digit lies in one row and one column only, so that four cells of the box have no
    place for it. A strong link in a line across has one end in that column (row). The digit is
    removed from where the link's other line meets the row (column).

    Why: A chain with groups (BR|C): if what is removed were true, the box would have its place in
    the column, which denies the link's near end, and the far end denies what is removed.

Lesson: dual empty rectangle

    Two empty rectangles of one box that has two places, or whose two links share a place.

    Why: Two chains through the same box: each takes its own candidate away.

Lesson: X-chain

    Strong and weak links of one digit by turns, from a strong one to a strong one. What sees both
    ends is removed.

    Why: If the first is false the last is true: one of them is. Refute(x): each clause on the way
    has two candidates, and the last has none.

Lesson: XY-chain

    Cells of two candidates, each seeing the next by a digit that both have; the first and the last
    have one more digit in common. What sees both ends loses it.

    Why: A chain whose strong links are cells: if the first cell lacks the digit, the last one holds
    it.

Lesson: chain, AIC

    An alternating inference chain: candidates that are false and true by turns, strong links (of
    two, one is true) and weak ones (not both are) by turns, in cells and houses. What both ends
    deny is removed.

    Why: If the first end is false the last is true. So one is; what denies both is refuted by
    clauses of two candidates each.

Lesson: discontinuous nice loop

    A chain described from the candidate that it removes: assumed true, the candidate leads by weak
    and strong links to its own denial. Or, assumed false, to its own truth: then it is placed.

    Why: Refute(x), all of whose clauses have two candidates.

Lesson: continuous loop, X-cycle, XY-cycle

    A chain whose ends see each other: strong and weak links all around (of one digit: X-cycle;
    strong links in cells alone: XY-cycle). What a weak link's house or cell has besides is removed.

    Why: Cover(k): the k strong links' clauses are the bases, the k weak links' clauses the covers.

Lesson: grouped X-chain

    An X-chain some of whose ends are groups: all places of the digit in a box that lie in one line.

    Why: A group is true if one of its members is; a clause of two groups is a strong link. What
    denies both ends is refuted as before.

Lesson: grouped chain, grouped AIC

    A chain with groups among its nodes: all places of a digit in a box that lie in one line.

    Why: As for a chain: a house whose places are two groups is a strong link, two groups each of
    whose members see each other are a weak one.

Lesson: grouped discontinuous nice loop

    A discontinuous nice loop with groups among its nodes.

    Why: Refute(x): each clause on the way has one group left when the other is denied.

Lesson: grouped continuous nice loop

    A continuous loop with groups among its nodes: what a weak link's house has besides is removed.

    Why: Cover(k), as without groups: the covers are houses that hold both groups of a weak link.

Lesson: grouped AIC with almost locked sets

    A chain in which an almost locked set (k cells of a house with k + 1 digits) is a strong link
    between the places of one of its digits and those of another.

    Why: The set lacks at most one of its digits: of any two, one is in it. The k cells are the
    clauses of that link.

Lesson: grouped discontinuous nice loop with almost locked sets, grouped continuous nice loop with
    almost locked sets

    A loop in which an almost locked set is a strong link. In a continuous one the set lacks just
    one of the link's two digits: what sees all places of another of its digits loses that.

    Why: A set in a continuous loop has all its digits but one: with its own cells and the covers of
    the weak links it is Cover(k).

Lesson: M-wing, S-wing, L-wing, H-wing

    Chains of three strong links, each a cell of two candidates or a digit with two places in a
    house. M-wing: a cell, then two houses, with one digit at both ends. S-wing: a house, a cell, a
    house. L-wing: three houses. H-wing: the others of three digits.

    Why: An alternating chain of six candidates: one of its ends is true, so what both deny is
    removed.
"""

from __future__ import annotations

from ....kernels.any_theory.csr import OPEN
from ....kernels.kernel import kernel
from ....kernels.logic.chain_links import link
from ....kernels.logic.chain_nodes import (
    FALSE,
    GROUPED,
    IN_CELLS,
    OF_ONE_DIGIT,
    REACHED,
    SETS,
    STAMP,
    ChainLinks,
    candidates,
    digit_of,
    linked,
    row_of,
)
from ....kernels.logic.chain_steps import fill_in, place_end
from ....kernels.logic.chains import ENDLESS, follow, follow_all, node_at, trace_back
from ....kernels.logic.found import ALL, DENIALS, measure, reported
from ....kernels.logic.grid import is_worth
from ....kernels.logic.search import StepSearch
from ....kernels.logic.state import CELL
from ...catalog.row import Needless, ScaleRow, TechniqueForm, part_of
from .chain_forms import listed

__all__ = ["FORMS", "ROWS", "find_chain", "listed"]
#: How to list, beside what chains may use (see `chain_nodes`): loops; each candidate that
#: goes by itself, and those that chains place; just two or three strong links. From PATTERNS on, a
#: bit for each order of three strong links: 4 if the first is a cell, 2 the second, 1 the third.
LOOPS, SINGLY, TWO_LINKS, THREE_LINKS, PATTERNS = 16, 32, 64, 128, 8
#: Maximum number of strong links of loops that are not the shortest, and of these from one node.
LONGEST, MOST_LOOPS = 6, 400
ANY_WING = 0xFF
S_WING = 1 << 2
L_WING = 1 << 0
M_WING = 1 << 4 | 1 << 1


def _wing(patterns: int) -> int:
    return THREE_LINKS | patterns << PATTERNS


FINDER = f"{__name__}:find_chain"
#: The loops whose steps are all steps of chains of the same rating. Without one of its weak links,
#: a continuous one is a chain, which removes what that link's cell or house has besides; without
#: the candidate where it begins and ends, a discontinuous one is a chain against that candidate, or
#: against all others of its cell.
PARTS = {
    "XY-cycle": "chain",
    "discontinuous nice loop": "chain",
    "grouped discontinuous nice loop": "grouped chain",
    "grouped continuous nice loop": "grouped chain",
}


def _dual(name: str, rating: float, mode: int, of: str, aliases: tuple[str, ...] = ()) -> ScaleRow:
    needless = Needless(f"it is two steps of the name {of!r}")
    return ScaleRow(
        name,
        rating,
        FINDER,
        mode,
        "chain",
        aliases=aliases,
        asked=True,
        in_se=False,
        needless=needless,
    )


ROWS = (
    ScaleRow("X-chain", 6.6, FINDER, OF_ONE_DIGIT, "chain", sets=("chains", "grouped"),
         aliases=("forcing X-chain", "single-digit chain"), in_se=False, joint=False),
    ScaleRow("chain", 7.0, FINDER, 0, "chain", sets=("chains", "grouped"),
         aliases=("forcing chain (two ways)",),
         in_se=False),
    ScaleRow("grouped X-chain", 7.5, FINDER, OF_ONE_DIGIT | GROUPED, "chain", sets=("grouped",),
         aliases=("grouped X-cycle",), in_se=False, joint=False),
    ScaleRow("grouped chain", 7.7, FINDER, GROUPED, "chain", sets=("grouped",), in_se=False),
    _dual("dual two-string kite", 6.6, OF_ONE_DIGIT | TWO_LINKS, "two-string kite",
          ("dual 2-string kite", "dual kite")),
    _dual("dual empty rectangle", 7.5, OF_ONE_DIGIT | GROUPED | TWO_LINKS, "empty rectangle"),
    *(
        ScaleRow(name, rating, FINDER, mode, "chain", aliases=aliases, asked=True,
             in_se=False, slow=slow, needless=part_of(PARTS[name]) if name in PARTS else None)
        for name, rating, mode, aliases, slow in (
            ("discontinuous nice loop", 7.0, SINGLY,
             ("discontinuous loop", "nice loop", "X-cycle (discontinuous)"), False),
            ("X-cycle", 6.5, OF_ONE_DIGIT | LOOPS, ("continuous X-cycle",), False),
            ("XY-cycle", 7.0, IN_CELLS | LOOPS, ("XY-loop",), False),
            ("grouped discontinuous nice loop", 7.7, GROUPED | SINGLY,
             ("grouped discontinuous loop", "grouped nice loop"), False),
            ("grouped continuous nice loop", 7.7, GROUPED | LOOPS, ("grouped continuous loop",),
             False),
            ("grouped AIC with almost locked sets", 7.9, GROUPED | SETS,
             ("ALS AIC", "AIC with ALS"), True),
            ("grouped discontinuous nice loop with almost locked sets", 7.9,
             GROUPED | SETS | SINGLY, ("ALS discontinuous nice loop",), True),
            ("grouped continuous nice loop with almost locked sets", 7.9, GROUPED | SETS | LOOPS,
             ("ALS continuous nice loop",), True),
        )
    ),
)  # fmt: skip
FORMS = (
    TechniqueForm("skyscraper", "X-chain", 6.6, mode=OF_ONE_DIGIT | TWO_LINKS),
    TechniqueForm("two-string kite", "X-chain", 6.6, ("2-string kite", "kite"),
         mode=OF_ONE_DIGIT | TWO_LINKS),
    TechniqueForm("turbot fish", "X-chain", 6.6, mode=OF_ONE_DIGIT | TWO_LINKS),
    TechniqueForm("XY-chain", "chain", 7.0, mode=IN_CELLS),
    *(TechniqueForm(f"{letter}-wing", "chain", 7.0, aliases, joint=True, mode=_wing(patterns))
      for letter, aliases, patterns in (("M", ("medusa wing",), M_WING),
                                        ("S", ("split wing",), S_WING),
                                        ("L", ("local wing",), L_WING),
                                        ("H", ("hybrid wing",), ANY_WING & ~S_WING & ~L_WING))),
    TechniqueForm("AIC", "chain", 7.0, ("alternating inference chain", "chain of any links"),
        mode=0),
    TechniqueForm("continuous loop", "chain", 7.0, ("continuous nice loop", "AIC ring"),
        mode=LOOPS),
    TechniqueForm("empty rectangle", "grouped X-chain", 7.5, ("ERI",),
        mode=OF_ONE_DIGIT | GROUPED | TWO_LINKS),
    TechniqueForm("grouped AIC", "grouped chain", 7.7, mode=GROUPED),
)  # fmt: skip


# Idea: candidates and groups of them are nodes, of which the search sees each in two states: false
# and true. A strong link leads from a false node to a true one, a weak link from a true node to the
# false ones that it denies. A chain from a false node to a true one then says "if not this, then
# that", so one of its two ends is true.
#
# Invariant: `path` has two entries per strong link, the place of the false node in `false` and the
# place of its partner in `true_nodes`; weak links stand between them and are not written down.
#
# The search for one step goes breadth first from each candidate x that may be denied, cut off at
# the shortest length known so far. So the first pass only finds out which x has the shortest chain,
# and the chain itself is traced once, at the end.
@kernel
def find_chain(search: StepSearch, mode: int) -> bool:
    """Find the shortest chain; see `mode`."""
    theory = search.theory
    state = search.state
    links = search.links
    link(search, mode)
    if search.listing[ALL]:
        list_chains(search, mode)
        return False
    best = ENDLESS
    best_x = 0
    for x in range(1, theory.boards + 1):
        if search.stop[0]:
            return False
        if state.status[x] == OPEN:
            end = follow(search, x, best)
            if end:
                best = links.depth[end]
                best_x = x
    if not best_x:
        return False
    end = follow(search, best_x, best + 1)
    strong = trace_back(links, end)
    closes = linked(theory, state, links, links.false[links.path[0]], end)
    fill_in(search, strong, closes, best_x)
    measure(search.found, strong, 2 * strong, 0)
    return True


def list_chains(search: StepSearch, mode: int) -> None:
    """Report the chains or loops from each false node."""
    links = search.links
    for k in range(links.counts[FALSE]):
        if search.stop[0]:
            return
        if mode & (TWO_LINKS | THREE_LINKS):
            if walk(search, k, mode, 2 if mode & TWO_LINKS else 3):
                return
            continue
        follow_all(search, k)
        # A list follows each false node once and takes the shortest chain to every node reached;
        # longer ones with the same ends add nothing. Loops are different: their weak links deny,
        # too, so a longer loop may say more than the shortest one. These are walked one by one, up
        # to a length and a number.
        closes = False
        for i in range(links.counts[REACHED]):
            at = links.queue[i]
            end = node_at(links, at)
            if mode & LOOPS:
                if not denies_first(search, end, k):
                    continue
                closes = True
            elif end < links.false[k]:
                continue  # listed from its other end
            if links.depth[at] < 2 or is_longer(links, at):
                continue
            if report_chain(search, mode, trace_back(links, at)):
                return
        if closes and not mode & SETS and walk(search, k, mode, LONGEST):
            return


def is_longer(links: ChainLinks, at: int) -> bool:
    """Return whether a chain with groups is longer than one without that has the same ends."""
    end = node_at(links, at)
    return bool(
        end != at
        and links.true_stamp[end] == links.counts[STAMP]
        and links.depth[end] < links.depth[at]
    )


# Depth first instead of breadth first: the nodes of a loop must all differ, which depends on the
# whole path and not only on its end. The bit rows of denied nodes make the next step a scan for a
# set bit, so no list of neighbours is built.
def walk(search: StepSearch, start: int, mode: int, most: int) -> bool:
    """Report the chains of `most` strong links from a false node, or the loops of at most that
    many, whose nodes all differ; return whether to stop.

    Depth first: `path` holds the strong links so far, and behind them, by depth, the place in
    `false` from which the next one is sought (-1: the last node of the path is still new).
    """
    theory = search.theory
    links = search.links
    path = links.path
    half = len(links.path) // 2
    digit = digit_of(theory, links, links.false[start])
    depth = 0
    loops = 0
    path[0] = start
    path[1] = links.partner_starts[start]
    path[half] = -1
    while depth >= 0:
        p = path[2 * depth + 1]
        if p == links.partner_starts[path[2 * depth] + 1]:
            depth -= 1
            continue
        end = links.true_nodes[p]
        if path[half + depth] < 0:
            path[half + depth] = 0
            is_new = not on_path(search, depth, end) and end != links.false[path[2 * depth]]
            is_last = depth + 1 == most
            if is_new and (is_last or (mode & LOOPS and depth)):
                if not mode & LOOPS:
                    is_listed = end > links.false[start]
                else:
                    is_listed = denies_first(search, end, start)
                if is_listed:
                    loops += mode & LOOPS
                    if report_chain(search, mode, depth + 1):
                        return True
            if is_last or not is_new:
                path[half + depth] = links.counts[FALSE]
        following = next_false(search, end, path[half + depth])
        if following < 0 or loops > LOOPS * MOST_LOOPS:
            path[2 * depth + 1] += 1
            path[half + depth] = -1
            continue
        path[half + depth] = following + 1
        node = links.false[following]
        if on_path(search, depth + 1, node):
            continue
        if mode & LOOPS and node < links.false[start]:
            continue
        if mode & OF_ONE_DIGIT and digit_of(theory, links, node) != digit:
            continue
        depth += 1
        path[2 * depth] = following
        path[2 * depth + 1] = links.partner_starts[following]
        path[half + depth] = -1
    return False


def on_path(search: StepSearch, strong: int, node: int) -> bool:
    """Return whether the first strong links of the path contain a node."""
    links = search.links
    return any(
        node in (links.false[links.path[2 * k]], links.true_nodes[links.path[2 * k + 1]])
        for k in range(strong)
    )


def next_false(search: StepSearch, node: int, start: int) -> int:
    """Return the first place in `false`, from `start` on, of a node that a true node denies; -1 if
    there is none."""
    links = search.links
    place = start
    if place >= links.counts[FALSE]:
        return -1
    row = row_of(search.theory, search.state, links, node)
    while place < links.counts[FALSE]:
        rest = links.rows[row + place // 64] >> (place % 64)
        if not rest:
            place = (place // 64 + 1) * 64
        elif rest & 1:
            return int(place)
        else:
            place += 1
    return -1


def denies_first(search: StepSearch, end: int, k: int) -> bool:
    """Return whether a true node denies the k-th false node."""
    links = search.links
    row = row_of(search.theory, search.state, links, end)
    return bool(links.rows[row + k // 64] >> (k % 64) & 1)


def report_chain(search: StepSearch, mode: int, strong: int) -> bool:
    """Report the chain in `path` if it is listed and gives anything; return whether to stop."""
    theory = search.theory
    links = search.links
    found = search.found
    first = links.false[links.path[0]]
    end = links.true_nodes[links.path[2 * strong - 1]]
    is_chain_of_cells = mode & IN_CELLS and not mode & LOOPS
    if is_chain_of_cells and digit_of(theory, links, first) != digit_of(theory, links, end):
        return False
    if mode & GROUPED and not mode & TWO_LINKS and not has_group(search, mode, strong):
        return False
    if mode & THREE_LINKS and not mode >> (PATTERNS + pattern_of(search)) & 1:
        return False
    if first == end:
        return mode & SINGLY != 0 and first <= theory.boards and place_end(search, first, strong)
    fill_in(search, strong, mode & LOOPS != 0, 0)
    if not mode & SINGLY:
        return is_worth(search) and reported(search)
    number = found.numbers[DENIALS]
    found.numbers[DENIALS] = 1
    for k in range(number):
        found.denied[0] = found.denied[k]
        if reported(search):
            return True
    return False


def has_group(search: StepSearch, mode: int, strong: int) -> bool:
    """Return whether the chain has a node of several candidates, or, with SETS, an almost locked
    set."""
    state = search.state
    links = search.links
    if mode & SETS:
        return any(links.clauses[links.path[2 * k + 1]] < 0 for k in range(strong))
    return any(
        candidates(state, links, links.false[links.path[2 * k]]) > 1
        or candidates(state, links, links.true_nodes[links.path[2 * k + 1]]) > 1
        for k in range(strong)
    )


def pattern_of(search: StepSearch) -> int:
    """Return which of the three strong links are cells (see PATTERNS)."""
    theory = search.theory
    links = search.links
    pattern = 0
    for k in range(3):
        is_cell = theory.kind[links.clauses[links.path[2 * k + 1]]] == CELL
        pattern = 2 * pattern + (1 if is_cell else 0)
    return pattern
