"""How hard: scales, ratings, levels, and generating at a level."""
