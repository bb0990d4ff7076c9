"""Lessons on strong links: two of them, colours, chains and loops."""

from __future__ import annotations

from .lesson import Lesson

LESSONS = (
    Lesson(
        "skyscraper",
        "Two rows with two places each for a digit, two of them in one column. What sees both of "
        "the other two goes. So it does with rows and columns exchanged.",
        "A chain of two strong links (RR|C): the two in one column are not both true, so one of "
        "the far ends is. Refute(x): x denies both ends, and the base rules then put the digit "
        "twice into the column.",
    ),
    Lesson(
        "two-string kite",
        "A row and a column with two places each for a digit, one of each in the same box. What "
        "sees both of the other two goes.",
        "A chain of two strong links (RC|B): the two in the box are not both true, so one of the "
        "far ends is.",
    ),
    Lesson(
        "dual two-string kite",
        "A two-string kite that closes: the far ends share a box, too. What sees both ends of "
        "either pair goes.",
        "Two chains of the same four candidates; together Cover(2): row and column are the bases, "
        "the two boxes the covers.",
    ),
    Lesson(
        "turbot fish",
        "Two strong links of one digit in any houses, an end of one seeing an end of the other. "
        "What sees both far ends goes.",
        "The near ends are not both true, so one of the far ends is: a chain of four candidates.",
    ),
    Lesson(
        "empty rectangle",
        "In a box a digit lies in one row and one column only, so that four cells of the box have "
        "no place for it. A strong link in a line across has one end in that column (row). The "
        "digit goes from where the link's other line meets the row (column).",
        "A chain with groups (BR|C): if what goes were true, the box would have its place in the "
        "column, which denies the link's near end, and the far end denies what goes.",
    ),
    Lesson(
        "dual empty rectangle",
        "Two empty rectangles of one box and one link: the ends of the link stand in the box's row "
        "and column at once.",
        "Two chains of the same clauses: each takes its own candidate away.",
    ),
    Lesson(
        "remote pairs",
        "Four or more cells of the same two candidates, each seeing the next. What sees two of "
        "them that are an odd number of steps apart holds neither digit.",
        "The cells hold the two digits by turns: each is a strong link of two candidates. It is "
        "two chains, one for each digit.",
    ),
    Lesson(
        "simple colours, simple colours trap, simple colours wrap",
        "Strong links of one digit, coloured by turns: all of one colour are true, or all of the "
        "other. Trap: what sees both colours goes. Wrap: a colour of which two see each other is "
        "false.",
        "Any two of different colours are the ends of a chain: one of them is true. Two of a "
        "colour that deny each other are Refute(x) for each of that colour.",
    ),
    Lesson(
        "multi-colours, multi-colours 1, multi-colours 2",
        "Two separate sets of strong links of one digit, each in two colours. 1: if a colour of "
        "one set sees one of the other, what sees both of the opposite colours goes. 2: a colour "
        "that sees both colours of another set is false.",
        "1: the two that see each other are not both true, so one of their opposites is: a chain. "
        "2: one of the other set's colours is true, and denies it: Refute(x).",
    ),
    Lesson(
        "3D medusa",
        "Colours of all digits at once: cells of two candidates link them. A colour that denies "
        "itself, or leaves a cell or house without a candidate, is false, and the other true; "
        "else what both colours deny goes.",
        "Strong links alone lead from any coloured candidate to any other: a union of chains. A "
        "colour that breaks a clause is Refute(x) for each of its candidates.",
    ),
    Lesson(
        "X-chain",
        "Strong and weak links of one digit by turns, from a strong one to a strong one. What sees "
        "both ends goes.",
        "If the first is false the last is true: one of them is. Refute(x): each clause on the way "
        "has two candidates, and the last has none.",
    ),
    Lesson(
        "XY-chain",
        "Cells of two candidates, each seeing the next by a digit that both have; the first and "
        "the last have one more digit in common. What sees both ends loses it.",
        "A chain whose strong links are cells: if the first cell lacks the digit, the last one "
        "holds it.",
    ),
    Lesson(
        "chain, AIC",
        "An alternating inference chain: candidates that are false and true by turns, strong links "
        "(of two, one is true) and weak ones (not both are) by turns, in cells and houses. What "
        "both ends deny goes.",
        "If the first end is false the last is true. So one is; what denies both is refuted "
        "by clauses of two candidates each.",
    ),
    Lesson(
        "discontinuous nice loop",
        "A chain told from what it takes away: supposed true, it leads by weak and strong links to "
        "its own denial. Or supposed false, to its own truth: then it is placed.",
        "Refute(x), all of whose clauses have two candidates.",
    ),
    Lesson(
        "continuous loop, X-cycle, XY-cycle",
        "A chain whose ends see each other: strong and weak links all around (of one digit: "
        "X-cycle; strong links in cells alone: XY-cycle). What a weak link's house or cell has "
        "besides goes.",
        "Cover(k): the k strong links' clauses are the bases, the k weak links' clauses the "
        "covers.",
    ),
    Lesson(
        "grouped X-chain",
        "An X-chain some of whose ends are groups: all places of the digit in a box that lie in "
        "one line.",
        "A group is true if one of its members is; a clause of two groups is a strong link. What "
        "denies both ends is refuted as before.",
    ),
    Lesson(
        "grouped chain, grouped AIC",
        "A chain with groups among its nodes: all places of a digit in a box that lie in one line.",
        "As for a chain: a house whose places are two groups is a strong link, two groups each of "
        "whose members see each other are a weak one.",
    ),
    Lesson(
        "grouped discontinuous nice loop",
        "A discontinuous nice loop with groups among its nodes.",
        "Refute(x): each clause on the way has one group left when the other is denied.",
    ),
    Lesson(
        "grouped continuous nice loop",
        "A continuous loop with groups among its nodes: what a weak link's house has besides goes.",
        "Cover(k), as without groups: the covers are houses that hold both groups of a weak link.",
    ),
    Lesson(
        "grouped AIC with almost locked sets",
        "A chain in which an almost locked set (k cells of a house with k + 1 digits) is a strong "
        "link between the places of one of its digits and those of another.",
        "The set lacks at most one of its digits: of any two, one is in it. The k cells are the "
        "clauses of that link.",
    ),
)
