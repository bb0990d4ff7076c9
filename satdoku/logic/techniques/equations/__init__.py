"""Equations over houses and rules: sums, and counts of digits."""
