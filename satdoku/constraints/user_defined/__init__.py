"""User-defined rules: tables of pairs, regular expressions, automata, formulas, "or"."""
