"""Audits of data sets: rows judged, equal and isomorphic ones found, and the report."""
