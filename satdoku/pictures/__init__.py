"""Boards in pictures: screenshots, scans and photographs, read into puzzles."""
