"""Proof of the program: all that answers the same question must agree, on any puzzle."""
