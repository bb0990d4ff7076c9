"""The picture of a board as SVG: cells, rules, digits, candidates and marks of a step."""
