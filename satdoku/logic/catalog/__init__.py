"""The tables of techniques: names, ratings, finders, aliases, sets."""
