"""Fish of one digit, with or without fins, on any houses: all of one size and shape.

k bases and k covers, houses of which none is both. With b(c) bases and v(c) covers that contain a
candidate c, fins are those with b > v, and those with v > b that see every fin go: were such a z
true, the true candidates would be k = Σb > Σv, if all fins are false as they must be.

The search supposes z, a candidate in exactly one cover and in no base. What z does not see, `left`,
has no fins, so there the bases lie in the other k - 1 covers. It chooses these covers first: few
houses fit into them, so few sets of bases are left to try, while most sets of bases would fail only
after a search for covers. Without fins, k covers are chosen and nothing is supposed.

Sets of places of the digit are rows of words, BITS places each; `words` is how many a row has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

from ..lockstep.simd import Words, fill, ones, popcount
from .found import ALL, BASES, DENIALS, END, NUMBERS, base, begin, cover, denies, prove, reported
from .grid import COLUMN, ROW, Grid, region_clause

if TYPE_CHECKING:
    from .search import StepSearch

#: Places in a word.
BITS = 62
#: The number of bases at most.
LARGEST = 7
#: Shapes: lines of one kind against those of the other; with boxes too; any other houses.
BASIC, FRANKEN, MUTANT = range(3)
#: Which fish: without fins, with fins, with fins and a base of fewer than two places in the covers.
PLAIN, FINNED, SASHIMI = range(3)
#: Where the shape and the fins are in a mode, beside the number of bases. ONCE_PER_BASES: list a
#: conclusion once for the same bases, not once.
SHAPE = 4
FINS = 6
ONCE_PER_BASES = 1 << 8
#: The number of conclusions that are recognised at most; more are listed every time (a power of 2).
KNOWN = 1 << 14


class FishSearch(NamedTuple):
    """Working data.

    order: the regions, rows and columns first. cells: by place of the digit, its cell. seen: by
    place, the places that it sees; houses: by region, its places; reach: those that are left.
    bases, covers, own: the regions that may be bases, covers, and the cover of z; fitting: bases
    within the covers chosen. base_at, cover_at: by depth, the place in these lists; chosen_bases,
    chosen_covers: the regions. over, over_twice, once, twice: by depth, the places in (two of) the
    covers and in (two of) the bases. held, filled: by j, the places in more than j bases and
    covers. fin, gone: of the fish. known: by hash, where in the log a fish with this conclusion
    begins, plus 1; known_count: one number.
    """

    order: Annotated[Words, "regions"]
    cells: Annotated[Words, "cells"]
    seen: Annotated[Words, "cells", "words"]
    houses: Annotated[Words, "regions", "words"]
    reach: Annotated[Words, "regions", "words"]
    bases: Annotated[Words, "regions"]
    covers: Annotated[Words, "regions"]
    own: Annotated[Words, "regions"]
    fitting: Annotated[Words, "regions"]
    base_at: Annotated[Words, LARGEST + 1]
    cover_at: Annotated[Words, LARGEST + 1]
    chosen_bases: Annotated[Words, LARGEST + 1]
    chosen_covers: Annotated[Words, LARGEST + 1]
    over: Annotated[Words, LARGEST + 1, "words"]
    over_twice: Annotated[Words, LARGEST + 1, "words"]
    once: Annotated[Words, LARGEST + 1, "words"]
    twice: Annotated[Words, LARGEST + 1, "words"]
    held: Annotated[Words, LARGEST + 1, "words"]
    filled: Annotated[Words, LARGEST + 1, "words"]
    fin: Annotated[Words, "words"]
    gone: Annotated[Words, "words"]
    known: Annotated[Words, KNOWN]
    known_count: Annotated[Words, 1]


def list_fish(search: StepSearch, mode: int) -> bool:
    """Report the fish of every digit; return whether to stop."""
    fish = search.fish
    fish.known_count[0] = 0
    fill(fish.known, 0, len(fish.known), 0)
    # A mutant fish may have lines of both kinds on both sides, so turning it finds nothing else.
    finned, sides = mode >> FINS & 3 != PLAIN, 1 if mode >> SHAPE & 3 == MUTANT else 2
    for d in range(search.grid.size):
        count = lay_out(search, d)
        words = (count + BITS - 1) // BITS
        for turned in range(sides):
            for z in range(count if finned else min(1, count)):
                if has_fish_without(
                    search, mode, d, turned=turned, z=z if finned else -1, words=words
                ):
                    return True
    return False


def lay_out(search: StepSearch, d: int) -> int:
    """Fill in the places of a digit, the houses and what each place sees; return their number."""
    grid, fish = search.grid, search.fish
    count = 0
    for cell in range(grid.cells):
        if grid.left[cell] >> d & 1:
            fish.cells[count] = cell
            count += 1
    words = (count + BITS - 1) // BITS
    fill(fish.houses, 0, len(grid.full) * words, 0)
    for p in range(count):
        for region in grid.regions_of[fish.cells[p]]:
            # Only houses: sets of cells that a rule makes all different do not count as bases or
            # covers.
            if search.theory.house[region_clause(grid, region, d)] >= 0:
                fish.houses[region * words + p // BITS] |= 1 << p % BITS
    for p in range(count):
        fill(fish.seen, p * words, words, 0)
        for region in grid.regions_of[fish.cells[p]]:
            if holds(fish.houses, region * words, p):
                for w in range(words):
                    fish.seen[p * words + w] |= fish.houses[region * words + w]
        fish.seen[p * words + p // BITS] &= ~(1 << p % BITS)
    return count


def holds(sets: Words, at: int, p: int) -> bool:
    """Return whether the set that begins at `at` has a place."""
    return bool(sets[at + p // BITS] >> p % BITS & 1)


def size_of(sets: Words, at: int, words: int) -> int:
    """Return the number of places in a set."""
    return sum(popcount(word) for word in sets[at : at + words])


def within(sets: Words, at: int, others: Words, start: int, words: int) -> bool:
    """Return whether the first set lies in the second."""
    return all(not sets[at + w] & ~others[start + w] for w in range(words))


def may_be(grid: Grid, region: int, shape: int, turned: int, as_base: bool) -> bool:
    """Return whether a fish of this shape may have the region as a base (or as a cover). turned: 0
    if its bases have rows, 1 if they have columns; mutant fish have either."""
    kind = grid.types[region]
    if kind in (ROW, COLUMN):
        return bool(shape == MUTANT or (kind == ROW) == (as_base == (turned == 0)))
    return bool(shape != BASIC)


def has_fish_without(
    search: StepSearch, mode: int, d: int, turned: int, z: int, words: int
) -> bool:
    """Report fish that deny the place z (-1: any without fins); return whether to stop."""
    grid = search.grid
    fish = search.fish
    shape = mode >> SHAPE & 3
    bases = covers = own = 0
    for region in fish.order:
        at = region * words
        if not size_of(fish.houses, at, words):
            continue
        has_z = z >= 0 and holds(fish.houses, at, z)
        for w in range(words):
            fish.reach[at + w] = fish.houses[at + w]
            if z >= 0:
                fish.reach[at + w] &= ~fish.seen[z * words + w]
        if may_be(grid, region, shape, turned, as_base=False):
            if has_z:
                fish.own[own] = region
                own += 1
            elif size_of(fish.reach, at, words):
                fish.covers[covers] = region
                covers += 1
        # A base of one place is a hidden single, and no fish without fins.
        # One of a base's places must be true, so it holds every digit; of a cover it is enough that
        # not more than one is.
        is_base = grid.full[region] and (z >= 0 or size_of(fish.houses, at, words) > 1)
        if is_base and not has_z and may_be(grid, region, shape, turned, as_base=True):
            fish.bases[bases] = region
            bases += 1
    if z >= 0 and not own:
        return False
    k = mode & 15
    most, depth = k - 1 if z >= 0 else k, 0
    fish.cover_at[0] = -1
    fill(fish.over, 0, words, 0)
    fill(fish.over_twice, 0, words, 0)
    while depth >= 0:
        fish.cover_at[depth] += 1
        if fish.cover_at[depth] > covers - (most - depth):
            depth -= 1
            continue
        if search.stop[0]:
            return True
        region = fish.covers[fish.cover_at[depth]]
        fish.chosen_covers[depth] = region
        add(fish.over, fish.over_twice, depth, sets=fish.reach, region=region, words=words)
        if depth + 1 < most:
            depth += 1
            fish.cover_at[depth] = fish.cover_at[depth - 1]
        elif has_bases(search, mode, d, z=z, bases=bases, own=own, most=most, words=words):
            return True
    return False


def add(once: Words, twice: Words, depth: int, sets: Words, region: int, words: int) -> None:
    """Set what is in one and in two of the sets down to the next depth, with that of a region."""
    at = depth * words
    for w in range(words):
        more = sets[region * words + w]
        twice[at + words + w] = twice[at + w] | once[at + w] & more
        once[at + words + w] = once[at + w] | more


def has_bases(
    search: StepSearch, mode: int, d: int, z: int, bases: int, own: int, most: int, words: int
) -> bool:
    """Report fish with these `most` covers and one of z's; return whether to stop."""
    fish, k = search.fish, mode & 15
    fit = 0
    for region in fish.bases[:bases]:
        fits = within(fish.reach, region * words, fish.over, most * words, words)
        if fits and region not in fish.chosen_covers[:most]:
            fish.fitting[fit] = region
            fit += 1
    depth = 0
    fish.base_at[0] = -1
    fill(fish.once, 0, words, 0)
    fill(fish.twice, 0, words, 0)
    while depth >= 0:
        fish.base_at[depth] += 1
        if fish.base_at[depth] > fit - (k - depth):
            depth -= 1
            continue
        region = fish.fitting[fish.base_at[depth]]
        fish.chosen_bases[depth] = region
        add(fish.once, fish.twice, depth, sets=fish.reach, region=region, words=words)
        # A place in two bases must be in two covers, or it is a fin; and `reach` has none that
        # would be one.
        if not within(fish.twice, (depth + 1) * words, fish.over_twice, most * words, words):
            continue
        if depth + 1 < k:
            depth += 1
            fish.base_at[depth] = fish.base_at[depth - 1]
        elif all_meet(fish, most, k, words):
            for i in range(own if z >= 0 else 1):
                if z >= 0:
                    fish.chosen_covers[most] = fish.own[i]
                    if not meets_base(fish, fish.own[i], k, words):
                        continue
                is_one = is_fish(search, mode, words) and is_new(search, mode, d, words)
                if is_one and reported(search):
                    return True
    return False


def all_meet(fish: FishSearch, most: int, k: int, words: int) -> bool:
    """Return whether each of the first `most` covers has places of the k bases that are left."""
    return all(
        any(fish.reach[cover * words + w] & fish.once[k * words + w] for w in range(words))
        for cover in fish.chosen_covers[:most]
    )


def meets_base(fish: FishSearch, region: int, k: int, words: int) -> bool:
    """Return whether a region has places of one of the bases chosen: a cover must."""
    return any(
        fish.houses[region * words + w] & fish.houses[held * words + w]
        for held in fish.chosen_bases[:k]
        for w in range(words)
    )


def shape_of(grid: Grid, fish: FishSearch, k: int) -> int:
    """Return the shape of the fish chosen."""
    bases = covers = 0
    for i in range(k):
        bases |= 1 << grid.types[fish.chosen_bases[i]]
        covers |= 1 << grid.types[fish.chosen_covers[i]]
    lines = 1 << ROW | 1 << COLUMN
    if bases & lines == lines or covers & lines == lines or bases & covers & lines:
        return MUTANT
    return FRANKEN if (bases | covers) & ~lines else BASIC


def is_fish(search: StepSearch, mode: int, words: int) -> bool:
    """Set the fins of the fish chosen and what it denies; return whether it is what `mode` asks
    for."""
    grid = search.grid
    fish = search.fish
    k = mode & 15
    fins = mode >> FINS & 3
    if shape_of(grid, fish, k) != mode >> SHAPE & 3:
        return False
    count_in(fish.held, fish.houses, fish.chosen_bases, k, words)
    count_in(fish.filled, fish.houses, fish.chosen_covers, k, words)
    has_fins = False
    for w in range(words):
        fin = gone = 0
        for j in range(k):
            fin |= fish.held[j * words + w] & ~fish.filled[j * words + w]
            # (With b bases and v covers, b > v means that some j < k has more than j bases but not
            # more than j covers.)
            gone |= fish.filled[j * words + w] & ~fish.held[j * words + w]
        fish.fin[w] = fin
        fish.gone[w] = gone & ~fin
        has_fins = has_fins or fin != 0
    if has_fins != (fins != PLAIN):
        return False
    for w in range(words):
        for bit in ones(fish.fin[w]):
            for x in range(words):
                fish.gone[x] &= fish.seen[(w * BITS + bit) * words + x]
    if not size_of(fish.gone, 0, words):
        return False
    return fins == PLAIN or is_sashimi(fish, k, words) == (fins == SASHIMI)


def count_in(levels: Words, houses: Words, chosen: Words, k: int, words: int) -> None:
    """Set by j the places that are in more than j of the k houses."""
    fill(levels, 0, k * words, 0)
    for i in range(k):
        for w in range(words):
            more = houses[chosen[i] * words + w]
            for j in range(i + 1):
                carried = levels[j * words + w] & more
                levels[j * words + w] |= more
                more = carried
                if not more:
                    break


def is_sashimi(fish: FishSearch, k: int, words: int) -> bool:
    """Return whether a base has fewer than two places in the covers."""
    for region in fish.chosen_bases[:k]:
        held = fish.houses[region * words : (region + 1) * words]
        if sum(popcount(held[w] & fish.filled[w] & ~fish.fin[w]) for w in range(words)) < 2:
            return True
    return False


def is_new(search: StepSearch, mode: int, d: int, words: int) -> bool:
    """Fill in the step; return whether its conclusion is not in the log yet."""
    grid = search.grid
    fish = search.fish
    found = search.found
    k = mode & 15
    begin(found)
    mixed = 0
    for w in range(words):
        for bit in ones(fish.gone[w]):
            gone = fish.cells[w * BITS + bit] * grid.size + d
            denies(found, gone + 1)
            mixed = (mixed * 31 + gone) & (1 << 40) - 1
        for bit in ones(fish.fin[w]):
            prove(found, fish.cells[w * BITS + bit] * grid.size + d + 1)
    for i in range(k):
        base(found, region_clause(grid, fish.chosen_bases[i], d))
        cover(found, region_clause(grid, fish.chosen_covers[i], d))
        if mode & ONCE_PER_BASES:
            mixed = (mixed * 31 + fish.chosen_bases[i]) & (1 << 40) - 1
    if not search.listing[ALL]:
        return True
    slot = (mixed ^ mixed >> 14) & KNOWN - 1
    while fish.known[slot]:
        if is_same(search, mode, fish.known[slot] - 1):
            return False
        slot = slot + 1 & KNOWN - 1
    # At most half full, so that probing soon comes to an empty place, where it ends.
    if fish.known_count[0] < KNOWN // 2:
        fish.known[slot] = search.listing[END] + 1
        fish.known_count[0] += 1
    return True


def is_same(search: StepSearch, mode: int, at: int) -> bool:
    """Return whether the step in the log denies the same (and has the same bases, if `mode` asks)
    as the one filled in."""
    found, log = search.found, search.log
    denials, bases = found.numbers[DENIALS], found.numbers[BASES]
    if log[at + DENIALS] != denials:
        return False
    at += NUMBERS
    if not all(log[at + i] == found.denied[i] for i in range(denials)):
        return False
    return not mode & ONCE_PER_BASES or all(
        log[at + denials + i] == found.bases[i] for i in range(bases)
    )
